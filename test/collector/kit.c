/* SPDX-License-Identifier: MIT */
/* kit.c -- what a heap must do, whichever is linked in front of this program.  docs/collectors.md says how to link one.
**
** An object whose type has a release hook counts when it is found dead.  After lr_gc_collect(1) these counts are exact,
** at least where nothing else of the same size is alive (libgc leaves blocks alone that are nearly full).
** Exit status 0: the heap passes.  LATEROOT_GC_STRESS makes the program smaller.  With the argument --no-lifetimes a heap
** needs no weak references and finalizers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <lateroot/runtime.h>

static int failures, dead, small;  /* `small`: under stress */

#define CHECK(c) do { if (!(c)) { printf("%s:%d: %s\n", __func__, __LINE__, #c); failures++; } } while (0)

static void
count_dead(void *object)
{
	(void)object;
	__atomic_add_fetch(&dead, 1, __ATOMIC_RELAXED);
}

struct node {
	struct node *next, *other;
};
static const struct lr_type node_type = { .name = "node", .size_bytes = 16, .nrefs = 2, .release = count_dead };
static const struct lr_type memory_type = { .name = "memory", .layout = LR_LAYOUT_POINTED, .size_bytes = 16,
	.data_word = 1, .elem_bytes = 8, .elem_nrefs = 1 };

static struct node *
node(struct node *next)
{
	struct node *n;

	LR_GC_PUSH(&next);
	n = lr_gc_alloc(sizeof *n, &node_type);
	LR_GC_POP();
	n->next = next;
	return n;
}

static __attribute__((noinline)) struct node *
list(int n)
{
	struct node *head = NULL;

	LR_GC_PUSH(&head);
	while (n-- > 0)
		head = node(head);
	LR_GC_POP();
	return head;
}

static int
length(const struct node *n)
{
	int k = 0;

	for (; n != NULL; n = n->next)
		k++;
	return k;
}

/* Collects, and returns how many nodes were found dead. */
static int
died(void)
{
	const int before = dead;

	lr_gc_collect(1);
	return dead - before;
}

static void
sizes(void)
{
	char *kept = NULL;
	void *ptls;

	LR_GC_PUSH(&kept);
	for (size_t n = 1; n < (small ? 3000u : 200000u); n += n < 2500 ? 1 + n / 64 : n) {
		kept = lr_gc_alloc(n, &lr_type_bytes.type);
		CHECK((uintptr_t)kept % 16 == 0);
		CHECK(lr_type_of(kept) == &lr_type_bytes.type);
		CHECK(lr_gc_object_bytes(kept) >= n && lr_gc_where(kept) == LR_GC_OBJECT);
		for (size_t i = 0; i < n; i++)
			CHECK(kept[i] == 0);
		if (n >= 8) /* a length of bytes */
			memset(kept, 1, n);
		if (n % 7 == 0)
			lr_gc_collect(0);
		CHECK(n < 8 || kept[n - 1] == 1);
	}
	ptls = ((lr_task *)(void *)lr_get_pgcstack())->ptls;
	static const int32_t classes[] = {
#define X(bytes) bytes,
		LR_SIZE_CLASSES
#undef X
	};
	for (int32_t c = 0; c < LR_SIZE_CLASS_COUNT; c++) {
		kept = lr_gc_small_alloc(ptls, c, classes[c], (uintptr_t)&lr_type_int64.type);
		CHECK((uintptr_t)kept % (classes[c] % 16 == 0 ? 16 : 8) == 0 && lr_type_of(kept) == &lr_type_int64.type);
		memset(kept, 0x55, (size_t)classes[c] - sizeof(uintptr_t));
		CHECK(lr_gc_object_bytes(kept) >= (size_t)classes[c] - sizeof(uintptr_t));
	}
	kept = lr_gc_big_alloc(ptls, 100008, (uintptr_t)&lr_type_int64.type);
	memset(kept, 0x55, 100000);
	kept = lr_gc_alloc_typed(ptls, 40, (uintptr_t)&lr_type_int64.type);
	memset(kept, 0x55, 40);
	lr_gc_collect(1);
	CHECK(kept[39] == 0x55);
	LR_GC_POP();
}

