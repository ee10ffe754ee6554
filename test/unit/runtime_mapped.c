/* SPDX-License-Identifier: MIT */
/* Mapped frames made by hand: which words are visited, as what, beside other frames, and what a bad map is answered
** with. */
#include "runtime_util.h"
#include "walk_checked.h"

#define DIRECT(n) ((uintptr_t)(n) << LR_FRAME_NROOTS_SHIFT)
#define MAPPED(n) (DIRECT(n) | LR_FRAME_MAPPED)
#define REF(i) ((void *)((uintptr_t)0x10000 + 16 * (uintptr_t)(i)))
#define HELD (LR_ROOT_FIXED | LR_ROOT_DEEP)

enum { MOST_RUNS = 8, MOST_SEEN = 64 };

struct own_map { uint32_t words, nruns; uint64_t run[MOST_RUNS]; };
struct mapped { struct lr_frame head; struct lr_block block[3]; } __attribute__((aligned(16)));
struct direct { struct lr_frame head; void *slots[2]; } __attribute__((aligned(16)));

static struct seen {
	uint32_t n, nframes;
	void **slots[MOST_SEEN];
	struct lr_root_site sites[MOST_SEEN];
	struct lr_frame_info frames[MOST_SEEN];
	struct walked_wrong wrong;
	int frame_answer;
} seen;

static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	(void)user;
	if (seen.n < MOST_SEEN) {
		seen.slots[seen.n] = slot;
		seen.sites[seen.n] = *site;
	}
	seen.n++;
	return 0;
}

static int
on_frame(void *user, const struct lr_frame_info *info)
{
	(void)user;
	if (seen.nframes < MOST_SEEN)
		seen.frames[seen.nframes] = *info;
	seen.nframes++;
	return seen.frame_answer;
}

static void
on_bad(void *user, int code, const void *where)
{
	(void)user;
	walked_note_wrong(&seen.wrong, code, where);
}

static int64_t
walk(void *newest)
{
	seen = (struct seen){ .frame_answer = seen.frame_answer };
	return walk_checked(newest, &VISITOR(.root = on_root, .frame = on_frame, .bad = on_bad));
}

static struct lr_block
block(const struct own_map *map, void *at, uintptr_t count)
{
	return (struct lr_block){ (const struct lr_map *)(const void *)map, at, count };
}

/* A frame of one block. */
static struct mapped
frame_of(uintptr_t flags, const struct own_map *map, void *at, uintptr_t count)
{
	return (struct mapped){ { MAPPED(1) | flags, NULL }, { block(map, at, count) } };
}

/* Every word looks like a reference. */
static void
fill(void **words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		words[i] = REF(i);
}

/* The words of `at` that were seen, in order. */
static void
expect_words(void **at, const uint32_t *words, uint32_t n)
{
	cr_assert_eq(seen.n, n, "%u, not %u", seen.n, n);
	for (uint32_t i = 0; i < n; i++)
		cr_assert_eq(seen.slots[i], at + words[i], "slot %u is word %td, not %u", i, seen.slots[i] - at,
			words[i]);
}
#define EXPECT_WORDS(at, ...) \
	expect_words(at, (const uint32_t[]){ __VA_ARGS__ }, (uint32_t)(sizeof (const uint32_t[]){ __VA_ARGS__ } / sizeof(uint32_t)))

