/* session.c -- what is looked up once a module and not once an instruction: types, callees, kinds of metadata. */
#include <llvm-c/Target.h>

#include "lowering/common/lowering.h"
#include "gcroots/scan/scan.h"
#include "ir/linkage.h"
#include "ir/llvm_calls.h"
#include "dialect/module_marks.h"
#include "dialect/abi.h"
#include "dialect/edit.h"

bool
session_init(struct session *s, lr_context *cx, LLVMModuleRef m, LLVMValueRef only)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	arena_alloc_fn *alloc = cx->options.alloc;
	void *user = cx->options.user;

	*s = (struct session){ .cx = cx,
		.module = m, .without = cx->options.without, .word = LLVMPointerSize(LLVMGetModuleDataLayout(m)) };
	arena_init(&s->perm, alloc, user);
	arena_init(&s->tmp, alloc, user);
	ptrmap_init(&s->types, alloc, user);
	ptrmap_init(&s->callees, alloc, user);
	ptrmap_init(&s->immutable, alloc, user);
	ptrmap_init(&s->values, alloc, user);
	ptrmap_init(&s->operands, alloc, user);
	ptrmap_init(&s->things, alloc, user);
	ptrmap_init(&s->traces, alloc, user);
	ptrmap_init(&s->leaving, alloc, user);
	ptrmap_init(&s->nulled, alloc, user);
	code_init(&s->code, alloc, user);
	ptrmap_init(&s->positions, alloc, user);
	s->getters = gcstack_getters(m);
	tail_targets_find(&s->tails, m, only, alloc, user);
	s->perm.failed |= s->tails.failed;
	pset_pool_init(&s->pool, alloc, user);
	s->kind_memory = LLVMGetEnumAttributeKindForName("memory", 6);
	s->kind_returns_twice = LLVMGetEnumAttributeKindForName("returns_twice", 13);
	s->kind_cold = LLVMGetEnumAttributeKindForName("cold", 4);
	s->kind_sret = LLVMGetEnumAttributeKindForName("sret", 4);
	s->kind_byval = LLVMGetEnumAttributeKindForName("byval", 5);
	s->kind_readonly = LLVMGetEnumAttributeKindForName("readonly", 8);
	s->kind_readnone = LLVMGetEnumAttributeKindForName("readnone", 8);
	s->kind_noalias = LLVMGetEnumAttributeKindForName("noalias", 7);
	s->kind_writeonly = LLVMGetEnumAttributeKindForName("writeonly", 9);
	s->typed = memory_is_typed(cx, m);
	s->md_mapped = LLVMGetMDKindIDInContext(c, MAPPED_METADATA, sizeof MAPPED_METADATA - 1);
	s->word_bytes = LLVMPointerSizeForAS(LLVMGetModuleDataLayout(m), LR_AS_TRACKED);
	s->kind_nocapture = LLVMGetEnumAttributeKindForName("nocapture", 9);
	s->kind_captures = LLVMGetEnumAttributeKindForName("captures", 8);
	s->md_prof = LLVMGetMDKindIDInContext(c, "prof", 4);
	s->md_tbaa = LLVMGetMDKindIDInContext(c, "tbaa", 4);
	s->md_roots = LLVMGetMDKindIDInContext(c, ROOT_METADATA, sizeof ROOT_METADATA - 1);
	s->md_arguments = LLVMGetMDKindIDInContext(c, ARGUMENTS_METADATA, sizeof ARGUMENTS_METADATA - 1);
	s->md_invariant = LLVMGetMDKindIDInContext(c, "invariant.load", 14);
	s->md_noalias = LLVMGetMDKindIDInContext(c, "noalias", 7);
	s->md_alias_scope = LLVMGetMDKindIDInContext(c, "alias.scope", 11);
	s->shown = cx->options.dump_forms || cx->options.explain || cx->options.remark;
	s->unknown = s->assembly = (struct callee_info){ .memory = UINT32_MAX,
		.asks = true, .safepoint = true, .leaves = true };
	s->unknown.optimistic = true; /* whether its attributes are optimistic cannot be seen, so they must be feared to
	                               * be */
	s->md_constgv = LLVMGetMDKindIDInContext(c, "julia.constgv", 13);
	return true;
}

