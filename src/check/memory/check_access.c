/* SPDX-License-Identifier: MIT */
/* check_access.c -- what instructions do to memory on the stack.
**
** Each access emits an EV_ACCESS for every place that it may touch, for check_flow.c.  If it writes words of the frame,
** events for the contents of these follow. */
#include "check/model/check_phases.h"

/* ---- contents of slots ---- */

static uint32_t
slot_at(const struct ck *c, int64_t bytes)
{
	int64_t s = bytes < 0 ? 0 : bytes / c->word;

	return s > c->nslots ? c->nslots : (uint32_t)s;
}

/* The slots of one place that the access may touch: *from to *to - 1. */
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

/* Emits events for the slots that are written through one place.  `strong`: a strong update of whole words. */
static bool
write_slots(struct ck *c, const struct access *a, const struct place *at, bool strong)
{
	uint32_t from, to;

	if (c->objects[at->object].kind == OBJECT_ALLOCA)
		return true;
	slots_of(c, a, at, &from, &to);
	if (from >= to)
		return true;
	if (!strong || (!a->null && (int64_t)a->nnodes * c->word != a->bytes))
		return check_emit(c, EV_SMUDGE, from, to - from);
	for (uint32_t s = from; s < to; s++)
		if (!check_emit(c, EV_WRITE, s, a->null ? CK_ROOTED : c->stored_nodes[a->nodes + (s - from)]))
			return false;
	return true;
}

/* ---- accesses ---- */

bool
check_is_strong_update(const struct ck *c, const struct access *a, const struct place *at)
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
	for (uint32_t i = p->first; i != NONE; i = c->places[i].next) {
		const struct place *at = &c->places[i];
		bool strong = check_is_strong_update(c, &a, at) && at->lo >= 0 && at->lo % c->word == 0
			&& a.bytes % c->word == 0;
		if (!check_emit(c, EV_ACCESS, c->naccesses - 1, i) || (a.writes && !write_slots(c, &a, at, strong)))
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

/* A store of `v` through p. */
static bool
stored(struct ck *c, LLVMValueRef inst, LLVMValueRef v, const struct pointer *p)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	struct access a = { .inst = inst,
		.pointer = (uint32_t)(p - c->pointers), .writes = true, .whole = true, .stored = true };

	a.bytes = (int64_t)LLVMStoreSizeOfType(c->layout, t);
	a.null = LLVMIsConstant(v) && LLVMIsNull(v);
	a.holds = LLVMIsUndef(v) ? NULL : t;
	return set_nodes(c, &a, v) && add_access(c, a);
}

/* An alloca that may be executed more than once gives new memory each time. */
bool
check_access_alloca(struct ck *c, LLVMValueRef alloca)
{
	const struct pointer *p = check_pointer(c, alloca);

	return p == NULL || !c->objects[c->places[p->first].object].renewed
		|| add_access(c,
			(struct access){ .inst = alloca, .pointer = (uint32_t)(p - c->pointers), .forgets = true });
}

/* If the value of a store is an address, the store captures it. */
static bool
captured(struct ck *c, LLVMValueRef store)
{
	const struct pointer *p = c->typed ? check_pointer(c, LLVMGetOperand(store, 0)) : NULL;

	return p == NULL
		|| add_access(c,
			(struct access){ .inst = store, .pointer = (uint32_t)(p - c->pointers), .captures = true });
}

/* Addresses among the operands from `first` on are exposed. */
static bool
exposed(struct ck *c, LLVMValueRef i, unsigned first)
{
	for (unsigned k = first, n = (unsigned)LLVMGetNumOperands(i); k < n && c->npointers > 0; k++) {
		const struct pointer *p = check_pointer(c, LLVMGetOperand(i, k));
		if (p != NULL
			&& !add_access(c,
				(struct access){ .inst = i, .pointer = (uint32_t)(p - c->pointers), .exposes = true }))
			return false;
	}
	return true;
}

bool
check_access_exposed(struct ck *c, LLVMValueRef i)
{
	return (LLVMIsAPtrToIntInst(i) && check_only_distances(i)) || exposed(c, i, 0);
}

