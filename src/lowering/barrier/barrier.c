/* SPDX-License-Identifier: MIT */
/* barrier.c -- write barriers: queue an old, marked object for the collector when it comes to refer to an unmarked one.
**
**   head:            if (tag(parent) & mask) == value, weights 1:9    -> may_trigger_wb, otherwise rest
**   may_trigger_wb:  if some (tag(child) & mask) == 0, weights 1:9    -> trigger_wb, otherwise rest
**   trigger_wb:      queue_gc_root(parent)                           -> rest
**
** If the profile has an entry that takes a slot, and the barrier names just one, that entry is called with it. If it
** also has a table of cards, that of the slot is looked at first, which spares the look at the child:
**
**   may_look:        if the slot is in the heap, weights 9:1          -> look, otherwise may_trigger_wb
**   look:            if the card of the slot is marked, weights 1:1   -> rest, otherwise may_trigger_wb
**
** The tag of a child that is null or an immediate at run time must not be loaded; the tag of the parent is loaded
** instead, which is
** known to be marked there. A julia.write_barrier without a child that matters is deleted. An object barrier without
** any child covers the whole object, so it queues the parent by the parent's tag alone. Where the profile has images, a
** parent in an image is queued whatever its children are: their marks say nothing there.
**
** That is for profiles whose collector has mark bits; barrier_log.c has log bits, and barrier_cards.c cards. A block
** often has many barriers, so all of them are cut out of it at once. */
#include "dialect/abi.h"
#include "lowering/common/lowering.h"

enum { ARG_PARENT };

static lr_status
check_field_pairs(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	unsigned n = LLVMGetNumArgOperands(call),
		as = id == INTR_FIELD_WRITE_BARRIER_P11 ? LR_AS_DERIVED : LR_AS_LOADED;

	if (n < 3 || n % 2 == 0)
		return lr_fail(l->cx, LR_E_DIALECT, call, "%s takes a parent and then pairs of slot and child",
			intrinsic_name(id));
	for (unsigned i = 1; i < n; i += 2) {
		LLVMTypeRef slot = LLVMTypeOf(LLVMGetOperand(call, i)), child = LLVMTypeOf(LLVMGetOperand(call, i + 1));
		if (LLVMGetTypeKind(slot) != LLVMPointerTypeKind || LLVMGetPointerAddressSpace(slot) != as)
			return lr_fail(l->cx, LR_E_DIALECT, call,
				"argument %u of %s, a slot, must be in address space %u", i + 1, intrinsic_name(id),
				as);
		if (child != l->e.tracked)
			return lr_fail(l->cx, LR_E_DIALECT, call, "argument %u of %s, a child, must be tracked", i + 2,
				intrinsic_name(id));
	}
	return LR_OK;
}

/* Is there no function of the runtime that a barrier calls? */
static bool
calls_nothing(const struct lower *l)
{
	return l->profile->barrier == BARRIER_CARDS || l->profile->barrier == BARRIER_NONE;
}

/* Has the slow path a parameter for the slot? */
static bool
takes_slot(const struct lower *l, bool known)
{
	return l->profile->barrier != BARRIER_MARK_BITS || (known && l->profile->queue_slot[0] != '\0');
}

/* The slow path of the profile's kind of barriers, for a slot that is `known` or not. */
static const char *
entry_of(const struct lower *l, bool known)
{
	return takes_slot(l, known) ? l->profile->queue_slot : l->profile->queue_root;
}

lr_status
barrier_check_entry(struct lower *l, LLVMValueRef call)
{
	const struct lr_profile *p = l->profile;
	const char *base = p->barrier == BARRIER_CARDS ? p->card_base
		: p->barrier == BARRIER_MARK_BITS ? p->card_table : p->log_base;
	char buffer[RUNTIME_NAME_BYTES];

	if (base[0] != '\0' && (LLVMGetNamedFunction(l->e.module, base) != NULL
		|| LLVMGetNamedGlobalAlias(l->e.module, base, strlen(base)) != NULL
		|| LLVMGetNamedGlobalIFunc(l->e.module, base, strlen(base)) != NULL))
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"'%s' is a variable of the runtime, but the module has a function or alias of this name", base);
	for (int known = 0; known < 2 && !calls_nothing(l); known++) {
		lr_status st = runtime_name_check(l, call, runtime_name(l, call, entry_of(l, known), &buffer));
		if (st != LR_OK)
			return st;
	}
	return LR_OK;
}

