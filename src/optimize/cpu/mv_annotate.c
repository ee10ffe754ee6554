/* SPDX-License-Identifier: MIT */
/* mv_annotate.c -- which functions are cloned for which targets.
**
** A target with clone_all has a clone of each function.  A partial target has clones of the functions with a feature
** that it asks for: loops, vectors, floating-point operations that it can fuse, questions about the processor, small
** floating-point types.  It also has clones of the functions between two of them in the call graph, so that calls
** between clones stay direct: a function that a member calls, and that itself calls a member, becomes one.
**
** The decisions are attributes of the functions: "julia.mv.clones" (a set of targets, in hexadecimal),
** "julia.mv.reloc", "julia.mv.fvar". */
#include <llvm-c/Target.h>

#include "dialect/edit/edit.h"
#include "ir/copy_global.h"
#include "ir/read_cfg.h"
#include "optimize/cpu/multiversion.h"

static const char CLONES[] = "julia.mv.clones", RELOC[] = "julia.mv.reloc", FVAR[] = "julia.mv.fvar",
	VECCALL[] = "julia.mv.veccall";

enum { WIDE_PARTS = 256 };
enum { ANY_FEATURE = MV_MATH | MV_LOOP | MV_SIMD | MV_CPU | MV_HALF | MV_BFLOAT };

/* ---- the features of a function ---- */

static bool
is_vector(LLVMTypeRef t)
{
	const LLVMTypeKind k = LLVMGetTypeKind(t);

	return k == LLVMVectorTypeKind || k == LLVMScalableVectorTypeKind;
}

static bool
has_vector(struct mv *v, LLVMTypeRef fn)
{
	const unsigned n = LLVMCountParamTypes(fn);
	LLVMTypeRef *param = arena_array(&v->ar, n, sizeof *param);

	if (param == NULL)
		return false;
	LLVMGetParamTypes(fn, param);
	for (unsigned i = 0; i < n; i++)
		if (is_vector(param[i]))
			return true;
	return is_vector(LLVMGetReturnType(fn));
}

/* Is the type a vector that is passed in other registers where the function has other features? On x86-64 and AArch64
** these are vectors of more than 128 bits, and those of elements that not all processors compute with; elsewhere all
** vectors. */
static bool
is_wide_vector(const struct mv *v, LLVMTypeRef t)
{
	if (LLVMGetTypeKind(t) == LLVMScalableVectorTypeKind)
		return true;
	if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
		return false;
	LLVMTypeRef element = LLVMGetElementType(t);
	const LLVMTypeKind kind = LLVMGetTypeKind(element);
	if (strncmp(v->triple, "x86_64", 6) != 0 && strncmp(v->triple, "aarch64", 7) != 0)
		return true;
	return LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(v->m), t) > 128
		|| kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind
		|| (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(element) < 8);
}

/* Does a value of the type have such vectors? A type of too many parts counts as one that has. */
static bool
is_wide(const struct mv *v, LLVMTypeRef t)
{
	LLVMTypeRef todo[WIDE_PARTS];
	unsigned n = 0, seen = 0;

	for (todo[n++] = t; n > 0;) {
		t = todo[--n];
		if (++seen > WIDE_PARTS || is_wide_vector(v, t))
			return true;
		const LLVMTypeKind kind = LLVMGetTypeKind(t);
		const unsigned parts = kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(t)
			: kind == LLVMArrayTypeKind ? 1 : 0;
		if (parts > WIDE_PARTS - n)
			return true;
		for (unsigned i = 0; i < parts; i++)
			todo[n++] = kind == LLVMArrayTypeKind ? LLVMGetElementType(t) : LLVMStructGetTypeAtIndex(t, i);
	}
	return false;
}

static bool
passes_wide(struct mv *v, LLVMTypeRef fn)
{
	const unsigned n = LLVMCountParamTypes(fn);
	LLVMTypeRef *param = arena_array(&v->ar, n, sizeof *param);

	if (param == NULL)
		return true;
	LLVMGetParamTypes(fn, param);
	for (unsigned i = 0; i < n; i++)
		if (is_wide(v, param[i]))
			return true;
	return is_wide(v, LLVMGetReturnType(fn));
}

