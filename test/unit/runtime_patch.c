/* SPDX-License-Identifier: MIT */
/* runtime_patch.c -- patch points: code made by hand with stack maps made by hand, changed while threads run through it. */
#include <lateroot/patch.h>

#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/patch/patch.h"
#include "runtime_util.h"

enum { PAGE = 4096, AREA = 4 * PAGE, MAP_BYTES = 512 };

/* A function: sub $8, %rsp; the range; add $8, %rsp; ret.  And maps that know the range. */
struct place {
	unsigned char *area, *range;
	size_t bytes;
	int (*function)(void);
	_Alignas(8) unsigned char maps[MAP_BYTES];
	size_t map_bytes;
};

static void
append(struct place *p, uint64_t value, size_t n)
{
	memcpy(p->maps + p->map_bytes, &value, n);
	p->map_bytes += n;
}

struct location { uint8_t kind; uint16_t bytes, reg; int32_t offset; };

static void
make_maps(struct place *p, uint64_t id, const struct location *l, size_t n)
{
	p->map_bytes = 0;
	append(p, 3, 1), append(p, 0, 3);
	append(p, 1, 4), append(p, 1, 4), append(p, 1, 4); /* functions, constants, records */
	append(p, (uint64_t)(uintptr_t)p->area, 8), append(p, 8, 8), append(p, 1, 8);
	append(p, 0x123456789ABCDEFu, 8);
	append(p, id, 8), append(p, (uint64_t)(p->range - p->area), 4), append(p, 0, 2), append(p, n, 2);
	for (size_t i = 0; i < n; i++)
		append(p, l[i].kind, 2), append(p, l[i].bytes, 2), append(p, l[i].reg, 4), append(p, (uint32_t)l[i].offset, 4);
	append(p, 0, (8 - p->map_bytes % 8) % 8);
	append(p, 0, 4), append(p, 0, 4);
}

/* Other functions in the same area are near; this program's are far. */
static unsigned char *
near_constant(struct place *p, unsigned at, int value)
{
	unsigned char *code = p->area + 2 * PAGE + at;

	code[0] = 0xB8;
	memcpy(code + 1, &value, 4);
	code[5] = 0xC3;
	return code;
}

