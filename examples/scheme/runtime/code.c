/* SPDX-License-Identifier: MIT */
/* What compiled code needs: types, names and their cells, procedures in C, and calls from C. */
#include <stdlib.h>
#include <string.h>
#include "scheme.h"

static const uint32_t word_one[] = { 1 };
const struct lr_type scm_pair_type = { .name = "pair", .size_bytes = 16, .nrefs = 2 };
const struct lr_type scm_flonum_type = { .name = "flonum", .size_bytes = 8 };
const struct lr_type scm_bignum_type = { .name = "bignum", .layout = LR_LAYOUT_INLINE,
	.size_bytes = 16, .elem_bytes = 8 };
const struct lr_type scm_ratio_type = { .name = "ratio", .size_bytes = 16, .nrefs = 2 };
const struct lr_type scm_string_type = { .name = "string", .layout = LR_LAYOUT_INLINE,
	.size_bytes = 8, .elem_bytes = 4 };
const struct lr_type scm_symbol_type = { .name = "symbol", .size_bytes = 16, .nrefs = 2 };
const struct lr_type scm_vector_type = { .name = "vector", .layout = LR_LAYOUT_INLINE, .size_bytes = 8, .elem_bytes = 8,
	.elem_nrefs = 1 };
const struct lr_type scm_bytes_type = { .name = "bytevector", .layout = LR_LAYOUT_INLINE,
	.size_bytes = 8, .elem_bytes = 1 };
const struct lr_type scm_closure_type = { .name = "procedure", .layout = LR_LAYOUT_INLINE, .size_bytes = 16,
	.length_word = 1, .elem_bytes = 8, .elem_nrefs = 1 };
const struct lr_type scm_box_type = { .name = "box", .size_bytes = 8, .nrefs = 1 };
const struct lr_type scm_condition_type = { .name = "error", .size_bytes = 32, .nrefs = 4 };
const struct lr_type scm_values_type = { .name = "values", .size_bytes = 8, .nrefs = 1 };
const struct lr_type scm_promise_type = { .name = "promise", .size_bytes = 8, .nrefs = 1 };
const struct lr_type scm_environment_type = { .name = "environment", .size_bytes = 8, .nrefs = 1 };
const struct lr_type scm_record_type_type = { .name = "record type", .size_bytes = 16, .nrefs = 2 };
const struct lr_type scm_record_type = { .name = "record", .layout = LR_LAYOUT_INLINE, .size_bytes = 16, .nrefs = 1,
	.refs = word_one, .elem_bytes = 8, .elem_nrefs = 1 };

/* Symbols and cells lie in blocks that are roots.  A name's number never changes. */
enum { BLOCK = 1024, BLOCKS = 4096, TABLE = 1 << 19 };
struct block { void *symbol[BLOCK], *cell[BLOCK]; };
static struct block *blocks[BLOCKS];
static char **names;
static unsigned nnames, room, *table, table_size;

static unsigned
hash(const char *name)
{
	unsigned h = 5381;

	for (const char *s = name; *s != '\0'; s++)
		h = h * 33 ^ (unsigned char)*s;
	return h;
}

static void
grow(void)
{
	unsigned size = table_size == 0 ? 4096 : 4 * table_size, *bigger = calloc(size, sizeof *bigger);
	char **more = realloc(names, size / 2 * sizeof *names);

	if (more != NULL)
		names = more;
	if (bigger == NULL || more == NULL) {
		free(bigger);
		scm_error("string->symbol", "no memory for symbols", SCM_NIL);
	}
	for (unsigned i = 0; i < nnames; i++) {
		unsigned h = hash(names[i]) % size;
		while (bigger[h] != 0)
			h = (h + 1) % size;
		bigger[h] = i + 1;
	}
	free(table);
	table = bigger;
	table_size = size;
	room = size / 2;
}

static bool
find(const char *name, unsigned *slot)
{
	for (*slot = table_size == 0 ? 0 : hash(name) % table_size; table_size > 0 && table[*slot] != 0;
		*slot = (*slot + 1) % table_size)
		if (strcmp(names[table[*slot] - 1], name) == 0)
			return true;
	return false;
}

