/* SPDX-License-Identifier: MIT */
/* mistakes.c -- the checks in the order in which they run. */
#include "lowering/mistakes/mistakes.h"

#include "lowering/mistakes/checks.h"

/* Memory that is neither on the stack nor the collector's. All of these report, even where a warning is an error. */
static lr_status
check_memory(lr_context *cx, LLVMModuleRef m)
{
	if (cxx_library_check(cx, m) == LR_E_NOMEM || heap_check(cx, m) == LR_E_NOMEM)
		return LR_E_NOMEM;
	return coroutines_check(cx, m);
}

lr_status
mistakes_check(lr_context *cx, LLVMModuleRef m)
{
	lr_status st = unions_check(cx, m);

	if (st == LR_OK)
		st = check_memory(cx, m);
	if (st == LR_OK)
		st = untyped_check(cx, m);
	if (st == LR_OK)
		st = numbers_check(cx, m);
	if (st == LR_OK)
		st = calls_check(cx, m);
	return st;
}

lr_status
mistakes_check_accesses(lr_context *cx, LLVMModuleRef m)
{
	const lr_status st = accesses_check(cx, m);

	if (st != LR_OK)
		return st;
	return blocks_check(cx, m) == LR_E_NOMEM ? LR_E_NOMEM : handlers_check(cx, m);
}

lr_status
mistakes_check_optimised(lr_context *cx, LLVMModuleRef m)
{
	return heap_check(cx, m);
}
