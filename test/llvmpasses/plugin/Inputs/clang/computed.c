/* Arrays of references of computed size, and memory of alloca(): where they are allowed, and in functions that LLVM would inline. */
#include <lateroot/dialect.h>

struct box {
	long v;
};
TYPE(box_type, struct box);
typedef struct box TRACKED *box;

struct pair {
	long n;
	box b;
};

#define NOINLINE __attribute__((noinline))
#define ALWAYS   inline __attribute__((always_inline))

static NOINLINE box
make(long v)
{
	GC_FUNCTION;
	box b = NEW(struct box, box_type);
	AT(b)->v = v;
	return b;
}

static NOINLINE void
fill(box *v, int n)
{
	for (int i = 0; i < n; i++)
		v[i] = make(i + 1);
}

/* Small enough to be inlined. */
static long
first_of(int n)
{
	struct pair v[n];

	v[0].n = 4;
	v[0].b = make(n);
	make(9);
	return v[0].n * 10 + AT(v[0].b)->v;
}

static ALWAYS long
in_line(int n)
{
	box v[n];

	v[0] = make(n);
	make(9);
	return AT(v[0])->v;
}

static long
around(int n)
{
	return in_line(n) + 1;
}

static ALWAYS long
twice_in_line(int n)
{
	return in_line(n) + 1;
}

/* Nobody sees who is called, until LLVM has looked into the table. */
static ALWAYS long
by_table(int n)
{
	box v[n];

	fill(v, n);
	make(9);
	return AT(v[n - 1])->v;
}
static long (*const table[])(int) = { by_table, first_of };

static NOINLINE
#ifdef FLATTEN
__attribute__((flatten))
#endif
long
handled(int n)
{
	GC_FUNCTION;
	struct lr_handler h;
	long result = 0;

	lr_enter_handler(gcstack, &h);
	if (save_context(&h, 0) == 0) {
		result = first_of(n) + around(n) + in_line(n) + twice_in_line(n) + table[0](n);
		lr_pop_handler_noexcept(gcstack, 1);
	} else
		lr_pop_handler(gcstack, 1);
	return result;
}

static NOINLINE long
raw(int n)
{
	box *v = __builtin_alloca(2 * sizeof(box)), *w = __builtin_alloca((size_t)n * sizeof(box)), *last = w + (n - 1);
	struct pair *p = __builtin_alloca((size_t)n * sizeof(struct pair));

	v[0] = make(1);
	v[1] = make(2);
	fill(w, n);
	for (int i = 0; i < n; i++)
		p[i] = (struct pair){i, make(i + 4)};
	make(9);
	return (AT(v[0])->v * 10 + AT(v[1])->v) * 1000 + AT(*w)->v * 100 + AT(*last)->v * 10 + AT(p[n - 1].b)->v;
}

int
main(void)
{
	volatile int n = 3; /* which LLVM does not see */

	printf("%ld %ld\n", handled(n), raw(n));
	return 0;
}
