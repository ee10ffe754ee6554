base = lateroot
name = reads
read_barrier = look
