/* SPDX-License-Identifier: MIT */
/* lr_check.c -- lr_check: each function gets the proof that fits it.
**
**   frame intrinsics, values of the dialect   CheckGCRoots                                      roots/check_roots.c
**   frames that stores link                   the same, on a copy with intrinsics in their place   foreign/
**   statepoints                               CheckGCRelocations; and no call that may collect is left without one
**   roots by hand (<lateroot/roots.h>)        CheckGCRoots, on a copy whose roots are slots            by_hand.c, hand/
**   llvm.gcroot, frames of plain pointers, where the profile says which are references   plain_prove    plain/plain.h
**   the same without such a profile   none: unknown
**   nothing of these                          nothing to prove */
#include "check/prove/prove.h"

#include <stdlib.h>

#include "base/name.h"
#include "check/check.h"
#include "check/foreign/link.h"
#include "check/hand/hand.h"
#include "check/model/check_phases.h"
#include "check/plain/plain.h"
#include "check/relocations/check_reloc.h"
#include "check/relocations/check_reloc_model.h"

const char *
lr_verdict_name(lr_verdict v)
{
	static const char *const names[] = { "nothing", "proven", "unknown", "hole" };

	return (unsigned)v < sizeof names / sizeof *names ? names[v] : NULL;
}

const char *
lr_check_kind_name(lr_check_kind k)
{
	static const char *const names[] = { "auto", "frames", "linked", "statepoints", "none", "plain", "hand" };

	return (unsigned)k < sizeof names / sizeof *names ? names[k] : NULL;
}

/* The module while it is checked. */
struct module {
	struct prover *p;
	LLVMModuleRef m;
	LLVMModuleRef copy;      /* of a module that is lowered to calls of a runtime: it may be changed; or NULL */
	uint64_t spaces;
	bool references;         /* some function has pointers of collected address spaces */
	bool links_plain;        /* some function links frames of pointers that no address space marks */
	bool by_address;         /* functions that give references may be called by address (check/plain) */
	struct by_hand *hand;    /* of a module that roots by hand; or NULL */
	bool only_fenced;        /* only loads between fences are polls in the copy */
	LLVMValueRef at_copy;    /* the function of the copy that goes with that of the last look-up in `m` */
	LLVMValueRef at;
};

/* ---- statepoints ---- */

struct plain_calls { struct ck *c; LLVMValueRef first; };

static bool
is_plain_safepoint(void *user, LLVMValueRef call)
{
	struct plain_calls *p = user;
	bool twice;

	if (rmodel_is_statepoint(call) || !check_is_safepoint(p->c, call, &twice))
		return false;
	if (p->first == NULL)
		p->first = call;
	return true;
}

/* Is a reference needed behind a call that may collect and is no statepoint?  Counts the model again. */
static lr_status
prove_no_plain_calls(struct module *m, struct rmodel *r)
{
	struct prover *p = m->p;
	struct ck c;
	struct plain_calls plain = { .c = &c };

	check_set_up(&c, p->cx, r->fn, false);
	rmodel_recount(r, is_plain_safepoint, &plain);
	p->says = "is used behind a call that is no statepoint, and nothing says that it never collects";
	bool ok = (plain.first == NULL || check_relocation_uses(r)) && !check_out_of_memory(&c);
	p->says = NULL;
	check_tear_down(&c);
	return ok ? LR_OK : LR_E_NOMEM;
}

/* The same of a function in the dialect whose statepoints are still to be made. */
static lr_status
prove_no_calls(struct module *m, LLVMValueRef fn)
{
	struct arena ar;
	struct rmodel r;

	arena_init(&ar, m->p->cx->options.alloc, m->p->cx->options.user);
	bool ok = rmodel_init(&r, m->p->cx, fn, &ar, UINT64_C(0xF) << LR_AS_FIRST_SPECIAL, NULL, NULL);
	lr_status st = ok ? prove_no_plain_calls(m, &r) : LR_E_NOMEM;
	rmodel_free(&r);
	arena_free(&ar);
	return st;
}

/* Reports a write to the head of the chain or to the frame that CheckGCRoots does not look at. */
static bool
report_writes(struct prover *p, LLVMValueRef fn)
{
	struct ck c;
	const char *why = NULL;
	LLVMValueRef where = NULL;

	check_set_up(&c, p->cx, fn, false);
	bool ok = link_writes(&c, NULL, &why, &where) && !check_out_of_memory(&c);
	if (ok && why != NULL)
		finding_add(p, LR_UNKNOWN, "linked-frame", prove_original(p, where), NULL, why);
	check_tear_down(&c);
	return ok;
}

