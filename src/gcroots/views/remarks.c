/* SPDX-License-Identifier: MIT */
/* remarks.c -- the reasons of explain.h as optimisation remarks: why each root exists, why each frame is needed, and
** which optimisations failed.  docs/seeing.md lists the names. */
#include "gcroots/views/explain.h"
#include "gcroots/model/mapped_frame.h"

enum { MAX_ARGS = 16 };

struct remarks {
	struct explain *x;
	lr_remark r;
	lr_remark_arg arg[MAX_ARGS];
	struct text t;           /* of the argument at hand */
};

/* The source location of `at`, if it has one.  `file` is copied, because LLVM's text is not terminated. */
static void
locate(struct remarks *m, LLVMValueRef at, const char **file, unsigned *line, unsigned *column)
{
	unsigned n = 0;
	const char *name = LLVMGetDebugLocFilename(at, &n);

	*file = NULL, *line = *column = 0;
	if (!name || n == 0)
		return;
	m->t.n = 0;
	text_add(&m->t, name, n);
	*file = m->t.s ? arena_strdup(m->x->ar, m->t.s) : NULL;
	*line = LLVMGetDebugLocLine(at);
	*column = LLVMIsAInstruction(at) ? LLVMGetDebugLocColumn(at) : 0;
}

static void
begin(struct remarks *m, lr_remark_kind kind, const char *name, LLVMValueRef at)
{
	m->r = (lr_remark){ .kind = kind, .name = name, .function = m->x->f->name, .at = at, .args = m->arg };
	locate(m, at, &m->r.file, &m->r.line, &m->r.column);
	if (!m->r.file && at != m->x->ir->fn)
		locate(m, m->x->ir->fn, &m->r.file, &m->r.line, &m->r.column);
}

static void
arg(struct remarks *m, const char *key, const char *value)
{
	if (m->r.nargs < MAX_ARGS && value)
		m->arg[m->r.nargs++] = (lr_remark_arg){ .key = key, .value = value };
}

static void
say(struct remarks *m, const char *words)
{
	arg(m, "String", words);
}

static void
number(struct remarks *m, const char *key, unsigned n)
{
	m->t.n = 0;
	text_printf(&m->t, "%u", n);
	arg(m, key, m->t.s ? arena_strdup(m->x->ar, m->t.s) : NULL);
}

static void
value(struct remarks *m, const char *key, uint32_t v)
{
	m->t.n = 0;
	explain_value_name(m->x, &m->t, value_base(v));
	arg(m, key, m->t.s ? arena_strdup(m->x->ar, m->t.s) : NULL);
}

static void
reason(struct remarks *m, uint32_t v)
{
	m->t.n = 0;
	explain_reason(m->x, &m->t, v);
	arg(m, "Reason", m->t.s ? arena_strdup(m->x->ar, m->t.s) : NULL);
	safepoint_id s = m->x->first[v];
	if (m->x->why[v] == WHY_SLOT && s != NONE && m->r.nargs) {
		lr_remark_arg *a = &m->arg[m->r.nargs - 1];
		locate(m, m->x->ir->safe[s], &a->file, &a->line, &a->column);
	}
}

static void
end(struct remarks *m)
{
	const lr_options *o = &m->x->s->cx->options;

	if (!m->x->ar->failed)
		o->remark(o->user, &m->r);
}

static void
roots(struct remarks *m)
{
	const struct explain *x = m->x;
	const struct fn *f = x->f;
	uint32_t *slot = arena_array(x->ar, (size_t)id_count(f) + 1, sizeof *slot);

	if (!slot)
		return;
	for (uint32_t i = f->coloured.ndemand; i-- > 0;)
		slot[f->coloured.demand[i].value] = f->coloured.demand[i].slot;
	for (value_id v = 0; v < f->nval; v++) {
		if (x->why[v] == WHY_SLOT || x->why[v] == WHY_PINNED) {
			begin(m, LR_REMARK_PASSED, "Root", x->ir->defining[v]);
			value(m, "Value", v);
			say(m, " is rooted in slot ");
			number(m, "Slot", x->why[v] == WHY_PINNED && f->coloured.pin_slot
				? f->coloured.pin_slot[v] : slot[v]);
			if (x->why[v] == WHY_SLOT) {
				say(m, " by ");
				number(m, "Stores", x->count[v]);
				say(m, x->count[v] == 1 ? " store" : " stores");
			}
			say(m, ": ");
			reason(m, v);
			end(m);
		} else if (x->why[v] == WHY_COVERED || x->why[v] == WHY_BY_VARIABLE) {
			begin(m, LR_REMARK_ANALYSIS, "NoRoot", x->ir->defining[v]);
			value(m, "Value", v);
			say(m, " needs no root: ");
			reason(m, v);
			end(m);
		}
	}
}

