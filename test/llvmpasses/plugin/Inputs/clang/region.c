#include <lateroot/dialect.h>
struct box { long v; };
TYPE(box_type, struct box);
long use(void *);
long
bad(struct box TRACKED *b, int c)
{
	preserved p;
	if (c)
		p = PRESERVE(b);
	use(ADDRESS(b));
	if (c)
		UNPRESERVE(p);
	return (long)(void *)b;
}
