/* SPDX-License-Identifier: MIT */
/* alloca_type.c -- the type of memory of alloca(), as its accesses show it.
**
** alloca() gives bytes. If all accesses through the pointer that the program keeps have one type with references, the
** memory is an array of that type. This holds for clang's IR before it is optimised. */
#include "lowering/common/alloca_type.h"

#include "base/ptrmap.h"
#include "dialect/kind.h"

/* Accesses through one address, its copies, and the addresses of other elements of the array. */
struct evidence {
	struct arena *arena;
	struct ptrmap seen; /* pointers, and variables that hold one */
	LLVMValueRef *todo;
	uint32_t ntodo, cap;
	LLVMTypeRef type; /* of the accesses so far; NULL: no access was seen */
	bool conflict;    /* the accesses differ in their types, or one has no reference in its type */
};

static void
add_evidence(struct evidence *v, LLVMTypeRef type)
{
	if (type_kind(type).count == 0 || !LLVMTypeIsSized(type) || (v->type != NULL && v->type != type))
		v->conflict = true;
	else
		v->type = type;
}

static void
follow(struct evidence *v, LLVMValueRef pointer)
{
	if (ptrmap_get(&v->seen, pointer) == PTRMAP_NONE && ptrmap_set(&v->seen, pointer, 1) &&
		ARENA_PUSH(v->arena, v->todo, v->ntodo, v->cap))
		v->todo[v->ntodo++] = pointer;
}

/* Clang stores the address into a variable of the program, and loads it from there for each access. */
static void
follow_variable(struct evidence *v, LLVMValueRef kept)
{
	if (!LLVMIsAAllocaInst(kept) || ptrmap_get(&v->seen, kept) != PTRMAP_NONE || !ptrmap_set(&v->seen, kept, 1))
		return;
	for (LLVMUseRef u = LLVMGetFirstUse(kept); u != NULL; u = LLVMGetNextUse(u))
		if (LLVMIsALoadInst(LLVMGetUser(u)))
			follow(v, LLVMGetUser(u));
}

static void
look_at_accesses(struct evidence *v, LLVMValueRef pointer)
{
	for (LLVMUseRef u = LLVMGetFirstUse(pointer); u != NULL && !v->conflict; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsAGetElementPtrInst(user)) {
			LLVMTypeRef type = LLVMGetGEPSourceElementType(user);
			if (LLVMGetNumOperands(user) == 2)
				follow(v, user);
			if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) != 8)
				add_evidence(v, type);
		} else if (LLVMIsALoadInst(user))
			add_evidence(v, LLVMTypeOf(user));
		else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer)
			add_evidence(v, LLVMTypeOf(LLVMGetOperand(user, 0)));
		else if (LLVMIsAStoreInst(user))
			follow_variable(v, LLVMGetOperand(user, 1));
	}
}

bool
alloca_is_untyped(LLVMValueRef alloca)
{
	LLVMTypeRef t = LLVMGetAllocatedType(alloca);
	LLVMValueRef n = LLVMGetOperand(alloca, 0);

	return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 8 &&
	       !(LLVMIsAConstantInt(n) && LLVMConstIntGetZExtValue(n) == 1);
}

LLVMTypeRef
alloca_type_of_accesses(LLVMValueRef alloca, struct arena *arena)
{
	struct evidence v = {.arena = arena};

	if (!alloca_is_untyped(alloca))
		return NULL;
	ptrmap_init(&v.seen, arena->alloc, arena->user);
	follow(&v, alloca);
	while (v.ntodo > 0 && !v.conflict)
		look_at_accesses(&v, v.todo[--v.ntodo]);
	arena->failed |= v.seen.failed;
	ptrmap_free(&v.seen);
	return v.conflict ? NULL : v.type;
}
