/* SPDX-License-Identifier: MIT */
/* mv_uses.c -- the uses of functions, and what stands in the way of clones.
**
** The address of a function must be the same everywhere once a target is chosen.  So each use of a cloned function
** outside of the clones has to be reached: an operand of an instruction becomes a load of the slot, a word of a
** variable is filled by the tables, an alias becomes a trampoline.  A function with any other use is not cloned. */
#include <llvm-c/Comdat.h>
#include <llvm-c/Target.h>

#include "ir/linkage.h"
#include "dialect/edit/edit.h"
#include "optimize/cpu/multiversion.h"

enum { TREE_MOST = 1024 };

struct walk {
	struct mv *v;
	uint32_t f;
	/* `exact`: the constant holds the function's address as an element of structs and arrays */
	struct pending { LLVMValueRef c; bool exact; } *todo;
	uint32_t ntodo, cap;
};

static void
obstacle(struct walk *w, const char *why)
{
	if (w->v->fn[w->f].obstacle == NULL)
		w->v->fn[w->f].obstacle = why;
}

static void
push(struct walk *w, LLVMValueRef c, bool exact)
{
	/* A constant may be reached in both ways: each is looked at once. */
	const void *key = (const char *)c + (exact ? 1 : 0);

	if (ptrmap_get(&w->v->seen, key) != PTRMAP_NONE)
		return;
	ptrmap_set(&w->v->seen, key, 0);
	if (ARENA_APPEND(&w->v->ar, w->todo, w->ntodo, w->cap))
		w->todo[w->ntodo++] = (struct pending){ c, exact };
}

static bool
has_parts(LLVMValueRef c)
{
	switch (LLVMGetValueKind(c)) {
	case LLVMConstantStructValueKind:
	case LLVMConstantArrayValueKind:
	case LLVMConstantVectorValueKind:
	case LLVMConstantExprValueKind:
		return true;
	default:
		return false;
	}
}

static bool
is_slotted(const struct mv *v, LLVMValueRef c)
{
	const uint32_t f = LLVMGetValueKind(c) == LLVMFunctionValueKind ? ptrmap_get(&v->index, c) : PTRMAP_NONE;

	return f < v->nfn && v->fn[f].reloc && v->fn[f].clones != 0;
}

/* Looks at all parts of a constant.  LARGE: they are too many, or too deep, to be made of instructions.  HOLDS: among
** the parts that were looked at is a function with a slot; `v` NULL: not asked. */
enum content { LARGE, SMALL, HOLDS };
static enum content
content_of(const struct mv *v, LLVMValueRef c)
{
	struct { LLVMValueRef c; unsigned depth; } todo[TREE_MOST];
	unsigned n = 0, seen = 0;

	todo[n].c = c;
	todo[n++].depth = 0;
	while (n > 0) {
		const unsigned depth = todo[--n].depth;
		c = todo[n].c;
		if (v != NULL && is_slotted(v, c))
			return HOLDS;
		if (++seen > TREE_MOST || depth == MV_TREE_DEPTH)
			return LARGE;
		const unsigned parts = has_parts(c) ? (unsigned)LLVMGetNumOperands(c) : 0;
		if (parts > TREE_MOST - n)
			return LARGE;
		for (unsigned i = 0; i < parts; i++) {
			todo[n].c = LLVMGetOperand(c, i);
			todo[n++].depth = depth + 1;
		}
	}
	return SMALL;
}

/* May operand i of a call be a value that is loaded? */
static bool
argument_may_change(LLVMValueRef call, unsigned i)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const char *name = LLVMIsAFunction(callee) != NULL ? value_name(callee) : "";

	if (LLVMIsAInlineAsm(callee) != NULL)
		return false;
	if (i >= LLVMGetNumArgOperands(call)) /* the callee, or an operand of a bundle */
		return i == (unsigned)LLVMGetNumOperands(call) - 1;
	return strncmp(name, "llvm.", 5) != 0 || strncmp(name, "llvm.julia.", 11) == 0;
}

