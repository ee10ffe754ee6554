/* SPDX-License-Identifier: MIT */
/* statepoint_call.c -- a call or invoke becomes gc.statepoint, its result gc.result, and each variable that is live
** behind it gc.relocate.
**
** Relocations refer to a token.  Along an unwind edge that is the landing pad, if its result is a token.  The result
** of an ordinary landing pad is the exception, so there objects go through memory that the collector finds, and
** derived pointers are computed again from their offsets. */
#include <stdio.h>

#include "dialect/abi.h"
#include "dialect/walked.h"
#include "gcroots/statepoint/statepoint.h"
#include "lowering/common/lowering.h"

enum { FIXED_ARGS = 5, COLD = 9 /* LLVM's number of coldcc */ };

/* -- directives of the call site */

static uint64_t
directive(LLVMValueRef call, const char *name, uint64_t otherwise, uint64_t limit)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	LLVMAttributeRef a = LLVMGetCallSiteStringAttribute(call, AT_FUNCTION, name, (unsigned)strlen(name));
	uint64_t v = 0;
	unsigned n, i = 0;

	if (!a && LLVMIsAFunction(callee))
		a = LLVMGetStringAttributeAtIndex(callee, AT_FUNCTION, name, (unsigned)strlen(name));
	if (!a)
		return otherwise;
	const char *text = LLVMGetStringAttributeValue(a, &n);
	for (; i < n && text[i] >= '0' && text[i] <= '9' && v <= limit / 10; i++)
		v = v * 10 + (uint64_t)(text[i] - '0');
	return n && i == n && v <= limit ? v : otherwise;
}

uint64_t
statepoint_patch_bytes(LLVMValueRef call)
{
	return directive(call, "statepoint-num-patch-bytes", 0, UINT32_MAX);
}

LLVMAttributeRef
statepoint_argument_attribute(const struct trampolines *l, LLVMValueRef call, unsigned i, enum statepoint_attribute k)
{
	return session_argument_attribute(call, i, l->attribute[k]);
}

/* Copies the attributes of arguments that matter at a statepoint.  The others are hints, some of which would be
** wrong there. */
static void
copy_arguments(const struct trampolines *l, LLVMValueRef from, LLVMValueRef to)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(from); i++)
		for (enum statepoint_attribute k = 0; k < ARG_ATTRIBUTES_KEPT; k++) {
			LLVMAttributeRef a = statepoint_argument_attribute(l, from, i, k);
			if (a)
				LLVMAddCallSiteAttribute(to, FIXED_ARGS + i + 1, a);
		}
}

static LLVMValueRef
intrinsic(struct statepoints *sp, const char *name, LLVMTypeRef over)
{
	return LLVMGetIntrinsicDeclaration(sp->r.s->module, LLVMLookupIntrinsicID(name, strlen(name)), &over, 1);
}

/* Returns the type of the call that the statepoint makes.  LLVM makes a statepoint of a call with variable arguments
** only if it returns nothing.  If its result has no use it returns nothing; otherwise it becomes a call with just
** these arguments, which x86-64 passes in the same places.  (Then the number of vector registers in use is not
** passed, which matters to callees with such arguments: statepoint_refusal.) */
static LLVMTypeRef
called_type(struct statepoints *sp, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMGetCalledFunctionType(call), result = LLVMGetReturnType(type);
	unsigned n = LLVMGetNumArgOperands(call), fixed = LLVMCountParamTypes(type);

	if (!LLVMIsFunctionVarArg(type) || LLVMGetTypeKind(result) == LLVMVoidTypeKind)
		return type;
	bool used = LLVMGetFirstUse(call) != NULL;
	for (unsigned i = 0; i < n; i++)
		sp->types[i] = LLVMTypeOf(LLVMGetOperand(call, i));
	return LLVMFunctionType(used ? result : sp->r.e->void_type, sp->types, used ? n : fixed, !used);
}

/* -- bundles */

static LLVMOperandBundleRef
bundle_of(LLVMValueRef call, const char *tag)
{
	for (unsigned i = 0; i < LLVMGetNumOperandBundles(call); i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		size_t n;
		const char *t = LLVMGetOperandBundleTag(b, &n);
		if (n == strlen(tag) && memcmp(t, tag, n) == 0)
			return b;
		LLVMDisposeOperandBundle(b);
	}
	return NULL;
}

