/* SPDX-License-Identifier: MIT */
/* hand_address.c -- addresses into objects keep their objects needed, and what becomes a reference is one.
**
** Code by hand takes the address of an object as a plain pointer or a number (GC_ADDRESS).  It is good only while the
** object is rooted.  So wherever a plain pointer or number that was made of a reference is used, a use of the reference
** is put in front.  Pointers are followed through arithmetic, casts, phis and selects, but not through memory; the
** result of a call that is given one is none.  A phi may stand for several objects: then each of them that was made
** before it is needed.
**
** A plain pointer or number that becomes a reference may be any object: from there on it is one that nobody roots. */
#include "check/hand/hand.h"

enum { WAYS_MOST = 1 << 20 };

struct addresses {
	struct ck *c;
	struct arena *ar;
	LLVMBuilderRef b;
	LLVMTypeRef ref;
	LLVMValueRef *cast;      /* the instructions that take addresses */
	LLVMValueRef *todo;
	struct ptrmap *seen;     /* value -> the last cast for which it was followed */
	uint32_t ncasts, cast_cap, ntodo, todo_cap, ways;
};

static bool
takes_address(LLVMValueRef i)
{
	return (LLVMIsAAddrSpaceCastInst(i) != NULL || LLVMIsAPtrToIntInst(i) != NULL)
		&& check_is_special(check_space(LLVMTypeOf(LLVMGetOperand(i, 0))))
		&& !check_is_special(check_space(LLVMTypeOf(i)));
}

static bool
makes_reference(LLVMValueRef i)
{
	if (LLVMIsAAddrSpaceCastInst(i) == NULL && LLVMIsAIntToPtrInst(i) == NULL)
		return false;
	LLVMValueRef from = LLVMGetOperand(i, 0);
	return check_space(LLVMTypeOf(i)) == LR_AS_TRACKED && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind
		&& !check_is_special(check_space(LLVMTypeOf(from))) && LLVMIsAConstant(from) == NULL;
}

LLVMValueRef
hand_stand_in(struct ck *c, const char *name, LLVMTypeRef type)
{
	static const char leaf[] = "gc-leaf-function";
	LLVMModuleRef m = LLVMGetGlobalParent(c->fn);
	LLVMValueRef fn = LLVMGetNamedFunction(m, name);

	if (fn == NULL) {
		fn = LLVMAddFunction(m, name, type);
		LLVMAddAttributeAtIndex(fn, CK_ON_FUNCTION,
			LLVMCreateStringAttribute(LLVMGetModuleContext(m), leaf, sizeof leaf - 1, "", 0));
	}
	return fn;
}

/* Does the result of an instruction still tell the address? */
static bool
goes_on(LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMGetElementPtr: case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMPtrToInt: case LLVMIntToPtr:
	case LLVMAdd: case LLVMSub: case LLVMOr: case LLVMXor: case LLVMPHI: case LLVMSelect: case LLVMFreeze:
		return true;
	default:
		return false;
	}
}

/* Is the object made on all ways to the instruction? */
static bool
reaches(const struct addresses *a, LLVMValueRef object, LLVMValueRef at)
{
	if (LLVMIsAInstruction(object) == NULL)
		return true;
	uint32_t from = check_block_of(a->c, object), to = check_block_of(a->c, at);
	if (from == NONE || to == NONE)
		return false;
	if (from != to)
		return ck_dominates(a->c, from, to);
	for (LLVMValueRef i = LLVMGetNextInstruction(object); i != NULL; i = LLVMGetNextInstruction(i))
		if (i == at)
			return true;
	return false;
}

static void
put_use(struct addresses *a, LLVMValueRef object, LLVMValueRef at, LLVMValueRef number)
{
	if (at == NULL || LLVMIsAConstant(object) != NULL || LLVMIsAPHINode(at) != NULL || !reaches(a, object, at))
		return;
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetTypeContext(a->ref)), &a->ref, 1, false);
	LLVMPositionBuilderBefore(a->b, at);
	LLVMValueRef use = LLVMBuildCall2(a->b, type, hand_stand_in(a->c, "lateroot.use", type), &object, 1, "");
	hand_copy_metadata(use, number);
}

