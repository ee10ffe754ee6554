/* check_map.c -- the mapped frame: which words of which variables it says hold references, and from where to where.
**
** A function links at most one (include/lateroot/abi.h).  It is an alloca whose address is stored into the head of the chain of GC frames, and whose first
** word says that it is mapped, or indirect.  All its words are stored at constant places.  Three facts are proved here:
**
** 1. Maps are constants whose runs ascend and stay within an element, and a block does not reach over the end of its variable.
** 2. Header, maps and addresses are stored once, but for nulls, and before the frame is linked (addresses of variables that are made later: before the block is in use);
**    counts are stored on all ways before it is linked.
** 3. The frame is out of the chain at each return; and what the function itself has linked above it is out when it leaves (check_frame_state.c, check_anchor.c).
**
** For the other parts it answers which words the collector sees at a safepoint: surely, that is on all ways, or perhaps. */
#include "gcroots/check_model.h"
#include "lowering/abi_choice.h"

enum { OUT = 1, IN = 2, STRAY = 4 };
enum { BLOCKS_MOST = 1 << 20, FIELDS = 3 };
#define BITS_MOST (1u << 20) /* words of one variable */

/* ---- what is stored where ---- */

bool
check_is_chain(struct ck *c, LLVMValueRef pointer)
{
	if (LLVMIsACallInst(pointer)) {
		enum intrinsic id = check_callee(c, pointer).id;
		return id == INTR_GET_PGCSTACK || id == INTR_GET_PGCSTACK_OR_NEW;
	}
	for (unsigned i = 0, n = LLVMIsAArgument(pointer) ? LLVMCountParams(c->fn) : 0; i < n; i++)
		if (LLVMGetParam(c->fn, i) == pointer)
			return LLVMGetStringAttributeAtIndex(c->fn, i + 1, "gcstack", 7) != NULL;
	return false;
}

/* Does the alloca begin with the header of a mapped or indirect frame? */
static bool
has_header(LLVMValueRef alloca)
{
	for (LLVMUseRef u = LLVMGetFirstUse(alloca); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef s = LLVMGetUser(u), v = LLVMIsAStoreInst(s) ? LLVMGetOperand(s, 0) : NULL;
		if (v != NULL && LLVMGetOperand(s, 1) == alloca && LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64
		    && (LLVMConstIntGetZExtValue(v) & (LR_FRAME_MAPPED | LR_FRAME_INDIRECT)) != 0)
			return true;
	}
	return false;
}

bool
check_map_find(struct ck *c, LLVMValueRef store)
{
	LLVMValueRef frame = LLVMGetOperand(store, 0);

	if (LLVMIsAAllocaInst(frame) == NULL || frame == c->mapped || !check_is_chain(c, LLVMGetOperand(store, 1)) || !has_header(frame))
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

/* Notes which word each pointer into the frame addresses; whatever else is done with it than loads and stores is a hole. */
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
			if (LLVMIsAInstruction(user) == NULL || check_block_of(c, user) == CK_NONE || LLVMIsALoadInst(user))
				continue;
			if (LLVMIsAStoreInst(user) && (LLVMGetOperand(user, 1) == p || check_is_chain(c, LLVMGetOperand(user, 1))))
				continue;
			if (LLVMIsACallInst(user) && (check_callee(c, user).id == INTR_LLVM_LIFETIME || check_callee(c, user).id == INTR_LLVM_DEBUG))
				continue;
			if (LLVMIsAGetElementPtrInst(user) == NULL || !check_offset(c, user, &bytes) || bytes < 0 || bytes % c->word != 0 || bytes > (int64_t)FIELDS * BLOCKS_MOST * c->word) {
				check_hole(c, user, "the mapped frame is used in a way that is not known");
				continue;
			}
			if (!ptrmap_set(&c->word_of, user, word + (uint32_t)(bytes / c->word)) || !ARENA_PUSH(&c->ar, work, n, cap))
				return false;
			work[n++] = user;
		}
	}
	return true;
}

