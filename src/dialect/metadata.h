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

#endif
