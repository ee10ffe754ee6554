/* SPDX-License-Identifier: MIT */
/* statepoint_memory.c -- tracked pointers in stack memory.
**
** The collector finds a variable of nothing but tracked pointers as it is, and updates it in place.  A pointer that
** is stored into other stack memory is copied to such a variable.  Its object stays in place as long as the copy is
** there, because the collector could not update the original.  LLVM must assume that any call may change both kinds
** of memory, so their addresses escape. */
#include "gcroots/rewrite/composite.h"
#include "gcroots/model/mapped_frame.h"
#include "gcroots/stack/stack.h"
#include "gcroots/statepoint/statepoint.h"

enum { MANY = 8 }; /* from more variables on, they are joined */

/* -- copies */

/* Of the first `n` pointers in `value`, those in `which` are copied. */
struct statepoint_copy {
	LLVMValueRef store, value, pointer, of;
	uint64_t guard;
	uint32_t word, n;
	uint64_t *which;
};

bool
statepoint_copies_plan(struct session *s, const struct fn *f, const struct ir *ir, struct journal *j,
	struct statepoint_copies *out)
{
	struct arena *keep = &j->ar;

	*out = (struct statepoint_copies){ .copy = arena_array(keep, (size_t)ir->nshadow + 1, sizeof *out->copy) };
	if (!out->copy)
		return false;
	for (uint32_t i = 0; i < ir->nshadow; i++) {
		const struct shadow_store *st = &ir->shadow[i];
		unsigned at, pointer;
		stack_store_operands(st->store, &at, &pointer);
		LLVMValueRef value = LLVMGetOperand(st->store, at);
		struct statepoint_copy c = { .store = st->store, .value = value, .word = out->words };
		uint32_t count = scan_count_of(s, value);
		if (st->n == 0 || LLVMIsAConstant(value))
			continue;
		c.which = arena_zarray(keep, count / 64 + 1, sizeof *c.which);
		for (uint32_t k = 0; c.which && k < count; k++)
			if (canon_of(f, scan_base_of(s, ir, value, k)) >= 0)
				c.which[k / 64] |= UINT64_C(1) << k % 64, c.n = k + 1;
		if (!c.which)
			return false;
		if (st->mirror) {
			c.pointer = st->pointer;
			c.of = ir->var[st->of].alloca;
			c.guard = st->guarded ? (ir->var[st->of].bytes + 7) / 8 * 8 : 0;
			out->words += (uint32_t)((ir->var[st->of].bytes + 7) / 8) + st->guarded;
		} else {
			out->words += c.n;
		}
		if (c.n)
			out->copy[out->n++] = c;
	}
	return journal_room(j, out->n + 2);
}

static LLVMValueRef
copy_address(struct edit *e, LLVMValueRef shadow, const struct statepoint_copy *c, uint32_t k)
{
	LLVMValueRef index = edit_i32(e, c->word + k);
	LLVMValueRef first = c->word + k == 0 ? shadow
		: LLVMBuildInBoundsGEP2(e->builder, e->tracked, shadow, &index, 1, "");

	if (!c->of)
		return first;
	LLVMValueRef at = edit_distance(e->builder, e->word, c->pointer, c->of, c->guard);
	return LLVMBuildInBoundsGEP2(e->builder, e->i8, first, &at, 1, "");
}

void
statepoint_copies_build(struct session *s, struct edit *e, LLVMValueRef fn, struct journal *j,
	struct statepoint_copies *p)
{
	if (p->n == 0)
		return;
	p->built = edit_entry_alloca(e, fn, e->tracked, edit_i32(e, p->words), e->word_bytes, "");
	journal_built_alloca(j, p->built);
	for (uint32_t i = 0; i < p->n; i++) {
		struct statepoint_copy *c = &p->copy[i];
		edit_before(e, c->store);
		LLVMValueRef behind = LLVMGetPreviousInstruction(c->store);
		for (uint32_t k = 0; k < c->n; k++)
			if (c->which[k / 64] >> k % 64 & 1) {
				LLVMValueRef what = composite_extract(s, e->builder, c->value, k);
				LLVMSetAlignment(LLVMBuildStore(e->builder, what, copy_address(e, p->built, c, k)),
					e->word_bytes);
			}
		journal_built_between(j, behind, c->store);
	}
}

