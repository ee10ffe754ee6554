/* SPDX-License-Identifier: MIT */
/* variable.c -- finds the names of variables in debug information. */
#include "ir/variable.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#if LLVM_VERSION_MAJOR >= 22
/* A DILocalVariable is a node of scope, name, file, and more. */
static const char *
name_in(LLVMContextRef c, LLVMMetadataRef variable, unsigned *bytes)
{
	LLVMValueRef operands[16], node = LLVMMetadataAsValue(c, variable);
	const unsigned n = LLVMGetMDNodeNumOperands(node);

	if (n < 2 || n > sizeof operands / sizeof *operands)
		return NULL;
	LLVMGetMDNodeOperands(node, operands);
	return operands[1] != NULL ? LLVMGetMDString(operands[1], bytes) : NULL;
}

/* In optimised code a debug record has an address as well. LLVM-C does not return it, but the text of the record shows
** it. */
enum { MAX_PRINTED = 256 };

static bool
names_address(LLVMDbgRecordRef r, const char *name, unsigned *printed)
{
	if (name == NULL || ++*printed > MAX_PRINTED)
		return false;
	char *text = LLVMPrintDbgRecordToString(r);
	const char *found = text != NULL ? strstr(text, name) : NULL;
	const bool is = found != NULL && found[strlen(name)] == ',';
	LLVMDisposeMessage(text);
	return is;
}

static const char *
find_record(LLVMValueRef fn, LLVMValueRef variable, const char *printed_name, unsigned *bytes)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(fn));
	unsigned printed = 0;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
			for (LLVMDbgRecordRef r = LLVMGetFirstDbgRecord(i); r != NULL; r = LLVMGetNextDbgRecord(r)) {
				const LLVMDbgRecordKind kind = LLVMDbgRecordGetKind(r);
				if (kind != LLVMDbgRecordLabel && (LLVMDbgVariableRecordGetValue(r, 0) == variable ||
				    (kind == LLVMDbgRecordAssign && names_address(r, printed_name, &printed))))
					return name_in(c, LLVMDbgVariableRecordGetVariable(r), bytes);
			}
	return NULL;
}

static const char *
debug_name(LLVMValueRef variable, unsigned *bytes)
{
	LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(variable));
	char address[64], *text = LLVMPrintValueToString(variable);
	const char *at = text != NULL ? strchr(text, '%') : NULL;
	const size_t n = at != NULL ? strcspn(at, " ") : 0;

	snprintf(address, sizeof address, "ptr %.*s", (int)(n < sizeof address ? n : 0), at != NULL ? at : "");
	LLVMDisposeMessage(text);
	return find_record(fn, variable, n > 0 && n < sizeof address ? address : NULL, bytes);
}
#endif

void
variable_name(LLVMValueRef variable, char *to, size_t room)
{
	const char *name = NULL;
	size_t n = 0;

	to[0] = '\0';
#if LLVM_VERSION_MAJOR >= 22
	unsigned bytes = 0;
	if (LLVMIsAAllocaInst(variable) && (name = debug_name(variable, &bytes)) != NULL)
		n = bytes;
#endif
	if (name == NULL)
		name = LLVMGetValueName2(variable, &n);
	snprintf(to, room, "%.*s", (int)(n < room ? n : room - 1), name);
}

void
variable_values(LLVMValueRef fn, void (*each)(void *user, LLVMValueRef value, const char *name, size_t bytes),
	void *user)
{
#if LLVM_VERSION_MAJOR >= 22
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(fn));
	LLVMDIBuilderRef b = LLVMCreateDIBuilder(LLVMGetGlobalParent(fn));
	/* expressions are unique: that of a part of a variable, or of a computation, is another */
	LLVMMetadataRef whole = LLVMDIBuilderCreateExpression(b, NULL, 0);

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
			for (LLVMDbgRecordRef r = LLVMGetFirstDbgRecord(i); r != NULL; r = LLVMGetNextDbgRecord(r)) {
				unsigned bytes = 0;
				if (LLVMDbgRecordGetKind(r) == LLVMDbgRecordLabel ||
				    LLVMDbgVariableRecordGetExpression(r) != whole)
					continue;
				LLVMValueRef v = LLVMDbgVariableRecordGetValue(r, 0);
				const char *name = v == NULL ? NULL
					: name_in(c, LLVMDbgVariableRecordGetVariable(r), &bytes);
				if (name != NULL && bytes > 0)
					each(user, v, name, bytes);
			}
	LLVMDisposeDIBuilder(b);
#else
	(void)fn, (void)each, (void)user;
#endif
}
