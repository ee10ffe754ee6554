/* SPDX-License-Identifier: MIT */
/* tables.c -- the reader of stack maps against sections that lie, and objects of which no table can be made. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "elf/elf.h"
#include "tables/framemap.h"
#include "tables/object.h"
#include "tables/stackmap.h"
#include "tables_object.h"

/* One blob: a function with two records, and one with none; a constant; a location of each kind. */
static const uint8_t blob[] = {
	3, 0, 0, 0,  2, 0, 0, 0,  1, 0, 0, 0,  2, 0, 0, 0,
	0x11, 0, 0, 0, 0, 0, 0, 0,  24, 0, 0, 0, 0, 0, 0, 0,  2, 0, 0, 0, 0, 0, 0, 0,
	0x22, 0, 0, 0, 0, 0, 0, 0,  0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,  0, 0, 0, 0, 0, 0, 0, 0,
	0xef, 0xcd, 0xab, 0x89, 0x67, 0x45, 0x23, 0x01,
	7, 0, 0, 0, 0, 0, 0, 0,  5, 0, 0, 0,  0, 0,  5, 0,
	1, 0, 8, 0,  3, 0, 0, 0,  0, 0, 0, 0,
	2, 0, 8, 0,  6, 0, 0, 0,  0xf0, 0xff, 0xff, 0xff,
	3, 0, 8, 0,  7, 0, 0, 0,  16, 0, 0, 0,
	4, 0, 8, 0,  0, 0, 0, 0,  0xff, 0xff, 0xff, 0xff,
	5, 0, 8, 0,  0, 0, 0, 0,  0, 0, 0, 0,
	0, 0, 0, 0,
	0, 0,  1, 0,  7, 0, 0, 8,
	8, 0, 0, 0, 0, 0, 0, 0,  9, 0, 0, 0,  0, 0,  0, 0,
	0, 0,  0, 0,  0, 0, 0, 0,
};

struct counts { unsigned blobs, functions, constants, records, locations, liveouts; uint64_t sum; };

static int on_blob(void *user, const struct stackmap_blob *b) { (void)b; ((struct counts *)user)->blobs++; return 0; }
static int on_function(void *user, const struct stackmap_function *f) { ((struct counts *)user)->functions++; return f->nrecords > 9; }
static int on_constant(void *user, uint32_t i, uint64_t v) { (void)i, (void)v; ((struct counts *)user)->constants++; return 0; }
static int
on_record(void *user, const struct stackmap_function *f, const struct stackmap_record *r)
{
	(void)f, (void)r;
	((struct counts *)user)->records++;
	return 0;
}
static int
on_location(void *user, const struct stackmap_record *r, unsigned i, const struct stackmap_location *l)
{
	struct counts *c = user;

	(void)r;
	c->locations++;
	c->sum += (uint64_t)(int64_t)l->offset + l->reg + l->value + i;
	return 0;
}
static int
on_liveout(void *user, const struct stackmap_record *r, unsigned i, const struct stackmap_liveout *l)
{
	(void)r, (void)i;
	((struct counts *)user)->liveouts += l->bytes == 8 && l->reg == 7;
	return 0;
}

/* In memory that ends where the section does, for AddressSanitizer to see. */
static int
read_copy(const uint8_t *bytes, size_t n, struct counts *c, size_t *where)
{
	struct stackmap_visitor v = { on_blob, on_constant, on_function, on_record, on_location, on_liveout, c };
	uint8_t *copy = malloc(n ? n : 1);

	memcpy(copy, bytes, n);
	memset(c, 0, sizeof *c);
	int answer = stackmap_read(copy, n, &v, where);
	free(copy);
	return answer;
}

Test(stackmap, everything_in_it_is_seen)
{
	uint8_t twice[2 * sizeof blob];
	struct counts c;

	cr_assert_eq(sizeof blob % 8, 0);
	cr_assert_eq(read_copy(blob, sizeof blob, &c, NULL), 0);
	cr_assert(c.blobs == 1 && c.functions == 2 && c.constants == 1 && c.records == 2 && c.locations == 5 && c.liveouts == 1);
	cr_assert_eq(c.sum, 3 + (6 - 16 + 1) + (7 + 16 + 2) + (-1 - 1 + 3) + (0x0123456789abcdef + 4));
	memcpy(twice, blob, sizeof blob);
	memcpy(twice + sizeof blob, blob, sizeof blob);
	cr_assert_eq(read_copy(twice, sizeof twice, &c, NULL), 0);
	cr_assert(c.blobs == 2 && c.records == 4);
	cr_assert_eq(read_copy(blob, 0, &c, NULL), 0);
}