/* Reports roots of frame intrinsics that are seen, or read, though they hold something old or a number. */
static bool
report_words(struct prover *p, LLVMValueRef fn)
{
	struct arena ar;
	struct link link;
	struct ck c;
	bool found = false;

	check_set_up(&c, p->cx, fn, false);
	arena_init(&ar, p->cx->options.alloc, p->cx->options.user);
	bool ok = link_frames(&link, &c, &ar, &found) && (!found || (link_inner(&link) && link_words(&link)));
	if (ok && link.why != NULL)
		finding_add(p, LR_UNKNOWN, "linked-frame", prove_original(p, link.where), NULL, link.why);
	ok = ok && !check_out_of_memory(&c) && !ar.failed && !link.op_of.failed;
	link_free(&link);
	arena_free(&ar);
	check_tear_down(&c);
	return ok;
}

/* Three proofs on one model. */
static lr_status
prove_statepoints(struct module *m, LLVMValueRef fn, const struct look *l)
{
	struct prover *p = m->p;
	struct arena ar;
	struct rmodel r;

	arena_init(&ar, p->cx->options.alloc, p->cx->options.user);
	bool ok = rmodel_init(&r, p->cx, fn, &ar, m->spaces, NULL, NULL)
		&& (!l->statepoints || check_relocation_rule(&r));
	if (ok && !m->references && l->pointers && l->statepoints)
		finding_add(p, LR_UNKNOWN, "plain-pointer", fn, NULL,
			"which pointers are references is not known: no address space of the function is collected");
	if (ok && check_abi(p->cx, fn) == LR_ABI_STATEPOINT) {
		ok = report_writes(p, fn);
		counts_prove(p, fn);
	}
	ok = ok && listed_memory(p, &r) && numbers_prove(p, &r) && prove_no_plain_calls(m, &r) == LR_OK;
	rmodel_free(&r);
	arena_free(&ar);
	return ok ? LR_OK : LR_E_NOMEM;
}

/* ---- plain pointers ---- */

static lr_status
prove_plain(const struct module *m, LLVMValueRef fn)
{
	struct arena ar;
	struct plain plain;
	struct ck c;

	check_set_up(&c, m->p->cx, fn, false);
	arena_init(&ar, m->p->cx->options.alloc, m->p->cx->options.user);
	bool ok = plain_prove(&plain, &c, &ar, m->by_address) && !check_out_of_memory(&c);
	for (uint32_t k = 0; ok && k < plain.nfinding; k++) {
		const struct plain_finding *f = &plain.finding[k];
		finding_add(m->p, f->verdict, f->rule, f->at, f->value, f->message);
	}
	plain_free(&plain);
	arena_free(&ar);
	check_tear_down(&c);
	return ok ? LR_OK : LR_E_NOMEM;
}

/* Does the profile say which pointers of the function are references, because no address space does? */
static bool
is_plain(const struct module *m, const struct look *l)
{
	if (!profile_marks_plain(&m->p->cx->profile) || l->dialect || l->frame_calls || l->statepoints || l->references)
		return false;
	return l->gcroot || l->linked || l->head || !m->references;
}

/* ---- a copy of the function ---- */

/* Finds the function of the copy for one of the module.  Functions are asked for in the order of the module. */
static LLVMValueRef
function_of_copy(struct module *m, LLVMValueRef fn)
{
	while (m->at != fn) {
		m->at = LLVMGetNextFunction(m->at);
		m->at_copy = LLVMGetNextFunction(m->at_copy);
	}
	return m->at_copy;
}

/* Which values of the copy stand for which of the original. */
static bool
pair_values(struct prover *p, struct ptrmap *map, struct arena *ar, LLVMValueRef fn, LLVMValueRef copy)
{
	LLVMBasicBlockRef b, x;
	LLVMValueRef i, k;
	uint32_t n = LLVMCountParams(fn);

	for (b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			n++;
	p->original = arena_array(ar, (size_t)n + 1, sizeof *p->original);
	if (p->original == NULL)
		return false;
	p->original[n = 0] = fn;
	bool ok = ptrmap_set(map, copy, n++);
	for (unsigned k2 = 0; k2 < LLVMCountParams(fn); k2++) {
		p->original[n] = LLVMGetParam(fn, k2);
		ok = ptrmap_set(map, LLVMGetParam(copy, k2), n++) && ok;
	}
	x = LLVMGetFirstBasicBlock(copy);
	for (b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b), x = LLVMGetNextBasicBlock(x)) {
		k = LLVMGetFirstInstruction(x);
		for (i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			p->original[n] = i;
			ok = ptrmap_set(map, k, n++) && ok;
			k = LLVMGetNextInstruction(k);
		}
	}
	p->of_copy = map;
	return ok;
}

