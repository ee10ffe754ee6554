/* runtime.h -- tasks, GC frames, the root walker and the reference heap: the manual of liblateroot-rt.
**
** For the author of a collector, who wants to enumerate threads -> frames -> roots, and for the small user, who
** wants a heap that simply works under code compiled with the profile "lateroot".  There is no LLVM behind this header.
**
** Words used here
**   object      memory of the heap (or a static variable) with a tag word in front of it; a reference is its address
**   root        a variable outside the heap that holds a reference
**   slot        the memory of a root.  A *direct* frame contains its slots; an *indirect* one contains their addresses
**   safepoint   a point where a collection may happen: every allocation, lr_safepoint, a load from the safepoint page,
**               leaving a GC-safe region, and whatever this header marks [safepoint]
**   GC-safe     state of a thread that promises to touch neither objects nor its frames, so that others need not wait
**               for it
**   fatal       ends in lr_gc_fatal: the hook, if there is one, a message on stderr, abort()
**
** Threads and signals.  Unless said otherwise a function may be called by any thread that runs in the GC-unsafe state
** (the state in which compiled code runs); a thread that the runtime does not know is attached by its first call.
** No function may be called from a signal handler, except where [signal-safe] stands.
**
** Errors.  Functions that return int or int64_t give a negative LR_RT_E_* on failure and say which; lr_rt_strerror
** names them.  A task or thread that cannot be made is NULL.  None of these ends the process, but for lr_framemap_add
** and lr_statepoints_add, which code calls as it is loaded: a table that is none, that overlaps another, or that cannot
** be unpacked; and lr_globals_add and
** lr_tls_add: no memory.
** What compiled code calls has no way to say that it failed, and C code may call the same; there failure is fatal:
**   allocation, boxes              no memory, an absurd size
**   collections, wherever          no memory for the collector's lists; a corrupt chain of frames; under stress a
**                                  reference to what is
**   they happen [safepoint]        no object, or a write to what was dead; a walk that ends with an error, or that two
**                                  walkers make differently (lr_gc_config.verify); the system refuses to protect pages
**                                  (the safepoint page, old places of objects)
**   the same, and allocation       by a thread in the GC-safe state, or with the state of another thread
**   lr_check_frames                the chain of frames is not what it was
**   lr_gc_queue_root, handlers     no object, no memory; fewer handlers than are to be popped
**   all that return neither        the implicit attaching of a thread, or start of the runtime
** and lr_throw without a handler ends the program by exit(1) (lr_set_uncaught_hook).  Nothing else ends it.
**
** Environment, read once by lr_runtime_init (a value that does not parse, or an unknown name, is reported on stderr and
** ignored):
**   LATEROOT_GC_STRESS=k       collect at every k-th allocation or safepoint call (1: at each), validate, poison; 0:
**                              off
**   LATEROOT_GC_MODE=generational|full|moving
**   LATEROOT_GC_NURSERY=bytes  LATEROOT_GC_LIMIT=bytes
**   LATEROOT_GC_VERIFY=1       a second walker must find the same roots, in each collection (LR_WALK_VERIFY)
**   LATEROOT_GC_DEBUG=1        look for mistakes of programs (lr_gc_config.debug); with stress at each call unless
**                              LATEROOT_GC_STRESS says otherwise
**   LATEROOT_GC_STATS=1        lr_runtime_shutdown and exit() print the figures on stderr */
#ifndef LATEROOT_RUNTIME_H
#define LATEROOT_RUNTIME_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <lateroot/abi.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef LR_API
#define LR_API __attribute__((visibility("default")))
#endif
#define LR_RT_NORETURN __attribute__((noreturn))

enum {
	LR_RT_OK = 0,
	LR_RT_E_NOMEM = -1,        /* the system gave no memory */
	LR_RT_E_ARG = -2,          /* an argument makes no sense */
	LR_RT_E_STATE = -3,        /* not now: task finished or of another thread, world already stopped, ... */
	LR_RT_E_SYSTEM = -4,       /* a system call failed; errno tells */
	LR_RT_E_FRAME_ADDRESS = -10,/* a frame can not be at this address */
	LR_RT_E_FRAME_ALIGN = -11, /* a frame is not aligned to LR_FRAME_ALIGN_BYTES */
	LR_RT_E_FRAME_NROOTS = -12,/* more roots than LR_FRAME_MAX_ROOTS */
	LR_RT_E_FRAME_FLAGS = -13, /* a reserved bit of word 0 is set */
	LR_RT_E_FRAME_CYCLE = -14, /* the chain leads back into itself, or is longer than LR_WALK_MAX_FRAMES */
	LR_RT_E_FRAME_SLOT = -15,  /* an indirect slot can not be the address of a variable */
	LR_RT_E_FRAME_UNMAPPED = -16,/* code that should be in a table is in none */
	LR_RT_E_FRAME_POINTER = -17,/* a frame pointer or stack pointer can not be one */
	LR_RT_E_FRAME_TABLE = -18, /* what a table says of a frame makes no sense */
	LR_RT_E_FRAME_VERIFY = -19,/* two walkers do not agree about a frame (LR_WALK_VERIFY) */
	LR_RT_E_MAP_ADDRESS = -20, /* the map of a block can not be at its address, or is not aligned to 8 bytes */
	LR_RT_E_MAP_RUN = -21,     /* a run of a map is empty, out of order, overlaps another, or lies outside the
	                            * element */
	LR_RT_E_MAP_KIND = -22,    /* a run is of an unknown kind */
	LR_RT_E_MAP_SIZE = -23,    /* a map has elements of no size, or more runs than words; a block has more than
	                            * LR_BLOCK_MAX_WORDS words */
	LR_RT_E_BLOCK_ADDRESS = -24,/* a block is not word-aligned, or can not be at its address */
	LR_RT_E_STACKMAP = -30,    /* no stack map, or one that tells what cannot be had */
	LR_RT_E_NOT_FOUND = -31,   /* nothing of this name is known */
	LR_RT_E_PATCH_POINT = -32, /* no patch point, or other code in it than its compiler or lr_patch writes */
	LR_RT_E_PATCH_ROOM = -33   /* the reserved range is too small for it */
};

/* A short English text for any of the above, also for unknown codes; static.  [signal-safe] */
LR_API const char *lr_rt_strerror(int code);

