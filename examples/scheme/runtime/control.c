/* SPDX-License-Identifier: MIT */
/* Control: stacks, continuations, catches, and what stops a program (interrupts, memory, recursion).
**
** A continuation is a suspended stack.  call/cc suspends the stack that it is called on, and calls its procedure on
** another one, a *segment*; whoever continues it switches back.  So each continuation works once.  dynamic-wind and the
** handlers of exceptions are lists of the program (boot/control.scm), which the library saves and restores. */
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include "scheme.h"

enum { SEGMENT_BYTES = 64 << 20, MOST_SEGMENTS = 10000, RESERVE_BYTES = 256 << 10, LOWERED_BYTES = 160 << 10 };

struct segment {
	lr_task *task;
	size_t bytes;
	uint64_t limit;            /* of the stack, with a reserve for C below it */
	bool lowered;              /* a part of the reserve is in use, by the handlers of an overflow */
	bool throwing;             /* when it is continued it throws */
	uint64_t serial;           /* of the continuation that it waits for; 0: it runs, or nothing can continue it */
	int64_t life;              /* grows when nothing can continue it: what is on it is lost */
	struct segment *next;      /* in the pool, or in `dead` */
};
struct continuation { struct segment *segment; uint64_t serial; };

static struct segment first, *current = &first, *pool, *dead, *left; /* left: it has just been abandoned */
static uint64_t serials, segments, waiting;
enum { WINDERS, HANDLERS, TRANSFER, FUNCTION, CONTINUATION, PAYLOAD, THROWN, LEAVING, STATES };
static void *state[STATES];
static volatile sig_atomic_t interrupted, collected;
volatile uint64_t scm_stack_limit;
int scm_exit_status;

/* ---- limits ---- */

static void
set_limit(void)
{
	scm_stack_limit = current->lowered ? current->limit - LOWERED_BYTES : current->limit;
	if (interrupted || collected)
		scm_stack_limit = UINT64_MAX;
}

void
scm_interrupt(void)
{
	interrupted = 1;
	scm_stack_limit = UINT64_MAX;
}

void
scm_interrupt_forget(void)
{
	interrupted = 0;
	set_limit();
}

/* Each collection calls it: the next function that is entered, or the next round of a loop, looks at the heap. */
static void
at_collection(void *user, lr_visit_slots *visit, void *visit_state)
{
	(void)user, (void)visit, (void)visit_state;
	collected = 1;
	scm_stack_limit = UINT64_MAX;
}

/* Who has looked at the heap since. */
void
scm_collected_forget(void)
{
	collected = 0;
	set_limit();
}

static __attribute__((noinline)) void
overflow(void)
{
	if (current->lowered) { /* by a handler of the first one */
		fputs("error: the recursion is too deep, in a handler of the same error\n", stderr);
		scm_abort_program();
	}
	current->lowered = true;
	set_limit();
	scm_error_of_kind("stack-overflow", NULL, "the recursion is too deep", SCM_NIL);
}

void
scm_stack_overflow(void)
{
	uint64_t here = (uint64_t)(uintptr_t)__builtin_frame_address(0);

	if (interrupted) {
		interrupted = 0;
		set_limit();
		scm_error_of_kind("interrupt", NULL, "interrupted", SCM_NIL);
	}
	if (collected) {
		scm_collected_forget();
		scm_check_memory(0);
	}
	if (here < scm_stack_limit && scm_stack_limit != UINT64_MAX)
		overflow();
}

scm
scm_poll(void)
{
	scm_stack_overflow();
	return SCM_UNSPECIFIED;
}

/* ---- segments ---- */

static void *segment_entry(void *);

/* Puts a segment that nothing can continue into the pool, to begin anew.  Its frames are roots no longer. */
static void
empty(struct segment *s)
{
	s->lowered = s->throwing = false;
	if (lr_task_restart(s->task, segment_entry, NULL) != LR_RT_OK)
		abort();
	s->next = pool;
	pool = s;
}

static struct segment *
segment_take(void)
{
	struct segment *s;

	while ((s = dead) != NULL) { /* those whose continuation a collection has found dead */
		dead = s->next;
		empty(s);
	}
	if ((s = pool) != NULL) {
		pool = s->next;
		return s;
	}
	s = segments < MOST_SEGMENTS ? calloc(1, sizeof *s) : NULL;
	if (s != NULL)
		s->task = lr_task_new(segment_entry, NULL, s->bytes = SEGMENT_BYTES);
	if (s == NULL || s->task == NULL) {
		free(s);
		lr_gc_collect(1);
		if (dead != NULL)
			return segment_take();
		scm_error_of_kind("out-of-memory", "call/cc", "too many continuations wait", SCM_NIL);
	}
	if (++segments % 256 == 0) /* so that dead continuations give their stacks back */
		lr_gc_collect(1);
	return s;
}

/* The running stack is not needed any more, once another one runs. */
static void
abandon(void)
{
	current->serial = 0;
	if (current == &first)
		return;
	current->life++;
	left = current;
}

