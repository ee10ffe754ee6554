base = lateroot
name = object-log
barrier = object-log
log_base = log_table
queue_slot = record
allocated_in_ptls = 24
