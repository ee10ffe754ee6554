/* SPDX-License-Identifier: MIT */
/* runs.c -- the runs of free cells that threads allocate from, as the collector sees them.
**
** A run counts as allocated from the moment it is made (entry/alloc.c).  The collector takes back its unused rest. */
#include "runtime/heap/heap.h"

/* The thread may make another run meanwhile: a new `next` never counts with an old `end`, and what is counted after an
** `end` was read includes its run. */
uint32_t
alloc_left(const struct lr_run *run, uint32_t size_class)
{
	const char *end = __atomic_load_n(&run->end, __ATOMIC_ACQUIRE),
		   *next = __atomic_load_n(&run->next, __ATOMIC_ACQUIRE);
	size_t bytes = (uintptr_t)end - (uintptr_t)next;

	if (end != __atomic_load_n(&run->end, __ATOMIC_RELAXED))
		return 0;
	return bytes <= PAGE_BYTES ? (uint32_t)(bytes / heap_classes[size_class]) : 0;
}

void
alloc_return_runs(struct thread *t)
{
	for (uint32_t c = 0; c < LR_SIZE_CLASS_COUNT; c++) {
		struct lr_run *run = &t->pub.runs[c];
		struct page *pg = t->cache[c].page;
		uint32_t left = alloc_left(run, c), n = heap_classes[c];

		if (left != 0) {
			const uint32_t end = (uint32_t)(run->end - TAG_BYTES - t->cache[c].cells) / n;

			for (uint32_t w = (end - left) / 64; w * 64 < end; w++)
				pg->allocated[w] &= ~page_bits(w, end - left, end);
			pg->used = (uint16_t)(pg->used - left);
			t->allocated_objects -= left;
			t->allocated_bytes -= (uint64_t)left * n;
		}
		if (pg != NULL)
			pg->run = NULL;
		*run = (struct lr_run){ 0 };
		t->cache[c] = (struct cache){ 0 };
	}
}
