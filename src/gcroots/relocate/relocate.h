/* relocate.h -- the engine that statepoints (statepoint/) and explicit relocation (moving/) share: special pointers as
** variables, which change at safepoints, and SSA form again behind that.
**
**   prepare ──► scan, refine, liveness ──► variables ──► phis ──► reserve ──► walk
**   edges of     as for all                scalars,       where    memory      calls: an emitter's;
**   invokes,                               live where     they              uses: what is current
**   spilling                                              meet
**
** Preparing edits the function, and enters each edit in its journal (ir/journal.h).  What comes behind that changes no
** IR, up to the walk.  All functions are planned before the first walk: then the journals are committed, and closed
** behind the walk; or, if a plan has failed, they are taken back, from the last function to the first.
**
** A *variable* is a special pointer that a collection changes: a tracked pointer, a derived one whose base is known, or
** a base that is still to be made.  A composite (aggregate or vector) stands for one variable for each such pointer in
** it.  At a safepoint every variable that is live behind it gets a new value, and from there on its uses read that.
** How it gets one is the emitter's business: the engine knows neither statepoints nor slots. */
#ifndef LR_GCROOTS_RELOCATE_RELOCATE_H
#define LR_GCROOTS_RELOCATE_RELOCATE_H

#include "gcroots/model/plan.h"
#include "dialect/edit.h"
#include "ir/journal.h"

struct relocate_var {
	LLVMValueRef defining;    /* the value that it is, or is in; of bases still to be made, the derived one beside
	                          * which they come */
	uint32_t elem;
	uint8_t kind;            /* enum value_kind */
	bool needed;             /* of bases still to be made */
	base_id object;          /* of the object: canonical */
	uint32_t base;           /* variable; itself if it is no derived pointer */
};

/* A value that stands for variables: elem[at .. at + n), NONE for pointers that nothing changes.  A cast of one
** has no variable of its
** own: it is made again from what the pointer is now, which costs nothing. */
struct relocate_value { LLVMValueRef v; uint32_t at, n; bool composite, cast; };

/* What a phi gets along one edge: of one that is there, and of a base that is still to be made. */
struct relocate_incoming { LLVMValueRef phi; uint32_t index; };
struct relocate_base_entry { uint32_t var, index; };

/* Where a variable is live behind an invoke. */
enum { INTO_NORMAL = 1, INTO_UNWIND = 2 };

/* How variables change at safepoints. */
struct relocate_emitter {
	/* Does nothing happen at this safepoint?  Then no variable changes at it. */
	bool (*skips)(LLVMValueRef call);
	/* Safepoint `s`, before which the builder stands, and what is live behind it: relocate_set for calls,
	** relocate_define_in for invokes.  `self` is relocate.self. */
	void (*emit)(void *self, uint32_t s);
	/* Nothing is emitted for a variable whose object nobody needs, so it gets no phi either: that would be a use
	** that there was not. */
	bool needs_object;
};

/* State of the walk over the dominator tree. */
struct relocate_undo { uint32_t var; LLVMValueRef was; };
struct relocate_entry { uint32_t var, next; LLVMValueRef value; };
struct relocate_walk {
	LLVMValueRef *cur;       /* by variable: what it is now; NULL: what it was at first */
	LLVMValueRef *orig;      /* by variable: as it was at first, once something asked for that */
	LLVMValueRef *phi;       /* by place in relocate.phi */
	struct relocate_undo *undo;
	uint32_t nundo;
	uint32_t *entry_of;      /* by block: definitions along its one incoming edge; NONE: none */
	struct relocate_entry *entry;
	uint32_t nentry;
	uint32_t *todo;
	LLVMTypeRef tracked;
	LLVMValueRef spot;       /* what the builder stands before */
};

struct relocate {
	struct session *s;
	const struct relocate_emitter *emitter;
	void *self;              /* for it */
	struct edit *e;
	struct arena own, *ar;   /* what was planned: `ar` is &own */
	struct journal journal;  /* what was edited to prepare the function */
	LLVMValueRef spilled;    /* the variable of values that went to memory: relocate_spill.c; NULL: none did */
	struct fn f, v;          /* as scanned; the same blocks and safepoints with the variables as values */
	struct ir ir;
	struct pset_pool *pool;  /* of v, until the next function is planned */
	struct ptrmap values;    /* IR value -> value */
	struct ptrmap lifted;    /* instruction -> first base that is made before it */
	struct ptrmap blocks;    /* block -> number */
	struct relocate_var *var;/* v.nval */
	uint32_t var_cap;
	struct relocate_value *value;
	uint32_t nvalue, value_cap;
	uint32_t *elem;
	uint32_t nelem, elem_cap;
	uint32_t *var_of;        /* by number of the scan: the variable, or NONE */
	bool *pinned;            /* by number: addresses of it are in use that nothing relocates */
	/* by safepoint */
	uint32_t *live_at, *live;/* CSR: variables to be relocated */
	uint8_t *into;           /* as `live`, of invokes: INTO_NORMAL, INTO_UNWIND */
	bool *plain;             /* the emitter skips it */
	uint32_t *held_at, *held;/* CSR: variables that must be alive at it for other reasons than a later use of
	                          * theirs */
	uint32_t nheld, held_cap;
	uint32_t *pin_at, *pin;  /* CSR: numbers pinned at just this one */
	uint32_t npin, pin_cap;
	uint32_t *given_at, *given; /* CSR: numbers that the callee is given */
	uint32_t ngiven, given_cap;
	/* by block */
	uint32_t *in_at;         /* CSR: entries of phis along edges from it */
	struct relocate_incoming *in;
	uint32_t *lin_at;        /* CSR: entries of bases that are phis, likewise */
	struct relocate_base_entry *lin;
	uint32_t *phi_at, *phi;  /* CSR: variables that get a phi at its top */
	uint32_t *lift_at, *lift;/* CSR: bases that are phis at its top */
	struct relocate_walk walk;
};

