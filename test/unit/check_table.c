/* SPDX-License-Identifier: MIT */
/* check_table.c -- the checker's own tables against those that placement relies on, entry by entry.
**
** The two are written apart, so that an error in one of them is seen by the other.  LLVM's intrinsics are compared in
** lowering_names.c. */
#include "api.h"

#include "check/model/check_model.h"
#include "dialect/abi.h"
#include "dialect/immutable.h"
#include "dialect/kind.h"
#include "dialect/metadata.h"
#include "dialect/names.h"
#include "dialect/tail_calls.h"

static LLVMValueRef
function(LLVMModuleRef m, const char *name)
{
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(m)), NULL, 0, false);
	LLVMValueRef f = LLVMGetNamedFunction(m, name);

	return f != NULL ? f : LLVMAddFunction(m, name, type);
}

/* The checker's id of each function of the dialect.  FN_QUIET and FN_MAY_COLLECT: those that it does not tell apart. */
#define SAME(id) [INTR_##id] = FN_##id
static const enum check_fn counterpart[INTR_COUNT] = {
	[INTR_NONE] = FN_OTHER,
	SAME(LLVM), SAME(LLVM_LIFETIME), SAME(LLVM_DEBUG),
	SAME(GET_PGCSTACK), [INTR_GET_PGCSTACK_OR_NEW] = FN_GET_PGCSTACK,
	[INTR_GC_ALLOC_OBJ] = FN_GC_ALLOC, [INTR_GC_ALLOC_MEMORY] = FN_GC_ALLOC, [INTR_GC_ALLOC_BYTES] = FN_GC_ALLOC,
	SAME(IMMEDIATE_MAKE), [INTR_IMMEDIATE_TEST] = FN_QUIET, [INTR_IMMEDIATE_VALUE] = FN_QUIET,
	SAME(TYPEOF), SAME(GC_LOADED), SAME(BLACKBOX), SAME(CALL), SAME(CALL2), SAME(CALL3), SAME(PRESERVE_BEGIN),
	SAME(PRESERVE_END), SAME(SAFEPOINT), SAME(CANCELLATION_POINT), SAME(NEW_GC_FRAME), SAME(PUSH_GC_FRAME),
	SAME(POP_GC_FRAME), SAME(GET_GC_FRAME_SLOT),
	[INTR_GCROOT_FLUSH] = FN_MAY_COLLECT, [INTR_EXCEPT_ENTER] = FN_MAY_COLLECT,
	[INTR_MEMCMP] = FN_QUIET, [INTR_POINTER_FROM_OBJREF] = FN_QUIET, [INTR_TRACKED_POINTER] = FN_QUIET,
	[INTR_WRITE_BARRIER] = FN_QUIET, [INTR_OBJECT_WRITE_BARRIER] = FN_QUIET,
	[INTR_FIELD_WRITE_BARRIER_P11] = FN_QUIET, [INTR_FIELD_WRITE_BARRIER_P13] = FN_QUIET,
	[INTR_QUEUE_GC_ROOT] = FN_QUIET, [INTR_QUEUE_GC_ROOT_FIELD] = FN_QUIET,
	[INTR_EGAL_UNBOXED] = FN_QUIET, [INTR_LOCK_VALUE] = FN_QUIET, [INTR_UNLOCK_VALUE] = FN_QUIET,
	[INTR_LOCK_FIELD] = FN_QUIET, [INTR_UNLOCK_FIELD] = FN_QUIET, [INTR_POP_HANDLER_NOEXCEPT] = FN_QUIET
};

static void
compare(LLVMModuleRef m, const char *name, enum intrinsic id)
{
	LLVMValueRef f = function(m, name);
	enum check_fn fn = check_fn_of(f);

	cr_expect_eq(intrinsic_of(f), id, "%s", name);
	cr_expect_eq(fn, counterpart[id], "%s is %d to the checker, which does not go with %d", name, fn, id);
	cr_expect_eq(check_fn_may_collect(fn), intrinsic_may_be_safepoint(id), "%s", name);
}

Test(check_table, functions_of_the_dialect)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = LLVMModuleCreateWithNameInContext("m", llvm);
	static const char *const others[] = { "julia.call4", "julia.cal", "julia.", "jl_", "ijl_", "lr_",
		"jl_lock_valu", "jl_lock_value2", "xjl_lock_value", "jl_julia.call", "memcmp2", "memcm", "", "main",
		"llvm.unheard.of", "llvm.julia.gc_preserve_middle", "julia.gc_preserve_begin", "egal__unboxed",
		"julia.gc_alloc_obj.i8", "julia.gc_alloc_memory.i64", "julia.typeof.i64" };

