/* target_check.h -- is there such a processor, such a feature, and is it a target that this library compiles for? */
#ifndef LR_TARGET_CHECK_H
#define LR_TARGET_CHECK_H

#include <llvm-c/TargetMachine.h>

#include "context.h"

/* What LLVM calls the processors and features of a family of targets: each name with a NUL, an empty one at the end.
** Made by tools/target-names.c. */
struct target_names {
	const char *family;
	const char *cpus, *features;
};
extern const struct target_names target_names[]; /* family NULL: the end */
/* Processors of the family that LLVM ends the process for, such as those without a 64-bit mode; by the start of what
** LLVM calls the target. */
struct target_unfit { const char *target, *cpus; };
extern const struct target_unfit target_unfit[]; /* target NULL: the end; longer names come first */

/* Before a target machine is made of these.  LLVM ends the process, or compiles for something else, when it is given a
** name that it does not know.  NULL and "" are the target's own choice. */
lr_status target_check(lr_context *, LLVMTargetRef, const char *triple, const char *cpu, const char *features);
/* Is it of a family that this library compiles for? */
bool target_is_known(LLVMTargetRef);
/* The same of what the functions of `m` say themselves: "target-cpu", "tune-cpu", "target-features". */
lr_status target_check_module(lr_context *, LLVMModuleRef m, LLVMTargetRef, const char *triple);

#endif
