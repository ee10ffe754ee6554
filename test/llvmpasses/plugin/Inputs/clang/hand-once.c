/* The operands of GC_STORE and GC_STORE_AT are evaluated once, in C and C++. */
#include <stdio.h>
#include <lateroot/roots.h>
struct node { struct node GC_REF *next; long value; };
typedef struct node GC_REF *node_ref;
GC_TYPE(node_type, struct node, GC_FIELD(struct node, next));
struct slots { long n; node_ref at[2]; };
GC_TYPE_REFS(slots_type, struct slots, at);
static int calls;
static node_ref top;
static struct slots GC_REF *s;
static node_ref object(void) { calls++; return top; }
static node_ref value(void) { calls += 10; return top; }
static struct slots GC_REF *all(void) { calls += 100; return s; }
int main(void) {
	int i = 0;
	s = (struct slots GC_REF *)GC_NEW_BYTES(struct slots, slots_type, sizeof(struct slots));
	lr_gc_add_root((void **)(void *)&s);
	lr_gc_add_root((void **)(void *)&top);
	s->n = 2;
	top = GC_NEW(struct node, node_type);
	GC_STORE(object(), next, value());
	printf("%d\n", calls);
	calls = 0;
	GC_STORE_AT(all(), s->at[i++], value());
	printf("%d %d %d %d\n", calls, i, s->at[0] == top, top->next == top);
	GC_STORE(top, next, NULL);
	GC_STORE_AT(s, s->at[1], NULL);
	return top->next != NULL;
}
