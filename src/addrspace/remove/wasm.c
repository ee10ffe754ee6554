/* SPDX-License-Identifier: MIT */
/* wasm.c -- the data layout of modules for WebAssembly while they have references in space 10. */
#include "addrspace/remove/wasm.h"

#include <stdio.h>
#include <string.h>

#include <llvm-c/Target.h>

static const char narrow[] = "-p10:8:8-";

/* LLVM's own data layouts for WebAssembly have some 60 bytes. */
enum { LAYOUT_BYTES = 1024 };

/* Replaces the first occurrence of a text in the data layout, if there is one. */
static lr_status
replace(lr_context *cx, LLVMModuleRef m, const char *from, const char *to, bool *done)
{
	const char *layout = LLVMGetDataLayoutStr(m), *at = strstr(layout, from);
	const size_t bytes = strlen(layout) + 1, more = strlen(to), less = strlen(from);
	char text[LAYOUT_BYTES];

	if (at == NULL)
		return LR_OK;
	if (bytes - less + more > sizeof text)
		return lr_fail(cx, LR_E_TARGET, NULL, "the data layout for WebAssembly is longer than %d bytes",
			LAYOUT_BYTES - 1);
	const size_t before = (size_t)(at - layout);
	memcpy(text, layout, before);
	memcpy(text + before, to, more);
	memcpy(text + before + more, at + less, bytes - before - less);
	LLVMSetDataLayout(m, text);
	*done = true;
	return LR_OK;
}

/* The specification of space 10 with pointers as wide as others. */
static void
wide(LLVMModuleRef m, char *text, size_t size)
{
	const unsigned bits = 8 * (unsigned)LLVMPointerSize(LLVMGetModuleDataLayout(m));

	snprintf(text, size, "-p10:%u:%u-", bits, bits);
}

bool
is_wasm(LLVMModuleRef m)
{
	return strncmp(LLVMGetTarget(m), "wasm", 4) == 0;
}

lr_status
wasm_layout_widen(lr_context *cx, LLVMModuleRef m)
{
	char text[32];
	bool done = false;

	wide(m, text, sizeof text);
	return replace(cx, m, narrow, text, &done);
}

static lr_status
restore_layout(lr_context *cx, LLVMModuleRef m)
{
	char text[32];
	bool done = false, again = false;

	wide(m, text, sizeof text);
	lr_status st = replace(cx, m, text, narrow, &done);
	if (st == LR_OK && done)
		st = replace(cx, m, "-ni:1:20", "-ni:1:10:20", &again); /* RemoveNI has taken 10 away */
	if (done)
		cx->changed |= LR_CHANGED_IR;
	return st;
}

/* ---- vectors of references ---- */

/* Of functions that got the attribute `noimplicitfloat` here. */
static const char held[] = "lateroot-no-vectors";

static bool
has_float_attribute(LLVMValueRef fn)
{
	return LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMGetEnumAttributeKindForName("noimplicitfloat", 15)) != NULL;
}

static bool
is_reference(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == LR_AS_TRACKED;
}

static bool
uses_references(LLVMValueRef inst)
{
	bool any = is_reference(LLVMTypeOf(inst));

	for (int i = 0; i < LLVMGetNumOperands(inst) && !any; i++)
		any = is_reference(LLVMTypeOf(LLVMGetOperand(inst, (unsigned)i)));
	return any;
}

bool
wasm_has_references(LLVMModuleRef m)
{
	bool any = false;

	for (LLVMValueRef f = is_wasm(m) ? LLVMGetFirstFunction(m) : NULL; f != NULL && !any;
		f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL && !any; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL && !any;
				i = LLVMGetNextInstruction(i))
				any = uses_references(i);
	return any;
}

void
wasm_hold_vectors(lr_context *cx, LLVMModuleRef m)
{
	const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	const unsigned kind = LLVMGetEnumAttributeKindForName("noimplicitfloat", 15);
	LLVMContextRef c = LLVMGetModuleContext(m);

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f) || has_float_attribute(f))
			continue;
		LLVMAddAttributeAtIndex(f, at, LLVMCreateEnumAttribute(c, kind, 0));
		LLVMAddAttributeAtIndex(f, at, LLVMCreateStringAttribute(c, held, sizeof held - 1, "", 0));
		cx->changed |= LR_CHANGED_IR;
	}
}

static void
release_vectors(lr_context *cx, LLVMModuleRef m)
{
	const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	const unsigned kind = LLVMGetEnumAttributeKindForName("noimplicitfloat", 15);

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		if (LLVMGetStringAttributeAtIndex(f, at, held, sizeof held - 1) == NULL)
			continue;
		LLVMRemoveEnumAttributeAtIndex(f, at, kind);
		LLVMRemoveStringAttributeAtIndex(f, at, held, sizeof held - 1);
		cx->changed |= LR_CHANGED_IR;
	}
}

lr_status
wasm_spaces_gone(lr_context *cx, LLVMModuleRef m)
{
	if (!is_wasm(m))
		return LR_OK;
	release_vectors(cx, m);
	return restore_layout(cx, m);
}