/* ---- types: where the references of an object are -------------------------------------------------------------- */

enum lr_layout {
	LR_LAYOUT_FIXED = 0,       /* size_bytes and the references in them, nothing else */
	LR_LAYOUT_INLINE = 1,      /* then, from byte size_bytes on, `length` elements */
	LR_LAYOUT_POINTED = 2      /* the `length` elements are where word data_word points: into the object itself
	                            * (inline data with a header), or into memory that the object owns (see release) */
};

/* Description of a kind of object.  Static data or at least older than its first object and never freed; aligned to 16
** bytes, for the low bits of the tag word are the collector's.  Plain data, so that a C initialiser or a constant of
** LLVM IR can be one:
**   %lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }   ; in the order below
** Zeros mean "none" everywhere; a type of plain bytes needs only a name.
**
**   pair           { .name = "Pair", .size_bytes = 16, .nrefs = 2 }
**   {i64, ref}     { .name = "Node", .size_bytes = 16, .nrefs = 1, .refs = (const uint32_t[]){ 1 } }
**   box of bits    { .name = "Float64", .size_bytes = 8 }
**   ref array      { .name = "Refs", .layout = LR_LAYOUT_INLINE, .size_bytes = 8, .length_word = 0, .elem_bytes = 8,
**                  .elem_nrefs = 1 }
**   string         { .name = "String", .layout = LR_LAYOUT_INLINE, .size_bytes = 8, .length_word = 0, .elem_bytes = 1 }
**   Memory{ref}    { .name = "Memory", .layout = LR_LAYOUT_POINTED, .size_bytes = 16, .length_word = 0, .data_word = 1,
**                    .elem_bytes = 8, .elem_nrefs = 1 }
**   Array over it  { .name = "Array", .size_bytes = 16, .nrefs = 1 }      word 0: the Memory; word 1: data pointer, not
**                  a reference
**
** An element is counted by an int64_t in word length_word of the object; a negative count is taken for 0. */
struct lr_type {
	const char *name;          /* for messages; may be NULL */
	uint32_t layout;           /* enum lr_layout */
	uint32_t size_bytes;       /* fixed part, without the tag */
	uint32_t nrefs;            /* references in the fixed part */
	uint32_t elem_bytes;       /* of one element; a multiple of 8 if elements hold references */
	uint32_t elem_nrefs;       /* references in one element */
	uint32_t length_word;      /* which word holds the number of elements */
	uint32_t data_word;        /* LR_LAYOUT_POINTED: which word holds the address of the elements (NULL: there are
	                            * none) */
	uint32_t flags;            /* LR_TYPE_FIXED; others: 0 */
	const uint32_t *refs;      /* which words of the object: nrefs numbers; NULL: words 0 .. nrefs-1 */
	const uint32_t *elem_refs; /* which words of an element: elem_nrefs numbers; NULL: words 0 .. elem_nrefs-1 */
	void (*release)(void *object); /* called once when the object is found dead, to free what it owns outside the
	                            * heap.  The object is intact but what it refers to may not be; no lr_ function may
	                            * be called.  NULL: none */
} __attribute__((aligned(16)));

/* Objects of the type never move: somewhere their addresses, or such as point into them, are kept that no type tells
** of. */
#define LR_TYPE_FIXED 1u

/* Tag of an object that is static data rather than heap: { const void *tag = LR_STATIC_TAG(&type), fields... }, the
** fields 8 mod 16 or 16-byte aligned.  In IR: getelementptr (i8, ptr @type, i64 7).  Such an object is never collected.
** It is also a correct parent for a write barrier: the first time that one fires on it, it becomes a permanent root, so
** a mutable static object may refer to the heap.  One that refers to the heap from birth, without a barrier, needs
** lr_gc_add_root on its slots.  Never store a reference to static memory that has no tag word before it. */
#define LR_STATIC_TAG(type) ((const void *)((const char *)(type) + (LR_TAG_MARKED | LR_TAG_OLD | LR_TAG_STATIC)))

/* A type that is itself usable as an object, as the result of julia.typeof is.  Refer to it as &T.type.
**   LR_TYPE_DEFINE(node_type, .name = "Node", .size_bytes = 16, .nrefs = 2);  ...  lr_gc_alloc(16, &node_type.type) */
struct lr_type_object {
	const void *pad;
	const void *tag;
	struct lr_type type;
} __attribute__((aligned(16)));
#define LR_TYPE_DEFINE(ident, ...) \
	const struct lr_type_object ident = { NULL, LR_STATIC_TAG(&lr_type_type.type), { __VA_ARGS__ } }

extern LR_API const struct lr_type_object lr_type_type;  /* of types */
extern LR_API const struct lr_type_object lr_type_int64; /* lr_box_int64 */
extern LR_API const struct lr_type_object lr_type_bytes; /* int64_t length; then that many bytes */
extern LR_API const struct lr_type_object lr_type_refs;  /* int64_t length; then that many references */

/* The tag word of an object, and the type in it.  Inline, for any thread.  [signal-safe] */
static inline uintptr_t
lr_tag(const void *object)
{
	return ((const uintptr_t *)object)[-LR_TAG_WORDS];
}
static inline const struct lr_type *
lr_type_of(const void *object)
{
	return (const struct lr_type *)(lr_tag(object) & ~(uintptr_t)LR_TAG_BITS);
}

/* Values below this in a slot or field are not references (null, small tags): the walker and the marker skip them. */
#define LR_SMALL_VALUE_LIMIT 4096u

/* ---- tasks, frames, handlers: the memory that compiled code writes itself --------------------------------------- */

