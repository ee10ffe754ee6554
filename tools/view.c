/* SPDX-License-Identifier: MIT */
/* view.c -- lateroot view: writes a page about each function's roots, or its data. */
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "view.h"

struct view_options {
	struct tool_options common;
	struct view_folders folders; /* in which sources may be read */
	bool json, code, no_code, no_sources;
	const char *heap, *object; /* a snapshot instead of a module, and what is sought in it */
};

enum { KEY_JSON = 256, KEY_CODE, KEY_NO_CODE, KEY_SOURCES, KEY_NO_SOURCES, KEY_HEAP, KEY_OBJECT };

static const struct argp_option options[] = {
	{ .doc = "Output:", .group = 1 },
	{ NULL, 'o', "FILE", 0, "write to FILE; - is stdout (default)", 1 },
	{ "json", KEY_JSON, NULL, 0, "write the data as JSON instead of the page", 1 },
	{ "asm", KEY_CODE, NULL, 0, "with machine code, as lateroot compile -O2 makes it (default of the page)", 1 },
	{ "no-asm", KEY_NO_CODE, NULL, 0, 
		"without machine code, which takes the time to compile (default of --json)", 1 },
	{ "sources", KEY_SOURCES, "DIR", 0,
		"show lines of source files below DIR, too, not only of those below the current directory; may be "
		"given several times", 1 },
	{ "no-sources", KEY_NO_SOURCES, NULL, 0, "read no source files", 1 },
	{ "heap", KEY_HEAP, "SNAPSHOT", 0,
		"show a snapshot of a heap, not a module: sizes by type, what retains what, paths from roots", 1 },
	{ "object", KEY_OBJECT, "ID", 0, "with --heap: show this object in any case", 1 },
	{ "passes", KEY_PASSES, "PIPELINE", 0,
		"what to run and show, in opt's syntax (default: lateroot, the whole GC lowering)", 1 },
	{ 0 }
};

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	struct view_options *o = state->input;

	switch (key) {
	case KEY_JSON: o->json = true; break;
	case KEY_CODE: o->code = true; o->no_code = false; break;
	case KEY_NO_CODE: o->no_code = true; o->code = false; break;
	case KEY_SOURCES: view_allow_named(state, &o->folders, arg); o->no_sources = false; break;
	case KEY_NO_SOURCES: o->no_sources = true; break;
	case KEY_HEAP:
		if (*arg == '\0')
			option_error(state, "--heap needs a name");
		o->heap = arg;
		break;
	case KEY_OBJECT: o->object = arg; break;
	case ARGP_KEY_NO_ARGS:
		return o->heap != NULL ? 0 : option_module(key, arg, state, &o->common);
	case ARGP_KEY_END:
		if (o->heap != NULL && o->common.input != NULL)
			option_error(state, "--heap has the snapshot; '%s' is a second input", o->common.input);
		if (o->heap != NULL && (o->code || o->no_code || o->folders.n != 0 || o->common.passes != NULL
			|| o->no_sources || o->common.of_module))
			option_error(state, "--heap shows no module: options about modules mean nothing");
		if (o->heap == NULL && o->object != NULL)
			option_error(state, "--object needs --heap");
		break;
	default:
		return option_module(key, arg, state, &o->common);
	}
	return 0;
}

static int
show(const struct view_options *o, const struct view *v)
{
	size_t bytes = 0;
	char *out = v->failed ? NULL : o->json ? view_json(v, &bytes) : view_html(v, &bytes);
	bool ok = out != NULL && write_output(o->common.output, out, bytes);

	if (out == NULL)
		say_error("out of memory");
	free(out);
	return ok ? EXIT_SUCCESS : EXIT_INPUT;
}

/* Runs the pipeline with callbacks that collect data, then writes it; returns the exit status. */
static int
collect(void *user, lr_context *cx, LLVMModuleRef m)
{
	const struct view_options *o = user;
	struct view *v = o->common.library.user;
	char *text = LLVMPrintModuleToString(m);
	struct arena ar;

	arena_init(&ar, arena_from_libc, NULL);
	struct text sources = { .ar = &ar };
	view_add_module(v, "input", text);
	LLVMDisposeMessage(text);
	if (!o->json && !o->no_sources) {
		v->failed |= !view_sources(&sources, m, o->common.input, &o->folders);
		v->sources = &sources;
	}
	int status = exit_status(lr_run(cx, m, o->common.passes));
	view_finish(v);
	if (status == EXIT_SUCCESS && !v->failed && (o->code || (!o->json && !o->no_code)))
		view_add_code(v, &o->common.library, m);
	if (status == EXIT_SUCCESS)
		status = show(o, v);
	arena_free(&ar);
	return status;
}

int
command_view(int argc, char **argv)
{
	static const struct argp_child children[] = { { &common_argp, 0, NULL, 0 }, { 0 } };
	static char doc[] =
		"Show where each function's roots lie and why: a page to open in a browser, from disk and without a "
		"network.\n\n"
		"  lateroot view prog.ll -o prog.html\n"
		"  lateroot view --func='sort*' -passes='julia<level=2>' prog.bc.gz -o s.html\n"
		"  lateroot view --json prog.ll | jq '.functions[].explain.stats'\n"
		"  lateroot view --heap=heap.json -o heap.html\n"
		"\vLines of source stand in the page only if their file lies below the current directory, or in a "
		"folder that --sources allows, and is not hidden there.\n\n"
		"--func takes a pattern as the shell does.  docs/seeing.md describes the page and the JSON, and "
		"docs/snapshots.md those of --heap.";
	static const struct argp argp = { options, parse, "[FILE]", doc, children, NULL, NULL };
	struct view_options o = { 0 };

	options_init(&o.common);
	options_parse(&argp, argc, argv, ARGP_LONG_ONLY, &o);
	if (!o.json && output_is_terminal(o.common.output)) {
		say_error("the page would go to the terminal; use -o FILE, or --json");
		return EXIT_USAGE;
	}
	if (!output_spares_modules(o.common.output))
		return EXIT_USAGE;
	if (o.heap != NULL) {
		view_folders_free(&o.folders);
		if (!output_spares_input(o.common.output, o.heap))
			return EXIT_USAGE;
		return view_heap(&(struct view_heap){ o.heap, o.common.output, o.object, o.json });
	}
	view_allow_here(&o.folders);
	struct view v = { .source = o.common.input,
		.profile = o.common.library.profile ? o.common.library.profile : "lateroot",
		.pipeline = o.common.passes ? o.common.passes : lr_default_pipeline(),
		.glob = o.common.library.function };
	lr_options *l = &o.common.library;
	l->user = &v;
	l->print_before = l->dump_forms = NULL;
	l->print_after = "all";
	l->dump = view_on_dump;
	l->explain = view_on_explain;
	int status = on_module(&o.common, collect, &o);
	view_free(&v);
	view_folders_free(&o.folders);
	return status;
}
