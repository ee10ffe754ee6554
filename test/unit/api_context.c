/* SPDX-License-Identifier: MIT */
/* api_context.c -- contexts: first error, diagnostics with their place, strings of any bytes. */
#include "api.h"
#include "host/context.h"

static const char with_debug_info[] =
	"define void @f(ptr %p) !dbg !4 {\n"
	"  %v = load i32, ptr %p, align 4, !dbg !7\n"
	"  ret void, !dbg !7\n"
	"}\n"
	"!llvm.dbg.cu = !{!0}\n"
	"!llvm.module.flags = !{!2}\n"
	"!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: \"x\", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)\n"
	"!1 = !DIFile(filename: \"prog.jl\", directory: \"/src\")\n"
	"!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
	"!4 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 3, type: !5, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)\n"
	"!5 = !DISubroutineType(types: !6)\n"
	"!6 = !{null}\n"
	"!7 = !DILocation(line: 4, column: 5, scope: !4)\n";

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
	m = module_of(llvm, with_debug_info);
}

static void
teardown(void)
{
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

TestSuite(context, .init = setup, .fini = teardown);

static LLVMValueRef
first_instruction(LLVMValueRef f)
{
	return LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(f));
}

Test(context, version)
{
	cr_assert_eq(lr_version(), (uint32_t)LR_VERSION_MAJOR << 16 | LR_VERSION_MINOR << 8 | LR_VERSION_PATCH);
	cr_assert_eq(lr_llvm_major(), LLVM_VERSION_MAJOR);
	for (int s = LR_OK; s <= LR_E_USAGE; s++)
		cr_assert_str_neq(lr_status_name((lr_status)s), "unknown status");
	cr_assert_not_null(lr_status_name((lr_status)99));
}

Test(context, first_error_sticks_until_cleared)
{
	const char *message;

	cr_assert_eq(lr_first_error(cx, &message), LR_OK);
	cr_assert_null(message);
	cr_assert_eq(lr_fail(cx, LR_E_TARGET, NULL, "first %d", 1), LR_E_TARGET);
	cr_assert_eq(lr_fail(cx, LR_E_DIALECT, NULL, "second"), LR_E_DIALECT);
	cr_assert_eq(lr_first_error(cx, &message), LR_E_TARGET);
	cr_assert_str_eq(message, "first 1");
	cr_assert_eq(heard.count, 2, "both are reported");
	cr_assert_eq(lr_run(cx, m, ""), LR_E_TARGET, "and nothing runs");
	lr_clear_error(cx);
	cr_assert_eq(lr_first_error(cx, NULL), LR_OK);
	cr_assert_eq(lr_run(cx, m, ""), LR_OK);
	lr_report(cx, LR_WARNING, NULL, "just so");
	cr_assert_eq(lr_first_error(cx, NULL), LR_OK, "a warning is no error");
	cr_assert_eq(heard.severity, LR_WARNING);
}

Test(context, bad_profile_makes_a_failed_context)
{
	lr_options o = { .struct_size = sizeof o, .diagnose = hear, .user = &heard, .profile = "/no/such/profile" };
	lr_context *bad = lr_context_new(&o);
	const char *message;

	cr_assert_not_null(bad);
	cr_assert_eq(lr_first_error(bad, &message), LR_E_PROFILE);
	cr_assert_not_null(strstr(message, "/no/such/profile"));
	cr_assert_eq(lr_run(bad, m, NULL), LR_E_PROFILE);
	lr_context_free(bad);
}

Test(context, options_of_an_older_caller)
{
	lr_options o;

	memset(&o, 0xFF, sizeof o); /* what lies behind struct_size must not be looked at */
	memset(&o, 0, offsetof(lr_options, profile));
	o.struct_size = offsetof(lr_options, profile);
	lr_context *old = lr_context_new(&o);
	cr_assert_eq(lr_first_error(old, NULL), LR_OK);
	lr_context_free(old);
	lr_context_free(NULL);
}

Test(context, options_without_their_size)
{
	lr_options o = { .diagnose = hear, .user = &heard, .check = true };
	const char *message = NULL;
	lr_context *bad = lr_context_new(&o);

	cr_assert_eq(lr_first_error(bad, &message), LR_E_USAGE);
	cr_assert_str_eq(message, "lr_options.struct_size is not set");
	cr_assert_eq(lr_run(bad, m, NULL), LR_E_USAGE);
	lr_context_free(bad);
	lr_dump_options d = { .each = true };
	cr_assert_eq(lr_dump_functions(cx, m, NULL, &d), LR_E_USAGE);
}