bool
check_access_memory(struct ck *c, LLVMValueRef i)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(i);
	const struct pointer *p = check_pointer(c, LLVMGetOperand(i, op == LLVMStore));
	struct access a = { .inst = i };

	if (op == LLVMStore ? !captured(c, i) : op != LLVMLoad && !exposed(c, i, 1))
		return false;
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
	default: /* an atomic reads, then may write */
		a.bytes = (int64_t)LLVMStoreSizeOfType(c->layout, LLVMTypeOf(LLVMGetOperand(i, 1)));
		a.reads = true;
		if (!add_access(c, a))
			return false;
		a.reads = false;
		a.writes = true;
		a.whole = op == LLVMAtomicRMW;
		a.stored = true;
		a.holds = LLVMTypeOf(LLVMGetOperand(i, op == LLVMAtomicCmpXchg ? 2 : 1));
		return set_nodes(c, &a, LLVMGetOperand(i, op == LLVMAtomicCmpXchg ? 2 : 1)) && add_access(c, a);
	}
}

/* ---- calls ---- */

/* The type that an sret or byval argument is of; NULL: it is no such argument. */
static LLVMTypeRef
argument_type(LLVMValueRef call, unsigned i, unsigned kind)
{
	LLVMAttributeRef a = check_argument(call, i, kind);

	return a == NULL ? NULL : LLVMGetTypeAttributeValue(a);
}

/* The number of references that the callee leaves in an argument of this attribute; 0: it has none. */
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

/* Are n bytes all of a variable of computed size, that is the number of its elements times their size? */
static bool
is_size_of(struct ck *c, LLVMValueRef n, const struct pointer *p)
{
	const struct place *at = &c->places[p->first];
	const struct object *o = &c->objects[at->object];
	LLVMValueRef size, by;

	if (p->n != 1 || p->maybe || at->lo != 0 || at->hi != 0 || o->bytes < OBJECT_ENDLESS
		|| LLVMIsAAllocaInst(o->pointer) == NULL || o->type == NULL)
		return false;
	size = check_without_casts(LLVMGetOperand(o->pointer, 0));
	n = check_without_casts(n);
	if (LLVMIsAInstruction(n) == NULL
		|| (LLVMGetInstructionOpcode(n) != LLVMMul && LLVMGetInstructionOpcode(n) != LLVMShl))
		return n == size && LLVMABISizeOfType(c->layout, o->type) == 1;
	by = LLVMGetOperand(n, 1);
	if (LLVMIsAConstantInt(by) == NULL || check_without_casts(LLVMGetOperand(n, 0)) != size)
		return false;
	uint64_t times = LLVMConstIntGetZExtValue(by);
	if (LLVMGetInstructionOpcode(n) == LLVMShl)
		times = times < 32 ? (uint64_t)1 << times : 0;
	return times >= LLVMABISizeOfType(c->layout, o->type);
}

/* May an intrinsic that is not known here store references through one of its addresses? */
static bool
stores_unseen(struct ck *c, LLVMValueRef call, unsigned address, const char *name)
{
	static const char *const known[] = { "llvm.masked.load.", "llvm.masked.gather.", "llvm.masked.store.",
		"llvm.masked.scatter.", "llvm.masked.compressstore.", "llvm.masked.expandload.", "llvm.mem", "llvm.gc",
		"llvm.experimental.gc.", "llvm.ptr.annotation.", "llvm.eh.", "llvm.coro.", "llvm.invariant." };

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (starts(name, known[i]))
			return false;
	for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++)
		if (i != address && check_lanes(c, LLVMTypeOf(LLVMGetOperand(call, i))) > 0)
			return true;
	return false;
}

