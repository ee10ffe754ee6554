/* SPDX-License-Identifier: MIT */
/* verify_calls.c -- the dialect verifier's rules for calls: the signatures of the dialect's own functions, the shape of
** write barriers and preserve regions, and where those functions may be used at all. */
#include "addrspace/verify/verify.h"
#include "dialect/metadata.h"
#include "dialect/type_hooks.h"

enum { ARG_TYPE = 2 };

#define DECAYED (SPACE_BIT(LR_AS_DERIVED) | SPACE_BIT(LR_AS_CALLEE_ROOTED))

/* Signatures, one letter a type, the result first: v void, p pointer in 0, t Tracked, d Derived, l Loaded, a any
** pointer, i any integer, 4 i32, 8 i64, 1 i1, k token.  "x*" at the end: any number of x; ".": anything may follow. */
static const struct signature {
	const char *letters, *text;
} signatures[INTR_COUNT] = {
	[INTR_GET_PGCSTACK]         = { "p",     "ptr ()" },
	[INTR_GET_PGCSTACK_OR_NEW]  = { "p",     "ptr ()" },
	[INTR_GC_ALLOC_OBJ]         = { "tpit",  "Tracked (ptr task, iN size, Tracked type)" },
	[INTR_GC_ALLOC_MEMORY]      = { "tpiti1", "Tracked (ptr task, iN size, Tracked type, iN length, i1 zero)" },
	[INTR_TYPEOF]               = { "tt",    "Tracked (Tracked)" },
	[INTR_POINTER_FROM_OBJREF]  = { "pd",    "ptr (Derived)" },
	[INTR_GC_LOADED]            = { "ltp",   "Loaded (Tracked owner, ptr)" },
	[INTR_TRACKED_POINTER]      = { "tp",    "Tracked (ptr)" },
	[INTR_BLACKBOX]             = { "tt",    "Tracked (Tracked)" },
	[INTR_WRITE_BARRIER]        = { "vt.",   "void (Tracked parent, Tracked child...)" },
	[INTR_OBJECT_WRITE_BARRIER] = { "vtt*",  "void (Tracked parent, Tracked child...)" },
	[INTR_FIELD_WRITE_BARRIER_P11] = { "vt.", "void (Tracked parent, Derived slot, Tracked child, ...)" },
	[INTR_FIELD_WRITE_BARRIER_P13] = { "vt.", "void (Tracked parent, Loaded slot, Tracked child, ...)" },
	[INTR_CALL]                 = { "tptt*", "Tracked (ptr function, Tracked f, Tracked arg...)" },
	[INTR_CALL2]                = { "tpttt*", "Tracked (ptr function, Tracked first, Tracked f, Tracked arg...)" },
	[INTR_CALL3]                = { "tpdt*", "Tracked (ptr function, Derived f, Tracked arg...)" },
	[INTR_PRESERVE_BEGIN]       = { "k.",    "token (...)" },
	[INTR_PRESERVE_END]         = { "vk",    "void (token)" },
	[INTR_GCROOT_FLUSH]         = { "v",     "void ()" },
	[INTR_SAFEPOINT]            = { "vp",    "void (ptr)" },
	[INTR_CANCELLATION_POINT]   = { "4",     "i32 ()" },
	[INTR_IMMEDIATE_MAKE]       = { "t8",    "Tracked (i64)" },
	[INTR_IMMEDIATE_TEST]       = { "1t",    "i1 (Tracked)" },
	[INTR_IMMEDIATE_VALUE]      = { "8t",    "i64 (Tracked)" },
	[INTR_NEW_GC_FRAME]         = { "p4",    "ptr (i32)" },
	[INTR_PUSH_GC_FRAME]        = { "vp4",   "void (ptr, i32)" },
	[INTR_POP_GC_FRAME]         = { "vp",    "void (ptr)" },
	[INTR_GET_GC_FRAME_SLOT]    = { "pp4",   "ptr (ptr, i32)" },
	[INTR_GC_ALLOC_BYTES]       = { "tpii",  "Tracked (ptr, iN, iN)" },
	[INTR_QUEUE_GC_ROOT]        = { "vt",    "void (Tracked)" },
	[INTR_QUEUE_GC_ROOT_FIELD]  = { "vta",   "void (Tracked, ptr)" },
};

static bool
is_dialect(enum intrinsic id)
{
	return id >= INTR_GET_PGCSTACK && id <= INTR_QUEUE_GC_ROOT_FIELD;
}

