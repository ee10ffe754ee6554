/* SPDX-License-Identifier: MIT */
/* check_reloc_stale.c -- which parts are stale where an instruction reads them, and does it matter there?
**
** Solves the rule of check_reloc.c: first which parts are movable, then which are read behind a statepoint, then which
** are stale because they are made of stale ones.  check_moved.c brings its own function for the second step. */
#include "check/relocations/check_reloc_model.h"

bool
staleness_crosses(struct staleness *s, const struct rnode *n, const struct ruse *u, const uint32_t *count,
	uint32_t first, uint32_t at)
{
	struct rmodel *m = s->m;
	uint32_t todo = 0;

	if (u->block == n->block && u->passed >= n->passed)
		return at > first;
	if (at > 0)
		return true;
	s->stamp++;
	s->todo[todo++] = u->block;
	while (todo) {
		uint32_t b = s->todo[--todo];
		for (uint32_t e = m->pred_at[b]; e < m->pred_at[b + 1]; e++) {
			uint32_t p = m->pred[e];
			if (p == n->block) {
				if (count[p] > first)
					return true;
				continue;
			}
			if (count[p] > 0)
				return true;
			if (s->seen[p] == s->stamp)
				continue;
			s->seen[p] = s->stamp;
			s->todo[todo++] = p;
		}
	}
	return false;
}

/* A staleness_crossing: either all parts of a node cross a statepoint on their way to a use, or none does. */
static uint64_t
crossing_parts(void *ctx, struct staleness *s, uint32_t use, uint32_t word)
{
	const struct ruse *u = &s->m->use[use];
	const struct rnode *n = &s->m->node[u->node];

	(void)ctx;
	return staleness_crosses(s, n, u, s->m->statepoints, n->passed, u->passed) ? rnode_all(n, word) : 0;
}

/* -- the fixed points */

static uint64_t
movable_of(void *ctx, const struct rmodel *m, uint32_t use, uint32_t word)
{
	struct rnode *n = &m->node[m->use[use].node];

	(void)ctx;
	return word >= rnode_words(n) ? 0 : *rnode_movable(n, word);
}

static uint64_t
stale_word(const struct staleness *s, uint32_t use, uint32_t word)
{
	struct rnode *n = &s->m->node[s->m->use[use].node];

	return word >= rnode_words(n)
		? 0 : (*rnode_tainted(n, word) | s->crossed[s->crossed_at[use] + word]) & *rnode_movable(n, word);
}

bool
staleness_at(const struct staleness *s, uint32_t use)
{
	uint64_t any = 0;

	for (uint32_t w = 0; w < rnode_words(&s->m->node[s->m->use[use].node]); w++)
		any |= stale_word(s, use, w);
	return any != 0;
}

static uint64_t
stale_of(void *ctx, const struct rmodel *m, uint32_t use, uint32_t word)
{
	(void)m;
	return stale_word(ctx, use, word);
}

bool
rmodel_spread(struct rmodel *m, rmodel_mask *of, void *ctx, bool taint)
{
	uint32_t *todo = arena_array(m->ar, (size_t)m->nnode + 1, sizeof *todo), n = 0;
	bool *queued = arena_zarray(m->ar, (size_t)m->nnode + 1, sizeof *queued);

	if (!todo || !queued)
		return false;
	for (uint32_t i = m->nnode; i-- > 0;)
		if (m->node[i].forwards)
			todo[n++] = i, queued[i] = true;
	while (n) {
		uint32_t i = todo[--n];
		struct rnode *node = &m->node[i];
		queued[i] = false;
		bool changed = false;
		for (uint32_t w = 0; w < rnode_words(node); w++) {
			uint64_t *mask = taint ? rnode_tainted(node, w) : rnode_movable(node, w),
				now = *mask | rmodel_transfer(m, i, w, of, ctx);
			changed |= now != *mask;
			*mask = now;
		}
		if (!changed)
			continue;
		for (uint32_t k = 0; k < node->use_n; k++) {
			uint32_t user = m->inst_node[m->use[node->use_at + k].inst];
			if (user != NONE && m->node[user].forwards && !queued[user])
				todo[n++] = user, queued[user] = true;
		}
	}
	return true;
}

bool
staleness_solve(struct staleness *s, staleness_crossing *crossing, void *ctx)
{
	struct rmodel *m = s->m;
	size_t words = 0;

	s->crossed_at = arena_array(m->ar, (size_t)m->nuse + 1, sizeof *s->crossed_at);
	for (uint32_t i = 0; s->crossed_at && i < m->nuse; i++) {
		s->crossed_at[i] = (uint32_t)words;
		words += rnode_words(&m->node[m->use[i].node]);
	}
	if (!s->crossed_at || words > UINT32_MAX)
		return false;
	s->crossed = arena_array(m->ar, words + 1, sizeof *s->crossed);
	s->seen = arena_zarray(m->ar, (size_t)m->nblk + 1, sizeof *s->seen);
	s->todo = arena_array(m->ar, (size_t)m->nblk + 1, sizeof *s->todo);
	if (!s->crossed || !s->seen || !s->todo || !rmodel_spread(m, movable_of, NULL, false))
		return false;
	for (uint32_t i = 0; i < m->nuse; i++)
		for (uint32_t w = 0; w < rnode_words(&m->node[m->use[i].node]); w++)
			s->crossed[s->crossed_at[i] + w] = crossing(ctx, s, i, w);
	return rmodel_spread(m, stale_of, s, true);
}

/* -- uses that matter */

bool
staleness_harmless(const struct rmodel *m, const struct ruse *u)
{
	LLVMValueRef v = m->inst[u->inst];
	uint32_t node = rmodel_node(m, v);

	if (node != NONE && m->node[node].forwards)
		return true;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMICmp: /* a comparison with null gives the same wherever the object is */
		return LLVMIsAConstant(LLVMGetOperand(v, 1 - u->operand)) != NULL;
	case LLVMCall:
		return rmodel_is_intrinsic(v, "llvm.dbg.") || rmodel_is_intrinsic(v, "llvm.lifetime.")
			|| rmodel_is_intrinsic(v, "llvm.assume");
	case LLVMPHI:
	case LLVMExtractValue:
	case LLVMInsertValue:
	case LLVMExtractElement:
	case LLVMInsertElement:
	case LLVMShuffleVector:
	case LLVMFreeze: case LLVMSelect: case LLVMBitCast:
		return true; /* the result holds no pointer */
	default:
		return false;
	}
}

bool
check_relocation_uses(struct rmodel *m)
{
	struct staleness s = { .m = m };

	m->rule = "relocation";
	if (!staleness_solve(&s, crossing_parts, NULL))
		return false;
	for (uint32_t i = 0; i < m->nuse; i++) {
		const struct ruse *u = &m->use[i];
		if (!staleness_at(&s, i) || staleness_harmless(m, u))
			continue;
		const char *name = value_name(m->node[u->node].v);
		m->about = m->node[u->node].v;
		rmodel_report(m, m->inst[u->inst], "reads %s%.100s behind a statepoint that does not relocate it",
			name[0] ? "%" : "an unnamed pointer", name);
	}
	return true;
}
