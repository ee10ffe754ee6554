/* SPDX-License-Identifier: MIT */
/* check_frame_variables.c -- variables in the frame keep their contents; and what is stored into other stack
** memory stays rooted (check_stored.c).
**
** A variable of the frame may have words in common with others.  Between a point where it may have been written and a
** read that may follow, nothing else may write those words, and no safepoint may come where on some path the frame is
** not pushed, unless they are null.  The same holds for mirrors of stack memory, which are like variables that are read
** wherever that memory is read.
**
** For what callees and copies write into other stack memory, see check_words.c. */
#include "check/memory/check_stack.h"

/* ---- positions ---- */

static bool
find_safepoints(struct stack *s)
{
	struct ck *c = s->c;

	for (uint32_t b = 0; b < c->nblk; b++) {
		bool pushed = c->frame_in[b] == 2;
		uint32_t seen = c->seen_in[b];
		for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
			switch (c->ev[i].kind) {
			case EV_PUSH:
				pushed = true;
				seen = c->ev[i].b;
				break;
			case EV_POP:
				pushed = false;
				break;
			case EV_SAFEPOINT:
				if (!pushed && check_is_musttail(c->calls[c->ev[i].a]))
					break; /* no memory of this function is read any more */
				if (!ARENA_PUSH(&c->ar, s->stop, s->nstops, s->stop_cap)
					|| !ARENA_PUSH(&c->ar, s->bare, s->nbare, s->bare_cap))
					return false;
				s->stop[s->nstops++] = i;
				if (!pushed)
					s->bare[s->nbare++] = i;
				else if (seen < c->nslots && ARENA_PUSH(&c->ar, s->few, s->nfew, s->few_cap))
					s->few[s->nfew++] = (struct few){ i, seen };
				break;
			default:
				break;
			}
		}
	}
	return true;
}

static void
note_writes(struct stack *s, uint32_t *at, uint32_t from, uint32_t to, struct slot_write w)
{
	for (uint32_t k = from; k < to; k++)
		if (s->write == NULL)
			s->write_off[k + 2]++;
		else
			s->write[at[k]++] = w;
}

static bool
find_writes(struct stack *s)
{
	struct ck *c = s->c;
	uint32_t *at = NULL;

	s->write_off = arena_zarray(&c->ar, (size_t)c->nslots + 3, sizeof *s->write_off);
	if (c->ar.failed)
		return false;
	for (int fill = 0; fill < 2; fill++) {
		for (uint32_t b = 0; b < c->nblk; b++) {
			struct slot_write w = { .block = b, .object = NONE, .access = NONE };
			for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
				const struct event *e = &c->ev[i];
				w.pos = i;
				w.content = CK_UNKNOWN;
				if (e->kind == EV_ACCESS) {
					w.access = e->a;
					w.object = c->places[e->b].object;
				} else if (e->kind == EV_WRITE) {
					w.content = e->b;
					note_writes(s, at, e->a, e->a + 1, w);
				} else if (e->kind == EV_SMUDGE) {
					note_writes(s, at, e->a, e->a + e->b, w);
				} else if (e->kind == EV_UNSEEN) {
					w.access = w.object = NONE;
					note_writes(s, at, e->a, e->a + e->b, w);
				} else if (e->kind == EV_NEW && b != 0) {
					w.access = w.object = NONE;
					note_writes(s, at, 0, c->nslots, w);
				}
			}
		}
		if (fill)
			break;
		for (uint32_t k = 0; k <= c->nslots; k++)
			s->write_off[k + 2] += s->write_off[k + 1];
		s->write = arena_array(&c->ar, (size_t)s->write_off[c->nslots + 1] + 1, sizeof *s->write);
		at = s->write_off + 1;
		if (s->write == NULL)
			return false;
	}
	return true; /* filling has advanced each offset to the next: the writes of slot k are write_off[k] ..
	              * write_off[k + 1] */
}

/* ---- variables and mirrors ---- */

/* Are two objects the same memory? */
static bool
same_memory(const struct ck *c, uint32_t a, uint32_t b)
{
	const struct object *x, *y;

	if (a == b || a == NONE || b == NONE)
		return a == b;
	x = &c->objects[a];
	y = &c->objects[b];
	return x->kind == OBJECT_MIRROR && y->kind == OBJECT_MIRROR && x->of == y->of && x->first == y->first;
}

