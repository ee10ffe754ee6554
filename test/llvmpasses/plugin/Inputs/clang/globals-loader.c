#include <dlfcn.h>
#include "globals.h"

TYPE(box_type, struct box);

__attribute__((noinline)) box
mk(long v)
{
	GC_FUNCTION;
	box b = NEW(struct box, box_type);
	AT(b)->v = v;
	return b;
}

int
main(int argc, char **argv)
{
	for (int round = 0; round < 3 && argc > 1; round++) {
		void *so = dlopen(argv[1], RTLD_NOW);
		if (so == NULL)
			return 1;
		void *address = dlsym(so, "visit");
		long (*visit)(long);
		__builtin_memcpy(&visit, &address, sizeof visit);
		printf("%ld\n", visit(round + 1));
		dlclose(so);
		for (int i = 0; i < 10; i++)
			mk(i);
	}
	return 0;
}