/* To be called first on a stack that is switched to. */
static void
arrive(void)
{
	struct segment *s = left;

	left = NULL;
	if (s != NULL)
		empty(s);
}

static void
released(void *object)
{
	struct continuation *k = object;
	struct segment *s = k->segment;

	if (s->serial != k->serial || s == &first)
		return;
	s->serial = 0;
	s->life++;
	s->next = dead;
	dead = s;
	waiting--;
}
const struct lr_type scm_continuation_type = { .name = "continuation", .size_bytes = 16, .release = released };

bool
scm_other_stacks(void)
{
	return waiting > 0 || current != &first;
}

static void
switch_to(struct segment *to)
{
	struct segment *me = current;

	if (to->serial != 0)
		waiting--;
	to->serial = 0;
	current = to;
	set_limit();
	lr_task_switch(to->task);
	arrive();
	if (me->throwing) {
		me->throwing = false;
		lr_throw(state[THROWN]);
	}
}

static _Noreturn void
throw_to(struct segment *to, scm what)
{
	if (to == current)
		lr_throw(what);
	state[THROWN] = what;
	to->throwing = true;
	abandon();
	switch_to(to);
	abort(); /* the segment was abandoned */
}

_Noreturn void
scm_abort_program(void)
{
	throw_to(&first, NULL);
}

static bool
usable(const struct continuation *k)
{
	return k->segment->serial == k->serial;
}

static _Noreturn void
deliver(struct continuation *k, scm value)
{
	if (!usable(k))
		scm_error("continuation", "it has been continued before, and works once", SCM_NIL);
	state[TRANSFER] = value;
	struct segment *to = k->segment;
	abandon();
	switch_to(to);
	abort();
}

/* The stack of a segment: it serves one call/cc, and ends when another stack goes on. */
static void *
segment_entry(void *unused)
{
	current->limit = (uint64_t)(uintptr_t)__builtin_frame_address(0) - current->bytes + RESERVE_BYTES;
	set_limit();
	arrive();
	scm k = state[CONTINUATION], f = state[FUNCTION];
	state[CONTINUATION] = state[FUNCTION] = NULL;
	LR_GC_PUSH(&k, &f);
	deliver(k, scm_call(f, 1, k, SCM_FALSE));
	return unused;
}

/* (%call/cc f): f gets an object for %continue. */
static scm
call_cc(scm *a, int64_t n)
{
	struct segment *to = segment_take();
	struct continuation *k = lr_gc_alloc(sizeof *k, &scm_continuation_type);

	SCM_UNUSED(n);
	*k = (struct continuation){ current, current->serial = ++serials };
	waiting++;
	state[FUNCTION] = a[0];
	state[CONTINUATION] = k;
	a[0] = SCM_FALSE;
	switch_to(to);
	scm result = state[TRANSFER];
	state[TRANSFER] = NULL;
	return result;
}

static struct continuation *
checked(scm k)
{
	if (!scm_is(k, &scm_continuation_type))
		scm_wrong_type("continuation", k);
	return k;
}
static scm is_usable(scm *a, int64_t n) { SCM_UNUSED(n); return scm_bool(usable(checked(a[0]))); }

/* (%continue k value handlers) */
static scm
go_on(scm *a, int64_t n)
{
	struct continuation *k = checked(a[0]);

	SCM_UNUSED(n);
	if (usable(k)) /* otherwise the handlers of now get the error */
		state[HANDLERS] = a[2];
	deliver(k, a[1]);
}

/* ---- catches ---- */

/* (%catch f): f gets a mark, for %escape.  The mark is #(segment life), or #(segment #f) when f has been left. */
static scm
catch(scm *a, int64_t n)
{
	lr_handler h;
	void *task = lr_get_pgcstack();
	struct segment *s = current;
	struct scm_vector *mark = scm_make_vector(2, scm_fixnum(s->life));

	SCM_UNUSED(n);
	LR_GC_PUSH(&mark);
	mark->at[0] = (scm)((uintptr_t)s | 1);
	lr_enter_handler(task, &h);
	if (setjmp(h.context) == 0) {
		scm r = scm_call(a[0], 1, mark, SCM_FALSE);
		lr_pop_handler_noexcept(task, 1);
		mark->at[1] = SCM_FALSE;
		LR_GC_POP();
		return r;
	}
	lr_pop_handler(task, 1);
	scm thrown = lr_current_exception(task);
	mark->at[1] = SCM_FALSE;
	LR_GC_POP();
	if (thrown != mark)
		lr_throw(thrown);
	s->lowered = false;
	set_limit();
	return state[PAYLOAD];
}

static scm
escape(scm *a, int64_t n)
{
	struct scm_vector *mark = a[0];

	SCM_UNUSED(n);
	struct segment *to = NULL;
	if (scm_is(mark, &scm_vector_type) && mark->length == 2 && mark->at[1] != SCM_FALSE)
		to = (struct segment *)((uintptr_t)mark->at[0] & ~1ul);
	if (to == NULL || mark->at[1] != scm_fixnum(to->life))
		scm_error("guard", "its body has been left before", SCM_NIL);
	state[PAYLOAD] = a[1];
	throw_to(to, mark);
}

