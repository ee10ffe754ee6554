/* SPDX-License-Identifier: MIT */
/* inline_alloc.c -- InlineAllocation: takes small objects of constant size from the thread's runs (profile:
** runs_in_ptls) without a call.
**
**   head:  if next == end, weights 1:63                        -> slow, otherwise fast
**   fast:  object = next;  next += bytes of the class;  tag    -> rest      (a profile may have a counter of bytes)
**   slow:  object = julia.gc_alloc_obj(...)                    -> rest
**
** Allocations of one class in one block, with no safepoint between them but their own, are a group.  The first one
** looks whether the run has memory for all, takes it and writes all tags; the others branch on what it has found:
**
**   head of the first:   if end - next < sum of bytes          -> slow, otherwise fast
**   fast of the first:   object = next;  next += sum;  tags    -> rest
**   head of number i:    the same condition                    -> slow, otherwise fast
**   fast of number i:    object = next of the first + i * bytes
**
** If there was memory for all, no entry of the runtime was called since, so that it is still there.
**
** Objects with a release hook come from the runtime, which looks for the hooks of those alone when they die (profile:
** type_hooks = lr_type). A descriptor that is not seen is asked at run time, in the head of the first of a group:
**
**   head:  if next == end or a descriptor has a hook           -> slow, otherwise fast
**
** The pass runs before roots are placed, so that only the slow path is a safepoint: live references are stored there,
** and paths on which the runs are not empty need no frame. The thread's runs are memory that compiled code accesses. A
** call that may collect changes them, whatever its memory effects say, and so does a function that allocates (see
** effects.c). */
#include "dialect/type_hooks.h"
#include "host/passes.h"
#include "lateroot/layout.h"
#include "lowering/common/lowering.h"

enum { ARG_TASK, ARG_SIZE, ARG_TYPE, ARGS };
enum { SLOW_WEIGHT = 1, FAST_WEIGHT = 63 };
/* Runs may be short, and a group needs one that is long enough. */
enum { GROUP_OBJECTS = 4, GROUP_BYTES = 512, NO_GROUP = -1 };

struct taken {
	LLVMValueRef call;
	uint32_t class;
	uint32_t number;             /* in its group, from 0 */
	uint32_t members;            /* of the first in a group: how many objects it has */
	LLVMValueRef asked;          /* address that is asked for a release hook; NULL: there is none */
	uint64_t hook;               /* bytes from there to the hook */
};

struct inlining {
	struct lower l;
	struct taken *taken;         /* of all functions, in program order */
	uint32_t ntaken, taken_cap;
	LLVMValueRef *widen;         /* calls, and functions that allocate now, whose memory effects are removed */
	uint32_t nwiden, widen_cap;
	LLVMValueRef *cuts;          /* scratch space for the allocations of one block */
	LLVMBasicBlockRef *heads;
	LLVMValueRef next, short_of; /* of the current group: the first object; has the run too little memory for
	                              * all, or the type a hook? */
	LLVMValueRef no_descriptor;  /* or NULL */
};

static bool
has_attribute(LLVMValueRef fn, const char *name)
{
	return LLVMGetEnumAttributeAtIndex(fn, AT_FUNCTION, LLVMGetEnumAttributeKindForName(name, strlen(name)))
		!= NULL;
}

static bool
is_pointer(LLVMValueRef v, unsigned as)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	return LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == as;
}

/* Tags below the addresses of descriptors are of objects without references. */
static bool
is_small_tag(LLVMValueRef type)
{
	LLVMValueRef number = LLVMIsAConstantExpr(type) && LLVMGetConstOpcode(type) == LLVMIntToPtr
		? LLVMGetOperand(type, 0) : NULL;

	return LLVMIsAConstantPointerNull(type) != NULL
		|| (number != NULL && LLVMIsAConstantInt(number) && LLVMGetIntTypeWidth(LLVMTypeOf(number)) <= 64
			&& LLVMConstIntGetZExtValue(number) < LR_SMALL_VALUE_LIMIT);
}

