/* SPDX-License-Identifier: MIT */
/* Random programs with weak references, ephemerons, weak tables and finalizers, compared with a model that computes
** reachability by its definition.  After each full collection heap and model are walked side by side. */
#include "runtime_util.h"

#include <lateroot/lifetime.h>

#include "dice.h"

enum { MOST = 400, FIELDS = 3, ROOTS = 6, TABLE_MOST = 8, ROUNDS = 150, STEPS = 12 };
enum kind { NODE, WEAK, WEAK_LONG_KIND, EPHEMERON, TABLE, KINDS };

/* An entity of the model; numbers of others, 0: none. */
struct entity {
	enum kind kind;
	int field[FIELDS];         /* NODE: references; WEAK: target; EPHEMERON: key, value */
	int key[TABLE_MOST], value[TABLE_MOST];
	bool has_finalizer, is_pending;
	void *at;                  /* its object, if the last walk came by */
};

struct object { int64_t id; struct object *field[FIELDS]; };
static LR_TYPE_DEFINE(object_type, .name = "Object", .size_bytes = 32, .nrefs = 3, .refs = (const uint32_t[]){ 1, 2, 3 });

static struct entity all[MOST];
static int count, root[ROOTS];
static void **roots;               /* an array of the heap: the same roots */
static struct dice dice;
static bool with_finalizers;
static struct { int id[MOST]; int n; } ran;

/* ---- the model ---- */

static bool reached[MOST];

static bool
reach(int e)
{
	if (e == 0 || reached[e])
		return false;
	reached[e] = true;
	for (int f = 0; f < FIELDS && all[e].kind == NODE; f++)
		reach(all[e].field[f]);
	return true;
}

static void
close_over_ephemerons(void)
{
	bool again = true;

	while (again) {
		again = false;
		for (int e = 1; e <= count; e++) {
			if (reached[e] && all[e].kind == EPHEMERON && reached[all[e].field[0]])
				again |= reach(all[e].field[1]);
			for (int k = 0; k < TABLE_MOST && reached[e] && all[e].kind == TABLE; k++)
				if (all[e].key[k] != 0 && reached[all[e].key[k]])
					again |= reach(all[e].value[k]);
		}
	}
}

static void
forget(enum kind kind)
{
	for (int e = 1; e <= count; e++) {
		if (all[e].kind == kind && kind != TABLE && all[e].field[0] != 0 && !reached[all[e].field[0]])
			all[e].field[0] = all[e].field[1] = 0;
		for (int k = 0; k < TABLE_MOST && kind == TABLE && all[e].kind == TABLE; k++)
			if (all[e].key[k] != 0 && !reached[all[e].key[k]])
				all[e].key[k] = all[e].value[k] = 0;
	}
}

static int
model_collect(void)
{
	bool dead[MOST] = { false };
	int alive = 0;

	memset(reached, 0, sizeof reached);
	for (int i = 0; i < ROOTS; i++)
		reach(root[i]);
	close_over_ephemerons();
	forget(WEAK);
	forget(EPHEMERON);
	forget(TABLE);
	for (int e = 1; e <= count; e++)
		if (all[e].is_pending)
			reach(e);
	close_over_ephemerons();
	for (int e = 1; e <= count; e++)
		dead[e] = all[e].has_finalizer && !reached[e];
	for (int e = 1; e <= count; e++)
		if (dead[e]) {
			all[e].has_finalizer = false;
			all[e].is_pending = true;
			reach(e);
		}
	close_over_ephemerons();
	forget(WEAK_LONG_KIND);
	for (int e = 1; e <= count; e++)
		alive += reached[e];
	return alive;
}

/* Does `from` lead to `to` by at least one reference? */
static bool
leads_to(int from, int to)
{
	memset(reached, 0, sizeof reached);
	for (int f = 0; f < FIELDS; f++)
		reach(all[from].field[f]);
	return reached[to];
}

/* Is the object in a cycle, where each holder and each key counts as leading to its value? */
static bool
is_in_cycle(int object)
{
	bool again = true;

	memset(reached, 0, sizeof reached);
	for (int f = 0; f < FIELDS; f++)
		reach(all[object].field[f]);
	while (again) {
		again = false;
		for (int e = 1; e <= count; e++) {
			if (all[e].kind == EPHEMERON && (reached[e] || reached[all[e].field[0]] || all[e].field[0] == object))
				again |= reach(all[e].field[1]);
			for (int k = 0; k < TABLE_MOST && all[e].kind == TABLE; k++)
				if (all[e].key[k] != 0
					&& (reached[e] || reached[all[e].key[k]] || all[e].key[k] == object))
					again |= reach(all[e].value[k]);
		}
	}
	return reached[object];
}