static void
use_by_instruction(struct walk *w, LLVMValueRef inst, LLVMValueRef c)
{
	struct mv *v = w->v;
	const LLVMOpcode op = LLVMGetInstructionOpcode(inst);

	v->fn[w->f].used = true;
	if (c == v->fn[w->f].fn) { /* all operands are looked at when the first use is met */
		if (ptrmap_get(&v->seen, inst) != PTRMAP_NONE)
			return;
		ptrmap_set(&v->seen, inst, 0);
	}
	if (op == LLVMLandingPad || op == LLVMCatchPad || op == LLVMCleanupPad || op == LLVMCallBr)
		obstacle(w, "its address is an operand that must be a constant");
	for (unsigned i = 0, n = op == LLVMPHI ? LLVMCountIncoming(inst) : 0; i < n; i++)
		if (LLVMGetIncomingValue(inst, i) == c && LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(
			LLVMGetIncomingBlock(inst, i))) == LLVMCatchSwitch)
			obstacle(w, "nothing can be loaded at the end of a block with a catchswitch");
	if (op == LLVMCall || op == LLVMInvoke)
		for (unsigned i = 0, n = (unsigned)LLVMGetNumOperands(inst); i < n; i++)
			if (operand_of(inst, i) == c && !argument_may_change(inst, i))
				obstacle(w, "its address is an operand that must be a constant");
	if (c != v->fn[w->f].fn || (op != LLVMCall && op != LLVMInvoke))
		v->fn[w->f].taken = true;
	for (unsigned i = 0, n = LLVMIsACallInst(inst) || LLVMIsAInvokeInst(inst)
		? (unsigned)LLVMGetNumOperands(inst) - 1 : 0; i < n; i++)
		v->fn[w->f].taken |= operand_of(inst, i) == c;
	if (content_of(NULL, c) == LARGE)
		obstacle(w, "its address is in a large constant");
}

/* Is the variable one of those that LLVM or the emitter reads, and not the program? */
static bool
is_list(const struct mv *v, LLVMValueRef variable)
{
	return variable == v->fvars || strncmp(value_name(variable), "llvm.", 5) == 0;
}

static void
use_by_variable(struct walk *w, LLVMValueRef variable, bool exact)
{
	const char *section = LLVMGetSection(variable);
	const LLVMLinkage linkage = LLVMGetLinkage(variable);

	if (is_list(w->v, variable))
		return;
	w->v->fn[w->f].in_global = w->v->fn[w->f].taken = true;
	if (!exact)
		obstacle(w, "an expression in a variable's initialiser is made of its address");
	else if (LLVMIsThreadLocal(variable))
		obstacle(w, "a thread-local variable holds its address");
	else if (linkage != LLVMExternalLinkage && linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage)
		obstacle(w, "a variable that the linker may replace holds its address");
	else if (LLVMIsGlobalConstant(variable) && section != NULL && section[0] != '\0')
		obstacle(w, "a constant in a section of its own holds its address");
	else if (LLVMGetPointerAddressSpace(LLVMTypeOf(variable)) != 0)
		obstacle(w, "a variable in another address space holds its address");
}

bool
mv_can_forward(const struct mv *v, LLVMTypeRef type)
{
	const struct cpu_family *f = cpu_family_of(v->triple);

	return !LLVMIsFunctionVarArg(type) || (f != NULL && (f->arch == CPU_X86 || f->arch == CPU_AARCH64));
}

static void
use_by_alias(struct walk *w, LLVMValueRef alias, LLVMValueRef c)
{
	struct mv *v = w->v;
	LLVMTypeRef type = LLVMGlobalGetValueType(v->fn[w->f].fn);

	v->fn[w->f].aliased = v->fn[w->f].taken = true;
	if (c != v->fn[w->f].fn || LLVMGlobalGetValueType(alias) != type)
		obstacle(w, "an alias is not of the function itself");
	else if (LLVMIsThreadLocal(alias))
		obstacle(w, "an alias is thread-local");
	else if (!mv_can_forward(v, type))
		obstacle(w, "an alias takes variable arguments");
	else if (ARENA_PUSH(&v->ar, v->alias, v->nalias, v->alias_cap))
		v->alias[v->nalias++] = alias;
}

