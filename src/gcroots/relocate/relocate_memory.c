/* relocate_memory.c -- tracked pointers in stack memory.
**
** A variable of nothing but tracked pointers is shown to the collector as it is, which updates it in place.  What is
** stored into other stack memory is copied to a variable that says so, and stays where it is while it is there: nobody
** could update the original.  Both must look to LLVM like memory that any call may change, so their addresses
** escape. */
#include "gcroots/rewrite/composite.h"
#include "gcroots/relocate/relocate.h"

enum { MANY = 8 }; /* so many variables stay by themselves */

/* -- copies */

/* Of the first `n` pointers in `value` those in `which` are copied.  `behind`: what came before the store until then;
** NULL: nothing. */
struct sp_copies { LLVMValueRef store, value, pointer, of, behind; uint64_t guard; uint32_t word, n; uint64_t *which; };

bool
sp_shadow_plan(struct session *s, const struct fn *f, const struct ir *ir, struct arena *keep, struct sp_shadow *out)
{
	*out = (struct sp_shadow){ .copy = arena_array(keep, (size_t)ir->nshadow + 1, sizeof *out->copy) };
	if (!out->copy)
		return false;
	for (uint32_t i = 0; i < ir->nshadow; i++) {
		const struct shadow_store *st = &ir->shadow[i];
		LLVMOpcode op = LLVMGetInstructionOpcode(st->store);
		unsigned at = op == LLVMStore || op == LLVMCall ? 0 : (unsigned)LLVMGetNumOperands(st->store) - 1;
		LLVMValueRef value = LLVMGetOperand(st->store, at);
		struct sp_copies c = { .store = st->store, .value = value, .word = out->words };
		uint32_t count = scan_count_of(s, value);
		if (st->n == 0 || LLVMIsAConstant(value))
			continue;
		c.which = arena_zarray(keep, count / 64 + 1, sizeof *c.which);
		for (uint32_t k = 0; c.which && k < count; k++)
			if (canon_of(f, scan_num_of(s, ir, value, k)) >= 0)
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
	return true;
}

static LLVMValueRef
copy_address(struct edit *e, LLVMValueRef shadow, const struct sp_copies *c, uint32_t k)
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
sp_shadow_build(struct session *s, struct edit *e, LLVMValueRef fn, struct sp_shadow *p)
{
	if (p->n == 0)
		return;
	p->built = edit_entry_alloca(e, fn, e->tracked, edit_i32(e, p->words), e->word_bytes, "");
	for (uint32_t i = 0; i < p->n; i++) {
		struct sp_copies *c = &p->copy[i];
		edit_before(e, c->store);
		c->behind = LLVMGetPreviousInstruction(c->store);
		for (uint32_t k = 0; k < c->n; k++)
			if (c->which[k / 64] >> k % 64 & 1) {
				LLVMValueRef what = composite_extract(s, e->builder, c->value, k);
				LLVMSetAlignment(LLVMBuildStore(e->builder, what, copy_address(e, p->built, c, k)),
					e->word_bytes);
			}
	}
}

void
sp_memory_erase(LLVMValueRef address)
{
	LLVMValueRef cast = LLVMIsAAllocaInst(address) ? NULL : address,
		made = cast ? LLVMGetOperand(cast, 0) : address;

	if (cast)
		LLVMInstructionEraseFromParent(cast);
	LLVMInstructionEraseFromParent(made);
}

void
sp_shadow_erase(struct sp_shadow *p)
{
	if (!p->built)
		return;
	for (uint32_t i = p->n; i-- > 0;)
		for (LLVMValueRef x; (x = LLVMGetPreviousInstruction(p->copy[i].store)) != p->copy[i].behind;)
			LLVMInstructionEraseFromParent(x);
	sp_memory_erase(p->built);
	p->built = NULL;
}

/* -- variables that the collector is shown */

static bool
copes(struct session *s, LLVMValueRef callee)
{
	const struct callee_info *c = session_callee(s, callee);

	return c && c->self_rooting;
}

bool
sp_leaks(struct session *s, LLVMValueRef alloca)
{
	enum { MAX = 64 };
	LLVMValueRef todo[MAX];
	uint32_t n = 0, seen = 0;

	todo[n++] = alloca;
	while (n) {
		LLVMValueRef v = todo[--n];
		if (++seen > MAX)
			return true;
		for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			switch (LLVMGetInstructionOpcode(user)) {
			case LLVMLoad: case LLVMICmp:
				break;
			case LLVMStore:
				if (LLVMGetOperand(user, 0) == v)
					return true;
				break;
			case LLVMGetElementPtr: case LLVMAddrSpaceCast: case LLVMBitCast:
				if (n == MAX)
					return true;
				todo[n++] = user;
				break;
			case LLVMCall: case LLVMInvoke: {
				enum intrinsic id = intrinsic_of_call(user);
				if (id != INTR_LLVM && id != INTR_LLVM_LIFETIME && id != INTR_LLVM_DEBUG
					&& !copes(s, LLVMGetCalledValue(user)))
					return true;
				break;
			}
			default:
				return true;
			}
		}
	}
	return false;
}

