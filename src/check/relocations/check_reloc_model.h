/* check_reloc_model.h -- a function as the verifier of relocations sees it.  Shared by the check_reloc*.c files only.
**
** A *node* is a value with pointers of a collected space in it, its *parts*; a mask has a bit for each, 64 to a word.
** A *pure* node is made of others and nothing else: casts, address arithmetic, phis, selects, building and taking apart
** of composites. */
#ifndef LR_CHECK_RELOCATIONS_CHECK_RELOC_MODEL_H
#define LR_CHECK_RELOCATIONS_CHECK_RELOC_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "host/context.h"
#include "ir/llvm.h"
#include "base/arena.h"
#include "base/none.h"
#include "base/ptrmap.h"

enum { PARTS_MAX = 1 << 16 };

/* How a pure node comes of its operands, read off the IR once. */
enum rmade_how {
	MADE_MERGED,             /* phi: any of them */
	MADE_CHOSEN,             /* select */
	MADE_PASSED,             /* what the first one is */
	MADE_SPREAD,             /* many addresses in one object */
	MADE_TAKEN,              /* parts of a composite from `before` on */
	MADE_TAKEN_ANYWHERE,     /* one of the parts */
	MADE_PUT,                /* operand 1, of `n` parts, in the place of those from `before` on */
	MADE_PUT_ANYWHERE,
	MADE_SHUFFLED            /* lanes, of two vectors of `n` */
};
struct rmade { uint8_t how; uint32_t inst, n; int64_t before; const int *lane; };

struct rnode {
	LLVMValueRef v;
	uint32_t parts;
	bool pure;
	uint32_t block, passed;  /* where it is defined: the block, and how many statepoints of it come before that or
	                          * are it */
	uint64_t movable, stale; /* parts that a collection moves; of those, that are stale from the first: word 0 */
	uint64_t *more;          /* the other words, in turns */
	uint32_t use_at, use_n;
	struct rmade made;       /* of pure ones */
};

static inline uint32_t rnode_words(const struct rnode *n) { return (n->parts + 63) / 64; }
static inline uint64_t *
rnode_movable(struct rnode *n, uint32_t word)
{
	return word == 0 ? &n->movable : &n->more[2 * ((size_t)word - 1)];
}
static inline uint64_t *
rnode_stale(struct rnode *n, uint32_t word)
{
	return word == 0 ? &n->stale : &n->more[2 * ((size_t)word - 1) + 1];
}
/* All parts in a word. */
static inline uint64_t
rnode_all(const struct rnode *n, uint32_t word)
{
	uint32_t rest = n->parts - 64 * word;

	return rest >= 64 ? UINT64_MAX : (UINT64_C(1) << rest) - 1;
}

/* Operand `operand` of instruction `inst`; it is read in `block` after `passed` statepoints of it. */
struct ruse { uint32_t node, inst, operand, block, passed; };

struct rmodel {
	struct lr_context *cx;
	struct arena *ar;
	LLVMValueRef fn;
	uint64_t spaces;         /* bit n: address space n is collected */
	uint32_t nblk;
	LLVMBasicBlockRef *block;
	uint32_t *pred_at, *pred;
	uint32_t *statepoints;   /* per block */
	struct ptrmap blocks, insts, nodes, types;
	struct ptrmap jumps;     /* callees: do they make musttail calls? */
	LLVMValueRef *inst;      /* all of them, in the order of the blocks */
	uint32_t *inst_block, *inst_passed;
	uint32_t *inst_node;     /* NONE if it is none */
	uint32_t ninst;
	struct rnode *node;
	uint32_t nnode, node_cap;
	struct ruse *use;        /* by node */
	uint32_t nuse, use_cap;
	uint32_t *inst_use, *place; /* CSR by instruction: where its uses are */
	bool (*collects)(void *ctx, LLVMValueRef call); /* what counts as a statepoint; NULL: just those of LLVM */
	void *ctx;
	unsigned md_constgv, md_invariant, md_alias_scope, md_tbaa;
	bool poison;             /* see rmodel_init_poison */
	LLVMValueRef unfollowed; /* a value with more parts than there may be: nothing is proved then; or NULL */
	uint32_t reports;
	lr_status status;
};

/* False on no memory.  `collects` NULL: see above; then the address spaces in `spaces` are collected, otherwise those
** of the dialect. */
bool rmodel_init(struct rmodel *, struct lr_context *, LLVMValueRef fn, struct arena *, uint64_t spaces,
	bool (*collects)(void *, LLVMValueRef), void *ctx);
