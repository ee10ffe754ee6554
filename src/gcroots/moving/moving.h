/* SPDX-License-Identifier: MIT */
/* moving.h -- functions that read their slots again behind each safepoint, so that objects may move.
**
**   prepare ──► scan ... colour_stack ──► variables ──► pins, layout ──► shrink_wrap, plan ──► rewrite ──► reload
**   edges of     as for all                as for       what cannot      words by       as for       slots hold the
**   invokes                                statepoints  be read again    kind           all          values; SSA again
**
** The words of the frame have this order: words whose objects may move; *pinned* words, whose objects stay;
** *transitively pinned* words, whose objects stay with everything that can be reached from them (abi.h: LR_ROOT_FIXED,
** LR_ROOT_DEEP).  A *pin* is a word of the two latter kinds in which an object is for the time of one safepoint. */
#ifndef LR_GCROOTS_MOVING_MOVING_H
#define LR_GCROOTS_MOVING_MOVING_H

#include "gcroots/relocate/relocate.h"

/* The value that is pinned in a word for the time of a safepoint.  stays: the content may be needed when a call
** returns once more, so that it is not cleared. */
struct moving_pin { value_id value; word_id word; bool stays, transitive; };

struct moving {
	struct relocate r;
	/* by safepoint */
	uint32_t *slot_at;       /* CSR: live values, ascending, and their words */
	uint32_t *slot_value;    /* value ids; untyped, since they are a list of a set */
	word_id *slot_word;      /* NONE: no word */
	uint32_t *pin_at;        /* CSR */
	struct moving_pin *pin;
	uint32_t npin, pin_cap;
	/* pinned and transitively pinned words: their number in the frame; how many of these, the last of their
	** kind, are pins; and the first pin */
	struct moving_words { uint32_t words, pins, first_pin; } pinned, transitive;
	/* while building */
	bool emits;              /* some variable is read again */
	word_id *word_of;        /* by value: its word at the safepoint whose id + 1 is in word_stamp */
	uint32_t *word_stamp;
	LLVMValueRef *slot;      /* by word: its address */
	LLVMValueRef *loaded;    /* by variable: its value as read again */
	LLVMValueRef *offset;    /* by variable: the distance of a derived pointer from its base */
};

/* Reports functions that cannot read their slots again. */
lr_status moving_refusal(lr_context *, LLVMValueRef fn);
/* Prepares the function and plans it once more: `p` is the first plan, and the new one afterwards.  The result,
** unless it is NULL, is in `keep`, whatever the status; either moving_take_back or moving_apply must be called with
** it.  Functions are taken back from the last to the first. */
struct moving *moving_plan(struct session *, struct edit *, struct pset_pool *, struct arena *keep, struct plan *p,
	lr_status *);
void moving_take_back(struct moving *);
/* Carries the plan out; all memory must have been reserved (rewrite_reserve). */
void moving_apply(struct moving *, const struct plan *p);

/* -- moving_layout.c: decides which objects are pinned, in which word, and the order of the words.  Needs
** colour_stack and relocate_variables.  False on no memory. */
bool moving_words(struct moving *);
/* -- moving_emit.c: the emitter: all variables are read from the slots behind the safepoints. */
extern const struct relocate_emitter moving_emitter;
/* Needs the frame, its stores and bases, as rewrite_begin leaves them. */
struct rewrite;
void moving_build(struct moving *, const struct rewrite *);
/* Fills word_of and word_stamp for safepoint `s`. */
void moving_stamp_words(struct moving *, safepoint_id s);

#endif
