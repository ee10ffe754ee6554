/* check_live.c -- what is needed, backward.
**
** Finds the entities that cross a safepoint and where they are live.  One value after another is walked from its uses back
** to its definition, which leaves (block, entity) pairs.  Where many values are live through many blocks that would be
** their product; then liveness is a bit matrix of blocks by globals instead, computed for as many globals at a time as fit
** into a budget.  Memory is linear either way. */
#include "gcroots/check_need.h"

enum { MATRIX_WORDS = 1 << 22, FREE_PAIRS = 1 << 16, PAIRS_PER_EVENT = 4 };

/* ---- which entities matter ---- */

/* Flag the last use in each block of each node; a definition without a later use there is flagged, too.  A node used
** outside of the block that defines it becomes global. */
static bool
find_lasts(struct needs *n)
{
	struct ck *c = n->c;
	uint32_t *seen = arena_array(&c->ar, c->nnode, sizeof *seen);

	if (seen == NULL)
		return false;
	for (uint32_t i = 0; i < c->nnode; i++)
		seen[i] = CK_NONE;
	for (uint32_t b = 0; b < c->nblk; b++)
		for (uint32_t i = c->ev_off[b + 1]; i-- > c->ev_off[b];) {
			struct event *e = &c->ev[i];
			if (e->kind != EV_USE && e->kind != EV_DEF)
				continue;
			e->last = seen[e->a] != b;
			if (e->kind == EV_DEF)
				continue;
			seen[e->a] = b;
			if (c->node[e->a].block != b)
				n->global[e->a] = 0;
		}
	return true;
}

/* Nodes and regions that stay within a block matter if they cross a safepoint. */
static bool
find_locals(struct needs *n)
{
	struct ck *c = n->c;
	uint32_t *since = arena_array(&c->ar, c->nnode, sizeof *since), *pin_block = arena_array(&c->ar, c->npins, sizeof *pin_block);
	uint32_t stops = 0;

	if (c->ar.failed)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++)
		for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
			const struct event *e = &c->ev[i];
			if (e->kind == EV_SAFEPOINT)
				stops++;
			else if (e->kind == EV_DEF)
				since[e->a] = stops;
			else if (e->kind == EV_USE && e->last && n->global[e->a] == CK_NONE && since[e->a] != stops)
				n->global[e->a] = LOCAL;
			else if (e->kind == EV_PIN)
				pin_block[e->a] = CK_NONE;
			else if (e->kind == EV_UNPIN && c->pins[e->a].block == b && c->pins[e->a].event < i)
				pin_block[e->a] = b;
		}
	for (uint32_t p = 0; p < c->npins; p++)
		for (uint32_t k = 0; k < c->pins[p].nnodes; k++) {
			uint32_t e = c->pins[p].nodes + k;
			if (c->node[c->pinned[e]].kind != NODE_ROOTED)
				n->global[c->nnode + e] = pin_block[p] == c->pins[p].block ? LOCAL : 0;
		}
	return true;
}

static bool
number_globals(struct needs *n)
{
	struct ck *c = n->c;

	n->first_of = arena_zarray(&c->ar, (size_t)c->nblk + 2, sizeof *n->first_of);
	if (n->first_of == NULL)
		return false;
	for (uint32_t i = 0; i < c->nnode; i++)
		if (n->global[i] == 0)
			n->first_of[c->node[i].block + 2]++;
	for (uint32_t b = 0; b < c->nblk; b++)
		n->first_of[b + 2] += n->first_of[b + 1];
	n->nglobals = n->nnodes = n->first_of[c->nblk + 1];
	for (uint32_t i = c->nnode; i < n->nentities; i++)
		if (n->global[i] == 0)
			n->global[i] = n->nglobals++;
	n->entity = arena_array(&c->ar, n->nglobals, sizeof *n->entity);
	if (n->entity == NULL)
		return false;
	for (uint32_t i = 0; i < c->nnode; i++)
		if (n->global[i] == 0)
			n->global[i] = n->first_of[c->node[i].block + 1]++;
	for (uint32_t i = 0; i < n->nentities; i++)
		if (n->global[i] < LOCAL)
			n->entity[n->global[i]] = i;
	return true;
}

