/* edit.c -- changing IR where LLVM-C has no ready verb.
**
** Needs a plan of the calls that will be rebuilt, so that its one scratch buffer (arguments, attributes or a name,
** never two of them at once) is there before the first change. */
#include "dialect/edit.h"

#include <stdio.h>
#include <llvm-c/Target.h>

#include "dialect/kind.h"
#include "host/context.h"
#include "ir/llvm_calls.h"
#include "dialect/names.h"

enum { BLOCK_NAME_BYTES = 200 };

/* ---- life ---- */

static unsigned
md_kind(LLVMContextRef c, const char *name)
{
	return LLVMGetMDKindIDInContext(c, name, (unsigned)strlen(name));
}

static LLVMMetadataRef
md_string(const struct edit *e, const char *s)
{
	return LLVMMDStringInContext2(e->context, s, strlen(s));
}

/* A scalar type of the TBAA tree below `parent`, NULL for its root. */
static LLVMMetadataRef
tbaa_type(const struct edit *e, const char *name, LLVMMetadataRef parent)
{
	LLVMMetadataRef zero = LLVMValueAsMetadata(LLVMConstInt(e->i64, 0, false));
	LLVMMetadataRef ops[] = { md_string(e, name), parent, zero };

	return LLVMMDNodeInContext2(e->context, ops, parent != NULL ? 3 : 1);
}

static LLVMValueRef
tbaa_tag(const struct edit *e, LLVMMetadataRef type)
{
	LLVMMetadataRef ops[] = { type, type, LLVMValueAsMetadata(LLVMConstInt(e->i64, 0, false)) };

	return LLVMMetadataAsValue(e->context, LLVMMDNodeInContext2(e->context, ops, 3));
}

