/* SPDX-License-Identifier: MIT */
/* tail_calls.c -- which musttail calls LLVM can make for a target.
**
** LLVM's code generators decide by the type of the call and by their own state.  Where they cannot make a musttail call
** they end the process (RISC-V, LoongArch, PowerPC, MIPS, Thumb), fail without the function's place in the source
** (WebAssembly), or call and return, so that the stack grows (SystemZ, SPARC).  The rules below hold for LLVM 19 and 22
** (test/llvmpasses/tool/tail-calls.test), and refuse only what certainly fails. */
#include "codegen/tail_calls.h"

#include <string.h>

#include "base/ptrmap.h"
#include "dialect/tail_calls.h"
#include "host/architecture.h"
#include "ir/llvm.h"

enum { CC_C = 0, CC_TAIL = 18 };

/* By the prefix of LLVM's name of the target. */
static const struct rule {
	const char *target;
	unsigned registers;      /* words of integers and pointers that are passed in registers; 0: any number */
	unsigned floats;         /* the same of floating-point numbers; 0: not known */
	unsigned word_bits;
	bool pairs;              /* the others of these go where integers go, and what is wider than two words is passed
	                          * by address, which fails */
	bool by_value;           /* byval fails, and with `registers` also sret */
} rules[] = {
	{ "riscv64", 8, 8, 64, true, true }, { "riscv32", 8, 8, 32, true, true },
	{ "loongarch64", 8, 8, 64, true, true }, { "loongarch32", 8, 8, 32, true, true },
	{ "systemz", 4, 4, 64, false, false }, { "sparcv9", 6, 0, 64, false, false },
	{ "sparc", 6, 0, 32, false, false }, { "aarch64", 0, 0, 64, false, true }, { "arm64", 0, 0, 64, false, true },
	{ "x86-64", 0, 0, 64, false, false } /* but on Windows */
};

struct tails {
	lr_context *cx;
	LLVMTargetDataRef data;
	const struct rule *rule; /* NULL: none */
	const char *target;      /* LLVM's name of the target */
	char *triple, *cpu, *features;
	bool wasm_has_none;
	struct ptrmap local;     /* function -> says_dso_local */
};

static bool
starts(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

/* ---- features ---- */

/* Is the feature switched on, by the last word about it, or else by `otherwise`? */
static bool
has_feature(const char *features, size_t bytes, const char *name, bool otherwise)
{
	const size_t n = strlen(name);
	bool on = otherwise;

	for (size_t i = 0; i < bytes; i++) {
		const char *comma = memchr(features + i, ',', bytes - i);
		const size_t end = comma != NULL ? (size_t)(comma - features) : bytes;
		if (end - i == n + 1 && memcmp(features + i + 1, name, n) == 0)
			on = features[i] == '+';
		i = end;
	}
	return on;
}

/* A string attribute of the function, or the target machine's value in place of it. */
static const char *
own(LLVMValueRef fn, const char *attribute, const char *otherwise, size_t *bytes)
{
	LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		attribute, (unsigned)strlen(attribute));
	unsigned n = 0;
	const char *text = a != NULL ? LLVMGetStringAttributeValue(a, &n) : otherwise;

	*bytes = a != NULL ? n : strlen(otherwise);
	return text;
}

static bool
function_has_tail_calls(const struct tails *t, LLVMValueRef fn)
{
	static const char all[] = "bleeding-edge";
	size_t bytes;
	const char *cpu = own(fn, "target-cpu", t->cpu, &bytes);
	const bool has = bytes == sizeof all - 1 && memcmp(cpu, all, bytes) == 0;
	const char *features = own(fn, "target-features", t->features, &bytes);

	return has_feature(features, bytes, "tail-call", has);
}

/* LLVM gives each function of a module for WebAssembly the features of all of them. */
static bool
wasm_has_tail_calls(const struct tails *t, LLVMModuleRef m)
{
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		if (!LLVMIsDeclaration(fn) && function_has_tail_calls(t, fn))
			return true;
	return false;
}

