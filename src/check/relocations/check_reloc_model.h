/* SPDX-License-Identifier: MIT */
/* check_reloc_model.h -- a function as the checker of relocations sees it.  Used by check_reloc*.c, and by the proof of
** roots/ where slots are read again (check_moved.c, check_origin.c).
**
** A *node* is a value that holds pointers of collected spaces, its *parts*.  A mask has one bit for each part, 64 to a
** word.  A node *forwards* if its pointers are those of its operands: casts, address arithmetic, phis, selects,
** building and taking apart of composites.  Every other node is a *source*. */
#ifndef LR_CHECK_RELOCATIONS_CHECK_RELOC_MODEL_H
#define LR_CHECK_RELOCATIONS_CHECK_RELOC_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "host/context.h"
#include "ir/llvm.h"
#include "base/arena.h"
#include "base/none.h"
#include "base/ptrmap.h"

enum {
	PARTS_MAX = 1 << 16,     /* parts of one value */
	RMODEL_DEEP = 64         /* casts, sources and nested types that are followed from one value */
};
enum { STATEPOINT_CALLEE = 2, STATEPOINT_NARGS = 3, STATEPOINT_ARGS = 5 }; /* operands of a gc.statepoint */

/* How a forwarding node is made of its operands, read off the IR once. */
enum rmade_how {
	MADE_MERGED,             /* phi: a part is that part of any operand */
	MADE_CHOSEN,             /* select: of operand 1 or 2 */
	MADE_PASSED,             /* of operand 0 */
	MADE_SPREAD,             /* each part points into the object of part 0 of operand 0 */
	MADE_TAKEN,              /* parts of operand 0, from part `before` on */
	MADE_TAKEN_ANYWHERE,     /* any one of the `n` parts of operand 0 */
	MADE_PUT,                /* operand 0, but for `n` parts from `before` on, which are those of operand 1 */
	MADE_PUT_ANYWHERE,       /* operand 0, but for one part, which may be any */
	MADE_SHUFFLED            /* lanes of two vectors of `n` lanes each; lane[i] < 0: part i is poison */
};
struct rmade { uint8_t how; uint32_t inst, n; int64_t before; const int *lane; };

struct rnode {
	LLVMValueRef v;
	uint32_t parts;
	bool forwards;
	uint32_t block, passed;  /* where it is defined: in which block, and behind how many statepoints of that.  A
	                          * statepoint's own result counts it */
	uint64_t movable, tainted; /* word 0 of two masks: parts that a collection may move, and parts with the property
	                            * that the analysis asks for: stale, or poison (rmodel_init_poison) */
	uint64_t *more;          /* the further words of the two masks, in turns */
	uint32_t use_at, use_n;  /* its uses */
	struct rmade made;       /* of a forwarding node */
};

static inline uint32_t rnode_words(const struct rnode *n) { return (n->parts + 63) / 64; }
static inline uint64_t *
rnode_movable(struct rnode *n, uint32_t word)
{
	return word == 0 ? &n->movable : &n->more[2 * ((size_t)word - 1)];
}
static inline uint64_t *
rnode_tainted(struct rnode *n, uint32_t word)
{
	return word == 0 ? &n->tainted : &n->more[2 * ((size_t)word - 1) + 1];
}
/* The mask of all parts in a word. */
static inline uint64_t
rnode_all(const struct rnode *n, uint32_t word)
{
	uint32_t rest = n->parts - 64 * word;

	return rest >= 64 ? UINT64_MAX : (UINT64_C(1) << rest) - 1;
}

/* Instruction number `inst` reads a node as its operand number `operand`, in `block` behind `passed` statepoints of it.
** For a phi that is the end of the predecessor. */
struct ruse { uint32_t node, inst, operand, block, passed; };

