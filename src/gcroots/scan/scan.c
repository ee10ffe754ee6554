/* scan.c -- read one function into compact form: number the tracked values, list definitions, uses and safepoints.
** The only reader of IR before rewrite; one walk over the instructions in reverse post-order.
**
** Every special pointer comes down to numbers (`base_id`): a tracked pointer to its own, a derived pointer to its
** base's, a composite to one for each special pointer in it.  Operands dominate their users, so their numbers are
** known; only phis wait for the end. */
#include "gcroots/scan/scan.h"

void
scan_fail(struct scan *sc, LLVMValueRef at, const char *message)
{
	if (sc->status == LR_OK)
		sc->status = lr_fail(sc->s->cx, LR_E_DIALECT, at, "%s", message);
}

static const struct type_info NO_TYPE = { .as = -1 };

const struct type_info *
scan_type_slow(struct scan *sc, LLVMValueRef v)
{
	const struct type_info *t = session_type(sc->s, LLVMTypeOf(v));

	if (!t) {
		sc->ar->failed = true;
		return &NO_TYPE;
	}
	if (t->bad)
		scan_fail(sc, v,
			"a value of this type cannot be followed: it is scalable, too large or nested too deeply");
	return t;
}

struct bases
scan_absent(struct scan *sc, LLVMValueRef v)
{
	return (struct bases){ scan_type(sc, v)->count, NULL, BASE_PERMANENT };
}

void
scan_alias_list(struct scan *sc, LLVMValueRef inst, const base_id *v, uint32_t n)
{
	uint32_t at = sc->npool;
	/* part of a list that is in the pool itself, which may move */
	uintptr_t from = (uintptr_t)v - (uintptr_t)sc->pool;
	bool pooled = sc->pool && from < at * sizeof *v;

	while (sc->pool_cap - sc->npool < n + 1)
		if (!arena_grow_(sc->ar, (void **)&sc->pool, sc->npool, &sc->pool_cap, sizeof *sc->pool))
			return;
	if (pooled)
		v = sc->pool + from / sizeof *v;
	sc->pool[at] = (base_id)n;
	if (n)
		memcpy(sc->pool + at + 1, v, n * sizeof *v);
	sc->npool += n + 1;
	scan_share(sc, inst, LIST | at);
}

void
scan_alias_many(struct scan *sc, LLVMValueRef inst, struct bases ns)
{
	if (ns.v) {
		scan_alias(sc, inst, ns.v, ns.n);
		return;
	}
	base_id *v = arena_array(sc->ar, ns.n, sizeof *v);
	for (uint32_t i = 0; v && i < ns.n; i++)
		v[i] = ns.one;
	if (v)
		scan_alias(sc, inst, v, ns.n);
}

bool
scan_room(struct scan *sc, LLVMValueRef defining)
{
	struct fn *f = sc->f;
	struct ir *ir = sc->ir;

	if (f->nval >= MAX_IDS) {
		scan_fail(sc, defining, "the function holds too many tracked values");
		return false;
	}
	if (!ARENA_APPEND(sc->ar, f->val, f->nval, f->val_cap)
		|| !ARENA_APPEND(sc->ar, ir->defining, f->nval, ir->defining_cap))
		return false;
	sc->room = f->val_cap < ir->defining_cap ? f->val_cap : ir->defining_cap;
	if (sc->room > MAX_IDS)
		sc->room = MAX_IDS;
	return true;
}

static uint32_t
push_bases(struct scan *sc, const base_id *v, uint32_t n)
{
	struct fn *f = sc->f;
	uint32_t at = f->nref;

	while (f->ref_cap - f->nref < n)
		if (!arena_grow_(sc->ar, (void **)&f->ref, f->nref, &f->ref_cap, sizeof *f->ref))
			return 0;
	for (uint32_t i = 0; i < n; i++) {
		f->ref[at + i] = v[i];
		if ((uint32_t)v[i] < f->nval)
			f->val[v[i]].refines = true;
	}
	f->nref += n;
	return at;
}

void
scan_refs(struct scan *sc, uint32_t value, const base_id *v, uint32_t n)
{
	uint32_t at = push_bases(sc, v, n);

	if (!sc->ar->failed)
		sc->f->val[value].ref_at = at, sc->f->val[value].ref_n = n;
}

