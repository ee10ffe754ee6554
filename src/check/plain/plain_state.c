/* SPDX-License-Identifier: MIT */
/* plain_state.c -- which elements hold the same object, forward.
**
** The state is a partition: each element has a class, and elements of one class hold the same, for certain.  The number
** of a class at the entry of a block is that of its first element there; a definition in the block begins the class
** (number of elements + its own number), which no other element can have.  EL_STATIC, EL_CALLER and the
** addresses of frames are classes that mean the same everywhere.
**
** Where edges meet, the class of an element is the pair of its classes on both, numbered anew.  So a partition is only
** ever refined, and the search for it ends.  An element that some root holds on each edge, but not the same root, is
** `kept`: until any root is written, some root holds it.
**
** At the entry of a block the state is stored for the words, and for the elements of the block's list. */
#include "check/plain/plain.h"

#define WORK_MOST ((uint64_t)1 << 30)

struct slot { uint64_t key; uint32_t cls, stamp; };
struct plain_flow {
	struct plain_state s;
	uint64_t *in_off;        /* of each block: where its state begins */
	uint32_t *in_cls;        /* words, then the list */
	uint8_t *in_flag;        /* words: unset; list: kept */
	bool *known;             /* some edge into the block was passed */
	struct slot *table;      /* pairs of classes -> class */
	uint32_t mask, stamp;
	uint64_t work;
};

/* Does a class mean the same everywhere? */
static bool
is_constant(const struct plain *p, uint32_t cls)
{
	return cls < EL_FIRST || (cls >= p->first_frame && cls < p->first_frame + p->nframe);
}

static uint32_t
head_of(const struct plain *p)
{
	return p->object[PLAIN_HEAD].first;
}

/* ---- instructions ---- */

static void
set(struct plain_state *s, uint32_t e, uint32_t cls, bool kept)
{
	s->cls[e] = cls;
	s->kept[e] = kept ? s->epoch : 0;
}

static void
copy(struct plain_state *s, uint32_t to, uint32_t from)
{
	set(s, to, s->cls[from], s->kept[from] == s->epoch);
}

bool
plain_chain(const struct plain *p, struct plain_state *s)
{
	uint32_t at = s->cls[head_of(p)];

	memset(s->linked, 0, p->nframe * sizeof *s->linked);
	while (at >= p->first_frame && at < p->first_frame + p->nframe && !s->linked[at - p->first_frame]) {
		s->linked[at - p->first_frame] = true;
		at = s->cls[p->frame[at - p->first_frame].prev];
	}
	return at == EL_CALLER;
}

void
plain_mark(const struct plain *p, struct plain_state *s, bool seen)
{
	s->stamp++;
	s->blind = false;
	if (seen)
		plain_chain(p, s);
	for (uint32_t w = 0; w < p->nword; w++) {
		const struct plain_word *x = &p->word[w];
		bool hidden = seen && x->root && ((x->frame != NONE && !s->linked[x->frame])
			|| (x->via != NONE && s->unset[x->via - p->first_word]));
		s->blind |= hidden;
		if (x->root && !p->object[x->object].escaped && !hidden)
			s->mark[s->cls[p->first_word + w]] = s->stamp;
	}
}

bool
plain_is_held(const struct plain_state *s, uint32_t e)
{
	return s->cls[e] == EL_STATIC || s->mark[s->cls[e]] == s->stamp
		|| (s->kept[e] == s->epoch && !s->blind);
}

/* A load through the address of a frame of the chain, which may be one of this function. */
static uint32_t
word_behind(const struct plain *p, const struct plain_state *s, LLVMValueRef load)
{
	struct plain_val at = plain_val_of(p, LLVMGetOperand(load, 0));
	const uint32_t cls = at.elem < EL_FIRST ? EL_STATIC : s->cls[at.elem];

	if (LLVMIsALoadInst(load) == NULL || LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMPointerTypeKind
		|| cls < p->first_frame || cls >= p->first_frame + p->nframe)
		return NONE;
	const struct plain_object *o = &p->object[p->frame[cls - p->first_frame].object];
	if (!at.known || at.off < 0 || at.off % p->bytes != 0 || (uint64_t)at.off / p->bytes >= o->words)
		return NONE;
	return o->first + (uint32_t)(at.off / p->bytes);
}

