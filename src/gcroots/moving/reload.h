/* reload.h -- functions that read their slots again behind each safepoint, so that objects may move.
**
**   prepare ──► scan ... share_words ──► variables ──► pins, layout ──► wrap, plan ──► rewrite ──► reload
**   edges of     as for all                as for       what cannot      words by       as for       slots hold the
**   invokes                                statepoints  be read again    kind           all          values; SSA again
**
** The words of the frame come in this order: those whose objects may move; *fixed* ones, whose objects stay; *deep*
** ones, whose objects stay with all that can be reached from them (abi.h).  A *pin* is a fixed or deep word in which an
** object is for the time of one safepoint. */
#ifndef LR_GCROOTS_MOVING_RELOAD_H
#define LR_GCROOTS_MOVING_RELOAD_H

#include "gcroots/relocate/relocate.h"

struct reload_pin { uint32_t number, word; bool stays; }; /* stays: what is in the word may be needed when a call
                                                           * returns once more */

struct reload {
	struct sp sp;
	struct sp_build g;
	struct undefined undefined; /* what has become null */
	/* by safepoint */
	uint32_t *slot_at;       /* CSR: live numbers, ascending, and their words */
	uint32_t *slot_number, *slot_word;
	uint32_t *pin_at;        /* CSR */
	struct reload_pin *pin;
	uint32_t npin, pin_cap;
	/* words */
	uint32_t nfixed, ndeep;  /* of the frame, pins included */
	uint32_t fixed_pins, deep_pins; /* how many of them, the last of their kind */
	uint32_t first_fixed_pin, first_deep_pin;
	/* while building */
	LLVMValueRef frame;
	uint32_t *word_of, *word_stamp; /* by number: its word at the safepoint at hand */
	LLVMValueRef *slot;      /* by word: its address */
};

/* Fails on functions that cannot be made to read their slots again. */
lr_status reload_refusal(lr_context *, LLVMValueRef fn);
/* Prepare the function and plan it once more: `p` is what was planned at first, and the new plan afterwards.  What it
** gives, unless it is NULL, is in `keep`, and either of the next two must be called of it, whatever the status; to take
** back, from the last function to the first. */
struct reload *reload_plan(struct session *, struct edit *, struct pset_pool *, struct arena *keep, struct plan *p,
	lr_status *);
void reload_take_back(struct reload *);
/* Carry the plan out; all memory must have been reserved (rewrite_reserve). */
void reload_apply(struct reload *, struct plan *p);

/* -- reload_layout.c: what is pinned where, and which word of the frame is what.  Needs share_words and sp_variables.
** False on no memory. */
bool reload_words(struct reload *);
/* -- reload_emit.c: all variables are read from the slots behind the safepoints.  Called by rewrite; `lifted`: bases
** that it has made, by number of the plan; `slot`: addresses by word. */
void reload_build(struct reload *, const struct plan *, LLVMValueRef frame, LLVMValueRef *slot, LLVMValueRef *lifted);
/* Fill word_of for safepoint `s`. */
void reload_stamp_words(struct reload *, uint32_t s);
/* At safepoint `s`. */
void reload_convert(struct reload *, uint32_t s);

#endif
