/* edit.c -- changing IR where LLVM-C has no ready verb.
**
** Needs a plan of the calls that will be rebuilt, so that its one scratch buffer (arguments, attributes or a name, never two of
** them at once) is there before the first change. */
#include "ir/edit.h"

#include <stdio.h>
#include <llvm-c/Target.h>

#include "addrspace/kind.h"
#include "context.h"
#include "ir/names.h"

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

static LLVMMetadataRef
tbaa_tag(const struct edit *e, LLVMMetadataRef type)
{
	LLVMMetadataRef ops[] = { type, type, LLVMValueAsMetadata(LLVMConstInt(e->i64, 0, false)) };

	return LLVMMDNodeInContext2(e->context, ops, 3);
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
	e->attr_memory = LLVMGetEnumAttributeKindForName("memory", 6);

	LLVMMetadataRef jtbaa = tbaa_type(e, "jtbaa", tbaa_type(e, "jtbaa", NULL));
	e->tbaa_gcframe = tbaa_tag(e, tbaa_type(e, "jtbaa_gcframe", jtbaa));
	e->tbaa_tag = tbaa_tag(e, tbaa_type(e, "jtbaa_tag", tbaa_type(e, "jtbaa_data", jtbaa)));
	return true;
}

void
edit_end(struct edit *e)
{
	if (e->builder != NULL)
		LLVMDisposeBuilder(e->builder);
	arena_free(&e->arena);
}

/* ---- planning ---- */

static void
need(struct edit *e, size_t bytes)
{
	if (e->scratch_need < bytes)
		e->scratch_need = bytes;
}

void
edit_plan_call(struct edit *e, LLVMValueRef call)
{
	size_t name_bytes;
	unsigned nargs = LLVMGetNumArgOperands(call);

	LLVMGetValueName2(call, &name_bytes);
	need(e, name_bytes + 1);
	need(e, ((size_t)LLVMGetNumOperands(call) + LLVMGetNumOperandBundles(call)) * sizeof(void *));
	need(e, LLVMGetCallSiteAttributeCount(call, AT_FUNCTION) * sizeof(void *));
	for (unsigned i = 0; i <= nargs; i++)
		need(e, LLVMGetCallSiteAttributeCount(call, i) * sizeof(void *));
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

LLVMValueRef
edit_word(const struct edit *e, uint64_t n)
{
	return LLVMConstInt(e->word, n, false);
}

LLVMValueRef
edit_i32(const struct edit *e, uint64_t n)
{
	return LLVMConstInt(e->i32, n, false);
}

LLVMValueRef
edit_offset(struct edit *e, LLVMValueRef base, int64_t bytes, const char *name)
{
	LLVMValueRef index = LLVMConstInt(e->word, (unsigned long long)bytes, true);

	return bytes == 0 ? base : LLVMBuildGEP2(e->builder, e->i8, base, &index, 1, name);
}

static LLVMValueRef
number_of(LLVMBuilderRef b, LLVMTypeRef word, LLVMValueRef pointer)
{
	if (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) != LR_AS_GENERIC)
		pointer = LLVMBuildAddrSpaceCast(b, pointer, LLVMPointerTypeInContext(LLVMGetTypeContext(word), LR_AS_GENERIC), "");
	return LLVMBuildPtrToInt(b, pointer, word, "");
}

LLVMValueRef
edit_distance(LLVMBuilderRef b, LLVMTypeRef word, LLVMValueRef pointer, LLVMValueRef of, uint64_t guard)
{
	LLVMValueRef to = number_of(b, word, pointer), at = LLVMBuildSub(b, to, number_of(b, word, of), ""), end = LLVMConstInt(word, guard, false);

	return guard == 0 ? at : LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, at, end, ""), at, end, "");
}

void
edit_metadata(const struct edit *e, LLVMValueRef inst, unsigned kind, LLVMMetadataRef md)
{
	LLVMSetMetadata(inst, kind, LLVMMetadataAsValue(e->context, md));
}

void
edit_weights(const struct edit *e, LLVMValueRef branch, unsigned if_true, unsigned if_false)
{
	LLVMMetadataRef ops[] = {
		md_string(e, "branch_weights"),
		LLVMValueAsMetadata(LLVMConstInt(e->i32, if_true, false)),
		LLVMValueAsMetadata(LLVMConstInt(e->i32, if_false, false))
	};

	edit_metadata(e, branch, e->md_prof, LLVMMDNodeInContext2(e->context, ops, 3));
}

