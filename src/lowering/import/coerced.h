/* coerced.h -- structs of one reference that are passed as integers: see coerced.c. */
#ifndef LR_LOWERING_IMPORT_COERCED_H
#define LR_LOWERING_IMPORT_COERCED_H

#include "host/context.h"

/* Changes signatures and calls of the module, or refuses before anything has changed. */
lr_status coerced_adopt(lr_context *, LLVMModuleRef);

#endif
