/* SPDX-License-Identifier: MIT */
/* coerced.c -- part of AdoptDialect: structs of one reference that clang passes as integers.
**
** The ABI of a target decides how a struct is passed, and clang writes that into the types of the IR. On x86-64 a
** struct of one reference is passed as a pointer while a register is left for it, and then as an integer; on other
** targets it always is an integer. A collector does not see integers. For the machine the two types are the same: both
** get the same registers and stack words. So the type of the parameter becomes that of a reference, in the function and
** in all its calls. A call through a pointer is changed by its own arguments.
**
** The code beside the call, or at the function's entry, shows that a parameter is such a struct: it is loaded or stored
** where a reference is declared, or it is cast there. Clang marks scalars that are passed as noundef, and structs not.
** So a cast of the program's own is not taken for such a struct; accesses.c and the verifier refuse it. Results are not
** marked in C and stay as they are; on x86-64 no struct is returned as an integer.
**
** If the calls of a function and its body do not agree, because the program's declarations do not, it cannot be decided
** what is passed. That is an error. */
#include "lowering/import/coerced.h"

#include "base/ptrmap.h"
#include "dialect/edit/edit.h"
#include "dialect/kind.h"
#include "dialect/tail_calls.h"
#include "host/passes.h"
#include "ir/copy_global.h"
#include "lowering/common/declared_types.h"

enum vote { UNSAID, FOR, AGAINST };

/* A function, or a call. */
struct signature {
	LLVMValueRef value, made;
	unsigned n;
	enum vote slot[];        /* for each parameter or argument. FOR: it becomes a reference */
};

struct coerced {
	lr_context *cx;
	struct edit e;
	LLVMTargetDataRef td;
	struct ptrmap at;        /* function -> index in `fn` */
	struct signature **fn, **call;
	uint32_t nfn, fn_cap, ncall, call_cap;
	LLVMTypeRef *types;      /* these have `most` elements: for the longest signature */
	LLVMValueRef *args;
	LLVMAttributeRef *attributes;
	unsigned most, most_attributes;
	lr_status status;
};

static bool
see_reference(void *user, enum leaf what, LLVMTypeRef type, uint64_t at, uint64_t bytes)
{
	bool *found = user;

	(void)type, (void)bytes;
	*found = what == LEAF_REFERENCE && at == 0;
	return false;
}

/* Is a single reference declared where the pointer points? */
static bool
is_place_of_reference(const struct coerced *c, LLVMValueRef pointer)
{
	struct place p;
	bool found = false;

	if (pointer_as(LLVMTypeOf(pointer)) != LR_AS_GENERIC)
		return false;
	place_of(c->td, pointer, &p);
	return p.type != NULL && place_leaves(c->td, &p, c->e.word_bytes, false, see_reference, &found) && found;
}

/* Is the argument of a call such a struct? */
static enum vote
vote_given(const struct coerced *c, LLVMValueRef v)
{
	if (LLVMTypeOf(v) != c->e.word)
		return AGAINST;
	if (LLVMIsUndef(v)) /* or poison */
		return UNSAID;
	if (sole_user(v) == NULL)
		return AGAINST;
	if (LLVMIsAPtrToIntInst(v)) {
		LLVMValueRef from = LLVMGetOperand(v, 0);
		return pointer_as(LLVMTypeOf(from)) == LR_AS_TRACKED && LLVMIsALoadInst(from) && sole_user(from) != NULL
			? FOR : AGAINST;
	}
	return LLVMIsALoadInst(v) && !LLVMGetVolatile(v) && LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic
		&& is_place_of_reference(c, LLVMGetOperand(v, 0)) ? FOR : AGAINST;
}

/* Is the parameter of a function such a struct? */
static enum vote
vote_taken(const struct coerced *c, LLVMValueRef v)
{
	LLVMValueRef user;

	if (LLVMTypeOf(v) != c->e.word)
		return AGAINST;
	if (LLVMGetFirstUse(v) == NULL)
		return UNSAID;
	if ((user = sole_user(v)) == NULL)
		return AGAINST;
	if (LLVMIsAIntToPtrInst(user)) {
		LLVMValueRef next = sole_user(user);
		return pointer_as(LLVMTypeOf(user)) == LR_AS_TRACKED && next != NULL && LLVMIsAStoreInst(next)
			? FOR : AGAINST;
	}
	return LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == v && !LLVMGetVolatile(user)
		&& is_place_of_reference(c, LLVMGetOperand(user, 1)) ? FOR : AGAINST;
}

