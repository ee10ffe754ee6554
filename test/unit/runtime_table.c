/* SPDX-License-Identifier: MIT */
/* runtime_table.c -- walks by table that end early, tables that end early, and deep stacks, whose frames are remembered. */
#include "runtime_util.h"
#include "walk_checked.h"
#include "statepoints_make.h"
#include "tables/framemap.h"

static char code[512];
static union { struct statepoint_table t; char room[1024] __attribute__((aligned(16))); } sites;

static char elsewhere[16]; /* code of which nothing is known */
#define REF(n) ((void *)(uintptr_t)(0x100000 + 256 * (n)))
enum { MAX = 64, NEVER = -1 };
/* What is met; and the root, derived pointer or frame at which the walk is answered. */
struct seen {
	void **slot[MAX];
	uint32_t flags[MAX];
	int count, derived, frames, bad;
	int root_at, derived_at, frame_at, answer;
};

static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	struct seen *s = user;

	cr_assert_lt(s->count, MAX);
	s->slot[s->count] = slot;
	s->flags[s->count] = site->flags;
	return s->count++ == s->root_at ? s->answer : 0;
}

static int
on_derived(void *user, void **slot, void *const *base, const struct lr_root_site *site)
{
	struct seen *s = user;

	(void)slot, (void)base, (void)site;
	return s->derived++ == s->derived_at ? s->answer : 0;
}

static int
on_frame(void *user, const struct lr_frame_info *f)
{
	struct seen *s = user;

	(void)f;
	return s->frames++ == s->frame_at ? s->answer : 0;
}

static void
on_bad(void *user, int bad, const void *where)
{
	(void)where;
	((struct seen *)user)->bad = bad;
}

static int64_t
walk_with(const void *newest, struct seen *s)
{
	struct lr_visitor v = { .struct_size = sizeof v, .root = on_root, .derived = on_derived, .frame = on_frame, .bad = on_bad, .user = s, .mode = LR_WALK_MARK };

	return walk_checked((struct lr_frame *)(uintptr_t)newest, &v);
}

static int64_t
walk(const void *newest, struct seen *s)
{
	*s = (struct seen){ .root_at = NEVER, .derived_at = NEVER, .frame_at = NEVER };
	return walk_with(newest, s);
}

/* What is walked lies in the same gigabyte as what tells of it, as it does in an image. */
static void
take_table(struct statepoint_maker *m)
{
	struct statepoint_table *made = table_of(m, sizeof code / 2);

	cr_assert_leq(made->bytes, sizeof sites);
	memcpy(&sites, made, made->bytes);
	free(made);
	sites.t.code = (int32_t)(code - (char *)&sites.t.code);
	cr_assert_eq(lr_statepoints_add(&sites.t, code), LR_RT_OK);
}

/* -- a frame with something of each kind */

struct whole {
	struct { uintptr_t word, prev, fp, pad; } anchor __attribute__((aligned(16)));
	uintptr_t between[2];
	void *word[20];
	uintptr_t frame[2];
};
enum { WHOLE_ROOTS = 9, WHOLE_DERIVED = 3 };

static void
make_whole(struct whole *s)
{
	struct statepoint_maker m;

	statepoint_make_begin(&m, reallocate, NULL);
	cr_assert(RECORD(&m, 16, HEAD(13), AT(SP, 24), AT(FP, -24), AT(SP, 32), AT(FP, -32), MEMORY(SP, 64), CONSTANT(2), MEMORY(FP, -8), CONSTANT(1),
		COUNTS(0, 2, 2, 1, 1), AT(SP, 8), AT(SP, 8), AT(FP, -16), AT(FP, -16), AT(SP, 8), AT(SP, 40), AT(SP, 24), AT(SP, 48),
		AT(FP, -32), AT(SP, 56)), "%s", m.why);
	take_table(&m);
	memset(s, 0, sizeof *s);
	s->anchor.word = LR_FRAME_ANCHOR;
	s->anchor.fp = (uintptr_t)s->between;
	s->between[0] = (uintptr_t)s->frame;
	s->between[1] = (uintptr_t)(code + 16);
	for (int i = 0; i < 20; i++)
		s->word[i] = REF(i + 1);
	s->frame[1] = (uintptr_t)(elsewhere + 8);
}

Test(table, everything_a_frame_can_have)
{
	struct whole s;
	struct seen seen;

	make_whole(&s);
	cr_assert_eq(walk(&s.anchor, &seen), WHOLE_ROOTS);
	const int words[] = { 1, 8, 9, 18, 3, 17, 4, 16, 19 };
	const uint32_t deep = LR_ROOT_FIXED | LR_ROOT_DEEP, flags[] = { 0, 0, 0, 0, LR_ROOT_FIXED, LR_ROOT_FIXED, deep, deep, deep };
	for (int i = 0; i < WHOLE_ROOTS; i++) {
		cr_assert_eq(seen.slot[i], &s.word[words[i]], "%d", i);
		cr_assert_eq(seen.flags[i], flags[i], "%d", i);
	}
	cr_assert_eq(seen.derived, WHOLE_DERIVED);
}

