/* SPDX-License-Identifier: MIT */
/* runtime_statepoints.c -- frames found by return address: on stacks made by hand, with code that is only addresses. */
#include "runtime_util.h"
#include "walk_checked.h"
#include "statepoints_make.h"

static char code[256];
static struct statepoint_table *table;

static char elsewhere[16]; /* code of which nothing is known */
#define REF(n) ((void *)(uintptr_t)(0x100000 + 256 * (n)))
enum { MAX = 24 };
struct seen {
	struct walked_wrong wrong;
	void **slot[MAX], **derived[MAX];
	void *const *base[MAX];
	uint32_t flags[MAX], depth[MAX];
	int count, nderived, frames;
};

static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	struct seen *s = user;

	if (s->count < MAX) {
		s->slot[s->count] = slot;
		s->depth[s->count] = site->depth;
		s->flags[s->count++] = site->flags;
	}
	return 0;
}

static int
on_derived(void *user, void **slot, void *const *base, const struct lr_root_site *site)
{
	struct seen *s = user;

	(void)site;
	s->derived[s->nderived] = slot;
	s->base[s->nderived++] = base;
	return 0;
}

static int
on_frame(void *user, const struct lr_frame_info *f)
{
	struct seen *s = user;

	s->frames++;
	return f->slots == NULL && f->frame == NULL ? 0 : -1;
}

static int64_t
walk(const void *newest, struct seen *s, enum lr_walk_mode mode)
{
	struct lr_visitor v = { .struct_size = sizeof v, .root = on_root, .derived = on_derived, .frame = on_frame, .bad = walked_note_wrong, .user = s, .mode = mode };

	memset(s, 0, sizeof *s);
	return walk_checked((struct lr_frame *)(uintptr_t)newest, &v);
}

/* Calls at 16: a root at sp+8, one from fp-16, a pointer at sp+16 into the first.  At 32: pinned sp+0, two words at sp+8, a deep one at fp-8.  At 48: none. */
static void
make_table(void)
{
	struct statepoint_maker m;

	statepoint_make_begin(&m, reallocate, NULL);
	cr_assert(RECORD(&m, 16, HEAD(0), AT(SP, 8), AT(SP, 8), AT(FP, -16), AT(FP, -16), AT(SP, 8), AT(SP, 16)));
	cr_assert(RECORD(&m, 32, HEAD(10), AT(SP, 0), MEMORY(SP, 8), CONSTANT(2), MEMORY(FP, -8), CONSTANT(1), COUNTS(0, 1, 0, 1, 1)));
	cr_assert(RECORD(&m, 48, HEAD(0)));
	/* what is walked lies in the same gigabyte as what tells of it, as it does in an image */
	struct statepoint_table *made = table_of(&m, 64);
	static char room[1024] __attribute__((aligned(16)));
	cr_assert_leq(made->bytes, sizeof room);
	memcpy(room, made, made->bytes);
	free(made);
	table = (struct statepoint_table *)(void *)room;
	table->code = (int32_t)(code - (char *)&table->code);
}

/* From the newest: a frame of a function in between, what it was called by (at 16), that one's caller (at 32), its caller (at 48), somebody else. */
struct stack {
	struct { uintptr_t word, prev, fp, pad; } anchor __attribute__((aligned(16)));
	uintptr_t between[2];
	void *first[5];
	uintptr_t first_frame[2];
	void *second[4];
	uintptr_t second_frame[2];
	uintptr_t third_frame[2];
};

static void
make_stack(struct stack *s)
{
	memset(s, 0, sizeof *s);
	s->anchor.word = LR_FRAME_ANCHOR;
	s->anchor.fp = (uintptr_t)s->between;
	s->between[0] = (uintptr_t)s->first_frame;
	s->between[1] = (uintptr_t)(code + 16);
	s->first[1] = REF(1);
	s->first[2] = (char *)REF(1) + 24;
	s->first[3] = REF(2);              /* fp - 16 */
	s->first_frame[0] = (uintptr_t)s->second_frame;
	s->first_frame[1] = (uintptr_t)(code + 32);
	s->second[0] = REF(3);
	s->second[1] = REF(4);             /* the other word is null */
	s->second[3] = REF(5);             /* fp - 8 */
	s->second_frame[0] = (uintptr_t)s->third_frame;
	s->second_frame[1] = (uintptr_t)(code + 48);
	s->third_frame[0] = 0x1234567;     /* other code: no frame pointer at all */
	s->third_frame[1] = (uintptr_t)(elsewhere + 8);
}

