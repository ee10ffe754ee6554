/* relocate_vars.c -- the pointers that a collection changes, as values of a second compact function over the same
** blocks.  Needs scan, refine and liveness of the function.  Changes no IR. */
#include "gcroots/relocate/relocate.h"

/* A new variable, defined at the event at hand. */
static uint32_t
new_variable(struct sp *sp, uint32_t block, struct sp_var var, bool is_phi)
{
	struct fn *v = &sp->v;

	if (!ARENA_PUSH(sp->ar, sp->var, v->nval, sp->var_cap) || !ARENA_PUSH(sp->ar, v->val, v->nval, v->val_cap))
		return NO_VARIABLE;
	sp->var[v->nval] = var;
	v->val[v->nval] = (struct value){ .block = block, .kind = var.kind, .is_phi = is_phi };
	return v->nval++;
}

static void
event_of(struct sp *sp, enum event_kind kind, uint32_t id)
{
	struct fn *v = &sp->v;

	if (ARENA_PUSH(sp->ar, v->event, v->nevent, v->event_cap))
		v->event[v->nevent++] = EVENT(kind, id);
}

static void
end_use(struct sp *sp, uint32_t block, uint32_t var)
{
	struct fn *v = &sp->v;

	if (var != NO_VARIABLE && ARENA_PUSH(sp->ar, v->end, v->nend, v->end_cap))
		v->end[v->nend++] = (struct end_use){ block, (num)var };
}

/* The variable that holds the object of a number of the scan. */
static uint32_t
object_variable(const struct sp *sp, num n)
{
	n = canon_of(&sp->f, n);
	return n < 0 ? NO_VARIABLE : sp->of_number[n];
}

/* Bases that are to be made beside `v`: as the scan has numbered them, in that order. */
static void
define_lifted(struct sp *sp, uint32_t block, LLVMValueRef v, uint32_t n, bool phi)
{
	for (uint32_t i = 0; i < n; i++) {
		num x = scan_num_of(sp->s, &sp->ir, v, i);
		if (x < 0 || sp->f.val[x].kind < VALUE_PHI || sp->ir.carrier[x] != v || sp->f.canon[x] != x
			|| sp->of_number[x] != NO_VARIABLE)
			continue;
		const struct value *val = &sp->f.val[x];
		uint32_t id = new_variable(sp, block, (struct sp_var){ v, val->elem, val->kind, false, x, NO_VARIABLE },
			phi);
		if (id == NO_VARIABLE)
			return;
		sp->of_number[x] = id;
		for (uint32_t k = 0; k < val->in_n && !phi; k++) {
			uint32_t in = object_variable(sp, sp->f.ref[val->in_at + k]);
			if (in != NO_VARIABLE)
				event_of(sp, EVENT_USE, in);
		}
		event_of(sp, EVENT_DEF, id);
	}
}

static void
new_value(struct sp *sp, struct sp_value v)
{
	if (!ARENA_PUSH(sp->ar, sp->value, sp->nvalue, sp->value_cap))
		return;
	sp->value[sp->nvalue] = v;
	if (!ptrmap_set(&sp->values, v.v, sp->nvalue++))
		sp->ar->failed = true;
}

/* A pointer in another address space, and nothing else. */
static bool
define_cast(struct sp *sp, LLVMValueRef v, const struct type_info *t)
{
	if (t->as < 0 || t->as == LR_AS_LOADED || !LLVMIsAAddrSpaceCastInst(v))
		return false;
	uint32_t i = ptrmap_get(&sp->values, LLVMGetOperand(v, 0));
	if (i == PTRMAP_NONE || sp->value[i].composite)
		return false;
	new_value(sp, (struct sp_value){ v, sp->value[i].at, 1, false, true });
	return true;
}