static void
define(struct plain *p, struct plain_state *s, uint32_t e)
{
	const struct plain_elem *x = &p->elem[e];

	if (x->from == FROM_READ && !p->object[p->word[x->word - p->first_word].object].escaped) {
		copy(s, e, x->word);
		return;
	}
	uint32_t word = x->from == FROM_LOAD ? word_behind(p, s, x->v) : NONE;
	if (word != NONE)
		copy(s, e, word);
	else if (x->from == FROM_SELECT) {
		uint32_t a = plain_val_of(p, LLVMGetOperand(x->v, 1)).elem;
		uint32_t b = plain_val_of(p, LLVMGetOperand(x->v, 2)).elem;
		plain_mark(p, s, false);
		bool kept = plain_is_held(s, a) && plain_is_held(s, b);
		set(s, e, s->cls[a] == s->cls[b] ? s->cls[a] : p->nelem + e, kept);
	} else if (x->from == FROM_RETURNED)
		copy(s, e, plain_val_of(p, plain_returned(x->v)).elem);
	else
		set(s, e, x->cls == CLASS_NONE ? EL_STATIC : p->nelem + e, false);
}

/* A word gets something else.  If roots change, or which of them are seen, nothing is `kept` any more. */
static void
write_word(struct plain *p, struct plain_state *s, uint32_t e, uint32_t from)
{
	const struct plain_word *w = &p->word[e - p->first_word];
	const uint32_t cls = s->cls[from];
	const bool kept = s->kept[from] == s->epoch;

	if (w->root)
		s->epoch++;
	set(s, e, cls, kept && !w->root);
	s->unset[e - p->first_word] = false;
}

static void
write_words(struct plain *p, struct plain_state *s, const struct plain_op *op)
{
	LLVMValueRef v = op->kind == OP_WRITE ? LLVMGetOperand(op->inst, 0) : NULL;
	struct plain_val x = v != NULL ? plain_val_of(p, v) : (struct plain_val){ .elem = EL_STATIC, .object = NONE };
	const struct plain_object *o = &p->object[op->object];
	uint32_t from = x.elem;

	if (x.object != NONE && p->object[x.object].frame != NONE && x.known && x.off == 0)
		from = p->first_frame + p->object[x.object].frame;
	for (uint32_t e = op->word; e < op->word + op->n; e++) {
		write_word(p, s, e, from);
		if (op->kind == OP_FORGET && o->kind != KIND_VARIABLE) {
			s->cls[e] = p->nelem + e;
			s->unset[e - p->first_word] = true;
		}
		if (op->kind == OP_ZERO && o->frame != NONE && e == p->frame[o->frame].count)
			s->unset[e - p->first_word] = true; /* the header shows nothing */
	}
}

/* Passes a safepoint: what the words of frames that are not linked hold may be freed there, unless a root that is seen
** holds it, too.  Such words count as not written. */
static void
pass_safepoint(struct plain *p, struct plain_state *s)
{
	plain_mark(p, s, true);
	for (uint32_t w = 0; w < p->nword; w++) {
		const struct plain_word *x = &p->word[w];
		const uint32_t e = p->first_word + w;
		if (!x->root || x->frame == NONE || s->cls[e] == EL_STATIC || s->mark[s->cls[e]] == s->stamp)
			continue;
		s->epoch++;
		s->cls[e] = p->nelem + e;
		s->unset[w] = true;
	}
}

uint32_t
plain_word_read(const struct plain *p, const struct plain_state *s, LLVMValueRef i)
{
	const struct plain_op *op = plain_op_of(p, i);

	return op != NULL ? (op->kind == OP_READ ? op->word : NONE) : LLVMIsALoadInst(i) != NULL ? word_behind(p, s, i)
		: NONE;
}

