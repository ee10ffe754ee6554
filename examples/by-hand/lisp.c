/* SPDX-License-Identifier: MIT */
/* lisp.c -- a small interpreter that roots its references by hand: lists, strings, symbols, hash tables, closures.
**
** It shows how a runtime in C is written with <lateroot/roots.h>, and it is the sample of the check: ctest
** check-faults/by-hand compiles it with -DFAULT=n for each fault that is marked below, and looks whether the errors are
** at the lines that end in the comment "!n".
**
**   cc -Iinclude examples/by-hand/lisp.c -llateroot-rt && LATEROOT_GC_STRESS=1 ./a.out
**   clang-22 -g -c -DLATEROOT_CHECK_ROOTS -fpass-plugin=.../lateroot-opt.so -Iinclude examples/by-hand/lisp.c */
#include <lateroot/roots.h>

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FAULT
#define FAULT 0
#endif

/* ---- objects ---- */

enum kind { NUMBER, TEXT, SYMBOL, PAIR, FUNCTION, NATIVE, TABLE };

struct object { long kind; };
typedef struct object GC_REF *value;

struct number { long kind, n; };
struct text { long kind; size_t length; unsigned long hash; char bytes[]; }; /* and symbols */
struct pair { long kind; value first, rest; };
struct function { long kind; value parameters, body, scope; };
struct native { long kind; value (*call)(value arguments); };
struct slots { uintptr_t n; value at[]; };
typedef struct slots GC_REF *slots;
struct table { long kind, used; slots keys, values; };

GC_TYPE_BYTES(number_type, struct number);
GC_TYPE_BYTES(text_type, struct text);
GC_TYPE_BYTES(native_type, struct native);
GC_TYPE(pair_type, struct pair, GC_FIELD(struct pair, first), GC_FIELD(struct pair, rest));
GC_TYPE(function_type, struct function, GC_FIELD(struct function, parameters), GC_FIELD(struct function, body),
	GC_FIELD(struct function, scope));
GC_TYPE(table_type, struct table, GC_FIELD(struct table, keys), GC_FIELD(struct table, values));
GC_TYPE_REFS(slots_type, struct slots, at);

typedef struct pair GC_REF *pair;
typedef struct table GC_REF *table;
typedef struct text GC_REF *text;

/* Roots of the program: symbols by their text, global variables, and the symbols of the special forms. */
GC_PERMANENT static value symbols, globals, sym_quote, sym_if, sym_define, sym_lambda, sym_while, sym_set;

GC_NEVER_COLLECTS static void
fail(const char *what)
{
	fprintf(stderr, "lisp: %s\n", what);
	abort();
}

static value
number(long n)
{
	struct number GC_REF *o = GC_NEW(struct number, number_type);

	o->kind = NUMBER;
	o->n = n;
	return (value)o;
}

static long
number_of(value v)
{
	if (v == NULL || v->kind != NUMBER)
		abort();
	return ((struct number GC_REF *)v)->n;
}

/* The caller roots what it passes, so that nothing needs a frame here. */
static value
cons(value first, value rest)
{
	pair p = GC_NEW(struct pair, pair_type);

	p->kind = PAIR;
	p->first = first; /* a fresh object needs no barrier */
	p->rest = rest;
	return (value)p;
}

GC_PART static value
first(value list)
{
	return list == NULL ? NULL : ((pair)list)->first;
}

GC_PART static value
rest(value list)
{
	return list == NULL ? NULL : ((pair)list)->rest;
}

/* ---- strings ---- */

static unsigned long
hash_bytes(const char *s, size_t n)
{
	unsigned long h = 5381;

	for (size_t i = 0; i < n; i++)
		h = h * 33 + (unsigned char)s[i];
	return h;
}

static value
new_text(enum kind kind, const char *s, size_t n)
{
	text t = GC_NEW_BYTES(struct text, text_type, sizeof(struct text) + n + 1);

	t->kind = kind;
	t->length = n;
	t->hash = hash_bytes(s, n);
	memcpy(GC_ADDRESS(t->bytes), s, n);
	return (value)t;
}

