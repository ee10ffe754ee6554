/* SPDX-License-Identifier: MIT */
/* api_run.c -- lr_run as its users see it: results, errors that leave the module alone, memory, threads, determinism. */
#include <pthread.h>

#include "api.h"
#include "failing_alloc.h"

static const char program[] = TWO_AND_NONE;

static const char violation[] = LAYOUT
	"define ptr addrspace(10) @f(ptr addrspace(11) %d) {\n"
	"  %t = addrspacecast ptr addrspace(11) %d to ptr addrspace(10)\n"
	"  ret ptr addrspace(10) %t\n"
	"}\n";

static const char invalid[] =
	"define i32 @f(i1 %c) {\n"
	"  br i1 %c, label %a, label %b\n"
	"a:\n"
	"  %x = add i32 1, 2\n"
	"  br label %b\n"
	"b:\n"
	"  ret i32 %x\n"
	"}\n";

static char *
run_to_text(const char *source, const char *pipeline)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_of(llvm, source);
	lr_context *cx = lr_context_new(NULL);

	cr_assert_eq(lr_run(cx, m, pipeline), LR_OK);
	char *text = LLVMPrintModuleToString(m);
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	return text;
}

Test(run, whole_lowering_leaves_nothing_of_the_dialect)
{
	char *text = run_to_text(program, NULL);

	cr_assert_null(strstr(text, "julia."));
	cr_assert_null(strstr(text, "addrspace(1"));
	cr_assert_null(strstr(text, "ni:10"));
	LLVMDisposeMessage(text);
}

/* The profile of a pipeline ends with it, also if it fails. */
Test(run, profile_of_a_pipeline_is_put_back)
{
	static const char *const pipelines[] = { "UseProfile<julia-1.5>,lateroot", "UseProfile<julia-1.5>,UseProfile" };
	lr_context *cx = lr_context_new(NULL);

	for (size_t i = 0; i < sizeof pipelines / sizeof *pipelines; i++) {
		LLVMContextRef llvm = LLVMContextCreate();
		LLVMModuleRef m = module_of(llvm, program), again = module_of(llvm, program);
		cr_assert_eq(lr_run(cx, m, pipelines[i]), i == 0 ? LR_OK : LR_E_PIPELINE);
		lr_clear_error(cx);
		cr_assert_eq(lr_run(cx, again, "lateroot"), LR_OK);
		cr_assert(i > 0 || LLVMGetNamedFunction(m, "jl_get_ptls_states") != NULL);
		cr_assert_not_null(LLVMGetNamedFunction(again, "lr_get_pgcstack"));
		LLVMDisposeModule(m);
		LLVMDisposeModule(again);
		LLVMContextDispose(llvm);
	}
	lr_context_free(cx);
}

Test(run, results_of_each_function_in_order)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_of(llvm, program);
	lr_options o = { .struct_size = sizeof o, .time_passes = true, .check = true, .verify_each = true };
	lr_context *cx = lr_context_new(&o);
	const char *name;
	double seconds;

	cr_assert_eq(lr_run(cx, m, "LateLowerGCFrame"), LR_OK);
	cr_assert_eq(lr_stats_count(cx), 2);
	const lr_function_stats *two = lr_stats(cx, 0), *none = lr_stats(cx, 1);
	cr_assert_str_eq(two->name, "two");
	cr_assert_eq(two->max_live, 2);
	cr_assert_eq(two->slots, 2);
	cr_assert_geq(two->safepoints, 3);
	cr_assert_geq(two->root_stores, 2);
	cr_assert(two->frame);
	cr_assert_str_eq(none->name, "none");
	cr_assert_eq(none->slots, 0);
	cr_assert_not(none->frame);
	cr_assert_null(lr_stats(cx, 2));
	cr_assert(lr_pass_time(cx, 0, &name, &seconds));
	cr_assert_str_eq(name, "LateLowerGCFrame");
	cr_assert_geq(seconds, 0);
	cr_assert_not(lr_pass_time(cx, 1, NULL, NULL));

	cr_assert_eq(lr_run(cx, m, "FinalLowerGC"), LR_OK);
	cr_assert_eq(lr_stats_count(cx), 2, "they stay until LateLowerGCFrame runs again");
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

