/* SPDX-License-Identifier: MIT */
/* coerced.c -- part of AdoptDialect: structs with references that clang passes as integers.
**
** The ABI of a target decides how a struct is passed, and clang writes that into the types of the IR. On x86-64 a
** struct of one reference is passed as a pointer while a register is left for it, and then as an integer; on other
** targets it always is an integer. A collector does not see integers. For the machine the two types are the same: both
** get the same registers and stack words. So the type of the parameter becomes that of a reference, in the function and
** in all its calls. A call through a pointer is changed by its own arguments.
**
** The code beside the call, or at the function's entry, shows that a parameter is such a struct: it is loaded or stored
** where a reference is declared, or it is cast there. Clang marks scalars that are passed as noundef, and structs not.
** So a cast of the program's own is not taken for such a struct; accesses.c and the verifier refuse it.
**
** Results are not marked in C. On x86-64, i686 and WebAssembly no struct is returned as an integer, and results stay as
** they are; Windows and other targets return a struct of one reference in that way. There the member is loaded from a
** struct of one word, or stored into one, which casts of the program hardly ever do. If one does, the reference is
** passed as a reference, and lost is no object: a caller that takes the result for a number does not agree.
**
** On AArch64 and RISC-V a struct of two words is an array of two integers, as parameter and as result; nothing else
** is. It becomes an array of two references, or a struct of a reference and an integer. On AArch64 an array lies in
** registers or on the stack as a whole, and a struct may lie in both, which coerced_registers.c tells.
**
** If the calls of a function and its body do not agree, because the program's declarations do not, it cannot be decided
** what is passed. That is an error. */
#include "lowering/import/coerced.h"

#include "dialect/tail_calls.h"
#include "host/architecture.h"
#include "host/passes.h"
#include "lowering/import/coerced_parts.h"

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
refuse(struct coerced *c, LLVMValueRef at, LLVMValueRef fn, const char *struct_is_passed)
{
	c->status = lr_fail(c->cx, LR_E_DIALECT, at,
		"%s '%s' as an integer, which no collector sees, and the calls "
		"and the body of that function do not agree that it is a reference: use one prototype for all, or "
		"pass the reference itself", struct_is_passed, value_name(fn));
}

static const char passed_to[] = "a struct of one reference is passed to",
	pair_passed_to[] = "a struct of two words with a reference is passed to",
	returned_by[] = "a struct of one reference is returned by",
	pair_returned_by[] = "a struct of two words with a reference is returned by";

static void
refuse_slot(struct coerced *c, LLVMValueRef at, LLVMValueRef fn, unsigned slot)
{
	refuse(c, at, fn, LLVMTypeOf(LLVMGetParam(fn, slot)) == c->e.word ? passed_to : pair_passed_to);
}

static void
refuse_result(struct coerced *c, LLVMValueRef at, LLVMValueRef fn)
{
	LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(fn));

	refuse(c, at, fn, type == c->e.word ? returned_by : pair_returned_by);
}

static void
check_registers(struct coerced *c, LLVMValueRef at, unsigned slot, enum vote v, bool pair)
{
	if (!pair || v == BOTH || !c->whole || coerced_lies_together(c, at, slot))
		return;
	c->status = lr_fail(c->cx, LR_E_DIALECT, at,
		"parameter %u is a struct of a reference and a number, for which one register is left on this target: "
		"it lies on the stack as two integers, and as a reference and an integer it would lie in both places; "
		"put it in front of the parameter before it, or pass its members", slot + 1);
}

