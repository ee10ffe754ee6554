/* SPDX-License-Identifier: MIT */
/* abi.c -- the ABI by which the collector finds the roots of a function. */
#include "dialect/abi.h"

#include "base/name.h"

#include <llvm-c/Target.h>

enum architecture
abi_architecture(LLVMModuleRef m)
{
	return architecture_of(LLVMGetTarget(m));
}

bool
triple_is_elf(const char *triple)
{
	static const char *const systems[] = { "-linux", "bsd", "-solaris", "-none", "-elf", "-unknown-unknown",
		"-haiku", "-hurd", "-fuchsia", "-illumos" };
	static const char *const others[] = { "macho", "coff", "-windows" };
	bool elf = false;

	for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
		elf |= strstr(triple, systems[i]) != NULL;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		elf &= strstr(triple, others[i]) == NULL;
	return elf;
}

bool
triple_is_macho(const char *triple)
{
	static const char *const systems[] = { "-apple-", "-darwin", "-macosx", "macho" };
	bool macho = false;

	for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
		macho |= strstr(triple, systems[i]) != NULL;
	return macho && strstr(triple, "-elf") == NULL && strstr(triple, "coff") == NULL;
}

const char *
abi_framemap_text(LLVMModuleRef m)
{
	return triple_is_macho(LLVMGetTarget(m)) ? LR_FRAMEMAP_MACHO_TEXT : LR_FRAMEMAP_TEXT;
}

/* Tables of roots are written into ELF objects with pointers of 64 bits; those of framemap into Mach-O, too, where
** nothing signs the addresses of constructors. */
static bool
has_tables(lr_abi abi, const char *triple)
{
#if defined(__linux__)
	if (triple == NULL || triple[0] == '\0')
		return true;
#endif
	if (triple != NULL && abi == LR_ABI_FRAMEMAP && triple_is_macho(triple) && strncmp(triple, "arm64e", 6) != 0)
		return true;
	return triple != NULL && triple_is_elf(triple) && strstr(triple, "x32") == NULL;
}

static bool
has_machine(const char *triple)
{
	const enum architecture a = architecture_of(triple);

	return a == ARCH_X86_64 || a == ARCH_AARCH64 || a == ARCH_RISCV64;
}

/* Is the stack in address space 0, to which tables refer?  "A5" in the layout places it elsewhere. */
static bool
has_plain_stack(const char *layout)
{
	for (const char *spec = layout; *spec != '\0'; spec += strcspn(spec, "-"), spec += *spec == '-')
		if (*spec == 'A')
			return strspn(spec + 1, "0") == strspn(spec + 1, "0123456789");
	return true;
}

/* Apple's systems without a version have no thread-local variables on ARM with 32 bits. */
static bool
has_thread_locals(const char *triple)
{
	const bool arm = triple != NULL && (strncmp(triple, "arm", 3) == 0 || strncmp(triple, "thumb", 5) == 0)
		&& architecture_of(triple) != ARCH_AARCH64;

	return !arm || strstr(triple, "-darwin") == NULL;
}

/* What a message says that works on a target where an ABI with tables does not. */
static const char *
instead(const char *triple)
{
	if (!triple_has_code(triple))
		return "'gcframe' and 'shadow-stack' lower IR for it, and lateroot compiles for no such processor";
	return has_thread_locals(triple) ? "'gcframe' and 'shadow-stack' work there" : "'gcframe' works there";
}

/* Why the tables of an ABI cannot be had for that target; NULL: they can. */
static const char *
lacks_tables(lr_abi abi, const char *triple)
{
	const char *t = triple != NULL ? triple : "";

	if (strncmp(t, "arm64e", 6) == 0 && (t[6] == '-' || t[6] == '\0'))
		return "unsigned addresses of constructors, which arm64e has not";
	if (strstr(t, "x32") != NULL || strstr(t, "ilp32") != NULL || strstr(t, "64_32") != NULL)
		return "pointers of 64 bits";
	if (!has_machine(triple))
		return "x86-64, AArch64 or RISC-V with 64 bits";
	if (!has_tables(abi, triple))
		return abi == LR_ABI_FRAMEMAP ? "ELF or Mach-O objects" : "ELF objects";
	return NULL;
}

/* ABIs with tables of roots have requirements on the target, and shadow-stack on the few without thread-local
** variables. */
static lr_status
check_abi(lr_context *cx, LLVMValueRef fn, lr_abi abi, const char *triple)
{
	const char *name = triple ? triple : "", *lacks = NULL;

	if (abi == LR_ABI_SHADOW_STACK && !has_thread_locals(triple))
		lacks = "thread-local variables";
	if (abi_has_table(abi))
		lacks = lacks_tables(abi, triple);
	if (lacks != NULL)
		return lr_fail(cx, LR_E_TARGET, fn, "the ABI '%s' needs %s, and the target is '%.100s'; %s",
			abi_names[abi], lacks, name, instead(triple));
	if (!abi_has_table(abi))
		return LR_OK;
	const char *layout = LLVMGetDataLayoutStr(LLVMGetGlobalParent(fn));
	if (layout[0] != '\0' && LLVMPointerSize(LLVMGetModuleDataLayout(LLVMGetGlobalParent(fn))) != 8)
		return lr_fail(cx, LR_E_TARGET, fn,
			"the ABI '%s' needs pointers of 64 bits, and the data layout is '%s', for target '%.100s'; "
			"give the module the data layout of that target", abi_names[abi], layout, name);
	if (!has_plain_stack(layout))
		return lr_fail(cx, LR_E_TARGET, fn,
			"the ABI '%s' needs a stack in address space 0, and the data layout is '%s'; %s",
			abi_names[abi], layout, instead(triple));
	return LR_OK;
}