/* Replaces a linked frame of the copy by intrinsics.  *read: that was possible; otherwise the reason is reported. */
static lr_status
raise_frame(struct module *m, LLVMValueRef copy, struct ptrmap *map, bool *read)
{
	struct prover *p = m->p;
	struct arena ar;
	struct link link;
	struct ck c;

	check_set_up(&c, p->cx, copy, false);
	arena_init(&ar, p->cx->options.alloc, p->cx->options.user);
	bool ok = link_find(&link, &c, &ar) && (link.why != NULL || link_inner(&link));
	if (ok && link.why == NULL)
		ok = link_order(&link) && (link.why != NULL || link_writes(&c, &link, &link.why, &link.where));
	if (ok && link.why == NULL)
		ok = link_words(&link);
	*read = ok && link.why == NULL;
	if (*read)
		ok = link_raise(&link, map);
	else if (ok)
		finding_add(p, link.hole ? LR_HOLE : LR_UNKNOWN, link.hole ? "frame" : "linked-frame",
			p->original[ptrmap_get(map, link.where)], NULL, link.why);
	ok = ok && !check_out_of_memory(&c) && !ar.failed && !link.op_of.failed;
	link_free(&link);
	arena_free(&ar);
	check_tear_down(&c);
	return ok ? LR_OK : LR_E_NOMEM;
}

static lr_status prove_as(struct module *, LLVMValueRef fn, const struct look *, lr_check_kind);

/* Proves the copy of a function. */
static lr_status
prove_copy(struct module *m, LLVMValueRef fn, const struct look *l, lr_check_kind is)
{
	struct prover *p = m->p;
	LLVMValueRef copy = function_of_copy(m, fn);
	struct ptrmap map;
	struct arena ar;
	bool read = true;
	lr_status st = LR_E_NOMEM;
	ptrmap_init(&map, p->cx->options.alloc, p->cx->options.user);
	arena_init(&ar, p->cx->options.alloc, p->cx->options.user);
	if (check_abi(p->cx, fn) == LR_ABI_FRAMEMAP)
		lowered_mark_allocations(p->cx, copy);
	if (pair_values(p, &map, &ar, fn, copy) && lowered_mark_polls(copy, &map, m->only_fenced))
		st = is == LR_CHECK_LINKED ? raise_frame(m, copy, &map, &read) : LR_OK;
	if (st == LR_OK && read)
		st = prove_as(m, copy, l, is);
	p->of_copy = NULL;
	arena_free(&ar);
	ptrmap_free(&map);
	return st;
}

/* ---- a function ---- */

static lr_check_kind
kind_of(const struct look *l, lr_abi abi)
{
	if (l->statepoints || (l->anchor && abi == LR_ABI_STATEPOINT))
		return LR_CHECK_STATEPOINTS;
	/* an anchor keeps what callers have in their frames, also where the function has no reference of its own */
	if (((l->linked && l->dialect) || ((l->anchor || l->record) && abi == LR_ABI_FRAMEMAP)) && !l->frame_calls)
		return LR_CHECK_LINKED;
	if (l->dialect || l->frame_calls)
		return LR_CHECK_FRAMES;
	if (look_is_statepoint_strategy(l->strategy) && l->references)
		return LR_CHECK_STATEPOINTS;
	return LR_CHECK_NONE;
}

/* Does the function have a frame of this library's other kinds? */
static bool
links_otherwise(const struct look *l)
{
	return l->anchor || l->mapped || l->record;
}

/* Reports what no proof can see through. */
static void
report_blind_spots(struct module *m, LLVMValueRef fn, const struct look *l, lr_check_kind is)
{
	if (l->gcroot && is != LR_CHECK_PLAIN)
		finding_add(m->p, LR_UNKNOWN, "gcroot", fn, NULL,
			"the roots of llvm.gcroot are not read: run AdoptGCRoots and a placement first");
	else if (is == LR_CHECK_NONE && (l->linked || (links_otherwise(l) && !m->references && l->calls)))
		finding_add(m->p, LR_UNKNOWN, "plain-pointer", fn, NULL,
			"the function links a frame, but no address space says which pointers are references");
	else if (is == LR_CHECK_NONE && m->links_plain && !m->references && l->calls && l->pointers)
		finding_add(m->p, LR_UNKNOWN, "plain-pointer", fn, NULL,
			"other functions of the module link frames, and no address space says which pointers are "
			"references");
	if ((is == LR_CHECK_FRAMES || (is == LR_CHECK_NONE && !l->linked && m->references)) && l->head
		&& !l->frame_calls && !links_otherwise(l))
		finding_add(m->p, LR_UNKNOWN, "linked-frame", fn, NULL,
			"the head of the chain is changed, but no frame is linked that can be read");
	if (m->p->o->kind != LR_CHECK_AUTO && m->p->o->kind != is && is != LR_CHECK_NONE)
		finding_add(m->p, LR_UNKNOWN, "kind", fn, NULL,
			"the function is of another kind than was asked for");
}

