/* SPDX-License-Identifier: MIT */
/* clear_slots.c -- words of the frame that hold nothing live all through a loop become null before it, so that the
** objects that they held can be collected.  Needs stack colouring.  Fills clear.
**
** Retention matters where a program spends its time: in loops with safepoints.  A word that is not cleared is correct,
** too; clearing is left out where the work would not be near-linear. */
#include "gcroots/core/colour_stack.h"

/* Words that may hold dead values in a later loop. */
struct dirt {
	word_id *word;
	uint32_t n;
	bool *listed;            /* by word: it is in `word` */
	bool *waits;             /* by word: it is dirty, but holds a value that is live into the loops that follow; it
	                          * is not listed until none is */
	uint32_t nwaiting;
};

static void
make_dirty(struct dirt *d, word_id word)
{
	if (!d->listed[word])
		d->listed[word] = true, d->word[d->n++] = word;
}

/* Goes from the values that are live into one loop to those that are live into the next, by the difference of the
** sets. */
static bool
hold(struct stack_words *s, struct dirt *dirt, pset live)
{
	const struct fn *f = s->f;
	rank_id x;

	if (live == s->held)
		return true;
	if (!pset_changes(f->pool, s->held, live, s->ar, &s->change)
	    || !pay(s, (uint64_t)pset_size(&s->change.only_a) + pset_size(&s->change.only_b)))
		return false;
	s->held = live;
	for (struct pset_part born = s->change.only_b; pset_next(&born, &x);)
		for (uint32_t d = s->demand_of_value[x]; d != NONE; d = s->next_of_value[d])
			s->holds[f->coloured.demand[d].slot]++;
	for (struct pset_part died = s->change.only_a; pset_next(&died, &x);)
		for (uint32_t d = s->demand_of_value[x]; d != NONE; d = s->next_of_value[d]) {
			word_id word = f->coloured.demand[d].slot;
			if (--s->holds[word] > 0 || !dirt->waits[word])
				continue;
			dirt->waits[word] = false;
			dirt->nwaiting--;
			make_dirty(dirt, word);
		}
	return true;
}

/* Marks the words in use anywhere in the loop of h. */
static bool
busy_in_loop(struct stack_words *s, block_id h, const block_id *by_pos)
{
	struct fn *f = s->f;

	s->stamp++;
	s->nblock = 0;
	if (!pay(s, f->g.loop_last[h] - f->g.loop_pos[h] + 1))
		return false;
	for (uint32_t i = f->g.loop_pos[h]; i <= f->g.loop_last[h]; i++) {
		s->block[s->nblock++] = by_pos[i];
		if (!mark_demands(s, by_pos[i]))
			return false;
	}
	if (!busy_with_variables(s))
		return false;
	mark_busy(s, 0, f->coloured.ndedicated);
	return true;
}

/* Outermost loops with safepoints, in order. */
bool
list_loops(struct stack_words *s)
{
	const struct fn *f = s->f;
	const struct cfg *g = &f->g;
	block_id *top = arena_array(s->ar, g->nblk, sizeof *top); /* per block in a loop: the outermost header */
	bool *collects = arena_zarray(s->ar, g->nblk, sizeof *collects);

	s->loop = arena_array(s->ar, g->nblk, sizeof *s->loop);
	if (!top || !collects || !s->loop)
		return false;
	for (block_id b = 0; b < g->nblk; b++) {
		block_id h = g->loop[b], around = h == b ? g->loop_parent[b] : h;
		if (h == NONE)
			continue;
		top[b] = around == NONE ? b : top[around];
		collects[top[b]] |= f->safe_at[b] < f->safe_at[b + 1];
	}
	for (block_id h = 0; h < g->nblk; h++) {
		if (!collects[h])
			continue;
		block_id p = cfg_preheader(g, h);
		if (p != NONE && !closed_at_end(f, p))
			s->loop[s->nloop++] = (struct clearing){ h, p };
	}
	return true;
}

/* Clears, in block p before the loop at hand, the dirty words that are not used in it and hold no live value. */
static void
clear_before(struct stack_words *s, struct dirt *d, block_id p)
{
	struct fn *f = s->f;
	uint32_t kept = 0;

	for (uint32_t k = 0; k < d->n; k++) {
		word_id word = d->word[k];
		if (s->busy[word] == s->stamp) {
			d->word[kept++] = word;
			continue;
		}
		d->listed[word] = false;
		if (s->holds[word] > 0) {
			d->nwaiting += !d->waits[word];
			d->waits[word] = true;
		} else if (ARENA_PUSH(f->ar, f->stacked.clear, f->stacked.nclear, f->stacked.clear_cap)) {
			f->stacked.clear[f->stacked.nclear++] = (struct clear){ p, word };
		}
	}
	d->n = kept;
}

bool
clear_dead(struct stack_words *s)
{
	struct fn *f = s->f;
	const struct cfg *g = &f->g;
	uint32_t done = 0;

	if (s->nloop == 0)
		return true;
	block_id *by_pos = arena_array(s->ar, g->nblk, sizeof *by_pos);
	uint32_t *first = arena_zarray(s->ar, (size_t)g->nblk + 2, sizeof *first),
		 *order = arena_array(s->ar, f->placed.nstore, sizeof *order);
	struct dirt dirt = { .word = arena_array(s->ar, f->stacked.nwords, sizeof *dirt.word) };
	dirt.listed = arena_zarray(s->ar, f->stacked.nwords, sizeof *dirt.listed);
	dirt.waits = arena_zarray(s->ar, f->stacked.nwords, sizeof *dirt.waits);
	s->holds = arena_zarray(s->ar, (size_t)f->stacked.nwords + 1, sizeof *s->holds);
	if (!by_pos || !first || !order || !dirt.word || !dirt.listed || !dirt.waits || !s->holds)
		return false;
	for (uint32_t i = 0; i < f->placed.nstore; i++)
		first[f->placed.store[i].block + 1]++;
	for (block_id b = 0; b < g->nblk; b++) {
		by_pos[g->loop_pos[b]] = b;
		first[b + 1] += first[b];
	}
	for (uint32_t i = 0; i < f->placed.nstore; i++)
		order[first[f->placed.store[i].block]++] = i;
	for (uint32_t i = 0; i < s->nloop; i++) {
		block_id h = s->loop[i].head, p = s->loop[i].before;
		for (; done < f->placed.nstore && f->placed.store[order[done]].block <= p; done++)
			make_dirty(&dirt, f->placed.store[order[done]].slot);
		if (!pay(s, f->nvar))
			return true;
		for (variable_id v = 0; v < f->nvar; v++)
			if (s->since[v] <= p) {
				for (word_id w = f->stacked.word[v]; w < f->stacked.word[v] + f->var[v].words; w++)
					make_dirty(&dirt, w);
				s->since[v] = NONE;
			}
		if (dirt.n + dirt.nwaiting == 0)
			continue;
		if (!hold(s, &dirt, f->live.in[h]) || !pay(s, dirt.n) || !busy_in_loop(s, h, by_pos))
			return !s->ar->failed; /* clearing is optional */
		clear_before(s, &dirt, p);
	}
	return true;
}