static bool
find_unpins(struct needs *n)
{
	struct ck *c = n->c;

	n->unpin_off = arena_zarray(&c->ar, (size_t)c->npins + 2, sizeof *n->unpin_off);
	if (n->unpin_off == NULL)
		return false;
	for (uint32_t i = 0; i < c->nev; i++)
		if (c->ev[i].kind == EV_UNPIN)
			n->unpin_off[c->ev[i].a + 2]++;
	for (uint32_t p = 0; p < c->npins; p++)
		n->unpin_off[p + 2] += n->unpin_off[p + 1];
	n->unpin = arena_array(&c->ar, n->unpin_off[c->npins + 1], sizeof *n->unpin);
	if (n->unpin == NULL)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++)
		for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++)
			if (c->ev[i].kind == EV_UNPIN)
				n->unpin[n->unpin_off[c->ev[i].a + 1]++] = b;
	return true;
}

static bool
find_entities(struct needs *n)
{
	struct ck *c = n->c;

	n->nentities = c->nnode + c->npinned;
	n->global = arena_array(&c->ar, n->nentities, sizeof *n->global);
	n->same = arena_array(&c->ar, n->nentities, sizeof *n->same);
	n->head = arena_array(&c->ar, c->nnode, sizeof *n->head);
	n->live = arena_zarray(&c->ar, n->nentities, sizeof *n->live);
	n->at = arena_array(&c->ar, n->nentities, sizeof *n->at);
	n->unheld = arena_array(&c->ar, n->nentities, sizeof *n->unheld);
	n->living = arena_array(&c->ar, n->nentities, sizeof *n->living);
	n->living_at = arena_array(&c->ar, n->nentities, sizeof *n->living_at);
	n->stamp = arena_zarray(&c->ar, c->nnode, sizeof *n->stamp);
	n->covered = arena_zarray(&c->ar, c->nnode, sizeof *n->covered);
	n->lasting = arena_zarray(&c->ar, c->nnode, sizeof *n->lasting);
	if (c->ar.failed)
		return false;
	for (uint32_t e = 0; e < n->nentities; e++)
		n->global[e] = CK_NONE;
	if (!find_lasts(n) || !find_locals(n) || !number_globals(n) || !find_unpins(n))
		return false;
	for (uint32_t i = 0; i < c->nnode; i++)
		n->head[i] = CK_NONE;
	for (uint32_t e = n->nentities; e-- > 0;)
		if (n->global[e] != CK_NONE) {
			uint32_t cls = c->node[node_of(n, e)].cls;
			n->same[e] = n->head[cls];
			n->head[cls] = e;
		}
	return true;
}

/* ---- as lists ---- */

struct pairs { struct pair *p; uint32_t n, cap, max; };

static bool
add_pair(struct needs *n, struct pairs *ps, uint32_t block, uint32_t entity)
{
	if (ps->n == ps->max) {
		n->sparse = false;
		return false;
	}
	if (!ARENA_PUSH(&n->c->ar, ps->p, ps->n, ps->cap))
		return false;
	ps->p[ps->n++] = (struct pair){ block, entity };
	return true;
}

/* Pairs -> lists by block. */
static bool
sort_pairs(struct ck *c, const struct pairs *ps, uint32_t **off, uint32_t **list)
{
	*off = arena_zarray(&c->ar, (size_t)c->nblk + 2, sizeof **off);
	*list = arena_array(&c->ar, ps->n, sizeof **list);
	if (c->ar.failed)
		return false;
	for (uint32_t i = 0; i < ps->n; i++)
		(*off)[ps->p[i].block + 2]++;
	for (uint32_t b = 0; b < c->nblk; b++)
		(*off)[b + 2] += (*off)[b + 1];
	for (uint32_t i = 0; i < ps->n; i++)
		(*list)[(*off)[ps->p[i].block + 1]++] = ps->p[i].entity;
	return true;
}

/* Uses of each global node outside of its block: CSR by global number. */
static bool
outer_uses(struct needs *n, uint32_t **off, uint32_t **list)
{
	struct ck *c = n->c;

	*off = arena_zarray(&c->ar, (size_t)n->nnodes + 2, sizeof **off);
	if (*off == NULL)
		return false;
	for (int fill = 0; fill < 2; fill++) {
		for (uint32_t b = 0; b < c->nblk; b++)
			for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
				const struct event *e = &c->ev[i];
				if (e->kind != EV_USE || !e->last || c->node[e->a].block == b)
					continue;
				if (fill)
					(*list)[(*off)[n->global[e->a] + 1]++] = b;
				else
					(*off)[n->global[e->a] + 2]++;
			}
		if (fill)
			break;
		for (uint32_t g = 0; g < n->nnodes; g++)
			(*off)[g + 2] += (*off)[g + 1];
		*list = arena_array(&c->ar, (*off)[n->nnodes + 1], sizeof **list);
		if (*list == NULL)
			return false;
	}
	return true;
}

