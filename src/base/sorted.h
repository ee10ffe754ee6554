/* SPDX-License-Identifier: MIT */
/* sorted.h -- sorted lists: sorting in place, and look-up. */
#ifndef LR_BASE_SORTED_H
#define LR_BASE_SORTED_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Sorts `count` elements of type T by is_before(const T *, const T *), with Shell sort: fast if the list is nearly
** sorted, never worse than n^1.5. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a type in parentheses is none */
#define SORT_IN_PLACE(T, list, count, is_before) do { \
		T *const list_ = (list); \
		const size_t count_ = (count); \
		for (size_t gap_ = count_ / 2; gap_ > 0; gap_ = gap_ == 2 ? 1 : gap_ * 5 / 11) \
			for (size_t i_ = gap_; i_ < count_; i_++) { \
				const T x_ = list_[i_]; \
				size_t at_ = i_; \
				for (; at_ >= gap_ && is_before(&x_, &list_[at_ - gap_]); at_ -= gap_) \
					list_[at_] = list_[at_ - gap_]; \
				list_[at_] = x_; \
			} \
	} while (0)
/* NOLINTEND(bugprone-macro-parentheses) */

/* `list` has `n` elements of `each` bytes, sorted by the number in their first 8 bytes.  Returns how many have at most
** `key`. */
static inline size_t
sorted_up_to(const void *list, size_t n, size_t each, uint64_t key)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		uint64_t number;
		memcpy(&number, (const char *)list + mid * each, sizeof number);
		if (number <= key)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Returns the index of the first element of the sorted list[lo .. hi) that is not below `key`; hi if all are. */
static inline uint32_t
sorted_lower_bound(const uint32_t *list, uint32_t lo, uint32_t hi, uint32_t key)
{
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (list[mid] < key)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

#endif
