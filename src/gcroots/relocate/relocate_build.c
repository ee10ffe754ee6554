/* relocate_build.c -- one walk over the dominator tree: calls become statepoints, uses read what is current, phis are
** filled.  Needs sp_variables and sp_place_phis.  sp_reserve takes all memory; after it nothing fails. */
#include "gcroots/rewrite/composite.h"
#include "gcroots/moving/reload.h"

/* -- what a variable is */

LLVMTypeRef
sp_type(const struct sp *sp, uint32_t var)
{
	const struct sp_var *v = &sp->var[var];

	if (v->kind == VALUE_SELF)
		return LLVMTypeOf(v->carrier);
	const struct type_info *t = session_type(sp->s, LLVMTypeOf(v->carrier));
	unsigned as = v->kind == VALUE_ELEM && t->elem_as ? t->elem_as[v->elem] : LR_AS_TRACKED;
	return LLVMPointerTypeInContext(sp->e->context, as);
}

/* Where something can stand behind the definition of `v`. */
static LLVMValueRef
behind(LLVMValueRef fn, LLVMValueRef v)
{
	LLVMValueRef i;

	if (!LLVMIsAInstruction(v)) {
		for (i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)); LLVMIsAAllocaInst(i);)
			i = LLVMGetNextInstruction(i);
		return i;
	}
	i = LLVMIsAInvokeInst(v) ? LLVMGetFirstInstruction(LLVMGetNormalDest(v)) : LLVMGetNextInstruction(v);
	while (LLVMIsAPHINode(i))
		i = LLVMGetNextInstruction(i);
	return i;
}

/* For the time that `original` is asked for, the builder is somewhere else. */
static LLVMValueRef
original(struct sp *sp, struct sp_build *g, uint32_t var)
{
	const struct sp_var *v = &sp->var[var];
	LLVMBuilderRef b = sp->e->builder;

	if (v->kind == VALUE_SELF)
		return v->carrier;
	if (g->orig[var] || v->kind >= VALUE_PHI)
		return g->orig[var];
	LLVMBasicBlockRef at = LLVMGetInsertBlock(b);
	LLVMMetadataRef where = LLVMGetCurrentDebugLocation2(b);
	LLVMValueRef spot = g->spot;
	LLVMPositionBuilderBefore(b, behind(sp->ir.fn, v->carrier));
	LLVMSetCurrentDebugLocation2(b, NULL);
	g->orig[var] = composite_extract(sp->s, b, v->carrier, v->elem);
	if (spot)
		LLVMPositionBuilderBefore(b, spot);
	else if (at)
		LLVMPositionBuilderAtEnd(b, at);
	LLVMSetCurrentDebugLocation2(b, where);
	return g->orig[var];
}

LLVMValueRef
sp_get(struct sp *sp, struct sp_build *g, uint32_t var)
{
	return g->cur[var] ? g->cur[var] : original(sp, g, var);
}

void
sp_set(struct sp_build *g, uint32_t var, LLVMValueRef v)
{
	g->undo[g->nundo++] = (struct sp_undo){ var, g->cur[var] };
	g->cur[var] = v;
}

void
sp_define_in(struct sp_build *g, uint32_t block, uint32_t var, LLVMValueRef v)
{
	g->entry[g->nentry] = (struct sp_entry){ var, g->entry_of[block], v };
	g->entry_of[block] = g->nentry++;
}

/* The object of a number of the scan; null for those that are rooted elsewhere. */
static LLVMValueRef
object(struct sp *sp, struct sp_build *g, num n)
{
	n = canon_of(&sp->f, n);
	return n < 0 ? LLVMConstNull(g->tracked) : sp_get(sp, g, sp->of_number[n]);
}

static void
before(struct sp *sp, struct sp_build *g, LLVMValueRef inst)
{
	g->spot = inst;
	LLVMPositionBuilderBefore(sp->e->builder, inst);
	LLVMSetCurrentDebugLocation2(sp->e->builder, NULL);
}

/* -- operands */

