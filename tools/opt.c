/* SPDX-License-Identifier: MIT */
/* opt.c -- lateroot opt: IR to IR. */
#include <stdlib.h>

#include "tool.h"

struct opt_options {
	struct tool_options common;
	bool text, no_output;
};

enum { KEY_NO_OUTPUT = 256 };

static const struct argp_option options[] = {
	{ .doc = "Output:", .group = 1 },
	{ "passes", KEY_PASSES, "PIPELINE", 0,
		"what to run, in opt's syntax (default: lateroot, the whole GC lowering)", 1 },
	{ NULL, 'S', NULL, 0, "write text instead of bitcode", 1 },
	{ NULL, 'o', "FILE", 0, "write to FILE; - is stdout (default)", 1 },
	{ NULL, 'f', NULL, 0, "write bitcode to a terminal, or over the input", 1 },
	{ "disable-output", KEY_NO_OUTPUT, NULL, 0, "write nothing", 1 },
	{ 0 }
};

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	struct opt_options *o = state->input;

	switch (key) {
	case KEY_NO_OUTPUT: o->no_output = true; break;
	case 'S': o->text = true; break;
	default:
		return option_module(key, arg, state, &o->common);
	}
	return 0;
}

static int
transform(void *user, lr_context *cx, LLVMModuleRef m)
{
	const struct opt_options *o = user;
	int status = exit_status(lr_run(cx, m, o->common.passes));

	if (status == EXIT_SUCCESS && !o->no_output && !module_write(m, o->common.output, o->text))
		status = EXIT_INPUT;
	return status;
}

int
command_opt(int argc, char **argv)
{
	static const struct argp_child children[] = { { &common_argp, 0, NULL, 0 }, { 0 } };
	static char doc[] =
		"Run passes over LLVM IR (text or bitcode, also gzipped; - is stdin).\n\n"
		"  lateroot opt -S prog.ll\n"
		"  lateroot opt -passes=LateLowerGCFrame,FinalLowerGC,dse,gvn prog.ll\n"
		"  lateroot opt --print-after=LateLowerGCFrame --func=f -S prog.bc.gz\n"
		"\v`lateroot passes' lists the passes of this library; LLVM's own may stand between them.";
	static const struct argp argp = { options, parse, "[FILE]", doc, children, NULL, NULL };
	struct opt_options o = { 0 };

	options_init(&o.common);
	options_parse(&argp, argc, argv, ARGP_LONG_ONLY, &o);
	if (!o.text && !o.no_output && !o.common.force && output_is_terminal(o.common.output)) {
		say_error("bitcode would go to the terminal; use -S for text, -o FILE, or -f");
		return EXIT_USAGE;
	}
	return on_module(&o.common, transform, &o);
}
