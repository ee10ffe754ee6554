/* remark.c -- see remark.h. */
#include "lowering/common/remark.h"

#include <stdio.h>

enum { FILE_BYTES = 512 };

void
remark_about(lr_context *cx, lr_remark_kind kind, const char *name, LLVMValueRef at, const char *words)
{
	char file[FILE_BYTES];
	unsigned n = 0;

	if (cx->options.remark == NULL)
		return;
	lr_remark_arg arg = { .key = "String", .value = words };
	lr_remark r = { .kind = kind, .name = name, .at = at, .nargs = 1, .args = &arg,
		.function = value_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(at))) };
	const char *path = LLVMGetDebugLocFilename(at, &n); /* not terminated */
	if (path != NULL && n > 0) {
		snprintf(file, sizeof file, "%.*s", (int)n, path);
		r.file = file;
		r.line = LLVMGetDebugLocLine(at);
		r.column = LLVMGetDebugLocColumn(at);
	}
	cx->options.remark(cx->options.user, &r);
}
