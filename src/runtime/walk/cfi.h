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

#endif
