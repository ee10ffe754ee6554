/* scan_calls.c -- calls: which are safepoints, what they use and define. */
#include "gcroots/scan/scan.h"

#include "dialect/bundle_kind.h"

static uint32_t
param_bit(unsigned i)
{
	return 1u << (i < MASKED_PARAMS ? i : MASKED_PARAMS);
}

/* `n` of a "julia.return_roots"="n" on parameter `p` (from 0), or 0. */
static uint32_t
return_roots(struct scan *sc, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *c, unsigned p)
{
	LLVMAttributeRef a = LLVMGetCallSiteStringAttribute(call, p + 1, "julia.return_roots", 18);
	uint32_t n = 0;

	if (!a && (c->pointees & param_bit(p)))
		a = LLVMGetStringAttributeAtIndex(callee, p + 1, "julia.return_roots", 18);
	if (a) {
		unsigned len, i = 0;
		const char *text = LLVMGetStringAttributeValue(a, &len);
		for (; i < len && text[i] >= '0' && text[i] <= '9' && n < 1u << 20; i++)
			n = n * 10 + (uint32_t)(text[i] - '0');
		if (i < len || len == 0)
			scan_fail(sc, call, "the value of \"julia.return_roots\" is not a number of roots");
	}
	return n;
}

static bool
named(LLVMValueRef f, const char *prefix)
{
	size_t n = strlen(prefix);

	return strncmp(value_name(f), prefix, n) == 0;
}

/* Results of LLVM's intrinsics that pass pointers on or load them.  False if it is none of those. */
static bool
llvm_intrinsic_result(struct scan *sc, LLVMValueRef call, LLVMValueRef callee, const struct type_info *t)
{
	LLVMValueRef arg = operand_of(call, 0);
	const struct type_info *ta = session_type(sc->s, LLVMTypeOf(arg));
	if (!ta)
		return true;
	bool masked_load = named(callee, "llvm.masked.load."), gather = named(callee, "llvm.masked.gather.");
	if (masked_load || gather) {
		unsigned pass = LLVMGetNumArgOperands(call) - 1;
		scan_undef(sc, call, pass, operand_of(call, pass));
		if (!t->elem_as)
			return false; /* tracked elements: new values */
		base_id *v = arena_array(sc->ar, t->count, sizeof *v);
		struct bases base = { 1, NULL, BASE_PERMANENT }, through = scan_bases(sc, operand_of(call, pass));
		if (ta->count)
			base = scan_bases(sc, arg);
		for (uint32_t i = 0; v && i < t->count; i++) {
			/* a lane belongs to the object loaded from, or to the one that the lane passed through belongs
			** to */
			base_id pair[2] = { base_at(&base, gather && base.n > i ? i : 0), base_at(&through, i) };
			v[i] = pair[0];
			if (pair[0] == pair[1] || pair[1] == BASE_PERMANENT)
				continue;
			v[i] = (base_id)scan_value(sc, call, VALUE_SELECT, i);
			scan_inputs(sc, (uint32_t)v[i], pair, 2);
			scan_event(sc, EVENT_DEF, (uint32_t)v[i]);
		}
		if (v)
			scan_alias(sc, call, v, t->count);
		return true;
	}
	if (named(callee, "llvm.launder.invariant.group") || named(callee, "llvm.strip.invariant.group")
	    || named(callee, "llvm.ptrmask") || named(callee, "llvm.ssa.copy") || named(callee, "llvm.expect")) {
		struct bases ns = scan_bases(sc, arg);
		if (ns.n == t->count) {
			base_id *v = arena_array(sc->ar, ns.n, sizeof *v);
			for (uint32_t i = 0; v && i < ns.n; i++)
				v[i] = base_at(&ns, i);
			if (v)
				scan_alias(sc, call, v, ns.n);
			return true;
		}
	}
	bool extract = named(callee, "llvm.vector.extract."), insert = named(callee, "llvm.vector.insert.");
	if (extract || insert) {
		LLVMValueRef index = operand_of(call, extract ? 1 : 2);
		struct bases whole = scan_bases(sc, arg), part = { 0, NULL, 0 };
		base_id *v = arena_array(sc->ar, t->count, sizeof *v);
		uint64_t first = LLVMIsAConstantInt(index) ? LLVMConstIntGetZExtValue(index) : 0;
		if (insert)
			part = scan_bases(sc, operand_of(call, 1));
		for (uint32_t i = 0; v && i < t->count; i++) {
			if (extract)
				v[i] = first + i < whole.n ? base_at(&whole, (uint32_t)first + i) : BASE_PERMANENT;
			else
				v[i] = i >= first && i - first < part.n ? base_at(&part, i - (uint32_t)first)
					: base_at(&whole, i);
		}
		if (v)
			scan_alias(sc, call, v, t->count);
		return true;
	}
	return false;
}

