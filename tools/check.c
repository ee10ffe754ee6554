/* SPDX-License-Identifier: MIT */
/* check.c -- lateroot check: proves that modules lose no reference, whoever has placed the roots.
**
** With several jobs each file is checked in a process of its own, which gives its part of the report as JSON. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "view.h"

enum { EXIT_HOLES = 1, EXIT_UNKNOWN = 3, JOBS_MOST = 256 };
enum { KEY_KIND = 256, KEY_FUNC, KEY_PROFILE, KEY_ABI, KEY_MEMORY, KEY_RELOAD, KEY_ASSUME, KEY_JSON, KEY_SARIF,
	KEY_BASELINE, KEY_WRITE, KEY_ALL, KEY_VIEW, KEY_SOURCES, KEY_NO_SOURCES };

struct check_options {
	lr_options library;
	lr_check_kind kind;
	const char *output, *view, *baseline, *write_baseline;
	enum { TEXT, JSON, SARIF } format;
	struct view_folders folders; /* in which sources may be read for the page */
	bool all, no_sources;
	unsigned jobs;
	const char **files;
	size_t nfiles;
};

static const char *const kinds[] = { "auto", "frames", "linked", "statepoints", "plain", "hand", NULL };
static const lr_check_kind kind_of[] = { LR_CHECK_AUTO, LR_CHECK_FRAMES, LR_CHECK_LINKED, LR_CHECK_STATEPOINTS,
	LR_CHECK_PLAIN, LR_CHECK_HAND };
static const char *const abis[] = { "gcframe", "framemap", "statepoint", "shadow-stack", NULL };
static const char *const memory_models[] = { "flag", "typed", NULL };

static const struct argp_option options[] = {
	{ .doc = "What is checked:", .group = 1 },
	{ "kind", KEY_KIND, "KIND", 0,
		"how functions root their references: auto (default: found out for each), frames (intrinsics), linked "
		"(frames that stores link), statepoints, plain (pointers without a mark), hand (<lateroot/roots.h>)",
		1 },
	{ "func", KEY_FUNC, "GLOB", 0, "only functions of this name, or that match", 1 },
	{ "profile", KEY_PROFILE, "NAME|FILE", 0,
		"ABI profile of the runtime: lateroot (default), julia-1.13, julia-1.14, julia-1.5, or a file", 1 },
	{ "abi", KEY_ABI, "ABI", 0,
		"of functions that do not say it: gcframe (default), framemap, statepoint, shadow-stack", 1 },
	{ "memory", KEY_MEMORY, "MODEL", 0,
		"which modules are typed, so that types of stack memory say where references are: flag (default: by "
		"module flag), typed (all)", 1 },
	{ "reload", KEY_RELOAD, NULL, 0, "functions read their roots again behind safepoints", 1 },
	{ "assume-verified", KEY_ASSUME, NULL, 0,
		"leave out LLVM's verifier of the input; if that is no valid IR, anything can happen", 1 },
	{ NULL, 'j', "N", 0, "check N files at a time (default: 1)", 1 },
	{ .doc = "The report:", .group = 2 },
	{ "json", KEY_JSON, NULL, 0, "as JSON", 2 },
	{ "sarif", KEY_SARIF, NULL, 0, "as SARIF 2.1.0", 2 },
	{ NULL, 'o', "FILE", 0, "into FILE; - is stdout (default)", 2 },
	{ "view", KEY_VIEW, "FILE", 0,
		"also write a page to FILE that shows each finding at its instruction, for a browser", 2 },
	{ "sources", KEY_SOURCES, "DIR", 0,
		"in the page, show lines of source files below DIR, too, not only of those below the current "
		"directory; may be given several times", 2 },
	{ "no-sources", KEY_NO_SOURCES, NULL, 0, "in the page, show no lines of source files", 2 },
	{ "all", KEY_ALL, NULL, 0, "text: each function with its verdict, and known findings", 2 },
	{ "baseline", KEY_BASELINE, "FILE", 0, "findings that FILE lists are known, and do not count", 2 },
	{ "write-baseline", KEY_WRITE, "FILE", 0, "write a list of all findings to FILE", 2 },
	{ 0 }
};