/* For check_reloc_lost.c: constants with poison in them are nodes, too, whose `stale` parts it is, and `rmodel_spread`
** tells what it gets into. */
bool rmodel_init_poison(struct rmodel *, struct lr_context *, LLVMValueRef fn, struct arena *);
void rmodel_free(struct rmodel *);
bool rmodel_is_statepoint(LLVMValueRef call);
bool rmodel_is_relocate(LLVMValueRef v);
/* The statepoint that a gc.relocate or gc.result belongs to; NULL if none can be found. */
LLVMValueRef rmodel_statepoint_of(const struct rmodel *, LLVMValueRef relocate);
/* What a phi gets from a block; NULL if nothing. */
LLVMValueRef rmodel_incoming(LLVMValueRef phi, LLVMBasicBlockRef from);
/* Parts of a value; PARTS_MAX + 1 stands for too many. */
uint32_t rmodel_all_parts(struct rmodel *, LLVMTypeRef);
/* The same, but 0 if there are too many. */
uint32_t rmodel_parts(struct rmodel *, LLVMTypeRef);
/* -- check_reloc_made.c.  Read how a pure node is made that is instruction number `inst`; false on no memory. */
bool rmodel_read_making(struct rmodel *, struct rnode *, uint32_t inst);
/* How many parts of a composite come before the element that the indices of an extractvalue or insertvalue name. */
uint32_t rmodel_parts_before(struct rmodel *, LLVMTypeRef composite, LLVMValueRef inst);
uint32_t rmodel_node(const struct rmodel *, LLVMValueRef);
/* The use of a node by this operand of instruction number `inst`; NONE if there is none. */
uint32_t rmodel_use(const struct rmodel *, uint32_t inst, unsigned operand);
/* Word `word` of what a pure node has of the property that its operands have by `of(ctx, model, use, word)`.  Asks LLVM
** nothing. */
typedef uint64_t rmodel_mask(void *ctx, const struct rmodel *, uint32_t use, uint32_t word);
uint64_t rmodel_transfer(const struct rmodel *, uint32_t node, uint32_t word, rmodel_mask *of, void *ctx);
/* -- check_reloc.c.  What pure nodes have of a property, their `stale` or else their `movable` parts: to the least
** fixed point.  False on no memory. */
bool rmodel_spread(struct rmodel *, rmodel_mask *of, void *ctx, bool stale);
__attribute__((format(printf, 3, 4)))
void rmodel_report(struct rmodel *, LLVMValueRef at, const char *fmt, ...);
/* -- check_reloc_pairs.c: each gc.relocate names a pointer and the object that it points into.  False on no memory. */
bool check_relocation_pairs(struct rmodel *);
/* -- check_reloc_anchor.c: wherever control leaves a function of the ABI, an anchor tells how to find it.  False on no
** memory. */
bool check_relocation_anchors(struct rmodel *);
/* -- check_anchor.c: may another definition be linked that was compiled otherwise, or does something else? */
bool check_replaceable(LLVMValueRef fn);
/* Does the function make musttail calls?  Takes time in proportion to it. */
bool check_jumps(LLVMValueRef fn);
/* -- check_reloc.c.  What is looked at by a stranger: stale parts of what operand `use` reads. */
struct staleness {
	struct rmodel *m;
	uint32_t *late_at;       /* by use: where its words begin in `late` */
	uint64_t *late;          /* parts for which a statepoint lies before it */
	uint32_t *seen, stamp;   /* by block */
	uint32_t *todo;
};
/* Is a use that reads a stale pointer one that does not care? */
bool staleness_harmless(const struct rmodel *, const struct ruse *);
/* Does a statepoint lie on some way from the definition of the node to the use?  Of block b only those count of which
** weigh[b] tells the number, and `first` the number up to the definition in its block; `at` that up to the use. */
bool staleness_is_late(struct staleness *, const struct rnode *, const struct ruse *, const uint32_t *weigh,
	uint32_t first, uint32_t at);
/* All of it; `late` gives the parts that are late at a use, word by word.  False on no memory. */
typedef uint64_t staleness_late(void *ctx, struct staleness *, uint32_t use, uint32_t word);
bool staleness_solve(struct staleness *, staleness_late *late, void *ctx);
bool staleness_at(const struct staleness *, uint32_t use);

/* -- between check_reloc_model.c and check_reloc_stays.c */

enum { RMODEL_DEEP = 64 };   /* casts, sources and types that are followed from one value */
bool rmodel_is_intrinsic(LLVMValueRef v, const char *prefix);
bool rmodel_collected(const struct rmodel *m, unsigned as);
unsigned rmodel_space(LLVMValueRef v);
/* What a cast into a collected space comes from: pointers of collected spaces that went through one that is not.  Gives
** how many; at most RMODEL_DEEP. */
unsigned rmodel_sources(const struct rmodel *m, LLVMValueRef cast, LLVMValueRef *source);
bool rmodel_is_pure(const struct rmodel *m, LLVMValueRef v);
/* Does a collection move what a node is that is made of no others? */
bool rmodel_root_movable(const struct rmodel *m, LLVMValueRef v);

#endif