/* Can it be known, now or at run time, that objects of the type have no release hook? */
static bool
may_be_hookless(const struct lower *l, struct taken *t)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(l->e.module);
	LLVMValueRef type = alloc_raw_type(LLVMGetOperand(t->call, ARG_TYPE));

	if (l->profile->type_hooks != HOOKS_LR_TYPE || is_small_tag(type))
		return true;
	enum type_hook hook = type_hook(l->cx, layout, type);
	if (hook != HOOK_UNKNOWN)
		return hook == HOOK_NONE;
	if (type_hook_word(layout, type, &t->asked, &t->hook))
		return true;
	t->asked = LLVMIsConstant(type) ? NULL : type;
	return t->asked != NULL;
}

/* Is the allocation a usual one? LateLowerGCFrame lowers or refuses all others. */
static bool
suits(const struct lower *l, LLVMValueRef call, uint32_t *class)
{
	const struct lr_profile *p = l->profile;
	uint64_t header = profile_header_bytes(p, l->e.word_bytes);

	if (!LLVMIsACallInst(call) || LLVMGetNumArgOperands(call) != ARGS || LLVMGetNumOperandBundles(call) != 0
		|| !is_pointer(call, LR_AS_TRACKED) || !is_pointer(LLVMGetOperand(call, ARG_TASK), LR_AS_GENERIC)
		|| !is_pointer(LLVMGetOperand(call, ARG_TYPE), LR_AS_TRACKED)
		|| !LLVMIsAConstantInt(LLVMGetOperand(call, ARG_SIZE))
		|| LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(call, ARG_SIZE))) > 64
		|| LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail
		|| (LLVMHasMetadata(call) && LLVMGetMetadata(call, l->e.md_reset_region) != NULL))
		return false;
	uint64_t bytes = LLVMConstIntGetZExtValue(LLVMGetOperand(call, ARG_SIZE));
	return bytes <= UINT64_MAX - header && profile_class(p, bytes + header, alloc_align(&l->e, call), class);
}

static void
note_widen(struct inlining *in, LLVMValueRef v)
{
	if (ARENA_PUSH(&in->l.e.arena, in->widen, in->nwiden, in->widen_cap))
		in->widen[in->nwiden++] = v;
}

/* Can the call neither collect nor use up a run, nor leave the function?  The most common ones between allocations. */
static bool
keeps_runs(LLVMValueRef call, enum intrinsic id)
{
	static const char *const harmless[] = { "llvm.mem", "llvm.lifetime.", "llvm.dbg.", "llvm.assume" };
	const char *name = value_name(LLVMGetCalledValue(call));

	for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
		if (strncmp(name, harmless[i], strlen(harmless[i])) == 0)
			return true;
	return id == INTR_POINTER_FROM_OBJREF || id == INTR_GC_LOADED || id == INTR_TYPEOF
		|| id == INTR_IMMEDIATE_MAKE || id == INTR_IMMEDIATE_TEST || id == INTR_IMMEDIATE_VALUE;
}

/* Appends an allocation, to the group of `*first` if it belongs there, otherwise as the first of a new one. */
static void
take(struct inlining *in, struct taken t, int64_t *first)
{
	struct taken *leader;
	LLVMValueRef call = t.call, type = LLVMGetOperand(call, ARG_TYPE);
	const uint64_t bytes = in->l.profile->classes[t.class];

	if (!ARENA_PUSH(&in->l.e.arena, in->taken, in->ntaken, in->taken_cap))
		return; /* the number of a group that is not there would be left in `*first` */
	leader = *first == NO_GROUP ? NULL : &in->taken[*first];
	/* The first one writes the tag, and asks for the hook. */
	if (leader != NULL && leader->class == t.class && leader->members < GROUP_OBJECTS
		&& (leader->members + 1) * bytes <= GROUP_BYTES
		&& LLVMGetOperand(leader->call, ARG_TASK) == LLVMGetOperand(call, ARG_TASK)
		&& !(LLVMIsAInstruction(type)
			&& LLVMGetInstructionParent(type) == LLVMGetInstructionParent(call)
			&& type != LLVMGetOperand(leader->call, ARG_TYPE)))
		t.number = leader->members++;
	else
		*first = in->ntaken;
	in->taken[in->ntaken++] = t;
}

