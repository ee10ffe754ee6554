/* SPDX-License-Identifier: MIT */
/* memory_objects.c -- a Memory that moves to the stack: julia.gc_alloc_memory(task, bytes, type, length, zero).
**
** It has a header of two words, the length and the address of the data, and then the data. Compiled code reads the
** address out of the header, so the layout stays, and the variable points to itself. julia.gc_loaded makes a pointer of
** address space 13 of that address; the users of such pointers get the address itself. All of the Memory is cleared in
** each round, whether that was asked for or not. Elements that are references stay on the heap. */
#include "optimize/alloc/stack/move.h"

#include "dialect/kind.h"

enum { ARG_BYTES = 1, ARG_TYPE = 2, ARG_LENGTH = 3, MEMORY_ARGS = 5, HEADER_WORDS = 2 };

bool
object_of_memory(struct alloc_opt *a, LLVMValueRef call, struct object *o)
{
	if (intrinsic_of_call(call) != INTR_GC_ALLOC_MEMORY || LLVMTypeOf(call) != a->e.tracked
		|| LLVMGetNumArgOperands(call) != MEMORY_ARGS)
		return false;
	*o = (struct object){ .value = call, .id = INTR_GC_ALLOC_MEMORY, .type = operand_of(call, ARG_TYPE),
		.align = 2 * a->e.word_bytes, .bytes = OFFSET_UNKNOWN };
	return true;
}

/* The size of the variable; OFFSET_UNKNOWN: not constant, or more than the size classes of the heap serve. */
static uint64_t
variable_bytes(const struct alloc_opt *a, LLVMValueRef call)
{
	const struct lr_profile *p = &a->cx->profile;
	uint64_t header = HEADER_WORDS * (uint64_t)a->e.word_bytes, tag = profile_header_bytes(p, a->e.word_bytes);
	uint64_t most = profile_class_most(p);
	LLVMValueRef bytes = operand_of(call, ARG_BYTES);

	if (!LLVMIsAConstantInt(bytes) || LLVMGetIntTypeWidth(LLVMTypeOf(bytes)) > 64 || most < header + tag
		|| LLVMConstIntGetZExtValue(bytes) > most - header - tag)
		return OFFSET_UNKNOWN;
	return LLVMConstIntGetZExtValue(bytes) + header;
}

static bool
add_data(struct alloc_opt *a, struct move *m, LLVMValueRef pointer)
{
	if (!ARENA_PUSH(&a->ar, m->data, m->ndata, m->data_cap))
		return false;
	m->data[m->ndata++] = pointer;
	return true;
}

static bool
is_plain_intrinsic(LLVMValueRef call, unsigned operands)
{
	const char *name = LLVMIsACallInst(call) ? value_name(LLVMGetCalledValue(call)) : "";

	return operands == 3 ? strncmp(name, "llvm.memcpy.p", 13) == 0 || strncmp(name, "llvm.memmove.p", 14) == 0
		: strncmp(name, "llvm.memset.p", 13) == 0;
}

/* Does a user of a pointer to the data only access them? */
static bool
user_suits(const struct alloc_opt *a, LLVMValueRef user, LLVMValueRef pointer)
{
	LLVMTypeRef type = NULL;

	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMLoad:
		type = LLVMTypeOf(user);
		break;
	case LLVMStore:
		type = LLVMTypeOf(operand_of(user, 0));
		if (operand_of(user, 0) == pointer)
			return false;
		break;
	case LLVMAtomicCmpXchg: case LLVMAtomicRMW:
		type = LLVMTypeOf(operand_of(user, 1));
		break;
	case LLVMCall:
		return (is_plain_intrinsic(user, 3) || is_plain_intrinsic(user, 2))
			&& !LLVMIsUndef(operand_of(user, 2));
	default:
		return false;
	}
	return type_spaces(type) == 0 && !type_may_hold_reference(type)
		&& LLVMGetAlignment(user) <= a->e.word_bytes * 2;
}

/* Follows the pointers to the data. */
static bool
follow_data(struct alloc_opt *a, struct object *o, struct move *m)
{
	for (uint32_t i = 0; i < m->ndata; i++)
		for (LLVMUseRef u = LLVMGetFirstUse(m->data[i]); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			if (a->budget < 2)
				return false;
			a->budget--;
			if (LLVMIsAGetElementPtrInst(user) && operand_of(user, 0) == m->data[i]
				&& LLVMGetNumIndices(user) <= MAX_INDICES
				&& LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind) {
				if (!add_data(a, m, user))
					return false;
				continue;
			}
			if (!LLVMIsAInstruction(user) || !user_suits(a, user, m->data[i])) {
				object_refuse(o, NULL, "its data are used in a way that no variable can serve");
				return false;
			}
			if (!ARENA_PUSH(&a->ar, m->until, m->nuntil, m->until_cap))
				return false;
			m->until[m->nuntil++] = user;
		}
	return true;
}

bool
memory_object_suits(struct alloc_opt *a, struct object *o, struct move *m)
{
	m->bytes = o->bytes = variable_bytes(a, o->value);
	if (m->bytes == OFFSET_UNKNOWN)
		return true; /* refused with other objects */
	for (uint32_t i = 0; i < o->nuse; i++) {
		const struct object_use *u = &o->use[i];
		if (u->kind == USE_GC_LOADED && !add_data(a, m, u->inst))
			return false;
		/* the address of the data may be used without julia.gc_loaded, too */
		if (u->kind == USE_LOAD && LLVMGetTypeKind(u->type) == LLVMPointerTypeKind
			&& !move_follow_raw(a, m, u->inst))
			return false;
	}
	return follow_data(a, o, m);
}

void
memory_object_header(struct alloc_opt *a, const struct object *o, LLVMValueRef variable)
{
	struct edit *e = &a->e;
	LLVMValueRef length = LLVMBuildIntCast2(e->builder, operand_of(o->value, ARG_LENGTH), e->word, false, "");
	LLVMValueRef data = edit_offset(e, variable, HEADER_WORDS * (int64_t)e->word_bytes, "memory_data");

	LLVMSetAlignment(LLVMBuildStore(e->builder, length, variable), e->word_bytes);
	LLVMSetAlignment(LLVMBuildStore(e->builder, data, edit_offset(e, variable, e->word_bytes, "")), e->word_bytes);
}

void
memory_object_rewrite(struct alloc_opt *a, struct move *m)
{
	for (uint32_t i = 0; i < m->ndata; i++) {
		LLVMValueRef old = m->data[i], made;
		/* the operand of a GEP has been replaced already */
		made = LLVMIsAGetElementPtrInst(old) ? move_rebuild_gep(a, old, operand_of(old, 0))
			: operand_of(old, 1);
		for (LLVMUseRef u; (u = LLVMGetFirstUse(old)) != NULL;) {
			LLVMValueRef user = LLVMGetUser(u);
			for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(user); k < n; k++)
				if (operand_of(user, k) == old)
					LLVMSetOperand(user, k, made);
			if (LLVMIsACallInst(user))
				m->retype[m->nretype++] = user;
			else if (!LLVMIsAGetElementPtrInst(user))
				move_weaken(a, user);
		}
	}
	for (uint32_t i = m->ndata; i > 0; i--)
		alloc_erase(a, m->data[i - 1]);
}
