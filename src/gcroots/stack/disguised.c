/* SPDX-License-Identifier: MIT */
/* disguised.c -- references that are read out of stack variables as something else.
**
** A reference that is loaded as an integer, a floating-point number, a vector of these, a plain pointer or in halves is
** a number in a register, which no collector sees.  The program may test it, compare it, and store it where references
** are known to be.  But behind a safepoint the object may be gone or may have moved.  So a use there is reported, and
** so is a use of a value of which the reference can be made again.
**
** disguised_addresses.c finds the addresses that such loads may use.  This file follows each value that was read:
** through casts, phis, parts of vectors and operations that join halves, and through other stack variables that it
** is stored into.  Each value is visited three times at most.  The results of other operations, for example of a
** hash, are numbers.  A load is one of numbers, too, where C declares a number at each place that its index may lead
** to; AdoptDialect says so by NUMBER_DOMAIN. */
#include "dialect/immutable.h"
#include "gcroots/model/mapped_frame.h"
#include "gcroots/stack/disguised.h"
#include "gcroots/stack/stack.h"

enum { MAX_UNCHANGED_STEPS = 1 << 22 };

static void
add_value(struct disguise *c, struct disguised x)
{
	uint32_t i = ptrmap_get(&c->seen, x.value);

	if (i != PTRMAP_NONE) {
		struct disguised *known = &c->item[i];
		const bool direct = known->direct && x.direct && known->read == x.read && known->variable == x.variable;
		if ((!x.crossed || known->crossed) && direct == known->direct)
			return;
		known->crossed |= x.crossed;
		known->direct = direct;
	} else {
		if (!ARENA_PUSH(c->sc->ar, c->item, c->nitem, c->item_cap))
			return;
		i = c->nitem;
		x.queued = false;
		c->item[c->nitem++] = x;
		if (!ptrmap_set(&c->seen, x.value, i))
			return;
	}
	if (c->item[i].queued || !ARENA_PUSH(c->sc->ar, c->todo, c->ntodo, c->todo_cap))
		return;
	c->item[i].queued = true;
	c->todo[c->ntodo++] = i;
}

/* Names the use of a value, for diagnostics. */
static const char *
use_name(LLVMValueRef user)
{
	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMStore: case LLVMAtomicRMW: case LLVMAtomicCmpXchg: return "a store";
	case LLVMLoad: return "a load";
	case LLVMRet: return "a return";
	case LLVMCall: case LLVMInvoke: case LLVMCallBr: return "a call";
	default: return "an instruction";
	}
}

static const char *
kind_of(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMPointerTypeKind: return "a plain pointer";
	case LLVMVectorTypeKind: return "a vector of something else";
	case LLVMIntegerTypeKind: return "an integer";
	case LLVMHalfTypeKind: case LLVMFloatTypeKind: case LLVMDoubleTypeKind: return "a floating-point number";
	default: return "something else";
	}
}

static void
refuse(struct disguise *c, const struct disguised *x, LLVMValueRef user)
{
	if (c->sc->status != LR_OK)
		return;
	scan_refuse(c->sc, x->read,
		"an object reference of the stack variable %s is read as %s and used by %s behind a "
		"safepoint: load it as a reference (ptr addrspace(10)), or read it again there",
		stack_variable_name(x->variable).text, kind_of(LLVMTypeOf(x->read)), use_name(user));
}

/* Can the reference be had of the result?  That is so of casts, parts of composites, and operations that join
** halves. */
static bool
keeps_reference(LLVMValueRef user, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(user);
	LLVMValueRef other;

	if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) < 8)
		return false;
	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMTrunc: case LLVMZExt: case LLVMSExt: case LLVMBitCast: case LLVMPtrToInt: case LLVMIntToPtr:
	case LLVMAddrSpaceCast: case LLVMFreeze: case LLVMPHI: case LLVMExtractValue: case LLVMInsertValue:
	case LLVMShuffleVector: case LLVMOr: case LLVMAdd: case LLVMShl:
		return true;
	case LLVMExtractElement: case LLVMGetElementPtr:
		return LLVMGetOperand(user, 0) == v;
	case LLVMInsertElement:
		return LLVMGetOperand(user, 2) != v;
	case LLVMSelect:
		return LLVMGetOperand(user, 0) != v;
	case LLVMSub:
		return LLVMIsAConstantInt(LLVMGetOperand(user, 1)) != NULL;
	case LLVMLShr: case LLVMAShr: /* halves; shifts by other amounts are those of hashes */
		other = LLVMGetOperand(user, 1);
		return LLVMIsAConstantInt(other) && LLVMConstIntGetZExtValue(other) % 8 == 0;
	case LLVMAnd: /* a mask of more than the low bits */
		other = LLVMIsAConstantInt(LLVMGetOperand(user, 1)) ? LLVMGetOperand(user, 1) : LLVMGetOperand(user, 0);
		return !LLVMIsAConstantInt(other) || LLVMConstIntGetZExtValue(other) > UINT16_MAX;
	default:
		return false;
	}
}