static value
append_text(value a, value b)
{
	const size_t n = ((text)a)->length, m = ((text)b)->length;
	text t = GC_NEW_BYTES(struct text, text_type, sizeof(struct text) + n + m + 1);

	t->kind = TEXT;
	t->length = n + m;
	memcpy(GC_ADDRESS(t->bytes), GC_ADDRESS(((text)a)->bytes), n);
	memcpy(GC_ADDRESS(t->bytes + n), GC_ADDRESS(((text)b)->bytes), m);
	t->hash = hash_bytes(GC_ADDRESS(t->bytes), n + m);
	return (value)t;
}

static int
same_text(value v, const char *s, size_t n)
{
	text t = (text)v;

	return t->length == n && memcmp(GC_ADDRESS(t->bytes), s, n) == 0;
}

/* ---- hash tables ---- */

static slots
new_slots(uintptr_t n)
{
	slots s = GC_NEW_BYTES(struct slots, slots_type,
		sizeof(struct slots) + n * sizeof(value));

	s->n = n;
	return s;
}

static value
new_table(void)
{
	table t = NULL;

#if FAULT == 1 /* a fresh object is held while its parts are made */
	t = GC_NEW(struct table, table_type);
	t->kind = TABLE;
	GC_STORE(t, keys, new_slots(8)); /*!1*/
	GC_STORE(t, values, new_slots(8)); /*!1*/
	return (value)t;
#else
	GC_PUSH(t);
	t = GC_NEW(struct table, table_type);
	t->kind = TABLE;
	slots s = new_slots(8);
	GC_STORE(t, keys, s);
	s = new_slots(8);
	GC_STORE(t, values, s);
	GC_POP();
	return (value)t;
#endif
}

static unsigned long
hash_of(value key)
{
	return key->kind == NUMBER ? (unsigned long)number_of(key) * 2654435761u
		: key->kind == TEXT ? ((text)key)->hash
		: ((text)key)->hash ^ 1;
}

static int
same_key(value a, value b)
{
	if (a == b)
		return 1;
	if (a->kind != b->kind)
		return 0;
	return a->kind == NUMBER ? number_of(a) == number_of(b)
		: a->kind == TEXT ? same_text(a, GC_ADDRESS(((text)b)->bytes), ((text)b)->length)
		: 0;
}

/* The place of a key, or a free one. */
static uintptr_t
find_slot(slots keys, value key)
{
	uintptr_t i = hash_of(key) & (keys->n - 1);

	while (keys->at[i] != NULL && !same_key(keys->at[i], key))
		i = (i + 1) & (keys->n - 1);
	return i;
}

static void
grow(table t)
{
	slots keys = NULL, values = NULL;

#if FAULT == 2 /* a variable is left out */
	GC_PUSH(values);
#elif FAULT == 3 /* pushed too late */
	keys = new_slots(2 * t->keys->n);
	values = new_slots(2 * t->keys->n); /*!3*/
	GC_PUSH(keys, values);
#else
	GC_PUSH(keys, values);
#endif
#if FAULT != 3
	keys = new_slots(2 * t->keys->n);
	values = new_slots(2 * t->keys->n); /*!2*/
#endif
	for (uintptr_t i = 0; i < t->keys->n; i++) {
		if (t->keys->at[i] == NULL)
			continue;
		uintptr_t to = find_slot(keys, t->keys->at[i]);
		GC_STORE_AT(keys, keys->at[to], t->keys->at[i]);
		GC_STORE_AT(values, values->at[to], t->values->at[i]);
	}
	GC_STORE(t, keys, keys);
	GC_STORE(t, values, values);
#if FAULT != 4 /* not popped */
	GC_POP();
#endif
} /*!4*/

static void
put(table t, value key, value v)
{
	if (2 * (t->used + 1) > (long)t->keys->n)
		grow(t);
	slots keys = t->keys, values = t->values;
	uintptr_t i = find_slot(keys, key);
#if FAULT == 5 /* read before a call that may collect: the table may have other slots afterwards */
	grow(t); /*!5*/
#endif
	if (keys->at[i] == NULL)
		t->used++;
	GC_STORE_AT(keys, keys->at[i], key);
	GC_STORE_AT(values, values->at[i], v);
}

static value
get(table t, value key)
{
	return t->values->at[find_slot(t->keys, key)];
}

/* ---- symbols ---- */

