/* SPDX-License-Identifier: MIT */
/* link_find.c -- finds the frame, the head of its chain, and what each use of the frame does. */
#include "check/foreign/link.h"

#include "lateroot/abi.h"

enum { ROOTS_MOST = 1 << 24 };

bool
link_refuse(struct link *l, LLVMValueRef where, const char *why)
{
	if (l->why == NULL) {
		l->why = why;
		l->where = where;
	}
	return true;
}

struct link_op *
link_op_of(const struct link *l, LLVMValueRef inst)
{
	uint32_t k = ptrmap_get(&l->op_of, inst);

	return k == PTRMAP_NONE ? NULL : &l->op[k];
}

static bool
add(struct link *l, struct link_op op)
{
	if (link_op_of(l, op.inst) != NULL)
		return link_refuse(l, op.inst, "an instruction uses the frame twice");
	if (!ARENA_PUSH(l->ar, l->op, l->nop, l->op_cap) || !ptrmap_set(&l->op_of, op.inst, l->nop))
		return false;
	l->op[l->nop++] = op;
	return true;
}

/* Does a store link a mapped frame or an anchor of this library?  The model reads the first itself. */
static bool
is_mapped(LLVMValueRef alloca)
{
	for (LLVMUseRef u = LLVMGetFirstUse(alloca); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef s = LLVMGetUser(u), v = LLVMIsAStoreInst(s) != NULL ? LLVMGetOperand(s, 0) : NULL;
		if (v != NULL && LLVMGetOperand(s, 1) == alloca && LLVMIsAConstantInt(v) != NULL
			&& LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64
			&& (LLVMConstIntGetZExtValue(v) & (LR_FRAME_MAPPED | LR_FRAME_INDIRECT)) != 0)
			return true;
	}
	return false;
}

/* Is anything loaded from an address? */
static bool
is_loaded(LLVMValueRef from)
{
	for (LLVMUseRef u = LLVMGetFirstUse(from); u != NULL; u = LLVMGetNextUse(u))
		if (LLVMIsALoadInst(LLVMGetUser(u)) != NULL)
			return true;
	return false;
}

/* Asks once of each value: a function may store the same address many times. */
static bool
ask(struct ptrmap *answers, LLVMValueRef v, bool (*question)(LLVMValueRef))
{
	uint32_t known = ptrmap_get(answers, v);

	if (known == PTRMAP_NONE) {
		known = question(v);
		ptrmap_set(answers, v, known); /* without memory it is asked again */
	}
	return known != 0;
}

static bool
find_frame(struct link *l, struct ptrmap *answers)
{
	LLVMValueRef entry = LLVMBasicBlockAsValue(LLVMGetEntryBasicBlock(l->c->fn));

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->c->fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMValueRef v = LLVMIsAStoreInst(i) != NULL ? LLVMGetOperand(i, 0) : NULL;
			LLVMValueRef to = v != NULL ? LLVMGetOperand(i, 1) : NULL;
			if (v == NULL || LLVMIsAAllocaInst(v) == NULL || LLVMIsAAllocaInst(to) != NULL
				|| ask(answers, v, is_mapped) || !ask(answers, to, is_loaded))
				continue;
			if (l->linked != NULL && l->linked != v)
				return link_refuse(l, i, "the function links two frames");
			if (l->head != NULL && !check_same_head(l->head, to))
				return link_refuse(l, i, "the frame is linked into two chains");
			l->linked = v;
			l->head = to;
			if (LLVMBasicBlockAsValue(LLVMGetInstructionParent(v)) != entry)
				return link_refuse(l, v, "the frame is not made in the entry block");
		}
	return l->linked != NULL || l->record || link_refuse(l, l->c->fn, "no frame is linked that can be read");
}

/* Takes down how many roots at the end keep their objects in place, and whether the others let theirs move. */
static bool
set_kinds(struct link *l, LLVMValueRef where, bool moving, uint64_t fixed, uint64_t deep)
{
	if (moving && !check_reloads(l->c->fn))
		link_refuse(l, where,
			"the frame lets objects move, but the function does not say that it reads its roots again");
	if (moving && (fixed > l->roots || deep > l->roots - fixed))
		link_refuse(l, where, "the frame has fewer roots than it says that stay in place");
	l->moving = moving;
	l->fixed = (uint32_t)fixed;
	l->deep = (uint32_t)deep;
	return l->why == NULL;
}