/* Lane `k` of a vector, if it is a constant. */
static LLVMValueRef
constant_lane(LLVMValueRef v, uint32_t k)
{
	enum { FAR = 256 };

	for (int i = 0; i < FAR && LLVMIsAInsertElementInst(v); i++) {
		LLVMValueRef index = LLVMGetOperand(v, 2);
		if (!LLVMIsAConstantInt(index))
			return NULL;
		if (LLVMConstIntGetZExtValue(index) == k)
			return LLVMIsAConstant(LLVMGetOperand(v, 1)) ? LLVMGetOperand(v, 1) : NULL;
		v = LLVMGetOperand(v, 0);
	}
	return LLVMIsAConstant(v) ? LLVMGetAggregateElement(v, k) : NULL;
}

/* Which lanes of a vector an instruction reads as its operand number `operand`: [from, end), or all but these. */
struct lanes_read { uint32_t from, end; bool but; };

static struct lanes_read
lanes_read(LLVMValueRef inst, unsigned operand)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);
	struct lanes_read all = { 0, UINT32_MAX, false };

	if (operand != 0 || (op != LLVMExtractElement && op != LLVMInsertElement))
		return all;
	LLVMValueRef index = LLVMGetOperand(inst, op == LLVMExtractElement ? 1 : 2);
	if (!LLVMIsAConstantInt(index) || LLVMConstIntGetZExtValue(index) >= UINT32_MAX)
		return all;
	uint32_t k = (uint32_t)LLVMConstIntGetZExtValue(index);
	return (struct lanes_read){ k, k + 1, op == LLVMInsertElement };
}

static bool
reads_lane(struct lanes_read r, uint32_t k)
{
	return (k >= r.from && k < r.end) != r.but;
}

/* The vector to start from: its constant lanes, and poison for all lanes that are variables.  So no stale lane is left
** in it.  NULL if it has lanes of another kind. */
static LLVMValueRef
bare_vector(const struct sp *sp, const struct sp_value *v, LLVMValueRef operand)
{
	enum { LANES = 64 };
	LLVMValueRef lane[LANES];
	LLVMTypeRef t = LLVMTypeOf(operand);

	if (LLVMGetTypeKind(t) != LLVMVectorTypeKind || v->n > LANES)
		return NULL;
	for (uint32_t k = 0; k < v->n; k++) {
		lane[k] = sp->elem[v->at + k] == NO_VARIABLE ? constant_lane(operand, k)
			: LLVMGetPoison(LLVMGetElementType(t));
		if (!lane[k])
			return NULL;
	}
	return LLVMConstVector(lane, v->n);
}

/* A variable as a lane of a vector, which may have been cast before it was put there. */
static LLVMValueRef
as_lane(struct sp *sp, LLVMValueRef now, LLVMTypeRef composite)
{
	if (LLVMGetTypeKind(composite) != LLVMVectorTypeKind || LLVMTypeOf(now) == LLVMGetElementType(composite))
		return now;
	return LLVMBuildAddrSpaceCast(sp->e->builder, now, LLVMGetElementType(composite), "");
}

/* The current value of `operand`: built at the builder's place if it is a composite; `operand` itself if it has not
** changed.
**
** Lanes of a vector are variables of the values it was built from, so some may be relocated and others not.  A lane
** that is read and was not relocated keeps its first value: there was no safepoint since, or its object is pinned, or
** its reader makes no use of it.  A lane that is not read may be stale. */
static LLVMValueRef
current(struct sp *sp, struct sp_build *g, LLVMValueRef operand, struct lanes_read read)
{
	uint32_t i = ptrmap_get(&sp->values, operand);

	if (i == PTRMAP_NONE)
		return operand;
	const struct sp_value *v = &sp->value[i];
	if (!v->composite) {
		LLVMValueRef now = g->cur[sp->elem[v->at]];
		if (now && v->cast && LLVMTypeOf(now) != LLVMTypeOf(operand))
			now = LLVMBuildAddrSpaceCast(sp->e->builder, now, LLVMTypeOf(operand), "");
		return now ? now : operand;
	}
	bool any = false;
	for (uint32_t k = 0; k < v->n && !any; k++)
		any = sp->elem[v->at + k] != NO_VARIABLE && g->cur[sp->elem[v->at + k]];
	if (!any)
		return operand;
	LLVMValueRef bare = bare_vector(sp, v, operand), made = bare ? bare : operand;
	for (uint32_t k = 0; k < v->n; k++) {
		uint32_t var = sp->elem[v->at + k];
		if (var == NO_VARIABLE || !(g->cur[var] || (bare && reads_lane(read, k))))
			continue;
		made = composite_insert(sp->s, sp->e->builder, made,
			as_lane(sp, sp_get(sp, g, var), LLVMTypeOf(operand)), k);
	}
	return made;
}

