/* What the plug-in refuses is said in the words of C. */
#include <lateroot/dialect.h>

struct box { long v; };
typedef struct box TRACKED *box;
struct cell { box r; };
typedef struct cell TRACKED *cell;
void use(box); box make(void);

#if CASE == 1
int swap(cell c, box o, box n);
int
swap(cell c, box o, box n)
{
	return __sync_bool_compare_and_swap(&AT(c)->r, o, n);
}
#elif CASE == 2
box set(box *c, box n);
box
set(box *c, box n)
{
	return __sync_lock_test_and_set(c, n);
}
#elif CASE == 3
long number(box b);
long
number(box b)
{
	return (long)b;
}
#elif CASE == 4
int jumps(long n);
int
jumps(long n)
{
	box o = make(); use(o);
	__asm__ goto("" : : "r"(n) : : out);
	use(o);
	return 1;
out:
	return 0;
}
#else
static __attribute__((noinline)) int
jump(long n)
{
	__asm__ goto("" : : "r"(n) : : out);
	return 1;
out:
	return 0;
}

int jumps(box o, long n);
int
jumps(box o, long n)
{
	use(o);
	if (jump(n))
		use(o);
	return 0;
}
#endif
