/* SPDX-License-Identifier: MIT */
/* safepoint.h -- the safepoint at the start of each allocation entry, whatever the heap is. */
#ifndef LR_RUNTIME_ENTRY_SAFEPOINT_H
#define LR_RUNTIME_ENTRY_SAFEPOINT_H

#include "runtime/collector.h"

/* Each entry passes on the address of its own stack frame.  The return address and the caller's frame pointer are read
** from there, so compiled code need not store where it is. */
#define ENTRY() RT_FRAME_ADDRESS()

static inline void
set_origin(struct thread *t, void *const *entry)
{
	if (RT_CODE_ADDRESSES)
		origin_set(t, machine_return(entry), machine_caller(entry), machine_above(entry), false);
}

static inline bool
safepoint_is_wanted(void)
{
	return rt_unlikely(
		(__atomic_load_n(&world.stop, __ATOMIC_RELAXED) | __atomic_load_n(&world.stress, __ATOMIC_RELAXED))
		!= 0);
}

/* safepoint.c: waits or collects.  [safepoint] */
void safepoint_slow(struct thread *, void *const *entry) __attribute__((cold));

static inline void
safepoint(struct thread *t, void *const *entry)
{
	if (safepoint_is_wanted())
		safepoint_slow(t, entry);
}

#endif
