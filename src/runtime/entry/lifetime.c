/* SPDX-License-Identifier: MIT */
/* lifetime.c -- the functions of include/lateroot/lifetime.h that allocate, attach the thread, or run code of the
** program.  runtime/lifetime has the others, and what a collection does. */
#include "runtime/lifetime/lifetime.h"

static void *
make(enum weak_kind kind, void *key, void *value)
{
	const struct lr_type *type = kind == WEAK_EPHEMERON ? &lr_type_ephemeron.type : &lr_type_weak.type;
	void *object;

	LR_GC_PUSH(&key, &value);
	object = lr_gc_alloc(sizeof(struct weak), type);
	LR_GC_POP();
	life_weak_add(object, kind, key, value);
	return object;
}

void *
lr_weak_new(void *target, uint32_t flags)
{
	return make(flags & LR_WEAK_LONG ? WEAK_LONG : WEAK_SHORT, target, NULL);
}

void *
lr_ephemeron_new(void *key, void *value)
{
	return make(WEAK_EPHEMERON, key, value);
}

void *
lr_weak_table_new(void)
{
	struct weak_table *table = life_table_make();
	void *object = lr_gc_alloc(sizeof table, &lr_type_weak_table.type);

	life_table_add(object, table);
	return object;
}

int
lr_finalizer_add(void *object, lr_finalizer *run, void *user)
{
	if (run == NULL || !rt_is_reference(object) || lr_tag(object) & LR_TAG_STATIC)
		return LR_RT_E_ARG;
	(void)lr_get_pgcstack(); /* attaches the thread */
	return life_finalizer_add(object, run, user);
}

int
lr_finalizer_remove(void *object, lr_finalizer *run, void *user)
{
	if (!rt_is_reference(object) || run == NULL)
		return LR_RT_E_NOT_FOUND;
	(void)lr_get_pgcstack();
	return life_finalizer_remove(object, run, user);
}

static void
run_one(const struct finalizer *f)
{
	void *object = f->object;

	LR_GC_PUSH(&object);
	f->run(object, f->user);
	LR_GC_POP();
}

size_t
lr_finalizers_run(void)
{
	struct finalizer f;
	size_t ran = 0;

	lr_safepoint();
	for (size_t left = lr_finalizers_pending(); left != 0 && life_finalizer_take(&f); left--, ran++)
		run_one(&f);
	return ran;
}
