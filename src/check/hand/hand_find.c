/* SPDX-License-Identifier: MIT */
/* hand_find.c -- finds the frames, the head of their chain, and what each use of a frame does. */
#include "check/hand/hand.h"

#include "lateroot/abi.h"

enum { FRAMES_MOST = 64 };

bool
hand_say(struct hand *h, LLVMValueRef at, bool hole, LLVMValueRef frame, const char *text)
{
	for (uint32_t i = 0; i < h->nreports; i++)
		if (h->report[i].at == at)
			return true;
	if (!ARENA_PUSH(h->ar, h->report, h->nreports, h->report_cap))
		return false;
	h->report[h->nreports++] = (struct hand_report){ at, text, hole, frame };
	return true;
}

static bool
refuse(struct hand *h, LLVMValueRef at, const char *why)
{
	h->refused = true;
	return hand_say(h, at, false, NULL, why);
}

struct hand_op *
hand_op_of(const struct hand *h, LLVMValueRef inst)
{
	uint32_t k = ptrmap_get(&h->op_of, inst);

	return k == PTRMAP_NONE ? NULL : &h->op[k];
}

static bool
add(struct hand *h, struct hand_op op)
{
	if (hand_op_of(h, op.inst) != NULL)
		return refuse(h, op.inst, "an instruction uses frames twice");
	if (!ARENA_PUSH(h->ar, h->op, h->nop, h->op_cap) || !ptrmap_set(&h->op_of, op.inst, h->nop))
		return false;
	h->op[h->nop++] = op;
	return true;
}

/* ---- the head ---- */

bool
hand_may_be_head(struct ck *c, LLVMValueRef p)
{
	return LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind
		&& (check_is_chain(c, p) || LLVMIsAGlobalVariable(check_head_source(p)) != NULL);
}

static bool
is_head(const struct hand *h, LLVMValueRef p)
{
	return h->head != NULL && check_same_head(p, h->head);
}

static bool
is_word_wide(const struct hand *h, LLVMTypeRef t)
{
	return LLVMTypeIsSized(t) && LLVMStoreSizeOfType(h->c->layout, t) == h->c->word;
}

static bool
add_frame(struct hand *h, LLVMValueRef alloca, LLVMValueRef at)
{
	LLVMValueRef n = LLVMGetOperand(alloca, 0);
	LLVMTypeRef t = LLVMGetAllocatedType(alloca);
	const bool sized = LLVMIsAConstantInt(n) != NULL && LLVMTypeIsSized(t);
	const uint64_t each = sized ? LLVMABISizeOfType(h->c->layout, t) : 0, most = sizeof(uint64_t) * HAND_WORDS_MOST;

	for (uint32_t f = 0; f < h->nframes; f++)
		if (h->frame[f].alloca == alloca)
			return true;
	if (!sized || each > most || LLVMConstIntGetZExtValue(n) > most
		|| each * LLVMConstIntGetZExtValue(n) > (uint64_t)h->c->word * HAND_WORDS_MOST)
		return refuse(h, at, "the frame has more than 62 roots, or their number is computed");
	if (h->nframes == FRAMES_MOST)
		return refuse(h, at, "the function links more than 64 frames");
	if (LLVMGetInstructionParent(alloca) != h->c->bb[0])
		return refuse(h, at, "the frame is not made where the function begins");
	uint32_t words = (uint32_t)(each * LLVMConstIntGetZExtValue(n)) / h->c->word;
	uint32_t *var = arena_array(h->ar, (size_t)words + 1, sizeof *var);
	if (var == NULL || !ARENA_PUSH(h->ar, h->frame, h->nframes, h->frame_cap))
		return false;
	for (uint32_t w = 0; w < words; w++)
		var[w] = NONE;
	h->frame[h->nframes++] = (struct hand_frame){ alloca, words, var };
	return words >= HAND_HEADER_WORDS || refuse(h, at, "the frame is too small");
}