static bool
const_number(LLVMValueRef v, uint64_t *n)
{
	if (v == NULL || LLVMIsAConstantInt(v) == NULL || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
		return false;
	*n = LLVMConstIntGetZExtValue(v);
	return true;
}

/* Number of blocks, or of addresses; 0: something is wrong. */
static uint32_t
read_header(struct ck *c, LLVMValueRef store, uint64_t h)
{
	uint64_t n = h >> LR_FRAME_NROOTS_SHIFT & ((1u << LR_FRAME_NROOTS_BITS) - 1), rest;

	c->mapped_indirect = (h & LR_FRAME_INDIRECT) != 0;
	c->mapped_moving = (h & LR_FRAME_MOVING) != 0;
	rest = h & ~(n << LR_FRAME_NROOTS_SHIFT | (c->mapped_indirect ? LR_FRAME_INDIRECT : LR_FRAME_MAPPED | LR_FRAME_MOVING));
	if (n == 0 || n > BLOCKS_MOST || rest != 0) {
		check_hole(c, store, "this is no header of a mapped frame");
		return 0;
	}
	if (c->mapped_moving && !c->moving)
		check_hole(c, store, "the frame lets objects move, but the function does not read its roots again");
	return (uint32_t)n;
}

/* One store into word `w` of the frame. */
static void
read_field(struct ck *c, LLVMValueRef store, uint32_t w)
{
	LLVMValueRef v = LLVMGetOperand(store, 0), *field;
	struct mapped_block *b;
	uint64_t n;

	if (w < LR_FRAME_HEADER_WORDS)
		return;
	w -= LR_FRAME_HEADER_WORDS;
	if (w >= (c->mapped_indirect ? c->nblocks : c->nblocks * FIELDS)) {
		check_hole(c, store, "the mapped frame has %u blocks, and this lies behind them", c->nblocks);
		return;
	}
	b = &c->blocks[c->mapped_indirect ? w : w / FIELDS];
	if (!c->mapped_indirect && w % FIELDS == 2) {
		if (const_number(v, &n) && n == 0)
			return;
		if (b->count != NULL && b->count != v)
			check_hole(c, store, "two sizes for one block");
		b->count = v;
		return;
	}
	if (LLVMIsNull(v)) /* until the variable is there */
		return;
	field = !c->mapped_indirect && w % FIELDS == 0 ? &b->map : &b->at;
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
			for (LLVMValueRef i = LLVMGetFirstInstruction(c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
				uint32_t w = word_of_store(c, i);
				if (w == PTRMAP_NONE)
					continue;
				if (fields)
					read_field(c, i, w);
				else if (w == LR_FRAME_NROOTS_WORD && c->nblocks != 0)
					check_hole(c, i, "a word of the mapped frame is stored a second time");
				else if (w == LR_FRAME_NROOTS_WORD && const_number(LLVMGetOperand(i, 0), &n))
					c->nblocks = read_header(c, i, n);
				if (!fields && c->blocks == NULL && c->nblocks != 0 && (c->blocks = arena_zarray(&c->ar, c->nblocks, sizeof *c->blocks)) == NULL)
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

/* Marks what one run says, in each element. */
static bool
read_run(struct mapped_block *b, uint64_t run, uint64_t *before)
{
	uint64_t at = run & 0xfffff, n = run >> 20 & 0xfff, stride = run >> 32 & 0xfff, times = run >> 44 & 0xffff, kind = run >> 60;
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

	if (init == NULL || !const_number(LLVMGetAggregateElement(init, 0), &words) || !const_number(LLVMGetAggregateElement(init, 1), nruns))
		return false;
	b->words = words <= BITS_MOST ? (uint32_t)words : 0;
	return b->words != 0;
}

static LLVMValueRef
without_casts(LLVMValueRef v)
{
	while (LLVMIsAZExtInst(v) || LLVMIsATruncInst(v) || LLVMIsASExtInst(v))
		v = LLVMGetOperand(v, 0);
	return v;
}

/* How many elements are in use, and do these lie within the variable?  One whose size is computed has as many as its alloca says. */
static bool
read_count(struct ck *c, struct mapped_block *b, const struct object *o)
{
	uint64_t n;

	if (o->bytes >= OBJECT_ENDLESS) {
		LLVMValueRef size = LLVMIsAAllocaInst(o->pointer) ? LLVMGetOperand(o->pointer, 0) : NULL;
		b->elements = 1;
		return size != NULL && without_casts(b->count) == without_casts(size) && o->type != NULL && LLVMABISizeOfType(c->layout, o->type) == (uint64_t)b->words * c->word;
	}
	if (!const_number(b->count, &n) || n > BITS_MOST || n * b->words > BITS_MOST)
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
	if (b->count == NULL) /* never in use */
		return make_bits(c, b, 0);
	if (!read_count(c, b, o)) {
		check_hole(c, c->mapped, "the block of %s does not have the size of the variable", name);
		return make_bits(c, b, 0);
	}
	if (!make_bits(c, b, b->words * b->elements))
		return false;
	LLVMValueRef runs = LLVMGetAggregateElement(initializer(b->map), 2);
	for (uint64_t i = 0; i < nruns; i++)
		if (runs == NULL || !const_number(LLVMGetAggregateElement(runs, (unsigned)i), &run) || !read_run(b, run, &before)) {
			check_hole(c, c->mapped, "run %u of the map of %s is none, or does not lie within an element behind the others", (unsigned)i, name);
			break;
		}
	return true;
}

/* The variable of a block, and where in it an address of an indirect frame points. */
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

/* Each block gets its object and the bits that its map says. */
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
			check_hole(c, c->mapped, "block %u of the mapped frame is of no variable on the stack", i);
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
		bool fits = bytes >= 0 && bytes % c->word == 0 && bytes < o->bytes && bytes < (int64_t)BITS_MOST * c->word;
		if (!fits)
			check_hole(c, c->mapped, "address %u of the indirect frame is that of no word of %s", i, check_value_name(c, o->pointer, ""));
		ok = make_bits(c, b, fits ? (uint32_t)(bytes / c->word) + 1 : 0) && (!fits || set_bits(b, (uint64_t)(bytes / c->word), 1, 2));
	}
	ok = ok && !of.failed;
	ptrmap_free(&of);
	return ok;
}

/* ---- events ---- */

/* Was the head loaded behind the store that links the frame?  Then it is the frame. */
static bool
loaded_behind_link(const struct ck *c, LLVMValueRef load)
{
	for (LLVMValueRef i = LLVMGetPreviousInstruction(load); i != NULL; i = LLVMGetPreviousInstruction(i))
		if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 0) == c->mapped)
			return true;
	return false;
}

