/* SPDX-License-Identifier: MIT */
/* instructions.c -- reads each kind of instruction: the values that it defines and uses, and the bases of its
** result. */
#include "gcroots/scan/scan.h"

/* -- memory */

/* Records a load from an object.  Whether the memory never changes is asked later, where it matters: reading
** metadata is slow. */
static void
load_from_value(struct scan *sc, LLVMValueRef load, const struct type_info *t, base_id base)
{
	value_id v = sc->f->nval;

	scan_define(sc, load, t);
	if (ARENA_APPEND(sc->ar, sc->load, sc->nload, sc->load_cap))
		sc->load[sc->nload++] = (struct pending_load){ load, v, base };
}

/* Goes from the last load to the first: the value that a load refines to comes before it. */
void
scan_finish_loads(struct scan *sc)
{
	struct fn *f = sc->f;

	for (uint32_t i = sc->nload; i-- > 0 && !sc->ar->failed;) {
		const struct pending_load *p = &sc->load[i];
		if ((!f->val[p->value].local || f->val[p->value].refines) && scan_load_immutable(sc->s, p->load))
			scan_refs(sc, p->value, &p->base, 1);
	}
}

/* A load of special pointers. */
static __attribute__((noinline)) void
load_special(struct scan *sc, LLVMValueRef inst, LLVMValueRef pointer, uint32_t code, const struct type_info *t)
{
	if (!t->elem_as && t->count == 1 && code != PTRMAP_NONE && !(code & LIST) && code >= BASE_BIAS) {
		load_from_value(sc, inst, t, (base_id)(code - BASE_BIAS));
		return;
	}
	struct bases base = code == PTRMAP_NONE ? (struct bases){ 1, NULL, BASE_PERMANENT } : scan_decode(sc, code);
	base_id source = t->elem_as ? LOAD_PLAIN : scan_load_source(sc, inst, pointer);
	/* an immutable field of a permanent object may refer to an object that moves */
	if (sc->s->moving && (source != BASE_PERMANENT || scan_type(sc, pointer)->count))
		source = LOAD_PLAIN;
	if (t->count == 1 && source < 0 && source != LOAD_PLAIN) {
		scan_alias_one(sc, inst, source);
		return;
	}
	/* cppcheck-suppress uninitvar ; to be written to */
	base_id one, *v = t->count == 1 ? &one : arena_array(sc->ar, t->count, sizeof *v);
	if (!v)
		return;
	for (uint32_t i = 0; i < t->count; i++) {
		if (scan_is_tracked(t, i)) {
			v[i] = value_base(scan_value(sc, inst, scan_element_kind(t), i));
			if (source != LOAD_PLAIN)
				scan_refs(sc, base_value(v[i]), &source, 1);
			scan_event(sc, EVENT_DEF, base_value(v[i]));
		} else if (t->elem_as[i] == LR_AS_LOADED) {
			/* its owner keeps it alive; memory outside of objects needs no owner */
			v[i] = base_at(&base, 0);
		} else {
			scan_fail(sc, inst, "loads a derived pointer: derived pointers may not lie in memory");
			return;
		}
	}
	scan_alias(sc, inst, v, t->count);
}

static void
scan_load(struct scan *sc, LLVMValueRef inst)
{
	LLVMValueRef pointer = operand_of(inst, 0);
	uint32_t code = scan_code(sc, pointer);
	const struct type_info *t = scan_type(sc, inst);

	if (code != PTRMAP_NONE)
		scan_use_code(sc, code);
	else if (t->count && sc->s->typed)
		stack_typed_load(sc, inst, pointer);
	else if (sc->s->typed && LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMPointerTypeKind)
		stack_typed_other(sc, inst, pointer);
	if (t->count)
		load_special(sc, inst, pointer, code, t);
}

static void
scan_store(struct scan *sc, LLVMValueRef inst)
{
	LLVMValueRef value = operand_of(inst, 0), pointer = operand_of(inst, 1);

	scan_use(sc, pointer);
	scan_use(sc, value);
	stack_store(sc, inst, value, pointer);
}

