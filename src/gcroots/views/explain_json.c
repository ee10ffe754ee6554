/* SPDX-License-Identifier: MIT */
/* explain_json.c -- writes the placement of one function, with its reasons, as a JSON object (docs/seeing.md).
**
** Linear in the function: the set of a safepoint is written as the difference to that of the nearest dominating one. */
#include "gcroots/views/explain.h"
#include "gcroots/model/mapped_frame.h"

#include <stdlib.h>
#include <string.h>
#include <llvm-c/Target.h>

enum { MANY = 64 };              /* elements of a composite that are listed */

#define put(x, ...) text_printf((x)->t, __VA_ARGS__)

struct json {
	struct explain *x;
	struct text *t;
	struct text scratch;     /* of one string */
};

static void
string(struct json *j, const char *key, const char *s)
{
	put(j, "\"%s\":", key);
	text_json(j->t, s, strlen(s));
}

/* Writes the contents of the scratch text as a string. */
static void
scratch(struct json *j, const char *key)
{
	put(j, "\"%s\":", key);
	text_json(j->t, j->scratch.s ? j->scratch.s : "", j->scratch.n);
	j->scratch.n = 0;
}

static void
list(struct json *j, const char *key, const uint32_t *v, uint32_t n)
{
	put(j, ",\"%s\":[", key);
	for (uint32_t i = 0; i < n; i++)
		put(j, "%s%u", i ? "," : "", v[i]);
	put(j, "]");
}

/* The base ids of the special pointers in an IR value; false if it holds none, or is never reached. */
static bool
numbers(struct json *j, LLVMValueRef v, struct bases *ns)
{
	const struct type_info *t = session_type(j->x->s, LLVMTypeOf(v));
	uint32_t code = t && t->count ? ptrmap_get(&j->x->s->values, v) : PTRMAP_NONE;

	if (code == PTRMAP_NONE)
		return false;
	if (code & LIST) {
		const base_id *l = j->x->ir->pool + (code & ~LIST);
		*ns = (struct bases){ (uint32_t)l[0], l + 1, 0 };
	} else {
		*ns = (struct bases){ 1, NULL, scan_single(code) };
	}
	return true;
}

static void
is(struct json *j, const struct bases *ns)
{
	put(j, ",\"is\":[");
	for (uint32_t i = 0; i < ns->n && i < MANY; i++)
		put(j, "%s%d", i ? "," : "", base_at(ns, i));
	put(j, "]");
}

static void
source_line(struct json *j, LLVMValueRef v, bool with_column)
{
	unsigned line = LLVMGetDebugLocLine(v);

	if (line)
		put(j, ",\"line\":%u", line);
	if (line && with_column)
		put(j, ",\"column\":%u", LLVMGetDebugLocColumn(v));
}

/* Of an instruction that was inlined from a function of another file. */
static void
other_file(struct json *j, LLVMValueRef i)
{
	unsigned n = 0, m = 0;
	const char *file = LLVMGetDebugLocLine(i) ? LLVMGetDebugLocFilename(i, &n) : NULL,
		   *own = LLVMGetDebugLocFilename(j->x->ir->fn, &m);

	if (!file || n == 0 || (own && n == m && memcmp(file, own, n) == 0))
		return;
	put(j, ",\"file\":");
	text_json(j->t, file, n);
}

static void
variable(struct json *j, LLVMValueRef v)
{
	const struct variable *name = explain_variable(j->x, v);

	if (name == NULL)
		return;
	put(j, ",\"variable\":");
	text_json(j->t, name->name, name->bytes);
}

/* ---- the parts ---- */

static void
arguments(struct json *j)
{
	uint32_t unnamed = 0, n = 0;

	put(j, ",\n\"args\":[");
	for (LLVMValueRef a = LLVMGetFirstParam(j->x->ir->fn); a; a = LLVMGetNextParam(a)) {
		struct bases ns;
		if (*value_name(a))
			text_printf(&j->scratch, "%%%s", value_name(a));
		else
			text_printf(&j->scratch, "%%%u", unnamed++);
		put(j, "%s{", n++ ? "," : "");
		scratch(j, "name");
		if (j->x->f->g.nblk && numbers(j, a, &ns))
			is(j, &ns);
		variable(j, a);
		put(j, "}");
	}
	put(j, "]");
}

