/* check_stored.h -- stores of references into stack memory: found by check_found.c, dealt out to windows of large
** objects by check_deal.c, proved by check_stored.c. */
#ifndef LR_CHECK_STORED_H
#define LR_CHECK_STORED_H

#include "check/memory/check_stack.h"

enum { HOLDERS = 12, MAX_PARTS = 32 };

/* A store of tracked values into an alloca. */
struct keep {
	uint32_t pos, block;
	uint32_t node, object;      /* which alloca */
	uint32_t via;               /* what is looked for in slots: the node, or one of those that keep it alive */
	uint32_t parts;             /* into how many such it still may be taken apart */
	uint32_t cls;               /* what the holders hold */
	uint32_t from;              /* holders are known from this position on */
	uint32_t holder[HOLDERS], nholders;
	bool mirrored;
	bool reported;
};

struct stores {
	struct stack *stack;
	struct ck *c;
	struct flow *flow;          /* of the object at hand */
	struct keep *keep;
	uint32_t nkeep, keep_cap;
	uint32_t *next;             /* store -> the next one into the same object, or window of it */
	uint32_t *at;               /* block -> what was known on the way in */
	uint64_t *left;
	uint32_t *seen, *work;
	bool *queued, *again;       /* again: control may come back to the block, or to one before it in their order */
	uint32_t visits;
	uint32_t stamp;             /* of the walk at hand, for `seen` */
	uint64_t mapped;            /* cells of the object at hand whose references are all in runs of its blocks */
	uint64_t *refs;             /* its words with references by its type; NULL: that tells nothing */
	uint32_t nrefs;             /* how many words it, or one element, has */
};

/* What an object's stores have to do with each of its windows. */
struct stored_windows {
	uint32_t n;
	uint32_t *first, *last;     /* stores, linked by stores.next; at n those that lie in no window */
	bool *wanted;               /* has stores to be looked at */
	bool all;                   /* those in no window are looked at in each */
	struct windows accesses;
};

/* All stores of references into stack memory, with the slots that hold what is stored; false: no memory. */
bool check_find_stores(struct stores *);
void check_add_to_window(struct stores *, struct stored_windows *, uint32_t window, uint32_t store);
/* Deal out to windows the stores that are linked from `first` on; false: no memory. */
bool check_deal_stores(struct stores *, struct stored_windows *, uint32_t first);

#endif