#define INTRINSIC(id, text, safepoint) compare(m, text, INTR_##id);
#define HELPER(id, text) \
	compare(m, "jl_" text, INTR_##id); compare(m, "ijl_" text, INTR_##id); compare(m, "lr_" text, INTR_##id);
#include "dialect/intrinsics.def"
	compare(m, "julia.gc_alloc_obj.i64", INTR_GC_ALLOC_OBJ);
	compare(m, "julia.gc_alloc_obj.i32", INTR_GC_ALLOC_OBJ);
	compare(m, "julia.gc_alloc_bytes.i64", INTR_GC_ALLOC_BYTES);
	compare(m, "julia.gc_alloc_bytes.i32", INTR_GC_ALLOC_BYTES);
	compare(m, "memcmp", INTR_MEMCMP);
	compare(m, "llvm.dbg.value", INTR_LLVM_DEBUG);
	compare(m, "llvm.lifetime.start.p0", INTR_LLVM_LIFETIME);
	compare(m, "llvm.memcpy.p0.p0.i64", INTR_LLVM);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		compare(m, others[i], INTR_NONE);
	cr_expect_eq(check_fn_of(NULL), FN_OTHER);
	cr_expect_eq(check_fn_of(LLVMConstNull(LLVMInt32TypeInContext(llvm))), FN_OTHER);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

/* Types: how many special pointers, any reference, nothing else. */
static void
compare_type(struct ck *c, LLVMTypeRef t)
{
	const struct type_kind k = type_kind(t);
	char *text = LLVMPrintTypeToString(t);

	cr_expect_eq(check_lanes(c, t), k.count, "%s", text);
	cr_expect_eq(check_has_refs(c, t), type_may_hold_reference(t), "%s", text);
	cr_expect_eq(check_only_refs(c, t), k.all, "%s", text);
	cr_expect_eq(check_space(t), pointer_as(t), "%s", text);
	LLVMDisposeMessage(text);
}

Test(check_table, types)
{
	LLVMContextRef llvm = LLVMContextCreate();
	struct ck c = { 0 };
	LLVMTypeRef leaf[16], t;
	unsigned n = 0;

	arena_init(&c.ar, arena_from_libc, NULL);
	ptrmap_init(&c.type_lanes, arena_from_libc, NULL);
	for (unsigned as = 0; as < 15; as += as == 0 ? 9 : 1) {
		cr_expect_eq(check_is_special((int)as), as_is_special(as), "%u", as);
		leaf[n++] = LLVMPointerTypeInContext(llvm, as);
	}
	leaf[n++] = LLVMInt64TypeInContext(llvm);
	leaf[n++] = LLVMDoubleTypeInContext(llvm);
	leaf[n++] = LLVMStructTypeInContext(llvm, NULL, 0, false);
	leaf[n++] = LLVMStructCreateNamed(llvm, "opaque");
	for (unsigned i = 0; i < n; i++) {
		compare_type(&c, leaf[i]);
		bool vector = i + 2 < n;
		if (vector)
			compare_type(&c, LLVMVectorType(leaf[i], 4));
		if (vector)
			compare_type(&c, LLVMScalableVectorType(leaf[i], 2));
		if (i + 1 == n)
			continue;
		compare_type(&c, LLVMArrayType2(leaf[i], 3));
		compare_type(&c, LLVMArrayType2(LLVMArrayType2(leaf[i], 5), 7));
		for (unsigned k = 0; k + 1 < n; k++) {
			LLVMTypeRef two[] = { leaf[i], leaf[k] };
			LLVMTypeRef four[] = { LLVMStructTypeInContext(llvm, two, 2, false), leaf[k],
				LLVMArrayType2(LLVMStructTypeInContext(llvm, two, 2, false), 9), leaf[i] };
			compare_type(&c, four[0]);
			compare_type(&c, four[2]);
			compare_type(&c, LLVMStructTypeInContext(llvm, four, 4, true));
		}
	}
	/* parts that are shared: the tree behind them is large, the count is not */
	t = LLVMStructTypeInContext(llvm, (LLVMTypeRef[]){ leaf[2], leaf[1] }, 2, false);
	for (int depth = 0; depth < 12; depth++)
		compare_type(&c, t = LLVMStructTypeInContext(llvm, (LLVMTypeRef[]){ t, t }, 2, false));
	cr_expect_not(c.too_hard);
	cr_expect_eq(check_lanes(&c, LLVMArrayType2(leaf[2], 1 << 16)), 1u << 16);
	cr_expect_not(c.too_hard);
	cr_expect_eq(check_lanes(&c, LLVMArrayType2(leaf[2], (1 << 16) + 1)), 0);
	cr_expect(c.too_hard);
	cr_expect(check_only_refs(&c, LLVMArrayType2(leaf[2], UINT64_C(1) << 40)));
	ptrmap_free(&c.type_lanes);
	arena_free(&c.ar);
	LLVMContextDispose(llvm);
}

Test(check_table, attributes)
{
	static const char *const reload[] = { NULL, "true", "false", "", "maybe" };
	static const char *const moving[] = { "1,2", "0,0", "77,1", "5", "", "1,2,3", "x", "1;2", "-1,0" };
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = LLVMModuleCreateWithNameInContext("m", llvm);
	lr_context *cx = lr_context_new(NULL);
	LLVMAttributeIndex on = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	LLVMValueRef f = function(m, "f"), frame = function(m, "julia.new_gc_frame");
	LLVMBuilderRef b = LLVMCreateBuilderInContext(llvm);

	for (int abi = LR_ABI_GCFRAME; abi <= LR_ABI_SHADOW_STACK; abi++) {
		cx->options.abi = (lr_abi)abi;
		cr_expect_eq(check_abi(cx, f), (lr_abi)abi);
		for (int other = LR_ABI_GCFRAME; other <= LR_ABI_SHADOW_STACK; other++) {
			LLVMValueRef g = function(m, lr_abi_name((lr_abi)other));
			LLVMAddAttributeAtIndex(g, on, LLVMCreateStringAttribute(llvm, ABI_ATTRIBUTE,
				sizeof ABI_ATTRIBUTE - 1, lr_abi_name((lr_abi)other),
				(unsigned)strlen(lr_abi_name((lr_abi)other))));
			cr_expect_eq(check_abi(cx, g), (lr_abi)other);
			cr_expect_eq(check_abi(cx, g), abi_of(cx, g));
		}
		for (size_t i = 0; i < sizeof reload / sizeof *reload; i++)
			for (int otherwise = 0; otherwise < 2; otherwise++) {
				LLVMValueRef g = LLVMAddFunction(m, "r", LLVMGlobalGetValueType(f));
				if (reload[i] != NULL)
					LLVMAddAttributeAtIndex(g, on, LLVMCreateStringAttribute(llvm, RELOAD_ATTRIBUTE,
						sizeof RELOAD_ATTRIBUTE - 1, reload[i], (unsigned)strlen(reload[i])));
				cr_expect_eq(check_will_reload(g, (lr_abi)abi, otherwise),
					reload_given(g, (lr_abi)abi, otherwise), "%s", reload[i]);
				cr_expect_eq(check_reloads(g), reload[i] != NULL && strcmp(reload[i], "true") == 0);
			}
	}
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(llvm, f, ""));
	for (size_t i = 0; i < sizeof moving / sizeof *moving; i++) {
		LLVMValueRef call = LLVMBuildCall2(b, LLVMGlobalGetValueType(frame), frame, NULL, 0, "");
		uint32_t fixed[2], deep[2];
		cr_expect_not(check_frame_moving(call, fixed, deep));
		LLVMAddCallSiteAttribute(call, on, LLVMCreateStringAttribute(llvm, FRAME_MOVING_ATTRIBUTE,
			sizeof FRAME_MOVING_ATTRIBUTE - 1, moving[i], (unsigned)strlen(moving[i])));
		bool checker = check_frame_moving(call, fixed, deep), placer = frame_moving(call, fixed + 1, deep + 1);
		cr_expect_eq(checker, placer, "%s", moving[i]);
		if (checker && placer)
			cr_expect(fixed[0] == fixed[1] && deep[0] == deep[1], "%s", moving[i]);
	}
	cr_expect_str_eq(CHECK_ARGUMENTS_METADATA, ARGUMENTS_METADATA);
	cr_expect_str_eq(CHECK_ROOTED_BY_CALLEE, ROOTS_ARGUMENTS_ATTRIBUTE);
	for (unsigned cc = 0; cc < 120; cc++) {
		LLVMSetFunctionCallConv(frame, cc);
		cr_expect_eq(check_roots_arguments(frame), roots_arguments_stated(frame), "%u", cc);
	}
	LLVMDisposeBuilder(b);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	lr_context_free(cx);
}

