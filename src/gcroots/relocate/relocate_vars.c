/* SPDX-License-Identifier: MIT */
/* relocate_vars.c -- finds the pointers that a collection changes, and makes them the values of a second compact
** function over the same blocks.  Needs scan, refine and liveness of the function.  Changes no IR. */
#include "gcroots/relocate/relocate.h"
#include "gcroots/stack/variables.h"

/* Makes a variable that is defined at the current event. */
static relocate_id
new_variable(struct relocate *r, block_id block, struct relocate_var var, bool is_phi)
{
	struct fn *v = &r->v;

	if (!ARENA_PUSH(r->ar, r->var, v->nval, r->var_cap) || !ARENA_PUSH(r->ar, v->val, v->nval, v->val_cap))
		return NONE;
	r->var[v->nval] = var;
	v->val[v->nval] = (struct value){ .block = block, .kind = var.kind, .is_phi = is_phi };
	return v->nval++;
}

static void
event_of(struct relocate *r, enum event_kind kind, uint32_t id)
{
	struct fn *v = &r->v;

	if (ARENA_PUSH(r->ar, v->event, v->nevent, v->event_cap))
		v->event[v->nevent++] = EVENT(kind, id);
}

relocate_id
relocate_object_variable(const struct relocate *r, base_id n)
{
	n = canon_of(&r->f, n);
	return n < 0 ? NONE : r->var_of[n];
}

/* Makes variables of the bases that are to be made beside `v`, in the order of the scan. */
static void
define_lifted(struct relocate *r, block_id block, LLVMValueRef v, uint32_t n, bool phi)
{
	for (uint32_t i = 0; i < n; i++) {
		base_id x = scan_base_of(r->s, &r->ir, v, i);
		if (x < 0 || r->f.val[x].kind < VALUE_PHI || r->ir.defining[x] != v || r->f.refined.canon[x] != x
			|| r->var_of[x] != NONE)
			continue;
		const struct value *val = &r->f.val[x];
		relocate_id id = new_variable(r, block,
			(struct relocate_var){ v, val->elem, val->kind, false, false, x, NONE }, phi);
		if (id == NONE)
			return;
		r->var_of[x] = id;
		for (uint32_t k = 0; k < val->in_n && !phi; k++) {
			relocate_id in = relocate_object_variable(r, r->f.ref[val->in_at + k]);
			if (in != NONE)
				event_of(r, EVENT_USE, in);
		}
		event_of(r, EVENT_DEF, id);
	}
}

static void
new_value(struct relocate *r, struct relocate_value v)
{
	if (!ARENA_PUSH(r->ar, r->value, r->nvalue, r->value_cap))
		return;
	r->value[r->nvalue] = v;
	if (!ptrmap_set(&r->values, v.v, r->nvalue++))
		r->ar->failed = true;
}

/* Finds the distance of a pointer from that which it is computed from.  Returns false if it is not constant. */
static bool
constant_distance(const struct relocate *r, LLVMValueRef v, int64_t *distance)
{
	*distance = 0;
	if (LLVMIsAAddrSpaceCastInst(v))
		return true;
	if (!LLVMIsAGetElementPtrInst(v))
		return false;
	const struct stack_offset o = stack_gep_offset(r->s, v);
	*distance = o.bytes;
	return o.step == 0;
}

/* Makes a pointer that is computed from a variable another name of that variable.  Returns false if `v` is none. */
static bool
define_again(struct relocate *r, LLVMValueRef v, const struct type_info *t)
{
	int64_t distance;

	if (t->as < 0 || t->as == LR_AS_LOADED || LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind
		|| !LLVMIsAInstruction(v) || !constant_distance(r, v, &distance))
		return false;
	uint32_t i = ptrmap_get(&r->values, LLVMGetOperand(v, 0));
	if (i == PTRMAP_NONE || r->value[i].composite
		|| __builtin_add_overflow(distance, r->value[i].distance, &distance))
		return false;
	const relocate_id var = r->elem[r->value[i].at];
	if (distance != 0 && (var == NONE || r->var[var].object != canon_of(&r->f, scan_base_of(r->s, &r->ir, v, 0))))
		return false;
	new_value(r, (struct relocate_value){ v, r->value[i].at, 1, false, true, distance });
	return true;
}

