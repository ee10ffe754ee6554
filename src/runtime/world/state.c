/* SPDX-License-Identifier: MIT */
/* state.c -- the variables that all threads share, and the list of threads. */
#include "runtime/collector.h"

#include <stdlib.h>

struct world world = {
	.list_lock = PTHREAD_MUTEX_INITIALIZER,
	.table_lock = PTHREAD_MUTEX_INITIALIZER,
	.globals_end = &world.globals,
};
#if !defined(_WIN32)
__thread struct thread *thread_self_tls __attribute__((tls_model("initial-exec")));
#endif

struct lr_gc_config heap_config;

struct lr_card_table lr_gc_cards;

void
world_add_static_parent(void *object)
{
	pthread_mutex_lock(&world.table_lock);
	ptrvec_push(&world.static_parents, object);
	pthread_mutex_unlock(&world.table_lock);
}

void
threads_free(struct thread **list)
{
	while (*list != NULL) {
		struct thread *t = *list;

		*list = t->next;
		ptrvec_free(&t->queued);
		free(t->heap);
		free(t);
	}
}
