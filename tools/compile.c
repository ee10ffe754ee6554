/* SPDX-License-Identifier: MIT */
/* compile.c -- lateroot compile: IR to an object, assembly, or optimised IR. */
#include <stdlib.h>
#include <string.h>

#include <llvm-c/TargetMachine.h>

#include "tool.h"

enum file_type { OBJECT, ASSEMBLY, TEXT, BITCODE };
static const char *const type_names[] = { "obj", "asm", "ll", "bc", NULL };
static const char *const suffixes[] = { ".o", ".s", ".lowered.ll", ".lowered.bc" };

struct compile_options {
	struct tool_options common;
	lr_compile_options library;
	enum file_type type;
	const char *small;        /* "s", "z", or NULL */
};

enum { KEY_TYPE = 256, KEY_TRIPLE, KEY_CPU, KEY_FEATURES, KEY_PIC, KEY_NO_PIC, KEY_PARTITION, KEY_HOOKS };
enum { JOBS_MAX = 255, PARTITION_MAX = 1000000000 };

static const struct argp_option options[] = {
	{ .doc = "Output:", .group = 1 },
	{ NULL, 'o', "FILE", 0, 
		"write to FILE; - is stdout (default: named after the input; if that is stdin: stdout)", 1 },
	{ "filetype", KEY_TYPE, "TYPE", 0, "obj (default), asm, ll or bc", 1 },
	{ NULL, 'f', NULL, 0, "write binary data to a terminal", 1 },
	{ .doc = "Code generation:", .group = 2 },
	{ NULL, 'O', "LEVEL", 0,
		"0 to 3 (default 2), s or z for small code: LLVM's optimisation after the lowering", 2 },
	{ "passes", KEY_PASSES, "PIPELINE", 0,
		"what to run first, in opt's syntax (default: lateroot, the whole GC lowering); julia<level=2> "
		"optimises before, too", 2 },
	{ NULL, 'j', "N", 0,
		"compile an object in partitions, N at once; the same bytes for every N, but nothing is inlined "
		"between partitions", 2 },
	{ "partition-size", KEY_PARTITION, "N", 0, "about how many instructions a partition has (default: 20000)", 2 },
	{ "piece-size", KEY_PARTITION, "N", OPTION_HIDDEN, "the older name of --partition-size", 2 },
	{ "mtriple", KEY_TRIPLE, "TRIPLE", 0, "target (default: the module's, or this machine)", 2 },
	{ "mcpu", KEY_CPU, "CPU", 0, "processor; native is this one", 2 },
	{ "mattr", KEY_FEATURES, "FEATURES", 0, "processor features, e.g. +avx2", 2 },
	{ "no-pic", KEY_NO_PIC, NULL, 0,
		"code for a fixed address, which cc links with -no-pie only; the default is position independent", 2 },
	{ "fno-pic", 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 2 },
	{ "fno-PIC", 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 2 },
	{ "pic", KEY_PIC, NULL, OPTION_HIDDEN, "the default", 2 },
	{ "fPIC", 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 2 },
	{ "fpic", 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 2 },
	{ "fPIE", 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 2 },
	{ "fpie", 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 2 },
	{ NULL, 'c', NULL, OPTION_HIDDEN, "what compilers call an object without linking", 2 },
	{ NULL, 'S', NULL, OPTION_HIDDEN, "what compilers call --filetype=asm", 2 },
	{ "target", KEY_TRIPLE, "TRIPLE", OPTION_HIDDEN, "clang's name of --mtriple", 2 },
	{ "hooks", KEY_HOOKS, "NAME", 0,
		"for a linker in memory, which runs no constructors: NAME.load and NAME.unload are to be called "
		"instead", 2 },
	{ 0 }
};

static unsigned
number(struct argp_state *state, const char *option, const char *arg, unsigned max)
{
	char *end;
	const unsigned long n = strtoul(arg, &end, 10);

	if (arg[0] < '0' || arg[0] > '9' || *end != '\0' || n < 1 || n > max)
		option_error(state, "%s takes a number from 1 to %u, not '%s'", option, max, arg);
	return (unsigned)n;
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	struct compile_options *o = state->input;

	switch (key) {
	case KEY_TYPE: o->type = (enum file_type)option_choice(state, "file type", arg, type_names); break;
	case 'j': o->library.jobs = number(state, "-j", arg, JOBS_MAX); break;
	case KEY_PARTITION:
		o->library.piece_instructions = number(state, "--partition-size", arg, PARTITION_MAX);
		break;
	case KEY_TRIPLE: o->library.triple = arg; break;
	case KEY_CPU: o->library.cpu = arg; break;
	case KEY_FEATURES: o->library.features = arg; break;
	case KEY_HOOKS: o->library.hooks = arg; break;
	case KEY_PIC: o->library.no_pic = false; break;
	case KEY_NO_PIC: o->library.no_pic = true; break;
	case 'c': o->type = OBJECT; break;
	case 'S': o->type = ASSEMBLY; break;
	case 'O': {
		static const char *const levels[] = { "0", "1", "2", "3", "s", "z", NULL };
		const unsigned level = (unsigned)option_choice(state, "optimisation level", arg, levels);
		o->library.opt_level = level <= 3 ? level : 2;
		o->small = level > 3 ? levels[level] : NULL;
		break;
	}
	default:
		return option_module(key, arg, state, &o->common);
	}
	return 0;
}