void
plain_step(struct plain *p, struct plain_state *s, LLVMValueRef i)
{
	const struct plain_op *op = plain_op_of(p, i);
	uint32_t v = ptrmap_get(&p->val_of, i);

	if (LLVMIsAPHINode(i) != NULL)
		return;
	if (p->nframe > 0 && plain_is_safepoint(p, i))
		pass_safepoint(p, s);
	if (op != NULL && op->kind != OP_READ)
		write_words(p, s, op);
	if (v != PTRMAP_NONE && p->val[v].elem >= EL_FIRST && p->elem[p->val[v].elem].v == i)
		define(p, s, p->val[v].elem);
	if (p->nframe > 0 && (LLVMIsALandingPadInst(i) != NULL || LLVMIsACleanupPadInst(i) != NULL
		|| LLVMIsACatchPadInst(i) != NULL))
		s->cls[head_of(p)] = p->nelem + head_of(p); /* callees may have left their frames there */
}

/* ---- edges ---- */

/* The class of a pair of classes; the first element that has the pair gives the number. */
static uint32_t
pair_class(const struct plain *p, struct plain_flow *f, uint32_t a, uint32_t b, uint32_t elem)
{
	const uint64_t key = (uint64_t)a << 32 | b;

	if (a == b && is_constant(p, a))
		return a;
	for (uint64_t at = key * 0x9e3779b97f4a7c15u >> 32;; at++) {
		struct slot *x = &f->table[at & f->mask];
		if (x->stamp == f->stamp && x->key == key)
			return x->cls;
		if (x->stamp != f->stamp) {
			*x = (struct slot){ key, elem, f->stamp };
			return elem;
		}
	}
}

/* Takes the state over an edge; true if the state at the entry of the block changes. */
static bool
pass_edge(struct plain *p, struct plain_flow *f, uint32_t edge)
{
	struct plain_state *s = &f->s;
	const uint32_t to = p->c->succ[edge], *list = p->list + p->list_off[to];
	const uint32_t n = p->list_off[to + 1] - p->list_off[to];
	uint32_t *in = f->in_cls + f->in_off[to];
	uint8_t *flag = f->in_flag + f->in_off[to];
	const bool known = f->known[to];
	bool changed = !known;

	f->known[to] = true;
	f->stamp++;
	f->work += p->nword + n;
	plain_mark(p, s, false);
	for (uint32_t k = 0; k < p->nword + n; k++) {
		const uint32_t e = k < p->nword ? p->first_word + k : list[k - p->nword];
		const bool phi = k >= p->nword && p->elem[e].from == FROM_PHI && p->elem[e].block == to;
		const uint32_t from = phi ? plain_incoming(p, e, edge) : e, cls = s->cls[from];
		const uint32_t now = pair_class(p, f, known ? in[k] : cls, cls, e);
		/* a word: set if it is on each edge; another element: kept if it is held on each */
		uint8_t bad = k < p->nword ? s->unset[k] : !plain_is_held(s, from);
		bad |= known && flag[k];
		changed |= now != in[k] || bad != flag[k];
		in[k] = now;
		flag[k] = bad;
	}
	return changed;
}

struct plain_state *
plain_flow_enter(struct plain *p, struct plain_flow *f, uint32_t b)
{
	struct plain_state *s = &f->s;
	const uint32_t *list = p->list + p->list_off[b], n = p->list_off[b + 1] - p->list_off[b];
	const uint32_t *in = f->in_cls + f->in_off[b];
	const uint8_t *bad = f->in_flag + f->in_off[b];

	s->epoch++;
	for (uint32_t w = 0; w < p->nword; w++) {
		set(s, p->first_word + w, in[w], false);
		s->unset[w] = bad[w];
	}
	for (uint32_t k = 0; k < n; k++)
		set(s, list[k], in[p->nword + k], !bad[p->nword + k]);
	for (unsigned k = 0; b == 0 && k < LLVMCountParams(p->fn); k++) {
		uint32_t e = plain_val_of(p, LLVMGetParam(p->fn, k)).elem;
		if (e >= EL_FIRST)
			set(s, e, p->elem[e].cls == CLASS_NONE ? EL_STATIC : p->nelem + e, false);
	}
	return s;
}

