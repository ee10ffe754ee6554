/* SPDX-License-Identifier: MIT */
/* numbers.c -- does a number or plain pointer that was made of a reference become a reference behind a safepoint?  Then
** the object may have been moved or freed.  The first such reference of a function is reported.
**
** A reference is made by inttoptr, by a cast from another address space, and by address arithmetic on a constant.  The
** walk goes back over all that its number is computed from, up to casts of references, and to loads of stack memory,
** which may hold references. */
#include "check/prove/prove.h"

#include "check/model/check_phases.h"
#include "check/relocations/check_reloc_model.h"
#include "lateroot/abi.h"

/* Is an address one in stack memory, as far as is seen? */
static bool
is_on_stack(LLVMValueRef address)
{
	struct origins o;

	origins_begin(&o, address);
	for (LLVMValueRef v; (v = origins_next(&o)) != NULL;) {
		if (LLVMIsAAllocaInst(v) != NULL)
			return true;
		origins_add_addresses(&o, v);
	}
	return o.lost;
}

/* Is an instruction a cast of a reference to something else, or a load that may do the same? */
static bool
disguises(struct rmodel *r, LLVMValueRef v)
{
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMPtrToInt: case LLVMAddrSpaceCast:
		return rmodel_collected(r, rmodel_space(LLVMGetOperand(v, 0))) && !rmodel_collected(r, rmodel_space(v));
	case LLVMLoad:
		return is_on_stack(LLVMGetOperand(v, 0));
	default:
		return false;
	}
}

/* Does a number come from a reference, by way of other instructions than those between the last safepoint and `at`? */
static bool
comes_from_before(struct rmodel *r, LLVMValueRef number, uint32_t at)
{
	struct origins o;

	origins_begin(&o, number);
	for (LLVMValueRef v; (v = origins_next(&o)) != NULL;) {
		uint32_t i = ptrmap_get(&r->insts, v);
		LLVMOpcode op = LLVMGetInstructionOpcode(v);
		if (i == PTRMAP_NONE)
			continue;
		if (disguises(r, v)) {
			if (r->inst_block[i] != r->inst_block[at] || r->inst_passed[i] != r->inst_passed[at])
				return true;
		} else if (op == LLVMSelect) { /* of its condition nothing gets into the number */
			origins_add(&o, LLVMGetOperand(v, 1));
			origins_add(&o, LLVMGetOperand(v, 2));
		} else if (op != LLVMLoad && op != LLVMCall && op != LLVMInvoke && op != LLVMICmp
			&& !rmodel_collected(r, rmodel_space(v))) {
			origins_add_operands(&o, v);
		}
	}
	return o.lost;
}

/* Is instruction number `i` a reference that is made of a number or plain pointer from in front of a safepoint? */
static bool
is_made_late(struct rmodel *r, uint32_t i)
{
	LLVMValueRef v = r->inst[i];
	bool late = false;

	if (!rmodel_collected(r, rmodel_space(v)))
		return false;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMIntToPtr:
		return comes_from_before(r, LLVMGetOperand(v, 0), i);
	case LLVMAddrSpaceCast: /* one to LR_AS_LOADED is what julia.gc_loaded becomes: data beside its object */
		return rmodel_space(v) != LR_AS_LOADED && !rmodel_collected(r, rmodel_space(LLVMGetOperand(v, 0)))
			&& comes_from_before(r, LLVMGetOperand(v, 0), i);
	case LLVMGetElementPtr:
		for (unsigned k = 1, n = (unsigned)LLVMGetNumOperands(v); k < n && !late; k++)
			late = LLVMIsAConstant(LLVMGetOperand(v, 0)) != NULL
				&& comes_from_before(r, LLVMGetOperand(v, k), i);
		return late;
	default:
		return false;
	}
}

bool
numbers_prove(struct prover *p, struct rmodel *r)
{
	for (uint32_t i = 0; i < r->ninst; i++)
		if (is_made_late(r, i)) {
			finding_add(p, LR_UNKNOWN, "copy", prove_original(p, r->inst[i]), NULL,
				"a number or plain pointer that may have been made of a reference in front of a "
				"safepoint becomes a reference");
			return !p->failed;
		}
	return true;
}

/* Does the function make references of the dialect of numbers or plain pointers at all? */
static bool
may_make_references(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			switch (LLVMGetInstructionOpcode(i)) {
			case LLVMIntToPtr: case LLVMAddrSpaceCast: case LLVMGetElementPtr:
				if (check_is_special(check_space(LLVMTypeOf(i)))
					&& (LLVMIsAConstant(LLVMGetOperand(i, 0)) != NULL
						|| !check_is_special(check_space(LLVMTypeOf(LLVMGetOperand(i, 0))))))
					return true;
				break;
			default:
				break;
			}
	return false;
}

struct calls { struct ck *c; bool any; };

static bool
may_collect(void *user, LLVMValueRef call)
{
	struct calls *s = user;
	bool twice, stops = check_is_safepoint(s->c, call, &twice);

	s->any |= stops;
	return stops;
}

bool
numbers_prove_calls(struct prover *p, LLVMValueRef fn)
{
	struct arena ar;
	struct rmodel r;
	struct ck c;
	struct calls calls = { .c = &c };

	if (!may_make_references(fn))
		return true;
	check_set_up(&c, p->cx, fn, false);
	arena_init(&ar, p->cx->options.alloc, p->cx->options.user);
	bool ok = rmodel_init(&r, p->cx, fn, &ar, UINT64_C(0xF) << LR_AS_FIRST_SPECIAL, NULL, NULL);
	if (ok)
		rmodel_recount(&r, may_collect, &calls);
	ok = ok && (!calls.any || numbers_prove(p, &r)) && !check_out_of_memory(&c);
	rmodel_free(&r);
	arena_free(&ar);
	check_tear_down(&c);
	return ok;
}
