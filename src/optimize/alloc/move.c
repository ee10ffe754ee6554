/* move.c -- an object becomes a stack variable as a whole. */
#include "optimize/alloc/alloc.h"

bool
move_suits(struct alloc_opt *a, struct object *o)
{
	(void)a, (void)o;
	return false;
}

void
move_to_stack(struct alloc_opt *a, struct object *o)
{
	(void)a, (void)o;
}
