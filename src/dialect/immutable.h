/* SPDX-License-Identifier: MIT */
/* immutable.h -- metadata that marks memory as immutable, in both generations of the dialect: `!invariant.load` or a
** TBAA type under one of the constant ones (1.9 to 1.13), and `!alias.scope` in the regions of the domain "jnoalias"
** (later). */
#ifndef LR_DIALECT_IMMUTABLE_H
#define LR_DIALECT_IMMUTABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/llvm.h"

/* A TBAA tag {base, access, offset[, const]}: 1 if the access type, or one that it descends from, is immutable. */
uint32_t tbaa_immutable(LLVMValueRef tag);
/* The scopes of the domain "jnoalias" in a list: none, only regions whose objects stay reachable, or others too. */
enum { SCOPES_FOREIGN, SCOPES_ROOTED, SCOPES_VETO };
uint32_t scopes_say(LLVMValueRef list);
/* Does the list have a scope of NUMBER_DOMAIN (metadata.h)? */
bool scopes_of_numbers(LLVMValueRef list);
/* Both, and !invariant.load.  The kinds of metadata are numbers of the module's context. */
bool load_says_immutable(LLVMValueRef load, unsigned md_invariant, unsigned md_alias_scope, unsigned md_tbaa);

#endif
