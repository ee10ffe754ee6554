/* SPDX-License-Identifier: MIT */
/* peak.c -- counts what a program has of malloc at once; preloaded.  At the end the most is written to the file PEAK.
**
** The same program with the same input asks for the same memory each time, whatever else the machine does; pages that
** are resident are no such measure. */
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* glibc's own names for what stands behind malloc */
/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

static atomic_size_t live, most;

static void *
took(void *p)
{
	size_t now = p == NULL ? 0 : atomic_fetch_add(&live, malloc_usable_size(p)) + malloc_usable_size(p);
	size_t before = atomic_load(&most);

	while (now > before && !atomic_compare_exchange_weak(&most, &before, now))
		continue;
	return p;
}

void *
malloc(size_t n)
{
	return took(__libc_malloc(n));
}

void *
calloc(size_t n, size_t each)
{
	return took(__libc_calloc(n, each));
}

void *
realloc(void *p, size_t n)
{
	const size_t before = p == NULL ? 0 : malloc_usable_size(p);
	void *made = __libc_realloc(p, n);

	if (made != NULL || n == 0)
		atomic_fetch_sub(&live, before);
	return took(made);
}

void *
memalign(size_t align, size_t n)
{
	return took(__libc_memalign(align, n));
}

void *
aligned_alloc(size_t align, size_t n)
{
	return took(__libc_memalign(align, n));
}

int
posix_memalign(void **p, size_t align, size_t n)
{
	*p = took(__libc_memalign(align, n));
	return *p == NULL ? 12 : 0; /* ENOMEM */
}

void
free(void *p)
{
	if (p != NULL)
		atomic_fetch_sub(&live, malloc_usable_size(p));
	__libc_free(p);
}

__attribute__((destructor)) static void
tell(void)
{
	const size_t n = atomic_load(&most);
	const char *path = getenv("PEAK");
	FILE *f = path != NULL ? fopen(path, "w") : NULL;

	if (f == NULL)
		return;
	fprintf(f, "%zu\n", n);
	fclose(f);
}
