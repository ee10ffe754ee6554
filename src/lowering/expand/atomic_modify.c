/* SPDX-License-Identifier: MIT */
/* atomic_modify.c -- ExpandAtomicModify: lowers julia.atomicmodify.*, which changes memory by a function.
**
**   { T, T } julia.atomicmodify.*(ptr p, ptr op, i8 ordering, i8 syncscope, arguments...)
**
** gives the old value and the new one, op(old, arguments...). Where one `atomicrmw` does the same (atomic_match.c),
** that is used, and the new value is computed again behind it. Otherwise:
**
**   head:  first = load atomic p unordered
**   loop:  old = phi [first, head], [found, loop]
**          new = op(old, arguments...)
**          found, stored = cmpxchg weak p, old, new        -> stored: rest, otherwise loop
**
** The pass belongs behind FinalLowerGC: until roots are placed, the call has the attributes that say whether it can
** collect. But then the old value has no slot while op runs, and nothing that op takes is relocated in the loop. So
** there is a second place for it: ExpandAtomicModify<collecting>, before roots are placed, expands the calls whose
** operation may collect. The loop is then ordinary code with a safepoint. Without that, a call that needs it is refused
** behind FinalLowerGC. */
#include <llvm-c/Target.h>

#include "host/passes.h"
#include "host/remark.h"
#include "lowering/expand/atomic_match.h"
#include "lowering/expand/atomic_modify.h"

enum { MOST_ATTRIBUTES = 32 };

struct site {
	LLVMValueRef call;
	bool loop;
	bool new_used;           /* something but the old value is taken out of the result */
};

struct expansion {
	struct lower l;
	bool collecting;         /* only calls whose operation may collect */
	struct site *sites;
	uint32_t nsites, cap;
	LLVMValueRef *args;      /* scratch space for the arguments of one call */
	LLVMTypeRef *types;
	unsigned most;           /* arguments of a call */
	struct { LLVMValueRef *cuts; LLVMBasicBlockRef *heads; } split;
	unsigned kind_align, md_kept[6];
};

/* Is more than the old value taken out of the result? */
static bool
new_is_used(LLVMValueRef call)
{
	for (LLVMUseRef u = LLVMGetFirstUse(call); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (!LLVMIsAExtractValueInst(user) || LLVMGetNumIndices(user) != 1 || LLVMGetIndices(user)[0] != 0)
			return true;
	}
	return false;
}

static unsigned
count_attributes(LLVMValueRef of, unsigned at)
{
	return LLVMIsACallInst(of) ? LLVMGetCallSiteAttributeCount(of, at) : LLVMGetAttributeCountAtIndex(of, at);
}

/* Refuses more attributes than copy_attributes copies: some concern how arguments are passed. */
static lr_status
check_attributes(const struct lower *l, LLVMValueRef call)
{
	LLVMValueRef op = LLVMGetOperand(call, MODIFY_OPERATION);
	unsigned most = 0;

	for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i <= n; i++) {
		const unsigned of_call = i > MODIFY_ARGUMENTS ? count_attributes(call, i) : 0;
		const unsigned of_op = LLVMIsAFunction(op) && i <= LLVMCountParams(op) ? count_attributes(op, i) : 0;
		most = of_call > most ? of_call : of_op > most ? of_op : most;
	}
	return most <= MOST_ATTRIBUTES ? LR_OK : lr_fail(l->cx, LR_E_DIALECT, call,
		"an argument of julia.atomicmodify has more than %d attributes", MOST_ATTRIBUTES);
}

static lr_status
plan_call(struct expansion *x, LLVMValueRef call)
{
	struct lower *l = &x->l;
	unsigned n = LLVMGetNumArgOperands(call);

	if (n >= x->most) {
		x->most = 2 * n + 8;
		x->types = arena_array(&l->e.arena, x->most, sizeof *x->types);
		x->args = arena_array(&l->e.arena, x->most, sizeof(LLVMValueRef));
		if (x->types == NULL || x->args == NULL)
			return lr_nomem(l->cx);
	}
	lr_status st = modify_check(l, call, x->types);
	if (st == LR_OK)
		st = check_attributes(l, call);
	if (st != LR_OK)
		return st;
	struct site s = { .call = call, .loop = atomic_match(call).kind == MATCH_NONE, .new_used = new_is_used(call) };
	bool collects = s.loop && modify_may_collect(l, LLVMGetOperand(call, MODIFY_OPERATION));
	if (collects && !x->collecting)
		st = modify_check_rooted(l, call);
	edit_plan_call(&l->e, call);
	if (st == LR_OK && (collects || !x->collecting)
		&& ARENA_PUSH(&l->e.arena, x->sites, x->nsites, x->cap))
		x->sites[x->nsites++] = s;
	return st;
}

