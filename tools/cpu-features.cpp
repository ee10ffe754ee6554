/* SPDX-License-Identifier: MIT */
/* cpu-features.cpp -- writes src/optimize/cpu/features-N.inc: LLVM's processors and features for CPUFeatures.
**
** LLVM-C has no query for what a processor has or a feature implies.  So this program asks LLVM's C++ interface, and
** the answers are checked in, for the library itself builds without a C++ compiler; tools/regen-cpu runs it.  With
** "check" it compares the answers of src/optimize/cpu/subtarget.c with LLVM's. */
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <llvm/Config/llvm-config.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#if LLVM_VERSION_MAJOR >= 22
#include <llvm/TargetParser/Triple.h>
#endif

extern "C" {
#include "optimize/cpu/subtarget.h"
}

using namespace llvm;

static std::unique_ptr<MCSubtargetInfo>
subtarget(const char *triple, const char *cpu, const char *features)
{
	std::string error;
#if LLVM_VERSION_MAJOR >= 22
	Triple t(triple);
	const Target *target = TargetRegistry::lookupTarget(t, error);
#else
	const char *t = triple;
	const Target *target = TargetRegistry::lookupTarget(t, error);
#endif
	if (target == nullptr) {
		fprintf(stderr, "cpu-features: %s\n", error.c_str());
		exit(1);
	}
	return std::unique_ptr<MCSubtargetInfo>(target->createMCSubtargetInfo(t, cpu, features));
}

/* Are the features of a subtarget the same as LLVM's? */
static bool
compare(const char *triple, const char *cpu, const char *features)
{
	auto info = subtarget(triple, cpu, features);
	const cpu_family *f = cpu_family_of(triple);
	const cpu_set s = cpu_subtarget(f, triple, cpu, strlen(cpu), features, strlen(features));
	bool same = true;

	for (const auto &kv : info->getAllProcessorFeatures())
		if (info->getFeatureBits().test(kv.Value)
			!= cpu_has(&s, cpu_feature_number(f, kv.Key, strlen(kv.Key)))) {
			fprintf(stderr, "%s '%s' '%s': %s is wrong\n", triple, cpu, features, kv.Key);
			same = false;
		}
	return same;
}

/* Each processor, each feature switched on and off, and lists. */
static int
check(void)
{
	static const char *const triples[] = { "x86_64-unknown-linux-gnu", "i686-unknown-linux-gnu",
		"aarch64-unknown-linux-gnu", "arm64-apple-macosx", "riscv64-unknown-linux-gnu",
		"arm-unknown-linux-gnueabihf", "armv5te-linux-gnueabi", "armv6-linux-gnueabi",
		"armv7-unknown-linux-gnueabihf", "armv7em-none-eabi", "armv8-unknown-linux-gnueabihf",
		"armv8.2a-linux-gnueabi", "thumbv7-linux-gnueabihf", "armeb-linux-gnueabi" };
	static const char *const lists[] = { "-fma,+avx2,+fma", "+avx2,-fma,-avx", "+sve2,-neon", "+v,+zfh,-zve32x,-f",
		"+vfp4,-vfp3", "+nonsense,+fma4", ",,+avx,", "avx2" };
	bool same = true;

	for (const char *t : triples) {
		const cpu_family *f = cpu_family_of(t);
		const char *generic = strncmp(t, "riscv64", 7) == 0 ? "generic-rv64" : "generic";
		for (size_t i = 0; i < f->ncpus; i++)
			same &= compare(t, f->cpus[i].name, "");
		for (const char *list : lists)
			same &= compare(t, "", list) && compare(t, generic, list);
		for (size_t i = 0; i < f->nfeatures; i++) {
			const std::string name = f->features[i].name;
#if LLVM_VERSION_MAJOR < 22
			if (name.compare(0, 6, "avx512") == 0) /* LLVM 19 adds evex512 at the end of such lists */
				continue;
#endif
			same &= compare(t, generic, ("+" + name).c_str());
			same &= compare(t, f->cpus[f->ncpus / 2].name, ("-" + name).c_str());
		}
	}
	puts(same ? "the same" : "not the same");
	return !same;
}