static void
refuses(const char *source, const char *pipeline, lr_status wanted, struct heard *heard)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_of(llvm, source);
	lr_options o = { .struct_size = sizeof o, .diagnose = hear, .user = heard };
	lr_context *cx = lr_context_new(&o);

	*heard = (struct heard){ 0 };
	char *before = LLVMPrintModuleToString(m);
	cr_assert_eq(lr_run(cx, m, pipeline), wanted, "%s gave %s", pipeline, lr_status_name(lr_first_error(cx, NULL)));
	cr_assert_eq(lr_first_error(cx, NULL), wanted);
	cr_assert_geq(heard->count, 1);
	cr_assert_eq(heard->code, wanted);
	assert_untouched(m, before);
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

Test(run, refusals_name_the_place_and_leave_the_module_alone)
{
	struct heard heard;

	refuses(violation, NULL, LR_E_DIALECT, &heard);
	cr_assert_str_eq(heard.function, "f");
	cr_assert_not_null(strstr(heard.instruction, "%t = addrspacecast"));
	refuses(violation, "RemoveNI,LateLowerGCFrame", LR_E_DIALECT, &heard);
	refuses(violation, "instcombine,GCInvariantVerifier,LateLowerGCFrame", LR_E_DIALECT, &heard);
	refuses(invalid, NULL, LR_E_INVALID_IR, &heard);
	cr_assert_str_eq(heard.function, "f");
	cr_assert_not_null(strstr(heard.message, "does not dominate"));
	refuses(program, "sroa,LateLowerGCFrame,no-such-pass", LR_E_PIPELINE, &heard);
	cr_assert_not_null(strstr(heard.message, "no-such-pass"));
	refuses(program, "function(LateLowerGCFrame", LR_E_PIPELINE, &heard);
	refuses(program, "lateroot<x>", LR_E_PIPELINE, &heard);
}

Test(run, no_module)
{
	lr_context *cx = lr_context_new(NULL);

	cr_assert_eq(lr_run(cx, NULL, NULL), LR_E_USAGE);
	lr_context_free(cx);
}

Test(run, empty_module_and_pipeline_text_of_any_shape)
{
	static const char *const texts[] = {
		"", " ", ",", "(", ")", "<", ">", "()", "a(", "a()", "a<", "a<>", "function", "function(", "function)", "function()", "((((",
		"))))", "a,,b", ",a", "a,", "a b", "function(gvn)x", "function(gvn)(gvn)", "<>", "gvn<", "gvn<<>", "gvn>", "lateroot(", "lateroot()",
		"lateroot,lateroot", "function(lateroot)", "LateLowerGCFrame()", "repeat<2>(LateLowerGCFrame)", "\xff\xfe", "%s%n", "module(module(RemoveNI))"
	};
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = LLVMModuleCreateWithNameInContext("empty", llvm);

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		lr_context *cx = lr_context_new(NULL);
		lr_status st = lr_run(cx, m, texts[i]);
		cr_assert(st == LR_OK || st == LR_E_PIPELINE, "'%s' gave %s", texts[i], lr_status_name(st));
		lr_context_free(cx);
	}
	/* Deep and long. */
	static char text[300000];
	for (size_t i = 0; i + 10 < sizeof text; i += 9)
		memcpy(text + i, "function(", 9);
	lr_context *cx = lr_context_new(NULL);
	cr_assert_eq(lr_run(cx, m, text), LR_E_PIPELINE);
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

struct dump { size_t bytes; char text[20000]; };

static void
keep_dump(void *user, const char *text, size_t bytes)
{
	struct dump *d = user;

	if (d->bytes + bytes < sizeof d->text)
		memcpy(d->text + d->bytes, text, bytes);
	d->bytes += bytes;
}

Test(run, dumps_of_one_function)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_of(llvm, program);
	struct dump d = { 0 };
	lr_options o = { .struct_size = sizeof o, .dump = keep_dump, .user = &d, .print_before = "FinalLowerGC", .function = "two" };
	lr_context *cx = lr_context_new(&o);

	cr_assert_eq(lr_run(cx, m, NULL), LR_OK);
	cr_assert_not_null(strstr(d.text, "; *** IR Dump Before FinalLowerGC on two ***"));
	cr_assert_not_null(strstr(d.text, "julia.new_gc_frame"));
	cr_assert_null(strstr(d.text, "@none"));
	cr_assert_null(strstr(d.text, "declare"));
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

