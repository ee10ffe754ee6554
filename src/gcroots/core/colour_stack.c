/* colour_stack.c -- stack variables share the words of the frame with values and with each other, and dead words are
** cleared.  Needs place (demand, store), liveness (live_in, live_out).  Fills nwords, var.word, var.overlaps, clear.
**
** All by blocks, which is coarse but cheap: a variable is live in the blocks where it is accessed and in those between
** a write and a read that no kill cuts off.  It may have a word that no value in need of that word as its slot, and no
** other variable, has in any of these blocks.  Work is bounded; a variable that would cost too much gets words of its
** own. */
#include "gcroots/model/function.h"

/* A block in which a placed variable is live. */
struct resident { uint32_t var, next; };

struct sharing {
	struct fn *f;
	struct arena *ar;
	uint64_t budget;
	/* per block, true where equal to the stamp in use */
	uint32_t *in, *kill, *after, *seen, stamp;
	uint32_t *todo;
	/* blocks of the variable at hand */
	uint32_t *block, nblock;
	/* who is where */
	uint32_t *residents;     /* heads by block */
	struct resident *resident;
	uint32_t nresident, resident_cap;
	/* of demands: all of a value, by its rank; of those of a block one for each slot */
	uint32_t *demand_of_value, *demand_in_block, *next_of_value, *next_in_block;
	struct pset_change change;
	uint32_t *busy;          /* by word: busy for the variable of this stamp, or, if NONE, for all */
	uint32_t *seen_var;
	uint32_t *since;         /* per variable: its first block, NONE if it is not known where it is live */
	uint32_t limit;          /* size of busy */
	/* of clearing: by word, how many values live into the loop at hand it holds, and the set of these */
	uint32_t *holds;
	pset held;
	struct clearing { uint32_t head, before; } *loop; /* loops that words can be cleared for: the header, and the
	                                                   * block in which */
	uint32_t nloop;
};
#define NONE UINT32_MAX /* all bits set */

static bool
pay(struct sharing *s, uint64_t n)
{
	if (s->budget < n)
		return false;
	s->budget -= n;
	return true;
}

static void
add_block(struct sharing *s, uint32_t b)
{
	if (s->seen[b] != s->stamp) {
		s->seen[b] = s->stamp;
		s->block[s->nblock++] = b;
	}
}

/* Where control can be after a write.  False if over budget. */
static bool
forward(struct sharing *s, uint32_t n)
{
	const uint32_t *succ_at = s->f->g.succ_at, *succ = s->f->g.succ, stamp = s->stamp;
	uint32_t *after = s->after, *todo = s->todo;

	while (n) {
		uint32_t b = todo[--n], first = succ_at[b], end = succ_at[b + 1];
		if (!pay(s, 1 + end - first))
			return false;
		for (uint32_t e = first; e < end; e++) {
			uint32_t x = succ[e];
			if (after[x] == stamp)
				continue;
			after[x] = stamp;
			todo[n++] = x;
		}
	}
	return true;
}

/* From where control can get to a read without passing a kill. */
static bool
backward(struct sharing *s, uint32_t n)
{
	const struct cfg *g = &s->f->g;

	while (n) {
		uint32_t b = s->todo[--n];
		if (!pay(s, 1 + g->pred_at[b + 1] - g->pred_at[b]))
			return false;
		if (s->after[b] == s->stamp)
			add_block(s, b);
		for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++) {
			uint32_t p = g->pred[e];
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

/* Collect the blocks in which v is live. */
static bool
live_blocks(struct sharing *s, const struct var *v)
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
		uint32_t b = a[i].block;
		if ((a[i].kind & ACCESS_READ) && s->kill[b] != s->stamp && s->in[b] != s->stamp) {
			s->in[b] = s->stamp;
			s->todo[n++] = b;
		}
		if (a[i].kind & ACCESS_KILL)
			s->kill[b] = s->stamp; /* accesses of a block are in order: a later read is not exposed */
	}
	return backward(s, n);
}

