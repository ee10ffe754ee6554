/* SPDX-License-Identifier: MIT */
/* explain.c -- finds the reasons of explain.h.  Runs once the plan is made, before the IR changes. */
#include "gcroots/views/explain.h"

#include "ir/variable.h"

const char *const why_names[WHY_COUNT] = { "slot", "pinned", "same", "refined", "permanent", "covered", "kept",
	"callee-rooted", "not-live", "no-safepoint", "array" };

/* ---- names ---- */

static const char *
what_it_is(LLVMValueRef v)
{
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMCall: case LLVMInvoke: case LLVMCallBr: return "a call";
	case LLVMLoad: return "a load";
	case LLVMPHI: return "a phi";
	case LLVMSelect: return "a select";
	case LLVMAddrSpaceCast: return "a cast";
	case LLVMStore: return "a store";
	case LLVMAtomicRMW: case LLVMAtomicCmpXchg: return "an atomic operation";
	default: return "an instruction";
	}
}

const struct variable *
explain_variable(const struct explain *x, LLVMValueRef v)
{
	uint32_t k = x->nvariable ? ptrmap_get(&x->variable, v) : PTRMAP_NONE;

	return k == PTRMAP_NONE ? NULL : &x->variables[k];
}

/* The first record of a value decides. */
static void
add_variable(void *user, LLVMValueRef v, const char *name, size_t bytes)
{
	struct explain *x = user;

	if (bytes > UINT32_MAX || ptrmap_get(&x->variable, v) != PTRMAP_NONE
	    || !ARENA_PUSH(x->ar, x->variables, x->nvariable, x->variable_cap))
		return;
	x->variables[x->nvariable] = (struct variable){ name, (uint32_t)bytes };
	if (ptrmap_set(&x->variable, v, x->nvariable))
		x->nvariable++;
}

void
explain_inst_name(const struct explain *x, struct text *t, LLVMValueRef i)
{
	const char *name = value_name(i);
	uint32_t k = x->text ? ptrmap_get(&x->at, i) : PTRMAP_NONE;
	const struct variable *variable = explain_variable(x, i);

	if (k != PTRMAP_NONE && x->text[k].name)
		text_add(t, x->text[k].text, x->text[k].name);
	else if (*name)
		text_printf(t, "%%%s", name);
	else if (variable != NULL)
		text_printf(t, "%.*s (%s)", (int)variable->bytes, variable->name, what_it_is(i));
	else
		text_string(t, what_it_is(i));
	if (variable || *name || (k != PTRMAP_NONE && x->text[k].name))
		return;
	LLVMValueRef callee = LLVMIsACallInst(i) || LLVMIsAInvokeInst(i) ? LLVMGetCalledValue(i) : NULL;
	if (callee && *value_name(callee))
		text_printf(t, " of @%s", value_name(callee));
}

void
explain_value_name(const struct explain *x, struct text *t, base_id v)
{
	static const char *const before[] = { "", "", "base of ", "base of ", "base of ", "base of " };

	if (v < 0) {
		text_string(t, v == BASE_PERMANENT ? "a constant" : "what others root");
		return;
	}
	const struct value *val = &x->f->val[v];
	text_string(t, before[val->kind]);
	if (!LLVMIsAInstruction(x->ir->defining[v])) {
		const char *name = value_name(x->ir->defining[v]);
		const struct variable *variable = explain_variable(x, x->ir->defining[v]);
		if (!*name && variable != NULL)
			text_add(t, variable->name, variable->bytes);
		else
			text_printf(t, !*name ? "a constant"
				: LLVMIsAArgument(x->ir->defining[v]) ? "%%%s" : "@%s", name);
		return;
	}
	explain_inst_name(x, t, x->ir->defining[v]);
	if (val->kind == VALUE_ELEM || (val->kind >= VALUE_PHI && val->elem))
		text_printf(t, "[%u]", val->elem);
}

/* ---- reasons ---- */

static void
list_refs(const struct explain *x, struct text *t, value_id v)
{
	const struct value *val = &x->f->val[v];
	enum { FEW = 4 };

	for (uint32_t i = 0; i < val->ref_n && i < FEW; i++) {
		text_string(t, i ? ", " : "");
		explain_value_name(x, t, x->f->ref[val->ref_at + i]);
	}
	if (val->ref_n > FEW)
		text_printf(t, " and %u more", val->ref_n - FEW);
}

/* Writes "the call of @f", behind the name of the call's result if it has one. */
static void
at_safepoint(const struct explain *x, struct text *t, safepoint_id s)
{
	LLVMValueRef i = x->ir->safe[s], callee = LLVMGetCalledValue(i);
	uint32_t k = x->text ? ptrmap_get(&x->at, i) : PTRMAP_NONE;

	if (*value_name(i) || (k != PTRMAP_NONE && x->text[k].name)) {
		explain_inst_name(x, t, i);
		text_string(t, ", ");
	}
	if (*value_name(callee))
		text_printf(t, "the call of @%s", value_name(callee));
	else
		text_string(t, "an indirect call");
}

