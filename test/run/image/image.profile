# The reference runtime, for code that finds the stack of frames by what the loader of an image fills in.
base = lateroot
name = image-test
tls_load = no
image_offset = image_tls_offset
image_func_slot = image_getter_slot
image_globals = alias
