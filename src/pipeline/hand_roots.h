/* SPDX-License-Identifier: MIT */
/* hand_roots.h -- modules that root references by hand. */
#ifndef LR_PIPELINE_HAND_ROOTS_H
#define LR_PIPELINE_HAND_ROOTS_H

#include "host/context.h"

/* Does the module come from a source that includes <lateroot/roots.h>, and is to be checked? */
bool hand_roots_marked(LLVMModuleRef);

#endif
