/* SPDX-License-Identifier: MIT */
/* unwritten.c -- stack variables with references that may be read before they are written.
**
** A struct with a reference that is not written yet may be copied, returned or passed by value, as long as the
** reference is not used.  But the code that gets the copy may root it.  Variables that become slots, or are mapped, are
** null from the beginning.  So are, in typed modules, the other variables of the entry block with references, unless
** the instructions behind it write all of these first, as unoptimised code mostly does. */
#include "gcroots/model/mapped_frame.h"
#include "gcroots/plan/planner.h"

#include <llvm-c/Target.h>

enum { MAX_LOOK = 256, FEW = 8 };

/* Where the variable becomes null: before an instruction. */
struct looking {
	struct session *s;
	struct arena *ar;
	LLVMValueRef alloca;
	const struct memory_words *words;
	uint64_t *left;          /* references that are not written yet */
	uint32_t nleft;
};

/* Lists the variables that become slots or are mapped. */
static void
note_handled(struct session *s, const struct plan *p)
{
	ptrmap_clear(&s->nulled);
	for (uint32_t i = 0; i < p->nvar; i++)
		if (p->var[i].roots)
			ptrmap_set(&s->nulled, p->var[i].alloca, i);
	for (uint32_t i = 0; p->mapped && i < p->mapped->nblock; i++)
		ptrmap_set(&s->nulled, p->mapped->block[i].at, i);
}

/* The offset of a pointer into the variable; false if it is not known, or the pointer is not into that variable. */
static bool
is_within(struct looking *l, LLVMValueRef pointer, int64_t *at)
{
	for (*at = 0; pointer != l->alloca;) {
		if (!LLVMIsAInstruction(pointer))
			return false;
		LLVMOpcode op = LLVMGetInstructionOpcode(pointer);
		int64_t bytes = op == LLVMGetElementPtr ? scan_constant_bytes(l->s, pointer) : 0;
		if ((op != LLVMGetElementPtr && op != LLVMBitCast && op != LLVMAddrSpaceCast) || bytes == UNKNOWN_PLACE)
			return false;
		*at += bytes;
		pointer = LLVMGetOperand(pointer, 0);
	}
	return true;
}

/* Is the operand the variable's address, or computed from it?  Looks at casts and address computations alone. */
static bool
leads_to(const struct looking *l, LLVMValueRef v)
{
	for (int i = 0; i < MAX_LOOK && LLVMIsAInstruction(v); i++) {
		if (v == l->alloca)
			return true;
		LLVMOpcode op = LLVMGetInstructionOpcode(v);
		if (op != LLVMGetElementPtr && op != LLVMBitCast && op != LLVMAddrSpaceCast)
			return false;
		v = LLVMGetOperand(v, 0);
	}
	return false;
}

static void
written(struct looking *l, int64_t from, uint64_t bytes)
{
	uint64_t word = l->s->word_bytes;

	for (uint64_t w = from < 0 ? 0 : ((uint64_t)from + word - 1) / word;
		w < l->words->n && (int64_t)((w + 1) * word) <= from + (int64_t)bytes; w++)
		if (l->left[w / 64] >> w % 64 & 1) {
			l->left[w / 64] &= ~(UINT64_C(1) << w % 64);
			l->nleft--;
		}
}

/* The bytes that a memset, memcpy or memmove writes, if that is a constant; otherwise 0. */
static uint64_t
copied_bytes(LLVMValueRef call)
{
	if (!LLVMIsACallInst(call) || strncmp(value_name(LLVMGetCalledValue(call)), "llvm.mem", 8) != 0
		|| !LLVMIsAConstantInt(LLVMGetOperand(call, 2)))
		return 0;
	uint64_t n = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2));
	return n > UINT32_MAX ? 0 : n;
}

/* Does the instruction only write the variable, or not touch it? */
static bool
only_writes(struct looking *l, LLVMValueRef i)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(l->s->module);
	LLVMOpcode op = LLVMGetInstructionOpcode(i);
	uint64_t bytes = copied_bytes(i);
	unsigned n = (unsigned)LLVMGetNumOperands(i), to = op == LLVMStore ? 1 : bytes ? 0 : n;
	int64_t at;

	if (op == LLVMGetElementPtr || op == LLVMBitCast || op == LLVMAddrSpaceCast
		|| (op == LLVMCall && intrinsic_of_call(i) == INTR_LLVM_DEBUG))
		return true;
	for (unsigned k = 0; k < n; k++)
		if (k != to && leads_to(l, LLVMGetOperand(i, k)))
			return false;
	if (to < n && is_within(l, LLVMGetOperand(i, to), &at))
		written(l, at, bytes ? bytes : LLVMStoreSizeOfType(layout, LLVMTypeOf(LLVMGetOperand(i, 0))));
	return true;
}

