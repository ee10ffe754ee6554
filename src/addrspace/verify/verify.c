/* SPDX-License-Identifier: MIT */
/* verify.c -- GCInvariantVerifier: does a function keep the rules of the GC dialect?
**
** The pass changes nothing.  It reports every violation, in the order of the instructions; none stops the walk.  A
** constant is examined once, for the first instruction (or global) that uses it.
**
** The rules (verify_calls.c has those of calls):
**  - casts lead from generic to Tracked, Derived and CalleeRooted, and from Tracked to Derived and CalleeRooted.  A
**    pointer to another ordinary space (a target's stack) may become Derived.  No other cast involves a special space;
**  - special pointers are not made from integers, nor turned into them;
**  - Derived and CalleeRooted values are neither stored nor loaded; CalleeRooted ones are operands of calls, and
**    otherwise only merged, taken apart or compared;
**  - of special pointers only Tracked ones are returned;
**  - no safepoint lies between a write barrier and the store behind it (verify_order.c);
**  - <strong>: no GEP on a Tracked pointer, which must be cast to Derived first. */
#include <stdio.h>

#include <llvm-c/Target.h>

#include "addrspace/verify/verify.h"
#include "host/passes.h"

#define DECAYED (SPACE_BIT(LR_AS_DERIVED) | SPACE_BIT(LR_AS_CALLEE_ROOTED))

struct space_name
space_name(int as)
{
	static const char *const names[] = { "Tracked", "Derived", "CalleeRooted", "Loaded" };
	struct space_name s;

	if (as == LR_AS_GENERIC)
		snprintf(s.text, sizeof s.text, "generic (0)");
	else if (as_is_special((unsigned)as))
		snprintf(s.text, sizeof s.text, "%s (%d)", names[as - LR_AS_FIRST_SPECIAL], as);
	else
		snprintf(s.text, sizeof s.text, "address space %d", as);
	return s;
}

const struct type_facts *
verify_type(struct verifier *v, LLVMTypeRef t)
{
	struct type_facts *f = &v->types[ptrmap_hash(t) % TYPE_CACHE];

	if (f->type != t)
		*f = (struct type_facts){ .type = t, .as = pointer_as(t), .spaces = type_spaces(t) };
	return f;
}

static const struct type_facts *
facts_of(struct verifier *v, LLVMValueRef value)
{
	return verify_type(v, LLVMTypeOf(value));
}

/* The name of a space in `spaces` other than Tracked. */
static struct space_name
decayed_name(unsigned spaces)
{
	return space_name(spaces & SPACE_BIT(LR_AS_DERIVED) ? LR_AS_DERIVED : LR_AS_CALLEE_ROOTED);
}

static void
check_cast(struct verifier *v, LLVMValueRef at, int from, int to)
{
	const bool from_special = from >= 0 && as_is_special((unsigned)from);
	const bool to_special = to >= 0 && as_is_special((unsigned)to);
	const char *why;

	if (from == to || (!from_special && !to_special))
		return;
	if (from == LR_AS_LOADED)
		why = "a Loaded pointer stays in its space";
	else if (to == LR_AS_LOADED)
		why = "only loads, GEPs and julia.gc_loaded make Loaded pointers, so that their owner is known";
	else if (from == LR_AS_DERIVED)
		why = to == LR_AS_TRACKED ? "a base cannot be recovered from an interior pointer"
		    : to == LR_AS_GENERIC ? "julia.pointer_from_objref takes the address of an object"
		    : "cast the Tracked pointer instead";
	else if (from == LR_AS_CALLEE_ROOTED)
		why = "a CalleeRooted pointer is a call operand and nothing else";
	else if (from == LR_AS_TRACKED) {
		if (to_special)
			return;
		why = "the collector would lose sight of it; decay it to Derived and use julia.pointer_from_objref";
	} else {
		if (from == LR_AS_GENERIC || to == LR_AS_DERIVED)
			return;
		why = "objects are in the generic space";
	}
	violation(v, at, "addrspacecast from %s to %s: %s", space_name(from).text, space_name(to).text, why);
}

static bool
is_exchange(LLVMValueRef v)
{
	return LLVMIsAAtomicRMWInst(v) != NULL || LLVMIsAAtomicCmpXchgInst(v) != NULL;
}

