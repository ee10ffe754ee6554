/* SPDX-License-Identifier: MIT */
/* moving_layout.c -- finds the word of each live value at each safepoint, decides which objects are pinned, and orders
** the words.  Needs colour_stack and relocate_variables.  Changes words in fn and its stores; no IR.
**
** Pinned as long as they are live: owners of pointers that were loaded out of them (address space 13), and the
** values of preserve regions.  Pinned during one call: operands that the callee may not read again from the place in
** which they are updated. */
#include "base/sorted.h"
#include "gcroots/model/mapped_frame.h"
#include "gcroots/moving/moving.h"

/* -- the word of a value at a safepoint */

/* Returns by block the last safepoint in it, or else in the nearest block above it in the dominator tree that has
** one.  Ids of blocks ascend down the tree. */
static safepoint_id *
last_safepoints(const struct fn *f, struct arena *ar)
{
	safepoint_id *last = arena_array(ar, (size_t)f->g.nblk + 1, sizeof *last);

	for (block_id b = 0; last && b < f->g.nblk; b++)
		last[b] = f->safe_at[b + 1] > f->safe_at[b] ? f->safe_at[b + 1] - 1
			: b ? last[f->g.idom[b]]
			: NONE;
	return last;
}

/* Returns the safepoint above `s` in the dominator tree. */
static safepoint_id
above(const struct fn *f, const safepoint_id *last, safepoint_id s)
{
	block_id b = f->safe[s].block;

	return s > f->safe_at[b] ? s - 1 : b ? last[f->g.idom[b]] : NONE;
}

static uint32_t
find(const struct moving *m, safepoint_id s, value_id value)
{
	return sorted_lower_bound(m->slot_value, m->slot_at[s], m->slot_at[s + 1], value);
}

/* Finds the words: a demand gives the word of a value, and below it in the dominator tree the value stays there as
** long as it is live. */
static bool
find_words(struct moving *m)
{
	struct fn *f = &m->r.f;
	struct arena *ar = m->r.ar;
	struct pset_list live = { 0 }, none = { 0 };
	uint32_t *first = arena_zarray(ar, (size_t)f->nsafe + 2, sizeof *first),
		 *order = arena_array(ar, (size_t)f->coloured.ndemand + 1, sizeof *order);

	const safepoint_id *last = last_safepoints(f, ar);

	m->slot_at = arena_array(ar, (size_t)f->nsafe + 1, sizeof *m->slot_at);
	if (!first || !order || !last || !m->slot_at)
		return false;
	uint32_t *at = first + 1;
	for (uint32_t d = 0; d < f->coloured.ndemand; d++)
		at[f->coloured.demand[d].safe + 1]++;
	for (safepoint_id s = 0; s < f->nsafe; s++)
		at[s + 1] += at[s];
	for (uint32_t d = 0; d < f->coloured.ndemand; d++)
		order[at[f->coloured.demand[d].safe]++] = d;
	for (safepoint_id s = 0; s < f->nsafe; s++) {
		m->slot_at[s] = live.n;
		if (!live_diff(f, f->live.at[s], 0, ar, &live, &none))
			return false;
	}
	m->slot_at[f->nsafe] = live.n;
	m->slot_value = live.v;
	m->slot_word = arena_array(ar, (size_t)live.n + 1, sizeof *m->slot_word);
	if (!m->slot_word)
		return false;
	for (safepoint_id s = 0; s < f->nsafe; s++) {
		const safepoint_id up = above(f, last, s);
		uint32_t k = up == NONE ? 0 : m->slot_at[up];
		for (uint32_t i = m->slot_at[s]; i < m->slot_at[s + 1]; i++) {
			while (up != NONE && k < m->slot_at[up + 1] && m->slot_value[k] < m->slot_value[i])
				k++;
			bool same = up != NONE && k < m->slot_at[up + 1]
				&& m->slot_value[k] == m->slot_value[i];
			m->slot_word[i] = same ? m->slot_word[k] : NONE;
		}
		for (uint32_t d = first[s]; d < first[s + 1]; d++) {
			uint32_t i = find(m, s, f->coloured.demand[order[d]].value);
			if (i < m->slot_at[s + 1] && m->slot_value[i] == f->coloured.demand[order[d]].value)
				m->slot_word[i] = f->coloured.demand[order[d]].slot;
		}
	}
	return true;
}

/* -- pins */

