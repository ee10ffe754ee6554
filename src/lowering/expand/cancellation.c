/* SPDX-License-Identifier: MIT */
/* cancellation.c -- CancellationLowering: lowers julia.cancellation_point, behind which a task may be reset.
**
** A point publishes a buffer of its function in the task. Meanwhile a signal may jump back to the point, which then
** returns for a second time: the region behind the point is abandoned wherever it is. So the buffer is withdrawn in
** front of all that must not be abandoned: accesses and calls without !julia.reset_safe, and calls of the runtime.
**
**   head:     if task.reset_ctx == buffer                                  -> rest, otherwise publish
**   publish:  withdraw;  poll;  buffer = { buffer, jump buffer, gcstack, eh };  r = setjmp(buffer + a word);
**             task.reset_ctx = buffer                                      -> rest
**   rest:     result = phi [0, head], [r, publish]
**   withdraw: task.reset_ctx = null;  signal fence
**
** Functions with "julia.ipo_reset_safe" may run in a region of their caller, and withdraw in front of calls even if
** they have no point. The buffer is on the stack, so a function withdraws its own before it returns. Allocations and
** barriers get !julia.reset_region where a region may be published, if the runtime has entries for that; otherwise
** they are calls of the runtime like others. LLVM's intrinsics that write no memory may be abandoned.
**
** The pass runs before roots are placed: a poll and setjmp are safepoints. A profile without a place for the buffer in
** the task leaves all as it is; code generation refuses points that are left. */
#include "host/passes.h"
#include "host/remark.h"
#include "lowering/expand/cancellation.h"

/* Is the instruction in the entry block, behind nothing but allocas? */
static bool
is_at_top(LLVMValueRef fn, LLVMValueRef inst)
{
	LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));

	while (i != inst && LLVMIsAAllocaInst(i))
		i = LLVMGetNextInstruction(i);
	return i == inst;
}

