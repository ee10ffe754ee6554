base = lateroot
name = flagged
read_barrier = look
read_flag = looking
