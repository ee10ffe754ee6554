/* SPDX-License-Identifier: MIT */
/* cloned_globals.c -- rebuilds the functions and globals whose types change, with everything that they carry.
**
** LLVM-C appends new globals to the end of the module's list.  To keep the order, all functions behind the first one
** that changes are rebuilt too, and likewise variables.  Meanwhile the bodies wait in a module of their own, in
** functions without a symbol table: there they are retyped, and each name is looked up only once, at the end. */
#include <llvm-c/Transforms/PassBuilder.h>

#include "addrspace/remove/remove.h"
#include "ir/copy_global.h"

/* A function that is created while the context discards names has no symbol table.  Values that have names keep
** them. */
static LLVMValueRef
add_nameless(struct remover *r)
{
	const LLVMBool discards = LLVMContextShouldDiscardValueNames(r->context);
	LLVMValueRef fn;

	LLVMContextSetDiscardValueNames(r->context, true);
	fn = LLVMAddFunction(r->waiting, "", LLVMFunctionType(LLVMVoidTypeInContext(r->context), NULL, 0, false));
	LLVMContextSetDiscardValueNames(r->context, discards);
	return fn;
}

static void
hold_bodies(struct remover *r)
{
	r->waiting = LLVMModuleCreateWithNameInContext("", r->context);
	LLVMSetDataLayout(r->waiting, LLVMGetDataLayoutStr(r->module));
#if LLVM_VERSION_MAJOR < 20
	LLVMSetIsNewDbgInfoFormat(r->waiting, LLVMIsNewDbgInfoFormat(r->module));
#endif
	for (uint32_t i = 0; i < r->nfunctions; i++) {
		struct clone *s = &r->functions[i];
		if (LLVMGetFirstBasicBlock(s->old) == NULL)
			continue;
		s->holder = add_nameless(r);
		move_body(s->old, s->holder);
	}
}

static void
copy_metadata(struct remover *r, LLVMValueRef old, LLVMValueRef new_value)
{
	if (!copy_global_metadata(old, new_value))
		lr_report(r->cx, LR_WARNING, new_value,
			"%s has several metadata entries of one kind; with this version of LLVM only the last stays",
			value_name(new_value));
}

/* Gives it the first `n` of r->attributes, and no others: LLVM's intrinsics are created with their own. */
static bool
has_attributes(const struct remover *r, LLVMValueRef fn, LLVMAttributeIndex at, unsigned n)
{
	enum { MOST = 16 };
	LLVMAttributeRef own[MOST];

	if (n > MOST || LLVMGetAttributeCountAtIndex(fn, at) != n)
		return false;
	LLVMGetAttributesAtIndex(fn, at, own);
	return memcmp(own, r->attributes, n * sizeof *own) == 0;
}

static void
copy_attributes(struct remover *r, LLVMValueRef old, LLVMValueRef new_value, LLVMAttributeIndex at)
{
	const unsigned n = LLVMGetAttributeCountAtIndex(old, at);

	if (n == 0)
		return;
	LLVMGetAttributesAtIndex(old, at, r->attributes);
	if (old != new_value && has_attributes(r, new_value, at, n))
		return;
	for (unsigned i = 0; i < n; i++) {
		LLVMAttributeRef a = r->attributes[i], mapped = typemap_attribute(r, a);
		if (mapped == a && old == new_value)
			continue;
		if (old == new_value)
			LLVMRemoveEnumAttributeAtIndex(old, at, LLVMGetEnumAttributeKind(a));
		LLVMAddAttributeAtIndex(new_value, at, mapped);
	}
}

static void
copy_all_attributes(struct remover *r, LLVMValueRef old, LLVMValueRef new_value)
{
	copy_attributes(r, old, new_value, FUNCTION_INDEX);
	for (unsigned i = 0; i <= LLVMCountParams(old); i++)
		copy_attributes(r, old, new_value, i);
}

static unsigned
new_space(const struct remover *r, LLVMValueRef old)
{
	const unsigned as = LLVMGetPointerAddressSpace(LLVMTypeOf(old));

	return space_to(r, as);
}

/* The new global takes over the uses at once if its address space stays.  Otherwise its users are found when
** constants are mapped. */
static void
hand_over(struct remover *r, const struct clone *s)
{
	if (s->moves)
		constants_bind(r, s->old, s->new_value);
	else
		LLVMReplaceAllUsesWith(s->old, s->new_value);
}

static void
make_function(struct remover *r, struct clone *s)
{
	LLVMValueRef old = s->old, fn;

	if (s->intrinsic) {
		fn = LLVMGetNamedFunction(r->module, s->name);
		if (fn != NULL && LLVMGlobalGetValueType(fn) == s->type) { /* two become one */
			s->new_value = fn;
			hand_over(r, s);
			return;
		}
	}
	layout_program(r, new_space(r, old));
	s->new_value = fn = LLVMAddFunction(r->module, s->name, s->type);
	copy_global_common(old, fn, s->dso_local);
	copy_all_attributes(r, old, fn);
	copy_metadata(r, old, fn);
	copy_function_parts(old, fn); /* also removes the debug information of the old one */
	hand_over(r, s);
}

