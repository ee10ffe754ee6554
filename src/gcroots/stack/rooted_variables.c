/* SPDX-License-Identifier: MIT */
/* rooted_variables.c -- stack variables that need no words of the frame: all references that they ever hold are null,
** permanent, or rooted by the caller.
**
** Unoptimised code copies each argument that it changes into such a variable, and often never changes it.  The variable
** stays plain stack memory, and what is loaded from it needs no root either.  This holds only if a store comes before
** all loads, so that no load yields undefined bits, and if all writes are seen here: callees may only read it.  Where
** objects move it does not hold: the collector would have to update the variable. */
#include "gcroots/stack/stack.h"
#include "gcroots/stack/variables.h"

enum { MAX_LOOK = 256 };     /* instructions between the alloca and its first store */

/* Are all references in the value null, permanent, or rooted by the caller? */
static bool
is_rooted_value(struct scan *sc, LLVMValueRef value)
{
	const struct bases stored = scan_bases(sc, value);

	for (uint32_t i = 0; i < (stored.v ? stored.n : stored.n != 0); i++)
		if (base_at(&stored, i) >= 0)
			return false;
	return true;
}

/* Is each use of the address a call that only reads the variable? */
static bool
is_only_read(struct scan *sc, LLVMValueRef address)
{
	for (LLVMUseRef u = LLVMGetFirstUse(address); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if (!LLVMIsACallInst(call) || !stack_only_read(sc->s, call, address))
			return false;
	}
	return true;
}

/* Is it a load of the whole variable, a store of references that others root, or a call that only reads? */
static bool
is_harmless(struct scan *sc, LLVMValueRef alloca, LLVMValueRef user)
{
	LLVMTypeRef type = LLVMGetAllocatedType(alloca);

	if (LLVMIsALoadInst(user))
		return LLVMTypeOf(user) == type && !LLVMGetVolatile(user);
	if (LLVMIsAStoreInst(user)) {
		LLVMValueRef value = operand_of(user, 0);
		return value != alloca && LLVMTypeOf(value) == type && !LLVMGetVolatile(user)
			&& is_rooted_value(sc, value);
	}
	return LLVMIsAAddrSpaceCastInst(user) ? is_only_read(sc, user)
		: LLVMIsACallInst(user) && stack_only_read(sc->s, user, alloca);
}

/* Is the first use of a variable of the entry block a store, soon behind the alloca? */
static bool
is_stored_first(LLVMValueRef alloca)
{
	LLVMValueRef i = LLVMGetNextInstruction(alloca);

	for (unsigned n = 0; i != NULL && n < MAX_LOOK; i = LLVMGetNextInstruction(i), n++) {
		if (LLVMIsAStoreInst(i) && operand_of(i, 1) == alloca)
			return true;
		for (unsigned k = (unsigned)LLVMGetNumOperands(i); k-- > 0;)
			if (operand_of(i, k) == alloca)
				return false;
	}
	return false;
}

/* The loads of the variable need no root: what they yield is rooted elsewhere. */
static void
root_loads(struct scan *sc, LLVMValueRef alloca)
{
	const base_id rooted = BASE_ROOTED;

	for (LLVMUseRef u = LLVMGetFirstUse(alloca); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef load = LLVMGetUser(u);
		if (!LLVMIsALoadInst(load) || scan_block(sc, LLVMGetInstructionParent(load)) == NONE)
			continue;
		struct bases loaded = scan_bases(sc, load);
		for (uint32_t i = 0; i < loaded.n; i++) {
			const base_id x = base_at(&loaded, i);
			if (x >= 0 && sc->ir->defining[x] == load)
				scan_refs(sc, (value_id)x, &rooted, 1);
		}
	}
}

bool
stack_is_rooted(struct scan *sc, const struct stack_var *var)
{
	LLVMValueRef alloca = var->alloca;

	if (sc->s->moving || sc->f->any_returns_twice || LLVMGetMetadata(alloca, sc->s->md_roots))
		return false;
	for (LLVMUseRef u = LLVMGetFirstUse(alloca); u != NULL; u = LLVMGetNextUse(u))
		if (!is_harmless(sc, alloca, LLVMGetUser(u)))
			return false;
	if (!is_stored_first(alloca))
		return false;
	root_loads(sc, alloca);
	return true;
}
