/* SPDX-License-Identifier: MIT */
/* machine.c -- LLVM's targets, and the target machine of a module. */
#include "target/machine.h"

#include <pthread.h>

#include <llvm-c/Target.h>

#include "target/target_check.h"

static void
init_host(void)
{
	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	LLVMInitializeNativeAsmParser();
}

static void
init_all(void)
{
	LLVMInitializeAllTargetInfos();
	LLVMInitializeAllTargets();
	LLVMInitializeAllTargetMCs();
	LLVMInitializeAllAsmPrinters();
	LLVMInitializeAllAsmParsers();
}

LLVMTargetRef
target_find(const char *triple, char **message)
{
	static pthread_once_t host = PTHREAD_ONCE_INIT, all = PTHREAD_ONCE_INIT;
	LLVMTargetRef target = NULL;

	pthread_once(&host, init_host);
	if (!LLVMGetTargetFromTriple(triple, &target, message))
		return target;
	LLVMDisposeMessage(*message);
	*message = NULL;
	pthread_once(&all, init_all);
	return LLVMGetTargetFromTriple(triple, &target, message) ? NULL : target;
}

lr_status
target_module_machine(lr_context *cx, LLVMModuleRef m, LLVMTargetMachineRef *tm)
{
	const char *triple = LLVMGetTarget(m);
	char *message = NULL;
	LLVMTargetRef target = triple[0] != '\0' ? target_find(triple, &message) : NULL;

	*tm = NULL;
	LLVMDisposeMessage(message);
	if (target == NULL || !LLVMTargetHasTargetMachine(target) || !target_is_known(target))
		return LR_OK;
	lr_status st = target_check_module(cx, m, target, triple);
	if (st == LR_OK)
		*tm = LLVMCreateTargetMachine(target, triple, "", "", LLVMCodeGenLevelDefault, LLVMRelocDefault,
			LLVMCodeModelDefault);
	return st;
}
