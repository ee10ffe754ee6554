/* entry.c -- entries that only some compiled code calls: from threads that the runtime may not know, and for arrays
** with a header. */
#include "runtime/heap/heap.h"

#include <lateroot/runtime.h>

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
	uintptr_t *object = alloc_typed(ptls, header + bytes, (uintptr_t)type, __builtin_frame_address(0));
	object[0] = 0;
	object[1] = (uintptr_t)(object + HEADER_WORDS);
	return object;
}
