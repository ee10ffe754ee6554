/* SPDX-License-Identifier: MIT */
/* options.c -- the options that all subcommands accept. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/name.h"
#include "tool.h"

static const char *const abis[] = { "gcframe", "framemap", "statepoint", "shadow-stack", NULL }; /* by lr_abi */
static const char *const memory_models[] = { "flag", "typed", NULL }; /* by lr_memory */
static const char *const progress_when[] = { "auto", "always", "never", NULL }; /* by enum progress_when */

enum {
	KEY_STATS = 256, KEY_STATS_JSON, KEY_TIME, KEY_TIME_JSON, KEY_TRACE, KEY_PROGRESS, KEY_BEFORE, KEY_BEFORE_ALL,
	KEY_AFTER, KEY_AFTER_ALL, KEY_FUNC, KEY_VERIFY, KEY_CHECK, KEY_PROFILE, KEY_ABI, KEY_NO_SHRINK_WRAP,
	KEY_CHECK_FRAMES, KEY_WITHOUT, KEY_POLLS, KEY_RELOAD, KEY_COMPRESS_TABLES, KEY_MEMORY, KEY_CLONE_TARGETS,
	KEY_IMAGE, KEY_REMARKS, KEY_PASSED, KEY_MISSED, KEY_ANALYSIS, KEY_REPRODUCERS, KEY_SEEDED, KEY_SEARCH,
	KEY_ASSUME, KEY_CHANGED, KEY_LLVM
};

