/* SPDX-License-Identifier: MIT */
/* merges.h -- objects that meet in phis and selects: what merges.c and merges_agree.c share. */
#ifndef LR_OPTIMIZE_ALLOC_MERGES_H
#define LR_OPTIMIZE_ALLOC_MERGES_H

#include "optimize/alloc/parts/parts.h"

struct merges {
	struct alloc_opt *a;
	struct virtual_plan *p;
	LLVMValueRef bad;        /* a phi or select that cannot be taken apart */
	bool ok;
};

static inline bool
is_merge(LLVMValueRef v)
{
	return LLVMIsAPHINode(v) || LLVMIsASelectInst(v);
}

static inline bool
is_undefined(LLVMValueRef v)
{
	return LLVMIsUndef(v) || LLVMIsPoison(v);
}

/* -- merges.c */
/* Notes that a phi or select cannot be taken apart. */
void merges_ban(struct merges *, LLVMValueRef merge);

/* -- merges_agree.c */
/* Is each input still variables where it becomes a phi or select, and not seen as another object afterwards?  Otherwise
** bans the phi or select. */
bool merges_agree(struct merges *);
/* Finds the members that may be the constant.  False: memory is exhausted. */
bool merges_find_maybe(struct merges *);
/* Is a member that may be the constant used, and made, only where that does no harm? */
bool merges_constant_suits(struct merges *, const struct member *);

#endif
