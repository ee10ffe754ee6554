/* SPDX-License-Identifier: MIT */
/* session.c -- the state that is set up once a module: kinds of attributes and metadata, and maps that are cleared
** for each function. */
#include <llvm-c/Target.h>

#include "dialect/module_marks.h"
#include "gcroots/model/session.h"

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
	ptrmap_init(&s->indices, alloc, user);
	ptrmap_init(&s->stacks, alloc, user);
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
		.asks = true, .safepoint = true, .collects = true, .runs_unmanaged = true };
	s->unknown.walkable = true;
	s->unknown.optimistic = true; /* the attributes of the callee are unknown, so they may be optimistic */
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
	ptrmap_free(&s->indices);
	ptrmap_free(&s->stacks);
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
	ptrmap_clear(&s->stacks);
	ptrmap_clear(&s->immutable);
	memset(s->hot_callee, 0, sizeof s->hot_callee);
	memset(s->intrinsic, 0, sizeof s->intrinsic);
	s->ncallee = 0;
	s->getters = gcstack_getters(s->module);
}
