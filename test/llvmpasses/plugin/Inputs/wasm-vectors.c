#include <lateroot/dialect.h>

void use(ref x);

void
fill(ref a, ref b, ref *restrict from, ref *restrict to, int n)
{
	GC_FUNCTION;
	for (int i = 0; i < n; i++)
		to[i] = from[i];
	to[0] = a;
	to[1] = b;
	use(a);
	use(b);
}