enum becomes { BECOMES_OTHER, BECOMES_MAPPED, BECOMES_FOUND };

static enum becomes
head_becomes(struct ck *c, LLVMValueRef v)
{
	if (v == c->mapped)
		return BECOMES_MAPPED;
	if (LLVMIsALoadInst(v) == NULL)
		return BECOMES_OTHER;
	if (ptrmap_get(&c->word_of, LLVMGetOperand(v, 0)) == LR_FRAME_PREV_WORD)
		return BECOMES_FOUND;
	if (!check_is_chain(c, LLVMGetOperand(v, 0)) || LLVMGetInstructionParent(v) != c->bb[0])
		return BECOMES_OTHER;
	return loaded_behind_link(c, v) ? BECOMES_MAPPED : BECOMES_FOUND;
}

/* Events of a store.  *mine: it is of the mapped frame, and means nothing else. */
bool
check_map_store(struct ck *c, LLVMValueRef store, bool *mine)
{
	LLVMValueRef v = LLVMGetOperand(store, 0), p = LLVMGetOperand(store, 1);
	uint32_t w;
	uint64_t n;

	*mine = false;
	if (c->mapped == NULL)
		return true;
	if ((w = ptrmap_get(&c->word_of, p)) != PTRMAP_NONE) {
		*mine = true;
		if (w >= LR_FRAME_HEADER_WORDS && !c->mapped_indirect && (w - LR_FRAME_HEADER_WORDS) % FIELDS == 2)
			return check_emit(c, EV_COUNT, (w - LR_FRAME_HEADER_WORDS) / FIELDS, !const_number(v, &n) || n != 0);
		if (w == LR_FRAME_PREV_WORD && head_becomes(c, v) != BECOMES_FOUND)
			check_hole(c, store, "what comes behind the mapped frame is not what the function found");
		return LLVMIsNull(v) || check_emit(c, EV_FIELD, w, 0);
	}
	if (!check_is_chain(c, p))
		return true;
	enum becomes to = head_becomes(c, v);
	if (to == BECOMES_OTHER)
		return true;
	uint32_t at = check_add_call(c, store);
	/* what lay above it, as the function's own frame, is out of the chain with that */
	return check_emit(c, EV_LINK, at, to == BECOMES_MAPPED) && (abi_of(c->cx, c->fn) == LR_ABI_SHADOW_STACK || check_emit(c, EV_HEAD, at, 0));
}

