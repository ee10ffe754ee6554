/* SPDX-License-Identifier: MIT */
/* plain_prove.c -- the proof: at each safepoint each live reference is in a root, and the frame is as it must be. */
#include "check/plain/plain.h"

#include <stdio.h>

bool
plain_find(struct plain *p, lr_verdict verdict, const char *rule, LLVMValueRef at, LLVMValueRef value,
	const char *message)
{
	if (p->nfinding < PLAIN_MOST)
		p->finding[p->nfinding++] = (struct plain_finding){ verdict, rule, at, value, message };
	return message != NULL;
}

bool
plain_too_large(struct plain *p)
{
	p->stop = true;
	return plain_unknown(p, "limit", p->fn, "the function is too large for the proof");
}

bool
plain_is_safepoint(struct plain *p, LLVMValueRef i)
{
	const char *name = plain_callee(i);
	bool twice;

	return plain_is_call(i) && (name[0] == '\0' || (!profile_matches(p->profile->never_collect, name)
		&& strcmp(name, p->head_name) != 0)) && check_is_safepoint(p->c, i, &twice);
}

/* The elements that are live at a place of a block, going backward. */
struct live { uint32_t *e, n, *at; }; /* at: of each element 1 + its place in `e`; 0: not live */

static void
live_add(struct live *l, uint32_t e)
{
	if (e < EL_FIRST || e == NONE || l->at[e] != 0)
		return;
	l->e[l->n++] = e;
	l->at[e] = l->n;
}

static void
live_remove(struct live *l, uint32_t e)
{
	if (e < EL_FIRST || e == NONE || l->at[e] == 0)
		return;
	uint32_t last = l->e[--l->n];
	l->e[l->at[e] - 1] = last;
	l->at[last] = l->at[e];
	l->at[e] = 0;
}

static void
live_at_end(const struct plain *p, struct live *l, uint32_t b)
{
	while (l->n > 0)
		l->at[l->e[--l->n]] = 0;
	for (uint32_t edge = p->c->succ_off[b]; edge < p->c->succ_off[b + 1]; edge++) {
		const uint32_t s = p->c->succ[edge];
		for (uint32_t k = p->list_off[s]; k < p->list_off[s + 1]; k++) {
			const struct plain_elem *x = &p->elem[p->list[k]];
			live_add(l, x->from == FROM_PHI && x->block == s ? plain_incoming(p, p->list[k], edge)
				: p->list[k]);
		}
	}
}

/* What is live across each safepoint of a block. */
struct stop { LLVMValueRef call; uint32_t first, n; };
struct stops { struct arena ar; struct stop *s; uint32_t n, cap; uint32_t *e, ne, e_cap; };

static bool
pass_backward(struct plain *p, struct live *l, struct stops *t, LLVMValueRef i)
{
	uint32_t v = ptrmap_get(&p->val_of, i);

	if (v != PTRMAP_NONE && p->elem[p->val[v].elem].v == i)
		live_remove(l, p->val[v].elem);
	live_remove(l, plain_variable_written(p, i));
	if (plain_is_safepoint(p, i)) {
		if (!ARENA_PUSH(&t->ar, t->s, t->n, t->cap))
			return false;
		t->s[t->n++] = (struct stop){ i, t->ne, l->n };
		for (uint32_t k = 0; k < l->n; k++) {
			if (!ARENA_APPEND(&t->ar, t->e, t->ne, t->e_cap))
				return false;
			t->e[t->ne++] = l->e[k];
		}
	}
	for (unsigned k = 0, n = plain_operands(i); k < n; k++)
		if (plain_is_use(p, i, k))
			live_add(l, plain_val_of(p, LLVMGetOperand(i, k)).elem);
	live_add(l, plain_variable_read(p, i));
	return true;
}

/* ---- findings ---- */

static const char *
say(struct plain *p, const char *format, LLVMValueRef call, LLVMValueRef v)
{
	const char *callee = plain_callee(call), *name = v != NULL ? check_value_name(p->c, v, "") : "";
	char *text = arena_alloc(p->ar, 320);

	if (text != NULL)
		snprintf(text, 320, format, callee[0] != '\0' ? "the call of " : "a call", callee, name);
	return text;
}

