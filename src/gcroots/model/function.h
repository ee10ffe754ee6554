/* SPDX-License-Identifier: MIT */
/* function.h -- the compact function: all that root placement knows of a function, without LLVM.
**
**   scan ──► refine ──► liveness ──► colour ──► place ──► colour_stack ──► shrink_wrap ──► make_plan, rewrite ──► check
**   reads IR ───────────────── no LLVM in between ─────────────────────────────►  writes IR             reads IR
**
** scan fills struct fn up to the results; each phase adds its own (results.h).  ids.h has the kinds of ids.
**
** Terms (docs/glossary.md has all).  A *value* is a tracked scalar: one object reference that is defined at one place.
** A derived pointer has no value of its own; it stands for the value of its base.  A *safepoint* is an instruction at
** which a collection may happen.  A value *needs a root* at a safepoint if it is live there and not reachable from
** something else that is rooted there.  A *slot* is a word of the GC frame for values. */
#ifndef LR_GCROOTS_MODEL_FUNCTION_H
#define LR_GCROOTS_MODEL_FUNCTION_H

#include <lateroot/abi.h>

#include "base/arena.h"
#include "gcroots/model/results.h"

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
	bool     pinned : 1;     /* has a slot of its own, stored at the definition of the preserve region */
	bool     local : 1;      /* no safepoint comes between its definition and its uses, which are in one block */
	bool     refines : 1;    /* for scan alone: it is a refinement or input of another one */
	bool     callee_rooted : 1; /* the callee of some safepoint roots it; see fn.callee_rooted */
	uint32_t since;          /* for scan alone: safepoints before its definition */
	uint32_t ref_at, ref_n;  /* fn.ref[ref_at ..]: refinements: it needs no root where all of these are rooted;
	                          * none: it always needs one */
	uint32_t in_at, in_n;    /* fn.ref[in_at ..]: lifted kinds: the inputs, in order (of a phi: of the derived phi's
	                          * incoming edges) */
};

/* The events of a block, in order.  At a call: uses by AS12 operands, the safepoint, uses by other operands,
** definitions of the result; so the set in hand at the safepoint, going backward, is what needs a root there. */
enum event_kind { EVENT_DEF, EVENT_USE, EVENT_SAFEPOINT };
typedef uint32_t event;   /* id << 2 | kind; the id is a safepoint's, otherwise a value's */
#define EVENT(kind, id) ((event)(id) << 2 | (event)(kind))
#define EVENT_KIND(e) ((enum event_kind)((e) & 3))
#define EVENT_ID(e) ((e) >> 2)
#define MAX_IDS (1u << 29) /* so that ids fit into events and base ids */

/* A use at the end of a block, after all its events: phi inputs, preserved values of a region that goes on. */
struct end_use { block_id block; base_id value; };

struct safepoint {
	block_id block;
	bool returns_twice;
	bool runs_unmanaged;     /* control may go to code whose frames no table describes */
};

/* The callee of safepoint `safe` roots `value` while it runs.  Not for calls that return twice, nor where objects
** move. */
struct callee_rooted { safepoint_id safe; value_id value; };

/* Stack memory that is laid over words of the frame: a variable of nothing but tracked pointers, or the shadow of a
** store into a variable of another kind.  It owns its words while it is live, and from its first access on. */
struct var {
	uint32_t words;
	uint32_t align;          /* in words: 0 or 1 if any word will do */
	uint32_t access_at, access_n;
	bool same_access;        /* the shadow of another store into a stack variable: its accesses are those of an
	                          * earlier shadow */
	bool everywhere;         /* its address escapes, or it has too many accesses: it never shares words */
};
enum { ACCESS_READ = 1, ACCESS_WRITE = 2, ACCESS_KILL = 4 }; /* kill: the value before it is not read again */
/* position, safe: its place in the block, and the first safepoint that it is or comes before; unset if this is the
** variable's only access in the block. */
struct access { block_id block; uint32_t position; safepoint_id safe; uint8_t kind; };
/* A value that is loaded out of a stack variable, and where in the value's block. */
struct loaded { value_id value; variable_id var; uint32_t position; };

/* A boxed call passes its arguments in an array, which lies in the frame if that spares stores (argument_arrays.c). */
enum { MAX_ARRAY = 64 };   /* longer arrays do not lie in frames */
/* An argument of a boxed call: its base, and its number among the operands of such calls. */
struct argument { base_id value; operand_id operand; };
/* The arguments of the call `safe` are fn.argument[at .. at+n). */
struct array { safepoint_id safe; uint32_t at, n; };

/* How a block ends: br or switch, any edge of which can be cut; an invoke; or otherwise. */
enum block_end { END_BRANCH, END_INVOKE, END_OTHER };