static void
mark_busy(struct sharing *s, uint32_t word, uint32_t n)
{
	for (uint32_t w = word; w < word + n; w++)
		s->busy[w] = s->stamp;
}

/* Is something in the set that is not known, as far as it costs nothing to see? */
static inline bool
news(const struct sharing *s, pset known, pset now)
{
	return s->f->pool->bits ? (now & ~known) != 0 : now != known;
}

/* Mark the slots of the values in set `now`, those of the values in `known` being marked; from here on it is known,
** too, and what was known if that costs nothing. */
static bool
mark_live(struct sharing *s, pset *known, pset now)
{
	struct fn *f = s->f;
	uint32_t x, cost = 1;

	if (!pset_changes(f->pool, *known, now, s->ar, &s->change))
		return false;
	*known = f->pool->bits ? *known | now : now;
	for (struct pset_part born = s->change.only_b; pset_next(&born, &x); cost++)
		for (uint32_t d = s->demand_of_value[x]; d != NONE; d = s->next_of_value[d])
			s->busy[f->demand[d].slot] = s->stamp;
	return pay(s, cost);
}

/* Mark the slots that are asked for in block b. */
static bool
mark_demands(struct sharing *s, uint32_t b)
{
	for (uint32_t d = s->demand_in_block[b]; d != NONE; d = s->next_in_block[d]) {
		s->busy[s->f->demand[d].slot] = s->stamp;
		if (!pay(s, 1))
			return false;
	}
	return true;
}

/* Mark the slots that values have in the blocks of the variable at hand. */
static bool
busy_with_values(struct sharing *s)
{
	struct fn *f = s->f;
	pset known = 0; /* all in it are marked */

	for (uint32_t i = 0; i < s->nblock; i++) {
		uint32_t b = s->block[i];
		if ((news(s, known, f->live_in[b]) && !mark_live(s, &known, f->live_in[b]))
		    || (news(s, known, f->live_out[b]) && !mark_live(s, &known, f->live_out[b])) || !mark_demands(s, b))
			return false;
	}
	/* dedicated slots are never anybody else's */
	mark_busy(s, 0, f->ndedicated);
	return true;
}

static bool
busy_with_variables(struct sharing *s)
{
	for (uint32_t i = 0; i < s->nblock; i++)
		for (uint32_t r = s->residents[s->block[i]]; r != NONE; r = s->resident[r].next) {
			uint32_t v = s->resident[r].var;
			if (s->seen_var[v] == s->stamp)
				continue;
			s->seen_var[v] = s->stamp;
			if (!pay(s, s->f->var[v].words))
				return false;
			mark_busy(s, s->f->var[v].word, s->f->var[v].words);
		}
	return true;
}

/* The lowest free run of words. */
static uint32_t
first_fit(struct sharing *s, const struct var *v)
{
	uint32_t at = aligned_word(0, v->align);

	for (uint32_t w = at; at < s->f->nwords && w < at + v->words && w < s->limit; w++)
		if (s->busy[w] == s->stamp || s->busy[w] == NONE) {
			at = aligned_word(w + 1, v->align);
			w = at - 1;
		}
	return at;
}

static void
place_variable(struct sharing *s, uint32_t v)
{
	struct fn *f = s->f;
	struct var *var = &f->var[v];
	/* where objects move, words are of different kinds */
	bool share = !f->any_returns_twice && !f->moving && live_blocks(s, var) && busy_with_values(s)
		&& busy_with_variables(s) && pay(s, (uint64_t)f->nwords + var->words);

	if (!share) { /* last in the frame, and nobody else's ever */
		var->word = aligned_word(f->nwords, var->align);
		for (uint32_t w = var->word; w < var->word + var->words && w < s->limit; w++)
			s->busy[w] = NONE;
	} else {
		var->word = first_fit(s, var);
		for (uint32_t i = 0; i < s->nblock; i++)
			if (ARENA_PUSH(s->ar, s->resident, s->nresident, s->resident_cap)) {
				if (s->block[i] < s->since[v])
					s->since[v] = s->block[i];
				s->resident[s->nresident] = (struct resident){ v, s->residents[s->block[i]] };
				s->residents[s->block[i]] = s->nresident++;
			}
	}
	if (var->word + var->words > f->nwords)
		f->nwords = var->word + var->words;
}

