/* SPDX-License-Identifier: MIT */
/* use_profile.c -- UseProfile: gives the rest of the pipeline another ABI profile than the context's.
**
** A pipeline in text can say by it which runtime it lowers for: "lateroot<profile=NAME>" begins with it.  lr_run puts
** the profile of the context back at its end.  In a plug-in the profile stays until the host is done. */
#include "host/passes.h"
#include "pipeline/pipeline.h"

#include <string.h>

#include "addrspace/remove/wasm.h"
#include "target/machine.h"

/* Does what LLVM assumes without a data layout, little endian and words of 8 bytes, fit the target? */
static bool
fits_no_layout(const char *triple)
{
	static const enum architecture fitting[] = { ARCH_X86_64, ARCH_AARCH64, ARCH_RISCV64, ARCH_PPC64LE,
		ARCH_WASM64 };
	const enum architecture a = architecture_of(triple);

	for (size_t i = 0; i < sizeof fitting / sizeof *fitting; i++)
		if (a == fitting[i])
			return true;
	return triple[0] == '\0';
}

lr_status
pipeline_take_layout(lr_context *cx, LLVMModuleRef m, bool *given)
{
	LLVMTargetMachineRef tm;

	*given = false;
	if (LLVMGetDataLayoutStr(m)[0] != '\0' || fits_no_layout(LLVMGetTarget(m)))
		return LR_OK;
	lr_status st = target_triple_machine(cx, LLVMGetTarget(m), &tm);
	if (tm == NULL)
		return st;
	LLVMTargetDataRef data = LLVMCreateTargetDataLayout(tm), own = LLVMGetModuleDataLayout(m);
	if (LLVMPointerSize(own) != LLVMPointerSize(data) || LLVMByteOrder(own) != LLVMByteOrder(data)) {
		*given = true;
		LLVMSetModuleDataLayout(m, data);
		if (strncmp(LLVMGetTargetName(LLVMGetTargetMachineTarget(tm)), "wasm", 4) == 0)
			st = wasm_layout_widen(cx, m); /* LLVM's own layout, which is short */
	}
	LLVMDisposeTargetData(data);
	LLVMDisposeTargetMachine(tm);
	return st;
}

lr_status
pipeline_check_target(lr_context *cx, LLVMModuleRef m)
{
	const char *triple = LLVMGetTarget(m), *layout = LLVMGetDataLayoutStr(m);
	const unsigned word = triple[0] != '\0' ? architecture_word_bytes(architecture_of(triple)) : 0,
		given = LLVMPointerSize(LLVMGetModuleDataLayout(m));

	if (word != 0 && word != given)
		return lr_fail(cx, LR_E_TARGET, NULL,
			"the target '%s' has words of %u bytes, and %s has pointers of %u bytes; give the module the "
			"data layout of its target", triple, word,
			layout[0] != '\0' ? "the data layout" : "a module without data layout", given);
	return (lr_status)profile_check_target(cx, triple);
}

lr_status
pass_use_profile(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct lr_profile profile, before = cx->profile;

	(void)fns, (void)nfns;
	if (params == NULL)
		return lr_fail(cx, LR_E_PIPELINE, NULL, "UseProfile needs the name of a profile: UseProfile<NAME>");
	lr_status st = (lr_status)profile_load(cx, params, &profile);
	if (st != LR_OK)
		return st;
	cx->profile = profile;
	st = (lr_status)profile_check_target(cx, LLVMGetTarget(m));
	if (st != LR_OK)
		cx->profile = before;
	return st;
}
