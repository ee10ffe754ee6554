/* statepoint_call.c -- a call or invoke becomes gc.statepoint, its result gc.result, and what is live behind it
** gc.relocate.
**
** Relocations hang on a token.  Along an unwind edge that is the landing pad's, if it gives a token; ordinary ones give
** the exception, so there objects go through memory that the collector is shown, and derived pointers are computed
** again from their offsets. */
#include <stdio.h>

#include "gcroots/relocate/relocate.h"
#include "lowering/common/lowering.h"

enum { FIXED_ARGS = 5, COLD = 9 /* LLVM's number of coldcc */ };

/* -- what the call site asks for */

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
sp_patch_bytes(LLVMValueRef call)
{
	return directive(call, "statepoint-num-patch-bytes", 0, UINT32_MAX);
}

LLVMAttributeRef
sp_argument_attribute(const struct sp_leaving *l, LLVMValueRef call, unsigned i, enum sp_attribute k)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, i + 1, l->attribute[k]);

	if (!a && LLVMIsAFunction(callee) && i < LLVMCountParams(callee))
		a = LLVMGetEnumAttributeAtIndex(callee, i + 1, l->attribute[k]);
	return a;
}

/* The others are hints, and some of them would be wrong at a statepoint. */
static void
copy_arguments(const struct sp_leaving *l, LLVMValueRef from, LLVMValueRef to)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(from); i++)
		for (enum sp_attribute k = 0; k < SP_ATTRIBUTES_KEPT; k++) {
			LLVMAttributeRef a = sp_argument_attribute(l, from, i, k);
			if (a)
				LLVMAddCallSiteAttribute(to, FIXED_ARGS + i + 1, a);
		}
}

static LLVMValueRef
intrinsic(struct sp *sp, const char *name, LLVMTypeRef over)
{
	return LLVMGetIntrinsicDeclaration(sp->s->module, LLVMLookupIntrinsicID(name, strlen(name)), &over, 1);
}