/* Has the function the Thumb instructions of version 1 alone? */
static bool
is_thumb_1(const struct tails *t, LLVMValueRef fn)
{
	static const char *const old[] = { "", "generic", "cortex-m0", "cortex-m0plus", "cortex-m1", "sc000" };
	const bool v4_to_6 = (starts(t->triple, "thumbv4") || starts(t->triple, "thumbv5")
		|| starts(t->triple, "thumbv6")) && !starts(t->triple, "thumbv6t2");
	size_t bytes;
	bool is = false;

	if (!v4_to_6 && !starts(t->triple, "thumb-") && !starts(t->triple, "thumbeb-"))
		return false;
	const char *cpu = own(fn, "target-cpu", t->cpu, &bytes);
	for (size_t i = 0; i < sizeof old / sizeof *old; i++)
		is |= strlen(old[i]) == bytes && memcmp(old[i], cpu, bytes) == 0;
	const char *features = own(fn, "target-features", t->features, &bytes);
	static const char *const newer[] = { "thumb2", "v6t2", "v7", "armv7-a", "armv7-m", "armv7-r", "v8m",
		"armv8-m.base", "armv8-m.main" };
	for (size_t i = 0; i < sizeof newer / sizeof *newer; i++)
		is &= !has_feature(features, bytes, newer[i], false);
	return is;
}

/* ---- arguments ---- */

/* What is known of the arguments.  `seen`: types that were looked at. */
struct arguments { unsigned words, floats, seen; bool wide; };

/* Counts what is in a type, which LLVM passes member by member.  Vectors, among others, are not counted, nor is what
** lies beyond MOST_SEEN types: a struct of structs may have more members than there is time for. */
static void /* NOLINTNEXTLINE(misc-no-recursion): DEEPEST */
count(const struct tails *t, LLVMTypeRef type, unsigned depth, struct arguments *a)
{
	enum { DEEPEST = 16, MOST = 64, MOST_SEEN = 1024 };
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	if (a->seen++ >= MOST_SEEN)
		return;
	if (kind == LLVMFP128TypeKind && t->rule->pairs)
		kind = LLVMIntegerTypeKind;
	switch (kind) {
	case LLVMPointerTypeKind:
	case LLVMIntegerTypeKind: {
		const uint64_t bits = LLVMSizeOfTypeInBits(t->data, type);
		const uint64_t words = (bits + t->rule->word_bits - 1) / t->rule->word_bits;
		a->wide |= words > 2 && t->rule->pairs;
		a->words += (unsigned)(words < MOST ? words : MOST);
		break;
	}
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind: a->floats++; break;
	case LLVMStructTypeKind:
		for (unsigned i = 0, n = LLVMCountStructElementTypes(type);
			i < n && a->seen < MOST_SEEN && depth < DEEPEST; i++)
			count(t, LLVMStructGetTypeAtIndex(type, i), depth + 1, a);
		break;
	case LLVMArrayTypeKind:
		for (uint64_t i = 0, n = LLVMGetArrayLength2(type);
			i < n && a->seen < MOST_SEEN && depth < DEEPEST; i++)
			count(t, LLVMGetElementType(type), depth + 1, a);
		break;
	default: break;
	}
}

static bool
has_attribute(LLVMValueRef call, unsigned argument, const char *name)
{
	return LLVMGetCallSiteEnumAttribute(call, argument + 1, LLVMGetEnumAttributeKindForName(name, strlen(name)))
		!= NULL;
}

/* Do the arguments certainly need memory? */
static bool
need_memory(const struct rule *r, const struct arguments *a)
{
	const unsigned over = r->floats > 0 && a->floats > r->floats ? a->floats - r->floats : 0;

	return a->wide || (r->pairs ? a->words + over > r->registers : a->words > r->registers || over > 0);
}

static lr_status
check_arguments(const struct tails *t, LLVMValueRef call)
{
	const struct rule *r = t->rule;
	struct arguments a = { 0 };
	const unsigned cc = LLVMGetInstructionCallConv(call);
	const bool no_byval = r->by_value || triple_is_windows(t->triple);

	for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
		const bool byval = has_attribute(call, i, "byval"), sret = has_attribute(call, i, "sret");
		if ((byval && no_byval) || (sret && r->by_value && r->registers > 0))
			return lr_fail(t->cx, LR_E_TARGET, call,
				"LLVM cannot make this musttail call for target '%s': it %s a struct in memory (%s); "
				"pass an object, or the members as arguments of their own", t->triple,
				byval ? "passes" : "returns", byval ? "byval" : "sret");
		if (!has_attribute(call, i, "nest"))
			count(t, LLVMTypeOf(LLVMGetOperand(call, i)), 0, &a);
	}
	if (r->registers == 0 || (cc != CC_C && cc != CC_TAIL) || !need_memory(r, &a))
		return LR_OK;
	return lr_fail(t->cx, LR_E_TARGET, call,
		"LLVM cannot make this musttail call for target '%s': all its arguments must be in registers there, "
		"which are %u words of integers and pointers%s; pass some of them in an object", t->triple,
		r->registers, r->pairs ? " and 8 floating-point numbers, with nothing wider than two words"
		: r->floats > 0 ? " and 4 floating-point numbers" : "");
}

