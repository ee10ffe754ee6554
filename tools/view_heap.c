/* SPDX-License-Identifier: MIT */
/* view_heap.c -- lateroot view --heap: a page about a snapshot of a heap. */
#include <errno.h>
#include <stdlib.h>

#include "heap.h"
#include "view.h"

/* Reads the id of an object, in decimal or as an address.  0: it is none. */
static uint64_t
id_of(const char *text)
{
	char *end;

	errno = 0;
	const unsigned long long id = strtoull(text, &end, 0);
	return errno != 0 || *end != '\0' || *text == '-' ? 0 : id;
}

static bool
is_there(const struct heap *h, uint64_t id)
{
	for (size_t i = 0; i < h->nobjects; i++)
		if (h->object[i].id == id)
			return true;
	return false;
}

int
view_heap(const struct view_heap *v)
{
	const uint64_t wanted = v->object != NULL ? id_of(v->object) : 0;
	struct heap h = { .collected = true };
	struct arena ar;
	char *page = NULL;
	size_t bytes = 0;

	arena_init(&ar, arena_from_libc, NULL);
	struct text t = { .ar = &ar };
	bool ok = heap_read(&h, v->snapshot);
	if (ok && v->object != NULL && (wanted == 0 || !is_there(&h, wanted))) {
		say_error("%s: there is no object '%s'", v->snapshot, v->object);
		ok = false;
	}
	if (ok) {
		ok = heap_measure(&h) && heap_json(&t, &h, v->snapshot, wanted);
		if (ok && !v->json)
			ok = (page = view_page_whole(heap_page_html, heap_page_css, heap_page_js, t.s, &bytes)) != NULL;
		if (!ok)
			say_error("out of memory");
	}
	heap_free(&h);
	ok = ok && write_output(v->output, v->json ? t.s : page, v->json ? t.n : bytes);
	free(page);
	arena_free(&ar);
	return ok ? EXIT_SUCCESS : EXIT_INPUT;
}
