/* SPDX-License-Identifier: MIT */
/* hand_order.c -- do pushes and pops match, and is each frame complete when it is pushed?
**
** A forward walk over blocks.  The state is the list of linked frames, which has to be the same on all ways to a block,
** and of each frame: the words that hold what they should (on all ways), the number of roots, and what prev is, as far
** as all ways agree.  What the head is at a point is known by the frame that was linked last: a load of it gives that
** frame, or what the function found.  In the last round, which changes nothing, reports are made, and the changes for
** hand_raise. */
#include "check/hand/hand.h"

#define FOUND 0xfffffffeu    /* the head is what the function found */

struct field { uint64_t set; uint32_t count, prev; };

struct state {
	bool reached;
	uint32_t from;           /* the block from which it was reached first */
	uint32_t depth, linked[HAND_DEEP_MOST];
	struct field *field;     /* of each frame */
};

struct walk {
	struct hand *h;
	struct state *in, now;
	uint32_t *top_of;        /* of each operation that loads a head: the frame, FOUND, or NONE */
	uint32_t *shown;         /* of each variable: how many linked frames have it */
	bool last;
};

static bool
say(struct walk *w, LLVMValueRef at, bool hole, uint32_t frame, const char *text)
{
	return !w->last || hand_say(w->h, at, hole, frame < w->h->nframes ? w->h->frame[frame].alloca : NULL, text);
}

static bool
refuse(struct walk *w, LLVMValueRef at, bool hole, uint32_t frame, const char *text)
{
	w->h->refused = true;
	return hand_say(w->h, at, hole, frame < w->h->nframes ? w->h->frame[frame].alloca : NULL, text);
}

static uint32_t
top(const struct walk *w)
{
	return w->now.depth > 0 ? w->now.linked[w->now.depth - 1] : FOUND;
}

static bool
is_linked(const struct walk *w, uint32_t frame)
{
	for (uint32_t d = 0; d < w->now.depth; d++)
		if (w->now.linked[d] == frame)
			return true;
	return false;
}

/* Which frame is it that a value, which becomes the head or prev, addresses? */
static uint32_t
frame_of(const struct walk *w, LLVMValueRef v)
{
	const struct hand_op *op = hand_op_of(w->h, v);
	int64_t bytes;

	for (uint32_t f = 0; f < w->h->nframes; f++)
		if (w->h->frame[f].alloca == v)
			return f;
	if (op != NULL && (op->kind == HAND_HEAD || op->kind == HAND_READ))
		return w->top_of[op - w->h->op];
	/* prev of what the head is */
	LLVMValueRef p = LLVMIsALoadInst(v) != NULL ? LLVMGetOperand(v, 0) : NULL;
	if (p == NULL || LLVMIsAGetElementPtrInst(p) == NULL || !check_offset(w->h->c, p, &bytes)
		|| bytes != (int64_t)LR_FRAME_PREV_WORD * w->h->c->word)
		return NONE;
	op = hand_op_of(w->h, LLVMGetOperand(p, 0));
	uint32_t f = op != NULL && op->kind == HAND_HEAD ? w->top_of[op - w->h->op] : NONE;
	return f < w->h->nframes ? w->now.field[f].prev : NONE;
}

/* ---- push and pop ---- */

static bool
note(struct walk *w, struct hand_change change)
{
	struct hand *h = w->h;

	if (!w->last)
		return true;
	if (!ARENA_PUSH(h->ar, h->change, h->nchanges, h->change_cap))
		return false;
	h->change[h->nchanges++] = change;
	return true;
}

/* A frame is linked, or leaves: its variables are shown by one frame more, or less. */
static bool
show(struct walk *w, LLVMValueRef at, uint32_t f, bool on)
{
	const struct hand_frame *frame = &w->h->frame[f];
	const uint32_t n = w->now.field[f].count;

	for (uint32_t k = HAND_HEADER_WORDS; k < frame->words && k - HAND_HEADER_WORDS < n; k++) {
		uint32_t v = frame->var[k];
		if (v == NONE)
			continue;
		if (on ? w->shown[v]++ == 0 : --w->shown[v] == 0)
			if (!note(w, (struct hand_change){ on ? HAND_ENTER : HAND_LEAVE, at, 0, v }))
				return false;
	}
	return true;
}