static void
make_variable(struct remover *r, struct clone *s)
{
	LLVMValueRef old = s->old, g;

	s->new_value = g = LLVMAddGlobalInAddressSpace(r->module, s->type, s->name, new_space(r, old));
	copy_global_common(old, g, s->dso_local);
	LLVMSetGlobalConstant(g, LLVMIsGlobalConstant(old));
	LLVMSetThreadLocalMode(g, LLVMGetThreadLocalMode(old));
	LLVMSetExternallyInitialized(g, LLVMIsExternallyInitialized(old));
	copy_metadata(r, old, g);
}

static void
make_alias(struct remover *r, struct clone *s)
{
	const unsigned as = new_space(r, s->old);

	if (LLVMGetValueKind(s->old) == LLVMGlobalAliasValueKind) {
		s->new_value = LLVMAddAlias2(r->module, s->type, as, LLVMAliasGetAliasee(s->old), s->name);
		/* The function of LLVM-C is for variables, but every kind of global has the field in the same place. */
		if (LLVMIsThreadLocal(s->old))
			LLVMSetThreadLocalMode(s->new_value, LLVMGetThreadLocalMode(s->old));
	} else
		s->new_value = LLVMAddGlobalIFunc(r->module, s->name, strlen(s->name), s->type, as,
			LLVMGetGlobalIFuncResolver(s->old));
	copy_global_common(s->old, s->new_value, s->dso_local);
}

static void
make_globals(struct remover *r)
{
	bool behind = false;

	for (uint32_t i = 0; i < r->nvariables; i++) {
		struct clone *s = &r->globals[i];
		behind |= s->replace;
		s->replace |= behind && !s->uncopyable;
	}
	for (uint32_t i = 0; i < r->nglobals; i++)
		if (r->globals[i].replace)
			LLVMSetValueName2(r->globals[i].old, "", 0);
	for (uint32_t i = 0; i < r->nglobals; i++) {
		struct clone *s = &r->globals[i];
		if (!s->replace)
			continue;
		if (i < r->nvariables)
			make_variable(r, s);
		else
			make_alias(r, s);
		hand_over(r, s);
	}
}

static void
map_initializers(struct remover *r)
{
	for (uint32_t i = 0; i < r->nglobals; i++) {
		LLVMValueRef old = r->globals[i].old, g = r->globals[i].new_value, c, mapped;
		switch (LLVMGetValueKind(g)) {
		case LLVMGlobalVariableValueKind:
			c = LLVMGetInitializer(old);
			if (c != NULL && ((mapped = constants_map(r, c)) != c || g != old))
				LLVMSetInitializer(g, mapped);
			break;
		case LLVMGlobalAliasValueKind:
			c = LLVMAliasGetAliasee(g);
			if ((mapped = constants_map(r, c)) != c)
				LLVMAliasSetAliasee(g, mapped);
			break;
		default:
			c = LLVMGetGlobalIFuncResolver(g);
			if ((mapped = constants_map(r, c)) != c)
				LLVMSetGlobalIFuncResolver(g, mapped);
			break;
		}
	}
}

static void
map_function_constants(struct remover *r, LLVMValueRef fn)
{
	LLVMValueRef c, mapped;

	if (LLVMHasPersonalityFn(fn)) {
		c = LLVMGetPersonalityFn(fn);
		if ((mapped = constants_map(r, c)) != c)
			LLVMSetPersonalityFn(fn, mapped);
	}
	if (LLVMHasPrefixData(fn)) {
		c = LLVMGetPrefixData(fn);
		if ((mapped = constants_map(r, c)) != c)
			LLVMSetPrefixData(fn, mapped);
	}
	if (LLVMHasPrologueData(fn)) {
		c = LLVMGetPrologueData(fn);
		if ((mapped = constants_map(r, c)) != c)
			LLVMSetPrologueData(fn, mapped);
	}
}

/* The new parameters take over names and uses.  Debug information drops a parameter that is replaced by one of another
** function directly; it survives if a value that belongs to no function is used in between. */
static void
replace_parameters(const struct clone *s, LLVMValueRef between)
{
	const unsigned n = LLVMCountParams(s->old);

	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef p = LLVMGetParam(s->old, i), q = LLVMGetParam(s->new_value, i);
		size_t bytes;
		const char *name = LLVMGetValueName2(p, &bytes);
		if (bytes > 0)
			LLVMSetValueName2(q, name, bytes);
		LLVMReplaceAllUsesWith(p, between);
		LLVMReplaceAllUsesWith(between, q);
	}
}

