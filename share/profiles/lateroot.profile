# The reference runtime (include/lateroot/runtime.h).  The library has this built in; the file is here to be read and copied.
name = lateroot

# Where things are.  The getter gives the address of task->gcstack, which is that of the task.
gcstack_in_task = 0
ptls_in_task = 8
safepoint_in_ptls = 0
gc_state_in_ptls = 8
gc_state_unsafe = 0
gc_state_safe = 2

getter = call
getter_name = lr_get_pgcstack
getter_variable = lr_pgcstack_here
getter_or_null = lr_pgcstack_or_null
adopt_thread = lr_adopt_thread

# Allocation.  Sizes include the tag; a class is named by its number.
small_alloc = lr_gc_small_alloc
big_alloc = lr_gc_big_alloc
typed_alloc = lr_gc_alloc_typed
memory_alloc = lr_gc_alloc_memory
alloc_passes_type = yes
classes = 16 32 48 64 80 96 112 128 144 160 176 192 208 224 240 256 288 320 352 384 416 448 480 512 576 640 704 768 832 896 1008 1088 1168 1248 1360 1488 1632 1808 2032 24
object_align = 16
runs_in_ptls = 32
pool_offset = 0
pool_stride = 1

# Write barrier.
queue_root = lr_gc_queue_root
queue_slot = lr_gc_queue_slot
card_table = lr_gc_cards
card_table_shift = 9
parent_mask = 3
parent_value = 3
child_mask = 1
image_mask = 4
image_value = 4
tag_bits = 15

# There are no immediates; for a base that adds some.
immediates_set = lr_immediates_set

# Exceptions.
enter_handler = lr_enter_handler
handler_takes_task = yes
handler_bytes = 256 aarch64:384 riscv64:384 riscv32:384 windows:384
setjmp_name = __sigsetjmp

caller_roots_jlcall_args = no
mapped_frames = yes
type_hooks = lr_type
comparisons_are_uses = yes
variable_tables = yes
