/* check_model.h -- what the checker knows of one function: shared by check*.c and by nothing else.
**
** check_cfg.c    blocks in reverse post-order, dominators
** check_value.c  which object a special pointer keeps alive: values -> nodes
** check_proof.c  which loads prove that their result is rooted elsewhere
** check_class.c  which nodes always are the same object (check_partition.c); which need no slot; what covers the rest
** check_frame.c  the frame; objects on the stack: slots, variables of the frame, allocas
** check_table.c, check_attributes.c, check_metadata.c  the checker's own tables of what the dialect says
** check_types.c  the pointers in a type, and in which of its words they are
** check_map.c    the mapped frame: what it says of which variable
** check_map_state.c  and when
** check_address.c where in its object an address points
** check_place.c  which of them a pointer addresses
** check_access.c what instructions do to them
** check_callee.c which calls are safepoints
** check_look.c   may there be anything to prove?
** check_read.c   instructions -> events
** check_expand.c raw events -> events, when nodes and classes are known
** check_slots.c  what each slot holds, forward; check_merges.c: where its writes meet
** check_frame_state.c  is the frame pushed?
** check_live.c   what is needed, backward
** check_twice.c  what is written into the slots after calls that return twice
** check_need.c   what covers it at every safepoint: the verdict
** check_moved.c  where objects move: nothing is used behind a safepoint that was not read behind it; check_origin.c:
**                what a reference comes down to
** check_stale.c  no slot shows what it kept while the frame was not pushed
** check_flow.c   where stack memory may be written and may be read
** check_stack.c  variables in the frame keep what stands in them
** check_stored.c what is stored into other stack memory stays rooted while it may be read; check_found.c finds the
**                stores, check_deal.c deals them out to windows of large objects (check_window.c)
** check_words.c  what callees and copies put into stack memory is rooted; no number is.  check_words_types.c: by which
**                types; check_words_say.c: what is said
** check_carried.c no copy of a root that is something else than a reference is used behind a safepoint
** check_unchanged.c  but by a call that the word still roots the object for
** check_arrays.c arguments of boxed calls are where these expect them
** check_handover.c  what a call hands over to its callee
** check_undefined.c  no undefined reference leaves the function
** check_unwritten.c  which loads may read what nobody has written
** check_report.c what is said of it
** check_roots.c  entry
**
** Words used here.  A *node* is one object in SSA form: a definition, or a phi or choice between such.  All
** special pointers into an object have its node.  A *class* is a set of nodes known to be the same object
** whenever both are live.  A *need* is a stretch in which a node must be kept alive. */
#ifndef LR_CHECK_MODEL_CHECK_MODEL_H
#define LR_CHECK_MODEL_CHECK_MODEL_H

#include <llvm-c/Target.h>

#include "host/context.h"
#include "check/check.h"
#include "check/model/check_table.h"
#include "base/arena.h"
#include "base/none.h"
#include "base/ptrmap.h"

#define CK_ROOTED 0u           /* node and class of whatever never needs a slot; also of null */
#define CK_UNKNOWN 0x7fffffffu /* as a slot's content: could be anything */

enum node_kind { NODE_ROOTED, NODE_DEF, NODE_PHI, NODE_CHOOSE };
enum choose_tag { CHOOSE_SELECT, CHOOSE_EXTRACT, CHOOSE_INSERT, CHOOSE_ANY };

struct node {
	LLVMValueRef value;    /* the instruction that makes it */
	uint32_t lane;         /* which of the special pointers in the value's type */
	uint8_t kind, tag;
	bool refinable;        /* NODE_DEF: rooted as long as all inputs are */
	bool copy;             /* phi or choice that only ever is node `cls` */
	uint32_t block;
	uint32_t in, nin;      /* into `inputs`; of a phi: one for each edge into its block */
	const void *key;       /* NODE_CHOOSE: equal keys and equal inputs choose alike */
	uint32_t key2;
	uint32_t cls;          /* set by check_class */
	uint32_t refs, nrefs;  /* into `refs`: the node is rooted while all of these are; none: never */
};

