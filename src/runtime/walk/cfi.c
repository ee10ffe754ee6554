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

#if defined(__aarch64__)
static const struct call_registers registers = { 29, 31, 30 };
#elif defined(__riscv)
static const struct call_registers registers = { 8, 2, 1 };
#elif defined(__i386__)
static const struct call_registers registers = { 5, 4, 8 };
#else
static const struct call_registers registers = { 6, 7, 16 };
#endif

enum { WORD = sizeof(uintptr_t), DEEPEST = 1 << 26 };

static bool
is_word(uintptr_t a)
{
	return a % WORD == 0 && a >= 4096 && !machine_exceeds(a);
}

enum cfi_answer
cfi_step(struct cfi_frame *f)
{
	struct bases bases = { 0 };
	struct call_common c;
	uint32_t back;

	if (f->pc < 4096)
		return CFI_END;
	const uint8_t *fde = _Unwind_Find_FDE((void *)(f->pc - 1), &bases);
	if (fde == NULL)
		return CFI_UNKNOWN;
	memcpy(&back, fde + 4, sizeof back);
	if (!call_read_common(fde + 4 - back, &registers, &c) || c.signal)
		return CFI_UNKNOWN;
	/* where calls leave the return address in a register, it is there until a rule says otherwise */
	struct call_rules rules = { .reg = registers.sp,
		.fp = { CALL_SAME, 0 }, .ret = { registers.ret < registers.sp ? CALL_SAME : CALL_UNDEFINED, 0 } };
	const uintptr_t begin = (uintptr_t)bases.function;
	if (!call_run(c.initial, &c, &registers, 0, 0, &rules)
		|| !call_run(call_instructions(fde, &c), &c, &registers, begin, f->pc - 1, &rules))
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
