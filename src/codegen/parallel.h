/* parallel.h -- a lowered module, compiled in partitions by several threads. */
#ifndef LR_CODEGEN_PARALLEL_H
#define LR_CODEGEN_PARALLEL_H

#include "codegen/native.h"

/* Optimise `m`, which is lowered and the caller's to spoil, and make an object of it.  How it is cut does not depend on
** o->jobs, so the object does not either.  Where there is but one partition, `*out` stays NULL and the module what it
** was. */
lr_status partitions_compile(lr_context *, LLVMModuleRef m, const char *triple, const lr_compile_options *o,
	LLVMMemoryBufferRef *out);

/* -- partition.c */

enum { PARTITION_ANY = UINT32_MAX };
/* A function or variable, in the order of the module. */
struct partition_symbol {
	uint32_t partition;      /* that defines it; PARTITION_ANY: each that needs it */
	bool shared;             /* local to the module, and known to several partitions */
};
struct partitioning {
	struct arena ar;
	uint32_t npartitions;
	struct partition_symbol *fns, *vars;
	const char **shared;     /* names of what is, sorted by strcmp */
	size_t nshared;
};

/* Decide where things go, a partition having about `instructions` (0: a good number); gives names to what is shared and
** has none.  One partition: there is nothing to gain, or `m` has what cannot be cut.  False: no
** memory.  cut->ar is to be freed in any case. */
bool partitions_plan(struct partitioning *, LLVMModuleRef m, unsigned instructions, arena_alloc_fn *, void *user);
/* Of a copy of the module whose functions need not have been read yet: leave partition number `partition`, and read
** that.  The copy is replaced; NULL after an error. */
lr_status partition_reduce(lr_context *, const struct partitioning *, LLVMModuleRef *copy, uint32_t partition);

#endif
