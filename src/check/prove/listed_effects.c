/* SPDX-License-Identifier: MIT */
/* listed_effects.c -- which variables statepoints may list, and what each instruction does to them. */
#include "check/prove/listed.h"

enum { CHUNKS = 64 };
#define UNKNOWN UINT64_MAX

/* The alloca that an address is computed from, or NULL; *at: the distance, *exact: it is constant. */
static LLVMValueRef
base_of(struct listed *l, LLVMValueRef p, int64_t *at, bool *exact)
{
	*at = 0;
	*exact = true;
	for (unsigned k = 0; k < 64; k++) {
		int64_t bytes = 0;
		if (LLVMIsAAllocaInst(p) != NULL)
			return p;
		if (LLVMIsAGetElementPtrInst(p) != NULL)
			*exact &= check_offset(&l->c, p, &bytes);
		else if (LLVMIsABitCastInst(p) == NULL && LLVMIsAAddrSpaceCastInst(p) == NULL)
			return NULL;
		*at += bytes;
		p = LLVMGetOperand(p, 0);
	}
	return NULL;
}

static uint64_t
bits(uint64_t from, uint64_t end)
{
	uint64_t below = end >= 64 ? ALL : (UINT64_C(1) << end) - 1;

	return from >= end ? 0 : below & ~((UINT64_C(1) << from) - 1);
}

/* The chunks that `bytes` bytes from `at` on may touch, or (`whole`) surely cover. */
static uint64_t
chunks_of(const struct listed *l, const struct variable *v, int64_t at, uint64_t bytes, bool whole)
{
	const uint64_t each = v->each * l->c.word, size = v->words * l->c.word;
	uint64_t from = at < 0 ? 0 : (uint64_t)at, end = bytes > size || from > size || from + bytes > size ? size
		: from + bytes;

	if (at < 0 || (uint64_t)at >= size)
		return whole ? 0 : v->chunks;
	if (whole)
		return bits((from + each - 1) / each, end == size ? (end + each - 1) / each : end / each);
	return bits(from / each, (end + each - 1) / each);
}

/* ---- variables ---- */

static bool
add_variable(struct listed *l, LLVMValueRef alloca)
{
	LLVMValueRef n = LLVMGetOperand(alloca, 0);
	LLVMTypeRef t = LLVMGetAllocatedType(alloca);
	struct variable v = { .alloca = alloca, .words = 1 };
	const uint64_t most = UINT64_C(1) << 30;

	if (ptrmap_get(&l->variable_of, alloca) != PTRMAP_NONE)
		return true;
	if (LLVMIsAConstantInt(n) != NULL && LLVMTypeIsSized(t)) {
		uint64_t each = LLVMABISizeOfType(l->c.layout, t), count = LLVMConstIntGetZExtValue(n);
		v.bytes = each < most && count < most ? each * count : 0;
		if (each < most && count < most)
			v.words = (each * count + l->c.word - 1) / l->c.word;
	} else {
		v.kept = true; /* its size is not known: nothing is surely written */
	}
	v.words = v.words == 0 ? 1 : v.words;
	v.each = (v.words + CHUNKS - 1) / CHUNKS;
	v.chunks = bits(0, (v.words + v.each - 1) / v.each);
	if (v.each == 1 && !v.kept && l->c.word <= 8 && (v.parts = arena_zarray(&l->ar, CHUNKS, 1)) == NULL)
		return false;
	if (!ARENA_PUSH(&l->ar, l->v, l->nv, l->v_cap) || !ptrmap_set(&l->variable_of, alloca, l->nv))
		return false;
	l->v[l->nv++] = v;
	return true;
}

/* Adds all allocas that the address of an access may be in. */
static bool
add_accessed(struct listed *l, LLVMValueRef inst, LLVMValueRef address)
{
	struct origins o;

	origins_begin(&o, address);
	for (LLVMValueRef v; (v = origins_next(&o)) != NULL;) {
		if (LLVMIsAAllocaInst(v) != NULL && !add_variable(l, v))
			return false;
		origins_add_addresses(&o, v);
	}
	if (o.lost)
		listed_say(l, "limit", inst, NULL, "the address may be one of too many");
	return true;
}

