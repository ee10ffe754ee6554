/* SPDX-License-Identifier: MIT */
/* blocks.c -- warns of mistakes that show within one basic block.
**
**   asm       a reference is an operand of inline assembly, which may keep it where no collector looks
**   number    a number is converted to a reference
**   address   ADDRESS of an object that nothing else keeps alive is used after a call
**   barrier   a reference, or a struct with references, is stored without a write barrier into an object that is older
**             than a call
**
** The IR is that which clang emits: each use of a variable is a load. A mistake that takes more than one block is not
** reported here; the runtime finds more of them (LATEROOT_GC_DEBUG=1). */
#include "lowering/mistakes/checks.h"

#include "dialect/kind.h"
#include "dialect/edit/edit.h"
#include "lowering/mistakes/callees.h"
#include "lowering/common/declared_types.h"
#include "host/warnings.h"

/* A local variable. */
struct variable {
	LLVMValueRef value;      /* stored last; NULL: nothing so far */
	uint64_t stored;         /* position of that store */
	uint64_t watched;        /* position of a call whose result, the address of an object that nothing else keeps
	                          * alive, is the next value to be stored here; 0: none */
	bool plain;              /* it is only loaded and stored */
};

struct blocks {
	lr_context *cx;
	LLVMTargetDataRef td;
	struct ptrmap leaves;    /* functions that never collect */
	struct arena arena;
	struct ptrmap of;        /* alloca -> index in `variables`; cleared for each function */
	struct variable *variables;
	uint32_t nvariables, variables_cap;
	struct ptrmap collecting; /* call of the current block that may collect -> its position in the block */
	/* Each instruction has a position, which grows from the first function to the last; 0: none. */
	uint64_t position, begin; /* of the current instruction; of the block's first one */
	uint64_t collected, barrier; /* of the last call that may collect, and the last barrier; may be in earlier
	                              * blocks */
	LLVMValueRef *copies;    /* copies that a barrier before the next call that may collect would make right */
	uint32_t ncopies, copies_cap;
};

static bool
is_barrier(LLVMValueRef i)
{
	const char *name = callee_name(i);

	return strcmp(name, "julia.write_barrier") == 0 || strcmp(name, "julia.object_write_barrier") == 0 ||
		strncmp(name, "julia.field_write_barrier.", 26) == 0;
}

static bool
only_loaded_and_stored(LLVMValueRef variable)
{
	for (LLVMUseRef u = LLVMGetFirstUse(variable); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (!LLVMIsALoadInst(user) && !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable) &&
			strncmp(callee_name(user), "llvm.lifetime.", 14) != 0)
			return false;
	}
	return true;
}

/* What is known of a variable. NULL: `v` is no variable, or memory is exhausted. */
static struct variable *
variable_of(struct blocks *b, LLVMValueRef v)
{
	if (LLVMIsAAllocaInst(v) == NULL || !ptrmap_room(&b->of)
		|| !ARENA_PUSH(&b->arena, b->variables, b->nvariables, b->variables_cap))
		return NULL;
	uint32_t i = ptrmap_add(&b->of, v, b->nvariables);
	if (i == b->nvariables)
		b->variables[b->nvariables++] = (struct variable){ .plain = only_loaded_and_stored(v) };
	return &b->variables[i];
}

/* The variable from which the object that contains the address was loaded. NULL: the object comes from elsewhere, or
** the variable has uses other than loads and stores. */
static struct variable *
variable_of_object(struct blocks *b, LLVMValueRef v)
{
	for (int i = 0; i < 64 && (LLVMIsAGetElementPtrInst(v) || LLVMIsAAddrSpaceCastInst(v)); i++)
		v = LLVMGetOperand(v, 0);
	if (!LLVMIsALoadInst(v) || pointer_as(LLVMTypeOf(v)) != LR_AS_TRACKED)
		return NULL;
	struct variable *object = variable_of(b, LLVMGetOperand(v, 0));
	return object != NULL && object->plain ? object : NULL;
}

/* The position of the call in this block that may collect and whose result the value is, directly or loaded from a
** variable; 0: there is none. */
static uint64_t
made_at(struct blocks *b, LLVMValueRef value)
{
	const struct variable *from = LLVMIsALoadInst(value) ? variable_of(b, LLVMGetOperand(value, 0)) : NULL;

	if (from != NULL && from->stored >= b->begin)
		value = from->value;
	uint32_t at = LLVMIsACallInst(value) ? ptrmap_get(&b->collecting, value) : PTRMAP_NONE;
	return at != PTRMAP_NONE ? b->begin + at : 0;
}

