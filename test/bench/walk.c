/* SPDX-License-Identifier: MIT */
/* walk.c -- how long a walk over a deep stack takes: called by compiled code at the bottom of it (tools/bench --walk).
**
** Four ways: a callback for many roots at a time; one for each root; one for each frame, which looks at all of its slots (where the frame has them
** side by side); and, if there is libunwind, its steps over the same stack with nothing done in them.  Each visitor reads and writes every slot. */
#include <lateroot/runtime.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef HAVE_LIBUNWIND
#define UNW_LOCAL_ONLY
#include <libunwind.h>
#endif

struct count { uint64_t frames, roots; };
static double seconds = 0.2;
static uint64_t expected;

static int
root(void *user, void **slot, const struct lr_root_site *site)
{
	struct count *c = user;
	void *volatile *v = slot;

	(void)site;
	*v = *slot;
	c->roots++;
	return 0;
}

static int
many(void *user, const struct lr_root_run *runs, size_t n, const struct lr_root_site *site)
{
	struct count *c = user;
	uint64_t words = 0;

	(void)site;
	for (const struct lr_root_run *r = runs; r < runs + n; r++) {
		void *volatile *slot = r->slots, *volatile *end = slot + r->n;
		words += r->n;
		do {
			void *value = *slot;
			if ((uintptr_t)value >= LR_SMALL_VALUE_LIMIT)
				*slot = value;
		} while (++slot < end);
	}
	c->roots += words;
	return 0;
}

static int
frame(void *user, const struct lr_frame_info *f)
{
	struct count *c = user;

	c->frames++;
	if (f->slots == NULL)
		return 0;
	for (uint32_t i = 0; i < f->nroots; i++) {
		void *volatile *v = &f->slots[i];
		*v = f->slots[i];
		c->roots++;
	}
	return LR_WALK_SKIP_FRAME;
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* As little as a walk can do: the chain of frames, by hand. */
static uint64_t
bare(void)
{
	uint64_t n = 0;

	for (struct lr_frame *f = lr_task_current()->gcstack; f != NULL; f = f->prev, n++) {
		if (f->nroots & LR_FRAME_ANCHOR)
			continue;
		void *volatile *slots = (void *volatile *)(void *)f + LR_FRAME_HEADER_WORDS;
		for (uintptr_t i = 0; i < lr_frame_nroots(f->nroots); i++)
			slots[i] = slots[i];
	}
	return n;
}

static uint64_t
unwind(void)
{
	uint64_t n = 0;
#ifdef HAVE_LIBUNWIND
	unw_context_t context;
	unw_cursor_t cursor;

	unw_getcontext(&context);
	unw_init_local(&cursor, &context);
	while (unw_step(&cursor) > 0)
		n++;
#endif
	return n;
}

/* Nanoseconds of the fastest of many walks; of `other` if there is no visitor.  Looking at the clock takes longer than a short walk: several at once. */
static double
fastest(const struct lr_visitor *v, uint64_t (*other)(void), struct count *c, int64_t depth)
{
	double best = 1e9, end = now() + seconds;
	int64_t n = 0, times = 1 + 20000 / (depth + 1);

	do {
		double start = now();
		for (int64_t i = 0; i < times && n >= 0; i++) {
			*c = (struct count){ 0, 0 };
			n = v != NULL ? lr_walk_task(lr_task_current(), v) : (int64_t)other();
		}
		double spent = (now() - start) / (double)times;
		if (n < 0) {
			fprintf(stderr, "walk: %s\n", lr_rt_strerror((int)n));
			exit(1);
		}
		if (v == NULL)
			c->frames = (uint64_t)n;
		best = spent < best ? spent : best;
	} while (now() < end);
	return best * 1e9;
}

/* Called at the bottom of `depth` frames of two roots each. */
void walk_here(int64_t depth);
void
walk_here(int64_t depth)
{
	struct count c;
	struct lr_visitor batches = { .struct_size = sizeof batches, .roots = many, .user = &c }, roots = { .struct_size = sizeof roots, .root = root, .user = &c };
	struct lr_visitor frames = { .struct_size = sizeof frames, .frame = frame, .root = root, .user = &c };
	double by_batch = fastest(&batches, NULL, &c, depth);
	uint64_t words = c.roots;  /* of which some may hold nothing */
	double by_root = fastest(&roots, NULL, &c, depth);
	uint64_t nroots = c.roots <= words ? c.roots : 0;
	double by_frame = fastest(&frames, NULL, &c, depth);
	double by_hand = fastest(NULL, bare, &c, depth), unwinding = fastest(NULL, unwind, &c, depth);

	if (nroots < 2 * (uint64_t)depth) {
		fprintf(stderr, "walk: %llu roots in %lld frames\n", (unsigned long long)nroots, (long long)depth);
		exit(1);
	}
	printf("{\"depth\": %lld, \"by_batch\": %.3f, \"by_root\": %.3f, \"by_frame\": %.3f, \"bare\": %.3f, \"unwind\": %.3f, \"unwound\": %llu}\n", (long long)depth,
		by_batch / (double)depth, by_root / (double)depth, by_frame / (double)depth, by_hand / (double)depth,
		c.frames > (uint64_t)depth / 2 ? unwinding / (double)c.frames : 0.0,
		(unsigned long long)c.frames);
	expected++;
}

void *start(void *);

int
main(int argc, char **argv)
{
	int64_t depth = argc > 1 ? atoll(argv[1]) : 1000;
	seconds = argc > 2 ? atof(argv[2]) : seconds;
	lr_task *t = lr_task_new(start, lr_box_int64(depth), (size_t)depth * 512 + (1 << 20));

	if (t == NULL || lr_task_switch(t) != LR_RT_OK || expected != 1)
		return 1;
	return lr_task_free(t);
}