/* Accesses to one variable must not be taken to be apart from those to another in the same words. */
static bool
find_overlaps(struct sharing *s)
{
	struct fn *f = s->f;

	if (f->nvar < 2)
		return true;
	uint32_t *owner = arena_array(s->ar, f->nwords, sizeof *owner);

	if (!owner)
		return false;
	memset(owner, 0xFF, f->nwords * sizeof *owner);
	for (uint32_t v = 0; v < f->nvar; v++)
		for (uint32_t w = f->var[v].word; w < f->var[v].word + f->var[v].words; w++) {
			if (owner[w] != NONE)
				f->var[v].overlaps = f->var[owner[w]].overlaps = true;
			owner[w] = v;
		}
	return true;
}

/* -- clearing */

static uint32_t
store_block(const struct fn *f, const struct store *st)
{
	return st->where == STORE_AT_BLOCK_END ? st->at : f->safe[st->at].block;
}

/* The block before the loop of h, from which alone it is entered and which goes nowhere else. */
static uint32_t
entered_from(const struct cfg *g, uint32_t h)
{
	uint32_t only = NONE;

	for (uint32_t e = g->pred_at[h]; e < g->pred_at[h + 1]; e++) {
		uint32_t p = g->pred[e];
		if (g->loop_pos[h] <= g->loop_pos[p] && g->loop_pos[p] <= g->loop_last[h])
			continue;
		if (only != NONE)
			return NONE;
		only = p;
	}
	return only != NONE && g->succ_at[only + 1] - g->succ_at[only] == 1 ? only : NONE;
}

/* Words of which something may be dead in a loop to come. */
struct dirt {
	uint32_t *word, n;
	bool *listed;            /* by word: it is among these */
	bool *waits;             /* it would be, but holds what is live into the loops that follow; nobody looks at it
	                          * until that ends */
	uint32_t nwaiting;
};

static void
make_dirty(struct dirt *d, uint32_t word)
{
	if (!d->listed[word])
		d->listed[word] = true, d->word[d->n++] = word;
}

/* From what is live into one loop to what is live into the next: what most of them have in common is not gone over. */
static bool
hold(struct sharing *s, struct dirt *dirt, pset live)
{
	const struct fn *f = s->f;
	uint32_t x;

	if (live == s->held)
		return true;
	if (!pset_changes(f->pool, s->held, live, s->ar, &s->change)
	    || !pay(s, (uint64_t)pset_size(&s->change.only_a) + pset_size(&s->change.only_b)))
		return false;
	s->held = live;
	for (struct pset_part born = s->change.only_b; pset_next(&born, &x);)
		for (uint32_t d = s->demand_of_value[x]; d != NONE; d = s->next_of_value[d])
			s->holds[f->demand[d].slot]++;
	for (struct pset_part died = s->change.only_a; pset_next(&died, &x);)
		for (uint32_t d = s->demand_of_value[x]; d != NONE; d = s->next_of_value[d]) {
			uint32_t word = f->demand[d].slot;
			if (--s->holds[word] > 0 || !dirt->waits[word])
				continue;
			dirt->waits[word] = false;
			dirt->nwaiting--;
			make_dirty(dirt, word);
		}
	return true;
}

/* Mark the words in use anywhere in the loop of h. */
static bool
busy_in_loop(struct sharing *s, uint32_t h, const uint32_t *by_pos)
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
	mark_busy(s, 0, f->ndedicated);
	return true;
}

