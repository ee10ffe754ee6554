/* SPDX-License-Identifier: MIT */
/* hand_written.c -- what callees write into variables whose addresses they get.
**
** A variable that is no root, and has references, may be given to a call by its address: an out-parameter, a struct
** that the callee fills, what a constructor makes.  Behind the call each reference in it may be a new object, which
** nobody roots.  That is put into the copy as a store: either what was there, or a new object.  The proof of what is
** stored into stack memory does the rest.
**
** The address is followed through arithmetic, casts, phis, selects, and results of calls that get it.  If it goes into
** memory, any later call may write the variable, and so may any store of a reference through another pointer. */
#include "check/hand/hand.h"

enum { WAYS_MOST = 1 << 20, CHANGES_MOST = 1 << 16, WORDS_MOST = 1 << 12, FORWARD_MOST = 32 };

struct way { LLVMValueRef pointer; int64_t at; bool known, given; }; /* given: it is what a call has returned */

struct written {
	struct hand *h;
	struct ck *c;
	LLVMBuilderRef b;
	LLVMTypeRef ref, i1, i64;
	struct ptrmap seen;      /* pointer or writer -> the last variable for which it was followed */
	struct way *todo;
	LLVMValueRef *writer, *reader;  /* of the variable, which the checker does not see */
	LLVMValueRef *any;       /* whoever uses references at addresses that are not followed */
	uint64_t *word;          /* which words of the variable are references */
	uint32_t ntodo, todo_cap, nwriters, writer_cap, nreaders, reader_cap, nany, any_cap, ways, changes, number;
	bool computed;           /* a reference is at an offset that is not known */
	bool kept;               /* the address is in memory, or in a number */
	bool anys_listed;
};

static LLVMValueRef
callee_of(LLVMValueRef i)
{
	return LLVMIsACallInst(i) != NULL || LLVMIsAInvokeInst(i) != NULL || LLVMIsACallBrInst(i) != NULL
		? LLVMGetCalledValue(i) : NULL;
}

/* Intrinsics, and functions that stand for what the proof has to see. */
static bool
is_own(LLVMValueRef callee)
{
	const char *name = LLVMIsAFunction(callee) != NULL ? value_name(callee) : "";

	return strncmp(name, "llvm.", 5) == 0 || strncmp(name, "julia.", 6) == 0 || strncmp(name, "lateroot.", 9) == 0;
}

static bool
is_reference(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMPointerTypeKind && check_space(t) == LR_AS_TRACKED;
}

/* Does the callee only read what this argument points to, or its own copy of it? */
static bool
only_reads(LLVMValueRef call, LLVMValueRef callee, unsigned k)
{
	static const char *const names[] = { "readonly", "readnone", "byval" };

	for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
		const unsigned kind = LLVMGetEnumAttributeKindForName(names[n], strlen(names[n]));
		if (LLVMGetCallSiteEnumAttribute(call, k + 1, kind) != NULL
			|| (LLVMIsAFunction(callee) != NULL && k < LLVMCountParams(callee)
				&& LLVMGetEnumAttributeAtIndex(callee, k + 1, kind) != NULL))
			return true;
	}
	return false;
}

static void
add_word(struct written *w, int64_t at)
{
	const int64_t word = w->c->word;

	if (at < 0 || at % word != 0 || at / word >= WORDS_MOST)
		w->computed = true;
	else
		w->word[at / word / 64] |= (uint64_t)1 << at / word % 64;
}

static bool
add_writer(struct written *w, LLVMValueRef i)
{
	if (!ARENA_PUSH(w->h->ar, w->writer, w->nwriters, w->writer_cap))
		return false;
	w->writer[w->nwriters++] = i;
	return true;
}

static bool
add_reader(struct written *w, LLVMValueRef i)
{
	if (!ARENA_PUSH(w->h->ar, w->reader, w->nreaders, w->reader_cap))
		return false;
	w->reader[w->nreaders++] = i;
	return true;
}

static bool
add_way(struct written *w, LLVMValueRef pointer, int64_t at, bool known, bool given)
{
	/* Whoever joins offsets knows none. */
	known = known && LLVMIsAPHINode(pointer) == NULL && LLVMIsASelectInst(pointer) == NULL;
	if (ptrmap_get(&w->seen, pointer) == w->number || w->ways++ >= WAYS_MOST)
		return true;
	if (!ptrmap_set(&w->seen, pointer, w->number) || !ARENA_PUSH(w->h->ar, w->todo, w->ntodo, w->todo_cap))
		return false;
	w->todo[w->ntodo++] = (struct way){ pointer, at, known, given };
	return true;
}

