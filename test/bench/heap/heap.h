/* SPDX-License-Identifier: MIT */
/* heap.h -- one source for three heaps: the reference heap, malloc without free, and bdwgc, conservatively.
**
** Without a macro the programs are C in the dialect (dialect.h).  With BENCH_MALLOC or BENCH_BDW the words of the
** dialect that they use mean plain C. */
#ifndef BENCH_HEAP_H
#define BENCH_HEAP_H

#if !defined(BENCH_MALLOC) && !defined(BENCH_BDW)

#include <lateroot/dialect.h>
#define NEW_DATA NEW_BYTES         /* an object without references */
#define HEAP_BEGIN() (void)lr_runtime_init()

#else

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define TRACKED
#define DERIVED
typedef void *ref;
#define GC_FUNCTION (void)0
#define FIELD(T, field) 0
#define TYPE(ident, T, ...) enum { ident }
#define TYPE_BYTES(ident, T) enum { ident }
#define TYPE_REFS(ident, T, array) enum { ident }
#define AT(object) (object)
#define SET(object, field, value) ((object)->field = (value))
#define SET_SLOT(object, lvalue, value) ((lvalue) = (value))
#define NEVER_COLLECTS

#ifdef BENCH_BDW
#include <gc.h>
#define HEAP_BEGIN() GC_INIT()
#define NEW_BYTES(T, type, bytes) ((T *)GC_MALLOC(bytes))
#define NEW_DATA(T, type, bytes) ((T *)GC_MALLOC_ATOMIC(bytes))
#else
#define HEAP_BEGIN() (void)0
#define NEW_BYTES(T, type, bytes) ((T *)malloc(bytes))
#define NEW_DATA NEW_BYTES
#endif
#define NEW(T, type) NEW_BYTES(T, type, sizeof(T))

#endif

/* The same numbers everywhere. */
static inline uint64_t
next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static inline uint64_t
mix(uint64_t sum, uint64_t value)
{
	return (sum ^ value) * 0x100000001b3u;
}

#endif
