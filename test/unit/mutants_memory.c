/* SPDX-License-Identifier: MIT */
/* mutants_memory.c -- breaking mapped frames, and what fills the variables that they show. */
#include "mutants_memory.h"

#include <llvm-c/Target.h>

#include <lateroot/abi.h>

const char *const memory_mutation_name[MEMORY_MUTATIONS] = { "run dropped", "run a word shorter", "run a word later",
	"stride longer", "stride shorter", "one time less", "deep run may move", "map of another block",
	"other variable", "element less", "never in use", "out of use early", "word of the frame stored late",
	"clearing dropped", "clearing late", "copy elsewhere", "result elsewhere", "neighbouring word", "linked late",
	"not unlinked", "unlinked early" };

enum { STORES_MOST = 512 };

/* A store into the mapped frame, or what else is to be broken. */
struct frame {
	LLVMValueRef alloca;
	bool indirect;
	struct { LLVMValueRef store; unsigned word; } store[STORES_MOST];
	unsigned n;
};

static bool
offset_of(LLVMTargetDataRef layout, LLVMValueRef gep, long long *bytes)
{
	LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);

	*bytes = 0;
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
		LLVMValueRef x = LLVMGetOperand(gep, i);
		if (LLVMIsAConstantInt(x) == NULL)
			return false;
		if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			*bytes += (long long)LLVMOffsetOfElement(layout, t, (unsigned)LLVMConstIntGetZExtValue(x));
			t = LLVMStructGetTypeAtIndex(t, (unsigned)LLVMConstIntGetZExtValue(x));
			continue;
		}
		if (i > 1)
			t = LLVMGetElementType(t);
		*bytes += LLVMConstIntGetSExtValue(x) * (long long)LLVMABISizeOfType(layout, t);
	}
	return true;
}

/* What an address is computed from, and how far it lies behind that; -1: not known. */
static LLVMValueRef
base_of(LLVMTargetDataRef layout, LLVMValueRef p, long long *bytes)
{
	long long more;

	*bytes = 0;
	while (LLVMIsAGetElementPtrInst(p)) {
		if (*bytes >= 0 && offset_of(layout, p, &more))
			*bytes += more;
		else
			*bytes = -1;
		p = LLVMGetOperand(p, 0);
	}
	return p;
}

/* The alloca whose address is stored, and that begins with a header. */
static LLVMValueRef
mapped_alloca(LLVMValueRef fn, bool *indirect)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			if (LLVMIsAStoreInst(i) == NULL || LLVMIsAAllocaInst(LLVMGetOperand(i, 1)) == NULL
				|| LLVMIsAConstantInt(LLVMGetOperand(i, 0)) == NULL)
				continue;
			unsigned long long h = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0));
			for (LLVMUseRef u = LLVMGetFirstUse(LLVMGetOperand(i, 1));
				u != NULL && (h & (LR_FRAME_MAPPED | LR_FRAME_INDIRECT)) != 0; u = LLVMGetNextUse(u)) {
				LLVMValueRef s = LLVMGetUser(u);
				*indirect = (h & LR_FRAME_INDIRECT) != 0;
				if (LLVMIsAStoreInst(s) && LLVMGetOperand(s, 0) == LLVMGetOperand(i, 1)
					&& LLVMIsAAllocaInst(LLVMGetOperand(s, 1)) == NULL)
					return LLVMGetOperand(i, 1);
			}
		}
	return NULL;
}

static bool
read_frame(LLVMValueRef fn, struct frame *f)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(fn));
	unsigned word = LLVMPointerSize(layout);

	*f = (struct frame){ .alloca = mapped_alloca(fn, &f->indirect) };
	if (f->alloca == NULL)
		return false;
	mapped_alloca(fn, &f->indirect);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL && f->n < STORES_MOST;
			i = LLVMGetNextInstruction(i)) {
			long long bytes;
			if (LLVMIsAStoreInst(i) && base_of(layout, LLVMGetOperand(i, 1), &bytes) == f->alloca
				&& bytes >= 0) {
				f->store[f->n].store = i;
				f->store[f->n++].word = (unsigned)(bytes / word);
			}
		}
	return true;
}

/* Map, address or count. */
static unsigned
field(const struct frame *f, unsigned k)
{
	unsigned w = f->store[k].word;

	return w < LR_FRAME_HEADER_WORDS ? 3 + w : f->indirect ? 1 : (w - LR_FRAME_HEADER_WORDS) % 3;
}

static bool
is_zero(LLVMValueRef v)
{
	return LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) == 0;
}

/* ---- maps ---- */