/* Objects that move to the stack: one of references, one whose address is taken, a Memory. */
static const char objects[] =
	"declare ptr @julia.get_pgcstack()\n"
	"declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))\n"
	"declare ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1)\n"
	"declare ptr @julia.pointer_from_objref(ptr addrspace(11))\n"
	"declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)\n"
	"declare token @llvm.julia.gc_preserve_begin(...)\n"
	"declare void @llvm.julia.gc_preserve_end(token)\n"
	"declare void @llvm.memcpy.p11.p0.i64(ptr addrspace(11), ptr, i64, i1)\n"
	"declare void @g(ptr)\n"
	"define ptr addrspace(10) @f(ptr addrspace(10) %x, i64 %i, ptr %from) {\n"
	"  %p = call ptr @julia.get_pgcstack()\n"
	"  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 32, ptr addrspace(10) null)\n"
	"  %s = getelementptr ptr addrspace(10), ptr addrspace(10) %a, i64 %i\n"
	"  store ptr addrspace(10) %x, ptr addrspace(10) %s, align 8\n"
	"  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 16, ptr addrspace(10) null)\n"
	"  %d = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)\n"
	"  call void @llvm.memcpy.p11.p0.i64(ptr addrspace(11) %d, ptr %from, i64 16, i1 false)\n"
	"  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %b)\n"
	"  %q = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)\n"
	"  call void @g(ptr %q)\n"
	"  call void @llvm.julia.gc_preserve_end(token %t)\n"
	"  %m = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %p, i64 64, ptr addrspace(10) null, i64 8, i1 true)\n"
	"  %e = getelementptr i8, ptr addrspace(10) %m, i64 8\n"
	"  %data = load ptr, ptr addrspace(10) %e, align 8\n"
	"  %l = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %m, ptr %data)\n"
	"  store i64 %i, ptr addrspace(13) %l, align 8\n"
	"  call void @g(ptr null)\n"
	"  %r = load ptr addrspace(10), ptr addrspace(10) %a, align 8\n"
	"  ret ptr addrspace(10) %r\n"
	"}\n";

/* Refuse the 1st, 2nd, ... allocation of a whole life of a context.  `atomic`: the pipeline is one pass, so that the module must
** be as it was; otherwise (and with the checker, which reads the result) it must at least be valid. */
static void
with_every_allocation_refused(const char *source, const char *pipeline, bool atomic)
{
	bool refused = true;
	size_t n = 1;

	for (; refused; n++) {
		struct failing_alloc books = { .fail_at = n };
		LLVMContextRef llvm = LLVMContextCreate();
		LLVMModuleRef m = module_of(llvm, source);
		lr_options o = { .struct_size = sizeof o, .alloc = failing_alloc, .user = &books, .time_passes = true,
			.check = !atomic, .profile = source == objects ? "julia-1.13" : NULL };
		char *before = LLVMPrintModuleToString(m);
		lr_context *cx = lr_context_new(&o);
		lr_status st = cx ? lr_run(cx, m, pipeline) : LR_E_NOMEM;

		refused = books.refused;
		cr_assert_eq(st, refused ? LR_E_NOMEM : LR_OK, "allocation %zu refused: %s", n, lr_status_name(st));
		if (cx != NULL)
			cr_assert_eq(lr_first_error(cx, NULL), st);
		lr_context_free(cx);
		cr_assert_eq(books.live_blocks, 0, "allocation %zu refused: %zu blocks left", n, books.live_blocks);
		cr_assert_not(books.wrong_size, "allocation %zu refused: a block came back under another size", n);
		cr_assert_not(LLVMVerifyModule(m, LLVMReturnStatusAction, NULL), "allocation %zu refused: invalid IR left", n);
		if (refused && atomic)
			assert_untouched(m, before);
		else
			LLVMDisposeMessage(before);
		LLVMDisposeModule(m);
		LLVMContextDispose(llvm);
	}
	cr_assert_gt(n, 5);
}

Test(run, memory_refused_while_objects_move)
{
	with_every_allocation_refused(objects, "PromiseAllocations,AllocOpt,lateroot", false);
}

Test(run, memory_refused_while_placing)
{
	with_every_allocation_refused(program, "LateLowerGCFrame", true);
}