/* Each frame of a chain has an object of its own. */
static __attribute__((noinline)) void
deep(int n)
{
	struct node *mine = NULL;

	LR_GC_PUSH(&mine);
	mine = list(n);
	if (n > 1)
		deep(n - 1);
	else
		CHECK(died() == 0);
	CHECK(length(mine) == n);
	LR_GC_POP();
}

static void
frames(void)
{
	struct node *kept = NULL;

	CHECK((died(), died()) == 0);
	LR_GC_PUSH(&kept);
	kept = list(10);
	kept->next->other = kept; /* a cycle that is alive */
	CHECK(died() == 0 && length(kept) == 10);
	kept->next->next = NULL;
	CHECK(died() == 8);
	kept->other = list(3); /* by the last word of an object alone */
	lr_gc_write_barrier(kept, kept->other);
	CHECK(died() == 0 && length(kept->other) == 3);
	kept->other = node(NULL);
	kept->other->other = kept;
	kept = NULL; /* cycles that are dead */
	CHECK(died() == 6);
	kept = list(small ? 2000 : 1000000);
	CHECK(died() == 0 && length(kept) == (small ? 2000 : 1000000));
	kept = NULL;
	CHECK(died() == (small ? 2000 : 1000000));
	deep(12);
	CHECK(died() == 12 * 13 / 2);
	LR_GC_POP();
}

static void *global, *table_words[3];
static const struct { uint32_t words, nruns; uint64_t run[1]; } map __attribute__((aligned(8))) = {
	3, 1, { LR_RUN(0, 1, 2, 2, LR_RUN_MOVING) } };
static __thread void *local;
static const struct { uint32_t words, nruns; uint64_t run[1]; } one __attribute__((aligned(8))) = {
	1, 1, { LR_RUN(0, 1, 0, 1, LR_RUN_MOVING) } };

static void *
local_address(void)
{
	return &local;
}

static void
globals(void)
{
	const struct lr_block block = { (const struct lr_map *)(const void *)&map, table_words, 1 };
	const struct lr_tls_block tls = { (const struct lr_map *)(const void *)&one, local_address, 1 };
	static const struct { int32_t nroots, nmeta; } shadow_map = { 1, 0 };
	struct { struct lr_stack_entry *next; const void *map; void *roots[1]; } entry;

	CHECK(lr_gc_add_root(&global) == LR_RT_OK);
	global = list(3);
	CHECK(died() == 0 && length(global) == 3);
	CHECK(lr_gc_remove_root(&global) == LR_RT_OK);
	CHECK(died() == 3);
	global = NULL;
	lr_globals_add(&block, 1);
	table_words[0] = list(4);
	table_words[2] = list(5);
	CHECK(died() == 0 && length(table_words[0]) == 4 && length(table_words[2]) == 5);
	table_words[1] = table_words[2]; /* not a reference, says the map */
	table_words[2] = NULL;
	CHECK(died() == 5);
	lr_globals_remove(&block, 1);
	CHECK(died() == 4);
	lr_tls_add(&tls, 1);
	local = list(6);
	CHECK(died() == 0 && length(local) == 6);
	lr_tls_remove(&tls, 1);
	CHECK(died() == 6);
	entry.map = &shadow_map;
	entry.roots[0] = NULL;
	entry.next = llvm_gc_root_chain;
	llvm_gc_root_chain = (struct lr_stack_entry *)(void *)&entry;
	entry.roots[0] = list(7);
	CHECK(died() == 0 && length(entry.roots[0]) == 7);
	llvm_gc_root_chain = entry.next;
	CHECK(died() == 7);
}

