/* What breaks rules behind #include: see clang-inlined.test. */
#include <lateroot/dialect.h>
#include <stdlib.h>
#include <string.h>

struct box {
	long v;
};
typedef struct box TRACKED *box;

struct holder {
	box b;
	long n;
};

static inline __attribute__((always_inline)) void
keep(struct holder *h, box b)
{
	h->b = b;
}

void outside(void *);

static inline __attribute__((always_inline)) void
into_bytes(char *bytes, box b)
{
	*(box *)bytes = b;
}