static void
plan(struct inlining *in, LLVMValueRef fn)
{
	struct lower *l = &in->l;
	uint32_t before = in->ntaken, calls = in->nwiden;
	int64_t first = NO_GROUP;

	if (has_attribute(fn, "minsize") || has_attribute(fn, "optsize"))
		return;
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		first = NO_GROUP;
		for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst != NULL;
			inst = LLVMGetNextInstruction(inst)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(inst);
			if (op != LLVMCall && op != LLVMInvoke && op != LLVMCallBr)
				continue;
			enum intrinsic id = intrinsic_of_call(inst);
			struct taken t = { .call = inst, .members = 1 };
			if (id == INTR_GC_ALLOC_OBJ && suits(l, inst, &t.class) && may_be_hookless(l, &t)) {
				take(in, t, &first);
				continue;
			}
			if (!keeps_runs(inst, id))
				first = NO_GROUP;
			if (id == INTR_NONE && effects_concern(l, inst))
				note_widen(in, inst);
		}
	}
	if (in->ntaken == before)
		in->nwiden = calls;
	else
		note_widen(in, fn);
}

/* Adds the bytes to the thread's counter, if the profile has one. */
static void
build_count(struct inlining *in, LLVMValueRef ptls, LLVMValueRef bytes)
{
	struct edit *e = &in->l.e;

	if (in->l.profile->allocated_in_ptls == 0)
		return;
	LLVMValueRef at = edit_offset(e, ptls, in->l.profile->allocated_in_ptls, "allocated_at");
	LLVMValueRef before = LLVMBuildLoad2(e->builder, e->word, at, "allocated");
	LLVMSetAlignment(before, e->word_bytes);
	LLVMValueRef after = LLVMBuildAdd(e->builder, before, bytes, "");
	LLVMSetAlignment(LLVMBuildStore(e->builder, after, at), e->word_bytes);
}

/* Builds an object at a distance from the group's first one.  The cast makes a new value here, like another allocation.
** A second load of `next` would not be merged with the first one if a root is stored between the two. */
static LLVMValueRef
build_object(struct inlining *in, int64_t distance)
{
	struct edit *e = &in->l.e;
	LLVMValueRef at = distance == 0 ? in->next : edit_offset(e, in->next, distance, "next_object");
	LLVMValueRef object = LLVMBuildAddrSpaceCast(e->builder, at, e->tracked, "object");

	edit_metadata(e, object, e->md_fresh, LLVMMDNodeInContext2(e->context, NULL, 0));
	return object;
}

/* A descriptor without a hook, for tags that are none. */
static LLVMValueRef
no_descriptor(struct inlining *in, uint64_t bytes, LLVMTypeRef pointer)
{
	struct edit *e = &in->l.e;

	if (in->no_descriptor == NULL) {
		LLVMTypeRef type = LLVMArrayType2(e->word, bytes / e->word_bytes);
		in->no_descriptor = LLVMAddGlobal(e->module, type, "lr.no_type");
		LLVMSetInitializer(in->no_descriptor, LLVMConstNull(type));
		LLVMSetGlobalConstant(in->no_descriptor, true);
		LLVMSetLinkage(in->no_descriptor, LLVMPrivateLinkage);
		LLVMSetUnnamedAddress(in->no_descriptor, LLVMGlobalUnnamedAddr);
	}
	return LLVMGetPointerAddressSpace(pointer) == LR_AS_GENERIC ? in->no_descriptor
		: LLVMConstAddrSpaceCast(in->no_descriptor, pointer);
}

