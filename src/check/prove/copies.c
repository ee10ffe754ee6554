/* SPDX-License-Identifier: MIT */
/* copies.c -- are references that lie in stack memory because bytes were copied there used behind a safepoint?
**
** Bytes that are copied out of roots or out of an object may be references that nobody roots.  Where the types of stack
** memory are believed, memory/check_words.c roots what lies in words that are references by their type.  Of all other
** variables, by data flow over blocks, some way:
**   fresh   a copy from an object, a root, or another such variable is in it
**   stale   the same, and a call that may collect came behind it
**   rooted  the copy is one of a root, so that it surely has references; an object's bytes may be numbers
** A copy makes it fresh.  A write of all its bytes, and the beginning of its lifetime, make it none of these.  Unknown:
** a reference is loaded from a stale one.  Of a root's copy also: it is stale and given to a call, or copied on; it is
** fresh at a safepoint, and its address was stored or made a number, so that it is not seen who reads it. */
#include "check/prove/prove.h"

#include "check/model/check_phases.h"

enum { VARIABLES_MOST = 64 };

/* What an instruction does, as sets of variables. */
struct copies_op {
	uint8_t kind;
	bool fresh, rooted;      /* COPY: from an object or a root; from a root */
	bool stops;              /* GIVE: the call may collect */
	uint64_t from, to, gone; /* read or given; copied to; all of whose bytes are written */
	LLVMValueRef inst;
};
enum { COPY, FORGET, GIVE, LOAD };

struct copies {
	struct ck c;
	struct prover *p;
	LLVMValueRef variable[VARIABLES_MOST];
	unsigned n;
	uint64_t lost;           /* variables whose address is not followed */
	struct copies_op *op;
	uint32_t nop, cap, *off; /* of each block */
	struct state { uint64_t fresh, stale, rooted; } *in; /* at the top of each block */
	LLVMValueRef where;      /* the first finding */
	const char *why;
};

static void
say(struct copies *s, LLVMValueRef where, const char *why)
{
	if (s->where != NULL)
		return;
	s->where = where;
	s->why = why;
}

static bool
is_copy(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMIsACallInst(call) != NULL ? LLVMGetCalledValue(call) : NULL;
	const char *name = callee != NULL && LLVMIsAFunction(callee) != NULL ? value_name(callee) : "";

	return strncmp(name, "llvm.memcpy.", 12) == 0 || strncmp(name, "llvm.memmove.", 13) == 0;
}

/* Whose memory may an address be in?  *variables: which of those known here. */
static void
where_is(struct copies *s, LLVMValueRef address, uint64_t *variables, bool *object, bool *root)
{
	struct origins o;

	*variables = 0;
	*object = check_is_special(check_space(LLVMTypeOf(address)));
	*root = false;
	origins_begin(&o, address);
	for (LLVMValueRef v; (v = origins_next(&o)) != NULL;) {
		for (unsigned k = 0; k < s->n; k++)
			*variables |= (uint64_t)(s->variable[k] == v) << k;
		if (LLVMIsACallInst(v) != NULL)
			*root |= check_callee(&s->c, v).id == FN_GET_GC_FRAME_SLOT;
		if (LLVMIsAAddrSpaceCastInst(v) != NULL)
			*object |= check_is_special(check_space(LLVMTypeOf(LLVMGetOperand(v, 0))));
		origins_add_addresses(&o, v);
	}
	if (o.lost) {
		*variables = s->n == VARIABLES_MOST ? UINT64_MAX : (UINT64_C(1) << s->n) - 1;
		*object = true;
	}
}

/* Adds the variables that an address may be in, if their types do not say where references are. */
static bool
add_variables(struct copies *s, LLVMValueRef address)
{
	struct origins o;
	bool added = false;

	origins_begin(&o, address);
	for (LLVMValueRef v; (v = origins_next(&o)) != NULL; origins_add_addresses(&o, v)) {
		unsigned k = 0;
		if (LLVMIsAAllocaInst(v) == NULL || (s->c.typed && check_has_refs(&s->c, LLVMGetAllocatedType(v))))
			continue;
		while (k < s->n && s->variable[k] != v)
			k++;
		if (k < s->n)
			continue;
		if (s->n == VARIABLES_MOST)
			say(s, v, "references may be copied into too many variables");
		else
			s->variable[s->n++] = v;
		added = s->n <= VARIABLES_MOST && k < VARIABLES_MOST;
	}
	return added;
}

