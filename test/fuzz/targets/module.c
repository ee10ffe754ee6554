/* SPDX-License-Identifier: MIT */
/* module.c -- target: IR as people and tools hand it in, text or bitcode, through the whole lowering.
**
** The first byte chooses what is run.  Promised: a refused module is as it was; a lowered one satisfies LLVM's verifier; no message is
** missing; and what the placement did is proved (LR_E_CHECK is a finding).
**
** LLVM's own reader dies of broken bitcode, so that each bitcode is read and verified in a child process first; what kills the child is LLVM's.
** Text is changed by words, so that much of it still parses. */
#include <ctype.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>

#include <lateroot/lateroot.h>

#include "dice.h"
#include "target.h"

enum { CHILD_SECONDS = 20, WORDS_MAX = 4096 };

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
#pragma weak LLVMFuzzerMutate

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static const char *const args[] = { "fuzz", "-disable-auto-upgrade-debug-info" };

	(void)argc, (void)argv;
	LLVMParseCommandLineOptions(2, args, "");
	return 0;
}

static void
ignore_diagnostic(LLVMDiagnosticInfoRef info, void *user)
{
	(void)info, (void)user;
}

static LLVMModuleRef
read_module(LLVMContextRef llvm, const uint8_t *data, size_t size)
{
	LLVMModuleRef m = NULL;
	char *message = NULL;

	LLVMContextSetDiagnosticHandler(llvm, ignore_diagnostic, NULL);
	LLVMMemoryBufferRef b = LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)data, size, "input");
	if (LLVMParseIRInContext(llvm, b, &m, &message))
		m = NULL;
	LLVMDisposeMessage(message);
	return m;
}

/* Reading, verifying and printing: all that LLVM does to a module before this library looks at it. */
static bool
llvm_survives(const uint8_t *data, size_t size)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		LLVMContextRef llvm = LLVMContextCreate();
		alarm(CHILD_SECONDS);
		if (freopen("/dev/null", "w", stderr) == NULL)
			_exit(1);
		LLVMModuleRef m = read_module(llvm, data, size);
		if (m == NULL || LLVMVerifyModule(m, LLVMReturnStatusAction, NULL))
			_exit(1);
		LLVMDisposeMessage(LLVMPrintModuleToString(m));
		_exit(0);
	}
	return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void
remember(void *user, const lr_diagnostic *d)
{
	PROMISE(d->message != NULL && d->message[0] != '\0', "no message");
	if (d->severity == LR_ERROR)
		++*(unsigned *)user;
	if (d->code == LR_E_CHECK)
		fprintf(stderr, "%s: %s\n%s\n", d->function ? d->function : "", d->message, d->instruction ? d->instruction : "");
}

static void
run(LLVMModuleRef m, uint8_t choice)
{
	static const char *const pipelines[] = {
		NULL, NULL, NULL, "function(GCInvariantVerifier<strong>)", "RemoveNI,AddNI,function(PropagateJuliaAddrspaces)", "RemoveAddrspaces",
		"function(LateLowerGCFrame)", "lateroot"
	};
	unsigned errors = 0;
	lr_options o = { .struct_size = sizeof o, .diagnose = remember, .user = &errors, .check = true };
	char *before = LLVMPrintModuleToString(m), *message = NULL;

	o.abi = (choice & 7) == 1 ? LR_ABI_FRAMEMAP : (choice & 7) == 2 ? LR_ABI_STATEPOINT : LR_ABI_GCFRAME;
	o.without = (choice & 8) != 0 ? LR_ALL_OPTIMISATIONS : 0;
	o.polls = (choice & 0x40) != 0;
	o.profile = (choice & 0x30) == 0x10 ? "julia-1.13" : (choice & 0x30) == 0x20 ? "julia-1.5" : NULL;
	lr_context *cx = lr_context_new(&o);
	lr_status st = lr_run(cx, m, pipelines[choice & 7]);
	/* What is placed already, wrongly as it may be, is placed again; the checker finds the first placement wrong. */
	const bool placed = strstr(before, "gc_frame") != NULL || strstr(before, "gcframe") != NULL;
	PROMISE((st != LR_E_CHECK || placed) && st != LR_E_NOMEM && st != LR_E_USAGE && st != LR_E_IO, "%s\n%s", lr_status_name(st), before);
	PROMISE((st == LR_OK) == (errors == 0), "%s with %u messages\n%s", lr_status_name(st), errors, before);
	if (st == LR_OK) {
		PROMISE(!LLVMVerifyModule(m, LLVMReturnStatusAction, &message), "%s\n%s", message, before);
	} else if (o.abi == LR_ABI_GCFRAME && st != LR_E_CHECK && (choice & 7) >= 3 && (choice & 7) <= 6 && (choice & 7) != 4) {
		/* of several steps the first ones may have been done */
		char *after = LLVMPrintModuleToString(m);
		PROMISE(strcmp(before, after) == 0, "refused (%s), and changed\n%s", lr_status_name(st), before);
		LLVMDisposeMessage(after);
	}
	LLVMDisposeMessage(message);
	LLVMDisposeMessage(before);
	lr_context_free(cx);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 5 || size > 60000)
		return 0;
	const bool bitcode = memcmp(data + 1, "BC\xc0\xde", 4) == 0;
	if (bitcode && !llvm_survives(data + 1, size - 1))
		return 0;
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = read_module(llvm, data + 1, size - 1);
	if (m != NULL) {
		run(m, data[0]);
		LLVMDisposeModule(m);
	}
	LLVMContextDispose(llvm);
	return 0;
}

