/* SPDX-License-Identifier: MIT */
/* import.h -- the import of C with <lateroot/dialect.h>, for the folders that use it. */
#ifndef LR_LOWERING_IMPORT_IMPORT_H
#define LR_LOWERING_IMPORT_IMPORT_H

#include "host/context.h"

/* Does what SettleGCStack does, for one function that is about to be lowered, if it has no GC stack yet. */
lr_status insert_gcstack(lr_context *, LLVMModuleRef, LLVMValueRef fn);
/* After an error: gives the module the data layout that its compiler expects, and makes all of its code unreachable, so
** that code generation meets nothing that it does not know. */
void import_give_up(lr_context *, LLVMModuleRef);

#endif
