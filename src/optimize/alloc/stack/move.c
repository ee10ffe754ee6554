/* SPDX-License-Identifier: MIT */
/* move.c -- an object becomes a stack variable as a whole.
**
** That serves objects that do not escape, but whose address is observed: by intrinsics of LLVM, by raw code that has
** taken it (julia.pointer_from_objref), by accesses at variable offsets. An object of nothing but references becomes an
** array of references, which root placement makes words of the frame; its references are roots then. An object of bits
** becomes bytes. Objects with both stay on the heap, as do references that raw code could see.
**
** A stack variable differs from an object in ways that marks of the front end do not foresee: it is the same memory in
** each round of a loop, so that marks of constant memory and of loops without dependences go; and a call marked `tail`
** must not access it, so that the mark goes. */
#include "optimize/alloc/stack/move.h"

#include "dialect/bundle_kind.h"
#include "dialect/kind.h"
#include "dialect/module_marks.h"

enum { MAX_ALIGN = 64, MAX_RAW = 64 };

static bool
refuse(struct object *o, const struct object_use *u, const char *reason)
{
	object_refuse(o, u, reason);
	return false;
}

/* Does an access of the object's memory stay inside of it, at an alignment that a variable can have? */
static bool
access_suits(const struct alloc_opt *a, const struct object *o, const struct object_use *u)
{
	unsigned align = LLVMGetAlignment(u->inst);

	if (u->bytes == OFFSET_UNKNOWN || (type_spaces(u->type) & ~SPACE_BIT(LR_AS_TRACKED)) != 0)
		return false;
	if (u->offset != OFFSET_UNKNOWN && (u->offset > o->bytes || u->bytes > o->bytes - u->offset))
		return false;
	if (align > MAX_ALIGN && align > o->align)
		return false;
	/* references lie at whole words */
	return u->type != a->e.tracked || (u->offset == OFFSET_UNKNOWN ? align > 0 && align % a->e.word_bytes == 0
		: u->offset % a->e.word_bytes == 0);
}

static bool
is_zero(LLVMValueRef v)
{
	return LLVMIsConstant(v) && LLVMIsNull(v);
}

unsigned
move_overloaded(LLVMValueRef call)
{
	const char *name = value_name(LLVMGetCalledValue(call));

	if (strncmp(name, "llvm.memcpy.p", 13) == 0 || strncmp(name, "llvm.memmove.p", 14) == 0)
		return 3;
	return strncmp(name, "llvm.memset.p", 13) == 0 ? 2 : 0;
}

/* memcpy, memmove and memset get other types. Other functions are given a cast of the variable to the space of derived
** pointers. */
static bool
intrinsic_suits(const struct alloc_opt *a, const struct object *o, const struct move *m, const struct object_use *u)
{
	bool known = u->kind != USE_MEMORY && u->offset != OFFSET_UNKNOWN;

	if (!LLVMIsACallInst(u->inst))
		return false;
	if (move_overloaded(u->inst) > 0 ? LLVMIsUndef(operand_of(u->inst, 2)) != 0
		: pointer_as(LLVMTypeOf(operand_of(u->inst, u->operand))) != LR_AS_DERIVED)
		return false;
	if (known && (u->offset > o->bytes || u->bytes > o->bytes - u->offset))
		return false;
	return !m->references || (u->kind == USE_SET && is_zero(operand_of(u->inst, 1)) && known
		&& u->offset % a->e.word_bytes == 0 && u->bytes % a->e.word_bytes == 0);
}

static bool
use_suits(const struct alloc_opt *a, const struct object *o, const struct move *m, const struct object_use *u)
{
	switch (u->kind) {
	case USE_ATOMIC:
		return !m->references && access_suits(a, o, u);
	case USE_LOAD: case USE_STORE:
		return access_suits(a, o, u);
	case USE_SET: case USE_COPY: case USE_MEMORY:
		return intrinsic_suits(a, o, m, u);
	case USE_TYPEOF:
		return o->type != NULL && LLVMTypeOf(o->type) == LLVMTypeOf(u->inst);
	case USE_PARENT: /* as slot of another parent it makes no sense */
		return operand_of(u->inst, 0) == o->value;
	case USE_CHILD: case USE_PRESERVE: case USE_ROOT: case USE_LIFETIME: case USE_ASSUME:
		return true;
	case USE_ADDRESS:
		return !m->references;
	case USE_GC_LOADED:
		return o->id == INTR_GC_ALLOC_MEMORY;
	default:
		return false;
	}
}

static bool
has_references(const struct object *o)
{
	bool has = o->unknown_reference || has_bundle(o->value, BUNDLE_PTR_OFFSETS);

	for (uint32_t i = 0; i < o->nfield && !has; i++)
		has = o->field[i].reference;
	return has;
}