/* Remarks on stores that were moved up, and on stores in a loop of values that are defined outside of it. */
static void
root_stores(struct remarks *m)
{
	const struct explain *x = m->x;
	const struct fn *f = x->f;

	for (uint32_t i = 0; i < f->placed.nstore; i++) {
		const struct store *s = &f->placed.store[i];
		bool hoisted = s->safe == NONE;
		block_id b = s->block, home = f->val[s->value].block;
		LLVMValueRef at = hoisted ? LLVMGetBasicBlockTerminator(x->ir->block[b]) : x->ir->safe[s->safe];
		if (!hoisted && f->g.loop_depth[b] <= f->g.loop_depth[home])
			continue;
		begin(m, hoisted ? LR_REMARK_PASSED : LR_REMARK_MISSED, hoisted ? "StoreOnce" : "StoreInLoop", at);
		say(m, "root store of ");
		value(m, "Value", s->value);
		say(m, " into slot ");
		number(m, "Slot", s->slot);
		if (hoisted) {
			say(m, " is done once, ahead of all safepoints that need it");
		} else {
			say(m, " runs in a loop of depth ");
			number(m, "Depth", f->g.loop_depth[b]);
			say(m, ", though the value comes from outside: the slot is used for others in it, or the loop "
				"has no preheader");
		}
		end(m);
	}
}

static void
frame(struct remarks *m)
{
	const struct explain *x = m->x;
	const struct plan *p = x->p;
	const struct fn *f = x->f;

	if (p->nroots == 0) {
		begin(m, LR_REMARK_ANALYSIS, "NoFrame", x->ir->fn);
		say(m, "needs no frame: ");
		arg(m, "Reason",
			p->nsafe == 0 ? "nothing in it can collect"
				: f->nval == 0 ? "it makes no object reference of its own"
				: "every value that is live at a safepoint is rooted by others");
		say(m, "; safepoints: ");
		number(m, "Safepoints", p->nsafe);
		end(m);
		return;
	}
	begin(m, LR_REMARK_PASSED, "Frame", x->ir->fn);
	say(m, "needs a frame of ");
	number(m, "Roots", p->nroots);
	say(m, p->nroots == 1 ? " root: " : " roots: ");
	number(m, "Slots", f->coloured.nslots);
	say(m, " for values (");
	number(m, "MaxLive", p->max_live);
	say(m, " at once at most) and ");
	number(m, "Variables", p->nroots - f->coloured.nslots);
	say(m, " for stack variables; ");
	number(m, "Needing", x->nneeding);
	say(m, " of ");
	number(m, "Safepoints", p->nsafe);
	say(m, " safepoints need roots of values");
	end(m);
	const char *why = explain_push_at_entry(x);
	if (why) {
		begin(m, LR_REMARK_MISSED, "FramePushedAtEntry", x->ir->fn);
		say(m, "the frame is pushed at entry, although the first block does not need it: ");
		arg(m, "Reason", why);
		end(m);
	}
	for (uint32_t i = 0; i < p->npush && !why; i++) {
		begin(m, LR_REMARK_PASSED, "FramePushedLate", p->push[i]);
		say(m, "the frame is pushed here, not earlier");
		const char *name = LLVMGetBasicBlockName(LLVMGetInstructionParent(p->push[i]));
		if (*name) {
			say(m, ", in block ");
			arg(m, "Block", name);
		}
		end(m);
	}
}

/* Remarks on variables of the mapped frame. */
static void
mapped(struct remarks *m)
{
	const struct mapped *all = m->x->p->mapped;

	for (uint32_t i = 0; all && i < all->nblock; i++) {
		const struct memory_block *b = &all->block[i];
		uint32_t n = 0;
		for (uint32_t k = 0; k < b->nrun; k++)
			n += b->run[k].n * b->run[k].times;
		begin(m, LR_REMARK_ANALYSIS, "MappedVariable", LLVMIsAInstruction(b->at) ? b->at : m->x->ir->fn);
		say(m, "a stack variable that others may write stays where it is, and the collector is told of its "
			"references: ");
		number(m, "References", n * (b->count ? (uint32_t)b->count : 1));
		if (!b->count)
			say(m, " in each element");
		if (b->deep)
			say(m, "; its objects stay where they are while it is in use, with all that they refer to");
		end(m);
	}
}

bool
explain_remarks(struct explain *x)
{
	struct remarks m = { .x = x, .t = { .ar = x->ar } };

	if (!x->ir->pgcstack)
		return true;
	frame(&m);
	mapped(&m);
	roots(&m);
	root_stores(&m);
	return !x->ar->failed;
}
