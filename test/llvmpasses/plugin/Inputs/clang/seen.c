/* Mistakes that are seen without running the program; and what looks like them and is right. */
#include <lateroot/dialect.h>

struct box {
	long v;
};
TYPE(box_type, struct box);
typedef struct box TRACKED *box;

struct pair {
	ref a, b;
};
TYPE(pair_type, struct pair, FIELD(struct pair, a), FIELD(struct pair, b));
typedef struct pair TRACKED *pair;

box make(long);
NEVER_COLLECTS box look(long);

#ifdef WRONG
void
stores(pair p)
{
	AT(p)->a = make(1);
	box b = make(2);
	AT(p)->b = b;
}

void
copies(pair p, pair q)
{
	make(1);
	COPY(AT(p), AT(q), sizeof(struct pair));
}

long
uses_address(void)
{
	struct box *p = ADDRESS(make(42));
	make(1);
	return p->v;
}

void *
assembles(box b)
{
	void *out;
	__asm__ volatile("mov %1, %0" : "=r"(out) : "r"(b));
	return out;
}

ref
tagged(long n)
{
	return (ref)(void *)(uintptr_t)(n << 1 | 1);
}

void
tags(pair p)
{
	SET(p, a, (ref)(void *)(uintptr_t)17);
}

long
returns(long n)
{
	GC_FUNCTION;
	struct lr_handler h;

	lr_enter_handler(gcstack, &h);
	if (save_context(&h, 0) == 0) {
		if (n)
			return AT(make(n))->v;
		lr_pop_handler_noexcept(gcstack, 1);
	} else {
		lr_pop_handler(gcstack, 1);
		return -1;
	}
	return 0;
}

struct two {
	long n;
	box a, b;
};
struct holder {
	long k;
	struct two two, more[3];
};
typedef struct holder TRACKED *holder;
struct two make_two(void);

void
stores_structs(holder h, holder other, long i)
{
	struct two t = { 3, make(1), make(2) };
	AT(h)->two = t;
	AT(h)->more[i] = make_two();
	AT(other)->two = AT(h)->two;
}

void
stores_whole(holder h)
{
	struct holder new = { .two = { 1, make(1), make(2) } };
	*AT(h) = new;
}
#else
struct numbers {
	long n[6];
};
struct two {
	long n;
	box a, b;
};
struct holder {
	long k;
	struct two two, more[3];
	struct numbers numbers;
};
TYPE(holder_type, struct holder, FIELD(struct holder, two.a), FIELD(struct holder, two.b));
typedef struct holder TRACKED *holder;
struct two make_two(void);

holder
stores_structs(holder h, struct two given, long i)
{
	GC_FUNCTION;
	struct numbers numbers = { { 1 } };
	AT(h)->two = given; /* fresh, for all that one can see here */
	struct two t = { 3, make(1), make(2) };
	SET_STRUCT(h, two, t);
	SET_STRUCT_SLOT(h, AT(h)->more[i], make_two());
	make(3);
	AT(h)->numbers = numbers;
	holder new = NEW_ZEROED(struct holder, holder_type);
	AT(new)->two = t;
	return new;
}

pair
stores(pair p)
{
	GC_FUNCTION;
	SET(p, a, (ref)make(1));
	AT(p)->b = look(1);
	box b = make(2);
	pair n = NEW(struct pair, pair_type);
	AT(n)->a = b;
	AT(n)->b = p;
	return n;
}

pair
copies(pair q)
{
	GC_FUNCTION;
	pair p = NEW(struct pair, pair_type);
	COPY(AT(p), AT(q), sizeof(struct pair));
	make(1);
	julia_write_barrier((ref)q, AT(p)->a, AT(p)->b);
	MOVE(AT(q), AT(p), sizeof(struct pair));
	return p;
}

long
uses_address(void)
{
	box b = make(42);
	preserved t = PRESERVE((ref)b);
	struct box *p = ADDRESS(b);
	make(1);
	long v = p->v;
	UNPRESERVE(t);
	return v;
}

void
assembles(box b)
{
	__asm__ volatile("" : : "r"(b));
}

static char block[16];

ref
outside(void)
{
	return (ref)(void *)block;
}

long
returns(long n)
{
	GC_FUNCTION;
	struct lr_handler h;
	volatile long result = 0;

	for (int i = 0; i < 3; i++) {
		lr_enter_handler(gcstack, &h);
		if (save_context(&h, 0) == 0) {
			if (n) {
				result = AT(make(n))->v;
				lr_pop_handler_noexcept(gcstack, 1);
				return result;
			}
			lr_pop_handler_noexcept(gcstack, 1);
		} else
			lr_pop_handler(gcstack, 1);
	}
	return result;
}
#endif
