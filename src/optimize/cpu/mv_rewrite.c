/* SPDX-License-Identifier: MIT */
/* mv_rewrite.c -- the addresses of cloned functions in bodies that do not belong to one target alone: slots.
**
** A body in the base of a group runs for all targets of the group.  There the address of a function that a partial
** target clones becomes a load of the function's slot.  The slot holds the function of target 0 until a target is
** chosen, so that code which runs before finds a function that works. */
#include "dialect/edit/edit.h"
#include "optimize/cpu/multiversion.h"

/* ---- slots ---- */

const char *
mv_slot_name(const struct mv *v, uint32_t f)
{
	size_t n;
	const char *name = LLVMGetValueName2(v->fn[f].fn, &n);

	memcpy(v->name, name, n);
	memcpy(v->name + n, ".reloc_slot", 12);
	return v->name;
}

void
mv_make_slots(struct mv *v)
{
	for (uint32_t f = 0; f < v->nfn; f++) {
		struct mv_fn *fn = &v->fn[f];
		if (!fn->reloc || fn->clones == 0)
			continue;
		fn->slot = LLVMAddGlobal(v->m, LLVMTypeOf(fn->fn), mv_slot_name(v, f));
		if (fn->defined)
			LLVMSetInitializer(fn->slot, fn->fn);
		LLVMSetLinkage(fn->slot, LLVMExternalLinkage);
		LLVMSetVisibility(fn->slot, LLVMHiddenVisibility);
	}
}

static LLVMValueRef
load_slot(struct mv *v, const struct mv_fn *fn)
{
	LLVMValueRef load = LLVMBuildLoad2(v->builder, LLVMTypeOf(fn->fn), fn->slot, "");

	LLVMSetMetadata(load, v->md_tbaa, v->tbaa_const);
	LLVMSetMetadata(load, v->md_invariant, v->empty_node);
	return load;
}

/* ---- calls ---- */

/* Does the attribute say something of a callee that holds for a call, too? */
static bool
concerns_calls(const struct mv *v, LLVMAttributeRef a)
{
	unsigned n;

	if (LLVMIsStringAttribute(a)) {
		const char *key = LLVMGetStringAttributeKind(a, &n);
		return (n >= 6 && memcmp(key, "julia.", 6) == 0 && !(n >= 9 && memcmp(key, "julia.mv.", 9) == 0))
			|| (n == 16 && memcmp(key, "gc-leaf-function", 16) == 0);
	}
	const unsigned kind = LLVMGetEnumAttributeKind(a);
	for (unsigned i = 0; i < v->nkept; i++)
		if (v->kept[i] == kind)
			return true;
	return false;
}

static bool
call_has(LLVMValueRef call, LLVMAttributeIndex at, LLVMAttributeRef a)
{
	unsigned n;

	if (LLVMIsStringAttribute(a)) {
		const char *key = LLVMGetStringAttributeKind(a, &n);
		return LLVMGetCallSiteStringAttribute(call, at, key, n) != NULL;
	}
	return LLVMGetCallSiteEnumAttribute(call, at, LLVMGetEnumAttributeKind(a)) != NULL;
}

/* LLVM reads attributes of a direct callee where the call has none, those of the calling convention included.  All
** bodies of the function have the same, so they are given to the call. */
static void
keep_attributes(struct mv *v, LLVMValueRef call, LLVMValueRef callee)
{
	const unsigned n = LLVMCountParams(callee);

	if (LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(callee))
		return;
	for (unsigned i = 0; i < n + 2; i++) {
		const LLVMAttributeIndex at = i == n + 1 ? AT_FUNCTION : (LLVMAttributeIndex)i;
		const unsigned count = LLVMGetAttributeCountAtIndex(callee, at);
		LLVMGetAttributesAtIndex(callee, at, v->attributes);
		for (unsigned k = 0; k < count; k++)
			if ((at != AT_FUNCTION || concerns_calls(v, v->attributes[k]))
				&& !call_has(call, at, v->attributes[k]))
				LLVMAddCallSiteAttribute(call, at, v->attributes[k]);
	}
}

/* ---- operands ---- */

/* The function with a slot in group g whose address `c` is; NONE if it is none. */
static uint32_t
slotted(const struct mv *v, uint32_t g, LLVMValueRef c)
{
	const uint32_t f = LLVMGetValueKind(c) == LLVMFunctionValueKind ? ptrmap_get(&v->index, c) : PTRMAP_NONE;

	return f < v->nfn && v->fn[f].slot != NULL && c == mv_resolve(v, g, f) && mv_varies(v, g, f) ? f : NONE;
}

