/* check_model.c -- instructions -> events, block by block.
**
** First every instruction is read once and leaves raw events whose nodes are traced on the way; then, when all nodes and
** classes are known, the events of values that need no slot are dropped, and uses by phis are added at the ends of
** predecessors. */
#include "addrspace/kind.h"
#include "gcroots/check_model.h"

/* ---- safepoints ---- */

static bool
has_fn_attr(const struct ck *c, LLVMValueRef call, LLVMValueRef callee, const char *name, unsigned len)
{
	(void)c;
	return LLVMGetCallSiteStringAttribute(call, CK_ON_FUNCTION, name, len) != NULL ||
	       (callee != NULL && LLVMGetStringAttributeAtIndex(callee, CK_ON_FUNCTION, name, len) != NULL);
}

static LLVMValueRef
callee_function(LLVMValueRef call)
{
	LLVMValueRef f = LLVMGetCalledValue(call);

	return f != NULL && LLVMIsAFunction(f) != NULL ? f : NULL;
}

/* Bits of the memory attribute: two for each location, 1 reads and 2 writes; argument memory comes first. */
enum { ARG_MEMORY = 3 };
#define ALL_WRITES 0xaaaaaaaaaaaaaaaau

static uint64_t
memory_effects(const struct ck *c, LLVMValueRef call, LLVMValueRef callee)
{
	LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, CK_ON_FUNCTION, c->attr_memory);
	uint64_t e = a == NULL ? UINT64_MAX : LLVMGetEnumAttributeValue(a);

	if (callee != NULL && (a = LLVMGetEnumAttributeAtIndex(callee, CK_ON_FUNCTION, c->attr_memory)) != NULL)
		e &= LLVMGetEnumAttributeValue(a);
	return e;
}

static bool
only_reads(uint64_t effects)
{
	return effects != UINT64_MAX && (effects & ALL_WRITES) == 0;
}

static bool
is_empty_asm(LLVMValueRef call)
{
	LLVMValueRef f = LLVMGetCalledValue(call);
	size_t n = 1;

	if (f == NULL || LLVMIsAInlineAsm(f) == NULL)
		return false;
	LLVMGetInlineAsmAsmString(f, &n);
	return n == 0;
}

bool
check_is_safepoint(const struct ck *c, LLVMValueRef call, bool *twice)
{
	LLVMValueRef callee = callee_function(call);
	uint64_t effects;

	*twice = LLVMGetCallSiteEnumAttribute(call, CK_ON_FUNCTION, c->attr_twice) != NULL ||
	         (callee != NULL && LLVMGetEnumAttributeAtIndex(callee, CK_ON_FUNCTION, c->attr_twice) != NULL) ||
	         intrinsic_of_call(call) == INTR_CANCELLATION_POINT;
	if (*twice)
		return true;
	if (!intrinsic_may_be_safepoint(intrinsic_of_call(call)) || is_empty_asm(call) ||
	    has_fn_attr(c, call, callee, "gc-leaf-function", 16))
		return false;
	/* What "julia.safepoint" says about memory is for optimisers that run before roots are placed; of a callee
	** that is not known, the same must be feared. */
	if (has_fn_attr(c, call, callee, "julia.safepoint", 15) ||
	    (callee == NULL && LLVMIsAInlineAsm(LLVMGetCalledValue(call)) == NULL))
		return true;
	effects = memory_effects(c, call, callee);
	return !only_reads(effects) && (effects & ~(uint64_t)ARG_MEMORY) != 0;
}

/* ---- raw events ---- */

static bool
emit(struct ck *c, enum event_kind kind, uint32_t a, uint32_t b)
{
	if (!ARENA_PUSH(&c->ar, c->ev, c->nev, c->ev_cap))
		return false;
	c->ev[c->nev++] = (struct event){ (uint8_t)kind, false, a, b };
	return true;
}

static bool
use(struct ck *c, LLVMValueRef v)
{
	uint32_t n;

	if (LLVMIsAInstruction(v) == NULL)
		return true;
	n = check_lanes(c, LLVMTypeOf(v));
	for (uint32_t i = 0; i < n; i++) {
		uint32_t node = check_node(c, v, i);
		if (node != CK_ROOTED && !emit(c, EV_USE, node, 0))
			return false;
	}
	return true;
}