/* Is the variable copied into, from memory that is no variable? */
static bool
is_copy_from_elsewhere(LLVMValueRef call, LLVMValueRef callee, LLVMValueRef pointer)
{
	const char *name = value_name(callee);

	if ((strncmp(name, "llvm.memcpy.", 12) != 0 && strncmp(name, "llvm.memmove.", 13) != 0)
		|| LLVMGetOperand(call, 0) != pointer)
		return false;
	LLVMValueRef from = LLVMGetOperand(call, 1);
	for (unsigned k = 0; k < 64 && LLVMIsAGetElementPtrInst(from) != NULL; k++)
		from = LLVMGetOperand(from, 0);
	return LLVMIsAAllocaInst(from) == NULL && (LLVMIsAGlobalVariable(from) == NULL || !LLVMIsGlobalConstant(from));
}

/* A call that gets the address. */
static bool
read_call(struct written *w, LLVMValueRef call, LLVMValueRef callee, const struct way *p)
{
	const unsigned n = LLVMGetNumArgOperands(call);
	const LLVMTypeKind result = LLVMGetTypeKind(LLVMTypeOf(call));
	bool writes = false;

	if (is_own(callee))
		return !is_copy_from_elsewhere(call, callee, p->pointer) || add_writer(w, call);
	for (unsigned k = 0; k < n; k++)
		writes |= LLVMGetOperand(call, k) == p->pointer && !only_reads(call, callee, k);
	if ((writes && !add_writer(w, call)) || (p->given && !add_reader(w, call)))
		return false;
	if (result == LLVMPointerTypeKind && !check_is_special(check_space(LLVMTypeOf(call))))
		return add_way(w, call, 0, false, true);
	w->kept |= result == LLVMStructTypeKind || result == LLVMArrayTypeKind;
	return true;
}

static bool
read_use(struct written *w, LLVMValueRef user, const struct way *p)
{
	LLVMValueRef callee = callee_of(user);
	int64_t bytes = 0;

	if (callee != NULL)
		return read_call(w, user, callee, p);
	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMGetElementPtr: {
		const bool known = check_offset(w->c, user, &bytes);
		return add_way(w, user, p->at + bytes, p->known && known, p->given);
	}
	case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMFreeze: case LLVMPHI: case LLVMSelect:
		return add_way(w, user, p->at, p->known, p->given);
	case LLVMLoad: case LLVMStore: {
		LLVMValueRef v = LLVMIsAStoreInst(user) != NULL ? LLVMGetOperand(user, 0) : user;
		if (v == p->pointer) {
			w->kept = true;
			return true;
		}
		if (!is_reference(LLVMTypeOf(v)))
			return true;
		if (p->known) {
			add_word(w, p->at);
			return true;
		}
		w->computed = true;
		if (p->given && LLVMIsAStoreInst(user) == NULL)
			return add_reader(w, user);
		return LLVMIsAStoreInst(user) == NULL || LLVMIsAConstant(v) != NULL || add_writer(w, user);
	}
	case LLVMICmp:
		return true;
	default:
		w->kept = true;
		return true;
	}
}

/* ---- what is put into the copy ---- */

static LLVMValueRef
call(struct written *w, const char *name, LLVMTypeRef result, LLVMValueRef arg)
{
	LLVMTypeRef type = LLVMFunctionType(result, &w->ref, arg != NULL, false);

	return LLVMBuildCall2(w->b, type, hand_stand_in(w->c, name, type), &arg, arg != NULL, "");
}

static LLVMValueRef
load_word(struct written *w, LLVMValueRef variable, uint32_t word, LLVMValueRef *place)
{
	LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(w->ref));
	LLVMValueRef at = LLVMConstInt(w->i64, (uint64_t)word * w->c->word, false);

	*place = word == 0 ? variable : LLVMBuildInBoundsGEP2(w->b, i8, variable, &at, 1, "");
	return LLVMBuildLoad2(w->b, w->ref, *place, "");
}

/* A new instruction is about the variable, and stands where the call is. */
static void
stands_for(LLVMValueRef made, LLVMValueRef by, LLVMValueRef variable)
{
	LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(by));
	hand_stands_for(made, by, variable);
}

