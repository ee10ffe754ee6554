/* statepoints.c -- is what PlaceStatepoints makes enough for a collector that moves everything?  A runtime of its own, as small as can be:
** each allocation copies all objects that the stack maps lead to into new memory and takes the old one away.
**
** Linked with statepoints.ll, compiled by `lateroot compile --abi=statepoint`, its stack maps renamed to section llvm_stackmaps. */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unwind.h>

#include "tables/stackmap.h"

enum { SPACE = 1 << 16, RECORDS = 4096, LOCATIONS = 1 << 16, TAG_BITS = 15, FIXED = 3, COUNTS = 4 };

extern const char __start_llvm_stackmaps[], __stop_llvm_stackmaps[];
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

/* ---- stack maps ---- */

static struct record { uintptr_t pc; uint32_t at, n; } records[RECORDS];
static struct stackmap_location locations[LOCATIONS];
static size_t nrecords, nlocations;

static int
on_record(void *user, const struct stackmap_function *f, const struct stackmap_record *r)
{
	(void)user;
	records[nrecords++] = (struct record){ f->address + r->offset, (uint32_t)nlocations, r->nlocations };
	return nrecords == RECORDS;
}

static int
on_location(void *user, const struct stackmap_record *r, unsigned number, const struct stackmap_location *l)
{
	(void)user, (void)r, (void)number;
	locations[nlocations++] = *l;
	return nlocations == LOCATIONS;
}

static const struct record *
find(uintptr_t pc)
{
	for (size_t i = 0; i < nrecords; i++)
		if (records[i].pc == pc)
			return &records[i];
	return NULL;
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

static void **
place(const struct stackmap_location *l, uintptr_t sp, uintptr_t fp)
{
	if (l->kind != STACKMAP_DIRECT && l->kind != STACKMAP_INDIRECT) {
		if (l->kind == STACKMAP_REGISTER)
			abort();
		return NULL;
	}
	if (l->reg != 7 && l->reg != 6)
		abort();
	return (void **)((l->reg == 7 ? sp : fp) + (uintptr_t)(intptr_t)l->offset);
}

/* Relocate what one frame holds; with `count`, say only how much of it is pinned. */
static uint64_t
frame(const struct record *r, uintptr_t sp, uintptr_t fp, int count)
{
	const struct stackmap_location *l = &locations[r->at], *end = l + r->n;
	uint64_t ndeopt = l[2].value;
	const struct stackmap_location *counts = l + FIXED + ndeopt - COUNTS, *deopt;
	struct { void **slot, **base; intptr_t delta; } derived[64];
	unsigned n = 0;

	if (ndeopt > 0 && count)
		return counts[1].value + counts[3].value;
	if (count)
		return 0;
	for (const struct stackmap_location *p = l + FIXED + ndeopt; p < end; p += 2) {
		if (p->kind == STACKMAP_DIRECT)
			continue; /* memory, named again */
		void **base = place(&p[0], sp, fp), **d = place(&p[1], sp, fp);
		if (base == NULL || d == NULL)
			continue;
		if (d != base) {
			if (n == 64)
				abort();
			derived[n].slot = d, derived[n].base = base;
			derived[n++].delta = (char *)*d - (char *)*base;
		}
	}
	for (const struct stackmap_location *p = l + FIXED + ndeopt; p < end; p += 2)
		if (p->kind == STACKMAP_INDIRECT)
			move(place(p, sp, fp));
	for (unsigned i = 0; i < n; i++)
		if (*derived[i].base != NULL)
			*derived[i].slot = (char *)*derived[i].base + derived[i].delta;
	if (ndeopt == 0)
		return 0;
	uint64_t memory = 2 * (counts[2].value + counts[3].value);
	deopt = counts - memory;
	for (uint64_t i = 0; i < counts[2].value; i++)
		for (uint64_t k = 0; k < deopt[2 * i + 1].value; k++)
			move(place(&deopt[2 * i], sp, fp) + k);
	deopt -= counts[0].value + counts[1].value;
	for (uint64_t i = 0; i < counts[0].value; i++)
		if (deopt[i].kind == STACKMAP_INDIRECT)
			move(place(&deopt[i], sp, fp));
	return 0;
}

static void *held; /* of main */

static uint64_t
walk(uintptr_t *own, int count)
{
	uint64_t pinned = 0;
	uintptr_t pc = own[1], sp = (uintptr_t)(own + 2), fp = own[0];
	const struct record *r;

	while ((r = find(pc)) != NULL) {
		pinned += frame(r, sp, fp, count);
		uintptr_t *up = (uintptr_t *)fp;
		pc = up[1], sp = (uintptr_t)(up + 2), fp = up[0];
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

static void *head, *words[64];
void **lr_get_pgcstack(void);
void **
lr_get_pgcstack(void)
{
	words[0] = head;
	return words;
}

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
	const struct stackmap_visitor v = { .record = on_record, .location = on_location };
	size_t where;

	space = mmap(NULL, SPACE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (space == MAP_FAILED || stackmap_read(__start_llvm_stackmaps, (size_t)(__stop_llvm_stackmaps - __start_llvm_stackmaps), &v, &where) != 0)
		return 2;
	int64_t result = main_program();
	limit = (uintptr_t)__builtin_frame_address(0);
	held = list(3);
	if (setjmp(caught) == 0)
		unwound(held);
	int64_t found = *((int64_t **)held)[1];
	printf("%lld %lld\n", (long long)result, (long long)found);
	fprintf(stderr, "%ld collections, %ld objects moved, %ld times not\n", collections, moved, pinned_times);
	return result == 2 * 820 + 7 + 1000 + 100 + 1000 + 5 && found == 4321 && moved > 1000 && pinned_times == 1 ? 0 : 1;
}
