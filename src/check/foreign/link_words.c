/* SPDX-License-Identifier: MIT */
/* link_words.c -- does a collector see a root before something was written there, or an object that it has freed; and
** does the function read such a root?
**
** Forward data flow over blocks, union over all ways.  Of each root: `object`, it may hold an object; `bad`, it may
** hold what the stack held before, or an object that nobody has rooted during some collection.  Of the frame: it may be
** out of the chain, it may be in it.  What is known of the roots is kept apart for ways on which it is out and in.
** Ways on which the frame shows a root may meet others on which it does not: `seen`, it may be bad and shown on one.
**
**   start                   all roots bad; the frame out.  With ABI framemap it always is in, and shows all roots
**   null bytes, null        root neither
**   store                   root: object; of a number: bad
**   push showing n          the frame in; roots from n on are not shown
**   pop                     the frame out
**   another header          the frame cannot be read if it may be in
**   bytes of memory that is no object, copied to a root; an object stored there as a number or plain pointer
**                           the frame cannot be read
**   load of a reference     an error if the root is bad; if it is neither, it holds null for certain, which no function
**                           reads that reads its roots again: such a frame cannot be read
**   safepoint               marked tail while the frame is in: the frame cannot be read, for later passes may drop what
**                           is stored there (FinalLowerGC takes the marks off where frames are intrinsics);
**                           an error if a root is seen; objects in roots that are not shown, or while the frame is
**                           out, become bad
**
** Frames of the dialect's intrinsics are read in the same way (link_frames.c): their roots are null where they are made
** or pushed. */
#include "check/foreign/link.h"

enum { OUT = 1, IN = 2 };
enum { BAD_OUT, OBJECT_OUT, BAD_IN, OBJECT_IN, SEEN, SETS };

struct words_op { uint8_t kind; bool object, number; uint32_t word, n; LLVMValueRef inst; };
enum { W_WRITE, W_READ, W_PUSH, W_POP, W_HEADER, W_SAFEPOINT };

struct words {
	struct link *l;
	struct words_op *op;
	uint32_t nop, cap, *off; /* of each block */
	size_t row;              /* words of 64 bits for a set of roots */
	uint64_t *in;            /* of each block: SETS rows */
	uint8_t *state;
	uint32_t (*shown)[2];    /* the fewest roots that a push on some way shows, and the most */
	bool *reached;
	bool reloads;            /* the function reads its roots again */
	uint64_t *indirect;      /* roots that are written by computed addresses, too, or by callees */
};

static bool
push_op(struct words *w, struct words_op op)
{
	if (!ARENA_PUSH(w->l->ar, w->op, w->nop, w->cap))
		return false;
	w->op[w->nop++] = op;
	return true;
}

static bool
is_number(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMPointerTypeKind: case LLVMVectorTypeKind: case LLVMStructTypeKind: case LLVMArrayTypeKind:
		return false;
	default:
		return true;
	}
}

/* Is it a root, or an address that is computed from one? */
static bool
is_in_roots(const struct words *w, LLVMValueRef p)
{
	for (unsigned k = 0; k < 64; k++) {
		const struct link_op *op = link_op_of(w->l, p);
		if (op != NULL)
			return op->kind == LINK_ROOT;
		if (LLVMIsAGetElementPtrInst(p) == NULL && LLVMIsABitCastInst(p) == NULL)
			return false;
		p = LLVMGetOperand(p, 0);
	}
	return true;
}

/* Does a value hold an object in another form, a number or a plain pointer, so that the proof does not know it? */
static bool
is_disguised(LLVMValueRef v)
{
	if (LLVMIsAPtrToIntInst(v) == NULL && LLVMIsAAddrSpaceCastInst(v) == NULL)
		return false;
	LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(v, 0)), to = LLVMTypeOf(v);
	return check_is_special(check_space(from)) && !check_is_special(check_space(to));
}

