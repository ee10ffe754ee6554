/* SPDX-License-Identifier: MIT */
/* move_apply.c -- makes a stack variable of an object. */
#include "optimize/alloc/stack/move.h"

#include <stdio.h>

#include "base/sorted.h"
#include "dialect/immutable.h"
#include "dialect/kind.h"
#include "dialect/module_marks.h"

enum { MAX_STORES = 16, NAME_BYTES = 64 };

/* Removes what an object may be said to be, but not a variable that is the same memory in each round of a loop:
** constant, or free of dependences between rounds. */
void
move_weaken(struct alloc_opt *a, LLVMValueRef access)
{
	static const char *const names[] = { "invariant.load", "invariant.group", "llvm.access.group",
		"llvm.mem.parallel_loop_access", "noalias" };
	LLVMValueRef list;

	if (!LLVMHasMetadata(access))
		return;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		unsigned kind = LLVMGetMDKindIDInContext(a->e.context, names[i], (unsigned)strlen(names[i]));
		LLVMSetMetadata(access, kind, NULL);
	}
	list = LLVMGetMetadata(access, a->e.md_alias_scope);
	if (list != NULL && !scopes_of_numbers(list))
		LLVMSetMetadata(access, a->e.md_alias_scope, NULL);
	list = LLVMGetMetadata(access, a->e.md_tbaa);
	if (list != NULL && tbaa_immutable(list) != 0)
		LLVMSetMetadata(access, a->e.md_tbaa, NULL);
}

/* The name of a value, which gives it up to another. */
static void
take_name(LLVMValueRef v, char (*name)[NAME_BYTES])
{
	snprintf(*name, sizeof *name, "%s", value_name(v));
	LLVMSetValueName2(v, "", 0);
}

static LLVMValueRef
build_variable(struct alloc_opt *a, const struct object *o, const struct move *m)
{
	struct edit *e = &a->e;
	unsigned align = o->align;
	char name[NAME_BYTES];

	take_name(o->value, &name);
	for (uint32_t i = 0; i < o->nuse; i++) {
		const struct object_use *u = &o->use[i];
		if ((u->kind == USE_LOAD || u->kind == USE_STORE || u->kind == USE_ATOMIC)
			&& LLVMGetAlignment(u->inst) > align)
			align = LLVMGetAlignment(u->inst);
	}
	uint64_t bytes = m->bytes > 0 ? m->bytes : 1;
	LLVMTypeRef each = m->references ? e->tracked : bytes % 8 == 0 ? e->i64 : bytes % 4 == 0 ? e->i32 : e->i8;
	LLVMTypeRef type = LLVMArrayType2(each, bytes / LLVMStoreSizeOfType(a->layout, each));
	return edit_entry_alloca(e, a->fn, type, LLVMConstInt(e->i32, 1, false), align, *name ? name : "object");
}

/* Makes the memory zero, each time that the allocation would run. References must not be those of another round. */
static void
build_zero(struct alloc_opt *a, const struct object *o, const struct move *m, LLVMValueRef variable)
{
	struct edit *e = &a->e;
	uint64_t words = m->bytes / e->word_bytes;
	bool promised = o->uninitialized && LLVMGetNumOperandBundles(o->value) == 0;

	if (m->bytes == 0 || (!m->references && promised && o->id == INTR_GC_ALLOC_OBJ))
		return;
	if (!m->references || words > MAX_STORES) {
		LLVMBuildMemSet(e->builder, variable, LLVMConstInt(e->i8, 0, false), edit_word(e, m->bytes), o->align);
		return;
	}
	for (uint64_t i = 0; i < words; i++) {
		LLVMValueRef at = i == 0 ? variable : edit_offset(e, variable, (int64_t)(i * e->word_bytes), "");
		LLVMSetAlignment(LLVMBuildStore(e->builder, LLVMConstNull(e->tracked), at), e->word_bytes);
	}
}

static void
build_start(struct alloc_opt *a, const struct object *o, const struct move *m, LLVMValueRef variable)
{
	for (uint32_t i = 0; i < m->nend; i++) {
		edit_before(&a->e, m->end[i]);
		lifetime_build(a, false, variable, m->bytes);
	}
	edit_before(&a->e, o->value);
	lifetime_build(a, true, variable, m->bytes);
	build_zero(a, o, m, variable);
	if (o->id == INTR_GC_ALLOC_MEMORY)
		memory_object_header(a, o, variable);
}

