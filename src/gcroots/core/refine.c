/* SPDX-License-Identifier: MIT */
/* refine.c -- finds values that need no slot of their own: they equal another value or are rooted elsewhere.
** Needs scan (val, ref).  Fills canon; rewrites the refinement lists in place.
**
** Three steps, each linear:
** 1. A lifted value whose inputs are all one value (or itself) is that value: the base of a pointer that walks
**    through an array is the array.
** 2. The greatest set of values that are always rooted: every chain of refinements ends in a rooted value.
** 3. For phis, a refinement must dominate the phi; otherwise it names the object of another iteration. */
#include "gcroots/model/function.h"

/* Longer lists are dropped: each safepoint would walk through them. */
enum { MAX_REFINEMENTS = 16 };

/* The values that have v among their refinements: user[at[v] .. at[v+1]); the values that have refinements:
** refined[0 .. n). */
struct users { uint32_t *at; value_id *user, *refined; uint32_t n; };

static bool
fill_users(const struct fn *f, struct users *u)
{
	u->at = arena_zarray(fn_tmp(f), (size_t)f->nval + 2, sizeof *u->at);
	u->user = arena_array(fn_tmp(f), f->nref, sizeof *u->user);
	u->refined = arena_array(fn_tmp(f), f->nval, sizeof *u->refined);
	u->n = 0;
	if (!u->at || !u->refined || (f->nref && !u->user))
		return false;
	for (value_id v = 0; v < f->nval; v++)
		if (f->val[v].ref_n)
			u->refined[u->n++] = v;
	uint32_t *at = u->at + 1;
	for (uint32_t k = 0; k < u->n; k++) {
		const struct value *v = &f->val[u->refined[k]];
		for (uint32_t i = 0; i < v->ref_n; i++) {
			base_id r = f->ref[v->ref_at + i];
			if (r >= 0)
				at[r + 1]++;
		}
	}
	for (value_id v = 0; v < f->nval; v++)
		at[v + 1] += at[v];
	for (uint32_t k = 0; k < u->n; k++) {
		const struct value *v = &f->val[u->refined[k]];
		for (uint32_t i = 0; i < v->ref_n; i++) {
			base_id r = f->ref[v->ref_at + i];
			if (r >= 0)
				u->user[at[r]++] = u->refined[k];
		}
	}
	return true;
}

/* Follows aliases to the base, and halves the path for the next call. */
static base_id
resolve(base_id *canon, base_id v)
{
	while (v >= 0 && canon[v] != v) {
		base_id next = canon[v];
		if (next >= 0)
			canon[v] = canon[next];
		v = next;
	}
	return v;
}

/* The one base of all inputs of v other than v itself, or v if there are several. */
static base_id
only_input(const struct fn *f, base_id v)
{
	const struct value *val = &f->val[v];
	base_id only = v;

	for (uint32_t i = 0; i < val->ref_n; i++) {
		base_id r = resolve(f->refined.canon, f->ref[val->ref_at + i]);
		if (r == v || r == only)
			continue;
		if (only != v)
			return v;
		only = r;
	}
	return only;
}

/* Finds the lifted values of one base.  The work list is a queue, so a phi of many inputs is visited again once all of
** these are done, not after each. */
static void
collapse_lifted(struct fn *f, const struct users *u, value_id *work)
{
	uint32_t todo = 0, first = 0, end = 0; /* of the ring `work` */
	bool *queued = arena_zarray(fn_tmp(f), f->nval, sizeof *queued);

	if (!queued)
		return;
	for (uint32_t k = 0; k < u->n; k++)
		if (f->val[u->refined[k]].kind >= VALUE_PHI)
			work[todo++] = u->refined[k], queued[u->refined[k]] = true;
	if (todo == 0)
		return;
	for (end = todo == f->nval ? 0 : todo; todo > 0; todo--) {
		value_id v = work[first];
		first = first + 1 == f->nval ? 0 : first + 1;
		queued[v] = false;
		if (f->refined.canon[v] != value_base(v))
			continue;
		base_id only = only_input(f, value_base(v));
		if (only == value_base(v))
			continue;
		f->refined.canon[v] = only;
		f->refined.any_alias |= only >= 0;
		for (uint32_t i = u->at[v]; i < u->at[v + 1]; i++) {
			value_id w = u->user[i];
			if (f->val[w].kind < VALUE_PHI || queued[w] || f->refined.canon[w] != value_base(w))
				continue;
			work[end] = w, queued[w] = true, todo++;
			end = end + 1 == f->nval ? 0 : end + 1;
		}
	}
	for (uint32_t k = 0; k < u->n; k++) /* no other value has another one as its base */
		f->refined.canon[u->refined[k]] = resolve(f->refined.canon, value_base(u->refined[k]));
}

