/* frame_cache.c -- changes of what is known of frames. */
#include "runtime/walk/frame_cache.h"

struct known_entry known_entries[1 << KNOWN_BITS][KNOWN_WAYS] __attribute__((aligned(64)));

/* Give an entry another address and frame; not if somebody else is at it (it may be the thread that a signal has
** interrupted). */
static void
change(struct known_entry *e, uint64_t key, uintptr_t pc, uint64_t frame)
{
	const uint64_t version = key & ((1u << KNOWN_VERSION_BITS) - 1),
		busy = (version + 1) & ((1u << KNOWN_VERSION_BITS) - 1);

	/* odd: being changed */
	if ((version & 1)
		|| !__atomic_compare_exchange_n(&e->key, &key, busy, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		return;
	__atomic_thread_fence(__ATOMIC_RELEASE);
	__atomic_store_n(&e->frame, frame, __ATOMIC_RELAXED);
	__atomic_store_n(&e->key, (uint64_t)pc << KNOWN_VERSION_BITS | ((busy + 1) & ((1u << KNOWN_VERSION_BITS) - 1)),
		__ATOMIC_RELEASE);
}

void
known_enter(uintptr_t pc, uint64_t frame)
{
	struct known_entry *set = known_set(pc), *e = &set[KNOWN_WAYS - 1];

	for (int i = KNOWN_WAYS - 1; i >= 0; i--) {
		uint64_t key = __atomic_load_n(&set[i].key, __ATOMIC_RELAXED) >> KNOWN_VERSION_BITS;
		if (key == pc)
			return;
		if (key == 0)
			e = &set[i];
	}
	change(e, __atomic_load_n(&e->key, __ATOMIC_RELAXED), pc, frame);
}

void
known_forget(uintptr_t begin, uintptr_t end)
{
	for (unsigned i = 0; i < 1u << KNOWN_BITS; i++)
		for (unsigned k = 0; k < KNOWN_WAYS; k++) {
			struct known_entry *e = &known_entries[i][k];
			uint64_t key = __atomic_load_n(&e->key, __ATOMIC_RELAXED);
			uintptr_t pc = key >> KNOWN_VERSION_BITS;
			if (pc > begin && pc <= end)
				change(e, key, 0, 0);
		}
}
