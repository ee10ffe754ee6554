/* SPDX-License-Identifier: MIT */
/* plain_live.c -- which elements are used later.
**
** A use is an instruction that does something with the object.  Making another pointer of it is none: the new pointer
** has the same element.  A phi or select that nothing uses needs nothing.  A store into a variable is a use of what is
** stored; a load of it, if its result is needed, one of the variable. */
#include "check/plain/plain.h"

/* Is a number used in a way that may bring it somewhere else? */
static bool
carries(LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMCall: case LLVMInvoke: case LLVMCallBr: case LLVMRet: case LLVMStore: case LLVMPHI: case LLVMSelect:
	case LLVMInsertValue: case LLVMInsertElement: case LLVMIntToPtr:
		return true;
	default:
		return false;
	}
}

unsigned
plain_operands(LLVMValueRef i)
{
	return LLVMIsAPHINode(i) != NULL ? 0 : (unsigned)LLVMGetNumOperands(i);
}

bool
plain_is_use(struct plain *p, LLVMValueRef i, unsigned k)
{
	LLVMValueRef v = LLVMGetOperand(i, k);

	if (v == NULL || is_metadata_operand(v) || LLVMIsAConstant(v) != NULL)
		return false;
	struct plain_val x = plain_val_of(p, v);
	if (x.elem < EL_FIRST)
		return false;
	if (plain_val_of(p, i).elem == x.elem || LLVMIsAPHINode(i) != NULL) /* another pointer to it */
		return false;
	if (LLVMIsASelectInst(i) != NULL && ptrmap_get(&p->val_of, i) != PTRMAP_NONE)
		return p->elem[plain_val_of(p, i).elem].needed;
	if (x.number && !carries(i))
		return false;
	if (strcmp(plain_callee(i), "llvm.assume") == 0)
		return false;
	if (LLVMIsAICmpInst(i) != NULL)
		return p->profile->comparisons_are_uses && LLVMIsAConstant(LLVMGetOperand(i, 1 - k)) == NULL;
	return true;
}

uint32_t
plain_variable_read(const struct plain *p, LLVMValueRef i)
{
	const struct plain_op *op = plain_op_of(p, i);

	if (op == NULL || op->kind != OP_READ || p->object[op->object].kind != KIND_VARIABLE)
		return NONE;
	return p->elem[plain_val_of(p, i).elem].needed ? op->word : NONE;
}

uint32_t
plain_variable_written(const struct plain *p, LLVMValueRef i)
{
	const struct plain_op *op = plain_op_of(p, i);

	return op == NULL || op->kind == OP_READ || op->n != 1 || p->object[op->object].kind != KIND_VARIABLE
		? NONE : op->word;
}

uint32_t
plain_incoming(const struct plain *p, uint32_t phi, uint32_t edge)
{
	return p->phi_in[p->phi_off[phi] + p->c->succ_edge[edge]];
}

/* Finds what each phi gets by each edge.  `at`: of each block its first position among the predecessors. */
static bool
read_phis(struct plain *p)
{
	uint32_t n = 0, *at = arena_zarray(p->ar, p->c->nblk, sizeof *at);

	p->phi_off = arena_zarray(p->ar, p->first_word, sizeof *p->phi_off);
	for (uint32_t e = EL_FIRST; e < p->first_word && p->phi_off != NULL; e++)
		if (p->elem[e].from == FROM_PHI) {
			p->phi_off[e] = n;
			n += p->c->pred_off[p->elem[e].block + 1] - p->c->pred_off[p->elem[e].block];
		}
	p->phi_in = arena_zarray(p->ar, (size_t)n + 1, sizeof *p->phi_in);
	if (p->ar->failed)
		return false;
	for (uint32_t e = EL_FIRST; e < p->first_word; e++) {
		if (p->elem[e].from != FROM_PHI)
			continue;
		const uint32_t *pred = p->c->pred + p->c->pred_off[p->elem[e].block];
		const uint32_t npred = p->c->pred_off[p->elem[e].block + 1] - p->c->pred_off[p->elem[e].block];
		for (uint32_t k = npred; k-- > 0;)
			at[pred[k]] = k;
		for (unsigned k = 0, m = LLVMCountIncoming(p->elem[e].v); k < m; k++) {
			uint32_t b = ptrmap_get(&p->c->block_id, LLVMGetIncomingBlock(p->elem[e].v, k));
			uint32_t x = plain_val_of(p, LLVMGetIncomingValue(p->elem[e].v, k)).elem;
			for (uint32_t i = b == PTRMAP_NONE ? npred : at[b]; i < npred && pred[i] == b; i++)
				p->phi_in[p->phi_off[e] + i] = x;
		}
	}
	return true;
}

