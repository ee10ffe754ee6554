/* SPDX-License-Identifier: MIT */
/* Words in the place of references that are none: immediates; scan functions; ranges of roots and scanners of the
** host. Each in every mode of the heap, under stress and without. */
#include "runtime_util.h"

#include <pthread.h>
#include <stdlib.h>

static const struct lr_immediates fixnums = { .nrules = 2, .rule = { { 1, 1 }, { 7, 2 } } };

static void
set_mode(uint32_t mode, uint32_t stress)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	c.mode = mode;
	c.stress = stress;
	c.verify = 1;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
}

static void *
fixnum(intptr_t n)
{
	return (void *)((uintptr_t)n << 1 | 1);
}

/* A macro, so that each test is a process of its own. */
#define IN_EACH_MODE(suite, name) \
	static void name(void); \
	Test(suite, name##_generational) { set_mode(LR_GC_GENERATIONAL, 0); name(); } \
	Test(suite, name##_generational_stress) { set_mode(LR_GC_GENERATIONAL, 1); name(); } \
	Test(suite, name##_full_stress) { set_mode(LR_GC_FULL, 1); name(); } \
	Test(suite, name##_moving) { set_mode(LR_GC_MOVING, 0); name(); } \
	Test(suite, name##_moving_stress) { set_mode(LR_GC_MOVING, 1); name(); } \
	static void name(void)

/* ---- immediates ---- */

Test(immediates, which_words)
{
	const struct lr_immediates boxes = { .bits = (uintptr_t)UINT64_C(0xFFFE000000000007) };

	cr_assert(!lr_is_reference(NULL));
	cr_assert(!lr_is_reference((void *)4095));
	cr_assert(lr_is_reference((void *)4097), "there are no rules");
	lr_immediates_set(&boxes);
	cr_assert(!lr_is_reference((void *)4097));
	cr_assert(!lr_is_reference((void *)UINT64_C(0x7FF8000000000000)));
	cr_assert(!lr_is_reference((void *)UINT64_C(0xFFFE000000001000)));
	cr_assert(lr_is_reference((void *)UINT64_C(0x00007FFFFFFFFFF8)));
	cr_assert(lr_is_reference((void *)(uintptr_t)4096));
}

Test(immediates, agreement)
{
	const struct lr_immediates none = { 0 }, others = { .nrules = 1, .rule = { { 1, 1 } } };

	lr_immediates_set(&none);
	lr_immediates_set(&fixnums);
	lr_immediates_set(&fixnums);
	cr_assert(lr_is_reference((void *)4096) && !lr_is_reference((void *)4097) && !lr_is_reference((void *)4098));
	EXPECT_FATAL(lr_immediates_set(&others), "differ", "one profile");
}

Test(immediates, none_behind_some)
{
	const struct lr_immediates none = { 0 };

	lr_immediates_set(&fixnums);
	EXPECT_FATAL(lr_immediates_set(&none), "differ");
}

#define REFUSED(name, words, ...) \
	Test(immediates, name) \
	{ \
		const struct lr_immediates r = __VA_ARGS__; \
		EXPECT_FATAL(lr_immediates_set(&r), "cannot be used", words); \
	}
REFUSED(everything, "fits addresses", { .nrules = 1, .rule = { { 0, 0 } } })
REFUSED(even_words, "fits addresses", { .nrules = 1, .rule = { { 1, 0 } } })
REFUSED(a_bit_of_addresses, "fits addresses", { .nrules = 1, .rule = { { 24, 8 } } })
REFUSED(outside_of_the_mask, "outside of its mask", { .nrules = 1, .rule = { { 1, 3 } } })
REFUSED(bits_of_addresses, "`bits`", { .bits = 8 })
REFUSED(too_many, "too many", { .nrules = LR_IMMEDIATE_RULES + 1 })

Test(immediates, no_rules)
{
	EXPECT_FATAL(lr_immediates_set(NULL), "NULL");
}

IN_EACH_MODE(immediates, in_fields_and_roots)
{
	struct node *list = NULL, *number = NULL;
	void *global = fixnum(4096);

	lr_immediates_set(&fixnums);
	LR_GC_PUSH_MOVING(&list, &number);
	cr_assert_eq(lr_gc_add_root(&global), LR_RT_OK);
	number = fixnum(-12345678);
	for (int i = 0; i < 300; i++) {
		struct node *n = node_new(i, NULL);
		n->next = i % 3 == 0 ? list : fixnum(i + 3000);
		if (i % 3 == 0)
			list = n;
	}
	/* a fixnum that would be an address inside the heap */
	list->value = 1;
	struct node *inner = node_new(7, NULL);
	inner->next = (struct node *)((uintptr_t)inner | 1);
	lr_gc_write_barrier(inner, inner->next);
	number = inner;
	for (int i = 0; i < 3; i++) {
		lr_gc_collect(i == 2);
		number->next = fixnum(5000 + i);
		lr_gc_write_barrier(number, number->next); /* not an access to memory at 10001 */
	}
	cr_assert_eq(number->next, fixnum(5002));
	cr_assert_eq(global, fixnum(4096));
	int n = 0;
	for (struct node *p = list; p != NULL; p = p->next, n++)
		cr_assert_eq(lr_gc_where(p), LR_GC_OBJECT);
	cr_assert_eq(n, 100);
	cr_assert_eq(lr_gc_remove_root(&global), LR_RT_OK);
	LR_GC_POP();
}

static int
count_root(void *user, void **slot, const struct lr_root_site *site)
{
	(void)slot, (void)site;
	++*(int *)user;
	return 0;
}

Test(immediates, are_not_shown_to_visitors)
{
	void *words[] = { NULL, fixnum(4096), NULL, (void *)4098, (void *)4096 };
	int n = 0;
	struct lr_visitor v = { .struct_size = sizeof v, .root = count_root, .user = &n };

	lr_immediates_set(&fixnums);
	cr_assert_eq(lr_gc_add_root_range(words, 5), LR_RT_OK);
	words[4] = (void *)8192;
	cr_assert_eq(lr_walk_all(&v), 1);
	cr_assert_eq(n, 1);
	cr_assert_eq(lr_gc_remove_root_range(words, 5), LR_RT_OK);
}

/* ---- scan functions: an array of tagged values, as Lua has them ---- */

enum kind { KIND_NIL, KIND_NUMBER, KIND_OBJECT };
struct value {
	union { double number; void *object; };
	uint64_t kind;
};
struct values {
	struct node *owner; /* named by the descriptor */
	uint64_t n;
	struct value value[];
};

static void
scan_values(void *object, lr_visit_slots *visit, void *state)
{
	struct values *v = object;

	for (uint64_t i = 0; i < v->n; i++)
		if (v->value[i].kind == KIND_OBJECT)
			visit(state, &v->value[i].object, 1);
}

static const struct lr_scanned_type values_type = {
	.type = { .name = "Values", .layout = LR_LAYOUT_SCANNED, .size_bytes = 16, .nrefs = 1 }, .scan = scan_values
};

static struct values *
values_new(uint64_t n)
{
	struct values *v = lr_gc_alloc(sizeof *v + n * sizeof v->value[0], &values_type.type);

	v->n = n;
	return v;
}

static void
fill(struct values **v)
{
	struct node *n = NULL;

	LR_GC_PUSH_MOVING(&n);
	for (uint64_t i = 0; i < (*v)->n; i++) {
		if (i % 2 == 0) { /* the bits of a number are no reference, whatever they are */
			(*v)->value[i] = (struct value){ { .number = 1.5 * (double)i }, KIND_NUMBER };
			continue;
		}
		n = node_new((int64_t)i, NULL);
		lr_gc_write_barrier(*v, n);
		(*v)->value[i] = (struct value){ { .object = n }, KIND_OBJECT };
	}
	n = node_new(-1, NULL);
	lr_gc_write_barrier(*v, n);
	(*v)->owner = n;
	LR_GC_POP();
}

static void
check_values(const struct values *v)
{
	for (uint64_t i = 0; i < v->n; i++)
		if (i % 2 == 0)
			cr_assert_eq(v->value[i].number, 1.5 * (double)i);
		else
			cr_assert(lr_gc_where(v->value[i].object) == LR_GC_OBJECT
				&& ((struct node *)v->value[i].object)->value == (int64_t)i);
	cr_assert_eq(v->owner->value, -1);
}

IN_EACH_MODE(scanned, small_and_large)
{
	struct values *small = NULL, *large = NULL;

	LR_GC_PUSH_MOVING(&small, &large);
	small = values_new(5);
	fill(&small);
	large = values_new(400);
	fill(&large);
	for (int i = 0; i < 3; i++) {
		lr_gc_collect(i == 1);
		check_values(small);
		check_values(large);
		/* an object that becomes a number dies */
		large->value[1].kind = KIND_NUMBER;
		large->value[1].number = 0.5;
		large->value[1] = (struct value){ { .object = small->value[1].object }, KIND_OBJECT };
		lr_gc_write_barrier(large, large->value[1].object);
	}
	LR_GC_POP();
}

Test(scanned, what_is_a_number_now_dies)
{
	struct values *v = NULL;
	void *dead;

	LR_GC_PUSH(&v);
	v = values_new(2);
	fill(&v);
	dead = v->value[1].object;
	v->value[1].kind = KIND_NUMBER; /* the bits stay */
	lr_gc_collect(1);
	cr_assert_neq(lr_gc_where(dead), LR_GC_OBJECT);
	LR_GC_POP();
}

static void
set_debug(void)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	c.debug = 1;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
}

Test(scanned, debug_mode)
{
	struct values *v = NULL;

	set_debug();
	LR_GC_PUSH(&v);
	v = values_new(6);
	fill(&v);
	lr_gc_collect(1);
	check_values(v);
	LR_GC_POP();
}

Test(scanned, debug_mode_misses_a_barrier)
{
	struct values *v = NULL;

	set_debug();
	LR_GC_PUSH(&v);
	v = values_new(2);
	fill(&v);
	lr_gc_collect(1);
	v->value[1].object = node_new(9, NULL);
	EXPECT_FATAL(lr_gc_collect(0), "byte 32", "old object", "type Values", "no write barrier");
}

Test(scanned, debug_mode_wants_a_function)
{
	static const struct lr_scanned_type empty = { .type = { .name = "Empty", .layout = LR_LAYOUT_SCANNED } };

	set_debug();
	EXPECT_FATAL(lr_gc_alloc(16, &empty.type), "type Empty", "no scan function");
}

static struct { const void *tag; struct node *first; struct node *next[3]; } static_object;

static void
scan_static(void *object, lr_visit_slots *visit, void *state)
{
	visit(state, (void **)object + 1, 3);
}

static const struct lr_scanned_type static_type = {
	.type = { .name = "Static", .layout = LR_LAYOUT_SCANNED, .size_bytes = 32, .nrefs = 1 }, .scan = scan_static
};

IN_EACH_MODE(scanned, a_static_object_behind_a_barrier)
{
	struct node *n = node_new(1, NULL);

	static_object.tag = LR_STATIC_TAG(&static_type);
	lr_gc_write_barrier(&static_object.first, n);
	static_object.next[2] = n;
	for (int i = 0; i < 3; i++)
		lr_gc_collect(i == 1);
	cr_assert_eq(lr_gc_where(static_object.next[2]), LR_GC_OBJECT);
	cr_assert_eq(static_object.next[2]->value, 1);
}

/* ---- ranges and scanners ---- */

enum { STACK_WORDS = 1024 };

IN_EACH_MODE(ranges, the_stack_of_a_virtual_machine)
{
	void **stack = calloc(STACK_WORDS, sizeof *stack);

	cr_assert_eq(lr_gc_add_root_range(stack, STACK_WORDS), LR_RT_OK);
	for (int i = 0; i < 200; i++)
		stack[5 * i] = node_new(i, NULL);
	lr_gc_collect(0);
	lr_gc_collect(1);
	for (int i = 0; i < 200; i++)
		cr_assert(lr_gc_where(stack[5 * i]) == LR_GC_OBJECT && ((struct node *)stack[5 * i])->value == i);
	cr_assert_eq(lr_gc_remove_root_range(stack, STACK_WORDS), LR_RT_OK);
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 0);
	free(stack);
}

Test(ranges, arguments)
{
	void *words[4] = { NULL };

	cr_assert_eq(lr_gc_add_root_range(NULL, 0), LR_RT_OK);
	cr_assert_eq(lr_gc_remove_root_range(NULL, 0), LR_RT_OK);
	cr_assert_eq(lr_gc_add_root_range(NULL, 1), LR_RT_E_ARG);
	cr_assert_eq(lr_gc_add_root_range((void **)((char *)words + 1), 1), LR_RT_E_ARG);
	cr_assert_eq(lr_gc_add_root_range(words, SIZE_MAX), LR_RT_E_ARG);
	cr_assert_eq(lr_gc_add_root_range(words, 4), LR_RT_OK);
	cr_assert_eq(lr_gc_remove_root_range(words, 3), LR_RT_E_ARG);
	cr_assert_eq(lr_gc_remove_root_range(words + 1, 4), LR_RT_E_ARG);
	cr_assert_eq(lr_gc_remove_root_range(words, 4), LR_RT_OK);
	cr_assert_eq(lr_gc_remove_root_range(words, 4), LR_RT_E_ARG);
}

Test(ranges, several)
{
	void *words[8] = { NULL };

	for (size_t i = 0; i < 200; i++) /* the list grows */
		cr_assert_eq(lr_gc_add_root_range(&words[i % 4], 2), LR_RT_OK);
	words[4] = node_new(4, NULL);
	words[7] = node_new(7, NULL);
	lr_gc_collect(1);
	cr_assert_eq(lr_gc_where(words[4]), LR_GC_OBJECT);
	cr_assert_neq(lr_gc_where(words[7]), LR_GC_OBJECT);
	for (size_t i = 0; i < 200; i++)
		cr_assert_eq(lr_gc_remove_root_range(&words[i % 4], 2), LR_RT_OK);
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 0);
}

struct machine { int calls; uint64_t n; struct value value[100]; };

static void
scan_machine(void *user, lr_visit_slots *visit, void *state)
{
	struct machine *m = user;

	m->calls++;
	for (uint64_t i = 0; i < m->n; i++)
		if (m->value[i].kind == KIND_OBJECT)
			visit(state, &m->value[i].object, 1);
}

IN_EACH_MODE(scanners, of_a_virtual_machine)
{
	static struct machine m;

	cr_assert_eq(lr_gc_add_root_scanner(scan_machine, &m), LR_RT_OK);
	for (int i = 0; i < 100; i++, m.n++)
		m.value[i] = i % 3 == 0
			? (struct value){ { .object = node_new(i, NULL) }, KIND_OBJECT }
			: (struct value){ { .number = i }, KIND_NUMBER };
	lr_gc_collect(0);
	lr_gc_collect(1);
	cr_assert_gt(m.calls, 1);
	for (int i = 0; i < 100; i += 3)
		cr_assert(lr_gc_where(m.value[i].object) == LR_GC_OBJECT
			&& ((struct node *)m.value[i].object)->value == i);
	cr_assert_eq(lr_gc_remove_root_scanner(scan_machine, NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_gc_remove_root_scanner(scan_machine, &m), LR_RT_OK);
	cr_assert_eq(lr_gc_remove_root_scanner(scan_machine, &m), LR_RT_E_ARG);
	cr_assert_eq(lr_gc_add_root_scanner(NULL, &m), LR_RT_E_ARG);
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 0);
}

/* Ranges are added and removed by threads that are GC-safe, while another one collects. */
static void *
add_and_remove(void *arg)
{
	static void *words[2][16];
	void **mine = words[arg != NULL];

	for (int i = 0; i < 2000; i++) {
		cr_assert_eq(lr_gc_add_root_range(mine, 16), LR_RT_OK);
		cr_assert_eq(lr_gc_add_root_scanner(scan_machine, arg), LR_RT_OK);
		cr_assert_eq(lr_gc_remove_root_scanner(scan_machine, arg), LR_RT_OK);
		cr_assert_eq(lr_gc_remove_root_range(mine, 16), LR_RT_OK);
	}
	return NULL;
}

Test(ranges, while_others_collect)
{
	static struct machine m[2];
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		cr_assert_eq(pthread_create(&t[i], NULL, add_and_remove, &m[i]), 0);
	for (int i = 0; i < 200; i++) {
		node_new(i, NULL);
		lr_gc_collect(0);
	}
	uint8_t old = lr_gc_safe_enter();
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	lr_gc_safe_leave(old);
}
