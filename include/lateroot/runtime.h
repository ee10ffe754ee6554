/* SPDX-License-Identifier: MIT */
/* runtime.h -- threads, tasks, allocation, exceptions and roots: the manual of liblateroot-rt.
**
** Parts of it have headers of their own, which this one includes:
**   layout.h    the memory that the runtime shares with compiled code: descriptors, tags, frames, tasks, threads
**   walk.h      the root walker, for the author of a collector: threads -> tasks -> frames -> roots
**   heap.h      the reference heap, which simply works under code compiled with the profile "lateroot"
**   lifetime.h  weak references, weak tables, finalizers, identity hashes
**   inspect.h   snapshots of the heap, and reports of leaks
** None of them needs LLVM.
**
** Words used here
**   object      memory of the heap (or a static variable) with a tag word in front of it; a reference is its address
**   root        a variable outside the heap that holds a reference
**   slot        the memory of a root.  A *direct* frame contains its slots; an *indirect* one contains their addresses
**   safepoint   a point where a collection may happen: each allocation, lr_safepoint, a load from the safepoint page,
**               the end of a GC-safe region, and functions that the headers mark [safepoint]
**   GC-safe     state of a thread that promises to access neither objects nor its frames, so that others need not wait
**               for it
**   fatal       ends in lr_gc_fatal: the hook, if there is one, a message on stderr, abort()
**
** Threads and signals.  Unless stated otherwise a function may be called by any thread that runs in the GC-unsafe
** state (the state in which compiled code runs).  The first call of a thread attaches it.  No function may be called
** from a signal handler, except those marked [signal-safe].
**
** Pointers.  An argument may be NULL where its comment allows it, and `user` may be anything.  Any other NULL gives
** LR_RT_E_ARG, or NULL or 0 from functions that return no error, or has no effect.  In functions that compiled code
** calls it is fatal, except for `ptls`, objects that are boxed values, and tag words, which are not checked.
**
** Errors.  Functions that return int or int64_t return a negative LR_RT_E_* on failure, and their comments list which;
** lr_rt_strerror has texts for them.  Functions that return a new task or thread return NULL if it cannot be made.
** None of these failures ends the process.  There are two exceptions, functions that code calls while it is loaded.
** lr_framemap_add and lr_statepoints_add end the process if the table is not a table, overlaps another one, or cannot
** be unpacked.  lr_globals_add and lr_tls_add end it if memory is exhausted.
** Functions that compiled code calls cannot report a failure, and C code may call the same functions.  There these
** failures are fatal:
**   allocation, boxes              exhausted memory; an absurd size
**   collections, wherever they     exhausted memory for the collector's lists; a corrupt chain of frames; a walk that
**   happen [safepoint]             ends with an error, or on which two walkers disagree (lr_gc_config.verify); pages
**                                  that the system refuses to protect (the safepoint page, old places of objects);
**                                  under stress a reference into the heap but to no object, or a write to a dead one
**   the same, and allocation       a thread in the GC-safe state, or with the state of another thread
**   lr_check_frames                the chain of frames is not the one at the entry
**   lr_gc_queue_root, handlers     no object; exhausted memory; fewer handlers than are to be popped
**   all that return neither        failure to attach the thread, or to start the runtime
** lr_throw without a handler ends the program by exit(1) (lr_set_uncaught_hook).  No other function ends it.
** With LATEROOT_GC_LEAKS a program that has leaks ends with status 1, whatever status it gave to exit().
**
** Environment, read once by lr_runtime_init.  A value that does not parse, or an unknown name, is reported on stderr
** and ignored.
**   LATEROOT_GC_STRESS=k       collect at every k-th allocation or safepoint call, validate, poison, and look for
**                              frames that no anchor leads to; 1: at each; 0: off
**   LATEROOT_GC_MODE=generational|full|moving
**   LATEROOT_GC_NURSERY=bytes  LATEROOT_GC_NURSERY_MAX=bytes  LATEROOT_GC_LIMIT=bytes
**                              the nursery's least and greatest size; if only the first is given it has that size
**   LATEROOT_GC_THREADS=n      at most so many threads mark; 1: only the one that collects
**   LATEROOT_GC_VERIFY_HEAP=1  the whole heap is checked after each marking (lr_gc_config.verify_heap)
**   LATEROOT_GC_VERIFY=1       a second walker must find the same roots, in each collection (LR_WALK_VERIFY)
**   LATEROOT_GC_DEBUG=1        search for mistakes of programs (lr_gc_config.debug), with stress at each call unless
**                              LATEROOT_GC_STRESS has another value
**   LATEROOT_GC_SNAPSHOT=FILE  lr_runtime_shutdown, and exit() if one thread is attached, write a snapshot of the heap
**   LATEROOT_GC_SNAPSHOT_SIGNAL=n  after signal n, the next collection writes FILE.1, FILE.2 and so on
**   LATEROOT_GC_LEAKS=1|2      the same look for leaks (lr_gc_config.leaks)
**   LATEROOT_GC_STOP_WARNING=ms  a line on stderr names the thread for which a collection has waited that long
**                              (lr_gc_config.stop_warning_ms); 0: no line
**   LATEROOT_GC_STATS=1        lr_runtime_shutdown and exit() print the statistics on stderr */
#ifndef LATEROOT_RUNTIME_H
#define LATEROOT_RUNTIME_H