/* Sets the features that the set `add` implies, and `add` itself. */
static void
imply(FeatureBitset &bits, const FeatureBitset &add, ArrayRef<SubtargetFeatureKV> all)
{
	bits |= add;
	for (const auto &f : all)
		if (add.test(f.Value))
			imply(bits, f.Implies.getAsBitset(), all);
}

/* Ends a row after so many columns. */
static void
put_word(std::string &row, size_t &column, const char *word)
{
	if (column + strlen(word) > 108) {
		row += "\"\n\t\t\"";
		column = 16;
	}
	row += word;
	column += strlen(word);
}

static void
put_family(const char *name, const char *triple)
{
	auto info = subtarget(triple, "", "");
	ArrayRef<SubtargetFeatureKV> all = info->getAllProcessorFeatures();
	ArrayRef<SubtargetSubTypeKV> cpus = info->getAllProcessorDescriptions();
	FeatureBitset isa, tune;
	std::vector<std::pair<const char *, FeatureBitset>> rows;

	for (const auto &c : cpus) {
		imply(isa, c.Implies.getAsBitset(), all);
		imply(tune, c.TuneImplies.getAsBitset(), all);
	}
	printf("\nstatic const struct cpu_feature %s_features[] = {\n", name);
	for (const auto &f : all) {
		std::string row;
		size_t column = 24 + strlen(f.Key);
		FeatureBitset implied, kept = f.Implies.getAsBitset();
		for (const auto &g : all) /* leave out those that others of the list imply */
			if (f.Implies.getAsBitset().test(g.Value)) {
				implied = FeatureBitset();
				imply(implied, g.Implies.getAsBitset(), all);
				for (const auto &h : all)
					if (implied.test(h.Value) && h.Value != g.Value)
						kept.reset(h.Value);
			}
		for (const auto &g : all)
			if (kept.test(g.Value))
				put_word(row, column, (std::string(g.Key) + " ").c_str());
		printf("\t{ \"%s\", %d, \"%s\" },\n", f.Key, tune.test(f.Value) && !isa.test(f.Value), row.c_str());
	}
	printf("};\n\n/* A processor is another one above it (\"\": none) with more and fewer features. */\n"
		"static const struct cpu_row %s_cpus[] = {\n", name);
	for (const auto &c : cpus) {
		FeatureBitset bits;
		const char *base = "";
		std::string row;
		size_t column = 24 + strlen(c.Key), fewest;
		imply(bits, c.Implies.getAsBitset(), all);
		imply(bits, c.TuneImplies.getAsBitset(), all);
		fewest = bits.count();
		FeatureBitset from;
		for (const auto &r : rows)
			if ((r.second ^ bits).count() < fewest) {
				fewest = (r.second ^ bits).count();
				base = r.first;
				from = r.second;
			}
		column += strlen(base);
		for (const auto &f : all)
			if ((from ^ bits).test(f.Value))
				put_word(row, column,
					((bits.test(f.Value) ? "+" : "-") + std::string(f.Key) + " ").c_str());
		printf("\t{ \"%s\", \"%s\", \"%s\" },\n", c.Key, base, row.c_str());
		rows.push_back({ c.Key, bits });
	}
	printf("};\n");
}

int
main(int argc, char **argv)
{
	InitializeAllTargetInfos();
	InitializeAllTargets();
	InitializeAllTargetMCs();
	if (argc == 2 && strcmp(argv[1], "check") == 0)
		return check();
	if (argc != 1) {
		fprintf(stderr, "usage: cpu-features [check]\n");
		return 2;
	}
	printf("/* Made from LLVM %d by tools/regen-cpu: what a feature implies, and what a processor has. */\n",
		LLVM_VERSION_MAJOR);
	put_family("x86", "x86_64-unknown-linux-gnu");
	put_family("aarch64", "aarch64-unknown-linux-gnu");
	put_family("riscv", "riscv64-unknown-linux-gnu");
	put_family("arm", "armv7-unknown-linux-gnueabihf");
	return 0;
}
