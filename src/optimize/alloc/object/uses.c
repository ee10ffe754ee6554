/* SPDX-License-Identifier: MIT */
/* uses.c -- walks the uses of an object: of the pointer to it, and of pointers that are computed from it by casts and
** GEPs, with their distance from its start. */
#include "optimize/alloc/object/object.h"

#include "dialect/bundle_kind.h"
#include "dialect/kind.h"
#include "lateroot/abi.h"

enum { MAX_OFFSET_BITS = 32, GC_ALIGN = 16, ARG_SIZE = 1, ARG_TYPE = 2, MAX_CASTS = 8 };

struct walk {
	struct alloc_opt *a;
	struct object *o;
	uint32_t from;           /* number of the pointer whose uses are walked, and its offset */
	uint64_t offset;
	bool ok;
};

/* ---- offsets ---- */

bool
type_is_fixed(LLVMTypeRef t)
{
	LLVMTypeKind kind = LLVMGetTypeKind(t);

	if (!LLVMTypeIsSized(t))
		return false;
	for (; kind == LLVMArrayTypeKind; kind = LLVMGetTypeKind(t))
		t = LLVMGetElementType(t);
	if (kind == LLVMStructTypeKind)
		for (unsigned i = 0, n = LLVMCountStructElementTypes(t); i < n; i++) {
			LLVMTypeRef element = LLVMStructGetTypeAtIndex(t, i);
			while (LLVMGetTypeKind(element) == LLVMArrayTypeKind)
				element = LLVMGetElementType(element);
			if (LLVMGetTypeKind(element) == LLVMScalableVectorTypeKind)
				return false;
		}
	return kind != LLVMScalableVectorTypeKind && kind != LLVMTargetExtTypeKind;
}

bool
gep_goes_back(LLVMValueRef gep)
{
	for (unsigned i = 1, n = (unsigned)LLVMGetNumOperands(gep); i < n; i++) {
		LLVMValueRef index = operand_of(gep, i);
		if (LLVMIsAConstantInt(index) && LLVMGetIntTypeWidth(LLVMTypeOf(index)) <= 64
			&& LLVMConstIntGetSExtValue(index) < 0)
			return true;
	}
	return false;
}

uint64_t
gep_distance(const struct alloc_opt *a, LLVMValueRef gep)
{
	LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
	uint64_t sum = 0;

	if (!type_is_fixed(t))
		return OFFSET_UNKNOWN;
	for (unsigned i = 1, n = (unsigned)LLVMGetNumOperands(gep); i < n; i++) {
		LLVMValueRef index = operand_of(gep, i);
		if (!LLVMIsAConstantInt(index) || LLVMGetIntTypeWidth(LLVMTypeOf(index)) > 64)
			return OFFSET_UNKNOWN;
		int64_t k = LLVMConstIntGetSExtValue(index);
		uint64_t step;
		if (k < 0 || k >> MAX_OFFSET_BITS != 0)
			return OFFSET_UNKNOWN;
		if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			if (k >= LLVMCountStructElementTypes(t))
				return OFFSET_UNKNOWN;
			step = LLVMOffsetOfElement(a->layout, t, (unsigned)k);
			t = LLVMStructGetTypeAtIndex(t, (unsigned)k);
		} else {
			if (i > 1 && LLVMGetTypeKind(t) != LLVMArrayTypeKind)
				return OFFSET_UNKNOWN;
			if (i > 1)
				t = LLVMGetElementType(t);
			uint64_t size = LLVMABISizeOfType(a->layout, t);
			if (size >> MAX_OFFSET_BITS != 0)
				return OFFSET_UNKNOWN;
			step = size * (uint64_t)k;
		}
		sum += step;
		if (step >> MAX_OFFSET_BITS != 0 || sum >> MAX_OFFSET_BITS != 0)
			return OFFSET_UNKNOWN;
	}
	return sum;
}

/* ---- kinds of uses ---- */