/* ---- what is needed ---- */

struct todo { uint32_t *e, n, cap; };

static bool
need(struct plain *p, struct todo *t, uint32_t e)
{
	if (e < EL_FIRST || p->elem[e].needed)
		return true;
	p->elem[e].needed = true;
	if (p->elem[e].from != FROM_PHI && p->elem[e].from != FROM_SELECT)
		return true;
	if (!ARENA_PUSH(p->ar, t->e, t->n, t->cap))
		return false;
	t->e[t->n++] = e;
	return true;
}

static bool
find_needed(struct plain *p)
{
	struct todo t = { 0 };

	for (uint32_t b = 0; b < p->c->nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(p->c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i))
			for (unsigned k = 0, n = plain_operands(i); k < n; k++)
				if (plain_is_use(p, i, k) && !need(p, &t, plain_val_of(p, LLVMGetOperand(i, k)).elem))
					return false;
	while (t.n > 0) {
		LLVMValueRef i = p->elem[t.e[--t.n]].v;
		const bool phi = LLVMIsAPHINode(i) != NULL;
		const unsigned n = phi ? LLVMCountIncoming(i) : (unsigned)LLVMGetNumOperands(i);
		for (unsigned k = 0; k < n; k++)
			if (!need(p, &t, plain_val_of(p, phi ? LLVMGetIncomingValue(i, k)
				: LLVMGetOperand(i, k)).elem))
				return false;
	}
	return true;
}

/* ---- the blocks at whose entry an element is live ---- */

/* Pairs of an element and a block. */
struct pair { uint32_t elem, block; };
struct pairs { struct pair *p; uint32_t n, cap; };

static bool
add_pair(struct plain *p, struct pairs *t, uint32_t elem, uint32_t block)
{
	if (!ARENA_APPEND(p->ar, t->p, t->n, t->cap))
		return false;
	t->p[t->n++] = (struct pair){ elem, block };
	return true;
}