/* ---- changes of text ---- */

struct words { struct { uint32_t at, n; } w[WORDS_MAX]; uint32_t n; };

static bool
in_word(uint8_t c)
{
	return isalnum(c) || c == '_' || c == '.' || c == '%' || c == '@' || c == '!' || c == '"' || c == '-';
}

static void
split(struct words *ws, const uint8_t *s, size_t n)
{
	ws->n = 0;
	for (size_t i = 0; i < n && ws->n < WORDS_MAX;) {
		size_t from = i;
		while (i < n && in_word(s[i]))
			i++;
		if (i > from) {
			ws->w[ws->n].at = (uint32_t)from;
			ws->w[ws->n++].n = (uint32_t)(i - from);
		} else
			i++;
	}
}

/* %a, @a, 17, word: what may stand in each other's place. */
static int
class_of(uint8_t c)
{
	return c == '%' || c == '@' || c == '!' ? c : isdigit(c) || c == '-' ? '0' : 'a';
}

/* Replace `n` bytes at `at` by others; the new size, or the old one if there is no room. */
static size_t
splice(uint8_t *data, size_t size, size_t room, size_t at, size_t n, const void *by, size_t m)
{
	if (size - n + m > room || m > 2000)
		return size;
	char copy[2000];
	memcpy(copy, by, m);
	memmove(data + at + m, data + at + n, size - at - n);
	memcpy(data + at, copy, m);
	return size - n + m;
}

/* The line around `at`. */
static size_t
line_around(const uint8_t *data, size_t size, size_t at, size_t *n)
{
	size_t from = at, to = at;

	while (from > 1 && data[from - 1] != '\n')
		from--;
	while (to < size && data[to] != '\n')
		to++;
	*n = to + (to < size) - from;
	return from;
}

static const char *const favourites[] = {
	"null", "undef", "poison", "0", "1", "-1", "64", "4294967296", "i1", "i8", "i64", "ptr", "addrspace(10)", "addrspace(11)", "addrspace(12)",
	"addrspace(13)", "addrspace(0)", "<2 x ptr addrspace(10)>", "[2 x ptr addrspace(10)]", "{ ptr addrspace(10), i64 }", "volatile", "tail", "musttail",
	"returns_twice", "zeroinitializer", "<vscale x 2 x ptr addrspace(10)>", "inbounds", "noreturn", "\"thunk\"", "sret(ptr addrspace(10))",
	"[ \"jl_roots\"(ptr addrspace(10) null) ]", "swiftself", "optnone noinline", "@julia.get_pgcstack", "@julia.safepoint", "@julia.gc_alloc_obj",
	"@julia.write_barrier", "@llvm.julia.gc_preserve_begin", "@julia.pointer_from_objref"
};

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
	static struct words ws;
	struct dice d = { .seed = seed };

	if (size < 5 || data[1] == 'B' || one_in(&d, 20))
		return LLVMFuzzerMutate ? LLVMFuzzerMutate(data, size, room) : size;
	split(&ws, data + 1, size - 1);
	if (ws.n == 0)
		return size;
	uint32_t i = roll(&d, ws.n), k = i;
	size_t at = ws.w[i].at + 1u, n = ws.w[i].n, m;
	switch (roll(&d, 8)) {
	case 0: /* a line less */
		at = line_around(data, size, at, &n);
		return splice(data, size, room, at, n, "", 0);
	case 1:
	case 2: { /* a line more, from elsewhere */
		size_t from = line_around(data, size, ws.w[roll(&d, ws.n)].at + 1u, &m);
		at = line_around(data, size, at, &n);
		return splice(data, size, room, at, 0, data + from, m);
	}
	case 3: { /* another of those that are well known */
		const char *word = favourites[roll(&d, sizeof favourites / sizeof *favourites)];
		return splice(data, size, room, at, n, word, strlen(word));
	}
	case 4:
		data[0] = (uint8_t)roll(&d, 256);
		return size;
	default: /* another of the same class */
		for (unsigned tries = 0; tries < 50 && (k == i || class_of(data[ws.w[k].at + 1]) != class_of(data[at])); tries++)
			k = roll(&d, ws.n);
		return splice(data, size, room, at, n, data + ws.w[k].at + 1, ws.w[k].n);
	}
}
