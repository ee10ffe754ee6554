/* SPDX-License-Identifier: MIT */
/* mapped_frame_build.c -- builds the mapped frame of a function, the same for every ABI: an alloca of header and
** blocks, linked into the task's chain right behind the getter and unlinked last of all.  Runs after the rewrite of the
** function. Once the memory for maps is allocated, nothing can fail. */
#include "dialect/kind.h"
#include "gcroots/model/mapped_frame.h"
#include "gcroots/rewrite/scratch.h"
#include "dialect/edit/edit.h"
#include "lateroot/abi.h"
#include "lowering/common/lowering.h"
#include "gcroots/rewrite/rewrite.h"

enum { FEW_CLEARED = 8 }; /* up to so many words are made null one by one */

struct building {
	struct session *s;
	const struct plan *p;
	const struct mapped *m;
	LLVMBuilderRef b;
	LLVMTypeRef word, ptr, i8, i32, i64;
	LLVMValueRef frame, chain;
};

static void
stand_before(struct building *g, LLVMValueRef inst)
{
	LLVMPositionBuilderBefore(g->b, inst);
	LLVMSetCurrentDebugLocation2(g->b, NULL);
}

static LLVMValueRef
number(const struct building *g, uint64_t n)
{
	return LLVMConstInt(g->word, n, false);
}

static LLVMValueRef
offset(struct building *g, LLVMValueRef base, uint64_t bytes)
{
	LLVMValueRef n = number(g, bytes);

	return bytes ? LLVMBuildInBoundsGEP2(g->b, g->i8, base, &n, 1, "") : base;
}

static void
store(struct building *g, LLVMValueRef v, LLVMValueRef to)
{
	LLVMSetAlignment(LLVMBuildStore(g->b, v, to), g->m->word_bytes);
}

static void
fill(struct building *g, uint32_t word, LLVMValueRef v)
{
	store(g, v, offset(g, g->frame, (uint64_t)word * g->m->word_bytes));
}

static uint32_t
block_word(uint32_t block, uint32_t word)
{
	return LR_FRAME_HEADER_WORDS + LR_FRAME_BLOCK_WORDS * block + word;
}
enum { BLOCK_MAP, BLOCK_AT, BLOCK_COUNT };

/* -- clearing */

static uint64_t
references(const struct memory_block *b)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < b->nrun; i++)
		n += (uint64_t)b->run[i].n * b->run[i].times;
	return n;
}

/* Clears the reference words of a variable.  alone: its other words must not change; otherwise they hold nothing yet.
** */
static void
clear(struct building *g, const struct memory_block *b, bool alone)
{
	uint64_t word_bytes = g->m->word_bytes, bytes = (uint64_t)b->element * b->count * word_bytes;
	LLVMValueRef null = LLVMConstNull(g->ptr);

	if (!alone && references(b) * b->count > FEW_CLEARED) {
		LLVMBuildMemSet(g->b, b->at, LLVMConstNull(g->i8), number(g, bytes), g->m->word_bytes);
		return;
	}
	for (uint64_t e = 0; e < b->count; e++)
		for (uint32_t i = 0; i < b->nrun; i++)
			for (uint64_t k = 0; k < (uint64_t)b->run[i].n * b->run[i].times; k++) {
				uint64_t at = e * b->element + b->run[i].at + k / b->run[i].n * b->run[i].stride
					+ k % b->run[i].n;
				store(g, null, offset(g, b->at, at * word_bytes));
			}
}

/* -- maps */

static bool
same_runs(const struct memory_block *a, const struct memory_block *b)
{
	return a->element == b->element && a->nrun == b->nrun && a->deep == b->deep
		&& memcmp(a->run, b->run, a->nrun * sizeof *a->run) == 0;
}

static LLVMValueRef
make_map(struct building *g, const struct memory_block *b)
{
	LLVMContextRef c = LLVMGetModuleContext(g->s->module);
	LLVMValueRef *run = g->s->scratch->value; /* large enough: rewrite_reserve */

	for (uint32_t i = 0; i < b->nrun; i++) {
		const struct memory_run *r = &b->run[i];
		uint64_t kind = g->m->moving && b->deep ? LR_RUN_DEEP : LR_RUN_MOVING;
		run[i] = LLVMConstInt(g->i64,
			(uint64_t)r->at << LR_RUN_AT_SHIFT | (uint64_t)r->n << LR_RUN_WORDS_SHIFT
				| (uint64_t)r->stride << LR_RUN_STRIDE_SHIFT | (uint64_t)r->times << LR_RUN_TIMES_SHIFT
				| kind << LR_RUN_KIND_SHIFT,
			false);
	}
	LLVMValueRef parts[] = { LLVMConstInt(g->i32, b->element, false), LLVMConstInt(g->i32, b->nrun, false),
		LLVMConstArray2(g->i64, run, b->nrun) };
	LLVMValueRef init = LLVMConstStructInContext(c, parts, 3, false);
	return edit_constant(g->s->module, init, 8, "lateroot.map");
}