/* Body x of group g uses function f by its slot: which targets must fill it? */
static void
note_fill(struct mv *v, uint32_t g, uint32_t x, uint32_t f)
{
	bool *fill = v->fn[f].fill;
	/* code outside of the image calls a function by its name, which is that of target 0 */
	const bool by_all = g == 0 && v->image && LLVMGetLinkage(v->fn[x].fn) == LLVMExternalLinkage;

	for (uint32_t t = 0; t < v->ntarget; t++) {
		const uint32_t base = v->target[t].base;
		const bool runs = v->fn[x].clone[t] == NULL && (base == g || (g == 0 && v->fn[x].clone[base] == NULL));
		fill[t] |= runs || t == g || by_all;
	}
}

/* The number of parts in which a slotted function may be. */
static unsigned
count_parts(LLVMValueRef c)
{
	switch (LLVMGetValueKind(c)) {
	case LLVMConstantExprValueKind:
		return 1; /* a cast: mv_uses.c accepts no other */
	case LLVMConstantStructValueKind:
	case LLVMConstantArrayValueKind:
	case LLVMConstantVectorValueKind:
		return (unsigned)LLVMGetNumOperands(c);
	default:
		return 0;
	}
}

/* Builds `made`, which stands for constant `c` so far, with a value in place of part i. */
static LLVMValueRef
replace_part(struct mv *v, LLVMValueRef c, LLVMValueRef made, unsigned i, LLVMValueRef now)
{
	if (now == LLVMGetOperand(c, i))
		return made;
	switch (LLVMGetValueKind(c)) {
	case LLVMConstantExprValueKind:
		return LLVMBuildCast(v->builder, LLVMGetConstOpcode(c), now, LLVMTypeOf(c), "");
	case LLVMConstantVectorValueKind:
		return LLVMBuildInsertElement(v->builder, made, now,
			LLVMConstInt(LLVMInt32TypeInContext(v->llvm), i, false), "");
	default:
		return LLVMBuildInsertValue(v->builder, made, now, i, "");
	}
}

/* What stands for constant `c`, an operand in body x of group g.  The constant is small (mv_uses.c). */
static LLVMValueRef
substitute(struct mv *v, uint32_t g, uint32_t x, LLVMValueRef c)
{
	/* The constants around the one at hand: what stands for each so far, and its next part. */
	struct { LLVMValueRef c, made; unsigned next; } level[MV_TREE_DEPTH];
	unsigned depth = 0;

	for (;;) {
		const uint32_t f = slotted(v, g, c);
		LLVMValueRef made = c;
		if (f != NONE) {
			note_fill(v, g, x, f);
			made = load_slot(v, &v->fn[f]);
		} else if (count_parts(c) > 0 && depth < MV_TREE_DEPTH) {
			level[depth].c = level[depth].made = c;
			level[depth++].next = 0;
			c = LLVMGetOperand(c, 0);
			continue;
		}
		/* `made` is complete: it is a part of the constant around it, which may be complete with that */
		for (; depth > 0; made = level[--depth].made) {
			const unsigned i = level[depth - 1].next++;
			level[depth - 1].made = replace_part(v, level[depth - 1].c, level[depth - 1].made, i, made);
			if (i + 1 < count_parts(level[depth - 1].c))
				break;
		}
		if (depth == 0)
			return made;
		c = LLVMGetOperand(level[depth - 1].c, level[depth - 1].next);
	}
}

/* The value that phi has on an edge before edge i from the same block: all of them must have the same. */
static LLVMValueRef
earlier_edge(struct mv *v, LLVMValueRef phi, unsigned i)
{
	LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
	uint32_t k = ptrmap_get(&v->seen, from);

	if (k == PTRMAP_NONE && !ptrmap_set(&v->seen, from, i)) /* without memory, search */
		for (k = 0; k < i && LLVMGetIncomingBlock(phi, k) != from;)
			k++;
	return k < i ? LLVMGetIncomingValue(phi, k) : NULL;
}

static void
rewrite_phi(struct mv *v, uint32_t g, uint32_t x, LLVMValueRef phi)
{
	ptrmap_clear(&v->seen);
	for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++) {
		LLVMValueRef c = LLVMGetIncomingValue(phi, i), now;
		if (!mv_holds_slotted(v, c))
			continue;
		now = earlier_edge(v, phi, i);
		if (now == NULL) {
			LLVMPositionBuilderBefore(v->builder,
				LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i)));
			now = substitute(v, g, x, c);
		}
		if (now != c)
			LLVMSetOperand(phi, i, now);
	}
}

static void
rewrite_use(struct mv *v, uint32_t g, uint32_t x, LLVMValueRef inst)
{
	const bool call = LLVMIsACallInst(inst) != NULL || LLVMIsAInvokeInst(inst) != NULL;

	if (LLVMIsAPHINode(inst) != NULL) {
		rewrite_phi(v, g, x, inst);
		return;
	}
	LLVMPositionBuilderBefore(v->builder, inst);
	for (unsigned i = 0, n = (unsigned)LLVMGetNumOperands(inst); i < n; i++) {
		LLVMValueRef c = operand_of(inst, i), now;
		if (!mv_holds_slotted(v, c) || (now = substitute(v, g, x, c)) == c)
			continue;
		if (call && i == n - 1 && LLVMIsAFunction(c) != NULL)
			keep_attributes(v, inst, c);
		LLVMSetOperand(inst, i, now);
	}
}

