/* SPDX-License-Identifier: MIT */
/* allocation.c -- lowers julia.gc_alloc_obj: allocates bytes, and initialises words before the next safepoint.
**
**   obj = julia.gc_alloc_bytes(ptls, size, type as an integer);  tag word = type;  zeroing that bundles ask for
**
** The store of the tag is atomic, so that LLVM does not split it: the collector reads the word.
**
** The result is noalias only if the type has no hook. A hook reads the dead object, and LLVM takes stores into a
** noalias object that does not escape for dead. */

#include "dialect/type_hooks.h"
#include "lowering/common/lowering.h"

enum { ARG_TASK, ARG_SIZE, ARG_TYPE };

/* Fails unless the operands of a zeroing bundle are integers. */
static lr_status
check_integers(struct lower *l, LLVMValueRef call, LLVMOperandBundleRef b, bool region)
{
	unsigned n = LLVMGetNumOperandBundleArgs(b);
	bool bad = region && n != 2;

	for (unsigned i = 0; i < n; i++)
		bad |= LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperandBundleArgAtIndex(b, i))) != LLVMIntegerTypeKind;
	return bad ? lr_fail(l->cx, LR_E_DIALECT, call, "the zeroing bundle of julia.gc_alloc_obj must hold integers%s",
		region ? ": an offset and a size" : "") : LR_OK;
}

/* Is offset + bytes beyond the size of the object? False if one of them is not constant. */
static bool
beyond(LLVMValueRef size, LLVMValueRef offset, uint64_t bytes)
{
	if (!LLVMIsAConstantInt(size) || !LLVMIsAConstantInt(offset))
		return false;
	uint64_t n = LLVMConstIntGetZExtValue(size), at = LLVMConstIntGetZExtValue(offset);
	return at > n || bytes > n - at;
}

static lr_status
check_extent(struct lower *l, LLVMValueRef call, LLVMOperandBundleRef b, bool region)
{
	LLVMValueRef size = LLVMGetOperand(call, ARG_SIZE);
	unsigned n = region ? 1 : LLVMGetNumOperandBundleArgs(b);

	for (unsigned i = 0; i < n; i++) {
		uint64_t bytes = l->e.word_bytes;
		if (region) {
			LLVMValueRef length = LLVMGetOperandBundleArgAtIndex(b, 1);
			bytes = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : 0;
		}
		if (beyond(size, LLVMGetOperandBundleArgAtIndex(b, i), bytes))
			return lr_fail(l->cx, LR_E_DIALECT, call,
				"a zeroing bundle of julia.gc_alloc_obj reaches beyond the end of the object");
	}
	return LR_OK;
}

/* Where the tag lies inside of the object, what is zeroed must be known not to be the tag. */
static lr_status
check_tag_apart(struct lower *l, LLVMValueRef call, LLVMOperandBundleRef b, bool region)
{
	const uint64_t word = l->e.word_bytes;
	unsigned n = region ? 1 : LLVMGetNumOperandBundleArgs(b);

	for (unsigned i = 0; i < n && profile_tag_inside(l->profile); i++) {
		const uint64_t tag = (uint64_t)l->profile->tag_offset;
		LLVMValueRef offset = LLVMGetOperandBundleArgAtIndex(b, i),
			length = region ? LLVMGetOperandBundleArgAtIndex(b, 1) : NULL;
		uint64_t at = LLVMIsAConstantInt(offset) ? LLVMConstIntGetZExtValue(offset) : 0, bytes = word;
		if (region)
			bytes = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : UINT64_MAX;
		if (!LLVMIsAConstantInt(offset) || (at < tag + word && (at >= tag || bytes > tag - at)))
			return lr_fail(l->cx, LR_E_DIALECT, call,
				"a zeroing bundle of julia.gc_alloc_obj may reach the tag, which profile '%s' has %d "
				"bytes into the object", l->profile->name, (int)l->profile->tag_offset);
	}
	return LR_OK;
}

