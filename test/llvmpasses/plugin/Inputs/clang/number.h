/* A number in an object, made where a collection may happen. */
#include <lateroot/dialect.h>

struct number { long n; };
TYPE(number_type, struct number);
typedef struct number TRACKED *number;

#define NOINLINE __attribute__((noinline))

static NOINLINE number
make(long n)
{
	GC_FUNCTION;
	number o = NEW(struct number, number_type);

	AT(o)->n = n;
	return o;
}
