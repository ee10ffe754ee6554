/* walk.h -- what the files of the walker share: walk.c goes along the chains, walk_table.c finds frames by table. */
#ifndef LR_RUNTIME_WALK_WALK_H
#define LR_RUNTIME_WALK_WALK_H

#include "runtime/runtime.h"

enum { WALK_BATCH = LR_WALK_BATCH };
#define WALK_HELD (LR_ROOT_FIXED | LR_ROOT_DEEP)

struct walk {
	const struct lr_visitor *visitor;
	struct lr_root_site site;
	int64_t visited;
	int64_t status;            /* negative: ends the walk */
	bool stopped;              /* a callback wants no more */
	uintptr_t reached;         /* frame pointer of the last frame found by table on this stack: all later ones are
	                            * above it */
	struct lr_frame *chain;    /* what of the chain is still to be walked; a walk by table takes the anchors that it
	                            * passes along */
	/* the last map that was found to be right, and how many references an element of it has */
	const struct lr_map *map;
	uint64_t map_refs;
	/* what `roots` is still to be given, all with the same flags; there is always room for one more */
	size_t nbatch;
	struct lr_root_site batch_site;
	struct lr_root_run batch[WALK_BATCH];
};

/* All but what stands still until it is used. */
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
/* Hand over the slots that wait for it. */
void walk_flush(struct walk *);

/* A run for `roots`, with the flags of `site`. */
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

/* One slot whose address is known. */
static inline void
walk_slot(struct walk *w, void **slot, uint32_t index)
{
	const struct lr_visitor *v = w->visitor;

	if (v->mode == LR_WALK_FINISH || (uintptr_t)*slot < LR_SMALL_VALUE_LIMIT)
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

/* Slots side by side; the first is number `index` of its frame. */
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
		if ((uintptr_t)slots[i] < LR_SMALL_VALUE_LIMIT)
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

/* -- shortcuts for visitors that take slots by the batch and do not ask for frames */

static inline bool
walk_is_short(const struct walk *w)
{
	return w->visitor->roots != NULL && w->visitor->frame == NULL && w->visitor->mode != LR_WALK_FINISH;
}

/* A stack is walked upwards, but through pointers: the processor does not see that by itself. */
static inline void
walk_prefetch(const void *frame)
{
	__builtin_prefetch((const char *)frame + 4096);
}

/* A frame, before its slots.  True: they are to be visited. */
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

/* An anchor: were the frames from there on met on the way from a newer place? */
static inline bool
walk_is_passed(const struct walk *w, const struct lr_frame *anchor)
{
	uintptr_t fp = ((const uintptr_t *)(const void *)anchor)[LR_ANCHOR_FP_WORD];

	return w->reached != 0 && fp != 0 && fp <= w->reached;
}

/* -- walk.c */
/* A slot with an address in the object of `base`.  All of a frame come before its roots, each once. */
void walk_derived(struct walk *, void **slot, void *const *base, uint32_t index);

/* -- walk_short.c: along a chain as far as address `limit`; the result is the first link that is to be looked at with
** more care. */
/* Frames one by one, for any visitor. */
struct lr_frame *walk_plain(struct walk *, struct lr_frame *, uintptr_t limit);
/* Into the batch, if walk_is_short. */
struct lr_frame *walk_short_frames(struct walk *, struct lr_frame *, uintptr_t limit);
struct lr_stack_entry *walk_short_entries(struct walk *, struct lr_stack_entry *, uintptr_t limit);

/* -- walk_map.c */
/* 0, or what is wrong with word 0 of a mapped frame. */
int walk_check_mapped(uintptr_t word);
/* Such a frame. */
void walk_mapped(struct walk *, struct lr_frame *);
/* A block that is in no frame; its first reference is number `*index`. */
void walk_block(struct walk *, const struct lr_block *, uint32_t *index);

/* -- walk_table.c */
/* Frames found by table from where `o` is on, as long as the callers are of that kind.  False: it is in no such
** code. */
bool walk_by_table(struct walk *, const struct origin *);
/* An anchor in the chain: frames found by table, unless they were met on the way from a newer place. */
void walk_anchor(struct walk *, const struct lr_frame *);

#endif