enum event_kind {
	EV_DEFS,    /* a: index into defined, b: how many special pointers   (raw) */
	EV_DEF,     /* a: node */
	EV_USE,     /* a: node */
	EV_LENT,    /* a: node; the callee of the safepoint that follows roots it while it runs */
	EV_SAFEPOINT, /* a: index into calls; b: 1 if control may go to code that no table knows */
	EV_TWICE,   /* a: index into calls; what is live here must be where it is for good */
	EV_WRITE,   /* a: slot, b: node, CK_ROOTED or CK_UNKNOWN  (raw); class afterwards */
	EV_READ,    /* the same, but the slot held it before: whoever reads it knows now */
	EV_SMUDGE,  /* a: first slot, b: how many: whatever may be in them now */
	EV_NEW,     /* all slots null */
	EV_UNSEEN,  /* a: first slot, b: how many: until the frame is popped these are no roots */
	EV_PUSH,    /* a: index into calls, b: how many slots are roots */
	EV_POP, EV_RETURN,  /* a: index into calls */
	EV_PAD,     /* a: index into calls: callees that have not popped may have been left */
	EV_HEAD,    /* a: index into calls: the head of the chain becomes the frame (b: 1), or what the function found
	             * (b: 0) */
	EV_PIN,     /* a: preserve region begins */
	EV_UNPIN,   /* a: preserve region ends */
	EV_ANCHOR, EV_UNANCHOR, /* a: index into calls; where a table finds the slots: these then count as pushed from
	                         * the start */
	EV_ARRAY,   /* a: index into calls, b: the slot where its arguments begin */
	EV_ACCESS,  /* a: index into accesses, b: one of its places; what it writes of the frame follows */
	EV_FIELD,   /* a: a word of the mapped frame is stored: header, map or address */
	EV_COUNT,   /* a: a block of the mapped frame, b: 1 if it is in use from here on, 0 if not */
	EV_LINK,    /* a: index into calls, b: 1 if the head of the chain becomes the mapped frame, 0 if that leaves the
	             * chain */
};
struct event { uint8_t kind; bool last; uint32_t a, b; }; /* last: nothing in the block uses the node later */

/* gc_preserve_begin */
struct pin { LLVMValueRef token; uint32_t block, event, nodes, nnodes; }; /* nodes: into `pinned` */

/* Memory on the stack that pointers are followed from. */
enum object_kind { OBJECT_SLOT, OBJECT_VARIABLE, OBJECT_ALLOCA, OBJECT_MIRROR };
#define OBJECT_ENDLESS ((int64_t)1 << 40)
struct object {
	LLVMValueRef pointer;
	uint8_t kind;
	bool escaped;          /* its address is out of sight: whoever has it may write there at any call */
	bool renewed;          /* an alloca that is executed more than once */
	bool byval;            /* a parameter: a copy that the caller has made for this function alone */
	bool unread;           /* and its attributes say that nobody reads what the caller put there: it may be
	                        * anything */
	LLVMTypeRef type;      /* of one element; NULL: not known */
	uint32_t block;        /* 1 + the first block of the mapped frame that is of it; 0: none */
	uint32_t first;        /* slot that it begins with; nothing for allocas */
	uint32_t of;           /* of a mirror: the alloca */
	int64_t bytes;
};

/* Where a pointer may point: bytes from the beginning of an object. */
struct place { uint32_t object, next; int64_t lo, hi; uint8_t widened; };
struct pointer {
	LLVMValueRef v;
	uint32_t first, n;     /* places, linked */
	bool maybe;            /* or somewhere else altogether */
	bool queued;
};

/* What one instruction does through one pointer. */
struct access {
	LLVMValueRef inst;
	uint32_t pointer;
	int64_t bytes;         /* OBJECT_ENDLESS: as far as the object goes */
	bool reads, writes;
	bool whole;            /* all of those bytes are written */
	bool null;             /* with null */
	bool forgets;          /* what was there is undefined now */
	bool by_callee;        /* written by the callee, as the types say */
	bool captures;         /* the address is out of sight from here on */
	bool exposes;          /* the address is a number or part of a value from here on: where that goes nobody
	                        * follows */
	bool leaks;            /* a callee may hold what it has read from there over safepoints of its own */
	bool all_refs;         /* by_callee: all of it is references */
	bool stored;           /* by a store, or by one of lanes or of several places */
	bool copies;           /* written with what is in other memory */
	LLVMTypeRef holds;     /* of an sret argument: what the callee leaves there; of a store: the type of the
	                        * value */
	uint32_t nodes, nnodes; /* into stored_nodes: what is stored */
};

/* Pointer `lane` of a value, on the way to its object. */
struct step { LLVMValueRef v; uint32_t lane; };

