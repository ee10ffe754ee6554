/* SPDX-License-Identifier: MIT */
/* slice.h -- cuts single functions, with all that they refer to, out of the text of a module.
**
** The slicer works on LLVM's print of the module, which is made once for all functions, because its cost is that of the
** whole module.  The text is complete: it has debug records and dso_local, which LLVM-C cannot copy.  Uses no LLVM.
**
** The module of a function contains the following, and what these refer to in turn:
**   data layout, triple, source file name; module flags and identification (but not flags that refer to functions)
**   types, attribute groups, comdats, metadata; compile units without their lists of other entities
**   other functions       as declarations (unchanged if the address of one of their blocks is taken)
**   variables             unchanged, nearest first, up to SLICE_INITIALISERS bytes of them; beyond that as external
**                         declarations
**   aliases               unchanged if their target is here unchanged; otherwise as declarations
** Debug info of variables and module-level assembly are left out.  Metadata and attributes keep the numbers that they
** have in the module. */
#ifndef LR_EXTRACT_SLICE_H
#define LR_EXTRACT_SLICE_H

#include "base/arena.h"
#include "base/blob.h"

/* Each cut has its own copy of what the function refers to.  So there must be a limit: a dispatch table that all
** functions use would make the dumps of a module quadratic. */
enum {
	SLICE_INITIALISERS = 1 << 14,
	SLICE_REFERENCE = 128 /* bytes that a reference in an initialiser counts, because it needs a declaration */
};

enum entity_kind {
	ENTITY_HEADER, ENTITY_TYPE, ENTITY_COMDAT, ENTITY_VARIABLE, ENTITY_ALIAS, ENTITY_DECLARE, ENTITY_DEFINE,
	ENTITY_ATTRIBUTES,
	ENTITY_NAMED, ENTITY_METADATA
};

/* The text of an entity in one form, and its references. */
struct view {
	const char *text;   /* NULL: not yet computed */
	size_t bytes;
	uint32_t *refs;     /* entity << 1 | by blockaddress */
	uint32_t nrefs;
	bool scanned;
};

enum { FORM_FULL, FORM_DECLARED, FORMS };

/* An item at the top level of a module. */
struct entity {
	const char *text;   /* without the end of the line */
	size_t bytes;
	const char *name;   /* as written, with quotes, but without the sigil */
	size_t name_bytes;
	struct view views[FORMS];
	uint32_t cut;       /* number of the last cut that needed it */
	uint32_t seen;      /* number of the last scan that found it */
	uint8_t kind, form;
	bool init;          /* a variable with an initialiser */
};

struct slicer {
	struct arena arena;
	struct entity *entities;
	uint32_t n, cap;
	uint32_t *table, table_mask;  /* hash table of entity + 1 by sigil and name */
	uint32_t *flags, nflags, flags_cap;   /* kept operands of !llvm.module.flags */
	uint32_t *idents, nidents, idents_cap;
	uint32_t *queue, nqueue, queue_cap;
	uint32_t cuts, scans;
};

/* Indexes `text`, which must stay valid until slice_free.  Returns false if memory is exhausted; call slice_free in
** both cases. */
bool slice_index(struct slicer *sl, arena_alloc_fn *alloc, void *user, const char *text, size_t bytes);
/* Returns the next function with a body after entity `i` (start with UINT32_MAX); UINT32_MAX if there is none. */
uint32_t slice_next_function(const struct slicer *, uint32_t i);
/* Returns the function's name, any bytes, in the slicer's memory.  A function without a name gets its number, and
** *unnamed is set.  NULL if memory is exhausted. */
const char *slice_name(struct slicer *, uint32_t fn, size_t *bytes, bool *unnamed);
/* Appends the module of one function.  Returns false if memory is exhausted. */
bool slice_cut(struct slicer *, uint32_t fn, struct blob *out);
void slice_free(struct slicer *);

/* -- slice_index.c: for slice.c. */

/* Finds all top-level entities and fills the table by name.  Returns false if memory is exhausted. */
bool slice_find_entities(struct slicer *, const char *text, const char *end);
/* Returns the entity with that sigil and name as written; UINT32_MAX if there is none. */
uint32_t slice_find(const struct slicer *, char sigil, const char *name, size_t bytes);
/* Returns the sigil of references to the entity; 0 if there are no such references. */
char slice_sigil(const struct entity *);

/* -- slice_declare.c: the text of other forms, in the arena; NULL if memory is exhausted. */

/* Turns a `define`, a variable with its initialiser, an alias or an ifunc into a declaration. */
const char *declare_function(struct arena *, const char *text, size_t bytes, size_t *out_bytes);
const char *declare_variable(struct arena *, const char *text, size_t bytes, size_t *out_bytes);
const char *declare_alias(struct arena *, const char *text, size_t bytes, size_t *out_bytes);
/* Returns a compile unit without its lists; a variable without !dbg. */
const char *without_unit_lists(struct arena *, const char *text, size_t bytes, size_t *out_bytes);
const char *without_debug(struct arena *, const char *text, size_t bytes, size_t *out_bytes);
/* Does the variable have an initialiser? */
bool variable_defined(const char *text, size_t bytes);

/* -- slice_lex.c */

enum { REF_NONE = 0, REF_COMDAT = 'c', REF_BLOCK = 'b' }; /* else the sigil: @ % $ ! # */

/* Finds the next reference in *at..end: its sigil, and the name as written.  REF_COMDAT is a bare `comdat`; REF_BLOCK
** announces that the next reference is the function of a blockaddress.  Returns REF_NONE at the end. */
int lex_reference(const char **at, const char *end, const char **name, size_t *name_bytes);
/* Returns the end of one word with its parts in brackets; blanks, commas and line ends terminate it. */
const char *lex_word(const char *at, const char *end);
/* Does at..end begin with the word? */
bool lex_starts(const char *at, const char *end, const char *word);
/* Returns the end of a name, quoted or not. */
const char *lex_name(const char *at, const char *end);

#endif