#include <lateroot/layout.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LR_RT_NORETURN __attribute__((noreturn))

enum {
	LR_RT_OK = 0,
	LR_RT_E_NOMEM = -1,        /* memory is exhausted */
	LR_RT_E_ARG = -2,          /* an argument is invalid */
	LR_RT_E_STATE = -3,        /* impossible in this state: task finished or of another thread, world already
	                            * stopped, ... */
	LR_RT_E_SYSTEM = -4,       /* a system call failed; errno has the reason */
	LR_RT_E_FRAME_ADDRESS = -10,/* the address of a frame is invalid */
	LR_RT_E_FRAME_ALIGN = -11, /* a frame is not aligned to LR_FRAME_ALIGN_BYTES */
	LR_RT_E_FRAME_NROOTS = -12,/* more roots than LR_FRAME_MAX_ROOTS */
	LR_RT_E_FRAME_FLAGS = -13, /* a reserved bit of word 0 is set */
	LR_RT_E_FRAME_CYCLE = -14, /* the chain has a cycle, or is longer than LR_WALK_MAX_FRAMES */
	LR_RT_E_FRAME_SLOT = -15,  /* an indirect slot does not hold a valid address of a variable */
	LR_RT_E_FRAME_UNMAPPED = -16,/* code that needs a table is in none */
	LR_RT_E_FRAME_POINTER = -17,/* a frame pointer or stack pointer is invalid */
	LR_RT_E_FRAME_TABLE = -18, /* the table of a frame is damaged */
	LR_RT_E_FRAME_VERIFY = -19,/* the two walkers disagree about a frame (LR_WALK_VERIFY) */
	LR_RT_E_MAP_ADDRESS = -20, /* the address of a block's map is invalid, or not aligned to 8 bytes */
	LR_RT_E_MAP_RUN = -21,     /* a run of a map is empty, out of order, overlaps another, or lies outside the
	                            * element */
	LR_RT_E_MAP_KIND = -22,    /* a run is of an unknown kind */
	LR_RT_E_MAP_SIZE = -23,    /* a map has elements of size 0, or more runs than words; a block has more than
	                            * LR_BLOCK_MAX_WORDS words */
	LR_RT_E_BLOCK_ADDRESS = -24,/* a block is not word-aligned, or its address is invalid */
	LR_RT_E_STACKMAP = -30,    /* no stack map, or one with a value that cannot be read */
	LR_RT_E_NOT_FOUND = -31,   /* nothing has this name */
	LR_RT_E_PATCH_POINT = -32, /* no patch point, or it has code that neither its compiler nor lr_patch writes */
	LR_RT_E_PATCH_ROOM = -33   /* the reserved range is too small */
};

