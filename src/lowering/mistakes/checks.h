/* SPDX-License-Identifier: MIT */
/* checks.h -- the checks that mistakes.c runs, one in each file of the same name; see the head of each file. */
#ifndef LR_LOWERING_MISTAKES_CHECKS_H
#define LR_LOWERING_MISTAKES_CHECKS_H

#include "host/context.h"

lr_status unions_check(lr_context *, LLVMModuleRef);
lr_status cxx_library_check(lr_context *, LLVMModuleRef); /* before the library's functions are inlined */
lr_status heap_check(lr_context *, LLVMModuleRef);
lr_status coroutines_check(lr_context *, LLVMModuleRef);
lr_status untyped_check(lr_context *, LLVMModuleRef);
lr_status numbers_check(lr_context *, LLVMModuleRef);
lr_status calls_check(lr_context *, LLVMModuleRef);
lr_status accesses_check(lr_context *, LLVMModuleRef);
lr_status blocks_check(lr_context *, LLVMModuleRef);
lr_status handlers_check(lr_context *, LLVMModuleRef);

/* Of heap.c: does the call return memory that no collector looks into? */
bool heap_gives_memory(LLVMValueRef call);
/* Of heap.c: references in the memory that the call returns are reported already. */
void heap_mark_reported(LLVMValueRef call);

#endif
