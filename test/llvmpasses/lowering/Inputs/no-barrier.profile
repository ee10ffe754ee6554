base = lateroot
name = no-barrier
barrier = none
