/* SPDX-License-Identifier: MIT */
/* signature.c -- what a call of the dialect must look like, and how functions of the runtime are declared. */
#include <stdio.h>

#include "dialect/kind.h"
#include "lowering/common/lowering.h"

static bool
fits(LLVMTypeRef t, char letter)
{
	LLVMTypeKind k = LLVMGetTypeKind(t);
	unsigned as = k == LLVMPointerTypeKind ? LLVMGetPointerAddressSpace(t) : 0;

	if (letter == 'v')
		return k == LLVMVoidTypeKind;
	if (letter == 'i')
		return k == LLVMIntegerTypeKind;
	if (letter == 'k')
		return k == LLVMTokenTypeKind;
	if (letter == 'x')
		return true;
	if (k != LLVMPointerTypeKind)
		return false;
	switch (letter) {
	case '0': return as == LR_AS_GENERIC;
	case 't': return as == LR_AS_TRACKED;
	case 'd': return as == LR_AS_TRACKED || as == LR_AS_DERIVED;
	case 'l': return as == LR_AS_LOADED;
	default:  return true;
	}
}

/* The same, without a look at what the type is made of where that is one of the two usual ones. */
static inline bool
value_fits(const struct lower *l, LLVMValueRef v, char letter)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	if (t == l->e.tracked && (letter == 't' || letter == 'd' || letter == 'x'))
		return true;
	return (t == l->e.ptr && (letter == '0' || letter == 'x')) || fits(t, letter);
}

static const char *
expected(char letter)
{
	switch (letter) {
	case 'v': return "nothing";
	case 'i': return "an integer";
	case 'k': return "a token";
	case '0': return "a pointer in address space 0";
	case 't': return "a tracked pointer (address space 10)";
	case 'd': return "a tracked or derived pointer (address space 10 or 11)";
	case 'l': return "a loaded pointer (address space 13)";
	default:  return "a pointer";
	}
}

lr_status
signature_check(struct lower *l, LLVMValueRef call, enum intrinsic id, const char *form)
{
	const char *name = intrinsic_name(id), *f = form + 2;
	unsigned n = LLVMGetNumArgOperands(call), i = 0;

	if (!value_fits(l, call, form[0]))
		return lr_fail(l->cx, LR_E_DIALECT, call, "the result of %s must be %s", name, expected(form[0]));
	for (; *f != '\0' && *f != '*'; f++, i++) {
		if (f[1] == '*' && i >= n)
			return LR_OK;
		if (i >= n)
			return lr_fail(l->cx, LR_E_DIALECT, call, "%s needs more than %u arguments", name, n);
		if (!value_fits(l, operand_of(call, i), *f))
			return lr_fail(l->cx, LR_E_DIALECT, call, "argument %u of %s must be %s", i + 1, name,
				expected(*f));
	}
	if (*f != '*' && i < n)
		return lr_fail(l->cx, LR_E_DIALECT, call, "%s takes %u arguments, not %u", name, i, n);
	for (; i < n; i++)
		if (!value_fits(l, operand_of(call, i), f[-1]))
			return lr_fail(l->cx, LR_E_DIALECT, call, "argument %u of %s must be %s", i + 1, name,
				expected(f[-1]));
	return LR_OK;
}

LLVMValueRef
runtime_function(struct lower *l, const char *name, LLVMTypeRef type)
{
	LLVMValueRef f = LLVMGetNamedFunction(l->e.module, name);

	return f != NULL ? f : LLVMAddFunction(l->e.module, name, type);
}

const char *
runtime_name(const struct lower *l, LLVMValueRef site, const char *name, char (*buffer)[RUNTIME_NAME_BYTES])
{
	const char *suffix = l->profile->reset_safe_suffix;

	if (suffix[0] == '\0' || name[0] == '\0' || !LLVMHasMetadata(site)
		|| LLVMGetMetadata(site, l->e.md_reset_region) == NULL)
		return name;
	snprintf(*buffer, sizeof *buffer, "%s%s", name, suffix);
	return *buffer;
}

lr_status
runtime_name_check(struct lower *l, LLVMValueRef at, const char *name)
{
	if (name[0] == '\0')
		return lr_fail(l->cx, LR_E_PROFILE, at, "profile '%s' names no function of the runtime for this",
			l->profile->name);
	if (LLVMGetNamedGlobal(l->e.module, name) != NULL)
		return lr_fail(l->cx, LR_E_DIALECT, at,
			"'%s' is a function of the runtime, but the module has a variable of this name", name);
	return LR_OK;
}

static LLVMAttributeRef
attribute(LLVMContextRef c, const char *name, uint64_t value)
{
	return LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName(name, strlen(name)), value);
}

void
add_attribute(LLVMContextRef c, LLVMValueRef function, LLVMAttributeIndex at, const char *name, uint64_t value)
{
	LLVMAddAttributeAtIndex(function, at, attribute(c, name, value));
}

void
add_call_attribute(LLVMContextRef c, LLVMValueRef call, LLVMAttributeIndex at, const char *name, uint64_t value)
{
	LLVMAddCallSiteAttribute(call, at, attribute(c, name, value));
}
