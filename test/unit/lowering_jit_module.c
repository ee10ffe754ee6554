/* SPDX-License-Identifier: MIT */
/* lowering_jit_module.c -- lr_jit_add_module: modules that a host makes in a session's context. */
#include "api.h"

struct fixture {
	struct heard heard;
	lr_context *cx;
	lr_jit *jit;
};

static void
begin(struct fixture *f, unsigned level)
{
	lr_options options = { .struct_size = sizeof options, .diagnose = hear, .user = &f->heard };

	memset(f, 0, sizeof *f);
	f->cx = lr_context_new(&options);
	f->jit = lr_jit_new(f->cx, level);
	cr_assert_not_null(f->jit, "%s", f->heard.message);
}

static void
end(struct fixture *f)
{
	lr_jit_free(f->jit);
	lr_context_free(f->cx);
}

static long (*
lookup(struct fixture *f, const char *name))(long)
{
	void *address;

	cr_assert_eq(lr_jit_lookup(f->jit, name, &address), LR_OK, "%s", f->heard.message);
	return (long (*)(long))(uintptr_t)address;
}

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
