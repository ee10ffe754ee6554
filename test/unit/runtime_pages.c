/* SPDX-License-Identifier: MIT */
/* Which pages a collection looks at, and which ones give cells: always those, whatever the mode, and whatever dies when. */
#include "runtime/heap/heap.h"
#include "runtime_util.h"

#include <string.h>
#include <sys/mman.h>

enum { KEPT = 40, ROUNDS = 1500 };

static void *kept[KEPT];

static void
start(enum lr_gc_mode mode, uint32_t stress, size_t quarantine_bytes)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	c.mode = mode;
	c.stress = stress;
	c.quarantine_bytes = quarantine_bytes;
	c.nursery_bytes = 200000;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
	for (int i = 0; i < KEPT; i++) {
		kept[i] = NULL;
		cr_assert_eq(lr_gc_add_root(&kept[i]), LR_RT_OK);
	}
}

static uint64_t
bits(const uint64_t *words)
{
	uint64_t n = 0;

	for (int i = 0; i < PAGE_WORDS; i++)
		n += (uint64_t)__builtin_popcountll(words[i]);
	return n;
}

static uint32_t
live_pages(void)
{
	uint32_t count = 0;

	for (uint32_t n = pages_next_live(0); n != PAGE_NONE; n = pages_next_live(n + 1))
		count++;
	return count;
}

/* Behind a full collection: nobody has cells in hand. */
static void
check_pages(void)
{
	uint32_t listed = 0, in_lists = 0, used = 0;

	for (uint32_t n = 0; n < heap.high; n++) {
		const struct page *pg = &heap.pages[n];
		const bool small = heap.kind[n] == PAGE_SMALL;

		cr_assert_eq(pages_is_live(n), (small && bits(pg->allocated) != 0) || heap.kind[n] == PAGE_BIG, "page %u of kind %d", n, heap.kind[n]);
		if (small) {
			cr_assert_neq(pg->used, 0, "page %u is empty", n);
			cr_assert_eq(pg->used, bits(pg->allocated) + bits(pg->held));
			/* of a live page cells may have left quarantine since it was looked at */
			const bool room = (pg->cells - pg->used) * 8 >= pg->cells;
			cr_assert(pg->listed == room || (room && pages_is_live(n) && heap.config.stress != 0), "page %u, %u of %u cells in use", n, pg->used, pg->cells);
			listed += pg->listed;
		}
		used += heap.kind[n] != PAGE_FREE && heap.kind[n] != PAGE_RETIRED;
	}
	cr_assert_eq(used, heap.used_pages);
	for (uint32_t c = 0; c < LR_SIZE_CLASS_COUNT; c++) {
		uint32_t before = PAGE_NONE;
		for (uint32_t n = heap.partial[c]; n != PAGE_NONE; before = n, n = heap.pages[n].next, in_lists++) {
			cr_assert_eq(heap.kind[n], PAGE_SMALL);
			cr_assert_eq(heap.pages[n].size_class, c);
			cr_assert(heap.pages[n].listed);
			cr_assert_eq(heap.pages[n].prev, before);
		}
	}
	cr_assert_eq(listed, in_lists);
}

static void
live_and_die(uint32_t *seed)
{
	for (int i = 0; i < ROUNDS; i++) {
		*seed = *seed * 1664525 + 1013904223;
		const uint32_t what = *seed >> 8, size = what % 16 == 0 ? 3000 + what % 70000 : 16 + what % 300;
		void *object = lr_gc_alloc(size, &lr_type_bytes.type);

		if (what % 3 == 0)
			kept[what / 3 % KEPT] = object;
		else if (what % 3 == 1)
			kept[what / 3 % KEPT] = NULL;
		if (i % 100 == 99) {
			lr_gc_collect(1);
			check_pages();
		}
	}
}

Test(pages, known_whatever_happens)
{
	static const enum lr_gc_mode modes[] = { LR_GC_GENERATIONAL, LR_GC_FULL, LR_GC_MOVING };
	uint32_t seed = 1;

	for (size_t m = 0; m < sizeof modes / sizeof *modes; m++)
		for (uint32_t stress = 0; stress < 3; stress++)
			for (int small = 0; small < 2; small++) {
				start(modes[m], stress, small ? 20000 : 1 << 20);
				live_and_die(&seed);
				cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK);
			}
}

