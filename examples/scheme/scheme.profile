base = lateroot
name = scheme
immediate_bits = 7
object_align = 8
