/* SPDX-License-Identifier: MIT */
/* check_table.c -- the checker's own table of functions: those of the dialect, and LLVM's intrinsics.
**
** The list of intrinsics that run no other code was written down from LLVM's manual, and asks no attribute; placement
** relies on ir/llvm_calls.c.  test/unit/lowering_names.c compares the two for all intrinsics that LLVM has.  An
** intrinsic that is in neither list here is an ordinary call, so one that is new is a safepoint to the checker. */
#include "check/model/check_table.h"

/* By full names. */
static const struct { const char *name; enum check_fn fn; } DIALECT[] = {
	{ "julia.get_pgcstack", FN_GET_PGCSTACK },
	{ "julia.get_pgcstack_or_new", FN_GET_PGCSTACK },
	{ "julia.gc_alloc_obj", FN_GC_ALLOC },
	{ "julia.gc_alloc_memory", FN_GC_ALLOC },
	{ "julia.gc_alloc_bytes", FN_GC_ALLOC },
	{ "julia.gc_alloc_obj.i32", FN_GC_ALLOC },
	{ "julia.gc_alloc_obj.i64", FN_GC_ALLOC },
	{ "julia.gc_alloc_bytes.i32", FN_GC_ALLOC },
	{ "julia.gc_alloc_bytes.i64", FN_GC_ALLOC },
	{ "julia.typeof", FN_TYPEOF },
	{ "lateroot.immediate.make", FN_IMMEDIATE_MAKE },
	{ "lateroot.immediate.test", FN_QUIET },
	{ "lateroot.immediate.value", FN_QUIET },
	{ "julia.gc_loaded", FN_GC_LOADED },
	{ "julia.blackbox", FN_BLACKBOX },
	{ "julia.call", FN_CALL },
	{ "julia.call2", FN_CALL2 },
	{ "julia.call3", FN_CALL3 },
	{ "llvm.julia.gc_preserve_begin", FN_PRESERVE_BEGIN },
	{ "llvm.julia.gc_preserve_end", FN_PRESERVE_END },
	{ "julia.safepoint", FN_SAFEPOINT },
	{ "julia.cancellation_point", FN_CANCELLATION_POINT },
	{ "julia.new_gc_frame", FN_NEW_GC_FRAME },
	{ "julia.push_gc_frame", FN_PUSH_GC_FRAME },
	{ "julia.pop_gc_frame", FN_POP_GC_FRAME },
	{ "julia.get_gc_frame_slot", FN_GET_GC_FRAME_SLOT },
	{ "julia.gcroot_flush", FN_MAY_COLLECT },
	{ "julia.except_enter", FN_MAY_COLLECT },
	{ "julia.pointer_from_objref", FN_QUIET },
	{ "julia.tracked_pointer", FN_QUIET },
	{ "julia.write_barrier", FN_QUIET },
	{ "julia.object_write_barrier", FN_QUIET },
	{ "julia.field_write_barrier.p11", FN_QUIET },
	{ "julia.field_write_barrier.p13", FN_QUIET },
	{ "julia.queue_gc_root", FN_QUIET },
	{ "julia.queue_gc_root_field", FN_QUIET },
	{ "memcmp", FN_QUIET }
};

/* Entries of the runtime that never collect, behind "jl_", "ijl_" or "lr_". */
static const char *const RUNTIME[] = { "egal__unboxed", "lock_value", "unlock_value", "lock_field", "unlock_field",
	"pop_handler_noexcept" };

/* First components of the names of intrinsics, in order: those run no other code, but for the exceptions below. */
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

