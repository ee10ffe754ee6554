/* SPDX-License-Identifier: MIT */
/* journal.h -- edits of IR that can be taken back.
**
**   open ──► edits, each entered ──► commit ──► close         the edits stay
**                              └───► take back                the function reads as before
**
** Some functions have to be edited before they can be planned, and the plan may fail. So each such edit is entered here
** as it is done. journal_take_back undoes all of them, the last one first: then the text of the module is as it was,
** names and the order of predecessors included. For that, instructions that are replaced are removed from the function
** but not deleted, and new blocks have no names. journal_commit names the blocks; after it nothing can be taken back.
** journal_close deletes the removed instructions, once they no longer serve as places to build at.
**
** An edit needs space in the journal before it is done, so that edit and entry either both happen or neither. */
#ifndef LR_IR_JOURNAL_H
#define LR_IR_JOURNAL_H

#include "base/arena.h"
#include "ir/llvm.h"

struct journal {
	LLVMBuilderRef b;
	struct arena ar;
	struct journal_edit *edit;
	uint32_t n, cap;
};

void journal_init(struct journal *, LLVMBuilderRef, arena_alloc_fn *, void *user);
void journal_free(struct journal *);
/* Makes space for n more edits. False: memory is exhausted. */
bool journal_room(struct journal *, uint32_t n);

/* -- edits that are done and entered here; there must be space */
void journal_set_operand(struct journal *, LLVMValueRef user, unsigned operand, LLVMValueRef now);

/* -- edits that the caller has just done, and that are entered here; there must be space */
/* An instruction was built. */
void journal_built(struct journal *, LLVMValueRef inst);
/* An alloca, or a cast of one, was built by edit_entry_alloca: up to two edits. */
void journal_built_alloca(struct journal *, LLVMValueRef address);
/* All instructions between these two of a block were built. `behind` NULL: all before `place`. */
void journal_built_between(struct journal *, LLVMValueRef behind, LLVMValueRef place);
/* The users of `old` were made to use `now`. */
void journal_replaced(struct journal *, LLVMValueRef old, LLVMValueRef now);

/* -- edits that take memory. False or NULL: memory is exhausted, and nothing was done. */
/* Remembers the order of a block's predecessors, which the text shows. To be called before any of them is
** redirected. */
bool journal_order(struct journal *, LLVMBasicBlockRef);
/* Puts a new block between an invoke and its destination `to`, and the builder into the block, which is returned. */
LLVMBasicBlockRef journal_split(struct journal *, LLVMValueRef invoke, LLVMBasicBlockRef to, bool unwind);
/* Replaces a phi by one with the same values, of which value `i` comes from `block[i]`. */
bool journal_renew_phi(struct journal *, LLVMValueRef phi, LLVMBasicBlockRef *block);
/* Removes a landing pad. If it has uses, a phi of these values takes its place. */
bool journal_merge_pad(struct journal *, LLVMValueRef pad, LLVMValueRef *value, LLVMBasicBlockRef *block, unsigned n);

/* -- the end */
void journal_take_back(struct journal *);
void journal_commit(struct journal *);
void journal_close(struct journal *);

#endif
