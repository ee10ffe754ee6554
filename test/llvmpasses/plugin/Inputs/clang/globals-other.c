#include "globals.h"

void
keep(long v)
{
	mine.r = mk(v);
	shared = mk(1);
}

long
kept(void)
{
	churn();
	return AT(mine.r)->v;
}
