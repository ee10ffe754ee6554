/* remark.h -- remarks of the passes that optimise code, for lr_options.remark. */
#ifndef LR_OPTIMIZE_COMMON_REMARK_H
#define LR_OPTIMIZE_COMMON_REMARK_H

#include "host/context.h"

/* Does the host want remarks?  If not, remark_say does nothing. */
static inline bool
remark_wanted(const lr_context *cx)
{
	return cx->options.remark != NULL;
}

/* Gives the host a remark about `at`.  The message is the text of `fmt`, which names the values that it concerns.  If
** `because` is not NULL, the message goes on with that instruction's source line, which also is the place of the second
** argument. */
__attribute__((format(printf, 6, 7)))
void remark_say(lr_context *, lr_remark_kind, const char *name, LLVMValueRef at, LLVMValueRef because,
	const char *fmt, ...);

#endif