/* -- operands: each is looked at once, those of which the callee's type says that they cannot matter not at all */

enum { ROOM = 16 };
struct operands {
	uint32_t code[ROOM];     /* of those that are used at the safepoint itself: what they stand for */
	uint32_t n;
	bool more;               /* there are too many for the array */
	bool lends;              /* the callee roots some of the others */
	uint32_t nseen;          /* the first ones, whatever they are; none if the callee's type told which matter */
	struct { LLVMValueRef value; uint32_t code; } seen[ROOM];
};

/* Does the callee root an argument of address space 12?  Where objects move only one that is surely the address of a
** whole object: it cannot relocate another one, so that the object must stay where it is meanwhile. */
static inline bool
lends(const struct scan *sc, LLVMValueRef v)
{
	return !sc->s->moving
		|| (LLVMIsAAddrSpaceCastInst(v) && pointer_as(LLVMTypeOf(operand_of(v, 0))) == LR_AS_TRACKED);
}

static bool
is_callee_rooted(struct scan *sc, LLVMValueRef call, LLVMValueRef v, unsigned i)
{
	return scan_type(sc, v)->as == LR_AS_CALLEE_ROOTED && i < LLVMGetNumArgOperands(call) && lends(sc, v);
}

/* What the callee roots is used before the safepoint, at once; the others wait for it. */
static inline void
operand(struct scan *sc, struct operands *o, uint32_t code, bool callee_rooted)
{
	if (callee_rooted)
		scan_use_code(sc, code), o->lends = true;
	else if (o->n == ROOM)
		o->more = true;
	else
		o->code[o->n++] = code;
}

/* How many of the `n` operands but the callee are arguments.  (Of what ends a block some are blocks.)  LLVM does not
** take this short cut. */
static unsigned
count_arguments(LLVMValueRef call, unsigned n, bool ends)
{
	return ends || LLVMGetNumOperandBundles(call) ? LLVMGetNumArgOperands(call) : n;
}

/* Arguments and bundles; the callee itself comes last. */
static inline void
gather(struct scan *sc, LLVMValueRef call, const struct callee_info *c, bool typed, unsigned n, struct operands *o)
{
	unsigned i = 0;

	o->n = o->nseen = 0;
	o->more = o->lends = false;
	for (uint32_t todo = typed ? c->special & ~param_bit(MASKED_PARAMS) : 0; todo; todo &= todo - 1) {
		i = (unsigned)__builtin_ctz(todo);
		LLVMValueRef v = operand_of(call, i);
		uint32_t code = scan_code(sc, v);
		if (code != PTRMAP_NONE)
			operand(sc, o, code, (c->callee_rooted >> i & 1) && lends(sc, v));
		else
			scan_undef(sc, call, i, v);
	}
	i = !typed ? 0 : c->special & param_bit(MASKED_PARAMS) ? MASKED_PARAMS : c->nparams;
	for (; i < n; i++) {
		LLVMValueRef v = operand_of(call, i);
		uint32_t code = scan_code(sc, v);
		if (i == o->nseen && i < ROOM)
			o->seen[i].value = v, o->seen[i].code = code, o->nseen++;
		if (code != PTRMAP_NONE)
			operand(sc, o, code, is_callee_rooted(sc, call, v, i));
		else
			scan_undef(sc, call, i, v);
	}
}

/* Uses by all operands that the callee does not root (bundles are operands too). */
static inline void
use_operands(struct scan *sc, LLVMValueRef call, const struct operands *o, unsigned n)
{
	if (!o->more) {
		for (uint32_t i = 0; i < o->n; i++)
			scan_use_code(sc, o->code[i]);
		return;
	}
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef v = operand_of(call, i);
		uint32_t code = scan_code(sc, v);
		if (code != PTRMAP_NONE && !is_callee_rooted(sc, call, v, i))
			scan_use_code(sc, code);
	}
}

