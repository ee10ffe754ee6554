/* first-values.c -- stores that only the collector reads: a field's first value, overwritten before anybody looks; an object that nobody else sees. */
#include <lateroot/dialect.h>

struct node {
	struct node TRACKED *next, *other;
	long value;
};
TYPE(node_type, struct node, FIELD(struct node, next), FIELD(struct node, other));
typedef struct node TRACKED *noderef;

static inline noderef
make(void *gcstack, long value)
{
	noderef n = NEW_ZEROED(struct node, node_type);
	AT(n)->value = value;
	return n;
}

int
main(void)
{
	GC_FUNCTION;
	long sum = 0;

	for (long i = 0; i < 200; i++) {
		noderef window[4] = {NULL};
		noderef a = NEW(struct node, node_type);
		AT(a)->next = NULL;
		AT(a)->other = NULL;
		noderef b = make(gcstack, i);
		SET(a, next, b);
		SET(a, other, make(gcstack, 2 * i));
		window[i % 4] = a;
		SET(a, next, make(gcstack, 3 * i));
		SET(a, other, i % 2 ? b : AT(a)->other);
		sum += AT(AT(window[i % 4])->next)->value + AT(AT(a)->other)->value;
	}
	printf("%ld\n", sum);
	return 0;
}
