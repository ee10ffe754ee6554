/* tool.h -- what the subcommands of `lateroot` share.
**
** Exit status: 0, EXIT_INPUT when what was given to read or write is bad, EXIT_USAGE when the command line is. */
#ifndef LR_TOOL_H
#define LR_TOOL_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <llvm-c/Core.h>

#include "lateroot/lateroot.h"

enum { EXIT_INPUT = 1, EXIT_USAGE = 2 };

/* ---- the command line: options.c ---- */

struct tool_options {
	const char *input;        /* "-": stdin */
	const char *output;       /* NULL: not given */
	const char *passes;       /* NULL: the lowering */
	const char *stats_json, *remarks, *times_json, *trace;
	enum progress_when { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER } progress;
	bool force, stats, time_passes;
	lr_options library;
};

/* Options of every subcommand; put it among the children of an argp and hand down a struct tool_options *. */
extern const struct argp common_argp;
/* Defaults, callbacks. */
void options_init(struct tool_options *);
/* Is any of `names` (NULL-terminated) equal to `given`?  Its index; otherwise an argp error that lists them. */
/* What the commands that work on one module have in common: the input, -o, -f, --passes. */
enum { KEY_PASSES = 1000 };
error_t option_module(int key, char *arg, struct argp_state *, struct tool_options *);
/* argp_parse, which also suggests what an unknown long option was meant to be. */
void options_parse(const struct argp *, int argc, char **argv, unsigned flags, void *input);
int  option_choice(struct argp_state *, const char *what, const char *given, const char *const *names);

/* ---- talk: report.c ---- */

/* "lateroot: error: ..." to stderr. */
__attribute__((format(printf, 1, 2)))
void say_error(const char *fmt, ...);
/* "lateroot: note: ..." */
__attribute__((format(printf, 1, 2)))
void say_note(const char *fmt, ...);
/* The file that diagnostics without a debug location are about; gives its name as people read it. */
const char *report_about(const char *input);
void report_diagnostic(void *user, const lr_diagnostic *);
void report_dump(void *user, const char *text, size_t bytes);
/* What main returns for a status. */
int  exit_status(lr_status);

/* What --stats, --time-passes, --time-trace and their like ask for; EXIT_INPUT if a file cannot be written. */
int  report_results(const lr_context *, const struct tool_options *);

/* A JSON string of any bytes: what is not UTF-8 becomes U+FFFD.  NULL: no memory. */
struct json_t;
struct json_t *json_name(const char *name);

/* ---- how far it is: progress.c ---- */

/* Begin to show it where that is wanted, and to keep what --time-trace writes. */
void progress_start(struct tool_options *);
/* The line that shows it is in the way of what is to be printed; it comes back by itself. */
void progress_clear(void);
/* No more of it: before the program that is run begins, and at the end. */
void progress_stop(void);
/* A stretch of time that the library does not tell of begins, such as reading the module; ends with the next one, or
** with NULL. */
void progress_own(const char *name);
/* The trace in Chrome's format; said why if it cannot be written. */
bool progress_write_trace(const char *path);

/* ---- remarks: remarks.c ---- */

/* Print remarks of this kind if `regex` matches the name of the pass, as opt does.  False: it is no regular
** expression. */
bool remarks_say(lr_remark_kind, const char *regex);
/* lr_options.remark: print, and keep for remarks_write. */
void remarks_add(void *user, const lr_remark *);
/* All that were added, as YAML; said why if not. */
bool remarks_write(const char *path);

/* ---- files: io.c ---- */

struct bytes { char *data; size_t size; }; /* malloc'ed, a NUL behind */

/* A whole file or stdin ("-"), gunzipped if need be.  False: said why. */
bool read_input(const char *path, struct bytes *);
/* Whole or not at all; NULL and "-" are stdout.  False: said why. */
bool write_output(const char *path, const void *data, size_t size);
/* Can it be written, as far as that is known before?  False: said why. */
bool output_check(const char *path);
/* Is it no module that is there already (*.ll, *.bc, also gzipped), and that another kind of file would replace?
** False: said so. */
bool output_spares_modules(const char *path);
/* Is it another file than the input, whatever either is called?  False: said so. */
bool output_spares_input(const char *path, const char *input);
/* Would binary data go to a terminal? */
bool output_is_terminal(const char *path);
/* Remove a file that is being written; async-signal-safe. */
void abandon_output(void);

/* ---- modules: module.c ---- */

/* Make LLVM fit for broken input; once, first thing in main. */
void module_setup(void);
/* Between these two a fault is put down to what is read, `name`: exit status 1 and a message.  Any other fault is a
** defect, and says so. */
void crash_begin(const char *name);
void crash_end(void);
/* From here on the process belongs to the program that is run. */
void process_release(void);
bool process_is_released(void);
/* Text or bitcode, of any of the forms of read_input.  NULL: said why. */
LLVMModuleRef module_read(LLVMContextRef, const char *path);
/* As text or bitcode. */
bool module_write(LLVMModuleRef, const char *path, bool text);

/* Read the input, make a context and have `work` done with both, which gives the exit status; then what was asked to be
** reported.  There must be a function for --func. */
int on_module(const struct tool_options *, int (*work)(void *user, lr_context *, LLVMModuleRef), void *user);
/* Is there a function for --func?  False: said that there is none. */
bool module_has_function(const struct tool_options *, LLVMModuleRef);

/* ---- when lateroot itself is wrong: reproduce.c ---- */

/* The command line, once, first thing in main. */
void reproduce_command(int argc, char **argv);
/* Of the command line: a place for output, which the reproducer does without; the input; the passes; where reproducers
** go, "" nowhere. */
void reproduce_without(const char *arg);
void reproduce_input(const char *arg);
void reproduce_passes(const char *list);
void reproduce_into(const char *folder);
/* What was read and cannot be read again. */
void reproduce_keep(const struct bytes *);
/* Anything that is said; the first defect is remembered. */
void reproduce_note(const lr_diagnostic *);
/* In the handler of a fault: have another process find the function and write the reproducer. */
void reproduce_crash(void);
/* This is that process. */
void reproduce_search(void);
/* True: it was, and has done it with this module. */
bool reproduce_module(LLVMModuleRef);
/* At the end: if there was one, write the reproducer, and say where. */
void reproduce_write(void);

/* ---- subcommands ---- */

int command_opt(int argc, char **argv);
int command_compile(int argc, char **argv);
int command_run(int argc, char **argv);
int command_view(int argc, char **argv);
int command_tables(int argc, char **argv);
int command_dump(int argc, char **argv);

#endif