/* Loads of the variable right behind give what was put there, so that one who stores it into a root has rooted it. */
static void
forward(LLVMValueRef variable, LLVMValueRef store)
{
	LLVMValueRef now = LLVMGetOperand(store, 0), next;
	unsigned steps = 0;

	for (LLVMValueRef i = LLVMGetNextInstruction(store); i != NULL && steps++ < FORWARD_MOST; i = next) {
		LLVMValueRef callee = callee_of(i);
		next = LLVMGetNextInstruction(i);
		if (LLVMIsALoadInst(i) != NULL && LLVMGetOperand(i, 0) == variable && !LLVMGetVolatile(i)
			&& LLVMTypeOf(i) == LLVMTypeOf(now))
			LLVMReplaceAllUsesWith(i, now);
		if ((callee != NULL && strncmp(value_name(callee), "lateroot.", 9) != 0)
			|| (LLVMIsAStoreInst(i) != NULL && (LLVMIsAAllocaInst(LLVMGetOperand(i, 1)) == NULL
				|| LLVMGetOperand(i, 1) == variable)))
			return;
	}
}

/* The word of the variable becomes another object, or stays what it is. */
static void
write_word(struct written *w, LLVMValueRef variable, LLVMValueRef by, uint32_t word)
{
	LLVMValueRef place, old = load_word(w, variable, word, &place);
	LLVMValueRef made = call(w, "lateroot.object", w->ref, LLVMConstNull(w->ref));
	LLVMValueRef now = LLVMBuildSelect(w->b, call(w, "lateroot.either", w->i1, NULL), old, made, "");
	LLVMValueRef all[] = { old, made, now, LLVMBuildStore(w->b, now, place) };

	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		stands_for(all[k], by, variable);
	if (word == 0)
		forward(variable, all[3]);
}

static void
read_word(struct written *w, LLVMValueRef variable, LLVMValueRef by, uint32_t word)
{
	LLVMTypeRef none = LLVMVoidTypeInContext(LLVMGetTypeContext(w->ref));
	LLVMValueRef place, old = load_word(w, variable, word, &place), use = call(w, "lateroot.use", none, old);

	stands_for(old, by, variable);
	stands_for(use, by, variable);
}

static void
change_before(struct written *w, LLVMValueRef variable, LLVMValueRef by, LLVMValueRef before, uint32_t words,
	bool writes)
{
	LLVMPositionBuilderBefore(w->b, before);
	for (uint32_t k = 0; k < words && w->changes < CHANGES_MOST; k++)
		if (w->word[k / 64] >> k % 64 & 1) {
			if (writes)
				write_word(w, variable, by, k);
			else
				read_word(w, variable, by, k);
			w->changes++;
		}
}

LLVMValueRef
hand_behind_phis(LLVMBasicBlockRef b)
{
	LLVMValueRef i = LLVMGetFirstInstruction(b);

	while (LLVMIsAPHINode(i) != NULL || LLVMIsALandingPadInst(i) != NULL)
		i = LLVMGetNextInstruction(i);
	return i;
}

static void
write_behind(struct written *w, LLVMValueRef variable, LLVMValueRef by, uint32_t words)
{
	if (LLVMGetNextInstruction(by) != NULL)
		change_before(w, variable, by, LLVMGetNextInstruction(by), words, true);
	for (unsigned s = 0; LLVMGetNextInstruction(by) == NULL && s < LLVMGetNumSuccessors(by); s++)
		change_before(w, variable, by, hand_behind_phis(LLVMGetSuccessor(by, s)), words, true);
}

/* ---- a variable ---- */

static bool
refuse(struct written *w, LLVMValueRef at, const char *why)
{
	w->h->refused = true;
	return hand_say(w->h, at, false, NULL, why);
}

/* Where a reference is loaded or stored; NULL: something else happens. */
static LLVMValueRef
address_of(LLVMValueRef i)
{
	if (LLVMIsALoadInst(i) != NULL && is_reference(LLVMTypeOf(i)))
		return LLVMGetOperand(i, 0);
	return LLVMIsAStoreInst(i) != NULL && is_reference(LLVMTypeOf(LLVMGetOperand(i, 0))) ? LLVMGetOperand(i, 1)
		: NULL;
}