/* Returns a short English text for any of the above, also for unknown codes; static.  [signal-safe] */
LR_API const char *lr_rt_strerror(int code);

/* ---- start and end of the runtime ------------------------------------------------------------------------------- */

/* Initialises heap, safepoint page and SIGSEGV handler (which calls the previous one; on Windows a vectored exception
** handler), and attaches the calling thread.
** Every other function does this when needed, so a program calls it only to have it done early.  Calling it again has
** no effect.  LR_RT_OK, LR_RT_E_NOMEM, LR_RT_E_SYSTEM (also: the process has no thread-specific key left), as in each
** function that does it and returns int. */
LR_API int lr_runtime_init(void);
/* Reports on stderr, once in a process, the environment variables that begin with LATEROOT_ and are unknown to this
** project.  lr_runtime_init calls it. */
LR_API void lr_environment_check(void);
/* Frees all objects (their release hooks run), tasks, and the memory of the heap, and restores the SIGSEGV handler if
** it is still the runtime's.  The calling thread must be the last one attached: LR_RT_E_STATE otherwise.  The runtime
** may not be used after it.  It need not be called before the program ends.  Not thread safe. */
LR_API int lr_runtime_shutdown(void);

/* ---- entries that compiled code calls (profile "lateroot") ------------------------------------------------------ */

/* Returns the address of the frame chain head of the current task, which is the address of the task.  The first call of
** a thread attaches it (and initialises the runtime).  The second name exists for entry points that foreign threads
** call, and does the same.  The address is valid until the thread detaches.  It belongs to the task: code that was
** resumed on another task must ask again. */
LR_API void **lr_get_pgcstack(void);
LR_API void **lr_get_pgcstack_or_new(void);
/* For functions that foreign threads call, or that compiled code calls in a GC-safe region.  The first returns NULL on
** a thread that is not attached; the second attaches it.  Compiled code then runs GC-unsafe, and restores the state of
** the thread at its end; a new thread becomes GC-safe. */
LR_API void **lr_pgcstack_or_null(void);
LR_API void **lr_adopt_thread(void);

/* Allocation.  [safepoint]  A collection, if any, happens before the memory is taken, so the new object needs no root
** until the next safepoint; by then each reference in it must be initialised (the memory is not zeroed; under stress it
** is filled with 0xCB).  The tag is set to `type` (address of a struct lr_type, low bits clear); compiled code stores
** it again.  Never NULL: exhausted memory is fatal.  `ptls` is that of the calling thread.  small: class number and the
** size of that class; big: size with the tag; typed: size without the tag, small or big. */
LR_API void *lr_gc_small_alloc(void *ptls, int32_t size_class, int32_t class_bytes, uintptr_t type);
LR_API void *lr_gc_big_alloc(void *ptls, size_t bytes_with_tag, uintptr_t type);
LR_API void *lr_gc_alloc_typed(void *ptls, size_t bytes, uintptr_t type);
/* Allocates an object of layout LR_LAYOUT_POINTED { length_word 0, data_word 1, size_bytes 16 } with `bytes` of data
** inline, at byte 16.  Its length is 0 until the caller stores it; the data are not initialised.  [safepoint] */
LR_API void *lr_gc_alloc_memory(void *ptls, size_t bytes, const void *type);
/* Allocation for C code: `bytes` without the tag, on the calling thread, all zero.  [safepoint] */
LR_API void *lr_gc_alloc(size_t bytes, const struct lr_type *type);

/* Slow path of the write barrier: `parent`, which is marked and old, received a reference to an object that is not
** marked. Not a safepoint.  Inline half for C code: lr_gc_write_barrier. */
LR_API void lr_gc_queue_root(const void *parent);
/* The same for a store into `slot`, which is in `parent` or NULL, if unknown.  Of big objects a minor collection then
** scans the part around the slot alone. */
LR_API void lr_gc_queue_slot(const void *parent, const void *slot);
/* Call it when a reference to `child` (NULL and immediates: no effect) is stored into `parent`, before or after the
** store but with no safepoint in between. */
static inline void
lr_gc_write_barrier(const void *parent, const void *child)
{
	if ((lr_tag(parent) & (LR_TAG_MARKED | LR_TAG_OLD)) == (LR_TAG_MARKED | LR_TAG_OLD)
		&& lr_is_reference(child)
		&& (!(lr_tag(child) & LR_TAG_MARKED) || (lr_tag(parent) & LR_TAG_STATIC)))
		lr_gc_queue_root(parent);
}

