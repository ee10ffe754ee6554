/* import_words.h -- accesses that are at odds with declared types: see import_words.c. */
#ifndef LR_LOWERING_IMPORT_IMPORT_WORDS_H
#define LR_LOWERING_IMPORT_IMPORT_WORDS_H

#include "host/context.h"

/* Refuse accesses of references as something else, and of something else as references. */
lr_status words_check(lr_context *, LLVMModuleRef);

#endif
