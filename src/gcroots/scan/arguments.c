/* SPDX-License-Identifier: MIT */
/* arguments.c -- operands of calls: which are used at the safepoint, which the callee roots, and what the attributes
** of the call tell about memory that an argument points to. */
#include "gcroots/scan/calls.h"
#include "gcroots/stack/variables.h"

/* Does the callee root an argument of address space 12?  Where objects move: only if the argument is surely the
** address of a whole object.  The callee cannot relocate other pointers, so that their objects must stay in place. */
static inline bool
callee_roots(const struct scan *sc, LLVMValueRef v)
{
	return !sc->s->moving
		|| (LLVMIsAAddrSpaceCastInst(v) && pointer_as(LLVMTypeOf(operand_of(v, 0))) == LR_AS_TRACKED);
}

bool
scan_is_callee_rooted(struct scan *sc, LLVMValueRef call, LLVMValueRef v, unsigned i)
{
	return scan_type(sc, v)->as == LR_AS_CALLEE_ROOTED && i < LLVMGetNumArgOperands(call) && callee_roots(sc, v);
}

/* Records an operand.  An operand that the callee roots is used before the safepoint; the others are used at it. */
static inline void
operand(struct scan *sc, struct operands *o, uint32_t code, bool callee_rooted)
{
	if (callee_rooted)
		scan_use_code(sc, code), o->callee_roots = true;
	else if (o->n == MAX_OPERANDS)
		o->more = true;
	else
		o->code[o->n++] = code;
}

void
scan_gather(struct scan *sc, LLVMValueRef call, const struct callee_info *c, bool as_declared, unsigned n,
	struct operands *o)
{
	unsigned i = 0;

	o->n = o->nseen = 0;
	o->more = o->callee_roots = false;
	for (uint32_t todo = as_declared ? c->special & ~param_bit(MASKED_PARAMS) : 0; todo; todo &= todo - 1) {
		i = (unsigned)__builtin_ctz(todo);
		LLVMValueRef v = operand_of(call, i);
		uint32_t code = scan_code(sc, v);
		if (code != PTRMAP_NONE)
			operand(sc, o, code, (c->callee_rooted >> i & 1) && callee_roots(sc, v));
		else
			scan_undef(sc, call, i, v);
	}
	i = !as_declared ? 0 : c->special & param_bit(MASKED_PARAMS) ? MASKED_PARAMS : c->nparams;
	for (; i < n; i++) {
		LLVMValueRef v = operand_of(call, i);
		uint32_t code = scan_code(sc, v);
		if (i == o->nseen && i < MAX_OPERANDS)
			o->seen[i].value = v, o->seen[i].code = code, o->nseen++;
		if (code != PTRMAP_NONE)
			operand(sc, o, code, scan_is_callee_rooted(sc, call, v, i));
		else
			scan_undef(sc, call, i, v);
	}
}

void
scan_use_operands(struct scan *sc, LLVMValueRef call, const struct operands *o, unsigned n)
{
	if (!o->more) {
		for (uint32_t i = 0; i < o->n; i++)
			scan_use_code(sc, o->code[i]);
		return;
	}
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef v = operand_of(call, i);
		uint32_t code = scan_code(sc, v);
		if (code != PTRMAP_NONE && !scan_is_callee_rooted(sc, call, v, i))
			scan_use_code(sc, code);
	}
}

/* -- memory behind arguments */

/* Returns `n` of a "julia.return_roots"="n" on parameter `p`, counted from 0; or 0. */
static uint32_t
return_roots(struct scan *sc, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *c, unsigned p)
{
	LLVMAttributeRef a = LLVMGetCallSiteStringAttribute(call, p + 1, "julia.return_roots", 18);
	uint32_t n = 0;

	if (!a && (c->pointees & param_bit(p)))
		a = LLVMGetStringAttributeAtIndex(callee, p + 1, "julia.return_roots", 18);
	if (a) {
		unsigned len, i = 0;
		const char *text = LLVMGetStringAttributeValue(a, &len);
		for (; i < len && text[i] >= '0' && text[i] <= '9' && n < 1u << 20; i++)
			n = n * 10 + (uint32_t)(text[i] - '0');
		if (i < len || len == 0)
			scan_fail(sc, call, "the value of \"julia.return_roots\" is not a number of roots");
	}
	return n;
}

