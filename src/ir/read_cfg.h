/* read_cfg.h -- from the blocks of a function to base/cfg.h. */
#ifndef LR_IR_READ_CFG_H
#define LR_IR_READ_CFG_H

#include "base/cfg.h"
#include "base/ptrmap.h"
#include "ir/llvm.h"

/* Number the blocks of `fn` and analyse the graph.  The result holds the blocks by number; NULL: no memory.  It lives
** in the arena, as does what `*g` points to.  `blocks` is scratch space of the caller's. */
LLVMBasicBlockRef *read_cfg(struct arena *, struct ptrmap *blocks, LLVMValueRef fn, struct cfg *g);

#endif
