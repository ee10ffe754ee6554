/* SPDX-License-Identifier: MIT */
/* safepoint.c -- the slow path of safepoints, and the polls that code calls. */
#include "runtime/entry/safepoint.h"
#include "runtime/thread/thread.h"

void
safepoint_slow(struct thread *t, void *const *entry)
{
	set_origin(t, entry);
	world_poll(t);
	if (world.stress != 0) {
		collect_stress(t);
		t->page_collected = false;
		world_arm();
	}
	origin_clear(t);
}

/* The poll that functions with statepoints call. */
#define POLL()                                                                                                     \
	do {                                                                                                       \
		if (safepoint_is_wanted()) {                                                                       \
			safepoint_slow(thread_self(), ENTRY());                                                    \
			__asm__ volatile(""); /* prevents a tail call, which would release the stack frame */  \
		}                                                                                                  \
	} while (0)

void
lr_safepoint(void)
{
	POLL();
}

void
lr_gc_safepoint(void)
{
	POLL();
}

void
lr_safepoint_at(void *frame, void (*run)(void *user), void *user)
{
	struct thread *t;

	if (run == NULL && !safepoint_is_wanted())
		return;
	t = thread_self();
	if (frame != NULL)
		set_origin(t, frame);
	world_poll(t);
	if (run != NULL)
		run(user);
	origin_clear(t);
}
