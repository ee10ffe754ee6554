/* walk.h -- what the files of the walker share: walk.c goes along the chains, walk_table.c finds frames by table. */
#ifndef LR_RT_WALK_H
#define LR_RT_WALK_H

#include "runtime/runtime.h"

/* Frames that a walk by table has met, by the address that is returned to: a deep stack is mostly the same few, over and over. */
enum { WALK_KNOWN_BITS = 8, WALK_KNOWN_PLACES = 4, WALK_KNOWN_MOST = 255 };
struct walk_known {
	uint64_t key;              /* that address << 16 | roots << 8 | framemap; 0: none */
	int16_t words[WALK_KNOWN_PLACES]; /* framemap: from the frame pointer to the first; otherwise from the stack pointer to each */
};

struct walk {
	const struct lr_visitor *visitor;
	struct lr_root_site site;
	int64_t visited;
	int64_t status;            /* negative: ends the walk */
	bool stopped;              /* a callback wants no more */
	uintptr_t reached;         /* frame pointer of the last frame found by table on this stack: all later ones are above it */
	struct lr_frame *chain;    /* what of the chain is still to be walked; a walk by table takes the anchors that it passes along */
	uint32_t by_table;         /* frames found by table so far; from the WALK_FEW-th on `known` is in use */
	struct walk_known known[1 << WALK_KNOWN_BITS];
};
enum { WALK_FEW = 8 };

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
	w->by_table = 0;
}

void walk_end(struct walk *, int64_t status);
void walk_end_badly(struct walk *, int code, const void *address);
/* One slot whose address is known. */
static inline void
walk_slot(struct walk *w, void **slot, uint32_t index)
{
	int answer = 0;

	if (w->visitor->mode == LR_WALK_FINISH || (uintptr_t)*slot < LR_SMALL_VALUE_LIMIT)
		return;
	w->visited++;
	w->site.index = index;
	if (w->visitor->root != NULL)
		answer = w->visitor->root(w->visitor->user, slot, &w->site);
	if (answer != 0)
		walk_end(w, answer);
}

/* Slots side by side. */
static inline void
walk_slots(struct walk *w, void **slots, uint32_t n)
{
	const struct lr_visitor *v = w->visitor;

	if (v->mode == LR_WALK_FINISH)
		return;
	for (uint32_t i = 0; i < n; i++) {
		if ((uintptr_t)slots[i] < LR_SMALL_VALUE_LIMIT)
			continue;
		w->visited++;
		w->site.index = i;
		int answer = v->root != NULL ? v->root(v->user, &slots[i], &w->site) : 0;
		if (rt_unlikely(answer != 0)) {
			walk_end(w, answer);
			return;
		}
	}
}

/* A frame, before its slots.  True: they are to be visited. */
static inline bool
walk_announce(struct walk *w, uint32_t n, int indirect, void **slots)
{
	if (w->visitor->frame == NULL)
		return true;
	struct lr_frame_info info = { w->site.task, (struct lr_frame *)(uintptr_t)w->site.frame, w->site.pc, w->site.depth, n, indirect, slots,
		w->site.entry };
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

/* -- walk_table.c */
/* Frames found by table from where `o` is on, as long as the callers are of that kind.  False: it is in no such code. */
bool walk_by_table(struct walk *, const struct origin *);
/* An anchor in the chain: frames found by table, unless they were met on the way from a newer place. */
void walk_anchor(struct walk *, const struct lr_frame *);

#endif
