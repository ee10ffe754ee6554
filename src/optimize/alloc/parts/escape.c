/* SPDX-License-Identifier: MIT */
/* escape.c -- plans where an object that is taken apart is made after all, because it escapes.
**
** The object exists from the first use on that needs it.  Where paths meet and it exists on one of them, it is made on
** the others.  So it is made at most once for each time that its allocation ran, and never on a path on which it was
** not allocated.  But if its fields are only read where the paths meet, before anything is written, they are read into
** the variables before that on the paths on which it exists.
**
** A critical edge on which it is to be made is split first, at the end of the round, if that pays; the next round plans
** anew.  Each critical edge is split once, so that this comes to an end.
**
** An allocation is a safepoint, at which the collector looks at all objects.  So it must not move into code in which
** some other object exists that is not initialised.  It is made just before a safepoint of the function, where all
** objects are in order; or where no other object can have been allocated since the last safepoint, and no plain address
** of an object taken. */
#include "optimize/alloc/parts/parts.h"

#define WORTH 0.75f          /* part of the allocations that may stay */
#define SAME 1.001f          /* no more than before, but for rounding */
enum { MAX_ROUNDS = 8, MAX_SITES = 8, MAX_STORES = 64, CHUNK = 8 };

struct escape {
	struct alloc_opt *a;
	const struct virtual_plan *p;
	struct member *m;
	block_id home;
	bool ok, changed;
	uint32_t sites;
	uint32_t critical;       /* of these: on critical edges, which are entered in `split` */
};

/* The object has to exist from instruction `at` of block b on. */
static void
cut(struct escape *x, block_id b, LLVMValueRef at)
{
	struct block_mark *m = &x->a->mark[b];
	uint32_t order = ptrmap_get(&x->a->order, at);

	if (order == PTRMAP_NONE) {
		x->ok = false; /* made in this round: the next one will know its place */
		return;
	}
	if (m->cut == x->a->stamp && m->order <= order)
		return;
	m->cut = x->a->stamp, m->order = order, m->at = at;
	x->changed = true;
}

/* The object would have to be made behind a safepoint.  If that may have made an object that is still to be filled, it
** is made before it.  All is in order if the safepoint is an allocation that goes. */
static bool
behind(struct escape *x, block_id b, LLVMValueRef safepoint)
{
	if (safepoint == NULL)
		return false;
	uint32_t k = ptrmap_get(&x->a->derived, safepoint);
	if (k < x->p->n && x->p->m[k].o.value == safepoint)
		return true;
	if (!order_opens(x->a, safepoint))
		return true;
	if (b == x->home ? ptrmap_get(&x->a->order, safepoint) > ptrmap_get(&x->a->order, x->m->o.value)
		: x->a->mark[b].live == x->a->stamp)
		cut(x, b, safepoint);
	else
		x->ok = false;
	return true;
}

/* The object is to be made before instruction `at` of block b: finds the last safepoints before that. */
static void
make_at(struct escape *x, block_id b, LLVMValueRef at)
{
	struct alloc_opt *a = x->a;
	const struct cfg *g = &a->g;
	LLVMValueRef last;
	uint32_t n = 0;

	x->sites++;
	x->m->cost += a->frequency[b];
	if (order_is_safepoint(a, at))
		return;
	a->visit++;
	x->ok &= order_last(a, LLVMGetPreviousInstruction(at), &last);
	if (behind(x, b, last))
		return;
	/* `b` may come up once more, as a whole, and is looked at in the same way then */
	a->todo[n++] = b;
	for (uint32_t i = 0; i < n && x->ok; i++)
		for (uint32_t e = g->pred_at[a->todo[i]]; e < g->pred_at[a->todo[i] + 1] && x->ok; e++) {
			block_id p = g->pred[e];
			if (a->mark[p].seen == a->visit)
				continue;
			a->mark[p].seen = a->visit;
			x->ok &= order_last_of_block(a, p, &last);
			if (!behind(x, p, last) && x->ok && p != b)
				a->todo[n++] = p;
		}
}

/* May memory be written, as far as the kind of the instruction tells? */
static bool
may_write(struct alloc_opt *a, LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		return LLVMGetVolatile(i) || access_is_atomic(i);
	case LLVMStore: case LLVMFence: case LLVMAtomicRMW: case LLVMAtomicCmpXchg: case LLVMInvoke: case LLVMCallBr:
	case LLVMVAArg:
		return true;
	case LLVMCall:
		return edit_intrinsic(&a->e, i) != INTR_TYPEOF && edit_intrinsic(&a->e, i) != INTR_LLVM_DEBUG;
	default:
		return false;
	}
}