/* Lists all variables that are relocated, and their bases. */
static unsigned
gc_live(struct statepoints *sp, safepoint_id s)
{
	unsigned n = 0;

	for (uint32_t i = sp->r.live_at[s]; i < sp->r.live_at[s + 1]; i++) {
		uint32_t pair[2] = { sp->r.live[i], sp->r.var[sp->r.live[i]].base };
		for (int k = 0; k < 2; k++) {
			if (sp->stamp[pair[k]] == s + 1)
				continue;
			sp->stamp[pair[k]] = s + 1;
			sp->place[pair[k]] = n;
			sp->gc[n++] = relocate_get(&sp->r, pair[k]);
		}
	}
	return n;
}

enum { ALIVE, PINNED, TRANSITIVE, KINDS };

static unsigned
kind_at(const struct statepoints *sp, safepoint_id s, relocate_id var)
{
	base_id n = sp->r.var[var].object;

	return sp->given_stamp[n] == s + 1 ? TRANSITIVE : sp->r.pinned[n] || sp->pin_stamp[n] == s + 1 ? PINNED : ALIVE;
}

/* Lists the objects that must be alive or stay in place besides; see statepoint.h. */
static unsigned
deopt(struct statepoints *sp, safepoint_id s, LLVMOperandBundleRef own, const struct statepoint_memory *unwind)
{
	LLVMValueRef *v = sp->deopt;
	unsigned n = 0, nown = own ? LLVMGetNumOperandBundleArgs(own) : 0;
	uint32_t count[KINDS + 2] = { 0 };

	for (unsigned i = 0; i < nown; i++)
		v[n++] = LLVMGetOperandBundleArgAtIndex(own, i);
	for (uint32_t i = sp->r.pin_at[s]; i < sp->r.pin_at[s + 1]; i++)
		sp->pin_stamp[sp->r.pin[i]] = s + 1;
	for (uint32_t i = sp->r.given_at[s]; i < sp->r.given_at[s + 1]; i++)
		sp->given_stamp[sp->r.given[i]] = s + 1;
	for (unsigned kind = 0; kind < KINDS; kind++)
		for (uint32_t i = sp->r.held_at[s]; i < sp->r.held_at[s + 1]; i++) {
			relocate_id var = sp->r.held[i];
			if (kind_at(sp, s, var) != kind || (kind == ALIVE && sp->stamp[var] == s + 1))
				continue;
			v[n++] = relocate_get(&sp->r, var);
			count[kind]++;
		}
	for (unsigned transitive = 0; transitive < 2; transitive++) {
		for (uint32_t i = 0; i < sp->nmemory; i++)
			if (sp->memory[i].transitive == (transitive != 0)
				&& cfg_dominates(&sp->r.f.g, sp->memory[i].from, sp->r.f.safe[s].block)) {
				v[n++] = sp->memory[i].address;
				v[n++] = edit_i32(sp->r.e, sp->memory[i].words);
				count[KINDS + transitive]++;
			}
		if (!transitive && unwind->words) {
			v[n++] = unwind->address;
			v[n++] = edit_i32(sp->r.e, unwind->words);
			count[KINDS]++;
		}
	}
	if (n > 0)
		for (int i = 0; i < KINDS + 2; i++)
			v[n++] = edit_i32(sp->r.e, count[i]);
	return n;
}

/* -- relocations */

static LLVMValueRef
relocate(struct statepoints *sp, LLVMValueRef token, relocate_id var)
{
	LLVMTypeRef t = relocate_type(&sp->r, var);
	LLVMValueRef *fn = &sp->relocate[LLVMGetPointerAddressSpace(t) - LR_AS_FIRST_SPECIAL];
	char name[96] = "";

	if (!*fn)
		*fn = intrinsic(sp, "llvm.experimental.gc.relocate", t);
	LLVMValueRef args[] = { token, edit_i32(sp->r.e, sp->place[sp->r.var[var].base]),
		edit_i32(sp->r.e, sp->place[var]) };
	const char *old = value_name(sp->r.var[var].defining);
	if (old[0] != '\0' && sp->r.var[var].kind == VALUE_SELF)
		snprintf(name, sizeof name, "%.60s.moved", old);
	/* It reads a stack slot that the next statepoint may overwrite, and LLVM would take it for a computation that
	** can be moved down to a use behind that.  A call with such a bundle reads memory. */
	LLVMOperandBundleRef reads = LLVMCreateOperandBundle("deopt", 5, NULL, 0);
	LLVMValueRef made = LLVMBuildCallWithOperandBundles(sp->r.e->builder, LLVMGlobalGetValueType(*fn), *fn, args, 3,
		&reads, 1, name);
	LLVMDisposeOperandBundle(reads);
	LLVMSetInstructionCallConv(made, COLD);
	return made;
}

