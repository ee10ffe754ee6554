/* SPDX-License-Identifier: MIT */
/* fields.c -- visits the references of an object, as its descriptor tells. */
#include "runtime/heap/heap.h"

void
heap_each_reference(void *object, void (*visit)(void *user, void **slot), void *user)
{
	const struct lr_type *type = lr_type_of(object);
	void **words = object;
	char *element;

	if ((uintptr_t)type < LR_SMALL_VALUE_LIMIT)
		return;
	for (uint32_t i = 0; i < type->nrefs; i++)
		visit(user, &words[type->refs != NULL ? type->refs[i] : i]);
	if (type->layout == LR_LAYOUT_FIXED || type->elem_nrefs == 0)
		return;
	element = type->layout == LR_LAYOUT_POINTED ? words[type->data_word] : (char *)object + type->size_bytes;
	if (element == NULL)
		return;
	for (intptr_t left = ((const intptr_t *)object)[type->length_word]; left > 0;
		left--, element += type->elem_bytes)
		for (uint32_t i = 0; i < type->elem_nrefs; i++)
			visit(user, (void **)(void *)element + (type->elem_refs != NULL ? type->elem_refs[i] : i));
}