static bool
letter_fits(char letter, LLVMTypeRef t)
{
	const LLVMTypeKind kind = LLVMGetTypeKind(t);
	const unsigned as = kind == LLVMPointerTypeKind ? LLVMGetPointerAddressSpace(t) : ~0u;

	switch (letter) {
	case 'v': return kind == LLVMVoidTypeKind;
	case 'k': return kind == LLVMTokenTypeKind;
	case 'a': return kind == LLVMPointerTypeKind;
	case 'p': return as == LR_AS_GENERIC;
	case 't': return as == LR_AS_TRACKED;
	case 'd': return as == LR_AS_DERIVED;
	case 'l': return as == LR_AS_LOADED;
	case 'i': return kind == LLVMIntegerTypeKind;
	case '4': return kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 32;
	case '8': return kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 64;
	case '1': return kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 1;
	default:  return false;
	}
}

static const char *
letter_name(char letter)
{
	switch (letter) {
	case 'k': return "a token";
	case 'a': return "a pointer";
	case 'p': return "a pointer in the generic space (0)";
	case 't': return "a Tracked (10) pointer";
	case 'd': return "a Derived (11) pointer";
	case 'l': return "a Loaded (13) pointer";
	case '4': return "an i32";
	case '8': return "an i64";
	case '1': return "an i1";
	default:  return "an integer";
	}
}

/* Checks the operands against the table; false if something does not fit. */
static bool
check_signature(struct verifier *v, LLVMValueRef call, enum intrinsic id)
{
	const char *l = signatures[id].letters, *name = intrinsic_name(id);
	const unsigned n = LLVMGetNumArgOperands(call);
	bool good = true;
	unsigned i = 0;

	if (!letter_fits(*l++, LLVMTypeOf(call))) {
		violation(v, call, "%s has the wrong result type: it is %s", name, signatures[id].text);
		good = false;
	}
	for (; i < n && *l != '\0' && *l != '.'; i++) {
		if (!letter_fits(*l, LLVMTypeOf(LLVMGetOperand(call, i)))) {
			violation(v, call, "operand %u of %s is not %s: it is %s", i + 1, name, letter_name(*l),
				signatures[id].text);
			good = false;
		}
		if (l[1] != '*')
			l++;
	}
	if (i < n ? *l != '.' : *l != '\0' && *l != '.' && l[1] != '*') {
		violation(v, call, "%s has too %s operands: it is %s", name, i < n ? "many" : "few",
			signatures[id].text);
		good = false;
	}
	return good;
}

/* Is it null, possibly cast from another space? */
static bool
is_null(LLVMValueRef v)
{
	while (LLVMGetValueKind(v) == LLVMConstantExprValueKind && LLVMGetConstOpcode(v) == LLVMAddrSpaceCast)
		v = LLVMGetOperand(v, 0);
	return LLVMGetValueKind(v) == LLVMConstantPointerNullValueKind;
}

/* Operands behind the parent come in pairs (slot, child). */
static void
check_field_barrier(struct verifier *v, LLVMValueRef call, enum intrinsic id)
{
	const char slot_letter = id == INTR_FIELD_WRITE_BARRIER_P11 ? 'd' : 'l';
	const char *name = intrinsic_name(id);
	const unsigned n = LLVMGetNumArgOperands(call);

	if (n < 3 || n % 2 == 0)
		violation(v, call, "%s has an incomplete pair: each slot is followed by the child stored in it", name);
	for (unsigned i = 1; i < n; i++) {
		LLVMValueRef o = LLVMGetOperand(call, i);
		const bool slot = i % 2 == 1;
		if (!letter_fits(slot ? slot_letter : 't', LLVMTypeOf(o)))
			violation(v, call, "operand %u of %s is a %s and must be %s", i + 1, name,
				slot ? "slot" : "child", letter_name(slot ? slot_letter : 't'));
		else if (slot && is_null(o))
			violation(v, call,
				"operand %u of %s is a null slot; a barrier that knows no slot is "
				"julia.object_write_barrier", i + 1, name);
	}
}

/* The form of 1.9 to 1.13, (parent, child...), and a later one, (parent, slot, child...). */
static void
check_write_barrier(struct verifier *v, LLVMValueRef call)
{
	const unsigned n = LLVMGetNumArgOperands(call);
	const bool slot = n > 1 && (letter_fits('d', LLVMTypeOf(LLVMGetOperand(call, 1)))
		|| letter_fits('l', LLVMTypeOf(LLVMGetOperand(call, 1))));

	if (slot && n == 2)
		violation(v, call,
			"operand 2 of julia.write_barrier is not a Tracked (10) pointer, and as a slot it needs a "
			"child behind it: it is void (Tracked parent, Tracked child...) or void (Tracked parent, "
			"Derived or Loaded slot, Tracked child...)");
	for (unsigned i = slot ? 2 : 1; i < n; i++)
		if (!letter_fits('t', LLVMTypeOf(LLVMGetOperand(call, i))))
			violation(v, call,
				"operand %u of julia.write_barrier is not a Tracked (10) pointer: it is void (Tracked "
				"parent, Tracked child...)", i + 1);
}

