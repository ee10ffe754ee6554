/* SPDX-License-Identifier: MIT */
/* Debug mode: each mistake that it looks for, and that what is right is let alone. */
#include "runtime_util.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void
set_debug(uint32_t stress)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	c.debug = 1;
	c.stress = stress;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	cr_assert_eq(c.stress, stress != 0 ? stress : 1, "never without stress");
}

/* ---- descriptors ---- */

static LR_TYPE_DEFINE(outside_type, .name = "Outside", .size_bytes = 16, .nrefs = 1, .refs = (const uint32_t[]){ 2 });
static LR_TYPE_DEFINE(any_size_type, .name = "AnySize", .nrefs = 1, .refs = (const uint32_t[]){ 4 });
static LR_TYPE_DEFINE(layout_type, .name = "Layout", .layout = 4);
static LR_TYPE_DEFINE(length_type, .name = "Length", .layout = LR_LAYOUT_INLINE, .size_bytes = 8, .length_word = 1,
	.elem_bytes = 8);
static LR_TYPE_DEFINE(elements_type, .name = "Elements", .layout = LR_LAYOUT_INLINE, .size_bytes = 8, .elem_bytes = 8,
	.elem_nrefs = 2);
static LR_TYPE_DEFINE(odd_type, .name = "Odd", .layout = LR_LAYOUT_INLINE, .size_bytes = 8, .elem_bytes = 12,
	.elem_nrefs = 1);
static LR_TYPE_DEFINE(big_type, .name = "Big", .size_bytes = 100000);

#define ALLOCATE(bytes, name) lr_gc_alloc(bytes, &(name).type)
/* An object of that size and type ends the program with a message that has these words. */
#define BAD_DESCRIPTOR(test, bytes, name, ...) \
	Test(debug, test) \
	{ \
		set_debug(0); \
		EXPECT_FATAL(ALLOCATE(bytes, name), __VA_ARGS__); \
	}

Test(debug, another_size)
{
	set_debug(0);
	ALLOCATE(16, node_type);
	ALLOCATE(24, node_type); /* the same when rounded up */
	EXPECT_FATAL(ALLOCATE(40, node_type), "40 bytes", "type Node", "it has 16 bytes");
}

BAD_DESCRIPTOR(too_small, 8, node_type, "type Node", "it has 16 bytes")

Test(debug, a_big_object)
{
	set_debug(0);
	ALLOCATE(100000, big_type);
	EXPECT_FATAL(ALLOCATE(100016, big_type), "type Big");
}

BAD_DESCRIPTOR(a_reference_outside_of_the_object, 16, outside_type, "type Outside", "byte 16", "16 bytes")

Test(debug, a_reference_outside_of_an_object_of_any_size)
{
	set_debug(0);
	ALLOCATE(40, any_size_type);
	EXPECT_FATAL(ALLOCATE(32 - 8, any_size_type), "type AnySize", "byte 32");
}

BAD_DESCRIPTOR(no_layout, 16, layout_type, "type Layout", "layout 4")
BAD_DESCRIPTOR(a_length_outside, 16, length_type, "type Length", "word 1 of 8 bytes")
BAD_DESCRIPTOR(references_outside_of_elements, 16, elements_type, "type Elements", "byte 8", "elements of 8 bytes")
BAD_DESCRIPTOR(elements_of_odd_sizes, 16, odd_type, "type Odd", "multiple of 8")

Test(debug, no_descriptor)
{
	set_debug(0);
	ALLOCATE(8, lr_type_int64);
	EXPECT_FATAL(lr_gc_alloc(8, (const struct lr_type *)(uintptr_t)0x7123456789a0), "no" , "descriptor");
}

Test(debug, a_misaligned_descriptor)
{
	set_debug(0);
	EXPECT_FATAL(lr_gc_alloc(16, (const struct lr_type *)(const void *)((const char *)&node_type.type + 8)),
		"descriptor");
}

/* ---- barriers ---- */

struct refs { int64_t length; void *item[]; };

/* [safepoint] */
static struct refs *
refs_new(int64_t length)
{
	struct refs *r = lr_gc_alloc(8 + 8 * (size_t)length, &lr_type_refs.type);

	r->length = length;
	return r;
}

