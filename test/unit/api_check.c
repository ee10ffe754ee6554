/* SPDX-License-Identifier: MIT */
/* api_check.c -- lr_check as its users see it: verdicts, findings, bad options, memory. */
#include "api.h"

#include <stdlib.h>
#include <unistd.h>

#include "failing_alloc.h"
#include "lateroot/check.h"

/* Two frames that stores link: one loses an object. */
#define FRAME(name, store) \
	"define void @" name "() {\n" \
	"  %frame = alloca ptr addrspace(10), i32 3, align 16\n" \
	"  %slot = getelementptr ptr addrspace(10), ptr %frame, i32 2\n" \
	"  store ptr addrspace(10) null, ptr %slot\n" \
	"  %stack = call ptr @julia.get_pgcstack()\n" \
	"  store i64 4, ptr %frame\n" \
	"  %head = load ptr, ptr %stack\n" \
	"  %word = getelementptr i8, ptr %frame, i64 8\n" \
	"  store ptr %head, ptr %word\n" \
	"  store ptr %frame, ptr %stack\n" \
	"  %x = call ptr addrspace(10) @make()\n" \
	store \
	"  %y = call ptr addrspace(10) @make()\n" \
	"  store ptr addrspace(10) %x, ptr addrspace(10) %y\n" \
	"  store ptr %head, ptr %stack\n" \
	"  ret void\n" \
	"}\n"
static const char program[] = LAYOUT
	"declare ptr @julia.get_pgcstack()\n"
	"declare ptr addrspace(10) @make()\n"
	FRAME("right", "  store ptr addrspace(10) %x, ptr %slot\n")
	FRAME("wrong", "")
	"define i32 @plain(i32 %n) {\n"
	"  ret i32 %n\n"
	"}\n";

struct seen { unsigned findings, functions, verdicts[4]; LLVMValueRef at, value; char steps[4]; lr_check_kind kind; };

static void
see_finding(void *user, const lr_finding *f)
{
	struct seen *s = user;

	s->findings++;
	s->at = f->at;
	s->value = f->value;
	s->kind = f->kind;
	cr_expect_str_eq(f->rule, "root");
	cr_expect_eq(f->ordinal, 1);
	cr_expect_str_eq(f->function, "wrong");
	cr_expect_eq(f->verdict, LR_HOLE);
	for (size_t i = 0; i < f->nsteps && i < 4; i++)
		s->steps[i] = "DSTU"[f->steps[i].role];
}

static void
see_function(void *user, const lr_checked *f)
{
	struct seen *s = user;

	s->functions++;
	s->verdicts[f->verdict]++;
}

static lr_status
check(lr_context *cx, LLVMModuleRef m, const char *functions, struct seen *s, lr_verdict *worst)
{
	lr_check_options o = { .struct_size = sizeof o, .functions = functions, .finding = see_finding,
		.function = see_function, .user = s };

	*s = (struct seen){ 0 };
	return lr_check(cx, m, &o, worst);
}

Test(check, verdicts_and_findings)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_of(llvm, program);
	lr_context *cx = lr_context_new(NULL);
	char *before = LLVMPrintModuleToString(m);
	lr_verdict worst = LR_UNKNOWN;
	struct seen s;

	cr_assert_eq(check(cx, m, NULL, &s, &worst), LR_OK);
	cr_expect_eq(worst, LR_HOLE);
	cr_expect_eq(s.findings, 1);
	cr_expect_eq(s.functions, 3);
	cr_expect_eq(s.verdicts[LR_PROVEN], 1);
	cr_expect_eq(s.verdicts[LR_HOLE], 1);
	cr_expect_eq(s.verdicts[LR_NOTHING_TO_PROVE], 1);
	cr_expect_eq(s.kind, LR_CHECK_LINKED);
	cr_expect_arr_eq(s.steps, "DSU", 3);
	/* the values are those of the module, although a copy was checked */
	LLVMValueRef wrong = LLVMGetNamedFunction(m, "wrong");
	cr_assert_not_null(s.value);
	cr_expect_str_eq(LLVMGetValueName(s.value), "x");
	cr_expect_str_eq(LLVMGetValueName(s.at), "y");
	cr_expect_eq(LLVMGetBasicBlockParent(LLVMGetInstructionParent(s.value)), wrong);
	char *after = LLVMPrintModuleToString(m);
	cr_expect_str_eq(before, after, "the module is only read");
	cr_expect_eq(lr_first_error(cx, NULL), LR_OK, "holes do not make the context fail");

	cr_expect_eq(check(cx, m, "ri*", &s, &worst), LR_OK);
	cr_expect_eq(worst, LR_PROVEN);
	cr_expect_eq(check(cx, m, "plain", &s, &worst), LR_OK);
	cr_expect_eq(worst, LR_NOTHING_TO_PROVE);
	cr_expect_eq(lr_check(cx, m, NULL, NULL), LR_OK);
	cr_expect_eq(check(cx, m, "nobody", &s, &worst), LR_E_NOT_FOUND);
	LLVMDisposeMessage(before);
	LLVMDisposeMessage(after);
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

