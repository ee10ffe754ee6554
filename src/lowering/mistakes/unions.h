/* unions.h -- unions with references: see unions.c. */
#ifndef LR_LOWERING_MISTAKES_UNIONS_H
#define LR_LOWERING_MISTAKES_UNIONS_H

#include "host/context.h"

/* Refuse what is a union with a reference and does not lie in an object. */
lr_status unions_check(lr_context *, LLVMModuleRef);

#endif
