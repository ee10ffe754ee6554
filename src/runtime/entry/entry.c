/* SPDX-License-Identifier: MIT */
/* entry.c -- collections, write barriers, boxes, statistics, and the entries that only some compiled code calls. */
#include "runtime/collector.h"
#include "runtime/thread/thread.h"

#include <string.h>

void **
lr_pgcstack_or_null(void)
{
	struct thread *self = thread_self_tls;

	return self != NULL ? (void **)(void *)&self->pub.current_task->gcstack : NULL;
}

void
lr_check_frames(const void *found, const void *now, const char *function)
{
	if (found != now)
		lr_gc_fatal("%s returns with the frame at %p at the head of the chain, but found the one at %p: it was "
			"pushed and not popped, or the other way round",
			function != NULL ? function : "a function", now, found);
}

void **
lr_adopt_thread(void)
{
	return lr_get_pgcstack();
}

void *
lr_gc_alloc_memory(void *ptls, size_t bytes, const void *type)
{
	enum { HEADER_WORDS = 2 };
	const size_t header = HEADER_WORDS * sizeof(uintptr_t);

	if (bytes > SIZE_MAX - header)
		lr_gc_fatal("gc: out of memory: %zu bytes of data", bytes);
	uintptr_t *object = alloc_typed(ptls, header + bytes, (uintptr_t)type, RT_FRAME_ADDRESS());
	object[0] = 0;
	object[1] = (uintptr_t)(object + HEADER_WORDS);
	return object;
}

void *
lr_box_int64(int64_t value)
{
	int64_t *box;

	if (value >= TYPES_SMALLEST && value <= TYPES_LARGEST) {
		thread_self();
		return &types_small.box[value - TYPES_SMALLEST].value;
	}
	box = lr_gc_alloc(sizeof *box, &lr_type_int64.type);
	*box = value;
	return box;
}

int64_t
lr_unbox_int64(const void *box)
{
	return *(const int64_t *)box;
}

void
lr_gc_collect(int full)
{
	struct thread *self = thread_self();

	while (!collect(self, full ? COLLECT_FULL : COLLECT_MINOR))
		;
	if (!rt_gc_is_off())
		__atomic_fetch_add(&world.requested, 1, __ATOMIC_RELAXED);
}

void
lr_gc_queue_root(const void *parent)
{
	struct thread *self = thread_self();

	if (rt_unlikely(parent == NULL))
		lr_gc_fatal("gc: write barrier: the parent is NULL");
	heap_queue(self, (void *)(uintptr_t)parent);
}

void
lr_gc_queue_slot(const void *parent, const void *slot)
{
	struct thread *self = thread_self();

	if (rt_unlikely(parent == NULL))
		lr_gc_fatal("gc: write barrier: the parent is NULL");
	if (slot != NULL)
		heap_queue_slot(self, (void *)(uintptr_t)parent, slot);
	else
		heap_queue(self, (void *)(uintptr_t)parent);
}

int
lr_gc_stats(struct lr_gc_stats *out)
{
	struct lr_gc_stats s;

	if (out == NULL || out->struct_size < sizeof out->struct_size || out->struct_size > 4096)
		return LR_RT_E_ARG;
	int status = runtime_begin();
	if (status != LR_RT_OK)
		return status;
	stats_read_all(&s);
	s.struct_size = out->struct_size;
	if (out->struct_size > sizeof s)
		memset((char *)out + sizeof s, 0, out->struct_size - sizeof s);
	memcpy(out, &s, out->struct_size < sizeof s ? out->struct_size : sizeof s);
	return LR_RT_OK;
}

void
lr_gc_print_stats(FILE *f)
{
	if (f != NULL && runtime_begin() == LR_RT_OK)
		stats_print(f);
}