static uint32_t pin_region(struct needs *, uint32_t p, uint32_t *blocks);

/* Sets `sparse` if the lists could be made within their budget; false only without memory. */
static bool
live_lists(struct needs *n)
{
	struct ck *c = n->c;
	struct pairs in = { 0 }, out = { 0 };
	uint32_t *off, *list, *in_of, *blocks = arena_array(&c->ar, c->nblk, sizeof *blocks);

	in.max = out.max = c->nev + c->nblk > (UINT32_MAX - FREE_PAIRS) / PAIRS_PER_EVENT ? UINT32_MAX - 1 : FREE_PAIRS + PAIRS_PER_EVENT * (c->nev + c->nblk);
	n->sparse = true;
	n->out_of = arena_array(&c->ar, n->nentities, sizeof *n->out_of);
	in_of = arena_array(&c->ar, c->nblk, sizeof *in_of);
	if (c->ar.failed || !outer_uses(n, &off, &list))
		return false;
	for (uint32_t e = 0; e < n->nentities; e++)
		n->out_of[e] = CK_NONE;
	for (uint32_t b = 0; b < c->nblk; b++) {
		in_of[b] = CK_NONE;
		n->seen[b] = CK_NONE;
	}
	for (uint32_t g = 0; g < n->nnodes; g++) {
		uint32_t e = n->entity[g], home = c->node[e].block, count = 0;
		for (uint32_t i = off[g]; i < off[g + 1]; i++)
			if (in_of[list[i]] != g) {
				in_of[list[i]] = g;
				n->work[count++] = list[i];
			}
		while (count > 0) {
			uint32_t b = n->work[--count];
			if (!add_pair(n, &in, b, e))
				return !c->ar.failed;
			for (uint32_t k = c->pred_off[b]; k < c->pred_off[b + 1]; k++) {
				uint32_t p = c->pred[k];
				if (n->seen[p] != g) {
					n->seen[p] = g;
					if (!add_pair(n, &out, p, e))
						return !c->ar.failed;
				}
				if (p != home && in_of[p] != g) {
					in_of[p] = g;
					n->work[count++] = p;
				}
			}
		}
	}
	for (uint32_t b = 0; b < c->nblk; b++)
		n->seen[b] = n->ends[b] = CK_NONE;
	for (uint32_t p = 0; p < c->npins; p++) {
		uint32_t k = pin_region(n, p, blocks);
		for (uint32_t i = 0; i < c->pins[p].nnodes; i++) {
			uint32_t e = c->nnode + c->pins[p].nodes + i;
			if (n->global[e] >= LOCAL)
				continue;
			if (!add_pair(n, &out, c->pins[p].block, e)) /* so that it is dropped there */
				return !c->ar.failed;
			for (uint32_t j = 0; j < k; j++)
				if (!add_pair(n, &in, blocks[j], e))
					return !c->ar.failed;
		}
	}
	return sort_pairs(c, &in, &n->in_off, &n->in_list) && sort_pairs(c, &out, &n->out_off, &n->out_list);
}

/* ---- as a matrix ---- */

/* All live out of a block but what it defines is live into it. */
static bool
transfer(struct needs *n, uint32_t b)
{
	const struct ck *c = n->c;
	uint64_t *in = n->in + (size_t)b * n->words, *out = n->out + (size_t)b * n->words;
	uint32_t lo = n->first_of[b], hi = n->first_of[b + 1];
	bool grew = false;

	for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
		const uint64_t *from = n->in + (size_t)c->succ[e] * n->words;
		for (uint32_t w = 0; w < n->words; w++)
			out[w] |= from[w];
	}
	for (uint32_t w = 0; w < n->words; w++) {
		uint32_t first = n->base + 64 * w;
		uint64_t defs = 0, new;
		if (lo < first + 64 && hi > first) {
			uint32_t from = lo > first ? lo - first : 0, to = hi < first + 64 ? hi - first : 64;
			defs = to > from ? (to - from == 64 ? ~(uint64_t)0 : (((uint64_t)1 << (to - from)) - 1) << from) : 0;
		}
		new = in[w] | (out[w] & ~defs);
		grew |= new != in[w];
		in[w] = new;
	}
	return grew;
}