/* 0 if this LLVM does not know the name, which no attribute has. */
static unsigned
attribute_kind(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

bool
edit_begin(struct edit *e, const lr_context *cx, LLVMModuleRef m)
{
	LLVMContextRef c = LLVMGetModuleContext(m);

	memset(e, 0, sizeof *e);
	arena_init(&e->arena, cx->options.alloc, cx->options.user);
	e->module = m;
	e->context = c;
	e->builder = LLVMCreateBuilderInContext(c);
	e->void_type = LLVMVoidTypeInContext(c);
	e->i1 = LLVMInt1TypeInContext(c);
	e->i8 = LLVMInt8TypeInContext(c);
	e->i32 = LLVMInt32TypeInContext(c);
	e->i64 = LLVMInt64TypeInContext(c);
	e->ptr = LLVMPointerTypeInContext(c, LR_AS_GENERIC);
	e->tracked = LLVMPointerTypeInContext(c, LR_AS_TRACKED);
	e->word_bytes = (unsigned)LLVMPointerSize(LLVMGetModuleDataLayout(m));
	e->word = LLVMIntTypeInContext(c, e->word_bytes * 8);
	e->md_tbaa = md_kind(c, "tbaa");
	e->md_prof = md_kind(c, "prof");
	e->md_range = md_kind(c, "range");
	e->md_align = md_kind(c, "align");
	e->md_invariant_load = md_kind(c, "invariant.load");
	e->md_alias_scope = md_kind(c, "alias.scope");
	e->md_constgv = md_kind(c, "julia.constgv");
	e->md_reset_region = md_kind(c, "julia.reset_region");
	e->md_fresh = md_kind(c, "lateroot.fresh");
	e->attr_memory = attribute_kind("memory");
	e->attr_align = attribute_kind("align");
	e->attr_dereferenceable = attribute_kind("dereferenceable");
	e->noalias = LLVMCreateEnumAttribute(c, attribute_kind("noalias"), 0);
	e->nonnull = LLVMCreateEnumAttribute(c, attribute_kind("nonnull"), 0);
	e->promise_memory[0] = e->attr_memory;
	e->promise_memory[1] = attribute_kind("readnone");
	e->promise_memory[2] = attribute_kind("readonly");
	e->promise_memory[3] = attribute_kind("writeonly");
	e->promise_alloc[0] = attribute_kind("allocsize");
	e->promise_alloc[1] = attribute_kind("allockind");

	LLVMMetadataRef jtbaa = tbaa_type(e, "jtbaa", tbaa_type(e, "jtbaa", NULL));
	e->tbaa_gcframe = tbaa_tag(e, tbaa_type(e, "jtbaa_gcframe", jtbaa));
	e->tbaa_tag = tbaa_tag(e, tbaa_type(e, "jtbaa_tag", tbaa_type(e, "jtbaa_data", jtbaa)));
	e->callees = arena_zarray(&e->arena, EDIT_CALLEES, sizeof *e->callees);
	return e->callees != NULL;
}

void
edit_end(struct edit *e)
{
	if (e->builder != NULL)
		LLVMDisposeBuilder(e->builder);
	arena_free(&e->arena);
}

const struct edit_callee *
edit_callee_slow(struct edit *e, LLVMValueRef callee)
{
	static const struct edit_callee unknown = { NULL, INTR_NONE, false };

	if (!LLVMIsAFunction(callee)) /* another value may go, and a function come to be in its place */
		return &unknown;
	struct edit_callee *known = edit_callee_entry(e, callee);
	*known = (struct edit_callee){ callee, intrinsic_of(callee), LLVMGetIntrinsicID(callee) != 0 };
	return known;
}

/* ---- planning ---- */

static void
need(struct edit *e, size_t bytes)
{
	if (e->scratch_need < bytes)
		e->scratch_need = bytes;
}

void
edit_plan_name(struct edit *e, LLVMValueRef call)
{
	size_t bytes;

	LLVMGetValueName2(call, &bytes);
	need(e, bytes + 1);
}

void
edit_plan_attributes(struct edit *e, LLVMValueRef call, LLVMAttributeIndex at)
{
	need(e, LLVMGetCallSiteAttributeCount(call, at) * sizeof(void *));
}

void
edit_plan_call(struct edit *e, LLVMValueRef call)
{
	unsigned nargs = LLVMGetNumArgOperands(call);

	edit_plan_name(e, call);
	need(e, ((size_t)LLVMGetNumOperands(call) + LLVMGetNumOperandBundles(call)) * sizeof(void *));
	edit_plan_attributes(e, call, AT_FUNCTION);
	for (unsigned i = 0; i <= nargs; i++)
		edit_plan_attributes(e, call, i);
}

bool
edit_ready(struct edit *e)
{
	e->scratch = arena_alloc(&e->arena, e->scratch_need + sizeof(void *));
	return e->scratch != NULL && !e->arena.failed;
}

/* ---- building ---- */

void
edit_before(struct edit *e, LLVMValueRef inst)
{
	LLVMPositionBuilderBefore(e->builder, inst);
	LLVMSetCurrentDebugLocation2(e->builder, LLVMInstructionGetDebugLoc(inst));
}

void
edit_after(struct edit *e, LLVMValueRef inst)
{
	LLVMPositionBuilderBefore(e->builder, LLVMGetNextInstruction(inst));
	LLVMSetCurrentDebugLocation2(e->builder, LLVMInstructionGetDebugLoc(inst));
}

LLVMValueRef
edit_entry_alloca(struct edit *e, LLVMValueRef fn, LLVMTypeRef type, LLVMValueRef n, unsigned align, const char *name)
{
	LLVMPositionBuilderBefore(e->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
	LLVMSetCurrentDebugLocation2(e->builder, NULL);
	LLVMValueRef a = LLVMBuildArrayAlloca(e->builder, type, n, name);
	LLVMSetAlignment(a, align);
	if (LLVMGetPointerAddressSpace(LLVMTypeOf(a)) != LR_AS_GENERIC)
		a = LLVMBuildAddrSpaceCast(e->builder, a, e->ptr, "");
	return a;
}

/* The same few are asked for again and again; LLVM hashes each. */
static LLVMValueRef
number(struct edit *e, LLVMTypeRef type, uint64_t n)
{
	struct edit_number *known = &e->numbers[(n ^ n >> 3) % EDIT_NUMBERS];

	if (known->type != type || known->n != n)
		*known = (struct edit_number){ type, n, LLVMConstInt(type, n, (int64_t)n < 0) };
	return known->value;
}

LLVMValueRef
edit_word(struct edit *e, uint64_t n)
{
	return number(e, e->word, n);
}

LLVMValueRef
edit_i32(struct edit *e, uint64_t n)
{
	return number(e, e->i32, n);
}

LLVMValueRef
edit_constant(LLVMModuleRef m, LLVMValueRef value, unsigned align, const char *name)
{
	LLVMValueRef g = LLVMAddGlobal(m, LLVMTypeOf(value), name);

	LLVMSetInitializer(g, value);
	LLVMSetGlobalConstant(g, true);
	LLVMSetLinkage(g, LLVMPrivateLinkage);
	LLVMSetUnnamedAddress(g, LLVMGlobalUnnamedAddr);
	LLVMSetAlignment(g, align);
	return g;
}

LLVMValueRef
edit_offset(struct edit *e, LLVMValueRef base, int64_t bytes, const char *name)
{
	if (bytes == 0)
		return base;
	LLVMValueRef index = edit_word(e, (uint64_t)bytes);
	return LLVMBuildGEP2(e->builder, e->i8, base, &index, 1, name);
}

static LLVMValueRef
number_of(LLVMBuilderRef b, LLVMTypeRef word, LLVMValueRef pointer)
{
	if (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) != LR_AS_GENERIC)
		pointer = LLVMBuildAddrSpaceCast(b, pointer,
			LLVMPointerTypeInContext(LLVMGetTypeContext(word), LR_AS_GENERIC), "");
	return LLVMBuildPtrToInt(b, pointer, word, "");
}

LLVMValueRef
edit_distance(LLVMBuilderRef b, LLVMTypeRef word, LLVMValueRef pointer, LLVMValueRef of, uint64_t guard)
{
	LLVMValueRef to = number_of(b, word, pointer), at = LLVMBuildSub(b, to, number_of(b, word, of), ""),
		end = LLVMConstInt(word, guard, false);

	return guard == 0 ? at : LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, at, end, ""), at, end, "");
}

