/* SPDX-License-Identifier: MIT */
/* What compiled code needs: names and their cells, procedures in C, calls from C, errors, and the program's stack. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "scheme.h"

static const uint32_t word_one[] = { 1 };
const struct lr_type scm_pair_type = { .name = "pair", .size_bytes = 16, .nrefs = 2 };
const struct lr_type scm_flonum_type = { .name = "flonum", .size_bytes = 8 };
const struct lr_type scm_bignum_type = { .name = "bignum", .layout = LR_LAYOUT_INLINE,
	.size_bytes = 16, .elem_bytes = 8 };
const struct lr_type scm_string_type = { .name = "string", .layout = LR_LAYOUT_INLINE,
	.size_bytes = 8, .elem_bytes = 4 };
const struct lr_type scm_symbol_type = { .name = "symbol", .size_bytes = 16, .nrefs = 2 };
const struct lr_type scm_vector_type = { .name = "vector", .layout = LR_LAYOUT_INLINE, .size_bytes = 8, .elem_bytes = 8,
	.elem_nrefs = 1 };
const struct lr_type scm_closure_type = { .name = "procedure", .layout = LR_LAYOUT_INLINE, .size_bytes = 24,
	.length_word = 2, .elem_bytes = 8, .elem_nrefs = 1 };
const struct lr_type scm_box_type = { .name = "box", .size_bytes = 8, .nrefs = 1 };
const struct lr_type scm_condition_type = { .name = "condition", .size_bytes = 24, .nrefs = 3 };
const struct lr_type scm_values_type = { .name = "values", .size_bytes = 8, .nrefs = 1 };
const struct lr_type scm_record_type_type = { .name = "record type", .size_bytes = 16, .nrefs = 2 };
const struct lr_type scm_record_type = { .name = "record", .layout = LR_LAYOUT_INLINE, .size_bytes = 16, .nrefs = 1,
	.refs = word_one, .elem_bytes = 8, .elem_nrefs = 1 };
uint64_t scm_stack_limit;

/* Symbols and cells lie in blocks that are roots.  A name's number never changes. */
enum { BLOCK = 1024, BLOCKS = 256, TABLE = 1 << 16 };
struct block { void *symbol[BLOCK], *cell[BLOCK]; };
static struct block *blocks[BLOCKS];
static char *names[BLOCK * BLOCKS];
static unsigned nnames, table[TABLE * 8];

static unsigned
number_of(const char *name)
{
	unsigned h = 5381, size = TABLE * 8;

	for (const char *s = name; *s != '\0'; s++)
		h = h * 33 ^ (unsigned char)*s;
	for (h %= size; table[h] != 0; h = (h + 1) % size)
		if (strcmp(names[table[h] - 1], name) == 0)
			return table[h] - 1;
	if (nnames == BLOCK * BLOCKS)
		scm_error("string->symbol", "too many symbols", SCM_NIL);
	struct block **b = &blocks[nnames / BLOCK];
	if (*b == NULL) {
		*b = calloc(1, sizeof **b);
		if (*b == NULL || lr_gc_add_root_range((void **)*b, sizeof **b / sizeof(void *)) != LR_RT_OK)
			abort();
	}
	names[nnames] = strdup(name);
	table[h] = ++nnames;
	return nnames - 1;
}

scm
scm_intern(const char *name)
{
	unsigned i = number_of(name);
	void **slot = &blocks[i / BLOCK]->symbol[i % BLOCK];

	if (*slot == NULL) {
		struct scm_symbol *s = NULL;
		scm text = scm_string_new(name);
		LR_GC_PUSH(&text);
		s = lr_gc_alloc(sizeof *s, &scm_symbol_type);
		s->name = text;
		s->next = SCM_FALSE;
		*slot = s;
		LR_GC_POP();
	}
	return *slot;
}

scm
scm_cell(const char *name)
{
	unsigned i = number_of(name);
	void **slot = &blocks[i / BLOCK]->cell[i % BLOCK];

	if (*slot == NULL) {
		scm *box = lr_gc_alloc(8, &scm_box_type);
		*box = SCM_UNDEFINED;
		*slot = box;
	}
	return *slot;
}

/* Never makes a cell. */
bool
scm_has_global(const char *name)
{
	unsigned h = 5381, size = TABLE * 8;

	for (const char *s = name; *s != '\0'; s++)
		h = h * 33 ^ (unsigned char)*s;
	for (h %= size; table[h] != 0; h = (h + 1) % size)
		if (strcmp(names[table[h] - 1], name) == 0) {
			scm *cell = blocks[(table[h] - 1) / BLOCK]->cell[(table[h] - 1) % BLOCK];
			return cell != NULL && *cell != SCM_UNDEFINED;
		}
	return false;
}

