/* check_llvm.c -- the checker's own list of LLVM's intrinsics that run no other code.
**
** It was written down from LLVM's manual, and asks no attribute; what the placer believes of them lies in
** ir/llvm_calls.c.  A test compares the two for all intrinsics that LLVM has.  What is in neither list here is an
** ordinary call, so an intrinsic that is new is a safepoint to the checker. */
#include "check/model/check_model.h"

/* First components of names, in order: everything that begins so runs no other code, but for the exceptions. */
static const char *const HARMLESS[] = { "aarch64", "abs", "acos", "addressofreturnaddress", "adjust", "alloc", "allow",
	"annotation", "arithmetic", "arm", "asan", "asin", "assume", "atan", "atan2", "bitreverse", "bswap", "call",
	"callbr", "canonicalize", "ceil", "clear_cache", "clmul", "codeview", "convert", "copysign", "coro", "cos",
	"cosh", "ctlz", "ctpop", "cttz", "dbg", "debugtrap", "donothing", "eh", "exp", "exp10", "exp2", "expect",
	"experimental", "fabs", "fake", "floor", "fma", "fmuladd", "fptosi", "fptoui", "fptrunc", "frameaddress",
	"frexp", "fshl", "fshr", "gcread", "gcroot", "gcwrite", "get", "hwasan", "icall", "init", "instrprof",
	"invariant", "is", "launder", "ldexp", "lifetime", "llrint", "llround", "load", "localaddress", "localescape",
	"localrecover", "log", "log10", "log2", "loongarch", "loop", "lrint", "lround", "masked", "matrix", "maximum",
	"maximumnum", "maxnum", "memcpy", "memmove", "memset", "minimum", "minimumnum", "minnum", "mips", "modf",
	"nearbyint", "objectsize", "pcmarker", "pow", "powi", "ppc", "prefetch", "preserve", "protected", "pseudoprobe",
	"ptr", "ptrauth", "ptrmask", "public", "read_register", "read_volatile_register", "readcyclecounter",
	"readsteadycounter", "reloc", "reset", "returnaddress", "rint", "riscv", "round", "roundeven", "s390", "sadd",
	"scmp", "sdiv", "seh", "set", "sideeffect", "sin", "sincos", "sincospi", "sinh", "smax", "smin", "smul",
	"sponentry", "sqrt", "ssa", "sshl", "ssub", "stackaddress", "stackguard", "stackprotector", "stackrestore",
	"stacksave", "start", "stepvector", "strip", "swift", "tan", "tanh", "test", "thread", "threadlocal", "trap",
	"trunc", "type", "uadd", "ubsantrap", "ucmp", "udiv", "umax", "umin", "umul", "ushl", "usub", "va_copy",
	"va_end", "va_start", "var", "vector", "vp", "vscale", "write_register", "x86" };

/* Beginnings of names that the list above is wrong of.  Those that `always` count whatever their attributes say. */
static const struct { const char *name; enum check_llvm what; } EXCEPTIONS[] = {
	{ "arm.gnu.", CHECK_LLVM_CALL }, { "x86.int", CHECK_LLVM_CALL },
	{ "coro.async.", CHECK_LLVM_CALL }, { "coro.alloca.", CHECK_LLVM_CALL },
	{ "coro.resume", CHECK_LLVM_ALWAYS }, { "coro.destroy", CHECK_LLVM_ALWAYS },
	{ "coro.suspend", CHECK_LLVM_ALWAYS },
	{ "coro.await.", CHECK_LLVM_ALWAYS }, { "coro.end", CHECK_LLVM_ALWAYS },
	{ "eh.sjlj.setjmp", CHECK_LLVM_TWICE },
	{ "experimental.deoptimize", CHECK_LLVM_ALWAYS }, { "experimental.guard", CHECK_LLVM_ALWAYS },
	{ "experimental.gc.statepoint", CHECK_LLVM_ALWAYS }, { "experimental.patchpoint", CHECK_LLVM_CALL },
	{ "objc.clang.arc.noop.use", CHECK_LLVM_HARMLESS },
	{ "memcpy.element.", CHECK_LLVM_ALWAYS }, { "memmove.element.", CHECK_LLVM_ALWAYS },
	{ "memset.element.", CHECK_LLVM_ALWAYS }
};

/* Compares a first component with a word as strcmp does. */
static int
compare(const char *name, size_t n, const char *word)
{
	int order = strncmp(name, word, n);

	return order != 0 ? order : word[n] != '\0' ? -1 : 0;
}

enum check_llvm
check_llvm(const char *name)
{
	name += 5; /* "llvm." */
	size_t n = strcspn(name, "."), lo = 0, hi = sizeof HARMLESS / sizeof *HARMLESS;

	for (size_t i = 0; i < sizeof EXCEPTIONS / sizeof *EXCEPTIONS; i++)
		if (strncmp(name, EXCEPTIONS[i].name, strlen(EXCEPTIONS[i].name)) == 0)
			return EXCEPTIONS[i].what;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int order = compare(name, n, HARMLESS[mid]);
		if (order == 0)
			return CHECK_LLVM_HARMLESS;
		if (order < 0)
			hi = mid;
		else
			lo = mid + 1;
	}
	return CHECK_LLVM_CALL;
}