/* May the instructions from `i` on read a reference of the variable before it is written? */
static bool
is_left(struct looking *l, LLVMValueRef i)
{
	for (int k = 0; i && l->nleft > 0; i = LLVMGetNextInstruction(i))
		if (++k > MAX_LOOK || LLVMIsATerminatorInst(i) || !only_writes(l, i))
			return true;
	return l->nleft > 0;
}

static LLVMValueRef
behind_allocas(LLVMValueRef i)
{
	while (LLVMIsAAllocaInst(i))
		i = LLVMGetNextInstruction(i);
	return i;
}

static bool
is_lifetime_start(LLVMValueRef user)
{
	return LLVMIsACallInst(user) && intrinsic_of_call(user) == INTR_LLVM_LIFETIME
		&& strncmp(value_name(LLVMGetCalledValue(user)), "llvm.lifetime.start", 19) == 0;
}

static bool
add(struct looking *l, struct arena *keep, struct plan *p, uint32_t *cap, LLVMValueRef before)
{
	uint32_t n = 0;

	memcpy(l->left, l->words->ref, ((size_t)l->words->n / 64 + 1) * sizeof *l->left);
	l->nleft = l->words->nrefs;
	if (!is_left(l, before))
		return true;
	if (!ARENA_PUSH(keep, p->unwritten, p->nunwritten, *cap))
		return false;
	struct plan_unwritten *u = &p->unwritten[p->nunwritten++];
	*u = (struct plan_unwritten){ .alloca = l->alloca,
		.before = before, .bytes = (uint64_t)l->words->n * l->s->word_bytes };
	if (l->words->nrefs > FEW)
		return true;
	u->word = arena_array(keep, l->words->nrefs, sizeof *u->word);
	for (uint32_t w = 0; u->word && w < l->words->n; w++)
		if (memory_is_ref(l->words, w))
			u->word[n++] = w;
	u->nword = n;
	return u->word != NULL;
}

static bool
look_at(struct looking *l, struct arena *keep, struct plan *p, uint32_t *cap)
{
	LLVMTypeRef t = LLVMGetAllocatedType(l->alloca);
	uint64_t times = LLVMConstIntGetZExtValue(LLVMGetOperand(l->alloca, 0)),
		each = LLVMABISizeOfType(LLVMGetModuleDataLayout(l->s->module), t);
	bool large, any = false;

	if (times == 0 || times > UINT32_MAX || each > UINT32_MAX)
		return true;
	struct memory_words *w = memory_words_of(l->s, l->ar, times * each, &large);
	if (large)
		return true;
	for (uint64_t i = 0; w && i < times; i++)
		if (!memory_words_add(l->s, l->ar, w, t, i * each))
			return false;
	l->words = w;
	if (!w || !(l->left = arena_array(l->ar, (size_t)w->n / 64 + 1, sizeof *l->left)))
		return false;
	for (LLVMUseRef u = LLVMGetFirstUse(l->alloca); u; u = LLVMGetNextUse(u))
		if (is_lifetime_start(LLVMGetUser(u))) {
			any = true;
			if (!add(l, keep, p, cap, LLVMGetNextInstruction(LLVMGetUser(u))))
				return false;
		}
	return any || add(l, keep, p, cap, behind_allocas(l->alloca));
}

bool
unwritten_plan(struct session *s, struct arena *ar, struct arena *keep, struct plan *p)
{
	struct looking l = { .s = s, .ar = ar };
	uint32_t cap = 0;

	if (!s->typed)
		return true;
	note_handled(s, p);
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(p->fn);
	for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i)) {
		LLVMTypeRef t = LLVMIsAAllocaInst(i) ? LLVMGetAllocatedType(i) : NULL;
		const struct type_info *info = t ? session_type(s, t) : NULL;
		if (!info || info->count == 0 || info->bad || (info->as >= 0 && info->as != LR_AS_TRACKED)
			|| !LLVMGetFirstUse(i) || !LLVMIsAConstantInt(LLVMGetOperand(i, 0))
			|| ptrmap_get(&s->nulled, i) != PTRMAP_NONE)
			continue;
		l.alloca = i;
		if (!look_at(&l, keep, p, &cap))
			return false;
	}
	return !ar->failed && !keep->failed && !s->perm.failed && !s->nulled.failed;
}
