/* SPDX-License-Identifier: MIT */
/* check_reloc_anchor.c -- whenever a statepoint leaves the code that tables describe, an anchor is in the chain and
** says where the stack pointer is.
**
** Error 3 of check_reloc.c, for functions that PlaceStatepoints has built.
**
** State, forward, "may":  OUT no anchor is linked;  IN one is linked;  UNSAID the anchor does not say where the stack
** pointer is;  SAID it does.
**   entry                                    OUT, UNSAID
**   store of an anchor's address             IN
**   store of the link word of an anchor      OUT (the chain is as it was)
**   llvm.stacksave into the anchor           SAID
**   the stack pointer may move               UNSAID
** Join: union.  Error at a statepoint that leaves: OUT or UNSAID may hold, or the call may push arguments.  Error at a
** return: IN may hold. */
#include "check/relocations/check_reloc_model.h"
#include "host/architecture.h"
#include "lateroot/abi.h"
#include "check/model/check_table.h"

enum { OUT = 1, IN = 2, UNSAID = 4, SAID = 8 };
enum { ANCHOR_HEADER = LR_ANCHOR_AT_CALL << LR_FRAME_NROOTS_SHIFT | LR_FRAME_ANCHOR };

struct proof {
	struct rmodel *m;
	struct ptrmap anchors;
	bool allocates; /* the function has a dynamic alloca */
};

static bool
is_dynamic(const struct rmodel *m, LLVMValueRef i)
{
	bool entry = LLVMGetInstructionParent(i) == LLVMGetEntryBasicBlock(m->fn);

	return LLVMIsAAllocaInst(i) && !(entry && LLVMIsConstant(LLVMGetOperand(i, 0)));
}

/* An anchor is an alloca with the header of anchors in word 0. */
static void
find_anchors(struct proof *p)
{
	for (uint32_t b = 0; b < p->m->nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(p->m->block[b]); i; i = LLVMGetNextInstruction(i)) {
			p->allocates |= is_dynamic(p->m, i);
			if (LLVMGetInstructionOpcode(i) == LLVMStore && LLVMIsAAllocaInst(LLVMGetOperand(i, 1))
				&& LLVMIsAConstantInt(LLVMGetOperand(i, 0))
				&& LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) == ANCHOR_HEADER)
				ptrmap_set(&p->anchors, LLVMGetOperand(i, 1), b);
		}
}

static bool
is_anchor(const struct proof *p, LLVMValueRef v)
{
	return ptrmap_get(&p->anchors, v) != PTRMAP_NONE;
}

/* Does `address` point to word `word` of an anchor? */
static bool
is_word(const struct proof *p, LLVMValueRef address, uint64_t word)
{
	if (!LLVMIsAGetElementPtrInst(address) || LLVMGetNumOperands(address) != 2
		|| !LLVMIsAConstantInt(LLVMGetOperand(address, 1)))
		return false;
	const uint64_t bytes = LLVMGetTypeKind(LLVMGetGEPSourceElementType(address)) == LLVMIntegerTypeKind
		? LLVMGetIntTypeWidth(LLVMGetGEPSourceElementType(address)) / 8 : 8;
	return LLVMConstIntGetZExtValue(LLVMGetOperand(address, 1)) * bytes == 8 * word
		&& is_anchor(p, LLVMGetOperand(address, 0));
}

static bool
calls(LLVMValueRef v, const char *prefix)
{
	LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;

	return callee && LLVMIsAFunction(callee) && strncmp(value_name(callee), prefix, strlen(prefix)) == 0;
}

static uint8_t
after_store(const struct proof *p, LLVMValueRef store, uint8_t state)
{
	LLVMValueRef what = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1);

	if (is_anchor(p, what))
		return (state & (UNSAID | SAID)) | IN;
	if (LLVMIsALoadInst(what) && is_word(p, LLVMGetOperand(what, 0), LR_FRAME_PREV_WORD))
		return (state & (UNSAID | SAID)) | OUT;
	if (calls(what, "llvm.stacksave") && is_word(p, to, LR_ANCHOR_SP_WORD))
		return (state & (OUT | IN)) | SAID;
	return state;
}

/* -- statepoints */

