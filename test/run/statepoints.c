/* SPDX-License-Identifier: MIT */
/* statepoints.c -- is what PlaceStatepoints makes enough for a collector that moves everything?  A runtime of its own, as small as can be:
** each allocation copies all objects that the table leads to into new memory and takes the old one away.
**
** Linked with statepoints.ll, compiled by `lateroot compile --abi=statepoint`. */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unwind.h>

#include "lateroot/abi.h"
#include "tables/statepoints.h"

enum { SPACE = 1 << 16, TAG_BITS = 15 };

int64_t main_program(void);
void *list(int64_t);
int64_t unwound(void *);
int64_t sum(void *);

/* How many of the words are references, and how many there are. */
struct type { int64_t references, words; } __attribute__((aligned(16)));
extern const struct type pair_type, box_type;
const struct type pair_type = { 2, 2 }, box_type = { 0, 1 };

static char *space, *old;
static size_t used;
static long collections, moved, pinned_times;

/* ---- the table, as the object makes it known ---- */

static const struct statepoint_table *table;
int lr_statepoints_add(const void *t, const void *code);
int lr_statepoints_remove(const void *t);

int
lr_statepoints_add(const void *t, const void *code)
{
	const struct statepoint_table *new = t;

	if (table != NULL || !statepoint_table_is(new, new->bytes) || statepoint_code(new) != (uintptr_t)code)
		abort();
	table = new;
	return 0;
}

int
lr_statepoints_remove(const void *t)
{
	return t != table;
}

/* ---- moving ---- */

static int
in_old(const void *p)
{
	return (const char *)p >= old && (const char *)p < old + SPACE;
}

static void *
take(const struct type *t)
{
	uintptr_t *o = (uintptr_t *)(void *)(space + used);

	used += 8 + (size_t)t->words * 8;
	used = (used + 15) & ~(size_t)15;
	if (used > SPACE)
		abort();
	o[1] = (uintptr_t)t;
	return o + 2;
}

static void
move(void **slot)
{
	uintptr_t *o = *slot;

	if (!in_old(o))
		return;
	if (o[-1] & 1) { /* it left word of where it is now */
		*slot = (void *)(o[-1] & ~(uintptr_t)1);
		return;
	}
	const struct type *t = (const struct type *)(o[-1] & ~(uintptr_t)TAG_BITS);
	uintptr_t *to = take(t);
	memcpy(to, o, (size_t)t->words * 8);
	o[-1] = (uintptr_t)to | 1;
	*slot = to;
	moved++;
	for (int64_t i = 0; i < t->references; i++)
		move((void **)&to[i]);
}

struct frame { uintptr_t sp, fp; struct statepoint_frame lists; };

/* The next run of roots: its first word. */
static void **
next(struct frame *f, struct statepoint_run *r)
{
	if (!statepoint_next(&f->lists, r))
		abort();
	return (void **)(r->fp ? f->fp : f->sp) + r->words;
}

/* Relocate what one frame holds. */
static void
relocate(struct frame *f)
{
	struct { void **slot, **base; intptr_t delta; } derived[64];
	struct statepoint_run r = STATEPOINT_LIST, d = STATEPOINT_LIST;
	uint32_t n = 0, nderived = f->lists.derived;
	void **slot[256];

	if (nderived > 64)
		abort();
	for (uint32_t i = 0; i < f->lists.slots; i++) {
		void **first = next(f, &r);
		for (uint32_t k = 0; k < r.n && n < 256; k++)
			slot[n++] = first + k;
	}
	if (n == 256)
		abort();
	for (uint32_t i = 0; i < nderived; i++) {
		if (!statepoint_next_derived(&f->lists, &d) || d.n >= n)
			abort();
		derived[i].slot = (void **)(d.fp ? f->fp : f->sp) + d.words;
		derived[i].base = slot[d.n];
		derived[i].delta = (char *)*derived[i].slot - (char *)*derived[i].base;
	}
	for (uint32_t i = 0; i < n; i++)
		move(slot[i]);
	for (uint32_t i = 0; i < nderived; i++)
		if (*derived[i].base != NULL)
			*derived[i].slot = (char *)*derived[i].base + derived[i].delta;
}

static void *held; /* of main */

static uintptr_t reached; /* the frame pointer of the last frame */