/* An object of `bytes` has room for a tag that lies inside of it. */
static lr_status
check_room(struct lower *l, LLVMValueRef call, uint64_t bytes)
{
	if (!profile_tag_inside(l->profile)
		|| bytes >= (uint64_t)l->profile->tag_offset + (uint64_t)l->e.word_bytes)
		return LR_OK;
	return lr_fail(l->cx, LR_E_DIALECT, call,
		"an object of %llu bytes has no room for the tag, which profile '%s' has %d bytes into the object",
		(unsigned long long)bytes, l->profile->name, (int)l->profile->tag_offset);
}

static lr_status
check_bundles(struct lower *l, LLVMValueRef call)
{
	unsigned n = LLVMGetNumOperandBundles(call), pointers = 0, regions = 0;
	lr_status st = LR_OK;

	for (unsigned i = 0; i < n && st == LR_OK; i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		enum bundle kind = bundle_kind(b);
		pointers += kind == BUNDLE_PTR_OFFSETS;
		regions += kind == BUNDLE_ZEROINIT;
		if (kind == BUNDLE_PTR_OFFSETS || kind == BUNDLE_ZEROINIT) {
			st = check_integers(l, call, b, kind == BUNDLE_ZEROINIT);
			if (st == LR_OK)
				st = check_extent(l, call, b, kind == BUNDLE_ZEROINIT);
			if (st == LR_OK)
				st = check_tag_apart(l, call, b, kind == BUNDLE_ZEROINIT);
		}
		LLVMDisposeOperandBundle(b);
	}
	if (st == LR_OK && pointers > 0 && regions > 0)
		st = lr_fail(l->cx, LR_E_DIALECT, call,
			"julia.gc_alloc_obj cannot have both zeroing bundles: \"julia.gc_alloc_ptr_offsets\" or "
			"\"julia.gc_alloc_zeroinit\"");
	return st;
}

/* A profile that says how objects are aligned is one of a heap that gives no more than 16. */
static lr_status
check_align(struct lower *l, LLVMValueRef call)
{
	enum { MOST = 16 };
	const uint64_t align = alloc_align(&l->e, call);

	if (l->profile->object_align == 0 || align <= MOST)
		return LR_OK;
	return lr_fail(l->cx, LR_E_DIALECT, call,
		"the object is to be aligned to %llu bytes, and the heap of profile '%s' aligns to %d at most",
		(unsigned long long)align, l->profile->name, MOST);
}

lr_status
alloc_obj_check(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	lr_status st = signature_check(l, call, id, "t:0ip");

	if (st == LR_OK)
		st = check_bundles(l, call);
	if (st == LR_OK)
		st = check_align(l, call);
	if (st == LR_OK && LLVMIsAConstantInt(LLVMGetOperand(call, ARG_SIZE)))
		st = check_room(l, call, LLVMConstIntGetZExtValue(LLVMGetOperand(call, ARG_SIZE)));
	edit_plan_name(&l->e, call);
	edit_plan_attributes(&l->e, call, AT_FUNCTION);
	edit_plan_attributes(&l->e, call, AT_RETURN);
	return st;
}

LLVMValueRef
alloc_ptls(struct lower *l, LLVMValueRef task)
{
	if (l->profile->alloc_takes_ptls)
		return task;
	if (l->profile->ptls_is_pgcstack)
		return edit_offset(&l->e, task, l->profile->gcstack_in_task, "ptls");
	return ptls_load(l, task, l->profile->ptls_in_task);
}

/* The depth of constant expressions bounds the loop. */
LLVMValueRef
alloc_raw_type(LLVMValueRef v)
{
	while (LLVMIsAAddrSpaceCastInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMAddrSpaceCast))
		v = LLVMGetOperand(v, 0);
	return v;
}

/* Tells LLVM the alignment of the type, by which it can fold the masking of julia.typeof: the low bits of a tag are not
** part of the type's address. */
static void
note_alignment(struct lower *l, LLVMValueRef type)
{
	struct edit *e = &l->e;

	if (e->no_hints || l->profile->tag == TAG_NONE || !LLVMIsALoadInst(type)
		|| LLVMGetMetadata(type, e->md_align) != NULL)
		return;
	LLVMMetadataRef align = LLVMValueAsMetadata(LLVMConstInt(e->i64, l->profile->tag_bits + 1, false));
	edit_metadata(e, type, e->md_align, LLVMMDNodeInContext2(e->context, &align, 1));
}