static bool
blocks(struct json *j)
{
	struct fn *f = j->x->f;
	const struct cfg *g = &f->g;
	const uint8_t *exits = f->live.at ? exit_reachability(f) : NULL;
	const float *often = f->live.at ? block_frequencies(f) : NULL;

	if (f->live.at && (!exits || !often))
		return false;
	put(j, ",\n\"blocks\":[");
	for (block_id b = 0; b < g->nblk; b++) {
		const struct line *l = &j->x->label[b];
		put(j, "%s\n{\"name\":", b ? "," : "");
		if (l->bytes)
			text_json(j->t, l->text, l->bytes);
		else
			text_json(j->t, LLVMGetBasicBlockName(j->x->ir->block[b]),
				strlen(LLVMGetBasicBlockName(j->x->ir->block[b])));
		put(j, ",\"first\":%u", j->x->inst_at[b]);
		list(j, "succ", g->succ + g->succ_at[b], g->succ_at[b + 1] - g->succ_at[b]);
		if (g->idom && g->idom[b] != NONE)
			put(j, ",\"idom\":%u", g->idom[b]);
		if (g->loop_depth && g->loop_depth[b])
			put(j, ",\"depth\":%u", g->loop_depth[b]);
		if (often)
			put(j, ",\"frequency\":%.4g", (double)often[b]);
		put(j, "%s}", exits && exits[b] & EXIT_COLD ? ",\"cold\":true" : "");
	}
	put(j, "]");
	return true;
}

/* Why a pointer without a value needs no root. */
static const char *
note(LLVMValueRef i, base_id n)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		return n == BASE_PERMANENT ? "loaded from constant memory: permanent"
			: "loaded from memory that never changes, and reached from what others root";
	case LLVMAddrSpaceCast:
		return n == BASE_PERMANENT ? "made from a constant: permanent"
			: "made from a pointer that others keep alive";
	default:
		return n == BASE_PERMANENT ? "comes down to constants: permanent"
			: "is derived from objects that the caller roots";
	}
}

static void
instructions(struct json *j)
{
	const struct explain *x = j->x;
	uint32_t n = 0;

	put(j, ",\n\"instructions\":[");
	for (block_id b = 0; b < x->f->g.nblk; b++) {
		safepoint_id s = x->f->safe_at ? x->f->safe_at[b] : 0;
		for (LLVMValueRef i = LLVMGetFirstInstruction(x->ir->block[b]); i; i = LLVMGetNextInstruction(i), n++) {
			struct bases ns;
			put(j, "%s\n{\"text\":", n ? "," : "");
			text_json(j->t, x->text[n].text, x->text[n].bytes);
			if (numbers(j, i, &ns)) {
				is(j, &ns);
				bool none = ns.n > 0;
				for (uint32_t k = 0; k < ns.n && none; k++)
					none = base_at(&ns, k) < 0;
				if (none) {
					put(j, ",");
					string(j, "note", note(i, base_at(&ns, 0)));
				}
			}
			if (s < x->f->nsafe && x->ir->safe[s] == i)
				put(j, ",\"safepoint\":%u", s++);
			source_line(j, i, true);
			other_file(j, i);
			variable(j, i);
			put(j, "}");
		}
	}
	put(j, "]");
}

/* The number of the instruction that makes the value; 0 if none does. */
static uint32_t
place_of_value(const struct explain *x, value_id v)
{
	return LLVMIsAInstruction(x->ir->defining[v]) ? ptrmap_get(&x->at, x->ir->defining[v]) : 0;
}

static void
values(struct json *j)
{
	static const char *const kind[] = { "self", "element", "phi", "select", "extract", "insert" };
	const struct explain *x = j->x;

	put(j, ",\n\"values\":[");
	for (value_id v = 0; v < id_count(x->f); v++) {
		const struct value *val = &x->f->val[v];
		explain_value_name(x, &j->scratch, value_base(v));
		put(j, "%s\n{", v ? "," : "");
		scratch(j, "name");
		put(j, ",\"at\":%u,\"kind\":\"%s\",\"elem\":%u,\"why\":\"%s\",", place_of_value(x, v), kind[val->kind],
			val->elem, why_names[x->why[v]]);
		explain_reason(x, &j->scratch, v);
		scratch(j, "reason");
		if (val->ref_n) {
			put(j, ",\"refs\":[");
			for (uint32_t i = 0; i < val->ref_n && i < MANY; i++)
				put(j, "%s%d", i ? "," : "", x->f->ref[val->ref_at + i]);
			put(j, "]");
		}
		if (x->why[v] == WHY_SAME)
			put(j, ",\"same\":%d", x->f->refined.canon[v]);
		if (x->first[v] != NONE)
			put(j, ",\"first\":%u", x->first[v]);
		put(j, "}");
	}
	put(j, "]");
}

