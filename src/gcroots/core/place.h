/* SPDX-License-Identifier: MIT */
/* place.h -- the stores in the making, which place.c and merge_stores.c share. */
#ifndef LR_GCROOTS_CORE_PLACE_H
#define LR_GCROOTS_CORE_PLACE_H

#include "gcroots/model/function.h"

enum { MAX_WALK = 128 }; /* of one question: blocks, or loops outward, that it may visit */

/* A store in the making: before the safepoint of a demand, or, hoisted, at the end of a block. */
struct store_site { block_id block; value_id value; word_id slot; uint32_t demand; bool hoisted, gone; };

/* Why the stores of a slot can be placed in different ways: a value from outside of a loop is stored in the loop; a
** value is stored more than once.  Most slots have neither, and their demands become stores as they are. */
enum choice { CHOICE_LOOP = 1, CHOICE_REPEATED = 2 };

struct placing {
	struct fn *f;
	struct arena *ar;
	uint8_t *choice;         /* per slot: enum choice */
	uint8_t *times;          /* per value: how many demands it has, 2 standing for more */
	struct store_site *site;       /* in slots with a choice, in order of demands */
	uint32_t n, dropped;     /* dropped: sites that hoisting out of loops has removed */
	uint32_t *by_slot;       /* sites of some slots sorted by slot, then by the key in use */
	uint32_t *key;           /* per position in by_slot: the key of the site's block, which is the block's number or
	                          * its place in another order */
	uint32_t *slot_at;       /* CSR over by_slot */
};

/* -- place.c: the position in by_slot of the first site of `slot` whose key is not below k. */
uint32_t lower_bound(const struct placing *, word_id slot, uint32_t k);
/* -- merge_stores.c: merges the stores of several sites of a value, where that costs no more.  Needs by_slot in order
** of blocks.  False if memory is exhausted. */
bool merge_stores(struct placing *);

#endif