static bool
define(struct ck *c, LLVMValueRef v)
{
	uint32_t n = check_lanes(c, LLVMTypeOf(v)), base = n == 0 ? 0 : check_lane_base(c, v);

	return n == 0 || (base != CK_NONE && emit(c, EV_DEFS, base, n));
}

static bool
read_stack(struct ck *c, LLVMValueRef p)
{
	uint32_t var = check_stack_variable(c, p);

	return var == CK_NONE || emit(c, EV_READ, var, 0);
}

static bool
write_slots(struct ck *c, int64_t from, int64_t to, uint32_t what)
{
	if (from < 0)
		from = 0;
	for (int64_t s = from; s < to && s < c->nslots; s++)
		if (!emit(c, EV_WRITE, (uint32_t)s, what))
			return false;
	return true;
}

/* `bytes` bytes through a slot pointer; UINT64_MAX: as far as the variable goes.  Null or unknown. */
static bool
clobber(struct ck *c, const struct slot_range *r, uint64_t bytes, bool null)
{
	int64_t first = r->lo / c->word, last = r->limit;
	bool sharp = r->lo == r->hi && !r->maybe && r->lo % c->word == 0;

	if (bytes < (uint64_t)c->nslots * c->word)
		last = (r->hi + (int64_t)bytes + c->word - 1) / c->word;
	return write_slots(c, first, last, null && sharp && bytes % c->word == 0 ? CK_ROOTED : CK_UNKNOWN);
}

static bool
store_into_slot(struct ck *c, LLVMValueRef v, const struct slot_range *r)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	uint64_t bytes = LLVMStoreSizeOfType(c->layout, t);
	uint32_t lanes = check_lanes(c, t);

	if (LLVMIsConstant(v) && LLVMIsNull(v))
		return clobber(c, r, bytes, true);
	if (r->lo != r->hi || r->maybe || r->lo % c->word != 0 || lanes == 0 || bytes != (uint64_t)lanes * c->word || !type_kind(t).all)
		return clobber(c, r, bytes, false);
	for (uint32_t i = 0; i < lanes; i++)
		if (!write_slots(c, r->lo / c->word + i, r->lo / c->word + i + 1, check_node(c, v, i)))
			return false;
	return true;
}

/* A call by the ABI of julia.call after lowering: P10 (P10 or P11 f, ptr args, i32 n [, P10]).  It only reads its arguments. */
static bool
is_jlcall(LLVMValueRef call)
{
	LLVMTypeRef t = LLVMGetCalledFunctionType(call), p[4];
	unsigned n = LLVMCountParamTypes(t);

	if (n < 3 || n > 4 || pointer_as(LLVMGetReturnType(t)) != LR_AS_TRACKED)
		return false;
	LLVMGetParamTypes(t, p);
	return (pointer_as(p[0]) == LR_AS_TRACKED || pointer_as(p[0]) == LR_AS_DERIVED) && pointer_as(p[1]) == LR_AS_GENERIC &&
	       LLVMGetTypeKind(p[2]) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(p[2]) == 32 &&
	       (n == 3 || pointer_as(p[3]) == LR_AS_TRACKED);
}

static bool
param_attr(LLVMValueRef call, LLVMValueRef callee, unsigned i, unsigned kind)
{
	return kind != 0 && (LLVMGetCallSiteEnumAttribute(call, i + 1, kind) != NULL ||
	       (callee != NULL && LLVMGetEnumAttributeAtIndex(callee, i + 1, kind) != NULL));
}

static uint64_t
return_roots(LLVMValueRef call, LLVMValueRef callee, unsigned i)
{
	static const char name[] = "julia.return_roots";
	LLVMAttributeRef a = LLVMGetCallSiteStringAttribute(call, i + 1, name, sizeof name - 1);
	const char *text;
	unsigned n;
	uint64_t roots = 0;

	if (a == NULL && callee != NULL)
		a = LLVMGetStringAttributeAtIndex(callee, i + 1, name, sizeof name - 1);
	if (a == NULL)
		return 0;
	text = LLVMGetStringAttributeValue(a, &n);
	for (unsigned k = 0; k < n && text[k] >= '0' && text[k] <= '9' && roots < 1u << 24; k++)
		roots = roots * 10 + (uint64_t)(text[k] - '0');
	return roots;
}