/* The two forms that front ends have used. */
static void
check_except_enter(struct verifier *v, LLVMValueRef call)
{
	LLVMTypeRef t = LLVMTypeOf(call);
	const unsigned n = LLVMGetNumArgOperands(call);
	bool good;

	if (n == 0)
		good = letter_fits('4', t);
	else
		good = n == 1 && letter_fits('p', LLVMTypeOf(LLVMGetOperand(call, 0)))
			&& LLVMGetTypeKind(t) == LLVMStructTypeKind && LLVMCountStructElementTypes(t) == 2
			&& letter_fits('4', LLVMStructGetTypeAtIndex(t, 0))
			&& letter_fits('p', LLVMStructGetTypeAtIndex(t, 1));
	if (!good)
		violation(v, call, "julia.except_enter is i32 () or { i32, ptr } (ptr task)");
}

static struct callee
callee_of(struct verifier *v, LLVMValueRef called)
{
	uint32_t packed;

	if (LLVMGetValueKind(called) != LLVMFunctionValueKind)
		return (struct callee){ .id = INTR_NONE };
	packed = ptrmap_get(&v->callees, called);
	if (packed == PTRMAP_NONE) {
		const enum intrinsic id = intrinsic_of(called);
		const bool masked = id == INTR_LLVM && strncmp(value_name(called), "llvm.masked.", 12) == 0;
		const bool refused = id == INTR_LLVM && !verify_form(v, called);
		packed = (uint32_t)id << 2 | (uint32_t)refused << 1 | masked;
		ptrmap_set(&v->callees, called, packed);
	}
	return (struct callee){ .id = (enum intrinsic)(packed >> 2), .masked = packed & 1, .refused = packed >> 1 & 1 };
}

static void
check_preserve(struct verifier *v, LLVMValueRef begin)
{
	for (LLVMUseRef u = LLVMGetFirstUse(begin); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsACallInst(user) == NULL || callee_of(v, LLVMGetCalledValue(user)).id != INTR_PRESERVE_END)
			violation(v, user,
				"the token of llvm.julia.gc_preserve_begin is used by something that is not "
				"llvm.julia.gc_preserve_end");
	}
}

static void
check_preserve_end(struct verifier *v, LLVMValueRef end)
{
	LLVMValueRef token = LLVMGetOperand(end, 0);

	if (LLVMIsACallInst(token) == NULL || callee_of(v, LLVMGetCalledValue(token)).id != INTR_PRESERVE_BEGIN)
		violation(v, end,
			"the operand of llvm.julia.gc_preserve_end is not the token of an "
			"llvm.julia.gc_preserve_begin");
}

/* Checks a call of any other function: its result, and the memory accesses of masked intrinsics. */
static void
check_other(struct verifier *v, LLVMValueRef call, struct callee callee)
{
	unsigned spaces = verify_type(v, LLVMTypeOf(call))->spaces & DECAYED;
	const int as = spaces & SPACE_BIT(LR_AS_DERIVED) ? LR_AS_DERIVED : LR_AS_CALLEE_ROOTED;

	if (callee.refused) {
		violation(v, call,
			"what it does to memory with object references is not followed: use llvm.masked.load and "
			"llvm.masked.store, llvm.masked.gather and llvm.masked.scatter, or ordinary loads and stores");
		return;
	}
	if (spaces && callee.masked)
		violation(v, call,
			"%s pointers are loaded from memory, where none may be; load Tracked pointers and cast them",
			space_name(as).text);
	else if (spaces && callee.id != INTR_LLVM)
		violation(v, call,
			"a call gives a %s pointer, whose object cannot be found; let it return the Tracked pointer",
			space_name(as).text);
	if (!callee.masked || LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind || LLVMGetNumArgOperands(call) == 0)
		return;
	spaces = verify_type(v, LLVMTypeOf(LLVMGetOperand(call, 0)))->spaces & DECAYED;
	if (spaces)
		violation(v, call,
			"%s pointers are stored to memory, where their objects cannot be found again; store the "
			"Tracked ones",
			space_name(spaces & SPACE_BIT(LR_AS_DERIVED) ? LR_AS_DERIVED : LR_AS_CALLEE_ROOTED).text);
}