/* Beginnings of names that the list above is wrong about. */
static const struct { const char *name; enum check_fn fn; } EXCEPTIONS[] = {
	{ "dbg.", FN_LLVM_DEBUG }, { "lifetime.", FN_LLVM_LIFETIME },
	{ "arm.gnu.", FN_OTHER }, { "x86.int", FN_OTHER },
	{ "coro.async.", FN_OTHER }, { "coro.alloca.", FN_OTHER },
	{ "coro.resume", FN_LLVM_SAFEPOINT }, { "coro.destroy", FN_LLVM_SAFEPOINT },
	{ "coro.suspend", FN_LLVM_SAFEPOINT },
	{ "coro.await.", FN_LLVM_SAFEPOINT }, { "coro.end", FN_LLVM_SAFEPOINT },
	{ "eh.sjlj.setjmp", FN_LLVM_TWICE },
	{ "experimental.deoptimize", FN_LLVM_SAFEPOINT }, { "experimental.guard", FN_LLVM_SAFEPOINT },
	{ "experimental.gc.statepoint", FN_LLVM_SAFEPOINT }, { "experimental.patchpoint", FN_OTHER },
	{ "objc.clang.arc.noop.use", FN_LLVM },
	{ "memcpy.element.", FN_LLVM_SAFEPOINT }, { "memmove.element.", FN_LLVM_SAFEPOINT },
	{ "memset.element.", FN_LLVM_SAFEPOINT }
};

static bool
begins(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

/* Compares a first component with a word as strcmp does. */
static int
compare(const char *name, size_t n, const char *word)
{
	int order = strncmp(name, word, n);

	return order != 0 ? order : word[n] != '\0' ? -1 : 0;
}

/* Of an intrinsic of LLVM, by its name behind "llvm.". */
static enum check_fn
llvm_fn(const char *name)
{
	size_t n = strcspn(name, "."), lo = 0, hi = sizeof HARMLESS / sizeof *HARMLESS;

	for (size_t i = 0; i < sizeof EXCEPTIONS / sizeof *EXCEPTIONS; i++)
		if (begins(name, EXCEPTIONS[i].name))
			return EXCEPTIONS[i].fn;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int order = compare(name, n, HARMLESS[mid]);
		if (order == 0)
			return FN_LLVM;
		if (order < 0)
			hi = mid;
		else
			lo = mid + 1;
	}
	return FN_OTHER;
}

enum check_fn
check_fn_of(LLVMValueRef callee)
{
	size_t n = 0, prefix = 0;
	const char *name = callee == NULL || LLVMIsAFunction(callee) == NULL ? "" : LLVMGetValueName2(callee, &n);

	if (strlen(name) != n)
		return FN_OTHER;
	if (begins(name, "llvm.") && !begins(name, "llvm.julia.")) {
		enum check_fn fn = llvm_fn(name + 5);
		return LLVMGetIntrinsicID(callee) != 0 || fn == FN_LLVM_DEBUG || fn == FN_LLVM_LIFETIME ? fn : FN_OTHER;
	}
	if (begins(name, "julia.") || begins(name, "llvm.") || begins(name, "lateroot.") || name[0] == 'm')
		for (size_t i = 0; i < sizeof DIALECT / sizeof *DIALECT; i++)
			if (strcmp(name, DIALECT[i].name) == 0)
				return DIALECT[i].fn;
	prefix = begins(name, "jl_") || begins(name, "lr_") ? 3 : begins(name, "ijl_") ? 4 : 0;
	for (size_t i = 0; prefix != 0 && i < sizeof RUNTIME / sizeof *RUNTIME; i++)
		if (strcmp(name + prefix, RUNTIME[i]) == 0)
			return FN_QUIET;
	return FN_OTHER;
}

bool
check_fn_may_collect(enum check_fn fn)
{
	switch (fn) {
	case FN_OTHER: case FN_LLVM_SAFEPOINT: case FN_LLVM_TWICE: case FN_MAY_COLLECT: case FN_GC_ALLOC:
	case FN_CALL: case FN_CALL2: case FN_CALL3: case FN_SAFEPOINT: case FN_CANCELLATION_POINT:
		return true;
	default:
		return false;
	}
}