/* -- pointers computed from pointers */

static void
scan_cast(struct scan *sc, LLVMValueRef inst, const struct type_info *t)
{
	LLVMValueRef from = operand_of(inst, 0);
	uint32_t code = scan_code(sc, from);
	if (code != PTRMAP_NONE) {
		scan_share(sc, inst, code);
		return;
	}
	if (scan_type(sc, from)->count == t->count) {
		scan_undef(sc, inst, 0, from);
		scan_alias_bases(sc, inst, scan_bases(sc, from));
		return;
	}
	LLVMOpcode op = LLVMGetInstructionOpcode(from); /* 0: it is no instruction */
	base_id source = op == 0 && LLVMIsAConstant(from) ? BASE_PERMANENT : BASE_ROOTED;
	if (source == BASE_ROOTED && !sc->stack.cast_to_special && op != LLVMLoad)
		sc->stack.cast_to_special = scan_from_stack(from);
	if (source == BASE_ROOTED && !t->elem_as && t->as == LR_AS_TRACKED && op != LLVMAlloca) {
		source = scan_generic_source(sc, from, op);
		if (sc->s->moving && source != BASE_PERMANENT)
			source = LOAD_PLAIN;
		if (source == LOAD_PLAIN) {
			scan_define(sc, inst, t);
			return;
		}
	}
	if (t->vector && t->all && !LLVMIsAConstant(from)) {
		scan_define(sc, inst, t);
		return;
	}
	scan_alias_bases(sc, inst, (struct bases){ t->count, NULL, source });
}

static void
scan_gep(struct scan *sc, LLVMValueRef inst)
{
	uint32_t code = scan_code(sc, operand_of(inst, 0));

	if (code == PTRMAP_NONE) {
		scan_without_bases(sc, inst);
		return;
	}
	const struct type_info *t = scan_type(sc, inst);
	struct bases base = scan_decode(sc, code);
	sc->ir->interior_callee_rooted |= (t->elem_as ? t->elem_as[0] : (unsigned)t->as) == LR_AS_CALLEE_ROOTED;
	if (!t->elem_as)
		scan_note_interior(sc, inst);
	if (base.n == 1 && t->count != 1) /* a vector of pointers into one object */
		scan_alias_bases(sc, inst, (struct bases){ t->count, NULL, base_at(&base, 0) });
	else
		scan_share(sc, inst, code);
}

/* -- other instructions */

static void
scan_ret(struct scan *sc, LLVMValueRef inst)
{
	if (ARENA_PUSH(sc->ar, sc->ir->ret, sc->ir->nret, sc->ir->ret_cap))
		sc->ir->ret[sc->ir->nret++] = inst;
	if (sc->f->nsafe && sc->tail_calls)
		scan_musttail(sc, inst);
	if (LLVMGetNumOperands(inst))
		scan_use_or_undef(sc, inst, 0);
}

static void
scan_resume(struct scan *sc, LLVMValueRef inst)
{
	scan_use(sc, operand_of(inst, 0));
}

static void
scan_atomic(struct scan *sc, LLVMValueRef inst)
{
	unsigned n = (unsigned)LLVMGetNumOperands(inst);

	for (unsigned i = 0; i < n; i++)
		scan_use(sc, operand_of(inst, i));
	stack_store(sc, inst, operand_of(inst, n - 1), operand_of(inst, 0));
	if (sc->s->typed && scan_type(sc, operand_of(inst, n - 1))->count == 0)
		stack_typed_other(sc, inst, operand_of(inst, 0));
	scan_define(sc, inst, scan_type(sc, inst));
}

static void
scan_va_arg(struct scan *sc, LLVMValueRef inst)
{
	scan_define(sc, inst, scan_type(sc, inst));
}

static void
scan_landingpad(struct scan *sc, LLVMValueRef inst)
{
	if (ARENA_PUSH(sc->ar, sc->ir->pad, sc->ir->npad, sc->ir->pad_cap))
		sc->ir->pad[sc->ir->npad++] = inst;
	scan_va_arg(sc, inst);
}

