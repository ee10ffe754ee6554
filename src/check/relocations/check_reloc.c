/* SPDX-License-Identifier: MIT */
/* check_reloc.c -- CheckGCRelocations: behind a statepoint only relocated pointers are used.
**
** The rule
**
** A collection may happen at each statepoint, and move any object.  So a pointer that was made before a statepoint is
** useless behind it: only the results of its gc.relocates point to the objects then.
**
** Abstract state.  A *node* is a value that holds pointers of collected address spaces, its *parts*.  A node either
** *forwards* pointers that its operands hold (cast, address arithmetic, phi, select, building and taking apart of
** composites), or it is a *source* (argument, call, load, gc.relocate, ...).  Each part has two bits, both "may":
**   movable   a collection may move what it points to                                            check_reloc_movable.c
**   stale     it points to where the object was before a statepoint                                check_reloc_stale.c
**
** Transfer (the model: check_reloc_model.c; how a forwarding node is made: check_reloc_made.c)
**   source                        not stale; movable, unless it is a constant, a type, immutable memory that nothing
**                                 moves, or an argument that the caller holds in place
**   gc.relocate, gc.result        a source; defined directly behind its statepoint, on the edge that control takes
**   forwarding node               a part is movable or stale if a part that it may be made from is, as read there
**   part p of node n, read at u   stale if it is movable, and either p of n is stale, or a path from the definition of
**                                 n to u that does not pass that definition again crosses a statepoint
**   phi                           reads each operand at the end of the predecessor that it comes from
** Join: union over all operands and paths.  The result is the least fixed point.
**
** It is an error if
**   1. an instruction reads a stale part.  Forwarding it is none, for nobody has to use the result; nor is a comparison
**      with a constant, or an intrinsic for debugging, lifetimes or assumptions                    check_reloc_stale.c
**   2. a gc.relocate belongs to no statepoint, or names an operand that its statepoint does not have; or its base is
**      not the address of an object; or its pointer does not point into its base                  check_reloc_pairs.c
**   3. in a function that PlaceStatepoints has built: control goes to code whose frames no table describes, and on some
**      path there is no anchor in the chain, or the anchor does not say where the stack pointer is; or the function
**      returns, and on some path the anchor is still linked                                  check_reloc_anchor.c
**   4. a value holds more than PARTS_MAX pointers, or is cast into a collected space from more than RMODEL_DEEP values
**      outside of it, some of which may be objects: nothing is proved
**
** What it takes for granted: LLVM's verifier has accepted the function.  A call that may collect is a statepoint.  What
** is loaded from memory is up to date: memory is not followed here, but by the proofs of stack memory (memory/).
**
** Two more proofs stand on the same model.  Where slots are read again behind each safepoint, roots/check_moved.c asks
** the same question with safepoints for statepoints.  check_reloc_lost.c asks it of poison: does a lane become poison
** when vectors are put together again? */
#include "check/relocations/check_reloc.h"

#include "check/relocations/check_reloc_model.h"
#include "lateroot/abi.h"
#include "host/passes.h"

static bool
has_statepoints(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if (rmodel_is_statepoint(i))
				return true;
	return false;
}

/* The spaces of the dialect without 13 (addresses loaded from objects), space 1, which LLVM's own collectors use, and
** each space that some gc.relocate of the module returns a pointer in. */
uint64_t
check_relocated_spaces(lr_context *cx, LLVMModuleRef module)
{
	uint64_t spaces = 1u << 1 | 1u << LR_AS_TRACKED | 1u << LR_AS_DERIVED | 1u << LR_AS_CALLEE_ROOTED;

	if (cx->keeps && cx->relocated.last == LLVMGetLastFunction(module)) /* nothing was declared since */
		return cx->relocated.spaces;
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		if (strncmp(value_name(f), "llvm.experimental.gc.relocate.", 30) != 0)
			continue;
		LLVMTypeRef t = LLVMGetReturnType(LLVMGlobalGetValueType(f));
		t = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
		if (LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) > 0
			&& LLVMGetPointerAddressSpace(t) < 64)
			spaces |= UINT64_C(1) << LLVMGetPointerAddressSpace(t);
	}
	cx->relocated.last = LLVMGetLastFunction(module);
	return cx->relocated.spaces = spaces;
}

bool
check_relocation_rule(struct rmodel *m)
{
	m->rule = "limit";
	if (m->unfollowed)
		rmodel_report(m, m->unfollowed,
			"holds more than %u pointers, which cannot be followed: relocations are not proved",
			(unsigned)PARTS_MAX);
	if (m->unfollowed_cast)
		rmodel_report(m, m->unfollowed_cast,
			"is cast from more than %u values, which cannot be followed: relocations are not proved",
			(unsigned)RMODEL_DEEP);
	return check_relocation_uses(m) && check_relocation_pairs(m) && check_relocation_anchors(m);
}

lr_status
check_relocations(lr_context *cx, LLVMValueRef fn, uint64_t spaces)
{
	struct arena ar;
	struct rmodel m;

	if (!has_statepoints(fn))
		return LR_OK;
	arena_init(&ar, cx->options.alloc, cx->options.user);
	bool ok = rmodel_init(&m, cx, fn, &ar, spaces, NULL, NULL) && check_relocation_rule(&m);
	lr_status st = ok ? m.status : lr_nomem(cx);
	rmodel_free(&m);
	arena_free(&ar);
	return st;
}

lr_status
pass_check_relocations(lr_context *cx, LLVMModuleRef module, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	const uint64_t spaces = check_relocated_spaces(cx, module);
	lr_status status = LR_OK;

	(void)params;
	for (size_t i = 0; i < nfns; i++) {
		lr_status st = check_relocations(cx, fns[i], spaces);
		if (st == LR_E_NOMEM)
			return st;
		if (st != LR_OK)
			status = st;
	}
	return status;
}