static LLVMValueRef
alloc_bytes_function(struct lower *l, LLVMTypeRef type)
{
	LLVMContextRef c = l->e.context;
	LLVMValueRef f = LLVMGetNamedFunction(l->e.module, "julia.gc_alloc_bytes");

	if (f != NULL)
		return f;
	/* no memory(...), for a collection reads the whole heap; no allocsize, for the size does not include the tag */
	f = LLVMAddFunction(l->e.module, "julia.gc_alloc_bytes", type);
	add_attribute(c, f, AT_RETURN, "nonnull", 0);
	add_attribute(c, f, AT_FUNCTION, "nounwind", 0);
	return f;
}

bool
alloc_may_have_hook(const struct lower *l, LLVMValueRef type)
{
	return type_hook(l->cx, LLVMGetModuleDataLayout(l->e.module), type) != HOOK_NONE;
}

void
alloc_copy_attributes(struct lower *l, LLVMValueRef call, LLVMValueRef made, bool hook)
{
	struct edit *e = &l->e;

	edit_copy_attributes(e, call, AT_FUNCTION, made, AT_FUNCTION, EDIT_DROP_MEMORY | EDIT_DROP_ALLOC);
	edit_copy_attributes(e, call, AT_RETURN, made, AT_RETURN, hook ? EDIT_DROP_NOALIAS : 0);
	if (!hook)
		LLVMAddCallSiteAttribute(made, AT_RETURN, e->noalias);
}

static void
describe_result(const struct edit *e, LLVMValueRef made, uint64_t bytes, uint64_t align)
{
	LLVMAddCallSiteAttribute(made, AT_RETURN, e->nonnull);
	if (bytes > 0 && LLVMGetCallSiteEnumAttribute(made, AT_RETURN, e->attr_dereferenceable) == NULL)
		LLVMAddCallSiteAttribute(made, AT_RETURN,
			LLVMCreateEnumAttribute(e->context, e->attr_dereferenceable, bytes));
	if (LLVMGetCallSiteEnumAttribute(made, AT_RETURN, e->attr_align) == NULL)
		LLVMAddCallSiteAttribute(made, AT_RETURN,
			LLVMCreateEnumAttribute(e->context, e->attr_align, align));
}

uint64_t
alloc_align(const struct edit *e, LLVMValueRef call)
{
	const uint64_t align = edit_result_align(e, call);

	return align > e->word_bytes ? align : e->word_bytes;
}

void
alloc_store_tag(struct lower *l, LLVMValueRef object, LLVMValueRef type)
{
	struct edit *e = &l->e;
	LLVMValueRef at = edit_offset(e, object, profile_tag_offset(l->profile, e->word_bytes), "tag_addr");
	LLVMValueRef store = LLVMBuildStore(e->builder, type, at);

	LLVMSetOrdering(store, LLVMAtomicOrderingUnordered);
	LLVMSetAlignment(store, e->word_bytes);
	edit_tbaa(e, store, e->tbaa_tag);
}

static void
zero_pointers(struct lower *l, LLVMValueRef object, LLVMOperandBundleRef b)
{
	struct edit *e = &l->e;
	unsigned n = LLVMGetNumOperandBundleArgs(b);

	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef offset = LLVMGetOperandBundleArgAtIndex(b, i);
		LLVMValueRef at = LLVMBuildGEP2(e->builder, e->i8, object, &offset, 1, "");
		LLVMSetAlignment(LLVMBuildStore(e->builder, LLVMConstNull(e->tracked), at), e->word_bytes);
	}
}

static void
zero_region(struct lower *l, LLVMValueRef object, LLVMOperandBundleRef b)
{
	struct edit *e = &l->e;
	LLVMValueRef offset = LLVMGetOperandBundleArgAtIndex(b, 0), size = LLVMGetOperandBundleArgAtIndex(b, 1);

	if (LLVMIsNull(size))
		return;
	LLVMValueRef at = LLVMIsNull(offset) ? object : LLVMBuildGEP2(e->builder, e->i8, object, &offset, 1, "");
	LLVMBuildMemSet(e->builder, at, LLVMConstInt(e->i8, 0, false),
		LLVMBuildIntCast2(e->builder, size, e->word, false, ""), 1);
}

