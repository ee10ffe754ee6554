/* SPDX-License-Identifier: MIT */
/* walk.h -- the walker visits all threads, their tasks, their frames, and the roots in these.  For authors of
** collectors. runtime.h, which includes this header, explains the words in brackets. */
#ifndef LATEROOT_WALK_H
#define LATEROOT_WALK_H

#include <lateroot/runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

enum lr_root_kind {
	LR_ROOT_FRAME,             /* a slot of a frame on a stack */
	LR_ROOT_TASK,              /* a word of a task itself */
	LR_ROOT_GLOBAL             /* a variable, or a word that was registered */
};

/* What a moving collector may do with a root.  Without flags the object may move, and the slot must be updated then. */
enum lr_root_flags {
	LR_ROOT_FIXED = 1,         /* pinned: the object must stay, and the slot must not change, because code has a
	                            * copy of it or an address in the object */
	LR_ROOT_DEEP = 2           /* transitively pinned: so must all objects that can be reached from it, because code
	                            * without reloads may have copies of their addresses */
};

/* The location of a root. */
struct lr_root_site {
	enum lr_root_kind kind;
	const lr_task *task;          /* NULL: LR_ROOT_GLOBAL, or lr_walk_frames */
	const struct lr_frame *frame; /* LR_ROOT_FRAME; NULL: the frame is found by table, or is an entry, and is not in
	                               * the chain */
	const void *pc;               /* LR_ROOT_FRAME found by table: its position in the code */
	uint32_t depth;               /* LR_ROOT_FRAME: 0 is the newest frame of the task */
	uint32_t index;               /* index of the slot in its frame, task or table */
	const struct lr_stack_entry *entry; /* LR_ROOT_FRAME of LLVM's shadow stack; otherwise NULL */
	const void *metadata;         /* metadata of this root, if its entry's map has any; otherwise NULL */
	uint32_t flags;               /* LR_ROOT_FIXED, LR_ROOT_DEEP */
	/* LR_ROOT_FRAME of a mapped frame, or a block of lr_globals_add; otherwise NULL.  `index` counts the reference
	** words of the frame's blocks in use, or of the table's blocks, from 0 on.  For thread-local variables it is a
	** copy that is valid until the callback returns */
	const struct lr_block *block;
};

struct lr_frame_info {
	const lr_task *task;          /* may be NULL, as above */
	struct lr_frame *frame;       /* NULL: found by table, or an entry */
	const void *pc;               /* found by table: its position in the code; otherwise NULL */
	uint32_t depth;
	uint32_t nroots;              /* of a mapped frame: number of reference words in its blocks in use */
	int indirect;
	void **slots;                 /* nroots words: references, or addresses of variables if indirect; NULL: the
	                               * roots are not adjacent */
	const struct lr_stack_entry *entry; /* entry of LLVM's shadow stack; otherwise NULL */
};
#define LR_WALK_SKIP_FRAME 1

/* The purpose of a walk.
**   mark       visits each root; derived slots only if there is a callback for them
**   relocate   the same, but before a root of a frame is visited, the contents of its derived slots become distances
**              from their bases.  The collector then stores new addresses into the roots that are not pinned, at once
**              or until it ends the walk by
**   finish     another walk over the same stacks: derived slots become the new address of the base plus the distance.
**              No root is visited
** No other walk may run between relocate and finish.  Neither may be left out or stopped, and `frame` must skip the
** same frames in both.  A collector that needs several passes over the roots marks first.
**   verify     as mark, while a second walker walks the same stacks in another way: by call frame information
**              (.eh_frame) through code of all kinds, and through the tables from beginning to end.  If only one of
**              the two finds a slot, its flags, a derived pointer or a frame, the walk ends with LR_RT_E_FRAME_VERIFY
**              and the frame's address.  So it finds frames that no anchor leads to.  Where call frame information is
**              missing it continues at the next anchor.  Callbacks must not change slots, and LR_WALK_SKIP_FRAME
**              counts as 0.  It takes about a microsecond a frame, is not signal-safe, and the unwinder's library may
**              lock and allocate
** A null base means that its object does not move: its derived slots do not change. */
enum lr_walk_mode { LR_WALK_MARK = 0, LR_WALK_RELOCATE, LR_WALK_FINISH, LR_WALK_VERIFY };

/* Adjacent words, at least one. */
struct lr_root_run {
	void **slots;
	size_t n;
};

