/* SPDX-License-Identifier: MIT */
/* check_read.c -- reads the instructions of each block into events, which the transfer function of check_roots.c is
** stated by.
**
** Every instruction is read once, and leaves raw events; the nodes of its values are made on the way.  Then the inputs
** of all nodes and the classes are computed, and check_expand.c makes the final events. */
#include "check/model/check_phases.h"

/* ---- raw events ---- */

/* Is the value one that the function has to root: no constant, and none that the caller roots? */
static bool
is_own(struct ck *c, LLVMValueRef v)
{
	LLVMValueKind kind = LLVMGetValueKind(v);

	if (kind == LLVMInstructionValueKind)
		return true;
	check_note_undefined(c, v, kind);
	return c->own_arguments && kind == LLVMArgumentValueKind;
}

static bool
use(struct ck *c, LLVMValueRef v)
{
	uint32_t n;

	if (!is_own(c, v))
		return true;
	n = check_lanes(c, LLVMTypeOf(v));
	for (uint32_t i = 0; i < n; i++) {
		uint32_t node = check_node(c, v, i);
		if (node != CK_ROOTED && !check_emit(c, EV_USE, node, 0))
			return false;
	}
	return true;
}

static bool
define(struct ck *c, LLVMValueRef v)
{
	uint32_t n = check_lanes(c, LLVMTypeOf(v));

	if (n == 0)
		return true;
	if (!ARENA_APPEND(&c->ar, c->defined, c->ndefined, c->defined_cap))
		return false;
	c->defined[c->ndefined] = v;
	return check_emit(c, EV_DEFS, c->ndefined++, n);
}

/* What reading one instruction leaves for the next. */
struct reading {
	struct ptrmap pin_of;    /* begin of a preserve region -> its number */
	uint32_t block;
	uint32_t next;           /* `word` is valid behind the events before this one */
	struct known_word { uint32_t block, node; } *word; /* of the frame: what each holds, and in which block that is
	                                                    * known */
};

/* ---- calls ---- */

static bool
read_pin(struct ck *c, LLVMValueRef begin, struct reading *r)
{
	struct pin p = { begin, r->block, 0, c->npinned, 0 };

	for (unsigned i = 0, n = LLVMGetNumArgOperands(begin); i < n; i++) {
		LLVMValueRef v = operand_of(begin, i);
		uint32_t lanes = is_metadata_operand(v) || !is_own(c, v) ? 0 : check_lanes(c, LLVMTypeOf(v));
		for (uint32_t k = 0; k < lanes; k++) {
			if (!ARENA_APPEND(&c->ar, c->pinned, c->npinned, c->pinned_cap))
				return false;
			c->pinned[c->npinned++] = check_node(c, v, k);
		}
	}
	p.nnodes = c->npinned - p.nodes;
	if (!ARENA_PUSH(&c->ar, c->pins, c->npins, c->pins_cap) || !ptrmap_set(&r->pin_of, begin, c->npins))
		return false;
	c->pins[c->npins] = p;
	return check_emit(c, EV_PIN, c->npins++, 0);
}

/* Is the frame zeroed at each push?  It is if no push is in the block where it is made; otherwise it is zeroed there
** (lowering/frames/frame.c). */
static bool
zeroed_at_push(struct ck *c)
{
	if (c->zeroing != ZERO_UNKNOWN)
		return c->zeroing == ZERO_AT_PUSH;
	c->zeroing = ZERO_AT_PUSH;
	for (LLVMUseRef u = LLVMGetFirstUse(c->frame); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef push = LLVMGetUser(u);
		if (LLVMIsACallInst(push) == NULL || check_callee(c, push).id != FN_PUSH_GC_FRAME)
			continue;
		if (LLVMGetInstructionParent(push) == LLVMGetInstructionParent(c->frame))
			c->zeroing = ZERO_WHEN_MADE;
	}
	return c->zeroing == ZERO_AT_PUSH;
}

static bool
read_frame_call(struct ck *c, LLVMValueRef call, enum check_fn id)
{
	LLVMValueRef n;

	if (id == FN_NEW_GC_FRAME) {
		uint32_t made = check_add_call(c, call);
		return check_emit(c, EV_NEW, made, 0) && (!c->table || check_emit(c, EV_PUSH, made, c->nslots));
	}
	if (operand_of(call, 0) != c->frame)
		check_hole(c, call, "not the function's frame");
	if (id == FN_POP_GC_FRAME)
		return check_emit(c, c->table ? EV_UNANCHOR : EV_POP, check_add_call(c, call), 0);
	n = operand_of(call, 1);
	uint64_t count = LLVMIsAConstantInt(n) == NULL ? UINT64_MAX : LLVMConstIntGetZExtValue(n);
	bool whole = c->table || c->moving || c->abi == LR_ABI_SHADOW_STACK;
	if (count > c->nslots || (whole && count != c->nslots))
		check_hole(c, call, "push does not say how many slots the frame has (%u)", c->nslots);
	uint32_t at = check_add_call(c, call), seen = count > c->nslots ? c->nslots : (uint32_t)count;
	if (c->table)
		return check_emit(c, EV_ANCHOR, at, 0);
	if (c->frame != NULL && zeroed_at_push(c) && !check_emit(c, EV_NEW, at, 0))
		return false;
	if (seen < c->nslots && !check_emit(c, EV_UNSEEN, seen, c->nslots - seen))
		return false;
	return check_emit(c, EV_PUSH, at, seen);
}

