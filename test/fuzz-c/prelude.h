/* SPDX-License-Identifier: MIT */
/* prelude.h -- what all generated programs share: objects that notice when they are lost, and small libraries over
** them.
**
** Each object has a number of its own and a word computed from it.  look() checks the word at each access and mixes the
** number into the program's checksum, so an object that was given back (stress fills it), or taken for another one,
** shows. */
#ifdef FUZZ_PLAIN
#include "plain.h"
#else
#include <lateroot/dialect.h>
/* Does the object have the type?  Without a collector there are no types: then it is as expected. */
#define TYPE_IS(address, type, expected) ((num)(lr_type_of(address) == &(type)))
#endif
#include <alloca.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline, unused))
#define INLINE   inline __attribute__((always_inline, unused))
#define UNUSED   __attribute__((unused))
/* How objects are looked at, the unit says: 0 by calls that do not collect, 1 by calls that may, 2 where LLVM likes in
** line. */
#ifndef LOOK
#define LOOK 0
#endif
#if LOOK == 0
#define LOOKS NEVER_COLLECTS NOINLINE
#elif LOOK == 1
#define LOOKS NOINLINE
#else
#define LOOKS UNUSED
#endif

typedef unsigned long num;
#define IDX(i, n) ((num)(i) % (num)(n))

/* Both kinds of objects begin alike. */
struct box {
	uint32_t canary, id;
	num v;
};
struct node {
	uint32_t canary, id;
	num v;
	struct node TRACKED *a;
	struct node TRACKED *b;
};
typedef struct box TRACKED *box;
typedef struct node TRACKED *node;
TYPE(box_type, struct box);
TYPE(node_type, struct node, FIELD(struct node, a), FIELD(struct node, b));

/* An array of references, */
struct vec {
	long length;
	node e[];
};
typedef struct vec TRACKED *vec;
TYPE_REFS(vec_type, struct vec, e);

/* and one of structs with a number beside the reference. */
struct pair {
	node r;
	num n;
};
struct recs {
	long length;
	struct pair e[];
};
typedef struct recs TRACKED *recs;
#ifdef FUZZ_PLAIN
enum { recs_type };
#else
static const struct lr_type recs_type = {
	"recs", LR_LAYOUT_INLINE, sizeof(long), 0, sizeof(struct pair), 1, 0, 0, 0, NULL, (const uint32_t[]){0}, NULL};
#endif

static num sum;        /* the checksum of the program that runs */
static uint32_t ids;   /* of objects */
static long fuel;      /* what it may still do: a loop or a call costs one */
static int trying;     /* handlers entered */
static const char *running;

#define CANARY(id) ((uint32_t)(id) * 2654435761u ^ 0x5EEDBEEFu)

static NEVER_COLLECTS NOINLINE void
lost(num found)
{
	printf("%s: an object is lost (%lx)\n", running, found);
	fflush(stdout);
	_Exit(3);
}

static LOOKS void
mix(num x)
{
	sum = (sum ^ x) * 0x9E3779B97F4A7C15u;
	sum ^= sum >> 29;
}

/* The value of a node or box, whose identity is mixed in; null is fine. */
static INLINE num
look_at(const struct box DERIVED *p)
{
	if (p->canary != CANARY(p->id))
		lost(p->canary);
	mix(p->id);
	return p->v;
}
static LOOKS num look(node n) { return n == NULL ? 7 : look_at((struct box DERIVED *)AT(n)); }
static LOOKS num lookb(box b) { return b == NULL ? 5 : look_at(AT(b)); }

static NOINLINE box
mkbox(num v)
{
	GC_FUNCTION;
	box b = NEW(struct box, box_type);

	AT(b)->id = ++ids;
	AT(b)->canary = CANARY(ids);
	AT(b)->v = v;
	return b;
}

static NOINLINE node
cons(num v, node a, node b)
{
	GC_FUNCTION;
	node n = NEW(struct node, node_type);

	AT(n)->id = ++ids;
	AT(n)->canary = CANARY(ids);
	AT(n)->v = v;
	AT(n)->a = a;
	AT(n)->b = b;
	return n;
}

static UNUSED node mk(num v) { return cons(v, NULL, NULL); }
static UNUSED node car(node n) { return n == NULL ? NULL : AT(n)->a; }
static UNUSED node cdr(node n) { return n == NULL ? NULL : AT(n)->b; }
static UNUSED node some(node n) { return n == NULL ? mk(1) : n; }

/* Allocates what nobody wants. */
static NOINLINE void
churn(int n)
{
	for (int i = 0; i < n; i++)
		mkbox((num)i);
}

/* Leaves numbers on the stack that are no addresses, where later frames will be. */
static NEVER_COLLECTS NOINLINE void
dirty(void)
{
	volatile num junk[160];

	for (int i = 0; i < 160; i++)
		junk[i] = 0x5a5a5a5a5a5a5a51u + (num)i;
	(void)junk[sum % 160];
}

static NOINLINE vec
mkvec(long n)
{
	GC_FUNCTION;
	vec v = NEW_BYTES(struct vec, vec_type, sizeof(struct vec) + (size_t)n * sizeof(node));

	AT(v)->length = n;
	for (long i = 0; i < n; i++)
		AT(v)->e[i] = NULL;
	return v;
}

static NOINLINE recs
mkrecs(long n)
{
	GC_FUNCTION;
	recs v = NEW_BYTES(struct recs, recs_type, sizeof(struct recs) + (size_t)n * sizeof(struct pair));

	AT(v)->length = n;
	for (long i = 0; i < n; i++) {
		AT(v)->e[i].r = NULL;
		AT(v)->e[i].n = 0;
	}
	return v;
}

/* Lists linked by b, trees by a and b, tables: vectors of lists. */
static UNUSED num
walk(node n, int most)
{
	num s = 0;

	for (; n != NULL && most-- > 0; n = AT(n)->b)
		s = s * 31 + look(n);
	return s;
}

static UNUSED node
reversed(node n, int most)
{
	node r = NULL;

	for (; n != NULL && most-- > 0; n = AT(n)->b)
		r = cons(look(n), AT(n)->a, r);
	return r;
}

static UNUSED node
insert(node t, num v, int most)
{
	if (t == NULL || most == 0)
		return mk(v);
	if (v < AT(t)->v)
		SET(t, a, insert(AT(t)->a, v, most - 1));
	else
		SET(t, b, insert(AT(t)->b, v, most - 1));
	return t;
}

static UNUSED num
depth_first(node t, int most)
{
	num l, r;

	if (t == NULL || most == 0)
		return 0;
	l = depth_first(AT(t)->a, most - 1);
	r = depth_first(AT(t)->b, most - 1);
	return l * 3 + r * 5 + look(t);
}

static UNUSED void
put(vec t, num key, node value)
{
	long i = (long)IDX(key, AT(t)->length);
	node e;

	for (e = AT(t)->e[i]; e != NULL; e = AT(e)->b)
		if (AT(e)->v == key) {
			SET(e, a, value);
			return;
		}
	e = cons(key, value, AT(t)->e[i]);
	SET_SLOT(t, AT(t)->e[i], e);
}

static UNUSED node
get(vec t, num key)
{
	for (node e = AT(t)->e[IDX(key, AT(t)->length)]; e != NULL; e = AT(e)->b)
		if (AT(e)->v == key)
			return AT(e)->a;
	return NULL;
}
