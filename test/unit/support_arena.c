/* SPDX-License-Identifier: MIT */
/* support_arena.c -- the arena: alignment, distinctness, growth, reset, and refusal of the N-th allocation. */
#include <criterion/criterion.h>
#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include "failing_alloc.h"
#include "base/arena.h"

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define POISONED 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define POISONED 1
#endif
#ifdef POISONED
#include <sanitizer/asan_interface.h>
enum { GAP = ARENA_ALIGN };
#else
enum { GAP = 0 };
#endif

Test(arena, aligned_distinct_and_writable)
{
	struct failing_alloc books = { 0 };
	struct arena a;
	char *last = NULL;

	arena_init(&a, failing_alloc, &books);
	for (size_t n = 0; n < 3000; n++) {
		char *p = arena_alloc(&a, n % 97);
		cr_assert_not_null(p);
		cr_assert_eq((uintptr_t)p % alignof(max_align_t), 0);
		cr_assert_neq(p, last);
		memset(p, 0xAB, n % 97);
		last = p;
	}
	cr_assert_eq(books.live_bytes, a.total);
	arena_free(&a);
	cr_assert_eq(books.live_blocks, 0);
	cr_assert_not(books.wrong_size);
}

Test(arena, zeroed_even_in_reused_memory)
{
	struct failing_alloc books = { 0 };
	struct arena a;

	arena_init(&a, failing_alloc, &books);
	memset(arena_alloc(&a, 1000), 0xFF, 1000);
	arena_reset(&a);
	char *p = arena_zarray(&a, 250, 4);
	for (size_t i = 0; i < 1000; i++)
		cr_assert_eq(p[i], 0);
	arena_free(&a);
}

Test(arena, what_is_long_does_not_end_the_block_at_hand)
{
	struct failing_alloc books = { 0 };
	struct arena a;

	arena_init(&a, failing_alloc, &books);
	char *first = arena_alloc(&a, 96), *second = arena_alloc(&a, 1 << 16), *third = arena_alloc(&a, 96);
	cr_assert_not_null(second);
	cr_assert_eq(third, first + 96 + GAP);
	cr_assert_eq(books.live_blocks, 2);
	cr_assert_eq(books.live_bytes, a.total);
	memset(second, 0xFF, 1 << 16);
	arena_reset(&a);
	cr_assert_eq(books.live_blocks, 1);
	cr_assert_eq(books.live_bytes, a.total);
	arena_free(&a);
	cr_assert_eq(books.live_blocks, 0);
	cr_assert_not(books.wrong_size);
}

Test(arena, reset_keeps_only_the_largest_block)
{
	struct failing_alloc books = { 0 };
	struct arena a;

	arena_init(&a, failing_alloc, &books);
	for (int i = 0; i < 100; i++)
		arena_alloc(&a, 3000);
	arena_alloc(&a, 5 << 20);
	arena_alloc(&a, 10);
	arena_reset(&a);
	cr_assert_eq(books.live_blocks, 1);
	cr_assert_geq(books.live_bytes, (size_t)5 << 20);
	size_t requests = books.requests;
	cr_assert_not_null(arena_alloc(&a, 4 << 20));
	cr_assert_eq(books.requests, requests, "the kept block is used");
	arena_free(&a);
	cr_assert_eq(books.live_bytes, 0);
}

Test(arena, sizes_that_overflow_fail_cleanly)
{
	struct failing_alloc books = { 0 };
	struct arena a;

	arena_init(&a, failing_alloc, &books);
	cr_assert_null(arena_array(&a, SIZE_MAX / 8, 16));
	cr_assert(a.failed);
	cr_assert_null(arena_alloc(&a, 1), "failure is remembered");
	arena_reset(&a);
	cr_assert_not_null(arena_alloc(&a, 1), "until reset");
	cr_assert_null(arena_alloc(&a, SIZE_MAX - 8));
	arena_reset(&a);
	cr_assert_null(arena_zarray(&a, SIZE_MAX, 2));
	arena_free(&a);
	cr_assert_eq(books.live_bytes, 0);
}

Test(arena, growing_array_keeps_its_elements)
{
	struct failing_alloc books = { 0 };
	struct arena a;
	uint64_t *v = NULL;
	uint32_t n = 0, cap = 0;

	arena_init(&a, failing_alloc, &books);
	for (uint64_t i = 0; i < 10000; i++) {
		cr_assert(ARENA_PUSH(&a, v, n, cap));
		v[n++] = i * i;
	}
	for (uint64_t i = 0; i < 10000; i++)
		cr_assert_eq(v[i], i * i);
	arena_free(&a);
	cr_assert_eq(books.live_bytes, 0);
}

Test(arena, any_allocation_may_be_refused)
{
	bool refused = true;

	for (size_t fail_at = 1; refused; fail_at++) {
		struct failing_alloc books = { .fail_at = fail_at };
		struct arena a;
		uint32_t *v = NULL, n = 0, cap = 0;

		arena_init(&a, failing_alloc, &books);
		char *s = arena_strdup(&a, "text");
		cr_assert(s == NULL || strcmp(s, "text") == 0);
		for (uint32_t i = 0; i < 5000 && ARENA_PUSH(&a, v, n, cap); i++)
			v[n++] = i;
		for (uint32_t i = 0; i < n; i++)
			cr_assert_eq(v[i], i, "what was there before the failure stays");
		refused = books.refused;
		cr_assert_eq(a.failed, refused);
		arena_free(&a);
		cr_assert_eq(books.live_bytes, 0);
		cr_assert_not(books.wrong_size);
	}
}