/* Arguments in address space 12 are rooted by the callee while it runs.  This does not count where objects move, for
** the callee updates only its own copies, nor for a call that returns twice, whose second return finds no such root. */
static bool
read_lent(struct ck *c, LLVMValueRef call, bool twice)
{
	unsigned nargs = c->moving || twice ? 0 : LLVMGetNumArgOperands(call);

	for (unsigned i = 0; i < nargs; i++) {
		LLVMValueRef v = operand_of(call, i);
		if (check_space(LLVMTypeOf(v)) == LR_AS_CALLEE_ROOTED
			&& !check_emit(c, EV_CALLEE_ROOTED, check_node(c, v, 0), 0))
			return false;
	}
	return true;
}

static bool
read_call(struct ck *c, LLVMValueRef call, struct reading *r)
{
	enum check_fn id = check_callee(c, call).id;
	unsigned nops = (unsigned)LLVMGetNumOperands(call), nargs = LLVMGetNumArgOperands(call);
	bool twice = false, stop;
	uint32_t at;

	switch (id) {
	case FN_LLVM_LIFETIME:
		return check_access_call(c, call, false);
	case FN_LLVM_DEBUG:
	case FN_GET_GC_FRAME_SLOT:
	case FN_GC_LOADED: /* a cast: the uses of its result count */
		return true;
	case FN_NEW_GC_FRAME:
	case FN_PUSH_GC_FRAME:
	case FN_POP_GC_FRAME:
		return read_frame_call(c, call, id);
	case FN_PRESERVE_END:
		at = ptrmap_get(&r->pin_of, operand_of(call, 0));
		return at == PTRMAP_NONE || check_emit(c, EV_UNPIN, at, 0);
	default:
		break;
	}
	stop = check_is_safepoint(c, call, &twice);
	bool taken = check_takes_over(c, call);
	if (!check_access_call(c, call, false))
		return false;
	for (int after = 0; after < 2; after++) {
		if (after && stop) {
			at = check_add_call(c, call);
			if (!check_read_array(c, call, at) || !read_lent(c, call, twice)
				|| !check_emit(c, EV_SAFEPOINT, at, c->table && check_leaves(c, call)))
				return false;
		}
		for (unsigned i = 0; i < nops; i++) {
			LLVMValueRef v = operand_of(call, i);
			if (LLVMValueIsBasicBlock(v) || is_metadata_operand(v))
				continue;
			int as = check_space(LLVMTypeOf(v));
			bool inside = as == LR_AS_DERIVED || as == LR_AS_LOADED; /* the callee does not root the
			                                                          * object */
			bool callees = i < nargs && ((taken && !inside) || as == LR_AS_CALLEE_ROOTED);
			if (callees == !after && !use(c, v))
				return false;
		}
	}
	if (!check_access_call(c, call, true))
		return false;
	if (twice && !check_emit(c, EV_TWICE, c->ncalls - 1, 0))
		return false;
	if (id == FN_PRESERVE_BEGIN && !read_pin(c, call, r))
		return false;
	return define(c, call);
}

/* ---- the head of the chain of frames ---- */

/* Is it the head of LLVM's chain of shadow stack entries, by its name? */
static bool
is_shadow_head(LLVMValueRef pointer)
{
	if (LLVMIsACallInst(pointer)) {
		if (strncmp(value_name(LLVMGetCalledValue(pointer)), "llvm.threadlocal.address", 24) != 0)
			return false;
		pointer = operand_of(pointer, 0);
	}
	return LLVMIsAGlobalVariable(pointer) != NULL && strcmp(value_name(pointer), "llvm_gc_root_chain") == 0;
}

/* Is it the head of the chain that the ABI of the function links frames into? */
static bool
is_head(struct ck *c, LLVMValueRef pointer)
{
	if (c->abi == LR_ABI_SHADOW_STACK)
		return is_shadow_head(pointer);
	return check_is_chain(c, pointer);
}

