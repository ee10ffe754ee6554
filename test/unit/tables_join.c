/* SPDX-License-Identifier: MIT */
/* tables_join.c -- objects joined, and objects that lie. */
#include <stdlib.h>

#include "base/arena.h"
#include "elf/elf.h"
#include "elf/join.h"
#include "tables_object.h"

static void *
from_libc(void *user, void *p, size_t old_bytes, size_t new_bytes)
{
	int *left = user;

	(void)old_bytes;
	if (new_bytes == 0) {
		free(p);
		return NULL;
	}
	return left != NULL && (*left)-- <= 0 ? NULL : realloc(p, new_bytes);
}

#define HEAD "target triple = \"x86_64-unknown-linux-gnu\"\n"
static const char first[] = HEAD
	"$group = comdat any\n"
	"@mine = internal thread_local global i32 7\n"
	"@number = internal global i32 3\n"
	"define hidden i32 @shared() { %v = load i32, ptr @number ret i32 %v }\n"
	"define i32 @f() { %t = call ptr @llvm.threadlocal.address.p0(ptr @mine) %v = load i32, ptr %t %w = call i32 @h() %x = add i32 %v, %w ret i32 %x }\n"
	"define linkonce_odr i32 @group() comdat { ret i32 1 }\n"
	"declare i32 @h()\ndeclare ptr @llvm.threadlocal.address.p0(ptr)\n";
static const char second[] = HEAD
	"@number = internal global i32 4\n"
	"@list = constant [2 x ptr] [ptr @shared, ptr @number]\n"
	"define i32 @h() { %a = call i32 @shared() %b = load i32, ptr @number %c = add i32 %a, %b ret i32 %c }\n"
	"declare hidden i32 @shared()\n";
static const char *const local[] = { "shared" };

struct pair { LLVMMemoryBufferRef buffer[2]; struct join_object object[2]; };

static struct pair
make_pair(const char *a, const char *b)
{
	struct pair p = { { compile(a), compile(b) }, { { 0 } } };

	for (int i = 0; i < 2; i++)
		p.object[i] = (struct join_object){ LLVMGetBufferStart(p.buffer[i]), LLVMGetBufferSize(p.buffer[i]) };
	return p;
}

static void
free_pair(struct pair *p)
{
	LLVMDisposeMemoryBuffer(p->buffer[0]);
	LLVMDisposeMemoryBuffer(p->buffer[1]);
}

static const Elf64_Sym *
symbol(const struct elf *e, const char *name, unsigned nth)
{
	for (unsigned t = 1; t < e->nsections; t++)
		if (e->sections[t].sh_type == SHT_SYMTAB) {
			const Elf64_Sym *s = elf_contents(e, t);
			for (size_t i = 0; i < e->sections[t].sh_size / sizeof *s; i++)
				if (strcmp(elf_symbol_name(e, t, &s[i]), name) == 0 && nth-- == 0)
					return &s[i];
		}
	return NULL;
}

Test(join, two_objects_are_one)
{
	struct pair p = make_pair(first, second);
	struct join_result r;
	struct arena ar;
	struct elf e, before;

	arena_init(&ar, from_libc, NULL);
	cr_assert(join_objects(&ar, p.object, 2, local, 1, &r), "%s", r.message);
	cr_assert(elf_open(&e, r.bytes, r.size));
	cr_assert(elf_open(&before, (void *)(uintptr_t)p.object[0].bytes, p.object[0].size));
	const unsigned text = elf_find(&e, ".text", 1), data = elf_find(&e, ".data", 1);
	cr_assert_eq(elf_find(&e, ".text", text + 1), 0, "one section of each name");
	cr_assert_eq(elf_find(&e, ".data", data + 1), 0);
	cr_assert_neq(elf_relocations_of(&e, text), 0);
	const Elf64_Sym *h = symbol(&e, "h", 0), *shared = symbol(&e, "shared", 0), *f = symbol(&e, "f", 0);
	cr_assert_eq(h->st_shndx, text);
	cr_assert_geq(h->st_value, before.sections[elf_find(&before, ".text", 1)].sh_size, "behind the code of the first");
	cr_assert_eq(h->st_value % 16, 0);
	cr_assert_eq(ELF64_ST_BIND(f->st_info), STB_GLOBAL);
	cr_assert_eq(ELF64_ST_BIND(shared->st_info), STB_LOCAL);
	cr_assert_eq(ELF64_ST_VISIBILITY(shared->st_other), STV_DEFAULT);
	cr_assert_eq(symbol(&e, "shared", 1), NULL, "what the second one needs is what the first one has");
	cr_assert_neq(symbol(&e, "number", 0)->st_value, symbol(&e, "number", 1)->st_value, "each keeps its own");
	cr_assert_eq(ELF64_ST_TYPE(symbol(&e, "mine", 0)->st_info), STT_TLS);
	unsigned groups = 0;
	for (unsigned i = 1; i < e.nsections; i++)
		groups += e.sections[i].sh_type == SHT_GROUP;
	cr_assert_eq(groups, 1);
	arena_free(&ar);
	free_pair(&p);
}

