/* SPDX-License-Identifier: MIT */
/* mistakes.h -- finds references in C that no collector would see, and other probable mistakes.
**
** A check reports errors and warnings through the context, and returns the context's first error, or LR_E_NOMEM. It
** does not change the program, but for metadata at calls of which a mistake was reported. */
#ifndef LR_LOWERING_MISTAKES_MISTAKES_H
#define LR_LOWERING_MISTAKES_MISTAKES_H

#include "host/context.h"

/* All that can be found in raw clang IR, before anything is changed. */
lr_status mistakes_check(lr_context *, LLVMModuleRef);
/* Checks how references are accessed. For clang's IR in which structs of one reference are passed as references
** (lowering/import/coerced.c). */
lr_status mistakes_check_accesses(lr_context *, LLVMModuleRef);
/* Checks optimised code for references in memory of malloc and operator new: calls between the two are inlined then.
** Memory that was reported by mistakes_check is not reported again. */
lr_status mistakes_check_optimised(lr_context *, LLVMModuleRef);

#endif