/* A GC frame; layout and bits in abi.h.  Aligned to LR_FRAME_ALIGN_BYTES, usually on the C stack. */
struct lr_frame {
	uintptr_t nroots;          /* number of slots << LR_FRAME_NROOTS_SHIFT | LR_FRAME_INDIRECT */
	struct lr_frame *prev;     /* the next older one */
};
#define LR_FRAME_MAX_ROOTS (1u << 24)
/* Of word 0 of a frame that is no anchor and not mapped: how many roots, and how many of the last of them are fixed,
** and deep (abi.h).  [signal-safe] */
static inline uint32_t
lr_frame_nroots(uintptr_t word)
{
	return (uint32_t)(word >> LR_FRAME_NROOTS_SHIFT) & ((1u << LR_FRAME_NROOTS_BITS) - 1);
}
static inline uint32_t
lr_frame_deep(uintptr_t word)
{
	return word & LR_FRAME_MOVING ? (uint32_t)(word >> LR_FRAME_DEEP_SHIFT) & ((1u << LR_FRAME_DEEP_BITS) - 1)
		: lr_frame_nroots(word);
}
static inline uint32_t
lr_frame_fixed(uintptr_t word)
{
	return word & LR_FRAME_MOVING ? (uint32_t)(word >> LR_FRAME_FIXED_SHIFT) & ((1u << LR_FRAME_FIXED_BITS) - 1)
		: 0;
}
#define LR_WALK_MAX_FRAMES (1u << 30)

#ifdef __cplusplus
#define LR_FLEXIBLE 1          /* as many as there are: C++ cannot say so */
#else
#define LR_FLEXIBLE
#endif

/* What a mapped frame consists of (abi.h), and what tables of global variables do. */
struct lr_map {
	uint32_t words;            /* size of one element, in words */
	uint32_t nruns;
	uint64_t run[LR_FLEXIBLE]; /* LR_RUN_*, see abi.h */
};
struct lr_block {
	const struct lr_map *map;
	void *at;                  /* the first element; word-aligned */
	uintptr_t count;           /* elements side by side; 0: not in use now, and neither `map` nor `at` is looked
	                            * at */
};
#define LR_BLOCK_MAX_WORDS (1u << 31) /* of all elements together */
#define LR_FRAME_MAX_BLOCKS (1u << 22)
/* One run of a map.  [signal-safe] */
#define LR_RUN(at, n, stride, times, kind) \
	((uint64_t)(at) << LR_RUN_AT_SHIFT | (uint64_t)(n) << LR_RUN_WORDS_SHIFT | \
	(uint64_t)(stride) << LR_RUN_STRIDE_SHIFT | \
	 (uint64_t)(times) << LR_RUN_TIMES_SHIFT | (uint64_t)(kind) << LR_RUN_KIND_SHIFT)

/* LLVM's shadow stack, as its document on garbage collection has it: by functions of the ABI "shadow-stack", and by
** those that LLVM lowers
** itself.  Each task has a chain of its own; the variable is that of the running one.  A runtime and code agree on this
** variable alone, so it can also be that of another collector. */
struct lr_frame_map {
	int32_t nroots;
	int32_t nmeta;             /* metadata of the first so many roots; the others have none */
	const void *meta[LR_FLEXIBLE];
};
struct lr_stack_entry {
	struct lr_stack_entry *next;/* the next older one */
	const struct lr_frame_map *map;
	void *roots[LR_FLEXIBLE];
};
extern LR_API __thread struct lr_stack_entry *llvm_gc_root_chain;
/* Address of the calling thread's, for code that cannot have thread-local variables.  It stays the same as long as the
** thread lives. */
LR_API void *lr_root_chain(void);

typedef struct lr_task lr_task;
typedef struct lr_ptls lr_ptls;
typedef struct lr_handler lr_handler;

/* A stack of frames with the C stack that it belongs to.  The address of `gcstack` is what lr_get_pgcstack gives, and
** that is the address of the task.  The runtime owns it and keeps more behind these fields: never copy or make one. */
struct lr_task {
	struct lr_frame *gcstack;  /* newest frame; NULL: none */
	lr_ptls *ptls;             /* the thread that the task belongs to */
	lr_handler *handlers;      /* innermost first */
	void *exception;           /* last thrown; a root */
};

/* Size classes in bytes, tag included, ascending: define X(bytes), then write LR_SIZE_CLASSES.  All are multiples of 16
** and cells start 8 bytes past a multiple of 16, so that *every object is 16-byte aligned* and its tag is the word
** before. */
#define LR_SIZE_CLASSES \
	X(16) X(32) X(48) X(64) X(80) X(96) X(112) X(128) \
	X(144) X(160) X(176) X(192) X(208) X(224) X(240) X(256) \
	X(288) X(320) X(352) X(384) X(416) X(448) X(480) X(512) \
	X(576) X(640) X(704) X(768) X(832) X(896) X(1008) X(1088) \
	X(1168) X(1248) X(1360) X(1488) X(1632) X(1808) X(2032)
#define LR_SIZE_CLASS_COUNT 39
#define LR_SMALL_MAX_BYTES 2032 /* of the largest class; more is a big object */

/* Objects of one size class, side by side, that the thread may take without asking: while next != end, `next` is an
** object without tag and contents; who takes it adds the bytes of the class to `next` and writes the tag before its
** next safepoint.  Empty under stress. */
struct lr_run {
	char *next, *end;
};

/* State of a thread; the runtime owns it. */
struct lr_ptls {
	volatile const void *safepoint;/* any load from here is a safepoint */
	volatile uint8_t gc_state; /* one of the three below */
	uint8_t pad[7];
	lr_task *current_task;
	lr_task *root_task;        /* the task that runs on the thread's own stack */
	struct lr_run runs[LR_SIZE_CLASS_COUNT];
};
enum {
	LR_GC_STATE_UNSAFE = 0,    /* runs compiled code; collections wait for it */
	LR_GC_STATE_WAITING = 1,   /* stands at a safepoint; only the runtime stores this */
	LR_GC_STATE_SAFE = 2
};

/* What a handler needs, at least, where compiled code only allocates bytes for it; aligned to 16. */
#define LR_HANDLER_BYTES 256
struct lr_handler {
	jmp_buf context;           /* first, so that a handler is passed to __sigsetjmp(handler, 0) as it is */
	lr_handler *prev;
	struct lr_frame *gcstack;
	struct lr_stack_entry *root_chain;
	uint8_t gc_state;
};

