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
#include "optimize/alloc/move.h"

#include <stdio.h>

#include "base/sorted.h"
#include "dialect/bundle_kind.h"
#include "dialect/immutable.h"
#include "dialect/kind.h"
#include "dialect/module_marks.h"

enum { MAX_ALIGN = 64, MAX_STORES = 16, MAX_RAW = 64, NAME_BYTES = 64 };

static bool
refuse(struct object *o, const struct object_use *u, const char *reason)
{
	object_refuse(o, u, reason);
	return false;
}

/* ---- does it suit? */

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

/* How many types name the form of memcpy, memmove or memset for given address spaces; 0: it is another function. */
static unsigned
overloaded(LLVMValueRef call)
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
	if (overloaded(u->inst) > 0 ? LLVMIsUndef(operand_of(u->inst, 2)) != 0
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

/* Does a bundle of the allocation say that references lie in the object? */
static bool
is_born_with_references(LLVMValueRef call)
{
	bool does = false;

	for (unsigned i = 0, n = LLVMGetNumOperandBundles(call); i < n && !does; i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		does = bundle_kind(b) == BUNDLE_PTR_OFFSETS;
		LLVMDisposeOperandBundle(b);
	}
	return does;
}

static bool
has_references(const struct object *o)
{
	bool has = o->unknown_reference || is_born_with_references(o->value);

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
		return refuse(o, NULL, "its type may have a hook that runs when it dies");
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

/* ---- the change */

/* Removes what an object may be said to be, but not a variable that is the same memory in each round of a loop:
** constant, or free of dependences between rounds. */
void
move_weaken(struct alloc_opt *a, LLVMValueRef access)
{
	static const char *const names[] = { "invariant.load", "invariant.group", "llvm.access.group",
		"llvm.mem.parallel_loop_access", "noalias" };
	LLVMValueRef list;

	if (!LLVMHasMetadata(access))
		return;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		unsigned kind = LLVMGetMDKindIDInContext(a->e.context, names[i], (unsigned)strlen(names[i]));
		LLVMSetMetadata(access, kind, NULL);
	}
	list = LLVMGetMetadata(access, a->e.md_alias_scope);
	if (list != NULL && !scopes_of_numbers(list))
		LLVMSetMetadata(access, a->e.md_alias_scope, NULL);
	list = LLVMGetMetadata(access, a->e.md_tbaa);
	if (list != NULL && tbaa_immutable(list) != 0)
		LLVMSetMetadata(access, a->e.md_tbaa, NULL);
}

/* The name of a value, which gives it up to another. */
static void
take_name(LLVMValueRef v, char (*name)[NAME_BYTES])
{
	snprintf(*name, sizeof *name, "%s", value_name(v));
	LLVMSetValueName2(v, "", 0);
}

static LLVMValueRef
build_variable(struct alloc_opt *a, const struct object *o, const struct move *m)
{
	struct edit *e = &a->e;
	unsigned align = o->align;
	char name[NAME_BYTES];

	take_name(o->value, &name);
	for (uint32_t i = 0; i < o->nuse; i++) {
		const struct object_use *u = &o->use[i];
		if ((u->kind == USE_LOAD || u->kind == USE_STORE || u->kind == USE_ATOMIC)
			&& LLVMGetAlignment(u->inst) > align)
			align = LLVMGetAlignment(u->inst);
	}
	uint64_t bytes = m->bytes > 0 ? m->bytes : 1;
	LLVMTypeRef each = m->references ? e->tracked : bytes % 8 == 0 ? e->i64 : bytes % 4 == 0 ? e->i32 : e->i8;
	LLVMTypeRef type = LLVMArrayType2(each, bytes / LLVMStoreSizeOfType(a->layout, each));
	return edit_entry_alloca(e, a->fn, type, LLVMConstInt(e->i32, 1, false), align, *name ? name : "object");
}

/* Makes the memory zero, each time that the allocation would run. References must not be those of another round. */
static void
build_zero(struct alloc_opt *a, const struct object *o, const struct move *m, LLVMValueRef variable)
{
	struct edit *e = &a->e;
	uint64_t words = m->bytes / e->word_bytes;
	bool promised = o->uninitialized && LLVMGetNumOperandBundles(o->value) == 0;

	if (m->bytes == 0 || (!m->references && promised && o->id == INTR_GC_ALLOC_OBJ))
		return;
	if (!m->references || words > MAX_STORES) {
		LLVMBuildMemSet(e->builder, variable, LLVMConstInt(e->i8, 0, false), edit_word(e, m->bytes), o->align);
		return;
	}
	for (uint64_t i = 0; i < words; i++) {
		LLVMValueRef at = i == 0 ? variable : edit_offset(e, variable, (int64_t)(i * e->word_bytes), "");
		LLVMSetAlignment(LLVMBuildStore(e->builder, LLVMConstNull(e->tracked), at), e->word_bytes);
	}
}

static void
build_start(struct alloc_opt *a, const struct object *o, const struct move *m, LLVMValueRef variable)
{
	for (uint32_t i = 0; i < m->nend; i++) {
		edit_before(&a->e, m->end[i]);
		lifetime_build(a, false, variable, m->bytes);
	}
	edit_before(&a->e, o->value);
	lifetime_build(a, true, variable, m->bytes);
	build_zero(a, o, m, variable);
	if (o->id == INTR_GC_ALLOC_MEMORY)
		memory_object_header(a, o, variable);
}

static void
copy_metadata(LLVMValueRef from, LLVMValueRef to)
{
	size_t n;

	if (!LLVMHasMetadata(from))
		return;
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(from));
	LLVMValueMetadataEntry *all = LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &n);
	for (size_t i = 0; i < n; i++)
		LLVMSetMetadata(to, LLVMValueMetadataEntriesGetKind(all, (unsigned)i),
			LLVMMetadataAsValue(c, LLVMValueMetadataEntriesGetMetadata(all, (unsigned)i)));
	LLVMDisposeValueMetadataEntries(all);
}