void
edit_tbaa(const struct edit *e, LLVMValueRef inst, LLVMValueRef tag)
{
	LLVMSetMetadata(inst, e->md_tbaa, tag);
}

void
edit_metadata(const struct edit *e, LLVMValueRef inst, unsigned kind, LLVMMetadataRef md)
{
	LLVMSetMetadata(inst, kind, LLVMMetadataAsValue(e->context, md));
}

void
edit_weights(struct edit *e, LLVMValueRef branch, unsigned if_true, unsigned if_false)
{
	if (e->weights.node == NULL || e->weights.if_true != if_true || e->weights.if_false != if_false) {
		LLVMMetadataRef ops[] = {
			md_string(e, "branch_weights"),
			LLVMValueAsMetadata(edit_i32(e, if_true)),
			LLVMValueAsMetadata(edit_i32(e, if_false))
		};
		e->weights.node = LLVMMetadataAsValue(e->context, LLVMMDNodeInContext2(e->context, ops, 3));
		e->weights.if_true = if_true;
		e->weights.if_false = if_false;
	}
	LLVMSetMetadata(branch, e->md_prof, e->weights.node);
}

/* ---- calls ---- */

static bool
is_one_of(LLVMAttributeRef a, const unsigned *kinds, size_t n)
{
	unsigned kind = LLVMGetEnumAttributeKind(a);

	for (size_t i = 0; i < n; i++)
		if (kind == kinds[i])
			return true;
	return false;
}

static bool
dropped(const struct edit *e, LLVMAttributeRef a, unsigned drop)
{
	static const char family[] = "alloc-family";
	unsigned n;

	if (LLVMIsStringAttribute(a)) {
		const char *kind = LLVMGetStringAttributeKind(a, &n);
		return (drop & EDIT_DROP_ALLOC) && n == sizeof family - 1 && memcmp(kind, family, n) == 0;
	}
	if (!LLVMIsEnumAttribute(a))
		return false;
	return ((drop & EDIT_DROP_MEMORY)
		&& is_one_of(a, e->promise_memory, sizeof e->promise_memory / sizeof *e->promise_memory))
		|| ((drop & EDIT_DROP_ALLOC)
			&& is_one_of(a, e->promise_alloc, sizeof e->promise_alloc / sizeof *e->promise_alloc));
}

void
edit_copy_attributes(struct edit *e, LLVMValueRef from, LLVMAttributeIndex from_at, LLVMValueRef to,
	LLVMAttributeIndex to_at, unsigned drop)
{
	unsigned n = LLVMGetCallSiteAttributeCount(from, from_at);
	LLVMAttributeRef *a = e->scratch;

	if (n == 0)
		return;
	LLVMGetCallSiteAttributes(from, from_at, a);
	for (unsigned i = 0; i < n; i++)
		if (drop == 0 || !dropped(e, a[i], drop))
			LLVMAddCallSiteAttribute(to, to_at, a[i]);
}

