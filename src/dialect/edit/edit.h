/* SPDX-License-Identifier: MIT */
/* edit.h -- changes of IR that LLVM-C does not provide: rebuilding calls with all their parts, splitting blocks.
**
** A pass makes one `struct edit`, announces in its planning phase which calls it will rebuild (edit_plan_call), and
** calls edit_ready once before the first change.  After that no function here can fail. */
#ifndef LR_DIALECT_EDIT_EDIT_H
#define LR_DIALECT_EDIT_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ir/llvm.h"
#include "dialect/names.h"
#include "base/arena.h"

struct lr_context;

enum { EDIT_CALLEES = 256, EDIT_NUMBERS = 32 };      /* powers of two */
enum { EDIT_ATTRIBUTES = 12 };   /* a call with more attributes at one place is no model */

/* A call in no block that serves as a template.  A copy has all its attributes, which LLVM-C otherwise adds one by one
** and slowly.  Zero-initialised before the first use. */
struct edit_model {
	LLVMValueRef call;       /* NULL: none yet */
	LLVMAttributeRef attributes[2][EDIT_ATTRIBUTES]; /* the attributes at function and result of the call that the
	                                                  * model was made from */
	unsigned n[2];
};

/* Intrinsics of LLVM that are not in the dialect, but involve references. */
enum edit_llvm {
	EDIT_LLVM_NONE,
	EDIT_LLVM_QUESTION,      /* asks LLVM's own placement of statepoints for the base or offset of a pointer */
	EDIT_LLVM_STAYS          /* a statepoint that was placed before, whose bundles have a meaning; or
	                          * llvm.invariant.*, which must go where objects move */
};

struct edit {
	LLVMModuleRef module;
	LLVMContextRef context;
	LLVMBuilderRef builder;
	LLVMTypeRef void_type, i1, i8, i32, i64;
	LLVMTypeRef word;        /* integer of the width of a pointer in address space 0 */
	LLVMTypeRef ptr;         /* address space 0 */
	LLVMTypeRef tracked;     /* address space 10 */
	unsigned word_bytes;
	bool fold_offsets;       /* the target folds offsets into loads and stores only if the sum does not wrap */
	bool no_hints;           /* no optimisation sees the module afterwards: no TBAA, ranges or alignments for one */
	unsigned md_tbaa, md_prof, md_range, md_align, md_invariant_load, md_alias_scope, md_constgv, md_reset_region;
	unsigned md_fresh;       /* kind on casts that turn the next free address of a run into an object
	                          * (inline_alloc.c) */
	unsigned attr_memory, attr_align, attr_dereferenceable; /* kinds */
	LLVMAttributeRef noalias, nonnull;
	LLVMValueRef tbaa_gcframe, tbaa_tag; /* TBAA access tags with Julia's names, ready to be attached */
	struct arena arena;      /* freed by edit_end */
	/* private */
	size_t scratch_need, scratch_capacity;
	void *scratch;
	unsigned promise_memory[4], promise_alloc[2]; /* kinds of attributes that edit_copy_attributes may drop */
	/* EDIT_CALLEES entries, in `arena` */
	struct edit_callee { LLVMValueRef callee; enum intrinsic id; enum edit_llvm llvm; } *callees;
	struct { LLVMValueRef node; unsigned if_true, if_false; } weights; /* the last branch weights */
	/* cache of constants */
	struct edit_number { LLVMTypeRef type; uint64_t n; LLVMValueRef value; } numbers[EDIT_NUMBERS];
};

/* Returns false if memory is exhausted.  edit_end must be called in any case. */
bool edit_begin(struct edit *, struct lr_context *, LLVMModuleRef);
void edit_end(struct edit *);

/* intrinsic_of_call, cached by callee: no function may be removed or renamed between two calls of it. */
static inline enum intrinsic edit_intrinsic(struct edit *, LLVMValueRef call);

/* Planning: announces that `call` will be rebuilt or read with one of the functions below. */
void edit_plan_call(struct edit *, LLVMValueRef call);
/* The same for parts of a call: its name, for edit_replace; its attributes at one place, which edit_from_model
** (function and result) and edit_copy_attributes copy. */
void edit_plan_name(struct edit *, LLVMValueRef call);
void edit_plan_attributes(struct edit *, LLVMValueRef call, LLVMAttributeIndex at);
/* Ends planning; false if memory is exhausted. */
bool edit_ready(struct edit *);

/* Sets the builder before `inst`, with its debug location. */
void edit_before(struct edit *, LLVMValueRef inst);
/* Sets the builder after `inst`, which is no terminator, with its debug location. */
void edit_after(struct edit *, LLVMValueRef inst);
/* Builds an alloca of `n` elements of `type` at the top of the entry block; the result is in address space 0. */
LLVMValueRef edit_entry_alloca(struct edit *, LLVMValueRef fn, LLVMTypeRef type, LLVMValueRef n, unsigned align,
	const char *name);

/* Makes a private constant of the module with unnamed_addr. */
LLVMValueRef edit_constant(LLVMModuleRef, LLVMValueRef value, unsigned align, const char *name);