static bool
read_instruction(struct words *w, LLVMValueRef i)
{
	struct ck *c = w->l->c;
	const struct link_op *op = link_op_of(w->l, i), *root;
	bool twice;

	if (op != NULL && op->kind == LINK_ZERO)
		return push_op(w, (struct words_op){ W_WRITE, false, false, op->word, op->n, i });
	if (op != NULL && w->l->table && op->kind != LINK_ROOT)
		return true;
	if (op != NULL && (op->kind == LINK_COUNT || op->kind == LINK_PREV))
		return push_op(w, (struct words_op){ W_HEADER, false, false, 0,
			op->kind == LINK_PREV ? NONE : op->n, i });
	if (op != NULL && op->kind == LINK_HEAD && op->push)
		return (!w->l->zeroed_at_push
			|| push_op(w, (struct words_op){ W_WRITE, false, false, 0, w->l->roots, i }))
			&& push_op(w, (struct words_op){ W_PUSH, false, false, 0, op->n, i });
	if (op != NULL && op->kind == LINK_POP)
		return push_op(w, (struct words_op){ W_POP, false, false, 0, 0, i });
	if (LLVMIsAStoreInst(i) != NULL && (root = link_op_of(w->l, LLVMGetOperand(i, 1))) != NULL
		&& root->kind == LINK_ROOT) {
		LLVMValueRef v = LLVMGetOperand(i, 0);
		if (is_disguised(v))
			link_refuse(w->l, i, "an object is stored into a root as a number or plain pointer");
		uint64_t n = LLVMStoreSizeOfType(c->layout, LLVMTypeOf(v)) / c->word;
		n = n > w->l->roots - root->word ? w->l->roots - root->word : n;
		bool object = LLVMIsAConstant(v) == NULL || !LLVMIsNull(v);
		return push_op(w, (struct words_op){ W_WRITE, object, object && is_number(LLVMTypeOf(v)), root->word,
			(uint32_t)n, i });
	}
	if (LLVMIsALoadInst(i) != NULL && (root = link_op_of(w->l, LLVMGetOperand(i, 0))) != NULL
		&& root->kind == LINK_ROOT && check_is_special(check_space(LLVMTypeOf(i))))
		return push_op(w, (struct words_op){ W_READ, true, false, root->word, 1, i });
	if (LLVMIsACallInst(i) == NULL && LLVMIsAInvokeInst(i) == NULL)
		return true;
	LLVMValueRef callee = LLVMGetCalledValue(i);
	if (LLVMIsAFunction(callee) != NULL && strncmp(value_name(callee), "llvm.memset.", 12) == 0
		&& (root = link_op_of(w->l, LLVMGetOperand(i, 0))) != NULL && root->kind == LINK_ROOT) {
		LLVMValueRef byte = LLVMGetOperand(i, 1), bytes = LLVMGetOperand(i, 2);
		uint64_t n = LLVMIsAConstantInt(bytes) != NULL ? LLVMConstIntGetZExtValue(bytes) / c->word : 0;
		n = n > w->l->roots - root->word ? w->l->roots - root->word : n;
		return LLVMIsAConstantInt(byte) == NULL || LLVMConstIntGetZExtValue(byte) != 0
			|| push_op(w, (struct words_op){ W_WRITE, false, false, root->word, (uint32_t)n, i });
	}
	if (LLVMIsAFunction(callee) != NULL && (strncmp(value_name(callee), "llvm.memcpy.", 12) == 0
		|| strncmp(value_name(callee), "llvm.memmove.", 13) == 0) && is_in_roots(w, LLVMGetOperand(i, 0))
		&& !check_is_special(check_space(LLVMTypeOf(LLVMGetOperand(i, 1)))))
		link_refuse(w->l, i, "memory that is no object is copied into a root");
	return !check_is_safepoint(c, i, &twice) || push_op(w, (struct words_op){ W_SAFEPOINT, false, false, 0, 0, i });
}

/* The first `n` roots, of those in word `k` of a set. */
static uint64_t
first_roots(uint32_t n, uint32_t k)
{
	return n <= 64 * k ? 0 : n >= 64 * (k + 1) ? UINT64_MAX : (UINT64_C(1) << (n - 64 * k)) - 1;
}

/* `shown`: so many roots may be shown while the frame is in. */
static void
write(const struct words *w, uint64_t *facts, uint8_t state, uint32_t shown, const struct words_op *op)
{
	for (uint32_t k = op->word; k < op->word + op->n; k++) {
		uint64_t *seen = &facts[SEEN * w->row + k / 64];
		*seen &= ~(UINT64_C(1) << k % 64);
		if ((state & IN) != 0 && op->number && k < shown)
			*seen |= UINT64_C(1) << k % 64;
		for (uint32_t set = 0; set < SEEN; set += 2) {
			const bool known = (state & (set == BAD_OUT ? OUT : IN)) != 0;
			uint64_t bit = UINT64_C(1) << k % 64;
			uint64_t *bad = &facts[set * w->row + k / 64], *object = bad + w->row;
			*bad = known && op->number ? *bad | bit : *bad & ~bit;
			*object = known && op->object ? *object | bit : *object & ~bit;
		}
	}
}

