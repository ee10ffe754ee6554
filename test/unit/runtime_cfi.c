/* SPDX-License-Identifier: MIT */
/* runtime_cfi.c -- one step up a stack by call frame information: rules of every kind, made by hand, for code that is only addresses. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <string.h>

#include "runtime/walk/cfi.h"

/* Of libgcc and LLVM's libunwind: frames that no image has. */
extern void __register_frame(void *);
extern void __deregister_frame(void *);

enum { CODE_BYTES = 256, AT = 100, MOST = 40 };
struct example {
	const char *name;
	uint8_t rules[MOST];       /* behind those of the common entry: the frame begins at rsp + 8, and there is the return address */
	size_t n;
	enum cfi_answer answer;
	int sp, pc, fp;            /* the caller's stack pointer, in words from this frame's; where the others are; fp 0: as it was */
};
#define RULES(...) { __VA_ARGS__ }, sizeof (uint8_t[]){ __VA_ARGS__ }

static const struct example examples[] = {
	{ "no rules besides", RULES(0), CFI_STEP, 1, 0, 0 },
	{ "pushes", RULES(0x41, 0x0e, 16, 0x86, 2, 0x42, 0x0e, 24), CFI_STEP, 3, 2, 1 },
	{ "by the frame pointer", RULES(0x0e, 16, 0x86, 2, 0x0d, 6), CFI_STEP, 6, 5, 4 },
	{ "what is not there yet", RULES(0x41, 0x0e, 16, 0x02, AT, 0x0e, 48), CFI_STEP, 2, 1, 0 },
	{ "what just is", RULES(0x41, 0x0e, 16, 0x02, AT - 2, 0x0e, 24), CFI_STEP, 3, 2, 0 },
	{ "in steps of two and four bytes", RULES(0x03, 1, 0, 0x0e, 24, 0x04, 1, 0, 0, 0, 0x0e, 32), CFI_STEP, 4, 3, 0 },
	{ "remembered and restored", RULES(0x0e, 16, 0x0a, 0x0e, 64, 0x86, 3, 0x0b), CFI_STEP, 2, 1, 0 },
	{ "restored to the common rules", RULES(0x0e, 24, 0x86, 2, 0xc6), CFI_STEP, 3, 2, 0 },
	{ "restored, extended", RULES(0x0e, 24, 0x05, 6, 2, 0x06, 6), CFI_STEP, 3, 2, 0 },
	{ "offsets, extended and signed", RULES(0x0e, 32, 0x05, 6, 2, 0x11, 6, 3), CFI_STEP, 4, 3, 1 },
	{ "signed frame addresses", RULES(0x12, 7, 0x7e, 0x13, 0x7d), CFI_STEP, 3, 2, 0 },
	{ "frame addresses anew", RULES(0x0c, 7, 40), CFI_STEP, 5, 4, 0 },
	{ "other registers do not matter", RULES(0x0e, 24, 0x83, 2, 0x08, 3, 0x09, 12, 13, 0x14, 14, 1, 0x15, 15, 1, 0x10, 3, 1, 0x30, 0x16, 3, 1, 0x30), CFI_STEP, 3, 2, 0 },
	{ "the same value", RULES(0x0e, 24, 0x86, 2, 0x08, 6), CFI_STEP, 3, 2, 0 },
	{ "arguments", RULES(0x0e, 16, 0x2e, 16), CFI_STEP, 2, 1, 0 },
	{ "the end of the stack", RULES(0x07, 16), CFI_END, 0, 0, 0 },
	{ "the frame pointer is gone", RULES(0x0e, 16, 0x07, 6), CFI_UNKNOWN, 0, 0, 0 },
	{ "in another register", RULES(0x0e, 16, 0x09, 6, 3), CFI_UNKNOWN, 0, 0, 0 },
	{ "by another register", RULES(0x0d, 10), CFI_UNKNOWN, 0, 0, 0 },
	{ "by an expression", RULES(0x0f, 2, 0x77, 8), CFI_UNKNOWN, 0, 0, 0 },
	{ "an expression that does not end", RULES(0x0f, 100), CFI_UNKNOWN, 0, 0, 0 },
	{ "the return address by an expression", RULES(0x10, 16, 1, 0x30), CFI_UNKNOWN, 0, 0, 0 },
	{ "the return address elsewhere", RULES(0x0e, 16, 0x90, 0), CFI_UNKNOWN, 0, 0, 0 },
	{ "the frame pointer elsewhere", RULES(0x0e, 16, 0x86, 3), CFI_UNKNOWN, 0, 0, 0 },
	{ "restored without having been remembered", RULES(0x0b), CFI_UNKNOWN, 0, 0, 0 },
	{ "remembered too often", RULES(10, 10, 10, 10, 10, 10, 10, 10, 10), CFI_UNKNOWN, 0, 0, 0 },
	{ "what nobody has ever said", RULES(0x3f), CFI_UNKNOWN, 0, 0, 0 },
	{ "a number that does not end", RULES(0x0e, 0x80), CFI_UNKNOWN, 0, 0, 0 },
	{ "downwards", RULES(0x13, 1), CFI_UNKNOWN, 0, 0, 0 },
	{ "not by words", RULES(0x0e, 20), CFI_UNKNOWN, 0, 0, 0 },
	{ "very far", RULES(0x0e, 0x80, 0x80, 0x80, 0x80, 1), CFI_UNKNOWN, 0, 0, 0 },
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

/* Common entries of other kinds, from their version on; a frame of each begins at rsp + 16. */
#define INITIAL 0x0c, 7, 8, 0x90, 1
static const struct common {
	const char *name;
	uint8_t bytes[MOST];
	size_t n;
	bool augmented;            /* its frames have a length of what is said besides */
	enum cfi_answer answer;
} commons[] = {
	{ "a personality", RULES(3, 'z', 'P', 'L', 'R', 0, 1, 0x78, 16, 11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, INITIAL), true, CFI_STEP },
	{ "a personality of any length", RULES(3, 'z', 'P', 'R', 0, 1, 0x78, 16, 4, 1, 0x81, 1, 0, INITIAL), true, CFI_STEP },
	{ "nothing besides", RULES(1, 0, 1, 0x78, 16, INITIAL), false, CFI_STEP },
	{ "numbers of two bytes", RULES(1, 0, 0x81, 0, 0xf8, 0x7f, 16, INITIAL), false, CFI_STEP },
	{ "of signals", RULES(1, 'z', 'R', 'S', 0, 1, 0x78, 16, 1, 0, INITIAL), true, CFI_UNKNOWN },
	{ "of who knows what", RULES(1, 'z', 'R', 'X', 0, 1, 0x78, 16, 1, 0, INITIAL), true, CFI_UNKNOWN },
	{ "of old compilers", RULES(1, 'X', 0, 1, 0x78, 16, INITIAL), false, CFI_UNKNOWN },
	{ "another return address", RULES(1, 'z', 'R', 0, 1, 0x78, 15, 1, 0, INITIAL), true, CFI_UNKNOWN },
	{ "more besides than there is", RULES(1, 'z', 'R', 0, 1, 0x78, 16, 0x64, 0, INITIAL), true, CFI_UNKNOWN },
	{ "rules that nobody understands", RULES(1, 'z', 'R', 0, 1, 0x78, 16, 1, 0, 0x3f), true, CFI_UNKNOWN },
};
enum { COMMONS = sizeof commons / sizeof *commons, CODES = EXAMPLES + COMMONS };

static char code[CODES][CODE_BYTES];
static uint8_t section[CODES * 128 + 64] __attribute__((aligned(8)));
static size_t end;

static void
put(const void *bytes, size_t n)
{
	memcpy(section + end, bytes, n);
	end += n;
}

static void
put32(uint32_t n)
{
	put(&n, sizeof n);
}

/* An entry begins; and ends, filled up to a multiple of 8. */
static size_t
begin(void)
{
	size_t at = end;

	put32(0);
	return at;
}

static void
finish(size_t at)
{
	while (end % 8 != 0)
		section[end++] = 0;
	uint32_t n = (uint32_t)(end - at - 4);
	memcpy(section + at, &n, sizeof n);
}

static void
make_section(void)
{
	end = 0;
	size_t at = begin();
	put32(0);
	put("\1zR\0\1\x78\x10\1\0\x0c\7\10\x90\1", 14);
	finish(at);
	for (size_t i = 0; i < EXAMPLES; i++) {
		const uint64_t range[2] = { (uint64_t)(uintptr_t)code[i], CODE_BYTES };
		const struct example *e = &examples[i];
		at = begin();
		put32((uint32_t)end);
		put(range, sizeof range);
		put("\0", 1);
		put(e->rules, e->n);
		/* so that what is too short reads nothing else; whole ones end in nothing to do */
		if (e->answer == CFI_UNKNOWN) {
			uint32_t n = (uint32_t)(end - at - 4);
			memcpy(section + at, &n, sizeof n);
		} else {
			finish(at);
		}
	}
	for (size_t i = 0; i < COMMONS; i++) {
		const uint64_t range[2] = { (uint64_t)(uintptr_t)code[EXAMPLES + i], CODE_BYTES };
		const size_t common = begin();
		put32(0);
		put(commons[i].bytes, commons[i].n);
		finish(common);
		at = begin();
		put32((uint32_t)(end - common));
		put(range, sizeof range);
		put("\0", commons[i].augmented);
		put("\x0e\x10", 2);
		finish(at);
	}
	put32(0);
	cr_assert_lt(end, sizeof section);
}

Test(cfi, rules_of_every_kind)
{
	uintptr_t stack[16];

	make_section();
	__register_frame(section);
	for (size_t i = 0; i < EXAMPLES; i++) {
		const struct example *e = &examples[i];
		for (uintptr_t k = 0; k < 16; k++)
			stack[k] = 0x100000 + 8 * k;
		struct cfi_frame f = { (uintptr_t)code[i] + AT, (uintptr_t)stack, (uintptr_t)&stack[4] };
		const struct cfi_frame was = f;
		cr_assert_eq(cfi_step(&f), e->answer, "%s", e->name);
		if (e->answer != CFI_STEP) {
			cr_assert(f.pc == was.pc && f.sp == was.sp && f.fp == was.fp, "%s", e->name);
			continue;
		}
		cr_assert_eq(f.sp, (uintptr_t)&stack[e->sp], "%s", e->name);
		cr_assert_eq(f.pc, stack[e->pc], "%s", e->name);
		cr_assert_eq(f.fp, e->fp == 0 ? was.fp : stack[e->fp], "%s", e->name);
	}
	for (size_t i = 0; i < COMMONS; i++) {
		struct cfi_frame f = { (uintptr_t)code[EXAMPLES + i] + AT, (uintptr_t)stack, (uintptr_t)&stack[4] };
		cr_assert_eq(cfi_step(&f), commons[i].answer, "%s", commons[i].name);
		cr_assert_eq(f.sp, (uintptr_t)&stack[commons[i].answer == CFI_STEP ? 2 : 0], "%s", commons[i].name);
	}
	const uintptr_t wrong[] = { (uintptr_t)stack + 1, 8, (uintptr_t)1 << 47 };
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct cfi_frame f = { (uintptr_t)code[0] + AT, wrong[i], 0 };
		cr_assert_eq(cfi_step(&f), CFI_UNKNOWN, "no stack pointer");
	}
	__deregister_frame(section);
}

