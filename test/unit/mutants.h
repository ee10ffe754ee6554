/* SPDX-License-Identifier: MIT */
/* mutants.h -- what those need who break a placement of roots to see whether the checker notices. */
#ifndef MUTANTS_H
#define MUTANTS_H

#include <stdbool.h>

#include <llvm-c/Core.h>

#include "dialect/names.h"

bool mutant_is_call_of(LLVMValueRef inst, enum intrinsic);
/* A slot that only roots: nothing but stores touches it, so storing elsewhere changes no program. */
bool mutant_only_roots(LLVMValueRef slot);
/* A store into such a slot. */
bool mutant_is_root_store(LLVMValueRef inst);
/* Put a detached instruction before another one; move one that is in its place.  False if it stands there already. */
void mutant_insert(LLVMValueRef inst, LLVMValueRef before);
bool mutant_move(LLVMValueRef inst, LLVMValueRef before);
/* Behind the next call that may collect, in the block of `inst`; before the last one.  NULL: there is none. */
LLVMValueRef mutant_later(LLVMValueRef inst);
LLVMValueRef mutant_earlier(LLVMValueRef inst);

#endif
