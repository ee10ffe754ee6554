/* SPDX-License-Identifier: MIT */
/* tables_object.h -- objects for tests, made of IR. */
#ifndef LR_TABLES_OBJECT_TEST_H
#define LR_TABLES_OBJECT_TEST_H

#include <criterion/criterion.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

static LLVMMemoryBufferRef
compile(const char *ir)
{
	LLVMContextRef c = LLVMContextCreate();
	LLVMModuleRef m;
	LLVMTargetRef t;
	LLVMMemoryBufferRef object = NULL;
	char *message = NULL;

	LLVMInitializeX86TargetInfo(), LLVMInitializeX86Target(), LLVMInitializeX86TargetMC(), LLVMInitializeX86AsmPrinter();
	cr_assert(!LLVMParseIRInContext(c, LLVMCreateMemoryBufferWithMemoryRangeCopy(ir, strlen(ir), "t"), &m, &message), "%s", message);
	cr_assert(!LLVMGetTargetFromTriple("x86_64-unknown-linux-gnu", &t, &message));
	LLVMTargetMachineRef tm = LLVMCreateTargetMachine(t, "x86_64-unknown-linux-gnu", "", "", LLVMCodeGenLevelDefault, LLVMRelocPIC, LLVMCodeModelDefault);
	cr_assert(!LLVMTargetMachineEmitToMemoryBuffer(tm, m, LLVMObjectFile, &message, &object));
	LLVMDisposeTargetMachine(tm);
	LLVMDisposeModule(m);
	LLVMContextDispose(c);
	return object;
}

#endif