/* Says which words are immediates (layout.h).  Compiled code calls it from a constructor if its profile has such rules;
** a host may do so before.  The first rules that are no zeros hold for the rest of the process; the same rules again
** have no effect.  Fatal: other rules, for then two modules were compiled with different ones; rules that fit addresses
** of objects; NULL.  The struct is copied.  The function may be called before the runtime is initialised, and does not
** initialise it.  Not a safepoint; any thread in any state, but not while it has the world stopped. */
LR_API void lr_immediates_set(const struct lr_immediates *);

/* A call of a boxed function: f is the callee's own object, args the `nargs` arguments (NULL if there are none). The
** caller keeps f and the arguments alive during the call. */
typedef void *(*lr_jlcall)(void *f, void **args, uint32_t nargs);

/* ---- exceptions ------------------------------------------------------------------------------------------------- */

/* Pushes a handler on the task's handlers.  `buf` is an lr_handler, or LR_HANDLER_BYTES aligned to 16.  The caller owns
** it, and it must live until the handler is popped.  Then save the context in the same function: __sigsetjmp(buf, 0) in
** IR, setjmp(h.context) in C (on Windows __sigsetjmp there, too).  If that returns 0, continue with the protected part;
** otherwise an exception was thrown.
** On *both* paths the handler is still on the chain and must be popped: by lr_pop_handler_noexcept(task, 1) at the end
** of the protected part, by lr_pop_handler(task, 1) first of all on the other path.  Neither enter nor noexcept is a
** safepoint. */
LR_API void lr_enter_handler(void *task, void *buf);
/* Pops `n` handlers and restores both chains and the GC state to those at the entry of the last of them.
** [safepoint] */
LR_API void lr_pop_handler(void *task, int n);
/* Pops `n` handlers only. */
LR_API void lr_pop_handler_noexcept(void *task, int n);
/* Throws: the exception (any reference, or NULL) becomes the task's current exception, the chain of frames is cut back
** to its state at the entry of the innermost handler, and control goes there.  The frames above are not popped.
** Without a handler the uncaught hook is called; if there is none or it returns, "uncaught exception of type T" goes to
** stderr and the program ends by exit(1).  Never returns. */
LR_API void lr_throw(void *exception) LR_RT_NORETURN;
/* Returns the exception last thrown in this task; a root until the next throw.  Save it (in a root) before protected
** code runs again. */
LR_API void *lr_current_exception(void *task);
/* Called on the thrower's stack with all its frames still there.  It may switch tasks, exit or longjmp.  NULL: default.
** Set it before threads start. */
typedef void lr_uncaught_hook(void *user, lr_task *, void *exception);
LR_API void lr_set_uncaught_hook(lr_uncaught_hook *, void *user);

/* ---- frames from C ---------------------------------------------------------------------------------------------- */

/* Root local variables of a C function:
**     struct node *a = NULL, *b = NULL;
**     LR_GC_PUSH(&a, &b);     once per function, after the variables are initialised
**     ...
**     LR_GC_POP();            on each path out except lr_throw
** The variables may change freely in between. */
#define LR_GC_PUSH(...) \
	void *lr_gc_frame_[] __attribute__((aligned(LR_FRAME_ALIGN_BYTES))) = { NULL, NULL, __VA_ARGS__ }; \
	lr_gc_push_indirect(lr_gc_frame_, sizeof lr_gc_frame_ / sizeof *lr_gc_frame_ - LR_FRAME_HEADER_WORDS)
