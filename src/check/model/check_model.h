/* SPDX-License-Identifier: MIT */
/* check_model.h -- what the checker of roots knows of one function, and the functions of model/.  check_phases.h has
** those of the other folders.
**
** model: what the function is
**   check_table.h       the checker's own tables: check_table.c, check_attributes.c, check_metadata.c
**   check_types.c       the references in a type, and the words in which they lie
**   check_cfg.c         blocks in reverse post-order, dominators
**   check_callee.c      which calls are safepoints, and which give the head of the chain
**   check_handover.c    who roots the arguments of a call, and whether a table finds the frame of its callee
**   check_first_look.c  may there be anything to prove?
**   check_value.c       which object a special pointer keeps alive: values -> nodes
**   check_proof.c       which loads prove that their result is rooted elsewhere
**   check_address.c     where in its object an address points
**   check_events.c      the list of events
**   check_report.c      diagnostics, names of values
** frames: what the collector sees
**   check_frame.c       the frame, and the objects on the stack: slots, variables of the frame, allocas
**   check_frame_state.c from where to where the frame is pushed
**   check_anchor.c      the same for the anchor, where a table finds the slots
**   check_slots.c       what each slot holds, forward; check_merges.c: where several writes of a slot meet
**   check_map.c         which words of which variables the mapped frame shows; check_map_state.c: from where on
** memory: variables on the stack
**   check_place.c       which objects a pointer may address, and where in them
**   check_access.c      what instructions do to these objects
**   check_flow.c        where the memory of an object may have been written, and may be read later
**   check_window.c      large objects by windows of 64 words
**   check_frame_variables.c
**                       variables in the frame keep their contents
**   check_stored.c      what is stored into other variables stays rooted while it may be read; check_found.c: the
**                       stores
**   check_words.c       what callees and copies put into variables is rooted, and no number is taken for a reference;
**                       check_words_types.c: by which types; check_words_report.c: the diagnostics
**   check_unwritten.c   which loads may read a word that has not been written
** roots: the rule; check_roots.c has it at its head, and is the entry
**   check_read.c        instructions -> raw events; check_expand.c: raw events -> events, when classes are known
**   check_class.c       which nodes always are the same object (check_partition.c), which need no slot, and by which
**                       others a node is covered
**   check_live.c        which objects are needed, backward
**   check_need.c        each of them is covered at every safepoint
**   check_twice.c       what is written into the slots after calls that return twice
**   check_moved.c       where objects move: only what was read behind a safepoint is used behind it; check_origin.c:
**                       the base of a reference
**   check_stale.c       no slot shows what it held while the frame was not pushed
**   check_carried.c     no copy of a root in another form is used behind a safepoint; check_unchanged.c: except by a
**                       call for which the word still roots the object
**   check_arrays.c      the arguments of boxed calls are where their callees expect them
**   check_undefined.c   no undefined reference leaves the function
**
** Words used here.  A *node* is one object in SSA form: a definition, or a phi or choice between several.  All special
** pointers into an object have its node.  A *class* is a set of nodes known to be the same object whenever both are
** live.  A *position* is an index into the list of events. */
#ifndef LR_CHECK_MODEL_CHECK_MODEL_H
#define LR_CHECK_MODEL_CHECK_MODEL_H

#include <llvm-c/Target.h>

#include "host/context.h"
#include "check/check.h"
#include "check/model/check_table.h"
#include "base/arena.h"
#include "base/none.h"
#include "base/ptrmap.h"

#define CK_ROOTED 0u           /* node and class of every value that never needs a slot, and of null */
#define CK_UNKNOWN 0x7fffffffu /* content of a slot: may be anything */

enum node_kind { NODE_ROOTED, NODE_DEF, NODE_PHI, NODE_CHOOSE };
enum choose_tag { CHOOSE_SELECT, CHOOSE_EXTRACT, CHOOSE_INSERT, CHOOSE_ANY };

