/* SPDX-License-Identifier: MIT */
/* check_map.c -- the mapped frame: which words of which variables hold references, by its maps.  From where to where
** the collector sees them: check_map_state.c.
**
** A function links at most one mapped frame (include/lateroot/abi.h).  The frame is an alloca whose address is stored
** into the head of the chain of GC frames, and whose first word says that it is mapped, or indirect.  All its words are
** stored at constant places.  Proved here: maps are constants whose runs ascend and stay within an element; a block
** does not reach over the end of its variable; header, maps and addresses are stored once, apart from nulls. */
#include "check/model/check_phases.h"

enum { BLOCKS_MOST = 1 << 20 };
#define BITS_MOST (1u << 20) /* words of one variable */

/* ---- the words of the frame ---- */

bool
check_is_chain(struct ck *c, LLVMValueRef pointer)
{
	return LLVMIsACallInst(pointer) ? check_callee(c, pointer).id == FN_GET_PGCSTACK
		: LLVMIsAArgument(pointer) != NULL && pointer == check_gcstack(c->fn);
}

/* Does the alloca begin with the header of a mapped or indirect frame? */
static bool
has_header(LLVMValueRef alloca)
{
	for (LLVMUseRef u = LLVMGetFirstUse(alloca); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef s = LLVMGetUser(u), v = LLVMIsAStoreInst(s) ? LLVMGetOperand(s, 0) : NULL;
		if (v != NULL && LLVMGetOperand(s, 1) == alloca && LLVMIsAConstantInt(v)
			&& LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64
			&& (LLVMConstIntGetZExtValue(v) & (LR_FRAME_MAPPED | LR_FRAME_INDIRECT)) != 0)
			return true;
	}
	return false;
}

bool
check_map_find(struct ck *c, LLVMValueRef store)
{
	LLVMValueRef frame = LLVMGetOperand(store, 0);

	if (LLVMIsAAllocaInst(frame) == NULL || frame == c->mapped || !check_is_chain(c, LLVMGetOperand(store, 1))
		|| !has_header(frame))
		return true;
	if (c->mapped != NULL)
		check_hole(c, store, "a second mapped frame in one function");
	c->mapped = frame;
	return true;
}

bool
check_map_is_word(struct ck *c, LLVMValueRef pointer)
{
	return c->mapped != NULL && ptrmap_get(&c->word_of, pointer) != PTRMAP_NONE;
}

/* Notes which word each pointer into the frame addresses.  Any use but loads and stores is an error. */
static bool
find_words(struct ck *c)
{
	LLVMValueRef *work = NULL;
	uint32_t n = 0, cap = 0;

	if (!ARENA_PUSH(&c->ar, work, n, cap) || !ptrmap_set(&c->word_of, c->mapped, 0))
		return false;
	work[n++] = c->mapped;
	while (n > 0) {
		LLVMValueRef p = work[--n];
		uint32_t word = ptrmap_get(&c->word_of, p);
		for (LLVMUseRef u = LLVMGetFirstUse(p); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			int64_t bytes;
			if (LLVMIsAInstruction(user) == NULL || check_block_of(c, user) == NONE
				|| LLVMIsALoadInst(user))
				continue;
			if (LLVMIsAStoreInst(user)
				&& (LLVMGetOperand(user, 1) == p || check_is_chain(c, LLVMGetOperand(user, 1))))
				continue;
			if (LLVMIsACallInst(user)
				&& (check_callee(c, user).id == FN_LLVM_LIFETIME
					|| check_callee(c, user).id == FN_LLVM_DEBUG))
				continue;
			if (LLVMIsAGetElementPtrInst(user) == NULL || !check_offset(c, user, &bytes) || bytes < 0
				|| bytes % c->word != 0
				|| bytes > (int64_t)LR_FRAME_BLOCK_WORDS * BLOCKS_MOST * c->word) {
				check_hole(c, user, "the address of the mapped frame is used in an unknown way");
				continue;
			}
			if (!ptrmap_set(&c->word_of, user, word + (uint32_t)(bytes / c->word))
				|| !ARENA_PUSH(&c->ar, work, n, cap))
				return false;
			work[n++] = user;
		}
	}
	return true;
}