#define LR_GC_PUSH1(a) LR_GC_PUSH(a)
#define LR_GC_PUSH2(a, b) LR_GC_PUSH(a, b)
#define LR_GC_PUSH3(a, b, c) LR_GC_PUSH(a, b, c)
#define LR_GC_PUSH4(a, b, c, d) LR_GC_PUSH(a, b, c, d)
/* The same for a function that reloads the variables after each safepoint and keeps no copies of the values that it has
** read from them or through them.  The objects may move, and the variables are updated then. */
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
	__atomic_signal_fence(__ATOMIC_RELEASE); /* a signal handler sees all of it or nothing */
	*head = frame;
}
static inline void
lr_gc_pop(struct lr_frame *frame)
{
	*(struct lr_frame **)(void *)lr_get_pgcstack() = frame->prev;
}

/* Variables that live as long as the program, or until they are removed: each collection visits them.  The caller owns
** the slot.  A slot may be added several times, and must then be removed as often.  LR_RT_OK; add: LR_RT_E_NOMEM,
** LR_RT_E_ARG (not word aligned); remove: LR_RT_E_ARG (not registered).  Not safepoints; any thread in any state. */
LR_API int lr_gc_add_root(void **slot);
LR_API int lr_gc_remove_root(void **slot);

/* The same for `n` adjacent words, such as the stack of a virtual machine: those that lr_is_reference denies are
** skipped.  The caller owns the words.  Removing takes both arguments as they were given.  Of a range that is used in
** parts the rest must be null, or removed and added again with another `n`.  Results as above; no words (n 0):
** LR_RT_OK, without effect. */
LR_API int lr_gc_add_root_range(void **begin, size_t n);
LR_API int lr_gc_remove_root_range(void **begin, size_t n);

/* A function that passes words to `visit`, with `state`, in each collection, several times: roots in memory of which
** only the host knows the layout.  It passes the same words each time in one collection.  Rules as for lr_scan. */
typedef void lr_root_scanner(void *user, lr_visit_slots *visit, void *state);
/* Registers a pair of function and argument, which may be registered several times and must be removed as often.
** LR_RT_OK; add: LR_RT_E_NOMEM, LR_RT_E_ARG (no function); remove: LR_RT_E_ARG (not registered).  Not safepoints; any
** thread in any state. */
LR_API int lr_gc_add_root_scanner(lr_root_scanner *scanner, void *user);
LR_API int lr_gc_remove_root_scanner(lr_root_scanner *scanner, void *user);

/* Tables of global variables that hold references.  Compiled code calls these functions from constructors and
** destructors.
**
** lr_globals_add: each block of the table is one variable, and the runs of its map tell which of its words are
** references.  Each collection visits them as LR_ROOT_GLOBAL, minor collections too, so a store into such a variable
** needs no write barrier.  The kinds of the runs tell whether the objects may move.  The caller owns table and maps,
** which are read at each collection: they must live, unchanged, until they are removed.  Reference words that hold no
** reference must be null.  The function may be called before the runtime is initialised, and does not initialise it.
** Adding the same table again is counted, and the table is visited once.  A table of no blocks is allowed and has no
** effect.  Exhausted memory is fatal.  A bad map ends the next walk with LR_RT_E_MAP_* or LR_RT_E_BLOCK_ADDRESS and the
** block's address.
**
** lr_globals_remove: the table is forgotten once it was removed as often as it was added.  An unknown table is ignored.
** The function may be called after lr_runtime_shutdown.
**
** Neither is a safepoint.  Any thread in any state may call them, but not while it has the world stopped. */
LR_API void lr_globals_add(const struct lr_block *table, size_t n);
LR_API void lr_globals_remove(const struct lr_block *table, size_t n);

/* The same for thread-local variables.  `address` returns the address of the calling thread's instance. */
struct lr_tls_block {
	const struct lr_map *map;
	void *(*address)(void);
	uintptr_t count;
};
/* Adds the calling thread's instances of the variables, unless they have been added: two calls on a thread have the
** effect of one.  Attaches the thread.  The instances are visited until the thread ends or the table is removed; also
** while the thread is detached, so that their objects still exist when it attaches again.  Exhausted memory is fatal.
** Not a safepoint.  Any state, but not while the world is stopped. */
LR_API void lr_tls_add(const struct lr_tls_block *table, size_t n);
/* Removes the instances of all threads, when their code is unloaded.  An unknown table is ignored. */
LR_API void lr_tls_remove(const struct lr_tls_block *table, size_t n);

