/* journal.h -- edits of IR that can be taken back.
**
**   open ──► edits, each entered ──► commit ──► close         the edits stay
**                              └───► take back                the function reads as before
**
** A plan may have to be made of a function that has been edited for it, and may fail.  So each such edit is entered
** here as it is done.  journal_take_back undoes all of them, the last one first: the text of the module is as it was,
** names and the order of predecessors included.  For that, instructions that are replaced are taken out of the function
** and kept, and new blocks have no names.  journal_commit names these; from there on nothing can be taken back.
** journal_close deletes what was kept: once nobody remembers it as a place to build at.
**
** An edit needs room in the journal, so that there is either both, edit and entry, or neither. */
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
/* Room for so many edits more; false on no memory. */
bool journal_room(struct journal *, uint32_t n);

/* -- edits: done and entered; there must be room */
void journal_set_operand(struct journal *, LLVMValueRef user, unsigned operand, LLVMValueRef now);

/* -- edits that were done just now; there must be room.  An instruction was built: */
void journal_built(struct journal *, LLVMValueRef inst);
/* an alloca, or a cast of one, as edit_entry_alloca gives: two edits; */
void journal_built_alloca(struct journal *, LLVMValueRef address);
/* all that stands between two instructions of a block (`behind` NULL: before `place`); */
void journal_built_between(struct journal *, LLVMValueRef behind, LLVMValueRef place);
/* what used `old` uses `now`. */
void journal_replaced(struct journal *, LLVMValueRef old, LLVMValueRef now);

/* -- edits that take memory: false if there is none, and then nothing was done.  Who leads to a block is to come back
** in this order, which the text shows: to be entered before anybody is led elsewhere. */
bool journal_order(struct journal *, LLVMBasicBlockRef);
/* An invoke is led to `to` by way of a new block in front of it, where the builder stands then; NULL on no memory. */
LLVMBasicBlockRef journal_split(struct journal *, LLVMValueRef invoke, LLVMBasicBlockRef to, bool unwind);
/* A phi is made anew with the same values, by block anew: value `i` comes from `block[i]`. */
bool journal_renew_phi(struct journal *, LLVMValueRef phi, LLVMBasicBlockRef *block);
/* A landing pad goes.  If it is used, a phi of these values takes its place. */
bool journal_merge_pad(struct journal *, LLVMValueRef pad, LLVMValueRef *value, LLVMBasicBlockRef *block, unsigned n);

/* -- the end */
void journal_take_back(struct journal *);
void journal_commit(struct journal *);
void journal_close(struct journal *);

#endif