/* What the declaration of a callee says. */
struct callee {
	LLVMValueRef fn;       /* NULL: there is none */
	enum check_fn id;
	bool twice;            /* returns twice */
	bool never, stops;     /* never a safepoint; one whatever it does to memory */
	uint64_t effects;      /* its memory attribute; all bits: it has none */
};

struct ck {
	lr_context *cx;
	enum { ZERO_UNKNOWN, ZERO_AT_PUSH, ZERO_WHEN_MADE } zeroing; /* where the words of the frame become null */
	LLVMValueRef fn;
	lr_abi abi;              /* by which its roots are found */
	bool reload;             /* functions that are not lowered yet will read their roots again, unless they say
	                          * otherwise */
	bool own_arguments;      /* the function says that it roots its tracked parameters itself */
	LLVMTargetDataRef layout;
	struct arena ar;
	struct arena scratch;  /* `ar` while a phase runs that leaves nothing behind */
	bool too_hard;         /* beyond what can be analysed; why: */
	const char *why;
	unsigned holes;
	unsigned md_invariant, md_tbaa, md_scope, md_constgv, md_arguments;
	struct attribute_kinds attr;
	uint32_t word;         /* bytes of a pointer */

	/* blocks */
	uint32_t nblk;
	LLVMBasicBlockRef *bb;
	struct ptrmap block_id;
	uint32_t *succ_off, *succ, *succ_edge; /* succ_edge: position among the successor's predecessors */
	uint32_t *pred_off, *pred;             /* sorted */
	uint32_t *idom, *dom_order, *dom_pre, *dom_last, *dom_level, *child_off, *child;

	/* nodes */
	struct node *node;
	uint32_t nnode, node_cap;
	uint32_t *inputs, ninputs, inputs_cap;
	uint32_t *refs, nrefs, refs_cap;
	struct ptrmap lanes_of;                /* value -> first entry in lane_node */
	struct ptrmap type_lanes;              /* check_types.c */
	struct ptrmap proof_memo;
	uint32_t *lane_node, nlane, lane_cap;
	struct step *on_way;                   /* check_node's */
	uint32_t on_way_cap;
	LLVMValueRef *defined;                 /* values with special pointers, in the order of events */
	uint32_t ndefined, defined_cap;
	uint32_t filled;                       /* nodes whose inputs are known */
	bool traced;                           /* all special pointers that are used have been traced to their nodes */
	bool meets_undefined;                  /* and one of them, or a part of it, may be an undefined constant */
	uint32_t *phi_off, *phi;               /* block -> its phi nodes */

	/* frame */
	LLVMValueRef frame;
	bool getter;           /* the function asks for the chain of frames */
	uint32_t nslots;
	bool *slot_escaped;
	bool *slot_lent;       /* its address was handed to somebody who may keep it, and write there later */

	/* stack memory */
	struct object *objects;
	uint32_t nobjects, objects_cap;
	struct place *places;
	uint32_t nplaces, places_cap;
	struct ptrmap pointer_of;
	struct pointer *pointers;
	uint32_t npointers, pointers_cap;
	struct access *accesses;
	uint32_t naccesses, accesses_cap;
	uint32_t *stored_nodes, nstored, stored_cap;

	/* the mapped frame */
	bool typed;            /* stack memory holds what its type says, whoever writes it */
	LLVMValueRef mapped;   /* the alloca; NULL: there is none */
	bool mapped_indirect, mapped_moving;
	struct mapped_block {
		LLVMValueRef map, at, count;       /* NULL: not stored; count: other than 0 */
		uint32_t object;
		uint32_t words, elements;          /* of one element; how many are in use: of a dynamic alloca 1, for
		                                    * all */
		uint32_t reach;                    /* bits in runs */
		uint64_t *in_run, *fixed, *deep;   /* bit for each word; deep ones are fixed, too */
		uint32_t next;                     /* block of the same object */
	} *blocks;
	uint32_t nblocks;
	struct map_stop { uint32_t pos; } *map_stops; /* safepoints in the order of events */
	uint32_t nmap_stops;
	uint64_t *on_surely, *on_perhaps;      /* rows of (nblocks + 63) / 64 words: blocks that the collector sees
	                                        * there */
	uint64_t *always_on;                   /* a row: blocks that the collector surely sees at each safepoint */
	struct ptrmap word_of;                 /* pointer into the mapped frame -> which word */

	/* slot contents: at some block entries a slot has several sources */
	struct slot_merge { uint32_t block, slot, in, content; } *merges; /* in: into merge_in, one for each edge */
	uint32_t nmerges, merges_cap, *merge_in, *merge_off, *merge_list; /* of a block */

