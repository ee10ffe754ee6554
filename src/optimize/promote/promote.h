/* SPDX-License-Identifier: MIT */
/* promote.h -- puts stack variables into SSA form: loads become values, and phis stand where stores meet.
**
** LLVM's own mem2reg cannot be called for chosen variables through LLVM-C, and must not run over all of them in a pass
** that changes only a few. */
#ifndef LR_OPTIMIZE_PROMOTE_H
#define LR_OPTIMIZE_PROMOTE_H

#include "base/cfg.h"
#include "ir/llvm.h"

struct promote_variable {
	LLVMValueRef alloca;
	LLVMTypeRef type;        /* of its content, from promote_type */
	LLVMValueRef first;      /* its content before the first store: a constant or a parameter; NULL: null for a
	                          * pointer, otherwise undef */
};

/* Returns the type of the content of a variable that can be promoted: an alloca of one element in the entry block, of
** which each use is a plain load or store of the allocated type, or a lifetime marker. Otherwise returns NULL. */
LLVMTypeRef promote_type(LLVMValueRef alloca);

/* Replaces the variables by values and erases their allocas. Debug information of a variable says from then on that its
** value is unknown. `block` and `graph` are those of read_cfg for the function. Phis are made only where the variable
** is live, and not where all paths bring the same value (irreducible control flow may get more). The time is linear in
** the function and in the blocks in which each variable is live; so all variables are to be given at once. Returns
** false if memory is exhausted; the function is unchanged then. */
bool promote_variables(struct arena *, const struct cfg *graph, LLVMBasicBlockRef *block,
	const struct promote_variable *, uint32_t n);

#endif
