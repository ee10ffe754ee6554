/* SPDX-License-Identifier: MIT */
/* walked.h -- the mark of functions whose frames are walked like their caller's.
**
** From code that no table describes, no walker finds the way back.  So a function of an ABI with tables links an anchor
** around each call of a function that it does not know to have a table.  The attribute "lateroot-walked", on the callee
** or on one call, says that the callee needs none: it is compiled in the ABI framemap or statepoint, or it never leads
** to a collection.  Definitions that have the mark are held to it (gcroots/plan/walked.c). */
#ifndef LR_DIALECT_WALKED_H
#define LR_DIALECT_WALKED_H

#include <stdbool.h>

#include "ir/llvm.h"

#define WALKED_ATTRIBUTE "lateroot-walked"

/* Does the function have the mark? */
bool walked_is_stated(LLVMValueRef fn);
/* Does the call itself have the mark? */
bool walked_is_stated_at(LLVMValueRef call);

#endif
