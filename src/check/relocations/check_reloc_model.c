/* SPDX-License-Identifier: MIT */
/* check_reloc_model.c -- builds the model of a function: its nodes, where each is defined, and where each is used. */
#include "check/relocations/check_reloc_model.h"

#include <stdio.h>

#include "lateroot/abi.h"

enum { REPORTS_MAX = 50 };

void
rmodel_report(struct rmodel *m, LLVMValueRef at, const char *fmt, ...)
{
	char text[512];
	va_list args;

	if (m->reports++ >= REPORTS_MAX)
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	if (m->cx->findings != NULL) {
		m->cx->findings->rule = m->rule;
		m->cx->findings->value = m->about;
		m->cx->findings->undecided = at == m->unfollowed || at == m->unfollowed_cast;
	}
	m->status = lr_fail(m->cx, LR_E_CHECK, at, "%s", text);
	m->about = NULL;
}

/* -- statepoints */

bool
rmodel_is_intrinsic(LLVMValueRef v, const char *prefix)
{
	if (!LLVMIsACallInst(v) && !LLVMIsAInvokeInst(v))
		return false;
	LLVMValueRef callee = LLVMGetCalledValue(v);
	return LLVMIsAFunction(callee) && strncmp(value_name(callee), prefix, strlen(prefix)) == 0;
}

bool
rmodel_is_statepoint(LLVMValueRef v)
{
	return rmodel_is_intrinsic(v, "llvm.experimental.gc.statepoint");
}

bool
rmodel_is_relocate(LLVMValueRef v)
{
	return rmodel_is_intrinsic(v, "llvm.experimental.gc.relocate");
}

LLVMValueRef
rmodel_statepoint_of(const struct rmodel *m, LLVMValueRef relocate)
{
	LLVMValueRef token = LLVMGetOperand(relocate, 0);

	if (LLVMIsALandingPadInst(token)) {
		uint32_t b = ptrmap_get(&m->blocks, LLVMGetInstructionParent(token));
		if (b == PTRMAP_NONE || m->pred_at[b + 1] - m->pred_at[b] != 1)
			return NULL;
		token = LLVMGetBasicBlockTerminator(m->block[m->pred[m->pred_at[b]]]);
	}
	return rmodel_is_statepoint(token) ? token : NULL;
}

LLVMValueRef
rmodel_incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		if (LLVMGetIncomingBlock(phi, i) == from)
			return LLVMGetIncomingValue(phi, i);
	return NULL;
}

/* -- types */

bool
rmodel_collected(const struct rmodel *m, unsigned as)
{
	return as < 64 && (m->spaces >> as & 1);
}

/* Counts pointers of collected spaces in `t`, without recursion; PARTS_MAX + 1 stands for too many, or nested too
** deeply. */
static uint32_t
count_parts(const struct rmodel *m, LLVMTypeRef t)
{
	struct { LLVMTypeRef t; uint64_t i, before; } stack[RMODEL_DEEP];
	uint64_t n = 0;
	uint32_t depth = 0;

	stack[depth].t = t, stack[depth].before = 0, stack[depth++].i = 0;
	while (depth) {
		LLVMTypeRef now = stack[depth - 1].t;
		uint64_t i = stack[depth - 1].i++, kids = 0, before = stack[depth - 1].before;
		switch (LLVMGetTypeKind(now)) {
		case LLVMPointerTypeKind: n += rmodel_collected(m, LLVMGetPointerAddressSpace(now)); break;
		case LLVMStructTypeKind: kids = LLVMCountStructElementTypes(now); break;
		case LLVMArrayTypeKind: kids = LLVMGetArrayLength2(now); break;
		case LLVMVectorTypeKind: kids = LLVMGetVectorSize(now); break;
		default: break;
		}
		if (i == 1 && LLVMGetTypeKind(now) != LLVMStructTypeKind) { /* all elements are like the first */
			if (n > before && kids > PARTS_MAX)
				return PARTS_MAX + 1;
			n = before + (n - before) * kids;
			i = kids;
		}
		if (i >= kids) {
			depth--;
			continue;
		}
		LLVMTypeRef kid = LLVMGetTypeKind(now) == LLVMStructTypeKind
			? LLVMStructGetTypeAtIndex(now, (unsigned)i) : LLVMGetElementType(now);
		LLVMTypeKind k = LLVMGetTypeKind(kid);
		if (k != LLVMPointerTypeKind && k != LLVMStructTypeKind && k != LLVMArrayTypeKind
			&& k != LLVMVectorTypeKind) {
			if (LLVMGetTypeKind(now) != LLVMStructTypeKind)
				depth--;
			continue;
		}
		if (n > PARTS_MAX || depth == RMODEL_DEEP)
			return PARTS_MAX + 1;
		stack[depth].t = kid, stack[depth].before = n, stack[depth++].i = 0;
	}
	return n > PARTS_MAX ? PARTS_MAX + 1 : (uint32_t)n;
}

