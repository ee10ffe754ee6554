/* SPDX-License-Identifier: MIT */
/* entry.h -- what the entries share. */
#ifndef LR_RUNTIME_ENTRY_ENTRY_H
#define LR_RUNTIME_ENTRY_ENTRY_H

#include "runtime/runtime.h"

/* Allocates an object for an entry whose own stack frame is at `entry` (RT_FRAME_ADDRESS).  [safepoint] */
void *alloc_typed(struct thread *, size_t bytes, uintptr_t type, void *const *entry);

#endif