void
session_free(struct session *s)
{
	ptrmap_free(&s->types);
	tail_targets_free(&s->tails);
	ptrmap_free(&s->callees);
	ptrmap_free(&s->immutable);
	ptrmap_free(&s->values);
	ptrmap_free(&s->operands);
	ptrmap_free(&s->things);
	ptrmap_free(&s->traces);
	ptrmap_free(&s->leaving);
	ptrmap_free(&s->nulled);
	code_free(&s->code);
	ptrmap_free(&s->positions);
	pset_pool_free(&s->pool);
	arena_free(&s->perm);
	arena_free(&s->tmp);
}

void
session_forget_functions(struct session *s)
{
	ptrmap_clear(&s->callees);
	ptrmap_clear(&s->immutable);
	memset(s->hot_callee, 0, sizeof s->hot_callee);
	memset(s->intrinsic, 0, sizeof s->intrinsic);
	s->ncallee = 0;
	s->getters = gcstack_getters(s->module);
}

/* Address spaces of the special pointers of `t`, in order, into as[] (room for `count`).  False if nested too deep. */
static bool
list_spaces(LLVMTypeRef t, uint8_t *as, uint32_t count)
{
	enum { DEEP = 64 };
	struct { LLVMTypeRef t; uint64_t i, n; } stack[DEEP];
	uint32_t depth = 0, n = 0;

	stack[0].t = t, stack[0].i = 0, stack[0].n = 1;
	LLVMTypeRef now = t;
	for (;;) {
		uint64_t kids = 0;
		switch (LLVMGetTypeKind(now)) {
		case LLVMPointerTypeKind:
			if (as_is_special(LLVMGetPointerAddressSpace(now))) {
				if (n == count)
					return false;
				as[n++] = (uint8_t)LLVMGetPointerAddressSpace(now);
			}
			break;
		case LLVMStructTypeKind: kids = LLVMCountStructElementTypes(now); break;
		case LLVMArrayTypeKind: kids = type_kind(now).count ? LLVMGetArrayLength2(now) : 0; break;
		case LLVMVectorTypeKind: kids = pointer_as(now) >= 0 ? LLVMGetVectorSize(now) : 0; break;
		default: break;
		}
		if (kids) {
			if (++depth == DEEP)
				return false;
			stack[depth].t = now, stack[depth].i = 0, stack[depth].n = kids;
		}
		while (depth && stack[depth].i == stack[depth].n)
			depth--;
		if (depth == 0)
			return n == count;
		uint64_t i = stack[depth].i++;
		now = LLVMGetTypeKind(stack[depth].t) == LLVMStructTypeKind
			? LLVMStructGetTypeAtIndex(stack[depth].t, (unsigned)i) : LLVMGetElementType(stack[depth].t);
	}
}

static const struct type_info *
look_up_type(struct session *s, LLVMTypeRef t)
{
	uint32_t i = ptrmap_get(&s->types, t);

	if (i != PTRMAP_NONE)
		return s->type[i];
	struct type_info *info = arena_zalloc(&s->perm, sizeof *info);
	if (!info || !ARENA_PUSH(&s->perm, s->type, s->ntype, s->type_cap))
		return NULL;
	struct type_kind k = { 0 };
	LLVMTypeKind tk = LLVMGetTypeKind(t);
	/* opaque, label, token and the like hold no pointers; only first-class types are asked about */
	if (tk == LLVMPointerTypeKind || tk == LLVMStructTypeKind || tk == LLVMArrayTypeKind || tk == LLVMVectorTypeKind
	    || tk == LLVMScalableVectorTypeKind)
		k = type_kind(t);
	info->as = tk == LLVMPointerTypeKind ? (int)LLVMGetPointerAddressSpace(t) : -1;
	info->count = k.count;
	info->all = k.all;
	info->vector = tk == LLVMVectorTypeKind;
	info->bad = k.scalable || k.too_big;
	if (k.derived && !info->bad) {
		uint8_t *as = arena_array(&s->perm, k.count, 1);
		if (!as)
			return NULL;
		info->bad = !list_spaces(t, as, k.count);
		info->elem_as = as;
	}
	s->type[s->ntype] = info;
	return ptrmap_set(&s->types, t, s->ntype++) ? info : NULL;
}