struct rmodel {
	struct lr_context *cx;
	struct arena *ar;
	LLVMValueRef fn;
	uint64_t spaces;         /* bit n: address space n is collected */
	uint32_t nblk;           /* reachable blocks; block 0 is the entry */
	LLVMBasicBlockRef *block;
	uint32_t *pred_at, *pred;
	uint32_t *statepoints;   /* of each block: how many it has */
	struct ptrmap blocks, insts, nodes, types;
	struct ptrmap jumps;     /* callees: do they make musttail calls? */
	LLVMValueRef *inst;      /* all of them, in the order of the blocks */
	uint32_t *inst_block, *inst_passed; /* of each: its block, and how many statepoints of that come before it */
	uint32_t *inst_node;     /* of each: the node that is its result, or NONE */
	uint32_t ninst;
	struct rnode *node;
	uint32_t nnode, node_cap;
	struct ruse *use;        /* in the order of the nodes */
	uint32_t nuse, use_cap;
	uint32_t *inst_use, *place; /* instruction i has the uses place[inst_use[i] .. inst_use[i + 1]), by operand */
	bool (*collects)(void *ctx, LLVMValueRef call); /* what counts as a statepoint; NULL: those of LLVM */
	void *ctx;
	unsigned md_constgv, md_invariant, md_alias_scope, md_tbaa;
	bool poison;             /* see rmodel_init_poison */
	LLVMValueRef unfollowed; /* a value with more than PARTS_MAX parts: nothing is proved; or NULL */
	LLVMValueRef unfollowed_cast; /* a cast with more sources than rmodel_sources follows: nothing is proved; or
	                               * NULL */
	bool casts_out, casts_out_known; /* the function casts pointers out of collected spaces; is that computed? */
	uint32_t reports;
	const char *rule;        /* the part of the proof that runs, for findings */
	LLVMValueRef about;      /* the pointer that the next report is about; NULL: not known */
	lr_status status;
};

/* -- check_reloc_model.c.  Functions that return bool return false if memory is exhausted, unless said otherwise. */

/* Without `collects` (NULL), statepoints are those of LLVM; otherwise those calls that it accepts.  `spaces` are
** collected; 0 with `collects`: those of the dialect. */
bool rmodel_init(struct rmodel *, struct lr_context *, LLVMValueRef fn, struct arena *, uint64_t spaces,
	bool (*collects)(void *, LLVMValueRef), void *ctx);
/* The model for check_reloc_lost.c: constants that hold poison are nodes, too, and tainted where they do. */
bool rmodel_init_poison(struct rmodel *, struct lr_context *, LLVMValueRef fn, struct arena *);
/* Makes the model one with other statepoints, as rmodel_init would with `collects`, for another proof; not a model that
** rmodel_init_poison has made. */
void rmodel_recount(struct rmodel *, bool (*collects)(void *, LLVMValueRef), void *ctx);
void rmodel_free(struct rmodel *);
/* Is `v` a call of a function whose name begins with `prefix`? */
bool rmodel_is_intrinsic(LLVMValueRef v, const char *prefix);
bool rmodel_is_statepoint(LLVMValueRef call);
bool rmodel_is_relocate(LLVMValueRef v);
/* The statepoint that a gc.relocate or gc.result belongs to; NULL if it cannot be found. */
LLVMValueRef rmodel_statepoint_of(const struct rmodel *, LLVMValueRef relocate);
/* The value that a phi has for a predecessor; NULL if it has none. */
LLVMValueRef rmodel_incoming(LLVMValueRef phi, LLVMBasicBlockRef from);
bool rmodel_collected(const struct rmodel *, unsigned as);
/* The number of parts of a value; PARTS_MAX + 1 stands for too many. */
uint32_t rmodel_all_parts(struct rmodel *, LLVMTypeRef);
/* The same, but 0 if there are too many. */
uint32_t rmodel_parts(struct rmodel *, LLVMTypeRef);
/* The node of a value, or NONE. */
uint32_t rmodel_node(const struct rmodel *, LLVMValueRef);
/* The use of a node by this operand of instruction number `inst`, or NONE. */
uint32_t rmodel_use(const struct rmodel *, uint32_t inst, unsigned operand);
__attribute__((format(printf, 3, 4)))
void rmodel_report(struct rmodel *, LLVMValueRef at, const char *fmt, ...);

