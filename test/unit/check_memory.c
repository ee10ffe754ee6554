/* check_memory.c -- the checker without memory: whichever allocation fails, it says so and leaks nothing. */
#include <criterion/criterion.h>

#include <llvm-c/IRReader.h>

#include "failing_alloc.h"
#include "gcroots/check.h"

Test(check_memory, every_allocation_may_fail)
{
	LLVMContextRef lc = LLVMContextCreate();
	LLVMMemoryBufferRef buf;
	LLVMModuleRef m;
	char *error = NULL;

	cr_assert(!LLVMCreateMemoryBufferWithContentsOfFile(DATA_DIR "/placed.ll", &buf, &error), "%s", error);
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
			lr_status s = check_function(cx, f, NULL);
			enough = s == LR_OK;
			cr_assert(enough || s == LR_E_NOMEM, "allocation %zu: status %d", n, s);
			lr_context_free(cx);
			cr_assert_eq(a.live_blocks, 0);
			cr_assert(!a.wrong_size);
			cr_assert_lt(n, 10000);
		}
	}
	LLVMDisposeModule(m);
	LLVMContextDispose(lc);
}