static unsigned
features_of_type(LLVMTypeRef t)
{
	unsigned features = is_vector(t) ? MV_SIMD : 0;
	const LLVMTypeKind k = LLVMGetTypeKind(features ? LLVMGetElementType(t) : t);

	return features | (k == LLVMHalfTypeKind ? MV_HALF : 0) | (k == LLVMBFloatTypeKind ? MV_BFLOAT : 0);
}

static bool
starts(const char *s, const char *start)
{
	return strncmp(s, start, strlen(start)) == 0;
}

/* Is the answer to the question the same for all processors of the target? */
static bool
is_settled(const struct mv *v, const char *question)
{
	const struct cpu_family *f = cpu_family_of(v->triple);

	return f != NULL && f->arch == CPU_AARCH64
		&& (strcmp(question, "julia.cpu.have_fma.f32") == 0 || strcmp(question, "julia.cpu.have_fma.f64") == 0);
}

static unsigned
features_of_call(struct mv *v, LLVMValueRef call, struct mv_fn *fn, bool *vector_call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	unsigned features = 0;

	if (LLVMIsAFunction(callee) != NULL) {
		const char *name = value_name(callee);
		if (starts(name, "llvm.muladd.") || starts(name, "llvm.fma."))
			features |= MV_MATH;
		else if (starts(name, "julia.cpu.") && !is_settled(v, name))
			features |= MV_CPU;
		if (starts(name, "llvm.")) /* passes nothing */
			return features;
	}
	fn->wide = fn->wide || passes_wide(v, LLVMGetCalledFunctionType(call));
	for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) /* variable ones, too */
		fn->wide = fn->wide || is_wide(v, LLVMTypeOf(operand_of(call, i)));
	if (has_vector(v, LLVMGetCalledFunctionType(call))) {
		features |= MV_SIMD;
		*vector_call = true;
	}
	return features;
}

static unsigned
features_of_instruction(struct mv *v, LLVMValueRef inst, struct mv_fn *fn, bool *vector_call)
{
	const int n = LLVMGetNumOperands(inst);
	unsigned features = features_of_type(LLVMTypeOf(inst)) & (unsigned)MV_SIMD;

	for (int i = 0; i < n; i++)
		features |= features_of_type(LLVMTypeOf(operand_of(inst, (unsigned)i)));
	if (LLVMIsACallInst(inst) != NULL || LLVMIsAInvokeInst(inst) != NULL)
		features |= features_of_call(v, inst, fn, vector_call);
	if (LLVMCanValueUseFastMathFlags(inst) && LLVMGetFastMathFlags(inst) != LLVMFastMathNone)
		features |= MV_MATH;
	return features;
}

static bool
has_loop(struct mv *v, LLVMValueRef fn)
{
	struct cfg g = { 0 };

	if (LLVMCountBasicBlocks(fn) == 1 && LLVMGetNumSuccessors(
		LLVMGetBasicBlockTerminator(LLVMGetFirstBasicBlock(fn))) == 0)
		return false;
	if (read_cfg(&v->ar, &v->seen, fn, &g) == NULL)
		return false;
	for (uint32_t b = 0; g.any_loop && b < g.nblk; b++)
		if (g.loop[b] != NONE)
			return true;
	return false;
}

static unsigned
features_of(struct mv *v, struct mv_fn *fn, bool *vector_call)
{
	unsigned features = has_loop(v, fn->fn) ? MV_LOOP : 0;

	fn->wide = passes_wide(v, LLVMGlobalGetValueType(fn->fn));
	if (has_vector(v, LLVMGlobalGetValueType(fn->fn))) {
		features |= MV_SIMD;
		*vector_call = true;
	}
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn->fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			features |= features_of_instruction(v, i, fn, vector_call);
	return features;
}

