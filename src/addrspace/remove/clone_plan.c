/* SPDX-License-Identifier: MIT */
/* clone_plan.c -- decides which functions and globals have to be rebuilt, and under which names.  It examines all that
** belongs to them: types, attributes that name types, initialisers and other constants, bodies. */
#include <stdlib.h>

#include <stdio.h>

#include "addrspace/remove/remove.h"

static void
note_max(size_t *max, size_t n)
{
	if (n > *max)
		*max = n;
}

static void
plan_attributes(struct remover *r, LLVMValueRef fn, LLVMAttributeIndex at)
{
	const unsigned n = LLVMGetAttributeCountAtIndex(fn, at);
	LLVMAttributeRef few[16], *attributes = few;

	note_max(&r->max_attributes, n);
	if (n > 16 && (attributes = arena_array(&r->arena, n, sizeof *attributes)) == NULL)
		return;
	LLVMGetAttributesAtIndex(fn, at, attributes);
	for (unsigned i = 0; i < n; i++) {
		const unsigned kind = LLVMGetEnumAttributeKind(attributes[i]);
		r->fragile_allocas |= kind != 0 && (kind == r->attr_swifterror || kind == r->attr_inalloca);
		typemap_attribute(r, attributes[i]);
	}
}

/* Reads a pointer type "pN" in the suffix of an intrinsic's name that spells its types.  Returns N, with the end in
** *end; -1 if it is something else. */
static long
mangled_space(const char *p, char **end)
{
	return p[0] == 'p' && p[1] >= '0' && p[1] <= '9' ? strtol(p + 1, end, 10) : -1;
}

static bool
names_space(const char *types, int as)
{
	char *end;

	for (; *types != '\0'; types++)
		if (mangled_space(types, &end) == as)
			return true;
	return false;
}

/* The suffix of an intrinsic's name that spells its types; "" if it has none. */
static const char *
mangled_types(LLVMValueRef fn)
{
	const unsigned id = LLVMGetIntrinsicID(fn);
	const char *name = value_name(fn);
	size_t base = 0;

	if (!LLVMIntrinsicIsOverloaded(id))
		return "";
	LLVMIntrinsicGetName(id, &base);
	return strlen(name) > base ? name + base : "";
}

/* Does the intrinsic's name contain that of a structure?  The new structure has another name, which only LLVM can
** spell. */
static bool
names_structure(LLVMValueRef fn)
{
	return strstr(mangled_types(fn), "s_") != NULL;
}

/* A structure without a name is spelt as a number at the end, which depends on the rest of the module. */
static bool
is_statepoint_result(LLVMValueRef fn)
{
	static const char name[] = "llvm.experimental.gc.result";
	const char *types = mangled_types(fn);

	return LLVMGetIntrinsicID(fn) == LLVMLookupIntrinsicID(name, sizeof name - 1)
		&& types[strlen(types) - 1] == 's';
}

/* The name of the gc.result for the result type of `function`, in the arena; NULL if memory is exhausted. */
static char *
result_name(struct remover *r, unsigned id, LLVMTypeRef function)
{
	LLVMTypeRef result = LLVMGetReturnType(function);
	size_t bytes;
	const char *name = LLVMIntrinsicCopyOverloadedName2(r->module, id, &result, 1, &bytes);
	char *copy = name ? arena_zalloc(&r->arena, bytes + 1) : NULL;

	if (copy)
		memcpy(copy, name, bytes);
	free((void *)name);
	return copy;
}

