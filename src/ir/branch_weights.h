/* SPDX-License-Identifier: MIT */
/* branch_weights.h -- how often the edges of branches are taken, as the IR states it. */
#ifndef LR_IR_BRANCH_WEIGHTS_H
#define LR_IR_BRANCH_WEIGHTS_H

#include "base/cfg.h"
#include "ir/llvm.h"

/* Fills in *weight for branch_hints.weight of base/frequency.h, in the arena; NULL: no weights are stated.  `block` has
** the blocks by number, `md_prof` is the kind of !prof.  expects: llvm.expect is looked for, too.  False: memory is
** exhausted. */
bool read_branch_weights(struct arena *, const struct cfg *, const LLVMBasicBlockRef *block, unsigned md_prof,
	bool expects, uint32_t **weight);

#endif
