/* SPDX-License-Identifier: MIT */
/* getter.c -- builds the code by which a function finds the GC stack of its task.
**
**   argument "gcstack", or swiftself    that argument
**   GETTER_CALL         a call of the runtime
**   GETTER_TLS          thread pointer + offset, and a load if the profile says so
**   in an image         as GETTER_TLS if the loader has put an offset into a global, otherwise a call through another
**                       global
**
** The result does not change while a function runs, for a task keeps its stack. So the getter is marked memory(none),
** and LLVM may merge its calls. */
#include <stdio.h>

#include "dialect/gcstack.h"
#include "lowering/intrinsics/ptls.h"

enum cpu
getter_cpu(LLVMModuleRef m)
{
	const char *triple = LLVMGetTarget(m);

	if (triple[0] == '\0') /* the host */
#if defined __x86_64__
		return CPU_X86_64;
#elif defined __aarch64__
		return CPU_AARCH64;
#else
		return CPU_OTHER;
#endif
	if (strstr(triple, "darwin") != NULL || strstr(triple, "windows") != NULL)
		return CPU_OTHER;
	return strncmp(triple, "x86_64", 6) == 0 ? CPU_X86_64
		: strncmp(triple, "aarch64", 7) == 0 ? CPU_AARCH64
		: CPU_OTHER;
}

LLVMValueRef
getter_argument(LLVMValueRef fn)
{
	unsigned n = LLVMCountParams(fn), kind = LLVMGetEnumAttributeKindForName("swiftself", 9);

	for (unsigned i = 0; i < n; i++)
		if (LLVMGetEnumAttributeAtIndex(fn, i + 1, kind) != NULL) {
			LLVMValueRef a = LLVMGetParam(fn, i);
			return gcstack_is_taken(fn, a, i) ? NULL : a;
		}
	return NULL;
}

bool
getter_returns_twice(struct ptls *t, LLVMValueRef fn)
{
	if (t->asked == fn)
		return t->answer;
	t->asked = fn;
	t->answer = false;
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL && !t->answer;
		bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst != NULL && !t->answer;
			inst = LLVMGetNextInstruction(inst)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(inst);
			t->answer = (op == LLVMCall || op == LLVMInvoke) && call_has_attribute(inst, "returns_twice");
		}
	return t->answer;
}

LLVMValueRef
getter_call_runtime(struct ptls *t, const char *name, bool pure)
{
	struct edit *e = &t->l.e;
	LLVMTypeRef type = LLVMFunctionType(e->ptr, NULL, 0, false);
	bool known = LLVMGetNamedFunction(e->module, name) != NULL;
	LLVMValueRef f = runtime_function(&t->l, name, type);

	if (!known) {
		add_attribute(e->context, f, AT_FUNCTION, "nounwind", 0);
		add_attribute(e->context, f, AT_FUNCTION, "willreturn", 0);
		if (pure) /* an entry that may attach the thread has an effect at its first call */
			add_attribute(e->context, f, AT_FUNCTION, "memory", 0);
	}
	return LLVMBuildCall2(e->builder, type, f, NULL, 0, "pgcstack");
}

static LLVMValueRef
build_asm(struct edit *e, const char *text, const char *constraints, LLVMValueRef *args, unsigned n)
{
	LLVMTypeRef type = LLVMFunctionType(e->ptr, &e->word, n, false);
	LLVMValueRef code = LLVMGetInlineAsm(type, text, strlen(text), constraints, strlen(constraints), false, false,
		LLVMInlineAsmDialectATT, false);
	LLVMValueRef call = LLVMBuildCall2(e->builder, type, code, args, n, "");

	add_call_attribute(e->context, call, AT_FUNCTION, "nounwind", 0);
	add_call_attribute(e->context, call, AT_FUNCTION, "memory", 0);
	return call;
}

/* The word at thread pointer + offset, or its address. In a function with a call that returns twice, the addition is
** part of the assembly: after the second return LLVM must not recompute the sum from a thread pointer that it believes
** to be unchanged. */
static LLVMValueRef
build_tls(struct ptls *t, LLVMValueRef fn, LLVMValueRef offset)
{
	struct edit *e = &t->l.e;
	bool x86 = t->cpu == CPU_X86_64, hide = getter_returns_twice(t, fn);
	LLVMValueRef at;

	if (hide)
		at = build_asm(e, x86 ? "movq %fs:0, $0;addq $1, $0" : "mrs $0, tpidr_el0;add $0, $0, $1",
			x86 ? "=&r,r,~{flags}" : "=&r,r", &offset, 1);
	else {
		at = build_asm(e, x86 ? "movq %fs:0, $0" : "mrs $0, tpidr_el0", "=r", NULL, 0);
		at = LLVMBuildGEP2(e->builder, e->i8, at, &offset, 1, "");
	}
	if (!t->l.profile->tls_load)
		return at;
	LLVMValueRef load = LLVMBuildLoad2(e->builder, e->ptr, at, "pgcstack");
	LLVMSetAlignment(load, e->word_bytes);
	return load;
}

