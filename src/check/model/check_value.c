/* SPDX-License-Identifier: MIT */
/* check_value.c -- which object does a special pointer keep alive?
**
** Walks from a special pointer (an SSA value, and the lane of the pointer in the value's type) to the node of its
** object.  Nodes are made on demand.  The inputs of phis, choices and refinable loads are filled in afterwards from a
** queue, so that nothing recurses.  A pointer whose origin cannot be told becomes a choice between all operands of its
** instruction: it is covered only if all of them are. */
#include "check/model/check_model.h"

enum { MEMO_LANES = 16 };

uint32_t
check_new_node(struct ck *c, uint8_t kind, LLVMValueRef v, uint32_t lane, uint32_t block)
{
	if (!ARENA_APPEND(&c->ar, c->node, c->nnode, c->node_cap))
		return CK_ROOTED;
	c->node[c->nnode] = (struct node){ .kind = kind, .value = v, .lane = lane, .block = block, .cls = c->nnode };
	return c->nnode++;
}

uint32_t
check_lane_base(struct ck *c, LLVMValueRef v)
{
	uint32_t base = ptrmap_get(&c->lanes_of, v), n;

	if (base != PTRMAP_NONE)
		return base;
	n = check_lanes(c, LLVMTypeOf(v));
	base = c->nlane;
	for (uint32_t i = 0; i < n; i++) {
		if (!ARENA_PUSH(&c->ar, c->lane_node, c->nlane, c->lane_cap))
			return NONE;
		c->lane_node[c->nlane++] = NONE;
	}
	return ptrmap_set(&c->lanes_of, v, base) ? base : NONE;
}

void
check_note_undefined(struct ck *c, LLVMValueRef v, LLVMValueKind kind)
{
	switch (kind) {
	case LLVMUndefValueValueKind: case LLVMPoisonValueValueKind:
	case LLVMConstantStructValueKind: case LLVMConstantArrayValueKind: case LLVMConstantVectorValueKind:
		c->meets_undefined |= check_lanes(c, LLVMTypeOf(v)) > 0;
		break;
	default:
		break;
	}
}

enum answer { GO_ON, IS_ROOTED, IS_DEF, IS_PHI, IS_CHOICE };

