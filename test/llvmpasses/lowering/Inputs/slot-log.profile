base = lateroot
name = slot-log
barrier = slot-log
log_base = log_table
queue_slot = record