static enum use_kind
bundle_use(LLVMValueRef call, unsigned operand)
{
	unsigned at = LLVMGetNumArgOperands(call);
	enum use_kind kind = USE_CALL;

	for (unsigned i = 0, n = LLVMGetNumOperandBundles(call); i < n; i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		unsigned args = LLVMGetNumOperandBundleArgs(b);
		bool here = operand >= at && operand - at < args;
		if (here && bundle_kind(b) == BUNDLE_ROOTS)
			kind = USE_ROOT;
		LLVMDisposeOperandBundle(b);
		if (here)
			break;
		at += args;
	}
	return kind;
}

static bool
is_named(LLVMValueRef callee, const char *prefix)
{
	return strncmp(value_name(callee), prefix, strlen(prefix)) == 0;
}

static bool
is_true(LLVMValueRef v)
{
	return !LLVMIsAConstantInt(v) || LLVMConstIntGetZExtValue(v) != 0;
}

/* A use in memset, memcpy, memmove or another intrinsic of LLVM. */
static enum use_kind
llvm_use(LLVMValueRef call, unsigned operand, struct object_use *u)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	bool set = is_named(callee, "llvm.memset."), copy = is_named(callee, "llvm.memcpy.")
		|| is_named(callee, "llvm.memmove.");

	if (is_named(callee, "llvm.assume"))
		return USE_ASSUME;
	if (!set && !copy)
		return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind ? USE_MEMORY : USE_CALL;
	LLVMValueRef length = operand_of(call, 2);
	u->is_volatile = is_true(operand_of(call, 3));
	u->is_atomic = is_named(callee, "llvm.memset.element") || is_named(callee, "llvm.memcpy.element")
		|| is_named(callee, "llvm.memmove.element");
	if (!LLVMIsAConstantInt(length) || LLVMGetIntTypeWidth(LLVMTypeOf(length)) > 64)
		return USE_MEMORY;
	u->bytes = LLVMConstIntGetZExtValue(length);
	if (set)
		return operand == 0 && LLVMIsAConstantInt(operand_of(call, 1)) ? USE_SET : USE_MEMORY;
	return operand <= 1 ? USE_COPY : USE_MEMORY;
}

/* Is the pointer the object, behind a few casts and GEPs? */
static bool
is_part_of(const struct object *o, LLVMValueRef pointer)
{
	for (int i = 0; i < MAX_CASTS && pointer != o->value; i++) {
		if (!LLVMIsAGetElementPtrInst(pointer) && !LLVMIsAAddrSpaceCastInst(pointer)
			&& !LLVMIsABitCastInst(pointer) && !LLVMIsAFreezeInst(pointer))
			return false;
		pointer = operand_of(pointer, 0);
	}
	return pointer == o->value;
}

static enum use_kind
barrier_use(const struct object *o, LLVMValueRef call, enum intrinsic id, unsigned operand)
{
	bool fields = id == INTR_FIELD_WRITE_BARRIER_P11 || id == INTR_FIELD_WRITE_BARRIER_P13;

	if (operand == 0)
		return USE_PARENT;
	if (!fields || operand % 2 == 0)
		return USE_CHILD;
	return is_part_of(o, operand_of(call, 0)) ? USE_PARENT : USE_OTHER;
}

