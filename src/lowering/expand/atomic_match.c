/* SPDX-License-Identifier: MIT */
/* atomic_match.c -- see atomic_match.h.
**
** An operation matches if its body is one block without effects, uses the old value once, and returns an operation of
** `atomicrmw` of it and another value; or does not use the old value at all (an exchange); or returns it (a fence). A
** call that hands the old value on is followed, three deep. The other value must not depend on memory: its
** instructions are copied in front of the atomic operation, and accesses could be reordered with that. */
#include "lowering/expand/atomic_match.h"

#include "dialect/names.h"
#include "ir/linkage.h"

/* Is it a call of one of LLVM's intrinsics, whose name begins with `name`? */
static bool
is_intrinsic(LLVMValueRef call, const char *name)
{
	LLVMValueRef fn = LLVMGetCalledValue(call);

	return LLVMIsAFunction(fn) && LLVMGetIntrinsicID(fn) != 0
		&& strncmp(value_name(fn), name, strlen(name)) == 0;
}

/* Intrinsics that only compute. */
static bool
only_computes(LLVMValueRef call)
{
	static const char *const names[] = { "llvm.abs.", "llvm.bitreverse.", "llvm.bswap.", "llvm.ceil.",
		"llvm.copysign.", "llvm.ctlz.", "llvm.ctpop.", "llvm.cttz.", "llvm.fabs.", "llvm.floor.", "llvm.fma.",
		"llvm.fmuladd.", "llvm.fshl.", "llvm.fshr.", "llvm.maxnum.", "llvm.minnum.", "llvm.rint.",
		"llvm.round.", "llvm.sadd.sat.", "llvm.smax.", "llvm.smin.", "llvm.sqrt.", "llvm.ssub.sat.",
		"llvm.trunc.", "llvm.uadd.sat.", "llvm.umax.", "llvm.umin.", "llvm.usub.sat." };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (is_intrinsic(call, names[i]))
			return true;
	return false;
}

/* Can the instruction be copied, or left out, without any effect on others? */
static bool
has_no_effects(LLVMValueRef inst)
{
	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMFNeg: case LLVMAdd: case LLVMFAdd: case LLVMSub: case LLVMFSub: case LLVMMul: case LLVMFMul:
	case LLVMFDiv: case LLVMFRem: case LLVMShl: case LLVMLShr: case LLVMAShr: case LLVMAnd: case LLVMOr:
	case LLVMXor: case LLVMUDiv: case LLVMSDiv: case LLVMURem: case LLVMSRem:
	case LLVMTrunc: case LLVMZExt: case LLVMSExt: case LLVMFPToUI: case LLVMFPToSI: case LLVMUIToFP:
	case LLVMSIToFP: case LLVMFPTrunc: case LLVMFPExt: case LLVMPtrToInt: case LLVMIntToPtr: case LLVMBitCast:
	case LLVMAddrSpaceCast: case LLVMGetElementPtr: case LLVMICmp: case LLVMFCmp: case LLVMSelect: case LLVMFreeze:
	case LLVMExtractElement: case LLVMInsertElement: case LLVMShuffleVector: case LLVMExtractValue:
	case LLVMInsertValue:
		return true;
	case LLVMCall:
		return intrinsic_of_call(inst) == INTR_LLVM_DEBUG
			|| (LLVMGetNumOperandBundles(inst) == 0 && only_computes(inst));
	default:
		return false;
	}
}

/* The returned value of a body that can be matched; NULL: it cannot. Only `followed`, a call, may have effects. */
static LLVMValueRef
returned_by(LLVMValueRef fn, LLVMValueRef followed)
{
	if (!LLVMIsAFunction(fn) || !definition_is_final(fn) || LLVMCountBasicBlocks(fn) != 1
		|| LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)))
		return NULL;
	unsigned n = 0;
	for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)); i != NULL;
		i = LLVMGetNextInstruction(i)) {
		if (LLVMGetInstructionOpcode(i) == LLVMRet)
			return LLVMGetNumOperands(i) == 1 ? LLVMGetOperand(i, 0) : NULL;
		if (++n > MATCH_NODES || (i != followed && !has_no_effects(i)))
			return NULL;
	}
	return NULL;
}

