#include "list.h"
int main(void)
{
	noderef l = NULL, m = NULL;
	for (long i = 0; i < 100; i++) { l = push(l, i); m = i % 3 ? push(m, i) : m; }
	printf("%ld %ld\n", sum(l), sum(m));
	return 0;
}
