#include <lateroot/dialect.h>
struct box { long v; };
TYPE(box_type, struct box);
struct holder { struct box DERIVED *p; };
void keep(struct holder *);
long
ok(void)
{
	return 1;
}

long
bad(struct box TRACKED *b)
{
	struct holder h;
	h.p = AT(b);
	keep(&h);
	return 0;
}
