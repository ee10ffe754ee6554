/* SPDX-License-Identifier: MIT */
/* leftover.c -- checks before code generation that nothing of the dialect is left.  LLVM would crash on some constructs
** and silently accept the rest.
**
** It searches for uses of functions julia.*, llvm.julia.* and lateroot.immediate.*, and for special address spaces in
** the types of globals, functions, instructions and their operands. */
#include "dialect/kind.h"
#include "codegen/native.h"
#include "base/ptrmap.h"

struct search {
	lr_context *cx;
	struct ptrmap types;     /* type -> does it contain a special pointer? */
	bool report;
	bool names_only;         /* ignore address spaces */
	lr_status status;
};

static lr_status
found(struct search *s, LLVMValueRef at, const char *what, const char *name)
{
	if (s->report)
		lr_fail(s->cx, LR_E_DIALECT, at, "%s%s is left of the GC dialect; it cannot be compiled", what, name);
	return s->status = LR_E_DIALECT;
}

static bool
type_is_special(struct search *s, LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMPointerTypeKind:
		return as_is_special(LLVMGetPointerAddressSpace(t));
	case LLVMStructTypeKind: case LLVMArrayTypeKind: case LLVMVectorTypeKind: case LLVMScalableVectorTypeKind:
		break;
	default:
		return false;
	}
	uint32_t known = ptrmap_get(&s->types, t);
	if (known == PTRMAP_NONE) {
		struct type_kind k = type_kind(t);
		known = k.count > 0;
		ptrmap_set(&s->types, t, known);
	}
	return known != 0;
}

/* Checks the types of result and parameters without allocating a list of the latter. */
static bool
function_is_special(struct search *s, LLVMValueRef f)
{
	if (type_is_special(s, LLVMGetReturnType(LLVMGlobalGetValueType(f))))
		return true;
	for (LLVMValueRef p = LLVMGetFirstParam(f); p != NULL; p = LLVMGetNextParam(p))
		if (type_is_special(s, LLVMTypeOf(p)))
			return true;
	return false;
}

static lr_status
search_instruction(struct search *s, LLVMValueRef inst)
{
	static const char what[] = "a GC address space";
	int n = LLVMGetNumOperands(inst);

	if (type_is_special(s, LLVMTypeOf(inst)))
		return found(s, inst, what, " in the result type");
	for (int i = 0; i < n; i++) {
		LLVMValueRef v = LLVMGetOperand(inst, (unsigned)i);
		if (v != NULL && type_is_special(s, LLVMTypeOf(v)))
			return found(s, inst, what, " in the type of an operand");
	}
	if (LLVMIsAAllocaInst(inst) && type_is_special(s, LLVMGetAllocatedType(inst)))
		return found(s, inst, what, " in the allocated type");
	return LR_OK;
}

static lr_status
search_body(struct search *s, LLVMValueRef f)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst != NULL; inst = LLVMGetNextInstruction(inst))
			if (search_instruction(s, inst) != LR_OK)
				return s->status;
	return LR_OK;
}

static bool
is_dialect_name(const char *name)
{
	return strncmp(name, "julia.", 6) == 0 || strncmp(name, "llvm.julia.", 11) == 0
		|| strncmp(name, "lateroot.immediate.", 19) == 0;
}

/* LLVM would lower these itself, and no collector would find the roots. */
static bool
is_adopted_name(const char *name)
{
	return strcmp(name, "llvm.gcroot") == 0 || strcmp(name, "llvm.gcread") == 0
		|| strcmp(name, "llvm.gcwrite") == 0;
}

static lr_status
search_functions(struct search *s, LLVMModuleRef m)
{
	/* Intrinsics first: the name of one says more than the types of its users. */
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		LLVMUseRef use = LLVMIsDeclaration(f)
				&& (is_dialect_name(value_name(f)) || is_adopted_name(value_name(f)))
					? LLVMGetFirstUse(f) : NULL;
		if (use == NULL)
			continue;
		LLVMValueRef user = LLVMGetUser(use);
		return found(s, LLVMIsAInstruction(user) ? user : f, value_name(f), "");
	}
	for (LLVMValueRef f = s->names_only ? NULL : LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) == NULL)
			continue;
		if (function_is_special(s, f))
			return found(s, f, "a GC address space in the type of function ", value_name(f));
		if (search_body(s, f) != LR_OK)
			return s->status;
	}
	return LR_OK;
}

static lr_status
search_globals(struct search *s, LLVMModuleRef m)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g != NULL; g = LLVMGetNextGlobal(g))
		if (type_is_special(s, LLVMTypeOf(g)) || type_is_special(s, LLVMGlobalGetValueType(g)))
			return found(s, NULL, "a GC address space in the type of variable ", value_name(g));
	for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a != NULL; a = LLVMGetNextGlobalAlias(a))
		if (type_is_special(s, LLVMTypeOf(a)) || type_is_special(s, LLVMGlobalGetValueType(a)))
			return found(s, NULL, "a GC address space in the type of alias ", value_name(a));
	return LR_OK;
}

static lr_status
search(lr_context *cx, LLVMModuleRef m, bool report, bool names_only)
{
	struct search s = { .cx = cx, .report = report, .names_only = names_only, .status = LR_OK };

	ptrmap_init(&s.types, cx->options.alloc, cx->options.user);
	if (search_functions(&s, m) == LR_OK && !names_only)
		search_globals(&s, m);
	ptrmap_free(&s.types); /* if memory was exhausted, it only took longer */
	return s.status;
}

bool
leftover_any(lr_context *cx, LLVMModuleRef m)
{
	return search(cx, m, false, false) != LR_OK;
}

lr_status
leftover_refuse(lr_context *cx, LLVMModuleRef m, bool spaces_stayed)
{
	return search(cx, m, true, spaces_stayed);
}