/* Replaces the old parameters and retypes the bodies where they wait, then moves each body to its function. */
static void
return_bodies(struct remover *r)
{
	LLVMValueRef between;

	LLVMPositionBuilderAtEnd(r->builder, LLVMAppendBasicBlockInContext(r->context, add_nameless(r), ""));
	between = LLVMBuildFreeze(r->builder, LLVMGetUndef(LLVMInt8TypeInContext(r->context)), "");
	LLVMInstructionRemoveFromParent(between);
	for (uint32_t i = 0; i < r->nfunctions; i++)
		if (r->functions[i].holder != NULL && r->functions[i].replace)
			replace_parameters(&r->functions[i], between);
	for (uint32_t i = 0; i < r->nfunctions; i++)
		if (r->functions[i].holder != NULL) {
			retype_body(r, &r->functions[i]);
			move_body(r->functions[i].holder, r->functions[i].new_value);
		}
	LLVMDeleteInstruction(between);
}

/* LLVM-C cannot delete an alias, but LLVM's pass for unused globals can.  While that runs, a variable refers to
** everything else, so that it stays. */
static void
delete_aliases(struct remover *r)
{
	LLVMPassBuilderOptionsRef options;
	LLVMValueRef keep, all;
	unsigned n = 0;
	bool any = false;

	for (uint32_t i = r->nvariables; i < r->nglobals; i++) {
		const struct clone *s = &r->globals[i];
		if (s->replace && LLVMGetValueKind(s->new_value) == LLVMGlobalAliasValueKind) {
			LLVMSetLinkage(s->old, LLVMInternalLinkage);
			any = true;
		}
	}
	if (!any)
		return;
	for (uint32_t i = 0; i < r->nglobals; i++)
		r->everything[n++] = r->globals[i].new_value;
	for (uint32_t i = 0; i < r->nfunctions; i++)
		if (LLVMGetIntrinsicID(r->functions[i].new_value) == 0)
			r->everything[n++] = r->functions[i].new_value;
	all = LLVMConstStructInContext(r->context, r->everything, n, false);
	keep = LLVMAddGlobal(r->module, LLVMTypeOf(all), "");
	LLVMSetInitializer(keep, all);
	options = LLVMCreatePassBuilderOptions();
	LLVMConsumeError(LLVMRunPasses(r->module, "globaldce", NULL, options));
	LLVMDisposePassBuilderOptions(options);
	LLVMDeleteGlobal(keep);
}

static void
delete_old(struct remover *r)
{
	/* The only users left of a global that moved are constants that nothing in the module uses. */
	for (uint32_t i = 0; i < r->nglobals; i++)
		if (r->globals[i].moves)
			LLVMReplaceAllUsesWith(r->globals[i].old, r->globals[i].new_value);
	for (uint32_t i = 0; i < r->nfunctions; i++)
		if (r->functions[i].moves)
			LLVMReplaceAllUsesWith(r->functions[i].old, r->functions[i].new_value);
	for (uint32_t i = 0; i < r->nglobals; i++)
		if (r->globals[i].replace && LLVMGetValueKind(r->globals[i].old) == LLVMGlobalIFuncValueKind)
			LLVMEraseGlobalIFunc(r->globals[i].old);
	for (uint32_t i = 0; i < r->nvariables; i++)
		if (r->globals[i].replace)
			LLVMDeleteGlobal(r->globals[i].old);
	for (uint32_t i = 0; i < r->nfunctions; i++)
		if (r->functions[i].replace)
			LLVMDeleteFunction(r->functions[i].old);
	delete_aliases(r);
}

/* Removes the initialisers before the module is printed: they may be large, or nested deeper than LLVM can print. */
static void
read_headers(struct remover *r)
{
	for (uint32_t i = 0; i < r->nvariables; i++) {
		r->everything[i] = LLVMGetInitializer(r->globals[i].old);
		if (r->everything[i] != NULL)
			LLVMSetInitializer(r->globals[i].old, NULL);
	}
	headers_read(r);
	for (uint32_t i = 0; i < r->nvariables; i++)
		if (r->everything[i] != NULL)
			LLVMSetInitializer(r->globals[i].old, r->everything[i]);
}

void
clones_replace(struct remover *r)
{
	const bool anew = clones_anew(r);

	if (anew) {
		hold_bodies(r);
		read_headers(r);
		make_globals(r);
		for (uint32_t i = 0; i < r->nfunctions; i++)
			if (r->functions[i].replace)
				LLVMSetValueName2(r->functions[i].old, "", 0);
		for (uint32_t i = 0; i < r->nfunctions; i++)
			if (r->functions[i].replace)
				make_function(r, &r->functions[i]);
	}
	map_initializers(r);
	for (uint32_t i = 0; i < r->nfunctions; i++) {
		LLVMValueRef fn = r->functions[i].new_value;
		map_function_constants(r, fn);
		if (!r->functions[i].replace)
			copy_all_attributes(r, fn, fn);
		if (!anew)
			retype_body(r, &r->functions[i]);
	}
	if (anew) {
		return_bodies(r);
		LLVMDisposeModule(r->waiting);
		r->waiting = NULL;
	}
	delete_old(r);
}
