/* SPDX-License-Identifier: MIT */
/* layout.h -- the memory that the runtime shares with compiled code: descriptors and tags of objects, frames and their
** maps, tasks, threads, handlers.  runtime.h, which includes this header, explains the words in brackets. */
#ifndef LATEROOT_LAYOUT_H
#define LATEROOT_LAYOUT_H

#include <stddef.h>
#include <stdint.h>
#include <lateroot/abi.h>

#if !defined(__wasm__) && !defined(_WIN32)
#include <setjmp.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifndef LR_API
#define LR_API __attribute__((visibility("default")))
#endif

/* ---- types: the references of an object ------------------------------------------------------------------------ */

enum lr_layout {
	LR_LAYOUT_FIXED = 0,       /* only size_bytes, with the references in them */
	LR_LAYOUT_INLINE = 1,      /* then, from byte size_bytes on, `length` elements */
	LR_LAYOUT_POINTED = 2,     /* word data_word holds the address of the `length` elements: in the object itself
	                            * (inline data with a header), or in memory that the object owns (see release) */
	LR_LAYOUT_SCANNED = 3      /* a function tells which other words are references: the descriptor is a struct
	                            * lr_scanned_type */
};

/* Description of a kind of object.  It is static data, or at least older than its first object and never freed.  It is
** aligned to 16 bytes, because the collector uses the low bits of the tag word.  It is plain data, so that a C
** initialiser or a constant of LLVM IR can be one:
**   %lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }   ; in the order below
** Zeros mean "none" everywhere; a type of plain bytes needs only a name.
**
**   pair           { .name = "Pair", .size_bytes = 16, .nrefs = 2 }
**   {i64, ref}     { .name = "Node", .size_bytes = 16, .nrefs = 1, .refs = (const uint32_t[]){ 1 } }
**   box of bits    { .name = "Float64", .size_bytes = 8 }
**   ref array      { .name = "Refs", .layout = LR_LAYOUT_INLINE, .size_bytes = 8, .length_word = 0, .elem_bytes = 8,
**                    .elem_nrefs = 1 }
**   string         { .name = "String", .layout = LR_LAYOUT_INLINE, .size_bytes = 8, .length_word = 0, .elem_bytes = 1 }
**   Memory{ref}    { .name = "Memory", .layout = LR_LAYOUT_POINTED, .size_bytes = 16, .length_word = 0, .data_word = 1,
**                    .elem_bytes = 8, .elem_nrefs = 1 }
**   Array over it  { .name = "Array", .size_bytes = 16, .nrefs = 1 }
**                  word 0 is the Memory; word 1 is the data pointer, which is not a reference
**
** Words are those of the target: sizes and numbers above are for words of 8 bytes.  The number of elements is a signed
** word in word length_word of the object; a negative number counts as 0. */
struct lr_type {
	const char *name;          /* for messages; may be NULL */
	uint32_t layout;           /* enum lr_layout */
	uint32_t size_bytes;       /* size of the fixed part, without the tag */
	uint32_t nrefs;            /* number of references in the fixed part */
	uint32_t elem_bytes;       /* size of one element; a multiple of the word if elements hold references */
	uint32_t elem_nrefs;       /* number of references in one element */
	uint32_t length_word;      /* the word that holds the number of elements */
	uint32_t data_word;        /* LR_LAYOUT_POINTED: the word that holds the address of the elements (NULL: no
	                            * elements) */
	uint32_t flags;            /* LR_TYPE_FIXED; others: 0 */
	const uint32_t *refs;      /* words of the object that are references: nrefs numbers; NULL: words 0 ..
	                            * nrefs-1 */
	const uint32_t *elem_refs; /* words of an element that are references: elem_nrefs numbers; NULL: words 0 ..
	                            * elem_nrefs-1 */
	void (*release)(void *object); /* called once when the object is found dead, to free memory outside the heap
	                                * that it owns.  The object is intact, but the objects that it refers to may not
	                                * be; no lr_ function may be called.  NULL: none.  Objects of such a type are
	                                * made by an entry of the runtime, never taken from an lr_run */
} __attribute__((aligned(16)));

/* Objects of the type never move, because their addresses, or addresses inside them, are stored in words that no type
** describes. */
#define LR_TYPE_FIXED 1u

