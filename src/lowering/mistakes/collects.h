/* collects.h -- which calls may collect, as far as clang's IR tells. */
#ifndef LR_LOWERING_MISTAKES_COLLECTS_H
#define LR_LOWERING_MISTAKES_COLLECTS_H

#include "base/ptrmap.h"
#include "ir/llvm.h"

/* The functions that are declared NEVER_COLLECTS. */
void collects_find_leaves(LLVMModuleRef, struct ptrmap *leaves);
/* Is it a call that may collect? */
bool collects_may(const struct ptrmap *leaves, LLVMValueRef i);

#endif