static enum use_kind
call_use(struct walk *w, LLVMValueRef call, unsigned operand, LLVMValueRef pointer, struct object_use *u)
{
	unsigned nargs = LLVMGetNumArgOperands(call);
	LLVMValueRef callee = LLVMGetCalledValue(call);
	enum intrinsic id = intrinsic_of(callee);

	if (operand >= nargs) {
		if (operand_of(call, (unsigned)LLVMGetNumOperands(call) - 1) == pointer)
			return USE_CALL;
		if (id == INTR_LLVM && is_named(callee, "llvm.assume"))
			return USE_ASSUME;
		return bundle_use(call, operand);
	}
	if (!LLVMIsACallInst(call))
		return USE_CALL;
	switch (id) {
	case INTR_LLVM:            return llvm_use(call, operand, u);
	case INTR_LLVM_LIFETIME:   return USE_LIFETIME;
	case INTR_MEMCMP:          return USE_MEMORY;
	case INTR_TYPEOF:          return pointer == w->o->value ? USE_TYPEOF : USE_CALL;
	case INTR_POINTER_FROM_OBJREF: return USE_ADDRESS;
	case INTR_GC_LOADED:       return operand == 0 ? USE_GC_LOADED : USE_CALL;
	case INTR_PRESERVE_BEGIN:  return USE_PRESERVE;
	case INTR_WRITE_BARRIER: case INTR_OBJECT_WRITE_BARRIER:
	case INTR_FIELD_WRITE_BARRIER_P11: case INTR_FIELD_WRITE_BARRIER_P13:
		return barrier_use(w->o, call, id, operand);
	default:
		return USE_CALL;
	}
}

static void
accessed(struct walk *w, struct object_use *u, LLVMTypeRef t)
{
	u->type = t;
	if (type_is_fixed(t))
		u->bytes = LLVMStoreSizeOfType(w->a->layout, t);
	else
		u->offset = OFFSET_UNKNOWN;
	u->is_volatile = LLVMGetVolatile(u->inst);
	u->is_atomic = access_is_atomic(u->inst);
}

static bool
is_pointer_cast(LLVMValueRef cast)
{
	LLVMTypeRef t = LLVMTypeOf(cast);

	if (LLVMGetTypeKind(t) != LLVMPointerTypeKind)
		return false;
	unsigned as = LLVMGetPointerAddressSpace(t);
	return as == LR_AS_TRACKED || as == LR_AS_DERIVED || as == LR_AS_CALLEE_ROOTED;
}

/* Appends the result of a cast or GEP, whose uses are walked later. */
static void
follow(struct walk *w, LLVMValueRef pointer, uint64_t offset)
{
	struct object *o = w->o;

	w->ok = ARENA_PUSH(&w->a->ar, o->via, o->nvia, o->via_cap);
	if (w->ok)
		o->via[o->nvia++] = (struct via){ pointer, offset, w->from };
}

static uint64_t
sum(uint64_t a, uint64_t b)
{
	return a == OFFSET_UNKNOWN || b == OFFSET_UNKNOWN || (a + b) >> MAX_OFFSET_BITS != 0 ? OFFSET_UNKNOWN : a + b;
}

/* Classifies a use.  Returns false if the use is a pointer whose uses are walked instead. */
static bool
classify(struct walk *w, LLVMValueRef pointer, struct object_use *u)
{
	LLVMValueRef i = u->inst;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		u->kind = USE_LOAD;
		accessed(w, u, LLVMTypeOf(i));
		break;
	case LLVMStore:
		u->kind = u->operand == 1 ? USE_STORE : USE_STORED;
		if (u->operand == 1)
			accessed(w, u, LLVMTypeOf(operand_of(i, 0)));
		break;
	case LLVMAtomicCmpXchg: case LLVMAtomicRMW:
		u->kind = u->operand == 0 ? USE_ATOMIC : USE_STORED;
		if (u->operand == 0)
			accessed(w, u, LLVMTypeOf(operand_of(i, 1)));
		break;
	case LLVMGetElementPtr:
		if (u->operand != 0 || LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMPointerTypeKind || gep_goes_back(i)) {
			u->kind = USE_OTHER;
			break;
		}
		follow(w, i, sum(u->offset, gep_distance(w->a, i)));
		return false;
	case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMFreeze:
		if (!is_pointer_cast(i)) {
			u->kind = USE_OTHER;
			break;
		}
		follow(w, i, u->offset);
		return false;
	case LLVMICmp:   u->kind = USE_COMPARE; break;
	case LLVMPHI:    u->kind = USE_PHI; break;
	case LLVMSelect: u->kind = USE_SELECT; break;
	case LLVMRet:    u->kind = USE_RETURN; break;
	case LLVMCall: case LLVMInvoke: case LLVMCallBr:
		u->kind = call_use(w, i, u->operand, pointer, u);
		break;
	default:
		u->kind = USE_OTHER;
		break;
	}
	return true;
}