/* The GC stack, as a value that is there in the whole function. */
static LLVMValueRef
raise_gcstack(struct lower *l, LLVMValueRef fn)
{
	struct edit *e = &l->e;
	LLVMValueRef g = gcstack_of(fn);

	if (g != NULL && LLVMIsAInstruction(g)) {
		if (!is_at_top(fn, g))
			edit_raise(e, g);
	} else if (g == NULL) {
		LLVMTypeRef type = LLVMFunctionType(e->ptr, NULL, 0, false);
		LLVMPositionBuilderBefore(e->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
		LLVMSetCurrentDebugLocation2(e->builder, NULL);
		g = LLVMBuildCall2(e->builder, type, runtime_function(l, intrinsic_name(INTR_GET_PGCSTACK), type), NULL,
			0, "pgcstack");
	}
	return g;
}

static LLVMValueRef
task_field(struct lower *l, LLVMValueRef pgcstack, int32_t offset, const char *name)
{
	return edit_offset(&l->e, pgcstack, (int64_t)offset - l->profile->gcstack_in_task, name);
}

static void
store_context(struct lower *l, LLVMValueRef pgcstack, LLVMValueRef v)
{
	struct edit *e = &l->e;
	LLVMValueRef at = task_field(l, pgcstack, l->profile->reset_ctx_in_task, "reset_ctx");
	LLVMValueRef store = LLVMBuildStore(e->builder, v, at);

	LLVMSetOrdering(store, LLVMAtomicOrderingRelease);
	LLVMSetVolatile(store, true);
	LLVMSetAlignment(store, e->word_bytes);
}

static void
build_withdrawal(struct lower *l, LLVMValueRef pgcstack)
{
	store_context(l, pgcstack, LLVMConstNull(l->e.ptr));
	LLVMBuildFence(l->e.builder, LLVMAtomicOrderingSequentiallyConsistent, true, "");
}

static void
store_word(struct edit *e, LLVMValueRef v, LLVMValueRef buffer, int64_t offset)
{
	LLVMSetAlignment(LLVMBuildStore(e->builder, v, edit_offset(e, buffer, offset, "")), e->word_bytes);
}

static LLVMValueRef
build_setjmp(struct lower *l, LLVMValueRef buffer)
{
	struct edit *e = &l->e;
	const struct lr_profile *p = l->profile;
	const char *name = p->reset_setjmp[0] != '\0' ? p->reset_setjmp : p->setjmp_name;
	unsigned n = strstr(LLVMGetTarget(e->module), "windows") != NULL ? 1 : 2;
	LLVMTypeRef type = LLVMFunctionType(e->i32, (LLVMTypeRef[]){ e->ptr, e->i32 }, n, false);
	LLVMValueRef f = runtime_function(l, name, type);
	LLVMValueRef args[] = { edit_offset(e, buffer, e->word_bytes, ""), edit_i32(e, 0) };
	LLVMValueRef call = LLVMBuildCall2(e->builder, type, f, args, n, "reset");

	add_attribute(e->context, f, AT_FUNCTION, "returns_twice", 0);
	add_call_attribute(e->context, call, AT_FUNCTION, "returns_twice", 0);
	return call;
}

/* Builds the blocks between `head`, which has no terminator yet, and `rest`, which begins with the point. */
static void
build_point(struct lower *l, LLVMValueRef point, LLVMValueRef pgcstack, LLVMValueRef buffer, LLVMBasicBlockRef head,
	LLVMBasicBlockRef rest)
{
	struct edit *e = &l->e;
	const struct lr_profile *p = l->profile;
	LLVMBasicBlockRef publish = LLVMInsertBasicBlockInContext(e->context, rest, "publish");
	LLVMMetadataRef where = LLVMInstructionGetDebugLoc(point);

	LLVMPositionBuilderAtEnd(e->builder, head);
	LLVMSetCurrentDebugLocation2(e->builder, where);
	LLVMValueRef now = edit_load_pointer(e, task_field(l, pgcstack, p->reset_ctx_in_task, "reset_ctx"),
		"published");
	LLVMSetOrdering(now, LLVMAtomicOrderingMonotonic);
	LLVMSetVolatile(now, true);
	LLVMBuildCondBr(e->builder, LLVMBuildICmp(e->builder, LLVMIntEQ, now, buffer, ""), rest, publish);

	LLVMPositionBuilderAtEnd(e->builder, publish);
	build_withdrawal(l, pgcstack);
	poll_build(l, ptls_of_gcstack(l, pgcstack));
	store_word(e, buffer, buffer, 0);
	store_word(e, edit_load_pointer(e, pgcstack, "gcstack"), buffer,
		(int64_t)p->reset_bytes - 2 * (int64_t)e->word_bytes);
	store_word(e, edit_load_pointer(e, task_field(l, pgcstack, p->eh_in_task, "eh_at"), "eh"), buffer,
		(int64_t)p->reset_bytes - e->word_bytes);
	LLVMValueRef reset = build_setjmp(l, buffer);
	store_context(l, pgcstack, buffer);
	LLVMBuildBr(e->builder, rest);

	LLVMPositionBuilderBeforeDbgRecords(e->builder, rest, point);
	LLVMSetCurrentDebugLocation2(e->builder, where);
	LLVMValueRef phi = LLVMBuildPhi(e->builder, e->i32, "");
	LLVMAddIncoming(phi, (LLVMValueRef[]){ edit_i32(e, 0), reset }, (LLVMBasicBlockRef[]){ head, publish }, 2);
	edit_replace(e, point, phi);
}

/* In a function that is watched by the thread sanitizer nothing is published. */
static void
build_sanitized(struct lower *l, LLVMValueRef point, LLVMValueRef pgcstack)
{
	edit_before(&l->e, point);
	poll_build(l, ptls_of_gcstack(l, pgcstack));
	edit_replace(&l->e, point, edit_i32(&l->e, 0));
}

static void
build_points(struct cancellation *c, LLVMValueRef pgcstack, LLVMValueRef buffer, uint32_t from, uint32_t end)
{
	struct edit *e = &c->l.e;

	while (from < end) {
		LLVMBasicBlockRef bb = LLVMGetInstructionParent(c->notes[from].inst);
		uint32_t n = 0;
		for (; from < end && LLVMGetInstructionParent(c->notes[from].inst) == bb; from++)
			if (c->notes[from].kind == NOTE_POINT)
				c->cuts[n++] = c->notes[from].inst;
		if (n > 0)
			edit_cut_block(e, bb, c->cuts, n, c->heads);
		for (uint32_t i = 0; i < n; i++)
			build_point(&c->l, c->cuts[i], pgcstack, buffer, c->heads[i], i + 1 < n ? c->heads[i + 1] : bb);
	}
}

static void
apply_function(struct cancellation *c, LLVMValueRef fn, uint32_t from, uint32_t end)
{
	struct lower *l = &c->l;
	struct edit *e = &l->e;
	LLVMValueRef pgcstack = raise_gcstack(l, fn), mark = LLVMMetadataAsValue(e->context,
		LLVMMDNodeInContext2(e->context, NULL, 0));
	bool sanitized = LLVMGetEnumAttributeAtIndex(fn, AT_FUNCTION, c->kind_sanitize_thread) != NULL, points = false;

	for (uint32_t i = from; i < end; i++) {
		LLVMValueRef inst = c->notes[i].inst;
		if (c->notes[i].kind == NOTE_MARK) {
			LLVMSetMetadata(inst, e->md_reset_region, mark);
		} else if (c->notes[i].kind == NOTE_WITHDRAW) {
			remark_say(l->cx, LR_REMARK_ANALYSIS, "RegionWithdrawn", inst, NULL,
				"the reset region ends here: what follows must not be abandoned");
			edit_before(e, inst);
			build_withdrawal(l, pgcstack);
		} else if (sanitized) {
			build_sanitized(l, inst, pgcstack);
		} else {
			points = true;
		}
	}
	if (!points)
		return;
	LLVMTypeRef bytes = LLVMArrayType2(e->i8, l->profile->reset_bytes);
	LLVMValueRef buffer = edit_entry_alloca(e, fn, bytes, edit_i32(e, 1), l->profile->reset_align, "reset_buffer");
	build_points(c, pgcstack, buffer, from, end);
	l->cx->changed |= LR_CHANGED_CFG;
}

/* Does the module have points, or functions that may run in a region? */
static bool
concerned(LLVMModuleRef m, LLVMValueRef *fns, size_t nfns)
{
	LLVMValueRef point = LLVMGetNamedFunction(m, CANCELLATION_POINT);

	if (point != NULL && LLVMGetFirstUse(point) != NULL)
		return true;
	for (size_t i = 0; i < nfns; i++)
		if (LLVMGetStringAttributeAtIndex(fns[i], AT_FUNCTION, CANCELLATION_INHERITS,
			sizeof CANCELLATION_INHERITS - 1) != NULL)
			return true;
	return false;
}

static void
begin(struct cancellation *c)
{
	LLVMContextRef llvm = c->l.e.context;

	c->md_safe = LLVMGetMDKindIDInContext(llvm, "julia.reset_safe", 16);
	c->kind_sanitize_thread = LLVMGetEnumAttributeKindForName("sanitize_thread", 15);
	arena_init(&c->scratch, c->l.cx->options.alloc, c->l.cx->options.user);
	ptrmap_init(&c->place, c->l.cx->options.alloc, c->l.cx->options.user);
}

static void
apply(struct cancellation *c)
{
	bool changed = edit_debug_as_calls(&c->l.e);
	uint32_t from = 0;

	for (uint32_t i = 0; i < c->nworks; i++) {
		apply_function(c, c->works[i].fn, from, c->works[i].end);
		from = c->works[i].end;
	}
	if (c->nworks > 0)
		c->l.cx->changed |= LR_CHANGED_IR;
	edit_debug_restore(&c->l.e, changed);
}

lr_status
pass_lower_cancellation(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct cancellation c = { .l = { .cx = cx, .profile = &cx->profile } };
	struct edit *e = &c.l.e;
	lr_status st = LR_OK;

	(void)params;
	if (cx->profile.reset_ctx_in_task == 0 || !concerned(m, fns, nfns))
		return LR_OK;
	if (!edit_begin(e, cx, m))
		st = lr_nomem(cx);
	begin(&c);
	for (size_t i = 0; i < nfns && st == LR_OK; i++)
		st = cancellation_plan(&c, fns[i]);
	c.cuts = arena_array(&e->arena, (size_t)c.npoints + 1, sizeof *c.cuts);
	c.heads = arena_array(&e->arena, (size_t)c.npoints + 1, sizeof(LLVMBasicBlockRef));
	if (st == LR_OK && !edit_ready(e))
		st = lr_nomem(cx);
	if (st == LR_OK)
		apply(&c);
	ptrmap_free(&c.place);
	arena_free(&c.scratch);
	edit_end(e);
	return st;
}