/* ---- building ---- */

static unsigned
alignment(const struct expansion *x, LLVMValueRef call)
{
	LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, 1, x->kind_align);

	if (a == NULL)
		a = LLVMGetEnumAttributeAtIndex(LLVMGetCalledValue(call), 1, x->kind_align);
	return a != NULL ? (unsigned)LLVMGetEnumAttributeValue(a)
		: LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(x->l.e.module), modify_type(call));
}

static LLVMAtomicOrdering
ordering_of(LLVMValueRef call)
{
	LLVMAtomicOrdering o = (LLVMAtomicOrdering)LLVMConstIntGetZExtValue(LLVMGetOperand(call, MODIFY_ORDERING));

	return o == LLVMAtomicOrderingUnordered ? LLVMAtomicOrderingMonotonic : o;
}

static bool
one_thread(LLVMValueRef call)
{
	return LLVMConstIntGetZExtValue(LLVMGetOperand(call, MODIFY_SCOPE)) == 0;
}

/* Gives an access of the memory the alignment, and what metadata says of the memory. */
static LLVMValueRef
access(const struct expansion *x, LLVMValueRef call, LLVMValueRef inst)
{
	LLVMSetAlignment(inst, alignment(x, call));
	for (size_t i = 0; LLVMHasMetadata(call) && i < sizeof x->md_kept / sizeof *x->md_kept; i++) {
		LLVMValueRef md = LLVMGetMetadata(call, x->md_kept[i]);
		if (md != NULL)
			LLVMSetMetadata(inst, x->md_kept[i], md);
	}
	return inst;
}

static bool
is_float(LLVMTypeRef t)
{
	LLVMTypeKind k = LLVMGetTypeKind(t);

	return k != LLVMIntegerTypeKind && k != LLVMPointerTypeKind;
}

/* Adds what the operation's declaration, and the call of julia.atomicmodify, say of an argument or of the result. */
static void
copy_attributes(LLVMValueRef from, unsigned from_at, LLVMValueRef to, unsigned to_at)
{
	LLVMAttributeRef a[MOST_ATTRIBUTES];
	const bool site = LLVMIsACallInst(from) != NULL;
	const unsigned n = count_attributes(from, from_at);

	if (n == 0)
		return;
	if (site)
		LLVMGetCallSiteAttributes(from, from_at, a);
	else
		LLVMGetAttributesAtIndex(from, from_at, a);
	for (unsigned i = 0; i < n; i++)
		LLVMAddCallSiteAttribute(to, to_at, a[i]);
}

/* Builds new = op(old, arguments...). */
static LLVMValueRef
build_operation(struct expansion *x, LLVMValueRef call, LLVMValueRef old)
{
	struct edit *e = &x->l.e;
	LLVMValueRef op = LLVMGetOperand(call, MODIFY_OPERATION);
	unsigned n = LLVMGetNumArgOperands(call) - MODIFY_ARGUMENTS, nbundles = LLVMGetNumOperandBundles(call);
	LLVMOperandBundleRef bundle[MOST_BUNDLES];

	x->args[0] = old;
	for (unsigned i = 0; i < n; i++)
		x->args[i + 1] = LLVMGetOperand(call, MODIFY_ARGUMENTS + i);
	for (unsigned i = 0; i < nbundles; i++)
		bundle[i] = LLVMGetOperandBundleAtIndex(call, i);
	LLVMValueRef v = LLVMBuildCallWithOperandBundles(e->builder, modify_operation_type(call, x->types), op, x->args,
		n + 1, bundle, nbundles, "new");
	for (unsigned i = 0; i < nbundles; i++)
		LLVMDisposeOperandBundle(bundle[i]);
	if (LLVMIsAFunction(op)) {
		LLVMSetInstructionCallConv(v, LLVMGetFunctionCallConv(op));
		for (unsigned i = 0; i <= n + 1; i++)
			copy_attributes(op, i, v, i);
	}
	for (unsigned i = 0; i < n; i++)
		copy_attributes(call, MODIFY_ARGUMENTS + i + 1, v, i + 2);
	return v;
}

