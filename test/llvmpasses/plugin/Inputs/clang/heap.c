/* References in memory of malloc: one that is said to the collector, and one that is not. */
#include <stdlib.h>
#include <lateroot/dialect.h>

struct box { long v; };
typedef struct box TRACKED *box;
struct value { long n; box r; };

box *known(box b);
struct value *unknown(struct value v);

box *
known(box b)
{
	box *p = malloc(sizeof *p);
	lr_gc_add_root((void **)p);
	*p = b;
	return p;
}

struct value *
unknown(struct value v)
{
	struct value *p = calloc(2, sizeof *p);
	p[1] = v;
	return p;
}
