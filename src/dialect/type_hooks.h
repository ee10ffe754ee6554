/* SPDX-License-Identifier: MIT */
/* type_hooks.h -- what the descriptor of a type tells, if it is a constant that is seen. */
#ifndef LR_DIALECT_TYPE_HOOKS_H
#define LR_DIALECT_TYPE_HOOKS_H

#include <stdbool.h>

#include <llvm-c/Target.h>

#include "ir/llvm.h"

struct lr_context;

/* Is there a hook that the runtime runs once for each object of a type that dies? `type` is the operand of an
** allocation, or NULL. */
enum type_hook { HOOK_NONE, HOOK_SEEN, HOOK_UNKNOWN };
enum type_hook type_hook(const struct lr_context *, LLVMTargetDataRef, LLVMValueRef type);
/* Where a descriptor that does not tell has its hook: a word (NULL: none) at a distance from a global variable.  False
** if the variable is not known, or has no such word; the distance is then that from a descriptor's start. */
bool type_hook_word(LLVMTargetDataRef, LLVMValueRef type, LLVMValueRef *global, uint64_t *offset);
/* Is a type that is seen to have a hook marked as one without? */
bool type_denies_hook(const struct lr_context *, LLVMTargetDataRef, LLVMValueRef type);
/* A clause for remarks that says why there is or may be such a hook; NULL: there is none. */
const char *type_hook_reason(const struct lr_context *, LLVMTargetDataRef, LLVMValueRef type);

/* Do objects of a type hold references? */
enum type_content { CONTENT_UNKNOWN, CONTENT_BITS, CONTENT_REFERENCES };
enum type_content type_content(const struct lr_context *, LLVMTargetDataRef, LLVMValueRef type);

#endif
