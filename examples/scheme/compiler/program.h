/* SPDX-License-Identifier: MIT */
/* Texts as programs: between main.c, program.c and repl.c. */
#ifndef SCHEME_PROGRAM_H
#define SCHEME_PROGRAM_H
#include "emit.h"
#include "session.h"

/* Forms, and where they stand: the first line of the text is line `line` of the file. */
struct source { const char *text, *file; unsigned line; };

extern struct session program_session;
/* Reads boot/syntax.scm, and prepares eval. */
bool program_start(bool boot);
char *program_read_file(const char *path); /* NULL after a message */
/* A whole program as a module with the function `name`; NULL after a message in `message`. */
LLVMModuleRef program_compile(struct source, const char *name, char *message, size_t room);
/* Compiles and runs a text in the environment of the program; false after an error, which has been reported.  `whole`:
** all of the program is in it. */
bool program_run(struct source, bool whole, scm *result);
bool repl(void); /* false: the input ended within a form */
#endif