static const LLVMAttributeIndex MODEL_AT[2] = { AT_FUNCTION, AT_RETURN };

LLVMValueRef
edit_from_model(struct edit *e, const struct edit_model *m, LLVMValueRef from, LLVMTypeRef type, LLVMValueRef callee,
	LLVMValueRef *args, unsigned n)
{
	if (m->call == NULL || LLVMGetCalledFunctionType(m->call) != type)
		return NULL;
	for (int i = 0; i < 2; i++) {
		LLVMAttributeRef *own = e->scratch;
		if (LLVMGetCallSiteAttributeCount(from, MODEL_AT[i]) != m->n[i])
			return NULL;
		if (m->n[i] > 0)
			LLVMGetCallSiteAttributes(from, MODEL_AT[i], own);
		if (memcmp(own, m->attributes[i], m->n[i] * sizeof *own) != 0)
			return NULL;
	}
	LLVMValueRef made = LLVMInstructionClone(m->call);
	for (unsigned i = 0; i < n; i++)
		LLVMSetOperand(made, i, args[i]);
	LLVMSetOperand(made, n, callee);
	LLVMInsertIntoBuilder(e->builder, made);
	return made;
}

void
edit_model_set(struct edit_model *m, LLVMValueRef from, LLVMValueRef made)
{
	unsigned n[2];

	if (!LLVMIsACallInst(made) || !LLVMIsACallInst(from) || LLVMGetNumOperandBundles(made) > 0)
		return;
	for (int i = 0; i < 2; i++)
		if ((n[i] = LLVMGetCallSiteAttributeCount(from, MODEL_AT[i])) > EDIT_ATTRIBUTES)
			return;
	edit_model_free(m);
	for (int i = 0; i < 2; i++)
		if ((m->n[i] = n[i]) > 0)
			LLVMGetCallSiteAttributes(from, MODEL_AT[i], m->attributes[i]);
	m->call = LLVMInstructionClone(made);
	LLVMInstructionSetDebugLoc(m->call, NULL);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(m->call); i++) /* it keeps no value of the program */
		LLVMSetOperand(m->call, i, LLVMGetPoison(LLVMTypeOf(LLVMGetOperand(m->call, i))));
}

void
edit_model_free(struct edit_model *m)
{
	if (m->call != NULL)
		LLVMDeleteInstruction(m->call);
	m->call = NULL;
}

static void
copy_metadata(const struct edit *e, LLVMValueRef from, LLVMValueRef to)
{
	size_t n = 0;

	if (!LLVMHasMetadata(from))
		return;
	LLVMValueMetadataEntry *all = LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &n);
	for (unsigned i = 0; i < n; i++)
		edit_metadata(e, to, LLVMValueMetadataEntriesGetKind(all, i),
			LLVMValueMetadataEntriesGetMetadata(all, i));
	LLVMDisposeValueMetadataEntries(all);
}

void
edit_copy_call_site(struct edit *e, LLVMValueRef from, LLVMValueRef to)
{
	LLVMSetInstructionCallConv(to, LLVMGetInstructionCallConv(from));
	if (LLVMIsACallInst(from) && LLVMIsACallInst(to))
		LLVMSetTailCallKind(to, LLVMGetTailCallKind(from));
	if (LLVMCanValueUseFastMathFlags(from) && LLVMCanValueUseFastMathFlags(to))
		LLVMSetFastMathFlags(to, LLVMGetFastMathFlags(from));
	copy_metadata(e, from, to);
	LLVMInstructionSetDebugLoc(to, LLVMInstructionGetDebugLoc(from));
}

void
edit_replace(struct edit *e, LLVMValueRef old, LLVMValueRef new_value)
{
	size_t n = 0;

	if (LLVMGetTypeKind(LLVMTypeOf(old)) != LLVMVoidTypeKind) {
		const char *name = LLVMGetValueName2(old, &n);
		if (n > 0)
			memcpy(e->scratch, name, n);
		LLVMReplaceAllUsesWith(old, new_value);
	}
	LLVMInstructionEraseFromParent(old);
	/* Only when the old value is gone, or the name would get a suffix. */
	if (n > 0 && LLVMIsAInstruction(new_value))
		LLVMSetValueName2(new_value, e->scratch, n);
}

