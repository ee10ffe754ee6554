/* SPDX-License-Identifier: MIT */
/* module.c -- reads and writes modules, and handles LLVM's ways to end the process. */
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>

#include "base/name.h"
#include "tool.h"

static LLVMModuleRef compiled; /* NULL: none */

void
module_to_code(LLVMModuleRef m)
{
	compiled = m;
}

static bool
makes_musttail_calls(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
			if (LLVMIsACallInst(i) && LLVMGetTailCallKind(i) == LLVMTailCallKindMustTail)
				return true;
	return false;
}

/* LLVM says neither which musttail call it cannot make, nor for what target. */
static void
say_tail_calls(void)
{
	enum { SHOWN = 3 };
	unsigned n = 0;
	size_t bytes;

	say_error("LLVM cannot make a musttail call for target '%s', with arguments that need memory or in this "
		"convention: pass some of them in an object, use the C convention, or return to a loop in the caller",
		LLVMGetTarget(compiled));
	for (LLVMValueRef fn = LLVMGetFirstFunction(compiled); fn != NULL; fn = LLVMGetNextFunction(fn))
		if (makes_musttail_calls(fn) && n++ < SHOWN)
			say_note("function '%s' makes musttail calls", LLVMGetValueName2(fn, &bytes));
	if (n > SHOWN)
		say_note("and so do %u others", n - SHOWN);
}

static void
on_fatal_error(const char *reason)
{
	abandon_output();
	if (compiled != NULL && strstr(reason, "marked musttail") != NULL)
		say_tail_calls();
	else
		say_error("LLVM gave up: %s", reason);
	_exit(EXIT_INPUT);
}

static void
on_signal(int number)
{
	/* NOLINTNEXTLINE(bugprone-signal-handler,cert-sig30-c): only unlink */
	abandon_output();
	signal(number, SIG_DFL);
	raise(number);
}

/* ---- crashes ---- */

/* Faults inside LLVM, because its reader crashes on broken bitcode and on nesting that exceeds the stack.  A child
** process is not needed: the handler has a stack of its own, and only prints a message and exits. */
static const int faults[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };
enum { NFAULTS = sizeof faults / sizeof *faults };
static struct sigaction before[NFAULTS];
static const char *volatile input_name = "the input";
static volatile sig_atomic_t reading;

static void
put(const char *s)
{
	ssize_t n = write(STDERR_FILENO, s, strlen(s));
	(void)n;
}

/* Threads that generate code for partitions of a module may fault at the same time: one reports its fault, the others
** wait until it ends the process.  Further faults of the reporting thread are ignored. */
static void
be_the_only_one(void)
{
	static atomic_int teller; /* 0 is the number of no thread */
	int nobody = 0;
	const int self = (int)syscall(SYS_gettid);

	if (atomic_compare_exchange_strong(&teller, &nobody, self))
		return;
	if (nobody == self)
		_exit(EXIT_INPUT);
	for (;;)
		pause();
}

static void
on_fault(int number, siginfo_t *info, void *context)
{
	(void)context;
	be_the_only_one();
	abandon_output();
	put("lateroot: error: ");
	put(input_name);
	if (reading) {
		put(": LLVM crashed while reading it: it is broken, or nested too deep\n");
		_exit(EXIT_INPUT);
	}
	put(": crashed while working on it: a defect of lateroot or LLVM\n");
	reproduce_crash();
	for (size_t i = 0; i < NFAULTS; i++)
		sigaction(faults[i], &before[i], NULL);
	/* A signal that the processor does not repeat when the handler returns. */
	if (info->si_code <= 0)
		raise(number);
}

static void
catch_faults(void)
{
	static char stack[1 << 16];
	const stack_t ss = { .ss_sp = stack, .ss_size = sizeof stack };
	struct sigaction a = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK };

	sigemptyset(&a.sa_mask);
	if (sigaltstack(&ss, NULL) != 0)
		return;
	for (size_t i = 0; i < NFAULTS; i++)
		sigaction(faults[i], &a, &before[i]);
}

void
crash_begin(const char *name)
{
	input_name = name;
	reading = 1;
}

void
crash_end(void)
{
	reading = 0;
}

static bool released;

bool
process_is_released(void)
{
	return released;
}

void
process_release(void)
{
	released = true;
	for (size_t i = 0; i < NFAULTS; i++)
		sigaction(faults[i], &before[i], NULL);
}

/* ---- the process ---- */

/* A file must not become stdout because the caller closed it: missing descriptors are opened so that their use
** fails. */
static void
hold_standard_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
			return;
}

void
module_setup(void)
{
	/* a closed pipe ends the process in silence, as it ends others: `lateroot opt -S prog.ll | head` */
	static const int deadly[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };
	/* LLVM's reader verifies a module before it upgrades debug info, and aborts if a module with debug info is
	** invalid.  The module is verified later, with a proper message. */
	static const char *const args[] = { "lateroot", "-disable-auto-upgrade-debug-info" };

	hold_standard_streams();
	catch_faults();
	LLVMInstallFatalErrorHandler(on_fatal_error);
	LLVMParseCommandLineOptions(2, args, "");
	for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
		if (signal(deadly[i], on_signal) == SIG_IGN)
			signal(deadly[i], SIG_IGN);
}

/* While a module is read, errors come back as text; other diagnostics are ignored. */
static void
ignore_diagnostic(LLVMDiagnosticInfoRef info, void *user)
{
	(void)info, (void)user;
}