/* ---- all blocks ---- */

static void
begin(struct plain *p, struct plain_flow *f)
{
	uint32_t *in = f->in_cls + f->in_off[0];

	for (uint32_t w = 0; w < p->nword; w++) {
		const uint32_t e = p->first_word + w;
		const uint8_t kind = p->object[p->word[w].object].kind;
		in[w] = kind == KIND_HEAD ? EL_CALLER : kind == KIND_VARIABLE ? EL_STATIC : e;
		f->in_flag[f->in_off[0] + w] = kind == KIND_ROOT || kind == KIND_FRAME;
	}
	f->known[0] = true;
}

bool
plain_flow_solve(struct plain *p, struct plain_flow *f, bool *limit)
{
	bool *wait = arena_zarray(p->ar, p->c->nblk, sizeof *wait), again = true;

	if (wait == NULL)
		return false;
	*limit = f->in_cls == NULL;
	if (*limit)
		return true;
	begin(p, f);
	wait[0] = true;
	while (again && !*limit) {
		again = false;
		for (uint32_t b = 0; b < p->c->nblk && !*limit; b++) {
			if (!wait[b])
				continue;
			wait[b] = false;
			plain_flow_enter(p, f, b);
			for (LLVMValueRef i = LLVMGetFirstInstruction(p->c->bb[b]); i != NULL;
				i = LLVMGetNextInstruction(i))
				plain_step(p, &f->s, i);
			for (uint32_t e = p->c->succ_off[b]; e < p->c->succ_off[b + 1]; e++)
				if (pass_edge(p, f, e)) {
					wait[p->c->succ[e]] = true;
					again |= p->c->succ[e] <= b;
				}
			*limit = f->work > WORK_MOST;
		}
	}
	return true;
}

struct plain_flow *
plain_flow_new(struct plain *p)
{
	struct plain_flow *f = arena_zalloc(p->ar, sizeof *f);
	uint64_t size = 0, most = 0;

	if (f == NULL || (f->in_off = arena_array(p->ar, (size_t)p->c->nblk + 1, sizeof *f->in_off)) == NULL)
		return NULL;
	for (uint32_t b = 0; b < p->c->nblk; b++) {
		uint64_t n = (uint64_t)p->nword + (p->list_off[b + 1] - p->list_off[b]);
		f->in_off[b] = size;
		size += n;
		most = n > most ? n : most;
	}
	if (size > PLAIN_STORED_MOST)
		return f; /* plain_flow_solve: limit */
	for (f->mask = 15; f->mask < 2 * most; f->mask = f->mask * 2 + 1)
		;
	f->table = arena_zarray(p->ar, (size_t)f->mask + 1, sizeof *f->table);
	f->known = arena_zarray(p->ar, p->c->nblk, sizeof *f->known);
	f->in_flag = arena_zarray(p->ar, (size_t)size + 1, sizeof *f->in_flag);
	f->s.cls = arena_zarray(p->ar, p->nelem, sizeof *f->s.cls);
	f->s.kept = arena_zarray(p->ar, p->nelem, sizeof *f->s.kept);
	f->s.unset = arena_zarray(p->ar, (size_t)p->nword + 1, sizeof *f->s.unset);
	f->s.linked = arena_zarray(p->ar, (size_t)p->nframe + 1, sizeof *f->s.linked);
	f->s.mark = arena_zarray(p->ar, (size_t)2 * p->nelem, sizeof *f->s.mark);
	f->in_cls = arena_zarray(p->ar, (size_t)size + 1, sizeof *f->in_cls);
	if (p->ar->failed)
		return NULL;
	for (uint32_t e = 0; e < p->nelem; e++)
		f->s.cls[e] = e;
	f->s.epoch = 1;
	return f;
}
