/* SPDX-License-Identifier: MIT */
/* world_one.c -- stopping the world where there is one thread: nobody else has to stop, and no page can be closed. */
#include "runtime/runtime.h"

void
world_park(struct thread *t)
{
	(void)t;
}

void
world_set_state(struct thread *t, uint8_t state)
{
	t->pub.gc_state = state;
}

void
world_arm(void)
{
}

void
world_disarm(struct thread *t)
{
	(void)t;
}

int
world_map_page(void)
{
	world.page_bytes = os_page_bytes();
	world.page = os_reserve(world.page_bytes);
	return world.page != NULL ? LR_RT_OK : LR_RT_E_NOMEM;
}

void
world_unmap_page(void)
{
	os_release(world.page, world.page_bytes);
	world.page = NULL;
}

bool
world_try_stop(struct thread *self)
{
	(void)self;
	return true;
}

void
world_resume(void)
{
}
