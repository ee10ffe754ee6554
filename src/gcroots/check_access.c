/* check_access.c -- what instructions do to memory on the stack.
**
** Each access leaves an EV_ACCESS for every place, for check_stack.c; if it writes words of the frame, events for their contents
** follow. */
#include "addrspace/kind.h"
#include "gcroots/check_model.h"

/* ---- contents of slots ---- */

static uint32_t
slot_at(const struct ck *c, int64_t bytes)
{
	int64_t s = bytes < 0 ? 0 : bytes / c->word;

	return s > c->nslots ? c->nslots : (uint32_t)s;
}

/* Slots of one place that the access may touch. */
static void
slots_of(const struct ck *c, const struct access *a, const struct place *at, uint32_t *from, uint32_t *to)
{
	const struct object *o = &c->objects[at->object];
	int64_t base = (int64_t)o->first * c->word, end = at->hi + a->bytes;

	if (at->lo != at->hi || a->bytes >= OBJECT_ENDLESS)
		end = end < o->bytes ? end : o->bytes;
	*from = slot_at(c, base + at->lo);
	*to = slot_at(c, base + end + c->word - 1);
}

/* Words of the frame that are written through one place. */
static bool
write_slots(struct ck *c, const struct access *a, const struct place *at, bool sharp)
{
	uint32_t from, to;

	if (c->objects[at->object].kind == OBJECT_ALLOCA)
		return true;
	slots_of(c, a, at, &from, &to);
	if (from >= to)
		return true;
	if (!sharp || (!a->null && (int64_t)a->nnodes * c->word != a->bytes))
		return check_emit(c, EV_SMUDGE, from, to - from);
	for (uint32_t s = from; s < to; s++)
		if (!check_emit(c, EV_WRITE, s, a->null ? CK_ROOTED : c->stored_nodes[a->nodes + (s - from)]))
			return false;
	return true;
}

/* ---- accesses ---- */

/* Is all that the access writes certainly written, at this place? */
bool
check_is_sharp(const struct ck *c, const struct access *a, const struct place *at)
{
	const struct pointer *p = &c->pointers[a->pointer];

	return a->whole && p->n == 1 && !p->maybe && at->lo == at->hi;
}

static bool
add_access(struct ck *c, struct access a)
{
	const struct pointer *p = &c->pointers[a.pointer];

	if (!ARENA_PUSH(&c->ar, c->accesses, c->naccesses, c->accesses_cap))
		return false;
	c->accesses[c->naccesses++] = a;
	for (uint32_t i = p->first; i != CK_NONE; i = c->places[i].next) {
		const struct place *at = &c->places[i];
		bool sharp = check_is_sharp(c, &a, at) && at->lo >= 0 && at->lo % c->word == 0 && a.bytes % c->word == 0;
		if (!check_emit(c, EV_ACCESS, c->naccesses - 1, i) || (a.writes && !write_slots(c, &a, at, sharp)))
			return false;
	}
	return true;
}

static bool
set_nodes(struct ck *c, struct access *a, LLVMValueRef v)
{
	uint32_t lanes = check_lanes(c, LLVMTypeOf(v));

	a->nodes = c->nstored;
	for (uint32_t i = 0; i < lanes; i++) {
		uint32_t node = check_node(c, v, i);
		if (!ARENA_PUSH(&c->ar, c->stored_nodes, c->nstored, c->stored_cap))
			return false;
		c->stored_nodes[c->nstored++] = node;
	}
	a->nnodes = lanes;
	return true;
}

/* `v` is stored through p; all of it. */
static bool
stored(struct ck *c, LLVMValueRef inst, LLVMValueRef v, const struct pointer *p)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	struct access a = { .inst = inst, .pointer = (uint32_t)(p - c->pointers), .writes = true, .whole = true };

	a.bytes = (int64_t)LLVMStoreSizeOfType(c->layout, t);
	a.null = LLVMIsConstant(v) && LLVMIsNull(v);
	return set_nodes(c, &a, v) && add_access(c, a);
}

bool
check_access_memory(struct ck *c, LLVMValueRef i)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(i);
	const struct pointer *p = check_pointer(c, LLVMGetOperand(i, op == LLVMStore));
	struct access a = { .inst = i };

	if (p == NULL)
		return true;
	a.pointer = (uint32_t)(p - c->pointers);
	switch (op) {
	case LLVMStore:
		return stored(c, i, LLVMGetOperand(i, 0), p);
	case LLVMLoad:
		a.bytes = (int64_t)LLVMStoreSizeOfType(c->layout, LLVMTypeOf(i));
		a.reads = true;
		return add_access(c, a);
	default: /* atomics: read, then perhaps write */
		a.bytes = (int64_t)LLVMStoreSizeOfType(c->layout, LLVMTypeOf(LLVMGetOperand(i, 1)));
		a.reads = true;
		if (!add_access(c, a))
			return false;
		a.reads = false;
		a.writes = true;
		a.whole = op == LLVMAtomicRMW;
		return set_nodes(c, &a, LLVMGetOperand(i, op == LLVMAtomicCmpXchg ? 2 : 1)) && add_access(c, a);
	}
}

/* ---- calls ---- */