#ifdef __cplusplus
#define LR_RT_CHECK(c, text) static_assert(c, text)
#else
#define LR_RT_CHECK(c, text) _Static_assert(c, text)
#endif
LR_RT_CHECK(offsetof(lr_task, gcstack) == 0, "compiled code takes the task for the address of the frame chain");
LR_RT_CHECK(offsetof(lr_task, ptls) == 8, "profile lateroot: ptls_in_task");
LR_RT_CHECK(offsetof(lr_ptls, safepoint) == 0, "profile lateroot: safepoint_in_ptls");
LR_RT_CHECK(offsetof(lr_ptls, gc_state) == 8, "profile lateroot: gc_state_in_ptls");
LR_RT_CHECK(offsetof(lr_ptls, runs) == 32 && sizeof(struct lr_run) == 16, "profile lateroot: runs_in_ptls");
LR_RT_CHECK(offsetof(lr_handler, context) == 0, "__sigsetjmp gets the address of the handler");
LR_RT_CHECK(sizeof(lr_handler) <= LR_HANDLER_BYTES, "compiled code reserves LR_HANDLER_BYTES");
LR_RT_CHECK(sizeof(struct lr_type) == 64, "layout promised to writers of LLVM IR");
LR_RT_CHECK(offsetof(struct lr_type_object, type) == 16, "the tag is the word before the type");

/* ---- life of the runtime --------------------------------------------------------------------------------------- */

/* Make heap, safepoint page and SIGSEGV handler (chained to the one before it), and attach the calling thread.  Every
** other function does it when needed, so a program calls it only to have it done early.  Calling it again does nothing.
** LR_RT_OK, LR_RT_E_NOMEM, LR_RT_E_SYSTEM (also: the process has no thread-specific key left), as in every function
** that does it and returns int. */
LR_API int lr_runtime_init(void);
/* Say on stderr, once in a process, which names in the environment begin with LATEROOT_ and are none that this project
** knows.  lr_runtime_init does it. */
LR_API void lr_environment_check(void);
/* Release all objects (their release hooks run), tasks, and the memory of the heap, and put the SIGSEGV handler back if
** it is still ours.  The calling thread must be the last one attached: LR_RT_E_STATE otherwise.  Nothing of the runtime
** may be used after it; it need not be called before the program ends.  Not thread safe. */
LR_API int lr_runtime_shutdown(void);

/* ---- entries that compiled code calls (profile "lateroot") ------------------------------------------------------ */

/* Address of the frame chain head of the current task, which is the address of the task.  The first call of a thread
** attaches it (and initialises the runtime); the second name exists for entry points called by foreign threads and does
** the same.  Valid until the thread detaches; belongs to the task: code that was resumed on another task must ask
** again. */
LR_API void **lr_get_pgcstack(void);
LR_API void **lr_get_pgcstack_or_new(void);
/* For functions that foreign threads call, or compiled code calls out of a GC-safe region.  The first gives NULL on a
** thread that is not attached; the second attaches it.  Compiled code then runs GC-unsafe and leaves the thread as it
** was, a new one GC-safe. */
LR_API void **lr_pgcstack_or_null(void);
LR_API void **lr_adopt_thread(void);

/* Allocate.  [safepoint]  A collection, if any, happens before the memory is taken, so the new object needs no root
** until the next safepoint; by then every reference in it must be initialised (the memory is not zeroed; under stress
** it is filled with 0xCB).  The tag is set to `type` (address of a struct lr_type, low bits clear); compiled code
** stores it again.  Never NULL:  no memory is fatal.  `ptls` is that of the calling thread.
** small: class number and the size of that class; big: size with the tag; typed: size without the tag, small or big. */
LR_API void *lr_gc_small_alloc(void *ptls, int32_t size_class, int32_t class_bytes, uintptr_t type);
LR_API void *lr_gc_big_alloc(void *ptls, size_t bytes_with_tag, uintptr_t type);
LR_API void *lr_gc_alloc_typed(void *ptls, size_t bytes, uintptr_t type);
/* An object of layout LR_LAYOUT_POINTED { length_word 0, data_word 1, size_bytes 16 } with `bytes` of data inline, at
** byte 16.  Its length is 0 until the caller stores it; the data are not initialised.  [safepoint] */
LR_API void *lr_gc_alloc_memory(void *ptls, size_t bytes, const void *type);
/* The same for C code: `bytes` without the tag, on the calling thread, all zero.  [safepoint] */
LR_API void *lr_gc_alloc(size_t bytes, const struct lr_type *type);

/* Slow path of the write barrier: `parent`, which is marked and old, got a reference to an object that is not marked.
** Not a safepoint.  Inline half for C code: lr_gc_write_barrier. */
LR_API void lr_gc_queue_root(const void *parent);
/* To be called when a reference to `child` (NULL: nothing happens) is stored into `parent`, before or after the store
** but with no safepoint in between. */
static inline void
lr_gc_write_barrier(const void *parent, const void *child)
{
	if ((lr_tag(parent) & (LR_TAG_MARKED | LR_TAG_OLD)) == (LR_TAG_MARKED | LR_TAG_OLD)
		&& (uintptr_t)child >= LR_SMALL_VALUE_LIMIT
		&& (!(lr_tag(child) & LR_TAG_MARKED) || (lr_tag(parent) & LR_TAG_STATIC)))
		lr_gc_queue_root(parent);
}

/* A call of a boxed function: f is the callee's own object, args the `nargs` arguments (NULL if there are none).
** The caller keeps f and the arguments alive during the call. */
typedef void *(*lr_jlcall)(void *f, void **args, uint32_t nargs);

/* ---- exceptions ------------------------------------------------------------------------------------------------- */

/* Put a handler on top of the task's.  `buf` is an lr_handler, or LR_HANDLER_BYTES aligned to 16, and stays the
** caller's; it must live until popped.  Then save the context in the same function: __sigsetjmp(buf, 0) in IR,
** setjmp(h.context) in C; 0 means go on with the protected part, anything else means that something was thrown.  On
** *both* ways the handler is still on the chain and is to be popped: lr_pop_handler_noexcept(task, 1) at the end of the
** protected part, lr_pop_handler(task, 1) first thing on the other.  Neither enter nor noexcept is a safepoint. */
LR_API void lr_enter_handler(void *task, void *buf);
/* Take off `n` handlers and restore both chains and the GC state to what they were when the last of them was entered.
** [safepoint] */
LR_API void lr_pop_handler(void *task, int n);
/* Take off `n` handlers, nothing else. */
LR_API void lr_pop_handler_noexcept(void *task, int n);
/* Throw: the exception (any reference, NULL too) becomes the task's current exception, the frame chain is cut back to
** where the innermost handler was entered, and control goes there.  Frames above vanish without a pop.  Without a
** handler the uncaught hook is called; if there is none or it returns, "uncaught exception of type T" goes to stderr
** and the program ends by exit(1).  Never returns. */
LR_API void lr_throw(void *exception) LR_RT_NORETURN;
/* The exception last thrown in this task; a root until the next throw.  Save it (in a root) before protected code runs
** again. */
LR_API void *lr_current_exception(void *task);
/* Called on the thrower's stack with all its frames still there.  It may switch tasks, exit or longjmp.  NULL: default.
** Set before threads start. */
typedef void lr_uncaught_hook(void *user, lr_task *, void *exception);
LR_API void lr_set_uncaught_hook(lr_uncaught_hook *, void *user);

