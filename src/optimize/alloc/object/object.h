/* SPDX-License-Identifier: MIT */
/* object.h -- AllocOpt: an object under analysis.
**
** A pass over a function takes the calls of the allocator one after the other.  uses.c walks the uses of the object,
** and fields.c makes the map of its fields.  Then the first of these is done that suits: the object is taken apart into
** its fields (parts/virtual.c: it is deleted, or split), it moves to the stack (stack/move.c), it is made on cold paths
** only (virtual.c again), or it stays, and only julia.typeof of it is replaced by its type.
**
** Rules that all of it keeps:
** - An object is made at most once for each time that its allocation ran, never on other paths, and never in a loop
**   more often.
** - An allocation is a safepoint.  It moves only to a place where all other objects are initialised, and where no plain
**   address of an object is in use (parts/escape.c).
** - A phi or select and its inputs are one object: what is written through one is seen through the other, or nobody
**   looks (parts/merges.c).
** - What a plan needs is taken before the first change of an object.  If memory is exhausted between two objects, the
**   function is valid, and done in part. */
#ifndef LR_OPTIMIZE_ALLOC_OBJECT_H
#define LR_OPTIMIZE_ALLOC_OBJECT_H

#include <llvm-c/Target.h>

#include "base/cfg.h"
#include "base/ptrmap.h"
#include "dialect/edit/edit.h"
#include "dialect/names.h"
#include "dialect/type_hooks.h"
#include "host/context.h"
#include "ir/llvm.h"

/* A use of an object: of the pointer to it, or of one that is computed from it. */
enum use_kind {
	USE_LOAD,            /* of a part of it */
	USE_STORE,           /* into it */
	USE_ATOMIC,          /* cmpxchg or atomicrmw on it */
	USE_SET,             /* memset of it with a constant byte and length */
	USE_COPY,            /* memcpy or memmove of a constant length, from it or to it */
	USE_TYPEOF,          /* julia.typeof of the object itself */
	USE_PARENT,          /* a write barrier's parent, or slot */
	USE_CHILD,           /* a write barrier's child */
	USE_PRESERVE,        /* operand of gc_preserve_begin */
	USE_ROOT,            /* operand of a bundle "jl_roots" of a call */
	USE_LIFETIME,        /* llvm.lifetime.* */
	USE_ASSUME,          /* llvm.assume: the assumption may be dropped */
	USE_COMPARE,         /* icmp */
	USE_PHI,
	USE_SELECT,          /* as one of the two values */
	USE_ADDRESS,         /* pointer_from_objref */
	USE_GC_LOADED,       /* the owner in julia.gc_loaded; the result is not followed */
	USE_MEMORY,          /* another intrinsic of LLVM, or memcmp: it may access the memory, but keeps no pointer */
	USE_STORED,          /* the pointer is stored, or is a new or compared value of an atomic operation */
	USE_CALL,            /* argument, callee or operand of another bundle */
	USE_RETURN,
	USE_OTHER            /* any other instruction */
};

#define OFFSET_UNKNOWN UINT64_MAX

struct object_use {
	LLVMValueRef inst;
	unsigned operand;    /* number of the operand that is the object, or the pointer into it */
	enum use_kind kind;
	bool of_bits;        /* COPY: no reference is among the bytes, and variables could serve it */
	bool is_volatile, is_atomic; /* of an access: load, store, memory intrinsic, cmpxchg, atomicrmw */
	uint32_t from;       /* number of the pointer: 0 for the object, k + 1 for via[k] */
	uint64_t offset;     /* of the pointer from the start of the object; OFFSET_UNKNOWN */
	uint64_t bytes;      /* LOAD, STORE, ATOMIC, SET, COPY: number of bytes that are accessed */
	LLVMTypeRef type;    /* LOAD, STORE, ATOMIC: of the accessed value; otherwise NULL */
};

/* A range of bytes that is accessed as one. */
struct field {
	uint64_t offset, bytes;
	LLVMTypeRef type;    /* of all accesses; if they differ, an integer to which each can be cast; NULL: none */
	bool same_place;     /* all accesses are to the whole of it */
	bool loaded, stored;
	bool reference;      /* some access is of a type with a Tracked pointer */
	bool bits;           /* some access is of another type */
	bool aggregate;      /* some access with references is of an aggregate or vector */
	bool special;        /* some access is of a type with a pointer in a special address space */
	bool odd;            /* some access is of a type that cannot be cast to an integer of its size */
};