/* A function in compact form. */
struct fn {
	struct arena *ar;        /* everything lives here */
	struct arena *tmp;       /* see fn_tmp; may be NULL */
	const char *name;        /* NULL unless a dump or a remark needs it */
	/* optimisations to leave out (lateroot.h: LR_SHRINK_WRAP ...) */
	struct { bool shrink_wrap, store_motion, slot_sharing, coverage; } without;
	struct cfg g;

	uint32_t nval, val_cap;
	/* Behind the values, noperand entries for the operands of boxed calls.  Demands and stores alone name them;
	** they are never live. */
	struct value *val;
	uint32_t noperand;
	uint32_t nref, ref_cap;
	base_id *ref;            /* the lists of all values */

	uint32_t nevent, event_cap;
	event *event;
	uint32_t *event_at;      /* nblk + 1: events of block b are event_at[b] .. event_at[b+1] */
	uint32_t nend, end_cap;
	struct end_use *end;     /* in any order */

	uint32_t nsafe, safe_cap;
	struct safepoint *safe;  /* in order of id: reverse post-order, then position */
	uint32_t *safe_at;       /* nblk + 1: safepoints of block b are safe_at[b] .. safe_at[b+1] */
	bool any_returns_twice;
	bool any_unmanaged;
	uint32_t ncallee_rooted, callee_rooted_cap;
	struct callee_rooted *callee_rooted; /* in order of safepoints */

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

	bool *dead_end;          /* per block: it ends in `unreachable`; NULL: none does */
	bool *no_insertion;           /* per block: it ends in a catchswitch, so nothing can be put into it; NULL: none
	                          * does */
	bool *safe_end;          /* per block: the call that ends it is a safepoint; NULL: there is none */
	uint8_t *block_end;      /* per block: enum block_end; NULL: all are branches */
	/* Fills `weight` out of `asked` when frequencies are first asked for; NULL: nothing is known.  False if memory
	** is exhausted. */
	bool (*weigh)(struct fn *, const void *asked);
	const void *asked;
	uint32_t *weight;        /* per edge, as g.succ: how often it is taken, compared with the others of its block;
	                          * all 0: not known; NULL: nothing is known */
	bool *calls_cold;        /* per block: it calls a function that hardly ever runs; NULL: none does */

	bool moving;             /* objects may move: nothing is refined, every live value is needed itself */
	bool table;              /* a table finds its slots: only an anchor is pushed, and only while control is in
	                          * unmanaged code */
	bool nothing_to_place;   /* no value is live at any safepoint, and there are no stack variables */
	bool unwound;            /* native unwinding may come in: the chain of frames is put back there */
	struct pset_pool *pool;  /* of sets of ranks; owned by the caller, reused from function to function */

	struct refined refined;
	struct live live;
	struct coloured coloured;
	struct placed placed;
	struct estimated estimated;
	struct stacked stacked;
	struct wrapped wrapped;
};

/* Memory for the time of one phase. */
static inline struct arena *fn_tmp(const struct fn *f) { return f->tmp ? f->tmp : f->ar; }
/* The phase is over.  False if memory was exhausted. */
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
	return v < 0 ? v : f->refined.canon[v];
}

/* Is the value, which is its own base, in a set?  Operands are in none. */
static inline bool
is_live(const struct fn *f, pset s, value_id v)
{
	return f->live.rank[v] != NONE && pset_has(f->pool, s, f->live.rank[v]);
}

/* How many ids of values there are: values, then operands of boxed calls. */
static inline uint32_t
id_count(const struct fn *f)
{
	return f->nval + f->noperand;
}

/* Does an id stand for an operand that is stored into an array?  It is there for one call, and right before that. */
static inline bool
is_operand(const struct fn *f, value_id id)
{
	return id >= f->nval;
}

/* The id under which demands and stores name an operand. */
static inline value_id
operand_value(const struct fn *f, operand_id i)
{
	return f->nval + (uint32_t)i;
}

/* Is it impossible to store at the end of block b?  Nothing can be put there, or the store would come before a
** safepoint that ends the block, at which the slot may still belong to another value. */
static inline bool
closed_at_end(const struct fn *f, block_id b)
{
	return (f->no_insertion && f->no_insertion[b]) || (f->safe_end && f->safe_end[b]);
}

/* The first word of a variable; 0 if words are not given out because there is no safepoint. */
static inline word_id
variable_word(const struct fn *f, variable_id v)
{
	return f->stacked.word ? f->stacked.word[v] : 0;
}

/* The first word from `word` on, counted behind the frame's header, whose place in the frame is a multiple of `align`
** words. */
static inline word_id
aligned_word(word_id word, uint32_t align)
{
	uint32_t over = align > 1 ? (word + LR_FRAME_HEADER_WORDS) % align : 0;

	return over == 0 ? word : word + align - over;
}

#endif
