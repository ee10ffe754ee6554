/* SPDX-License-Identifier: MIT */
/* check_unwritten.c -- which reads of stack variables may come before the words are written.
**
** For each variable of the entry block with references in its type, in modules whose types are believed:
**
** State of each word that is a reference by the type, "may": *raw*, it has not been written since the variable was
** made.
**   alloca, lifetime.start         all words are raw
**   store, memset, copy into it    the words that it certainly overwrites are not raw
**   any other use of the address   no word is raw, for code that is not followed may have written it
** Join: union.  A load of a reference from a raw word gives an undefined value (check_undefined.c).  To copy a raw
** word, or to pass it by value, is an error.
**
** Most variables are written, or made null, in the block in which they are made, before any other access.  Their state
** need not be carried through the function. */
#include "check/model/check_phases.h"

enum { WORDS_MOST = 1 << 16, STEPS_MOST = 1 << 22 };

enum kind { START, WRITE, READ, COPY, ESCAPE };
struct touch { LLVMValueRef inst; uint32_t variable, next; uint8_t kind; int64_t lo, hi; };

struct unwritten {
	struct ck *c;
	struct ptrmap at;        /* instruction -> the first of its touches */
	struct variable { LLVMValueRef alloca; uint64_t *refs; uint32_t words; bool read; } *variable;
	uint32_t nvariable, variable_cap;
	struct touch *touch;
	uint32_t ntouch, touch_cap;
	uint32_t *order, *off;   /* touches by variable, in the order of instructions */
	struct address { LLVMValueRef v; int64_t at; bool known; } *address;
	uint32_t naddress, address_cap;
	uint64_t steps;
	void (*load)(void *user, LLVMValueRef);
	void *user;
};

/* ---- accesses to a variable ---- */

static void
touch(struct unwritten *u, LLVMValueRef inst, enum kind kind, const struct address *a, uint64_t bytes)
{
	uint32_t v = u->nvariable - 1, k = u->ntouch;
	int64_t all = (int64_t)u->variable[v].words * u->c->word;

	if (kind == WRITE && (!a->known || bytes > INT32_MAX))
		return;
	bool exact = a->known && bytes <= INT32_MAX;
	if (!ARENA_PUSH(&u->c->ar, u->touch, u->ntouch, u->touch_cap))
		return;
	u->touch[u->ntouch++] = (struct touch){ .inst = inst, .variable = v, .kind = (uint8_t)kind,
		.next = ptrmap_get(&u->at, inst), .lo = exact ? a->at : 0,
		.hi = exact ? a->at + (int64_t)bytes : all };
	u->variable[v].read |= kind == READ || kind == COPY;
	ptrmap_set(&u->at, inst, k);
}

static uint64_t
constant_length(LLVMValueRef call)
{
	uint64_t n;

	return check_number(LLVMGetOperand(call, 2), &n) ? n : UINT64_MAX;
}

static bool
is_by_value(struct ck *c, LLVMValueRef call, unsigned argument)
{
	return c->attr.byval != 0 && LLVMGetCallSiteEnumAttribute(call, argument + 1, c->attr.byval) != NULL;
}

static void
touch_by_call(struct unwritten *u, LLVMValueRef call, const struct address *a)
{
	const char *name = value_name(LLVMGetCalledValue(call));
	bool set = strncmp(name, "llvm.memset.p", 13) == 0,
		copy = strncmp(name, "llvm.memcpy.", 12) == 0 || strncmp(name, "llvm.memmove.", 13) == 0;

	switch (check_callee(u->c, call).id) {
	case FN_LLVM_DEBUG:
		return;
	case FN_LLVM_LIFETIME:
		if (strncmp(name, "llvm.lifetime.start", 19) == 0)
			touch(u, call, START, a, UINT64_MAX);
		return;
	default:
		break;
	}
	if ((set || copy) && LLVMGetOperand(call, 0) == a->v) {
		touch(u, call, WRITE, a, constant_length(call));
		return;
	}
	if (copy) {
		touch(u, call, COPY, a, constant_length(call));
		return;
	}
	bool other = false;
	for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
		if (LLVMGetOperand(call, i) != a->v)
			continue;
		if (is_by_value(u->c, call, i))
			touch(u, call, COPY, a, UINT64_MAX);
		else
			other = true;
	}
	if (other)
		touch(u, call, ESCAPE, a, 0);
}

static void
add_address(struct unwritten *u, LLVMValueRef v, int64_t at, bool known)
{
	if (ARENA_PUSH(&u->c->ar, u->address, u->naddress, u->address_cap))
		u->address[u->naddress++] = (struct address){ v, at, known };
}

