/* module.c -- modules in and out of files, and what keeps LLVM from ending the process its own way. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>

#include "tool.h"

static void
on_fatal_error(const char *reason)
{
	abandon_output();
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

/* A file must not become stdout because the caller closed it: what is missing is opened so that using it fails. */
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
	static const int deadly[] = { SIGINT, SIGTERM, SIGHUP };
	/* A module that has debug info and fails the verifier would abort inside LLVM's reader, which verifies before it
	** upgrades debug info.  It is verified later, with a proper message. */
	static const char *const args[] = { "lateroot", "-disable-auto-upgrade-debug-info" };

	hold_standard_streams();
	LLVMInstallFatalErrorHandler(on_fatal_error);
	LLVMParseCommandLineOptions(2, args, "");
	for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
		if (signal(deadly[i], on_signal) == SIG_IGN)
			signal(deadly[i], SIG_IGN);
	signal(SIGPIPE, SIG_IGN); /* a closed pipe is a write error like any other */
}

/* While a module is read, errors come back as text; the rest is of no interest. */
static void
ignore_diagnostic(LLVMDiagnosticInfoRef info, void *user)
{
	(void)info, (void)user;
}

LLVMModuleRef
module_read(LLVMContextRef llvm, const char *path)
{
	const char *name = report_about(path);
	struct bytes b;
	LLVMModuleRef m = NULL;
	char *message = NULL;

	if (!read_input(path, &b))
		return NULL;
	LLVMContextSetDiagnosticHandler(llvm, ignore_diagnostic, NULL);
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(b.data, b.size, name);
	free(b.data);
	if (LLVMParseIRInContext(llvm, buffer, &m, &message)) { /* takes the buffer */
		size_t n = strlen(message);
		fprintf(stderr, "%s%s", message, n > 0 && message[n - 1] == '\n' ? "" : "\n");
		m = NULL;
	}
	LLVMDisposeMessage(message);
	return m;
}

bool
module_write(LLVMModuleRef m, const char *path, bool text)
{
	bool ok;

	if (text) {
		char *ir = LLVMPrintModuleToString(m);
		ok = write_output(path, ir, strlen(ir));
		LLVMDisposeMessage(ir);
	} else {
		LLVMMemoryBufferRef b = LLVMWriteBitcodeToMemoryBuffer(m);
		ok = write_output(path, LLVMGetBufferStart(b), LLVMGetBufferSize(b));
		LLVMDisposeMemoryBuffer(b);
	}
	return ok;
}