/* The number that is stored, perhaps as a pointer; false: it is not constant. */
static bool
read_number(LLVMValueRef v, uint64_t *n)
{
	if (LLVMIsAConstantExpr(v) != NULL && LLVMGetConstOpcode(v) == LLVMIntToPtr)
		v = LLVMGetOperand(v, 0);
	if (LLVMIsAConstantInt(v) == NULL || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
		return false;
	*n = LLVMConstIntGetZExtValue(v);
	return true;
}

/* Does stack memory begin like a frame of addresses? */
static bool
has_header(LLVMValueRef alloca)
{
	for (LLVMUseRef u = LLVMGetFirstUse(alloca); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef s = LLVMGetUser(u), v = LLVMIsAStoreInst(s) != NULL ? LLVMGetOperand(s, 0) : NULL;
		uint64_t n;
		if (v != NULL && LLVMGetOperand(s, 1) == alloca && read_number(v, &n)
			&& (n & ((1u << LR_FRAME_NROOTS_SHIFT) - 1)) == LR_FRAME_INDIRECT)
			return true;
	}
	return false;
}

/* Finds what is linked: stack memory whose address goes to a head, from which something is loaded. */
static bool
find_frames(struct hand *h)
{
	for (uint32_t b = 0; b < h->c->nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(h->c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMValueRef v = LLVMIsAStoreInst(i) != NULL ? LLVMGetOperand(i, 0) : NULL;
			LLVMValueRef to = v != NULL ? LLVMGetOperand(i, 1) : NULL;
			if (v == NULL || LLVMIsAAllocaInst(v) == NULL || is_word_wide(h, LLVMGetAllocatedType(v)))
				continue;
			if (!hand_may_be_head(h->c, to)) {
				if (LLVMIsAAllocaInst(to) == NULL && LLVMIsAGetElementPtrInst(to) == NULL
					&& has_header(v))
					return refuse(h, i, "a frame is linked into a chain whose head is not known");
				continue;
			}
			if (h->head != NULL && !is_head(h, to))
				return refuse(h, i, "frames are linked into two chains");
			h->head = to;
			if (!add_frame(h, v, i))
				return false;
		}
	return true;
}

/* ---- uses of a frame ---- */

static bool
add_variable(struct hand *h, LLVMValueRef at, LLVMValueRef v, uint32_t *number)
{
	*number = NONE;
	if (LLVMIsAGetElementPtrInst(v) != NULL || LLVMIsAPHINode(v) != NULL || LLVMIsASelectInst(v) != NULL)
		return refuse(h, at, "a root is no variable of its own");
	if (LLVMIsAAllocaInst(v) == NULL || LLVMGetTypeKind(LLVMGetAllocatedType(v)) != LLVMPointerTypeKind)
		return LLVMIsAAllocaInst(v) == NULL || !check_has_refs(h->c, LLVMGetAllocatedType(v))
			|| refuse(h, at, "a root is no variable of its own");
	if (check_space(LLVMGetAllocatedType(v)) != LR_AS_TRACKED)
		return refuse(h, at, "a root is a variable whose type is not marked as a reference (GC_REF)");
	if ((*number = ptrmap_get(&h->var_of, v)) != PTRMAP_NONE)
		return true;
	if (LLVMGetInstructionParent(v) != h->c->bb[0])
		return refuse(h, at, "a root is made in a loop");
	if (!ARENA_PUSH(h->ar, h->var, h->nvars, h->var_cap) || !ptrmap_set(&h->var_of, v, h->nvars))
		return false;
	h->var[h->nvars] = (struct hand_variable){ v };
	*number = h->nvars++;
	return true;
}

static bool
read_store(struct hand *h, LLVMValueRef store, uint32_t f, uint32_t word)
{
	LLVMValueRef v = LLVMGetOperand(store, 0);
	uint32_t number;

	if (!is_word_wide(h, LLVMTypeOf(v)))
		return refuse(h, store, "a word of the frame is stored in part");
	if (LLVMIsAConstant(v) != NULL && LLVMIsNull(v) && word != LR_FRAME_PREV_WORD)
		return add(h, (struct hand_op){ store, HAND_CLEAR, f, word, 1 });
	if (word == LR_FRAME_PREV_WORD)
		return add(h, (struct hand_op){ store, HAND_PREV, f, word, 0 });
	if (word >= HAND_HEADER_WORDS) {
		if (!add_variable(h, store, v, &number) || h->refused)
			return h->refused;
		if (number != NONE && h->frame[f].var[word] != NONE && h->frame[f].var[word] != number)
			return refuse(h, store, "a word of the frame gets the addresses of two variables");
		h->frame[f].var[word] = number != NONE ? number : h->frame[f].var[word];
		return add(h, (struct hand_op){ store, HAND_ADDRESS, f, word, number });
	}
	uint64_t n;
	if (!read_number(v, &n) || (n & ((1u << LR_FRAME_NROOTS_SHIFT) - 1)) != LR_FRAME_INDIRECT)
		return refuse(h, store, "the header of the frame is no constant number of addresses");
	n >>= LR_FRAME_NROOTS_SHIFT;
	return add(h, (struct hand_op){ store, HAND_COUNT, f, 0, n > UINT32_MAX - 1 ? UINT32_MAX - 1 : (uint32_t)n });
}

static bool
read_call(struct hand *h, LLVMValueRef call, LLVMValueRef p, uint32_t f, int64_t at)
{
	const char *name = value_name(LLVMGetCalledValue(call));
	const bool set = strncmp(name, "llvm.memset.", 12) == 0, copy = strncmp(name, "llvm.memcpy.", 12) == 0;
	const uint32_t word = (uint32_t)(at / h->c->word);

	LLVMValueRef from = set || copy ? LLVMGetOperand(call, 1) : NULL, n = from ? LLVMGetOperand(call, 2) : NULL;
	if (copy && LLVMIsAGlobalVariable(from) != NULL && LLVMIsGlobalConstant(from))
		from = LLVMGetInitializer(from);
	if (from == NULL || LLVMIsAConstant(from) == NULL || !LLVMIsNull(from) || LLVMGetOperand(call, 0) != p
		|| LLVMIsAConstantInt(n) == NULL || LLVMConstIntGetZExtValue(n) > UINT32_MAX)
		return refuse(h, call, "the address of the frame is given to a call");
	return add(h, (struct hand_op){ call, HAND_CLEAR, f, word,
		(uint32_t)((LLVMConstIntGetZExtValue(n) + h->c->word - 1) / h->c->word) });
}

struct use { LLVMValueRef v; int64_t at; };
struct uses { struct use *use; uint32_t n, cap; };

static bool
read_use(struct hand *h, LLVMValueRef user, struct use p, uint32_t f, struct use *more)
{
	const struct hand_frame *frame = &h->frame[f];
	const uint32_t word = (uint32_t)(p.at / h->c->word);
	int64_t bytes;

	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMGetElementPtr:
		if (LLVMGetOperand(user, 0) != p.v || !check_offset(h->c, user, &bytes) || p.at + bytes < 0
			|| (p.at + bytes) % h->c->word != 0 || (p.at + bytes) / h->c->word >= frame->words)
			return refuse(h, user, "an address in the frame is not that of a word of it");
		*more = (struct use){ user, p.at + bytes };
		return true;
	case LLVMStore:
		if (LLVMGetOperand(user, 0) != p.v)
			return read_store(h, user, f, word);
		if (p.at != 0 || !is_head(h, LLVMGetOperand(user, 1))) {
			for (uint32_t g = 0; g < h->nframes; g++) /* prev of a frame that is linked above this one */
				if (p.at == 0 && LLVMIsAGetElementPtrInst(LLVMGetOperand(user, 1)) != NULL
					&& LLVMGetOperand(LLVMGetOperand(user, 1), 0) == h->frame[g].alloca && g != f)
					return true;
			return refuse(h, user, "the address of the frame is stored elsewhere than into the chain");
		}
		return add(h, (struct hand_op){ user, HAND_PUSH, f, 0, 0 });
	case LLVMLoad:
		if (word != LR_FRAME_PREV_WORD || !is_word_wide(h, LLVMTypeOf(user)))
			return refuse(h, user, "the frame is read in an unknown way");
		return add(h, (struct hand_op){ user, HAND_READ, f, 0, 0 });
	case LLVMCall:
		return read_call(h, user, p.v, f, p.at);
	default:
		return refuse(h, user, "the address of the frame is used in an unknown way");
	}
}

static bool
read_frame(struct hand *h, uint32_t f)
{
	struct uses s = { NULL, 0, 0 };

	if (!ARENA_PUSH(h->ar, s.use, s.n, s.cap))
		return false;
	s.use[s.n++] = (struct use){ h->frame[f].alloca, 0 };
	for (uint32_t k = 0; k < s.n; k++)
		for (LLVMUseRef u = LLVMGetFirstUse(s.use[k].v); u != NULL && !h->refused; u = LLVMGetNextUse(u)) {
			struct use more = { NULL, 0 };
			if (check_block_of(h->c, LLVMGetUser(u)) == NONE) /* never reached */
				continue;
			/* cppcheck-suppress nullPointerRedundantCheck ; it has an element */
			const struct use now = s.use[k];
			if (!read_use(h, LLVMGetUser(u), now, f, &more)
				|| (more.v != NULL && !ARENA_PUSH(h->ar, s.use, s.n, s.cap)))
				return false;
			if (more.v != NULL)
				s.use[s.n++] = more;
		}
	return true;
}

/* Loads of the head, and stores that no frame has. */
static bool
read_head(struct hand *h)
{
	for (uint32_t b = 0; b < h->c->nblk && !h->refused; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(h->c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			if (LLVMIsALoadInst(i) != NULL && is_head(h, LLVMGetOperand(i, 0))
				&& !add(h, (struct hand_op){ i, HAND_HEAD, NONE, 0, 0 }))
				return false;
			if (LLVMIsAStoreInst(i) != NULL && is_head(h, LLVMGetOperand(i, 1)) && hand_op_of(h, i) == NULL
				&& !add(h, (struct hand_op){ i, HAND_POP, NONE, 0, 0 }))
				return false;
		}
	return true;
}

/* ---- uses of the variables ---- */

static bool
is_plain_access(LLVMValueRef user, LLVMValueRef v)
{
	if (LLVMIsALoadInst(user) != NULL)
		return LLVMTypeOf(user) == LLVMGetAllocatedType(v);
	return LLVMIsAStoreInst(user) != NULL && LLVMGetOperand(user, 1) == v && LLVMGetOperand(user, 0) != v
		&& LLVMTypeOf(LLVMGetOperand(user, 0)) == LLVMGetAllocatedType(v);
}

static bool
read_variable(struct hand *h, const struct hand_variable *v)
{
	for (LLVMUseRef u = LLVMGetFirstUse(v->alloca); u != NULL && !h->refused; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		const struct hand_op *op = hand_op_of(h, user);
		if (is_plain_access(user, v->alloca) || (op != NULL && op->kind == HAND_ADDRESS))
			continue;
		if (LLVMIsACallInst(user) == NULL)
			return refuse(h, user, "the address of a root is used in a way that is not followed");
	}
	return true;
}

bool
hand_find(struct hand *h, struct ck *c, struct arena *ar)
{
	*h = (struct hand){ .c = c, .ar = ar };
	ptrmap_init(&h->op_of, c->block_id.alloc, c->block_id.user);
	ptrmap_init(&h->var_of, c->block_id.alloc, c->block_id.user);
	if (!check_cfg(c) || !find_frames(h))
		return false;
	for (uint32_t f = 0; f < h->nframes && !h->refused; f++)
		if (!read_frame(h, f))
			return false;
	if (h->head != NULL && !read_head(h))
		return false;
	for (uint32_t v = 0; v < h->nvars && !h->refused; v++)
		if (!read_variable(h, &h->var[v]))
			return false;
	return !h->op_of.failed && !h->var_of.failed;
}

void
hand_free(struct hand *h)
{
	ptrmap_free(&h->op_of);
	ptrmap_free(&h->var_of);
}
