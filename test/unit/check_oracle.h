/* SPDX-License-Identifier: MIT */
/* check_oracle.h -- brute force: does some execution of a function lose an object?  Shares nothing with the checker. */
#ifndef CHECK_ORACLE_H
#define CHECK_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include <llvm-c/Core.h>

/* Walk `fn` (with frame intrinsics) along `walks` random paths of at most `steps` instructions, tracking which object is where.
** True if on one of them a safepoint finds an object that is used later in no visible slot, or the frame is pushed
** and popped out of step; *why says so. */
bool oracle_loses(LLVMValueRef fn, unsigned walks, unsigned steps, uint64_t seed, const char **why);

#endif
