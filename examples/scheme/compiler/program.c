/* SPDX-License-Identifier: MIT */
/* Texts as programs: reading, expanding, compiling; the environments of eval. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <llvm-c/Analysis.h>
#include "expand.h"
#include "program.h"

extern const char scheme_syntax[];
struct session program_session;
static LLVMContextRef llvm; /* for modules that no session in memory takes */
static struct scope **environments; /* number 0: of the program, or of the REPL */
static int64_t nenvironments;

char *
program_read_file(const char *path)
{
	char *text = NULL;
	size_t room = 0;
	FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
	ssize_t n = f == NULL ? -1 : getdelim(&text, &room, '\0', f);
	bool empty = f != NULL && n < 0 && feof(f);

	if (f != NULL && f != stdin)
		fclose(f);
	if (n >= 0)
		return text;
	free(text);
	if (empty)
		return calloc(1, 1);
	fprintf(stderr, "schemer: %s: %s\n", path, strerror(errno));
	return NULL;
}

static struct scope *
scope_empty(const char *name)
{
	struct scope *s = scope_top(NULL, name);
	struct binding b = { .kind = B_SPECIAL, .imported = true };

	b.id = symbol("import");
	b.special = F_IMPORT;
	bind(s, b);
	b.id = symbol("define-library");
	b.special = F_LIBRARY;
	bind(s, b);
	return s;
}

/* A program that begins with an import sees what it imports; another one sees all that the system has. */
static struct scope *
scope_of_program(struct stx *forms)
{
	for (; forms->kind == S_PAIR; forms = forms->cdr) {
		struct stx *f = forms->car;
		const char *word = f->kind == S_PAIR && f->car->kind == S_ID ? stx_symbol(f->car->id)->name : "";
		if (strcmp(word, "import") == 0)
			return scope_empty(NULL);
		if (strcmp(word, "define-library") != 0)
			break;
	}
	return scope_boot ? scope_system() : scope_top(scope_system(), NULL);
}

static struct stx *
read_all(struct source source)
{
	struct reader r = { .at = source.text, .file = arena_format("%s", source.file), .line = source.line };
	struct stx *s, *forms = stx_nil(), **last = &forms;

	while ((s = read_stx(&r)) != NULL) {
		*last = stx_pair(s, stx_nil(), s);
		last = &(*last)->cdr;
	}
	return forms;
}

static LLVMModuleRef
compile(struct source source, const char *name, struct scope **scope, bool whole, char *message, size_t room)
{
	struct trap here, *outer = trap;
	LLVMModuleRef volatile m = NULL;

	trap = &here;
	arena_text();
	if (setjmp(here.at) == 0) {
		struct stx *forms = read_all(source);
		if (*scope == NULL)
			*scope = scope_of_program(forms);
		struct lambda *program = expand_program(forms, *scope);
		whole_program = whole;
		analyse(program);
		m = emit_program(program_session.jit != NULL ? lr_jit_context(program_session.jit) : llvm, program,
			name);
	} else
		snprintf(message, room, "%s", here.message);
	trap = outer;
	return m;
}

LLVMModuleRef
program_compile(struct source source, const char *name, char *message, size_t room)
{
	linked_program = true;
	return compile(source, name, &environments[0], true, message, room);
}

static const char *
next_name(void)
{
	static unsigned number;
	static char name[40];

	snprintf(name, sizeof name, "scheme.%u", number++);
	return name;
}

/* Returns the code of a text, or NULL after an error, whose message is in `message`. */
static void *
add_text(struct source source, struct scope **scope, bool whole, char *message, size_t room)
{
	const char *name = next_name();
	LLVMModuleRef m = compile(source, name, scope, whole, message, room);

	if (m == NULL)
		return NULL;
	if (getenv("SCHEMER_IR") != NULL)
		LLVMDumpModule(m);
	void *code = session_add(&program_session, m, name);
	if (code == NULL)
		snprintf(message, room, "the code could not be made");
	return code;
}

bool
program_run(struct source source, bool whole, scm *result)
{
	char message[512];
	void *code = add_text(source, &environments[0], whole, message, sizeof message);

	if (code != NULL)
		return scm_try((scm (*)(void))code, result);
	fprintf(stderr, "%s\n", message);
	return false;
}

/* ---- eval ---- */

static struct scope **
environment(int64_t number)
{
	return number >= 0 && number < nenvironments ? &environments[number] : NULL;
}

/* Compiling takes more stack than the reserve of the runtime's. */
static bool
much_stack(void)
{
	return (uint64_t)(uintptr_t)__builtin_frame_address(0) > scm_stack_limit + (8 << 20)
		|| scm_stack_limit == UINT64_MAX;
}

static scm
eval(const char *text, int64_t number, const char *file)
{
	char message[512] = "the recursion is too deep for the compiler";
	struct scope **scope = environment(number);
	void *code = scope == NULL || !much_stack() ? NULL
		: add_text((struct source){ text, file ? file : "eval", 1 }, scope, false, message, sizeof message);

	free((char *)(uintptr_t)text);
	free((char *)(uintptr_t)file);
	if (code == NULL)
		scm_error_of_kind("syntax-error", NULL, message, SCM_NIL);
	return ((scm (*)(void))code)();
}

static int64_t
environment_new(const char *imports)
{
	struct trap here, *outer = trap;
	struct scope *scope = NULL;
	char message[512];

	trap = &here;
	arena_text();
	if (setjmp(here.at) == 0) {
		struct stx *sets = read_all((struct source){ imports, "environment", 1 })->car;
		struct scope **more = arena((size_t)(nenvironments + 1) * sizeof *more);
		scope = scope_empty(arena_format("environment %lld", (long long)nenvironments));
		expand_import(stx_pair(sets, sets, sets), scope);
		memcpy(more, environments, (size_t)nenvironments * sizeof *more);
		environments = more;
		environments[nenvironments++] = scope;
	} else {
		snprintf(message, sizeof message, "%s", here.message);
		trap = outer;
		free((char *)(uintptr_t)imports);
		scm_error_of_kind("syntax-error", NULL, message, SCM_NIL);
	}
	trap = outer;
	free((char *)(uintptr_t)imports);
	return nenvironments - 1;
}

bool
program_start(bool boot)
{
	char message[512];
	struct scope *system = scope_system();

	llvm = LLVMContextCreate();
	scope_boot = true; /* the macros' own definitions */
	const struct source syntax = { scheme_syntax, "syntax.scm", 1 };
	LLVMModuleRef m = compile(syntax, "syntax", &system, false, message, sizeof message);
	scope_boot = boot;
	environments = arena(sizeof *environments);
	nenvironments = 1;
	if (boot)
		environments[0] = system;
	scm_eval_hook = eval;
	scm_environment_hook = environment_new;
	if (m != NULL)
		LLVMDisposeModule(m);
	else
		fprintf(stderr, "schemer: %s\n", message);
	return m != NULL;
}