/* Wherever the table ends within the description, that is what is said; all that came before it was visited at most once. */
Test(table, descriptions_cut_off)
{
	struct whole s;
	struct seen seen;

	make_whole(&s);
	const uint32_t whole = sites.t.bytes, begin = (uint32_t)((const char *)statepoint_lists_of(&sites.t).descriptions - (const char *)&sites.t);
	uint32_t cut = whole, failed = 0;
	for (; cut >= begin; cut--) {
		sites.t.bytes = cut;
		const int64_t n = walk(&s.anchor, &seen);
		if (n == WHOLE_ROOTS) {
			cr_assert_lt(whole - cut, sizeof(uint64_t), "no more than the padding can be missing");
			cr_assert_eq(failed, 0);
			continue;
		}
		failed++;
		cr_assert_eq(n, LR_RT_E_FRAME_TABLE, "%u of %u", cut, whole);
		cr_assert_eq(seen.bad, LR_RT_E_FRAME_TABLE);
		cr_assert_lt(seen.count, WHOLE_ROOTS);
	}
	cr_assert_gt(failed, WHOLE_ROOTS + WHOLE_DERIVED);
}

Test(table, a_base_that_is_none)
{
	struct whole s;
	struct seen seen;
	struct statepoint_maker m;

	make_whole(&s);
	cr_assert_eq(lr_statepoints_remove(&sites.t), LR_RT_OK);
	statepoint_make_begin(&m, reallocate, NULL);
	cr_assert(RECORD(&m, 16, HEAD(0), AT(SP, 8), AT(SP, 8), AT(SP, 8), AT(SP, 40)));
	take_table(&m);
	cr_assert_eq(walk(&s.anchor, &seen), 1);
	cr_assert_eq(seen.derived, 1);
	uint8_t *d = (uint8_t *)(uintptr_t)statepoint_lists_of(&sites.t).descriptions;
	cr_assert_eq(d[3], 5 << 4, "a run, a derived pointer; where the run is; where the pointer is, and of which root");
	for (unsigned base = 1; base <= STATEPOINT_LOW_MORE; base++) {
		d[3] = (uint8_t)(5 << 4 | base);
		cr_assert_eq(walk(&s.anchor, &seen), LR_RT_E_FRAME_TABLE);
		cr_assert_eq(seen.derived, 0);
	}
}

/* No callback is called again once one wants no more: of roots, of derived pointers, of frames. */
Test(table, callbacks_that_want_no_more)
{
	struct whole s;
	struct seen seen;

	make_whole(&s);
	for (int answer = -7; answer <= 2; answer += 9) {
		for (int at = 0; at < WHOLE_ROOTS; at++) {
			seen = (struct seen){ .root_at = at, .derived_at = NEVER, .frame_at = NEVER, .answer = answer };
			cr_assert_eq(walk_with(&s.anchor, &seen), answer < 0 ? answer : at + 1);
			cr_assert_eq(seen.count, at + 1);
			cr_assert_eq(seen.bad, 0);
		}
		for (int at = 0; at < WHOLE_DERIVED; at++) {
			seen = (struct seen){ .root_at = NEVER, .derived_at = at, .frame_at = NEVER, .answer = answer };
			cr_assert_eq(walk_with(&s.anchor, &seen), answer < 0 ? answer : 0);
			cr_assert_eq(seen.derived, at + 1);
			cr_assert_eq(seen.count, 0, "derived pointers come first");
			cr_assert_eq(seen.bad, 0);
		}
		seen = (struct seen){ .root_at = NEVER, .derived_at = NEVER, .answer = answer };
		cr_assert_eq(walk_with(&s.anchor, &seen), answer < 0 ? answer : 0);
		cr_assert_eq(seen.count + seen.derived, 0);
	}
	seen = (struct seen){ .root_at = NEVER, .derived_at = NEVER, .answer = LR_WALK_SKIP_FRAME };
	cr_assert_eq(walk_with(&s.anchor, &seen), 0);
	cr_assert_eq(seen.bad, 0);
}

/* -- deep stacks */