/* Warns of a store of a call's result into an object that is older than the call: between the two there is neither a
** store into the variable with that object, nor a barrier. */
static void
check_store(struct blocks *b, LLVMValueRef store)
{
	LLVMValueRef value = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1);

	if (pointer_as(LLVMTypeOf(value)) == LR_AS_TRACKED && pointer_as(LLVMTypeOf(to)) == LR_AS_DERIVED) {
		const struct variable *object = variable_of_object(b, to);
		const uint64_t stored = object != NULL ? object->stored : 0;
		const uint64_t call = object != NULL ? made_at(b, value) : 0; /* `object` may have moved now */
		if (call > b->barrier && call > stored)
			warning(b->cx, WARN_BARRIER, store,
				"a reference that a call has returned is stored without a write barrier into an "
				"object that is older than the call: use SET or SET_SLOT, or call julia_write_barrier "
				"before the store");
	}
	struct variable *to_variable = variable_of(b, to);
	if (to_variable != NULL) {
		to_variable->value = value;
		to_variable->stored = b->position;
	}
}

/* Notes a copy of whole words to the beginning of an object that may be older than the last call. */
static void
check_copy(struct blocks *b, LLVMValueRef copy)
{
	LLVMValueRef to = LLVMGetOperand(copy, 0), bytes = LLVMGetOperand(copy, 2);
	const struct variable *object = variable_of_object(b, to);
	const unsigned word = LLVMPointerSize(b->td);
	const uint64_t since = b->collected >= b->begin ? b->collected : b->begin;

	if (object == NULL || !LLVMIsAAddrSpaceCastInst(to) || !LLVMIsAConstantInt(bytes)
		|| LLVMConstIntGetZExtValue(bytes) % word != 0 || b->barrier >= since || object->stored >= since)
		return;
	if (ARENA_PUSH(&b->arena, b->copies, b->ncopies, b->copies_cap))
		b->copies[b->ncopies++] = copy;
}

static bool
is_reference(void *user, enum leaf what, LLVMTypeRef type, uint64_t at, uint64_t bytes)
{
	(void)type;
	(void)at;
	(void)bytes;
	*(bool *)user |= what == LEAF_REFERENCE;
	return !*(bool *)user;
}

/* Has memory, as it is declared, a reference in the bytes behind the pointer? */
static bool
has_reference(const struct blocks *b, LLVMValueRef pointer, uint64_t bytes)
{
	struct place at;
	bool found = false;

	place_of(b->td, pointer, &at);
	if (at.type != NULL)
		place_leaves(b->td, &at, bytes, true, is_reference, &found);
	return found;
}

/* Notes a struct with references that is stored, by an assignment, into an object that is older than the last call.
** What an object without a call behind it is given, such as a parameter, is not known to need a barrier. */
static void
check_struct_store(struct blocks *b, LLVMValueRef copy)
{
	LLVMValueRef to = LLVMGetOperand(copy, 0), bytes = LLVMGetOperand(copy, 2);
	const struct variable *object = pointer_as(LLVMTypeOf(to)) == LR_AS_DERIVED ? variable_of_object(b, to) : NULL;

	if (object == NULL || !LLVMIsAConstantInt(bytes) || b->collected < b->begin || b->barrier > b->collected
		|| object->stored > b->collected)
		return;
	const uint64_t n = LLVMConstIntGetZExtValue(bytes);
	if ((has_reference(b, to, n) || has_reference(b, LLVMGetOperand(copy, 1), n))
		&& ARENA_PUSH(&b->arena, b->copies, b->ncopies, b->copies_cap))
		b->copies[b->ncopies++] = copy;
}

/* Warns of the copies behind which no barrier came. */
static void
report_copies(struct blocks *b)
{
	for (uint32_t i = 0; i < b->ncopies; i++)
		warning(b->cx, WARN_BARRIER, b->copies[i],
			strncmp(callee_name(b->copies[i]), "llvm.", 5) == 0
				? "a struct with references is stored without a write barrier into an object that is "
				  "older than a call: use SET_STRUCT or SET_STRUCT_SLOT, or call "
				  "julia_object_write_barrier before the store"
				: "words are copied without a write barrier into an object that may be old: if some of "
				  "them are references, call julia_write_barrier with each of these before the copy");
	b->ncopies = 0;
}

/* Watches the variable into which ADDRESS(f()) is stored. */
static void
check_address(struct blocks *b, LLVMValueRef call)
{
	LLVMValueRef cast = LLVMGetOperand(call, 0), object;
	LLVMUseRef u = LLVMGetFirstUse(call);
	struct variable *to;

	if (LLVMIsAAddrSpaceCastInst(cast) && LLVMIsACallInst(object = LLVMGetOperand(cast, 0))
		&& LLVMGetNextUse(LLVMGetFirstUse(object)) == NULL && u != NULL && LLVMGetNextUse(u) == NULL
		&& LLVMIsAStoreInst(LLVMGetUser(u))
		&& (to = variable_of(b, LLVMGetOperand(LLVMGetUser(u), 1))) != NULL)
		to->watched = b->position;
}

