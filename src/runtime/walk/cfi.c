/* SPDX-License-Identifier: MIT */
/* cfi.c -- one step up a stack by DWARF call frame information (tables/call_frames.h).  The unwinder's library finds
** the description of an address, also in code of a JIT session. */
#include "runtime/walk/cfi.h"
#include "runtime/runtime.h"

#include <stddef.h>
#include <string.h>

#include "runtime/walk/cfi_reader.h"
#include "runtime/machine.h"

/* Layout shared by libgcc and LLVM's libunwind. */
struct bases { void *text, *data, *function; };
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): their name for it */
extern const void *_Unwind_Find_FDE(void *pc, struct bases *);

static const struct call_registers registers_of[] = { [CFI_X86_64] = { 6, 7, 16 }, [CFI_I686] = { 5, 4, 8 },
	[CFI_AARCH64] = { 29, 31, 30 }, [CFI_RISCV] = { 8, 2, 1 } };
#if defined(__aarch64__)
static const enum cfi_machine here = CFI_AARCH64;
#elif defined(__riscv)
static const enum cfi_machine here = CFI_RISCV;
#elif defined(__i386__)
static const enum cfi_machine here = CFI_I686;
#else
static const enum cfi_machine here = CFI_X86_64;
#endif

enum { WORD = sizeof(uintptr_t), DEEPEST = 1 << 26 };

static bool
is_word(uintptr_t a)
{
	return a % WORD == 0 && a >= 4096 && !machine_exceeds(a);
}

enum cfi_answer
cfi_step_by(enum cfi_machine machine, const void *description, uintptr_t function, struct cfi_frame *f)
{
	const struct call_registers registers = registers_of[machine];
	const uint8_t *fde = description;
	struct call_common c;
	uint32_t back;

	memcpy(&back, fde + 4, sizeof back);
	if (!call_read_common(fde + 4 - back, &registers, &c) || c.signal)
		return CFI_UNKNOWN;
	/* where calls leave the return address in a register, it is there until a rule says otherwise */
	struct call_rules rules = { .reg = registers.sp,
		.fp = { CALL_SAME, 0 }, .ret = { registers.ret < registers.sp ? CALL_SAME : CALL_UNDEFINED, 0 } };
	if (!call_run(c.initial, &c, &registers, 0, 0, &rules)
		|| !call_run(call_instructions(fde, &c), &c, &registers, function, f->pc - 1, &rules))
		return CFI_UNKNOWN;
	if (rules.ret.how == CALL_UNDEFINED)
		return CFI_END;
	if (rules.other || (rules.reg != registers.sp && rules.reg != registers.fp) || rules.ret.how != CALL_AT_OFFSET
		|| rules.fp.how > CALL_AT_OFFSET)
		return CFI_UNKNOWN;
	const uintptr_t base = rules.reg == registers.sp ? f->sp : f->fp, cfa = base + (uintptr_t)rules.offset;
	const uintptr_t ret = cfa + (uintptr_t)rules.ret.offset, fp = cfa + (uintptr_t)rules.fp.offset;
	if (!is_word(base) || !is_word(cfa) || cfa <= f->sp || cfa - f->sp > DEEPEST || ret >= cfa || ret < f->sp ||
	    (rules.fp.how == CALL_AT_OFFSET && (fp >= cfa || fp < f->sp || fp % WORD != 0)))
		return CFI_UNKNOWN;
	f->pc = machine_strip(*(const uintptr_t *)ret);
	if (rules.fp.how == CALL_AT_OFFSET)
		f->fp = *(const uintptr_t *)fp;
	f->sp = cfa;
	return CFI_STEP;
}

enum cfi_answer
cfi_step(struct cfi_frame *f)
{
	struct bases bases = { 0 };

	if (f->pc < 4096)
		return CFI_END;
	const void *description = _Unwind_Find_FDE((void *)(f->pc - 1), &bases);
	return description == NULL ? CFI_UNKNOWN : cfi_step_by(here, description, (uintptr_t)bases.function, f);
}
