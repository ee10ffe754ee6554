/* SPDX-License-Identifier: MIT */
/* types.c -- the types that come with the runtime, and static boxes of small integers. */
#include "runtime/runtime.h"

LR_TYPE_DEFINE(lr_type_type, .name = "Type", .size_bytes = sizeof(struct lr_type));
LR_TYPE_DEFINE(lr_type_int64, .name = "Int64", .size_bytes = 8);
LR_TYPE_DEFINE(lr_type_bytes, .name = "Bytes", .layout = LR_LAYOUT_INLINE, .size_bytes = 8, .length_word = 0,
	.elem_bytes = 1);
LR_TYPE_DEFINE(lr_type_refs, .name = "Refs", .layout = LR_LAYOUT_INLINE, .size_bytes = 8, .length_word = 0,
	.elem_bytes = sizeof(void *), .elem_nrefs = 1);

struct small_boxes types_small __attribute__((aligned(16)));

void
types_init(void)
{
	for (int i = TYPES_SMALLEST; i <= TYPES_LARGEST; i++) {
		struct box *box = &types_small.box[i - TYPES_SMALLEST];

		*tag_of(&box->value) = (uintptr_t)LR_STATIC_TAG(&lr_type_int64.type);
		box->value = i;
	}
}
