/* edit.h -- changing IR where LLVM-C has no ready verb: calls rebuilt with everything they carry, blocks cut in two.
**
** A pass makes one `struct edit`, tells it in its planning phase which calls it will rebuild (edit_plan_call), and
** calls edit_ready once before the first change.  After that nothing here can fail. */
#ifndef LR_DIALECT_EDIT_H
#define LR_DIALECT_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ir/llvm.h"
#include "dialect/names.h"
#include "base/arena.h"

struct lr_context;

enum { EDIT_CALLEES = 256, EDIT_NUMBERS = 32 };      /* powers of two */
enum { EDIT_ATTRIBUTES = 12 };   /* a call with more at one place is no model */

/* A call in no block, to be copied: attributes, which LLVM-C gives to a call one by one and slowly, come along.  Zero
** it before the first use. */
struct edit_model {
	LLVMValueRef call;       /* NULL: none yet */
	LLVMAttributeRef attributes[2][EDIT_ATTRIBUTES]; /* what the call it was made for had: at the function, at the
	                                                  * result */
	unsigned n[2];
};

/* Intrinsics of LLVM that are no part of the dialect, but have to do with references all the same. */
enum edit_llvm {
	EDIT_LLVM_NONE,
	EDIT_LLVM_QUESTION,      /* asks LLVM's own placement of statepoints for the base or offset of a pointer */
	EDIT_LLVM_STAYS          /* a statepoint that was placed before, whose bundles mean something; or says that
	                          * memory is invariant, and goes where objects move */
};

struct edit {
	LLVMModuleRef module;
	LLVMContextRef context;
	LLVMBuilderRef builder;
	LLVMTypeRef void_type, i1, i8, i32, i64;
	LLVMTypeRef word;        /* integer as wide as a pointer of address space 0 */
	LLVMTypeRef ptr;         /* address space 0 */
	LLVMTypeRef tracked;     /* address space 10 */
	unsigned word_bytes;
	unsigned md_tbaa, md_prof, md_range, md_align, md_invariant_load, md_alias_scope, md_constgv, md_reset_region;
	unsigned md_fresh;       /* of casts that make a new object of the next free address of a run
	                          * (inline_alloc.c) */
	unsigned attr_memory, attr_align, attr_dereferenceable; /* kinds */
	LLVMAttributeRef noalias, nonnull;
	LLVMValueRef tbaa_gcframe, tbaa_tag; /* access tags of Julia's names, ready to be attached */
	struct arena arena;      /* lives until edit_end */
	/* private */
	size_t scratch_need, scratch_room;
	void *scratch;
	unsigned promise_memory[4], promise_alloc[2]; /* kinds of attributes, see edit_copy_attributes */
	/* EDIT_CALLEES of them, in `arena` */
	struct edit_callee { LLVMValueRef callee; enum intrinsic id; enum edit_llvm llvm; } *callees;
	struct { LLVMValueRef node; unsigned if_true, if_false; } weights; /* asked for last */
	/* constants that were asked for last */
	struct edit_number { LLVMTypeRef type; uint64_t n; LLVMValueRef value; } numbers[EDIT_NUMBERS];
};

/* False when there is no memory; edit_end is to be called in any case. */
bool edit_begin(struct edit *, struct lr_context *, LLVMModuleRef);
void edit_end(struct edit *);

/* intrinsic_of_call, remembered for each callee: no function may be removed or renamed between two calls of it. */
static inline enum intrinsic edit_intrinsic(struct edit *, LLVMValueRef call);

/* Planning: note that `call` will be rebuilt or read with one of the functions below. */
void edit_plan_call(struct edit *, LLVMValueRef call);
/* Parts of it, for those of which no more is needed: its name, for edit_replace; its attributes at one place, which
** edit_from_model (function and result) and edit_copy_attributes copy. */
void edit_plan_name(struct edit *, LLVMValueRef call);
void edit_plan_attributes(struct edit *, LLVMValueRef call, LLVMAttributeIndex at);
/* End of planning; false when there is no memory. */
bool edit_ready(struct edit *);

/* Build before `inst`, with its debug location. */
void edit_before(struct edit *, LLVMValueRef inst);
/* Build after `inst`, which is no terminator, with its debug location. */
void edit_after(struct edit *, LLVMValueRef inst);
/* Build an alloca of `n` elements of `type` at the top of the entry block; the result is in address space 0. */
LLVMValueRef edit_entry_alloca(struct edit *, LLVMValueRef fn, LLVMTypeRef type, LLVMValueRef n, unsigned align,
	const char *name);

/* A new private constant of the module whose address means nothing. */
LLVMValueRef edit_constant(LLVMModuleRef, LLVMValueRef value, unsigned align, const char *name);