/* A loop beside whose reference runs its integer, with so many uses in so many blocks that all lists grow. */
static char *
tagged_program(void)
{
	static const char head[] = LAYOUT
		"declare i64 @lateroot.immediate.value(ptr addrspace(10))\n"
		"declare void @use(i64)\n"
		"define void @f(ptr addrspace(10) %r-1, i1 %c) {\n"
		"b-1:\n"
		"  %i-1 = call i64 @lateroot.immediate.value(ptr addrspace(10) %r-1)\n"
		"  br label %b0\n";
	enum { BLOCKS = 300, ROOM = 400 };
	char *text = malloc(sizeof head + BLOCKS * ROOM), *at = text;

	at += sprintf(at, "%s", head);
	for (int i = 0; i < BLOCKS; i++)
		at += sprintf(at, "b%d:\n"
			"  %%r%d = phi ptr addrspace(10) [ %%r%d, %%b%d ], [ %%r%d, %%b%d ]\n"
			"  %%i%d = phi i64 [ %%i%d, %%b%d ], [ %%i%d, %%b%d ]\n"
			"  call void @use(i64 %%i%d)\n"
			"  br i1 %%c, label %%b%d, label %%b%d\n",
			i, i, i - 1, i - 1, i, i, i, i - 1, i - 1, i, i, i, i, i + 1);
	sprintf(at, "b%d:\n  ret void\n}\n", BLOCKS);
	return text;
}

Test(run, memory_refused_while_immediates_are_recomputed)
{
	char *text = tagged_program();

	with_every_allocation_refused(text, "RecomputeImmediates", true);
	free(text);
}

/* Something for every pass to change, so often that memory runs out in the middle of it, too. */
static char *
large_program(void)
{
	static const char head[] = LAYOUT
		"declare ptr @julia.get_pgcstack()\n"
		"declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))\n"
		"declare void @julia.write_barrier(ptr addrspace(10), ...)\n"
		"declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)\n"
		"declare ptr @boxed(ptr, ptr, i32)\n"
		"declare void @use(ptr addrspace(10)) \n"
		"declare i32 @julia.except_enter() returns_twice\n"
		"declare ptr @julia.get_pgcstack_or_new()\n"
		"declare ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1)\n"
		"declare void @block()\n"
		"@type = external global i64, align 16\n";
	static const char body[] =
		"define ptr addrspace(10) @f%d(ptr addrspace(10) %%x, i1 %%c) {\n"
		"top:\n"
		"  %%pgcstack = call ptr @julia.get_pgcstack()\n"
		"  %%task = getelementptr i8, ptr %%pgcstack, i64 0\n"
		"  %%a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %%task, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))\n"
		"  %%b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %%task, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))\n"
		"  %%da = addrspacecast ptr addrspace(10) %%a to ptr addrspace(11)\n"
		"  %%db = addrspacecast ptr addrspace(10) %%b to ptr addrspace(11)\n"
		"  br i1 %%c, label %%left, label %%join\n"
		"left:\n"
		"  call void @use(ptr addrspace(10) %%x)\n"
		"  br label %%join\n"
		"join:\n"
		"  %%d = phi ptr addrspace(11) [ %%da, %%top ], [ %%db, %%left ]\n"
		"  %%r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @boxed, ptr addrspace(10) null, ptr addrspace(10) %%a) [ \"jl_roots\"(ptr addrspace(10) %%x) ]\n"
		"  store ptr addrspace(10) %%r, ptr addrspace(11) %%d\n"
		"  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %%a, ptr addrspace(10) %%r)\n"
		"  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %%b, ptr addrspace(10) %%r)\n"
		"  ret ptr addrspace(10) %%r\n"
		"}\n"
		"define i32 @g%d(ptr %%ptls, i64 %%n) {\n"
		"  %%pgcstack = call ptr @julia.get_pgcstack_or_new()\n"
		"  %%m = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %%pgcstack, i64 %%n, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)), i64 %%n, i1 true)\n"
		"  %%e = call i32 @julia.except_enter()\n"
		"  call void @block() [ \"gc-transition\"(ptr %%ptls) ]\n"
		"  call void @use(ptr addrspace(10) %%m)\n"
		"  ret i32 %%e\n"
		"}\n";
	enum { COPIES = 60 };
	size_t room = sizeof head + COPIES * (sizeof body + 16), n = sizeof head - 1;
	char *text = malloc(room);

	cr_assert_not_null(text);
	memcpy(text, head, n + 1);
	for (int i = 0; i < COPIES; i++)
		n += (size_t)snprintf(text + n, room - n, body, i, i);
	return text;
}