/* May the use access the tag, where that lies among the bytes of the object?  The runtime or compiled code has stored
** it, so an object of which the program reads it has to be made. */
static bool
may_access_tag(const struct alloc_opt *a, const struct object_use *u)
{
	const struct lr_profile *p = &a->cx->profile;
	const uint64_t tag = (uint64_t)p->tag_offset;

	if (!profile_tag_inside(p))
		return false;
	switch (u->kind) {
	case USE_LOAD: case USE_STORE: case USE_ATOMIC: case USE_SET: case USE_COPY:
		return u->offset == OFFSET_UNKNOWN || (u->offset < tag + a->e.word_bytes
			&& (u->offset >= tag || u->bytes > tag - u->offset));
	case USE_MEMORY: case USE_ADDRESS: case USE_GC_LOADED:
		return true;
	default:
		return false;
	}
}

static void
note_unknown(struct alloc_opt *a, struct object *o, const struct object_use *u)
{
	if ((u->kind != USE_LOAD && u->kind != USE_STORE && u->kind != USE_ATOMIC) || u->offset != OFFSET_UNKNOWN)
		return;
	bool reference = type_may_hold_reference(u->type);
	o->unknown_access = true;
	o->unknown_reference |= reference;
	o->unknown_bits |= !reference;
	o->unknown_aggregate |= reference && u->type != a->e.tracked;
}

/* Walks all operands of a user that are the pointer. */
static void
walk_user(struct walk *w, LLVMValueRef pointer, LLVMValueRef user)
{
	struct object *o = w->o;
	unsigned n = (unsigned)LLVMGetNumOperands(user);

	w->a->budget -= w->a->budget > n ? n : w->a->budget;
	for (unsigned i = 0; i < n && w->ok; i++) {
		if (operand_of(user, i) != pointer)
			continue;
		struct object_use u = { .inst = user, .operand = i, .from = w->from,
			.offset = w->offset };
		if (!classify(w, pointer, &u))
			continue;
		if (may_access_tag(w->a, &u))
			u.kind = USE_OTHER;
		if (!ARENA_PUSH(&w->a->ar, o->use, o->nuse, o->use_cap)) {
			w->ok = false;
			return;
		}
		note_unknown(w->a, o, &u);
		o->use[o->nuse++] = u;
	}
}

/* Marks copies that move numbers only: the type of the object has no references at all.  Bytes of a field that is not
** accessed otherwise do not tell. */
static void
mark_copies(const struct alloc_opt *a, struct object *o)
{
	bool known = false, bits = false;

	for (uint32_t i = 0; i < o->nuse; i++) {
		struct object_use *u = &o->use[i];
		if (u->kind != USE_COPY || u->offset == OFFSET_UNKNOWN || !use_is_plain(u) || u->offset > o->bytes
			|| u->bytes > o->bytes - u->offset || !LLVMIsACallInst(u->inst))
			continue;
		const char *name = value_name(LLVMGetCalledValue(u->inst));
		if (strncmp(name, "llvm.memcpy.p", 13) != 0 && strncmp(name, "llvm.memmove.p", 14) != 0)
			continue;
		if (!known)
			bits = type_content(a->cx, a->layout, o->type) == CONTENT_BITS;
		known = true;
		u->of_bits = bits;
	}
}