void
explain_reason(const struct explain *x, struct text *t, value_id v)
{
	const struct fn *f = x->f;

	switch ((enum why)x->why[v]) {
	case WHY_SLOT:
		text_string(t, "live at ");
		at_safepoint(x, t, x->first[v]);
		if (f->val[v].ref_n) {
			text_string(t, ", where ");
			list_refs(x, t, v);
			text_string(t,
				f->val[v].ref_n == 1 ? " no longer keeps it alive" : " no longer all keep it alive");
		} else {
			text_string(t, ", and nothing else keeps it alive there");
		}
		if (f->any_returns_twice && f->coloured.ndedicated && x->first[v] != NONE && x->why[v] == WHY_SLOT
		    && f->safe[x->first[v]].returns_twice)
			text_string(t, "; that call may return twice, so the slot is its own");
		break;
	case WHY_PINNED:
		text_string(t,
			"preserved by a region with too many ends to follow, so it has a slot of its own from the "
			"region's begin");
		break;
	case WHY_SAME:
		text_string(t, "is always ");
		explain_value_name(x, t, f->refined.canon[v]);
		break;
	case WHY_REFINED:
		text_string(t, "rooted all along: reached from ");
		list_refs(x, t, v);
		break;
	case WHY_PERMANENT:
		text_string(t, "permanent: never collected");
		break;
	case WHY_COVERED:
		text_string(t, "covered at its safepoints by ");
		list_refs(x, t, v);
		break;
	case WHY_BY_VARIABLE:
		text_string(t,
			"live at safepoints, but at all of them still in the stack variable that it was loaded out "
			"of, which lies in the frame");
		break;
	case WHY_CALLEE_ROOTED:
		text_string(t, "callee-rooted: live only at calls whose callee keeps it alive (address space 12)");
		break;
	case WHY_NOT_LIVE:
		text_string(t, "never live across a safepoint");
		break;
	case WHY_ARGUMENT:
		text_string(t,
			"put into the array of a boxed call's arguments, which lies in the frame; something else "
			"keeps it alive");
		break;
	case WHY_NO_SAFEPOINT: case WHY_COUNT:
		text_string(t, "no safepoint in this function");
		break;
	}
}

const char *
explain_push_at_entry(const struct explain *x)
{
	const struct fn *f = x->f;

	return x->p->nroots && !f->wrapped.pushed ? f->wrapped.entry_reason : NULL;
}

/* Marks the values that the callee of some safepoint roots. */
static void
mark_callee_rooted(const struct explain *x, LLVMValueRef call, bool *mark)
{
	unsigned n = LLVMGetNumArgOperands(call);

	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef v = LLVMGetOperand(call, i);
		const struct type_info *t = session_type(x->s, LLVMTypeOf(v));
		uint32_t k = t && t->as == LR_AS_CALLEE_ROOTED ? ptrmap_get(&x->s->values, v) : PTRMAP_NONE;
		base_id x_base = k != PTRMAP_NONE ? scan_single(k) : BASE_PERMANENT;
		if (x_base >= 0)
			mark[x_base] = mark[canon_of(x->f, x_base) >= 0 ? canon_of(x->f, x_base) : x_base] = true;
	}
}

/* Fills explain.up. */
static bool
find_up(struct explain *x)
{
	const struct fn *f = x->f;
	safepoint_id *last = arena_array(x->ar, (size_t)f->g.nblk + 1, sizeof *last);

	x->up = arena_array(x->ar, (size_t)f->nsafe + 1, sizeof *x->up);
	if (!last || !x->up)
		return false;
	for (block_id b = 0; b < f->g.nblk; b++) {
		safepoint_id now = f->g.idom[b] == NONE ? NONE : last[f->g.idom[b]];
		for (safepoint_id s = f->safe_at[b]; s < f->safe_at[b + 1]; s++) {
			x->up[s] = now;
			now = s;
		}
		last[b] = now;
	}
	return true;
}