Test(check, bad_arguments)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_of(llvm, program);
	lr_context *cx = lr_context_new(NULL);
	lr_check_options o = { .struct_size = 0 };

	cr_expect_eq(lr_check(NULL, m, NULL, NULL), LR_E_USAGE);
	cr_expect_eq(lr_check(cx, NULL, NULL, NULL), LR_E_USAGE);
	lr_clear_error(cx);
	cr_expect_eq(lr_check(cx, m, &o, NULL), LR_E_USAGE);
	lr_clear_error(cx);
	o = (lr_check_options){ .struct_size = sizeof o, .kind = (lr_check_kind)77 };
	cr_expect_eq(lr_check(cx, m, &o, NULL), LR_E_USAGE);
	cr_expect_eq(lr_check(cx, m, NULL, NULL), LR_E_USAGE, "the context has failed");
	cr_expect_null(lr_verdict_name((lr_verdict)4));
	cr_expect_null(lr_check_kind_name((lr_check_kind)-1));
	cr_expect_str_eq(lr_verdict_name(LR_HOLE), "hole");
	cr_expect_str_eq(lr_check_kind_name(LR_CHECK_NONE), "none");
	cr_expect_str_eq(lr_check_kind_name(LR_CHECK_PLAIN), "plain");
	cr_expect_null(lr_check_kind_name((lr_check_kind)(LR_CHECK_HAND + 1)));
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

/* References that no address space marks: a root, a variable, a phi; a frame; and a hole. */
static const char plain_program[] = LAYOUT
	"declare ptr @alloc(i64)\n"
	"declare void @use(ptr)\n"
	"declare void @llvm.gcroot(ptr, ptr)\n"
	"@llvm_gc_root_chain = external global ptr\n"
	"@map = constant { i32, i32 } { i32 1, i32 0 }\n"
	"define void @root(i1 %c) gc \"shadow-stack\" {\n"
	"  %r = alloca ptr\n"
	"  %v = alloca ptr\n"
	"  call void @llvm.gcroot(ptr %r, ptr null)\n"
	"  store ptr null, ptr %r\n"
	"  %x = call ptr @alloc(i64 8)\n"
	"  store ptr %x, ptr %r\n"
	"  store ptr %x, ptr %v\n"
	"  br i1 %c, label %a, label %b\n"
	"a:\n"
	"  %y = load ptr, ptr %v\n"
	"  br label %b\n"
	"b:\n"
	"  %p = phi ptr [ null, %0 ], [ %y, %a ]\n"
	"  call void @use(ptr null)\n"
	"  call void @use(ptr %p)\n"
	"  ret void\n"
	"}\n"
	"define void @frame() {\n"
	"  %f = alloca [3 x ptr]\n"
	"  %m = getelementptr ptr, ptr %f, i64 1\n"
	"  %w = getelementptr ptr, ptr %f, i64 2\n"
	"  %h = load ptr, ptr @llvm_gc_root_chain\n"
	"  store ptr %h, ptr %f\n"
	"  store ptr @map, ptr %m\n"
	"  store ptr null, ptr %w\n"
	"  store ptr %f, ptr @llvm_gc_root_chain\n"
	"  %x = call ptr @alloc(i64 8)\n"
	"  call void @use(ptr null)\n"
	"  call void @use(ptr %x)\n"
	"  store ptr %h, ptr @llvm_gc_root_chain\n"
	"  ret void\n"
	"}\n";

