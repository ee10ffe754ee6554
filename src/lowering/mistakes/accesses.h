/* accesses.h -- accesses that are at odds with declared types: see accesses.c. */
#ifndef LR_LOWERING_MISTAKES_ACCESSES_H
#define LR_LOWERING_MISTAKES_ACCESSES_H

#include "host/context.h"

/* Refuse accesses of references as something else, and of something else as references. */
lr_status words_check(lr_context *, LLVMModuleRef);

#endif
