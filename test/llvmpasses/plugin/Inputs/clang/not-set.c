/* not-set.c -- what the macros for stores refuse. */
#include <lateroot/dialect.h>

struct s { ref a, b; };
struct o { struct s s, more[2]; };

void
set(struct o TRACKED *o, struct s v)
{
	SET(o, s, v);
	SET_SLOT(o, AT(o)->more[1], v);
}
#ifdef __cplusplus
struct t { ref a, b; };
struct d {
	ref a;
	d();
	d(const d &);
};
struct p { struct s s; struct d d; };

void
set_struct(struct p TRACKED *p, struct t t, struct d d)
{
	SET_STRUCT(p, s, t);
	SET_STRUCT(p, d, d);
	(void)GET_STRUCT(p, d);
}
#endif
