// Roots by hand in C++.
#include <lateroot/roots.h>

struct node { struct node GC_REF *next; long value; };
typedef struct node GC_REF *node_ref;
GC_TYPE(node_type, struct node, GC_FIELD(struct node, next));

struct counter { int n; ~counter() { n--; } };
void note(long);

node_ref push(node_ref list, long value)
{
	node_ref n = nullptr;
	counter c = { 1 };
	GC_PUSH(list, n);
	n = GC_NEW(struct node, node_type);
	note(value);
	n->value = value;
	GC_STORE(n, next, list);
	GC_POP();
	return n;
}
