/* SPDX-License-Identifier: MIT */
/* scratch.c -- memory for rewrite, reserved before the first change of the module, and constants.  Each constant is
** made once, because that takes LLVM as long as to make an instruction. */
#include "gcroots/rewrite/scratch.h"
#include "gcroots/model/mapped_frame.h"
#include "gcroots/rewrite/rewrite.h"

LLVMValueRef
rewrite_word(struct session *s, uint32_t n)
{
	LLVMTypeRef i32 = s->scratch->i32;

	if (n > s->scratch->nroots)
		return LLVMConstInt(i32, n, 0);
	if (!s->scratch->word[n])
		s->scratch->word[n] = LLVMConstInt(i32, n, 0);
	return s->scratch->word[n];
}

LLVMValueRef
rewrite_arguments_at(struct session *s, word_id word)
{
	LLVMValueRef *node = &s->scratch->arguments[word];

	if (!*node) {
		LLVMContextRef c = LLVMGetModuleContext(s->module);
		LLVMMetadataRef first = LLVMValueAsMetadata(rewrite_word(s, word));
		*node = LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, &first, 1));
	}
	return *node;
}

uint32_t
rewrite_width(const struct plan *p)
{
	uint32_t width = p->cut_width;

	for (uint32_t v = 0; v < p->nval && p->nin; v++)
		if (p->val[v].in_n > width)
			width = p->val[v].in_n;
	return width;
}

bool
rewrite_reserve(struct session *s, const struct plan *p, size_t n)
{
	struct rewrite_scratch *scratch = s->scratch;

	if (!scratch) {
		if (!(scratch = arena_zalloc(&s->perm, sizeof *scratch)))
			return false;
		ptrmap_init(&scratch->seen, s->cx->options.alloc, s->cx->options.user);
		LLVMContextRef c = LLVMGetModuleContext(s->module);
		scratch->b = LLVMCreateBuilderInContext(c);
		scratch->i32 = LLVMInt32TypeInContext(c);
		scratch->p0 = LLVMPointerTypeInContext(c, LR_AS_GENERIC);
		scratch->p10 = LLVMPointerTypeInContext(c, LR_AS_TRACKED);
		scratch->null = LLVMConstNull(scratch->p10);
		scratch->kind_align = LLVMGetEnumAttributeKindForName("align", 5);
		scratch->kind_dereferenceable = LLVMGetEnumAttributeKindForName("dereferenceable", 15);
		s->scratch = scratch;
	}
	uint32_t nval = scratch->nval, nroots = scratch->nroots, width = scratch->width;
	for (size_t i = 0; i < n; i++) {
		uint32_t w = plan_has_frame(&p[i]) ? rewrite_width(&p[i]) : 0;
		for (uint32_t k = 0; p[i].mapped && k < p[i].mapped->nblock; k++)
			if (p[i].mapped->block[k].nrun > w)
				w = p[i].mapped->block[k].nrun;
		if (p[i].nroots && p[i].nval > nval)
			nval = p[i].nval;
		if (p[i].nroots > nroots)
			nroots = p[i].nroots;
		if (w > width)
			width = w;
	}
	if (nval > scratch->nval)
		scratch->lifted = arena_array(&s->perm, nval, sizeof *scratch->lifted);
	if (nroots > scratch->nroots || !scratch->word) {
		scratch->slot = arena_array(&s->perm, nroots, sizeof *scratch->slot),
		scratch->meta = arena_array(&s->perm, nroots, sizeof *scratch->meta);
		scratch->word = arena_zarray(&s->perm, (size_t)nroots + 1, sizeof *scratch->word);
		scratch->arguments = arena_zarray(&s->perm, (size_t)nroots + 1, sizeof *scratch->arguments);
	}
	if (width > scratch->width) {
		scratch->value = arena_array(&s->perm, width, sizeof *scratch->value);
		scratch->block = arena_array(&s->perm, width, sizeof *scratch->block);
		ptrmap_grow_for(&scratch->seen, width);
	}
	scratch->nval = nval, scratch->nroots = nroots, scratch->width = width;
	return !s->perm.failed && !scratch->seen.failed;
}

void
rewrite_release(struct session *s)
{
	if (s->scratch) {
		for (unsigned i = 0; i < REWRITE_MODELS; i++)
			if (s->scratch->model[i])
				LLVMDeleteInstruction(s->scratch->model[i]);
		LLVMDisposeBuilder(s->scratch->b);
		ptrmap_free(&s->scratch->seen);
	}
	s->scratch = NULL;
}