/* ---- threads ---------------------------------------------------------------------------------------------------- */

/* Attaches the calling thread, with a task of its own; its first use of the runtime does the same.  LR_RT_OK, also if
** it is attached already; LR_RT_E_NOMEM, LR_RT_E_SYSTEM.  May wait for a collection to end.
**
** The child of a fork has one thread.  It may use the runtime only if each other attached thread was GC-safe when it
** was forked: for any other it would wait at the first collection, for ever.  A child that calls exec uses nothing. */
LR_API int lr_thread_attach(void);
/* Detaches the calling thread: its frames must be gone, and its other tasks are freed.  The end of a thread does the
** same.  LR_RT_OK; LR_RT_E_STATE if it is not attached, has frames, or runs on another task than its first. */
LR_API int lr_thread_detach(void);

/* Code that runs as a thread or a task: it takes one reference (or NULL) and returns one.  The runtime keeps `arg`
** alive while fn runs, as callers do everywhere in the dialect, and keeps the result alive until it is fetched. */
typedef void *lr_entry(void *arg);
typedef struct lr_thread lr_thread;
/* Starts a thread, attached, that calls fn(arg).  The caller owns the result and frees it with lr_thread_join.  NULL:
** no memory, no thread, or no `fn`.  [safepoint] */
LR_API lr_thread *lr_thread_spawn(lr_entry *fn, void *arg);
/* Waits for the end of the thread, GC-safe meanwhile; frees `t`.  Returns fn's result.  [safepoint] */
LR_API void *lr_thread_join(lr_thread *t);

/* Poll: waits if another thread wants to collect; under stress, collects.  [safepoint]  lr_gc_safepoint is another name
** of the same function.  A load from the safepoint page has the same effect, but under stress only the first load after
** an allocation or lr_safepoint collects.  Under valgrind such loads only work if their value is used and valgrind runs
** with --vex-iropt-register-updates=allregs-at-mem-access --fair-sched=yes. */
LR_API void lr_safepoint(void);
/* For heaps of one's own (docs/collectors.md): the safepoint of an entry that compiled code calls, such as
** lr_gc_alloc_typed.  `frame` is __builtin_frame_address(0) of that entry itself, not of a function below it: code with
** tables (framemap, statepoint) does not store where it is, and the walker begins there.  The entry keeps its frame
** while it calls: compile it with -fno-optimize-sibling-calls.  NULL: not known, which is right for code with frames in
** memory.  Waits if another thread wants to collect; then calls `run`, unless it is NULL, which may call lr_gc_collect.
** [safepoint] */
LR_API void lr_safepoint_at(void *frame, void (*run)(void *user), void *user);

/* Called by code that was compiled with lr_options.check_frames, before it returns: the head of the chain of frames was
** `found` when `function` began, and is `now`.  If they differ the process ends with a message. */
LR_API void lr_check_frames(const void *found, const void *now, const char *function);
LR_API void lr_gc_safepoint(void);
/* For calls that block or take long.  enter returns the old state, which must be passed to leave.  Between them the
** thread must not access objects, frames or roots; objects that it has rooted stay alive.  Regions nest.  leave is a
** [safepoint]; enter is not.  Compiled code may do the same itself: store LR_GC_STATE_SAFE to ptls->gc_state before the
** call; after it store the old state, then load from the safepoint page. */
LR_API uint8_t lr_gc_safe_enter(void);
LR_API void lr_gc_safe_leave(uint8_t old_state);

/* For other collectors: returns when each other attached thread is at a safepoint or GC-safe.  Threads can neither
** attach nor detach until lr_world_resume.  Does not nest.  If another thread stops the world at the same time, that
** thread goes first, so this is a [safepoint].  Between stop and resume only the functions of the walker and
** lr_world_resume may be called. */
LR_API void lr_world_stop(void);
LR_API void lr_world_resume(void);

