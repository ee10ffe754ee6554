/* import_words.h -- accesses that are at odds with declared types: see import_words.c. */
#ifndef LR_LOWERING_IMPORT_IMPORT_WORDS_H
#define LR_LOWERING_IMPORT_IMPORT_WORDS_H

#include "host/context.h"

/* Refuse accesses of references as something else, and of something else as references. */
lr_status words_check(lr_context *, LLVMModuleRef);
/* Loads of numbers beside references are marked by NUMBER_DOMAIN.  Cannot fail. */
void words_mark_numbers(LLVMModuleRef);

#endif
