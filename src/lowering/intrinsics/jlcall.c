/* SPDX-License-Identifier: MIT */
/* jlcall.c -- lowers julia.call, call2, call3, which list arguments, to the C calling convention of boxed calls.
**
**   julia.call (fptr, F, args...)       -> fptr(F, args, n)
**   julia.call2(fptr, mi, F, args...)   -> fptr(F, args, n, mi)
**   julia.call3(fptr, F, args...)       -> fptr(F, args, n), F derived
**
** If placement has put the arguments into consecutive words of the GC frame (ARGUMENTS_METADATA), these are the array.
** Other calls use a buffer of the function, large enough for the longest list, which is filled anew before each call.
** The buffer is no root: the arguments are in root slots while a collection could happen. */
#include "lowering/common/lowering.h"

/* Position of F among the operands. */
static unsigned
function_operand(enum intrinsic id)
{
	return id == INTR_CALL2 ? 2 : 1;
}

lr_status
jlcall_check(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	const char *form = id == INTR_CALL ? "x:0tt*" : id == INTR_CALL2 ? "x:0ttt*" : "x:0dt*";
	lr_status st = signature_check(l, call, id, form);

	if (st != LR_OK)
		return st;
	if (LLVMIsACallInst(call) && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail)
		return lr_fail(l->cx, LR_E_DIALECT, call, "%s cannot be a musttail call: its signature changes",
			intrinsic_name(id));
	if (LLVMGetMetadata(call, l->md_arguments) != NULL) /* only placement knows the words of its frame */
		return lr_fail(l->cx, LR_E_DIALECT, call, "%s has \"%s\" already, which only placement gives",
			intrinsic_name(id), ARGUMENTS_METADATA);
	edit_plan_name(&l->e, call);
	edit_plan_attributes(&l->e, call, AT_FUNCTION);
	edit_plan_attributes(&l->e, call, AT_RETURN);
	edit_plan_attributes(&l->e, call, function_operand(id) + 1);
	if (id == INTR_CALL2)
		edit_plan_attributes(&l->e, call, 2);
	return LR_OK;
}

void
jlcall_begin(struct lower *l)
{
	l->jlcall_frame = NULL;
	l->jlcall_args = 0;
	l->arrays_known = false;
}

void
jlcall_prepare(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	uint32_t n = LLVMGetNumArgOperands(call) - function_operand(id) - 1;

	if (l->jlcall_args < n && LLVMGetMetadata(call, l->md_arguments) == NULL)
		l->jlcall_args = n;
}

/* Finds the addresses of argument arrays that placement has built. Those of stack variables have a size, and are
** skipped. */
static void
find_arrays(struct lower *l)
{
	LLVMValueRef frame = frame_of(l, l->fn);

	l->arrays_known = true;
	for (LLVMUseRef u = frame ? LLVMGetFirstUse(frame) : NULL; u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef slot = LLVMGetUser(u);
		if (!LLVMIsACallInst(slot) || edit_intrinsic(&l->e, slot) != INTR_GET_GC_FRAME_SLOT
			|| !LLVMIsAConstantInt(LLVMGetOperand(slot, 1))
			|| LLVMGetCallSiteAttributeCount(slot, LLVMAttributeReturnIndex) != 0)
			continue;
		uint64_t word = LLVMConstIntGetZExtValue(LLVMGetOperand(slot, 1));
		if (word < l->narrays)
			l->arrays[word] = slot;
	}
}

/* The address of the words of the frame in which the arguments of `call` are; NULL: they are not in the frame. */
static LLVMValueRef
arguments_in_frame(struct lower *l, LLVMValueRef call)
{
	LLVMValueRef node = LLVMGetMetadata(call, l->md_arguments), word;

	if (node == NULL)
		return NULL;
	if (!l->arrays_known)
		find_arrays(l);
	LLVMGetMDNodeOperands(node, &word);
	LLVMSetMetadata(call, l->md_arguments, NULL); /* the new call must not get it */
	return l->arrays[LLVMConstIntGetZExtValue(word)];
}

