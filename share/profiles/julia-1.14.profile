# Julia 1.14-DEV, x86-64 Linux: 1.13, and what compiled code may do while a reset region is published.
base = julia-1.13
name = julia-1.14

# Allocation and barriers in a reset region.
reset_safe_suffix = _reset_safe