/* Whoever knows a type knows what it is made of: parts of a value are taken out when nothing may fail any more. */
static bool
look_up_elements(struct session *s, LLVMTypeRef t)
{
	LLVMTypeRef *todo = NULL;
	uint32_t n = 0, cap = 0;

	for (;;) {
		bool is_struct = LLVMGetTypeKind(t) == LLVMStructTypeKind;
		for (unsigned i = 0, parts = is_struct ? LLVMCountStructElementTypes(t) : 1; i < parts; i++) {
			LLVMTypeRef e = is_struct ? LLVMStructGetTypeAtIndex(t, i) : LLVMGetElementType(t);
			if (ptrmap_get(&s->types, e) != PTRMAP_NONE)
				continue;
			const struct type_info *info = look_up_type(s, e);
			if (!info || (info->as < 0 && info->count && !ARENA_PUSH(&s->perm, todo, n, cap)))
				return false;
			if (info->as < 0 && info->count)
				todo[n++] = e;
		}
		if (n == 0)
			return true;
		t = todo[--n];
	}
}

const struct type_info *
session_type_slow(struct session *s, LLVMTypeRef t)
{
	bool known = ptrmap_get(&s->types, t) != PTRMAP_NONE;
	const struct type_info *info = look_up_type(s, t);

	if (!known && info && !info->bad && info->as < 0 && info->count && !look_up_elements(s, t)) {
		s->perm.failed = true;
		return NULL;
	}
	if (info && !info->bad)
		*session_hot(s, t) = (struct hot_type){ t, info };
	return info;
}

static bool
is_called(LLVMAttributeRef a, const char *name, unsigned bytes)
{
	unsigned n;
	const char *kind = LLVMGetStringAttributeKind(a, &n);

	return n == bytes && memcmp(kind, name, n) == 0;
}

/* One attribute of the function itself. */
static void
look_at_attribute(const struct session *s, LLVMAttributeRef a, struct callee_info *c)
{
	if (LLVMIsStringAttribute(a)) {
		c->leaf |= is_called(a, "gc-leaf-function", 16);
		c->optimistic |= is_called(a, "julia.safepoint", 15);
	} else if (LLVMIsEnumAttribute(a)) {
		unsigned kind = LLVMGetEnumAttributeKind(a);
		c->returns_twice |= kind == s->kind_returns_twice;
		c->cold |= kind == s->kind_cold;
		if (kind == s->kind_memory)
			c->memory &= (uint32_t)LLVMGetEnumAttributeValue(a);
	}
}

