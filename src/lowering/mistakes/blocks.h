/* blocks.h -- what is probably wrong with a program: see blocks.c. */
#ifndef LR_LOWERING_MISTAKES_BLOCKS_H
#define LR_LOWERING_MISTAKES_BLOCKS_H

#include "host/context.h"
#include "base/ptrmap.h"

lr_status mistakes_check(lr_context *, LLVMModuleRef);

#endif
