/* function.h -- the data of root placement: the compact function, and what each phase adds to it.
**
**   scan ──► refine ──► liveness ──► colour ──► place ──► colour_stack ──► shrink_wrap ──► make_plan, rewrite ──► check
**   reads IR ───────────────── no LLVM in between ─────────────────────────────►  writes IR             reads IR
**
** Terms (docs/glossary.md has all).  A *value* is a tracked scalar: one object reference that is defined at one place.
** A derived pointer has no value of its own; it stands for the value of its base.  A *safepoint* is an instruction at
** which a collection may happen.  A value *needs a root* at a safepoint if it is live there and not reachable from
** something else that is rooted there.  A *slot* is a word of the GC frame for values.
**
** Ids: model/ids.h. */
#ifndef LR_GCROOTS_MODEL_FUNCTION_H
#define LR_GCROOTS_MODEL_FUNCTION_H

#include <stdbool.h>
#include <stdint.h>

#include <lateroot/abi.h>

#include "base/arena.h"
#include "base/pset.h"
#include "base/text.h"
#include "gcroots/model/ids.h"

enum value_kind {
	VALUE_SELF,       /* the IR value is an AS10 pointer itself */
	VALUE_ELEM,       /* element `elem` of an IR aggregate or vector */
	/* bases of derived pointers, which exist in the IR only once rewrite makes them ("lifted") */
	VALUE_PHI,        /* phi of the inputs, beside the derived phi */
	VALUE_SELECT,     /* select of the two inputs under the derived select's condition (its lane `elem`) */
	VALUE_EXTRACT,    /* the inputs' element at the derived extractelement's dynamic index */
	VALUE_INSERT      /* input 0 if the dynamic index of the derived insertelement is `elem`, otherwise input 1 */
};

struct value {
	block_id block;          /* where it is defined */
	uint32_t elem;
	uint8_t  kind;           /* enum value_kind */
	bool     is_phi : 1;     /* merges control flow: its inputs come along the incoming edges */
	bool     at_end : 1;     /* defined by the block's last instruction: nothing can be stored at the end of the
	                          * block */
	bool     pinned : 1;     /* set by scan: has a slot of its own, stored at definition of the preserve region */
	bool     local : 1;      /* set by scan: no safepoint comes between its definition and its uses, which are in
	                          * one block */
	bool     refines : 1;    /* used by scan: it is a refinement or input of another one */
	bool     by_variable : 1; /* set by colour: a stack variable in the frame roots it as long as it is live */
	bool     lent : 1;       /* set by scan: the callee of some safepoint roots it; see fn.lent */
	uint32_t since;          /* used by scan: safepoints before its definition */
	uint32_t ref_at, ref_n;  /* refinements: it needs no root where all of these are rooted; none: always needs
	                          * one */
	uint32_t in_at, in_n;    /* lifted kinds: the inputs, in order (of a phi: of the derived phi's incoming
	                          * edges) */
};

/* What happens in a block, in order.  At a call: uses by AS12 operands, the safepoint, uses by other operands,
** definitions of the result; so that going backward the set in hand at the safepoint is what needs a root there. */
enum event_kind { EVENT_DEF, EVENT_USE, EVENT_SAFEPOINT };
typedef uint32_t event;   /* id << 2 | kind */
#define EVENT(kind, id) ((event)(id) << 2 | (event)(kind))
#define EVENT_KIND(e) ((enum event_kind)((e) & 3))
#define EVENT_ID(e) ((e) >> 2)
#define MAX_IDS (1u << 29) /* so that ids fit into events and base ids */

struct safepoint {
	block_id block;
	bool returns_twice;
	bool leaves;             /* control may go to code that is not walked by a table */
};

/* Stack memory that is laid over words of the frame: a variable of nothing but tracked pointers, or the shadow of a
** store into one of another kind.  Its words are its own while it is live, and from its first access on. */
enum { ACCESS_READ = 1, ACCESS_WRITE = 2, ACCESS_KILL = 4 }; /* kill: what was there before is not read again */
/* position, safe: its place in the block, and the first safepoint that it is or comes before; not known of a variable's
** only access in a block. */
struct access { block_id block; uint32_t position; safepoint_id safe; uint8_t kind; };
/* A value that is loaded out of a stack variable, and where in the block. */
struct loaded { value_id value; variable_id var; uint32_t position; };
struct var {
	uint32_t words;
	uint32_t align;          /* in words: 0 or 1 if any word will do */
	uint32_t access_at, access_n;
	bool same_access;        /* the shadow of another store into a stack variable: its accesses are those of an
	                          * earlier shadow */
	bool everywhere;         /* its address gets away, or its accesses are too many: never shares */
	bool roots_values;       /* set by colour: values rest on it (rooted_by_variable.c) */
	bool overlaps;           /* set by colour_stack: another variable has some of its words at another time */
	word_id word;            /* set by colour_stack: the first one */
};