static bool
push(struct walk *w, const struct hand_op *op)
{
	const struct hand_frame *frame = &w->h->frame[op->frame];
	const struct field *x = &w->now.field[op->frame];

	if (is_linked(w, op->frame))
		return refuse(w, op->inst, true, op->frame, "is pushed while it is linked");
	if (w->now.depth == HAND_DEEP_MOST)
		return refuse(w, op->inst, false, op->frame, "is linked behind more than 31 others");
	if ((x->set & 1) == 0 || x->count == NONE)
		return refuse(w, op->inst, false, op->frame, "is pushed, but how many roots it has is not known");
	if ((x->set & 2) == 0 || x->prev == NONE)
		return refuse(w, op->inst, false, op->frame, "is pushed, but what its prev is is not known");
	if (x->prev != top(w))
		return refuse(w, op->inst, true, op->frame, "is pushed, but its prev is not what the head was");
	if (x->count > frame->words - HAND_HEADER_WORDS)
		return refuse(w, op->inst, true, op->frame, "says that it has more roots than it has words");
	for (uint32_t k = 0; k < x->count; k++)
		if ((x->set >> (k + HAND_HEADER_WORDS) & 1) == 0)
			return refuse(w, op->inst, true, op->frame, "is pushed, but a word of it has no address yet");
	w->now.linked[w->now.depth++] = op->frame;
	return show(w, op->inst, op->frame, true);
}

static bool
pop(struct walk *w, const struct hand_op *op)
{
	LLVMValueRef v = LLVMGetOperand(op->inst, 0);
	const struct hand_op *read = hand_op_of(w->h, v);
	const uint32_t of = read != NULL && read->kind == HAND_READ ? read->frame : NONE, to = frame_of(w, v);

	if (of != NONE && !is_linked(w, of))
		return refuse(w, op->inst, true, of, "is popped, but it is not linked");
	if (of != NONE && top(w) != of)
		return refuse(w, op->inst, true, of,
			"is popped, but another one that was pushed later is still linked");
	if (to == NONE || (to != FOUND && !is_linked(w, to)))
		return refuse(w, op->inst, false, NONE, "the head of the chain becomes something that is not known");
	while (top(w) != to) {
		uint32_t f = top(w);
		w->now.depth--;
		if (!show(w, op->inst, f, false))
			return false;
	}
	return true;
}

/* ---- instructions ---- */

static uint64_t
bits(uint32_t word, uint32_t n)
{
	uint64_t all = n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;

	return word >= 64 ? 0 : all << word;
}

static bool
step_op(struct walk *w, const struct hand_op *op)
{
	struct field *x = op->frame < w->h->nframes ? &w->now.field[op->frame] : NULL;

	switch (op->kind) {
	case HAND_CLEAR: case HAND_COUNT: case HAND_PREV: case HAND_ADDRESS:
		if (is_linked(w, op->frame))
			return refuse(w, op->inst, false, op->frame, "is changed while it is linked");
		if (op->kind == HAND_CLEAR)
			x->set &= ~bits(op->word, op->n);
		else
			x->set |= bits(op->kind == HAND_PREV ? LR_FRAME_PREV_WORD : op->word, 1);
		if (op->kind == HAND_COUNT)
			x->count = op->n;
		if (op->kind == HAND_PREV)
			x->prev = frame_of(w, LLVMGetOperand(op->inst, 0));
		return true;
	case HAND_PUSH:
		return push(w, op);
	case HAND_POP:
		return pop(w, op);
	case HAND_HEAD:
		w->top_of[op - w->h->op] = top(w);
		return true;
	case HAND_READ:
		w->top_of[op - w->h->op] = x->set & 2 ? x->prev : NONE;
		return true;
	default:
		return true;
	}
}

/* Uses of variables: while a frame with one is linked, its slot stands for it. */
static bool
step_uses(struct walk *w, LLVMValueRef i)
{
	const unsigned n = LLVMIsAPHINode(i) != NULL ? 0 : (unsigned)LLVMGetNumOperands(i);

	for (unsigned k = 0; k < n; k++) {
		uint32_t v = ptrmap_get(&w->h->var_of, LLVMGetOperand(i, k));
		if (v == PTRMAP_NONE)
			continue;
		if (w->shown[v] > 0) {
			if (!note(w, (struct hand_change){ HAND_TO_SLOT, i, k, v }))
				return false;
		} else if (LLVMIsACallInst(i) != NULL && !refuse(w, i, false, NONE,
			"the address of a root is passed on while no frame with it is linked"))
			return false;
	}
	return true;
}

static bool
step(struct walk *w, LLVMValueRef i)
{
	const struct hand_op *op = hand_op_of(w->h, i);
	bool twice = false;

	if (op != NULL)
		return step_op(w, op);
	if (LLVMIsAReturnInst(i) != NULL && w->now.depth > 0)
		return say(w, i, true, top(w), "is still linked at this return");
	if (w->h->nframes == 0)
		return true;
	if (LLVMIsALandingPadInst(i) != NULL || LLVMIsACleanupPadInst(i) != NULL || LLVMIsACatchPadInst(i) != NULL)
		return refuse(w, i, false, NONE, "an exception leaves the frames of callees linked");
	if (LLVMIsACallInst(i) != NULL && (check_is_safepoint(w->h->c, i, &twice), twice))
		return refuse(w, i, false, NONE, "a call may return twice in a function that links frames by hand");
	if (w->now.depth > 0 && check_is_marked_tail(i) && check_is_safepoint(w->h->c, i, &twice))
		return refuse(w, i, false, NONE, CHECK_TAIL);
	return step_uses(w, i);
}