/* Loads with each kind of metadata, and whether it is a proof. */
static const char LOADS[] =
	"define void @f(ptr %p) {\n"
	"  %n0 = load ptr, ptr %p\n"
	"  %y1 = load ptr, ptr %p, !invariant.load !0\n"
	"  %n2 = load ptr, ptr %p, !tbaa !1\n"
	"  %y3 = load ptr, ptr %p, !tbaa !2\n"
	"  %y4 = load ptr, ptr %p, !tbaa !3\n"
	"  %y5 = load ptr, ptr %p, !tbaa !4\n"
	"  %y6 = load ptr, ptr %p, !tbaa !5\n"
	"  %y7 = load ptr, ptr %p, !alias.scope !20\n"
	"  %y8 = load ptr, ptr %p, !alias.scope !21\n"
	"  %n9 = load ptr, ptr %p, !alias.scope !22\n"
	"  %n10 = load ptr, ptr %p, !alias.scope !23\n"
	"  %n11 = load ptr, ptr %p, !alias.scope !24\n"
	"  %n12 = load ptr, ptr %p, !alias.scope !23, !tbaa !2\n"
	"  %y13 = load ptr, ptr %p, !alias.scope !24, !tbaa !2\n"
	"  %n14 = load ptr, ptr %p, !alias.scope !0\n"
	"  %y15 = load ptr, ptr %p, !alias.scope !25\n"
	"  ret void\n"
	"}\n"
	"!0 = !{}\n"
	"!1 = !{!12, !12, i64 0}\n!2 = !{!13, !13, i64 0}\n!3 = !{!14, !14, i64 0, i64 1}\n"
	"!4 = !{!15, !15, i64 0}\n!5 = !{!16, !16, i64 0}\n"
	"!10 = !{!\"jtbaa\"}\n!11 = !{!\"jtbaa_value\", !10, i64 0}\n!12 = !{!\"jtbaa_mutab\", !11, i64 0}\n"
	"!13 = !{!\"jtbaa_immut\", !11, i64 0}\n!14 = !{!\"jtbaa_const\", !10, i64 0}\n"
	"!15 = !{!\"jtbaa_datatype\", !11, i64 0}\n!16 = !{!\"below\", !13, i64 0}\n"
	"!20 = !{!30}\n!21 = !{!30, !31}\n!22 = !{!32}\n!23 = !{!30, !32}\n!24 = !{!33}\n!25 = !{!33, !34}\n"
	"!30 = !{!\"jnoalias_immutdata\", !40}\n!31 = !{!\"jnoalias_mutconstdata\", !40}\n"
	"!32 = !{!\"jnoalias_data\", !40}\n!33 = !{!\"other\", !41}\n"
	"!34 = distinct !{!34, !42, !\"jnoalias_immutdata\"}\n"
	"!40 = !{!\"jnoalias\"}\n!41 = !{!\"others\"}\n!42 = distinct !{!42, !\"jnoalias\"}\n";