/* The first word from `word` on, counted behind the frame's header, whose place in the frame is a multiple of `align`
** words. */
static inline word_id
aligned_word(word_id word, uint32_t align)
{
	uint32_t over = align > 1 ? (word + LR_FRAME_HEADER_WORDS) % align : 0;

	return over == 0 ? word : word + align - over;
}

/* An argument of a boxed call: its base, and its number among the operands of such calls. */
struct argument { base_id value; operand_id operand; };
/* A boxed call: its arguments go through an array, which lies in the frame if that spares stores (argument_arrays.c).
** They are fn.argument[at .. at+n).  word: set by colour: the first word of the array, or NONE: not in the frame. */
struct array { safepoint_id safe; uint32_t at, n; word_id word; };

/* The callee of safepoint `safe` roots `value` while it runs.  Not for calls that return twice, nor where objects
** move. */
struct lent { safepoint_id safe; value_id value; };
enum { MAX_ARRAY = 64 };   /* longer ones do not lie in frames */

/* A use at the end of a block, after all its events: phi inputs, preserved values of a region that goes on. */
struct end_use { block_id block; base_id value; };

/* A function in compact form. */
struct fn {
	struct arena *ar;        /* everything lives here */
	struct arena *tmp;       /* see fn_tmp; may be NULL */
	const char *name;        /* NULL if nobody is going to read it */
	/* what to leave out (lateroot.h: LR_SHRINK_WRAP ...) */
	struct { bool shrink_wrap, store_motion, slot_sharing, coverage; } without;
	struct cfg g;

	uint32_t nval, val_cap;
	struct value *val;
	uint32_t nref, ref_cap;
	base_id *ref;                /* pool for both */

	uint32_t nevent, event_cap;
	event *event;
	uint32_t *event_at;      /* nblk + 1 */
	uint32_t nend, end_cap;
	struct end_use *end;     /* in any order */

	uint32_t nvar, var_cap;
	struct var *var;
	uint32_t naccess, access_cap;
	struct access *access;   /* of one variable in order of blocks and position */

	uint32_t nloaded, loaded_cap;
	struct loaded *loaded;   /* in order of variables */

	uint32_t narray, array_cap;
	struct array *array;     /* in order of safepoints */
	uint32_t nargument, argument_cap;
	struct argument *argument;
	uint32_t nlent, lent_cap;
	struct lent *lent;       /* in order of safepoints */
	/* Operands of boxed calls have ids behind those of values, for the sake of stores: first_operand ..
	** first_operand+noperand.  They are never live.  `nval` counts them from `slots` on, which needs them if
	** any. */
	value_id first_operand;
	uint32_t noperand;

	bool *dead_end;          /* per block: it ends in `unreachable`; NULL: none does */
	bool *no_room;           /* per block: nothing can be put into it, for it ends in a catchswitch; NULL: none
	                          * does */
	bool *safe_end;          /* per block: the call that ends it is a safepoint; NULL: there is none */
	uint8_t *block_end;      /* per block: enum block_end; NULL: all are branches */
	/* fills weight, if there is somebody to ask: once, when frequencies are first asked for; false on no memory */
	bool (*weigh)(struct fn *, const void *asked);
	const void *asked;
	/* weights: NULL if nothing is known */
	uint32_t *weight;        /* per edge, as g.succ: how often it is taken, compared with the others of its block;
	                          * all 0: not known */
	bool *calls_cold;        /* per block: it calls a function that hardly ever runs */
	const float *frequency;  /* per block: see block_frequencies */
	const uint8_t *exits;     /* per block: see exit_reachability */

