/* SPDX-License-Identifier: MIT */
/* check_proof.c -- which loads prove by themselves that the object that they give is rooted elsewhere.
**
** An object that is loaded out of memory that never changes lives as long as the owner of that memory.  The proof is
** the metadata on the load (check_metadata.c).  Chains of loads that start at constant globals need no owner.  Nor does
** a load of a stack variable that only ever holds such values: all writes are stores that are seen here, and one of
** them comes first. */
#include "check/model/check_model.h"

enum { MAX_CHAIN = 64, MAX_BEHIND = 4096 }; /* links of a chain; instructions between an alloca and its first use */

/* What a node of metadata proves; the answer is kept for each node. */
static enum check_proof
verdict(struct ck *c, LLVMValueRef load, unsigned kind, enum check_proof (*read)(LLVMValueRef))
{
	LLVMValueRef md = LLVMGetMetadata(load, kind);
	uint32_t known;

	if (md == NULL)
		return PROOF_NONE;
	if ((known = ptrmap_get(&c->proof_memo, md)) == PTRMAP_NONE)
		ptrmap_set(&c->proof_memo, md, known = read(md));
	return (enum check_proof)known;
}

bool
check_load_is_proof(struct ck *c, LLVMValueRef load)
{
	enum check_proof proof;

	if (!LLVMHasMetadata(load))
		return false;
	if (LLVMGetMetadata(load, c->md_invariant) != NULL || LLVMGetMetadata(load, c->md_immutable) != NULL)
		return true;
	proof = verdict(c, load, c->md_scope, check_scopes);
	return (proof != PROOF_NONE ? proof : verdict(c, load, c->md_tbaa, check_tbaa)) == PROOF_YES;
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

/* A link of a chain of loads: the value, or, if `address`, the memory that it points to, must be constant. */
struct link { LLVMValueRef v; bool address; };
/* variable: stack variables that are loaded from on the way, at most one for each link. */
struct chain { struct link link[MAX_CHAIN]; unsigned n; LLVMValueRef variable[MAX_CHAIN]; unsigned nvariable; };

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
		if (LLVMIsAAllocaInst(LLVMGetOperand(v, 0)) != NULL) {
			w->variable[w->nvariable++] = LLVMGetOperand(v, 0);
			return !l.address;
		}
		if (LLVMIsAGlobalVariable(p) != NULL)
			return check_load_is_proof(c, v) || check_is_constant_global(p, c->md_constgv);
		return check_load_is_proof(c, v) && push_link(w, p, true);
	}
	if (l.address && LLVMIsAGlobalVariable(v) != NULL)
		return check_is_constant_global(v, c->md_constgv);
	if (c->own_arguments && LLVMIsAArgument(v) != NULL && check_space(LLVMTypeOf(v)) == LR_AS_TRACKED)
		return false;
	if (LLVMIsConstant(v) || LLVMIsAArgument(v) != NULL) /* the caller keeps other arguments, of any type */
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
	case FN_TYPEOF:
	case FN_IMMEDIATE_MAKE:
	case FN_GET_PGCSTACK:
		return true;
	case FN_GC_LOADED:
		return push_link(w, LLVMGetOperand(v, 0), l.address) && push_link(w, LLVMGetOperand(v, 1), l.address);
	default:
		return false;
	}
}

/* Is every value that `v` can be loaded out of constants, apart from the contents of the stack variables that are noted
** in the chain?  A breadth-first walk, which allows cycles. */
static bool
walk_chain(struct ck *c, struct chain *w, LLVMValueRef v)
{
	bool ok;

	w->n = w->nvariable = 0;
	ok = push_link(w, v, false);
	for (unsigned i = 0; ok && i < w->n; i++)
		ok = next_links(c, w, w->link[i]);
	return ok;
}

/* The same for a value that is stored into a stack variable, and is not loaded from one. */
static bool
is_rooted_value(struct ck *c, LLVMValueRef v)
{
	struct chain w;

	return walk_chain(c, &w, v) && w.nvariable == 0;
}

/* Does the call only read through its arguments that are `v`, and not keep the address? */
static bool
only_reads_argument(struct ck *c, LLVMValueRef call, LLVMValueRef v)
{
	const unsigned nargs = LLVMGetNumArgOperands(call);

	for (unsigned i = 0, n = (unsigned)LLVMGetNumOperands(call); i < n; i++) {
		if (LLVMGetOperand(call, i) != v)
			continue;
		if (i >= nargs || !check_is_not_kept(c, call, i)
			|| (check_argument(call, i, c->attr.readonly) == NULL
				&& check_argument(call, i, c->attr.readnone) == NULL
				&& check_argument(call, i, c->attr.byval) == NULL))
			return false;
	}
	return true;
}