Test(run, memory_refused_in_each_pass_that_changes_code)
{
	static const char *const passes[] = { "LowerExcHandlers", "InlineAllocation", "LateLowerGCFrame", "FinalLowerGC", "LowerPTLSPass" };
	char *text = large_program();

	for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
		with_every_allocation_refused(text, passes[i], true);
		char *next = run_to_text(text, passes[i]);
		free(text);
		text = strdup(next);
		LLVMDisposeMessage(next);
	}
	free(text);
}

Test(run, memory_refused_anywhere)
{
	with_every_allocation_refused(program, NULL, false);
}

Test(run, same_input_same_bytes)
{
	char *first = run_to_text(program, "lateroot,default<O2>");

	for (int i = 0; i < 5; i++) {
		void *shift = malloc((size_t)(i + 1) * 1000); /* so that addresses differ */
		char *again = run_to_text(program, "lateroot,default<O2>");
		cr_assert_str_eq(first, again);
		LLVMDisposeMessage(again);
		free(shift);
	}
	LLVMDisposeMessage(first);
}

static void *
run_many(void *expected)
{
	for (int i = 0; i < 30; i++) {
		char *text = run_to_text(program, NULL);
		bool same = strcmp(text, expected) == 0;
		LLVMDisposeMessage(text);
		if (!same)
			return "differs";
	}
	return NULL;
}

Test(run, contexts_on_threads_of_their_own)
{
	char *expected = run_to_text(program, NULL);
	pthread_t threads[3];

	for (size_t i = 0; i < 3; i++)
		cr_assert_eq(pthread_create(&threads[i], NULL, run_many, expected), 0);
	for (size_t i = 0; i < 3; i++) {
		void *wrong;
		pthread_join(threads[i], &wrong);
		cr_assert_null(wrong);
	}
	LLVMDisposeMessage(expected);
}

/* Large enough for two pieces, which share a variable and a function. */
static LLVMModuleRef
large_module(LLVMContextRef llvm)
{
	enum { LINES = 12000, LINE_BYTES = 48 };
	char *text = malloc((size_t)4 * LINES * LINE_BYTES), *at = text;

	at += sprintf(at, LAYOUT "@shared = internal global i64 1\n");
	for (int f = 0; f < 4; f++) {
		at += sprintf(at, "define %s i64 @f%d(i64 %%v0) {\n", f == 3 ? "internal" : "", f);
		for (int i = 0; i < LINES; i++)
			at += sprintf(at, "%%v%d = xor i64 %%v%d, %d\n", i + 1, i, i);
		at += sprintf(at, "store i64 %%v%d, ptr @shared\n%%r = %s\nret i64 %%r\n}\n", LINES, f == 0 ? "call i64 @f3(i64 1)" : "load i64, ptr @shared");
	}
	LLVMModuleRef m = module_of(llvm, text);
	free(text);
	return m;
}

Test(run, contexts_of_pieces_give_the_same_for_any_number_of_threads)
{
	void *bytes[2];
	size_t size[2];
	lr_context *cx = lr_context_new(NULL);

	for (int i = 0; i < 2; i++) {
		const lr_compile_options o = { .struct_size = sizeof o, .triple = "x86_64-unknown-linux-gnu", .jobs = i == 0 ? 1 : 3 };
		LLVMContextRef llvm = LLVMContextCreate();
		LLVMModuleRef m = large_module(llvm);
		cr_assert_eq(lr_compile(cx, m, &o, &bytes[i], &size[i]), LR_OK);
		LLVMDisposeModule(m);
		LLVMContextDispose(llvm);
	}
	cr_assert_eq(size[0], size[1]);
	cr_assert_eq(memcmp(bytes[0], bytes[1], size[0]), 0);
	for (int i = 0; i < 2; i++)
		lr_free_bytes(cx, bytes[i], size[i]);
	lr_context_free(cx);
}