/* Reads the numbers behind the roots of a stack map record. */
static bool
read_kinds(struct link *l, LLVMValueRef record)
{
	const unsigned first = l->roots > 0 ? 3 : 2, n = LLVMGetNumArgOperands(record);
	LLVMValueRef fixed = n > first ? LLVMGetOperand(record, first) : NULL;
	LLVMValueRef deep = n > first + 1 ? LLVMGetOperand(record, first + 1) : NULL;

	if (fixed == NULL || l->roots == 0) /* without roots the operand is not read */
		return true;
	if (deep == NULL || n > first + 2 || LLVMIsAConstantInt(fixed) == NULL || LLVMIsAConstantInt(deep) == NULL)
		return !link_refuse(l, record, "the record of the frame cannot be read");
	return set_kinds(l, record, true, LLVMConstIntGetZExtValue(fixed), LLVMConstIntGetZExtValue(deep));
}

/* Finds the roots of the ABI framemap: what the stack map record names. */
static bool
find_record(struct link *l)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->c->fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMValueRef id = LLVMIsACallInst(i) != NULL && LLVMGetNumArgOperands(i) >= 2
				&& strcmp(value_name(LLVMGetCalledValue(i)), "llvm.experimental.stackmap") == 0
				? LLVMGetOperand(i, 0) : NULL;
			if (id == NULL || LLVMConstIntGetZExtValue(id) >> LR_FRAMEMAP_ID_SHIFT != LR_FRAMEMAP_ID)
				continue;
			uint32_t n = (uint32_t)LLVMConstIntGetZExtValue(id);
			if (l->record || (n > 0 && (LLVMGetNumArgOperands(i) < 3
				|| LLVMIsAAllocaInst(LLVMGetOperand(i, 2)) == NULL)))
				return link_refuse(l, i, "the record of the frame cannot be read");
			l->record = true;
			l->roots = n;
			if (!read_kinds(l, i))
				return true;
			l->slots = n > 0 ? LLVMGetOperand(i, 2) : NULL;
			if (!add(l, (struct link_op){ .inst = i, .kind = LINK_COUNT }))
				return false;
		}
	return true;
}

static bool
measure_frame(struct link *l)
{
	LLVMValueRef n = l->slots != NULL ? LLVMGetOperand(l->slots, 0) : NULL;
	LLVMTypeRef t = l->slots != NULL ? LLVMGetAllocatedType(l->slots) : NULL;
	const uint32_t header = l->table ? 0 : LINK_HEADER_WORDS;

	l->header = l->table ? LINK_ANCHOR_WORDS : LINK_HEADER_WORDS;
	if (l->slots == NULL)
		return true;
	if (LLVMIsAConstantInt(n) == NULL || LLVMTypeIsSized(t) == 0)
		return link_refuse(l, l->slots, "the size of the frame is not constant");
	uint64_t each = LLVMABISizeOfType(l->c->layout, t), count = LLVMConstIntGetZExtValue(n);
	if (each > ROOTS_MOST || count > ROOTS_MOST || each * count / l->c->word < header)
		return link_refuse(l, l->slots, "the frame is too small or too large");
	uint32_t words = (uint32_t)(each * count / l->c->word) - header;
	if (l->table && words < l->roots) {
		l->hole = true;
		return link_refuse(l, l->slots, "the frame is smaller than its record says");
	}
	l->roots = l->table ? l->roots : words;
	return true;
}

/* ---- uses ---- */

/* A pointer into the header, and its distance from the start of the frame. */
struct header_pointer { LLVMValueRef v; int64_t at; };
struct uses { struct header_pointer *p; uint32_t n, cap; };