/* ---- the operation ---- */

struct binary { LLVMAtomicRMWBinOp op; bool commutes; };

static bool
binary_instruction(LLVMOpcode op, struct binary *b)
{
	switch (op) {
	case LLVMAdd: *b = (struct binary){ LLVMAtomicRMWBinOpAdd, true }; return true;
	case LLVMSub: *b = (struct binary){ LLVMAtomicRMWBinOpSub, false }; return true;
	case LLVMAnd: *b = (struct binary){ LLVMAtomicRMWBinOpAnd, true }; return true;
	case LLVMOr: *b = (struct binary){ LLVMAtomicRMWBinOpOr, true }; return true;
	case LLVMXor: *b = (struct binary){ LLVMAtomicRMWBinOpXor, true }; return true;
	case LLVMFAdd: *b = (struct binary){ LLVMAtomicRMWBinOpFAdd, true }; return true;
	case LLVMFSub: *b = (struct binary){ LLVMAtomicRMWBinOpFSub, false }; return true;
	default: return false;
	}
}

static bool
binary_intrinsic(LLVMValueRef call, struct binary *b)
{
	static const struct { const char *name; struct binary b; } rows[] = {
		{ "llvm.smax.", { LLVMAtomicRMWBinOpMax, true } },
		{ "llvm.smin.", { LLVMAtomicRMWBinOpMin, true } },
		{ "llvm.umax.", { LLVMAtomicRMWBinOpUMax, true } },
		{ "llvm.umin.", { LLVMAtomicRMWBinOpUMin, true } },
		{ "llvm.maxnum.", { LLVMAtomicRMWBinOpFMax, true } },
		{ "llvm.minnum.", { LLVMAtomicRMWBinOpFMin, true } },
#if LLVM_VERSION_MAJOR >= 20
		{ "llvm.usub.sat.", { LLVMAtomicRMWBinOpUSubSat, false } },
#endif
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (is_intrinsic(call, rows[i].name)) {
			*b = rows[i].b;
			return true;
		}
	return false;
}

/* Does `atomicrmw` take the type? Vectors and aggregates are left to a loop. */
static bool
is_scalar(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMIntegerTypeKind: case LLVMHalfTypeKind: case LLVMBFloatTypeKind: case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
		return true;
	default:
		return false;
	}
}

static bool
is_all_ones(LLVMValueRef v)
{
	return LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64
		&& LLVMConstIntGetSExtValue(v) == -1;
}

/* Is `returned` an operation of `atomicrmw` with the old value, whose only user is `user`? */
static bool
match_binary(struct atomic_match *m, LLVMValueRef old, LLVMValueRef user, LLVMValueRef returned)
{
	struct binary b;
	bool intrinsic = LLVMIsACallInst(user) != NULL;

	if (!is_scalar(LLVMTypeOf(old)) || LLVMTypeOf(user) != LLVMTypeOf(old))
		return false;
	if (intrinsic ? LLVMGetNumArgOperands(user) != 2 || !binary_intrinsic(user, &b)
		: !binary_instruction(LLVMGetInstructionOpcode(user), &b))
		return false;
	unsigned at = LLVMGetOperand(user, 0) == old ? 0 : 1;
	if (at == 1 && !b.commutes)
		return false;
	m->op = b.op;
	m->operand = LLVMGetOperand(user, 1 - at);
	m->result = returned;
	if (returned == user)
		return true;
	/* not (old & x) */
	if (b.op != LLVMAtomicRMWBinOpAnd || !LLVMIsAInstruction(returned)
		|| LLVMGetInstructionOpcode(returned) != LLVMXor || sole_user(user) != returned)
		return false;
	if (!is_all_ones(LLVMGetOperand(returned, LLVMGetOperand(returned, 0) == user ? 1 : 0)))
		return false;
	m->op = LLVMAtomicRMWBinOpNand;
	m->inner = user;
	return true;
}