/* The interim form: (parent, slot, child...). */
static lr_status
check_slot(struct lower *l, LLVMValueRef call)
{
	return LLVMGetNumArgOperands(call) > 2 ? LR_OK : lr_fail(l->cx, LR_E_DIALECT, call,
		"julia.write_barrier has a slot but no child");
}

/* A barrier behind its stores comes too late for a collector that needs the old values. */
static lr_status
check_place(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	if (l->profile->barrier != BARRIER_SNAPSHOT || id != INTR_WRITE_BARRIER || barrier_has_slot(call, id))
		return LR_OK;
	return lr_fail(l->cx, LR_E_DIALECT, call,
		"julia.write_barrier without a slot stands behind its stores, and the collector of profile '%s' needs "
		"the old values: use julia.object_write_barrier", l->profile->name);
}

lr_status
barrier_check(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	bool field = id == INTR_FIELD_WRITE_BARRIER_P11 || id == INTR_FIELD_WRITE_BARRIER_P13,
		slot = barrier_has_slot(call, id);
	lr_status st = signature_check(l, call, id, field ? "v:tx*" : slot ? "v:tpt*" : "v:tt*");

	if (st == LR_OK && field)
		st = check_field_pairs(l, call, id);
	else if (st == LR_OK && slot)
		st = check_slot(l, call);
	if (st == LR_OK)
		st = check_place(l, call, id);
	if (st != LR_OK)
		return st;
	if (!ARENA_PUSH(&l->e.arena, l->barriers, l->nbarriers, l->barriers_cap))
		return LR_OK; /* the arena has failed, which the pass reports at its end */
	struct barrier b = barrier_decide(l, call, id);
	l->barriers[l->nbarriers++] = b;
	if (b.needed && !calls_nothing(l))
		st = runtime_name_check(l, call, entry_of(l, false));
	return st == LR_OK ? barrier_check_entry(l, call) : st;
}

/* ---- queue_gc_root ---- */

void
barrier_build_queue(struct lower *l, LLVMValueRef parent, LLVMValueRef slot, LLVMValueRef region)
{
	struct edit *e = &l->e;
	char buffer[RUNTIME_NAME_BYTES];
	const char *name = runtime_name(l, region, entry_of(l, slot != NULL), &buffer);
	bool known = LLVMGetNamedFunction(e->module, name) != NULL;
	LLVMValueRef args[] = { parent, slot != NULL ? slot : LLVMConstNull(e->ptr) };
	unsigned n = takes_slot(l, slot != NULL) ? 2 : 1;
	LLVMTypeRef type = LLVMFunctionType(e->void_type, (LLVMTypeRef[]){ e->tracked, e->ptr }, n, false);
	LLVMValueRef f = runtime_function(l, name, type);

	if (!known)
		add_attribute(e->context, f, AT_FUNCTION, "nounwind", 0);
	if (n == 2 && LLVMTypeOf(args[1]) != e->ptr)
		args[1] = LLVMBuildAddrSpaceCast(e->builder, args[1], e->ptr, "");
	LLVMValueRef call = LLVMBuildCall2(e->builder, type, f, args, n, "");
	if (abi_of(l->cx, l->fn) == LR_ABI_STATEPOINT) /* statepoints are placed later, and not at this call */
		LLVMAddCallSiteAttribute(call, AT_FUNCTION,
			LLVMCreateStringAttribute(e->context, "gc-leaf-function", 16, "", 0));
	LLVMValueRef md = LLVMHasMetadata(region) ? LLVMGetMetadata(region, e->md_reset_region) : NULL;
	if (md != NULL)
		LLVMSetMetadata(call, e->md_reset_region, md);
}