/* struct { ref; long; ref; ref; long }[3] */
Test(mapped, elements_side_by_side)
{
	static const struct own_map map = { 5, 2,
		{ LR_RUN(0, 1, 0, 1, LR_RUN_MOVING), LR_RUN(2, 2, 0, 1, LR_RUN_MOVING) } };
	void *words[16];
	struct mapped f = frame_of(0, &map, words, 3);

	fill(words, 16);
	cr_assert_eq(walk(&f), 9);
	EXPECT_WORDS(words, 0, 2, 3, 5, 7, 8, 10, 12, 13);
	for (uint32_t i = 0; i < 9; i++) {
		cr_assert_eq(seen.sites[i].index, i);
		cr_assert_eq(seen.sites[i].kind, LR_ROOT_FRAME);
		cr_assert_eq(seen.sites[i].frame, &f.head);
		cr_assert_eq(seen.sites[i].block, &f.block[0]);
		cr_assert_eq(seen.sites[i].flags, HELD, "no word of the frame says that it copes with moving");
	}
	cr_assert_eq(seen.nframes, 1);
	cr_assert_eq(seen.frames[0].nroots, 9);
	cr_assert_eq(seen.frames[0].frame, &f.head);
	cr_assert_not(seen.frames[0].indirect);
	cr_assert_null(seen.frames[0].slots);
	/* null and small values are no references here, either */
	words[2] = NULL;
	words[5] = (void *)(uintptr_t)8;
	cr_assert_eq(walk(&f), 7);
	EXPECT_WORDS(words, 0, 3, 7, 8, 10, 12, 13);
}

Test(mapped, count_zero_is_not_looked_at)
{
	static const struct own_map map = { 1, 1, { LR_RUN(0, 1, 0, 1, LR_RUN_MOVING) } };
	void *word = REF(1);
	struct mapped f = { { MAPPED(3), NULL }, { { (const void *)8, (void *)8, 0 }, block(&map, &word, 1), { 0 } } };

	cr_assert_eq(walk(&f), 1);
	cr_assert_eq(seen.slots[0], &word);
	cr_assert_eq(seen.sites[0].block, &f.block[1]);
	f.block[1].count = 0;
	cr_assert_eq(walk(&f), 0);
	cr_assert_eq(seen.nframes, 1);
	f.head.nroots = MAPPED(0);
	cr_assert_eq(walk(&f), 0);
}

/* Runs that are repeated, and two that are interleaved. */
Test(mapped, strides)
{
	static const struct own_map map = { 20, 4,
		{ LR_RUN(1, 1, 0, 1, LR_RUN_MOVING), LR_RUN(2, 1, 4, 3, LR_RUN_MOVING),
			LR_RUN(4, 2, 4, 3, LR_RUN_MOVING), LR_RUN(15, 2, 3, 2, LR_RUN_MOVING) } };
	void *words[40];
	struct mapped f = frame_of(LR_FRAME_MOVING, &map, words, 2);

	fill(words, 40);
	cr_assert_eq(walk(&f), 28);
	EXPECT_WORDS(words, 1, 2, 6, 10, 4, 5, 8, 9, 12, 13, 15, 16, 18, 19, 21, 22, 26, 30, 24, 25, 28, 29, 32, 33, 35,
		36, 38, 39);
	for (uint32_t i = 0; i < 28; i++)
		cr_assert(seen.sites[i].index == i && seen.sites[i].flags == 0);
}

Test(mapped, the_largest_numbers)
{
	enum { WORDS = (1 << 20) + 4095 };
	static const struct own_map map = { WORDS, 1, { LR_RUN((1 << 20) - 1, 4095, 0, 1, LR_RUN_DEEP) } };
	static const struct own_map often = { 65535 * 2, 1, { LR_RUN(0, 1, 2, 65535, LR_RUN_FIXED) } };
	static void *words[WORDS];
	struct mapped f = { { MAPPED(2) | LR_FRAME_MOVING, NULL }, { block(&map, words, 1), block(&often, words, 1) } };

	fill(words, WORDS);
	cr_assert_eq(walk(&f), 4095 + 65535);
	cr_assert_eq(seen.slots[0], words + (1 << 20) - 1);
	cr_assert_eq(seen.sites[0].flags, HELD);
}

