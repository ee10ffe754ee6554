/* linkage.h -- what is known of a function because its body is there. */
#ifndef LR_IR_LINKAGE_H
#define LR_IR_LINKAGE_H

#include <stdbool.h>

#include "ir/llvm.h"

/* Is whatever is called by this name the very body that is here?  Only then does what the body shows of polls,
** safepoints or frames hold for calls of it.
**
** Not of weak, linkonce and common definitions, for the linker may take another one.  Those that are the same by the
** language's rules (_odr, available_externally) may have been compiled otherwise: an allocation that was optimised away
** here is still there, or its frames are found another way.  Global definitions are what they are, as for LLVM, unless
** the module says that they may be interposed; then only what is local or hidden is. */
bool definition_is_final(LLVMValueRef fn);

#endif
