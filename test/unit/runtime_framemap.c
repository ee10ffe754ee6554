/* SPDX-License-Identifier: MIT */
/* runtime_framemap.c -- frames found by table: on stacks made by hand, with code that is only addresses. */
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "runtime_util.h"
#include "walk_checked.h"
#include "tables/framemap.h"

/* Three functions: f at 0 with 2 slots 3 words below its frame pointer, g at 16 with none, h at 32 with two pieces;
** nothing from 48 on. */
static char code[64];
static struct framemap_entry table[6];

static void
make_table(struct framemap_entry *t, char *at)
{
	const struct { unsigned start; uint32_t words, count; } said[] = {
		{ 0, 3, 2 }, { 16, 0, 0 }, { 32, 2, 1 }, { 32, 5, 1 }, { 48, 0, FRAMEMAP_END }
	};

	for (size_t i = 0; i < 5; i++) {
		t[i].start = (int32_t)((intptr_t)(at + said[i].start) - (intptr_t)&t[i]);
		t[i].slots = said[i].words << FRAMEMAP_WORDS_SHIFT | said[i].count;
	}
}

static char elsewhere[16]; /* code of which nothing is known */
#define REF(n) ((void *)(uintptr_t)(0x100000 + 16 * (n)))
enum { MAX = 16 };
struct seen {
	struct walked_wrong wrong;
	void *values[MAX];
	uint32_t depth[MAX];
	int count;
};

static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	struct seen *s = user;

	if (s->count < MAX) {
		s->values[s->count] = *slot;
		s->depth[s->count++] = site->depth;
	}
	return 0;
}

static int64_t
walk(const void *newest, struct seen *s)
{
	struct lr_visitor v = { .struct_size = sizeof v, .root = on_root, .bad = walked_note_wrong, .user = s };

	memset(s, 0, sizeof *s);
	return walk_checked((struct lr_frame *)(uintptr_t)newest, &v);
}

/* From the newest: h, called by g, called by f, called by somebody else. */
struct stack {
	struct { uintptr_t word, prev, fp, pad; } anchor __attribute__((aligned(16)));
	void *h_slots[5];
	uintptr_t h[2];
	uintptr_t g[2];
	void *f_slots[3];
	uintptr_t f[2];
	struct { uintptr_t nroots; void *prev, *slot, *pad; } older __attribute__((aligned(16)));
};

static void
make_stack(struct stack *s)
{
	memset(s, 0, sizeof *s);
	s->anchor.word = (uintptr_t)(code + 40) << LR_FRAME_NROOTS_SHIFT | LR_FRAME_ANCHOR;
	s->anchor.prev = (uintptr_t)&s->older;
	s->anchor.fp = (uintptr_t)s->h;
	s->h_slots[0] = REF(1);            /* 5 words below: the second piece, which is said last */
	s->h_slots[3] = REF(2);
	s->h[0] = (uintptr_t)s->g;
	s->h[1] = (uintptr_t)(code + 32);  /* behind a call that ends g: it is not h that has called */
	s->g[0] = (uintptr_t)s->f;
	s->g[1] = (uintptr_t)(code + 5);
	s->f_slots[0] = REF(3);
	s->f_slots[1] = REF(4);
	s->f_slots[2] = REF(99);           /* none of the slots */
	s->f[0] = 0x1234567;               /* other code: no frame pointer at all */
	s->f[1] = (uintptr_t)(elsewhere + 8);
	s->older.nroots = 1 << LR_FRAME_NROOTS_SHIFT;
	s->older.slot = REF(5);
}

Test(framemap, frames_between_an_anchor_and_other_code)
{
	struct stack s;
	struct seen seen;

	make_table(table, code);
	make_stack(&s);
	cr_assert_eq(walk(&s.anchor, &seen), LR_RT_E_FRAME_UNMAPPED);
	cr_assert_eq(seen.wrong.where, code + 40);
	cr_assert_eq(lr_framemap_add(table, table + 5, code + 16), LR_RT_OK);
	cr_assert_eq(walk(&s.anchor, &seen), 5);
	cr_assert_eq(seen.values[0], REF(1));
	cr_assert_eq(seen.values[1], REF(2));
	cr_assert_eq(seen.values[2], REF(3));
	cr_assert_eq(seen.values[3], REF(4));
	cr_assert_eq(seen.values[4], REF(5), "the chain comes behind");
	cr_assert_eq(seen.depth[1], 0);
	cr_assert_eq(seen.depth[2], 2, "g has no slots, and is a frame");
	cr_assert_eq(seen.depth[4], 3);
	/* An anchor that was passed on the way is not walked twice. */
	struct { uintptr_t word, prev, fp, pad; } lower __attribute__((aligned(16))) = {
		(uintptr_t)(code + 2) << LR_FRAME_NROOTS_SHIFT | LR_FRAME_ANCHOR, (uintptr_t)&s.older, (uintptr_t)s.f, 0
	};
	s.anchor.prev = (uintptr_t)&lower;
	cr_assert_eq(walk(&s.anchor, &seen), 5);
	cr_assert_eq(lr_framemap_remove(table), LR_RT_OK);
	cr_assert_eq(lr_framemap_remove(table), LR_RT_E_ARG);
	cr_assert_eq(walk(&s.anchor, &seen), LR_RT_E_FRAME_UNMAPPED);
}

