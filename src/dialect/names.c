/* SPDX-License-Identifier: MIT */
/* names.c -- recognises the functions that the dialect identifies by name.
**
** The names are in intrinsics.def.  Every call of a function is classified, so an ordinary function, the usual case,
** must be recognised from a few bytes: the prefix is compared first, and only then the names of the right length. */
#include "dialect/names.h"

#include <stdio.h>

#include "ir/llvm_calls.h"

struct known {
	const char *name;
	unsigned char length;
	bool safepoint;
};

static const struct known KNOWN[INTR_COUNT] = {
	[INTR_MEMCMP] = { "memcmp", 6, false },
#define INTRINSIC(id, text, may_collect) [INTR_##id] = { text, sizeof(text) - 1, may_collect },
#define HELPER(id, text) [INTR_##id] = { text, sizeof(text) - 1, false },
#include "dialect/intrinsics.def"
};

/* The intrinsics come before the helpers in intrinsics.def. */
#define FIRST_INTRINSIC (INTR_MEMCMP + 1)
#define FIRST_HELPER    INTR_EGAL_UNBOXED

static enum intrinsic
search(const char *name, size_t n, int from, int end)
{
	for (int id = from; id < end; id++)
		if (KNOWN[id].length == n && memcmp(KNOWN[id].name, name, n) == 0)
			return (enum intrinsic)id;
	return INTR_NONE;
}

/* Allocations may have a suffix, which tells the type of the size. */
static enum intrinsic
search_with_suffix(const char *name, size_t n)
{
	enum { SUFFIX = 4 };

	if (n <= SUFFIX || (memcmp(name + n - SUFFIX, ".i64", SUFFIX) != 0
		&& memcmp(name + n - SUFFIX, ".i32", SUFFIX) != 0))
		return INTR_NONE;
	enum intrinsic id = search(name, n - SUFFIX, FIRST_INTRINSIC, FIRST_HELPER);
	return id == INTR_GC_ALLOC_OBJ || id == INTR_GC_ALLOC_BYTES ? id : INTR_NONE;
}

static bool
starts_with(const char *name, size_t n, const char *prefix, size_t k)
{
	return n >= k && memcmp(name, prefix, k) == 0;
}
#define STARTS_WITH(name, n, literal) starts_with((name), (n), literal, sizeof(literal) - 1)

static enum intrinsic
llvm_intrinsic(LLVMValueRef callee, const char *name, size_t n)
{
	if (STARTS_WITH(name, n, "llvm.julia."))
		return search(name, n, FIRST_INTRINSIC, FIRST_HELPER);
	if (STARTS_WITH(name, n, "llvm.dbg."))
		return INTR_LLVM_DEBUG;
	if (STARTS_WITH(name, n, "llvm.lifetime."))
		return INTR_LLVM_LIFETIME;
	/* an intrinsic that may run other code is treated like other calls */
	return llvm_call_of(callee, name, n) == LLVM_CALL_NEVER ? INTR_LLVM : INTR_NONE;
}

static enum intrinsic
classify(LLVMValueRef callee, const char *name, size_t n)
{
	if (n < 6)
		return INTR_NONE;
	switch (name[0]) {
	case 'j':
		if (STARTS_WITH(name, n, "julia.")) {
			enum intrinsic id = search(name, n, FIRST_INTRINSIC, FIRST_HELPER);
			return id != INTR_NONE ? id : search_with_suffix(name, n);
		}
		if (STARTS_WITH(name, n, "jl_"))
			return search(name + 3, n - 3, FIRST_HELPER, INTR_COUNT);
		return INTR_NONE;
	case 'i':
		return STARTS_WITH(name, n, "ijl_") ? search(name + 4, n - 4, FIRST_HELPER, INTR_COUNT) : INTR_NONE;
	case 'l':
		if (STARTS_WITH(name, n, "llvm."))
			return llvm_intrinsic(callee, name, n);
		if (STARTS_WITH(name, n, "lateroot."))
			return search(name, n, FIRST_INTRINSIC, FIRST_HELPER);
		return STARTS_WITH(name, n, "lr_") ? search(name + 3, n - 3, FIRST_HELPER, INTR_COUNT) : INTR_NONE;
	case 'm':
		return n == 6 && memcmp(name, "memcmp", 6) == 0 ? INTR_MEMCMP : INTR_NONE;
	default:
		return INTR_NONE;
	}
}

enum intrinsic
intrinsic_of(LLVMValueRef callee)
{
	if (callee == NULL || !LLVMIsAFunction(callee))
		return INTR_NONE;
	size_t n;
	const char *name = LLVMGetValueName2(callee, &n);
	return classify(callee, name, n);
}

enum intrinsic
intrinsic_of_call(LLVMValueRef call)
{
	return intrinsic_of(LLVMGetCalledValue(call));
}

const char *
intrinsic_name(enum intrinsic id)
{
	return id >= INTR_MEMCMP && id < INTR_COUNT ? KNOWN[id].name : NULL;
}

bool
intrinsic_declared(LLVMModuleRef m, enum intrinsic id)
{
	static const char *const suffixes[] = { "", ".i64", ".i32" };

	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
		char name[64];
		snprintf(name, sizeof name, "%s%s", intrinsic_name(id), suffixes[i]);
		if (LLVMGetNamedFunction(m, name) != NULL)
			return true;
	}
	return false;
}

bool
intrinsic_may_be_safepoint(enum intrinsic id)
{
	if (id == INTR_NONE)
		return true;
	return id > INTR_MEMCMP && id < INTR_COUNT && KNOWN[id].safepoint;
}

bool
is_atomic_modify(LLVMValueRef callee)
{
	static const char prefix[] = "julia.atomicmodify.";

	return LLVMIsAFunction(callee) && strncmp(value_name(callee), prefix, sizeof prefix - 1) == 0;
}