/* All calls, and accesses to references at addresses that are none of a variable, an object, or a global. */
static bool
list_any(struct written *w)
{
	for (uint32_t b = 0; b < w->c->nblk && !w->anys_listed; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(w->c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMValueRef callee = callee_of(i), to = address_of(i);
			for (unsigned k = 0; to != NULL && k < 64 && LLVMIsAGetElementPtrInst(to) != NULL; k++)
				to = LLVMGetOperand(to, 0);
			if (callee != NULL ? is_own(callee) || check_is_chain(w->c, i)
				: to == NULL || check_is_special(check_space(LLVMTypeOf(to)))
				|| LLVMIsAAllocaInst(to) != NULL || LLVMIsAGlobalVariable(to) != NULL)
				continue;
			if (!ARENA_PUSH(w->h->ar, w->any, w->nany, w->any_cap))
				return false;
			w->any[w->nany++] = i;
		}
	w->anys_listed = true;
	return true;
}

static bool
read_uses(struct written *w, LLVMValueRef variable)
{
	w->ntodo = w->nwriters = w->nreaders = 0;
	w->computed = w->kept = false;
	memset(w->word, 0, WORDS_MOST / 8);
	if (!add_way(w, variable, 0, true, false))
		return false;
	while (w->ntodo > 0) {
		const struct way p = w->todo[--w->ntodo];
		for (LLVMUseRef u = LLVMGetFirstUse(p.pointer); u != NULL; u = LLVMGetNextUse(u))
			if (!read_use(w, LLVMGetUser(u), &p))
				return false;
	}
	return true;
}

static bool
read_variable(struct written *w, LLVMValueRef variable)
{
	LLVMTypeRef type = LLVMGetAllocatedType(variable);
	LLVMValueRef n = LLVMGetOperand(variable, 0);
	const bool typed = check_has_refs(w->c, type);
	uint64_t bytes = LLVMTypeIsSized(type) ? LLVMABISizeOfType(w->c->layout, type) : 0, *words;
	uint32_t count = WORDS_MOST;

	if (!read_uses(w, variable))
		return false;
	LLVMValueRef at = w->nwriters > 0 ? w->writer[0] : w->nreaders > 0 ? w->reader[0] : variable;
	bool any = typed || w->computed;
	for (uint32_t k = 0; k < WORDS_MOST / 64; k++)
		any |= w->word[k] != 0;
	if (!any || (w->nwriters == 0 && w->nreaders == 0 && !w->kept))
		return true;
	if (LLVMIsAConstantInt(n) == NULL || LLVMConstIntGetZExtValue(n) > WORDS_MOST
		|| bytes > (uint64_t)WORDS_MOST * 8
		|| bytes * LLVMConstIntGetZExtValue(n) > (uint64_t)WORDS_MOST * w->c->word)
		return refuse(w, at, "a callee may write references into a large variable");
	if (w->computed && !typed)
		return refuse(w, at, "a callee may write references into a variable whose type has none");
	bytes *= LLVMConstIntGetZExtValue(n);
	count = (uint32_t)(bytes / w->c->word);
	if (typed && (words = check_element_words(w->c, type, count, NULL)) == NULL)
		return false;
	for (uint32_t k = 0; typed && k < count; k += 64)
		w->word[k / 64] |= words[k / 64];
	for (uint32_t k = 0; k < w->nreaders; k++)
		change_before(w, variable, w->reader[k], w->reader[k], count, false);
	for (uint32_t k = 0; k < w->nwriters; k++)
		write_behind(w, variable, w->writer[k], count);
	if (w->kept && !list_any(w))
		return false;
	for (uint32_t k = 0; w->kept && k < w->nany; k++) {
		change_before(w, variable, w->any[k], w->any[k], count, false);
		if (LLVMIsALoadInst(w->any[k]) == NULL)
			write_behind(w, variable, w->any[k], count);
	}
	return true;
}

static bool
is_frame(const struct hand *h, LLVMValueRef alloca)
{
	for (uint32_t f = 0; f < h->nframes; f++)
		if (h->frame[f].alloca == alloca)
			return true;
	return false;
}

bool
hand_written(struct hand *h)
{
	LLVMContextRef lc = LLVMGetTypeContext(LLVMTypeOf(h->c->fn));
	struct written w = { .h = h, .c = h->c, .b = LLVMCreateBuilderInContext(lc),
		.ref = LLVMPointerTypeInContext(lc, LR_AS_TRACKED), .i1 = LLVMInt1TypeInContext(lc),
		.i64 = LLVMInt64TypeInContext(lc), .word = arena_zarray(h->ar, WORDS_MOST / 64, sizeof *w.word) };
	bool ok = w.word != NULL;

	ptrmap_init(&w.seen, h->c->block_id.alloc, h->c->block_id.user);
	for (uint32_t b = 0; b < h->c->nblk && ok; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(h->c->bb[b]), next; i != NULL && ok; i = next) {
			next = LLVMGetNextInstruction(i);
			if (LLVMIsAAllocaInst(i) == NULL || ptrmap_get(&h->var_of, i) != PTRMAP_NONE || is_frame(h, i))
				continue;
			ok = h->refused || read_variable(&w, i);
			w.number++;
			if (h->refused)
				break;
		}
	ok = ok && !w.seen.failed;
	ptrmap_free(&w.seen);
	LLVMDisposeBuilder(w.b);
	if (!ok || (w.ways < WAYS_MOST && w.changes < CHANGES_MOST))
		return ok;
	return refuse(&w, h->c->fn, "callees may write too many references into variables");
}