static void
use_by_constant(struct walk *w, LLVMValueRef c, bool exact)
{
	switch (LLVMGetValueKind(c)) {
	case LLVMConstantStructValueKind:
	case LLVMConstantArrayValueKind:
		push(w, c, exact);
		return;
	case LLVMConstantVectorValueKind:
		push(w, c, false);
		return;
	case LLVMConstantExprValueKind:
		switch (LLVMGetConstOpcode(c)) {
		case LLVMPtrToInt:
		case LLVMIntToPtr:
		case LLVMBitCast:
		case LLVMAddrSpaceCast:
		case LLVMTrunc:
			push(w, c, false);
			return;
		default:
			break;
		}
		break;
	default:
		break;
	}
	obstacle(w, "its address is in a constant that cannot be made of instructions");
}

static void
look_at_uses(struct walk *w, LLVMValueRef c, bool exact)
{
	for (LLVMUseRef u = LLVMGetFirstUse(c); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsAInstruction(user) != NULL)
			use_by_instruction(w, user, c);
		else if (LLVMIsAGlobalVariable(user) != NULL)
			use_by_variable(w, user, exact);
		else if (LLVMIsAGlobalAlias(user) != NULL)
			use_by_alias(w, user, c);
		else if (LLVMIsAFunction(user) != NULL || LLVMIsAGlobalIFunc(user) != NULL)
			obstacle(w, "another function has it as personality, prefix, prologue or resolver");
		else
			use_by_constant(w, user, exact);
	}
}

/* What stands in the way in the function itself. */
static const char *
own_obstacle(LLVMValueRef fn)
{
	static const char *const attributes[] = { "naked", "presplitcoroutine" };

	if (LLVMIsDeclaration(fn))
		return NULL;
	if (!definition_is_final(fn))
		return "the linker may replace it";
	if (value_name(fn)[0] == '\0')
		return "it has no name";
	if (LLVMGetComdat(fn) != NULL)
		return "it is in a comdat";
	if (LLVMGetPointerAddressSpace(LLVMTypeOf(fn)) != 0)
		return "it is in another address space";
	for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
		const unsigned kind = LLVMGetEnumAttributeKindForName(attributes[i], strlen(attributes[i]));
		if (kind != 0 && LLVMGetEnumAttributeAtIndex(fn, AT_FUNCTION, kind) != NULL)
			return attributes[i];
	}
	return NULL;
}

/* Calls that must not be duplicated, and intrinsics that belong to one function for good. */
static const char *
body_obstacle(LLVMValueRef fn, unsigned noduplicate)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			if (LLVMIsACallInst(i) == NULL && LLVMIsAInvokeInst(i) == NULL)
				continue;
			LLVMValueRef callee = LLVMGetCalledValue(i);
			if (LLVMGetCallSiteEnumAttribute(i, AT_FUNCTION, noduplicate) != NULL)
				return "it has a call that may not be duplicated";
			if (LLVMIsAFunction(callee) == NULL)
				continue;
			if (LLVMGetEnumAttributeAtIndex(callee, AT_FUNCTION, noduplicate) != NULL
				|| strcmp(value_name(callee), "llvm.localescape") == 0
				|| strncmp(value_name(callee), "llvm.coro.", 10) == 0)
				return "it has a call that may not be duplicated";
		}
	return NULL;
}

bool
mv_find_uses(struct mv *v)
{
	struct walk w = { .v = v };
	const unsigned noduplicate = LLVMGetEnumAttributeKindForName("noduplicate", 11);

	for (w.f = 0; w.f < v->nfn; w.f++) {
		struct mv_fn *fn = &v->fn[w.f];
		if (fn->llvm)
			continue;
		fn->obstacle = own_obstacle(fn->fn);
		if (fn->obstacle == NULL && fn->defined)
			fn->obstacle = body_obstacle(fn->fn, noduplicate);
		ptrmap_clear(&v->seen);
		w.ntodo = 0;
		push(&w, fn->fn, true);
		while (w.ntodo > 0) {
			const struct pending p = w.todo[--w.ntodo];
			look_at_uses(&w, p.c, p.exact);
		}
	}
	return !v->ar.failed && !v->seen.failed;
}

