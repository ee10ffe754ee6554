/* SPDX-License-Identifier: MIT */
/* pset.c -- persistent radix sets.  Recursion is bounded by the number of levels (at most nine). */
#include "base/pset.h"

#include <string.h>

enum { LEAF_BITS = 8, FAN_BITS = 3, FAN = 1 << FAN_BITS, WORDS = 4, MANY = 1 << 12 };

void
pset_pool_init(struct pset_pool *p, arena_alloc_fn *alloc, void *user)
{
	*p = (struct pset_pool){ .alloc = alloc, .user = user };
}

void
pset_pool_free(struct pset_pool *p)
{
	if (p->node)
		p->alloc(p->user, p->node, p->cap * sizeof *p->node, 0);
	pset_pool_init(p, p->alloc, p->user);
}

static bool
grow(struct pset_pool *p)
{
#ifdef LATEROOT_MOVE_ARRAYS
	uint32_t cap = p->cap + p->cap / 8 + 1;
#else
	uint32_t cap = p->cap == 0 ? 256 : p->cap < MANY ? p->cap * 2 : p->cap + p->cap / 8;
#endif
	struct pset_node *node = cap > p->cap
		? p->alloc(p->user, p->node, p->cap * sizeof *node, (size_t)cap * sizeof *node) : NULL;

	if (!node) {
		p->failed = true;
		return false;
	}
	p->node = node;
	p->cap = cap;
	return true;
}

void
pset_pool_reset(struct pset_pool *p, uint32_t limit)
{
	p->failed = false;
	p->levels = 0;
	for (uint32_t top = limit ? (limit - 1) >> LEAF_BITS : 0; top; top >>= FAN_BITS)
		p->levels++;
	p->words = p->levels || limit == 0 ? WORDS : (limit + 63) / 64;
	p->bits = limit <= 64;
	p->n = 0;
	if (p->cap == 0 && !grow(p))
		return;
	memset(&p->node[0], 0, sizeof p->node[0]);
	p->n = p->frozen = 1;
}

void
pset_pool_trim(struct pset_pool *p)
{
	struct pset_node *node = p->cap > MANY ? p->alloc(p->user, p->node, p->cap * sizeof *node, MANY * sizeof *node)
		: NULL;

	if (node) {
		p->node = node;
		p->cap = MANY;
	}
#ifdef LATEROOT_MOVE_ARRAYS /* makes uses of old sets fail */
	if (p->n > 1)
		memset(p->node + 1, 0xDB, ((p->n < p->cap ? p->n : p->cap) - 1) * sizeof *node);
#endif
	p->n = p->n < p->cap ? p->n : p->cap;
}

/* Appends a node.  `node` may point into the pool.  Returns its number, or 0 if memory is exhausted. */
static inline uint32_t
push(struct pset_pool *p, const struct pset_node *node)
{
	const struct pset_node copy = *node;

	if (p->n == p->cap && !grow(p))
		return 0;
	p->node[p->n] = copy;
	return p->n++;
}

/* Returns node `i` if it belongs to the set being built, otherwise a copy that does; 0 if memory is exhausted. */
static uint32_t
own(struct pset_pool *p, uint32_t i)
{
	return i >= p->frozen ? i : push(p, &p->node[i]);
}

static bool
is_zero(const struct pset_node *n)
{
	uint64_t any = 0;

	for (int i = 0; i < WORDS; i++)
		any |= n->bits[i];
	return any == 0;
}

/* Returns the number of a node equal to `node`: 0 if it is empty, `a` or `b` if that has the same elements, otherwise a
** new one. */
static uint32_t
share(struct pset_pool *p, const struct pset_node *node, uint32_t a, uint32_t b)
{
	if (is_zero(node))
		return 0;
	if (memcmp(node, &p->node[a], sizeof *node) == 0)
		return a;
	return memcmp(node, &p->node[b], sizeof *node) == 0 ? b : push(p, node);
}

static inline uint32_t
child_index(uint32_t x, uint32_t level)
{
	return x >> (LEAF_BITS + FAN_BITS * (level - 1)) & (FAN - 1);
}

enum { MAX_LEVELS = 9 };

/* Makes all nodes from the root of `s` to the leaf of element `x` part of the set being built.  Their numbers go to
** `path`, root first.  Returns the leaf, or 0 if memory is exhausted. */
static inline uint32_t
own_path(struct pset_pool *p, pset s, uint32_t x, uint32_t path[MAX_LEVELS + 1])
{
	uint32_t at = own(p, (uint32_t)s), depth = 0;

	path[0] = at;
	for (uint32_t level = p->levels; level > 0 && at; level--) {
		uint32_t i = child_index(x, level), child = own(p, p->node[at].w[i]);
		if (!child)
			return 0;
		p->node[at].w[i] = child;
		path[++depth] = at = child;
	}
	return at;
}