/* Finds the blocks in which an element is used before it is defined or, a variable, written.  `stamp`: of each word,
** 1 + the last block that was seen to write it, or to read it first. */
static bool
find_exposed(struct plain *p, struct pairs *used, struct pairs *written)
{
	uint32_t *stamp = arena_zarray(p->ar, p->nword, sizeof *stamp);

	if (stamp == NULL)
		return false;
	for (uint32_t b = 0; b < p->c->nblk; b++) {
		const uint32_t *pred = p->c->pred + p->c->pred_off[b];
		const uint32_t npred = p->c->pred_off[b + 1] - p->c->pred_off[b];
		for (LLVMValueRef i = LLVMGetFirstInstruction(p->c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			const bool phi = LLVMIsAPHINode(i) != NULL;
			uint32_t e = phi ? plain_val_of(p, i).elem : EL_STATIC;
			for (uint32_t k = 0; e >= EL_FIRST && p->elem[e].needed && k < npred; k++) {
				uint32_t x = p->phi_in[p->phi_off[e] + k];
				if (x >= EL_FIRST && p->elem[x].block != pred[k] && !add_pair(p, used, x, pred[k]))
					return false;
			}
			for (unsigned k = 0, n = plain_operands(i); k < n; k++) {
				e = plain_is_use(p, i, k) ? plain_val_of(p, LLVMGetOperand(i, k)).elem : EL_STATIC;
				if (e >= EL_FIRST && p->elem[e].block != b && !add_pair(p, used, e, b))
					return false;
			}
			e = plain_variable_read(p, i);
			if (e != NONE && stamp[e - p->first_word] != b + 1 && !add_pair(p, used, e, b))
				return false;
			e = plain_variable_written(p, i);
			if (e != NONE && stamp[e - p->first_word] != b + 1) {
				stamp[e - p->first_word] = b + 1;
				if (!add_pair(p, written, e, b))
					return false;
			}
		}
	}
	return true;
}

/* Sorts pairs by element: those of element e are at[e] .. at[e + 1] - 1. */
static uint32_t *
by_element(struct plain *p, struct pairs *t)
{
	uint32_t *at = arena_zarray(p->ar, (size_t)p->nelem + 2, sizeof *at);
	struct pair *out = arena_array(p->ar, (size_t)t->n + 1, sizeof *out);

	if (at == NULL || out == NULL)
		return NULL;
	for (uint32_t k = 0; k < t->n; k++)
		at[t->p[k].elem + 2]++;
	for (uint32_t e = 0; e < p->nelem; e++)
		at[e + 2] += at[e + 1];
	for (uint32_t k = 0; k < t->n; k++)
		out[at[t->p[k].elem + 1]++] = t->p[k];
	t->p = out;
	return at;
}

/* Goes up from the uses of each element to its definition. */
static bool
find_live(struct plain *p, struct pairs *used, struct pairs *written, struct pairs *live)
{
	uint32_t *at = by_element(p, used), *to = by_element(p, written);
	uint32_t *seen = arena_zarray(p->ar, p->c->nblk, sizeof *seen);
	uint32_t *stops = arena_zarray(p->ar, p->c->nblk, sizeof *stops);

	if (at == NULL || to == NULL || seen == NULL || stops == NULL)
		return false;
	for (uint32_t e = EL_FIRST; e < p->nelem; e++) {
		const uint32_t first = live->n;
		if (first > PLAIN_STORED_MOST)
			return plain_too_large(p);
		for (uint32_t k = to[e]; k < to[e + 1]; k++)
			stops[written->p[k].block] = e;
		if (e < p->first_word)
			stops[p->elem[e].block] = e;
		for (uint32_t k = at[e]; k < at[e + 1]; k++) {
			uint32_t b = used->p[k].block;
			if (seen[b] != e && !add_pair(p, live, e, b))
				return false;
			seen[b] = e;
		}
		for (uint32_t k = first; k < live->n; k++) {
			const uint32_t b = live->p[k].block;
			for (uint32_t x = p->c->pred_off[b]; x < p->c->pred_off[b + 1]; x++) {
				uint32_t q = p->c->pred[x];
				if (seen[q] == e || stops[q] == e)
					continue;
				seen[q] = e;
				if (!add_pair(p, live, e, q))
					return false;
			}
		}
	}
	return true;
}

bool
plain_live(struct plain *p)
{
	struct pairs used = { 0 }, written = { 0 }, live = { 0 };

	if (!read_phis(p) || !find_needed(p) || !find_exposed(p, &used, &written)
		|| !find_live(p, &used, &written, &live))
		return false;
	if (p->stop)
		return true;
	for (uint32_t e = EL_FIRST; e < p->first_word; e++)
		if (p->elem[e].from == FROM_PHI && p->elem[e].needed && !add_pair(p, &live, e, p->elem[e].block))
			return false;
	p->list_off = arena_zarray(p->ar, (size_t)p->c->nblk + 2, sizeof *p->list_off);
	p->list = arena_array(p->ar, (size_t)live.n + 1, sizeof *p->list);
	if (p->list_off == NULL || p->list == NULL)
		return false;
	for (uint32_t k = 0; k < live.n; k++)
		p->list_off[live.p[k].block + 2]++;
	for (uint32_t b = 0; b < p->c->nblk; b++)
		p->list_off[b + 2] += p->list_off[b + 1];
	for (uint32_t k = 0; k < live.n; k++)
		p->list[p->list_off[live.p[k].block + 1]++] = live.p[k].elem;
	return !p->ar->failed;
}
