/* SPDX-License-Identifier: MIT */
/* plain_values.c -- what each value points to: byte `off` of an element's object, or of stack memory.
**
** Instructions are read in reverse post-order, so that operands are known before their users; phis are elements of
** their own, whose inputs are looked at later. */
#include "check/plain/plain.h"

enum { CONSTANT_DEEP = 32, PAGE = 4096 };

const char *
plain_callee(LLVMValueRef i)
{
	LLVMValueRef f = plain_is_call(i) ? LLVMGetCalledValue(i) : NULL;

	return f != NULL && LLVMIsAFunction(f) != NULL ? value_name(f) : "";
}

LLVMValueRef
plain_returned(LLVMValueRef call)
{
	const unsigned kind = LLVMGetEnumAttributeKindForName("returned", 8);
	LLVMValueRef f = LLVMGetCalledValue(call);

	for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++)
		if ((LLVMGetCallSiteEnumAttribute(call, k + 1, kind) != NULL || (f != NULL && LLVMIsAFunction(f) != NULL
			&& k < LLVMCountParams(f) && LLVMGetEnumAttributeAtIndex(f, k + 1, kind) != NULL))
			&& LLVMTypeOf(LLVMGetOperand(call, k)) == LLVMTypeOf(call))
			return LLVMGetOperand(call, k);
	return NULL;
}

bool
plain_has_pointer(struct plain *p, LLVMTypeRef t)
{
	LLVMTypeKind k = LLVMGetTypeKind(t);
	LLVMTypeRef *todo = NULL;
	uint32_t n = 0, cap = 0, seen = 0;
	bool found = false;

	if (k == LLVMPointerTypeKind)
		return true;
	if (k != LLVMStructTypeKind && k != LLVMArrayTypeKind && k != LLVMVectorTypeKind
		&& k != LLVMScalableVectorTypeKind && k != LLVMTargetExtTypeKind)
		return false;
	uint32_t known = ptrmap_get(&p->has_pointer, t);
	if (known != PTRMAP_NONE)
		return known;
	struct ptrmap types;
	ptrmap_init(&types, p->ar->alloc, p->ar->user);
	if (!ARENA_PUSH(p->ar, todo, n, cap))
		return true;
	todo[n++] = t;
	while (seen < n && !found) {
		LLVMTypeRef x = todo[seen++];
		k = LLVMGetTypeKind(x);
		bool fields = k == LLVMStructTypeKind;
		found = k == LLVMPointerTypeKind || k == LLVMTargetExtTypeKind;
		unsigned count = fields ? (LLVMIsOpaqueStruct(x) ? 0 : LLVMCountStructElementTypes(x))
			: k == LLVMArrayTypeKind || k == LLVMVectorTypeKind || k == LLVMScalableVectorTypeKind;
		for (unsigned i = 0; i < count; i++) {
			LLVMTypeRef e = fields ? LLVMStructGetTypeAtIndex(x, i) : LLVMGetElementType(x);
			if (ptrmap_get(&types, e) != PTRMAP_NONE)
				continue;
			if (!ptrmap_set(&types, e, 1) || !ARENA_PUSH(p->ar, todo, n, cap)) {
				found = p->ar->failed = true;
				break;
			}
			todo[n++] = e;
		}
	}
	ptrmap_free(&types);
	ptrmap_set(&p->has_pointer, t, found);
	return found;
}

static struct plain_val
nothing(void)
{
	return (struct plain_val){ .elem = EL_STATIC, .object = NONE, .known = true };
}

static struct plain_val
head(void)
{
	return (struct plain_val){ .elem = EL_STATIC, .object = PLAIN_HEAD, .known = true };
}

/* Is a constant the variable of the head?  *odd: it is made of that. */
static bool
is_head(const struct plain *p, LLVMValueRef v, bool *odd)
{
	unsigned deep = 0;

	while (LLVMIsAConstantExpr(v) != NULL && LLVMGetNumOperands(v) > 0 && deep++ < CONSTANT_DEEP)
		v = LLVMGetOperand(v, 0);
	*odd = deep > 0;
	return LLVMIsAGlobalVariable(v) != NULL && strcmp(value_name(v), p->head_name) == 0;
}

