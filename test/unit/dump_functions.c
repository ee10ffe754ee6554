/* SPDX-License-Identifier: MIT */
/* dump_functions.c -- lr_dump_functions: what is given when, odd names, names of files, memory, linear output. */
#include "api.h"
#include "extract/dump.h"
#include "failing_alloc.h"

static const char program[] = TWO_AND_NONE;

struct seen {
	unsigned count, stop_after;
	size_t bytes;
	char log[4000];
	char *text; /* of the last */
	char name[64];
	size_t name_bytes;
};

static bool
see(void *user, const lr_function_dump *d)
{
	struct seen *s = user;
	size_t n = strlen(s->log);

	cr_assert_eq(strlen(d->text), d->bytes);
	snprintf(s->log + n, sizeof s->log - n, "%.20s%s%s;", d->name, d->pass ? d->after ? ">" : "<" : "", d->pass ? d->pass : "");
	s->bytes += d->bytes;
	free(s->text);
	s->text = strdup(d->text);
	s->name_bytes = d->name_bytes;
	memcpy(s->name, d->name, d->name_bytes < sizeof s->name ? d->name_bytes : sizeof s->name);
	return ++s->count != s->stop_after;
}

static lr_status
dump(const char *source, const char *pipeline, lr_dump_options o, struct seen *s, struct heard *h)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_of(llvm, source);
	const lr_options options = { sizeof options, .diagnose = hear, .user = h };
	lr_context *cx = lr_context_new(&options);

	o.struct_size = sizeof o;
	if (o.emit == NULL)
		o.emit = see;
	o.user = s;
	lr_status st = lr_dump_functions(cx, m, pipeline, &o);
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	return st;
}

Test(dump, functions_as_they_are)
{
	struct seen s = { 0 };
	struct heard h = { 0 };

	cr_assert_eq(dump(program, NULL, (lr_dump_options){ 0 }, &s, &h), LR_OK);
	cr_assert_str_eq(s.log, "two;none;");
	cr_assert_null(strstr(s.text, "@two"));
	free(s.text);
}

Test(dump, points_in_the_order_of_the_pipeline)
{
	struct seen s = { 0 };
	struct heard h = { 0 };
	const lr_dump_options o = { .functions = "t*", .before = "FinalLowerGC", .after = "LateLowerGCFrame,FinalLowerGC" };

	cr_assert_eq(dump(program, NULL, o, &s, &h), LR_OK);
	cr_assert_str_eq(s.log, "two>LateLowerGCFrame;two<FinalLowerGC;two>FinalLowerGC;");
	free(s.text);
	s = (struct seen){ 0 };
	cr_assert_eq(dump(program, "function(dse,gvn)", (lr_dump_options){ .functions = "two", .each = true }, &s, &h), LR_OK);
	cr_assert_str_eq(s.log, "two;two>dse;two>gvn;");
	free(s.text);
}

Test(dump, what_is_wrong_is_said)
{
	struct seen s = { 0 };
	struct heard h = { 0 };

	cr_assert_eq(dump(program, NULL, (lr_dump_options){ .functions = "tow" }, &s, &h), LR_E_NOT_FOUND);
	cr_assert_str_eq(h.message, "no function matches 'tow'; did you mean 'two'?");
	cr_assert_eq(dump(program, NULL, (lr_dump_options){ .before = "FinalLower" }, &s, &h), LR_E_PIPELINE);
	cr_assert_not_null(strstr(h.message, "did you mean 'FinalLowerGC'?"));
	cr_assert_eq(s.count, 0);
	s.stop_after = 1;
	cr_assert_eq(dump(program, NULL, (lr_dump_options){ .before = "all" }, &s, &h), LR_E_IO);
	cr_assert_eq(s.count, 1);
	free(s.text);
}

