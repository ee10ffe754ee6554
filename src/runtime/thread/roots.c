/* SPDX-License-Identifier: MIT */
/* roots.c -- global roots: variables, ranges of words, and functions that show words, visited for as long as they are
** registered. */
#include "runtime/thread/thread.h"

#include <stdlib.h>
#include <string.h>

static bool
is_word(void *const *slot)
{
	return slot != NULL && (uintptr_t)slot % sizeof(void *) == 0;
}

/* Appends `n` pointers, at most 2, or none.  Returns a status. */
static int
append(struct ptrvec *v, void *const *items, size_t n)
{
	int status = LR_RT_OK;

	pthread_mutex_lock(&world.table_lock);
	if (v->capacity - v->count < n && !ptrvec_reserve(v))
		status = LR_RT_E_NOMEM;
	for (size_t i = 0; i < n && status == LR_RT_OK; i++)
		v->items[v->count++] = items[i];
	pthread_mutex_unlock(&world.table_lock);
	return status;
}

/* Removes `n` pointers from index `at` on. */
static void
take_out(struct ptrvec *v, size_t at, size_t n)
{
	memmove(&v->items[at], &v->items[at + n], (v->count - at - n) * sizeof v->items[0]);
	v->count -= n;
}

/* Removes the last group of `n` pointers that equals `items`.  The search begins at the end, because what was added
** last is most often removed first. */
static int
remove_group(struct ptrvec *v, void *const *items, size_t n)
{
	int status = LR_RT_E_ARG;

	pthread_mutex_lock(&world.table_lock);
	for (size_t i = v->count; i >= n && status != LR_RT_OK; i -= n) {
		if (memcmp(&v->items[i - n], items, n * sizeof *items) != 0)
			continue;
		take_out(v, i - n, n);
		status = LR_RT_OK;
	}
	pthread_mutex_unlock(&world.table_lock);
	return status;
}

int
lr_gc_add_root(void **slot)
{
	int status = is_word(slot) ? runtime_begin() : LR_RT_E_ARG;

	return status == LR_RT_OK ? append(&world.roots, (void *[]){ slot }, 1) : status;
}

int
lr_gc_remove_root(void **slot)
{
	int status = runtime_begin();

	return status == LR_RT_OK ? remove_group(&world.roots, (void *[]){ slot }, 1) : status;
}

int
lr_gc_add_root_range(void **begin, size_t n)
{
	int status = LR_RT_OK;

	if (n == 0)
		return LR_RT_OK;
	if (!is_word(begin) || n > (SIZE_MAX - (uintptr_t)begin) / sizeof *begin)
		status = LR_RT_E_ARG;
	if (status == LR_RT_OK)
		status = runtime_begin();
	return status == LR_RT_OK ? append(&world.ranges, (void *[]){ begin, (void *)n }, 2) : status;
}

int
lr_gc_remove_root_range(void **begin, size_t n)
{
	int status = n != 0 ? runtime_begin() : LR_RT_OK;

	return status == LR_RT_OK && n != 0 ? remove_group(&world.ranges, (void *[]){ begin, (void *)n }, 2) : status;
}

int
lr_gc_add_root_scanner(lr_root_scanner *scanner, void *user)
{
	int status = scanner != NULL ? runtime_begin() : LR_RT_E_ARG;
	struct root_scanner *new;

	if (status != LR_RT_OK)
		return status;
	new = malloc(sizeof *new);
	if (new == NULL)
		return LR_RT_E_NOMEM;
	*new = (struct root_scanner){ scanner, user };
	status = append(&world.scanners, (void *[]){ new }, 1);
	if (status != LR_RT_OK)
		free(new);
	return status;
}

int
lr_gc_remove_root_scanner(lr_root_scanner *scanner, void *user)
{
	struct root_scanner *old = NULL;
	int status = runtime_begin();

	if (status != LR_RT_OK)
		return status;
	pthread_mutex_lock(&world.table_lock);
	for (size_t i = world.scanners.count; i-- > 0;) {
		struct root_scanner *s = world.scanners.items[i];

		if (s->scan != scanner || s->user != user)
			continue;
		take_out(&world.scanners, i, 1);
		old = s;
		break;
	}
	pthread_mutex_unlock(&world.table_lock);
	free(old);
	return old != NULL ? LR_RT_OK : LR_RT_E_ARG;
}
