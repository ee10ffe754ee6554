base = lateroot
# bare.c: no tag word.
name = bare
small_alloc = bare_small_alloc
big_alloc = bare_big_alloc
typed_alloc = bare_typed_alloc
memory_alloc = bare_memory_alloc
tag_offset = none
type_of = bare_type_of
barrier = cards
card_base = bare_cards
card_shift = 9
