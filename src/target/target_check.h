/* target_check.h -- is there such a processor, such a feature, and is it a target that this library compiles for? */
#ifndef LR_TARGET_TARGET_CHECK_H
#define LR_TARGET_TARGET_CHECK_H

#include <llvm-c/TargetMachine.h>

#include "host/context.h"

/* LLVM's names of the processors and features of a family of targets: each name ends in a NUL, and the list in an empty
** name.  Made by tools/target-names.c. */
struct target_names {
	const char *family;
	const char *cpus, *features;
};
extern const struct target_names target_names[]; /* family NULL: the end */
/* Processors of the family for which LLVM ends the process, such as those without a 64-bit mode; by a prefix of LLVM's
** name of the target. */
struct target_unfit { const char *target, *cpus; };
extern const struct target_unfit target_unfit[]; /* target NULL: the end; longer names come first */

/* Must be called before a target machine is made of these.  For a name that it does not know LLVM ends the process, or
** compiles for something else.  NULL and "" are the target's own choice. */
lr_status target_check(lr_context *, LLVMTargetRef, const char *triple, const char *cpu, const char *features);
/* Is it of a family that this library compiles for? */
bool target_is_known(LLVMTargetRef);
/* The same of what the functions of `m` say themselves: "target-cpu", "tune-cpu", "target-features". */
lr_status target_check_module(lr_context *, LLVMModuleRef m, LLVMTargetRef, const char *triple);

#endif
