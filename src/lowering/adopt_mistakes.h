/* adopt_mistakes.h -- what is probably wrong with a program: see adopt_mistakes.c. */
#ifndef LR_ADOPT_MISTAKES_H
#define LR_ADOPT_MISTAKES_H

#include "context.h"
#include "support/ptrmap.h"

lr_status mistakes_check(lr_context *, LLVMModuleRef);

#endif