struct plain_val
plain_val_of(const struct plain *p, LLVMValueRef v)
{
	uint32_t k = ptrmap_get(&p->val_of, v);
	struct plain_val head_val = head();
	bool odd;

	if (k != PTRMAP_NONE)
		return p->val[k];
	if (LLVMIsAConstant(v) == NULL || !is_head(p, v, &odd))
		return nothing();
	head_val.known = !odd;
	return head_val;
}

static bool
set_val(struct plain *p, LLVMValueRef v, struct plain_val x)
{
	if (!ARENA_PUSH(p->ar, p->val, p->nval, p->val_cap) || !ptrmap_set(&p->val_of, v, p->nval))
		return false;
	p->val[p->nval++] = x;
	return true;
}

static bool
add_elem(struct plain *p, LLVMValueRef v, enum plain_from from, enum plain_class cls, uint32_t block)
{
	struct plain_val x = nothing();

	if (!ARENA_PUSH(p->ar, p->elem, p->nelem, p->elem_cap))
		return false;
	x.elem = p->nelem;
	p->elem[p->nelem++] = (struct plain_elem){ .v = v, .from = (uint8_t)from, .cls = (uint8_t)cls, .block = block,
		.parts = LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind
			&& LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind };
	return set_val(p, v, x);
}

static enum plain_class
unmarked(const struct plain *p)
{
	return p->profile->unmarked_pointers == UNMARKED_PLAIN ? CLASS_NONE : CLASS_UNKNOWN;
}

static bool
has_mark(const struct lr_profile *profile, LLVMValueRef fn, LLVMAttributeIndex at)
{
	const char *name = profile->reference_attribute;

	return name[0] != '\0' && LLVMGetStringAttributeAtIndex(fn, at, name, (unsigned)strlen(name)) != NULL;
}

static bool
read_parameters(struct plain *p)
{
	const unsigned memory[] = { p->c->attr.sret, p->c->attr.byval };

	for (unsigned i = 0; i < LLVMCountParams(p->fn); i++) {
		LLVMValueRef v = LLVMGetParam(p->fn, i);
		bool stack = false, reference = has_mark(p->profile, p->fn, i + 1)
			|| profile_matches(p->profile->reference_params, value_name(p->fn));
		for (size_t k = 0; k < sizeof memory / sizeof *memory; k++)
			stack |= memory[k] != 0 && LLVMGetEnumAttributeAtIndex(p->fn, i + 1, memory[k]) != NULL;
		if (!plain_has_pointer(p, LLVMTypeOf(v)))
			continue;
		if (!add_elem(p, v, FROM_DEF, stack ? CLASS_NONE : reference ? CLASS_REFERENCE : unmarked(p), 0))
			return false;
	}
	return true;
}

enum plain_class
plain_class_of_call(const struct plain *p, LLVMValueRef call)
{
	const char *name = p->profile->reference_attribute;
	LLVMValueRef f = LLVMGetCalledValue(call);
	bool marked = name[0] != '\0' && LLVMGetCallSiteStringAttribute(call, LLVMAttributeReturnIndex, name,
		(unsigned)strlen(name)) != NULL;

	if (f != NULL && LLVMIsAFunction(f) != NULL)
		marked = marked || has_mark(p->profile, f, LLVMAttributeReturnIndex)
			|| profile_matches(p->profile->reference_results, value_name(f));
	else if (!marked && p->indirect)
		return CLASS_UNKNOWN;
	return marked ? CLASS_REFERENCE : unmarked(p);
}

bool
plain_gives_by_address(const struct lr_profile *profile, LLVMModuleRef m)
{
	if (!profile_marks_plain(profile))
		return false;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		if (!has_mark(profile, f, LLVMAttributeReturnIndex)
			&& !profile_matches(profile->reference_results, value_name(f)))
			continue;
		for (LLVMUseRef u = LLVMGetFirstUse(f); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			if (LLVMIsAInstruction(user) == NULL || !plain_is_call(user) || LLVMGetCalledValue(user) != f)
				return true;
			for (unsigned k = 0; k < LLVMGetNumArgOperands(user); k++)
				if (LLVMGetOperand(user, k) == f)
					return true;
		}
	}
	return false;
}

