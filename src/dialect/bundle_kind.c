/* bundle_kind.c -- see bundle_kind.h. */
#include "dialect/bundle_kind.h"

#include <stdbool.h>

static bool
is(const char *tag, size_t n, const char *name)
{
	return strlen(name) == n && memcmp(tag, name, n) == 0;
}

enum bundle
bundle_kind(LLVMOperandBundleRef b)
{
	size_t n;
	const char *tag = LLVMGetOperandBundleTag(b, &n);

	if (is(tag, n, "gc-transition"))
		return BUNDLE_TRANSITION;
	if (is(tag, n, "deopt"))
		return BUNDLE_DEOPT;
	if (is(tag, n, "julia.gc_alloc_ptr_offsets"))
		return BUNDLE_PTR_OFFSETS;
	if (is(tag, n, "julia.gc_alloc_zeroinit"))
		return BUNDLE_ZEROINIT;
	return is(tag, n, "julia.gc_alloc_zeroinit_indirect") ? BUNDLE_ZEROINIT_INDIRECT : BUNDLE_OTHER;
}
