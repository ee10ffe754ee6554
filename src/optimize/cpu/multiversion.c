/* SPDX-License-Identifier: MIT */
/* multiversion.c -- JuliaMultiVersioning; see multiversion.h. */
#include "optimize/cpu/multiversion.h"

#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

#include "dialect/edit/edit.h"
#include "host/passes.h"
#include "host/remark.h"
#include "ir/module_copy.h"

static LLVMMetadataRef
flag(const struct mv *v, const char *name)
{
	return LLVMGetModuleFlag(v->m, name, strlen(name));
}

static lr_status
read_suffix(struct mv *v)
{
	LLVMMetadataRef md = flag(v, "julia.mv.suffix");
	unsigned n = 0;

	v->suffix = "";
	if (md == NULL)
		return LR_OK;
	LLVMValueRef s = LLVMMetadataAsValue(v->llvm, md);
	const char *given = LLVMIsAMDString(s) != NULL ? LLVMGetMDString(s, &n) : NULL;
	if (given == NULL || memchr(given, '\0', n) != NULL)
		return lr_fail(v->cx, LR_E_DIALECT, NULL, "\"julia.mv.suffix\" must be a string");
	char *copy = arena_zalloc(&v->ar, (size_t)n + 1);
	if (copy == NULL)
		return lr_nomem(v->cx);
	memcpy(copy, given, n);
	v->suffix = copy;
	v->sharded = true;
	return LR_OK;
}

static lr_status
refuse_labels(struct mv *v)
{
	for (uint32_t f = 0; f < v->nfn; f++)
		if (v->fn[f].defined && has_label_address(v->fn[f].fn))
			return lr_fail(v->cx, LR_E_DIALECT, v->fn[f].fn,
				"a module with addresses of labels cannot have clones for several processors");
	return LR_OK;
}

static bool
is_taken(const struct mv *v, const char *name)
{
	return LLVMGetNamedGlobal(v->m, name) != NULL || LLVMGetNamedFunction(v->m, name) != NULL
		|| LLVMGetNamedGlobalAlias(v->m, name, strlen(name)) != NULL
		|| LLVMGetNamedGlobalIFunc(v->m, name, strlen(name)) != NULL;
}

static lr_status
refuse_name(const struct mv *v, const char *name)
{
	return is_taken(v, name)
		? lr_fail(v->cx, LR_E_DIALECT, NULL, "the name '%.200s' is needed for a clone or table, and is taken",
			  name)
		: LR_OK;
}

static lr_status
check_names(struct mv *v)
{
	static const char *const tables[] = { "jl_fvar_count", "jl_fvar_ptrs", "jl_clone_slots", "jl_clone_idxs",
		"jl_clone_ptrs", "lr_image", "lr_image_targets" };
	lr_status st = LR_OK;

	for (size_t i = 0; i < sizeof tables / sizeof *tables && st == LR_OK; i++) {
		const size_t n = strlen(tables[i]);
		memcpy(v->name, tables[i], n);
		memcpy(v->name + n, v->suffix, strlen(v->suffix) + 1);
		st = refuse_name(v, v->name);
	}
	for (uint32_t f = 0; f < v->nfn; f++) {
		if (v->fn[f].clones == 0)
			continue;
		for (uint32_t t = 1; t < v->ntarget && st == LR_OK; t++)
			if ((v->fn[f].clones >> t & 1) != 0)
				st = refuse_name(v, mv_clone_name(v, f, t));
		if (v->fn[f].exported && st == LR_OK)
			st = refuse_name(v, mv_clone_name(v, f, 0));
		if (v->fn[f].reloc && st == LR_OK)
			st = refuse_name(v, mv_slot_name(v, f));
	}
	return st;
}

static LLVMMetadataRef
string_node(const struct mv *v, const char *s)
{
	return LLVMMDStringInContext2(v->llvm, s, strlen(s));
}