/* The same GEP of another base. */
LLVMValueRef
move_rebuild_gep(struct alloc_opt *a, LLVMValueRef gep, LLVMValueRef base)
{
	LLVMValueRef index[MAX_INDICES], made = base;
	unsigned n = LLVMGetNumIndices(gep);
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	char name[NAME_BYTES];

	take_name(gep, &name);
	edit_before(&a->e, gep);
	if (n > MAX_INDICES)
		n = MAX_INDICES; /* such GEPs are refused */
	for (unsigned i = 0; i < n; i++)
		index[i] = operand_of(gep, i + 1);
	made = LLVMBuildGEPWithNoWrapFlags(a->e.builder, type, base, index, n, name, LLVMGEPGetNoWrapFlags(gep));
	if (LLVMIsAInstruction(made) && made != base)
		copy_metadata(gep, made);
	return made;
}

static void
set_untailed(LLVMValueRef call)
{
	if (LLVMIsACallInst(call) && LLVMGetTailCallKind(call) == LLVMTailCallKindTail)
		LLVMSetTailCallKind(call, LLVMTailCallKindNone);
}

/* No call of the function is marked `tail` any more: one of them may be given the address. */
static void
clear_tails(struct alloc_opt *a)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(a->fn); b != NULL && !a->stack.no_tails;
		b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			set_untailed(i);
	a->stack.no_tails = true;
}

/* Builds memcpy, memmove or memset for the address spaces that its operands have now. */
static void
rebuild_intrinsic(struct alloc_opt *a, struct move *m, LLVMValueRef call)
{
	unsigned types = overloaded(call);
	struct edit *e = &a->e;
	LLVMValueRef callee = LLVMGetCalledValue(call), arg[4];
	LLVMTypeRef overload[3];
	unsigned pointers = types - 1; /* the last one is the length */

	if (LLVMIsUndef(operand_of(call, 2)))
		return; /* rebuilt already: it is on the list twice */
	for (unsigned i = 0; i < 4; i++)
		arg[i] = operand_of(call, i);
	for (unsigned i = 0; i < pointers; i++)
		overload[i] = LLVMTypeOf(arg[i]);
	overload[pointers] = LLVMTypeOf(arg[2]);
	edit_before(e, call);
	LLVMValueRef f = LLVMGetIntrinsicDeclaration(e->module, LLVMGetIntrinsicID(callee), overload, types);
	LLVMValueRef made = LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(f), f, arg, 4, "");
	copy_metadata(call, made);
	for (unsigned i = 1; i <= pointers; i++) {
		LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, i, e->attr_align);
		if (align != NULL)
			LLVMAddCallSiteAttribute(made, i, align);
	}
	move_weaken(a, made);
	LLVMSetOperand(call, 2, LLVMGetUndef(overload[pointers]));
	m->dead[m->ndead++] = call;
}