/* Functions, by where calls in them return to, and by how many roots there are in their frames. */
enum { PLAIN = 16, BY_FP = 32, FIVE = 48, DISTANT = 64, PINNED = 96, SIDE = 256 + 10, PIECES = 256 + 42, MANY = 256 + 74, BELOW = 256 + 106 };
enum { FRAMES = 40, WORDS = 400, FAR_WORDS = INT16_MAX + 9 };
struct frame { void *word[WORDS]; uintptr_t frame[2]; };
struct deep {
	struct { uintptr_t word, prev, fp, pad; } anchor __attribute__((aligned(16)));
	void *far_below[FAR_WORDS];
	uintptr_t between[2];
	struct frame frame[FRAMES];
	void *far_above[FAR_WORDS];
};
static struct deep deep;
static struct framemap_entry side[6];

static unsigned
roots_of(int pc)
{
	return pc == FIVE ? 5 : pc == PIECES ? 2 : pc == MANY ? 300 : 1;
}

static void
make_deep_tables(void)
{
	struct statepoint_maker m;

	statepoint_make_begin(&m, reallocate, NULL);
	cr_assert(RECORD(&m, PLAIN, HEAD(0), AT(SP, 8), AT(SP, 8)));
	cr_assert(RECORD(&m, BY_FP, HEAD(0), AT(FP, -8), AT(FP, -8)));
	cr_assert(RECORD(&m, FIVE, HEAD(0), AT(SP, 8), AT(SP, 8), AT(SP, 16), AT(SP, 16), AT(SP, 24), AT(SP, 24), AT(SP, 32), AT(SP, 32), AT(SP, 40), AT(SP, 40)));
	cr_assert(RECORD(&m, DISTANT, HEAD(0), AT(SP, 8 * FAR_WORDS), AT(SP, 8 * FAR_WORDS)));
	cr_assert(RECORD(&m, PINNED, HEAD(6), AT(SP, 8), COUNTS(0, 1, 0, 0, 0)));
	take_table(&m);
	const struct { unsigned start; uint32_t words, count; } said[] = {
		{ 256, 3, 1 }, { 256 + 32, 2, 1 }, { 256 + 32, 5, 1 }, { 256 + 64, 320, 300 }, { 256 + 96, FAR_WORDS, 1 }, { 256 + 128, 0, FRAMEMAP_END }
	};
	for (size_t i = 0; i < 6; i++) {
		side[i].start = (int32_t)((intptr_t)(code + said[i].start) - (intptr_t)&side[i]);
		side[i].slots = said[i].words << FRAMEMAP_WORDS_SHIFT | said[i].count;
	}
	cr_assert_eq(lr_framemap_add(side, side + 6, code + 256), LR_RT_OK);
}

/* Frames of `plain` with one of `other` between each two, if there is one. */
static void
make_deep(int plain, int other)
{
	struct deep *s = &deep;

	memset(s, 0, sizeof *s);
	s->anchor.word = LR_FRAME_ANCHOR;
	s->anchor.fp = (uintptr_t)s->between;
	s->between[0] = (uintptr_t)s->frame[0].frame;
	s->between[1] = (uintptr_t)(code + plain);
	for (int i = 0; i < FRAMES; i++) {
		for (int k = 0; k < WORDS; k++)
			s->frame[i].word[k] = REF(i);
		s->frame[i].frame[0] = i + 1 < FRAMES ? (uintptr_t)s->frame[i + 1].frame : 0;
		s->frame[i].frame[1] = i + 1 == FRAMES ? (uintptr_t)(elsewhere + 8) : (uintptr_t)(code + (other != 0 && i % 2 == 0 ? other : plain));
	}
	for (size_t i = 0; i < FAR_WORDS; i++)
		s->far_below[i] = s->far_above[i] = REF(99);
}

static int counted;

static int
count_root(void *user, void **slot, const struct lr_root_site *site)
{
	(void)user, (void)slot, (void)site;
	counted++;
	return 0;
}

/* The first frames of a walk and the later ones are found in different ways; both find all of it, whatever comes between. */
Test(table, each_frame_of_a_deep_stack)
{
	const int kinds[] = { PLAIN, BY_FP, FIVE, DISTANT, PINNED, SIDE, PIECES, MANY, BELOW };
	struct lr_visitor v = { .struct_size = sizeof v, .root = count_root, .mode = LR_WALK_MARK };

	make_deep_tables();
	for (size_t a = 0; a < sizeof kinds / sizeof *kinds; a++)
		for (size_t b = 0; b < sizeof kinds / sizeof *kinds; b++) {
			make_deep(kinds[a], kinds[b]);
			const int64_t all = FRAMES / 2 * (int64_t)(roots_of(kinds[a]) + roots_of(kinds[b]));
			counted = 0;
			cr_assert_eq(walk_checked((struct lr_frame *)(void *)&deep.anchor, &v), all, "%d %d", kinds[a], kinds[b]);
			cr_assert_eq(counted, all);
		}
}