static void
read_current(struct sp *sp, struct sp_build *g, LLVMValueRef inst)
{
	unsigned n = (unsigned)LLVMGetNumOperands(inst);

	before(sp, g, inst);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef old = LLVMGetOperand(inst, i), now = current(sp, g, old, lanes_read(inst, i));
		if (now != old)
			LLVMSetOperand(inst, i, now);
	}
}

/* -- bases that are still to be made */

static LLVMValueRef
make_base(struct sp *sp, struct sp_build *g, const struct sp_var *v)
{
	LLVMBuilderRef b = sp->e->builder;
	const struct value *val = &sp->f.val[v->number];
	const num *in = sp->f.ref + val->in_at;
	LLVMValueRef derived = v->carrier, cond, vec;
	LLVMTypeRef i32 = sp->e->i32;

	switch (v->kind) {
	case VALUE_SELECT: /* a masked load chooses lane by lane, too: its last arguments are the mask and what passes
	                    * through */
		cond = LLVMIsASelectInst(derived) ? LLVMGetOperand(derived, 0)
			: LLVMGetOperand(derived, LLVMGetNumArgOperands(derived) - 2);
		if (LLVMGetTypeKind(LLVMTypeOf(cond)) == LLVMVectorTypeKind)
			cond = LLVMBuildExtractElement(b, cond, LLVMConstInt(i32, v->elem, 0), "");
		return LLVMBuildSelect(b, cond, object(sp, g, in[0]), object(sp, g, in[1]), "gclift");
	case VALUE_INSERT:
		vec = LLVMGetOperand(derived, 2);
		cond = LLVMBuildICmp(b, LLVMIntEQ, vec, LLVMConstInt(LLVMTypeOf(vec), v->elem, 0), "");
		return LLVMBuildSelect(b, cond, object(sp, g, in[0]), object(sp, g, in[1]), "gclift");
	default: /* VALUE_EXTRACT */
		vec = LLVMConstNull(LLVMVectorType(g->tracked, val->in_n));
		for (uint32_t i = 0; i < val->in_n; i++)
			vec = LLVMBuildInsertElement(b, vec, object(sp, g, in[i]), LLVMConstInt(i32, i, 0), "");
		return LLVMBuildExtractElement(b, vec, LLVMGetOperand(derived, 1), "gclift");
	}
}

static void
make_bases(struct sp *sp, struct sp_build *g, LLVMValueRef inst)
{
	uint32_t i = ptrmap_get(&sp->lifted, inst);

	for (; i != PTRMAP_NONE && i < sp->v.nval && sp->var[i].carrier == inst && sp->var[i].kind > VALUE_PHI; i++)
		if (sp->var[i].needed && !g->orig[i]) {
			before(sp, g, inst);
			g->orig[i] = make_base(sp, g, &sp->var[i]);
		}
}

static void
make_phis(struct sp *sp, struct sp_build *g)
{
	LLVMBuilderRef b = sp->e->builder;

	for (uint32_t k = 0; k < sp->v.g.nblk; k++) {
		if (sp->phi_at[k] == sp->phi_at[k + 1] && sp->lift_at[k] == sp->lift_at[k + 1])
			continue;
		/* no phi has debug records */
		LLVMPositionBuilderBeforeInstrAndDbgRecords(b, g->spot = LLVMGetFirstInstruction(sp->ir.block[k]));
		LLVMSetCurrentDebugLocation2(b, NULL);
		for (uint32_t i = sp->lift_at[k]; i < sp->lift_at[k + 1]; i++)
			if (!g->orig[sp->lift[i]])
				g->orig[sp->lift[i]] = LLVMBuildPhi(b, g->tracked, "gclift");
		for (uint32_t i = sp->phi_at[k]; i < sp->phi_at[k + 1]; i++)
			g->phi[i] = LLVMBuildPhi(b, sp_type(sp, sp->phi[i]), "");
	}
}