/* Finds the variables into which references may be copied, in as many rounds as there are copies of copies. */
static void
find_variables(struct copies *s)
{
	uint64_t from;
	bool object, root;

	for (bool again = true; again && s->where == NULL;) {
		again = false;
		for (uint32_t b = 0; b < s->c.nblk; b++)
			for (LLVMValueRef i = LLVMGetFirstInstruction(s->c.bb[b]); i != NULL;
				i = LLVMGetNextInstruction(i)) {
				if (!is_copy(i))
					continue;
				where_is(s, LLVMGetOperand(i, 1), &from, &object, &root);
				if (object || root || from != 0)
					again |= add_variables(s, LLVMGetOperand(i, 0));
			}
	}
}

/* Finds variables whose addresses get into memory, numbers and the like. */
static void
find_lost(struct copies *s)
{
	uint64_t at;
	bool object, root;

	for (uint32_t b = 0; b < s->c.nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(s->c.bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if (op != LLVMStore && op != LLVMPtrToInt && op != LLVMInsertValue && op != LLVMRet
				&& op != LLVMAtomicRMW && op != LLVMAtomicCmpXchg)
				continue;
			for (int k = 0, n = op == LLVMStore ? 1 : LLVMGetNumOperands(i); k < n; k++) {
				LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
				if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind)
					continue;
				where_is(s, v, &at, &object, &root);
				s->lost |= at;
			}
		}
}

/* The variable all of whose bytes are written, if `bytes` bytes are from an address on. */
static uint64_t
covered(struct copies *s, LLVMValueRef address, uint64_t bytes)
{
	for (unsigned k = 0; k < s->n; k++) {
		LLVMValueRef v = s->variable[k], n = LLVMGetOperand(v, 0);
		if (v == address && LLVMIsAConstantInt(n) != NULL && LLVMTypeIsSized(LLVMGetAllocatedType(v))
			&& LLVMConstIntGetZExtValue(n) == 1
			&& LLVMABISizeOfType(s->c.layout, LLVMGetAllocatedType(v)) <= bytes)
			return UINT64_C(1) << k;
	}
	return 0;
}

static uint64_t
length_of(LLVMValueRef call)
{
	LLVMValueRef n = LLVMGetOperand(call, 2);

	return LLVMIsAConstantInt(n) != NULL ? LLVMConstIntGetZExtValue(n) : 0;
}

static bool
push(struct copies *s, struct copies_op op)
{
	const bool idle = op.from == 0 && op.to == 0 && op.gone == 0 && !op.stops;

	if (idle)
		return true;
	if (!ARENA_PUSH(&s->c.ar, s->op, s->nop, s->cap))
		return false;
	s->op[s->nop++] = op;
	return true;
}

static bool
read_call(struct copies *s, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const char *name = LLVMIsAFunction(callee) != NULL ? value_name(callee) : "";
	const unsigned n = LLVMGetNumArgOperands(call);
	struct copies_op op = { .kind = GIVE, .inst = call };
	uint64_t at;
	bool object, root, twice;

	if (is_copy(call)) {
		op.kind = COPY;
		where_is(s, LLVMGetOperand(call, 1), &op.from, &object, &op.rooted);
		op.fresh = object || op.rooted;
		where_is(s, LLVMGetOperand(call, 0), &op.to, &object, &root);
		op.gone = covered(s, LLVMGetOperand(call, 0), length_of(call));
		return push(s, op);
	}
	if (strncmp(name, "llvm.lifetime.", 14) == 0) {
		op.kind = FORGET;
		where_is(s, LLVMGetOperand(call, n - 1), &at, &object, &root);
		op.gone = (at & (at - 1)) == 0 ? at : 0;
		return push(s, op);
	}
	if (strncmp(name, "llvm.memset.", 12) == 0) {
		op.kind = FORGET;
		op.gone = covered(s, LLVMGetOperand(call, 0), length_of(call));
		return push(s, op);
	}
	for (unsigned k = 0; k < n && strncmp(name, "llvm.dbg.", 9) != 0; k++)
		if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, k))) == LLVMPointerTypeKind) {
			where_is(s, LLVMGetOperand(call, k), &at, &object, &root);
			op.from |= at;
		}
	op.stops = check_is_safepoint(&s->c, call, &twice);
	return push(s, op);
}

