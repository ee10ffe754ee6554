/* SPDX-License-Identifier: MIT */
/* expect.c -- what the program expects of objects, for reports of leaks: a list that keeps none of them alive. */
#include "runtime/lifetime/state.h"

#include <stdlib.h>

int
life_expect(void *object, const char *why, bool dead)
{
	int status = LR_RT_OK;

	pthread_mutex_lock(&world.table_lock);
	if (life.nexpected == life.expected_capacity) {
		const size_t wider = life.expected_capacity != 0 ? life.expected_capacity * 2 : 64;
		struct expected *more = realloc(life.expected, wider * sizeof *more);

		if (more == NULL) {
			status = LR_RT_E_NOMEM;
		} else {
			life.expected = more;
			life.expected_capacity = wider;
		}
	}
	if (status == LR_RT_OK)
		life.expected[life.nexpected++] = (struct expected){ life_hide(object), why, dead };
	pthread_mutex_unlock(&world.table_lock);
	return status;
}

void
life_each_expected(void (*visit)(void *user, const struct expectation *), void *user)
{
	for (size_t i = 0; i < life.nexpected; i++) {
		const struct expected *e = &life.expected[i];

		visit(user, &(struct expectation){ life_show(e->object), e->why, e->dead });
	}
}

void
expect_end(const struct life_collector *c)
{
	size_t n = 0;

	for (size_t i = 0; i < life.nexpected; i++)
		if (c->is_live(life_show(life.expected[i].object)))
			life.expected[n++] = life.expected[i];
	life.nexpected = n;
}

void
expect_update(life_updater *update)
{
	for (size_t i = 0; i < life.nexpected; i++)
		life.expected[i].object = life_update_hidden(update, life.expected[i].object);
}

void
expect_fini(void)
{
	free(life.expected);
}

void
life_stats(struct lr_gc_stats *s)
{
	s->weak_cleared = life.weak_cleared;
	s->finalizers = life.finalizers_found;
	s->finalizers_run = life.finalizers_run;
	s->finalizers_pending = life.npending;
}
