/* SPDX-License-Identifier: MIT */
/* check_stack.h -- the data flow of one stack object, shared by check_flow.c, check_window.c, check_frame_variables.c,
** check_stored.c and check_words.c.
**
** An object is proved either as a whole, in up to 64 *cells* of equal size, which are words if it has no more than 64;
** or in windows of 64 words. */
#ifndef LR_CHECK_MEMORY_CHECK_STACK_H
#define LR_CHECK_MEMORY_CHECK_STACK_H

#include "check/model/check_phases.h"

/* One access to the object, and the solution of the data flow around it. */
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
	int64_t from;          /* byte of the object at which the first cell begins */
	bool folded;           /* a variable of a computed number of elements: the cells of one stand for all */
	uint64_t all;          /* all cells */
	struct touch *t;
	uint32_t n, cap;
	struct flow_block *block;
	uint32_t *work;
	uint32_t *used, nused; /* blocks to reset */
	bool any_read;
};

/* The positions of all accesses to object o: pos[off[o]] .. pos[off[o + 1]]; and of calls that may return twice. */
struct touches { uint32_t *off, *pos; uint32_t *twice, ntwice; };

bool     check_touches(struct ck *, struct touches *);
bool     check_flow_start(struct ck *, struct flow *);
bool     check_flow(struct flow *, const struct touches *, uint32_t object);
/* The cells are the words from..from + nwords - 1, at most 64.  Only the touches are found, not their solution. */
bool     check_flow_window(struct flow *, const struct touches *, uint32_t object, uint32_t from, uint32_t nwords);
/* The same for those of the object's accesses that concern these words, in the order of positions. */
bool     check_flow_among(struct flow *, const uint32_t *pos, uint32_t n, uint32_t object, uint32_t from,
	uint32_t nwords);
/* Then, if only that is wanted: where cells are live. */
void     check_flow_live(struct flow *, const struct touches *);
/* The first touch at a position or behind it, in any block. */
uint32_t check_flow_next(const struct flow *, uint32_t pos);
/* At a position that is no touch: the cells that may be read later; */
uint64_t check_live_at(const struct flow *, const struct touches *, uint32_t pos, uint32_t block);
/* the same, without reads through addresses that have escaped; */
uint64_t check_live_inside(const struct flow *, const struct touches *, uint32_t pos, uint32_t block);
uint64_t check_live_out(const struct flow *, uint32_t block);
/* the cells that may have been written, or written with anything but null. */
uint64_t check_written_at(const struct flow *, uint32_t pos, uint32_t block, bool nonnull);

/* -- check_window.c: accesses to a large object, by windows of so many words. */
enum { CHECK_WINDOW = 64 };
struct windows { uint32_t *off, *pos; }; /* positions of those that may concern window w: pos[off[w]] .. */
/* For those of n windows that are wanted (NULL: all).  *many: there would be too many pairs, and w->pos is NULL. */
bool     check_windows(struct ck *, const struct touches *, uint32_t object, uint32_t n, const bool *wanted,
	struct windows *, bool *many);

/* A write of a slot. */
struct slot_write { uint32_t pos, block, object, access, content; };

/* The facts of a function on which the proofs of check_frame_variables.c and check_stored.c rest. */
struct stack {
	struct ck *c;
	struct touches touches;
	struct flow flow, other;
	uint32_t *write_off;        /* slot -> its writes, in the order of positions */
	struct slot_write *write;
	uint32_t *stop, nstops, stop_cap;       /* safepoints */
	uint32_t *bare, nbare, bare_cap;        /* those at which on some path the frame is not pushed */
	struct few { uint32_t pos, seen; } *few; /* those at which only the first `seen` slots are roots */
	uint32_t nfew, few_cap;
};

bool     check_stored(struct stack *);  /* check_stored.c */

#endif