/* Callbacks of a walk: zero-initialise, set struct_size, then fill in those that are needed; any may be NULL.  They
** must not push, pop or free frames or tasks. */
struct lr_visitor {
	size_t struct_size;        /* sizeof(struct lr_visitor); later versions may add fields */
	/* Called for a slot that holds a reference.  It may read the slot, and a moving collector may write it.  0:
	** continue; any other result stops the walk, which returns it if it is negative. */
	int (*root)(void *user, void **slot, const struct lr_root_site *);
	/* Called for a frame, before its slots.  0: continue; LR_WALK_SKIP_FRAME: skip its slots (the callback has
	** processed them all); negative: stop, and the walk returns it. */
	int (*frame)(void *user, const struct lr_frame_info *);
	/* Called for a task, before its frames.  0: continue; negative: stop, and the walk returns it. */
	int (*task)(void *user, const lr_task *);
	void *user;
	/* Called when the walk is about to end with an LR_RT_E_FRAME_*: the frame of the chain, or the address in code
	** that no table describes, or the frame pointer that is bad. */
	void (*bad)(void *user, int code, const void *address);
	/* Called for a slot with an address in or near the object in *base, before any root of its frame, once per
	** slot. `base` is visited as a root as well, later.  `slot` holds the address when marking, and the distance
	** when relocating.  Not called when finishing.  Results as of `root`. */
	int (*derived)(void *user, void **slot, void *const *base, const struct lr_root_site *);
	enum lr_walk_mode mode;
	/* Called instead of `root` for many slots at a time, as runs of words of one frame or several, newest frame
	** first. Not every word holds a reference: the callback must ignore words that lr_is_reference denies and leave
	** them unchanged.  Of `site` only kind, task and flags are set, which are the same for all of the words.  A
	** batch comes after `frame` and `task` for its frames, and before all calls for older frames.  It has at most
	** LR_WALK_BATCH runs.  Results as of `root`; the walk counts the words of the batch as visited. */
	int (*roots)(void *user, const struct lr_root_run *runs, size_t n, const struct lr_root_site *site);
};
#define LR_WALK_BATCH 128u

/* Called by code of the ABI "framemap" when it is loaded and unloaded, or when a JIT session has made it; by no other
** code.  `end` NULL: the table itself contains its end; `code` is any address of its code.  Any thread may call them,
** at any time except while it has the world stopped.  Adding is counted.  Memory that is no table is fatal; remove:
** LR_RT_OK, LR_RT_E_ARG (not registered). */
LR_API int lr_framemap_add(const void *table, const void *end, const void *code);
LR_API int lr_framemap_remove(const void *table);
/* The same for code of the ABI "statepoint", object by object.  Compressed tables (lr_options.compress_tables) are
** unpacked here, into memory of their own.  A program that loads such code must be linked with zlib (-Wl,--no-as-needed
** -lz; static programs: -Wl,-u,uncompress); without it the call is fatal. */
LR_API int lr_statepoints_add(const void *table, const void *code);
LR_API int lr_statepoints_remove(const void *table);

/* Visits the roots of a chain of frames, newest frame first, slots in ascending order.  Two kinds of slots are skipped:
** slots that hold no reference (lr_is_reference; but see lr_visitor.roots), and indirect slots whose
** variable's address is NULL.  Returns the number of roots visited, or the negative code of the callback that stopped
** it, or LR_RT_E_FRAME_* at a corrupt frame: then the frames before it have been visited (those of a cycle more than
** once); or LR_RT_E_ARG: the visitor is NULL or has no struct_size, or there is no task.  No frame (NULL) is an empty
** chain. Never allocates, locks, or makes a system call; constant stack space, about 3 KiB.  [signal-safe]  (None of
** this holds with LR_WALK_VERIFY.)
**
** Any thread, attached or not, may walk frames that do not change meanwhile: its own, those of a suspended task, those
** of any task while the world is stopped.  In a signal handler, "its own" are those of the thread that got the signal,
** if the signal interrupted C code (LR_GC_PUSH is one store), the runtime, a safepoint or a GC-safe region.  Elsewhere
** in compiled code the newest frame may be incomplete, because its stores come in any order. */
LR_API int64_t lr_walk_frames(struct lr_frame *newest, const struct lr_visitor *);
/* The same for a task: first its frames, those of its two chains and of tables in the order of the stack, then the
** references that the runtime holds for it (exception, argument, result).  [signal-safe] */
LR_API int64_t lr_walk_task(lr_task *, const struct lr_visitor *);
/* The same for every task of every thread, the running tasks of the threads first; then the slots of lr_gc_add_root,
** the words of lr_gc_add_root_range and of the functions of lr_gc_add_root_scanner, the tables of lr_globals_add and
** the variables of lr_tls_add.  Words of ranges and functions have kind LR_ROOT_GLOBAL and no flags.  May only be
** called while the world is stopped, or when one thread is attached. */
LR_API int64_t lr_walk_all(const struct lr_visitor *);

#ifdef __cplusplus
}
#endif
#endif