/* Returns the number of blocks, or of addresses; 0 after an error. */
static uint32_t
read_header(struct ck *c, LLVMValueRef store, uint64_t h)
{
	uint64_t n = h >> LR_FRAME_NROOTS_SHIFT & ((1u << LR_FRAME_NROOTS_BITS) - 1), rest;

	c->mapped_indirect = (h & LR_FRAME_INDIRECT) != 0;
	c->mapped_moving = (h & LR_FRAME_MOVING) != 0;
	rest = h
		& ~(n << LR_FRAME_NROOTS_SHIFT
			| (c->mapped_indirect ? LR_FRAME_INDIRECT : LR_FRAME_MAPPED | LR_FRAME_MOVING));
	if (n == 0 || n > BLOCKS_MOST || rest != 0) {
		check_hole(c, store, "the header of the mapped frame is not valid");
		return 0;
	}
	if (c->mapped_moving && !c->moving)
		check_hole(c, store, "the frame lets objects move, but the function does not read its roots again");
	return (uint32_t)n;
}

/* Reads a store into word `w` of the frame. */
static void
read_field(struct ck *c, LLVMValueRef store, uint32_t w)
{
	LLVMValueRef v = LLVMGetOperand(store, 0), *field;
	struct mapped_block *b;
	uint64_t n;

	if (w < LR_FRAME_HEADER_WORDS)
		return;
	w -= LR_FRAME_HEADER_WORDS;
	if (w >= (c->mapped_indirect ? c->nblocks : c->nblocks * LR_FRAME_BLOCK_WORDS)) {
		check_hole(c, store, "a store behind the %u blocks of the mapped frame", c->nblocks);
		return;
	}
	b = &c->blocks[c->mapped_indirect ? w : w / LR_FRAME_BLOCK_WORDS];
	if (!c->mapped_indirect && w % LR_FRAME_BLOCK_WORDS == 2) {
		if (check_number(v, &n) && n == 0)
			return;
		if (b->count != NULL && b->count != v)
			check_hole(c, store, "a block of the mapped frame has two sizes");
		b->count = v;
		return;
	}
	if (LLVMIsNull(v)) /* until the variable is made */
		return;
	field = !c->mapped_indirect && w % LR_FRAME_BLOCK_WORDS == 0 ? &b->map : &b->at;
	if (*field != NULL)
		check_hole(c, store, "a word of the mapped frame is stored a second time");
	*field = v;
}

static uint32_t
word_of_store(const struct ck *c, LLVMValueRef i)
{
	return LLVMIsAStoreInst(i) ? ptrmap_get(&c->word_of, LLVMGetOperand(i, 1)) : PTRMAP_NONE;
}

bool
check_map_read(struct ck *c)
{
	uint64_t n;

	if (c->mapped == NULL)
		return true;
	if (!find_words(c))
		return false;
	for (int fields = 0; fields < 2; fields++)
		for (uint32_t b = 0; b < c->nblk; b++)
			for (LLVMValueRef i = LLVMGetFirstInstruction(c->bb[b]); i != NULL;
				i = LLVMGetNextInstruction(i)) {
				uint32_t w = word_of_store(c, i);
				if (w == PTRMAP_NONE)
					continue;
				if (fields)
					read_field(c, i, w);
				else if (w == LR_FRAME_NROOTS_WORD && c->nblocks != 0)
					check_hole(c, i, "a word of the mapped frame is stored a second time");
				else if (w == LR_FRAME_NROOTS_WORD && check_number(LLVMGetOperand(i, 0), &n))
					c->nblocks = read_header(c, i, n);
				if (!fields && c->blocks == NULL && c->nblocks != 0
					&& (c->blocks = arena_zarray(&c->ar, c->nblocks, sizeof *c->blocks)) == NULL)
					return false;
			}
	return !c->word_of.failed;
}

