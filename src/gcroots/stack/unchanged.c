/* SPDX-License-Identifier: MIT */
/* unchanged.c -- does a stack variable still hold the reference that was read out of it?
**
** Foreign calls get addresses of objects as numbers, and a bundle names the stack variables that keep these objects
** alive.  A variable that a bundle names has words of the frame that it shares with no other (accesses.c).  If it is
** not written between the read and the call, it roots the object at each safepoint on the way. */
#include "gcroots/stack/variables.h"

enum { MAX_POINTERS = 64 };

struct paths {
	struct scan *sc;
	LLVMValueRef read, call;
	block_id from, to;       /* the blocks of `read` and `call` */
	bool *between;           /* by block: it is on a path from `read` to `call` that does not come back to `from` */
	uint64_t *steps;         /* that may still be taken */
};

static bool
spend(struct paths *w, uint64_t n)
{
	*w->steps -= n < *w->steps ? n : *w->steps;
	return *w->steps != 0;
}

/* Does a bundle of the call have the address of the variable? */
static bool
is_named(LLVMValueRef call, LLVMValueRef variable)
{
	if (!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call))
		return false;
	for (unsigned i = 0; i < LLVMGetNumOperandBundles(call); i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		bool found = false;
		for (unsigned k = 0, n = LLVMGetNumOperandBundleArgs(b); k < n; k++)
			found |= LLVMGetOperandBundleArgAtIndex(b, k) == variable;
		LLVMDisposeOperandBundle(b);
		if (found)
			return true;
	}
	return false;
}

/* Does `a` come before `b` in their block?  Yes as well if there are too many instructions. */
static bool
comes_before(struct paths *w, LLVMValueRef a, LLVMValueRef b)
{
	for (LLVMValueRef i = a; i; i = LLVMGetNextInstruction(i))
		if (i == b || !spend(w, 1))
			return true;
	return false;
}

static bool
is_on_path(struct paths *w, LLVMValueRef inst)
{
	const block_id block = scan_block(w->sc, LLVMGetInstructionParent(inst));

	if (block == NONE)
		return false;
	if (w->from == w->to)
		return block == w->from && comes_before(w, w->read, inst) && comes_before(w, inst, w->call);
	return w->between[block] || (block == w->from && comes_before(w, w->read, inst))
		|| (block == w->to && comes_before(w, inst, w->call));
}

/* Fills `between`.  False on no memory, or if it takes too long. */
static bool
find_paths(struct paths *w)
{
	const struct cfg *g = &w->sc->f->g;
	uint32_t *todo = arena_array(w->sc->ar, g->nblk, sizeof *todo), n = 0;

	w->between = arena_zarray(w->sc->ar, g->nblk, sizeof *w->between);
	if (!todo || !w->between || !spend(w, 2 * (uint64_t)g->nblk))
		return false;
	if (w->from != w->to)
		todo[n++] = w->to;
	while (n) {
		block_id at = todo[--n];
		for (uint32_t e = g->pred_at[at]; e < g->pred_at[at + 1]; e++) {
			block_id p = g->pred[e];
			if (!spend(w, 1))
				return false;
			if (p == w->from || w->between[p])
				continue;
			w->between[p] = true;
			if (p != w->to)
				todo[n++] = p;
		}
	}
	return true;
}

/* May a use of the address write the variable on a path from `read` to `call`, or let it escape?  *derived: the use
** is another address of the variable. */
static bool
may_write(struct paths *w, LLVMValueRef user, LLVMValueRef pointer, bool *derived)
{
	const struct callee_info *info;

	switch (LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : 0) {
	case LLVMLoad: case LLVMICmp:
		return false;
	case LLVMGetElementPtr: case LLVMBitCast: case LLVMFreeze:
		*derived = true;
		return false;
	case LLVMStore:
		return LLVMGetOperand(user, 0) == pointer || is_on_path(w, user);
	case LLVMAtomicRMW: case LLVMAtomicCmpXchg:
		return LLVMGetOperand(user, 0) != pointer || is_on_path(w, user);
	case LLVMCall: case LLVMInvoke:
		info = session_callee(w->sc->s, LLVMGetCalledValue(user));
		if (!info || info->intr == INTR_LLVM_DEBUG)
			return !info;
		if (info->intr == INTR_LLVM_LIFETIME)
			return is_on_path(w, user);
		for (unsigned i = 0, n = LLVMGetNumArgOperands(user); i < n; i++)
			if (LLVMGetOperand(user, i) == pointer)
				return true;
		return false;
	default:
		return true;
	}
}

bool
stack_unchanged(struct scan *sc, LLVMValueRef variable, LLVMValueRef read, LLVMValueRef call, uint64_t *steps)
{
	struct paths w = { .sc = sc, .read = read, .call = call, .steps = steps };
	LLVMValueRef list[MAX_POINTERS];
	unsigned n = 0;

	if (sc->s->moving || sc->f->any_returns_twice || !LLVMIsALoadInst(read) || !is_named(call, variable))
		return false;
	w.from = scan_block(sc, LLVMGetInstructionParent(read));
	w.to = scan_block(sc, LLVMGetInstructionParent(call));
	if (w.from == NONE || w.to == NONE || !find_paths(&w))
		return false;
	list[n++] = variable;
	while (n) {
		LLVMValueRef pointer = list[--n];
		for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			bool derived = false;
			if (!spend(&w, 1) || may_write(&w, user, pointer, &derived) || (derived && n == MAX_POINTERS))
				return false;
			if (derived)
				list[n++] = user;
		}
	}
	return true;
}