/* Returns the variable that part `i` of an operand is; NONE if it is none. */
static relocate_id
part_variable(const struct relocate *r, LLVMValueRef operand, uint32_t i)
{
	uint32_t k = ptrmap_get(&r->values, operand);

	return k == PTRMAP_NONE || i >= r->value[k].n || r->value[k].distance != 0 ? NONE
		: r->elem[r->value[k].at + i];
}

/* Finds the value and part that part `i` of a vector comes from, if the vector is put together or taken apart.
** Returns false if that is not known, and for other instructions. */
static bool
lane_source(LLVMValueRef v, uint32_t i, LLVMValueRef *from, uint32_t *at)
{
	LLVMOpcode op = LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v) : 0;
	LLVMValueRef index;
	int lane;

	*from = op ? LLVMGetOperand(v, 0) : NULL;
	*at = i;
	switch (op) {
	case LLVMExtractElement:
		index = LLVMGetOperand(v, 1);
		if (!LLVMIsAConstantInt(index))
			return false;
		*at = (uint32_t)LLVMConstIntGetZExtValue(index);
		return true;
	case LLVMInsertElement:
		index = LLVMGetOperand(v, 2);
		if (!LLVMIsAConstantInt(index))
			return false;
		if (LLVMConstIntGetZExtValue(index) == i)
			*from = LLVMGetOperand(v, 1), *at = 0;
		return true;
	case LLVMShuffleVector:
		lane = i < LLVMGetNumMaskElements(v) ? LLVMGetMaskValue(v, i) : -1;
		if (lane < 0)
			return false;
		*at = (uint32_t)lane;
		if (*at >= LLVMGetVectorSize(LLVMTypeOf(*from)))
			*at -= LLVMGetVectorSize(LLVMTypeOf(*from)), *from = LLVMGetOperand(v, 1);
		return true;
	default:
		return false;
	}
}

/* The same of a part of an aggregate. */
static bool
aggregate_source(const struct relocate *r, LLVMValueRef v, uint32_t i, LLVMValueRef *from, uint32_t *at)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(v);
	uint32_t before, count;

	if (op != LLVMExtractValue && op != LLVMInsertValue)
		return false;
	*from = LLVMGetOperand(v, 0);
	scan_locate(r->s, LLVMTypeOf(*from), v, &before, &count);
	*at = op == LLVMExtractValue ? i + before : i;
	if (op == LLVMInsertValue && i >= before && i - before < count)
		*from = LLVMGetOperand(v, 1), *at = i - before;
	return true;
}

/* Records the lanes of a vector that is put together or taken apart as the variables that they are: a lane is the
** same pointer on both sides. */
static bool
define_lanes(struct relocate *r, LLVMValueRef v, const struct type_info *t)
{
	uint32_t at = r->nelem, source;
	LLVMValueRef from;
	bool any = false;

	for (uint32_t i = 0; i < t->count; i++) {
		base_id c = canon_of(&r->f, scan_base_of(r->s, &r->ir, v, i));
		unsigned as = t->elem_as ? t->elem_as[i] : LR_AS_TRACKED;
		relocate_id id = c >= 0 && as != LR_AS_LOADED && lane_source(v, i, &from, &source)
			? part_variable(r, from, source) : NONE;
		if (as == LR_AS_LOADED || (c >= 0 && (id == NONE || r->var[id].object != c))
			|| !ARENA_PUSH(r->ar, r->elem, r->nelem, r->elem_cap)) {
			r->nelem = at;
			return false;
		}
		r->elem[r->nelem++] = id;
		any |= id != NONE;
	}
	if (any)
		new_value(r, (struct relocate_value){ v, at, t->count, t->as < 0, t->as >= 0, 0 });
	else
		r->nelem = at;
	return true;
}

/* Is part `i` of an operand the pointer to the object `c` itself? */
static bool
is_object(const struct relocate *r, LLVMValueRef operand, uint32_t i, base_id c)
{
	const relocate_id id = part_variable(r, operand, i);

	return id != NONE && r->var[id].object == c && (r->var_of[c] == id || r->var[id].copy);
}