struct node {
	LLVMValueRef value;    /* the instruction that defines it */
	uint32_t lane;         /* which of the special pointers in the value's type */
	uint8_t kind, tag;
	bool refinable;        /* NODE_DEF: rooted as long as all inputs are */
	bool copy;             /* a phi or choice that always is node `cls` */
	uint32_t block;
	uint32_t in, nin;      /* into `inputs`; of a phi: one for each edge into its block */
	const void *key;       /* NODE_CHOOSE: with equal keys, equal inputs are chosen */
	uint32_t key2;
	uint32_t cls;          /* set by check_class */
	uint32_t refs, nrefs;  /* into `refs`: the node is rooted while all of these are; none: it needs a slot */
};

enum event_kind {
	EV_DEFS,    /* a: index into defined, b: the number of its special pointers   (raw) */
	EV_DEF,     /* a: node */
	EV_USE,     /* a: node */
	EV_CALLEE_ROOTED, /* a: node; the callee of the safepoint that follows roots it while it runs */
	EV_SAFEPOINT, /* a: index into calls, b: 1 if control may go to code that no table knows */
	EV_TWICE,   /* a: index into calls; a value that is live here must stay in the slot in which it is */
	EV_WRITE,   /* a: slot, b: node, CK_ROOTED or CK_UNKNOWN  (raw); class afterwards */
	EV_READ,    /* the same; a load shows that the slot already held the node */
	EV_SMUDGE,  /* a: first slot, b: number of slots; their contents are unknown from here on */
	EV_NEW,     /* all slots are null */
	EV_UNSEEN,  /* a: first slot, b: number of slots that are no roots until the frame is popped */
	EV_PUSH,    /* a: index into calls, b: number of slots that are roots */
	EV_POP, EV_RETURN,  /* a: index into calls */
	EV_PAD,     /* a: index into calls; unwinding may have left callees that have not popped their frames */
	EV_HEAD,    /* a: index into calls, b: 1 if the head of the chain becomes the frame, 0 if it becomes the one
	             * that the function found */
	EV_PIN,     /* a: the preserve region that begins */
	EV_UNPIN,   /* a: the preserve region that ends */
	EV_ANCHOR, EV_UNANCHOR, /* a: index into calls; only where a table finds the slots, which then count as pushed
	                         * from the start */
	EV_ARRAY,   /* a: index into calls, b: the slot where its arguments begin */
	EV_ACCESS,  /* a: index into accesses, b: one of its places; events for the slots that it writes follow */
	EV_FIELD,   /* a: the word of the mapped frame that is stored: header, map or address */
	EV_COUNT,   /* a: a block of the mapped frame, b: 1 if it is in use from here on, 0 if not */
	EV_LINK,    /* a: index into calls, b: 1 if the head of the chain becomes the mapped frame, 0 if that leaves the
	             * chain */
};
struct event { uint8_t kind; bool last; uint32_t a, b; }; /* last: no later use of the node in the block */

/* A region that gc_preserve_begin opens. */
struct pin { LLVMValueRef token; uint32_t block, event, nodes, nnodes; }; /* nodes: into `pinned` */

/* Memory on the stack whose pointers are followed. */
enum object_kind { OBJECT_SLOT, OBJECT_VARIABLE, OBJECT_ALLOCA, OBJECT_MIRROR };
#define OBJECT_ENDLESS ((int64_t)1 << 40)
struct object {
	LLVMValueRef pointer;
	uint8_t kind;
	bool escaped;          /* its address is no longer followed: any call may write it */
	bool renewed;          /* an alloca that may be executed more than once */
	bool byval;            /* a parameter: a copy that the caller has made for this function alone */
	bool unread;           /* a byval parameter whose attributes say that nobody reads what the caller put there:
	                        * its contents may be anything */
	LLVMTypeRef type;      /* of one element; NULL: not known */
	uint32_t block;        /* 1 + the first block of the mapped frame that describes it; 0: none */
	uint32_t first;        /* slot with which it begins; unused for allocas */
	uint32_t of;           /* of a mirror: the alloca */
	int64_t bytes;         /* OBJECT_ENDLESS: not known */
};

/* Where a pointer may point: from byte `lo` to byte `hi` of an object. */
struct place { uint32_t object, next; int64_t lo, hi; uint8_t widened; };
struct pointer {
	LLVMValueRef v;
	uint32_t first, n;     /* places, linked */
	bool maybe;            /* or to memory that is none of these objects */
	bool queued;
};

