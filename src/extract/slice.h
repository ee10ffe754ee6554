/* slice.h -- single functions, each with everything that it refers to, cut out of the text of a module.
**
** Works on what LLVM has printed, not on the module: printing costs the whole module, so it is done once for all
** functions; and the text says everything, debug records and dso_local included, which LLVM-C cannot copy.  Knows no
** LLVM.
**
** What becomes part of a function's module, with what that refers to in turn:
**   data layout, triple, source file name; module flags and identification (but not flags that name functions)
**   types, attribute groups, comdats, metadata; of a compile unit everything but its lists of what else is in the unit
**   other functions       as declarations (as they are if the address of one of their blocks is taken)
**   variables             as they are, nearest first, up to SLICE_INITIALISERS bytes of them; beyond that as external
**                         declarations
**   aliases               as they are if what they stand for is here as it is; otherwise as declarations
** Debug info of variables and module-level assembly are left out.  Numbers of metadata and attributes stay those of the
** module. */
#ifndef LR_EXTRACT_SLICE_H
#define LR_EXTRACT_SLICE_H

#include "base/arena.h"
#include "base/blob.h"

/* Each function brings its own copy of what it refers to, so there must be an end: a dispatch table that all functions
** use would make the dumps of a module quadratic. */
enum {
	SLICE_INITIALISERS = 1 << 14,
	SLICE_REFERENCE = 128 /* what a reference from an initialiser counts: it brings a declaration along */
};

enum entity_kind {
	ENTITY_HEADER, ENTITY_TYPE, ENTITY_COMDAT, ENTITY_VARIABLE, ENTITY_ALIAS, ENTITY_DECLARE, ENTITY_DEFINE,
	ENTITY_ATTRIBUTES,
	ENTITY_NAMED, ENTITY_METADATA
};

/* What an entity looks like in one form, and what it refers to. */
struct view {
	const char *text;   /* NULL: not made yet */
	size_t bytes;
	uint32_t *refs;     /* entity << 1 | by blockaddress */
	uint32_t nrefs;
	bool scanned;
};

enum { FORM_FULL, FORM_DECLARED, FORMS };

/* Something that stands at the top level of a module. */
struct entity {
	const char *text;   /* without the end of the line */
	size_t bytes;
	const char *name;   /* as written, without @ and the like, with quotes */
	size_t name_bytes;
	struct view views[FORMS];
	uint32_t cut;       /* number of the cut that last needed it */
	uint32_t seen;      /* of the scan that last found it */
	uint8_t kind, form;
	bool init;          /* a variable with an initialiser */
};

struct slicer {
	struct arena arena;
	struct entity *entities;
	uint32_t n, cap;
	uint32_t *table, table_mask;  /* entity + 1 by sigil and name */
	uint32_t *flags, nflags, flags_cap;   /* operands of !llvm.module.flags, those kept */
	uint32_t *idents, nidents, idents_cap;
	uint32_t *queue, nqueue, queue_cap;
	uint32_t cuts, scans;
};

/* Look through `text`, which must stay until slice_free.  False: no memory; free it nevertheless. */
bool slice_index(struct slicer *sl, arena_alloc_fn *alloc, void *user, const char *text, size_t bytes);
/* The function after entity `i` (start with UINT32_MAX) that has a body; UINT32_MAX if there is none. */
uint32_t slice_next_function(const struct slicer *, uint32_t i);
/* Its name, any bytes; in the slicer's memory.  A function without a name gets its number, and *unnamed is set.  NULL:
** no memory. */
const char *slice_name(struct slicer *, uint32_t fn, size_t *bytes, bool *unnamed);
/* Append the module of one function.  False: no memory. */
bool slice_cut(struct slicer *, uint32_t fn, struct blob *out);
void slice_free(struct slicer *);

/* -- slice_index.c: for slice.c. */

/* Everything at the top level, and the table by name.  False: no memory. */
bool slice_find_entities(struct slicer *, const char *text, const char *end);
/* The entity that a name as written stands for, behind such a sigil; UINT32_MAX: none. */
uint32_t slice_find(const struct slicer *, char sigil, const char *name, size_t bytes);
/* What is in front of its name where it is referred to; 0: it cannot be. */
char slice_sigil(const struct entity *);

/* -- slice_declare.c: the text of other forms, in the arena; NULL: no memory. */

/* `define`, a variable with its initialiser, an alias or ifunc, as a declaration. */
const char *declare_function(struct arena *, const char *text, size_t bytes, size_t *out_bytes);
const char *declare_variable(struct arena *, const char *text, size_t bytes, size_t *out_bytes);
const char *declare_alias(struct arena *, const char *text, size_t bytes, size_t *out_bytes);
/* A compile unit without its lists; a variable without !dbg. */
const char *without_unit_lists(struct arena *, const char *text, size_t bytes, size_t *out_bytes);
const char *without_debug(struct arena *, const char *text, size_t bytes, size_t *out_bytes);
/* Does the variable have an initialiser? */
bool variable_defined(const char *text, size_t bytes);

/* -- slice_lex.c */

enum { REF_NONE = 0, REF_COMDAT = 'c', REF_BLOCK = 'b' }; /* else the sigil: @ % $ ! # */

/* The next reference in *at..end: its sigil, and the name as written.  REF_COMDAT is a bare `comdat`, REF_BLOCK
** announces that the next reference is the function of a blockaddress.  REF_NONE at the end. */
int lex_reference(const char **at, const char *end, const char **name, size_t *name_bytes);
/* Behind one word with what is attached to it in brackets; blanks, commas and the end of the line end it. */
const char *lex_word(const char *at, const char *end);
/* Does at..end begin with the word? */
bool lex_starts(const char *at, const char *end, const char *word);
/* Behind a name, quoted or not. */
const char *lex_name(const char *at, const char *end);

#endif