/* Receives words that may hold references: `n` adjacent ones, from `slots` on.  Words that lr_is_reference denies are
** ignored.  A collector that moves objects stores new addresses into the others. */
typedef void lr_visit_slots(void *state, void **slots, size_t n);

/* Passes the words of `object` that are references to `visit`, with `state`: for objects whose layout no table tells,
** such as arrays of values that have their tag beside them.  Each such word is passed in each call, as long as it
** holds a reference; words in memory outside of the heap that only this object owns are allowed.  A collector calls it
** at any time in a collection, with the world stopped, on any thread, for one object several times, and for objects
** that nobody has filled since they were allocated: they must be filled, or zeroed, before the next safepoint.
** It reads this object and memory outside of the heap, no other object: that may have moved.  It allocates nothing,
** takes no lock, calls no lr_ function but lr_is_reference, and does not leave by longjmp. */
typedef void lr_scan(void *object, lr_visit_slots *visit, void *state);

/* The descriptor of LR_LAYOUT_SCANNED.  References that `type` names in the fixed part (size_bytes, nrefs, refs) are
** visited without the function; type.size_bytes is the least size of an object, or 0.  In IR: { %lr_type, ptr }.
**   values  { .type = { .name = "Values", .layout = LR_LAYOUT_SCANNED, .size_bytes = 8 }, .scan = scan_values } */
struct lr_scanned_type {
	struct lr_type type;       /* first: its address is the type */
	lr_scan *scan;             /* not NULL */
};
/* Returns the function of a type whose layout is LR_LAYOUT_SCANNED.  [signal-safe] */
static inline lr_scan *
lr_type_scan(const struct lr_type *type)
{
	return ((const struct lr_scanned_type *)(const void *)type)->scan;
}

/* Tag of an object that is static data rather than heap: { const void *tag = LR_STATIC_TAG(&type), fields... }, with
** the fields at 8 mod 16 or aligned to 16 bytes.  In IR: getelementptr (i8, ptr @type, i64 7).  Such an object is never
** collected.  It is also a correct parent for a write barrier: the first time that one fires on it, it becomes a
** permanent root, so a mutable static object may refer to the heap.  One that refers to the heap from the start,
** without a barrier, needs lr_gc_add_root on its slots.  Never store a reference to static memory that has no tag word
** before it. */
#define LR_STATIC_TAG(type) ((const void *)((const char *)(type) + (LR_TAG_MARKED | LR_TAG_OLD | LR_TAG_STATIC)))

/* A type that is itself usable as an object, as the result of julia.typeof is.  Refer to it as &T.type.
**   LR_TYPE_DEFINE(node_type, .name = "Node", .size_bytes = 16, .nrefs = 2);  ...  lr_gc_alloc(16, &node_type.type) */
struct lr_type_object {
	const void *pad[16 / sizeof(void *) - 1];
	const void *tag;
	struct lr_type type;
} __attribute__((aligned(16)));
#define LR_TYPE_DEFINE(ident, ...) \
	const struct lr_type_object ident = { { NULL }, LR_STATIC_TAG(&lr_type_type.type), { __VA_ARGS__ } }

extern LR_API const struct lr_type_object lr_type_type;  /* the type of types */
extern LR_API const struct lr_type_object lr_type_int64; /* the type of lr_box_int64 */
extern LR_API const struct lr_type_object lr_type_bytes; /* int64_t length; then that many bytes */
extern LR_API const struct lr_type_object lr_type_refs;  /* int64_t length; then that many references */

/* Return the tag word of an object, and the type in it.  Inline, for any thread.  [signal-safe] */
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

/* ---- immediates: words in the place of references that are values themselves ------------------------------------ */

/* Which words are immediates (fixnums, characters, the numbers of NaN boxes), besides those below LR_SMALL_VALUE_LIMIT:
** those with any bit of `bits`, and those for which (word & mask) == value by one of the rules.  All others are
** addresses of objects, as they are: without a tag in the pointer.  A rule must not fit an address of an object, so its
** value has a bit among the lowest three, or among the upper 16 of 64; so has `bits`.  Zeros: there are none. */
#define LR_IMMEDIATE_RULES 8u
struct lr_immediate_rule { uintptr_t mask, value; };
struct lr_immediates {
	uintptr_t bits;
	uintptr_t nrules;          /* at most LR_IMMEDIATE_RULES */
	struct lr_immediate_rule rule[LR_IMMEDIATE_RULES]; /* those from nrules on: zeros */
};
/* The rules of this process.  Only lr_immediates_set writes them. */
extern LR_API struct lr_immediates lr_immediate_rules;