/* May parameter `p` be the address of a stack variable, which may be cast to Derived?  The callee's type says so, or
** the operand's. */
static inline bool
may_point_to_stack(struct scan *sc, LLVMValueRef v, const struct callee_info *c, bool typed, unsigned p)
{
	if (typed && p < MASKED_PARAMS)
		return c->generic & param_bit(p);
	const struct type_info *t = scan_type(sc, v);
	return t->as >= 0 && (t->count == 0 || t->as == LR_AS_DERIVED);
}

/* The type that the call or its callee states for the memory behind parameter `p`: sret, which is also `written`, or
** byval.  NULL: none. */
static LLVMTypeRef
pointee(const struct session *s, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *c, unsigned p,
	bool *written)
{
	unsigned kind[] = { s->kind_sret, s->kind_byval };

	for (unsigned i = 0; i < 2; i++) {
		LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, p + 1, kind[i]);
		if (!a && (c->pointees & param_bit(p)))
			a = LLVMGetEnumAttributeAtIndex(callee, p + 1, kind[i]);
		*written = i == 0;
		if (a)
			return LLVMGetTypeAttributeValue(a);
	}
	return NULL;
}

/* Does any parameter of the call say where the roots of the result go?  Then what is at sret needs none. */
static bool
has_return_roots(struct scan *sc, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *c)
{
	for (unsigned p = 0, n = LLVMGetNumArgOperands(call); p < n; p++)
		if (return_roots(sc, call, callee, c, p))
			return true;
	return false;
}

/* Attributes of an argument that is the address of a stack variable: "julia.return_roots", sret, byval.  Most pointers
** that are passed are the task's GC stack. */
static inline void
find_pointee(struct scan *sc, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *c, unsigned p,
	LLVMValueRef v)
{
	if (v == sc->ir->pgcstack
		|| (!(c->pointees & param_bit(p)) && LLVMGetCallSiteAttributeCount(call, p + 1) == 0))
		return;
	uint32_t roots = return_roots(sc, call, callee, c, p);
	if (roots) {
		scan_return_roots(sc, call, v, roots);
		return;
	}
	bool written;
	LLVMTypeRef type = pointee(sc->s, call, callee, c, p, &written);
	const struct type_info *t = type ? session_type(sc->s, type) : NULL;
	if (!t || t->count == 0)
		return;
	if (!has_return_roots(sc, call, callee, c))
		scan_typed_pointer(sc, call, v, type, written);
	else if (sc->s->typed)
		scan_fail(sc, call,
			"the references of this result are where \"julia.return_roots\" says, and what its sret "
			"memory has in their places is none: so stack memory does not hold what its type says, and "
			"the module is not typed (leave out --memory=typed, and the module flag \"lateroot.memory\")");
}

/* The same for all arguments. */
static void
find_all_pointees(struct scan *sc, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *c, bool typed,
	unsigned n)
{
	for (unsigned p = 0; p < n; p++) {
		if (typed && !(c->generic & param_bit(p)))
			continue;
		LLVMValueRef v = operand_of(call, p);
		if (may_point_to_stack(sc, v, c, typed, p))
			find_pointee(sc, call, callee, c, p, v);
	}
}

/* Code of the same kind is walked like its caller. */
static bool
leaves(struct scan *sc, LLVMValueRef call, const struct callee_info *c)
{
	if (c->intr != INTR_CALL)
		return c->leaves;
	const struct callee_info *target = session_callee(sc->s, operand_of(call, 0));
	return target == NULL || !target->table;
}

static bool
safepoint_room(struct scan *sc, LLVMValueRef call)
{
	struct fn *f = sc->f;

	if (f->nsafe >= MAX_IDS) {
		scan_fail(sc, call, "the function holds too many safepoints");
		return false;
	}
	if (!ARENA_APPEND(sc->ar, f->safe, f->nsafe, f->safe_cap)
		|| !ARENA_APPEND(sc->ar, sc->ir->safe, f->nsafe, sc->ir->safe_cap))
		return false;
	sc->safe_room = f->safe_cap < sc->ir->safe_cap ? f->safe_cap : sc->ir->safe_cap;
	if (sc->safe_room > MAX_IDS)
		sc->safe_room = MAX_IDS;
	return true;
}