lr_status
queue_root_check(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	lr_status st = signature_check(l, call, id, "v:t");

	return st != LR_OK ? st : barrier_check_entry(l, call);
}

lr_status
queue_field_check(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	lr_status st = signature_check(l, call, id, "v:tp");

	return st != LR_OK ? st : barrier_check_entry(l, call);
}

void
queue_root_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	(void)id;
	edit_before(&l->e, call);
	if (l->profile->barrier == BARRIER_CARDS)
		barrier_card_build(l, LLVMGetOperand(call, 0));
	else if (l->profile->barrier != BARRIER_NONE)
		barrier_build_queue(l, LLVMGetOperand(call, 0), NULL, call);
	LLVMInstructionEraseFromParent(call);
}

void
queue_field_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	(void)id;
	edit_before(&l->e, call);
	if (l->profile->barrier == BARRIER_CARDS)
		barrier_card_build(l, LLVMGetOperand(call, 1));
	else if (l->profile->barrier != BARRIER_NONE)
		barrier_build_queue(l, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), call);
	LLVMInstructionEraseFromParent(call);
}

/* ---- building ---- */

static bool
says_nonnull(const struct lower *l, LLVMValueRef call, LLVMAttributeIndex at)
{
	return LLVMGetCallSiteEnumAttribute(call, at, LLVMGetEnumAttributeKind(l->e.nonnull)) != NULL;
}

/* Is the value a new object: the result of an allocation, or taken from a run? */
static bool
is_new(const struct lower *l, LLVMValueRef v)
{
	return LLVMIsACallInst(v) ? says_nonnull(l, v, AT_RETURN)
		: LLVMIsAAddrSpaceCastInst(v) && LLVMGetMetadata(v, l->e.md_fresh) != NULL;
}

/* Is the child that a barrier is given never null? */
static bool
known_nonnull(const struct lower *l, LLVMValueRef call, unsigned arg)
{
	LLVMValueRef v = LLVMGetOperand(call, arg);

	if (says_nonnull(l, call, arg + 1) || is_new(l, v))
		return true;
	/* where both paths of an allocation join */
	return LLVMIsAPHINode(v) && LLVMCountIncoming(v) == 2 && is_new(l, LLVMGetIncomingValue(v, 0))
		&& is_new(l, LLVMGetIncomingValue(v, 1));
}

/* Is the value what an entry of the runtime has allocated? */
static bool
is_allocated(const struct lower *l, LLVMValueRef v)
{
	const struct lr_profile *p = l->profile;
	const char *const entries[] = { p->small_alloc, p->big_alloc, p->typed_alloc, p->memory_alloc };
	const char *name = LLVMIsACallInst(v) ? value_name(LLVMGetCalledValue(v)) : "";

	for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
		if (name[0] != '\0' && strcmp(name, entries[i]) == 0)
			return true;
	return LLVMIsAAddrSpaceCastInst(v) && LLVMGetMetadata(v, l->e.md_fresh) != NULL;
}

static bool
is_object(const struct lower *l, LLVMValueRef v)
{
	return is_allocated(l, v) || (LLVMIsAPHINode(v) && LLVMCountIncoming(v) == 2
		&& is_allocated(l, LLVMGetIncomingValue(v, 0)) && is_allocated(l, LLVMGetIncomingValue(v, 1)));
}

/* A value that is true at run time if the child is no object: null, or an immediate, where the profile has any. NULL:
** it is an object. */
static LLVMValueRef
build_none_test(struct lower *l, LLVMValueRef call, unsigned arg)
{
	LLVMValueRef child = LLVMGetOperand(call, arg);

	if (!profile_has_immediates(l->profile))
		return known_nonnull(l, call, arg) ? NULL : LLVMBuildIsNull(l->e.builder, child, "");
	/* what is not null, or the result of a function that never returns null, may be an immediate */
	return is_object(l, child) ? NULL : immediate_build_test(l, immediate_build_word(&l->e, child));
}

