/* api.h -- for the tests of the public interface: modules from text, and a diagnostics callback that remembers. */
#ifndef TEST_API_H
#define TEST_API_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

#include "lateroot/lateroot.h"

#define LAYOUT "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13\"\n"

/* The last diagnostic, copied. */
struct heard {
	int count;
	lr_severity severity;
	lr_status code;
	char function[600], instruction[600], file[600], message[3000];
	unsigned line, column;
};

static inline void
hear(void *user, const lr_diagnostic *d)
{
	struct heard *h = user;

	h->count++;
	h->severity = d->severity;
	h->code = d->code;
	h->line = d->line;
	h->column = d->column;
	snprintf(h->function, sizeof h->function, "%s", d->function ? d->function : "(none)");
	snprintf(h->instruction, sizeof h->instruction, "%s", d->instruction ? d->instruction : "(none)");
	snprintf(h->file, sizeof h->file, "%s", d->file ? d->file : "(none)");
	snprintf(h->message, sizeof h->message, "%s", d->message);
}

static inline LLVMModuleRef
module_of(LLVMContextRef llvm, const char *text)
{
	LLVMModuleRef m = NULL;
	char *message = NULL;

	if (LLVMParseIRInContext(llvm, LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test"), &m, &message))
		cr_assert_fail("%s", message);
	LLVMDisposeMessage(message);
	return m;
}

/* Is the module's text still `before`, which is disposed of? */
static inline void
assert_untouched(LLVMModuleRef m, char *before)
{
	char *now = LLVMPrintModuleToString(m);
	bool same = strcmp(now, before) == 0;
	LLVMDisposeMessage(now);
	LLVMDisposeMessage(before);
	cr_assert(same, "the module has changed");
}

#endif
