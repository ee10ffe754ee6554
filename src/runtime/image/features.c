/* SPDX-License-Identifier: MIT */
/* features.c -- which features the machine has, by LLVM's names.
**
** On x86-64 cpuid tells, and xgetbv whether the system saves the registers.  On AArch64 Linux the kernel tells
** (getauxval).  Elsewhere, and for features that are not listed here, the answer is no. */
#include <string.h>

#include "lateroot/image.h"

#if defined(__x86_64__)

#include <cpuid.h>

enum state { PLAIN, SSE_SAVED, AVX_SAVED, AVX512_SAVED, AMX_SAVED };
enum { EAX, EBX, ECX, EDX };
/* Leaves of cpuid, and subleaves above 16 bits. */
enum { LEAF_1 = 1, LEAF_7 = 7, LEAF_7_1 = 0x10007, LEAF_D_1 = 0x1000d, LEAF_14 = 0x14, LEAF_19 = 0x19,
	LEAF_E1 = (int)0x80000001, LEAF_E8 = (int)0x80000008 };

static const struct row { const char *name; int leaf; unsigned char reg, bit, state; } rows[] = {
	{ "sse3", LEAF_1, ECX, 0, PLAIN }, { "pclmul", LEAF_1, ECX, 1, PLAIN }, { "ssse3", LEAF_1, ECX, 9, PLAIN },
	{ "fma", LEAF_1, ECX, 12, AVX_SAVED }, { "cx16", LEAF_1, ECX, 13, PLAIN },
	{ "sse4.1", LEAF_1, ECX, 19, PLAIN }, { "sse4.2", LEAF_1, ECX, 20, PLAIN },
	{ "crc32", LEAF_1, ECX, 20, PLAIN }, { "movbe", LEAF_1, ECX, 22, PLAIN }, { "popcnt", LEAF_1, ECX, 23, PLAIN },
	{ "aes", LEAF_1, ECX, 25, PLAIN }, { "xsave", LEAF_1, ECX, 27, PLAIN }, { "avx", LEAF_1, ECX, 28, AVX_SAVED },
	{ "f16c", LEAF_1, ECX, 29, AVX_SAVED }, { "rdrnd", LEAF_1, ECX, 30, PLAIN }, { "x87", LEAF_1, EDX, 0, PLAIN },
	{ "cx8", LEAF_1, EDX, 8, PLAIN }, { "cmov", LEAF_1, EDX, 15, PLAIN }, { "mmx", LEAF_1, EDX, 23, PLAIN },
	{ "fxsr", LEAF_1, EDX, 24, PLAIN }, { "sse", LEAF_1, EDX, 25, PLAIN }, { "sse2", LEAF_1, EDX, 26, PLAIN },
	{ "sahf", LEAF_E1, ECX, 0, PLAIN }, { "lzcnt", LEAF_E1, ECX, 5, PLAIN }, { "sse4a", LEAF_E1, ECX, 6, PLAIN },
	{ "prfchw", LEAF_E1, ECX, 8, PLAIN }, { "xop", LEAF_E1, ECX, 11, AVX_SAVED },
	{ "lwp", LEAF_E1, ECX, 15, PLAIN }, { "fma4", LEAF_E1, ECX, 16, AVX_SAVED },
	{ "tbm", LEAF_E1, ECX, 21, PLAIN }, { "mwaitx", LEAF_E1, ECX, 29, PLAIN }, { "64bit", LEAF_E1, EDX, 29, PLAIN },
	{ "clzero", LEAF_E8, EBX, 0, PLAIN }, { "rdpru", LEAF_E8, EBX, 4, PLAIN },
	{ "wbnoinvd", LEAF_E8, EBX, 9, PLAIN }, { "fsgsbase", LEAF_7, EBX, 0, PLAIN },
	{ "sgx", LEAF_7, EBX, 2, PLAIN }, { "bmi", LEAF_7, EBX, 3, PLAIN }, { "avx2", LEAF_7, EBX, 5, AVX_SAVED },
	{ "bmi2", LEAF_7, EBX, 8, PLAIN }, { "ermsb", LEAF_7, EBX, 9, PLAIN }, { "fsrm", LEAF_7, EDX, 4, PLAIN },
	{ "kl", LEAF_7, ECX, 23, PLAIN }, { "widekl", LEAF_19, EBX, 2, PLAIN }, { "nopl", LEAF_E1, EDX, 29, PLAIN },
	{ "invpcid", LEAF_7, EBX, 10, PLAIN }, { "rtm", LEAF_7, EBX, 11, PLAIN },
	{ "avx512f", LEAF_7, EBX, 16, AVX512_SAVED }, { "evex512", LEAF_7, EBX, 16, AVX512_SAVED },
	{ "avx512dq", LEAF_7, EBX, 17, AVX512_SAVED }, { "rdseed", LEAF_7, EBX, 18, PLAIN },
	{ "adx", LEAF_7, EBX, 19, PLAIN }, { "avx512ifma", LEAF_7, EBX, 21, AVX512_SAVED },
	{ "clflushopt", LEAF_7, EBX, 23, PLAIN }, { "clwb", LEAF_7, EBX, 24, PLAIN },
	{ "avx512cd", LEAF_7, EBX, 28, AVX512_SAVED }, { "sha", LEAF_7, EBX, 29, PLAIN },
	{ "avx512bw", LEAF_7, EBX, 30, AVX512_SAVED }, { "avx512vl", LEAF_7, EBX, 31, AVX512_SAVED },
	{ "avx512vbmi", LEAF_7, ECX, 1, AVX512_SAVED }, { "pku", LEAF_7, ECX, 4, PLAIN },
	{ "waitpkg", LEAF_7, ECX, 5, PLAIN }, { "avx512vbmi2", LEAF_7, ECX, 6, AVX512_SAVED },
	{ "shstk", LEAF_7, ECX, 7, PLAIN }, { "gfni", LEAF_7, ECX, 8, PLAIN }, { "vaes", LEAF_7, ECX, 9, AVX_SAVED },
	{ "vpclmulqdq", LEAF_7, ECX, 10, AVX_SAVED }, { "avx512vnni", LEAF_7, ECX, 11, AVX512_SAVED },
	{ "avx512bitalg", LEAF_7, ECX, 12, AVX512_SAVED }, { "avx512vpopcntdq", LEAF_7, ECX, 14, AVX512_SAVED },
	{ "rdpid", LEAF_7, ECX, 22, PLAIN }, { "cldemote", LEAF_7, ECX, 25, PLAIN },
	{ "movdiri", LEAF_7, ECX, 27, PLAIN }, { "movdir64b", LEAF_7, ECX, 28, PLAIN },
	{ "enqcmd", LEAF_7, ECX, 29, PLAIN }, { "uintr", LEAF_7, EDX, 5, PLAIN },
	{ "avx512vp2intersect", LEAF_7, EDX, 8, AVX512_SAVED }, { "serialize", LEAF_7, EDX, 14, PLAIN },
	{ "tsxldtrk", LEAF_7, EDX, 16, PLAIN }, { "pconfig", LEAF_7, EDX, 18, PLAIN },
	{ "amx-bf16", LEAF_7, EDX, 22, AMX_SAVED }, { "avx512fp16", LEAF_7, EDX, 23, AVX512_SAVED },
	{ "amx-tile", LEAF_7, EDX, 24, AMX_SAVED }, { "amx-int8", LEAF_7, EDX, 25, AMX_SAVED },
	{ "sha512", LEAF_7_1, EAX, 0, AVX_SAVED }, { "sm3", LEAF_7_1, EAX, 1, AVX_SAVED },
	{ "sm4", LEAF_7_1, EAX, 2, AVX_SAVED }, { "raoint", LEAF_7_1, EAX, 3, PLAIN },
	{ "avxvnni", LEAF_7_1, EAX, 4, AVX_SAVED }, { "avx512bf16", LEAF_7_1, EAX, 5, AVX512_SAVED },
	{ "cmpccxadd", LEAF_7_1, EAX, 7, PLAIN }, { "amx-fp16", LEAF_7_1, EAX, 21, AMX_SAVED },
	{ "hreset", LEAF_7_1, EAX, 22, PLAIN }, { "avxifma", LEAF_7_1, EAX, 23, AVX_SAVED },
	{ "avxvnniint8", LEAF_7_1, EDX, 4, AVX_SAVED }, { "avxneconvert", LEAF_7_1, EDX, 5, AVX_SAVED },
	{ "amx-complex", LEAF_7_1, EDX, 8, AMX_SAVED }, { "avxvnniint16", LEAF_7_1, EDX, 10, AVX_SAVED },
	{ "prefetchi", LEAF_7_1, EDX, 14, PLAIN }, { "usermsr", LEAF_7_1, EDX, 15, PLAIN },
	{ "xsaveopt", LEAF_D_1, EAX, 0, SSE_SAVED }, { "xsavec", LEAF_D_1, EAX, 1, SSE_SAVED },
	{ "xsaves", LEAF_D_1, EAX, 3, SSE_SAVED }, { "ptwrite", LEAF_14, EBX, 4, PLAIN }
};