/* Objects in cells of 24 bytes, whose marks are two of each three bits: what survives is what was kept, in all modes,
** and what is allocated next lies beside it. */
enum { LIVES = 3000 };

static struct node *
two_words(int64_t value, struct node *next)
{
	struct node *n;

	LR_GC_PUSH(&next);
	n = lr_gc_small_alloc(((lr_task *)(void *)lr_get_pgcstack())->ptls, LR_SIZE_CLASS_COUNT - 1, TWO_WORDS_CELL,
		(uintptr_t)&node_type.type);
	n->value = value;
	n->next = next;
	LR_GC_POP();
	return n;
}

static void
check_list(const struct node *list, const int64_t *values, size_t n)
{
	for (; n > 0; list = list->next) {
		cr_assert_eq(list->value, values[--n]);
		cr_assert_eq(lr_gc_object_bytes(list), TWO_WORDS_CELL - sizeof(uintptr_t));
	}
	cr_assert_null(list);
}

Test(pages, cells_of_two_words)
{
	static const enum lr_gc_mode modes[] = { LR_GC_GENERATIONAL, LR_GC_FULL, LR_GC_MOVING };
	struct lr_gc_stats s = { .struct_size = sizeof s };
	static int64_t values[3 * LIVES];
	uint32_t seed = 7;

	for (uint32_t m = 0; m < 2 * sizeof modes / sizeof *modes; m++) {
		size_t n = 0;
		start(modes[m / 2], m % 2, 1 << 20);
		struct lr_gc_config c = { .struct_size = sizeof c };
		lr_gc_get_config(&c);
		c.verify_heap = 1;
		lr_gc_configure(&c);
		for (int round = 0; round < 3; round++) {
			for (int64_t i = 0; i < LIVES; i++) {
				struct node *node = two_words(i, kept[0]);
				seed = seed * 1664525 + 1013904223;
				if (seed >> 8 & (round == 0 ? 1 : 7))
					continue;
				kept[0] = node;
				values[n++] = i;
			}
			lr_gc_collect(round == 1 ? 0 : 1);
			lr_gc_collect(1);
			check_pages();
			check_list(kept[0], values, n);
			lr_gc_stats(&s);
			cr_assert_eq(s.live_objects, n);
		}
		cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK);
	}
}

/* Nor are those looked at in which there is nothing but the dead that are kept from reuse. */
Test(pages, only_what_is_alive_is_looked_at)
{
	for (int mode = LR_GC_FULL; mode <= LR_GC_MOVING; mode++) {
		start((enum lr_gc_mode)mode, 1, 32 << 20);
		kept[0] = node_new(0, NULL);
		for (int i = 0; i < 3000; i++) {
			kept[1 + i % 8] = node_new(i, NULL);
			lr_gc_alloc(200 + (size_t)i % 1000, &lr_type_bytes.type);
		}
		cr_assert_gt(heap.high, 100, "the dead are somewhere");
		cr_assert_leq(live_pages(), 12);
		lr_gc_collect(1);
		check_pages();
		cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK);
	}
}

/* As on a machine with pages of 64 KiB: only whole ones are concerned, and their neighbours keep contents and access. */
Test(pages, larger_pages_of_the_system)
{
	enum { LARGE = 65536, BYTES = 4 * LARGE };
	cr_assert_eq(lr_runtime_init(), LR_RT_OK);
	const size_t own = world.page_bytes;
	char *all = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	cr_assert_neq(all, MAP_FAILED);
	char *at = (char *)(((uintptr_t)all + LARGE - 1) & ~(uintptr_t)(LARGE - 1));

	world.page_bytes = LARGE;
	memset(at, 1, BYTES - LARGE);
	pages_discard(at + PAGE_BYTES, 2 * LARGE);
	for (size_t i = 0; i < 3 * LARGE; i += PAGE_BYTES)
		cr_assert_eq(at[i], i / LARGE == 1 ? 0 : 1, "byte %zu", i);
	/* less than a page: nothing happens */
	pages_discard(at, PAGE_BYTES);
	cr_assert_eq(at[0], 1);
	cr_assert(pages_close(at, PAGE_BYTES));
	cr_assert(pages_close(at + PAGE_BYTES, 2 * LARGE));
	at[0] = at[2 * LARGE] = 2;
	cr_assert(pages_open(at + PAGE_BYTES, 2 * LARGE));
	at[LARGE] = 2;
	world.page_bytes = own;
	munmap(all, BYTES);
}