static bool
is_live(const struct alloc_opt *a, block_id b)
{
	return a->mark[b].live == a->stamp;
}

/* Is the object used behind the block? */
static bool
is_live_behind(const struct alloc_opt *a, block_id b)
{
	for (uint32_t e = a->g.succ_at[b]; e < a->g.succ_at[b + 1]; e++)
		if (is_live(a, a->g.succ[e]))
			return true;
	return false;
}

/* Are all loads of the object, in the block and behind it, in front of anything in the block that writes? */
static bool
loads_come_first(struct escape *x, block_id b)
{
	struct alloc_opt *a = x->a;
	bool to_the_end = is_live_behind(a, b);
	uint32_t left = a->mark[b].loads, member = (uint32_t)(x->m - x->p->m);
	LLVMValueRef i = LLVMGetFirstInstruction(a->block[b]);

	for (; i != NULL && (to_the_end || left > 0); i = LLVMGetNextInstruction(i)) {
		if (a->budget == 0)
			return false;
		a->budget--;
		if (may_write(a, i))
			return false;
		left -= LLVMGetInstructionOpcode(i) == LLVMLoad && ptrmap_get(&a->derived, operand_of(i, 0)) == member;
	}
	return left == 0;
}

/* Counts the loads of the object by block, and finds the blocks in which it is used in another way. */
static void
count_loads(struct escape *x)
{
	struct alloc_opt *a = x->a;
	const struct object *o = &x->m->o;

	for (uint32_t i = 0; i < x->m->region; i++)
		a->mark[a->list[i]].loads = 0;
	for (uint32_t i = 0; i < o->nuse; i++) {
		const struct object_use *u = &o->use[i];
		block_id b = use_block(a, u);
		if (b == NONE || u->kind == USE_TYPEOF || u->kind == USE_ASSUME || u->kind == USE_LIFETIME)
			continue;
		if (u->kind == USE_LOAD && x->m->stays[i] && use_is_plain(u))
			a->mark[b].loads++;
		else
			a->mark[b].spoilt = a->stamp;
	}
}

/* Can the block be entered with the fields in variables from each block in which the object may exist? */
static bool
may_reload(const struct escape *x, block_id b)
{
	struct alloc_opt *a = x->a;
	const struct cfg *g = &a->g;

	for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
		if (is_live(a, g->succ[e]) && a->mark[g->succ[e]].reload != a->stamp)
			return false;
	for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++)
		if (may_write(a, LLVMGetBasicBlockTerminator(a->block[g->pred[e]])))
			return false;
	return true;
}

/* Finds the blocks from which on the fields are only read, before anything is written. */
static void
find_reloads(struct escape *x)
{
	struct alloc_opt *a = x->a;
	const struct object *o = &x->m->o;
	bool changed = true;

	for (uint32_t i = 0; i < o->nfield; i++)
		if (field_is_memory(&o->field[i]))
			return;
	count_loads(x);
	for (uint32_t i = 0; i < x->m->region; i++) {
		block_id b = a->list[i];
		if (a->mark[b].spoilt != a->stamp && loads_come_first(x, b))
			a->mark[b].reload = a->stamp;
	}
	while (changed) {
		changed = false;
		if (a->budget <= x->m->region) {
			a->budget = 0;
			x->ok = false;
			return;
		}
		a->budget -= x->m->region;
		for (uint32_t i = 0; i < x->m->region; i++) {
			block_id b = a->list[i];
			if (a->mark[b].reload == a->stamp && !may_reload(x, b)) {
				a->mark[b].reload = 0;
				changed = true;
			}
		}
	}
}

