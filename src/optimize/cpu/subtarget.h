/* SPDX-License-Identifier: MIT */
/* subtarget.h -- which features a processor has, by LLVM's own tables.
**
** LLVM-C cannot ask a subtarget for its features.  features-N.inc has LLVM N's tables; here they are applied as LLVM's
** MCSubtargetInfo does: first those of the processor, then each +feature with all that it implies, and each -feature
** with all that implies it, in order. */
#ifndef LR_OPTIMIZE_CPU_SUBTARGET_H
#define LR_OPTIMIZE_CPU_SUBTARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CPU_FEATURES_MOST = 512 };

/* A set of features, by their number in the family's table. */
struct cpu_set { uint64_t bits[CPU_FEATURES_MOST / 64]; };

struct cpu_feature {
	const char *name;
	int tuning;              /* only makes code faster: no processor lacks it */
	const char *implies;     /* names, each followed by a blank */
};

struct cpu_row {
	const char *name;
	const char *base;        /* a processor above this one in the table; "": no features */
	const char *rest;        /* +feature or -feature, each followed by a blank: the difference, nothing implied */
};

enum cpu_arch { CPU_X86, CPU_AARCH64, CPU_RISCV, CPU_ARM };

struct cpu_family {
	enum cpu_arch arch;
	const struct cpu_feature *features; /* sorted by name */
	size_t nfeatures;
	const struct cpu_row *cpus;
	size_t ncpus;
};

/* The family of a triple; NULL if there is no table. */
const struct cpu_family *cpu_family_of(const char *triple);
/* The number of a feature; -1 if the family has none of that name, of n bytes. */
int cpu_feature_number(const struct cpu_family *, const char *name, size_t n);
bool cpu_is_known(const struct cpu_family *, const char *cpu, size_t n);
/* The features of a processor with "target-features" of a triple.  An empty or unknown processor is the triple's
** generic one; unknown features count for nothing. */
struct cpu_set cpu_subtarget(const struct cpu_family *, const char *triple, const char *cpu, size_t cpu_bytes,
	const char *features, size_t features_bytes);

static inline bool
cpu_has(const struct cpu_set *s, int feature)
{
	return feature >= 0 && (s->bits[feature / 64] >> feature % 64 & 1) != 0;
}

#endif