/* The variable of part `i` of an operand; NO_VARIABLE if it has none. */
static uint32_t
part_variable(const struct sp *sp, LLVMValueRef operand, uint32_t i)
{
	uint32_t k = ptrmap_get(&sp->values, operand);

	return k == PTRMAP_NONE || i >= sp->value[k].n ? NO_VARIABLE : sp->elem[sp->value[k].at + i];
}

/* Where part `i` of a vector comes from, if the vector is put together or taken apart; false if that is not known, or
** for other instructions. */
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

/* A lane that is taken out of a vector or put into one is the same pointer there: it is recorded once. */
static bool
define_lanes(struct sp *sp, LLVMValueRef v, const struct type_info *t)
{
	uint32_t at = sp->nelem, source;
	LLVMValueRef from;
	bool any = false;

	for (uint32_t i = 0; i < t->count; i++) {
		num c = canon_of(&sp->f, scan_num_of(sp->s, &sp->ir, v, i));
		unsigned as = t->elem_as ? t->elem_as[i] : LR_AS_TRACKED;
		uint32_t id = c >= 0 && as != LR_AS_LOADED && lane_source(v, i, &from, &source)
			? part_variable(sp, from, source) : NO_VARIABLE;
		if (as == LR_AS_LOADED || (c >= 0 && (id == NO_VARIABLE || sp->var[id].number != c))
			|| !ARENA_PUSH(sp->ar, sp->elem, sp->nelem, sp->elem_cap)) {
			sp->nelem = at;
			return false;
		}
		sp->elem[sp->nelem++] = id;
		any |= id != NO_VARIABLE;
	}
	if (any)
		new_value(sp, (struct sp_value){ v, at, t->count, t->as < 0, t->as >= 0 });
	else
		sp->nelem = at;
	return true;
}

static void
define(struct sp *sp, uint32_t block, LLVMValueRef v, bool phi)
{
	const struct type_info *t = session_type(sp->s, LLVMTypeOf(v));
	bool any = false;

	if (!t || t->count == 0 || define_cast(sp, v, t) || define_lanes(sp, v, t))
		return;
	define_lifted(sp, block, v, t->count, phi);
	uint32_t at = sp->nelem;
	for (uint32_t i = 0; i < t->count; i++) {
		unsigned as = t->elem_as ? t->elem_as[i] : LR_AS_TRACKED;
		num x = scan_num_of(sp->s, &sp->ir, v, i), c = canon_of(&sp->f, x);
		uint32_t id = NO_VARIABLE;
		if (c >= 0 && as == LR_AS_LOADED) {
			sp->pinned[c] = true; /* it may point to anywhere: its owner stays where it is */
		} else if (c >= 0) {
			id = new_variable(sp, block,
				(struct sp_var){ v, i, t->as >= 0 ? VALUE_SELF : VALUE_ELEM, false, c, NO_VARIABLE },
				phi);
			if (id == NO_VARIABLE)
				return;
			if (c == x && sp->ir.carrier[x] == v && sp->f.val[x].kind < VALUE_PHI
				&& sp->of_number[x] == NO_VARIABLE)
				sp->of_number[x] = id;
			event_of(sp, EVENT_DEF, id);
			any = true;
		}
		if (!ARENA_PUSH(sp->ar, sp->elem, sp->nelem, sp->elem_cap))
			return;
		sp->elem[sp->nelem++] = id;
	}
	if (!any) {
		sp->nelem = at;
		return;
	}
	new_value(sp, (struct sp_value){ v, at, t->count, t->as < 0, false });
}

static const struct sp_value *
value_of(const struct sp *sp, LLVMValueRef v)
{
	uint32_t i = ptrmap_get(&sp->values, v);

	return i == PTRMAP_NONE ? NULL : &sp->value[i];
}

