/* SPDX-License-Identifier: MIT */
/* walk.h -- what the files of the walker share: walk.c follows the chains, walk_table.c finds frames by table. */
#ifndef LR_RUNTIME_WALK_WALK_H
#define LR_RUNTIME_WALK_WALK_H

#include "runtime/runtime.h"

enum { WALK_BATCH = LR_WALK_BATCH };
#define WALK_PINNED_DEEP (LR_ROOT_FIXED | LR_ROOT_DEEP)

struct walk {
	const struct lr_visitor *visitor;
	struct lr_root_site site;
	int64_t visited;
	int64_t status;            /* negative: the error that ended the walk */
	bool stopped;              /* a callback or an error has ended the walk */
	uintptr_t reached;         /* frame pointer of the last frame found by table on this stack; all later ones are
	                            * above it */
	struct lr_frame *chain;    /* the rest of the chain; a walk by table removes the anchors that it passes */
	/* the last map that was checked, and the number of references in one element of it */
	const struct lr_map *map;
	uint64_t map_refs;
	/* slots not yet passed to `roots`, all with the same flags; there is always space for one more */
	size_t nbatch;
	struct lr_root_site batch_site;
	struct lr_root_run batch[WALK_BATCH];
};

/* Initialises all fields but the batch, which is written before it is read. */
static inline void
walk_begin(struct walk *w, const struct lr_visitor *visitor)
{
	w->visitor = visitor;
	w->site = (struct lr_root_site){ .kind = LR_ROOT_FRAME };
	w->visited = w->status = 0;
	w->stopped = false;
	w->reached = 0;
	w->chain = NULL;
	w->map = NULL;
	w->nbatch = 0;
	w->batch_site = (struct lr_root_site){ .kind = LR_ROOT_FRAME };
}

void walk_end(struct walk *, int64_t status);
void walk_end_badly(struct walk *, int code, const void *address);
/* Passes the slots of the batch to the visitor. */
void walk_flush(struct walk *);

/* Adds a run to the batch, with the flags of `site`. */
static inline void
walk_run(struct walk *w, void **slots, uint32_t n)
{
	if (w->batch_site.flags != w->site.flags) {
		walk_flush(w);
		w->batch_site.flags = w->site.flags;
	}
	if (w->stopped || n == 0)
		return;
	w->visited += n;
	w->batch[w->nbatch++] = (struct lr_root_run){ slots, n };
	if (w->nbatch == WALK_BATCH)
		walk_flush(w);
}

/* Visits one slot. */
static inline void
walk_slot(struct walk *w, void **slot, uint32_t index)
{
	const struct lr_visitor *v = w->visitor;

	if (v->mode == LR_WALK_FINISH || !rt_is_reference(*slot))
		return;
	if (v->roots != NULL) {
		walk_run(w, slot, 1);
		return;
	}
	w->visited++;
	w->site.index = index;
	int answer = v->root != NULL ? v->root(v->user, slot, &w->site) : 0;
	if (rt_unlikely(answer != 0))
		walk_end(w, answer);
}

/* Visits adjacent slots; the first is number `index` of its frame. */
static inline void
walk_slots(struct walk *w, void **slots, uint32_t n, uint32_t index)
{
	const struct lr_visitor *v = w->visitor;

	if (v->mode == LR_WALK_FINISH)
		return;
	if (v->roots != NULL) {
		walk_run(w, slots, n);
		return;
	}
	for (uint32_t i = 0; i < n; i++) {
		if (!rt_is_reference(slots[i]))
			continue;
		w->visited++;
		w->site.index = index + i;
		int answer = v->root != NULL ? v->root(v->user, &slots[i], &w->site) : 0;
		if (rt_unlikely(answer != 0)) {
			walk_end(w, answer);
			return;
		}
	}
}

/* -- shortcuts for visitors that take slots in batches and do not ask for frames */

static inline bool
walk_is_short(const struct walk *w)
{
	return w->visitor->roots != NULL && w->visitor->frame == NULL && w->visitor->mode != LR_WALK_FINISH;
}

/* A stack is walked upwards, but through pointers, so that the processor does not prefetch it by itself. */
static inline void
walk_prefetch(const void *frame)
{
	__builtin_prefetch((const char *)frame + 4096);
}

/* Passes a frame to the visitor before its slots.  Returns true if the slots are to be visited. */
static inline bool
walk_announce(struct walk *w, uint32_t n, int indirect, void **slots)
{
	if (w->visitor->frame == NULL)
		return true;
	struct lr_frame_info info = { w->site.task, (struct lr_frame *)(uintptr_t)w->site.frame, w->site.pc,
		w->site.depth, n, indirect, slots, w->site.entry };
	int answer = w->visitor->frame(w->visitor->user, &info);

	if (answer != 0 && answer != LR_WALK_SKIP_FRAME)
		walk_end(w, answer);
	return answer == 0;
}

/* Has the walk already visited the frames that an anchor leads to, on the way from a newer frame? */
static inline bool
walk_is_passed(const struct walk *w, const struct lr_frame *anchor)
{
	uintptr_t fp = ((const uintptr_t *)(const void *)anchor)[LR_ANCHOR_FP_WORD];

	return w->reached != 0 && fp != 0 && fp <= w->reached;
}

/* -- walk.c */
/* Visits a slot with an address inside the object of `base`.  All such slots of a frame come before its roots, each
** once. */
void walk_derived(struct walk *, void **slot, void *const *base, uint32_t index);

/* -- walk_short.c: walks along a chain up to address `limit`, and returns the first link that needs the general
** code. */
/* Visits frames one by one, for any visitor. */
struct lr_frame *walk_plain(struct walk *, struct lr_frame *, uintptr_t limit);
/* Adds slots to the batch; only if walk_is_short. */
struct lr_frame *walk_short_frames(struct walk *, struct lr_frame *, uintptr_t limit);
struct lr_stack_entry *walk_short_entries(struct walk *, struct lr_stack_entry *, uintptr_t limit);

/* -- walk_map.c */
/* Returns 0, or the code for a bad word 0 of a mapped frame. */
int walk_check_mapped(uintptr_t word);
/* Visits the slots of a mapped frame. */
void walk_mapped(struct walk *, struct lr_frame *);
/* Visits a block that is in no frame; its first reference is number `*index`. */
void walk_block(struct walk *, const struct lr_block *, uint32_t *index);

/* -- walk_table.c */
/* Visits frames by table from `o` on, as long as the callers are in such code.  Returns false if `o` is not. */
bool walk_by_table(struct walk *, const struct origin *);
/* Visits the frames that an anchor in the chain leads to, unless the walk has visited them. */
void walk_anchor(struct walk *, const struct lr_frame *);

#endif
