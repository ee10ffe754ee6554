/* SPDX-License-Identifier: MIT */
/* changes.c -- --print-changed: of the dumps before and behind all passes, those in which something is new.  The first
** one is what the passes begin with, and its heading says so, as that of LLVM's option does.
**
** A dump comes as a heading and then its IR, in one piece or several.  So it is complete when the next one begins. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "tool.h"

static const char heading[] = "; *** IR Dump ";

struct text { char *data; size_t n, cap; };
static struct { struct text head, now, last; bool any, failed; } state;

static void
append(struct text *t, const char *data, size_t n)
{
	if (n == 0)
		return;
	if (n > t->cap - t->n) {
		size_t cap = (t->n + n) * 2;
		char *more = realloc(t->data, cap);
		if (more == NULL) {
			state.failed = true;
			return;
		}
		t->data = more;
		t->cap = cap;
	}
	memcpy(t->data + t->n, data, n);
	t->n += n;
}

/* Prints the heading "; *** IR Dump Before PASS on FUNCTIONS ***" of the first dump without the pass. */
static void
print_first_heading(void)
{
	static const char on[] = " on ";
	const char *p = state.head.data, *end = p + state.head.n;

	while (end - p >= (ptrdiff_t)(sizeof on - 1) && memcmp(p, on, sizeof on - 1) != 0)
		p++;
	fprintf(stderr, "%sAt Start", heading);
	fwrite(p, 1, (size_t)(end - p), stderr);
}

void
changes_finish(void)
{
	const bool same = state.any && state.now.n == state.last.n
		&& (state.now.n == 0 || memcmp(state.now.data, state.last.data, state.now.n) == 0);

	if (state.head.n == 0)
		return;
	if (!same || state.failed) {
		progress_clear();
		report_begin();
		if (state.any)
			fwrite(state.head.data, 1, state.head.n, stderr);
		else
			print_first_heading();
		fwrite(state.now.data, 1, state.now.n, stderr);
	}
	struct text old = state.last;
	state.last = state.now;
	state.now = old;
	state.head.n = state.now.n = 0;
	state.any = true;
}

/* Does a chunk end the heading? */
static size_t
rest_of_heading(const char *text, size_t bytes)
{
	const char *end = memchr(text, '\n', bytes);

	return end != NULL ? (size_t)(end - text) + 1 : bytes;
}

void
changes_dump(void *user, const char *text, size_t bytes)
{
	(void)user;
	if (bytes >= sizeof heading - 1 && memcmp(text, heading, sizeof heading - 1) == 0)
		changes_finish();
	const bool in_heading = state.head.n == 0 || state.head.data[state.head.n - 1] != '\n';
	const size_t head = in_heading ? rest_of_heading(text, bytes) : 0;
	append(&state.head, text, head);
	append(&state.now, text + head, bytes - head);
}