static void
make(struct place *p, size_t offset, size_t bytes)
{
	static const unsigned char front[] = { 0x48, 0x83, 0xEC, 0x08 }, back[] = { 0x48, 0x83, 0xC4, 0x08, 0xC3 };

	memset(p, 0, sizeof *p);
	p->area = mmap(NULL, AREA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	cr_assert(p->area != MAP_FAILED);
	unsigned char *start = p->area + offset;
	p->range = start + sizeof front;
	p->bytes = bytes;
	memcpy(start, front, sizeof front);
	memset(p->range, 0x90, bytes);
	memcpy(p->range + bytes, back, sizeof back);
	near_constant(p, 0, 11);
	near_constant(p, 64, 22);
	cr_assert_eq(mprotect(p->area, AREA, PROT_READ | PROT_EXEC), 0);
	*(void **)&p->function = start;
	make_maps(p, 7, NULL, 0);
	cr_assert_eq(lr_stackmaps_add(p->maps, 0), LR_RT_OK);
}

static void
drop(struct place *p)
{
	cr_assert_eq(lr_stackmaps_remove(p->maps), LR_RT_OK);
	munmap(p->area, AREA);
}

static int seven(void) { return 7; }
static int nine(void) { return 9; }

static const void *
address(int (*f)(void))
{
	const void *p;

	memcpy(&p, &f, sizeof p);
	return p;
}

static void
no_page_is_writable_and_executable(void)
{
	FILE *f = fopen("/proc/self/maps", "r");
	char line[512];

	while (fgets(line, sizeof line, f) != NULL)
		cr_assert(strstr(line, " rwx") == NULL, "%s", line);
	fclose(f);
}

/* Each alignment, each size; calls and jumps to near and far, and back to nothing, in all orders. */
Test(patch, every_alignment_and_size)
{
	static const size_t sizes[] = { 5, 6, 9, 12, 13, 14, 16, 24, 40 };

	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		for (size_t offset = PAGE - 24; offset < PAGE - 8; offset++) { /* over the end of the page, too */
			struct place p;
			make(&p, offset, sizes[s]);
			const void *near1 = p.area + 2 * PAGE, *near2 = p.area + 2 * PAGE + 64;
			p.function();
			cr_assert_eq(lr_patch(p.range, p.bytes, LR_PATCH_CALL, near1), LR_RT_OK);
			cr_assert_eq(p.function(), 11);
			cr_assert_eq(lr_patch(p.range, p.bytes, LR_PATCH_CALL, near2), LR_RT_OK);
			cr_assert_eq(p.function(), 22);
			int status = lr_patch(p.range, p.bytes, LR_PATCH_CALL, address(seven));
			cr_assert_eq(status, p.bytes < PATCH_FAR_BYTES ? LR_RT_E_PATCH_ROOM : LR_RT_OK);
			cr_assert_eq(p.function(), status == LR_RT_OK ? 7 : 22);
			cr_assert_eq(lr_patch(p.range, p.bytes, LR_PATCH_NOPS, NULL), LR_RT_OK);
			p.function();
			if (p.bytes >= PATCH_FAR_BYTES) {
				cr_assert_eq(lr_patch(p.range, p.bytes, LR_PATCH_CALL, address(nine)), LR_RT_OK);
				cr_assert_eq(p.function(), 9);
			}
			cr_assert_eq(lr_patch(p.range, p.bytes, LR_PATCH_CALL, near1), LR_RT_OK);
			cr_assert_eq(p.function(), 11);
			/* a jump to behind the range: as if there were nothing */
			cr_assert_eq(lr_patch(p.range, p.bytes, LR_PATCH_JUMP, p.range + p.bytes), LR_RT_OK);
			p.function();
			drop(&p);
		}
	no_page_is_writable_and_executable();
}

/* What LLVM writes into a patch point with a target is understood. */
Test(patch, as_llvm_writes_it)
{
	unsigned char code[24] = { 0x49, 0xBB, 1, 2, 3, 4, 5, 6, 7, 8, 0x41, 0xFF, 0xD3, 0x66, 0x2E, 0x0F, 0x1F, 0x84, 0, 0, 2, 0, 0, 0x90 };
	struct patch_layout l = patch_layout((uintptr_t)code, sizeof code);
	bool ready = true;

	cr_assert(patch_decode(code, sizeof code, &l, &ready) && !ready);
	cr_assert(!patch_decode(code, 23 - 1, &l, &ready), "the range ends within an instruction");
	cr_assert(!patch_decode(code + 2, sizeof code - 2, &l, &ready), "it begins within one");
	code[13] = 0xC3;
	cr_assert(!patch_decode(code, sizeof code, &l, &ready), "code of the program");
}

/* What may stand in a range, and what not; and what is in the layout of which one instruction can be exchanged. */
Test(patch, code_that_may_be_there)
{
	static const struct { size_t n; unsigned char code[16]; bool may; } cases[] = {
		{ 5, { 0xE8, 1, 2, 3, 4 }, true },
		{ 5, { 0xE9, 1, 2, 3, 4 }, true },
		{ 6, { 0xE9, 1, 2, 3, 4, 0xE9 }, false },
		{ 13, { 0x49, 0xBB, 1, 2, 3, 4, 5, 6, 7, 8, 0x41, 0xFF, 0xE3 }, true },
		{ 14, { 0x90, 0x49, 0xBB, 1, 2, 3, 4, 5, 6, 7, 8, 0x41, 0xFF, 0xE3 }, false },
		{ 11, { 0x49, 0xBB, 1, 2, 3, 4, 5, 6, 7, 8, 0x90 }, true },
		{ 10, { 0x49, 0xBA, 1, 2, 3, 4, 5, 6, 7, 8 }, false },
		{ 5, { 0x41, 0xFF, 0xD3, 0x90, 0x90 }, false },
		{ 5, { 0x41, 0xFF, 0xE3, 0x90, 0x90 }, false },
		{ 13, { 0x0F, 0x1F, 0x80, 0, 0, 0, 0, 0x66, 0x66, 0x90, 0x41, 0xFF, 0xD3 }, false },
		{ 5, { 0x90, 0x90, 0x90, 0x90, 0x66 }, false },
		{ 5, { 0x66, 0x66, 0x66, 0x2E, 0x90 }, true },
		{ 5, { 0x90, 0x90, 0x0F, 0x1F, 0xC0 }, true },
		{ 5, { 0x90, 0x90, 0x0F, 0x1E, 0xC0 }, false },
		{ 7, { 0x0F, 0x1F, 0x05, 1, 2, 3, 4 }, false },
		{ 7, { 0x0F, 0x1F, 0x85, 1, 2, 3, 4 }, true },
		{ 6, { 0x90, 0x90, 0x0F, 0x1F, 0x44, 0 }, false },
		{ 6, { 0x90, 0x90, 0x0F, 0x1F, 0x04, 0 }, true },
		{ 6, { 0x90, 0x90, 0x0F, 0x1F, 0x45, 0 }, true },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct patch_layout l = patch_layout((uintptr_t)64, cases[i].n);
		bool ready;
		cr_assert_eq(patch_decode(cases[i].code, cases[i].n, &l, &ready), cases[i].may, "%zu", i);
	}
	unsigned char two[16] = { 0xE8, 0, 0, 0, 0, 0xE8, 0, 0, 0, 0, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90 };
	const struct patch_layout first = { .near_at = 0, .end = 5 };
	bool ready = true;
	cr_assert(patch_decode(two, 16, &first, &ready) && !ready, "two calls");
	memset(two + 5, 0x90, 5);
	cr_assert(patch_decode(two, 16, &first, &ready) && ready);
	const struct patch_layout within = { .near_at = 0, .end = 3 };
	cr_assert(patch_decode(two, 16, &within, &ready) && !ready, "no instruction begins where calls are to end");
}

Test(patch, jumps_to_what_is_far)
{
	unsigned char to[16], old[16];
	bool far_form;

	memset(old, 0x90, sizeof old);
	const uintptr_t target = (uintptr_t)0x123456789AB;
	cr_assert_eq(patch_encode(to, old, 64, 16, LR_PATCH_JUMP, target, &far_form), LR_RT_OK);
	cr_assert(far_form);
	const unsigned char expected[] = { 0x49, 0xBB, 0xAB, 0x89, 0x67, 0x45, 0x23, 0x01, 0, 0, 0x41, 0xFF, 0xE3, 0x90, 0x90, 0x90 };
	cr_assert_eq(memcmp(to, expected, sizeof expected), 0);
	cr_assert_eq(patch_encode(to, old, 64, 12, LR_PATCH_JUMP, target, &far_form), LR_RT_E_PATCH_ROOM);
}

/* Several records at one address, found by their ids; and maps that are added twice have to be removed twice. */
Test(patch, records_at_one_place)
{
	struct place p, q;

	make(&q, 64, 16);
	make(&p, 64, 16);
	cr_assert_eq(lr_stackmaps_remove(p.maps), LR_RT_OK);
	p.map_bytes = 0;
	append(&p, 3, 1), append(&p, 0, 3);
	append(&p, 1, 4), append(&p, 0, 4), append(&p, 3, 4);
	append(&p, (uint64_t)(uintptr_t)p.area, 8), append(&p, 8, 8), append(&p, 3, 8);
	for (uint64_t id = 20; id < 23; id++) {
		append(&p, id == 22 ? 20 : id, 8), append(&p, (uint64_t)(p.range - p.area), 4), append(&p, 0, 2), append(&p, 2, 2);
		for (uint64_t value = 0; value < 2; value++)
			append(&p, 4, 2), append(&p, 8, 2), append(&p, 0, 4), append(&p, id + value, 4);
		append(&p, 0, (8 - p.map_bytes % 8) % 8);
		append(&p, 0, 4), append(&p, 0, 4);
	}
	cr_assert_eq(lr_stackmaps_add(p.maps, p.map_bytes), LR_RT_OK);
	cr_assert_eq(lr_stackmaps_add(p.maps, p.map_bytes), LR_RT_OK);
	cr_assert_eq(lr_stackmaps_add(q.maps, 0), LR_RT_OK);
	void *codes[2] = { NULL, NULL };
	cr_assert_eq(lr_stackmap_find(20, codes, 1), 2, "there are two, and room for one");
	cr_assert(codes[0] == p.range && codes[1] == NULL);
	struct lr_registers none = { 0 };
	struct lr_live_value v[2];
	memset(v, 0, sizeof v);
	cr_assert_eq(lr_stackmap_read(21, p.range, &none, v, 1), 2);
	cr_assert(v[0].kind == LR_LIVE_CONSTANT && v[0].value == 21 && v[1].value == 0);
	cr_assert_eq(lr_stackmap_read(20, p.range, &none, v, 2), 2);
	cr_assert(v[0].value == 20 || v[0].value == 22);
	cr_assert_eq(lr_stackmap_read(23, p.range, &none, v, 2), LR_RT_E_NOT_FOUND);
	cr_assert_eq(lr_stackmap_read(7, q.range, &none, v, 2), 0);
	cr_assert_eq(lr_stackmap_read(20, p.range + 4097, &none, v, 2), LR_RT_E_NOT_FOUND, "farther away than any range is long");
	cr_assert_eq(lr_stackmaps_remove(p.maps), LR_RT_OK);
	cr_assert_eq(lr_stackmap_find(21, codes, 2), 1, "it was added twice");
	cr_assert_eq(lr_stackmaps_remove(p.maps), LR_RT_OK);
	cr_assert_eq(lr_stackmap_find(21, codes, 2), 0);
	cr_assert_eq(lr_stackmaps_remove(p.maps), LR_RT_E_ARG);
	munmap(p.area, AREA);
	cr_assert_eq(lr_stackmaps_remove(q.maps), LR_RT_OK);
	drop(&q);
}

Test(patch, what_is_refused)
{
	struct place p;

	make(&p, 64, 16);
	const void *near1 = p.area + 2 * PAGE;
	cr_assert_eq(lr_patch(NULL, 16, LR_PATCH_CALL, near1), LR_RT_E_ARG);
	cr_assert_eq(lr_patch(p.range, 16, LR_PATCH_CALL, NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_patch(p.range, 16, LR_PATCH_NOPS, near1), LR_RT_E_ARG);
	cr_assert_eq(lr_patch(p.range, 16, (enum lr_patch)3, near1), LR_RT_E_ARG);
	cr_assert_eq(lr_patch(p.range, 4, LR_PATCH_CALL, near1), LR_RT_E_PATCH_ROOM);
	cr_assert_eq(lr_patch(p.range, 1 << 20, LR_PATCH_CALL, near1), LR_RT_E_PATCH_ROOM);
	cr_assert_eq(lr_patch(p.range + 1, 15, LR_PATCH_CALL, near1), LR_RT_E_PATCH_POINT, "no stack map is here");
	cr_assert_eq(lr_patch(p.range, 18, LR_PATCH_CALL, near1), LR_RT_E_PATCH_POINT, "more than was reserved");
	cr_assert_eq(lr_patch(p.range, 16, (enum lr_patch)(LR_PATCH_CALL | LR_PATCH_NO_STOP), near1), LR_RT_E_STATE);
	p.function();
	cr_assert_eq(lr_patch(p.range, 16, LR_PATCH_CALL, near1), LR_RT_OK);
	cr_assert_eq(lr_patch(p.range, 16, (enum lr_patch)(LR_PATCH_CALL | LR_PATCH_NO_STOP), near1), LR_RT_OK, "nothing to do");
	void *codes[2] = { 0 };
	cr_assert_eq(lr_stackmap_find(7, codes, 2), 1);
	cr_assert_eq(codes[0], p.range);
	cr_assert_eq(lr_stackmap_find(8, codes, 2), 0);
	struct lr_registers none = { 0 };
	cr_assert_eq(lr_stackmap_read(8, p.range, &none, NULL, 0), LR_RT_E_NOT_FOUND);
	cr_assert_eq(lr_stackmap_read(7, p.area, &none, NULL, 0), LR_RT_E_NOT_FOUND);
	cr_assert_eq(lr_stackmap_read(7, p.range, &none, NULL, 0), 0);
	drop(&p); /* the image is gone, and its code with it */
	cr_assert_eq(lr_stackmap_find(7, codes, 2), 0);
	cr_assert_eq(lr_stackmap_read(7, p.range, &none, NULL, 0), LR_RT_E_NOT_FOUND);
	cr_assert_eq(lr_patch(p.range, 16, LR_PATCH_CALL, near1), LR_RT_E_PATCH_POINT);
	cr_assert_eq(lr_stackmaps_remove(p.maps), LR_RT_E_ARG);
}

/* Another image at the address of one that is gone: what was mapped for the old one is not used. */
Test(patch, an_address_used_again)
{
	for (int i = 0; i < 3; i++) {
		struct place p;
		make(&p, 64, 16); /* the system gives the same address again */
		cr_assert_eq(lr_patch(p.range, 16, LR_PATCH_CALL, p.area + 2 * PAGE), LR_RT_OK);
		cr_assert_eq(p.function(), 11);
		cr_assert_eq(lr_patch(p.range, 16, LR_PATCH_CALL, p.area + 2 * PAGE + 64), LR_RT_OK);
		cr_assert_eq(p.function(), 22);
		drop(&p);
	}
}

Test(patch, maps_that_are_none)
{
	struct place p;

	make(&p, 64, 16);
	for (size_t n = 1; n < p.map_bytes; n++)
		cr_assert_eq(lr_stackmaps_add(p.maps, n), LR_RT_E_STACKMAP, "cut off at %zu", n);
	cr_assert_eq(lr_stackmaps_add(p.maps + 1, 8), LR_RT_E_ARG);
	cr_assert_eq(lr_stackmaps_add(NULL, 8), LR_RT_E_ARG);
	_Alignas(8) unsigned char bad[MAP_BYTES];
	memcpy(bad, p.maps, sizeof bad);
	bad[0] = 2;
	cr_assert_eq(lr_stackmaps_add(bad, p.map_bytes), LR_RT_E_STACKMAP);
	drop(&p);
}

/* ---- values ---- */

static struct lr_live_value seen[8];
static int seen_count;
static uintptr_t seen_pc, seen_sp;

static void
look(void *user, struct lr_registers *r)
{
	(void)user;
	seen_count = lr_stackmap_read(99, NULL, r, seen, 8);
	seen_pc = r->reg[16];
	seen_sp = r->reg[7];
	r->reg[0] = 1234; /* the result */
}

Test(patch, live_values)
{
	static const struct location l[] = {
		{ 1, 8, 7, 0 }, { 2, 8, 7, 24 }, { 3, 8, 7, 8 }, { 4, 8, 0, -5 }, { 5, 8, 0, 0 }, { 3, 4, 7, 8 }
	};
	static const struct location vector[] = { { 1, 8, 17, 0 } };
	struct place p;

	make(&p, 64, 24);
	cr_assert_eq(lr_stackmaps_remove(p.maps), LR_RT_OK);
	make_maps(&p, 99, l, sizeof l / sizeof *l);
	cr_assert_eq(lr_stackmaps_add(p.maps, p.map_bytes), LR_RT_OK);
	lr_set_probe(look, NULL);
	void (*f)(void) = lr_patch_probe;
	const void *target;
	memcpy(&target, &f, sizeof target);
	cr_assert_eq(lr_patch(p.range, p.bytes, LR_PATCH_CALL, target), LR_RT_OK);
	cr_assert_eq(p.function(), 1234);
	cr_assert_eq(seen_count, 6);
	cr_assert_eq(seen_pc, (uintptr_t)p.range + PATCH_FAR_BYTES);
	cr_assert(seen[0].kind == LR_LIVE_REGISTER && seen[0].value == seen_sp);
	cr_assert(seen[1].kind == LR_LIVE_ADDRESS && seen[1].value == seen_sp + 24);
	/* the return address of the function lies above the 8 bytes that it has made room for */
	cr_assert(seen[2].kind == LR_LIVE_MEMORY && (uintptr_t)seen[2].where == seen_sp + 8 && seen[2].value > PAGE);
	cr_assert(seen[3].kind == LR_LIVE_CONSTANT && seen[3].value == (uint64_t)-5);
	cr_assert(seen[4].kind == LR_LIVE_CONSTANT && seen[4].value == 0x123456789ABCDEFu);
	cr_assert(seen[5].bytes == 4 && seen[5].value == (seen[2].value & UINT32_MAX));
	cr_assert_eq(lr_stackmaps_remove(p.maps), LR_RT_OK);
	make_maps(&p, 99, vector, 1);
	cr_assert_eq(lr_stackmaps_add(p.maps, 0), LR_RT_OK);
	p.function();
	cr_assert_eq(seen_count, LR_RT_E_STACKMAP);
	drop(&p);
}

static struct lr_registers interrupted;

static void
handler(int signal, siginfo_t *info, void *context)
{
	(void)signal, (void)info;
	lr_registers_of(&interrupted, context);
}

Test(patch, registers_of_a_signal)
{
	struct sigaction a = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO };
	char here;

	sigaction(SIGUSR1, &a, NULL);
	raise(SIGUSR1);
	cr_assert(interrupted.reg[16] != 0 && interrupted.reg[7] < (uint64_t)(uintptr_t)&here + 4096 && interrupted.reg[7] + (1 << 20) > (uint64_t)(uintptr_t)&here);
}

/* ---- threads ---- */

enum { RUNNERS = 3, CHANGES = 400 };
static int stop; /* atomic */
static struct place shared;

static void *
run_through(void *argument)
{
	long wrong = 0, n = 0;

	lr_thread_attach();
	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
		int got = shared.function();
		wrong += got != 11 && got != 22 && got != 7 && got != 9;
		if (++n % 16 == 0)
			lr_safepoint();
	}
	lr_thread_detach();
	*(long *)argument = wrong;
	return NULL;
}