static enum vote
join(enum vote a, enum vote b)
{
	return a > b ? a : b;
}

/* ---- planning ---- */

static bool
is_call(LLVMValueRef i)
{
	return LLVMIsACallInst(i) || LLVMIsAInvokeInst(i);
}

static enum vote
vote_call(const struct coerced *c, LLVMValueRef call, unsigned slot)
{
	if (slot >= LLVMGetNumArgOperands(call))
		return AGAINST;
	const enum vote v = vote_given(c, LLVMGetOperand(call, slot));
	return v != AGAINST && LLVMGetCallSiteAttributeCount(call, slot + 1) > 0 ? AGAINST : v;
}

static struct signature *
new_signature(struct coerced *c, LLVMValueRef value, unsigned n)
{
	struct signature *s = arena_zalloc(&c->e.arena, sizeof *s + n * sizeof *s->slot);

	if (s == NULL)
		return NULL;
	s->value = value;
	s->n = n;
	c->most = n > c->most ? n : c->most;
	return s;
}

static void
refuse(struct coerced *c, LLVMValueRef at, LLVMValueRef fn)
{
	c->status = lr_fail(c->cx, LR_E_DIALECT, at,
		"a struct of one reference is passed to '%s' as an integer, which no collector sees, and the calls "
		"and the body of that function do not agree that it is a reference: use one prototype for all, or "
		"pass the reference itself", value_name(fn));
}

/* The vote of the body and all calls for one slot. *any: some vote is FOR; *told is the function or call of the
** first. */
static enum vote
vote_all(const struct coerced *c, LLVMValueRef fn, unsigned slot, bool *any, LLVMValueRef *told)
{
	enum vote all = LLVMGetFirstBasicBlock(fn) != NULL ? vote_taken(c, LLVMGetParam(fn, slot)) : UNSAID;

	*any = all == FOR;
	for (LLVMUseRef u = LLVMGetFirstUse(fn); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if (!is_call(call) || LLVMGetCalledValue(call) != fn)
			continue;
		const enum vote v = vote_call(c, call, slot);
		if (v == FOR && !*any)
			*any = true, *told = call;
		all = join(all, v);
	}
	return all;
}

static void
plan_function(struct coerced *c, LLVMValueRef fn)
{
	const unsigned n = LLVMCountParams(fn);
	struct signature *s = NULL;

	if (LLVMGetIntrinsicID(fn) != 0)
		return;
	for (unsigned i = 0; i < n && c->status == LR_OK; i++) {
		bool any = false;
		LLVMValueRef told = fn;
		if (LLVMTypeOf(LLVMGetParam(fn, i)) != c->e.word || LLVMGetAttributeCountAtIndex(fn, i + 1) > 0)
			continue;
		const enum vote v = vote_all(c, fn, i, &any, &told);
		if (v == AGAINST && any)
			refuse(c, told, fn);
		if (v != FOR || (s == NULL && (s = new_signature(c, fn, n)) == NULL))
			continue;
		s->slot[i] = FOR;
	}
	if (s == NULL || !ARENA_PUSH(&c->e.arena, c->fn, c->nfn, c->fn_cap))
		return;
	for (unsigned i = 0; i <= n + 1; i++) {
		const LLVMAttributeIndex at = i <= n ? i : AT_FUNCTION;
		const unsigned count = LLVMGetAttributeCountAtIndex(fn, at);
		c->most_attributes = count > c->most_attributes ? count : c->most_attributes;
	}
	ptrmap_set(&c->at, fn, c->nfn);
	c->fn[c->nfn++] = s;
}

static const struct signature *
signature_of(const struct coerced *c, LLVMValueRef fn)
{
	const uint32_t i = ptrmap_get(&c->at, fn);

	return i != PTRMAP_NONE ? c->fn[i] : NULL;
}

/* Does an argument become a reference? The callee's parameter decides; if there is none, the argument itself. */
static bool
slot_changes(struct coerced *c, LLVMValueRef call, unsigned slot)
{
	LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
	const bool itself = vote_call(c, call, slot) == FOR;

	if (fn == NULL || slot >= LLVMCountParams(fn))
		return itself;
	const struct signature *s = signature_of(c, fn);
	const bool changes = s != NULL && s->slot[slot] == FOR;
	if (itself && !changes)
		refuse(c, call, fn);
	return changes;
}