/* Has a base that is a phi as many entries as the derived one? */
static bool
has_all(const struct sp *sp, uint32_t var, LLVMValueRef phi)
{
	return LLVMCountIncoming(phi) == sp->f.val[sp->var[var].number].in_n;
}

/* What phis get along the edges from block b. */
static void
leave(struct sp *sp, struct sp_build *g, uint32_t b)
{
	const struct cfg *c = &sp->v.g;
	LLVMBasicBlockRef bb = sp->ir.block[b];

	before(sp, g, LLVMGetBasicBlockTerminator(bb));
	for (uint32_t i = sp->in_at[b]; i < sp->in_at[b + 1]; i++) {
		LLVMValueRef phi = sp->in[i].phi, old = LLVMGetIncomingValue(phi, sp->in[i].index), now;
		/* several edges from one block must bring the same value */
		bool again = i > sp->in_at[b] && sp->in[i - 1].phi == phi;
		now = again ? LLVMGetIncomingValue(phi, sp->in[i - 1].index) : current(sp, g, old, lanes_read(phi, 0));
		if (now != old)
			LLVMSetOperand(phi, sp->in[i].index, now);
	}
	for (uint32_t i = sp->lin_at[b]; i < sp->lin_at[b + 1]; i++) {
		const struct sp_var *v = &sp->var[sp->lin[i].var];
		if (!v->needed)
			continue;
		LLVMValueRef in = object(sp, g, sp->f.ref[sp->f.val[v->number].in_at + sp->lin[i].index]);
		if (sp->reload && has_all(sp, sp->lin[i].var, g->orig[sp->lin[i].var])) /* made by rewrite */
			LLVMSetOperand(g->orig[sp->lin[i].var], sp->lin[i].index, in);
		else
			LLVMAddIncoming(g->orig[sp->lin[i].var], &in, &bb, 1);
	}
	for (uint32_t e = c->succ_at[b]; e < c->succ_at[b + 1]; e++)
		for (uint32_t s = c->succ[e], i = sp->phi_at[s]; i < sp->phi_at[s + 1]; i++) {
			LLVMValueRef in = sp_get(sp, g, sp->phi[i]);
			LLVMAddIncoming(g->phi[i], &in, &bb, 1);
		}
}

/* Blocks that are never reached count as predecessors all the same. */
static void
leave_unreachable(struct sp *sp, struct sp_build *g)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(sp->ir.fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);
		if (ptrmap_get(&sp->blocks, bb) != PTRMAP_NONE)
			continue;
		for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++) {
			uint32_t s = ptrmap_get(&sp->blocks, LLVMGetSuccessor(t, k));
			if (s == PTRMAP_NONE)
				continue;
			for (uint32_t i = sp->phi_at[s]; i < sp->phi_at[s + 1]; i++) {
				LLVMValueRef none = LLVMConstNull(LLVMTypeOf(g->phi[i]));
				LLVMAddIncoming(g->phi[i], &none, &bb, 1);
			}
			for (uint32_t i = sp->lift_at[s]; i < sp->lift_at[s + 1]; i++) {
				LLVMValueRef none = LLVMConstNull(g->tracked), phi = g->orig[sp->lift[i]];
				if (!sp->reload || !has_all(sp, sp->lift[i], phi))
					LLVMAddIncoming(phi, &none, &bb, 1);
			}
		}
	}
}

static void
enter(struct sp *sp, struct sp_build *g, uint32_t b)
{
	uint32_t next = sp->v.safe_at[b], end = sp->v.safe_at[b + 1];

	for (uint32_t i = sp->phi_at[b]; i < sp->phi_at[b + 1]; i++)
		sp_set(g, sp->phi[i], g->phi[i]);
	for (uint32_t i = g->entry_of[b]; i != NO_VARIABLE; i = g->entry[i].next)
		sp_set(g, g->entry[i].var, g->entry[i].value);
	for (LLVMValueRef inst = LLVMGetFirstInstruction(sp->ir.block[b]), after; inst; inst = after) {
		after = LLVMGetNextInstruction(inst);
		if (LLVMIsAPHINode(inst))
			continue;
		if (sp->lifted.count)
			make_bases(sp, g, inst);
		read_current(sp, g, inst);
		if (!after) /* what phis get along edges is known before a terminator: its own result is none of it */
			leave(sp, g, b);
		if (next < end && sp->ir.safe[next] == inst) {
			if (!sp->plain[next]) {
				before(sp, g, inst);
				if (sp->reload)
					reload_convert(sp->reload, next);
				else
					sp_convert(sp, g, next);
			}
			next++;
		}
	}
}