/* Is the integer the operand or the result of an atomic operation?  Clang emits that for the __sync_* functions. */
static bool
is_for_exchange(LLVMValueRef at)
{
	LLVMValueRef from = LLVMIsAInstruction(at) ? LLVMGetOperand(at, 0) : NULL;

	if (from == NULL)
		return false;
	if (is_exchange(from) || (LLVMIsAExtractValueInst(from) && is_exchange(LLVMGetOperand(from, 0))))
		return true;
	for (LLVMUseRef u = LLVMGetFirstUse(at); u != NULL; u = LLVMGetNextUse(u))
		if (is_exchange(LLVMGetUser(u)))
			return true;
	return false;
}

static const char in_exchange[] = "an atomic operation takes a reference for an integer, as the __sync_* functions "
	"of C and C++ do; use dialect_exchange or dialect_compare_exchange";

static void
check_to_integer(struct verifier *v, LLVMValueRef at, const char *what, int from)
{
	if (from < 0 || !as_is_special((unsigned)from))
		return;
	if (is_for_exchange(at))
		violation(v, at, "%s", in_exchange);
	else
		violation(v, at,
			"%s of a %s pointer: objects must not be seen as integers; use julia.pointer_from_objref (in "
			"C, ADDRESS)", what, space_name(from).text);
}

static void
check_from_integer(struct verifier *v, LLVMValueRef at, int to)
{
	if (to < 0 || !as_is_special((unsigned)to))
		return;
	if (is_for_exchange(at))
		violation(v, at, "%s", in_exchange);
	else
		violation(v, at, "inttoptr to %s: make the pointer in the generic space and cast it",
			space_name(to).text);
}

static void
check_gep(struct verifier *v, LLVMValueRef at, int base)
{
	if (v->strong && base == LR_AS_TRACKED)
		violation(v, at, "GEP on a Tracked (10) pointer: cast it to Derived (11) first");
}

/* ---- constants ---- */

static bool
may_hide_expressions(LLVMValueRef value)
{
	switch (LLVMGetValueKind(value)) {
	case LLVMConstantExprValueKind:
	case LLVMConstantStructValueKind:
	case LLVMConstantArrayValueKind:
	case LLVMConstantVectorValueKind:
		return true;
	default:
		return false;
	}
}

static void
check_constant_expr(struct verifier *v, LLVMValueRef at, LLVMValueRef c)
{
	const int from = facts_of(v, LLVMGetOperand(c, 0))->as, to = facts_of(v, c)->as;

	switch (LLVMGetConstOpcode(c)) {
	case LLVMAddrSpaceCast:
		check_cast(v, at, from, to);
		break;
	case LLVMPtrToInt:
		check_to_integer(v, at, "ptrtoint", from);
		break;
#if LLVM_VERSION_MAJOR >= 22
	case LLVMPtrToAddr:
		check_to_integer(v, at, "ptrtoaddr", from);
		break;
#endif
	case LLVMIntToPtr:
		check_from_integer(v, at, to);
		break;
	case LLVMGetElementPtr:
		check_gep(v, at, from);
		break;
	default:
		break;
	}
}

static void
push_constant(struct verifier *v, LLVMValueRef c)
{
	if (!may_hide_expressions(c) || ptrmap_get(&v->constants, c) != PTRMAP_NONE)
		return;
	if (ptrmap_set(&v->constants, c, 0) && ARENA_PUSH(&v->arena, v->stack, v->depth, v->stack_cap))
		v->stack[v->depth++] = c;
}

/* Checks all expressions inside `value`, which `at` uses. */
static void
check_constant(struct verifier *v, LLVMValueRef at, LLVMValueRef value)
{
	push_constant(v, value);
	while (v->depth > 0) {
		LLVMValueRef c = v->stack[--v->depth];
		int n = LLVMGetNumOperands(c);
		if (LLVMGetValueKind(c) == LLVMConstantExprValueKind)
			check_constant_expr(v, at, c);
		for (int i = 0; i < n; i++)
			push_constant(v, LLVMGetOperand(c, (unsigned)i));
	}
}

/* ---- instructions ---- */

static void
check_stored(struct verifier *v, LLVMValueRef at, LLVMValueRef value)
{
	unsigned spaces = facts_of(v, value)->spaces & DECAYED;

	if (spaces)
		violation(v, at,
			"a %s pointer is stored to memory, where its object cannot be found again; store the Tracked "
			"pointer", decayed_name(spaces).text);
}