static lr_status
prove_as(struct module *m, LLVMValueRef fn, const struct look *l, lr_check_kind is)
{
	struct prover *p = m->p;

	if (is == LR_CHECK_STATEPOINTS)
		return prove_statepoints(m, fn, l);
	if ((is == LR_CHECK_FRAMES && (!report_writes(p, fn) || !report_words(p, fn))) || !interior_prove(p, fn)
		|| !numbers_prove_calls(p, fn) || !copies_prove(p, fn))
		return LR_E_NOMEM;
	lr_status st = check_function(p->cx, fn, p->cx->options.reload, NULL);
	if (st != LR_E_NOMEM && check_abi(p->cx, fn) == LR_ABI_STATEPOINT)
		st = prove_no_calls(m, fn);
	return st == LR_E_NOMEM ? st : LR_OK;
}

static lr_status
prove(struct module *m, LLVMValueRef fn, const struct look *l)
{
	struct prover *p = m->p;

	p->result.kind = LR_CHECK_NONE;
	p->sink.no_frame = false;
	if (m->hand != NULL)
		return by_hand_prove(m->hand, fn, l->dialect) ? LR_OK : LR_E_NOMEM;
	lr_check_kind is = is_plain(m, l) ? LR_CHECK_PLAIN : kind_of(l, check_abi(p->cx, fn));

	p->result.kind = is;
	report_blind_spots(m, fn, l, is);
	p->sink.no_frame = false;
	if (is == LR_CHECK_NONE || (p->o->kind != LR_CHECK_AUTO && p->o->kind != is))
		return LR_OK;
	if (is == LR_CHECK_PLAIN)
		return prove_plain(m, fn);
	const lr_abi abi = check_abi(p->cx, fn);
	bool pads = is == LR_CHECK_LINKED || (is == LR_CHECK_STATEPOINTS && abi == LR_ABI_STATEPOINT);
	if (pads && !anchors_prove(p, fn, l))
		return LR_E_NOMEM;
	return m->copy != NULL ? prove_copy(m, fn, l, is) : prove_as(m, fn, l, is);
}

static lr_status
prove_function(struct module *m, LLVMValueRef fn, const struct look *l)
{
	struct prover *p = m->p;

	p->fn = fn;
	p->nordinals = 0;
	p->held_back = LR_NOTHING_TO_PROVE;
	p->result = (lr_checked){ .function = value_name(fn), .fn = fn };
	if (prove(m, fn, l) != LR_OK || p->failed)
		return LR_E_NOMEM;
	/* each proof of roots reports so many at most, and each of relocations */
	const unsigned most = p->result.kind == LR_CHECK_STATEPOINTS ? PROVE_MOST_RELOCATIONS : PROVE_MOST_ROOTS;
	if (p->result.holes + p->result.unknown >= most)
		finding_add(p, LR_UNKNOWN, "more", fn, NULL, "the function may have more findings than are listed");
	p->result.verdict = p->result.holes > 0 || p->held_back == LR_HOLE ? LR_HOLE
		: p->result.unknown > 0 || p->held_back == LR_UNKNOWN ? LR_UNKNOWN
		: p->result.kind != LR_CHECK_NONE ? LR_PROVEN : LR_NOTHING_TO_PROVE;
	if (p->o->function != NULL)
		p->o->function(p->o->user, &p->result);
	return LR_OK;
}

/* ---- the module ---- */

static bool
is_wanted(const lr_check_options *o, LLVMValueRef fn)
{
	size_t n;
	const char *name = LLVMGetValueName2(fn, &n);

	return o->functions == NULL || glob_match(o->functions, name, n);
}

/* Is the module in the dialect as front ends leave it: functions have a GC stack, and nothing that roots anything?
** Such a module is full of holes that one run of `lateroot opt` fills, so one finding stands for all. */
static bool
nothing_was_placed(const struct looks *looks)
{
	bool stack = false;

	for (size_t i = 0; i < looks->n; i++) {
		const struct look *l = &looks->look[i];
		if (l->frame_calls || l->statepoints || l->gcroot || l->linked || l->head || links_otherwise(l)
			|| l->chosen || l->strategy != NULL)
			return false;
		stack |= l->stack && l->calls && (l->dialect || l->references);
	}
	return stack;
}