/* Is the word of a slot or field the address of an object?  0 for null and immediates.  Inline, for any thread.
** [signal-safe] */
static inline int
lr_is_reference(const void *word)
{
	const uintptr_t w = (uintptr_t)word;

	if (w < LR_SMALL_VALUE_LIMIT || (w & lr_immediate_rules.bits) != 0)
		return 0;
	for (uintptr_t i = 0; i < lr_immediate_rules.nrules; i++)
		if ((w & lr_immediate_rules.rule[i].mask) == lr_immediate_rules.rule[i].value)
			return 0;
	return 1;
}

/* ---- tasks, frames, handlers: the memory that compiled code writes itself --------------------------------------- */

/* A GC frame; layout and bits are described in abi.h.  Aligned to LR_FRAME_ALIGN_BYTES, usually on the C stack. */
struct lr_frame {
	uintptr_t nroots;          /* number of slots << LR_FRAME_NROOTS_SHIFT | LR_FRAME_INDIRECT */
	struct lr_frame *prev;     /* the next older one */
};
#define LR_FRAME_MAX_ROOTS (1u << 24)
/* For word 0 of a frame that is neither an anchor nor mapped: its number of roots, and how many of the last of them are
** pinned (fixed), and transitively pinned (deep) (abi.h).  [signal-safe] */
static inline uint32_t
lr_frame_nroots(uintptr_t word)
{
	const unsigned bits = sizeof word == 4 && (word & LR_FRAME_NARROW_PINS) ? LR_FRAME_NARROW_NROOTS_BITS
		: LR_FRAME_NROOTS_BITS;

	return (uint32_t)(word >> LR_FRAME_NROOTS_SHIFT) & ((1u << bits) - 1);
}
static inline uint32_t
lr_frame_bits(uintptr_t word, unsigned shift, unsigned bits, unsigned narrow_shift, unsigned narrow_bits)
{
	if (sizeof word != 4)
		return (uint32_t)((uint64_t)word >> shift & ((1u << bits) - 1));
	return word & LR_FRAME_NARROW_PINS ? (uint32_t)word >> narrow_shift & ((1u << narrow_bits) - 1) : 0;
}
static inline uint32_t
lr_frame_deep(uintptr_t word)
{
	return word & LR_FRAME_MOVING ? lr_frame_bits(word, LR_FRAME_DEEP_SHIFT, LR_FRAME_DEEP_BITS,
			LR_FRAME_NARROW_DEEP_SHIFT, LR_FRAME_NARROW_DEEP_BITS)
		: lr_frame_nroots(word);
}
static inline uint32_t
lr_frame_fixed(uintptr_t word)
{
	return word & LR_FRAME_MOVING ? lr_frame_bits(word, LR_FRAME_FIXED_SHIFT, LR_FRAME_FIXED_BITS,
			LR_FRAME_NARROW_FIXED_SHIFT, LR_FRAME_NARROW_FIXED_BITS)
		: 0;
}
#define LR_WALK_MAX_FRAMES (1u << 30)

#ifdef __cplusplus
#define LR_FLEXIBLE 1          /* a flexible array member, which C++ does not have */
#else
#define LR_FLEXIBLE
#endif

/* The parts of a mapped frame (abi.h), and of tables of global variables. */
struct lr_map {
	uint32_t words;            /* words of one element */
	uint32_t nruns;
	uint64_t run[LR_FLEXIBLE]; /* LR_RUN_*, see abi.h */
};
struct lr_block {
	const struct lr_map *map;
	void *at;                  /* address of the first element; word-aligned */
	uintptr_t count;           /* number of adjacent elements; 0: not in use now, `map` and `at` are not read */
};
#define LR_BLOCK_MAX_WORDS (1u << 31) /* words of all elements of a block */
#define LR_FRAME_MAX_BLOCKS (1u << 22)
/* One run of a map.  [signal-safe] */
#define LR_RUN(at, n, stride, times, kind) \
	((uint64_t)(at) << LR_RUN_AT_SHIFT | (uint64_t)(n) << LR_RUN_WORDS_SHIFT | \
	(uint64_t)(stride) << LR_RUN_STRIDE_SHIFT | \
	 (uint64_t)(times) << LR_RUN_TIMES_SHIFT | (uint64_t)(kind) << LR_RUN_KIND_SHIFT)

