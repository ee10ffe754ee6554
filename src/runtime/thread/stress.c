/* SPDX-License-Identifier: MIT */
/* stress.c -- which safepoints collect under stress. */
#include "runtime/collector.h"

void
collect_stress(struct thread *self)
{
	uint64_t skip;

	if (self->pub.gc_state != LR_GC_STATE_UNSAFE)
		lr_gc_fatal("gc: a thread uses the heap in a GC-safe region");
	if (self != thread_self_tls)
		lr_gc_fatal("gc: a thread allocates with the state of another one (%p)", (void *)self);
	if (__atomic_add_fetch(&world.stress_calls, 1, __ATOMIC_RELAXED) % world.stress != 0)
		return;
	/* A deep stack is walked rarely, otherwise recursion would cost quadratic time. */
	skip = world.last_frames / heap_config.stress_frames;
	if (skip != 0 && __atomic_add_fetch(&world.stress_skipped, 1, __ATOMIC_RELAXED) % (skip + 1) != 0)
		return;
	collect(self, COLLECT_AUTO);
}