Test(debug, barriers_that_are_there)
{
	struct node *old = NULL;
	struct refs *refs = NULL;

	set_debug(0);
	LR_GC_PUSH(&old, &refs);
	old = node_new(1, NULL);
	refs = refs_new(20);
	for (int64_t i = 0; i < 20; i++) {
		struct node *young = node_new(i, NULL);
		lr_gc_write_barrier(old, young);
		old->next = young;
		young = node_new(-i, NULL);
		lr_gc_write_barrier(refs, young);
		refs->item[i] = young;
		lr_safepoint();
		cr_assert_eq(old->next->value, i);
	}
	old = node_new(2, old); /* a young object needs none */
	lr_gc_collect(0);
	lr_gc_collect(1);
	LR_GC_POP();
}

Test(debug, a_missing_barrier)
{
	struct node *old = NULL;

	set_debug(0);
	LR_GC_PUSH(&old);
	old = node_new(1, NULL);
	lr_safepoint();
	old->next = node_new(2, NULL);
	EXPECT_FATAL(lr_safepoint(), "byte 8 of the old object", "of type Node holds the young object",
		"no write barrier");
}

Test(debug, a_missing_barrier_of_an_element)
{
	struct refs *refs = NULL;

	set_debug(0);
	LR_GC_PUSH(&refs);
	refs = refs_new(1000);
	lr_safepoint();
	refs->item[999] = node_new(2, NULL);
	EXPECT_FATAL(lr_safepoint(), "byte 8000 of the old object", "of type Refs holds the young object",
		"of type Node");
}

static struct {
	const void *pad, *tag;
	struct node node;
} permanent __attribute__((aligned(16))) = { NULL, LR_STATIC_TAG(&node_type.type), { 1, NULL } };

Test(debug, static_objects)
{
	struct node *root = &permanent.node;

	set_debug(0);
	LR_GC_PUSH(&root);
	/* a root of its own */
	cr_assert_eq(lr_gc_add_root((void **)(void *)&permanent.node.next), LR_RT_OK);
	root->next = node_new(2, NULL);
	lr_safepoint();
	root->next = NULL;
	cr_assert_eq(lr_gc_remove_root((void **)(void *)&permanent.node.next), LR_RT_OK);
	lr_safepoint();
	struct node *young = node_new(3, NULL);
	lr_gc_write_barrier(root, young);
	root->next = young;
	lr_safepoint();
	cr_assert_eq(root->next->value, 3);
	LR_GC_POP();
}

Test(debug, a_missing_barrier_of_a_static_object)
{
	struct node *root = &permanent.node;

	set_debug(0);
	LR_GC_PUSH(&root);
	root->next = node_new(2, NULL);
	EXPECT_FATAL(lr_safepoint(), "byte 8 of the static object", "of type Node holds the object",
		"no write barrier");
}

/* Where there is no young and old nobody needs them. */
Test(debug, barriers_of_full_collections)
{
	struct lr_gc_config c = { .struct_size = sizeof c };
	struct node *old = NULL;

	set_debug(0);
	lr_gc_get_config(&c);
	c.mode = LR_GC_FULL;
	lr_gc_configure(&c);
	LR_GC_PUSH(&old);
	old = node_new(1, NULL);
	lr_safepoint();
	old->next = node_new(2, NULL);
	lr_safepoint();
	cr_assert_eq(old->next->value, 2);
	LR_GC_POP();
}

/* ---- words that are no references ---- */

static FILE *said;

static void
listen(void)
{
	said = tmpfile();
	cr_assert_not_null(said);
	fflush(stderr);
	dup2(fileno(said), 2);
}

/* How many lines of what was said since speak of that. */
static unsigned
heard(const char *text)
{
	char line[1024];
	unsigned n = 0;

	fflush(stderr);
	rewind(said);
	while (fgets(line, sizeof line, said) != NULL)
		n += strstr(line, text) != NULL;
	return n;
}

static LR_TYPE_DEFINE(forgets_type, .name = "Forgets", .size_bytes = 24, .nrefs = 1, .refs = (const uint32_t[]){ 2 });
static LR_TYPE_DEFINE(stays_type, .name = "Stays", .size_bytes = 16, .flags = LR_TYPE_FIXED);

