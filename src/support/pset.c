/* pset.c -- persistent radix sets.  Recursion is bounded by the number of levels (at most nine). */
#include "support/pset.h"

#include <string.h>

enum { LEAF_BITS = 8, FAN_BITS = 3, FAN = 1 << FAN_BITS, MANY = 1 << 12 };

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
	uint32_t cap = p->cap == 0 ? 256 : p->cap < MANY ? p->cap * 2 : p->cap + p->cap / 8;
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
	p->words = p->levels ? FAN : (limit + 31) / 32;
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
	struct pset_node *node = p->cap > MANY ? p->alloc(p->user, p->node, p->cap * sizeof *node, MANY * sizeof *node) : NULL;

	if (node) {
		p->node = node;
		p->cap = MANY;
	}
	p->n = p->n < p->cap ? p->n : p->cap;
}

/* An owned copy of node `i`; 0 on no memory. */
static uint32_t
own(struct pset_pool *p, uint32_t i)
{
	if (i >= p->frozen)
		return i;
	if (p->n == p->cap && !grow(p))
		return 0;
	p->node[p->n] = p->node[i];
	return p->n++;
}

static bool
is_zero(const struct pset_node *n)
{
	uint32_t any = 0;

	for (int i = 0; i < FAN; i++)
		any |= n->w[i];
	return any == 0;
}

static inline uint32_t
child_index(uint32_t x, uint32_t level)
{
	return x >> (LEAF_BITS + FAN_BITS * (level - 1)) & (FAN - 1);
}

pset
pset_add_slow(struct pset_pool *p, pset s, uint32_t x)
{
	uint32_t root, at;

	if (pset_has(p, s, x) || p->failed)
		return s;
	if ((root = at = own(p, (uint32_t)s)) == 0)
		return 0;
	for (uint32_t level = p->levels; level > 0; level--) {
		uint32_t i = child_index(x, level), kid = own(p, p->node[at].w[i]);
		if (!kid)
			return 0;
		p->node[at].w[i] = kid;
		at = kid;
	}
	p->node[at].w[x >> 5 & 7] |= 1u << (x & 31);
	return root;
}

pset
pset_remove_slow(struct pset_pool *p, pset s, uint32_t x)
{
	uint32_t path[16], index[16], depth = 0, at;

	if (!pset_has(p, s, x) || p->failed)
		return s;
	if ((at = own(p, (uint32_t)s)) == 0)
		return 0;
	for (uint32_t level = p->levels; level > 0; level--) {
		uint32_t i = child_index(x, level), kid = own(p, p->node[at].w[i]);
		if (!kid)
			return 0;
		p->node[at].w[i] = kid;
		path[depth] = at, index[depth++] = i;
		at = kid;
	}
	p->node[at].w[x >> 5 & 7] &= ~(1u << (x & 31));
	/* an empty node is always 0, so that emptiness and equality stay cheap */
	while (is_zero(&p->node[at])) {
		if (depth == 0)
			return 0;
		at = path[--depth];
		p->node[at].w[index[depth]] = 0;
	}
	return depth ? path[0] : at;
}

bool
pset_has_slow(const struct pset_pool *p, pset s, uint32_t x)
{
	uint32_t at = (uint32_t)s;

	for (uint32_t level = p->levels; level > 0 && at; level--)
		at = p->node[at].w[child_index(x, level)];
	return at && (p->node[at].w[x >> 5 & 7] >> (x & 31) & 1);
}

static uint32_t
unite(struct pset_pool *p, uint32_t a, uint32_t b, uint32_t level) /* NOLINT(misc-no-recursion): as deep as the tree, at most 9 */
{
	struct pset_node sum;
	bool is_a = true, is_b = true;

	if (a == b || b == 0)
		return a;
	if (a == 0)
		return b;
	for (uint32_t i = 0; i < FAN; i++) {
		uint32_t x = p->node[a].w[i], y = p->node[b].w[i];
		sum.w[i] = level ? unite(p, x, y, level - 1) : (x | y);
		is_a &= sum.w[i] == x;
		is_b &= sum.w[i] == y;
	}
	if (is_a)
		return a;
	if (is_b)
		return b;
	if (p->n == p->cap && !grow(p))
		return 0;
	p->node[p->n] = sum;
	return p->n++;
}

pset
pset_union_slow(struct pset_pool *p, pset a, pset b)
{
	return unite(p, (uint32_t)a, (uint32_t)b, p->levels);
}

