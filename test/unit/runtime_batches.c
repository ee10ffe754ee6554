/* SPDX-License-Identifier: MIT */
/* runtime_batches.c -- slots handed over by the batch: how many, in which order, when; moving with them; and what is remembered of frames between walks. */
#include <pthread.h>

#include "runtime/walk/frame_cache.h"
#include "runtime_util.h"
#include "statepoints_make.h"
#include "tables/framemap.h"
#include "walk_checked.h"

static char elsewhere[16]; /* code of which nothing is known */
#define REF(n) ((void *)(uintptr_t)(0x100000 + 256 * (n)))
enum { HELD = LR_ROOT_FIXED | LR_ROOT_DEEP };

struct batches {
	uint32_t n, flags[64], frames, bad;
	size_t size[64];           /* words */
	size_t runs[64];
	size_t slots, empty;
	int answer;
};

static int
on_roots(void *user, const struct lr_root_run *runs, size_t n, const struct lr_root_site *site)
{
	struct batches *b = user;
	size_t words = 0;

	cr_assert_lt(b->n, 64);
	cr_assert_eq(b->bad, 0, "what was found is handed over before it is said what is wrong");
	for (size_t i = 0; i < n; i++) {
		words += runs[i].n;
		for (size_t k = 0; k < runs[i].n; k++)
			*((uintptr_t)runs[i].slots[k] >= LR_SMALL_VALUE_LIMIT ? &b->slots : &b->empty) += 1;
	}
	b->runs[b->n] = n;
	b->size[b->n] = words;
	b->flags[b->n++] = site->flags;
	return b->answer;
}

static int
on_frame(void *user, const struct lr_frame_info *info)
{
	struct batches *b = user;

	return b->frames++ % 2 == 0 || info->nroots == 0 ? 0 : LR_WALK_SKIP_FRAME;
}

static void
on_bad(void *user, int code, const void *where)
{
	(void)code, (void)where;
	((struct batches *)user)->bad++;
}

static int64_t
walk(void *newest, struct batches *b, bool frames)
{
	struct lr_visitor v = { .struct_size = sizeof v, .roots = on_roots, .frame = frames ? on_frame : NULL, .bad = on_bad, .user = b };

	return walk_checked(newest, &v);
}

/* -- chains */

enum { ROOTS = 66, FRAMES = 200 };
struct frame { struct lr_frame head; void *slot[ROOTS]; } __attribute__((aligned(16)));
static struct frame frame[FRAMES];

/* Frames with `n` slots, every third of which holds nothing. */
static size_t
link_frames(uint32_t n)
{
	size_t full = 0;

	memset(frame, 0, sizeof frame);
	for (int i = 0; i < FRAMES; i++) {
		frame[i].head = (struct lr_frame){ (uintptr_t)n << LR_FRAME_NROOTS_SHIFT, i + 1 < FRAMES ? &frame[i + 1].head : NULL };
		for (uint32_t k = 0; k < n; k++) {
			frame[i].slot[k] = k % 3 == 2 ? (void *)(uintptr_t)(k % 2 ? 0 : LR_SMALL_VALUE_LIMIT - 1) : REF(k);
			full += k % 3 != 2;
		}
	}
	return full;
}

/* Whatever the frames have: all that hold references come, in batches that are full, and none empty. */
Test(batches, of_chains)
{
	for (uint32_t n = 0; n <= ROOTS; n++) {
		struct batches b = { 0 };
		const size_t full = link_frames(n);
		cr_assert_eq(walk(frame, &b, false), (int64_t)n * FRAMES, "%u", n);
		cr_assert(b.slots == full && b.slots + b.empty == (size_t)n * FRAMES);
		for (uint32_t i = 0; i < b.n; i++) {
			cr_assert_eq(b.flags[i], HELD);
			cr_assert(i + 1 == b.n || b.runs[i] == LR_WALK_BATCH, "%u: batch %u of %u has %zu", n, i, b.n, b.runs[i]);
		}
	}
}

/* One batch is never about slots that may be changed and slots that may not. */
Test(batches, by_what_may_become_of_the_objects)
{
	link_frames(2);
	for (int i = 0; i < FRAMES; i++)
		if (i / 4 % 2 == 1)
			frame[i].head.nroots |= LR_FRAME_MOVING;
	frame[8].head.nroots |= LR_FRAME_MOVING | (uintptr_t)1 << LR_FRAME_FIXED_SHIFT;
	struct batches b = { 0 };
	cr_assert_eq(walk(frame, &b, false), 2 * FRAMES);
	cr_assert_eq(b.n, FRAMES / 4 + 1, "the one frame of its own kind begins with a slot like those before it");
	cr_assert(b.flags[0] == HELD && b.flags[1] == 0 && b.size[1] == 9 && b.flags[2] == LR_ROOT_FIXED && b.size[2] == 1 && b.flags[3] == HELD && b.size[3] == 6);
}