/* base + bytes.  Not inbounds: the word before an object is outside of what LLVM takes for the allocation. */
LLVMValueRef edit_offset(struct edit *, LLVMValueRef base, int64_t bytes, const char *name);
/* How far a pointer into the stack is from `of`, as an integer of type `word`; if it is `guard` bytes or more, or
** before it, `guard`, unless that is 0. */
LLVMValueRef edit_distance(LLVMBuilderRef, LLVMTypeRef word, LLVMValueRef pointer, LLVMValueRef of, uint64_t guard);
LLVMValueRef edit_word(struct edit *, uint64_t);
LLVMValueRef edit_i32(struct edit *, uint64_t);
/* Attach an access tag of the above. */
void edit_tbaa(const struct edit *, LLVMValueRef inst, LLVMValueRef tag);
/* Attach a metadata node. */
void edit_metadata(const struct edit *, LLVMValueRef inst, unsigned kind, LLVMMetadataRef);
/* branch_weights for a conditional branch. */
void edit_weights(struct edit *, LLVMValueRef branch, unsigned if_true, unsigned if_false);

/* -- edit_calls.c */

#define AT_FUNCTION ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)
#define AT_RETURN   ((LLVMAttributeIndex)LLVMAttributeReturnIndex)
/* Attributes of index `from_at` of a call are added to index `to_at` of another, but for those that `drop` names. */
enum {
	EDIT_DROP_MEMORY = 1,    /* promises on which memory it touches, which a lowered call cannot always keep */
	EDIT_DROP_ALLOC = 2      /* allocsize and its like, which count arguments */
};
void edit_copy_attributes(struct edit *, LLVMValueRef from, LLVMAttributeIndex from_at, LLVMValueRef to,
	LLVMAttributeIndex to_at, unsigned drop);
/* Has `from` the attributes of the call that the model was made for, at function and result?  Then this is that call
** with another callee of `type` and other operands, at the builder's place; otherwise NULL.  Attributes of arguments
** are not compared: who keeps them keeps away. */
LLVMValueRef edit_from_model(struct edit *, const struct edit_model *, LLVMValueRef from, LLVMTypeRef type,
	LLVMValueRef callee, LLVMValueRef *args, unsigned n);
/* `made`, which has all its attributes but nothing else yet, is the model for calls that are like `from`. */
void edit_model_set(struct edit_model *, LLVMValueRef from, LLVMValueRef made);
void edit_model_free(struct edit_model *);
/* Calling convention, tail kind, fast-math flags, metadata, debug location. */
void edit_copy_call_site(struct edit *, LLVMValueRef from, LLVMValueRef to);
/* Name and uses of `old`, a planned call, go to `new_value`; `old` is erased. */
void edit_replace(struct edit *, LLVMValueRef old, LLVMValueRef new_value);
/* A call, invoke or callbr is made anew without those operand bundles that mean nothing to code generation.  Returns
** the new one, or `call` itself if nothing had to go. */
LLVMValueRef edit_strip_bundles(struct edit *, LLVMValueRef call);
/* A planned call, invoke or callbr with all it carries is made anew before it, with a function type of the same
** result and as many arguments, of other types.  The old one stays, for edit_replace. */
LLVMValueRef edit_retype_call(struct edit *, LLVMValueRef call, LLVMTypeRef, LLVMValueRef *args);

/* True if the call site's or the callee's attribute `name` (an enum attribute) is there. */
bool call_has_attribute(LLVMValueRef call, const char *name);

/* -- edit_blocks.c */

/* Markers of the lifetime of a stack variable go. */
void edit_drop_lifetimes(LLVMValueRef alloca);
/* An instruction without operands moves to the start of its function. */
void edit_raise(struct edit *, LLVMValueRef inst);
/* Cut `bb` before each of the instructions `cuts`, which stand in it in this order and are no phis.  What precedes
** cuts[0] goes to the new block heads[0], what stands from cuts[i-1] to cuts[i] goes to heads[i], and `bb` keeps the
** rest with its terminator, so that phis of its successors stay as they are.  The heads have no terminators yet.  All
** edges into `bb` lead to heads[0], which is the entry block if `bb` was; static allocas stay in the entry block.  Time
** is linear in the block.  Debug records of LLVM 22 slide to the start of `bb`, since LLVM-C cannot move them. */
void edit_cut_block(struct edit *, LLVMBasicBlockRef bb, LLVMValueRef *cuts, size_t n, LLVMBasicBlockRef *heads);
/* -- edit.c */

/* Around edit_cut_block: LLVM 19 can keep debug records in place if they are instructions for the time being. */
bool edit_debug_as_calls(struct edit *);
void edit_debug_restore(struct edit *, bool);

const struct edit_callee *edit_callee_slow(struct edit *, LLVMValueRef callee);

static inline struct edit_callee *
edit_callee_entry(struct edit *e, LLVMValueRef callee)
{
	return &e->callees[((uintptr_t)callee >> 4 ^ (uintptr_t)callee >> 10) % EDIT_CALLEES];
}

/* What is known of a callee; holds until another one is asked about. */
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