bool
check_number(LLVMValueRef v, uint64_t *n)
{
	if (v == NULL || LLVMIsAConstantInt(v) == NULL || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
		return false;
	*n = LLVMConstIntGetZExtValue(v);
	return true;
}

static bool
special_type(LLVMValueRef v)
{
	return check_is_special(check_space(LLVMTypeOf(v)));
}

/* Goes to pointer `lane` of `v`, or to its only one. */
static enum answer
go(struct step *s, LLVMValueRef v, uint32_t lane)
{
	s->v = v;
	s->lane = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind ? 0 : lane;
	return GO_ON;
}

/* Goes to the base of an address.  Only a special pointer has one. */
static enum answer
go_address(struct step *s, LLVMValueRef p)
{
	return special_type(p) ? go(s, p, s->lane) : IS_ROOTED;
}

static enum answer
at_cast(struct ck *c, struct step *s)
{
	LLVMValueRef from = LLVMGetOperand(s->v, 0);

	if (special_type(from))
		return go(s, from, s->lane);
	if (check_space(LLVMTypeOf(s->v)) != LR_AS_TRACKED)
		return IS_ROOTED;
	for (int depth = 0; depth < 64; depth++) { /* stack variables and type tags are no heap objects */
		if (LLVMIsAAllocaInst(from) != NULL)
			return IS_ROOTED;
		if (LLVMIsAIntToPtrInst(from) != NULL)
			return check_is_type_tag(c, LLVMGetOperand(from, 0)) ? IS_ROOTED : IS_DEF;
		if (LLVMIsAGetElementPtrInst(from) == NULL && LLVMIsACastInst(from) == NULL)
			break;
		from = LLVMGetOperand(from, 0);
	}
	return check_is_type_call(&c->cx->profile, from) ? IS_ROOTED : IS_DEF;
}

static bool
is_masked_load(const char *name)
{
	return strncmp(name, "llvm.masked.load.", 17) == 0 || strncmp(name, "llvm.masked.gather.", 19) == 0;
}

/* A condition, or one lane of it: 0 or 1 if that is a constant, otherwise -1. */
static int
constant_bit(LLVMValueRef cond, uint32_t lane)
{
	if (LLVMIsConstant(cond) && LLVMGetTypeKind(LLVMTypeOf(cond)) == LLVMVectorTypeKind)
		cond = lane < LLVMGetVectorSize(LLVMTypeOf(cond)) ? LLVMGetAggregateElement(cond, lane) : NULL;
	if (cond == NULL || LLVMIsAConstantInt(cond) == NULL)
		return -1;
	return LLVMConstIntGetZExtValue(cond) != 0;
}

static enum answer
at_vector_intrinsic(struct ck *c, struct step *s, const char *name)
{
	uint64_t at;

	if (is_masked_load(name)) {
		unsigned n = LLVMGetNumArgOperands(s->v);
		LLVMValueRef rest = LLVMGetOperand(s->v, n - 1);
		int on = constant_bit(LLVMGetOperand(s->v, n - 2), s->lane);
		check_note_undefined(c, rest, LLVMGetValueKind(rest));
		if (check_lane_space(c, LLVMTypeOf(s->v), s->lane) == LR_AS_TRACKED)
			return IS_DEF;
		if (on == 0)
			return go(s, rest, s->lane);
		return on == 1 || LLVMIsConstant(rest) ? go_address(s, LLVMGetOperand(s->v, 0)) : IS_CHOICE;
	}
	if (strncmp(name, "llvm.vector.extract.", 20) == 0 && check_number(LLVMGetOperand(s->v, 1), &at))
		return go(s, LLVMGetOperand(s->v, 0), s->lane + (uint32_t)at);
	if (strncmp(name, "llvm.vector.insert.", 19) == 0 && check_number(LLVMGetOperand(s->v, 2), &at)) {
		LLVMValueRef sub = LLVMGetOperand(s->v, 1);
		uint32_t n = check_lanes(c, LLVMTypeOf(sub));
		if (s->lane >= at && s->lane - at < n)
			return go(s, sub, s->lane - (uint32_t)at);
		return go(s, LLVMGetOperand(s->v, 0), s->lane);
	}
	return IS_CHOICE;
}

static enum answer
at_call(struct ck *c, struct step *s)
{
	LLVMValueRef callee = LLVMGetCalledValue(s->v);

	switch (check_callee(c, s->v).id) {
	case FN_TYPEOF:
	case FN_IMMEDIATE_MAKE:
		return IS_ROOTED;
	case FN_GC_LOADED:
	case FN_BLACKBOX: /* the result is the same object */
		return go(s, LLVMGetOperand(s->v, 0), s->lane);
	case FN_LLVM:
		return at_vector_intrinsic(c, s, value_name(callee));
	default:
		return IS_DEF;
	}
}

static enum answer
at_aggregate(struct ck *c, struct step *s, bool insert)
{
	LLVMValueRef agg = LLVMGetOperand(s->v, 0);
	LLVMTypeRef t = LLVMTypeOf(agg);
	unsigned n = LLVMGetNumIndices(s->v);
	const unsigned *idx = LLVMGetIndices(s->v);
	uint32_t before = 0;

	for (unsigned i = 0; i < n; i++)
		before += check_lanes_before(c, t, idx[i], &t);
	if (!insert)
		return go(s, agg, s->lane + before);
	if (s->lane >= before && s->lane - before < check_lanes(c, t))
		return go(s, LLVMGetOperand(s->v, 1), s->lane - before);
	return go(s, agg, s->lane);
}

static enum answer
at_shuffle(struct ck *c, struct step *s)
{
	LLVMValueRef a = LLVMGetOperand(s->v, 0);
	unsigned width = LLVMGetVectorSize(LLVMTypeOf(a));
	int m;

	if (s->lane >= LLVMGetNumMaskElements(s->v))
		return IS_ROOTED;
	m = LLVMGetMaskValue(s->v, s->lane);
	if (m == LLVMGetUndefMaskElem()) {
		c->meets_undefined = true;
		return IS_ROOTED;
	}
	if ((unsigned)m < width)
		return go(s, a, (uint32_t)m);
	return go(s, LLVMGetOperand(s->v, 1), (uint32_t)m - width);
}

/* One step towards the object. */
static enum answer
step(struct ck *c, struct step *s)
{
	uint64_t at;

	switch (LLVMGetInstructionOpcode(s->v)) {
	case LLVMBitCast:
	case LLVMFreeze:
		return special_type(s->v) && !special_type(LLVMGetOperand(s->v, 0))
			? IS_DEF : go(s, LLVMGetOperand(s->v, 0), s->lane);
	case LLVMAddrSpaceCast:
		return at_cast(c, s);
	case LLVMGetElementPtr:
		return go_address(s, LLVMGetOperand(s->v, 0));
	case LLVMExtractElement:
		if (!check_number(LLVMGetOperand(s->v, 1), &at))
			return IS_CHOICE;
		return at < MAX_LANES ? go(s, LLVMGetOperand(s->v, 0), (uint32_t)at) : IS_ROOTED;
	case LLVMInsertElement:
		if (!check_number(LLVMGetOperand(s->v, 2), &at))
			return IS_CHOICE;
		return at == s->lane ? go(s, LLVMGetOperand(s->v, 1), 0) : go(s, LLVMGetOperand(s->v, 0), s->lane);
	case LLVMShuffleVector:
		return at_shuffle(c, s);
	case LLVMExtractValue:
		return at_aggregate(c, s, false);
	case LLVMInsertValue:
		return at_aggregate(c, s, true);
	case LLVMLoad:
		return check_lane_space(c, LLVMTypeOf(s->v), s->lane) == LR_AS_TRACKED
			? IS_DEF : go_address(s, LLVMGetOperand(s->v, 0));
	case LLVMCall:
		return at_call(c, s);
	case LLVMIntToPtr:
		return check_is_type_tag(c, LLVMGetOperand(s->v, 0)) ? IS_ROOTED : IS_DEF;
	case LLVMPHI:
		return IS_PHI;
	case LLVMSelect:
		switch (constant_bit(LLVMGetOperand(s->v, 0), s->lane)) {
		case 0:
			return go(s, LLVMGetOperand(s->v, 2), s->lane);
		case 1:
			return go(s, LLVMGetOperand(s->v, 1), s->lane);
		default:
			return IS_CHOICE;
		}
	default:
		return IS_DEF;
	}
}

/* Is the node of one of the `lanes` pointers of a value worth keeping?  A value with one use is reached only through
** its user, and chains of large composites would keep all lanes of each.  But check_moved asks for every value on the
** way. */
static bool
is_kept(const struct ck *c, LLVMValueRef v, uint32_t lanes)
{
	LLVMUseRef first;

	if (lanes > MEMO_LANES && LLVMIsAFreezeInst(v) == NULL && LLVMIsACastInst(v) == NULL)
		return false;
	return c->moving || ((first = LLVMGetFirstUse(v)) != NULL && LLVMGetNextUse(first) != NULL);
}

static bool
keep(struct ck *c, const struct step *s, uint32_t node)
{
	uint32_t base = check_lane_base(c, s->v);

	if (base == NONE)
		return false;
	c->lane_node[base + s->lane] = node;
	return true;
}

uint32_t
check_node(struct ck *c, LLVMValueRef v, uint32_t lane)
{
	struct step s = { v, lane };
	uint32_t found = NONE, n = 0;

	while (found == NONE) {
		LLVMValueKind kind = LLVMGetValueKind(s.v);
		bool own = c->own_arguments && kind == LLVMArgumentValueKind;
		if (kind != LLVMInstructionValueKind && !own) {
			check_note_undefined(c, s.v, kind);
			found = CK_ROOTED; /* constants, arguments */
			break;
		}
		uint32_t lanes = check_lanes(c, LLVMTypeOf(s.v)), base;
		if (s.lane >= lanes)
			return CK_ROOTED;
		base = ptrmap_get(&c->lanes_of, s.v);
		if (base != PTRMAP_NONE && (found = c->lane_node[base + s.lane]) != NONE)
			break;
		struct step here = s;
		enum answer a = own ? check_lane_space(c, LLVMTypeOf(s.v), s.lane) == LR_AS_TRACKED ? IS_DEF : IS_ROOTED
			: step(c, &s);
		if (a == GO_ON) {
			if (!is_kept(c, here.v, lanes))
				continue;
			if (!ARENA_APPEND(&c->ar, c->on_way, n, c->on_way_cap))
				return CK_ROOTED;
			c->on_way[n++] = here;
			continue;
		}
		uint32_t block = own ? 0 : check_block_of(c, here.v);
		if (a == IS_ROOTED || block == NONE) {
			found = CK_ROOTED;
			break;
		}
		found = check_new_node(c,
			a == IS_DEF ? NODE_DEF
				: a == IS_PHI ? NODE_PHI
				: NODE_CHOOSE,
			here.v, here.lane, block);
		if (!keep(c, &here, found))
			return CK_ROOTED;
	}
	while (n-- > 0) /* all values on the way have the same object */
		if (!keep(c, &c->on_way[n], found))
			return CK_ROOTED;
	return found;
}

static bool
add_input(struct ck *c, uint32_t n, uint32_t input)
{
	if (!ARENA_APPEND(&c->ar, c->inputs, c->ninputs, c->inputs_cap))
		return false;
	c->inputs[c->ninputs++] = input;
	c->node[n].nin++;
	return true;
}

static bool
fill_phi(struct ck *c, uint32_t n)
{
	LLVMValueRef phi = c->node[n].value;
	uint32_t lane = c->node[n].lane, b = c->node[n].block, at = c->node[n].in;
	uint32_t lo = c->pred_off[b], hi = c->pred_off[b + 1];

	for (uint32_t e = lo; e < hi; e++)
		if (!add_input(c, n, CK_ROOTED))
			return false;
	for (unsigned i = 0, k = LLVMCountIncoming(phi); i < k; i++) {
		uint32_t from = ptrmap_get(&c->block_id, LLVMGetIncomingBlock(phi, i)), x, l = lo, h = hi;
		if (from == PTRMAP_NONE)
			continue;
		while (l < h) { /* first edge from that block */
			uint32_t m = l + (h - l) / 2;
			if (c->pred[m] < from)
				l = m + 1;
			else
				h = m;
		}
		if (l == hi || c->pred[l] != from
			|| (l + 1 < hi && c->pred[l + 1] == from && c->inputs[at + (l - lo)] != CK_ROOTED))
			continue;
		x = check_node(c, LLVMGetIncomingValue(phi, i), lane);
		for (; l < hi && c->pred[l] == from; l++)
			c->inputs[at + (l - lo)] = x;
	}
	return true;
}

/* Sets the key of a select.  A select by one lane of a vector condition, and one by that lane extracted, are the same
** choice; so are others that compute the same condition. */
static void
select_key(struct node *n, LLVMValueRef cond)
{
	uint64_t at;

	n->tag = CHOOSE_SELECT;
	n->key = cond;
	n->key2 = LLVMGetTypeKind(LLVMTypeOf(cond)) == LLVMVectorTypeKind ? n->lane : 0;
	if (LLVMIsAExtractElementInst(cond) != NULL && check_number(LLVMGetOperand(cond, 1), &at)) {
		n->key = LLVMGetOperand(cond, 0);
		n->key2 = (uint32_t)at;
	} else if (LLVMIsAICmpInst(cond) != NULL && LLVMGetICmpPredicate(cond) == LLVMIntEQ &&
	           check_number(LLVMGetOperand(cond, 1), &at) && at <= UINT32_MAX) {
		/* "index is this lane": the choice that an insertelement makes for the lane */
		n->tag = CHOOSE_INSERT;
		n->key = LLVMGetOperand(cond, 0);
		n->key2 = (uint32_t)at;
	}
}

static bool
add_all_lanes(struct ck *c, uint32_t n, LLVMValueRef v)
{
	uint32_t lanes = check_lanes(c, LLVMTypeOf(v));

	for (uint32_t i = 0; i < lanes; i++)
		if (!add_input(c, n, check_node(c, v, i)))
			return false;
	return true;
}

/* The inputs of a node lie one after another, which holds since check_node pushes no inputs itself. */
static bool
fill_choice(struct ck *c, uint32_t n)
{
	LLVMValueRef v = c->node[n].value;
	uint32_t lane = c->node[n].lane;
	struct step s = { v, lane };

	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMSelect:
		select_key(&c->node[n], LLVMGetOperand(v, 0));
		for (unsigned i = 1; i <= 2; i++)
			if (!add_input(c, n, check_node(c, LLVMGetOperand(v, i), lane)))
				return false;
		return true;
	case LLVMExtractElement:
		c->node[n].tag = CHOOSE_EXTRACT;
		c->node[n].key = LLVMGetOperand(v, 1);
		return add_all_lanes(c, n, LLVMGetOperand(v, 0));
	case LLVMInsertElement:
		c->node[n].tag = CHOOSE_INSERT;
		c->node[n].key = LLVMGetOperand(v, 2);
		c->node[n].key2 = lane;
		return add_input(c, n, check_node(c, LLVMGetOperand(v, 1), 0)) &&
		       add_input(c, n, check_node(c, LLVMGetOperand(v, 0), lane));
	default:
		c->node[n].tag = CHOOSE_ANY;
		c->node[n].key = v;
		c->node[n].key2 = lane;
		if (LLVMIsACallInst(v) != NULL && is_masked_load(value_name(LLVMGetCalledValue(v)))) {
			/* the same choice as a select between the two owners, by the lane of the mask */
			unsigned args = LLVMGetNumArgOperands(v);
			uint32_t owner = CK_ROOTED;
			if (go_address(&s, LLVMGetOperand(v, 0)) == GO_ON)
				owner = check_node(c, s.v, s.lane);
			select_key(&c->node[n], LLVMGetOperand(v, args - 2));
			return add_input(c, n, owner)
				&& add_input(c, n, check_node(c, LLVMGetOperand(v, args - 1), lane));
		}
		for (unsigned i = 0, k = (unsigned)LLVMGetNumOperands(v); i < k; i++)
			if (!is_metadata_operand(LLVMGetOperand(v, i)) && !add_all_lanes(c, n, LLVMGetOperand(v, i)))
				return false;
		return true;
	}
}