static uint64_t
constant_or_all(LLVMValueRef v)
{
	return LLVMIsAConstantInt(v) != NULL ? LLVMConstIntGetZExtValue(v) : UINT64_MAX;
}

static bool
call_writes(struct ck *c, LLVMValueRef call, enum intrinsic id)
{
	LLVMValueRef callee = callee_function(call);
	const char *name = callee == NULL ? "" : value_name(callee);
	unsigned n = LLVMGetNumArgOperands(call);
	bool reader = only_reads(memory_effects(c, call, callee)) || is_jlcall(call);

	for (unsigned i = 0; i < n; i++) {
		const struct slot_range *r = check_slot_range(c, LLVMGetOperand(call, i));
		uint64_t roots;
		bool ok = true;
		if (r == NULL)
			continue;
		if (id == INTR_LLVM && strncmp(name, "llvm.memset.", 12) == 0) {
			LLVMValueRef byte = LLVMGetOperand(call, 1);
			ok = clobber(c, r, constant_or_all(LLVMGetOperand(call, 2)), LLVMIsConstant(byte) && LLVMIsNull(byte) && LLVMIsAConstantInt(LLVMGetOperand(call, 2)) != NULL);
		} else if (id == INTR_LLVM && (strncmp(name, "llvm.memcpy.", 12) == 0 || strncmp(name, "llvm.memmove.", 13) == 0)) {
			ok = i != 0 || clobber(c, r, constant_or_all(LLVMGetOperand(call, 2)), false);
		} else if ((roots = return_roots(call, callee, i)) != 0) {
			ok = clobber(c, r, roots * c->word, false);
		} else if (!reader && !param_attr(call, callee, i, c->attr_readonly) && !param_attr(call, callee, i, c->attr_readnone)) {
			ok = clobber(c, r, UINT64_MAX, false);
		}
		if (!ok)
			return false;
	}
	return true;
}

/* ---- calls ---- */

static uint32_t
add_call(struct ck *c, LLVMValueRef call)
{
	if (!ARENA_PUSH(&c->ar, c->calls, c->ncalls, c->calls_cap))
		return 0;
	c->calls[c->ncalls] = call;
	return c->ncalls++;
}

static bool
read_pin(struct ck *c, LLVMValueRef begin, uint32_t block, struct ptrmap *pin_of)
{
	struct pin p = { begin, block, 0, c->npinned, 0 };

	for (unsigned i = 0, n = LLVMGetNumArgOperands(begin); i < n; i++) {
		LLVMValueRef v = LLVMGetOperand(begin, i);
		uint32_t lanes = is_metadata_operand(v) || LLVMIsAInstruction(v) == NULL ? 0 : check_lanes(c, LLVMTypeOf(v));
		for (uint32_t k = 0; k < lanes; k++) {
			if (!ARENA_PUSH(&c->ar, c->pinned, c->npinned, c->pinned_cap))
				return false;
			c->pinned[c->npinned++] = check_node(c, v, k);
		}
	}
	p.nnodes = c->npinned - p.nodes;
	if (!ARENA_PUSH(&c->ar, c->pins, c->npins, c->pins_cap) || !ptrmap_set(pin_of, begin, c->npins))
		return false;
	c->pins[c->npins] = p;
	return emit(c, EV_PIN, c->npins++, 0);
}

static bool
read_frame_call(struct ck *c, LLVMValueRef call, enum intrinsic id)
{
	LLVMValueRef n;

	if (id == INTR_NEW_GC_FRAME)
		return emit(c, EV_NEW, add_call(c, call), 0);
	if (LLVMGetOperand(call, 0) != c->frame)
		check_hole(c, call, "not the function's frame");
	if (id == INTR_POP_GC_FRAME)
		return emit(c, EV_POP, add_call(c, call), 0);
	n = LLVMGetOperand(call, 1);
	if (LLVMIsAConstantInt(n) == NULL || LLVMConstIntGetZExtValue(n) != c->nslots)
		check_hole(c, call, "push does not say how many slots the frame has (%u)", c->nslots);
	return emit(c, EV_PUSH, add_call(c, call), 0);
}

