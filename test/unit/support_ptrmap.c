/* SPDX-License-Identifier: MIT */
/* support_ptrmap.c -- pointer map against the obvious model, clearing, stamps that wrap, refused memory. */
#include <criterion/criterion.h>
#include <stdint.h>

#include "failing_alloc.h"
#include "base/ptrmap.h"

enum { N = 5000 };
static char keys[N * 16];

Test(ptrmap, finds_what_was_put_and_nothing_else)
{
	struct failing_alloc books = { 0 };
	struct ptrmap m;

	ptrmap_init(&m, failing_alloc, &books);
	cr_assert_eq(ptrmap_get(&m, keys), PTRMAP_NONE);
	for (uint32_t i = 0; i < N; i += 2)
		cr_assert(ptrmap_set(&m, &keys[i * 16], i));
	for (uint32_t i = 0; i < N; i++)
		cr_assert_eq(ptrmap_get(&m, &keys[i * 16]), i % 2 ? PTRMAP_NONE : i);
	cr_assert(ptrmap_set(&m, &keys[0], 77));
	cr_assert_eq(ptrmap_get(&m, &keys[0]), 77, "the second value replaces the first");
	cr_assert_eq(m.count, N / 2);
	ptrmap_free(&m);
	cr_assert_eq(books.live_bytes, 0);
	cr_assert_not(books.wrong_size);
}

Test(ptrmap, clear_forgets_all)
{
	struct failing_alloc books = { 0 };
	struct ptrmap m;

	ptrmap_init(&m, failing_alloc, &books);
	for (uint32_t round = 0; round < 5; round++) {
		for (uint32_t i = round; i < 100; i++)
			ptrmap_set(&m, &keys[i * 16], i + round);
		for (uint32_t i = 0; i < 100; i++)
			cr_assert_eq(ptrmap_get(&m, &keys[i * 16]), i < round ? PTRMAP_NONE : i + round);
		ptrmap_clear(&m);
		cr_assert_eq(ptrmap_get(&m, &keys[50 * 16]), PTRMAP_NONE);
	}
	ptrmap_free(&m);
}

Test(ptrmap, stamps_that_wrap_revive_nothing)
{
	struct failing_alloc books = { 0 };
	struct ptrmap m;

	ptrmap_init(&m, failing_alloc, &books);
	ptrmap_set(&m, &keys[0], 1); /* under stamp 1 */
	m.stamp = UINT32_MAX;
	ptrmap_set(&m, &keys[16], 2);
	ptrmap_clear(&m);            /* back to stamp 1 */
	cr_assert_eq(ptrmap_get(&m, &keys[0]), PTRMAP_NONE);
	ptrmap_set(&m, &keys[32], 3);
	cr_assert_eq(ptrmap_get(&m, &keys[0]), PTRMAP_NONE);
	cr_assert_eq(ptrmap_get(&m, &keys[16]), PTRMAP_NONE);
	cr_assert_eq(ptrmap_get(&m, &keys[32]), 3);
	ptrmap_free(&m);
}

Test(ptrmap, room_in_advance_needs_no_more_memory)
{
	struct failing_alloc books = { 0 };
	struct ptrmap m;

	ptrmap_init(&m, failing_alloc, &books);
	ptrmap_grow_for(&m, N);
	size_t requests = books.requests;
	for (uint32_t i = 0; i < N; i++)
		ptrmap_set(&m, &keys[i * 16], i);
	cr_assert_eq(books.requests, requests);
	ptrmap_free(&m);
}

Test(ptrmap, any_allocation_may_be_refused)
{
	bool refused = true;

	for (size_t fail_at = 1; refused; fail_at++) {
		struct failing_alloc books = { .fail_at = fail_at };
		struct ptrmap m;
		uint32_t n = 0;

		ptrmap_init(&m, failing_alloc, &books);
		while (n < N && ptrmap_set(&m, &keys[n * 16], n))
			n++;
		refused = books.refused;
		cr_assert_eq(m.failed, refused);
		cr_assert_eq(n == N, !refused);
		for (uint32_t i = 0; i < N; i++)
			cr_assert_eq(ptrmap_get(&m, &keys[i * 16]), i < n ? i : PTRMAP_NONE);
		ptrmap_free(&m);
		cr_assert_eq(books.live_bytes, 0);
	}
}