/* The new name of one of LLVM's intrinsics follows from the old name if that spells all types and names no
** structure. (LLVM makes the name of a gc.result.)  Pointer types that the name does not spell are the same in all
** overloads, such as the buffer pointers of some targets. */
static void
plan_intrinsic(struct remover *r, const struct clone *s)
{
	const unsigned n = LLVMCountParamTypes(s->type);
	const char *types = mangled_types(s->old);

	if (names_structure(s->old)) {
		if (!is_statepoint_result(s->old))
			r->status = lr_fail(r->cx, LR_E_DIALECT, s->old,
				"the name of an intrinsic is made of a structure that holds pointers %s: take "
				"a literal struct, such as { ptr addrspace(10), i1 }, or give the struct a name if it "
				"has none", going_spaces(r));
		return;
	}
	for (unsigned i = 0; i <= n; i++) {
		LLVMTypeRef function = LLVMGlobalGetValueType(s->old);
		const int as = pointer_as(i < n ? LLVMTypeOf(LLVMGetParam(s->old, i)) : LLVMGetReturnType(function));
		if (as < 0 || !space_goes(r, (unsigned)as) || names_space(types, as))
			continue;
		r->status = lr_fail(r->cx, LR_E_DIALECT, s->old,
			"this intrinsic of LLVM is about address space %d and no other", as);
		return;
	}
}

static void
plan_function(struct remover *r, struct clone *s)
{
	LLVMValueRef fn = s->old;
	LLVMTypeRef t = LLVMGlobalGetValueType(fn);

	s->type = typemap_get(r, t);
	s->replace = s->type != t;
	s->intrinsic = LLVMGetIntrinsicID(fn) != 0;
	note_max(&r->max_operands, LLVMCountParams(fn));
	if (space_goes(r, LLVMGetPointerAddressSpace(LLVMTypeOf(fn)))) {
		r->any = r->functions_move = s->moves = s->replace = true;
		if (!r->all)
			r->status = lr_fail(r->cx, LR_E_DIALECT, fn,
				"a function is in a special address space: code is no object");
	}
	if (s->intrinsic && s->type != t)
		plan_intrinsic(r, s);
	plan_attributes(r, fn, FUNCTION_INDEX);
	for (unsigned i = 0; i <= LLVMCountParams(fn); i++)
		plan_attributes(r, fn, i);
	if (LLVMHasPersonalityFn(fn))
		constants_plan(r, fn, LLVMGetPersonalityFn(fn));
	if (LLVMHasPrefixData(fn))
		constants_plan(r, fn, LLVMGetPrefixData(fn));
	if (LLVMHasPrologueData(fn))
		constants_plan(r, fn, LLVMGetPrologueData(fn));
}

static void
plan_global(struct remover *r, struct clone *s)
{
	LLVMValueRef g = s->old, c = NULL;
	LLVMTypeRef t = LLVMGlobalGetValueType(g);

	s->type = typemap_get(r, t);
	s->replace = s->type != t;
	if (space_goes(r, LLVMGetPointerAddressSpace(LLVMTypeOf(g))))
		r->any = r->globals_move = s->moves = s->replace = true;
	switch (LLVMGetValueKind(g)) {
	case LLVMGlobalVariableValueKind:
		c = LLVMGetInitializer(g);
		break;
	case LLVMGlobalAliasValueKind:
		c = LLVMAliasGetAliasee(g);
		break;
	default:
		c = LLVMGetGlobalIFuncResolver(g);
		break;
	}
	if (c != NULL)
		constants_plan(r, g, c);
}

static uint32_t
add_clone(struct remover *r, struct clone *clones, uint32_t n, LLVMValueRef v)
{
	size_t bytes;

	LLVMGetValueName2(v, &bytes);
	note_max(&r->max_name, bytes);
	clones[n] = (struct clone){ .old = v, .new_value = v };
	return n + 1;
}

