/* SPDX-License-Identifier: MIT */
/* loader.c -- loads an image of make.py, fills it in, and runs it: loader IMAGE FUNCTIONS VARIABLES.
**
** The image finds the stack of frames by a function, and then by an offset from the thread pointer: the two ways of
** Julia's loader. */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <lateroot/heap.h>
#include <lateroot/runtime.h>

static void *image;

static void *
symbol(const char *name)
{
	void *p = dlsym(image, name);

	if (p == NULL) {
		printf("the image has no symbol %s\n", name);
		exit(1);
	}
	return p;
}

/* What function `i` of `n` has to return. */
static uint64_t
expected(uint64_t i, uint64_t n, uint64_t x)
{
	return i >= n ? 0 : x + i + expected(2 * i + 1, n, x + i) + expected(2 * i + 2, n, x + i);
}

/* The distances of a table, whose number must be `n`. */
static const int32_t *
offsets(const char *name, uint32_t n)
{
	const int32_t *table = symbol(name);

	if (*(const uint32_t *)table != n) {
		printf("%s has %" PRIu32 " entries, not %" PRIu32 "\n", name, *(const uint32_t *)table, n);
		exit(1);
	}
	return table + 1;
}

static LR_TYPE_DEFINE(cell, .name = "Cell", .size_bytes = 8, .nrefs = 1);

/* Runs all functions, each from a call of its own for the last ones. */
static int
run(uint32_t n, const char *how)
{
	const char *base = *(char *const *)symbol("image_fvars_base");
	const int32_t *distance = offsets("image_fvars_offsets", n);
	int bad = 0;

	for (uint32_t i = 0; i < n; i += i < 4 ? 1 : n / 7 + 1) {
		const uint64_t got = ((uint64_t (*)(uint64_t))(uintptr_t)(base + distance[i]))(100 * i);
		if (got != expected(i, n, 100 * i)) {
			printf("%s: function %" PRIu32 " gives %" PRIu64 ", not %" PRIu64 "\n", how, i, got,
				expected(i, n, 100 * i));
			bad = 1;
		}
	}
	return bad;
}

int
main(int argc, char **argv)
{
	if (argc != 4)
		return 2;
	const uint32_t nfunctions = (uint32_t)atoi(argv[2]), nvariables = (uint32_t)atoi(argv[3]);
	image = dlopen(argv[1], RTLD_NOW);
	if (image == NULL) {
		printf("%s\n", dlerror());
		return 1;
	}
	lr_runtime_init();
	*(void **)symbol("image_getter_slot") = (void *)(uintptr_t)lr_get_pgcstack;
	*(const void **)symbol("image_box_type") = &lr_type_int64.type;
	char *variables = *(char **)symbol("image_gvars_base");
	const int32_t *distance = offsets("image_gvars_offsets", nvariables);
	for (uint32_t i = 0; i < nvariables; i++) {
		void **variable = (void **)(variables + distance[i]);
		lr_gc_add_root(variable);
		*variable = lr_gc_alloc(8, &cell.type);
		**(void ***)variable = NULL;
	}
	int bad = run(nfunctions, "by the function");
	/* One task, so the distance to its stack of frames stays the same. */
	const char *thread_pointer;
	__asm__("movq %%fs:0, %0" : "=r"(thread_pointer));
	*(int64_t *)symbol("image_tls_offset") = (char *)lr_get_pgcstack() - thread_pointer;
	*(void **)symbol("image_getter_slot") = NULL;
	bad |= run(nfunctions, "by the offset");
	/* The last box of each variable is alive. */
	for (uint32_t i = 0; i < nvariables; i++)
		bad |= lr_unbox_int64(**(void ***)(variables + distance[i])) < (int64_t)i;
	puts(bad ? "wrong" : "as expected");
	return bad;
}
