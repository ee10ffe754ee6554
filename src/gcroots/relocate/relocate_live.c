/* SPDX-License-Identifier: MIT */
/* relocate_live.c -- the entries that phis get along edges, and the variables that are live at each safepoint. */
#include "gcroots/relocate/relocate.h"

static void
end_use(struct relocate *r, block_id block, relocate_id var)
{
	struct fn *v = &r->v;

	if (var != NONE && ARENA_PUSH(r->ar, v->end, v->nend, v->end_cap))
		v->end[v->nend++] = (struct end_use){ block, (base_id)var };
}

/* Lists the entries of phis by the block that they come from.  Each is used at the end of that block. */
static bool
phi_entries(struct relocate *r)
{
	struct fn *f = &r->f;
	uint32_t n = 0, cap = 0, *from = NULL, from_cap = 0;
	struct relocate_incoming *all = NULL;

	ptrmap_clear(&r->blocks);
	for (block_id b = 0; b < f->g.nblk; b++)
		if (!ptrmap_set(&r->blocks, r->ir.block[b], b))
			return false;
	for (block_id b = 0; b < f->g.nblk; b++)
		for (LLVMValueRef phi = LLVMGetFirstInstruction(r->ir.block[b]); phi && LLVMIsAPHINode(phi);
			phi = LLVMGetNextInstruction(phi)) {
			if (scan_count_of(r->s, phi) == 0)
				continue;
			for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
				uint32_t source = ptrmap_get(&r->blocks, LLVMGetIncomingBlock(phi, k));
				const struct relocate_value *v = relocate_value_of(r, LLVMGetIncomingValue(phi, k));
				if (source == PTRMAP_NONE || !v)
					continue;
				if (!ARENA_PUSH(r->ar, all, n, cap) || !ARENA_PUSH(r->ar, from, n, from_cap))
					return false;
				from[n] = source;
				all[n++] = (struct relocate_incoming){ phi, k };
				for (uint32_t i = 0; i < v->n; i++) {
					end_use(r, source, r->elem[v->at + i]);
					if (r->elem[v->at + i] != NONE)
						end_use(r, source, r->var[r->elem[v->at + i]].base);
				}
			}
		}
	r->in_at = arena_zarray(r->ar, (size_t)f->g.nblk + 2, sizeof *r->in_at);
	r->in = arena_array(r->ar, (size_t)n + 1, sizeof *r->in);
	if (!r->in_at || !r->in)
		return false;
	uint32_t *at = r->in_at + 1;
	for (uint32_t i = 0; i < n; i++)
		at[from[i] + 1]++;
	for (block_id b = 0; b < f->g.nblk; b++)
		at[b + 1] += at[b];
	for (uint32_t i = 0; i < n; i++)
		r->in[at[from[i]]++] = all[i];
	return true;
}

/* Lists the entries of bases that are phis.  Each is used at the end of the block that it comes from. */
static bool
lifted_entries(struct relocate *r)
{
	uint32_t nblk = r->f.g.nblk, n = 0, *at = arena_zarray(r->ar, (size_t)nblk + 2, sizeof *at);

	if (!(r->lin_at = at++))
		return false;
	for (int pass = 0; pass < 2; pass++) {
		for (uint32_t i = 0; i < r->v.nval; i++) {
			const struct relocate_var *var = &r->var[i];
			const struct value *val = &r->f.val[var->object];
			for (uint32_t k = 0; var->kind == VALUE_PHI && k < val->in_n; k++) {
				uint32_t from = ptrmap_get(&r->blocks, LLVMGetIncomingBlock(var->defining, k));
				if (from == PTRMAP_NONE)
					continue;
				if (pass == 0) {
					end_use(r, from, relocate_object_variable(r, r->f.ref[val->in_at + k]));
					at[from + 1]++, n++;
				} else {
					r->lin[at[from]++] = (struct relocate_base_entry){ i, k };
				}
			}
		}
		for (block_id b = 0; pass == 0 && b < nblk; b++)
			at[b + 1] += at[b];
		if (pass == 0 && !(r->lin = arena_array(r->ar, (size_t)n + 1, sizeof *r->lin)))
			return false;
	}
	return true;
}

bool
relocate_entries(struct relocate *r)
{
	return phi_entries(r) && lifted_entries(r);
}

/* Marks a base as needed, and the bases that it is made of. */
static void
need(struct relocate *r, relocate_id id, relocate_id *todo)
{
	uint32_t n = 0;

	if (r->var[id].kind < VALUE_PHI || r->var[id].needed)
		return;
	r->var[id].needed = true;
	todo[n++] = id;
	while (n) {
		const struct value *val = &r->f.val[r->var[todo[--n]].object];
		for (uint32_t i = 0; i < val->in_n; i++) {
			relocate_id in = relocate_object_variable(r, r->f.ref[val->in_at + i]);
			if (in == NONE || r->var[in].kind < VALUE_PHI || r->var[in].needed)
				continue;
			r->var[in].needed = true;
			todo[n++] = in;
		}
	}
}

bool
relocate_liveness(struct relocate *r)
{
	relocate_id *todo = arena_array(r->ar, (size_t)r->v.nval + 1, sizeof *todo);

	r->live_at = arena_array(r->ar, (size_t)r->v.nsafe + 2, sizeof *r->live_at);
	if (!todo || !r->live_at)
		return false;
	struct pset_list live = { 0 }, none = { 0 };
	for (safepoint_id s = 0; s < r->v.nsafe; s++) {
		r->live_at[s] = live.n;
		if (!r->plain[s] && !live_diff(&r->v, r->v.live.at[s], 0, r->ar, &live, &none))
			return false;
		for (uint32_t i = r->live_at[s]; i < live.n; i++)
			need(r, r->var[live.v[i]].base, todo);
		for (uint32_t i = r->held_at[s]; i < r->held_at[s + 1]; i++)
			need(r, r->held[i], todo);
	}
	r->live_at[r->v.nsafe] = live.n;
	r->live = live.v;
	return true;
}