/* Warns of a load of such an address after another call of the same block. */
static void
check_load(struct blocks *b, LLVMValueRef load)
{
	struct variable *from = variable_of(b, LLVMGetOperand(load, 0));

	if (from == NULL || from->watched < b->begin || b->collected <= from->watched)
		return;
	warning(b->cx, WARN_ADDRESS, load,
		"the address of an object that nothing keeps alive is used after a call: keep the object in a "
		"variable, and use its address between PRESERVE and UNPRESERVE");
	from->watched = 0;
}

static void
check_asm(struct blocks *b, LLVMValueRef call)
{
	LLVMValueRef assembler = LLVMIsAInlineAsm(LLVMGetCalledValue(call));
	size_t n = 0;

	if (assembler == NULL || (LLVMGetInlineAsmAsmString(assembler, &n), n == 0)) /* empty: for the compiler alone */
		return;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		if (type_may_hold_reference(LLVMTypeOf(LLVMGetOperand(call, i)))) {
			warning(b->cx, WARN_ASM, call,
				"a reference is an operand of inline assembly, and its object may be collected while "
				"that uses it: pass the result of ADDRESS, between PRESERVE and UNPRESERVE");
			return;
		}
}

static bool
is_cast_of_number(LLVMValueRef v)
{
	const bool constant = LLVMIsAConstantExpr(v) != NULL;

	if (pointer_as(LLVMTypeOf(v)) != LR_AS_TRACKED ||
		!(constant ? LLVMGetConstOpcode(v) == LLVMAddrSpaceCast : LLVMIsAAddrSpaceCastInst(v) != NULL))
		return false;
	v = LLVMGetOperand(v, 0);
	return LLVMIsAIntToPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMIntToPtr);
}

/* Warns of an instruction that is such a cast, or has a constant operand that is one. */
static void
check_number(struct blocks *b, LLVMValueRef i)
{
	bool found = is_cast_of_number(i);

	for (int k = 0, n = LLVMGetNumOperands(i); k < n && !found; k++) {
		LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
		found = LLVMIsAConstantExpr(v) && is_cast_of_number(v);
	}
	if (found)
		warning(b->cx, WARN_NUMBER, i,
			"a number is converted to a reference, and the collector takes it for the address of an "
			"object: keep numbers and references in different members of a struct, or use LR_IMMEDIATE");
}

static void
check_call(struct blocks *b, LLVMValueRef call)
{
	check_asm(b, call);
	if (calls(call, "julia.pointer_from_objref"))
		check_address(b, call);
	if ((calls(call, "dialect.copy") || calls(call, "dialect.move")) && LLVMGetNumArgOperands(call) == 3)
		check_copy(b, call);
	if (strncmp(callee_name(call), "llvm.memcpy.", 12) == 0 || strncmp(callee_name(call), "llvm.memmove.", 13) == 0)
		check_struct_store(b, call);
	if (is_barrier(call)) {
		b->barrier = b->position;
		b->ncopies = 0;
	}
}

static void
check_block(struct blocks *b, LLVMBasicBlockRef bb)
{
	b->begin = b->position + 1;
	ptrmap_clear(&b->collecting);
	for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
		b->position++;
		check_number(b, i);
		if (LLVMIsAStoreInst(i))
			check_store(b, i);
		else if (LLVMIsALoadInst(i))
			check_load(b, i);
		else if (LLVMIsACallInst(i))
			check_call(b, i);
		if (!call_may_collect(&b->leaves, i))
			continue;
		report_copies(b);
		b->collected = b->position;
		ptrmap_set(&b->collecting, i, (uint32_t)(b->position - b->begin));
	}
	report_copies(b);
}

lr_status
blocks_check(lr_context *cx, LLVMModuleRef m)
{
	struct blocks l = { .cx = cx, .td = LLVMGetModuleDataLayout(m) };
	struct ptrmap *const maps[] = { &l.leaves, &l.of, &l.collecting };
	bool failed = false;

	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
		ptrmap_init(maps[i], cx->options.alloc, cx->options.user);
	arena_init(&l.arena, cx->options.alloc, cx->options.user);
	leaves_find(m, &l.leaves);
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn)) {
		ptrmap_clear(&l.of);
		l.nvariables = 0;
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			check_block(&l, bb);
	}
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
		failed |= maps[i]->failed;
		ptrmap_free(maps[i]);
	}
	failed |= l.arena.failed;
	arena_free(&l.arena);
	return failed ? lr_nomem(cx) : cx->first;
}