void
scan_inputs(struct scan *sc, uint32_t value, const base_id *v, uint32_t n)
{
	uint32_t at = push_bases(sc, v, n);

	if (!sc->ar->failed)
		sc->f->val[value].in_at = at, sc->f->val[value].in_n = n;
	scan_refs(sc, value, v, n);
}

void
scan_undef(struct scan *sc, LLVMValueRef inst, unsigned operand, LLVMValueRef v)
{
	struct ir *ir = sc->ir;

	switch (LLVMGetValueKind(v)) {
	case LLVMUndefValueValueKind: case LLVMPoisonValueValueKind: case LLVMConstantStructValueKind:
	case LLVMConstantArrayValueKind: case LLVMConstantVectorValueKind:
		break;
	default: /* nearly all: nothing else has undefined parts */
		return;
	}
	if (without_undef(v) != v && scan_type(sc, v)->count
		&& ARENA_PUSH(sc->ar, ir->undef, ir->nundef, ir->undef_cap))
		ir->undef[ir->nundef++] = (struct undef_use){ inst, operand };
}

void
scan_use_bases(struct scan *sc, const struct bases *ns)
{
	for (uint32_t i = 0; i < (ns->v ? ns->n : ns->n != 0); i++)
		if (base_at(ns, i) >= 0)
			scan_use_value(sc, (uint32_t)base_at(ns, i));
}

void
scan_use_list(struct scan *sc, uint32_t code)
{
	struct bases ns = scan_decode(sc, code);

	scan_use_bases(sc, &ns);
}

void
scan_define_all(struct scan *sc, LLVMValueRef inst, const struct type_info *t)
{
	base_id *v = arena_array(sc->ar, t->count, sizeof *v);

	if (!v)
		return;
	for (uint32_t i = 0; i < t->count; i++) {
		if (!scan_is_tracked(t, i)) {
			scan_fail(sc, inst,
				"gives a derived pointer out of nowhere: the object it points into cannot be found");
			return;
		}
		v[i] = (base_id)scan_value(sc, inst, scan_element_kind(t), i);
		scan_event(sc, EVENT_DEF, (uint32_t)v[i]);
	}
	scan_alias(sc, inst, v, t->count);
}

/* -- memory */

/* Whether the memory never changes is asked once it is known to matter: metadata lies far from everything else. */
static void
load_from_value(struct scan *sc, LLVMValueRef load, const struct type_info *t, base_id base)
{
	uint32_t v = sc->f->nval;

	scan_define(sc, load, t);
	if (ARENA_APPEND(sc->ar, sc->load, sc->nload, sc->load_cap))
		sc->load[sc->nload++] = (struct pending_load){ load, v, base };
}

/* From the last to the first: what a load refines comes before it. */
static void
finish_loads(struct scan *sc)
{
	struct fn *f = sc->f;

	for (uint32_t i = sc->nload; i-- > 0 && !sc->ar->failed;) {
		const struct pending_load *p = &sc->load[i];
		if ((!f->val[p->value].local || f->val[p->value].refines) && scan_load_immutable(sc->s, p->load))
			scan_refs(sc, p->value, &p->base, 1);
	}
}

/* A load of special pointers. */
static __attribute__((noinline)) void
load_special(struct scan *sc, LLVMValueRef inst, LLVMValueRef pointer, uint32_t code, const struct type_info *t)
{
	if (!t->elem_as && t->count == 1 && code != PTRMAP_NONE && !(code & LIST) && code >= BASE_BIAS) {
		load_from_value(sc, inst, t, (base_id)(code - BASE_BIAS));
		return;
	}
	struct bases base = code == PTRMAP_NONE ? (struct bases){ 1, NULL, BASE_PERMANENT } : scan_decode(sc, code);
	base_id source = t->elem_as ? LOAD_PLAIN : scan_load_source(sc, inst, pointer);
	/* of an object that never dies a field that never changes may name one that moves */
	if (sc->s->moving && (source != BASE_PERMANENT || scan_type(sc, pointer)->count))
		source = LOAD_PLAIN;
	if (t->count == 1 && source < 0 && source != LOAD_PLAIN) {
		scan_alias_one(sc, inst, source);
		return;
	}
	/* cppcheck-suppress uninitvar ; to be written to */
	base_id one, *v = t->count == 1 ? &one : arena_array(sc->ar, t->count, sizeof *v);
	if (!v)
		return;
	for (uint32_t i = 0; i < t->count; i++) {
		if (scan_is_tracked(t, i)) {
			v[i] = (base_id)scan_value(sc, inst, scan_element_kind(t), i);
			if (source != LOAD_PLAIN)
				scan_refs(sc, (uint32_t)v[i], &source, 1);
			scan_event(sc, EVENT_DEF, (uint32_t)v[i]);
		} else if (t->elem_as[i] == LR_AS_LOADED) {
			/* what it was loaded from keeps it alive; from generic memory nothing has to */
			v[i] = base_at(&base, 0);
		} else {
			scan_fail(sc, inst, "loads a derived pointer: no such pointer may lie in memory");
			return;
		}
	}
	scan_alias(sc, inst, v, t->count);
}