enum pin_kind { PIN_NONE, PIN_OBJECT, PIN_TRANSITIVE };
struct pinning_at {
	struct moving *m;
	uint8_t *kind;           /* by value, at the current safepoint */
	uint32_t *list, n, cap;  /* values with a pin */
};

static void
pin(struct pinning_at *p, base_id n, enum pin_kind kind)
{
	n = canon_of(&p->m->r.f, n);
	if (n < 0 || kind <= p->kind[n])
		return;
	if (p->kind[n] == PIN_NONE) {
		if (!ARENA_PUSH(p->m->r.ar, p->list, p->n, p->cap))
			return;
		p->list[p->n++] = (uint32_t)n;
	}
	p->kind[n] = (uint8_t)kind;
}

static void
pin_value(struct pinning_at *p, LLVMValueRef v, enum pin_kind tracked, enum pin_kind derived)
{
	const struct moving *m = p->m;
	const struct type_info *t = session_type(m->r.s, LLVMTypeOf(v));

	for (uint32_t i = 0; t && i < t->count; i++) {
		unsigned as = t->elem_as ? t->elem_as[i] : LR_AS_TRACKED;
		/* the callee roots such an argument, and updates its root */
		if (as != LR_AS_CALLEE_ROOTED || !ir_is_whole_object(&m->r.ir, v))
			pin(p, scan_base_of(m->r.s, &m->r.ir, v, i), as == LR_AS_TRACKED ? tracked : derived);
	}
}

/* Pins the operands of a call.  The argument array of a jlcall is no part of the frame, so its objects stay in
** place.  A callee that does not tolerate relocation may have copies of any operand. */
static void
pin_operands(struct pinning_at *p, LLVMValueRef call)
{
	enum intrinsic id = intrinsic_of_call(call);
	bool jlcall = id == INTR_CALL || id == INTR_CALL2 || id == INTR_CALL3;
	LLVMValueRef callee = jlcall ? LLVMGetOperand(call, 0) : LLVMGetCalledValue(call);
	bool fit = (id != INTR_NONE && !jlcall) || session_tolerates_relocation(p->m->r.s, callee);
	enum pin_kind least = fit ? PIN_OBJECT : PIN_TRANSITIVE;
	unsigned n = (unsigned)LLVMGetNumOperands(call) - 1;

	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef v = LLVMGetOperand(call, i);
		bool argument = i < LLVMGetNumArgOperands(call);
		if (LLVMValueIsBasicBlock(v))
			continue;
		pin_value(p, v, argument && fit && id == INTR_NONE ? PIN_NONE : least, least);
	}
}

static bool
find_pins(struct moving *m)
{
	struct fn *f = &m->r.f;
	struct arena *ar = m->r.ar;
	struct pinning_at p = { .m = m, .kind = arena_zarray(ar, (size_t)f->nval + 1, 1) };
	/* by value: the index of its own pin + 1 */
	uint32_t *own = arena_zarray(ar, (size_t)f->nval + 1, sizeof *own), nown = 0;

	m->pin_at = arena_array(ar, (size_t)f->nsafe + 1, sizeof *m->pin_at);
	if (!p.kind || !own || !m->pin_at)
		return false;
	/* a pin that must outlast a call which returns once more is kept until the function returns */
	for (value_id v = 0; v < f->nval && f->any_returns_twice; v++)
		if (m->r.pinned[v])
			own[v] = ++nown;
	m->pinned.pins = nown;
	for (safepoint_id s = 0; s < f->nsafe; s++) {
		uint32_t count[3] = { 0, nown, 0 };
		m->pin_at[s] = m->npin;
		for (uint32_t i = m->slot_at[s]; i < m->slot_at[s + 1]; i++)
			if (m->r.pinned[m->slot_value[i]])
				pin(&p, (base_id)m->slot_value[i], PIN_OBJECT);
		pin_operands(&p, m->r.ir.safe[s]);
		for (uint32_t i = 0; i < p.n; i++) {
			value_id v = p.list[i];
			bool transitive = p.kind[v] == PIN_TRANSITIVE, stays = own[v] != 0 && !transitive;
			uint32_t word = stays ? own[v] - 1 : count[p.kind[v]]++;
			p.kind[v] = PIN_NONE;
			if (!ARENA_PUSH(ar, m->pin, m->npin, m->pin_cap))
				return false;
			m->pin[m->npin++] = (struct moving_pin){ v, word, stays, transitive };
		}
		p.n = 0;
		if (m->pinned.pins < count[PIN_OBJECT])
			m->pinned.pins = count[PIN_OBJECT];
		if (m->transitive.pins < count[PIN_TRANSITIVE])
			m->transitive.pins = count[PIN_TRANSITIVE];
	}
	m->pin_at[f->nsafe] = m->npin;
	return !ar->failed;
}