	uint8_t *frame_in;                     /* at block entry: 1 may not be pushed, 2 may be */
	uint32_t *seen_in, *shown_in;          /* and if it is so many slots are roots: at least, at most */
	bool stale;                            /* slots keep something at a safepoint outside of the frame, and a push
	                                        * is ahead */
	bool *push_ahead;                      /* from block entry a push can be reached, and the slots are not zeroed
	                                        * before */

	struct ptrmap callee_of;               /* what check_callee.c packs */
	struct ptrmap walked;                  /* callee -> what its body shows (check_anchor.c) */
	bool statepoints;                      /* roots are told at each call, later: here only what the mapped frame
	                                        * says is proved */
	bool moving;                           /* objects may move: slots are read again behind safepoints */
	bool table;                            /* the slots are found by a table */
	bool by_value;                         /* contents of slots are values now, not classes */
	bool arrays;                           /* some call has its arguments in the frame */

	/* events; of block b: ev_off[b] .. ev_off[b+1] */
	struct event *ev;
	uint32_t nev, ev_cap, *ev_off;
	LLVMValueRef *calls;
	uint32_t ncalls, calls_cap;
	struct pin *pins;
	uint32_t npins, pins_cap;
	uint32_t *pinned, npinned, pinned_cap;
};

static inline bool
ck_dominates(const struct ck *c, uint32_t a, uint32_t b)
{
	return c->dom_pre[a] <= c->dom_pre[b] && c->dom_pre[b] <= c->dom_last[a];
}

/* Of `n` things of `each` bytes that begin with a position and ascend: how many come before `pos`. */
static inline uint32_t
ck_before(const void *list, uint32_t n, size_t each, uint32_t pos)
{
	uint32_t lo = 0, hi = n, at;

	while (lo < hi) {
		uint32_t m = lo + (hi - lo) / 2;
		memcpy(&at, (const char *)list + m * each, sizeof at);
		if (at < pos)
			lo = m + 1;
		else
			hi = m;
	}
	return lo;
}

/* The checker's way to give up: what follows is not proved, and the report says so. */
static inline void
ck_give_up(struct ck *c, const char *why)
{
	if (!c->too_hard)
		c->why = why;
	c->too_hard = true;
}

/* check_cfg.c */
bool     check_cfg(struct ck *);
/* Solves a forward data flow of few bits with union as join: in[b] of each block, from in[0].  `behind` gives the bits
** at the end of a block. */
void     check_spread(struct ck *, uint8_t *in, uint8_t (*behind)(struct ck *, uint32_t block, uint8_t in,
	const void *user), const void *user);
uint32_t check_block_at(const struct ck *, uint32_t pos);      /* of an event */
uint32_t check_block_of(const struct ck *, LLVMValueRef inst); /* NONE: unreachable */

/* check_value.c; check_types.c for what types tell */
enum { MAX_LANES = 1 << 16 };
bool     check_number(LLVMValueRef, uint64_t *);                /* a constant of at most 64 bits; NULL is none */
uint32_t check_lanes(struct ck *, LLVMTypeRef);                 /* special pointers in a type */
/* Special pointers before element `i` of a composite; *inner is the element's type. */
uint32_t check_lanes_before(struct ck *, LLVMTypeRef, unsigned i, LLVMTypeRef *inner);
unsigned check_lane_space(struct ck *, LLVMTypeRef, uint32_t lane);    /* its address space */
uint32_t check_lane_base(struct ck *, LLVMValueRef);            /* first entry in lane_node */
uint32_t check_node(struct ck *, LLVMValueRef, uint32_t lane);  /* may leave inputs for check_fill */
bool     check_fill(struct ck *);                               /* inputs of all nodes, and of what that makes */
/* A value of this kind is used, or met on the way from a use: notes it if a special pointer in it may be undefined. */
void     check_note_undefined(struct ck *, LLVMValueRef, LLVMValueKind);
uint32_t check_new_node(struct ck *, uint8_t kind, LLVMValueRef, uint32_t lane, uint32_t block);

/* check_proof.c */
bool     check_load_is_proof(struct ck *, LLVMValueRef load);   /* immutable memory that its owner keeps alive */
bool     check_is_rooted_chain(struct ck *, LLVMValueRef);      /* out of constants only */
bool     check_is_type_tag(LLVMValueRef integer);               /* a header word without its low bits */

/* check_class.c */
bool     check_classes(struct ck *);

