/* SPDX-License-Identifier: MIT */
/* target_check.c -- looks up names of processors and features before LLVM gets them.
**
** If LLVM does not know a processor, it ends the process on x86-64, and compiles for another processor elsewhere.  It
** ignores a feature that it does not know.  LLVM was asked for its names when the library was built
** (tools/target-names.c).  Targets outside of the families below are refused, because many plain functions make LLVM
** end the process there. */
#include "target/target_check.h"

#include <string.h>

#include "base/name.h"

/* By the prefix of LLVM's name of the target; longer ones first. */
static const struct { const char *start, *family; } families[] = {
	{ "x86", "x86" }, { "aarch64", "aarch64" }, { "arm64", "aarch64" }, { "arm", "arm" }, { "thumb", "arm" },
	{ "riscv", "riscv" }, { "ppc", "ppc" }, { "systemz", "systemz" }, { "mips", "mips" },
	{ "loongarch", "loongarch" }, { "wasm", "wasm" }, { "sparc", "sparc" }
};
enum { NFAMILIES = sizeof families / sizeof *families };

static bool
starts(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

static const struct target_names *
names_of(LLVMTargetRef target)
{
	const char *name = LLVMGetTargetName(target);

	for (size_t i = 0; i < NFAMILIES; i++)
		if (starts(name, families[i].start))
			for (const struct target_names *t = target_names; t->family != NULL; t++)
				if (strcmp(t->family, families[i].family) == 0)
					return t;
	return NULL;
}

bool
target_is_known(LLVMTargetRef target)
{
	return names_of(target) != NULL;
}

static bool
is_in(const char *list, const char *name, size_t n)
{
	for (; *list != '\0'; list += strlen(list) + 1)
		if (strncmp(list, name, n) == 0 && list[n] == '\0')
			return true;
	return false;
}

static const char *
nearest(const char *list, const char *name, size_t n)
{
	const char *best = NULL;
	unsigned distance = name_near_limit(n);

	for (; *list != '\0'; list += strlen(list) + 1)
		name_compare(name, n, list, &best, &distance);
	return best;
}

/* Length of a name in a message, which is limited. */
static int
shown(size_t n)
{
	return n < 100 ? (int)n : 100;
}

struct asked {
	lr_context *cx;
	LLVMValueRef fn;         /* NULL: the caller's options */
	const struct target_names *names;
	const char *target;      /* LLVM's name of the target */
	const char *triple;
	unsigned opt_level;
};

static lr_status
unknown(const struct asked *a, const char *what, const char *list, const char *name, size_t n)
{
	const char *near = nearest(list, name, n);

	return lr_fail(a->cx, LR_E_TARGET, a->fn, "target '%.100s' has no %s '%.*s'%s%s%s", a->triple, what, shown(n),
		name, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static bool
is_unfit(const char *target, const char *cpu, size_t n)
{
	for (const struct target_unfit *t = target_unfit; t->target != NULL; t++)
		if (starts(target, t->target))
			return is_in(t->cpus, cpu, n);
	return false;
}

/* A processor that code is only tuned for may be any of the family. */
static lr_status
check_cpu(const struct asked *a, const char *cpu, size_t n, bool tune)
{
	if (n == 0)
		return LR_OK;
	if (memchr(cpu, '\0', n) != NULL || !is_in(a->names->cpus, cpu, n))
		return unknown(a, "processor", a->names->cpus, cpu, n);
	if (!tune && is_unfit(a->target, cpu, n))
		return lr_fail(a->cx, LR_E_TARGET, a->fn,
			"LLVM cannot compile for target '%.100s' with processor '%.*s': it is one of another kind, or "
			"a name to tune for",
			a->triple, shown(n), cpu);
	return LR_OK;
}

/* Features that make LLVM's code generator end the process, or make code of another kind than the target's; by a prefix
** of LLVM's name of the target. */
static const struct { const char *target, *feature, *unless; } fatal[] = {
	{ "x86-64", "-64bit", NULL }, { "x86-64", "-64bit-mode", NULL }, { "x86-64", "+32bit-mode", NULL },
	{ "x86-64", "+16bit-mode", NULL },
	{ "x86-64", "-sse", "+soft-float" }, { "x86-64", "-sse2", "+soft-float" },
	{ "x86", "+64bit-mode", NULL }, { "x86", "-32bit-mode", NULL }, { "x86", "+16bit-mode", NULL },
	{ "x86", "+lvi-load-hardening", NULL },
	{ "arm", "+noarm", NULL }, { "thumb", "-thumb-mode", NULL },
	{ "riscv64", "-64bit", NULL }, { "riscv64", "+32bit", NULL }, { "riscv32", "-32bit", NULL },
	{ "riscv32", "+64bit", NULL }, { "ppc64", "-64bit", NULL }, { "ppc64", "-64bit-support", NULL },
	{ "ppc64", "+spe", NULL }, { "ppc64", "+efpu2", NULL }, { "ppc32", "+64bitregs", NULL },
	{ "mips64", "-gp64", NULL }, { "mips64", "-mips64", NULL }, { "mips", "+mips16", NULL },
	{ "mips", "+noabicalls", NULL }, { "loongarch64", "-64bit", NULL }, { "loongarch64", "+32bit", NULL },
	{ "loongarch32", "-32bit", NULL }, { "loongarch32", "+64bit", NULL }
};

/* Does that row contain the feature?  Rows for "x86" do not apply to "x86-64". */
static bool
is_fatal(const char *target, size_t row, const char *at, size_t n)
{
	const char *t = fatal[row].target;

	return starts(target, t) && !(strcmp(t, "x86") == 0 && target[3] == '-') && strlen(fatal[row].feature) == n
		&& memcmp(fatal[row].feature, at, n) == 0;
}

static const char *
end_of_feature(const char *at, const char *end)
{
	const char *comma = memchr(at, ',', (size_t)(end - at));

	return comma ? comma : end;
}

static bool
contains(const char *features, const char *end, const char *one)
{
	for (const char *at = features, *e; at < end; at = e + 1) {
		e = end_of_feature(at, end);
		if ((size_t)(e - at) == strlen(one) && memcmp(at, one, (size_t)(e - at)) == 0)
			return true;
	}
	return false;
}

static lr_status
check_features(const struct asked *a, const char *features, size_t bytes)
{
	const char *end = features + bytes;

	for (const char *at = features, *e; at < end; at = e + 1) {
		e = end_of_feature(at, end);
		size_t n = (size_t)(e - at);
		if (n == 0)
			continue;
		if (*at != '+' && *at != '-')
			return lr_fail(a->cx, LR_E_TARGET, a->fn,
				"feature '%.*s' begins with neither + nor -", shown(n), at);
		if (memchr(at, '\0', n) != NULL || !is_in(a->names->features, at + 1, n - 1))
			return unknown(a, "feature", a->names->features, at + 1, n - 1);
		for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
			if (is_fatal(a->target, i, at, n)
				&& (fatal[i].unless == NULL || !contains(features, end, fatal[i].unless)))
				return lr_fail(a->cx, LR_E_TARGET, a->fn,
					"LLVM cannot compile for target '%.100s' with feature '%s'%s%s", a->triple,
					fatal[i].feature, fatal[i].unless ? " and without " : "",
					fatal[i].unless ? fatal[i].unless : "");
	}
	return LR_OK;
}

/* Systems for which LLVM has a processor and no objects: it ends the process.  By its name of the target, or the
** beginning of it, and by a part of the triple.  The first row that fits counts. */
static const struct { const char *target; bool whole; const char *system, *why, *instead; } pairs[] = {
	/* thread-local variables, among others, make LLVM end the process */
	{ "systemz", true, "-zos", "whose objects (GOFF) LLVM does not write in full", "'s390x-linux-gnu' works" },
	{ "arm", true, "-windows", "where LLVM has Thumb code alone", "'thumbv7-pc-windows-msvc' works" },
	{ "armeb", true, "-windows", "where LLVM has Thumb code alone", "'thumbv7-pc-windows-msvc' works" },
	{ "mipsel", true, "-windows", "of whose objects (COFF) LLVM writes a part alone", "'mipsel-linux-gnu' works" },
	{ "ppc", false, "-apple", "for which LLVM writes no objects (Mach-O)", "'powerpc64-linux-gnu' works" },
	{ "ppc", false, "-darwin", "for which LLVM writes no objects (Mach-O)", "'powerpc64-linux-gnu' works" },
	{ "ppc", false, "-macosx", "for which LLVM writes no objects (Mach-O)", "'powerpc64-linux-gnu' works" },
	{ "ppc32le", true, "-aix", "whose byte order AIX has not", "'powerpc-ibm-aix' works" },
	{ "ppc64le", true, "-aix", "whose byte order AIX has not", "'powerpc64-ibm-aix' works" }
};
enum { NPAIRS = sizeof pairs / sizeof *pairs };

static bool
is_pair(size_t row, const char *target, const char *triple)
{
	return (pairs[row].whole ? strcmp(target, pairs[row].target) == 0 : starts(target, pairs[row].target))
		&& strstr(triple, pairs[row].system) != NULL;
}

/* Formats of objects that the end of a triple may ask for; LLVM ends the process where it does not write them.  It does
** for processors whose name begins so, or for systems that the triple names. */
static const struct { const char *format, *processors[4], *systems[3]; } formats[] = {
	{ "xcoff", { NULL }, { "-aix" } },
	{ "coff", { NULL }, { "-windows", "-uefi", "-cygwin" } },
	{ "macho", { "x86", "aarch64", "arm", "thumb" }, { NULL } },
	{ "goff", { NULL }, { NULL } },
	{ "wasm", { "wasm" }, { NULL } },
	{ "spirv", { NULL }, { NULL } },
	{ "dxcontainer", { NULL }, { NULL } },
	{ "elf", { NULL }, { NULL } } /* all but WebAssembly and AIX */
};

static lr_status
check_format(const struct asked *a)
{
	const size_t n = strlen(a->triple);

	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		const size_t k = strlen(formats[i].format);
		bool written = strcmp(formats[i].format, "elf") == 0 && !starts(a->target, "wasm")
			&& strstr(a->triple, "-aix") == NULL;
		if (n <= k || strcmp(a->triple + n - k, formats[i].format) != 0)
			continue;
		for (size_t j = 0; j < 4 && formats[i].processors[j] != NULL; j++)
			written |= starts(a->target, formats[i].processors[j]);
		for (size_t j = 0; j < 3 && formats[i].systems[j] != NULL; j++)
			written |= strstr(a->triple, formats[i].systems[j]) != NULL;
		if (!written)
			return lr_fail(a->cx, LR_E_TARGET, NULL,
				"no ABI works on target '%.100s', for which LLVM writes no objects in the format '%s'; "
				"without that end the triple asks for the usual format", a->triple, formats[i].format);
		break;
	}
	return LR_OK;
}

static lr_status
begin(struct asked *a, lr_context *cx, LLVMTargetRef target, const char *triple)
{
	*a = (struct asked){ .cx = cx,
		.names = names_of(target), .target = LLVMGetTargetName(target), .triple = triple };
	if (a->names == NULL)
		return lr_fail(cx, LR_E_TARGET, NULL,
			"no ABI works on target '%.100s', for which this library does not compile; it compiles for "
			"x86, AArch64, ARM, RISC-V, PowerPC, SystemZ, MIPS, LoongArch, SPARC and WebAssembly", triple);
	for (size_t i = 0; i < NPAIRS; i++)
		if (is_pair(i, a->target, triple))
			return lr_fail(cx, LR_E_TARGET, NULL, "no ABI works on target '%.100s', %s; %s", triple,
				pairs[i].why, pairs[i].instead);
	/* LLVM cannot write addresses of 32 bits into ELF objects of this architecture. */
	if ((strstr(a->target, "64_32") != NULL || starts(triple, "aarch64_32") || starts(triple, "arm64_32"))
		&& strstr(triple, "-apple-") == NULL)
		return lr_fail(cx, LR_E_TARGET, NULL,
			"no ABI works on target '%.100s', of which LLVM writes Mach-O objects alone; "
			"'arm64_32-apple-watchos' and 'aarch64-linux-gnu' work", triple);
	return check_format(a);
}

lr_status
target_check(lr_context *cx, LLVMTargetRef target, const char *triple, const char *cpu, const char *features)
{
	struct asked a;
	lr_status st = begin(&a, cx, target, triple);

	if (st == LR_OK && cpu != NULL)
		st = check_cpu(&a, cpu, strlen(cpu), false);
	if (st == LR_OK && features != NULL)
		st = check_features(&a, features, strlen(features));
	return st;
}

/* Does LLVM compile patch points and stack maps for the target?  Elsewhere its code generator ends the process.  By a
** prefix of its name of the target; it has none for AIX, and writes no addresses of 64 bits for ELF with pointers of 32
** on AArch64. */
static bool
has_patch_points(const struct asked *a)
{
	static const char *const having[] = { "x86-64", "aarch64", "arm64", "riscv64", "ppc64", "systemz" };

	if (strstr(a->triple, "-aix") != NULL || strstr(a->triple, "ilp32") != NULL)
		return false;
	for (size_t i = 0; i < sizeof having / sizeof *having; i++)
		if (starts(a->target, having[i]))
			return true;
	return false;
}

/* On RISC-V LLVM writes no object for a patch point that calls a function by its name. */
static LLVMValueRef
named_patch_point(const struct asked *a, LLVMValueRef fn)
{
	enum { CALLEE = 2 };

	for (LLVMUseRef u = LLVMGetFirstUse(fn); starts(a->target, "riscv") && u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if ((LLVMIsACallInst(call) != NULL || LLVMIsAInvokeInst(call) != NULL)
			&& LLVMIsAGlobalValue(LLVMGetOperand(call, CALLEE)) != NULL)
			return call;
	}
	return NULL;
}

static lr_status
check_patch_points(const struct asked *a, LLVMValueRef fn, const char *name)
{
	const bool patchpoint = starts(name, "llvm.experimental.patchpoint");
	LLVMValueRef named = NULL;

	if (!patchpoint && !starts(name, "llvm.experimental.stackmap"))
		return LR_OK;
	if (!has_patch_points(a))
		return lr_fail(a->cx, LR_E_TARGET, NULL,
			"target '%.100s' has no %.200s, which is called: patch points and stack maps compile for "
			"x86-64, AArch64, SystemZ, and RISC-V and PowerPC with 64 bits, and lr_patch changes them on "
			"Linux for x86-64 and AArch64; elsewhere call through a pointer in memory", a->triple, name);
	if (patchpoint)
		named = named_patch_point(a, fn);
	if (named != NULL)
		return lr_fail(a->cx, LR_E_TARGET, named,
			"target '%.100s' has no patch points that call a function by its name; let the patch point "
			"call null, or call through a pointer in memory", a->triple);
	return LR_OK;
}

/* LLVM's code generator cannot select an intrinsic of another target, such as "llvm.x86.sse2.pause", and ends the
** process. */
static lr_status
check_intrinsic(const struct asked *a, LLVMValueRef fn)
{
	static const struct { const char *start, *family; } owners[] = {
		{ "x86.", "x86" }, { "aarch64.", "aarch64" }, { "arm.", "arm" }, { "riscv.", "riscv" },
		{ "ppc.", "ppc" }, { "s390.", "systemz" }, { "mips.", "mips" }, { "loongarch.", "loongarch" },
		{ "wasm.", "wasm" }, { "hexagon.", "" }, { "nvvm.", "" }, { "amdgcn.", "" }, { "r600.", "" },
		{ "bpf.", "" }, { "ve.", "" },
		{ "xcore.", "" }, { "spv.", "" }, { "dx.", "" }
	};
	size_t n;
	const char *name = LLVMGetValueName2(fn, &n);

	if (n < 5 || memcmp(name, "llvm.", 5) != 0 || LLVMGetFirstUse(fn) == NULL)
		return LR_OK;
	for (size_t i = 0; i < sizeof owners / sizeof *owners; i++)
		if (starts(name + 5, owners[i].start) && strcmp(owners[i].family, a->names->family) != 0)
			return lr_fail(a->cx, LR_E_TARGET, NULL, "target '%.100s' has no %.200s, which is called",
				a->triple, name);
	return check_patch_points(a, fn, name);
}

/* Calling conventions at which LLVM's code generator ends the process; by a prefix of LLVM's name of the target. */
enum convention { SWIFT = 16, TAIL = 18, SWIFT_TAIL = 20, PRESERVE_NONE = 21 };
static const struct { const char *target; enum convention convention; bool unoptimised; } no_conventions[] = {
	{ "riscv", SWIFT, false }, { "riscv", SWIFT_TAIL, false }, { "riscv", TAIL, false },
	{ "riscv", PRESERVE_NONE, false }, { "arm", PRESERVE_NONE, false }, { "thumb", PRESERVE_NONE, false },
	{ "x86", PRESERVE_NONE, false },
	{ "arm", TAIL, true } /* its fast selection of instructions, at the beginning of functions */
};
enum { NO_CONVENTIONS = sizeof no_conventions / sizeof *no_conventions };

static bool
lacks_convention(const struct asked *a, size_t row)
{
	return starts(a->target, no_conventions[row].target) && !starts(a->target, "x86-64")
		&& !starts(a->target, "arm64");
}

/* Is the function compiled without optimisation? */
static bool
is_unoptimised(const struct asked *a)
{
	const unsigned optnone = LLVMGetEnumAttributeKindForName("optnone", 7);

	return a->opt_level == 0 || LLVMGetEnumAttributeAtIndex(a->fn,
		(LLVMAttributeIndex)LLVMAttributeFunctionIndex, optnone) != NULL;
}

static lr_status
check_convention(const struct asked *a, LLVMValueRef at, unsigned convention)
{
	static const char *const names[] = { [SWIFT] = "swiftcc", [TAIL] = "tailcc", [SWIFT_TAIL] = "swifttailcc",
		[PRESERVE_NONE] = "preserve_nonecc" };

	for (size_t i = 0; i < NO_CONVENTIONS; i++) {
		if (no_conventions[i].convention != convention || !lacks_convention(a, i))
			continue;
		if (no_conventions[i].unoptimised && (at != a->fn || !is_unoptimised(a)))
			continue;
		return lr_fail(a->cx, LR_E_TARGET, at, "target '%.100s' has no calling convention %s%s", a->triple,
			names[convention], convention == SWIFT || convention == SWIFT_TAIL
			? "; a parameter with the attribute \"gcstack\" brings the GC stack under any other"
			: no_conventions[i].unoptimised
			? " without optimisation; it works with -O1 and without optnone, and the convention of C "
			  "works always, with \"lateroot-roots-arguments\" for what musttail hands over"
			: "; the convention of C works, with \"lateroot-roots-arguments\" for what musttail hands "
			  "over");
	}
	return LR_OK;
}

static lr_status
check_conventions(const struct asked *a)
{
	bool lacks = false;

	for (size_t i = 0; i < NO_CONVENTIONS; i++)
		lacks |= lacks_convention(a, i);
	if (!lacks)
		return LR_OK;
	lr_status st = check_convention(a, a->fn, LLVMGetFunctionCallConv(a->fn));
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(a->fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL && st == LR_OK;
			i = LLVMGetNextInstruction(i))
			if (LLVMIsACallInst(i) != NULL || LLVMIsAInvokeInst(i) != NULL)
				st = check_convention(a, i, LLVMGetInstructionCallConv(i));
	return st;
}

lr_status
target_check_module(lr_context *cx, LLVMModuleRef m, LLVMTargetRef target, const char *triple,
	unsigned opt_level)
{
	static const struct { const char *key; bool features; } keys[] = {
		{ "target-cpu", false }, { "tune-cpu", false }, { "target-features", true }
	};
	LLVMAttributeRef last[3] = { NULL };
	struct asked a;
	lr_status st = begin(&a, cx, target, triple);

	a.opt_level = opt_level;
	for (a.fn = LLVMGetFirstFunction(m); a.fn != NULL && st == LR_OK; a.fn = LLVMGetNextFunction(a.fn)) {
		if (LLVMIsDeclaration(a.fn)) {
			st = check_intrinsic(&a, a.fn);
			continue;
		}
		st = check_conventions(&a);
		for (unsigned i = 0; i < 3 && st == LR_OK; i++) {
			LLVMAttributeRef given = LLVMGetStringAttributeAtIndex(a.fn,
				(LLVMAttributeIndex)LLVMAttributeFunctionIndex, keys[i].key,
				(unsigned)strlen(keys[i].key));
			unsigned n = 0;
			if (given == NULL || given == last[i]) /* attributes are unique in their context */
				continue;
			last[i] = given;
			const char *text = LLVMGetStringAttributeValue(given, &n);
			st = keys[i].features ? check_features(&a, text, n) : check_cpu(&a, text, n, i == 1);
		}
	}
	return st;
}