static const struct argp_option options[] = {
	{ .doc = "Root tracking:", .group = 10 },
	{ "profile", KEY_PROFILE, "NAME|FILE", 0,
		"ABI profile of the runtime: lateroot (default), julia-1.13, julia-1.14, julia-1.5, or a file", 10 },
	{ "abi", KEY_ABI, "ABI", 0,
		"how roots are found at run time: gcframe (default), framemap, statepoint, shadow-stack", 10 },
	{ "polls", KEY_POLLS, NULL, 0,
		"poll where functions begin and in loops (lateroot and julia<...>; in a pipeline: PlaceGCPolls)", 10 },
	{ "reload", KEY_RELOAD, NULL, 0,
		"read roots again behind each safepoint, so that objects may move; statepoint always does", 10 },
	{ "compress-tables", KEY_COMPRESS_TABLES, NULL, 0,
		"tables by which roots are found (statepoint) are unpacked when the program is loaded", 10 },
	{ "clone-targets", KEY_CLONE_TARGETS, "CPU,FEATURE...;...", 0,
		"processors that functions are cloned for; the program picks one of them (compile; in a pipeline: "
		"JuliaMultiVersioning)", 10 },
	{ "image", KEY_IMAGE, NULL, 0,
		"the code goes into an image whose loader says how a task's stack of frames is found (profiles with "
		"the keys image_*; in a pipeline: imaging)", 10 },
	{ "memory", KEY_MEMORY, "MODEL", 0,
		"which modules are typed, so that types of stack memory say where references are: flag (default: by "
		"module flag), typed (all)", 10 },
	{ "warnings", 'W', "WORD", 0,
		"-Werror, -Wno, and -Werror=NAME, -Wno-error=NAME, -Wno-NAME of malloc, global, container, coroutine, "
		"longjmp, descriptor, untyped, maybe-untyped, asm, number, address, barrier, handler, rootless: what "
		"becomes of warnings about references that no collector would see", 10 },
	{ "check", KEY_CHECK, NULL, 0, "prove the placement with the independent checker", 10 },
	{ "reproducers", KEY_REPRODUCERS, "DIR", 0,
		"where a module and a script go that show a defect of lateroot itself, such as a failure of the "
		"checker (default: a new folder among the temporary files; empty: nowhere)", 10 },
	{ "find-crash", KEY_SEARCH, NULL, OPTION_HIDDEN, "see reproduce_crash", 10 },
	{ "seeded-defect", KEY_SEEDED, "FUNCTION", OPTION_HIDDEN | OPTION_ARG_OPTIONAL,
		"leave a root store out, to see what happens then", 10 },
	{ "check-frames", KEY_CHECK_FRAMES, NULL, 0,
		"have the program compare, at each return, the chain of frames with what the function found", 10 },
	{ "no-shrink-wrap", KEY_NO_SHRINK_WRAP, NULL, 0,
		"push frames at the top of functions; short for --without=shrink-wrap", 10 },
	{ "without", KEY_WITHOUT, "NAME[,...]", 0,
		"leave out optimisations: shrink-wrap, store-motion, slot-sharing, coverage, barrier-elision, "
		"inline-allocation, argument-arrays, leaf-inference, or all", 10 },
	{ .doc = "Seeing what happens (all of it on stderr):", .group = 20 },
	{ "stats", KEY_STATS, NULL, 0, "safepoints, slots and stores of each function", 20 },
	{ "stats-json", KEY_STATS_JSON, "FILE", 0, "the same as JSON into FILE", 20 },
	{ "time-passes", KEY_TIME, NULL, 0, "time spent in each pass", 20 },
	{ "time-passes-json", KEY_TIME_JSON, "FILE", 0, "the same as JSON into FILE", 20 },
	{ "time-trace", KEY_TRACE, "FILE", 0,
		"when which pass worked on which function, as Chrome's trace events, for Perfetto", 20 },
	{ "progress", KEY_PROGRESS, "WHEN", 0,
		"auto (default: on a terminal, after half a second), always, never: show progress", 20 },
	{ "print-before", KEY_BEFORE, "PASS[,...]", 0, "print the IR before these passes", 20 },
	{ "print-after", KEY_AFTER, "PASS[,...]", 0, "print the IR after these passes", 20 },
	{ "print-changed", KEY_CHANGED, NULL, 0, "print the IR at the start and where a pass changed it", 20 },
	{ "print-before-all", KEY_BEFORE_ALL, NULL, 0, "print the IR before every pass", 20 },
	{ "print-after-all", KEY_AFTER_ALL, NULL, 0, "print the IR after every pass", 20 },
	{ "func", KEY_FUNC, "GLOB[,...]", 0,
		"restrict what is printed to functions of this name, or that match; may be given several times", 20 },
	{ "filter-print-funcs", 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 20 },
	{ NULL, 'd', "LETTERS", 0,
		"compact forms: N numbering, L liveness, C colours (the root map: instructions by slots), P plan", 20 },
	{ "pass-remarks", KEY_PASSED, "REGEX", 0,
		"say why each root and each frame is there, if REGEX matches `lateroot'", 20 },
	{ "pass-remarks-missed", KEY_MISSED, "REGEX", 0, "say what could not be done better", 20 },
	{ "pass-remarks-analysis", KEY_ANALYSIS, "REGEX", 0, "say why values and functions need none", 20 },
	{ "remarks", KEY_REMARKS, "FILE", 0,
		"all of these remarks as LLVM's YAML into FILE, for opt-viewer and llvm-remarkutil", 20 },
	{ "verify-each", KEY_VERIFY, NULL, 0, "run the verifiers after every pass", 20 },
	{ "assume-verified", KEY_ASSUME, NULL, 0,
		"leave out LLVM's verifier of the input; if that is no valid IR, anything can happen", 20 },
	{ "mllvm", KEY_LLVM, "OPTION", 0,
		"an option of LLVM itself, as with clang: -mllvm -inline-threshold=50; may be given again", 20 },
	{ 0 }
};