pset
pset_add_slow(struct pset_pool *p, pset s, uint32_t x)
{
	uint32_t path[MAX_LEVELS + 1], leaf;

	if (pset_has(p, s, x) || p->failed)
		return s;
	if ((leaf = own_path(p, s, x, path)) == 0)
		return 0;
	p->node[leaf].bits[x >> 6 & 3] |= (uint64_t)1 << (x & 63);
	return path[0];
}

pset
pset_remove_slow(struct pset_pool *p, pset s, uint32_t x)
{
	uint32_t path[MAX_LEVELS + 1], leaf, depth = p->levels;

	if (!pset_has(p, s, x) || p->failed)
		return s;
	if ((leaf = own_path(p, s, x, path)) == 0)
		return 0;
	p->node[leaf].bits[x >> 6 & 3] &= ~((uint64_t)1 << (x & 63));
	/* Each empty node becomes 0, so that tests for emptiness and equality stay cheap. */
	for (; is_zero(&p->node[path[depth]]); depth--) {
		if (depth == 0)
			return 0;
		p->node[path[depth - 1]].w[child_index(x, p->levels - (depth - 1))] = 0;
	}
	return path[0];
}

bool
pset_has_slow(const struct pset_pool *p, pset s, uint32_t x)
{
	uint32_t at = (uint32_t)s;

	for (uint32_t level = p->levels; level > 0 && at; level--)
		at = p->node[at].w[child_index(x, level)];
	return at && (p->node[at].bits[x >> 6 & 3] >> (x & 63) & 1);
}

/* Recursion here and below is as deep as the tree: at most 9 levels. */
static uint32_t
unite(struct pset_pool *p, uint32_t a, uint32_t b, uint32_t level) /* NOLINT(misc-no-recursion) */
{
	struct pset_node sum;
	bool is_a = true, is_b = true;

	if (a == b || b == 0)
		return a;
	if (a == 0)
		return b;
	for (uint32_t i = 0; level && i < FAN; i++) {
		uint32_t x = p->node[a].w[i], y = p->node[b].w[i];
		sum.w[i] = unite(p, x, y, level - 1);
		is_a &= sum.w[i] == x;
		is_b &= sum.w[i] == y;
	}
	for (uint32_t i = 0; level == 0 && i < WORDS; i++) {
		uint64_t x = p->node[a].bits[i], y = p->node[b].bits[i];
		sum.bits[i] = x | y;
		is_a &= sum.bits[i] == x;
		is_b &= sum.bits[i] == y;
	}
	if (is_a)
		return a;
	if (is_b)
		return b;
	return push(p, &sum);
}

pset
pset_union_slow(struct pset_pool *p, pset a, pset b)
{
	return unite(p, (uint32_t)a, (uint32_t)b, p->levels);
}

static uint32_t
common(struct pset_pool *p, uint32_t a, uint32_t b, uint32_t level) /* NOLINT(misc-no-recursion) */
{
	struct pset_node both;

	if (a == b || a == 0 || b == 0)
		return a == b ? a : 0;
	for (uint32_t i = 0; level && i < FAN; i++)
		both.w[i] = common(p, p->node[a].w[i], p->node[b].w[i], level - 1);
	for (uint32_t i = 0; level == 0 && i < WORDS; i++)
		both.bits[i] = p->node[a].bits[i] & p->node[b].bits[i];
	return share(p, &both, a, b);
}

pset
pset_common(struct pset_pool *p, pset a, pset b)
{
	return p->bits ? a & b : common(p, (uint32_t)a, (uint32_t)b, p->levels);
}

static uint32_t
splice(struct pset_pool *p, uint32_t low, uint32_t high, uint32_t limit, uint32_t level) /* NOLINT(misc-no-recursion) */
{
	struct pset_node sum;
	uint32_t cut = level ? child_index(limit, level) : limit >> 6 & (WORDS - 1);

	if (low == high)
		return low;
	for (uint32_t i = 0; level && i < FAN; i++) {
		uint32_t x = p->node[low].w[i], y = p->node[high].w[i];
		sum.w[i] = i < cut ? x : i > cut ? y : splice(p, x, y, limit, level - 1);
	}
	for (uint32_t i = 0; level == 0 && i < WORDS; i++) {
		uint64_t below = i < cut ? ~(uint64_t)0 : i > cut ? 0 : ((uint64_t)1 << (limit & 63)) - 1;
		sum.bits[i] = (p->node[low].bits[i] & below) | (p->node[high].bits[i] & ~below);
	}
	return share(p, &sum, low, high);
}

