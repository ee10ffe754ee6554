/* SPDX-License-Identifier: MIT */
/* mv_tables.c -- the tables by which a runtime chooses a target and fills the slots.
**
**   jl_fvar_count, jl_fvar_ptrs   the functions with numbers, as target 0 has them
**   jl_clone_slots                count, then pairs: number of a function, and the distance from the start of this
**                                 table of a word that gets its address; sorted by number
**   jl_clone_idxs                 for each target a length, and numbers.  Target 0 and those with clone_all: the top
**                                 bit of the length is set; the functions whose words are filled.  Others: the base
**                                 target behind the length; the functions that differ, or whose words are filled: these
**                                 with the top bit
**   jl_clone_ptrs                 for each target with clone_all all functions, for each partial one those listed
**
** With lr_options.clone_targets also lr_image, which refers to them all (include/lateroot/image.h). */
#include "optimize/cpu/multiversion.h"

#include <stdio.h>

#include <llvm-c/Target.h>

#define TOP (UINT32_C(1) << 31)

enum { IMAGE_VERSION = 1 };

/* ---- numbers ---- */

static void
append(struct mv *v, uint32_t f)
{
	v->fn[f].id = v->norder;
	v->order[v->norder++] = f;
}

/* Reads the list of the emitter's.  False: it is none. */
static bool
read_list(struct mv *v)
{
	LLVMValueRef list = v->fvars != NULL ? LLVMGetInitializer(v->fvars) : NULL;

	if (v->fvars == NULL)
		return true;
	if (list == NULL || LLVMGetFirstUse(v->fvars) != NULL || LLVMGetTypeKind(LLVMTypeOf(list)) != LLVMArrayTypeKind)
		return false;
	if (LLVMGetArrayLength2(LLVMTypeOf(list)) == 0)
		return true;
	if (LLVMGetValueKind(list) != LLVMConstantArrayValueKind)
		return false;
	for (int i = 0, n = LLVMGetNumOperands(list); i < n; i++) {
		LLVMValueRef fn = LLVMGetOperand(list, (unsigned)i);
		const uint32_t f = LLVMGetValueKind(fn) == LLVMFunctionValueKind ? ptrmap_get(&v->index, fn) : NONE;
		if (f >= v->nfn || v->fn[f].id != NONE)
			return false;
		append(v, f);
	}
	return true;
}

lr_status
mv_number(struct mv *v, bool tolerant, bool *unfit)
{
	v->order = arena_array(&v->ar, v->nfn, sizeof *v->order);
	if (v->order == NULL)
		return lr_nomem(v->cx);
	*unfit = !read_list(v);
	if (*unfit)
		return tolerant ? LR_OK : lr_fail(v->cx, LR_E_DIALECT, v->fvars,
			"jl_fvars must be an array of functions, each once, that nothing else refers to");
	for (uint32_t f = 0; f < v->nfn; f++) {
		const struct mv_fn *fn = &v->fn[f];
		if (fn->defined && fn->id == NONE && fn->clones != 0 && (fn->reloc || fn->fvar))
			append(v, f);
	}
	return LR_OK;
}

/* ---- constants ---- */

struct list { LLVMValueRef *item; uint32_t n; };

static LLVMValueRef
number(const struct mv *v, uint32_t n)
{
	return LLVMConstInt(LLVMInt32TypeInContext(v->llvm), n, false);
}

static void
add(struct list *l, LLVMValueRef c)
{
	l->item[l->n++] = c;
}

static LLVMValueRef
define(struct mv *v, const char *name, LLVMValueRef value)
{
	LLVMValueRef g;

	snprintf(v->name, strlen(name) + strlen(v->suffix) + 1, "%s%s", name, v->suffix);
	g = LLVMAddGlobal(v->m, LLVMTypeOf(value), v->name);
	LLVMSetInitializer(g, value);
	LLVMSetGlobalConstant(g, true);
	LLVMSetVisibility(g, LLVMHiddenVisibility);
	return g;
}

static LLVMValueRef
array(LLVMTypeRef type, const struct list *l)
{
	return LLVMConstArray2(type, l->item, l->n);
}

static LLVMValueRef
text(struct mv *v, const char *s)
{
	LLVMValueRef c = LLVMConstStringInContext2(v->llvm, s, strlen(s), false),
		g = LLVMAddGlobal(v->m, LLVMTypeOf(c), "");

	LLVMSetInitializer(g, c);
	LLVMSetLinkage(g, LLVMPrivateLinkage);
	LLVMSetGlobalConstant(g, true);
	LLVMSetUnnamedAddress(g, LLVMGlobalUnnamedAddr);
	return g;
}

/* ---- the tables ---- */

/* Sorts the words by the numbers of their functions; counting sort, stable. */
static void
sort_words(struct mv *v)
{
	uint32_t *at = v->count;

	memset(at, 0, ((size_t)v->norder + 1) * sizeof *at);
	for (uint32_t i = 0; i < v->nword; i++)
		at[v->fn[v->word[i].fn].id + 1]++;
	for (uint32_t i = 0; i < v->norder; i++)
		at[i + 1] += at[i];
	for (uint32_t i = 0; i < v->nword; i++)
		v->sorted[at[v->fn[v->word[i].fn].id]++] = v->word[i];
}

