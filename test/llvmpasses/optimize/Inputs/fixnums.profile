base = lateroot
name = fixnums
immediates = 1:1 7:2