/* ---- blocks ---- */

static void
copy(struct walk *w, struct state *to, const struct state *from)
{
	struct field *field = to->field;

	*to = *from;
	to->reached = true;
	to->field = field;
	memcpy(field, from->field, w->h->nframes * sizeof *field);
}

static void
count_shown(struct walk *w)
{
	memset(w->shown, 0, w->h->nvars * sizeof *w->shown);
	for (uint32_t d = 0; d < w->now.depth; d++) {
		const uint32_t f = w->now.linked[d], n = w->now.field[f].count;
		for (uint32_t k = 0; k < n && k + HAND_HEADER_WORDS < w->h->frame[f].words; k++)
			if (w->h->frame[f].var[k + HAND_HEADER_WORDS] != NONE)
				w->shown[w->h->frame[f].var[k + HAND_HEADER_WORDS]]++;
	}
}

/* Does a block do nothing but return? */
static bool
only_returns(struct walk *w, uint32_t b)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(w->h->c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i))
		if (hand_op_of(w->h, i) != NULL || LLVMIsACallInst(i) != NULL)
			return false;
	return LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(w->h->c->bb[b])) != NULL;
}

/* Different frames are linked on two ways to block `to`. */
static bool
differ(struct walk *w, uint32_t from, uint32_t to, bool *again)
{
	const struct state *there = &w->in[to];
	const bool deeper = w->now.depth > there->depth;
	const uint32_t b = deeper ? from : there->from;
	const uint32_t frame = deeper ? w->now.linked[w->now.depth - 1]
		: there->depth > 0 ? there->linked[there->depth - 1] : NONE;
	LLVMValueRef at = LLVMGetBasicBlockTerminator(w->h->c->bb[b]);

	if (only_returns(w, to) && frame != NONE) { /* the other way tells what holds there */
		if (!deeper) {
			copy(w, &w->in[to], &w->now);
			w->in[to].from = from;
			*again = true;
		}
		return hand_say(w->h, at, true, w->h->frame[frame].alloca, "is still linked at this return");
	}
	if (to <= from && deeper)
		return refuse(w, at, true, frame, "is still linked when the loop begins another round");
	return refuse(w, at, false, frame, "is linked on one way to the code behind this, and not on another");
}

static bool
join(struct walk *w, uint32_t from, uint32_t to, bool *again)
{
	struct state *s = &w->in[to];

	if (!s->reached) {
		copy(w, s, &w->now);
		*again = true;
		s->from = from;
		return true;
	}
	if (s->depth != w->now.depth || memcmp(s->linked, w->now.linked, s->depth * sizeof *s->linked) != 0)
		return differ(w, from, to, again);
	for (uint32_t f = 0; f < w->h->nframes; f++) {
		struct field *x = &s->field[f], old = *x;
		const struct field *y = &w->now.field[f];
		x->set &= y->set;
		x->count = x->count == y->count ? x->count : NONE;
		x->prev = x->prev == y->prev ? x->prev : NONE;
		*again |= x->set != old.set || x->count != old.count || x->prev != old.prev;
	}
	return true;
}

static bool
round_over(struct walk *w, bool *again)
{
	const struct ck *c = w->h->c;

	for (uint32_t b = 0; b < c->nblk; b++) {
		if (!w->in[b].reached)
			continue;
		copy(w, &w->now, &w->in[b]);
		count_shown(w);
		for (LLVMValueRef i = LLVMGetFirstInstruction(c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i))
			if (!step(w, i) || w->h->refused)
				return w->h->refused;
		for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++)
			if (!join(w, b, c->succ[e], again) || w->h->refused)
				return w->h->refused;
	}
	return true;
}

bool
hand_order(struct hand *h)
{
	struct walk w = { .h = h };
	const uint32_t nblk = h->c->nblk;
	struct field *fields = arena_zarray(h->ar, ((size_t)nblk + 1) * h->nframes + 1, sizeof *fields);

	w.in = arena_zarray(h->ar, (size_t)nblk + 1, sizeof *w.in);
	w.top_of = arena_array(h->ar, (size_t)h->nop + 1, sizeof *w.top_of);
	w.shown = arena_zarray(h->ar, (size_t)h->nvars + 1, sizeof *w.shown);
	if (h->ar->failed)
		return false;
	for (uint32_t k = 0; k < h->nop; k++)
		w.top_of[k] = NONE;
	for (uint32_t b = 0; b < nblk; b++)
		w.in[b].field = fields + (size_t)b * h->nframes;
	w.now.field = fields + (size_t)nblk * h->nframes;
	for (uint32_t f = 0; f < h->nframes; f++)
		w.in[0].field[f] = (struct field){ 0, NONE, NONE };
	w.in[0].reached = true;
	for (bool again = true; again && !h->refused;) {
		again = false;
		if (!round_over(&w, &again))
			return false;
	}
	w.last = true;
	return h->refused || round_over(&w, &(bool){ false });
}
