/* SPDX-License-Identifier: MIT */
/* architecture.c -- the processor families that profiles name. */
#include "host/architecture.h"

#include <string.h>

#define NAMES(X) X("x86-64") X("i686") X("aarch64") X("arm") X("riscv64") X("riscv32") X("ppc64le") X("s390x") \
	X("wasm32") X("wasm64")
#define ROW(name) name,
#define WORD(name) name " "
static const char *const names[ARCH_COUNT] = { "any", NAMES(ROW) };

/* How triples begin; the first row that fits decides.  `whole`: up to the hyphen. */
static const struct { const char *text; bool whole; enum architecture is; } BEGINNINGS[] = {
	{ "x86_64", false, ARCH_X86_64 }, { "amd64", true, ARCH_X86_64 },
	{ "i386", true, ARCH_I686 }, { "i486", true, ARCH_I686 }, { "i586", true, ARCH_I686 },
	{ "i686", true, ARCH_I686 }, { "x86", true, ARCH_I686 },
	{ "aarch64_be", true, ARCH_OTHER }, { "aarch64_32", true, ARCH_OTHER }, { "arm64_32", true, ARCH_OTHER },
	{ "aarch64", false, ARCH_AARCH64 }, { "arm64", false, ARCH_AARCH64 },
	{ "armeb", false, ARCH_OTHER }, { "thumbeb", false, ARCH_OTHER },
	{ "arm", false, ARCH_ARM }, { "thumb", false, ARCH_ARM },
	{ "riscv64", true, ARCH_RISCV64 }, { "riscv32", true, ARCH_RISCV32 },
	{ "powerpc64le", true, ARCH_PPC64LE }, { "ppc64le", true, ARCH_PPC64LE },
	{ "s390x", true, ARCH_S390X }, { "wasm32", true, ARCH_WASM32 }, { "wasm64", true, ARCH_WASM64 },
};

const char *
architecture_name(enum architecture a)
{
	return a < ARCH_COUNT ? names[a] : "another one";
}

enum architecture
architecture_by_name(const char *name, size_t n)
{
	for (unsigned i = 0; i < ARCH_COUNT; i++)
		if (strlen(names[i]) == n && memcmp(names[i], name, n) == 0)
			return (enum architecture)i;
	return ARCH_OTHER;
}

const char *
architecture_names(void)
{
	return "any " NAMES(WORD);
}

unsigned
architecture_word_bytes(enum architecture a)
{
	switch (a) {
	case ARCH_ANY: case ARCH_OTHER: return 0;
	case ARCH_I686: case ARCH_ARM: case ARCH_RISCV32: case ARCH_WASM32: return 4;
	default: return 8;
	}
}

static enum architecture
this_machine(void)
{
#if defined(__x86_64__) && defined(__LP64__)
	return ARCH_X86_64;
#elif defined(__i386__)
	return ARCH_I686;
#elif defined(__aarch64__) && defined(__AARCH64EL__) && defined(__LP64__)
	return ARCH_AARCH64;
#elif defined(__arm__) && !defined(__ARMEB__)
	return ARCH_ARM;
#elif defined(__riscv) && __riscv_xlen == 64
	return ARCH_RISCV64;
#elif defined(__riscv) && __riscv_xlen == 32
	return ARCH_RISCV32;
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
	return ARCH_PPC64LE;
#elif defined(__s390x__)
	return ARCH_S390X;
#else
	return ARCH_OTHER;
#endif
}

enum architecture
architecture_of(const char *triple)
{
	size_t n = triple != NULL ? strcspn(triple, "-") : 0;

	if (n == 0)
		return this_machine();
	if (strstr(triple, "x32") != NULL || strstr(triple, "ilp32") != NULL) /* pointers of 32 bits */
		return ARCH_OTHER;
	for (size_t i = 0; i < sizeof BEGINNINGS / sizeof *BEGINNINGS; i++) {
		size_t length = strlen(BEGINNINGS[i].text);
		if (length <= n && (length == n || !BEGINNINGS[i].whole)
			&& memcmp(BEGINNINGS[i].text, triple, length) == 0)
			return BEGINNINGS[i].is;
	}
	return ARCH_OTHER;
}

bool
triple_is_windows(const char *triple)
{
	if (triple == NULL || triple[0] == '\0')
#if defined(_WIN32)
		return true;
#else
		return false;
#endif
	return strstr(triple, "-windows") != NULL || strstr(triple, "-win32") != NULL;
}

bool
triple_has_code(const char *triple)
{
	static const char *const families[] = { "x86", "amd64", "aarch64", "arm", "thumb", "riscv", "powerpc", "ppc",
		"s390x", "systemz", "mips", "loongarch", "wasm", "sparc" };
	const char *t = triple != NULL ? triple : "";

	if (t[0] == '\0' || (t[0] == 'i' && t[1] >= '3' && t[1] <= '9' && strncmp(t + 2, "86", 2) == 0))
		return true;
	for (size_t i = 0; i < sizeof families / sizeof *families; i++)
		if (strncmp(t, families[i], strlen(families[i])) == 0)
			return true;
	return false;
}
