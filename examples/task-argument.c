/* SPDX-License-Identifier: MIT */
/* task-argument.c -- the GC stack as an argument.
**
** Covers: functions whose "gcstack" parameter (swiftcc, swiftself) takes the place of julia.get_pgcstack, mixed
** with functions that look it up; mutual recursion that hands it on; a tail position.  The program evaluates
** arithmetic expressions, which it parses from text into a tree. */
#include <lateroot/dialect.h>

struct expr {
	struct expr TRACKED *left, *right;
	long value;
	char operator;
};
TYPE(expr_type, struct expr, FIELD(struct expr, left), FIELD(struct expr, right));

typedef struct expr TRACKED *expr;

struct parser {
	const char *at;
};

static GC_ARGUMENT_CALL expr sum(GC_ARGUMENT, struct parser *p);

static GC_ARGUMENT_CALL expr
node(GC_ARGUMENT, char operator, long value, expr left, expr right)
{
	expr e = NEW(struct expr, expr_type);

	AT(e)->left = left;
	AT(e)->right = right;
	AT(e)->value = value;
	AT(e)->operator = operator;
	return e;
}

static GC_ARGUMENT_CALL expr
atom(GC_ARGUMENT, struct parser *p)
{
	if (*p->at == '(') {
		p->at++;
		expr e = sum(gcstack, p);
		p->at++;
		return e;
	}
	long value = 0;
	while (*p->at >= '0' && *p->at <= '9')
		value = value * 10 + (*p->at++ - '0');
	return node(gcstack, 0, value, NULL, NULL);
}

static GC_ARGUMENT_CALL expr
product(GC_ARGUMENT, struct parser *p)
{
	expr e = atom(gcstack, p);

	while (*p->at == '*') {
		p->at++;
		e = node(gcstack, '*', 0, e, atom(gcstack, p));
	}
	return e;
}

static GC_ARGUMENT_CALL expr
sum(GC_ARGUMENT, struct parser *p)
{
	expr e = product(gcstack, p);

	while (*p->at == '+' || *p->at == '-') {
		char operator= *p->at++;
		e = node(gcstack, operator, 0, e, product(gcstack, p));
	}
	return e;
}

/* Rewrites the tree bottom up into its value; every step makes a node, so the recursion allocates all the way. */
static GC_ARGUMENT_CALL expr
reduce(GC_ARGUMENT, expr e)
{
	if (AT(e)->operator == 0)
		return e;
	expr l = reduce(gcstack, AT(e)->left), r = reduce(gcstack, AT(e)->right);
	long a = AT(l)->value, b = AT(r)->value;
	long v = AT(e)->operator == '+' ? a + b : AT(e)->operator == '-' ? a - b : a * b;
	return node(gcstack, 0, v, NULL, NULL);
}

/* Looks the GC stack up, and passes it on. */
static long
evaluate(const char *text)
{
	GC_FUNCTION;
	struct parser p = {text};

	return AT(reduce(gcstack, sum(gcstack, &p)))->value;
}

int
main(void)
{
	GC_FUNCTION;
	static const char *const texts[] = {"1+2*3", "(1+2)*(3+4)*5", "2*(3-(4-5*(6-7)))+8", "((((((1))))))*0-1",
		"10*10*10-9*9*9+8*8*8-7*7*7+6*6*6-5*5*5+4*4*4-3*3*3+2*2*2-1"};

	for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
		printf("%s = %ld\n", texts[i], evaluate(texts[i]));
	return 0;
}
