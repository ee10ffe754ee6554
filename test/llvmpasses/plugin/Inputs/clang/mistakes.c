/* Mistakes that are seen without running the program. */
#include <setjmp.h>
#include <lateroot/dialect.h>

struct box { long v; };
struct pair { ref a, b; };
TYPE(box_type, struct box);
TYPE(pair_type, struct pair, FIELD(struct pair, a), FIELD(struct pair, b));
extern jmp_buf back;
struct pair TRACKED *make(void);

struct pair TRACKED *
make(void)
{
	GC_FUNCTION;
	struct pair TRACKED *p = NEW_ZEROED(struct pair, box_type);
	struct pair TRACKED *q = NEW_ZEROED(struct pair, pair_type);
	SET(p, a, (ref)q);
	if (AT(q)->b != NULL)
		longjmp(back, 1);
	return p;
}
