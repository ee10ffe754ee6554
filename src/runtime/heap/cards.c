/* SPDX-License-Identifier: MIT */
/* cards.c -- which parts of big old objects have come to refer to young ones.
**
** A card is a byte for each CARD_BYTES of the heap.  The barrier's slow path sets that of a slot in an object with
** pages of its own, and queues the object when its first card is set.  A minor collection scans these parts alone.
** Objects that share a page are small: they are queued and scanned as a whole. */
#include "runtime/heap/mark.h"

#include <string.h>

bool
cards_remember(const void *object, const void *slot, bool *first)
{
	const uint32_t n = heap_page_number(object);
	struct page *pg = &heap.pages[n];

	if (heap.kind[n] != PAGE_BIG || (uintptr_t)slot - (uintptr_t)object >= pg->bytes - TAG_BYTES)
		return false;
	uint8_t *card = &heap.cards[heap_card(slot)];
	if (__atomic_load_n(card, __ATOMIC_RELAXED) == 0)
		__atomic_store_n(card, 1, __ATOMIC_RELAXED);
	*first = !__atomic_load_n(&pg->carded, __ATOMIC_RELAXED)
		&& !__atomic_exchange_n(&pg->carded, true, __ATOMIC_RELAXED);
	return true;
}

/* The cards of a big object. */
static void
range_of(const char *object, size_t *first, size_t *end)
{
	const struct page *pg = &heap.pages[heap_page_number(object)];

	*first = heap_card(object);
	*end = heap_card(object - TAG_BYTES + pg->bytes - 1) + 1;
}

void
cards_clear(char *object)
{
	size_t first, end;

	range_of(object, &first, &end);
	memset(&heap.cards[first], 0, end - first);
	heap.pages[heap_page_number(object)].carded = false;
}

void
cards_scan(struct marker *m, char *object)
{
	size_t card, end;

	range_of(object, &card, &end);
	heap.pages[heap_page_number(object)].carded = false;
	while (card < end) {
		const uint8_t *dirty = memchr(&heap.cards[card], 1, end - card);
		if (dirty == NULL)
			break;
		card = (size_t)(dirty - heap.cards);
		const size_t from = card;
		while (card < end && heap.cards[card] != 0)
			heap.cards[card++] = 0;
		marker_scan_range(m, object, heap.base + (from << CARD_SHIFT), heap.base + (card << CARD_SHIFT));
		heap.stats.cards += card - from;
	}
}

bool
cards_are_set(const void *slot)
{
	return heap.cards[heap_card(slot)] != 0;
}