Test(framemap, what_cannot_be_is_said)
{
	struct stack s;
	struct seen seen;

	make_table(table, code);
	lr_framemap_add(table, NULL, code);
	make_stack(&s);
	s.h[0] = (uintptr_t)s.h;           /* the caller's frame is not below its callee's */
	cr_assert_eq(walk(&s.anchor, &seen), LR_RT_E_FRAME_POINTER);
	cr_assert_eq(seen.wrong.where, (void *)s.h);
	s.h[0] = (uintptr_t)s.g + 1;
	cr_assert_eq(walk(&s.anchor, &seen), LR_RT_E_FRAME_POINTER);
	s.h[0] = 8;
	cr_assert_eq(walk(&s.anchor, &seen), LR_RT_E_FRAME_POINTER);
	make_stack(&s);
	s.anchor.word = (uintptr_t)(code + 50) << LR_FRAME_NROOTS_SHIFT | LR_FRAME_ANCHOR;
	cr_assert_eq(walk(&s.anchor, &seen), LR_RT_E_FRAME_UNMAPPED, "behind the end of the code");
	cr_assert_eq(seen.wrong.code, LR_RT_E_FRAME_UNMAPPED);
	cr_assert_eq(seen.wrong.where, code + 50);
}

/* Two objects of an image, the second `at` bytes behind the first. */
static char two_texts[128];
static struct framemap_entry two[10];

static void
add_two_objects(size_t at)
{
	make_table(two, two_texts);
	make_table(two + 5, two_texts + at);
	cr_assert_eq(lr_framemap_add(two, two + 10, two_texts), LR_RT_OK);
}

/* Code between two objects of an image belongs to nobody, and must not be taken for what stands before it. */
Test(framemap, holes_in_an_image)
{
	struct stack s;
	struct seen seen;

	add_two_objects(64);
	make_stack(&s);
	s.anchor.word = (uintptr_t)(two_texts + 50) << LR_FRAME_NROOTS_SHIFT | LR_FRAME_ANCHOR;
	cr_assert_eq(walk(&s.anchor, &seen), LR_RT_E_FRAME_UNMAPPED);
	cr_assert_eq(seen.wrong.where, two_texts + 50);
}

/* Where one object ends, the next begins at once: the end of the first is no part of the function there. */
Test(framemap, objects_without_a_hole_between)
{
	struct stack s;
	struct seen seen;

	add_two_objects(48);
	make_stack(&s);
	s.anchor.word = (uintptr_t)(two_texts + 48 + 2) << LR_FRAME_NROOTS_SHIFT | LR_FRAME_ANCHOR;
	s.anchor.fp = (uintptr_t)s.f;
	cr_assert_eq(walk(&s.anchor, &seen), 3);
	cr_assert_eq(seen.values[0], REF(3));
	cr_assert_eq(seen.values[1], REF(4));
	cr_assert_eq(seen.values[2], REF(5));
	cr_assert_eq(lr_framemap_remove(two), LR_RT_OK);
}

Test(framemap, tables_that_are_none_are_fatal)
{
	static struct framemap_entry empty[2], unordered[5];

	make_table(table, code);
	EXPECT_FATAL(lr_framemap_add(empty, empty + 1, code), "is invalid");
	EXPECT_FATAL(lr_framemap_add(empty, NULL, code), "is invalid");
	EXPECT_FATAL(lr_framemap_add(table, table + 4, code), "is invalid"); /* its end is missing */
	make_table(unordered, code);
	struct framemap_entry first = unordered[0];
	first.start = (int32_t)((intptr_t)(code + 60) - (intptr_t)&unordered[0]);
	unordered[0] = first;
	EXPECT_FATAL(lr_framemap_add(unordered, unordered + 5, code), "is invalid");
	EXPECT_FATAL(lr_framemap_add(table, table + 5, &table), "is invalid"); /* the table of other code */
}

static int stop;

static void *
walk_all_the_time(void *arg)
{
	struct stack s;
	struct seen seen;
	intptr_t *walks = arg;

	make_stack(&s);
	do {
		if (walk(&s.anchor, &seen) != 5)
			return (void *)1;
		++*walks;
	} while (!__atomic_load_n(&stop, __ATOMIC_RELAXED));
	return NULL;
}