static bool
read_head(struct ck *c, LLVMValueRef store)
{
	LLVMValueRef v = operand_of(store, 0), p = operand_of(store, 1);
	bool found = LLVMIsALoadInst(v) != NULL && is_head(c, operand_of(v, 0))
		&& LLVMGetInstructionParent(v) == c->bb[0];

	if ((v != c->frame && !found) || !is_head(c, p))
		return true;
	return check_emit(c, EV_HEAD, check_add_call(c, store), v == c->frame);
}

/* A landing pad: of interest if a callee that was unwound may have had a frame. */
static bool
read_pad(struct ck *c, LLVMValueRef pad, uint32_t block)
{
	for (uint32_t e = c->pred_off[block]; e < c->pred_off[block + 1]; e++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(c->bb[c->pred[e]]);
		bool twice;
		if (LLVMIsAInvokeInst(end) != NULL && check_is_safepoint(c, end, &twice))
			return check_emit(c, EV_PAD, check_add_call(c, pad), 0) && define(c, pad);
	}
	return define(c, pad);
}

/* ---- everything else ---- */

/* The node that a word of the frame holds behind the events so far, if the block at hand shows it; or CK_UNKNOWN. */
static uint32_t
known_node(const struct ck *c, struct reading *r, uint32_t word)
{
	for (; r->next < c->nev; r->next++) {
		const struct event *e = &c->ev[r->next];
		uint32_t from = e->a, to = e->a + 1;
		if (e->kind == EV_SMUDGE || e->kind == EV_UNSEEN)
			to = e->a + e->b;
		else if (e->kind == EV_NEW)
			from = 0, to = c->nslots;
		else if (e->kind != EV_WRITE && e->kind != EV_READ)
			continue;
		for (uint32_t w = from; w < to; w++)
			r->word[w] = (struct known_word){ r->block,
				e->kind == EV_WRITE || e->kind == EV_READ ? e->b : CK_UNKNOWN };
	}
	return r->word[word].block == r->block && r->word[word].node != CK_ROOTED ? r->word[word].node : CK_UNKNOWN;
}

/* Words of the frame hold what is loaded from them.  If the block has written or read a word before, the loaded value
** is the node that the word is known to hold. */
static bool
read_words(struct ck *c, struct reading *r, LLVMValueRef load)
{
	const struct pointer *p = c->moving || LLVMIsALoadInst(load) == NULL ? NULL
		: check_pointer(c, operand_of(load, 0));
	uint32_t n = p == NULL || p->n != 1 || p->maybe ? 0 : check_lanes(c, LLVMTypeOf(load)), base;

	if (n == 0)
		return true;
	const struct place *at = &c->places[p->first];
	const struct object *o = &c->objects[at->object];
	uint64_t first = o->first + (uint64_t)at->lo / c->word;
	if ((o->kind != OBJECT_SLOT && o->kind != OBJECT_VARIABLE) || at->lo != at->hi || at->lo < 0
		|| at->lo % c->word != 0 || first + n > c->nslots || !check_only_refs(c, LLVMTypeOf(load))
		|| LLVMStoreSizeOfType(c->layout, LLVMTypeOf(load)) != (uint64_t)n * c->word)
		return true;
	if ((base = check_lane_base(c, load)) == NONE)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t w = (uint32_t)first + i, node;
		if (c->slot_escaped[w] || c->slot_kept[w])
			continue;
		node = known_node(c, r, w);
		if (node != CK_UNKNOWN && c->lane_node[base + i] == NONE)
			c->lane_node[base + i] = node;
		else if (!check_emit(c, EV_READ, w, check_node(c, load, i)))
			return false;
	}
	return true;
}

/* Where objects move: behind a load from a slot, the slot holds the loaded value. */
static bool
read_slot(struct ck *c, LLVMValueRef load)
{
	LLVMValueRef slot = operand_of(load, 0);

	if (!c->moving || LLVMIsALoadInst(load) == NULL || LLVMIsACallInst(slot) == NULL
		|| check_callee(c, slot).id != FN_GET_GC_FRAME_SLOT || operand_of(slot, 0) != c->frame
		|| check_space(LLVMTypeOf(load)) != LR_AS_TRACKED)
		return true;
	uint64_t number = LLVMConstIntGetZExtValue(operand_of(slot, 1));
	return number >= c->nslots || check_emit(c, EV_WRITE, (uint32_t)number, check_node(c, load, 0));
}

static bool
read_memory(struct ck *c, LLVMValueRef i, struct reading *r)
{
	for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(i); k < n; k++)
		if (!use(c, operand_of(i, k)))
			return false;
	if (LLVMIsAStoreInst(i) != NULL) {
		bool mine;
		if (!check_map_store(c, i, &mine))
			return false;
		return mine || (check_access_memory(c, i) && read_head(c, i));
	}
	return check_access_memory(c, i) && read_words(c, r, i) && define(c, i) && read_slot(c, i);
}

