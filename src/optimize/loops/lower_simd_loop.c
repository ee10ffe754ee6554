/* SPDX-License-Identifier: MIT */
/* lower_simd_loop.c -- LowerSIMDLoop: Julia's marks of loops become what LLVM's vectoriser understands.
**
** The marks are strings in the !llvm.loop node of a loop.  "julia.ivdep": no iteration depends on memory that another
** one writes; each access gets !llvm.mem.parallel_loop_access.  "julia.simdloop": reductions may be done in any order;
** the operations of each chain from a phi of the header back to it get `reassoc contract`, and a multiplication whose
** only user is an addition of such a chain gets `contract`.  Then the node is replaced by one without strings of Julia.
**
** A chain is formed by the only users in the loop, all fadd and fsub, or all fmul and fdiv, with the chain as the first
** operand of fsub and fdiv. */
#include "dialect/edit/edit.h"
#include "host/passes.h"
#include "optimize/loops/loops.h"

enum { STEPS_PER_INSTRUCTION = 8, FIRST_STEPS = 1024 };

struct simd {
	struct loops l;
	LLVMContextRef context;
	unsigned md_loop, md_parallel, attr_memory;
	uint64_t steps;          /* that the search for chains may still take in this loop */
	LLVMValueRef *chain;
	uint32_t nchain, chain_cap;
	LLVMValueRef *operand;   /* of the metadata node that was read last */
	LLVMMetadataRef *made;   /* of a new node; as long as `operand` */
	uint32_t operands;       /* space in both */
};

struct marks { bool simd, ivdep, julia; };

static LLVMValueRef
loop_node(const struct simd *s, LLVMBasicBlockRef latch)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(latch);

	return LLVMHasMetadata(end) ? LLVMGetMetadata(end, s->md_loop) : NULL;
}

/* Reads the operands of a node into s->operand; returns how many there are, 0 if there is no space for them. */
static unsigned
read_node(struct simd *s, LLVMValueRef node)
{
	unsigned n = LLVMGetMDNodeNumOperands(node);

	if (n >= s->operands)
		return 0;
	LLVMGetMDNodeOperands(node, s->operand);
	return n;
}

/* Makes space for the operands of such a node, and `more`. */
static bool
reserve_operands(struct simd *s, LLVMValueRef node, uint32_t more)
{
	const uint32_t n = LLVMGetMDNodeNumOperands(node) + more + 1;

	if (n <= s->operands)
		return true;
	s->operand = arena_array(&s->l.ar, n, sizeof *s->operand);
	s->made = arena_array(&s->l.ar, n, sizeof *s->made);
	s->operands = n;
	return !s->l.ar.failed;
}

static const char *
string_of(LLVMValueRef operand, unsigned *bytes)
{
	return operand != NULL ? LLVMGetMDString(operand, bytes) : NULL;
}

static bool
string_is(const char *s, unsigned n, const char *word)
{
	return n == strlen(word) && memcmp(s, word, n) == 0;
}

static bool
is_julias(LLVMValueRef operand)
{
	unsigned n = 0;
	const char *s = string_of(operand, &n);

	return s != NULL && n >= 5 && memcmp(s, "julia", 5) == 0;
}

static struct marks
read_marks(struct simd *s, LLVMValueRef node)
{
	struct marks m = { false, false, false };

	for (unsigned i = 1, n = read_node(s, node), bytes = 0; i < n; i++) {
		const char *text = string_of(s->operand[i], &bytes);
		if (text == NULL)
			continue;
		m.simd |= string_is(text, bytes, "julia.simdloop");
		m.ivdep |= string_is(text, bytes, "julia.ivdep");
	}
	return m;
}

/* The node that all latches of the loop have; NULL: they have none or different ones. */
static LLVMValueRef
node_of_loop(const struct simd *s, block_id h)
{
	const struct cfg *g = &s->l.g;
	LLVMValueRef node = NULL;

	for (uint32_t e = g->pred_at[h]; e < g->pred_at[h + 1]; e++) {
		if (!cfg_in_loop(g, h, g->pred[e]))
			continue;
		LLVMValueRef of = loop_node(s, s->l.block[g->pred[e]]);
		if (of == NULL || (node != NULL && LLVMValueAsMetadata(of) != LLVMValueAsMetadata(node)))
			return NULL;
		node = of;
	}
	return node;
}

