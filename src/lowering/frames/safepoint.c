/* SPDX-License-Identifier: MIT */
/* safepoint.c -- julia.safepoint: a load that faults when the collector has protected the page.
**
** Compiler fences go around the load unless the front end has built some. For LLVM a load alone reads neither frame nor
** heap, so LLVM could delete or delay stores that only the collector sees. Machines other than x86 get a barrier for
** passes over machine code, too (machine_barrier_build). With statepoints the safepoint is a call of the runtime
** instead: a statepoint describes a return address, not the place where a load faults.  So it is for WebAssembly, where
** no load can be made to fault. */
#include <stdio.h>

#include "dialect/abi.h"
#include "lowering/common/lowering.h"

/* The name of that entry of the runtime, derived from the name of the entry that queues roots. */
static const char *
poll_name(const struct lr_profile *p, char *name, size_t bytes)
{
	static const char suffix[] = "queue_root";
	size_t n = strlen(p->queue_root);

	if (n < sizeof suffix - 1 || strcmp(p->queue_root + n - (sizeof suffix - 1), suffix) != 0)
		return "lr_gc_safepoint";
	snprintf(name, bytes, "%.*ssafepoint", (int)(n - (sizeof suffix - 1)), p->queue_root);
	return name;
}

static bool
is_call(const struct lower *l)
{
	return abi_of(l->cx, l->fn) == LR_ABI_STATEPOINT || strncmp(LLVMGetTarget(l->e.module), "wasm", 4) == 0;
}

lr_status
safepoint_check(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	char name[PROFILE_NAME_BYTES + 16];

	edit_plan_name(&l->e, call);
	lr_status st = signature_check(l, call, id, "v:0");
	return st != LR_OK || !is_call(l) ? st
		: runtime_name_check(l, call, poll_name(l->profile, name, sizeof name));
}

static bool
is_compiler_fence(LLVMValueRef inst)
{
	return inst != NULL && LLVMIsAFenceInst(inst)
		&& LLVMGetOrdering(inst) == LLVMAtomicOrderingSequentiallyConsistent;
}

void
safepoint_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct edit *e = &l->e;

	(void)id;
	edit_before(e, call);
	if (is_call(l)) {
		char name[PROFILE_NAME_BYTES + 16];
		LLVMTypeRef type = LLVMFunctionType(e->void_type, NULL, 0, false);
		LLVMBuildCall2(e->builder, type, runtime_function(l, poll_name(l->profile, name, sizeof name), type),
			NULL, 0, "");
		LLVMInstructionEraseFromParent(call);
		return;
	}
	LLVMValueRef previous = LLVMGetPreviousInstruction(call);
	machine_barrier_build(l, is_compiler_fence(previous) ? previous : call);
	edit_before(e, call);
	if (!is_compiler_fence(previous))
		LLVMBuildFence(e->builder, LLVMAtomicOrderingSequentiallyConsistent, true, "");
	LLVMValueRef load = LLVMBuildLoad2(e->builder, e->word, LLVMGetOperand(call, 0), "");
	LLVMSetVolatile(load, true);
	LLVMSetAlignment(load, e->word_bytes);
	if (!is_compiler_fence(LLVMGetNextInstruction(call)))
		LLVMBuildFence(e->builder, LLVMAtomicOrderingSequentiallyConsistent, true, "");
	edit_replace(e, call, load);
}