static void
touch_by(struct unwritten *u, LLVMValueRef inst, const struct address *a)
{
	struct ck *c = u->c;
	LLVMTypeRef t;
	int64_t bytes = 0;
	bool known;

	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMLoad:
		t = LLVMTypeOf(inst);
		if (check_has_refs(c, t))
			touch(u, inst, READ, a, LLVMStoreSizeOfType(c->layout, t));
		break;
	case LLVMStore:
		t = LLVMTypeOf(LLVMGetOperand(inst, 0));
		if (LLVMGetOperand(inst, 0) == a->v)
			touch(u, inst, ESCAPE, a, 0);
		else
			touch(u, inst, WRITE, a, LLVMStoreSizeOfType(c->layout, t));
		break;
	case LLVMGetElementPtr:
		known = check_offset(c, inst, &bytes) && bytes > -INT32_MAX && bytes < INT32_MAX;
		add_address(u, inst, known ? a->at + bytes : 0, a->known && known && a->at < INT32_MAX);
		break;
	case LLVMBitCast: case LLVMAddrSpaceCast:
		add_address(u, inst, a->at, a->known);
		break;
	case LLVMICmp:
		break;
	case LLVMCall: case LLVMInvoke: case LLVMCallBr:
		touch_by_call(u, inst, a);
		break;
	default:
		touch(u, inst, ESCAPE, a, 0);
		break;
	}
}

/* Notes a variable and all accesses to it. */
static bool
add_variable(struct unwritten *u, LLVMValueRef alloca)
{
	struct ck *c = u->c;
	LLVMTypeRef t = LLVMGetAllocatedType(alloca);
	uint64_t n, each = LLVMABISizeOfType(c->layout, t);

	if (!check_number(LLVMGetOperand(alloca, 0), &n) || n == 0 || n > WORDS_MOST
		|| n * each > (uint64_t)WORDS_MOST * c->word)
		return true;
	uint32_t words = (uint32_t)(n * each / c->word);
	if (words == 0)
		return true;
	uint64_t *refs = check_element_words(c, t, words, NULL);
	if (refs == NULL || !ARENA_PUSH(&c->ar, u->variable, u->nvariable, u->variable_cap))
		return false;
	u->variable[u->nvariable++] = (struct variable){ .alloca = alloca, .refs = refs, .words = words };
	u->naddress = 0;
	add_address(u, alloca, 0, true);
	while (u->naddress > 0) {
		struct address a = u->address[--u->naddress];
		for (LLVMUseRef use = LLVMGetFirstUse(a.v); use != NULL; use = LLVMGetNextUse(use))
			if (LLVMIsAInstruction(LLVMGetUser(use)))
				touch_by(u, LLVMGetUser(use), &a);
	}
	return !c->ar.failed && !u->at.failed;
}

static bool
find_variables(struct unwritten *u)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(u->c->fn);

	for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i != NULL; i = LLVMGetNextInstruction(i)) {
		if (LLVMGetInstructionOpcode(i) != LLVMAlloca || !check_has_refs(u->c, LLVMGetAllocatedType(i)))
			continue;
		if (i != u->c->mapped && !add_variable(u, i))
			return false;
	}
	return true;
}

/* Lists the touches of each variable that is read, in the order of instructions. */
static bool
sort(struct unwritten *u)
{
	struct ck *c = u->c;
	uint32_t *next;

	u->off = arena_zarray(&c->ar, (size_t)u->nvariable + 2, sizeof *u->off);
	u->order = arena_array(&c->ar, (size_t)u->ntouch + 1, sizeof *u->order);
	if (u->off == NULL || u->order == NULL)
		return false;
	next = u->off + 1;
	for (uint32_t i = 0; i < u->ntouch; i++)
		if (u->variable[u->touch[i].variable].read)
			u->off[u->touch[i].variable + 2]++;
	for (uint32_t v = 0; v < u->nvariable; v++)
		u->off[v + 2] += u->off[v + 1];
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(c->fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			for (uint32_t t = ptrmap_get(&u->at, i); t != PTRMAP_NONE; t = u->touch[t].next)
				if (u->variable[u->touch[t].variable].read)
					u->order[next[u->touch[t].variable]++] = t;
	return true;
}

/* ---- raw words ---- */

static uint32_t
chunks(const struct variable *v)
{
	return v->words / 64 + 1;
}

static bool
any(const uint64_t *set, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (set[i] != 0)
			return true;
	return false;
}

/* The first raw word of which the touch reads a byte, or NONE. */
static uint32_t
first_raw(const struct unwritten *u, const struct touch *t, const uint64_t *raw)
{
	int64_t word = u->c->word, n = u->variable[t->variable].words;

	for (int64_t w = t->lo < 0 ? 0 : t->lo / word; w < n && w * word < t->hi; w++)
		if (raw[w / 64] >> w % 64 & 1)
			return (uint32_t)w;
	return NONE;
}

static void
step(struct unwritten *u, const struct touch *t, uint64_t *raw, bool judge)
{
	const struct variable *v = &u->variable[t->variable];
	int64_t word = u->c->word;
	uint32_t w;

	switch (t->kind) {
	case START:
		memcpy(raw, v->refs, chunks(v) * sizeof *raw);
		break;
	case WRITE:
		for (int64_t i = t->lo < 0 ? 0 : (t->lo + word - 1) / word; i < v->words && (i + 1) * word <= t->hi;
			i++)
			raw[i / 64] &= ~((uint64_t)1 << i % 64);
		break;
	case ESCAPE:
		memset(raw, 0, chunks(v) * sizeof *raw);
		break;
	default:
		if (!judge || (w = first_raw(u, t, raw)) == NONE)
			break;
		if (t->kind == READ)
			u->load(u->user, t->inst);
		else
			check_hole(u->c, t->inst,
				"byte %llu of stack variable %s is copied from here, and on some path that "
				"reference is not written",
				(unsigned long long)w * u->c->word, check_value_name(u->c, v->alloca, ""));
		break;
	}
}

/* Carries the state from touch `i` to the end of its block.  Returns the number of the next touch. */
static uint32_t
walk(struct unwritten *u, uint32_t i, uint32_t end, uint64_t *raw, bool judge)
{
	LLVMBasicBlockRef b = LLVMGetInstructionParent(u->touch[u->order[i]].inst);

	for (; i < end && LLVMGetInstructionParent(u->touch[u->order[i]].inst) == b; i++)
		step(u, &u->touch[u->order[i]], raw, judge);
	return i;
}

/* The quick answer, for most variables: no word is raw at the end of any block.  False: some may be. */
static bool
in_blocks(struct unwritten *u, uint32_t v, uint64_t *raw, bool judge)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(u->c->fn);
	uint32_t i = u->off[v], end = u->off[v + 1], n = chunks(&u->variable[v]);

	memset(raw, 0, n * sizeof *raw);
	if (LLVMGetInstructionParent(u->touch[u->order[i]].inst) != entry)
		return false;
	memcpy(raw, u->variable[v].refs, n * sizeof *raw);
	while (i < end) {
		i = walk(u, i, end, raw, judge);
		if (any(raw, n))
			return false;
	}
	return true;
}

