/* scratch.c -- memory for rewrite, taken before the first change of the module, and constants, each of which LLVM
** is asked for once: that takes as long as to make an instruction. */
#include "gcroots/rewrite/scratch.h"
#include "gcroots/model/memory.h"

LLVMValueRef
rewrite_word(struct session *s, uint32_t n)
{
	LLVMTypeRef i32 = s->room->i32;

	if (n > s->room->nroots)
		return LLVMConstInt(i32, n, 0);
	if (!s->room->word[n])
		s->room->word[n] = LLVMConstInt(i32, n, 0);
	return s->room->word[n];
}

LLVMValueRef
rewrite_arguments_at(struct session *s, uint32_t word)
{
	LLVMValueRef *node = &s->room->arguments[word];

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
	struct rewrite_room *room = s->room;

	if (!room) {
		if (!(room = arena_zalloc(&s->perm, sizeof *room)))
			return false;
		ptrmap_init(&room->seen, s->cx->options.alloc, s->cx->options.user);
		LLVMContextRef c = LLVMGetModuleContext(s->module);
		room->b = LLVMCreateBuilderInContext(c);
		room->i32 = LLVMInt32TypeInContext(c);
		room->p0 = LLVMPointerTypeInContext(c, LR_AS_GENERIC);
		room->p10 = LLVMPointerTypeInContext(c, LR_AS_TRACKED);
		room->null = LLVMConstNull(room->p10);
		room->kind_align = LLVMGetEnumAttributeKindForName("align", 5);
		room->kind_dereferenceable = LLVMGetEnumAttributeKindForName("dereferenceable", 15);
		s->room = room;
	}
	uint32_t nval = room->nval, nroots = room->nroots, width = room->width;
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
	if (nval > room->nval)
		room->lifted = arena_array(&s->perm, nval, sizeof *room->lifted);
	if (nroots > room->nroots || !room->word) {
		room->slot = arena_array(&s->perm, nroots, sizeof *room->slot),
		room->meta = arena_array(&s->perm, nroots, sizeof *room->meta);
		room->word = arena_zarray(&s->perm, (size_t)nroots + 1, sizeof *room->word);
		room->arguments = arena_zarray(&s->perm, (size_t)nroots + 1, sizeof *room->arguments);
	}
	if (width > room->width) {
		room->value = arena_array(&s->perm, width, sizeof *room->value);
		room->block = arena_array(&s->perm, width, sizeof *room->block);
		ptrmap_grow_for(&room->seen, width);
	}
	room->nval = nval, room->nroots = nroots, room->width = width;
	return !s->perm.failed && !room->seen.failed;
}

void
rewrite_release(struct session *s)
{
	if (s->room) {
		for (unsigned i = 0; i < REWRITE_MODELS; i++)
			if (s->room->model[i])
				LLVMDeleteInstruction(s->room->model[i]);
		LLVMDisposeBuilder(s->room->b);
		ptrmap_free(&s->room->seen);
	}
	s->room = NULL;
}