bool
sp_memory_plan(struct sp *sp)
{
	sp->nmemory = 0;
	sp->memory = arena_array(sp->ar, (size_t)sp->ir.nvar + 1, sizeof *sp->memory);
	for (uint32_t i = 0; sp->memory && i < sp->ir.nvar; i++)
		if (sp->ir.var[i].roots)
			sp->memory[sp->nmemory++] = (struct sp_memory){ sp->ir.var[i].alloca, sp->ir.var[i].nslots,
				sp->ir.var[i].alloca == sp->copies.built
					|| (sp->ir.var[i].alloca != sp->spill.array
						&& sp_leaks(sp->s, sp->ir.var[i].alloca)) };
	return sp->memory != NULL;
}

/* From here on LLVM takes the memory for known elsewhere. */
static void
escape(struct edit *e, LLVMValueRef address)
{
	LLVMTypeRef type = LLVMFunctionType(e->void_type, &e->ptr, 1, false);
	LLVMValueRef nothing = LLVMGetInlineAsm(type, "", 0, "r,~{memory}", 11, true, false, LLVMInlineAsmDialectATT,
		false);

	LLVMBuildCall2(e->builder, type, nothing, &address, 1, "");
}

static void
take_name(LLVMValueRef to, LLVMValueRef from)
{
	char name[96];
	size_t n;
	const char *old = LLVMGetValueName2(from, &n);

	if (n == 0 || n >= sizeof name)
		return;
	memcpy(name, old, n + 1);
	LLVMSetValueName2(from, "", 0);
	LLVMSetValueName2(to, name, n);
}

/* The variable stands at the top of the entry block, null, before anything can collect. */
static void
show(struct edit *e, LLVMValueRef fn, struct sp_memory *m)
{
	LLVMValueRef a = m->address;

	edit_drop_lifetimes(a);
	LLVMPositionBuilderBefore(e->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
	LLVMSetCurrentDebugLocation2(e->builder, NULL);
	LLVMValueRef made = LLVMBuildArrayAlloca(e->builder, LLVMGetAllocatedType(a), LLVMGetOperand(a, 0), ""),
		address = made;
	LLVMSetAlignment(made, LLVMGetAlignment(a));
	if (LLVMGetPointerAddressSpace(LLVMTypeOf(made)) != LR_AS_GENERIC)
		address = LLVMBuildAddrSpaceCast(e->builder, made, e->ptr, "");
	LLVMBuildMemSet(e->builder, address, LLVMConstNull(e->i8), edit_word(e, (uint64_t)m->words * e->word_bytes),
		e->word_bytes);
	escape(e, address);
	LLVMReplaceAllUsesWith(a, LLVMTypeOf(a) == LLVMTypeOf(made) ? made : address);
	take_name(made, a);
	LLVMInstructionEraseFromParent(a);
	m->address = address;
}

/* Could it be a part of a larger variable? */
static bool
joins(const struct edit *e, const struct sp_memory *m, bool deep)
{
	return m->deep == deep && LLVMTypeOf(m->address) == e->ptr && LLVMGetAlignment(m->address) <= e->word_bytes;
}

/* Many variables become one, for each takes two operands of each statepoint. */
static void
join(struct sp *sp, bool deep)
{
	struct edit *e = sp->e;
	uint32_t n = 0, words = 0, kept = 0;

	for (uint32_t i = 0; i < sp->nmemory; i++)
		if (joins(e, &sp->memory[i], deep))
			n++, words += sp->memory[i].words;
	if (n <= MANY)
		return;
	LLVMValueRef all = edit_entry_alloca(e, sp->ir.fn, e->tracked, edit_i32(e, words), e->word_bytes,
		deep ? "gcpinned.variables" : "gcvariables");
	words = 0;
	for (uint32_t i = 0; i < sp->nmemory; i++) {
		const struct sp_memory m = sp->memory[i];
		if (!joins(e, &m, deep)) {
			sp->memory[kept++] = m;
			continue;
		}
		LLVMValueRef index = edit_i32(e, words);
		edit_drop_lifetimes(m.address);
		LLVMPositionBuilderBefore(e->builder, LLVMGetNextInstruction(all));
		LLVMSetCurrentDebugLocation2(e->builder, NULL);
		LLVMValueRef part = LLVMBuildInBoundsGEP2(e->builder, e->tracked, all, &index, 1, "");
		LLVMReplaceAllUsesWith(m.address, part);
		take_name(part, m.address);
		LLVMInstructionEraseFromParent(m.address);
		words += m.words;
	}
	sp->memory[kept++] = (struct sp_memory){ all, words, deep };
	sp->nmemory = kept;
}

void
sp_memory_build(struct sp *sp)
{
	if (sp->copies.built)
		LLVMSetValueName2(sp->copies.built, "gcpinned", 8);
	sp->copies.built = NULL; /* the alloca is made anew */
	join(sp, false);
	join(sp, true);
	for (uint32_t i = 0; i < sp->nmemory; i++)
		show(sp->e, sp->ir.fn, &sp->memory[i]);
}

LLVMValueRef
sp_memory_make(struct sp *sp, uint32_t words)
{
	struct sp_memory m = { .words = words };

	m.address = edit_entry_alloca(sp->e, sp->ir.fn, sp->e->tracked, edit_i32(sp->e, words), sp->e->word_bytes,
		"gcunwind");
	show(sp->e, sp->ir.fn, &m);
	return m.address;
}
