/* SPDX-License-Identifier: MIT */
/* plan.c -- lays out the GC frame and makes the plan for rewrite, in terms of the IR.
** Needs colour_stack.  The frame holds the slots of values first, then what stack variables need beyond those. */
#include "gcroots/plan/planner.h"

struct planning {
	struct fn *f;
	struct ir *ir;
	struct plan *p;
	struct arena *keep;
	plan_value_id *number;   /* per value: its id in the plan; ABSENT: the plan does not need it */
	value_id *needed;        /* per value of the plan: its id in the function */
	bool lifted;             /* some of them are lifted */
	value_id *stored;        /* per store of the plan: the value */
};
/* No id has this value, nor is it NONE, which stands for an object that needs no root. */
#define ABSENT plan_value_id_max_

static inline void
number_value(struct planning *g, base_id v)
{
	g->number[v] = g->p->nval;
	g->needed[g->p->nval++] = base_value(v);
}

/* Numbers the inputs of the lifted values from `n` on. */
static void
need_inputs(struct planning *g, uint32_t n)
{
	struct fn *f = g->f;

	g->lifted = true;
	for (; n < g->p->nval; n++) {
		const struct value *val = &f->val[g->needed[n]];
		uint32_t nin = val->kind >= VALUE_PHI ? val->in_n : 0;
		g->p->nin += nin;
		for (uint32_t i = 0; i < nin; i++) {
			base_id x = canon_of(f, f->ref[val->in_at + i]);
			if (x >= 0 && g->number[x] == ABSENT)
				number_value(g, x);
		}
	}
}

/* Numbers a value, which is its own base, and the inputs of a lifted one. */
static inline void
need(struct planning *g, base_id v)
{
	if (g->number[v] != ABSENT)
		return;
	number_value(g, v);
	if (g->f->val[v].kind >= VALUE_PHI)
		need_inputs(g, g->p->nval - 1);
}

/* Numbers the values anew in order of definition, so only phis have inputs with higher numbers than their own. */
static void
renumber(struct planning *g)
{
	uint32_t n = 0;

	for (value_id v = 0; v < id_count(g->f); v++)
		if (g->number[v] != ABSENT) {
			g->needed[n] = v;
			g->number[v] = n++;
		}
}

/* Once all stores are planned: describes the values that they need, and says which value each of them stores. */
static bool
describe_values(struct planning *g)
{
	struct fn *f = g->f;
	struct plan *p = g->p;
	uint32_t in = 0;

	p->val = arena_array(g->keep, (size_t)p->nval + 1, sizeof *p->val);
	p->in = arena_array(g->keep, (size_t)p->nin + 1, sizeof *p->in);
	if (!p->val || !p->in)
		return false;
	if (g->lifted)
		renumber(g);
	for (uint32_t k = 0; k < p->nval; k++) {
		value_id v = g->needed[k];
		const struct value *val = &f->val[v];
		uint32_t n = val->kind >= VALUE_PHI ? val->in_n : 0;
		p->val[k] = (struct plan_value){ .defining = g->ir->defining[v],
			.elem = val->elem, .in_at = in, .in_n = n & (MAX_IDS - 1), .kind = val->kind & 7u, .id = v };
		for (uint32_t i = 0; i < n; i++) {
			base_id x = canon_of(f, f->ref[val->in_at + i]);
			p->in[in++] = x < 0 ? (plan_value_id)NONE : g->number[x];
		}
	}
	for (uint32_t i = 0; i < p->nstore; i++)
		p->store[i].value = g->number[g->stored[i]];
	return true;
}

/* Plans a store, unless the object needs no root.  It needs the value: so no store is without one. */
static void
plan_store(struct planning *g, LLVMValueRef before, base_id v, word_id slot)
{
	struct plan *p = g->p;

	v = canon_of(g->f, v);
	if (v < 0)
		return;
	need(g, v);
	g->stored[p->nstore] = base_value(v);
	p->store[p->nstore++] = (struct plan_store){ .before = before, .value = ABSENT, .slot = slot };
}

