/* opt.c -- lateroot opt: IR to IR. */
#include <stdlib.h>
#include <unistd.h>

#include "tool.h"

struct opt_options {
	struct tool_options common;
	const char *passes;
	bool text, no_output;
};

enum { KEY_PASSES = 256, KEY_NO_OUTPUT };

static const struct argp_option options[] = {
	{ .doc = "Output:", .group = 1 },
	{ "passes", KEY_PASSES, "PIPELINE", 0, "what to run, in opt's syntax (default: lateroot, the whole GC lowering)", 1 },
	{ NULL, 'S', NULL, 0, "write text instead of bitcode", 1 },
	{ NULL, 'o', "FILE", 0, "write to FILE; - is stdout (default)", 1 },
	{ NULL, 'f', NULL, 0, "write bitcode to a terminal", 1 },
	{ "disable-output", KEY_NO_OUTPUT, NULL, 0, "write nothing", 1 },
	{ 0 }
};

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	struct opt_options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT: state->child_inputs[0] = &o->common; break;
	case KEY_PASSES: o->passes = arg; break;
	case KEY_NO_OUTPUT: o->no_output = true; break;
	case 'S': o->text = true; break;
	case 'o': o->common.output = arg; break;
	case 'f': o->common.force = true; break;
	case ARGP_KEY_ARG:
		if (o->common.input != NULL)
			argp_error(state, "one input file only; '%s' is the second", arg);
		o->common.input = arg;
		break;
	case ARGP_KEY_NO_ARGS:
		if (isatty(STDIN_FILENO))
			argp_error(state, "no input file (- reads from the terminal)");
		o->common.input = "-";
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* The passes over `m`, then the output; exit status. */
static int
transform(const struct opt_options *o, LLVMModuleRef m)
{
	lr_context *cx = lr_context_new(&o->common.library);

	if (cx == NULL) {
		say_error("out of memory");
		return EXIT_INPUT;
	}
	lr_status st = lr_run(cx, m, o->passes);
	int status = exit_status(st);
	if (status == EXIT_SUCCESS && !o->no_output && !module_write(m, o->common.output, o->text))
		status = EXIT_INPUT;
	if (status == EXIT_SUCCESS)
		status = report_results(cx, &o->common);
	lr_context_free(cx);
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
	argp_parse(&argp, argc, argv, ARGP_LONG_ONLY, NULL, &o);
	if (!o.text && !o.no_output && !o.common.force && output_is_terminal(o.common.output)) {
		say_error("bitcode would go to the terminal; use -S for text, -o FILE, or -f");
		return EXIT_USAGE;
	}
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_read(llvm, o.common.input);
	int status = m ? transform(&o, m) : EXIT_INPUT;
	if (m != NULL)
		LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	return status;
}