uint32_t
rmodel_all_parts(struct rmodel *m, LLVMTypeRef t)
{
	LLVMTypeKind k = LLVMGetTypeKind(t);

	if (k == LLVMPointerTypeKind)
		return rmodel_collected(m, LLVMGetPointerAddressSpace(t));
	if (k != LLVMStructTypeKind && k != LLVMArrayTypeKind && k != LLVMVectorTypeKind)
		return 0;
	uint32_t n = ptrmap_get(&m->types, t);
	if (n == PTRMAP_NONE) {
		n = count_parts(m, t);
		ptrmap_set(&m->types, t, n);
	}
	return n;
}

uint32_t
rmodel_parts(struct rmodel *m, LLVMTypeRef t)
{
	uint32_t n = rmodel_all_parts(m, t);

	return n > PARTS_MAX ? 0 : n;
}

/* -- nodes */

uint32_t
rmodel_node(const struct rmodel *m, LLVMValueRef v)
{
	uint32_t n = ptrmap_get(&m->nodes, v);

	return n == PTRMAP_NONE ? NONE : n;
}

static bool
add_node(struct rmodel *m, LLVMValueRef v, uint32_t block, uint32_t passed)
{
	uint32_t parts = rmodel_all_parts(m, LLVMTypeOf(v));

	if (parts > PARTS_MAX && !m->unfollowed)
		m->unfollowed = v;
	if (parts == 0 || parts > PARTS_MAX)
		return true;
	if (!ARENA_PUSH(m->ar, m->node, m->nnode, m->node_cap))
		return false;
	bool forwards = LLVMIsAInstruction(v) && rmodel_forwards(m, v);
	struct rnode *n = &m->node[m->nnode];
	*n = (struct rnode){ .v = v, .parts = parts, .forwards = forwards, .block = block, .passed = passed };
	if (rnode_words(n) > 1 && !(n->more = arena_zarray(m->ar, 2 * (size_t)rnode_words(n), sizeof *n->more)))
		return false;
	bool moves = !forwards && rmodel_source_movable(m, v);
	for (uint32_t w = 0; moves && w < rnode_words(n); w++)
		*rnode_movable(n, w) = rnode_all(n, w);
	return ptrmap_set(&m->nodes, v, m->nnode++);
}

/* Where instruction number `i` defines its result: in *block, behind *passed statepoints of that.  Results of a
** statepoint are defined directly behind it, wherever their instructions are: in the same block, or at the entry of the
** successor that an invoke continues in. */
static void
find_definition(const struct rmodel *m, uint32_t i, uint32_t *block, uint32_t *passed)
{
	LLVMValueRef v = m->inst[i];

	*block = m->inst_block[i];
	*passed = m->inst_passed[i];
	if (rmodel_is_relocate(v) || rmodel_is_intrinsic(v, "llvm.experimental.gc.result")) {
		LLVMValueRef s = rmodel_statepoint_of(m, v), token = LLVMGetOperand(v, 0);
		LLVMBasicBlockRef at = !s ? NULL : LLVMIsALandingPadInst(token) ? LLVMGetInstructionParent(token)
			: LLVMIsAInvokeInst(s) ? LLVMGetNormalDest(s) : LLVMGetInstructionParent(s);
		uint32_t b = at ? ptrmap_get(&m->blocks, at) : PTRMAP_NONE;
		if (b != PTRMAP_NONE) {
			bool counts = m->collects == NULL || m->collects(m->ctx, s);
			*block = b;
			*passed = LLVMIsAInvokeInst(s) ? 0 : m->inst_passed[ptrmap_get(&m->insts, s)] + counts;
		}
	} else if (LLVMIsAPHINode(v)) {
		*passed = 0;
	} else if (m->collects && (LLVMIsACallInst(v) || LLVMIsAInvokeInst(v)) && m->collects(m->ctx, v)) {
		++*passed; /* its result is made behind it */
	}
}

