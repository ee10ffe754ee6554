/* SPDX-License-Identifier: MIT */
/* accesses.c -- refuses accesses that contradict the declared types: references are accessed as references, and nothing
** else is.
**
** A reference that is loaded as a number is an integer in a register, which no collector sees. A number that is stored
** where a reference is declared would be taken for one. A reference that is stored into a global variable where none
** is declared lies in memory that is no root. C programs do this by casts of addresses. The declared types hold before
** LLVM optimises.
**
** Variables without any reference are untyped.c's; accesses through pointers are numbers.c's. */
#include "lowering/mistakes/checks.h"

#include "dialect/kind.h"
#include "ir/variable.h"
#include "lowering/common/declared_types.h"

enum { MAX_REPORTS = 16, NAME_BYTES = 100 };

struct accesses {
	lr_context *cx;
	LLVMTargetDataRef td;
	unsigned reports;
};

struct access {
	LLVMValueRef pointer, stored; /* stored: NULL for a load */
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

/* What the accessed bytes are declared as. */
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

/* Reports "`what` of the variable 'x' `how`". */
static void
refuse(struct accesses *w, LLVMValueRef at, LLVMValueRef root, const char *what, const char *how)
{
	char name[NAME_BYTES] = "";

	if (w->reports++ >= MAX_REPORTS)
		return;
	if (LLVMIsAAllocaInst(root) || LLVMIsAGlobalVariable(root))
		variable_name(root, name, sizeof name);
	lr_fail(w->cx, LR_E_DIALECT, at, "%s%s%s%s %s", what, name[0] != '\0' ? " of the variable '" : "", name,
		name[0] != '\0' ? "'" : "", how);
}

/* Is that which is loaded passed or returned at once, or that which is stored a parameter or a result?  A struct by
** value comes like that where the calling convention makes integers of it. */
static bool
is_passed(const struct accesses *w, LLVMValueRef i, const struct access *a)
{
	LLVMValueRef user = a->loads ? sole_user(i) : NULL;

	if (LLVMStoreSizeOfType(w->td, a->type) < LLVMPointerSize(w->td)) /* a part of the reference */
		return false;
	if (!a->loads)
		return a->stored != NULL && (LLVMIsAArgument(a->stored) || LLVMIsACallInst(a->stored)
			|| LLVMIsAInvokeInst(a->stored));
	return user != NULL && LLVMIsALoadInst(i) && (LLVMIsAReturnInst(user)
		|| ((LLVMIsACallInst(user) || LLVMIsAInvokeInst(user))
			&& LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMArrayTypeKind));
}

static void
check_access(struct accesses *w, LLVMValueRef i, const struct access *a)
{
	const bool of_reference = pointer_as(a->type) == LR_AS_TRACKED,
		in_object = as_is_special((unsigned)pointer_as(LLVMTypeOf(a->pointer)));
	struct declared d = { .reference = false };
	struct place p;

	if (!of_reference && type_kind(a->type).count > 0) /* composites, and pointers with rules of their own */
		return;
	if (!place_in_variable(w->td, a->pointer, &p))
		place_of(w->td, a->pointer, &p);
	if (p.type == NULL || !place_leaves(w->td, &p, LLVMStoreSizeOfType(w->td, a->type), false, see, &d) || d.unions)
		return;
	LLVMValueRef global = LLVMIsAGlobalVariable(p.root);
	if (of_reference && !d.reference && d.other && !in_object && global != NULL &&
		type_may_hold_reference(LLVMGlobalGetValueType(global)))
		refuse(w, i, p.root, "the type",
			a->stored != NULL ? "has no reference where one is stored, and no collector looks there: store "
						"it where a reference is declared"
					: "has no reference where one is loaded, and no collector looks there: load "
						"it where a reference is declared");
	else if (!of_reference && d.reference && is_passed(w, i, a))
		refuse(w, i, p.root, "a struct with a reference",
			"is passed or returned by value as an integer, or as an array of integers, which no collector "
			"sees: clang does so on this target; pass or return a pointer to the struct, or its references "
			"themselves");
	else if (!of_reference && d.reference && a->loads)
		refuse(w, i, p.root, "a reference",
			"is loaded as something else, which no collector sees: load it as a reference (ADDRESS "
			"returns the address; dialect_exchange and similar functions are atomic)");
	else if (!of_reference && d.reference && !LLVMIsNull(a->stored))
		refuse(w, i, p.root, "a reference",
			"is overwritten with something else, which the collector would take for a reference: use a "
			"struct with a member for each");
}

lr_status
accesses_check(lr_context *cx, LLVMModuleRef m)
{
	struct accesses w = { .cx = cx, .td = LLVMGetModuleDataLayout(m) };
	struct access a;

	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				if (access_of(i, &a))
					check_access(&w, i, &a);
	if (w.reports > MAX_REPORTS)
		lr_report(cx, LR_NOTE, NULL, "%u more accesses of this kind", w.reports - MAX_REPORTS);
	return cx->first;
}
