/* SPDX-License-Identifier: MIT */
/* check_map_state.c -- the mapped frame: from where to where the collector sees which block.
**
** A forward data flow with union as join: may the frame be in the chain, or out of it; may each block be in use, or
** not?  Before its variable is made a block is neither, so behind a join it surely is in use if it is so on all ways on
** which there is a variable.  Proved here: all words are stored before the frame is linked (addresses of variables that
** are made later: before the block is in use), and counts on all ways; the frame is out of the chain at each return.
** That the function's own frame above it is out as well when it leaves, check_frame_state.c and check_anchor.c prove.
**
** The other files ask which words the collector sees at a safepoint: surely, that is on all ways, or perhaps, on
** some. */
#include "check/model/check_phases.h"

enum { OUT = 1, IN = 2, STRAY = 4 };

/* ---- events ---- */

/* Was the head loaded behind the store that links the frame?  Then the loaded head is the frame. */
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

/* Emits the events of a store.  *mine: it stores into the mapped frame, and has no other meaning. */
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
		if (w >= LR_FRAME_HEADER_WORDS && !c->mapped_indirect
			&& (w - LR_FRAME_HEADER_WORDS) % LR_FRAME_BLOCK_WORDS == 2)
			return check_emit(c, EV_COUNT, (w - LR_FRAME_HEADER_WORDS) / LR_FRAME_BLOCK_WORDS,
				!check_number(v, &n) || n != 0);
		if (w == LR_FRAME_PREV_WORD && head_becomes(c, v) != BECOMES_FOUND)
			check_hole(c, store,
				"the mapped frame links to something else than the head that the function found");
		return LLVMIsNull(v) || check_emit(c, EV_FIELD, w, 0);
	}
	if (!check_is_chain(c, p))
		return true;
	enum becomes to = head_becomes(c, v);
	if (to == BECOMES_OTHER)
		return true;
	uint32_t at = check_add_call(c, store);
	/* the function's own frame, which lies above it, leaves the chain along with it */
	return check_emit(c, EV_LINK, at, to == BECOMES_MAPPED)
		&& (c->abi == LR_ABI_SHADOW_STACK || check_emit(c, EV_HEAD, at, 0));
}

/* ---- from where to where ---- */

struct state {
	struct ck *c;
	uint32_t nb;                   /* words in a row of bits for blocks */
	uint8_t *link;                 /* at block entry */
	uint64_t *in;                  /* at block entry: four rows (struct rows) */
	uint32_t *field, nfields;      /* position of the store of each word; NONE: none */
};

/* A bit for each block of the frame: may it be in use, or not; may its count not be stored; may its variable be
** made? */
struct rows { uint64_t *on, *off, *unset, *made; };

static struct rows
rows_at(const struct state *s, uint64_t *at)
{
	return (struct rows){ at, at + s->nb, at + 2 * (size_t)s->nb, at + 3 * (size_t)s->nb };
}

static uint64_t *
entry_of(const struct state *s, uint32_t b)
{
	return s->in + (size_t)b * 4 * s->nb;
}

static void
set_bit(uint64_t *row, uint32_t i, bool on)
{
	row[i / 64] = (row[i / 64] & ~((uint64_t)1 << i % 64)) | (uint64_t)on << i % 64;
}

/* Is word w stored on all ways to a position of block b? */
static bool
stored_before(const struct state *s, uint32_t w, uint32_t pos, uint32_t b)
{
	uint32_t at = w < s->nfields ? s->field[w] : NONE, home;

	if (at == NONE)
		return false;
	home = check_block_at(s->c, at);
	return home == b ? at < pos : ck_dominates(s->c, home, b);
}