/* Builds the question whether the type has a release hook.  A descriptor that is no constant may be filled in right
** before its first object is made. */
static LLVMValueRef
build_hooked(struct inlining *in, const struct taken *t)
{
	struct edit *e = &in->l.e;
	LLVMValueRef at = t->asked;

	if (!LLVMIsAGlobalVariable(at)) {
		LLVMTypeRef pointer = LLVMTypeOf(at);
		LLVMValueRef small = LLVMBuildICmp(e->builder, LLVMIntULT, at,
			LLVMConstAddrSpaceCast(LLVMConstIntToPtr(edit_word(e, LR_SMALL_VALUE_LIMIT), e->ptr), pointer),
			"small");
		at = LLVMBuildSelect(e->builder, small,
			no_descriptor(in, t->hook + (uint64_t)e->word_bytes, pointer), at, "descriptor");
	}
	LLVMValueRef hook = edit_load_pointer(e, edit_offset(e, at, (int64_t)t->hook, "hook_at"), "hook");
	if (LLVMIsAGlobalVariable(at) && LLVMIsGlobalConstant(at))
		edit_metadata(e, hook, e->md_invariant_load, LLVMMDNodeInContext2(e->context, NULL, 0));
	return LLVMBuildICmp(e->builder, LLVMIntNE, hook, LLVMConstNull(e->ptr), "hooked");
}

/* Builds the end of `head` and the fast path for the first of a group.  Returns the object. */
static LLVMValueRef
build_first(struct inlining *in, const struct taken *t, LLVMBasicBlockRef fast, LLVMBasicBlockRef slow)
{
	struct lower *l = &in->l;
	struct edit *e = &l->e;
	const int64_t cell = (int64_t)l->profile->classes[t->class];
	LLVMValueRef bytes = edit_word(e, (uint64_t)cell * t->members);
	LLVMValueRef ptls = alloc_ptls(l, LLVMGetOperand(t->call, ARG_TASK));
	LLVMValueRef next_at = edit_offset(e, ptls, l->profile->runs_in_ptls + (int64_t)t->class * 2 * e->word_bytes,
		"run");
	LLVMValueRef end_at = edit_offset(e, next_at, e->word_bytes, "run_end");
	LLVMValueRef end;

	in->next = edit_load_pointer(e, next_at, "next");
	end = edit_load_pointer(e, end_at, "end");
	if (t->members == 1) {
		in->short_of = LLVMBuildICmp(e->builder, LLVMIntEQ, in->next, end, "run_empty");
	} else {
		LLVMValueRef left = LLVMBuildSub(e->builder, LLVMBuildPtrToInt(e->builder, end, e->word, ""),
			LLVMBuildPtrToInt(e->builder, in->next, e->word, ""), "run_left");
		in->short_of = LLVMBuildICmp(e->builder, LLVMIntULT, left, bytes, "run_short");
	}
	for (uint32_t i = 0; i < t->members; i++)
		if (t[i].asked != NULL && (i == 0 || t[i].asked != t[i - 1].asked))
			in->short_of = LLVMBuildOr(e->builder, in->short_of, build_hooked(in, &t[i]), "no_run");
	edit_weights(e, LLVMBuildCondBr(e->builder, in->short_of, slow, fast), SLOW_WEIGHT, FAST_WEIGHT);

	LLVMPositionBuilderAtEnd(e->builder, fast);
	LLVMValueRef object = build_object(in, 0);
	LLVMValueRef after = LLVMBuildGEP2(e->builder, e->i8, in->next, &bytes, 1, "next_after");
	LLVMSetAlignment(LLVMBuildStore(e->builder, after, next_at), e->word_bytes);
	build_count(in, ptls, bytes);
	alloc_store_tag(l, object, LLVMGetOperand(t->call, ARG_TYPE));
	for (uint32_t i = 1; i < t->members; i++) /* the members of a group follow each other */
		alloc_store_tag(l, build_object(in, i * cell), LLVMGetOperand(t[i].call, ARG_TYPE));
	return object;
}

