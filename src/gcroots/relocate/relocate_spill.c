/* SPDX-License-Identifier: MIT */
/* relocate_spill.c -- values that are live at many safepoints and read at few places go to memory, which the collector
** updates.
**
** Otherwise each such value is relocated behind each safepoint, and has a phi wherever relocated values meet.  The
** number of these instructions is that of safepoints times that of values that are live at them: in a large function
** the square of its size, and LLVM takes as long again.  A word of a stack variable is stored once, read where the
** value is used, and updated in place.  All words are one variable, whose cost at a safepoint does not depend on their
** number.
**
** A value is spilled if it is live at SPILL_LIVE safepoints or more, and at RATIO times as many as it has uses.  A use
** in a loop without safepoints counts QUIET times, for a relocated value would stay in a register there.  So the number
** of relocations that are left is linear in the size of the function.  Derived pointers cannot be in memory: an object
** stays if such a pointer outlives the block in which it is computed.  Casts are repeated on the value that was read.
**
** Values share a word if their lives do not overlap; lives are counted in safepoints, in the order of the blocks.
** This is done before the function is planned for good, and the journal records it. */
#include "gcroots/relocate/relocate.h"

enum { RATIO = 4, QUIET = 8, MAX_STEPS = 256 };

/* A life, by ids of safepoints; the place before safepoint s is s. */
struct life { uint32_t since, until, from, crossed; };

struct spilled { LLVMValueRef value, cast_of; uint32_t word, stamp; LLVMValueRef now; };
struct phi_use { block_id block; uint32_t spilled; LLVMValueRef phi; unsigned operand; };

struct work {
	struct relocate *r;
	struct arena *ar;
	struct life *life;       /* by value */
	bool *calls;             /* by loop header: the loop has safepoints; NULL: there are no loops */
	struct spilled *v;
	uint32_t n, cap;
	struct phi_use *phi, *sorted;
	uint32_t nphi, phi_cap;
	uint32_t *phi_at;        /* CSR of sorted, by block */
	uint32_t stamp;          /* a new one behind each safepoint, and in each block */
};

/* -- which values */

static void
lives_until(struct work *w, base_id v, uint32_t safe)
{
	v = canon_of(&w->r->f, v);
	if (v >= 0 && w->life[v].until < safe)
		w->life[v].until = safe;
}

/* Counts the safepoints at which each value is live, by the differences of neighbouring sets, and finds the last
** one. */
static bool
measure_lives(struct work *w)
{
	const struct fn *f = &w->r->f;
	struct pset_list gone = { 0 }, come = { 0 };
	uint32_t next = 0;

	for (value_id v = 0; v < f->nval; v++)
		w->life[v].since = f->val[v].since;
	for (safepoint_id s = 0; s <= f->nsafe; s++) {
		gone.n = come.n = 0;
		if (!live_diff(f, s ? f->live.at[s - 1] : 0, s < f->nsafe ? f->live.at[s] : 0, w->ar, &gone, &come))
			return false;
		for (uint32_t i = 0; i < gone.n; i++) {
			w->life[gone.v[i]].crossed += s - w->life[gone.v[i]].from;
			lives_until(w, (base_id)gone.v[i], s);
		}
		for (uint32_t i = 0; i < come.n; i++)
			w->life[come.v[i]].from = s;
	}
	for (block_id b = 0; b <= f->g.nblk; b++) {
		gone.n = come.n = 0;
		if (!live_diff(f, b ? f->live.out[b - 1] : 0, b < f->g.nblk ? f->live.out[b] : 0, w->ar, &gone, &come))
			return false;
		for (uint32_t i = 0; i < gone.n; i++)
			lives_until(w, (base_id)gone.v[i], f->safe_at[b]);
	}
	for (uint32_t i = 0; i < f->nevent; i++)
		if (EVENT_KIND(f->event[i]) == EVENT_SAFEPOINT)
			next = EVENT_ID(f->event[i]) + 1;
		else if (EVENT_KIND(f->event[i]) == EVENT_USE)
			lives_until(w, (base_id)EVENT_ID(f->event[i]), next);
	for (uint32_t i = 0; i < f->nend; i++)
		lives_until(w, f->end[i].value, f->safe_at[f->end[i].block + 1]);
	return true;
}