	uint32_t nsafe, safe_cap;
	struct safepoint *safe;  /* in order of id: reverse post-order, then position */
	uint32_t *safe_at;       /* nblk + 1: safepoints of block b are safe_at[b] .. safe_at[b+1] */
	bool any_returns_twice;
	bool moving;             /* see session.moving: nothing is refined, every live value is needed itself */
	bool table;              /* its slots are found by a table: what is pushed is an anchor, for the time that
	                          * control leaves */
	bool any_leaves;
	bool nothing_to_place;            /* set by scan: no value is live at any safepoint, and there are no stack
	                          * variables:  nothing to place */
	bool unwound;            /* native unwinding may come in: the chain of frames is put back there */

	/* refine: what each value comes down to: itself, another value (a lifted phi with one base), or < 0: needs no
	** root */
	base_id *canon;
	bool any_alias;          /* one is another value */
	/* liveness: numbers, in order of ids, for just those values that may be live at a safepoint.  Sets are of
	** these. */
	uint32_t nrank;
	rank_id *rank;           /* per value: of its base; NONE: it has none */
	value_id *by_rank;       /* the value */
	struct pset_pool *pool;  /* owned by the caller, reused from function to function */
	pset *live;              /* per safepoint, values that are live at it */
	pset *live_in, *live_out;/* per block; together they hold all that is live into, through or out of it */
	bool any_pinned;         /* some value that is pinned needs a root at all */
	/* colour */
	uint32_t ndemand, demand_cap;
	struct demand *demand;
	uint32_t nslots;         /* of SSA values: pinned and dedicated ones first, then coloured */
	uint32_t ndedicated;
	uint32_t narray_slots;   /* of nslots: how many less would do without arrays */
	word_id *pin_slot;       /* per value, of pinned ones; NULL if there are none */
	uint32_t max_live;       /* most values that need a root at one safepoint; of what is live at a call that may
	                         ** return twice, also at those that it leads to */
	bool *needs_root;              /* per safepoint: some value needs a root there */
	/* place */
	uint32_t nstore, store_cap;
	struct store *store;
	/* colour_stack */
	uint32_t nwords;         /* of the frame: slots of values first, then what variables need beyond */
	uint32_t nclear, clear_cap;
	struct clear *clear;
	/* shrink_wrap */
	uint32_t npush, push_cap;
	struct push *push;       /* where the frame is pushed; none: at the top of the function */
	uint32_t npop, pop_cap;
	uint32_t ncut, cut_cap;
	struct cut *cut;         /* edges on which it is pushed or popped */
	bool *pushed;            /* per block: the frame is pushed where control comes to it; NULL: from the entry block
	                          * on */
	const char *early;       /* why it is pushed in the entry block although that does not need it; NULL: it does,
	                          * or it is not */
	block_id *pop;           /* if it is pushed outside of the entry block: blocks in which it is popped, instead of
	                          * before each return */
	bool pop_early;          /* right behind the last safepoint of such a block, unless it is left for good there;
	                          * otherwise at its end */
};

/* At safepoint `safe` value `value` must be in `slot`, and so at all safepoints it dominates where the value is live;
** at the safepoint above it (in the dominator tree) it need not.  Of an array's words: just at this one; an operand's
** id is that of no value. */
struct demand { value_id value; safepoint_id safe; word_id slot; };

/* The frame is pushed in a block: before a safepoint in it, at its end, or before everything else in it. */
#define PUSH_AT_END ((safepoint_id)UINT32_MAX)
#define PUSH_AT_TOP ((safepoint_id)(UINT32_MAX - 1))
struct push { block_id block; safepoint_id safe; uint32_t words; };
/* All edges between two blocks, with a push or a pop in the middle. */
struct cut { block_id from, to; uint32_t words; bool push; };
/* Of both, words: how many of the frame, from the first on, are roots from there to the pop. */
/* How a block ends: br or switch, any edge of which can be cut; an invoke; or otherwise. */
enum block_end { END_BRANCH, END_INVOKE, END_OTHER };

/* The plan: put a value into its slot. */
enum store_where { STORE_BEFORE_SAFEPOINT, STORE_AT_BLOCK_END };
struct store {
	uint32_t value, slot;
	uint32_t at : 31;        /* safepoint or block */
	uint32_t where : 1;      /* enum store_where */
};

/* Words that hold nothing live all through a loop become null before it, so that what they held can go. */
struct clear { block_id block; word_id word; };