/* ---- maps ---- */

static bool
set_bits(struct mapped_block *b, uint64_t first, uint64_t n, unsigned kind)
{
	for (uint64_t w = first; w < first + n; w++) {
		if (w >= b->reach || (b->in_run[w / 64] >> w % 64 & 1) != 0)
			return false;
		b->in_run[w / 64] |= (uint64_t)1 << w % 64;
		b->fixed[w / 64] |= (uint64_t)(kind >= 1) << w % 64;
		b->deep[w / 64] |= (uint64_t)(kind == 2) << w % 64;
	}
	return true;
}

/* Marks the words of a run in each element.  False: the run is not valid. */
static bool
read_run(struct mapped_block *b, uint64_t run, uint64_t *before)
{
	uint64_t at = run & 0xfffff, n = run >> 20 & 0xfff, stride = run >> 32 & 0xfff, times = run >> 44 & 0xffff,
		kind = run >> 60;
	uint64_t end = at + (times - 1) * stride + n;

	if (n == 0 || times == 0 || kind > 2 || (times > 1 && stride < n) || at < *before || end > b->words)
		return false;
	*before = at + 1;
	for (uint64_t e = 0; e < b->elements; e++)
		for (uint64_t t = 0; t < times; t++)
			if (!set_bits(b, e * b->words + at + t * stride, n, (unsigned)kind))
				return false;
	return true;
}

/* The initializer of a map: { i32 words, i32 nruns, [nruns x i64] }. */
static LLVMValueRef
initializer(LLVMValueRef map)
{
	if (map == NULL || LLVMIsAGlobalVariable(map) == NULL || !LLVMIsGlobalConstant(map))
		return NULL;
	LLVMLinkage l = LLVMGetLinkage(map);
	return l == LLVMPrivateLinkage || l == LLVMInternalLinkage ? LLVMGetInitializer(map) : NULL;
}

static bool
map_words(struct mapped_block *b, uint64_t *nruns)
{
	LLVMValueRef init = initializer(b->map);
	uint64_t words;

	if (init == NULL || !check_number(LLVMGetAggregateElement(init, 0), &words)
		|| !check_number(LLVMGetAggregateElement(init, 1), nruns))
		return false;
	b->words = words <= BITS_MOST ? (uint32_t)words : 0;
	return b->words != 0;
}

/* How many elements are in use, and do these lie within the variable?  A variable of computed size must have as many as
** its alloca says. */
static bool
read_count(struct ck *c, struct mapped_block *b, const struct object *o)
{
	uint64_t n;

	if (o->bytes >= OBJECT_ENDLESS) {
		LLVMValueRef size = LLVMIsAAllocaInst(o->pointer) ? LLVMGetOperand(o->pointer, 0) : NULL;
		b->elements = 1;
		return size != NULL && check_without_casts(b->count) == check_without_casts(size) && o->type != NULL
			&& LLVMABISizeOfType(c->layout, o->type) == (uint64_t)b->words * c->word;
	}
	if (!check_number(b->count, &n) || n > BITS_MOST || n * b->words > BITS_MOST)
		return false;
	b->elements = (uint32_t)n;
	return (int64_t)(n * b->words) * c->word <= o->bytes;
}

static bool
make_bits(struct ck *c, struct mapped_block *b, uint32_t reach)
{
	b->reach = reach;
	b->in_run = arena_zarray(&c->ar, (size_t)reach / 64 + 2, sizeof *b->in_run);
	b->fixed = arena_zarray(&c->ar, (size_t)reach / 64 + 2, sizeof *b->fixed);
	b->deep = arena_zarray(&c->ar, (size_t)reach / 64 + 2, sizeof *b->deep);
	return !c->ar.failed;
}