Test(mapped, kinds)
{
	static const struct own_map map = { 4, 4, { LR_RUN(0, 1, 0, 1, LR_RUN_DEEP), LR_RUN(1, 1, 0, 1, LR_RUN_MOVING),
		LR_RUN(2, 1, 0, 1, LR_RUN_FIXED), LR_RUN(3, 1, 0, 1, LR_RUN_MOVING) } };
	static const uint32_t flags[] = { HELD, 0, LR_ROOT_FIXED, 0 };
	void *words[4];
	struct mapped f = frame_of(LR_FRAME_MOVING, &map, words, 1);

	fill(words, 4);
	cr_assert_eq(walk(&f), 4);
	for (int i = 0; i < 4; i++)
		cr_assert_eq(seen.sites[i].flags, flags[i], "%d", i);
	f.head.nroots &= ~(uintptr_t)LR_FRAME_MOVING;
	cr_assert_eq(walk(&f), 4);
	for (int i = 0; i < 4; i++)
		cr_assert_eq(seen.sites[i].flags, HELD, "%d", i);
}

/* Memory of references only, of a length that was not known before. */
Test(mapped, references_from_end_to_end)
{
	static const struct own_map map = { 1, 1, { LR_RUN(0, 1, 0, 1, LR_RUN_FIXED) } };
	static void *words[1000];
	struct mapped f = frame_of(LR_FRAME_MOVING, &map, words, 1000);

	fill(words, 1000);
	cr_assert_eq(walk(&f), 1000);
	cr_assert_eq(seen.sites[63].index, 63);
	cr_assert_eq(seen.sites[63].flags, LR_ROOT_FIXED);
}

Test(mapped, frames_may_be_skipped)
{
	static const struct own_map map = { 1, 1, { LR_RUN(0, 1, 0, 1, LR_RUN_MOVING) } };
	void *word = REF(1);
	struct mapped f = frame_of(0, &map, &word, 1);

	seen = (struct seen){ .frame_answer = LR_WALK_SKIP_FRAME };
	cr_assert_eq(lr_walk_frames(&f.head, &VISITOR(.root = on_root, .frame = on_frame)), 0);
	cr_assert_eq(seen.n, 0);
	seen = (struct seen){ .frame_answer = 0 };
	cr_assert_eq(lr_walk_frames(&f.head, &VISITOR(.root = on_root, .frame = on_frame, .mode = LR_WALK_FINISH)), 0);
	cr_assert_eq(lr_walk_frames(&f.head, &VISITOR(.root = on_root, .frame = on_frame, .mode = LR_WALK_RELOCATE)),
		1);
}

/* One chain, from new to old: mapped, direct, mapped, indirect; with entries of the shadow stack between them. */
Test(mapped, among_other_frames)
{
	static const struct own_map map = { 2, 1, { LR_RUN(1, 1, 0, 1, LR_RUN_MOVING) } };
	static const struct { int32_t nroots, nmeta; } entry_map = { 1, 0 };
	struct entry { struct lr_stack_entry *next; const void *map; void *root; };
	struct {
		struct mapped a;
		struct direct b;
		struct entry c;
		struct mapped d;
		struct direct e;
		struct mapped g;
	} s = { .b = { { DIRECT(2), &s.d.head }, { REF(10), REF(11) } },
		.c = { NULL, &entry_map, REF(12) },
		.e = { { DIRECT(1) | LR_FRAME_INDIRECT, &s.g.head }, { NULL, NULL } } };
	void *words[4], *variable = REF(13);
	lr_task *task = lr_task_current();

	fill(words, 4);
	s.a = frame_of(LR_FRAME_MOVING, &map, words, 2);
	s.a.head.prev = &s.b.head;
	s.d = frame_of(0, &map, words, 1);
	s.d.head.prev = &s.e.head;
	s.e.slots[0] = &variable;
	s.g = frame_of(LR_FRAME_MOVING, &map, words + 2, 1);
	task->gcstack = &s.a.head;
	llvm_gc_root_chain = (struct lr_stack_entry *)(void *)&s.c;
	const struct walked *w = walk_in_all_ways(NULL, task);
	task->gcstack = NULL;
	llvm_gc_root_chain = NULL;
	void **const want[] = { &words[1], &words[3], &s.b.slots[0], &s.b.slots[1], &s.c.root, &words[1], &variable,
		&words[3] };
	static const uint32_t flags[] = { 0, 0, HELD, HELD, HELD, HELD, HELD, 0 };
	cr_assert_eq(w->result, 8);
	for (int i = 0; i < 8; i++)
		cr_assert(w->slot[i].slot == want[i] && w->slot[i].flags == flags[i], "%d", i);
}