/* A callee may use an address as long as it runs. */
static void
add_use(struct addresses *a, LLVMValueRef object, LLVMValueRef at)
{
	const bool invoke = LLVMIsAInvokeInst(at) != NULL;
	bool twice;

	put_use(a, object, at, at);
	if ((invoke || LLVMIsACallInst(at) != NULL) && check_is_safepoint(a->c, at, &twice))
		put_use(a, object, !invoke ? LLVMGetNextInstruction(at)
			: hand_behind_phis(LLVMGetNormalDest(at)), at);
}

/* The result of a cast becomes that of a call, which nobody roots. */
static void
make_object(struct addresses *a, LLVMValueRef cast)
{
	LLVMTypeRef type = LLVMFunctionType(a->ref, &a->ref, 1, false);

	LLVMPositionBuilderBefore(a->b, LLVMGetNextInstruction(cast));
	LLVMValueRef none = LLVMConstNull(a->ref);
	LLVMValueRef made = LLVMBuildCall2(a->b, type, hand_stand_in(a->c, "lateroot.object", type), &none, 1, "");
	LLVMReplaceAllUsesWith(cast, made);
	hand_copy_metadata(made, cast);
}

static bool
add_way(struct addresses *a, LLVMValueRef v, uint32_t cast)
{
	if (ptrmap_get(a->seen, v) == cast)
		return true;
	if (!ptrmap_set(a->seen, v, cast) || !ARENA_PUSH(a->ar, a->todo, a->ntodo, a->todo_cap))
		return false;
	a->todo[a->ntodo++] = v;
	a->ways++;
	return true;
}

/* The reference that an address belongs to, in front of arithmetic on it. */
static LLVMValueRef
object_of(LLVMValueRef v)
{
	while (LLVMIsAGetElementPtrInst(v) != NULL || LLVMIsABitCastInst(v) != NULL)
		v = LLVMGetOperand(v, 0);
	return v;
}

static bool
follow(struct addresses *a, uint32_t cast)
{
	LLVMValueRef object = object_of(LLVMGetOperand(a->cast[cast], 0));

	a->ntodo = 0;
	if (LLVMTypeOf(object) != a->ref)
		return true;
	if (!add_way(a, a->cast[cast], cast))
		return false;
	for (uint32_t k = 0; k < a->ntodo && a->ways < WAYS_MOST; k++)
		for (LLVMUseRef u = LLVMGetFirstUse(a->todo[k]), next; u != NULL; u = next) {
			LLVMValueRef user = LLVMGetUser(u);
			next = LLVMGetNextUse(u);
			if (!goes_on(user))
				add_use(a, object, user);
			else if (!add_way(a, user, cast))
				return false;
		}
	return true;
}

static bool
find_casts(struct addresses *a)
{
	for (uint32_t b = 0; b < a->c->nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(a->c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			if (makes_reference(i))
				make_object(a, i);
			if (!takes_address(i))
				continue;
			if (!ARENA_PUSH(a->ar, a->cast, a->ncasts, a->cast_cap))
				return false;
			a->cast[a->ncasts++] = i;
		}
	return true;
}

bool
hand_addresses(struct hand *h)
{
	struct ck *c = h->c;
	LLVMContextRef lc = LLVMGetTypeContext(LLVMTypeOf(c->fn));
	struct ptrmap seen;
	struct addresses a = { .c = c, .ar = h->ar, .b = LLVMCreateBuilderInContext(lc),
		.ref = LLVMPointerTypeInContext(lc, LR_AS_TRACKED), .seen = &seen };

	ptrmap_init(&seen, c->block_id.alloc, c->block_id.user);
	bool ok = find_casts(&a);
	for (uint32_t k = 0; k < a.ncasts && ok; k++)
		ok = follow(&a, k);
	ok = ok && !seen.failed;
	ptrmap_free(&seen);
	LLVMDisposeBuilder(a.b);
	if (a.ways < WAYS_MOST)
		return ok;
	h->refused = true;
	return ok && hand_say(h, c->fn, false, NULL, "addresses of too many objects are followed");
}