static void
plan_function(struct coerced *c, LLVMValueRef fn)
{
	const unsigned n = LLVMCountParams(fn);
	LLVMTypeRef type = LLVMGlobalGetValueType(fn);
	struct signature *s = NULL;
	bool any = false;
	LLVMValueRef told = fn;

	if (LLVMGetIntrinsicID(fn) != 0)
		return;
	for (unsigned i = 0; i < n && c->status == LR_OK; i++) {
		const unsigned words = coerced_words(c, LLVMTypeOf(LLVMGetParam(fn, i)));
		told = fn;
		if (words == 0 || LLVMGetAttributeCountAtIndex(fn, i + 1) > 0)
			continue;
		const enum vote v = coerced_vote_all(c, fn, (int)i, &any, &told);
		if (v == AGAINST && any)
			refuse_slot(c, told, fn, i);
		if (!coerced_is_for(v) || (s == NULL && (s = new_signature(c, fn, n)) == NULL))
			continue;
		check_registers(c, told, i, v, words == 2);
		s->slot[i] = v;
	}
	told = fn;
	if (c->status == LR_OK && coerced_result_words(c, LLVMGetReturnType(type)) != 0
		&& LLVMGetAttributeCountAtIndex(fn, LLVMAttributeReturnIndex) == 0) {
		const enum vote v = coerced_vote_all(c, fn, RESULT, &any, &told);
		if (v == AGAINST && any)
			refuse_result(c, told, fn);
		if (coerced_is_for(v) && (s != NULL || (s = new_signature(c, fn, n)) != NULL))
			s->result = v;
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

/* What becomes a reference of an argument? The callee's parameter decides; if there is none, the argument itself. */
static enum vote
slot_of_call(struct coerced *c, LLVMValueRef call, unsigned slot)
{
	LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
	const enum vote itself = coerced_vote_call(c, call, slot);

	if (fn == NULL || slot >= LLVMCountParams(fn)) {
		if (coerced_is_for(itself))
			check_registers(c, call, slot, itself, LLVMTypeOf(LLVMGetOperand(call, slot)) == c->pair);
		return coerced_is_for(itself) ? itself : UNSAID;
	}
	const struct signature *s = signature_of(c, fn);
	const enum vote changes = s != NULL ? s->slot[slot] : UNSAID;
	if (coerced_is_for(itself) && itself != changes && c->status == LR_OK)
		refuse_slot(c, call, fn, slot);
	return changes;
}

/* The same for the result of a call. */
static enum vote
result_of_call(struct coerced *c, LLVMValueRef call)
{
	LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
	const enum vote itself = coerced_vote_result(c, call);
	const struct signature *s = fn != NULL ? signature_of(c, fn) : NULL;

	if (fn == NULL)
		return coerced_is_for(itself) ? itself : UNSAID;
	const enum vote changes = s != NULL ? s->result : UNSAID;
	if (coerced_is_for(itself) && itself != changes && c->status == LR_OK)
		refuse_result(c, call, fn);
	return changes;
}

static bool
same_slots(const struct signature *a, const struct signature *b)
{
	if ((a != NULL ? a->result : UNSAID) != (b != NULL ? b->result : UNSAID))
		return false;
	for (unsigned i = 0; (a != NULL && i < a->n) || (b != NULL && i < b->n); i++)
		if ((a != NULL && i < a->n ? a->slot[i] : UNSAID) != (b != NULL && i < b->n ? b->slot[i] : UNSAID))
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
		const enum vote v = coerced_words(c, LLVMTypeOf(LLVMGetOperand(call, i))) != 0
			? slot_of_call(c, call, i) : UNSAID;
		if (v != UNSAID && (s != NULL || (s = new_signature(c, call, n)) != NULL))
			s->slot[i] = v;
	}
	if (c->status == LR_OK && coerced_result_words(c, LLVMTypeOf(call)) != 0) {
		const enum vote v = result_of_call(c, call);
		if (v != UNSAID && (s != NULL || (s = new_signature(c, call, n)) != NULL))
			s->result = v;
	}
	if (c->status == LR_OK && is_musttail(call) && !same_slots(s, signature_of(c, fn)))
		c->status = lr_fail(c->cx, LR_E_DIALECT, call,
			"a struct with a reference is passed as an integer by a musttail call, at another place than "
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

/* The most parameters of a function, or of the type of a called one. */
static unsigned
most_parameters(LLVMModuleRef m)
{
	unsigned most = 0;

	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn)) {
		most = LLVMCountParams(fn) > most ? LLVMCountParams(fn) : most;
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				if (coerced_is_call(i) && LLVMGetNumArgOperands(i) > most)
					most = LLVMGetNumArgOperands(i);
	}
	return most;
}

static void
plan(struct coerced *c, LLVMModuleRef m)
{
	c->most = most_parameters(m);
	c->types = arena_array(&c->e.arena, c->most + 1, sizeof *c->types);
	if (c->types == NULL)
		return;
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL && c->status == LR_OK; fn = LLVMGetNextFunction(fn))
		plan_function(c, fn);
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL && c->status == LR_OK; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				if (coerced_is_call(i))
					plan_call(c, fn, i);
	c->args = arena_array(&c->e.arena, c->most + 1, sizeof *c->args);
	c->attributes = arena_array(&c->e.arena, c->most_attributes + 1, sizeof *c->attributes);
}

/* What clang passes structs as, on the target of the module. */
static void
choose_types(struct coerced *c, LLVMModuleRef m)
{
	const enum architecture a = architecture_of(LLVMGetTarget(m));

	c->scalars = marks_scalars(m);
	if (a == ARCH_AARCH64 || a == ARCH_RISCV64 || a == ARCH_RISCV32)
		c->pair = LLVMArrayType2(c->e.word, 2);
	c->results = !((a == ARCH_X86_64 || a == ARCH_I686) && !triple_is_windows(LLVMGetTarget(m)))
		&& a != ARCH_WASM32 && a != ARCH_WASM64;
	c->whole = a == ARCH_AARCH64;
	c->windows = triple_is_windows(LLVMGetTarget(m));
}

lr_status
coerced_import(lr_context *cx, LLVMModuleRef m)
{
	struct coerced c = { .cx = cx, .td = LLVMGetModuleDataLayout(m), .status = LR_OK };

	ptrmap_init(&c.at, cx->options.alloc, cx->options.user);
	if (!edit_begin(&c.e, cx, m)) {
		c.status = lr_nomem(cx);
	} else if (LLVMPointerSizeForAS(c.td, LR_AS_TRACKED) == c.e.word_bytes) {
		choose_types(&c, m);
		plan(&c, m);
		for (uint32_t i = 0; i < c.nfn; i++)
			edit_plan_name(&c.e, c.fn[i]->value);
		if (c.status == LR_OK && (!edit_ready(&c.e) || c.at.failed || c.e.arena.failed))
			c.status = lr_nomem(cx);
		for (uint32_t i = 0; i < c.nfn && c.status == LR_OK; i++)
			coerced_change_function(&c, c.fn[i]);
		for (uint32_t i = 0; i < c.ncall && c.status == LR_OK; i++)
			coerced_change_call(&c, c.call[i]);
		if (c.status == LR_OK && c.nfn + c.ncall > 0)
			cx->changed |= LR_CHANGED_IR | LR_CHANGED_CFG;
	}
	edit_end(&c.e);
	ptrmap_free(&c.at);
	return c.status;
}