/* The registers that the system saves. */
static uint32_t
saved_registers(void)
{
	uint32_t a, b, c, d, low, high;

	if (!__get_cpuid(1, &a, &b, &c, &d) || (c >> 27 & 1) == 0)
		return 0;
	__asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	return low;
}

static int
is_saved(enum state s)
{
	static const uint32_t masks[] = { 0, 0x2, 0x6, 0xe6, 0x60000 };

	return (saved_registers() & masks[s]) == masks[s];
}

int
lr_cpu_has(const char *feature)
{
	for (size_t i = 0; feature != NULL && i < sizeof rows / sizeof *rows; i++) {
		const struct row *r = &rows[i];
		uint32_t regs[4];
		if (strcmp(r->name, feature) != 0)
			continue;
		const uint32_t leaf = (uint32_t)r->leaf & 0x8000ffff, sub = (uint32_t)r->leaf >> 16 & 0x7fff;
		if (!__get_cpuid_count(leaf, 0, &regs[0], &regs[1], &regs[2], &regs[3]))
			return 0;
		if (sub > 0 && leaf == 7 && regs[EAX] < sub)
			return 0;
		if (sub > 0)
			__cpuid_count(leaf, sub, regs[0], regs[1], regs[2], regs[3]);
		return (regs[r->reg] >> r->bit & 1) != 0 && is_saved((enum state)r->state);
	}
	return 0;
}