/* More of them than a batch has runs. */
Test(mapped, many_frames)
{
	enum { N = 300 };
	static const struct own_map map = { 3, 2,
		{ LR_RUN(0, 1, 0, 1, LR_RUN_MOVING), LR_RUN(2, 1, 0, 1, LR_RUN_FIXED) } };
	static struct { struct mapped m; struct direct d; } f[N];
	void *words[3];

	fill(words, 3);
	for (int i = 0; i < N; i++) {
		f[i].m = frame_of(i % 3 != 0 ? LR_FRAME_MOVING : 0, &map, words, 1);
		f[i].m.head.prev = &f[i].d.head;
		f[i].d = (struct direct){ { DIRECT(2) | (i % 2 ? LR_FRAME_MOVING : 0),
			i + 1 < N ? &f[i + 1].m.head : NULL },
			{ REF(1), REF(2) } };
	}
	cr_assert_eq(walk(&f[0].m), 4 * N);
	f[N - 1].d.head.prev = &f[7].m.head;
	cr_assert_eq(walk(&f[0].m), LR_RT_E_FRAME_CYCLE);
}

static int64_t
walk_map(struct own_map map)
{
	static void *words[64];
	static struct own_map kept;
	struct direct newer = { { DIRECT(1), NULL }, { REF(1), NULL } };
	struct mapped f = frame_of(0, &kept, words, 1);

	fill(words, 64);
	kept = map;
	newer.head.prev = &f.head;
	const int64_t result = walk(&newer);
	/* nothing of the frame is shown, and what is newer is */
	if (result < 0) {
		cr_assert_eq(seen.n, 1);
		cr_assert_eq(seen.wrong.code, result);
		cr_assert_eq(seen.wrong.where, &f.head);
	}
	return result;
}
#define MAP(words, ...) \
	((struct own_map){ words, sizeof (uint64_t[]){ __VA_ARGS__ } / 8, { __VA_ARGS__ } })