Test(stackmap, no_part_of_it_can_be_missing)
{
	struct counts c;
	size_t where;

	for (size_t n = 1; n < sizeof blob; n++) {
		cr_assert_eq(read_copy(blob, n, &c, &where), STACKMAP_E_SHORT, "%zu bytes", n);
		cr_assert_leq(where, n);
	}
}

Test(stackmap, any_byte_of_it_can_lie)
{
	uint8_t bytes[sizeof blob];
	struct counts c;

	for (size_t i = 0; i < sizeof blob; i++)
		for (unsigned k = 0; k < 9; k++) {
			memcpy(bytes, blob, sizeof blob);
			bytes[i] = (uint8_t)(k == 8 ? 0xff : bytes[i] ^ 1u << k);
			read_copy(bytes, sizeof bytes, &c, NULL); /* whatever it says, it comes back */
		}
#define WITH(at, value, code) do { \
		memcpy(bytes, blob, sizeof blob); \
		bytes[at] = value; \
		cr_assert_eq(read_copy(bytes, sizeof bytes, &c, NULL), code); \
	} while (0)
	WITH(0, 2, STACKMAP_E_VERSION);
	WITH(1, 1, STACKMAP_E_RESERVED);
	WITH(12, 1, STACKMAP_E_COUNT);
	WITH(12, 3, STACKMAP_E_COUNT);
	WITH(32, 3, STACKMAP_E_COUNT);
	WITH(39, 0xff, STACKMAP_E_COUNT);
	WITH(88, 0, STACKMAP_E_KIND);
	WITH(88, 6, STACKMAP_E_KIND);
	WITH(89, 1, STACKMAP_E_RESERVED);
	WITH(136 + 8, 1, STACKMAP_E_CONSTANT);
}

/* ---- objects ---- */

static void *
allocate(void *user, void *old, size_t old_bytes, size_t bytes)
{
	(void)old_bytes;
	if (bytes == 0)
		free(old);
	return user != NULL || bytes == 0 ? NULL : realloc(old, bytes);
}

#define HEAD "target triple = \"x86_64-unknown-linux-gnu\"\n" \
	"declare void @llvm.experimental.stackmap(i64, i32, ...)\n" \
	"@table = internal constant [8 x i8] zeroinitializer, section \"lr_framemap\", align 8\n" \
	"@use = constant ptr @last\n" \
	"define internal void @last() section \"lr_text\" { call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223040, i32 0) ret void }\n"

/* A table is made of `ir`, or refused in words with `says` in them. */
static struct object_result
make(const char *ir, const char *says)
{
	LLVMMemoryBufferRef object = compile(ir);
	struct object_result r;
	int code = object_add_tables(LLVMGetBufferStart(object), LLVMGetBufferSize(object), false, allocate, NULL, &r);

	LLVMDisposeMemoryBuffer(object);
	if (says == NULL)
		cr_assert_eq(code, OBJECT_OK, "%s", r.message);
	else {
		cr_assert_eq(code, OBJECT_E_BAD);
		cr_assert(strstr(r.message, says) != NULL, "%s", r.message);
	}
	return r;
}

Test(object, table_of_an_object)
{
	struct elf e;
	struct object_result r = make(HEAD
		"define void @f(i64 %n) \"frame-pointer\"=\"all\" section \"lr_text\" {\n"
		"  %s = alloca [3 x ptr]\n"
		"  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223043, i32 0, ptr %s)\n"
		"  %d = alloca i8, i64 %n\n" /* the stack frame has no fixed size */
		"  call void @g(ptr %d)\n  ret void\n}\ndeclare void @g(ptr)\n", NULL);

	cr_assert_eq(r.functions, 2);
	cr_assert_eq(r.entries, 3);
	cr_assert(elf_open(&e, r.bytes, r.size));
	const struct framemap_entry *t = elf_contents(&e, elf_find(&e, "lr_framemap", 1));
	cr_assert_not_null(t);
	cr_assert_eq(framemap_count(&t[0]), 0);
	cr_assert_eq(framemap_count(&t[1]), 3);
	cr_assert_geq(framemap_words(&t[1]), 3);
	cr_assert_eq(framemap_count(&t[2]), FRAMEMAP_END);
	cr_assert(e.sections[elf_find(&e, ".llvm_stackmaps", 1)].sh_flags & SHF_EXCLUDE);
	free(r.bytes);
}

