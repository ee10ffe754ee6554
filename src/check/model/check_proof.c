/* check_proof.c -- which loads prove by themselves that what they give is rooted elsewhere.
**
** An object loaded out of memory that never changes lives as long as the owner of that memory.  The proof is on the
** load: !invariant.load; all its alias scopes of the dialect's domain are regions that the owner keeps alive; or, in
** the older form, an immutable type in its TBAA tag.  Chains of loads that start at constant globals need no owner. */
#include "dialect/kind.h"
#include "check/model/check_model.h"

enum { MAX_CHAIN = 64, MAX_TBAA_DEPTH = 32 };

static bool
node_text(LLVMValueRef md, unsigned i, const char **text, unsigned *n)
{
	unsigned k;
	LLVMValueRef ops[8];

	if (md == NULL || !is_metadata_operand(md))
		return false;
	k = LLVMGetMDNodeNumOperands(md);
	if (i >= k || k > 8)
		return false;
	LLVMGetMDNodeOperands(md, ops);
	*text = ops[i] == NULL ? NULL : LLVMGetMDString(ops[i], n);
	return *text != NULL;
}

static LLVMValueRef
node_operand(LLVMValueRef md, unsigned i)
{
	LLVMValueRef ops[8];
	unsigned k;

	if (md == NULL || !is_metadata_operand(md))
		return NULL;
	k = LLVMGetMDNodeNumOperands(md);
	if (i >= k || k > 8)
		return NULL;
	LLVMGetMDNodeOperands(md, ops);
	return ops[i];
}

static bool
is_text(const char *text, unsigned n, const char *want)
{
	return strlen(want) == n && memcmp(text, want, n) == 0;
}

/* Name of a scope or domain: its first operand that is a string. */
static bool
named(LLVMValueRef md, const char *want)
{
	const char *text;
	unsigned n;

	for (unsigned i = 0; i < 3; i++)
		if (node_text(md, i, &text, &n))
			return is_text(text, n, want);
	return false;
}

/* At least one scope of the dialect's domain, and all such are of memory that its owner keeps rooted. */
static bool
scopes_are_proof(struct ck *c, LLVMValueRef list, bool *ours)
{
	unsigned k = LLVMGetMDNodeNumOperands(list);
	LLVMValueRef *ops = arena_array(&c->ar, k, sizeof *ops);
	bool all = true;

	*ours = false;
	if (ops == NULL)
		return false;
	LLVMGetMDNodeOperands(list, ops);
	for (unsigned i = 0; i < k; i++) {
		if (ops[i] == NULL || !named(node_operand(ops[i], 1), "jnoalias"))
			continue;
		*ours = true;
		if (!named(ops[i], "jnoalias_immutdata") && !named(ops[i], "jnoalias_mutconstdata"))
			all = false;
	}
	return *ours && all;
}

static bool
tbaa_is_proof(LLVMValueRef tag)
{
	static const char *const immutable[] = { "jtbaa_const", "jtbaa_datatype", "jtbaa_immut" };
	LLVMValueRef type = node_operand(tag, 1);
	const char *text;
	unsigned n;

	for (int depth = 0; type != NULL && depth < MAX_TBAA_DEPTH; depth++) {
		if (!node_text(type, 0, &text, &n))
			return false;
		for (unsigned i = 0; i < sizeof immutable / sizeof *immutable; i++)
			if (is_text(text, n, immutable[i]))
				return true;
		type = node_operand(type, 1);
	}
	return false;
}

/* Verdicts are kept for each metadata node: 1 yes, 0 no, 2 no, and it forbids other proof. */
static uint32_t
scope_verdict(struct ck *c, LLVMValueRef md)
{
	uint32_t known = ptrmap_get(&c->proof_memo, md);
	bool ours, yes;

	if (known != PTRMAP_NONE)
		return known;
	yes = scopes_are_proof(c, md, &ours);
	known = yes ? 1 : ours ? 2 : 0;
	ptrmap_set(&c->proof_memo, md, known);
	return known;
}

static uint32_t
tbaa_verdict(struct ck *c, LLVMValueRef md)
{
	uint32_t known = ptrmap_get(&c->proof_memo, md);

	if (known == PTRMAP_NONE) {
		known = tbaa_is_proof(md);
		ptrmap_set(&c->proof_memo, md, known);
	}
	return known;
}

bool
check_load_is_proof(struct ck *c, LLVMValueRef load)
{
	LLVMValueRef md;

	if (!LLVMHasMetadata(load))
		return false;
	if (LLVMGetMetadata(load, c->md_invariant) != NULL)
		return true;
	if ((md = LLVMGetMetadata(load, c->md_scope)) != NULL) {
		uint32_t v = scope_verdict(c, md);
		if (v != 0)
			return v == 1;
	}
	return (md = LLVMGetMetadata(load, c->md_tbaa)) != NULL && tbaa_verdict(c, md) == 1;
}