static bool
find_quiet_loops(struct work *w)
{
	const struct fn *f = &w->r->f;

	if (!f->g.any_loop)
		return true;
	if (!(w->calls = arena_zarray(w->ar, f->g.nblk, sizeof *w->calls)))
		return false;
	for (block_id b = 0; b < f->g.nblk; b++)
		for (block_id h = f->safe_at[b] < f->safe_at[b + 1] ? f->g.loop[b] : NONE;
			h != NONE && !w->calls[h]; h = f->g.loop_parent[h])
			w->calls[h] = true;
	return true;
}

/* Returns the cost of a use. */
static uint32_t
cost(const struct work *w, LLVMValueRef user)
{
	const struct relocate *r = w->r;

	if (!w->calls)
		return 1;
	uint32_t b = r->ir.number[ptrmap_get(&r->s->code.place, LLVMGetInstructionParent(user))],
		h = b == NONE ? NONE : r->f.g.loop[b];
	return h != NONE && !w->calls[h] ? QUIET : 1;
}

/* Does some part of `v` have the base `of`? */
static bool
stands_for(const struct relocate *r, LLVMValueRef v, base_id of)
{
	for (uint32_t i = 0; i < scan_count_of(r->s, v); i++)
		if (canon_of(&r->f, scan_base_of(r->s, &r->ir, v, i)) == of)
			return true;
	return false;
}

static bool
is_cast(LLVMValueRef user)
{
	return LLVMIsAAddrSpaceCastInst(user) && LLVMGetPointerAddressSpace(LLVMTypeOf(user)) != LR_AS_LOADED;
}

/* Are all values that are computed from the object at `v` used only in the block in which they are computed?  No as
** well if there are too many uses. */
static bool
stays_in_block(const struct relocate *r, LLVMValueRef v, base_id of, unsigned *steps)
{
	LLVMValueRef todo[MAX_STEPS];
	unsigned n = 0;

	for (todo[n++] = v; n > 0;) {
		v = todo[--n];
		for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			if (++*steps > MAX_STEPS || n == MAX_STEPS || LLVMIsAPHINode(user)
				|| LLVMGetInstructionParent(user) != LLVMGetInstructionParent(v))
				return false;
			if (stands_for(r, user, of))
				todo[n++] = user;
		}
	}
	return true;
}

/* Returns the cost of the uses of `v` and of its casts.  More than `most`: the value cannot be in memory, or that
** does not pay. */
static uint32_t
cost_of_uses(const struct work *w, LLVMValueRef v, base_id of, uint32_t most)
{
	const struct relocate *r = w->r;
	uint32_t n = 0;
	unsigned steps = 0;

	for (LLVMUseRef u = LLVMGetFirstUse(v); u && n <= most; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		bool cast = is_cast(user);
		for (LLVMUseRef c = cast ? LLVMGetFirstUse(user) : u; c && n <= most;
			c = cast ? LLVMGetNextUse(c) : NULL) {
			if (stands_for(r, LLVMGetUser(c), of) && !stays_in_block(r, LLVMGetUser(c), of, &steps))
				return most + 1;
			n += cost(w, LLVMGetUser(c));
		}
	}
	return n;
}

static bool
worth_it(const struct work *w, value_id id)
{
	const struct relocate *r = w->r;
	const struct life *l = &w->life[id];
	LLVMValueRef v = r->ir.defining[id];

	if (l->crossed < SPILL_LIVE || r->f.val[id].kind != VALUE_SELF || r->f.refined.canon[id] != (base_id)id)
		return false;
	if (LLVMIsAInstruction(v) && LLVMIsATerminatorInst(v))
		return false;
	return cost_of_uses(w, v, (base_id)id, l->crossed / RATIO) <= l->crossed / RATIO;
}

static void
add(struct work *w, LLVMValueRef value, LLVMValueRef cast_of, uint32_t word)
{
	if (!ARENA_PUSH(w->ar, w->v, w->n, w->cap))
		return;
	w->v[w->n] = (struct spilled){ .value = value, .cast_of = cast_of, .word = word };
	if (!ptrmap_set(&w->r->values, value, w->n++))
		w->ar->failed = true;
}