scm
scm_cons(scm car, scm cdr)
{
	LR_GC_PUSH(&car, &cdr);
	struct scm_pair *p = lr_gc_alloc(sizeof *p, &scm_pair_type);
	p->car = car;
	p->cdr = cdr;
	LR_GC_POP();
	return p;
}

/* Arguments beyond the fixed ones, as a list. */
scm
scm_rest(int64_t n, int64_t fixed, scm a0, scm a1, scm a2, scm a3, scm more)
{
	scm a[4] = { a0, a1, a2, a3 }, list = more;

	for (int64_t i = 4; i < fixed; i++)
		list = ((struct scm_pair *)list)->cdr;
	LR_GC_PUSH(&a[0], &a[1], &a[2], &a[3], &list);
	for (int64_t i = n < 4 ? n : 4; i-- > fixed;)
		list = scm_cons(a[i], list);
	LR_GC_POP();
	return list;
}

/* The code of each procedure in C: the arguments go into a frame, which roots them and pins them. */
static scm
builtin_code(scm self, int64_t n, scm a0, scm a1, scm a2, scm a3, scm more)
{
	int64_t index = scm_int(((struct scm_closure *)self)->free[0]);
	const struct scm_builtin *b = &scm_builtins[index];

	if (n < b->min || (b->max >= 0 && n > b->max))
		scm_wrong_arguments(self, n, b->min, b->max < 0);
	if (n > 10000)
		scm_error(b->name, "too many arguments", SCM_NIL);
	struct { struct lr_frame head; scm slot[n < 4 ? 5 : n + 1]; } f __attribute__((aligned(LR_FRAME_ALIGN_BYTES)));
	scm first[4] = { a0, a1, a2, a3 };
	for (int64_t i = 0; i < n; i++) {
		f.slot[i] = i < 4 ? first[i] : ((struct scm_pair *)more)->car;
		if (i >= 4)
			more = ((struct scm_pair *)more)->cdr;
	}
	struct lr_frame **head = (struct lr_frame **)(void *)lr_get_pgcstack();
	f.head.nroots = (uintptr_t)n << LR_FRAME_NROOTS_SHIFT;
	f.head.prev = *head;
	if (n > 0)
		*head = &f.head;
	scm result = b->function(f.slot, n);
	if (n > 0)
		*head = f.head.prev;
	return result;
}

scm
scm_call(scm f, int64_t n, scm a0, scm a1)
{
	if (!scm_is(f, &scm_closure_type))
		scm_not_procedure(f);
	LR_GC_PUSH(&f, &a0, &a1);
	scm result = ((struct scm_closure *)f)->code(f, n, a0, a1, SCM_FALSE, SCM_FALSE, SCM_NIL);
	LR_GC_POP();
	return result;
}

/* The arguments of apply behind the procedure, of which the last is a list, as one list. */
static __attribute__((noinline)) scm
spread(int64_t n, scm a1, scm a2, scm a3, scm more)
{
	scm list = scm_rest(n - 1, 0, a1, a2, a3, n > 4 ? ((struct scm_pair *)more)->car : SCM_FALSE,
		n > 4 ? ((struct scm_pair *)more)->cdr : SCM_NIL), last = list, before = NULL;

	for (; ((struct scm_pair *)last)->cdr != SCM_NIL; last = ((struct scm_pair *)last)->cdr)
		before = last;
	if (before == NULL)
		return ((struct scm_pair *)last)->car;
	((struct scm_pair *)before)->cdr = ((struct scm_pair *)last)->car;
	lr_gc_write_barrier(before, ((struct scm_pair *)last)->car);
	return list;
}

static __attribute__((noinline)) scm
spread_rooted(scm f, int64_t n, scm a1, scm a2, scm a3, scm more)
{
	LR_GC_PUSH(&f, &a1, &a2, &a3, &more);
	scm list = scm_cons(f, spread(n, a1, a2, a3, more));
	LR_GC_POP();
	return list;
}

/* apply has no frame of its own, so that its call is a tail call: nothing here has an address. */
static scm
apply_code(scm self, int64_t n, scm f, scm a1, scm a2, scm a3, scm more)
{
	if (n < 2)
		scm_wrong_arguments(self, n, 2, 1);
	if (!scm_is(f, &scm_closure_type))
		scm_not_procedure(f);
	if (n > 2) {
		/* The procedure may have moved: it is the head of the list. */
		more = spread_rooted(f, n, a1, a2, a3, more);
		f = ((struct scm_pair *)more)->car;
		more = ((struct scm_pair *)more)->cdr;
	} else
		more = a1;
	int64_t count = 0;
	scm l = more, first = SCM_FALSE, second = SCM_FALSE, third = SCM_FALSE, fourth = SCM_FALSE;
	for (; scm_is(l, &scm_pair_type); l = ((struct scm_pair *)l)->cdr) {
		scm x = ((struct scm_pair *)l)->car;
		switch (count++) {
		case 0: first = x; break;
		case 1: second = x; break;
		case 2: third = x; break;
		case 3: fourth = x; more = ((struct scm_pair *)l)->cdr; break;
		default: break;
		}
	}
	if (l != SCM_NIL)
		scm_error("apply", "no list", scm_cons(l, SCM_NIL));
	return ((struct scm_closure *)f)->code(f, count, first, second, third, fourth,
		count < 4 ? SCM_NIL : more);
}