/* What compilers write for other machines with words of 8 bytes. Code is counted in instructions there. Where calls
** leave the return address in a register, a frame that has not stored it cannot be left: only a callee's frame can. */
#define COMMON_AARCH64 1, 'z', 'R', 0, 4, 0x78, 30, 1, 0, 0x0c, 31, 0
#define COMMON_AARCH64_SIGNED 1, 'z', 'R', 'B', 0, 4, 0x78, 30, 1, 0, 0x0c, 31, 0
#define COMMON_RISCV 1, 'z', 'R', 0, 1, 0x7c, 1, 1, 0, 0x0d, 2
#define BYTES(...) { __VA_ARGS__ }, sizeof (uint8_t[]){ __VA_ARGS__ }
static const struct foreign {
	const char *name;
	enum cfi_machine machine;
	uint8_t common[MOST];
	size_t ncommon;
	uint8_t rules[MOST];
	size_t n;
	enum cfi_answer answer;
	int sp, pc, fp;            /* as in struct example, but -1: as it was */
} foreign[] = {
	/* stp x29, x30, [sp, -32]!; mov x29, sp */
	{ "aarch64: a pair below", CFI_AARCH64, BYTES(COMMON_AARCH64),
		BYTES(0x41, 0x0e, 32, 0x9d, 4, 0x9e, 3), CFI_STEP, 4, 1, 0 },
	{ "aarch64: a pair above, by x29", CFI_AARCH64, BYTES(COMMON_AARCH64),
		BYTES(0x41, 0x0e, 48, 0x42, 0x0c, 29, 16, 0x9e, 1, 0x9d, 2), CFI_STEP, 6, 5, 4 },
	{ "aarch64: signed return addresses", CFI_AARCH64, BYTES(COMMON_AARCH64_SIGNED),
		BYTES(0x41, 0x2d, 0x41, 0x0e, 32, 0x9d, 4, 0x9e, 3), CFI_STEP, 4, 1, 0 },
	{ "aarch64: instructions of 4 bytes", CFI_AARCH64, BYTES(COMMON_AARCH64),
		BYTES(0x0e, 32, 0x9d, 4, 0x9e, 3, 0x40 | AT / 4, 0x0e, 48), CFI_STEP, 4, 1, 0 },
	{ "aarch64: after the epilogue", CFI_AARCH64, BYTES(COMMON_AARCH64),
		BYTES(0x41, 0x0e, 32, 0x9d, 4, 0x9e, 3, 0x41, 0xde, 0xdd, 0x0e, 0), CFI_UNKNOWN, 0, 0, 0 },
	{ "aarch64: in a leaf", CFI_AARCH64, BYTES(COMMON_AARCH64), BYTES(0x41, 0x0e, 16), CFI_UNKNOWN, 0, 0, 0 },
	{ "aarch64: the end of the stack", CFI_AARCH64, BYTES(COMMON_AARCH64), BYTES(0x07, 30), CFI_END, 0, 0, 0 },
	{ "aarch64: by another register", CFI_AARCH64, BYTES(COMMON_AARCH64),
		BYTES(0x0c, 19, 32, 0x9d, 4, 0x9e, 3), CFI_UNKNOWN, 0, 0, 0 },
	{ "aarch64: the rules of x86-64 are none", CFI_AARCH64, BYTES(1, 'z', 'R', 0, 1, 0x78, 16, 1, 0, INITIAL),
		BYTES(0x0e, 16), CFI_UNKNOWN, 0, 0, 0 },
	/* addi sp, sp, -32; sd ra, 24(sp); sd s0, 16(sp) */
	{ "riscv: ra and s0", CFI_RISCV, BYTES(COMMON_RISCV),
		BYTES(0x42, 0x0e, 32, 0x44, 0x11, 1, 2, 0x11, 8, 4), CFI_STEP, 4, 3, 2 },
	{ "riscv: ra elsewhere", CFI_RISCV, BYTES(COMMON_RISCV),
		BYTES(0x42, 0x0e, 48, 0x44, 0x81, 0x7e, 0x88, 0x7c, 0x42, 0x0c, 8, 0), CFI_UNKNOWN, 0, 0, 0 },
	{ "riscv: by s0", CFI_RISCV, BYTES(COMMON_RISCV),
		BYTES(0x42, 0x0e, 48, 0x44, 0x11, 1, 2, 0x11, 8, 4, 0x42, 0x0c, 8, 0), CFI_STEP, 4, 3, 2 },
	{ "riscv: no s0", CFI_RISCV, BYTES(COMMON_RISCV), BYTES(0x42, 0x0e, 16, 0x42, 0x11, 1, 2), CFI_STEP, 2, 1, -1 },
	{ "riscv: in a leaf", CFI_RISCV, BYTES(COMMON_RISCV), BYTES(0x42, 0x0e, 16), CFI_UNKNOWN, 0, 0, 0 },
	{ "riscv: the end of the stack", CFI_RISCV, BYTES(COMMON_RISCV), BYTES(0x07, 1), CFI_END, 0, 0, 0 },
};