static value
symbol(const char *s, size_t n)
{
	table t = (table)symbols;
	unsigned long h = hash_bytes(s, n) ^ 1;
	value v = NULL;

	for (uintptr_t i = h & (t->keys->n - 1); t->keys->at[i] != NULL; i = (i + 1) & (t->keys->n - 1))
		if (same_text(t->keys->at[i], s, n))
			return t->keys->at[i];
#if FAULT == 6 /* the count is too small: only the first of two is shown */
	void *frame[] __attribute__((aligned(LR_FRAME_ALIGN_BYTES))) = { NULL, NULL, &t, &v };
	lr_gc_push_indirect(frame, 1);
#else
	GC_PUSH(t, v);
#endif
	v = new_text(SYMBOL, s, n);
	put(t, v, v); /*!6*/
#if FAULT == 6
	lr_gc_pop((struct lr_frame *)(void *)frame);
#else
	GC_POP();
#endif
	return v;
}

/* ---- the reader ---- */

struct reader { const char *at; };

static void
skip(struct reader *r)
{
	while (isspace((unsigned char)*r->at))
		r->at++;
}

static value read_value(struct reader *);

static value
read_list(struct reader *r)
{
	value head = NULL, last = NULL, v = NULL;

	skip(r);
	if (*r->at == ')') {
		r->at++;
		return NULL;
	}
#if FAULT == 7 /* the new element is in no variable that is rooted */
	GC_PUSH(head, last);
#elif FAULT == 8 /* the list itself */
	GC_PUSH(last, v);
#elif FAULT == 9 /* an address is missing in the frame */
	void *lr_gc_frame_[5] __attribute__((aligned(LR_FRAME_ALIGN_BYTES)));
	lr_gc_frame_[2] = &head;
	lr_gc_frame_[3] = &v;
	lr_gc_push_indirect(lr_gc_frame_, 3); /*!9*/
#else
	GC_PUSH(head, last, v);
#endif
	for (skip(r); *r->at != '\0' && *r->at != ')'; skip(r)) {
		v = read_value(r); /*!8*/
#if FAULT == 7
		v = cons(v, cons(NULL, NULL)); /*!7*/
#else
		v = cons(v, NULL); /*!8*/
#endif
		if (head == NULL)
			head = v;
		else
			GC_STORE((pair)last, rest, v);
		last = v;
#if FAULT == 10 /* popped on one way out of two */
		if (r->at[0] == '.') {
			r->at++;
			return head; /*!10*/
		}
#endif
	}
	if (*r->at == ')')
		r->at++;
	GC_POP();
	return head;
}

static value
read_value(struct reader *r)
{
	skip(r);
	if (*r->at == '(') {
		r->at++;
		return read_list(r);
	}
	if (*r->at == '\'') {
		value v = NULL;
		GC_PUSH(v);
		r->at++;
		v = read_value(r);
#if FAULT == 11 /* popped too early */
		GC_POP();
		v = cons(v, NULL); /*!11*/
		return cons(sym_quote, v); /*!11*/
#else
		v = cons(v, NULL);
		v = cons(sym_quote, v);
		GC_POP();
		return v;
#endif
	}
	const char *start = r->at;
	if (*r->at == '"') {
		while (*++r->at != '"' && *r->at != '\0')
			;
		value v = new_text(TEXT, start + 1, (size_t)(r->at - start - 1));
		r->at += *r->at == '"';
		return v;
	}
	while (*r->at != '\0' && !isspace((unsigned char)*r->at) && *r->at != '(' && *r->at != ')')
		r->at++;
	char *end;
	const long n = strtol(start, &end, 10);
	return end == r->at ? number(n) : symbol(start, (size_t)(r->at - start));
}

/* ---- the evaluator: a scope is a list of tables, the innermost first ---- */

/* A scope has a list of one element for each variable. */
static void
define(value scope, value name, value v)
{
	GC_PUSH(v);
	v = cons(v, NULL);
	put((table)first(scope), name, v);
	GC_POP();
}

static value
look_up(value scope, value name)
{
	for (; scope != NULL; scope = rest(scope)) {
		value cell = get((table)first(scope), name);
		if (cell != NULL)
			return first(cell);
	}
	fail("a variable has no value");
	return NULL;
}

