/* SPDX-License-Identifier: MIT */
/* graph.c -- blocks and edges of a function, before anything is in them.
**
** Each block but the first gets an edge from an earlier one; further edges go anywhere.  Cycles go through an edge to a block that is not
** later: those are taken only while there is fuel, and there is always another way.  A block that ends in a handler or an invoke has two
** successors that nothing else leads to. */
#include "gen.h"

static bool
is_full(const struct block *b)
{
	return b->end != END_BRANCH || b->room == ROOM_PROTECTED || b->nsucc >= EDGES_MAX - 4;
}

static void
edge(struct gen *g, unsigned from, unsigned to)
{
	struct block *f = &g->block[from], *t = &g->block[to];

	if (f->nsucc == EDGES_MAX || t->npred == sizeof t->pred / sizeof *t->pred)
		return;
	f->succ[f->nsucc++] = to;
	t->pred[t->npred++] = from;
}

static unsigned
new_block(struct gen *g, enum room room)
{
	unsigned i = g->nblocks++;

	g->block[i] = (struct block){ .room = room };
	return i;
}

/* An earlier block that may have one more successor; rather a recent one. */
static unsigned
parent(struct gen *g, unsigned i)
{
	unsigned back = 1 + (one_in(&g->d, 4) ? roll(&g->d, i) : roll(&g->d, i < 3 ? i : 3));

	for (unsigned k = i - back; k < i; k++)
		if (!is_full(&g->block[k]))
			return k;
	for (unsigned k = i; k-- > 0; )
		if (!is_full(&g->block[k]))
			return k;
	return 0;
}

/* Give it two successors of its own. */
static void
split(struct gen *g, unsigned i, enum end end)
{
	unsigned first = new_block(g, end == END_TRY ? ROOM_PROTECTED : ROOM_NORMAL);
	unsigned second = new_block(g, end == END_TRY ? ROOM_CATCH : ROOM_PAD);

	g->block[i].end = end;
	edge(g, i, first);
	edge(g, i, second);
}

static bool
is_target(const struct block *b)
{
	return b->room == ROOM_PLAIN;
}

static void
more_edges(struct gen *g, unsigned i, unsigned last)
{
	struct block *b = &g->block[i];
	bool forward = false;

	if (b->end != END_BRANCH)
		return;
	if (b->room != ROOM_PROTECTED)
		for (unsigned k = 0, n = one_in(&g->d, 5) ? 5 : roll(&g->d, 3); k < n; k++) {
			unsigned to = 1 + roll(&g->d, last);
			if (is_target(&g->block[to]) && b->nsucc < EDGES_MAX - 1 && (b->nsucc > 0 || to > i))
				edge(g, i, to);
		}
	for (unsigned k = 0; k < b->nsucc; k++)
		forward |= b->succ[k] > i;
	if (b->room == ROOM_PROTECTED && b->nsucc == 0)
		edge(g, i, last);
	else if (b->nsucc == 0)
		b->end = i == last ? END_RETURN : b->room == ROOM_PAD && g->at->unwinds && one_in(&g->d, 2) ? END_RESUME
			: one_in(&g->d, 3) ? END_THROW : one_in(&g->d, 3) ? END_TAIL : END_RETURN;
	else if (!forward)
		edge(g, i, last);
}

static void
dominators(struct gen *g)
{
	uint64_t all = (UINT64_C(1) << g->nblocks) - 1;
	bool changed = true;

	for (unsigned i = 0; i < g->nblocks; i++)
		g->block[i].dominators = i == 0 ? 1 : all;
	while (changed) {
		changed = false;
		for (unsigned i = 1; i < g->nblocks; i++) {
			struct block *b = &g->block[i];
			uint64_t d = all;
			for (unsigned k = 0; k < b->npred; k++)
				d &= g->block[b->pred[k]].dominators;
			d |= UINT64_C(1) << i;
			changed |= d != b->dominators;
			b->dominators = d;
		}
	}
	for (changed = true; changed; ) {
		changed = false;
		for (unsigned i = 0; i < g->nblocks; i++) {
			struct block *b = &g->block[i];
			uint64_t r = b->reaches;
			for (unsigned k = 0; k < b->nsucc; k++)
				r |= g->block[b->succ[k]].reaches | UINT64_C(1) << b->succ[k];
			changed |= r != b->reaches;
			b->reaches = r;
		}
	}
}

void
gen_graph(struct gen *g, unsigned size)
{
	g->nblocks = 0;
	new_block(g, ROOM_PLAIN);
	while (g->nblocks < size && g->nblocks < BLOCKS_MAX - 4) {
		unsigned i = new_block(g, ROOM_PLAIN);
		edge(g, i == 1 ? 0 : parent(g, i), i);
		if (one_in(&g->d, 7)) {
			split(g, i, END_TRY);
			g->has_try = true;
		} else if (one_in(&g->d, 6)) {
			split(g, i, END_INVOKE);
		}
	}
	unsigned last = new_block(g, ROOM_PLAIN);
	edge(g, parent(g, last), last);
	for (unsigned i = 1; i <= last; i++)
		more_edges(g, i, last);
	dominators(g);
}