/* Elements from..end of it.  Whoever needs an address needs the object, to have it relocated. */
static void
use_elements(struct sp *sp, LLVMValueRef operand, uint32_t from, uint32_t end)
{
	const struct sp_value *v = value_of(sp, operand);

	for (uint32_t i = from; v && i < v->n && i < end; i++) {
		uint32_t var = sp->elem[v->at + i];
		if (var == NO_VARIABLE)
			continue;
		event_of(sp, EVENT_USE, var);
		if (sp->of_number[sp->var[var].number] != var)
			event_of(sp, EVENT_USE, sp->of_number[sp->var[var].number]);
	}
}

/* What an instruction reads.  What takes composites apart or changes them reads no more of them than it passes on. */
static void
uses(struct sp *sp, LLVMValueRef inst)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);
	LLVMValueRef whole = LLVMGetNumOperands(inst) ? LLVMGetOperand(inst, 0) : NULL;
	bool extract = op == LLVMExtractValue || op == LLVMExtractElement,
		insert = op == LLVMInsertValue || op == LLVMInsertElement;
	uint32_t before = 0, count = 1;

	if ((extract || insert) && scan_count_of(sp->s, whole)) {
		LLVMValueRef index = op == LLVMExtractElement ? LLVMGetOperand(inst, 1)
			: op == LLVMInsertElement ? LLVMGetOperand(inst, 2)
			: NULL;
		if (!index)
			scan_locate(sp->s, LLVMTypeOf(whole), inst, &before, &count);
		else if (LLVMIsAConstantInt(index))
			before = LLVMConstIntGetZExtValue(index) < UINT32_MAX
				? (uint32_t)LLVMConstIntGetZExtValue(index) : UINT32_MAX - 1;
		else if (extract)
			count = UINT32_MAX; /* any of them */
		else
			count = 0;          /* maybe none is replaced */
		if (extract) {
			use_elements(sp, whole, before, count == UINT32_MAX ? count : before + count);
			return;
		}
		use_elements(sp, whole, 0, before);
		use_elements(sp, whole, before + count, UINT32_MAX);
		use_elements(sp, LLVMGetOperand(inst, 1), 0, UINT32_MAX);
		return;
	}
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(inst); i++)
		use_elements(sp, LLVMGetOperand(inst, i), 0, UINT32_MAX);
}

/* -- safepoints */

static bool
stays_plain(const struct sp *sp, LLVMValueRef call)
{
	/* a musttail call has no frame of ours below it; assembly has no address that a statepoint could call */
	return (!sp->reload && LLVMIsAInlineAsm(LLVMGetCalledValue(call)))
		|| LLVMGetInstructionOpcode(call) == LLVMCallBr
		|| (LLVMIsACallInst(call) && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail);
}

/* Bundles keep objects because the callee has addresses in them ("jl_roots"): those stay where they are.  Not what is
** there to be looked at. */
static void
pin_bundles(struct sp *sp, LLVMValueRef call)
{
	for (unsigned i = 0; i < LLVMGetNumOperandBundles(call); i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		size_t bytes;
		const char *tag = LLVMGetOperandBundleTag(b, &bytes);
		bool deopt = bytes == 5 && memcmp(tag, "deopt", 5) == 0;
		for (unsigned k = 0; !deopt && k < LLVMGetNumOperandBundleArgs(b); k++) {
			LLVMValueRef v = LLVMGetOperandBundleArgAtIndex(b, k);
			for (uint32_t n = 0; n < scan_count_of(sp->s, v); n++) {
				num x = canon_of(&sp->f, scan_num_of(sp->s, &sp->ir, v, n));
				if (x >= 0 && ARENA_PUSH(sp->ar, sp->pin, sp->npin, sp->pin_cap))
					sp->pin[sp->npin++] = (uint32_t)x;
			}
		}
		LLVMDisposeOperandBundle(b);
	}
}