/* Frames from the one on whose stack pointer is `sp`, in a call, and whose frame pointer is `fp`.  With `count`, say only how much is pinned. */
static uint64_t
walk_on(const uintptr_t *sp, uintptr_t fp, int count)
{
	uint64_t pinned = 0;

	for (;; sp = (const uintptr_t *)fp + 2, fp = *(const uintptr_t *)fp) {
		struct frame f = { .sp = (uintptr_t)sp, .fp = fp };
		if (sp[-1] - statepoint_code(table) >= table->code_bytes)
			return pinned;
		if (statepoint_find(table, (uint32_t)(sp[-1] - statepoint_code(table)), &f.lists) != 0)
			abort();
		pinned += f.lists.pinned + f.lists.deep;
		if (!count)
			relocate(&f);
		reached = fp;
	}
}

/* From what `own`, a stack frame, returns to. */
static uint64_t
walk_from(const uintptr_t *own, int count)
{
	return walk_on(own + 2, own[0], count);
}

static uintptr_t *words[64]; /* of the task: the first is the head of the chain */

static uint64_t
walk(const uintptr_t *own, int count)
{
	reached = 0;
	uint64_t pinned = walk_from(own, count);

	for (const uintptr_t *anchor = words[0]; anchor != NULL; anchor = (const uintptr_t *)anchor[LR_FRAME_PREV_WORD]) {
		const uintptr_t fp = anchor[LR_ANCHOR_FP_WORD];
		if (fp <= reached)
			continue;
		if (anchor[0] == (LR_ANCHOR_AT_CALL << LR_FRAME_NROOTS_SHIFT | LR_FRAME_ANCHOR))
			pinned += walk_on((const uintptr_t *)anchor[LR_ANCHOR_SP_WORD], fp, count);
		else if (anchor[0] == LR_FRAME_ANCHOR)
			pinned += walk_from((const uintptr_t *)fp, count);
		else
			abort();
	}
	return pinned;
}

static void
collect(uintptr_t *own)
{
	collections++;
	if (walk(own, 1) > 0) { /* nothing moves if something must not */
		pinned_times++;
		return;
	}
	old = space;
	space = mmap(NULL, SPACE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	used = 0;
	if (space == MAP_FAILED)
		abort();
	walk(own, 0);
	move(&held);
	/* whoever still has an address of it finds out; and nothing new comes to lie there */
	mmap(old, SPACE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
}

void *lr_gc_small_alloc(void *ptls, int32_t pool, int32_t bytes, uintptr_t type);
void *
lr_gc_small_alloc(void *ptls, int32_t pool, int32_t bytes, uintptr_t type)
{
	(void)ptls, (void)pool, (void)bytes;
	collect(__builtin_frame_address(0));
	return take((const struct type *)(type & ~(uintptr_t)TAG_BITS));
}

uintptr_t **lr_get_pgcstack(void);
uintptr_t **
lr_get_pgcstack(void)
{
	return words;
}
/* Null: each function calls the getter. */
__thread uintptr_t **lr_pgcstack_here;

/* ---- unwinding ---- */

static jmp_buf caught;
static uintptr_t limit;

static _Unwind_Reason_Code
stop(int version, _Unwind_Action actions, _Unwind_Exception_Class class, struct _Unwind_Exception *e, struct _Unwind_Context *c, void *user)
{
	(void)version, (void)class, (void)e, (void)user;
	if ((actions & _UA_END_OF_STACK) || (uintptr_t)_Unwind_GetCFA(c) >= limit)
		longjmp(caught, 1);
	return _URC_NO_REASON;
}

void throw(void);
void
throw(void)
{
	static struct _Unwind_Exception e;

	collect(__builtin_frame_address(0));
	_Unwind_ForcedUnwind(&e, stop, NULL);
}

int
main(void)
{
	space = mmap(NULL, SPACE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (space == MAP_FAILED || table == NULL)
		return 2;
	int64_t result = main_program();
	limit = (uintptr_t)__builtin_frame_address(0);
	held = list(3);
	if (setjmp(caught) == 0)
		unwound(held);
	words[0] = NULL;
	int64_t found = *((int64_t **)held)[1];
	printf("%lld %lld\n", (long long)result, (long long)found);
	fprintf(stderr, "%ld collections, %ld objects moved, %ld times not\n", collections, moved, pinned_times);
	return result == 2 * 820 + 7 + 1000 + 100 + 1000 + 5 && found == 4321 && moved > 1000 && pinned_times == 1 ? 0 : 1;
}