static void
put_null(LLVMValueRef call, unsigned operand)
{
	static const char *const promises[] = { "nonnull", "dereferenceable", "dereferenceable_or_null", "align",
		"noundef" };

	for (size_t i = 0; i < sizeof promises / sizeof *promises && operand < LLVMGetNumArgOperands(call); i++)
		LLVMRemoveCallSiteEnumAttribute(call, operand + 1,
			LLVMGetEnumAttributeKindForName(promises[i], strlen(promises[i])));
	LLVMSetOperand(call, operand, LLVMConstNull(LLVMTypeOf(operand_of(call, operand))));
}

static bool
has_only_constants(LLVMValueRef call, unsigned first)
{
	for (unsigned i = first, n = LLVMGetNumArgOperands(call); i < n; i++)
		if (!LLVMIsConstant(operand_of(call, i)))
			return false;
	return true;
}

static void
rewrite_use(struct alloc_opt *a, const struct object *o, struct move *m, const struct object_use *u)
{
	LLVMValueRef pointer = m->made[u->from];

	switch (m->unread && (u->kind == USE_STORE || u->kind == USE_SET) ? USE_LIFETIME : u->kind) {
	case USE_LOAD: case USE_STORE: case USE_ATOMIC:
		LLVMSetOperand(u->inst, u->operand, pointer);
		move_weaken(a, u->inst);
		break;
	case USE_SET: case USE_COPY: case USE_MEMORY:
		if (overloaded(u->inst) > 0) {
			m->retype[m->nretype++] = u->inst;
		} else {
			edit_before(&a->e, u->inst);
			pointer = LLVMBuildAddrSpaceCast(a->e.builder, pointer,
				LLVMTypeOf(operand_of(u->inst, u->operand)), "");
		}
		LLVMSetOperand(u->inst, u->operand, pointer);
		set_untailed(u->inst);
		break;
	case USE_TYPEOF: case USE_ADDRESS:
		LLVMReplaceAllUsesWith(u->inst, u->kind == USE_TYPEOF ? o->type : pointer);
		m->dead[m->ndead++] = u->inst;
		break;
	case USE_PARENT:
		if (u->operand == 0)
			m->dead[m->ndead++] = u->inst;
		break;
	case USE_CHILD: case USE_PRESERVE: case USE_ROOT:
		put_null(u->inst, u->operand);
		if (u->kind == USE_PRESERVE && has_only_constants(u->inst, 0))
			m->dead[m->ndead++] = u->inst;
		break;
	case USE_LIFETIME: case USE_ASSUME:
		m->dead[m->ndead++] = u->inst;
		break;
	default: /* USE_GC_LOADED: memory_object_rewrite */
		break;
	}
}

static bool
by_address(const LLVMValueRef *a, const LLVMValueRef *b)
{
	return *a < *b;
}

/* Erases an instruction, and the ends of a preserve region. */
static void
erase(struct alloc_opt *a, LLVMValueRef inst)
{
	while (LLVMGetFirstUse(inst) != NULL)
		alloc_erase(a, LLVMGetUser(LLVMGetFirstUse(inst)));
	alloc_erase(a, inst);
}

static void
erase_dead(struct alloc_opt *a, struct move *m)
{
	/* NOLINTNEXTLINE(misc-misplaced-const): the pointer itself is constant, as wanted */
	SORT_IN_PLACE(LLVMValueRef, m->dead, m->ndead, by_address);
	for (uint32_t i = 0; i < m->ndead; i++)
		if (i == 0 || m->dead[i] != m->dead[i - 1])
			erase(a, m->dead[i]);
}

void
move_to_stack(struct alloc_opt *a, struct object *o)
{
	struct move *m = o->move;

	if (!m->unread) {
		m->made[0] = build_variable(a, o, m);
		a->stack.spent += m->bytes;
		build_start(a, o, m, m->made[0]);
	}
	for (uint32_t i = 0; i < o->nvia && !m->unread; i++) {
		LLVMValueRef base = m->made[o->via[i].from], via = o->via[i].value;
		m->made[i + 1] = LLVMIsAGetElementPtrInst(via) ? move_rebuild_gep(a, via, base) : base;
	}
	if (o->id == INTR_GC_ALLOC_MEMORY)
		memory_object_rewrite(a, m);
	for (uint32_t i = 0; i < o->nuse; i++)
		rewrite_use(a, o, m, &o->use[i]);
	for (uint32_t i = 0; i < m->nretype; i++)
		rebuild_intrinsic(a, m, m->retype[i]);
	erase_dead(a, m);
	for (uint32_t i = o->nvia; i > 0; i--)
		alloc_erase(a, o->via[i - 1].value);
	alloc_erase(a, o->value);
	if (m->raw)
		clear_tails(a);
}