/* ---- tasks: several stacks on one thread ------------------------------------------------------------------------ */

/* Makes a task of the calling thread that will call fn(arg) on a stack of its own of at least `stack_bytes` (0: 256
** KiB; less than 64 KiB: 64 KiB, for the collector runs on it).  The caller owns it until lr_task_free.  It starts
** suspended.  NULL: no memory, no `fn`, or no stacks (WebAssembly). */
LR_API lr_task *lr_task_new(lr_entry *fn, void *arg, size_t stack_bytes);
/* Makes a task without a stack of the runtime's: a pair of chains and an exception, for hosts and front ends with
** stacks of their own, such as fibers.  lr_task_switch from the thread's first task to such a task, from one to
** another, or back to the first, exchanges the chains and returns at once; the caller then switches stacks by its own
** means, before compiled code runs.  The caller owns it until lr_task_free.  NULL: no memory. */
LR_API lr_task *lr_task_new_chains(void);
/* Suspends the running task and continues with `to`; returns when a task switches back.  The task that switches becomes
** the *caller* of `to`, unless `to` is its own caller: that is how a generator returns a value
** (lr_task_switch(lr_task_caller())).  When fn returns, its task is finished and control goes to its caller (to the
** thread's first task, if the caller is gone).  All frames of suspended tasks are roots.  [safepoint] LR_RT_OK;
** LR_RT_E_STATE: `to` is finished, or of another thread, or one of the two has a stack of the
** runtime's and the other is of lr_task_new_chains; LR_RT_E_ARG: NULL.  A switch to the running task has no effect.
** A task has registers and modes of floating point (rounding, exceptions) of its own; it begins with the modes of its
** maker.  The mask of signals is the thread's, and a switch leaves it as it is, on Linux for x86-64, AArch64 and
** RISC-V 64; elsewhere, and where the processor guards return addresses (shadow stacks), each task has its own.  So do
** not switch while a signal is blocked for one task alone. */
LR_API int lr_task_switch(lr_task *to);
/* Return the running task, and its caller (NULL for the first task of a thread). */
LR_API lr_task *lr_task_current(void);
LR_API lr_task *lr_task_caller(void);
/* 1: fn has returned, and *result (unless NULL) receives its result, which is kept alive until the task is freed.  0:
** not yet.  LR_RT_E_ARG: no task. */
LR_API int lr_task_finished(const lr_task *, void **result);
/* Has a task of this thread that is not running, finished or not, begin anew on its stack: the next switch to it
** calls fn(arg).  What is on its stack is dropped as by lr_task_free, with its handlers, exception and result.  It
** keeps its caller until another task switches to it.  It begins with the modes of floating point of the code that
** calls this function.  For pools of stacks: nothing is asked of the system.  LR_RT_OK; LR_RT_E_STATE: it runs, has no
** stack of the runtime's, or is of another thread; LR_RT_E_ARG: no task or no `fn`; LR_RT_E_NOMEM, and nothing has
** changed. */
LR_API int lr_task_restart(lr_task *, lr_entry *fn, void *arg);
/* Frees a task of this thread that is not running: finished or abandoned.  Nothing on its stack is run or unwound.
** Without stress the thread keeps some stacks (at most 16, of 4 MiB together) for lr_task_new until it detaches.  NULL
** is allowed.  LR_RT_OK; LR_RT_E_STATE: it runs, is the first task of its thread, or of another thread. */
LR_API int lr_task_free(lr_task *);

/* ---- boxes ------------------------------------------------------------------------------------------------------ */

/* Returns an object of lr_type_int64.  Small values are static objects, so equal values may or may not be the same
** object.  [safepoint] */
LR_API void *lr_box_int64(int64_t);
/* Returns the value in a box, which must not be NULL; the type is not checked. */
LR_API int64_t lr_unbox_int64(const void *box);

#ifdef __cplusplus
}
#endif

#include <lateroot/walk.h>
#include <lateroot/heap.h>
#include <lateroot/lifetime.h>
#include <lateroot/inspect.h>
#endif
