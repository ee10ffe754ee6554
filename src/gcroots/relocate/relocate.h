/* SPDX-License-Identifier: MIT */
/* relocate.h -- the engine that statepoints (statepoint/) and explicit relocation (moving/) share: special pointers as
** variables, which change at safepoints, and SSA form again behind that.
**
**   prepare ──► scan, refine, liveness ──► variables ──► phis ──► reserve ──► walk
**   edges of     as for all                scalars,       where    memory      calls: an emitter's;
**   invokes,                               live where     they              uses: what is current
**   spilling                                              meet
**
** Preparation edits the function, and enters each edit in its journal (ir/journal.h).  The steps between it and the
** walk change no IR.  All functions are planned before the first walk: then each journal is committed, and closed
** behind the walk; or, if a plan has failed, all journals are taken back, from the last function to the first.
**
** A *variable* is a special pointer that a collection changes: a tracked pointer, a derived one whose base is known, or
** a base that is still to be made.  A composite (aggregate or vector) stands for one variable for each such pointer in
** it.  At a safepoint every variable that is live behind it gets a new value, and its uses from there on read that.
** The emitter decides how: the engine knows neither statepoints nor slots. */
#ifndef LR_GCROOTS_RELOCATE_RELOCATE_H
#define LR_GCROOTS_RELOCATE_RELOCATE_H

#include "gcroots/model/plan.h"
#include "dialect/edit/edit.h"
#include "ir/journal.h"

/* A variable: index of relocate.var, and of the values of relocate.v. */
ID_KIND(relocate_id);

struct relocate_var {
	/* the IR value that it is, or is a part of; of a base that is still to be made, the derived pointer beside
	** which it will stand */
	LLVMValueRef defining;
	uint32_t elem;
	uint8_t kind;            /* enum value_kind */
	bool needed;             /* of a base that is still to be made: something uses it */
	bool copy;               /* it is the same pointer as its base */
	base_id object;          /* the value that stands for its object (canonical) */
	relocate_id base;           /* the variable of its base; itself if it is no derived pointer */
};

/* An IR value that stands for variables: elem[at ..  at + n), NONE for pointers that no safepoint changes.  A cast
** of a variable, and a pointer at a constant distance from one, have no variable of their own: they are computed again,
** which costs less than to relocate them. */
struct relocate_value { LLVMValueRef v; uint32_t at, n; bool composite, again; int64_t distance; };

/* The entries of phis along one edge: of a phi in the IR, and of a base that is still to be made. */
struct relocate_incoming { LLVMValueRef phi; uint32_t index; };
struct relocate_base_entry { relocate_id var; uint32_t index; };

/* The edges of an invoke along which a variable is live. */
enum { INTO_NORMAL = 1, INTO_UNWIND = 2 };

/* How variables change at safepoints: the part in which statepoints and explicit relocation differ. */
struct relocate_emitter {
	/* Does the emitter skip this call?  Then no variable changes there. */
	bool (*skips)(LLVMValueRef call);
	/* Builds what stands at safepoint `s`, before which the builder is, and what is live behind it: by
	** relocate_set for calls, by relocate_define_in for invokes.  `self` is relocate.self. */
	void (*emit)(void *self, safepoint_id s);
	/* Variables whose objects nothing needs are not relocated.  So they get no phis either, which would be new
	** uses. */
	bool needs_object;
};

/* The state of the walk over the dominator tree. */
struct relocate_undo { relocate_id var; LLVMValueRef was; };
struct relocate_entry { relocate_id var; uint32_t next; LLVMValueRef value; };
struct relocate_walk {
	LLVMValueRef *cur;       /* by variable: its current value; NULL: the first one */
	LLVMValueRef *orig;      /* by variable: its first value, once something asked for it */
	LLVMValueRef *phi;       /* by index in relocate.phi */
	struct relocate_undo *undo;
	uint32_t nundo;
	uint32_t *entry_of;      /* by block: definitions along its one incoming edge; NONE: none */
	struct relocate_entry *entry;
	uint32_t nentry;
	uint32_t *todo;
	LLVMTypeRef tracked;
	LLVMValueRef spot;       /* the instruction before which the builder stands */
};

