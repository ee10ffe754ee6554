/* SPDX-License-Identifier: MIT */
/* C between compiled code and compiled code.  It is compiled without frame pointers, and makes sure that the register holds no such thing. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <lateroot/runtime.h>

int64_t through_c(int64_t (*f)(int64_t), int64_t n);
void fill(void *room, int64_t size);

void
fill(void *room, int64_t size)
{
	if ((uintptr_t)room % 64 != 0)
		lr_gc_fatal("%p is not aligned", room);
	memset(room, 0xA5, (size_t)size);
}

/* Two walkers agree; and no longer if one of the anchors is taken out that say where compiled code goes on, which the first alone cannot notice. */
static void
look(void)
{
	static struct lr_visitor v = { .struct_size = sizeof v, .mode = LR_WALK_VERIFY };
	lr_task *task = lr_task_current();
	int64_t n = lr_walk_task(task, &v);

	if (n < 0)
		puts(lr_rt_strerror((int)n));
	for (struct lr_frame **at = &task->gcstack; *at != NULL; at = &(*at)->prev) {
		struct lr_frame *anchor = *at;
		if (!(anchor->nroots & LR_FRAME_ANCHOR))
			continue;
		*at = anchor->prev;
		v.mode = LR_WALK_MARK;
		int64_t fewer = lr_walk_task(task, &v);
		v.mode = LR_WALK_VERIFY;
		int64_t answer = lr_walk_task(task, &v);
		*at = anchor;
		if (fewer < 0 || (fewer < n && answer != LR_RT_E_FRAME_VERIFY))
			printf("%lld roots, %lld without an anchor, verified: %lld\n", (long long)n, (long long)fewer, (long long)answer);
	}
}

int64_t
through_c(int64_t (*f)(int64_t), int64_t n)
{
	__asm__ volatile("movq $-1, %%rbp" ::: "rbp");
	lr_gc_collect(0);
	/* allocates itself: what is compiled in this file has no place in any table */
	lr_gc_alloc(64, &lr_type_bytes.type);
	__asm__ volatile("movq $12345, %%rbp" ::: "rbp");
	int64_t sum = n > 0 ? f(n) : (look(), 0);
	__asm__ volatile("movq $8, %%rbp" ::: "rbp");
	lr_gc_alloc(64, &lr_type_bytes.type);
	return sum;
}