/* The frame is linked, and shows `n` roots. */
static void
show(const struct words *w, uint64_t *facts, uint32_t n)
{
	for (uint32_t k = 0; k < w->row; k++)
		facts[SEEN * w->row + k] = facts[BAD_IN * w->row + k] & first_roots(n, k);
}

/* The frame gets out or in: what was known of the other state is now known of this one. */
static void
turn(const struct words *w, uint64_t *facts, uint32_t from, uint32_t to)
{
	for (uint32_t k = 0; k < 2 * w->row; k++) {
		facts[to * w->row + k] |= facts[from * w->row + k];
		facts[from * w->row + k] = 0;
	}
}

static void
report(struct words *w, const struct words_op *op, const uint64_t *seen)
{
	for (uint32_t k = 0; k < w->l->roots && !check_many(w->l->c); k++)
		if (seen[k / 64] >> k % 64 & 1) {
			w->l->c->rule = "unwritten-slot";
			check_hole(w->l->c, op->inst,
				"the frame shows slot %u here, and on some path nothing was stored there, or a number, "
				"or an object that it did not keep alive", k);
			return;
		}
}

/* Reports a load of what a root no longer holds. */
static void
report_read(struct words *w, const struct words_op *op, const uint64_t *facts, uint8_t state)
{
	const uint32_t k = op->word / 64;
	const uint64_t bit = UINT64_C(1) << op->word % 64;
	uint64_t bad = 0, object = 0;

	if (state & OUT) {
		bad |= facts[BAD_OUT * w->row + k];
		object |= facts[OBJECT_OUT * w->row + k];
	}
	if (state & IN) {
		bad |= facts[BAD_IN * w->row + k];
		object |= facts[OBJECT_IN * w->row + k];
	}

	if ((bad & bit) != 0 && !check_many(w->l->c)) {
		w->l->c->rule = "stale-slot";
		check_hole(w->l->c, op->inst, "reads slot %u, and on some path nothing was stored there, or a number, "
			"or a collection has not seen the object that it held", op->word);
	} else if (w->reloads && !LLVMGetVolatile(op->inst) && (bad & bit) == 0 && (object & bit) == 0
		&& (w->indirect[k] & bit) == 0) {
		link_refuse(w->l, op->inst, "a root is read that certainly holds null");
	}
}

/* Goes through a block.  `facts` holds what is known at its top, and then at its end. */
static void
go_through(struct words *w, uint32_t b, uint64_t *facts, uint8_t *state, uint32_t shown[2], bool say)
{
	for (uint32_t i = w->off[b]; i < w->off[b + 1]; i++) {
		const struct words_op *op = &w->op[i];
		switch (op->kind) {
		case W_WRITE:
			write(w, facts, *state, shown[1], op);
			break;
		case W_READ:
			if (say)
				report_read(w, op, facts, *state);
			break;
		case W_PUSH:
			*state = IN;
			turn(w, facts, BAD_OUT, BAD_IN);
			shown[0] = shown[1] = op->n < w->l->roots ? op->n : w->l->roots;
			show(w, facts, shown[1]);
			break;
		case W_POP:
			*state = OUT;
			turn(w, facts, BAD_IN, BAD_OUT);
			memset(&facts[SEEN * w->row], 0, w->row * sizeof *facts);
			break;
		case W_HEADER: /* what the push shows holds until the pop */
			if (say && (*state & IN) && (op->n != shown[0] || op->n != shown[1]))
				link_refuse(w->l, op->inst,
					"the header of the frame is stored while the frame may be linked");
			break;
		default:
			if (say && (*state & IN) && !w->l->intrinsics && check_is_marked_tail(op->inst))
				link_refuse(w->l, op->inst, CHECK_TAIL);
			if (say && (*state & IN))
				report(w, op, facts + SEEN * w->row);
			for (uint32_t k = 0; k < w->row; k++) {
				facts[BAD_OUT * w->row + k] |= facts[OBJECT_OUT * w->row + k];
				facts[BAD_IN * w->row + k] |= facts[OBJECT_IN * w->row + k]
					& ~first_roots(shown[0], k);
			}
			break;
		}
	}
}

