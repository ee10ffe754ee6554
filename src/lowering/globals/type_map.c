/* SPDX-License-Identifier: MIT */
/* type_map.c -- describes the references in a type as runs of words (abi.h, struct lr_map). */
#include "lowering/globals/lower_globals.h"

#include "dialect/kind.h"

enum { MAX_DEPTH = 64, MAX_RUNS = 4096, MAX_STEPS = 1 << 20 };
#define MOST(bits) ((UINT64_C(1) << (bits)) - 1)
static const char too_large[] = "it is too large", across[] = "a reference lies across two words";

struct run { uint64_t at, n, stride, times; };

struct maker {
	LLVMTargetDataRef td;
	unsigned word;
	struct arena *arena;
	struct run *run;
	uint32_t n, cap;
	uint32_t *steps;         /* of the whole walk so far: a nested type may have too many parts to visit */
	const char *trouble;
};

static void
add_run(struct maker *k, struct run r)
{
	struct run *last = k->n > 0 ? &k->run[k->n - 1] : NULL;

	if (last != NULL && last->times == 1 && r.times == 1 && last->at + last->n == r.at
		&& last->n + r.n <= MOST(LR_RUN_WORDS_BITS)) {
		last->n += r.n;
		return;
	}
	if (k->n >= MAX_RUNS || r.at > MOST(LR_RUN_AT_BITS))
		k->trouble = too_large;
	else if (ARENA_PUSH(k->arena, k->run, k->n, k->cap))
		k->run[k->n++] = r;
}

static void
add_references(struct maker *k, uint64_t at, uint64_t n)
{
	while (n > 0 && k->trouble == NULL) {
		const uint64_t some = n < MOST(LR_RUN_WORDS_BITS) ? n : MOST(LR_RUN_WORDS_BITS);
		add_run(k, (struct run){ at, some, 0, 1 });
		at += some;
		n -= some;
	}
}

static void collect(struct maker *, LLVMTypeRef, uint64_t at, unsigned depth);

/* Describes elements with simple runs once, with a stride. Recursion is bounded by MAX_DEPTH. */
static void
collect_array(struct maker *k, LLVMTypeRef of, uint64_t n, uint64_t at, unsigned depth) /* NOLINT(misc-no-recursion) */
{
	const uint64_t bytes = LLVMABISizeOfType(k->td, of), stride = bytes / k->word;
	const uint32_t first = k->n;
	bool plain = true;

	if (pointer_as(of) == LR_AS_TRACKED && at % k->word == 0) {
		add_references(k, at / k->word, n);
		return;
	}
	if (n == 0 || type_kind(of).count == 0)
		return;
	if (bytes % k->word != 0) {
		k->trouble = across;
		return;
	}
	struct maker one = { .td = k->td, .word = k->word, .arena = k->arena, .steps = k->steps };
	collect(&one, of, 0, depth + 1);
	k->trouble = one.trouble;
	for (uint32_t i = 0; i < one.n; i++)
		plain = plain && one.run[i].times == 1;
	if (plain && n >= 2 && n <= MOST(LR_RUN_TIMES_BITS) && stride <= MOST(LR_RUN_STRIDE_BITS)
		&& at % k->word == 0) {
		for (uint32_t i = 0; i < one.n && k->trouble == NULL; i++)
			add_run(k, (struct run){ at / k->word + one.run[i].at, one.run[i].n, stride, n });
		return;
	}
	for (uint64_t i = 0; i < n && k->trouble == NULL; i++) {
		if (k->n - first > MAX_RUNS)
			k->trouble = too_large;
		else
			collect(k, of, at + i * bytes, depth + 1);
	}
}

/* Recursion is bounded by MAX_DEPTH. */
static void
collect(struct maker *k, LLVMTypeRef t, uint64_t at, unsigned depth) /* NOLINT(misc-no-recursion) */
{
	if (k->trouble != NULL)
		return;
	if (depth > MAX_DEPTH || ++*k->steps > MAX_STEPS) {
		k->trouble = too_large;
		return;
	}
	switch (LLVMGetTypeKind(t)) {
	case LLVMPointerTypeKind:
		if (LLVMGetPointerAddressSpace(t) != LR_AS_TRACKED)
			break;
		if (at % k->word != 0)
			k->trouble = across;
		else
			add_references(k, at / k->word, 1);
		break;
	case LLVMStructTypeKind:
		for (unsigned i = 0, n = LLVMCountStructElementTypes(t); i < n; i++)
			collect(k, LLVMStructGetTypeAtIndex(t, i), at + LLVMOffsetOfElement(k->td, t, i), depth + 1);
		break;
	case LLVMArrayTypeKind:
		collect_array(k, LLVMGetElementType(t), LLVMGetArrayLength2(t), at, depth);
		break;
	case LLVMVectorTypeKind:
		collect_array(k, LLVMGetElementType(t), LLVMGetVectorSize(t), at, depth);
		break;
	default:
		break;
	}
}

void
map_of_type(LLVMTargetDataRef td, unsigned word, struct arena *arena, LLVMTypeRef t, struct type_map *map)
{
	uint32_t steps = 0;
	struct maker k = { .td = td, .word = word, .arena = arena, .steps = &steps };

	*map = (struct type_map){ .count = 1 };
	while (LLVMGetTypeKind(t) == LLVMArrayTypeKind) {
		map->count *= LLVMGetArrayLength2(t);
		t = LLVMGetElementType(t);
	}
	map->element = t;
	map->words = LLVMABISizeOfType(td, t) / word;
	collect(&k, t, 0, 0);
	if (k.trouble == NULL && LLVMABISizeOfType(td, t) % word != 0)
		k.trouble = across;
	if (k.trouble == NULL && map->words > MOST(LR_RUN_AT_BITS))
		k.trouble = too_large;
	map->trouble = k.trouble;
	map->run = arena_alloc(arena, (k.n + 1) * sizeof *map->run);
	if (map->run == NULL)
		return;
	for (uint32_t i = 0; i < k.n; i++)
		map->run[map->nruns++] = k.run[i].at << LR_RUN_AT_SHIFT | k.run[i].n << LR_RUN_WORDS_SHIFT
			| k.run[i].stride << LR_RUN_STRIDE_SHIFT | k.run[i].times << LR_RUN_TIMES_SHIFT
			| (uint64_t)LR_RUN_MOVING << LR_RUN_KIND_SHIFT;
}

LLVMValueRef
map_constant(struct edit *e, const struct type_map *map)
{
	LLVMValueRef *runs = arena_array(&e->arena, map->nruns + 1, sizeof *runs);

	if (runs == NULL)
		return NULL;
	for (uint32_t i = 0; i < map->nruns; i++)
		runs[i] = LLVMConstInt(e->i64, map->run[i], false);
	LLVMValueRef fields[] = { edit_i32(e, map->words), edit_i32(e, map->nruns),
		LLVMConstArray2(e->i64, runs, map->nruns) };
	LLVMValueRef value = LLVMConstStructInContext(e->context, fields, 3, false);
	return edit_constant(e->module, value, 8, "lr.map");
}