/* ---- trampolines ---- */

/* Makes a function with the name and linkage of an alias of `fn`, or of `fn` itself.  It calls what is in the slot. */
static LLVMValueRef
make_trampoline(struct mv *v, LLVMValueRef named, struct mv_fn *fn)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(fn->fn);
	const unsigned n = LLVMCountParams(fn->fn);
	size_t bytes;
	const char *name = LLVMGetValueName2(named, &bytes);
	LLVMValueRef to = LLVMAddFunction(v->m, "", type), call;

	memcpy(v->name, name, bytes);
	LLVMSetValueName2(named, "", 0);
	LLVMSetValueName2(to, v->name, bytes);
	LLVMSetLinkage(to, LLVMGetLinkage(named));
	LLVMSetVisibility(to, LLVMGetVisibility(named));
	LLVMSetDLLStorageClass(to, LLVMGetDLLStorageClass(named));
	LLVMSetUnnamedAddress(to, LLVMGetUnnamedAddress(named));
	LLVMSetFunctionCallConv(to, LLVMGetFunctionCallConv(fn->fn));
	mv_copy_attributes(v, fn->fn, to);
	mv_mark(v, to, "julia.mv.alias", "");
	LLVMPositionBuilderAtEnd(v->builder, LLVMAppendBasicBlockInContext(v->llvm, to, "top"));
	LLVMSetCurrentDebugLocation2(v->builder, NULL);
	LLVMGetParams(to, v->params);
	call = LLVMBuildCall2(v->builder, type, load_slot(v, fn), v->params, n, "");
	LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(fn->fn));
	keep_attributes(v, call, fn->fn);
	for (unsigned i = 1; i <= n; i++) /* the caller's memory is passed on */
		LLVMRemoveCallSiteStringAttribute(call, i, "julia.return_roots", 18);
	LLVMSetTailCallKind(call, LLVMIsFunctionVarArg(type) ? LLVMTailCallKindMustTail : LLVMTailCallKindTail);
	if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(v->builder);
	else
		LLVMBuildRet(v->builder, call);
	fn->shared = true;
	return to;
}

/* LLVM-C cannot delete an alias: it stays, without a name or a use. */
static void
replace_alias(struct mv *v, LLVMValueRef alias)
{
	struct mv_fn *fn = &v->fn[ptrmap_get(&v->index, LLVMAliasGetAliasee(alias))];

	if (fn->slot == NULL)
		return;
	LLVMValueRef to = make_trampoline(v, alias, fn);
	LLVMReplaceAllUsesWith(alias, to);
	LLVMSetVisibility(alias, LLVMDefaultVisibility);
	LLVMSetDLLStorageClass(alias, LLVMDefaultStorageClass);
	LLVMSetLinkage(alias, LLVMPrivateLinkage);
	LLVMAliasSetAliasee(alias, to);
}

/* Gives the name of an exported function to a trampoline.  The function is NAME.0 then. */
static void
replace_export(struct mv *v, struct mv_fn *fn)
{
	LLVMValueRef to = make_trampoline(v, fn->fn, fn);
	size_t bytes;
	const char *name = LLVMGetValueName2(to, &bytes);

	memcpy(v->name, name, bytes);
	memcpy(v->name + bytes, ".0", 2);
	LLVMSetValueName2(fn->fn, v->name, bytes + 2);
	LLVMSetDLLStorageClass(fn->fn, LLVMDefaultStorageClass);
	LLVMSetVisibility(fn->fn, LLVMHiddenVisibility);
}

/* ---- all ---- */

void
mv_rewrite(struct mv *v)
{
	for (uint32_t u = 0; u < v->nuse; u++) {
		const uint32_t x = v->use[u].fn;
		for (uint32_t g = 0; g < v->ntarget; g++) {
			LLVMValueRef inst = g == 0 ? v->use[u].inst : v->copy[(size_t)g * v->nuse + u];
			if (inst != NULL)
				rewrite_use(v, g, x, inst);
		}
	}
	for (uint32_t i = 0; i < v->nalias; i++)
		replace_alias(v, v->alias[i]);
	for (uint32_t f = 0; f < v->nfn; f++)
		if (v->fn[f].exported)
			replace_export(v, &v->fn[f]);
	for (uint32_t i = 0; i < v->nword; i++) {
		LLVMSetGlobalConstant(v->word[i].variable, false);
		v->fn[v->word[i].fn].shared = true;
	}
}