static bool
read_map(struct ck *c, struct mapped_block *b, const struct object *o)
{
	const char *name = check_value_name(c, o->pointer, "");
	uint64_t nruns = 0, before = 0, run;

	if (!map_words(b, &nruns)) {
		check_hole(c, c->mapped, "%s has no map that is a constant of this module", name);
		return make_bits(c, b, 0);
	}
	if (b->count == NULL) /* the block is never in use */
		return make_bits(c, b, 0);
	if (!read_count(c, b, o)) {
		check_hole(c, c->mapped, "the block of %s does not have the size of the variable", name);
		return make_bits(c, b, 0);
	}
	if (!make_bits(c, b, b->words * b->elements))
		return false;
	LLVMValueRef runs = LLVMGetAggregateElement(initializer(b->map), 2);
	for (uint64_t i = 0; i < nruns; i++)
		if (runs == NULL || !check_number(LLVMGetAggregateElement(runs, (unsigned)i), &run)
			|| !read_run(b, run, &before)) {
			check_hole(c, c->mapped,
				"run %u of the map of %s is not valid, or not within an element behind the others",
				(unsigned)i, name);
			break;
		}
	return true;
}

/* The variable of a block; *bytes: the offset into it, for an address of an indirect frame. */
static LLVMValueRef
variable_of(struct ck *c, LLVMValueRef at, int64_t *bytes)
{
	int64_t more;

	*bytes = 0;
	while (at != NULL && c->mapped_indirect && LLVMIsAGetElementPtrInst(at) && check_offset(c, at, &more)) {
		*bytes += more;
		at = LLVMGetOperand(at, 0);
	}
	return at;
}

/* Finds the object of each block, and sets the bits of its map. */
bool
check_map_objects(struct ck *c)
{
	struct ptrmap of;
	bool ok = true;

	if (c->nblocks == 0)
		return true;
	ptrmap_init(&of, c->ar.alloc, c->ar.user);
	for (uint32_t o = 0; o < c->nobjects; o++)
		if (c->objects[o].kind == OBJECT_ALLOCA)
			ok = ok && ptrmap_set(&of, c->objects[o].pointer, o);
	for (uint32_t i = 0; i < c->nblocks && ok; i++) {
		struct mapped_block *b = &c->blocks[i];
		int64_t bytes = 0;
		LLVMValueRef v = variable_of(c, b->at, &bytes);
		b->object = v == NULL || v == c->mapped ? PTRMAP_NONE : ptrmap_get(&of, v);
		if (b->object == PTRMAP_NONE) {
			check_hole(c, c->mapped, "block %u of the mapped frame is no variable on the stack", i);
			ok = make_bits(c, b, 0);
			continue;
		}
		struct object *o = &c->objects[b->object];
		b->next = o->block;
		o->block = i + 1;
		if (!c->mapped_indirect) {
			ok = read_map(c, b, o);
			continue;
		}
		bool fits = bytes >= 0 && bytes % c->word == 0 && bytes < o->bytes
			&& bytes < (int64_t)BITS_MOST * c->word;
		if (!fits)
			check_hole(c, c->mapped, "address %u of the indirect frame is no word of %s", i,
				check_value_name(c, o->pointer, ""));
		ok = make_bits(c, b, fits ? (uint32_t)(bytes / c->word) + 1 : 0)
			&& (!fits || set_bits(b, (uint64_t)(bytes / c->word), 1, 2));
	}
	ok = ok && !of.failed;
	ptrmap_free(&of);
	return ok;
}

uint64_t
check_map_window(const struct mapped_block *b, uint32_t from)
{
	uint64_t x = from < b->reach ? b->in_run[from / 64] >> from % 64 : 0;

	if (from % 64 != 0 && from + 64 - from % 64 < b->reach)
		x |= b->in_run[from / 64 + 1] << (64 - from % 64);
	return x;
}

uint64_t
check_map_runs(const struct ck *c, uint32_t object, uint32_t from)
{
	uint64_t all = 0;

	for (uint32_t i = c->objects[object].block; i != 0; i = c->blocks[i - 1].next)
		all |= check_map_window(&c->blocks[i - 1], from);
	return all;
}