/* An old parent gets a young child; so does a static one. */
static struct { const void *tag; struct node node; } still __attribute__((aligned(8)));
static void
barriers(void)
{
	struct node *old = NULL;
	void **refs = NULL;
	const int before = dead;

	LR_GC_PUSH(&old, &refs);
	old = node(NULL);
	refs = lr_gc_alloc(8 + 8 * 1000, &lr_type_refs.type);
	refs[0] = (void *)1000;
	lr_gc_collect(1);
	lr_gc_collect(0);
	for (int i = 0; i < (small ? 20 : 1000); i++) {
		struct node *young = node(NULL);
		old->other = young;
		lr_gc_write_barrier(old, young);
		young = node(NULL);
		refs[1 + i] = young;
		lr_gc_write_barrier(refs, young);
		if (i % 10 == 0)
			lr_gc_collect(0);
		CHECK(lr_type_of(old->other) == &node_type && lr_type_of(refs[1 + i]) == &node_type);
		CHECK(dead - before <= i); /* the earlier values of old->other */
	}
	old = NULL;
	refs = NULL;
	lr_gc_collect(1);
	CHECK(dead - before == (small ? 41 : 2001));
	still.tag = LR_STATIC_TAG(&node_type);
	still.node.next = list(3);
	lr_gc_write_barrier(&still.node, still.node.next);
	CHECK(died() == 0 && length(still.node.next) == 3);
	still.node.next = NULL;
	CHECK(died() == 3);
	LR_GC_POP();
}

static void
arrays(void)
{
	const int n = small ? 300 : 100000;
	void **memory = NULL, **data;

	LR_GC_PUSH(&memory);
	memory = lr_gc_alloc_memory(((lr_task *)(void *)lr_get_pgcstack())->ptls, (size_t)n * 8, &memory_type);
	memset(memory[1], 0, (size_t)n * 8);
	memory[0] = (void *)(intptr_t)n;
	for (int i = 0; i < n; i++) {
		struct node *value = node(NULL);
		data = memory[1];
		data[i] = value;
		lr_gc_write_barrier(memory, value);
	}
	CHECK(died() == 0);
	memory[0] = (void *)(intptr_t)(n / 2); /* what is behind the length is not of the array */
	CHECK(died() == n - n / 2);
	memory = NULL;
	CHECK(died() == n / 2);
	LR_GC_POP();
}

static void *
churn(void *arg)
{
	struct node *mine = NULL;
	(void)arg;
	LR_GC_PUSH(&mine);
	for (int i = 0; i < (small ? 5 : 200); i++) {
		mine = list(small ? 10 : 500);
		lr_safepoint();
		CHECK(length(mine) == (small ? 10 : 500));
		if (i % 50 == 0) {
			const uint8_t state = lr_gc_safe_enter();
			usleep(1000);
			lr_gc_safe_leave(state);
			CHECK(length(mine) == (small ? 10 : 500));
		}
	}
	LR_GC_POP();
	return NULL;
}

static void
threads(void)
{
	lr_thread *t[3];

	for (int i = 0; i < 3; i++)
		t[i] = lr_thread_spawn(churn, NULL);
	churn(NULL);
	for (int i = 0; i < 3; i++)
		lr_thread_join(t[i]);
	died();
	CHECK(died() == 0);
}

static void *
generator(void *arg)
{
	struct node *mine = NULL;
	LR_GC_PUSH(&mine, &arg);
	mine = list(5);
	lr_task_switch(lr_task_caller());
	CHECK(length(mine) == 5);
	LR_GC_POP();
	return mine;
}

static void
tasks(void)
{
	lr_task *t = lr_task_new(generator, NULL, 0);
	void *result = NULL;

	CHECK(t != NULL && lr_task_switch(t) == LR_RT_OK);
	CHECK(died() == 0);
	CHECK(lr_task_switch(t) == LR_RT_OK && lr_task_finished(t, &result) == 1);
	CHECK(died() == 0);
	lr_task_finished(t, &result); /* it may have moved */
	CHECK(length(result) == 5);
	CHECK(lr_task_free(t) == LR_RT_OK);
	CHECK(died() == 5);
}

static void *
allocates(void *arg)
{
	for (int i = 0; i < 100000; i++)
		node(NULL);
	return arg;
}