static void
builtins_start(void)
{
	for (int i = 0; scm_builtins[i].name != NULL; i++) {
		scm cell = scm_cell(scm_builtins[i].name);
		LR_GC_PUSH(&cell);
		struct scm_closure *c = lr_gc_alloc(32, &scm_closure_type);
		*c = (struct scm_closure){ builtin_code, scm_builtins[i].name, 1 };
		c->free[0] = scm_fixnum(i);
		*(scm *)cell = c;
		lr_gc_write_barrier(cell, c);
		LR_GC_POP();
	}
}

void
scm_start(void)
{
	scm cell = scm_cell("apply");

	LR_GC_PUSH(&cell);
	struct scm_closure *apply = lr_gc_alloc(24, &scm_closure_type);
	*apply = (struct scm_closure){ apply_code, "apply", 0 };
	*(scm *)cell = apply;
	lr_gc_write_barrier(cell, apply);
	LR_GC_POP();
	builtins_start();
}

_Noreturn void
scm_error(const char *who, const char *message, scm irritants)
{
	char text[256];
	scm string = NULL;

	snprintf(text, sizeof text, "%s%s%s", who ? who : "", who ? ": " : "", message);
	LR_GC_PUSH(&irritants, &string);
	string = scm_string_new(text);
	struct scm_condition *c = lr_gc_alloc(sizeof *c, &scm_condition_type);
	*c = (struct scm_condition){ string, irritants, SCM_FALSE };
	lr_throw(c);
}

_Noreturn void
scm_wrong_type(const char *who, scm value)
{
	scm_error(who, "wrong type of argument", scm_cons(value, SCM_NIL));
}

void
scm_unbound(const char *name)
{
	char text[200];

	snprintf(text, sizeof text, "the variable %.150s has no value", name);
	scm_error(NULL, text, SCM_NIL);
}

void
scm_not_procedure(scm f)
{
	scm_error(NULL, "a call of what is no procedure", scm_cons(f, SCM_NIL));
}

void
scm_stack_overflow(void)
{
	scm_error(NULL, "the recursion is too deep", SCM_NIL);
}

void
scm_wrong_arguments(scm self, int64_t n, int64_t least, int64_t rest)
{
	char text[200];
	const char *name = scm_is(self, &scm_closure_type) ? ((struct scm_closure *)self)->name : "?";

	snprintf(text, sizeof text, "%.100s needs %s%lld arguments and has %lld", name, rest ? "at least " : "",
		(long long)least, (long long)n);
	scm_error(NULL, text, SCM_NIL);
}

static void *
program_task(void *argument)
{
	scm (**program)(void) = argument;
	lr_handler h;
	void *task = lr_get_pgcstack();
	int *status = (int *)(void *)(program + 1);

	lr_enter_handler(task, &h);
	if (setjmp(h.context) == 0) {
		(*program)();
		*status = 0;
		lr_pop_handler_noexcept(task, 1);
	} else {
		lr_pop_handler(task, 1);
		scm e = lr_current_exception(task);
		LR_GC_PUSH(&e);
		fflush(stdout);
		fputs("error: ", stderr);
		if (scm_is(e, &scm_condition_type)) {
			struct scm_condition *c = e;
			scm_print_to(stderr, c->message, false);
			for (scm i = c->irritants; scm_is(i, &scm_pair_type); i = ((struct scm_pair *)i)->cdr) {
				fputc(' ', stderr);
				scm_print_to(stderr, ((struct scm_pair *)i)->car, true);
			}
		} else
			scm_print_to(stderr, e, true);
		fputc('\n', stderr);
		LR_GC_POP();
		*status = 1;
	}
	return NULL;
}

/* The limit is what the task's stack has below this frame, without a reserve for C. */
static size_t stack_bytes_of_task;
static void *
scm_stack_entry(void *argument)
{
	scm_stack_limit = (uint64_t)(uintptr_t)__builtin_frame_address(0) - stack_bytes_of_task + (256 << 10);
	return program_task(argument);
}

int
scm_run(scm (*program)(void), size_t stack_bytes)
{
	static struct { scm (*program)(void); int status; } run;

	run.program = program;
	stack_bytes_of_task = stack_bytes;
	run.status = 1;
	lr_task *task = lr_task_new(scm_stack_entry, &run, stack_bytes);
	if (task == NULL || lr_task_switch(task) != LR_RT_OK) {
		fputs("error: no stack for the program\n", stderr);
		return 1;
	}
	lr_task_free(task);
	return run.status;
}