static void
scan_inttoptr(struct scan *sc, LLVMValueRef inst)
{
	if (scan_type(sc, inst)->count)
		scan_fail(sc, inst,
			"inttoptr into a special address space: make the pointer in address space 0 and cast it");
}

/* Where objects move, an address is compared or converted as it is now: its base is used. */
static void
scan_address(struct scan *sc, LLVMValueRef inst)
{
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(inst); i++)
		scan_use(sc, operand_of(inst, i));
}

/* Two addresses are equal if the objects are the same, but only while both objects exist: a new object may take the
** memory of a dead one.  A constant is never collected. */
static void
scan_comparison(struct scan *sc, LLVMValueRef inst)
{
	LLVMValueRef a = operand_of(inst, 0);

	if (scan_type(sc, a)->count == 0)
		return;
	LLVMValueRef b = operand_of(inst, 1);
	if (LLVMIsAConstant(a) || LLVMIsAConstant(b))
		return;
	LLVMIntPredicate is = LLVMGetICmpPredicate(inst);
	if (is == LLVMIntEQ || is == LLVMIntNE)
		scan_use(sc, a), scan_use(sc, b);
}

/* Reads instructions that make a value of other values.  Few of them have special pointers. */
static inline void
scan_made(struct scan *sc, LLVMValueRef i, LLVMOpcode op)
{
	const struct type_info *t = scan_type(sc, i);

	if (t->count == 0)
		return;
	switch (op) {
	case LLVMPHI: scan_phi(sc, i, t); break;
	case LLVMSelect: scan_select(sc, i, t); break;
	case LLVMExtractValue: scan_extractvalue(sc, i); break;
	case LLVMInsertValue: scan_insertvalue(sc, i, t); break;
	case LLVMExtractElement: scan_extractelement(sc, i, t); break;
	case LLVMInsertElement: scan_insertelement(sc, i, t); break;
	case LLVMShuffleVector: scan_shuffle(sc, i, t); break;
	default: scan_cast(sc, i, t); break;
	}
}

/* Arithmetic, branches and the like neither define tracked values nor keep them alive. */
static inline void
scan_instruction(struct scan *sc, LLVMValueRef i, LLVMOpcode op)
{
	switch (op) {
	case LLVMLoad: scan_load(sc, i); break;
	case LLVMStore: scan_store(sc, i); break;
	case LLVMGetElementPtr: scan_gep(sc, i); break;
	case LLVMCall: scan_call(sc, i); break;
	case LLVMInvoke: case LLVMCallBr: scan_call_at_end(sc, i); break;
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMFreeze:
	case LLVMPHI:
	case LLVMSelect:
	case LLVMExtractValue:
	case LLVMInsertValue:
	case LLVMExtractElement: case LLVMInsertElement: case LLVMShuffleVector: scan_made(sc, i, op); break;
	case LLVMAlloca: stack_alloca(sc, i); break;
	case LLVMAtomicCmpXchg: case LLVMAtomicRMW: scan_atomic(sc, i); break;
	case LLVMRet: scan_ret(sc, i); break;
	case LLVMResume: scan_resume(sc, i); break;
	case LLVMLandingPad: scan_landingpad(sc, i); break;
	case LLVMVAArg: scan_va_arg(sc, i); break;
	case LLVMIntToPtr: scan_inttoptr(sc, i); break;
	case LLVMICmp:
		if (sc->s->moving)
			scan_address(sc, i);
		if (sc->s->cx->profile.comparisons_are_uses)
			scan_comparison(sc, i);
		break;
	case LLVMPtrToInt:
		if (sc->s->moving)
			scan_address(sc, i);
		break;
	default: break;
	}
}

void
scan_block_at(struct scan *sc, uint32_t place)
{
	const struct code *c = &sc->s->code;
	const struct code_inst *end = c->inst + c->block[place + 1].at;

	for (const struct code_inst *i = c->inst + c->block[place].at; i < end; i++)
		scan_instruction(sc, i->inst, i->op);
}