/* ---- frames from C ---------------------------------------------------------------------------------------------- */

/* Root local variables of a C function:
**     struct node *a = NULL, *b = NULL;
**     LR_GC_PUSH(&a, &b);     once per function, after the variables are initialised
**     ...
**     LR_GC_POP();            on every way out except lr_throw
** The variables may change freely in between. */
#define LR_GC_PUSH(...) \
	void *lr_gc_frame_[] __attribute__((aligned(LR_FRAME_ALIGN_BYTES))) = { NULL, NULL, __VA_ARGS__ }; \
	lr_gc_push_indirect(lr_gc_frame_, sizeof lr_gc_frame_ / sizeof *lr_gc_frame_ - LR_FRAME_HEADER_WORDS)
#define LR_GC_PUSH1(a) LR_GC_PUSH(a)
#define LR_GC_PUSH2(a, b) LR_GC_PUSH(a, b)
#define LR_GC_PUSH3(a, b, c) LR_GC_PUSH(a, b, c)
#define LR_GC_PUSH4(a, b, c, d) LR_GC_PUSH(a, b, c, d)
/* The same for a function that reads the variables again behind each safepoint, and keeps no copies of what it has read
** from them or through
** them: the objects may move, and the variables are updated then. */
#define LR_GC_PUSH_MOVING(...) \
	LR_GC_PUSH(__VA_ARGS__); \
	((struct lr_frame *)(void *)lr_gc_frame_)->nroots |= LR_FRAME_MOVING
#define LR_GC_POP() lr_gc_pop((struct lr_frame *)(void *)lr_gc_frame_)

static inline void
lr_gc_push_indirect(void **words, size_t nroots)
{
	struct lr_frame **head = (struct lr_frame **)(void *)lr_get_pgcstack();
	struct lr_frame *frame = (struct lr_frame *)(void *)words;

	frame->nroots = nroots << LR_FRAME_NROOTS_SHIFT | LR_FRAME_INDIRECT;
	frame->prev = *head;
	__atomic_signal_fence(__ATOMIC_RELEASE); /* a handler finds it whole or not at all */
	*head = frame;
}
static inline void
lr_gc_pop(struct lr_frame *frame)
{
	*(struct lr_frame **)(void *)lr_get_pgcstack() = frame->prev;
}

/* Variables that live as long as the program or until removed: every collection visits them.  The slot stays the
** caller's.  A slot may be added several times and is then to be removed as often.  LR_RT_OK; add: LR_RT_E_NOMEM,
** LR_RT_E_ARG (not word aligned); remove: LR_RT_E_ARG (not there).  Not safepoints; any thread in any state. */
LR_API int lr_gc_add_root(void **slot);
LR_API int lr_gc_remove_root(void **slot);

/* Tables of global variables that hold references: compiled code calls these, from constructors and destructors.
**
** lr_globals_add: each block of the table is one variable, and the runs of its map say which words of it are
** references; each collection visits them as LR_ROOT_GLOBAL, minor ones too, so a store into such a variable needs no
** write barrier.  The kinds of the runs say what may become of the references.  Table and maps stay the caller's and
** are read at each collection: they must live, unchanged, until they are removed.  Reference words that hold no
** reference must be
** null.  May be called before the runtime is initialised, and does not initialise it.  Adding the same table again
** counts, and visits it once.  A table of no blocks is allowed and does nothing.  No memory is fatal.  A bad map ends
** the next walk with LR_RT_E_MAP_* or LR_RT_E_BLOCK_ADDRESS and the block's address.
** lr_globals_remove: the table is forgotten once it was removed as often as it was added.  One that is not there is
** passed over.  May be called after lr_runtime_shutdown.
** Neither is a safepoint.  Any thread in any state, but not while it has the world stopped. */
LR_API void lr_globals_add(const struct lr_block *table, size_t n);
LR_API void lr_globals_remove(const struct lr_block *table, size_t n);

/* The same for thread-local variables.  `address` gives the address of the calling thread's instance. */
struct lr_tls_block {
	const struct lr_map *map;
	void *(*address)(void);
	uintptr_t count;
};
/* Add the calling thread's instances of the variables, unless they are there: calling it twice on a thread is calling
** it once.  Attaches the thread.  The instances are visited until the thread ends (also while it is detached: what they
** hold is still there when it attaches again) or the table is removed.  No memory is fatal.  Not a safepoint.  Any
** state, but not while the world is stopped. */
LR_API void lr_tls_add(const struct lr_tls_block *table, size_t n);
/* Forget the instances of all threads: the code that they belong to is unloaded.  A table that is not there is passed
** over. */
LR_API void lr_tls_remove(const struct lr_tls_block *table, size_t n);

/* ---- threads ---------------------------------------------------------------------------------------------------- */

/* Make the calling thread known, with a task of its own; done by itself on first use.  LR_RT_OK, also if it is attached
** already; LR_RT_E_NOMEM, LR_RT_E_SYSTEM.  May wait for a collection to end. */
LR_API int lr_thread_attach(void);
/* Forget the calling thread: its frames must be gone and its other tasks are freed.  Done by itself when a thread ends.
** LR_RT_OK; LR_RT_E_STATE if it is not attached, has frames, or runs on another task than its first. */
LR_API int lr_thread_detach(void);

/* Code that runs as a thread or a task: gets and gives one reference (or NULL).  `arg` is kept alive while fn runs, as
** callers do everywhere in the dialect; the result until it is fetched. */
typedef void *lr_entry(void *arg);
typedef struct lr_thread lr_thread;
/* Start a thread, attached, that calls fn(arg).  The result is owned by the caller, who gives it up with
** lr_thread_join.
** NULL: no memory or no thread.  [safepoint] */
LR_API lr_thread *lr_thread_spawn(lr_entry *fn, void *arg);
/* Wait for the end of the thread, GC-safe meanwhile; frees `t`.  Gives fn's result.  [safepoint] */
LR_API void *lr_thread_join(lr_thread *t);