static void
scan_load(struct scan *sc, LLVMValueRef inst)
{
	LLVMValueRef pointer = operand_of(inst, 0);
	uint32_t code = scan_code(sc, pointer);
	const struct type_info *t = scan_type(sc, inst);

	if (code != PTRMAP_NONE)
		scan_use_code(sc, code);
	else if (t->count && sc->s->typed)
		scan_typed_load(sc, inst, pointer);
	else if (sc->s->typed && LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMPointerTypeKind)
		scan_typed_other(sc, inst, pointer);
	if (t->count)
		load_special(sc, inst, pointer, code, t);
}

static void
scan_store(struct scan *sc, LLVMValueRef inst)
{
	LLVMValueRef value = operand_of(inst, 0), pointer = operand_of(inst, 1);

	scan_use(sc, pointer);
	scan_use(sc, value);
	scan_store_to_stack(sc, inst, value, pointer);
}

/* -- pointers computed from pointers */

static void
scan_cast(struct scan *sc, LLVMValueRef inst, const struct type_info *t)
{
	LLVMValueRef from = operand_of(inst, 0);
	uint32_t code = scan_code(sc, from);
	if (code != PTRMAP_NONE) {
		scan_share(sc, inst, code);
		return;
	}
	if (scan_type(sc, from)->count == t->count) {
		scan_undef(sc, inst, 0, from);
		scan_alias_bases(sc, inst, scan_bases(sc, from));
		return;
	}
	LLVMOpcode op = LLVMGetInstructionOpcode(from); /* 0: it is none */
	base_id source = op == 0 && LLVMIsAConstant(from) ? BASE_PERMANENT : BASE_ROOTED;
	if (source == BASE_ROOTED && !sc->stack_made_special && op != LLVMLoad)
		sc->stack_made_special = scan_from_stack(from);
	if (source == BASE_ROOTED && !t->elem_as && t->as == LR_AS_TRACKED && op != LLVMAlloca) {
		source = scan_generic_source(sc, from, op);
		if (sc->s->moving && source != BASE_PERMANENT)
			source = LOAD_PLAIN;
		if (source == LOAD_PLAIN) {
			scan_define(sc, inst, t);
			return;
		}
	}
	if (t->vector && t->all && !LLVMIsAConstant(from)) {
		scan_define(sc, inst, t);
		return;
	}
	scan_alias_bases(sc, inst, (struct bases){ t->count, NULL, source });
}

static void
scan_gep(struct scan *sc, LLVMValueRef inst)
{
	uint32_t code = scan_code(sc, operand_of(inst, 0));

	if (code == PTRMAP_NONE) {
		scan_plain(sc, inst);
		return;
	}
	const struct type_info *t = scan_type(sc, inst);
	struct bases base = scan_decode(sc, code);
	sc->ir->lent_offset |= (t->elem_as ? t->elem_as[0] : (unsigned)t->as) == LR_AS_CALLEE_ROOTED;
	if (!t->elem_as)
		scan_note_interior(sc, inst);
	if (base.n == 1 && t->count != 1) /* a vector of pointers into one object */
		scan_alias_bases(sc, inst, (struct bases){ t->count, NULL, base_at(&base, 0) });
	else
		scan_share(sc, inst, code);
}