/* -- variables that the collector finds */

static block_id
block_of(const struct statepoints *sp, LLVMValueRef inst)
{
	return sp->r.ir.number[ptrmap_get(&sp->r.s->code.place, LLVMGetInstructionParent(inst))];
}

/* Returns the block that dominates all accesses to the spilled values, and is in no loop; 0 if it is not found in a
** few steps.  A value that is live at a safepoint elsewhere is in no word: between its store and its load, both of
** which the block dominates, control would have to pass the block again, and then the store. */
static block_id
first_spill(const struct statepoints *sp)
{
	const struct cfg *g = &sp->r.f.g;
	uint64_t budget = g->nblk;
	block_id d = NONE;

	for (LLVMUseRef u = LLVMGetFirstUse(sp->r.spilled); u != NULL && d != 0; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		LLVMUseRef first = LLVMIsAGetElementPtrInst(user) ? LLVMGetFirstUse(user) : u;
		for (LLVMUseRef a = first; a != NULL && d != 0; a = a == u ? NULL : LLVMGetNextUse(a)) {
			const block_id b = block_of(sp, LLVMGetUser(a));
			if (b != NONE && d != NONE)
				d = cfg_meet(g->idom, d, b, &budget);
			else if (b != NONE)
				d = b;
			if (d == NONE && budget == 0)
				return 0;
		}
	}
	while (d != NONE && g->any_loop && g->loop[d] != NONE)
		d = g->idom[d];
	return d == NONE ? 0 : d;
}

bool
statepoint_memory_plan(struct statepoints *sp)
{
	sp->nmemory = 0;
	sp->memory = arena_array(sp->r.ar, (size_t)sp->r.ir.nvar + 1, sizeof *sp->memory);
	for (uint32_t i = 0; sp->memory && i < sp->r.ir.nvar; i++) {
		LLVMValueRef alloca = sp->r.ir.var[i].alloca;
		const bool spilled = alloca == sp->r.spilled;
		if (sp->r.ir.var[i].roots)
			sp->memory[sp->nmemory++] = (struct statepoint_memory){ alloca, sp->r.ir.var[i].nslots,
				alloca == sp->copies.built || (!spilled && memory_leaks(sp->r.s, alloca)),
				spilled ? first_spill(sp) : 0 };
	}
	return sp->memory != NULL;
}

/* From here on LLVM assumes that the address is known elsewhere. */
static void
escape(struct edit *e, LLVMValueRef address)
{
	static const char element[] = "elementtype", constraints[] = "*m,~{memory}"; /* *m: it needs no register */
	LLVMTypeRef type = LLVMFunctionType(e->void_type, &e->ptr, 1, false);
	LLVMValueRef nothing = LLVMGetInlineAsm(type, "", 0, constraints, sizeof constraints - 1, true, false,
		LLVMInlineAsmDialectATT, false);
	LLVMValueRef call = LLVMBuildCall2(e->builder, type, nothing, &address, 1, "");

	LLVMAddCallSiteAttribute(call, 1, LLVMCreateTypeAttribute(e->context,
		LLVMGetEnumAttributeKindForName(element, sizeof element - 1), e->tracked));
}

void
statepoint_take_name(LLVMValueRef to, LLVMValueRef from)
{
	char name[128];
	size_t n;
	const char *old = LLVMGetValueName2(from, &n);

	if (n == 0 || n >= sizeof name)
		return;
	memcpy(name, old, n + 1);
	LLVMSetValueName2(from, "", 0);
	LLVMSetValueName2(to, name, n);
}

