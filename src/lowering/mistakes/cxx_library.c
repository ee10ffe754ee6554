/* SPDX-License-Identifier: MIT */
/* cxx_library.c -- warns of references in memory that the C++ library allocates.
**
** The mangled names of the functions of the library's templates (Itanium ABI for C++) show what the templates hold.
** This holds before LLVM's optimisation, which inlines these functions:
**
**   container      allocator<T>::allocate
**   smart pointer  unique_ptr<T>, make_unique<T>, shared_ptr<T>, make_shared<T>
**   buffer         get_temporary_buffer<T>, as std::stable_sort and std::inplace_merge use it
**   copy           constructors and assignments of std::function and similar classes, with the address of a variable
**                  with references as an argument
**
** Each is reported at the call by which the program enters the library, if the first callers lead there. */
#include "lowering/mistakes/checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ptrmap.h"
#include "dialect/kind.h"
#include "host/warnings.h"

enum { MAX_STEPS = 32, NAME_BYTES = 100 };

/* ---- mangled names ---- */

/* Is it a function of the C++ library: in std or __gnu_cxx? */
static bool
is_library_name(const char *name)
{
	if (strncmp(name, "_ZSt", 4) == 0)
		return true;
	if (strncmp(name, "_ZN", 3) != 0)
		return false;
	name += 3 + (name[3] == 'K');
	return strncmp(name, "St", 2) == 0 || strncmp(name, "Sa", 2) == 0 || strncmp(name, "9__gnu_cxx", 10) == 0;
}

/* The character behind a name, at whose length `at` points. */
static const char *
skip_source_name(const char *at)
{
	char *end;
	const unsigned long n = strtoul(at, &end, 10);
	const size_t rest = strlen(end);

	return end + (n < rest ? n : rest);
}

/* The character behind the E that ends the construct at `at`: N...E, I...E and so on. */
static const char *
skip_nested(const char *at)
{
	int depth = 0;

	while (*at != '\0') {
		const char c = *at;
		if (c >= '0' && c <= '9') {
			at = skip_source_name(at);
			continue;
		}
		at++;
		if (c == 'L') /* a literal, whose number is not the length of a name */
			at += *at == '_' || (*at >= '0' && *at <= '9') || *at == 'N' ? 0 : strcspn(at, "E");
		else if (c == 'A' || c == 'S' || c == 'T')
			at += strspn(at, "0123456789_");
		depth += strchr("NIJFXLZ", c) != NULL;
		if (c == 'E' && --depth <= 0)
			break;
	}
	return at;
}

/* The character behind the type at `at`. */
static const char *
skip_type(const char *at)
{
	for (;;) {
		if (*at != '\0' && strchr("PROKV", *at) != NULL)
			at++;
		else if (*at == 'A')
			at += 1 + strspn(at + 1, "0123456789_");
		else if (*at == 'U')
			at = skip_source_name(at + 1);
		else
			break;
	}
	if (*at == 'N' || *at == 'F')
		return skip_nested(at);
	if (*at == 'S')
		at += at[1] == 't' ? 2 : 1 + strspn(at + 1, "0123456789_");
	if (*at >= '0' && *at <= '9')
		at = skip_source_name(at);
	else if (*at != '\0' && *at != 'I')
		at++;
	return *at == 'I' ? skip_nested(at) : at;
}

/* Reads names as in 1S or N2ns1TE at `*at`; the struct with references of that name, or NULL. */
static LLVMTypeRef
named_struct(LLVMContextRef c, const char **at)
{
	char name[NAME_BYTES];
	int used = 0;
	const bool nested = **at == 'N';

	for (*at += nested; **at >= '0' && **at <= '9' && used < NAME_BYTES;) {
		const size_t n = strtoul(*at, (char **)at, 10);
		if (n > strlen(*at))
			return NULL;
		used += snprintf(name + used, (size_t)(NAME_BYTES - used), "%s%.*s", used > 0 ? "::" : "", (int)n, *at);
		*at += n;
		if (!nested)
			break;
	}
	static const char *const kinds[] = { "struct", "class" };
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds && used > 0 && used < NAME_BYTES; i++) {
		char whole[NAME_BYTES + 8];
		snprintf(whole, sizeof whole, "%s.%s", kinds[i], name);
		LLVMTypeRef type = LLVMGetTypeByName2(c, whole);
		if (type != NULL && type_may_hold_reference(type))
			return type;
	}
	return NULL;
}

