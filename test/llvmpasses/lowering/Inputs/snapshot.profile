base = lateroot
name = snapshot
barrier = snapshot
log_base = log_table
queue_slot = record
