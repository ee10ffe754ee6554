/* A struct with a reference that is only set if there is an object, and a flag that says so: returned, passed, copied
** into objects, variables of the program and arrays.  Nobody reads the reference where it is not set. */
#include <lateroot/dialect.h>

struct cell { long v; };
TYPE(cell_type, struct cell);
typedef struct cell TRACKED *cell;

struct maybe { cell it; bool is; };
struct two { cell a, b; };
struct box { struct maybe m; struct two t; };
TYPE(box_type, struct box, FIELD(struct box, m.it), FIELD(struct box, t.a), FIELD(struct box, t.b));
typedef struct box TRACKED *box;

static struct maybe kept[2];
static struct two kept_two;
static volatile long zero;

#define NOINLINE __attribute__((noinline))

static NOINLINE cell
new_cell(long v)
{
	GC_FUNCTION;
	cell c = NEW(struct cell, cell_type);
	AT(c)->v = v;
	return c;
}

/* Numbers where references may come to lie. */
static NOINLINE long
litter(long n)
{
	volatile long a[32];
	long sum = 0;

	for (int i = 0; i < 32; i++)
		a[i] = 0x123457 + n;
	for (int i = 0; i < 32; i++)
		sum += a[i];
	return sum * 31 ^ n;
}

static NOINLINE struct maybe
find(long k)
{
	struct maybe m;

	m.is = k > 10;
	if (m.is)
		m.it = new_cell(k);
	else
		zero += litter(k) & 0;
	return m;
}

static NOINLINE struct maybe
nothing(void)
{
	struct maybe m;

	m.is = false;
	return m;
}

static NOINLINE long
look(struct maybe m)
{
	new_cell(-1);
	return m.is ? AT(m.it)->v : -1;
}

static NOINLINE long
look_twice(long k)
{
	struct maybe m = find(k);

	new_cell(-1);
	return look(m);
}

static NOINLINE void
keep(int i, long k)
{
	struct maybe m;

	m.is = false;
	if (k > 10) {
		m.it = new_cell(k);
		m.is = true;
	}
	kept[i] = m;
}

/* Nothing in it can collect. */
static NOINLINE void
keep_nothing(int i)
{
	struct maybe m;
	struct two t;

	m.is = zero;
	kept[i] = m;
	if (zero)
		t.a = kept[0].it;
	kept_two = t;
}

static NOINLINE box
put(long k)
{
	GC_FUNCTION;
	struct maybe m;
	struct two t;

	m.is = false;
	t.a = new_cell(k);
	if (k > 10) {
		t.b = m.it = new_cell(k + 1);
		m.is = true;
	}
	box b = NEW(struct box, box_type);
	AT(b)->m = m;
	AT(b)->t = t;
	return b;
}

int
main(void)
{
	printf("%ld %ld %ld %ld %ld\n", look(find(5)), look(find(15)), look_twice(6), look_twice(16), look(nothing()));
	litter(1);
	keep(0, 5);
	keep(1, 15);
	new_cell(-1);
	printf("%d %ld\n", kept[0].is, AT(kept[1].it)->v);
	litter(2);
	keep_nothing(0);
	new_cell(-1);
	printf("%d\n", kept[0].is);
	litter(3);
	box few = put(5);
	new_cell(-1);
	box many = put(15);
	new_cell(-1);
	printf("%d %ld %ld %ld\n", AT(few)->m.is, AT(AT(few)->t.a)->v, AT(AT(many)->t.a)->v, AT(AT(many)->t.b)->v);
	return 0;
}
