/* SPDX-License-Identifier: MIT */
/* view_code.c -- the machine code of each function of a view, and which instruction of the IR each line of it is for.
**
** In another process the lowered module gets debug information of its own: function number n is the file "n", its
** instruction number k is line k + 1.  So the directives .loc of the assembly say what a line is for, also after LLVM's
** optimisations, and in modules that have no debug information.  Nothing is inlined, so that each function has code. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/ErrorHandling.h>

#include "base/text.h"
#include "view.h"

static void
number_function(LLVMDIBuilderRef b, LLVMMetadataRef type, LLVMValueRef fn, uint32_t n)
{
	LLVMContextRef llvm = LLVMGetTypeContext(LLVMTypeOf(fn));
	char name[16];
	const size_t bytes = (size_t)snprintf(name, sizeof name, "%u", n);
	LLVMMetadataRef file = LLVMDIBuilderCreateFile(b, name, bytes, "", 0);
	LLVMMetadataRef scope = LLVMDIBuilderCreateFunction(b, file, name, bytes, "", 0, file, 1, type, 1, 1, 1,
		LLVMDIFlagZero, 1);
	const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	unsigned line = 0;

	if (LLVMGetEnumAttributeAtIndex(fn, at, LLVMGetEnumAttributeKindForName("alwaysinline", 12)) == NULL)
		LLVMAddAttributeAtIndex(fn, at,
			LLVMCreateEnumAttribute(llvm, LLVMGetEnumAttributeKindForName("noinline", 8), 0));
	LLVMSetSubprogram(fn, scope);
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
			LLVMInstructionSetDebugLoc(i, LLVMDIBuilderCreateDebugLocation(llvm, ++line, 0, scope, NULL));
}

static void
add_flag(LLVMModuleRef m, const char *name, unsigned value)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(m));

	if (LLVMGetModuleFlag(m, name, strlen(name)) == NULL)
		LLVMAddModuleFlag(m, LLVMModuleFlagBehaviorWarning, name, strlen(name),
			LLVMValueAsMetadata(LLVMConstInt(i32, value, 0)));
}

/* Replaces all debug information. */
static void
number_instructions(const struct view *v, LLVMModuleRef m)
{
	LLVMStripModuleDebugInfo(m);
	add_flag(m, "Debug Info Version", LLVMDebugMetadataVersion());
	add_flag(m, "Dwarf Version", 4);
	LLVMDIBuilderRef b = LLVMCreateDIBuilder(m);
	LLVMMetadataRef file = LLVMDIBuilderCreateFile(b, "view", 4, "", 0);
	LLVMDIBuilderCreateCompileUnit(b, LLVMDWARFSourceLanguageC99, file, "", 0, 1, "", 0, 0, "", 0,
		LLVMDWARFEmissionLineTablesOnly, 0, 0, 0, "", 0, "", 0);
	LLVMMetadataRef type = LLVMDIBuilderCreateSubroutineType(b, file, NULL, 0, LLVMDIFlagZero);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		size_t bytes;
		const struct viewed *x = LLVMIsDeclaration(f) ? NULL : view_find(v, LLVMGetValueName2(f, &bytes));
		if (x != NULL)
			number_function(b, type, f, (uint32_t)(x - v->fn));
	}
	LLVMDIBuilderFinalize(b);
	LLVMDisposeDIBuilder(b);
}

/* ---- reading the assembly ---- */

struct reader {
	struct view *v;
	struct viewed *fn;       /* that the lines belong to; NULL: none */
	uint32_t *file;          /* number of a file in .loc -> function + 1; 0: another file */
	uint32_t nfile;
	struct arena ar;
	struct text code, line;  /* "text" without quotes, and the numbers */
	uint32_t nline, at;      /* instruction + 1; 0: none */
};