/* What one instruction does to memory through one pointer. */
struct access {
	LLVMValueRef inst;
	uint32_t pointer;
	int64_t bytes;         /* OBJECT_ENDLESS: to the end of the object */
	bool reads, writes;
	bool whole;            /* writes: all of those bytes are written */
	bool null;             /* writes: with null */
	bool forgets;          /* the contents are undefined from here on */
	bool by_callee;        /* writes: the callee writes, in words that types tell */
	bool captures;         /* from here on a callee may find the address in memory */
	bool exposes;          /* from here on the address is also a number or part of a value, and is not followed */
	bool leaks;            /* reads: a callee may hold what it has read over safepoints of its own */
	bool all_refs;         /* by_callee: all of it is references */
	bool stored;           /* writes: by a store, or by an intrinsic that stores lanes or to several places */
	bool copies;           /* writes: with the contents of other memory */
	LLVMTypeRef holds;     /* of an sret argument the type of the result; of a store the type of the value */
	uint32_t nodes, nnodes; /* into stored_nodes: the objects that are stored */
};

/* Special pointer `lane` of a value, on the way to its object. */
struct step { LLVMValueRef v; uint32_t lane; };

/* What the declaration of a callee says. */
struct callee {
	LLVMValueRef fn;       /* NULL: the call is indirect */
	enum check_fn id;
	bool twice;            /* returns twice */
	bool never, stops;     /* never: never a safepoint; stops: a safepoint whatever its memory effects */
	uint64_t effects;      /* its memory attribute; all bits set: it has none */
};

struct ck {
	lr_context *cx;
	enum { ZERO_UNKNOWN, ZERO_AT_PUSH, ZERO_WHEN_MADE } zeroing; /* where the words of the frame become null */
	LLVMValueRef fn;
	lr_abi abi;              /* by which its roots are found */
	bool reload;             /* functions that are not lowered yet will read their roots again behind safepoints,
	                          * unless they say otherwise */
	bool own_arguments;      /* the function says that it roots its tracked parameters itself */
	LLVMTargetDataRef layout;
	struct arena ar;
	struct arena scratch;  /* in place of `ar` while a phase runs whose data are not needed later */
	bool too_hard;         /* the function is beyond a limit of the analysis; why: */
	const char *why;
	const char *rule;      /* the part of the proof that runs, for findings */
	LLVMValueRef about;    /* the object that the next report is about; NULL: not known */
	unsigned holes;        /* errors found, also those beyond the limit that were not reported */
	unsigned md_invariant, md_immutable, md_tbaa, md_scope, md_constgv, md_arguments;
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
	LLVMValueRef *defined;                 /* values with special pointers, in the order of their events */
	uint32_t ndefined, defined_cap;
	uint32_t filled;                       /* nodes whose inputs are known */
	bool traced;                           /* all special pointers that are used have been traced to their nodes */
	bool meets_undefined;                  /* and one of them, or a part of it, may be an undefined constant */
	uint32_t *phi_off, *phi;               /* phi nodes of each block */

	/* frame */
	LLVMValueRef frame;
	bool getter;           /* the function calls a getter of the chain of frames */
	uint32_t nslots;
	bool *slot_escaped;
	bool *slot_kept;       /* a callee that was given its address may keep it, and write there later */

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
	bool typed;            /* stack memory holds what its types say, also where callees write it */
	LLVMValueRef mapped;   /* the alloca; NULL: there is none */
	bool mapped_indirect, mapped_moving;
	struct mapped_block {
		LLVMValueRef map, at, count;       /* NULL: not stored; count: other than 0 */
		uint32_t object;
		uint32_t words, elements;          /* words of one element; number of elements: 1 stands for all of an
		                                    * alloca of computed size */
		uint32_t reach;                    /* number of bits in each of the next three */
		uint64_t *in_run, *fixed, *deep;   /* a bit for each word; deep words are fixed as well */
		uint32_t next;                     /* 1 + the next block of the same object; 0: none */
	} *blocks;
	uint32_t nblocks;
	struct map_safepoint { uint32_t pos; } *map_safepoints; /* safepoints, in the order of events */
	uint32_t nmap_safepoints;
	uint64_t *on_surely, *on_perhaps;      /* for each of them a row of (nblocks + 63) / 64 words: blocks that the
	                                        * collector sees on all ways, or on some way */
	uint64_t *always_on;                   /* a row: blocks that the collector surely sees at each safepoint */
	struct ptrmap word_of;                 /* pointer into the mapped frame -> number of the word */

