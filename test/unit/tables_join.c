/* tables_join.c -- objects joined, and objects that lie. */
#include <stdlib.h>

#include "support/arena.h"
#include "tables/elf.h"
#include "tables/join.h"
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
	cr_assert_str_eq(r.message, "'f' is defined in two pieces");
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