struct relocate {
	struct session *s;
	const struct relocate_emitter *emitter;
	void *self;              /* the first argument of the emitter */
	struct edit *e;
	struct arena own, *ar;   /* the plan; `ar` is &own */
	struct journal journal;  /* the edits that have prepared the function */
	LLVMValueRef spilled;    /* the stack variable for spilled values: relocate_spill.c; NULL: there are none */
	struct fn f, v;          /* f: as scanned; v: the same blocks and safepoints, with the variables as values */
	struct ir ir;
	struct pset_pool *pool;  /* of v, until the next function is planned */
	struct ptrmap values;    /* IR value -> index of relocate_value */
	struct ptrmap lifted;    /* instruction -> the first base that is made before it */
	struct ptrmap blocks;    /* block -> its id */
	struct relocate_var *var;/* v.nval */
	uint32_t var_cap;
	struct relocate_value *value;
	uint32_t nvalue, value_cap;
	relocate_id *elem;
	uint32_t nelem, elem_cap;
	relocate_id *var_of;        /* by value of the scan: its variable, or NONE */
	bool *pinned;            /* by value: addresses of it are in use that nothing relocates */
	/* by safepoint */
	uint32_t *live_at, *live;/* CSR: variables to be relocated */
	uint8_t *into;           /* as `live`, of invokes: INTO_NORMAL, INTO_UNWIND */
	bool *plain;             /* the emitter skips it */
	/* CSR: variables that must be alive at it for other reasons than their later use */
	uint32_t *held_at;
	relocate_id *held;
	uint32_t nheld, held_cap;
	uint32_t *pin_at, *pin;  /* CSR: values that are pinned at this safepoint alone */
	uint32_t npin, pin_cap;
	uint32_t *given_at, *given; /* CSR: values that are arguments of a callee that does not tolerate relocation */
	uint32_t ngiven, given_cap;
	/* by block */
	uint32_t *in_at;         /* CSR: entries of phis along the edges out of it */
	struct relocate_incoming *in;
	uint32_t *lin_at;        /* CSR: entries of bases that are phis, likewise */
	struct relocate_base_entry *lin;
	uint32_t *phi_at, *phi;  /* CSR: variables that get a phi at its top */
	uint32_t *lift_at, *lift;/* CSR: bases that are phis at its top */
	struct relocate_walk walk;
};

/* Is a variable live into a block?  A variable that only a loop keeps alive is in live_out alone; if it is not
** defined in the block, it came into it.  Only while the function is being planned: the sets are freed with the next
** function. */
static inline bool
relocate_live_into(const struct relocate *r, block_id block, relocate_id var)
{
	const value_id v = (value_id)var; /* of relocate.v */

	return is_live(&r->v, r->v.live.in[block], v)
		|| (r->v.val[var].block != block && is_live(&r->v, r->v.live.out[block], v));
}

/* -- relocate.c.  relocate_free frees the memory, that of the journal too. */
void relocate_init(struct relocate *, struct session *, struct edit *, struct pset_pool *,
	const struct relocate_emitter *, void *self);