static void
scan_ret(struct scan *sc, LLVMValueRef inst)
{
	if (ARENA_PUSH(sc->ar, sc->ir->ret, sc->ir->nret, sc->ir->ret_cap))
		sc->ir->ret[sc->ir->nret++] = inst;
	if (sc->f->nsafe && sc->tail_calls)
		scan_musttail(sc, inst);
	if (LLVMGetNumOperands(inst))
		scan_use_or_undef(sc, inst, 0);
}

static void
scan_resume(struct scan *sc, LLVMValueRef inst)
{
	scan_use(sc, operand_of(inst, 0));
}

static void
scan_atomic(struct scan *sc, LLVMValueRef inst)
{
	unsigned n = (unsigned)LLVMGetNumOperands(inst);

	for (unsigned i = 0; i < n; i++)
		scan_use(sc, operand_of(inst, i));
	scan_store_to_stack(sc, inst, operand_of(inst, n - 1), operand_of(inst, 0));
	if (sc->s->typed && scan_type(sc, operand_of(inst, n - 1))->count == 0)
		scan_typed_other(sc, inst, operand_of(inst, 0));
	scan_define(sc, inst, scan_type(sc, inst));
}

static void
scan_va_arg(struct scan *sc, LLVMValueRef inst)
{
	scan_define(sc, inst, scan_type(sc, inst));
}

static void
scan_landingpad(struct scan *sc, LLVMValueRef inst)
{
	if (ARENA_PUSH(sc->ar, sc->ir->pad, sc->ir->npad, sc->ir->pad_cap))
		sc->ir->pad[sc->ir->npad++] = inst;
	scan_va_arg(sc, inst);
}

static void
scan_inttoptr(struct scan *sc, LLVMValueRef inst)
{
	if (scan_type(sc, inst)->count)
		scan_fail(sc, inst,
			"inttoptr into a special address space: make the pointer in address space 0 and cast it");
}

/* Where objects move, an address has to be the present one. */
static void
scan_address(struct scan *sc, LLVMValueRef inst)
{
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(inst); i++)
		scan_use(sc, operand_of(inst, i));
}

/* Two addresses are equal if the objects are the same, but only while both objects exist: a new object may have the
** cell of a dead one.  A constant is in no cell. */
static void
scan_comparison(struct scan *sc, LLVMValueRef inst)
{
	LLVMValueRef a = operand_of(inst, 0);

	if (scan_type(sc, a)->count == 0)
		return;
	LLVMValueRef b = operand_of(inst, 1);
	if (LLVMIsAConstant(a) || LLVMIsAConstant(b))
		return;
	LLVMIntPredicate is = LLVMGetICmpPredicate(inst);
	if (is == LLVMIntEQ || is == LLVMIntNE)
		scan_use(sc, a), scan_use(sc, b);
}

/* Values made of other values: few of them of special pointers. */
static inline void
scan_made(struct scan *sc, LLVMValueRef i, LLVMOpcode op)
{
	const struct type_info *t = scan_type(sc, i);

	if (t->count == 0)
		return;
	switch (op) {
	case LLVMPHI: scan_phi(sc, i, t); break;
	case LLVMSelect: scan_select(sc, i, t); break;
	case LLVMExtractValue: scan_extractvalue(sc, i); break;
	case LLVMInsertValue: scan_insertvalue(sc, i, t); break;
	case LLVMExtractElement: scan_extractelement(sc, i, t); break;
	case LLVMInsertElement: scan_insertelement(sc, i, t); break;
	case LLVMShuffleVector: scan_shuffle(sc, i, t); break;
	default: scan_cast(sc, i, t); break;
	}
}

