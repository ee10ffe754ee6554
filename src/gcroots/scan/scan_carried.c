/* scan_carried.c -- references that are read out of stack variables as something else.
**
** A reference that is loaded as an integer, a floating-point number, a vector of these, a plain pointer or in halves is
** a number in a register, which no collector sees.  It may be looked at, compared and stored where references are known
** to be; but if it, or what can be made a reference again, is used behind a safepoint, then the object may be gone or
** elsewhere by then.  That is refused.
**
** Each address is followed forward from its variable, once, with the places that it may be at; then each value that was
** read is, through casts, phis, parts of vectors and what puts halves together, and through other stack variables that
** it is stored into.  Each value is visited three times at most.  What is computed of it otherwise (a hash)
** is a number. Where AdoptDialect has seen that C declares a number at each place that an index may lead to
** (NUMBER_DOMAIN), what is loaded is one. */
#include "dialect/immutable.h"
#include "gcroots/model/memory.h"
#include "gcroots/scan/scan.h"
#include "gcroots/scan/scan_crossing.h"
#include "ir/llvm_calls.h"
#include "ir/variable.h"

#include <llvm-c/Target.h>

enum { MAX_BASE_STEPS = 64, MAX_UNCHANGED_STEPS = 1 << 22, ANYWHERE = 1 };

/* An address: byte `at` of a variable, or that and any multiple of `step` (0: just there; ANYWHERE). */
struct address {
	LLVMValueRef pointer, variable;
	int64_t at;
	uint64_t step;
	bool read;               /* something is loaded from there */
};

/* What was read, or made of it; or a store of that into another stack variable. */
struct carried {
	LLVMValueRef value;
	LLVMValueRef read, variable;
	bool crossed;            /* a safepoint came before it */
	bool direct;             /* made of what `read` gave last, and of nothing else */
	bool queued;
};

struct carrying {
	struct scan *sc;
	LLVMTargetDataRef layout;
	struct ptrmap addresses, seen;
	struct ptrmap joined;    /* phi -> the item for which it was looked at */
	struct address *address;
	uint32_t naddress, address_cap;
	struct carried *item;
	uint32_t nitem, item_cap;
	uint32_t *todo, ntodo, todo_cap;
	struct crossing way;     /* from one instruction to another */
	uint64_t left;           /* steps of scan_unchanged */
};

/* -- values */

static void
carry(struct carrying *c, struct carried x)
{
	uint32_t i = ptrmap_get(&c->seen, x.value);

	if (i != PTRMAP_NONE) {
		struct carried *known = &c->item[i];
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

/* What uses it, for messages. */
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
refuse(struct carrying *c, const struct carried *x, LLVMValueRef user)
{
	char name[128];

	if (c->sc->status != LR_OK)
		return;
	variable_name(x->variable, name, sizeof name);
	if (*name == '\0')
		strcpy(name, "without name");
	c->sc->status = lr_fail(c->sc->s->cx, LR_E_DIALECT, x->read,
		"an object reference of the stack variable '%s' is read as %s and used by %s behind what may "
		"collect: load it as a reference (ptr addrspace(10)), or read it again there",
		name, kind_of(LLVMTypeOf(x->read)), use_name(user));
}

/* Casts, parts of composites, and what puts halves together: the reference can be had of the result. */
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
	case LLVMLShr: case LLVMAShr: /* halves; other amounts are those of hashes */
		other = LLVMGetOperand(user, 1);
		return LLVMIsAConstantInt(other) && LLVMConstIntGetZExtValue(other) % 8 == 0;
	case LLVMAnd: /* not a few low bits */
		other = LLVMIsAConstantInt(LLVMGetOperand(user, 1)) ? LLVMGetOperand(user, 1) : LLVMGetOperand(user, 0);
		return !LLVMIsAConstantInt(other) || LLVMConstIntGetZExtValue(other) > UINT16_MAX;
	default:
		return false;
	}
}

/* What looks at it in a way that does not matter. */
static bool
only_looks(struct carrying *c, LLVMValueRef user)
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