/* -- reading the function */

static bool
read_blocks(struct rmodel *m)
{
	uint32_t n = 0, edges = 0, cap = LLVMCountBasicBlocks(m->fn);
	LLVMBasicBlockRef *todo = arena_array(m->ar, (size_t)cap + 1, sizeof *todo);

	m->block = arena_array(m->ar, (size_t)cap + 1, sizeof *m->block);
	if (!todo || !m->block)
		return false;
	/* the reachable blocks */
	todo[n++] = LLVMGetEntryBasicBlock(m->fn);
	if (!ptrmap_set(&m->blocks, todo[0], m->nblk))
		return false;
	m->block[m->nblk++] = todo[0];
	while (n) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(todo[--n]);
		for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++, edges++) {
			LLVMBasicBlockRef s = LLVMGetSuccessor(t, k);
			if (ptrmap_get(&m->blocks, s) != PTRMAP_NONE)
				continue;
			if (!ptrmap_set(&m->blocks, s, m->nblk))
				return false;
			m->block[m->nblk++] = s;
			todo[n++] = s;
		}
	}
	m->pred_at = arena_zarray(m->ar, (size_t)m->nblk + 2, sizeof *m->pred_at);
	m->pred = arena_array(m->ar, (size_t)edges + 1, sizeof *m->pred);
	m->statepoints = arena_zarray(m->ar, (size_t)m->nblk + 1, sizeof *m->statepoints);
	if (!m->pred_at || !m->pred || !m->statepoints)
		return false;
	uint32_t *at = m->pred_at + 1;
	for (int pass = 0; pass < 2; pass++) {
		for (uint32_t b = 0; b < m->nblk; b++) {
			LLVMValueRef t = LLVMGetBasicBlockTerminator(m->block[b]);
			for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++) {
				uint32_t s = ptrmap_get(&m->blocks, LLVMGetSuccessor(t, k));
				if (pass == 0)
					at[s + 1]++;
				else
					m->pred[at[s]++] = b;
			}
		}
		for (uint32_t b = 0; pass == 0 && b < m->nblk; b++)
			at[b + 1] += at[b];
	}
	return !m->blocks.failed;
}

/* Counts the statepoints of each block, and those in front of each instruction. */
static void
count_statepoints(struct rmodel *m)
{
	memset(m->statepoints, 0, m->nblk * sizeof *m->statepoints);
	for (uint32_t i = 0; i < m->ninst; i++) {
		LLVMValueRef v = m->inst[i];
		uint32_t *n = &m->statepoints[m->inst_block[i]];
		m->inst_passed[i] = *n;
		*n += !m->collects ? rmodel_is_statepoint(v)
			: (LLVMIsACallInst(v) || LLVMIsAInvokeInst(v)) && m->collects(m->ctx, v);
	}
}

static bool
read_instructions(struct rmodel *m)
{
	uint32_t n = 0, block, passed;

	for (uint32_t b = 0; b < m->nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(m->block[b]); i; i = LLVMGetNextInstruction(i))
			n++;
	m->inst = arena_array(m->ar, (size_t)n + 1, sizeof *m->inst);
	m->inst_block = arena_array(m->ar, (size_t)n + 1, sizeof *m->inst_block);
	m->inst_passed = arena_array(m->ar, (size_t)n + 1, sizeof *m->inst_passed);
	m->inst_node = arena_array(m->ar, (size_t)n + 1, sizeof *m->inst_node);
	if (!m->inst || !m->inst_block || !m->inst_passed || !m->inst_node)
		return false;
	for (uint32_t b = 0; b < m->nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(m->block[b]); i; i = LLVMGetNextInstruction(i)) {
			m->inst[m->ninst] = i;
			m->inst_block[m->ninst] = b;
			if (!ptrmap_set(&m->insts, i, m->ninst++))
				return false;
		}
	count_statepoints(m);
	for (LLVMValueRef a = LLVMGetFirstParam(m->fn); a; a = LLVMGetNextParam(a))
		if (!add_node(m, a, 0, 0))
			return false;
	for (uint32_t i = 0; i < m->ninst; i++) {
		uint32_t before = m->nnode;
		find_definition(m, i, &block, &passed);
		if (!add_node(m, m->inst[i], block, passed))
			return false;
		m->inst_node[i] = m->nnode > before ? before : NONE;
		if (m->nnode > before && m->node[before].forwards && !rmodel_read_making(m, &m->node[before], i))
			return false;
	}
	return true;
}