static void
finish(struct reader *r)
{
	struct viewed *f = r->fn;

	if (f != NULL && r->nline > 0) {
		struct text t = { .ar = &r->ar };
		text_string(&t, "{\"text\":");
		text_json(&t, r->code.s, r->code.n);
		text_string(&t, ",\"is\":[");
		text_add(&t, r->line.s, r->line.n);
		text_string(&t, "]}");
		free(f->code);
		f->code = r->ar.failed ? NULL : strndup(t.s, t.n);
		r->v->failed |= f->code == NULL;
	}
	arena_reset(&r->ar);
	r->code = r->line = (struct text){ .ar = &r->ar };
	r->fn = NULL;
	r->nline = r->at = 0;
}

/* Reads `.file 3 "0"`, perhaps with a folder before the name: the numbers count up from 0 or 1. */
static void
read_file(struct reader *r, const char *s, const char *end)
{
	char *rest;
	const unsigned long k = strtoul(s, &rest, 10);
	const char *name = NULL;

	for (const char *q = rest; q < end; q++)
		if (*q == '"' && q + 1 < end && q[1] >= '0' && q[1] <= '9')
			name = q + 1;
	if (rest == s || name == NULL || k >= r->nfile)
		return;
	const unsigned long n = strtoul(name, &rest, 10);
	r->file[k] = *rest == '"' && n < r->v->nfn ? (uint32_t)n + 1 : 0;
}

static void
read_location(struct reader *r, const char *s)
{
	char *rest;
	const unsigned long k = strtoul(s, &rest, 10), line = strtoul(rest, &rest, 10);

	r->at = r->fn != NULL && k < r->nfile && r->file[k] == (uint32_t)(r->fn - r->v->fn) + 1 ? (uint32_t)line : 0;
}

static void
add_line(struct reader *r, const char *s, size_t bytes)
{
	text_string(&r->code, r->nline ? "\n" : "");
	text_add(&r->code, s, bytes);
	text_printf(&r->line, "%s%d", r->nline ? "," : "", s[0] == '\t' ? (int)r->at - 1 : -1);
	r->nline++;
}

/* The function that a label begins: "name:", or with quotes. */
static struct viewed *
labelled(const struct reader *r, const char *s, size_t bytes)
{
	const char *colon = memchr(s, ':', bytes);
	const bool quoted = s[0] == '"';

	if (colon == NULL || s[0] == '.' || s[0] == '\t')
		return NULL;
	if (quoted) {
		colon = memchr(s + 1, '"', bytes - 1);
		s++;
	}
	char *name = colon != NULL ? strndup(s, (size_t)(colon - s)) : NULL;
	struct viewed *f = name != NULL ? view_find(r->v, name) : NULL;
	free(name);
	return f;
}

static bool
starts(const char *s, const char *with)
{
	return strncmp(s, with, strlen(with)) == 0;
}

static void
read_line(struct reader *r, const char *s, size_t bytes)
{
	struct viewed *f;

	if (starts(s, "\t.file\t")) {
		read_file(r, s + 7, s + bytes);
	} else if (starts(s, "\t.loc\t")) {
		read_location(r, s + 6);
	} else if (starts(s, ".Lfunc_end") || starts(s, "\t.section") || starts(s, "\t.text")) {
		finish(r);
	} else if ((f = labelled(r, s, bytes)) != NULL) {
		finish(r);
		r->fn = f;
	} else if (r->fn == NULL || bytes == 0 || starts(s, "\t.") || starts(s, ".Ltmp")
		|| starts(s, ".Lfunc_begin")) {
		return;
	} else if (s[0] == '\t' ? s[1] != '#' : starts(s, ".L")) {
		add_line(r, s, bytes);
	}
}

static void
read_assembly(struct view *v, const char *s, size_t size)
{
	struct reader r = { .v = v, .nfile = v->nfn + 8 };

	arena_init(&r.ar, arena_from_libc, NULL);
	r.code = r.line = (struct text){ .ar = &r.ar };
	r.file = calloc(r.nfile, sizeof *r.file);
	v->failed |= r.file == NULL;
	for (const char *end = s + size, *e; s < end && !v->failed; s = e + 1) {
		e = memchr(s, '\n', (size_t)(end - s));
		if (e == NULL)
			break;
		read_line(&r, s, (size_t)(e - s));
	}
	finish(&r);
	free(r.file);
	arena_free(&r.ar);
}

