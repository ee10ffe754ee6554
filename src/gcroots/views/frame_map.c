/* SPDX-License-Identifier: MIT */
/* frame_map.c -- writes the root map: rows are instructions (or safepoints alone, where the IR is not at hand), columns
** are slots.
**
**   @  the slot is stored before this instruction      |  its value is needed at a safepoint here or further on
**   :  dead tail: it holds a value that is not needed  .  empty
**
** The demands, carried down the dominator tree, give the value of each slot at each safepoint.  Two data-flow problems
** over blocks give the rest, for all columns at once in a word of bits: may the slot have been stored before (forward),
** and is its value needed before the slot is stored again (backward)? */
#include "gcroots/views/forms.h"

#include <stdlib.h>
#include <string.h>

enum {
	WIDE = 32,               /* columns */
	LINE = 120,              /* bytes of an instruction that are shown */
	MAX_ROUNDS = 32          /* over all blocks; then the answer is "maybe" */
};
typedef uint32_t mask;

struct map {
	const struct fn *f;
	const struct dump_names *names;
	struct text *t;
	uint32_t cols;
	const struct demand *demand; /* by safepoint */
	uint32_t *demand_at;     /* nsafe + 1 */
	const struct store *store; /* by place: see place_of */
	uint32_t *store_at;      /* nsafe + nblk + 1 */
	mask *held;              /* per safepoint: needed there */
	mask *filled, *wanted;   /* per block: may have been stored at its begin; needed after its end */
};

/* Stores before safepoint s have place s, those at the end of block b nsafe + b. */
static uint32_t
place_of(const struct fn *f, const struct store *s)
{
	return s->safe != NONE ? s->safe : f->nsafe + s->block;
}

static mask
stored(const struct map *m, uint32_t place)
{
	mask bits = 0;

	for (uint32_t i = m->store_at[place]; i < m->store_at[place + 1]; i++)
		if (m->store[i].slot < m->cols)
			bits |= (mask)1 << m->store[i].slot;
	return bits;
}

/* Sorts demands by safepoint and stores by place, by counting. */
static bool
sort(struct map *m, struct arena *ar)
{
	const struct fn *f = m->f;
	uint32_t places = f->nsafe + f->g.nblk;
	struct demand *d = arena_array(ar, (size_t)f->coloured.ndemand + 1, sizeof *d);
	struct store *s = arena_array(ar, (size_t)f->placed.nstore + 1, sizeof *s);
	uint32_t *dat = arena_zarray(ar, (size_t)f->nsafe + 2, sizeof *dat),
		 *sat = arena_zarray(ar, (size_t)places + 2, sizeof *sat);

	if (!d || !s || !dat || !sat)
		return false;
	for (uint32_t i = 0; i < f->coloured.ndemand; i++)
		dat[f->coloured.demand[i].safe + 2]++;
	for (uint32_t i = 0; i < f->placed.nstore; i++)
		sat[place_of(f, &f->placed.store[i]) + 2]++;
	for (uint32_t i = 2; i < f->nsafe + 2; i++)
		dat[i] += dat[i - 1];
	for (uint32_t i = 2; i < places + 2; i++)
		sat[i] += sat[i - 1];
	for (uint32_t i = 0; i < f->coloured.ndemand; i++)
		d[dat[f->coloured.demand[i].safe + 1]++] = f->coloured.demand[i];
	for (uint32_t i = 0; i < f->placed.nstore; i++)
		s[sat[place_of(f, &f->placed.store[i]) + 1]++] = f->placed.store[i];
	m->demand = d, m->demand_at = dat, m->store = s, m->store_at = sat;
	return true;
}