static bool
begins(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

static bool
is_address_of_code_or_stack(const char *intrinsic)
{
	static const char *const names[] = { "llvm.stacksave", "llvm.frameaddress", "llvm.returnaddress",
		"llvm.addressofreturnaddress", "llvm.thread.pointer" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (begins(intrinsic, names[i]))
			return true;
	return false;
}

static bool
read_call(struct plain *p, LLVMValueRef i, uint32_t block)
{
	const char *name = plain_callee(i);
	struct plain_val x;

	if (strcmp(name, p->head_name) == 0)
		return set_val(p, i, head());
	if (begins(name, "llvm.threadlocal.address"))
		return set_val(p, i, plain_val_of(p, LLVMGetOperand(i, 0)));
	if (begins(name, "llvm.launder.invariant.group") || begins(name, "llvm.strip.invariant.group")
		|| begins(name, "llvm.ssa.copy"))
		return set_val(p, i, plain_val_of(p, LLVMGetOperand(i, 0)));
	if (begins(name, "llvm.ptrmask")) {
		x = plain_val_of(p, LLVMGetOperand(i, 0));
		x.known = false;
		return set_val(p, i, x);
	}
	if (strcmp(name, "llvm.gcread") == 0)
		return add_elem(p, i, FROM_LOAD, CLASS_NONE, block);
	if (begins(name, "llvm.")) /* it may read memory, or pick parts of its operands */
		return add_elem(p, i, FROM_DEF, is_address_of_code_or_stack(name) ? CLASS_NONE : CLASS_UNKNOWN, block);
	LLVMValueRef given = plain_returned(i);
	if (given == NULL || plain_val_of(p, given).elem == EL_STATIC)
		return add_elem(p, i, FROM_DEF, plain_class_of_call(p, i), block);
	return add_elem(p, i, FROM_RETURNED, plain_class_of_call(p, i), block);
}

/* Is an address that no object has made of a global variable, or a function? */
static bool
is_of_global(LLVMValueRef v)
{
	for (unsigned deep = 0; deep < CONSTANT_DEEP; deep++) {
		if (LLVMIsAGlobalValue(v) != NULL)
			return true;
		const bool local = begins(plain_callee(v), "llvm.threadlocal.address");
		if (LLVMIsAConstantExpr(v) == NULL && LLVMIsAGetElementPtrInst(v) == NULL && LLVMIsACastInst(v) == NULL
			&& LLVMIsAFreezeInst(v) == NULL && !local)
			return false;
		v = LLVMGetNumOperands(v) > 0 ? LLVMGetOperand(v, 0) : v;
	}
	return false;
}

/* What x is, if a number is the distance of x from an object. */
static struct plain_val
distance_from(const struct plain *p, LLVMValueRef number, uint32_t object)
{
	struct plain_val to = LLVMIsABinaryOperator(number) != NULL && LLVMGetInstructionOpcode(number) == LLVMSub
		? plain_val_of(p, LLVMGetOperand(number, 1)) : nothing();

	return to.number && to.elem == object ? plain_val_of(p, LLVMGetOperand(number, 0)) : nothing();
}

/* Reads address arithmetic.  With an index that was made of another object's address, it is a number that becomes a
** pointer; so it is with any index, if the address is null or another number. */
static bool
read_gep(struct plain *p, LLVMValueRef i, uint32_t block)
{
	LLVMValueRef base = LLVMGetOperand(i, 0);
	struct plain_val x = plain_val_of(p, base), of = nothing();
	bool varies = false, number = false;
	int64_t bytes;

	for (unsigned k = 1, n = (unsigned)LLVMGetNumOperands(i); k < n; k++) {
		struct plain_val y = plain_val_of(p, LLVMGetOperand(i, k));
		varies |= LLVMIsAConstant(LLVMGetOperand(i, k)) == NULL;
		if (!y.number && x.elem >= EL_FIRST)
			y = distance_from(p, LLVMGetOperand(i, k), x.elem);
		if (y.number && (y.elem >= EL_FIRST || y.object != NONE)
			&& (y.elem != x.elem || y.object != x.object)) {
			number = true;
			of = y;
		}
	}
	const bool null = varies && x.elem == EL_STATIC && x.object == NONE && !is_of_global(base);
	if (null && number && LLVMGetNumOperands(i) == 2) {
		of.number = false;
		of.known = of.known && LLVMABISizeOfType(p->c->layout, LLVMGetGEPSourceElementType(i)) == 1
			&& LLVMIsAConstantPointerNull(base) != NULL;
		return set_val(p, i, of);
	}
	if (null || number)
		return plain_unknown(p, "copy", i, "a number becomes a pointer, and nothing says of which object")
			&& add_elem(p, i, FROM_DEF, CLASS_UNKNOWN, block);
	x.known = x.known && check_offset(p->c, i, &bytes) && !__builtin_add_overflow(x.off, bytes, &x.off);
	return set_val(p, i, x);
}

/* Reads arithmetic on a number that was made of a pointer: with a constant, it is still of that object. */
static bool
read_number(struct plain *p, LLVMValueRef i)
{
	struct plain_val a = plain_val_of(p, LLVMGetOperand(i, 0));

	if (!a.number || LLVMIsAConstantInt(LLVMGetOperand(i, 1)) == NULL)
		return true;
	if (LLVMGetInstructionOpcode(i) == LLVMAnd && LLVMGetIntTypeWidth(LLVMTypeOf(i)) <= 64
		&& LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1)) < PAGE)
		return true; /* low bits are no address */
	a.known = false;
	return set_val(p, i, a);
}

