/* SPDX-License-Identifier: MIT */
/* progress.c -- shows progress: a line on the terminal, and a trace for Perfetto.
**
** A separate thread draws the line, so that it also appears while LLVM works for a long time without reports.  Reports
** of the library are only recorded, under a lock. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "tool.h"

enum { LINE_BYTES = 120, FIRST_MS = 500, EVERY_MS = 100, THREADS = 256 };

struct span {
	char *name, *function;    /* allocated by malloc; or NULL */
	const char *phase;        /* static string of the library */
	double start, end;        /* seconds since the start */
	unsigned thread;
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t wake;
	pthread_t drawer;
	bool drawing, stop;       /* the drawing thread exists; it is to end */
	bool lines;               /* --progress=always into a file: one line per finished phase */
	bool shown;               /* a line is on the terminal */
	char line[LINE_BYTES];    /* "": no line to show */
	double epoch;
	bool tracing, lost;       /* lost: memory was exhausted for a span */
	struct span *spans;
	size_t nspans, spans_cap;
	struct clock { double pass, phase; } clocks[THREADS]; /* start times of what runs now */
	const char *own;
	double own_start;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9 - state.epoch;
}

/* ---- the trace ---- */

static void
add_span(const char *name, const char *phase, const char *function, double start, unsigned thread)
{
	if (!state.tracing)
		return;
	if (state.nspans == state.spans_cap) {
		size_t cap = state.spans_cap ? state.spans_cap * 2 : 256;
		struct span *more = realloc(state.spans, cap * sizeof *more);
		if (more == NULL) {
			state.lost = true;
			return;
		}
		state.spans = more;
		state.spans_cap = cap;
	}
	struct span s = { strdup(name), function ? strdup(function) : NULL, phase, start, now(), thread };
	state.lost |= s.name == NULL || (function && s.function == NULL);
	state.spans[state.nspans++] = s;
}

/* The format's unit is the microsecond.  The pass is the category of the work on one function. */
static json_t *
event(const struct span *s)
{
	json_t *e = json_pack("{s:s, s:i, s:i, s:f, s:f}", "ph", "X", "pid", 1, "tid", (int)s->thread, "ts",
		s->start * 1e6, "dur", (s->end - s->start) * 1e6);

	if (s->function != NULL)
		json_object_update_new(e,
			json_pack("{s:o, s:s, s:{s:o, s:s}}", "name", json_name(s->function), "cat", s->phase, "args",
				"pass", json_name(s->name), "phase", s->phase));
	else
		json_object_update_new(e, json_pack("{s:o, s:s}", "name", json_name(s->name), "cat", "pass"));
	return e;
}

bool
progress_write_trace(const char *path)
{
	json_t *events = json_array(), *root;
	bool ok = !state.lost;

	for (size_t i = 0; i < state.nspans && ok; i++) {
		ok = json_array_append_new(events, event(&state.spans[i])) == 0;
		free(state.spans[i].name);
		free(state.spans[i].function);
	}
	json_array_append_new(events,
		json_pack("{s:s, s:s, s:i, s:i, s:{s:s}}", "ph", "M", "name", "process_name", "pid", 1, "tid", 0,
			"args", "name", "lateroot"));
	root = json_pack("{s:o}", "traceEvents", events);
	char *text = ok && root ? json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;
	json_decref(root);
	free(state.spans);
	state.spans = NULL;
	state.nspans = state.spans_cap = 0;
	state.tracing = false;
	if (text == NULL)
		say_error("out of memory");
	ok = text != NULL && write_output(path, text, strlen(text));
	free(text);
	return ok;
}

/* ---- the line ---- */

static void
erase(void)
{
	if (state.shown)
		fputs("\r\033[K", stderr);
	state.shown = false;
}

static void *
draw(void *nothing)
{
	struct timespec at;
	long wait = FIRST_MS;

	pthread_mutex_lock(&state.lock);
	while (!state.stop) {
		clock_gettime(CLOCK_REALTIME, &at);
		at.tv_nsec += wait % 1000 * 1000000;
		at.tv_sec += wait / 1000 + at.tv_nsec / 1000000000;
		at.tv_nsec %= 1000000000;
		if (pthread_cond_timedwait(&state.wake, &state.lock, &at) == 0 && state.stop)
			break;
		wait = EVERY_MS;
		if (state.line[0] != '\0') {
			fprintf(stderr, "\r%s\033[K", state.line);
			fflush(stderr);
			state.shown = true;
		}
	}
	erase();
	pthread_mutex_unlock(&state.lock);
	return nothing;
}

static void
describe(const lr_progress *p, char *to)
{
	int n = 0;

	if (p->steps > 0)
		n = snprintf(to, LINE_BYTES, "[%u/%u] ", p->step, p->steps);
	n += snprintf(to + n, LINE_BYTES - (size_t)n, "%.50s", p->pass);
	if (p->piece > 0)
		n += snprintf(to + n, LINE_BYTES - (size_t)n, ", partition %u of %u", p->piece, p->pieces);
	if (p->phase != NULL)
		snprintf(to + n, LINE_BYTES - (size_t)n, ": %s, %zu of %zu functions", p->phase, p->done, p->functions);
}

/* lr_options.progress */
static void
on_progress(void *user, const lr_progress *p)
{
	struct clock *c = &state.clocks[p->thread % THREADS];
	bool line = true;

	(void)user;
	pthread_mutex_lock(&state.lock);
	switch (p->event) {
	case LR_PASS_BEGIN:
		c->pass = now();
		break;
	case LR_PHASE_BEGIN:
		c->phase = now();
		break;
	case LR_FUNCTION_DONE:
		if (state.tracing)
			add_span(p->pass, p->phase, p->function, c->phase, p->thread), c->phase = now();
		break;
	case LR_PASS_END:
		add_span(p->pass, NULL, NULL, c->pass, p->thread);
		line = false;
		break;
	}
	if (line && (state.drawing || state.lines))
		describe(p, state.line);
	/* Printed once per phase, and once for a pass without phases. */
	if (state.lines && (p->event == LR_FUNCTION_DONE ? p->done == p->functions : p->event == LR_PASS_BEGIN))
		fprintf(stderr, "%s\n", state.line);
	pthread_mutex_unlock(&state.lock);
}

void
progress_clear(void)
{
	pthread_mutex_lock(&state.lock);
	erase();
	pthread_mutex_unlock(&state.lock);
}

void
progress_own(const char *name)
{
	pthread_mutex_lock(&state.lock);
	if (state.own != NULL)
		add_span(state.own, NULL, NULL, state.own_start, 0);
	state.own = name;
	state.own_start = now();
	if (state.drawing)
		snprintf(state.line, sizeof state.line, "%s", name ? name : "");
	pthread_mutex_unlock(&state.lock);
}

void
progress_stop(void)
{
	if (!state.drawing)
		return;
	pthread_mutex_lock(&state.lock);
	state.stop = true;
	pthread_cond_signal(&state.wake);
	pthread_mutex_unlock(&state.lock);
	pthread_join(state.drawer, NULL);
	state.drawing = false;
}

void
progress_start(struct tool_options *o)
{
	const bool terminal = isatty(STDERR_FILENO) && !terminal_is_dumb();

	state.epoch = now();
	state.tracing = o->trace != NULL;
	state.lines = o->progress == PROGRESS_ALWAYS && !terminal;
	if (terminal && o->progress != PROGRESS_NEVER && pthread_cond_init(&state.wake, NULL) == 0)
		state.drawing = pthread_create(&state.drawer, NULL, draw, NULL) == 0;
	if (state.tracing || state.lines || state.drawing)
		o->library.progress = on_progress;
}