/* Fills map.held.  Dominators come first in the order of blocks, so the contents of their slots are known. */
static bool
hold(struct map *m, struct arena *ar)
{
	const struct fn *f = m->f;
	value_id *end = arena_array(ar, (size_t)f->g.nblk * m->cols + 1, sizeof *end), now[WIDE];

	m->held = arena_zarray(ar, (size_t)f->nsafe + 1, sizeof *m->held);
	if (!end || !m->held)
		return false;
	for (block_id b = 0; b < f->g.nblk; b++) {
		for (uint32_t c = 0; c < m->cols; c++)
			now[c] = f->g.idom[b] == NONE ? NONE : end[(size_t)f->g.idom[b] * m->cols + c];
		for (safepoint_id s = f->safe_at[b]; s < f->safe_at[b + 1]; s++) {
			for (uint32_t c = 0; c < m->cols; c++)
				if (now[c] != NONE && !is_live(f, f->live.at[s], now[c]))
					now[c] = NONE;
			for (uint32_t i = m->demand_at[s]; i < m->demand_at[s + 1]; i++)
				if (m->demand[i].slot < m->cols)
					now[m->demand[i].slot] = m->demand[i].value;
			for (uint32_t c = 0; c < m->cols; c++)
				m->held[s] |= now[c] != NONE ? (mask)1 << c : 0;
		}
		memcpy(end + (size_t)b * m->cols, now, m->cols * sizeof *now);
	}
	return true;
}

static mask
needed_before(const struct map *m, block_id b, uint32_t from_safe, mask after)
{
	const struct fn *f = m->f;

	after &= ~stored(m, f->nsafe + b);
	for (safepoint_id s = f->safe_at[b + 1]; s-- > from_safe;)
		after = (after | m->held[s]) & ~stored(m, s);
	return after;
}

/* Solves both problems; blocks are in reverse post-order, so a few rounds are enough. */
static bool
flow(struct map *m, struct arena *ar)
{
	const struct fn *f = m->f;
	const struct cfg *g = &f->g;
	mask *gen = arena_zarray(ar, g->nblk, sizeof *gen), *kill = arena_zarray(ar, g->nblk, sizeof *kill);
	mask *in = arena_zarray(ar, g->nblk, sizeof *in);
	bool again = true;

	m->filled = arena_zarray(ar, g->nblk, sizeof *m->filled);
	m->wanted = arena_zarray(ar, g->nblk, sizeof *m->wanted);
	if (!gen || !kill || !in || !m->filled || !m->wanted)
		return false;
	for (block_id b = 0; b < g->nblk; b++) {
		gen[b] = stored(m, f->nsafe + b);
		for (safepoint_id s = f->safe_at[b]; s < f->safe_at[b + 1]; s++)
			gen[b] |= stored(m, s);
	}
	for (uint32_t i = 0; i < f->stacked.nclear; i++)
		if (f->stacked.clear[i].word < m->cols)
			kill[f->stacked.clear[i].block] |= (mask)1 << f->stacked.clear[i].word;
	for (uint32_t i = 0; i < f->wrapped.npop; i++)
		kill[f->wrapped.pop[i]] = ~(mask)0;
	for (int round = 0; again; round++) {
		again = false;
		for (block_id b = 0; b < g->nblk; b++) {
			mask now = round >= MAX_ROUNDS && b ? ~(mask)0 : 0;
			for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++) {
				block_id p = g->pred[e];
				now |= (m->filled[p] | gen[p]) & ~kill[p];
			}
			again |= now != m->filled[b];
			m->filled[b] = now;
		}
		for (block_id b = g->nblk; b-- > 0;) {
			mask now = round >= MAX_ROUNDS ? ~(mask)0 : 0;
			for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
				now |= in[g->succ[e]];
			m->wanted[b] = now;
			now = needed_before(m, b, f->safe_at[b], now);
			again |= now != in[b];
			in[b] = now;
		}
	}
	return true;
}

