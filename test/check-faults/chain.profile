base = lateroot
name = faults
reference_results = alloc*
reference_loads = yes
chain_head = get_head
chain_layout = count-prev
