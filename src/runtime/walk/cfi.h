/* SPDX-License-Identifier: MIT */
/* cfi.h -- one step up a stack by call frame information (cfi.c), for the second walker of walks that verify. */
#ifndef LR_RUNTIME_WALK_CFI_H
#define LR_RUNTIME_WALK_CFI_H

#include <stdbool.h>
#include <stdint.h>

/* A stack frame as seen by its callee: the return address and both pointers. */
struct cfi_frame { uintptr_t pc, sp, fp; };

enum cfi_answer { CFI_STEP, CFI_END, CFI_UNKNOWN };
/* Steps from a frame to its caller.  Returns CFI_END if there is no caller, and CFI_UNKNOWN if there is no description,
** or one that is not supported.  Not signal-safe: the unwinder's library, which finds the description, may lock and
** allocate. */
enum cfi_answer cfi_step(struct cfi_frame *);

enum cfi_machine { CFI_X86_64, CFI_I686, CFI_AARCH64, CFI_RISCV };
/* The same by a description (FDE) that was found, of the function that begins at `function`. The code may be another
** machine's, if its words are as wide as this machine's. */
enum cfi_answer cfi_step_by(enum cfi_machine, const void *description, uintptr_t function, struct cfi_frame *);

#endif