/* ---- calls ---- */

static bool
is_one_of(LLVMAttributeRef a, const char *const *names, size_t n)
{
	unsigned kind = LLVMGetEnumAttributeKind(a);

	for (size_t i = 0; i < n; i++) /* a name that this LLVM does not know is kind 0, which no attribute has */
		if (kind == LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])))
			return true;
	return false;
}

static bool
dropped(LLVMAttributeRef a, unsigned drop)
{
	static const char *const memory[] = { "memory", "readnone", "readonly", "writeonly" };
	static const char *const alloc[] = { "allocsize", "allockind" };
	static const char family[] = "alloc-family";
	unsigned n;

	if (LLVMIsStringAttribute(a)) {
		const char *kind = LLVMGetStringAttributeKind(a, &n);
		return (drop & EDIT_DROP_ALLOC) && n == sizeof family - 1 && memcmp(kind, family, n) == 0;
	}
	if (!LLVMIsEnumAttribute(a))
		return false;
	return ((drop & EDIT_DROP_MEMORY) && is_one_of(a, memory, sizeof memory / sizeof *memory)) ||
		((drop & EDIT_DROP_ALLOC) && is_one_of(a, alloc, sizeof alloc / sizeof *alloc));
}

void
edit_copy_attributes(struct edit *e, LLVMValueRef from, LLVMAttributeIndex from_at, LLVMValueRef to, LLVMAttributeIndex to_at,
	unsigned drop)
{
	unsigned n = LLVMGetCallSiteAttributeCount(from, from_at);
	LLVMAttributeRef *a = e->scratch;

	if (n == 0)
		return;
	LLVMGetCallSiteAttributes(from, from_at, a);
	for (unsigned i = 0; i < n; i++)
		if (!dropped(a[i], drop))
			LLVMAddCallSiteAttribute(to, to_at, a[i]);
}

static void
copy_metadata(const struct edit *e, LLVMValueRef from, LLVMValueRef to)
{
	size_t n = 0;

	if (!LLVMHasMetadata(from))
		return;
	LLVMValueMetadataEntry *all = LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &n);
	for (unsigned i = 0; i < n; i++)
		edit_metadata(e, to, LLVMValueMetadataEntriesGetKind(all, i), LLVMValueMetadataEntriesGetMetadata(all, i));
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
	size_t n;
	const char *name = LLVMGetValueName2(old, &n);

	if (LLVMGetTypeKind(LLVMTypeOf(old)) != LLVMVoidTypeKind) {
		/* The old name must be given up first or the new value's gets a suffix. */
		if (n > 0 && LLVMIsAInstruction(new_value)) {
			memcpy(e->scratch, name, n);
			LLVMSetValueName2(old, "", 0);
			LLVMSetValueName2(new_value, e->scratch, n);
		}
		LLVMReplaceAllUsesWith(old, new_value);
	}
	LLVMInstructionEraseFromParent(old);
}

/* Bundles that code generation acts upon; dropping them would change or break the program. */
static bool
bundle_stays(const char *tag, size_t n, bool assume)
{
	static const char *const kept[] = {
		"funclet", "preallocated", "cfguardtarget", "kcfi", "ptrauth", "convergencectrl", "clang.arc.attachedcall"
	};

	if (assume)
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
build_like(struct edit *e, LLVMValueRef call, LLVMValueRef *args, unsigned nargs, LLVMOperandBundleRef *bundles, unsigned nbundles)
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
		return LLVMBuildCallBr(e->builder, type, callee, LLVMGetCallBrDefaultDest(call), dests, n, args, nargs, bundles,
			nbundles, "");
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
	bool assume = is_assume(call);

	for (unsigned i = 0; i < all; i++) {
		size_t n;
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		const char *tag = LLVMGetOperandBundleTag(b, &n);
		if (bundle_stays(tag, n, assume))
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
	move_to_start(e, inst, LLVMGetInstructionParent(inst));
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
	/* From the last part to the first, each backwards: debug records of LLVM 22 then fall behind once, not once per instruction.
	** What is still to be moved always ends before the part that stays. */
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
