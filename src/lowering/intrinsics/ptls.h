/* ptls.h -- what LowerPTLSPass (ptls.c) shares with its parts: how the GC stack is found, and how threads are
** adopted. */
#ifndef LR_LOWERING_INTRINSICS_PTLS_H
#define LR_LOWERING_INTRINSICS_PTLS_H

#include "lowering/common/lowering.h"

/* `first`: of the calls of julia.get_pgcstack_or_new in its function; the others come to the same. */
struct getter_call { LLVMValueRef call; bool or_new, first; uint32_t ret_at, nret; };

struct ptls {
	struct lower l;
	bool image;
	enum cpu { CPU_OTHER, CPU_X86_64, CPU_AARCH64 } cpu;
	struct getter_call *calls;
	uint32_t ncalls, calls_cap;
	LLVMValueRef *rets;      /* of functions that restore a state */
	uint32_t nrets, rets_cap;
	LLVMValueRef asked;      /* returns_twice was last asked for this function */
	bool answer;
	bool adopts;             /* some function adopts threads */
};

/* -- getter.c */
/* The kind of processor that the module is for. */
enum cpu getter_cpu(LLVMModuleRef);
/* The argument with attribute swiftself; NULL: there is none. */
LLVMValueRef getter_argument(LLVMValueRef fn);
/* Does some call in the function return twice? */
bool getter_returns_twice(struct ptls *, LLVMValueRef fn);
/* A call of the runtime's function `name`; `pure`: it always answers the same. */
LLVMValueRef getter_call_runtime(struct ptls *, const char *name, bool pure);
/* Build, in place of `call`, what finds the GC stack; `or_null`: there may be none. */
LLVMValueRef getter_build(struct ptls *, LLVMValueRef call, bool or_null);

/* -- adopt_thread.c */
/* Look at a call of julia.get_pgcstack_or_new, and at what it asks of its function. */
lr_status adoption_plan(struct ptls *, struct getter_call *);
/* Build what follows the search: `found` is the GC stack, or null.  The result is never null. */
LLVMValueRef adoption_build(struct ptls *, const struct getter_call *, LLVMValueRef found);

#endif
