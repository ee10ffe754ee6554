/* Functions that do not ask for the GC stack, a variable that is a root, a preserved region, and variables without a
** first value. */
#include "box.h"

struct value { box r; long n; };
static box kept;

static __attribute__((noinline)) long
implicit(long v)
{
	box b = mk(v);
	mk(1);
	mk(2);
	return AT(b)->v;
}

static __attribute__((noinline)) long
preserve(long v)
{
	box b = mk(v);
	preserved t = PRESERVE((ref)b);
	struct box *p = ADDRESS(b);
	mk(1);
	long n = p->v;
	UNPRESERVE(t);
	return n;
}

static __attribute__((noinline)) void
use(struct value *v, int n)
{
	for (int i = 0; i < n; i++)
		v[i].r = kept;
}

int
main(int argc, char **argv)
{
	(void)argv;
	struct value many[30], few;
	box other;
	kept = mk(44);
	mk(1);
	use(many, 30);
	use(&few, argc);
	if (argc)
		other = kept;
	mk(2);
	printf("%ld %ld %ld\n", implicit(42), preserve(43), (AT(many[29].r)->v + AT(few.r)->v + AT(other)->v) / 3);
	return 0;
}