static bool
collect(struct remover *r)
{
	LLVMModuleRef m = r->module;
	LLVMValueRef v;
	uint32_t n = 0;

	for (v = LLVMGetFirstFunction(m); v != NULL; v = LLVMGetNextFunction(v))
		n++;
	r->functions = arena_zarray(&r->arena, n + (size_t)1, sizeof *r->functions);
	n = 0;
	for (v = LLVMGetFirstGlobal(m); v != NULL; v = LLVMGetNextGlobal(v))
		n++;
	for (v = LLVMGetFirstGlobalAlias(m); v != NULL; v = LLVMGetNextGlobalAlias(v))
		n++;
	for (v = LLVMGetFirstGlobalIFunc(m); v != NULL; v = LLVMGetNextGlobalIFunc(v))
		n++;
	r->globals = arena_zarray(&r->arena, n + (size_t)1, sizeof *r->globals);
	if (r->arena.failed)
		return false;
	for (v = LLVMGetFirstFunction(m); v != NULL; v = LLVMGetNextFunction(v))
		r->nfunctions = add_clone(r, r->functions, r->nfunctions, v);
	for (v = LLVMGetFirstGlobal(m); v != NULL; v = LLVMGetNextGlobal(v))
		r->nglobals = add_clone(r, r->globals, r->nglobals, v);
	r->nvariables = r->nglobals;
	for (v = LLVMGetFirstGlobalAlias(m); v != NULL; v = LLVMGetNextGlobalAlias(v))
		r->nglobals = add_clone(r, r->globals, r->nglobals, v);
	for (v = LLVMGetFirstGlobalIFunc(m); v != NULL; v = LLVMGetNextGlobalIFunc(v))
		r->nglobals = add_clone(r, r->globals, r->nglobals, v);
	return true;
}

void
clones_plan(struct remover *r)
{
	if (!collect(r))
		return;
	for (uint32_t i = 0; i < r->nglobals; i++)
		plan_global(r, &r->globals[i]);
	for (uint32_t i = 0; i < r->nfunctions; i++)
		plan_function(r, &r->functions[i]);
	for (uint32_t i = 0; i < r->nfunctions; i++)
		retype_plan(r, &r->functions[i]);
#if LLVM_VERSION_MAJOR < 22
	if (r->status == LR_OK)
		templates_plan_scopes(r);
#endif
}

/* Turns each "pN" whose space N is removed into "p0", in the suffix of an intrinsic's name that spells its types. */
static void
remangle(const struct remover *r, unsigned id, char *name)
{
	size_t base = 0;
	char *to, *from, *end;

	if (!LLVMIntrinsicIsOverloaded(id))
		return;
	LLVMIntrinsicGetName(id, &base);
	if (strlen(name) <= base)
		return;
	for (to = from = name + base; *from != '\0';) {
		const long as = mangled_space(from, &end);
		if (as > 0 && space_goes(r, (unsigned)as)) { /* in place: the new text is no longer than the old one */
			char text[16];
			const int n = snprintf(text, sizeof text, "p%u", space_to(r, (unsigned)as));
			memcpy(to, text, (size_t)n);
			to += n;
			from = end;
		} else
			*to++ = *from++;
	}
	*to = '\0';
}

static void
save_names(struct remover *r, struct clone *clones, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		size_t bytes;
		const char *name = LLVMGetValueName2(clones[i].old, &bytes);
		clones[i].name = arena_zalloc(&r->arena, bytes + 1);
		if (clones[i].name == NULL)
			return;
		memcpy(clones[i].name, name, bytes);
		if (!clones[i].intrinsic || clones[i].type == LLVMGlobalGetValueType(clones[i].old))
			continue;
		if (names_structure(clones[i].old))
			clones[i].name = result_name(r, LLVMGetIntrinsicID(clones[i].old), clones[i].type);
		else
			remangle(r, LLVMGetIntrinsicID(clones[i].old), clones[i].name);
	}
}

static bool
any_replaced(const struct clone *s, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (s[i].replace)
			return true;
	return false;
}

bool
clones_anew(const struct remover *r)
{
	return any_replaced(r->functions, r->nfunctions) || any_replaced(r->globals, r->nglobals);
}

bool
clones_ready(struct remover *r)
{
	bool behind = false;

	for (uint32_t i = 0; i < r->nfunctions; i++) {
		struct clone *s = &r->functions[i];
		behind |= s->replace;
		s->replace = behind;
	}
	r->everything = arena_array(&r->arena, (size_t)r->nfunctions + r->nglobals, sizeof *r->everything);
	save_names(r, r->functions, r->nfunctions);
	save_names(r, r->globals, r->nglobals);
	return !r->arena.failed;
}
