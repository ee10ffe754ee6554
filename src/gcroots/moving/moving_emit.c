/* SPDX-License-Identifier: MIT */
/* moving_emit.c -- reads all live variables from the slots behind each safepoint.  Needs moving_words, and the
** frame, stores and bases that rewrite has made.  The walk over the dominator tree, and SSA form, are those of
** relocate/. */
#include "gcroots/moving/moving.h"
#include "gcroots/rewrite/rewrite.h"

static LLVMValueRef
address(struct moving *m, word_id word)
{
	return m->slot[word];
}

static void
store(struct moving *m, LLVMValueRef v, word_id word)
{
	LLVMSetAlignment(LLVMBuildStore(m->r.e->builder, v, address(m, word)), m->r.e->word_bytes);
}

/* Returns the object of a value, as it is before the safepoint. */
static LLVMValueRef
object(struct moving *m, value_id value)
{
	return relocate_get(&m->r, m->r.var_of[value]);
}

static void
store_pins(struct moving *m, safepoint_id s)
{
	for (uint32_t i = m->pin_at[s]; i < m->pin_at[s + 1]; i++)
		store(m, object(m, m->pin[i].value), m->pin[i].word);
}

/* Clears the pins, so that no object is kept longer than needed. */
static void
clear_pins(struct moving *m, safepoint_id s)
{
	for (uint32_t i = m->pin_at[s]; i < m->pin_at[s + 1]; i++)
		if (!m->pin[i].stays)
			store(m, LLVMConstNull(m->r.e->tracked), m->pin[i].word);
}

/* Has the object of a variable a word?  Parts of composites that are only passed on are live as variables, but
** nothing needs their objects: these have no word, and keep their values. */
static bool
has_word(const struct moving *m, safepoint_id s, relocate_id var)
{
	return m->word_stamp[m->r.var[var].object] == s + 1;
}

/* Computes the distance of each derived pointer from its base. */
static void
measure(struct moving *m, safepoint_id s)
{
	struct relocate *r = &m->r;

	for (uint32_t i = r->live_at[s]; i < r->live_at[s + 1]; i++) {
		relocate_id var = r->live[i], base = r->var[var].base;
		if (var == base || !has_word(m, s, var))
			continue;
		m->offset[var] = relocate_distance(r, var);
	}
}

static LLVMValueRef
load(struct moving *m, relocate_id base)
{
	LLVMValueRef made = LLVMBuildLoad2(m->r.e->builder, m->r.e->tracked,
		address(m, m->word_of[m->r.var[base].object]), "");

	LLVMSetAlignment(made, m->r.e->word_bytes);
	return made;
}

/* Reads the variables again where the builder stands; for `block`, to which that `edge` of an invoke leads, if it is
** not NONE. */
static void
read_again(struct moving *m, safepoint_id s, uint8_t edge, block_id block)
{
	struct relocate *r = &m->r;
	bool all = block == NONE;

	for (uint32_t i = r->live_at[s]; i < r->live_at[s + 1]; i++)
		m->loaded[r->var[r->live[i]].base] = NULL;
	for (uint32_t i = r->live_at[s]; i < r->live_at[s + 1]; i++) {
		relocate_id var = r->live[i], base = r->var[var].base;
		if (!has_word(m, s, var) || (!all && !(r->into[i] & edge)))
			continue;
		if (!m->loaded[base])
			m->loaded[base] = load(m, base);
		LLVMValueRef now = relocate_from_object(r, var, m->loaded[base], m->offset[var]);
		if (all)
			relocate_set(r, var, now);
		else
			relocate_define_in(r, block, var, now);
	}
}

void
moving_stamp_words(struct moving *m, safepoint_id s)
{
	for (uint32_t i = m->slot_at[s]; i < m->slot_at[s + 1]; i++) {
		if (m->slot_word[i] == NONE)
			continue;
		m->word_stamp[m->slot_value[i]] = s + 1;
		m->word_of[m->slot_value[i]] = m->slot_word[i];
	}
}

static void
emit(void *self, safepoint_id s)
{
	struct moving *m = self;
	LLVMValueRef call = m->r.ir.safe[s];
	LLVMMetadataRef where = LLVMInstructionGetDebugLoc(call);

	moving_stamp_words(m, s);
	store_pins(m, s);
	measure(m, s);
	if (!LLVMIsAInvokeInst(call)) {
		LLVMPositionBuilderBefore(m->r.e->builder, LLVMGetNextInstruction(relocate_end_of_safepoint(call)));
		LLVMSetCurrentDebugLocation2(m->r.e->builder, where);
		read_again(m, s, 0, NONE);
		clear_pins(m, s);
		return;
	}
	LLVMBasicBlockRef to[2] = { LLVMGetNormalDest(call), LLVMGetUnwindDest(call) };
	for (int i = 0; i < 2; i++) {
		relocate_at_start(&m->r, to[i], where);
		read_again(m, s, i == 0 ? INTO_NORMAL : INTO_UNWIND, ptrmap_get(&m->r.blocks, to[i]));
		clear_pins(m, s);
	}
}

static bool
skips(LLVMValueRef call)
{
	(void)call;
	return false;
}

const struct relocate_emitter moving_emitter = { skips, emit, true };

void
moving_build(struct moving *m, const struct rewrite *w)
{
	const struct plan *p = w->p;

	m->slot = w->slot;
	for (uint32_t i = 0; p->nin && i < p->nval; i++) {
		relocate_id var = w->lifted[i] ? m->r.var_of[p->val[i].id] : NONE;
		if (var != NONE)
			relocate_base_made(&m->r, var, w->lifted[i]);
	}
	relocate_walk(&m->r);
}