static int
emit_native(const struct compile_options *o, lr_context *cx, LLVMModuleRef m)
{
	lr_compile_options lo = o->library;
	void *bytes;
	size_t size;

	lo.discard = true; /* of the module only the code is wanted */
	lo.filetype = o->type == ASSEMBLY ? LR_OUT_ASSEMBLY : LR_OUT_OBJECT;
	lr_status st = o->common.passes ? lr_run(cx, m, o->common.passes) : LR_OK;
	module_to_code(m); /* stays in memory */
	if (st == LR_OK)
		st = lr_compile(cx, m, &lo, &bytes, &size);
	module_to_code(NULL);
	if (st != LR_OK)
		return exit_status(st);
	bool ok = write_output(o->common.output, bytes, size);
	lr_free_bytes(cx, bytes, size);
	return ok ? EXIT_SUCCESS : EXIT_INPUT;
}

static int
emit_ir(const struct compile_options *o, lr_context *cx, LLVMModuleRef m)
{
	const char *passes = o->common.passes ? o->common.passes : "lateroot";
	char *pipeline;

	if (asprintf(&pipeline, "%s,default<O%u>", passes, o->library.opt_level) < 0) {
		say_error("out of memory");
		return EXIT_INPUT;
	}
	lr_status st = lr_run(cx, m, o->library.opt_level == 0 ? passes : pipeline);
	free(pipeline);
	if (st != LR_OK)
		return exit_status(st);
	return module_write(m, o->common.output, o->type == TEXT) ? EXIT_SUCCESS : EXIT_INPUT;
}

/* Passes ask the module for its target. */
static void
set_triple(LLVMModuleRef m, const char *triple)
{
	char *normal = LLVMNormalizeTargetTriple(triple);

	LLVMSetTarget(m, normal);
	LLVMDisposeMessage(normal);
}

/* -Os and -Oz are -O2 with these attributes of functions, as clang gives them. */
static void
ask_for_small_code(LLVMModuleRef m, bool smallest)
{
	LLVMContextRef llvm = LLVMGetModuleContext(m);

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		static const char *const names[] = { "optsize", "minsize", "optnone" };
		const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
		unsigned kind[3];
		for (int i = 0; i < 3; i++)
			kind[i] = LLVMGetEnumAttributeKindForName(names[i], 7);
		if (LLVMIsDeclaration(f) || LLVMGetEnumAttributeAtIndex(f, at, kind[2]) != NULL)
			continue;
		for (int i = 0; i < (smallest ? 2 : 1); i++)
			LLVMAddAttributeAtIndex(f, at, LLVMCreateEnumAttribute(llvm, kind[i], 0));
	}
}

static int
emit(void *user, lr_context *cx, LLVMModuleRef m)
{
	const struct compile_options *o = user;

	if (o->library.triple != NULL)
		set_triple(m, o->library.triple);
	if (o->small != NULL)
		ask_for_small_code(m, *o->small == 'z');
	return o->type == TEXT || o->type == BITCODE ? emit_ir(o, cx, m) : emit_native(o, cx, m);
}

static bool
ends_in(const char *name, size_t n, const char *end)
{
	return n > strlen(end) && memcmp(name + n - strlen(end), end, strlen(end)) == 0;
}

/* dir/prog.ll.gz -> dir/prog.o; allocated by malloc.  A name that code has already is not made longer (x.o.o): NULL,
** and the reason has been reported. */
static char *
name_after(const char *input, const char *suffix)
{
	static const char *const taken[] = { ".o", ".s", ".obj", ".a", ".so" };
	size_t n = length_unpacked(input);
	char *name;

	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
		if (ends_in(input, n, taken[i])) {
			say_error("%s: its name is that of code, not of IR; -o FILE says where the output goes", input);
			return NULL;
		}
	if (ends_in(input, n, ".ll") || ends_in(input, n, ".bc"))
		n -= 3;
	if (asprintf(&name, "%.*s%s", (int)n, input, suffix) < 0) {
		say_error("out of memory");
		return NULL;
	}
	return name;
}

int
command_compile(int argc, char **argv)
{
	static const struct argp_child children[] = { { &common_argp, 0, NULL, 0 }, { 0 } };
	static char doc[] =
		"Lower LLVM IR of the GC dialect, optimise it and emit machine code.\n\n"
		"  lateroot compile prog.ll                                prog.o beside it\n"
		"  lateroot compile -O2 -passes='julia<level=2>' prog.ll   optimised first, too\n"
		"  lateroot compile -O3 --filetype=asm prog.ll -o -\n"
		"  lateroot compile --profile=julia-1.13 --stats prog.bc.gz -o prog.o\n";
	static const struct argp argp = { options, parse, "[FILE]", doc, children, NULL, NULL };
	struct compile_options o = { .library = { .struct_size = sizeof o.library, .opt_level = 2 } };
	char *named = NULL;

	options_init(&o.common);
	options_parse(&argp, argc, argv, ARGP_LONG_ONLY, &o);
	if (o.common.output == NULL && strcmp(o.common.input, "-") != 0) {
		o.common.output = named = name_after(o.common.input, suffixes[o.type]);
		if (named == NULL)
			return EXIT_USAGE;
	}
	if ((o.type == OBJECT || o.type == BITCODE) && !o.common.force && output_is_terminal(o.common.output)) {
		say_error("binary data would go to the terminal; use --filetype=asm, -o FILE, or -f");
		free(named);
		return EXIT_USAGE;
	}
	if ((o.type == OBJECT || o.type == ASSEMBLY) && !output_spares_modules(o.common.output)) {
		free(named);
		return EXIT_USAGE;
	}
	int status = on_module(&o.common, emit, &o);
	free(named);
	return status;
}