static LLVMValueRef
emit_slots(struct mv *v)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(v->llvm), i8 = LLVMInt8TypeInContext(v->llvm), word = v->word_type;
	struct list l = { v->items, 0 };
	uint32_t pairs = v->nword, w = 0;

	for (uint32_t id = 0; id < v->norder; id++)
		pairs += v->fn[v->order[id]].slot != NULL;
	LLVMValueRef table = define(v, "jl_clone_slots", LLVMConstNull(LLVMArrayType2(i32, 2 * (uint64_t)pairs + 1))),
		start = LLVMConstPtrToInt(table, word);
	sort_words(v);
	add(&l, number(v, pairs));
	for (uint32_t id = 0; id < v->norder; id++) {
		LLVMValueRef slot = v->fn[v->order[id]].slot;
		for (; w < v->nword && v->fn[v->sorted[w].fn].id == id; w++) {
			LLVMValueRef at = LLVMConstInt(word, v->sorted[w].offset, false),
				to = v->sorted[w].offset != 0
					? LLVMConstGEP2(i8, v->sorted[w].variable, &at, 1) : v->sorted[w].variable;
			add(&l, number(v, id));
			add(&l, LLVMConstTrunc(LLVMConstSub(LLVMConstPtrToInt(to, word), start), i32));
		}
		if (slot != NULL) {
			add(&l, number(v, id));
			add(&l, LLVMConstTrunc(LLVMConstSub(LLVMConstPtrToInt(slot, word), start), i32));
		}
	}
	LLVMSetInitializer(table, array(i32, &l));
	return table;
}

/* Does target t fill the words of the function? */
static bool
fills(const struct mv *v, uint32_t t, const struct mv_fn *fn)
{
	return fn->shared || fn->fill[t] || (v->sharded && fn->slot != NULL && fn->defined);
}

/* Does the table of target t list the function? */
static bool
lists(const struct mv *v, uint32_t t, const struct mv_fn *fn)
{
	return fills(v, t, fn) || (!mv_is_base(v, t) && fn->clone[t] != NULL);
}

static LLVMValueRef
emit_idxs(struct mv *v)
{
	struct list l = { v->items, 0 };

	for (uint32_t t = 0; t < v->ntarget; t++) {
		const bool base = mv_is_base(v, t);
		const uint32_t length = l.n;
		uint32_t n = 0;
		add(&l, NULL);
		if (!base)
			add(&l, number(v, v->target[t].base));
		for (uint32_t id = 0; id < v->norder; id++) {
			const struct mv_fn *fn = &v->fn[v->order[id]];
			if (!lists(v, t, fn))
				continue;
			add(&l, number(v, id | (!base && fills(v, t, fn) ? TOP : 0)));
			n++;
		}
		l.item[length] = number(v, n | (base ? TOP : 0));
	}
	return define(v, "jl_clone_idxs", array(LLVMInt32TypeInContext(v->llvm), &l));
}

static LLVMValueRef
emit_ptrs(struct mv *v)
{
	struct list l = { v->items, 0 };

	for (uint32_t t = 1; t < v->ntarget; t++)
		for (uint32_t id = 0; id < v->norder; id++)
			if (mv_is_base(v, t) || lists(v, t, &v->fn[v->order[id]]))
				add(&l, mv_resolve(v, t, v->order[id]));
	return define(v, "jl_clone_ptrs", array(v->ptr, &l));
}

/* struct lr_image_tables: image.h has the meaning of the fields. */
static void
emit_image(struct mv *v, LLVMValueRef *table)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(v->llvm);
	struct list l = { v->items, 0 };

	for (uint32_t t = 0; t < v->ntarget; t++) {
		const struct mv_target *target = &v->target[t];
		LLVMValueRef part[] = { text(v, target->cpu), text(v, target->features), text(v, target->needs),
			number(v, target->base), number(v, target->flags) };
		add(&l, LLVMConstStructInContext(v->llvm, part, 5, false));
	}
	LLVMValueRef targets = define(v, "lr_image_targets", array(LLVMTypeOf(l.item[0]), &l));
	LLVMValueRef part[] = { LLVMConstInt(i32, IMAGE_VERSION, false), number(v, v->ntarget), targets, table[0],
		table[1], table[2], table[3], table[4] };
	define(v, "lr_image", LLVMConstStructInContext(v->llvm, part, 8, false));
}

void
mv_emit_tables(struct mv *v)
{
	LLVMValueRef table[5];
	struct list l = { v->items, 0 };

	table[0] = define(v, "jl_fvar_count", LLVMConstInt(v->word_type, v->norder, false));
	for (uint32_t id = 0; id < v->norder; id++)
		add(&l, v->fn[v->order[id]].fn);
	table[1] = define(v, "jl_fvar_ptrs", array(v->ptr, &l));
	table[2] = emit_slots(v);
	table[3] = emit_idxs(v);
	table[4] = emit_ptrs(v);
	if (v->image)
		emit_image(v, table);
	if (v->fvars != NULL)
		LLVMDeleteGlobal(v->fvars);
}
