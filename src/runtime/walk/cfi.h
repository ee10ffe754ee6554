/* cfi.h -- one step up a stack by what compilers say of it for unwinding (cfi.c): for the second opinion of walks that
** verify. */
#ifndef LR_RUNTIME_WALK_CFI_H
#define LR_RUNTIME_WALK_CFI_H

#include <stdbool.h>
#include <stdint.h>

/* A stack frame as its callee leaves it: where it goes on, and its two pointers. */
struct cfi_frame { uintptr_t pc, sp, fp; };

enum cfi_answer { CFI_STEP, CFI_END, CFI_UNKNOWN };
/* From a frame to its caller.  CFI_END: there is none; CFI_UNKNOWN: nothing is said, or nothing that this understands.
** Not signal-safe: the unwinder's library, which finds the description, may take a lock, and memory. */
enum cfi_answer cfi_step(struct cfi_frame *);

#endif
