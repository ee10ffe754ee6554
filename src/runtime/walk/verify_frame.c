/* SPDX-License-Identifier: MIT */
/* verify_frame.c -- the slots of one frame, as the second walker (walk_verify.c) reads them: tables from beginning to
** end, maps byte by byte, and without code of the first walker. */
#include "runtime/walk/walk_verify.h"

#include <string.h>

#include "runtime/walk/code_registry.h"
#include "runtime/walk/walk.h"

/* Reads a number of a description.  A read behind its end gives 0. */
static uint64_t
number(struct second *s)
{
	uint64_t n = 0;
	unsigned shift = 0;

	while (s->at < s->end) {
		const uint8_t byte = *s->at++;
		n |= shift < 63 ? (uint64_t)(byte & 0x7f) << shift : 0;
		shift += 7;
		if (byte < 0x80)
			return n;
	}
	s->wrong = true;
	return 0;
}

static int64_t
signed_number(uint64_t n)
{
	return (n & 1) != 0 ? -(int64_t)((n + 1) / 2) : (int64_t)(n / 2);
}

static uint8_t
byte(struct second *s)
{
	if (s->at < s->end)
		return *s->at++;
	s->wrong = true;
	return 0;
}

/* Reads the next item of a list: advances `position`, and returns the other half of the item's byte. */
static uint64_t
next_item(struct second *s, struct second_list *l)
{
	uint8_t b = byte(s);

	if (b % 16 == 15) {
		l->base = (char *)s->frame.fp;
		l->position = signed_number(number(s));
		b = byte(s);
	}
	l->position += b / 16 == 15 ? 15 + (int64_t)number(s) : b / 16;
	return b % 16 == 14 ? 14 + number(s) : b % 16;
}

/* Starts a list. */
static void
begin_list(struct second *s)
{
	s->now = (struct second_list){ .base = (char *)s->frame.sp };
}

/* Returns the address of root number `n` of the frame.  All lists are read up to that root. */
static void **
root_number(const struct second *s, uint64_t n)
{
	struct second copy = *s;

	copy.at = s->roots_at;
	for (int k = 0; k < 3; k++) {
		begin_list(&copy);
		for (uint64_t i = 0; i < s->count[k] && !copy.wrong; i++) {
			const uint64_t words = next_item(&copy, &copy.now) + 1;
			if (n < words)
				return (void **)(void *)(copy.now.base + 8 * copy.now.position) + n;
			n -= words;
			copy.now.position += (int64_t)words + 1;
		}
	}
	return NULL;
}

bool
verify_open_statepoint(struct second *s, const struct code_region *region)
{
	const uint8_t *t = (const uint8_t *)region->sites;
	uint32_t header[6], first, end, at = 0;
	const uint64_t offset = s->frame.pc - region->begin;
	bool found = false;

	memcpy(header, t, sizeof header);
	const uint32_t nblocks = header[3] / 65536 + 1, nsites = header[4], width = header[5];
	const uint8_t *blocks = t + sizeof header, *low = blocks + 4 * ((size_t)nblocks + 1),
		      *what = low + 2 * (size_t)nsites;
	for (uint32_t block = 0; block < nblocks; block++) {
		memcpy(&first, blocks + 4 * (size_t)block, 4);
		memcpy(&end, blocks + 4 * ((size_t)block + 1), 4);
		for (uint32_t i = first; i < end && i < nsites && block == offset / 65536; i++)
			if ((uint64_t)(low[2 * (size_t)i] + 256 * low[2 * (size_t)i + 1]) == offset % 65536) {
				found = true;
				for (uint32_t k = 0; k < width; k++)
					at += (uint32_t)what[(size_t)i * width + k] << 8 * k;
			}
	}
	if (!found)
		return false;
	s->at = what + (size_t)nsites * width + at;
	s->end = t + header[1];
	const uint8_t head = byte(s);
	s->count[0] = head / 16 == 15 ? 15 + number(s) : head / 16;
	for (int k = 1; k <= 3; k++)
		s->count[k] = head & 1 << (k - 1) ? number(s) : 0;
	s->roots_at = s->at;
	/* The derived pointers are described behind the roots, but come first. */
	if (s->count[3] > 0) {
		for (int k = 0; k < 3; k++) {
			begin_list(s);
			for (uint64_t i = 0; i < s->count[k] && !s->wrong; i++)
				s->now.position += (int64_t)next_item(s, &s->now) + 2;
		}
		s->list = SECOND_DERIVED;
		s->left = s->count[3];
		begin_list(s);
	} else {
		s->list = 0;
		s->left = s->count[0];
		begin_list(s);
	}
	return true;
}