/* A comparison of two objects is a use of both, since the address of a dead one may be that of a new object.  It is
** none if one side is a constant, or if the profile says so. */
static bool
read_comparison(struct ck *c, LLVMValueRef i)
{
	LLVMValueRef a = operand_of(i, 0), b = operand_of(i, 1);
	LLVMIntPredicate is = LLVMGetICmpPredicate(i);

	if (!c->cx->profile.comparisons_are_uses || (is != LLVMIntEQ && is != LLVMIntNE) || LLVMIsAConstant(a) != NULL
		|| LLVMIsAConstant(b) != NULL)
		return true;
	return use(c, a) && use(c, b);
}

static bool
read_phi(struct ck *c, LLVMValueRef phi, uint32_t *n, uint32_t *cap)
{
	uint32_t lanes = check_lanes(c, LLVMTypeOf(phi));

	for (uint32_t i = 0; i < lanes; i++) {
		if (!ARENA_APPEND(&c->ar, c->phi, *n, *cap))
			return false;
		c->phi[(*n)++] = check_node(c, phi, i);
	}
	return define(c, phi);
}

static bool
read_instruction(struct ck *c, LLVMValueRef i, struct reading *r)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMCall:
	case LLVMInvoke:
	case LLVMCallBr:
		return read_call(c, i, r);
	case LLVMLoad:
	case LLVMStore:
	case LLVMAtomicCmpXchg:
	case LLVMAtomicRMW:
		return read_memory(c, i, r);
	case LLVMSelect:
		return check_lanes(c, LLVMTypeOf(i)) == 0 ||
		       (use(c, operand_of(i, 1)) && use(c, operand_of(i, 2)) && define(c, i));
	case LLVMRet:
		return (LLVMGetNumOperands(i) == 0 || use(c, operand_of(i, 0)))
			&& check_emit(c, EV_RETURN, check_add_call(c, i), 0);
	case LLVMAlloca:
		return check_access_alloca(c, i);
	case LLVMLandingPad:
		return read_pad(c, i, r->block);
	case LLVMICmp:
		return read_comparison(c, i);
	case LLVMInsertValue:
		return check_access_exposed(c, i);
	case LLVMPtrToInt:
	case LLVMInsertElement:
		return check_access_exposed(c, i) && define(c, i);
	case LLVMGetElementPtr:
	case LLVMExtractValue:
	case LLVMShuffleVector:
	case LLVMBr:
	case LLVMSwitch:
	case LLVMAdd:
	case LLVMSub:
		return true;
	default:
		return define(c, i);
	}
}

static bool
read_blocks(struct ck *c, struct reading *r, uint32_t *raw_off)
{
	uint32_t nphi = 0, phi_cap = 0;

	c->phi_off = arena_array(&c->ar, (size_t)c->nblk + 1, sizeof *c->phi_off);
	if (c->phi_off == NULL)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++) {
		raw_off[b] = r->next = c->nev;
		r->block = b;
		c->phi_off[b] = nphi;
		for (LLVMValueRef a = c->own_arguments && b == 0 ? LLVMGetFirstParam(c->fn) : NULL; a != NULL;
			a = LLVMGetNextParam(a))
			if (!define(c, a))
				return false;
		for (LLVMValueRef i = LLVMGetFirstInstruction(c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			bool ok = LLVMGetInstructionOpcode(i) == LLVMPHI ? read_phi(c, i, &nphi, &phi_cap)
				: read_instruction(c, i, r);
			if (!ok || c->ar.failed)
				return false;
		}
	}
	raw_off[c->nblk] = c->nev;
	c->phi_off[c->nblk] = nphi;
	return true;
}

bool
check_read(struct ck *c)
{
	uint32_t *raw_off = arena_array(&c->ar, (size_t)c->nblk + 1, sizeof *raw_off);
	struct reading r = { .word = arena_array(&c->ar, (size_t)c->nslots + 1, sizeof *r.word) };
	struct event *raw;
	bool ok;

	if (raw_off == NULL || r.word == NULL)
		return false;
	for (uint32_t w = 0; w < c->nslots; w++)
		r.word[w].block = NONE;
	ptrmap_init(&r.pin_of, c->ar.alloc, c->ar.user);
	ok = read_blocks(c, &r, raw_off);
	ptrmap_free(&r.pin_of);
	if (!ok || c->too_hard || !check_fill(c) || c->too_hard)
		return c->too_hard && !c->ar.failed;
	c->traced = true;
	if (!check_classes(c))
		return c->too_hard && !c->ar.failed;
	raw = c->ev;
	c->ev = NULL;
	c->nev = c->ev_cap = 0;
	c->ev_off = arena_array(&c->ar, (size_t)c->nblk + 1, sizeof *c->ev_off);
	if (c->ev_off == NULL)
		return false;
	return check_expand(c, raw, raw_off);
}
