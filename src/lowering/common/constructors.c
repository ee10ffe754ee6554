/* SPDX-License-Identifier: MIT */
/* constructors.c -- functions that run when code is loaded and unloaded. */
#include "lowering/common/lowering.h"

enum { PRIORITY = 100 };

LLVMValueRef
constructor_begin(struct edit *e, const char *name)
{
	static const char *const names[] = { "nounwind", "noinline", "cold" };
	LLVMValueRef f = LLVMAddFunction(e->module, name, LLVMFunctionType(e->void_type, NULL, 0, false));

	LLVMSetLinkage(f, LLVMInternalLinkage);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		add_attribute(e->context, f, AT_FUNCTION, names[i], 0);
	LLVMAddAttributeAtIndex(f, AT_FUNCTION, LLVMCreateStringAttribute(e->context, "gc-leaf-function", 16, "", 0));
	LLVMPositionBuilderAtEnd(e->builder, LLVMAppendBasicBlockInContext(e->context, f, ""));
	LLVMSetCurrentDebugLocation2(e->builder, NULL);
	return f;
}

/* The number of functions in the list `old`, which may be NULL; `*all` receives its initialiser. */
static unsigned
count_rows(LLVMValueRef old, LLVMValueRef *all)
{
	*all = old != NULL ? LLVMGetInitializer(old) : NULL;
	return *all != NULL && !LLVMIsNull(*all) ? (unsigned)LLVMGetArrayLength2(LLVMTypeOf(*all)) : 0;
}

LLVMValueRef *
constructor_reserve(struct edit *e, const char *list_name)
{
	LLVMValueRef all, *rows;

	rows = arena_array(&e->arena, count_rows(LLVMGetNamedGlobal(e->module, list_name), &all) + 1, sizeof *rows);
	return rows;
}

void
constructor_add(struct edit *e, const char *list_name, LLVMValueRef function, LLVMValueRef *rows)
{
	LLVMValueRef old = LLVMGetNamedGlobal(e->module, list_name), all;
	const unsigned n = count_rows(old, &all);
	LLVMValueRef fields[] = { edit_i32(e, PRIORITY), function, LLVMConstNull(e->ptr) };

	if (rows == NULL)
		return;
	for (unsigned i = 0; i < n; i++)
		rows[i] = LLVMGetOperand(all, i);
	rows[n] = LLVMConstStructInContext(e->context, fields, 3, false);
	LLVMValueRef value = LLVMConstArray2(LLVMTypeOf(rows[n]), rows, n + 1);
	LLVMValueRef list = LLVMAddGlobal(e->module, LLVMTypeOf(value), "");
	LLVMSetInitializer(list, value);
	LLVMSetLinkage(list, LLVMAppendingLinkage);
	if (old != NULL)
		LLVMDeleteGlobal(old);
	LLVMSetValueName2(list, list_name, strlen(list_name));
}