/* If the returned call hands on the old value, notes that it is followed, and gives the parameter. */
static bool
follow(struct atomic_match *m, LLVMValueRef user, LLVMValueRef returned, LLVMValueRef *old)
{
	if (user != returned || m->nlevels == MATCH_LEVELS || !LLVMIsACallInst(user)
		|| LLVMGetNumOperandBundles(user) != 0)
		return false;
	LLVMValueRef fn = LLVMGetCalledValue(user);
	if (!LLVMIsAFunction(fn) || fn == *old || LLVMGetIntrinsicID(fn) != 0
		|| LLVMGetCalledFunctionType(user) != LLVMGlobalGetValueType(fn)
		|| LLVMGetFunctionCallConv(fn) != LLVMGetInstructionCallConv(user))
		return false;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
		if (LLVMGetOperand(user, i) == *old) {
			m->level[m->nlevels++] = (struct match_level){ fn, user };
			*old = LLVMGetParam(fn, i);
			return true;
		}
	return false;
}

/* ---- the other operand ---- */

static int
find_node(const struct atomic_match *m, LLVMValueRef v)
{
	for (unsigned i = 0; i < m->nnodes; i++)
		if (m->node[i].from == v)
			return (int)i;
	return -1;
}

/* Notes that the value is needed, if it belongs to a body. */
static bool
need(struct atomic_match *m, LLVMValueRef v)
{
	if ((!LLVMIsAInstruction(v) && !LLVMIsAArgument(v)) || find_node(m, v) >= 0)
		return true;
	if (m->nnodes == MATCH_NODES)
		return false;
	m->node[m->nnodes].from = v;
	m->node[m->nnodes++].to = NULL;
	return true;
}

/* Operand of the call that stands for a parameter of the function of level `i`. */
static LLVMValueRef
argument(const struct atomic_match *m, unsigned i, unsigned parameter)
{
	return LLVMGetOperand(m->level[i].call, i > 0 ? parameter : MODIFY_ARGUMENTS + parameter - 1);
}

/* Notes all that the operand needs. False: it needs too much. */
static bool
need_all(struct atomic_match *m)
{
	if (!need(m, m->operand))
		return false;
	for (unsigned i = m->nlevels; i-- > 0;) {
		LLVMValueRef fn = m->level[i].fn;
		for (LLVMValueRef inst = LLVMGetLastInstruction(LLVMGetEntryBasicBlock(fn)); inst != NULL;
			inst = LLVMGetPreviousInstruction(inst)) {
			if (find_node(m, inst) < 0)
				continue;
			unsigned n = LLVMIsACallInst(inst) ? LLVMGetNumArgOperands(inst)
				: (unsigned)LLVMGetNumOperands(inst);
			for (unsigned k = 0; k < n; k++)
				if (!need(m, LLVMGetOperand(inst, k)))
					return false;
		}
		for (unsigned k = 0; i > 0 && k < LLVMCountParams(fn); k++)
			if (find_node(m, LLVMGetParam(fn, k)) >= 0 && !need(m, argument(m, i, k)))
				return false;
	}
	return true;
}

static LLVMValueRef
copy_of(const struct atomic_match *m, LLVMValueRef v)
{
	int i = LLVMIsAInstruction(v) || LLVMIsAArgument(v) ? find_node(m, v) : -1;

	return i < 0 ? v : m->node[i].to;
}

/* Inserts a copy of an instruction of a body at the builder's place, with the debug location there. */
static LLVMValueRef
insert_copy(LLVMBuilderRef b, LLVMValueRef inst)
{
	LLVMValueRef copy = LLVMInstructionClone(inst);

	LLVMInstructionSetDebugLoc(copy, NULL);
	LLVMInsertIntoBuilderWithName(b, copy, value_name(inst));
	LLVMInstructionSetDebugLoc(copy, LLVMGetCurrentDebugLocation2(b));
	return copy;
}