/* A collection runs on the stack that allocates, however small a stack was asked for. */
static void
small_stacks(void)
{
	lr_task *t = lr_task_new(allocates, NULL, 4096);
	void *result;

	CHECK(t != NULL && lr_task_switch(t) == LR_RT_OK);
	CHECK(lr_task_finished(t, &result) == 1 && lr_task_free(t) == LR_RT_OK);
	died();
}

/* Words that only the host knows: ranges, and what a function passes on. */
static struct { long n; void *words[2]; } odd;

static void
show_odd(void *user, lr_visit_slots *visit, void *state)
{
	CHECK(user == &odd);
	visit(state, odd.words, 2);
}

static void
ranges(void)
{
	static void *range[40];

	CHECK(lr_gc_add_root_range(range, 40) == LR_RT_OK);
	range[0] = list(3);
	range[39] = list(4);
	CHECK(died() == 0 && length(range[0]) == 3 && length(range[39]) == 4);
	range[0] = NULL;
	CHECK(died() == 3);
	CHECK(lr_gc_remove_root_range(range, 40) == LR_RT_OK);
	CHECK(died() == 4);
	CHECK(lr_gc_add_root_scanner(show_odd, &odd) == LR_RT_OK);
	odd.words[0] = list(5);
	odd.words[1] = list(6);
	CHECK(died() == 0 && length(odd.words[0]) == 5 && length(odd.words[1]) == 6);
	odd.words[1] = NULL;
	CHECK(died() == 6);
	CHECK(lr_gc_remove_root_scanner(show_odd, &odd) == LR_RT_OK);
	CHECK(died() == 5);
}

/* Objects that a function scans: a number of references, and then those. */
static void
scan_counted(void *object, lr_visit_slots *visit, void *state)
{
	void **words = object;

	visit(state, &words[1], (size_t)(intptr_t)words[0]);
}
static const struct lr_scanned_type counted_type = {
	.type = { .name = "counted", .layout = LR_LAYOUT_SCANNED, .size_bytes = 8 }, .scan = scan_counted };

static void
scanned(void)
{
	void **counted = NULL;

	LR_GC_PUSH(&counted);
	counted = lr_gc_alloc(sizeof(void *) * 4, &counted_type.type);
	counted[0] = (void *)3;
	counted[1] = list(2);
	lr_gc_write_barrier(counted, counted[1]);
	counted[3] = list(4);
	lr_gc_write_barrier(counted, counted[3]);
	CHECK(died() == 0 && length(counted[1]) == 2 && length(counted[3]) == 4);
	counted[0] = (void *)2; /* the function does not show the last one any more */
	CHECK(died() == 4);
	counted = NULL;
	CHECK(died() == 2);
	LR_GC_POP();
}

static int has_lifetimes;

/* A slot that says that its object may move has the object's new address behind a collection, if it moved. */
static void
moving(void)
{
	struct node *head = NULL, *same = NULL;
	uintptr_t hash;

	LR_GC_PUSH_MOVING(&head, &same);
	head = list(20);
	same = head->next;
	same->other = head;
	lr_gc_write_barrier(same, head);
	hash = has_lifetimes ? lr_identity_hash(same) : 0;
	for (int i = 0; i < 3; i++) {
		CHECK(died() == 0);
		CHECK(length(head) == 20 && head->next == same && same->other == head);
		CHECK(!has_lifetimes || lr_identity_hash(same) == hash);
	}
	LR_GC_POP();
	head = same = NULL;
	CHECK(died() == 20);
}

static int finalized;

static void
finalize(void *object, void *user)
{
	CHECK(lr_type_of(object) == &node_type && user == &finalized);
	CHECK(length(object) == 2); /* what a finalizer's object refers to is alive */
	finalized++;
}