static void
assign(value scope, value name, value v)
{
	for (; scope != NULL; scope = rest(scope)) {
		value cell = get((table)first(scope), name);
		if (cell == NULL)
			continue;
		GC_STORE((pair)cell, first, v);
		return;
	}
	fail("a variable that has no value is set");
}

static value eval(value x, value scope);

static value
eval_list(value list, value scope)
{
	value head = NULL, last = NULL, v = NULL;

#if FAULT == 12 /* parameters are variables: one that is assigned is no longer what the caller roots */
	GC_PUSH(head, last, v);
	list = cons(first(list), rest(list));
#else
	GC_PUSH(head, last, v, list);
#endif
	for (; list != NULL; list = rest(list)) {
		v = eval(first(list), scope); /*!12*/
		v = cons(v, NULL); /*!12*/
		if (head == NULL)
			head = v;
		else
			GC_STORE((pair)last, rest, v);
		last = v;
	}
#if FAULT == 13 /* popped twice */
	GC_POP();
	GC_POP(); /*!13*/
#else
	GC_POP();
#endif
	return head;
}

GC_PART static value scope_of(value f) { return ((struct function GC_REF *)f)->scope; }
GC_PART static value parameters_of(value f) { return ((struct function GC_REF *)f)->parameters; }
GC_PART static value body_of(value f) { return ((struct function GC_REF *)f)->body; }

static value
apply(value f, value arguments)
{
	value scope = NULL, name = NULL;

	if (f == NULL || (f->kind != NATIVE && f->kind != FUNCTION))
		fail("what is called is no function");
	if (f->kind == NATIVE)
		return ((struct native GC_REF *)f)->call(arguments);
#if FAULT == 14 /* a variable is pushed before it has a value */
	value result;
	GC_PUSH(scope, name, arguments, result); /*!14*/
#elif FAULT == 15 /* the wrong variable */
	value result = NULL;
	GC_PUSH(arguments, name, f, result);
#else
	value result = NULL;
	GC_PUSH(scope, name, arguments, result);
#endif
	scope = new_table();
	scope = cons(scope, scope_of(f)); /*!15*/
	for (name = parameters_of(f); name != NULL; name = rest(name)) {
		define(scope, first(name), first(arguments)); /*!15*/
		arguments = rest(arguments);
	}
	for (value body = body_of(f); body != NULL; body = rest(body)) {
		GC_PUSH(body);
#if FAULT == 16 /* a frame of the loop is left linked */
		result = eval(first(body), scope);
		if (result == NULL) /*!16*/
			continue;
		GC_POP();
#elif FAULT == 17 /* the outer frame is popped, the inner one not */
		result = eval(first(body), scope);
		if (rest(body) == NULL) /*!17*/
			break;
		GC_POP();
#else
		result = eval(first(body), scope); /*!15*/
		GC_POP();
#endif
	}
	GC_POP();
	return result;
}

static value
function(value parameters, value body, value scope)
{
	struct function GC_REF *f = GC_NEW(struct function, function_type);

	f->kind = FUNCTION;
	f->parameters = parameters;
	f->body = body;
	f->scope = scope;
	return (value)f;
}

/* A list whose first element is a symbol of a special form, or a call. */
static value
eval_list_form(value x, value scope)
{
	value head = first(x), v = NULL, w = NULL;

	if (head == sym_quote)
		return first(rest(x));
	if (head == sym_lambda)
		return function(first(rest(x)), rest(rest(x)), scope);
	if (head == sym_if) {
		v = eval(first(rest(x)), scope);
		v = v != NULL ? first(rest(rest(x))) : first(rest(rest(rest(x))));
		return eval(v, scope); /* a part of x */
	}
	GC_PUSH(v, w);
	if (head == sym_define || head == sym_set) {
		v = eval(first(rest(rest(x))), scope);
		if (head == sym_set)
			assign(scope, first(rest(x)), v);
		else
			define(scope, first(rest(x)), v);
	} else if (head == sym_while) {
#if FAULT == 19 /* a reference is kept in memory that nobody looks at */
		value before[2] = { NULL, NULL };
		while (eval(first(rest(x)), scope) != NULL) { /*!19*/
			before[1] = before[0];
			before[0] = eval(first(rest(rest(x))), scope); /*!19*/
		}
		v = before[before[0] == NULL];
#else
		while (eval(first(rest(x)), scope) != NULL)
			v = eval(first(rest(rest(x))), scope);
#endif
	} else {
#if FAULT == 18 /* an argument is made while another one is in no variable */
		v = cons(eval(head, scope), eval_list(rest(x), scope)); /*!18*/
		w = rest(v);
		v = first(v);
#else
		v = eval(head, scope);
		w = eval_list(rest(x), scope);
#endif
#if FAULT == 20 /* cleared too early */
		value f = v;
		v = NULL;
		v = apply(f, w); /*!20*/
#else
		v = apply(v, w);
#endif
	}
	GC_POP();
	return v;
}