/* References only, each by itself in a word; or bits only. */
static bool
content_suits(const struct alloc_opt *a, struct object *o, const struct move *m)
{
	static const char mixed[] = "references and other data lie in it";
	enum type_content content = type_content(a->cx, a->layout, o->type);
	bool observed = o->id == INTR_GC_ALLOC_MEMORY, preserved = false;

	for (uint32_t i = 0; i < o->nuse; i++) {
		observed |= o->use[i].kind == USE_ADDRESS || o->use[i].kind == USE_MEMORY || o->use[i].kind == USE_COPY;
		preserved |= o->use[i].kind == USE_PRESERVE || o->use[i].kind == USE_ROOT;
	}
	if (!m->references)
		return !observed || content == CONTENT_BITS
			|| (content == CONTENT_UNKNOWN && !memory_is_typed(a->cx, a->e.module))
			|| refuse(o, NULL, "code that is not seen may put references into it");
	if (observed)
		return refuse(o, NULL, "it holds references, and its address is observed");
	/* a variable that is not read again is no root any more */
	if (preserved)
		return refuse(o, NULL, "it is preserved, and what it refers to with it");
	if (o->unknown_bits || o->unknown_aggregate || o->bytes % a->e.word_bytes != 0)
		return refuse(o, NULL, mixed);
	for (uint32_t i = 0; i < o->nfield; i++)
		if (o->field[i].bits || o->field[i].aggregate)
			return refuse(o, NULL, mixed);
	return true;
}

/* The call whose result a block returns; NULL. */
static LLVMValueRef
returned_call(LLVMBasicBlockRef bb)
{
	LLVMValueRef i = LLVMGetBasicBlockTerminator(bb);

	i = LLVMIsAReturnInst(i) ? LLVMGetPreviousInstruction(i) : NULL;
	if (i != NULL && LLVMIsABitCastInst(i))
		i = LLVMGetPreviousInstruction(i);
	return i != NULL && LLVMIsACallInst(i) ? i : NULL;
}

/* A call marked `tail` or `musttail` must not access a variable of its caller. Of these only `tail` can go. */
static bool
has_musttail(struct alloc_opt *a)
{
	for (block_id b = 0; b < a->g.nblk && !a->stack.musttail_known; b++) {
		LLVMValueRef call = returned_call(a->block[b]);
		a->stack.musttail |= call != NULL && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail;
	}
	a->stack.musttail_known = true;
	return a->stack.musttail;
}

uint64_t
move_spent(const struct alloc_opt *a)
{
	uint64_t sum = 0;

	for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(a->fn)); i != NULL;
		i = LLVMGetNextInstruction(i)) {
		LLVMValueRef n = LLVMIsAAllocaInst(i) ? operand_of(i, 0) : NULL;
		LLVMTypeRef t = n != NULL ? LLVMGetAllocatedType(i) : NULL;
		if (n == NULL || !LLVMIsAConstantInt(n) || LLVMGetIntTypeWidth(LLVMTypeOf(n)) > 64 || !type_is_fixed(t))
			continue;
		uint64_t count = LLVMConstIntGetZExtValue(n), bytes = LLVMABISizeOfType(a->layout, t);
		if (bytes > 0 && count > (a->stack.limit - sum) / bytes)
			return a->stack.limit;
		sum += count * bytes;
	}
	return sum;
}

static bool
size_suits(const struct alloc_opt *a, struct object *o, const struct move *m)
{
	if (m->bytes == OFFSET_UNKNOWN)
		return refuse(o, NULL, o->id == INTR_GC_ALLOC_OBJ ? "its size is not constant"
			: "its size is not constant, or beyond the size classes");
	return (m->bytes <= a->stack.limit && m->bytes <= a->stack.limit - a->stack.spent)
		|| refuse(o, NULL, "the stack memory for objects of this function is used up (AllocOpt<budget=N>)");
}

/* Notes the users of raw addresses as far as they are seen: one that comes behind a safepoint is a mistake of the front
** end, but costs nothing here. */
bool
move_follow_raw(struct alloc_opt *a, struct move *m, LLVMValueRef address)
{
	uint32_t first = m->nuntil;

	m->raw = true;
	for (LLVMValueRef v = address; v != NULL;) {
		for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL && m->nuntil < first + MAX_RAW;
			u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			if (!LLVMIsAInstruction(user) || LLVMIsAPHINode(user))
				continue;
			if (!ARENA_PUSH(&a->ar, m->until, m->nuntil, m->until_cap))
				return false;
			m->until[m->nuntil++] = user;
		}
		/* the address may pass through casts and GEPs */
		for (v = NULL; first < m->nuntil && v == NULL; first++)
			if (LLVMIsAGetElementPtrInst(m->until[first]) || LLVMIsACastInst(m->until[first]))
				v = m->until[first];
	}
	return true;
}

/* Can the user of a raw address only access the object's memory, and neither keep the address nor find the tag? */
static bool
only_accesses(LLVMValueRef user, LLVMValueRef address)
{
	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMLoad: case LLVMICmp: case LLVMBitCast:
		return true;
	case LLVMStore:
		return operand_of(user, 0) != address;
	case LLVMGetElementPtr:
		return !gep_goes_back(user);
	case LLVMCall:
		return intrinsic_of_call(user) == INTR_LLVM || intrinsic_of_call(user) == INTR_LLVM_LIFETIME
			|| intrinsic_of_call(user) == INTR_MEMCMP;
	default:
		return false;
	}
}