static lr_status
prove_module(struct module *m, const struct looks *looks, lr_verdict *worst)
{
	bool found = m->p->o->functions == NULL, copy = lowered_module(m->p->cx, m->m), polls = false;
	bool fenced = false, calls = false;
	const struct look *l = looks->look;

	for (size_t i = 0; i < looks->n; i++, l++) {
		m->links_plain |= (l->linked || links_otherwise(l)) && !l->dialect && !l->references;
		m->references |= l->dialect || l->references;
		polls |= l->polls && l->dialect;
		fenced |= l->fenced_polls && l->dialect;
		calls |= l->frame_calls;
		copy |= (l->linked && (l->dialect || l->references)) || l->anchor || l->record;
	}
	const lr_check_kind kind = m->p->o->kind;
	const bool by_hand = kind == LR_CHECK_HAND || (kind == LR_CHECK_AUTO && hand_is_marked(m->m));
	m->p->unplaced = kind == LR_CHECK_AUTO && !by_hand && !copy && nothing_was_placed(looks);
	copy |= (polls && !calls) || fenced; /* beside frame intrinsics another volatile load is the program's own */
	m->only_fenced = calls;
	m->by_address = plain_gives_by_address(&m->p->cx->profile, m->m);
	if (copy && !by_hand) {
		m->copy = LLVMCloneModule(m->m);
		lowered_mark_leaves(m->p->cx, m->copy);
		m->at = LLVMGetFirstFunction(m->m);
		m->at_copy = LLVMGetFirstFunction(m->copy);
	}
	if (by_hand) {
		bool refused = false;
		m->hand = by_hand_begin(m->p, m->m, &refused);
		if (m->hand == NULL)
			return refused ? lr_fail(m->p->cx, LR_E_PIPELINE, NULL,
				"LLVM refuses to make values of variables") : LR_E_NOMEM;
	}
	l = looks->look;
	for (LLVMValueRef f = LLVMGetFirstFunction(m->m); f != NULL; f = LLVMGetNextFunction(f)) {
		if (LLVMCountBasicBlocks(f) == 0)
			continue;
		const struct look *of = l++;
		if (!is_wanted(m->p->o, f))
			continue;
		found = true;
		lr_status st = prove_function(m, f, of);
		if (st != LR_OK)
			return st;
		if (m->p->result.verdict > *worst)
			*worst = m->p->result.verdict;
	}
	return found ? LR_OK : LR_E_NOT_FOUND;
}

lr_status
lr_check(lr_context *cx, LLVMModuleRef m, const lr_check_options *given, lr_verdict *worst)
{
	lr_check_options o = { .struct_size = sizeof o };
	lr_verdict verdict = LR_NOTHING_TO_PROVE;

	if (cx == NULL || m == NULL)
		return lr_null_argument(cx, "lr_check: the module");
	if (cx->first != LR_OK)
		return cx->first;
	if (given != NULL && given->struct_size == 0)
		return lr_fail(cx, LR_E_USAGE, NULL, "lr_check_options.struct_size is not set");
	if (given != NULL)
		memcpy(&o, given, given->struct_size < sizeof o ? given->struct_size : sizeof o);
	if (lr_check_kind_name(o.kind) == NULL)
		return lr_fail(cx, LR_E_USAGE, NULL, "no such kind of check: %d", (int)o.kind);
	lr_status st = prove_verify(cx, m);
	if (st != LR_OK)
		return st;
	struct prover p = { .sink.take = finding_take, .cx = cx, .o = &o };
	struct module module = { .p = &p, .m = m };
	struct looks looks = { 0 };
	arena_init(&p.ar, cx->options.alloc, cx->options.user);
	context_forget(cx);
	module.spaces = check_relocated_spaces(cx, m);
	cx->findings = &p.sink;
	st = look_around(&looks, cx, m, module.spaces) ? prove_module(&module, &looks, &verdict) : LR_E_NOMEM;
	look_free(&looks);
	cx->findings = NULL;
	context_forget(cx);
	arena_free(&p.ar);
	by_hand_end(module.hand);
	if (module.copy != NULL)
		LLVMDisposeModule(module.copy);
	if (st == LR_E_NOMEM)
		return cx->first == LR_E_NOMEM ? st : lr_nomem(cx);
	if (st == LR_E_NOT_FOUND)
		return lr_fail(cx, st, NULL, "no function matches '%s'", o.functions);
	if (worst != NULL)
		*worst = verdict;
	return st;
}
