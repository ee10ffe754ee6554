/* SPDX-License-Identifier: MIT */
/* bench.h -- what the measured programs share.
**
** tools/bench --mutator builds each of them with roots and, as an unsafe yardstick, without any.  So nothing may be collected while
** objects are in use: the nursery is larger than what one round allocates, and between two rounds, when nothing is in use, one collection frees
** all of it.  Functions take the GC stack as an argument, as compiled code does; what compiled code would have inlined is a macro, for every
** call counts as one that may collect. */
#ifndef BENCH_H
#define BENCH_H

#include <lateroot/dialect.h>

void opaque(void);                 /* a call that might collect */
void opaque_use(ref);

struct box {
	long value;
};
TYPE(box_type, struct box);
typedef struct box TRACKED *box;

#define NEW_BOX(number)                                                                                            \
	({                                                                                                         \
		long number_ = (number);                                                                           \
		box box_ = NEW(struct box, box_type);                                                              \
		AT(box_)->value = number_;                                                                         \
		box_;                                                                                              \
	})

/* Print the sum of `rounds` times `call`, forgetting all objects after each. */
#define ROUNDS(rounds, call)                                                                                       \
	int main(void)                                                                                             \
	{                                                                                                          \
		GC_FUNCTION;                                                                                       \
		long total = 0;                                                                                    \
		for (int round = 0; round < (rounds); round++) {                                                   \
			total += (call);                                                                           \
			lr_gc_collect(1);                                                                          \
		}                                                                                                  \
		printf("%ld\n", total);                                                                            \
		return 0;                                                                                          \
	}

#define KERNEL __attribute__((noinline)) GC_ARGUMENT_CALL static

#endif