Test(arena, long_arrays_give_back_what_they_had)
{
	struct failing_alloc books = { 0 };
	struct arena a;
	uint32_t *v = NULL, *w = NULL, n = 0, nw = 0, cap = 0, cap_w = 0;

	arena_init(&a, failing_alloc, &books);
	for (; n < 300000; n++) {
		cr_assert(ARENA_APPEND(&a, v, n, cap));
		v[n] = n;
		if (n % 3)
			continue;
		cr_assert(ARENA_APPEND(&a, w, nw, cap_w)); /* two that grow by turns */
		w[nw++] = ~n;
	}
	for (uint32_t i = 0; i < n; i++)
		cr_assert(v[i] == i && (i % 3 || w[i / 3] == ~i));
	cr_assert_eq(books.live_bytes, a.total);
#ifndef LATEROOT_MOVE_ARRAYS /* where short arrays move each time, what they leave behind is more */
	cr_assert_leq(a.total, 400000 * sizeof *v * 3 / 2 + (1 << 18), "not all that they ever were");
#endif
	arena_reset(&a);
	cr_assert_leq(books.live_blocks, 1);
	arena_free(&a);
	cr_assert_eq(books.live_blocks, 0);
	cr_assert_not(books.wrong_size);
}

Test(arena, a_long_array_that_cannot_grow_stays)
{
	struct failing_alloc books = { 0 };
	struct arena a;
	uint32_t *v = NULL, n = 0, cap = 0;

	arena_init(&a, failing_alloc, &books);
	for (; n < 100000; n++) {
		cr_assert(ARENA_APPEND(&a, v, n, cap));
		v[n] = n;
	}
	n = cap;
	books.fail_at = books.requests + 1;
	cr_assert_not(ARENA_APPEND(&a, v, n, cap));
	cr_assert(a.failed && v[99999] == 99999);
	cr_assert_null(arena_alloc(&a, 1));
	arena_free(&a);
	cr_assert_eq(books.live_blocks, 0);
}

#ifdef POISONED
static bool
poisoned(const void *p, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		if (!__asan_address_is_poisoned((const char *)p + i))
			return false;
	return true;
}

static bool
clean(const void *p, size_t bytes)
{
	return __asan_region_is_poisoned((void *)(uintptr_t)p, bytes) == NULL;
}

Test(arena, only_what_was_asked_for_may_be_touched)
{
	struct arena a;

	arena_init(&a, arena_from_libc, NULL);
	for (size_t n = 0; n < 200; n++) {
		char *p = arena_alloc(&a, n);
		cr_assert(clean(p, n) && poisoned(p + n, ARENA_ALIGN), "%zu bytes", n);
	}
	char *longer = arena_alloc(&a, 1 << 20);
	cr_assert(clean(longer, 1 << 20) && poisoned(longer + (1 << 20), ARENA_ALIGN));
	arena_free(&a);
}

Test(arena, nothing_is_left_after_a_reset)
{
	struct arena a;

	arena_init(&a, arena_from_libc, NULL);
	char *p = arena_alloc(&a, 100);
	arena_reset(&a);
	cr_assert(poisoned(p, 100));
	char *again = arena_alloc(&a, 50);
	cr_assert_eq(again, p);
	cr_assert(clean(p, 50) && poisoned(p + 50, 50));
	arena_free(&a);
}

Test(arena, nobody_looks_at_an_array_that_has_moved)
{
	struct arena a;
	uint32_t *v = NULL, n = 0, cap = 0;

	arena_init(&a, arena_from_libc, NULL);
	while (n < 100000) {
		uint32_t *old = v, had = cap;
		cr_assert(ARENA_APPEND(&a, v, n, cap));
		cr_assert(clean(v, cap * sizeof *v) && (v == old || poisoned(old, had * sizeof *v)), "%u elements", n);
		v[n] = n, n++;
	}
	arena_free(&a);
}

/* An allocator of the host's may use what it gets back for something else, and copy what it moves. */
static char room[1 << 22];
static size_t used;

static void *
from_static(void *user, void *p, size_t old_bytes, size_t new_bytes)
{
	(void)user;
	if (new_bytes == 0) {
		memset(p, 0, old_bytes);
		return NULL;
	}
	char *made = room + used;
	used += (new_bytes + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
	if (used > sizeof room)
		return NULL;
	if (p != NULL)
		memcpy(made, p, old_bytes);
	return made;
}

Test(arena, the_allocator_gets_clean_memory_back)
{
	struct arena a;
	uint32_t *v = NULL, n = 0, cap = 0;

	arena_init(&a, from_static, NULL);
	while (n < 30000) {
		cr_assert(ARENA_APPEND(&a, v, n, cap));
		v[n] = n, n++;
	}
	arena_alloc(&a, 17);
	arena_reset(&a);
	arena_free(&a);
	cr_assert(clean(room, used));
}
#endif

#ifdef LATEROOT_MOVE_ARRAYS
Test(arena, short_arrays_move_each_time)
{
	struct arena a;
	uint32_t *v = NULL, n = 0, cap = 0;

	arena_init(&a, arena_from_libc, NULL);
	while (n < ARENA_SHORT_ARRAY) {
		uint32_t *old = v;
		cr_assert(ARENA_PUSH(&a, v, n, cap));
		cr_assert_neq(v, old);
		v[n] = n, n++;
	}
	arena_free(&a);
}
#endif
