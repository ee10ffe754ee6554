/* SPDX-License-Identifier: MIT */
/* none.h -- ids: a type for each kind of them, and the id of nothing. */
#ifndef LR_BASE_NONE_H
#define LR_BASE_NONE_H

#include <stdint.h>

/* The id of nothing, for ids of all kinds: block, value, slot, entry of a list.  All its bits are set, so memory can be
** filled with it. */
#define NONE UINT32_MAX

/* A kind of ids.  Each is an enumeration of its own without members that mean anything, so that -Wenum-conversion and
** -Wenum-compare (both in gcc and clang) report an id of one kind where another one is wanted: assigned, passed,
** returned, compared, or in an array.  An id still is an unsigned 32-bit number: it indexes lists, counts up in loops
** and is printed as it is, which a structure of one member could not without `.i` at each use.  A plain uint32_t
** converts both ways; what the compiler cannot see is an index into the wrong list. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a name in a declaration takes none. */
#define ID_KIND(name) \
	typedef enum name { name##_max_ = INT32_MAX } name; \
	_Static_assert(sizeof(name) == sizeof(uint32_t), "ids have 32 bits")
/* NOLINTEND(bugprone-macro-parentheses) */

#endif
