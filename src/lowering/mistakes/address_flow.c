/* SPDX-License-Identifier: MIT */
/* address_flow.c -- follows addresses: each value is looked at once, for the first memory that reaches it. */
#include "lowering/mistakes/address_flow.h"

#include <string.h>

#include "dialect/kind.h"
#include "ir/llvm_calls.h"
#include "lowering/common/declared_types.h"

void
address_flow_begin(struct address_flow *f, arena_alloc_fn *alloc, void *user)
{
	*f = (struct address_flow){0};
	arena_init(&f->arena, alloc, user);
	ptrmap_init(&f->at, alloc, user);
	ptrmap_init(&f->kept, alloc, user);
	ptrmap_init(&f->members, alloc, user);
}

void
address_flow_end(struct address_flow *f)
{
	ptrmap_free(&f->at);
	ptrmap_free(&f->kept);
	ptrmap_free(&f->members);
	arena_free(&f->arena);
}

static void
reach(struct address_flow *f, LLVMValueRef v, uint32_t origin)
{
	if (pointer_as(LLVMTypeOf(v)) != LR_AS_GENERIC || ptrmap_get(&f->at, v) != PTRMAP_NONE)
		return;
	if (ptrmap_set(&f->at, v, origin) && ARENA_PUSH(&f->arena, f->todo, f->ntodo, f->todo_cap))
		f->todo[f->ntodo++] = v;
}

void
address_flow_add(struct address_flow *f, LLVMValueRef memory)
{
	if (!ARENA_PUSH(&f->arena, f->origin, f->norigin, f->origin_cap))
		return;
	f->origin[f->norigin] = (struct flow_origin){.memory = memory};
	reach(f, memory, f->norigin++);
}

void
address_flow_add_in(struct address_flow *f, LLVMValueRef call, LLVMValueRef pointer)
{
	if (ARENA_PUSH(&f->arena, f->origin, f->norigin, f->origin_cap))
		f->origin[f->norigin++] = (struct flow_origin){.memory = call, .in = pointer};
}

/* Adds a variable or function to those that hold or return an address. False: it was there, or memory is exhausted. */
static bool
first_time(struct address_flow *f, LLVMValueRef v)
{
	return ptrmap_get(&f->kept, v) == PTRMAP_NONE && ptrmap_set(&f->kept, v, 1);
}

/* ---- members of structs ---- */

/* The member that a pointer points to, created if it is new. NULL: it points to none, or memory is exhausted. */
static struct flow_member *
member_of(struct address_flow *f, LLVMValueRef pointer)
{
	const bool gep = LLVMIsAGetElementPtrInst(pointer) ||
			 (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr);

	if (!gep || LLVMGetNumOperands(pointer) != 3 ||
		LLVMGetTypeKind(LLVMGetGEPSourceElementType(pointer)) != LLVMStructTypeKind)
		return NULL;
	LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
	uint32_t first = ptrmap_get(&f->members, type);
	for (unsigned i = 0, n = first == PTRMAP_NONE ? LLVMCountStructElementTypes(type) : 0; i < n; i++) {
		if (!ARENA_PUSH(&f->arena, f->member, f->nmember, f->member_cap))
			return NULL;
		f->member[f->nmember++] = (struct flow_member){0};
		if (i == 0 && !ptrmap_set(&f->members, type, first = f->nmember - 1))
			return NULL;
	}
	return &f->member[first + LLVMConstIntGetZExtValue(LLVMGetOperand(pointer, 2))];
}

void
address_flow_members(struct address_flow *f, LLVMModuleRef m)
{
	if (ARENA_PUSH(&f->arena, f->load, f->nload, f->load_cap))
		f->load[f->nload++] = (struct flow_load){0};
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
				const bool loads = LLVMIsALoadInst(i) && pointer_as(LLVMTypeOf(i)) == LR_AS_GENERIC;
				struct flow_member *member = loads ? member_of(f, LLVMGetOperand(i, 0)) : NULL;
				if (member == NULL || !ARENA_PUSH(&f->arena, f->load, f->nload, f->load_cap))
					continue;
				f->load[f->nload] = (struct flow_load){i, member->first_load};
				member->first_load = f->nload++;
			}
}

static void
keep_in_member(struct address_flow *f, LLVMValueRef pointer, uint32_t origin)
{
	struct flow_member *member = f->nload > 0 ? member_of(f, pointer) : NULL;

	if (member == NULL || member->kept)
		return;
	member->kept = true;
	for (uint32_t l = member->first_load; l != 0; l = f->load[l].next)
		reach(f, f->load[l].load, origin);
}

/* ---- members without references ---- */

void
address_flow_references(struct address_flow *f, LLVMTargetDataRef td)
{
	f->parts = td;
}

static bool
see(void *user, enum leaf what, LLVMTypeRef type, uint64_t at, uint64_t bytes)
{
	(void)type, (void)at, (void)bytes;
	*(bool *)user |= what != LEAF_NUMBER && what != LEAF_POINTER;
	return !*(bool *)user;
}

