/* moving_emit.c -- behind each safepoint all that is live is read from the slots.
** Needs moving_words, and what rewrite has put in: the frame, stores into its slots, bases.  The walk over the
** dominator tree, and what is SSA form about it, is that of statepoints. */
#include "gcroots/moving/moving.h"
#include "gcroots/rewrite/rewrite.h"

static LLVMValueRef
address(struct moving *m, uint32_t word)
{
	return m->slot[word];
}

static void
store(struct moving *m, LLVMValueRef v, uint32_t word)
{
	LLVMSetAlignment(LLVMBuildStore(m->r.e->builder, v, address(m, word)), m->r.e->word_bytes);
}

/* The object of a number, as it is before the safepoint. */
static LLVMValueRef
object(struct moving *m, uint32_t value)
{
	return relocate_get(&m->r, m->r.var_of[value]);
}

static void
store_pins(struct moving *m, uint32_t s)
{
	for (uint32_t i = m->pin_at[s]; i < m->pin_at[s + 1]; i++)
		store(m, object(m, m->pin[i].value), m->pin[i].word);
}

/* Nothing stays longer than it has to. */
static void
clear_pins(struct moving *m, uint32_t s)
{
	for (uint32_t i = m->pin_at[s]; i < m->pin_at[s + 1]; i++)
		if (!m->pin[i].stays)
			store(m, LLVMConstNull(m->r.e->tracked), m->pin[i].word);
}

/* Parts of composites that only go on to others are live as variables, but nobody needs their objects: those have no
** word, and stay what they are. */
static bool
has_word(const struct moving *m, uint32_t s, uint32_t var)
{
	return m->word_stamp[m->r.var[var].object] == s + 1;
}

/* How far each derived pointer is from its base. */
static void
measure(struct moving *m, uint32_t s)
{
	struct relocate *r = &m->r;

	for (uint32_t i = r->live_at[s]; i < r->live_at[s + 1]; i++) {
		uint32_t var = r->live[i], base = r->var[var].base;
		if (var == base || !has_word(m, s, var))
			continue;
		LLVMValueRef to = relocate_address(r, relocate_get(r, var)),
			from = relocate_address(r, relocate_get(r, base));
		m->offset[var] = LLVMBuildSub(m->r.e->builder, to, from, "");
	}
}

static LLVMValueRef
load(struct moving *m, uint32_t base)
{
	LLVMValueRef made = LLVMBuildLoad2(m->r.e->builder, m->r.e->tracked,
		address(m, m->word_of[m->r.var[base].object]), "");

	LLVMSetAlignment(made, m->r.e->word_bytes);
	return made;
}

/* At the builder's place, variable by variable; into `block`, where that `edge` of an invoke leads, if it is not
** NONE. */
static void
read_again(struct moving *m, uint32_t s, uint8_t edge, uint32_t block)
{
	struct relocate *r = &m->r;
	LLVMBuilderRef b = m->r.e->builder;
	bool all = block == NONE;

	for (uint32_t i = r->live_at[s]; i < r->live_at[s + 1]; i++)
		m->loaded[r->var[r->live[i]].base] = NULL;
	for (uint32_t i = r->live_at[s]; i < r->live_at[s + 1]; i++) {
		uint32_t var = r->live[i], base = r->var[var].base;
		if (!has_word(m, s, var) || (!all && !(r->into[i] & edge)))
			continue;
		if (!m->loaded[base])
			m->loaded[base] = load(m, base);
		LLVMValueRef now = m->loaded[base];
		if (LLVMTypeOf(now) != relocate_type(r, var))
			now = LLVMBuildAddrSpaceCast(b, now, relocate_type(r, var), "");
		if (var != base)
			now = LLVMBuildGEP2(b, r->e->i8, now, &m->offset[var], 1, "");
		if (all)
			relocate_set(r, var, now);
		else
			relocate_define_in(r, block, var, now);
	}
}

void
moving_stamp_words(struct moving *m, uint32_t s)
{
	for (uint32_t i = m->slot_at[s]; i < m->slot_at[s + 1]; i++) {
		if (m->slot_word[i] == NONE)
			continue;
		m->word_stamp[m->slot_value[i]] = s + 1;
		m->word_of[m->slot_value[i]] = m->slot_word[i];
	}
}

static void
emit(void *self, uint32_t s)
{
	struct moving *m = self;
	LLVMValueRef call = m->r.ir.safe[s];
	LLVMMetadataRef where = LLVMInstructionGetDebugLoc(call);

	moving_stamp_words(m, s);
	store_pins(m, s);
	measure(m, s);
	if (!LLVMIsAInvokeInst(call)) {
		LLVMPositionBuilderBefore(m->r.e->builder, LLVMGetNextInstruction(call));
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
		uint32_t var = w->lifted[i] ? m->r.var_of[p->val[i].id] : NONE;
		if (var != NONE)
			relocate_base_made(&m->r, var, w->lifted[i]);
	}
	relocate_walk(&m->r);
}