/* -- variables */

static void
mark(const struct building *g, LLVMValueRef inst)
{
	LLVMContextRef c = LLVMGetModuleContext(g->s->module);

	LLVMSetMetadata(inst, g->s->md_mapped, LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, NULL, 0)));
}

static void
prepare(struct building *g, const struct memory_block *b)
{
	if (!LLVMIsAAllocaInst(b->at))
		return;
	if (LLVMGetAlignment(b->at) < g->m->word_bytes)
		LLVMSetAlignment(b->at, g->m->word_bytes);
	if (!b->dynamic)
		raise_to_entry(g->b, b->at); /* above the frame that points to it */
	mark(g, b->at);
}

/* Removes the attributes that say that no other code writes or keeps the memory of a parameter. */
static void
open_parameter(struct building *g, LLVMValueRef param)
{
	static const char *const denied[] = { "readonly", "readnone", "writeonly", "noalias", "nocapture", "captures" };

	for (unsigned p = 0; p < LLVMCountParams(g->p->fn); p++)
		for (size_t i = 0; LLVMGetParam(g->p->fn, p) == param && i < sizeof denied / sizeof *denied; i++) {
			unsigned kind = LLVMGetEnumAttributeKindForName(denied[i], strlen(denied[i]));
			if (kind)
				LLVMRemoveEnumAttributeAtIndex(g->p->fn, p + 1, kind);
		}
}

/* The markers of a variable's lifetime switch its block on and off, or are removed.  The collector must not see a
** memset to anything but null. */
static void
follow_lifetime(struct building *g, const struct memory_block *b, uint32_t i)
{
	for (LLVMUseRef u = LLVMGetFirstUse(b->at), next; u; u = next) {
		LLVMValueRef user = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (!LLVMIsACallInst(user) || LLVMGetOperand(user, 0) == NULL)
			continue;
		const char *name = value_name(LLVMGetCalledValue(user));
		if (strncmp(name, "llvm.memset.", 12) == 0 && LLVMGetOperand(user, 0) == b->at
			&& !LLVMIsNull(LLVMGetOperand(user, 1)) && b->count) {
			stand_before(g, LLVMGetNextInstruction(user));
			clear(g, b, true);
		}
		if (intrinsic_of_call(user) != INTR_LLVM_LIFETIME)
			continue;
		bool start = strncmp(name, "llvm.lifetime.start", 19) == 0;
		if (b->toggled && !b->dynamic) {
			stand_before(g, user);
			if (start)
				clear(g, b, false);
			fill(g, block_word(i, BLOCK_COUNT), number(g, start ? b->count : 0));
		}
		LLVMInstructionEraseFromParent(user);
	}
}

/* A variable of computed size is cleared where it is made, and in use from there on. */
static void
follow_dynamic(struct building *g, const struct memory_block *b, uint32_t i)
{
	LLVMValueRef times = LLVMGetOperand(b->at, 0), n;

	stand_before(g, LLVMGetNextInstruction(b->at));
	if (b->count) {
		clear(g, b, false);
		n = number(g, b->count);
	} else {
		unsigned have = LLVMGetIntTypeWidth(LLVMTypeOf(times)), want = g->m->word_bytes * 8;
		n = have == want ? times
			: have < want ? LLVMBuildZExt(g->b, times, g->word, "")
			: LLVMBuildTrunc(g->b, times, g->word, "");
		LLVMValueRef bytes = LLVMBuildMul(g->b, n, number(g, (uint64_t)b->element * g->m->word_bytes), "");
		LLVMBuildMemSet(g->b, b->at, LLVMConstNull(g->i8), bytes, g->m->word_bytes);
	}
	fill(g, block_word(i, BLOCK_AT), b->at);
	fill(g, block_word(i, BLOCK_COUNT), n);
	for (uint32_t k = 0; k < b->nrestore; k++) {
		stand_before(g, b->restore[k]);
		fill(g, block_word(i, BLOCK_COUNT), number(g, 0));
	}
}

/* -- the frame */

static uint32_t
frame_words(const struct mapped *m)
{
	return LR_FRAME_HEADER_WORDS + (m->indirect ? m->nrefs : LR_FRAME_BLOCK_WORDS * m->nblock);
}