static int
by_safepoint(const void *a, const void *b)
{
	const struct demand *x = a, *y = b;

	return x->safe != y->safe ? (x->safe < y->safe ? -1 : 1) : x->slot < y->slot ? -1 : x->slot > y->slot;
}

static bool
safepoints(struct json *j)
{
	const struct explain *x = j->x;
	const struct fn *f = x->f;
	struct pset_list born = { 0 }, died = { 0 };
	struct demand *d = arena_array(x->ar, (size_t)f->coloured.ndemand + 1, sizeof *d);
	uint32_t next = 0;

	if (!d)
		return false;
	if (f->coloured.ndemand)
		memcpy(d, f->coloured.demand, f->coloured.ndemand * sizeof *d);
	qsort(d, f->coloured.ndemand, sizeof *d, by_safepoint);
	put(j, ",\n\"safepoints\":[");
	for (safepoint_id s = 0; s < f->nsafe; s++) {
		put(j, "%s\n{\"at\":%u", s ? "," : "", ptrmap_get(&x->at, x->ir->safe[s]));
		if (f->safe[s].returns_twice)
			put(j, ",\"twice\":true");
		if (f->live.at) {
			born.n = died.n = 0;
			if (!live_diff(f, x->up[s] == NONE ? 0 : f->live.at[x->up[s]], f->live.at[s], x->ar, &died,
				&born))
				return false;
			put(j, ",\"up\":%d", x->up[s] == NONE ? -1 : (int)x->up[s]);
			list(j, "born", born.v, born.n);
			list(j, "died", died.v, died.n);
			put(j, ",\"put\":[");
			for (bool any = false; next < f->coloured.ndemand && d[next].safe == s; next++, any = true)
				put(j, "%s[%u,%u]", any ? "," : "", d[next].slot, d[next].value);
			put(j, "]");
		}
		put(j, "}");
	}
	put(j, "]");
	return true;
}

/* plan.c lists stores of variables first, then those of values, then those of pinned values. */
static void
stores(struct json *j)
{
	const struct explain *x = j->x;
	const struct plan *p = x->p;
	uint32_t shadows = 0, rest = x->f->placed.nstore;

	for (uint32_t i = 0; i < x->ir->npinning; i++)
		rest += canon_of(x->f, x->ir->pinning[i].value) >= 0;
	shadows = p->nstore > rest ? p->nstore - rest : 0;
	put(j, ",\n\"stores\":[");
	for (uint32_t i = 0; i < p->nstore; i++) {
		const struct plan_store *s = &p->store[i];
		const char *why = i < shadows ? "variable" : i - shadows >= x->f->placed.nstore ? "preserve"
			: x->f->placed.store[i - shadows].safe == NONE ? "early" : "safepoint";
		put(j, "%s\n{\"slot\":%u,\"value\":%u,\"before\":%u,\"why\":\"%s\"}", i ? "," : "", s->slot,
			p->val[s->value].id, ptrmap_get(&x->at, s->before), why);
	}
	put(j, "],\n\"clears\":[");
	for (uint32_t i = 0; i < p->nclear; i++)
		put(j, "%s{\"slot\":%u,\"before\":%u}", i ? "," : "", p->clear[i].slot,
			ptrmap_get(&x->at, p->clear[i].before));
	put(j, "]");
}

static void
places(struct json *j, const char *key, LLVMValueRef *before, uint32_t n)
{
	put(j, ",\"%s\":[", key);
	for (uint32_t i = 0; i < n; i++)
		put(j, "%s%u", i ? "," : "", ptrmap_get(&j->x->at, before[i]));
	put(j, "]");
}

