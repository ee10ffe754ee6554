/* import_mistakes.h -- what is probably wrong with a program: see import_mistakes.c. */
#ifndef LR_LOWERING_IMPORT_IMPORT_MISTAKES_H
#define LR_LOWERING_IMPORT_IMPORT_MISTAKES_H

#include "host/context.h"
#include "base/ptrmap.h"

lr_status mistakes_check(lr_context *, LLVMModuleRef);

#endif
