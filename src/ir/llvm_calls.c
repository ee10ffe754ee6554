/* SPDX-License-Identifier: MIT */
/* llvm_calls.c -- tells which of LLVM's own intrinsics may run other code.
**
** The names below decide first, then the attributes that LLVM gives to an intrinsic. LLVM sets the attributes of its
** declarations when it reads a module, so attributes in the input do not count. An intrinsic that only reads, accesses
** only the memory of its arguments, or is `nocallback`, runs no other code. All others are ordinary calls. A function
** llvm.* that LLVM does not know is an ordinary function. */
#include "ir/llvm_calls.h"

struct family { const char *stem; size_t n; enum llvm_call what; };
#define STEM(text) text, sizeof(text) - 1

/* Sorted by name. A stem ends where a component of the name ends. Of two stems that fit, the longer one counts.
** Arithmetic is listed although its attributes say the same, because asking for these takes longer. */
static const struct family FAMILIES[] = {
	/* machine instructions, whatever memory they touch */
	{ STEM("aarch64"), LLVM_CALL_NEVER },
	{ STEM("abs"), LLVM_CALL_NEVER },
	{ STEM("arm"), LLVM_CALL_NEVER },
	{ STEM("arm.gnu.eabi.mcount"), LLVM_CALL_ORDINARY },
	{ STEM("asan.check.memaccess"), LLVM_CALL_NEVER },
	{ STEM("assume"), LLVM_CALL_NEVER },
	{ STEM("bswap"), LLVM_CALL_NEVER },
	{ STEM("callbr.landingpad"), LLVM_CALL_NEVER },
	{ STEM("ceil"), LLVM_CALL_NEVER },
	{ STEM("clear_cache"), LLVM_CALL_NEVER },
	{ STEM("copysign"), LLVM_CALL_NEVER },
	{ STEM("coro.alloc"), LLVM_CALL_NEVER },
	{ STEM("coro.await"), LLVM_CALL_SPLITS },
	{ STEM("coro.begin"), LLVM_CALL_NEVER },
	{ STEM("coro.destroy"), LLVM_CALL_ALWAYS },
	{ STEM("coro.end"), LLVM_CALL_SPLITS },
	{ STEM("coro.id"), LLVM_CALL_NEVER },
	{ STEM("coro.resume"), LLVM_CALL_ALWAYS },
	{ STEM("coro.save"), LLVM_CALL_NEVER },
	{ STEM("coro.suspend"), LLVM_CALL_SPLITS },
	{ STEM("ctlz"), LLVM_CALL_NEVER },
	{ STEM("ctpop"), LLVM_CALL_NEVER },
	{ STEM("cttz"), LLVM_CALL_NEVER },
	{ STEM("dbg"), LLVM_CALL_NEVER },
	{ STEM("debugtrap"), LLVM_CALL_NEVER },
	{ STEM("eh"), LLVM_CALL_NEVER },
	{ STEM("eh.sjlj.setjmp"), LLVM_CALL_TWICE },
	{ STEM("experimental.deoptimize"), LLVM_CALL_ALWAYS },
	{ STEM("experimental.gc.statepoint"), LLVM_CALL_ALWAYS },
	{ STEM("experimental.guard"), LLVM_CALL_ALWAYS },
	{ STEM("experimental.patchpoint"), LLVM_CALL_ORDINARY },
	{ STEM("fabs"), LLVM_CALL_NEVER },
	{ STEM("floor"), LLVM_CALL_NEVER },
	{ STEM("fma"), LLVM_CALL_NEVER },
	{ STEM("fmuladd"), LLVM_CALL_NEVER },
	{ STEM("gcroot"), LLVM_CALL_NEVER },
	{ STEM("hwasan.check.memaccess"), LLVM_CALL_NEVER },
	{ STEM("instrprof"), LLVM_CALL_NEVER },
	{ STEM("lifetime"), LLVM_CALL_NEVER },
	{ STEM("loongarch"), LLVM_CALL_NEVER },
	{ STEM("maxnum"), LLVM_CALL_NEVER },
	/* LLVM makes the atomic ones calls of functions that a runtime with safepoints defines */
	{ STEM("memcpy"), LLVM_CALL_NEVER },
	{ STEM("memcpy.element.unordered.atomic"), LLVM_CALL_ALWAYS },
	{ STEM("memmove"), LLVM_CALL_NEVER },
	{ STEM("memmove.element.unordered.atomic"), LLVM_CALL_ALWAYS },
	{ STEM("memset"), LLVM_CALL_NEVER },
	{ STEM("memset.element.unordered.atomic"), LLVM_CALL_ALWAYS },
	{ STEM("minnum"), LLVM_CALL_NEVER },
	{ STEM("mips"), LLVM_CALL_NEVER },
	{ STEM("ppc"), LLVM_CALL_NEVER },
	{ STEM("read_volatile_register"), LLVM_CALL_NEVER },
	{ STEM("rint"), LLVM_CALL_NEVER },
	{ STEM("riscv"), LLVM_CALL_NEVER },
	{ STEM("round"), LLVM_CALL_NEVER },
	{ STEM("s390"), LLVM_CALL_NEVER },
	{ STEM("sadd"), LLVM_CALL_NEVER },
	{ STEM("seh"), LLVM_CALL_NEVER },
	{ STEM("smax"), LLVM_CALL_NEVER },
	{ STEM("smin"), LLVM_CALL_NEVER },
	{ STEM("smul"), LLVM_CALL_NEVER },
	{ STEM("sqrt"), LLVM_CALL_NEVER },
	{ STEM("ssub"), LLVM_CALL_NEVER },
	{ STEM("swift.async.context.addr"), LLVM_CALL_NEVER },
	{ STEM("trap"), LLVM_CALL_NEVER },
	{ STEM("trunc"), LLVM_CALL_NEVER },
	{ STEM("uadd"), LLVM_CALL_NEVER },
	{ STEM("ubsantrap"), LLVM_CALL_NEVER },
	{ STEM("umax"), LLVM_CALL_NEVER },
	{ STEM("umin"), LLVM_CALL_NEVER },
	{ STEM("umul"), LLVM_CALL_NEVER },
	{ STEM("usub"), LLVM_CALL_NEVER },
	{ STEM("wasm.rethrow"), LLVM_CALL_ALWAYS },
	{ STEM("wasm.throw"), LLVM_CALL_ALWAYS },
	{ STEM("x86"), LLVM_CALL_NEVER },
	{ STEM("x86.int"), LLVM_CALL_ORDINARY },
};