/* Bundles that code generation acts upon; dropping them would change or break the program. */
static bool
bundle_stays(const char *tag, size_t n, bool all, bool deopt)
{
	static const char *const kept[] = { "funclet", "preallocated", "cfguardtarget", "kcfi", "ptrauth",
		"convergencectrl", "clang.arc.attachedcall" };

	if (all || (deopt && n == 5 && memcmp(tag, "deopt", 5) == 0))
		return true;
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		if (strlen(kept[i]) == n && memcmp(kept[i], tag, n) == 0)
			return true;
	return false;
}

static bool
is_assume(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	return LLVMIsAFunction(callee) && strcmp(value_name(callee), "llvm.assume") == 0;
}

static LLVMValueRef
build_like(struct edit *e, LLVMValueRef call, LLVMValueRef *args, unsigned nargs, LLVMOperandBundleRef *bundles,
	unsigned nbundles)
{
	LLVMTypeRef type = LLVMGetCalledFunctionType(call);
	LLVMValueRef callee = LLVMGetCalledValue(call);

	switch (LLVMGetInstructionOpcode(call)) {
	case LLVMInvoke:
		return LLVMBuildInvokeWithOperandBundles(e->builder, type, callee, args, nargs, LLVMGetNormalDest(call),
			LLVMGetUnwindDest(call), bundles, nbundles, "");
	case LLVMCallBr: {
		unsigned n = LLVMGetCallBrNumIndirectDests(call);
		/* Destinations are operands too, so the scratch buffer has room for them behind the arguments. */
		LLVMBasicBlockRef *dests = (LLVMBasicBlockRef *)e->scratch + nargs + nbundles;
		for (unsigned i = 0; i < n; i++)
			dests[i] = LLVMGetCallBrIndirectDest(call, i);
		return LLVMBuildCallBr(e->builder, type, callee, LLVMGetCallBrDefaultDest(call), dests, n, args, nargs,
			bundles, nbundles, "");
	}
	default:
		return LLVMBuildCallWithOperandBundles(e->builder, type, callee, args, nargs, bundles, nbundles, "");
	}
}

LLVMValueRef
edit_strip_bundles(struct edit *e, LLVMValueRef call)
{
	unsigned all = LLVMGetNumOperandBundles(call), nargs = LLVMGetNumArgOperands(call), kept = 0;
	LLVMValueRef *args = e->scratch;
	LLVMOperandBundleRef *bundles = (LLVMOperandBundleRef *)e->scratch + nargs;
	bool assume = is_assume(call), deopt = llvm_call_needs_deopt(LLVMGetCalledValue(call));

	for (unsigned i = 0; i < all; i++) {
		size_t n;
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		const char *tag = LLVMGetOperandBundleTag(b, &n);
		if (bundle_stays(tag, n, assume, deopt))
			bundles[kept++] = b;
		else
			LLVMDisposeOperandBundle(b);
	}
	LLVMValueRef made = call;
	if (kept < all) {
		for (unsigned i = 0; i < nargs; i++)
			args[i] = LLVMGetOperand(call, i);
		edit_before(e, call);
		made = build_like(e, call, args, nargs, bundles, kept);
	}
	for (unsigned i = 0; i < kept; i++)
		LLVMDisposeOperandBundle(bundles[i]);
	if (made == call)
		return call;
	edit_copy_attributes(e, call, AT_FUNCTION, made, AT_FUNCTION, 0);
	for (unsigned i = 0; i <= nargs; i++)
		edit_copy_attributes(e, call, i, made, i, 0);
	edit_copy_call_site(e, call, made);
	edit_replace(e, call, made);
	return made;
}

bool
call_has_attribute(LLVMValueRef call, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMValueRef callee = LLVMGetCalledValue(call);

	if (LLVMGetCallSiteEnumAttribute(call, AT_FUNCTION, kind) != NULL)
		return true;
	return LLVMIsAFunction(callee) && LLVMGetEnumAttributeAtIndex(callee, AT_FUNCTION, kind) != NULL;
}

/* ---- blocks ---- */