/* What there is to do at each kind of instruction.  The others, arithmetic and branches, neither make tracked values
** nor keep them alive. */
static inline void
scan_instruction(struct scan *sc, LLVMValueRef i, LLVMOpcode op)
{
	switch (op) {
	case LLVMLoad: scan_load(sc, i); break;
	case LLVMStore: scan_store(sc, i); break;
	case LLVMGetElementPtr: scan_gep(sc, i); break;
	case LLVMCall: scan_call(sc, i); break;
	case LLVMInvoke: case LLVMCallBr: scan_call_at_end(sc, i); break;
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMFreeze:
	case LLVMPHI:
	case LLVMSelect:
	case LLVMExtractValue:
	case LLVMInsertValue:
	case LLVMExtractElement: case LLVMInsertElement: case LLVMShuffleVector: scan_made(sc, i, op); break;
	case LLVMAlloca: scan_alloca(sc, i); break;
	case LLVMAtomicCmpXchg: case LLVMAtomicRMW: scan_atomic(sc, i); break;
	case LLVMRet: scan_ret(sc, i); break;
	case LLVMResume: scan_resume(sc, i); break;
	case LLVMLandingPad: scan_landingpad(sc, i); break;
	case LLVMVAArg: scan_va_arg(sc, i); break;
	case LLVMIntToPtr: scan_inttoptr(sc, i); break;
	case LLVMICmp:
		if (sc->s->moving)
			scan_address(sc, i);
		if (sc->s->cx->profile.comparisons_are_uses)
			scan_comparison(sc, i);
		break;
	case LLVMPtrToInt:
		if (sc->s->moving)
			scan_address(sc, i);
		break;
	default: break;
	}
}

static void
scan_block_at(struct scan *sc, uint32_t place)
{
	const struct code *c = &sc->s->code;
	const struct code_inst *end = c->inst + c->block[place + 1].at;

	for (const struct code_inst *i = c->inst + c->block[place].at; i < end; i++)
		scan_instruction(sc, i->inst, i->op);
}

/* -- the function */

/* The second parameter of `P10 f(P10 callee, ptr args, i32 n, ...)`, if the caller is known to root what it holds: the
** front end marks such entries as thunks, or the profile grants it for all functions of that shape. */
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

/* Parameters that are the address of a copy that the caller has made for this function alone. */
static void
note_byval(struct scan *sc, unsigned p)
{
	struct ir *ir = sc->ir;

	if (LLVMGetEnumAttributeAtIndex(ir->fn, p, sc->s->kind_byval)
	    && ARENA_PUSH(sc->ar, ir->byval, ir->nbyval, ir->byval_cap))
		ir->byval[ir->nbyval++] = p;
}

/* Parameter number `p`, counted from 1.  The caller roots its arguments, unless the function does.  But if objects
** move, rooting updates only the caller's copy.  Objects that derived arguments point into must be pinned by the
** caller. */
static void
scan_argument(struct scan *sc, LLVMValueRef a, unsigned p)
{
	const struct type_info *t = scan_type(sc, a);

	if (t->as >= 0)
		note_byval(sc, p);
	if (t->count == 0)
		return;
	sc->lent_param |= t->as == LR_AS_CALLEE_ROOTED;
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
		v[i] = (base_id)scan_value(sc, a, scan_element_kind(t), i);
		scan_event(sc, EVENT_DEF, (uint32_t)v[i]);
	}
	if (v)
		scan_alias(sc, a, v, t->count);
}

uint32_t
scan_count_of(struct session *s, LLVMValueRef v)
{
	const struct type_info *t = session_type(s, LLVMTypeOf(v));

	return t ? t->count : 0;
}

base_id
scan_base_of(struct session *s, const struct ir *ir, LLVMValueRef v, uint32_t i)
{
	uint32_t code = ptrmap_get(&s->values, v);

	if (code == PTRMAP_NONE)
		return BASE_PERMANENT;
	return code & LIST ? ir->pool[(code & ~LIST) + 1 + i] : (base_id)(code - BASE_BIAS);
}

