/* SPDX-License-Identifier: MIT */
/* colour_stack.c -- assigns words of the frame to stack variables, which may share them with values and each other.
** Needs colour (demand), place (nstore), liveness (in, out).  Fills struct stacked; clear_slots.c fills its clears.
**
** Liveness is by blocks, which is coarse but cheap: a variable is live in the blocks where it is accessed, and in those
** between a write and a read that no kill separates.  It may have a word unless a value or another variable has the
** word in one of these blocks.  Work is bounded; a variable that would cost too much gets words of its own. */
#include "gcroots/core/colour_stack.h"

static void
add_block(struct stack_words *s, block_id b)
{
	if (s->seen[b] != s->stamp) {
		s->seen[b] = s->stamp;
		s->block[s->nblock++] = b;
	}
}

/* Marks the blocks that control may reach after a write.  False if over budget. */
static bool
forward(struct stack_words *s, uint32_t n)
{
	const uint32_t *succ_at = s->f->g.succ_at, stamp = s->stamp;
	const block_id *succ = s->f->g.succ;
	uint32_t *after = s->after;
	block_id *todo = s->todo;

	while (n) {
		block_id b = todo[--n];
		uint32_t first = succ_at[b], end = succ_at[b + 1];
		if (!pay(s, 1 + end - first))
			return false;
		for (uint32_t e = first; e < end; e++) {
			block_id x = succ[e];
			if (after[x] == stamp)
				continue;
			after[x] = stamp;
			todo[n++] = x;
		}
	}
	return true;
}

/* Collects the blocks, among those that `forward` marked, from which control may reach a read without passing a kill.
** */
static bool
backward(struct stack_words *s, uint32_t n)
{
	const struct cfg *g = &s->f->g;

	while (n) {
		block_id b = s->todo[--n];
		if (!pay(s, 1 + g->pred_at[b + 1] - g->pred_at[b]))
			return false;
		if (s->after[b] == s->stamp)
			add_block(s, b);
		for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++) {
			block_id p = g->pred[e];
			if (s->after[p] == s->stamp)
				add_block(s, p);
			if (s->in[p] != s->stamp && s->kill[p] != s->stamp) {
				s->in[p] = s->stamp;
				s->todo[n++] = p;
			}
		}
	}
	return true;
}

/* Collects the blocks in which v is live.  False if they are not known. */
static bool
live_blocks(struct stack_words *s, const struct var *v)
{
	const struct access *a = s->f->access + v->access_at;
	uint32_t n = 0;

	s->stamp++;
	s->nblock = 0;
	if (v->everywhere || s->f->without.slot_sharing || !pay(s, v->access_n))
		return false;
	for (uint32_t i = 0; i < v->access_n; i++) {
		add_block(s, a[i].block);
		if ((a[i].kind & ACCESS_WRITE) && s->after[a[i].block] != s->stamp) {
			s->after[a[i].block] = s->stamp;
			s->todo[n++] = a[i].block;
		}
	}
	if (!forward(s, n))
		return false;
	n = 0;
	for (uint32_t i = 0; i < v->access_n; i++) {
		block_id b = a[i].block;
		if ((a[i].kind & ACCESS_READ) && s->kill[b] != s->stamp && s->in[b] != s->stamp) {
			s->in[b] = s->stamp;
			s->todo[n++] = b;
		}
		if (a[i].kind & ACCESS_KILL)
			s->kill[b] = s->stamp; /* accesses of a block are in order: a later read is not exposed */
	}
	return backward(s, n);
}

/* May the set have elements that are not in `known`?  A cheap test. */
static inline bool
news(const struct stack_words *s, pset known, pset now)
{
	return s->f->pool->bits ? (now & ~known) != 0 : now != known;
}

/* Marks the slots of the values in set `now`; those of the values in `known` are marked already.  Adds `now` to
** `known`, or, where that is not cheap, replaces `known`. */
static bool
mark_live(struct stack_words *s, pset *known, pset now)
{
	struct fn *f = s->f;
	rank_id x;
	uint32_t cost = 1;

	if (!pset_changes(f->pool, *known, now, s->ar, &s->change))
		return false;
	*known = f->pool->bits ? *known | now : now;
	for (struct pset_part born = s->change.only_b; pset_next(&born, &x); cost++)
		for (uint32_t d = s->demand_of_value[x]; d != NONE; d = s->next_of_value[d])
			s->busy[f->coloured.demand[d].slot] = s->stamp;
	return pay(s, cost);
}