static void
safepoint(struct sp *sp, uint32_t s)
{
	LLVMValueRef call = sp->ir.safe[s];
	struct pset_list live = { 0 }, none = { 0 };
	const struct callee_info *callee = session_callee(sp->s, LLVMGetCalledValue(call));
	bool copes = callee && callee->self_rooting;

	sp->kept_at[s] = sp->nkept;
	sp->pin_at[s] = sp->npin;
	sp->given_at[s] = sp->ngiven;
	if ((sp->plain[s] = stays_plain(sp, call)) || !live_diff(&sp->f, sp->f.live[s], 0, sp->ar, &live, &none))
		return;
	for (uint32_t i = 0; i < live.n; i++) {
		uint32_t id = sp->of_number[live.v[i]];
		if (id == NO_VARIABLE || !ARENA_PUSH(sp->ar, sp->kept, sp->nkept, sp->kept_cap))
			continue;
		sp->kept[sp->nkept++] = id;
		event_of(sp, EVENT_USE, id);
	}
	/* A callee cannot relocate derived pointers that it is given: it does not know their bases.  If it was not made
	 * for moving, it may have copies of anything. */
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		LLVMValueRef arg = LLVMGetOperand(call, i);
		const struct type_info *t = session_type(sp->s, LLVMTypeOf(arg));
		for (uint32_t k = 0; t && k < t->count; k++) {
			num x = canon_of(&sp->f, scan_num_of(sp->s, &sp->ir, arg, k));
			unsigned as = t->elem_as ? t->elem_as[k] : LR_AS_TRACKED;
			if (x < 0)
				continue;
			bool whole = as == LR_AS_TRACKED || (as == LR_AS_CALLEE_ROOTED && ir_lends_whole(&sp->ir, arg));
			if (!whole && ARENA_PUSH(sp->ar, sp->pin, sp->npin, sp->pin_cap))
				sp->pin[sp->npin++] = (uint32_t)x;
			else if (as == LR_AS_TRACKED && !copes
				&& ARENA_PUSH(sp->ar, sp->given, sp->ngiven, sp->given_cap))
				sp->given[sp->ngiven++] = (uint32_t)x;
		}
	}
	pin_bundles(sp, call);
	event_of(sp, EVENT_SAFEPOINT, s);
}

static void
pin_preserved(struct sp *sp, LLVMValueRef begin)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(begin); i++) {
		LLVMValueRef v = LLVMGetOperand(begin, i);
		for (uint32_t k = 0; k < scan_count_of(sp->s, v); k++) {
			num x = canon_of(&sp->f, scan_num_of(sp->s, &sp->ir, v, k));
			if (x >= 0)
				sp->pinned[x] = true;
		}
	}
}

/* -- the walk */

static void
instruction(struct sp *sp, uint32_t b, LLVMValueRef inst, uint32_t *next)
{
	bool call = LLVMIsACallInst(inst) || LLVMIsAInvokeInst(inst);

	if (LLVMIsAPHINode(inst)) {
		define(sp, b, inst, true);
		return;
	}
	if (call && session_says_constant(sp->s, inst)) /* sp_strip */
		return;
	uses(sp, inst);
	if (call && intrinsic_of_call(inst) == INTR_PRESERVE_BEGIN)
		pin_preserved(sp, inst);
	if (*next < sp->f.nsafe && sp->ir.safe[*next] == inst)
		safepoint(sp, (*next)++);
	define(sp, b, inst, false);
}

