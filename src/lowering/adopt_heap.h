/* adopt_heap.h -- references in memory that no collector sees: see adopt_heap.c. */
#ifndef LR_ADOPT_HEAP_H
#define LR_ADOPT_HEAP_H

#include "context.h"

/* On raw clang IR: all of it. */
lr_status heap_check_early(lr_context *, LLVMModuleRef);
/* Memory of malloc and operator new that was not spoken of before. */
lr_status heap_check_malloc(lr_context *, LLVMModuleRef);

#endif