Test(batches, end_where_they_are_told_to)
{
	for (uint32_t n = 1; n <= ROOTS; n += 5) {
		link_frames(n);
		struct batches b = { .answer = -3 };
		cr_assert_eq(walk(frame, &b, false), -3);
		cr_assert_eq(b.n, 1);
		b = (struct batches){ .answer = 1 };
		cr_assert_eq(walk(frame, &b, false), (int64_t)b.size[0]);
		cr_assert(b.n == 1 && b.runs[0] == LR_WALK_BATCH);
	}
}

Test(batches, what_was_found_comes_before_what_is_wrong)
{
	struct batches b = { 0 };

	link_frames(2);
	frame[30].head.nroots |= LR_FRAME_INDIRECT | LR_FRAME_ANCHOR;
	cr_assert_eq(walk(frame, &b, false), LR_RT_E_FRAME_FLAGS);
	cr_assert(b.slots == 60 && b.bad == 1);
	b = (struct batches){ .answer = 5 };
	cr_assert_eq(walk(frame, &b, false), 60, "the batch wanted no more, so nobody has looked at what is wrong");
	cr_assert_eq(b.bad, 0);
}

Test(batches, of_frames_that_are_not_skipped)
{
	struct batches b = { 0 };

	link_frames(2);
	cr_assert_eq(walk(frame, &b, true), FRAMES);
	cr_assert(b.frames == FRAMES && b.slots == FRAMES);
}

/* -- frames found by table */

static char code[1 << 14];
static union { struct statepoint_table t; char room[1 << 15] __attribute__((aligned(16))); } sites;

static void
take_table(struct statepoint_maker *m)
{
	struct statepoint_table *made = table_of(m, sizeof code);

	cr_assert_leq(made->bytes, sizeof sites);
	memcpy(&sites, made, made->bytes);
	free(made);
	sites.t.code = (int32_t)(code - (char *)&sites.t.code);
	cr_assert_eq(lr_statepoints_add(&sites.t, code), LR_RT_OK);
}

enum { DEPTH = 300, WORDS = 60 };
struct found { void *word[WORDS]; uintptr_t frame[2]; };
struct stack {
	struct { uintptr_t word, prev, fp, pad; } anchor __attribute__((aligned(16)));
	uintptr_t between[2];
	struct found f[DEPTH];
};

/* Frame i returns to pc(i). */
static void
make_stack(struct stack *s, unsigned step, unsigned n)
{
	memset(s, 0, sizeof *s);
	s->anchor.word = LR_FRAME_ANCHOR;
	s->anchor.fp = (uintptr_t)s->between;
	s->between[0] = (uintptr_t)s->f[0].frame;
	s->between[1] = (uintptr_t)(code + step);
	for (unsigned i = 0; i < DEPTH; i++) {
		for (int k = 0; k < WORDS; k++)
			s->f[i].word[k] = REF(i + 1);
		s->f[i].frame[0] = i + 1 < DEPTH ? (uintptr_t)s->f[i + 1].frame : 0;
		s->f[i].frame[1] = i + 1 < DEPTH ? (uintptr_t)(code + step * (1 + (i + 1) % n)) : (uintptr_t)(elsewhere + 8);
	}
}

/* Call number i has its root at word i % WORDS, and the first of those in the same frame at a multiple of 7 as well. */
static void
make_sites(unsigned step, unsigned n, unsigned shift)
{
	struct statepoint_maker m;

	statepoint_make_begin(&m, reallocate, NULL);
	for (unsigned i = 0; i < n; i++) {
		int a = (int)((i + shift) % WORDS), b = a % 7;
		cr_assert(RECORD(&m, step * (i + 1), HEAD(0), AT(SP, 8 * a), AT(SP, 8 * a), AT(SP, 8 * b), AT(SP, 8 * b)), "%s", m.why);
	}
	take_table(&m);
}

