/* SPDX-License-Identifier: MIT */
/* ctors.h -- constructors and destructors of a module, for linkers that run none. */
#ifndef LR_CODEGEN_CTORS_H
#define LR_CODEGEN_CTORS_H

#include "host/context.h"

/* `list` is "llvm.global_ctors", or "llvm.global_dtors", whose functions run in reverse (`backwards`). */
/* Builds calls of all functions in the list, in the order of their priorities. */
void ctors_call(LLVMModuleRef m, LLVMBuilderRef b, const char *list, bool backwards);
/* Removes the list. */
void ctors_drop(LLVMModuleRef m, const char *list);
/* Replaces the list by an array of struct module_call, named `prefix``number`.  Returns whether there is one; memory
** that is exhausted makes none, and is reported. */
bool ctors_list(lr_context *, LLVMModuleRef m, const char *list, bool backwards, const char *prefix, uint64_t number);
/* Deletes internal functions that nothing uses: what is listed as a call needs no code. */
void ctors_delete(LLVMModuleRef m);

#endif
