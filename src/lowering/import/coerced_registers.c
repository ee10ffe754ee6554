/* SPDX-License-Identifier: MIT */
/* coerced_registers.c -- part of AdoptDialect: in how many registers the parameters before a struct lie on AArch64.
**
** Integers and pointers take x0 to x7 one by one; an array of two words takes two, or lies on the stack as a whole if
** one is left, and nothing behind it gets that one. A struct of a reference and an integer would get it. So only there
** the two differ: with no register left both lie on the stack, in the same two words. Floating-point numbers and
** vectors have registers of their own, and so have the address of a result (x8) and Swift's parameters. */
#include "lowering/import/coerced_parts.h"

#include <string.h>

#include "lowering/import/coerced.h"

enum { REGISTERS = 8, UNKNOWN = 100 };

static bool
has(LLVMValueRef value, unsigned slot, const char *name)
{
	const unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

	return (LLVMIsAFunction(value) ? LLVMGetEnumAttributeAtIndex(value, slot + 1, kind)
		: LLVMGetCallSiteEnumAttribute(value, slot + 1, kind)) != NULL;
}

/* Has the parameter a register of its own kind? */
static bool
is_apart(const struct coerced *c, LLVMValueRef value, unsigned slot)
{
	static const char *const names[] = { "swiftself", "swifterror", "swiftasync", "nest" };
	bool apart = has(value, slot, "sret") && !(c->windows && has(value, slot, "inreg"));

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		apart |= has(value, slot, names[i]);
	return apart;
}

static bool
is_float(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
	case LLVMFP128TypeKind:
	case LLVMVectorTypeKind: return true;
	default: return false;
	}
}

/* The registers that are taken when a parameter of this type follows `taken` of them. */
static unsigned
take(const struct coerced *c, LLVMTypeRef t, unsigned taken)
{
	const unsigned word_bits = c->e.word_bytes * 8;
	LLVMTypeRef element = t;
	uint64_t n = 1;

	if (LLVMGetTypeKind(t) == LLVMArrayTypeKind) {
		element = LLVMGetElementType(t);
		n = LLVMGetArrayLength2(t);
	}
	if (is_float(element))
		return n <= 4 ? taken : UNKNOWN;
	const bool pointer = LLVMGetTypeKind(element) == LLVMPointerTypeKind;
	const unsigned bits = LLVMGetTypeKind(element) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(element) : 0;
	if (!pointer && (bits == 0 || bits > 2 * word_bits))
		return UNKNOWN;
	if (bits > word_bits) { /* begins with an even register */
		taken += taken % 2;
		n *= 2;
	}
	if (n > 2)
		return UNKNOWN;
	return taken + n <= REGISTERS ? taken + (unsigned)n : REGISTERS;
}

bool
coerced_lies_together(struct coerced *c, LLVMValueRef value, unsigned slot)
{
	const bool is_function = LLVMIsAFunction(value) != NULL;
	LLVMTypeRef type = is_function ? LLVMGlobalGetValueType(value) : LLVMGetCalledFunctionType(value);
	unsigned taken = 0;

	if (LLVMIsFunctionVarArg(type) && c->windows) /* floating-point numbers take these registers as well */
		return false;
	LLVMGetParamTypes(type, c->types);
	for (unsigned i = 0; i < slot && taken < UNKNOWN; i++)
		if (!is_apart(c, value, i))
			taken = take(c,
				i < LLVMCountParamTypes(type) ? c->types[i] : LLVMTypeOf(LLVMGetOperand(value, i)),
				taken);
	return taken <= REGISTERS - 2 || taken == REGISTERS;
}
