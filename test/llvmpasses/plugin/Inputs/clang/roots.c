#include <lateroot/dialect.h>
RETURN_ROOTS(1, 3)
void
fill(long n, ref r)
{
	(void)n, (void)r;
}
