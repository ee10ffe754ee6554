/* SPDX-License-Identifier: MIT */
/* hand.h -- frames that a program links by hand: the roots are variables, whose addresses the frames hold.
**
** Recognised, after SROA:  F an alloca of constant size, of words   { roots << 2 | 1, prev, &v, &w ... }
**   count     word 0 gets a constant           prev      word 1 gets what the head of the chain is
**   address   a word from 2 on gets the address of a variable, always the same one
**   push      the head gets the address of F   pop       the head gets what it was before a push: word 1 of a frame, a
**                                                        load of the head from then, or word 1 of what the head is
** The head is what a getter of the chain returns, or a global variable.  A function may have several frames, one in
** another or one behind the other.
**
** The value of the head is known by the innermost frame.  So the state of the walk (hand_order.c) is the list of frames
** that are linked, which must be the same on all ways to a point; and of each frame which words hold what they should,
** and what prev is.
**
** The model of check/roots has one frame with slots.  hand_raise gives each variable a slot there, and shows all of
** them all the time.  While a frame with a variable is linked, its slot is the variable; otherwise its alloca is, and
** the slot is null: at the push the content moves to the slot, at the pop back.  Then SROA makes values of the allocas.
**
** hand_find.c   which instruction does what
** hand_order.c  the walk: pushes and pops match, and frames are complete when they are pushed; notes what to change
** hand_raise.c  changes the function
** hand_address.c  uses of addresses become uses of their objects
** hand_written.c  what callees write into variables becomes stores of new objects
** hand_calls.c  what is known of functions: which never collect, and what the source says
** hand_copy.c   makes the copy: names, numbers of instructions; runs LLVM's passes */
#ifndef LR_CHECK_HAND_HAND_H
#define LR_CHECK_HAND_HAND_H

#include "check/model/check_phases.h"

enum { HAND_HEADER_WORDS = 2, HAND_WORDS_MOST = 64, HAND_DEEP_MOST = 32 };

enum hand_kind {
	HAND_NONE,
	HAND_CLEAR,    /* null bytes: words `word` .. `word` + `n` - 1 of the frame */
	HAND_COUNT,    /* word 0 gets `n` << 2 | 1 */
	HAND_PREV,     /* word 1 is stored */
	HAND_ADDRESS,  /* word `word` gets the address of variable `n`; NONE: of other memory */
	HAND_PUSH,     /* the head becomes the frame */
	HAND_POP,      /* the head becomes something else */
	HAND_HEAD,     /* the head is loaded */
	HAND_READ      /* word 1 of the frame is loaded */
};
struct hand_op { LLVMValueRef inst; uint8_t kind; uint32_t frame, word, n; };

struct hand_frame {
	LLVMValueRef alloca;
	uint32_t words;
	uint32_t *var;           /* of each word: the variable; NONE: none */
};

struct hand_variable { LLVMValueRef alloca; };

/* What hand_raise changes, in the order of the walk. */
enum hand_change_kind { HAND_TO_SLOT, HAND_ENTER, HAND_LEAVE };
/* TO_SLOT: operand `operand` of `inst` becomes the slot.  ENTER, LEAVE: before `inst` the variable moves there, or
** back. */
struct hand_change { uint8_t kind; LLVMValueRef inst; uint32_t operand, var; };

struct hand_report { LLVMValueRef at; const char *text; bool hole; LLVMValueRef frame; };

struct hand {
	struct ck *c;
	struct arena *ar;
	LLVMValueRef head;       /* NULL: nothing is linked */
	struct hand_frame *frame;
	struct hand_variable *var;
	struct hand_op *op;
	struct hand_change *change;
	struct hand_report *report;
	uint32_t nframes, frame_cap, nvars, var_cap, nop, op_cap, nchanges, change_cap, nreports, report_cap;
	struct ptrmap op_of;     /* instruction -> number in `op` */
	struct ptrmap var_of;    /* alloca -> number in `var` */
	bool refused;            /* a frame cannot be read; a report says why */
};

/* Each returns false if memory is exhausted. */
bool hand_find(struct hand *, struct ck *, struct arena *);
bool hand_order(struct hand *);
void hand_raise(struct hand *);
void hand_free(struct hand *);

/* Reports something; of several at one instruction only the first. */
bool hand_say(struct hand *, LLVMValueRef at, bool hole, LLVMValueRef frame, const char *text);
/* Can it be the head of a chain: does a getter return it, or is it a global variable? */
bool hand_may_be_head(struct ck *, LLVMValueRef pointer);
struct hand_op *hand_op_of(const struct hand *, LLVMValueRef inst);

/* -- hand_address.c: makes of each use of the address of an object a use of the object, and new objects of what becomes
** a reference.  Behind hand_find */
bool hand_addresses(struct hand *);
/* A function that stands for what the proof has to see; it does not collect. */
LLVMValueRef hand_stand_in(struct ck *, const char *name, LLVMTypeRef);

/* -- hand_written.c: behind each call that gets the address of a variable with references, new objects may be in it */
bool hand_written(struct hand *);
LLVMValueRef hand_behind_phis(LLVMBasicBlockRef);

/* -- hand_copy.c */
/* Does the module say that it roots by hand (<lateroot/roots.h>)? */
bool hand_is_marked(LLVMModuleRef);
/* Prepares a copy: `copies` are its definitions in the order of the original.  From then on hand_number says for which
** instruction of the original one of the copy stands: the number that it had when all instructions of all definitions
** were counted.  False: memory is exhausted, or LLVM refuses to run the passes. */
bool hand_prepare(lr_context *, LLVMModuleRef copy, const LLVMValueRef *copies, uint32_t n);
uint32_t hand_number(LLVMValueRef inst);
/* Makes values of the variables that hand_raise has set free, in all functions. */
bool hand_settle(LLVMModuleRef copy);
/* A new instruction has the number of `inst`, and is about a variable. */
void hand_stands_for(LLVMValueRef made, LLVMValueRef inst, LLVMValueRef variable);
/* A new instruction stands for `inst` in findings. */
void hand_copy_metadata(LLVMValueRef made, LLVMValueRef inst);
/* The name of the variable that holds the value, or "". */
void hand_name(LLVMValueRef, char *to, size_t room);

/* -- hand_calls.c */
/* Says in the copy what is known of its functions: the getter, leaves, who roots arguments, whose result is a part of
** an argument. */
void hand_calls(lr_context *, LLVMModuleRef copy);
#define HAND_PART "lateroot-part"

#endif
