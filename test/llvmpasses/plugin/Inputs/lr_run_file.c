/* lr_run_file.c -- lr-run PIPELINE FILE: what lr_run makes of a file, as text; for tests that compare it with opt. */
#include <stdio.h>

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

#include "lateroot/lateroot.h"

static void
complain(void *user, const lr_diagnostic *d)
{
	fprintf(user, "lr-run: %s\n", d->message);
}

int
main(int argc, char **argv)
{
	lr_options options = { .struct_size = sizeof options, .diagnose = complain, .user = stderr };
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMMemoryBufferRef buffer;
	LLVMModuleRef m;
	char *message = NULL;

	if (argc != 3 || LLVMCreateMemoryBufferWithContentsOfFile(argv[2], &buffer, &message) ||
	    LLVMParseIRInContext(llvm, buffer, &m, &message)) {
		fprintf(stderr, "lr-run: %s\n", message ? message : "usage: lr-run PIPELINE FILE");
		return 1;
	}
	lr_context *cx = lr_context_new(&options);
	lr_status status = cx ? lr_run(cx, m, argv[1]) : LR_E_NOMEM;
	if (status == LR_OK) {
		char *text = LLVMPrintModuleToString(m);
		fputs(text, stdout);
		LLVMDisposeMessage(text);
	}
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	return status == LR_OK && fflush(stdout) == 0 ? 0 : 1;
}