Test(join, what_is_defined_twice)
{
	struct pair p = make_pair(HEAD "define void @f() { ret void }\n", HEAD "define void @f() { ret void }\n");
	struct join_result r;
	struct arena ar;

	arena_init(&ar, from_libc, NULL);
	cr_assert(!join_objects(&ar, p.object, 2, NULL, 0, &r));
	cr_assert_str_eq(r.message, "'f' is defined in two objects");
	cr_assert(!join_objects(&ar, p.object, 0, NULL, 0, &r));
	arena_free(&ar);
	free_pair(&p);
	p = make_pair(HEAD "define weak i32 @f() { ret i32 1 }\n", HEAD "define i32 @f() { ret i32 2 }\n@g = weak global i32 1\n");
	arena_init(&ar, from_libc, NULL);
	cr_assert(join_objects(&ar, p.object, 2, NULL, 0, &r), "%s", r.message);
	struct elf e;
	cr_assert(elf_open(&e, r.bytes, r.size));
	cr_assert_eq(ELF64_ST_BIND(symbol(&e, "f", 0)->st_info), STB_GLOBAL, "the strong one");
	cr_assert_neq(symbol(&e, "f", 0)->st_value, 0);
	arena_free(&ar);
	free_pair(&p);
}

/* Whatever byte of either is wrong, or how little of it is there: an object or a message, and nothing outside is read or written. */
Test(join, any_byte_can_lie, .timeout = 60)
{
	struct pair p = make_pair(first, second);

	for (int which = 0; which < 2; which++) {
		const size_t n = p.object[which].size;
		char *copy = malloc(n);
		struct join_object two[2] = { p.object[0], p.object[1] };
		for (size_t i = 0; i < 2 * n; i++) {
			struct join_result r;
			struct arena ar;
			const size_t size = i < n || i % 5 == 0 ? n : i - n;
			char *part = realloc(copy, size ? size : 1);
			memcpy(part, p.object[which].bytes, size);
			if (i < n)
				part[i] = (char)(part[i] ^ (i % 2 ? 0x55 : 0xff));
			two[which] = (struct join_object){ part, size };
			arena_init(&ar, from_libc, NULL);
			const bool ok = join_objects(&ar, two, 2, local, 1, &r);
			cr_assert(ok ? r.bytes != NULL : r.message[0] != '\0');
			arena_free(&ar);
			copy = part;
		}
		free(copy);
	}
	free_pair(&p);
}

/* Whatever number any field of 32 or 64 bits says. */
Test(join, any_number_can_lie, .timeout = 60)
{
	static const uint64_t lies[] = { 0, 1, 2, 3, 5, 7, 8, 9, 11, 16, 64, 255, 0xff00, 0xffff, 0x6fff4c03, 0x6fff4c09, 0x7fffffff, 0xffffffff, UINT64_C(1) << 33,
		UINT64_C(1) << 40, INT64_MAX, UINT64_MAX };
	struct pair p = make_pair(first, second);
	const size_t n = p.object[0].size;
	char *copy = malloc(n);
	struct join_object two[2] = { { copy, n }, p.object[1] };
	struct elf e;

	for (size_t i = 0; i + 8 <= n; i += 4)
		for (size_t k = 0; k < sizeof lies / sizeof *lies; k++) {
			struct join_result r;
			struct arena ar;
			memcpy(copy, p.object[0].bytes, n);
			memcpy(copy + i, &lies[k], i % 8 == 0 ? 8 : 4);
			arena_init(&ar, from_libc, NULL);
			const bool ok = join_objects(&ar, two, 2, local, 1, &r);
			cr_assert(ok ? r.bytes != NULL && elf_open(&e, r.bytes, r.size) : r.message[0] != '\0', "%zu %zu", i, k);
			arena_free(&ar);
		}
	free(copy);
	free_pair(&p);
}

