#include <lateroot/dialect.h>
void wait_for(volatile int *p);
void
wait_for(volatile int *p)
{
	GC_FUNCTION;
	while (*p == 0)
		continue;
}