/* ---- from where to where ---- */

struct state {
	struct ck *c;
	uint32_t nb;                   /* words in a row of bits for blocks */
	uint8_t *link;                 /* at block entry */
	uint64_t *on, *off, *unset;    /* rows, at block entry: what may be */
	uint32_t *field, nfields;      /* position of the store of each word; CK_NONE: none */
};

static void
copy_row(uint64_t *to, const uint64_t *from, uint32_t n)
{
	memcpy(to, from, n * sizeof *to);
}

static void
set_bit(uint64_t *row, uint32_t i, bool on)
{
	row[i / 64] = (row[i / 64] & ~((uint64_t)1 << i % 64)) | (uint64_t)on << i % 64;
}

static uint32_t
block_of_position(const struct ck *c, uint32_t pos)
{
	uint32_t lo = 0, hi = c->nblk;

	while (hi - lo > 1) {
		uint32_t m = lo + (hi - lo) / 2;
		if (c->ev_off[m] <= pos)
			lo = m;
		else
			hi = m;
	}
	return lo;
}

/* Is word w stored on all ways to a position of block b? */
static bool
stored_before(const struct state *s, uint32_t w, uint32_t pos, uint32_t b)
{
	uint32_t at = w < s->nfields ? s->field[w] : CK_NONE, home;

	if (at == CK_NONE)
		return false;
	home = block_of_position(s->c, at);
	return home == b ? at < pos : ck_dominates(s->c, home, b);
}

/* Is there no variable yet when the frame is linked? */
static bool
made_later(const struct ck *c, uint32_t block)
{
	const struct object *o = c->blocks[block].object == PTRMAP_NONE ? NULL : &c->objects[c->blocks[block].object];

	return o != NULL && (o->bytes >= OBJECT_ENDLESS || o->renewed);
}

static void
check_linked(const struct state *s, uint32_t pos, uint32_t b, const uint64_t *unset)
{
	struct ck *c = s->c;
	LLVMValueRef at = c->calls[c->ev[pos].a];

	for (uint32_t w = 0; w < s->nfields && !check_many(c); w++) {
		uint32_t block = w < LR_FRAME_HEADER_WORDS ? 0 : c->mapped_indirect ? w - LR_FRAME_HEADER_WORDS : (w - LR_FRAME_HEADER_WORDS) / FIELDS;
		uint32_t field = w < LR_FRAME_HEADER_WORDS ? 0 : c->mapped_indirect ? 1 : (w - LR_FRAME_HEADER_WORDS) % FIELDS;
		if (w >= LR_FRAME_HEADER_WORDS && field == 2) {
			if (unset[block / 64] >> block % 64 & 1)
				check_hole(c, at, "the mapped frame is linked here, but block %u may not say whether it is in use", block);
		} else if (!(field == 1 && made_later(c, block)) && !stored_before(s, w, pos, b)) {
			check_hole(c, at, "the mapped frame is linked here, but its word %u may not be stored", w);
		}
	}
}