bool
listed_find_variables(struct listed *l)
{
	int64_t at;
	bool exact;

	for (uint32_t i = 0; i < l->r->ninst; i++) {
		LLVMValueRef inst = l->r->inst[i], a;
		LLVMOpcode op = LLVMGetInstructionOpcode(inst);
		bool statepoint = rmodel_is_statepoint(inst);
		unsigned n = statepoint ? (unsigned)LLVMGetNumOperands(inst) : 0;
		for (unsigned k = statepoint ? LLVMGetNumArgOperands(inst) : 0; k < n; k++)
			if ((a = base_of(l, LLVMGetOperand(inst, k), &at, &exact)) != NULL && !add_variable(l, a))
				return false;
		if (op != LLVMStore && op != LLVMLoad)
			continue;
		LLVMTypeRef t = LLVMTypeOf(op == LLVMStore ? LLVMGetOperand(inst, 0) : inst);
		if (rmodel_all_parts(l->r, t) > 0 && !add_accessed(l, inst, LLVMGetOperand(inst, op == LLVMStore)))
			return false;
	}
	return true;
}

/* ---- effects ---- */

static bool
push(struct listed *l, struct effect e)
{
	e.block = l->r->inst_block[ptrmap_get(&l->r->insts, e.inst)];
	if (!ARENA_PUSH(&l->ar, l->e, l->ne, l->e_cap))
		return false;
	l->e[l->ne++] = e;
	return true;
}

/* Adds an effect on the memory that an address points to, if that is a variable. */
static bool
touch(struct listed *l, LLVMValueRef inst, LLVMValueRef p, uint64_t bytes, struct effect e)
{
	int64_t at;
	bool exact;
	LLVMValueRef a = base_of(l, p, &at, &exact);
	uint32_t k = a != NULL ? ptrmap_get(&l->variable_of, a) : PTRMAP_NONE;

	if (k == PTRMAP_NONE)
		return true;
	e.inst = inst;
	e.variable = k;
	e.mask = exact ? chunks_of(l, &l->v[k], at, bytes, false) : l->v[k].chunks;
	e.whole = exact ? chunks_of(l, &l->v[k], at, bytes, true) : 0;
	e.gone = e.whole;
	const uint64_t size = l->v[k].bytes;
	e.beyond = exact && size != 0 && bytes != 0 && bytes != ALL
		&& (at < 0 || bytes > size || (uint64_t)at > size - bytes);
	if (exact && bytes != ALL && (at % l->c.word != 0 || bytes % l->c.word != 0))
		e.torn = e.mask & ~e.whole;
	if (e.what == LIST)
		l->v[k].listed |= e.mask;
	if (LLVMIsAStoreInst(inst) != NULL && e.what == WRITE && e.mask != 0 && bytes < l->c.word && exact && at >= 0
		&& (uint64_t)at % l->c.word + bytes <= l->c.word && l->v[k].parts != NULL) {
		e.part = true;
		if (e.reference)
			l->v[k].parts[at / l->c.word] |= (uint8_t)(((1u << bytes) - 1) << at % l->c.word);
	}
	return push(l, e);
}

/* In how many words of memory from operand `k` of a statepoint on does the collector find references?  This library's
** statepoints say so. */
static uint64_t
words_listed(LLVMValueRef statepoint, unsigned k)
{
	LLVMValueRef n = k + 2 < (unsigned)LLVMGetNumOperands(statepoint) ? LLVMGetOperand(statepoint, k + 1) : NULL;

	return n != NULL && LLVMIsAConstantInt(n) != NULL ? LLVMConstIntGetZExtValue(n) : UNKNOWN;
}

/* From a call on that gets an address and may keep it, LLVM knows that other calls may read and write there.
** Intrinsics keep none. */
static bool
show(struct listed *l, LLVMValueRef call, const char *name)
{
	if (!rmodel_is_statepoint(call) && (strncmp(name, "llvm.", 5) == 0 || check_only_reads(&l->c, call)))
		return true;
	for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++)
		if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, k))) == LLVMPointerTypeKind
			&& !check_is_not_kept(&l->c, call, k) && check_argument(call, k, l->c.attr.readnone) == NULL
			&& !touch(l, call, LLVMGetOperand(call, k), ALL, (struct effect){ .what = SHOW }))
			return false;
	return true;
}

static bool
has_text(const char *s, size_t n, const char *text)
{
	const size_t m = strlen(text);

	for (size_t k = 0; k + m <= n; k++)
		if (memcmp(s + k, text, m) == 0)
			return true;
	return false;
}

