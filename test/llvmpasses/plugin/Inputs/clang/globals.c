/* Variables of the program and of threads that hold references: alone, in structs, in arrays, in functions, and of
** another file. */
#include "globals.h"

TYPE(box_type, struct box);
box shared;
_Thread_local struct value mine;
static struct { long before; struct value v[3][2]; box last[5]; } machine;

__attribute__((noinline)) box
mk(long v)
{
	GC_FUNCTION;
	box b = NEW(struct box, box_type);
	AT(b)->v = v;
	return b;
}

long
churn(void)
{
	long s = 0;
	for (int i = 0; i < 20; i++)
		s += AT(mk(i))->v;
	return s;
}

static long
counted(long v)
{
	static box first;
	if (first == NULL)
		first = mk(v);
	churn();
	return AT(first)->v;
}

static _Thread_local box own[2];

static ref
thread(ref argument)
{
	own[1] = (box)argument;
	keep(AT(own[1])->v + 1);
	own[0] = mk(AT(own[1])->v + 2);
	churn();
	return (ref)mk(AT(own[0])->v * 10000 + AT(own[1])->v * 100 + kept());
}

int
main(void)
{
	GC_FUNCTION;
	shared = mk(1);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 2; j++)
			machine.v[i][j] = (struct value){ i, mk(2 + i * 2 + j) };
	for (int i = 0; i < 5; i++)
		machine.last[i] = mk(10 + i);
	own[0] = mk(20);
	keep(21);
	lr_thread *other = spawn(thread, (ref)mk(30));
	churn();
	box back = (box)join(other);
	long sum = 0;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 2; j++)
			sum = sum * 10 + AT(machine.v[i][j].r)->v;
	printf("%ld %ld %ld %ld %ld %ld %ld\n", AT(shared)->v, sum, AT(machine.last[4])->v, counted(40) + counted(41),
		AT(own[0])->v, kept(), AT(back)->v);
	return 0;
}
