/* SPDX-License-Identifier: MIT */
/* check_moved.h -- shared by check_moved.c and check_origin.c: the bases of pointers, and where they are pinned. */
#ifndef LR_CHECK_MOVED_H
#define LR_CHECK_MOVED_H

#include "check/model/check_phases.h"
#include "check/relocations/check_reloc_part.h"

/* The object with the key `key` is pinned at the safepoints of a block from number `first` on, up to before `end`. */
struct pinned { uint64_t key; uint32_t block, first, end; };
/* Behind sort_pinned: in the order of keys, blocks and safepoints; no two overlap or touch. */
struct pinned_list { struct pinned *at; uint32_t n, cap; };
#define NO_KEY UINT64_MAX
enum { SELECTS_MOST = 64 };

struct moved {
	struct ck *c;
	struct rmodel *m;
	uint32_t first_pinned, first_deep; /* words of the frame: those from the first on pin what they hold, those
	                                    * from the second on also all that can be reached from it */
	struct pinned_list pinned, deep;   /* deep: only what the transitively pinning words hold */
	LLVMValueRef *selects;   /* that are pinned somewhere and differ from each other, at most SELECTS_MOST */
	uint32_t nselects, selects_cap;
	uint32_t *count;         /* of each block: safepoints that do not pin the object that is asked about */
};

/* The part that `at` comes from through copies, address arithmetic and loads of addresses, one step after another. */
struct part origin_chain(const struct moved *d, struct part at);
/* The first of d->selects that always points into the same object as part `at` of a select, which stands for itself if
** there is none. */
struct part origin_pinned_select(const struct moved *d, struct part at, bool use);
/* Does everything that the part may be surely point to what no collection moves? */
bool origin_is_immovable(const struct moved *d, struct part at);
/* Two parts with the same key point into the same object.  With `use` the key is only good for a use of the part, not
** for pinning it: if the object of the key is pinned, then the part either points into it, or to what does not move. */
uint64_t origin_key_of(const struct moved *d, struct part at, bool use);
/* The class of the object that an address is computed from, for addresses that have no class of their own because no
** event uses them; NO_KEY if that is none. */
uint64_t origin_object_key(const struct moved *d, struct part at);

#endif
