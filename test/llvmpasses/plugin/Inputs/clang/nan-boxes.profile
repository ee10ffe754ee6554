# Numbers are doubles whose upper bits are not all 0, small integers likewise; the rest are addresses as they are.
base = lateroot
name = nan-boxes
immediate_bits = 0xfffe000000000007
