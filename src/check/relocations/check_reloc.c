/* check_reloc.c -- CheckGCRelocations: behind a statepoint only what it has relocated is used.
**
** A pointer is *stale* where a statepoint lies on some way from its definition, or if it is made of one that is stale
** there.  Stale ones may be copied, merged and put into composites, for nobody has to use what comes of it; everything
** else that reads one is wrong. */
#include "check/relocations/check_reloc.h"

#include "check/relocations/check_reloc_model.h"
#include "lateroot/abi.h"
#include "host/passes.h"

bool
staleness_is_late(struct staleness *s, const struct rnode *n, const struct ruse *u, const uint32_t *weigh,
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
				if (weigh[p] > first)
					return true;
				continue;
			}
			if (weigh[p] > 0)
				return true;
			if (s->seen[p] == s->stamp)
				continue;
			s->seen[p] = s->stamp;
			s->todo[todo++] = p;
		}
	}
	return false;
}

static uint64_t
plainly_late(void *ctx, struct staleness *s, uint32_t use, uint32_t word)
{
	const struct ruse *u = &s->m->use[use];
	const struct rnode *n = &s->m->node[u->node];

	(void)ctx;
	return staleness_is_late(s, n, u, s->m->statepoints, n->passed, u->passed) ? rnode_all(n, word) : 0;
}

/* -- properties of operands */

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
		? 0 : (*rnode_stale(n, word) | s->late[s->late_at[use] + word]) & *rnode_movable(n, word);
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

/* To the least fixed point: what changes is looked at again by those that are made of it. */
bool
rmodel_spread(struct rmodel *m, rmodel_mask *of, void *ctx, bool stale)
{
	uint32_t *todo = arena_array(m->ar, (size_t)m->nnode + 1, sizeof *todo), n = 0;
	bool *queued = arena_zarray(m->ar, (size_t)m->nnode + 1, sizeof *queued);

	if (!todo || !queued)
		return false;
	for (uint32_t i = m->nnode; i-- > 0;)
		if (m->node[i].pure)
			todo[n++] = i, queued[i] = true;
	while (n) {
		uint32_t i = todo[--n];
		struct rnode *node = &m->node[i];
		queued[i] = false;
		bool changed = false;
		for (uint32_t w = 0; w < rnode_words(node); w++) {
			uint64_t *mask = stale ? rnode_stale(node, w) : rnode_movable(node, w),
				now = *mask | rmodel_transfer(m, i, w, of, ctx);
			changed |= now != *mask;
			*mask = now;
		}
		if (!changed)
			continue;
		for (uint32_t k = 0; k < node->use_n; k++) {
			uint32_t user = m->inst_node[m->use[node->use_at + k].inst];
			if (user != NONE && m->node[user].pure && !queued[user])
				todo[n++] = user, queued[user] = true;
		}
	}
	return true;
}

/* -- uses that matter */

bool
staleness_harmless(const struct rmodel *m, const struct ruse *u)
{
	LLVMValueRef v = m->inst[u->inst];
	uint32_t node = rmodel_node(m, v);

	if (node != NONE && m->node[node].pure)
		return true;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMICmp: /* null stays null wherever objects go */
		return LLVMIsAConstant(LLVMGetOperand(v, 1 - u->operand)) != NULL;
	case LLVMCall: {
		LLVMValueRef callee = LLVMGetCalledValue(v);
		const char *name = LLVMIsAFunction(callee) ? value_name(callee) : "";
		return strncmp(name, "llvm.dbg.", 9) == 0 || strncmp(name, "llvm.lifetime.", 14) == 0
			|| strcmp(name, "llvm.assume") == 0;
	}
	case LLVMPHI:
	case LLVMExtractValue:
	case LLVMInsertValue:
	case LLVMExtractElement:
	case LLVMInsertElement:
	case LLVMShuffleVector:
	case LLVMFreeze: case LLVMSelect: case LLVMBitCast:
		return true; /* what they give holds no pointer */
	default:
		return false;
	}
}