/* Entries of phis by the block that they come from. */
static bool
phi_entries(struct sp *sp)
{
	struct fn *f = &sp->f;
	uint32_t n = 0, cap = 0, *from = NULL, from_cap = 0;
	struct sp_incoming *all = NULL;

	ptrmap_clear(&sp->blocks);
	for (uint32_t b = 0; b < f->g.nblk; b++)
		if (!ptrmap_set(&sp->blocks, sp->ir.block[b], b))
			return false;
	for (uint32_t b = 0; b < f->g.nblk; b++)
		for (LLVMValueRef phi = LLVMGetFirstInstruction(sp->ir.block[b]); phi && LLVMIsAPHINode(phi);
			phi = LLVMGetNextInstruction(phi)) {
			if (scan_count_of(sp->s, phi) == 0)
				continue;
			for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
				uint32_t source = ptrmap_get(&sp->blocks, LLVMGetIncomingBlock(phi, k));
				const struct sp_value *v = value_of(sp, LLVMGetIncomingValue(phi, k));
				if (source == PTRMAP_NONE || !v)
					continue;
				if (!ARENA_PUSH(sp->ar, all, n, cap) || !ARENA_PUSH(sp->ar, from, n, from_cap))
					return false;
				from[n] = source;
				all[n++] = (struct sp_incoming){ phi, k };
				for (uint32_t i = 0; i < v->n; i++) {
					end_use(sp, source, sp->elem[v->at + i]);
					if (sp->elem[v->at + i] != NO_VARIABLE)
						end_use(sp, source, sp->var[sp->elem[v->at + i]].base);
				}
			}
		}
	sp->in_at = arena_zarray(sp->ar, (size_t)f->g.nblk + 2, sizeof *sp->in_at);
	sp->in = arena_array(sp->ar, (size_t)n + 1, sizeof *sp->in);
	if (!sp->in_at || !sp->in)
		return false;
	uint32_t *at = sp->in_at + 1;
	for (uint32_t i = 0; i < n; i++)
		at[from[i] + 1]++;
	for (uint32_t b = 0; b < f->g.nblk; b++)
		at[b + 1] += at[b];
	for (uint32_t i = 0; i < n; i++)
		sp->in[at[from[i]]++] = all[i];
	return true;
}

/* What bases that are phis get along each edge is used at the end of its source. */
static bool
lifted_entries(struct sp *sp)
{
	uint32_t nblk = sp->f.g.nblk, n = 0, *at = arena_zarray(sp->ar, (size_t)nblk + 2, sizeof *at);

	if (!(sp->lin_at = at++))
		return false;
	for (int pass = 0; pass < 2; pass++) {
		for (uint32_t i = 0; i < sp->v.nval; i++) {
			const struct sp_var *var = &sp->var[i];
			const struct value *val = &sp->f.val[var->number];
			for (uint32_t k = 0; var->kind == VALUE_PHI && k < val->in_n; k++) {
				uint32_t from = ptrmap_get(&sp->blocks, LLVMGetIncomingBlock(var->carrier, k));
				if (from == PTRMAP_NONE)
					continue;
				if (pass == 0) {
					end_use(sp, from, object_variable(sp, sp->f.ref[val->in_at + k]));
					at[from + 1]++, n++;
				} else {
					sp->lin[at[from]++] = (struct sp_lift_entry){ i, k };
				}
			}
		}
		for (uint32_t b = 0; pass == 0 && b < nblk; b++)
			at[b + 1] += at[b];
		if (pass == 0 && !(sp->lin = arena_array(sp->ar, (size_t)n + 1, sizeof *sp->lin)))
			return false;
	}
	return true;
}

/* Bases without which a needed one cannot be made are needed, too. */
static void
need(struct sp *sp, uint32_t id, uint32_t *todo)
{
	uint32_t n = 0;

	if (sp->var[id].kind < VALUE_PHI || sp->var[id].needed)
		return;
	sp->var[id].needed = true;
	todo[n++] = id;
	while (n) {
		const struct value *val = &sp->f.val[sp->var[todo[--n]].number];
		for (uint32_t i = 0; i < val->in_n; i++) {
			uint32_t in = object_variable(sp, sp->f.ref[val->in_at + i]);
			if (in == NO_VARIABLE || sp->var[in].kind < VALUE_PHI || sp->var[in].needed)
				continue;
			sp->var[in].needed = true;
			todo[n++] = in;
		}
	}
}

