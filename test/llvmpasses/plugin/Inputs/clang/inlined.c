#include "inlined.h"
#include <setjmp.h>

TYPE(box_type, struct box);
jmp_buf where;

#ifdef WARN
struct holder *
warned(void)
{
	GC_FUNCTION;
	struct holder *h = malloc(sizeof *h);
	keep(h, NEW(struct box, box_type));
	return h;
}
#else
void
refused(void)
{
	GC_FUNCTION;
	char bytes[16];
	memset(bytes, 0, sizeof bytes);
	outside(bytes);
	into_bytes(bytes, NEW(struct box, box_type));
	outside(bytes);
}
#endif
