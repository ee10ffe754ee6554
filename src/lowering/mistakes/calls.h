/* calls.h -- calls that are probably mistakes: see calls.c. */
#ifndef LR_LOWERING_MISTAKES_CALLS_H
#define LR_LOWERING_MISTAKES_CALLS_H

#include "host/context.h"

lr_status calls_check(lr_context *, LLVMModuleRef);

#endif
