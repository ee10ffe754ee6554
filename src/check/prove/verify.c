/* SPDX-License-Identifier: MIT */
/* verify.c -- LLVM's verifier, for modules with any strategy of garbage collection. */
#include "check/prove/prove.h"

#include <llvm-c/Analysis.h>

#include "base/arena.h"

/* Does LLVM know the strategy?  Its verifier ends the process where one is not registered. */
static bool
is_known_strategy(const char *strategy)
{
	static const char *const known[] = { "statepoint-example", "coreclr", "shadow-stack", "ocaml", "erlang" };

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(strategy, known[i]) == 0)
			return true;
	return false;
}

lr_status
prove_verify(lr_context *cx, LLVMModuleRef m)
{
	struct { LLVMValueRef fn; char *strategy; } *renamed = NULL;
	struct arena ar;
	uint32_t n = 0, cap = 0;
	char *message = NULL;
	bool broken = false, room = true;

	if (cx->options.assume_verified)
		return LR_OK;
	lr_status st = lr_check_module_flags(cx, m);
	if (st != LR_OK)
		return st;
	arena_init(&ar, cx->options.alloc, cx->options.user);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL && room; f = LLVMGetNextFunction(f)) {
		const char *strategy = LLVMGetGC(f);
		if (strategy == NULL || is_known_strategy(strategy))
			continue;
		size_t bytes = strlen(strategy) + 1;
		char *copy = arena_alloc(&ar, bytes);
		room = copy != NULL && ARENA_PUSH(&ar, renamed, n, cap);
		if (!room)
			break;
		memcpy(copy, strategy, bytes);
		renamed[n].fn = f;
		renamed[n++].strategy = copy;
		LLVMSetGC(f, "statepoint-example");
	}
	if (room)
		broken = LLVMVerifyModule(m, LLVMReturnStatusAction, &message);
	while (n > 0) {
		n--;
		LLVMSetGC(renamed[n].fn, renamed[n].strategy);
	}
	arena_free(&ar);
	if (!room)
		return lr_nomem(cx);
	st = broken ? lr_fail_rejected(cx, NULL, "%s", message) : LR_OK;
	LLVMDisposeMessage(message);
	return st;
}