Test(statepoints, from_an_anchor_up)
{
	struct stack s;
	struct seen seen;

	make_table();
	make_stack(&s);
	cr_assert_eq(walk(&s.anchor, &seen, LR_WALK_MARK), LR_RT_E_FRAME_UNMAPPED, "there is no table yet");
	cr_assert_eq(seen.wrong.where, code + 16);
	cr_assert_eq(lr_statepoints_add(table, code + 5), LR_RT_OK);
	cr_assert_eq(walk(&s.anchor, &seen, LR_WALK_MARK), 5);
	void **slots[] = { &s.first[1], &s.first[3], &s.second[1], &s.second[0], &s.second[3] };
	const uint32_t flags[] = { 0, 0, 0, LR_ROOT_FIXED, LR_ROOT_FIXED | LR_ROOT_DEEP }, depth[] = { 0, 0, 1, 1, 1 };
	for (int i = 0; i < 5; i++) {
		cr_assert_eq(seen.slot[i], slots[i], "%d", i);
		cr_assert_eq(seen.flags[i], flags[i], "%d", i);
		cr_assert_eq(seen.depth[i], depth[i], "%d", i);
	}
	cr_assert_eq(seen.frames, 3);
	cr_assert(seen.nderived == 1 && seen.derived[0] == &s.first[2] && (void **)(uintptr_t)seen.base[0] == &s.first[1]);
	cr_assert_eq(lr_statepoints_add(table, code), LR_RT_OK, "twice counts");
	cr_assert_eq(lr_statepoints_remove(table), LR_RT_OK);
	cr_assert_eq(walk(&s.anchor, &seen, LR_WALK_MARK), 5);
	cr_assert_eq(lr_statepoints_remove(table), LR_RT_OK);
	cr_assert_eq(lr_statepoints_remove(table), LR_RT_E_ARG);
	cr_assert_eq(walk(&s.anchor, &seen, LR_WALK_MARK), LR_RT_E_FRAME_UNMAPPED, "the image is unloaded");
}

/* Distances while objects move; addresses again at the end. */
Test(statepoints, derived_pointers_follow_their_base)
{
	struct stack s;
	struct seen seen;

	make_table();
	make_stack(&s);
	lr_statepoints_add(table, code);
	cr_assert_eq(walk(&s.anchor, &seen, LR_WALK_RELOCATE), 5);
	cr_assert_eq((uintptr_t)s.first[2], 24);
	s.first[1] = REF(100);
	cr_assert_eq(walk(&s.anchor, &seen, LR_WALK_FINISH), 0);
	cr_assert_eq(s.first[2], (char *)REF(100) + 24);
	s.first[1] = NULL;                 /* no object that moves */
	s.first[2] = REF(7);
	walk(&s.anchor, &seen, LR_WALK_RELOCATE);
	walk(&s.anchor, &seen, LR_WALK_FINISH);
	cr_assert_eq(s.first[2], REF(7));
}