/* Poll: wait if another thread wants to collect; under stress, collect.  [safepoint]  Two names of one thing.  A load
** from the safepoint page is the same, but under stress only the first one after an allocation or lr_safepoint
** collects.  To see such loads work under valgrind, use their value and run it with
** --vex-iropt-register-updates=allregs-at-mem-access --fair-sched=yes. */
LR_API void lr_safepoint(void);

/* Called by code that was compiled with lr_options.check_frames, before it returns: the head of the chain of frames was
** `found` when `function` began and is `now`.  The process ends with a message if they differ. */
LR_API void lr_check_frames(const void *found, const void *now, const char *function);
LR_API void lr_gc_safepoint(void);
/* Around calls that block or take long.  enter gives the old state, to be handed to leave.  Between them the thread
** must not touch objects, frames or roots; what it had rooted stays alive.  Regions nest.  leave is a [safepoint];
** enter is not.  Compiled code may do the same itself: store LR_GC_STATE_SAFE to ptls->gc_state; after the call store
** the old state, then load from the safepoint page. */
LR_API uint8_t lr_gc_safe_enter(void);
LR_API void lr_gc_safe_leave(uint8_t old_state);

/* For collectors of your own: return when every other attached thread stands at a safepoint or is GC-safe; threads can
** neither attach nor detach until lr_world_resume.  Does not nest.  If another thread stops the world at the same time,
** it goes first, so this is a [safepoint].  Between stop and resume no lr_ function but the walker's and
** lr_world_resume may be called. */
LR_API void lr_world_stop(void);
LR_API void lr_world_resume(void);

/* ---- tasks: several stacks on one thread ------------------------------------------------------------------------ */

/* Make a task of the calling thread that will call fn(arg) on a stack of its own of at least `stack_bytes` (0: 256
** KiB).  Owned by the caller until lr_task_free.  It starts suspended.  NULL: no memory. */
LR_API lr_task *lr_task_new(lr_entry *fn, void *arg, size_t stack_bytes);
/* Suspend the running task and go on with `to`; returns when something switches back.  The task that does so becomes
** the *caller* of `to`, unless `to` is its own caller: that is how a generator hands a value back
** (lr_task_switch(lr_task_caller())).  When fn returns, its task is finished and control goes to its caller (to the
** thread's first task, if the caller is gone).  All frames of suspended tasks are
** roots.  [safepoint]
** LR_RT_OK; LR_RT_E_STATE: `to` is finished, or of another thread; LR_RT_E_ARG: NULL.  Switching to the running task
** does nothing. */
LR_API int lr_task_switch(lr_task *to);
/* The running task, and its caller (NULL if none: the first task of a thread). */
LR_API lr_task *lr_task_current(void);
LR_API lr_task *lr_task_caller(void);
/* 1: fn has returned, and *result (unless NULL) gets its result, which is kept alive until the task is freed.  0: not
** yet. */
LR_API int lr_task_finished(const lr_task *, void **result);
/* Free a task of this thread that is not running: finished or abandoned.  Nothing on its stack is run or unwound.  NULL
** is allowed.  LR_RT_OK; LR_RT_E_STATE: it runs, is the first task of its thread, or of another thread. */
LR_API int lr_task_free(lr_task *);

/* ---- the walker ------------------------------------------------------------------------------------------------- */

enum lr_root_kind { LR_ROOT_FRAME, LR_ROOT_TASK, LR_ROOT_GLOBAL };

/* What a collector that moves objects may do with a root.  Nothing set: the object may move, and the slot is to be
** changed then. */
enum lr_root_flags {
	LR_ROOT_FIXED = 1,         /* the object must stay, and the slot as it is: somebody has a copy of it or an
	                            * address in the object */
	LR_ROOT_DEEP = 2           /* and so must all that can be reached from it: code that was not made for moving may
	                            * have copies of that */
};

/* Where a root was found. */
struct lr_root_site {
	enum lr_root_kind kind;
	const lr_task *task;          /* NULL: LR_ROOT_GLOBAL, or lr_walk_frames */
	const struct lr_frame *frame; /* LR_ROOT_FRAME; NULL: the frame is not one of the chain, but found by table, or
	                               * an entry */
	const void *pc;               /* LR_ROOT_FRAME found by table: where in its function it is */
	uint32_t depth;               /* LR_ROOT_FRAME: 0 is the newest frame of the task */
	uint32_t index;               /* of the slot in its frame, task or table */
	const struct lr_stack_entry *entry; /* LR_ROOT_FRAME of LLVM's shadow stack; otherwise NULL */
	const void *metadata;         /* of this root, in an entry whose map has some; otherwise NULL */
	uint32_t flags;               /* LR_ROOT_FIXED, LR_ROOT_DEEP */
	const struct lr_block *block; /* of a mapped frame or of lr_globals_add; otherwise NULL.  `index` counts the
	                               * reference words of the frame's blocks in use, or of the table's, from 0 on.  Of
	                               * thread-local variables it is a copy, valid until the callback returns */
};

struct lr_frame_info {
	const lr_task *task;          /* may be NULL, as above */
	struct lr_frame *frame;       /* NULL: found by table, or an entry */
	const void *pc;               /* found by table: where in its function it is; otherwise NULL */
	uint32_t depth;
	uint32_t nroots;              /* of a mapped frame: reference words of its blocks in use */
	int indirect;
	void **slots;                 /* nroots words: references, or addresses of variables if indirect; NULL: the
	                               * frame's roots are not side by side */
	const struct lr_stack_entry *entry; /* of LLVM's shadow stack; otherwise NULL */
};
#define LR_WALK_SKIP_FRAME 1