/* A value that is true at run time if some child of this barrier that matters is unmarked, or `any` is true. NULL: no
** child matters and `any` is NULL. */
static LLVMValueRef
build_children_test(struct lower *l, const struct barrier *b, LLVMValueRef any)
{
	struct edit *e = &l->e;
	LLVMValueRef parent = LLVMGetOperand(b->call, ARG_PARENT), last = NULL;
	unsigned n = LLVMGetNumArgOperands(b->call), first, step;

	barrier_children(b->call, b->id, &first, &step);
	for (unsigned i = first; i < n; i += step) {
		LLVMValueRef child = LLVMGetOperand(b->call, i);
		if (!barrier_child_matters(child, parent) || child == last)
			continue;
		last = child;
		LLVMValueRef none = build_none_test(l, b->call, i);
		if (none != NULL)
			child = LLVMBuildSelect(e->builder, none, parent, child, "");
		LLVMValueRef bits = LLVMBuildAnd(e->builder, object_load_tag(l, child, "child_tag"),
			edit_word(e, l->profile->child_mask), "child_bits");
		LLVMValueRef unmarked = LLVMBuildICmp(e->builder, LLVMIntEQ, bits, edit_word(e, 0), "child_not_marked");
		any = any == NULL ? unmarked : LLVMBuildOr(e->builder, any, unmarked, "");
	}
	return any;
}

/* The test of may_trigger_wb: of the children of a barrier and of those that joined it, or for a parent in an image. */
static LLVMValueRef
build_trigger_test(struct lower *l, const struct barrier *leader, LLVMValueRef parent_tag)
{
	struct edit *e = &l->e;
	const struct lr_profile *p = l->profile;
	LLVMValueRef any = NULL;

	if (p->image_mask != 0) {
		LLVMValueRef bits = LLVMBuildAnd(e->builder, parent_tag, edit_word(e, p->image_mask), "image_bits");
		any = LLVMBuildICmp(e->builder, LLVMIntEQ, bits, edit_word(e, p->image_value), "parent_in_image");
	}
	for (const struct barrier *b = leader;; b = &l->barriers[b->next]) {
		any = build_children_test(l, b, any);
		if (b->next == 0)
			return any;
	}
}

static void
build_branch(struct edit *e, LLVMValueRef condition, LLVMBasicBlockRef rarely, LLVMBasicBlockRef mostly)
{
	edit_weights(e, LLVMBuildCondBr(e->builder, condition, rarely, mostly), 1, 9);
}

/* The call to ask for a reset region: the queueing is in one if one of the joined barriers is. */
static LLVMValueRef
region_of(const struct lower *l, const struct barrier *leader)
{
	for (const struct barrier *b = leader;; b = &l->barriers[b->next]) {
		if (LLVMHasMetadata(b->call) && LLVMGetMetadata(b->call, l->e.md_reset_region) != NULL)
			return b->call;
		if (b->next == 0)
			return leader->call;
	}
}

/* The slot of a barrier that names one and that no other has joined; otherwise NULL. */
static LLVMValueRef
only_slot(const struct barrier *b)
{
	bool one = !b->whole && b->next == 0 && barrier_has_slot(b->call, b->id) && LLVMGetNumArgOperands(b->call) == 3;

	return one ? LLVMGetOperand(b->call, 1) : NULL;
}