/* More callers than can be remembered, then others at the same places: what was known goes with the table. */
Test(batches, of_frames_whose_code_is_replaced)
{
	static struct stack s;

	make_stack(&s, 32, DEPTH);
	for (unsigned shift = 0; shift < 9; shift += 4) {
		make_sites(32, DEPTH, shift);
		for (int again = 0; again < 3; again++) {
			const struct walked *w = walk_in_all_ways((struct lr_frame *)(void *)&s.anchor, NULL);
			uint32_t at = 0;
			for (unsigned i = 0; i < DEPTH; i++) {
				const unsigned a = (i + shift) % WORDS, b = a % 7;
				cr_assert_eq(w->slot[at++].slot, &s.f[i].word[b], "frame %u", i);
				cr_assert(a == b || w->slot[at++].slot == &s.f[i].word[a], "frame %u", i);
			}
			cr_assert_eq(w->result, at);
		}
		cr_assert_eq(lr_statepoints_remove(&sites.t), LR_RT_OK);
		cr_assert_eq(walk_in_all_ways((struct lr_frame *)(void *)&s.anchor, NULL)->result, LR_RT_E_FRAME_UNMAPPED);
	}
}

/* What is remembered of a frame is wrong: one slot besides, one less, or another.  The first walker cannot know; the second says which frame it is. */
Test(batches, what_is_remembered_can_be_verified)
{
	static struct stack s;
	static struct walked w;
	const uintptr_t pc = (uintptr_t)(code + 32 * 21);

	make_stack(&s, 32, DEPTH);
	make_sites(32, DEPTH, 3);
	const int64_t n = walk_in_all_ways((struct lr_frame *)(void *)&s.anchor, NULL)->result;
	const uint64_t good = cached_find(pc), mask = good & ((UINT64_C(1) << CACHED_MASK_WORDS) - 1);
	cr_assert(cached_kind(good) & CACHED_MASK);
	cr_assert_eq(mask & 1, 1);
	const uint64_t last = UINT64_C(1) << (63 - __builtin_clzll(mask)), wrong[] = { good | last >> 1, good & ~last, (good & ~last) | last >> 1, good ^ UINT64_C(1) << 48 };
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		for (int batched = 0; batched < 2; batched++) {
			const struct lr_visitor v = { .struct_size = sizeof v, .root = walked_root, .roots = batched ? walked_roots : NULL };
			struct lr_visitor verify = v;
			verify.mode = LR_WALK_VERIFY;
			cached_forget(pc - 1, pc);
			cached_enter(pc, wrong[i]);
			walked_walk(&w, (struct lr_frame *)(void *)&s.anchor, NULL, &v);
			cr_assert_gt(w.result, 0);
			walked_walk(&w, (struct lr_frame *)(void *)&s.anchor, NULL, &verify);
			cr_assert_eq(w.result, LR_RT_E_FRAME_VERIFY, "%zu", i);
			cr_assert_eq((uintptr_t)w.where, pc);
			cached_forget(pc - 1, pc);
		}
	cr_assert_eq(walk_in_all_ways((struct lr_frame *)(void *)&s.anchor, NULL)->result, n);
}

/* A walk that verifies calls what there is, and ends where it is told to, as any other. */
static int answer;

static int
answer_root(void *user, void **slot, const struct lr_root_site *site)
{
	(void)user, (void)slot, (void)site;
	return answer;
}

static int
answer_derived(void *user, void **slot, void *const *base, const struct lr_root_site *site)
{
	(void)user, (void)slot, (void)base, (void)site;
	return answer;
}

static int
answer_frame(void *user, const struct lr_frame_info *info)
{
	(void)user, (void)info;
	return answer;
}

static int
answer_task(void *user, const lr_task *task)
{
	(void)user, (void)task;
	return answer;
}

static int64_t
verify(const void *newest, const struct lr_visitor *of)
{
	struct lr_visitor v = *of;

	v.mode = LR_WALK_VERIFY;
	return newest != NULL ? lr_walk_frames((struct lr_frame *)(uintptr_t)newest, &v) : lr_walk_task(lr_task_current(), &v);
}