struct object {
	LLVMValueRef value;  /* the call of the allocator; a phi or select of objects, see virtual.c */
	enum intrinsic id;   /* INTR_GC_ALLOC_OBJ, INTR_GC_ALLOC_MEMORY; INTR_NONE for phi and select */
	LLVMValueRef type;   /* the type operand; NULL for phi and select */
	uint64_t bytes;      /* constant size; OFFSET_UNKNOWN: not constant */
	unsigned align;      /* of memory that replaces the object: no less than anybody may rely on */
	unsigned heap_align; /* of the object on the heap, as far as it is known */
	bool zeroed;         /* allockind says so */
	bool uninitialized;  /* allockind says so */
	struct zero_range { uint64_t offset, bytes; } *zero; /* zero from birth, by bundles of the call */
	uint32_t nzero, zero_cap;
	bool zero_unknown;   /* such a bundle has operands that are not constant */
	/* of the walk */
	struct object_use *use;
	uint32_t nuse, use_cap;
	/* pointers computed from the object by casts and GEPs, each behind the one that it is computed from, which is
	 * number `from` */
	struct via { LLVMValueRef value; uint64_t offset; uint32_t from; } *via;
	uint32_t nvia, via_cap;
	struct field *field; /* by offset, not overlapping */
	uint32_t nfield;
	bool unknown_access; /* loads, stores or atomic operations at unknown offsets */
	bool unknown_reference, unknown_bits, unknown_aggregate; /* what these access */
	LLVMValueRef refused; /* the use that keeps the object on the heap; NULL: none is known */
	struct move *move;   /* plan of move_suits; NULL: there is none */
	const char *reason;  /* a clause for the remark, if `refused` or for other reasons; NULL */
};

struct move;             /* move.h */
struct alloc_opt;

struct counters { unsigned deleted, split, moved, cold, merged, typeofs; };

enum { MAX_MEMBERS = 24 };   /* objects, phis and selects that are taken apart together */

/* The pass at work on one function. */
struct alloc_opt {
	lr_context *cx;
	struct edit e;
	LLVMTargetDataRef layout;
	LLVMValueRef fn;
	struct arena ar;         /* of the current round over the function */
	struct ptrmap seen;      /* user -> number of the pointer through which it was met last (uses.c); erased users
	                          * (parts/apply.c) */
	struct ptrmap derived;   /* the objects that are taken apart, and all pointers into them -> number of member */
	struct ptrmap banned;    /* phis and selects that cannot be taken apart */
	struct ptrmap made;      /* allocations that this pass has made in the function; they need no remark */
	uint64_t budget;         /* steps of work that are left for this function */
	bool started;            /* `budget` is set */
	/* the function's control flow and order, read at the start of each round (region.c) */
	struct cfg g;
	LLVMBasicBlockRef *block; /* by number */
	struct ptrmap id;        /* block -> number in g; unreachable blocks have none */
	struct ptrmap order;     /* call, or use of an allocation -> place in the function; instructions made in this
	                          * round have none */
	float *frequency;        /* by block: how often it runs, relative to the entry */
	LLVMValueRef *twice;     /* calls that may return twice */
	uint32_t ntwice, twice_cap;
	/* by block; a fact about the object at hand holds if its number equals `stamp` */
	struct block_mark {
		uint32_t live;   /* the object is used behind the start of the block */
		uint32_t real;   /* the object exists at the start of the block */
		uint32_t cut;    /* the object is made in the block, before `at`, unless it exists at the start */
		uint32_t order;  /* of `at` */
		LLVMValueRef at;
		uint32_t reload; /* from the block on, the object is only loaded from, before anything is
		                  * written: where it exists before, the variables are loaded from it there */
		uint32_t spoilt; /* it is used in the block in another way */
		uint32_t loads;  /* number of its loads in the block, if it is not spoilt */
		uint32_t seen;   /* equal to `visit`: reached by the search at hand */
	} *mark;
	/* by block: its last safepoint, if `known`; NULL: there is none */
	struct block_safepoint { LLVMValueRef call; bool known; } *safepoint;
	uint32_t stamp, stamps, visit; /* stamps: the last one that was used */
	block_id *list, *todo;   /* room for each block */
	struct block_mark *shared_mark; /* `mark` and `list` for objects by themselves */
	block_id *shared_list;
	struct member *members;  /* room for a group; NULL: not needed so far */
	struct { struct block_mark *mark; block_id *list; } pool[MAX_MEMBERS]; /* the same for members of groups; made
	                                                                        * when they are needed */
	/* critical edges on which objects could be made if they had blocks: they get them at the end of the round */
	struct edge { block_id from, to; } *split;
	uint32_t nsplit, split_cap;
	LLVMValueRef *slots;     /* allocas of fields that go into SSA form at the end of the round */
	uint32_t nslots, slots_cap;
	struct counters n;
	/* of stack/move.c: stack memory that objects of this function may have, and that they have; facts about its
	** calls */
	struct { uint64_t limit, spent; bool musttail, musttail_known, no_tails; } stack;
};