static bool
read_gep(struct link *l, struct uses *s, LLVMValueRef gep, struct header_pointer from)
{
	int64_t bytes;

	if (LLVMGetOperand(gep, 0) != from.v || !check_offset(l->c, gep, &bytes))
		return link_refuse(l, gep, "an address in the frame is computed");
	bytes += from.at;
	int64_t word = bytes / l->c->word;
	if (bytes < 0 || bytes % l->c->word != 0 || word >= l->header + (l->table ? 0 : (int64_t)l->roots))
		return link_refuse(l, gep, "an address in the frame is not that of a word of it");
	if (word >= l->header)
		return add(l, (struct link_op){ .inst = gep, .kind = LINK_ROOT, .word = (uint32_t)word - l->header });
	if (!ARENA_PUSH(l->ar, s->p, s->n, s->cap))
		return false;
	s->p[s->n++] = (struct header_pointer){ gep, bytes };
	return true;
}

/* Reads null bytes from `at` on. */
static bool
read_memset(struct link *l, LLVMValueRef call, int64_t at)
{
	LLVMValueRef byte = LLVMGetOperand(call, 1), bytes = LLVMGetOperand(call, 2);
	const int64_t header = (int64_t)l->header * l->c->word;

	if (LLVMIsAConstantInt(byte) == NULL || LLVMConstIntGetZExtValue(byte) != 0
		|| LLVMIsAConstantInt(bytes) == NULL || LLVMConstIntGetZExtValue(bytes) > UINT32_MAX)
		return link_refuse(l, call, "the frame is filled with something else than null");
	int64_t end = at + (int64_t)LLVMConstIntGetZExtValue(bytes);
	if (l->table || end < header || end % l->c->word != 0 || end > header + (int64_t)l->roots * l->c->word)
		return link_refuse(l, call, "the null bytes are no words of the frame");
	return add(l, (struct link_op){ .inst = call, .kind = LINK_ZERO,
		.header = at < header, .word = at < header ? 0 : (uint32_t)((at - header) / l->c->word),
		.n = (uint32_t)((end - (at < header ? header : at)) / l->c->word) });
}

/* The number of roots in a map of LLVM's shadow stack. */
static bool
roots_of_map(LLVMValueRef map, uint64_t *n)
{
	LLVMValueRef init = LLVMIsAGlobalVariable(map) != NULL && LLVMIsGlobalConstant(map)
		? LLVMGetInitializer(map) : NULL;

	while (init != NULL && LLVMIsAConstantStruct(init) != NULL)
		init = LLVMGetOperand(init, 0);
	if (init != NULL && LLVMIsAConstantDataSequential(init) != NULL)
		init = LLVMGetAggregateElement(init, 0);
	if (init == NULL || LLVMIsAConstantInt(init) == NULL)
		return false;
	*n = LLVMConstIntGetZExtValue(init) & UINT32_MAX;
	return true;
}

/* Reads word 0 of a frame: the number of roots, and which of them let their objects move. */
static bool
read_roots_word(struct link *l, LLVMValueRef store, uint64_t word, uint64_t *n)
{
	const bool moving = (word & LR_FRAME_MOVING) != 0, narrow = l->c->word == 4;
	const bool pins = moving && (!narrow || word & LR_FRAME_NARROW_PINS);
	const uint64_t fixed = !pins ? 0
		: narrow ? word >> LR_FRAME_NARROW_FIXED_SHIFT & ((1u << LR_FRAME_NARROW_FIXED_BITS) - 1)
		: word >> LR_FRAME_FIXED_SHIFT & ((1u << LR_FRAME_FIXED_BITS) - 1);
	const uint64_t deep = !pins ? 0
		: narrow ? word >> LR_FRAME_NARROW_DEEP_SHIFT & ((1u << LR_FRAME_NARROW_DEEP_BITS) - 1)
		: word >> LR_FRAME_DEEP_SHIFT;

	if (moving)
		word &= (pins && narrow ? UINT64_C(1) << LR_FRAME_NARROW_FIXED_SHIFT : LR_FRAME_MOVING) - 1;
	*n = word >> LR_FRAME_NROOTS_SHIFT;
	if ((word & ((1u << LR_FRAME_NROOTS_SHIFT) - 1)) != 0 || *n >= ROOTS_MOST)
		return !link_refuse(l, store, "the header of the frame has flags that are not read");
	if (l->counted && (moving != l->moving || fixed != l->fixed || deep != l->deep))
		return !link_refuse(l, store, "the frame says in several ways which objects may move");
	l->counted = true;
	return set_kinds(l, store, moving, fixed, deep);
}

