/* A number in an object, made where a collection may happen. */
#include <lateroot/dialect.h>

struct box { long v; };
TYPE(box_type, struct box);
typedef struct box TRACKED *box;

static __attribute__((noinline)) box
mk(long v)
{
	GC_FUNCTION;
	box b = NEW(struct box, box_type);
	AT(b)->v = v;
	return b;
}