/* May parameter `p` be the address of a stack variable?  Such an address may be cast to a derived pointer.  The type
** of the callee tells, or that of the operand. */
static inline bool
may_point_to_stack(struct scan *sc, LLVMValueRef v, const struct callee_info *c, bool as_declared, unsigned p)
{
	if (as_declared && p < MASKED_PARAMS)
		return c->generic & param_bit(p);
	const struct type_info *t = scan_type(sc, v);
	return t->as >= 0 && (t->count == 0 || t->as == LR_AS_DERIVED);
}

/* Returns the type that the call or its callee states for the memory behind parameter `p`: by sret (*written), or by
** byval.  NULL: none. */
static LLVMTypeRef
pointee(const struct session *s, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *c, unsigned p,
	bool *written)
{
	unsigned kind[] = { s->kind_sret, s->kind_byval };

	for (unsigned i = 0; i < 2; i++) {
		LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, p + 1, kind[i]);
		if (!a && (c->pointees & param_bit(p)))
			a = LLVMGetEnumAttributeAtIndex(callee, p + 1, kind[i]);
		*written = i == 0;
		if (a)
			return LLVMGetTypeAttributeValue(a);
	}
	return NULL;
}

/* Does any parameter of the call say where the roots of the result go?  Then the memory of sret needs none. */
static bool
has_return_roots(struct scan *sc, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *c)
{
	for (unsigned p = 0, n = LLVMGetNumArgOperands(call); p < n; p++)
		if (return_roots(sc, call, callee, c, p))
			return true;
	return false;
}

/* A callee that takes a struct by va_arg reads a copy of it that nobody updates.  The variable of this function that it
** was copied from holds its objects in place; memory of others does not. */
static bool
copies_unheld(struct scan *sc, LLVMValueRef call, const struct callee_info *c, LLVMValueRef v)
{
	LLVMValueRef found[MAX_TRACE];
	uint32_t n;
	bool foreign;

	if (!sc->s->moving || !c->safepoint || !LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call)))
		return false;
	for (uint32_t i = 0; i < sc->ir->nbyval; i++)
		if (v == LLVMGetParam(sc->ir->fn, sc->ir->byval[i] - 1))
			return false;
	if (LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v))
		return false;
	return !stack_trace(sc, v, found, NULL, &n, &foreign) || foreign;
}

void
scan_pointee(struct scan *sc, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *c, unsigned p,
	LLVMValueRef v)
{
	uint32_t roots = return_roots(sc, call, callee, c, p);
	if (roots) {
		stack_return_roots(sc, call, v, roots);
		return;
	}
	bool written;
	LLVMTypeRef type = pointee(sc->s, call, callee, c, p, &written);
	const struct type_info *t = type ? session_type(sc->s, type) : NULL;
	if (!t || t->count == 0)
		return;
	if (!written && copies_unheld(sc, call, c, v)) {
		scan_fail(sc, call,
			"a struct with object references goes by value to a function that takes it by va_arg, from "
			"memory that is no variable of this function: where objects move, nobody would update the "
			"copy; pass its fields one by one, or its address");
		return;
	}
	if (!has_return_roots(sc, call, callee, c))
		stack_typed_pointer(sc, call, v, type, written);
	else if (sc->s->typed)
		scan_fail(sc, call,
			"the references of this result are returned in the memory of \"julia.return_roots\", so "
			"its sret memory does not hold what its type says, and the module is not typed (leave out "
			"--memory=typed, and the module flag \"lateroot.memory\")");
}

void
scan_find_pointees(struct scan *sc, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *c,
	bool as_declared, unsigned n)
{
	for (unsigned p = 0; p < n; p++) {
		if (as_declared && !(c->generic & param_bit(p)))
			continue;
		LLVMValueRef v = operand_of(call, p);
		if (may_point_to_stack(sc, v, c, as_declared, p))
			scan_find_pointee(sc, call, callee, c, p, v);
	}
}
