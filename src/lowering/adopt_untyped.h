/* adopt_untyped.h -- references in variables whose types have none: see adopt_untyped.c. */
#ifndef LR_ADOPT_UNTYPED_H
#define LR_ADOPT_UNTYPED_H

#include "context.h"

/* On raw clang IR. */
lr_status untyped_check(lr_context *, LLVMModuleRef);

#endif
