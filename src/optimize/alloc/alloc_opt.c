/* SPDX-License-Identifier: MIT */
/* alloc_opt.c -- AllocOpt: objects that do not leave their function, or leave it only on cold paths, are not made.
**
** The pass works in rounds over the function.  In each, the objects that can become variables do so, and the variables
** go into SSA form together.  References that were fields of such an object are plain values then, so that the next
** round can look at the objects that they refer to.  When nothing more happens that way, objects that escape are taken
** apart, too, and made where they do.
**
** Before and behind that the tests and values of immediates are folded (immediates.c). */
#include "optimize/alloc/immediates.h"
#include "optimize/alloc/parts/parts.h"
#include "optimize/alloc/stack/move.h"

#include <stdlib.h>

#include "host/passes.h"
#include "host/remark.h"
#include "optimize/promote/promote.h"

enum { STACK_BYTES = 65536 };    /* default of the parameter `budget` */
/* Steps of work that a function may take: in all, for each of its instructions, and those of a round over an
** instruction.  A nest of objects takes a round for each of its levels. */
enum { FIRST_STEPS = 1 << 16, STEPS = 64, ROUND_STEPS = 2 };

struct calls { LLVMValueRef *call; uint32_t n, cap; };

/* ---- one object ---- */

static void
passed(struct alloc_opt *a, const struct object *o, const char *name, const char *what)
{
	if (remark_wanted(a->cx))
		remark_say(a->cx, LR_REMARK_PASSED, name, o->value, NULL, "allocation of %llu bytes %s",
			(unsigned long long)o->bytes, what);
}

/* The object is gone after this. */
static void
take_apart(struct alloc_opt *a, const struct virtual_plan *p)
{
	const struct object *o = p->shape;
	bool read = false;

	for (uint32_t i = 0; i < o->nfield; i++)
		read |= o->field[i].loaded || (o->field[i].reference && p->preserved);
	if (p->n > 1) {
		a->n.merged++;
		passed(a, o, "Merged", p->escapes ? "is split, with others that it meets, and made where it escapes"
			: "is split, with others that it meets");
	} else if (p->escapes) {
		a->n.cold++;
		passed(a, o, "Cold", "is made on cold paths only");
	} else if (read) {
		a->n.split++;
		passed(a, o, "Split", "is split into its fields");
	} else {
		a->n.deleted++;
		passed(a, o, "Deleted", "is deleted");
	}
	virtual_apply(a, p);
	a->cx->changed |= LR_CHANGED_IR;
}

enum verdict { STAYS, GONE, EXHAUSTED };

static enum verdict
optimize(struct alloc_opt *a, struct object *o, bool may_escape)
{
	struct virtual_plan p;

	if (!object_walk(a, o) || !object_fields(a, o))
		return EXHAUSTED;
	if (type_may_have_hook(a, o->type)) {
		object_refuse(o, NULL, type_hook_reason(a->cx, a->layout, o->type));
	} else if (o->id != INTR_GC_ALLOC_MEMORY
		&& ((may_escape && merges_suit(a, o, &p)) || virtual_suits(a, o, may_escape, &p))) {
		take_apart(a, &p);
		return GONE;
	} else if (!may_escape && move_suits(a, o)) {
		passed(a, o, "Moved", "moves to the stack");
		move_to_stack(a, o);
		a->n.moved++;
		a->cx->changed |= LR_CHANGED_IR;
		return GONE;
	}
	return a->ar.failed ? EXHAUSTED : STAYS;
}

/* The object stays on the heap, and the pass is done with it. */
static void
leave(struct alloc_opt *a, struct object *o)
{
	unsigned before = a->n.typeofs;

	if (remark_wanted(a->cx) && ptrmap_get(&a->made, o->value) == PTRMAP_NONE) {
		(void)move_suits(a, o); /* if it does not leave the function, this knows the reason */
		remark_say(a->cx, LR_REMARK_MISSED, "Heap", o->value, o->refused,
			"allocation stays on the heap: %s", o->reason != NULL ? o->reason
			: "it would have to be made as often");
	}
	object_fold_typeof(a, o);
	object_fold_merged_types(a, o);
	if (a->n.typeofs > before)
		passed(a, o, "Typeof", "stays, but its type is known where it is asked for");
}

/* ---- a function ---- */

static bool
collect(struct alloc_opt *a, struct calls *c)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(a->fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i != NULL; i = next) {
			next = LLVMGetNextInstruction(i);
			prefetch_instruction(next);
			if (LLVMGetInstructionOpcode(i) != LLVMCall)
				continue;
			enum intrinsic id = edit_intrinsic(&a->e, i);
			if (id != INTR_GC_ALLOC_OBJ && id != INTR_GC_ALLOC_MEMORY)
				continue;
			if (!ARENA_PUSH(&a->ar, c->call, c->n, c->cap))
				return false;
			c->call[c->n++] = i;
		}
	return true;
}

