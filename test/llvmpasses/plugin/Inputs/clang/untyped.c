/* References that go into variables whose types have none. CASE chooses one. */
#include <stdlib.h>
#include <string.h>
#include <lateroot/dialect.h>

struct box { long v; };
typedef struct box TRACKED *box;
struct value { long n; box r; };
struct arena { char *free, *end; };

long use(void *p);

#define NOINLINE __attribute__((noinline))

static NOINLINE void
put(struct value *p, box r)
{
	p->r = r;
}

static NOINLINE void *
take(struct arena *a, size_t n)
{
	void *p = a->free;
	a->free += n;
	return p;
}

static NOINLINE void
copy(void *to, const void *from, size_t n)
{
	memcpy(to, from, n);
}

static NOINLINE void *
allocate(size_t n)
{
	void *p = malloc(n);
	return p != NULL ? p : malloc(2 * n);
}

#if CASE == 1
static char pool[64];
void f(box r);
void
f(box r)
{
	*(box *)(void *)&pool[8] = r; /* line 48 */
}
#elif CASE == 2
long f(box r);
long
f(box r)
{
	char bytes[64];
	put((void *)bytes, r);
	return use(bytes);
}
#elif CASE == 3
long f(box r);
long
f(box r)
{
	char bytes[64];
	struct arena a = { bytes, bytes + sizeof bytes };
	struct value *v = take(&a, sizeof *v);
	v->r = r;
	return use(v);
}
#elif CASE == 4
long f(box r);
long
f(box r)
{
	char bytes[64];
	copy(bytes, &r, sizeof r);
	return use(bytes);
}
#elif CASE == 5
void *f(box r);
void *
f(box r)
{
	struct value *v = allocate(sizeof *v);
	put(v, r);
	return v;
}
#elif CASE == 7
long f(box r);
long
f(box r)
{
	char bytes[64];
	*(box *)__builtin_align_up((void *)bytes, 16) = r;
	return use(bytes);
}
#else
/* None of these is wrong: variables with references, numbers, and memory that is a root. */
static box known[4];
static void *registered;
long f(box r, int n);
long
f(box r, int n)
{
	struct value v = { n, NULL };
	long numbers[4] = { 0 };
	char text[32];
	box copied;

	known[n] = r;
	put(&v, r);
	copy(text, numbers, sizeof text);
	copied = r;
	lr_gc_add_root(&registered);
	*(box *)(void *)&registered = r;
	return use(&v) + use(text) + use(&copied) + (take(&(struct arena){ text, text + 1 }, 1) != NULL);
}
#endif