Test(dump, names_of_any_bytes_and_length)
{
	const size_t length = 1 << 20;
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = LLVMModuleCreateWithNameInContext("names", llvm);
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(llvm), NULL, 0, false);
	static const char odd[] = "ab/../\"\\c\n;d\x7f\xff", nul[] = "a\0b"; /* LLVM can print the latter, but not read it */
	char *name = malloc(length);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(llvm);
	struct seen s = { 0 };
	const lr_dump_options o = { sizeof o, .emit = see, .user = &s };
	lr_context *cx = lr_context_new(NULL);

	memset(name, '/', length);
	for (int i = 0; i < 3; i++) {
		LLVMValueRef f = LLVMAddFunction(m, "f", type);
		LLVMSetValueName2(f, i == 0 ? name : i == 1 ? nul : odd, i == 0 ? length : i == 1 ? sizeof nul - 1 : sizeof odd - 1);
		LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(llvm, f, ""));
		LLVMBuildRetVoid(b);
	}
	cr_assert_eq(lr_dump_functions(cx, m, NULL, &o), LR_OK);
	cr_assert_eq(s.count, 3);
	cr_assert_str_eq(s.log, "////////////////////;a;ab/../\"\\c\n;d\x7f\xff;");
	cr_assert_eq(s.name_bytes, sizeof odd - 1);
	cr_assert_arr_eq(s.name, odd, sizeof odd - 1);
	LLVMDisposeModule(module_of(llvm, s.text));
	free(s.text);
	free(name);
	lr_context_free(cx);
	LLVMDisposeBuilder(b);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

static void
file_name(char *to, const char *name, size_t n)
{
	const lr_function_dump d = { .name = name, .name_bytes = n };
	lr_dump_file_name(&d, to);
	cr_assert_lt(strlen(to), LR_FILE_NAME_BYTES);
	cr_assert_null(strchr(to, '/'));
}

Test(dump, names_of_files_are_safe_and_differ)
{
	static const char *const names[] = {
		"a", "A", ".", "..", "-a", "a/b", "a%2Fb", "a b", ".hidden", "a.ll", "a\n", "%empty", "%unnameda", "\xc3\xa4"
	};
	enum { N = sizeof names / sizeof *names };
	char all[N + 5][LR_FILE_NAME_BYTES], *big = malloc(1 << 20);
	lr_function_dump d = { .name = "1", .name_bytes = 1, .unnamed = true };

	for (size_t i = 0; i < N; i++)
		file_name(all[i], names[i], strlen(names[i]));
	memset(big, 'x', 1 << 20);
	file_name(all[N], big, 1 << 20);
	big[(1 << 20) - 1] = 'y';
	file_name(all[N + 1], big, 1 << 20);
	file_name(all[N + 2], "a\0b", 3);
	file_name(all[N + 3], "", 0);
	lr_dump_file_name(&d, all[N + 4]);
	for (size_t i = 0; i < N + 5; i++) {
		cr_assert_neq(all[i][0], '.');
		cr_assert_neq(all[i][0], '-');
		for (size_t k = 0; k < i; k++)
			cr_assert_str_neq(all[i], all[k]);
	}
	cr_assert_str_eq(all[0], "a.ll");
	d = (lr_function_dump){ .name = "f", .name_bytes = 1, .pass = "function(gvn,sroa)", .after = true, .step = 3 };
	lr_dump_file_name(&d, all[0]);
	cr_assert_str_eq(all[0], "03-after-function%28gvn%2Csroa%29/f.ll");
	memset(big, '/', 5000);
	big[5000] = '\0';
	d = (lr_function_dump){ .name = big, .name_bytes = 5000, .unnamed = true, .pass = big, .step = UINT32_MAX };
	lr_dump_file_name(&d, all[0]);
	cr_assert_lt(strlen(all[0]), LR_FILE_NAME_BYTES);
	free(big);
}