/* -- refine.c: which values drop out.  Needs scan. */
bool refine(struct fn *);
/* -- liveness.c: what is live at each safepoint.  Needs refine. */
bool liveness(struct fn *);
/* Values in one set alone and in the other alone, ascending, appended to the lists.  False on no memory. */
bool live_diff(const struct fn *, pset a, pset b, struct arena *, struct pset_list *only_a, struct pset_list *only_b);
/* -- colour.c: who needs a root where, and in which slot.  Needs liveness. */
bool colour(struct fn *);
/* -- rooted_by_variable.c: which values need no slot because a stack variable keeps them.  For colour; needs
** liveness. */
void root_by_variables(struct fn *, const bool *dedicated); /* by rank */
/* -- place.c: where each slot is stored.  Needs colour. */
bool place(struct fn *);
/* -- frequency.c: how often each block runs, as a multiple of the entry, guessed from shape and weights; NULL on no
** memory.  Worked out when first asked for. */
const float *block_frequencies(struct fn *);
/* Per block: that no path from it comes to a return, or to `unreachable`; that it hardly ever runs: only `unreachable`
** is ahead, or a call of a cold function.  NULL on no memory.  Worked out when first asked for. */
enum { EXIT_NO_RETURN = 1, EXIT_NO_DEAD_END = 2, EXIT_COLD = 4 };
const uint8_t *exit_reachability(struct fn *);
/* -- colour_stack.c: which words stack variables get, and which words are cleared.  Needs place. */
bool colour_stack(struct fn *);
/* -- definite_init.c: is what the safepoints of the blocks `in` need stored behind where control comes into them?
** False if that is not known. */
bool initialised_within(struct fn *, const bool *in);
/* -- shrink_wrap.c: where the frame is pushed and popped.  Needs colour_stack. */
bool shrink_wrap(struct fn *);
/* -- dump_slots.c, frame_map.c: the compact forms as text.  Empty names become numbers. */
struct dump_row { const char *text; uint32_t bytes; safepoint_id safe; }; /* an instruction; the safepoint it is */
struct dump_names {
	const char *const *value, *const *block;
	const struct dump_row *row; /* of block b: row_at[b] .. row_at[b+1]; NULL: only safepoints can be shown */
	const uint32_t *row_at;
};
/* letter: N, L, C or P (see lateroot.h).  The text is in `ar`; NULL on no memory. */
char *dump_form(const struct fn *, struct arena *ar, char letter, const struct dump_names *, size_t *bytes);
void dump_value(struct text *, const struct fn *, const struct dump_names *, base_id v);
void dump_block(struct text *, const struct dump_names *, block_id b);
void dump_map(const struct fn *, struct text *, const struct dump_names *);

/* Memory for the time of one phase. */
static inline struct arena *fn_tmp(const struct fn *f) { return f->tmp ? f->tmp : f->ar; }
/* The phase is over.  False if there was not enough. */
static inline bool
fn_tmp_done(const struct fn *f)
{
	bool ok = !fn_tmp(f)->failed;

	if (f->tmp)
		arena_reset(f->tmp);
	return ok;
}

static inline base_id
canon_of(const struct fn *f, base_id v)
{
	return v < 0 ? v : f->canon[v];
}

/* Is the value, which comes down to itself, in a set?  Operands are in none. */
static inline bool
is_live(const struct fn *f, pset s, value_id v)
{
	return f->rank[v] != NONE && pset_has(f->pool, s, f->rank[v]);
}

/* Does an id stand for an operand that is stored into an array?  It is there for one call, and right before that. */
static inline bool
is_operand(const struct fn *f, value_id id)
{
	return f->noperand != 0 && id >= f->first_operand;
}

/* The id under which demands and stores name an operand. */
static inline value_id
operand_value(const struct fn *f, operand_id i)
{
	return f->first_operand + (uint32_t)i;
}

/* How many ids are values. */
static inline uint32_t
value_count(const struct fn *f)
{
	return f->noperand ? f->first_operand : f->nval;
}

/* Must nothing be stored at the end of block b?  There is no room, or it would come before a safepoint that ends the
** block, at which the slot may still be somebody else's. */
static inline bool
closed_at_end(const struct fn *f, block_id b)
{
	return (f->no_room && f->no_room[b]) || (f->safe_end && f->safe_end[b]);
}

#endif