/* Zeroes the words that bundles name. LLVM could move the front end's own stores behind another safepoint. */
static void
initialise(struct lower *l, LLVMValueRef call, LLVMValueRef object)
{
	unsigned n = LLVMGetNumOperandBundles(call);

	for (unsigned i = 0; i < n; i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		enum bundle kind = bundle_kind(b);
		if (kind == BUNDLE_PTR_OFFSETS)
			zero_pointers(l, object, b);
		else if (kind == BUNDLE_ZEROINIT)
			zero_region(l, object, b);
		LLVMDisposeOperandBundle(b);
	}
}

/* Does the instruction load a root from the frame? */
static bool
reads_slot(LLVMValueRef inst)
{
	LLVMValueRef slot = LLVMIsALoadInst(inst) ? LLVMGetOperand(inst, 0) : NULL;

	return slot != NULL && LLVMIsACallInst(slot) && intrinsic_of_call(slot) == INTR_GET_GC_FRAME_SLOT;
}

LLVMValueRef
alloc_build(struct lower *l, LLVMValueRef call, LLVMValueRef task, LLVMValueRef size, LLVMValueRef type)
{
	struct edit *e = &l->e;
	LLVMValueRef raw_type = alloc_raw_type(type), args[3];

	if (l->alloc_bytes == NULL) {
		LLVMTypeRef params[] = { e->ptr, e->word, e->word };
		l->alloc_type = LLVMFunctionType(e->tracked, params, 3, false);
		l->alloc_bytes = alloc_bytes_function(l, l->alloc_type);
	}
	LLVMTypeRef fn_type = l->alloc_type;
	LLVMValueRef callee = l->alloc_bytes;

	note_alignment(l, raw_type);
	args[0] = alloc_ptls(l, task);
	args[1] = LLVMTypeOf(size) == e->word ? size : LLVMBuildIntCast2(e->builder, size, e->word, false, "");
	args[2] = LLVMBuildPtrToInt(e->builder, raw_type, e->word, "");
	uint64_t bytes = LLVMIsAConstantInt(args[1]) ? LLVMConstIntGetZExtValue(args[1]) : e->word_bytes;
	const bool hook = alloc_may_have_hook(l, type);
	const uint64_t align = alloc_align(e, call);
	/* the attributes depend on the size, the alignment and the hook */
	struct alloc_model *model = &l->allocations[bytes / e->word_bytes % ALLOC_MODELS];
	LLVMValueRef made = bytes == model->bytes && align == model->align && hook == model->hook
		? edit_from_model(e, &model->m, call, fn_type, callee, args, 3) : NULL;
	if (made == NULL) {
		made = LLVMBuildCall2(e->builder, fn_type, callee, args, 3, "");
		alloc_copy_attributes(l, call, made, hook);
		describe_result(e, made, bytes, align);
		edit_model_set(&model->m, call, made);
		model->bytes = bytes;
		model->align = align;
		model->hook = hook;
	}
	edit_copy_call_site(e, call, made);
	/* If the frame is popped next, the object is initialised behind that: there LLVM can merge it with the same
	** code of an inline allocation. */
	LLVMValueRef next = LLVMGetNextInstruction(call);
	if (next != NULL && LLVMIsACallInst(next) && edit_intrinsic(e, next) == INTR_POP_GC_FRAME) {
		do
			next = LLVMGetNextInstruction(next);
		while (reads_slot(next)); /* gcroots/plan/reload_cold.c */
		LLVMPositionBuilderBefore(e->builder, next);
	}
	if (l->profile->tag != TAG_NONE && !l->profile->alloc_stores_tag)
		alloc_store_tag(l, made, type);
	return made;
}

void
alloc_models_free(struct lower *l)
{
	for (size_t i = 0; i < ALLOC_MODELS; i++)
		edit_model_free(&l->allocations[i].m);
}

void
alloc_obj_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	(void)id;
	edit_before(&l->e, call);
	LLVMValueRef made = alloc_build(l, call, LLVMGetOperand(call, ARG_TASK), LLVMGetOperand(call, ARG_SIZE),
		LLVMGetOperand(call, ARG_TYPE));
	initialise(l, call, made);
	edit_replace(&l->e, call, made);
}