/* Finds the blocks at whose start the object exists: those that can be reached from where it is made. */
static void
spread(struct escape *x, uint32_t region)
{
	struct alloc_opt *a = x->a;
	const struct cfg *g = &a->g;
	uint32_t n = 0;

	for (uint32_t i = 0; i <= region; i++) {
		block_id b = i < region ? a->list[i] : x->home;
		a->mark[b].real = 0;
	}
	for (uint32_t i = 0; i <= region; i++) {
		block_id b = i < region ? a->list[i] : x->home;
		bool from = a->mark[b].cut == a->stamp;
		for (uint32_t e = g->succ_at[b]; from && e < g->succ_at[b + 1]; e++) {
			block_id s = g->succ[e];
			if (is_live(a, s) && a->mark[s].real != a->stamp
				&& a->mark[s].reload != a->stamp) {
				a->mark[s].real = a->stamp;
				a->todo[n++] = s;
			}
		}
	}
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t e = g->succ_at[a->todo[i]]; e < g->succ_at[a->todo[i] + 1]; e++) {
			block_id s = g->succ[e];
			if (is_live(a, s) && a->mark[s].real != a->stamp
				&& a->mark[s].reload != a->stamp) {
				a->mark[s].real = a->stamp;
				a->todo[n++] = s;
			}
		}
	a->budget -= a->budget > region ? region : a->budget;
}

/* Can the edge from b to s get a block, and is it one edge? */
static bool
may_split(const struct alloc_opt *a, block_id b, block_id s)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(a->block[b]));
	LLVMValueRef first = LLVMGetFirstInstruction(a->block[s]);
	uint32_t edges = 0;

	for (uint32_t e = a->g.succ_at[b]; e < a->g.succ_at[b + 1]; e++)
		edges += a->g.succ[e] == s;
	while (LLVMIsAPHINode(first))
		first = LLVMGetNextInstruction(first);
	return edges == 1 && (op == LLVMBr || op == LLVMSwitch) && !LLVMIsALandingPadInst(first)
		&& !LLVMIsACatchPadInst(first) && !LLVMIsACleanupPadInst(first) && !LLVMIsACatchSwitchInst(first);
}

/* The object would have to be made on a critical edge.  So the edge is to be split, and the next round looks again. */
static void
make_on_edge(struct escape *x, block_id b, block_id s)
{
	struct alloc_opt *a = x->a;

	if (!may_split(a, b, s) || !ARENA_PUSH(&a->ar, a->split, a->nsplit, a->split_cap)) {
		x->ok = false;
		return;
	}
	a->split[a->nsplit++] = (struct edge){ b, s };
	x->critical++;
	x->sites++;
	x->m->cost += a->frequency[b] < a->frequency[s] ? a->frequency[b] : a->frequency[s];
}

/* Looks at a block in which the object is live: is it made in it, or at its end? */
static void
look_at(struct escape *x, block_id b)
{
	struct alloc_opt *a = x->a;
	const struct cfg *g = &a->g;
	struct block_mark *m = &a->mark[b];

	if (m->real == a->stamp)
		return;
	if (m->cut == a->stamp) {
		make_at(x, b, m->at);
		return;
	}
	for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1] && x->ok; e++) {
		block_id s = g->succ[e];
		if (a->mark[s].live != a->stamp || a->mark[s].real != a->stamp)
			continue;
		if (g->succ_at[b + 1] - g->succ_at[b] > 1) {
			make_on_edge(x, b, s);
			continue;
		}
		make_at(x, b, LLVMGetBasicBlockTerminator(a->block[b]));
		return;
	}
}

/* The number of stores that make an object, up to a bound. */
static uint64_t
count_stores(const struct object *shape)
{
	uint64_t n = shape->nfield;

	for (uint32_t i = 0; i < shape->nfield && n <= MAX_STORES; i++)
		n += field_is_memory(&shape->field[i]) ? shape->field[i].bytes / CHUNK : 0;
	return n;
}

bool
escape_plan(struct alloc_opt *a, const struct virtual_plan *p, struct member *m)
{
	const struct object *o = &m->o;
	struct escape x = { .a = a, .p = p, .m = m, .home = block_of(a, o->value), .ok = true, .changed = true };
	const uint32_t first = a->nsplit;

	m->cost = 0;
	find_reloads(&x);
	for (uint32_t i = 0; i < o->nuse && x.ok; i++) {
		block_id b = use_block(a, &o->use[i]);
		if (!m->stays[i] && !m->inside[i] && b != NONE)
			cut(&x, b, o->use[i].kind == USE_PHI ? LLVMGetBasicBlockTerminator(a->block[b])
				: o->use[i].inst);
	}
	for (int round = 0; x.changed && x.ok; round++) {
		if (round == MAX_ROUNDS || a->budget == 0) {
			a->nsplit = first;
			return false;
		}
		x.changed = false;
		x.sites = x.critical = 0;
		m->cost = 0;
		a->nsplit = first;
		spread(&x, m->region);
		look_at(&x, x.home);
		for (uint32_t i = 0; i < m->region && x.ok; i++)
			look_at(&x, a->list[i]);
	}
	m->sites = x.sites;
	bool pays = m->cost <= WORTH * a->frequency[x.home] && p->n == 1;
	if (x.critical > 0) {
		if (!x.ok || !pays || x.sites > MAX_SITES)
			a->nsplit = first;
		return false;
	}
	return x.ok && x.sites <= MAX_SITES && x.sites * count_stores(p->shape) <= MAX_STORES;
}

