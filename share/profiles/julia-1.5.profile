# Julia 1.5, x86-64 Linux.
name = julia-1.5
architecture = x86-64

# The getter gives the ptls, whose first word is the head of the GC stack; allocations are handed it as it is.
gcstack_in_task = 0
ptls_is_pgcstack = yes
alloc_takes_ptls = yes
safepoint_in_ptls = 32
gc_state_in_ptls = 41
gc_state_unsafe = 0
gc_state_safe = 2
defer_signal_in_ptls = 6600

# A JIT that knows the offset of the thread-local variable says: getter = tls, tls_offset = ...  The variable is the ptls: no load.
getter = call
getter_name = jl_get_ptls_states
tls_load = no
image_offset = jl_tls_offset
image_func_slot = jl_get_ptls_states_slot
image_globals = alias

# Allocation.  Sizes include the tag.  Sizes known at run time only go to big_alloc.
small_alloc = jl_gc_pool_alloc
big_alloc = jl_gc_big_alloc
alloc_passes_type = no
classes = 8 16 32 48 64 80 96 112 128 144 160 176 192 208 224 240 256 272 288 304 336 368 400 448 496 544 576 624 672 736 816 896 1008 1088 1168 1248 1360 1488 1632 1808 2032
pool_offset = 1376
pool_stride = 24

# Write barrier.
queue_root = jl_gc_queue_root
parent_mask = 3
parent_value = 3
child_mask = 1
tag_bits = 15

# Exceptions.
enter_handler = jl_enter_handler
handler_takes_task = no
handler_bytes = 256
setjmp_name = __sigsetjmp

# What is loaded from the argument array of a boxed entry is the caller's to root.
caller_roots_jlcall_args = yes
mapped_frames = no
type_hooks = none
comparisons_are_uses = no
