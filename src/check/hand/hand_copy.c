/* SPDX-License-Identifier: MIT */
/* hand_copy.c -- prepares a copy of a module for the proof of roots by hand.
**
** Variables that are no roots become values, and what clang makes of a return out of several blocks, a switch behind a
** join, becomes jumps again; so that the proof sees over which calls they are held.  Before that, each
** instruction gets its number and the name of its variable as metadata, for findings. */
#include "check/hand/hand.h"

#include <stdio.h>

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "ir/variable.h"

static const char NUMBER[] = "lateroot.number", VARIABLE[] = "lateroot.variable",
	ROOT[] = "lateroot.root"; /* of an alloca whose address is stored */

bool
hand_is_marked(LLVMModuleRef m)
{
	return has_module_mark(m, "\"lateroot roots by hand\"");
}

static unsigned
kind_of(LLVMValueRef inst, const char *name)
{
	return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(inst)), name, (unsigned)strlen(name));
}

static void
set_number(LLVMContextRef lc, LLVMValueRef inst, unsigned kind, uint32_t n)
{
	LLVMMetadataRef number = LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(lc), n, false));

	LLVMSetMetadata(inst, kind, LLVMMetadataAsValue(lc, LLVMMDNodeInContext2(lc, &number, 1)));
}

uint32_t
hand_number(LLVMValueRef inst)
{
	LLVMValueRef node = LLVMGetMetadata(inst, kind_of(inst, NUMBER)), number = NULL;

	if (node == NULL || LLVMGetMDNodeNumOperands(node) != 1)
		return NONE;
	LLVMGetMDNodeOperands(node, &number);
	return number != NULL && LLVMIsAConstantInt(number) != NULL ? (uint32_t)LLVMConstIntGetZExtValue(number) : NONE;
}

/* ---- names ---- */

static void
set_text(LLVMContextRef lc, LLVMValueRef inst, unsigned kind, const char *name, size_t bytes)
{
	LLVMMetadataRef text = LLVMMDStringInContext2(lc, name, bytes);

	if (LLVMGetMetadata(inst, kind) == NULL)
		LLVMSetMetadata(inst, kind, LLVMMetadataAsValue(lc, LLVMMDNodeInContext2(lc, &text, 1)));
}

#if LLVM_VERSION_MAJOR >= 22
/* Names stack variables as debug information does. */
static void
name_variables(LLVMValueRef fn)
{
	LLVMContextRef lc = LLVMGetTypeContext(LLVMTypeOf(fn));

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			for (LLVMDbgRecordRef r = LLVMGetFirstDbgRecord(i); r != NULL; r = LLVMGetNextDbgRecord(r)) {
				LLVMValueRef operand[16], v = LLVMDbgRecordGetKind(r) != LLVMDbgRecordLabel
					? LLVMDbgVariableRecordGetValue(r, 0) : NULL;
				unsigned bytes = 0;
				const bool variable = v != NULL && LLVMIsAAllocaInst(v) != NULL
					&& LLVMDbgRecordGetKind(r) == LLVMDbgRecordDeclare;
				if (!variable && (v == NULL || check_space(LLVMTypeOf(v)) != LR_AS_TRACKED))
					continue;
				LLVMValueRef node = LLVMMetadataAsValue(lc, LLVMDbgVariableRecordGetVariable(r));
				const unsigned n = LLVMGetMDNodeNumOperands(node);
				if (n < 2 || n > sizeof operand / sizeof *operand)
					continue;
				LLVMGetMDNodeOperands(node, operand);
				const char *name = operand[1] != NULL ? LLVMGetMDString(operand[1], &bytes) : NULL;
				if (name != NULL && (variable || LLVMIsAArgument(v) != NULL))
					LLVMSetValueName2(v, name, bytes);
				else if (name != NULL && LLVMIsAInstruction(v) != NULL)
					set_text(lc, v, kind_of(v, VARIABLE), name, bytes);
			}
}
#else
static void
name_variables(LLVMValueRef fn)
{
	(void)fn;
}
#endif

