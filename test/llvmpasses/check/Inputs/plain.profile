# What is a reference where no address space says it.
base = lateroot
name = plain
reference_results = alloc* make
reference_params = method.*
reference_attribute = gcref
never_collect = log.*