static bool
read_instruction(struct copies *s, LLVMValueRef i)
{
	struct copies_op op = { .inst = i };
	bool object, root;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMCall: case LLVMInvoke:
		return read_call(s, i);
	case LLVMStore:
		op.kind = FORGET;
		op.gone = covered(s, LLVMGetOperand(i, 1),
			LLVMStoreSizeOfType(s->c.layout, LLVMTypeOf(LLVMGetOperand(i, 0))));
		return push(s, op);
	case LLVMLoad:
		op.kind = LOAD;
		if (check_has_refs(&s->c, LLVMTypeOf(i)))
			where_is(s, LLVMGetOperand(i, 0), &op.from, &object, &root);
		return push(s, op);
	default:
		return true;
	}
}

static bool
read_blocks(struct copies *s)
{
	s->off = arena_zarray(&s->c.ar, (size_t)s->c.nblk + 1, sizeof *s->off);
	s->in = arena_zarray(&s->c.ar, (size_t)s->c.nblk + 1, sizeof *s->in);
	if (s->c.ar.failed)
		return false;
	for (uint32_t b = 0; b < s->c.nblk; b++) {
		s->off[b] = s->nop;
		for (LLVMValueRef i = LLVMGetFirstInstruction(s->c.bb[b]); i != NULL; i = LLVMGetNextInstruction(i))
			if (!read_instruction(s, i))
				return false;
	}
	s->off[s->c.nblk] = s->nop;
	return true;
}

/* ---- the flow ---- */

static void
step(struct copies *s, struct state *now, const struct copies_op *op, bool report)
{
	const struct state was = *now;

	if (report && op->kind == COPY && (op->from & was.stale & was.rooted) != 0)
		say(s, op->inst, "references that were copied into stack memory are copied on behind a safepoint");
	if (report && op->kind == GIVE && (op->from & was.stale & was.rooted) != 0)
		say(s, op->inst, "references that were copied into stack memory are given to a call behind a "
			"safepoint");
	if (report && op->kind == LOAD && (op->from & was.stale) != 0)
		say(s, op->inst, "a reference that was copied into stack memory is read behind a safepoint");
	if (report && op->stops && (was.fresh & was.rooted & s->lost) != 0)
		say(s, op->inst, "references were copied into stack memory whose address is not followed");
	now->fresh &= ~op->gone;
	now->stale &= ~op->gone;
	now->rooted &= ~op->gone;
	if (op->fresh || (op->from & was.fresh) != 0)
		now->fresh |= op->to;
	if (op->rooted || (op->from & was.rooted) != 0)
		now->rooted |= op->to;
	if ((op->from & was.stale) != 0)
		now->stale |= op->to;
	if (op->stops)
		now->stale |= now->fresh;
}

/* Three bits for each variable only become 1, so that the passes come to an end; real code takes a few. */
static void
flow(struct copies *s)
{
	for (bool again = true, last = false; again || !last;) {
		last = !again;
		again = false;
		for (uint32_t b = 0; b < s->c.nblk; b++) {
			struct state now = s->in[b];
			for (uint32_t i = s->off[b]; i < s->off[b + 1]; i++)
				step(s, &now, &s->op[i], last);
			for (uint32_t e = s->c.succ_off[b]; !last && e < s->c.succ_off[b + 1]; e++) {
				struct state *to = &s->in[s->c.succ[e]];
				again |= (now.fresh & ~to->fresh) != 0 || (now.stale & ~to->stale) != 0
					|| (now.rooted & ~to->rooted) != 0;
				to->rooted |= now.rooted;
				to->fresh |= now.fresh;
				to->stale |= now.stale;
			}
		}
	}
}

static bool
copies_any(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			if (is_copy(i))
				return true;
	return false;
}

bool
copies_prove(struct prover *p, LLVMValueRef fn)
{
	struct copies s = { .p = p };

	if (!copies_any(fn))
		return true;
	check_set_up(&s.c, p->cx, fn, false);
	bool ok = check_cfg(&s.c);
	if (ok)
		find_variables(&s);
	if (ok && s.n > 0 && s.where == NULL) {
		find_lost(&s);
		ok = read_blocks(&s);
		if (ok)
			flow(&s);
	}
	ok = ok && !check_out_of_memory(&s.c);
	check_tear_down(&s.c);
	if (ok && s.where != NULL)
		finding_add(p, LR_UNKNOWN, "variable", prove_original(p, s.where), NULL, s.why);
	return ok && !p->failed;
}