/* In optimised code debug information says in another form where a variable is.  To read it takes time, so only the
** first references of a function get their names so. */
static void
name_assigned(LLVMValueRef fn)
{
	enum { NAMES_MOST = 64 };
	LLVMBasicBlockRef entry = LLVMGetFirstBasicBlock(fn);
	char name[128];
	size_t bytes = 0;
	unsigned n = 0;

	for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i != NULL; i = LLVMGetNextInstruction(i)) {
		if (n == NAMES_MOST)
			return;
		const LLVMTypeKind kind = LLVMIsAAllocaInst(i) != NULL ? LLVMGetTypeKind(LLVMGetAllocatedType(i))
			: LLVMVoidTypeKind;
		if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind && (kind != LLVMPointerTypeKind
			|| check_space(LLVMGetAllocatedType(i)) != LR_AS_TRACKED))
			continue;
		LLVMGetValueName2(i, &bytes);
		if (bytes > 0)
			continue;
		n++;
		variable_name(i, name, sizeof name - sizeof ".addr");
		if (name[0] != '\0')
			snprintf(name + strlen(name), sizeof ".addr", ".addr"); /* a parameter may have the name */
		LLVMSetValueName2(i, name, strlen(name));
	}
}

/* Copies the name of an IR value without what clang and LLVM append: ".addr", ".0", and numbers of equal names. */
static void
plain_name(LLVMValueRef v, char *to, size_t room)
{
	size_t n = 0;
	const char *name = LLVMGetValueName2(v, &n);
	const char *dot = memchr(name, '.', n);

	if (dot != NULL)
		n = (size_t)(dot - name);
	snprintf(to, room, "%.*s", (int)(n < room ? n : room - 1), name);
}

void
hand_name(LLVMValueRef v, char *to, size_t room)
{
	LLVMValueRef node = LLVMIsAInstruction(v) != NULL ? LLVMGetMetadata(v, kind_of(v, VARIABLE)) : NULL;
	LLVMValueRef text = NULL;
	unsigned bytes = 0;

	to[0] = '\0';
	if (node != NULL && LLVMGetMDNodeNumOperands(node) == 1) {
		LLVMGetMDNodeOperands(node, &text);
		const char *name = text != NULL ? LLVMGetMDString(text, &bytes) : NULL;
		if (name != NULL)
			snprintf(to, room, "%.*s", (int)(bytes < room ? bytes : room - 1), name);
	} else if (LLVMIsAArgument(v) != NULL || LLVMIsAPHINode(v) != NULL || LLVMIsAAllocaInst(v) != NULL) {
		plain_name(v, to, room);
	}
}

static void
set_name(LLVMContextRef lc, LLVMValueRef inst, unsigned kind, LLVMValueRef variable)
{
	char name[128];
	size_t n = 0;

	if (LLVMIsAAllocaInst(variable) == NULL)
		return;
	plain_name(variable, name, sizeof name);
	if (name[0] == '\0' || strcmp(name, "retval") == 0)
		return;
	if (LLVMIsAArgument(inst) != NULL && (LLVMGetValueName2(inst, &n), n == 0)) {
		LLVMSetValueName2(variable, "", 0); /* names are unique */
		LLVMSetValueName2(inst, name, strlen(name));
		n = strlen(name);
		snprintf(name + n, sizeof name - n, ".addr");
		LLVMSetValueName2(variable, name, strlen(name));
		return;
	}
	if (LLVMIsAInstruction(inst) == NULL)
		return;
	set_text(lc, inst, kind, name, strlen(name));
}

void
hand_stands_for(LLVMValueRef made, LLVMValueRef inst, LLVMValueRef variable)
{
	LLVMContextRef lc = LLVMGetTypeContext(LLVMTypeOf(variable));
	LLVMValueRef number = LLVMGetMetadata(inst, kind_of(variable, NUMBER));

	if (number != NULL)
		LLVMSetMetadata(made, kind_of(variable, NUMBER), number);
	set_name(lc, made, kind_of(variable, VARIABLE), variable);
}

void
hand_copy_metadata(LLVMValueRef made, LLVMValueRef inst)
{
	const char *const kinds[] = { NUMBER, VARIABLE, "dbg" };

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		LLVMValueRef md = LLVMGetMetadata(inst, kind_of(inst, kinds[k]));
		if (md != NULL)
			LLVMSetMetadata(made, kind_of(inst, kinds[k]), md);
	}
}

