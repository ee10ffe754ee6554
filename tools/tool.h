/* SPDX-License-Identifier: MIT */
/* tool.h -- what the subcommands of `lateroot` share.
**
** Exit status: 0; EXIT_INPUT for an error in an input or output file; EXIT_USAGE for an error in the command line. */
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
	const char *passes;       /* NULL: the whole lowering */
	const char *stats_json, *remarks, *times_json, *trace;
	const char *snapshot;     /* what the program that is run writes */
	enum progress_when { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER } progress;
	bool force, stats, time_passes;
	bool of_module;           /* there is an option that says something of a module */
	lr_options library;
};

/* Options of every subcommand.  Put it among the children of an argp, and pass a struct tool_options * as input. */
extern const struct argp common_argp;
/* Sets defaults and callbacks. */
void options_init(struct tool_options *);
/* Reports an error and returns false if two outputs of the command are one file. */
bool options_outputs_differ(const struct tool_options *);
/* Options of the commands that work on one module: the input, -o, -f, --passes. */
enum { KEY_PASSES = 1000 };
error_t option_module(int key, char *arg, struct argp_state *, struct tool_options *);

/* Makes a file on stdout, before anything is written, wait for the end: a failure is then known with its reason. */
void stdout_collect(void); /* lateroot.c */

/* ---- its words: usage.c ---- */

/* Reports a mistake of the command line as other errors, with the command whose --help tells more, and ends the process
** with EXIT_USAGE. */
__attribute__((format(printf, 2, 3)))
_Noreturn void option_error(const struct argp_state *, const char *fmt, ...);
/* Returns the index of `given` in `names` (NULL-terminated); otherwise an error that lists them. */
int  option_choice(struct argp_state *, const char *what, const char *given, const char *const *names);
/* Looks at all words first, then calls argp_parse. */
void options_parse(const struct argp *, int argc, char **argv, unsigned flags, void *input);

/* ---- --help: help.c ---- */

/* The options that argp adds to those of each command. */
extern const struct argp_option help_options[];
/* Prints --help of a command.  argp's own loses the column of a description now and then (glibc 2.36). */
void help_print(const struct argp *, const char *command, FILE *to);

/* ---- options of LLVM itself: llvm-options.c ---- */

/* Keeps an option of -mllvm; reports what cannot be one. */
void llvm_option(const struct argp_state *, const char *arg);
/* Hands all of them to LLVM, or ends the process with EXIT_USAGE if LLVM does not have or take one.  Forks: no other
** thread may have been started. */
void llvm_options_parse(void);

/* ---- messages: report.c, changes.c ---- */

/* Prints "lateroot: error: ..." on stderr. */
__attribute__((format(printf, 1, 2)))
void say_error(const char *fmt, ...);
/* The same with "warning" and "note". */
__attribute__((format(printf, 1, 2)))
void say_warning(const char *fmt, ...);
__attribute__((format(printf, 1, 2)))
void say_note(const char *fmt, ...);
/* Could a part of the reports not be written, such as on a full disk? */
bool report_is_lost(void);
/* What follows on stderr was asked for, and is no mere message: -d, --stats and so on. */
void report_begin(void);
/* The tool was started without stderr. */
void report_no_stderr(void);
/* Writes text that may come from an input: control characters other than \n and \t as \hh. */
void put_text(FILE *, const char *);
/* Has the terminal no escape sequences, by TERM? */
bool terminal_is_dumb(void);
/* Sets the file for diagnostics without a debug location; returns its name for messages. */
const char *report_about(const char *input);
void report_diagnostic(void *user, const lr_diagnostic *);
void report_dump(void *user, const char *text, size_t bytes);
/* lr_options.dump for --print-changed: prints the first dump, and each that differs from the one before. */
void changes_dump(void *user, const char *text, size_t bytes);
/* Prints what is held back; called at the end. */
void changes_finish(void);
/* Returns main's result for a status. */
int  exit_status(lr_status);

/* Writes the results of --stats, --time-passes, --time-trace and the like; EXIT_INPUT if a file cannot be written. */
int  report_results(const lr_context *, const struct tool_options *);

/* Returns a JSON string of any bytes; bytes that are not UTF-8 become U+FFFD.  NULL: memory is exhausted. */
struct json_t;
struct json_t *json_name(const char *name);

/* ---- progress: progress.c ---- */

/* Starts to show progress, and to record it for --time-trace, as the options say. */
void progress_start(struct tool_options *);
/* Erases the line before other output; it is drawn again later. */
void progress_clear(void);
/* Stops it: before the program that is run begins, and at the end. */
void progress_stop(void);
/* Starts a span that the library does not report, such as reading the module; it ends with the next one, or with
** NULL. */
void progress_own(const char *name);
/* Writes the trace in Chrome's format; reports an error if it cannot be written. */
bool progress_write_trace(const char *path);

