/* A shared object with variables, which is loaded, used, and unloaded while the program collects.  Descriptors stay
** where objects may outlive it. */
#include "globals.h"

static box here;
static _Thread_local box mine_too;

long visit(long v);
long
visit(long v)
{
	here = mk(v);
	mine_too = mk(v + 1);
	for (int i = 0; i < 10; i++)
		mk(i);
	return AT(here)->v * 100 + AT(mine_too)->v;
}
