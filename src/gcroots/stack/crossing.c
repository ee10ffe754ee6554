/* SPDX-License-Identifier: MIT */
/* crossing.c -- may a collection happen between two instructions?
**
** Blocks are searched backward from the second instruction, up to the block of the first. */
#include "gcroots/stack/crossing.h"

enum { MAX_STEPS = 1 << 22 }; /* of all searches in a function; beyond, the answer is always yes */

bool
crossing_begin(struct crossing *c, struct scan *sc)
{
	*c = (struct crossing){ .sc = sc };
	c->mark = arena_zarray(sc->ar, sc->f->g.nblk, sizeof *c->mark);
	c->todo = arena_array(sc->ar, sc->f->g.nblk, sizeof *c->todo);
	return c->mark && c->todo;
}

bool
crossing_spend(struct crossing *c, uint64_t steps)
{
	c->steps = steps > MAX_STEPS - c->steps ? MAX_STEPS : c->steps + steps;
	return c->steps < MAX_STEPS;
}

static bool
has_safepoint(const struct crossing *c, block_id block)
{
	return c->sc->f->safe_at[block] < c->sc->f->safe_at[block + 1];
}

/* Is there a safepoint from `from` up to `to` (NULL: to the end of the block)?  *met: `to` was met. */
static bool
is_between(struct crossing *c, block_id block, LLVMValueRef from, LLVMValueRef to, bool *met)
{
	uint32_t k = c->sc->f->safe_at[block], end = c->sc->f->safe_at[block + 1];
	LLVMValueRef first = LLVMGetFirstInstruction(c->sc->ir->block[block]);
	bool found = false;

	/* those before `from` do not count; they come first in the list */
	for (LLVMValueRef i = first; i && i != from; i = LLVMGetNextInstruction(i), crossing_spend(c, 1))
		k += k < end && c->sc->ir->safe[k] == i;
	*met = false;
	for (LLVMValueRef i = from; i; i = LLVMGetNextInstruction(i), crossing_spend(c, 1)) {
		if (i == to) {
			*met = true;
			return found;
		}
		if (k < end && c->sc->ir->safe[k] == i)
			found = true, k++;
	}
	return found;
}

/* Does a path lead back from the top of block `to` to a safepoint, without block `from`? */
static bool
is_behind(struct crossing *c, block_id from, block_id to)
{
	const struct cfg *g = &c->sc->f->g;

	c->ntodo = 0;
	c->stamp++;
	c->todo[c->ntodo++] = to;
	while (c->ntodo) {
		block_id at = c->todo[--c->ntodo];
		for (uint32_t e = g->pred_at[at]; e < g->pred_at[at + 1]; e++) {
			block_id p = g->pred[e];
			if (p == from || c->mark[p] == c->stamp)
				continue;
			if (has_safepoint(c, p) || !crossing_spend(c, 1))
				return true;
			c->mark[p] = c->stamp;
			c->todo[c->ntodo++] = p;
		}
	}
	return false;
}

bool
may_collect(struct crossing *c, LLVMValueRef from, LLVMValueRef to)
{
	const block_id a = scan_block(c->sc, LLVMGetInstructionParent(from));
	const block_id b = scan_block(c->sc, LLVMGetInstructionParent(to));
	bool met = false;

	if (a == NONE || b == NONE || c->sc->f->nsafe == 0)
		return false;
	if (!crossing_spend(c, 1))
		return true;
	LLVMValueRef next = LLVMGetNextInstruction(from);
	if (a == b) {
		bool found = is_between(c, a, next, to, &met);
		if (met || found)
			return found;
	} else if (has_safepoint(c, a) && is_between(c, a, next, NULL, &met)) {
		return true;
	}
	if (has_safepoint(c, b) && is_between(c, b, LLVMGetFirstInstruction(c->sc->ir->block[b]), to, &met))
		return true;
	return is_behind(c, a, b);
}
