/* Mistakes in code that roots by hand, at their lines; and what looks like one, and is none. */
#include <lateroot/roots.h>
#include <setjmp.h>

struct node { struct node GC_REF *next; long value; };
typedef struct node GC_REF *node;

node make(node);
void use(node);
void fill(node *);
void look(void *);
node any(void);
extern node (*pointer)(node);
GC_NEVER_COLLECTS long peek(node);
GC_ROOTS_ARGUMENTS void keeps(node);
GC_PART node next(node);
GC_PERMANENT node symbol;
struct two { node a, b; };

/* ---- right ---- */

node
right(node list, int n)
{
	node x = NULL;
	GC_PUSH(list, x);
	for (int i = 0; i < n; i++) {
		x = make(list);
		if (peek(x) == 3) {
			GC_POP();
			return x;
		}
		{
			node y = make(x);
			GC_PUSH(y);
			list = make(y);
			use(y);
			GC_POP();
		}
		keeps(make(x));
		fill(&x);
		use(next(x));
		use(symbol);
	}
	GC_POP();
	return x;
}

/* The head of the chain may be saved, and taken back. */
void
saved(void)
{
	node x = NULL;
	void *before = *lr_get_pgcstack();
	GC_PUSH(x);
	x = make(NULL);
	use(x);
	*lr_get_pgcstack() = before;
}

/* As other runtimes pop: the head becomes its prev. */
void
popped_by_head(void)
{
	node x = NULL;
	GC_PUSH(x);
	x = make(NULL);
	use(x);
	*lr_get_pgcstack() = ((struct lr_frame *)*lr_get_pgcstack())->prev;
}

GC_ROOTS_ARGUMENTS void
roots_argument(node a)
{
	GC_PUSH(a);
	make(NULL);
	use(a);
	GC_POP();
}

/* ---- wrong ---- */

node
not_rooted(node list)
{
	node x = make(list);
	make(list); /* expected-error {{'x' is held over the call of make() and is not rooted}} */
	return x;
}

void
nested_call(void)
{
	use(make(NULL)); /* expected-error {{the result of make() is held over the call of use() and is not rooted}} */
}

node
over_pointer(node list)
{
	node x = make(list);
	pointer(list); /* expected-error {{'x' is held over the call of a function and is not rooted}} */
	return x;
}

GC_ROOTS_ARGUMENTS void
roots_no_argument(node a)
{
	make(NULL); /* expected-error {{'a' is held over the call of make() and is not rooted}} */
	peek(a);
}

void
uninitialised(void)
{
	node x;
	GC_PUSH(x); /* expected-error {{'x' is rooted here and may have no value yet}} */
	x = make(NULL);
	GC_POP();
}

long
address(void)
{
	node x = make(NULL);
	long *p = &((struct node *)GC_ADDRESS(x))->value;
	make(NULL); /* expected-error {{'x' is held over the call of make() and is not rooted}} */
	return *p;
}

void
from_plain(void)
{
	node x = (node)lr_gc_alloc(16, NULL);
	make(NULL); /* expected-error {{'x' is held over the call of make() and is not rooted}} */
	peek(x);
}

GC_NEVER_COLLECTS void
says_never(node a)
{
	make(a); /* expected-error {{this call may collect, but the function was inferred to be a GC leaf}} */
}

node
changed_by_callee(void)
{
	node x = NULL, y;
	GC_PUSH(x);
	fill(&x);
	y = x;
	fill(&x); /* expected-error {{'y' is held over the call of fill() and is not rooted}} */
	GC_POP();
	return y;
}

void
in_memory(int i)
{
	struct two t = { NULL, NULL };
	t.a = make(NULL);
	look(&t); /* expected-error-re {{{{.*}} is kept in memory that is no root over the call of look()}} */
	peek(t.a);
}

void
twice_pushed(void)
{
	node x = NULL;
	GC_PUSH(x);
	lr_gc_push_indirect(lr_gc_frame_, 1); /* expected-error {{the frame of 'x' is changed while it is linked}} */
	GC_POP();
}

void
pushed_again(void)
{
	node x = NULL;
	GC_PUSH(x);
	*lr_get_pgcstack() = lr_gc_frame_; /* expected-error {{the frame of 'x' is pushed while it is linked}} */
	GC_POP();
}

node
not_popped(int c)
{
	node x = NULL;
	GC_PUSH(x);
	x = make(NULL);
	if (c)
		return x; /* expected-error {{the frame of 'x' is still linked at this return}} */
	GC_POP();
	return x;
}

void
popped_twice(void)
{
	node x = NULL;
	GC_PUSH(x);
	x = make(NULL);
	GC_POP();
	GC_POP(); /* expected-error {{the frame of 'x' is popped, but it is not linked}} */
}

void
inner_not_popped(void)
{
	node x = NULL;
	GC_PUSH(x);
	{
		node y = NULL;
		GC_PUSH(y);
		y = make(NULL);
	}
	GC_POP(); /* expected-error {{the frame of 'x' is popped, but another one that was pushed later is still linked}} */
}

void
pushed_in_loop(int n)
{
	node x = NULL;
	do {
		GC_PUSH(x);
		x = make(NULL);
	} while (n--); /* expected-error {{the frame of 'x' is still linked when the loop begins another round}} */
}

void
on_one_way(int c)
{
	node x = NULL;
	void *frame[3] = { NULL, NULL, &x };
	if (c)
		lr_gc_push_indirect(frame, 1); /* expected-error {{not proved: the frame of 'x' is linked on one way to the code behind this, and not on another}} */
	x = make(NULL);
	use(x);
}