/* Parses names of optimisations, separated by commas, to LR_SHRINK_WRAP and so on. */
static uint32_t
optimisations(struct argp_state *state, const char *given)
{
	static const char *const names[] = { "shrink-wrap", "store-motion", "slot-sharing", "coverage",
		"barrier-elision", "inline-allocation", "argument-arrays", "leaf-inference", "all", NULL };
	static const uint32_t bits[] = { LR_SHRINK_WRAP, LR_STORE_MOTION, LR_SLOT_SHARING, LR_COVERAGE,
		LR_BARRIER_ELISION, LR_INLINE_ALLOCATION, LR_ARGUMENT_ARRAYS, LR_LEAF_INFERENCE, LR_ALL_OPTIMISATIONS };
	uint32_t found = 0;

	for (const char *end; given != NULL; given = *end == ',' ? end + 1 : NULL) {
		char name[32];
		end = strchrnul(given, ',');
		snprintf(name, sizeof name, "%.*s", (int)(end - given), given);
		found |= bits[option_choice(state, "optimisation", name, names)];
	}
	return found;
}

/* Each -W appends one word to a list. */
static void
add_warning(struct argp_state *state, struct tool_options *o, const char *word)
{
	static char list[512];
	const size_t n = strlen(list);

	if (n + strlen(word) + 2 > sizeof list)
		option_error(state, "too many warnings");
	snprintf(list + n, sizeof list - n, "%s%s", n > 0 ? "," : "", word);
	o->library.warnings = list;
}

/* Each --func adds one name or glob to a list. */
static void
add_function(struct argp_state *state, struct tool_options *o, const char *glob)
{
	static char *made; /* the list is used up to the end of the process */
	char *list;

	for (const char *at = glob, *end; at != NULL; at = *end == ',' ? end + 1 : NULL)
		if ((end = glob_end(at)) == at)
			option_error(state, "--func takes names with commas between them, and one is empty: '%s'",
				glob);
	if (o->library.function == NULL) {
		o->library.function = glob;
		return;
	}
	if (asprintf(&list, "%s,%s", o->library.function, glob) < 0)
		option_error(state, "out of memory");
	free(made);
	o->library.function = made = list;
}

/* Records an argument that names an output, which reproducers do without. */
static const char *
elsewhere(const char *arg)
{
	reproduce_without(arg);
	return arg;
}

