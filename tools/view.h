/* SPDX-License-Identifier: MIT */
/* view.h -- the data that `lateroot view` collects while a pipeline runs, and its output. */
#ifndef LR_VIEW_H
#define LR_VIEW_H

#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"
#include "tool.h"

/* The text of a function after a pass, kept only where it differs from the previous one. */
struct version { uint32_t pass; char *text; };
struct viewed {
	char *name;
	char *explain;            /* the library's JSON about it; NULL: none */
	size_t explain_bytes;
	char *code;               /* JSON about its machine code; NULL: none */
	struct version *version;
	uint32_t nversion, version_cap;
};
struct view {
	const char *source, *profile, *pipeline;
	const char *glob;         /* functions to show; NULL: all */
	char **pass;              /* [0] is "input" */
	uint32_t npass, pass_cap;
	struct viewed *fn;        /* in order of appearance */
	uint32_t nfn, fn_cap;
	uint32_t *hash, nhash;    /* hash table of names: number + 1; its size is a power of two */
	char *dump;               /* text of the dump that is being received */
	size_t ndump, dump_cap;
	char *no_code;            /* why there is no machine code; NULL: there is, or it is not wanted */
	struct text *sources;     /* JSON; NULL: none */
	bool failed;              /* memory was exhausted */
};

/* -- view_data.c */
void view_free(struct view *);
/* Adds the functions of a module's text, as they are after the pass of that name. */
void view_add_module(struct view *, const char *pass, const char *text);
/* The next function with a body in a module's text from *at on, of `bytes` bytes, behind which *at moves; NULL: there
** is none. */
const char *view_next_definition(const char **at, size_t *bytes);
/* The name in a line "define ... @name(", as bytes; allocated by malloc, NULL if there is none. */
char *view_defined_name(const char *line, const char *end);
/* The function of that name; NULL: it is not shown. */
struct viewed *view_find(const struct view *, const char *name);
/* Callbacks of lr_options; `user` is the view. */
void view_on_dump(void *user, const char *text, size_t bytes);
void view_on_explain(void *user, const char *function, const char *json, size_t bytes);
/* Processes the rest of the last dump. */
void view_finish(struct view *);
/* -- view_source.c: writes [{"file", "lines": [[number, "text"], ...]}, ...], without "lines" for a file that cannot or
** may not be read; false if memory is exhausted.  Files are read below these folders alone, whose paths are those of
** realpath(3). */
struct view_folders { char **at; size_t n; };
/* Allows the folder that an option names; ends the tool with a message if there is none. */
void view_allow_named(const struct argp_state *, struct view_folders *, const char *name);
/* Allows the current directory, unless that is the root of all files, as it is in many containers. */
void view_allow_here(struct view_folders *);
void view_folders_free(struct view_folders *);
bool view_sources(struct text *, LLVMModuleRef, const char *input, const struct view_folders *);
/* -- view_code.c: compiles a copy of the lowered module; `like` has the options that code depends on */
void view_add_code(struct view *, const lr_options *like, LLVMModuleRef lowered);
/* -- view_delta.c: writes how `after` is made of the lines of `before`: [[first line, lines], "a new line", ...]; false
** if memory is exhausted */
bool view_delta(struct text *, const char *before, const char *after);
/* -- view_page.c: allocated by malloc; NULL if memory is exhausted */
char *view_json(const struct view *, size_t *bytes);
char *view_html(const struct view *, size_t *bytes);

/* A page of other data, which has functions as the page of a view has: its index, then each function, as JSON.  False
** or NULL: memory is exhausted; view_page_end is to be called in any case. */
struct writer {
	FILE *to;
	char *bytes;
	size_t size;
	struct arena ar, base64;
	const char *rest;        /* of the page */
	uint32_t n;              /* functions */
	bool failed;
};
bool view_page_begin(struct writer *, const char *index);
bool view_page_function(struct writer *, const char *json);
char *view_page_end(struct writer *, size_t *bytes);

/* A page with one piece of data: `html` has the marks that page.html has. */
char *view_page_whole(const unsigned char *html, const unsigned char *css, const unsigned char *js, const char *json,
	size_t *bytes);

/* The files in view/, embedded as strings at build time. */
extern const unsigned char view_page_html[], view_page_css[], view_page_js[];
extern const unsigned char heap_page_html[], heap_page_css[], heap_page_js[];

#endif