static value
eval(value x, value scope)
{
	if (x == NULL || x->kind == NUMBER || x->kind == TEXT)
		return x;
	return x->kind == SYMBOL ? look_up(scope, x) : eval_list_form(x, scope);
}

/* ---- functions of the language ---- */

static value
native_plus(value a)
{
	long sum = 0;

	for (; a != NULL; a = rest(a))
		sum += number_of(first(a));
	return number(sum);
}

static value native_minus(value a) { return number(number_of(first(a)) - number_of(first(rest(a)))); }
static value native_times(value a) { return number(number_of(first(a)) * number_of(first(rest(a)))); }
static value native_cons(value a) { return cons(first(a), first(rest(a))); }
static value native_first(value a) { return first(first(a)); }
static value native_rest(value a) { return rest(first(a)); }
static value native_list(value a) { return a; }
static value native_text(value a) { return append_text(first(a), first(rest(a))); }
static value native_table(value a) { (void)a; return new_table(); }

static value
native_less(value a)
{
	return number_of(first(a)) < number_of(first(rest(a))) ? first(a) : NULL;
}

static value
native_put(value a)
{
	put((table)first(a), first(rest(a)), first(rest(rest(a))));
	return first(a);
}

static value
native_get(value a)
{
	return get((table)first(a), first(rest(a)));
}

/* The list backwards. */
static value
native_reverse(value a)
{
	value list = first(a), out = NULL;

#if FAULT == 21 /* the head of the chain is lost: the frame takes the place of those of all callers */
	void *frame[] __attribute__((aligned(LR_FRAME_ALIGN_BYTES))) = { NULL, NULL, &list, &out };
	struct lr_frame *f = (struct lr_frame *)(void *)frame;
	f->nroots = 2 << LR_FRAME_NROOTS_SHIFT | LR_FRAME_INDIRECT;
	*(struct lr_frame **)(void *)lr_get_pgcstack() = f; /*!21*/
#else
	GC_PUSH(list, out);
#endif
#if FAULT == 22 /* the count is larger than the frame */
	void *frame[] __attribute__((aligned(LR_FRAME_ALIGN_BYTES))) = { NULL, NULL, &out };
	lr_gc_push_indirect(frame, 2); /*!22*/
#endif
	for (; list != NULL; list = rest(list))
		out = cons(first(list), out);
#if FAULT == 22
	lr_gc_pop((struct lr_frame *)(void *)frame);
#endif
#if FAULT == 21
	lr_gc_pop(f);
#else
	GC_POP();
#endif
	return out;
}

/* The length of a text, twice: an address is used over an allocation. */
static value
native_length(value a)
{
#if FAULT == 23 /* an address into an object, which nothing roots */
	value t = append_text(first(a), first(a));
	const char *bytes = GC_ADDRESS(((text)t)->bytes);
	value n = number(0); /*!23*/
	((struct number GC_REF *)n)->n = (long)strlen(bytes) / 2;
	return n;
#else
	return number((long)((text)first(a))->length);
#endif
}

/* The first and the last element, as a pair. */
static value
native_ends(value a)
{
	value list = first(a), v = NULL, ends[2] = { NULL, NULL };

#if FAULT == 24 /* an element of an array that is not rooted */
	GC_PUSH(v);
#else
	LR_GC_PUSH(&v);
#endif
	v = cons(first(list), NULL);
#if FAULT == 24
	ends[0] = cons(v, NULL);
	v = NULL;
	v = cons(NULL, NULL); /*!24*/
	v = cons(first(ends[0]), v); /*!24*/
#endif
	while (rest(list) != NULL)
		list = rest(list);
	ends[1] = first(list);
	v = cons(first(v), ends[1]);
	GC_POP();
	return v;
}