error_t
option_module(int key, char *arg, struct argp_state *state, struct tool_options *o)
{
	switch (key) {
	case ARGP_KEY_INIT: state->child_inputs[0] = o; break;
	case 'f': o->force = true; break;
	case KEY_PASSES:
		o->passes = arg;
		reproduce_passes(arg);
		break;
	case 'o':
		if (*arg == '\0')
			option_error(state, "-o needs a name");
		o->output = elsewhere(arg);
		break;
	case ARGP_KEY_ARG:
		if (o->input != NULL)
			option_error(state, "one input file only; '%s' is the second", arg);
		o->input = arg;
		reproduce_input(arg);
		break;
	case ARGP_KEY_NO_ARGS:
		if (isatty(STDIN_FILENO))
			option_error(state, "no input file (- reads from the terminal)");
		o->input = "-";
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* lr_options.explain: crashes while a function is processed, for tests of the reproducer. */
static const char *seeded;

static void
crash_at(void *user, const char *function, const char *json, size_t bytes)
{
	(void)user, (void)json, (void)bytes;
	if (strcmp(function, seeded) == 0)
		raise(SIGSEGV);
}

/* Files besides the output itself are written last, so they are checked first.  An option takes the next word as its
** file, even if that was meant as the input: neither inputs nor modules are overwritten. */
static void
check_outputs(const struct tool_options *o)
{
	const char *const paths[] = { o->remarks, o->stats_json, o->times_json, o->trace };

	if (!o->force && !output_spares_input(o->output, o->input))
		exit(EXIT_USAGE);
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		if (!output_spares_input(paths[i], o->input) || !output_spares_modules(paths[i]))
			exit(EXIT_USAGE);
		if (!output_check(paths[i]))
			exit(EXIT_INPUT);
	}
}

bool
options_outputs_differ(const struct tool_options *o)
{
	const char *const paths[] = { o->output, o->remarks, o->stats_json, o->times_json, o->trace, o->snapshot };

	return outputs_differ(paths, sizeof paths / sizeof *paths);
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	struct tool_options *o = state->input;

	/* ARGP_KEY_... are 0 or larger than all keys of options */
	o->of_module |= key > 0 && key <= KEY_LLVM && key != KEY_PROGRESS && key != KEY_REPRODUCERS
		&& key != KEY_SEARCH;
	switch (key) {
	case KEY_STATS: o->stats = true; break;
	case KEY_STATS_JSON: o->stats_json = elsewhere(arg); break;
	case KEY_TIME: o->time_passes = o->library.time_passes = true; break;
	case KEY_TIME_JSON: o->times_json = elsewhere(arg); o->library.time_passes = true; break;
	case KEY_TRACE: o->trace = elsewhere(arg); break;
	case KEY_PROGRESS:
		o->progress = (enum progress_when)option_choice(state, "progress", arg, progress_when);
		break;
	case ARGP_KEY_SUCCESS: check_outputs(o); llvm_options_parse(); progress_start(o); break;
	case KEY_LLVM: llvm_option(state, arg); break;
	case KEY_BEFORE: o->library.print_before = arg; break;
	case KEY_BEFORE_ALL: o->library.print_before = "all"; break;
	case KEY_AFTER: o->library.print_after = arg; break;
	case KEY_AFTER_ALL: o->library.print_after = "all"; break;
	case KEY_CHANGED:
		o->library.print_before = o->library.print_after = "all";
		o->library.dump = changes_dump;
		break;
	case KEY_FUNC: add_function(state, o, arg); break;
	case KEY_ASSUME: o->library.assume_verified = true; break;
	case KEY_VERIFY: o->library.verify_each = true; break;
	case KEY_RELOAD: o->library.reload = true; break;
	case KEY_MEMORY: o->library.memory = (lr_memory)option_choice(state, "memory model", arg, memory_models); break;
	case KEY_CLONE_TARGETS: o->library.clone_targets = arg; break;
	case KEY_IMAGE: o->library.image = true; break;
	case 'W': add_warning(state, o, arg); break;
	case KEY_COMPRESS_TABLES: o->library.compress_tables = true; break;
	case KEY_CHECK: o->library.check = true; break;
	case KEY_POLLS: o->library.polls = true; break;
	case KEY_REPRODUCERS: reproduce_into(elsewhere(arg)); break;
	case KEY_SEARCH: reproduce_search(); break;
	case KEY_SEEDED:
		if (arg != NULL) {
			seeded = arg;
			o->library.explain = crash_at;
		} else
			o->library.without |= UINT32_C(1) << 31; /* LR_SEEDED_DEFECT of src/host/context.h */
		break;
	case KEY_CHECK_FRAMES: o->library.check_frames = true; break;
	case KEY_NO_SHRINK_WRAP: o->library.without |= LR_SHRINK_WRAP; break;
	case KEY_WITHOUT: o->library.without |= optimisations(state, arg); break;
	case KEY_PROFILE: o->library.profile = arg; break;
	case KEY_ABI:
		o->library.abi = (lr_abi)option_choice(state, "ABI", arg, abis);
		break;
	case KEY_REMARKS: case KEY_PASSED: case KEY_MISSED: case KEY_ANALYSIS:
		o->library.remark = remarks_add;
		if (key == KEY_REMARKS)
			o->remarks = elsewhere(arg);
		else if (!remarks_say(key == KEY_PASSED ? LR_REMARK_PASSED
				: key == KEY_MISSED ? LR_REMARK_MISSED : LR_REMARK_ANALYSIS, arg))
			option_error(state, "not a regular expression: '%s'", arg);
		break;
	case 'd':
		if (arg[strspn(arg, "NLCP")] != '\0')
			option_error(state, "-d takes letters of NLCP, not '%s'", arg);
		o->library.dump_forms = arg;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp common_argp = { .options = options, .parser = parse };

void
options_init(struct tool_options *o)
{
	*o = (struct tool_options){ 0 };
	o->library.struct_size = sizeof o->library;
	o->library.diagnose = report_diagnostic;
	o->library.dump = report_dump;
}
