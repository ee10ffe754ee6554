/* SPDX-License-Identifier: MIT */
/* interior.c -- an address inside an object, where a reference to it belongs: a mistake of the program.
**
** Arguments: root or field, and the number of bytes behind the start of the object.  It stands in a root or in a field
** of an object when a collection comes, and is then taken away.  Prints "kept", or "freed" if the object that it points
** into was found dead.  Under stress a heap ends the program instead, with a message. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <lateroot/runtime.h>

static int dead;

static void
count_dead(void *object)
{
	(void)object;
	dead++;
}

static const struct lr_type big_type = { .name = "big", .size_bytes = 4096, .release = count_dead };
static const struct lr_type box_type = { .name = "box", .size_bytes = 8, .nrefs = 1 };

int
main(int argc, char **argv)
{
	char *object = NULL, **box = NULL;

	if (argc != 3)
		return 2;
	const int in_root = strcmp(argv[1], "root") == 0;
	const size_t distance = strtoul(argv[2], NULL, 10);
	LR_GC_PUSH(&object, &box);
	box = lr_gc_alloc(sizeof *box, &box_type);
	object = lr_gc_alloc(4096, &big_type);
	object += distance;
	if (!in_root) {
		*box = object;
		object = NULL;
	}
	lr_gc_collect(1);
	object = NULL;
	*box = NULL;
	puts(dead ? "freed" : "kept");
	LR_GC_POP();
	return 0;
}