pset
pset_splice_slow(struct pset_pool *p, pset low, pset high, uint32_t limit)
{
	uint64_t size = (uint64_t)1 << (LEAF_BITS + FAN_BITS * p->levels);

	return limit >= size ? low : splice(p, (uint32_t)low, (uint32_t)high, limit, p->levels);
}

static bool
equal(const struct pset_pool *p, uint32_t a, uint32_t b, uint32_t level) /* NOLINT(misc-no-recursion) */
{
	if (a == b)
		return true;
	if (a == 0 || b == 0) /* no stored node is empty */
		return false;
	if (level == 0)
		return memcmp(&p->node[a], &p->node[b], sizeof p->node[a]) == 0;
	for (uint32_t i = 0; i < FAN; i++)
		if (!equal(p, p->node[a].w[i], p->node[b].w[i], level - 1))
			return false;
	return true;
}

bool
pset_equal(const struct pset_pool *p, pset a, pset b)
{
	return a == b || (!p->bits && equal(p, (uint32_t)a, (uint32_t)b, p->levels));
}

static bool
append(struct arena *ar, struct pset_list *out, uint32_t first, uint64_t bits)
{
	for (; bits; bits &= bits - 1) {
		if (!ARENA_PUSH(ar, out->v, out->n, out->cap))
			return false;
		out->v[out->n++] = first + (uint32_t)__builtin_ctzll(bits);
	}
	return true;
}

static bool
diff(const struct pset_pool *p, uint32_t a, uint32_t b, uint32_t level, /* NOLINT(misc-no-recursion) */
	uint32_t first, struct arena *ar, struct pset_list *only_a, struct pset_list *only_b)
{
	const struct pset_node *x = &p->node[a], *y = &p->node[b];

	for (uint32_t i = 0; level == 0 && i < p->words; i++)
		if (x->bits[i] != y->bits[i] && (!append(ar, only_a, first + i * 64, x->bits[i] & ~y->bits[i])
		    || !append(ar, only_b, first + i * 64, y->bits[i] & ~x->bits[i])))
			return false;
	for (uint32_t i = 0; level && i < FAN; i++) {
		uint32_t width = LEAF_BITS + FAN_BITS * (level - 1);
		if (x->w[i] != y->w[i]
			&& !diff(p, x->w[i], y->w[i], level - 1, first + (i << width), ar, only_a, only_b))
			return false;
	}
	return true;
}

bool
pset_diff(const struct pset_pool *p, pset a, pset b, struct arena *ar, struct pset_list *only_a,
	struct pset_list *only_b)
{
	if (p->bits)
		return append(ar, only_a, 0, a & ~b) && append(ar, only_b, 0, b & ~a);
	return a == b || diff(p, (uint32_t)a, (uint32_t)b, p->levels, 0, ar, only_a, only_b);
}

bool
pset_change_slow(const struct pset_pool *p, pset a, pset b, struct arena *ar, struct pset_change *c)
{
	c->only_a = c->only_b = (struct pset_part){ 0 };
	if (p->levels == 0) {
		const uint64_t *x = p->node[a].bits, *y = p->node[b].bits;
		for (uint32_t i = 0; i < p->words; i++) {
			c->word_a[i] = x[i] & ~y[i];
			c->word_b[i] = y[i] & ~x[i];
		}
		c->only_a = (struct pset_part){ .bits = c->word_a[0], .n = p->words - 1, .word = c->word_a + 1 };
		c->only_b = (struct pset_part){ .bits = c->word_b[0], .n = p->words - 1, .word = c->word_b + 1 };
		return true;
	}
	c->list_a.n = c->list_b.n = 0;
	if (!pset_diff(p, a, b, ar, &c->list_a, &c->list_b))
		return false;
	c->only_a.element = c->list_a.v, c->only_a.n = c->list_a.n;
	c->only_b.element = c->list_b.v, c->only_b.n = c->list_b.n;
	return true;
}

bool
pset_more(struct pset_part *p)
{
	if (p->element && p->n) {
		p->base = *p->element++;
		p->bits = 1;
		p->n--;
		return true;
	}
	for (; p->n > 0; p->n--) {
		p->base += 64;
		p->bits = *p->word++;
		if (p->bits) {
			p->n--;
			return true;
		}
	}
	return false;
}

uint32_t
pset_size(const struct pset_part *p)
{
	uint32_t n = p->bits ? (uint32_t)__builtin_popcountll(p->bits) : 0;

	if (p->element)
		return n + p->n;
	for (uint32_t i = 0; i < p->n; i++)
		n += (uint32_t)__builtin_popcountll(p->word[i]);
	return n;
}