/* Moves the variable to the top of the entry block, and makes it null before anything that names it can collect. */
static void
show_to_collector(struct statepoints *sp, struct statepoint_memory *m)
{
	struct edit *e = sp->r.e;
	LLVMValueRef a = m->address, fn = sp->r.ir.fn;

	edit_drop_lifetimes(a);
	LLVMPositionBuilderBefore(e->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
	LLVMSetCurrentDebugLocation2(e->builder, NULL);
	LLVMValueRef made = LLVMBuildArrayAlloca(e->builder, LLVMGetAllocatedType(a), LLVMGetOperand(a, 0), ""),
		address = made;
	LLVMSetAlignment(made, LLVMGetAlignment(a));
	if (LLVMGetPointerAddressSpace(LLVMTypeOf(made)) != LR_AS_GENERIC)
		address = LLVMBuildAddrSpaceCast(e->builder, made, e->ptr, "");
	if (m->from != 0)
		relocate_at_start(&sp->r, sp->r.ir.block[m->from], NULL);
	LLVMBuildMemSet(e->builder, address, LLVMConstNull(e->i8), edit_word(e, (uint64_t)m->words * e->word_bytes),
		e->word_bytes);
	escape(e, address);
	LLVMReplaceAllUsesWith(a, LLVMTypeOf(a) == LLVMTypeOf(made) ? made : address);
	statepoint_take_name(made, a);
	LLVMInstructionEraseFromParent(a);
	m->address = address;
}

/* Can the variable be a part of a larger one? */
static bool
joins(const struct edit *e, const struct statepoint_memory *m, bool transitive)
{
	return m->transitive == transitive && m->from == 0 && LLVMTypeOf(m->address) == e->ptr
		&& LLVMGetAlignment(m->address) <= e->word_bytes;
}

/* Joins many variables to one: each takes two operands of each statepoint. */
static void
join(struct statepoints *sp, bool transitive)
{
	struct edit *e = sp->r.e;
	uint32_t n = 0, words = 0, kept = 0;

	for (uint32_t i = 0; i < sp->nmemory; i++)
		if (joins(e, &sp->memory[i], transitive))
			n++, words += sp->memory[i].words;
	if (n <= MANY)
		return;
	LLVMValueRef all = edit_entry_alloca(e, sp->r.ir.fn, e->tracked, edit_i32(e, words), e->word_bytes,
		transitive ? "gcpinned.variables" : "gcvariables");
	words = 0;
	for (uint32_t i = 0; i < sp->nmemory; i++) {
		const struct statepoint_memory m = sp->memory[i];
		if (!joins(e, &m, transitive)) {
			sp->memory[kept++] = m;
			continue;
		}
		LLVMValueRef index = edit_i32(e, words);
		edit_drop_lifetimes(m.address);
		LLVMPositionBuilderBefore(e->builder, LLVMGetNextInstruction(all));
		LLVMSetCurrentDebugLocation2(e->builder, NULL);
		LLVMValueRef part = LLVMBuildInBoundsGEP2(e->builder, e->tracked, all, &index, 1, "");
		LLVMReplaceAllUsesWith(m.address, part);
		statepoint_take_name(part, m.address);
		LLVMInstructionEraseFromParent(m.address);
		words += m.words;
	}
	sp->memory[kept++] = (struct statepoint_memory){ all, words, transitive, 0 };
	sp->nmemory = kept;
}

void
statepoint_memory_build(struct statepoints *sp)
{
	if (sp->copies.built)
		LLVMSetValueName2(sp->copies.built, "gcpinned", 8);
	sp->copies.built = NULL; /* show_to_collector makes the alloca anew */
	join(sp, false);
	join(sp, true);
	for (uint32_t i = 0; i < sp->nmemory; i++)
		show_to_collector(sp, &sp->memory[i]);
}

LLVMValueRef
statepoint_memory_make(struct statepoints *sp, uint32_t words)
{
	struct statepoint_memory m = { .words = words };

	m.address = edit_entry_alloca(sp->r.e, sp->r.ir.fn, sp->r.e->tracked, edit_i32(sp->r.e, words),
		sp->r.e->word_bytes, "gcunwind");
	show_to_collector(sp, &m);
	return m.address;
}
