/* SPDX-License-Identifier: MIT */
/* tables_statepoints.c -- the table of statepoints: says what the records say, refuses what it cannot say, and nothing in it is believed. */
#include <stdio.h>
#include <string.h>

#include "dice.h"
#include "statepoints_make.h"

/* As text: "sp+8 fp-16 | pinned | deep | derived of", runs as "sp+8*3" */
static void
describe(const struct statepoint_table *t, uint32_t offset, char *to)
{
	struct statepoint_frame f;

	cr_assert_eq(statepoint_find(t, offset, &f), 0, "%#x", offset);
	const uint32_t counts[4] = { f.slots, f.pinned, f.deep, f.derived };
	*to = '\0';
	for (int k = 0; k < 4; k++) {
		struct statepoint_run r = STATEPOINT_LIST;
		for (uint32_t i = 0; i < counts[k]; i++) {
			cr_assert(k < 3 ? statepoint_next(&f, &r) : statepoint_next_derived(&f, &r));
			to += sprintf(to, k == 3 ? "%s%+d %u " : r.n > 1 ? "%s%+d*%u " : "%s%+d ", r.fp ? "fp" : "sp", 8 * r.words, r.n);
		}
		to += sprintf(to, "%s", k < 3 ? "| " : "");
	}
}

#define SAYS(t, offset, text) do { \
		char said[400]; \
		describe(t, offset, said); \
		cr_assert_str_eq(said, text); \
	} while (0)

Test(statepoints, what_the_records_say)
{
	struct statepoint_maker m;

	statepoint_make_begin(&m, reallocate, NULL);
	cr_assert(RECORD(&m, 0x20010, HEAD(0)));
	cr_assert(RECORD(&m, 16, HEAD(0), AT(SP, 8), AT(SP, 8), AT(FP, -24), AT(FP, -24), AT(SP, 8), AT(SP, 0x1000)));
	/* a base is a root even if it is in no pair of its own; constants are in no place; memory is named once more, in any number of locations */
	cr_assert(RECORD(&m, 32, HEAD(0), AT(FP, -8), AT(FP, 16), CONSTANT(0), AT(SP, 8), CONSTANT(0), CONSTANT(0), CONSTANT(0), MEMORY(SP, 24), MEMORY(SP, 0), MEMORY(SP, 0), MEMORY(SP, 24)));
	/* somebody else's operand comes first; what is pinned is no root besides, and what is an object needs no base */
	cr_assert(RECORD(&m, 48, HEAD(1 + 2 + 1 + 2 + 2 + 2 + 5), AT(3, 1), AT(SP, 16), CONSTANT(0), AT(SP, 24), AT(SP, 56), AT(SP, 24 + 40), MEMORY(SP, 32), CONSTANT(2), MEMORY(FP, -64), CONSTANT(300),
		COUNTS(2, 1, 2, 1, 1), AT(SP, 24), AT(SP, 24), AT(SP, 8), AT(SP, 24), AT(SP, 24), AT(SP, 8), AT(SP, 8), AT(SP, 40)));
	cr_assert(m.others);
	for (uint32_t i = 0; i < 3; i++)
		cr_assert(RECORD(&m, 0x10000 + i, HEAD(0), AT(SP, 8), AT(SP, 8)));
	struct statepoint_table *t = table_of(&m, 0x20010);
	SAYS(t, 0x20010, "| | | ");
	SAYS(t, 16, "sp+8 fp-24 | | | sp+4096 0 ");
	SAYS(t, 32, "fp-8 | | | fp+16 0 ");
	SAYS(t, 48, "sp+8*2 sp+32*2 | sp+24 | sp+56*2 fp-64*300 | ");
	SAYS(t, 0x10000, "sp+8 | | | ");
	SAYS(t, 0x10002, "sp+8 | | | ");
	struct statepoint_frame f;
	for (uint32_t i = 0; i < 64; i++)
		cr_assert_eq(statepoint_find(t, i, &f), i == 16 || i == 32 || i == 48 ? 0 : STATEPOINT_NONE);
	cr_assert_eq(statepoint_find(t, 0x10003, &f), STATEPOINT_NONE);
	cr_assert_eq(statepoint_find(t, 0x20011, &f), STATEPOINT_NONE);
	cr_assert_eq(statepoint_find(t, UINT32_MAX, &f), STATEPOINT_NONE);
	cr_assert_eq(t->sites, 7);
	cr_assert_eq(statepoint_site(t, 0), 16);
	cr_assert_eq(statepoint_site(t, 5), 0x10002);
	cr_assert_eq(statepoint_site(t, 6), 0x20010);
	free(t);
}

