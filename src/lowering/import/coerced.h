/* SPDX-License-Identifier: MIT */
/* coerced.h -- structs of one reference that are passed as integers: see coerced.c. */
#ifndef LR_LOWERING_IMPORT_COERCED_H
#define LR_LOWERING_IMPORT_COERCED_H

#include "host/context.h"

/* Changes signatures and calls of the module, or fails before anything has changed. */
lr_status coerced_import(lr_context *, LLVMModuleRef);

#endif