/* Makes a node that refers to itself, with the other operands of `old` that are not Julia's. */
static LLVMValueRef
new_node(struct simd *s, LLVMValueRef old)
{
	unsigned n = read_node(s, old), to = 1;

	if (n == 0)
		return NULL;
	s->made[0] = LLVMTemporaryMDNode(s->context, NULL, 0);
	for (unsigned i = 1; i < n; i++)
		if (!is_julias(s->operand[i]))
			s->made[to++] = s->operand[i] != NULL ? LLVMValueAsMetadata(s->operand[i]) : NULL;
	LLVMMetadataRef temporary = s->made[0], node = LLVMMDNodeInContext2(s->context, s->made, to);
	LLVMMetadataReplaceAllUsesWith(temporary, node); /* frees it, and makes the node distinct */
	return LLVMMetadataAsValue(s->context, node);
}

/* ---- julia.ivdep ---- */

static bool
touches_memory(const struct simd *s, LLVMValueRef inst)
{
	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMLoad:
	case LLVMStore:
	case LLVMFence:
	case LLVMAtomicCmpXchg:
	case LLVMAtomicRMW:
	case LLVMVAArg:
		return true;
	case LLVMCall:
	case LLVMInvoke:
	case LLVMCallBr:
		return loops_call_touches_memory(inst, s->attr_memory);
	default:
		return false;
	}
}

/* Adds the loop to those of the access: an inner loop may have been added before. */
static void
mark_access(struct simd *s, LLVMValueRef inst, LLVMValueRef node, LLVMValueRef only)
{
	LLVMValueRef had = LLVMGetMetadata(inst, s->md_parallel);
	unsigned n = had != NULL ? read_node(s, had) : 0;

	if (n > 0) {
		/* either a list of loops or, with itself as first operand, a loop */
		bool loop = s->operand[0] != NULL && LLVMValueAsMetadata(s->operand[0]) == LLVMValueAsMetadata(had);
		n = loop ? 1 : n;
		for (unsigned i = 0; i < n; i++)
			s->made[i] = loop ? LLVMValueAsMetadata(had)
				: s->operand[i] != NULL ? LLVMValueAsMetadata(s->operand[i]) : NULL;
		s->made[n] = LLVMValueAsMetadata(node);
		only = LLVMMetadataAsValue(s->context, LLVMMDNodeInContext2(s->context, s->made, n + 1));
	}
	LLVMSetMetadata(inst, s->md_parallel, only);
}

static void
mark_accesses(struct simd *s, block_id h, LLVMValueRef node)
{
	LLVMMetadataRef md = LLVMValueAsMetadata(node);
	LLVMValueRef only = LLVMMetadataAsValue(s->context, LLVMMDNodeInContext2(s->context, &md, 1));

	for (uint32_t at = s->l.g.loop_pos[h]; at <= s->l.g.loop_last[h]; at++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(s->l.block[s->l.by_place[at]]); i != NULL;
			i = LLVMGetNextInstruction(i))
			if (touches_memory(s, i))
				mark_access(s, i, node, only);
}

/* ---- julia.simdloop ---- */

/* The operation that a chain through `operand` has at `inst`: LLVMFAdd, LLVMFMul, or 0 for none. */
static LLVMOpcode
link_of(LLVMValueRef inst, LLVMValueRef operand)
{
	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMFSub:
		return LLVMGetOperand(inst, 0) == operand ? LLVMFAdd : 0;
	case LLVMFAdd:
		return LLVMFAdd;
	case LLVMFDiv:
		return LLVMGetOperand(inst, 0) == operand ? LLVMFMul : 0;
	case LLVMFMul:
		return LLVMFMul;
	default:
		return 0;
	}
}

