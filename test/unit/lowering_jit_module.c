/* SPDX-License-Identifier: MIT */
/* lowering_jit_module.c -- lr_jit_add_module: modules that a host makes in a session's context. */
#include "jit.h"

static LLVMModuleRef
parsed(LLVMContextRef llvm, const char *text)
{
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "m");
	LLVMModuleRef m = NULL;
	char *message = NULL;

	cr_assert_not(LLVMParseIRInContext(llvm, buffer, &m, &message), "%s", message);
	return m;
}

static const char in_dialect[] = LAYOUT "declare ptr @julia.pointer_from_objref(ptr addrspace(11))\n"
	"define i64 @f(ptr addrspace(10) %o) {\n  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)\n"
	"  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)\n  %x = load i64, ptr %p\n  ret i64 %x\n}\n";

/* A host's module in the session's context: lowered by the session, by the pipeline, or by both in part. */
Test(jit, modules_of_the_sessions_context)
{
	static const char *const pipelines[] = { NULL, "julia<level=1>", "julia<level=2>", "lateroot",
		"function(instcombine)" };
	static const char plain[] = "define i64 @f(i64 %x) {\n  ret i64 4\n}\n";
	long object[2] = { 0, 17 };

	for (unsigned i = 0; i < 2 * sizeof pipelines / sizeof *pipelines; i++) {
		struct fixture f;
		lr_jit_module_options o = { .struct_size = sizeof o, .pipeline = pipelines[i / 2] };
		begin(&f, i % 2);
		LLVMModuleRef m = parsed(lr_jit_context(f.jit), in_dialect);
		cr_assert_eq(lr_jit_add_module(f.jit, "one", m, i < 2 ? NULL : &o), LR_OK, "%s", f.heard.message);
		cr_assert_eq(lookup(&f, "f")((long)(intptr_t)&object[1]), 17);
		cr_assert_eq(lr_jit_remove(f.jit, "one"), LR_OK);
		cr_assert_eq(lr_jit_add(f.jit, "two", plain, sizeof plain - 1), LR_OK);
		cr_assert_eq(lookup(&f, "f")(0), 4);
		end(&f);
	}
}

/* What a module's assembly lacks is known when the module is added, which is not done then. */
Test(jit, modules_with_bad_assembly)
{
	static const char bad[] = "module asm \"no instruction\"\ndefine i64 @f(i64 %x) {\n  ret i64 3\n}\n",
		good[] = "define i64 @f(i64 %x) {\n  ret i64 4\n}\n";

	for (int way = 0; way < 2; way++) {
		struct fixture f;
		begin(&f, 1);
		lr_status st = way == 0 ? lr_jit_add(f.jit, "m", bad, sizeof bad - 1)
			: lr_jit_add_module(f.jit, "m", parsed(lr_jit_context(f.jit), bad), NULL);
		cr_assert_eq(st, LR_E_TARGET);
		lr_clear_error(f.cx);
		cr_assert_eq(lr_jit_add(f.jit, "m", good, sizeof good - 1), LR_OK);
		cr_assert_eq(lookup(&f, "f")(0), 4);
		end(&f);
	}
}

/* Of weak definitions the first counts, so the others' modules use it. */
Test(jit, weak_symbols_of_two_modules)
{
	static const char first[] = "define weak i64 @w(i64 %x) {\n  ret i64 1\n}\n"
		"define i64 @f(i64 %x) {\n  %y = call i64 @w(i64 %x)\n  ret i64 %y\n}\n",
		second[] = "define weak i64 @w(i64 %x) {\n  ret i64 2\n}\n"
		"define i64 @g(i64 %x) {\n  %y = call i64 @w(i64 %x)\n  ret i64 %y\n}\n";
	struct fixture f;

	begin(&f, 1);
	cr_assert_eq(lr_jit_add(f.jit, "first", first, sizeof first - 1), LR_OK);
	cr_assert_eq(lr_jit_add(f.jit, "second", second, sizeof second - 1), LR_OK);
	cr_assert_eq(lookup(&f, "f")(0), 1);
	long (*g)(long) = lookup(&f, "g");
	cr_assert_eq(g(0), 1);
	cr_assert_eq(lr_jit_remove(f.jit, "first"), LR_E_USAGE);
	cr_assert_not_null(strstr(f.heard.message, "'second'"), "%s", f.heard.message);
	lr_clear_error(f.cx);
	cr_assert_eq(g(0), 1);
	cr_assert_eq(lr_jit_remove(f.jit, "second"), LR_OK);
	cr_assert_eq(lr_jit_remove(f.jit, "first"), LR_OK);
	end(&f);
}

/* The module is the session's after each of these. */
Test(jit, refused_modules)
{
	struct fixture f;
	lr_jit_module_options o = { .struct_size = sizeof o, .pipeline = "no-such-pass" };
	LLVMContextRef other = LLVMContextCreate();

	begin(&f, 1);
	LLVMContextRef llvm = lr_jit_context(f.jit);
	cr_assert_eq(lr_jit_add_module(f.jit, "m", parsed(other, in_dialect), NULL), LR_E_USAGE);
	cr_assert_not_null(strstr(f.heard.message, "lr_jit_context"), "%s", f.heard.message);
	cr_assert_eq(lr_jit_add_module(f.jit, "m", parsed(llvm, in_dialect), NULL), LR_E_USAGE, "the error stays");
	lr_clear_error(f.cx);
	cr_assert_eq(lr_jit_add_module(f.jit, "m", parsed(llvm, in_dialect), &o), LR_E_PIPELINE);
	lr_clear_error(f.cx);
	o.struct_size = 0;
	cr_assert_eq(lr_jit_add_module(f.jit, "m", parsed(llvm, in_dialect), &o), LR_E_USAGE);
	lr_clear_error(f.cx);
	cr_assert_eq(lr_jit_add_module(f.jit, "m", parsed(llvm, "target triple = \"wasm32-unknown-unknown\"\n"), NULL),
		LR_E_TARGET);
	lr_clear_error(f.cx);
	cr_assert_eq(lr_jit_add_module(f.jit, "m", parsed(llvm, in_dialect), NULL), LR_OK);
	end(&f);
	LLVMContextDispose(other);
}