void
sp_base_made(struct sp *sp, struct sp_build *g, uint32_t var, LLVMValueRef v)
{
	struct sp_value *value = &sp->value[sp->nvalue++];

	g->orig[var] = v;
	sp->elem[sp->nelem] = var;
	*value = (struct sp_value){ v, sp->nelem++, 1, false, false };
	ptrmap_set(&sp->values, v, (uint32_t)(value - sp->value)); /* there is room */
}

/* Where what is live at invokes is live behind them. */
static bool
follow_invokes(struct sp *sp)
{
	sp->into = arena_zarray(sp->ar, (size_t)sp->live_at[sp->v.nsafe] + 1, sizeof *sp->into);
	for (uint32_t s = 0; sp->into && s < sp->v.nsafe; s++) {
		LLVMValueRef call = sp->ir.safe[s];
		if (!LLVMIsAInvokeInst(call))
			continue;
		uint32_t normal = ptrmap_get(&sp->blocks, LLVMGetNormalDest(call)),
			unwind = ptrmap_get(&sp->blocks, LLVMGetUnwindDest(call));
		for (uint32_t i = sp->live_at[s]; i < sp->live_at[s + 1]; i++)
			sp->into[i] = (uint8_t)((sp_live_into(sp, normal, sp->live[i]) ? INTO_NORMAL : 0) |
				(sp_live_into(sp, unwind, sp->live[i]) ? INTO_UNWIND : 0));
	}
	return sp->into != NULL;
}