/* Others come and go, on both sides of it in memory. */
Test(framemap, images_change_while_threads_walk)
{
	enum { IMAGES = 40 };
	static char text[2 * IMAGES][64];
	static struct framemap_entry many[2 * IMAGES][5];
	pthread_t walker;
	intptr_t walks = 0;
	void *failed;

	make_table(table, code);
	lr_framemap_add(table, table + 5, code);
	lr_framemap_add(table, table + 5, code);
	lr_framemap_remove(table);         /* it was added twice */
	for (int i = 0; i < 2 * IMAGES; i++)
		make_table(many[i], text[i]);
	pthread_create(&walker, NULL, walk_all_the_time, &walks);
	for (int round = 0; round < 50; round++) {
		for (int i = 0; i < IMAGES; i++)
			lr_framemap_add(many[i * 2], many[i * 2] + 5, text[i * 2]);
		for (int i = IMAGES - 1; i >= 0; i--)
			lr_framemap_remove(many[i * 2]);
	}
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	pthread_join(walker, &failed);
	cr_assert_null(failed);
	cr_assert_gt(walks, 0);
}

static struct stack signal_stack;
static volatile sig_atomic_t signals, wrong;

static void
walk_in_handler(int number)
{
	struct seen seen;

	(void)number;
	signals++;
	wrong |= walk(&signal_stack.anchor, &seen) != 5;
}

static void *
send_signals(void *arg)
{
	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
		pthread_kill(*(pthread_t *)arg, SIGPROF);
		usleep(20);
	}
	return NULL;
}

/* A profiler's handler walks on the very thread that changes the list. */
Test(framemap, images_change_while_signals_walk, .timeout = 60)
{
	static char text[8][64];
	static struct framemap_entry many[8][5];
	pthread_t sender, self = pthread_self();

	make_table(table, code);
	lr_framemap_add(table, table + 5, code);
	for (int i = 0; i < 8; i++)
		make_table(many[i], text[i]);
	make_stack(&signal_stack);
	sigaction(SIGPROF, &(struct sigaction){ .sa_handler = walk_in_handler, .sa_flags = SA_RESTART }, NULL);
	pthread_create(&sender, NULL, send_signals, &self);
	while (signals < 2000) {
		for (int i = 0; i < 8; i++)
			lr_framemap_add(many[i], many[i] + 5, text[i]);
		for (int i = 7; i >= 0; i--)
			lr_framemap_remove(many[i]);
	}
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	pthread_join(sender, NULL);
	cr_assert_not(wrong);
}

/* A function with a table has a mapped frame in the chain, too; one anchor stands for all functions with tables, and
** the chain comes behind them. */
Test(framemap, mapped_frames_of_functions_with_tables)
{
	static const struct { uint32_t words, nruns; uint64_t run[1]; } map = { 2, 1, { LR_RUN(1, 1, 0, 1, LR_RUN_MOVING) } };
	struct mixed { uintptr_t number; void *reference; };
	struct {
		struct { uintptr_t word, prev, fp, pad; } anchor;
		void *h_slots[5], *h_pad;
		uintptr_t h[2];
		struct mixed variable;
		struct { uintptr_t word, prev; struct lr_block block; uintptr_t pad; } mapped;
		uintptr_t g[2];
		void *f_slots[4];
		uintptr_t f[2];
		struct { uintptr_t nroots; void *prev, *slot, *pad; } older;
	} s __attribute__((aligned(16)));
	struct seen seen;

	make_table(table, code);
	lr_framemap_add(table, NULL, code);
	memset(&s, 0, sizeof s);
	s.anchor.word = (uintptr_t)(code + 40) << LR_FRAME_NROOTS_SHIFT | LR_FRAME_ANCHOR;
	s.anchor.prev = (uintptr_t)&s.mapped;
	s.anchor.fp = (uintptr_t)s.h;
	s.h_slots[1] = REF(1);
	s.h_slots[4] = REF(2);
	s.h[0] = (uintptr_t)s.g;
	s.h[1] = (uintptr_t)(code + 32);
	s.variable = (struct mixed){ (uintptr_t)REF(98), REF(5) };
	s.mapped.word = LR_FRAME_MAPPED | LR_FRAME_MOVING | 1 << LR_FRAME_NROOTS_SHIFT;
	s.mapped.prev = (uintptr_t)&s.older;
	s.mapped.block = (struct lr_block){ (const struct lr_map *)(const void *)&map, &s.variable, 1 };
	s.g[0] = (uintptr_t)s.f;
	s.g[1] = (uintptr_t)(code + 5);
	s.f_slots[1] = REF(3);
	s.f_slots[2] = REF(4);
	s.f[0] = 0x1234567;
	s.f[1] = (uintptr_t)(elsewhere + 8);
	s.older.nroots = 1 << LR_FRAME_NROOTS_SHIFT;
	s.older.slot = REF(6);
	cr_assert_eq(walk(&s.anchor, &seen), 6);
	for (int i = 0; i < 6; i++)
		cr_assert_eq(seen.values[i], REF(i + 1), "%d", i);
	/* without the anchor it is the mapped frame alone */
	cr_assert_eq(walk(&s.mapped, &seen), 2);
	lr_framemap_remove(table);
}