void relocate_free(struct relocate *);
/* Return the variable as it is at this place of the walk; give it another value from here on. */
LLVMValueRef relocate_get(struct relocate *, relocate_id var);
void relocate_set(struct relocate *, relocate_id var, LLVMValueRef);
/* Gives the variable a new value at the start of `block`. */
void relocate_define_in(struct relocate *, block_id block, relocate_id var, LLVMValueRef);
LLVMTypeRef relocate_type(const struct relocate *, relocate_id var);
/* Returns the object of a value of the scan; null for objects that are rooted elsewhere. */
LLVMValueRef relocate_object(struct relocate *, base_id);
/* Move the builder before an instruction; to the beginning of a block, behind what must come first there. */
void relocate_before(struct relocate *, LLVMValueRef inst);
void relocate_at_start(struct relocate *, LLVMBasicBlockRef, LLVMMetadataRef where);
/* Builds the distance of a derived pointer from its base, NULL if it is a copy of that; and a variable out of its
** object, and of that distance if it is a derived pointer. */
LLVMValueRef relocate_distance(struct relocate *, relocate_id var);
LLVMValueRef relocate_from_object(struct relocate *, relocate_id var, LLVMValueRef object, LLVMValueRef distance);
/* Returns the most edges into a block to which an edge is cut.  Phis of variables may be added to blocks that had none
** when the plan counted. */
uint32_t relocate_cut_width(const struct plan *);
/* -- relocate_edges.c: prepares the function: each invoke gets edges of its own, so that its destinations have one
** predecessor and no phis.  False on no memory. */
bool relocate_edges_split(struct relocate *, LLVMValueRef fn);
/* -- relocate_spill.c: prepares the function: values that are live at SPILL_LIVE safepoints or more, and seldom
** used, go to memory.  *changed: there are any; then the function has to be scanned anew.  Needs a scan and
** liveness.  False on no memory. */
enum { SPILL_LIVE = 16 };
bool relocate_spill(struct relocate *, bool *changed);
/* -- relocate_vars.c: finds the variables.  False on no memory; changes nothing. */
bool relocate_variables(struct relocate *);
/* -- relocate_live.c: the entries of phis, and the variables that are live at each safepoint.  For
** relocate_variables. */
bool relocate_entries(struct relocate *);
bool relocate_liveness(struct relocate *);
/* Returns the variable that holds the object of a base, or NONE. */
relocate_id relocate_object_variable(const struct relocate *, base_id);
const struct relocate_value *relocate_value_of(const struct relocate *, LLVMValueRef);
/* -- relocate_phis.c: places phis for variables that have several definitions now. */
bool relocate_place_phis(struct relocate *);
/* -- relocate_walk.c: takes memory for the walk, in which relocate_base_made will give `bases` bases.  False on no
** memory; after it nothing can fail. */
bool relocate_reserve(struct relocate *, uint32_t bases);
/* Returns where the thread may be stopped last for a safepoint: the call, but for julia.gcroot_flush the volatile
** load and the fences that follow it, for older front ends poll by these.  Variables change behind it. */
LLVMValueRef relocate_end_of_safepoint(LLVMValueRef call);
/* Says that the base `var` has been made already. */
void relocate_base_made(struct relocate *, relocate_id var, LLVMValueRef);
void relocate_walk(struct relocate *);
/* -- relocate_bases.c: for the walk: makes bases that stand before an instruction. */
void relocate_make_bases(struct relocate *, LLVMValueRef inst);
/* Does a base that is a phi have as many entries as the derived one?  Then it was made and filled elsewhere. */
bool relocate_base_is_full(const struct relocate *, relocate_id var, LLVMValueRef phi);
/* -- relocate_operands.c: for the walk: the current value of `operand`, of which only `read` matters; and the
** replacement of all operands of an instruction by their current values. */
struct lanes_read { uint32_t from, end; bool but; }; /* lanes of a vector: [from, end), or all but these */
struct lanes_read lanes_read(LLVMValueRef inst, unsigned operand);
LLVMValueRef relocate_current(struct relocate *, LLVMValueRef operand, struct lanes_read);
void relocate_read_current(struct relocate *, LLVMValueRef inst);
/* -- relocate_strip.c: removes from a function all promises that do not hold where objects move.  Plans are made as
** if that was done: the scan does not rely on such promises where objects move, and calls that only state that
** memory does not change are no uses. */
void relocate_strip(struct edit *, LLVMValueRef fn);

#endif