Test(batches, verified_walks_end_where_they_are_told_to)
{
	static struct stack s;
	struct statepoint_maker m;
	struct batches b = { .answer = -2 };

	link_frames(2);
	answer = 0;
	cr_assert_eq(verify(frame, &VISITOR()), 2 * FRAMES);
	cr_assert_eq(verify(frame, &VISITOR(.frame = answer_frame)), 2 * FRAMES);
	cr_assert_eq(verify(frame, &VISITOR(.roots = on_roots, .user = &b)), -2);
	answer = LR_WALK_SKIP_FRAME;
	cr_assert_eq(verify(frame, &VISITOR(.frame = answer_frame)), 2 * FRAMES, "counts as 0");
	cr_assert_eq(verify(frame, &VISITOR(.root = answer_root)), 1);
	answer = -9;
	cr_assert_eq(verify(frame, &VISITOR(.root = answer_root)), -9);
	cr_assert_eq(verify(frame, &VISITOR(.frame = answer_frame)), -9);
	cr_assert_eq(verify(NULL, &VISITOR(.task = answer_task)), -9);
	cr_assert_eq(verify(NULL, &VISITOR()), 0);
	frame[30].head.nroots |= LR_FRAME_INDIRECT | LR_FRAME_ANCHOR;
	cr_assert_eq(verify(frame, &VISITOR()), LR_RT_E_FRAME_FLAGS);
	statepoint_make_begin(&m, reallocate, NULL);
	cr_assert(RECORD(&m, 16, HEAD(0), AT(SP, 8), AT(SP, 16)));
	take_table(&m);
	make_stack(&s, 16, 1);
	cr_assert_eq(verify(&s.anchor, &VISITOR(.derived = answer_derived)), -9);
	cr_assert_eq(verify(&s.anchor, &VISITOR()), DEPTH);
	cached_enter((uintptr_t)(code + 16), cached_mask(1, 2));
	cr_assert_eq(verify(&s.anchor, &VISITOR()), LR_RT_E_FRAME_VERIFY);
	cached_forget((uintptr_t)code, (uintptr_t)code + sizeof code);
}

/* Unpacked when it is added, once for all times, and gone with the last. */
Test(batches, of_a_compressed_table)
{
	static struct stack s;
	static union { struct statepoint_zip z; char room[1 << 15] __attribute__((aligned(16))); } packed;

	make_stack(&s, 32, DEPTH);
	make_sites(32, DEPTH, 3);
	const int64_t n = walk_in_all_ways((struct lr_frame *)(void *)&s.anchor, NULL)->result;
	cr_assert_gt(n, DEPTH);
	cr_assert_eq(lr_statepoints_remove(&sites.t), LR_RT_OK);
	struct statepoint_zip *z = zip_of(&sites.t);
	cr_assert_leq(z->bytes, sizeof packed);
	memcpy(&packed, z, z->bytes);
	free(z);
	packed.z.code = (int32_t)(code - (char *)&packed.z.code);
	for (int i = 0; i < 2; i++) {
		cr_assert_eq(lr_statepoints_add(&packed, code + 1), LR_RT_OK);
		cr_assert_eq(walk_in_all_ways((struct lr_frame *)(void *)&s.anchor, NULL)->result, n);
	}
	cr_assert_eq(lr_statepoints_remove(&packed), LR_RT_OK);
	cr_assert_eq(walk_in_all_ways((struct lr_frame *)(void *)&s.anchor, NULL)->result, n);
	cr_assert_eq(lr_statepoints_remove(&packed), LR_RT_OK);
	cr_assert_eq(lr_statepoints_remove(&packed), LR_RT_E_ARG);
	cr_assert_eq(walk_in_all_ways((struct lr_frame *)(void *)&s.anchor, NULL)->result, LR_RT_E_FRAME_UNMAPPED);
}

/* Threads that walk stacks of their own, through the same code, more than can be remembered, while other code comes and goes. */
static void *
walk_again_and_again(void *user)
{
	struct stack *s = user;
	struct batches b = { 0 };
	struct lr_visitor v = { .struct_size = sizeof v, .roots = on_roots, .user = &b };

	for (int i = 0; i < 200; i++) {
		b = (struct batches){ 0 };
		if (lr_walk_frames((struct lr_frame *)(void *)&s->anchor, &v) != (int64_t)(b.slots + b.empty) || b.slots < DEPTH)
			return s;
	}
	return NULL;
}

Test(batches, of_several_threads)
{
	static struct stack s[3];
	static char other[64];
	static struct framemap_entry side[2];
	pthread_t t[3];

	make_sites(16, 1000, 0);
	for (unsigned i = 0; i < 3; i++) {
		make_stack(&s[i], 16, 200 + 100 * i);
		cr_assert_eq(pthread_create(&t[i], NULL, walk_again_and_again, &s[i]), 0);
	}
	for (int i = 0; i < 2; i++)
		side[i] = (struct framemap_entry){ (int32_t)(other + 64 * i - (char *)&side[i]), i == 0 ? 1 : FRAMEMAP_END };
	for (int i = 0; i < 300; i++) {
		cr_assert_eq(lr_framemap_add(side, side + 2, other), LR_RT_OK);
		cr_assert_eq(lr_framemap_remove(side), LR_RT_OK);
	}
	for (int i = 0; i < 3; i++) {
		void *failed;
		cr_assert_eq(pthread_join(t[i], &failed), 0);
		cr_assert_null(failed);
	}
}