Test(context, place_of_an_instruction)
{
	lr_fail(cx, LR_E_DIALECT, first_instruction(LLVMGetNamedFunction(m, "f")), "wrong");
	cr_assert_eq(heard.severity, LR_ERROR);
	cr_assert_eq(heard.code, LR_E_DIALECT);
	cr_assert_str_eq(heard.function, "f");
	cr_assert_not_null(strstr(heard.instruction, "%v = load i32, ptr %p"));
	cr_assert_str_eq(heard.file, "prog.jl");
	cr_assert_eq(heard.line, 4);
	cr_assert_eq(heard.column, 5);
	cr_assert_str_eq(heard.message, "wrong");
}

Test(context, place_of_other_values)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, "f");

	lr_fail(cx, LR_E_DIALECT, f, "wrong");
	cr_assert_str_eq(heard.function, "f");
	cr_assert_str_eq(heard.instruction, "(none)");
	cr_assert_eq(heard.line, 3);
	lr_fail(cx, LR_E_DIALECT, LLVMGetParam(f, 0), "wrong");
	cr_assert_str_eq(heard.function, "f");
	lr_fail(cx, LR_E_DIALECT, LLVMBasicBlockAsValue(LLVMGetEntryBasicBlock(f)), "wrong");
	cr_assert_str_eq(heard.function, "f");
	lr_fail(cx, LR_E_DIALECT, LLVMConstInt(LLVMInt32TypeInContext(llvm), 3, 0), "wrong");
	cr_assert_str_eq(heard.function, "(none)");
	cr_assert_str_eq(heard.file, "(none)");
}

Test(context, names_of_any_bytes_and_length)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, "f");
	LLVMValueRef load = first_instruction(f);
	char name[5000];

	LLVMSetValueName2(f, "a\0b\nc\x7f", 6);
	lr_fail(cx, LR_E_DIALECT, load, "wrong");
	cr_assert_str_eq(heard.function, "a\\00b c\\7F");
	memset(name, 'x', sizeof name);
	LLVMSetValueName2(f, name, sizeof name);
	LLVMSetValueName2(load, name, sizeof name);
	lr_fail(cx, LR_E_DIALECT, load, "%.*s", (int)sizeof name, name);
	cr_assert_lt(strlen(heard.function), 300);
	cr_assert_str_eq(heard.function + strlen(heard.function) - 3, "...");
	cr_assert_lt(strlen(heard.instruction), 500);
	cr_assert_str_eq(heard.instruction + strlen(heard.instruction) - 3, "...");
	cr_assert_lt(strlen(heard.message), 2100);
	cr_assert_str_eq(heard.message + strlen(heard.message) - 3, "...");
	for (size_t i = 0; i + 1 < sizeof name; i += 2)
		memcpy(name + i, "\xC3\xA9", 2);
	LLVMSetValueName2(f, name, sizeof name);
	lr_fail(cx, LR_E_DIALECT, f, "wrong");
	size_t end = strlen(heard.function) - 3;
	cr_assert_eq((unsigned char)heard.function[end - 1], 0xA9, "no character is cut in two");
	LLVMSetValueName2(f, "", 0);
	lr_fail(cx, LR_E_DIALECT, load, "wrong");
}

Test(context, instruction_outside_of_any_function)
{
	LLVMValueRef load = first_instruction(LLVMGetNamedFunction(m, "f"));

	LLVMInstructionRemoveFromParent(load);
	lr_fail(cx, LR_E_DIALECT, load, "wrong");
	cr_assert_str_eq(heard.function, "(none)");
	cr_assert_str_eq(heard.instruction, "(none)");
	LLVMDeleteInstruction(load);
}

Test(context, many_diagnostics_stay_cheap)
{
	LLVMValueRef load = first_instruction(LLVMGetNamedFunction(m, "f"));

	for (int i = 0; i < 1000; i++)
		lr_fail(cx, LR_E_DIALECT, load, "wrong %d", i);
	cr_assert_eq(heard.count, 1000);
	cr_assert_str_eq(heard.function, "f");
	cr_assert_eq(heard.line, 4);
	cr_assert_str_eq(heard.instruction, "(none)", "printing instructions costs the whole module each time");
}

Test(context, passes_are_listed)
{
	size_t n = 0;
	const char *name, *description;

	for (; (name = lr_pass_name(n, &description)) != NULL; n++)
		cr_assert(*name != '\0' && *description != '\0');
	cr_assert_geq(n, 7);
	cr_assert_null(lr_pass_name(n + 1000, NULL));
}
