/* adopt_words.h -- accesses that are at odds with declared types: see adopt_words.c. */
#ifndef LR_ADOPT_WORDS_H
#define LR_ADOPT_WORDS_H

#include "context.h"

/* Refuse accesses of references as something else, and of something else as references. */
lr_status words_check(lr_context *, LLVMModuleRef);

#endif