static bool
read_call(struct listed *l, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const char *name = LLVMIsAFunction(callee) != NULL ? value_name(callee) : "";
	const unsigned nargs = LLVMGetNumArgOperands(call);
	bool statepoint = rmodel_is_statepoint(call), copies, twice;
	bool stops = statepoint || check_is_safepoint(&l->c, call, &twice);

	if (strncmp(name, "llvm.lifetime.", 14) == 0)
		return touch(l, call, LLVMGetOperand(call, nargs - 1), ALL, (struct effect){ .what = BEGIN });
	if (strncmp(name, "llvm.dbg.", 9) == 0 || strcmp(name, "llvm.assume") == 0)
		return true;
	if (LLVMIsAInlineAsm(callee) != NULL && LLVMGetFirstUse(call) == NULL) {
		size_t n, m;
		LLVMGetInlineAsmAsmString(callee, &n);
		const char *clobbers = LLVMGetInlineAsmConstraintString(callee, &m);
		bool shows = LLVMGetInlineAsmHasSideEffects(callee) && has_text(clobbers, m, "~{memory}");
		if (n == 0) /* says that the memory is written and read here, and does nothing */
			return !shows || show(l, call, name);
	}
	copies = strncmp(name, "llvm.memcpy.", 12) == 0 || strncmp(name, "llvm.memmove.", 13) == 0;
	if (copies || strncmp(name, "llvm.memset.", 12) == 0) {
		LLVMValueRef n = LLVMGetOperand(call, 2), byte = LLVMGetOperand(call, 1);
		uint64_t bytes = LLVMIsAConstantInt(n) != NULL ? LLVMConstIntGetZExtValue(n) : ALL;
		bool null = !copies && LLVMIsAConstantInt(byte) != NULL && LLVMConstIntGetZExtValue(byte) == 0;
		if (copies && !touch(l, call, byte, bytes, (struct effect){ .what = READ }))
			return false;
		return touch(l, call, LLVMGetOperand(call, 0), bytes, (struct effect){
			.what = LLVMIsAConstantInt(n) != NULL ? WRITE : SMUDGE,
			.reference = copies, .number = !copies && !null });
	}
	for (unsigned k = 0; k < nargs; k++) {
		int64_t at;
		bool exact;
		LLVMValueRef a = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, k))) == LLVMPointerTypeKind
			? base_of(l, LLVMGetOperand(call, k), &at, &exact) : NULL;
		if (a == NULL || ptrmap_get(&l->variable_of, a) == PTRMAP_NONE)
			continue;
		if (!touch(l, call, LLVMGetOperand(call, k), ALL, (struct effect){ .what = READ }))
			return false;
	}
	const uint32_t effects = l->ne;
	for (unsigned k = nargs; statepoint && k + 1 < (unsigned)LLVMGetNumOperands(call); k++) {
		const uint64_t words = words_listed(call, k);
		if (!touch(l, call, LLVMGetOperand(call, k), words == UNKNOWN ? ALL : words > INT32_MAX ? ALL - 1
			: words * l->c.word, (struct effect){ .what = LIST }))
			return false;
	}
	if (statepoint && check_is_marked_tail(call) && l->ne > effects)
		listed_say(l, "memory", call, NULL, CHECK_TAIL);
	if (!show(l, call, name))
		return false;
	if (stops && !push(l, (struct effect){ .what = STATEPOINT, .inst = call }))
		return false;
	for (unsigned k = 0; k < nargs; k++) /* the callee may write there */
		if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, k))) == LLVMPointerTypeKind
			&& !touch(l, call, LLVMGetOperand(call, k), ALL, (struct effect){ .what = SMUDGE }))
			return false;
	return true;
}

static bool
is_number(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMIntegerTypeKind: case LLVMFloatTypeKind: case LLVMDoubleTypeKind: case LLVMHalfTypeKind:
		return true;
	default:
		return false;
	}
}

/* May the number be part of what is stored where a reference is looked for? */
static bool
is_stored_away(struct listed *l, LLVMValueRef store)
{
	int64_t at;
	bool exact;
	LLVMValueRef a = base_of(l, LLVMGetOperand(store, 1), &at, &exact);

	if (LLVMStoreSizeOfType(l->c.layout, LLVMTypeOf(LLVMGetOperand(store, 0))) < l->c.word)
		return false;
	return a == NULL || ptrmap_get(&l->variable_of, a) != PTRMAP_NONE;
}

