/* SPDX-License-Identifier: MIT */
/* compiler.c -- an outside program that uses the compiler library: lowers a function that it builds, tells what it cost, writes an object.
**   compiler OUT.o */
#include <lateroot/abi.h>
#include <lateroot/lateroot.h>

#include <llvm-c/Core.h>

#include <stdio.h>
#include <stdlib.h>

static void
complain(void *user, const lr_diagnostic *d)
{
	fprintf(user, "%s: %s\n", d->function ? d->function : "?", d->message);
}

/* ref two(ref (*make)(void)) { a = make(); b = make(); return pick(a, b); } both live at a call. */
static LLVMModuleRef
build(LLVMContextRef c)
{
	LLVMModuleRef m = LLVMModuleCreateWithNameInContext("outside", c);
	LLVMTypeRef ref = LLVMPointerTypeInContext(c, LR_AS_TRACKED), ptr = LLVMPointerTypeInContext(c, 0), pair[] = { ref, ref };
	LLVMTypeRef make_type = LLVMFunctionType(ref, NULL, 0, 0), pick_type = LLVMFunctionType(ref, pair, 2, 0);
	LLVMTypeRef getter_type = LLVMFunctionType(ptr, NULL, 0, 0);
	LLVMValueRef two = LLVMAddFunction(m, "two", make_type), make = LLVMAddFunction(m, "make", make_type);
	LLVMValueRef pick = LLVMAddFunction(m, "pick", pick_type), getter = LLVMAddFunction(m, "julia.get_pgcstack", getter_type);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
	LLVMValueRef made[2];

	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, two, "entry"));
	LLVMBuildCall2(b, getter_type, getter, NULL, 0, "");
	for (int i = 0; i < 2; i++)
		made[i] = LLVMBuildCall2(b, make_type, make, NULL, 0, "");
	LLVMBuildRet(b, LLVMBuildCall2(b, pick_type, pick, made, 2, ""));
	LLVMDisposeBuilder(b);
	return m;
}

int
main(int argc, char **argv)
{
	lr_options options = { .struct_size = sizeof options, .diagnose = complain, .user = stderr, .check = true };
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = build(llvm);
	lr_context *cx = lr_context_new(&options);
	lr_status status = cx && argc == 2 ? lr_compile_to_file(cx, m, NULL, argv[1]) : LR_E_USAGE;

	if (status != LR_OK || lr_stats_count(cx) != 1)
		return EXIT_FAILURE;
	printf("%s: %u slots, version %u\n", lr_stats(cx, 0)->name, (unsigned)lr_stats(cx, 0)->slots, (unsigned)lr_version());
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	return EXIT_SUCCESS;
}
