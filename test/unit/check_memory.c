/* SPDX-License-Identifier: MIT */
/* check_memory.c -- the checker without memory: whichever allocation fails, it says so and leaks nothing. */
#include <criterion/criterion.h>

#include <llvm-c/IRReader.h>

#include "failing_alloc.h"
#include "check/check.h"

/* Every function of a file, with every allocation failing in turn. */
static void
starve(const char *path)
{
	LLVMContextRef lc = LLVMContextCreate();
	LLVMMemoryBufferRef buf;
	LLVMModuleRef m;
	char *error = NULL;

	cr_assert(!LLVMCreateMemoryBufferWithContentsOfFile(path, &buf, &error), "%s", error);
	cr_assert(!LLVMParseIRInContext(lc, buf, &m, &error), "%s", error);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		bool enough = false;
		if (LLVMCountBasicBlocks(f) == 0)
			continue;
		for (size_t n = 1; !enough; n++) {
			struct failing_alloc a = { 0 };
			lr_options o = { .struct_size = sizeof o, .alloc = failing_alloc, .user = &a };
			lr_context *cx = lr_context_new(&o);
			a.fail_at = a.requests + n;
			lr_status s = check_function(cx, f, false, NULL);
			enough = a.requests < a.fail_at;
			cr_assert(enough || s == LR_E_NOMEM, "%s: allocation %zu: status %d", path, n, s);
			lr_context_free(cx);
			cr_assert_eq(a.live_blocks, 0);
			cr_assert(!a.wrong_size);
			cr_assert_lt(n, 10000);
		}
	}
	LLVMDisposeModule(m);
	LLVMContextDispose(lc);
}

Test(check_memory, every_allocation_may_fail)
{
	starve(DATA_DIR "/placed.ll");
}

Test(check_memory, of_values_too)
{
	starve(LIT_DIR "/values-right.ll");
	starve(LIT_DIR "/right.ll");
}

Test(check_memory, of_stack_memory_too)
{
	starve(LIT_DIR "/stack-right.ll");
	starve(LIT_DIR "/mapped-right.ll");
}

/* Reports need memory of their own. */
Test(check_memory, of_what_is_wrong)
{
	starve(LIT_DIR "/stack-wrong.ll");
	starve(LIT_DIR "/memory-lost.ll");
	starve(LIT_DIR "/values-wrong.ll");
}
