/* Unions with a reference among their members, one way for each name that is defined. */
#include <lateroot/dialect.h>

struct box { long v; };
TYPE(box_type, struct box);
typedef struct box TRACKED *box;
union word { long i; box r; };
union reference { box r; long i; };
union pairs { struct { box a, b; } p; struct { long x, y; } q; };
struct value { int tag; union { long i; ref r; double d; } u; };
struct cell { long tag; union word w; };
TYPE(cell_type, struct cell, FIELD(struct cell, w));
void fill(union reference *);

#if defined VARIABLE
long
f(box r)
{
	struct value v;
	v.u.r = r;
	return v.tag;
}
#elif defined POINTER
void
f(union word *p, box r)
{
	p->r = r;
}
#elif defined GLOBAL
static union word g[4];
box
f(int i)
{
	return g[i].r;
}
#elif defined BY_TYPE
void
f(void)
{
	union reference x = { NULL };
	fill(&x);
}
#elif defined PASSED
union pairs
f(union pairs x)
{
	return x;
}
#elif defined INSIDE
long
f(box r)
{
	struct { int tag; union { struct { long a, b; } p; struct { box r; long k; } s; } u; } v;
	v.u.s.r = r;
	return v.u.p.b;
}
#elif defined OUT_OF_OBJECT
long
f(struct cell TRACKED *o, struct cell *to)
{
	struct cell copy = AT(o)[0];
	*to = copy;
	return AT(o)->w.r == NULL;
}
#else /* these are right */
union number { long i; double d; };
long
f(struct cell TRACKED *o, struct cell TRACKED *p)
{
	union number n;
	n.d = 3;
	AT(p)[0] = AT(o)[0];
	return AT(o)->tag == 0 ? n.i : AT(AT(o)->w.r)->v;
}
#endif
