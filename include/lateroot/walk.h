/* walk.h -- the walker: every thread, its tasks, their frames, and the roots in them.  For the author of a collector.
** The words in brackets are those of runtime.h, which includes this header. */
#ifndef LATEROOT_WALK_H
#define LATEROOT_WALK_H

#include <lateroot/runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

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
	/* of a mapped frame or of lr_globals_add; otherwise NULL.  `index` counts the reference words of the frame's
	** blocks in use, or of the table's blocks, from 0 on.  For thread-local variables it is a copy that is valid
	** until the callback returns */
	const struct lr_block *block;
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
**   relocate   the same, but before any root of a frame is visited, what its derived slots hold has become the distance
**              from the base.  The collector then stores new addresses into the roots that are not fixed, at once or
**              until it ends the walk by
**   finish     another walk over the same stacks: derived slots become what the base is now, plus their distance.  No
**              root is visited
** Nothing else may walk between relocate and finish, neither may be left out or stopped, and `frame` must skip the same
** in both.  A collector that needs several passes over the roots marks first.
**   verify     as mark, while a second walker goes along the same stacks in another way: by call frame information
**              (.eh_frame) through code of every kind, and through the tables from one end to the other.  If only one
**              of the two finds a slot, its flags, a derived pointer or a frame, the walk ends with
**              LR_RT_E_FRAME_VERIFY and the frame's address.  So it finds frames that no anchor leads to.  Where there
**              is no call frame information it goes on from the next anchor.  Callbacks must not change slots, and
**              LR_WALK_SKIP_FRAME counts as 0.  It takes about a microsecond a frame, is not signal-safe, and the
**              unwinder's library may take a lock and memory
** A null base means that its object does not move: its derived slots stay as they are. */
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
	** anything else: stop, and the walk returns it if it is negative. */
	int (*root)(void *user, void **slot, const struct lr_root_site *);
	/* A frame, before its slots.  0: go on; LR_WALK_SKIP_FRAME: leave its slots alone (they were dealt with all at
	** once); negative: stop, the walk returns it. */
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
	** every word holds a reference: the callback must ignore words below LR_SMALL_VALUE_LIMIT and leave them as
	** they are.  Of `site` only kind, task and flags are set, which are the same for all of the words.  A batch
	** comes after `frame` and `task` for the frames that it is from, and before anything that lies behind it on the
	** stack.  At most LR_WALK_BATCH runs.  The results are those of `root`; what counts as visited is the words of
	** the batch. */
	int (*roots)(void *user, const struct lr_root_run *runs, size_t n, const struct lr_root_site *site);
};
#define LR_WALK_BATCH 128u

/* Code of the ABI "framemap" calls these when it is loaded and unloaded, or when a JIT session has made it; nobody else
** does.  `end` NULL: the table itself says where it ends; `code` is any address of its code.  Any thread may call them,
** at any time but while it has the world stopped.  A table that is added twice is counted twice.  Memory that is no
** table is fatal; remove: LR_RT_OK, LR_RT_E_ARG (not there). */
LR_API int lr_framemap_add(const void *table, const void *end, const void *code);
LR_API int lr_framemap_remove(const void *table);
/* The same for code of the ABI "statepoint", object by object.  Tables that were compressed
** (lr_options.compress_tables) are unpacked here, into memory of their own.  A program that loads such code must be
** linked with zlib (-Wl,--no-as-needed -lz; static programs: -Wl,-u,uncompress); if it is not, that is fatal. */
LR_API int lr_statepoints_add(const void *table, const void *code);
LR_API int lr_statepoints_remove(const void *table);

/* Visit the roots of a chain of frames, newest frame first, slots in ascending order.  Two kinds of slots are passed
** over: slots that hold no reference (below LR_SMALL_VALUE_LIMIT; but see lr_visitor.roots), and indirect slots whose
** variable's address is NULL.  Gives the number of roots visited, or the negative code of the callback that stopped it,
** or LR_RT_E_FRAME_* at a corrupt frame: then the frames before it have been visited (those of a cycle more than once);
** or LR_RT_E_ARG: the visitor is NULL or has no struct_size, or there is no task.  No frame (NULL) is an empty chain.
** Never allocates, locks, or makes a system call; constant
** stack space, about 3 KiB.  [signal-safe]  (None of this holds with LR_WALK_VERIFY.)
**
** Any thread, attached or not, may walk frames that do not change meanwhile: its own, those of a suspended task, those
** of any task while the world is stopped.  In a signal handler, "its own" are those of the thread that got the signal,
** if it got it in C (LR_GC_PUSH is one store), in the runtime, at a safepoint or in a GC-safe region.  Elsewhere in
** compiled code the newest frame may be half made, because its stores come in any order. */
LR_API int64_t lr_walk_frames(struct lr_frame *newest, const struct lr_visitor *);
/* The same for a task: first its frames, those of its two chains and of tables in the order of the stack, then what the
** runtime holds for it (exception, argument, result).  [signal-safe] */
LR_API int64_t lr_walk_task(lr_task *, const struct lr_visitor *);
/* The same for every task of every thread, the running tasks of the threads first; then the slots of lr_gc_add_root,
** the tables of lr_globals_add and what lr_tls_add has added.  May only be called while the world is stopped, or when
** there is one attached thread. */
LR_API int64_t lr_walk_all(const struct lr_visitor *);

#ifdef __cplusplus
}
#endif
#endif