/* Reads a store to word 0 or 1.  Which of them is `prev` is known by then. */
static bool
read_header_store(struct link *l, LLVMValueRef store, uint32_t word)
{
	LLVMValueRef v = LLVMGetOperand(store, 0);
	uint64_t n = 0;

	if (LLVMABISizeOfType(l->c->layout, LLVMTypeOf(v)) != l->c->word)
		return link_refuse(l, store, "a word of the header is stored in part");
	if (word == (l->shadow ? 0 : 1))
		return add(l, (struct link_op){ .inst = store, .kind = LINK_PREV });
	if (l->table)
		return add(l, (struct link_op){ .inst = store, .kind = LINK_COUNT, .n = l->roots });
	if (l->shadow) {
		if (!roots_of_map(v, &n))
			return link_refuse(l, store, "the map of the frame is no constant that can be read");
	} else {
		if (LLVMIsAConstantInt(v) == NULL)
			return link_refuse(l, store, "the header of the frame is not constant");
		if (!read_roots_word(l, store, LLVMConstIntGetZExtValue(v), &n))
			return true;
	}
	n = n > UINT32_MAX ? UINT32_MAX : n;
	return add(l, (struct link_op){ .inst = store, .kind = LINK_COUNT, .n = (uint32_t)n });
}

static bool
read_use(struct link *l, struct uses *s, LLVMValueRef user, struct header_pointer p)
{
	const uint32_t word = (uint32_t)(p.at / l->c->word);

	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMGetElementPtr:
		return read_gep(l, s, user, p);
	case LLVMStore:
		if (LLVMGetOperand(user, 0) != p.v)
			return read_header_store(l, user, word);
		if (p.at != 0 || !check_same_head(LLVMGetOperand(user, 1), l->head))
			return link_refuse(l, user, "the address of the frame is stored elsewhere than into the chain");
		return add(l, (struct link_op){ .inst = user, .kind = LINK_HEAD });
	case LLVMLoad:
		if (word != (l->shadow ? 0 : 1) || LLVMABISizeOfType(l->c->layout, LLVMTypeOf(user)) != l->c->word)
			return link_refuse(l, user, "the header of the frame is read in an unknown way");
		return add(l, (struct link_op){ .inst = user, .kind = LINK_READ });
	case LLVMCall:
		if (strncmp(value_name(LLVMGetCalledValue(user)), "llvm.memset.", 12) == 0
			&& LLVMGetOperand(user, 0) == p.v)
			return read_memset(l, user, p.at);
		return link_refuse(l, user, "the address of the frame is given to a call");
	default:
		return link_refuse(l, user, "the address of the frame is used in an unknown way");
	}
}

/* Finds out which word is `prev`: that which gets what was loaded from the head. */
static bool
find_layout(struct link *l)
{
	LLVMValueRef second = NULL;
	int64_t bytes;
	bool found[LINK_HEADER_WORDS] = { false };

	for (LLVMUseRef u = LLVMGetFirstUse(l->linked); u != NULL; u = LLVMGetNextUse(u)) {
		second = LLVMGetUser(u);
		LLVMUseRef w = LLVMIsAGetElementPtrInst(second) != NULL && check_offset(l->c, second, &bytes)
			&& bytes >= 0 && bytes <= (int64_t)l->c->word ? LLVMGetFirstUse(second) : NULL;
		if (LLVMIsAStoreInst(second) != NULL) {
			bytes = 0;
			w = u;
		}
		for (bool direct = w == u; w != NULL; w = direct ? NULL : LLVMGetNextUse(w)) {
			LLVMValueRef store = LLVMGetUser(w);
			LLVMValueRef v = LLVMIsAStoreInst(store) != NULL ? LLVMGetOperand(store, 0) : NULL;
			if (v != NULL && LLVMIsALoadInst(v) != NULL && bytes % l->c->word == 0
				&& check_same_head(LLVMGetOperand(v, 0), l->head))
				found[bytes / l->c->word] = true;
		}
	}
	l->shadow = found[0];
	return found[0] != found[1]
		|| link_refuse(l, l->linked, "no word of the frame gets what the head of the chain was");
}

