/* relocate.h -- what the files of the statepoint ABI share.
**
**   prepare ──► scan, refine, liveness ──► variables ──► build
**   edges of     as for the other ABIs      scalars,      gc.statepoint, gc.relocate,
**   invokes                                 live where    SSA form again
**
** All functions are planned before any is built, and until then what was done to prepare them can be taken back.
**
** A *variable* is a special pointer that a collection changes: a tracked pointer, a derived one whose base is known, or
** a base that is still to be made.  A composite (aggregate or vector) stands for one variable for each such pointer in
** it.  At a safepoint every variable that is live behind it is relocated, and from there on its uses read the relocated
** value.
**
** The words behind the user's operands in the `deopt` bundle of a statepoint, if there are any (docs/abis.md):
**   objects: kept, pinned, deep; pairs of memory and number of words, again pairs (deep), and the counts of these
**   five */
#ifndef LR_GCROOTS_RELOCATE_RELOCATE_H
#define LR_GCROOTS_RELOCATE_RELOCATE_H

#include "gcroots/model/scan.h"
#include "dialect/edit.h"

#define NO_VARIABLE UINT32_MAX

struct sp_var {
	LLVMValueRef carrier;    /* the value that it is, or is in; of bases still to be made, the derived one beside
	                          * which they come */
	uint32_t elem;
	uint8_t kind;            /* enum value_kind */
	bool needed;             /* of bases still to be made */
	num number;              /* of the object: canonical */
	uint32_t base;           /* variable; itself if it is no derived pointer */
};

/* A value that stands for variables: elem[at .. at + n), NO_VARIABLE for pointers that nothing changes.  A cast of one
** has no variable of its
** own: it is made again from what the pointer is now, which costs nothing. */
struct sp_value { LLVMValueRef v; uint32_t at, n; bool composite, cast; };

/* What a phi gets along one edge: of one that is there, and of a base that is still to be made. */
struct sp_incoming { LLVMValueRef phi; uint32_t index; };
struct sp_lift_entry { uint32_t var, index; };

/* Memory in which the collector finds tracked pointers. */
struct sp_memory { LLVMValueRef address; uint32_t words; bool deep; };

/* Attributes of arguments that decide where these go; the first of them are kept at a statepoint. */
enum sp_attribute {
	SP_ZEROEXT, SP_SIGNEXT, SP_INREG, SP_BYVAL, SP_NEST, SP_SWIFTSELF, SP_SWIFTERROR, SP_SWIFTASYNC, SP_ALIGN,
	SP_ATTRIBUTES_KEPT,
	SP_INALLOCA = SP_ATTRIBUTES_KEPT, SP_PREALLOCATED, SP_ATTRIBUTES
};

/* The functions by way of which calls go that leave code found by table; one for all functions that are built. */
struct sp_leaving {
	struct arena *ar;
	uint32_t calls;          /* that may need one */
	struct ptrmap by_callee; /* callee, or type if it is known only at run time -> the newest of them */
	struct sp_leave *list;
	uint32_t n, cap;
	unsigned attribute[SP_ATTRIBUTES]; /* kinds, by enum sp_attribute */
};

/* What was done so that the invokes of a function have edges of their own; see relocate_edges.c. */
struct sp_edges {
	struct edit *e;
	struct arena *ar;
	struct ptrmap *seen;     /* blocks in `order` */
	struct sp_edge *edge;
	struct sp_swap *swap;
	struct sp_order *order;
	uint32_t nedge, edge_cap, nswap, swap_cap, norder, order_cap;
};

/* How tracked pointers in stack memory are copied to where the collector finds them; see relocate_memory.c. */
struct sp_shadow { struct sp_copies *copy; uint32_t n, words; LLVMValueRef built; };

/* Values that went to memory; see relocate_spill.c. */
struct sp_spill_use { LLVMValueRef user; unsigned operand; LLVMValueRef old; };
struct sp_spill {
	LLVMValueRef array;      /* NULL: none did */
	struct sp_spill_use *use;
	LLVMValueRef *made;
	uint32_t nuse, use_cap, nmade, made_cap;
};

/* The function's own anchor; see statepoint_anchor.c. */
struct sp_anchors {
	bool *at;                /* by safepoint: it is in the chain, and the call needs no other */
	bool any;
	bool each;               /* the stack pointer may be elsewhere at each call */
	struct plan where;       /* of which only pushes, pops and cuts are used */
	LLVMValueRef *value;     /* room to cut edges */
	LLVMBasicBlockRef *block;
	LLVMValueRef anchor;
};

/* Where a variable is live behind an invoke. */
enum { INTO_NORMAL = 1, INTO_UNWIND = 2 };

