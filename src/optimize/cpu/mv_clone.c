/* SPDX-License-Identifier: MIT */
/* mv_clone.c -- makes the clones.
**
** LLVM-C cannot clone a function, but it can clone a module, with debug information, records and metadata.  So for each
** target the blocks of the functions to be cloned move out of a copy of the module into new functions of the module
** itself, and whatever they refer to in the copy is replaced by what stands for it in the module.  Variables are not
** copied that way.
**
** A copied compile unit describes the copied functions, and no variables. */
#include <stdio.h>

#include "dialect/edit/edit.h"
#include "ir/copy_global.h"
#include "ir/module_copy.h"
#include "optimize/cpu/multiversion.h"

static const char UNITS[] = "llvm.dbg.cu";
enum { UNIT_VARIABLES = 6 };     /* operand of a compile unit */

void
mv_mark(const struct mv *v, LLVMValueRef fn, const char *name, const char *value)
{
	LLVMAddAttributeAtIndex(fn, AT_FUNCTION, LLVMCreateStringAttribute(v->llvm, name, (unsigned)strlen(name), value,
		(unsigned)strlen(value)));
}

const char *
mv_clone_name(const struct mv *v, uint32_t f, uint32_t t)
{
	size_t n;
	const char *name = LLVMGetValueName2(v->fn[f].fn, &n);

	memcpy(v->name, name, n);
	snprintf(v->name + n, 16, ".%u", t);
	return v->name;
}

static void
unmark(LLVMValueRef fn, const char *name)
{
	LLVMRemoveStringAttributeAtIndex(fn, AT_FUNCTION, name, (unsigned)strlen(name));
}

void
mv_copy_attributes(const struct mv *v, LLVMValueRef from, LLVMValueRef to)
{
	const unsigned n = LLVMCountParams(from);

	for (unsigned i = 0; i < n + 2; i++) {
		const LLVMAttributeIndex at = i == n + 1 ? AT_FUNCTION : (LLVMAttributeIndex)i;
		const unsigned count = LLVMGetAttributeCountAtIndex(from, at);
		LLVMGetAttributesAtIndex(from, at, v->attributes);
		for (unsigned k = 0; k < count; k++)
			LLVMAddAttributeAtIndex(to, at, v->attributes[k]);
	}
	unmark(to, "julia.mv.clones");
	unmark(to, "julia.mv.clone");
	unmark(to, "julia.mv.reloc");
	unmark(to, "julia.mv.fvar");
}

unsigned
mv_most_attributes(LLVMValueRef fn)
{
	const unsigned n = LLVMCountParams(fn);
	unsigned most = 0;

	for (unsigned i = 0; i < n + 2; i++) {
		const unsigned count = LLVMGetAttributeCountAtIndex(fn,
			i == n + 1 ? AT_FUNCTION : (LLVMAttributeIndex)i);
		most = count > most ? count : most;
	}
	return most;
}

/* Compiles the function for a target: appends its features to those that the function has.  Without the attribute, even
** if it is empty, the code generator would take the features that the whole module is compiled with. */
static void
set_target(struct mv *v, LLVMValueRef fn, const struct mv_target *t)
{
	static const char features[] = "target-features";
	LLVMAttributeRef own = LLVMGetStringAttributeAtIndex(fn, AT_FUNCTION, features, sizeof features - 1);
	unsigned n = 0;
	const char *text = own != NULL ? LLVMGetStringAttributeValue(own, &n) : "";

	if (own == NULL || t->features[0] != '\0') {
		char *both = v->features;
		const size_t m = strlen(t->features);
		memcpy(both, text, n);
		both[n] = ',';
		memcpy(both + n + (n > 0), t->features, m);
		LLVMAddAttributeAtIndex(fn, AT_FUNCTION, LLVMCreateStringAttribute(v->llvm, features,
			sizeof features - 1, both, (unsigned)(n + (n > 0) + m)));
	}
	mv_mark(v, fn, "target-cpu", t->cpu);
	if (LLVMGetEnumAttributeAtIndex(fn, AT_FUNCTION, LLVMGetEnumAttributeKindForName("optnone", 7)) == NULL
		&& (t->flags & (MV_OPT_SIZE | MV_MIN_SIZE)) != 0) {
		const char *size = (t->flags & MV_OPT_SIZE) != 0 ? "optsize" : "minsize";
		LLVMAddAttributeAtIndex(fn, AT_FUNCTION, LLVMCreateEnumAttribute(v->llvm,
			LLVMGetEnumAttributeKindForName(size, strlen(size)), 0));
	}
}

/* Declares the clone of function f for target t.  It is as visible to the linker as the function, but only within the
** image. */
static void
declare_clone(struct mv *v, uint32_t f, uint32_t t)
{
	LLVMValueRef fn = v->fn[f].fn,
		clone = LLVMAddFunction(v->m, mv_clone_name(v, f, t), LLVMGlobalGetValueType(fn));
	char number[16];

	mv_copy_attributes(v, fn, clone);
	snprintf(number, sizeof number, "%u", t);
	mv_mark(v, clone, "julia.mv.clone", number);
	LLVMSetFunctionCallConv(clone, LLVMGetFunctionCallConv(fn));
	copy_global_common(fn, clone, false);
	LLVMSetDLLStorageClass(clone, LLVMDefaultStorageClass);
	if (LLVMGetLinkage(clone) == LLVMExternalLinkage)
		LLVMSetVisibility(clone, LLVMHiddenVisibility);
	if (v->fn[f].defined)
		set_target(v, clone, &v->target[t]);
	v->fn[f].clone[t] = clone;
	if (mv_is_base(v, t))
		ptrmap_set(&v->index, clone, f);
}