/* ---- the heap beside it ---- */

static void
compare(int e, void *object)
{
	const struct entity *m = &all[e];

	cr_assert_eq(e == 0, object == NULL, "entity %d", e);
	if (e == 0)
		return;
	if (m->at != NULL) {
		cr_assert_eq(m->at, object);
		return;
	}
	cr_assert_eq(lr_gc_where(object), LR_GC_OBJECT, "entity %d", e);
	all[e].at = object;
	if (m->kind != NODE)
		return;
	struct object *o = object;
	cr_assert_eq(o->id, e);
	for (int f = 0; f < FIELDS; f++)
		compare(m->field[f], o->field[f]);
}

/* Goes from objects that have been met to those that ephemerons lead to; then compares what is weak. */
static void
compare_all(void)
{
	for (int e = 1; e <= count; e++)
		all[e].at = NULL;
	for (int i = 0; i < ROOTS; i++)
		compare(root[i], roots[1 + i]);
	for (int e = 1; e <= count; e++)
		if (all[e].at != NULL && all[e].kind == EPHEMERON)
			compare(all[e].field[0], lr_ephemeron_key(all[e].at)),
			compare(all[e].field[1], lr_ephemeron_value(all[e].at));
	for (int e = 1; e <= count; e++) {
		int entries = 0;

		if (all[e].at == NULL)
			continue;
		if (all[e].kind == WEAK || all[e].kind == WEAK_LONG_KIND) {
			const int target = all[e].field[0];

			cr_assert_eq(lr_weak_get(all[e].at) != NULL, target != 0, "weak reference %d to %d", e, target);
			if (target != 0 && all[target].at != NULL)
				cr_assert_eq(lr_weak_get(all[e].at), all[target].at);
		}
		for (int k = 0; k < TABLE_MOST && all[e].kind == TABLE; k++) {
			const int key = all[e].key[k];

			entries += key != 0;
			if (key != 0 && all[key].at != NULL)
				compare(all[e].value[k], lr_weak_table_get(all[e].at, all[key].at));
		}
		if (all[e].kind == TABLE)
			cr_assert_eq(lr_weak_table_count(all[e].at), (size_t)entries, "table %d", e);
	}
}

/* After a minor collection: nobody may use what is unreachable, for it may have died. */
static void
forget_addresses(void)
{
	memset(reached, 0, sizeof reached);
	for (int i = 0; i < ROOTS; i++)
		reach(root[i]);
	close_over_ephemerons();
	for (int e = 1; e <= count; e++)
		if (!reached[e])
			all[e].at = NULL;
}

/* ---- random steps ---- */

static int
any(enum kind kind)
{
	for (int tries = 0; tries < 50 && count != 0; tries++) {
		const int e = 1 + (int)roll(&dice, (uint32_t)count);

		if (all[e].at != NULL && (kind == KINDS || all[e].kind == kind))
			return e;
	}
	return 0;
}

static void *
at(int e)
{
	return e != 0 ? all[e].at : NULL;
}

static void
set_root(int i, int e)
{
	root[i] = e;
	roots[1 + i] = at(e);
	lr_gc_write_barrier(roots, at(e));
}

static void
finalize(void *object, void *user)
{
	const int e = (int)((struct object *)object)->id;

	(void)user;
	cr_assert(all[e].is_pending);
	ran.id[ran.n++] = e;
	all[e].at = object;
	if (e % 3 == 0)
		set_root(e % ROOTS, e);
}

static void
make(void)
{
	const enum kind kind = roll(&dice, 2) ? NODE : (enum kind)roll(&dice, KINDS);
	const int first = any(KINDS), second = any(KINDS);
	struct entity *m = &all[++count];

	*m = (struct entity){ .kind = kind };
	switch (kind) {
	case NODE: {
		struct object *o = lr_gc_alloc(sizeof *o, &object_type.type);

		o->id = count;
		o->field[0] = at(m->field[0] = first);
		o->field[1] = at(m->field[1] = second);
		m->at = o;
		if (with_finalizers && roll(&dice, 3) == 0) {
			m->has_finalizer = true;
			cr_assert_eq(lr_finalizer_add(o, finalize, NULL), LR_RT_OK);
		}
		break;
	}
	case EPHEMERON:
		m->at = lr_ephemeron_new(at(m->field[0] = first != 0 ? first : any(NODE)), at(second));
		m->field[1] = second;
		if (m->field[0] == 0)
			m->field[1] = 0, m->at = lr_ephemeron_new(NULL, NULL);
		break;
	case TABLE:
		m->at = lr_weak_table_new();
		break;
	default:
		m->at = lr_weak_new(at(m->field[0] = first), kind == WEAK ? 0 : LR_WEAK_LONG);
	}
	set_root((int)roll(&dice, ROOTS), count);
}

