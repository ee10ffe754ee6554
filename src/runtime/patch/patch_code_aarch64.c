/* SPDX-License-Identifier: MIT */
/* patch_code_aarch64.c -- reads and writes AArch64 code of reserved ranges.
**
** The architecture lets one store replace a branch, a call or a no-operation by another of these while other processors
** run it; all other changes need that they do not. */
#include "runtime/patch/patch.h"

#include <string.h>

#if defined(__aarch64__)
enum { WORD = 4, CALL_AT = 12 };
static const uint32_t NOP = 0xD503201F, CALL = 0x94000000, JUMP = 0x14000000, CALL_X16 = 0xD63F0200,
		      JUMP_X16 = 0xD61F0200;
/* Moves of 16 bits into x16: of bits 32 to 47, which clears the others, of bits 16 to 31, and of bits 0 to 15. */
static const uint32_t moves[] = { 0xD2C00010, 0xF2A00010, 0xF2800010 };
static const uint32_t MOVED_BITS = 0xFFFFu << 5, DISTANCE_BITS = 0x03FFFFFF;

struct patch_layout
patch_layout(uintptr_t code, size_t bytes)
{
	struct patch_layout l = { bytes >= PATCH_FAR_BYTES ? CALL_AT : 0, 0, code % WORD == 0 };

	l.end = l.near_at + WORD;
	return l;
}

static uint32_t
word_at(const unsigned char *code, size_t at)
{
	uint32_t w;

	memcpy(&w, code + at, sizeof w);
	return w;
}

static bool
is_near(uint32_t w)
{
	return w == NOP || (w & ~DISTANCE_BITS) == CALL || (w & ~DISTANCE_BITS) == JUMP;
}

/* Does the range begin with a far call or jump? */
static bool
is_far(const unsigned char *code, size_t bytes)
{
	if (bytes < PATCH_FAR_BYTES)
		return false;
	for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
		if ((word_at(code, i * WORD) & ~MOVED_BITS) != moves[i])
			return false;
	return word_at(code, CALL_AT) == CALL_X16 || word_at(code, CALL_AT) == JUMP_X16;
}

bool
patch_decode(const unsigned char *code, size_t bytes, const struct patch_layout *l, bool *ready)
{
	*ready = true;
	if (bytes % WORD != 0 || !l->single)
		return false;
	for (size_t at = is_far(code, bytes) ? PATCH_FAR_BYTES : 0; at < bytes; at += WORD) {
		if (!is_near(word_at(code, at)))
			return false;
		*ready &= at == l->near_at || word_at(code, at) == NOP;
	}
	*ready &= !is_far(code, bytes);
	return true;
}

int
patch_encode(unsigned char *to, const unsigned char *old, uintptr_t code, size_t bytes, enum lr_patch what,
	uintptr_t target, bool *far_form)
{
	const struct patch_layout l = patch_layout(code, bytes);
	const int64_t distance = (int64_t)(target - (code + l.near_at)), most = (int64_t)1 << 27;
	uint32_t w = NOP;

	(void)old;
	if (target % WORD != 0)
		return LR_RT_E_ARG;
	*far_form = what != LR_PATCH_NOPS && (distance < -most || distance >= most);
	if (bytes < (*far_form ? (size_t)PATCH_FAR_BYTES : (size_t)PATCH_NEAR_BYTES))
		return LR_RT_E_PATCH_ROOM;
	for (size_t at = 0; at < bytes; at += WORD)
		memcpy(to + at, &NOP, sizeof NOP);
	for (size_t i = 0; *far_form && i < sizeof moves / sizeof *moves; i++) {
		const uint32_t part = (uint32_t)(target >> (32 - 16 * i)) & 0xFFFF;
		const uint32_t move = moves[i] | part << 5;
		memcpy(to + i * WORD, &move, sizeof move);
	}
	if (*far_form)
		w = what == LR_PATCH_CALL ? CALL_X16 : JUMP_X16;
	else if (what != LR_PATCH_NOPS)
		w = (what == LR_PATCH_CALL ? CALL : JUMP) | ((uint32_t)(distance / WORD) & DISTANCE_BITS);
	memcpy(to + l.near_at, &w, sizeof w);
	return LR_RT_OK;
}
#endif