/* What a walk is for.
**   mark       every root is visited; derived slots only if there is a callback for them
**   relocate   the same, but what a derived slot holds has become its distance from its base before that, and before
**              any root of its frame is visited.  The collector then stores new addresses into the roots that are not
**              fixed, at once or until it ends the walk by
**   finish     another one over the same stacks: derived slots are their distance from what the base is now.  No root
**              is visited
** Nothing else may walk between relocate and finish, neither may be left out or stopped, and what `frame` skips must be
** the same in both; a collector that needs several passes over the roots marks first.
**   verify     as mark, while a second walker goes along the same stacks in another way: by call frame information
**              (.eh_frame) through code of every kind, and through the tables from one end to the other.  A slot, what
**              may become of it, a derived pointer or a frame that only one of the two finds ends the walk with
**              LR_RT_E_FRAME_VERIFY and the frame's address.  So it finds frames that no anchor leads to.  Where there
**              is no call frame information it goes on from the next anchor.  Callbacks must not change slots,
**              LR_WALK_SKIP_FRAME counts as 0.  About a microsecond a frame; not signal-safe, and the unwinder's
**              library may take a lock and memory
** A base that is null, which says that its object is none that moves, leaves its derived slots what they are. */
enum lr_walk_mode { LR_WALK_MARK = 0, LR_WALK_RELOCATE, LR_WALK_FINISH, LR_WALK_VERIFY };

/* Words side by side, one at least. */
struct lr_root_run {
	void **slots;
	size_t n;
};

/* What to call: zero-initialise, set struct_size, then fill in what you need; any callback may be NULL.  None must
** push, pop or free frames or tasks. */
struct lr_visitor {
	size_t struct_size;        /* sizeof(struct lr_visitor); later versions may add fields */
	/* A slot that holds a reference; it may be read, and written by a collector that moves objects.  0: go on;
	** anything
	** else: stop, and the walk returns it if it is negative. */
	int (*root)(void *user, void **slot, const struct lr_root_site *);
	/* A frame, before its slots.  0: go on; LR_WALK_SKIP_FRAME: leave its slots alone (they were dealt with all at
	** once);
	** negative: stop, the walk returns it. */
	int (*frame)(void *user, const struct lr_frame_info *);
	/* A task, before its frames.  0: go on; negative: stop, the walk returns it. */
	int (*task)(void *user, const lr_task *);
	void *user;
	/* What is wrong, when the walk is about to end with an LR_RT_E_FRAME_*: a frame of the chain, or the address in
	** code that no table knows, or the frame pointer. */
	void (*bad)(void *user, int code, const void *address);
	/* A slot that holds an address in or near the object in *base, visited before any root of its frame, each slot
	** once.  `base` is visited as a root as well, at its turn.  `slot` holds the address when marking, and the
	** distance when relocating.  Not called when finishing.  Answers as those of `root`. */
	int (*derived)(void *user, void **slot, void *const *base, const struct lr_root_site *);
	enum lr_walk_mode mode;
	/* Instead of `root`: many slots at a time, as runs of words, of one frame or several, newest frame first.  Not
	** every word holds a reference: those below LR_SMALL_VALUE_LIMIT are to be passed over, and left as they are.
	** Of `site` only kind, task and flags count, which are the same for all of them.  They come later than `frame`
	** and `task` for where they are, and no later than anything else that comes behind them.  At most LR_WALK_BATCH
	** runs.  Answers as those of `root`; it is the words of the batch that count as visited. */
	int (*roots)(void *user, const struct lr_root_run *runs, size_t n, const struct lr_root_site *site);
};
#define LR_WALK_BATCH 128u

/* Code of the ABI "framemap" makes itself known when it is loaded, or when a JIT session has made it, and forgotten
** when it is unloaded:  nobody else calls these.  `end` NULL: the table tells its end itself; `code` is any address of
** its code.  Any thread, at any time but while it has the world stopped.  Adding twice counts.  A table that is none is
** fatal; remove: LR_RT_OK, LR_RT_E_ARG (not there). */
LR_API int lr_framemap_add(const void *table, const void *end, const void *code);
LR_API int lr_framemap_remove(const void *table);
/* The same for code of the ABI "statepoint", object by object.  Tables that were compressed
** (lr_options.compress_tables) are unpacked into memory of their own here; a program that loads such code is to be
** linked with zlib (-Wl,--no-as-needed -lz; static programs: -Wl,-u,uncompress): that it is not is fatal. */
LR_API int lr_statepoints_add(const void *table, const void *code);
LR_API int lr_statepoints_remove(const void *table);

/* Visit the roots of a chain of frames, newest frame first, slots in ascending order.  Slots that hold no reference
** (below LR_SMALL_VALUE_LIMIT; but see lr_visitor.roots) and indirect slots whose variable's address is NULL are passed
** over.  Gives the number of roots visited, or the negative code of the callback that stopped it, or LR_RT_E_FRAME_* at
** a corrupt frame: then the frames before it have been visited (those of a cycle more than once); or LR_RT_E_ARG: the
** visitor is NULL or has no struct_size.  Never allocates, locks, or makes a system call; constant stack space, about 3
** KiB.  [signal-safe]  (All this but with LR_WALK_VERIFY.)  Any thread, attached or not, may walk frames that do not
** change meanwhile: its own, those of a suspended task, those of any task while the world is stopped.  In a signal
** handler, "its own" are those of the thread that the signal came to, if it came in C (LR_GC_PUSH is one store), in the
** runtime, at a safepoint or in a GC-safe region.  Elsewhere in compiled code the newest frame may be half made: its
** stores come in any order. */
LR_API int64_t lr_walk_frames(struct lr_frame *newest, const struct lr_visitor *);
/* The same for a task: first its frames, those of its two chains and of tables in the order of the stack, then what the
** runtime holds for it (exception, argument, result).  [signal-safe] */
LR_API int64_t lr_walk_task(lr_task *, const struct lr_visitor *);
/* The same for every task of every thread, the running ones of the threads first, then lr_gc_add_root's slots,
** the tables of lr_globals_add and what lr_tls_add has added.  To be called while the
** world is stopped, or when there is one attached thread. */
LR_API int64_t lr_walk_all(const struct lr_visitor *);

/* ---- the reference heap ----------------------------------------------------------------------------------------- */

