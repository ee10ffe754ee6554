# The same, and all pointers out of objects are references; those that nothing marks are none.
base = lateroot
name = plain-loads
reference_results = alloc* make
reference_params = method.*
reference_attribute = gcref
reference_loads = yes
unmarked_pointers = plain
never_collect = log.*