static void
copy_metadata(LLVMValueRef from, LLVMValueRef to)
{
	size_t n;

	if (!LLVMHasMetadata(from))
		return;
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(from));
	LLVMValueMetadataEntry *all = LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &n);
	for (size_t i = 0; i < n; i++)
		LLVMSetMetadata(to, LLVMValueMetadataEntriesGetKind(all, (unsigned)i),
			LLVMMetadataAsValue(c, LLVMValueMetadataEntriesGetMetadata(all, (unsigned)i)));
	LLVMDisposeValueMetadataEntries(all);
}

/* The same GEP of another base. */
LLVMValueRef
move_rebuild_gep(struct alloc_opt *a, LLVMValueRef gep, LLVMValueRef base)
{
	LLVMValueRef index[MAX_INDICES], made = base;
	unsigned n = LLVMGetNumIndices(gep);
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	char name[NAME_BYTES];

	take_name(gep, &name);
	edit_before(&a->e, gep);
	if (n > MAX_INDICES)
		n = MAX_INDICES; /* such GEPs are refused */
	for (unsigned i = 0; i < n; i++)
		index[i] = operand_of(gep, i + 1);
	made = LLVMBuildGEPWithNoWrapFlags(a->e.builder, type, base, index, n, name, LLVMGEPGetNoWrapFlags(gep));
	if (LLVMIsAInstruction(made) && made != base)
		copy_metadata(gep, made);
	return made;
}

static void
set_untailed(LLVMValueRef call)
{
	if (LLVMIsACallInst(call) && LLVMGetTailCallKind(call) == LLVMTailCallKindTail)
		LLVMSetTailCallKind(call, LLVMTailCallKindNone);
}

/* No call of the function is marked `tail` any more: one of them may be given the address. */
static void
clear_tails(struct alloc_opt *a)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(a->fn); b != NULL && !a->stack.no_tails;
		b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			set_untailed(i);
	a->stack.no_tails = true;
}

/* Builds memcpy, memmove or memset for the address spaces that its operands have now. */
static void
rebuild_intrinsic(struct alloc_opt *a, struct move *m, LLVMValueRef call)
{
	unsigned types = move_overloaded(call);
	struct edit *e = &a->e;
	LLVMValueRef callee = LLVMGetCalledValue(call), arg[4];
	LLVMTypeRef overload[3];
	unsigned pointers = types - 1; /* the last one is the length */

	if (LLVMIsUndef(operand_of(call, 2)))
		return; /* rebuilt already: it is on the list twice */
	for (unsigned i = 0; i < 4; i++)
		arg[i] = operand_of(call, i);
	for (unsigned i = 0; i < pointers; i++)
		overload[i] = LLVMTypeOf(arg[i]);
	overload[pointers] = LLVMTypeOf(arg[2]);
	edit_before(e, call);
	LLVMValueRef f = LLVMGetIntrinsicDeclaration(e->module, LLVMGetIntrinsicID(callee), overload, types);
	LLVMValueRef made = LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(f), f, arg, 4, "");
	copy_metadata(call, made);
	for (unsigned i = 1; i <= pointers; i++) {
		LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, i, e->attr_align);
		if (align != NULL)
			LLVMAddCallSiteAttribute(made, i, align);
	}
	move_weaken(a, made);
	LLVMSetOperand(call, 2, LLVMGetUndef(overload[pointers]));
	m->dead[m->ndead++] = call;
}

static void
put_null(LLVMValueRef call, unsigned operand)
{
	static const char *const promises[] = { "nonnull", "dereferenceable", "dereferenceable_or_null", "align",
		"noundef" };

	for (size_t i = 0; i < sizeof promises / sizeof *promises && operand < LLVMGetNumArgOperands(call); i++)
		LLVMRemoveCallSiteEnumAttribute(call, operand + 1,
			LLVMGetEnumAttributeKindForName(promises[i], strlen(promises[i])));
	LLVMSetOperand(call, operand, LLVMConstNull(LLVMTypeOf(operand_of(call, operand))));
}

