/* SPDX-License-Identifier: MIT */
/* api_args.c -- options in one string, and the environment. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api.h"

static const char program[] = LAYOUT
	"define i32 @first(i32 %x) {\n  ret i32 %x\n}\n"
	"define i32 @second(i32 %x) {\n  ret i32 %x\n}\n";

struct host { struct heard heard; char text[20000]; };

static void
keep(void *user, const char *text, size_t bytes)
{
	struct host *h = user;
	strncat(h->text, text, bytes);
}

static lr_context *
context_of(struct host *h)
{
	const lr_options options = { sizeof options, .diagnose = hear, .dump = keep, .user = h };
	*h = (struct host){ 0 };
	return lr_context_new(&options);
}

static void
run(lr_context *cx)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_of(llvm, program);

	cr_assert_eq(lr_run(cx, m, NULL), LR_OK);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

Test(args, print)
{
	struct host h;
	lr_context *cx = context_of(&h);

	cr_assert_eq(lr_context_set_args(cx, "  -print-after=RemoveNI\t--func='f*t' "), LR_OK);
	run(cx);
	cr_assert_not_null(strstr(h.text, "After RemoveNI on f*t"));
	cr_assert_not_null(strstr(h.text, "@first"));
	cr_assert_null(strstr(h.text, "@second"));
	lr_context_free(cx);
}

Test(args, times)
{
	struct host h;
	lr_context *cx = context_of(&h);

	cr_assert_eq(lr_context_set_args(cx, "-time-passes"), LR_OK);
	run(cx);
	cr_assert_not_null(strstr(h.text, "Time of passes"));
	cr_assert_not_null(strstr(h.text, "LateLowerGCFrame"));
	lr_context_free(cx);
}

Test(args, folder)
{
	struct host h;
	lr_context *cx = context_of(&h);
	char folder[] = "/tmp/lateroot-args-XXXXXX", args[200], path[200];

	cr_assert_not_null(mkdtemp(folder));
	snprintf(args, sizeof args, "-print-before=LateLowerGCFrame '-dump-dir=%s/a b' -func=first", folder);
	cr_assert_eq(lr_context_set_args(cx, args), LR_OK);
	run(cx);
	cr_assert_str_eq(h.text, "");
	snprintf(path, sizeof path, "rm '%s/a b/'*-before-LateLowerGCFrame/first.ll && rmdir '%s/a b/'* '%s/a b' '%s'", folder, folder, folder, folder);
	cr_assert_eq(system(path), 0); /* that one file and nothing else */
	lr_context_free(cx);
}

Test(args, folder_that_cannot_be)
{
	struct host h;
	lr_context *cx = context_of(&h);
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_of(llvm, program);

	cr_assert_eq(lr_context_set_args(cx, "-print-after-all -dump-dir=/dev/null/x"), LR_OK);
	cr_assert_eq(lr_run(cx, m, NULL), LR_E_IO);
	cr_assert_not_null(strstr(h.heard.message, "/dev/null/x"));
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

Test(args, what_is_wrong_is_said_and_nothing_taken)
{
	static const struct { const char *args, *message; } cases[] = {
		{ "-time-passes -prnt-after=x", "unknown option '-prnt-after=x'; did you mean '-print-after'?" },
		{ "-time-pass", "unknown option '-time-pass'; did you mean '-time-passes'?" },
		{ "-q", "unknown option '-q'" },
		{ "time-passes", "unknown option 'time-passes'; did you mean '-time-passes'?" },
		{ "-time-passes=3", "option '-time-passes' takes no value, but has '3'" },
		{ "-func", "option '-func' needs a value: -func=..." },
		{ "-dump-dir=", "option '-dump-dir' needs a value: -dump-dir=..." },
		{ "-print-after=LateLowerGCFrme", "unknown pass 'LateLowerGCFrme'; did you mean 'LateLowerGCFrame'?" },
		{ "-print-before=AfterLICM,BeforeLICN", "unknown pass 'BeforeLICN'; did you mean 'BeforeLICM'?" },
		{ "-func='a", "a quote is not closed in the options: '-func=a'" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct host h;
		lr_context *cx = context_of(&h);
		cr_expect_eq(lr_context_set_args(cx, cases[i].args), LR_E_USAGE);
		cr_expect_str_eq(h.heard.message, cases[i].message);
		lr_clear_error(cx);
		run(cx);
		cr_expect_str_eq(h.text, "");
		lr_context_free(cx);
	}
}

Test(args, environment_only_when_asked)
{
	struct host h;

	setenv("LATEROOT_ARGS", "-print-after-all", 1);
	lr_context *cx = context_of(&h);
	run(cx);
	cr_assert_str_eq(h.text, "");
	cr_assert_eq(lr_context_args_from_env(cx), LR_OK);
	run(cx);
	cr_assert_not_null(strstr(h.text, "After LateLowerGCFrame on [module]"));
	lr_context_free(cx);
	unsetenv("LATEROOT_ARGS");
	cx = context_of(&h);
	cr_assert_eq(lr_context_args_from_env(cx), LR_OK);
	cr_assert_eq(lr_context_set_args(cx, ""), LR_OK);
	run(cx);
	cr_assert_str_eq(h.text, "");
	lr_context_free(cx);
}