Test(debug, a_field_that_is_left_out)
{
	struct { struct node *first; int64_t number; struct node *third; } *o = NULL;
	struct node *kept = NULL;

	listen();
	set_debug(0);
	LR_GC_PUSH(&o, &kept);
	kept = node_new(1, NULL);
	for (int i = 0; i < 3; i++) {
		o = lr_gc_alloc(sizeof *o, &forgets_type.type);
		o->first = o->third = kept;
		o->number = (int64_t)(uintptr_t)kept + 8; /* into an object is nothing */
		lr_safepoint();
	}
	cr_assert_eq(heard("suspicion"), 1, "once for each word");
	cr_assert_eq(heard("byte 0 of the object"), 1);
	cr_assert_eq(heard("of type Forgets holds the address of object"), 1);
	/* objects whose addresses are kept elsewhere */
	o = lr_gc_alloc(sizeof *o, &forgets_type.type);
	o->number = (int64_t)(uintptr_t)lr_gc_alloc(16, &stays_type.type);
	lr_safepoint();
	cr_assert_eq(heard("suspicion"), 1);
	/* elements */
	char *bytes = lr_gc_alloc(8 + 80, &lr_type_bytes.type);
	*(int64_t *)(void *)bytes = 80;
	memcpy(bytes + 40, &kept, sizeof kept);
	memcpy(bytes + 48, &kept, sizeof kept);
	lr_safepoint();
	cr_assert_eq(heard("of type Bytes"), 1);
	LR_GC_POP();
}

/* ---- the dead ---- */

static volatile int64_t sink;

Test(debug, reading_the_dead)
{
	set_debug(0);
	struct node *volatile dead = node_new(1, NULL);
	lr_safepoint();
	EXPECT_FATAL(sink = dead->value, "byte 0 of the dead object", "type Node, 24 bytes",
		"found unreachable by collection");
}

Test(debug, writing_the_dead)
{
	set_debug(0);
	struct node *volatile dead = node_new(1, NULL);
	lr_safepoint();
	EXPECT_FATAL(dead->next = NULL, "byte 8 of the dead object", "type Node");
}

Test(debug, the_tag_of_the_dead)
{
	set_debug(0);
	struct node *volatile dead = node_new(1, NULL);
	lr_safepoint();
	EXPECT_FATAL(lr_gc_write_barrier(dead, dead), "byte -8 of the dead object");
}

Test(debug, a_big_dead_object)
{
	set_debug(0);
	char *volatile dead = ALLOCATE(100000, big_type);
	lr_safepoint();
	EXPECT_FATAL(sink = dead[99999], "byte 99999 of the dead object", "type Big");
}

/* More than are kept: their memory is used again. */
Test(debug, memory_is_used_again, .timeout = 100)
{
	struct node *list = NULL;

	set_debug(100);
	LR_GC_PUSH(&list);
	for (int64_t i = 0; i < 50000; i++) {
		node_new(-1, NULL);
		if (i % 1000 == 0)
			list = node_new(i, list);
	}
	for (int64_t i = 49000; i >= 0; i -= 1000, list = list->next)
		cr_assert_eq(list->value, i);
	LR_GC_POP();
	cr_assert_lt(stats().heap_bytes, (size_t)1 << 30);
	cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK);
}

Test(debug, moving)
{
	struct lr_gc_config c = { .struct_size = sizeof c };
	struct node *list = NULL;

	set_debug(0);
	lr_gc_get_config(&c);
	c.mode = LR_GC_MOVING;
	lr_gc_configure(&c);
	LR_GC_PUSH_MOVING(&list);
	for (int64_t i = 0; i < 200; i++) {
		struct node *n = lr_gc_alloc(sizeof *n, &node_type.type);
		n->value = i;
		n->next = list;
		list = n;
	}
	struct node *volatile old = list;
	lr_gc_collect(1);
	cr_assert_neq(old, list);
	cr_assert_eq(list->value, 199);
	EXPECT_FATAL(sink = old->value, "moved out of that memory");
}

static void
say_by_status(void *user, const char *message)
{
	(void)user, (void)message;
	_exit(3);
}

/* What is no business of the heap's comes to whoever was there before. */
Test(debug, other_faults)
{
	int status;

	set_debug(0);
	const pid_t child = fork();
	if (child == 0) {
		lr_set_fatal_hook(say_by_status, NULL);
		sink = *(volatile char *)(uintptr_t)sink;
		_exit(4);
	}
	cr_assert_eq(waitpid(child, &status, 0), child);
	/* ThreadSanitizer makes an exit status of it */
	cr_assert(WIFSIGNALED(status) || (WEXITSTATUS(status) != 3 && WEXITSTATUS(status) != 4), "the status is %d",
		WEXITSTATUS(status));
}

Test(debug, environment)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	setenv("LATEROOT_GC_DEBUG", "1", 1);
	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	cr_assert_eq(c.debug, 1);
	cr_assert_eq(c.stress, 1);
}

Test(debug, environment_with_a_number_of_its_own)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	setenv("LATEROOT_GC_DEBUG", "1", 1);
	setenv("LATEROOT_GC_STRESS", "50", 1);
	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	cr_assert_eq(c.debug, 1);
	cr_assert_eq(c.stress, 50);
}