/* Where no call returns to is an error with its address, and so is what cannot be a frame. */
Test(statepoints, what_cannot_be)
{
	struct stack s;
	struct seen seen;

	make_table();
	lr_statepoints_add(table, code);
#define WITH(change, code_, where_) do { \
		make_stack(&s); \
		change; \
		cr_assert_eq(walk(&s.anchor, &seen, LR_WALK_MARK), code_, #change); \
		cr_assert_eq(seen.wrong.code, code_); \
		cr_assert_eq(seen.wrong.where, (const void *)(uintptr_t)(where_), #change); \
	} while (0)
	WITH(s.between[1]++, LR_RT_E_FRAME_UNMAPPED, code + 17);
	WITH(s.first_frame[1] = (uintptr_t)(code + 63), LR_RT_E_FRAME_UNMAPPED, code + 63);
	WITH(s.between[0] += 4, LR_RT_E_FRAME_POINTER, (char *)s.first_frame + 4);
	WITH(s.between[0] = 0, LR_RT_E_FRAME_POINTER, 0);
	WITH(s.between[0] = (uintptr_t)&s, LR_RT_E_FRAME_POINTER, &s); /* below what it called */
	WITH(s.first_frame[0] = (uintptr_t)s.first_frame, LR_RT_E_FRAME_POINTER, s.first_frame);
	WITH(s.anchor.fp = 24, LR_RT_E_FRAME_POINTER, 24);
	WITH(s.anchor.fp |= 2, LR_RT_E_FRAME_POINTER, (char *)s.between + 2);
	WITH(s.anchor.word = (uintptr_t)(code + 16) << LR_FRAME_NROOTS_SHIFT | LR_FRAME_ANCHOR, LR_RT_E_FRAME_UNMAPPED, code + 16);
	/* descriptions that do not end */
	make_stack(&s);
	uint8_t *bytes = (uint8_t *)table;
	size_t header = sizeof *table + 2 * sizeof(uint32_t) + table->sites * 3;
	cr_assert_eq(table->width, 1);
	memset(bytes + header, 0xff, table->bytes - header);
	cr_assert_eq(walk(&s.anchor, &seen, LR_WALK_MARK), LR_RT_E_FRAME_TABLE);
	cr_assert_eq(seen.wrong.where, code + 16);
	cr_assert_str_not_empty(lr_rt_strerror(LR_RT_E_FRAME_TABLE));
}

/* An anchor in the frame itself, which says where its stack pointer is: what the call at 16 returns to lies below that. */
struct own {
	uintptr_t returns[2] __attribute__((aligned(16)));
	void *first[4];
	struct { uintptr_t word, prev, fp, sp; } anchor;
	void *last[2];
	uintptr_t first_frame[2];
	uintptr_t second_frame[2];
};

static void
make_own(struct own *s)
{
	memset(s, 0, sizeof *s);
	s->returns[1] = (uintptr_t)(code + 16);
	s->first[1] = REF(1);
	s->first[2] = (char *)REF(1) + 24;
	s->last[0] = REF(2);
	s->anchor.word = LR_ANCHOR_AT_CALL << LR_FRAME_NROOTS_SHIFT | LR_FRAME_ANCHOR;
	s->anchor.fp = (uintptr_t)s->first_frame;
	s->anchor.sp = (uintptr_t)s->first;
	s->first_frame[0] = (uintptr_t)s->second_frame;
	s->first_frame[1] = (uintptr_t)(code + 48);
	s->second_frame[1] = (uintptr_t)(elsewhere + 8);
}

Test(statepoints, from_an_anchor_at_the_call)
{
	struct own s;
	struct seen seen;

	make_table();
	make_own(&s);
	lr_statepoints_add(table, code);
	for (int again = 0; again < 2; again++) { /* what a table says is remembered */
		cr_assert_eq(walk(&s.anchor, &seen, LR_WALK_MARK), 2);
		cr_assert(seen.slot[0] == &s.first[1] && seen.slot[1] == &s.last[0]);
		cr_assert(seen.nderived == 1 && seen.derived[0] == &s.first[2]);
		cr_assert_eq(seen.frames, 2);
	}
	/* a newer anchor of somebody whom it has called: the frame is met on the way, and once */
	struct { struct { uintptr_t word, prev, fp, pad; } anchor __attribute__((aligned(16))); uintptr_t between[2]; struct own s; } t;
	make_own(&t.s);
	memset(&t.anchor, 0, sizeof t.anchor);
	t.anchor.word = LR_FRAME_ANCHOR;
	t.anchor.prev = (uintptr_t)&t.s.anchor;
	t.anchor.fp = (uintptr_t)t.between;
	t.between[0] = (uintptr_t)t.s.first_frame;
	t.between[1] = (uintptr_t)(code + 48);
	t.s.returns[1] = 1; /* nobody looks at it */
	cr_assert_eq(walk(&t.anchor, &seen, LR_WALK_MARK), 0);
	cr_assert_eq(seen.frames, 2);
#define WITH_OWN(change, code_, where_) do { \
		make_own(&s); \
		change; \
		cr_assert_eq(walk(&s.anchor, &seen, LR_WALK_MARK), code_, #change); \
		cr_assert_eq(seen.wrong.where, (const void *)(uintptr_t)(where_), #change); \
	} while (0)
	WITH_OWN(s.returns[1] = (uintptr_t)(code + 17), LR_RT_E_FRAME_UNMAPPED, code + 17);
	WITH_OWN(s.anchor.sp += 8, LR_RT_E_FRAME_UNMAPPED, 0); /* somebody has pushed, and nobody knows */
	WITH_OWN(s.anchor.sp += 4, LR_RT_E_FRAME_POINTER, s.first_frame);
	WITH_OWN(s.anchor.sp = 0, LR_RT_E_FRAME_POINTER, s.first_frame);
	WITH_OWN(s.anchor.sp = (uintptr_t)(&s.anchor + 1), LR_RT_E_FRAME_POINTER, s.first_frame);
	WITH_OWN(s.anchor.fp = (uintptr_t)&s.anchor, LR_RT_E_FRAME_POINTER, &s.anchor);
	WITH_OWN(s.anchor.fp = 24, LR_RT_E_FRAME_POINTER, 24);
}

static void
expect_no_table(void *user, const char *message)
{
	(void)user;
	_Exit(strstr(message, "is invalid") != NULL ? 0 : 1);
}

Test(statepoints, the_table_of_other_code, .exit_code = 0)
{
	make_table();
	lr_set_fatal_hook(expect_no_table, NULL);
	lr_statepoints_add(table, code + 64);
	_Exit(2);
}

/* What the compiler leaves where a table is to be made with the object. */
Test(statepoints, no_table_at_all, .exit_code = 0)
{
	static const struct statepoint_table empty;

	lr_set_fatal_hook(expect_no_table, NULL);
	lr_statepoints_add(&empty, code);
	_Exit(2);
}