/* Makes a constant operand of a forwarding node a node, if some of its parts are poison. */
static bool
add_poison(struct rmodel *m, LLVMValueRef v)
{
	uint32_t parts = rmodel_parts(m, LLVMTypeOf(v)), elements = 0, before = m->nnode;
	LLVMTypeKind k = LLVMGetTypeKind(LLVMTypeOf(v));
	bool all = LLVMIsUndef(v), some = all;

	if (parts == 0 || rmodel_node(m, v) != NONE)
		return true;
	if (k == LLVMVectorTypeKind && !all)
		elements = LLVMGetVectorSize(LLVMTypeOf(v));
	for (uint32_t i = 0; i < elements && !some; i++) {
		LLVMValueRef e = LLVMGetAggregateElement(v, i);
		some = e != NULL && LLVMIsUndef(e);
	}
	if (!some)
		return true;
	if (!add_node(m, v, 0, 0) || m->nnode == before)
		return !m->ar->failed;
	struct rnode *n = &m->node[before];
	for (uint32_t i = 0; i < parts; i++) {
		LLVMValueRef e = all ? NULL : LLVMGetAggregateElement(v, i);
		if (all || (e != NULL && LLVMIsUndef(e)))
			*rnode_tainted(n, i / 64) |= UINT64_C(1) << i % 64;
	}
	return true;
}

static bool
read_poison(struct rmodel *m)
{
	for (uint32_t i = 0; i < m->ninst; i++) {
		if (m->inst_node[i] == NONE || !m->node[m->inst_node[i]].forwards)
			continue;
		for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(m->inst[i]); k < n; k++) {
			LLVMValueRef v = LLVMGetOperand(m->inst[i], k);
			if (LLVMIsConstant(v) && !LLVMIsAFunction(v) && !add_poison(m, v))
				return false;
		}
	}
	return true;
}

static bool
add_use(struct rmodel *m, uint32_t i, LLVMValueRef v, unsigned operand, uint32_t block, uint32_t passed)
{
	uint32_t node = rmodel_node(m, v);

	if (node == NONE)
		return true;
	if (!ARENA_PUSH(m->ar, m->use, m->nuse, m->use_cap))
		return false;
	m->use[m->nuse++] = (struct ruse){ node, i, operand, block, passed };
	m->node[node].use_n++;
	return true;
}

static bool
read_uses(struct rmodel *m)
{
	m->inst_use = arena_array(m->ar, (size_t)m->ninst + 2, sizeof *m->inst_use);
	if (!m->inst_use)
		return false;
	for (uint32_t i = 0; i < m->ninst; i++) {
		LLVMValueRef v = m->inst[i];
		m->inst_use[i] = m->nuse;
		bool phi = LLVMIsAPHINode(v) != NULL;
		unsigned n = phi ? LLVMCountIncoming(v) : (unsigned)LLVMGetNumOperands(v);
		for (unsigned k = 0; k < n; k++) {
			uint32_t block = m->inst_block[i], passed = m->inst_passed[i];
			if (phi) { /* read at the end of the predecessor */
				block = ptrmap_get(&m->blocks, LLVMGetIncomingBlock(v, k));
				if (block == PTRMAP_NONE)
					continue;
				passed = m->statepoints[block];
			}
			if (!add_use(m, i, LLVMGetOperand(v, k), k, block, passed))
				return false;
		}
		/* a cast out of a space that is not collected reads what was cast to it */
		uint32_t node = m->inst_node[i];
		LLVMValueRef source[RMODEL_DEEP];
		if (node == NONE || !m->node[node].forwards || !LLVMIsAAddrSpaceCastInst(v)
			|| rmodel_collected(m, rmodel_space(LLVMGetOperand(v, 0))))
			continue;
		unsigned nsources = rmodel_sources(m, v, source);
		if (nsources > RMODEL_DEEP) {
			m->unfollowed_cast = v;
			continue;
		}
		for (unsigned k = nsources; k-- > 0;)
			if (!add_use(m, i, source[k], 0, m->inst_block[i], m->inst_passed[i]))
				return false;
	}
	/* sort the uses by node */
	m->inst_use[m->ninst] = m->nuse;
	struct ruse *sorted = arena_array(m->ar, (size_t)m->nuse + 1, sizeof *sorted);
	m->place = arena_array(m->ar, (size_t)m->nuse + 1, sizeof *m->place);
	if (!sorted || !m->place)
		return false;
	uint32_t at = 0;
	for (uint32_t n = 0; n < m->nnode; n++) {
		m->node[n].use_at = at;
		at += m->node[n].use_n;
		m->node[n].use_n = 0;
	}
	for (uint32_t i = 0; i < m->nuse; i++) {
		struct rnode *n = &m->node[m->use[i].node];
		m->place[i] = n->use_at + n->use_n++;
		sorted[m->place[i]] = m->use[i];
	}
	m->use = sorted;
	return true;
}

