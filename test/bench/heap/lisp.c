/* SPDX-License-Identifier: MIT */
/* lisp.c -- an interpreter of S-expressions with lists as environments: almost all that it makes dies young. */
#include "heap.h"

enum kind { NUMBER, SYMBOL, PAIR, CLOSURE };
/* Symbols with a meaning of their own come first. */
enum { S_LAMBDA = 1, S_IF, S_DEFINE, S_QUOTE, S_ADD, S_SUB, S_LESS, S_CONS, S_CAR, S_CDR, S_NULL, S_USER };
static const char *const names[64] = { "", "lambda", "if", "define", "quote", "+", "-", "<", "cons", "car", "cdr", "null?" };

struct value {
	long kind, number;
	struct value TRACKED *a, *b;      /* pair: its halves; closure: (parameters . body), environment */
};
TYPE(value_type, struct value, FIELD(struct value, a), FIELD(struct value, b));

static const char program[] =
	"(define fib (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))"
	"(define tak (lambda (x y z) (if (< y x) (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y)) z)))"
	"(define range (lambda (n rest) (if (< n 1) rest (range (- n 1) (cons n rest)))))"
	"(define map (lambda (f l) (if (null? l) (quote ()) (cons (f (car l)) (map f (cdr l))))))"
	"(define sum (lambda (l a) (if (null? l) a (sum (cdr l) (+ a (car l))))))"
	"(define times (lambda (n f a) (if (< n 1) a (times (- n 1) f (+ a (f n))))))"
	"(+ (fib 23) (+ (tak 14 9 3)"
	"   (times 300 (lambda (n) (sum (map (lambda (x) (+ x n)) (range 300 (quote ()))) 0)) 0)))";

static const char *at = program;
static char texts[64][16];
static struct value TRACKED *globals[64];

static struct value TRACKED *
new_value(long kind, long number, struct value TRACKED *a, struct value TRACKED *b)
{
	GC_FUNCTION;
	struct value TRACKED *v = NEW(struct value, value_type);

	AT(v)->kind = kind;
	AT(v)->number = number;
	AT(v)->a = a;
	AT(v)->b = b;
	return v;
}

static long
intern(const char *text, size_t n)
{
	long i = 1;

	for (; texts[i][0] != '\0'; i++) {
		size_t k = 0;
		while (k < n && texts[i][k] == text[k])
			k++;
		if (k == n && texts[i][n] == '\0')
			return i;
	}
	for (size_t k = 0; k < n; k++)
		texts[i][k] = text[k];
	return i;
}

static struct value TRACKED *read_list(void);

static struct value TRACKED *
read(void)
{
	const char *begin;
	long number = 0;

	while (*at == ' ')
		at++;
	if (*at == '(') {
		at++;
		return read_list();
	}
	begin = at;
	while (*at != ' ' && *at != '(' && *at != ')' && *at != '\0')
		at++;
	if (*begin < '0' || *begin > '9')
		return new_value(SYMBOL, intern(begin, (size_t)(at - begin)), NULL, NULL);
	for (; begin < at; begin++)
		number = number * 10 + (*begin - '0');
	return new_value(NUMBER, number, NULL, NULL);
}

static struct value TRACKED *
read_list(void)
{
	while (*at == ' ')
		at++;
	if (*at == ')') {
		at++;
		return NULL;
	}
	struct value TRACKED *first = read();
	return new_value(PAIR, 0, first, read_list());
}

static struct value TRACKED *
look_up(long symbol, struct value TRACKED *env)
{
	for (; env != NULL; env = AT(env)->b)
		if (AT(AT(env)->a)->number == symbol)
			return AT(AT(env)->a)->b;
	return globals[symbol];
}

static struct value TRACKED *eval(struct value TRACKED *x, struct value TRACKED *env);

static struct value TRACKED *
first_of(struct value TRACKED *form, struct value TRACKED *env)
{
	return eval(AT(AT(form)->b)->a, env);
}
static struct value TRACKED *
second_of(struct value TRACKED *form, struct value TRACKED *env)
{
	return eval(AT(AT(AT(form)->b)->b)->a, env);
}

/* A form that is no special one and no call. */
static struct value TRACKED *
primitive(struct value TRACKED *form, struct value TRACKED *env)
{
	struct value TRACKED *a = first_of(form, env);

	switch (AT(AT(form)->a)->number) {
	case S_CAR: return AT(a)->a;
	case S_CDR: return AT(a)->b;
	case S_NULL: return a == NULL ? new_value(NUMBER, 1, NULL, NULL) : NULL;
	default: break;
	}
	struct value TRACKED *b = second_of(form, env);
	switch (AT(AT(form)->a)->number) {
	case S_ADD: return new_value(NUMBER, AT(a)->number + AT(b)->number, NULL, NULL);
	case S_SUB: return new_value(NUMBER, AT(a)->number - AT(b)->number, NULL, NULL);
	case S_LESS: return AT(a)->number < AT(b)->number ? new_value(NUMBER, 1, NULL, NULL) : NULL;
	default: return new_value(PAIR, 0, a, b);
	}
}

/* The environment of a call: the closure's with the arguments before it. */
static struct value TRACKED *
bind(struct value TRACKED *closure, struct value TRACKED *arguments, struct value TRACKED *env)
{
	struct value TRACKED *inner = AT(closure)->b;

	for (struct value TRACKED *p = AT(AT(closure)->a)->a; p != NULL; p = AT(p)->b) {
		struct value TRACKED *v = eval(AT(arguments)->a, env);
		inner = new_value(PAIR, 0, new_value(PAIR, AT(AT(p)->a)->number, NULL, v), inner);
		arguments = AT(arguments)->b;
	}
	return inner;
}

static struct value TRACKED *
eval(struct value TRACKED *x, struct value TRACKED *env)
{
	for (;;) {
		if (x == NULL || AT(x)->kind == NUMBER)
			return x;
		if (AT(x)->kind == SYMBOL)
			return look_up(AT(x)->number, env);
		struct value TRACKED *head = AT(x)->a;
		const long symbol = AT(head)->kind == SYMBOL ? AT(head)->number : 0;
		if (symbol == S_QUOTE)
			return AT(AT(x)->b)->a;
		if (symbol == S_LAMBDA)
			return new_value(CLOSURE, 0, new_value(PAIR, 0, AT(AT(x)->b)->a, AT(AT(AT(x)->b)->b)->a), env);
		if (symbol == S_IF) {
			struct value TRACKED *ways = AT(AT(x)->b)->b;
			x = first_of(x, env) != NULL ? AT(ways)->a : AT(AT(ways)->b)->a;
		} else if (symbol == S_DEFINE) {
			struct value TRACKED *v = second_of(x, env);
			globals[AT(AT(AT(x)->b)->a)->number] = v;
			return v;
		} else if (symbol != 0 && symbol < S_USER) {
			return primitive(x, env);
		} else {
			struct value TRACKED *closure = eval(head, env);
			env = bind(closure, AT(x)->b, env);
			x = AT(AT(closure)->a)->b;
		}
	}
}

int
main(void)
{
	struct value TRACKED *last = NULL;
	uint64_t sum = 0;

	HEAP_BEGIN();
	for (long i = 1; i < S_USER; i++)
		for (size_t k = 0; names[i][k] != '\0'; k++)
			texts[i][k] = names[i][k];
	for (int round = 0; round < 7; round++) {
		for (at = program; *at != '\0';)
			last = eval(read(), NULL);
		sum = mix(sum, (uint64_t)AT(last)->number);
	}
	printf("%ld %016llx\n", AT(last)->number, (unsigned long long)sum);
	return 0;
}