/* julia.call and similar functions become ordinary calls, which may unwind; no other function of the dialect may be
** invoked.  (LLVM itself refuses callbr of functions.) */
static void
check_form(struct verifier *v, LLVMValueRef call, enum intrinsic id)
{
	const LLVMOpcode op = LLVMGetInstructionOpcode(call);
	const bool jlcall = id == INTR_CALL || id == INTR_CALL2 || id == INTR_CALL3;

	if (op == LLVMInvoke && !jlcall)
		violation(v, call, "%s is invoked: it is called with `call` and does not unwind to a landing pad",
			intrinsic_name(id));
	else if (op == LLVMCall && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail)
		violation(v, call, "%s is a musttail call: it becomes something with another signature, or no call",
			intrinsic_name(id));
}

static void
check_type_mark(struct verifier *v, LLVMValueRef call)
{
	LLVMModuleRef m = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));

	if (type_denies_hook(v->cx, LLVMGetModuleDataLayout(m), LLVMGetOperand(call, ARG_TYPE)))
		violation(v, call, "the type is marked !%s, and its descriptor has a release function",
			HOOKLESS_METADATA);
}

void
verify_call(struct verifier *v, LLVMValueRef call)
{
	const struct callee callee = callee_of(v, LLVMGetCalledValue(call));
	bool good = true;

	if (LLVMGetNumOperandBundles(call) > 0)
		verify_bundles(v, call, callee.id);
	verify_order_call(v, call, callee.id);
	if (!is_dialect(callee.id)) {
		check_other(v, call, callee);
		return;
	}
	check_form(v, call, callee.id);
	if (signatures[callee.id].letters != NULL)
		good = check_signature(v, call, callee.id);
	switch (callee.id) {
	case INTR_GC_ALLOC_OBJ:
	case INTR_GC_ALLOC_MEMORY:
		if (good)
			check_type_mark(v, call);
		break;
	case INTR_FIELD_WRITE_BARRIER_P11:
	case INTR_FIELD_WRITE_BARRIER_P13:
		check_field_barrier(v, call, callee.id);
		break;
	case INTR_WRITE_BARRIER:
		check_write_barrier(v, call);
		break;
	case INTR_EXCEPT_ENTER:
		check_except_enter(v, call);
		break;
	case INTR_PRESERVE_BEGIN:
		check_preserve(v, call);
		break;
	case INTR_PRESERVE_END:
		if (good)
			check_preserve_end(v, call);
		break;
	default:
		break;
	}
}

/* Is `fn` among the operands of a call other than its callee?  The callee is the last operand. */
static bool
passed_to(LLVMValueRef call, LLVMValueRef fn)
{
	const int n = LLVMGetNumOperands(call);

	for (int i = 0; i + 1 < n; i++)
		if (LLVMGetOperand(call, (unsigned)i) == fn)
			return true;
	return false;
}

static bool
is_call(LLVMValueRef user)
{
	if (LLVMIsAInstruction(user) == NULL)
		return false;
	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMCall:
	case LLVMInvoke:
	case LLVMCallBr:
		return true;
	default:
		return false;
	}
}

/* Barriers exist only for address spaces of slots. */
static void
check_unknown(struct verifier *v, LLVMValueRef fn, enum intrinsic id)
{
	static const char prefix[] = "julia.field_write_barrier";

	if (id == INTR_NONE && LLVMGetFirstUse(fn) != NULL && strncmp(value_name(fn), prefix, sizeof prefix - 1) == 0)
		violation(v, fn,
			"there is no such barrier: the slots of field barriers are Derived (.p11) or Loaded (.p13)");
	if (as_is_special(LLVMGetPointerAddressSpace(LLVMTypeOf(fn))))
		violation(v, fn, "a function is in a special address space: code is no object");
}

void
verify_addresses(struct verifier *v, LLVMModuleRef m)
{
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn)) {
		const enum intrinsic id = callee_of(v, fn).id;
		LLVMValueRef last = NULL;
		if (!is_dialect(id)) {
			check_unknown(v, fn, id);
			continue;
		}
		for (LLVMUseRef u = LLVMGetFirstUse(fn); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			if (user == last) /* uses in one instruction often follow each other */
				continue;
			last = user;
			if (is_call(user) && LLVMGetCalledValue(user) == fn && !passed_to(user, fn))
				continue;
			violation(v, LLVMIsAInstruction(user) ? user : fn,
				"the address of %s is taken: it is no function but a sign to the compiler",
				intrinsic_name(id));
		}
	}
}