/* Does the use of a variable's address keep to loads and stores of the whole variable, stores of rooted values, and
** calls that only read? */
static bool
is_plain_use(struct ck *c, LLVMValueRef alloca, LLVMValueRef user)
{
	LLVMTypeRef type = LLVMGetAllocatedType(alloca);

	if (LLVMIsALoadInst(user) != NULL)
		return LLVMTypeOf(user) == type && !LLVMGetVolatile(user);
	if (LLVMIsAStoreInst(user) != NULL) {
		LLVMValueRef value = LLVMGetOperand(user, 0);
		return value != alloca && LLVMTypeOf(value) == type && !LLVMGetVolatile(user)
			&& is_rooted_value(c, value);
	}
	if (LLVMIsAAddrSpaceCastInst(user) != NULL) {
		for (LLVMUseRef u = LLVMGetFirstUse(user); u != NULL; u = LLVMGetNextUse(u))
			if (LLVMIsACallInst(LLVMGetUser(u)) == NULL
				|| !only_reads_argument(c, LLVMGetUser(u), user))
				return false;
		return true;
	}
	return LLVMIsACallInst(user) != NULL && only_reads_argument(c, user, alloca);
}

static bool
is_stored_first(LLVMValueRef alloca)
{
	LLVMValueRef i = LLVMGetNextInstruction(alloca);

	for (unsigned left = MAX_BEHIND; i != NULL && left > 0; i = LLVMGetNextInstruction(i), left--) {
		if (LLVMIsAStoreInst(i) != NULL && LLVMGetOperand(i, 1) == alloca)
			return true;
		for (unsigned k = (unsigned)LLVMGetNumOperands(i); k-- > 0;)
			if (LLVMGetOperand(i, k) == alloca)
				return false;
	}
	return false;
}

/* The answer is kept for each variable.  Values that are loaded from one such variable and stored into another one are
** not followed. */
static bool
is_rooted_variable(struct ck *c, LLVMValueRef alloca)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(c->fn);
	uint32_t known = ptrmap_get(&c->proof_memo, alloca);

	if (known == PTRMAP_NONE) {
		bool rooted = LLVMGetInstructionParent(alloca) == entry && is_stored_first(alloca);
		for (LLVMUseRef u = LLVMGetFirstUse(alloca); rooted && u != NULL; u = LLVMGetNextUse(u))
			rooted = is_plain_use(c, alloca, LLVMGetUser(u));
		ptrmap_set(&c->proof_memo, alloca, known = rooted ? PROOF_YES : PROOF_FORBIDDEN);
	}
	return known == PROOF_YES;
}

/* Is every value that `v` can be loaded out of constants? */
bool
check_is_rooted_chain(struct ck *c, LLVMValueRef v)
{
	struct chain w;
	bool ok = walk_chain(c, &w, v);

	for (unsigned i = 0; ok && i < w.nvariable; i++)
		ok = is_rooted_variable(c, w.variable[i]);
	return ok;
}

bool
check_is_in_jlcall_array(LLVMValueRef fn, LLVMValueRef p)
{
	if (!check_is_jlcall(LLVMGlobalGetValueType(fn))
		|| check_space(LLVMTypeOf(LLVMGetParam(fn, 0))) != LR_AS_TRACKED)
		return false;
	for (int depth = 0; depth < 64 && LLVMIsAGetElementPtrInst(p) != NULL; depth++)
		p = LLVMGetOperand(p, 0);
	return p == LLVMGetParam(fn, 1);
}

/* Does the caller root what lies there, for the whole call?  The attribute "thunk" says so, which front ends put on the
** entries that they generate; or the profile, for every function of that type. */
bool
check_is_jlcall_argument(const struct ck *c, LLVMValueRef p)
{
	return (c->cx->profile.caller_roots_jlcall_args
		|| LLVMGetStringAttributeAtIndex(c->fn, CK_ON_FUNCTION, "thunk", 5) != NULL)
		&& check_is_in_jlcall_array(c->fn, p);
}

/* Where typeof has been lowered, the header word is read, and the bits that are not the type are masked out. */
bool
check_is_type_tag(const struct ck *c, LLVMValueRef i)
{
	LLVMValueRef mask;

	if (LLVMIsAInstruction(i) == NULL || LLVMGetInstructionOpcode(i) != LLVMAnd)
		return false;
	mask = LLVMGetOperand(i, 1);
	return LLVMIsALoadInst(LLVMGetOperand(i, 0)) != NULL && LLVMIsAConstantInt(mask) != NULL &&
	       LLVMConstIntGetSExtValue(mask) == ~(long long)c->cx->profile.tag_bits;
}

bool
check_is_type_call(const struct lr_profile *p, LLVMValueRef v)
{
	const char *name = p->type_of;

	return name[0] != '\0' && LLVMIsACallInst(v) != NULL
		&& strcmp(value_name(LLVMGetCalledValue(v)), name) == 0;
}