static bool
read_call(struct ck *c, LLVMValueRef call, uint32_t block, struct ptrmap *pin_of)
{
	enum intrinsic id = intrinsic_of_call(call);
	unsigned nops = (unsigned)LLVMGetNumOperands(call), nargs = LLVMGetNumArgOperands(call);
	bool twice = false, stop;
	uint32_t at;

	switch (id) {
	case INTR_LLVM_DEBUG:
	case INTR_LLVM_LIFETIME:
	case INTR_GET_GC_FRAME_SLOT:
	case INTR_GC_LOADED: /* but a cast: what counts is where its result is used */
		return true;
	case INTR_NEW_GC_FRAME:
	case INTR_PUSH_GC_FRAME:
	case INTR_POP_GC_FRAME:
		return read_frame_call(c, call, id);
	case INTR_PRESERVE_END:
		at = ptrmap_get(pin_of, LLVMGetOperand(call, 0));
		return at == PTRMAP_NONE || emit(c, EV_UNPIN, at, 0);
	default:
		break;
	}
	stop = check_is_safepoint(c, call, &twice);
	if (c->nranges > 0 && !call_writes(c, call, id))
		return false;
	for (int after = 0; after < 2; after++) {
		if (after && stop && !emit(c, EV_SAFEPOINT, at = add_call(c, call), 0))
			return false;
		for (unsigned i = 0; i < nops; i++) {
			LLVMValueRef v = LLVMGetOperand(call, i);
			if (LLVMValueIsBasicBlock(v) || is_metadata_operand(v))
				continue;
			bool callees = i < nargs && pointer_as(LLVMTypeOf(v)) == LR_AS_CALLEE_ROOTED;
			if (callees == !after && !use(c, v))
				return false;
			if (after && !read_stack(c, v))
				return false;
		}
	}
	if (twice && !emit(c, EV_TWICE, c->ncalls - 1, 0))
		return false;
	if (id == INTR_PRESERVE_BEGIN && !read_pin(c, call, block, pin_of))
		return false;
	return define(c, call);
}

/* ---- everything else ---- */

static bool
read_store(struct ck *c, LLVMValueRef store)
{
	LLVMValueRef v = LLVMGetOperand(store, 0), p = LLVMGetOperand(store, 1);
	const struct slot_range *r = check_slot_range(c, p);

	uint32_t var = r == NULL ? check_stack_variable(c, p) : CK_NONE;

	if (!use(c, v) || !use(c, p) || (r != NULL && !store_into_slot(c, v, r)))
		return false;
	for (uint32_t i = 0, n = var == CK_NONE || LLVMIsAInstruction(v) == NULL ? 0 : check_lanes(c, LLVMTypeOf(v)); i < n; i++)
		if (!emit(c, EV_STACK, var, check_node(c, v, i)))
			return false;
	return true;
}

static bool
read_atomic(struct ck *c, LLVMValueRef i)
{
	const struct slot_range *r = check_slot_range(c, LLVMGetOperand(i, 0));

	for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(i); k < n; k++)
		if (!use(c, LLVMGetOperand(i, k)))
			return false;
	return (r == NULL || clobber(c, r, c->word, false)) && define(c, i);
}

static bool
read_phi(struct ck *c, LLVMValueRef phi, uint32_t *n, uint32_t *cap)
{
	uint32_t lanes = check_lanes(c, LLVMTypeOf(phi));

	for (uint32_t i = 0; i < lanes; i++) {
		if (!ARENA_PUSH(&c->ar, c->phi, *n, *cap))
			return false;
		c->phi[(*n)++] = check_node(c, phi, i);
	}
	return define(c, phi);
}

