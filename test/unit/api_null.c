/* SPDX-License-Identifier: MIT */
/* api_null.c -- each function of lateroot.h with NULL for each of its pointers. */
#include "api.h"

static struct heard heard;
static lr_context *cx;
static LLVMContextRef llvm;
static LLVMModuleRef m;

static void
setup(void)
{
	lr_options o = { .struct_size = sizeof o, .diagnose = hear, .user = &heard };

	heard = (struct heard){ 0 };
	cx = lr_context_new(&o);
	llvm = LLVMContextCreate();
	m = module_of(llvm, TWO_AND_NONE);
}

static void
teardown(void)
{
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

TestSuite(null, .init = setup, .fini = teardown);

/* LR_E_USAGE, and a diagnostic that has the word; the error is cleared. */
#define USAGE(call, word) do { \
		lr_clear_error(cx); \
		heard = (struct heard){ 0 }; \
		cr_expect_eq((call), LR_E_USAGE, "%s", #call); \
		cr_expect_eq(heard.count, 1, "%s", #call); \
		cr_expect_not_null(strstr(heard.message, word), "%s: %s", #call, heard.message); \
		lr_clear_error(cx); \
	} while (0)

static bool
take(void *user, const lr_function_dump *d)
{
	(void)d;
	++*(int *)user;
	return true;
}

Test(null, context)
{
	const char *message = "";

	lr_context_free(NULL);
	lr_context *plain = lr_context_new(NULL);
	cr_assert_not_null(plain);
	lr_context_free(plain);
	cr_expect_eq(lr_first_error(NULL, &message), LR_E_USAGE);
	cr_expect_null(message);
	cr_expect_eq(lr_first_error(NULL, NULL), LR_E_USAGE);
	cr_expect_eq(lr_first_error(cx, NULL), LR_OK);
	lr_clear_error(NULL);
	cr_expect_eq(lr_context_set_args(NULL, "-check"), LR_E_USAGE);
	cr_expect_eq(lr_context_set_args(NULL, NULL), LR_E_USAGE);
	cr_expect_eq(lr_context_set_args(cx, NULL), LR_OK);
	cr_expect_eq(lr_context_args_from_env(NULL), LR_E_USAGE);
}

Test(null, run)
{
	const char *name;
	double seconds;

	cr_expect_eq(lr_run(NULL, m, NULL), LR_E_USAGE);
	USAGE(lr_run(cx, NULL, NULL), "module");
	cr_expect_eq(lr_run(cx, m, NULL), LR_OK);
	cr_expect_eq(lr_stats_count(NULL), 0);
	cr_expect_null(lr_stats(NULL, 0));
	cr_expect_not(lr_pass_time(NULL, 0, &name, &seconds));
	cr_expect_not_null(lr_pass_name(0, NULL));
}

Test(null, dumps)
{
	int n = 0;
	char name[LR_FILE_NAME_BYTES];
	lr_dump_options o = { .struct_size = sizeof o, .emit = take, .user = &n };
	const lr_dump_options nobody = { .struct_size = sizeof nobody };
	const lr_function_dump nothing = { 0 }, bytes = { .name_bytes = 3, .bytes = 3 };

	cr_expect_eq(lr_dump_functions(NULL, m, NULL, &o), LR_E_USAGE);
	USAGE(lr_dump_functions(cx, NULL, NULL, &o), "module");
	USAGE(lr_dump_functions(cx, m, NULL, NULL), "options");
	USAGE(lr_dump_functions(cx, m, NULL, &nobody), "callback");
	cr_expect_eq(lr_dump_functions(cx, m, NULL, &o), LR_OK);
	cr_expect_eq(n, 2);
	lr_dump_file_name(NULL, name);
	cr_expect_str_eq(name, "%empty.ll");
	lr_dump_file_name(&nothing, name);
	lr_dump_file_name(&bytes, name);
	lr_dump_file_name(&nothing, NULL);
}

Test(null, archives)
{
	void *bytes;
	size_t size;
	int n = 0;
	const lr_function_dump nothing = { 0 }, no_name = { .name_bytes = 3 }, no_text = { .bytes = 3 };

	cr_expect_null(lr_archive_new(NULL));
	lr_archive_free(NULL);
	lr_archive *a = lr_archive_new(cx);
	cr_expect_eq(lr_archive_add(NULL, &nothing), LR_E_USAGE);
	USAGE(lr_archive_add(a, NULL), "dump");
	USAGE(lr_archive_add(a, &no_name), "name or text");
	USAGE(lr_archive_add(a, &no_text), "name or text");
	cr_expect_eq(lr_archive_add(a, &nothing), LR_OK);
	cr_expect_eq(lr_archive_finish(NULL, &bytes, &size), LR_E_USAGE);
	USAGE(lr_archive_finish(a, NULL, &size), "bytes");
	USAGE(lr_archive_finish(a, &bytes, NULL), "size");
	cr_assert_eq(lr_archive_finish(a, &bytes, &size), LR_OK);
	lr_free_bytes(NULL, NULL, 0);
	lr_free_bytes(NULL, bytes, size);
	lr_free_bytes(cx, NULL, 0);
	lr_free_bytes(cx, bytes, size);
	lr_archive_free(a);
	cr_expect_eq(lr_archive_read(NULL, "x", NULL, take, &n), LR_E_USAGE);
	USAGE(lr_archive_read(cx, NULL, NULL, take, &n), "archive");
	USAGE(lr_archive_read(cx, "x", NULL, NULL, &n), "callback");
}

Test(null, compile)
{
	void *bytes;
	size_t size;

	bytes = &size;
	size = 7;
	cr_expect_eq(lr_compile(NULL, m, NULL, &bytes, &size), LR_E_USAGE);
	cr_expect_null(bytes);
	cr_expect_eq(size, 0);
	USAGE(lr_compile(cx, NULL, NULL, &bytes, &size), "module");
	USAGE(lr_compile(cx, m, NULL, NULL, &size), "bytes");
	USAGE(lr_compile(cx, m, NULL, &bytes, NULL), "size");
	cr_expect_eq(lr_compile_to_file(NULL, m, NULL, "x.o"), LR_E_USAGE);
	USAGE(lr_compile_to_file(cx, NULL, NULL, "x.o"), "module");
	USAGE(lr_compile_to_file(cx, m, NULL, NULL), "path");
	cr_assert_eq(lr_compile(cx, m, NULL, &bytes, &size), LR_OK, "%s", heard.message);
	lr_free_bytes(cx, bytes, size);
}

Test(null, jit)
{
	static const char text[] = "define i64 @f() {\n  ret i64 3\n}\n";
	void *address;

	cr_expect_null(lr_jit_new(NULL, 2));
	lr_jit_free(NULL);
	lr_jit *jit = lr_jit_new(cx, 2);
	cr_assert_not_null(jit);
	cr_expect_eq(lr_jit_define(NULL, "x", text), LR_E_USAGE);
	USAGE(lr_jit_define(jit, NULL, text), "symbol");
	cr_expect_eq(lr_jit_define(jit, "x", NULL), LR_OK);
	cr_expect_eq(lr_jit_add(NULL, NULL, text, strlen(text)), LR_E_USAGE);
	USAGE(lr_jit_add(jit, NULL, NULL, 0), "ir");
	cr_expect_eq(lr_jit_add(jit, NULL, text, strlen(text)), LR_OK);
	address = &address;
	cr_expect_eq(lr_jit_lookup(NULL, "f", &address), LR_E_USAGE);
	cr_expect_null(address);
	USAGE(lr_jit_lookup(jit, NULL, &address), "symbol");
	USAGE(lr_jit_lookup(jit, "f", NULL), "address");
	cr_expect_eq(lr_jit_lookup(jit, "f", &address), LR_OK);
	cr_expect_eq(lr_jit_remove(NULL, "module"), LR_E_USAGE);
	USAGE(lr_jit_remove(jit, NULL), "name");
	cr_expect_eq(lr_jit_remove(jit, "module"), LR_OK);
	cr_expect_null(lr_jit_context(NULL));
	LLVMContextRef session = lr_jit_context(jit);
	cr_expect_not_null(session);
	USAGE(lr_jit_add_module(jit, NULL, NULL, NULL), "lr_jit_add_module: m");
	cr_expect_eq(lr_jit_add_module(NULL, NULL, LLVMModuleCreateWithNameInContext("m", session), NULL), LR_E_USAGE);
	cr_expect_eq(lr_jit_add_module(jit, NULL, LLVMModuleCreateWithNameInContext("m", session), NULL), LR_OK);
	lr_jit_free(jit);
}

Test(null, names)
{
	cr_expect_null(lr_abi_name((lr_abi)99));
	cr_expect_null(lr_pass_name(SIZE_MAX, NULL));
}
