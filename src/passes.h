/* passes.h -- entry points of all passes, from passes.def. */
#ifndef LR_PASSES_H
#define LR_PASSES_H

#include "context.h"

#define PASS(name, entry, kind, required, params, description) lr_pass entry;
#include "passes.def"

#endif
