/* SPDX-License-Identifier: MIT */
/* memory_words.c -- the words of a type that are references, as a set and as the runs of a map. */
#include "gcroots/model/mapped_frame.h"

#include <llvm-c/Target.h>

struct memory_words *
memory_words_of(struct session *s, struct arena *ar, uint64_t bytes, bool *large)
{
	uint64_t n = bytes / s->word_bytes;

	*large = n > MEMORY_MAX_WORDS;
	if (*large)
		return NULL;
	struct memory_words *w = arena_zalloc(ar, sizeof *w);
	uint64_t *ref = arena_zarray(ar, (size_t)n / 64 + 1, sizeof *ref);
	if (!w || !ref)
		return NULL;
	w->n = w->period = (uint32_t)n;
	w->ref = ref;
	return w;
}

static void
add_reference(const struct session *s, struct memory_words *w, uint64_t at)
{
	uint64_t word = at / s->word_bytes;

	if (at % s->word_bytes || word >= w->n) {
		w->split = true;
		return;
	}
	w->nrefs += !memory_is_ref(w, word);
	w->ref[word / 64] |= UINT64_C(1) << word % 64;
}

/* A type whose parts from index `i` on are still to be looked at. */
struct part { LLVMTypeRef type; uint64_t at, i, n; };

/* Returns the number of parts of a type, if they may hold references. */
static uint64_t
parts_of(struct session *s, LLVMTypeRef t)
{
	const struct type_info *info = session_type(s, t);

	if (!info || info->count == 0 || info->bad)
		return 0;
	switch (LLVMGetTypeKind(t)) {
	case LLVMStructTypeKind: return LLVMCountStructElementTypes(t);
	case LLVMArrayTypeKind: return LLVMGetArrayLength2(t);
	case LLVMVectorTypeKind: return LLVMGetVectorSize(t);
	default: return 0;
	}
}

bool
memory_words_add(struct session *s, struct arena *ar, struct memory_words *w, LLVMTypeRef type, uint64_t at)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(s->module);
	struct part *stack = NULL;
	uint32_t depth = 0, cap = 0;
	LLVMTypeRef t = type;

	for (;;) {
		uint64_t n = parts_of(s, t);
		if (n > 0) {
			if (!ARENA_PUSH(ar, stack, depth, cap))
				return false;
			stack[depth++] = (struct part){ t, at, 0, n };
		} else if (LLVMGetTypeKind(t) == LLVMPointerTypeKind
			&& LLVMGetPointerAddressSpace(t) == LR_AS_TRACKED) {
			add_reference(s, w, at);
		}
		while (depth && stack[depth - 1].i == stack[depth - 1].n)
			depth--;
		if (depth == 0)
			return true;
		struct part *p = &stack[depth - 1];
		if (LLVMGetTypeKind(p->type) == LLVMStructTypeKind) {
			t = LLVMStructGetTypeAtIndex(p->type, (unsigned)p->i);
			at = p->at + LLVMOffsetOfElement(layout, p->type, (unsigned)p->i);
		} else {
			t = LLVMGetElementType(p->type);
			at = p->at + p->i * LLVMABISizeOfType(layout, t);
		}
		p->i++;
	}
}

bool
memory_repeats(const struct memory_words *w, uint32_t period)
{
	if (period == 0 || w->n % period)
		return false;
	for (uint32_t i = period; i < w->n; i++)
		if (memory_is_ref(w, i) != memory_is_ref(w, i - period))
			return false;
	return true;
}

static uint32_t
limit(unsigned bits)
{
	return (1u << bits) - 1;
}

/* Do the `n` words at `at` continue run `r`? */
static bool
continues(const struct memory_run *r, uint32_t at, uint32_t n)
{
	if (n != r->n)
		return false;
	if (r->times == 1)
		return at - r->at <= limit(LR_RUN_STRIDE_BITS);
	return r->times < limit(LR_RUN_TIMES_BITS) && at == r->at + r->stride * r->times;
}

bool
memory_runs(struct arena *ar, const struct memory_words *w, uint32_t n, const struct memory_run **run, uint32_t *nrun)
{
	struct memory_run *list = NULL;
	uint32_t count = 0, cap = 0;

	for (uint32_t i = 0; i < n;) {
		uint32_t end = i;
		while (end < n && memory_is_ref(w, end) && end - i < limit(LR_RUN_WORDS_BITS))
			end++;
		if (end == i) {
			i++;
			continue;
		}
		struct memory_run *last = count ? &list[count - 1] : NULL;
		if (last && continues(last, i, end - i)) {
			last->stride = last->times == 1 ? i - last->at : last->stride;
			last->times++;
		} else {
			if (!ARENA_PUSH(ar, list, count, cap))
				return false;
			list[count++] = (struct memory_run){ i, end - i, end - i, 1 };
		}
		i = end;
	}
	*run = list;
	*nrun = count;
	return !ar->failed;
}