/* Is `stem` the name, or its first components? */
static bool
fits(const char *name, size_t n, const char *stem, size_t k)
{
	return n >= k && name[k - 1] == stem[k - 1] && memcmp(name, stem, k) == 0 && (n == k || name[k] == '.');
}

static const struct family *
family_of(const char *name, size_t n)
{
	const struct family *found = NULL;
	size_t lo = 0, hi = sizeof FAMILIES / sizeof *FAMILIES;

	while (lo < hi) { /* finds the first stem that begins with the name's first letter or a later one */
		size_t mid = lo + (hi - lo) / 2;
		if (FAMILIES[mid].stem[0] < name[0])
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < sizeof FAMILIES / sizeof *FAMILIES && FAMILIES[lo].stem[0] == name[0]; lo++)
		if (fits(name, n, FAMILIES[lo].stem, FAMILIES[lo].n))
			found = &FAMILIES[lo];
	return found;
}

static LLVMAttributeRef
attribute(LLVMValueRef fn, const char *name, size_t n)
{
	return LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMGetEnumAttributeKindForName(name, n));
}

/* Memory effects have two bits for each kind of memory: 1 reads, 2 writes; memory of arguments has the lowest two. */
static enum llvm_call
by_attributes(LLVMValueRef fn)
{
	if (attribute(fn, "nocallback", 10) != NULL)
		return LLVM_CALL_NEVER;
	LLVMAttributeRef memory = attribute(fn, "memory", 6);
	uint64_t effects = memory != NULL ? LLVMGetEnumAttributeValue(memory) : UINT64_MAX;
	return (effects & 0xAAAAAAAAu) == 0 || (effects & ~UINT64_C(3)) == 0 ? LLVM_CALL_NEVER : LLVM_CALL_ORDINARY;
}

enum llvm_call
llvm_call_of(LLVMValueRef fn, const char *name, size_t n)
{
	if (n <= 5 || LLVMGetIntrinsicID(fn) == 0)
		return LLVM_CALL_ORDINARY;
	const struct family *f = family_of(name + 5, n - 5);
	return f != NULL ? f->what : by_attributes(fn);
}

enum llvm_call
llvm_call_kind(LLVMValueRef callee)
{
	size_t n;

	if (callee == NULL || !LLVMIsAFunction(callee))
		return LLVM_CALL_ORDINARY;
	const char *name = LLVMGetValueName2(callee, &n);
	return n > 5 && memcmp(name, "llvm.", 5) == 0 ? llvm_call_of(callee, name, n) : LLVM_CALL_ORDINARY;
}

bool
llvm_call_needs_deopt(LLVMValueRef callee)
{
	size_t n;

	if (callee == NULL || !LLVMIsAFunction(callee) || LLVMGetIntrinsicID(callee) == 0)
		return false;
	const char *name = LLVMGetValueName2(callee, &n);
	return n > 5
		&& (fits(name + 5, n - 5, STEM("experimental.deoptimize"))
			|| fits(name + 5, n - 5, STEM("experimental.guard")));
}

bool
llvm_call_passes_pointer(LLVMValueRef call)
{
	static const char *const names[] = { "llvm.launder.invariant.group.", "llvm.strip.invariant.group.",
		"llvm.ptrmask.", "llvm.ssa.copy.", "llvm.threadlocal.address." };
	LLVMValueRef callee = LLVMGetCalledValue(call);

	if (!LLVMIsAFunction(callee) || LLVMGetIntrinsicID(callee) == 0)
		return false;
	const char *name = value_name(callee);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncmp(name, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}
