/* References in memory of malloc: one that is said to the collector, and one that is not. */
#include <stdlib.h>
#include <sys/mman.h>
#include <lateroot/dialect.h>

struct box { long v; };
typedef struct box TRACKED *box;
struct value { long n; box r; };

box *known(box b);
struct value *unknown(struct value v);
struct value *mapped(box b);
struct value *by_variable(box b);
struct holder;
void by_member(struct holder *h, box b);

box *
known(box b)
{
	box *p = malloc(sizeof *p);
	lr_gc_add_root((void **)p);
	*p = b;
	return p;
}

struct value *
unknown(struct value v)
{
	struct value *p = calloc(2, sizeof *p);
	p[1] = v;
	return p;
}

struct value *
mapped(box b)
{
	struct value *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	p->r = b;
	return p;
}

struct value *
by_variable(box b)
{
	struct value *p;
	if (posix_memalign((void **)&p, 64, sizeof *p) != 0)
		return NULL;
	p->r = b;
	return p;
}

struct holder { long n; struct value *values; };

void
by_member(struct holder *h, box b)
{
	if (posix_memalign((void **)&h->values, 64, sizeof *h->values) != 0)
		return;
	h->values[0].n = 1;
	h->values[0].r = b;
}