/* Plans a shadow store: of its pointers those that need a root at all, each once. */
static void
plan_shadow(struct planning *g, const struct shadow_store *s)
{
	struct plan *p = g->p;
	base_id *v = g->f->ref + s->at;
	uint32_t n = 0;
	word_id slot = s->n ? variable_word(g->f, s->var) : 0;

	for (uint32_t i = 0; i < s->n; i++) {
		base_id x = canon_of(g->f, v[i]);
		uint32_t k = 0;
		while (k < n && v[k] != x)
			k++;
		if (x < 0 || k < n)
			continue;
		v[n++] = x;
		plan_store(g, s->store, x, slot++);
		if (s->mirror)
			p->mirror[p->nmirror++] = (struct plan_mirror){ .store = p->nstore - 1,
				.pointer = s->pointer, .of = g->ir->var[s->of].alloca, .guard = s->guarded
					? (g->ir->var[s->of].bytes + g->ir->word - 1) / g->ir->word * g->ir->word : 0 };
	}
}

static inline bool
shares_words(const struct fn *f, variable_id v)
{
	return f->stacked.overlaps && f->stacked.overlaps[v];
}

/* Do accesses to the variable lose the metadata that says that they do not alias others? */
static inline bool
loses_tags(const struct fn *f, variable_id v)
{
	return shares_words(f, v) || (f->coloured.roots_values && f->coloured.roots_values[v]);
}

static bool
plan_variables(struct planning *g)
{
	struct plan *p = g->p;
	struct fn *f = g->f;
	uint32_t n = 0;

	for (uint32_t i = 0; i < g->ir->nvar; i++) {
		struct stack_var *v = &g->ir->var[i];
		if (!v->roots)
			continue;
		v->first_slot = variable_word(f, v->var);
		if (v->align > p->frame_align)
			p->frame_align = v->align;
	}
	for (uint32_t i = 0; i < g->ir->nshadow; i++)
		n += g->ir->shadow[i].mirror ? g->ir->shadow[i].n : 0;
	if (n && !(p->mirror = arena_array(g->keep, n, sizeof *p->mirror)))
		return false;
	for (uint32_t i = 0; i < g->ir->nshadow; i++)
		plan_shadow(g, &g->ir->shadow[i]);
	n = 0;
	for (variable_id v = 0; v < f->nvar; v++)
		n += loses_tags(f, v) ? f->var[v].access_n : 0;
	p->untag = arena_array(g->keep, (size_t)n + 1, sizeof *p->untag);
	if (!p->untag)
		return false;
	for (variable_id v = 0; v < f->nvar; v++)
		for (uint32_t k = 0; loses_tags(f, v) && k < f->var[v].access_n; k++)
			p->untag[p->nuntag++] = (struct plan_untag){ g->ir->access[f->var[v].access_at + k],
				shares_words(f, v) };
	return true;
}

bool
getter_moves_up(const struct fn *f, const struct ir *ir)
{
	if (!LLVMIsAInstruction(ir->pgcstack))
		return false;
	if (LLVMGetInstructionParent(ir->pgcstack) != ir->block[0])
		return true;
	if (f->safe[0].block != 0)
		return false;
	for (LLVMValueRef i = LLVMGetFirstInstruction(ir->block[0]); i != ir->pgcstack; i = LLVMGetNextInstruction(i))
		if (i == ir->safe[0])
			return true;
	return false;
}

/* Where objects move, markers of lifetimes and of invariant memory are erased before the first insertion. */
static bool
may_be_erased(LLVMValueRef i)
{
	if (LLVMGetInstructionOpcode(i) != LLVMCall)
		return false;
	enum intrinsic id = intrinsic_of_call(i);
	return id == INTR_LLVM_LIFETIME
		|| (id == INTR_LLVM && strncmp(value_name(LLVMGetCalledValue(i)), "llvm.invariant.", 15) == 0);
}

