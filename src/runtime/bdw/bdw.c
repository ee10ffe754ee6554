/* SPDX-License-Identifier: MIT */
/* bdw.c -- start and end of the heap, and collections. */
#include "runtime/bdw/bdw.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/walk/lost.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct bdw bdw;

static uint64_t
now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

int
heap_init(void)
{
	if (!bdw.started) {
		if (!clean_init())
			return LR_RT_E_NOMEM;
		GC_set_no_dls(1);
		GC_set_all_interior_pointers(0);
		GC_set_handle_fork(1);
		GC_set_warn_proc(GC_ignore_warn_proc);
		GC_set_dont_precollect(1);
		GC_INIT();
		GC_clear_roots();
		GC_register_displacement(CELL_HEADER_BYTES);
		GC_disable();
		if (!mark_init())
			return LR_RT_E_NOMEM;
		dead_init();
		GC_allow_register_threads(); /* starts the marking threads */
		GC_unregister_my_thread();
		bdw.started = true;
	}
	bdw.stats = (struct lr_gc_stats){ 0 };
	bdw.pauses = (struct pauses){ 0 };
	bdw.freed_objects = bdw.freed_bytes = bdw.fresh_bytes = 0;
	bdw.collections = 0;
	bdw.no_roots = bdw.check = false;
	bdw.swept = true;
	return LR_RT_OK;
}

const char *
heap_refuses(const struct lr_gc_config *c)
{
	if (c->mode == LR_GC_MOVING)
		return "bdwgc does not move objects";
	return c->debug != 0 ? "the checks of LATEROOT_GC_DEBUG are those of the reference heap" : NULL;
}

void
heap_configured(void)
{
	GC_set_max_heap_size(heap_config.limit_bytes);
}

bool
heap_thread_begin(struct thread *t)
{
	t->heap = calloc(1, sizeof(struct lists));
	return t->heap != NULL;
}

void
bdw_flush(struct thread *t)
{
	bdw.stats.allocated_objects += t->allocated_objects;
	bdw.stats.allocated_bytes += t->allocated_bytes;
	bdw.stats.queued += t->queued_count;
	t->allocated_objects = t->allocated_bytes = t->queued_count = 0;
}

/* The cells in the lists are not objects, and the next collection reclaims them. */
void
heap_thread_end(struct thread *t)
{
	memset(((struct lists *)t->heap)->cell, 0, sizeof(struct lists){ 0 }.cell);
	bdw_flush(t);
}

static int
pass_by(void *user, void **slot, const struct lr_root_site *site)
{
	(void)user, (void)slot, (void)site;
	return 0;
}

static void
verify_roots(void)
{
	struct lr_visitor visitor = { .struct_size = sizeof visitor, .root = pass_by, .mode = LR_WALK_VERIFY };
	int64_t roots = lr_walk_all(&visitor);

	if (roots < 0)
		bdw_find("gc: %s", lr_rt_strerror((int)roots));
}

static void
check_for_lost(void)
{
	char text[512];

	if (lost_find(text, sizeof text))
		bdw_find("gc: %s", text);
}

static bool
is_live(const void *object)
{
	const uintptr_t *cell = cell_of(object);

	return !rt_is_reference(object) || !GC_is_heap_ptr(cell) || GC_is_marked(cell);
}

static bool
mark_one(void *object)
{
	if (is_live(object))
		return false;
	GC_set_mark_bit(cell_of(object));
	return true;
}

void
bdw_marked(void)
{
	if (bdw.marking && !bdw.no_roots)
		life_after_mark(&(struct life_collector){ true, is_live, mark_one, mark_each_reference });
}

static void
mark(void)
{
	GC_enable();
	bdw.marking = true;
	GC_gcollect();
	bdw.marking = false;
	GC_disable();
}

/* The walk that has the world stopped; visit is NULL if there is none. */
static struct { lr_heap_visit *visit; void *user; int result; } walking;

/* libgc shows what is marked: our cells that are no objects, and memory of other kinds, are left out. */
static void
show_cell(void *cell, size_t bytes, void *data)
{
	const uintptr_t head = *(uintptr_t *)cell;
	const int kind = GC_get_kind_and_size(cell, NULL);

	(void)data;
	if (walking.result != 0 || (kind != bdw.kind[KIND_REFS] && kind != bdw.kind[KIND_PLAIN])
		|| (head & (HEAD_OBJECT | HEAD_DEAD)) != HEAD_OBJECT)
		return;
	const struct lr_type *type = lr_type_of(object_of(cell));
	const struct lr_heap_object o = { .struct_size = sizeof o, .object = object_of(cell),
		.type = (uintptr_t)type >= LR_SMALL_VALUE_LIMIT ? type : NULL, .bytes = bytes, .generation = 1 };
	walking.result = walking.visit(walking.user, &o);
}

static void *
show_marked(void *data)
{
	GC_enumerate_reachable_objects_inner(show_cell, data);
	return NULL;
}

/* For the statistics, after a collection: how large the heap is, and what lives at most. */
static void
note_heap(void)
{
	struct lr_gc_stats *s = &bdw.stats;
	const uint64_t bytes = GC_get_heap_size();

	if (bytes > s->peak_heap_bytes)
		s->peak_heap_bytes = bytes;
	s->full_live_objects = s->allocated_objects - __atomic_load_n(&bdw.freed_objects, __ATOMIC_RELAXED);
	s->full_live_bytes = s->allocated_bytes - __atomic_load_n(&bdw.freed_bytes, __ATOMIC_RELAXED);
}

