base = lateroot
name = scheme
immediates = 1:1 7:2