static bool
through_blocks(struct unwritten *u, uint32_t v, uint64_t *raw)
{
	struct ck *c = u->c;
	uint32_t n = chunks(&u->variable[v]), nwork = 0, end = u->off[v + 1];

	if (c->nblk == 0 && !check_cfg(c))
		return false;
	if ((uint64_t)c->nblk * n > STEPS_MOST) {
		ck_give_up(c, "a large variable may be read before it is written");
		return false;
	}
	uint64_t *in = arena_zarray(&c->ar, (size_t)c->nblk * n, sizeof *in);
	uint32_t *first = arena_array(&c->ar, c->nblk, sizeof *first),
		 *work = arena_array(&c->ar, c->nblk, sizeof *work);
	bool *queued = arena_zarray(&c->ar, c->nblk, sizeof *queued);
	if (c->ar.failed)
		return false;
	memset(first, 0xff, c->nblk * sizeof *first);
	for (uint32_t i = end; i-- > u->off[v];) {
		uint32_t b = check_block_of(c, u->touch[u->order[i]].inst);
		if (b != NONE)
			first[b] = i;
	}
	memcpy(in, u->variable[v].refs, n * sizeof *in);
	for (uint32_t b = c->nblk; b-- > 0;)
		if (first[b] != NONE || b == 0)
			work[nwork++] = b, queued[b] = true;
	while (nwork > 0) {
		uint32_t b = work[--nwork];
		queued[b] = false;
		memcpy(raw, in + (size_t)b * n, n * sizeof *raw);
		if (first[b] != NONE)
			walk(u, first[b], end, raw, false);
		if ((u->steps += n) > STEPS_MOST) {
			ck_give_up(c, "many variables may be read before they are written");
			return false;
		}
		for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
			uint64_t *to = in + (size_t)c->succ[e] * n;
			bool more = false;
			for (uint32_t i = 0; i < n; i++) {
				more |= (raw[i] & ~to[i]) != 0;
				to[i] |= raw[i];
			}
			if (more && !queued[c->succ[e]])
				work[nwork++] = c->succ[e], queued[c->succ[e]] = true;
		}
	}
	for (uint32_t b = 0; b < c->nblk; b++)
		if (first[b] != NONE)
			walk(u, first[b], end, in + (size_t)b * n, true);
	return true;
}

static bool
look_through(struct unwritten *u)
{
	for (uint32_t v = 0; v < u->nvariable && !check_many(u->c); v++) {
		if (u->off[v] == u->off[v + 1])
			continue;
		uint64_t *raw = arena_array(&u->c->ar, chunks(&u->variable[v]), sizeof *raw);
		if (raw == NULL)
			return false;
		if (in_blocks(u, v, raw, false))
			in_blocks(u, v, raw, true);
		else if (!through_blocks(u, v, raw))
			return false;
	}
	return true;
}

bool
check_unwritten(struct ck *c, void (*load)(void *user, LLVMValueRef), void *user)
{
	struct unwritten u = { .c = c, .load = load, .user = user };

	ptrmap_init(&u.at, c->block_id.alloc, c->block_id.user);
	bool ok = find_variables(&u) && (u.ntouch == 0 || (sort(&u) && look_through(&u)));
	ok = ok && !u.at.failed && !c->ar.failed;
	ptrmap_free(&u.at);
	return ok;
}