static void
frame(struct json *j)
{
	const struct explain *x = j->x;
	const struct plan *p = x->p;
	unsigned word = LLVMPointerSize(LLVMGetModuleDataLayout(x->s->module));
	uint32_t n = 0;

	if (p->nroots == 0)
		return;
	put(j, ",\n\"frame\":{\"roots\":%u,\"slots\":%u,\"word\":%u,\"header\":%d,\"bytes\":%llu,\"align\":%u",
		p->nroots, x->f->coloured.nslots, word, LR_FRAME_HEADER_WORDS,
		((unsigned long long)p->nroots + LR_FRAME_HEADER_WORDS) * word, p->frame_align);
	put(j, ",\"dedicated\":%u,\"needing\":%u,\"variables\":[", x->f->coloured.ndedicated, x->nneeding);
	for (uint32_t i = 0; i < p->nvar; i++) {
		if (!p->var[i].roots)
			continue;
		put(j, "%s{\"kind\":\"variable\",", n++ ? "," : "");
		explain_inst_name(x, &j->scratch, p->var[i].alloca);
		scratch(j, "name");
		put(j, ",\"slot\":%u,\"words\":%u", p->var[i].first_slot, p->var[i].nslots);
		const struct var *var = &x->f->var[p->var[i].var];
		put(j, "%s,\"accesses\":[", var->everywhere ? ",\"everywhere\":true" : "");
		for (uint32_t k = 0; k < var->access_n; k++) {
			const struct access *a = &x->f->access[var->access_at + k];
			put(j, "%s%u", k ? "," : "", x->inst_at[a->block] + a->position);
		}
		put(j, "]}");
	}
	for (uint32_t i = 0; i < x->ir->nshadow; i++) {
		const struct shadow_store *s = &x->ir->shadow[i];
		if (s->n == 0 || s->var >= x->f->nvar || x->f->var[s->var].words == 0)
			continue;
		put(j, "%s{\"kind\":\"shadow\",", n++ ? "," : "");
		if (s->of != NONE)
			explain_inst_name(x, &j->scratch, x->ir->var[s->of].alloca);
		else
			text_string(&j->scratch, "stack memory");
		scratch(j, "name");
		put(j, ",\"slot\":%u,\"words\":%u,\"at\":%u}", variable_word(x->f, s->var), x->f->var[s->var].words,
			ptrmap_get(&x->at, s->store));
	}
	put(j, "]");
	places(j, "push", p->push, p->npush); /* none: at the top */
	places(j, "pop", p->pop, p->npop);
	const char *why = explain_push_at_entry(x);
	if (why) {
		put(j, ",");
		string(j, "at_entry_because", why);
	}
	put(j, "}");
}

bool
explain_json(struct explain *x, struct text *t)
{
	struct json j = { .x = x, .t = t, .scratch = { .ar = x->ar } };
	const struct plan *p = x->p;
	LLVMValueRef fn = x->ir->fn;
	unsigned n = 0;
	const char *file = LLVMGetDebugLocFilename(fn, &n);

	put(&j, "{");
	string(&j, "name", value_name(fn));
	if (file && n) {
		put(&j, ",\"file\":");
		text_json(t, file, n);
		source_line(&j, fn, false);
	}
	put(&j, ",\"gcstack\":%s,\"abi\":\"%s\"", x->ir->pgcstack ? "true" : "false", lr_abi_name(p->abi));
	put(&j,
		",\n\"stats\":{\"safepoints\":%u,\"tracked\":%u,\"max_live\":%u,\"slots\":%u,"
		"\"array_slots\":%u,\"alloca_slots\":%u,\"root_stores\":%u,\"array_stores\":%u,"
		"\"mapped_words\":%u,\"frame\":%s}",
		p->nsafe, p->tracked, p->max_live, p->nslots, p->array_slots, p->alloca_slots, p->root_stores,
		p->array_stores, p->mapped ? p->mapped->nrefs : 0, p->nroots ? "true" : "false");
	arguments(&j);
	if (x->f->g.nblk) {
		if (!blocks(&j))
			return false;
		instructions(&j);
		values(&j);
		if (!safepoints(&j))
			return false;
		stores(&j);
		frame(&j);
	}
	put(&j, "}");
	return !x->ar->failed && !t->ar->failed;
}