/* A value needs a root if some chain of its refinements ends in a value without refinements.  Every other value is
** always kept alive by another one. */
static void
drop_rooted(struct fn *f, const struct users *u, value_id *work)
{
	bool *needs = arena_zarray(fn_tmp(f), f->nval, sizeof *needs); /* of those that have refinements */
	uint32_t todo = 0;

	if (!needs)
		return;
	for (uint32_t k = 0; k < u->n; k++) {
		value_id v = u->refined[k];
		for (uint32_t i = 0; i < f->val[v].ref_n && !needs[v]; i++) {
			base_id r = f->ref[f->val[v].ref_at + i];
			if (r >= 0 && f->val[r].ref_n == 0)
				needs[v] = true, work[todo++] = v;
		}
	}
	while (todo) {
		value_id v = work[--todo];
		for (uint32_t i = u->at[v]; i < u->at[v + 1]; i++) {
			value_id w = u->user[i];
			if (!needs[w])
				needs[w] = true, work[todo++] = w;
		}
	}
	for (uint32_t k = 0; k < u->n; k++) {
		base_id c = f->refined.canon[u->refined[k]];
		/* an alias needs a root if an input does, and so does its base: ask the base */
		if (c >= 0 && f->val[c].ref_n && !needs[c])
			f->refined.canon[u->refined[k]] = BASE_ROOTED;
	}
}

/* Does refinement r name the same object wherever phi v is live? */
static bool
dominates_phi(const struct fn *f, base_id r, value_id v)
{
	block_id a = f->val[r].block, b = f->val[v].block;

	return a != b && cfg_dominates(&f->g, a, b);
}

/* Shortens v's list to distinct bases that are values and name one object wherever v is live; empties it if that is
** impossible. */
static void
settle_refinements(struct fn *f, value_id v)
{
	struct value *val = &f->val[v];
	base_id *r = f->ref + val->ref_at;
	base_id kept[MAX_REFINEMENTS];
	uint32_t n = 0;

	for (uint32_t i = 0; i < val->ref_n; i++) {
		base_id x = canon_of(f, r[i]), *sub = &x;
		uint32_t nsub = 1;
		if (x < 0 || x == value_base(v))
			continue;
		if (val->is_phi && !dominates_phi(f, x, v)) {
			/* its own refinements may still dominate the phi */
			sub = f->ref + f->val[x].ref_at;
			nsub = f->val[x].ref_n;
			if (nsub == 0)
				goto none;
		}
		for (uint32_t k = 0; k < nsub; k++) {
			base_id y = canon_of(f, sub[k]);
			if (y < 0 || y == value_base(v))
				continue;
			if (val->is_phi && !dominates_phi(f, y, v))
				goto none;
			uint32_t j = 0;
			while (j < n && kept[j] != y)
				j++;
			if (j == n) {
				if (n == MAX_REFINEMENTS || n == val->ref_n)
					goto none;
				kept[n++] = y;
			}
		}
	}
	/* An empty list means that v always needs a root.  If all refinements were always rooted, so would v be, and
	** drop_rooted would have found that.  So only a phi of itself and rooted values has an empty list here. */
	for (uint32_t i = 0; i < n; i++)
		r[i] = kept[i];
	val->ref_n = n;
	return;
none:
	val->ref_n = 0;
}

bool
refine(struct fn *f)
{
	struct users u;
	value_id *work = arena_array(fn_tmp(f), f->nval, sizeof *work);
	uint32_t n = id_count(f);
	base_id *canon = f->refined.canon = arena_array(f->ar, n, sizeof *canon);

	if (!work || !canon)
		return false;
	for (value_id v = 0; v < n; v++)
		canon[v] = value_base(v);
	if (f->nref) {
		if (!fill_users(f, &u))
			return false;
		collapse_lifted(f, &u, work);
		if (!f->moving)
			drop_rooted(f, &u, work);
		for (uint32_t k = 0; k < u.n; k++)
			/* a refinement keeps the object alive, but does not update copies of its address */
			if (f->without.coverage || f->moving)
				f->val[u.refined[k]].ref_n = 0;
			else if (f->refined.canon[u.refined[k]] == value_base(u.refined[k]))
				settle_refinements(f, u.refined[k]);
	}
	return fn_tmp_done(f) && !f->ar->failed;
}