/* Room for what most functions have, so that the arrays of small ones need not grow; those of large ones grow as they
** need. */
static bool
reserve(struct scan *sc)
{
	struct fn *f = sc->f;
	uint32_t n = f->g.nblk < 256 ? 2 * f->g.nblk + 16 : 512;

	f->event = arena_array(sc->ar, f->event_cap = 4 * n, sizeof *f->event);
	f->val = arena_array(sc->ar, f->val_cap = n, sizeof *f->val);
	sc->ir->defining = arena_array(sc->ar, sc->ir->defining_cap = n, sizeof *sc->ir->defining);
	sc->room = n;
	sc->safe_room = n;
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
	for (sc->b = 0; sc->b < f->g.nblk && sc->status == LR_OK && !sc->ar->failed; sc->b++) {
		f->event_at[sc->b] = sc->b ? f->nevent : 0;
		f->safe_at[sc->b] = f->nsafe;
		sc->last_event = NONE;
		scan_block_at(sc, sc->place[sc->b]);
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
	/* most small functions end here: nothing to place, so nobody asks for dominators */
	scan_stores_made_special(sc);
	if (f->nsafe && sc->nsuspect)
		scan_judge(sc);
	if (sc->lent_param && f->nsafe)
		scan_fail(sc, sc->ir->safe[0],
			"a function that takes an argument in address space 12 has to root it until it returns, and "
			"what is compiled here does not: take it in address space 10");
	f->nothing_to_place = f->nsafe == 0 || (!sc->crosses && sc->ir->nvar == 0 && !sc->s->moving);
	if ((!f->nothing_to_place || sc->s->shown) && !sc->ar->failed && cfg_analyse(&f->g, sc->ar)) {
		scan_carried(sc);
		if (!sc->s->moving)
			finish_loads(sc);
		scan_preserves(sc);
		scan_vars(sc);
		for (uint32_t v = 0; v < f->nval && sc->s->moving; v++)
			f->val[v].local = false; /* each is needed wherever it is live */
	}
	return sc->status;
}

/* Ids and defining values behind those of values for what arrays may hold besides. */
static void
scan_operands(struct scan *sc)
{
	struct fn *f = sc->f;
	uint32_t nval = f->first_operand = f->nval;

	f->noperand = f->narray ? f->noperand : 0;
	sc->b = 0;
	for (uint32_t i = 0; i < f->noperand && !sc->ar->failed; i++) {
		uint32_t id = scan_value(sc, sc->ir->operand[i], VALUE_SELF, 0); /* f->val may move */
		if (!sc->ar->failed)
			f->val[id].local = false;
	}
	f->nval = nval;
}

lr_status
scan_function(struct session *s, LLVMValueRef fn, struct arena *ar, struct fn *f, struct ir *ir)
{
	struct scan sc = { .s = s, .f = f, .ir = ir, .ar = ar, .status = LR_OK, .last_event = NONE };

	*f = (struct fn){ .ar = ar, .tmp = &s->tmp, .pool = &s->pool };
	*ir = (struct ir){ .fn = fn, .md_prof = s->md_prof, .word = s->word };
	f->name = s->shown ? value_name(fn) : NULL; /* it lies far from everything else */
	ir->pgcstack = gcstack_find(&s->getters, fn);
	if (!ir->pgcstack) {
		code_drop(&s->code);
		return LR_OK;
	}
	LLVMTypeRef t = LLVMTypeOf(ir->pgcstack);
	if (LLVMGetTypeKind(t) != LLVMPointerTypeKind || as_is_special(LLVMGetPointerAddressSpace(t)))
		return lr_fail(s->cx, LR_E_DIALECT, fn,
			"the \"gcstack\" argument is not a pointer to the task's head of frames");
	ptrmap_clear(&s->values);
	ptrmap_clear(&s->things);
	if ((s->code.fn != fn && !session_read(s, fn)) || !scan_cfg(&sc))
		return lr_nomem(s->cx);
	ptrmap_grow_for(&s->values, 4 * f->g.nblk); /* while there is nothing in it yet */
	f->event_at = arena_array(ar, (size_t)f->g.nblk + 1, sizeof *f->event_at);
	f->safe_at = arena_array(ar, (size_t)f->g.nblk + 1, sizeof *f->safe_at);
	if (!f->event_at || !f->safe_at || !reserve(&sc))
		return lr_nomem(s->cx);
	f->event_at[0] = 0; /* what comes in as an argument is defined in the first block */
	sc.jlcall_args = jlcall_arguments(s, fn);
	f->moving = s->moving;
	lr_status status = scan_all(&sc, fn);
	code_drop(&s->code); /* who has the function scanned again may have changed it */
	ir->pool = sc.pool;
	ir->expects = s->expects;
	scan_operands(&sc);
	if (ar->failed || s->values.failed || s->types.failed || s->callees.failed || s->things.failed
		|| s->perm.failed)
		return lr_nomem(s->cx);
	return status;
}