static bool
same_slots(const struct signature *a, const struct signature *b)
{
	for (unsigned i = 0; (a != NULL && i < a->n) || (b != NULL && i < b->n); i++)
		if ((a != NULL && i < a->n && a->slot[i] == FOR) != (b != NULL && i < b->n && b->slot[i] == FOR))
			return false;
	return true;
}

static void
plan_call(struct coerced *c, LLVMValueRef fn, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const unsigned n = LLVMGetNumArgOperands(call);
	struct signature *s = NULL;

	if (LLVMIsAInlineAsm(callee) || (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) != 0))
		return;
	for (unsigned i = 0; i < n && c->status == LR_OK; i++) {
		if (LLVMTypeOf(LLVMGetOperand(call, i)) == c->e.word && slot_changes(c, call, i)
			&& (s != NULL || (s = new_signature(c, call, n)) != NULL))
			s->slot[i] = FOR;
	}
	if (c->status == LR_OK && is_musttail(call) && !same_slots(s, signature_of(c, fn)))
		c->status = lr_fail(c->cx, LR_E_DIALECT, call,
			"a struct of one reference is passed as an integer by a musttail call, at another place than "
			"in the caller's own parameters: pass the reference itself");
	if (s == NULL || !ARENA_PUSH(&c->e.arena, c->call, c->ncall, c->call_cap))
		return;
	edit_plan_call(&c->e, call);
	c->call[c->ncall++] = s;
}

/* Has clang marked scalars, as it does by default? Otherwise a cast cannot be told from a struct. */
static bool
marks_scalars(LLVMModuleRef m)
{
	const unsigned noundef = LLVMGetEnumAttributeKindForName("noundef", 7);

	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (unsigned i = 0, n = LLVMGetIntrinsicID(fn) == 0 ? LLVMCountParams(fn) : 0; i <= n; i++)
			if (LLVMGetIntrinsicID(fn) == 0 && LLVMGetEnumAttributeAtIndex(fn, i, noundef) != NULL)
				return true;
	return false;
}

static void
plan(struct coerced *c, LLVMModuleRef m)
{
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL && c->status == LR_OK; fn = LLVMGetNextFunction(fn))
		plan_function(c, fn);
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL && c->status == LR_OK; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				if (is_call(i))
					plan_call(c, fn, i);
	c->types = arena_array(&c->e.arena, c->most + 1, sizeof *c->types);
	c->args = arena_array(&c->e.arena, c->most + 1, sizeof *c->args);
	c->attributes = arena_array(&c->e.arena, c->most_attributes + 1, sizeof *c->attributes);
}

/* ---- changing ---- */

/* The reference that the call passes as the integer `v`. */
static LLVMValueRef
given(struct coerced *c, LLVMValueRef v)
{
	if (LLVMIsUndef(v))
		return LLVMIsPoison(v) ? LLVMGetPoison(c->e.tracked) : LLVMGetUndef(c->e.tracked);
	if (LLVMIsAPtrToIntInst(v))
		return LLVMGetOperand(v, 0);
	edit_before(&c->e, v);
	LLVMValueRef made = LLVMBuildLoad2(c->e.builder, c->e.tracked, LLVMGetOperand(v, 0), "");
	LLVMSetAlignment(made, LLVMGetAlignment(v));
	return made;
}

/* Deletes the integer that the call passed, if nothing uses it any more. */
static void
drop_given(LLVMValueRef v)
{
	if (LLVMIsAInstruction(v) && LLVMGetFirstUse(v) == NULL)
		LLVMInstructionEraseFromParent(v);
}

/* Makes the user of the integer parameter `v` use the reference `made`. */
static void
take(LLVMValueRef v, LLVMValueRef made)
{
	LLVMValueRef user = sole_user(v);

	if (user == NULL)
		return;
	if (LLVMIsAStoreInst(user)) {
		LLVMSetOperand(user, 0, made);
		return;
	}
	LLVMReplaceAllUsesWith(user, made);
	LLVMInstructionEraseFromParent(user);
}

static LLVMTypeRef
new_type(struct coerced *c, LLVMTypeRef type, const struct signature *s)
{
	const unsigned n = LLVMCountParamTypes(type);

	LLVMGetParamTypes(type, c->types);
	for (unsigned i = 0; i < n && i < s->n; i++)
		if (s->slot[i] == FOR)
			c->types[i] = c->e.tracked;
	return LLVMFunctionType(LLVMGetReturnType(type), c->types, n, LLVMIsFunctionVarArg(type));
}