static void
make_frame(struct building *g)
{
	stand_before(g, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(g->p->fn)));
	LLVMValueRef made = LLVMBuildAlloca(g->b, LLVMArrayType2(g->word, frame_words(g->m)), "gcmapped");
	LLVMSetAlignment(made, LR_FRAME_ALIGN_BYTES);
	mark(g, made);
	g->frame = LLVMGetPointerAddressSpace(LLVMTypeOf(made)) == LR_AS_GENERIC
		? made : LLVMBuildAddrSpaceCast(g->b, made, g->ptr, "");
}

/* The place behind the getter, or the first one if the chain is an argument. */
static void
stand_behind_getter(struct building *g)
{
	LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(g->p->fn));

	if (LLVMIsAInstruction(g->chain)) {
		i = LLVMGetNextInstruction(g->chain);
	} else {
		while (LLVMIsAAllocaInst(i) || LLVMIsAAddrSpaceCastInst(i))
			i = LLVMGetNextInstruction(i);
	}
	stand_before(g, i);
}

static void
fill_blocks(struct building *g)
{
	const struct mapped *m = g->m;
	LLVMValueRef map = NULL;

	fill(g, LR_FRAME_NROOTS_WORD,
		number(g,
			(uint64_t)LR_FRAME_MAPPED | (m->moving ? (uint64_t)LR_FRAME_MOVING : 0)
				| (uint64_t)m->nblock << LR_FRAME_NROOTS_SHIFT));
	for (uint32_t i = 0; i < m->nblock; i++) {
		const struct memory_block *b = &m->block[i];
		bool off = b->dynamic || b->toggled;
		if (!map || !same_runs(b, b - 1))
			map = make_map(g, b);
		fill(g, block_word(i, BLOCK_MAP), map);
		fill(g, block_word(i, BLOCK_AT), b->dynamic ? LLVMConstNull(g->ptr) : b->at);
		fill(g, block_word(i, BLOCK_COUNT), number(g, off ? 0 : b->count));
		if (!off && (LLVMIsAAllocaInst(b->at) || b->fresh))
			clear(g, b, false);
	}
}

/* For a collector that knows no maps: the address of each word. */
static void
fill_addresses(struct building *g)
{
	const struct mapped *m = g->m;
	uint32_t n = LR_FRAME_HEADER_WORDS;

	fill(g, LR_FRAME_NROOTS_WORD, number(g, (uint64_t)m->nrefs << LR_FRAME_NROOTS_SHIFT | LR_FRAME_INDIRECT));
	for (uint32_t i = 0; i < m->nblock; i++) {
		const struct memory_block *b = &m->block[i];
		if (LLVMIsAAllocaInst(b->at) || b->fresh)
			clear(g, b, false);
		for (uint64_t e = 0; e < b->count; e++)
			for (uint32_t r = 0; r < b->nrun; r++)
				for (uint64_t k = 0; k < (uint64_t)b->run[r].n * b->run[r].times; k++) {
					uint64_t at = e * b->element + b->run[r].at + k / b->run[r].n * b->run[r].stride
						+ k % b->run[r].n;
					fill(g, n++, offset(g, b->at, at * m->word_bytes));
				}
	}
}

static LLVMValueRef
chain_access(const struct building *g, LLVMValueRef load_or_store)
{
	LLVMSetAlignment(load_or_store, g->m->word_bytes);
	return load_or_store;
}

static void
link_frame(struct building *g)
{
	LLVMValueRef prev = chain_access(g, LLVMBuildLoad2(g->b, g->ptr, g->chain, "gcmapped.prev"));

	fill(g, LR_FRAME_PREV_WORD, prev);
	chain_access(g, LLVMBuildStore(g->b, g->frame, g->chain));
}

/* The collector reads the variables at each call, and may change them.  So calls lose the attributes and metadata that
** say which memory they do not access. */
static void
drop_scopes(const struct building *g, LLVMBasicBlockRef bb)
{
	const unsigned kinds[] = { g->s->md_alias_scope, g->s->md_noalias };

	for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
		for (unsigned k = 0; k < 2 && (LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)) && LLVMHasMetadata(i); k++)
			if (LLVMGetMetadata(i, kinds[k]))
				LLVMSetMetadata(i, kinds[k], NULL);
}

static void
unlink_frames(struct building *g)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(g->p->fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
		drop_scopes(g, bb);
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
		LLVMOpcode op = LLVMGetInstructionOpcode(end);
		if (op != LLVMRet && op != LLVMResume && (op != LLVMCleanupRet || LLVMGetUnwindDest(end)))
			continue;
		stand_before(g, pop_place(end));
		LLVMValueRef from = offset(g, g->frame, (uint64_t)LR_FRAME_PREV_WORD * g->m->word_bytes);
		LLVMValueRef prev = chain_access(g, LLVMBuildLoad2(g->b, g->ptr, from, ""));
		mark(g, chain_access(g, LLVMBuildStore(g->b, prev, g->chain)));
	}
}

