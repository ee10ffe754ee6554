/* SPDX-License-Identifier: MIT */
/* processors.c -- what a module wants to know of processors, before code is generated. */
#include "codegen/native.h"

#include <string.h>

#include "host/context.h"

static bool
asks_for_clones(const lr_context *cx, LLVMModuleRef m)
{
	static const char flag[] = "julia.mv.enable";

	return cx->options.clone_targets != NULL || LLVMGetModuleFlag(m, flag, sizeof flag - 1) != NULL;
}

static void
give_attribute(LLVMValueRef fn, const char *name, const char *value)
{
	const unsigned n = (unsigned)strlen(name);
	LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

	if (value[0] != '\0' && LLVMGetStringAttributeAtIndex(fn, at, name, n) == NULL)
		LLVMAddAttributeAtIndex(fn, at, LLVMCreateStringAttribute(LLVMGetTypeContext(LLVMTypeOf(fn)), name, n,
			value, (unsigned)strlen(value)));
}

/* Writes on the functions what the code generator takes for their processor, so that CPUFeatures answers for the
** same. */
static void
name_processor(LLVMModuleRef m, LLVMTargetMachineRef tm)
{
	char *cpu = LLVMGetTargetMachineCPU(tm), *features = LLVMGetTargetMachineFeatureString(tm);

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f)) {
			give_attribute(f, "target-cpu", cpu);
			give_attribute(f, "target-features", features);
		}
	LLVMDisposeMessage(features);
	LLVMDisposeMessage(cpu);
}

bool
processors_matter(const lr_context *cx, LLVMModuleRef m, LLVMTargetMachineRef tm)
{
	if (asks_for_clones(cx, m)) /* clones have processors of their own */
		return true;
	if (!declares_prefix(m, "julia.cpu."))
		return false;
	name_processor(m, tm);
	return true;
}
