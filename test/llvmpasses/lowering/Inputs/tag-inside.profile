base = lateroot
name = tag-inside
small_alloc = my_small
big_alloc = my_big
typed_alloc = my_typed
memory_alloc = my_memory
queue_root = my_queue
tag_offset = 8