bool
mark_demands(struct stack_words *s, block_id b)
{
	for (uint32_t d = s->demand_in_block[b]; d != NONE; d = s->next_in_block[d]) {
		s->busy[s->f->coloured.demand[d].slot] = s->stamp;
		if (!pay(s, 1))
			return false;
	}
	return true;
}

/* Marks the slots that values have in the blocks of the variable at hand. */
static bool
busy_with_values(struct stack_words *s)
{
	struct fn *f = s->f;
	pset known = 0; /* all in it are marked */

	for (uint32_t i = 0; i < s->nblock; i++) {
		block_id b = s->block[i];
		if ((news(s, known, f->live.in[b]) && !mark_live(s, &known, f->live.in[b]))
		    || (news(s, known, f->live.out[b]) && !mark_live(s, &known, f->live.out[b])) || !mark_demands(s, b))
			return false;
	}
	/* dedicated slots are not shared */
	mark_busy(s, 0, f->coloured.ndedicated);
	return true;
}

bool
busy_with_variables(struct stack_words *s)
{
	for (uint32_t i = 0; i < s->nblock; i++)
		for (uint32_t r = s->residents[s->block[i]]; r != NONE; r = s->resident[r].next) {
			variable_id v = s->resident[r].var;
			if (s->seen_var[v] == s->stamp)
				continue;
			s->seen_var[v] = s->stamp;
			if (!pay(s, s->f->var[v].words))
				return false;
			mark_busy(s, s->f->stacked.word[v], s->f->var[v].words);
		}
	return true;
}

/* The lowest free run of words. */
static word_id
first_fit(struct stack_words *s, const struct var *v)
{
	word_id at = aligned_word(0, v->align);

	for (word_id w = at; at < s->f->stacked.nwords && w < at + v->words && w < s->limit; w++)
		if (s->busy[w] == s->stamp || s->busy[w] == NONE) {
			at = aligned_word(w + 1, v->align);
			w = at - 1;
		}
	return at;
}

static void
place_variable(struct stack_words *s, variable_id v)
{
	struct fn *f = s->f;
	const struct var *var = &f->var[v];
	word_id first;
	/* where objects move, words are of different kinds */
	bool share = !f->any_returns_twice && !f->moving && live_blocks(s, var) && busy_with_values(s)
		&& busy_with_variables(s) && pay(s, (uint64_t)f->stacked.nwords + var->words);

	if (!share) { /* words of its own at the end of the frame */
		first = aligned_word(f->stacked.nwords, var->align);
		for (word_id w = first; w < first + var->words && w < s->limit; w++)
			s->busy[w] = NONE;
	} else {
		first = first_fit(s, var);
		for (uint32_t i = 0; i < s->nblock; i++)
			if (ARENA_PUSH(s->ar, s->resident, s->nresident, s->resident_cap)) {
				if (s->block[i] < s->since[v])
					s->since[v] = s->block[i];
				s->resident[s->nresident] = (struct resident){ v, s->residents[s->block[i]] };
				s->residents[s->block[i]] = s->nresident++;
			}
	}
	f->stacked.word[v] = first;
	if (first + var->words > f->stacked.nwords)
		f->stacked.nwords = first + var->words;
}

/* Fills stacked.overlaps: accesses to variables in the same words alias each other. */
static bool
find_overlaps(struct stack_words *s)
{
	struct fn *f = s->f;

	if (f->nvar < 2)
		return true;
	variable_id *owner = arena_array(s->ar, f->stacked.nwords, sizeof *owner);
	const word_id *word = f->stacked.word;
	bool *overlaps = f->stacked.overlaps = arena_zarray(f->ar, f->nvar, sizeof *overlaps);

	if (!owner || !overlaps)
		return false;
	memset(owner, 0xFF, f->stacked.nwords * sizeof *owner);
	for (variable_id v = 0; v < f->nvar; v++)
		for (word_id w = word[v]; w < word[v] + f->var[v].words; w++) {
			if (owner[w] != NONE)
				overlaps[v] = overlaps[owner[w]] = true;
			owner[w] = v;
		}
	return true;
}