/* Numbers the instructions, and tells in which variable a value is: the first that it is stored into, or that it was
** loaded from. */
static void
mark(LLVMContextRef lc, LLVMValueRef fn, uint32_t *number)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			if (LLVMIsAStoreInst(i) != NULL && LLVMIsAAllocaInst(LLVMGetOperand(i, 0)) != NULL)
				set_number(lc, LLVMGetOperand(i, 0), kind_of(i, ROOT), 0);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			set_number(lc, i, kind_of(i, NUMBER), (*number)++);
			if (LLVMIsALoadInst(i) != NULL)
				set_name(lc, i, kind_of(i, VARIABLE), LLVMGetOperand(i, 0));
			if (LLVMIsAStoreInst(i) == NULL)
				continue;
			LLVMValueRef v = LLVMGetOperand(i, 0), to = LLVMGetOperand(i, 1);
			if (LLVMIsALoadInst(v) != NULL && LLVMIsAAllocaInst(to) != NULL
				&& LLVMGetMetadata(to, kind_of(i, ROOT)) == NULL
				&& LLVMGetMetadata(v, kind_of(i, VARIABLE)) != NULL)
				LLVMSetMetadata(v, kind_of(i, VARIABLE), NULL); /* it is held in this one */
			set_name(lc, v, kind_of(i, VARIABLE), to);
		}
}

/* ---- functions that link frames of their callers ---- */

/* Does a function, of which there is no other body, store something else to the head of a chain than stack memory of
** its own? */
static bool
links_for_others(lr_context *cx, LLVMValueRef fn)
{
	const LLVMLinkage l = LLVMGetLinkage(fn);
	struct ck c;
	bool links = false, own = false;

	if (l != LLVMInternalLinkage && l != LLVMPrivateLinkage && l != LLVMLinkOnceODRLinkage
		&& l != LLVMAvailableExternallyLinkage)
		return false;
	check_set_up(&c, cx, fn, false);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			if (LLVMIsAStoreInst(i) != NULL && hand_may_be_head(&c, LLVMGetOperand(i, 1))) {
				own |= LLVMIsAAllocaInst(LLVMGetOperand(i, 0)) != NULL;
				links = true;
			}
	check_tear_down(&c);
	return links && !own;
}

/* ---- the module ---- */

static bool
run(LLVMModuleRef m, const char *passes)
{
	LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
	LLVMErrorRef e = LLVMRunPasses(m, passes, NULL, o);

	LLVMDisposePassBuilderOptions(o);
	if (e != NULL)
		LLVMConsumeError(e);
	return e == NULL;
}

/* Drops the marks of where variables begin and end: a frame that is left linked is reported where control leaves. */
static void
drop_lifetimes(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i != NULL; i = next) {
			next = LLVMGetNextInstruction(i);
			if (LLVMIsACallInst(i) != NULL
				&& strncmp(value_name(LLVMGetCalledValue(i)), "llvm.lifetime.", 14) == 0)
				LLVMInstructionEraseFromParent(i);
		}
}

bool
hand_prepare(lr_context *cx, LLVMModuleRef m, const LLVMValueRef *copies, uint32_t n)
{
	static const char *const off[] = { "optnone", "noinline" };
	const unsigned inlined = LLVMGetEnumAttributeKindForName("alwaysinline", 12);
	LLVMContextRef lc = LLVMGetModuleContext(m);
	uint32_t number = 0;

	for (uint32_t k = 0; k < n; k++) {
		name_variables(copies[k]);
		name_assigned(copies[k]);
		mark(lc, copies[k], &number);
		drop_lifetimes(copies[k]);
		for (size_t a = 0; a < sizeof off / sizeof *off; a++)
			LLVMRemoveEnumAttributeAtIndex(copies[k], CK_ON_FUNCTION,
				LLVMGetEnumAttributeKindForName(off[a], strlen(off[a])));
	}
	hand_calls(cx, m);
	if (!run(m, "inferattrs,function(sroa<preserve-cfg>,instsimplify)"))
		return false;
	for (uint32_t k = 0; k < n; k++) {
		if (links_for_others(cx, copies[k]))
			LLVMAddAttributeAtIndex(copies[k], CK_ON_FUNCTION, LLVMCreateEnumAttribute(lc, inlined, 0));
		if (LLVMGetEnumAttributeAtIndex(copies[k], CK_ON_FUNCTION, inlined) != NULL)
			LLVMSetLinkage(copies[k], LLVMExternalLinkage); /* otherwise the inliner drops it */
	}
	return run(m, "always-inline,function(sroa<preserve-cfg>,instsimplify,jump-threading)");
}

bool
hand_settle(LLVMModuleRef m)
{
	return run(m, "function(sroa<preserve-cfg>)");
}
