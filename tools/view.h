/* view.h -- the data that `lateroot view` collects while a pipeline runs, and its output. */
#ifndef LR_VIEW_H
#define LR_VIEW_H

#include <stdint.h>

#include "tool.h"

/* The text of a function after a pass, kept only where it differs from the previous one. */
struct version { uint32_t pass; char *text; };
struct viewed {
	char *name;
	char *explain;            /* the library's JSON about it; NULL: none */
	size_t explain_bytes;
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
	bool failed;              /* memory was exhausted */
};

/* -- view_data.c */
void view_free(struct view *);
/* Adds the functions of a module's text, as they are after the pass of that name. */
void view_add_module(struct view *, const char *pass, const char *text);
/* Callbacks of lr_options; `user` is the view. */
void view_on_dump(void *user, const char *text, size_t bytes);
void view_on_explain(void *user, const char *function, const char *json, size_t bytes);
/* Processes the rest of the last dump. */
void view_finish(struct view *);
/* -- view_page.c: allocated by malloc; NULL if memory is exhausted */
char *view_json(const struct view *, size_t *bytes);
char *view_html(const struct view *, size_t *bytes);

/* The files in view/, embedded as strings at build time. */
extern const unsigned char view_page_html[], view_page_css[], view_page_js[];

#endif
