/* SPDX-License-Identifier: MIT */
/* parallel.h -- a lowered module, compiled in partitions by several threads. */
#ifndef LR_CODEGEN_PARALLEL_H
#define LR_CODEGEN_PARALLEL_H

#include "codegen/native.h"

/* Optimises `m`, which is lowered, and makes an object of it; `m` may be changed.  The partitions do not depend on
** o->jobs, so the object does not either.  If there is only one partition, `*out` stays NULL and `m` unchanged. */
lr_status partitions_compile(lr_context *, LLVMModuleRef m, const char *triple, const lr_compile_options *o,
	LLVMMemoryBufferRef *out);

/* -- partition.c */

#define PARTITION_ANY UINT32_MAX
/* A function or variable, in the order of the module. */
struct partition_symbol {
	uint32_t partition;      /* the one that defines it; PARTITION_ANY: each that needs it */
	bool shared;             /* local to the module, and used by several partitions */
};
struct partitioning {
	struct arena ar;
	uint32_t npartitions;
	struct partition_symbol *fns, *vars;
	const char **shared;     /* names of those, sorted by strcmp */
	size_t nshared;
};

/* Assigns functions and variables to partitions of about `instructions` instructions (0: a default), and names shared
** ones that have no name.  Makes one partition if there is nothing to gain, or `m` cannot be cut.  False if memory is
** exhausted.  The caller frees cut->ar in any case. */
bool partitions_plan(struct partitioning *, LLVMModuleRef m, unsigned instructions, arena_alloc_fn *, void *user);
/* Reduces a copy of the module, whose functions need not have been read yet, to partition number `partition`, and reads
** the functions of that.  Replaces the copy; NULL after an error. */
lr_status partition_reduce(lr_context *, const struct partitioning *, LLVMModuleRef *copy, uint32_t partition);

#endif
