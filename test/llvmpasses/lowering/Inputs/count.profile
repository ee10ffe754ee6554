base = julia-1.13
allocated_in_ptls = 24
