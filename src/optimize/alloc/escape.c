/* escape.c -- plans where an object that is taken apart is made after all, because it escapes.
**
** The object exists from the first use on that needs it.  Where paths meet and it exists on one of them, it is made on
** the others.  So it is made at most once for each time that its allocation ran, and never on a path on which it was
** not allocated.  But if its fields are only read where the paths meet, before anything is written, they are read into
** the variables before that on the paths on which it exists.
**
** An allocation is a safepoint, at which the collector looks at all objects.  So it must not move into code in which
** some other object exists that is not initialised.  It is made just before a safepoint of the function, where all
** objects are in order; or where no other object can have been allocated since the last safepoint, and no plain address
** of an object taken. */
#include "optimize/alloc/alloc.h"

#include "dialect/kind.h"
#include "lateroot/abi.h"

#define WORTH 0.75f          /* part of the allocations that may stay */
#define SAME 1.001f          /* no more than before, but for rounding */
enum { MAX_ROUNDS = 8, MAX_SITES = 8, MAX_STORES = 64 };

enum { MAX_USES = 32 };

struct escape {
	struct alloc_opt *a;
	const struct virtual_plan *p;
	struct member *m;
	block_id home;
	bool ok, changed;
	uint32_t sites;
};

/* ---- safepoints ---- */

static bool
has_string(LLVMValueRef call, const char *name)
{
	unsigned n = (unsigned)strlen(name);
	LLVMValueRef callee = LLVMGetCalledValue(call);

	return LLVMGetCallSiteStringAttribute(call, AT_FUNCTION, name, n) != NULL
		|| (LLVMIsAFunction(callee) && LLVMGetStringAttributeAtIndex(callee, AT_FUNCTION, name, n) != NULL);
}

/* Is the call certainly a safepoint, so that all objects are in order before it? */
static bool
is_safepoint(struct alloc_opt *a, LLVMValueRef i)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(i);

	if (op != LLVMCall && op != LLVMInvoke && op != LLVMCallBr)
		return false;
	switch (edit_intrinsic(&a->e, i)) {
	case INTR_GC_ALLOC_OBJ: case INTR_GC_ALLOC_MEMORY: case INTR_GC_ALLOC_BYTES:
		return true;
	case INTR_NONE: case INTR_CALL: case INTR_CALL2: case INTR_CALL3: case INTR_SAFEPOINT:
		return !LLVMIsAInlineAsm(LLVMGetCalledValue(i)) && !has_string(i, "gc-leaf-function")
			&& !call_has_attribute(i, "memory") && !call_has_attribute(i, "readnone")
			&& !call_has_attribute(i, "readonly");
	default:
		return false;
	}
}

/* Is the call one of the dialect that is no part of filling an object? */
static bool
is_harmless(struct alloc_opt *a, LLVMValueRef call, LLVMValueRef object)
{
	switch (edit_intrinsic(&a->e, call)) {
	case INTR_TYPEOF: case INTR_PRESERVE_BEGIN:
		return true;
	case INTR_WRITE_BARRIER: case INTR_OBJECT_WRITE_BARRIER:
		return operand_of(call, 0) != object;
	default:
		return false;
	}
}

/* Is something stored into the object?  Its uses are looked at, up to a bound. */
static bool
is_filled(struct alloc_opt *a, LLVMValueRef object)
{
	LLVMValueRef pointer[MAX_USES];
	uint32_t n = 1, uses = 0;

	pointer[0] = object;
	for (uint32_t k = 0; k < n; k++)
		for (LLVMUseRef u = LLVMGetFirstUse(pointer[k]); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			if (++uses > MAX_USES || !LLVMIsAInstruction(user))
				return true;
			switch (LLVMGetInstructionOpcode(user)) {
			case LLVMLoad: case LLVMICmp: case LLVMRet:
				break;
			case LLVMStore:
				if (operand_of(user, 1) == pointer[k])
					return true;
				break;
			case LLVMGetElementPtr: case LLVMAddrSpaceCast: case LLVMBitCast:
				if (n == MAX_USES)
					return true;
				pointer[n++] = user;
				break;
			case LLVMCall: case LLVMInvoke:
				/* who may collect is given initialised objects only */
				if (!is_safepoint(a, user) && !is_harmless(a, user, pointer[k]))
					return true;
				break;
			default:
				return true;
			}
		}
	return false;
}

static bool
is_plain_pointer(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == LR_AS_GENERIC;
}

