/* SPDX-License-Identifier: MIT */
/* own-orc.c -- a host with an LLJIT of its own: lr_compile makes the object, LLVM links it, and the runtime is told of
** it by the object's hooks.
**
**   own-orc FILE ABI [ARGUMENT...]     run main() of FILE, a module in the dialect, with an ABI of its name
**
** To build it, where lateroot is installed for LLVM 22:
**
**   cc own-orc.c -o own-orc $(pkg-config --cflags lateroot-22) -Wl,--no-as-needed \
**       $(pkg-config --libs lateroot-22 lateroot-rt) -Wl,-rpath,$(pkg-config --variable=libdir lateroot-22)
**
** --no-as-needed: only the compiled code calls the runtime, and the linker would leave it out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lateroot/lateroot.h>
#include <lateroot/runtime.h>
#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>

static void
complain(void *user, const lr_diagnostic *d)
{
	static const char *const kinds[] = { [LR_ERROR] = "error", [LR_WARNING] = "warning", [LR_NOTE] = "note" };

	(void)user;
	fprintf(stderr, "own-orc: %s: %s%s%s\n", kinds[d->severity], d->message, d->function ? " in " : "",
		d->function ? d->function : "");
}

static void
check(LLVMErrorRef error)
{
	if (error == NULL)
		return;
	char *text = LLVMGetErrorMessage(error);
	fprintf(stderr, "own-orc: %s\n", text);
	LLVMDisposeErrorMessage(text);
	exit(1);
}

static LLVMOrcExecutorAddress
address_of(LLVMOrcLLJITRef jit, const char *name)
{
	LLVMOrcExecutorAddress address;

	check(LLVMOrcLLJITLookup(jit, &address, name));
	return address;
}

/* The object of the program, for a linker in memory: position independent, and with hooks. */
static LLVMMemoryBufferRef
compile(const char *path, lr_abi abi)
{
	lr_options options = { .struct_size = sizeof options, .diagnose = complain, .abi = abi };
	lr_compile_options how = { .struct_size = sizeof how, .opt_level = 2, .hooks = "program" };
	lr_context *cx = lr_context_new(&options);
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMMemoryBufferRef text, object = NULL;
	LLVMModuleRef m;
	char *message = NULL;
	void *bytes;
	size_t size;

	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &text, &message)
		|| LLVMParseIRInContext(llvm, text, &m, &message)) {
		fprintf(stderr, "own-orc: %s\n", message);
		exit(1);
	}
	if (lr_compile(cx, m, &how, &bytes, &size) == LR_OK) {
		object = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, size, path);
		lr_free_bytes(cx, bytes, size);
	}
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	lr_context_free(cx);
	return object;
}

/* Finds the ABI of a name.  False: there is none. */
static bool
abi_named(const char *name, lr_abi *abi)
{
	for (int i = 0; lr_abi_name((lr_abi)i) != NULL; i++)
		if (strcmp(lr_abi_name((lr_abi)i), name) == 0) {
			*abi = (lr_abi)i;
			return true;
		}
	return false;
}

int
main(int argc, char **argv)
{
	lr_abi abi;

	LLVMOrcDefinitionGeneratorRef process;
	LLVMOrcLLJITRef jit;

	if (argc < 3 || !abi_named(argv[2], &abi)) {
		fprintf(stderr, "usage: own-orc FILE gcframe|framemap|statepoint|shadow-stack [ARGUMENT...]\n");
		return 2;
	}
	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	LLVMMemoryBufferRef object = compile(argv[1], abi);
	if (object == NULL)
		return 1;
	check(LLVMOrcCreateLLJIT(&jit, NULL));
	LLVMOrcJITDylibRef dylib = LLVMOrcLLJITGetMainJITDylib(jit);
	check(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&process, LLVMOrcLLJITGetGlobalPrefix(jit), NULL,
		NULL));
	LLVMOrcJITDylibAddGenerator(dylib, process);
	check(LLVMOrcLLJITAddObjectFile(jit, dylib, object));
	/* Before anything else of it runs, and after all of it. */
	((void (*)(void))(uintptr_t)address_of(jit, "program.load"))();
	int status = ((int (*)(int, char **))(uintptr_t)address_of(jit, "main"))(argc - 2, argv + 2);
	((void (*)(void))(uintptr_t)address_of(jit, "program.unload"))();
	check(LLVMOrcDisposeLLJIT(jit));
	return status;
}