/* Does the function hardly ever run?  It is `cold`, is not optimised, or has never run where it was profiled. */
static bool
is_cold(LLVMValueRef fn)
{
	static const char *const attributes[] = { "cold", "optnone" };
	unsigned n;

	for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
		if (LLVMGetEnumAttributeAtIndex(fn, AT_FUNCTION,
			LLVMGetEnumAttributeKindForName(attributes[i], strlen(attributes[i]))) != NULL)
			return true;
	LLVMContextRef llvm = LLVMGetTypeContext(LLVMTypeOf(fn));
	LLVMMetadataRef count = global_metadata(fn, LLVMGetMDKindIDInContext(llvm, "prof", 4));
	LLVMValueRef node = count != NULL ? LLVMMetadataAsValue(llvm, count) : NULL, part[2];
	if (node == NULL || LLVMIsAMDNode(node) == NULL || LLVMGetMDNodeNumOperands(node) < 2)
		return false;
	if (LLVMGetMDNodeNumOperands(node) > 2) /* counts of imported functions follow those of this one */
		return false;
	LLVMGetMDNodeOperands(node, part);
	const char *name = part[0] != NULL && LLVMIsAMDString(part[0]) ? LLVMGetMDString(part[0], &n) : "";
	return strncmp(name, "function_entry_count", 20) == 0 && part[1] != NULL && LLVMIsAConstantInt(part[1])
		&& LLVMIsNull(part[1]);
}

/* ---- the call graph ---- */

struct calls { uint32_t *at, *to, n, cap; }; /* callees of function f: to[at[f]] .. to[at[f + 1]] */

static bool
read_calls(struct mv *v, struct calls *c)
{
	c->at = arena_array(&v->ar, (size_t)v->nfn + 1, sizeof *c->at);
	for (uint32_t f = 0; f < v->nfn && c->at != NULL; f++) {
		c->at[f] = c->n;
		if (!v->fn[f].defined)
			continue;
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(v->fn[f].fn); b != NULL; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
				if (LLVMIsACallInst(i) == NULL && LLVMIsAInvokeInst(i) == NULL)
					continue;
				const uint32_t callee = ptrmap_get(&v->index, LLVMGetCalledValue(i));
				if (callee < v->nfn && !v->fn[callee].llvm && ARENA_PUSH(&v->ar, c->to, c->n, c->cap))
					c->to[c->n++] = callee;
			}
	}
	if (v->ar.failed)
		return false;
	c->at[v->nfn] = c->n;
	return true;
}

static bool
calls_member(const struct mv *v, const struct calls *c, uint32_t f, uint32_t target)
{
	for (uint32_t i = c->at[f]; i < c->at[f + 1]; i++)
		if ((v->fn[c->to[i]].clones >> target & 1) != 0)
			return true;
	return false;
}

/* Adds the callees of members that call members.  Each new member makes its callers callees of interest: `todo` has
** the members whose callees have not been looked at since. */
static void
close_over_calls(struct mv *v, const struct calls *c, uint32_t target, uint32_t *todo)
{
	uint32_t n = 0;

	for (uint32_t f = 0; f < v->nfn; f++)
		if ((v->fn[f].clones >> target & 1) != 0 && v->fn[f].defined)
			todo[n++] = f;
	while (n > 0) {
		const uint32_t f = todo[--n];
		for (uint32_t i = c->at[f]; i < c->at[f + 1]; i++) {
			struct mv_fn *callee = &v->fn[c->to[i]];
			if (callee->defined && callee->obstacle == NULL && !(callee->cold && v->target[target].hot_only)
				&& (callee->clones >> target & 1) == 0
				&& calls_member(v, c, c->to[i], target)) {
				callee->clones |= UINT64_C(1) << target;
				todo[n++] = c->to[i];
			}
		}
	}
}

/* ---- all ---- */