/* Carries a state through a block; with `stops` says what is wrong and notes what the collector sees. */
static uint8_t
pass(struct state *s, uint32_t b, uint64_t *on, uint64_t *off, uint64_t *unset, bool stops, uint32_t *nstops)
{
	struct ck *c = s->c;
	uint8_t link = s->link[b];

	for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
		const struct event *e = &c->ev[i];
		switch (e->kind) {
		case EV_COUNT:
			if (e->a >= c->nblocks)
				break;
			set_bit(on, e->a, e->b);
			set_bit(off, e->a, !e->b);
			set_bit(unset, e->a, false);
			if (stops && e->b && made_later(c, e->a) && !stored_before(s, LR_FRAME_HEADER_WORDS + FIELDS * e->a + 1, i, b))
				check_hole(c, c->blocks[e->a].at != NULL ? c->blocks[e->a].at : c->mapped, "the block of this variable is in use before its address is stored");
			break;
		case EV_LINK:
			if (stops && e->b && (link & OUT))
				check_linked(s, i, b, unset);
			link = e->b ? IN : OUT;
			break;
		case EV_HEAD: /* of a pad: the frame of the function, which lies above this one, or what lies below that */
		case EV_POP: case EV_UNANCHOR:
			if ((e->b || e->kind != EV_HEAD) && abi_of(c->cx, c->fn) != LR_ABI_SHADOW_STACK)
				link &= (uint8_t)~STRAY;
			break;
		case EV_PAD: /* where statepoints come later, what puts the head back does so, too */
			link |= c->statepoints ? 0 : STRAY;
			break;
		case EV_RETURN:
			if (stops && (link & IN))
				check_hole(c, c->calls[e->a], "the mapped frame may still be linked at this return");
			break;
		case EV_SAFEPOINT:
			if (stops && (link & IN) && check_returns(c->calls[e->a]))
				check_hole(c, c->calls[e->a], "the mapped frame may still be linked at this call, which is the function's last");
			if (!stops)
				break;
			c->map_stops[*nstops] = (struct map_stop){ i, link };
			for (uint32_t k = 0; k < s->nb; k++) {
				c->on_surely[(size_t)*nstops * s->nb + k] = link == IN ? on[k] & ~off[k] & ~unset[k] : 0;
				c->on_perhaps[(size_t)*nstops * s->nb + k] = link & IN ? on[k] : 0;
			}
			++*nstops;
			break;
		default:
			break;
		}
	}
	return link;
}

static bool
join(struct state *s, uint32_t t, uint8_t link, const uint64_t *on, const uint64_t *off, const uint64_t *unset)
{
	bool news = (s->link[t] | link) != s->link[t];

	s->link[t] |= link;
	for (uint32_t k = 0; k < s->nb; k++) {
		uint64_t *row[] = { &s->on[(size_t)t * s->nb + k], &s->off[(size_t)t * s->nb + k], &s->unset[(size_t)t * s->nb + k] };
		const uint64_t more[] = { on[k], off[k], unset[k] };
		for (int i = 0; i < 3; i++) {
			news |= (*row[i] | more[i]) != *row[i];
			*row[i] |= more[i];
		}
	}
	return news;
}

static bool
make_state(struct state *s)
{
	struct ck *c = s->c;
	size_t rows = (size_t)c->nblk * s->nb;
	uint32_t nstops = 0;

	s->nfields = LR_FRAME_HEADER_WORDS + c->nblocks * (c->mapped_indirect ? 1 : FIELDS);
	s->link = arena_zarray(&c->ar, c->nblk, sizeof *s->link);
	s->on = arena_zarray(&c->ar, rows, sizeof *s->on);
	s->off = arena_zarray(&c->ar, rows, sizeof *s->off);
	s->unset = arena_zarray(&c->ar, rows, sizeof *s->unset);
	s->field = arena_array(&c->ar, s->nfields, sizeof *s->field);
	for (uint32_t w = 0; s->field != NULL && w < s->nfields; w++)
		s->field[w] = CK_NONE;
	for (uint32_t i = c->nev; i-- > 0 && s->field != NULL;) {
		nstops += c->ev[i].kind == EV_SAFEPOINT;
		if (c->ev[i].kind == EV_FIELD && c->ev[i].a < s->nfields)
			s->field[c->ev[i].a] = i;
	}
	c->map_stops = arena_array(&c->ar, (size_t)nstops + 1, sizeof *c->map_stops);
	c->on_surely = arena_zarray(&c->ar, (size_t)nstops * s->nb + 1, sizeof *c->on_surely);
	c->on_perhaps = arena_zarray(&c->ar, (size_t)nstops * s->nb + 1, sizeof *c->on_perhaps);
	c->always_on = arena_array(&c->ar, s->nb, sizeof *c->always_on);
	if (c->ar.failed)
		return false;
	s->link[0] = OUT;
	for (uint32_t i = 0; i < c->nblocks; i++)
		set_bit(c->mapped_indirect ? s->on : s->unset, i, true); /* addresses are there from the beginning */
	return true;
}

