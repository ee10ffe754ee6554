/* SPDX-License-Identifier: MIT */
/* run.c -- lateroot run: runs a program with the reference runtime, just in time. */
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <llvm-c/BitWriter.h>

#include "lateroot/runtime.h"
#include "tool.h"

struct run_options {
	struct tool_options common;
	unsigned level;
	bool bdw;                 /* the heap is that of bdwgc */
	bool gc_stress, gc_moving, gc_debug, gc_verify_heap, gc_stats;
	int gc_leaks;             /* enum lr_leak_kind, or 0 */
	int nargs;
	char **args;              /* the program's arguments, its name first */
};

enum { KEY_STRESS = 256, KEY_GC_STATS, KEY_MOVING, KEY_GC_DEBUG, KEY_GC_VERIFY_HEAP, KEY_HEAP,
	KEY_GC_SNAPSHOT, KEY_GC_LEAKS };

static const struct argp_option options[] = {
	{ .doc = "Running:", .group = 1 },
	{ "gc-stress", KEY_STRESS, NULL, 0,
		"collect at every safepoint and allocation, poison what is not reached", 1 },
	{ "gc-moving", KEY_MOVING, NULL, 0,
		"a heap that moves objects; implies --reload.  With --gc-stress at every safepoint and allocation", 1 },
	{ "gc-debug", KEY_GC_DEBUG, NULL, 0,
		"look for mistakes of the program: wrong descriptors, missing barriers, use of dead objects; collects "
		"like --gc-stress", 1 },
	{ "gc-verify-heap", KEY_GC_VERIFY_HEAP, NULL, 0,
		"check the whole heap in each collection, and name the object that is damaged", 1 },
	{ "heap", KEY_HEAP, "HEAP", 0,
		"reference (default), or bdw: bdwgc, which does not move objects (liblateroot-bdw)", 1 },
	{ "gc-stats", KEY_GC_STATS, NULL, 0, "print the collector's statistics on stderr at the end", 1 },
	{ "gc-snapshot", KEY_GC_SNAPSHOT, "FILE", 0,
		"write what is on the heap at the end to FILE, for lateroot view --heap", 1 },
	{ "gc-leaks", KEY_GC_LEAKS, "WHICH", OPTION_ARG_OPTIONAL,
		"report objects that should be dead at the end, and end with status 1 if there are any: expected "
		"(default), those of lr_gc_expect_dead; all: whatever is alive", 1 },
	{ NULL, 'O', "LEVEL", 0, "0 to 3 (default 2): LLVM's optimisation after the lowering", 1 },
	{ "passes", KEY_PASSES, "PIPELINE", 0,
		"what to run first, in opt's syntax (default: lateroot, the whole GC lowering)", 1 },
	{ 0 }
};

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	struct run_options *o = state->input;

	switch (key) {
	case KEY_STRESS: o->gc_stress = true; break;
	case KEY_MOVING: o->gc_moving = o->common.library.reload = true; break;
	case KEY_GC_DEBUG: o->gc_debug = true; break;
	case KEY_GC_VERIFY_HEAP: o->gc_verify_heap = true; break;
	case KEY_GC_STATS: o->gc_stats = true; break;
	case KEY_GC_SNAPSHOT:
		if (*arg == '\0')
			option_error(state, "--gc-snapshot needs a name");
		o->common.snapshot = arg;
		break;
	case KEY_GC_LEAKS: {
		static const char *const which[] = { "expected", "all", NULL };
		o->gc_leaks = (arg != NULL ? option_choice(state, "kind of leaks", arg, which) : 0) + 1;
		break;
	}
	case KEY_HEAP: {
		static const char *const heaps[] = { "reference", "bdw", NULL };
		o->bdw = option_choice(state, "heap", arg, heaps) == 1;
		break;
	}
	case 'O': {
		static const char *const levels[] = { "0", "1", "2", "3", NULL };
		o->level = (unsigned)option_choice(state, "optimisation level", arg, levels);
		break;
	}
	case ARGP_KEY_ARG: /* the remaining arguments belong to the program */
		o->common.input = arg;
		reproduce_input(arg);
		o->args = &state->argv[state->next - 1];
		o->nargs = state->argc - state->next + 1;
		state->next = state->argc;
		break;
	case ARGP_KEY_END:
		if (o->bdw && (o->gc_moving || o->gc_debug))
			option_error(state, "--heap=bdw: there is no --gc-moving and no --gc-debug");
		if (o->bdw && o->gc_verify_heap)
			option_error(state, "--heap=bdw: there is no --gc-verify-heap");
		break;
	case ARGP_KEY_NO_ARGS:
		option_error(state, "no program to run");
		break;
	case 'o': case 'f': /* the command has no output */
		return ARGP_ERR_UNKNOWN;
	default:
		return option_module(key, arg, state, &o->common);
	}
	return 0;
}

