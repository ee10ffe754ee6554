/* SPDX-License-Identifier: MIT */
/* subtarget.c -- see subtarget.h. */
#include "optimize/cpu/subtarget.h"

#include <stdio.h>
#include <string.h>

#include <llvm/Config/llvm-config.h>

#if LLVM_VERSION_MAJOR >= 22
#include "optimize/cpu/features-22.inc"
#else
#include "optimize/cpu/features-19.inc"
#endif

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define FAMILY(arch, name) { arch, name##_features, COUNT(name##_features), name##_cpus, COUNT(name##_cpus) }

_Static_assert(COUNT(x86_features) <= CPU_FEATURES_MOST && COUNT(aarch64_features) <= CPU_FEATURES_MOST
	&& COUNT(riscv_features) <= CPU_FEATURES_MOST && COUNT(arm_features) <= CPU_FEATURES_MOST,
	"struct cpu_set has a bit for each feature");

static const struct cpu_family families[] = {
	FAMILY(CPU_X86, x86), FAMILY(CPU_AARCH64, aarch64), FAMILY(CPU_RISCV, riscv), FAMILY(CPU_ARM, arm)
};

static bool
starts(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

static bool
is_x86_64(const char *triple)
{
	return starts(triple, "x86_64") || starts(triple, "amd64");
}

const struct cpu_family *
cpu_family_of(const char *triple)
{
	if (is_x86_64(triple) || (triple[0] == 'i' && triple[1] >= '3' && triple[1] <= '9' && starts(triple + 2, "86")))
		return &families[CPU_X86];
	if (starts(triple, "aarch64") || starts(triple, "arm64"))
		return &families[CPU_AARCH64];
	if (starts(triple, "riscv64") || starts(triple, "riscv32"))
		return &families[CPU_RISCV];
	if (starts(triple, "arm") || starts(triple, "thumb"))
		return &families[CPU_ARM];
	return NULL;
}

int
cpu_feature_number(const struct cpu_family *f, const char *name, size_t n)
{
	size_t low = 0, high = f->nfeatures;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const char *at = f->features[middle].name;
		int order = strncmp(name, at, n); /* no name has a NUL */
		if (order == 0 && at[n] == '\0')
			return memchr(name, '\0', n) == NULL ? (int)middle : -1;
		if (order > 0)
			low = middle + 1;
		else
			high = middle;
	}
	return -1;
}

static const struct cpu_row *
find_cpu(const struct cpu_family *f, const char *cpu, size_t n)
{
	for (size_t i = 0; i < f->ncpus; i++)
		if (strncmp(f->cpus[i].name, cpu, n) == 0 && f->cpus[i].name[n] == '\0')
			return &f->cpus[i];
	return NULL;
}

bool
cpu_is_known(const struct cpu_family *f, const char *cpu, size_t n)
{
	return find_cpu(f, cpu, n) != NULL;
}

static void
put(struct cpu_set *s, int feature, bool on)
{
	const uint64_t bit = UINT64_C(1) << feature % 64;

	if (on)
		s->bits[feature / 64] |= bit;
	else
		s->bits[feature / 64] &= ~bit;
}

/* The next of names that are each followed by a blank; NULL at the end. */
static const char *
next_name(const char **at, size_t *n)
{
	const char *name = *at;

	*n = strcspn(name, " ");
	*at = name[*n] == '\0' ? name + *n : name + *n + 1;
	return *n > 0 ? name : NULL;
}

/* The set is closed: it has all that its members imply. */
static void
enable(const struct cpu_family *f, struct cpu_set *s, int feature)
{
	int todo[CPU_FEATURES_MOST];
	size_t ntodo = 0, n;

	if (cpu_has(s, feature))
		return;
	put(s, feature, true);
	todo[ntodo++] = feature;
	while (ntodo > 0) {
		const char *at = f->features[todo[--ntodo]].implies, *name;
		while ((name = next_name(&at, &n)) != NULL) {
			const int implied = cpu_feature_number(f, name, n);
			if (implied >= 0 && !cpu_has(s, implied)) {
				put(s, implied, true);
				todo[ntodo++] = implied;
			}
		}
	}
}

static bool
lacks_implied(const struct cpu_family *f, const struct cpu_set *s, size_t feature)
{
	const char *at = f->features[feature].implies, *name;
	size_t n;

	while ((name = next_name(&at, &n)) != NULL)
		if (!cpu_has(s, cpu_feature_number(f, name, n)))
			return true;
	return false;
}

static void
disable(const struct cpu_family *f, struct cpu_set *s, int feature)
{
	bool again = cpu_has(s, feature);

	put(s, feature, false);
	while (again) {
		again = false;
		for (size_t i = 0; i < f->nfeatures; i++)
			if (cpu_has(s, (int)i) && lacks_implied(f, s, i)) {
				put(s, (int)i, false);
				again = true;
			}
	}
}

/* Applies +feature or -feature, of n bytes.  A name without a sign switches the feature off, as in LLVM. */
static void
apply(const struct cpu_family *f, struct cpu_set *s, const char *text, size_t n)
{
	const bool sign = n > 0 && (*text == '+' || *text == '-'), on = n > 0 && *text == '+';
	const int feature = cpu_feature_number(f, text + sign, n - sign);

	if (feature < 0)
		return;
	if (on)
		enable(f, s, feature);
	else
		disable(f, s, feature);
}

static void
apply_list(const struct cpu_family *f, struct cpu_set *s, const char *features, size_t bytes)
{
	for (size_t at = 0; at < bytes;) {
		const char *comma = memchr(features + at, ',', bytes - at);
		const size_t end = comma ? (size_t)(comma - features) : bytes;
		if (end > at)
			apply(f, s, features + at, end - at);
		at = end + 1;
	}
}

/* What the architecture of the triple of an ARM brings with it: "armv7a" the feature "armv7-a". */
static void
apply_arm(const struct cpu_family *f, struct cpu_set *s, const char *triple, bool generic)
{
	const bool thumb = starts(triple, "thumb");
	const char *version = triple + (thumb ? 5 : 3);
	char name[32];
	size_t n;
	int feature = -1;

	if (starts(version, "eb"))
		version += 2;
	n = strcspn(version, "-");
	if (generic && n > 0 && n < 16) {
		for (unsigned form = 0; form < 3 && feature < 0; form++) {
			if (form == 1)
				snprintf(name, sizeof name, "arm%.*s-%c", (int)n - 1, version, version[n - 1]);
			else
				snprintf(name, sizeof name, "arm%.*s%s", (int)n, version, form == 2 ? "-a" : "");
			feature = cpu_feature_number(f, name, strlen(name));
		}
		if (feature >= 0)
			enable(f, s, feature);
	}
	if (thumb)
		apply_list(f, s, "+thumb-mode,+v4t", 16);
}

struct cpu_set
cpu_subtarget(const struct cpu_family *f, const char *triple, const char *cpu, size_t cpu_bytes, const char *features,
	size_t features_bytes)
{
	static const char x86_64[] = "+64bit-mode,-32bit-mode,-16bit-mode,+sse2",
		x86_32[] = "-64bit-mode,+32bit-mode,-16bit-mode";
	const struct cpu_row *chain[CPU_FEATURES_MOST] = { NULL }, *row = find_cpu(f, cpu, cpu_bytes);
	struct cpu_set s = { { 0 } };
	const bool generic = row == NULL || strcmp(row->name, "generic") == 0;
	size_t nchain = 0, n;

	if (f->arch == CPU_RISCV && generic)
		row = find_cpu(f, starts(triple, "riscv64") ? "generic-rv64" : "generic-rv32", 12);
	else if (row == NULL)
		row = find_cpu(f, "generic", 7);
	for (; row != NULL && nchain < CPU_FEATURES_MOST; row = row->base[0] != '\0'
		? find_cpu(f, row->base, strlen(row->base)) : NULL)
		chain[nchain++] = row;
	while (nchain > 0) {
		const char *at = chain[--nchain]->rest, *name;
		while ((name = next_name(&at, &n)) != NULL) {
			const int feature = cpu_feature_number(f, name + 1, n - 1);
			if (feature >= 0)
				put(&s, feature, *name == '+');
		}
	}
	if (f->arch == CPU_X86 && is_x86_64(triple))
		apply_list(f, &s, x86_64, sizeof x86_64 - 1);
	else if (f->arch == CPU_X86)
		apply_list(f, &s, x86_32, sizeof x86_32 - 1);
	else if (f->arch == CPU_ARM)
		apply_arm(f, &s, triple, generic);
	apply_list(f, &s, features, features_bytes);
	return s;
}