struct reload;
struct sp {
	struct session *s;
	struct reload *reload;   /* not statepoints but slots that are read again: see reload.h; or NULL */
	struct edit *e;
	struct sp_leaving *leaving;
	struct arena own, *ar;   /* what was planned: `ar` is &own */
	struct arena log;        /* what was done to prepare the function */
	struct sp_edges edges;
	struct sp_shadow copies;
	struct sp_spill spill;
	struct sp_anchors anchors;
	struct fn f, v;          /* as scanned; the same blocks and safepoints with the variables as values */
	struct ir ir;
	struct pset_pool *pool;  /* of v, until the next function is planned */
	struct ptrmap values;    /* IR value -> value */
	struct ptrmap lifted;    /* instruction -> first base that is made before it */
	struct ptrmap blocks;    /* block -> number */
	struct sp_var *var;      /* v.nval */
	uint32_t var_cap;
	struct sp_value *value;
	uint32_t nvalue, value_cap;
	uint32_t *elem;
	uint32_t nelem, elem_cap;
	uint32_t *of_number;     /* by number of the scan: the variable, or NO_VARIABLE */
	bool *pinned;            /* by number: addresses of it are in use that nothing relocates */
	/* by safepoint */
	uint32_t *live_at, *live;/* CSR: variables to be relocated */
	uint8_t *into;           /* as `live`, of invokes: INTO_NORMAL, INTO_UNWIND */
	bool *plain;             /* stays a plain call */
	uint32_t *kept_at, *kept;/* CSR: variables that must be alive at it for other reasons than a later use of
	                          * theirs */
	uint32_t nkept, kept_cap;
	uint32_t *pin_at, *pin;  /* CSR: numbers pinned at just this one */
	uint32_t npin, pin_cap;
	uint32_t *given_at, *given; /* CSR: numbers that the callee is given */
	uint32_t ngiven, given_cap;
	/* by block */
	uint32_t *in_at;         /* CSR: entries of phis along edges from it */
	struct sp_incoming *in;
	uint32_t *lin_at;        /* CSR: entries of bases that are phis, likewise */
	struct sp_lift_entry *lin;
	uint32_t *phi_at, *phi;  /* CSR: variables that get a phi at its top */
	uint32_t *lift_at, *lift;/* CSR: bases that are phis at its top */
	struct sp_memory *memory;
	uint32_t nmemory;
	uint32_t max_live;       /* most variables relocated at one safepoint */
};

/* Is a variable live into a block?  What only a loop keeps alive stands in live_out alone; what is not defined in the
** block came into it.  For planning: the sets go with the next function. */
static inline bool
sp_live_into(const struct sp *sp, uint32_t block, uint32_t var)
{
	return is_live(&sp->v, sp->v.live_in[block], var)
		|| (sp->v.val[var].block != block && is_live(&sp->v, sp->v.live_out[block], var));
}

/* State of the walk over the dominator tree. */
struct sp_undo { uint32_t var; LLVMValueRef was; };
struct sp_entry { uint32_t var, next; LLVMValueRef value; };
struct sp_build {
	LLVMValueRef *cur;       /* by variable: what it is now; NULL: what it was at first */
	LLVMValueRef *orig;      /* by variable: as it was at first, once something asked for that */
	LLVMValueRef *phi;       /* by place in sp.phi */
	struct sp_undo *undo;
	uint32_t nundo;
	uint32_t *entry_of;      /* by block: definitions along its one incoming edge; NO_VARIABLE: none */
	struct sp_entry *entry;
	uint32_t nentry;
	uint32_t *todo;
	LLVMTypeRef tracked;
	LLVMValueRef spot;       /* what the builder stands before */
	/* for one statepoint */
	LLVMValueRef *args, *gc, *deopt;
	LLVMTypeRef *types;
	uint32_t *place, *stamp; /* by variable: its place in gc, if the stamp is right */
	uint32_t *pin_stamp, *given_stamp; /* by number */
	uint32_t *slot, *slot_stamp; /* by variable: its word there, likewise */
	LLVMValueRef *loaded;    /* by variable: read back */
	LLVMValueRef *offset;    /* by variable: of a derived pointer, while it goes there */
	uint32_t unwind_words;
	LLVMValueRef unwind;     /* memory for what goes along unwind edges that a relocation cannot go along; or
	                          * NULL */
	LLVMValueRef relocate[4]; /* declarations, by address space */
};
/* The variable at this place of the walk. */
LLVMValueRef sp_get(struct sp *, struct sp_build *, uint32_t var);
/* It is defined anew at the start of `block`. */
void sp_define_in(struct sp_build *, uint32_t block, uint32_t var, LLVMValueRef);
void sp_set(struct sp_build *, uint32_t var, LLVMValueRef);
LLVMTypeRef sp_type(const struct sp *, uint32_t var);