/* LLVM's shadow stack, as in its document on garbage collection.  Functions of the ABI "shadow-stack" use it, and
** functions that LLVM itself lowers.  Each task has a chain of its own; the variable is the chain of the running task.
** Runtime and code share only this variable, so it can also be that of another collector. */
struct lr_frame_map {
	int32_t nroots;
	int32_t nmeta;             /* number of first roots that have metadata */
	const void *meta[LR_FLEXIBLE];
};
struct lr_stack_entry {
	struct lr_stack_entry *next;/* the next older one */
	const struct lr_frame_map *map;
	void *roots[LR_FLEXIBLE];
};
#if defined(_WIN32) /* code calls the function there: compilers disagree on what a thread-local variable is */
#define llvm_gc_root_chain (*(struct lr_stack_entry **)lr_root_chain())
#else
extern LR_API __thread struct lr_stack_entry *llvm_gc_root_chain;
/* What lr_get_pgcstack returns on this thread, or NULL if the thread is not attached.  Compiled code reads it for
** itself and calls lr_get_pgcstack where it is NULL (profile key getter_variable).  Only the runtime writes it. */
extern LR_API __thread void **lr_pgcstack_here;
#endif
/* Returns the address of the calling thread's variable, for code that cannot use thread-local variables.  It stays the
** same as long as the thread lives. */
LR_API void *lr_root_chain(void);

/* Cards: a byte for each 1 << LR_CARD_SHIFT bytes of the heap.  A card that is not 0 says that the collector looks at
** these bytes in any case, so that a store of a reference there needs no more of a barrier.  Compiled code reads the
** table where an old object is stored into (profile key card_table).  Addresses outside of the heap have no card.  A
** heap without cards leaves the variable as it is: `count` is 0. */
enum { LR_CARD_SHIFT = 9 };
struct lr_card_table {
	uintptr_t heap;            /* the address where the heap begins */
	uintptr_t count;           /* number of cards */
	const uint8_t *cards;
};
extern LR_API struct lr_card_table lr_gc_cards;

/* Members that compiled code accesses have the same offset whatever the size of words is. */
#define LR_AT_8 __attribute__((aligned(8)))

typedef struct lr_task lr_task;
typedef struct lr_ptls lr_ptls;
typedef struct lr_handler lr_handler;

/* A stack of frames with the C stack that it belongs to.  lr_get_pgcstack returns the address of `gcstack`, which is
** the address of the task.  The runtime owns it and keeps more data behind these fields: never copy or make one. */
struct lr_task {
	struct lr_frame *gcstack;  /* newest frame; NULL: none */
	LR_AT_8 lr_ptls *ptls;             /* the thread that the task belongs to */
	lr_handler *handlers;      /* innermost first */
	void *exception;           /* the exception thrown last; a root */
};

/* Size classes in bytes, tag included: define X(bytes), then write LR_SIZE_CLASSES.  Those that are multiples of 16
** ascend, and their cells start one word before a multiple of 16, so that *objects are 16-byte aligned* and their tag
** is the word before.  The last class, for objects of two words, is taken by code alone that needs no more than 8-byte
** alignment and names it: in a run, or by lr_gc_small_alloc (profile key object_align). */
#define LR_SIZE_CLASSES \
	X(16) X(32) X(48) X(64) X(80) X(96) X(112) X(128) \
	X(144) X(160) X(176) X(192) X(208) X(224) X(240) X(256) \
	X(288) X(320) X(352) X(384) X(416) X(448) X(480) X(512) \
	X(576) X(640) X(704) X(768) X(832) X(896) X(1008) X(1088) \
	X(1168) X(1248) X(1360) X(1488) X(1632) X(1808) X(2032) \
	X(24)
