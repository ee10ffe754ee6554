/* SPDX-License-Identifier: MIT */
/* check_reloc_made.c -- the transfer function of a forwarding node: which parts of its operands its parts are made of.
**
** That is read off the IR once, so that the iteration to a fixed point does not ask LLVM anything. */
#include "check/relocations/check_reloc_model.h"

/* -- reading it */

uint32_t
rmodel_parts_before(struct rmodel *m, LLVMTypeRef t, LLVMValueRef inst)
{
	const unsigned *index = LLVMGetIndices(inst);
	uint32_t before = 0;

	for (unsigned i = 0; i < LLVMGetNumIndices(inst); i++) {
		if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			for (unsigned k = 0; k < index[i]; k++)
				before += rmodel_all_parts(m, LLVMStructGetTypeAtIndex(t, k));
			t = LLVMStructGetTypeAtIndex(t, index[i]);
		} else {
			t = LLVMGetElementType(t);
			before += rmodel_all_parts(m, t) * index[i];
		}
	}
	return before;
}

/* The lane that an index names; PARTS_MAX if it is unknown, or too large. */
static int64_t
lane_of(LLVMValueRef index)
{
	return LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) < PARTS_MAX
		? (int64_t)LLVMConstIntGetZExtValue(index) : PARTS_MAX;
}

static bool
read_shuffle(struct rmodel *m, struct rnode *n)
{
	unsigned lanes = LLVMGetNumMaskElements(n->v);
	int *lane = arena_array(m->ar, (size_t)n->parts + 1, sizeof *lane);

	for (unsigned i = 0; lane && i < n->parts; i++)
		lane[i] = i < lanes ? LLVMGetMaskValue(n->v, i) : -1;
	n->made.lane = lane;
	n->made.n = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(n->v, 0)));
	return lane != NULL;
}

bool
rmodel_read_making(struct rmodel *m, struct rnode *n, uint32_t inst)
{
	struct rmade *d = &n->made;
	LLVMValueRef v = n->v;

	*d = (struct rmade){ .how = MADE_PASSED, .inst = inst };
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMPHI:
		d->how = MADE_MERGED;
		break;
	case LLVMAddrSpaceCast: /* out of a space that is not collected: any pointer that may have been cast to it */
		if (rmodel_all_parts(m, LLVMTypeOf(LLVMGetOperand(v, 0))) == 0)
			d->how = MADE_MERGED;
		break;
	case LLVMSelect:
		d->how = MADE_CHOSEN;
		break;
	case LLVMExtractValue:
		d->how = MADE_TAKEN;
		d->before = rmodel_parts_before(m, LLVMTypeOf(LLVMGetOperand(v, 0)), v);
		break;
	case LLVMInsertValue:
		d->how = MADE_PUT;
		d->before = rmodel_parts_before(m, LLVMTypeOf(v), v);
		d->n = rmodel_all_parts(m, LLVMTypeOf(LLVMGetOperand(v, 1)));
		break;
	case LLVMExtractElement:
		d->before = lane_of(LLVMGetOperand(v, 1));
		d->how = d->before < PARTS_MAX ? MADE_TAKEN : MADE_TAKEN_ANYWHERE;
		d->n = rmodel_all_parts(m, LLVMTypeOf(LLVMGetOperand(v, 0)));
		break;
	case LLVMInsertElement:
		d->before = lane_of(LLVMGetOperand(v, 2));
		d->how = d->before < PARTS_MAX ? MADE_PUT : MADE_PUT_ANYWHERE;
		d->n = 1;
		break;
	case LLVMShuffleVector:
		d->how = MADE_SHUFFLED;
		return read_shuffle(m, n);
	default: /* casts, address arithmetic, intrinsics that return their argument */
		if (n->parts > 1 && LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(v, 0))) == LLVMPointerTypeKind)
			d->how = MADE_SPREAD;
		break;
	}
	return true;
}

/* -- applying it */

/* A property of operands: see rmodel_mask. */
struct of { rmodel_mask *mask; void *ctx; const struct rmodel *m; const struct rmade *made; };

