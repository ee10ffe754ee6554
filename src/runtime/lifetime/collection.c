/* SPDX-License-Identifier: MIT */
/* collection.c -- the steps of a collection, in the order that include/lateroot/lifetime.h promises. */
#include "runtime/lifetime/state.h"

struct life life;

static bool
is_unused(void)
{
	return life.young.count + life.old.count + life.tables.count + life.finalizers.count + life.npending
		+ life.moved.count + life.nexpected == 0;
}

void
life_after_mark(const struct life_collector *c)
{
	if (is_unused())
		return;
	reach_begin(c);
	weak_wait(c->full);
	weak_table_wait(c->full);
	weak_forget(c);
	weak_table_forget(c);
	finalizer_mark_pending();
	finalizer_find(c);
	weak_end(c);
	weak_table_end(c);
	hash_end(c);
	expect_end(c);
	reach_end();
}

void
life_update(life_updater *update)
{
	weak_update(update);
	weak_table_update(update);
	finalizer_update(update);
	expect_update(update);
}

void
life_after_collection(void)
{
	lr_finalizers_hook *hook = NULL;
	void *user;

	if (rt_unlikely(__atomic_exchange_n(&world.asked, 0, __ATOMIC_ACQUIRE) != 0))
		world.after_collection();
	if (!__atomic_load_n(&life.notify, __ATOMIC_RELAXED))
		return;
	pthread_mutex_lock(&world.table_lock);
	if (life.notify)
		hook = life.hook;
	user = life.hook_user;
	__atomic_store_n(&life.notify, false, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&world.table_lock);
	if (hook != NULL)
		hook(user);
}

void
life_fini(void)
{
	ptrvec_free(&life.young);
	ptrvec_free(&life.old);
	ptrvec_free(&life.tables);
	address_map_free(&life.moved);
	finalizer_fini();
	expect_fini();
	reach_fini();
	life = (struct life){ .hook = life.hook, .hook_user = life.hook_user };
}
