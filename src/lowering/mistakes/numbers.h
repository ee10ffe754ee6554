/* numbers.h -- references that are read as numbers through pointers: see numbers.c. */
#ifndef LR_LOWERING_MISTAKES_NUMBERS_H
#define LR_LOWERING_MISTAKES_NUMBERS_H

#include "host/context.h"

/* On raw clang IR. */
lr_status numbers_check(lr_context *, LLVMModuleRef);

#endif