/* Relocations without addends: only where nothing is laid before what they are for. */
static void
without_addends(const struct join_object *o, const char *section, uint64_t add_to_symbol)
{
	struct elf e;

	cr_assert(elf_open(&e, (void *)(uintptr_t)o->bytes, o->size));
	Elf64_Shdr *h = NULL;
	for (unsigned i = 1; i < e.nsections; i++)
		if (e.sections[i].sh_type == SHT_RELA && strcmp(elf_section_name(&e, i), section) == 0)
			h = &e.sections[i];
	cr_assert(h != NULL, "%s", section);
	char *at = (char *)(uintptr_t)o->bytes + h->sh_offset;
	const size_t n = h->sh_size / sizeof(Elf64_Rela);
	for (size_t i = 0; i < n; i++) {
		Elf64_Rela from;
		memcpy(&from, at + i * sizeof from, sizeof from);
		const Elf64_Rel to = { from.r_offset, from.r_info + (add_to_symbol << 32) };
		memcpy(at + i * sizeof to, &to, sizeof to);
	}
	h->sh_type = SHT_REL;
	h->sh_entsize = sizeof(Elf64_Rel);
	h->sh_size = n * sizeof(Elf64_Rel);
}

Test(join, relocations_without_addends)
{
	static const char grouped[] = HEAD "$g = comdat any\ndefine linkonce_odr i32 @g() comdat { %v = call i32 @h() ret i32 %v }\n"
		"define i32 @k() { %v = call i32 @g() ret i32 %v }\ndeclare i32 @h()\n";
	const struct { const char *section; uint64_t add; const char *message; } cases[] = {
		{ ".rela.text.g", 0, NULL },
		{ ".rela.text.g", 1 << 20, "which does not exist" },
		{ ".rela.text", 0, "an object has relocations without addends" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct pair p = make_pair(grouped, second);
		struct join_result r;
		struct arena ar;
		struct elf e;
		char *copy = malloc(p.object[0].size);
		memcpy(copy, p.object[0].bytes, p.object[0].size);
		struct join_object two[2] = { { copy, p.object[0].size }, p.object[1] };
		without_addends(&two[0], cases[i].section, cases[i].add);
		arena_init(&ar, from_libc, NULL);
		const bool ok = join_objects(&ar, two, 2, NULL, 0, &r);
		cr_assert_eq(ok, cases[i].message == NULL, "%s", r.message);
		if (!ok)
			cr_assert(strstr(r.message, cases[i].message) != NULL, "%s", r.message);
		else {
			unsigned found = 0;
			cr_assert(elf_open(&e, r.bytes, r.size));
			for (unsigned s = 1; s < e.nsections; s++)
				if (e.sections[s].sh_type == SHT_REL) {
					const Elf64_Rel *rel = elf_contents(&e, s);
					const Elf64_Sym *symbols = elf_contents(&e, e.sections[s].sh_link);
					cr_assert_str_eq(elf_symbol_name(&e, e.sections[s].sh_link, &symbols[ELF64_R_SYM(rel->r_info)]), "h");
					found++;
				}
			cr_assert_eq(found, 1);
		}
		arena_free(&ar);
		free(copy);
		free_pair(&p);
	}
}

Test(join, no_memory)
{
	struct pair p = make_pair(first, second);
	bool done = false;

	for (int left = 0; !done; left++) {
		int n = left;
		struct join_result r;
		struct arena ar;
		arena_init(&ar, from_libc, &n);
		ar.careful = true;
		done = join_objects(&ar, p.object, 2, local, 1, &r);
		cr_assert(done || r.message[0] == '\0', "%s", r.message);
		arena_free(&ar);
		cr_assert_lt(left, 1000);
	}
	free_pair(&p);
}