/* One common entry and one description; returns the description. */
static const uint8_t *
describe(const struct foreign *e, uintptr_t function)
{
	const uint64_t range[2] = { function, CODE_BYTES };

	end = 0;
	size_t at = begin();
	put32(0);
	put(e->common, e->ncommon);
	finish(at);
	at = begin();
	put32((uint32_t)end);
	put(range, sizeof range);
	put("\0", 1);
	put(e->rules, e->n);
	finish(at);
	return section + at;
}

Test(cfi, tables_of_other_machines)
{
	uintptr_t stack[16];

	for (uintptr_t k = 0; k < 16; k++)
		stack[k] = 0x100000 + 8 * k;
	for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
		const struct foreign *e = &foreign[i];
		/* on AArch64 the frame pointer is at the pair; on RISC-V it is the frame address */
		const uintptr_t function = 0x400000, fp = (uintptr_t)&stack[4];
		struct cfi_frame f = { function + AT, (uintptr_t)stack, fp };
		const struct cfi_frame was = f;
		cr_assert_eq(cfi_step_by(e->machine, describe(e, function), function, &f), e->answer, "%s", e->name);
		if (e->answer != CFI_STEP) {
			cr_assert(f.pc == was.pc && f.sp == was.sp && f.fp == was.fp, "%s", e->name);
			continue;
		}
		cr_assert_eq(f.sp, (uintptr_t)&stack[e->sp], "%s: %td", e->name, (uintptr_t *)f.sp - stack);
		cr_assert_eq(f.pc, stack[e->pc], "%s", e->name);
		cr_assert_eq(f.fp, e->fp < 0 ? was.fp : stack[e->fp], "%s", e->name);
	}
}

/* From here to main, and its caller; each frame is above the one before. */
Test(cfi, this_stack)
{
	const uintptr_t *here = __builtin_frame_address(0);
	struct cfi_frame f = { here[1], (uintptr_t)(here + 2), here[0] };
	enum cfi_answer answer;
	int n = 0;

	for (uintptr_t before = 0; (answer = cfi_step(&f)) == CFI_STEP && n < 1000; n++) {
		cr_assert_gt(f.sp, before);
		before = f.sp;
	}
	cr_assert(n >= 2 && n < 1000, "%d", n);
	f = (struct cfi_frame){ 0, 0, 0 };
	cr_assert_eq(cfi_step(&f), CFI_END);
	f = (struct cfi_frame){ (uintptr_t)&f, 0, 0 };
	cr_assert_eq(cfi_step(&f), CFI_UNKNOWN, "no code");
}
