/* check_stack.h -- shared by check_flow.c, check_stack.c, check_stored.c and check_words.c.
**
** An object of the stack is looked at in up to 64 *cells* of equal size, which are words if it has no more; or 64 words
** at a time.  A *position* is an index into the events. */
#ifndef LR_CHECK_MEMORY_CHECK_STACK_H
#define LR_CHECK_MEMORY_CHECK_STACK_H

#include "check/model/check_model.h"

/* One access of the object, with what is known around it. */
struct touch {
	uint32_t pos, block, access;
	uint64_t reads, writes, kills, forgets, nulls; /* cells; kills: all of the cell is overwritten */
	uint64_t live_before, written_after, nonnull_after;
};

/* Sets of cells at the borders of a block: gen and kill are what the block itself does, in and out the solution. */
struct flow_block {
	uint64_t gen, kill, live_in, live_out;
	uint64_t written_gen, written_kill, written_in;
	uint64_t nonnull_gen, nonnull_kill, nonnull_in;
	uint64_t live_again;   /* live since a call that returned twice: control may go back there */
	bool queued, used;
};

/* Where the cells of one object may be read later, and may have been written before. */
struct flow {
	struct ck *c;
	uint32_t object, ncells;
	int64_t cell;          /* bytes */
	int64_t from;          /* byte at which the first cell lies */
	bool folded;           /* a variable of a computed number of elements: all of them are looked at as one */
	uint64_t all;
	struct touch *t;
	uint32_t n, cap;
	struct flow_block *block;
	uint32_t *work;
	uint32_t *used, nused; /* blocks with anything to reset */
	bool any_read;
};

/* All accesses, by object: positions off[o] .. off[o + 1] of pos. */
struct touches { uint32_t *off, *pos; uint32_t *twice, ntwice; };

bool     check_touches(struct ck *, struct touches *);
bool     check_flow_start(struct ck *, struct flow *);
bool     check_flow(struct flow *, const struct touches *, uint32_t object);
/* cells are the words from..from + nwords - 1; then: */
bool     check_flow_window(struct flow *, const struct touches *, uint32_t object, uint32_t from, uint32_t nwords);
/* the same for some of the object's accesses, in the order of positions: those that concern these words */
bool     check_flow_among(struct flow *, const uint32_t *pos, uint32_t n, uint32_t object, uint32_t from,
	uint32_t nwords);
/* then, where only that is asked: where cells are live */
void     check_flow_live(struct flow *, const struct touches *);
uint32_t check_flow_next(const struct flow *, uint32_t pos);          /* first touch at a position or behind it, in any
                                                                       * block */
/* At a position that is no touch: */
uint64_t check_live_at(const struct flow *, const struct touches *, uint32_t pos, uint32_t block);
/* whoever has its address not counted */
uint64_t check_live_inside(const struct flow *, const struct touches *, uint32_t pos, uint32_t block);
uint64_t check_live_out(const struct flow *, uint32_t block);
uint64_t check_written_at(const struct flow *, uint32_t pos, uint32_t block, bool nonnull);

/* -- check_window.c: accesses of a large object, by windows of so many words. */
enum { CHECK_WINDOW = 64 };
struct windows { uint32_t *off, *pos; }; /* positions of those that may concern window w: pos[off[w]] .. */
/* Of n windows those that are wanted (NULL: all).  *many: that would be too much, and there are none. */
bool     check_windows(struct ck *, const struct touches *, uint32_t object, uint32_t n, const bool *wanted,
	struct windows *, bool *many);

/* A word of the frame is written. */
struct slot_write { uint32_t pos, block, object, access, content; };

/* What the proofs of check_stack.c and check_stored.c ask of a function. */
struct stack {
	struct ck *c;
	struct touches touches;
	struct flow flow, other;
	uint32_t *write_off;        /* slot -> its writes, in the order of positions */
	struct slot_write *write;
	uint32_t *stop, nstops, stop_cap;       /* safepoints */
	uint32_t *bare, nbare, bare_cap;        /* safepoints at which the frame may not be pushed */
	struct few { uint32_t pos, seen; } *few; /* at which only so many of its words are roots */
	uint32_t nfew, few_cap;
};

bool     check_stored(struct stack *);  /* check_stored.c */

#endif