/* What the program itself has written is the program's business. */
static void
print_gc_stats(int status, void *unused)
{
	(void)unused;
	fflush(stdout); /* statistics come after the program's output */
	clearerr(stderr);
	report_begin();
	lr_gc_print_stats(stderr);
	if (report_is_lost() && status == EXIT_SUCCESS) {
		fflush(NULL);
		_exit(EXIT_INPUT);
	}
}

/* Called behind the runtime's own end, which has said why there is no snapshot. */
static void
check_snapshot(int status, void *unused)
{
	(void)unused;
	if (status != EXIT_SUCCESS || lr_heap_snapshot_status() == LR_RT_OK)
		return;
	fflush(NULL);
	_exit(EXIT_INPUT);
}

static bool
start_runtime(const struct run_options *o)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	if (o->common.snapshot != NULL) { /* read at the start and at the end */
		setenv("LATEROOT_GC_SNAPSHOT", strcmp(o->common.snapshot, "-") != 0 ? o->common.snapshot
			: "/dev/stdout", 1);
		on_exit(check_snapshot, NULL); /* what is registered first is called last */
	}
	int error = lr_runtime_init();
	if (error == LR_RT_OK && (o->gc_stress || o->gc_moving || o->gc_debug || o->gc_verify_heap || o->gc_leaks)
		&& (error = lr_gc_get_config(&c)) == LR_RT_OK) {
		c.stress = o->gc_stress ? 1 : c.stress;
		c.debug = o->gc_debug ? 1 : c.debug;
		c.verify_heap = o->gc_verify_heap ? 1 : c.verify_heap;
		c.mode = o->gc_moving ? LR_GC_MOVING : c.mode;
		c.leaks = o->gc_leaks ? (uint32_t)o->gc_leaks : c.leaks;
		error = lr_gc_configure(&c);
	}
	if (error != LR_RT_OK) {
		say_error("the runtime does not start: %s", lr_rt_strerror(error));
		return false;
	}
	if (o->gc_stats && getenv("LATEROOT_GC_STATS") == NULL) /* the variable makes the runtime print the same
	                                                         * statistics */
		on_exit(print_gc_stats, NULL);
	return true;
}

/* Calls main as in a hosted program: its return is exit. */
static _Noreturn void
enter_program(const struct run_options *o, void *address)
{
	int (*entry)(int, char **);

	memcpy(&entry, &address, sizeof entry); /* C has no cast from object pointer to function pointer */
	signal(SIGPIPE, SIG_DFL);              /* the default, which the program expects */
	exit(entry(o->nargs, o->args));
}

/* Does the address lie in code?  True also if the system does not say. */
static bool
is_code(const void *address)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[PATH_MAX + 128], rights[5];
	bool code = true;
	uintptr_t from, to;

	while (maps != NULL && fgets(line, sizeof line, maps) != NULL)
		if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &from, &to, rights) == 3
			&& (uintptr_t)address >= from && (uintptr_t)address < to)
			code = rights[2] == 'x';
	if (maps != NULL)
		fclose(maps);
	return code;
}

/* Runs the program; returns only if it cannot be started. */
static int
run_program(const struct run_options *o, lr_context *cx, lr_jit *jit)
{
	void *address;
	lr_status st = lr_jit_lookup(jit, "main", &address);

	if (st != LR_OK)
		return exit_status(st);
	if (!is_code(address)) {
		say_error("%s: @main is a variable, not a function", report_about(o->common.input));
		return EXIT_INPUT;
	}
	int status = report_results(cx, &o->common);
	if (status != EXIT_SUCCESS)
		return status;
	progress_stop();
	if (report_is_lost())
		return EXIT_INPUT;
	process_release();
	if (!start_runtime(o))
		return EXIT_INPUT;
	enter_program(o, address);
}

/* Adds the program, after the requested passes, in a form that lr_jit_add accepts. */
static void
add_transformed(const struct run_options *o, lr_context *cx, lr_jit *jit)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_read(llvm, o->common.input);

	if (m == NULL)
		exit(EXIT_INPUT); /* the reason has been reported */
	if (!module_has_function(&o->common, m))
		exit(EXIT_INPUT);
	if (o->common.passes == NULL || lr_run(cx, m, o->common.passes) == LR_OK) {
		LLVMMemoryBufferRef b = LLVMWriteBitcodeToMemoryBuffer(m);
		lr_jit_add(jit, report_about(o->common.input), LLVMGetBufferStart(b), LLVMGetBufferSize(b));
		LLVMDisposeMemoryBuffer(b);
	}
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

