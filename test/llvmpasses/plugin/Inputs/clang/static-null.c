/* SPDX-License-Identifier: MIT */
/* A static variable that no code reads keeps an object alive, until NULL is stored. */
#include <lateroot/dialect.h>
#include <stdio.h>

struct session { long number; };
static int closed;

static void
end_session(void *object)
{
	(void)object;
	closed++;
}

static const struct lr_type session_type = { .name = "session", .size_bytes = 8, .release = end_session };
struct pair { ref first; long n; };
static ref keep;
static struct pair pairs[2];

static __attribute__((noinline)) void
begin(void)
{
	GC_FUNCTION;
	keep = (ref)NEW_ZEROED(struct session, session_type);
	pairs[1].first = (ref)NEW_ZEROED(struct session, session_type);
}

static __attribute__((noinline)) void
end(void)
{
	keep = NULL;
	pairs[1].first = NULL;
}

int
main(void)
{
	begin();
	lr_gc_collect(1);
	printf("%d closed\n", closed);
	end();
	lr_gc_collect(1);
	printf("%d closed\n", closed);
	return 0;
}