/* A value that is the same at each use, even if it is undefined. */
static LLVMValueRef
settled(struct edit *e, LLVMValueRef v, bool used_twice)
{
	return !used_twice || LLVMIsAConstantInt(v) || LLVMIsAConstantFP(v) || LLVMIsAConstantPointerNull(v) ? v
		: LLVMBuildFreeze(e->builder, v, "");
}

/* Replaces the call. `new_value` is NULL if it is not needed. */
static void
replace(struct edit *e, LLVMValueRef call, LLVMValueRef old, LLVMValueRef new_value)
{
	for (LLVMUseRef u = LLVMGetFirstUse(call), next; u != NULL; u = next) {
		LLVMValueRef user = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (!LLVMIsAExtractValueInst(user) || LLVMGetNumIndices(user) != 1)
			continue;
		LLVMReplaceAllUsesWith(user, LLVMGetIndices(user)[0] == 0 ? old : new_value);
		LLVMInstructionEraseFromParent(user);
	}
	if (LLVMGetFirstUse(call) != NULL) {
		LLVMValueRef pair = LLVMBuildInsertValue(e->builder, LLVMGetPoison(LLVMTypeOf(call)), old, 0, "");
		LLVMReplaceAllUsesWith(call, LLVMBuildInsertValue(e->builder, pair, new_value, 1, ""));
	}
	LLVMInstructionEraseFromParent(call);
}

static void
build_rmw(struct expansion *x, const struct site *s)
{
	struct edit *e = &x->l.e;
	LLVMValueRef call = s->call, p = LLVMGetOperand(call, MODIFY_ADDRESS), operand = NULL, v;
	struct atomic_match m = atomic_match(call);
	LLVMTypeRef t = modify_type(call), number = t;

	edit_before(e, call);
	if (m.kind == MATCH_IDENTITY) {
		if (is_float(t))
			number = LLVMIntTypeInContext(e->context, modify_bits(&x->l, t));
		v = LLVMBuildAtomicRMW(e->builder, LLVMAtomicRMWBinOpOr, p, LLVMConstNull(number), ordering_of(call),
			one_thread(call));
	} else {
		operand = settled(e, atomic_match_operand(&m, e->builder), s->new_used);
		v = LLVMBuildAtomicRMW(e->builder, m.op, p, operand, ordering_of(call), one_thread(call));
	}
	LLVMValueRef old = access(x, call, v), new_value = NULL;
	if (number != t)
		old = LLVMBuildBitCast(e->builder, old, t, "");
	if (m.kind == MATCH_IDENTITY)
		new_value = old;
	else if (s->new_used)
		new_value = atomic_match_result(&m, e->builder, old, operand);
	remark_say(x->l.cx, LR_REMARK_PASSED, "AtomicInstruction", call, NULL,
		"the operation is one atomic instruction");
	replace(e, call, old, new_value);
}

/* Builds the loop between `head`, which has no terminator yet, and `rest`, which begins with the call. */
static void
build_loop(struct expansion *x, const struct site *s, LLVMBasicBlockRef head, LLVMBasicBlockRef rest)
{
	struct edit *e = &x->l.e;
	LLVMValueRef call = s->call, p = LLVMGetOperand(call, MODIFY_ADDRESS);
	LLVMTypeRef t = modify_type(call), word = is_float(t)
		? LLVMIntTypeInContext(e->context, modify_bits(&x->l, t)) : t;
	LLVMBasicBlockRef loop = LLVMInsertBasicBlockInContext(e->context, rest, "modify");

	LLVMPositionBuilderAtEnd(e->builder, head);
	LLVMSetCurrentDebugLocation2(e->builder, LLVMInstructionGetDebugLoc(call));
	LLVMValueRef first = access(x, call, LLVMBuildLoad2(e->builder, word, p, "first"));
	LLVMSetOrdering(first, LLVMAtomicOrderingUnordered);
	LLVMSetAtomicSingleThread(first, one_thread(call));
	LLVMBuildBr(e->builder, loop);

	LLVMPositionBuilderAtEnd(e->builder, loop);
	LLVMValueRef was = LLVMBuildPhi(e->builder, word, "loaded"), old = was;
	if (word != t)
		old = LLVMBuildBitCast(e->builder, was, t, "old");
	LLVMValueRef new_value = settled(e, build_operation(x, call, old), s->new_used), bits = new_value;
	if (word != t)
		bits = LLVMBuildBitCast(e->builder, new_value, word, "");
	LLVMValueRef pair = access(x, call, LLVMBuildAtomicCmpXchg(e->builder, p, was, bits, ordering_of(call),
		LLVMAtomicOrderingMonotonic, one_thread(call)));
	LLVMSetWeak(pair, true);
	LLVMValueRef found = LLVMBuildExtractValue(e->builder, pair, 0, "found"),
		stored = LLVMBuildExtractValue(e->builder, pair, 1, "stored");
	LLVMBuildCondBr(e->builder, stored, rest, loop);
	LLVMAddIncoming(was, (LLVMValueRef[]){ first, found }, (LLVMBasicBlockRef[]){ head, loop }, 2);

	edit_before(e, call);
	remark_say(x->l.cx, LR_REMARK_MISSED, "AtomicLoop", call, NULL,
		"the operation is no atomic instruction: it runs in a loop");
	replace(e, call, old, new_value);
}