/* Intrinsics of LLVM that take a pointer. */
static bool
access_llvm(struct ck *c, LLVMValueRef call, unsigned i, struct access a, const char *name, bool after)
{
	bool set = starts(name, "llvm.memset."), copy = starts(name, "llvm.memcpy.") || starts(name, "llvm.memmove.");
	bool scatter = starts(name, "llvm.masked.scatter.");
	bool masked = scatter || starts(name, "llvm.masked.store.") || starts(name, "llvm.masked.compressstore.");

	if (set || copy) {
		LLVMValueRef n = LLVMGetOperand(call, 2), byte = LLVMGetOperand(call, 1);
		bool known = LLVMIsAConstantInt(n) != NULL && LLVMConstIntGetZExtValue(n) < (uint64_t)OBJECT_ENDLESS;
		a.bytes = known ? (int64_t)LLVMConstIntGetZExtValue(n) : OBJECT_ENDLESS;
		a.writes = i == 0;
		a.reads = i == 1;
		a.whole = a.writes && (known || is_size_of(c, n, &c->pointers[a.pointer]));
		a.null = set && LLVMIsConstant(byte) && LLVMIsNull(byte);
		a.copies = copy && a.writes;
		return a.reads != after || a.bytes == 0 || add_access(c, a);
	}
	if (masked && i == 1) {
		LLVMValueRef v = LLVMGetOperand(call, 0);
		a.writes = a.stored = true;
		a.holds = LLVMIsUndef(v) ? NULL : scatter ? LLVMGetElementType(LLVMTypeOf(v)) : LLVMTypeOf(v);
		a.bytes = (int64_t)LLVMStoreSizeOfType(c->layout,
			scatter ? LLVMGetElementType(LLVMTypeOf(v)) : LLVMTypeOf(v));
		a.null = LLVMIsConstant(v) && LLVMIsNull(v);
		return after || (set_nodes(c, &a, v) && add_access(c, a));
	}
	if (stores_unseen(c, call, i, name)) {
		ck_give_up(c, "an intrinsic of LLVM may store references in memory of the stack");
		return true;
	}
	a.reads = true;
	return !after || add_access(c, a);
}

/* The access of an ordinary call to the memory whose address is argument `i`. */
static bool
access_argument(struct ck *c, LLVMValueRef call, LLVMValueRef callee, unsigned i, struct access a, bool after,
	bool reader)
{
	LLVMTypeRef copied = argument_type(call, i, c->attr.byval),
		result = argument_type(call, i, c->attr.sret);

	if (copied != NULL) { /* the copy is made when the call begins; a callee that never reads it needs none of it */
		a.reads = true;
		a.bytes = (int64_t)LLVMABISizeOfType(c->layout, copied);
		return after || check_argument(call, i, c->attr.writeonly) != NULL || add_access(c, a);
	}
	if (after) { /* the callee does not read the memory that takes its result */
		a.reads = a.leaks = true;
		return result != NULL || a.bytes == 0 || check_argument(call, i, c->attr.writeonly) != NULL
			|| add_access(c, a);
	}
	a.writes = a.by_callee = !reader && check_argument(call, i, c->attr.readonly) == NULL;
	a.captures = c->typed && check_may_keep(c, call, LLVMGetOperand(call, i));
	if (result != NULL) {
		a.holds = result;
		a.bytes = (int64_t)LLVMABISizeOfType(c->layout, result);
		a.whole = LLVMIsAInvokeInst(call) == NULL || check_argument(call, i, c->attr.dead_on_unwind) != NULL;
		/* with an argument of return_roots, the result has no references itself */
		for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++)
			a.by_callee &= return_roots(call, callee, k) == 0;
	}
	return (!a.writes && !a.captures) || add_access(c, a);
}

bool
check_access_call(struct ck *c, LLVMValueRef call, bool after)
{
	LLVMValueRef callee = NULL;
	enum check_fn id = FN_OTHER;
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
		if (!known) { /* found out here, for most calls have no such argument */
			const struct callee f = check_callee(c, call);
			callee = f.fn;
			id = f.id;
			jl = check_is_jlcall(LLVMGetCalledFunctionType(call));
			reader = jl || check_only_reads(c, call);
		}
		known = true;
		/* the callee reads no more than the arguments */
		if (jl && i == 1 && LLVMIsAConstantInt(LLVMGetOperand(call, 2)) != NULL)
			a.bytes = (int64_t)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)) * c->word;
		if (i >= n) { /* an operand bundle */
			a.reads = true;
			ok = !after || add_access(c, a);
		} else if (id == FN_LLVM_LIFETIME) {
			a.forgets = true;
			ok = after || add_access(c, a);
		} else if (id == FN_LLVM) {
			ok = access_llvm(c, call, i, a, value_name(callee), after);
		} else if (check_argument(call, i, c->attr.readnone) != NULL) {
			continue;
		} else if ((roots = return_roots(call, callee, i)) != 0) {
			/* until it returns, the callee relies on what it has written there: these are its roots, too */
			a.reads = after;
			a.writes = a.whole = a.by_callee = a.all_refs = !after;
			a.bytes = (int64_t)(roots * c->word);
			ok = add_access(c, a);
		} else {
			ok = access_argument(c, call, callee, i, a, after, reader);
		}
		if (!ok)
			return false;
	}
	return true;
}