/* -- the order of the words */

/* Lays out the variables of one kind from word `next` on, and returns the word behind them. */
static word_id
lay_out(struct fn *f, const uint8_t *kind, word_id *where, enum pin_kind which, word_id next)
{
	for (variable_id v = 0; v < f->nvar; v++) {
		if (kind[v] != which)
			continue;
		next = aligned_word(next, f->var[v].align);
		for (uint32_t i = 0; i < f->var[v].words; i++)
			where[f->stacked.word[v] + i] = next + i;
		f->stacked.word[v] = next;
		next += f->var[v].words;
	}
	return next;
}

static bool
order_words(struct moving *m)
{
	struct fn *f = &m->r.f;
	struct arena *ar = m->r.ar;
	word_id *where = arena_array(ar, (size_t)f->stacked.nwords + 1, sizeof *where), next = 0;
	uint8_t *kind = arena_zarray(ar, (size_t)f->nvar + 1, 1);
	bool *pinned = arena_zarray(ar, (size_t)f->stacked.nwords + 1, 1);

	if (!where || !kind || !pinned)
		return false;
	for (uint32_t i = 0; i < m->r.ir.nvar; i++)
		if (m->r.ir.var[i].roots && m->r.ir.var[i].var != NONE)
			kind[m->r.ir.var[i].var] = m->r.ir.var[i].alloca != m->r.spilled
					&& memory_leaks(m->r.s, m->r.ir.var[i].alloca)
						? PIN_TRANSITIVE : PIN_NONE;
	/* shadows: copies of references that the collector cannot update */
	for (uint32_t i = 0; i < m->r.ir.nshadow; i++)
		if (m->r.ir.shadow[i].n)
			kind[m->r.ir.shadow[i].var] = PIN_TRANSITIVE;
	for (value_id v = 0; v < f->nval && f->coloured.pin_slot; v++)
		if (f->coloured.pin_slot[v] != NONE)
			pinned[f->coloured.pin_slot[v]] = true;
	for (word_id w = 0; w < f->stacked.nwords; w++)
		where[w] = w;
	for (word_id w = 0; w < f->coloured.nslots; w++)
		if (!pinned[w])
			where[w] = next++;
	next = lay_out(f, kind, where, PIN_NONE, next);
	uint32_t moving = next;
	for (word_id w = 0; w < f->coloured.nslots; w++)
		if (pinned[w])
			where[w] = next++;
	m->pinned.first_pin = next;
	next += m->pinned.pins;
	m->pinned.words = next - moving;
	uint32_t transitive = next;
	next = lay_out(f, kind, where, PIN_TRANSITIVE, next);
	m->transitive.first_pin = next;
	next += m->transitive.pins;
	m->transitive.words = next - transitive;
	for (uint32_t i = 0; i < f->placed.nstore; i++)
		f->placed.store[i].slot = where[f->placed.store[i].slot];
	for (uint32_t i = 0; i < f->stacked.nclear; i++)
		f->stacked.clear[i].word = where[f->stacked.clear[i].word];
	for (value_id v = 0; v < f->nval && f->coloured.pin_slot; v++)
		if (f->coloured.pin_slot[v] != NONE)
			f->coloured.pin_slot[v] = where[f->coloured.pin_slot[v]];
	for (uint32_t i = 0; i < m->slot_at[f->nsafe]; i++)
		if (m->slot_word[i] != NONE)
			m->slot_word[i] = where[m->slot_word[i]];
	for (uint32_t i = 0; i < m->npin; i++)
		m->pin[i].word += m->pin[i].transitive ? m->transitive.first_pin : m->pinned.first_pin;
	f->stacked.nwords = next;
	return true;
}

bool
moving_words(struct moving *m)
{
	m->npin = m->pin_cap = 0;
	m->pin = NULL;
	m->pinned = m->transitive = (struct moving_words){ 0 };
	return find_words(m) && find_pins(m) && order_words(m);
}