/* The only use in the loop; NULL: there is none or more than one. */
static LLVMValueRef
only_user(struct simd *s, block_id h, LLVMValueRef v)
{
	LLVMValueRef only = NULL;

	for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL; u = LLVMGetNextUse(u)) {
		if (s->steps == 0)
			return NULL;
		s->steps--;
		LLVMValueRef user = LLVMGetUser(u);
		if (!loops_define(&s->l, h, user))
			continue;
		if (only != NULL)
			return NULL;
		only = user;
	}
	return only;
}

/* Collects the chain that begins at `phi`; false if it does not come back as a reduction. */
static bool
find_chain(struct simd *s, block_id h, LLVMValueRef phi)
{
	LLVMOpcode kind = 0;

	s->nchain = 0;
	for (LLVMValueRef at = phi, next;; at = next) {
		if ((next = only_user(s, h, at)) == NULL)
			return false;
		if (next == phi)
			return s->nchain > 0;
		LLVMOpcode op = link_of(next, at);
		if (op == 0 || (kind != 0 && op != kind) || s->nchain == s->chain_cap)
			return false;
		kind = op;
		s->chain[s->nchain++] = next;
	}
}

static void
contract_product(struct simd *s, block_id h, LLVMValueRef v)
{
	if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMFMul || !loops_define(&s->l, h, v))
		return;
	LLVMUseRef use = LLVMGetFirstUse(v);
	if (use != NULL && LLVMGetNextUse(use) == NULL)
		LLVMSetFastMathFlags(v, LLVMGetFastMathFlags(v) | LLVMFastMathAllowContract);
}

static void
relax_chain(struct simd *s, block_id h)
{
	for (uint32_t i = 0; i < s->nchain; i++) {
		LLVMValueRef v = s->chain[i];
		LLVMOpcode op = LLVMGetInstructionOpcode(v);
		LLVMSetFastMathFlags(v, LLVMGetFastMathFlags(v) | LLVMFastMathAllowReassoc | LLVMFastMathAllowContract);
		if (op == LLVMFAdd || op == LLVMFSub) {
			contract_product(s, h, LLVMGetOperand(v, 0));
			contract_product(s, h, LLVMGetOperand(v, 1));
		}
	}
}

static bool
is_float(LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	LLVMTypeKind k = LLVMGetTypeKind(t);

	if (k == LLVMVectorTypeKind || k == LLVMScalableVectorTypeKind)
		k = LLVMGetTypeKind(LLVMGetElementType(t));
	return k == LLVMHalfTypeKind || k == LLVMBFloatTypeKind || k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind
		|| k == LLVMX86_FP80TypeKind || k == LLVMFP128TypeKind || k == LLVMPPC_FP128TypeKind;
}

static void
relax_reductions(struct simd *s, block_id h)
{
	uint64_t n = 0;

	for (uint32_t at = s->l.g.loop_pos[h]; at <= s->l.g.loop_last[h]; at++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(s->l.block[s->l.by_place[at]]); i != NULL;
			i = LLVMGetNextInstruction(i))
			n++;
	s->steps = FIRST_STEPS + n * STEPS_PER_INSTRUCTION;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(s->l.block[h]); phi != NULL && LLVMIsAPHINode(phi);
		phi = LLVMGetNextInstruction(phi)) {
		if (!is_float(phi))
			continue;
		if (find_chain(s, h, phi)) {
			relax_chain(s, h);
			remark_say(s->l.cx, LR_REMARK_PASSED, "SIMDReduction", s->chain[0], NULL,
				"the order of this reduction may change: the loop is marked for that");
		} else {
			remark_say(s->l.cx, LR_REMARK_MISSED, "SIMDReduction", phi, NULL,
				"the loop is marked as one whose reductions may be done in any order, but this "
				"variable is no sum or product with one use in the loop for each step");
		}
	}
}

/* ---- the pass ---- */