static inline void
add_safepoint(struct scan *sc, LLVMValueRef call, const struct callee_info *c)
{
	struct fn *f = sc->f;
	uint32_t id = f->nsafe;

	if (id >= sc->safe_room && !safepoint_room(sc, call))
		return;
	bool away = leaves(sc, call, c);
	f->safe[id] = (struct safepoint){ .block = sc->b, .returns_twice = c->returns_twice, .leaves = away };
	f->any_leaves |= away;
	f->any_returns_twice |= c->returns_twice;
	sc->ir->safe[id] = call;
	f->nsafe = id + 1;
	scan_event(sc, EVENT_SAFEPOINT, id);
}

/* The callee of the safepoint that was added last roots the values of the code.  A call that returns twice roots
** nothing between its returns. */
static void
lend(struct scan *sc, uint32_t code)
{
	struct fn *f = sc->f;
	uint32_t safe = f->nsafe - 1;

	if (f->nsafe == 0 || sc->s->moving || f->safe[safe].returns_twice || code == PTRMAP_NONE || (code & LIST)
		|| code < BASE_BIAS)
		return;
	uint32_t value = code - BASE_BIAS;
	if (value >= f->nval || !ARENA_PUSH(sc->ar, f->lent, f->nlent, f->lent_cap))
		return;
	f->val[value].lent = true;
	f->lent[f->nlent++] = (struct lent){ safe, value };
}

/* The same for all operands that the callee roots. */
static void
lend_all(struct scan *sc, LLVMValueRef call)
{
	unsigned n = LLVMGetNumArgOperands(call);

	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef v = operand_of(call, i);
		if (is_callee_rooted(sc, call, v, i))
			lend(sc, scan_code(sc, v));
	}
}

/* The number of an operand of boxed calls: the same for the same one. */
static uint32_t
operand_number(struct scan *sc, LLVMValueRef v)
{
	uint32_t n = sc->f->noperand;

	if (!ARENA_PUSH(sc->ar, sc->ir->operand, n, sc->ir->operand_cap) || !ptrmap_room(&sc->s->operands)) {
		sc->ar->failed = true;
		return 0;
	}
	uint32_t number = ptrmap_add(&sc->s->operands, v, n);
	if (number == n) {
		/* garbage may not lie in a frame */
		sc->ir->operand[n] = LLVMIsUndef(v) ? LLVMConstNull(LLVMTypeOf(v)) : v;
		sc->f->noperand++;
	}
	return number;
}

/* The arguments of a boxed call, if the array can lie in the frame: if none of them is memory on the stack, dressed up
** as an object. */
static void
note_array(struct scan *sc, LLVMValueRef call, const struct operands *o, unsigned first, unsigned n)
{
	struct fn *f = sc->f;
	uint32_t at = f->nargument;
	bool tracked = false;

	if (n > MAX_ARRAY || sc->s->moving || (sc->s->without & (LR_ARGUMENT_ARRAYS | LR_SLOT_SHARING)))
		return;
	if (f->narray == 0)
		ptrmap_clear(&sc->s->operands);
	for (unsigned i = first; i < first + n; i++) {
		LLVMValueRef v = i < o->nseen ? o->seen[i].value : operand_of(call, i);
		uint32_t code = i < o->nseen ? o->seen[i].code : scan_code(sc, v);
		bool own = code != PTRMAP_NONE && !(code & LIST) && code >= BASE_BIAS
			&& sc->ir->defining[code - BASE_BIAS] == v;
		tracked |= own;
		if (!own && LLVMIsAAddrSpaceCastInst(v) && scan_from_stack(operand_of(v, 0)))
			return;
		if (!ARENA_PUSH(sc->ar, f->argument, f->nargument, f->argument_cap))
			return;
		f->argument[f->nargument++] = (struct argument){ own ? (base_id)(code - BASE_BIAS) : BASE_ROOTED,
			operand_number(sc, v) };
	}
	if (!tracked)
		f->nargument = at;
	else if (ARENA_PUSH(sc->ar, f->array, f->narray, f->array_cap))
		f->array[f->narray++] = (struct array){ f->nsafe - 1, at, n, NONE };
}

/* The block at hand is one of those. */
static void
note_block(struct scan *sc, bool **blocks)
{
	if (!*blocks)
		*blocks = arena_zarray(sc->ar, sc->f->g.nblk, sizeof **blocks);
	if (*blocks)
		(*blocks)[sc->b] = true;
}

/* Will what a musttail call jumps to root its arguments? */
static bool
is_taken(struct scan *sc, LLVMValueRef call)
{
	const struct callee_info *c = session_callee(sc->s, LLVMGetCalledValue(call));

	return (c != NULL && sc->s->moving && c->self_rooting) || tail_call_is_taken(&sc->s->tails, call);
}

