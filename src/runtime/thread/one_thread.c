/* SPDX-License-Identifier: MIT */
/* one_thread.c -- threads and stacks where there is one of each: no others can be had, and no fault can be handled. */
#include "runtime/thread/thread.h"

int
thread_watch_end(void)
{
	return LR_RT_OK;
}

void
thread_unwatch_end(void)
{
}

lr_thread *
lr_thread_spawn(lr_entry *fn, void *arg)
{
	(void)fn, (void)arg;
	return NULL;
}

void *
lr_thread_join(lr_thread *t)
{
	(void)t;
	return NULL;
}

int
safepoint_init(void)
{
	return world_map_page();
}

void
safepoint_fini(void)
{
	world_unmap_page();
}

bool
stack_make(struct task *t, size_t bytes, void (*main)(void))
{
	(void)t, (void)bytes, (void)main;
	return false;
}

bool
stack_empty(struct task *t, void (*main)(void))
{
	(void)t, (void)main;
	return false;
}

void
stack_free(struct task *t)
{
	(void)t;
}

void
stack_switch(struct task *from, struct task *to, bool comes_back)
{
	(void)from, (void)to, (void)comes_back;
}

void
stack_begin(struct task *t)
{
	(void)t;
}
