/* Weak references, ephemerons, a weak table, finalizers, hashes and expectations, by the declarations of dialect.h. */
#include <lateroot/dialect.h>

enum { N = 40 };
struct box { long v; ref next; };
typedef struct box TRACKED *box;
TYPE(box_type, struct box, FIELD(struct box, next));
struct boxes { int64_t n; box at[]; };
TYPE_REFS(boxes_type, struct boxes, at);
static uintptr_t hash[N];
static long finalized, sum;
static box again;

static __attribute__((noinline)) box
new_box(long v, ref next)
{
	GC_FUNCTION;
	box b = NEW(struct box, box_type);
	AT(b)->v = v;
	AT(b)->next = next;
	return b;
}

/* Makes the last one reachable again. */
static void
last_words(ref object, void *user)
{
	finalized++;
	*(long *)user += AT((box)object)->v;
	if (AT((box)object)->v == N - 1)
		again = object;
}

static void
never(ref object, void *user)
{
	(void)object;
	*(long *)user = -1000000;
}

/* Every second box dies at its return. */
static __attribute__((noinline)) void
fill(struct boxes TRACKED *kept, struct boxes TRACKED *weak, ref table)
{
	for (long i = 0; i < N; i++) {
		box b = new_box(i, NULL);
		if (i % 2 == 0)
			SET_SLOT(kept, AT(kept)->at[i], b);
		/* the value refers to its key */
		if (weak_table_set(table, b, new_box(-i, b)) != LR_RT_OK || weak_table_get(table, b) == NULL)
			printf("%ld: not in the table\n", i);
		hash[i] = identity_hash(b);
		if (i == 1) {
			(void)expect_dead(b, "it is odd");
		} else if (i % 2) {
			(void)add_finalizer(b, last_words, &sum);
			(void)add_finalizer(b, never, &sum);
			if (remove_finalizer(b, never, &sum) != LR_RT_OK)
				printf("%ld: not removed\n", i);
		}
		ref w = i % 4 < 2 ? new_weak(b, i % 3 == 0 ? LR_WEAK_LONG : 0) : new_ephemeron(b, new_box(2 * i, b));
		SET_SLOT(weak, AT(weak)->at[i], (box)w);
	}
}

/* Targets of weak references, and what the table and the ephemerons have. */
static __attribute__((noinline)) void
look(struct boxes TRACKED *kept, struct boxes TRACKED *weak, ref table)
{
	long targets = 0, values = 0, entries = 0, same = 0;
	ref key = NULL, value = NULL;

	for (long i = 0; i < N; i++) {
		ref w = (ref)AT(weak)->at[i];
		ref target = i % 4 < 2 ? weak_target(w) : ephemeron_key(w);
		targets += target != NULL;
		if (i % 4 >= 2 && ephemeron_value(w) != NULL)
			values += AT((box)ephemeron_value(w))->v == 2 * i && AT((box)ephemeron_value(w))->next == target;
		if (i % 2 == 0)
			same += hash[i] == identity_hash(AT(kept)->at[i]);
	}
	for (size_t position = 0; weak_table_next(table, &position, &key, &value);)
		entries += AT((box)value)->v == -AT((box)key)->v && AT((box)value)->next == key;
	printf("%ld targets, %ld values, %ld of %zu entries, %ld hashes\n", targets, values, entries,
		weak_table_count(table), same);
}

int
main(void)
{
	GC_FUNCTION;
	const size_t bytes = sizeof(struct boxes) + N * sizeof(box);
	struct boxes TRACKED *kept = NEW_BYTES_ZEROED(struct boxes, boxes_type, bytes);
	AT(kept)->n = N;
	struct boxes TRACKED *weak = NEW_BYTES_ZEROED(struct boxes, boxes_type, bytes);
	AT(weak)->n = N;
	ref table = new_weak_table();

	fill(kept, weak, table);
	(void)expect_alive(table);
	lr_gc_collect(1);
	look(kept, weak, table);
	while (lr_finalizers_run() != 0)
		lr_gc_collect(1);
	printf("%ld finalized, of sum %ld; one again: %ld\n", finalized, sum, AT(again)->v);
	look(kept, weak, table);
	(void)expect_dead(AT(kept)->at[2], "it is even");
	printf("%lld leaks\n", (long long)lr_gc_leaks(LR_GC_LEAKS_EXPECTED, NULL));
	look(kept, weak, table);
	return 0;
}
