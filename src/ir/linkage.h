/* SPDX-License-Identifier: MIT */
/* linkage.h -- tells whether the body of a function may be relied on. */
#ifndef LR_IR_LINKAGE_H
#define LR_IR_LINKAGE_H

#include <stdbool.h>

#include "ir/llvm.h"

/* Does a call of this function run the body in this module? Only then do facts about the body, its polls, safepoints
** and frames, hold for calls.
**
** False for weak, linkonce and common definitions, for the linker may choose another one. Definitions that are the same
** by the language's rules (_odr, available_externally) may have been compiled otherwise: another copy may still have an
** allocation that was optimised away here, or frames that are found in another way. As for LLVM, global definitions are
** final unless the module says that they may be interposed; then only local and hidden ones are. */
bool definition_is_final(LLVMValueRef fn);

#endif