/* check_types.c */
bool     check_has_refs(struct ck *, LLVMTypeRef);               /* tracked pointers anywhere in it */
bool     check_only_refs(struct ck *, LLVMTypeRef);              /* and nothing else */
/* Marks the words of a value of type t, `at` bytes into memory of `n` words, that are tracked pointers, in refs, and
** those with anything else in others (NULL: not asked for).  *odd: one does not lie at a word. */
bool check_type_words(struct ck *, LLVMTypeRef t, int64_t at, uint64_t *refs, uint64_t *others, uint32_t n, bool *odd);

/* The type of boxed calls and of their callees: P10 (P10 or P11 f, ptr args, i32 n [, P10]). */
bool     check_is_jlcall(LLVMTypeRef function);

/* check_map.c */
bool     check_is_chain(struct ck *, LLVMValueRef pointer);      /* the head of the chain of GC frames, in every ABI */
bool     check_map_find(struct ck *, LLVMValueRef store);        /* is it a store that links a mapped frame? */
bool     check_map_read(struct ck *);
bool     check_map_objects(struct ck *);
uint64_t check_map_window(const struct mapped_block *, uint32_t from);
uint64_t check_map_runs(const struct ck *, uint32_t object, uint32_t from);    /* words from..from + 63 in runs, whether
                                                                                * in use or not */
/* check_map_state.c */
bool     check_map_store(struct ck *, LLVMValueRef store, bool *mine);
bool     check_map_is_word(struct ck *, LLVMValueRef pointer);   /* into the mapped frame */
bool     check_map_state(struct ck *);
uint32_t check_map_stop(const struct ck *, uint32_t pos);        /* number of the safepoint at a position */
/* Words from..from + 63 of an object that blocks cover which the collector surely sees at that safepoint (or
** perhaps). */
uint64_t check_map_covers(const struct ck *, uint32_t stop, uint32_t object, uint32_t from, bool surely);
bool     check_map_all_on(const struct ck *, uint32_t stop, uint32_t object);  /* does the collector surely see all
                                                                                * blocks of it? */
bool     check_map_any_on(const struct ck *, uint32_t stop, uint32_t object);  /* may it see one? */
bool     check_map_always_on(const struct ck *, uint32_t object);

/* check_frame.c */
bool     check_frame(struct ck *);
uint32_t check_add_object(struct ck *, struct object);

/* check_address.c */
LLVMValueRef check_without_casts(LLVMValueRef number);           /* before it was extended or truncated */
bool     check_offset(struct ck *, LLVMValueRef gep, int64_t *bytes);     /* by constant indices */
/* Does v address bytes *at + i * *stride of base, whatever i? */
bool     check_strides(struct ck *, LLVMValueRef v, LLVMValueRef base, int64_t *at, int64_t *stride);
/* Of the 64 words from byte `from` on: those in which an access of so many bytes may land, as far as strides tell. */
uint64_t check_landing(struct ck *, LLVMValueRef pointer, uint32_t object, int64_t from, int64_t bytes);
/* Bytes *lo..*hi - 1 are the array of an object, by its type, that an address begins in and goes through by its stride.
** False: there is none. */
bool     check_home(struct ck *, LLVMValueRef pointer, uint32_t object, int64_t *lo, int64_t *hi);

/* check_place.c */
bool     check_places(struct ck *);
const struct pointer *check_pointer(const struct ck *, LLVMValueRef); /* NULL: to no memory on the stack */
bool     check_mirrors(LLVMValueRef mirror, LLVMValueRef pointer); /* does a store through it go with one through the other? */
bool     check_only_distances(LLVMValueRef number);              /* is an address as a number only compared, or part of
                                                                  * a distance? */
bool     check_may_keep(struct ck *, LLVMValueRef call, LLVMValueRef pointer); /* beyond the call */

/* check_callee.c */
/* An attribute of argument `i`, at the call or at its callee's declaration; NULL: there is none.  0 is no kind. */
LLVMAttributeRef check_argument(LLVMValueRef call, unsigned i, unsigned kind);
struct callee check_callee(struct ck *, LLVMValueRef call);
bool     check_is_safepoint(struct ck *, LLVMValueRef call, bool *twice);
bool     check_only_reads(struct ck *, LLVMValueRef call);                 /* does it write no memory? */

/* check_look.c */
bool     check_look(struct ck *);

/* check_access.c */
bool     check_access_memory(struct ck *, LLVMValueRef load_or_store);
bool     check_access_exposed(struct ck *, LLVMValueRef inst);   /* addresses that it makes numbers of, or puts into
                                                                  * values */
