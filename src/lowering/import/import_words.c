/* import_words.c -- part of AdoptDialect: references are accessed as references, and nothing else is.
**
** A reference that is loaded as a number is an integer in a register, which no collector sees; a number that is stored
** where a reference is declared would be taken for one.  A reference that is stored beside those that a global variable
** declares lies in memory that is no root.  C says so by casts of addresses.  Before LLVM optimises, the declared types
** say what is where.
**
** An index that is computed may lead LLVM to any place of a variable, once the types are forgotten. So loads of
** numbers from arrays beside references are marked (NUMBER_DOMAIN).
**
** Variables without any reference are import_untyped.c's. */
#include "lowering/import/import_words.h"

#include "dialect/kind.h"
#include "dialect/metadata.h"
#include "ir/variable.h"
#include "lowering/import/import_types.h"

enum { MAX_REPORTS = 16, NAME_BYTES = 100, MAX_STEPS = 32 };

struct words {
	lr_context *cx;
	LLVMTargetDataRef td;
	unsigned reports;
};

struct access {
	LLVMValueRef pointer, stored; /* stored: NULL if nothing is */
	LLVMTypeRef type;
	bool loads;
};

static bool
access_of(LLVMValueRef i, struct access *a)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		*a = (struct access){ LLVMGetOperand(i, 0), NULL, LLVMTypeOf(i), true };
		return true;
	case LLVMStore:
		*a = (struct access){ LLVMGetOperand(i, 1), LLVMGetOperand(i, 0), LLVMTypeOf(LLVMGetOperand(i, 0)),
			false };
		return true;
	case LLVMAtomicRMW:
		*a = (struct access){ LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), LLVMTypeOf(LLVMGetOperand(i, 1)),
			true };
		return true;
	case LLVMAtomicCmpXchg:
		*a = (struct access){ LLVMGetOperand(i, 0), LLVMGetOperand(i, 2), LLVMTypeOf(LLVMGetOperand(i, 2)),
			true };
		return true;
	default:
		return false;
	}
}

/* What is declared in the bytes that are accessed. */
struct declared { bool reference, other, unions; };

static bool
see(void *user, enum leaf what, LLVMTypeRef type, uint64_t at, uint64_t bytes)
{
	struct declared *d = user;

	(void)type, (void)at, (void)bytes;
	d->unions = d->unions || what == LEAF_UNION;
	d->reference = d->reference || what == LEAF_REFERENCE || what == LEAF_OTHER;
	d->other = d->other || what == LEAF_NUMBER || what == LEAF_POINTER;
	return true;
}

/* "`what` of the variable 'x' `how`" */
static void
refuse(struct words *w, LLVMValueRef at, LLVMValueRef root, const char *what, const char *how)
{
	char name[NAME_BYTES] = "";

	if (w->reports++ >= MAX_REPORTS)
		return;
	if (LLVMIsAAllocaInst(root) || LLVMIsAGlobalVariable(root))
		variable_name(root, name, sizeof name);
	lr_fail(w->cx, LR_E_DIALECT, at, "%s%s%s%s %s", what, name[0] != '\0' ? " of the variable '" : "", name,
		name[0] != '\0' ? "'" : "", how);
}

static void
check_access(struct words *w, LLVMValueRef i, const struct access *a)
{
	const bool of_reference = pointer_as(a->type) == LR_AS_TRACKED,
		in_object = as_is_special((unsigned)pointer_as(LLVMTypeOf(a->pointer)));
	struct declared d = { .reference = false };
	struct place p;

	if (!of_reference && type_kind(a->type).count > 0) /* composites, and pointers for which there are rules of
	                                                    * their own */
		return;
	if (!place_in_variable(w->td, a->pointer, &p))
		place_of(w->td, a->pointer, &p);
	if (p.type == NULL || !place_leaves(w->td, &p, LLVMStoreSizeOfType(w->td, a->type), false, see, &d) || d.unions)
		return;
	LLVMValueRef global = LLVMIsAGlobalVariable(p.root);
	if (of_reference && !d.reference && d.other && !in_object && global != NULL &&
		type_may_hold_reference(LLVMGlobalGetValueType(global)))
		refuse(w, i, p.root, "the type",
			a->stored != NULL
				? "has no reference where one is stored into it, and no collector looks there: store "
					"it where it has"
						: "has no reference where one is loaded from it, and no collector "
							"looks there: load it where it has");
	else if (!of_reference && d.reference && a->loads)
		refuse(w, i, p.root, "a reference",
			"is loaded as something else, which no collector sees: load it as a reference (ADDRESS gives "
			"the address, dialect_exchange and its like are atomic)");
	else if (!of_reference && d.reference && !LLVMIsNull(a->stored))
		refuse(w, i, p.root, "a reference",
			"is overwritten with something else, which the collector would take for one: use a struct "
			"with both");
}