/* Weak references, ephemerons and tables forget; finalizers run once. */
static void
lifetimes(void)
{
	void *weak = NULL, *ephemeron = NULL, *table = NULL, *key = NULL, *none = NULL;

	LR_GC_PUSH_MOVING(&weak, &ephemeron, &table, &key, &none);
	key = node(NULL);
	weak = lr_weak_new(key, 0);
	none = node(NULL);
	ephemeron = lr_ephemeron_new(key, none);
	table = lr_weak_table_new();
	CHECK(lr_weak_table_set(table, key, none) == LR_RT_OK);
	none = NULL;
	CHECK(died() == 0 && lr_weak_get(weak) == key && lr_ephemeron_value(ephemeron) != NULL);
	CHECK(lr_weak_table_count(table) == 1 && lr_weak_table_get(table, key) == lr_ephemeron_value(ephemeron));
	key = NULL;
	CHECK(died() == 2);
	CHECK(lr_weak_get(weak) == NULL && lr_ephemeron_key(ephemeron) == NULL);
	CHECK(lr_ephemeron_value(ephemeron) == NULL && lr_weak_table_count(table) == 0);
	key = list(2);
	CHECK(lr_finalizer_add(key, finalize, &finalized) == LR_RT_OK);
	CHECK(died() == 0 && lr_finalizers_pending() == 0);
	key = NULL;
	CHECK(died() == 0 && lr_finalizers_pending() == 1);
	CHECK(lr_finalizers_run() == 1 && finalized == 1);
	CHECK(died() == 2 && lr_finalizers_run() == 0 && finalized == 1);
	LR_GC_POP();
}

static void
figures(void)
{
	struct lr_gc_stats before = { .struct_size = sizeof before }, after = before;

	lr_gc_collect(1);
	CHECK(lr_gc_stats(&before) == LR_RT_OK);
	list(100);
	CHECK(lr_gc_stats(&after) == LR_RT_OK);
	CHECK(after.allocated_objects - before.allocated_objects == 100);
	CHECK(after.allocated_bytes - before.allocated_bytes >= 100 * 24);
	lr_gc_collect(1);
	CHECK(lr_gc_stats(&after) == LR_RT_OK);
	CHECK(after.live_objects == before.live_objects && after.live_bytes == before.live_bytes);
	CHECK(after.full > before.full && after.heap_bytes >= after.live_bytes);
	CHECK(*(int64_t *)lr_box_int64(123456789) == 123456789);
}

struct seen { int nodes, references, others, stop; };

static void
on_reference(void *user, const void *slot, void *target)
{
	struct seen *s = user;

	CHECK(*(void *const *)slot == target);
	s->references++;
}

static int
on_object(void *user, const struct lr_heap_object *o)
{
	struct seen *s = user;

	CHECK(lr_gc_where(o->object) == LR_GC_OBJECT && o->bytes > lr_gc_object_bytes(o->object));
	if (o->type != &node_type) {
		s->others++;
		return 0;
	}
	s->nodes++;
	CHECK(lr_heap_references(o->object, on_reference, s) == LR_RT_OK);
	return s->nodes == s->stop ? 7 : 0;
}

static void
walk(void)
{
	struct node *kept = NULL;
	struct seen s = { 0 };

	LR_GC_PUSH(&kept);
	died();
	CHECK(lr_heap_walk(NULL, NULL) == LR_RT_E_ARG);
	CHECK(lr_heap_references(NULL, on_reference, &s) == LR_RT_E_ARG);
	kept = list(10);
	kept->other = kept;
	list(20); /* dead */
	CHECK(lr_heap_walk(on_object, &s) == LR_RT_OK);
	CHECK(s.nodes == 10 && s.references == 10);
	s = (struct seen){ .stop = 4 };
	CHECK(lr_heap_walk(on_object, &s) == 7 && s.nodes == 4);
	kept = NULL;
	s = (struct seen){ 0 };
	CHECK(lr_heap_walk(on_object, &s) == LR_RT_OK && s.nodes == 0);
	LR_GC_POP();
}

static size_t
objects_of(const char *text, const char *what)
{
	size_t n = 0;

	for (const char *s = text; (s = strstr(s, what)) != NULL; s++)
		n++;
	return n;
}

