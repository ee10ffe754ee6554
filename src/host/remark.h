/* SPDX-License-Identifier: MIT */
/* remark.h -- remarks of passes that say one thing about one instruction, for lr_options.remark. */
#ifndef LR_HOST_REMARK_H
#define LR_HOST_REMARK_H

#include "host/context.h"

/* Does the host want remarks?  If not, remark_say does nothing. */
static inline bool
remark_wanted(const lr_context *cx)
{
	return cx->options.remark != NULL;
}

/* Gives the host a remark about `at`.  The message is the text of `fmt`, which names the values that it concerns.  If
** `because` is not NULL, the message goes on with that instruction's source line, which also is the place of the second
** argument.
**
** A pass may run several times in one pipeline.  A remark of another kind than LR_REMARK_PASSED that an earlier run has
** given, word for word and for the same source line, is not given again. */
__attribute__((format(printf, 6, 7)))
void remark_say(lr_context *, lr_remark_kind, const char *name, LLVMValueRef at, LLVMValueRef because,
	const char *fmt, ...);
/* A pass begins.  Remarks of the passes before it count as given. */
static inline void
remark_next_run(lr_context *cx)
{
	cx->said.run++;
}
/* Forgets the remarks that were given: another module, or another pipeline, begins. */
void remark_forget(lr_context *);

#endif