Test(check_table, immutable_loads)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMMemoryBufferRef text = LLVMCreateMemoryBufferWithMemoryRange(LOADS, sizeof LOADS - 1, "loads", false);
	LLVMModuleRef m = NULL;
	char *message = NULL;
	unsigned invariant = LLVMGetMDKindIDInContext(llvm, "invariant.load", 14);
	unsigned tbaa = LLVMGetMDKindIDInContext(llvm, "tbaa", 4);
	unsigned scope = LLVMGetMDKindIDInContext(llvm, "alias.scope", 11), n = 0;

	cr_assert_eq(LLVMParseIRInContext(llvm, text, &m, &message), 0, "%s", message);
	LLVMBasicBlockRef b = LLVMGetEntryBasicBlock(LLVMGetNamedFunction(m, "f"));
	for (LLVMValueRef i = LLVMGetFirstInstruction(b); LLVMIsALoadInst(i); i = LLVMGetNextInstruction(i), n++) {
		const char *name = value_name(i);
		bool checker = check_immutable(i, invariant, scope, tbaa);
		cr_expect_eq(checker, name[0] == 'y', "%s", name);
		cr_expect_eq(checker, load_says_immutable(i, invariant, scope, tbaa), "%s", name);
	}
	cr_expect_eq(n, 16);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}
