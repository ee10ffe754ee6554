/* SPDX-License-Identifier: MIT */
/* fault_clones.c -- JuliaMultiVersioning with each request for memory refused in turn: the module is as it was, or
** done. */
#include "api.h"
#include "refuse.h"

static const char source[] = LAYOUT
	"target triple = \"x86_64-unknown-linux-gnu\"\n"
	"@table = constant { i32, ptr, [2 x ptr] } { i32 1, ptr @plain, [2 x ptr] [ptr @kernel, ptr null] }\n"
	"@entry = alias double (ptr, i64), ptr @work\n"
	"define internal double @kernel(ptr %p, i64 %n) {\n"
	"top:\n"
	"  br label %l\n"
	"l:\n"
	"  %i = phi i64 [ 0, %top ], [ %j, %l ]\n"
	"  %s = phi double [ 0.0, %top ], [ %t, %l ]\n"
	"  %a = getelementptr double, ptr %p, i64 %i\n"
	"  %x = load double, ptr %a\n"
	"  %t = fadd fast double %s, %x\n"
	"  %j = add i64 %i, 1\n"
	"  %c = icmp slt i64 %j, %n\n"
	"  br i1 %c, label %l, label %e\n"
	"e:\n"
	"  ret double %t\n"
	"}\n"
	"define double @work(ptr %p, i64 %n) {\n"
	"  %c = icmp eq i64 %n, 7\n"
	"  br i1 %c, label %a, label %b\n"
	"a:\n"
	"  br label %b\n"
	"b:\n"
	"  %f = phi ptr [ @kernel, %0 ], [ @plain, %a ]\n"
	"  %r = call fast double @kernel(ptr %p, i64 %n)\n"
	"  store { ptr, i32 } { ptr @kernel, i32 7 }, ptr %p\n"
	"  %r2 = call double %f(ptr %p, i64 %n)\n"
	"  %q = fadd double %r, %r2\n"
	"  ret double %q\n"
	"}\n"
	"define double @plain(ptr %p, i64 %n) {\n"
	"  %r = call double @work(ptr %p, i64 %n)\n"
	"  ret double %r\n"
	"}\n";

/* The text of the module behind the pass. */
static char *
run(lr_context *cx, lr_status *st)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = NULL;
	char *message = NULL, *text;
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(source, strlen(source), "m");

	cr_assert_not(LLVMParseIRInContext(llvm, buffer, &m, &message), "%s", message);
	*st = lr_run(cx, m, "JuliaMultiVersioning");
	cr_assert_not(LLVMVerifyModule(m, LLVMReturnStatusAction, &message), "%s", message);
	LLVMDisposeMessage(message);
	text = LLVMPrintModuleToString(m);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	return text;
}

Test(fault_clones, each_request)
{
	struct failing_alloc books = { 0 };
	lr_options o = { .struct_size = sizeof o, .alloc = refusing_alloc, .user = &books,
		.clone_targets = "generic;haswell;x86-64-v4,clone_all;znver4,base(2)" };
	lr_context *cx = lr_context_new(&o);
	lr_status st;
	char *done = run(cx, &st), *text, *before;
	lr_options none = { .struct_size = sizeof none };
	lr_context *plain = lr_context_new(&none);

	cr_assert_eq(st, LR_OK);
	before = run(plain, &st);
	cr_assert_eq(st, LR_OK);
	cr_assert_neq(strcmp(done, before), 0);
	for (size_t n = 1;; n++) {
		faults.requests = 0;
		faults.refuse = n;
		faults.sticky = n % 2 == 0;
		faults.refused = false;
		text = run(cx, &st);
		faults.refuse = 0;
		if (!faults.refused)
			break;
		cr_assert(st == LR_OK || st == LR_E_NOMEM, "request %zu: %s", n, lr_status_name(st));
		cr_assert_str_eq(text, st == LR_OK ? done : before, "request %zu", n);
		lr_clear_error(cx);
		LLVMDisposeMessage(text);
	}
	cr_assert_str_eq(text, done);
	LLVMDisposeMessage(text);
	LLVMDisposeMessage(done);
	LLVMDisposeMessage(before);
	lr_context_free(cx);
	lr_context_free(plain);
	cr_assert_eq(books.live_bytes, 0);
}