/* Writes a row: the instruction, and the state of each slot; the slots `put` are stored before it. */
static void
row(const struct map *m, const struct dump_row *r, mask put, mask needed, mask full, const struct store *s,
	uint32_t nstore)
{
	bool safe = r->safe != NONE;
	uint32_t bytes = r->bytes > LINE ? LINE : r->bytes;

	text_string(m->t, safe ? "  * " : "    ");
	for (uint32_t c = 0; c < m->cols; c++) {
		mask bit = (mask)1 << c;
		const char *mark = put & bit ? " @" : !(full & bit) ? " ." : needed & bit ? " |" : " :";
		text_string(m->t, mark);
	}
	text_string(m->t, "   ");
	if (!r->text)
		text_printf(m->t, "safepoint %u", r->safe);
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): bytes, so text */
	/* do not cut a UTF-8 character in two */
	while (bytes < r->bytes && bytes > 0 && ((unsigned char)r->text[bytes] & 0xC0) == 0x80)
		bytes--;
	text_add(m->t, r->text, r->text ? bytes : 0);
	text_string(m->t, r->text && bytes < r->bytes ? "..." : "");
	for (uint32_t i = 0; i < nstore; i++) {
		text_printf(m->t, "%s%u <- ", i ? ", " : "   ; ", s[i].slot);
		dump_value(m->t, m->f, m->names, value_base(s[i].value));
	}
	text_string(m->t, "\n");
}

static void
block(const struct map *m, block_id b, const struct dump_row *rows, uint32_t n)
{
	const struct fn *f = m->f;
	safepoint_id next = f->safe_at[b], end = f->safe_at[b + 1];
	mask full = m->filled[b], needed = needed_before(m, b, next, m->wanted[b]);

	dump_block(m->t, m->names, b);
	text_string(m->t, ":\n");
	for (uint32_t i = 0; i < n; i++) {
		uint32_t place = f->nsafe + b, nput = 0, first = 0;
		bool last = i + 1 == n && rows[i].safe == NONE;
		if (rows[i].safe != NONE)
			place = rows[i].safe;
		if (place < f->nsafe || last)
			first = m->store_at[place], nput = m->store_at[place + 1] - first;
		mask put = nput ? stored(m, place) : 0;
		full |= put;
		if (place < f->nsafe) {
			row(m, &rows[i], put, m->held[place], full, m->store + first, nput);
			next = place + 1;
			needed = next < end ? needed_before(m, b, next, m->wanted[b])
				: m->wanted[b] & ~stored(m, f->nsafe + b);
		} else {
			row(m, &rows[i], put, last ? m->wanted[b] : needed, full, m->store + first, nput);
		}
	}
	uint32_t tail = m->store_at[f->nsafe + b + 1] - m->store_at[f->nsafe + b];
	if (tail && (n == 0 || rows[n - 1].safe != NONE)) /* the end of the block is not a row of its own */
		row(m, &(struct dump_row){ "(end)", 5, NONE }, stored(m, f->nsafe + b), m->wanted[b],
			full | stored(m, f->nsafe + b), m->store + m->store_at[f->nsafe + b], tail);
}

void
dump_map(const struct fn *f, struct text *t, const struct dump_names *names)
{
	struct map m = { .f = f, .names = names, .t = t };

	m.cols = f->coloured.nslots < WIDE ? f->coloured.nslots : WIDE;
	if (!f->live.at || f->coloured.nslots == 0) {
		text_string(t, f->nsafe ? "  no value needs a slot\n" : "  no safepoint: nothing needs a root\n");
		return;
	}
	if (!sort(&m, t->ar) || !hold(&m, t->ar) || !flow(&m, t->ar))
		return;
	text_string(t, "    ");
	for (uint32_t c = 0; c < m.cols; c++)
		text_printf(t, " %u", c % 10);
	text_string(t, "\n");
	for (block_id b = 0; b < f->g.nblk; b++) {
		uint32_t n = f->safe_at[b + 1] - f->safe_at[b];
		if (names->row) {
			block(&m, b, names->row + names->row_at[b], names->row_at[b + 1] - names->row_at[b]);
			continue;
		}
		struct dump_row *rows = arena_array(t->ar, (size_t)n + 1, sizeof *rows);
		for (uint32_t i = 0; rows && i < n; i++)
			rows[i] = (struct dump_row){ .safe = f->safe_at[b] + i };
		if (rows)
			block(&m, b, rows, n);
	}
	text_string(t, "  * safepoint   @ stored before it   | needed   : dead, not overwritten   . empty\n");
	if (m.cols < f->coloured.nslots)
		text_printf(t, "  (%u more slots not shown)\n", f->coloured.nslots - m.cols);
}
