/* adopt_calls.h -- calls that are probably mistakes: see adopt_calls.c. */
#ifndef LR_ADOPT_CALLS_H
#define LR_ADOPT_CALLS_H

#include "context.h"

lr_status calls_check(lr_context *, LLVMModuleRef);

#endif
