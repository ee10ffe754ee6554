/* SPDX-License-Identifier: MIT */
/* frame_cache.c -- changes of the frame cache. */
#include "runtime/walk/frame_cache.h"

struct cached_entry cached_entries[1 << CACHED_BITS][CACHED_WAYS] __attribute__((aligned(64)));

/* Gives an entry another address and frame.  Does nothing if the entry is being changed, possibly by the code that a
** signal has interrupted. */
static void
change(struct cached_entry *e, uint64_t key, uintptr_t pc, uint64_t frame)
{
	const uint64_t version = key & ((1u << CACHED_VERSION_BITS) - 1),
		busy = (version + 1) & ((1u << CACHED_VERSION_BITS) - 1);

	/* odd while the entry changes */
	if ((version & 1)
		|| !__atomic_compare_exchange_n(&e->key, &key, busy, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		return;
	__atomic_thread_fence(__ATOMIC_RELEASE);
	__atomic_store_n(&e->frame, frame, __ATOMIC_RELAXED);
	__atomic_store_n(&e->key,
		(uint64_t)pc << CACHED_VERSION_BITS | ((busy + 1) & ((1u << CACHED_VERSION_BITS) - 1)),
		__ATOMIC_RELEASE);
}

void
cached_enter(uintptr_t pc, uint64_t frame)
{
	struct cached_entry *set = cached_set(pc), *e = &set[CACHED_WAYS - 1];

	for (int i = CACHED_WAYS - 1; i >= 0; i--) {
		uint64_t key = __atomic_load_n(&set[i].key, __ATOMIC_RELAXED) >> CACHED_VERSION_BITS;
		if (key == pc)
			return;
		if (key == 0)
			e = &set[i];
	}
	change(e, __atomic_load_n(&e->key, __ATOMIC_RELAXED), pc, frame);
}

void
cached_forget(uintptr_t begin, uintptr_t end)
{
	for (unsigned i = 0; i < 1u << CACHED_BITS; i++)
		for (unsigned k = 0; k < CACHED_WAYS; k++) {
			struct cached_entry *e = &cached_entries[i][k];
			uint64_t key = __atomic_load_n(&e->key, __ATOMIC_RELAXED);
			uintptr_t pc = key >> CACHED_VERSION_BITS;
			if (pc > begin && pc <= end)
				change(e, key, 0, 0);
		}
}