	/* contents of slots: phis of a slot at the entries of blocks */
	struct slot_merge { uint32_t block, slot, in, content; } *merges; /* in: into merge_in, one for each edge */
	uint32_t nmerges, merges_cap, *merge_in, *merge_off, *merge_list; /* of each block: its merges */

	uint8_t *frame_in;                     /* at block entry, bits: 1 on some path the frame is not pushed,
	                                        * 2 on some path it is */
	uint32_t *seen_in, *shown_in;          /* if it is, the number of slots that are roots: at least, at most */
	bool stale;                            /* slots hold objects at a safepoint where the frame is not pushed, and a
	                                        * push may follow */
	bool *push_ahead;                      /* from block entry a push can be reached before the slots are zeroed */

	struct ptrmap callee_of;               /* declaration -> struct callee, packed (check_callee.c) */
	struct ptrmap walked;                  /* callee -> what its body shows (check_handover.c) */
	bool statepoints;                      /* the ABI is statepoint: calls get their roots later, so that only the
	                                        * mapped frame is proved here */
	bool moving;                           /* objects may move: slots are read again behind safepoints */
	bool table;                            /* a table finds the slots */
	bool by_value;                         /* contents of slots are values, no longer classes (check_arrays.c) */
	bool arrays;                           /* a call has its arguments in the frame */