/* Does the use only look at the value, so that it does not matter whether the object is still there? */
static bool
only_looks(struct disguise *c, LLVMValueRef user)
{
	const struct callee_info *info;

	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMICmp: case LLVMFCmp:
		return LLVMIsAConstant(LLVMGetOperand(user, 0)) || LLVMIsAConstant(LLVMGetOperand(user, 1));
	case LLVMSwitch: case LLVMBr: case LLVMAnd: case LLVMTrunc: case LLVMExtractValue:
		return true;
	case LLVMCall:
		info = session_callee(c->sc->s, LLVMGetCalledValue(user));
		return info && (info->intr == INTR_LLVM_DEBUG || info->intr == INTR_LLVM_LIFETIME);
	default:
		return false;
	}
}

static LLVMValueRef
variable_of(LLVMValueRef store)
{
	bool constant;

	return stack_variable_at(LLVMGetOperand(store, 1), &constant);
}

/* Are references known in the variable?  A value that is stored there is a reference again. */
static bool
holds_references(const struct disguise *c, LLVMValueRef alloca)
{
	uint32_t i = ptrmap_get(&c->sc->s->indices, alloca);

	return i != PTRMAP_NONE && (c->sc->ir->var[i].roots || c->sc->ir->var[i].mapped);
}

/* LLVM loads a vector for the sake of one of its lanes.  Does the user take only lanes of a loaded vector that are
** numbers in memory? */
static bool
takes_numbers(struct disguise *c, const struct disguised *x, LLVMValueRef user)
{
	LLVMTypeRef type = LLVMTypeOf(x->value);

	if (x->value != x->read || !LLVMIsALoadInst(x->value) || LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return false;
	const uint32_t i = ptrmap_get(&c->addresses, LLVMGetOperand(x->value, 0));
	if (i == PTRMAP_NONE || c->address[i].step != 0 || c->address[i].variable != x->variable)
		return false;
	const struct stack_var *var = &c->sc->ir->var[ptrmap_get(&c->sc->s->indices, x->variable)];
	const uint64_t bits = LLVMSizeOfTypeInBits(c->layout, LLVMGetElementType(type));
	const int lanes = (int)LLVMGetVectorSize(type);
	const bool shuffles = LLVMIsAShuffleVectorInst(user) != NULL;
	const unsigned n = shuffles ? LLVMGetNumMaskElements(user) : 1;
	if (bits % 8 != 0 || (!shuffles && !(LLVMIsAExtractElementInst(user)
		&& LLVMIsAConstantInt(LLVMGetOperand(user, 1)))))
		return false;
	for (unsigned k = 0; k < n; k++) {
		int lane = shuffles ? LLVMGetMaskValue(user, k)
			: (int)LLVMConstIntGetZExtValue(LLVMGetOperand(user, 1));
		if (lane >= lanes && LLVMGetOperand(user, 1) == x->value)
			lane -= lanes;
		else if (shuffles && lane < lanes && LLVMGetOperand(user, 0) != x->value)
			continue;
		if (lane < 0 || lane >= lanes) /* an undefined lane, or one of the other operand */
			continue;
		const struct address at = { .at = c->address[i].at + lane * (int64_t)(bits / 8) };
		if (disguised_touches(c, var, &at, bits / 8))
			return false;
	}
	return true;
}

static void
follow_use(struct disguise *c, const struct disguised *x, LLVMValueRef user, LLVMValueRef at)
{
	struct disguised next = *x;

	if (takes_numbers(c, x, user))
		return;
	next.value = user;
	next.crossed = x->crossed || may_collect(&c->crossing, x->value, at);
	next.direct &= user == at && !LLVMIsAStoreInst(user);
	if (keeps_reference(user, x->value)) {
		add_value(c, next);
	} else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == x->value && !next.crossed) {
		LLVMValueRef to = variable_of(user);
		if (to && !holds_references(c, to))
			add_value(c, next);
	} else if (next.crossed && !only_looks(c, user)
		&& !(x->direct && stack_unchanged(c->sc, x->variable, x->read, user, &c->steps_left))) {
		refuse(c, x, user);
	}
}