/* A call by the ABI of julia.call after lowering: P10 (P10 or P11 f, ptr args, i32 n [, P10]).  It only reads its arguments. */
bool
check_is_jlcall(LLVMValueRef call)
{
	LLVMTypeRef t = LLVMGetCalledFunctionType(call), p[4];
	unsigned n = LLVMCountParamTypes(t);

	if (n < 3 || n > 4 || pointer_as(LLVMGetReturnType(t)) != LR_AS_TRACKED)
		return false;
	LLVMGetParamTypes(t, p);
	return (pointer_as(p[0]) == LR_AS_TRACKED || pointer_as(p[0]) == LR_AS_DERIVED) && pointer_as(p[1]) == LR_AS_GENERIC &&
	       LLVMGetTypeKind(p[2]) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(p[2]) == 32 &&
	       (n == 3 || pointer_as(p[3]) == LR_AS_TRACKED);
}

static bool
param_attr(LLVMValueRef call, LLVMValueRef callee, unsigned i, unsigned kind)
{
	return kind != 0 && (LLVMGetCallSiteEnumAttribute(call, i + 1, kind) != NULL ||
	       (callee != NULL && LLVMGetEnumAttributeAtIndex(callee, i + 1, kind) != NULL));
}

static uint64_t
return_roots(LLVMValueRef call, LLVMValueRef callee, unsigned i)
{
	static const char name[] = "julia.return_roots";
	LLVMAttributeRef a = LLVMGetCallSiteStringAttribute(call, i + 1, name, sizeof name - 1);
	const char *text;
	unsigned n;
	uint64_t roots = 0;

	if (a == NULL && callee != NULL)
		a = LLVMGetStringAttributeAtIndex(callee, i + 1, name, sizeof name - 1);
	if (a == NULL)
		return 0;
	text = LLVMGetStringAttributeValue(a, &n);
	for (unsigned k = 0; k < n && text[k] >= '0' && text[k] <= '9' && roots < 1u << 24; k++)
		roots = roots * 10 + (uint64_t)(text[k] - '0');
	return roots;
}

static bool
starts(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

/* Intrinsics of LLVM that take a pointer. */
static bool
access_llvm(struct ck *c, LLVMValueRef call, unsigned i, struct access a, const char *name, bool after)
{
	bool set = starts(name, "llvm.memset."), copy = starts(name, "llvm.memcpy.") || starts(name, "llvm.memmove.");
	bool masked = starts(name, "llvm.masked.store.") || starts(name, "llvm.masked.scatter.") || starts(name, "llvm.masked.compressstore.");

	if (set || copy) {
		LLVMValueRef n = LLVMGetOperand(call, 2), byte = LLVMGetOperand(call, 1);
		bool known = LLVMIsAConstantInt(n) != NULL && LLVMConstIntGetZExtValue(n) < (uint64_t)OBJECT_ENDLESS;
		a.bytes = known ? (int64_t)LLVMConstIntGetZExtValue(n) : OBJECT_ENDLESS;
		a.writes = i == 0;
		a.reads = i == 1;
		a.whole = a.writes && known;
		a.null = set && LLVMIsConstant(byte) && LLVMIsNull(byte);
		return a.reads != after || a.bytes == 0 || add_access(c, a);
	}
	if (masked && i == 1) {
		LLVMValueRef v = LLVMGetOperand(call, 0);
		a.writes = true;
		a.bytes = starts(name, "llvm.masked.scatter.") ? OBJECT_ENDLESS : (int64_t)LLVMStoreSizeOfType(c->layout, LLVMTypeOf(v));
		return after || (set_nodes(c, &a, v) && add_access(c, a));
	}
	a.reads = true;
	return !after || add_access(c, a);
}

bool
check_access_call(struct ck *c, LLVMValueRef call, bool after)
{
	LLVMValueRef callee = NULL;
	enum intrinsic id = INTR_NONE;
	unsigned n, all = (unsigned)LLVMGetNumOperands(call);
	bool reader, jl, known = false;

	if (c->npointers == 0)
		return true;
	n = LLVMGetNumArgOperands(call);
	for (unsigned i = 0; i < all; i++) {
		const struct pointer *p = check_pointer(c, LLVMGetOperand(call, i));
		struct access a = { .inst = call, .bytes = OBJECT_ENDLESS };
		uint64_t roots;
		bool ok = true;
		if (p == NULL)
			continue;
		a.pointer = (uint32_t)(p - c->pointers);
		if (!known) { /* most calls are given none */
			const struct callee f = check_callee(c, call);
			callee = f.fn;
			id = f.id;
			jl = check_is_jlcall(call);
			reader = jl || check_only_reads(c, call);
		}
		known = true;
		if (jl && i == 1 && LLVMIsAConstantInt(LLVMGetOperand(call, 2)) != NULL) /* so many arguments, whatever is behind them */
			a.bytes = (int64_t)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)) * c->word;
		if (i >= n) { /* an operand bundle */
			a.reads = true;
			ok = !after || add_access(c, a);
		} else if (id == INTR_LLVM_LIFETIME) {
			a.forgets = true;
			ok = after || c->objects[c->places[p->first].object].kind != OBJECT_ALLOCA || add_access(c, a);
		} else if (id == INTR_LLVM) {
			ok = access_llvm(c, call, i, a, value_name(callee), after);
		} else if (param_attr(call, callee, i, c->attr.readnone)) {
			continue;
		} else if ((roots = return_roots(call, callee, i)) != 0) {
			a.writes = a.whole = true;
			a.bytes = (int64_t)(roots * c->word);
			ok = after || add_access(c, a);
		} else if (!after) {
			a.writes = true;
			ok = reader || param_attr(call, callee, i, c->attr.readonly) || add_access(c, a);
		} else {
			a.reads = true;
			ok = a.bytes == 0 || param_attr(call, callee, i, c->attr.writeonly) || add_access(c, a);
		}
		if (!ok)
			return false;
	}
	return true;
}