/* The property of 64 parts that a use reads, from part number `at` on.  Parts before number 0 do not have it. */
static uint64_t
window_of(const struct of *of, uint32_t use, int64_t at)
{
	uint64_t low = 0, high = 0;
	int64_t word = at >= 0 ? at / 64 : -((63 - at) / 64);
	unsigned shift = (unsigned)(at - 64 * word);

	if (word >= 0)
		low = of->mask(of->ctx, of->m, use, (uint32_t)word);
	if (shift != 0 && word >= -1)
		high = of->mask(of->ctx, of->m, use, (uint32_t)(word + 1));
	return shift == 0 ? low : low >> shift | high << (64 - shift);
}

static uint64_t
window(const struct of *of, unsigned operand, int64_t at)
{
	uint32_t use = rmodel_use(of->m, of->made->inst, operand);

	return use == NONE ? 0 : window_of(of, use, at);
}

/* The union over all operands of a phi, or all sources of a cast. */
static uint64_t
merged(const struct of *of, int64_t at)
{
	const struct rmodel *m = of->m;
	uint64_t mask = 0;

	for (uint32_t i = m->inst_use[of->made->inst]; i < m->inst_use[of->made->inst + 1]; i++)
		mask |= window_of(of, m->place[i], at);
	return mask;
}

static bool
any_part(const struct of *of, unsigned operand, uint32_t parts)
{
	for (uint32_t w = 0; 64 * w < parts; w++)
		if (window(of, operand, 64 * (int64_t)w))
			return true;
	return false;
}

/* Word `word` of operand 0, with the parts from `before` on replaced by those of operand 1. */
static uint64_t
inserted(const struct of *of, uint32_t word)
{
	int64_t first = 64 * (int64_t)word, from = of->made->before - first, end = from + of->made->n;
	/* parts before the replaced ones, and those before their end */
	uint64_t below = from <= 0 ? 0 : from >= 64 ? UINT64_MAX : (UINT64_C(1) << from) - 1;
	uint64_t upto = end <= 0 ? 0 : end >= 64 ? UINT64_MAX : (UINT64_C(1) << end) - 1, inside = upto & ~below;

	return (window(of, 0, first) & ~inside) | (inside ? window(of, 1, first - of->made->before) & inside : 0);
}

static uint64_t
shuffled(const struct of *of, uint32_t parts, uint32_t word)
{
	const int64_t width = of->made->n;
	uint64_t mask = 0;

	for (uint32_t i = 64 * word; i < parts && i < 64 * word + 64; i++) {
		int64_t lane = of->made->lane[i];
		if (lane < 0)
			mask |= (uint64_t)of->m->poison << (i - 64 * word);
		else
			mask |= (lane < width ? window(of, 0, lane) & 1 : window(of, 1, lane - width) & 1)
				<< (i - 64 * word);
	}
	return mask;
}

uint64_t
rmodel_transfer(const struct rmodel *m, uint32_t node, uint32_t word, rmodel_mask *mask_of, void *ctx)
{
	const struct rnode *n = &m->node[node];
	const struct of of = { mask_of, ctx, m, &n->made };
	int64_t first = 64 * (int64_t)word;
	uint64_t all = rnode_all(n, word), mask = 0;

	switch ((enum rmade_how)n->made.how) {
	case MADE_MERGED:
		mask = merged(&of, first);
		break;
	case MADE_CHOSEN:
		mask = window(&of, 1, first) | window(&of, 2, first);
		break;
	case MADE_PASSED:
		mask = window(&of, 0, first);
		break;
	case MADE_SPREAD:
		mask = window(&of, 0, 0) & 1 ? all : 0;
		break;
	case MADE_TAKEN:
		mask = window(&of, 0, n->made.before + first);
		break;
	case MADE_TAKEN_ANYWHERE:
		mask = any_part(&of, 0, n->made.n);
		break;
	case MADE_PUT:
		mask = inserted(&of, word);
		break;
	case MADE_PUT_ANYWHERE:
		mask = window(&of, 1, 0) & 1 ? all : window(&of, 0, first);
		break;
	case MADE_SHUFFLED:
		mask = shuffled(&of, n->parts, word);
		break;
	}
	return mask & all;
}