static LLVMValueRef
pad_of(LLVMBasicBlockRef bb)
{
	LLVMValueRef i = LLVMGetFirstInstruction(bb);

	while (LLVMIsAPHINode(i))
		i = LLVMGetNextInstruction(i);
	return i;
}

static bool
gives_token(LLVMBasicBlockRef bb)
{
	return LLVMGetTypeKind(LLVMTypeOf(pad_of(bb))) == LLVMTokenTypeKind;
}

static LLVMValueRef
slot(struct statepoints *sp, uint32_t word)
{
	LLVMValueRef index = edit_i32(sp->r.e, word);

	return word ? LLVMBuildInBoundsGEP2(sp->r.e->builder, sp->r.walk.tracked, sp->unwind, &index, 1, "")
		: sp->unwind;
}

/* Stores what the landing pad needs: each object in a word of its own.  The offsets of derived pointers are values
** of the block until load_in_pad makes pointers of them.  Returns the number of words. */
static uint32_t
store_for_pad(struct statepoints *sp, safepoint_id s)
{
	LLVMBuilderRef b = sp->r.e->builder;
	uint32_t n = 0;

	for (uint32_t i = sp->r.live_at[s]; i < sp->r.live_at[s + 1]; i++) {
		relocate_id var = sp->r.live[i], base = sp->r.var[var].base;
		if (!(sp->r.into[i] & INTO_UNWIND))
			continue;
		if (sp->slot_stamp[base] != s + 1) {
			sp->slot_stamp[base] = s + 1;
			sp->slot[base] = n;
			LLVMValueRef store = LLVMBuildStore(b, relocate_get(&sp->r, base), slot(sp, n++));
			LLVMSetAlignment(store, sp->r.e->word_bytes);
		}
		if (var != base)
			sp->offset[var] = relocate_distance(&sp->r, var);
	}
	return n;
}

static void
load_in_pad(struct statepoints *sp, safepoint_id s, block_id block)
{
	LLVMBuilderRef b = sp->r.e->builder;

	for (uint32_t i = sp->r.live_at[s]; i < sp->r.live_at[s + 1]; i++) {
		relocate_id var = sp->r.live[i], base = sp->r.var[var].base;
		if (!(sp->r.into[i] & INTO_UNWIND))
			continue;
		if (sp->slot_stamp[base] == s + 1) {
			sp->slot_stamp[base] = 0;
			sp->loaded[base] = LLVMBuildLoad2(b, sp->r.walk.tracked, slot(sp, sp->slot[base]), "");
			LLVMSetAlignment(sp->loaded[base], sp->r.e->word_bytes);
		}
		relocate_define_in(&sp->r, block, var,
			relocate_from_object(&sp->r, var, sp->loaded[base], sp->offset[var]));
	}
}

static void
relocate_in(struct statepoints *sp, safepoint_id s, uint8_t edge, block_id block, LLVMValueRef token)
{
	for (uint32_t i = sp->r.live_at[s]; i < sp->r.live_at[s + 1]; i++)
		if (sp->r.into[i] & edge)
			relocate_define_in(&sp->r, block, sp->r.live[i], relocate(sp, token, sp->r.live[i]));
}

/* -- the call */

static void
replace_result(struct statepoints *sp, LLVMValueRef call, LLVMValueRef token)
{
	LLVMTypeRef t = LLVMTypeOf(call);
	uint32_t i = ptrmap_get(&sp->r.values, call);

	if (LLVMGetTypeKind(t) == LLVMVoidTypeKind || !LLVMGetFirstUse(call))
		return;
	LLVMValueRef fn = intrinsic(sp, "llvm.experimental.gc.result", t);
	LLVMValueRef made = LLVMBuildCall2(sp->r.e->builder, LLVMGlobalGetValueType(fn), fn, &token, 1, "");
	statepoint_take_name(made, call);
	LLVMReplaceAllUsesWith(call, made);
	if (i == PTRMAP_NONE)
		return;
	struct relocate_value *v = &sp->r.value[i];
	v->v = made;
	ptrmap_set(&sp->r.values, made, i); /* relocate_reserve has taken the memory */
	for (uint32_t k = 0; k < v->n; k++)
		if (sp->r.elem[v->at + k] != NONE)
			sp->r.var[sp->r.elem[v->at + k]].defining = made;
}

static void
before(struct statepoints *sp, LLVMValueRef call, LLVMMetadataRef where)
{
	LLVMPositionBuilderBefore(sp->r.e->builder, call);
	LLVMSetCurrentDebugLocation2(sp->r.e->builder, where);
}