/* A copy of a map in which run number `at` is otherwise; NULL: it would be no other. */
static LLVMValueRef
changed_map(LLVMValueRef map, enum memory_mutation kind, unsigned at)
{
	enum { RUNS_MOST = 256 };
	LLVMValueRef old = LLVMGetInitializer(map), run[RUNS_MOST], field[3], g;
	LLVMTypeRef word = LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(map)));
	unsigned n = (unsigned)LLVMConstIntGetZExtValue(LLVMGetAggregateElement(old, 1)), k = 0;

	for (unsigned i = 0; i < n && i < RUNS_MOST; i++) {
		unsigned long long r = LLVMConstIntGetZExtValue(
			LLVMGetAggregateElement(LLVMGetAggregateElement(old, 2), i));
		unsigned long long times = r >> 44 & 0xffff, before = r;
		if (i == at && kind == MEMORY_RUN_DROPPED)
			continue;
		if (i == at && kind == MEMORY_RUN_SHORT) {
			if ((r >> 20 & 0xfff) == 1)
				continue;
			r -= 1ull << 20;
		}
		if (i == at && kind == MEMORY_RUN_AT)
			r += 1;
		if (i == at && kind == MEMORY_STRIDE_MORE && times > 1)
			r += 1ull << 32;
		if (i == at && kind == MEMORY_STRIDE_LESS && times > 1)
			r -= 1ull << 32;
		if (i == at && kind == MEMORY_TIMES) {
			if (times == 1)
				continue;
			r -= 1ull << 44;
		}
		if (i == at && kind == MEMORY_NOT_DEEP)
			r &= ~(15ull << 60);
		if (i == at && r == before)
			return NULL;
		run[k++] = LLVMConstInt(word, r, false);
	}
	field[0] = LLVMGetAggregateElement(old, 0);
	field[1] = LLVMConstInt(LLVMTypeOf(field[0]), k, false);
	field[2] = LLVMConstArray2(word, run, k);
	LLVMValueRef init = LLVMConstStructInContext(LLVMGetTypeContext(word), field, 3, false);
	g = LLVMAddGlobal(LLVMGetGlobalParent(map), LLVMTypeOf(init), "mutant");
	LLVMSetInitializer(g, init);
	LLVMSetGlobalConstant(g, true);
	LLVMSetLinkage(g, LLVMPrivateLinkage);
	LLVMSetAlignment(g, 8);
	return g;
}

static bool
mutate_map(const struct frame *f, enum memory_mutation kind, unsigned at)
{
	for (unsigned i = 0; i < f->n; i++) {
		LLVMValueRef map = LLVMGetOperand(f->store[i].store, 0), to;
		if (f->indirect || field(f, i) != 0 || LLVMIsAGlobalVariable(map) == NULL)
			continue;
		unsigned n = (unsigned)LLVMConstIntGetZExtValue(LLVMGetAggregateElement(LLVMGetInitializer(map), 1));
		if (at >= n) {
			at -= n;
			continue;
		}
		to = changed_map(map, kind, at);
		if (to != NULL)
			LLVMSetOperand(f->store[i].store, 0, to);
		return to != NULL;
	}
	return false;
}

/* ---- fields ---- */

/* The at'th store of that field. */
static LLVMValueRef
nth(const struct frame *f, unsigned which, unsigned at, bool nonzero)
{
	for (unsigned i = 0; i < f->n; i++)
		if (field(f, i) == which && !(nonzero && is_zero(LLVMGetOperand(f->store[i].store, 0))) && at-- == 0)
			return f->store[i].store;
	return NULL;
}

/* Another block's value for the same field. */
static bool
exchange(const struct frame *f, unsigned which, unsigned at)
{
	LLVMValueRef s = nth(f, which, at, false);

	for (unsigned i = 0; s != NULL && i < f->n; i++) {
		LLVMValueRef v = LLVMGetOperand(f->store[i].store, 0);
		if (field(f, i) == which && v != LLVMGetOperand(s, 0)
			&& LLVMGetInstructionParent(f->store[i].store) == LLVMGetInstructionParent(s)
			&& (LLVMIsAInstruction(v) == NULL) == (LLVMIsAInstruction(LLVMGetOperand(s, 0)) == NULL)) {
			LLVMSetOperand(s, 0, v);
			return true;
		}
	}
	return false;
}

static bool
set_count(const struct frame *f, unsigned at, bool zero)
{
	LLVMValueRef s = nth(f, 2, at, true), v = s != NULL ? LLVMGetOperand(s, 0) : NULL;

	if (v == NULL || (!zero && (LLVMIsAConstantInt(v) == NULL || LLVMConstIntGetZExtValue(v) < 2)))
		return false;
	LLVMSetOperand(s, 0, LLVMConstInt(LLVMTypeOf(v), zero ? 0 : LLVMConstIntGetZExtValue(v) - 1, false));
	return true;
}

