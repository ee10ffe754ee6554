/* structs.c -- structs with references go to objects and come from them in C++, too. */
#include <lateroot/dialect.h>

struct box { long v; ref next; };
TYPE(box_type, struct box, FIELD(struct box, next));
typedef struct box TRACKED *B;
struct s { B a; B b; long n; };
struct o { long k; struct s s; struct s more[2]; };
TYPE(o_type, struct o, FIELD(struct o, s.a), FIELD(struct o, s.b), FIELD(struct o, more[0].a), FIELD(struct o, more[0].b),
	FIELD(struct o, more[1].a), FIELD(struct o, more[1].b));

static B
mk(long v)
{
	GC_FUNCTION;
	B b = NEW(struct box, box_type);

	AT(b)->v = v;
	AT(b)->next = NULL;
	return b;
}

static struct s
mks(long n)
{
	return (struct s){mk(n), mk(n + 1), n + 2};
}

int
main(void)
{
	GC_FUNCTION;
	struct o TRACKED *o = NEW_ZEROED(struct o, o_type);
	for (int i = 0; i < 50; i++)
		mk(i);
	SET_STRUCT(o, s, mks(5));
	SET_STRUCT(o, more[0], (struct s){mk(8), mk(9), 10});
	SET_STRUCT_SLOT(o, AT(o)->more[1], (struct s){mk(11), mk(12), 13});
	for (int i = 0; i < 50; i++)
		mk(i);
	struct s x = GET_STRUCT(o, more[0]);
	for (int i = 0; i < 50; i++)
		mk(i);
	struct s y = GET_STRUCT_SLOT(AT(o)->more[1]);
	SET_STRUCT(o, s, y);
	for (int i = 0; i < 50; i++)
		mk(i);
	printf("%ld %ld %ld %ld %ld\n", AT(AT(o)->s.a)->v, AT(AT(o)->s.b)->v, AT(x.a)->v,
		AT(AT(o)->more[1].a)->v, x.n + y.n);
	return 0;
}
