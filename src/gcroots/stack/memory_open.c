/* SPDX-License-Identifier: MIT */
/* memory_open.c -- may code that the scan does not see write a stack variable, or get its content?
**
** A closed variable is accessed only by loads, stores and atomic operations of this function, and by callees that
** read it and do not keep its address.  All other variables are open: their address escapes, a callee may write
** them, or bytes are copied into them. */
#include "gcroots/model/mapped_frame.h"
#include "gcroots/stack/variables.h"
#include "ir/llvm_calls.h"

enum { MAX_FOLLOWED = 512 }; /* pointers that are derived from one alloca; a variable with more is open */

struct following {
	LLVMValueRef v[MAX_FOLLOWED];
	uint32_t n;
	bool several;
};

static bool
follow(struct following *f, LLVMValueRef v, bool merges)
{
	for (uint32_t i = 0; merges && i < f->n; i++)
		if (f->v[i] == v)
			return true;
	if (f->n == MAX_FOLLOWED)
		return false;
	f->v[f->n++] = v;
	return true;
}

/* Is the address passed as an argument that the callee does not keep? */
bool
stack_not_captured(const struct session *s, LLVMValueRef call, unsigned p)
{
	if (session_argument_attribute(call, p, s->kind_nocapture))
		return true;
	LLVMAttributeRef a = session_argument_attribute(call, p, s->kind_captures);
	return a && LLVMGetEnumAttributeValue(a) == 0; /* that of captures(none) */
}

/* Does the callee only read through parameter `p`, without keeping the address? */
static bool
only_reads(const struct session *s, LLVMValueRef call, unsigned p)
{
	if (session_argument_attribute(call, p, s->kind_byval))
		return true;
	return (session_argument_attribute(call, p, s->kind_readonly)
			|| session_argument_attribute(call, p, s->kind_readnone))
		&& stack_not_captured(s, call, p);
}

bool
stack_only_read(const struct session *s, LLVMValueRef call, LLVMValueRef pointer)
{
	const unsigned nargs = LLVMGetNumArgOperands(call);

	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(call); i++)
		if (operand_of(call, i) == pointer && (i >= nargs || !only_reads(s, call, i)))
			return false;
	return true;
}

/* Does a call that is given `v` neither write through it nor keep it? */
static bool
call_is_harmless(struct session *s, LLVMValueRef call, LLVMValueRef v)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const struct callee_info *c = session_callee(s, callee);

	if (!c)
		return false;
	if (c->intr == INTR_LLVM_DEBUG || c->intr == INTR_LLVM_LIFETIME)
		return true;
	const char *name = c->intr == INTR_LLVM ? value_name(callee) : "";
	if (strncmp(name, "llvm.memset.", 12) == 0 || strncmp(name, "llvm.masked.", 12) == 0
		|| strncmp(name, "llvm.assume", 11) == 0 || strncmp(name, "llvm.invariant.", 15) == 0)
		return true;
	if (strncmp(name, "llvm.mem", 8) == 0)
		return operand_of(call, 0) != v;
	return stack_only_read(s, call, v);
}

/* Does the store, masked store or scatter put several references into words that are not known? */
static bool
stores_several(struct session *s, LLVMValueRef store)
{
	const struct type_info *t = session_type(s, LLVMTypeOf(operand_of(store, 0)));

	return !t || (t->count > 1 && !scan_constant_place(operand_of(store, 1)));
}

static bool
is_masked_store(struct session *s, LLVMValueRef call)
{
	const struct callee_info *c = session_callee(s, LLVMGetCalledValue(call));

	return c && c->masked_store;
}

static bool
use_is_harmless(struct session *s, struct following *f, LLVMValueRef user, LLVMValueRef v)
{
	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMLoad: case LLVMICmp:
		return true;
	case LLVMStore:
		f->several |= stores_several(s, user);
		return operand_of(user, 0) != v;
	case LLVMAtomicRMW: case LLVMAtomicCmpXchg:
		return operand_of(user, 0) == v && operand_of(user, 1) != v
			&& (!LLVMIsAAtomicCmpXchgInst(user) || operand_of(user, 2) != v);
	case LLVMGetElementPtr: case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMFreeze:
		return follow(f, user, false);
	case LLVMPHI: case LLVMSelect:
		return follow(f, user, true);
	case LLVMCall: case LLVMInvoke: case LLVMCallBr:
		if (llvm_call_passes_pointer(user))
			return follow(f, user, false);
		f->several |= is_masked_store(s, user) && stores_several(s, user);
		return call_is_harmless(s, user, v);
	default:
		return false;
	}
}

static bool
use_reads(struct session *s, struct following *f, LLVMValueRef user, LLVMValueRef v)
{
	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMICmp:
		return false;
	case LLVMStore:
		return operand_of(user, 0) == v;
	case LLVMGetElementPtr: case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMFreeze:
		return !follow(f, user, false);
	case LLVMPHI: case LLVMSelect:
		return !follow(f, user, true);
	case LLVMCall:
		break;
	default:
		return true;
	}
	if (llvm_call_passes_pointer(user))
		return !follow(f, user, false);
	const struct callee_info *c = session_callee(s, LLVMGetCalledValue(user));
	const char *name = c && c->intr == INTR_LLVM ? value_name(LLVMGetCalledValue(user)) : "";
	if (strncmp(name, "llvm.mem", 8) == 0)
		return strncmp(name, "llvm.memset.", 12) != 0 && operand_of(user, 1) == v;
	return !c || (c->intr != INTR_LLVM_DEBUG && c->intr != INTR_LLVM_LIFETIME);
}

bool
memory_is_read(struct session *s, LLVMValueRef pointer)
{
	struct following f;

	f.n = 0;
	follow(&f, pointer, false);
	for (uint32_t i = 0; i < f.n; i++)
		for (LLVMUseRef u = LLVMGetFirstUse(f.v[i]); u; u = LLVMGetNextUse(u))
			if (!LLVMIsAInstruction(LLVMGetUser(u)) || use_reads(s, &f, LLVMGetUser(u), f.v[i]))
				return true;
	return false;
}

bool
memory_is_open(struct session *s, LLVMValueRef alloca, bool *several)
{
	struct following f;

	f.n = 0;
	f.several = false;
	follow(&f, alloca, false);
	for (uint32_t i = 0; i < f.n; i++)
		for (LLVMUseRef u = LLVMGetFirstUse(f.v[i]); u; u = LLVMGetNextUse(u))
			if (!LLVMIsAInstruction(LLVMGetUser(u)) || !use_is_harmless(s, &f, LLVMGetUser(u), f.v[i]))
				return true;
	if (several)
		*several = f.several;
	return false;
}

/* -- may other code get the content? */

bool
memory_leaks(struct session *s, LLVMValueRef alloca)
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
					&& !session_tolerates_relocation(s, LLVMGetCalledValue(user)))
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