/* Joins what is known at the end of a block into the top of another; true: that has changed. */
static bool
join(struct words *w, uint32_t to, const uint64_t *facts, uint8_t state, const uint32_t shown[2])
{
	uint64_t *in = w->in + (size_t)to * SETS * w->row;
	bool changed = !w->reached[to];

	for (uint32_t k = 0; k < SETS * w->row; k++) {
		changed |= (facts[k] & ~in[k]) != 0;
		in[k] |= facts[k];
	}
	changed |= (state & ~w->state[to]) != 0;
	w->state[to] |= state;
	if (state & IN) {
		changed |= shown[0] < w->shown[to][0] || shown[1] > w->shown[to][1];
		w->shown[to][0] = shown[0] < w->shown[to][0] ? shown[0] : w->shown[to][0];
		w->shown[to][1] = shown[1] > w->shown[to][1] ? shown[1] : w->shown[to][1];
	}
	w->reached[to] = true;
	return changed;
}

/* Is it a call that fills memory, or marks its lifetime? */
static bool
is_fill(LLVMValueRef call)
{
	const char *name = LLVMIsACallInst(call) != NULL ? value_name(LLVMGetCalledValue(call)) : "";

	return strncmp(name, "llvm.memset.", 12) == 0 || strncmp(name, "llvm.lifetime.", 14) == 0;
}

/* Marks the roots from one on whose address is used for more than loads and stores. */
static void
mark_indirect(struct words *w, const struct link_op *op)
{
	bool direct = true;

	for (LLVMUseRef u = LLVMGetFirstUse(op->inst); u != NULL && direct; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		direct = LLVMIsALoadInst(user) != NULL || is_fill(user) || link_op_of(w->l, user) != NULL
			|| (LLVMIsAStoreInst(user) != NULL && LLVMGetOperand(user, 0) != op->inst
				&& LLVMStoreSizeOfType(w->l->c->layout, LLVMTypeOf(LLVMGetOperand(user, 0)))
					<= w->l->c->word);
	}
	for (uint32_t k = op->word; !direct && k < w->l->roots; k++)
		w->indirect[k / 64] |= UINT64_C(1) << k % 64;
}

static bool
read_blocks(struct words *w)
{
	struct ck *c = w->l->c;

	w->row = (w->l->roots + 63) / 64;
	w->off = arena_zarray(w->l->ar, (size_t)c->nblk + 1, sizeof *w->off);
	w->in = arena_zarray(w->l->ar, (size_t)c->nblk * SETS * w->row + 1, sizeof *w->in);
	w->state = arena_zarray(w->l->ar, c->nblk, sizeof *w->state);
	w->shown = arena_zarray(w->l->ar, c->nblk, sizeof *w->shown);
	w->reached = arena_zarray(w->l->ar, c->nblk, sizeof *w->reached);
	w->indirect = arena_zarray(w->l->ar, w->row + 1, sizeof *w->indirect);
	if (w->l->ar->failed)
		return false;
	for (uint32_t k = 0; k < w->l->nop; k++)
		if (w->l->op[k].kind == LINK_ROOT)
			mark_indirect(w, &w->l->op[k]);
	for (uint32_t b = 0; b < c->nblk; b++) {
		w->off[b] = w->nop;
		w->shown[b][0] = w->l->roots;
		for (LLVMValueRef i = LLVMGetFirstInstruction(c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i))
			if (!read_instruction(w, i))
				return false;
	}
	w->off[c->nblk] = w->nop;
	return true;
}

bool
link_words(struct link *l)
{
	struct words w = { .l = l, .reloads = check_reloads(l->c->fn) };
	struct ck *c = l->c;

	if (!check_cfg(c) || !read_blocks(&w))
		return false;
	if (l->why != NULL)
		return true;
	uint64_t *facts = arena_array(l->ar, (size_t)SETS * w.row + 1, sizeof *facts);
	if (facts == NULL)
		return false;
	if (!l->intrinsics) {
		memset(w.in + (l->table ? BAD_IN : BAD_OUT) * w.row, 0xff, w.row * sizeof *w.in);
		if (l->table)
			show(&w, w.in, l->roots);
	}
	w.state[0] = l->table ? IN : OUT;
	w.shown[0][1] = l->table ? l->roots : 0;
	w.reached[0] = true;
	for (bool again = true, last = false; again || !last;) {
		last = !again;
		again = false;
		for (uint32_t b = 0; b < c->nblk; b++) {
			uint8_t state = w.state[b];
			uint32_t shown[2] = { w.shown[b][0], w.shown[b][1] };
			if (!w.reached[b])
				continue;
			memcpy(facts, w.in + (size_t)b * SETS * w.row, SETS * w.row * sizeof *facts);
			go_through(&w, b, facts, &state, shown, last);
			for (uint32_t e = c->succ_off[b]; !last && e < c->succ_off[b + 1]; e++)
				again |= join(&w, c->succ[e], facts, state, shown) && c->succ[e] <= b;
		}
	}
	return !l->ar->failed;
}
