# Frames as the macros of Julia's runtime link them.
base = lateroot
name = plain-chain
reference_results = alloc* make
reference_attribute = gcref
chain_head = get_head
chain_layout = count-prev