static uint32_t
end_slot(const struct ck *c, const struct object *o)
{
	uint32_t end = o->first + (uint32_t)((o->bytes + c->word - 1) / c->word);

	return end < c->nslots ? end : c->nslots;
}

static bool
is_shared(const struct stack *s, uint32_t o)
{
	const struct object *x = &s->c->objects[o];

	for (uint32_t i = s->write_off[x->first]; i < s->write_off[end_slot(s->c, x)]; i++)
		if (!same_memory(s->c, s->write[i].object, o))
			return true;
	return false;
}

/* The cell of the variable that slot `k` lies in. */
static uint64_t
cell_of(const struct flow *f, uint32_t k)
{
	int64_t at = (int64_t)(k - f->c->objects[f->object].first) * f->c->word / f->cell;

	return (uint64_t)1 << at;
}

static void
report_overwritten(struct stack *s, uint32_t object, const struct slot_write *w)
{
	struct ck *c = s->c;
	const struct object *o = &c->objects[object];
	const char *name = check_value_name(c, o->pointer, "");
	LLVMValueRef at = w->access == NONE ? c->frame : c->accesses[w->access].inst;

	if (o->kind == OBJECT_MIRROR)
		check_hole(c, at,
			"the roots of stack memory %s are overwritten in the frame while it still may be read", name);
	else
		check_hole(c, at, "stack variable %s is overwritten in the frame while it still may be read", name);
}

/* `read`: the flow of the memory that is read; `written`: that of the frame's memory, which is the same unless the
** object is a mirror. */
static void
prove_variable(struct stack *s, uint32_t o, const struct flow *read, const struct flow *written)
{
	struct ck *c = s->c;
	const struct object *x = &c->objects[o];
	bool mirror = read != written;

	for (uint32_t k = x->first; k < end_slot(c, x); k++)
		for (uint32_t i = s->write_off[k]; i < s->write_off[k + 1]; i++) {
			const struct slot_write *w = &s->write[i];
			uint64_t before, later;
			if (same_memory(c, w->object, o))
				continue;
			before = check_written_at(written, w->pos, w->block, false);
			later = check_live_at(read, &s->touches, w->pos, w->block);
			if (mirror ? before != 0 && later != 0 : (before & later & cell_of(written, k)) != 0) {
				report_overwritten(s, o, w);
				return;
			}
		}
	for (uint32_t i = 0, n = x->escaped ? 0 : s->nbare; i < n + s->nfew; i++) {
		uint32_t at = i < n ? s->bare[i] : s->few[i - n].pos, b = check_block_at(c, at);
		if (i >= n && s->few[i - n].seen >= end_slot(c, x))
			continue;
		uint64_t before = check_written_at(written, at, b, true);
		if (before != 0
			&& (mirror ? check_live_at(read, &s->touches, at, b)
				: before & check_live_at(read, &s->touches, at, b))
				!= 0) {
			check_hole(c, c->calls[c->ev[at].a],
				"stack variable %s still may be read behind this call, but on some path the frame is "
				"not pushed",
				check_value_name(c, x->pointer, ""));
			return;
		}
	}
}

static bool
prove_variables(struct stack *s)
{
	struct ck *c = s->c;

	for (uint32_t o = 0; o < c->nobjects && !check_many(c); o++) {
		const struct object *x = &c->objects[o];
		if ((x->kind != OBJECT_VARIABLE && x->kind != OBJECT_MIRROR)
			|| (s->nbare + s->nfew == 0 && !is_shared(s, o)))
			continue;
		if (!check_flow(&s->flow, &s->touches, o))
			return false;
		if (x->kind == OBJECT_MIRROR && !check_flow(&s->other, &s->touches, x->of))
			return false;
		prove_variable(s, o, x->kind == OBJECT_MIRROR ? &s->other : &s->flow, &s->flow);
	}
	return true;
}

static bool
is_of_interest(const struct ck *c)
{
	for (uint32_t o = 0; o < c->nobjects; o++)
		if (c->objects[o].kind != OBJECT_SLOT)
			return true;
	return false;
}

bool
check_frame_variables(struct ck *c)
{
	struct stack s = { .c = c };

	if (!is_of_interest(c) || c->naccesses == 0)
		return true;
	if (!check_touches(c, &s.touches) || !check_flow_start(c, &s.flow) || !check_flow_start(c, &s.other)
		|| !find_safepoints(&s) || !find_writes(&s))
		return false;
	return prove_variables(&s) && check_stored(&s);
}
