/* SPDX-License-Identifier: MIT */
/* mark_numbers.h -- loads of numbers beside references: see mark_numbers.c. */
#ifndef LR_LOWERING_IMPORT_MARK_NUMBERS_H
#define LR_LOWERING_IMPORT_MARK_NUMBERS_H

#include "ir/llvm.h"

/* Marks loads of numbers beside references with NUMBER_DOMAIN. Cannot fail. */
void mark_numbers(LLVMModuleRef);

#endif
