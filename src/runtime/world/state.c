/* SPDX-License-Identifier: MIT */
/* state.c -- the variables that all threads share, and the list of threads. */
#include "runtime/runtime.h"

#include <stdlib.h>

struct world world = {
	.list_lock = PTHREAD_MUTEX_INITIALIZER,
	.table_lock = PTHREAD_MUTEX_INITIALIZER,
	.globals_end = &world.globals,
};
#if !defined(_WIN32)
__thread struct thread *thread_self_tls __attribute__((tls_model("initial-exec")));
#endif

void
threads_free(struct thread **list)
{
	while (*list != NULL) {
		struct thread *t = *list;

		*list = t->next;
		ptrvec_free(&t->queued);
		free(t);
	}
}