static void
apply(struct expansion *x)
{
	struct edit *e = &x->l.e;
	bool changed = edit_debug_as_calls(e);

	for (uint32_t from = 0, to; from < x->nsites; from = to) {
		LLVMBasicBlockRef bb = LLVMGetInstructionParent(x->sites[from].call);
		uint32_t n = 0;
		for (to = from; to < x->nsites && LLVMGetInstructionParent(x->sites[to].call) == bb; to++)
			if (x->sites[to].loop)
				x->split.cuts[n++] = x->sites[to].call;
		if (n > 0) {
			edit_cut_block(e, bb, x->split.cuts, n, x->split.heads);
			x->l.cx->changed |= LR_CHANGED_CFG;
		}
		for (uint32_t i = from, k = 0; i < to; i++)
			if (x->sites[i].loop) {
				build_loop(x, &x->sites[i], x->split.heads[k], k + 1 < n ? x->split.heads[k + 1] : bb);
				k++;
			} else {
				build_rmw(x, &x->sites[i]);
			}
	}
	edit_debug_restore(e, changed);
	x->l.cx->changed |= LR_CHANGED_IR;
}

static lr_status
plan(struct expansion *x, LLVMValueRef fn)
{
	lr_status st = LR_OK;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst != NULL && st == LR_OK;
			inst = LLVMGetNextInstruction(inst)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(inst);
			if ((op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr)
				&& is_atomic_modify(LLVMGetCalledValue(inst)))
				st = plan_call(x, inst);
		}
	return st;
}

static void
find_kinds(struct expansion *x)
{
	static const char *const names[] = { "tbaa", "alias.scope", "noalias", "llvm.access.group", "julia.reset_safe",
		"pcsections" };
	LLVMContextRef c = x->l.e.context;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		x->md_kept[i] = LLVMGetMDKindIDInContext(c, names[i], (unsigned)strlen(names[i]));
	x->kind_align = x->l.e.attr_align;
}

static bool
declares_any(LLVMModuleRef m)
{
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		if (LLVMIsDeclaration(fn) && is_atomic_modify(fn))
			return true;
	return false;
}

static bool
calls_any(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if ((op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr)
				&& is_atomic_modify(LLVMGetCalledValue(i)))
				return true;
		}
	return false;
}

/* Is there anything to do? If functions come one by one, no more time is spent than one of them takes: the answer for
** the module is kept until further functions are declared, which come last, or the function alone is asked. */
static bool
concerned(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns)
{
	LLVMValueRef last = LLVMGetLastFunction(m);

	if (nfns == 1 && !cx->keeps)
		return calls_any(fns[0]);
	if (!cx->keeps || cx->modifies.module != m || cx->modifies.last != last) {
		cx->modifies.any = declares_any(m);
		cx->modifies.last = last;
		cx->modifies.module = m;
	}
	return cx->modifies.any;
}

lr_status
pass_expand_atomic_modify(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct expansion x = { .l = { .cx = cx, .profile = &cx->profile }, .collecting = params != NULL };
	struct edit *e = &x.l.e;
	lr_status st = LR_OK;

	if (!concerned(cx, m, fns, nfns))
		return LR_OK;
	if (!edit_begin(e, cx, m))
		st = lr_nomem(cx);
	else
		find_kinds(&x);
	for (size_t i = 0; i < nfns && st == LR_OK; i++)
		st = plan(&x, fns[i]);
	if (st == LR_OK && x.nsites > 0) {
		x.split.cuts = arena_array(&e->arena, x.nsites, sizeof *x.split.cuts);
		x.split.heads = arena_array(&e->arena, x.nsites, sizeof *x.split.heads);
	}
	if (st == LR_OK && !edit_ready(e))
		st = lr_nomem(cx);
	if (st == LR_OK && x.nsites > 0)
		apply(&x);
	edit_end(e);
	return st;
}