/* The first place in a block for a new instruction.  Not at the getter, which may move to the top of the function. */
static LLVMValueRef
insertion_point(const struct fn *f, const struct ir *ir, LLVMBasicBlockRef b)
{
	LLVMValueRef i = LLVMGetFirstInstruction(b);

	while (LLVMIsAPHINode(i) || LLVMIsALandingPadInst(i) || LLVMIsAFuncletPadInst(i) || i == ir->pgcstack
		|| (f->moving && may_be_erased(i)))
		i = LLVMGetNextInstruction(i);
	return i;
}

static LLVMValueRef
push_place(const struct fn *f, const struct ir *ir, const struct push *at)
{
	if (at->safe == PUSH_AT_TOP)
		return insertion_point(f, ir, ir->block[at->block]);
	return at->safe == PUSH_AT_END ? LLVMGetBasicBlockTerminator(ir->block[at->block]) : ir->safe[at->safe];
}

/* The place in a block of wrapped.pop at which the frame is popped. */
static LLVMValueRef
leaving_place(const struct fn *f, const struct ir *ir, block_id b)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(ir->block[b]);
	bool any = f->safe_at[b] < f->safe_at[b + 1], goes_on = f->g.succ_at[b] < f->g.succ_at[b + 1];

	return f->wrapped.pop_at_safepoint && any && goes_on && ir->safe[f->safe_at[b + 1] - 1] != end
		? LLVMGetNextInstruction(ir->safe[f->safe_at[b + 1] - 1]) : end;
}

static void *
copy(struct arena *ar, const void *from, uint32_t n, size_t size)
{
	void *to = arena_array(ar, (size_t)n + 1, size);

	if (to && n)
		memcpy(to, from, n * size);
	return to;
}

bool
plan_pushes(const struct fn *f, const struct ir *ir, struct arena *keep, struct plan *p)
{
	bool some = p->abi == LR_ABI_GCFRAME; /* frames of other ABIs have one length */

	p->push = arena_array(keep, (size_t)f->wrapped.npush + 1, sizeof *p->push);
	p->push_words = arena_array(keep, (size_t)f->wrapped.npush + 1, sizeof *p->push_words);
	for (uint32_t i = 0; p->push && p->push_words && i < f->wrapped.npush; i++) {
		p->push_words[p->npush] = some ? f->wrapped.push[i].words : f->stacked.nwords;
		p->push[p->npush++] = push_place(f, ir, &f->wrapped.push[i]);
	}
	bool all = !f->wrapped.pushed;
	p->pop = copy(keep, ir->ret, all ? ir->nret : 0, sizeof *p->pop);
	p->npop = all ? ir->nret : 0;
	if (!all && (p->pop = arena_array(keep, (size_t)f->wrapped.npop + 1, sizeof *p->pop)) != NULL)
		for (; p->npop < f->wrapped.npop; p->npop++)
			p->pop[p->npop] = leaving_place(f, ir, f->wrapped.pop[p->npop]);
	p->cut = arena_array(keep, (size_t)f->wrapped.ncut + 1, sizeof *p->cut);
	for (; p->cut && p->ncut < f->wrapped.ncut; p->ncut++) {
		const struct cut *c = &f->wrapped.cut[p->ncut];
		LLVMValueRef phi = LLVMGetFirstInstruction(ir->block[c->to]);
		uint32_t width = LLVMIsAPHINode(phi) ? LLVMCountIncoming(phi) : 0;
		p->cut[p->ncut] = (struct plan_cut){ ir->block[c->from], ir->block[c->to],
			some ? c->words : f->stacked.nwords, c->push };
		p->cut_width = width > p->cut_width ? width : p->cut_width;
	}
	p->getter_moves_up = getter_moves_up(f, ir);
	return !keep->failed;
}