static void
copy_attributes(struct coerced *c, LLVMValueRef old, LLVMValueRef fn)
{
	for (unsigned i = 0; i <= LLVMCountParams(old) + 1; i++) {
		const LLVMAttributeIndex at = i <= LLVMCountParams(old) ? i : AT_FUNCTION;
		const unsigned n = LLVMGetAttributeCountAtIndex(old, at);
		LLVMGetAttributesAtIndex(old, at, c->attributes);
		for (unsigned k = 0; k < n; k++)
			LLVMAddAttributeAtIndex(fn, at, c->attributes[k]);
	}
}

static void
replace_parameters(const struct signature *s)
{
	for (unsigned i = 0; i < s->n; i++) {
		LLVMValueRef p = LLVMGetParam(s->value, i), made = LLVMGetParam(s->made, i);
		size_t bytes;
		const char *name = LLVMGetValueName2(p, &bytes);
		if (bytes > 0)
			LLVMSetValueName2(made, name, bytes);
		if (s->slot[i] == FOR)
			take(p, made);
		else if (LLVMGetFirstUse(p) != NULL)
			LLVMReplaceAllUsesWith(p, made);
	}
}

/* Replaces a function by one of the new type, at the end of the module: LLVM-C cannot change the type of a function. */
static void
change_function(struct coerced *c, struct signature *s)
{
	LLVMValueRef old = s->value, waiting = LLVMAddFunction(c->e.module, "", LLVMGlobalGetValueType(old));
	size_t bytes;

	move_body(old, waiting); /* function_is_dso_local reads the text of a function without a body */
	const bool dso_local = function_is_dso_local(old);
	s->made = LLVMAddFunction(c->e.module, "", new_type(c, LLVMGlobalGetValueType(old), s));
	copy_global_common(old, s->made, dso_local);
	copy_attributes(c, old, s->made);
	if (!copy_global_metadata(old, s->made))
		lr_report(c->cx, LR_WARNING, s->made,
			"the function has several metadata entries of one kind; with this version of LLVM only the "
			"last stays");
	copy_function_parts(old, s->made);
	move_body(waiting, s->made);
	LLVMDeleteFunction(waiting);
	replace_parameters(s);
	LLVMReplaceAllUsesWith(old, s->made);
	const char *name = LLVMGetValueName2(old, &bytes);
	char *kept = c->e.scratch;
	memcpy(kept, name, bytes);
	LLVMDeleteFunction(old);
	LLVMSetValueName2(s->made, kept, bytes);
}

static void
change_call(struct coerced *c, struct signature *s)
{
	LLVMValueRef call = s->value;

	LLVMTypeRef type = new_type(c, LLVMGetCalledFunctionType(call), s);
	for (unsigned i = 0; i < s->n; i++) {
		LLVMValueRef v = LLVMGetOperand(call, i);
		c->args[i] = s->slot[i] == FOR ? given(c, v) : v;
	}
	s->made = edit_retype_call(&c->e, call, type, c->args);
	for (unsigned i = 0; i < s->n; i++)
		c->args[i] = LLVMGetOperand(call, i);
	edit_replace(&c->e, call, s->made);
	for (unsigned i = 0; i < s->n; i++)
		if (s->slot[i] == FOR)
			drop_given(c->args[i]);
}

lr_status
coerced_import(lr_context *cx, LLVMModuleRef m)
{
	struct coerced c = { .cx = cx, .td = LLVMGetModuleDataLayout(m), .status = LR_OK };

	ptrmap_init(&c.at, cx->options.alloc, cx->options.user);
	if (!edit_begin(&c.e, cx, m)) {
		c.status = lr_nomem(cx);
	} else if (LLVMPointerSizeForAS(c.td, LR_AS_TRACKED) == c.e.word_bytes && marks_scalars(m)) {
		plan(&c, m);
		for (uint32_t i = 0; i < c.nfn; i++)
			edit_plan_name(&c.e, c.fn[i]->value);
		if (c.status == LR_OK && (!edit_ready(&c.e) || c.at.failed || c.e.arena.failed))
			c.status = lr_nomem(cx);
		for (uint32_t i = 0; i < c.nfn && c.status == LR_OK; i++)
			change_function(&c, c.fn[i]);
		for (uint32_t i = 0; i < c.ncall && c.status == LR_OK; i++)
			change_call(&c, c.call[i]);
		if (c.status == LR_OK && c.nfn + c.ncall > 0)
			cx->changed |= LR_CHANGED_IR | LR_CHANGED_CFG;
	}
	edit_end(&c.e);
	ptrmap_free(&c.at);
	return c.status;
}