/* Is a variable live into a block?  What only a loop keeps alive stands in live_out alone; what is not defined in the
** block came into it.  For planning: the sets go with the next function. */
static inline bool
relocate_live_into(const struct relocate *r, uint32_t block, uint32_t var)
{
	return is_live(&r->v, r->v.live_in[block], var)
		|| (r->v.val[var].block != block && is_live(&r->v, r->v.live_out[block], var));
}

/* -- relocate.c.  relocate_free gives memory back, the journal's too. */
void relocate_init(struct relocate *, struct session *, struct edit *, struct pset_pool *,
	const struct relocate_emitter *, void *self);
void relocate_free(struct relocate *);
/* The variable at this place of the walk; and from here on it is another value. */
LLVMValueRef relocate_get(struct relocate *, uint32_t var);
void relocate_set(struct relocate *, uint32_t var, LLVMValueRef);
/* It is defined anew at the start of `block`. */
void relocate_define_in(struct relocate *, uint32_t block, uint32_t var, LLVMValueRef);
LLVMTypeRef relocate_type(const struct relocate *, uint32_t var);
/* The object of a number of the scan; null for those that are rooted elsewhere. */
LLVMValueRef relocate_object(struct relocate *, base_id);
/* Stand before an instruction; at the beginning of a block, behind what must come first in it. */
void relocate_before(struct relocate *, LLVMValueRef inst);
void relocate_at_start(struct relocate *, LLVMBasicBlockRef, LLVMMetadataRef where);
/* An address as a number. */
LLVMValueRef relocate_address(struct relocate *, LLVMValueRef pointer);
/* -- relocate_edges.c: prepare the function: each invoke gets edges of its own, so that its destinations have one
** predecessor and no phis.  False on no memory. */
bool relocate_edges_split(struct relocate *, LLVMValueRef fn);
/* -- relocate_spill.c: prepare the function: values that are live at so many safepoints and seldom used go to memory;
** true in *changed if there are any, and then the function is to be scanned anew.  Needs a scan and liveness.  False on
** no memory. */
enum { SPILL_LIVE = 16 };
bool relocate_spill(struct relocate *, bool *changed);
/* -- relocate_vars.c: the variables.  False on no memory; changes nothing. */
bool relocate_variables(struct relocate *);
/* -- relocate_live.c: what phis get along edges, and what is live at each safepoint.  For relocate_variables. */
bool relocate_entries(struct relocate *);
bool relocate_liveness(struct relocate *);
uint32_t relocate_object_variable(const struct relocate *, base_id); /* that holds the object of a number, or
                                                                  * NONE */
const struct relocate_value *relocate_value_of(const struct relocate *, LLVMValueRef);
/* -- relocate_phis.c: where variables that have several definitions now need phis. */
bool relocate_place_phis(struct relocate *);
/* -- relocate_walk.c: memory for the walk; so many bases will be given by relocate_base_made.  False on no memory;
** then nothing can fail. */
bool relocate_reserve(struct relocate *, uint32_t bases);
/* The base number `var` has been made already: it is this. */
void relocate_base_made(struct relocate *, uint32_t var, LLVMValueRef);
void relocate_walk(struct relocate *);
/* -- relocate_bases.c: for the walk.  Bases before an instruction, and those that are phis. */
void relocate_make_bases(struct relocate *, LLVMValueRef inst);
/* Has a base that is a phi as many entries as the derived one?  Then somebody else made it, and filled it. */
bool relocate_base_is_full(const struct relocate *, uint32_t var, LLVMValueRef phi);
/* -- relocate_operands.c: for the walk.  The current value of `operand`, of which that much is read; and an instruction
** reads what is current. */
struct lanes_read { uint32_t from, end; bool but; }; /* lanes of a vector: [from, end), or all but these */
struct lanes_read lanes_read(LLVMValueRef inst, unsigned operand);
LLVMValueRef relocate_current(struct relocate *, LLVMValueRef operand, struct lanes_read);
void relocate_read_current(struct relocate *, LLVMValueRef inst);
/* -- relocate_strip.c: take from a function what is not true any more once objects move.  Plans are made as if it
** were done: scan does not follow such promises where objects move, and calls that say that memory does not change are
** no uses. */
void relocate_strip(struct edit *, LLVMValueRef fn);

#endif
