/* SPDX-License-Identifier: MIT */
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

/* Two values live across a safepoint, one function without any, and some without a body. */
#define TWO_AND_NONE LAYOUT \
	"declare ptr @julia.get_pgcstack()\n" \
	"declare ptr addrspace(10) @make()\n" \
	"declare void @use(ptr addrspace(10), ptr addrspace(10))\n" \
	"define void @two() {\n" \
	"  %pgcstack = call ptr @julia.get_pgcstack()\n" \
	"  %a = call ptr addrspace(10) @make()\n" \
	"  %b = call ptr addrspace(10) @make()\n" \
	"  call void @use(ptr addrspace(10) %a, ptr addrspace(10) %b)\n" \
	"  call void @use(ptr addrspace(10) %b, ptr addrspace(10) %a)\n" \
	"  ret void\n" \
	"}\n" \
	"define i32 @none(i32 %x) {\n" \
	"  %y = add i32 %x, 1\n" \
	"  ret i32 %y\n" \
	"}\n"

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