LLVMValueRef
atomic_match_operand(struct atomic_match *m, LLVMBuilderRef b)
{
	for (unsigned i = 0; i < m->nlevels; i++) {
		LLVMValueRef fn = m->level[i].fn;
		for (unsigned k = 0; k < LLVMCountParams(fn); k++) {
			int at = find_node(m, LLVMGetParam(fn, k));
			if (at >= 0)
				m->node[at].to = i > 0 ? copy_of(m, argument(m, i, k)) : argument(m, i, k);
		}
		for (LLVMValueRef inst = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)); inst != NULL;
			inst = LLVMGetNextInstruction(inst)) {
			int at = find_node(m, inst);
			if (at < 0)
				continue;
			LLVMValueRef copy = m->node[at].to = insert_copy(b, inst);
			unsigned n = LLVMIsACallInst(inst) ? LLVMGetNumArgOperands(inst)
				: (unsigned)LLVMGetNumOperands(inst);
			for (unsigned k = 0; k < n; k++)
				LLVMSetOperand(copy, k, copy_of(m, LLVMGetOperand(inst, k)));
		}
	}
	return copy_of(m, m->operand);
}

/* Builds the operation of `inst`, in which `a` takes the place of `was_a` and `other` that of the other operand.
** Fast-math flags go: the processor has computed the same value without them. */
static LLVMValueRef
compute(LLVMBuilderRef b, LLVMValueRef inst, LLVMValueRef was_a, LLVMValueRef a, LLVMValueRef other)
{
	unsigned at = LLVMGetOperand(inst, 0) == was_a ? 0 : 1;
	LLVMValueRef v[2];

	v[at] = a;
	v[1 - at] = other;
	if (LLVMIsACallInst(inst))
		return LLVMBuildCall2(b, LLVMGetCalledFunctionType(inst), LLVMGetCalledValue(inst), v, 2, "");
	if (LLVMCanValueUseFastMathFlags(inst))
		return LLVMBuildBinOp(b, LLVMGetInstructionOpcode(inst), v[0], v[1], "");
	LLVMValueRef copy = insert_copy(b, inst);
	LLVMSetOperand(copy, 0, v[0]);
	LLVMSetOperand(copy, 1, v[1]);
	return copy;
}

/* The parameter of the last level that stands for the old value is an operand of `inst` that is not the other one. */
LLVMValueRef
atomic_match_result(const struct atomic_match *m, LLVMBuilderRef b, LLVMValueRef old, LLVMValueRef operand)
{
	if (m->result == NULL)
		return operand;
	LLVMValueRef first = m->inner != NULL ? m->inner : m->result;
	LLVMValueRef was = LLVMGetOperand(first, LLVMGetOperand(first, 0) == m->operand ? 1 : 0);
	LLVMValueRef v = compute(b, first, was, old, operand);
	if (m->inner == NULL)
		return v;
	return LLVMBuildNot(b, v, "");
}

struct atomic_match
atomic_match(LLVMValueRef call)
{
	struct atomic_match m = { .kind = MATCH_NONE, .nlevels = 1 };
	LLVMValueRef fn = LLVMGetOperand(call, MODIFY_OPERATION), returned, user;

	if (!LLVMIsAFunction(fn) || LLVMCountParams(fn) == 0)
		return m;
	m.level[0] = (struct match_level){ fn, call };
	LLVMValueRef old = LLVMGetParam(fn, 0);
	for (;;) {
		fn = m.level[m.nlevels - 1].fn;
		user = sole_user(old);
		LLVMValueRef followed = user != NULL && LLVMIsACallInst(user) && !is_intrinsic(user, "") ? user : NULL;
		returned = returned_by(fn, followed);
		if (returned == NULL)
			return m;
		if (followed == NULL)
			break;
		if (!follow(&m, user, returned, &old))
			return m;
	}
	if (LLVMGetFirstUse(old) == NULL) {
		if (!is_scalar(LLVMTypeOf(returned)) && LLVMGetTypeKind(LLVMTypeOf(returned)) != LLVMPointerTypeKind)
			return m;
		m.op = LLVMAtomicRMWBinOpXchg;
		m.operand = returned;
		m.kind = need_all(&m) ? MATCH_RMW : MATCH_NONE;
	} else if (returned == old && user != NULL) {
		m.kind = is_scalar(LLVMTypeOf(old)) ? MATCH_IDENTITY : MATCH_NONE;
	} else if (user != NULL && LLVMIsAInstruction(user) && match_binary(&m, old, user, returned)) {
		m.kind = need_all(&m) ? MATCH_RMW : MATCH_NONE;
	}
	return m;
}
