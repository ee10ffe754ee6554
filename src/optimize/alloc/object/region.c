/* SPDX-License-Identifier: MIT */
/* region.c -- the control flow of the function, and the blocks in which an object is live. */
#include "optimize/alloc/object/object.h"

#include "base/frequency.h"
#include "ir/branch_weights.h"
#include "ir/read_cfg.h"

static bool
is_call(LLVMOpcode op)
{
	return op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr;
}

static bool
returns_twice(LLVMValueRef call)
{
	return intrinsic_of_call(call) == INTR_EXCEPT_ENTER || call_has_attribute(call, "returns_twice");
}

static bool
is_cold(LLVMValueRef call)
{
	return call_has_attribute(call, "cold");
}

/* Numbers the instructions in the order of the blocks' numbers, and finds the calls that may return twice, and the
** blocks that call cold functions. */
static void
read_order(struct alloc_opt *a, bool *calls_cold)
{
	uint32_t n = 0;

	a->ntwice = a->twice_cap = 0;
	a->twice = NULL;
	for (block_id b = 0; b < a->g.nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(a->block[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			ptrmap_set(&a->order, i, n++);
			if (!is_call(LLVMGetInstructionOpcode(i)))
				continue;
			calls_cold[b] |= LLVMIsACallInst(i) && is_cold(i);
			if (returns_twice(i) && ARENA_PUSH(&a->ar, a->twice, a->ntwice, a->twice_cap))
				a->twice[a->ntwice++] = i;
		}
}

/* Estimates how often each block runs. */
static bool
estimate(struct alloc_opt *a, const bool *calls_cold)
{
	struct branch_hints h = { .calls_cold = calls_cold, .stays = true };
	bool *dead_end = arena_zarray(&a->ar, a->g.nblk, sizeof *dead_end);
	uint32_t *weight;

	if (dead_end == NULL || !read_branch_weights(&a->ar, &a->g, a->block, a->e.md_prof, true, &weight))
		return false;
	for (block_id b = 0; b < a->g.nblk; b++)
		dead_end[b] = LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(a->block[b])) != NULL;
	h.weight = weight, h.dead_end = dead_end;
	const uint8_t *exits = cfg_exits(&a->g, &h, &a->ar);
	a->frequency = exits != NULL ? cfg_frequencies(&a->g, &h, exits, &a->ar) : NULL;
	return a->frequency != NULL;
}

bool
function_read(struct alloc_opt *a)
{
	bool *calls_cold;

	ptrmap_clear(&a->id);
	ptrmap_clear(&a->order);
	a->block = read_cfg(&a->ar, &a->seen, a->fn, &a->g);
	if (a->block == NULL)
		return false;
	for (block_id b = 0; b < a->g.nblk; b++)
		ptrmap_set(&a->id, a->block[b], b);
	a->shared_mark = a->mark = arena_zarray(&a->ar, a->g.nblk, sizeof *a->mark);
	a->shared_list = a->list = arena_array(&a->ar, a->g.nblk, sizeof *a->list);
	memset(a->pool, 0, sizeof a->pool);
	a->members = NULL;
	a->safepoint = arena_zarray(&a->ar, a->g.nblk, sizeof *a->safepoint);
	a->todo = arena_array(&a->ar, a->g.nblk, sizeof *a->todo);
	a->stamp = a->stamps = a->visit = 0;
	if (a->ar.failed)
		return false;
	calls_cold = arena_zarray(&a->ar, a->g.nblk, sizeof *calls_cold);
	if (calls_cold == NULL)
		return false;
	read_order(a, calls_cold);
	ptrmap_grow_for(&a->order, a->order.count + 1); /* so that entries can be overwritten */
	return estimate(a, calls_cold) && !a->id.failed && !a->order.failed;
}

block_id
use_block(const struct alloc_opt *a, const struct object_use *u)
{
	if (u->kind == USE_PHI)
		return ptrmap_get(&a->id, LLVMGetIncomingBlock(u->inst, u->operand));
	return block_of(a, u->inst);
}

/* Marks a block at whose start the object is live. */
static void
mark_live(struct alloc_opt *a, block_id b, uint32_t *n)
{
	if (a->mark[b].live == a->stamp)
		return;
	a->mark[b].live = a->stamp;
	a->list[(*n)++] = b;
}

bool
object_region(struct alloc_opt *a, const struct object *o, uint32_t *n)
{
	const struct cfg *g = &a->g;
	block_id home = block_of(a, o->value);

	*n = 0;
	a->stamp = ++a->stamps;
	for (uint32_t i = 0; i < o->nuse; i++) {
		block_id b = use_block(a, &o->use[i]);
		if (b != NONE && b != home)
			mark_live(a, b, n);
	}
	for (uint32_t i = 0; i < *n; i++) {
		block_id b = a->list[i];
		uint32_t edges = g->pred_at[b + 1] - g->pred_at[b];
		if (a->budget <= edges) {
			a->budget = 0;
			return false;
		}
		a->budget -= edges + 1;
		for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++)
			if (g->pred[e] != home)
				mark_live(a, g->pred[e], n);
	}
	return true;
}

bool
object_lives_twice(const struct alloc_opt *a, const struct object *o)
{
	block_id home = block_of(a, o->value);

	for (uint32_t i = 0; i < a->ntwice; i++) {
		block_id b = block_of(a, a->twice[i]);
		if (b == home || (b != NONE && a->mark[b].live == a->stamp))
			return true;
	}
	return false;
}

/* Adds the successors of a block to the list of `n`; returns how many there are then. */
static uint32_t
add_successors(struct alloc_opt *a, struct block_mark *mark, uint32_t stamp, block_id b, uint32_t n)
{
	const struct cfg *g = &a->g;

	for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
		block_id s = g->succ[e];
		if (mark[s].live != stamp || mark[s].seen == a->visit)
			continue;
		mark[s].seen = a->visit;
		a->todo[n++] = s;
	}
	return n;
}

uint32_t
blocks_reached(struct alloc_opt *a, struct block_mark *mark, uint32_t stamp, block_id from, bool self)
{
	uint32_t n = 0;

	a->visit++;
	if (!self) {
		n = add_successors(a, mark, stamp, from, n);
	} else if (mark[from].live == stamp) {
		mark[from].seen = a->visit;
		a->todo[n++] = from;
	}
	for (uint32_t k = 0; k < n; k++)
		n = add_successors(a, mark, stamp, a->todo[k], n);
	return n;
}