#define REFUSED(says, ...) do { \
		struct statepoint_maker m; \
		statepoint_make_begin(&m, reallocate, NULL); \
		cr_assert(!RECORD(&m, 0, __VA_ARGS__)); \
		cr_assert(!m.failed && strstr(m.why, says) != NULL, "%s", m.why); \
		statepoint_make_end(&m); \
	} while (0)

Test(statepoints, never_a_guess)
{
	REFUSED("in register 3", HEAD(0), { .kind = STACKMAP_REGISTER, .bytes = 8, .reg = 3 }, AT(SP, 8));
	REFUSED("in register 3", HEAD(0), CONSTANT(0), { .kind = STACKMAP_REGISTER, .bytes = 8, .reg = 3 });
	REFUSED("relative to register 3", HEAD(0), AT(SP, 8), AT(3, 8));
	REFUSED("takes 16 bytes", HEAD(0), { .kind = STACKMAP_INDIRECT, .bytes = 16, .reg = SP }, AT(SP, 8));
	REFUSED("4 bytes from the stack pointer", HEAD(0), AT(SP, 4), AT(SP, 8));
	REFUSED("-8 bytes from the stack pointer", HEAD(0), AT(SP, -8), AT(SP, 8));
	REFUSED("an address in the stack frame", HEAD(0), MEMORY(SP, 8), AT(SP, 8));
	REFUSED("an address in the stack frame", HEAD(6), MEMORY(SP, 8), COUNTS(1, 0, 0, 0, 0));
	REFUSED("no fixed place", HEAD(7), AT(SP, 8), CONSTANT(1), COUNTS(0, 0, 0, 1, 0));
	REFUSED("no fixed place", HEAD(7), MEMORY(SP, 8), AT(SP, 8), COUNTS(0, 0, 0, 0, 1));
	REFUSED("the numbers of its values", HEAD(6), AT(SP, 8), COUNTS(0, 2, 0, 0, 0));
	REFUSED("the numbers of its values", HEAD(6), AT(SP, 8), COUNTS(0, 0, 0, 1, 0));
	REFUSED("the numbers of its values", HEAD(5), COUNTS(0, 0, 0, 0, -1));
	REFUSED("claims 3 of 3 values", HEAD(3), CONSTANT(0), CONSTANT(0), CONSTANT(0));
	REFUSED("claims 9 of 2 values", HEAD(9), AT(SP, 8), AT(SP, 8));
	REFUSED("belongs to no statepoint", AT(SP, 8), CONSTANT(0), CONSTANT(0));
	REFUSED("belongs to no statepoint", CONSTANT(0), CONSTANT(0));
	REFUSED("belongs to no statepoint", CONSTANT(0), AT(SP, 8), CONSTANT(0));
	REFUSED("belongs to no statepoint", CONSTANT(0), CONSTANT(0), AT(SP, 8));
	REFUSED("claims 0 of 1 values", HEAD(0), AT(SP, 8));
	REFUSED("claims 5 of 6 values", HEAD(5), COUNTS(0, 0, 0, 0, 0), AT(SP, 8));
	REFUSED("the numbers of its values", HEAD(6), AT(SP, 8), CONSTANT(0), AT(SP, 8), CONSTANT(0), CONSTANT(0), CONSTANT(0));
	REFUSED("4 bytes from the frame pointer", HEAD(0), AT(SP, 8), AT(FP, 4));
	REFUSED("4 bytes from the stack pointer", HEAD(7), MEMORY(SP, 4), CONSTANT(1), COUNTS(0, 0, 0, 1, 0));
	REFUSED("no fixed place", HEAD(7), MEMORY(SP, 8), CONSTANT(-1), COUNTS(0, 0, 0, 1, 0));
	struct statepoint_maker m;
	statepoint_make_begin(&m, reallocate, NULL);
	cr_assert(RECORD(&m, 5, HEAD(0)) && RECORD(&m, 5, HEAD(0), AT(SP, 0), AT(SP, 0)));
	cr_assert(!statepoint_make_sort(&m));
	statepoint_make_end(&m);
}

