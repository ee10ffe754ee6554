/* runtime.h -- what the files of the runtime share: threads, tasks and the state of the world.  The heap's own is in
** heap.h.
**
** Locks, in the order in which they may be taken together:
**   world.list_lock   who is attached.  Held by whoever has the world stopped, from request to resume.  A GC-unsafe
**                     thread must not wait for it (the holder waits for that thread)
**   world.table_lock  guards the lists that stats, global roots and the walker read.  Taken last by the stopper, when
**                     nobody unsafe can hold it, so that an unsafe thread may wait for it
**   heap.lock         pages; see heap.h */
#ifndef LR_RUNTIME_RUNTIME_H
#define LR_RUNTIME_RUNTIME_H

#include <lateroot/runtime.h>

#include <pthread.h>
#include <stdbool.h>
#include <ucontext.h>

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

/* Requests to valgrind; nothing where it is not installed, next to nothing where it does not run. */
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

/* Pointers in order of arrival.  Growth failure is fatal: it happens where nothing can be reported. */
struct ptrvec {
	void **items;
	size_t count, room;
};
void ptrvec_grow(struct ptrvec *);
void ptrvec_free(struct ptrvec *);

static inline void
ptrvec_push(struct ptrvec *v, void *p)
{
	if (rt_unlikely(v->count == v->room))
		ptrvec_grow(v);
	v->items[v->count++] = p;
}

enum task_state { TASK_SUSPENDED, TASK_RUNNING, TASK_FINISHED };

/* roots of a task besides its frames, by index of the site */
enum { TASK_ROOT_EXCEPTION, TASK_ROOT_ARG, TASK_ROOT_RESULT, TASK_ROOTS };

struct task {
	lr_task pub;               /* first: the address of a task is what compiled code has */
	enum task_state state;
	struct task *next;         /* in its thread's list; the root task is not in it */
	struct task *caller;       /* where it goes when it ends */
	struct task *switched_from;/* who ran before; valid just after a switch */
	lr_entry *entry;
	void *arg, *result;        /* roots */
	struct lr_stack_entry *root_chain; /* while suspended */
	ucontext_t context;        /* while suspended */
	void *stack;               /* mapping, guard page included; NULL: the thread's own stack */
	size_t stack_bytes;
	void *fake_stack;          /* AddressSanitizer's, while suspended */
	const void *asan_bottom;   /* of the stack in use, as AddressSanitizer wants to be told */
	size_t asan_bytes;
	void *fiber;               /* ThreadSanitizer's name of this stack */
	unsigned valgrind_id;
};

/* Where a thread gets its run of cells of one class (lr_ptls.runs) from: one word of the bitmap of one page at a
** time. */
struct cache {
	struct page *page;         /* NULL: none */
	char *cells;               /* address of cell 0 */
	uint32_t word;
	uint64_t free;             /* bits of that word that may be handed out */
};

/* Where compiled code has entered the runtime: return address, frame pointer and stack pointer behind the call, read
** off the stack. */
struct origin { uintptr_t pc, fp, sp; bool exact; /* pc is the instruction itself, not the one behind a call */ };

struct thread {
	lr_ptls pub;               /* first */
	struct lr_stack_entry **root_chain; /* its llvm_gc_root_chain */
	struct origin origin;      /* while the running task may be walked; pc 0: only the chain tells */
	struct thread *next;
	struct task root;
	struct task *tasks;        /* all others */
	struct cache cache[LR_SIZE_CLASS_COUNT];
	struct ptrvec queued;      /* by lr_gc_queue_root since the last collection; heap objects */
	bool page_collected;       /* stress: a load from the safepoint page collected, and there was no allocation
	                            * since */
	uint64_t allocated_objects, allocated_bytes; /* not yet in heap.stats; what is left of the runs is counted as
	                                              * well */
	uint64_t queued_count;
};

/* A thread that comes out of a GC-safe region may do this while it is walked: pc is last, and says that the rest is
** there. */
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

struct world {
	uint32_t stop;             /* futex; 1: someone has the world stopped or is about to.  First word that polls
	                            * read */
	uint32_t stress;           /* copy of the configuration's, so that polls read one cache line */
	char *page;                /* the safepoint page, one for all threads */
	size_t page_bytes;
	pthread_mutex_t list_lock, table_lock;
	struct thread *threads;
	uint32_t nthreads;
	struct ptrvec roots;       /* slots of lr_gc_add_root */
	struct ptrvec static_parents;/* static objects that a barrier fired on: roots for ever */
};
extern struct world world;

/* init.c */
int runtime_begin(void);                   /* initialise unless done: LR_RT_OK, LR_RT_E_NOMEM, LR_RT_E_SYSTEM */

/* thread.c */
extern __thread struct thread *thread_self_tls __attribute__((tls_model("initial-exec")));
struct thread *thread_adopt(void);         /* attach the calling thread; failure is fatal */
void thread_free_all(void);                /* the last one, at shutdown */
/* Arranges that globals_end_thread is called when the calling thread ends.  False: the process has no thread-specific
** key left, or no memory. */
bool thread_watch_end(void);
void threads_free(struct thread **list);   /* those in it, linked by `next` */

static inline struct thread *
thread_self(void)
{
	struct thread *t = thread_self_tls;

	return rt_likely(t != NULL) ? t : thread_adopt();
}

/* task.c */
void task_free_list(struct task *);

/* world.c */
int world_init(void);
void world_fini(void);
bool world_try_stop(struct thread *);      /* false: another stop came first, and is over now */
void world_resume(void);
void world_park(struct thread *);          /* wait until the world runs again */
void world_set_state(struct thread *, uint8_t state); /* [safepoint] if it becomes unsafe */

void world_arm(void);                      /* under stress: the next load from the safepoint page is to collect */

/* Wait if somebody asks for it. */
static inline void
world_poll(struct thread *t)
{
	if (rt_unlikely(__atomic_load_n(&world.stop, __ATOMIC_RELAXED) != 0))
		world_park(t);
}

/* types.c */
void types_init(void);

#endif