bool
address_flow_may_be_reference(LLVMTargetDataRef td, LLVMValueRef pointer)
{
	struct place p;
	bool found = false;

	return !place_in_variable(td, pointer, &p) || !place_leaves(td, &p, 1, true, see, &found) || found;
}

/* Does the address lead to a member without any reference? */
static bool
leads_out(const struct address_flow *f, LLVMValueRef gep)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	const int n = LLVMGetNumOperands(gep);

	if (f->parts == NULL)
		return false;
	for (int i = 2; i < n; i++) {
		LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
		if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
			type = LLVMGetElementType(type);
		else if (LLVMIsAConstantInt(index))
			type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
		else
			return false; /* a vector of addresses */
	}
	return (n > 2 && !type_may_hold_reference(type)) || !address_flow_may_be_reference(f->parts, gep);
}

/* ---- following ---- */

/* The address is stored into a variable: each load from the variable may return it. */
static void
keep(struct address_flow *f, LLVMValueRef variable, uint32_t origin)
{
	keep_in_member(f, variable, origin);
	if ((!LLVMIsAAllocaInst(variable) && !LLVMIsAGlobalVariable(variable)) || !first_time(f, variable))
		return;
	for (LLVMUseRef u = LLVMGetFirstUse(variable); u != NULL; u = LLVMGetNextUse(u))
		if (LLVMIsALoadInst(LLVMGetUser(u)))
			reach(f, LLVMGetUser(u), origin);
}

static void
give_back(struct address_flow *f, LLVMValueRef fn, uint32_t origin)
{
	if (!first_time(f, fn))
		return;
	for (LLVMUseRef u = LLVMGetFirstUse(fn); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if ((LLVMIsACallInst(call) || LLVMIsAInvokeInst(call)) && LLVMGetCalledValue(call) == fn)
			reach(f, call, origin);
	}
}

static bool
makes_roots(const char *name)
{
	return strcmp(name, "lr_gc_add_root") == 0 || strcmp(name, "lr_globals_add") == 0;
}

static void
hand_on(struct address_flow *f, LLVMValueRef call, LLVMValueRef v, uint32_t origin)
{
	LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(call));
	const unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
	size_t n;

	if (callee == NULL)
		return;
	const char *name = LLVMGetValueName2(callee, &n);
	if (makes_roots(name))
		f->origin[origin].is_root = true;
	if (LLVMIsAIntrinsicInst(call)) {
		if (llvm_call_passes_pointer(call))
			reach(f, call, origin);
		return;
	}
	if (LLVMGetFirstBasicBlock(callee) == NULL)
		return;
	const unsigned params = LLVMCountParams(callee);
	for (unsigned i = 0, args = LLVMGetNumArgOperands(call); i < args && i < params; i++)
		if (LLVMGetOperand(call, i) == v && LLVMGetEnumAttributeAtIndex(callee, i + 1, byval) == NULL)
			reach(f, LLVMGetParam(callee, i), origin);
}

static void
follow(struct address_flow *f, LLVMValueRef v, LLVMValueRef user, uint32_t origin)
{
	switch (LLVMIsAInstruction(user)    ? LLVMGetInstructionOpcode(user)
		: LLVMIsAConstantExpr(user) ? LLVMGetConstOpcode(user)
					    : LLVMUnreachable) {
	case LLVMGetElementPtr:
		if (!leads_out(f, user))
			reach(f, user, origin);
		break;
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMFreeze:
	case LLVMPHI:
	case LLVMSelect:
		reach(f, user, origin);
		break;
	case LLVMStore:
		if (LLVMGetOperand(user, 0) == v)
			keep(f, LLVMGetOperand(user, 1), origin);
		break;
	case LLVMRet:
		give_back(f, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)), origin);
		break;
	case LLVMCall:
	case LLVMInvoke:
		hand_on(f, user, v, origin);
		break;
	default:
		break;
	}
}

LLVMValueRef
address_flow_memory(const struct address_flow *f, LLVMValueRef pointer)
{
	const uint32_t origin = ptrmap_get(&f->at, pointer);

	return origin == PTRMAP_NONE || f->origin[origin].is_root ? NULL : f->origin[origin].memory;
}

bool
address_flow_spread(struct address_flow *f)
{
	for (uint32_t i = 0; i < f->norigin; i++)
		if (f->origin[i].in != NULL)
			keep(f, f->origin[i].in, i);
	while (f->ntodo > 0 && !f->at.failed && !f->kept.failed && !f->arena.failed) {
		LLVMValueRef v = f->todo[--f->ntodo];
		const uint32_t origin = ptrmap_get(&f->at, v);
		for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL; u = LLVMGetNextUse(u))
			follow(f, v, LLVMGetUser(u), origin);
	}
	return !f->at.failed && !f->kept.failed && !f->arena.failed;
}
