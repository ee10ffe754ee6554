/* SPDX-License-Identifier: MIT */
/* roots.c -- the roots, and what an object keeps alive: its references, and values of ephemerons and weak tables. */
#include "runtime/inspect/inspect.h"
#include "runtime/lifetime/lifetime.h"

const char *const root_kind_names[ROOT_KINDS] = { "frame", "task", "global", "static", "finalizer" };

static bool
is_of_heap(const void *word)
{
	return rt_is_reference(word) && !(lr_tag(word) & LR_TAG_STATIC);
}

struct walking_roots {
	root_visit *visit;
	void *user;
	const void *owner;         /* the static object whose words are shown */
	/* the thread that was looked up last: tasks of a thread come one after the other */
	const void *ptls;
	uint32_t thread;
};

static uint32_t
thread_number(struct walking_roots *w, const lr_task *task)
{
	if (task == NULL || task->ptls == w->ptls)
		return w->thread;
	w->ptls = task->ptls;
	w->thread = 0;
	for (const struct thread *t = world.threads; t != NULL && &t->pub != w->ptls; t = t->next)
		w->thread++;
	return w->thread;
}

static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	struct walking_roots *w = user;
	const void *frame = site->frame != NULL ? (const void *)site->frame : site->entry;

	if (!is_of_heap(*slot))
		return 0;
	w->visit(w->user, &(struct root){ .kind = (enum root_kind)site->kind, .object = *slot, .slot = slot,
		.task = site->task, .frame = frame, .pc = site->pc, .thread = thread_number(w, site->task),
		.depth = site->depth, .index = site->index });
	return 0;
}

static void
on_static_slot(void *user, void **slot)
{
	const struct walking_roots *w = user;

	if (is_of_heap(*slot))
		w->visit(w->user, &(struct root){ .kind = ROOT_STATIC, .object = *slot, .slot = slot,
			.owner = w->owner, .index = (uint32_t)(((uintptr_t)slot - (uintptr_t)w->owner)
				/ sizeof(void *)) });
}

static void
on_pending(void *user, void *object)
{
	const struct walking_roots *w = user;

	if (is_of_heap(object))
		w->visit(w->user, &(struct root){ .kind = ROOT_FINALIZER, .object = object });
}

int
roots_each(root_visit *visit, void *user)
{
	struct walking_roots w = { .visit = visit, .user = user };
	const struct lr_visitor visitor = { .struct_size = sizeof visitor, .root = on_root, .user = &w };
	const int64_t found = lr_walk_all(&visitor);

	if (found < 0)
		return (int)found;
	for (size_t i = 0; i < world.static_parents.count; i++) {
		w.owner = world.static_parents.items[i];
		heap_each_reference(world.static_parents.items[i], on_static_slot, &w);
	}
	life_each_pending(on_pending, &w);
	return LR_RT_OK;
}

struct walking_edges {
	const char *object;
	size_t bytes;
	const char *elements;      /* memory apart from the object; NULL: none */
	edge_visit *visit;
	void *user;
};

static void
on_slot(void *user, void **slot)
{
	const struct walking_edges *w = user;
	const size_t at = (size_t)((const char *)slot - w->object);
	struct edge e = { EDGE_WORD, at / sizeof(void *), *slot };

	if (!is_of_heap(*slot))
		return;
	if (at >= w->bytes) {
		e.kind = w->elements != NULL ? EDGE_ELEMENT : EDGE_OUTSIDE;
		e.word = w->elements != NULL ? (size_t)((const char *)slot - w->elements) / sizeof(void *) : 0;
	}
	w->visit(w->user, &e);
}

static void
on_value(void *user, size_t number, void *value)
{
	const struct walking_edges *w = user;

	if (is_of_heap(value))
		w->visit(w->user, &(struct edge){ EDGE_VALUE, number, value });
}

void
edges_each(const void *object, size_t bytes, edge_visit *visit, void *user)
{
	struct walking_edges w = { object, bytes, NULL, visit, user };
	const struct lr_type *type = lr_type_of(object);

	if ((uintptr_t)type < LR_SMALL_VALUE_LIMIT)
		return;
	if (type->layout == LR_LAYOUT_POINTED)
		w.elements = ((const char *const *)object)[type->data_word];
	heap_each_reference((void *)(uintptr_t)object, on_slot, &w);
	life_each_value(object, on_value, &w);
}