	/* events; those of block b: ev_off[b] .. ev_off[b+1] */
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

/* Of `n` structs of `each` bytes that begin with a position, in ascending order: the number of those before `pos`. */
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

/* Gives up the proof: an error says that the function was not proved, and why. */
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
bool     check_number(LLVMValueRef, uint64_t *);                /* is it a constant of at most 64 bits?  Not NULL */
uint32_t check_lanes(struct ck *, LLVMTypeRef);                 /* number of special pointers in a type */
/* Special pointers before element `i` of a composite; *inner is the element's type. */
uint32_t check_lanes_before(struct ck *, LLVMTypeRef, unsigned i, LLVMTypeRef *inner);
unsigned check_lane_space(struct ck *, LLVMTypeRef, uint32_t lane);    /* its address space */
uint32_t check_lane_base(struct ck *, LLVMValueRef);            /* first entry in lane_node */
uint32_t check_node(struct ck *, LLVMValueRef, uint32_t lane);  /* its inputs may be left for check_fill */
bool     check_fill(struct ck *);                               /* finds the inputs of all nodes, also of new ones */
/* A value of this kind is used, or met on the way from a use: notes it if a special pointer in it may be undefined. */
void     check_note_undefined(struct ck *, LLVMValueRef, LLVMValueKind);
uint32_t check_new_node(struct ck *, uint8_t kind, LLVMValueRef, uint32_t lane, uint32_t block);

/* check_proof.c */
bool     check_load_is_proof(struct ck *, LLVMValueRef load);   /* immutable memory that its owner keeps alive */
bool     check_is_rooted_chain(struct ck *, LLVMValueRef);      /* loaded out of constants only */
/* Is it an address in the argument array of a function that has the type of jlcall entries? */
bool     check_is_in_jlcall_array(LLVMValueRef fn, LLVMValueRef pointer);
bool     check_is_jlcall_argument(const struct ck *, LLVMValueRef pointer); /* is it in such a function's array? */
bool     check_is_type_tag(const struct ck *, LLVMValueRef integer); /* a header word without its low bits */

/* check_types.c */
bool     check_has_refs(struct ck *, LLVMTypeRef);               /* is there a tracked pointer anywhere in it? */
bool     check_only_refs(struct ck *, LLVMTypeRef);              /* and nothing else? */
/* A value of type t lies `at` bytes into memory of `n` words.  Marks the words that are tracked pointers in `refs`, and
** those with anything else in `others` (NULL: not wanted).  *odd becomes true if a tracked pointer is not aligned. */
bool check_type_words(struct ck *, LLVMTypeRef t, int64_t at, uint64_t *refs, uint64_t *others, uint32_t n, bool *odd);
/* The words that are tracked pointers in `n` words of elements of type t, which has some; NULL: memory is exhausted, or
** the proof is given up. */
uint64_t *check_element_words(struct ck *, LLVMTypeRef t, uint32_t n, bool *odd);

/* The type of boxed calls and of their callees: P10 (P10 or P11 f, ptr args, i32 n [, P10]). */
bool     check_is_jlcall(LLVMTypeRef function);

/* check_address.c */
LLVMValueRef check_without_casts(LLVMValueRef number);           /* before it was extended or truncated */
bool     check_offset(struct ck *, LLVMValueRef gep, int64_t *bytes);     /* false: some index is not constant */
/* Does v address bytes *at + i * *stride of base, whatever i? */
bool     check_strides(struct ck *, LLVMValueRef v, LLVMValueRef base, int64_t *at, int64_t *stride);
/* Of the 64 words from byte `from` on: those that an access of so many bytes may touch, as far as strides tell. */
uint64_t check_landing(struct ck *, LLVMValueRef pointer, uint32_t object, int64_t from, int64_t bytes);
/* Finds the array, by the type of the object, in which an address begins and through which it goes by its stride: bytes
** *lo..*hi - 1.  False: there is none. */
bool     check_home(struct ck *, LLVMValueRef pointer, uint32_t object, int64_t *lo, int64_t *hi);

/* check_callee.c */
/* An attribute of argument `i`, at the call or at its callee's declaration; NULL: there is none.  0 is no kind. */
LLVMAttributeRef check_argument(LLVMValueRef call, unsigned i, unsigned kind);
/* Does an attribute say that the callee keeps no copy of the address that it is given as argument `i`? */
bool     check_is_not_kept(const struct ck *, LLVMValueRef call, unsigned i);
struct callee check_callee(struct ck *, LLVMValueRef call);
bool     check_is_safepoint(struct ck *, LLVMValueRef call, bool *twice);
/* Do callers of the function take calls of it for no safepoints, because of its attributes? */
bool     check_says_leaf(const struct ck *);
/* May the call break that? Not one that returns twice, inline assembly, or a function of the C or C++ library. */
bool     check_breaks_leaf(struct ck *, LLVMValueRef call);
/* Is the call marked `tail` or `musttail`?  LLVM takes that as a promise that the callee looks at no stack memory of
** the caller: passes may drop what is stored there for a collector alone. */
bool     check_is_marked_tail(LLVMValueRef call);
#define CHECK_TAIL "the call is marked tail, though the collector reads the frame"
/* What gives a pointer to the head of a chain of frames, which is the same each time: the variable of a call of
** llvm.threadlocal.address, the getter itself of a call without arguments; otherwise the pointer. */
LLVMValueRef check_head_source(LLVMValueRef pointer);
bool     check_same_head(LLVMValueRef, LLVMValueRef);            /* do both certainly point to the same head? */
bool     check_only_reads(struct ck *, LLVMValueRef call);       /* does it write no memory? */

/* check_first_look.c */
bool     check_first_look(struct ck *);

/* check_handover.c */
bool     check_leaves(struct ck *, LLVMValueRef call);          /* does a safepoint lead to code that no table knows? */
bool     check_takes_over(struct ck *, LLVMValueRef call);      /* does the callee root its arguments itself? */

/* check_report.c */
__attribute__((format(printf, 3, 4)))
void     check_hole(struct ck *, LLVMValueRef at, const char *fmt, ...);
const char *check_name(struct ck *, uint32_t node);
const char *check_value_name(struct ck *, LLVMValueRef, const char *more);
bool     check_many(const struct ck *);  /* has the limit of reports been reached? */

/* Is the call a musttail call, which also returns?  Then no value of the function is live at it but its arguments. */
static inline bool
check_is_musttail(LLVMValueRef call)
{
	return LLVMIsACallInst(call) != NULL && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail;
}

#endif
