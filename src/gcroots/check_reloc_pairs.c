/* check_reloc_pairs.c -- each gc.relocate pairs a pointer with the object that it points into.
**
** Base and pointer are followed back side by side, to the place where the pointer was computed from the very base; through phis and selects
** along each way, which has to hold for all of them (so what is being asked about already counts as true).  Through composites pairs are not followed. */
#include "gcroots/check_reloc_model.h"

/* A question: is `base` the object of `derived`? */
struct question { LLVMValueRef base, derived; uint32_t next; };

/* Operands at .. at + n of a statepoint. */
struct bundle { unsigned at, n; };

struct pairs {
	struct rmodel *m;
	struct ptrmap asked;     /* derived -> its latest question */
	struct question *q;
	uint32_t nq, cap, done;
	struct ptrmap bundles;   /* statepoint -> its gc-live bundle */
	struct bundle *bundle;
	uint32_t nbundle, bundle_cap;
	bool no_memory;
};

static bool
ask(struct pairs *p, LLVMValueRef base, LLVMValueRef derived)
{
	uint32_t last = ptrmap_get(&p->asked, derived);

	for (uint32_t i = last; i != PTRMAP_NONE; i = p->q[i].next)
		if (p->q[i].base == base)
			return true;
	if (!ARENA_PUSH(p->m->ar, p->q, p->nq, p->cap))
		return false;
	p->q[p->nq] = (struct question){ base, derived, last };
	return ptrmap_set(&p->asked, derived, p->nq++);
}

static struct bundle
find_bundle(LLVMValueRef statepoint)
{
	unsigned at = LLVMGetNumArgOperands(statepoint);

	for (unsigned k = 0; k < LLVMGetNumOperandBundles(statepoint); k++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(statepoint, k);
		size_t bytes;
		const char *tag = LLVMGetOperandBundleTag(b, &bytes);
		unsigned n = LLVMGetNumOperandBundleArgs(b);
		bool live = bytes == 7 && memcmp(tag, "gc-live", 7) == 0;
		LLVMDisposeOperandBundle(b);
		if (live)
			return (struct bundle){ at, n };
		at += n;
	}
	return (struct bundle){ 0, 0 };
}

/* Operand number `index` of the statepoint's gc-live bundle; NULL if there is none. */
static LLVMValueRef
live_operand(struct pairs *p, LLVMValueRef statepoint, LLVMValueRef index)
{
	uint32_t known = ptrmap_get(&p->bundles, statepoint);
	uint64_t i = LLVMConstIntGetZExtValue(index);

	if (known == PTRMAP_NONE) {
		if (!ARENA_PUSH(p->m->ar, p->bundle, p->nbundle, p->bundle_cap) || !ptrmap_set(&p->bundles, statepoint, p->nbundle)) {
			p->no_memory = true;
			return NULL;
		}
		p->bundle[known = p->nbundle++] = find_bundle(statepoint);
	}
	const struct bundle *b = &p->bundle[known];
	return i < b->n ? LLVMGetOperand(statepoint, b->at + (unsigned)i) : NULL;
}

/* What computes an address in the same object, or changes nothing; NULL if v is nothing like that. */
static LLVMValueRef
inner(LLVMValueRef v, bool address)
{
	if (!LLVMIsAInstruction(v))
		return NULL;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMGetElementPtr:
		return address ? LLVMGetOperand(v, 0) : NULL;
	case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMFreeze:
		return LLVMGetOperand(v, 0);
	case LLVMCall: {
		LLVMValueRef callee = LLVMGetCalledValue(v);
		const char *name = LLVMIsAFunction(callee) ? value_name(callee) : "";
		bool same = strncmp(name, "llvm.launder.invariant.group.", 29) == 0 || strncmp(name, "llvm.strip.invariant.group.", 27) == 0
			|| strncmp(name, "llvm.ssa.copy.", 14) == 0;
		return same || (address && strncmp(name, "llvm.ptrmask.", 13) == 0) ? LLVMGetOperand(v, 0) : NULL;
	}
	default:
		return NULL;
	}
}

static bool
opaque(LLVMValueRef v)
{
	if (!LLVMIsAInstruction(v))
		return false;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMExtractValue: case LLVMExtractElement: case LLVMInsertElement: case LLVMShuffleVector: case LLVMInsertValue:
		return true;
	default:
		return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
	}
}

enum answer { NO, YES, NO_MEMORY };

static enum answer
all(bool asked)
{
	return asked ? YES : NO_MEMORY;
}

