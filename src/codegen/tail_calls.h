/* SPDX-License-Identifier: MIT */
/* tail_calls.h -- refuses musttail calls that LLVM cannot make for the target. */
#ifndef LR_CODEGEN_TAIL_CALLS_H
#define LR_CODEGEN_TAIL_CALLS_H

#include <llvm-c/TargetMachine.h>

#include "host/context.h"

/* Checks the musttail calls of a module that is about to become code, as LLVM gets it.  LLVM ends the process at those
** that it cannot make, or makes plain calls of them.  What depends on more than the IR is left to LLVM. */
lr_status native_check_tail_calls(lr_context *, LLVMModuleRef, LLVMTargetMachineRef);

#endif