/* Builds the blocks between `head`, which has no terminator yet, and `rest`, which begins with the call. */
static void
build_diamond(struct inlining *in, const struct taken *t, LLVMBasicBlockRef head, LLVMBasicBlockRef rest)
{
	struct edit *e = &in->l.e;
	LLVMValueRef call = t->call, object;
	LLVMMetadataRef where = LLVMInstructionGetDebugLoc(call);
	LLVMBasicBlockRef fast = LLVMInsertBasicBlockInContext(e->context, rest, "take");
	LLVMBasicBlockRef slow = LLVMInsertBasicBlockInContext(e->context, rest, "refill");

	LLVMPositionBuilderAtEnd(e->builder, head);
	LLVMSetCurrentDebugLocation2(e->builder, where);
	if (t->number == 0) {
		object = build_first(in, t, fast, slow);
	} else {
		edit_weights(e, LLVMBuildCondBr(e->builder, in->short_of, slow, fast), SLOW_WEIGHT, FAST_WEIGHT);
		LLVMPositionBuilderAtEnd(e->builder, fast);
		object = build_object(in, (int64_t)(t->number * (uint64_t)in->l.profile->classes[t->class]));
	}
	LLVMBuildBr(e->builder, rest);

	/* When the call is deleted, its debug records go to the next instruction; a phi cannot have any. */
	LLVMValueRef next_inst = LLVMGetNextInstruction(call);
	LLVMInstructionRemoveFromParent(call);
	LLVMPositionBuilderBeforeDbgRecords(e->builder, rest, next_inst); /* NULL: at the end */
	LLVMSetCurrentDebugLocation2(e->builder, where);
	LLVMValueRef phi = LLVMBuildPhi(e->builder, e->tracked, "");
	LLVMReplaceAllUsesWith(call, phi);
	LLVMPositionBuilderAtEnd(e->builder, slow);
	LLVMSetCurrentDebugLocation2(e->builder, NULL); /* the call has its own */
	LLVMInsertIntoBuilderWithName(e->builder, call, value_name(call));
	LLVMSetCurrentDebugLocation2(e->builder, where);
	LLVMBuildBr(e->builder, rest);
	LLVMAddIncoming(phi, (LLVMValueRef[]){ object, call }, (LLVMBasicBlockRef[]){ fast, slow }, 2);
}

static void
apply(struct inlining *in)
{
	struct edit *e = &in->l.e;
	bool changed = edit_debug_as_calls(e);

	for (uint32_t from = 0; from < in->ntaken;) {
		LLVMBasicBlockRef bb = LLVMGetInstructionParent(in->taken[from].call);
		uint32_t n = 0;
		while (from + n < in->ntaken && LLVMGetInstructionParent(in->taken[from + n].call) == bb) {
			in->cuts[n] = in->taken[from + n].call;
			n++;
		}
		edit_cut_block(e, bb, in->cuts, n, in->heads);
		for (uint32_t i = 0; i < n; i++)
			build_diamond(in, &in->taken[from + i], in->heads[i], i + 1 < n ? in->heads[i + 1] : bb);
		from += n;
	}
	for (uint32_t i = 0; i < in->nwiden; i++)
		if (LLVMIsAFunction(in->widen[i]))
			effects_widen_function(&in->l, in->widen[i]);
		else
			effects_widen(&in->l, in->widen[i]);
	edit_debug_restore(e, changed);
	in->l.cx->changed |= LR_CHANGED_IR | LR_CHANGED_CFG;
}

lr_status
pass_inline_allocation(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct inlining in = { .l = { .cx = cx, .profile = &cx->profile } };
	struct edit *e = &in.l.e;
	lr_status st = LR_OK;

	(void)params;
	if (cx->profile.runs_in_ptls == 0 || (cx->options.without & LR_INLINE_ALLOCATION) || !intrinsic_declared(m,
		INTR_GC_ALLOC_OBJ))
		return LR_OK;
	if (!edit_begin(e, cx, m))
		st = lr_nomem(cx);
	for (size_t i = 0; i < nfns && st == LR_OK; i++)
		plan(&in, fns[i]);
	if (st == LR_OK && in.ntaken > 0) {
		in.cuts = arena_array(&e->arena, in.ntaken, sizeof *in.cuts);
		in.heads = arena_array(&e->arena, in.ntaken, sizeof *in.heads);
	}
	if (st == LR_OK && !edit_ready(e))
		st = lr_nomem(cx);
	if (st == LR_OK && in.ntaken > 0)
		apply(&in);
	edit_end(e);
	return st;
}
