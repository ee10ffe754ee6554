/* SPDX-License-Identifier: MIT */
/* cpu_features.c -- CPUFeatures: answers questions about the processor that the calling function is compiled for.
**
**   julia.cpu.have_fma.f16, .f32, .f64    is a fused multiply-add one instruction?
**   julia.cpu.supports.NAME,NAME          does the processor have all of these features, by LLVM's names?
**
** Each call becomes a constant: 1 or 0 of its type, by "target-cpu" and "target-features" of the caller, without them
** by the generic processor of the triple.  A feature that LLVM does not know is not there.  Two calls with the same
** question in functions with the same attributes get the same answer. */

#include <llvm-c/TargetMachine.h>

#include "optimize/cpu/subtarget.h"
#include "dialect/edit/edit.h"
#include "host/passes.h"

enum { REMEMBERED = 16 };

static const char FMA[] = "julia.cpu.have_fma.", SUPPORTS[] = "julia.cpu.supports.";

struct answers {
	lr_context *cx;
	const struct cpu_family *family; /* NULL: nothing is known of this target, and it has nothing */
	const char *triple;
	struct remembered {
		bool valid;
		LLVMAttributeRef cpu, features;  /* unique in their context; NULL: none */
		struct cpu_set set;
	} remembered[REMEMBERED];
	unsigned next;                   /* the entry to be replaced */
};

static LLVMAttributeRef
attribute(LLVMValueRef fn, const char *name)
{
	return LLVMGetStringAttributeAtIndex(fn, AT_FUNCTION, name, (unsigned)strlen(name));
}

static const char *
text_of(LLVMAttributeRef a, unsigned *n)
{
	*n = 0;
	return a != NULL ? LLVMGetStringAttributeValue(a, n) : "";
}

static const struct cpu_set *
subtarget_of(struct answers *a, LLVMValueRef fn)
{
	LLVMAttributeRef cpu = attribute(fn, "target-cpu"), features = attribute(fn, "target-features");
	unsigned cpu_bytes, features_bytes;

	for (unsigned i = 0; i < REMEMBERED; i++) {
		struct remembered *r = &a->remembered[i];
		if (r->valid && r->cpu == cpu && r->features == features)
			return &r->set;
	}
	struct remembered *r = &a->remembered[a->next++ % REMEMBERED];
	const char *cpu_text = text_of(cpu, &cpu_bytes), *features_text = text_of(features, &features_bytes);
	*r = (struct remembered){ true, cpu, features,
		cpu_subtarget(a->family, a->triple, cpu_text, cpu_bytes, features_text, features_bytes) };
	return &r->set;
}

static bool
has(const struct answers *a, const struct cpu_set *s, const char *name, size_t n)
{
	return cpu_has(s, cpu_feature_number(a->family, name, n));
}

static bool
is(const char *text, size_t n, const char *word)
{
	return strlen(word) == n && memcmp(text, word, n) == 0;
}

static bool
have_fma(const struct answers *a, const struct cpu_set *s, const char *type, size_t n)
{
	const bool f16 = is(type, n, "f16"), f32 = is(type, n, "f32"), f64 = is(type, n, "f64");

	switch (a->family->arch) {
	case CPU_X86:
		return (f32 || f64) && (has(a, s, "fma", 3) || has(a, s, "fma4", 4));
	case CPU_AARCH64:
		return f32 || f64 || (f16 && has(a, s, "fullfp16", 8));
	case CPU_RISCV:
		return (f16 && has(a, s, "zfh", 3)) || (f32 && has(a, s, "f", 1)) || (f64 && has(a, s, "d", 1));
	case CPU_ARM:
		return ((f32 || f64) && has(a, s, "vfp4", 4)) || (f32 && has(a, s, "vfp4sp", 6));
	}
	return false;
}

/* Has the processor all features of the list?  An empty name is no feature. */
static bool
supports(const struct answers *a, const struct cpu_set *s, const char *list, size_t bytes)
{
	for (size_t at = 0; at <= bytes;) {
		const char *comma = memchr(list + at, ',', bytes - at);
		const size_t end = comma ? (size_t)(comma - list) : bytes;
		if (!has(a, s, list + at, end - at))
			return false;
		at = end + 1;
	}
	return true;
}

static bool
answer(struct answers *a, LLVMValueRef fn, LLVMValueRef call)
{
	size_t n;
	const char *name = LLVMGetValueName2(fn, &n);

	if (a->family == NULL)
		return false;
	const struct cpu_set *s = subtarget_of(a, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
	return strncmp(name, FMA, sizeof FMA - 1) == 0
		? have_fma(a, s, name + sizeof FMA - 1, n - (sizeof FMA - 1))
		: supports(a, s, name + sizeof SUPPORTS - 1, n - (sizeof SUPPORTS - 1));
}

static bool
is_question(LLVMValueRef fn)
{
	const char *name = value_name(fn);

	return LLVMIsDeclaration(fn)
		&& (strncmp(name, FMA, sizeof FMA - 1) == 0 || strncmp(name, SUPPORTS, sizeof SUPPORTS - 1) == 0);
}

/* Every use of a question must be a plain call that gives an integer. */
static lr_status
check_uses(lr_context *cx, LLVMValueRef fn)
{
	for (LLVMUseRef u = LLVMGetFirstUse(fn); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsACallInst(user) == NULL || LLVMGetCalledValue(user) != fn || LLVMGetNumArgOperands(user) != 0)
			return lr_fail(cx, LR_E_DIALECT, LLVMIsAInstruction(user) ? user : fn,
				"'%.200s' may only be called, without arguments: it is an answer at compile time",
				value_name(fn));
		if (LLVMGetTypeKind(LLVMTypeOf(user)) != LLVMIntegerTypeKind)
			return lr_fail(cx, LR_E_DIALECT, user, "'%.200s' must return an integer", value_name(fn));
	}
	return LR_OK;
}

static void
fold(struct answers *a, LLVMValueRef fn)
{
	for (LLVMUseRef u; (u = LLVMGetFirstUse(fn)) != NULL;) {
		LLVMValueRef call = LLVMGetUser(u);
		LLVMReplaceAllUsesWith(call, LLVMConstInt(LLVMTypeOf(call), answer(a, fn, call), false));
		LLVMInstructionEraseFromParent(call);
	}
	LLVMDeleteFunction(fn);
	a->cx->changed |= LR_CHANGED_IR | LR_CHANGED_CFG;
}

lr_status
pass_cpu_features(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct answers a = { .cx = cx };
	char *triple = NULL;
	lr_status st = LR_OK;
	bool any = false;

	(void)fns;
	(void)nfns;
	(void)params;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL && st == LR_OK; f = LLVMGetNextFunction(f))
		if (is_question(f)) {
			any = true;
			st = check_uses(cx, f);
		}
	if (!any || st != LR_OK)
		return st;
	a.triple = LLVMGetTarget(m);
	if (a.triple[0] == '\0') /* as for code generation */
		a.triple = triple = LLVMGetDefaultTargetTriple();
	a.family = cpu_family_of(a.triple);
	context_forget_functions(cx);
	for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f != NULL; f = next) {
		next = LLVMGetNextFunction(f);
		if (is_question(f))
			fold(&a, f);
	}
	LLVMDisposeMessage(triple);
	return LR_OK;
}