bool
verify_open_framemap(struct second *s, const struct code_region *region)
{
	const uintptr_t pc = s->exact ? s->frame.pc : s->frame.pc - 1;
	uintptr_t best = 0;

	s->part = s->first_part = NULL;
	for (uint32_t i = 0; i < region->count; i++) {
		const struct framemap_entry *e = &region->entries[i];
		const uintptr_t start = (uintptr_t)((const char *)e + e->start);
		if (start > pc)
			break;
		if (start != best || (e->slots & 0xfff) == 0xfff || (i > 0 && (e[-1].slots & 0xfff) == 0xfff))
			s->first_part = e;
		best = start;
		s->part = e + 1;
	}
	if (s->part == NULL || (s->part[-1].slots & 0xfff) == 0xfff)
		return false;
	s->list = SECOND_PARTS;
	return true;
}

/* Finds the next adjacent reference words of a mapped frame.  Returns false if there are no more.  The second walker
** reads maps byte by byte. */
static bool
next_mapped(struct second *s)
{
	struct second_mapped *m = &s->mapped;

	while (m->left > 0 && !s->wrong) {
		const uint32_t *map = (const uint32_t *)(uintptr_t)m->block[0];
		if (m->element >= m->block[2]) {
			m->block += 3;
			m->left--;
			m->element = 0;
			continue;
		}
		if (m->run == map[1]) {
			m->run = 0;
			m->element++;
			continue;
		}
		const uint8_t *b = (const uint8_t *)(map + 2) + 8 * m->run;
		const uint64_t at = b[0] + 256u * b[1] + 65536u * (b[2] % 16u), n = b[2] / 16u + 16u * b[3],
			kind = b[7] / 16u;
		const uint64_t stride = b[4] + 256u * (b[5] % 16u),
			times = b[5] / 16u + 16u * b[6] + 4096u * (b[7] % 16u);
		s->wrong = n == 0 || times == 0 || kind > 2 || at + n > map[0] || map[1] > map[0];
		if (m->again == times) {
			m->again = 0;
			m->run++;
			continue;
		}
		s->next = (void **)(uintptr_t)m->block[1] + m->element * map[0] + at + m->again * stride;
		s->run = n;
		s->flags = m->moving && kind < 2 ? (uint32_t)kind : WALK_PINNED_DEEP;
		m->again++;
		return !s->wrong;
	}
	return false;
}

bool
verify_next_slot(struct second *s, struct second_slot *slot)
{
	static const uint32_t of_list[] = { 0, LR_ROOT_FIXED, WALK_PINNED_DEEP };
	static const uint32_t of_part[] = { WALK_PINNED_DEEP, 0, LR_ROOT_FIXED, WALK_PINNED_DEEP };

	for (;;) {
		if (s->run > 0) {
			s->run--;
			*slot = (struct second_slot){ s->indirect ? *(void ***)(void *)s->next : s->next, NULL,
				s->flags };
			s->next++;
			if (s->pinned_from > 0) { /* a frame of the chain: its pinned slots come last */
				const uint64_t i = s->index++;
				slot->flags = i >= s->deep_from ? WALK_PINNED_DEEP
					: i >= s->pinned_from - 1 ? LR_ROOT_FIXED : 0;
			}
			return true;
		}
		if (s->list == SECOND_MAPPED) {
			if (!next_mapped(s))
				return false;
		} else if (s->list == SECOND_PARTS && s->part > s->first_part) {
			const uint32_t e = (--s->part)->slots;
			s->next = (void **)s->frame.fp - (e >> 14);
			s->run = e & 0xfff;
			s->flags = of_part[e >> 12 & 3];
		} else if (s->list == SECOND_DERIVED && s->left > 0 && !s->wrong) {
			s->left--;
			s->root += signed_number(next_item(s, &s->now));
			*slot = (struct second_slot){ (void **)(void *)(s->now.base + 8 * s->now.position),
				root_number(s, (uint64_t)s->root), 0 };
			s->now.position++;
			if (s->left == 0) {
				s->list = 0;
				s->at = s->roots_at;
				s->left = s->count[0];
				begin_list(s);
			}
			return !s->wrong;
		} else if (s->list >= 0 && s->list < 3 && !s->wrong) {
			if (s->left == 0) {
				s->list++;
				if (s->list < 3)
					s->left = s->count[s->list];
				begin_list(s);
				continue;
			}
			s->left--;
			s->flags = of_list[s->list];
			s->run = next_item(s, &s->now) + 1;
			s->next = (void **)(void *)(s->now.base + 8 * s->now.position);
			s->now.position += (int64_t)s->run + 1;
		} else {
			return false;
		}
	}
}
