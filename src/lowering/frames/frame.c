/* SPDX-License-Identifier: MIT */
/* frame.c -- lowers frame intrinsics for the GC-frame ABI (abi.h).
**
**   new   an alloca of header and roots in the entry block; the roots are zeroed in place of the intrinsic, or, if the
**         frame is pushed only in other blocks, before each push; but not roots that are stored before a collector can
**         see them (zeroing.c)
**   push  word 0 = number of roots << 2, word 1 = head of the chain, head of the chain = frame
**   pop   head of the chain = word 1
**   slot  address of a root */
#include "dialect/abi.h"
#include "lowering/common/lowering.h"

/* The runtime refuses longer frames. */
enum { MAX_ROOTS = 1 << 24 };
/* If there are more separate runs of words than this, the words between them are zeroed, too. */
enum { MAX_RUNS = 4 };

lr_status
frame_check(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	const char *form = id == INTR_NEW_GC_FRAME ? "0:i"
		: id == INTR_PUSH_GC_FRAME ? "v:0i"
		: id == INTR_POP_GC_FRAME ? "v:0"
		: "0:0i";
	lr_status st = signature_check(l, call, id, form);

	if (st != LR_OK)
		return st;
	edit_plan_name(&l->e, call);
	if (id == INTR_NEW_GC_FRAME || id == INTR_PUSH_GC_FRAME) {
		LLVMValueRef n = LLVMGetOperand(call, id == INTR_NEW_GC_FRAME ? 0 : 1);
		if (!LLVMIsAConstantInt(n) || LLVMConstIntGetZExtValue(n) > MAX_ROOTS)
			return lr_fail(l->cx, LR_E_DIALECT, call,
				"the number of roots of %s must be a constant of at most %d", intrinsic_name(id),
				MAX_ROOTS);
		if (id == INTR_NEW_GC_FRAME)
			zeroing_plan(l, call, (uint32_t)LLVMConstIntGetZExtValue(n));
	}
	if ((id == INTR_PUSH_GC_FRAME || id == INTR_POP_GC_FRAME) && l->pgcstack == NULL && !l->shadow)
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"%s in a function that has neither a \"gcstack\" argument nor a getter of the GC stack",
			intrinsic_name(id));
	return LR_OK;
}

LLVMValueRef
frame_word(struct lower *l, LLVMValueRef frame, unsigned word, const char *name)
{
	return word == 0 ? frame : edit_offset(&l->e, frame, (int64_t)word * l->e.word_bytes, name);
}

LLVMValueRef
frame_access(struct lower *l, LLVMValueRef load_or_store)
{
	LLVMSetAlignment(load_or_store, l->e.word_bytes);
	edit_tbaa(&l->e, load_or_store, l->e.tbaa_gcframe);
	return load_or_store;
}

void
frame_link(struct lower *l, LLVMValueRef frame, unsigned word, const char *word_name, LLVMValueRef chain,
	const char *head_name)
{
	LLVMBuilderRef b = l->e.builder;
	LLVMValueRef prev = frame_access(l, LLVMBuildLoad2(b, l->e.ptr, chain, head_name));

	frame_access(l, LLVMBuildStore(b, prev, frame_word(l, frame, word, word_name)));
	frame_access(l, LLVMBuildStore(b, frame, chain));
}

LLVMValueRef
frame_prev(struct lower *l, LLVMValueRef frame, unsigned word, const char *name)
{
	return frame_access(l, LLVMBuildLoad2(l->e.builder, l->e.ptr, frame_word(l, frame, word, ""), name));
}

/* The alignment of a frame: the ABI's, or that of a return attribute `align` if it is larger. */
unsigned
frame_align(const struct lower *l, LLVMValueRef call)
{
	const uint64_t align = edit_result_align(&l->e, call);

	return align > LR_FRAME_ALIGN_BYTES ? (unsigned)align : LR_FRAME_ALIGN_BYTES;
}

static bool
is_in(const uint64_t *set, uint64_t i)
{
	return set[i / 64] >> i % 64 & 1;
}

