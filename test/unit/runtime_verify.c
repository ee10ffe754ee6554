/* SPDX-License-Identifier: MIT */
/* The check of the heap finds each kind of damage, and names the object. */
#include "runtime_util.h"

#include "runtime/heap/heap.h"

static struct node *old;           /* two objects that a collection has survived */
static struct { int64_t n; struct node *at[]; } *array;

static void
begin(void)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	cr_assert_eq(lr_runtime_init(), LR_RT_OK);
	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	c.verify_heap = 1;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
	cr_assert_eq(lr_gc_add_root((void **)&old), LR_RT_OK);
	cr_assert_eq(lr_gc_add_root((void **)&array), LR_RT_OK);
	old = node_new(1, NULL);
	struct node *second = node_new(2, NULL);
	old->next = second;
	array = lr_gc_alloc(8 + 5000 * 8, &lr_type_refs.type);
	array->n = 5000;
	lr_gc_collect(0);
	lr_gc_collect(1);
}

/* `object` must be named; the message is made by printf. */
#define EXPECT_NAMED(full, object, ...) \
	do { \
		char name_[32]; \
		snprintf(name_, sizeof name_, "%p", (void *)(object)); \
		const char *text_ = CATCH_FATAL(lr_gc_collect(full)); \
		cr_assert_not_null(text_, "should have been found"); \
		cr_assert_not_null(strstr(text_, name_), "%s is not in \"%s\"", name_, text_); \
		cr_assert_not_null(strstr(text_, __VA_ARGS__), "\"%s\"", text_); \
	} while (0)

#define DAMAGE(name, full, object, words, ...) \
	Test(verify, name, .init = begin) \
	{ \
		__VA_ARGS__; \
		EXPECT_NAMED(full, object, words); \
	}

static LR_TYPE_DEFINE(wide_type, .name = "Wide", .size_bytes = 16, .nrefs = 1, .refs = (const uint32_t[]){ 40 });
static LR_TYPE_DEFINE(empty_type, .name = "Empty", .layout = LR_LAYOUT_INLINE, .size_bytes = 16, .elem_nrefs = 1);
static LR_TYPE_DEFINE(odd_type, .name = "Odd", .layout = 9, .size_bytes = 16);

static LR_TYPE_DEFINE(far_type, .name = "Far", .layout = LR_LAYOUT_INLINE, .size_bytes = 8, .elem_bytes = 8,
	.elem_nrefs = 1, .elem_refs = (const uint32_t[]){ 1 });
static LR_TYPE_DEFINE(long_type, .name = "Long", .layout = LR_LAYOUT_INLINE, .length_word = 99, .size_bytes = 8,
	.elem_bytes = 8, .elem_nrefs = 1);
static LR_TYPE_DEFINE(pointed_type, .name = "Pointed", .layout = LR_LAYOUT_POINTED, .data_word = 1, .size_bytes = 16,
	.elem_bytes = 8, .elem_nrefs = 1);
static LR_TYPE_DEFINE(listed_type, .name = "Listed", .size_bytes = 16, .nrefs = 1,
	.refs = (const uint32_t *)(uintptr_t)0x7ffffff00);
static struct lr_scanned_type unscanned_type = { .type = { .name = "Unscanned", .layout = LR_LAYOUT_SCANNED } };
static void scan_nowhere(void *object, lr_visit_slots *visit, void *state);
static struct lr_scanned_type nowhere_type = { .type = { .name = "Nowhere", .layout = LR_LAYOUT_SCANNED },
	.scan = scan_nowhere };

static void
scan_nowhere(void *object, lr_visit_slots *visit, void *state)
{
	(void)object;
	visit(state, (void **)(uintptr_t)0x7ffffff00, 1);
}

/* The damage is in a new object, which is the first that a collection finds. */
static int64_t *
young(const struct lr_type *type, int64_t first, const void *second)
{
	int64_t *o = lr_gc_alloc(16, type);

	o[0] = first;
	((const void **)o)[1] = second;
	old->next = (struct node *)(void *)o;
	lr_gc_write_barrier(old, o);
	return o;
}

DAMAGE(length_of_a_young_array, 0, old->next, "space for", young(&lr_type_refs.type, 1000, NULL))
DAMAGE(reference_of_a_young_array, 0, old->next, "is not mapped",
	young(&lr_type_refs.type, 1, (void *)(uintptr_t)0x7ffffff00))
DAMAGE(reference_outside_of_an_element, 0, old->next, "has a reference in word 1", young(&far_type.type, 1, NULL))
DAMAGE(length_word_outside, 0, old->next, "in word 99", young(&long_type.type, 1, NULL))
DAMAGE(elements_that_are_not_there, 0, old->next, "cannot be read",
	young(&pointed_type.type, 3, (void *)(uintptr_t)0x7ffffff00))