/* Chooses the values, and a word for each.  Values come in the order of their definitions; a word is free again
** behind the end of the last life in it. */
static bool
choose(struct work *w, uint32_t *words)
{
	struct relocate *r = w->r;
	uint32_t nsafe = r->f.nsafe, reached = 0, nfree = 0;
	/* lists of words, by the end of the last life in each */
	uint32_t *ends = arena_array(w->ar, (size_t)nsafe + 2, sizeof *ends),
		 *next = arena_array(w->ar, (size_t)r->f.nval + 1, sizeof *next);
	uint32_t *free = arena_array(w->ar, (size_t)r->f.nval + 1, sizeof *free);

	if (!ends || !next || !free)
		return false;
	for (safepoint_id s = 0; s < nsafe + 2; s++)
		ends[s] = NONE;
	for (value_id id = 0; id < r->f.nval; id++) {
		if (!worth_it(w, id))
			continue;
		for (; reached < w->life[id].since; reached++)
			for (uint32_t word = ends[reached]; word != NONE; word = next[word])
				free[nfree++] = word;
		uint32_t word = nfree ? free[--nfree] : (*words)++, until = w->life[id].until;
		until = until < reached ? reached : until;
		next[word] = ends[until];
		ends[until] = word;
		LLVMValueRef v = r->ir.defining[id];
		add(w, v, NULL, word);
		for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
			if (is_cast(LLVMGetUser(u)))
				add(w, LLVMGetUser(u), v, word);
	}
	return !w->ar->failed;
}

/* -- the rewriting */

static LLVMValueRef
made(struct relocate *r, LLVMValueRef v)
{
	journal_built(&r->journal, v); /* its callers have called journal_room */
	return v;
}

static LLVMValueRef
address(struct relocate *r, uint32_t word)
{
	LLVMValueRef index = edit_i32(r->e, word);

	return word ? made(r, LLVMBuildInBoundsGEP2(r->e->builder, r->e->tracked, r->spilled, &index, 1, ""))
		: r->spilled;
}

/* Returns spilled value k as it is before `at`. */
static LLVMValueRef
current(struct work *w, uint32_t k, LLVMValueRef at)
{
	struct spilled *v = &w->v[k];
	struct relocate *r = w->r;

	if (v->stamp == w->stamp)
		return v->now;
	edit_before(r->e, at);
	v->stamp = w->stamp;
	v->now = made(r, LLVMBuildLoad2(r->e->builder, r->e->tracked, address(r, v->word), ""));
	LLVMSetAlignment(v->now, r->e->word_bytes);
	if (v->cast_of)
		v->now = made(r, LLVMBuildAddrSpaceCast(r->e->builder, v->now, LLVMTypeOf(v->value), ""));
	return v->now;
}

static bool
set(struct work *w, LLVMValueRef user, unsigned operand, uint32_t k, LLVMValueRef at)
{
	if (!journal_room(&w->r->journal, 4))
		return false;
	LLVMValueRef now = current(w, k, at);
	if (now != w->v[k].value)
		journal_set_operand(&w->r->journal, user, operand, now);
	return true;
}

/* Lists the uses by phis; each is read at the end of the block that it comes from. */
static bool
phi_uses(struct work *w)
{
	struct relocate *r = w->r;
	uint32_t nblk = r->f.g.nblk;

	for (block_id b = 0; b < nblk; b++)
		for (LLVMValueRef phi = LLVMGetFirstInstruction(r->ir.block[b]); phi && LLVMIsAPHINode(phi);
			phi = LLVMGetNextInstruction(phi))
			for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
				uint32_t k = ptrmap_get(&r->values, LLVMGetIncomingValue(phi, i));
				uint32_t from = k == PTRMAP_NONE
					? NONE
					: r->ir.number[ptrmap_get(&r->s->code.place, LLVMGetIncomingBlock(phi, i))];
				if (from == NONE)
					continue;
				if (!ARENA_PUSH(w->ar, w->phi, w->nphi, w->phi_cap))
					return false;
				w->phi[w->nphi++] = (struct phi_use){ from, k, phi, i };
			}
	w->phi_at = arena_zarray(w->ar, (size_t)nblk + 2, sizeof *w->phi_at);
	w->sorted = arena_array(w->ar, (size_t)w->nphi + 1, sizeof *w->sorted);
	if (!w->phi_at || !w->sorted)
		return false;
	uint32_t *at = w->phi_at + 1;
	for (uint32_t i = 0; i < w->nphi; i++)
		at[w->phi[i].block + 1]++;
	for (block_id b = 0; b < nblk; b++)
		at[b + 1] += at[b];
	for (uint32_t i = 0; i < w->nphi; i++)
		w->sorted[at[w->phi[i].block]++] = w->phi[i];
	return true;
}