LLVMValueRef
statepoint_chain_access(struct statepoints *sp, LLVMValueRef load_or_store)
{
	LLVMSetAlignment(load_or_store, sp->r.e->word_bytes);
	return load_or_store;
}

static void
emit(void *self, safepoint_id s)
{
	struct statepoints *sp = self;
	struct edit *e = sp->r.e;
	LLVMValueRef call = sp->r.ir.safe[s], callee = LLVMGetCalledValue(call), more[TRAMPOLINE_ARGUMENTS] = { NULL },
		head = NULL;
	LLVMMetadataRef where = LLVMInstructionGetDebugLoc(call);
	bool invoke = LLVMIsAInvokeInst(call) != NULL, token_pad = false;
	unsigned nargs = LLVMGetNumArgOperands(call), nmore = 0, nbundles = 0, n;
	LLVMOperandBundleRef own = bundle_of(call, "deopt"), transition = bundle_of(call, "gc-transition"),
		funclet = bundle_of(call, "funclet");
	LLVMOperandBundleRef bundle[4];
	struct statepoint_memory unwind = { .address = sp->unwind };
	uint32_t normal_block = 0, pad_block = 0;

	LLVMSetCurrentDebugLocation2(e->builder, where);
	LLVMTypeRef type;
	const uint64_t patch = statepoint_patch_bytes(call);
	if (transition || (patch == 0 && !sp->anchors.at[s] && needs_trampoline(sp, call))) {
		callee = trampoline(sp, call, transition ? LLVMGetOperandBundleArgAtIndex(transition, 0) : NULL, more,
			&nmore);
		type = LLVMGlobalGetValueType(callee);
		before(sp, call, where);
	} else
		type = called_type(sp, call);
	if (sp->anchors.each && sp->anchors.at[s])
		statepoint_anchors_store_sp(sp);
	if (invoke) {
		head = statepoint_chain_access(sp,
			LLVMBuildLoad2(e->builder, e->ptr, sp->r.ir.pgcstack, "gcstack.head"));
		normal_block = ptrmap_get(&sp->r.blocks, LLVMGetNormalDest(call));
		pad_block = ptrmap_get(&sp->r.blocks, LLVMGetUnwindDest(call));
		token_pad = gives_token(LLVMGetUnwindDest(call));
		if (!token_pad)
			unwind.words = store_for_pad(sp, s);
	}
	if ((n = gc_live(sp, s)) > 0)
		bundle[nbundles++] = LLVMCreateOperandBundle("gc-live", 7, sp->gc, n);
	if ((n = deopt(sp, s, own, &unwind)) > 0)
		bundle[nbundles++] = LLVMCreateOperandBundle("deopt", 5, sp->deopt, n);
	/* the trampoline makes the transition; of the targets, only x86-64 accepts that the statepoint says so, too */
	const bool told = transition && abi_architecture(sp->r.s->module) == ARCH_X86_64;
	if (told)
		bundle[nbundles++] = transition;
	if (funclet)
		bundle[nbundles++] = funclet;

	LLVMValueRef fn = intrinsic(sp, "llvm.experimental.gc.statepoint", LLVMTypeOf(callee));
	LLVMTypeRef fn_type = LLVMGlobalGetValueType(fn);
	LLVMValueRef *a = sp->args;
	n = 0;
	a[n++] = LLVMConstInt(e->i64, directive(call, "statepoint-id", LR_STATEPOINT_ID, UINT64_MAX), false);
	a[n++] = edit_i32(e, patch);
	a[n++] = callee;
	a[n++] = edit_i32(e, nargs + nmore);
	a[n++] = edit_i32(e, told);
	for (unsigned i = 0; i < nargs; i++)
		a[n++] = LLVMGetOperand(call, i);
	for (unsigned i = 0; i < nmore; i++)
		a[n++] = more[i];
	a[n++] = edit_i32(e, 0);
	a[n++] = edit_i32(e, 0);
	LLVMValueRef token = invoke
		? LLVMBuildInvokeWithOperandBundles(e->builder, fn_type, fn, a, n, LLVMGetNormalDest(call),
			LLVMGetUnwindDest(call), bundle, nbundles, "")
		: LLVMBuildCallWithOperandBundles(e->builder, fn_type, fn, a, n, bundle, nbundles, "");
	LLVMAddCallSiteAttribute(token, 3,
		LLVMCreateTypeAttribute(e->context, LLVMGetEnumAttributeKindForName("elementtype", 11), type));
	LLVMSetInstructionCallConv(token, LLVMGetInstructionCallConv(call));
	copy_arguments(sp->trampolines, call, token);
	if (walked_is_stated_at(call)) /* for the checker */
		LLVMAddCallSiteAttribute(token, AT_FUNCTION,
			LLVMCreateStringAttribute(e->context, WALKED_ATTRIBUTE, sizeof WALKED_ATTRIBUTE - 1, "", 0));
	for (unsigned i = 0; i < nbundles; i++)
		LLVMDisposeOperandBundle(bundle[i]);
	if (own)
		LLVMDisposeOperandBundle(own);
	if (transition && !told)
		LLVMDisposeOperandBundle(transition);

	if (invoke)
		relocate_at_start(&sp->r, LLVMGetNormalDest(token), where);
	replace_result(sp, call, token);
	if (!invoke) {
		for (uint32_t i = sp->r.live_at[s]; i < sp->r.live_at[s + 1]; i++)
			relocate_set(&sp->r, sp->r.live[i], relocate(sp, token, sp->r.live[i]));
	} else {
		relocate_in(sp, s, INTO_NORMAL, normal_block, token);
		LLVMValueRef pad = pad_of(LLVMGetUnwindDest(token));
		relocate_at_start(&sp->r, LLVMGetUnwindDest(token), where);
		/* frames that were unwound have not taken their anchors out of the chain */
		statepoint_chain_access(sp, LLVMBuildStore(e->builder, head, sp->r.ir.pgcstack));
		if (token_pad)
			relocate_in(sp, s, INTO_UNWIND, pad_block, pad);
		else
			load_in_pad(sp, s, pad_block);
	}
	if (ptrmap_get(&sp->r.values, call) != PTRMAP_NONE)
		ptrmap_set(&sp->r.values, call, PTRMAP_NONE); /* another value may get the same address */
	LLVMInstructionEraseFromParent(call);
}