/* ---- remarks: remarks.c ---- */

/* Prints remarks of this kind if `regex` matches the name of the pass, as opt does.  False: it is no regular
** expression. */
bool remarks_say(lr_remark_kind, const char *regex);
/* lr_options.remark: prints the remark, and keeps it for remarks_write. */
void remarks_add(void *user, const lr_remark *);
/* Writes all remarks as YAML; reports errors. */
bool remarks_write(const char *path);

/* ---- files: io.c ---- */

struct bytes { char *data; size_t size; }; /* allocated by malloc, with a NUL behind */

/* Reads a whole file or stdin ("-"), and unpacks gzip data; data of xz, zstd, bzip2, lz4 and lzip by the programs of
** these names.  False: the reason has been reported. */
bool read_input(const char *path, struct bytes *);
/* Writes a file as a whole or not at all; NULL and "-" are stdout.  False: the reason has been reported. */
bool write_output(const char *path, const void *data, size_t size);
/* Can the file be written, as far as that can be told in advance?  False: the reason has been reported. */
bool output_check(const char *path);
/* Reports an error and returns false if an existing module (*.ll, *.bc, also gzipped) would be replaced by a file of
** another kind. */
bool output_spares_modules(const char *path);
/* Reports an error and returns false if the file is the input, under whatever name. */
bool output_spares_input(const char *path, const char *input);
/* Returns the length of a name without the suffix that compressed files have, such as ".gz". */
size_t length_unpacked(const char *path);
/* Would binary data go to a terminal? */
bool output_is_terminal(const char *path);
/* Reports an error and returns false if two of the outputs are one file.  NULL, stdout and devices are passed over. */
bool outputs_differ(const char *const *paths, size_t n);
/* From here on files get their names by outputs_end: all of them, or none if one could not be written. */
void outputs_hold(void);
/* False: an output is not `ok`, or has not got its name, which has been reported. */
bool outputs_end(bool ok);
/* Removes files that are being written.  [async-signal-safe] */
void abandon_output(void);

/* ---- modules: module.c ---- */

/* Prepares LLVM for broken input; called once, first in main. */
void module_setup(void);
/* Between these two calls a fault is attributed to the input `name`: exit status 1 and a message.  Any other fault is
** reported as a defect. */
void crash_begin(const char *name);
void crash_end(void);
/* The module that LLVM makes code of from now on, for messages about it; NULL: none. */
void module_to_code(LLVMModuleRef);
/* From here on signals belong to the program that is run. */
void process_release(void);
bool process_is_released(void);
/* As read_input, for text or bitcode: what is neither, by its first bytes, is an error.  Keeps stdin
** for a reproducer. */
bool module_read_bytes(const char *path, struct bytes *);
/* Reads text or bitcode.  NULL: the reason has been reported. */
LLVMModuleRef module_read(LLVMContextRef, const char *path);
/* Writes text or bitcode. */
bool module_write(LLVMModuleRef, const char *path, bool text);

/* Reads the input, makes a context, calls `work` with both, which returns the exit status, and writes the requested
** reports.  The function for --func must exist. */
int on_module(const struct tool_options *, int (*work)(void *user, lr_context *, LLVMModuleRef), void *user);
/* Reports an error and returns false if no function matches --func, or one of several. */
bool module_has_function(const struct tool_options *, LLVMModuleRef);

/* ---- defects of lateroot itself: reproduce.c ---- */

/* Records the command line; called once, first in main. */
void reproduce_command(int argc, char **argv);
/* Parts of the command line: an output, which the reproducer omits; the input; the passes; the folder for reproducers,
** "" for none. */
void reproduce_without(const char *arg);
void reproduce_input(const char *arg);
void reproduce_passes(const char *list);
void reproduce_into(const char *folder);
/* Keeps an input that cannot be read again. */
void reproduce_keep(const struct bytes *);
/* Called for each diagnostic; remembers the first defect. */
void reproduce_note(const lr_diagnostic *);
/* In the handler of a fault: starts another process that finds the function and writes the reproducer. */
void reproduce_crash(void);
/* Makes this process that one. */
void reproduce_search(void);
/* Returns true if this process is that one, and has done its work with this module. */
bool reproduce_module(LLVMModuleRef);
/* At the end: writes the reproducer if there was a defect, and reports its place. */
void reproduce_write(void);

/* ---- subcommands ---- */

int command_opt(int argc, char **argv);
int command_compile(int argc, char **argv);
int command_run(int argc, char **argv);
int command_view(int argc, char **argv);
int command_tables(int argc, char **argv);
int command_dump(int argc, char **argv);
int command_check(int argc, char **argv);

#endif