DAMAGE(elements_in_no_object, 0, old->next, "is in no object",
	young(&pointed_type.type, 3, heap.base + heap.bytes - 64))
DAMAGE(elements_beyond_another_object, 0, old->next, "space for", young(&pointed_type.type, 4000, &array->at[2000]))
DAMAGE(list_that_is_not_there, 0, old->next, "list of references", young(&listed_type.type, 0, NULL))
DAMAGE(scan_function_that_is_not_there, 0, old->next, "cannot be called", young(&unscanned_type.type, 0, NULL))
DAMAGE(scan_function_that_shows_nothing, 0, old->next, "shown by its scan function",
	young(&nowhere_type.type, 0, NULL))
DAMAGE(root_of_no_object, 0, old, "global root", old = (struct node *)(void *)((char *)old + 8))
/* not the gap that ASan has */
DAMAGE(root_out_of_all_memory, 1, old, "not mapped in this process", old = (struct node *)(uintptr_t)0x300000000000)
DAMAGE(tag_that_is_not_mapped, 0, old->next, "is no type", *tag_of(old->next) = 0x7ffffff03)
DAMAGE(tag_that_is_not_mapped_full, 1, old, "is no type", *tag_of(old) = 0x7ffffff03)
DAMAGE(tag_of_an_odd_layout, 1, old, "is no type", *tag_of(old) = (uintptr_t)&odd_type.type | COLOUR)
DAMAGE(type_with_a_reference_outside, 1, old, "has a reference in word 40",
	*tag_of(old) = (uintptr_t)&wide_type.type | COLOUR)
DAMAGE(elements_of_no_bytes, 1, old, "and 0 bytes", *tag_of(old) = (uintptr_t)&empty_type.type | COLOUR)
DAMAGE(length_beyond_the_object, 0, array, "space for", array->n = INT64_C(1) << 40)
DAMAGE(length_beyond_the_object_full, 1, array, "space for", array->n = 100000)
DAMAGE(reference_into_an_object, 0, old, "is no object", old->next = (struct node *)&old->next->next)
DAMAGE(reference_to_free_memory, 1, old, "is no object", old->next = old->next + 20)
DAMAGE(reference_behind_all_pages, 1, old, "is no object",
	old->next = (struct node *)(void *)(heap.base + heap.bytes - 64))
DAMAGE(reference_that_is_misaligned, 1, old, "is misaligned", old->next = (struct node *)(void *)((char *)&old + 3))
DAMAGE(reference_out_of_all_memory, 0, old, "is not mapped", old->next = (struct node *)(uintptr_t)0x7ffffff00)
DAMAGE(reference_in_an_array, 1, array, "is no object", array->at[4999] = old + 30)
DAMAGE(colour_of_a_young_object, 0, old->next, "says that it is young", *tag_of(old->next) &= ~(uintptr_t)COLOUR)
DAMAGE(barrier_that_is_missing, 0, old, "a write barrier is missing", old->next = node_new(3, NULL))
DAMAGE(barrier_that_is_missing_for_what_a_root_keeps, 0, old, "a write barrier is missing",
	static struct node *kept; cr_assert_eq(lr_gc_add_root((void **)&kept), LR_RT_OK);
	kept = node_new(3, NULL); old->next = kept)
DAMAGE(static_memory_without_a_tag, 0, old, "no tag is in front of it",
	static uintptr_t words[2] = { 0x7ffffff00 }; old->next = (struct node *)(void *)&words[1])
DAMAGE(card_that_is_missing, 0, array, "a write barrier is missing", array->at[10] = node_new(3, NULL))
DAMAGE(card_of_another_place, 0, array, "a write barrier is missing",
	array->at[10] = node_new(3, NULL); lr_gc_queue_slot(array, &array->at[4000]))
DAMAGE(mark_of_no_object, 0, (char *)old + 16 * 100, "is marked, and is no object",
	heap_mark((char *)old + 16 * 100, false))
DAMAGE(object_that_is_lost_from_its_page, 1, heap_page_address(&heap.pages[heap_page_number(old)]), "and counts",
	heap.pages[heap_page_number(old)].used++)
DAMAGE(object_that_was_freed, 0, old, "is no object",
	struct page *pg = &heap.pages[heap_page_number(old->next)];
	const uint32_t i = (uint32_t)((char *)old->next - heap_page_address(pg)) / heap_classes[pg->size_class];
	pg->allocated[i / 64] &= ~((uint64_t)1 << i % 64);
	pg->used--;
	heap_unmark(old->next))

Test(verify, a_sound_heap_is_sound, .init = begin)
{
	for (int i = 0; i < 10; i++) {
		array->at[i] = node_new(i, old);
		lr_gc_queue_slot(array, &array->at[i]);
		lr_gc_collect(i % 3 == 0);
	}
	cr_assert_eq(array->at[9]->next, old);
}
