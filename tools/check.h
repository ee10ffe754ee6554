/* SPDX-License-Identifier: MIT */
/* check.h -- what the files of `lateroot check` share. */
#ifndef LR_TOOL_CHECK_H
#define LR_TOOL_CHECK_H

#include <jansson.h>

#include "lateroot/check.h"
#include "base/ptrmap.h"
#include "tool.h"

/* The result for all files is one JSON object, in the form that --json writes; docs/checking.md describes it.  All
** other reports are made of it. */

/* -- check_report.c */
void check_print_text(FILE *, const json_t *report, bool all);

/* -- check_sarif.c */
/* Returns the SARIF log; NULL: memory is exhausted.  `status` is that of the process. */
json_t *check_sarif(const json_t *report, int status);

/* Returns what is to be known of the rules, by their names. */
json_t *check_rules(void);

/* -- check_view.c */
/* Where a module's findings are, noted while it is checked. */
struct values { LLVMValueRef *v; size_t n, cap; };
struct check_places { struct values at, functions; bool failed; };
void check_view_finding(struct check_places *, const lr_finding *);
void check_view_function(struct check_places *, LLVMValueRef fn);
/* Adds to the lists of a module's part of the report what the page needs, and frees the notes.  False: memory is
** exhausted. */
bool check_view_place(struct check_places *, LLVMModuleRef, const json_t *functions, const json_t *findings);
/* Writes the page, and takes out of the report what is only for it.  False: the reason has been reported. */
bool check_view_write(const json_t *report, const char *path);

/* -- check_source.c: NULL if memory is exhausted; `lines` has the line of the function's text of each instruction */
/* Returns [[line of the text, line of the source, "file"], ...] where a block begins or the source line changes;
** without "file" it is the one before. */
json_t *check_source_lines(LLVMValueRef fn, const struct ptrmap *lines);
/* Returns [[line of the text that defines a value, or "%argument", "variable"], ...]. */
json_t *check_source_variables(LLVMValueRef fn, const struct ptrmap *lines);
/* Returns the files and lines as view_sources writes them. */
struct view_folders;
json_t *check_source_files(LLVMModuleRef, const char *input, const struct view_folders *);

/* -- check_baseline.c */
/* Sets "known" of the findings that the baseline lists.  False: the reason has been reported. */
bool check_baseline_apply(json_t *report, const char *path);
/* Writes all findings of the report as a baseline.  False: the reason has been reported. */
bool check_baseline_write(const json_t *report, const char *path);
/* Returns the verdict of the findings that are not known.  Sets "verdict", which is "known" where only these are left,
** and "new" in the report. */
lr_verdict check_count(json_t *report);

#endif