#elif defined(__aarch64__) && defined(__linux__)

#include <sys/auxv.h>

/* Bits of AT_HWCAP, and from 64 on of AT_HWCAP2; -1: no other. */
static const struct row { const char *name; short first, second; } rows[] = {
	{ "fp-armv8", 0, -1 }, { "neon", 1, -1 }, { "aes", 3, 4 }, { "sha2", 5, 6 }, { "crc", 7, -1 }, { "lse", 8, -1 },
	{ "fullfp16", 9, 10 }, { "rdm", 12, -1 }, { "jsconv", 13, -1 }, { "complxnum", 14, -1 }, { "rcpc", 15, -1 },
	{ "sha3", 17, 21 }, { "sm4", 18, 19 }, { "dotprod", 20, -1 }, { "sve", 22, -1 }, { "fp16fml", 23, -1 },
	{ "dit", 24, -1 }, { "lse2", 25, -1 }, { "rcpc-immo", 26, -1 }, { "flagm", 27, -1 }, { "ssbs", 28, -1 },
	{ "sb", 29, -1 }, { "pauth", 30, 31 }, { "ccpp", 16, -1 }, { "ccdp", 64, -1 }, { "sve2", 65, -1 },
	{ "sve-aes", 66, 67 }, { "sve2-aes", 66, 67 }, { "sve-bitperm", 68, -1 }, { "sve2-bitperm", 68, -1 },
	{ "sve-sha3", 69, -1 }, { "sve2-sha3", 69, -1 }, { "sve-sm4", 70, -1 }, { "sve2-sm4", 70, -1 },
	{ "altnzcv", 71, -1 }, { "fptoint", 72, -1 }, { "f32mm", 74, -1 }, { "f64mm", 75, -1 }, { "i8mm", 77, -1 },
	{ "bf16", 78, -1 }, { "rand", 80, -1 }, { "bti", 81, -1 }, { "mte", 82, -1 }, { "cssc", 98, -1 },
	{ "mops", 107, -1 }, { "hbc", 108, -1 }
};

/* Of no concern to programs, or names for sets of features that are listed themselves. */
static const char *const granted[] = { "v8a", "v8.1a", "v8.2a", "v8.3a", "v8.4a", "v8.5a", "v8.6a", "v8.7a", "v8.8a",
	"v8.9a", "v9a", "v9.1a", "v9.2a", "v9.3a", "v9.4a", "v9.5a", "perfmon", "ras", "lor", "vh", "pan", "pan-rwv",
	"uaops", "el2vmsa", "el3", "CONTEXTIDREL2", "ccidx", "spe", "spe-eef", "tracev8.4", "amvs", "am", "mpam", "nv",
	"sel2", "brbe", "clrbhb", "xs", "nmi", "wfxt", "specres2", "apple-a7-sysreg", "use-scalar-inc-vl",
	"tlb-rmi", "trbe", "ete", "ecv", "fgt", "hcx", "predres", "specrestrict", "mec", "rme" };

static int
has_bit(int bit)
{
	return bit < 0 || ((bit < 64 ? getauxval(AT_HWCAP) >> bit : getauxval(AT_HWCAP2) >> (bit - 64)) & 1) != 0;
}

int
lr_cpu_has(const char *feature)
{
	for (size_t i = 0; feature != NULL && i < sizeof rows / sizeof *rows; i++)
		if (strcmp(rows[i].name, feature) == 0)
			return has_bit(rows[i].first) && has_bit(rows[i].second);
	for (size_t i = 0; feature != NULL && i < sizeof granted / sizeof *granted; i++)
		if (strcmp(granted[i], feature) == 0)
			return 1;
	return 0;
}

#else

int
lr_cpu_has(const char *feature)
{
	(void)feature;
	return 0;
}

#endif
