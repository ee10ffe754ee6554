/* SPDX-License-Identifier: MIT */
/* scan.h -- what the files of scan/ share: each reads some kinds of instructions, or a part of the function. */
#ifndef LR_GCROOTS_SCAN_SCAN_H
#define LR_GCROOTS_SCAN_SCAN_H

#include "gcroots/stack/stack.h"
#include "gcroots/values/values.h"

/* -- instructions.c */
void scan_block_at(struct scan *, uint32_t place);
/* Finds out which loads are from memory that never changes.  Once the blocks are done. */
void scan_finish_loads(struct scan *);
/* -- calls.c */
void scan_call(struct scan *, LLVMValueRef call);
void scan_call_at_end(struct scan *, LLVMValueRef call); /* an invoke or callbr */
/* -- safepoints.c */
void scan_musttail(struct scan *, LLVMValueRef ret);
/* -- preserves.c */
void scan_preserve_begin(struct scan *, LLVMValueRef call);
void scan_preserve_end(struct scan *, LLVMValueRef call);
/* Once the blocks are done and the graph is analysed. */
void scan_preserves(struct scan *);
/* -- cfg.c */
bool scan_cfg(struct scan *); /* false on no memory */
/* Keeps only the landing pads from which a collection or a return can be reached: elsewhere nothing looks at the
** chain of frames. */
void scan_pads(struct scan *);

#endif
