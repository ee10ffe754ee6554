/* SPDX-License-Identifier: MIT */
/* runtime.h -- what the files of the runtime share: threads, tasks and the state of the world.
**
** Locks, in the order in which a thread may take them:
**   world.list_lock   guards the list of attached threads.  The thread that has the world stopped holds it from request
**                     to resume.  A GC-unsafe thread must not wait for it, because its holder waits for that thread
**   world.table_lock  guards the lists that statistics, global roots and the walker read.  The stopper takes it last,
**                     when no GC-unsafe thread can hold it, so a GC-unsafe thread may wait for it
**   heap.lock         guards the pages; see heap/heap.h */
#ifndef LR_RUNTIME_RUNTIME_H
#define LR_RUNTIME_RUNTIME_H

#include <lateroot/runtime.h>

#include <stdbool.h>

#include "runtime/os/os.h"

#include "runtime/machine.h"

#if defined(__SANITIZE_ADDRESS__)
#define RT_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RT_ASAN 1
#endif
#endif
#ifndef RT_ASAN
#define RT_ASAN 0
#endif
#if defined(__SANITIZE_THREAD__)
#define RT_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define RT_TSAN 1
#endif
#endif
#ifndef RT_TSAN
#define RT_TSAN 0
#endif

/* Requests to valgrind.  They are empty where it is not installed, and cost next to nothing where it does not run. */
#if defined(__has_include)
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#endif
#endif
#ifndef VALGRIND_STACK_REGISTER
#define VALGRIND_STACK_REGISTER(low, high) 0u
#define VALGRIND_STACK_DEREGISTER(id) (void)(id)
#define VALGRIND_MAKE_MEM_DEFINED(p, bytes) (void)0
#endif

#define rt_likely(c) __builtin_expect(!!(c), 1)
#define rt_unlikely(c) __builtin_expect(!!(c), 0)

/* An array of pointers in order of arrival. */
struct ptrvec {
	void **items;
	size_t count, capacity;
};
bool ptrvec_reserve(struct ptrvec *);      /* makes space for one more; false if memory is exhausted */
void ptrvec_grow(struct ptrvec *);         /* the same; failure is fatal */
void ptrvec_free(struct ptrvec *);

static inline void
ptrvec_push(struct ptrvec *v, void *p)
{
	if (rt_unlikely(v->count == v->capacity))
		ptrvec_grow(v);
	v->items[v->count++] = p;
}

enum task_state { TASK_SUSPENDED, TASK_RUNNING, TASK_FINISHED };

/* Roots of a task besides its frames.  The values are indices of root sites. */
enum { TASK_ROOT_EXCEPTION, TASK_ROOT_ARG, TASK_ROOT_RESULT, TASK_ROOTS };

struct task {
	lr_task pub;               /* first: compiled code uses the address of this member as the task */
	enum task_state state;
	struct task *next;         /* next task of the thread; the root task is in no list */
	struct task *caller;       /* task that runs when this one ends */
	struct task *switched_from;/* task that ran before; valid just after a switch */
	lr_entry *entry;
	void *arg, *result;        /* both are roots */
	struct lr_stack_entry *root_chain; /* valid while suspended */
	bool is_chains;            /* the task has no C stack of its own (lr_task_new_chains) */
	void *context;             /* what stack.c keeps; valid while suspended */
	void *first_context;       /* memory of the first one, until the task is freed; NULL: it lies on the stack */
	void *stack;               /* mapping, guard page included; NULL: the stack of the thread */
	size_t stack_bytes;
	size_t asked_bytes;        /* of lr_task_new */
	void *fake_stack;          /* AddressSanitizer's fake stack while suspended */
	const void *asan_bottom;   /* lowest address of the stack in use, for AddressSanitizer */
	size_t asan_bytes;
	void *fiber;               /* ThreadSanitizer's handle of this stack */
	unsigned valgrind_id;
};

/* Source of the runs of one size class (lr_ptls.runs) for one thread: the cells of a page, from a word of its bitmap
** on. */
struct cache {
	struct page *page;         /* NULL: none */
	char *cells;               /* address of cell 0 */
	uint32_t word;
	uint64_t free;             /* bits of that word whose cells are not yet in a run */
};

/* Where compiled code called the runtime: return address, frame pointer, and the stack pointer after the return (or a
** lower address, where machine_above knows no better). */
struct origin { uintptr_t pc, fp, sp; bool exact; /* pc is the address of an instruction, not a return address */ };

struct thread {
	lr_ptls pub;               /* first member */
	uint64_t number;           /* os_thread_number */
	struct lr_stack_entry **root_chain; /* address of the thread's llvm_gc_root_chain */
	struct origin origin;      /* valid while the running task may be walked; pc 0: only the chain of frames is
	                            * known */
	struct thread *next;
	struct task root;
	struct task *tasks;        /* all tasks but the root task */
	struct task *spare;        /* freed ones that have a stack, linked by `next`: roots of nothing */
	size_t spare_count, spare_bytes;
	struct cache cache[LR_SIZE_CLASS_COUNT];
	void *heap;                /* what a heap keeps for the thread beside these fields, or NULL */
	struct ptrvec queued;      /* heap objects passed to lr_gc_queue_root since the last collection */
	bool page_collected;       /* under stress: a load from the safepoint page collected, and no allocation has
	                            * followed */
	uint64_t allocated_objects, allocated_bytes; /* not yet added to heap.stats; they include the unused rest of
	                                              * runs */
	uint64_t queued_count;
};

/* Adds to a counter of the calling thread, which lr_gc_stats of another thread may read meanwhile. */
static inline void
thread_count(uint64_t *counter, uint64_t n)
{
	__atomic_store_n(counter, *counter + n, __ATOMIC_RELAXED);
}