/* The caller's frame is popped before a musttail call, so others must root the arguments.  Tracked arguments are rooted
** by the callee, if it roots its arguments. */
static void
note_musttail(struct scan *sc, LLVMValueRef call)
{
	struct ir *ir = sc->ir;
	bool taken = is_taken(sc, call);
	unsigned nargs = LLVMGetNumArgOperands(call);

	for (unsigned i = 0; i < nargs; i++) {
		LLVMValueRef v = operand_of(call, i);
		uint32_t code = scan_code(sc, v);
		if (code == PTRMAP_NONE || is_callee_rooted(sc, call, v, i))
			continue;
		struct bases ns = scan_decode(sc, code);
		const struct type_info *t = scan_type(sc, v);
		for (uint32_t k = 0; k < ns.n; k++)
			if (base_at(&ns, k) >= 0 && !(taken && scan_is_tracked(t, k))
				&& ARENA_PUSH(sc->ar, ir->tail, ir->ntail, ir->tail_cap))
				ir->tail[ir->ntail++] = (struct pinning){ call, base_at(&ns, k) };
	}
}

/* Nothing but whole objects as arguments, and no bundles, which are about the caller? */
static bool
all_tracked(struct scan *sc, LLVMValueRef call, unsigned nargs)
{
	for (unsigned i = 0; i < nargs; i++) {
		const struct type_info *t = session_type(sc->s, LLVMTypeOf(operand_of(call, i)));
		if (!t || t->elem_as)
			return false;
	}
	return LLVMGetNumOperandBundles(call) == 0;
}

void
scan_musttail(struct scan *sc, LLVMValueRef ret)
{
	LLVMValueRef call = musttail_before(ret);

	if (call && call == sc->ir->safe[sc->f->nsafe - 1])
		note_musttail(sc, call);
}

/* Intrinsics with a meaning of their own; false if it is a call like others. */
static __attribute__((noinline)) bool
known_call(struct scan *sc, LLVMValueRef call, const struct callee_info *c)
{
	switch (c->intr) {
	case INTR_NEW_GC_FRAME:
	case INTR_PUSH_GC_FRAME:
		scan_fail(sc, call,
			"the function has a frame already: LateLowerGCFrame was run over it before; what is left "
			"to run is what follows it, FinalLowerGC first");
		return true;
	case INTR_LLVM_DEBUG:
	case INTR_LLVM_LIFETIME:
	case INTR_GET_PGCSTACK:
	case INTR_GET_PGCSTACK_OR_NEW:
		return true;
	case INTR_GC_LOADED: {
		struct bases owner = scan_bases(sc, operand_of(call, 0));
		scan_alias_one(sc, call, base_at(&owner, 0));
		return true;
	}
	case INTR_TYPEOF:
		scan_use(sc, operand_of(call, 0));
		scan_alias_one(sc, call, BASE_PERMANENT); /* types live for ever */
		return true;
	case INTR_PRESERVE_BEGIN:
		scan_preserve_begin(sc, call);
		return true;
	case INTR_PRESERVE_END:
		scan_preserve_end(sc, call);
		return true;
	default:
		return sc->s->moving && c->says_constant; /* it goes: sp_strip */
	}
}

/* A call of which callee_info tells all there is to know: most are. */
static inline void
plain_call(struct scan *sc, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *c)
{
	uint32_t code[MASKED_PARAMS], lent[MASKED_PARAMS], n = 0, nlent = 0;

	for (uint32_t todo = c->special; todo; todo &= todo - 1) {
		unsigned i = (unsigned)__builtin_ctz(todo);
		LLVMValueRef v = operand_of(call, i);
		uint32_t x = scan_code(sc, v);
		if (x == PTRMAP_NONE) {
			scan_undef(sc, call, i, v);
		} else if (c->callee_rooted >> i & 1) { /* used before the safepoint */
			scan_use_code(sc, x);
			lent[nlent++] = x;
		} else {
			code[n++] = x;
		}
	}
	if (c->safepoint) {
		add_safepoint(sc, call, c);
		for (uint32_t i = 0; i < nlent; i++)
			lend(sc, lent[i]);
	}
	for (uint32_t i = 0; i < n; i++)
		scan_use_code(sc, code[i]);
	for (uint32_t todo = c->generic; todo; todo &= todo - 1) {
		unsigned p = (unsigned)__builtin_ctz(todo);
		find_pointee(sc, call, callee, c, p, operand_of(call, p));
	}
	scan_define(sc, call, c->result);
}

