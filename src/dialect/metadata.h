/* SPDX-License-Identifier: MIT */
/* metadata.h -- metadata that passes of the library leave for later ones. */
#ifndef LR_DIALECT_METADATA_H
#define LR_DIALECT_METADATA_H

/* On calls of julia.new_gc_frame: a node that tells of each of the first roots which value it holds, by a pointer or
** null. The slots of the frame stay those of these roots. */
#define ROOT_METADATA "lateroot.roots"
/* On loads whose marks of constant memory were removed when roots were placed: the loaded reference needs no root while
** the object has one.  LLVM does not know it, so it moves nothing for its sake; `lateroot check` does. */
#define IMMUTABLE_METADATA "lateroot.immutable"
/* On allocas: the blocks of a mapped frame, and the frame itself.  On stores: those that unlink the frame. */
#define MAPPED_METADATA "lateroot.mapped"
/* On julia.call and the like, between placement and lowering: the slot of the first argument.  The others follow it. */
#define ARGUMENTS_METADATA "lateroot.arguments"
/* Domain of an alias.scope on loads: the loaded word is declared as a number, at each place that an index may select.
** LLVM keeps a domain if it merges loads that all have it, and drops it otherwise.  The nodes are named by strings, so
** that those of inlined functions are the same.  No noalias refers to it. */
#define NUMBER_DOMAIN "lateroot.numbers"

/* On a global variable that is a type: objects of it have no hook that the runtime runs when they die (AllocOpt). */
#define HOOKLESS_METADATA "lateroot.hookless"

#endif