/* All attributes are fetched at once: each that is asked for by name costs as much as ten that are looked at. */
static bool
look_at_attributes(struct session *s, LLVMValueRef v, struct callee_info *c, unsigned n,
	void (*get)(LLVMValueRef, LLVMAttributeIndex, LLVMAttributeRef *))
{
	LLVMAttributeRef few[16], *a = n <= sizeof few / sizeof *few ? few : arena_array(&s->perm, n, sizeof *a);

	if (!a)
		return false;
	if (n)
		get(v, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
	for (unsigned i = 0; i < n; i++)
		look_at_attribute(s, a[i], c);
	return true;
}

/* Memory effects are two bits a location: 1 reads, 2 writes; the lowest location is argument memory. */
static bool
memory_cannot_collect(uint32_t effects)
{
	bool writes = (effects & 0xAAAAAAAAu) != 0;
	bool beyond_arguments = (effects & ~3u) != 0;

	return !writes || !beyond_arguments;
}

static bool
is_safepoint(const struct callee_info *c)
{
	if (c->returns_twice)
		return true;
	if (!c->asks || c->leaf)
		return false;
	/* attributes that the front end made optimistic say nothing of the collector */
	return c->optimistic || !memory_cannot_collect(c->memory);
}

bool
session_call_site(struct session *s, LLVMValueRef call, struct callee_info *c)
{
	unsigned n = LLVMGetCallSiteAttributeCount(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);

	bool ok = look_at_attributes(s, call, c, n, LLVMGetCallSiteAttributes);
	c->safepoint = is_safepoint(c);
	return ok;
}

/* What can be told of the operands by the types of the parameters. */
static bool
look_at_params(struct session *s, LLVMValueRef callee, struct callee_info *c)
{
	LLVMTypeRef few[MASKED_PARAMS + 1], *param = few;

	c->nparams = LLVMCountParamTypes(c->type);
	if (c->nparams > MASKED_PARAMS + 1 && !(param = arena_array(&s->perm, c->nparams, sizeof *param)))
		return false;
	LLVMGetParamTypes(c->type, param);
	for (uint32_t p = 0; p < c->nparams; p++) {
		const struct type_info *t = session_type(s, param[p]);
		uint32_t bit = 1u << (p < MASKED_PARAMS ? p : MASKED_PARAMS);
		if (!t)
			return false;
		if (t->count)
			c->special |= bit;
		if (t->as == LR_AS_CALLEE_ROOTED)
			c->callee_rooted |= bit;
		/* the address of a stack variable may be cast to Derived */
		if (t->as < 0 || (t->count && t->as != LR_AS_DERIVED))
			continue;
		if (c->intr != INTR_NONE)
			continue;
		c->generic |= bit;
		if (LLVMGetAttributeCountAtIndex(callee, p + 1) == 0)
			continue;
		if (LLVMGetStringAttributeAtIndex(callee, p + 1, "julia.return_roots", 18) != NULL
			|| LLVMGetEnumAttributeAtIndex(callee, p + 1, s->kind_sret) != NULL
			|| LLVMGetEnumAttributeAtIndex(callee, p + 1, s->kind_byval) != NULL)
			c->pointees |= bit;
	}
	return (c->result = session_type(s, LLVMGetReturnType(c->type))) != NULL;
}

/* Which intrinsics known_call has a case for. */
static bool
has_own_way(enum intrinsic i)
{
	return i == INTR_LLVM_DEBUG || i == INTR_LLVM_LIFETIME || i == INTR_GET_PGCSTACK
		|| i == INTR_GET_PGCSTACK_OR_NEW || i == INTR_GC_LOADED || i == INTR_TYPEOF || i == INTR_PRESERVE_BEGIN
		|| i == INTR_PRESERVE_END || i == INTR_NEW_GC_FRAME || i == INTR_PUSH_GC_FRAME;
}

static const struct callee_info *
look_up_callee(struct session *s, LLVMValueRef callee)
{
	uint32_t known = ptrmap_get(&s->callees, callee);

	if (known != PTRMAP_NONE)
		return s->callee[known];
	if (s->ncallee == s->callee_made) {
		struct callee_info *fresh = arena_alloc(&s->perm, sizeof *fresh);
		if (!fresh || !ARENA_PUSH(&s->perm, s->callee, s->ncallee, s->callee_cap))
			return NULL;
		s->callee[s->callee_made++] = fresh;
	}
	struct callee_info *keep = s->callee[s->ncallee];
	struct callee_info info = { .intr = s->edit ? edit_callee(s->edit, callee)->id : intrinsic_of(callee),
		.memory = UINT32_MAX, .type = LLVMGlobalGetValueType(callee) };
	LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	if (!intrinsic_may_be_safepoint(info.intr)) /* and has many attributes */
		info.returns_twice = LLVMGetEnumAttributeAtIndex(callee, at, s->kind_returns_twice) != NULL;
	else if (!look_at_attributes(s, callee, &info, LLVMGetAttributeCountAtIndex(callee, at),
		LLVMGetAttributesAtIndex))
		return NULL;
	if (info.intr == INTR_NONE && LLVMGetIntrinsicID(callee) != 0) {
		enum llvm_call kind = llvm_call_kind(callee);
		info.leaf = false; /* what the input says of an intrinsic does not count */
		info.optimistic |= kind == LLVM_CALL_ALWAYS || kind == LLVM_CALL_TWICE || kind == LLVM_CALL_SPLITS;
		info.returns_twice |= kind == LLVM_CALL_TWICE;
		info.splits = kind == LLVM_CALL_SPLITS;
		info.deopts = llvm_call_needs_deopt(callee);
	}
	if (definition_is_final(callee)) {
		lr_abi abi = abi_given(callee, s->abi);
		bool by_address = abi == LR_ABI_FRAMEMAP || abi == LR_ABI_STATEPOINT;
		/* nobody updates what a callee finds by va_arg */
		info.self_rooting = !LLVMIsFunctionVarArg(info.type)
			&& (abi == LR_ABI_STATEPOINT || reload_given(callee, abi, s->reload));
		if ((by_address || info.self_rooting) && gcstack_find(&s->getters, callee) == NULL)
			by_address = info.self_rooting = false;
		/* who is jumped to stands in the callee's place, and may have no table */
		bool listed = by_address && !makes_tail_calls(callee);
		info.table = listed && abi == LR_ABI_FRAMEMAP;
		info.statepoint = listed && abi == LR_ABI_STATEPOINT;
	}
	info.asks = intrinsic_may_be_safepoint(info.intr) || info.returns_twice;
	info.safepoint = is_safepoint(&info);
	info.fixed = !LLVMIsFunctionVarArg(info.type);
	if (info.intr == INTR_LLVM) {
		const char *name = value_name(callee);
		info.says_constant = strncmp(name, "llvm.invariant.start.p1", 23) == 0
			|| strncmp(name, "llvm.invariant.end.p1", 21) == 0;
		info.masked_store = strncmp(name, "llvm.masked.store.", 18) == 0
			|| strncmp(name, "llvm.masked.scatter.", 20) == 0;
		s->expects |= strncmp(name, "llvm.expect.", 12) == 0;
	}
	if (!look_at_params(s, callee, &info))
		return NULL;
	/* allocations and polls read where they came from off the stack */
	info.leaves = !info.table && info.intr != INTR_GC_ALLOC_OBJ && info.intr != INTR_GC_ALLOC_BYTES
		&& info.intr != INTR_GC_ALLOC_MEMORY && info.intr != INTR_SAFEPOINT;
	info.boxed = info.intr == INTR_CALL || info.intr == INTR_CALL3 ? 2 : info.intr == INTR_CALL2 ? 3 : 0;
	info.own = info.says_constant || has_own_way(info.intr);
	info.plain = info.fixed && info.nparams <= MASKED_PARAMS && !info.own && !info.boxed && !info.cold
		&& !info.splits && !info.masked_store && !info.result->bad
		&& (info.intr != INTR_LLVM || info.result->count == 0);
	info.idle = info.intr == INTR_LLVM && !info.asks && !info.special
		&& info.result->count == 0;
	*keep = info;
	return ptrmap_set(&s->callees, callee, s->ncallee++) ? keep : NULL;
}

const struct callee_info *
session_callee_slow(struct session *s, LLVMValueRef callee)
{
	if (!LLVMIsAFunction(callee))
		return LLVMIsAInlineAsm(callee) ? &s->assembly : &s->unknown;
	const struct callee_info *info = look_up_callee(s, callee);
	if (info)
		*session_hot_callee(s, callee) = (struct hot_callee){ callee, info };
	return info;
}
