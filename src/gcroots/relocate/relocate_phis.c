/* SPDX-License-Identifier: MIT */
/* relocate_phis.c -- phis of variables: a relocated variable has several definitions, and gets a phi where they meet
** while it is live.  Iterated dominance frontiers, cut down to the blocks in which the variable is live (Cytron and
** others).  Needs relocate_variables. */
#include "gcroots/relocate/relocate.h"

struct frontier { uint32_t *at; block_id *block; };

/* Computes the dominance frontiers of all blocks, each without repetitions. */
static bool
frontiers(const struct cfg *g, struct arena *ar, struct frontier *df)
{
	uint32_t *last = arena_array(ar, (size_t)g->nblk + 1, sizeof *last);

	df->at = arena_zarray(ar, (size_t)g->nblk + 2, sizeof *df->at);
	if (!last || !df->at)
		return false;
	for (int pass = 0; pass < 2; pass++) {
		uint32_t *at = df->at + 1;
		for (block_id b = 0; b < g->nblk; b++)
			last[b] = NONE;
		for (uint32_t j = 0; j < g->nblk; j++) {
			if (g->pred_at[j + 1] - g->pred_at[j] < 2 && j != 0)
				continue;
			for (uint32_t e = g->pred_at[j]; e < g->pred_at[j + 1]; e++)
				for (uint32_t r = g->pred[e]; r != g->idom[j] && last[r] != j; r = g->idom[r]) {
					last[r] = j;
					if (pass == 0)
						at[r + 1]++;
					else
						df->block[at[r]++] = j;
					if (r == 0)
						break;
				}
		}
		if (pass == 1)
			break;
		for (block_id b = 0; b < g->nblk; b++)
			at[b + 1] += at[b];
		df->block = arena_array(ar, (size_t)at[g->nblk] + 1, sizeof *df->block);
		if (!df->block)
			return false;
	}
	return true;
}

struct pair { relocate_id var; block_id block; };
struct pairs { struct pair *v; uint32_t n, cap; };

static void
push(struct arena *ar, struct pairs *p, relocate_id var, block_id block)
{
	if (ARENA_PUSH(ar, p->v, p->n, p->cap))
		p->v[p->n++] = (struct pair){ var, block };
}

/* Groups `p` by variable, or by block if `by_block`, in CSR form; the order within a group stays. */
static bool
group(struct arena *ar, const struct pairs *p, uint32_t n, bool by_block, uint32_t **group_at, uint32_t **member)
{
	*group_at = arena_zarray(ar, (size_t)n + 2, sizeof **group_at);
	*member = arena_array(ar, (size_t)p->n + 1, sizeof **member);
	if (!*group_at || !*member)
		return false;
	uint32_t *at = *group_at + 1;
	for (uint32_t i = 0; i < p->n; i++)
		at[(by_block ? (uint32_t)p->v[i].block : (uint32_t)p->v[i].var) + 1]++;
	for (uint32_t i = 0; i < n; i++)
		at[i + 1] += at[i];
	for (uint32_t i = 0; i < p->n; i++) {
		const uint32_t block = p->v[i].block, var = p->v[i].var;
		(*member)[at[by_block ? block : var]++] = by_block ? var : block;
	}
	return true;
}

/* Lists the blocks in which variables are relocated: behind a call that is its block, behind an invoke both of its
** destinations. */
static bool
relocations(struct relocate *r, struct pairs *p)
{
	const struct fn *v = &r->v;
	const struct cfg *g = &v->g;

	for (safepoint_id s = 0; s < v->nsafe; s++) {
		block_id b = v->safe[s].block;
		bool invoke = LLVMIsAInvokeInst(r->ir.safe[s]) != NULL;
		for (uint32_t i = r->live_at[s]; i < r->live_at[s + 1]; i++) {
			if (!invoke)
				push(r->ar, p, r->live[i], b);
			for (uint32_t e = g->succ_at[b]; invoke && e < g->succ_at[b + 1]; e++)
				if (relocate_live_into(r, g->succ[e], r->live[i]))
					push(r->ar, p, r->live[i], g->succ[e]);
		}
	}
	return !r->ar->failed;
}

/* Is the object of a variable needed in a block, if the emitter asks for that?  Code that only computes addresses
** without users reads a variable, but needs no object. */
static bool
needed_in(const struct relocate *r, block_id block, relocate_id var)
{
	const struct fn *f = &r->f;
	value_id object = base_value(r->var[var].object);

	return !r->emitter->needs_object || is_live(f, f->live.in[block], object)
		|| (f->val[object].block != block && is_live(f, f->live.out[block], object));
}

bool
relocate_place_phis(struct relocate *r)
{
	const struct cfg *g = &r->v.g;
	struct frontier df = { 0 };
	struct pairs defs = { 0 }, phis = { 0 }, lifts = { 0 };
	uint32_t *def_at, *def, *todo = arena_array(r->ar, (size_t)g->nblk + 1, sizeof *todo);
	uint32_t *queued = arena_zarray(r->ar, (size_t)g->nblk + 1, sizeof *queued),
		 *has = arena_zarray(r->ar, (size_t)g->nblk + 1, sizeof *has);

	/* the frontiers of nested loops grow with the square of their number, so they are computed only if needed */
	if (!todo || !queued || !has || !relocations(r, &defs) || (defs.n && !frontiers(g, r->ar, &df))
		|| !group(r->ar, &defs, r->v.nval, false, &def_at, &def))
		return false;
	for (relocate_id v = 0; v < r->v.nval; v++) {
		uint32_t n = 0;
		for (uint32_t i = def_at[v]; i < def_at[v + 1]; i++)
			if (queued[def[i]] != v + 1)
				queued[def[i]] = v + 1, todo[n++] = def[i];
		if (n && queued[r->v.val[v].block] != v + 1)
			queued[r->v.val[v].block] = v + 1, todo[n++] = r->v.val[v].block;
		while (n) {
			block_id b = todo[--n];
			for (uint32_t i = df.at[b]; i < df.at[b + 1]; i++) {
				uint32_t j = df.block[i];
				if (has[j] == v + 1 || !relocate_live_into(r, j, v) || !needed_in(r, j, v))
					continue;
				has[j] = v + 1;
				push(r->ar, &phis, v, j);
				if (queued[j] != v + 1)
					queued[j] = v + 1, todo[n++] = j;
			}
		}
	}
	for (relocate_id v = 0; v < r->v.nval; v++)
		if (r->var[v].kind == VALUE_PHI && r->var[v].needed)
			push(r->ar, &lifts, v, r->v.val[v].block);
	return !r->ar->failed && group(r->ar, &phis, g->nblk, true, &r->phi_at, &r->phi)
		&& group(r->ar, &lifts, g->nblk, true, &r->lift_at, &r->lift);
}