static enum answer
through_phis(struct pairs *p, LLVMValueRef base, LLVMValueRef derived)
{
	bool both = LLVMIsAPHINode(base) && LLVMIsAPHINode(derived) && LLVMGetInstructionParent(base) == LLVMGetInstructionParent(derived);
	LLVMValueRef phi = LLVMIsAPHINode(derived) ? derived : base;

	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef in = LLVMGetIncomingValue(phi, i), other = both ? rmodel_incoming(base, LLVMGetIncomingBlock(phi, i)) : NULL;
		if (both && !other)
			return NO;
		if (!ask(p, both ? other : phi == derived ? base : in, phi == derived ? in : derived))
			return NO_MEMORY;
	}
	return YES;
}

static enum answer
through_selects(struct pairs *p, LLVMValueRef base, LLVMValueRef derived)
{
	bool b = LLVMIsASelectInst(base) != NULL, d = LLVMIsASelectInst(derived) != NULL, both = b && d
		&& LLVMGetOperand(base, 0) == LLVMGetOperand(derived, 0);

	for (unsigned i = 1; i <= 2; i++)
		if (!ask(p, b && (both || !d) ? LLVMGetOperand(base, i) : base, d ? LLVMGetOperand(derived, i) : derived))
			return NO_MEMORY;
	return YES;
}

/* Two relocations by one statepoint are what their operands there were. */
static enum answer
through_relocates(struct pairs *p, LLVMValueRef base, LLVMValueRef derived)
{
	LLVMValueRef s = rmodel_statepoint_of(p->m, derived);

	if (!s || rmodel_statepoint_of(p->m, base) != s)
		return NO;
	LLVMValueRef b = live_operand(p, s, LLVMGetOperand(base, 2)), d = live_operand(p, s, LLVMGetOperand(derived, 2));
	return p->no_memory ? NO_MEMORY : b && d ? all(ask(p, b, d)) : NO;
}

static enum answer
answer(struct pairs *p, LLVMValueRef base, LLVMValueRef derived)
{
	LLVMValueRef next;

	while ((next = inner(base, false)) != NULL)
		base = next;
	for (;;) {
		/* constants are in no object that moves; null says that nobody has to move it */
		if (base == derived || LLVMIsAConstant(derived) || LLVMIsAConstant(base) || opaque(base) || opaque(derived))
			return YES;
		if ((next = inner(derived, true)) == NULL)
			break;
		derived = next;
	}
	if (LLVMIsAPHINode(derived))
		return through_phis(p, base, derived);
	if (LLVMIsASelectInst(derived))
		return through_selects(p, base, derived);
	if (rmodel_is_relocate(base) && rmodel_is_relocate(derived))
		return through_relocates(p, base, derived);
	if (LLVMIsAPHINode(base))
		return through_phis(p, base, derived);
	if (LLVMIsASelectInst(base))
		return through_selects(p, base, derived);
	/* addresses from outside are in no object that moves */
	uint32_t node = rmodel_node(p->m, derived);
	return node == NO_NODE || (!p->m->node[node].pure && p->m->node[node].movable == 0) ? YES : NO;
}

static bool
check_relocate(struct pairs *p, LLVMValueRef r)
{
	LLVMValueRef s = rmodel_statepoint_of(p->m, r);

	if (!s) {
		rmodel_report(p->m, r, "relocates for no statepoint that can be found");
		return true;
	}
	LLVMValueRef base = live_operand(p, s, LLVMGetOperand(r, 1)), derived = live_operand(p, s, LLVMGetOperand(r, 2));
	if (p->no_memory)
		return false;
	if (!base || !derived) {
		rmodel_report(p->m, r, "relocates an operand that its statepoint does not have");
		return true;
	}
	if (base == derived)
		return true;
	if (!ask(p, base, derived))
		return false;
	for (; p->done < p->nq; p->done++) {
		struct question q = p->q[p->done];
		enum answer a = answer(p, q.base, q.derived);
		if (a == NO_MEMORY)
			return false;
		if (a == NO) {
			const char *b = value_name(base), *d = value_name(derived);
			rmodel_report(p->m, r, "pairs %s%.100s with %s%.100s, which is not the object that it points into", d[0] ? "%" : "a pointer", d,
				b[0] ? "%" : "a base", b);
			p->done = p->nq;
			break;
		}
	}
	return true;
}

bool
check_relocation_pairs(struct rmodel *m)
{
	struct pairs p = { .m = m };
	bool ok = true;

	ptrmap_init(&p.bundles, m->cx->options.alloc, m->cx->options.user);
	ptrmap_init(&p.asked, m->cx->options.alloc, m->cx->options.user);
	for (uint32_t i = 0; i < m->ninst && ok; i++)
		if (rmodel_is_relocate(m->inst[i]))
			ok = check_relocate(&p, m->inst[i]);
	ok &= !p.bundles.failed;
	ptrmap_free(&p.bundles);
	ptrmap_free(&p.asked);
	return ok;
}
