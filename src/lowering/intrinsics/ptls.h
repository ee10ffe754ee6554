/* SPDX-License-Identifier: MIT */
/* ptls.h -- declarations shared by LowerPTLSPass (ptls.c) and its parts, which find the GC stack and adopt threads. */
#ifndef LR_LOWERING_INTRINSICS_PTLS_H
#define LR_LOWERING_INTRINSICS_PTLS_H

#include "lowering/common/lowering.h"

/* `first`: it is the first call of julia.get_pgcstack_or_new in its function; further ones have the same result.
** `place`: the getter goes down to this instruction; NULL: it stays. */
struct getter_call { LLVMValueRef call, place; bool or_new, first; uint32_t ret_at, nret; };

struct ptls {
	struct lower l;
	bool image;
	enum cpu { CPU_OTHER, CPU_X86_64, CPU_AARCH64 } cpu;
	struct getter_call *calls;
	uint32_t ncalls, calls_cap;
	struct ptrmap getters;   /* by function: 1, or 2 for more */
	LLVMValueRef *rets;      /* of functions that restore a state */
	uint32_t nrets, rets_cap;
	LLVMValueRef asked;      /* getter_returns_twice was last called for this function */
	bool answer;
	bool adopts;             /* some function adopts threads */
	LLVMValueRef *immediates;/* calls of lateroot.immediate.* */
	uint32_t nimmediates, immediates_cap;
	bool tells;              /* the module gets a constructor that tells the runtime which words are immediates */
	LLVMValueRef *constructors; /* of constructor_reserve, if it does */
};

/* -- immediates.c */
lr_status immediates_plan(struct ptls *);
void immediates_lower(struct ptls *);


/* -- getter.c */
/* The kind of processor that the module is for. */
enum cpu getter_cpu(LLVMModuleRef);
/* The argument with attribute swiftself; NULL: there is none, or it was taken away (dialect/gcstack.h). */
LLVMValueRef getter_argument(LLVMValueRef fn);
/* Does some call in the function return twice? */
bool getter_returns_twice(struct ptls *, LLVMValueRef fn);
/* Builds a call of the runtime's function `name`; `pure`: it always returns the same value. */
LLVMValueRef getter_call_runtime(struct ptls *, const char *name, bool pure);
/* Builds, at the builder's place, the code that finds the GC stack and is to replace `call`. `or_null`: there may be no
** GC stack. */
LLVMValueRef getter_build(struct ptls *, LLVMValueRef call, bool or_null);

/* -- getter_place.c */
/* Finds the instruction before which the getter may be built in the place of `call`, as far down as is of use; NULL: it
** stays.  False: memory is exhausted. */
bool getter_place(struct ptls *, LLVMValueRef call, LLVMValueRef *place);

/* -- adopt_thread.c */
/* Checks a call of julia.get_pgcstack_or_new, and notes the returns of its function. */
lr_status adoption_plan(struct ptls *, struct getter_call *);
/* Builds the code behind the search for the GC stack: `found` is the GC stack, or null. The result is never null. */
LLVMValueRef adoption_build(struct ptls *, const struct getter_call *, LLVMValueRef found);

#endif
