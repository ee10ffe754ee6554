/* check_moved.h -- what check_moved.c and check_origin.c share. */
#ifndef LR_CHECK_MOVED_H
#define LR_CHECK_MOVED_H

#include "check/model/check_model.h"
#include "check/relocations/check_reloc_model.h"
#include "base/sorted.h"

/* The object known by `key` stays where it is at the safepoints of a block from number `first` on, up to `end`. */
struct held { uint64_t key; uint32_t block, first, end; };
/* In order of keys, blocks and safepoints, once it is sorted; none touch then. */
struct held_list { struct held *at; uint32_t n, cap; };
#define NO_KEY UINT64_MAX
enum { SELECTS_MOST = 64 }; /* that others are compared with */

struct moved {
	struct ck *c;
	struct rmodel *m;
	uint32_t first_fixed, first_deep; /* of the words of the frame */
	struct held_list held, deep; /* deep: those of `held` by deep words */
	LLVMValueRef *selects;   /* that are held, none like another */
	uint32_t nselects, selects_cap;
	uint32_t *weigh;         /* by block: safepoints that do not hold what is asked about */
};

/* The value that part `*part` of `v` comes from by one way only, and which part of that it is. */
LLVMValueRef origin_chain(const struct moved *d, LLVMValueRef v, uint32_t *part);
/* Of the selects that are held somewhere, the first that is always of the same object as part `*part` of this one. */
LLVMValueRef origin_held_alike(const struct moved *d, LLVMValueRef select, uint32_t *part, bool use);
/* Is all that it may be what nobody moves?  As what lies in constant objects. */
bool origin_nobody_moves(const struct moved *d, LLVMValueRef v, uint32_t part);
uint64_t origin_key_of(const struct moved *d, LLVMValueRef v, uint32_t part, bool use);
/* They need not know of an address that they have seen no use for (a cast of it to a plain pointer is none for them),
** but of the object that it is in. */
uint64_t origin_object_key(const struct moved *d, LLVMValueRef v, uint32_t part);

#endif