/* The stack variable that an address is of, if no phi or select is on the way; otherwise NULL. */
static LLVMValueRef
base_of(LLVMValueRef pointer)
{
	for (int i = 0; i < MAX_BASE_STEPS && LLVMIsAInstruction(pointer); i++) {
		LLVMOpcode op = LLVMGetInstructionOpcode(pointer);
		if (op == LLVMAlloca)
			return pointer;
		if (op != LLVMGetElementPtr && op != LLVMBitCast && op != LLVMAddrSpaceCast)
			break;
		pointer = LLVMGetOperand(pointer, 0);
	}
	return NULL;
}

/* Is the variable one in which references are known?  Then what is stored into it is one again. */
static bool
holds_references(const struct carrying *c, LLVMValueRef alloca)
{
	uint32_t i = ptrmap_get(&c->sc->s->things, alloca);

	return i != PTRMAP_NONE && (c->sc->ir->var[i].roots || c->sc->ir->var[i].mapped);
}

/* May an access of so many bytes touch a word that is known to be a reference?  Of an address that may be anywhere in a
** variable with other things beside it is taken for granted that it is that of a part which has the type. */
static bool
touches_reference(struct carrying *c, const struct stack_var *var, const struct address *a, uint64_t size)
{
	const uint64_t word = c->sc->s->word_bytes, step = a->step;

	if (var->roots)
		return true;
	if (step % word || size == 0 || (step == 0 && a->at < 0))
		return false;
	if (step == 0) {
		uint64_t first = (uint64_t)a->at / word, last = ((uint64_t)a->at + size - 1) / word;
		for (uint64_t w = first; w <= last && w < var->words->n; w++)
			if (memory_is_ref(var->words, w) || !crossing_spend(&c->way, 1))
				return true;
		return false;
	}
	for (uint32_t w = 0; w < var->words->n; w++) {
		if (!crossing_spend(&c->way, 1))
			return true;
		if (!memory_is_ref(var->words, w))
			continue;
		int64_t r = ((int64_t)(w * word) - a->at) % (int64_t)step;
		uint64_t into = (uint64_t)(r < 0 ? r + (int64_t)step : r);
		if (into < size || into + word > step)
			return true;
	}
	return false;
}

/* LLVM loads a vector for one of its lanes.  Are all lanes that the user takes of a vector that was loaded from one
** place numbers there? */
static bool
takes_numbers(struct carrying *c, const struct carried *x, LLVMValueRef user)
{
	LLVMTypeRef type = LLVMTypeOf(x->value);

	if (x->value != x->read || !LLVMIsALoadInst(x->value) || LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return false;
	const uint32_t i = ptrmap_get(&c->addresses, LLVMGetOperand(x->value, 0));
	if (i == PTRMAP_NONE || c->address[i].step != 0 || c->address[i].variable != x->variable)
		return false;
	const struct stack_var *var = &c->sc->ir->var[ptrmap_get(&c->sc->s->things, x->variable)];
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
		if (lane < 0 || lane >= lanes) /* undefined, or of the other operand */
			continue;
		const struct address at = { .at = c->address[i].at + lane * (int64_t)(bits / 8) };
		if (touches_reference(c, var, &at, bits / 8))
			return false;
	}
	return true;
}

static void
follow_use(struct carrying *c, const struct carried *x, LLVMValueRef user, LLVMValueRef at)
{
	struct carried next = *x;

	if (takes_numbers(c, x, user))
		return;
	next.value = user;
	next.crossed = x->crossed || may_collect(&c->way, x->value, at);
	next.direct &= user == at && !LLVMIsAStoreInst(user);
	if (keeps_reference(user, x->value)) {
		carry(c, next);
	} else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == x->value && !next.crossed) {
		LLVMValueRef to = base_of(LLVMGetOperand(user, 1));
		if (to && !holds_references(c, to))
			carry(c, next);
	} else if (next.crossed && !only_looks(c, user)
		&& !(x->direct && scan_unchanged(c->sc, x->variable, x->read, user, &c->left))) {
		refuse(c, x, user);
	}
}