/* Is the object at hand made in the block? */
static bool
is_site(const struct alloc_opt *a, block_id b)
{
	const struct cfg *g = &a->g;

	if (a->mark[b].real == a->stamp)
		return false;
	if (a->mark[b].cut == a->stamp)
		return true;
	for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
		const struct block_mark *m = &a->mark[g->succ[e]];
		if (m->live == a->stamp && m->real == a->stamp)
			return true;
	}
	return false;
}

bool
escape_sites(const struct alloc_opt *a, const struct member *m, escape_site *site, void *user)
{
	block_id home = block_of(a, m->o.value);

	if (is_site(a, home) && !site(user, home))
		return false;
	for (uint32_t i = 0; i < m->region; i++)
		if (is_site(a, a->list[i]) && !site(user, a->list[i]))
			return false;
	return true;
}

bool
escape_pays(const struct alloc_opt *a, const struct virtual_plan *p)
{
	float made = 0, was = 0;
	uint32_t sites = 0, calls = 0;

	for (uint32_t i = 0; i < p->n; i++) {
		made += p->m[i].cost;
		sites += p->m[i].sites;
		if (p->m[i].o.id == INTR_NONE)
			continue;
		was += a->frequency[block_of(a, p->m[i].o.value)];
		calls++;
	}
	/* equal allocations on two paths are better made once, where these meet */
	return made <= WORTH * was || (sites < calls && made <= SAME * was);
}

bool
escape_is_real(const struct alloc_opt *a, const struct object_use *u)
{
	block_id b = use_block(a, u);
	const struct block_mark *m = &a->mark[b];

	if (m->real == a->stamp)
		return true;
	if (m->cut != a->stamp)
		return false;
	LLVMValueRef at = u->kind == USE_PHI ? LLVMGetBasicBlockTerminator(a->block[b]) : u->inst;
	return ptrmap_get(&a->order, at) >= m->order;
}

/* Replaces the phis at the start of a block by ones in which block `now` takes the place of `old`. */
static void
renew_phis(struct alloc_opt *a, LLVMBasicBlockRef bb, LLVMBasicBlockRef old, LLVMBasicBlockRef now)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(bb), next; LLVMIsAPHINode(phi); phi = next) {
		next = LLVMGetNextInstruction(phi);
		LLVMPositionBuilderBefore(a->e.builder, phi);
		LLVMSetCurrentDebugLocation2(a->e.builder, LLVMInstructionGetDebugLoc(phi));
		LLVMValueRef made = LLVMBuildPhi(a->e.builder, LLVMTypeOf(phi), "");
		for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++) {
			LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
			LLVMValueRef x = LLVMGetIncomingValue(phi, i);
			from = from == old ? now : from;
			LLVMAddIncoming(made, &x, &from, 1);
		}
		LLVMReplaceAllUsesWith(phi, made);
		LLVMInstructionEraseFromParent(phi);
	}
}

void
escape_split_edges(struct alloc_opt *a)
{
	for (uint32_t i = 0; i < a->nsplit; i++) {
		LLVMBasicBlockRef from = a->block[a->split[i].from], to = a->block[a->split[i].to], made;
		LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
		unsigned k = 0, n = LLVMGetNumSuccessors(end);
		while (k < n && LLVMGetSuccessor(end, k) != to)
			k++;
		if (k == n)
			continue; /* split already */
		made = LLVMInsertBasicBlockInContext(a->e.context, to, "");
		LLVMPositionBuilderAtEnd(a->e.builder, made);
		LLVMSetCurrentDebugLocation2(a->e.builder, LLVMInstructionGetDebugLoc(end));
		LLVMBuildBr(a->e.builder, to);
		LLVMSetSuccessor(end, k, made);
		renew_phis(a, to, from, made);
		a->cx->changed |= LR_CHANGED_IR | LR_CHANGED_CFG;
	}
}