/* Of a call with variable arguments LLVM takes a statepoint only if it gives nothing.  If its result is not wanted it
** gives nothing; otherwise it is a call with just these arguments, for x86-64 passes them in the same places.  (What is
** missing then is the number of vector registers in use, which matters to callees that are given some:
** statepoint_refusal.) */
static LLVMTypeRef
called_type(struct sp *sp, struct sp_build *g, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMGetCalledFunctionType(call), result = LLVMGetReturnType(type);
	unsigned n = LLVMGetNumArgOperands(call), fixed = LLVMCountParamTypes(type);

	if (!LLVMIsFunctionVarArg(type) || LLVMGetTypeKind(result) == LLVMVoidTypeKind)
		return type;
	bool used = LLVMGetFirstUse(call) != NULL;
	for (unsigned i = 0; i < n; i++)
		g->types[i] = LLVMTypeOf(LLVMGetOperand(call, i));
	return LLVMFunctionType(used ? result : sp->e->void_type, g->types, used ? n : fixed, !used);
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

/* All that is relocated, and the bases of it. */
static unsigned
gc_live(struct sp *sp, struct sp_build *g, uint32_t s)
{
	unsigned n = 0;

	for (uint32_t i = sp->live_at[s]; i < sp->live_at[s + 1]; i++) {
		uint32_t pair[2] = { sp->live[i], sp->var[sp->live[i]].base };
		for (int k = 0; k < 2; k++) {
			if (g->stamp[pair[k]] == s + 1)
				continue;
			g->stamp[pair[k]] = s + 1;
			g->place[pair[k]] = n;
			g->gc[n++] = sp_get(sp, g, pair[k]);
		}
	}
	return n;
}

enum { KEPT, PINNED, DEEP, KINDS };

static unsigned
kind_at(const struct sp *sp, const struct sp_build *g, uint32_t s, uint32_t var)
{
	num n = sp->var[var].number;

	return g->given_stamp[n] == s + 1 ? DEEP : sp->pinned[n] || g->pin_stamp[n] == s + 1 ? PINNED : KEPT;
}

/* What must be alive, or stay in place, besides; see relocate.h. */
static unsigned
deopt(struct sp *sp, struct sp_build *g, uint32_t s, LLVMOperandBundleRef own, const struct sp_memory *unwind)
{
	LLVMValueRef *v = g->deopt;
	unsigned n = 0, nown = own ? LLVMGetNumOperandBundleArgs(own) : 0;
	uint32_t count[KINDS + 2] = { 0 };

	for (unsigned i = 0; i < nown; i++)
		v[n++] = LLVMGetOperandBundleArgAtIndex(own, i);
	for (uint32_t i = sp->pin_at[s]; i < sp->pin_at[s + 1]; i++)
		g->pin_stamp[sp->pin[i]] = s + 1;
	for (uint32_t i = sp->given_at[s]; i < sp->given_at[s + 1]; i++)
		g->given_stamp[sp->given[i]] = s + 1;
	for (unsigned kind = 0; kind < KINDS; kind++)
		for (uint32_t i = sp->kept_at[s]; i < sp->kept_at[s + 1]; i++) {
			uint32_t var = sp->kept[i];
			if (kind_at(sp, g, s, var) != kind || (kind == KEPT && g->stamp[var] == s + 1))
				continue;
			v[n++] = sp_get(sp, g, var);
			count[kind]++;
		}
	for (unsigned deep = 0; deep < 2; deep++) {
		for (uint32_t i = 0; i < sp->nmemory; i++)
			if (sp->memory[i].deep == (deep != 0)) {
				v[n++] = sp->memory[i].address;
				v[n++] = edit_i32(sp->e, sp->memory[i].words);
				count[KINDS + deep]++;
			}
		if (!deep && unwind->words) {
			v[n++] = unwind->address;
			v[n++] = edit_i32(sp->e, unwind->words);
			count[KINDS]++;
		}
	}
	if (n > 0)
		for (int i = 0; i < KINDS + 2; i++)
			v[n++] = edit_i32(sp->e, count[i]);
	return n;
}

/* -- relocations */

static LLVMValueRef
relocate(struct sp *sp, struct sp_build *g, LLVMValueRef token, uint32_t var)
{
	LLVMTypeRef t = sp_type(sp, var);
	LLVMValueRef *fn = &g->relocate[LLVMGetPointerAddressSpace(t) - LR_AS_FIRST_SPECIAL];
	char name[96] = "";

	if (!*fn)
		*fn = intrinsic(sp, "llvm.experimental.gc.relocate", t);
	LLVMValueRef args[] = { token, edit_i32(sp->e, g->place[sp->var[var].base]), edit_i32(sp->e, g->place[var]) };
	const char *old = value_name(sp->var[var].carrier);
	if (old[0] != '\0' && sp->var[var].kind == VALUE_SELF)
		snprintf(name, sizeof name, "%.60s.moved", old);
	LLVMValueRef made = LLVMBuildCall2(sp->e->builder, LLVMGlobalGetValueType(*fn), *fn, args, 3, name);
	LLVMSetInstructionCallConv(made, COLD);
	/* It reads what the next statepoint may write over, and LLVM takes it for a computation that can be put off
	** until a use of it behind that. */
	add_call_attribute(sp->e->context, made, AT_FUNCTION, "convergent", 0);
	return made;
}

void
sp_at_start(struct sp *sp, LLVMBasicBlockRef bb, LLVMMetadataRef where)
{
	LLVMValueRef i = LLVMGetFirstInstruction(bb);

	while (LLVMIsAPHINode(i) || LLVMIsALandingPadInst(i))
		i = LLVMGetNextInstruction(i);
	LLVMPositionBuilderBefore(sp->e->builder, i);
	LLVMSetCurrentDebugLocation2(sp->e->builder, where);
}

static LLVMValueRef
pad_of(LLVMBasicBlockRef bb)
{
	LLVMValueRef i = LLVMGetFirstInstruction(bb);

	while (LLVMIsAPHINode(i))
		i = LLVMGetNextInstruction(i);
	return i;
}

bool
sp_gives_token(LLVMBasicBlockRef bb)
{
	return LLVMGetTypeKind(LLVMTypeOf(pad_of(bb))) == LLVMTokenTypeKind;
}

static LLVMValueRef
slot(struct sp *sp, struct sp_build *g, uint32_t word)
{
	LLVMValueRef index = edit_i32(sp->e, word);

	return word ? LLVMBuildInBoundsGEP2(sp->e->builder, g->tracked, g->unwind, &index, 1, "") : g->unwind;
}

LLVMValueRef
sp_number_of(struct sp *sp, LLVMValueRef pointer)
{
	LLVMValueRef raw = LLVMBuildAddrSpaceCast(sp->e->builder, pointer, sp->e->ptr, "");

	return LLVMBuildPtrToInt(sp->e->builder, raw, sp->e->word, "");
}

/* What `block`, an ordinary landing pad, needs goes to memory: objects each to a word of their own, derived pointers as
** offsets, which become entries of `block` until they are made pointers again.  Gives the number of words. */
static uint32_t
store_for_pad(struct sp *sp, struct sp_build *g, uint32_t s)
{
	LLVMBuilderRef b = sp->e->builder;
	uint32_t n = 0;

	for (uint32_t i = sp->live_at[s]; i < sp->live_at[s + 1]; i++) {
		uint32_t var = sp->live[i], base = sp->var[var].base;
		if (!(sp->into[i] & INTO_UNWIND))
			continue;
		if (g->slot_stamp[base] != s + 1) {
			g->slot_stamp[base] = s + 1;
			g->slot[base] = n;
			LLVMValueRef store = LLVMBuildStore(b, sp_get(sp, g, base), slot(sp, g, n++));
			LLVMSetAlignment(store, sp->e->word_bytes);
		}
		if (var != base) {
			LLVMValueRef to = sp_number_of(sp, sp_get(sp, g, var)),
				from = sp_number_of(sp, sp_get(sp, g, base));
			g->offset[var] = LLVMBuildSub(b, to, from, "");
		}
	}
	return n;
}

static void
load_in_pad(struct sp *sp, struct sp_build *g, uint32_t s, uint32_t block)
{
	LLVMBuilderRef b = sp->e->builder;

	for (uint32_t i = sp->live_at[s]; i < sp->live_at[s + 1]; i++) {
		uint32_t var = sp->live[i], base = sp->var[var].base;
		if (!(sp->into[i] & INTO_UNWIND))
			continue;
		if (g->slot_stamp[base] == s + 1) {
			g->slot_stamp[base] = 0;
			g->loaded[base] = LLVMBuildLoad2(b, g->tracked, slot(sp, g, g->slot[base]), "");
			LLVMSetAlignment(g->loaded[base], sp->e->word_bytes);
		}
		LLVMValueRef now = g->loaded[base];
		if (LLVMTypeOf(now) != sp_type(sp, var))
			now = LLVMBuildAddrSpaceCast(b, now, sp_type(sp, var), "");
		if (var != base)
			now = LLVMBuildGEP2(b, sp->e->i8, now, &g->offset[var], 1, "");
		sp_define_in(g, block, var, now);
	}
}

static void
relocate_in(struct sp *sp, struct sp_build *g, uint32_t s, uint8_t edge, uint32_t block, LLVMValueRef token)
{
	for (uint32_t i = sp->live_at[s]; i < sp->live_at[s + 1]; i++)
		if (sp->into[i] & edge)
			sp_define_in(g, block, sp->live[i], relocate(sp, g, token, sp->live[i]));
}

/* -- the call */

static void
replace_result(struct sp *sp, LLVMValueRef call, LLVMValueRef token)
{
	LLVMTypeRef t = LLVMTypeOf(call);
	uint32_t i = ptrmap_get(&sp->values, call);
	size_t n;

	if (LLVMGetTypeKind(t) == LLVMVoidTypeKind || !LLVMGetFirstUse(call))
		return;
	LLVMValueRef fn = intrinsic(sp, "llvm.experimental.gc.result", t);
	LLVMValueRef made = LLVMBuildCall2(sp->e->builder, LLVMGlobalGetValueType(fn), fn, &token, 1, "");
	const char *name = LLVMGetValueName2(call, &n);
	char copy[128] = "";
	if (n > 0 && n < sizeof copy) {
		memcpy(copy, name, n + 1);
		LLVMSetValueName2(call, "", 0);
		LLVMSetValueName2(made, copy, n);
	}
	LLVMReplaceAllUsesWith(call, made);
	if (i == PTRMAP_NONE)
		return;
	struct sp_value *v = &sp->value[i];
	v->v = made;
	ptrmap_set(&sp->values, made, i); /* there is room */
	for (uint32_t k = 0; k < v->n; k++)
		if (sp->elem[v->at + k] != NO_VARIABLE)
			sp->var[sp->elem[v->at + k]].carrier = made;
}

static void
before(struct sp *sp, LLVMValueRef call, LLVMMetadataRef where)
{
	LLVMPositionBuilderBefore(sp->e->builder, call);
	LLVMSetCurrentDebugLocation2(sp->e->builder, where);
}

LLVMValueRef
sp_chain_access(struct sp *sp, LLVMValueRef load_or_store)
{
	LLVMSetAlignment(load_or_store, sp->e->word_bytes);
	return load_or_store;
}

void
sp_convert(struct sp *sp, struct sp_build *g, uint32_t s)
{
	struct edit *e = sp->e;
	LLVMValueRef call = sp->ir.safe[s], callee = LLVMGetCalledValue(call), more[SP_LEAVE_ARGUMENTS] = { NULL },
		head = NULL;
	LLVMMetadataRef where = LLVMInstructionGetDebugLoc(call);
	bool invoke = LLVMIsAInvokeInst(call) != NULL, token_pad = false;
	unsigned nargs = LLVMGetNumArgOperands(call), nmore = 0, nbundles = 0, n;
	LLVMOperandBundleRef own = bundle_of(call, "deopt"), transition = bundle_of(call, "gc-transition"),
		funclet = bundle_of(call, "funclet");
	LLVMOperandBundleRef bundle[4];
	struct sp_memory unwind = { .address = g->unwind };
	uint32_t normal_block = 0, pad_block = 0;

	LLVMSetCurrentDebugLocation2(e->builder, where);
	LLVMTypeRef type;
	const uint64_t patch = sp_patch_bytes(call);
	if (transition || (patch == 0 && !sp->anchors.at[s] && sp_leaves(sp, call))) {
		callee = sp_leave(sp, g, call, transition ? LLVMGetOperandBundleArgAtIndex(transition, 0) : NULL, more,
			&nmore);
		type = LLVMGlobalGetValueType(callee);
		before(sp, call, where);
	} else
		type = called_type(sp, g, call);
	if (sp->anchors.each && sp->anchors.at[s])
		sp_anchors_say(sp);
	if (invoke) {
		head = sp_chain_access(sp, LLVMBuildLoad2(e->builder, e->ptr, sp->ir.pgcstack, "gcstack.head"));
		normal_block = ptrmap_get(&sp->blocks, LLVMGetNormalDest(call));
		pad_block = ptrmap_get(&sp->blocks, LLVMGetUnwindDest(call));
		token_pad = sp_gives_token(LLVMGetUnwindDest(call));
		if (!token_pad)
			unwind.words = store_for_pad(sp, g, s);
	}
	if ((n = gc_live(sp, g, s)) > 0)
		bundle[nbundles++] = LLVMCreateOperandBundle("gc-live", 7, g->gc, n);
	if ((n = deopt(sp, g, s, own, &unwind)) > 0)
		bundle[nbundles++] = LLVMCreateOperandBundle("deopt", 5, g->deopt, n);
	if (transition)
		bundle[nbundles++] = transition;
	if (funclet)
		bundle[nbundles++] = funclet;

	LLVMValueRef fn = intrinsic(sp, "llvm.experimental.gc.statepoint", LLVMTypeOf(callee));
	LLVMTypeRef fn_type = LLVMGlobalGetValueType(fn);
	LLVMValueRef *a = g->args;
	n = 0;
	a[n++] = LLVMConstInt(e->i64, directive(call, "statepoint-id", LR_STATEPOINT_ID, UINT64_MAX), false);
	a[n++] = edit_i32(e, patch);
	a[n++] = callee;
	a[n++] = edit_i32(e, nargs + nmore);
	a[n++] = edit_i32(e, transition != NULL);
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
	copy_arguments(sp->leaving, call, token);
	for (unsigned i = 0; i < nbundles; i++)
		LLVMDisposeOperandBundle(bundle[i]);
	if (own)
		LLVMDisposeOperandBundle(own);

	if (invoke)
		sp_at_start(sp, LLVMGetNormalDest(token), where);
	replace_result(sp, call, token);
	if (!invoke) {
		for (uint32_t i = sp->live_at[s]; i < sp->live_at[s + 1]; i++)
			sp_set(g, sp->live[i], relocate(sp, g, token, sp->live[i]));
	} else {
		relocate_in(sp, g, s, INTO_NORMAL, normal_block, token);
		LLVMValueRef pad = pad_of(LLVMGetUnwindDest(token));
		sp_at_start(sp, LLVMGetUnwindDest(token), where);
		/* what was in between has not taken its anchor out of the chain */
		sp_chain_access(sp, LLVMBuildStore(e->builder, head, sp->ir.pgcstack));
		if (token_pad)
			relocate_in(sp, g, s, INTO_UNWIND, pad_block, pad);
		else
			load_in_pad(sp, g, s, pad_block);
	}
	if (ptrmap_get(&sp->values, call) != PTRMAP_NONE)
		ptrmap_set(&sp->values, call, PTRMAP_NONE); /* something else may come to lie there */
	LLVMInstructionEraseFromParent(call);
}
