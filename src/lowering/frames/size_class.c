/* SPDX-License-Identifier: MIT */
/* size_class.c -- lowers julia.gc_alloc_bytes to the entry of the runtime for the size.
**
**   constant, within the size classes   small(ptls, i32 pool offset, i32 bytes of the class, type)
**   constant, larger                    big  (ptls, size with header, type)
**   not constant                        typed(ptls, size without header, type)
**
** Whether the type is passed, and what the pool offset is, depends on the profile. */
#include "lowering/common/lowering.h"

enum { ARG_PTLS, ARG_SIZE, ARG_TYPE };

enum entry { SMALL, BIG, TYPED };

/* The entry for an allocation; *class: of a small object. */
static enum entry
choose(const struct lower *l, LLVMValueRef call, uint32_t *class)
{
	const struct lr_profile *p = l->profile;
	uint64_t header = profile_header_bytes(p, l->e.word_bytes);
	LLVMValueRef size = LLVMGetOperand(call, ARG_SIZE);

	if (!LLVMIsAConstantInt(size))
		return p->typed_alloc[0] != '\0' ? TYPED : BIG;
	uint64_t bytes = LLVMConstIntGetZExtValue(size);
	if (bytes > UINT64_MAX - header) /* the sum would overflow; the runtime refuses such a size */
		return p->typed_alloc[0] != '\0' ? TYPED : BIG;
	return profile_class(p, bytes + header, alloc_align(&l->e, call), class) ? SMALL : BIG;
}

static const char *
entry_name(const struct lr_profile *p, enum entry entry)
{
	return entry == SMALL ? p->small_alloc : entry == BIG ? p->big_alloc : p->typed_alloc;
}

lr_status
alloc_bytes_check(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	lr_status st = signature_check(l, call, id, "t:0ii");
	char buffer[RUNTIME_NAME_BYTES];
	uint32_t class;

	if (st != LR_OK)
		return st;
	edit_plan_name(&l->e, call);
	edit_plan_attributes(&l->e, call, AT_FUNCTION);
	edit_plan_attributes(&l->e, call, AT_RETURN);
	return runtime_name_check(l, call,
		runtime_name(l, call, entry_name(l->profile, choose(l, call, &class)),
			&buffer));
}

static LLVMValueRef
entry_function(struct lower *l, const char *name, LLVMTypeRef type)
{
	bool known = LLVMGetNamedFunction(l->e.module, name) != NULL;
	LLVMValueRef f = runtime_function(l, name, type);

	if (!known) { /* allocation.c says why there are no other attributes, and which calls are noalias */
		if (!alloc_may_have_hook(l, NULL)) /* no type has one */
			add_attribute(l->e.context, f, AT_RETURN, "noalias", 0);
		add_attribute(l->e.context, f, AT_RETURN, "nonnull", 0);
		add_attribute(l->e.context, f, AT_FUNCTION, "nounwind", 0);
	}
	return f;
}

void
alloc_bytes_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct edit *e = &l->e;
	const struct lr_profile *p = l->profile;
	LLVMValueRef args[4] = { LLVMGetOperand(call, ARG_PTLS) }, size = LLVMGetOperand(call, ARG_SIZE);
	uint32_t class = 0;
	unsigned n = 1;
	enum entry entry = choose(l, call, &class);

	(void)id;
	edit_before(e, call);
	if (entry == SMALL) {
		args[n++] = LLVMConstInt(e->i32,
			(unsigned long long)p->pool_offset + (unsigned long long)p->pool_stride * class, true);
		args[n++] = edit_i32(e, p->classes[class]);
	} else {
		size = LLVMBuildIntCast2(e->builder, size, e->word, false, "");
		args[n++] = entry == TYPED
			? size
			: LLVMBuildAdd(e->builder, size, edit_word(e, profile_header_bytes(p, e->word_bytes)), "");
	}
	if (p->alloc_passes_type)
		args[n++] = LLVMBuildIntCast2(e->builder, LLVMGetOperand(call, ARG_TYPE), e->word, false, "");
	LLVMTypeRef params[4];
	for (unsigned i = 0; i < n; i++)
		params[i] = LLVMTypeOf(args[i]);
	LLVMTypeRef type = LLVMFunctionType(e->tracked, params, n, false);
	char buffer[RUNTIME_NAME_BYTES];
	const char *name = runtime_name(l, call, entry_name(p, entry), &buffer);
	LLVMValueRef callee = entry_function(l, name, type);
	struct edit_model *model = &l->allocations[class % ALLOC_MODELS].m; /* the attributes contain the size */
	LLVMValueRef made = edit_from_model(e, model, call, type, callee, args, n);
	if (made == NULL) {
		made = LLVMBuildCall2(e->builder, type, callee, args, n, "");
		edit_copy_attributes(e, call, AT_FUNCTION, made, AT_FUNCTION, EDIT_DROP_MEMORY | EDIT_DROP_ALLOC);
		edit_copy_attributes(e, call, AT_RETURN, made, AT_RETURN, 0);
		edit_model_set(model, call, made);
	}
	edit_copy_call_site(e, call, made);
	LLVMValueRef number = LLVMGetOperand(call, ARG_TYPE);
	edit_replace(e, call, made);
	if (LLVMIsAPtrToIntInst(number) && LLVMGetFirstUse(number) == NULL) /* the entry takes no type */
		LLVMInstructionEraseFromParent(number);
}
