/* SPDX-License-Identifier: MIT */
/* flags.h -- removes what flags of clang add to a program: see flags.c. */
#ifndef LR_LOWERING_IMPORT_FLAGS_H
#define LR_LOWERING_IMPORT_FLAGS_H

#include "ir/llvm.h"

#include <stdbool.h>

/* Both return whether they have changed the module. */
bool flags_clear_patterns(LLVMModuleRef);
bool flags_drop_fake_uses(LLVMModuleRef);
/* The same as flags_clear_patterns for memory of alloca(), which gets a type with references only later. */
void flags_clear_patterns_of_alloca(LLVMModuleRef, LLVMValueRef alloca);

#endif