static bool
find_reasons(struct explain *x)
{
	const struct fn *f = x->f;
	struct pset_list born = { 0 }, died = { 0 };
	bool *callee = arena_zarray(x->ar, (size_t)id_count(f) + 1, sizeof *callee);

	if (!callee || !find_up(x))
		return false;
	for (safepoint_id s = 0; s < f->nsafe; s++) {
		born.n = died.n = 0;
		if (!live_diff(f, x->up[s] == NONE ? 0 : f->live.at[x->up[s]], f->live.at[s], x->ar, &died, &born))
			return false;
		for (uint32_t i = 0; i < born.n; i++)
			if (x->first[born.v[i]] > s)
				x->first[born.v[i]] = s;
		x->nneeding += f->coloured.needs_root && f->coloured.needs_root[s];
		mark_callee_rooted(x, x->ir->safe[s], callee);
	}
	for (value_id v = 0; v < id_count(f); v++) {
		base_id c = f->refined.canon[v];
		x->why[v] = c == BASE_ROOTED ? WHY_REFINED
			: c == BASE_PERMANENT ? WHY_PERMANENT
			: c != value_base(v) ? WHY_SAME
			: x->first[v] != NONE ? (f->coloured.by_variable && f->coloured.by_variable[v] ? WHY_BY_VARIABLE
				: callee[v] && !f->val[v].ref_n ? WHY_CALLEE_ROOTED
				: WHY_COVERED)
			: callee[v] ? WHY_CALLEE_ROOTED
			: WHY_NOT_LIVE;
	}
	for (value_id v = 0; v < id_count(f); v++)
		if (f->val[v].pinned && f->refined.canon[v] >= 0)
			x->why[f->refined.canon[v]] = WHY_PINNED;
	for (uint32_t i = 0; i < f->coloured.ndemand; i++) {
		const struct demand *d = &f->coloured.demand[i];
		if ((x->why[d->value] != WHY_SLOT && x->why[d->value] != WHY_ARGUMENT) || d->safe < x->first[d->value])
			x->first[d->value] = d->safe;
		x->why[d->value] = is_operand(f, d->value) ? WHY_ARGUMENT : WHY_SLOT;
	}
	for (uint32_t i = 0; i < f->placed.nstore; i++)
		x->count[f->placed.store[i].value]++;
	return true;
}

/* Numbers the instructions in the order of blocks, and finds their text. */
static bool
number_instructions(struct explain *x)
{
	uint32_t nblk = x->f->g.nblk, n = 0, layout = 0;
	uint32_t *start = arena_array(x->ar, (size_t)LLVMCountBasicBlocks(x->ir->fn) + 1, sizeof *start);
	struct ptrmap block; /* -> its place in the text */

	if (!start)
		return false;
	ptrmap_init(&block, x->s->cx->options.alloc, x->s->cx->options.user);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(x->ir->fn); b; b = LLVMGetNextBasicBlock(b), layout++) {
		ptrmap_set(&block, b, layout);
		start[layout] = n;
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			n++;
	}
	x->inst_at = arena_array(x->ar, (size_t)nblk + 1, sizeof *x->inst_at);
	x->text = arena_zarray(x->ar, (size_t)n + 1, sizeof *x->text);
	x->label = arena_zarray(x->ar, (size_t)nblk + 1, sizeof *x->label);
	n = 0;
	for (block_id b = 0; x->inst_at && x->text && x->label && !block.failed && b < nblk; b++) {
		uint32_t place = ptrmap_get(&block, x->ir->block[b]), k = start[place];
		x->inst_at[b] = n;
		if (place < x->lines->nblk)
			x->label[b] = x->lines->label[place];
		for (LLVMValueRef i = LLVMGetFirstInstruction(x->ir->block[b]); i;
			i = LLVMGetNextInstruction(i), n++, k++) {
			if (k < x->lines->ninst)
				x->text[n] = x->lines->inst[k];
			if (!ptrmap_set(&x->at, i, n))
				break;
		}
	}
	bool ok = x->inst_at && x->text && x->label && !block.failed && !x->at.failed;
	if (ok)
		x->inst_at[nblk] = n;
	ptrmap_free(&block);
	return ok;
}

bool
explain_init(struct explain *x, struct session *s, struct fn *f, const struct ir *ir, const struct plan *p,
	struct arena *ar, const struct lines *lines)
{
	*x = (struct explain){ .s = s, .f = f, .ir = ir, .p = p, .ar = ar, .lines = lines };
	ptrmap_init(&x->at, s->cx->options.alloc, s->cx->options.user);
	ptrmap_init(&x->variable, s->cx->options.alloc, s->cx->options.user);
	variable_values(ir->fn, add_variable, x);
	x->why = arena_array(ar, (size_t)id_count(f) + 1, sizeof *x->why);
	x->first = arena_array(ar, (size_t)id_count(f) + 1, sizeof *x->first);
	x->count = arena_zarray(ar, (size_t)id_count(f) + 1, sizeof *x->count);
	if (!x->why || !x->first || !x->count || x->variable.failed)
		return false;
	for (value_id v = 0; v < id_count(f); v++)
		x->why[v] = WHY_NO_SAFEPOINT, x->first[v] = NONE;
	if (lines && f->g.nblk && !number_instructions(x))
		return false;
	return !f->live.at || find_reasons(x);
}

void
explain_free(struct explain *x)
{
	ptrmap_free(&x->at);
	ptrmap_free(&x->variable);
}
