/* A threaded interpreter: each instruction ends in a tail call of the next one, which gets the registers as arguments
** and roots them.  Prints what the program below leaves: (1 + 2) + 100, by fifty rounds of a loop. */
#include <stdio.h>
#include <lateroot/dialect.h>

struct number { long value; };
TYPE(number_type, struct number);
typedef struct number TRACKED *number;

#ifdef BY_CONVENTION
#define MARK
typedef number __attribute__((preserve_none)) step(const unsigned char *code, number top, number next, ref *vars);
#else
#define MARK ROOTS_ARGUMENTS
typedef number step(const unsigned char *code, number top, number next, ref *vars);
#endif
static MARK step push, add, countdown, again, stop;
static step *const steps[] = { push, add, countdown, again, stop };
#define GO_ON __attribute__((musttail)) return steps[*code](code + 1, top, next, vars)

static __attribute__((noinline)) number
make(long v)
{
	GC_FUNCTION;
	number n = NEW(struct number, number_type);
	AT(n)->value = v;
	return n;
}

static number
push(const unsigned char *code, number top, number next, ref *vars)
{
	next = top;
	top = make(*code++);
	GO_ON;
}

static number
add(const unsigned char *code, number top, number next, ref *vars)
{
	top = make(AT(top)->value + AT(next)->value);
	GO_ON;
}

static number
countdown(const unsigned char *code, number top, number next, ref *vars)
{
	vars[0] = make(AT((number)vars[0])->value - 1);
	make(-1);
	GO_ON;
}

static number
again(const unsigned char *code, number top, number next, ref *vars)
{
	if (AT((number)vars[0])->value > 0)
		code -= *code;
	else
		code++;
	GO_ON;
}

/* It is passed on, but not looked at before the collection. */
static number
stop(const unsigned char *code, number top, number next, ref *vars)
{
	(void)code;
	make(-2);
	long both = AT(top)->value + AT(next)->value;
	vars[1] = top;
	return make(both + AT((number)vars[1])->value - AT(top)->value);
}

int
main(void)
{
	static const unsigned char code[] = { 0, 1, 0, 2, 1, 2, 3, 2, 0, 100, 4 };
	ref vars[2] = { make(50), NULL };

	number result = steps[code[0]](code + 1, NULL, NULL, vars);
	printf("%ld %ld\n", AT(result)->value, AT((number)vars[0])->value);
	return 0;
}