/* May the result of an instruction that is no safepoint be a plain address of an object, or of memory that an object
** owns?  Until the next safepoint it may be used, though nothing keeps the object alive. */
static bool
takes_address(struct alloc_opt *a, LLVMValueRef i)
{
	LLVMTypeRef t = LLVMTypeOf(i);

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		return is_plain_pointer(t) && !is_plain_pointer(LLVMTypeOf(operand_of(i, 0)));
	case LLVMIntToPtr:
		return true;
	case LLVMCall: case LLVMInvoke: case LLVMCallBr:
		switch (edit_intrinsic(&a->e, i)) {
		case INTR_POINTER_FROM_OBJREF: case INTR_NONE:
			return is_plain_pointer(t) || LLVMGetTypeKind(t) == LLVMStructTypeKind;
		default:
			return false;
		}
	default:
		return false;
	}
}

/* May the result of a safepoint be an object that is not initialised yet, or a plain address? */
static bool
opens(struct alloc_opt *a, LLVMValueRef call)
{
	if (takes_address(a, call))
		return true;
	switch (edit_intrinsic(&a->e, call)) {
	case INTR_CALL: case INTR_CALL2: case INTR_CALL3:
		return false;
	case INTR_NONE:
		return type_may_hold_reference(LLVMTypeOf(call)) && is_filled(a, call);
	default:
		return type_may_hold_reference(LLVMTypeOf(call));
	}
}

/* The last safepoint, or instruction that takes an address, in a block at or before instruction `i`; NULL: there is
** none. */
static LLVMValueRef
last_safepoint(struct escape *x, LLVMValueRef i)
{
	for (; i != NULL; i = LLVMGetPreviousInstruction(i)) {
		if (x->a->budget == 0) {
			x->ok = false;
			return NULL;
		}
		x->a->budget--;
		if (is_safepoint(x->a, i) || takes_address(x->a, i))
			return i;
	}
	return NULL;
}

static LLVMValueRef
block_safepoint(struct escape *x, block_id b)
{
	struct block_safepoint *s = &x->a->safepoint[b];

	if (!s->known) {
		s->call = last_safepoint(x, LLVMGetBasicBlockTerminator(x->a->block[b]));
		s->known = x->ok;
	}
	return s->call;
}

/* ---- the plan ---- */

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
	if (!opens(x->a, safepoint))
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
	uint32_t n = 0;

	x->sites++;
	x->m->cost += a->frequency[b];
	if (is_safepoint(a, at))
		return;
	a->visit++;
	if (behind(x, b, last_safepoint(x, LLVMGetPreviousInstruction(at))))
		return;
	/* `b` may come up once more, as a whole, and is looked at in the same way then */
	a->todo[n++] = b;
	for (uint32_t i = 0; i < n && x->ok; i++)
		for (uint32_t e = g->pred_at[a->todo[i]]; e < g->pred_at[a->todo[i] + 1] && x->ok; e++) {
			block_id p = g->pred[e];
			if (a->mark[p].seen == a->visit)
				continue;
			a->mark[p].seen = a->visit;
			if (!behind(x, p, block_safepoint(x, p)) && x->ok && p != b)
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
	for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
		block_id s = g->succ[e];
		if (a->mark[s].live != a->stamp || a->mark[s].real != a->stamp)
			continue;
		if (g->succ_at[b + 1] - g->succ_at[b] > 1)
			x->ok = false; /* the edge would have to be split */
		else
			make_at(x, b, LLVMGetBasicBlockTerminator(a->block[b]));
		return;
	}
}

bool
escape_plan(struct alloc_opt *a, const struct virtual_plan *p, struct member *m)
{
	const struct object *o = &m->o;
	struct escape x = { .a = a, .p = p, .m = m, .home = block_of(a, o->value), .ok = true, .changed = true };

	m->cost = 0;
	find_reloads(&x);
	for (uint32_t i = 0; i < o->nuse && x.ok; i++) {
		block_id b = use_block(a, &o->use[i]);
		if (!m->stays[i] && !m->inside[i] && b != NONE)
			cut(&x, b, o->use[i].kind == USE_PHI ? LLVMGetBasicBlockTerminator(a->block[b])
				: o->use[i].inst);
	}
	for (int round = 0; x.changed && x.ok; round++) {
		if (round == MAX_ROUNDS || a->budget == 0)
			return false;
		x.changed = false;
		x.sites = 0;
		m->cost = 0;
		spread(&x, m->region);
		look_at(&x, x.home);
		for (uint32_t i = 0; i < m->region && x.ok; i++)
			look_at(&x, a->list[i]);
	}
	m->sites = x.sites;
	return x.ok && x.sites <= MAX_SITES && x.sites * p->shape->nfield <= MAX_STORES;
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
