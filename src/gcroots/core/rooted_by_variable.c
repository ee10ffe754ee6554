/* SPDX-License-Identifier: MIT */
/* rooted_by_variable.c -- values that need no slot, because the stack variable that they were loaded from roots them.
** For colour; needs liveness (at, out) and scan (loaded, var, access).  Fills by_variable, roots_values.
**
** The words of a variable in the frame are roots themselves.  A value that is loaded from the variable is still in it
** at every safepoint that control reaches before the variable is written again.  So the value needs no slot if no
** safepoint behind an access that may write the variable, or end its lifetime, sees the value.  Only values that are
** used in one block are considered: there no other variable or value has these words, because words are shared by
** blocks (colour_stack.c), and the frame is pushed at the top of the block at the latest (shrink_wrap.c).
**
** Values that are live at a call that may return twice are left out: by the second return the variable may hold another
** object. */
#include "gcroots/model/function.h"

enum { MAX_ACCESSES = 256 }; /* of a variable: more would cost too much for each value */

/* Does a safepoint see the value behind a write of its variable? */
static bool
overwritten(const struct fn *f, const struct loaded *l)
{
	const struct var *x = &f->var[l->var];
	block_id home = f->val[l->value].block;

	for (uint32_t k = 0; k < x->access_n; k++) {
		const struct access *a = &f->access[x->access_at + k];
		if (a->block == home && a->position > l->position && (a->kind & (ACCESS_WRITE | ACCESS_KILL))
			&& a->safe < f->safe_at[home + 1] && is_live(f, f->live.at[a->safe], l->value))
			return true;
	}
	return false;
}

bool
root_by_variables(struct fn *f, const bool *dedicated)
{
	struct coloured *c = &f->coloured;

	c->by_variable = arena_zarray(f->ar, f->nval, sizeof *c->by_variable);
	c->roots_values = arena_zarray(f->ar, f->nvar, sizeof *c->roots_values);
	if (!c->by_variable || !c->roots_values)
		return false;
	for (uint32_t i = 0; i < f->nloaded; i++) {
		const struct loaded *l = &f->loaded[i];
		const struct value *v = &f->val[l->value];
		const struct var *x = &f->var[l->var];
		if (v->local || f->refined.canon[l->value] != value_base(l->value)
			|| dedicated[f->live.rank[l->value]] || x->everywhere || x->access_n > MAX_ACCESSES
			|| is_live(f, f->live.out[v->block], l->value) || overwritten(f, l))
			continue;
		c->by_variable[l->value] = c->roots_values[l->var] = true;
	}
	return true;
}