/* Assembly has no address that a statepoint could call. */
static bool
skips(LLVMValueRef call)
{
	return LLVMIsAInlineAsm(LLVMGetCalledValue(call)) != NULL;
}

const struct relocate_emitter statepoint_emitter = { skips, emit, false };

bool
statepoint_reserve(struct statepoints *sp)
{
	const struct relocate *r = &sp->r;
	uint32_t nvar = r->v.nval, args = 0, bundle = 0, kept = 0, converted = 0;
	struct arena *ar = r->ar;

	for (safepoint_id s = 0; s < r->v.nsafe; s++) {
		LLVMValueRef call = r->ir.safe[s];
		uint32_t n = (uint32_t)LLVMGetNumOperands(call), k = r->held_at[s + 1] - r->held_at[s],
			live = r->live_at[s + 1] - r->live_at[s];
		converted += !r->plain[s];
		args = n > args ? n : args;
		bundle = live > bundle ? live : bundle;
		kept = k > kept ? k : kept;
		if (LLVMIsAInvokeInst(call) && !gives_token(LLVMGetUnwindDest(call)) && live > sp->unwind_words)
			sp->unwind_words = live;
	}
	sp->args = arena_array(ar, (size_t)args + 8 + TRAMPOLINE_ARGUMENTS, sizeof *sp->args);
	sp->types = arena_array(ar, (size_t)args + 1 + TRAMPOLINE_ARGUMENTS, sizeof *sp->types);
	sp->gc = arena_array(ar, 2 * (size_t)bundle + 1, sizeof *sp->gc);
	sp->deopt = arena_array(ar, (size_t)args + 2 * (size_t)kept + 2 * (size_t)sp->nmemory + 8, sizeof *sp->deopt);
	sp->place = arena_zarray(ar, (size_t)nvar + 1, sizeof *sp->place);
	sp->stamp = arena_zarray(ar, (size_t)nvar + 1, sizeof *sp->stamp);
	sp->pin_stamp = arena_zarray(ar, (size_t)r->f.nval + 1, sizeof *sp->pin_stamp);
	sp->given_stamp = arena_zarray(ar, (size_t)r->f.nval + 1, sizeof *sp->given_stamp);
	if (sp->unwind_words) {
		sp->slot = arena_zarray(ar, (size_t)nvar + 1, sizeof *sp->slot);
		sp->slot_stamp = arena_zarray(ar, (size_t)nvar + 1, sizeof *sp->slot_stamp);
		sp->loaded = arena_zarray(ar, (size_t)nvar + 1, sizeof *sp->loaded);
		sp->offset = arena_zarray(ar, (size_t)nvar + 1, sizeof *sp->offset);
	}
	return relocate_reserve(&sp->r, 0) && trampolines_reserve(sp, converted) && !ar->failed;
}
