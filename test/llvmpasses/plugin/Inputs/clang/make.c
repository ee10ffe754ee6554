/* make.c -- what no-names.h calls. */
#include <lateroot/dialect.h>

struct box { ref next; long value; };
TYPE(box_type, struct box, FIELD(struct box, next));
struct box TRACKED *
make(long value)
{
	GC_FUNCTION;
	struct box TRACKED *b = NEW(struct box, box_type);

	AT(b)->next = NULL;
	AT(b)->value = value;
	return b;
}
