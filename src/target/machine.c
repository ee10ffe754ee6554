/* SPDX-License-Identifier: MIT */
/* machine.c -- LLVM's targets, and the target machine of a module. */
#include "target/machine.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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

/* Is "-NAME" among the features? */
static bool
is_switched_off(const char *features, const char *name)
{
	const size_t n = strlen(name);

	for (const char *at = features; *at != '\0'; at += strcspn(at, ","), at += *at == ',')
		if (*at == '-' && strncmp(at + 1, name, n) == 0 && (at[n + 1] == ',' || at[n + 1] == '\0'))
			return true;
	return false;
}

/* LLVM's generic RISC-V processors have no floating point, so objects would be for another calling convention than the
** system's libraries.  As clang does, Linux gets RV64GC with lp64d, or RV32GC with ilp32d. */
char *
target_features(const char *triple, const char *cpu, const char *given)
{
	static const char *const general[] = { "m", "a", "f", "d", "c", "zicsr", "zifencei" };
	const bool wanted = strncmp(triple, "riscv", 5) == 0 && strstr(triple, "linux") != NULL
		&& (cpu == NULL || cpu[0] == '\0');
	enum { ROOM = 64 };      /* for all of `general` */
	const char *more = given != NULL ? given : "";
	char *all = malloc(ROOM + strlen(more) + 1), *at = all;

	if (all == NULL)
		return NULL;
	for (size_t i = 0; wanted && i < sizeof general / sizeof *general; i++)
		if (!is_switched_off(more, general[i])) {
			*at++ = '+';
			at = stpcpy(at, general[i]);
			*at++ = ',';
		}
	strcpy(at, more);
	if (more[0] == '\0' && at > all)
		at[-1] = '\0';
	return all;
}

/* Returns the target of a triple, or NULL if this library compiles for no such target. */
static LLVMTargetRef
known_target(const char *triple)
{
	char *message = NULL;
	LLVMTargetRef target = triple[0] != '\0' ? target_find(triple, &message) : NULL;

	LLVMDisposeMessage(message);
	return target != NULL && LLVMTargetHasTargetMachine(target) && target_is_known(target) ? target : NULL;
}

lr_status
target_triple_machine(lr_context *cx, const char *triple, LLVMTargetMachineRef *tm)
{
	LLVMTargetRef target = known_target(triple);

	*tm = NULL;
	if (target == NULL)
		return LR_OK;
	char *features = target_features(triple, NULL, NULL);
	if (features == NULL)
		return lr_nomem(cx);
	*tm = LLVMCreateTargetMachine(target, triple, "", features, LLVMCodeGenLevelDefault, LLVMRelocDefault,
		LLVMCodeModelDefault);
	free(features);
	return LR_OK;
}

lr_status
target_module_machine(lr_context *cx, LLVMModuleRef m, LLVMTargetMachineRef *tm)
{
	enum { OPT_LEVEL = 2 }; /* no code is generated here, so none is refused that some level compiles */
	LLVMTargetRef target = known_target(LLVMGetTarget(m));
	lr_status st = target != NULL ? target_check_module(cx, m, target, LLVMGetTarget(m), OPT_LEVEL) : LR_OK;

	*tm = NULL;
	return st == LR_OK ? target_triple_machine(cx, LLVMGetTarget(m), tm) : st;
}
