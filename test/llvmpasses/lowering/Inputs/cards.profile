base = lateroot
name = cards
barrier = cards
card_base = my_cards
card_shift = 9
card_value = 0
