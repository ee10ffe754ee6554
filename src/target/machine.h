/* SPDX-License-Identifier: MIT */
/* machine.h -- LLVM's targets, and the target machine of a module. */
#ifndef LR_TARGET_MACHINE_H
#define LR_TARGET_MACHINE_H

#include <llvm-c/TargetMachine.h>

#include "host/context.h"

/* Returns the target for a triple; NULL, with `*message` set (LLVMDisposeMessage), if there is none.  LLVM's registry
** of targets is global and not thread-safe; this function fills it once.  [any thread] */
LLVMTargetRef target_find(const char *triple, char **message);
/* Returns the features for a target whose caller names none: `given`, if there are any, behind what a processor of the
** target has that nobody has named.  Allocated by malloc, NULL only without memory. */
char *target_features(const char *triple, const char *cpu, const char *given);
/* Makes a target machine for a triple, for no particular cpu; NULL if this library compiles for no such target. */
lr_status target_triple_machine(lr_context *, const char *triple, LLVMTargetMachineRef *);
/* The same for the module's triple, as opt does.  Fails if functions of the module name a cpu or feature that does not
** exist: LLVM's passes, too, would end the process there. */
lr_status target_module_machine(lr_context *, LLVMModuleRef m, LLVMTargetMachineRef *);

#endif