/* A type with references among those that are named between `at` and `end`; NULL: there is none. U4AS10 before a name
** makes a reference. P before one makes a pointer, and the memory to which it points lies elsewhere. */
static LLVMTypeRef
type_with_references(LLVMContextRef c, const char *at, const char *end)
{
	while (at < end) {
		if (*at == 'P' || *at == 'R' || *at == 'O') {
			const char *first = at;
			at += strspn(at, "PROKV");
			if (*at == 'N' || (*at >= '0' && *at <= '9'))
				named_struct(c, &at);
			else if (*at == 'U' && at - first > 1)
				at = skip_type(at);
		} else if (*at == 'U') {
			at += 1 + strspn(at + 1, "0123456789");
			if (strncmp(at, "AS10", 4) == 0)
				return LLVMPointerTypeInContext(c, LR_AS_TRACKED);
		} else if (*at == 'N' || (*at >= '0' && *at <= '9')) {
			LLVMTypeRef type = named_struct(c, &at);
			if (type != NULL)
				return type;
		} else {
			at++;
		}
	}
	return NULL;
}

/* ---- places in the program ---- */

/* A call in code outside of the library that leads to the function; the function itself if none is found. */
static LLVMValueRef
place_of(LLVMValueRef fn)
{
	LLVMValueRef at = fn;

	for (int step = 0; step < MAX_STEPS && at != NULL; step++) {
		LLVMValueRef caller = NULL;
		int looked = 0;
		for (LLVMUseRef u = LLVMGetFirstUse(at); u != NULL && looked++ < MAX_STEPS; u = LLVMGetNextUse(u)) {
			LLVMValueRef call = LLVMGetUser(u);
			size_t n;
			if (!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call))
				continue;
			LLVMValueRef in = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
			if (!is_library_name(LLVMGetValueName2(in, &n)))
				return call;
			if (caller == NULL && in != at)
				caller = in;
		}
		at = caller;
	}
	return fn;
}

struct library {
	lr_context *cx;
	LLVMContextRef c;
	struct ptrmap pointers, buffers; /* types that were reported in a smart pointer, and in a buffer */
};

/* Adds a type to those that were reported. False: it is one of them, or NULL. */
static bool
is_new(struct ptrmap *reported, LLVMTypeRef type)
{
	return type != NULL && ptrmap_get(reported, type) == PTRMAP_NONE && ptrmap_set(reported, type, 1);
}

/* ---- memory of the library ---- */

static void
check_container(struct library *l, LLVMValueRef fn, const char *name)
{
	const char *allocator = strncmp(name, "_ZN", 3) == 0 ? strstr(name, "allocatorI") : NULL;
	const char *end = allocator != NULL ? strstr(allocator, "8allocateE") : NULL;

	/* memory of a shared_ptr is reported as such */
	if (end != NULL && strstr(allocator, "_Sp_counted_ptr_inplace") == NULL
		&& type_with_references(l->c, allocator + 10, end) != NULL)
		warning(l->cx, WARN_CONTAINER, place_of(fn),
			"a container of the C++ library has references as elements, in memory into which no "
			"collector looks: keep them in an object");
}

/* Is the name at `at` preceded by std::, or the inline namespace of LLVM's library? */
static bool
is_std(const char *name, const char *at)
{
	return (at - name >= 2 && strncmp(at - 2, "St", 2) == 0) || (at - name >= 4 && strncmp(at - 4, "3__1", 4) == 0);
}