/* ---- the uses that are rewritten ---- */

bool
mv_holds_slotted(const struct mv *v, LLVMValueRef c)
{
	return has_parts(c) ? content_of(v, c) == HOLDS : is_slotted(v, c);
}

static void
list_instruction(struct mv *v, LLVMValueRef inst, uint32_t f)
{
	for (unsigned i = 0, n = (unsigned)LLVMGetNumOperands(inst); i < n; i++) {
		if (!mv_holds_slotted(v, operand_of(inst, i)))
			continue;
		if (ARENA_APPEND(&v->ar, v->use, v->nuse, v->use_cap))
			v->use[v->nuse++] = (struct mv_use){ inst, f };
		return;
	}
}

struct part { LLVMValueRef c; uint64_t offset; };

/* Lists the words of a variable that hold functions with numbers. */
static lr_status
list_words(struct mv *v, LLVMTargetDataRef layout, LLVMValueRef variable, uint64_t *budget)
{
	struct part *todo = NULL;
	uint32_t n = 0, cap = 0;

	if (!ARENA_APPEND(&v->ar, todo, n, cap))
		return lr_nomem(v->cx);
	todo[n++] = (struct part){ LLVMGetInitializer(variable), 0 };
	while (n > 0) {
		const struct part p = todo[--n];
		const LLVMValueKind kind = LLVMGetValueKind(p.c);
		if ((*budget)-- == 0)
			return lr_fail(v->cx, LR_E_DIALECT, variable,
				"initialisers have too many parts to be searched");
		if (kind == LLVMFunctionValueKind) {
			const uint32_t f = ptrmap_get(&v->index, p.c);
			if (f < v->nfn && v->fn[f].fvar && v->fn[f].clones != 0
				&& ARENA_APPEND(&v->ar, v->word, v->nword, v->word_cap))
				v->word[v->nword++] = (struct mv_word){ variable, p.offset, f };
		}
		if (kind != LLVMConstantStructValueKind && kind != LLVMConstantArrayValueKind)
			continue;
		LLVMTypeRef type = LLVMTypeOf(p.c);
		const bool is_struct = kind == LLVMConstantStructValueKind;
		const uint64_t step = is_struct ? 0 : LLVMABISizeOfType(layout, LLVMGetElementType(type));
		for (unsigned i = (unsigned)LLVMGetNumOperands(p.c); i-- > 0;) {
			if (!ARENA_APPEND(&v->ar, todo, n, cap))
				return lr_nomem(v->cx);
			todo[n++] = (struct part){ LLVMGetOperand(p.c, i),
				p.offset + (is_struct ? LLVMOffsetOfElement(layout, type, i) : i * step) };
		}
	}
	return v->ar.failed ? lr_nomem(v->cx) : LR_OK;
}

lr_status
mv_list_uses(struct mv *v)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(v->m);
	uint64_t budget = 1 << 24;
	lr_status st = LR_OK;

	for (uint32_t f = 0; f < v->nfn; f++)
		for (LLVMBasicBlockRef b = v->fn[f].defined ? LLVMGetFirstBasicBlock(v->fn[f].fn) : NULL; b != NULL;
			b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
				list_instruction(v, i, f);
	for (uint32_t i = 0; i < v->nvariable && st == LR_OK; i++)
		if (!is_list(v, v->global[i]) && LLVMGetInitializer(v->global[i]) != NULL)
			st = list_words(v, layout, v->global[i], &budget);
	v->copy = arena_zarray(&v->ar, (size_t)v->ntarget * v->nuse, sizeof *v->copy);
	return st == LR_OK && v->ar.failed ? lr_nomem(v->cx) : st;
}