#define LR_SIZE_CLASS_COUNT 40
#define LR_SMALL_MAX_BYTES 2032 /* size of the largest class; a larger object is a big object */

/* Adjacent objects of one size class that the thread may take without a call: while next != end, `next` is an object
** without tag and contents.  Code that takes it adds the bytes of the class to `next` and writes the tag before its
** next safepoint.  The reference heap does not look for release hooks of objects from runs: their types must have none
** (LATEROOT_GC_VERIFY_HEAP finds those that have).  Empty under stress. */
struct lr_run {
	char *next, *end;
};

/* State of a thread; the runtime owns it. */
struct lr_ptls {
	volatile const void *safepoint;/* each load from this address is a safepoint */
	LR_AT_8 volatile uint8_t gc_state; /* one of the three below */
	LR_AT_8 lr_task *current_task;
	LR_AT_8 lr_task *root_task;/* the task that runs on the thread's own stack */
	LR_AT_8 struct lr_run runs[LR_SIZE_CLASS_COUNT];
};
enum {
	LR_GC_STATE_UNSAFE = 0,    /* runs compiled code; collections wait for it */
	LR_GC_STATE_WAITING = 1,   /* at a safepoint; only the runtime stores this */
	LR_GC_STATE_SAFE = 2
};

/* The least size of a handler, where compiled code only allocates bytes for it; aligned to 16.  It depends on the size
** of the machine's jmp_buf, and is what the profile "lateroot" says of the machine (handler_bytes). */
#if defined(__aarch64__) || defined(__riscv) || defined(_WIN32)
#define LR_HANDLER_BYTES 384
#else
#define LR_HANDLER_BYTES 256
#endif
struct lr_handler {
#if defined(__wasm__)
	uintptr_t context;         /* WebAssembly has none: nothing can be thrown to a handler */
#elif defined(_WIN32)
	uint64_t context[32];      /* of the function __sigsetjmp below */
#else
	jmp_buf context;           /* first, so that a handler can be passed to __sigsetjmp(handler, 0) */
#endif
	lr_handler *prev;
	struct lr_frame *gcstack;
	struct lr_stack_entry *root_chain;
	uint8_t gc_state;
};
#if defined(_WIN32)
/* Saves the context as the functions of this name do elsewhere; lr_throw goes back to it.  No frame between is unwound,
** and no destructor runs.  The second argument is not used. */
LR_API int __sigsetjmp(void *handler, int unused) __attribute__((returns_twice));
#endif

#ifdef __cplusplus
#define LR_RT_CHECK(c, text) static_assert(c, text)
#else
#define LR_RT_CHECK(c, text) _Static_assert(c, text)
#endif
LR_RT_CHECK(offsetof(lr_task, gcstack) == 0, "compiled code takes the task for the address of the frame chain");
LR_RT_CHECK(offsetof(lr_task, ptls) == 8, "profile lateroot: ptls_in_task");
LR_RT_CHECK(offsetof(lr_ptls, safepoint) == 0, "profile lateroot: safepoint_in_ptls");
LR_RT_CHECK(offsetof(lr_ptls, gc_state) == 8, "profile lateroot: gc_state_in_ptls");
LR_RT_CHECK(offsetof(lr_ptls, runs) == 32 && sizeof(struct lr_run) == 2 * sizeof(void *),
	"profile lateroot: runs_in_ptls");
LR_RT_CHECK(offsetof(lr_handler, context) == 0, "__sigsetjmp gets the address of the handler");
LR_RT_CHECK(sizeof(lr_handler) <= LR_HANDLER_BYTES, "compiled code reserves LR_HANDLER_BYTES");
LR_RT_CHECK(sizeof(struct lr_type) == (sizeof(void *) == 8 ? 64 : 48), "layout promised to writers of LLVM IR");
LR_RT_CHECK(offsetof(struct lr_scanned_type, scan) == sizeof(struct lr_type), "layout promised to writers of LLVM IR");
LR_RT_CHECK(sizeof(struct lr_immediates) == (2 + 2 * LR_IMMEDIATE_RULES) * sizeof(void *),
	"compiled code has tables of it: lowering/immediates");
LR_RT_CHECK(offsetof(struct lr_type_object, type) == 16, "the tag is the word before the type");

#ifdef __cplusplus
}
#endif
#endif