/* Zeroes the roots that are planned for this place, run by run, or all at once if there are many runs. */
void
frame_zero(struct lower *l, LLVMValueRef at, LLVMValueRef frame, unsigned header, uint64_t nroots)
{
	struct edit *e = &l->e;
	uint32_t planned = ptrmap_get(&l->zeroing_at, at);
	uint64_t runs = 0;

	if (planned == PTRMAP_NONE)
		return;
	const uint64_t *words = l->zeroings[planned];
	for (uint64_t i = 0; i < nroots; i++)
		runs += is_in(words, i) && (i == 0 || !is_in(words, i - 1));
	edit_before(e, at);
	for (uint64_t i = 0, end; i < nroots; i = end) {
		for (end = i; end < nroots && is_in(words, end);)
			end++;
		if (end == i) {
			end++;
			continue;
		}
		if (runs > MAX_RUNS)
			for (uint64_t k = end = nroots; !is_in(words, k - 1); k--)
				end = k - 1;
		LLVMValueRef run = frame_word(l, frame, (unsigned)(header + i), "");
		LLVMValueRef zero = LLVMBuildMemSet(e->builder, run, LLVMConstInt(e->i8, 0, false),
			edit_word(e, (end - i) * e->word_bytes),
			(header + i) * e->word_bytes % LR_FRAME_ALIGN_BYTES ? e->word_bytes : LR_FRAME_ALIGN_BYTES);
		edit_tbaa(e, zero, e->tbaa_gcframe);
	}
}

/* The bits of word 0 that say which objects may move (abi.h); moving.c has seen to it that the numbers fit. */
static uint64_t
moving_bits(const struct lower *l, uint32_t fixed, uint32_t deep)
{
	if (l->e.word_bytes != 4)
		return LR_FRAME_MOVING | (uint64_t)fixed << LR_FRAME_FIXED_SHIFT
			| (uint64_t)deep << LR_FRAME_DEEP_SHIFT;
	return LR_FRAME_MOVING
		| (fixed + deep != 0 ? LR_FRAME_NARROW_PINS | (uint64_t)fixed << LR_FRAME_NARROW_FIXED_SHIFT
				| (uint64_t)deep << LR_FRAME_NARROW_DEEP_SHIFT : 0);
}

void
frame_new_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct edit *e = &l->e;
	uint64_t nroots = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
	LLVMValueRef words = edit_i32(e, nroots + LR_FRAME_HEADER_WORDS);
	LLVMValueRef frame = late_frame_new(l, call, nroots + LR_FRAME_HEADER_WORDS, frame_align(l, call));
	if (frame == NULL)
		frame = edit_entry_alloca(e, l->fn, e->tracked, words, frame_align(l, call), "gcframe");

	uint32_t fixed, deep;

	(void)id;
	l->frame_kind = frame_moving(call, &fixed, &deep) ? moving_bits(l, fixed, deep) : 0;
	frame_zero(l, call, frame, LR_FRAME_HEADER_WORDS, nroots);
	edit_replace(e, call, frame);
}

void
frame_push_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct edit *e = &l->e;
	LLVMValueRef frame = LLVMGetOperand(call, 0);
	uint64_t nroots = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));

	(void)id;
	frame_zero(l, call, frame, LR_FRAME_HEADER_WORDS, nroots);
	edit_before(e, call);
	frame_access(l,
		LLVMBuildStore(e->builder, edit_word(e, nroots << LR_FRAME_NROOTS_SHIFT | l->frame_kind), frame));
	frame_link(l, frame, LR_FRAME_PREV_WORD, "frame.prev", l->pgcstack, "task.gcstack");
	edit_replace(e, call, frame);
}

void
frame_pop_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct edit *e = &l->e;
	LLVMValueRef frame = LLVMGetOperand(call, 0);

	(void)id;
	edit_before(e, call);
	frame_access(l,
		LLVMBuildStore(e->builder, frame_prev(l, frame, LR_FRAME_PREV_WORD, "frame.prev"), l->pgcstack));
	edit_replace(e, call, frame);
}

void
frame_slot(struct lower *l, LLVMValueRef call, unsigned header)
{
	struct edit *e = &l->e;
	LLVMValueRef index = LLVMGetOperand(call, 1);

	edit_before(e, call);
	if (header)
		index = LLVMBuildAdd(e->builder, index, LLVMConstInt(LLVMTypeOf(index), header, false), "");
	const LLVMGEPNoWrapFlags flags = LLVMGEPFlagInBounds | LLVMGEPFlagNUSW | (e->fold_offsets ? LLVMGEPFlagNUW : 0);
	edit_replace(e, call,
		LLVMBuildGEPWithNoWrapFlags(e->builder, e->tracked, LLVMGetOperand(call, 0), &index, 1, "", flags));
}

void
frame_slot_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	(void)id;
	frame_slot(l, call, LR_FRAME_HEADER_WORDS);
}