static void
add_as_given(const struct run_options *o, lr_jit *jit)
{
	const char *name = report_about(o->common.input);
	struct bytes ir;

	if (!module_read_bytes(o->common.input, &ir))
		exit(EXIT_INPUT);
	crash_begin(name); /* reads and lowers the module */
	lr_jit_add(jit, name, ir.data, ir.size);
	crash_end();
	free(ir.data);
}

/* Makes sure that the runtime of this process is liblateroot-bdw.  That library defines the same names as the one that
** the tool is linked with, so it must be loaded first: the tool starts itself again.  Returns false if it cannot. */
static bool
start_with_bdw(int argc, char **argv)
{
	static const char file[] = "liblateroot-bdw.so.0", preload[] = "LD_PRELOAD";
	char path[PATH_MAX] = "", list[2 * PATH_MAX];
	const char *slash, *others = getenv(preload);
	Dl_info at;

	/* Where the present runtime is. */
	if (dladdr(dlsym(RTLD_DEFAULT, "lr_runtime_init"), &at) != 0 && (slash = strrchr(at.dli_fname, '/')) != NULL) {
		if (strncmp(slash + 1, file, strlen("liblateroot-bdw")) == 0) { /* it was; the program need not know */
			const char *rest = others != NULL ? strchr(others, ':') : NULL;
			rest != NULL ? setenv(preload, rest + 1, 1) : unsetenv(preload);
			return true;
		}
		snprintf(path, sizeof path, "%.*s%s", (int)(slash + 1 - at.dli_fname), at.dli_fname, file);
	}
	if (access(path, R_OK) != 0) /* otherwise where the system looks */
		snprintf(path, sizeof path, "%s", file);
	if (dlopen(path, RTLD_NOW | RTLD_LOCAL) == NULL) {
		say_error("--heap=bdw: the library is not installed: %s", dlerror());
		return false;
	}
	if (others != NULL && strncmp(others, path, strlen(path)) == 0) {
		say_error("--heap=bdw: the system does not load %s first", path);
		return false;
	}
	snprintf(list, sizeof list, "%s%s%s", path, others != NULL ? ":" : "", others != NULL ? others : "");
	setenv(preload, list, 1);
	char **again = calloc((size_t)argc + 2, sizeof *again);
	if (again != NULL) {
		again[0] = (char[]){ "lateroot" };
		again[1] = (char[]){ "run" };
		memcpy(again + 2, argv + 1, (size_t)argc * sizeof *again); /* with the NULL at the end */
		execv("/proc/self/exe", again);
	}
	say_error("--heap=bdw: the tool does not start again: %s", strerror(errno));
	return false;
}

int
command_run(int argc, char **argv)
{
	static const struct argp_child children[] = { { &common_argp, 0, NULL, 0 }, { 0 } };
	static char doc[] =
		"Compile a program in memory and run its main under the reference runtime; the placement is always "
		"checked.\n\n"
		"  lateroot run prog.ll arg1 arg2\n"
		"  lateroot run --gc-stress --gc-stats prog.ll\n"
		"  lateroot run -O0 -d C --func=main prog.bc.gz\n"
		"\vThe exit status is the program's.";
	static const struct argp argp = { options, parse, "FILE [ARG...]", doc, children, NULL, NULL };
	/* Static, because the program may call exit() at any time, and they must live until then. */
	static struct run_options o = { .level = 2 };
	static lr_context *cx;
	static lr_jit *jit;

	options_init(&o.common);
	options_parse(&argp, argc, argv, ARGP_LONG_ONLY | ARGP_IN_ORDER, &o);
	if (!output_spares_input(o.common.snapshot, o.common.input) || !output_spares_modules(o.common.snapshot)
		|| !options_outputs_differ(&o.common))
		return EXIT_USAGE;
	if (!output_check(o.common.snapshot) || (o.bdw && !start_with_bdw(argc, argv)))
		return EXIT_INPUT;
	o.common.library.check = true;
	o.common.library.check_frames |= o.gc_stress;
	cx = lr_context_new(&o.common.library);
	if (cx == NULL)
		say_error("out of memory");
	else if ((jit = lr_jit_new(cx, o.level)) != NULL)
		o.common.passes || o.common.library.function ? add_transformed(&o, cx, jit) : add_as_given(&o, jit);
	int status = cx ? exit_status(lr_first_error(cx, NULL)) : EXIT_INPUT;
	if (status == EXIT_SUCCESS)
		status = run_program(&o, cx, jit);
	lr_jit_free(jit);
	lr_context_free(cx);
	return status;
}
