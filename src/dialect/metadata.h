/* metadata.h -- metadata by which the passes of the library speak to each other. */
#ifndef LR_DIALECT_METADATA_H
#define LR_DIALECT_METADATA_H

/* On calls of julia.new_gc_frame: a node that says of each of the first roots what it is, by a pointer or null.  The
** slots of the frame stay those of these roots. */
#define ROOT_METADATA "lateroot.roots"
/* On allocas: variables that are blocks of a mapped frame, and that frame itself.  On stores: those that unlink the
** frame. */
#define MAPPED_METADATA "lateroot.mapped"
/* On julia.call and its like, from placement until they are lowered: the slot of the first argument.  The others follow
** it. */
#define ARGUMENTS_METADATA "lateroot.arguments"
/* Domain of an alias.scope on loads: what is loaded is declared as a number, at each place that an index may lead to.
** LLVM keeps a domain where it makes one load of several that all have it, and drops it otherwise. The nodes are named
** by strings, so that those of inlined functions are the same. Nothing has a noalias of it. */
#define NUMBER_DOMAIN "lateroot.numbers"

#endif
