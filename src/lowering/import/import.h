/* import.h -- C written with <lateroot/dialect.h>, as it comes out of clang. */
#ifndef LR_LOWERING_IMPORT_IMPORT_H
#define LR_LOWERING_IMPORT_IMPORT_H

#include "host/context.h"

/* What SettleGCStack does, for one function that is about to be lowered, if it has no GC stack yet. */
lr_status settle_function(lr_context *, LLVMModuleRef, LLVMValueRef fn);
/* After an error: give the module the data layout that its compiler believes in, and let no code of it be reachable, so
** that code generation gets by without understanding it. */
void adopt_give_up(lr_context *, LLVMModuleRef);

#endif