static bool
read_instruction(struct ck *c, LLVMValueRef i, uint32_t block, struct ptrmap *pin_of)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMCall:
	case LLVMInvoke:
	case LLVMCallBr:
		return read_call(c, i, block, pin_of);
	case LLVMLoad:
		return use(c, LLVMGetOperand(i, 0)) && read_stack(c, LLVMGetOperand(i, 0)) && define(c, i);
	case LLVMStore:
		return read_store(c, i);
	case LLVMAtomicCmpXchg:
	case LLVMAtomicRMW:
		return read_atomic(c, i);
	case LLVMSelect:
		return check_lanes(c, LLVMTypeOf(i)) == 0 ||
		       (use(c, LLVMGetOperand(i, 1)) && use(c, LLVMGetOperand(i, 2)) && define(c, i));
	case LLVMRet:
		return (LLVMGetNumOperands(i) == 0 || use(c, LLVMGetOperand(i, 0))) && emit(c, EV_RETURN, add_call(c, i), 0);
	case LLVMGetElementPtr:
	case LLVMInsertValue:
	case LLVMExtractValue:
	case LLVMShuffleVector:
	case LLVMICmp:
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
read_blocks(struct ck *c, struct ptrmap *pin_of, uint32_t *raw_off)
{
	uint32_t nphi = 0, phi_cap = 0;

	c->phi_off = arena_array(&c->ar, (size_t)c->nblk + 1, sizeof *c->phi_off);
	if (c->phi_off == NULL)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++) {
		raw_off[b] = c->nev;
		c->phi_off[b] = nphi;
		for (LLVMValueRef i = LLVMGetFirstInstruction(c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			bool ok = LLVMGetInstructionOpcode(i) == LLVMPHI ? read_phi(c, i, &nphi, &phi_cap) : read_instruction(c, i, b, pin_of);
			if (!ok || c->ar.failed)
				return false;
		}
	}
	raw_off[c->nblk] = c->nev;
	c->phi_off[c->nblk] = nphi;
	return true;
}

/* ---- raw events -> events ---- */

static bool
expand(struct ck *c, const struct event *e)
{
	switch (e->kind) {
	case EV_DEFS:
		for (uint32_t i = 0; i < e->b; i++) {
			uint32_t n = c->lane_node[e->a + i];
			if (n != CK_NONE && c->node[n].kind != NODE_ROOTED && c->node[n].lane == i &&
			    ptrmap_get(&c->lanes_of, c->node[n].value) == e->a && !emit(c, EV_DEF, n, 0))
				return false;
		}
		return true;
	case EV_USE:
		return c->node[e->a].kind == NODE_ROOTED || emit(c, EV_USE, e->a, 0);
	case EV_STACK:
		return c->node[e->b].kind == NODE_ROOTED || emit(c, EV_STACK, e->a, e->b);
	case EV_WRITE:
		if (e->b == CK_UNKNOWN || c->slot_escaped[e->a])
			return emit(c, EV_WRITE, e->a, CK_UNKNOWN);
		return emit(c, EV_WRITE, e->a, c->node[e->b].cls);
	default:
		return emit(c, e->kind, e->a, e->b);
	}
}

/* Phis read their inputs at the end of the predecessor. */
static bool
phi_uses(struct ck *c, uint32_t b)
{
	for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
		uint32_t s = c->succ[e];
		for (uint32_t i = c->phi_off[s]; i < c->phi_off[s + 1]; i++) {
			uint32_t p = c->phi[i], x;
			if (c->node[p].nin == 0)
				continue;
			x = c->inputs[c->node[p].in + c->succ_edge[e]];
			if (c->node[x].kind != NODE_ROOTED && !emit(c, EV_USE, x, 0))
				return false;
		}
	}
	return true;
}

bool
check_read(struct ck *c)
{
	uint32_t *raw_off = arena_array(&c->ar, (size_t)c->nblk + 1, sizeof *raw_off);
	struct ptrmap pin_of;
	struct event *raw;
	bool ok;

	if (raw_off == NULL)
		return false;
	ptrmap_init(&pin_of, c->ar.alloc, c->ar.user);
	ok = read_blocks(c, &pin_of, raw_off);
	ptrmap_free(&pin_of);
	if (!ok || c->too_hard || !check_fill(c) || c->too_hard || !check_classes(c))
		return c->too_hard && !c->ar.failed;
	raw = c->ev;
	c->ev = NULL;
	c->nev = c->ev_cap = 0;
	c->ev_off = arena_array(&c->ar, (size_t)c->nblk + 1, sizeof *c->ev_off);
	if (c->ev_off == NULL)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++) {
		c->ev_off[b] = c->nev;
		for (uint32_t i = raw_off[b]; i < raw_off[b + 1]; i++) {
			if (raw[i].kind == EV_PIN)
				c->pins[raw[i].a].event = c->nev;
			if (!expand(c, &raw[i]))
				return false;
		}
		if (!phi_uses(c, b))
			return false;
	}
	c->ev_off[c->nblk] = c->nev;
	return true;
}