static bool
has_only_constants(LLVMValueRef call, unsigned first)
{
	for (unsigned i = first, n = LLVMGetNumArgOperands(call); i < n; i++)
		if (!LLVMIsConstant(operand_of(call, i)))
			return false;
	return true;
}

static void
rewrite_use(struct alloc_opt *a, const struct object *o, struct move *m, const struct object_use *u)
{
	LLVMValueRef pointer = m->made[u->from];

	switch (m->unread && (u->kind == USE_STORE || u->kind == USE_SET) ? USE_LIFETIME : u->kind) {
	case USE_LOAD: case USE_STORE: case USE_ATOMIC:
		LLVMSetOperand(u->inst, u->operand, pointer);
		move_weaken(a, u->inst);
		break;
	case USE_SET: case USE_COPY: case USE_MEMORY:
		if (move_overloaded(u->inst) > 0) {
			m->retype[m->nretype++] = u->inst;
		} else {
			edit_before(&a->e, u->inst);
			pointer = LLVMBuildAddrSpaceCast(a->e.builder, pointer,
				LLVMTypeOf(operand_of(u->inst, u->operand)), "");
		}
		LLVMSetOperand(u->inst, u->operand, pointer);
		set_untailed(u->inst);
		break;
	case USE_TYPEOF: case USE_ADDRESS:
		LLVMReplaceAllUsesWith(u->inst, u->kind == USE_TYPEOF ? o->type : pointer);
		m->dead[m->ndead++] = u->inst;
		break;
	case USE_PARENT:
		if (u->operand == 0)
			m->dead[m->ndead++] = u->inst;
		break;
	case USE_CHILD: case USE_PRESERVE: case USE_ROOT:
		put_null(u->inst, u->operand);
		if (u->kind == USE_PRESERVE && has_only_constants(u->inst, 0))
			m->dead[m->ndead++] = u->inst;
		break;
	case USE_LIFETIME: case USE_ASSUME:
		m->dead[m->ndead++] = u->inst;
		break;
	default: /* USE_GC_LOADED: memory_object_rewrite */
		break;
	}
}

static bool
by_address(const LLVMValueRef *a, const LLVMValueRef *b)
{
	return *a < *b;
}

/* Erases an instruction, and the ends of a preserve region. */
static void
erase(struct alloc_opt *a, LLVMValueRef inst)
{
	while (LLVMGetFirstUse(inst) != NULL)
		alloc_erase(a, LLVMGetUser(LLVMGetFirstUse(inst)));
	alloc_erase(a, inst);
}

static void
erase_dead(struct alloc_opt *a, struct move *m)
{
	/* NOLINTNEXTLINE(misc-misplaced-const): the pointer itself is constant, as wanted */
	SORT_IN_PLACE(LLVMValueRef, m->dead, m->ndead, by_address);
	for (uint32_t i = 0; i < m->ndead; i++)
		if (i == 0 || m->dead[i] != m->dead[i - 1])
			erase(a, m->dead[i]);
}

void
move_to_stack(struct alloc_opt *a, struct object *o)
{
	struct move *m = o->move;

	if (!m->unread) {
		m->made[0] = build_variable(a, o, m);
		a->stack.spent += m->bytes;
		build_start(a, o, m, m->made[0]);
	}
	for (uint32_t i = 0; i < o->nvia && !m->unread; i++) {
		LLVMValueRef base = m->made[o->via[i].from], via = o->via[i].value;
		m->made[i + 1] = LLVMIsAGetElementPtrInst(via) ? move_rebuild_gep(a, via, base) : base;
	}
	if (o->id == INTR_GC_ALLOC_MEMORY)
		memory_object_rewrite(a, m);
	for (uint32_t i = 0; i < o->nuse; i++)
		rewrite_use(a, o, m, &o->use[i]);
	for (uint32_t i = 0; i < m->nretype; i++)
		rebuild_intrinsic(a, m, m->retype[i]);
	erase_dead(a, m);
	for (uint32_t i = o->nvia; i > 0; i--)
		alloc_erase(a, o->via[i - 1].value);
	alloc_erase(a, o->value);
	if (m->raw)
		clear_tails(a);
}