/* Is it a function of the runtime that looks at where it was called from, so that it needs no anchor? */
static bool
finds_its_caller(const struct rmodel *m, LLVMValueRef callee)
{
	const struct lr_profile *p = &m->cx->profile;
	const char *const names[] = { "lr_gc_safepoint", "lr_safepoint", p->small_alloc, p->big_alloc, p->typed_alloc,
		p->memory_alloc };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i][0] != '\0' && strcmp(value_name(callee), names[i]) == 0)
			return true;
	return false;
}

/* May another function take the callee's place on the stack, by a musttail call, which no table need describe? */
static bool
jumps(struct rmodel *m, LLVMValueRef callee)
{
	uint32_t known = ptrmap_get(&m->jumps, callee);

	if (known == PTRMAP_NONE)
		ptrmap_set(&m->jumps, callee, known = check_jumps(callee));
	return known;
}

/* Does control go to code whose frames no table describes, without a trampoline that links an anchor? */
static bool
leaves(struct rmodel *m, LLVMValueRef statepoint)
{
	LLVMValueRef callee = LLVMGetOperand(statepoint, STATEPOINT_CALLEE), patch = LLVMGetOperand(statepoint, 1);

	if (LLVMIsAConstantInt(patch) && LLVMConstIntGetZExtValue(patch) > 0)
		return false; /* a patch point: what is called is decided at run time, by others */
	if (check_says_walked(m->cx, statepoint, callee))
		return false;
	if (!LLVMIsAFunction(callee))
		return true;
	if (LLVMIsDeclaration(callee))
		return !finds_its_caller(m, callee);
	if (strncmp(value_name(callee), "lr.leave.", 9) == 0)
		return false;
	lr_abi abi = check_abi(m->cx, callee);
	return check_replaceable(callee) || (abi != LR_ABI_STATEPOINT && abi != LR_ABI_FRAMEMAP) || jumps(m, callee);
}

/* Does an attribute pass the argument in a register of its own? */
static bool
has_own_register(LLVMValueRef statepoint, unsigned i)
{
	static const char *const names[] = { "swiftself", "nest" };

	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (LLVMGetCallSiteEnumAttribute(statepoint, i + 1,
			LLVMGetEnumAttributeKindForName(names[k], strlen(names[k]))))
			return true;
	return false;
}

/* Does a call store its return address on the stack, where the anchor leads to?  On x86-64 alone. */
static bool
stores_return_address(const struct rmodel *m)
{
	return architecture_of(LLVMGetTarget(LLVMGetGlobalParent(m->fn))) == ARCH_X86_64;
}

/* May the call push arguments onto the stack, by the calling convention of x86-64? */
static bool
pushes(LLVMValueRef statepoint)
{
	uint64_t n = LLVMConstIntGetZExtValue(LLVMGetOperand(statepoint, STATEPOINT_NARGS)), words = 0, floats = 0;
	const unsigned cc = LLVMGetInstructionCallConv(statepoint);

	for (unsigned i = STATEPOINT_ARGS; i < STATEPOINT_ARGS + n; i++) {
		LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(statepoint, i));
		LLVMTypeKind kind = LLVMGetTypeKind(t);
		bool word = kind == LLVMPointerTypeKind
			|| (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) <= 64);
		bool real = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
		if ((!word && !real)
			|| LLVMGetCallSiteEnumAttribute(statepoint, i + 1, LLVMGetEnumAttributeKindForName("byval", 5)))
			return true;
		words += word && !has_own_register(statepoint, i);
		floats += real;
	}
	return words > 6 || floats > 8 || (cc != 0 && cc != 9 && cc != 16);
}

static void
look_at(struct rmodel *m, LLVMValueRef statepoint, uint8_t state)
{
	if (!leaves(m, statepoint))
		return;
	if (!stores_return_address(m))
		rmodel_report(m, statepoint,
			"control leaves here without a trampoline, and calls of this target store no return address");
	else if (state & OUT)
		rmodel_report(m, statepoint, "control leaves here, and on some path there is no anchor");
	else if (state & UNSAID)
		rmodel_report(m, statepoint,
			"control leaves here, and on some path the anchor does not say where the stack pointer is");
	else if (pushes(statepoint))
		rmodel_report(m, statepoint, "the stack pointer may be elsewhere in this call than the anchor says");
}