/* Does it come behind the store that links the frame? */
static bool
is_linked_at(const struct frame *f, LLVMValueRef i)
{
	LLVMBasicBlockRef b = LLVMGetInstructionParent(i);

	for (LLVMValueRef x = LLVMGetPreviousInstruction(i); x != NULL; x = LLVMGetPreviousInstruction(x))
		if (LLVMIsAStoreInst(x) && LLVMGetOperand(x, 0) == f->alloca)
			return true;
	return b != LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(b));
}

static bool
off_early(const struct frame *f, unsigned at)
{
	for (unsigned i = 0; i < f->n; i++) {
		LLVMValueRef s = f->store[i].store;
		/* those at the beginning only say that it is not in use yet */
		if (field(f, i) == 2 && !f->indirect && is_zero(LLVMGetOperand(s, 0)) && is_linked_at(f, s)
			&& mutant_earlier(s) != NULL && at-- == 0)
			return mutant_move(s, mutant_earlier(s));
	}
	return false;
}

static bool
neighbour(LLVMValueRef fn, const struct frame *f, unsigned at)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(fn));
	LLVMValueRef s = f->indirect ? nth(f, 1, at, false) : NULL, index;

	if (s == NULL)
		return false;
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(f->alloca)));
	LLVMPositionBuilderBefore(b, s);
	index = LLVMConstInt(LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(f->alloca))), LLVMPointerSize(layout),
		false);
	LLVMSetOperand(s, 0,
		LLVMBuildGEP2(b, LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(f->alloca))), LLVMGetOperand(s, 0),
			&index, 1, ""));
	LLVMDisposeBuilder(b);
	return true;
}

/* ---- what fills the variables ---- */

/* Does the frame show it? */
static bool
is_shown(LLVMValueRef fn, const struct frame *f, LLVMValueRef p)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(fn));
	long long bytes;
	LLVMValueRef base = base_of(layout, p, &bytes);

	for (unsigned i = 0; i < f->n; i++)
		if (field(f, i) == 1 && base_of(layout, LLVMGetOperand(f->store[i].store, 0), &bytes) == base)
			return true;
	return false;
}

static bool
is_named(LLVMValueRef i, const char *prefix)
{
	size_t n;

	if (LLVMIsACallInst(i) == NULL)
		return false;
	const char *name = LLVMGetValueName2(LLVMGetCalledValue(i), &n);
	return strncmp(name, prefix, strlen(prefix)) == 0;
}

static bool
is_clear(LLVMValueRef fn, const struct frame *f, LLVMValueRef i)
{
	if (LLVMIsAStoreInst(i))
		return LLVMIsNull(LLVMGetOperand(i, 0)) && is_shown(fn, f, LLVMGetOperand(i, 1));
	return is_named(i, "llvm.memset.") && is_zero(LLVMGetOperand(i, 1)) && is_shown(fn, f, LLVMGetOperand(i, 0));
}

static bool
is_result(LLVMValueRef fn, const struct frame *f, LLVMValueRef i)
{
	return LLVMIsACallInst(i) && LLVMGetNumArgOperands(i) > 0
		&& LLVMGetCallSiteEnumAttribute(i, 1, LLVMGetEnumAttributeKindForName("sret", 4)) != NULL
		&& is_shown(fn, f, LLVMGetOperand(i, 0));
}

static bool
is_copy(LLVMValueRef fn, const struct frame *f, LLVMValueRef i)
{
	return (is_named(i, "llvm.memcpy.") || is_named(i, "llvm.memmove.")) && is_shown(fn, f, LLVMGetOperand(i, 0));
}

/* The first operand becomes a new variable like the old one, and what reads that behind it in its block reads the new
** one.  False if nothing does. */
static bool
elsewhere(LLVMValueRef fn, LLVMValueRef i)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(fn));
	long long bytes;
	LLVMValueRef old = base_of(layout, LLVMGetOperand(i, 0), &bytes), to,
		first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
	bool read = false;

	if (LLVMIsAAllocaInst(old) == NULL || LLVMIsAConstantInt(LLVMGetOperand(old, 0)) == NULL
		|| LLVMGetOperand(i, 0) != old)
		return false;
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(old)));
	LLVMPositionBuilderBefore(b, first);
	to = LLVMBuildArrayAlloca(b, LLVMGetAllocatedType(old), LLVMGetOperand(old, 0), "elsewhere");
	LLVMDisposeBuilder(b);
	LLVMSetOperand(i, 0, to);
	for (LLVMValueRef x = LLVMGetNextInstruction(i); x != NULL; x = LLVMGetNextInstruction(x))
		for (unsigned k = is_named(x, "llvm.memcpy.");
			!LLVMIsAStoreInst(x) && (k == 1 || !LLVMIsACallInst(x)) && k < (unsigned)LLVMGetNumOperands(x);
			k++)
			if (LLVMGetOperand(x, k) == old) {
				LLVMSetOperand(x, k, to);
				read = true;
			}
	return read;
}

/* ---- all ---- */

