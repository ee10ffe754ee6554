/* SPDX-License-Identifier: MIT */
/* passes.h -- entry points of all passes, from passes.def. */
#ifndef LR_HOST_PASSES_H
#define LR_HOST_PASSES_H

#include "host/context.h"

#define PASS(name, entry, kind, required, params, description) lr_pass entry;
#include "host/passes.def"

#endif
