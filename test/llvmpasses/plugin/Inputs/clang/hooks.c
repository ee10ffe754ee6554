/* SPDX-License-Identifier: MIT */
/* Release hooks of types that the compiler does not see: in another file, and chosen at run time. */
#include <lateroot/dialect.h>
#include <stdio.h>

struct file { long number; };
extern const struct lr_type plain_type, file_type;
extern const struct lr_type_object chosen_type;

#ifdef TYPES
static long closed;

static void
close_file(void *object)
{
	(void)object;
	closed++;
}

long closed_files(void) { return closed; }
const struct lr_type plain_type = { .name = "plain", .size_bytes = 8 };
const struct lr_type file_type = { .name = "file", .size_bytes = 8, .release = close_file };
LR_TYPE_DEFINE(chosen_type, .name = "chosen", .size_bytes = 8, .release = close_file);
#else
long closed_files(void);

static __attribute__((noinline)) void
make_plain(void)
{
	GC_FUNCTION;
	struct file TRACKED *f = NEW(struct file, plain_type);
	AT(f)->number = 0;
}

static __attribute__((noinline)) void
make_file(void)
{
	GC_FUNCTION;
	struct file TRACKED *f = NEW(struct file, file_type);
	AT(f)->number = 1;
}

static __attribute__((noinline)) void
make_chosen(const struct lr_type *type)
{
	GC_FUNCTION;
	struct file TRACKED *f = (struct file TRACKED *)julia_gc_alloc_obj(gcstack, sizeof(struct file), AS_REF(*type));
	AT(f)->number = 2;
}

/* Runs have an even number of cells.  So it is always a plain object that asks the runtime for the next one: no other
** call tells the runtime of the hook. */
int
main(void)
{
	for (long i = 0; i < 1000; i++) {
		make_plain();
		make_file();
	}
	for (long i = 0; i < 1000; i++) {
		make_plain();
		make_chosen(i < 0 ? &plain_type : &chosen_type.type);
	}
	lr_gc_collect(1);
	printf("%ld closed\n", closed_files());
	return 0;
}
#endif