static void
lower_loop(struct simd *s, block_id h)
{
	const struct cfg *g = &s->l.g;
	LLVMValueRef old = node_of_loop(s, h), node;
	struct marks m = { false, false, false };

	if (old != NULL)
		m = read_marks(s, old);
	if ((!m.simd && !m.ivdep) || (node = new_node(s, old)) == NULL)
		return;
	s->l.cx->changed |= LR_CHANGED_IR;
	for (uint32_t e = g->pred_at[h]; e < g->pred_at[h + 1]; e++)
		if (cfg_in_loop(g, h, g->pred[e]))
			LLVMSetMetadata(LLVMGetBasicBlockTerminator(s->l.block[g->pred[e]]), s->md_loop, node);
	if (m.ivdep) {
		mark_accesses(s, h, node);
		remark_say(s->l.cx, LR_REMARK_PASSED, "ParallelLoop", LLVMGetBasicBlockTerminator(s->l.block[h]), NULL,
			"the loop is marked as one whose iterations do not depend on each other's accesses to memory");
	}
	if (m.simd)
		relax_reductions(s, h);
}

/* Has a branch of the function, or of the given loop, marks? */
static bool
any_marks(struct simd *s, LLVMValueRef fn)
{
	const struct loop_given *given = s->l.given;
	size_t i = 0;

	arena_reset(&s->l.ar);
	s->operands = 0;
	for (LLVMBasicBlockRef bb = given != NULL ? given->blocks[0] : LLVMGetFirstBasicBlock(fn); bb != NULL;) {
		LLVMValueRef node = loop_node(s, bb);
		if (node != NULL && reserve_operands(s, node, 0)) {
			struct marks m = read_marks(s, node);
			if (m.simd || m.ivdep)
				return true;
		}
		if (given == NULL)
			bb = LLVMGetNextBasicBlock(bb);
		else
			bb = ++i < given->nblocks ? given->blocks[i] : NULL;
	}
	return false;
}

/* Reads the loops, and takes all memory that lower_loop needs. */
static bool
prepare(struct simd *s, LLVMValueRef fn)
{
	uint32_t depth = 1;

	if (!loops_read(&s->l, fn))
		return false;
	s->operands = s->chain_cap = 0;
	for (block_id b = 0; b < s->l.g.nblk; b++)
		depth = s->l.g.loop_depth[b] > depth ? s->l.g.loop_depth[b] : depth;
	for (block_id b = 0; b < s->l.g.nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(s->l.block[b]); i != NULL;
			i = LLVMGetNextInstruction(i)) {
			LLVMValueRef loop = NULL, accesses = NULL;
			if (LLVMHasMetadata(i)) {
				loop = LLVMGetMetadata(i, s->md_loop);
				accesses = LLVMGetMetadata(i, s->md_parallel);
			}
			if ((loop != NULL && !reserve_operands(s, loop, 1))
				|| (accesses != NULL && !reserve_operands(s, accesses, depth)))
				return false;
			s->chain_cap += LLVMIsABinaryOperator(i) != NULL;
		}
	s->chain = arena_array(&s->l.ar, s->chain_cap, sizeof *s->chain);
	/* what an outer loop adds to the list of an inner one */
	if (s->operands < depth + 2) {
		s->operands = depth + 2;
		s->operand = arena_array(&s->l.ar, s->operands, sizeof *s->operand);
		s->made = arena_array(&s->l.ar, s->operands, sizeof *s->made);
	}
	return !s->l.ar.failed;
}

static unsigned
metadata_kind(LLVMContextRef c, const char *name)
{
	return LLVMGetMDKindIDInContext(c, name, (unsigned)strlen(name));
}

lr_status
pass_lower_simd_loop(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	LLVMContextRef context = LLVMGetModuleContext(m);
	struct simd s = { .context = context, .md_loop = metadata_kind(context, "llvm.loop"),
		.md_parallel = metadata_kind(context, "llvm.mem.parallel_loop_access"),
		.attr_memory = LLVMGetEnumAttributeKindForName("memory", 6) };
	lr_status st = LR_OK;

	(void)params;
	loops_init(&s.l, cx);
	for (size_t i = 0; i < nfns && st == LR_OK; i++) {
		if (!any_marks(&s, fns[i]) && !s.l.ar.failed)
			continue;
		if (s.l.ar.failed || !prepare(&s, fns[i])) {
			st = lr_nomem(cx);
			break;
		}
		for (block_id h = s.l.g.nblk; h-- > 0;)
			if (loops_has(&s.l, h))
				lower_loop(&s, h);
	}
	loops_free(&s.l);
	return st;
}