/* The access tag of memory that does not change. */
static LLVMValueRef
constant_tag(const struct mv *v)
{
	LLVMTypeRef i64 = LLVMInt64TypeInContext(v->llvm);
	LLVMMetadataRef zero = LLVMValueAsMetadata(LLVMConstInt(i64, 0, false)),
		one = LLVMValueAsMetadata(LLVMConstInt(i64, 1, false));
	LLVMMetadataRef root[] = { string_node(v, "jtbaa") };
	LLVMMetadataRef top = LLVMMDNodeInContext2(v->llvm, root, 1);
	LLVMMetadataRef middle[] = { string_node(v, "jtbaa"), top, zero };
	LLVMMetadataRef type = LLVMMDNodeInContext2(v->llvm, middle, 3);
	LLVMMetadataRef leaf[] = { string_node(v, "jtbaa_const"), type, zero };
	type = LLVMMDNodeInContext2(v->llvm, leaf, 3);
	LLVMMetadataRef tag[] = { type, type, zero, one };
	return LLVMMetadataAsValue(v->llvm, LLVMMDNodeInContext2(v->llvm, tag, 4));
}

/* Most attributes that the pass gives a function: its five marks, the processor, its features and optsize. */
enum { ADDED_ATTRIBUTES = 8 };

/* Allocates all that the changes need. */
static lr_status
prepare(struct mv *v)
{
	static const char *const kept[] = { "nounwind", "noreturn", "willreturn", "memory", "nofree", "nosync",
		"returns_twice", "convergent", "cold", "allocsize" };
	size_t name = 32, features = 0, params = 0, attributes = 0, bases = 0, n;
	const size_t pairs = 2 * ((size_t)v->nword + v->nfn) + 1, listed = (size_t)v->ntarget * ((size_t)v->nfn + 2);

	for (uint32_t f = 0; f < v->nfn; f++) {
		LLVMAttributeRef own = LLVMGetStringAttributeAtIndex(v->fn[f].fn, AT_FUNCTION, "target-features", 15);
		unsigned bytes = 0;
		LLVMGetValueName2(v->fn[f].fn, &n);
		name = n > name ? n : name;
		if (own != NULL)
			LLVMGetStringAttributeValue(own, &bytes);
		features = bytes > features ? bytes : features;
		n = LLVMCountParams(v->fn[f].fn);
		params = n > params ? n : params;
		n = mv_most_attributes(v->fn[f].fn);
		attributes = n > attributes ? n : attributes;
	}
	for (uint32_t i = 0; i < v->nglobal; i++) {
		LLVMGetValueName2(v->global[i], &n);
		name = n > name ? n : name;
	}
	n = 0;
	for (uint32_t t = 0; t < v->ntarget; t++) {
		n = strlen(v->target[t].features) > n ? strlen(v->target[t].features) : n;
		bases += mv_is_base(v, t);
	}
	v->name = arena_alloc(&v->ar, name + strlen(v->suffix) + 64);
	v->features = arena_alloc(&v->ar, features + n + 2);
	v->params = arena_array(&v->ar, params, sizeof *v->params);
	v->attributes = arena_array(&v->ar, attributes + ADDED_ATTRIBUTES, sizeof(LLVMAttributeRef));
	v->units = arena_array(&v->ar, LLVMGetNamedMetadataNumOperands(v->m, "llvm.dbg.cu"), sizeof(LLVMValueRef));
	v->copied = arena_array(&v->ar, v->nfn, sizeof *v->copied);
	v->items = arena_array(&v->ar, pairs > listed ? pairs : listed, sizeof *v->items);
	v->sorted = arena_array(&v->ar, v->nword, sizeof *v->sorted);
	v->count = arena_array(&v->ar, (size_t)v->nfn + 2, sizeof *v->count);
	ptrmap_grow_for(&v->index, (uint32_t)((bases + 1) * v->nfn));
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		v->kept[v->nkept++] = LLVMGetEnumAttributeKindForName(kept[i], strlen(kept[i]));
	return v->ar.failed || v->index.failed ? lr_nomem(v->cx) : LR_OK;
}

static void
report(const struct mv *v)
{
	for (uint32_t f = 0; f < v->nfn && remark_wanted(v->cx); f++) {
		const struct mv_fn *fn = &v->fn[f];
		if (fn->defined && fn->clones != 0)
			remark_say(v->cx, LR_REMARK_PASSED, "Clones", fn->fn, NULL, "cloned for %d other processors",
				__builtin_popcountll(fn->clones));
		else if (fn->defined && fn->obstacle != NULL)
			remark_say(v->cx, LR_REMARK_MISSED, "Clones", fn->fn, NULL,
				"not cloned for other processors: %s", fn->obstacle);
	}
}