/* Put a detached or placed instruction at the start of `bb`, keeping its name and its debug location. */
static void
move_to_start(struct edit *e, LLVMValueRef inst, LLVMBasicBlockRef bb)
{
	LLVMValueRef first = LLVMGetFirstInstruction(bb);

	LLVMInstructionRemoveFromParent(inst);
	if (first != NULL)
		LLVMPositionBuilderBefore(e->builder, first);
	else
		LLVMPositionBuilderAtEnd(e->builder, bb);
	LLVMSetCurrentDebugLocation2(e->builder, NULL);
	/* The name it has already: anything else, an empty one too, would be set. */
	LLVMInsertIntoBuilderWithName(e->builder, inst, value_name(inst));
}

void
edit_drop_lifetimes(LLVMValueRef alloca)
{
	for (LLVMUseRef u = LLVMGetFirstUse(alloca), next; u; u = next) {
		LLVMValueRef user = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (LLVMIsACallInst(user) && intrinsic_of_call(user) == INTR_LLVM_LIFETIME)
			LLVMInstructionEraseFromParent(user);
	}
}

void
edit_raise(struct edit *e, LLVMValueRef inst)
{
	move_to_start(e, inst, LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst))));
}

static bool
is_static_alloca(LLVMValueRef inst)
{
	return LLVMIsAAllocaInst(inst) && LLVMIsAConstantInt(LLVMGetOperand(inst, 0));
}

/* All edges into `bb` and its address are `head`'s from now on.  Without a terminator LLVM leaves the phis of the
** successors alone, which is right: `bb` goes on being their predecessor. */
static void
redirect_edges(struct edit *e, LLVMBasicBlockRef bb, LLVMBasicBlockRef head)
{
	LLVMValueRef terminator = LLVMGetBasicBlockTerminator(bb);

	LLVMInstructionRemoveFromParent(terminator);
	LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(bb), LLVMBasicBlockAsValue(head));
	LLVMPositionBuilderAtEnd(e->builder, bb);
	LLVMSetCurrentDebugLocation2(e->builder, NULL);
	LLVMInsertIntoBuilderWithName(e->builder, terminator, value_name(terminator));
}

/* The label goes to the head, which is what others know by it. */
static void
pass_on_label(LLVMBasicBlockRef bb, LLVMBasicBlockRef head)
{
	char name[BLOCK_NAME_BYTES];

	snprintf(name, sizeof name, "%s", LLVMGetBasicBlockName(bb));
	if (name[0] == '\0')
		return;
	LLVMSetValueName2(LLVMBasicBlockAsValue(bb), "", 0);
	LLVMSetValueName2(LLVMBasicBlockAsValue(head), name, strlen(name));
	LLVMSetValueName2(LLVMBasicBlockAsValue(bb), name, strlen(name));
}

void
edit_cut_block(struct edit *e, LLVMBasicBlockRef bb, LLVMValueRef *cuts, size_t n, LLVMBasicBlockRef *heads)
{
	bool entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(bb)) == bb;

	for (size_t i = 0; i < n; i++)
		heads[i] = LLVMInsertBasicBlockInContext(e->context, bb, "");
	if (entry) /* in the part that stays */
		for (LLVMValueRef next, inst = cuts[n - 1]; inst != NULL; inst = next) {
			next = LLVMGetNextInstruction(inst);
			if (is_static_alloca(inst))
				move_to_start(e, inst, heads[0]);
		}
	/* From the last part to the first, each backwards: debug records of LLVM 22 then fall behind once, not once per
	** instruction.  What is still to be moved always ends before the part that stays. */
	for (size_t i = n; i-- > 0;) {
		for (LLVMValueRef prev, inst = LLVMGetPreviousInstruction(cuts[n - 1]); inst != NULL; inst = prev) {
			bool last = i > 0 && inst == cuts[i - 1];
			prev = LLVMGetPreviousInstruction(inst);
			move_to_start(e, inst, entry && is_static_alloca(inst) ? heads[0] : heads[i]);
			if (last)
				break;
		}
	}
	redirect_edges(e, bb, heads[0]);
	pass_on_label(bb, heads[0]);
}

bool
edit_debug_as_calls(struct edit *e)
{
#if LLVM_VERSION_MAJOR < 20
	if (LLVMIsNewDbgInfoFormat(e->module)) {
		LLVMSetIsNewDbgInfoFormat(e->module, false);
		return true;
	}
#endif
	(void)e;
	return false;
}

void
edit_debug_restore(struct edit *e, bool changed)
{
#if LLVM_VERSION_MAJOR < 20
	if (changed)
		LLVMSetIsNewDbgInfoFormat(e->module, true);
#endif
	(void)e, (void)changed;
}