/* It is stored into a stack variable: what is loaded out of that may be it. */
static void
follow_kept(struct carrying *c, const struct carried *x)
{
	LLVMValueRef *list = NULL;
	uint32_t n = 0, cap = 0;

	if (ARENA_PUSH(c->sc->ar, list, n, cap))
		list[n++] = base_of(LLVMGetOperand(x->value, 1));
	while (n) {
		LLVMValueRef pointer = list[--n];
		for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			struct carried next = *x;
			switch (LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : 0) {
			case LLVMGetElementPtr: case LLVMBitCast: case LLVMAddrSpaceCast:
				if (ARENA_PUSH(c->sc->ar, list, n, cap))
					list[n++] = user;
				break;
			case LLVMLoad: case LLVMAtomicRMW: case LLVMAtomicCmpXchg:
				if (LLVMGetOperand(user, 0) != pointer)
					break;
				next.value = user;
				next.crossed = may_collect(&c->way, x->value, user);
				carry(c, next);
				break;
			default:
				break;
			}
		}
	}
}

static void
follow_values(struct carrying *c)
{
	while (c->ntodo && c->sc->status == LR_OK && !c->sc->ar->failed && !c->seen.failed) {
		const uint32_t i = c->todo[--c->ntodo];
		c->item[i].queued = false;
		const struct carried x = c->item[i];
		if (LLVMIsAStoreInst(x.value)) {
			follow_kept(c, &x);
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

/* -- addresses of variables in which references are known */

static uint64_t
gcd(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t r = a % b;
		a = b;
		b = r;
	}
	return a;
}

static uint64_t
distance(int64_t a, int64_t b)
{
	return a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b;
}

static void
reach(struct carrying *c, LLVMValueRef variable, LLVMValueRef pointer, int64_t at, uint64_t step)
{
	uint32_t i = ptrmap_get(&c->addresses, pointer);

	if (i != PTRMAP_NONE && c->address[i].variable == variable) {
		struct address *a = &c->address[i];
		const uint64_t merged = gcd(gcd(a->step, step), distance(a->at, at));
		if (merged == a->step)
			return;
		a->step = merged;
	} else {
		if (!ARENA_PUSH(c->sc->ar, c->address, c->naddress, c->address_cap))
			return;
		i = c->naddress;
		c->address[c->naddress++] = (struct address){ pointer, variable, at, step, false };
		if (!ptrmap_set(&c->addresses, pointer, i))
			return;
	}
	if (ARENA_PUSH(c->sc->ar, c->todo, c->ntodo, c->todo_cap))
		c->todo[c->ntodo++] = i;
}

static void
reach_element(struct carrying *c, LLVMValueRef gep, struct address a)
{
	LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
	const int64_t limit = (int64_t)1 << 40;

	for (unsigned i = 1, n = (unsigned)LLVMGetNumOperands(gep); i < n; i++) {
		LLVMValueRef index = LLVMGetOperand(gep, i);
		if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
			a.at += (int64_t)LLVMOffsetOfElement(c->layout, t, field);
			t = LLVMStructGetTypeAtIndex(t, field);
			continue;
		}
		if (i > 1)
			t = LLVMGetElementType(t);
		const bool counted = LLVMIsAConstantInt(index) != NULL;
		const int64_t k = counted ? LLVMConstIntGetSExtValue(index) : 0;
		if (counted && k == 0)
			continue;
		const uint64_t each = LLVMABISizeOfType(c->layout, t);
		if (!counted)
			a.step = gcd(a.step, each);
		else if (each < 1u << 27 && k > -(1 << 27) && k < 1 << 27)
			a.at += k * (int64_t)each;
		else
			a.step = ANYWHERE;
	}
	if (a.at > limit || a.at < -limit)
		a.at = 0, a.step = ANYWHERE;
	reach(c, a.variable, gep, a.at, a.step);
}

/* What an instruction reads through the pointer; NULL: it does not, or cannot be told.  `op`: its opcode, 0 if it is
** none. */
static LLVMTypeRef
type_read(LLVMValueRef inst, LLVMOpcode op, LLVMValueRef pointer)
{
	switch (op) {
	case LLVMLoad:
		return LLVMTypeOf(inst);
	case LLVMAtomicRMW: case LLVMAtomicCmpXchg:
		return LLVMGetOperand(inst, 0) == pointer ? LLVMTypeOf(LLVMGetOperand(inst, 1)) : NULL;
	case LLVMCall:
		return strncmp(value_name(LLVMGetCalledValue(inst)), "llvm.masked.load.", 17) == 0 ? LLVMTypeOf(inst)
			: NULL;
	default:
		return NULL;
	}
}

static bool
is_declared_number(const struct carrying *c, LLVMValueRef load)
{
	LLVMValueRef list = LLVMHasMetadata(load) ? LLVMGetMetadata(load, c->sc->s->md_alias_scope) : NULL;

	return LLVMIsALoadInst(load) && list && scopes_of_numbers(list);
}

static void
read_through(struct carrying *c, const struct address *a)
{
	const struct stack_var *var = &c->sc->ir->var[ptrmap_get(&c->sc->s->things, a->variable)];

	for (LLVMUseRef u = LLVMGetFirstUse(a->pointer); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		LLVMTypeRef type = type_read(user, LLVMGetInstructionOpcode(user), a->pointer);
		const struct type_info *t = type ? session_type(c->sc->s, type) : NULL;
		if (t && t->count == 0 && !is_declared_number(c, user)
			&& touches_reference(c, var, a, LLVMStoreSizeOfType(c->layout, type)))
			carry(c, (struct carried){ .value = user, .read = user, .variable = var->alloca,
				.direct = LLVMIsALoadInst(user) != NULL });
	}
}

static void
follow_address(struct carrying *c, uint32_t i)
{
	const struct address a = c->address[i];

	for (LLVMUseRef u = LLVMGetFirstUse(a.pointer); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		const LLVMOpcode op = LLVMGetInstructionOpcode(user);
		if (type_read(user, op, a.pointer)) {
			c->address[i].read = true;
			continue;
		}
		switch (op) {
		case LLVMGetElementPtr:
			if (LLVMGetOperand(user, 0) == a.pointer)
				reach_element(c, user, a);
			break;
		case LLVMCall:
			if (!llvm_call_passes_pointer(user))
				break;
			/* fall through */
		case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMFreeze: case LLVMPHI: case LLVMSelect:
			reach(c, a.variable, user, a.at, a.step);
			break;
		default:
			break;
		}
	}
}

static void
reach_all_of(struct carrying *c, const struct stack_var *var)
{
	const bool counted = LLVMIsAConstantInt(LLVMGetOperand(var->alloca, 0)) || !var->words;

	reach(c, var->alloca, var->alloca, 0, counted ? 0 : (uint64_t)var->words->n * c->sc->s->word_bytes);
	while (c->ntodo && !c->sc->ar->failed && !c->addresses.failed)
		follow_address(c, c->todo[--c->ntodo]);
}

void
scan_carried(struct scan *sc)
{
	struct carrying c = { .sc = sc,
		.layout = LLVMGetModuleDataLayout(sc->s->module), .left = MAX_UNCHANGED_STEPS };
	bool any = false;

	for (uint32_t i = 0; i < sc->ir->nvar; i++)
		any |= sc->ir->var[i].roots || (sc->ir->var[i].mapped && sc->ir->var[i].words);
	if (!any || sc->f->nsafe == 0)
		return;
	if (!crossing_begin(&c.way, sc))
		return;
	ptrmap_init(&c.addresses, sc->s->cx->options.alloc, sc->s->cx->options.user);
	ptrmap_init(&c.seen, sc->s->cx->options.alloc, sc->s->cx->options.user);
	ptrmap_init(&c.joined, sc->s->cx->options.alloc, sc->s->cx->options.user);
	for (uint32_t i = 0; i < sc->ir->nvar && !sc->ar->failed; i++) {
		const struct stack_var *var = &sc->ir->var[i];
		if (var->roots || (var->mapped && var->words))
			reach_all_of(&c, var);
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
