/* SPDX-License-Identifier: MIT */
/* check_words_types.c -- which words of an object are references, by its type and by the types of results put there. */
#include "check/memory/check_words.h"

bool
words_declare(struct words *w, const struct object *o, bool *odd)
{
	struct ck *c = w->c;

	w->declared = NULL;
	if ((!c->typed && !o->byval) || o->type == NULL || !LLVMTypeIsSized(o->type) || !check_has_refs(c, o->type)
		|| LLVMABISizeOfType(c->layout, o->type) == 0)
		return true;
	return (w->declared = check_element_words(c, o->type, w->nwords, odd)) != NULL;
}

bool
words_add_results(struct words *w, bool *odd)
{
	struct ck *c = w->c;

	w->results = NULL;
	for (uint32_t i = w->touches.off[w->object]; i < w->touches.off[w->object + 1]; i++) {
		const struct event *e = &c->ev[w->touches.pos[i]];
		const struct access *a = &c->accesses[e->a];
		const struct place *at = &c->places[e->b];
		if (!a->by_callee || a->holds == NULL || !check_has_refs(c, a->holds))
			continue;
		if (w->results == NULL
			&& (w->results = arena_zarray(&c->ar, (size_t)w->nwords / 64 + 1, sizeof *w->results)) == NULL)
			return false;
		int64_t lo = at->lo, hi = at->lo, stride = 0;
		if (at->lo != at->hi || w->folded != 0) {
			if (!check_strides(c, c->pointers[a->pointer].v, c->objects[w->object].pointer, &lo, &stride)
				|| (stride == 0 && w->folded == 0))
				lo = 0, stride = c->word;
			if (w->folded != 0) /* one stands for all */
				lo = stride == 0 || stride % w->folded == 0 ? lo % w->folded : lo % stride,
				stride = stride == 0 || stride % w->folded == 0 ? w->folded : stride;
			hi = (int64_t)w->nwords * c->word - 1;
			lo = stride > 0 ? (lo % stride + stride) % stride : lo;
		}
		for (; lo <= hi; lo += stride) {
			if (!check_type_words(c, a->holds, lo, w->results, NULL, w->nwords, odd))
				return false;
			if (stride == 0)
				break;
		}
	}
	return true;
}

bool
words_is_mixed(struct ck *c, LLVMTypeRef t)
{
	uint64_t refs[16] = { 0 }, others[16] = { 0 };
	bool odd, mixed = false;

	if (t == NULL || !check_has_refs(c, t) || !check_type_words(c, t, 0, refs, others, 16 * 64, &odd))
		return false;
	for (int i = 0; i < 16; i++)
		mixed |= others[i] != 0;
	return mixed;
}
