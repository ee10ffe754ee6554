/* untyped.h -- references in variables whose types have none: see untyped.c. */
#ifndef LR_LOWERING_MISTAKES_UNTYPED_H
#define LR_LOWERING_MISTAKES_UNTYPED_H

#include "host/context.h"

/* On raw clang IR. */
lr_status untyped_check(lr_context *, LLVMModuleRef);

#endif
