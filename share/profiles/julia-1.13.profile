# Julia 1.13, x86-64 Linux.
name = julia-1.13
architecture = x86-64

# Where things are.  The getter gives the address of task->gcstack.
gcstack_in_task = 152
ptls_in_task = 168
safepoint_in_ptls = 16
gc_state_in_ptls = 25
gc_state_unsafe = 0
gc_state_safe = 2

# A JIT that knows the offset of the thread-local variable says: getter = tls, tls_offset = ...
getter = call
getter_name = jl_get_pgcstack
adopt_thread = jl_adopt_thread
tls_load = yes
image_offset = jl_tls_offset
image_func_slot = jl_pgcstack_func_slot
image_key_slot = jl_pgcstack_key_slot
image_globals = hidden

# Allocation.  Sizes include the tag.
small_alloc = ijl_gc_small_alloc
big_alloc = ijl_gc_big_alloc
typed_alloc = ijl_gc_alloc_typed
memory_alloc = ijl_alloc_genericmemory_unchecked
alloc_passes_type = yes
classes = 8 16 24 32 40 48 56 64 72 80 88 96 104 112 120 128 136 144 160 176 192 208 224 240 256 272 288 304 336 368 400 448 496 544 576 624 672 736 816 896 1008 1088 1168 1248 1360 1488 1632 1808 2032
pool_offset = 336
pool_stride = 24

# Write barrier.
queue_root = ijl_gc_queue_root
parent_mask = 3
parent_value = 3
child_mask = 1
survivors_grow_old_together = yes
tag_bits = 15

# Exceptions.  The handler is a little smaller; compiled code only reserves room for it.
enter_handler = jl_enter_handler
handler_takes_task = yes
handler_bytes = 384
setjmp_name = __sigsetjmp

caller_roots_jlcall_args = no
mapped_frames = no
type_hooks = none
comparisons_are_uses = no
