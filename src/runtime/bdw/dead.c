/* SPDX-License-Identifier: MIT */
/* dead.c -- dead objects: libgc tells of each when it sweeps the block that the object is in.
**
** Without stress that may be long after the collection, when a thread wants memory of the block.  Under stress every
** block is swept at once.  A dead object is then filled with a pattern and kept, as if it were alive, for up to
** HEAD_AGES collections; the pattern must be unchanged at each of them. */
#include "runtime/bdw/bdw.h"

#include <string.h>

static pthread_mutex_t release_lock = PTHREAD_MUTEX_INITIALIZER;
static bool marks;                 /* libgc is about to mark */

static void
count_freed(size_t bytes)
{
	__atomic_add_fetch(&bdw.freed_objects, 1, __ATOMIC_RELAXED);
	__atomic_add_fetch(&bdw.freed_bytes, bytes, __ATOMIC_RELAXED);
}

/* Returns whether a cell that has just died is to be kept. */
static int
bury(uintptr_t *cell, size_t bytes)
{
	const struct lr_type *type = lr_type_of(object_of(cell));

	if ((uintptr_t)type >= LR_SMALL_VALUE_LIMIT && type->release != NULL) {
		pthread_mutex_lock(&release_lock);
		type->release(object_of(cell));
		pthread_mutex_unlock(&release_lock);
	}
	count_freed(bytes);
	if (world.stress == 0 || bdw.no_roots
		|| __atomic_load_n(&bdw.kept_bytes, __ATOMIC_RELAXED) + bytes > heap_config.quarantine_bytes) {
		*cell = 0;
		return 0;
	}
	__atomic_add_fetch(&bdw.kept_bytes, bytes, __ATOMIC_RELAXED);
	*cell = ((uintptr_t)type & HEAD_TYPE) | HEAD_OBJECT | HEAD_DEAD;
	memset(cell + 1, POISON_DEAD, bytes - sizeof *cell);
	return 1;
}

static int
check_dead(uintptr_t *cell, size_t bytes)
{
	const unsigned char *byte = (const unsigned char *)cell;

	for (size_t i = sizeof *cell; i < bytes; i++)
		if (byte[i] != POISON_DEAD) {
			bdw_find("gc: byte %td of the dead object at %p (type %s, %zu bytes) was written",
				(ptrdiff_t)i - CELL_HEADER_BYTES, object_of(cell),
				heap_type_name((const struct lr_type *)(*cell & HEAD_TYPE)),
				bytes - CELL_HEADER_BYTES);
			break;
		}
	if (world.stress != 0 && !bdw.no_roots && (*cell & HEAD_AGES) != HEAD_AGES) {
		*cell += HEAD_AGE;
		return 1;
	}
	__atomic_sub_fetch(&bdw.kept_bytes, bytes, __ATOMIC_RELAXED);
	*cell = 0;
	return 0;
}

/* libgc is about to reclaim a cell that was not marked; free cells are among these.  A result other than 0 keeps it. */
static int GC_CALLBACK
on_unmarked(void *p)
{
	uintptr_t *cell = p;

	if (!(*cell & HEAD_OBJECT))
		return 0;
	return *cell & HEAD_DEAD ? check_dead(cell, GC_size(cell)) : bury(cell, GC_size(cell));
}

static void GC_CALLBACK
on_event(GC_EventType event)
{
	if (event == GC_EVENT_MARK_START)
		marks = true;
	if (event == GC_EVENT_MARK_END)
		bdw_marked();
}

static int GC_CALLBACK
stop_before_marking(void)
{
	return marks;
}

/* A collection that can be stopped first sweeps what the last one has left.  This one is stopped behind that. */
void
dead_sweep(void)
{
	if (bdw.swept)
		return;
	marks = false;
	GC_enable();
	GC_try_to_collect(stop_before_marking);
	GC_disable();
	bdw.swept = true;
}

void
dead_init(void)
{
	GC_set_on_collection_event(on_event);
	for (int k = 0; k < KINDS; k++)
		GC_register_disclaim_proc(bdw.kind[k], on_unmarked, 0);
}
