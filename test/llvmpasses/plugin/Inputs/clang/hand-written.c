/* Variables that callees write by their addresses, and addresses of objects that callees use: mistakes at their lines,
** and what is right. */
#include <lateroot/roots.h>

struct node { struct node GC_REF *next; long value; };
typedef struct node GC_REF *node;
struct two { long n; node a, b; };
struct way { node *slot; };
struct large { node a; long more[9]; };

node make(node);
int out(node *);
void fill(struct two *);
void fill_all(node *, int);
void look(const void *);
void work(struct way *);
void use_bytes(void *);
node *find(struct two *);
struct large make_large(void);

/* ---- right ---- */

long
right_at_once(node p, node q)
{
	struct two t = { 0, p, q };
	fill(&t);
	return t.a->value + t.b->value;
}

long
right_root(void)
{
	node v = NULL;
	GC_PUSH(v);
	long n = out(&v);
	make(NULL);
	n += v->value;
	GC_POP();
	return n;
}

long
right_move(int n)
{
	node v, w = NULL;
	GC_PUSH(w);
	for (int i = 0; i < n; i++) {
		out(&v);
		w = v;
		make(NULL);
	}
	GC_POP();
	return w->value;
}

void
right_arguments(node p, node q, int n)
{
	while (n--) {
		node all[2] = { p, q };
		fill_all(all, 2);
	}
}

void
right_address(node p)
{
	node v = make(p);
	GC_PUSH(v);
	use_bytes(GC_ADDRESS(v));
	use_bytes(GC_ADDRESS(p));
	GC_POP();
}

/* ---- wrong ---- */

long
out_parameter(void)
{
	node v = NULL;
	if (out(&v)) {
		make(NULL); /* expected-error {{'v' is kept in memory that is no root over the call of make()}} */
		return v->value;
	}
	return 0;
}

long
parameter(node p)
{
	out(&p);
	make(NULL); /* expected-error {{'p' is kept in memory that is no root over the call of make()}} */
	return p->value;
}

long
structure(void)
{
	struct two t = { 0, NULL, NULL };
	fill(&t);
	make(NULL); /* expected-error {{'t' is kept in memory that is no root over the call of make()}} */
	return t.b->value;
}

long
array(void)
{
	node all[3];
	fill_all(all, 3);
	make(NULL); /* expected-error {{'all' is kept in memory that is no root over the call of make()}} */
	return all[0]->value;
}

long
by_way_of_memory(void)
{
	node v = NULL;
	struct way w = { &v };
	work(&w);
	make(NULL); /* expected-error {{'v' is kept in memory that is no root over the call of make()}} */
	return v->value;
}

long
through_result(void)
{
	struct two t = { 0, NULL, NULL };
	node *at = find(&t);
	make(NULL); /* expected-error {{'t' is kept in memory that is no root over the call of make()}} */
	return (*at)->value;
}

long
copied(void *p)
{
	struct large l;
	look(&l);
	l = *(struct large *)p;
	make(NULL); /* expected-error {{'l' is kept in memory that is no root over the call of make()}} */
	return l.a->value;
}

long
returned(void)
{
	struct large l = make_large(); /* expected-error {{'l' may get a reference in the call of make_large() that is read later, and nothing roots it}} */
	make(NULL); /* expected-error {{'l' is kept in memory that is no root over the call of make()}} */
	return l.a->value;
}

long
no_type(void)
{
	char bytes[16];
	use_bytes(bytes);
	return find((struct two *)bytes)[1]->value; /* expected-error {{not proved: a callee may write references into a variable whose type has none}} */
}

long
computed_size(int n)
{
	node all[n];
	fill_all(all, n); /* expected-error {{not proved: a callee may write references into a large variable}} */
	return all[0]->value;
}

void
address_of_unrooted(void)
{
	use_bytes(GC_ADDRESS(make(NULL))); /* expected-error {{the result of make() is held over the call of use_bytes() and is not rooted}} */
}

/* A body in sight counts more than the name, of which clang knows that it only reads. */
int
strcasecmp(const char *a, const char *b)
{
	return make(NULL) != NULL && a == b;
}

long
named_like_library(const char *s)
{
	node v = make(NULL);
	int n = strcasecmp(s, s); /* expected-error {{'v' is held over the call of strcasecmp() and is not rooted}} */
	return v->value + n;
}