static bool
needed_bases(struct sp *sp)
{
	uint32_t *todo = arena_array(sp->ar, (size_t)sp->v.nval + 1, sizeof *todo);

	sp->live_at = arena_array(sp->ar, (size_t)sp->v.nsafe + 2, sizeof *sp->live_at);
	if (!todo || !sp->live_at)
		return false;
	struct pset_list live = { 0 }, none = { 0 };
	for (uint32_t s = 0; s < sp->v.nsafe; s++) {
		sp->live_at[s] = live.n;
		if (!sp->plain[s] && !live_diff(&sp->v, sp->v.live[s], 0, sp->ar, &live, &none))
			return false;
		if (live.n - sp->live_at[s] > sp->max_live)
			sp->max_live = live.n - sp->live_at[s];
		for (uint32_t i = sp->live_at[s]; i < live.n; i++)
			need(sp, sp->var[live.v[i]].base, todo);
		for (uint32_t i = sp->kept_at[s]; i < sp->kept_at[s + 1]; i++)
			need(sp, sp->kept[i], todo);
	}
	sp->live_at[sp->v.nsafe] = live.n;
	sp->live = live.v;
	return true;
}

bool
sp_variables(struct sp *sp)
{
	struct fn *f = &sp->f, *v = &sp->v;
	uint32_t next = 0;

	*v = (struct fn){ .ar = sp->ar,
		.name = f->name, .g = f->g, .pool = sp->pool, .nsafe = f->nsafe, .safe = f->safe, .safe_at = f->safe_at,
		.moving = true };
	sp->of_number = arena_array(sp->ar, (size_t)f->nval + 1, sizeof *sp->of_number);
	sp->pinned = arena_zarray(sp->ar, (size_t)f->nval + 1, sizeof *sp->pinned);
	sp->plain = arena_zarray(sp->ar, (size_t)f->nsafe + 1, sizeof *sp->plain);
	sp->kept_at = arena_zarray(sp->ar, (size_t)f->nsafe + 2, sizeof *sp->kept_at);
	sp->pin_at = arena_zarray(sp->ar, (size_t)f->nsafe + 2, sizeof *sp->pin_at);
	sp->given_at = arena_zarray(sp->ar, (size_t)f->nsafe + 2, sizeof *sp->given_at);
	v->event_at = arena_zarray(sp->ar, (size_t)f->g.nblk + 1, sizeof *v->event_at);
	if (!sp->of_number || !sp->pinned || !sp->plain || !sp->kept_at || !sp->pin_at || !sp->given_at || !v->event_at)
		return false;
	for (uint32_t i = 0; i < f->nval; i++)
		sp->of_number[i] = NO_VARIABLE;
	ptrmap_clear(&sp->values);
	for (LLVMValueRef a = LLVMGetFirstParam(sp->ir.fn); a; a = LLVMGetNextParam(a))
		define(sp, 0, a, false);
	for (uint32_t b = 0; b < f->g.nblk && !sp->ar->failed; b++) {
		v->event_at[b] = b ? v->nevent : 0;
		for (LLVMValueRef i = LLVMGetFirstInstruction(sp->ir.block[b]); i && !sp->ar->failed;
			i = LLVMGetNextInstruction(i))
			instruction(sp, b, i, &next);
	}
	v->event_at[f->g.nblk] = v->nevent;
	sp->kept_at[f->nsafe] = sp->nkept;
	sp->pin_at[f->nsafe] = sp->npin;
	sp->given_at[f->nsafe] = sp->ngiven;
	for (uint32_t i = 0; i < v->nval; i++)
		if ((sp->var[i].base = sp->of_number[sp->var[i].number]) == NO_VARIABLE)
			sp->ar->failed = true; /* cannot be: what is canonical is defined somewhere */
	v->canon = arena_array(sp->ar, (size_t)v->nval + 1, sizeof *v->canon);
	if (!v->canon || sp->ar->failed || !phi_entries(sp))
		return false;
	for (uint32_t i = 0; i < v->nval; i++)
		v->canon[i] = (num)i;
	return lifted_entries(sp) && !sp->ar->failed && liveness(v) && needed_bases(sp);
}