bool
make_plan(struct fn *f, struct ir *ir, struct arena *keep, struct plan *p)
{
	struct planning g = { .f = f, .ir = ir, .p = p, .keep = keep };

	p->nsafe = f->nsafe;
	p->tracked = f->nval;
	p->max_live = f->coloured.max_live;
	p->nslots = f->coloured.nslots - f->coloured.array_slots;
	p->array_slots = f->coloured.array_slots;
	for (uint32_t i = 0; f->noperand && i < f->placed.nstore; i++)
		p->array_stores += is_operand(f, f->placed.store[i].value);
	p->root_stores = f->placed.nstore - p->array_stores;
	p->frame_align = LR_FRAME_ALIGN_BYTES;
	if (f->nsafe && ir->npad) {
		p->pad = arena_array(keep, ir->npad, sizeof *p->pad);
		for (; p->pad && p->npad < ir->npad; p->npad++)
			p->pad[p->npad] = (struct plan_pad){ ir->pad[p->npad],
				!f->wrapped.pushed || f->wrapped.pushed[ir->pad_block[p->npad]] };
		p->getter_moves_up = getter_moves_up(f, ir);
	}
	p->pushed = f->table ? f->any_unmanaged : f->nsafe != 0 && f->stacked.nwords != 0;
	if (p->pushed)
		plan_pushes(f, ir, keep, p);
	if (f->nsafe == 0 || f->stacked.nwords == 0)
		return !keep->failed && !f->ar->failed;
	g.number = arena_array(fn_tmp(f), (size_t)id_count(f) + 1, sizeof *g.number);
	g.needed = arena_array(fn_tmp(f), (size_t)id_count(f) + 1, sizeof *g.needed);
	if (!g.number || !g.needed)
		return false;
	for (value_id v = 0; v < id_count(f); v++)
		g.number[v] = ABSENT;
	uint32_t most = f->placed.nstore + ir->npinning;
	for (uint32_t i = 0; i < ir->nshadow; i++)
		most += ir->shadow[i].n;
	p->store = arena_array(keep, most, sizeof *p->store);
	g.stored = arena_array(fn_tmp(f), most, sizeof *g.stored);
	if (!p->store || !g.stored || !plan_variables(&g))
		return false;
	for (uint32_t i = 0; i < f->placed.nstore; i++) {
		const struct store *s = &f->placed.store[i];
		plan_store(&g,
			s->safe != NONE ? ir->safe[s->safe] : LLVMGetBasicBlockTerminator(ir->block[s->block]),
			value_base(s->value), s->slot);
	}
	for (uint32_t i = 0; i < ir->npinning; i++)
		if (canon_of(f, ir->pinning[i].value) >= 0)
			plan_store(&g, ir->pinning[i].begin, ir->pinning[i].value,
				f->coloured.pin_slot[ir->pinning[i].value]);
	if (!describe_values(&g))
		return false;
	p->clear = arena_array(keep, (size_t)f->stacked.nclear + 1, sizeof *p->clear);
	for (uint32_t i = 0; p->clear && i < f->stacked.nclear; i++)
		p->clear[p->nclear++] = (struct plan_clear){
			LLVMGetBasicBlockTerminator(ir->block[f->stacked.clear[i].block]), f->stacked.clear[i].word };
	p->array = arena_array(keep, (size_t)f->narray + 1, sizeof *p->array);
	for (uint32_t i = 0; p->array && i < f->narray; i++)
		if (f->coloured.array_word && f->coloured.array_word[i] != NONE)
			p->array[p->narray++] = (struct plan_array){ ir->safe[f->array[i].safe],
				f->coloured.array_word[i] };
	p->nroots = f->stacked.nwords;
	p->alloca_slots = f->stacked.nwords - f->coloured.nslots;
	p->nvar = ir->nvar;
	p->var = copy(keep, ir->var, ir->nvar, sizeof *p->var);
	return fn_tmp_done(f) && !keep->failed && !f->ar->failed;
}
