/* SPDX-License-Identifier: MIT */
/* remove.c -- RemoveJuliaAddrspaces: address spaces 10 to 13 become 0 in the whole module.  RemoveAddrspaces: all.
**
** This concerns types, globals and their initialisers, constants, signatures, attributes that name types, names of
** LLVM's intrinsics, and instructions.  Casts between equal types disappear.  Other address spaces stay, names stay
** (except those of named structures that change, see typemap.c), and metadata and debug information stay.  A module
** without such spaces is not touched.  If something cannot be changed, that is diagnosed, and the module is not
** touched either.
**
** RemoveAddrspaces also removes the data layout's specifications of the spaces of stack, code and globals.  It does
** not correct sizes and offsets that were computed for pointers narrower than those of space 0.
**
** LLVM-C cannot copy the following to a rebuilt value: partition, code model and sanitizer properties of globals,
** which it can neither read nor write; `inrange` of constant GEPs, which only lets the optimiser split tables; both
** wrap flags of constant arithmetic that has the two.  On LLVM 19 also several metadata entries of one kind on one
** global (reported).  Constants that only metadata refers to keep their types: they and their nodes belong to all
** modules of the context.  Target extension types keep theirs.
**
** Before code generation, dropping the casts may do: drop_casts.c. */
#include "addrspace/remove/remove.h"
#include "addrspace/remove/wasm.h"
#include "host/passes.h"

static void *
from_context(void *user, void *p, size_t old_bytes, size_t new_bytes)
{
	return lr_realloc(user, p, old_bytes, new_bytes);
}

static bool
ready(struct remover *r)
{
	r->values = arena_array(&r->arena, r->max_operands + 1, sizeof *r->values);
	r->blocks = arena_array(&r->arena, r->max_operands + 1, sizeof *r->blocks);
	r->bundles = arena_array(&r->arena, r->max_bundles + 1, sizeof *r->bundles);
	r->attributes = arena_array(&r->arena, r->max_attributes + 1, sizeof *r->attributes);
	if (!clones_ready(r))
		return false;
	if (!clones_anew(r))
		retype_plan_names(r);
	r->name = arena_array(&r->arena, r->max_name + 1, 1);
	return constants_ready(r) && layout_ready(r) && !r->arena.failed && !r->types.failed && !r->seen.failed
		&& !r->template_of.failed;
}

static lr_status
remove_spaces(lr_context *cx, LLVMModuleRef m, bool all, bool from_wasm)
{
	struct remover r = { .cx = cx, .module = m, .context = LLVMGetModuleContext(m), .status = LR_OK, .all = all,
		.from_wasm = from_wasm };

	r.ptr = LLVMPointerTypeInContext(r.context, LR_AS_GENERIC);
	arena_init(&r.arena, from_context, cx);
	ptrmap_init(&r.types, from_context, cx);
	ptrmap_init(&r.seen, from_context, cx);
	ptrmap_init(&r.constants, from_context, cx);
	ptrmap_init(&r.template_of, from_context, cx);
	r.attr_swifterror = LLVMGetEnumAttributeKindForName("swifterror", 10);
	r.attr_inalloca = LLVMGetEnumAttributeKindForName("inalloca", 8);
	clones_plan(&r);
	if (r.status == LR_OK && (r.arena.failed || r.types.failed || r.seen.failed || r.template_of.failed))
		r.status = lr_nomem(cx);
	if (r.status == LR_OK && r.any && !ready(&r))
		r.status = lr_nomem(cx);
	if (r.status == LR_OK && r.any) {
		r.builder = LLVMCreateBuilderInContext(r.context);
		cx->changed |= LR_CHANGED_IR | LR_CHANGED_CFG;
		layout_final(&r);
		clones_replace(&r);
		retype_free_models(&r);
		layout_final(&r);
		LLVMDisposeBuilder(r.builder);
	}
	templates_free(&r);
	ptrmap_free(&r.template_of);
	ptrmap_free(&r.constants);
	ptrmap_free(&r.seen);
	ptrmap_free(&r.types);
	arena_free(&r.arena);
	return r.status;
}

lr_status
pass_remove_julia_addrspaces(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	(void)fns, (void)nfns, (void)params;
	/* WebAssembly has types of its own in space 10. */
	if (cx->spaces == SPACES_MAY_STAY && !is_wasm(m) && drop_casts(m)) {
		cx->spaces = SPACES_STAYED;
		cx->changed |= LR_CHANGED_IR;
		return LR_OK;
	}
	lr_status st = remove_spaces(cx, m, false, false);

	return st == LR_OK ? wasm_spaces_gone(cx, m) : st;
}

lr_status
pass_remove_addrspaces(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	(void)fns, (void)nfns, (void)params;
	return remove_spaces(cx, m, true, false);
}

lr_status
wasm_take_spaces(lr_context *cx, LLVMModuleRef m)
{
	lr_status st = wasm_layout_widen(cx, m);

	if (st == LR_OK)
		st = remove_spaces(cx, m, false, true);
	if (st == LR_OK)
		wasm_hold_vectors(cx, m);
	return st;
}