/* Builds base + bytes.  Not inbounds, because LLVM does not count the word before an object as part of the
** allocation. */
LLVMValueRef edit_offset(struct edit *, LLVMValueRef base, int64_t bytes, const char *name);
/* Builds the distance of a stack pointer from `of`, as an integer of type `word`.  If `guard` is not 0, a distance of
** `guard` bytes or more, or a negative one, becomes `guard`. */
LLVMValueRef edit_distance(LLVMBuilderRef, LLVMTypeRef word, LLVMValueRef pointer, LLVMValueRef of, uint64_t guard);
/* The alignment of a place so many bytes behind one that has `align`, a power of two. */
unsigned edit_align_behind(unsigned align, uint64_t bytes);
/* Builds the load of a pointer in address space 0. */
LLVMValueRef edit_load_pointer(struct edit *, LLVMValueRef at, const char *name);
LLVMValueRef edit_word(struct edit *, uint64_t);
LLVMValueRef edit_i32(struct edit *, uint64_t);
/* Attaches one of the access tags above. */
void edit_tbaa(const struct edit *, LLVMValueRef inst, LLVMValueRef tag);
/* Attaches a metadata node. */
void edit_metadata(const struct edit *, LLVMValueRef inst, unsigned kind, LLVMMetadataRef);
/* Attaches branch_weights to a conditional branch. */
void edit_weights(struct edit *, LLVMValueRef branch, unsigned if_true, unsigned if_false);

/* -- edit_calls.c */

#define AT_FUNCTION ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)
#define AT_RETURN   ((LLVMAttributeIndex)LLVMAttributeReturnIndex)
/* Adds the attributes of index `from_at` of a call to index `to_at` of another, except those that `drop` names. */
enum {
	EDIT_DROP_MEMORY = 1,    /* memory effects: the lowered call has others */
	EDIT_DROP_ALLOC = 2,     /* allocsize and the like, which refer to arguments by number */
	EDIT_DROP_NOALIAS = 4
};
void edit_copy_attributes(struct edit *, LLVMValueRef from, LLVMAttributeIndex from_at, LLVMValueRef to,
	LLVMAttributeIndex to_at, unsigned drop);
/* If `from` has the attributes of the model's origin at function and result, builds that call with another callee of
** `type` and other operands, at the builder's place; otherwise returns NULL.  Attributes of arguments are not compared:
** callers that keep them must not use this. */
LLVMValueRef edit_from_model(struct edit *, const struct edit_model *, LLVMValueRef from, LLVMTypeRef type,
	LLVMValueRef callee, LLVMValueRef *args, unsigned n);
/* Makes `made`, which has all its attributes but nothing else yet, the model for calls like `from`. */
void edit_model_set(struct edit_model *, LLVMValueRef from, LLVMValueRef made);
void edit_model_free(struct edit_model *);
/* Copies calling convention, tail kind, fast-math flags, metadata, debug location. */
void edit_copy_call_site(struct edit *, LLVMValueRef from, LLVMValueRef to);
/* Gives name and uses of `old`, a planned call, to `new_value`, and erases `old`. */
void edit_replace(struct edit *, LLVMValueRef old, LLVMValueRef new_value);
/* Rebuilds a call, invoke or callbr without the operand bundles that code generation ignores.  Returns the new call, or
** `call` itself if it has none of these. */
LLVMValueRef edit_strip_bundles(struct edit *, LLVMValueRef call);
/* Rebuilds a planned call, invoke or callbr, with all its parts, before it, with a function type of the same result and
** the same number of arguments of other types.  The old call stays, for edit_replace. */
LLVMValueRef edit_retype_call(struct edit *, LLVMValueRef call, LLVMTypeRef, LLVMValueRef *args);

/* Does the call site or the callee have the enum attribute `name`? */
bool call_has_attribute(LLVMValueRef call, const char *name);
/* What the return attribute `align` of the call, or else of its callee, says; 0: there is none. */
uint64_t edit_result_align(const struct edit *, LLVMValueRef call);

/* -- edit_blocks.c */

/* Erases the lifetime markers of a stack variable. */
void edit_drop_lifetimes(LLVMValueRef alloca);
/* Moves an instruction without operands to the start of its function. */
void edit_raise(struct edit *, LLVMValueRef inst);
/* Splits `bb` before each of the instructions `cuts`, which are in it in this order and are no phis.  The instructions
** before cuts[0] move to the new block heads[0], those from cuts[i-1] to cuts[i] to heads[i], and `bb` keeps the rest
** with its terminator, so that phis of its successors do not change.  The heads have no terminators yet.  All edges
** into `bb` lead to heads[0], which is the entry block if `bb` was; static allocas stay in the entry block.  The time
** is linear in the block.  Debug records of LLVM 22 end up at the start of `bb`, because LLVM-C cannot move them. */
void edit_cut_block(struct edit *, LLVMBasicBlockRef bb, LLVMValueRef *cuts, size_t n, LLVMBasicBlockRef *heads);
/* -- edit.c */

/* Called around edit_cut_block: LLVM 19 keeps debug records in place if they are instructions meanwhile. */
bool edit_debug_as_calls(struct edit *);
void edit_debug_restore(struct edit *, bool);

const struct edit_callee *edit_callee_slow(struct edit *, LLVMValueRef callee);

static inline struct edit_callee *
edit_callee_entry(struct edit *e, LLVMValueRef callee)
{
	return &e->callees[((uintptr_t)callee >> 4 ^ (uintptr_t)callee >> 10) % EDIT_CALLEES];
}

/* Returns the cache entry of a callee; valid until the next call. */
static inline const struct edit_callee *
edit_callee(struct edit *e, LLVMValueRef callee)
{
	const struct edit_callee *known = edit_callee_entry(e, callee);

	return known->callee == callee ? known : edit_callee_slow(e, callee);
}

static inline const struct edit_callee *
edit_callee_of(struct edit *e, LLVMValueRef call)
{
	return edit_callee(e, LLVMGetCalledValue(call));
}

static inline enum intrinsic
edit_intrinsic(struct edit *e, LLVMValueRef call)
{
	return edit_callee_of(e, call)->id;
}

#endif