/* Words of each kind at random, in any order, overlapping, named many times: what is said is what a word for word account of it is, each word once, and
** the derived pointers have the numbers of their bases. */
enum { SPAN = 96, KINDS = 3 };
struct account { uint8_t kind[2][SPAN]; int base[2][SPAN]; }; /* 0: none, 1 slot, 2 pinned, 3 deep; where the base is << 1 | fp, -1: no derived pointer */

static int
word_at(const struct stackmap_location *l)
{
	return l->reg == FP ? l->offset / 8 + SPAN : l->offset / 8;
}

static void
enter(struct account *a, const struct stackmap_location *l, uint32_t n, int kind)
{
	for (uint32_t i = 0; i < n; i++) {
		uint8_t *at = &a->kind[l->reg == FP][word_at(l) + (int)i];
		*at = (uint8_t)(*at > kind ? *at : kind);
	}
}

static struct stackmap_location
somewhere(struct dice *d, uint8_t kind, uint32_t room)
{
	const bool fp = roll(d, 2);
	const int word = (int)roll(d, SPAN - room);

	return (struct stackmap_location){ .kind = kind, .bytes = 8, .reg = fp ? FP : SP, .offset = 8 * (fp ? word - SPAN : word) };
}

static void
compare(const struct statepoint_table *t, uint32_t at, const struct account *a)
{
	struct statepoint_frame f;
	int root[2 * SPAN], nroots = 0, said = 0, meant = 0;

	cr_assert_eq(statepoint_find(t, at, &f), 0);
	const uint32_t counts[KINDS] = { f.slots, f.pinned, f.deep };
	for (int k = 0; k < KINDS; k++) {
		struct statepoint_run r = STATEPOINT_LIST;
		for (uint32_t i = 0; i < counts[k]; i++) {
			cr_assert(statepoint_next(&f, &r));
			for (uint32_t j = 0; j < r.n; j++) {
				const int word = r.words + (int)j + (r.fp ? SPAN : 0);
				cr_assert(word >= 0 && word < SPAN && a->kind[r.fp][word] == k + 1, "%d %d", k, word);
				root[nroots++] = word << 1 | r.fp;
			}
		}
	}
	struct statepoint_run r = STATEPOINT_LIST;
	for (uint32_t i = 0; i < f.derived; i++, said++) {
		cr_assert(statepoint_next_derived(&f, &r));
		const int word = r.words + (r.fp ? SPAN : 0);
		cr_assert(r.n < (uint32_t)nroots && a->kind[r.fp][word] == 0 && a->base[r.fp][word] == root[r.n], "%d", word);
	}
	for (int i = 0; i < 2 * SPAN; i++) {
		nroots -= a->kind[i & 1][i >> 1] != 0;
		meant += a->kind[i & 1][i >> 1] == 0 && a->base[i & 1][i >> 1] >= 0;
	}
	cr_assert(nroots == 0 && said == meant);
}

Test(statepoints, runs_of_chance)
{
	enum { SITES = 1500, EACH = 12 };
	static struct account all[SITES];
	struct dice d = { .seed = 3 };
	struct statepoint_maker m;

	statepoint_make_begin(&m, reallocate, NULL);
	for (uint32_t i = 0; i < SITES; i++) {
		struct stackmap_location l[3 + 2 * 5 * EACH + 5 + 2 * EACH], *end = l + 3;
		struct account *a = &all[i];
		uint32_t counts[5];
		memset(a->base, -1, sizeof a->base);
		for (int k = 0; k < 5; k++) {
			counts[k] = roll(&d, EACH);
			for (uint32_t j = 0; j < counts[k]; j++) {
				const uint32_t n = k < 3 ? 1 : roll(&d, 20);
				*end = somewhere(&d, k < 3 ? STACKMAP_INDIRECT : STACKMAP_DIRECT, n);
				enter(a, end++, n, k == 0 || k == 3 ? 1 : k == 1 ? 2 : 3);
				if (k >= 3)
					*end++ = (struct stackmap_location)CONSTANT((int)n);
			}
		}
		for (int k = 0; k < 5; k++)
			*end++ = (struct stackmap_location)CONSTANT((int)counts[k]);
		const uint32_t ndeopt = (uint32_t)(end - l) - 3;
		memcpy(l, (const struct stackmap_location[]){ HEAD((int)ndeopt) }, 3 * sizeof *l);
		for (uint32_t k = roll(&d, EACH); k > 0; k--, end += 2) {
			end[0] = somewhere(&d, STACKMAP_INDIRECT, 1);
			end[1] = somewhere(&d, STACKMAP_INDIRECT, 1);
			int *base = &a->base[end[1].reg == FP][word_at(&end[1])];
			if (*base >= 0) { /* derived from one object, or from another: that is for LLVM to know */
				end[0] = end[1] = (struct stackmap_location)CONSTANT(0);
				continue;
			}
			enter(a, &end[0], 1, 1);
			*base = word_at(&end[0]) << 1 | (end[0].reg == FP);
		}
		cr_assert(statepoint_make_record(&m, 8 * i, l, (uint32_t)(end - l)), "%s", m.why);
	}
	struct statepoint_table *t = table_of(&m, 8 * SITES);
	for (uint32_t i = 0; i < SITES; i++)
		compare(t, 8 * i, &all[i]);
	free(t);
}

