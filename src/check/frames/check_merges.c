/* SPDX-License-Identifier: MIT */
/* check_merges.c -- places merges of slots at the iterated dominance frontiers of their writes, level by level. */
#include "check/model/check_phases.h"

#define MAX_MERGES (1u << 26)

struct frontier {
	uint32_t *low;      /* lowest level to which a join edge out of the dominator subtree leads */
	uint32_t *seen, *in_set, stamp;
	uint32_t *heap, nheap;
	uint32_t *stack;
};

static bool
is_range(const struct event *e)
{
	return e->kind == EV_SMUDGE || e->kind == EV_UNSEEN;
}

static void
heap_push(const struct ck *c, struct frontier *f, uint32_t b)
{
	uint32_t i = f->nheap++;

	while (i > 0 && c->dom_level[f->heap[(i - 1) / 2]] < c->dom_level[b]) {
		f->heap[i] = f->heap[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	f->heap[i] = b;
}

static uint32_t
heap_pop(const struct ck *c, struct frontier *f)
{
	uint32_t top = f->heap[0], b = f->heap[--f->nheap], i = 0;

	for (;;) {
		uint32_t k = 2 * i + 1;
		if (k >= f->nheap)
			break;
		if (k + 1 < f->nheap && c->dom_level[f->heap[k + 1]] > c->dom_level[f->heap[k]])
			k++;
		if (c->dom_level[f->heap[k]] <= c->dom_level[b])
			break;
		f->heap[i] = f->heap[k];
		i = k;
	}
	f->heap[i] = b;
	return top;
}

static bool
frontier_init(struct ck *c, struct frontier *f)
{
	*f = (struct frontier){ 0 };
	f->low = arena_array(&c->ar, c->nblk, sizeof *f->low);
	f->seen = arena_zarray(&c->ar, c->nblk, sizeof *f->seen);
	f->in_set = arena_zarray(&c->ar, c->nblk, sizeof *f->in_set);
	f->heap = arena_array(&c->ar, (size_t)c->nblk + 1, sizeof *f->heap);
	f->stack = arena_array(&c->ar, (size_t)c->nblk + 1, sizeof *f->stack);
	if (c->ar.failed)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++)
		f->low[b] = NONE;
	for (uint32_t i = c->nblk; i-- > 0;) {
		uint32_t b = c->dom_order[i];
		for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
			uint32_t s = c->succ[e];
			if (c->idom[s] != b || s == 0)
				f->low[b] = c->dom_level[s] < f->low[b] ? c->dom_level[s] : f->low[b];
		}
		if (b != 0 && f->low[b] < f->low[c->idom[b]])
			f->low[c->idom[b]] = f->low[b];
	}
	return true;
}

static bool
add_merge(struct ck *c, uint32_t block, uint32_t slot)
{
	if (c->nmerges >= MAX_MERGES) {
		ck_give_up(c, "slots are written in too many places that meet in too many others");
		return false;
	}
	if (!ARENA_APPEND(&c->ar, c->merges, c->nmerges, c->merges_cap))
		return false;
	c->merges[c->nmerges++] = (struct slot_merge){ block, slot, 0, NONE };
	return true;
}

/* Places merges for one slot that is written in the given blocks. */
static bool
place_merges(struct ck *c, struct frontier *f, uint32_t slot, const uint32_t *blocks, uint32_t n)
{
	uint32_t stamp = ++f->stamp;

	for (uint32_t i = 0; i < n; i++)
		heap_push(c, f, blocks[i]);
	while (f->nheap > 0) {
		uint32_t root = heap_pop(c, f), level = c->dom_level[root], top = 0;
		if (f->seen[root] == stamp || f->low[root] > level)
			continue;
		f->seen[root] = stamp;
		f->stack[top++] = root;
		while (top > 0) {
			uint32_t b = f->stack[--top];
			for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
				uint32_t s = c->succ[e];
				if ((c->idom[s] == b && s != 0) || c->dom_level[s] > level || f->in_set[s] == stamp)
					continue;
				f->in_set[s] = stamp;
				if (!add_merge(c, s, slot))
					return false;
				if (f->seen[s] != stamp)
					heap_push(c, f, s);
			}
			for (uint32_t k = c->child_off[b]; k < c->child_off[b + 1]; k++)
				if (f->seen[c->child[k]] != stamp && f->low[c->child[k]] <= level) {
					f->seen[c->child[k]] = stamp;
					f->stack[top++] = c->child[k];
				}
		}
	}
	return true;
}

/* Lists for each slot the blocks that write it, each once. */
static bool
slot_writers(struct ck *c, uint32_t **off, uint32_t **list)
{
	uint32_t *last = arena_array(&c->ar, c->nslots, sizeof *last);

	*off = arena_zarray(&c->ar, (size_t)c->nslots + 2, sizeof **off);
	if (c->ar.failed)
		return false;
	for (int fill = 0; fill < 2; fill++) {
		for (uint32_t s = 0; s < c->nslots; s++)
			last[s] = NONE;
		for (uint32_t b = 0; b < c->nblk; b++)
			for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
				uint32_t from = c->ev[i].a, to = from + (is_range(&c->ev[i]) ? c->ev[i].b : 1);
				if (c->ev[i].kind == EV_NEW) {
					if (b == 0) /* slots are null at entry anyway */
						continue;
					from = 0;
					to = c->nslots;
				} else if (c->ev[i].kind != EV_WRITE && c->ev[i].kind != EV_READ
					&& !is_range(&c->ev[i])) {
					continue;
				}
				for (uint32_t s = from; s < to; s++) {
					if (last[s] == b)
						continue;
					last[s] = b;
					if (fill)
						/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the list was
						** allocated after the first round */
						(*list)[(*off)[s + 1]++] = b;
					else
						(*off)[s + 2]++;
				}
			}
		if (!fill) {
			for (uint32_t s = 0; s < c->nslots; s++)
				/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): memory was checked for */
				(*off)[s + 2] += (*off)[s + 1];
			*list = arena_array(&c->ar, (*off)[c->nslots + 1], sizeof **list);
			if (*list == NULL)
				return false;
		}
	}
	return true;
}

bool
check_find_merges(struct ck *c)
{
	struct frontier f;
	uint32_t *off, *list = NULL, nin = 0;

	if (!frontier_init(c, &f) || !slot_writers(c, &off, &list))
		return false;
	for (uint32_t s = 0; s < c->nslots; s++)
		if (!place_merges(c, &f, s, list + off[s], off[s + 1] - off[s]))
			return false;
	c->merge_off = arena_zarray(&c->ar, (size_t)c->nblk + 2, sizeof *c->merge_off);
	c->merge_list = arena_array(&c->ar, c->nmerges, sizeof *c->merge_list);
	if (c->ar.failed)
		return false;
	for (uint32_t m = 0; m < c->nmerges; m++)
		c->merge_off[c->merges[m].block + 2]++;
	for (uint32_t b = 0; b < c->nblk; b++)
		c->merge_off[b + 2] += c->merge_off[b + 1];
	for (uint32_t m = 0; m < c->nmerges; m++) {
		uint32_t b = c->merges[m].block, n = c->pred_off[b + 1] - c->pred_off[b];
		c->merge_list[c->merge_off[b + 1]++] = m;
		c->merges[m].in = nin;
		if (n > MAX_MERGES - nin) {
			ck_give_up(c, "slots meet over too many edges");
			return false;
		}
		nin += n;
	}
	c->merge_in = arena_array(&c->ar, nin, sizeof *c->merge_in);
	return c->merge_in != NULL;
}