static bool
is_constant_global(struct ck *c, LLVMValueRef g)
{
	LLVMValueMetadataEntry *all;
	size_t n = 0;
	bool yes = false;

	if (LLVMIsAGlobalVariable(g) == NULL)
		return false;
	if (LLVMIsGlobalConstant(g))
		return true;
	all = LLVMGlobalCopyAllMetadata(g, &n);
	for (size_t i = 0; i < n; i++)
		yes |= LLVMValueMetadataEntriesGetKind(all, (unsigned)i) == c->md_constgv;
	if (all != NULL)
		LLVMDisposeValueMetadataEntries(all);
	return yes;
}

static LLVMValueRef
strip(LLVMValueRef v)
{
	for (int depth = 0; depth < MAX_CHAIN; depth++) {
		bool inst = LLVMIsAInstruction(v) != NULL, expr = LLVMIsAConstantExpr(v) != NULL;
		LLVMOpcode op;
		if (!inst && !expr)
			break;
		op = inst ? LLVMGetInstructionOpcode(v) : LLVMGetConstOpcode(v);
		if (op != LLVMBitCast && op != LLVMAddrSpaceCast && op != LLVMFreeze
			&& !(op == LLVMGetElementPtr && LLVMIsInBounds(v)))
			break;
		v = LLVMGetOperand(v, 0);
	}
	return v;
}

/* A link of a chain: the value itself, or what it points to, must be constant. */
struct link { LLVMValueRef v; bool address; };
struct chain { struct link link[MAX_CHAIN]; unsigned n; };

static bool
push_link(struct chain *w, LLVMValueRef v, bool address)
{
	v = strip(v);
	for (unsigned i = 0; i < w->n; i++)
		if (w->link[i].v == v && w->link[i].address == address)
			return true;
	if (w->n == MAX_CHAIN)
		return false;
	w->link[w->n++] = (struct link){ v, address };
	return true;
}

static bool
next_links(struct ck *c, struct chain *w, struct link l)
{
	LLVMValueRef v = l.v;

	if (LLVMIsALoadInst(v) != NULL) {
		LLVMValueRef p = strip(LLVMGetOperand(v, 0));
		if (LLVMIsAGlobalVariable(p) != NULL)
			return check_load_is_proof(c, v) || is_constant_global(c, p);
		return check_load_is_proof(c, v) && push_link(w, p, true);
	}
	if (l.address && LLVMIsAGlobalVariable(v) != NULL)
		return is_constant_global(c, v);
	if (c->own_arguments && LLVMIsAArgument(v) != NULL && pointer_as(LLVMTypeOf(v)) == LR_AS_TRACKED)
		return false;
	if (LLVMIsConstant(v) || LLVMIsAArgument(v) != NULL) /* other arguments are the caller's to keep, whatever their
	                                                      * type */
		return true;
	if (LLVMIsASelectInst(v) != NULL)
		return push_link(w, LLVMGetOperand(v, 1), l.address) && push_link(w, LLVMGetOperand(v, 2), l.address);
	if (LLVMIsAPHINode(v) != NULL) {
		for (unsigned k = 0, n = LLVMCountIncoming(v); k < n; k++)
			if (!push_link(w, LLVMGetIncomingValue(v, k), l.address))
				return false;
		return true;
	}
	if (LLVMIsACallInst(v) == NULL)
		return false;
	switch (check_callee(c, v).id) {
	case INTR_TYPEOF:
	case INTR_GET_PGCSTACK:
	case INTR_GET_PGCSTACK_OR_NEW:
		return true;
	case INTR_GC_LOADED:
		return push_link(w, LLVMGetOperand(v, 0), l.address) && push_link(w, LLVMGetOperand(v, 1), l.address);
	default:
		return false;
	}
}

/* Everything that `v` can be is loaded out of constants: a breadth-first walk that allows cycles. */
bool
check_is_rooted_chain(struct ck *c, LLVMValueRef v)
{
	struct chain w = { .n = 0 };
	bool ok = push_link(&w, v, false);

	for (unsigned i = 0; ok && i < w.n; i++)
		ok = next_links(c, &w, w.link[i]);
	return ok;
}

/* Header words are read with a mask over the bits that are not the type, wherever typeof has been lowered. */
bool
check_is_type_tag(LLVMValueRef i)
{
	LLVMValueRef mask;

	if (LLVMIsAInstruction(i) == NULL || LLVMGetInstructionOpcode(i) != LLVMAnd)
		return false;
	mask = LLVMGetOperand(i, 1);
	return LLVMIsALoadInst(LLVMGetOperand(i, 0)) != NULL && LLVMIsAConstantInt(mask) != NULL &&
	       LLVMConstIntGetSExtValue(mask) == ~(long long)LR_TAG_BITS;
}