Test(table, a_deep_walk_ends_where_it_is_told_to)
{
	const int kinds[] = { PLAIN, SIDE };
	struct seen seen;

	make_deep_tables();
	for (size_t k = 0; k < 2; k++) {
		make_deep(kinds[k], 0);
		for (int at = 0; at < FRAMES; at++) {
			seen = (struct seen){ .root_at = at, .derived_at = NEVER, .frame_at = NEVER, .answer = 3 };
			cr_assert_eq(walk_with(&deep.anchor, &seen), at + 1);
			cr_assert_eq(seen.frames, at + 1);
			seen = (struct seen){ .root_at = NEVER, .derived_at = NEVER, .frame_at = at, .answer = -9 };
			cr_assert_eq(walk_with(&deep.anchor, &seen), -9);
			cr_assert(seen.frames == at + 1 && seen.count == at);
			seen = (struct seen){ .root_at = NEVER, .derived_at = NEVER, .frame_at = at, .answer = LR_WALK_SKIP_FRAME };
			cr_assert_eq(walk_with(&deep.anchor, &seen), FRAMES - 1);
			cr_assert_eq(seen.frames, FRAMES);
		}
	}
}

/* A frame pointer that cannot be one is found however deep it is; and what comes before it has been visited. */
Test(table, deep_frame_pointers_that_cannot_be)
{
	const int kinds[] = { PLAIN, SIDE };
	struct seen seen;

	make_deep_tables();
	for (size_t k = 0; k < 2; k++)
		for (int at = 0; at + 1 < FRAMES; at++) {
			uintptr_t *fp = &deep.frame[at].frame[0];
			const uintptr_t wrong[] = { (uintptr_t)deep.frame[at + 1].frame + 4, (uintptr_t)1 << 47, (uintptr_t)fp, (uintptr_t)fp - 64, 0, 64 };
			for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
				make_deep(kinds[k], 0);
				*fp = wrong[i];
				cr_assert_eq(walk(&deep.anchor, &seen), LR_RT_E_FRAME_POINTER, "%d %zu", at, i);
				cr_assert(seen.count == at + 1 && seen.frames == at + 1);
			}
			/* it lies above the one before, and below where its own frame begins */
			make_deep(kinds[k], 0);
			*fp += 8 - (*fp - (uintptr_t)fp);
			if (kinds[k] == PLAIN)
				cr_assert_eq(walk(&deep.anchor, &seen), LR_RT_E_FRAME_POINTER, "%d", at);
		}
}

/* What the chain has between frames that are found by table: anchors are passed, anything else is looked at when its turn comes. */
Test(table, what_the_chain_has_in_deep_frames)
{
	struct inner { uintptr_t word, prev, fp, root; } *in[3];
	struct seen seen;

	make_deep_tables();
	make_deep(PLAIN, 0);
	for (int i = 0; i < 3; i++) {
		in[i] = (struct inner *)(((uintptr_t)&deep.frame[12 + 8 * i].word[100] + 15) & ~(uintptr_t)15);
		*in[i] = (struct inner){ LR_FRAME_ANCHOR, 0, (uintptr_t)deep.frame[11 + 8 * i].frame, 0 };
	}
	in[0]->prev = (uintptr_t)in[1];
	in[1]->prev = (uintptr_t)in[2];
	deep.anchor.prev = (uintptr_t)in[0];
	cr_assert_eq(walk(&deep.anchor, &seen), FRAMES, "all anchors are passed");
	in[1]->fp = (uintptr_t)deep.frame[30].frame; /* not where it is, and passed all the same once that frame has been met */
	cr_assert_eq(walk(&deep.anchor, &seen), FRAMES);
	in[0]->prev = (uintptr_t)in[0];    /* leads back into itself */
	cr_assert_eq(walk(&deep.anchor, &seen), LR_RT_E_FRAME_CYCLE);
	in[0]->prev = (uintptr_t)in[1] + 8;
	cr_assert_eq(walk(&deep.anchor, &seen), LR_RT_E_FRAME_ALIGN);
	cr_assert_eq(seen.count, FRAMES);
	in[0]->prev = (uintptr_t)in[1];
	*in[1] = (struct inner){ 2 << LR_FRAME_NROOTS_SHIFT, 0, (uintptr_t)REF(50), (uintptr_t)REF(51) }; /* a frame with two roots */
	cr_assert_eq(walk(&deep.anchor, &seen), FRAMES + 2);
	cr_assert_eq(seen.slot[FRAMES], (void **)&in[1]->fp);
	in[1]->word = LR_FRAME_ANCHOR | LR_FRAME_INDIRECT;
	cr_assert_eq(walk(&deep.anchor, &seen), LR_RT_E_FRAME_FLAGS);
}