bool
sp_reserve(struct sp *sp, struct sp_build *g)
{
	uint32_t nvar = sp->v.nval, nblk = sp->v.g.nblk, args = 0, bundle = 0, kept = 0, defs = sp->phi_at[nblk],
		entries = 0, nlift = 0, leaving = 0;
	struct arena *ar = sp->ar;

	*g = (struct sp_build){ .tracked = LLVMPointerTypeInContext(sp->e->context, LR_AS_TRACKED) };
	for (uint32_t s = 0; s < sp->v.nsafe; s++) {
		uint32_t n = (uint32_t)LLVMGetNumOperands(sp->ir.safe[s]), k = sp->kept_at[s + 1] - sp->kept_at[s];
		uint32_t live = sp->live_at[s + 1] - sp->live_at[s];
		leaving += !sp->plain[s];
		args = n > args ? n : args;
		bundle = live > bundle ? live : bundle;
		kept = k > kept ? k : kept;
		defs += live;
		if (LLVMIsAInvokeInst(sp->ir.safe[s])) {
			entries += 2 * live;
			if (!sp->reload && !sp_gives_token(LLVMGetUnwindDest(sp->ir.safe[s])))
				g->unwind_words = live > g->unwind_words ? live : g->unwind_words;
		}
	}
	for (uint32_t v = 0; v < nvar; v++)
		nlift += sp->var[v].kind > VALUE_PHI;
	g->cur = arena_zarray(ar, (size_t)nvar + 1, sizeof *g->cur);
	g->orig = arena_zarray(ar, (size_t)nvar + 1, sizeof *g->orig);
	g->phi = arena_array(ar, (size_t)sp->phi_at[nblk] + 1, sizeof *g->phi);
	g->undo = arena_array(ar, (size_t)defs + entries + 1, sizeof *g->undo);
	g->entry = arena_array(ar, (size_t)entries + 1, sizeof *g->entry);
	g->entry_of = arena_array(ar, (size_t)nblk + 1, sizeof *g->entry_of);
	g->todo = arena_array(ar, 2 * (size_t)nblk + 2, sizeof *g->todo);
	g->args = arena_array(ar, (size_t)args + 8 + SP_LEAVE_ARGUMENTS, sizeof *g->args);
	g->types = arena_array(ar, (size_t)args + 1 + SP_LEAVE_ARGUMENTS, sizeof *g->types);
	g->gc = arena_array(ar, 2 * (size_t)bundle + 1, sizeof *g->gc);
	g->deopt = arena_array(ar, (size_t)args + 2 * (size_t)kept + 2 * (size_t)sp->nmemory + 8, sizeof *g->deopt);
	g->place = arena_zarray(ar, (size_t)nvar + 1, sizeof *g->place);
	g->stamp = arena_zarray(ar, (size_t)nvar + 1, sizeof *g->stamp);
	g->pin_stamp = arena_zarray(ar, (size_t)sp->f.nval + 1, sizeof *g->pin_stamp);
	g->given_stamp = arena_zarray(ar, (size_t)sp->f.nval + 1, sizeof *g->given_stamp);
	if (g->unwind_words || sp->reload) {
		g->slot = arena_zarray(ar, (size_t)nvar + 1, sizeof *g->slot);
		g->slot_stamp = arena_zarray(ar, (size_t)nvar + 1, sizeof *g->slot_stamp);
		g->loaded = arena_zarray(ar, (size_t)nvar + 1, sizeof *g->loaded);
		g->offset = arena_zarray(ar, (size_t)nvar + 1, sizeof *g->offset);
	}
	ptrmap_clear(&sp->lifted);
	ptrmap_grow_for(&sp->lifted, nlift);
	if (sp->reload) {
		uint32_t elem = sp->nelem + sp->f.nval, value = sp->nvalue + sp->f.nval;
		uint32_t *elems = arena_array(ar, (size_t)elem + 1, sizeof *elems);
		struct sp_value *values = arena_array(ar, (size_t)value + 1, sizeof *values);
		if (!elems || !values)
			return false;
		if (sp->nelem)
			memcpy(elems, sp->elem, sp->nelem * sizeof *elems);
		if (sp->nvalue)
			memcpy(values, sp->value, sp->nvalue * sizeof *values);
		sp->elem = elems, sp->value = values;
		ptrmap_grow_for(&sp->values, sp->values.count + sp->f.nval);
	}
	ptrmap_grow_for(&sp->values, sp->values.count + sp->v.nsafe);
	for (uint32_t v = nvar; v-- > 0;)
		if (sp->var[v].kind > VALUE_PHI)
			ptrmap_set(&sp->lifted, sp->var[v].carrier, v); /* the first of them stays */
	for (uint32_t b = 0; g->entry_of && b < nblk; b++)
		g->entry_of[b] = NO_VARIABLE;
	return follow_invokes(sp) && (sp->reload || sp_leave_reserve(sp, leaving)) && !ar->failed && !sp->lifted.failed
		&& !sp->values.failed;
}

static void
undo(struct sp_build *g, uint32_t to)
{
	for (; g->nundo > to; g->nundo--)
		g->cur[g->undo[g->nundo - 1].var] = g->undo[g->nundo - 1].was;
}

void
sp_build(struct sp *sp, struct sp_build *g)
{
	const struct cfg *c = &sp->v.g;
	uint32_t n = 0;

	if (late_getter(&sp->f, &sp->ir))
		raise_to_entry(sp->e->builder, sp->ir.pgcstack);
	sp_memory_build(sp);
	sp_anchors_build(sp);
	if (g->unwind_words)
		g->unwind = sp_memory_make(sp, g->unwind_words);
	make_phis(sp, g);
	/* on `todo` are the blocks that dominate the one at hand, each below how far to undo when its subtree is
	** done */
	for (uint32_t i = 0; i < c->nblk; i++) {
		uint32_t b = c->dom_order[i];
		for (; n && !cfg_dominates(c, g->todo[n - 2], b); n -= 2)
			undo(g, g->todo[n - 1]);
		g->todo[n++] = b;
		g->todo[n++] = g->nundo;
		enter(sp, g, b);
	}
	undo(g, 0);
	leave_unreachable(sp, g);
	sp_anchors_cut(sp);
}