bool
mv_list(struct mv *v)
{
	uint32_t n = 0, k = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(v->m); f != NULL; f = LLVMGetNextFunction(f))
		n++;
	v->fn = arena_zarray(&v->ar, n, sizeof *v->fn);
	if (n == 0 || v->fn == NULL)
		return !v->ar.failed;
	for (LLVMValueRef f = LLVMGetFirstFunction(v->m); f != NULL; f = LLVMGetNextFunction(f)) {
		struct mv_fn *fn = &v->fn[v->nfn];
		*fn = (struct mv_fn){ .fn = f, .defined = !LLVMIsDeclaration(f), .llvm = starts(value_name(f), "llvm."),
			.id = NONE, .clone = arena_zarray(&v->ar, v->ntarget, sizeof *fn->clone),
			.fill = arena_zarray(&v->ar, v->ntarget, sizeof *fn->fill) };
		ptrmap_set(&v->index, f, v->nfn++);
	}
	for (LLVMValueRef g = LLVMGetFirstGlobal(v->m); g != NULL; g = LLVMGetNextGlobal(g))
		k++;
	v->nvariable = k;
	for (LLVMValueRef g = LLVMGetFirstGlobalAlias(v->m); g != NULL; g = LLVMGetNextGlobalAlias(g))
		k++;
	v->nglobalalias = k - v->nvariable;
	for (LLVMValueRef g = LLVMGetFirstGlobalIFunc(v->m); g != NULL; g = LLVMGetNextGlobalIFunc(g))
		k++;
	v->global = arena_array(&v->ar, k, sizeof *v->global);
	if (v->global == NULL)
		return false;
	for (LLVMValueRef g = LLVMGetFirstGlobal(v->m); g != NULL; g = LLVMGetNextGlobal(g))
		v->global[v->nglobal++] = g;
	for (LLVMValueRef g = LLVMGetFirstGlobalAlias(v->m); g != NULL; g = LLVMGetNextGlobalAlias(g))
		v->global[v->nglobal++] = g;
	for (LLVMValueRef g = LLVMGetFirstGlobalIFunc(v->m); g != NULL; g = LLVMGetNextGlobalIFunc(g))
		v->global[v->nglobal++] = g;
	return !v->ar.failed && !v->index.failed;
}

/* Targets that pass vectors otherwise need clones of all functions if vectors are passed. */
static void
clone_all_for_vectors(struct mv *v)
{
	for (uint32_t t = 1; t < v->ntarget; t++)
		if ((v->target[t].flags & MV_VECTOR_CALL) != 0) {
			v->target[t].flags |= MV_CLONE_ALL;
			v->target[t].base = t;
		}
}

static void
derive(struct mv *v)
{
	for (uint32_t f = 0; f < v->nfn; f++) {
		struct mv_fn *fn = &v->fn[f];
		bool partial = false;
		for (uint32_t t = 1; t < v->ntarget; t++)
			partial |= (fn->clones >> t & 1) != 0 && !mv_is_base(v, t);
		partial |= v->image && fn->clones != 0;
		fn->reloc = (partial && fn->used) || (fn->clones != 0 && fn->aliased);
		fn->fvar = fn->clones != 0 && fn->in_global;
	}
}

lr_status
mv_annotate(struct mv *v)
{
	struct calls calls = { 0 };
	unsigned *features = arena_zarray(&v->ar, v->nfn, sizeof *features);
	uint32_t *todo = arena_array(&v->ar, v->nfn, sizeof *todo);
	bool vector_call = false;

	if (v->ar.failed || !read_calls(v, &calls))
		return lr_nomem(v->cx);
	for (uint32_t f = 0; f < v->nfn; f++)
		if (v->fn[f].defined) {
			features[f] = features_of(v, &v->fn[f], &vector_call);
			v->fn[f].cold = is_cold(v->fn[f].fn);
		}
	for (uint32_t f = 0; f < v->nfn; f++)
		if (v->fn[f].obstacle == NULL && v->fn[f].wide)
			v->fn[f].obstacle = "it passes vectors in registers that not all processors have";
	if (v->ar.failed || v->seen.failed)
		return lr_nomem(v->cx);
	if (vector_call)
		clone_all_for_vectors(v);
	for (uint32_t t = 1; t < v->ntarget; t++) {
		const bool all = mv_is_base(v, t);
		for (uint32_t f = 0; f < v->nfn; f++)
			if (v->fn[f].defined && v->fn[f].obstacle == NULL && !(v->fn[f].cold && v->target[t].hot_only)
				&& (all || (features[f] & v->target[t].flags & ANY_FEATURE) != 0))
				v->fn[f].clones |= UINT64_C(1) << t;
		if (!all)
			close_over_calls(v, &calls, t, todo);
	}
	derive(v);
	return LR_OK;
}