/* Does a variable hold nothing but results of llvm.stacksave, with an address that does not escape?  Code that is not
** optimised has such variables. */
static bool
keeps_saved(LLVMValueRef variable)
{
	if (!LLVMIsAAllocaInst(variable))
		return false;
	for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsAStoreInst(user) ? !calls(LLVMGetOperand(user, 0), "llvm.stacksave")
			: !LLVMIsALoadInst(user) && !calls(user, "llvm.lifetime."))
			return false;
	}
	return true;
}

/* Is it a result of llvm.stacksave: by itself, loaded from a variable, or a phi of several? */
static bool
is_saved(LLVMValueRef v)
{
	if (LLVMIsALoadInst(v))
		return keeps_saved(LLVMGetOperand(v, 0));
	if (!LLVMIsAPHINode(v))
		return calls(v, "llvm.stacksave");
	for (unsigned i = 0; i < LLVMCountIncoming(v); i++)
		if (!calls(LLVMGetIncomingValue(v, i), "llvm.stacksave"))
			return false;
	return true;
}

/* May the instruction move the stack pointer?  A stackrestore does not, if no dynamic alloca has moved it since the
** stacksave. */
static bool
moves_stack(const struct proof *p, LLVMValueRef i)
{
	if (calls(i, "llvm.stackrestore"))
		return p->allocates || !is_saved(LLVMGetOperand(i, 0));
	return is_dynamic(p->m, i);
}

/* -- the data flow */

/* Carries the state through a block, and reports errors if `report`. */
static uint8_t
pass(struct proof *p, uint32_t b, uint8_t state, bool report)
{
	struct rmodel *m = p->m;

	for (LLVMValueRef i = LLVMGetFirstInstruction(m->block[b]); i; i = LLVMGetNextInstruction(i)) {
		LLVMOpcode op = LLVMGetInstructionOpcode(i);
		if (op == LLVMStore)
			state = after_store(p, i, state);
		else if (moves_stack(p, i))
			state = (state & (OUT | IN)) | UNSAID;
		else if (report && rmodel_is_statepoint(i))
			look_at(m, i, state);
		else if (report && op == LLVMRet && (state & IN))
			rmodel_report(m, i, "the anchor may still be linked at this return");
	}
	return state;
}

/* The state behind a block with the effect `gives`, which has no bit of a pair that the block does not change. */
static uint8_t
behind(uint8_t before, uint8_t gives)
{
	const uint8_t link = OUT | IN, said = UNSAID | SAID;

	return (gives & link ? gives & link : before & link) | (gives & said ? gives & said : before & said);
}

/* Finds the state at the entry of each block, to the fixed point.  For that the instructions are read once, from the
** empty state, which gives the effect of each block. */
static void
solve(struct proof *p, uint8_t *gives, uint8_t *in, uint8_t *out)
{
	struct rmodel *m = p->m;
	bool again = true;

	for (uint32_t b = 0; b < m->nblk; b++)
		gives[b] = pass(p, b, 0, false);

	in[0] = OUT | UNSAID;
	while (again) {
		again = false;
		for (uint32_t b = 0; b < m->nblk; b++) {
			uint8_t now = in[b], old = out[b];
			for (uint32_t e = m->pred_at[b]; e < m->pred_at[b + 1]; e++)
				now |= out[m->pred[e]];
			if (now == in[b] && old != 0)
				continue;
			in[b] = now;
			out[b] = now ? behind(now, gives[b]) : 0;
			again |= out[b] != old;
		}
	}
}

bool
check_relocation_anchors(struct rmodel *m)
{
	const char *section = LLVMGetSection(m->fn);
	uint8_t *out = arena_zarray(m->ar, (size_t)m->nblk + 1, sizeof *out),
		*in = arena_zarray(m->ar, (size_t)m->nblk + 1, sizeof *in);
	uint8_t *gives = arena_zarray(m->ar, (size_t)m->nblk + 1, sizeof *gives);
	struct proof p = { .m = m };

	m->rule = "anchor";
	if (!out || !in || !gives)
		return false;
	if (!section || strcmp(section, LR_STATEPOINT_TEXT) != 0)
		return true;
	ptrmap_init(&p.anchors, m->cx->options.alloc, m->cx->options.user);
	find_anchors(&p);
	bool ok = !p.anchors.failed;
	if (ok)
		solve(&p, gives, in, out);
	for (uint32_t b = 0; ok && b < m->nblk; b++)
		if (in[b])
			pass(&p, b, in[b], true);
	ptrmap_free(&p.anchors);
	return ok;
}