/* -- statepoint.c.  sp_free gives memory back; it takes nothing back that was done to prepare the function. */
void sp_init(struct sp *, struct session *, struct edit *, struct pset_pool *);
void sp_free(struct sp *);
/* -- relocate_edges.c: give each invoke edges of its own: its destinations have one predecessor and no phis.  False
** on no memory.  In any case either of the next two must follow. */
bool sp_edges_split(struct sp_edges *, LLVMValueRef fn);
/* Take it back: the function reads as before. */
void sp_edges_join(struct sp_edges *);
/* It stays; and once that was carried out for which it was done, what was replaced goes. */
void sp_edges_keep(struct sp_edges *);
void sp_edges_done(struct sp_edges *);
/* -- relocate_memory.c: tracked pointers in stack memory that the collector cannot tell are copied to a variable that
** it can: `words` of them after the plan.  Needs a scan. */
bool sp_shadow_plan(struct session *, const struct fn *, const struct ir *, struct arena *keep, struct sp_shadow *);
void sp_shadow_build(struct session *, struct edit *, LLVMValueRef fn, struct sp_shadow *);
void sp_shadow_erase(struct sp_shadow *);
/* An alloca that edit_entry_alloca has made, and nobody uses. */
void sp_memory_erase(LLVMValueRef address);
/* -- relocate_spill.c: values that are live at so many safepoints and seldom used go to memory; true in *changed if
** there are any, and then the function is to be scanned anew.  Needs a scan and liveness.  False on no memory; in any
** case it can be taken back. */
enum { SP_SPILL_LIVE = 16 };
bool sp_spill(struct sp *, bool *changed);
void sp_spill_take_back(struct sp *);
/* All memory of the function that the collector is to find; at each place of it there is null or an object from now on.
** Needs a scan. */
bool sp_memory_plan(struct sp *);
/* May anybody who does not read it again have what is in a variable, whose words are updated in place? */
bool sp_leaks(struct session *, LLVMValueRef alloca);
void sp_memory_build(struct sp *);
/* More of it, made for the statepoints themselves. */
LLVMValueRef sp_memory_make(struct sp *, uint32_t words);
/* -- relocate_vars.c: the variables, and where they are live.  False on no memory; changes nothing. */
bool sp_variables(struct sp *);
/* -- relocate_phis.c: where variables that have several definitions now need phis. */
bool sp_place_phis(struct sp *);
/* -- relocate_build.c: carry it out.  sp_reserve: false on no memory; then nothing can fail. */
bool sp_reserve(struct sp *, struct sp_build *);
/* The base number `var` has been made already: it is this. */
void sp_base_made(struct sp *, struct sp_build *, uint32_t var, LLVMValueRef);
/* Stand at the beginning of a block, behind what must come first in it. */
void sp_at_start(struct sp *, LLVMBasicBlockRef, LLVMMetadataRef where);
/* An address as a number. */
LLVMValueRef sp_number_of(struct sp *, LLVMValueRef pointer);
void sp_build(struct sp *, struct sp_build *);
/* -- statepoint_call.c: the statepoint instead of the call of safepoint `s`. */
void sp_convert(struct sp *, struct sp_build *, uint32_t s);
/* What a call or its callee says of an argument, or NULL. */
LLVMAttributeRef sp_argument_attribute(const struct sp_leaving *, LLVMValueRef call, unsigned argument,
	enum sp_attribute);
/* -- statepoint_trampoline.c: calls that go where no table tells of frames.  The memory of what is planned is
** `keep`. */
void sp_leaving_init(struct sp_leaving *, const struct session *, struct arena *keep);
void sp_leaving_free(struct sp_leaving *);
bool sp_leaves(struct sp *, LLVMValueRef call);
/* Room for the functions that so many calls more may need; false on no memory. */
bool sp_leave_reserve(struct sp *, uint32_t calls);
/* What is to be called instead of such a call's callee, and with which arguments more, of which there are at most so
** many; `ptls` is that of a GC transition, or NULL.  The builder is elsewhere afterwards. */
enum { SP_LEAVE_ARGUMENTS = 3 };
LLVMValueRef sp_leave(struct sp *, struct sp_build *, LLVMValueRef call, LLVMValueRef ptls, LLVMValueRef *more,
	unsigned *nmore);
/* How many bytes are left for somebody else's call. */
uint64_t sp_patch_bytes(LLVMValueRef call);
/* A load or store of the head of the chain; itself. */
LLVMValueRef sp_chain_access(struct sp *, LLVMValueRef load_or_store);
/* -- statepoint_anchor.c: which calls do with an anchor of the function itself, and where that is linked.  False on no
** memory; changes nothing. */
bool sp_anchors_plan(struct sp *);
/* Before calls are made statepoints; and, since phis are made anew, last of all. */
void sp_anchors_build(struct sp *);
/* Where the stack pointer stands now. */
void sp_anchors_say(struct sp *);
void sp_anchors_cut(struct sp *);
/* -- statepoint_call.c: does this landing pad give a token, and so can relocations hang on it? */
bool sp_gives_token(LLVMBasicBlockRef);
/* -- relocate_strip.c: take from a function what is not true any more once objects move.  Plans are made as if it
** were done: scan does not follow such promises where objects move, and calls that say that memory does not change are
** no uses. */
void sp_strip(struct edit *, LLVMValueRef fn);

/* Does it allocate on the stack as it runs, so that the stack pointer moves? */
bool statepoint_allocates(LLVMValueRef fn);
/* Why it cannot have them; NULL if it can. */
const char *statepoint_refusal(LLVMValueRef fn);

#endif