Test(object, what_no_table_can_say)
{
	free(make(HEAD "define void @f(ptr %p) section \"lr_text\" {\n"
		"  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223041, i32 0, ptr %p)\n  ret void\n}\n",
		"f: its slots are not at a fixed distance").bytes);
	free(make(HEAD "define void @f() \"frame-pointer\"=\"all\" section \"lr_text\" {\n  %s = alloca ptr, align 64\n"
		"  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223041, i32 0, ptr %s)\n  ret void\n}\n",
		"f: its slots are not at a fixed distance").bytes);
	free(make(HEAD "define void @f() \"frame-pointer\"=\"all\" {\n  %s = alloca ptr\n"
		"  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223041, i32 0, ptr %s)\n  ret void\n}\n",
		"not in section lr_text").bytes);
	free(make(HEAD "define void @f() \"frame-pointer\"=\"all\" section \"lr_text\" {\n  %s = alloca [400000 x ptr]\n  %t = alloca ptr\n"
		"  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223041, i32 0, ptr %s)\n"
		"  call void @g(ptr %s, ptr %t)\n  ret void\n}\ndeclare void @g(ptr, ptr)\n", "below the frame pointer; the limit").bytes);
}

/* What has no record is nobody's, rather than part of what stands before it. */
Test(object, functions_without_a_record)
{
	struct elf e;
	struct object_result r = make(HEAD "define void @f() section \"lr_text\" {\n  ret void\n}\n", NULL);

	cr_assert_eq(r.functions, 1);
	cr_assert_eq(r.entries, 3);
	cr_assert(elf_open(&e, r.bytes, r.size));
	const struct framemap_entry *t = elf_contents(&e, elf_find(&e, "lr_framemap", 1));
	cr_assert_eq(t[1].slots, FRAMEMAP_GAP);
	cr_assert_eq(t[2].slots, FRAMEMAP_END);
	free(r.bytes);
}

Test(object, many_slots_are_said_in_pieces)
{
	struct object_result r = make(HEAD
		"define void @f() \"frame-pointer\"=\"all\" section \"lr_text\" {\n  %s = alloca [40000 x ptr]\n"
		"  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499263040, i32 0, ptr %s)\n  ret void\n}\n", NULL);

	cr_assert_eq(r.functions, 2);
	cr_assert_eq(r.entries, 2 + 10);
	free(r.bytes);
}

/* Records of other people stay, and so does their section. */
Test(object, stack_maps_of_others)
{
	struct elf e;
	struct object_result r = make(HEAD "define void @f() section \"lr_text\" {\n"
		"  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223040, i32 0)\n"
		"  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0, i64 5)\n  ret void\n}\n", NULL);

	cr_assert(elf_open(&e, r.bytes, r.size));
	cr_assert_eq(e.sections[elf_find(&e, ".llvm_stackmaps", 1)].sh_flags & SHF_EXCLUDE, 0);
	free(r.bytes);
}

/* The base of a table is a symbol in the text: distances to others have no meaning. */
Test(object, symbols_outside_of_the_text)
{
	LLVMMemoryBufferRef object = compile(HEAD);
	size_t n = LLVMGetBufferSize(object);
	uint64_t words[(n + 7) / 8];
	struct object_result r;
	struct elf e;

	memcpy(words, LLVMGetBufferStart(object), n);
	cr_assert(elf_open(&e, words, n));
	const unsigned symtab = elf_find(&e, ".symtab", 1);
	Elf64_Sym *s = elf_contents(&e, symtab);
	for (size_t i = 1; i < e.sections[symtab].sh_size / sizeof *s; i++)
		if (ELF64_ST_BIND(s[i].st_info) == STB_LOCAL && s[i].st_shndx != SHN_UNDEF && s[i].st_shndx < SHN_LORESERVE)
			s[i].st_value = (uint64_t)INT64_MAX + 1;
	cr_assert_eq(object_add_tables(words, n, false, allocate, NULL, &r), OBJECT_E_BAD);
	cr_assert(strstr(r.message, "no local symbol") != NULL, "%s", r.message);
	LLVMDisposeMemoryBuffer(object);
}

Test(object, no_memory_and_no_object)
{
	LLVMMemoryBufferRef object = compile(HEAD);
	struct object_result r;
	int mark;

	cr_assert_eq(object_add_tables(LLVMGetBufferStart(object), LLVMGetBufferSize(object), false, allocate, &mark, &r), OBJECT_E_NOMEM);
	size_t n = LLVMGetBufferSize(object);
	/* Cut anywhere and with any byte of its front changed, it is refused or done; nothing outside of it is read. */
	for (size_t i = 0; i < n; i += 7) {
		char *copy = malloc(i + 1);
		memcpy(copy, LLVMGetBufferStart(object), i);
		object_add_tables(copy, i, false, allocate, NULL, &r);
		free(r.bytes);
		free(copy);
	}
	char *copy = malloc(n);
	for (size_t i = 0; i < n; i++) {
		memcpy(copy, LLVMGetBufferStart(object), n);
		copy[i] = (char)(copy[i] ^ 0x55);
		object_add_tables(copy, n, false, allocate, NULL, &r);
		free(r.bytes);
	}
	free(copy);
	LLVMDisposeMemoryBuffer(object);
}
