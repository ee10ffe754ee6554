/* types.c -- the types that come with the runtime, and boxed integers. */
#include "runtime/runtime.h"

LR_TYPE_DEFINE(lr_type_type, .name = "Type", .size_bytes = sizeof(struct lr_type));
LR_TYPE_DEFINE(lr_type_int64, .name = "Int64", .size_bytes = 8);
LR_TYPE_DEFINE(lr_type_bytes, .name = "Bytes", .layout = LR_LAYOUT_INLINE, .size_bytes = 8, .length_word = 0,
	.elem_bytes = 1);
LR_TYPE_DEFINE(lr_type_refs, .name = "Refs", .layout = LR_LAYOUT_INLINE, .size_bytes = 8, .length_word = 0,
	.elem_bytes = 8, .elem_nrefs = 1);

enum { SMALLEST = -512, LARGEST = 1023 };

/* Static boxes of the integers that programs use most. */
struct box {
	const void *tag;
	int64_t value;
};
static struct {
	const void *pad;           /* puts the values at multiples of 16 */
	struct box box[LARGEST - SMALLEST + 1];
} small __attribute__((aligned(16)));

void
types_init(void)
{
	for (int i = SMALLEST; i <= LARGEST; i++)
		small.box[i - SMALLEST] = (struct box){ LR_STATIC_TAG(&lr_type_int64.type), i };
}

void *
lr_box_int64(int64_t value)
{
	int64_t *box;

	if (value >= SMALLEST && value <= LARGEST) {
		thread_self();
		return &small.box[value - SMALLEST].value;
	}
	box = lr_gc_alloc(sizeof *box, &lr_type_int64.type);
	*box = value;
	return box;
}

int64_t
lr_unbox_int64(const void *box)
{
	return *(const int64_t *)box;
}
