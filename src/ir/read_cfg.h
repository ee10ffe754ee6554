/* SPDX-License-Identifier: MIT */
/* read_cfg.h -- reads the control flow of a function into a graph of base/cfg.h. */
#ifndef LR_IR_READ_CFG_H
#define LR_IR_READ_CFG_H

#include "base/cfg.h"
#include "base/ptrmap.h"
#include "ir/llvm.h"

/* Numbers the blocks of `fn` and analyses the graph. Returns the blocks by number; NULL: memory is exhausted. The
** result lives in the arena, as do the arrays of `*g`. `blocks` is scratch space of the caller's. */
LLVMBasicBlockRef *read_cfg(struct arena *, struct ptrmap *blocks, LLVMValueRef fn, struct cfg *g);

#endif