static bool
make_many(struct statepoint_maker *m)
{
	for (uint32_t i = 0; i < 400; i++)
		if (!RECORD(m, 10 * i, HEAD(6), AT(SP, (int)(8 * i)), COUNTS(0, 1, 0, 0, 0), AT(FP, -8 * (int)i), AT(FP, -8 * (int)i)))
			return false;
	return true;
}

Test(statepoints, each_request_for_memory_can_be_refused)
{
	size_t n = 0, left;
	bool made;

	do {
		struct statepoint_maker m;
		left = n++;
		statepoint_make_begin(&m, reallocate, &left);
		made = make_many(&m);
		cr_assert(made || m.failed);
		statepoint_make_end(&m);
	} while (!made);
	cr_assert_gt(n, 10);
}

/* Many places; what is found is what was put in. */
Test(statepoints, tables_of_chance)
{
	struct dice d = { .seed = 7 };
	enum { SITES = 3000 };
	static struct stackmap_location l[SITES][3 + 2 * 8];
	static uint32_t at[SITES], n[SITES];
	struct statepoint_maker m;
	uint32_t pc = 0;

	statepoint_make_begin(&m, reallocate, NULL);
	for (uint32_t i = 0; i < SITES; i++) {
		memcpy(l[i], (const struct stackmap_location[]){ HEAD(0) }, 3 * sizeof l[i][0]);
		n[i] = roll(&d, 9);
		for (uint32_t k = 0; k < n[i]; k++) {
			bool fp = roll(&d, 2);
			l[i][3 + 2 * k] = l[i][4 + 2 * k] = (struct stackmap_location)AT(fp ? FP : SP, (fp ? -8 : 8) * (int)(k * 100 + roll(&d, 90)));
		}
		at[i] = pc += 1 + roll(&d, 500);
		cr_assert(statepoint_make_record(&m, at[i], l[i], 3 + 2 * n[i]));
	}
	struct statepoint_table *t = table_of(&m, pc);
	for (uint32_t i = 0; i < SITES; i++) {
		struct statepoint_frame f;
		struct statepoint_run r = STATEPOINT_LIST;
		uint32_t words = 0;
		cr_assert_eq(statepoint_find(t, at[i], &f), 0);
		for (uint32_t run = 0; run < f.slots; run++) {
			cr_assert(statepoint_next(&f, &r));
			for (uint32_t k = 0; k < r.n; k++, words++) {
				bool found = false;
				for (uint32_t j = 0; j < n[i]; j++)
					found |= l[i][3 + 2 * j].offset == 8 * (r.words + (int32_t)k) && (l[i][3 + 2 * j].reg == FP) == r.fp;
				cr_assert(found);
			}
		}
		cr_assert_eq(words, n[i]);
	}
	free(t);
}