Test(dump, globs)
{
	static const struct { const char *pattern, *name; bool match; } cases[] = {
		{ "", "", true }, { "a", "a", true }, { "a", "ab", false }, { "*", "", true }, { "a*c", "abbc", true }, { "a*c", "abcd", false },
		{ "*a*b*", "xxaybz", true }, { "?", "a", true }, { "?", "", false }, { "[a-c]x", "bx", true }, { "[!a-c]x", "bx", false },
		{ "[^a]", "b", true }, { "[]a]", "]", true }, { "[", "[", true }, { "[a", "[a", true }, { "f[1]", "f[1]", true },
		{ "f[1]", "f1", true }, { "\\*", "*", true }, { "\\*", "x", false }, { "a\\", "a\\", true }, { "*.x", "a.y.x", true },
		{ "[z-a]", "m", false }, { "a,b", "b", true }, { "a,b", "a,b", true }, { "a,b", "c", false }, { "x*,[,]y,z?", ",y", true },
		{ "x*,[,]y,z?", "za", true }, { "a\\,b", "a,b", true }, { "a\\,b", "b", false }, { ",", "", true }, { "a,", "", true }
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		cr_expect_eq(glob_match(cases[i].pattern, cases[i].name, strlen(cases[i].name)), cases[i].match, "%s %s", cases[i].pattern,
			cases[i].name);
	cr_assert(glob_match("a?b", "a\0b", 3));
	/* Does not try every way to share a name out among the stars. */
	char *name = malloc(100000);
	memset(name, 'a', 100000);
	cr_assert_not(glob_match("*a*a*a*a*a*a*a*a*a*a*a*a*a*b", name, 100000));
	free(name);
}

/* A table that names all functions must not make each dump as large as the module. */
static size_t
bytes_of(unsigned n)
{
	struct seen s = { 0 };
	struct heard h = { 0 };
	char *source = malloc(400 * (size_t)n + 1000), *to = source + sprintf(source, "@table = global [%u x ptr] [", n);

	for (unsigned i = 0; i < n; i++)
		to += sprintf(to, "%sptr @f%u", i ? ", " : "", i);
	to += sprintf(to, "]\n");
	for (unsigned i = 0; i < n; i++)
		to += sprintf(to, "define ptr @f%u() !dbg !%u {\n  %%p = load ptr, ptr @table, !dbg !%u\n  ret ptr %%p\n}\n", i, 2 * i + 10, 2 * i + 11);
	to += sprintf(to, "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!1}\n!1 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
		"!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !2)\n!2 = !DIFile(filename: \"a\", directory: \"\")\n"
		"!3 = !DISubroutineType(types: !4)\n!4 = !{null}\n");
	for (unsigned i = 0; i < n; i++)
		to += sprintf(to, "!%u = distinct !DISubprogram(scope: !2, type: !3, spFlags: DISPFlagDefinition, unit: !0)\n"
			"!%u = !DILocation(line: %u, scope: !%u)\n", 2 * i + 10, 2 * i + 11, i, 2 * i + 10);
	cr_assert_eq(dump(source, NULL, (lr_dump_options){ 0 }, &s, &h), LR_OK);
	cr_assert_eq(s.count, n);
	free(s.text);
	free(source);
	return s.bytes;
}

Test(dump, output_is_linear)
{
	size_t small = bytes_of(300), large = bytes_of(1200);
	cr_assert_lt(large, small * 5, "%zu bytes, %zu of four times as many functions", small, large);
}

Test(dump, no_memory)
{
	struct failing_alloc f = { 0 };
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_of(llvm, program);

	for (size_t at = 0;; at++) {
		struct seen s = { 0 };
		const lr_dump_options o = { sizeof o, .emit = see, .user = &s };
		f = (struct failing_alloc){ .fail_at = at };
		const lr_options options = { sizeof options, .alloc = failing_alloc, .user = &f };
		lr_context *cx = lr_context_new(&options);
		lr_status st = cx ? lr_dump_functions(cx, m, NULL, &o) : LR_E_NOMEM;
		lr_context_free(cx);
		free(s.text);
		cr_assert_eq(f.live_blocks, 0);
		cr_assert_not(f.wrong_size);
		cr_assert_eq(st, f.refused ? LR_E_NOMEM : LR_OK);
		if (at > 0 && !f.refused)
			break;
	}
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}