static bool
report(struct plain *p, const struct plain_state *s, LLVMValueRef call, uint32_t e)
{
	const struct plain_elem *x = &p->elem[e];

	if (p->nframe > 0 && s->cls[p->object[PLAIN_HEAD].first] == EL_CALLER && x->cls == CLASS_REFERENCE)
		return plain_find(p, LR_HOLE, "root", call, x->v,
			say(p, "at %.20s%.80s, %.160s is needed, and the frame is not linked", call, x->v));
	if (x->parts)
		return plain_find(p, LR_UNKNOWN, "origin", call, x->v, say(p,
			"at %.20s%.80s, %.160s is needed, which has several pointers and is not followed", call, x->v));
	if (x->cls == CLASS_UNKNOWN)
		return plain_find(p, LR_UNKNOWN, "origin", call, x->v, say(p,
			"at %.20s%.80s, %.160s is needed, which may be a reference, and sits in no root", call, x->v));
	if (p->root_escapes)
		return plain_find(p, LR_UNKNOWN, "root", call, x->v, say(p,
			"at %.20s%.80s, %.160s is needed, and callees may write the roots that may hold it", call,
			x->v));
	if (!p->roots && LLVMGetGC(p->fn) == NULL)
		return plain_find(p, LR_UNKNOWN, "no-frame", call, x->v,
			say(p, "at %.20s%.80s, %.160s is needed, and the function has no roots", call, x->v));
	return plain_find(p, LR_HOLE, "root", call, x->v,
		say(p, "at %.20s%.80s, %.160s is needed and sits in no root", call, x->v));
}

static bool
report_unset(struct plain *p, LLVMValueRef call, uint32_t w, bool header)
{
	const struct plain_object *o = &p->object[p->word[w].object];
	/* LLVM's GCLowering makes variables of llvm.gcroot null, which it does while code is generated */
	const lr_verdict verdict = o->gcroot ? LR_UNKNOWN : LR_HOLE;

	return plain_find(p, verdict, "unwritten-slot", call, NULL, say(p, header
		? "at %.20s%.80s, the header of the frame may not have been written: %.160s"
		: "at %.20s%.80s, a collector sees a root that may not have been written: %.160s",
		call, p->elem[p->first_word + w].v));
}

/* Are all words written that the collector sees? */
static bool
look_at_words(struct plain *p, const struct plain_state *s, LLVMValueRef call, bool *reported)
{
	for (uint32_t w = 0; w < p->nword; w++) {
		const struct plain_word *x = &p->word[w];
		const bool header = x->frame != NONE && p->first_word + w == p->frame[x->frame].count;
		const bool via = x->via != NONE && s->unset[x->via - p->first_word];
		if (reported[w] || (!s->unset[w] && !via) || !(x->root || header)
			|| (x->frame != NONE && !s->linked[x->frame]))
			continue;
		reported[w] = true;
		if (!report_unset(p, call, w, header))
			return false;
	}
	return true;
}

/* Does a collector see a root? */
static bool
sees_root(const struct plain *p, const struct plain_state *s)
{
	for (uint32_t w = 0; w < p->nword; w++)
		if (p->word[w].root && (p->word[w].frame == NONE || s->linked[p->word[w].frame]))
			return true;
	return false;
}

static bool
look_at_safepoint(struct plain *p, struct plain_state *s, const struct stops *t, const struct stop *stop,
	bool *reported)
{
	const uint32_t head = s->cls[p->object[PLAIN_HEAD].first];
	const bool mine = head >= p->first_frame && head < p->first_frame + p->nframe;
	bool twice;

	check_is_safepoint(p->c, stop->call, &twice);
	if (twice && !plain_unknown(p, "twice", stop->call, "a call that may return twice is not followed"))
		return false;
	if (!plain_chain(p, s) && !plain_find(p, mine ? LR_HOLE : LR_UNKNOWN, mine ? "frame" : "linked-frame",
		stop->call, NULL, say(p, mine ? "at %.20s%.80s, the frame does not lead to that of the caller%s"
			: "at %.20s%.80s, what the head of the chain is is not known%s", stop->call, NULL)))
		return false;
	if (check_is_marked_tail(stop->call) && sees_root(p, s)
		&& !plain_unknown(p, "linked-frame", stop->call, CHECK_TAIL))
		return false;
	if (!look_at_words(p, s, stop->call, reported))
		return false;
	plain_mark(p, s, true);
	for (uint32_t k = stop->first; k < stop->first + stop->n; k++) {
		const struct plain_elem *x = &p->elem[t->e[k]];
		if (x->cls == CLASS_NONE || (!x->parts && plain_is_held(s, t->e[k])))
			continue;
		if (!report(p, s, stop->call, t->e[k]))
			return false;
	}
	return true;
}