void
mapped_build(struct session *s, const struct plan *p)
{
	LLVMContextRef c = LLVMGetModuleContext(s->module);
	struct building g = { .s = s, .p = p, .m = p->mapped, .b = s->scratch->b, .chain = p->pgcstack };

	g.word = LLVMIntTypeInContext(c, p->mapped->word_bytes * 8);
	g.ptr = s->scratch->p0;
	g.i8 = LLVMInt8TypeInContext(c);
	g.i32 = LLVMInt32TypeInContext(c);
	g.i64 = LLVMInt64TypeInContext(c);
	if (LLVMIsAInstruction(g.chain)) /* variables in use before the frame is linked would not be seen */
		raise_to_entry(g.b, g.chain);
	for (uint32_t i = 0; i < p->mapped->nblock; i++) {
		prepare(&g, &p->mapped->block[i]);
		if (!LLVMIsAAllocaInst(p->mapped->block[i].at))
			open_parameter(&g, p->mapped->block[i].at);
	}
	make_frame(&g);
	stand_behind_getter(&g);
	if (p->mapped->indirect)
		fill_addresses(&g);
	else
		fill_blocks(&g);
	link_frame(&g);
	for (uint32_t i = 0; i < p->mapped->nblock; i++) {
		const struct memory_block *b = &p->mapped->block[i];
		if (b->dynamic)
			follow_dynamic(&g, b, i);
		if (LLVMIsAAllocaInst(b->at))
			follow_lifetime(&g, b, i);
	}
	unlink_frames(&g);
}

LLVMValueRef
mapped_link(unsigned md_mapped, LLVMValueRef fn, LLVMValueRef pgcstack)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)); i; i = LLVMGetNextInstruction(i)) {
		if (!LLVMIsAAllocaInst(i) || !LLVMHasMetadata(i) || !LLVMGetMetadata(i, md_mapped))
			continue;
		for (LLVMUseRef u = LLVMGetFirstUse(i); u; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == i
				&& LLVMGetOperand(user, 1) == pgcstack)
				return user;
		}
	}
	return NULL;
}

LLVMValueRef
mapped_unlink(unsigned md_mapped, LLVMValueRef end)
{
	for (LLVMValueRef i = LLVMGetPreviousInstruction(end); i; i = LLVMGetPreviousInstruction(i))
		if (LLVMIsAStoreInst(i) && LLVMHasMetadata(i) && LLVMGetMetadata(i, md_mapped))
			return i;
	return end;
}

/* Removes the attribute `noalias`, because not only the function itself sees the memory. */
static void
drop_noalias(struct session *s, LLVMValueRef fn, unsigned p)
{
	if (!LLVMGetEnumAttributeAtIndex(fn, p, s->kind_noalias))
		return;
	LLVMRemoveEnumAttributeAtIndex(fn, p, s->kind_noalias);
	s->cx->changed |= LR_CHANGED_IR;
}

/* In typed modules all memory may hold references. */
static void
callers_typed_memory(struct session *s, LLVMValueRef fn)
{
	unsigned n = 0;

	for (LLVMValueRef p = LLVMGetFirstParam(fn); p; p = LLVMGetNextParam(p)) {
		LLVMAttributeRef sret = LLVMGetEnumAttributeAtIndex(fn, ++n, s->kind_sret);
		if (pointer_as(LLVMTypeOf(p)) == LR_AS_GENERIC
			&& (!sret || type_spaces(LLVMGetTypeAttributeValue(sret))))
			drop_noalias(s, fn, n);
	}
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if ((LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)) && LLVMHasMetadata(i)
				&& LLVMGetMetadata(i, s->md_noalias)) {
				LLVMSetMetadata(i, s->md_noalias, NULL);
				s->cx->changed |= LR_CHANGED_IR;
			}
}

void
callers_memory(struct session *s, LLVMValueRef fn)
{
	enum { SRET_PARAMS = 2 }; /* LLVM wants sret at the first parameter or the second */
	const unsigned n = LLVMCountParams(fn);

	if (s->typed) {
		callers_typed_memory(s, fn);
		return;
	}
	for (unsigned p = 1; p <= SRET_PARAMS && p <= n; p++) {
		LLVMAttributeRef sret = LLVMGetEnumAttributeAtIndex(fn, p, s->kind_sret);
		if (sret && pointer_as(LLVMTypeOf(LLVMGetParam(fn, p - 1))) == LR_AS_GENERIC
			&& type_spaces(LLVMGetTypeAttributeValue(sret)))
			drop_noalias(s, fn, p);
	}
}