static bool
index_demands(struct stack_words *s)
{
	struct fn *f = s->f;

	s->demand_of_value = arena_array(s->ar, f->live.nrank, sizeof *s->demand_of_value);
	s->demand_in_block = arena_array(s->ar, f->g.nblk, sizeof *s->demand_in_block);
	s->next_of_value = arena_array(s->ar, f->coloured.ndemand, sizeof *s->next_of_value);
	s->next_in_block = arena_array(s->ar, f->coloured.ndemand, sizeof *s->next_in_block);
	/* of each slot: demands of a block follow each other */
	block_id *last_block = arena_array(s->ar, f->coloured.nslots, sizeof *last_block);
	if (!s->demand_of_value || !s->demand_in_block || !s->next_of_value || !s->next_in_block || !last_block)
		return false;
	memset(last_block, 0xFF, f->coloured.nslots * sizeof *last_block);
	memset(s->demand_of_value, 0xFF, f->live.nrank * sizeof *s->demand_of_value);
	memset(s->demand_in_block, 0xFF, f->g.nblk * sizeof *s->demand_in_block);
	for (uint32_t d = 0; d < f->coloured.ndemand; d++) {
		block_id b = f->safe[f->coloured.demand[d].safe].block;
		rank_id x = f->live.rank[f->coloured.demand[d].value];
		if (x != NONE)
			s->next_of_value[d] = s->demand_of_value[x], s->demand_of_value[x] = d;
		if (last_block[f->coloured.demand[d].slot] == b)
			continue;
		last_block[f->coloured.demand[d].slot] = b;
		s->next_in_block[d] = s->demand_in_block[b], s->demand_in_block[b] = d;
	}
	return true;
}

/* Is there nothing to clear or share?  So it is without loops if there are no variables; or no slots, and one variable
** or one block, in which the words follow each other without gaps. */
static bool
nothing_to_do(const struct stack_words *s)
{
	const struct fn *f = s->f;
	bool gaps = false;

	for (variable_id v = 0; v < f->nvar; v++)
		gaps |= f->var[v].align > 1;
	return s->nloop == 0
		&& (f->nvar == 0 || (f->coloured.nslots == 0 && (f->nvar == 1 || (f->g.nblk == 1 && !gaps))));
}

bool
colour_stack(struct fn *f)
{
	struct stack_words s = { .f = f, .ar = fn_tmp(f) };
	uint32_t nblk = f->g.nblk;
	uint32_t *stamps, *mem;

	f->stacked.nwords = f->coloured.nslots;
	f->stacked.nclear = 0;
	f->stacked.word = arena_array(f->ar, f->nvar, sizeof *f->stacked.word);
	if (!f->stacked.word)
		return false;
	if (f->g.any_loop && (f->nvar || f->placed.nstore) && !list_loops(&s))
		return false;
	if (nothing_to_do(&s)) {
		for (variable_id v = 0; v < f->nvar; v++) {
			f->stacked.word[v] = aligned_word(f->stacked.nwords, f->var[v].align);
			f->stacked.nwords = f->stacked.word[v] + f->var[v].words;
		}
		return fn_tmp_done(f);
	}
	s.limit = f->coloured.nslots;
	for (variable_id v = 0; v < f->nvar; v++)
		s.limit += f->var[v].words + f->var[v].align;
	s.budget = 64 * ((uint64_t)nblk + f->naccess + id_count(f) + s.limit) + 4096;
	stamps = arena_zarray(s.ar, (size_t)nblk * 4, sizeof *stamps);
	mem = arena_array(s.ar, (size_t)nblk * 3, sizeof *mem);
	s.busy = arena_zarray(s.ar, (size_t)s.limit + 1, sizeof *s.busy);
	s.seen_var = arena_zarray(s.ar, (size_t)f->nvar + 1, sizeof *s.seen_var);
	s.since = arena_array(s.ar, (size_t)f->nvar + 1, sizeof *s.since);
	if (!stamps || !mem || !s.busy || !s.seen_var || !s.since || !index_demands(&s))
		return false;
	s.in = stamps, s.kill = stamps + nblk, s.after = stamps + 2 * (size_t)nblk, s.seen = stamps + 3 * (size_t)nblk;
	s.todo = mem, s.block = mem + nblk, s.residents = mem + 2 * (size_t)nblk;
	memset(s.residents, 0xFF, nblk * sizeof *s.residents);
	for (variable_id v = 0; v < f->nvar; v++) {
		s.since[v] = NONE;
		place_variable(&s, v);
	}
	bool ok = find_overlaps(&s) && clear_dead(&s) && !f->ar->failed && !f->pool->failed;
	return fn_tmp_done(f) && ok;
}