static void
run_while_changing(size_t offset, bool far_too)
{
	pthread_t threads[RUNNERS];
	long wrong[RUNNERS];

	make(&shared, offset, 16);
	const void *targets[] = { shared.area + 2 * PAGE, shared.area + 2 * PAGE + 64, far_too ? address(seven) : shared.area + 2 * PAGE, far_too ? address(nine) : shared.area + 2 * PAGE + 64 };
	cr_assert_eq(lr_patch(shared.range, 16, LR_PATCH_CALL, targets[0]), LR_RT_OK);
	__atomic_store_n(&stop, 0, __ATOMIC_RELAXED);
	for (int i = 0; i < RUNNERS; i++)
		cr_assert_eq(pthread_create(&threads[i], NULL, run_through, &wrong[i]), 0);
	bool single = patch_layout((uintptr_t)shared.range, 16).single && !far_too;
	for (int i = 1; i <= CHANGES; i++) {
		unsigned how = LR_PATCH_CALL | (single ? (unsigned)LR_PATCH_NO_STOP : 0);
		cr_assert_eq(lr_patch(shared.range, 16, (enum lr_patch)how, targets[i % 4]), LR_RT_OK);
	}
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	for (int i = 0; i < RUNNERS; i++) {
		uint8_t state = lr_gc_safe_enter();
		pthread_join(threads[i], NULL);
		lr_gc_safe_leave(state);
		cr_assert_eq(wrong[i], 0);
	}
	drop(&shared);
}

/* The range is at offset + 4: with its instruction within eight aligned bytes, across two such, and in other forms. */
Test(patch, threads_run_through_it)
{
	run_while_changing(64 - 4, false);
	run_while_changing(64 + 2, false);
	run_while_changing(64 - 4, true);
}
