/* remark.h -- optimisation remarks of passes that say one thing about one instruction. */
#ifndef LR_LOWERING_REMARK_H
#define LR_LOWERING_REMARK_H

#include "host/context.h"

/* Gives the host a remark about `at`, an instruction, with its place in the source. Nothing, if the host wants none. */
void remark_about(lr_context *, lr_remark_kind, const char *name, LLVMValueRef at, const char *words);

#endif