/* Does the load read a word of a frame whose object may have been freed while the frame was not linked? */
static bool
look_at_read(struct plain *p, const struct plain_state *s, LLVMValueRef i)
{
	const uint32_t e = plain_word_read(p, s, i), w = e == NONE ? NONE : e - p->first_word;

	if (w == NONE || !p->word[w].root || p->word[w].frame == NONE || !s->unset[w]
		|| !p->elem[plain_val_of(p, i).elem].needed)
		return true;
	return plain_find(p, LR_HOLE, "stale-slot", i, NULL, "a root is read that may not have been written, or not "
		"since a safepoint at which its frame was not linked");
}

/* Where the function is left: the head is what it was. */
static bool
look_at_exit(struct plain *p, const struct plain_state *s, LLVMValueRef i)
{
	const uint32_t head = s->cls[p->object[PLAIN_HEAD].first];
	const bool mine = head >= p->first_frame && head < p->first_frame + p->nframe;
	LLVMOpcode op = LLVMGetInstructionOpcode(i);
	bool out = op == LLVMRet || op == LLVMResume || (op == LLVMCleanupRet && LLVMGetNumSuccessors(i) == 0);

	if (!out || head == EL_CALLER)
		return true;
	return plain_find(p, mine ? LR_HOLE : LR_UNKNOWN, mine ? "frame" : "linked-frame", i, NULL, mine
		? "the frame is still linked where the function is left"
		: "the head of the chain may not be what it was when the function was entered");
}

static bool
prove_blocks(struct plain *p, struct plain_flow *f, struct live *l, struct stops *t, bool *reported)
{
	for (uint32_t b = 0; b < p->c->nblk; b++) {
		struct plain_state *s = plain_flow_enter(p, f, b);
		LLVMValueRef i;
		arena_reset(&t->ar);
		t->s = NULL, t->e = NULL;
		t->n = t->cap = t->ne = t->e_cap = 0;
		live_at_end(p, l, b);
		for (i = LLVMGetLastInstruction(p->c->bb[b]); i != NULL; i = LLVMGetPreviousInstruction(i))
			if (!pass_backward(p, l, t, i))
				return false;
		for (i = LLVMGetFirstInstruction(p->c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			if (t->n > 0 && t->s[t->n - 1].call == i
				&& !look_at_safepoint(p, s, t, &t->s[--t->n], reported))
				return false;
			if (!look_at_read(p, s, i) || !look_at_exit(p, s, i))
				return false;
			plain_step(p, s, i);
		}
	}
	return true;
}

static bool
prove_state(struct plain *p)
{
	struct plain_flow *f = plain_flow_new(p);
	struct live l = { arena_array(p->ar, p->nelem, sizeof *l.e), 0, arena_zarray(p->ar, p->nelem, sizeof *l.at) };
	bool *reported = arena_zarray(p->ar, (size_t)p->nword + 1, sizeof *reported), limit;
	struct stops t = { 0 };

	if (f == NULL || p->ar->failed || !plain_flow_solve(p, f, &limit))
		return false;
	if (limit)
		return plain_too_large(p);
	arena_init(&t.ar, p->ar->alloc, p->ar->user);
	bool ok = prove_blocks(p, f, &l, &t, reported);
	arena_free(&t.ar);
	return ok;
}

void
plain_free(struct plain *p)
{
	ptrmap_free(&p->val_of);
	ptrmap_free(&p->op_of);
	ptrmap_free(&p->has_pointer);
}

bool
plain_prove(struct plain *p, struct ck *c, struct arena *ar, bool indirect)
{
	*p = (struct plain){ .c = c, .ar = ar, .fn = c->fn, .indirect = indirect,
		.profile = &c->cx->profile,
		.bytes = LLVMPointerSizeForAS(c->layout, 0) };
	p->head_name = p->profile->chain_head[0] != '\0' ? p->profile->chain_head : "llvm_gc_root_chain";
	ptrmap_init(&p->val_of, ar->alloc, ar->user);
	ptrmap_init(&p->op_of, ar->alloc, ar->user);
	ptrmap_init(&p->has_pointer, ar->alloc, ar->user);
	if (!check_cfg(c) || !plain_values(p) || !plain_memory(p) || !plain_words(p))
		return false;
	if (p->stop)
		return true;
	return plain_origin(p) && plain_live(p) && (p->stop || prove_state(p)) && !ar->failed && !p->val_of.failed
		&& !p->op_of.failed && !p->has_pointer.failed;
}
