/* reload_emit.c -- behind each safepoint all that is live is read from the slots.
** Needs reload_words, and what rewrite has put in: the frame, stores into its slots, bases.  The walk over the
** dominator tree, and what is SSA form about it, is that of statepoints. */
#include "gcroots/moving/reload.h"

static LLVMValueRef
address(struct reload *r, uint32_t word)
{
	return r->slot[word];
}

static void
store(struct reload *r, LLVMValueRef v, uint32_t word)
{
	LLVMSetAlignment(LLVMBuildStore(r->sp.e->builder, v, address(r, word)), r->sp.e->word_bytes);
}

/* The object of a number, as it is before the safepoint. */
static LLVMValueRef
object(struct reload *r, uint32_t number)
{
	return sp_get(&r->sp, &r->g, r->sp.of_number[number]);
}

static void
store_pins(struct reload *r, uint32_t s)
{
	for (uint32_t i = r->pin_at[s]; i < r->pin_at[s + 1]; i++)
		store(r, object(r, r->pin[i].number), r->pin[i].word);
}

/* Nothing stays longer than it has to. */
static void
clear_pins(struct reload *r, uint32_t s)
{
	for (uint32_t i = r->pin_at[s]; i < r->pin_at[s + 1]; i++)
		if (!r->pin[i].stays)
			store(r, LLVMConstNull(r->sp.e->tracked), r->pin[i].word);
}

/* Parts of composites that only go on to others are live as variables, but nobody needs their objects: those have no
** word, and stay what they are. */
static bool
has_word(const struct reload *r, uint32_t s, uint32_t var)
{
	return r->word_stamp[r->sp.var[var].number] == s + 1;
}

/* How far each derived pointer is from its base. */
static void
measure(struct reload *r, uint32_t s)
{
	struct sp *sp = &r->sp;

	for (uint32_t i = sp->live_at[s]; i < sp->live_at[s + 1]; i++) {
		uint32_t var = sp->live[i], base = sp->var[var].base;
		if (var == base || !has_word(r, s, var))
			continue;
		LLVMValueRef to = sp_number_of(sp, sp_get(sp, &r->g, var)),
			from = sp_number_of(sp, sp_get(sp, &r->g, base));
		r->g.offset[var] = LLVMBuildSub(r->sp.e->builder, to, from, "");
	}
}

static LLVMValueRef
load(struct reload *r, uint32_t base)
{
	LLVMValueRef made = LLVMBuildLoad2(r->sp.e->builder, r->sp.e->tracked,
		address(r, r->word_of[r->sp.var[base].number]), "");

	LLVMSetAlignment(made, r->sp.e->word_bytes);
	return made;
}

/* At the builder's place, variable by variable; into `block`, where that `edge` of an invoke leads, if it is not
** NO_BLOCK. */
static void
read_again(struct reload *r, uint32_t s, uint8_t edge, uint32_t block)
{
	struct sp *sp = &r->sp;
	struct sp_build *g = &r->g;
	LLVMBuilderRef b = r->sp.e->builder;
	bool all = block == NO_BLOCK;

	for (uint32_t i = sp->live_at[s]; i < sp->live_at[s + 1]; i++)
		g->loaded[sp->var[sp->live[i]].base] = NULL;
	for (uint32_t i = sp->live_at[s]; i < sp->live_at[s + 1]; i++) {
		uint32_t var = sp->live[i], base = sp->var[var].base;
		if (!has_word(r, s, var) || (!all && !(sp->into[i] & edge)))
			continue;
		if (!g->loaded[base])
			g->loaded[base] = load(r, base);
		LLVMValueRef now = g->loaded[base];
		if (LLVMTypeOf(now) != sp_type(sp, var))
			now = LLVMBuildAddrSpaceCast(b, now, sp_type(sp, var), "");
		if (var != base)
			now = LLVMBuildGEP2(b, sp->e->i8, now, &g->offset[var], 1, "");
		if (all)
			sp_set(g, var, now);
		else
			sp_define_in(g, block, var, now);
	}
}

void
reload_stamp_words(struct reload *r, uint32_t s)
{
	for (uint32_t i = r->slot_at[s]; i < r->slot_at[s + 1]; i++) {
		if (r->slot_word[i] == NO_VARIABLE)
			continue;
		r->word_stamp[r->slot_number[i]] = s + 1;
		r->word_of[r->slot_number[i]] = r->slot_word[i];
	}
}

void
reload_convert(struct reload *r, uint32_t s)
{
	LLVMValueRef call = r->sp.ir.safe[s];
	LLVMMetadataRef where = LLVMInstructionGetDebugLoc(call);

	reload_stamp_words(r, s);
	store_pins(r, s);
	measure(r, s);
	if (!LLVMIsAInvokeInst(call)) {
		LLVMPositionBuilderBefore(r->sp.e->builder, LLVMGetNextInstruction(call));
		LLVMSetCurrentDebugLocation2(r->sp.e->builder, where);
		read_again(r, s, 0, NO_BLOCK);
		clear_pins(r, s);
		return;
	}
	LLVMBasicBlockRef to[2] = { LLVMGetNormalDest(call), LLVMGetUnwindDest(call) };
	for (int i = 0; i < 2; i++) {
		sp_at_start(&r->sp, to[i], where);
		read_again(r, s, i == 0 ? INTO_NORMAL : INTO_UNWIND, ptrmap_get(&r->sp.blocks, to[i]));
		clear_pins(r, s);
	}
}

void
reload_build(struct reload *r, const struct plan *p, LLVMValueRef frame, LLVMValueRef *slot, LLVMValueRef *lifted)
{
	r->frame = frame;
	r->slot = slot;
	for (uint32_t i = 0; i < p->nval; i++) {
		uint32_t var = lifted[i] ? r->sp.of_number[p->val[i].id] : NO_VARIABLE;
		if (var != NO_VARIABLE)
			sp_base_made(&r->sp, &r->g, var, lifted[i]);
	}
	sp_build(&r->sp, &r->g);
}
