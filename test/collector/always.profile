base = lateroot
# The same as reads.profile, with a call for each load.
name = always
read_barrier = toy_read