/* Code that roots by hand: x is given another value while `old` is held. */
static const char by_hand[] = LAYOUT
	"module asm \".ident \\22lateroot roots by hand\\22\"\n"
	"declare ptr @lr_get_pgcstack()\n"
	"declare ptr addrspace(10) @make()\n"
	"declare void @fill(ptr)\n"
	"define i64 @by_hand(i1 %c) {\n"
	"  %x = alloca ptr addrspace(10)\n"
	"  %old = alloca ptr addrspace(10)\n"
	"  %frame = alloca [3 x ptr], align 16\n"
	"  store ptr addrspace(10) null, ptr %x\n"
	"  %word = getelementptr i8, ptr %frame, i64 8\n"
	"  %root = getelementptr i8, ptr %frame, i64 16\n"
	"  store ptr %x, ptr %root\n"
	"  %stack = call ptr @lr_get_pgcstack()\n"
	"  store i64 5, ptr %frame\n"
	"  %head = load ptr, ptr %stack\n"
	"  store ptr %head, ptr %word\n"
	"  store ptr %frame, ptr %stack\n"
	"  %a = call ptr addrspace(10) @make()\n"
	"  store ptr addrspace(10) %a, ptr %x\n"
	"  %b = load ptr addrspace(10), ptr %x\n"
	"  store ptr addrspace(10) %b, ptr %old\n"
	"  call void @fill(ptr %x)\n"
	"  %d = load ptr addrspace(10), ptr %old\n"
	"  %p = addrspacecast ptr addrspace(10) %d to ptr\n"
	"  %n = load i64, ptr %p\n"
	"  %prev = load ptr, ptr %word\n"
	"  store ptr %prev, ptr %stack\n"
	"  br i1 %c, label %on, label %out\n"
	"on:\n"
	"  %e = call ptr addrspace(10) @make()\n"
	"  br label %out\n"
	"out:\n"
	"  ret i64 %n\n"
	"}\n";

static void
check_without_memory(const char *text, const char *profile)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_of(llvm, text);
	char *before = LLVMPrintModuleToString(m);
	struct failing_alloc f;
	lr_status st = LR_E_NOMEM;

	for (size_t n = 1; st == LR_E_NOMEM && n < 5000; n++) {
		f = (struct failing_alloc){ .fail_at = n };
		lr_options o = { .struct_size = sizeof o, .alloc = failing_alloc, .user = &f, .profile = profile };
		lr_context *cx = lr_context_new(&o);
		lr_verdict worst = LR_NOTHING_TO_PROVE;
		if (cx != NULL) {
			st = lr_check(cx, m, NULL, &worst);
			cr_expect(st == LR_E_NOMEM || (st == LR_OK && worst == LR_HOLE), "request %zu: %d", n, st);
			cr_expect(st != LR_E_NOMEM || worst == LR_NOTHING_TO_PROVE, "request %zu", n);
		}
		lr_context_free(cx);
		cr_expect_eq(f.live_blocks, 0, "request %zu", n);
		cr_expect_not(f.wrong_size, "request %zu", n);
	}
	cr_expect_eq(st, LR_OK);
	char *after = LLVMPrintModuleToString(m);
	cr_expect_str_eq(before, after);
	LLVMDisposeMessage(before);
	LLVMDisposeMessage(after);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

/* Without memory nothing is proven, nothing leaks, and the module stays as it is. */
Test(check, memory_is_exhausted, .timeout = 120)
{
	check_without_memory(program, NULL);
}

Test(check, memory_is_exhausted_for_plain_pointers, .timeout = 120)
{
	static const char profile[] = "base = lateroot\nname = plain\nreference_results = alloc\n";
	char path[] = "/tmp/lateroot-profile-XXXXXX";
	int fd = mkstemp(path);

	cr_assert_geq(fd, 0);
	cr_assert_eq(write(fd, profile, sizeof profile - 1), (ssize_t)sizeof profile - 1);
	close(fd);
	check_without_memory(plain_program, path);
	unlink(path);
}

Test(check, memory_is_exhausted_by_hand, .timeout = 120)
{
	check_without_memory(by_hand, NULL);
}
