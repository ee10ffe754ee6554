/* immutable.h -- metadata that says that memory never changes, in both generations of the dialect: `!invariant.load` or
** a TBAA type under one of the constant ones (1.9 to 1.13), and `!alias.scope` in the regions of the domain "jnoalias"
** (later). */
#ifndef LR_DIALECT_IMMUTABLE_H
#define LR_DIALECT_IMMUTABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/llvm.h"

/* A TBAA tag {base, access, offset[, const]}: 1 if the access type, or one that it descends from, is immutable. */
uint32_t tbaa_immutable(LLVMValueRef tag);
/* Regions of the domain "jnoalias": none of them, only ones in which objects stay reachable, or some other too. */
enum { SCOPES_FOREIGN, SCOPES_ROOTED, SCOPES_VETO };
uint32_t scopes_say(LLVMValueRef list);
/* Is a scope of NUMBER_DOMAIN among them (metadata.h)? */
bool scopes_of_numbers(LLVMValueRef list);
/* Both together, and !invariant.load; kinds of metadata as numbered in the module's context. */
bool load_says_immutable(LLVMValueRef load, unsigned md_invariant, unsigned md_alias_scope, unsigned md_tbaa);

#endif