/* -- uses.c */
/* Fills in `use` and `via` of an object of which `value`, `id`, `bytes` are known.  False: memory or the budget is
** exhausted. */
bool object_walk(struct alloc_opt *, struct object *);
/* The pointer with a number: the object, or one that is computed from it. */
static inline LLVMValueRef
object_pointer(const struct object *o, uint32_t number)
{
	return number == 0 ? o->value : o->via[number - 1].value;
}
/* Does the type have a size that is a constant number of bytes? */
bool type_is_fixed(LLVMTypeRef);
/* Has the GEP a negative constant index?  It may lead to the tag in front of the object, which only the heap has. */
bool gep_goes_back(LLVMValueRef gep);
/* The constant distance that a GEP adds; OFFSET_UNKNOWN if it is not constant, negative, or large. */
uint64_t gep_distance(const struct alloc_opt *, LLVMValueRef gep);
/* A clause that says why a use refuses, for remarks. */
const char *use_reason(const struct object_use *);
/* Notes what kept the object on the heap; the first reason wins. */
void object_refuse(struct object *, const struct object_use *, const char *reason);
/* Describes the call of an allocator; false: it is not one that the pass can work on. */
bool object_of_call(struct alloc_opt *, LLVMValueRef call, struct object *);
/* Is a load or store atomic?  Other accesses to memory by instructions are.  LLVM 19 has no LLVMIsAtomic. */
static inline bool
access_is_atomic(LLVMValueRef access)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(access);

	return (op != LLVMLoad && op != LLVMStore) || LLVMGetOrdering(access) != LLVMAtomicOrderingNotAtomic;
}
/* Can an access at any offset of this use be replaced by one of a variable: is it neither volatile nor atomic? */
static inline bool use_is_plain(const struct object_use *u) { return !u->is_volatile && !u->is_atomic; }

/* Erases an instruction that has no uses, and forgets its place in the function. */
void alloc_erase(struct alloc_opt *, LLVMValueRef inst);
/* Replaces julia.typeof of the object by its type. */
void object_fold_typeof(struct alloc_opt *, const struct object *);
/* The same for julia.typeof of a phi or select that has the object and others like it as inputs. */
void object_fold_merged_types(struct alloc_opt *, const struct object *);

/* -- fields.c */
/* Fills in the map of fields from `use`.  False: memory is exhausted. */
bool object_fields(struct alloc_opt *, struct object *);
/* The field around an access; NULL: there is none. */
const struct field *object_field(const struct object *, uint64_t offset);
/* Reads the attributes and bundles of the call that tell of its memory.  False: memory is exhausted. */
bool object_read_attributes(struct alloc_opt *, struct object *);
/* Is some byte of the range zero in a fresh object, by its attributes and bundles?  Memory in its place is cleared
** unless the allocator says that it leaves memory as it is. */
bool object_born_zero(const struct object *, uint64_t offset, uint64_t bytes);
/* -- region.c */
/* Reads control flow and order of the function.  False: memory is exhausted. */
bool function_read(struct alloc_opt *);
/* The number of a block; NONE if it cannot be reached. */
static inline block_id
block_of(const struct alloc_opt *a, LLVMValueRef inst)
{
	return ptrmap_get(&a->id, LLVMGetInstructionParent(inst));
}
/* The block in which a use happens: of an operand of a phi, the end of the predecessor. */
block_id use_block(const struct alloc_opt *, const struct object_use *);
/* Finds the blocks at whose start the object is live, that is, behind which it is used without being made anew:
** mark[b].live == stamp.  The first *n elements of `list` are these blocks.  False: the budget is exhausted. */
bool object_region(struct alloc_opt *, const struct object *, uint32_t *n);
/* Marks the blocks that control reaches from a block (`self`: and the block) while `mark`[].live == stamp:
** mark[].seen == a->visit.  Returns their number; they are the first elements of a->todo. */
uint32_t blocks_reached(struct alloc_opt *, struct block_mark *mark, uint32_t stamp, block_id from, bool self);
/* Is the object live across a call that may return twice?  To be asked behind object_region. */
bool object_lives_twice(const struct alloc_opt *, const struct object *);

/* May objects of this type have a hook that the runtime runs when they die?  `type` is the operand of the
** allocation. */
static inline bool
type_may_have_hook(const struct alloc_opt *a, LLVMValueRef type)
{
	return type_hook_reason(a->cx, a->layout, type) != NULL;
}

#endif