/* Is part `i` of `v` the pointer to the object `c` itself: taken out of a composite, put into one, frozen, or chosen
** from two that are alike? */
static bool
is_copy(const struct relocate *r, LLVMValueRef v, uint32_t i, base_id c)
{
	LLVMValueRef from;

	if (!LLVMIsAInstruction(v))
		return false;
	if (LLVMIsAFreezeInst(v))
		return is_object(r, LLVMGetOperand(v, 0), i, c);
	if (LLVMIsASelectInst(v))
		return is_object(r, LLVMGetOperand(v, 1), i, c) && is_object(r, LLVMGetOperand(v, 2), i, c);
	return (aggregate_source(r, v, i, &from, &i) || lane_source(v, i, &from, &i)) && is_object(r, from, i, c);
}

static void
define(struct relocate *r, block_id block, LLVMValueRef v, bool phi)
{
	const struct type_info *t = session_type(r->s, LLVMTypeOf(v));
	bool any = false;

	if (!t || t->count == 0 || define_again(r, v, t) || define_lanes(r, v, t))
		return;
	define_lifted(r, block, v, t->count, phi);
	uint32_t at = r->nelem;
	for (uint32_t i = 0; i < t->count; i++) {
		unsigned as = t->elem_as ? t->elem_as[i] : LR_AS_TRACKED;
		base_id x = scan_base_of(r->s, &r->ir, v, i), c = canon_of(&r->f, x);
		relocate_id id = NONE;
		if (c >= 0 && as == LR_AS_LOADED) {
			r->pinned[c] = true; /* it may point to anywhere, so its owner stays in place */
		} else if (c >= 0) {
			id = new_variable(r, block,
				(struct relocate_var){ v, i, t->as >= 0 ? VALUE_SELF : VALUE_ELEM, false,
					is_copy(r, v, i, c), c, NONE },
				phi);
			if (id == NONE)
				return;
			if (c == x && r->ir.defining[x] == v && r->f.val[x].kind < VALUE_PHI
				&& r->var_of[x] == NONE)
				r->var_of[x] = id;
			event_of(r, EVENT_DEF, id);
			any = true;
		}
		if (!ARENA_PUSH(r->ar, r->elem, r->nelem, r->elem_cap))
			return;
		r->elem[r->nelem++] = id;
	}
	if (!any) {
		r->nelem = at;
		return;
	}
	new_value(r, (struct relocate_value){ v, at, t->count, t->as < 0, false, 0 });
}

const struct relocate_value *
relocate_value_of(const struct relocate *r, LLVMValueRef v)
{
	uint32_t i = ptrmap_get(&r->values, v);

	return i == PTRMAP_NONE ? NULL : &r->value[i];
}

/* Records uses of the elements from ..  end of a composite.  A use of an address needs the object, too, so that it
** can be relocated. */
static void
use_elements(struct relocate *r, LLVMValueRef operand, uint32_t from, uint32_t end)
{
	const struct relocate_value *v = relocate_value_of(r, operand);

	for (uint32_t i = from; v && i < v->n && i < end; i++) {
		relocate_id var = r->elem[v->at + i];
		if (var == NONE)
			continue;
		event_of(r, EVENT_USE, var);
		if (r->var_of[r->var[var].object] != var)
			event_of(r, EVENT_USE, r->var_of[r->var[var].object]);
	}
}

/* Records the uses of an instruction.  One that takes composites apart, or changes them, reads only the parts that
** it passes on. */
static void
uses(struct relocate *r, LLVMValueRef inst)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);
	LLVMValueRef whole = LLVMGetNumOperands(inst) ? LLVMGetOperand(inst, 0) : NULL;
	bool extract = op == LLVMExtractValue || op == LLVMExtractElement,
		insert = op == LLVMInsertValue || op == LLVMInsertElement;
	uint32_t before = 0, count = 1;

	if ((extract || insert) && scan_count_of(r->s, whole)) {
		LLVMValueRef index = op == LLVMExtractElement ? LLVMGetOperand(inst, 1)
			: op == LLVMInsertElement ? LLVMGetOperand(inst, 2)
			: NULL;
		if (!index)
			scan_locate(r->s, LLVMTypeOf(whole), inst, &before, &count);
		else if (LLVMIsAConstantInt(index))
			before = LLVMConstIntGetZExtValue(index) < UINT32_MAX
				? (uint32_t)LLVMConstIntGetZExtValue(index) : UINT32_MAX - 1;
		else if (extract)
			count = UINT32_MAX; /* any of them */
		else
			count = 0;          /* maybe none is replaced */
		if (extract) {
			use_elements(r, whole, before, count == UINT32_MAX ? count : before + count);
			return;
		}
		use_elements(r, whole, 0, before);
		use_elements(r, whole, before + count, UINT32_MAX);
		use_elements(r, LLVMGetOperand(inst, 1), 0, UINT32_MAX);
		return;
	}
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(inst); i++)
		use_elements(r, LLVMGetOperand(inst, i), 0, UINT32_MAX);
}