/* -- check_reloc_movable.c */

/* The address space of a pointer or of a vector of pointers; 0 of everything else. */
unsigned rmodel_space(LLVMValueRef v);
/* Finds what a cast into a collected space comes from: pointers of collected spaces that were cast to one that is not.
** Returns how many; RMODEL_DEEP + 1 if more than RMODEL_DEEP values would have to be followed, and then some may be
** missing from the RMODEL_DEEP elements of `source`. */
unsigned rmodel_sources(struct rmodel *, LLVMValueRef cast, LLVMValueRef *source);
bool rmodel_forwards(struct rmodel *, LLVMValueRef v);
/* May a collection move what a source points to? */
bool rmodel_source_movable(const struct rmodel *, LLVMValueRef v);

/* -- check_reloc_made.c */

/* Reads how the forwarding node of instruction number `inst` is made. */
bool rmodel_read_making(struct rmodel *, struct rnode *, uint32_t inst);
/* The number of parts of a composite before the element that the indices of an extractvalue or insertvalue name. */
uint32_t rmodel_parts_before(struct rmodel *, LLVMTypeRef composite, LLVMValueRef inst);
/* Word `word` of a property of a forwarding node, whose operands have the property by `of(ctx, model, use, word)`.
** Does not ask LLVM anything. */
typedef uint64_t rmodel_mask(void *ctx, const struct rmodel *, uint32_t use, uint32_t word);
uint64_t rmodel_transfer(const struct rmodel *, uint32_t node, uint32_t word, rmodel_mask *of, void *ctx);

/* -- check_reloc_stale.c */

/* Spreads a property over the forwarding nodes, their `tainted` or else their `movable` mask, to the least fixed
** point. */
bool rmodel_spread(struct rmodel *, rmodel_mask *of, void *ctx, bool taint);

struct staleness {
	struct rmodel *m;
	uint32_t *crossed_at;    /* of each use: where its words begin in `crossed` */
	uint64_t *crossed;       /* parts that have crossed a statepoint on the way from their definition to the use */
	uint32_t *seen, stamp;   /* of each block: the stamp of the search that came there last */
	uint32_t *todo;          /* blocks */
};
/* Does a path from the definition of the node to the use cross a statepoint?  Statepoints are counted by the caller,
** who may leave some out: count[b] in block b, `first` before the definition in its block, `at` before the use. */
bool staleness_crosses(struct staleness *, const struct rnode *n, const struct ruse *u, const uint32_t *count,
	uint32_t first, uint32_t at);
/* Solves all of it.  `crossing` returns the parts that have crossed a statepoint at a use, word by word. */
typedef uint64_t staleness_crossing(void *ctx, struct staleness *, uint32_t use, uint32_t word);
bool staleness_solve(struct staleness *, staleness_crossing *, void *ctx);
/* Behind staleness_solve: does the use read a stale part? */
bool staleness_at(const struct staleness *, uint32_t use);
/* May the use read a stale part without harm? */
bool staleness_harmless(const struct rmodel *, const struct ruse *);
bool check_relocation_uses(struct rmodel *);

/* -- check_reloc_pairs.c, check_reloc_anchor.c */

bool check_relocation_pairs(struct rmodel *);
bool check_relocation_anchors(struct rmodel *);

/* -- check_reloc.c */

/* Proves the whole rule on a model that rmodel_init has just made without `collects`; reports as check_relocations. */
bool check_relocation_rule(struct rmodel *);

/* -- model/check_handover.c */

/* May the linker replace the function by another definition, which was compiled otherwise or does something else? */
bool check_replaceable(LLVMValueRef fn);
/* Does the function make musttail calls?  Reads all of it. */
bool check_jumps(LLVMValueRef fn);

#endif