static void
check_uses(struct staleness *s)
{
	struct rmodel *m = s->m;

	for (uint32_t i = 0; i < m->nuse; i++) {
		const struct ruse *u = &m->use[i];
		if (!staleness_at(s, i) || staleness_harmless(m, u))
			continue;
		const char *name = value_name(m->node[u->node].v);
		rmodel_report(m, m->inst[u->inst], "reads %s%.100s behind a statepoint that does not relocate it",
			name[0] ? "%" : "an unnamed pointer", name);
	}
}

bool
staleness_solve(struct staleness *s, staleness_late *late, void *ctx)
{
	struct rmodel *m = s->m;
	size_t words = 0;

	s->late_at = arena_array(m->ar, (size_t)m->nuse + 1, sizeof *s->late_at);
	for (uint32_t i = 0; s->late_at && i < m->nuse; i++) {
		s->late_at[i] = (uint32_t)words;
		words += rnode_words(&m->node[m->use[i].node]);
	}
	if (!s->late_at || words > UINT32_MAX)
		return false;
	s->late = arena_array(m->ar, words + 1, sizeof *s->late);
	s->seen = arena_zarray(m->ar, (size_t)m->nblk + 1, sizeof *s->seen);
	s->todo = arena_array(m->ar, (size_t)m->nblk + 1, sizeof *s->todo);
	if (!s->late || !s->seen || !s->todo || !rmodel_spread(m, movable_of, NULL, false))
		return false;
	for (uint32_t i = 0; i < m->nuse; i++)
		for (uint32_t w = 0; w < rnode_words(&m->node[m->use[i].node]); w++)
			s->late[s->late_at[i] + w] = late(ctx, s, i, w);
	return rmodel_spread(m, stale_of, s, true);
}

static lr_status
check(struct rmodel *m)
{
	struct staleness s = { .m = m };

	if (m->unfollowed)
		rmodel_report(m, m->unfollowed,
			"holds more than %u pointers, which cannot be followed: relocations are not proved",
			(unsigned)PARTS_MAX);
	if (!staleness_solve(&s, plainly_late, NULL))
		return lr_nomem(m->cx);
	check_uses(&s);
	if (!check_relocation_pairs(m) || !check_relocation_anchors(m))
		return lr_nomem(m->cx);
	return m->status;
}

static bool
has_statepoints(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if (rmodel_is_statepoint(i))
				return true;
	return false;
}

/* Address spaces that are collected: those of the dialect but for addresses loaded from objects, LLVM's, and what
** anything is relocated in. */
uint64_t
check_relocated_spaces(lr_context *cx, LLVMModuleRef module)
{
	uint64_t spaces = 1u << 1 | 1u << LR_AS_TRACKED | 1u << LR_AS_DERIVED | 1u << LR_AS_CALLEE_ROOTED;

	if (cx->keeps && cx->relocated.last == LLVMGetLastFunction(module)) /* nothing was declared since */
		return cx->relocated.spaces;
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		if (strncmp(value_name(f), "llvm.experimental.gc.relocate.", 30) != 0)
			continue;
		LLVMTypeRef t = LLVMGetReturnType(LLVMGlobalGetValueType(f));
		t = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
		if (LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) > 0
			&& LLVMGetPointerAddressSpace(t) < 64)
			spaces |= UINT64_C(1) << LLVMGetPointerAddressSpace(t);
	}
	cx->relocated.last = LLVMGetLastFunction(module);
	return cx->relocated.spaces = spaces;
}

lr_status
check_relocations(lr_context *cx, LLVMValueRef fn, uint64_t spaces)
{
	struct arena ar;
	struct rmodel m;

	if (!has_statepoints(fn))
		return LR_OK;
	arena_init(&ar, cx->options.alloc, cx->options.user);
	lr_status st = rmodel_init(&m, cx, fn, &ar, spaces, NULL, NULL) ? check(&m) : lr_nomem(cx);
	rmodel_free(&m);
	arena_free(&ar);
	return st;
}

lr_status
pass_check_relocations(lr_context *cx, LLVMModuleRef module, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	const uint64_t spaces = check_relocated_spaces(cx, module);
	lr_status status = LR_OK;

	(void)params;
	for (size_t i = 0; i < nfns; i++) {
		lr_status st = check_relocations(cx, fns[i], spaces);
		if (st == LR_E_NOMEM)
			return st;
		if (st != LR_OK)
			status = st;
	}
	return status;
}
