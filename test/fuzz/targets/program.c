/* SPDX-License-Identifier: MIT */
/* program.c -- target: programs made of bytes by the generator of ../gen.h are lowered with every choice that there is, and proved.
** lateroot-fuzz runs them; this is about ways through the compiler that random programs take too seldom. */
#include <llvm-c/Analysis.h>

#include <lateroot/lateroot.h>

#include "../gen.h"
#include "target.h"

static void
complain(void *user, const lr_diagnostic *d)
{
	(void)user;
	fprintf(stderr, "%s: %s\n", d->function ? d->function : "", d->message);
}

static void
ignore_explanation(void *user, const char *function, const char *json, size_t bytes)
{
	(void)user, (void)function;
	PROMISE(bytes > 2 && json[0] == '{' && json[bytes - 1] == '}', "half an explanation");
}

static void
ignore_remark(void *user, const lr_remark *r)
{
	(void)user, (void)r;
}

static void
ignore_text(void *user, const char *text, size_t bytes)
{
	(void)user, (void)text, (void)bytes;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const pipelines[] = { NULL, "julia<level=1>", "function(mem2reg,gvn),lateroot", "lateroot" };

	if (size < 2 || size > 4000)
		return 0;
	lr_options o = { .struct_size = sizeof o, .diagnose = complain, .check = true };
	o.without = data[0] & LR_ALL_OPTIMISATIONS;
	if ((data[1] >> 2 & 3) == 1)
		o.abi = LR_ABI_FRAMEMAP;
	if ((data[1] >> 4 & 3) == 1)
		o.explain = ignore_explanation, o.remark = ignore_remark, o.dump_forms = "NLCP", o.dump = ignore_text;
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = fuzz_module(llvm);
	fuzz_program(m, "p.", (struct dice){ .bytes = data + 2, .left = size - 2 });
	lr_context *cx = lr_context_new(&o);
	char *text = LLVMPrintModuleToString(m), *message = NULL;
	lr_status st = lr_run(cx, m, pipelines[data[1] & 3]);
	PROMISE(st == LR_OK, "%s\n%s", lr_status_name(st), text);
	PROMISE(!LLVMVerifyModule(m, LLVMReturnStatusAction, &message), "%s\n%s", message, text);
	for (size_t i = 0; i < lr_stats_count(cx); i++)
		PROMISE(lr_stats(cx, i)->slots >= lr_stats(cx, i)->max_live, "%s has fewer slots than values\n%s", lr_stats(cx, i)->name, text);
	LLVMDisposeMessage(message);
	LLVMDisposeMessage(text);
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	return 0;
}