static void
link_some(void)
{
	const int from = any(NODE), to = any(KINDS), f = (int)roll(&dice, FIELDS);

	if (from == 0)
		return;
	all[from].field[f] = to;
	((struct object *)all[from].at)->field[f] = at(to);
	lr_gc_write_barrier(all[from].at, at(to));
}

static void
enter_some(void)
{
	const int table = any(TABLE), key = any(KINDS), value = roll(&dice, 4) ? any(KINDS) : 0;
	struct entity *m = &all[table];
	int k = 0;

	if (table == 0 || key == 0)
		return;
	while (k < TABLE_MOST && m->key[k] != key)
		k++;
	for (int i = 0; i < TABLE_MOST && k == TABLE_MOST; i++)
		if (m->key[i] == 0)
			k = i;
	if (k == TABLE_MOST)
		return;
	m->key[k] = value != 0 ? key : 0;
	m->value[k] = value;
	cr_assert_eq(lr_weak_table_set(m->at, at(key), at(value)), LR_RT_OK);
}

static void
run_finalizers(bool of_one_collection)
{
	int pending = 0;

	for (int e = 1; e <= count; e++)
		pending += all[e].is_pending;
	cr_assert_eq(lr_finalizers_pending(), (size_t)pending);
	ran.n = 0;
	cr_assert_eq(lr_finalizers_run(), (size_t)pending);
	for (int i = 0; i < ran.n && of_one_collection; i++)
		for (int k = i + 1; k < ran.n; k++)
			cr_assert(!leads_to(ran.id[k], ran.id[i]) || is_in_cycle(ran.id[k]), "%d ran before %d",
				ran.id[i], ran.id[k]);
	for (int i = 0; i < ran.n; i++)
		all[ran.id[i]].is_pending = false;
}

static void
play(uint64_t seed, uint32_t mode, bool finalizers, bool minor)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	dice = (struct dice){ .seed = seed };
	with_finalizers = finalizers;
	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	c.mode = mode;
	c.stress = 1u << 30;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
	count = 0;
	memset(root, 0, sizeof root);
	LR_GC_PUSH_MOVING(&roots);
	roots = lr_gc_alloc(sizeof(int64_t) + ROOTS * sizeof *roots, &lr_type_refs.type);
	*(int64_t *)(void *)roots = ROOTS;
	for (int round = 0; round < ROUNDS && count < MOST - STEPS - 1; round++) {
		for (int step = 0; step < STEPS; step++)
			switch (roll(&dice, 6)) {
			case 0: make(); break;
			case 1: set_root((int)roll(&dice, ROOTS), any(KINDS)); break;
			case 2: enter_some(); break;
			case 3:
				if (minor) {
					lr_gc_collect(0);
					forget_addresses();
					break;
				}
				/* fall through */
			default: link_some();
			}
		const bool none_pending = lr_finalizers_pending() == 0;
		const int alive = model_collect();
		lr_gc_collect(1);
		cr_assert_eq(stats().live_objects, (uint64_t)alive + 1, "seed %llu, round %d: %llu alive, model %d",
			(unsigned long long)seed, round, (unsigned long long)stats().live_objects - 1, alive);
		if (finalizers && roll(&dice, 2))
			run_finalizers(none_pending);
		compare_all();
	}
	roots = NULL;
	for (int i = 0; i < 2; i++) {
		lr_gc_collect(1);
		memset(root, 0, sizeof root);
		ran.n = 0;
		for (int e = 1; e <= count; e++)
			all[e].is_pending = true;
		roots = lr_gc_alloc(sizeof(int64_t) + ROOTS * sizeof *roots, &lr_type_refs.type);
		*(int64_t *)(void *)roots = ROOTS;
		while (lr_finalizers_run() != 0)
			;
		roots = NULL;
	}
	lr_gc_collect(1);
	LR_GC_POP();
}

#define PLAY(name, mode, finalizers, minor) \
	Test(lifetime_model, name) \
	{ \
		for (uint64_t seed = 1; seed <= 150; seed++) \
			play(seed, mode, finalizers, minor); \
	}
PLAY(full, LR_GC_FULL, false, false)
PLAY(full_with_finalizers, LR_GC_FULL, true, false)
#ifndef TEST_ON_BDW
PLAY(generational, LR_GC_GENERATIONAL, false, true)
PLAY(generational_with_finalizers, LR_GC_GENERATIONAL, true, false)
PLAY(moving, LR_GC_MOVING, false, false)
PLAY(moving_with_finalizers, LR_GC_MOVING, true, false)
#endif
