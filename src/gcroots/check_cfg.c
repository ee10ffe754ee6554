/* check_cfg.c -- the checker's own view of control flow.
**
** Fills in block ids in reverse post-order (unreachable blocks have none), successors, predecessors sorted by id, and
** the dominator tree with preorder intervals. */
#include "gcroots/check_model.h"

uint32_t
check_block_of(const struct ck *c, LLVMValueRef inst)
{
	return ptrmap_get(&c->block_id, LLVMGetInstructionParent(inst));
}

struct dfs { LLVMBasicBlockRef bb; uint32_t next, n; };

static bool
push_block(struct ck *c, struct dfs **stack, uint32_t *n, uint32_t *cap, LLVMBasicBlockRef bb)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);

	if (!ARENA_PUSH(&c->ar, *stack, *n, *cap) || !ptrmap_set(&c->block_id, bb, 0))
		return false;
	(*stack)[(*n)++] = (struct dfs){ bb, 0, t == NULL ? 0 : LLVMGetNumSuccessors(t) };
	return true;
}

static bool
number_blocks(struct ck *c)
{
	struct dfs *stack = NULL;
	uint32_t n = 0, cap = 0, total = LLVMCountBasicBlocks(c->fn), at = total;
	LLVMBasicBlockRef *order = arena_array(&c->ar, total, sizeof *order);

	if (order == NULL || !push_block(c, &stack, &n, &cap, LLVMGetEntryBasicBlock(c->fn)))
		return false;
	while (n > 0) {
		struct dfs *top = &stack[n - 1];
		if (top->next == top->n) {
			order[--at] = top->bb;
			n--;
			continue;
		}
		LLVMBasicBlockRef s = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(top->bb), top->next++);
		if (ptrmap_get(&c->block_id, s) == PTRMAP_NONE && !push_block(c, &stack, &n, &cap, s))
			return false;
	}
	c->bb = order + at;
	c->nblk = total - at;
	for (uint32_t b = 0; b < c->nblk; b++)
		ptrmap_set(&c->block_id, c->bb[b], b);
	return !c->block_id.failed;
}

static bool
link_blocks(struct ck *c)
{
	uint32_t nedges = 0;

	c->succ_off = arena_zarray(&c->ar, (size_t)c->nblk + 1, sizeof *c->succ_off);
	c->pred_off = arena_zarray(&c->ar, (size_t)c->nblk + 2, sizeof *c->pred_off);
	if (c->ar.failed)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(c->bb[b]);
		c->succ_off[b] = nedges;
		nedges += t == NULL ? 0 : LLVMGetNumSuccessors(t);
	}
	c->succ_off[c->nblk] = nedges;
	c->succ = arena_array(&c->ar, nedges, sizeof *c->succ);
	c->succ_edge = arena_array(&c->ar, nedges, sizeof *c->succ_edge);
	c->pred = arena_array(&c->ar, nedges, sizeof *c->pred);
	if (c->ar.failed)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(c->bb[b]);
		for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
			c->succ[e] = ptrmap_get(&c->block_id, LLVMGetSuccessor(t, e - c->succ_off[b]));
			c->pred_off[c->succ[e] + 2]++;
		}
	}
	for (uint32_t b = 0; b < c->nblk; b++)
		c->pred_off[b + 2] += c->pred_off[b + 1];
	for (uint32_t b = 0; b < c->nblk; b++)
		for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
			uint32_t s = c->succ[e], at = c->pred_off[s + 1]++;
			c->pred[at] = b;
			c->succ_edge[e] = at;
		}
	for (uint32_t e = 0; e < nedges; e++)
		c->succ_edge[e] -= c->pred_off[c->succ[e]];
	return true;
}

static uint32_t
meet(const uint32_t *idom, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (a > b)
			a = idom[a];
		while (b > a)
			b = idom[b];
	}
	return a;
}

static void
dominators(struct ck *c)
{
	bool again = true;

	for (uint32_t b = 0; b < c->nblk; b++)
		c->idom[b] = CK_NONE;
	c->idom[0] = 0;
	while (again) {
		again = false;
		for (uint32_t b = 1; b < c->nblk; b++) {
			uint32_t d = CK_NONE;
			for (uint32_t e = c->pred_off[b]; e < c->pred_off[b + 1]; e++)
				if (c->idom[c->pred[e]] != CK_NONE)
					d = d == CK_NONE ? c->pred[e] : meet(c->idom, d, c->pred[e]);
			if (d != c->idom[b]) {
				c->idom[b] = d;
				again = true;
			}
		}
	}
}

/* Children lists, preorder numbers and subtree intervals; an idom has a smaller id than its block. */
static void
dominator_tree(struct ck *c, uint32_t *size, uint32_t *next)
{
	for (uint32_t b = 0; b < c->nblk; b++)
		size[b] = 1;
	for (uint32_t b = c->nblk; b-- > 1;) {
		size[c->idom[b]] += size[b];
		c->child_off[c->idom[b] + 2]++;
	}
	for (uint32_t b = 0; b < c->nblk; b++)
		c->child_off[b + 2] += c->child_off[b + 1];
	for (uint32_t b = 1; b < c->nblk; b++)
		c->child[c->child_off[c->idom[b] + 1]++] = b;
	for (uint32_t b = 0; b < c->nblk; b++) {
		if (b == 0) {
			c->dom_pre[b] = 0;
			c->dom_level[b] = 0;
		} else {
			c->dom_pre[b] = next[c->idom[b]];
			next[c->idom[b]] += size[b];
			c->dom_level[b] = c->dom_level[c->idom[b]] + 1;
		}
		next[b] = c->dom_pre[b] + 1;
		c->dom_last[b] = c->dom_pre[b] + size[b] - 1;
		c->dom_order[c->dom_pre[b]] = b;
	}
}

bool
check_cfg(struct ck *c)
{
	uint32_t *size, *next;

	if (!number_blocks(c) || !link_blocks(c))
		return false;
	c->idom = arena_array(&c->ar, c->nblk, sizeof *c->idom);
	c->dom_order = arena_array(&c->ar, c->nblk, sizeof *c->dom_order);
	c->dom_pre = arena_array(&c->ar, c->nblk, sizeof *c->dom_pre);
	c->dom_last = arena_array(&c->ar, c->nblk, sizeof *c->dom_last);
	c->dom_level = arena_array(&c->ar, c->nblk, sizeof *c->dom_level);
	c->child_off = arena_zarray(&c->ar, (size_t)c->nblk + 2, sizeof *c->child_off);
	c->child = arena_array(&c->ar, c->nblk, sizeof *c->child);
	size = arena_array(&c->ar, c->nblk, sizeof *size);
	next = arena_array(&c->ar, c->nblk, sizeof *next);
	if (c->ar.failed)
		return false;
	dominators(c);
	dominator_tree(c, size, next);
	return true;
}