static unsigned
number_of(const char *name)
{
	unsigned slot;

	if (find(name, &slot))
		return table[slot] - 1;
	if (nnames == room) {
		if (nnames >= BLOCK * BLOCKS)
			scm_error("string->symbol", "too many symbols", SCM_NIL);
		grow();
		find(name, &slot);
	}
	struct block **b = &blocks[nnames / BLOCK];
	if (*b == NULL) {
		struct block *new = calloc(1, sizeof *new);
		if (new == NULL || lr_gc_add_root_range((void **)new, sizeof *new / sizeof(void *)) != LR_RT_OK) {
			free(new);
			scm_error("string->symbol", "no memory for symbols", SCM_NIL);
		}
		*b = new;
	}
	names[nnames] = strdup(name);
	if (names[nnames] == NULL)
		scm_error("string->symbol", "no memory for symbols", SCM_NIL);
	table[slot] = ++nnames;
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

bool
scm_has_global(const char *name)
{
	unsigned slot;

	if (!find(name, &slot))
		return false;
	unsigned i = table[slot] - 1;
	scm *cell = blocks[i / BLOCK]->cell[i % BLOCK];
	return cell != NULL && *cell != SCM_UNDEFINED;
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
scm_rest(int64_t n, int64_t fixed, scm a0, scm a1, scm a2, scm last)
{
	scm a[4] = { a0, a1, a2, n > 4 ? CAR(last) : last }, list = n > 4 ? CDR(last) : SCM_NIL;

	for (int64_t i = 4; i < fixed; i++)
		list = CDR(list);
	LR_GC_PUSH(&a[0], &a[1], &a[2], &a[3], &list);
	for (int64_t i = n < 4 ? n : 4; i-- > fixed;)
		list = scm_cons(a[i], list);
	LR_GC_POP();
	return list;
}

/* Runs a procedure in C.  The arguments lie behind the head of a frame, which roots them and pins them.  The look at
** the stack may collect, so that it comes when they are rooted. */
static inline scm
run(const struct scm_builtin *b, scm *words, int64_t n, int64_t nroots)
{
	struct lr_frame *frame = (struct lr_frame *)(void *)words;
	struct lr_frame **head = (struct lr_frame **)(void *)lr_get_pgcstack();

	frame->nroots = (uintptr_t)nroots << LR_FRAME_NROOTS_SHIFT;
	frame->prev = *head;
	*head = frame;
	scm_check_stack();
	scm result = b->function(words + LR_FRAME_HEADER_WORDS, n);
	*head = frame->prev;
	return result;
}

static __attribute__((noinline)) scm
invoke_many(const struct scm_builtin *b, int64_t n, scm a0, scm a1, scm a2, scm last)
{
	if (n > 8000)
		scm_error(b->name, "too many arguments", SCM_NIL);
	scm words[LR_FRAME_HEADER_WORDS + n] __attribute__((aligned(LR_FRAME_ALIGN_BYTES)));
	scm *slots = words + LR_FRAME_HEADER_WORDS;
	slots[0] = a0;
	slots[1] = a1;
	slots[2] = a2;
	for (int64_t i = 3; i < n; i++, last = CDR(last))
		slots[i] = CAR(last);
	return run(b, words, n, n);
}

scm
scm_invoke(const struct scm_builtin *b, int64_t n, scm a0, scm a1, scm a2, scm last)
{
	if (n > 4)
		return invoke_many(b, n, a0, a1, a2, last);
	scm words[LR_FRAME_HEADER_WORDS + 4] __attribute__((aligned(LR_FRAME_ALIGN_BYTES)));
	scm *slots = words + LR_FRAME_HEADER_WORDS;
	slots[0] = a0; /* those that are no arguments are #f */
	slots[1] = a1;
	slots[2] = a2;
	slots[3] = last;
	return run(b, words, n, 4);
}

static const struct scm_builtin *
builtin_of(scm closure)
{
	return (const struct scm_builtin *)((uintptr_t)((struct scm_closure *)closure)->free[0] & ~1ul);
}

static bool
fits(const struct scm_builtin *b, int64_t n)
{
	return n >= b->min && (b->max < 0 || n <= b->max);
}

/* The code of each procedure in C. */
static scm
builtin_code(scm self, int64_t n, scm a0, scm a1, scm a2, scm last)
{
	const struct scm_builtin *b = builtin_of(self);

	if (!fits(b, n))
		scm_wrong_arguments(self, n, b->min, b->max < 0);
	return scm_invoke(b, n, a0, a1, a2, last);
}

const struct scm_builtin *
scm_builtin(const char *name)
{
	scm value = scm_has_global(name) ? *(scm *)scm_cell(name) : SCM_UNDEFINED;

	return scm_is(value, &scm_closure_type) && ((struct scm_closure *)value)->code == builtin_code
		? builtin_of(value) : NULL;
}

bool
scm_takes(const char *name, int64_t n)
{
	const struct scm_builtin *b = scm_builtin(name);

	return b != NULL && fits(b, n);
}

static const struct scm_export *exports;
static int64_t nexports;

void
scm_exports_set(const struct scm_export *all, int64_t n)
{
	exports = all;
	nexports = n;
}

bool
scm_exports(const char *name, int64_t n)
{
	for (int64_t i = 0; i < nexports; i++)
		if (exports[i].n == n && strcmp(exports[i].name, name) == 0)
			return true;
	return false;
}

scm
scm_call(scm f, int64_t n, scm a0, scm a1)
{
	scm_check_stack();
	if (!scm_is(f, &scm_closure_type))
		scm_not_procedure(f);
	LR_GC_PUSH(&f, &a0, &a1);
	scm result = ((struct scm_closure *)f)->code(f, n, a0, a1, SCM_FALSE, SCM_FALSE);
	LR_GC_POP();
	return result;
}

/* The arguments of apply behind the procedure, of which the last is a list, as one list. */
static __attribute__((noinline)) scm
spread(int64_t n, scm a1, scm a2, scm last)
{
	/* Of those behind the third of apply, one is the third here. */
	scm list = n <= 4 ? scm_rest(n - 1, 0, a1, a2, last, SCM_FALSE)
		: scm_rest(n - 1, 0, a1, a2, CAR(last), n == 5 ? CAR(CDR(last)) : CDR(last));
	scm end = list, before = NULL;

	for (; CDR(end) != SCM_NIL; end = CDR(end))
		before = end;
	if (before == NULL)
		return CAR(end);
	CDR(before) = CAR(end);
	lr_gc_write_barrier(before, CAR(end));
	return list;
}

static __attribute__((noinline)) scm
spread_rooted(scm f, int64_t n, scm a1, scm a2, scm last)
{
	LR_GC_PUSH(&f, &a1, &a2, &last);
	scm list = scm_cons(f, spread(n, a1, a2, last));
	LR_GC_POP();
	return list;
}

static __attribute__((noinline)) void
no_list(scm f)
{
	scm_error("apply", "the last argument is no list", f);
}

/* apply has no frame of its own, so that its call is a tail call, also in builds without optimisation: nothing here has
** an address. */
#if defined(__has_attribute) && __has_attribute(musttail)
#define TAIL_CALL __attribute__((musttail))
#else
#define TAIL_CALL
#endif
#if defined(__GNUC__) && !defined(__clang__)
__attribute__((optimize("O2")))
#endif
static scm
apply_code(scm self, int64_t n, scm f, scm a1, scm a2, scm last)
{
	scm arguments = a1;

	if (n < 2)
		scm_wrong_arguments(self, n, 2, 1);
	if (!scm_is(f, &scm_closure_type))
		scm_not_procedure(f);
	if (n > 2) {
		/* The procedure may have moved: it is the head of the list. */
		arguments = spread_rooted(f, n, a1, a2, last);
		f = CAR(arguments);
		arguments = CDR(arguments);
	}
	int64_t count = 0;
	scm l = arguments, first = SCM_FALSE, second = SCM_FALSE, third = SCM_FALSE, fourth = SCM_FALSE;
	for (; scm_is(l, &scm_pair_type); l = CDR(l)) {
		scm x = CAR(l);
		switch (count++) {
		case 0: first = x; break;
		case 1: second = x; break;
		case 2: third = x; break;
		case 3: fourth = x; last = l; break;
		default: break;
		}
		if (count > INT32_MAX) /* a circle */
			break;
	}
	if (l != SCM_NIL)
		no_list(SCM_NIL);
	TAIL_CALL return ((struct scm_closure *)f)->code(f, count, first, second, third,
		count <= 4 ? fourth : last);
}

const char *
scm_procedure_name(scm closure)
{
	scm_code *code = ((struct scm_closure *)closure)->code;

	return code == builtin_code ? builtin_of(closure)->name : code == apply_code ? "apply" : scm_code_name(code);
}

static void
define(const char *name, scm_code *code, const struct scm_builtin *b)
{
	scm cell = scm_cell(name);

	LR_GC_PUSH(&cell);
	struct scm_closure *c = lr_gc_alloc(24, &scm_closure_type);
	*c = (struct scm_closure){ code, b != NULL };
	c->free[0] = (scm)((uintptr_t)b | 1);
	*(scm *)cell = c;
	lr_gc_write_barrier(cell, c);
	LR_GC_POP();
}

void scm_control_start(size_t memory_bytes);

void
scm_start(size_t memory_bytes)
{
	static const struct scm_builtin *const all[] = { scm_number_builtins, scm_number_text_builtins,
		scm_data_builtins, scm_text_builtins, scm_port_builtins, scm_port_open_builtins, scm_control_builtins,
		scm_system_builtins, scm_equal_builtins, scm_error_builtins };

	scm_control_start(memory_bytes);
	define("apply", apply_code, NULL);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		for (const struct scm_builtin *b = all[i]; b->name != NULL; b++)
			define(b->name, builtin_code, b);
}