/* Builds the stores of `n` operands of the call, beginning with `from`, into the buffer. Returns the address to pass:
** null if n is 0, or words of the frame, without any store. */
static LLVMValueRef
store_arguments(struct lower *l, LLVMValueRef call, unsigned from, unsigned n)
{
	struct edit *e = &l->e;
	LLVMValueRef there = n == 0 ? LLVMConstNull(e->ptr) : arguments_in_frame(l, call);

	if (there != NULL)
		return there;
	if (l->jlcall_frame == NULL)
		l->jlcall_frame = edit_entry_alloca(e, l->fn, e->tracked, edit_i32(e, l->jlcall_args), e->word_bytes,
			"jlcallframe");
	edit_before(e, call);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef index = edit_i32(e, i);
		LLVMValueRef at = i == 0 ? l->jlcall_frame
			: LLVMBuildInBoundsGEP2(e->builder, e->tracked, l->jlcall_frame, &index, 1, "");
		LLVMValueRef store = LLVMBuildStore(e->builder, LLVMGetOperand(call, from + i), at);
		LLVMSetAlignment(store, e->word_bytes);
	}
	return l->jlcall_frame;
}

static bool
is_ordinary(LLVMValueRef call, enum intrinsic id, unsigned nargs)
{
	return nargs > 0 && LLVMIsACallInst(call) && LLVMGetCallSiteAttributeCount(call, function_operand(id) + 1) == 0
		&& (id != INTR_CALL2 || LLVMGetCallSiteAttributeCount(call, 2) == 0);
}

/* A copy of the model; NULL: the model does not fit the call. */
static LLVMValueRef
copied_call(struct lower *l, LLVMValueRef call, enum intrinsic id, unsigned nargs, LLVMTypeRef type, LLVMValueRef fptr,
	LLVMValueRef *args, unsigned n)
{
	return is_ordinary(call, id, nargs) ? edit_from_model(&l->e, &l->boxed_call, call, type, fptr, args, n) : NULL;
}

static LLVMValueRef
new_call(struct lower *l, LLVMValueRef call, enum intrinsic id, unsigned nargs, LLVMTypeRef type, LLVMValueRef fptr,
	LLVMValueRef *args, unsigned n)
{
	struct edit *e = &l->e;
	LLVMValueRef made = LLVMIsAInvokeInst(call) ? LLVMBuildInvoke2(e->builder, type, fptr, args, n,
		LLVMGetNormalDest(call), LLVMGetUnwindDest(call), "")
		: LLVMBuildCall2(e->builder, type, fptr, args, n, "");

	/* The front end's memory effects do not include the argument buffer. */
	edit_copy_attributes(e, call, AT_FUNCTION, made, AT_FUNCTION, nargs > 0 ? EDIT_DROP_MEMORY : 0);
	edit_copy_attributes(e, call, AT_RETURN, made, AT_RETURN, 0);
	edit_copy_attributes(e, call, function_operand(id) + 1, made, 1, 0);
	if (id == INTR_CALL2)
		edit_copy_attributes(e, call, 2, made, 4, 0);
	if (is_ordinary(call, id, nargs))
		edit_model_set(&l->boxed_call, call, made);
	return made;
}

/* The type of a boxed call. It is cached, since nearly all boxed calls have the same one. */
static LLVMTypeRef
boxed_type(struct lower *l, LLVMTypeRef result, LLVMValueRef *args, unsigned n)
{
	bool same = l->boxed_type.n == n && l->boxed_type.result == result;

	for (unsigned i = 0; i < n; i++) {
		LLVMTypeRef own = LLVMTypeOf(args[i]);
		same = same && l->boxed_type.params[i] == own;
		l->boxed_type.params[i] = own;
	}
	if (!same) {
		l->boxed_type.n = n;
		l->boxed_type.result = result;
		l->boxed_type.type = LLVMFunctionType(result, l->boxed_type.params, n, false);
	}
	return l->boxed_type.type;
}

void
jlcall_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct edit *e = &l->e;
	unsigned at = function_operand(id), nargs = LLVMGetNumArgOperands(call) - at - 1, n = 3;
	LLVMValueRef fptr = LLVMGetOperand(call, 0);

	edit_before(e, call);
	LLVMValueRef array = store_arguments(l, call, at + 1, nargs),
		args[4] = { LLVMGetOperand(call, at), array, edit_i32(e, nargs) };
	if (id == INTR_CALL2)
		args[n++] = LLVMGetOperand(call, 1);
	LLVMTypeRef type = boxed_type(l, LLVMTypeOf(call), args, n);
	LLVMValueRef made = copied_call(l, call, id, nargs, type, fptr, args, n);
	if (made == NULL)
		made = new_call(l, call, id, nargs, type, fptr, args, n);
	edit_copy_call_site(e, call, made);
	/* `tail` means that the callee does not access this function's allocas; but it reads the buffer. */
	if (nargs > 0 && LLVMIsACallInst(made) && LLVMGetTailCallKind(made) == LLVMTailCallKindTail)
		LLVMSetTailCallKind(made, LLVMTailCallKindNone);
	edit_replace(e, call, made);
}