/* -- derived pointers */

/* Objects move by different distances, up and down; what was derived from them is as far from them as before: behind and before its base, several of one base, of a
** base that is null, and of one that stays. */
static int
move(void *user, const struct lr_root_run *runs, size_t n, const struct lr_root_site *site)
{
	(void)user;
	for (size_t i = 0; i < n && !(site->flags & LR_ROOT_FIXED); i++)
		for (void **slot = runs[i].slots; slot < runs[i].slots + runs[i].n; slot++)
			if ((uintptr_t)*slot >= LR_SMALL_VALUE_LIMIT)
				*slot = (void *)((uintptr_t)*slot ^ 0x40000000 ^ (uintptr_t)*slot << 4);
	return 0;
}

static void *
moved(void *p)
{
	move(NULL, &(struct lr_root_run){ &p, 1 }, 1, &(struct lr_root_site){ 0 });
	return p;
}

Test(batches, derived_pointers_when_objects_move)
{
	static struct stack s;
	struct statepoint_maker m;
	struct lr_visitor v = { .struct_size = sizeof v, .roots = move };

	statepoint_make_begin(&m, reallocate, NULL);
	cr_assert(RECORD(&m, 16, HEAD(8), AT(SP, 56), AT(SP, 64), AT(SP, 72), COUNTS(0, 0, 0, 0, 0), AT(SP, 8), AT(SP, 16), AT(SP, 8), AT(SP, 24), AT(SP, 8), AT(SP, 8),
		AT(FP, -8), AT(FP, -16), AT(SP, 32), AT(SP, 40), AT(SP, 8), AT(SP, 48)), "%s", m.why);
	cr_assert(RECORD(&m, 32, HEAD(6), AT(SP, 0), COUNTS(0, 1, 0, 0, 0), AT(SP, 0), AT(SP, 8)), "%s", m.why);
	take_table(&m);
	make_stack(&s, 16, 2);
	void *words[DEPTH][WORDS];
	for (unsigned i = 0; i < DEPTH; i++) {
		void **w = s.f[i].word;
		if (i % 2 == 0) {
			w[2] = (char *)w[1] + 24;      /* behind its base */
			w[3] = (char *)w[1] - 4096;    /* before it */
			w[6] = w[1];                   /* there */
			w[4] = NULL;                   /* a base that says that nothing moves */
			w[5] = i % 4 ? &s : NULL;
			w[WORDS - 2] = (void *)((uintptr_t)w[WORDS - 1] + UINT32_MAX);
		} else
			w[1] = (char *)w[0] + 8;
		memcpy(words[i], w, sizeof words[i]);
	}
	for (int round = 0; round < 3; round++) {
		v.mode = LR_WALK_RELOCATE;
		const int64_t n = lr_walk_frames((struct lr_frame *)(void *)&s.anchor, &v);
		cr_assert_eq(n, DEPTH / 2 * 3 + DEPTH / 2, "a third of every other frame is null");
		for (unsigned i = 0; i < DEPTH; i += 2)
			cr_assert(s.f[i].word[2] == (void *)24 && s.f[i].word[3] == (void *)-(uintptr_t)4096 && s.f[i].word[6] == NULL, "distances");
		v.mode = LR_WALK_FINISH;
		cr_assert_eq(lr_walk_frames((struct lr_frame *)(void *)&s.anchor, &v), 0);
		for (unsigned i = 0; i < DEPTH; i++) {
			void **w = words[i];
			if (i % 2 == 0) {
				w[1] = moved(w[1]);
				w[WORDS - 1] = moved(w[WORDS - 1]);
				w[2] = (char *)w[1] + 24;
				w[3] = (char *)w[1] - 4096;
				w[6] = w[1];
				w[WORDS - 2] = (void *)((uintptr_t)w[WORDS - 1] + UINT32_MAX);
			}
			cr_assert_arr_eq(s.f[i].word, w, sizeof words[i], "frame %u, round %d", i, round);
		}
	}
}