Test(mapped, bad_runs)
{
	cr_assert_eq(walk_map(MAP(1, LR_RUN(0, 1, 0, 1, 0))), 2);
	cr_assert_eq(walk_map(MAP(1, LR_RUN(0, 0, 0, 1, 0))), LR_RT_E_MAP_RUN, "no words");
	cr_assert_eq(walk_map(MAP(1, LR_RUN(0, 1, 0, 0, 0))), LR_RT_E_MAP_RUN, "no time");
	cr_assert_eq(walk_map(MAP(1, LR_RUN(1, 1, 0, 1, 0))), LR_RT_E_MAP_RUN, "outside");
	cr_assert_eq(walk_map(MAP(4, LR_RUN(3, 2, 0, 1, 0))), LR_RT_E_MAP_RUN, "half outside");
	cr_assert_eq(walk_map(MAP(4, LR_RUN(0, 1, 2, 3, 0))), LR_RT_E_MAP_RUN, "the last time is outside");
	cr_assert_eq(walk_map(MAP(5, LR_RUN(0, 1, 2, 3, 0))), 4);
	cr_assert_eq(walk_map(MAP(9, LR_RUN(0, 2, 1, 3, 0))), LR_RT_E_MAP_RUN, "overlaps itself");
	cr_assert_eq(walk_map(MAP(9, LR_RUN(0, 2, 0, 3, 0))), LR_RT_E_MAP_RUN, "the same words again and again");
	cr_assert_eq(walk_map(MAP(9, LR_RUN(3, 1, 0, 1, 0), LR_RUN(1, 1, 0, 1, 0))), LR_RT_E_MAP_RUN, "unordered");
	cr_assert_eq(walk_map(MAP(9, LR_RUN(1, 2, 0, 1, 0), LR_RUN(2, 1, 0, 1, 0))), LR_RT_E_MAP_RUN, "overlap");
	cr_assert_eq(walk_map(MAP(9, LR_RUN(0, 1, 3, 3, 0), LR_RUN(5, 1, 0, 1, 0))), LR_RT_E_MAP_RUN,
		"within the other's extent");
	cr_assert_eq(walk_map(MAP(9, LR_RUN(0, 1, 3, 3, 0), LR_RUN(1, 1, 3, 3, 0))), 7);
	cr_assert_eq(walk_map(MAP(9, LR_RUN(0, 1, 3, 3, 0), LR_RUN(1, 1, 3, 3, 0), LR_RUN(2, 1, 3, 3, 0))), 10);
	cr_assert_eq(walk_map(MAP(9, LR_RUN(0, 1, 3, 3, 0), LR_RUN(1, 1, 3, 2, 0))), LR_RT_E_MAP_RUN, "not as often");
	cr_assert_eq(walk_map(MAP(9, LR_RUN(0, 1, 3, 2, 0), LR_RUN(1, 1, 4, 2, 0))), LR_RT_E_MAP_RUN, "another stride");
	cr_assert_eq(walk_map(MAP(9, LR_RUN(0, 1, 3, 3, 0), LR_RUN(0, 1, 3, 3, 0))), LR_RT_E_MAP_RUN, "the same");
	cr_assert_eq(walk_map(MAP(12, LR_RUN(0, 1, 3, 3, 0), LR_RUN(2, 2, 3, 3, 0))), LR_RT_E_MAP_RUN,
		"longer than the stride");
	cr_assert_eq(walk_map(MAP(12, LR_RUN(0, 1, 4, 2, 0), LR_RUN(2, 1, 4, 2, 0), LR_RUN(4, 1, 4, 2, 0))),
		LR_RT_E_MAP_RUN, "the next time of the first");
	cr_assert_eq(walk_map(MAP(14, LR_RUN(0, 1, 4, 2, 0), LR_RUN(2, 1, 4, 2, 0), LR_RUN(7, 1, 4, 2, 0))), 7,
		"behind both");
	cr_assert_eq(walk_map(MAP(1, LR_RUN(0, 1, 0, 1, 3))), LR_RT_E_MAP_KIND);
	cr_assert_eq(walk_map(MAP(1, LR_RUN(0, 1, 0, 1, 15))), LR_RT_E_MAP_KIND);
	cr_assert_eq(walk_map(MAP(0, LR_RUN(0, 1, 0, 1, 0))), LR_RT_E_MAP_SIZE);
	cr_assert_eq(walk_map((struct own_map){ .words = 2, .nruns = 3 }), LR_RT_E_MAP_SIZE, "more runs than words");
	cr_assert_eq(walk_map((struct own_map){ .words = 2 }), 1, "no references at all");
}

Test(mapped, bad_blocks)
{
	static const struct own_map map = { 2, 1, { LR_RUN(0, 1, 0, 1, LR_RUN_MOVING) } };
	static void *words[4];
	struct mapped f = frame_of(0, &map, words, 1);

	f.block[0].map = (const struct lr_map *)(const void *)((const char *)&map + 4);
	cr_assert_eq(walk(&f), LR_RT_E_MAP_ADDRESS);
	f.block[0].map = NULL;
	cr_assert_eq(walk(&f), LR_RT_E_MAP_ADDRESS);
	f.block[0].map = (const struct lr_map *)(uintptr_t)0xDBDBDBDBDBDBDBD8u;
	cr_assert_eq(walk(&f), LR_RT_E_MAP_ADDRESS);
	f = frame_of(0, &map, (char *)words + 4, 1);
	cr_assert_eq(walk(&f), LR_RT_E_BLOCK_ADDRESS);
	f = frame_of(0, &map, NULL, 1);
	cr_assert_eq(walk(&f), LR_RT_E_BLOCK_ADDRESS);
	f = frame_of(0, &map, words, (LR_BLOCK_MAX_WORDS / 2) + 1);
	cr_assert_eq(walk(&f), LR_RT_E_MAP_SIZE);
	f = frame_of(0, &map, words, UINTPTR_MAX);
	cr_assert_eq(walk(&f), LR_RT_E_MAP_SIZE);
	/* together they have too many */
	f = (struct mapped){ { MAPPED(3), NULL },
		{ block(&map, words, LR_BLOCK_MAX_WORDS / 2), block(&map, words, LR_BLOCK_MAX_WORDS / 2),
			block(&map, words, LR_BLOCK_MAX_WORDS / 2) } };
	cr_assert_eq(walk(&f), LR_RT_E_FRAME_NROOTS);
}