/* From its definition to the next safepoint, the value is the one that was computed. */
static void
defined(struct work *w, LLVMValueRef v)
{
	uint32_t k = ptrmap_get(&w->r->values, v);

	if (k == PTRMAP_NONE)
		return;
	w->v[k].stamp = w->stamp;
	w->v[k].now = v;
}

static bool
rewrite_block(struct work *w, block_id b)
{
	struct relocate *r = w->r;
	uint32_t safe = r->f.safe_at[b];

	w->stamp++;
	for (LLVMValueRef a = b == 0 ? LLVMGetFirstParam(r->ir.fn) : NULL; a; a = LLVMGetNextParam(a))
		defined(w, a);
	for (LLVMValueRef inst = LLVMGetFirstInstruction(r->ir.block[b]), next; inst; inst = next) {
		next = LLVMGetNextInstruction(inst);
		int n = LLVMIsAPHINode(inst) ? 0 : LLVMGetNumOperands(inst);
		for (int i = 0; i < n; i++) {
			uint32_t k = ptrmap_get(&r->values, LLVMGetOperand(inst, (unsigned)i));
			if (k != PTRMAP_NONE && !set(w, inst, (unsigned)i, k, inst))
				return false;
		}
		for (uint32_t i = w->phi_at[b]; !next && i < w->phi_at[b + 1]; i++)
			if (!set(w, w->sorted[i].phi, w->sorted[i].operand, w->sorted[i].spilled, inst))
				return false;
		if (safe < r->f.safe_at[b + 1] && r->ir.safe[safe] == inst)
			safe++, w->stamp++;
		defined(w, inst);
	}
	return true;
}

/* Stores each value right behind its definition. */
static bool
store_all(struct work *w)
{
	struct relocate *r = w->r;
	LLVMValueRef top = LLVMGetFirstInstruction(r->ir.block[0]); /* behind the stack variables, this one included */

	while (LLVMIsAAllocaInst(top) || top == r->spilled)
		top = LLVMGetNextInstruction(top);
	for (uint32_t k = 0; k < w->n; k++) {
		LLVMValueRef v = w->v[k].value;
		if (w->v[k].cast_of)
			continue;
		if (!journal_room(&r->journal, 2))
			return false;
		if (!LLVMIsAInstruction(v))
			edit_before(r->e, top);
		else if (LLVMIsAPHINode(v))
			relocate_at_start(r, LLVMGetInstructionParent(v), LLVMInstructionGetDebugLoc(v));
		else
			edit_after(r->e, v);
		LLVMSetAlignment(made(r, LLVMBuildStore(r->e->builder, v, address(r, w->v[k].word))),
			r->e->word_bytes);
	}
	return true;
}

static bool
rewrite(struct work *w, uint32_t words)
{
	struct relocate *r = w->r;

	if (!phi_uses(w) || !journal_room(&r->journal, 2))
		return false;
	r->spilled = edit_entry_alloca(r->e, r->ir.fn, r->e->tracked, edit_i32(r->e, words), r->e->word_bytes,
		"gcspilled");
	journal_built_alloca(&r->journal, r->spilled);
	for (block_id b = 0; b < r->f.g.nblk; b++)
		if (!rewrite_block(w, b))
			return false;
	return store_all(w);
}

bool
relocate_spill(struct relocate *r, bool *changed)
{
	struct work w = { .r = r, .ar = r->ar };
	uint32_t words = 0;

	*changed = false;
	/* a call that returns twice may lead to a read of a word that has another value by then */
	if (r->f.nsafe < SPILL_LIVE || !r->f.live.at || r->f.any_returns_twice)
		return true;
	w.life = arena_zarray(w.ar, (size_t)r->f.nval + 1, sizeof *w.life);
	ptrmap_clear(&r->values);
	if (!w.life || !measure_lives(&w) || !find_quiet_loops(&w) || !choose(&w, &words))
		return false;
	*changed = w.n > 0;
	return !*changed || rewrite(&w, words);
}
