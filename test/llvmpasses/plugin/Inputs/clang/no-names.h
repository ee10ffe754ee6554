/* no-names.h -- a file that holds references over calls, and names no function of the dialect. */
#include <lateroot/dialect.h>

struct box { ref next; long value; };
#ifdef __cplusplus
extern "C"
#endif
struct box TRACKED *make(long value);
int
main(void)
{
	struct box TRACKED *kept = make(1);

	for (int i = 0; i < 100; i++)
		make(2);
	printf("%ld\n", AT(kept)->value);
	return 0;
}
