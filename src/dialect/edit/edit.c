/* SPDX-License-Identifier: MIT */
/* edit.c -- the state of a pass that changes IR: types, kinds of metadata, a builder, memory; and helpers that build
** small pieces of IR.
**
** A pass announces the calls that it will rebuild, so that the one scratch buffer (arguments, attributes or a name,
** never two of them at once) exists before the first change. */
#include "dialect/edit/edit.h"

#include <llvm-c/Target.h>

#include "host/context.h"

/* ---- begin and end ---- */

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

/* Returns a scalar type of the TBAA tree below `parent`, NULL for its root. */
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

/* Returns 0, which is the kind of no attribute, if this LLVM does not know the name. */
static unsigned
attribute_kind(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

/* Finds the constants that are the same for each pass over the module. */
static void
find_constants(struct edit *e, LLVMModuleRef m)
{
	LLVMContextRef c = LLVMGetModuleContext(m);

	e->module = m;
	e->context = c;
	e->void_type = LLVMVoidTypeInContext(c);
	e->i1 = LLVMInt1TypeInContext(c);
	e->i8 = LLVMInt8TypeInContext(c);
	e->i32 = LLVMInt32TypeInContext(c);
	e->i64 = LLVMInt64TypeInContext(c);
	e->ptr = LLVMPointerTypeInContext(c, LR_AS_GENERIC);
	e->tracked = LLVMPointerTypeInContext(c, LR_AS_TRACKED);
	e->word_bytes = (unsigned)LLVMPointerSize(LLVMGetModuleDataLayout(m));
	e->word = LLVMIntTypeInContext(c, e->word_bytes * 8);
	e->fold_offsets = strncmp(LLVMGetTarget(m), "wasm", 4) == 0;
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
}

static void
forget_constants(lr_context *cx, void *what)
{
	lr_realloc(cx, what, sizeof(struct edit), 0);
}

/* Reuses these constants for many small functions in a row: finding them takes as long as the work on one function. */
static void
recall_constants(struct edit *e, lr_context *cx, LLVMModuleRef m)
{
	struct lr_kept *kept = &cx->kept[KEPT_EDIT];
	const struct edit *known = kept->what;

	if (known != NULL && known->module == m) {
		*e = *known;
		return;
	}
	memset(e, 0, sizeof *e);
	find_constants(e, m);
	if (!cx->keeps || known != NULL || (kept->what = lr_realloc(cx, NULL, 0, sizeof *e)) == NULL)
		return;
	*(struct edit *)kept->what = *e;
	kept->end = forget_constants;
}

bool
edit_begin(struct edit *e, lr_context *cx, LLVMModuleRef m)
{
	recall_constants(e, cx, m);
	e->no_hints = cx->no_hints;
	e->builder = LLVMCreateBuilderInContext(e->context);
	arena_init(&e->arena, cx->options.alloc, cx->options.user);
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

static bool
has_prefix(const char *name, const char *prefix)
{
	return strncmp(name, prefix, strlen(prefix)) == 0;
}

static enum edit_llvm
llvm_role(LLVMValueRef callee, enum intrinsic id)
{
	if (LLVMGetIntrinsicID(callee) == 0 || (id != INTR_LLVM && id != INTR_NONE))
		return EDIT_LLVM_NONE;
	const char *name = value_name(callee);
	if (has_prefix(name, "llvm.experimental.gc.get.pointer."))
		return EDIT_LLVM_QUESTION;
	return has_prefix(name, "llvm.experimental.gc.statepoint") || has_prefix(name, "llvm.invariant.")
		? EDIT_LLVM_STAYS : EDIT_LLVM_NONE;
}

const struct edit_callee *
edit_callee_slow(struct edit *e, LLVMValueRef callee)
{
	static const struct edit_callee unknown = { NULL, INTR_NONE, EDIT_LLVM_NONE };

	if (!LLVMIsAFunction(callee)) /* another value may be freed, and a function may reuse its address */
		return &unknown;
	struct edit_callee *known = edit_callee_entry(e, callee);
	enum intrinsic id = intrinsic_of(callee);
	*known = (struct edit_callee){ callee, id, llvm_role(callee, id) };
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
	if (e->scratch == NULL || e->scratch_capacity < e->scratch_need) {
		e->scratch = arena_alloc(&e->arena, e->scratch_need + sizeof(void *));
		e->scratch_capacity = e->scratch_need;
	}
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

/* Caches numbers that are used repeatedly, because LLVM hashes each. */
static LLVMValueRef
number(struct edit *e, LLVMTypeRef type, uint64_t n)
{
	struct edit_number *known = &e->numbers[(n ^ n >> 3) % EDIT_NUMBERS];

	if (known->type != type || known->n != n)
		*known = (struct edit_number){ type, n, LLVMConstInt(type, n, (int64_t)n < 0) };
	return known->value;
}

unsigned
edit_align_behind(unsigned align, uint64_t bytes)
{
	while (bytes % align != 0)
		align /= 2;
	return align;
}

LLVMValueRef
edit_load_pointer(struct edit *e, LLVMValueRef at, const char *name)
{
	LLVMValueRef load = LLVMBuildLoad2(e->builder, e->ptr, at, name);

	LLVMSetAlignment(load, e->word_bytes);
	return load;
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
	return LLVMBuildGEPWithNoWrapFlags(e->builder, e->i8, base, &index, 1, name,
		e->fold_offsets && bytes > 0 ? LLVMGEPFlagNUW : 0);
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
	if (!e->no_hints)
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

/* ---- debug records ---- */

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