Test(mapped, bad_heads)
{
	struct mapped f = { { MAPPED(0), NULL }, { { 0 } } };

	cr_assert_eq(walk(&f), 0);
	f.head.nroots = MAPPED((uintptr_t)LR_FRAME_MAX_BLOCKS + 1);
	cr_assert_eq(walk(&f), LR_RT_E_FRAME_NROOTS);
	f.head.nroots = MAPPED(1) | LR_FRAME_INDIRECT;
	cr_assert_eq(walk(&f), LR_RT_E_FRAME_FLAGS);
	f.head.nroots = MAPPED(1) | (uintptr_t)1 << LR_FRAME_FIXED_SHIFT;
	cr_assert_eq(walk(&f), LR_RT_E_FRAME_FLAGS);
	f.head.nroots = MAPPED(1) | LR_FRAME_MOVING | (uintptr_t)1 << LR_FRAME_DEEP_SHIFT;
	cr_assert_eq(walk(&f), LR_RT_E_FRAME_FLAGS);
	for (int code = LR_RT_E_BLOCK_ADDRESS; code <= LR_RT_E_MAP_ADDRESS; code++)
		cr_assert_str_neq(lr_rt_strerror(code), lr_rt_strerror(-12345));
}

/* Of the heap: what a mapped variable holds lives, and moves or stays as its kind says. */
Test(mapped, objects_live_and_move)
{
	static const struct own_map map = { 4, 3,
		{ LR_RUN(0, 1, 0, 1, LR_RUN_MOVING), LR_RUN(2, 1, 0, 1, LR_RUN_FIXED),
			LR_RUN(3, 1, 0, 1, LR_RUN_DEEP) } };
	struct { struct node *moves; intptr_t number; struct node *stays, *deep; } v = { 0 }, before;
	struct mapped f = frame_of(LR_FRAME_MOVING, &map, &v, 1);
	struct lr_gc_config c = { .struct_size = sizeof c };

	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	c.stress = 1;
	c.mode = LR_GC_MOVING;
	c.verify = 1;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
	lr_task_current()->gcstack = &f.head;
	v.moves = node_new(1, NULL);
	v.stays = node_new(2, NULL);
	v.deep = node_new(3, NULL);
	v.deep = node_new(4, v.deep);
	v.number = (intptr_t)node_new(99, NULL);
	before = v;
	struct node *const below = v.deep->next;
	lr_gc_collect(1);
	lr_gc_collect(1);
	cr_assert_neq(v.moves, before.moves);
	cr_assert_eq(v.moves->value, 1);
	cr_assert_eq(v.stays, before.stays);
	cr_assert_eq(v.deep, before.deep);
	cr_assert_eq(v.deep->next, below);
	cr_assert_eq(v.deep->next->value, 3);
	cr_assert_eq(v.number, before.number);
	cr_assert_eq(stats().live_objects, 4);
	f.block[0].count = 0;
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 0);
	lr_task_current()->gcstack = NULL;
}

/* What the collector says of a bad reference in one. */
Test(mapped, bad_references_are_named)
{
	static const struct own_map map = { 2, 1, { LR_RUN(1, 1, 0, 1, LR_RUN_MOVING) } };
	void *words[2] = { NULL, REF(1) };
	struct mapped f = frame_of(0, &map, words, 1);

	set_stress(1);
	lr_task_current()->gcstack = &f.head;
	EXPECT_FATAL(lr_gc_collect(1), "bad reference", "(mapped), slot 0");
}