static void
check_loaded(struct verifier *v, LLVMValueRef inst)
{
	unsigned spaces = facts_of(v, inst)->spaces & DECAYED;

	if (spaces)
		violation(v, inst,
			"a %s pointer is loaded from memory, where none may be; load a Tracked pointer and cast it",
			decayed_name(spaces).text);
}

/* May a CalleeRooted value be an operand of such an instruction?  Instructions that only pass the value on are
** harmless; those with a rule and a message of their own are not reported twice. */
static bool
callee_rooted_may_go_to(LLVMOpcode op)
{
	switch (op) {
	case LLVMCall:
	case LLVMInvoke:
	case LLVMCallBr:
	case LLVMPHI:
	case LLVMSelect:
	case LLVMFreeze:
	case LLVMBitCast:
	case LLVMGetElementPtr: /* the object stays the same */
	case LLVMExtractElement:
	case LLVMInsertElement:
	case LLVMShuffleVector:
	case LLVMExtractValue:
	case LLVMInsertValue:
	case LLVMICmp: /* the optimiser makes such comparisons; they access no object */
	/* these have messages of their own */
	case LLVMAddrSpaceCast:
	case LLVMPtrToInt:
#if LLVM_VERSION_MAJOR >= 22
	case LLVMPtrToAddr:
#endif
	case LLVMRet:
		return true;
	default:
		return false;
	}
}

static void
check_operands(struct verifier *v, LLVMValueRef inst, LLVMOpcode op)
{
	const int n = LLVMGetNumOperands(inst);
	bool callee_rooted = false;

	for (int i = 0; i < n; i++) {
		LLVMValueRef o = LLVMGetOperand(inst, (unsigned)i);
		switch (LLVMGetValueKind(o)) {
		case LLVMBasicBlockValueKind:
		case LLVMMetadataAsValueValueKind:
		case LLVMInlineAsmValueKind:
		case LLVMConstantIntValueKind:
		case LLVMFunctionValueKind:
			continue;
		case LLVMConstantExprValueKind:
		case LLVMConstantStructValueKind:
		case LLVMConstantArrayValueKind:
		case LLVMConstantVectorValueKind:
			check_constant(v, inst, o);
			break;
		default:
			break;
		}
		if (facts_of(v, o)->spaces & SPACE_BIT(LR_AS_CALLEE_ROOTED))
			callee_rooted |= !(op == LLVMStore && i == 0);
	}
	if (callee_rooted && !callee_rooted_may_go_to(op))
		violation(v, inst,
			"a CalleeRooted (12) pointer is used by something that is not a call; use the Tracked pointer");
}

static void
check_returned(struct verifier *v, LLVMValueRef ret)
{
	unsigned spaces;

	if (LLVMGetNumOperands(ret) == 0)
		return;
	spaces = facts_of(v, LLVMGetOperand(ret, 0))->spaces & ~SPACE_BIT(LR_AS_TRACKED);
	for (int as = LR_AS_FIRST_SPECIAL; as <= LR_AS_LAST_SPECIAL; as++)
		if (spaces & SPACE_BIT(as)) {
			violation(v, ret, "a %s pointer is returned: of special pointers only Tracked (10) ones may be",
				space_name(as).text);
			return;
		}
}

static void
check_instruction(struct verifier *v, LLVMValueRef inst)
{
	const LLVMOpcode op = LLVMGetInstructionOpcode(inst);

	switch (op) {
	case LLVMAddrSpaceCast:
		check_cast(v, inst, facts_of(v, LLVMGetOperand(inst, 0))->as, facts_of(v, inst)->as);
		break;
	case LLVMPtrToInt:
		check_to_integer(v, inst, "ptrtoint", facts_of(v, LLVMGetOperand(inst, 0))->as);
		break;
#if LLVM_VERSION_MAJOR >= 22
	case LLVMPtrToAddr:
		check_to_integer(v, inst, "ptrtoaddr", facts_of(v, LLVMGetOperand(inst, 0))->as);
		break;
#endif
	case LLVMIntToPtr:
		check_from_integer(v, inst, facts_of(v, inst)->as);
		break;
	case LLVMGetElementPtr:
		check_gep(v, inst, facts_of(v, LLVMGetOperand(inst, 0))->as);
		break;
	case LLVMAlloca:
		if (as_is_special(LLVMGetPointerAddressSpace(LLVMTypeOf(inst))))
			violation(v, inst, "an alloca in a special address space: the stack holds no objects");
		break;
	case LLVMLoad:
	case LLVMVAArg:
		check_loaded(v, inst);
		break;
	case LLVMStore:
		check_stored(v, inst, LLVMGetOperand(inst, 0));
		if (v->order.n > 0)
			verify_order_store(v, inst);
		break;
	case LLVMAtomicRMW:
		check_stored(v, inst, LLVMGetOperand(inst, 1));
		break;
	case LLVMAtomicCmpXchg:
		check_stored(v, inst, LLVMGetOperand(inst, 2));
		break;
	case LLVMRet:
		check_returned(v, inst);
		break;
	case LLVMCall:
	case LLVMInvoke:
	case LLVMCallBr:
		verify_call(v, inst);
		break;
	default:
		break;
	}
	check_operands(v, inst, op);
}

