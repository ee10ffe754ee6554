/* SPDX-License-Identifier: MIT */
/* scan.c -- reads one function into compact form: gives tracked values ids, lists definitions, uses and safepoints.
**
** One walk over the instructions in reverse post-order.  Operands dominate their users, so that their bases are known;
** only phis wait for the end. */
#include "gcroots/scan/scan.h"

/* Returns the second parameter of `P10 f(P10 callee, ptr args, i32 n, ...)` if the caller is known to root the array
** that it points to; otherwise NULL.  The front end marks such functions as thunks, or the profile says it of all
** functions of that form. */
static LLVMValueRef
jlcall_arguments(struct session *s, LLVMValueRef fn)
{
	LLVMTypeRef t = LLVMGlobalGetValueType(fn), p[4];
	unsigned n = LLVMCountParamTypes(t);

	if (n < 3 || n > 4 || pointer_as(LLVMGetReturnType(t)) != LR_AS_TRACKED)
		return NULL;
	LLVMGetParamTypes(t, p);
	if (LLVMGetTypeKind(p[0]) != LLVMPointerTypeKind || LLVMGetTypeKind(p[1]) != LLVMPointerTypeKind
	    || LLVMGetPointerAddressSpace(p[0]) != LR_AS_TRACKED || LLVMGetPointerAddressSpace(p[1]) != LR_AS_GENERIC
	    || LLVMGetTypeKind(p[2]) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(p[2]) != 32
	    || (n == 4 && pointer_as(p[3]) != LR_AS_TRACKED))
		return NULL;
	if (!s->cx->profile.caller_roots_jlcall_args
	    && !LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "thunk", 5))
		return NULL;
	return LLVMGetParam(fn, 1);
}

/* Notes a parameter that is the address of a copy, made by the caller for this function alone. */
static void
note_byval(struct scan *sc, unsigned p)
{
	struct ir *ir = sc->ir;

	if (LLVMGetEnumAttributeAtIndex(ir->fn, p, sc->s->kind_byval)
	    && ARENA_PUSH(sc->ar, ir->byval, ir->nbyval, ir->byval_cap))
		ir->byval[ir->nbyval++] = p;
}

/* Records parameter number `p`, counted from 1.  The caller roots the arguments unless this function roots them itself.
** Where objects move, the roots of the caller do not update the copies of this function, so tracked arguments are
** values.  Objects into which derived arguments point must be pinned by the caller. */
static void
scan_argument(struct scan *sc, LLVMValueRef a, unsigned p)
{
	const struct type_info *t = scan_type(sc, a);

	if (t->as >= 0)
		note_byval(sc, p);
	if (t->count == 0)
		return;
	sc->callee_rooted_param |= t->as == LR_AS_CALLEE_ROOTED;
	if (!sc->special_param)
		sc->own_arguments = sc->s->moving || roots_arguments(&sc->s->tails, sc->ir->fn);
	sc->special_param = true;
	if (!sc->own_arguments) {
		scan_alias_bases(sc, a, (struct bases){ t->count, NULL, BASE_ROOTED });
		return;
	}
	base_id *v = arena_array(sc->ar, t->count, sizeof *v);
	for (uint32_t i = 0; v && i < t->count; i++) {
		v[i] = BASE_ROOTED;
		if (!scan_is_tracked(t, i))
			continue;
		v[i] = value_base(scan_value(sc, a, scan_element_kind(t), i));
		scan_event(sc, EVENT_DEF, base_value(v[i]));
	}
	if (v)
		scan_alias(sc, a, v, t->count);
}

/* Takes memory that suffices for most functions, so that the arrays of small ones need not grow. */
static bool
reserve(struct scan *sc)
{
	struct fn *f = sc->f;
	uint32_t n = f->g.nblk < 256 ? 2 * f->g.nblk + 16 : 512;

	f->event = arena_array(sc->ar, f->event_cap = 4 * n, sizeof *f->event);
	f->val = arena_array(sc->ar, f->val_cap = n, sizeof *f->val);
	sc->ir->defining = arena_array(sc->ar, sc->ir->defining_cap = n, sizeof *sc->ir->defining);
	sc->max_values = n;
	sc->max_safepoints = n;
	f->safe = arena_array(sc->ar, f->safe_cap = n, sizeof *f->safe);
	sc->ir->safe = arena_array(sc->ar, sc->ir->safe_cap = n, sizeof *sc->ir->safe);
	return f->event && f->val && sc->ir->defining && f->safe && sc->ir->safe;
}

