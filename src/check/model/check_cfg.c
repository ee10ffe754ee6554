/* SPDX-License-Identifier: MIT */
/* check_cfg.c -- the checker's own view of control flow.
**
** Numbers the reachable blocks in reverse post-order, and finds successors, predecessors sorted by number, and the
** dominator tree with preorder intervals. */
#include "check/model/check_model.h"

uint32_t
check_block_of(const struct ck *c, LLVMValueRef inst)
{
	return ptrmap_get(&c->block_id, LLVMGetInstructionParent(inst));
}

/* The depth-first tree: blocks in preorder, and the parent of each as an index into that order. */
struct tree { uint32_t *block, *parent, n; };

struct dfs { LLVMBasicBlockRef bb; uint32_t next, n, pre; };

static bool
push_block(struct ck *c, struct tree *t, struct dfs **stack, uint32_t *n, uint32_t *cap, LLVMBasicBlockRef bb)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

	if (!ARENA_PUSH(&c->ar, *stack, *n, *cap) || !ptrmap_set(&c->block_id, bb, 0))
		return false;
	t->parent[t->n] = *n > 0 ? (*stack)[*n - 1].pre : 0;
	(*stack)[(*n)++] = (struct dfs){ bb, 0, end == NULL ? 0 : LLVMGetNumSuccessors(end), t->n++ };
	return true;
}

static bool
number_blocks(struct ck *c, struct tree *t)
{
	struct dfs *stack = NULL;
	uint32_t n = 0, cap = 0, total = LLVMCountBasicBlocks(c->fn), at = total;
	LLVMBasicBlockRef *order = arena_array(&c->ar, total, sizeof *order);
	uint32_t *pre = arena_array(&c->ar, total, sizeof *pre);

	t->block = arena_array(&c->ar, total, sizeof *t->block);
	t->parent = arena_array(&c->ar, total, sizeof *t->parent);
	if (c->ar.failed || !push_block(c, t, &stack, &n, &cap, LLVMGetEntryBasicBlock(c->fn)))
		return false;
	while (n > 0) {
		struct dfs *top = &stack[n - 1];
		if (top->next == top->n) {
			order[--at] = top->bb;
			pre[at] = top->pre;
			n--;
			continue;
		}
		LLVMBasicBlockRef s = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(top->bb), top->next++);
		if (ptrmap_get(&c->block_id, s) == PTRMAP_NONE && !push_block(c, t, &stack, &n, &cap, s))
			return false;
	}
	c->bb = order + at;
	c->nblk = total - at;
	for (uint32_t b = 0; b < c->nblk; b++) {
		ptrmap_set(&c->block_id, c->bb[b], b);
		t->block[pre[at + b]] = b;
	}
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

/* Of the blocks on the way from `v` up to the last one whose preorder number exceeds `w`, returns the one with the
** least semidominator.  Compresses the way. */
static uint32_t
least(uint32_t v, uint32_t w, uint32_t *up, uint32_t *label, const uint32_t *semi, uint32_t *path)
{
	uint32_t n = 0;

	if (v <= w)
		return v;
	for (; up[v] > w; v = up[v])
		path[n++] = v;
	while (n > 0) {
		uint32_t below = path[--n];
		up[below] = up[v];
		if (semi[label[v]] < semi[label[below]])
			label[below] = label[v];
		v = below;
	}
	return label[v];
}

/* Finds semidominators from the bottom of the depth-first tree up, then immediate dominators from the top down: each is
** the nearest ancestor in the dominator tree so far that lies no lower than the semidominator.  Iterating to a fixed
** point instead would take quadratic time where many edges meet. */
static bool
dominators(struct ck *c, const struct tree *t)
{
	uint32_t *up = arena_array(&c->ar, c->nblk, sizeof *up), *label = arena_array(&c->ar, c->nblk, sizeof *label);
	uint32_t *semi = arena_array(&c->ar, c->nblk, sizeof *semi), *path = arena_array(&c->ar, c->nblk, sizeof *path);
	uint32_t *pre = arena_array(&c->ar, c->nblk, sizeof *pre), *dom = path;

	if (c->ar.failed)
		return false;
	for (uint32_t v = 0; v < c->nblk; v++) {
		pre[t->block[v]] = v;
		up[v] = t->parent[v];
		label[v] = semi[v] = v;
	}
	for (uint32_t v = c->nblk; v-- > 1;) {
		uint32_t b = t->block[v], s = t->parent[v];
		for (uint32_t e = c->pred_off[b]; e < c->pred_off[b + 1]; e++) {
			uint32_t x = semi[least(pre[c->pred[e]], v, up, label, semi, path)];
			if (x < s)
				s = x;
		}
		semi[v] = s;
	}
	dom[0] = 0;
	c->idom[0] = 0;
	for (uint32_t v = 1; v < c->nblk; v++) {
		dom[v] = t->parent[v];
		while (dom[v] > semi[v])
			dom[v] = dom[dom[v]];
		c->idom[t->block[v]] = t->block[dom[v]];
	}
	return true;
}

/* Makes lists of children, preorder numbers and subtree intervals.  An immediate dominator has a smaller number than
** its block. */
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
	struct tree t = { 0 };
	uint32_t *size, *next;

	if (!number_blocks(c, &t) || !link_blocks(c))
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
	if (c->ar.failed || !dominators(c, &t))
		return false;
	dominator_tree(c, size, next);
	return true;
}

void
check_spread(struct ck *c, uint8_t *in, uint8_t (*behind)(struct ck *, uint32_t, uint8_t, const void *),
	const void *user)
{
	for (bool again = true; again;) {
		again = false;
		for (uint32_t b = 0; b < c->nblk; b++) {
			uint8_t out = behind(c, b, in[b], user);
			for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
				uint32_t s = c->succ[e];
				again |= s <= b && (in[s] | out) != in[s];
				in[s] |= out;
			}
		}
	}
}

uint32_t
check_block_at(const struct ck *c, uint32_t pos)
{
	uint32_t lo = 0, hi = c->nblk;

	while (hi - lo > 1) { /* the last block that begins at pos or before; blocks without events come first */
		uint32_t m = lo + (hi - lo) / 2;
		if (c->ev_off[m] <= pos)
			lo = m;
		else
			hi = m;
	}
	return lo;
}
