/* SPDX-License-Identifier: MIT */
/* verify_forms.c -- which intrinsics of LLVM may move references between registers and memory.
**
** The table lists all of them, by prefix.  The placer and the checker follow some of them: there the value is the
** result or the first operand, the address is the first or the second operand, and a mask says which lanes are written.
** The others leave gaps that no type shows (the place of a lane depends on the mask, a length or a stride), and LLVM
** cannot compile some of them for all targets.  They are refused, whatever their address points to. */
#include "addrspace/verify/verify.h"

static const struct form {
	const char *prefix;
	bool followed;
} forms[] = {
	/* result or value, address, mask */
	{ "llvm.masked.load.", true },
	{ "llvm.masked.store.", true },
	/* the same, with one address for each lane */
	{ "llvm.masked.gather.", true },
	{ "llvm.masked.scatter.", true },
	/* lanes move closer together */
	{ "llvm.masked.expandload.", false },
	{ "llvm.masked.compressstore.", false },
	/* mask and length */
	{ "llvm.vp.load.", false },
	{ "llvm.vp.store.", false },
	{ "llvm.vp.gather.", false },
	{ "llvm.vp.scatter.", false },
	/* mask, length and stride */
	{ "llvm.experimental.vp.strided.load.", false },
	{ "llvm.experimental.vp.strided.store.", false },
	/* not a kind of store: the placer has special rules, or they keep nothing alive */
	{ "llvm.mem", true },
	{ "llvm.gc", true },
	{ "llvm.experimental.gc.", true },
	{ "llvm.ptr.annotation.", true },
	{ "llvm.eh.", true },
	{ "llvm.invariant.", true },
	{ "llvm.coro.", true },
};

enum { MAX_PARAMS = 16 };

/* Is the function memory(none)? */
static bool
touches_no_memory(LLVMValueRef fn)
{
	const unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
	LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);

	return a != NULL && LLVMGetEnumAttributeValue(a) == 0;
}

/* Most intrinsics have nothing to do with references. */
static bool
knows_references(struct verifier *v, LLVMTypeRef type)
{
	LLVMTypeRef param[MAX_PARAMS];
	const unsigned n = LLVMCountParamTypes(type);

	if (n > MAX_PARAMS || verify_type(v, LLVMGetReturnType(type))->spaces != 0)
		return true;
	LLVMGetParamTypes(type, param);
	for (unsigned i = 0; i < n; i++)
		if (verify_type(v, param[i])->spaces != 0)
			return true;
	return false;
}

/* Any other intrinsic that writes memory and has as operands both a reference and an address that is no reference. */
static bool
may_store(struct verifier *v, LLVMValueRef fn, LLVMTypeRef type)
{
	LLVMTypeRef param[MAX_PARAMS];
	const unsigned n = LLVMCountParamTypes(type);
	bool reference = false, address = false;

	if (n > MAX_PARAMS)
		return false; /* LLVM has no such intrinsic */
	LLVMGetParamTypes(type, param);
	for (unsigned i = 0; i < n; i++) {
		reference |= verify_type(v, param[i])->spaces != 0;
		address |= pointer_as(param[i]) == LR_AS_GENERIC;
	}
	return reference && address && !touches_no_memory(fn);
}

bool
verify_form(struct verifier *v, LLVMValueRef fn)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(fn), value = LLVMGetReturnType(type), param[MAX_PARAMS];
	const char *name = value_name(fn);

	if (!knows_references(v, type))
		return true;
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		if (strncmp(name, forms[i].prefix, strlen(forms[i].prefix)) != 0)
			continue;
		const unsigned n = LLVMCountParamTypes(type);
		if (forms[i].followed || n == 0 || n > MAX_PARAMS)
			return true;
		LLVMGetParamTypes(type, param);
		if (LLVMGetTypeKind(value) == LLVMVoidTypeKind)
			value = param[0];
		return verify_type(v, value)->spaces == 0;
	}
	return !may_store(v, fn, type);
}