static bool
read_to_pointer(struct plain *p, LLVMValueRef i, uint32_t block, bool pointer)
{
	LLVMValueRef from = LLVMGetOperand(i, 0);
	struct plain_val x = plain_val_of(p, from);

	if (LLVMIsAConstant(from) != NULL && pointer)
		return set_val(p, i, nothing());
	if (x.number && pointer) {
		x.number = false;
		return set_val(p, i, x);
	}
	return plain_unknown(p, "copy", i, "a number becomes a pointer, and nothing says of which object")
		&& add_elem(p, i, FROM_DEF, CLASS_UNKNOWN, block);
}

static bool
read_instruction(struct plain *p, LLVMValueRef i, uint32_t block)
{
	LLVMTypeRef t = LLVMTypeOf(i);
	const bool pointer = LLVMGetTypeKind(t) == LLVMPointerTypeKind;
	struct plain_val x;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMAlloca:
		x = nothing();
		x.object = p->nobject;
		if (!ARENA_PUSH(p->ar, p->object, p->nobject, p->object_cap))
			return false;
		p->object[p->nobject++] = (struct plain_object){ .alloca = i, .entry = block == 0,
			.given_object = NONE, .frame = NONE };
		return set_val(p, i, x);
	case LLVMGetElementPtr:
		if (pointer)
			return read_gep(p, i, block);
		break;
	case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMFreeze:
		x = plain_val_of(p, LLVMGetOperand(i, 0));
		if (pointer || x.number)
			return set_val(p, i, x);
		break;
	case LLVMPtrToInt:
		x = plain_val_of(p, LLVMGetOperand(i, 0));
		x.number = true;
		return LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? set_val(p, i, x) : true;
	case LLVMIntToPtr:
		return read_to_pointer(p, i, block, pointer);
	case LLVMAdd: case LLVMSub: case LLVMAnd: case LLVMOr: case LLVMXor:
		return read_number(p, i);
	case LLVMCall: case LLVMInvoke: case LLVMCallBr:
		if (plain_has_pointer(p, t))
			return read_call(p, i, block);
		return true;
	case LLVMPHI: case LLVMSelect:
		if (plain_has_pointer(p, t))
			return add_elem(p, i, LLVMGetInstructionOpcode(i) == LLVMPHI ? FROM_PHI : FROM_SELECT,
				CLASS_NONE, block);
		return true;
	case LLVMLoad:
		return plain_has_pointer(p, t) ? add_elem(p, i, FROM_LOAD, CLASS_NONE, block) : true;
	default:
		break;
	}
	return plain_has_pointer(p, t) ? add_elem(p, i, FROM_DEF, unmarked(p), block) : true;
}

bool
plain_values(struct plain *p)
{
	if (!ARENA_PUSH(p->ar, p->object, p->nobject, p->object_cap))
		return false;
	p->object[p->nobject++] = (struct plain_object){ .kind = KIND_HEAD, .entry = true, .words = 1,
		.given_object = NONE, .frame = NONE };
	while (p->nelem < EL_FIRST) {
		if (!ARENA_PUSH(p->ar, p->elem, p->nelem, p->elem_cap))
			return false;
		p->elem[p->nelem++] = (struct plain_elem){ .v = p->fn };
	}
	if (!read_parameters(p))
		return false;
	for (uint32_t b = 0; b < p->c->nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(p->c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i))
			if (!read_instruction(p, i, b))
				return false;
	return !p->ar->failed && !p->val_of.failed;
}