/* A variable of the image, which the loader fills in. */
static LLVMValueRef
image_global(struct ptls *t, const char *name, LLVMTypeRef type)
{
	LLVMModuleRef m = t->l.e.module;
	LLVMValueRef g = LLVMGetNamedGlobal(m, name);
	char real[PROFILE_NAME_BYTES + 8];

	if (g == NULL)
		g = LLVMGetNamedGlobalAlias(m, name, strlen(name));
	if (g != NULL)
		return g;
	if (t->l.profile->image_globals == IMAGE_HIDDEN) {
		g = LLVMAddGlobal(m, type, name);
		LLVMSetVisibility(g, LLVMHiddenVisibility);
		return g;
	}
	snprintf(real, sizeof real, "%s.real", name);
	g = LLVMAddGlobal(m, type, real);
	LLVMSetInitializer(g, LLVMConstNull(type));
	LLVMSetLinkage(g, LLVMInternalLinkage);
	return LLVMAddAlias2(m, type, LR_AS_GENERIC, g, name);
}

static LLVMValueRef
load_global(struct edit *e, LLVMValueRef global, LLVMTypeRef type, const char *name)
{
	LLVMValueRef load = LLVMBuildLoad2(e->builder, type, global, name);

	LLVMSetAlignment(load, e->word_bytes);
	edit_metadata(e, load, e->md_invariant_load, LLVMMDNodeInContext2(e->context, NULL, 0));
	return load;
}

static LLVMValueRef
call_slot(struct ptls *t, LLVMValueRef slot)
{
	struct edit *e = &t->l.e;
	LLVMTypeRef type = LLVMFunctionType(e->ptr, NULL, 0, false);
	LLVMValueRef getter = load_global(e, slot, e->ptr, "getter");
	LLVMValueRef value = LLVMBuildCall2(e->builder, type, getter, NULL, 0, "");

	add_call_attribute(e->context, value, AT_FUNCTION, "nounwind", 0);
	return value;
}

static LLVMValueRef
build_image(struct ptls *t, LLVMValueRef call)
{
	struct edit *e = &t->l.e;
	const struct lr_profile *p = t->l.profile;
	LLVMBasicBlockRef rest = LLVMGetInstructionParent(call), head;
	LLVMValueRef fn = LLVMGetBasicBlockParent(rest), value[2];
	LLVMMetadataRef where = LLVMInstructionGetDebugLoc(call);

	LLVMValueRef offset_global = image_global(t, p->image_offset, e->word);
	LLVMValueRef func_global = image_global(t, p->image_func_slot, e->ptr);
	if (p->image_key_slot[0] != '\0')
		image_global(t, p->image_key_slot, e->word);
	if (t->cpu == CPU_OTHER) /* its thread pointer is not known */
		return call_slot(t, func_global);
	edit_cut_block(e, rest, &call, 1, &head);
	LLVMBasicBlockRef block[] = { LLVMInsertBasicBlockInContext(e->context, rest, "fast"),
		LLVMInsertBasicBlockInContext(e->context, rest, "slow") };
	LLVMPositionBuilderAtEnd(e->builder, head);
	LLVMSetCurrentDebugLocation2(e->builder, where);
	LLVMValueRef offset = load_global(e, offset_global, e->word, "tls_offset");
	LLVMValueRef known = LLVMBuildICmp(e->builder, LLVMIntNE, offset, edit_word(e, 0), "");
	edit_weights(e, LLVMBuildCondBr(e->builder, known, block[0], block[1]), 9, 1);
	LLVMPositionBuilderAtEnd(e->builder, block[0]);
	value[0] = build_tls(t, fn, offset);
	LLVMBuildBr(e->builder, rest);
	LLVMPositionBuilderAtEnd(e->builder, block[1]);
	value[1] = call_slot(t, func_global);
	LLVMBuildBr(e->builder, rest);
	edit_before(e, call); /* first in its block */
	LLVMValueRef phi = LLVMBuildPhi(e->builder, e->ptr, "pgcstack");
	LLVMAddIncoming(phi, value, block, 2);
	return phi;
}

LLVMValueRef
getter_build(struct ptls *t, LLVMValueRef call, bool or_null)
{
	const struct lr_profile *p = t->l.profile;

	if (or_null && p->getter_or_null[0] != '\0')
		return getter_call_runtime(t, p->getter_or_null, false);
	if (t->image)
		return build_image(t, call);
	if (p->getter == GETTER_TLS)
		return build_tls(t, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)),
			LLVMConstInt(t->l.e.word, (unsigned long long)p->tls_offset, true));
	return getter_call_runtime(t, p->getter_name, !or_null);
}