/* Builds the blocks between `head`, which has no terminator yet, and `rest`, which begins with the barrier. */
static void
build_diamond(struct lower *l, const struct barrier *b, LLVMBasicBlockRef head, LLVMBasicBlockRef rest)
{
	struct edit *e = &l->e;
	const struct lr_profile *p = l->profile;
	LLVMValueRef parent = LLVMGetOperand(b->call, ARG_PARENT);
	bool whole = b->whole;
	LLVMValueRef slot = only_slot(b);
	LLVMBasicBlockRef look = slot != NULL && p->card_table[0] != '\0'
		? LLVMInsertBasicBlockInContext(e->context, rest, "may_look") : NULL;
	LLVMBasicBlockRef may = whole ? NULL : LLVMInsertBasicBlockInContext(e->context, rest, "may_trigger_wb");
	LLVMBasicBlockRef trigger = LLVMInsertBasicBlockInContext(e->context, rest, "trigger_wb");

	LLVMPositionBuilderAtEnd(e->builder, head);
	LLVMSetCurrentDebugLocation2(e->builder, LLVMInstructionGetDebugLoc(b->call));
	LLVMValueRef tag = object_load_tag(l, parent, "parent_tag");
	LLVMValueRef bits = LLVMBuildAnd(e->builder, tag, edit_word(e, p->parent_mask), "parent_bits");
	LLVMValueRef old = LLVMBuildICmp(e->builder, LLVMIntEQ, bits, edit_word(e, p->parent_value),
		"parent_old_marked");
	build_branch(e, old, look != NULL ? look : whole ? trigger : may, rest);
	if (look != NULL) {
		LLVMPositionBuilderAtEnd(e->builder, look);
		LLVMBasicBlockRef inside = LLVMInsertBasicBlockInContext(e->context, may, "look");
		LLVMValueRef n, in_heap = barrier_build_inside(l, slot, &n);
		edit_weights(e, LLVMBuildCondBr(e->builder, in_heap, inside, may), 9, 1);
		LLVMPositionBuilderAtEnd(e->builder, inside);
		LLVMValueRef marked = barrier_build_card_test(l, n);
		edit_weights(e, LLVMBuildCondBr(e->builder, marked, rest, may), 1, 1);
	}
	if (!whole) {
		LLVMPositionBuilderAtEnd(e->builder, may);
		build_branch(e, build_trigger_test(l, b, tag), trigger, rest);
	}
	LLVMPositionBuilderAtEnd(e->builder, trigger);
	barrier_build_queue(l, parent, slot, region_of(l, b));
	LLVMBuildBr(e->builder, rest);
	LLVMInstructionEraseFromParent(b->call);
}

bool
barrier_reserve(struct lower *l)
{
	l->cuts = arena_array(&l->e.arena, l->nbarriers, sizeof *l->cuts);
	l->heads = arena_array(&l->e.arena, l->nbarriers, sizeof *l->heads);
	return l->nbarriers == 0 || (l->cuts != NULL && l->heads != NULL);
}

void
barriers_lower(struct lower *l, uint32_t from, uint32_t end)
{
	for (; l->profile->barrier == BARRIER_CARDS && from < end; from++) { /* they need no blocks */
		if (l->barriers[from].needed)
			barrier_cards_build(l, &l->barriers[from]);
		LLVMInstructionEraseFromParent(l->barriers[from].call);
	}
	while (from < end) {
		LLVMBasicBlockRef bb = LLVMGetInstructionParent(l->barriers[from].call);
		uint32_t to = from, n = 0;
		for (; to < end && LLVMGetInstructionParent(l->barriers[to].call) == bb; to++)
			if (l->barriers[to].needed)
				l->cuts[n++] = l->barriers[to].call;
		if (n > 0)
			edit_cut_block(&l->e, bb, l->cuts, n, l->heads);
		for (uint32_t i = 0; from < to; from++) {
			const struct barrier *b = &l->barriers[from];
			if (!b->needed) {
				LLVMInstructionEraseFromParent(b->call);
				continue;
			}
			LLVMBasicBlockRef rest = i + 1 < n ? l->heads[i + 1] : bb;
			if (l->profile->barrier == BARRIER_MARK_BITS) {
				build_diamond(l, b, l->heads[i], rest);
			} else {
				barrier_log_build(l, b, l->heads[i], rest, region_of(l, b));
				LLVMInstructionEraseFromParent(b->call);
			}
			i++;
		}
	}
}