void
too_many_roots(void)
{
	node x = NULL;
	void *frame[3] = { NULL, NULL, &x };
	lr_gc_push_indirect(frame, 2); /* expected-error {{the frame of 'x' says that it has more roots than it has words}} */
	lr_gc_pop((struct lr_frame *)frame);
}

void
no_address(void)
{
	node x = NULL;
	void *frame[4] = { NULL, NULL, &x };
	lr_gc_push_indirect(frame, 2); /* expected-error {{the frame of 'x' is pushed, but a word of it has no address yet}} */
	lr_gc_pop((struct lr_frame *)frame);
}

void
no_count(void)
{
	node x = NULL;
	void *frame[3] = { NULL, NULL, &x };
	frame[1] = *lr_get_pgcstack();
	*lr_get_pgcstack() = frame; /* expected-error {{not proved: the frame of 'x' is pushed, but how many roots it has is not known}} */
	*lr_get_pgcstack() = frame[1];
}

void
no_prev(void)
{
	node x = NULL;
	void *frame[3] = { (void *)5, NULL, &x };
	*lr_get_pgcstack() = frame; /* expected-error {{not proved: the frame of 'x' is pushed, but what its prev is is not known}} */
	*lr_get_pgcstack() = frame[1];
}

void
other_prev(void)
{
	node x = NULL;
	void *before = *lr_get_pgcstack(), *frame[3] = { (void *)5, before, &x };
	GC_PUSH(x);
	*lr_get_pgcstack() = frame; /* expected-error {{the frame of 'x' is pushed, but its prev is not what the head was}} */
}

void
unknown_head(void *p)
{
	node x = NULL;
	GC_PUSH(x);
	*lr_get_pgcstack() = p; /* expected-error {{not proved: the head of the chain becomes something that is not known}} */
}

void
other_chain(void **chain)
{
	node x = NULL;
	void *frame[3] = { (void *)5, *chain, &x };
	*chain = frame; /* expected-error {{not proved: a frame is linked into a chain whose head is not known}} */
	*chain = frame[1];
}

void *chain;
void
two_chains(void)
{
	node x = NULL, y = NULL;
	void *frame[3] = { (void *)5, chain, &y };
	GC_PUSH(x);
	chain = frame; /* expected-error {{not proved: frames are linked into two chains}} */
}

void
passed_early(void)
{
	node x = NULL;
	fill(&x); /* expected-error {{not proved: the address of a root is passed on while no frame with it is linked}} */
	GC_PUSH(x);
	GC_POP();
}

void
part_of_struct(void)
{
	struct two t = { NULL, NULL };
	GC_PUSH(t.a, t.b); /* expected-error {{not proved: a root is no variable of its own}} */
	GC_POP();
}

void
plain_root(void)
{
	struct node *x = NULL;
	GC_PUSH(x); /* expected-error {{not proved: a root is a variable whose type is not marked as a reference (GC_REF)}} */
	GC_POP();
}

void
two_variables(int c)
{
	node x = NULL, y = NULL;
	GC_PUSH(x); /* expected-error {{not proved: a word of the frame gets the addresses of two variables}} */
	GC_POP();
	lr_gc_frame_[2] = &y;
	lr_gc_push_indirect(lr_gc_frame_, 1);
	GC_POP();
}

void
other_header(void)
{
	node x = NULL;
	LR_GC_PUSH_MOVING(&x); /* expected-error {{not proved: the frame is read in an unknown way}} */
	GC_POP();
}

void
direct(void)
{
	void *frame[3];
	frame[0] = (void *)4; /* expected-error {{not proved: the header of the frame is no constant number of addresses}} */
	frame[2] = NULL;
	frame[1] = *lr_get_pgcstack();
	*lr_get_pgcstack() = frame;
	make(NULL);
	*lr_get_pgcstack() = frame[1];
}

void
escaping_frame(void)
{
	node x = NULL;
	GC_PUSH(x);
	look(lr_gc_frame_); /* expected-error {{not proved: the address of the frame is given to a call}} */
	GC_POP();
}

void
kept_frame(void **to)
{
	node x = NULL;
	GC_PUSH(x);
	to[1] = lr_gc_frame_; /* expected-error {{not proved: the address of the frame is stored elsewhere than into the chain}} */
	GC_POP();
}

void
computed_word(int i)
{
	node x = NULL;
	GC_PUSH(x);
	lr_gc_frame_[i] = &x; /* expected-error {{not proved: an address in the frame is not that of a word of it}} */
	GC_POP();
}

void
part_of_word(void)
{
	node x = NULL;
	GC_PUSH(x);
	*(char *)lr_gc_frame_ = 5; /* expected-error {{not proved: a word of the frame is stored in part}} */
	GC_POP();
}

int
compared_frame(void)
{
	node x = NULL;
	GC_PUSH(x);
	int same = (void *)lr_gc_frame_ == chain; /* expected-error {{not proved: the address of the frame is used in an unknown way}} */
	GC_POP();
	return same;
}

node *kept;
void
kept_root(void)
{
	node x = NULL;
	GC_PUSH(x);
	kept = &x; /* expected-error {{not proved: the address of a root is used in a way that is not followed}} */
	GC_POP();
}

void
large(void)
{
	node x = NULL;
	void *frame[70] = { NULL, NULL, &x };
	lr_gc_push_indirect(frame, 1); /* expected-error {{not proved: the frame has more than 62 roots, or their number is computed}} */
	lr_gc_pop((struct lr_frame *)frame);
}

jmp_buf jump;
void
jumps(void)
{
	node x = NULL;
	GC_PUSH(x);
	if (setjmp(jump) == 0) /* expected-error {{not proved: a call may return twice in a function that links frames by hand}} */
		use(x);
	GC_POP();
}
