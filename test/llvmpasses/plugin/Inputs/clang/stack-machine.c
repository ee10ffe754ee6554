/* A machine whose stack and stack pointer lie in one variable. LLVM merges the pointer that is loaded with the one that the variable begins with. */
#include "number.h"

struct value {
	long tag;
	number r;
};
struct machine {
	struct value *sp;
	struct value stack[4];
};

/* Not static: LLVM is not to know `n`. */
NOINLINE long last_of(int n);
NOINLINE long sum_of(int n);

long
last_of(int n)
{
	struct machine m = { 0 };

	m.sp = m.stack;
	for (int i = 0; i < n; i++) {
		*m.sp++ = (struct value){ i, make(i + 40) };
		make(-1);
	}
	return AT(m.sp[-1].r)->n;
}

long
sum_of(int n)
{
	struct machine m = { .sp = m.stack };
	long sum = 0;

	for (int i = 0; i < n; i++)
		*m.sp++ = (struct value){ i, make(i) };
	for (; m.sp != m.stack; make(-2), m.sp--)
		sum = sum * 10 + AT(m.sp[-1].r)->n;
	return sum;
}

int
main(void)
{
	printf("machine %ld %ld\n", last_of(3), sum_of(4));
	return 0;
}