/* ---- the program ---- */

bool
scm_try(scm (*program)(void), scm *result)
{
	lr_handler h;
	void *task = lr_get_pgcstack();
	bool good = false;

	state[WINDERS] = state[HANDLERS] = SCM_NIL;
	lr_enter_handler(task, &h);
	if (setjmp(h.context) == 0) {
		*result = program();
		lr_pop_handler_noexcept(task, 1);
		good = true;
	} else
		lr_pop_handler(task, 1);
	first.lowered = false;
	set_limit();
	return good;
}

/* A procedure that fails is out of the list already.  No handler is left that could return to its guard. */
static scm
leave_winds(void)
{
	while (state[LEAVING] != SCM_NIL) {
		const scm winder = CAR(state[LEAVING]);
		state[LEAVING] = state[WINDERS] = CDR(state[LEAVING]);
		scm_call(CDR(CDR(winder)), 0, SCM_FALSE, SCM_FALSE);
	}
	return SCM_UNSPECIFIED;
}

void
scm_leave_winds(void)
{
	scm result;

	for (state[LEAVING] = state[WINDERS]; state[LEAVING] != SCM_NIL;)
		scm_try(leave_winds, &result);
}

struct body { int (*run)(void *); void *argument; int status; lr_task *host; };

static void *
body_entry(void *argument)
{
	struct body *b = argument;

	first.limit = (uint64_t)(uintptr_t)__builtin_frame_address(0) - first.bytes + RESERVE_BYTES;
	set_limit();
	b->status = b->run(b->argument);
	scm_ends();
	lr_task_switch(b->host); /* not the caller, which is the stack that continued this one last */
	return NULL;
}

int
scm_run(int (*run)(void *), void *argument, size_t stack_bytes)
{
	static struct body b;

	b = (struct body){ run, argument, 1, lr_task_current() };
	first.bytes = stack_bytes;
	first.task = lr_task_new(body_entry, &b, stack_bytes);
	if (first.task == NULL || lr_task_switch(first.task) != LR_RT_OK) {
		fputs("error: no stack for the program\n", stderr);
		return 1;
	}
	lr_task_free(first.task);
	return b.status;
}

void
scm_control_start(size_t memory_bytes)
{
	scm_memory_start(memory_bytes);
	if (lr_gc_add_root_range(state, STATES) != LR_RT_OK
		|| lr_gc_add_root_scanner(at_collection, NULL) != LR_RT_OK)
		abort();
}

/* ---- procedures ---- */

scm scm_leaf_winders(void) { return state[WINDERS]; }
scm scm_leaf_handlers(void) { return state[HANDLERS]; }
static scm winders(scm *a, int64_t n) { SCM_UNUSED(a), SCM_UNUSED(n); return state[WINDERS]; }
static scm set_winders(scm *a, int64_t n) { SCM_UNUSED(n); return state[WINDERS] = a[0]; }
static scm handlers(scm *a, int64_t n) { SCM_UNUSED(a), SCM_UNUSED(n); return state[HANDLERS]; }
static scm set_handlers(scm *a, int64_t n) { SCM_UNUSED(n); return state[HANDLERS] = a[0]; }

static scm
values(scm *a, int64_t n)
{
	if (n == 1)
		return a[0];
	scm list = scm_list(a, n);
	LR_GC_PUSH(&list);
	struct scm_values *v = lr_gc_alloc(sizeof *v, &scm_values_type);
	v->list = list;
	LR_GC_POP();
	return v;
}
static scm is_values(scm *a, int64_t n) { SCM_UNUSED(n); return scm_bool(scm_is(a[0], &scm_values_type)); }

static scm
values_list(scm *a, int64_t n)
{
	SCM_UNUSED(n);
	return is_values(a, n) != SCM_FALSE ? ((struct scm_values *)a[0])->list : SCM_NIL;
}
static scm mark_set(scm *a, int64_t n) { SCM_UNUSED(a), SCM_UNUSED(n); return SCM_PARAMETER_SET; }
static scm mark_convert(scm *a, int64_t n) { SCM_UNUSED(a), SCM_UNUSED(n); return SCM_PARAMETER_CONVERT; }

const struct scm_builtin scm_control_builtins[] = {
	{ "%call/cc", call_cc, 1, 1 }, { "%usable?", is_usable, 1, 1 }, { "%continue", go_on, 3, 3 },
	{ "%catch", catch, 1, 1 }, { "%escape", escape, 2, 2 },
	{ "%winders", winders, 0, 0 }, { "%set-winders!", set_winders, 1, 1 },
	{ "%handlers", handlers, 0, 0 }, { "%set-handlers!", set_handlers, 1, 1 },
	{ "values", values, 0, -1 }, { "%values?", is_values, 1, 1 }, { "%values->list", values_list, 1, 1 },
	{ "%parameter-set", mark_set, 0, 0 }, { "%parameter-convert", mark_convert, 0, 0 }, { NULL, NULL, 0, 0 },
};
