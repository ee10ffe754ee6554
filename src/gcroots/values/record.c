/* SPDX-License-Identifier: MIT */
/* record.c -- records values, bases and refinements in the compact function.
**
** Each special pointer has a base (`base_id`): a tracked pointer is its own base, a derived pointer has the base
** that it was computed from, a composite has a list of one base for each special pointer in it. */
#include "gcroots/values/record.h"

#include <stdarg.h>
#include <stdio.h>

void
scan_refuse(struct scan *sc, LLVMValueRef at, const char *fmt, ...)
{
	char text[LR_MESSAGE_BYTES];
	va_list args;

	if (sc->status != LR_OK)
		return;
	sc->status = LR_E_DIALECT;
	if (sc->s->quiet)
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	lr_fail(sc->s->cx, LR_E_DIALECT, at, "%s", text);
}

void
scan_fail(struct scan *sc, LLVMValueRef at, const char *message)
{
	scan_refuse(sc, at, "%s", message);
}

static const struct type_info NO_TYPE = { .as = -1 };

const struct type_info *
scan_type_slow(struct scan *sc, LLVMValueRef v)
{
	const struct type_info *t = session_type(sc->s, LLVMTypeOf(v));

	if (!t) {
		sc->ar->failed = true;
		return &NO_TYPE;
	}
	if (t->bad)
		scan_fail(sc, v,
			"a value of this type cannot be followed: it is scalable, too large or nested too deeply");
	return t;
}

struct bases
scan_absent(struct scan *sc, LLVMValueRef v)
{
	return (struct bases){ scan_type(sc, v)->count, NULL, BASE_PERMANENT };
}

void
scan_alias_list(struct scan *sc, LLVMValueRef inst, const base_id *v, uint32_t n)
{
	uint32_t at = sc->npool;
	/* `v` may be a part of another list in the pool, and growing the pool moves it */
	uintptr_t from = (uintptr_t)v - (uintptr_t)sc->pool;
	bool pooled = sc->pool && from < at * sizeof *v;

	while (sc->pool_cap - sc->npool < n + 1)
		if (!arena_grow_(sc->ar, (void **)&sc->pool, sc->npool, &sc->pool_cap, sizeof *sc->pool))
			return;
	if (pooled)
		v = sc->pool + from / sizeof *v;
	sc->pool[at] = (base_id)n;
	if (n)
		memcpy(sc->pool + at + 1, v, n * sizeof *v);
	sc->npool += n + 1;
	scan_share(sc, inst, LIST | at);
}

void
scan_alias_many(struct scan *sc, LLVMValueRef inst, struct bases ns)
{
	if (ns.v) {
		scan_alias(sc, inst, ns.v, ns.n);
		return;
	}
	base_id *v = arena_array(sc->ar, ns.n, sizeof *v);
	for (uint32_t i = 0; v && i < ns.n; i++)
		v[i] = ns.one;
	if (v)
		scan_alias(sc, inst, v, ns.n);
}

bool
scan_grow_values(struct scan *sc, LLVMValueRef defining)
{
	struct fn *f = sc->f;
	struct ir *ir = sc->ir;

	if (f->nval >= MAX_IDS) {
		scan_fail(sc, defining, "the function holds too many tracked values");
		return false;
	}
	if (!ARENA_APPEND(sc->ar, f->val, f->nval, f->val_cap)
		|| !ARENA_APPEND(sc->ar, ir->defining, f->nval, ir->defining_cap))
		return false;
	sc->max_values = f->val_cap < ir->defining_cap ? f->val_cap : ir->defining_cap;
	if (sc->max_values > MAX_IDS)
		sc->max_values = MAX_IDS;
	return true;
}

static uint32_t
push_bases(struct scan *sc, const base_id *v, uint32_t n)
{
	struct fn *f = sc->f;
	uint32_t at = f->nref;

	while (f->ref_cap - f->nref < n)
		if (!arena_grow_(sc->ar, (void **)&f->ref, f->nref, &f->ref_cap, sizeof *f->ref))
			return 0;
	for (uint32_t i = 0; i < n; i++) {
		f->ref[at + i] = v[i];
		if ((uint32_t)v[i] < f->nval)
			f->val[v[i]].refines = true;
	}
	f->nref += n;
	return at;
}

void
scan_refs(struct scan *sc, value_id value, const base_id *v, uint32_t n)
{
	uint32_t at = push_bases(sc, v, n);

	if (!sc->ar->failed)
		sc->f->val[value].ref_at = at, sc->f->val[value].ref_n = n;
}

void
scan_inputs(struct scan *sc, value_id value, const base_id *v, uint32_t n)
{
	uint32_t at = push_bases(sc, v, n);

	if (!sc->ar->failed)
		sc->f->val[value].in_at = at, sc->f->val[value].in_n = n;
	scan_refs(sc, value, v, n);
}

void
scan_undef(struct scan *sc, LLVMValueRef inst, unsigned operand, LLVMValueRef v)
{
	struct ir *ir = sc->ir;

	switch (LLVMGetValueKind(v)) {
	case LLVMUndefValueValueKind: case LLVMPoisonValueValueKind: case LLVMConstantStructValueKind:
	case LLVMConstantArrayValueKind: case LLVMConstantVectorValueKind:
		break;
	default: /* nearly all values: they have no undefined parts */
		return;
	}
	if (without_undef(v) != v && scan_type(sc, v)->count
		&& ARENA_PUSH(sc->ar, ir->undef, ir->nundef, ir->undef_cap))
		ir->undef[ir->nundef++] = (struct undef_use){ inst, operand };
}

void
scan_use_bases(struct scan *sc, const struct bases *ns)
{
	for (uint32_t i = 0; i < (ns->v ? ns->n : ns->n != 0); i++)
		if (base_at(ns, i) >= 0)
			scan_use_value(sc, (value_id)base_at(ns, i));
}

void
scan_use_list(struct scan *sc, uint32_t code)
{
	struct bases ns = scan_decode(sc, code);

	scan_use_bases(sc, &ns);
}

void
scan_define_all(struct scan *sc, LLVMValueRef inst, const struct type_info *t)
{
	base_id *v = arena_array(sc->ar, t->count, sizeof *v);

	if (!v)
		return;
	for (uint32_t i = 0; i < t->count; i++) {
		if (!scan_is_tracked(t, i)) {
			scan_fail(sc, inst,
				"yields a derived pointer without a base: the object that it points into cannot be "
				"found");
			return;
		}
		v[i] = value_base(scan_value(sc, inst, scan_element_kind(t), i));
		scan_event(sc, EVENT_DEF, base_value(v[i]));
	}
	scan_alias(sc, inst, v, t->count);
}

uint32_t
scan_count_of(struct session *s, LLVMValueRef v)
{
	const struct type_info *t = session_type(s, LLVMTypeOf(v));

	return t ? t->count : 0;
}

base_id
scan_base_of(struct session *s, const struct ir *ir, LLVMValueRef v, uint32_t i)
{
	uint32_t code = ptrmap_get(&s->values, v);

	if (code == PTRMAP_NONE)
		return BASE_PERMANENT;
	return code & LIST ? ir->pool[(code & ~LIST) + 1 + i] : (base_id)(code - BASE_BIAS);
}