static bool
init(struct rmodel *m, uint64_t spaces)
{
	struct ptrmap *maps[] = { &m->blocks, &m->insts, &m->nodes, &m->types, &m->jumps };
	struct lr_context *cx = m->cx;

	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
		ptrmap_init(maps[i], cx->options.alloc, cx->options.user);
	LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(m->fn));
	m->md_constgv = LLVMGetMDKindIDInContext(c, "julia.constgv", 13);
	m->md_invariant = LLVMGetMDKindIDInContext(c, "invariant.load", 14);
	m->md_alias_scope = LLVMGetMDKindIDInContext(c, "alias.scope", 11);
	m->md_tbaa = LLVMGetMDKindIDInContext(c, "tbaa", 4);
	m->spaces = spaces;
	return read_blocks(m) && read_instructions(m) && (!m->poison || read_poison(m)) && read_uses(m)
		&& !m->nodes.failed && !m->types.failed;
}

bool
rmodel_init(struct rmodel *m, struct lr_context *cx, LLVMValueRef fn, struct arena *ar, uint64_t spaces,
	bool (*collects)(void *, LLVMValueRef), void *ctx)
{
	*m = (struct rmodel){ .cx = cx, .ar = ar, .fn = fn, .collects = collects, .ctx = ctx };
	return init(m, collects && spaces == 0 ? UINT64_C(0xF) << LR_AS_FIRST_SPECIAL : spaces);
}

bool
rmodel_init_poison(struct rmodel *m, struct lr_context *cx, LLVMValueRef fn, struct arena *ar)
{
	*m = (struct rmodel){ .cx = cx, .ar = ar, .fn = fn, .poison = true };
	return init(m, UINT64_C(0xF) << LR_AS_FIRST_SPECIAL | 1u << 1);
}

void
rmodel_recount(struct rmodel *m, bool (*collects)(void *, LLVMValueRef), void *ctx)
{
	m->collects = collects;
	m->ctx = ctx;
	m->status = LR_OK;
	m->reports = 0;
	count_statepoints(m);
	for (uint32_t i = 0; i < m->ninst; i++)
		if (m->inst_node[i] != NONE)
			find_definition(m, i, &m->node[m->inst_node[i]].block, &m->node[m->inst_node[i]].passed);
	for (uint32_t i = 0; i < m->nnode; i++)
		for (uint32_t w = 0; w < rnode_words(&m->node[i]); w++)
			*rnode_tainted(&m->node[i], w) = 0;
	for (uint32_t i = 0; i < m->nuse; i++) { /* phis read in another block than their own */
		struct ruse *u = &m->use[i];
		u->passed = LLVMIsAPHINode(m->inst[u->inst]) ? m->statepoints[u->block] : m->inst_passed[u->inst];
	}
}

uint32_t
rmodel_use(const struct rmodel *m, uint32_t inst, unsigned operand)
{
	uint32_t from = m->inst_use[inst], end = m->inst_use[inst + 1];

	while (from < end) { /* uses of an instruction are in the order of its operands */
		uint32_t mid = from + (end - from) / 2;
		if (m->use[m->place[mid]].operand < operand)
			from = mid + 1;
		else
			end = mid;
	}
	return from < m->inst_use[inst + 1] && m->use[m->place[from]].operand == operand ? m->place[from] : NONE;
}

void
rmodel_free(struct rmodel *m)
{
	ptrmap_free(&m->blocks);
	ptrmap_free(&m->insts);
	ptrmap_free(&m->nodes);
	ptrmap_free(&m->types);
	ptrmap_free(&m->jumps);
}
