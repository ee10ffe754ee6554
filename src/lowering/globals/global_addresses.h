/* SPDX-License-Identifier: MIT */
/* global_addresses.h -- addresses of global variables in foreign code: see global_addresses.c. */
#ifndef LR_LOWERING_GLOBALS_GLOBAL_ADDRESSES_H
#define LR_LOWERING_GLOBALS_GLOBAL_ADDRESSES_H

#include "host/context.h"

/* For a typed module, whose variables with references are roots. */
void warn_of_addresses(lr_context *, LLVMModuleRef);

#endif
