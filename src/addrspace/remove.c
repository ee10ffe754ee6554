/* remove.c -- RemoveJuliaAddrspaces: address spaces 10 to 13 become 0 in the whole module.
**
** Types, globals and their initialisers, constants, signatures, attributes that name types, names of LLVM's intrinsics,
** instructions.  Casts that have nothing left to cast disappear.  Other address spaces stay, names stay (but those of
** named structures that change, see typemap.c), metadata and debug information stay.  A module without special spaces is not
** touched at all, and neither is one in which something cannot be changed, which is diagnosed.
**
** What LLVM-C cannot carry over to what is made anew: partition, code model and sanitizer properties of globals, `inrange` of
** constant GEPs, wrap flags of constant arithmetic, on LLVM 19 also synchronisation scopes other than a single thread.
** Constants that only metadata refers to keep their types. */
#include <stdlib.h>

#include "addrspace/remove.h"
#include "passes.h"

static void *
from_context(void *user, void *p, size_t old_bytes, size_t new_bytes)
{
	return lr_realloc(user, p, old_bytes, new_bytes);
}

/* The stack's address space: "A5" in the data layout, 0 if nothing is said. */
static unsigned
alloca_space(LLVMModuleRef m)
{
	for (const char *s = LLVMGetDataLayoutStr(m); *s != '\0';) {
		if (*s == 'A')
			return (unsigned)strtoul(s + 1, NULL, 10);
		s += strcspn(s, "-");
		s += *s == '-';
	}
	return 0;
}

static bool
ready(struct remover *r)
{
	r->values = arena_array(&r->arena, r->max_operands + 1, sizeof *r->values);
	r->blocks = arena_array(&r->arena, r->max_operands + 1, sizeof *r->blocks);
	r->bundles = arena_array(&r->arena, r->max_bundles + 1, sizeof *r->bundles);
	r->attributes = arena_array(&r->arena, r->max_attributes + 1, sizeof *r->attributes);
	r->name = arena_array(&r->arena, r->max_name + 1, 1);
	return shells_ready(r) && constants_ready(r) && !r->arena.failed && !r->types.failed && !r->seen.failed;
}

lr_status
pass_remove_julia_addrspaces(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct remover r = { .cx = cx, .module = m, .context = LLVMGetModuleContext(m), .status = LR_OK };

	(void)fns, (void)nfns, (void)params;
	r.ptr = LLVMPointerTypeInContext(r.context, LR_AS_GENERIC);
	r.alloca_as = alloca_space(m);
	arena_init(&r.arena, from_context, cx);
	ptrmap_init(&r.types, from_context, cx);
	ptrmap_init(&r.seen, from_context, cx);
	ptrmap_init(&r.constants, from_context, cx);
	shells_plan(&r);
	if (r.status == LR_OK && (r.arena.failed || r.types.failed || r.seen.failed))
		r.status = lr_nomem(cx);
	if (r.status == LR_OK && r.any && !ready(&r))
		r.status = lr_nomem(cx);
	if (r.status == LR_OK && r.any) {
		r.builder = LLVMCreateBuilderInContext(r.context);
		cx->changed |= LR_CHANGED_IR | LR_CHANGED_CFG;
		shells_replace(&r);
		LLVMDisposeBuilder(r.builder);
	}
	ptrmap_free(&r.constants);
	ptrmap_free(&r.seen);
	ptrmap_free(&r.types);
	arena_free(&r.arena);
	return r.status;
}