static void
check_function(struct verifier *v, LLVMValueRef fn)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		verify_order_block(v);
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
			check_instruction(v, i);
	}
}

static void
check_initializers(struct verifier *v, LLVMModuleRef m)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g != NULL; g = LLVMGetNextGlobal(g)) {
		LLVMValueRef init = LLVMGetInitializer(g);
		if (init != NULL)
			check_constant(v, g, init);
	}
	for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a != NULL; a = LLVMGetNextGlobalAlias(a))
		check_constant(v, a, LLVMAliasGetAliasee(a));
}

static void *
from_context(void *user, void *p, size_t old_bytes, size_t new_bytes)
{
	return lr_realloc(user, p, old_bytes, new_bytes);
}

static void
begin(struct verifier *v, lr_context *cx)
{
	*v = (struct verifier){ .cx = cx };
	arena_init(&v->arena, from_context, cx);
	ptrmap_init(&v->callees, from_context, cx);
	ptrmap_init(&v->constants, from_context, cx);
}

static void
end(struct verifier *v)
{
	ptrmap_free(&v->constants);
	ptrmap_free(&v->callees);
	arena_free(&v->arena);
}

static lr_status
run_over(struct verifier *v, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, bool strong)
{
	v->word = LLVMPointerSize(LLVMGetModuleDataLayout(m));
	v->strong = strong;
	v->status = LR_OK;
	if (!v->cx->later_function) {
		verify_addresses(v, m);
		check_initializers(v, m);
		v->cx->module_checked = true;
	}
	for (size_t i = 0; i < nfns; i++)
		check_function(v, fns[i]);
	if (v->status == LR_OK && (v->arena.failed || v->callees.failed || v->constants.failed))
		v->status = lr_nomem(v->cx);
	return v->status;
}

static void
end_kept(lr_context *cx, void *what)
{
	end(what);
	lr_realloc(cx, what, sizeof(struct verifier), 0);
}

static void
forget_functions(void *what)
{
	struct verifier *v = what;

	ptrmap_clear(&v->callees);
}

/* If functions come one by one, the facts about types and callees are kept, and the memory. */
static struct verifier *
recall(lr_context *cx)
{
	struct lr_kept *kept = &cx->kept[KEPT_VERIFY];

	if (!cx->keeps)
		return NULL;
	if (kept->what == NULL) {
		if ((kept->what = lr_realloc(cx, NULL, 0, sizeof(struct verifier))) == NULL)
			return NULL;
		begin(kept->what, cx);
		kept->end = end_kept;
		kept->forget_functions = forget_functions;
	}
	ptrmap_clear(&((struct verifier *)kept->what)->constants); /* their addresses may be reused */
	return kept->what;
}

lr_status
pass_verify_invariants(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	const bool strong = params != NULL && strcmp(params, "strong") == 0;
	struct verifier v, *kept;

	if (params != NULL && *params != '\0' && !strong && strcmp(params, "no-strong") != 0)
		return lr_fail(cx, LR_E_PIPELINE, NULL, "GCInvariantVerifier<%s>: the parameter is strong or no-strong",
			params);
	if ((kept = recall(cx)) != NULL)
		return run_over(kept, m, fns, nfns, strong);
	begin(&v, cx);
	lr_status st = run_over(&v, m, fns, nfns, strong);
	end(&v);
	return st;
}