bool
object_walk(struct alloc_opt *a, struct object *o)
{
	struct walk w = { .a = a, .o = o, .ok = true };

	o->nuse = o->nvia = 0;
	o->unknown_access = o->unknown_reference = o->unknown_bits = o->unknown_aggregate = false;
	ptrmap_clear(&a->seen);
	for (uint32_t k = 0; k <= o->nvia && w.ok; k++) {
		LLVMValueRef pointer = object_pointer(o, k);
		w.from = k;
		w.offset = k == 0 ? 0 : o->via[k - 1].offset;
		for (LLVMUseRef u = LLVMGetFirstUse(pointer); u != NULL && w.ok; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			if (a->budget == 0)
				return false;
			a->budget--;
			if (!LLVMIsAInstruction(user) || ptrmap_get(&a->seen, user) == k)
				continue;
			w.ok = ptrmap_set(&a->seen, user, k);
			walk_user(&w, pointer, user);
		}
	}
	mark_copies(a, o);
	return w.ok && !a->ar.failed;
}

static const char *
other_reason(LLVMValueRef inst)
{
	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMGetElementPtr:
		return LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMPointerTypeKind
			? "an address in front of it is computed"
			: "a vector of addresses is computed from it";
	case LLVMPtrToInt:
		return "its address becomes a number";
	case LLVMBitCast: case LLVMAddrSpaceCast:
		return "it is cast to a pointer of another kind";
	case LLVMInsertValue: case LLVMInsertElement: case LLVMExtractValue: case LLVMExtractElement:
		return "it becomes part of an aggregate or vector";
	default:
		return "an instruction uses it in an unknown way";
	}
}

const char *
use_reason(const struct object_use *u)
{
	switch (u->kind) {
	case USE_CALL:      return "it is passed to a call";
	case USE_RETURN:    return "it is returned";
	case USE_STORED:    return "it is stored";
	case USE_ADDRESS:   return "its address is taken";
	case USE_GC_LOADED: return "its memory is accessed through julia.gc_loaded";
	case USE_MEMORY: case USE_COPY: return "an intrinsic of LLVM accesses its memory";
	case USE_COMPARE:   return "it is compared with another object";
	case USE_PHI:       return "it is merged with another object";
	case USE_SELECT:    return "it is selected among objects";
	case USE_PRESERVE:  return "it is preserved";
	case USE_ROOT:      return "a call keeps it alive";
	case USE_LOAD: case USE_STORE: case USE_ATOMIC: case USE_SET:
		return u->is_volatile ? "it is accessed as volatile"
			: u->is_atomic ? "it is accessed atomically"
			: u->offset == OFFSET_UNKNOWN ? "it is accessed at a variable offset"
			: "it is accessed in a way that no variable of its own can serve";
	default:            return other_reason(u->inst);
	}
}

void
object_refuse(struct object *o, const struct object_use *u, const char *reason)
{
	if (o->reason != NULL)
		return;
	o->refused = u != NULL ? u->inst : NULL;
	o->reason = reason;
}

bool
object_of_call(struct alloc_opt *a, LLVMValueRef call, struct object *o)
{
	enum intrinsic id = LLVMIsACallInst(call) ? intrinsic_of_call(call) : INTR_NONE;
	LLVMTypeRef t = LLVMTypeOf(call);

	*o = (struct object){ .value = call, .id = id, .align = GC_ALIGN,
		.heap_align = a->e.word_bytes, .bytes = OFFSET_UNKNOWN };
	if (id != INTR_GC_ALLOC_OBJ || t != a->e.tracked || LLVMGetNumArgOperands(call) != 3)
		return false;
	LLVMValueRef size = operand_of(call, ARG_SIZE);
	o->type = operand_of(call, ARG_TYPE);
	if (LLVMIsAConstantInt(size) && LLVMGetIntTypeWidth(LLVMTypeOf(size)) <= 64)
		o->bytes = LLVMConstIntGetZExtValue(size);
	return object_read_attributes(a, o);
}

void
alloc_erase(struct alloc_opt *a, LLVMValueRef inst)
{
	if (ptrmap_get(&a->order, inst) != PTRMAP_NONE)
		ptrmap_set(&a->order, inst, PTRMAP_NONE);
	LLVMInstructionEraseFromParent(inst);
}
