/* walk.h -- what the files of the walker share: walk.c goes along the chains, walk_table.c finds frames by table. */
#ifndef LR_RT_WALK_H
#define LR_RT_WALK_H

#include "runtime/runtime.h"

struct walk {
	const struct lr_visitor *visitor;
	struct lr_root_site site;
	int64_t visited;
	int64_t status;            /* negative: ends the walk */
	bool stopped;              /* a callback wants no more */
	uintptr_t reached;         /* frame pointer of the last frame found by table on this stack: all later ones are above it */
};

/* -- walk.c */
void walk_end(struct walk *, int64_t status);
void walk_end_badly(struct walk *, int code, const void *address);
/* A frame, before its slots.  True: they are to be visited. */
bool walk_announce(struct walk *, uint32_t nroots, int indirect, void **slots);
/* One slot whose address is known. */
void walk_slot(struct walk *, void **slot, uint32_t index);
/* A slot with an address in the object of `base`.  All of a frame come before its roots, each once. */
void walk_derived(struct walk *, void **slot, void *const *base, uint32_t index);

/* -- walk_table.c */
/* Frames found by table from where `o` is on, as long as the callers are of that kind.  False: it is in no such code. */
bool walk_by_table(struct walk *, const struct origin *);
/* An anchor in the chain: frames found by table, unless they were met on the way from a newer place. */
void walk_anchor(struct walk *, const struct lr_frame *);

#endif