lr_status
words_check(lr_context *cx, LLVMModuleRef m)
{
	struct words w = { .cx = cx, .td = LLVMGetModuleDataLayout(m) };
	struct access a;

	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				if (access_of(i, &a))
					check_access(&w, i, &a);
	if (w.reports > MAX_REPORTS)
		lr_report(cx, LR_NOTE, NULL, "%u more accesses of these kinds", w.reports - MAX_REPORTS);
	return cx->first;
}

/* ---- numbers ---- */

/* A walk from a variable into its parts. */
struct part {
	LLVMTypeRef type;
	bool element;            /* of an array: others are beside it */
	bool computed;           /* some index was */
};

/* False: the address is not made as the types say. */
static bool
step(struct part *p, LLVMValueRef gep)
{
	LLVMValueRef first = LLVMGetOperand(gep, 1);

	if (LLVMGetGEPSourceElementType(gep) != p->type
		|| (!p->element && !(LLVMIsAConstantInt(first) && LLVMIsNull(first))))
		return false;
	p->computed |= !LLVMIsAConstantInt(first);
	for (int i = 2, n = LLVMGetNumOperands(gep); i < n; i++) {
		LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
		const bool known = LLVMIsAConstantInt(index);
		switch (LLVMGetTypeKind(p->type)) {
		case LLVMStructTypeKind:
			if (type_is_union(p->type))
				return false;
			p->type = LLVMStructGetTypeAtIndex(p->type, (unsigned)LLVMConstIntGetZExtValue(index));
			p->element = false;
			break;
		case LLVMArrayTypeKind:
			if (known && LLVMConstIntGetZExtValue(index) >= LLVMGetArrayLength2(p->type))
				return false;
			p->type = LLVMGetElementType(p->type);
			p->element = true;
			p->computed |= !known;
			break;
		default:
			return false;
		}
	}
	return true;
}

static bool
is_scalar(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMIntegerTypeKind: case LLVMHalfTypeKind: case LLVMFloatTypeKind: case LLVMDoubleTypeKind:
		return true;
	case LLVMPointerTypeKind:
		return LLVMGetPointerAddressSpace(t) == LR_AS_GENERIC;
	default:
		return false;
	}
}

/* Is this declared as a number beside references, at a place that is computed?  A pointer that is no variable here may
** be to one where the function is inlined; it points to what it is declared to point to. */
static bool
loads_number(LLVMValueRef load)
{
	LLVMValueRef v = LLVMGetOperand(load, 0), geps[MAX_STEPS], count;
	struct part p;
	unsigned n = 0;

	if (!is_scalar(LLVMTypeOf(load)))
		return false;
	for (; LLVMIsAGetElementPtrInst(v); v = LLVMGetOperand(v, 0)) {
		if (n == MAX_STEPS)
			return false;
		geps[n++] = v;
	}
	if (n == 0 || pointer_as(LLVMTypeOf(v)) != LR_AS_GENERIC)
		return false;
	p = (struct part){ .type = LLVMGetGEPSourceElementType(geps[n - 1]), .element = true };
	if (LLVMIsAAllocaInst(v)) {
		count = LLVMGetOperand(v, 0);
		p.type = LLVMGetAllocatedType(v);
		p.element = !(LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1);
	}
	if (!type_may_hold_reference(p.type))
		return false;
	while (n > 0)
		if (!step(&p, geps[--n]))
			return false;
	return p.computed && p.type == LLVMTypeOf(load);
}

void
words_mark_numbers(LLVMModuleRef m)
{
	static const char name[] = NUMBER_DOMAIN;
	LLVMContextRef c = LLVMGetModuleContext(m);
	const unsigned kind = LLVMGetMDKindIDInContext(c, "alias.scope", 11);
	LLVMMetadataRef string = LLVMMDStringInContext2(c, name, sizeof name - 1),
		domain = LLVMMDNodeInContext2(c, &string, 1), parts[] = { string, domain },
		scope = LLVMMDNodeInContext2(c, parts, 2);
	LLVMValueRef list = LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, &scope, 1));

	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				if (LLVMIsALoadInst(i) && LLVMGetMetadata(i, kind) == NULL && loads_number(i))
					LLVMSetMetadata(i, kind, list);
}