static void
check_pointer(struct library *l, LLVMValueRef fn, const char *name)
{
	static const char *const makers[] = { "10unique_ptrI", "11make_uniqueI", "10shared_ptrI", "11make_sharedI" };

	for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
		const char *at = strstr(name, makers[i]);
		if (at == NULL || !is_std(name, at))
			continue;
		at += strlen(makers[i]);
		if (is_new(&l->pointers, type_with_references(l->c, at, skip_type(at))))
			warning(l->cx, WARN_CONTAINER, place_of(fn),
				"a smart pointer of the C++ library has memory with references, into which no "
				"collector looks: keep them in an object");
	}
}

static void
check_buffer(struct library *l, LLVMValueRef fn, const char *name)
{
	const char *at = is_library_name(name) ? strstr(name, "get_temporary_buffer") : NULL;

	if (at == NULL)
		return;
	at += strlen("get_temporary_buffer");
	while (*at == 'B') /* a tag of the ABI */
		at = skip_source_name(at + 1);
	if (*at == 'I' && is_new(&l->buffers, type_with_references(l->c, at + 1, skip_type(at + 1))))
		warning(l->cx, WARN_CONTAINER, place_of(fn),
			"an algorithm of the C++ library (stable_sort, stable_partition, inplace_merge) keeps "
			"references in a buffer, into which no collector looks: use one without a buffer, such as "
			"std::sort");
}

/* ---- copies of arguments ---- */

/* Does the function construct, or assign to, an object of the library that copies its arguments? */
static bool
keeps_copies(const char *name)
{
	static const char *const classes[] = { "8functionI", "18move_only_functionI", "13packaged_taskI", "6thread",
		"6jthread", "3any" };

	if (strncmp(name, "_ZSt5asyncI", 11) == 0 || strncmp(name, "_ZSt8make_anyI", 14) == 0)
		return true;
	const char *at = strncmp(name, "_ZNSt", 5) == 0 ? name + 5 : "";
	at += strncmp(at, "3__1", 4) == 0 ? 4 : 0;
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
		const size_t n = strlen(classes[i]);
		if (strncmp(at, classes[i], n) != 0)
			continue;
		at = classes[i][n - 1] == 'I' ? skip_nested(at + n - 1) : at + n;
		return strncmp(at, "C1I", 3) == 0 || strncmp(at, "C2I", 3) == 0 || strncmp(at, "aSI", 3) == 0;
	}
	return false;
}

static bool
is_given_references(LLVMValueRef call)
{
	for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
		LLVMValueRef v = LLVMGetOperand(call, i);
		for (int k = 0; k < MAX_STEPS && LLVMIsAGetElementPtrInst(v); k++)
			v = LLVMGetOperand(v, 0);
		if (LLVMIsAAllocaInst(v) && type_may_hold_reference(LLVMGetAllocatedType(v)))
			return true;
	}
	return false;
}

static void
check_copies(struct library *l, LLVMValueRef fn, const char *name)
{
	if (!keeps_copies(name))
		return;
	for (LLVMUseRef u = LLVMGetFirstUse(fn); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if ((LLVMIsACallInst(call) || LLVMIsAInvokeInst(call)) && LLVMGetCalledValue(call) == fn
			&& is_given_references(call))
			warning(l->cx, WARN_CONTAINER, call,
				"std::function, std::any or a thread of the C++ library keeps a copy of references, "
				"into which no collector looks: keep them in an object, or pass the address of a "
				"variable");
	}
}

lr_status
cxx_library_check(lr_context *cx, LLVMModuleRef m)
{
	struct library l = { .cx = cx, .c = LLVMGetModuleContext(m) };

	ptrmap_init(&l.pointers, cx->options.alloc, cx->options.user);
	ptrmap_init(&l.buffers, cx->options.alloc, cx->options.user);
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn)) {
		size_t n;
		const char *name = LLVMGetValueName2(fn, &n);
		if (strncmp(name, "_Z", 2) != 0)
			continue;
		check_container(&l, fn, name);
		check_pointer(&l, fn, name);
		check_buffer(&l, fn, name);
		check_copies(&l, fn, name);
	}
	const bool failed = l.pointers.failed || l.buffers.failed;
	ptrmap_free(&l.pointers);
	ptrmap_free(&l.buffers);
	return failed ? lr_nomem(cx) : cx->first;
}