static void
check_bundles(struct scan *sc, LLVMValueRef call)
{
	for (unsigned i = 0, n = LLVMGetNumOperandBundles(call); i < n; i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		const char *mistake = bundle_kind(b) == BUNDLE_ROOTS ? bundle_roots_mistake(b) : NULL;
		if (mistake != NULL)
			scan_fail(sc, call, mistake);
		LLVMDisposeOperandBundle(b);
	}
}

/* ends: it ends its block, for it may come back to several places.  says: it has attributes that may narrow down what
** the callee's let it do. */
static __attribute__((noinline)) void
general_call(struct scan *sc, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *known, bool typed,
	bool says, unsigned n, bool ends)
{
	const struct callee_info *c = known;
	struct callee_info here;
	struct operands o;

	if (says) {
		here = *known;
		if (!session_call_site(sc->s, call, &here))
			sc->ar->failed = true;
		c = &here;
	}
	gather(sc, call, known, typed, n, &o);
	check_bundles(sc, call);
	if (c->splits)
		scan_fail(sc, call,
			"a coroutine that LLVM has not split yet: its frame is gone while it is suspended; place "
			"roots behind the pass coro-split");
	if (c->deopts)
		scan_fail(sc, call,
			"LLVM wants the return right behind a deoptimisation (a guard becomes one), so the frame of "
			"roots could not be popped; call a function of your own instead, and give it what the "
			"\"deopt\" bundle holds");
	bool early = ((sc->s->moving && c->self_rooting)
		|| (sc->tail_calls && !ends && is_musttail(call) && is_taken(sc, call)))
		&& all_tracked(sc, call, LLVMGetNumArgOperands(call));
	if (early)
		use_operands(sc, call, &o, n);
	if (c->safepoint) {
		add_safepoint(sc, call, c);
		if (o.lends)
			lend_all(sc, call);
		if (c->boxed)
			note_array(sc, call, &o, c->boxed, count_arguments(call, n, ends) - c->boxed);
		if (c->cold && !ends)
			note_block(sc, &sc->f->calls_cold);
		if (ends)
			note_block(sc, &sc->f->safe_end);
	}
	if (!early)
		use_operands(sc, call, &o, n);
	if (c->masked_store && o.n)
		scan_store_to_stack(sc, call, operand_of(call, 0), operand_of(call, 1));
	if (c->intr == INTR_NONE && (!typed || known->generic))
		find_all_pointees(sc, call, callee, c, typed, typed ? c->nparams : count_arguments(call, n, ends));
	const struct type_info *t = typed ? c->result : scan_type(sc, call);
	if (t->count == 0)
		return;
	if (t->bad)
		scan_type(sc, call); /* says so */
	uint32_t first = sc->f->nval;
	if (c->intr != INTR_LLVM || !llvm_intrinsic_result(sc, call, callee, t))
		scan_define(sc, call, t);
	for (uint32_t i = first; ends && i < sc->f->nval; i++)
		sc->f->val[i].at_end = true;
}

void
scan_call(struct scan *sc, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const struct callee_info *c = session_callee(sc->s, callee);

	if (!c) {
		sc->ar->failed = true;
		return;
	}
	if (c->own && known_call(sc, call, c))
		return;
	/* what the masks say holds for calls of the function as what it is */
	bool typed = c->fixed && LLVMGetCalledFunctionType(call) == c->type;
	unsigned n = (unsigned)LLVMGetNumOperands(call) - 1;
	bool alone = typed && n == c->nparams; /* no bundles */
	if (alone && c->idle)
		return;
	bool says = c->asks && session_has_attributes(call);
	if (alone && !says && c->plain && !sc->s->moving && !sc->tail_calls)
		plain_call(sc, call, callee, c);
	else
		general_call(sc, call, callee, c, typed, says, n, false);
}

void
scan_call_at_end(struct scan *sc, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const struct callee_info *c = session_callee(sc->s, callee);

	if (!c) {
		sc->ar->failed = true;
		return;
	}
	if (!c->own || !known_call(sc, call, c))
		general_call(sc, call, callee, c, c->fixed && LLVMGetCalledFunctionType(call) == c->type,
			c->asks && session_has_attributes(call), (unsigned)LLVMGetNumOperands(call) - 1, true);
}
