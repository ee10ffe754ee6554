/* A tail call through a pointer, of which nobody says that what it reaches roots its arguments. */
#include <lateroot/dialect.h>

typedef ref step(ref);
extern ref make(void);
extern step *next;

ref
first(ref o)
{
	ref mine = make();
	(void)o;
	__attribute__((musttail)) return next(mine);
}