bool
check_map_state(struct ck *c)
{
	struct state s = { .c = c, .nb = (c->nblocks + 63) / 64 };
	uint64_t *on, *off, *unset;

	if (c->nblocks == 0)
		return true;
	on = arena_array(&c->ar, s.nb, sizeof *on);
	off = arena_array(&c->ar, s.nb, sizeof *off);
	unset = arena_array(&c->ar, s.nb, sizeof *unset);
	if (c->ar.failed || !make_state(&s))
		return false;
	for (bool again = true, last = false; again || !last;) {
		last = !again;
		again = false;
		for (uint32_t b = 0; b < c->nblk; b++) {
			copy_row(on, &s.on[(size_t)b * s.nb], s.nb);
			copy_row(off, &s.off[(size_t)b * s.nb], s.nb);
			copy_row(unset, &s.unset[(size_t)b * s.nb], s.nb);
			uint8_t link = pass(&s, b, on, off, unset, last, &c->nmap_stops);
			for (uint32_t e = c->succ_off[b]; !last && e < c->succ_off[b + 1]; e++)
				again |= join(&s, c->succ[e], link, on, off, unset);
		}
		if (last)
			break;
	}
	memset(c->always_on, 0xff, s.nb * sizeof *c->always_on);
	for (uint32_t i = 0; i < c->nmap_stops; i++)
		for (uint32_t k = 0; k < s.nb && !check_returns(c->calls[c->ev[c->map_stops[i].pos].a]); k++)
			c->always_on[k] &= c->on_surely[(size_t)i * s.nb + k];
	return true;
}

uint32_t
check_map_stop(const struct ck *c, uint32_t pos)
{
	uint32_t lo = 0, n = c->nmap_stops;

	while (lo < n) {
		uint32_t m = lo + (n - lo) / 2;
		if (c->map_stops[m].pos < pos)
			lo = m + 1;
		else
			n = m;
	}
	return lo;
}

/* Bits from..from + 63 of a row. */
static uint64_t
window(const uint64_t *bits, uint32_t nbits, uint32_t from)
{
	uint64_t x = from < nbits ? bits[from / 64] >> from % 64 : 0;

	if (from % 64 != 0 && from + 64 - from % 64 < nbits)
		x |= bits[from / 64 + 1] << (64 - from % 64);
	return x;
}

static bool
is_on(const struct ck *c, uint32_t stop, uint32_t block, bool surely)
{
	uint32_t nb = (c->nblocks + 63) / 64;
	const uint64_t *row = (surely ? c->on_surely : c->on_perhaps) + (size_t)stop * nb;

	return stop < c->nmap_stops && (row[block / 64] >> block % 64 & 1) != 0;
}

uint64_t
check_map_covers(const struct ck *c, uint32_t stop, uint32_t object, uint32_t from, bool surely)
{
	uint64_t all = 0;

	for (uint32_t i = c->objects[object].block; i != 0; i = c->blocks[i - 1].next)
		if (is_on(c, stop, i - 1, surely))
			all |= window(c->blocks[i - 1].in_run, c->blocks[i - 1].reach, from);
	return all;
}

uint64_t
check_map_runs(const struct ck *c, uint32_t object, uint32_t from)
{
	uint64_t all = 0;

	for (uint32_t i = c->objects[object].block; i != 0; i = c->blocks[i - 1].next)
		all |= window(c->blocks[i - 1].in_run, c->blocks[i - 1].reach, from);
	return all;
}

bool
check_map_all_on(const struct ck *c, uint32_t stop, uint32_t object)
{
	bool on = c->objects[object].block != 0;

	for (uint32_t i = c->objects[object].block; i != 0; i = c->blocks[i - 1].next)
		on &= is_on(c, stop, i - 1, true);
	return on;
}

bool
check_map_any_on(const struct ck *c, uint32_t stop, uint32_t object)
{
	bool on = false;

	for (uint32_t i = c->objects[object].block; i != 0; i = c->blocks[i - 1].next)
		on |= is_on(c, stop, i - 1, false);
	return on;
}

bool
check_map_always_on(const struct ck *c, uint32_t object)
{
	bool on = c->objects[object].block != 0;

	for (uint32_t i = c->objects[object].block; i != 0; i = c->blocks[i - 1].next)
		on &= (c->always_on[(i - 1) / 64] >> (i - 1) % 64 & 1) != 0;
	return on;
}
