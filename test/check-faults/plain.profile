base = lateroot
name = faults
reference_results = alloc*
reference_params = method.*
reference_loads = yes
never_collect = log.*