/* -- safepoints */

static bool
stays_plain(const struct relocate *r, LLVMValueRef call)
{
	/* behind a musttail call the function has no frame */
	return r->emitter->skips(call) || LLVMGetInstructionOpcode(call) == LLVMCallBr
		|| (LLVMIsACallInst(call) && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail);
}

/* Pins the operands of bundles: the callee has addresses of them ("jl_roots"), so these objects stay in place.
** Operands of "deopt" bundles are only looked at. */
static void
pin_bundles(struct relocate *r, LLVMValueRef call)
{
	for (unsigned i = 0; i < LLVMGetNumOperandBundles(call); i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		size_t bytes;
		const char *tag = LLVMGetOperandBundleTag(b, &bytes);
		bool deopt = bytes == 5 && memcmp(tag, "deopt", 5) == 0;
		for (unsigned k = 0; !deopt && k < LLVMGetNumOperandBundleArgs(b); k++) {
			LLVMValueRef v = LLVMGetOperandBundleArgAtIndex(b, k);
			for (uint32_t n = 0; n < scan_count_of(r->s, v); n++) {
				base_id x = canon_of(&r->f, scan_base_of(r->s, &r->ir, v, n));
				if (x >= 0 && ARENA_PUSH(r->ar, r->pin, r->npin, r->pin_cap))
					r->pin[r->npin++] = (uint32_t)x;
			}
		}
		LLVMDisposeOperandBundle(b);
	}
}

static void
safepoint(struct relocate *r, safepoint_id s)
{
	LLVMValueRef call = r->ir.safe[s];
	struct pset_list live = { 0 }, none = { 0 };
	bool tolerates = session_tolerates_relocation(r->s, LLVMGetCalledValue(call));

	r->held_at[s] = r->nheld;
	r->pin_at[s] = r->npin;
	r->given_at[s] = r->ngiven;
	if ((r->plain[s] = stays_plain(r, call)) || !live_diff(&r->f, r->f.live.at[s], 0, r->ar, &live, &none))
		return;
	for (uint32_t i = 0; i < live.n; i++) {
		relocate_id id = r->var_of[live.v[i]];
		if (id == NONE || !ARENA_PUSH(r->ar, r->held, r->nheld, r->held_cap))
			continue;
		r->held[r->nheld++] = id;
		event_of(r, EVENT_USE, id);
	}
	/* A callee cannot relocate derived arguments: it does not know their bases.  A callee that does not tolerate
	** relocation may have copies of any argument. */
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		LLVMValueRef arg = LLVMGetOperand(call, i);
		const struct type_info *t = session_type(r->s, LLVMTypeOf(arg));
		for (uint32_t k = 0; t && k < t->count; k++) {
			base_id x = canon_of(&r->f, scan_base_of(r->s, &r->ir, arg, k));
			unsigned as = t->elem_as ? t->elem_as[k] : LR_AS_TRACKED;
			if (x < 0)
				continue;
			bool whole = as == LR_AS_TRACKED
				|| (as == LR_AS_CALLEE_ROOTED && ir_is_whole_object(&r->ir, arg));
			if (!whole && ARENA_PUSH(r->ar, r->pin, r->npin, r->pin_cap))
				r->pin[r->npin++] = (uint32_t)x;
			else if (as == LR_AS_TRACKED && !tolerates
				&& ARENA_PUSH(r->ar, r->given, r->ngiven, r->given_cap))
				r->given[r->ngiven++] = (uint32_t)x;
		}
	}
	pin_bundles(r, call);
	event_of(r, EVENT_SAFEPOINT, s);
}