/* Is the variable made after the frame is linked? */
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
		uint32_t block = w < LR_FRAME_HEADER_WORDS ? 0
			: c->mapped_indirect ? w - LR_FRAME_HEADER_WORDS
			: (w - LR_FRAME_HEADER_WORDS) / LR_FRAME_BLOCK_WORDS;
		uint32_t field = w < LR_FRAME_HEADER_WORDS ? 0
			: c->mapped_indirect ? 1
			: (w - LR_FRAME_HEADER_WORDS) % LR_FRAME_BLOCK_WORDS;
		if (w >= LR_FRAME_HEADER_WORDS && field == 2) {
			if (unset[block / 64] >> block % 64 & 1)
				check_hole(c, at,
					"the mapped frame is linked here, but on some path block %u does not say "
					"whether it is in use", block);
		} else if (!(field == 1 && made_later(c, block)) && !stored_before(s, w, pos, b)) {
			check_hole(c, at,
				"the mapped frame is linked here, but on some path its word %u is not stored", w);
		}
	}
}

/* An access that makes a variable, after the frame is linked. */
static void
make(const struct ck *c, const struct event *e, const struct rows *r)
{
	const struct access *a = &c->accesses[e->a];

	if (a->forgets && LLVMIsAAllocaInst(a->inst))
		for (uint32_t i = c->objects[c->places[e->b].object].block; i != 0; i = c->blocks[i - 1].next) {
			set_bit(r->made, i - 1, true);
			set_bit(r->off, i - 1, true);
		}
}

static void
count(const struct ck *c, const struct event *e, const struct rows *r)
{
	bool neither = !e->b && made_later(c, e->a) && (r->made[e->a / 64] >> e->a % 64 & 1) == 0;

	set_bit(r->on, e->a, e->b);
	set_bit(r->off, e->a, !e->b && !neither);
	set_bit(r->unset, e->a, false);
}