static lr_status
scan_all(struct scan *sc, LLVMValueRef fn)
{
	struct fn *f = sc->f;
	unsigned p = 0;

	for (LLVMValueRef a = LLVMGetFirstParam(fn); a; a = LLVMGetNextParam(a))
		scan_argument(sc, a, ++p);
	for (sc->block = 0; sc->block < f->g.nblk && sc->status == LR_OK && !sc->ar->failed; sc->block++) {
		f->event_at[sc->block] = sc->block ? f->nevent : 0;
		f->safe_at[sc->block] = f->nsafe;
		sc->last_event = NONE;
		scan_block_at(sc, sc->place[sc->block]);
	}
	if (sc->status != LR_OK)
		return sc->status;
	f->event_at[f->g.nblk] = f->nevent;
	f->safe_at[f->g.nblk] = f->nsafe;
	if (sc->ninterior)
		scan_interior(sc);
	for (uint32_t i = 0; i < sc->nphi && !sc->ar->failed; i++)
		scan_finish_phi(sc, &sc->phi[i]);
	if (sc->ir->npad)
		scan_pads(sc);
	/* most small functions end here: there is nothing to place, so dominators are not computed */
	stack_finish_stores(sc);
	if (f->nsafe && sc->stack.ntyped_access)
		stack_check_types(sc);
	if (sc->callee_rooted_param && f->nsafe)
		scan_fail(sc, sc->ir->safe[0],
			"a function compiled by this library cannot take an argument in address space 12, because it "
			"would have to root it until it returns: use address space 10");
	f->nothing_to_place = f->nsafe == 0 || (!sc->crosses && sc->ir->nvar == 0 && !sc->s->moving);
	if ((!f->nothing_to_place || sc->s->shown) && !sc->ar->failed && cfg_analyse(&f->g, sc->ar)) {
		stack_disguised(sc);
		if (!sc->s->moving)
			scan_finish_loads(sc);
		scan_preserves(sc);
		stack_accesses(sc);
		for (value_id v = 0; v < f->nval && sc->s->moving; v++)
			f->val[v].local = false; /* each value is needed wherever it is live */
	}
	return sc->status;
}

/* Gives operands of boxed calls ids and defining values behind those of values. */
static void
scan_operands(struct scan *sc)
{
	struct fn *f = sc->f;
	uint32_t nval = f->nval;

	f->noperand = f->narray ? f->noperand : 0;
	sc->block = 0;
	for (uint32_t i = 0; i < f->noperand && !sc->ar->failed; i++) {
		value_id id = scan_value(sc, sc->ir->operand[i], VALUE_SELF, 0); /* this may move f->val */
		if (!sc->ar->failed)
			f->val[id].local = false;
	}
	f->nval = nval;
}

static void
begin(struct session *s, LLVMValueRef fn, struct arena *ar, struct fn *f, struct ir *ir)
{
	*f = (struct fn){ .ar = ar, .tmp = &s->tmp, .pool = &s->pool };
	*ir = (struct ir){ .fn = fn, .md_prof = s->md_prof, .word = s->word };
	f->name = s->shown ? value_name(fn) : NULL; /* reading a name is slow */
}

/* Reads the whole function, whether it has a GC stack or not. */
static lr_status
read_function(struct session *s, LLVMValueRef fn, struct arena *ar, struct fn *f, struct ir *ir)
{
	struct scan sc = { .s = s, .f = f, .ir = ir, .ar = ar, .status = LR_OK, .last_event = NONE };

	ptrmap_clear(&s->values);
	ptrmap_clear(&s->indices);
	if ((s->code.fn != fn && !session_read(s, fn)) || !scan_cfg(&sc))
		return lr_nomem(s->cx);
	ptrmap_grow_for(&s->values, 4 * f->g.nblk); /* the map is empty here, so that growing it moves nothing */
	f->event_at = arena_array(ar, (size_t)f->g.nblk + 1, sizeof *f->event_at);
	f->safe_at = arena_array(ar, (size_t)f->g.nblk + 1, sizeof *f->safe_at);
	if (!f->event_at || !f->safe_at || !reserve(&sc))
		return lr_nomem(s->cx);
	f->event_at[0] = 0; /* parameters are defined in the first block */
	sc.jlcall_args = jlcall_arguments(s, fn);
	f->moving = s->moving;
	lr_status status = scan_all(&sc, fn);
	code_drop(&s->code); /* the function may be changed before it is scanned again */
	ir->pool = sc.pool;
	ir->expects = s->expects;
	scan_operands(&sc);
	if (ar->failed || s->values.failed || s->types.failed || s->callees.failed || s->indices.failed
		|| s->perm.failed)
		return lr_nomem(s->cx);
	return status;
}

lr_status
scan_function(struct session *s, LLVMValueRef fn, struct arena *ar, struct fn *f, struct ir *ir)
{
	begin(s, fn, ar, f, ir);
	ir->pgcstack = gcstack_find(&s->getters, fn);
	if (!ir->pgcstack) {
		code_drop(&s->code);
		return LR_OK;
	}
	LLVMTypeRef t = LLVMTypeOf(ir->pgcstack);
	if (LLVMGetTypeKind(t) != LLVMPointerTypeKind || as_is_special(LLVMGetPointerAddressSpace(t)))
		return lr_fail(s->cx, LR_E_DIALECT, fn,
			"the \"gcstack\" argument is not a pointer to the task's head of frames");
	return read_function(s, fn, ar, f, ir);
}

lr_status
scan_quietly(struct session *s, LLVMValueRef fn, struct arena *ar, struct fn *f, struct ir *ir)
{
	begin(s, fn, ar, f, ir);
	s->quiet = true;
	lr_status status = read_function(s, fn, ar, f, ir);
	s->quiet = false;
	code_drop(&s->code);
	return status;
}