static uint32_t
common(struct pset_pool *p, uint32_t a, uint32_t b, uint32_t level) /* NOLINT(misc-no-recursion): as deep as the tree, at most 9 */
{
	struct pset_node both;

	if (a == b || a == 0 || b == 0)
		return a == b ? a : 0;
	for (uint32_t i = 0; i < FAN; i++) {
		uint32_t x = p->node[a].w[i], y = p->node[b].w[i];
		both.w[i] = level ? common(p, x, y, level - 1) : (x & y);
	}
	if (is_zero(&both))
		return 0;
	for (uint32_t i = 0; i < 2; i++, a = b)
		if (memcmp(&both, &p->node[a], sizeof both) == 0)
			return a;
	if (p->n == p->cap && !grow(p))
		return 0;
	p->node[p->n] = both;
	return p->n++;
}

pset
pset_common(struct pset_pool *p, pset a, pset b)
{
	return p->bits ? a & b : common(p, (uint32_t)a, (uint32_t)b, p->levels);
}

static uint32_t
splice(struct pset_pool *p, uint32_t low, uint32_t high, uint32_t limit, uint32_t level) /* NOLINT(misc-no-recursion): as deep as the tree, at most 9 */
{
	struct pset_node sum;
	uint32_t shift = level ? LEAF_BITS + FAN_BITS * (level - 1) : 5;
	uint32_t cut = limit >> shift & (FAN - 1);

	if (low == high)
		return low;
	for (uint32_t i = 0; i < FAN; i++) {
		uint32_t x = p->node[low].w[i], y = p->node[high].w[i];
		if (i != cut) {
			sum.w[i] = i < cut ? x : y;
		} else if (level) {
			sum.w[i] = splice(p, x, y, limit, level - 1);
		} else {
			uint32_t below = (1u << (limit & 31)) - 1;
			sum.w[i] = (x & below) | (y & ~below);
		}
	}
	if (is_zero(&sum))
		return 0;
	if (memcmp(&sum, &p->node[low], sizeof sum) == 0)
		return low;
	if (memcmp(&sum, &p->node[high], sizeof sum) == 0)
		return high;
	if (p->n == p->cap && !grow(p))
		return 0;
	p->node[p->n] = sum;
	return p->n++;
}

pset
pset_splice_slow(struct pset_pool *p, pset low, pset high, uint32_t limit)
{
	uint64_t size = (uint64_t)1 << (LEAF_BITS + FAN_BITS * p->levels);

	return limit >= size ? low : splice(p, (uint32_t)low, (uint32_t)high, limit, p->levels);
}

static bool
equal(const struct pset_pool *p, uint32_t a, uint32_t b, uint32_t level) /* NOLINT(misc-no-recursion): as deep as the tree, at most 9 */
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
diff(const struct pset_pool *p, uint32_t a, uint32_t b, uint32_t level, uint32_t first, struct arena *ar, /* NOLINT(misc-no-recursion): as deep as the tree, at most 9 */
	struct pset_list *only_a, struct pset_list *only_b)
{
	const uint32_t *x = p->node[a].w, *y = p->node[b].w;

	for (uint32_t i = 0; i < p->words; i++) {
		if (x[i] == y[i])
			continue;
		if (level) {
			uint32_t width = LEAF_BITS + FAN_BITS * (level - 1);
			if (!diff(p, x[i], y[i], level - 1, first + (i << width), ar, only_a, only_b))
				return false;
		} else if (!append(ar, only_a, first + i * 32, x[i] & ~y[i]) || !append(ar, only_b, first + i * 32, y[i] & ~x[i])) {
			return false;
		}
	}
	return true;
}

bool
pset_diff(const struct pset_pool *p, pset a, pset b, struct arena *ar, struct pset_list *only_a, struct pset_list *only_b)
{
	if (p->bits)
		return append(ar, only_a, 0, a & ~b) && append(ar, only_b, 0, b & ~a);
	return a == b || diff(p, (uint32_t)a, (uint32_t)b, p->levels, 0, ar, only_a, only_b);
}

bool
pset_change_slow(const struct pset_pool *p, pset a, pset b, struct arena *ar, struct pset_change *c)
{
	c->a.n = c->b.n = 0;
	if (!pset_diff(p, a, b, ar, &c->a, &c->b))
		return false;
	c->only_a = (struct pset_part){ .v = c->a.v, .n = c->a.n };
	c->only_b = (struct pset_part){ .v = c->b.v, .n = c->b.n };
	return true;
}