/* Returns the value of the function's attribute; NULL if there is none. */
static const char *
attribute_of(LLVMValueRef fn, unsigned *bytes)
{
	LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		ABI_ATTRIBUTE, sizeof ABI_ATTRIBUTE - 1);

	return a != NULL ? LLVMGetStringAttributeValue(a, bytes) : NULL;
}

lr_status
abi_choose(lr_context *cx, LLVMValueRef fn, lr_abi otherwise, lr_abi *abi)
{
	unsigned n = 0;
	const char *given = attribute_of(fn, &n);

	*abi = otherwise;
	if (given != NULL && !abi_by_name(given, n, abi)) {
		const char *near = name_nearest(given, n, abi_names, ABI_COUNT);
		return lr_fail(cx, LR_E_DIALECT, fn,
			"\"" ABI_ATTRIBUTE
			"\"=\"%.*s\": no such ABI%s%s%s; there is: gcframe, framemap, statepoint, shadow-stack",
			(int)(n < 100 ? n : 100), given, near ? "; did you mean '" : "", near ? near : "",
			near ? "'?" : "");
	}
	return check_abi(cx, fn, *abi, LLVMGetTarget(LLVMGetGlobalParent(fn)));
}

lr_abi
abi_given(LLVMValueRef fn, lr_abi abi)
{
	unsigned n = 0;
	const char *given = attribute_of(fn, &n);

	if (given != NULL)
		abi_by_name(given, n, &abi);
	return abi;
}

lr_abi
abi_of(const lr_context *cx, LLVMValueRef fn)
{
	return abi_given(fn, cx->options.abi);
}

void
abi_stamp(const lr_context *cx, LLVMValueRef fn, lr_abi abi)
{
	/* needs no attribute: functions without it have the context's default, which is gcframe here */
	if (abi == LR_ABI_GCFRAME && cx->options.abi == LR_ABI_GCFRAME)
		return;
	LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateStringAttribute(LLVMGetModuleContext(LLVMGetGlobalParent(fn)), ABI_ATTRIBUTE,
			sizeof ABI_ATTRIBUTE - 1, abi_names[abi], (unsigned)strlen(abi_names[abi])));
}

/* Returns 1 or 0 from the attribute, -1 if there is none, -2 if it is neither "true" nor "false". */
static int
reload_asked(LLVMValueRef fn)
{
	LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		RELOAD_ATTRIBUTE, sizeof RELOAD_ATTRIBUTE - 1);
	unsigned n = 0;
	const char *text = a != NULL ? LLVMGetStringAttributeValue(a, &n) : NULL;

	if (text == NULL)
		return -1;
	if (n == 0 || (n == 4 && memcmp(text, "true", 4) == 0))
		return 1;
	return n == 5 && memcmp(text, "false", 5) == 0 ? 0 : -2;
}

static bool
reload_answer(int asked, lr_abi abi, bool otherwise)
{
	return abi != LR_ABI_STATEPOINT && abi != LR_ABI_SHADOW_STACK && (asked >= 0 ? asked != 0 : otherwise);
}

bool
reload_given(LLVMValueRef fn, lr_abi abi, bool otherwise)
{
	return reload_answer(reload_asked(fn), abi, otherwise);
}

lr_status
reload_choose(lr_context *cx, LLVMValueRef fn, lr_abi abi, bool otherwise, bool *reload)
{
	int asked = reload_asked(fn);

	*reload = reload_answer(asked, abi, otherwise);
	if (asked == -2)
		return lr_fail(cx, LR_E_DIALECT, fn, "\"" RELOAD_ATTRIBUTE "\" is neither \"true\" nor \"false\"");
	if (abi == LR_ABI_SHADOW_STACK && asked == 1)
		return lr_fail(cx, LR_E_DIALECT, fn,
			"the ABI 'shadow-stack' cannot mark roots as movable: no object that its "
			"functions reach can move, and \"" RELOAD_ATTRIBUTE "\" has no effect");
	return LR_OK;
}

void
reload_stamp(LLVMValueRef fn, bool reload)
{
	if (reload)
		LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
			LLVMCreateStringAttribute(LLVMGetModuleContext(LLVMGetGlobalParent(fn)), RELOAD_ATTRIBUTE,
				sizeof RELOAD_ATTRIBUTE - 1, "true", 4));
}

bool
frame_moving(LLVMValueRef new_call, uint32_t *fixed, uint32_t *deep)
{
	LLVMAttributeRef a = LLVMGetCallSiteStringAttribute(new_call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		FRAME_MOVING_ATTRIBUTE, sizeof FRAME_MOVING_ATTRIBUTE - 1);
	uint32_t number[2] = { 0, 0 }, k = 0;
	unsigned n = 0;

	*fixed = *deep = 0;
	if (a == NULL)
		return false;
	const char *text = LLVMGetStringAttributeValue(a, &n);
	for (unsigned i = 0; i < n; i++)
		if (text[i] == ',' && k == 0)
			k++;
		else if (text[i] >= '0' && text[i] <= '9' && number[k] < 1u << 24)
			number[k] = number[k] * 10 + (uint32_t)(text[i] - '0');
		else
			return false;
	*fixed = number[0], *deep = number[1];
	return true;
}

lr_status
abi_check_target(lr_context *cx, LLVMModuleRef m, const char *triple)
{
	lr_status st = LR_OK;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL && st == LR_OK; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f))
			st = check_abi(cx, f, abi_of(cx, f), triple);
	return st;
}