/* Carries a state through a block.  With `stops` it also reports errors, and notes what the collector sees at each
** safepoint. */
static uint8_t
pass(struct state *s, uint32_t b, const struct rows *r, bool stops, uint32_t *nstops)
{
	struct ck *c = s->c;
	uint8_t link = s->link[b];

	for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
		const struct event *e = &c->ev[i];
		switch (e->kind) {
		case EV_COUNT:
			if (e->a >= c->nblocks)
				break;
			count(c, e, r);
			if (stops && e->b && made_later(c, e->a)
				&& !stored_before(s, LR_FRAME_HEADER_WORDS + LR_FRAME_BLOCK_WORDS * e->a + 1, i, b))
				check_hole(c, c->blocks[e->a].at != NULL ? c->blocks[e->a].at : c->mapped,
					"the block of this variable is in use before its address is stored");
			break;
		case EV_ACCESS:
			make(c, e, r);
			break;
		case EV_LINK:
			if (stops && e->b && (link & OUT))
				check_linked(s, i, b, r->unset);
			link = e->b ? IN : OUT;
			break;
		case EV_HEAD: /* behind a landing pad the head becomes the function's frame, which lies above this one,
		               * or what lies below that */
		case EV_POP: case EV_UNANCHOR:
			if ((e->b || e->kind != EV_HEAD) && c->abi != LR_ABI_SHADOW_STACK)
				link &= (uint8_t)~STRAY;
			break;
		case EV_PAD: /* with statepoints, the head is put back by code that is added later */
			link |= c->statepoints ? 0 : STRAY;
			break;
		case EV_RETURN:
			if (stops && (link & IN))
				check_hole(c, c->calls[e->a], "the mapped frame may still be linked at this return");
			break;
		case EV_SAFEPOINT:
			if (stops && (link & IN) && check_is_musttail(c->calls[e->a]))
				check_hole(c, c->calls[e->a],
					"the mapped frame may still be linked at this call, which is the function's "
					"last");
			if (!stops)
				break;
			c->map_safepoints[*nstops] = (struct map_safepoint){ i };
			for (uint32_t k = 0; k < s->nb; k++) {
				c->on_surely[(size_t)*nstops * s->nb + k] = link == IN
					? r->on[k] & ~r->off[k] & ~r->unset[k] : 0;
				c->on_perhaps[(size_t)*nstops * s->nb + k] = link & IN ? r->on[k] : 0;
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
join(struct state *s, uint32_t t, uint8_t link, const uint64_t *from)
{
	bool news = (s->link[t] | link) != s->link[t];
	uint64_t *into = entry_of(s, t);

	s->link[t] |= link;
	for (size_t k = 0; k < 4 * (size_t)s->nb; k++) {
		news |= (into[k] | from[k]) != into[k];
		into[k] |= from[k];
	}
	return news;
}

static bool
make_state(struct state *s)
{
	struct ck *c = s->c;
	uint32_t nstops = 0;

	s->nfields = LR_FRAME_HEADER_WORDS + c->nblocks * (c->mapped_indirect ? 1 : LR_FRAME_BLOCK_WORDS);
	s->link = arena_zarray(&c->ar, c->nblk, sizeof *s->link);
	s->field = arena_array(&c->ar, s->nfields, sizeof *s->field);
	for (uint32_t w = 0; s->field != NULL && w < s->nfields; w++)
		s->field[w] = NONE;
	for (uint32_t i = c->nev; i-- > 0 && s->field != NULL;) {
		nstops += c->ev[i].kind == EV_SAFEPOINT;
		if (c->ev[i].kind == EV_FIELD && c->ev[i].a < s->nfields)
			s->field[c->ev[i].a] = i;
	}
	c->map_safepoints = arena_array(&c->ar, (size_t)nstops + 1, sizeof *c->map_safepoints);
	c->on_surely = arena_zarray(&c->ar, (size_t)nstops * s->nb + 1, sizeof *c->on_surely);
	c->on_perhaps = arena_zarray(&c->ar, (size_t)nstops * s->nb + 1, sizeof *c->on_perhaps);
	c->always_on = arena_array(&c->ar, s->nb, sizeof *c->always_on);
	s->in = arena_zarray(&c->ar, (size_t)c->nblk * s->nb, 4 * sizeof *s->in);
	if (c->ar.failed)
		return false;
	s->link[0] = OUT;
	struct rows entry = rows_at(s, s->in);
	for (uint32_t i = 0; i < c->nblocks; i++) /* an indirect frame has no counts: all of it is in use */
		set_bit(c->mapped_indirect ? entry.on : entry.unset, i, true);
	return true;
}

bool
check_map_state(struct ck *c)
{
	struct state s = { .c = c, .nb = (c->nblocks + 63) / 64 };
	uint64_t *at;

	if (c->nblocks == 0)
		return true;
	at = arena_array(&c->ar, s.nb, 4 * sizeof *at);
	if (at == NULL || !make_state(&s))
		return false;
	struct rows rows = rows_at(&s, at);
	for (bool again = true, last = false; again || !last;) {
		last = !again;
		again = false;
		for (uint32_t b = 0; b < c->nblk; b++) {
			memcpy(at, entry_of(&s, b), 4 * (size_t)s.nb * sizeof *at);
			uint8_t link = pass(&s, b, &rows, last, &c->nmap_safepoints);
			for (uint32_t e = c->succ_off[b]; !last && e < c->succ_off[b + 1]; e++)
				again |= join(&s, c->succ[e], link, at);
		}
		if (last)
			break;
	}
	memset(c->always_on, 0xff, s.nb * sizeof *c->always_on);
	for (uint32_t i = 0; i < c->nmap_safepoints; i++)
		for (uint32_t k = 0; k < s.nb && !check_is_musttail(c->calls[c->ev[c->map_safepoints[i].pos].a]); k++)
			c->always_on[k] &= c->on_surely[(size_t)i * s.nb + k];
	return true;
}

uint32_t
check_map_stop(const struct ck *c, uint32_t pos)
{
	return ck_before(c->map_safepoints, c->nmap_safepoints, sizeof *c->map_safepoints, pos);
}

static bool
is_on(const struct ck *c, uint32_t stop, uint32_t block, bool surely)
{
	uint32_t nb = (c->nblocks + 63) / 64;
	const uint64_t *row = (surely ? c->on_surely : c->on_perhaps) + (size_t)stop * nb;

	return stop < c->nmap_safepoints && (row[block / 64] >> block % 64 & 1) != 0;
}

uint64_t
check_map_covers(const struct ck *c, uint32_t stop, uint32_t object, uint32_t from, bool surely)
{
	uint64_t all = 0;

	for (uint32_t i = c->objects[object].block; i != 0; i = c->blocks[i - 1].next)
		if (is_on(c, stop, i - 1, surely))
			all |= check_map_window(&c->blocks[i - 1], from);
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