/* Whatever is in the lists: what reads them comes back, without having looked behind the end. */
Test(statepoints, any_byte_of_a_table_can_lie)
{
	struct statepoint_maker m;

	statepoint_make_begin(&m, reallocate, NULL);
	for (int i = 0; i < 12; i++)
		cr_assert(RECORD(&m, 16u * (uint32_t)i, HEAD(8), AT(SP, 8 * i), MEMORY(SP, 800), CONSTANT(2), COUNTS(0, 1, 0, 1, 0), AT(FP, -8), AT(SP, 8 * i)));
	struct statepoint_table *t = table_of(&m, 200), *copy = malloc(t->bytes);
	for (size_t i = 0; i < t->bytes; i++)
		for (unsigned k = 0; k < 9; k++) {
			struct statepoint_frame f;
			memcpy(copy, t, t->bytes);
			((uint8_t *)copy)[i] = (uint8_t)(k == 8 ? 0xff : ((uint8_t *)copy)[i] ^ 1u << k);
			if (!statepoint_table_is(copy, t->bytes))
				continue;
			for (uint32_t at = 0; at < 220; at++)
				if (statepoint_find(copy, at, &f) == 0)
					for (struct statepoint_run r = STATEPOINT_LIST; statepoint_next(&f, &r) && statepoint_next_derived(&f, &r);)
						;
			for (uint32_t site = 0; site < copy->sites; site++)
				statepoint_site(copy, site);
		}
	for (size_t n = 0; n < t->bytes; n++)
		cr_assert(!statepoint_table_is(t, n));
	free(copy);
	free(t);
}

Test(statepoints, compressed)
{
	struct statepoint_maker m;

	statepoint_make_begin(&m, reallocate, NULL);
	cr_assert(make_many(&m));
	struct statepoint_table *t = table_of(&m, 4000), *to = malloc(t->bytes);
	struct statepoint_zip *z = zip_of(t), *copy = malloc(z->bytes);
	const uint32_t bytes = z->bytes;
	cr_assert_lt(bytes, t->bytes);
	cr_assert(statepoint_zip_is(z, bytes) && statepoint_unzip(z, to) == STATEPOINT_UNZIPPED);
	cr_assert_arr_eq(to, t, t->bytes);
	cr_assert(!statepoint_table_is(z, bytes) && !statepoint_zip_is(t, t->bytes), "neither is taken for the other");
	for (uint32_t n = 0; n < bytes; n++)
		cr_assert(!statepoint_zip_is(z, n));
	/* any byte can lie: what comes out is a table, or nothing does; never more than there is room for */
	for (uint32_t i = 0; i < bytes; i++)
		for (unsigned k = 0; k < 9; k++) {
			memcpy(copy, z, bytes);
			((uint8_t *)copy)[i] = (uint8_t)(k == 8 ? 0xff : ((uint8_t *)copy)[i] ^ 1u << k);
			if (!statepoint_zip_is(copy, bytes))
				continue;
			cr_assert_leq(copy->table_bytes, 1032 * (bytes + 1));
			struct statepoint_table *room = malloc(copy->table_bytes);
			if (statepoint_unzip(copy, room) == STATEPOINT_UNZIPPED)
				cr_assert(statepoint_table_is(room, copy->table_bytes));
			free(room);
		}
	free(copy);
	free(z);
	free(to);
	free(t);
}

/* A stream that makes more than is said, or less, or no table; and one said to make more than it can. */
Test(statepoints, compressed_bombs)
{
	enum { ZEROS = 1 << 20 };
	struct statepoint_table *zeros = calloc(1, ZEROS), *room = malloc(ZEROS);

	*zeros = (struct statepoint_table){ .magic = STATEPOINT_MAGIC, .bytes = ZEROS, .width = 1 };
	struct statepoint_zip *z = zip_of(zeros);
	cr_assert_lt(z->bytes, ZEROS / 500);
	cr_assert(statepoint_zip_is(z, z->bytes) && statepoint_unzip(z, room) == STATEPOINT_UNZIPPED);
	z->table_bytes = ZEROS - 8;
	cr_assert(statepoint_zip_is(z, z->bytes) && statepoint_unzip(z, room) == STATEPOINT_ZIP_BAD);
	z->table_bytes = sizeof *room;
	cr_assert(statepoint_zip_is(z, z->bytes) && statepoint_unzip(z, room) == STATEPOINT_ZIP_BAD);
	z->table_bytes = sizeof *room - 1;
	cr_assert(!statepoint_zip_is(z, z->bytes));
	z->table_bytes = 2 * ZEROS;
	cr_assert(!statepoint_zip_is(z, z->bytes), "deflate cannot do that");
	z->table_bytes = UINT32_MAX;
	cr_assert(!statepoint_zip_is(z, z->bytes));
	z->table_bytes = ZEROS;
	z->code_bytes++;
	cr_assert_eq(statepoint_unzip(z, room), STATEPOINT_ZIP_BAD, "the table is of other code");
	free(z);
	free(room);
	free(zeros);
}