/* Finds what keeps a loaded object alive, where the load proves that another object does. */
static bool
fill_def(struct ck *c, uint32_t n)
{
	LLVMValueRef v = c->node[n].value, p;

	if (LLVMIsAAddrSpaceCastInst(v) != NULL)
		v = LLVMGetOperand(v, 0);
	if (LLVMIsALoadInst(v) == NULL) {
		c->node[n].refinable = v != c->node[n].value && check_is_rooted_chain(c, v);
		return true;
	}
	p = LLVMGetOperand(v, 0);
	if (check_load_is_proof(c, v)) {
		c->node[n].refinable = true;
		return !special_type(p) || add_input(c, n, check_node(c, p, 0));
	}
	c->node[n].refinable = check_is_jlcall_argument(c, p) || check_is_rooted_chain(c, v);
	return true;
}

bool
check_fill(struct ck *c)
{
	for (; c->filled < c->nnode; c->filled++) {
		uint32_t n = c->filled;
		bool ok = true;

		c->node[n].in = c->ninputs;
		if (c->node[n].kind == NODE_PHI)
			ok = fill_phi(c, n);
		else if (c->node[n].kind == NODE_CHOOSE)
			ok = fill_choice(c, n);
		else if (c->node[n].kind == NODE_DEF)
			ok = fill_def(c, n);
		if (!ok || c->ar.failed)
			return false;
	}
	return !c->ar.failed;
}