/* Is what was loaded a number that never becomes a reference?  It is calculated with, compared, and given to calls,
** which take it for a number.  Then the load needs no reference of what it reads. */
static bool
stays_number(struct listed *l, LLVMValueRef load)
{
	LLVMValueRef todo[ORIGINS_MOST], seen[ORIGINS_MOST];
	unsigned n = 0, nseen = 0;

	if (!is_number(LLVMTypeOf(load)))
		return false;
	for (todo[n++] = load; n > 0;) {
		LLVMValueRef v = todo[--n];
		for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			unsigned k = 0;
			switch (LLVMGetInstructionOpcode(user)) {
			case LLVMICmp: case LLVMFCmp: case LLVMCall: case LLVMInvoke: case LLVMRet: case LLVMBr:
			case LLVMSwitch:
				continue;
			case LLVMGetElementPtr: /* a distance from null is an address */
				if (LLVMIsAConstant(LLVMGetOperand(user, 0)) != NULL)
					return false;
				continue;
			case LLVMStore:
				if (LLVMGetOperand(user, 0) != v || is_stored_away(l, user))
					return false;
				continue;
			case LLVMAtomicRMW:
				return false;
			default:
				break;
			}
			while (k < nseen && seen[k] != user)
				k++;
			if (k < nseen)
				continue;
			if (!is_number(LLVMTypeOf(user)) || n == ORIGINS_MOST || nseen == ORIGINS_MOST)
				return false;
			seen[nseen++] = todo[n++] = user;
		}
	}
	return true;
}

static bool
read_instruction(struct listed *l, LLVMValueRef i)
{
	LLVMValueRef v;
	bool null, parts;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMCall: case LLVMInvoke:
		return read_call(l, i);
	case LLVMLoad:
		return stays_number(l, i) || touch(l, i, LLVMGetOperand(i, 0),
			LLVMStoreSizeOfType(l->c.layout, LLVMTypeOf(i)), (struct effect){ .what = READ });
	case LLVMStore:
		v = LLVMGetOperand(i, 0);
		null = LLVMIsAConstant(v) != NULL && LLVMIsNull(v);
		parts = rmodel_all_parts(l->r, LLVMTypeOf(v)) > 0;
		return touch(l, i, LLVMGetOperand(i, 1), LLVMStoreSizeOfType(l->c.layout, LLVMTypeOf(v)),
			(struct effect){ .what = WRITE,
			.reference = !null && (parts || LLVMIsAConstant(v) == NULL), .number = !null && !parts });
	default:
		return true;
	}
}

/* Marks the variables whose addresses are used in other ways than those that effects tell. */
static void
find_kept(struct listed *l)
{
	int64_t at;
	bool exact;

	for (uint32_t i = 0; i < l->r->ninst; i++) {
		LLVMValueRef inst = l->r->inst[i];
		LLVMOpcode op = LLVMGetInstructionOpcode(inst);
		unsigned n = op == LLVMStore ? 1 : (unsigned)LLVMGetNumOperands(inst);
		if (op == LLVMCall || op == LLVMInvoke || op == LLVMLoad || op == LLVMGetElementPtr || op == LLVMBitCast
			|| op == LLVMAddrSpaceCast || op == LLVMICmp || op == LLVMAlloca)
			continue;
		for (unsigned k = 0; k < n; k++) {
			LLVMValueRef a = LLVMGetOperand(inst, k);
			if (LLVMValueIsBasicBlock(a) || LLVMGetTypeKind(LLVMTypeOf(a)) != LLVMPointerTypeKind)
				continue;
			a = base_of(l, a, &at, &exact);
			uint32_t v = a != NULL ? ptrmap_get(&l->variable_of, a) : PTRMAP_NONE;
			if (v != PTRMAP_NONE)
				l->v[v].kept = true;
		}
	}
}

/* A store of a part of a word destroys a reference that was there; it leaves none, unless such stores of numbers put
** together a whole word. */
static void
find_torn(struct listed *l)
{
	const uint8_t all = (uint8_t)((1u << l->c.word) - 1);

	for (uint32_t i = 0; i < l->ne; i++) {
		struct effect *e = &l->e[i];
		unsigned word = 0;
		if (!e->part)
			continue;
		while ((e->mask >> word & 1) == 0)
			word++;
		if (l->v[e->variable].parts[word] == all)
			continue;
		e->gone = e->mask;
		e->reference = false;
	}
}

bool
listed_read_effects(struct listed *l)
{
	l->off = arena_zarray(&l->ar, (size_t)l->r->nblk + 1, sizeof *l->off);
	if (l->off == NULL)
		return false;
	find_kept(l);
	for (uint32_t i = 0, b = 0; i < l->r->ninst; i++) {
		for (; b <= l->r->inst_block[i]; b++)
			l->off[b] = l->ne;
		if (!read_instruction(l, l->r->inst[i]))
			return false;
	}
	l->off[l->r->nblk] = l->ne;
	find_torn(l);
	return true;
}