static bool
one_of(LLVMValueRef fn, const struct frame *f, LLVMValueRef i, enum memory_mutation kind)
{
	bool chain = LLVMIsAStoreInst(i) && !LLVMIsAAllocaInst(LLVMGetOperand(i, 1))
		&& !LLVMIsAGetElementPtrInst(LLVMGetOperand(i, 1));
	LLVMValueRef v = chain ? LLVMGetOperand(i, 0) : NULL;

	switch (kind) {
	case MEMORY_CLEAR_DROPPED:
	case MEMORY_CLEAR_LATE:
		return is_clear(fn, f, i);
	case MEMORY_COPY_ELSEWHERE:
		return is_copy(fn, f, i);
	case MEMORY_RESULT_ELSEWHERE:
		return is_result(fn, f, i);
	case MEMORY_LINK_LATE:
		return v == f->alloca;
	case MEMORY_UNLINK_DROPPED:
	case MEMORY_UNLINK_EARLY: {
		long long bytes;
		return v != NULL && LLVMIsALoadInst(v)
			&& base_of(LLVMGetModuleDataLayout(LLVMGetGlobalParent(fn)), LLVMGetOperand(v, 0), &bytes)
			== f->alloca;
	}
	default:
		return false;
	}
}

static bool
mutate_instruction(LLVMValueRef fn, LLVMValueRef i, enum memory_mutation kind)
{
	LLVMValueRef load;

	switch (kind) {
	case MEMORY_CLEAR_LATE:
	case MEMORY_LINK_LATE:
		return mutant_move(i, mutant_later(i));
	case MEMORY_COPY_ELSEWHERE:
	case MEMORY_RESULT_ELSEWHERE:
		return elsewhere(fn, i);
	case MEMORY_UNLINK_EARLY:
		load = LLVMGetOperand(i, 0);
		if (LLVMGetInstructionParent(load) != LLVMGetInstructionParent(i) || mutant_earlier(i) == NULL)
			return false;
		return mutant_move(load, mutant_earlier(load) != NULL ? mutant_earlier(load) : load)
			&& mutant_move(i, LLVMGetNextInstruction(load));
	default:
		LLVMInstructionEraseFromParent(i);
		return true;
	}
}

static bool
walk(LLVMValueRef fn, const struct frame *f, enum memory_mutation kind, unsigned at, unsigned *count)
{
	*count = 0;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			if (one_of(fn, f, i, kind) && (*count)++ == at)
				return mutate_instruction(fn, i, kind);
	return false;
}

bool
mutate_memory(LLVMValueRef fn, enum memory_mutation kind, unsigned at)
{
	struct frame f;
	unsigned n;

	if (!read_frame(fn, &f))
		return false;
	switch (kind) {
	case MEMORY_RUN_DROPPED:
	case MEMORY_RUN_SHORT:
	case MEMORY_RUN_AT:
	case MEMORY_STRIDE_MORE:
	case MEMORY_STRIDE_LESS:
	case MEMORY_TIMES:
	case MEMORY_NOT_DEEP:
		return mutate_map(&f, kind, at);
	case MEMORY_OTHER_MAP:
		return !f.indirect && exchange(&f, 0, at);
	case MEMORY_OTHER_VARIABLE:
		return exchange(&f, 1, at);
	case MEMORY_FEWER:
	case MEMORY_NEVER_ON:
		return !f.indirect && set_count(&f, at, kind == MEMORY_NEVER_ON);
	case MEMORY_OFF_EARLY:
		return off_early(&f, at);
	case MEMORY_FIELD_LATE:
		if (at >= f.n || LLVMIsNull(LLVMGetOperand(f.store[at].store, 0)))
			return false;
		return mutant_move(f.store[at].store, mutant_later(f.store[at].store));
	case MEMORY_NEIGHBOUR:
		return neighbour(fn, &f, at);
	default:
		return walk(fn, &f, kind, at, &n);
	}
}

unsigned
mutate_memory_places(LLVMValueRef fn, enum memory_mutation kind)
{
	struct frame f;
	unsigned n = 0;

	if (!read_frame(fn, &f))
		return 0;
	if (kind >= MEMORY_CLEAR_DROPPED && kind != MEMORY_NEIGHBOUR) {
		walk(fn, &f, kind, ~0u, &n);
		return n;
	}
	if (kind > MEMORY_NOT_DEEP)
		return f.n;
	for (unsigned i = 0; i < f.n; i++) /* runs of all blocks */
		if (!f.indirect && field(&f, i) == 0 && LLVMIsAGlobalVariable(LLVMGetOperand(f.store[i].store, 0)))
			n += (unsigned)LLVMConstIntGetZExtValue(
				LLVMGetAggregateElement(LLVMGetInitializer(LLVMGetOperand(f.store[i].store, 0)), 1));
	return n;
}