/* Retention matters where a program stays: in loops at which it can collect.  Outermost ones, in order. */
static bool
list_loops(struct sharing *s)
{
	const struct fn *f = s->f;
	const struct cfg *g = &f->g;
	uint32_t *top = arena_array(s->ar, g->nblk, sizeof *top); /* of blocks in loops: the outermost header */
	bool *collects = arena_zarray(s->ar, g->nblk, sizeof *collects);

	s->loop = arena_array(s->ar, g->nblk, sizeof *s->loop);
	if (!top || !collects || !s->loop)
		return false;
	for (uint32_t b = 0; b < g->nblk; b++) {
		uint32_t h = g->loop[b], around = h == b ? g->loop_parent[b] : h;
		if (h == NO_BLOCK)
			continue;
		top[b] = around == NO_BLOCK ? b : top[around];
		collects[top[b]] |= f->safe_at[b] < f->safe_at[b + 1];
	}
	for (uint32_t h = 0; h < g->nblk; h++) {
		if (!collects[h])
			continue;
		uint32_t p = entered_from(g, h);
		if (p != NONE && !closed_at_end(f, p))
			s->loop[s->nloop++] = (struct clearing){ h, p };
	}
	return true;
}

/* Clear, in front of the loop at hand, what is dirty and neither used in it nor held through it. */
static void
clear_before(struct sharing *s, struct dirt *d, uint32_t p)
{
	struct fn *f = s->f;
	uint32_t kept = 0;

	for (uint32_t k = 0; k < d->n; k++) {
		uint32_t word = d->word[k];
		if (s->busy[word] == s->stamp) {
			d->word[kept++] = word;
			continue;
		}
		d->listed[word] = false;
		if (s->holds[word] > 0) {
			d->nwaiting += !d->waits[word];
			d->waits[word] = true;
		} else if (ARENA_PUSH(f->ar, f->clear, f->nclear, f->clear_cap)) {
			f->clear[f->nclear++] = (struct clear){ p, word };
		}
	}
	d->n = kept;
}

static bool
clear_dead(struct sharing *s)
{
	struct fn *f = s->f;
	const struct cfg *g = &f->g;
	uint32_t done = 0;

	if (s->nloop == 0)
		return true;
	uint32_t *by_pos = arena_array(s->ar, g->nblk, sizeof *by_pos);
	uint32_t *first = arena_zarray(s->ar, (size_t)g->nblk + 2, sizeof *first),
		 *order = arena_array(s->ar, f->nstore, sizeof *order);
	struct dirt dirt = { .word = arena_array(s->ar, f->nwords, sizeof *dirt.word) };
	dirt.listed = arena_zarray(s->ar, f->nwords, sizeof *dirt.listed);
	dirt.waits = arena_zarray(s->ar, f->nwords, sizeof *dirt.waits);
	s->holds = arena_zarray(s->ar, (size_t)f->nwords + 1, sizeof *s->holds);
	if (!by_pos || !first || !order || !dirt.word || !dirt.listed || !dirt.waits || !s->holds)
		return false;
	for (uint32_t i = 0; i < f->nstore; i++)
		first[store_block(f, &f->store[i]) + 1]++;
	for (uint32_t b = 0; b < g->nblk; b++) {
		by_pos[g->loop_pos[b]] = b;
		first[b + 1] += first[b];
	}
	for (uint32_t i = 0; i < f->nstore; i++)
		order[first[store_block(f, &f->store[i])]++] = i;
	for (uint32_t i = 0; i < s->nloop; i++) {
		uint32_t h = s->loop[i].head, p = s->loop[i].before;
		for (; done < f->nstore && store_block(f, &f->store[order[done]]) <= p; done++)
			make_dirty(&dirt, f->store[order[done]].slot);
		if (!pay(s, f->nvar))
			return true;
		for (uint32_t v = 0; v < f->nvar; v++)
			if (s->since[v] <= p) {
				for (uint32_t w = f->var[v].word; w < f->var[v].word + f->var[v].words; w++)
					make_dirty(&dirt, w);
				s->since[v] = NONE;
			}
		if (dirt.n + dirt.nwaiting == 0)
			continue;
		if (!hold(s, &dirt, f->live_in[h]) || !pay(s, dirt.n) || !busy_in_loop(s, h, by_pos))
			return !s->ar->failed; /* clearing is a courtesy */
		clear_before(s, &dirt, p);
	}
	return true;
}