/* Puts the variables of this round into SSA form. */
static bool
promote(struct alloc_opt *a)
{
	struct promote_variable *v = arena_array(&a->ar, (size_t)a->nslots + 1, sizeof *v);
	uint32_t n = 0;

	for (uint32_t i = 0; v != NULL && i < a->nslots; i++) {
		LLVMTypeRef t = promote_type(a->slots[i]);
		if (t != NULL)
			v[n++] = (struct promote_variable){ .alloca = a->slots[i], .type = t };
	}
	a->nslots = 0;
	return v != NULL && promote_variables(&a->ar, &a->g, a->block, v, n);
}

/* One round.  Sets *changed if objects went; if it is false on entry, the function is as the last round has read it.
** In the last round of the function, those that stay are reported. */
static bool
run_round(struct alloc_opt *a, bool may_escape, bool *changed)
{
	struct calls c = { NULL, 0, 0 };
	struct object o, *stay = NULL;
	uint32_t nstay = 0, stay_cap = 0;
	bool ok, known = !*changed;

	*changed = false;
	if (!known) {
		arena_reset(&a->ar);
		a->slots = NULL;
		a->split = NULL;
		a->nsplit = a->split_cap = 0;
		a->nslots = a->slots_cap = 0;
	}
	if (!collect(a, &c) || c.n == 0)
		return !a->ar.failed;
	ok = known || function_read(a);
	if (!a->started)
		a->budget = FIRST_STEPS + (uint64_t)STEPS * a->order.count;
	a->started = true;
	if (a->budget <= (uint64_t)ROUND_STEPS * a->order.count) {
		a->budget = 0;
		return ok;
	}
	a->budget -= (uint64_t)ROUND_STEPS * a->order.count;
	for (uint32_t i = c.n; i-- > 0 && ok && a->budget > 0;) {
		/* one that went with an earlier one has no place any more */
		if (ptrmap_get(&a->order, c.call[i]) == PTRMAP_NONE
			|| (!object_of_call(a, c.call[i], &o) && !object_of_memory(a, c.call[i], &o)))
			continue;
		enum verdict v = optimize(a, &o, may_escape);
		*changed |= v == GONE;
		ok = !a->ar.failed;
		if (v == STAYS && may_escape && !*changed && ARENA_PUSH(&a->ar, stay, nstay, stay_cap))
			stay[nstay++] = o;
	}
	if (a->nslots > 0 && !promote(a))
		ok = false;
	if (ok && a->nsplit > 0) {
		escape_split_edges(a);
		*changed = true;
	}
	for (uint32_t i = 0; i < nstay && ok && !*changed; i++)
		leave(a, &stay[i]);
	return ok;
}

static bool
run_function(struct alloc_opt *a)
{
	bool may_escape = false, changed = true, ok = true;

	a->started = false;
	a->budget = 1;
	ptrmap_clear(&a->made);
	a->stack.spent = move_spent(a);
	a->stack.musttail = a->stack.musttail_known = a->stack.no_tails = false;
	while (ok && a->budget > 0) {
		ok = run_round(a, may_escape, &changed);
		if (!changed && may_escape)
			break;
		may_escape = !changed;
	}
	if (a->budget == 0 && remark_wanted(a->cx))
		remark_say(a->cx, LR_REMARK_MISSED, "Heap", a->fn, NULL,
			"the function is too large: not all of its allocations were looked at");
	return ok;
}

static void *
from_context(void *user, void *mem, size_t old_bytes, size_t new_bytes)
{
	return lr_realloc(user, mem, old_bytes, new_bytes);
}

static bool
is_called(LLVMModuleRef m, enum intrinsic id)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, intrinsic_name(id));

	return f != NULL && LLVMGetFirstUse(f) != NULL;
}

lr_status
pass_alloc_opt(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct alloc_opt a = { .cx = cx, .layout = LLVMGetModuleDataLayout(m) };
	bool ok = true;

	a.stack.limit = params != NULL ? strtoul(strchr(params, '=') + 1, NULL, 10) : STACK_BYTES;
	bool folds = is_called(m, INTR_IMMEDIATE_TEST) || is_called(m, INTR_IMMEDIATE_VALUE);
	if (!folds && !is_called(m, INTR_GC_ALLOC_OBJ) && !is_called(m, INTR_GC_ALLOC_MEMORY))
		return LR_OK;
	ok = edit_begin(&a.e, cx, m);
	arena_init(&a.ar, from_context, cx);
	ptrmap_init(&a.seen, from_context, cx);
	ptrmap_init(&a.id, from_context, cx);
	ptrmap_init(&a.order, from_context, cx);
	ptrmap_init(&a.derived, from_context, cx);
	ptrmap_init(&a.banned, from_context, cx);
	ptrmap_init(&a.made, from_context, cx);
	for (size_t i = 0; i < nfns && ok; i++) {
		a.fn = fns[i];
		ok = (!folds || immediates_fold(&a)) && run_function(&a) && (!folds || immediates_fold(&a));
	}
	ptrmap_free(&a.made);
	ptrmap_free(&a.banned);
	ptrmap_free(&a.derived);
	ptrmap_free(&a.order);
	ptrmap_free(&a.id);
	ptrmap_free(&a.seen);
	arena_free(&a.ar);
	edit_end(&a.e);
	return ok ? LR_OK : lr_stop_early(cx);
}