/* A thread that leaves a GC-safe region may call this while another thread walks it.  So pc is stored last, and a
** nonzero pc means that the other fields are valid. */
static inline void
origin_set(struct thread *t, uintptr_t pc, uintptr_t fp, uintptr_t sp, bool exact)
{
	t->origin.fp = fp;
	t->origin.sp = sp;
	t->origin.exact = exact;
	__atomic_store_n(&t->origin.pc, pc, __ATOMIC_RELEASE);
}
static inline void
origin_clear(struct thread *t)
{
	__atomic_store_n(&t->origin.pc, 0, __ATOMIC_RELAXED);
}

/* A function of lr_gc_add_root_scanner. */
struct root_scanner { lr_root_scanner *scan; void *user; };

struct world {
	uint32_t stop;             /* futex; 1: a thread has the world stopped or is about to stop it.  Polls read this
	                            * word first */
	uint32_t stress;           /* copy of heap_config.stress, so that polls read one cache line */
	char *page;                /* the safepoint page that all threads share */
	size_t page_bytes;
	uint32_t gc_off;           /* calls of lr_gc_disable that lr_gc_enable has not undone; atomic.  Collections read
	                            * it with the world stopped, so that none runs once lr_gc_disable has returned */
	uint32_t stop_warning_ms;  /* copy of heap_config.stop_warning_ms; written with the world stopped */
	uint32_t immediates;       /* not 0: lr_immediate_rules has some */
	pthread_mutex_t list_lock, table_lock;
	struct thread *threads;
	uint32_t nthreads;
	struct ptrvec roots;       /* addresses passed to lr_gc_add_root */
	struct ptrvec ranges;      /* pairs of address and number of words (lr_gc_add_root_range) */
	struct ptrvec scanners;    /* struct root_scanner *, owned */
	struct ptrvec static_parents; /* static objects that a write barrier fired on: roots for ever */
	uint64_t last_frames;      /* frames that the last collection walked */
	uint64_t stress_calls, stress_skipped;
	/* After the next collection the thread that ran it calls `after_collection`, if this is not 0; atomic. */
	uint32_t asked;
	void (*after_collection)(void);
	/* statistics */
	uint64_t requested;        /* collections of lr_gc_collect; atomic */
	uint32_t max_threads;      /* most that were attached at a time */
	struct thread *ended;      /* ended threads that queued objects since the last collection; under table_lock */
	/* tables of variables (globals.h); under table_lock */
	struct global_table *globals, **globals_end;
	struct tls_holder *tls_holders;
};
extern struct world world;

static inline bool
rt_gc_is_off(void)
{
	return rt_unlikely(__atomic_load_n(&world.gc_off, __ATOMIC_ACQUIRE) != 0);
}

/* world/immediates.c: !lr_is_reference, as a call. */
bool immediates_deny(const void *word);
/* The same as lr_is_reference.  Programs without immediates, the usual case, pay for a word of `world`: the variable
** lr_immediate_rules may be in the program, and is reached by way of a table. */
static inline bool
rt_is_reference(const void *word)
{
	return (uintptr_t)word >= LR_SMALL_VALUE_LIMIT
		&& (rt_likely(world.immediates == 0) || !immediates_deny(word));
}

/* The state of the calling thread; NULL if it is not attached. */
#if defined(_WIN32)
#define thread_self_tls (*(struct thread **)os_word(OS_WORD_SELF))
#else
extern __thread struct thread *thread_self_tls __attribute__((tls_model("initial-exec")));
#endif

/* world.c */
int world_map_page(void);                  /* maps the safepoint page: LR_RT_OK or LR_RT_E_NOMEM */
void world_unmap_page(void);
bool world_try_stop(struct thread *);      /* false: another thread stopped the world first, and has resumed it */
void world_resume(void);
void world_park(struct thread *);          /* waits until the world runs again */
void world_set_state(struct thread *, uint8_t state); /* [safepoint] if the thread becomes GC-unsafe */

void world_disarm(struct thread *);        /* lets loads from the safepoint page succeed */
/* Makes a static object a root for ever.  Not a safepoint. */
void world_add_static_parent(void *object);
/* Frees the threads of a list, linked by `next`.  Their tasks have been freed. */
void threads_free(struct thread **list);
void world_arm(void);                      /* under stress: makes the next load from the safepoint page collect */

/* Waits while another thread wants the world stopped. */
static inline void
world_poll(struct thread *t)
{
	if (rt_unlikely(__atomic_load_n(&world.stop, __ATOMIC_RELAXED) != 0))
		world_park(t);
}

/* types.c */
struct box {
	const void *tag[8 / sizeof(void *)]; /* the last one is the tag */
	int64_t value;
};
enum { TYPES_SMALLEST = -512, TYPES_LARGEST = 1023 };
/* Static boxes of the integers that programs use most. */
extern struct small_boxes {
	uint64_t pad;              /* puts the values at multiples of 16 */
	struct box box[TYPES_LARGEST - TYPES_SMALLEST + 1];
} types_small;
void types_init(void);

/* stats.c */
void stats_print(FILE *);
void stats_read_all(struct lr_gc_stats *); /* those of the heap, and of what all heaps share */

static inline uintptr_t *
tag_of(void *object)
{
	return (uintptr_t *)object - 1;
}

/* Returns a name for messages. */
static inline const char *
heap_type_name(const struct lr_type *type)
{
	if ((uintptr_t)type < LR_SMALL_VALUE_LIMIT)
		return "(no type)";
	return type->name != NULL ? type->name : "(unnamed)";
}

#endif