static void
change(struct mv *v, bool skip)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(v->m);

	v->cx->changed |= LR_CHANGED_IR | LR_CHANGED_CFG;
	context_forget(v->cx);
	report(v);
	if (!v->annotated)
		mv_write_annotations(v);
	if (skip)
		return;
	v->builder = LLVMCreateBuilderInContext(v->llvm);
	v->ptr = LLVMPointerTypeInContext(v->llvm, 0);
	v->word_type = LLVMIntPtrTypeInContext(v->llvm, layout);
	v->md_tbaa = LLVMGetMDKindIDInContext(v->llvm, "tbaa", 4);
	v->md_invariant = LLVMGetMDKindIDInContext(v->llvm, "invariant.load", 14);
	v->tbaa_const = constant_tag(v);
	v->empty_node = LLVMMetadataAsValue(v->llvm, LLVMMDNodeInContext2(v->llvm, NULL, 0));
	mv_make_clones(v);
	mv_make_slots(v);
	mv_rewrite(v);
	mv_emit_tables(v);
	LLVMDisposeBuilder(v->builder);
}

/* Has an earlier run made the clones?  The flags stay, for LLVM-C cannot remove any. */
static bool
is_done(struct mv *v)
{
	static const char table[] = "jl_clone_idxs";
	char *name = arena_alloc(&v->ar, sizeof table + strlen(v->suffix));

	if (name == NULL)
		return false;
	memcpy(name, table, sizeof table - 1);
	memcpy(name + sizeof table - 1, v->suffix, strlen(v->suffix) + 1);
	LLVMValueRef made = LLVMGetNamedGlobal(v->m, name);
	return made != NULL && LLVMGetInitializer(made) != NULL;
}

static lr_status
run(struct mv *v, bool tolerant)
{
	const bool skip = flag(v, "julia.mv.skipcloning") != NULL;
	bool unfit = false;
	lr_status st = read_suffix(v);

	if (st == LR_OK && is_done(v))
		return LR_OK;
	if (st == LR_OK)
		st = mv_targets_read(v);
	if (st == LR_OK)
		st = mv_targets_needs(v);
	v->annotated = flag(v, "julia.mv.annotated") != NULL;
	v->fvars = LLVMGetNamedGlobal(v->m, "jl_fvars");
	if (st == LR_OK && (!mv_list(v) || !mv_find_uses(v)))
		st = lr_nomem(v->cx);
	if (st == LR_OK)
		st = refuse_labels(v);
	if (st == LR_OK)
		st = v->annotated ? mv_read_annotations(v) : mv_annotate(v);
	if (st == LR_OK)
		mv_choose_exports(v);
	if (st == LR_OK)
		st = mv_number(v, tolerant, &unfit);
	if (st != LR_OK || unfit)
		return st;
	st = mv_list_uses(v);
	if (st == LR_OK)
		st = prepare(v);
	if (st == LR_OK && !skip)
		st = check_names(v);
	if (st == LR_OK)
		change(v, skip);
	return st;
}

lr_status
pass_multi_versioning(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct mv v = { .cx = cx, .m = m, .llvm = LLVMGetModuleContext(m), .image = cx->options.clone_targets != NULL };
	char *triple = NULL;

	(void)fns;
	(void)nfns;
	if (flag(&v, "julia.mv.enable") == NULL && !v.image)
		return LR_OK;
	v.triple = LLVMGetTarget(m);
	if (v.triple[0] == '\0') /* as for code generation */
		v.triple = triple = LLVMGetDefaultTargetTriple();
	arena_init(&v.ar, cx->options.alloc, cx->options.user);
	ptrmap_init(&v.index, cx->options.alloc, cx->options.user);
	ptrmap_init(&v.seen, cx->options.alloc, cx->options.user);
	lr_status st = run(&v, params != NULL && strcmp(params, "external") == 0);
	ptrmap_free(&v.seen);
	ptrmap_free(&v.index);
	arena_free(&v.ar);
	LLVMDisposeMessage(triple);
	return st;
}