/* Moves the body of a function of a copy of the module. */
static void
fill_clone(LLVMValueRef from, LLVMValueRef to)
{
	const unsigned n = LLVMCountParams(from);

	copy_global_metadata(from, to);
	copy_function_parts(from, to);
	for (unsigned i = 0; i < n; i++) {
		size_t bytes;
		LLVMValueRef old = LLVMGetParam(from, i), now = LLVMGetParam(to, i);
		const char *name = LLVMGetValueName2(old, &bytes);
		LLVMSetValueName2(now, name, bytes);
		LLVMReplaceAllUsesWith(old, now);
	}
	move_body(from, to);
}

/* Adds the compile units of a copy, without their variables. */
static void
adopt_units(struct mv *v, LLVMModuleRef copy)
{
	const unsigned n = LLVMGetNamedMetadataNumOperands(copy, UNITS);
	LLVMMetadataRef none = LLVMMDNodeInContext2(v->llvm, NULL, 0);

	LLVMGetNamedMetadataOperands(copy, UNITS, v->units);
	for (unsigned i = 0; i < n; i++) {
		if (LLVMGetMDNodeNumOperands(v->units[i]) > UNIT_VARIABLES)
			LLVMReplaceMDNodeOperandWith(v->units[i], UNIT_VARIABLES, none);
		LLVMAddNamedMetadataOperand(v->m, UNITS, v->units[i]);
	}
}

/* Notes which instructions of the clones are copies of those in v->use. */
static void
find_copies(struct mv *v, uint32_t t)
{
	for (uint32_t u = 0; u < v->nuse;) {
		const uint32_t f = v->use[u].fn;
		if (v->fn[f].clone[t] == NULL) {
			u++;
			continue;
		}
		LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(v->fn[f].fn),
			c = LLVMGetFirstBasicBlock(v->fn[f].clone[t]);
		for (; b != NULL && c != NULL; b = LLVMGetNextBasicBlock(b), c = LLVMGetNextBasicBlock(c)) {
			LLVMValueRef k = LLVMGetFirstInstruction(c);
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL && k != NULL;
				i = LLVMGetNextInstruction(i), k = LLVMGetNextInstruction(k))
				if (u < v->nuse && v->use[u].inst == i)
					v->copy[(size_t)t * v->nuse + u++] = k;
		}
		while (u < v->nuse && v->use[u].fn == f) /* a copy has the same instructions, so none is left */
			u++;
	}
}

/* Makes the clones of target t of a copy of the module, and disposes of the copy. */
static void
fill_target(struct mv *v, uint32_t t, LLVMModuleRef copy)
{
	LLVMValueRef g = LLVMGetFirstFunction(copy);
	bool debug = false;

	for (uint32_t f = 0; f < v->nfn; f++, g = LLVMGetNextFunction(g)) {
		v->copied[f] = g;
		if (v->fn[f].clone[t] != NULL && v->fn[f].defined) {
			debug |= LLVMGetSubprogram(g) != NULL;
			fill_clone(g, v->fn[f].clone[t]);
		}
	}
	if (debug)
		adopt_units(v, copy);
	for (uint32_t f = 0; f < v->nfn; f++)
		LLVMReplaceAllUsesWith(v->copied[f], mv_resolve(v, t, f));
	LLVMValueRef variable = LLVMGetFirstGlobal(copy), alias = LLVMGetFirstGlobalAlias(copy),
		ifunc = LLVMGetFirstGlobalIFunc(copy);
	for (uint32_t i = 0; i < v->nglobal; i++)
		if (i < v->nvariable) {
			LLVMReplaceAllUsesWith(variable, v->global[i]);
			variable = LLVMGetNextGlobal(variable);
		} else if (i < v->nvariable + v->nglobalalias) {
			LLVMReplaceAllUsesWith(alias, v->global[i]);
			alias = LLVMGetNextGlobalAlias(alias);
		} else {
			LLVMReplaceAllUsesWith(ifunc, v->global[i]);
			ifunc = LLVMGetNextGlobalIFunc(ifunc);
		}
	LLVMDisposeModule(copy);
	if (mv_is_base(v, t))
		find_copies(v, t);
}

void
mv_make_clones(struct mv *v)
{
	LLVMModuleRef original = v->ntarget > 1 ? module_copy(v->m) : NULL;

	for (uint32_t t = 1; t < v->ntarget; t++)
		for (uint32_t f = 0; f < v->nfn; f++)
			if ((v->fn[f].clones >> t & 1) != 0)
				declare_clone(v, f, t);
	for (uint32_t t = 1; t < v->ntarget; t++)
		fill_target(v, t, t + 1 < v->ntarget ? LLVMCloneModule(original) : original);
	for (uint32_t f = 0; f < v->nfn; f++) {
		if (!v->fn[f].defined)
			continue;
		if (v->fn[f].clones != 0)
			mv_mark(v, v->fn[f].fn, "julia.mv.clone", "0");
		set_target(v, v->fn[f].fn, &v->target[0]);
	}
}
