/* flags.h -- what flags of clang add to a program: see flags.c. */
#ifndef LR_LOWERING_IMPORT_FLAGS_H
#define LR_LOWERING_IMPORT_FLAGS_H

#include "ir/llvm.h"

#include <stdbool.h>

/* Each changes the module and tells whether it has. */
bool adopt_patterns(LLVMModuleRef);
bool adopt_fake_uses(LLVMModuleRef);
/* The same as adopt_patterns() for memory of alloca(), which only gets a type with references later. */
void adopt_patterns_of_alloca(LLVMModuleRef, LLVMValueRef alloca);

#endif