/* Precise, mark and sweep, two generations by sticky marks: a *minor* collection leaves every object that survived
** before marked and does not look into it, except those that a write barrier queued.  So a missing barrier loses the
** object that only an old one refers to.  A *full* collection starts from nothing.
** A *moving* one does, too, and then copies every object that is alive to another place, but for those that a root
** holds in place (enum lr_root_flags), those of layout LR_LAYOUT_POINTED or with LR_TYPE_FIXED, and what there is no
** memory for.  Under stress the old places become unreadable where no other object is left beside them.  It is for
** programs all of whose code was compiled for it (lr_options.reload, or the ABI statepoint): other code holds in place
** what its frames refer to with all behind that, but what it has from global roots it does not.  C code must hold
** references in LR_GC_PUSH variables over safepoints: those stay in place as well; see LR_GC_PUSH_MOVING. */
enum lr_gc_mode { LR_GC_GENERATIONAL = 0, LR_GC_FULL = 1, LR_GC_MOVING = 2 };

struct lr_gc_config {
	size_t struct_size;        /* sizeof(struct lr_gc_config); later versions may add fields */
	uint32_t stress;           /* k: collect at every k-th allocation or poll (see lr_safepoint); 0: off.  Under
	                            * stress every dead object is filled with 0xDB, tag included, and kept from reuse
	                            * for a while; that it was written to meanwhile is fatal (which shows at shutdown at
	                            * the latest, or at exit where the environment asks for stress).  Every reference
	                            * that the marker meets is checked: a bad one is fatal with a message that says in
	                            * which task, frame and slot, or in which object and field it sits. */
	uint32_t mode;             /* enum lr_gc_mode */
	uint32_t full_every;       /* at least every so many collections a full one (later ones if there is much alive);
	                            * 0: default, 64 */
	uint32_t stress_frames;    /* stress on a stack deeper than this many frames collects only each (depth /
	                            * this)-th time, to stay linear in deep recursion; 0: default, 512; UINT32_MAX:
	                            * always collect */
	size_t nursery_bytes;      /* without stress: collect after so much allocation; 0: default, 8 MiB */
	size_t limit_bytes;        /* of the heap; more is "out of memory"; 0: as much as there is */
	size_t quarantine_bytes;   /* stress: how much dead memory is kept from reuse; 0: default, 32 MiB */
	uint32_t verify;           /* not 0: before a collection a second walker must find the same roots
	                            * (LR_WALK_VERIFY); that it does not is fatal */
	uint32_t debug;            /* not 0: look for mistakes of programs, with stress (0: 1).  Every collection is a
	                            * full one.  Fatal is:
	                            * - an object is allocated whose descriptor says another size (sizes are compared as
	                            *   they are rounded up to LR_SIZE_CLASSES), or references outside of it
	                            * - mode generational: an old object holds a young one, and no write barrier told of
	                            *   it
	                            * - a dead object is read or written, whose memory cannot be accessed, by whatever
	                            *   address, until quarantine_bytes, or 20,000 objects, have died later
	                            * A line on stderr, once for each type and word, says that a word of an object holds
	                            * the address of another, and is no reference according to its descriptor.  Each
	                            * object has 16 KiB of address space and one page of memory or more for itself, as
	                            * long as half of the heap is
	                            * free.  To be switched on before there are objects. */
};

/* The configuration in force, initialised from the environment; fields beyond c->struct_size are left out.  LR_RT_OK,
** LR_RT_E_ARG. */
LR_API int lr_gc_get_config(struct lr_gc_config *c);
/* Change it.  [safepoint]  LR_RT_OK; LR_RT_E_ARG if a value makes no sense: then nothing changed. */
LR_API int lr_gc_configure(const struct lr_gc_config *c);

/* Collect now; full: 0 minor, 1 full.  [safepoint] */
LR_API void lr_gc_collect(int full);

/* Figures since lr_runtime_init.  Bytes are those of cells (size class, tag included). */
struct lr_gc_stats {
	size_t struct_size;
	uint64_t minor, full;              /* collections */
	uint64_t roots, frames;            /* visited, over all collections */
	uint64_t max_frames;               /* most frames walked in one collection */
	uint64_t allocated_objects, allocated_bytes;
	uint64_t freed_objects, freed_bytes;
	uint64_t live_objects, live_bytes; /* allocated and not yet found dead */
	uint64_t queued;                   /* lr_gc_queue_root calls that took effect */
	uint64_t marked;                   /* objects marked, over all collections */
	uint64_t heap_bytes;               /* pages held from the system */
	uint64_t pause_ns, max_pause_ns;   /* world stopped: in all, longest */
	uint64_t moved, moved_bytes;       /* objects copied by moving collections */
};
/* Set s->struct_size first.  LR_RT_OK, LR_RT_E_ARG.  May wait for a collection to end; any thread. */
LR_API int lr_gc_stats(struct lr_gc_stats *s);
/* Print them, a line each, "gc: name value".  Errors of the stream are the caller's to look for. */
LR_API void lr_gc_print_stats(FILE *);

/* What the heap knows of an address.  For tests and debuggers; the thread must be GC-unsafe or the world stopped. */
enum lr_gc_place {
	LR_GC_OUTSIDE = 0,         /* not heap: static, stack, malloc */
	LR_GC_OBJECT,              /* the start of an allocated object */
	LR_GC_INTERIOR,            /* inside an allocated object */
	LR_GC_DEAD,                /* inside an object that was collected and is kept from reuse */
	LR_GC_FREE                 /* heap memory that is no object */
};
LR_API enum lr_gc_place lr_gc_where(const void *address);
/* Bytes of the object's cell without the tag: at least what was asked for.  `object` is LR_GC_OBJECT; 0 otherwise. */
LR_API size_t lr_gc_object_bytes(const void *object);

/* The one way out of a heap that can not go on: calls the hook, then prints "lateroot: " and the message on stderr and
** aborts.  A hook may leave by longjmp, after which no lr_ function may be called any more in this process but
** lr_rt_strerror. */
LR_API void lr_gc_fatal(const char *format, ...) LR_RT_NORETURN __attribute__((format(printf, 1, 2)));
typedef void lr_fatal_hook(void *user, const char *message);
LR_API void lr_set_fatal_hook(lr_fatal_hook *, void *user);

/* ---- boxes ------------------------------------------------------------------------------------------------------ */

/* An object of lr_type_int64.  Small values are static objects, so equal values may or may not be the same object.
** [safepoint] */
LR_API void *lr_box_int64(int64_t);
/* The value in a box; the type is not checked. */
LR_API int64_t lr_unbox_int64(const void *box);

#ifdef __cplusplus
}
#endif
#endif