/* Does the user make a reference of a raw address, or lead to the tag? */
static bool
leaves_in_sight(LLVMValueRef user)
{
	return LLVMIsAAddrSpaceCastInst(user) || (LLVMIsAGetElementPtrInst(user) && gep_goes_back(user));
}

/* Does the raw address stay in this function, as far as is seen?  In the contract of Julia, it is used for the object's
** memory alone.  Programs for runtimes with hooks may read the tag behind it, and make a reference of it again. */
static bool
raw_stays(const struct alloc_opt *a, LLVMValueRef address)
{
	LLVMValueRef list[MAX_RAW + 1];
	uint32_t n = 1, uses = 0;

	list[0] = address;
	for (uint32_t i = 0; i < n; i++)
		for (LLVMUseRef u = LLVMGetFirstUse(list[i]); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			const bool leads_on = LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user);
			if (++uses > MAX_RAW || !LLVMIsAInstruction(user))
				return false;
			if (a->cx->profile.type_hooks == HOOKS_NONE ? leaves_in_sight(user)
				: !only_accesses(user, list[i]))
				return false;
			if (leads_on)
				list[n++] = user;
		}
	return true;
}

static bool
note_raw_uses(struct alloc_opt *a, struct object *o, struct move *m)
{
	for (uint32_t i = 0; i < o->nuse; i++) {
		if (o->use[i].kind != USE_ADDRESS)
			continue;
		if (!raw_stays(a, o->use[i].inst))
			return refuse(o, &o->use[i],
				"its address may be kept, or lead to its tag: only the heap has tags");
		if (!move_follow_raw(a, m, o->use[i].inst))
			return false;
	}
	return true;
}

/* Is what is in the object never looked at? Then it needs no memory. */
static bool
is_unread(const struct object *o)
{
	for (uint32_t i = 0; i < o->nuse; i++)
		switch (o->use[i].kind) {
		case USE_STORE: case USE_SET:
			if (!use_is_plain(&o->use[i]))
				return false;
			break;
		case USE_TYPEOF: case USE_PARENT: case USE_CHILD: case USE_LIFETIME: case USE_ASSUME: case USE_PRESERVE:
		case USE_ROOT:
			break;
		default:
			return false;
		}
	return true;
}

static bool
plan(struct alloc_opt *a, struct object *o, struct move *m)
{
	uint32_t n;

	o->move = m;
	m->bytes = o->bytes;
	m->made = arena_zarray(&a->ar, (size_t)o->nvia + 1, sizeof *m->made);
	if (o->id == INTR_GC_ALLOC_MEMORY && !memory_object_suits(a, o, m))
		return false;
	m->dead = arena_array(&a->ar, (size_t)o->nuse + m->nuntil + 1, sizeof *m->dead);
	m->retype = arena_array(&a->ar, (size_t)o->nuse + m->nuntil + 1, sizeof *m->retype);
	if (a->ar.failed)
		return false;
	m->references = has_references(o);
	m->unread = is_unread(o);
	if (type_may_have_hook(a, o->type))
		return refuse(o, NULL, type_hook_reason(a->cx, a->layout, o->type));
	for (uint32_t i = 0; i < o->nvia; i++)
		if (LLVMIsAGetElementPtrInst(o->via[i].value) && LLVMGetNumIndices(o->via[i].value) > MAX_INDICES)
			return refuse(o, NULL, "an address in it is computed in an unknown way");
	if (!size_suits(a, o, m) || !content_suits(a, o, m))
		return false;
	for (uint32_t i = 0; i < o->nuse; i++)
		if (!use_suits(a, o, m, &o->use[i]))
			return refuse(o, &o->use[i], o->use[i].type != NULL
				? "it is accessed beyond its end, or as no variable can be" : use_reason(&o->use[i]));
	if (!note_raw_uses(a, o, m))
		return false;
	if (m->raw && has_musttail(a))
		return refuse(o, NULL, "its address is observed in a function with a musttail call");
	if (a->ntwice > 0 && (!object_region(a, o, &n) || object_lives_twice(a, o)))
		return refuse(o, NULL, "it is live across a call that may return twice");
	return lifetime_plan(a, o, m);
}

/* Does the object leave the function, as far as a first look tells? */
static bool
leaves(const struct object *o)
{
	for (uint32_t i = 0; i < o->nuse; i++)
		switch (o->use[i].kind) {
		case USE_STORED: case USE_CALL: case USE_RETURN: case USE_PHI: case USE_SELECT: case USE_COMPARE:
			return true;
		default:
			break;
		}
	return false;
}

bool
move_suits(struct alloc_opt *a, struct object *o)
{
	const char *reason = o->refused == NULL ? o->reason : NULL;
	struct move *m;

	if (block_of(a, o->value) == NONE || leaves(o))
		return false;
	/* virtual.c has its own idea of the uses */
	m = arena_zalloc(&a->ar, sizeof *m);
	if (m == NULL || !object_walk(a, o) || !object_fields(a, o))
		return false;
	/* a single use that refuses to be split may suit here; what speaks against all of the object has been said */
	o->refused = NULL;
	o->reason = reason;
	return plan(a, o, m);
}