static void
liveness(struct needs *n)
{
	struct ck *c = n->c;
	uint32_t word, head = 0, count = 0, *work = n->work;
	bool *queued = n->flags;
	uint64_t bit;

	for (uint32_t b = 0; b < c->nblk; b++)
		for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++)
			if (c->ev[i].kind == EV_USE && c->node[c->ev[i].a].block != b && in_matrix(n, n->global[c->ev[i].a], &word, &bit))
				n->in[(size_t)b * n->words + word] |= bit;
	for (uint32_t b = c->nblk; b-- > 0;) {
		work[count++] = b;
		queued[b] = true;
	}
	while (count > 0) {
		uint32_t b = work[head];
		head = head + 1 == c->nblk ? 0 : head + 1;
		count--;
		queued[b] = false;
		if (!transfer(n, b))
			continue;
		for (uint32_t e = c->pred_off[b]; e < c->pred_off[b + 1]; e++)
			if (!queued[c->pred[e]]) {
				queued[c->pred[e]] = true;
				work[(head + count++) % c->nblk] = c->pred[e];
			}
	}
}

/* Blocks that a preserve region is active into: reachable from its begin without passing an end, and dominated by it.
** Returns how many. */
static uint32_t
pin_region(struct needs *n, uint32_t p, uint32_t *blocks)
{
	struct ck *c = n->c;
	const struct pin *pin = &c->pins[p];
	uint32_t count = 0, found = 0;
	bool needed = false;

	for (uint32_t k = 0; k < pin->nnodes; k++)
		needed |= n->global[c->nnode + pin->nodes + k] < LOCAL;
	if (!needed)
		return 0;
	for (uint32_t i = n->unpin_off[p]; i < n->unpin_off[p + 1]; i++)
		n->ends[n->unpin[i]] = p;
	n->work[count++] = pin->block;
	while (count > 0) {
		uint32_t b = n->work[--count];
		if (b != pin->block && n->ends[b] == p)
			continue;
		for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
			uint32_t s = c->succ[e];
			if (s == pin->block || n->seen[s] == p || !ck_dominates(c, pin->block, s))
				continue;
			n->seen[s] = p;
			blocks[found++] = s;
			n->work[count++] = s;
		}
	}
	return found;
}

bool
check_live_group(struct needs *n)
{
	struct ck *c = n->c;
	size_t size = (size_t)c->nblk * n->words * sizeof *n->in;
	uint32_t word, *blocks = n->words > 0 && c->npins > 0 ? arena_array(&c->ar, c->nblk, sizeof *blocks) : NULL;
	uint64_t bit;

	if (c->ar.failed)
		return false;
	memset(n->in, 0, size);
	memset(n->out, 0, size);
	liveness(n);
	for (uint32_t b = 0; b < c->nblk; b++)
		n->seen[b] = n->ends[b] = CK_NONE;
	for (uint32_t p = 0; p < c->npins && n->base + 64 * n->words > n->nnodes; p++) {
		uint32_t k = pin_region(n, p, blocks);
		for (uint32_t i = 0; i < c->pins[p].nnodes; i++)
			if (in_matrix(n, n->global[c->nnode + c->pins[p].nodes + i], &word, &bit))
				for (uint32_t j = 0; j < k; j++)
					/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): words and pins, so blocks */
					n->in[(size_t)blocks[j] * n->words + word] |= bit;
	}
	return true;
}

bool
check_live_prepare(struct needs *n)
{
	struct ck *c = n->c;

	n->work = arena_array(&c->ar, c->nblk, sizeof *n->work);
	n->ends = arena_array(&c->ar, c->nblk, sizeof *n->ends);
	n->seen = arena_array(&c->ar, c->nblk, sizeof *n->seen);
	n->flags = arena_array(&c->ar, c->nblk, sizeof *n->flags);
	if (c->ar.failed || !find_entities(n) || !live_lists(n))
		return false;
	if (n->sparse)
		return true;
	n->words = (n->nglobals + 63) / 64;
	if (n->words > MATRIX_WORDS / c->nblk)
		n->words = MATRIX_WORDS / c->nblk;
	if (n->words == 0)
		n->words = 1;
	n->in = arena_array(&c->ar, (size_t)c->nblk * n->words, sizeof *n->in);
	n->out = arena_array(&c->ar, (size_t)c->nblk * n->words, sizeof *n->out);
	n->now = arena_zarray(&c->ar, n->words, sizeof *n->now);
	return !c->ar.failed;
}
