/* SPDX-License-Identifier: MIT */
/* pset.h -- persistent sets of small integers: a radix tree whose nodes are shared between sets.
**
** A set is one word (the number of its root node; 0 is the empty set), so that a copy of a set costs nothing, and sets
** that differ in few elements share nearly all nodes.  Comparison, union and difference stop at shared nodes: their
** cost follows the difference.  A leaf holds 256 elements; each level above has eight children.
**
** If all elements are below 64, as in most functions, the word itself is the set, one bit an element, and there are no
** nodes.
**
** Nodes made since the last pset_freeze belong to the set being built and are changed in place. */
#ifndef LR_BASE_PSET_H
#define LR_BASE_PSET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef uint64_t pset;

struct pset_node { union { uint32_t w[8]; uint64_t bits[4]; }; }; /* children; in a leaf, bits */

struct pset_pool {
	arena_alloc_fn *alloc;
	void *user;
	struct pset_node *node;    /* node[0] is empty */
	uint32_t n, cap;
	uint32_t frozen;           /* nodes below this are shared and immutable */
	uint32_t levels;           /* number of levels above the leaves */
	uint32_t words;            /* words of a leaf that can hold elements */
	bool bits;                 /* a set is a word of bits */
	bool failed;               /* memory was exhausted: later results are wrong, but safe to walk */
};

void pset_pool_init(struct pset_pool *, arena_alloc_fn *, void *user);
void pset_pool_free(struct pset_pool *);
/* Forgets all sets; from now on elements are below `limit`. */
void pset_pool_reset(struct pset_pool *, uint32_t limit);
/* Frees memory beyond what most functions need.  The sets are not used any more. */
void pset_pool_trim(struct pset_pool *);
/* Shares all nodes from now on.  Call it after copying a set that will be changed further. */
static inline void pset_freeze(struct pset_pool *p) { p->frozen = p->n; }

/* -- for sets that have nodes */
pset pset_add_slow(struct pset_pool *, pset, uint32_t x);
pset pset_remove_slow(struct pset_pool *, pset, uint32_t x);
bool pset_has_slow(const struct pset_pool *, pset, uint32_t x);
pset pset_union_slow(struct pset_pool *, pset, pset);
pset pset_splice_slow(struct pset_pool *, pset low, pset high, uint32_t limit);

static inline bool
pset_has(const struct pset_pool *p, pset s, uint32_t x)
{
	if (p->bits)
		return s >> x & 1;
	return p->levels ? pset_has_slow(p, s, x) : s && (p->node[s].bits[x >> 6 & 3] >> (x & 63) & 1);
}

/* Each returns the new set; the old one is no longer valid unless it was frozen. */
static inline pset
pset_add(struct pset_pool *p, pset s, uint32_t x)
{
	if (p->bits)
		return s | (pset)1 << x;
	if (p->levels || s == 0 || s < p->frozen)
		return pset_add_slow(p, s, x);
	p->node[s].bits[x >> 6 & 3] |= (uint64_t)1 << (x & 63);
	return s;
}
static inline pset
pset_remove(struct pset_pool *p, pset s, uint32_t x)
{
	if (p->bits)
		return s & ~((pset)1 << x);
	return s && pset_has(p, s, x) ? pset_remove_slow(p, s, x) : s;
}
/* Both operands stay valid if frozen; the result may share nodes with either. */
static inline pset
pset_union(struct pset_pool *p, pset a, pset b)
{
	return p->bits ? a | b : a == b || b == 0 ? a : a == 0 ? b : pset_union_slow(p, a, b);
}
/* The intersection.  Both must be frozen. */
pset pset_common(struct pset_pool *, pset, pset);
/* The elements of `low` below `limit`, and the others of `high`. */
static inline pset
pset_splice(struct pset_pool *p, pset low, pset high, uint32_t limit)
{
	if (!p->bits)
		return pset_splice_slow(p, low, high, limit);
	pset below = limit < 64 ? ((pset)1 << limit) - 1 : ~(pset)0;
	return (low & below) | (high & ~below);
}
bool pset_equal(const struct pset_pool *, pset, pset);

/* Appends the elements of a that are not in b, and those of b that are not in a, both ascending, to lists that grow in
** the arena.  Returns false if memory is exhausted. */
struct pset_list { uint32_t *v; uint32_t n, cap; };
bool pset_diff(const struct pset_pool *, pset a, pset b, struct arena *, struct pset_list *only_a,
	struct pset_list *only_b);

/* The same for iteration, valid until the next call: word by word if sets have only one leaf, otherwise as lists. */
struct pset_part {
	uint64_t bits;             /* the next elements, relative to `base` */
	uint32_t base, n;          /* n: number of words or elements that follow */
	const uint64_t *word;
	const uint32_t *element;   /* NULL: the elements are in words */
};
struct pset_change {
	struct pset_part only_a, only_b;
	uint64_t word_a[4], word_b[4];
	struct pset_list list_a, list_b;
};
bool pset_change_slow(const struct pset_pool *, pset a, pset b, struct arena *, struct pset_change *);
/* The change is zero-initialised.  Returns false if memory is exhausted. */
static inline bool
pset_changes(const struct pset_pool *p, pset a, pset b, struct arena *ar, struct pset_change *c)
{
	if (!p->bits)
		return pset_change_slow(p, a, b, ar, c);
	c->only_a.bits = a & ~b;
	c->only_b.bits = b & ~a;
	return true;
}
/* Advances to the next word or element of the part; false if there is none. */
bool pset_more(struct pset_part *);
/* Removes the least element from the part; false if it is empty. */
static inline bool
pset_next(struct pset_part *p, uint32_t *x)
{
	if (p->bits == 0 && (p->n == 0 || !pset_more(p)))
		return false;
	*x = p->base + (uint32_t)__builtin_ctzll(p->bits);
	p->bits &= p->bits - 1;
	return true;
}
uint32_t pset_size(const struct pset_part *);

#endif
