/* SPDX-License-Identifier: MIT */
/* check_callee.c -- which calls are safepoints, and which give the head of the chain.
**
** The declaration of a callee is read once for each function that is checked; the attributes of the call itself, for
** each call. */
#include "base/c_library.h"
#include "check/model/check_model.h"

/* Bits of the memory attribute: two for each location, 1 reads and 2 writes; argument memory comes first. */
enum { ARG_MEMORY = 3 };
#define ALL_WRITES 0xaaaaaaaaaaaaaaaau

/* struct callee packed into the 32 bits of a map entry.  A memory attribute with more locations than LLVM has today
** does not fit, and then counts as none. */
enum { TWICE = 1 << 8, NEVER = 1 << 9, STOPS = 1 << 10, LIMITED = 1 << 11, EFFECTS_AT = 12, EFFECTS_MOST = 0xffff };

static struct callee
unpack(LLVMValueRef fn, uint32_t bits)
{
	uint64_t effects = bits & LIMITED ? bits >> EFFECTS_AT : UINT64_MAX;

	return (struct callee){ fn, (enum check_fn)(bits & 0xff), bits & TWICE, bits & NEVER, bits & STOPS, effects };
}

static bool
says(LLVMValueRef fn, const char *name)
{
	return LLVMGetStringAttributeAtIndex(fn, CK_ON_FUNCTION, name, (unsigned)strlen(name)) != NULL;
}

static uint32_t
read_declaration(const struct ck *c, LLVMValueRef fn)
{
	enum check_fn id = check_fn_of(fn);
	LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, CK_ON_FUNCTION, c->attr.memory);
	uint32_t bits = id == FN_LLVM_SAFEPOINT ? STOPS : id == FN_LLVM_TWICE ? TWICE : 0;

	_Static_assert(FN_COUNT <= 0x100, "an id takes eight bits");
	id = bits != 0 ? FN_OTHER : id;
	bits |= (uint32_t)id;
	if (LLVMGetEnumAttributeAtIndex(fn, CK_ON_FUNCTION, c->attr.twice) != NULL || id == FN_CANCELLATION_POINT)
		bits |= TWICE;
	if (!check_fn_may_collect(id) || (says(fn, "gc-leaf-function") && LLVMGetIntrinsicID(fn) == 0))
		bits |= NEVER;
	if (says(fn, "julia.safepoint")) /* its memory attribute is meant for optimisers that run before placement */
		bits |= STOPS;
	if (a != NULL && LLVMGetEnumAttributeValue(a) <= EFFECTS_MOST)
		bits |= LIMITED | (uint32_t)LLVMGetEnumAttributeValue(a) << EFFECTS_AT;
	return bits;
}

struct callee
check_callee(struct ck *c, LLVMValueRef call)
{
	LLVMValueRef fn = LLVMGetCalledValue(call);
	uint32_t bits = ptrmap_get(&c->callee_of, fn);

	if (bits != PTRMAP_NONE)
		return unpack(fn, bits);
	if (fn != NULL && LLVMIsAFunction(fn) != NULL) {
		bits = read_declaration(c, fn);
		ptrmap_set(&c->callee_of, fn, bits);
		return unpack(fn, bits);
	}
	if (fn == NULL || LLVMIsAInlineAsm(fn) == NULL)
		return unpack(NULL, STOPS); /* an unknown function may do anything */
	size_t n = 1;
	LLVMGetInlineAsmAsmString(fn, &n);
	return unpack(NULL, n == 0 ? NEVER : 0);
}

LLVMAttributeRef
check_argument(LLVMValueRef call, unsigned i, unsigned kind)
{
	LLVMAttributeRef a = kind == 0 ? NULL : LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
	LLVMValueRef f = a != NULL || kind == 0 ? NULL : LLVMIsAFunction(LLVMGetCalledValue(call));

	return f != NULL && i < LLVMCountParams(f) ? LLVMGetEnumAttributeAtIndex(f, i + 1, kind) : a;
}

bool
check_is_not_kept(const struct ck *c, LLVMValueRef call, unsigned i)
{
	LLVMAttributeRef captures = check_argument(call, i, c->attr.captures);

	return (captures != NULL && LLVMGetEnumAttributeValue(captures) == 0)
		|| check_argument(call, i, c->attr.nocapture) != NULL || check_argument(call, i, c->attr.sret) != NULL
		|| check_argument(call, i, c->attr.byval) != NULL;
}

