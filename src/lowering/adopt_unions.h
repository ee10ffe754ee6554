/* adopt_unions.h -- unions with references: see adopt_unions.c. */
#ifndef LR_ADOPT_UNIONS_H
#define LR_ADOPT_UNIONS_H

#include "context.h"

/* Refuse what is a union with a reference and does not lie in an object. */
lr_status unions_check(lr_context *, LLVMModuleRef);

#endif
