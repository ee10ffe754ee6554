/* check_stack.c -- tracked values in stack memory that is not a slot: byte buffers, variables of mixed type.
**
** What is stored there must stay rooted while it may be read again.  Whoever places roots keeps such a value in a slot
** from the store on; what is proved is that it sits in one at the next safepoint of the block, if a read may follow.
** (Not proved: that the slot is left alone later on, and stores whose block has no further safepoint.)
**
** Finds the variables with such stores, the pointers to them, and from which blocks a read can be reached. */
#include "gcroots/check_model.h"

#define REACH_MAX (1u << 25) /* bytes for all variables together; beyond, the others are not looked at */

static bool
queue(struct ck *c, LLVMValueRef **work, uint32_t *n, uint32_t *cap, LLVMValueRef p, uint32_t var)
{
	if (ptrmap_get(&c->stack_of, p) != PTRMAP_NONE)
		return true;
	if (!ptrmap_set(&c->stack_of, p, var) || !ARENA_PUSH(&c->ar, *work, *n, *cap))
		return false;
	(*work)[(*n)++] = p;
	return true;
}

/* Does this call take the pointer only to write through it, or not at all? */
static bool
only_written(LLVMValueRef call, LLVMValueRef p)
{
	enum intrinsic id = intrinsic_of_call(call);
	const char *name = value_name(LLVMGetCalledValue(call));

	if (id == INTR_LLVM_DEBUG || id == INTR_LLVM_LIFETIME)
		return true;
	if (id != INTR_LLVM)
		return false;
	return strncmp(name, "llvm.memset.", 12) == 0 ||
	       ((strncmp(name, "llvm.memcpy.", 12) == 0 || strncmp(name, "llvm.memmove.", 13) == 0) && LLVMGetOperand(call, 1) != p);
}

struct facts { bool tracked, escapes; };

/* Follow the address of variable `var`; `from[b]` is set where it is read. */
static bool
follow(struct ck *c, LLVMValueRef alloca, uint32_t var, struct facts *facts, bool *from, LLVMValueRef **work, uint32_t *cap)
{
	uint32_t n = 0;

	if (!queue(c, work, &n, cap, alloca, var))
		return false;
	while (n > 0) {
		LLVMValueRef p = (*work)[--n];
		for (LLVMUseRef u = LLVMGetFirstUse(p); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			uint32_t b = LLVMIsAInstruction(user) == NULL ? CK_NONE : check_block_of(c, user);
			if (b == CK_NONE)
				continue;
			switch (LLVMGetInstructionOpcode(user)) {
			case LLVMGetElementPtr:
			case LLVMBitCast:
			case LLVMAddrSpaceCast:
			case LLVMFreeze:
			case LLVMPHI:
			case LLVMSelect:
				if (!queue(c, work, &n, cap, user, var))
					return false;
				break;
			case LLVMStore:
				if (LLVMGetOperand(user, 0) == p)
					facts->escapes = true;
				else
					facts->tracked |= LLVMIsAInstruction(LLVMGetOperand(user, 0)) != NULL && check_lanes(c, LLVMTypeOf(LLVMGetOperand(user, 0))) > 0;
				break;
			case LLVMICmp:
				break;
			case LLVMCall:
			case LLVMInvoke:
			case LLVMCallBr:
				if (!only_written(user, p))
					from[b] = true;
				break;
			case LLVMPtrToInt:
			case LLVMInsertValue:
			case LLVMRet:
				facts->escapes = true;
				break;
			default:
				from[b] = true;
				break;
			}
		}
	}
	return true;
}

/* Blocks that a read can be reached from. */
static void
spread(const struct ck *c, bool *from, uint32_t *work)
{
	uint32_t n = 0;

	for (uint32_t b = 0; b < c->nblk; b++)
		if (from[b])
			work[n++] = b;
	while (n > 0) {
		uint32_t b = work[--n];
		for (uint32_t e = c->pred_off[b]; e < c->pred_off[b + 1]; e++)
			if (!from[c->pred[e]]) {
				from[c->pred[e]] = true;
				work[n++] = c->pred[e];
			}
	}
}

bool
check_stack(struct ck *c)
{
	LLVMValueRef *work = NULL;
	uint32_t cap = 0, vars_cap = 0, *blocks = arena_array(&c->ar, c->nblk, sizeof *blocks);
	bool *from = NULL;

	for (LLVMValueRef i = LLVMGetFirstInstruction(c->bb[0]); i != NULL; i = LLVMGetNextInstruction(i)) {
		struct facts facts = { false, false };
		if (LLVMGetInstructionOpcode(i) != LLVMAlloca || (uint64_t)c->nstack * c->nblk > REACH_MAX)
			continue;
		if (from == NULL)
			from = arena_zarray(&c->ar, c->nblk, sizeof *from);
		if (c->ar.failed)
			return false;
		if (!follow(c, i, c->nstack, &facts, from, &work, &cap) || !ARENA_PUSH(&c->ar, c->stack_read, c->nstack, vars_cap))
			return false;
		if (!facts.tracked) {
			/* The number goes to nobody: its pointers lead to a variable without facts. */
			memset(from, 0, c->nblk * sizeof *from);
			c->stack_read[c->nstack++] = NULL;
			continue;
		}
		for (uint32_t b = 0; facts.escapes && b < c->nblk; b++)
			from[b] = true;
		spread(c, from, blocks);
		c->stack_read[c->nstack++] = from;
		from = NULL;
	}
	return !c->ar.failed && !c->stack_of.failed;
}

/* The variable that `p` points into, if it has tracked values; CK_NONE otherwise. */
uint32_t
check_stack_variable(const struct ck *c, LLVMValueRef p)
{
	uint32_t v = c->nstack == 0 ? PTRMAP_NONE : ptrmap_get(&c->stack_of, p);

	return v == PTRMAP_NONE || c->stack_read[v] == NULL ? CK_NONE : v;
}
