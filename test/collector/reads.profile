base = lateroot
# The toy with TOY_HIDES.
name = reads
read_barrier = toy_read
read_flag = toy_hides