/* Returns what data is that is no IR, by its first bytes, or NULL. */
static const char *
other_kind(const struct bytes *b)
{
	static const char source[] = "source text, of C it seems: 'clang -S -emit-llvm' makes IR of it, and clang with "
		"-fpass-plugin=lateroot-opt.so compiles C of <lateroot/dialect.h>";
	static const struct { const char *mark; size_t at, n; const char *what; } kinds[] = {
		{ "\177ELF", 0, 4, "an object or program (ELF); 'lateroot tables' shows its tables of roots" },
		{ "!<arch>\n", 0, 8, "a library of objects (ar)" },
		{ "!<thin>\n", 0, 8, "a library of objects (ar)" },
		{ "\0asm", 0, 4, "WebAssembly" },
		{ "\xcf\xfa\xed\xfe", 0, 4, "an object or program (Mach-O)" },
		{ "PK\3\4", 0, 4, "a zip archive; unpack it first" },
		{ "7z\xbc\xaf", 0, 4, "a 7z archive; unpack it first" },
		{ "ustar", 257, 5, "a tar archive; unpack it first" },
		{ "<!DOCTYPE html", 0, 14, "a page for a browser" },
		/* what newcomers try first; no IR begins like this */
		{ "#", 0, 1, source }, { "//", 0, 2, source }, { "/*", 0, 2, source },
	};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (b->size >= kinds[i].at + kinds[i].n
			&& memcmp(b->data + kinds[i].at, kinds[i].mark, kinds[i].n) == 0)
			return kinds[i].what;
	return NULL;
}

bool
module_read_bytes(const char *path, struct bytes *b)
{
	if (!read_input(path, b))
		return false;
	const char *other = other_kind(b);
	if (other != NULL) {
		say_error("%s: no LLVM IR, but %s", report_about(path), other);
		free(b->data);
		b->data = NULL;
	} else if (strcmp(path, "-") == 0 && b->size > 0)
		reproduce_keep(b);
	return other == NULL;
}

LLVMModuleRef
module_read(LLVMContextRef llvm, const char *path)
{
	const char *name = report_about(path);
	struct bytes b;
	LLVMModuleRef m = NULL;
	char *message = NULL;

	progress_own("read");
	if (!module_read_bytes(path, &b))
		return NULL;
	if (strcmp(path, "-") == 0 && b.size == 0) {
		say_error("<stdin>: no module: there is nothing to read, and no file was named");
		free(b.data);
		return NULL;
	}
	LLVMContextSetDiagnosticHandler(llvm, ignore_diagnostic, NULL);
	crash_begin(name);
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(b.data, b.size, name);
	free(b.data);
	if (LLVMParseIRInContext(llvm, buffer, &m, &message)) { /* takes ownership of the buffer */
		size_t n = strlen(message);
		progress_clear();
		put_text(stderr, message);
		fputs(n > 0 && message[n - 1] == '\n' ? "" : "\n", stderr);
		m = NULL;
	}
	LLVMDisposeMessage(message);
	crash_end();
	progress_own(NULL);
	if (m != NULL && reproduce_module(m))
		_exit(EXIT_INPUT);
	return m;
}

bool
module_write(LLVMModuleRef m, const char *path, bool text)
{
	bool ok;

	progress_own("write");
	if (text) {
		char *ir = LLVMPrintModuleToString(m);
		ok = write_output(path, ir, strlen(ir));
		LLVMDisposeMessage(ir);
	} else {
		LLVMMemoryBufferRef b = LLVMWriteBitcodeToMemoryBuffer(m);
		ok = write_output(path, LLVMGetBufferStart(b), LLVMGetBufferSize(b));
		LLVMDisposeMemoryBuffer(b);
	}
	progress_own(NULL);
	return ok;
}

/* Reports an error and returns false if no function matches. */
static bool
has_one(const struct tool_options *o, LLVMModuleRef m, const char *wanted)
{
	const char *near = NULL, **names;
	size_t n, count = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		const char *name = LLVMGetValueName2(f, &n);
		if (!LLVMIsDeclaration(f) && glob_match(wanted, name, n))
			return true;
		count += !LLVMIsDeclaration(f);
	}
	if (glob_is_literal(wanted) && (names = calloc(count + 1, sizeof *names)) != NULL) {
		count = 0;
		for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
			if (!LLVMIsDeclaration(f))
				names[count++] = LLVMGetValueName2(f, &n);
		near = name_nearest(wanted, strlen(wanted), names, count);
		free(names);
	}
	say_error("%s: no function matches '%s'%s%s%s", report_about(o->input), wanted, near ? "; did you mean '" : "",
		near ? near : "", near ? "'?" : "");
	return false;
}

bool
module_has_function(const struct tool_options *o, LLVMModuleRef m)
{
	const char *list = o->library.function;
	bool all = true;

	if (list == NULL || LLVMGetNamedFunction(m, list) != NULL) /* a name may have a comma */
		return list == NULL || has_one(o, m, list);
	for (const char *end; list != NULL && all; list = *end == ',' ? end + 1 : NULL) {
		char *one = strndup(list, (size_t)((end = glob_end(list)) - list));
		all = one != NULL && has_one(o, m, one);
		free(one);
	}
	return all;
}

int
on_module(const struct tool_options *o, int (*work)(void *user, lr_context *, LLVMModuleRef), void *user)
{
	if (!options_outputs_differ(o))
		return EXIT_USAGE;
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_read(llvm, o->input);
	int status = EXIT_INPUT;

	outputs_hold();
	if (m != NULL && module_has_function(o, m)) {
		lr_context *cx = lr_context_new(&o->library);
		if (cx == NULL)
			say_error("out of memory");
		else
			status = work(user, cx, m);
		if (status == EXIT_SUCCESS)
			status = report_results(cx, o);
		lr_context_free(cx);
	}
	if (!outputs_end(status == EXIT_SUCCESS) && status == EXIT_SUCCESS)
		status = EXIT_INPUT;
	if (m != NULL)
		LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	return status;
}
