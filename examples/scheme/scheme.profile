base = lateroot
name = scheme
immediate_bits = 7
