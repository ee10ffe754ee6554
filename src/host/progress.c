/* SPDX-License-Identifier: MIT */
/* progress.c -- reports progress to the host. */
#include "host/context.h"

static void
tell(lr_context *cx, lr_progress_event event)
{
	cx->at.event = event;
	if (cx->options.progress != NULL)
		cx->options.progress(cx->options.user, &cx->at);
}

void
progress_pass(lr_context *cx, const char *name, unsigned step, unsigned steps)
{
	cx->at = (struct lr_progress){ .pass = name, .step = step, .steps = steps, .thread = cx->at.thread };
	tell(cx, LR_PASS_BEGIN);
}

void
progress_phase(lr_context *cx, const char *phase, size_t functions)
{
	if (cx->at.pass == NULL) /* a pass manager of the host runs the pass */
		return;
	cx->at.phase = phase;
	cx->at.done = 0;
	cx->at.functions = functions;
	tell(cx, LR_PHASE_BEGIN);
}

void
progress_function(lr_context *cx, LLVMValueRef fn)
{
	cx->at.done++;
	if (cx->options.progress == NULL || cx->at.pass == NULL)
		return;
	cx->at.function = value_name(fn);
	tell(cx, LR_FUNCTION_DONE);
	cx->at.function = NULL;
}

void
progress_end(lr_context *cx)
{
	cx->at.phase = NULL;
	tell(cx, LR_PASS_END);
	cx->at.pass = NULL;
}