bool     check_access_alloca(struct ck *, LLVMValueRef alloca);
bool     check_access_call(struct ck *, LLVMValueRef call, bool after);    /* once before the safepoint, once behind
                                                                            * it */

bool     check_is_strong_update(const struct ck *, const struct access *, const struct place *);

/* check_read.c, check_events.c */
bool     check_read(struct ck *);
/* check_expand.c: the events of the function, from the raw ones of each block, raw[raw_off[b] .. raw_off[b+1]) */
bool     check_expand(struct ck *, const struct event *raw, const uint32_t *raw_off);
bool     check_emit(struct ck *, enum event_kind, uint32_t a, uint32_t b);
uint32_t check_add_call(struct ck *, LLVMValueRef call);

/* check_slots.c */
bool     check_slots(struct ck *);
bool     check_find_merges(struct ck *);     /* check_merges.c */
bool     check_slots_by_value(struct ck *);  /* once more, with values for contents; see check_arrays.c */
struct slot_walk;
bool     check_walk_start(struct ck *, struct slot_walk *);
bool     check_walk_holders(struct ck *, struct slot_walk *);              /* then: who asks for `holder` */
bool     check_walk_enter(struct ck *, struct slot_walk *, uint32_t block); /* blocks in dominator preorder */
bool     check_walk_event(struct ck *, struct slot_walk *, const struct event *);

/* check_frame_state.c */
bool     check_frame_state(struct ck *);

/* check_anchor.c */
bool     check_leaves(struct ck *, LLVMValueRef call);          /* does a safepoint lead to code that no table knows? */
bool     check_takes_over(struct ck *, LLVMValueRef call);      /* is what the callee is given its own to root, for
                                                                 * objects may move? */
bool     check_anchor(struct ck *);

/* check_undefined.c: does an undefined reference leave the function? */
bool     check_undefined(struct ck *);

/* check_unwritten.c: calls back for each load of references that may read what nobody has written */
bool     check_unwritten(struct ck *, void (*)(void *user, LLVMValueRef load), void *user);

/* check_need.c */
bool     check_need(struct ck *);

/* check_carried.c: copies of references that are something else */
bool     check_carried(struct ck *);
bool     check_may_carry(struct ck *);

/* check_unchanged.c: is what the load gave rooted up to the call by the words that it was read out of?  Takes steps off
** `*steps`; with none left: no. */
bool     check_unchanged(struct ck *, LLVMValueRef load, LLVMValueRef call, uint64_t *steps);

/* check_arrays.c: last of all */
bool     check_read_array(struct ck *, LLVMValueRef call, uint32_t call_number);
bool     check_arrays(struct ck *);

/* check_moved.c */
bool     check_moved(struct ck *);

/* check_stale.c */
bool     check_stale(struct ck *);

/* check_stack.c */
bool     check_stack(struct ck *);

/* check_words.c */
bool     check_words(struct ck *);

/* check_report.c, check_handover.c */
__attribute__((format(printf, 3, 4)))
void     check_hole(struct ck *, LLVMValueRef at, const char *fmt, ...);
const char *check_name(struct ck *, uint32_t node);
const char *check_value_name(struct ck *, LLVMValueRef, const char *more);
bool     check_many(const struct ck *);  /* enough said about this function */

/* Is the call a return, too?  Then nothing that was this function's counts at it but what it is given. */
static inline bool
check_returns(LLVMValueRef call)
{
	return LLVMIsACallInst(call) != NULL && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail;
}

/* The contents of all slots at one point, carried along a walk over the dominator tree. */
struct slot_walk {
	uint32_t *content;     /* of each slot: class, CK_ROOTED or CK_UNKNOWN */
	uint32_t *held;        /* of each class: how many slots hold it */
	uint32_t *holder, *next, *prev; /* of each class a slot that holds it, and of each slot others that hold the
	                                 * same; NULL: nobody asks */
	uint32_t nonnull;      /* slots that may hold an object */
	uint64_t version;      /* changes with the contents */
	struct undo { uint32_t slot, content; } *undo;
	uint32_t nundo, undo_cap;
	uint32_t *path, *mark, depth;          /* blocks entered and where their undo entries begin */
	void (*changed)(void *user, uint32_t cls); /* a class is held now, or no longer; may be NULL */
	void *user;
	bool renaming;         /* check_slots itself: contents may be merges */
};

#endif
