/* heap.h -- references in memory that no collector sees: see heap.c. */
#ifndef LR_LOWERING_MISTAKES_HEAP_H
#define LR_LOWERING_MISTAKES_HEAP_H

#include "host/context.h"

/* On raw clang IR: all of it. */
lr_status heap_check_early(lr_context *, LLVMModuleRef);
/* Memory of malloc and operator new that was not spoken of before. */
lr_status heap_check_malloc(lr_context *, LLVMModuleRef);

#endif