/* Runs a collection.  The world is stopped, or there is no other thread. */
static void
run(void)
{
	uint64_t start = now_ns(), pause;

	for (struct thread *t = world.threads; t != NULL; t = t->next)
		heap_thread_end(t);
	bdw.collections++;
	bdw.check = world.stress != 0;
	if (heap_config.verify || world.stress != 0)
		check_for_lost();
	if (heap_config.verify)
		verify_roots();
	if (bdw.check && !bdw.no_roots)
		mark_check_roots();
	clean_call(mark);
	bdw.swept = false;
	if (walking.visit != NULL)
		GC_call_with_alloc_lock(show_marked, NULL); /* before dead_sweep, which loses the marks */
	if (world.stress != 0 || bdw.no_roots)
		clean_call(dead_sweep);
	threads_free(&world.ended);
	__atomic_store_n(&bdw.fresh_bytes, 0, __ATOMIC_RELAXED);
	bdw.stats.full++;
	note_heap();
	pause = now_ns() - start;
	bdw.stats.pause_ns += pause;
	pauses_add(&bdw.pauses, pause);
	if (pause > bdw.stats.max_pause_ns)
		bdw.stats.max_pause_ns = pause;
}

bool
collect(struct thread *self, enum collect_kind kind)
{
	if (rt_gc_is_off()) {
		world_poll(self);
		return true;
	}
	if (!world_try_stop(self))
		return false;
	if (!rt_gc_is_off()) {
		run();
		if (kind != COLLECT_AUTO)
			clean_call(dead_sweep);
	}
	world_resume();
	bdw_report();
	life_after_collection();
	return true;
}

void
heap_each_reference(void *object, void (*visit)(void *user, void **slot), void *user)
{
	mark_each_reference(object, visit, user);
}

/* Only a collection says what is alive: libgc knows no other way to tell objects from free cells. */
int
heap_walk(struct thread *self, lr_heap_visit *visit, void *user)
{
	int result = LR_RT_E_STATE;

	while (!world_try_stop(self))
		;
	if (!rt_gc_is_off()) {
		walking.visit = visit;
		walking.user = user;
		walking.result = 0;
		run();
		walking.visit = NULL;
		result = walking.result;
	}
	world_resume();
	bdw_report();
	life_after_collection();
	return result;
}

void
heap_at_exit(void)
{
	if (thread_self_tls != NULL)
		collect(thread_self_tls, COLLECT_FULL);
}

void
heap_fini(void)
{
	bdw.no_roots = true;
	run();
	bdw_report();
}

/* No heap object has the bits that make a barrier fire, for there are no generations. */
void
heap_queue(struct thread *self, void *parent)
{
	if (!(__atomic_fetch_and(tag_of(parent), ~(uintptr_t)LR_TAG_OLD, __ATOMIC_RELAXED) & LR_TAG_OLD))
		return;
	thread_count(&self->queued_count, 1);
	world_add_static_parent(parent);
}

void
heap_queue_slot(struct thread *self, void *parent, const void *slot)
{
	(void)slot;
	heap_queue(self, parent);
}

void
heap_stats(struct lr_gc_stats *s)
{
	pthread_mutex_lock(&world.table_lock);
	*s = bdw.stats;
	for (const struct thread *t = world.threads; t != NULL; t = t->next) {
		s->allocated_objects += __atomic_load_n(&t->allocated_objects, __ATOMIC_RELAXED);
		s->allocated_bytes += __atomic_load_n(&t->allocated_bytes, __ATOMIC_RELAXED);
		s->queued += __atomic_load_n(&t->queued_count, __ATOMIC_RELAXED);
	}
	pthread_mutex_unlock(&world.table_lock);
	s->freed_objects = __atomic_load_n(&bdw.freed_objects, __ATOMIC_RELAXED);
	s->freed_bytes = __atomic_load_n(&bdw.freed_bytes, __ATOMIC_RELAXED);
	s->heap_bytes = GC_get_heap_size();
	if (s->heap_bytes > s->peak_heap_bytes)
		s->peak_heap_bytes = s->heap_bytes;
	s->fresh_bytes = __atomic_load_n(&bdw.fresh_bytes, __ATOMIC_RELAXED);
	s->returned_bytes = GC_get_unmapped_bytes();
	s->mark_threads = (uint64_t)GC_get_parallel() + 1;
	pauses_stats(&(struct pauses){ 0 }, &bdw.pauses, s);
	s->live_objects = s->allocated_objects - s->freed_objects;
	s->live_bytes = s->allocated_bytes - s->freed_bytes;
}

void
heap_fault(const void *address, const void *context)
{
	(void)address, (void)context;
}

enum lr_gc_place
lr_gc_where(const void *address)
{
	const uintptr_t *cell = cell_around(address);

	if (cell == NULL)
		return GC_is_heap_ptr(address) ? LR_GC_FREE : LR_GC_OUTSIDE;
	if (!(*cell & HEAD_OBJECT) || (const char *)address < (const char *)(cell + 1))
		return LR_GC_FREE;
	if (*cell & HEAD_DEAD)
		return LR_GC_DEAD;
	return cell_of(address) == cell ? LR_GC_OBJECT : LR_GC_INTERIOR;
}

size_t
lr_gc_object_bytes(const void *object)
{
	return object != NULL && lr_gc_where(object) == LR_GC_OBJECT ? GC_size(cell_of(object)) - CELL_HEADER_BYTES
		: 0;
}
