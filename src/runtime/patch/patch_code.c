/* SPDX-License-Identifier: MIT */
/* patch_code.c -- reads and writes x86-64 code of reserved ranges. */
#include "runtime/patch/patch.h"

#include <string.h>

#if !defined(__aarch64__)
enum {
	INT3 = 0xCC, NOP = 0x90, CALL_NEAR = 0xE8, JUMP_NEAR = 0xE9, OPERAND_SIZE = 0x66, CODE_SEGMENT = 0x2E
};
static const unsigned char load_r11[] = { 0x49, 0xBB }, call_r11[] = { 0x41, 0xFF, 0xD3 },
	jump_r11[] = { 0x41, 0xFF, 0xE3 };

struct patch_layout
patch_layout(uintptr_t code, size_t bytes)
{
	struct patch_layout l = { 0, PATCH_FAR_BYTES, false };
	unsigned misplaced = (unsigned)(code & 7);

	if (bytes >= PATCH_FAR_BYTES)
		l.near_at = PATCH_FAR_BYTES - PATCH_NEAR_BYTES;
	else if (misplaced > 3 && 8 - misplaced + PATCH_NEAR_BYTES <= bytes)
		l.near_at = 8 - misplaced;
	l.end = l.near_at + PATCH_NEAR_BYTES;
	l.single = ((code + l.near_at) & 7) <= 8 - PATCH_NEAR_BYTES;
	return l;
}

/* Returns the length of the no-operation at `p`; 0 if it is another instruction, or longer than `n`. */
static size_t
nop_bytes(const unsigned char *p, size_t n)
{
	size_t at = 0;

	while (at < n && (p[at] == OPERAND_SIZE || p[at] == CODE_SEGMENT))
		at++;
	if (at < n && p[at] == NOP)
		return at + 1;
	if (at + 3 > n || p[at] != 0x0F || p[at + 1] != 0x1F)
		return 0;
	unsigned mod = p[at + 2] >> 6, rm = p[at + 2] & 7;
	at += mod != 3 && rm == 4 ? 4 : 3;
	at += mod == 1 ? 1 : mod == 2 ? 4 : 0;
	return at <= n && !(mod == 0 && rm == 5) ? at : 0;
}

/* Returns the length of any instruction that may be in a range. */
static size_t
instruction_bytes(const unsigned char *p, size_t n)
{
	if (n >= PATCH_NEAR_BYTES && (p[0] == CALL_NEAR || p[0] == JUMP_NEAR))
		return PATCH_NEAR_BYTES;
	if (n >= 10 && memcmp(p, load_r11, 2) == 0)
		return 10;
	if (n >= 3 && (memcmp(p, call_r11, 3) == 0 || memcmp(p, jump_r11, 3) == 0))
		return 3;
	return nop_bytes(p, n);
}

bool
patch_decode(const unsigned char *code, size_t bytes, const struct patch_layout *l, bool *ready)
{
	bool far_form = bytes >= PATCH_FAR_BYTES && memcmp(code, load_r11, 2) == 0, starts = false,
		ends = l->end == bytes, others = false;

	for (size_t at = 0, n; at < bytes; at += n) {
		n = instruction_bytes(code + at, bytes - at);
		if (n == 0 || (code[at] == load_r11[0] && code[at + 1] == load_r11[1] && at != 0) ||
		    (n == 3 && code[at] == call_r11[0] && (at != 10 || !far_form)))
			return false;
		starts |= at == l->near_at && n == PATCH_NEAR_BYTES;
		ends |= at == l->end;
		others |= at != l->near_at && nop_bytes(code + at, bytes - at) == 0;
	}
	*ready = starts && ends && !others;
	return true;
}

static void
fill(unsigned char *to, size_t n)
{
	static const unsigned char nops[8][8] = {
		{ 0x90 }, { 0x66, 0x90 }, { 0x0F, 0x1F, 0x00 }, { 0x0F, 0x1F, 0x40, 0x00 },
		{ 0x0F, 0x1F, 0x44, 0x00, 0x00 }, { 0x66, 0x0F, 0x1F, 0x44, 0x00, 0x00 },
		{ 0x0F, 0x1F, 0x80, 0, 0, 0, 0 }, { 0x0F, 0x1F, 0x84, 0, 0, 0, 0, 0 }
	};

	while (n > 0) {
		size_t k = n < 8 ? n : 8;
		memcpy(to, nops[k - 1], k);
		to += k;
		n -= k;
	}
}

/* Does an instruction begin `at` bytes into the range? */
static bool
is_boundary(const unsigned char *code, size_t bytes, size_t at)
{
	size_t i = 0;

	for (size_t n; i < at && (n = instruction_bytes(code + i, bytes - i)) > 0; i += n)
		;
	return i == at;
}

int
patch_encode(unsigned char *to, const unsigned char *old, uintptr_t code, size_t bytes, enum lr_patch what,
	uintptr_t target, bool *far_form)
{
	struct patch_layout l = patch_layout(code, bytes);
	int64_t distance = (int64_t)(target - (code + l.end));

	*far_form = what != LR_PATCH_NOPS && distance != (int32_t)distance;
	if (bytes < (*far_form ? (size_t)PATCH_FAR_BYTES : (size_t)PATCH_NEAR_BYTES))
		return LR_RT_E_PATCH_ROOM;
	if (*far_form) {
		memcpy(to, load_r11, 2);
		memcpy(to + 2, &target, 8);
		memcpy(to + 10, what == LR_PATCH_CALL ? call_r11 : jump_r11, 3);
	} else {
		int32_t near_distance = (int32_t)distance;
		fill(to, l.near_at);
		to[l.near_at] = what == LR_PATCH_CALL ? CALL_NEAR : JUMP_NEAR;
		memcpy(to + l.near_at + 1, &near_distance, 4);
		if (what == LR_PATCH_NOPS)
			fill(to + l.near_at, PATCH_NEAR_BYTES);
	}
	if (is_boundary(old, bytes, l.end))
		memcpy(to + l.end, old + l.end, bytes - l.end);
	else
		fill(to + l.end, bytes - l.end);
	return LR_RT_OK;
}
#endif
