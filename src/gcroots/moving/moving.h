/* moving.h -- functions that read their slots again behind each safepoint, so that objects may move.
**
**   prepare ──► scan ... colour_stack ──► variables ──► pins, layout ──► shrink_wrap, plan ──► rewrite ──► reload
**   edges of     as for all                as for       what cannot      words by       as for       slots hold the
**   invokes                                statepoints  be read again    kind           all          values; SSA again
**
** The words of the frame come in this order: those whose objects may move; *fixed* ones, whose objects stay; *deep*
** ones, whose objects stay with all that can be reached from them (abi.h).  A *pin* is a fixed or deep word in which an
** object is for the time of one safepoint. */
#ifndef LR_GCROOTS_MOVING_MOVING_H
#define LR_GCROOTS_MOVING_MOVING_H

#include "gcroots/relocate/relocate.h"

/* stays: the content of the word may be needed when a call returns once more, so that it is not cleared. */
struct moving_pin { uint32_t value, word; bool stays, transitive; };

struct moving {
	struct relocate r;
	/* by safepoint */
	uint32_t *slot_at;       /* CSR: live numbers, ascending, and their words */
	uint32_t *slot_value, *slot_word;
	uint32_t *pin_at;        /* CSR */
	struct moving_pin *pin;
	uint32_t npin, pin_cap;
	/* words */
	/* pinned words, and transitively pinned ones: how many in the frame; how many of these, the last of their kind,
	** are pins, and the first of them */
	struct moving_words { uint32_t words, pins, first_pin; } pinned, transitive;
	/* while building */
	bool emits;              /* something is read again */
	uint32_t *word_of, *word_stamp; /* by number: its word at the safepoint at hand */
	LLVMValueRef *slot;      /* by word: its address */
	LLVMValueRef *loaded;    /* by variable: read again */
	LLVMValueRef *offset;    /* by variable: of a derived pointer, from its base */
};

/* Fails on functions that cannot be made to read their slots again. */
lr_status moving_refusal(lr_context *, LLVMValueRef fn);
/* Prepare the function and plan it once more: `p` is what was planned at first, and the new plan afterwards.  What it
** gives, unless it is NULL, is in `keep`, and either of the next two must be called of it, whatever the status; to take
** back, from the last function to the first. */
struct moving *moving_plan(struct session *, struct edit *, struct pset_pool *, struct arena *keep, struct plan *p,
	lr_status *);
void moving_take_back(struct moving *);
/* Carry the plan out; all memory must have been reserved (rewrite_reserve). */
void moving_apply(struct moving *, const struct plan *p);

/* -- moving_layout.c: what is pinned where, and which word of the frame is what.  Needs colour_stack and
** relocate_variables.  False on no memory. */
bool moving_words(struct moving *);
/* -- moving_emit.c: the emitter; all variables are read from the slots behind the safepoints. */
extern const struct relocate_emitter moving_emitter;
/* Needs the frame, its stores and bases, as rewrite_begin leaves them. */
struct rewrite;
void moving_build(struct moving *, const struct rewrite *);
/* Fill word_of for safepoint `s`. */
void moving_stamp_words(struct moving *, uint32_t s);

#endif