/* The value is stored into a stack variable: each load of that variable may yield it. */
static void
follow_stored(struct disguise *c, const struct disguised *x)
{
	LLVMValueRef *list = NULL;
	uint32_t n = 0, cap = 0;

	if (ARENA_PUSH(c->sc->ar, list, n, cap))
		list[n++] = variable_of(x->value);
	while (n) {
		LLVMValueRef pointer = list[--n];
		for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			struct disguised next = *x;
			switch (LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : 0) {
			case LLVMGetElementPtr: case LLVMBitCast: case LLVMAddrSpaceCast:
				if (ARENA_PUSH(c->sc->ar, list, n, cap))
					list[n++] = user;
				break;
			case LLVMLoad: case LLVMAtomicRMW: case LLVMAtomicCmpXchg:
				if (LLVMGetOperand(user, 0) != pointer)
					break;
				next.value = user;
				next.crossed = may_collect(&c->crossing, x->value, user);
				add_value(c, next);
				break;
			default:
				break;
			}
		}
	}
}

static void
follow_values(struct disguise *c)
{
	while (c->ntodo && c->sc->status == LR_OK && !c->sc->ar->failed && !c->seen.failed) {
		const uint32_t i = c->todo[--c->ntodo];
		c->item[i].queued = false;
		const struct disguised x = c->item[i];
		if (LLVMIsAStoreInst(x.value)) {
			follow_stored(c, &x);
			continue;
		}
		for (LLVMUseRef u = LLVMGetFirstUse(x.value); u && c->sc->status == LR_OK; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			if (!LLVMIsAInstruction(user))
				continue;
			if (!LLVMIsAPHINode(user)) {
				follow_use(c, &x, user, user);
				continue;
			}
			const uint32_t token = 2 * i + x.crossed;
			if (ptrmap_get(&c->joined, user) == token || !ptrmap_set(&c->joined, user, token))
				continue;
			for (unsigned k = 0, n = LLVMCountIncoming(user); k < n; k++)
				if (LLVMGetIncomingValue(user, k) == x.value)
					follow_use(c, &x, user,
						LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, k)));
		}
	}
}

static bool
is_declared_number(const struct disguise *c, LLVMValueRef load)
{
	LLVMValueRef list = LLVMHasMetadata(load) ? LLVMGetMetadata(load, c->sc->s->md_alias_scope) : NULL;

	return LLVMIsALoadInst(load) && list && scopes_of_numbers(list);
}

static void
read_through(struct disguise *c, const struct address *a)
{
	const struct stack_var *var = &c->sc->ir->var[ptrmap_get(&c->sc->s->indices, a->variable)];

	for (LLVMUseRef u = LLVMGetFirstUse(a->pointer); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		LLVMTypeRef type = disguised_type_read(user, LLVMGetInstructionOpcode(user), a->pointer);
		const struct type_info *t = type ? session_type(c->sc->s, type) : NULL;
		if (t && t->count == 0 && !is_declared_number(c, user)
			&& disguised_touches(c, var, a, LLVMStoreSizeOfType(c->layout, type)))
			add_value(c, (struct disguised){ .value = user, .read = user, .variable = var->alloca,
				.direct = LLVMIsALoadInst(user) != NULL });
	}
}

void
stack_disguised(struct scan *sc)
{
	struct disguise c = { .sc = sc,
		.layout = LLVMGetModuleDataLayout(sc->s->module), .steps_left = MAX_UNCHANGED_STEPS };
	bool any = false;

	for (uint32_t i = 0; i < sc->ir->nvar; i++)
		any |= sc->ir->var[i].roots || (sc->ir->var[i].mapped && sc->ir->var[i].words);
	if (!any || sc->f->nsafe == 0)
		return;
	if (!crossing_begin(&c.crossing, sc))
		return;
	ptrmap_init(&c.addresses, sc->s->cx->options.alloc, sc->s->cx->options.user);
	ptrmap_init(&c.seen, sc->s->cx->options.alloc, sc->s->cx->options.user);
	ptrmap_init(&c.joined, sc->s->cx->options.alloc, sc->s->cx->options.user);
	for (uint32_t i = 0; i < sc->ir->nvar && !sc->ar->failed; i++) {
		const struct stack_var *var = &sc->ir->var[i];
		if (var->roots || (var->mapped && var->words))
			disguised_reach(&c, var);
	}
	for (uint32_t i = 0; i < c.naddress && !sc->ar->failed && !c.seen.failed; i++)
		if (c.address[i].read)
			read_through(&c, &c.address[i]);
	if (!c.addresses.failed) /* otherwise addresses are left in the list that values use */
		follow_values(&c);
	sc->ar->failed |= c.addresses.failed || c.seen.failed || c.joined.failed;
	ptrmap_free(&c.addresses);
	ptrmap_free(&c.seen);
	ptrmap_free(&c.joined);
}