void
mv_choose_exports(struct mv *v)
{
	for (uint32_t f = 0; f < v->nfn && v->image; f++) {
		struct mv_fn *fn = &v->fn[f];
		fn->exported = fn->clones != 0 && fn->defined && !fn->taken
			&& LLVMGetLinkage(fn->fn) == LLVMExternalLinkage
			&& mv_can_forward(v, LLVMGlobalGetValueType(fn->fn));
		fn->reloc |= fn->exported;
	}
}

static LLVMAttributeRef
attribute(LLVMValueRef fn, const char *name)
{
	return LLVMGetStringAttributeAtIndex(fn, AT_FUNCTION, name, (unsigned)strlen(name));
}

/* Reads hexadecimal digits. */
static bool
read_set(LLVMAttributeRef a, uint64_t *set)
{
	static const char digits[] = "0123456789abcdef";
	unsigned n;
	const char *s = LLVMGetStringAttributeValue(a, &n);

	*set = 0;
	for (unsigned i = 0; i < n; i++) {
		const char c = (char)(s[i] >= 'A' && s[i] <= 'F' ? s[i] + 32 : s[i]);
		const char *digit = c != '\0' ? strchr(digits, c) : NULL;
		if (digit == NULL || *set >> 60 != 0)
			return false;
		*set = *set << 4 | (uint64_t)(digit - digits);
	}
	return n > 0;
}

lr_status
mv_read_annotations(struct mv *v)
{
	const uint64_t known = v->ntarget == 64 ? UINT64_MAX : (UINT64_C(1) << v->ntarget) - 1;

	if (LLVMGetModuleFlag(v->m, VECCALL, sizeof VECCALL - 1) != NULL)
		clone_all_for_vectors(v);
	for (uint32_t f = 0; f < v->nfn; f++) {
		struct mv_fn *fn = &v->fn[f];
		LLVMAttributeRef set = attribute(fn->fn, CLONES);
		if (set == NULL)
			continue;
		if (!read_set(set, &fn->clones) || (fn->clones & ~known) != 0 || (fn->clones & 1) != 0 || fn->llvm)
			return lr_fail(v->cx, LR_E_DIALECT, fn->fn, "\"%s\" is not a set of the %u targets without "
				"target 0, in hexadecimal", CLONES, v->ntarget);
		if (fn->obstacle != NULL)
			return lr_fail(v->cx, LR_E_DIALECT, fn->fn, "\"%s\": this function cannot be cloned: %s",
				CLONES, fn->obstacle);
		fn->reloc = attribute(fn->fn, RELOC) != NULL || fn->aliased;
		fn->fvar = attribute(fn->fn, FVAR) != NULL;
	}
	return LR_OK;
}

void
mv_write_annotations(struct mv *v)
{
	for (uint32_t f = 0; f < v->nfn; f++) {
		const struct mv_fn *fn = &v->fn[f];
		static const char digits[] = "0123456789ABCDEF";
		char set[17];
		unsigned n = 0;
		if (fn->clones == 0)
			continue;
		for (int shift = 60; shift >= 0; shift -= 4)
			if (n > 0 || fn->clones >> shift != 0)
				set[n++] = digits[fn->clones >> shift & 15];
		set[n] = '\0';
		mv_mark(v, fn->fn, CLONES, set);
		if (fn->reloc)
			mv_mark(v, fn->fn, RELOC, "");
		if (fn->fvar)
			mv_mark(v, fn->fn, FVAR, "");
	}
	LLVMAddModuleFlag(v->m, LLVMModuleFlagBehaviorWarning, "julia.mv.annotated", 18,
		LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(v->llvm), 1, false)));
}