/* Finds the stores that take the frame out of the chain: of what was read from word P, or was stored there. */
static bool
find_pops(struct link *l)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->c->fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			if (LLVMIsAStoreInst(i) == NULL || link_op_of(l, i) != NULL
				|| !check_same_head(LLVMGetOperand(i, 1), l->head))
				continue;
			LLVMValueRef v = LLVMGetOperand(i, 0);
			const struct link_op *read = link_op_of(l, v);
			bool pops = read != NULL && read->kind == LINK_READ;
			for (LLVMUseRef u = LLVMGetFirstUse(v); !pops && u != NULL; u = LLVMGetNextUse(u)) {
				const struct link_op *prev = link_op_of(l, LLVMGetUser(u));
				pops = prev != NULL && prev->kind == LINK_PREV;
			}
			if (pops && !add(l, (struct link_op){ .inst = i, .kind = LINK_POP }))
				return false;
			if (!pops && l->shadow)
				return link_refuse(l, i, "the head of the chain becomes something that is not known");
		}
	for (uint32_t k = 0; k < l->nop; k++)
		for (LLVMUseRef u = l->op[k].kind == LINK_READ ? LLVMGetFirstUse(l->op[k].inst) : NULL; u != NULL;
			u = LLVMGetNextUse(u)) {
			const struct link_op *pop = link_op_of(l, LLVMGetUser(u));
			if (pop == NULL || pop->kind != LINK_POP)
				return link_refuse(l, LLVMGetUser(u),
					"the header of the frame is read in an unknown way");
		}
	return true;
}

void
link_free(struct link *l)
{
	ptrmap_free(&l->op_of);
}

/* The uses of roots that are an alloca of their own. */
static bool
read_slots(struct link *l)
{
	int64_t bytes;

	for (LLVMUseRef u = LLVMGetFirstUse(l->slots); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef gep = LLVMGetUser(u);
		if (LLVMIsAGetElementPtrInst(gep) == NULL || !check_offset(l->c, gep, &bytes) || bytes < 0
			|| bytes % l->c->word != 0)
			continue; /* through the pointer to root 0 */
		if (bytes / l->c->word >= l->roots)
			return link_refuse(l, gep, "the record of the frame names fewer roots than are used");
		if (!add(l, (struct link_op){ .inst = gep, .kind = LINK_ROOT, .word = (uint32_t)(bytes / l->c->word) }))
			return false;
	}
	return add(l, (struct link_op){ .inst = l->slots, .kind = LINK_ROOT });
}

static bool
read_linked(struct link *l)
{
	struct uses s = { 0 };

	if (!find_layout(l) || !ARENA_PUSH(l->ar, s.p, s.n, s.cap))
		return false;
	s.p[s.n++] = (struct header_pointer){ l->linked, 0 };
	for (uint32_t k = 0; k < s.n && l->why == NULL; k++)
		for (LLVMUseRef u = LLVMGetFirstUse(s.p[k].v); u != NULL && l->why == NULL; u = LLVMGetNextUse(u))
			if (!read_use(l, &s, LLVMGetUser(u), s.p[k]))
				return false;
	return l->why != NULL || find_pops(l);
}

bool
link_find(struct link *l, struct ck *c, struct arena *ar)
{
	*l = (struct link){ .c = c, .ar = ar, .table = c->abi == LR_ABI_FRAMEMAP };
	struct ptrmap answers;
	ptrmap_init(&l->op_of, c->block_id.alloc, c->block_id.user);
	ptrmap_init(&answers, c->block_id.alloc, c->block_id.user);
	bool found = (!l->table || find_record(l)) && find_frame(l, &answers);
	ptrmap_free(&answers);
	if (!found)
		return false;
	if (!l->table)
		l->slots = l->linked;
	if (l->why != NULL || !measure_frame(l) || l->why != NULL)
		return l->why != NULL;
	if (l->linked != NULL && !read_linked(l))
		return false;
	return l->why != NULL || !l->table || l->slots == NULL || read_slots(l);
}