static void
pin_preserved(struct relocate *r, LLVMValueRef begin)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(begin); i++) {
		LLVMValueRef v = LLVMGetOperand(begin, i);
		for (uint32_t k = 0; k < scan_count_of(r->s, v); k++) {
			base_id x = canon_of(&r->f, scan_base_of(r->s, &r->ir, v, k));
			if (x >= 0)
				r->pinned[x] = true;
		}
	}
}

/* -- the walk */

static void
instruction(struct relocate *r, block_id b, LLVMValueRef inst, uint32_t *next)
{
	bool call = LLVMIsACallInst(inst) || LLVMIsAInvokeInst(inst);

	if (LLVMIsAPHINode(inst)) {
		define(r, b, inst, true);
		return;
	}
	if (call && session_says_constant(r->s, inst)) /* relocate_strip will remove it */
		return;
	uses(r, inst);
	if (call && intrinsic_of_call(inst) == INTR_PRESERVE_BEGIN)
		pin_preserved(r, inst);
	if (*next < r->f.nsafe && r->ir.safe[*next] == inst)
		safepoint(r, (*next)++);
	define(r, b, inst, false);
}

bool
relocate_variables(struct relocate *r)
{
	struct fn *f = &r->f, *v = &r->v;
	uint32_t next = 0;

	*v = (struct fn){ .ar = r->ar,
		.name = f->name, .g = f->g, .pool = r->pool, .nsafe = f->nsafe, .safe = f->safe, .safe_at = f->safe_at,
		.moving = true };
	r->var_of = arena_array(r->ar, (size_t)f->nval + 1, sizeof *r->var_of);
	r->pinned = arena_zarray(r->ar, (size_t)f->nval + 1, sizeof *r->pinned);
	r->plain = arena_zarray(r->ar, (size_t)f->nsafe + 1, sizeof *r->plain);
	r->held_at = arena_zarray(r->ar, (size_t)f->nsafe + 2, sizeof *r->held_at);
	r->pin_at = arena_zarray(r->ar, (size_t)f->nsafe + 2, sizeof *r->pin_at);
	r->given_at = arena_zarray(r->ar, (size_t)f->nsafe + 2, sizeof *r->given_at);
	v->event_at = arena_zarray(r->ar, (size_t)f->g.nblk + 1, sizeof *v->event_at);
	if (!r->var_of || !r->pinned || !r->plain || !r->held_at || !r->pin_at || !r->given_at || !v->event_at)
		return false;
	for (uint32_t i = 0; i < f->nval; i++)
		r->var_of[i] = NONE;
	ptrmap_clear(&r->values);
	for (LLVMValueRef a = LLVMGetFirstParam(r->ir.fn); a; a = LLVMGetNextParam(a))
		define(r, 0, a, false);
	for (block_id b = 0; b < f->g.nblk && !r->ar->failed; b++) {
		v->event_at[b] = b ? v->nevent : 0;
		for (LLVMValueRef i = LLVMGetFirstInstruction(r->ir.block[b]); i && !r->ar->failed;
			i = LLVMGetNextInstruction(i))
			instruction(r, b, i, &next);
	}
	v->event_at[f->g.nblk] = v->nevent;
	r->held_at[f->nsafe] = r->nheld;
	r->pin_at[f->nsafe] = r->npin;
	r->given_at[f->nsafe] = r->ngiven;
	for (uint32_t i = 0; i < v->nval; i++)
		if ((r->var[i].base = r->var_of[r->var[i].object]) == NONE)
			r->ar->failed = true; /* cannot be: a canonical value has a definition */
	v->refined.canon = arena_array(r->ar, (size_t)v->nval + 1, sizeof *v->refined.canon);
	for (uint32_t i = 0; v->refined.canon && i < v->nval; i++)
		v->refined.canon[i] = (base_id)i;
	if (!v->refined.canon || r->ar->failed || !relocate_entries(r))
		return false;
	return !r->ar->failed && liveness(v) && relocate_liveness(r);
}
