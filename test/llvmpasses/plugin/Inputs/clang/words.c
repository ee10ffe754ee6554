/* References that are accessed as something else, and the other way round: each is refused.  Without a macro: what is allowed. */
#include <string.h>
#include "box.h"

struct pair {
	box b;
	long n;
};
TYPE(pair_type, struct pair, FIELD(struct pair, b));
typedef struct pair TRACKED *pair;

long numbers[4];
void *plain;
struct pair both;
static char bytes[64];
void *known;

/* Of a size that is constant only where this is inlined. */
static inline void
copy(box *to, const box *from, size_t n)
{
	memcpy(to, from, n * sizeof *to);
}

__attribute__((noinline)) long
copied(box *p, box *q)
{
	box t[1];

	copy(t, p, 1);
	*p = NULL;
	mk(1);
	mk(2);
	copy(q, t, 1);
	t[0] = NULL;
	mk(3);
	return AT(*q)->v;
}

int
main(void)
{
	GC_FUNCTION;
	box r = mk(5), s = NULL;
	pair p = NEW_ZEROED(struct pair, pair_type);

	lr_gc_add_root(&known);
	*(box *)&known = r;
#if defined(AS_NUMBER)
	uintptr_t x = *(uintptr_t *)&r;
	mk(1);
	return (int)x;
#elif defined(LOADED_HALF)
	return *((int *)&both.b + 1);
#elif defined(LOADED_POINTER)
	return *(void **)&both.b != NULL;
#elif defined(LOADED_FIELD)
	return (int)*(uintptr_t DERIVED *)&AT(p)->b;
#elif defined(STORED)
	*(uintptr_t *)&r = 17;
#elif defined(STORED_FIELD)
	*(double DERIVED *)&AT(p)->b = 1.5;
#elif defined(NUMBERS)
	*(box *)&numbers[1] = r;
#elif defined(PLAIN)
	*(box *)&plain = r;
#elif defined(MEMBER)
	*(box *)&both.n = r;
#elif defined(BYTES)
	*(box *)(bytes + 8) = r;
#else
	*(uintptr_t *)&s = 0;
	s = r;
	both.n = 7;
	both.b = r;
	AT(p)->n = *(long *)&both.n;
	mk(1);
	long v = copied(&s, &r);
	printf("%ld %ld %ld %ld\n", v, AT(*(box *)&known)->v, AT(both.b)->v, AT(p)->n);
#endif
	return 0;
}
