/* SPDX-License-Identifier: MIT */
/* check_reloc_lost.c -- relocation, and reloading of slots, make nothing poison that is read.
**
** A vector that is live over a safepoint is built again behind it from its relocated lanes.  A lane that is forgotten
** there is poison, which looks the same as poison of the source.  So the reads that may give poison are noted before
** anything changes, and compared with those behind.  An instruction is known by its address, which does not change; but
** calls become statepoints, so that the argument of a call is known by its number alone. */
#include "check/relocations/check_reloc.h"

#include "check/relocations/check_reloc_model.h"
#include "base/sorted.h"

#include <stdlib.h>

/* An instruction reads part `part` of its operand number `operand`; for the arguments of calls, whichever the call is,
** `reader` is NULL. */
struct lost_read { LLVMValueRef reader; uint32_t operand, part; };

static int
compare(const void *p, const void *q)
{
	const struct lost_read *a = p, *b = q;

	if (a->reader != b->reader)
		return (uintptr_t)a->reader < (uintptr_t)b->reader ? -1 : 1;
	if (a->operand != b->operand)
		return a->operand < b->operand ? -1 : 1;
	return a->part < b->part ? -1 : a->part > b->part;
}

static bool
comes_before(const struct lost_read *a, const struct lost_read *b)
{
	return compare(a, b) < 0;
}

static uint64_t
poison_of(void *ctx, const struct rmodel *m, uint32_t use, uint32_t word)
{
	struct rnode *n = &m->node[m->use[use].node];

	(void)ctx;
	return word >= rnode_words(n) ? 0 : *rnode_tainted(n, word);
}

/* Describes a use, but for its part.  False if the use does not matter. */
static bool
reader_of(const struct rmodel *m, const struct ruse *u, struct lost_read *r)
{
	LLVMValueRef inst = m->inst[u->inst];

	*r = (struct lost_read){ .reader = inst, .operand = u->operand };
	if (LLVMIsConstant(m->node[u->node].v) || staleness_harmless(m, u))
		return false;
	if (!LLVMIsACallInst(inst) && !LLVMIsAInvokeInst(inst))
		return true;
	bool statepoint = rmodel_is_statepoint(inst);
	uint32_t first = statepoint ? STATEPOINT_ARGS : 0;
	uint64_t n = statepoint ? LLVMConstIntGetZExtValue(LLVMGetOperand(inst, STATEPOINT_NARGS))
		: LLVMGetNumArgOperands(inst);
	r->reader = NULL;
	r->operand -= first;
	return u->operand >= first && u->operand - first < n; /* operands of bundles do not matter */
}

/* Calls visit(l, m, use, read) for each part that may be poison where it is read. */
static lr_status
visit_poison(lr_context *cx, LLVMValueRef fn, struct check_lost *l,
	bool (*visit)(struct check_lost *, struct rmodel *, const struct ruse *, const struct lost_read *))
{
	struct arena ar;
	struct rmodel m;

	arena_init(&ar, cx->options.alloc, cx->options.user);
	bool ok = rmodel_init_poison(&m, cx, fn, &ar) && rmodel_spread(&m, poison_of, NULL, true);
	for (uint32_t i = 0; ok && i < m.nuse; i++) {
		struct rnode *n = &m.node[m.use[i].node];
		struct lost_read r;
		bool any = false;
		for (uint32_t w = 0; w < rnode_words(n); w++)
			any |= *rnode_tainted(n, w) != 0;
		if (!any || !reader_of(&m, &m.use[i], &r))
			continue;
		for (r.part = 0; r.part < n->parts && ok; r.part++)
			if (*rnode_tainted(n, r.part / 64) >> r.part % 64 & 1)
				ok = visit(l, &m, &m.use[i], &r);
	}
	lr_status st = ok ? m.status : lr_nomem(cx);
	rmodel_free(&m);
	arena_free(&ar);
	return st;
}

static bool
note(struct check_lost *l, struct rmodel *m, const struct ruse *u, const struct lost_read *r)
{
	(void)m;
	(void)u;
	if (!ARENA_PUSH(l->ar, l->read, l->n, l->cap))
		return false;
	l->read[l->n++] = *r;
	return true;
}

static bool
judge(struct check_lost *l, struct rmodel *m, const struct ruse *u, const struct lost_read *r)
{
	const char *name = value_name(m->node[u->node].v);

	if (l->n == 0 || bsearch(r, l->read, l->n, sizeof *r, compare) == NULL)
		rmodel_report(m, m->inst[u->inst],
			"reads pointer %u of %s%.100s, which has become poison: it was forgotten when that was put "
			"together again",
			r->part, name[0] ? "%" : "a value without name", name);
	return true;
}

lr_status
check_lost_note(lr_context *cx, LLVMValueRef fn, struct arena *keep, struct check_lost *l)
{
	*l = (struct check_lost){ .ar = keep, .noted = true };
	lr_status st = visit_poison(cx, fn, l, note);
	SORT_IN_PLACE(struct lost_read, l->read, l->n, comes_before);
	return st;
}

lr_status
check_lost_judge(lr_context *cx, LLVMValueRef fn, struct check_lost *l)
{
	return l->noted ? visit_poison(cx, fn, l, judge) : LR_OK;
}