/* ---- printing and the program ---- */

#if FAULT == 26 /* it is said to collect never, but it does */
GC_NEVER_COLLECTS
#endif
static void
print_empty(void)
{
	value v = new_text(TEXT, "()", 2); /*!26*/

	printf("%s", (char *)GC_ADDRESS(((text)v)->bytes));
}

static void
print_value(value v)
{
	if (v == NULL || v->kind != PAIR) {
		if (v == NULL)
			print_empty();
		else if (v->kind == NUMBER)
			printf("%ld", number_of(v));
		else if (v->kind == TEXT || v->kind == SYMBOL)
			printf("%s", (char *)GC_ADDRESS(((text)v)->bytes));
		else
			printf("#<%ld>", v->kind);
		return;
	}
	printf("(");
	for (; v != NULL; v = rest(v)) {
		value part = v->kind == PAIR ? first(v) : v;
		GC_PUSH(v, part);
		print_value(part);
		printf("%s", v->kind == PAIR && rest(v) != NULL ? " " : "");
		GC_POP();
		if (v->kind != PAIR)
			break;
	}
	printf(")");
}

static void
define_native(const char *name, value (*call)(value))
{
	value s = symbol(name, strlen(name));
	struct native GC_REF *f = NULL;

#if FAULT != 25 /* no frame at all */
	GC_PUSH(s, f);
#endif
	f = GC_NEW(struct native, native_type); /*!25*/
	f->kind = NATIVE;
	f->call = call;
	define(globals, s, (value)f); /*!25*/
#if FAULT != 25
	GC_POP();
#endif
}

static const char program[] =
	"(define fib (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))"
	"(fib 11)"
	"(define map (lambda (f l) (if l (cons (f (first l)) (map f (rest l))) '())))"
	"(map (lambda (x) (* x x)) '(1 2 3 4 5 6 7 8 9 10))"
	"(define squares (table))"
	"(define i 0)"
	"(while (< i 40) (set i (+ (first (list (get (put squares i (* i i)) i) )) (- (+ i 1) (get squares i)))))"
	"(list (get squares 7) (get squares 39))"
	"(define repeat (lambda (s n) (if (< 0 n) (text s (repeat s (- n 1))) \"\")))"
	"(repeat \"ab\" 12)"
	"(length (repeat \"xyz\" 9))"
	"(reverse '(1 2 (3 4) 5))"
	"(ends '(1 2 3 4))"
	"(define counter (lambda (n) (lambda () (set n (+ n 1)))))"
	"(define c (counter 10))"
	"(c) (c)"
	"(put squares \"name\" 'value)"
	"(get squares \"name\")";

int
main(void)
{
	static value *const roots[] = { &symbols, &globals, &sym_quote, &sym_if, &sym_define, &sym_lambda, &sym_while,
		&sym_set };
	static const char *const forms[] = { "quote", "if", "define", "lambda", "while", "set" };
	static const struct { const char *name; value (*call)(value); } natives[] = {
		{ "+", native_plus }, { "-", native_minus }, { "*", native_times }, { "<", native_less },
		{ "cons", native_cons }, { "first", native_first }, { "rest", native_rest }, { "list", native_list },
		{ "text", native_text }, { "table", native_table }, { "put", native_put }, { "get", native_get },
		{ "reverse", native_reverse }, { "length", native_length }, { "ends", native_ends } };
	struct reader r = { program };
	value v = NULL;

	for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
		lr_gc_add_root((void **)(void *)roots[i]);
	symbols = new_table();
	GC_PUSH(v);
	v = new_table();
	globals = cons(v, NULL);
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		*roots[i + 2] = symbol(forms[i], strlen(forms[i]));
	for (size_t i = 0; i < sizeof natives / sizeof *natives; i++)
		define_native(natives[i].name, natives[i].call);
	for (skip(&r); *r.at != '\0'; skip(&r)) {
		v = read_value(&r);
		v = eval(v, globals);
		print_value(v);
		printf("\n");
	}
	GC_POP();
	return 0;
}