struct taken { char text[16384]; size_t n; };

static int
take(void *user, const char *bytes, size_t n)
{
	struct taken *t = user;

	if (n >= sizeof t->text - t->n)
		return 9;
	memcpy(t->text + t->n, bytes, n);
	t->n += n;
	t->text[t->n] = '\0';
	return 0;
}

/* What lr_heap_walk of the heap shows stands in a snapshot; leaks are what roots lead to. */
static void
snapshot(void)
{
	static struct taken t, few;
	struct node *kept = NULL;

	LR_GC_PUSH(&kept);
	died();
	const int64_t others = lr_gc_leaks(LR_GC_LEAKS_ALL, NULL);
	kept = list(10);
	list(20); /* dead */
	CHECK(lr_heap_snapshot(take, &t) == LR_RT_OK);
	CHECK(objects_of(t.text, "\"id\":") == 10 + (size_t)others && objects_of(t.text, "\"end\":true") == 1);
	CHECK(objects_of(t.text, "\"root\":\"frame\"") == 1);
	few.n = sizeof few.text - 1;
	CHECK(lr_heap_snapshot(take, &few) == 9);
	CHECK(lr_gc_leaks(LR_GC_LEAKS_ALL, NULL) == others + 10);
	CHECK(lr_gc_expect_dead(kept->next, "the rest") == LR_RT_OK);
	CHECK(lr_gc_leaks(LR_GC_LEAKS_EXPECTED, NULL) == 1);
	kept->next = NULL; /* the kit stores null without a barrier */
	kept = NULL;
	CHECK(lr_gc_leaks(LR_GC_LEAKS_EXPECTED, NULL) == 0);
	CHECK(lr_gc_leaks(LR_GC_LEAKS_ALL, NULL) == others);
	LR_GC_POP();
}

static void
off_and_on(void)
{
	struct lr_gc_stats before = { .struct_size = sizeof before }, after = before;
	struct seen s = { 0 };

	died();
	CHECK(lr_gc_enable() == LR_RT_E_STATE && lr_gc_disabled() == 0);
	CHECK(lr_gc_disable() == LR_RT_OK && lr_gc_disable() == LR_RT_OK && lr_gc_disabled() == 2);
	lr_gc_stats(&before);
	list(small ? 500 : 300000);
	CHECK(died() == 0);
	CHECK(lr_gc_enable() == LR_RT_OK && died() == 0);
	const int status = lr_heap_walk(on_object, &s);
	CHECK(status == LR_RT_E_STATE || (status == LR_RT_OK && s.nodes == (small ? 500 : 300000)));
	lr_gc_stats(&after);
	CHECK(after.full == before.full && after.minor == before.minor);
	CHECK(lr_gc_enable() == LR_RT_OK && lr_gc_disabled() == 0);
	CHECK(died() == (small ? 500 : 300000));
}

static void
leave(void *user, const char *message)
{
	(void)user;
	_exit(strstr(message, "memory") != NULL ? 42 : 1);
}

/* No memory for an object is fatal, and says so. */
static void
exhausted(void)
{
	int status = 0;
	const pid_t child = fork();

	if (child == 0) {
		lr_set_fatal_hook(leave, NULL);
		lr_gc_alloc(SIZE_MAX / 4, &lr_type_bytes.type);
		_exit(2);
	}
	CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 42);
}

int
main(int argc, char **argv)
{
	const char *stress = getenv("LATEROOT_GC_STRESS");

	small = stress != NULL && atoi(stress) != 0;
	has_lifetimes = argc < 2 || strcmp(argv[1], "--no-lifetimes") != 0;
	exhausted();
	frames();
	sizes();
	globals();
	barriers();
	arrays();
	threads();
	tasks();
	small_stacks();
	ranges();
	scanned();
	moving();
	if (has_lifetimes)
		lifetimes();
	figures();
	walk();
	snapshot();
	off_and_on();
	puts(failures == 0 ? "passed" : "FAILED");
	return failures != 0;
}