static bool
index_demands(struct sharing *s)
{
	struct fn *f = s->f;

	s->demand_of_value = arena_array(s->ar, f->nrank, sizeof *s->demand_of_value);
	s->demand_in_block = arena_array(s->ar, f->g.nblk, sizeof *s->demand_in_block);
	s->next_of_value = arena_array(s->ar, f->ndemand, sizeof *s->next_of_value);
	s->next_in_block = arena_array(s->ar, f->ndemand, sizeof *s->next_in_block);
	/* of each slot: demands of a block follow each other */
	uint32_t *last_block = arena_array(s->ar, f->nslots, sizeof *last_block);
	if (!s->demand_of_value || !s->demand_in_block || !s->next_of_value || !s->next_in_block || !last_block)
		return false;
	memset(last_block, 0xFF, f->nslots * sizeof *last_block);
	memset(s->demand_of_value, 0xFF, f->nrank * sizeof *s->demand_of_value);
	memset(s->demand_in_block, 0xFF, f->g.nblk * sizeof *s->demand_in_block);
	for (uint32_t d = 0; d < f->ndemand; d++) {
		uint32_t b = f->safe[f->demand[d].safe].block;
		num x = f->rank[f->demand[d].value];
		if (x >= 0)
			s->next_of_value[d] = s->demand_of_value[x], s->demand_of_value[x] = d;
		if (last_block[f->demand[d].slot] == b)
			continue;
		last_block[f->demand[d].slot] = b;
		s->next_in_block[d] = s->demand_in_block[b], s->demand_in_block[b] = d;
	}
	return true;
}

/* Is nothing to be cleared, and can nobody share anything: there is at most one variable and nothing else, or all is in
** one block without gaps? */
static bool
simple(const struct sharing *s)
{
	const struct fn *f = s->f;
	bool gaps = false;

	for (uint32_t v = 0; v < f->nvar; v++)
		gaps |= f->var[v].align > 1;
	return s->nloop == 0 && (f->nvar == 0 || (f->nslots == 0 && (f->nvar == 1 || (f->g.nblk == 1 && !gaps))));
}

bool
share_words(struct fn *f)
{
	struct sharing s = { .f = f, .ar = fn_tmp(f) };
	uint32_t nblk = f->g.nblk;
	uint32_t *stamps, *mem;

	f->nwords = f->nslots;
	f->nclear = 0;
	if (f->g.any_loop && (f->nvar || f->nstore) && !list_loops(&s))
		return false;
	if (simple(&s)) {
		for (uint32_t v = 0; v < f->nvar; v++) {
			f->var[v].word = aligned_word(f->nwords, f->var[v].align);
			f->nwords = f->var[v].word + f->var[v].words;
		}
		return fn_tmp_done(f);
	}
	s.limit = f->nslots;
	for (uint32_t v = 0; v < f->nvar; v++)
		s.limit += f->var[v].words + f->var[v].align;
	s.budget = 64 * ((uint64_t)nblk + f->naccess + f->nval + s.limit) + 4096;
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
	for (uint32_t v = 0; v < f->nvar; v++) {
		s.since[v] = NONE;
		place_variable(&s, v);
	}
	bool ok = find_overlaps(&s) && clear_dead(&s) && !f->ar->failed && !f->pool->failed;
	return fn_tmp_done(f) && ok;
}
