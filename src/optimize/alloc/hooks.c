/* hooks.c -- types whose objects must not vanish in silence, because the runtime does something when they die. */
#include "optimize/alloc/alloc.h"

bool
type_may_have_hook(const struct alloc_opt *a, LLVMValueRef type)
{
	(void)type;
	return strncmp(a->cx->profile.name, "julia", strlen("julia")) != 0;
}