static unsigned
jobs(struct argp_state *state, const char *arg)
{
	char *end;
	unsigned long n = strtoul(arg, &end, 10);

	if (*arg < '0' || *arg > '9' || *end != '\0' || n == 0 || n > JOBS_MOST)
		option_error(state, "-j takes a number from 1 to %d, not '%s'", JOBS_MOST, arg);
	return (unsigned)n;
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	struct check_options *o = state->input;

	switch (key) {
	case KEY_KIND: o->kind = kind_of[option_choice(state, "kind", arg, kinds)]; break;
	case KEY_FUNC:
		if (*arg == '\0')
			option_error(state, "--func needs a name");
		o->library.function = arg;
		break;
	case KEY_PROFILE: o->library.profile = arg; break;
	case KEY_ABI: o->library.abi = (lr_abi)option_choice(state, "ABI", arg, abis); break;
	case KEY_MEMORY: o->library.memory = (lr_memory)option_choice(state, "memory model", arg, memory_models); break;
	case KEY_RELOAD: o->library.reload = true; break;
	case KEY_ASSUME: o->library.assume_verified = true; break;
	case KEY_JSON: case KEY_SARIF:
		if (o->format != TEXT && o->format != (key == KEY_JSON ? JSON : SARIF))
			option_error(state, "--json and --sarif exclude each other");
		o->format = key == KEY_JSON ? JSON : SARIF;
		break;
	case KEY_ALL: o->all = true; break;
	case KEY_VIEW: o->view = arg; break;
	case KEY_SOURCES: view_allow_named(state, &o->folders, arg); o->no_sources = false; break;
	case KEY_NO_SOURCES: o->no_sources = true; break;
	case KEY_BASELINE: o->baseline = arg; break;
	case KEY_WRITE: o->write_baseline = arg; break;
	case 'o': o->output = arg; break;
	case 'j': o->jobs = jobs(state, arg); break;
	case ARGP_KEY_END:
		if (o->view != NULL && (strcmp(o->view, "-") == 0 || *o->view == '\0'))
			option_error(state, "--view writes a file: it needs its name");
		if (o->view == NULL && (o->folders.n > 0 || o->no_sources))
			option_error(state, "--sources and --no-sources are about the page, which --view=FILE writes");
		if (o->view != NULL && o->output != NULL && strcmp(o->view, o->output) == 0)
			option_error(state, "--view and -o name the same file: '%s'", o->view);
		break;
	case ARGP_KEY_ARG: o->files[o->nfiles++] = arg; break;
	case ARGP_KEY_NO_ARGS:
		if (isatty(STDIN_FILENO))
			option_error(state, "no input file (- reads from the terminal)");
		o->files[o->nfiles++] = "-";
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* ---- one file ---- */

struct checking { json_t *findings, *functions; struct check_places *places; /* or NULL */ };

static json_t *
text_or_null(const char *s)
{
	return s != NULL && *s != '\0' ? json_name(s) : json_null();
}

/* The directory that the file of an instruction or function is relative to, as debug information has it. */
static json_t *
directory_of(LLVMValueRef at)
{
	unsigned n = 0;
	const bool located = at != NULL && (LLVMIsAInstruction(at) != NULL || LLVMIsAFunction(at) != NULL);
	const char *directory = located ? LLVMGetDebugLocDirectory(at, &n) : NULL;
	char *copy = directory != NULL && n > 0 ? strndup(directory, n) : NULL;
	json_t *text = text_or_null(copy);

	free(copy);
	return text;
}

static bool
is_located(LLVMValueRef at)
{
	unsigned n = 0;

	return at != NULL && LLVMIsAInstruction(at) != NULL && LLVMGetDebugLocFilename(at, &n) != NULL && n > 0;
}

static void
add_finding(void *user, const lr_finding *f)
{
	static const char *const roles[] = { "defined", "safepoint", "through", "used" }; /* by lr_step_role */
	struct checking *c = user;
	json_t *steps = json_array();

	for (size_t i = 0; i < f->nsteps; i++) {
		const lr_check_step *s = &f->steps[i];
		json_array_append_new(steps, json_pack("{s:s, s:o, s:o, s:o, s:I, s:I}", "role", roles[s->role],
			"text", text_or_null(s->text), "directory", directory_of(s->at), "file",
			text_or_null(s->file), "line", (json_int_t)s->line, "column", (json_int_t)s->column));
	}
	json_array_append_new(c->findings,
		json_pack("{s:s, s:s, s:s, s:I, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:b, s:o}",
			"verdict", lr_verdict_name(f->verdict), "kind", lr_check_kind_name(f->kind), "rule", f->rule,
			"ordinal", (json_int_t)f->ordinal, "function", json_name(f->function), "message",
			json_name(f->message), "instruction", text_or_null(f->text), "directory",
			directory_of(is_located(f->at) ? f->at : f->fn), "file", text_or_null(f->file), "line",
			(json_int_t)f->line, "column", (json_int_t)f->column, "known", 0, "steps", steps));
	if (c->places != NULL)
		check_view_finding(c->places, f);
}

static void
add_function(void *user, const lr_checked *f)
{
	struct checking *c = user;

	json_array_append_new(c->functions, json_pack("{s:o, s:s, s:s, s:I, s:I}", "name", json_name(f->function),
		"kind", lr_check_kind_name(f->kind), "verdict", lr_verdict_name(f->verdict), "holes",
		(json_int_t)f->holes, "unknown", (json_int_t)f->unknown));
	if (c->places != NULL)
		check_view_function(c->places, f->fn);
}

/* Returns the part of the report for one file; "error" is true if it could not be checked, and the reason has been
** reported. */
static json_t *
check_file(const struct check_options *o, const char *path)
{
	struct check_places places = { 0 };
	struct checking c = { json_array(), json_array(), o->view != NULL ? &places : NULL };
	lr_check_options check = { .struct_size = sizeof check,
		.kind = o->kind, .functions = o->library.function, .finding = add_finding, .function = add_function,
		.user = &c };
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_read(llvm, path);
	lr_verdict worst = LR_NOTHING_TO_PROVE;
	lr_status st = LR_E_IO;
	json_t *report, *sources = NULL;

	report_about(path);
	if (m != NULL) {
		lr_context *cx = lr_context_new(&o->library);
		if (cx == NULL)
			say_error("out of memory");
		else
			st = lr_check(cx, m, &check, &worst);
		lr_context_free(cx);
		if (c.places != NULL && !check_view_place(c.places, m, c.functions, c.findings)) {
			say_error("out of memory");
			st = LR_E_NOMEM;
		}
		if (c.places != NULL && !o->no_sources)
			sources = check_source_files(m, path, &o->folders);
		LLVMDisposeModule(m);
	}
	LLVMContextDispose(llvm);
	report = json_pack("{s:o, s:b, s:s, s:o, s:o, s:o*}", "file", json_name(path), "error", st != LR_OK, "verdict",
		lr_verdict_name(worst), "functions", c.functions, "findings", c.findings,
		"sources", sources);
	if (report != NULL && exit_status(st) == EXIT_USAGE)
		json_object_set_new(report, "usage", json_true());
	return report;
}

/* ---- several files at a time ---- */

struct job { pid_t pid; FILE *result; };

static json_t *
failed_file(const char *path)
{
	return json_pack("{s:o, s:b, s:s, s:[], s:[]}", "file", json_name(path), "error", 1, "verdict",
		lr_verdict_name(LR_NOTHING_TO_PROVE), "functions", "findings");
}

static bool
start(const struct check_options *o, const char *path, struct job *j)
{
	j->result = tmpfile();
	j->pid = j->result != NULL ? fork() : -1;
	if (j->pid < 0) {
		say_error("cannot start a process: %s", strerror(errno));
		if (j->result != NULL)
			fclose(j->result);
		return false;
	}
	if (j->pid > 0)
		return true;
	reproduce_into("");
	json_t *part = check_file(o, path);
	bool ok = part != NULL && json_dumpf(part, j->result, JSON_COMPACT) == 0 && fflush(j->result) == 0;
	fflush(stderr);
	_exit(ok ? EXIT_SUCCESS : EXIT_FAILURE);
}

static json_t *
finish(struct job *j, const char *path)
{
	int status = -1;
	json_t *part = NULL;

	while (waitpid(j->pid, &status, 0) < 0 && errno == EINTR)
		;
	if (status == 0) {
		rewind(j->result);
		part = json_loadf(j->result, 0, NULL);
	}
	fclose(j->result);
	return part != NULL ? part : failed_file(path);
}

/* Returns the parts of all files, in the order of the command line; NULL: the reason has been reported. */
static json_t *
check_files(const struct check_options *o)
{
	json_t *parts = json_array();
	struct job *job = o->jobs > 1 && o->nfiles > 1 ? calloc(o->nfiles, sizeof *job) : NULL;
	bool ok = parts != NULL;

	for (size_t i = 0, started = 0; i < o->nfiles && ok; i++) {
		for (; job != NULL && ok && started < o->nfiles && started < i + o->jobs; started += ok)
			ok = start(o, o->files[started], &job[started]);
		if (i < started || job == NULL)
			json_array_append_new(parts, job ? finish(&job[i], o->files[i]) : check_file(o, o->files[i]));
	}
	free(job);
	if (ok && json_array_size(parts) == o->nfiles)
		return parts;
	if (ok)
		say_error("out of memory");
	json_decref(parts);
	return NULL;
}

/* ---- the report ---- */

static bool
write_report(const struct check_options *o, const json_t *report, int status)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	if (f == NULL) {
		say_error("out of memory");
		return false;
	}
	if (o->format == TEXT)
		check_print_text(f, report, o->all);
	else {
		json_t *sarif = o->format == SARIF ? check_sarif(report, status) : NULL;
		json_dumpf(sarif != NULL ? sarif : report, f, JSON_INDENT(1));
		fputc('\n', f);
		json_decref(sarif);
	}
	bool ok = fclose(f) == 0 && write_output(o->output, text, size);
	free(text);
	return ok;
}

static int
status_of(const json_t *report, lr_verdict verdict)
{
	bool failed = false, usage = false;
	size_t i;
	json_t *file;

	for (i = 0; (file = json_array_get(json_object_get(report, "files"), i)) != NULL; i++) {
		failed |= json_is_true(json_object_get(file, "error"));
		usage |= json_is_true(json_object_get(file, "usage"));
	}
	return usage ? EXIT_USAGE : failed ? EXIT_INPUT : verdict == LR_HOLE ? EXIT_HOLES
		: verdict == LR_UNKNOWN ? EXIT_UNKNOWN : EXIT_SUCCESS;
}

int
command_check(int argc, char **argv)
{
	static char doc[] =
		"Prove that modules lose no reference to an object: at each point where a collection may happen, what "
		"is needed later is rooted or relocated.  The roots may have been placed by this library, by Julia's "
		"own passes, or by LLVM's RewriteStatepointsForGC.\n\n"
		"  lateroot check lowered.ll\n"
		"  lateroot check --sarif -j4 -o report.sarif *.bc\n"
		"  lateroot check --baseline=known.json lowered.bc\n"
		"  lateroot check --view=holes.html lowered.bc\n"
		"\vExit status: 0 nothing is lost, 1 holes, or a file that cannot be read (its entry in --json has "
		"\"error\": true, and stderr says why), 2 bad usage, 3 parts that cannot be proved.";
	static const struct argp argp = { options, parse, "[FILE...]", doc, NULL, NULL, NULL };
	struct check_options o = { .jobs = 1, .library = { .struct_size = sizeof o.library,
		.diagnose = report_diagnostic } };
	int status = EXIT_INPUT;

	o.files = calloc((size_t)argc + 1, sizeof *o.files);
	if (o.files == NULL) {
		say_error("out of memory");
		return EXIT_INPUT;
	}
	options_parse(&argp, argc, argv, ARGP_LONG_ONLY, &o);
	view_allow_here(&o.folders);
	if (!outputs_differ((const char *const[]){ o.output, o.view, o.write_baseline }, 3)) {
		free(o.files);
		view_folders_free(&o.folders);
		return EXIT_USAGE;
	}
	for (size_t i = 0; i < o.nfiles; i++)
		if (!output_spares_input(o.output, o.files[i]) || !output_spares_input(o.write_baseline, o.files[i])
			|| !output_spares_input(o.view, o.files[i])) {
			free(o.files);
			view_folders_free(&o.folders);
			return EXIT_USAGE;
		}
	json_t *files = check_files(&o);
	json_t *report = files != NULL ? json_pack("{s:I, s:s, s:o}", "version", (json_int_t)1, "verdict", "nothing",
		"files", files) : NULL;
	if (report != NULL && o.baseline != NULL)
		json_object_set_new(report, "baseline", json_true());
	if (report != NULL && (o.baseline == NULL || check_baseline_apply(report, o.baseline))) {
		const int done = status_of(report, check_count(report));
		if ((o.view == NULL || check_view_write(report, o.view)) && write_report(&o, report, done)
			&& (o.write_baseline == NULL || check_baseline_write(report, o.write_baseline)))
			status = done;
	}
	json_decref(report);
	free(o.files);
	view_folders_free(&o.folders);
	return status;
}
