/* remark.c -- remarks of the passes that optimise code. */
#include "optimize/common/remark.h"

#include <stdio.h>

enum { TEXT_BYTES = 512, FILE_BYTES = 1024 };

struct place { char file[FILE_BYTES]; unsigned line, column; };

/* The source location of an instruction or function; without one the file is empty. */
static void
locate(struct place *p, LLVMValueRef at)
{
	unsigned n = 0;
	const char *name = LLVMGetDebugLocFilename(at, &n);

	*p = (struct place){ .line = 0 };
	if (name == NULL || n == 0)
		return;
	snprintf(p->file, sizeof p->file, "%.*s", (int)n, name);
	p->line = LLVMGetDebugLocLine(at);
	p->column = LLVMIsAInstruction(at) ? LLVMGetDebugLocColumn(at) : 0;
}

void
remark_say(lr_context *cx, lr_remark_kind kind, const char *name, LLVMValueRef at, LLVMValueRef because,
	const char *fmt, ...)
{
	char text[TEXT_BYTES], where[TEXT_BYTES];
	struct place here, there;
	lr_remark_arg arg[2] = { { .key = "String", .value = text }, { .key = "Because", .value = where } };
	va_list ap;

	if (!remark_wanted(cx))
		return;
	LLVMValueRef fn = LLVMIsAFunction(at) ? at : LLVMGetBasicBlockParent(LLVMGetInstructionParent(at));
	lr_remark r = { .kind = kind, .name = name, .function = value_name(fn), .at = at, .args = arg, .nargs = 1 };
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	locate(&here, at);
	if (here.file[0] == '\0')
		locate(&here, fn);
	if (here.file[0] != '\0')
		r.file = here.file, r.line = here.line, r.column = here.column;
	if (because != NULL) {
		locate(&there, because);
		if (there.file[0] != '\0') {
			snprintf(where, sizeof where, " (line %u)", there.line);
			arg[1].file = there.file, arg[1].line = there.line, arg[1].column = there.column;
			r.nargs = 2;
		}
	}
	cx->options.remark(cx->options.user, &r);
}
