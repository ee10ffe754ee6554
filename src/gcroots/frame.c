/* frame.c -- lay out the GC frame of a function: which word is whose.
** Needs place.  Stack variables first, then shadow slots of stores, then the slots of values. */
#include "gcroots/scan.h"

enum { WORD = 8 };

/* Keep only the pointers of a shadow store that need a root at all, each once. */
static void
trim_shadow(struct fn *f, struct shadow_store *s)
{
	num *v = f->ref + s->at;
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->n; i++) {
		num x = canon_of(f, v[i]);
		uint32_t k = 0;
		while (k < n && v[k] != x)
			k++;
		if (x >= 0 && k == n)
			v[n++] = x;
	}
	s->n = n;
}

void
plan_frame(struct fn *f, struct ir *ir)
{
	uint32_t next = 0;

	ir->frame_align = LR_FRAME_ALIGN_BYTES;
	if (f->nsafe) {
		for (uint32_t i = 0; i < ir->nvar; i++) {
			struct stack_var *v = &ir->var[i];
			if (!v->roots)
				continue;
			if (v->align > ir->frame_align)
				ir->frame_align = v->align;
			while (v->align > WORD && (next + LR_FRAME_HEADER_WORDS) * WORD % v->align)
				next++;
			v->first_slot = next;
			next += v->nslots;
		}
		for (uint32_t i = 0; i < ir->nshadow; i++) {
			trim_shadow(f, &ir->shadow[i]);
			ir->shadow[i].first_slot = next;
			next += ir->shadow[i].n;
		}
	}
	ir->alloca_slots = next;
	ir->nroots = next + f->nslots;
}
