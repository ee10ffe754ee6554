/* SPDX-License-Identifier: MIT */
/* untyped.c -- reports references that are stored into stack, static or global variables whose types have no reference.
**
** Such a variable is no root, and no collector looks into it. The store need not be in the function of the variable:
** the address may be passed as an argument or result (address_flow.c). Memory of alloca() has no declared type. If the
** accesses in its own function show one, the memory becomes an array of that type (lowering/import/alloca.c). Otherwise
** it is treated like a variable without references.
**
** It is an error. Where the address goes through members of structs, or bytes of unknown type are copied, it may be
** another variable's, and it is a warning. */
#include "lowering/mistakes/checks.h"

#include "dialect/kind.h"
#include "ir/variable.h"
#include "lowering/common/alloca_type.h"
#include "lowering/mistakes/address_flow.h"
#include "host/warnings.h"

enum { NAME_BYTES = 100 };

static bool
is_one(LLVMValueRef alloca)
{
	LLVMValueRef n = LLVMGetOperand(alloca, 0);

	return LLVMIsAConstantInt(n) && LLVMConstIntGetZExtValue(n) == 1;
}

/* The address at which the instruction stores a reference; NULL: it stores none. */
static LLVMValueRef
stored_to(LLVMValueRef i)
{
	LLVMValueRef v = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 0) : NULL;
	LLVMValueRef to = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) : NULL;

	if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i)) {
		v = LLVMGetOperand(i, LLVMIsAAtomicRMWInst(i) ? 1 : 2);
		to = LLVMGetOperand(i, 0);
	}
	return v != NULL && type_may_hold_reference(LLVMTypeOf(v)) && !LLVMIsConstant(v) ? to : NULL;
}

static bool
is_copy(LLVMValueRef i)
{
	return LLVMIsAMemCpyInst(i) || LLVMIsAMemMoveInst(i);
}

struct look {
	lr_context *cx;
	struct arena arena;
	LLVMModuleRef m;
	struct address_flow to;   /* addresses of variables without references */
	struct address_flow from; /* addresses of variables with references */
	struct ptrmap reported;   /* variables */
};

static bool
is_stack_memory(struct look *l, LLVMValueRef i, bool with)
{
	if (!LLVMIsAAllocaInst(i))
		return false;
	return with == (type_may_hold_reference(LLVMGetAllocatedType(i))
		|| alloca_type_of_accesses(i, &l->arena) != NULL);
}

static void
add_variables(struct look *l, bool with)
{
	struct address_flow *flow = with ? &l->from : &l->to;

	for (LLVMValueRef g = LLVMGetFirstGlobal(l->m); g != NULL; g = LLVMGetNextGlobal(g))
		if (pointer_as(LLVMTypeOf(g)) == LR_AS_GENERIC && !LLVMIsGlobalConstant(g) &&
			type_may_hold_reference(LLVMGlobalGetValueType(g)) == with)
			address_flow_add(flow, g);
	for (LLVMValueRef fn = LLVMGetFirstFunction(l->m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				if (is_stack_memory(l, i, with))
					address_flow_add(flow, i);
}

static void
check_access(struct look *l, LLVMValueRef i, bool certain)
{
	LLVMValueRef to = stored_to(i), memory;
	char name[NAME_BYTES];
	bool copied = !certain && is_copy(i) && address_flow_memory(&l->from, LLVMGetOperand(i, 1)) != NULL;

	if (copied)
		to = LLVMGetOperand(i, 0);
	memory = to != NULL ? address_flow_memory(&l->to, to) : NULL;
	if (memory == NULL || ptrmap_get(&l->reported, memory) != PTRMAP_NONE)
		return;
	ptrmap_set(&l->reported, memory, 1);
	const char *how = certain ? "is stored into" : copied ? "may be copied into" : "may be stored into";
	if (LLVMIsAAllocaInst(memory) && !is_one(memory)) {
		warning(l->cx, certain ? WARN_UNTYPED : WARN_MAYBE, i,
			"a reference %s memory of alloca(), or an array of computed length, without a reference in its "
			"type, so that no collector finds it: declare an array of a type with references "
			"(such as 'ref a[n]')", how);
		return;
	}
	variable_name(memory, name, sizeof name);
	warning(l->cx, certain ? WARN_UNTYPED : WARN_MAYBE, i,
		"a reference %s %s%s%s%s, whose type has no reference there, so that no collector finds it: "
		"give the variable a type that has one (a struct, or an array of references)",
		how,
		LLVMIsAAllocaInst(memory) ? "a stack variable" : "the variable", name[0] != '\0' ? " '" : "", name,
		name[0] != '\0' ? "'" : "");
}

/* Reports the stores of the module. `certain`: only those whose address is followed step by step. Otherwise addresses
** are followed through members of structs and copies of bytes as well, which do not tell structs of one type apart. */
static bool
look_at_accesses(struct look *l, bool certain)
{
	bool ok;

	address_flow_begin(&l->to, l->cx->options.alloc, l->cx->options.user);
	address_flow_begin(&l->from, l->cx->options.alloc, l->cx->options.user);
	add_variables(l, false);
	if (!certain) {
		add_variables(l, true);
		address_flow_members(&l->to, l->m);
	}
	ok = address_flow_spread(&l->to) && address_flow_spread(&l->from);
	for (LLVMValueRef fn = LLVMGetFirstFunction(l->m); fn != NULL && ok; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				check_access(l, i, certain);
	address_flow_end(&l->from);
	address_flow_end(&l->to);
	return ok && !l->reported.failed;
}

lr_status
untyped_check(lr_context *cx, LLVMModuleRef m)
{
	struct look l = {.cx = cx, .m = m};

	ptrmap_init(&l.reported, cx->options.alloc, cx->options.user);
	arena_init(&l.arena, cx->options.alloc, cx->options.user);
	const bool ok = look_at_accesses(&l, true) && look_at_accesses(&l, false);
	const bool failed = l.arena.failed;
	arena_free(&l.arena);
	ptrmap_free(&l.reported);
	return ok && !failed ? cx->first : lr_nomem(cx);
}