/* ---- calls ---- */

/* Does the function's definition say dso_local?  LLVM-C cannot be asked, so each function is printed once. */
static bool
says_dso_local(struct tails *t, LLVMValueRef fn)
{
	const uint32_t known = ptrmap_get(&t->local, fn);
	if (known != PTRMAP_NONE)
		return known != 0;
	char *text = LLVMPrintValueToString(fn);
	const char *found = strstr(text, "define "), *at = found != NULL ? strchr(found, '@') : NULL,
		*word = at != NULL ? strstr(found, " dso_local ") : NULL;
	const bool says = word != NULL && word < at;

	LLVMDisposeMessage(text);
	ptrmap_set(&t->local, fn, says); /* without memory it is printed again */
	return says;
}

/* 64-bit PowerPC with ELF: the caller's and the callee's table of addresses (TOC) must be known to be the same. */
static bool
shares_toc(struct tails *t, LLVMValueRef callee)
{
	if (LLVMIsAFunction(callee) == NULL || LLVMIsDeclaration(callee))
		return false;
	switch (LLVMGetLinkage(callee)) {
	case LLVMInternalLinkage:
	case LLVMPrivateLinkage:
		return true;
	case LLVMExternalLinkage:
		return LLVMGetVisibility(callee) != LLVMDefaultVisibility || says_dso_local(t, callee);
	default:
		return false;
	}
}

static lr_status
check_call(struct tails *t, LLVMValueRef fn, LLVMValueRef call)
{
	const bool ppc64 = starts(t->target, "ppc64") && strstr(t->triple, "-aix") == NULL;

	if (t->wasm_has_none)
		return lr_fail(t->cx, LR_E_TARGET, call,
			"target '%s' makes musttail calls with the feature tail-call alone, which no function of the "
			"module has: %s", t->triple,
			LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				"target-features", strlen("target-features")) != NULL
				? "functions say here what features they have, so let the front end add it (clang "
				  "-mtail-call)"
				: "compile with --mattr=+tail-call");
	if ((starts(t->target, "ppc") && !ppc64) || starts(t->target, "mips")
		|| (starts(t->target, "thumb") && is_thumb_1(t, fn)))
		return lr_fail(t->cx, LR_E_TARGET, call,
			"LLVM makes no musttail calls for target '%s': return to a loop in the caller that makes the "
			"next call (a trampoline)", t->triple);
	if (ppc64 && !shares_toc(t, LLVMGetCalledValue(call)))
		return lr_fail(t->cx, LR_E_TARGET, call,
			"LLVM makes musttail calls for target '%s' only to functions that the module defines, and "
			"that are internal, hidden or dso_local: make the callee one (static in C), or return to a "
			"loop in the caller that makes the next call (a trampoline)", t->triple);
	return t->rule != NULL ? check_arguments(t, call) : LR_OK;
}

static lr_status
check_function(struct tails *t, LLVMValueRef fn)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb),
			call = LLVMIsAReturnInst(end) ? musttail_before(end) : NULL;
		lr_status st = call != NULL ? check_call(t, fn, call) : LR_OK;
		if (st != LR_OK)
			return st;
	}
	return LR_OK;
}

lr_status
native_check_tail_calls(lr_context *cx, LLVMModuleRef m, LLVMTargetMachineRef tm)
{
	struct tails t = { .cx = cx, .data = LLVMGetModuleDataLayout(m),
		.target = LLVMGetTargetName(LLVMGetTargetMachineTarget(tm)), .triple = LLVMGetTargetMachineTriple(tm),
		.cpu = LLVMGetTargetMachineCPU(tm), .features = LLVMGetTargetMachineFeatureString(tm) };
	lr_status st = LR_OK;

	for (size_t i = 0; i < sizeof rules / sizeof *rules && t.rule == NULL; i++)
		if (starts(t.target, rules[i].target))
			t.rule = &rules[i];
	ptrmap_init(&t.local, cx->options.alloc, cx->options.user);
	t.wasm_has_none = starts(t.target, "wasm") && !wasm_has_tail_calls(&t, m);
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL && st == LR_OK; fn = LLVMGetNextFunction(fn))
		st = check_function(&t, fn);
	ptrmap_free(&t.local);
	LLVMDisposeMessage(t.triple);
	LLVMDisposeMessage(t.cpu);
	LLVMDisposeMessage(t.features);
	return st;
}