/* ---- compiling, in a process of its own: LLVM ends the process where it cannot select an instruction ---- */

struct first_error { char *message; };

static void
keep_first(void *user, const lr_diagnostic *d)
{
	struct first_error *e = user;

	if (e->message == NULL && d->severity == LR_ERROR)
		e->message = strdup(d->message);
}

/* Writes "+" and the assembly, or "-" and the reason why there is none. */
static void
compile(const struct view *v, const lr_options *like, LLVMModuleRef m, FILE *to)
{
	struct first_error error = { NULL };
	lr_options o = *like;
	lr_compile_options lo = {
		.struct_size = sizeof lo, .opt_level = 2, .filetype = LR_OUT_ASSEMBLY, .discard = true
	};
	void *bytes;
	size_t size;

	o.user = &error;
	o.diagnose = keep_first;
	o.dump = NULL, o.explain = NULL, o.remark = NULL, o.progress = NULL;
	o.print_after = o.print_before = o.dump_forms = o.function = NULL;
	o.time_passes = o.check = false;
	lr_context *cx = lr_context_new(&o);
	number_instructions(v, m);
	if (cx != NULL && lr_compile(cx, m, &lo, &bytes, &size) == LR_OK) {
		fputc('+', to);
		fwrite(bytes, 1, size, to);
	} else {
		fprintf(to, "-%s", error.message ? error.message : "it could not be compiled");
	}
}

/* The whole of a pipe, with a zero behind it; allocated by malloc, NULL if memory is exhausted. */
static char *
read_all(int fd, size_t *size)
{
	size_t n = 0, room = (size_t)1 << 16;
	char *s = malloc(room);

	for (ssize_t got; s != NULL; n += (size_t)got) {
		if (n + 1 >= room) {
			char *more = realloc(s, room *= 2);
			if (more == NULL)
				free(s);
			s = more;
		}
		got = s == NULL ? 0 : read(fd, s + n, room - n - 1);
		if (got < 0 && errno == EINTR)
			got = 0;
		else if (got <= 0)
			break;
	}
	if (s != NULL)
		s[n] = '\0';
	*size = n;
	return s;
}

static _Noreturn void
child(const struct view *v, const lr_options *like, LLVMModuleRef m, int fd)
{
	const struct rlimit none = { 0, 0 };
	const int null = open("/dev/null", O_RDWR);
	FILE *to = fdopen(fd, "w");

	setrlimit(RLIMIT_CORE, &none);
	if (null >= 0)
		dup2(null, 1), dup2(null, 2);
	process_release();
	LLVMResetFatalErrorHandler();
	if (to != NULL) {
		compile(v, like, m, to);
		fflush(to);
	}
	_exit(0);
}

/* A module that cannot be compiled is shown without machine code, and the page says why. */
void
view_add_code(struct view *v, const lr_options *like, LLVMModuleRef lowered)
{
	int ends[2], status = 0;
	size_t size = 0;

	fflush(NULL);
	const pid_t pid = pipe(ends) == 0 ? fork() : -1;
	if (pid == 0) {
		close(ends[0]);
		child(v, like, lowered, ends[1]);
	}
	if (pid < 0) {
		v->no_code = strdup("no process could be started to compile it");
		return;
	}
	close(ends[1]);
	char *said = read_all(ends[0], &size);
	close(ends[0]);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (said == NULL)
		v->failed = true;
	else if (status == 0 && said[0] == '+')
		read_assembly(v, said + 1, size - 1);
	else
		v->no_code = strdup(status == 0 && said[0] == '-' ? said + 1 : "LLVM gave up on it");
	free(said);
}
