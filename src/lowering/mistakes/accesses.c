/* accesses.c -- part of AdoptDialect: references are accessed as references, and nothing else is.
**
** A reference that is loaded as a number is an integer in a register, which no collector sees; a number that is stored
** where a reference is declared would be taken for one.  A reference that is stored beside those that a global variable
** declares lies in memory that is no root.  C says so by casts of addresses.  Before LLVM optimises, the declared types
** say what is where.
**
** Variables without any reference are untyped.c's. */
#include "lowering/mistakes/accesses.h"

#include "dialect/kind.h"
#include "ir/variable.h"
#include "lowering/common/declared_types.h"

enum { MAX_REPORTS = 16, NAME_BYTES = 100 };

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
