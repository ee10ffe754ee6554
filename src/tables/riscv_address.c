/* SPDX-License-Identifier: MIT */
/* riscv_address.c -- addresses in the frame that are too far from the frame pointer for an offset in an instruction.
**
** Offsets have 12 bits.  For a place further away LLVM computes an address in a register right before the instruction,
** or, at a stack map, before the place of the record, which then names this register.  These are one to four
** instructions that all write the register: lui, li, addi, addiw, slli, then add, sub or shNadd with the frame
** pointer.  Any other instruction ends the search, so that no value is taken from another block of the code. */
#include "tables/riscv_address.h"

#include <string.h>

enum { MOST = 6 };           /* instructions that are looked at */

/* What the register holds, as far as known. */
struct value {
	enum { ANYTHING, NUMBER, FROM_FP } kind;
	int64_t n;               /* the number, or the distance from the frame pointer */
};

static int64_t
extend(uint64_t n, unsigned bits)
{
	const unsigned shift = 64 - bits;

	return (int64_t)(n << shift) >> shift;
}

static uint64_t
bits(uint32_t code, unsigned from, unsigned n)
{
	return code >> from & ((1u << n) - 1);
}

/* The code of the instruction at `at`; a short one has two bytes. */
static uint32_t
read_code(const unsigned char *at, unsigned *bytes)
{
	const uint32_t low = at[0] | (uint32_t)at[1] << 8;

	*bytes = (low & 3) == 3 ? 4 : 2;
	return *bytes == 2 ? low : low | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

struct reader { unsigned reg, fp; };

/* The value of an operand. */
static struct value
operand(const struct reader *r, unsigned reg, struct value now)
{
	if (reg == 0)
		return (struct value){ NUMBER, 0 };
	if (reg == r->fp)
		return (struct value){ FROM_FP, 0 };
	return reg == r->reg ? now : (struct value){ ANYTHING, 0 };
}

static struct value
add(struct value a, struct value b)
{
	if (a.kind == ANYTHING || b.kind == ANYTHING || (a.kind == FROM_FP && b.kind == FROM_FP))
		return (struct value){ ANYTHING, 0 };
	return (struct value){ a.kind == FROM_FP || b.kind == FROM_FP ? FROM_FP : NUMBER,
		(int64_t)((uint64_t)a.n + (uint64_t)b.n) };
}

static struct value
subtract(struct value a, struct value b)
{
	if (b.kind != NUMBER)
		return (struct value){ ANYTHING, 0 };
	return add(a, (struct value){ NUMBER, (int64_t)(0 - (uint64_t)b.n) });
}

static struct value
shift(struct value a, unsigned by)
{
	return a.kind == NUMBER ? (struct value){ NUMBER, (int64_t)((uint64_t)a.n << by) }
		: (struct value){ ANYTHING, 0 };
}

/* addiw */
static struct value
narrow(struct value a)
{
	return a.kind == NUMBER ? (struct value){ NUMBER, extend((uint64_t)a.n, 32) } : (struct value){ ANYTHING, 0 };
}

static struct value
number(int64_t n)
{
	return (struct value){ NUMBER, n };
}

/* Follows an instruction of four bytes.  False: it does not write the register, or is another one. */
static bool
follow_long(const struct reader *r, uint32_t code, struct value *v)
{
	enum { LUI = 0x37, IMMEDIATE = 0x13, IMMEDIATE_32 = 0x1b, REGISTERS = 0x33 };
	enum { SUB = 0x20, SHIFT_ADD = 0x10 };
	const unsigned function = (unsigned)bits(code, 12, 3), more = (unsigned)bits(code, 25, 7);
	const struct value a = operand(r, (unsigned)bits(code, 15, 5), *v),
		b = operand(r, (unsigned)bits(code, 20, 5), *v);
	const int64_t immediate = extend(bits(code, 20, 12), 12);

	if (bits(code, 7, 5) != r->reg)
		return false;
	switch (code & 0x7f) {
	case LUI: *v = number(extend(code & ~UINT32_C(0xfff), 32)); return true;
	case IMMEDIATE:
		if (function == 0)
			*v = add(a, number(immediate));
		else if (function == 1 && bits(code, 26, 6) == 0)
			*v = shift(a, (unsigned)bits(code, 20, 6));
		else
			return false;
		return true;
	case IMMEDIATE_32: *v = narrow(add(a, number(immediate))); return function == 0;
	case REGISTERS:
		if (function == 0 && more == 0)
			*v = add(a, b);
		else if (function == 0 && more == SUB)
			*v = subtract(a, b);
		else if (function % 2 == 0 && function != 0 && more == SHIFT_ADD)
			*v = add(shift(a, function / 2), b);
		else
			return false;
		return true;
	default: return false;
	}
}

/* The same for one of two bytes. */
static bool
follow_short(const struct reader *r, uint32_t code, struct value *v)
{
	enum { ADDI = 0x01, ADDIW = 0x09, LI = 0x11, LUI = 0x19, TWO = 0x22 }; /* bits 13 to 15, three bits, 0 and 1 */
	const unsigned what = (unsigned)(bits(code, 13, 3) << 3 | (code & 3)), rs = (unsigned)bits(code, 2, 5);
	const int64_t immediate = extend(bits(code, 12, 1) << 5 | rs, 6);

	if (bits(code, 7, 5) != r->reg || r->reg == 2) /* lui of the stack pointer is addi16sp */
		return false;
	switch (what) {
	case ADDI: *v = add(*v, number(immediate)); return true;
	case ADDIW: *v = narrow(add(*v, number(immediate))); return true;
	case LI: *v = number(immediate); return true;
	case LUI: *v = number((int64_t)((uint64_t)immediate << 12)); return true;
	case TWO: /* mv, add */
		if (rs == 0)
			return false;
		*v = bits(code, 12, 1) == 0 ? operand(r, rs, *v) : add(*v, operand(r, rs, *v));
		return true;
	default: return false;
	}
}

static bool
follow(const struct reader *r, const unsigned char *at, struct value *v)
{
	unsigned bytes;
	const uint32_t code = read_code(at, &bytes);

	return bytes == 2 ? follow_short(r, code, v) : follow_long(r, code, v);
}

bool
riscv_frame_address(const unsigned char *code, size_t bytes, unsigned reg, unsigned fp, int64_t *distance)
{
	const struct reader r = { reg, fp };
	size_t last[MOST], n = 0, at = 0;
	struct value v = { ANYTHING, 0 }, ignored = { ANYTHING, 0 };

	/* From the start, because an instruction does not tell where the one before it begins. */
	while (bytes - at >= 2) {
		unsigned size = (code[at] & 3) == 3 ? 4 : 2;
		if (size > bytes - at)
			return false;
		memmove(last + 1, last, sizeof last - sizeof *last);
		last[0] = at;
		n += n < MOST;
		at += size;
	}
	if (at != bytes || reg == 0 || reg == fp)
		return false;
	size_t writing = 0;
	while (writing < n && follow(&r, code + last[writing], &ignored))
		writing++;
	while (writing-- > 0)
		follow(&r, code + last[writing], &v);
	*distance = v.n;
	return v.kind == FROM_FP;
}
