/* SPDX-License-Identifier: MIT */
/* check_table.h -- what the checkers know by name and by notation: functions, types' address spaces, attributes and
** metadata of the dialect.
**
** All of this is written down a second time, apart from dialect/ and ir/, which placement relies on: an error in one of
** the two is not repeated by the other.  test/unit/check_table.c compares them entry by entry. */
#ifndef LR_CHECK_MODEL_CHECK_TABLE_H
#define LR_CHECK_MODEL_CHECK_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "host/context.h"

#define CK_ON_FUNCTION ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

/* -- check_table.c: functions by their names */
enum check_fn {
	FN_OTHER,          /* an ordinary function, an indirect call, or an intrinsic of LLVM that may run other code */
	FN_LLVM,           /* an intrinsic of LLVM that runs no other code */
	FN_LLVM_LIFETIME,
	FN_LLVM_DEBUG,
	FN_LLVM_SAFEPOINT, /* an intrinsic of LLVM that is a safepoint, whatever its attributes say */
	FN_LLVM_TWICE,     /* the same, and may return twice */
	FN_QUIET,          /* another function that never collects */
	FN_MAY_COLLECT,    /* another function of the dialect that may collect */
	FN_GET_PGCSTACK,   /* the getters of the GC stack */
	FN_GC_ALLOC,       /* gives a new object */
	FN_TYPEOF,
	FN_IMMEDIATE_MAKE, /* gives a word that is no address */
	FN_GC_LOADED,
	FN_BLACKBOX,
	FN_CALL,
	FN_CALL2,
	FN_CALL3,
	FN_PRESERVE_BEGIN,
	FN_PRESERVE_END,
	FN_SAFEPOINT,
	FN_CANCELLATION_POINT,
	FN_NEW_GC_FRAME,
	FN_PUSH_GC_FRAME,
	FN_POP_GC_FRAME,
	FN_GET_GC_FRAME_SLOT,
	FN_COUNT
};
/* What a callee is.  Any value may be given; FN_OTHER if it is no function. */
enum check_fn check_fn_of(LLVMValueRef callee);
/* Can a call of it collect, as far as the name decides?  (Attributes may still say that it cannot.) */
bool     check_fn_may_collect(enum check_fn);

/* -- check_types.c */
/* The address space of a pointer or of a vector of pointers; -1 for other types. */
int      check_space(LLVMTypeRef);
static inline bool
check_is_special(int space)
{
	return space >= LR_AS_FIRST_SPECIAL && space <= LR_AS_LAST_SPECIAL;
}

/* -- check_metadata.c */
/* What metadata says of the object that a load gives: nothing; that the owner of the memory keeps it alive; or that
** other metadata of the load must not be taken for a proof. */
enum check_proof { PROOF_NONE, PROOF_YES, PROOF_FORBIDDEN };
enum check_proof check_scopes(LLVMValueRef list); /* of !alias.scope */
enum check_proof check_tbaa(LLVMValueRef tag);    /* of !tbaa */
/* Is it a global variable whose content never changes, by `constant` or by metadata of that kind? */
bool check_is_constant_global(LLVMValueRef, unsigned md_constgv);
/* Is it a call of the runtime's function that tells the type of an object, by the profile? */
struct lr_profile;
bool check_is_type_call(const struct lr_profile *, LLVMValueRef);
/* Does a load say that its memory never changes?  The kinds of metadata as numbered in the module's context. */
bool     check_immutable(LLVMValueRef load, unsigned md_invariant, unsigned md_scope, unsigned md_tbaa);

/* -- check_attributes.c: what functions say of themselves */
lr_abi   check_abi(const lr_context *, LLVMValueRef fn);
bool     check_abi_is_chosen(LLVMValueRef fn);   /* by placement, which writes it down */
bool     check_reloads(LLVMValueRef fn);         /* is it lowered, and reads its slots again behind safepoints? */
/* Will it read its slots again when it is lowered, if functions that do not say so do as `otherwise`? */
bool     check_will_reload(LLVMValueRef fn, lr_abi, bool otherwise);
LLVMValueRef check_gcstack(LLVMValueRef fn);     /* its parameter that is the GC stack, or NULL */
bool     check_says_inferred_leaf(LLVMValueRef fn); /* does InferGCLeaf say that it never collects? */
bool     check_roots_arguments(LLVMValueRef fn); /* does it say that it roots its arguments itself? */
/* Does the call, or the function that it calls, say that a table describes the callee's frames?  A body whose ABI has
** no table is believed more.  The call may be a statepoint.  In a GC transition nothing counts. */
bool     check_says_walked(const lr_context *, LLVMValueRef call, LLVMValueRef callee);
bool     check_function_says_walked(LLVMValueRef fn);
bool     check_is_tail_convention(unsigned cc);  /* of whose functions that is always so */
/* Of a call of julia.new_gc_frame: how many of the last words of the frame are fixed, and how many behind these are
** deep (include/lateroot/abi.h).  False: it does not say so, and all words are deep. */
bool     check_frame_moving(LLVMValueRef new_frame, uint32_t *fixed, uint32_t *deep);
bool     check_module_is_typed(const lr_context *, LLVMModuleRef); /* does stack memory hold what its types say? */
/* On loads: from memory that never changes while its object lives. */
#define CHECK_IMMUTABLE_METADATA "lateroot.immutable"
#define CHECK_ARGUMENTS_METADATA "lateroot.arguments" /* on calls whose arguments are in the frame: the first slot */
#define CHECK_ROOTED_BY_CALLEE   "lateroot-roots-arguments"
#define CHECK_WALKED             "lateroot-walked"

#endif
