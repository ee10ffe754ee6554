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
#elif CASE == 8 || CASE == 9
/* Only other functions know what the memory is. */
long f(box r, int n);
long
f(box r, int n)
{
	struct value *v = __builtin_alloca(CASE == 8 ? sizeof *v : n * sizeof *v);
	put(v, r);
	return use(v);
}
#elif CASE == 10
struct values { struct value *first; };
static NOINLINE void
put_first(struct values *v, box r)
{
	v->first->r = r;
}
long f(box r, int n);
long
f(box r, int n)
{
	struct values v = { __builtin_alloca(n * sizeof *v.first) };
	put_first(&v, r);
	return use(&v);
}
#elif CASE >= 11 && CASE <= 13
static NOINLINE void
exchange(void *a, void *b, size_t n)
{
#if CASE == 11
	char t[n];
#elif CASE == 12
	long t[n / sizeof(long)];
#else
	void *t = __builtin_alloca(n);
#endif
	memcpy(t, a, n);
	memcpy(a, b, n);
	use(b);
	memcpy(b, t, n);
}
long f(box r);
long
f(box r)
{
	struct value a = { 1, r }, b = { 2, r };
	exchange(&a, &b, sizeof a);
	return use(&a) + use(&b);
}
#elif CASE >= 20 && CASE <= 27
/* What is read out of the memory of references is carried over a call as something else. */
#if CASE == 20
typedef long other;
#elif CASE == 21
typedef double other;
#elif CASE == 22
typedef __int128 other;
#elif CASE == 23
typedef long other __attribute__((vector_size(16)));
#elif CASE == 24
typedef void *other;
#else
typedef unsigned other;
#endif
#if CASE <= 24
NOINLINE long f(box *p);
long
f(box *p)
{
	other t = *(other *)(void *)p;
	*p = NULL;
	use(p);
	*(other *)(void *)p = t;
	return 0;
}
#elif CASE == 25
long f(box r);
long
f(box r)
{
	unsigned *halves = (unsigned *)(void *)&r, low = halves[0], high = halves[1];
	r = NULL;
	use(&r);
	return (long)((unsigned long)high << 32 | low);
}
#elif CASE == 26
static NOINLINE void
exchange_words(void *a, void *b, size_t n)
{
	for (long *x = a, *y = b, *end = x + n / sizeof *x; x < end; x++, y++) {
		long t = *x;
		*x = *y;
		use(x);
		*y = t;
	}
}
long f(box r);
long
f(box r)
{
	struct value a = { 1, r }, b = { 2, r };
	exchange_words(&a, &b, sizeof a);
	return use(&a) + use(&b);
}
#else
static box known[4];
static NOINLINE long
first(void *p)
{
	long t = *(long *)p;
	return use(NULL) + t + use((void *)t);
}
long f(void);
long
f(void)
{
	return first(known);
}
#endif
#else
/* None of these is wrong: variables with references, numbers, and memory that is a root. */
static box known[4];
static struct value other;
static void *registered;
struct flags { unsigned low : 20, high : 20; box r; };

/* Numbers beside references, and words that are used up before anything may collect. */
static NOINLINE long
add(const long *n, const double *d)
{
	long sum = *n;
	double t = *d;
	use(NULL);
	return sum + (long)t + use((void *)sum);
}
static NOINLINE long
right(struct value *p, struct flags *g, const box *b, size_t n)
{
	struct { double d; box r; } with = { 1, p->r };
	unsigned long hash = 0;
	long k = p->n, *at = &p->n;
	for (size_t i = 0; i < n; i++) {
		hash = hash * 31 + ((const unsigned long *)(const void *)b)[i];
		use(NULL);
	}
	g->high++;
	if (g->r != NULL && g->low > 1)
		use(g);
	k += add(at, &with.d) + add(&other.n, &with.d);
	return k + use(&with) + (long)hash + (long)g->high;
}
static NOINLINE void
exchange_at_once(void *a, void *b, size_t n)
{
	for (long *x = a, *y = b, *end = x + n / sizeof *x; x < end; x++, y++) {
		long t = *x;
		*x = *y;
		*y = t;
	}
	use(a);
}
long f(box r, int n);
long
f(box r, int n)
{
	struct value v = { n, NULL };
	long numbers[4] = { 0 };
	char text[32], computed[n];
	box copied, several[n];
	struct value *v2 = __builtin_alloca(n * sizeof *v2);

	known[n] = r;
	put(&v, r);
	copy(text, numbers, sizeof text);
	copy(computed, numbers, (size_t)n);
	put(v2, r);
	v2->n = n;
	memcpy(several, &r, sizeof r);
	copied = r;
	other.r = r;
	exchange_at_once(&v, &other, sizeof v);
	n += (int)right(&v, &(struct flags){ 1, 2, r }, several, (size_t)n);
	lr_gc_add_root(&registered);
	*(box *)(void *)&registered = r;
	return use(&v) + use(text) + use(&copied) + use(computed) + use(several) + (take(&(struct arena){ text, text + 1 }, 1) != NULL);
}
#endif