static bool
has_attributes(LLVMValueRef call)
{
	return LLVMGetCallSiteAttributeCount(call, CK_ON_FUNCTION) > 0;
}

static uint64_t
memory_effects(const struct ck *c, LLVMValueRef call, struct callee f, bool own)
{
	LLVMAttributeRef a = own ? LLVMGetCallSiteEnumAttribute(call, CK_ON_FUNCTION, c->attr.memory) : NULL;

	return a == NULL ? f.effects : f.effects & LLVMGetEnumAttributeValue(a);
}

static bool
only_reads(uint64_t effects)
{
	return effects != UINT64_MAX && (effects & ALL_WRITES) == 0;
}

bool
check_only_reads(struct ck *c, LLVMValueRef call)
{
	return only_reads(memory_effects(c, call, check_callee(c, call), has_attributes(call)));
}

static bool
rules_collection_out(uint64_t effects)
{
	return only_reads(effects) || (effects & ~(uint64_t)ARG_MEMORY) == 0;
}

/* May the callee collect, apart from that it may return twice? */
static bool
may_collect(const struct ck *c, LLVMValueRef call, struct callee f, bool own)
{
	if (f.never || (own && LLVMGetCallSiteStringAttribute(call, CK_ON_FUNCTION, "gc-leaf-function", 16) != NULL))
		return false;
	if (f.stops || (own && LLVMGetCallSiteStringAttribute(call, CK_ON_FUNCTION, "julia.safepoint", 15) != NULL))
		return true;
	return !rules_collection_out(memory_effects(c, call, f, own));
}

bool
check_is_safepoint(struct ck *c, LLVMValueRef call, bool *twice)
{
	struct callee f = check_callee(c, call);
	bool own = has_attributes(call);

	*twice = false;
	if (f.id == FN_GET_PGCSTACK) /* also if its declaration says otherwise */
		return false;
	*twice = f.twice || (own && LLVMGetCallSiteEnumAttribute(call, CK_ON_FUNCTION, c->attr.twice) != NULL);
	return *twice || may_collect(c, call, f, own);
}

bool
check_says_leaf(const struct ck *c)
{
	LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(c->fn, CK_ON_FUNCTION, c->attr.memory);

	return says(c->fn, "gc-leaf-function")
		|| (a != NULL && rules_collection_out(LLVMGetEnumAttributeValue(a)) && !says(c->fn, "julia.safepoint"));
}

bool
check_breaks_leaf(struct ck *c, LLVMValueRef call)
{
	LLVMValueRef fn = LLVMGetCalledValue(call);
	struct callee f = check_callee(c, call);

	if (f.id == FN_GET_PGCSTACK || !may_collect(c, call, f, has_attributes(call)) || LLVMIsAInlineAsm(fn) != NULL)
		return false;
	if (f.fn == NULL) /* who gives this mark thinks of the collector; what a pointer leads to cannot be marked */
		return !says(c->fn, "gc-leaf-function");
	return strcmp(value_name(f.fn), "__clang_call_terminate") != 0
		&& (LLVMCountBasicBlocks(f.fn) > 0 || !c_library_is_quiet(value_name(f.fn)));
}

bool
check_is_marked_tail(LLVMValueRef call)
{
	if (LLVMIsACallInst(call) == NULL)
		return false;
	const LLVMTailCallKind kind = LLVMGetTailCallKind(call);
	return kind == LLVMTailCallKindTail || kind == LLVMTailCallKindMustTail;
}

LLVMValueRef
check_head_source(LLVMValueRef pointer)
{
	LLVMValueRef callee = LLVMIsACallInst(pointer) != NULL ? LLVMGetCalledValue(pointer) : NULL;

	if (callee == NULL || LLVMIsAFunction(callee) == NULL)
		return pointer;
	if (strncmp(value_name(callee), "llvm.threadlocal.address", 24) == 0)
		return LLVMGetOperand(pointer, 0);
	return LLVMGetNumArgOperands(pointer) == 0 && check_fn_of(callee) == FN_GET_PGCSTACK ? callee : pointer;
}

bool
check_same_head(LLVMValueRef a, LLVMValueRef b)
{
	return a == b || check_head_source(a) == check_head_source(b);
}
