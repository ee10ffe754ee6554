/* SPDX-License-Identifier: MIT */
/* Between the parts of the expander: scope.c (names), macro.c (syntax-rules), forms.c (syntax that becomes other
** syntax), library.c (libraries), body.c (bodies and letrec), expand.c (expressions). */
#ifndef SCHEME_EXPAND_H
#define SCHEME_EXPAND_H
#include "scheme_compiler.h"

enum special {
	F_QUOTE, F_QUASIQUOTE, F_IF, F_DEFINE, F_SET, F_LAMBDA, F_LET, F_LETREC, F_BEGIN, F_DEFINE_SYNTAX, F_LET_SYNTAX,
	F_AND, F_OR, F_RECORD, F_IMPORT, F_LIBRARY, F_COND_EXPAND, F_INCLUDE, F_DEFINE_VALUES, F_SYNTAX_ERROR, F_WORD
};
enum binding_kind { B_LOCAL, B_MACRO, B_SPECIAL, B_GLOBAL };
struct binding {
	struct id *id;
	struct scope *scope;
	enum binding_kind kind;
	bool imported;
	struct var *var;
	struct macro *macro;
	int special;
	const char *global;        /* the variable's name in the runtime */
	struct binding *next;
};
struct scope {
	struct scope *up;          /* of a top: the system, if all of it is visible */
	bool top;
	const char *library;       /* of a top: its name as text; NULL: none */
	struct binding *bindings;  /* not of a top */
};

struct binding *bind(struct scope *, struct binding);
struct scope *scope_new(struct scope *up), *scope_top(struct scope *up, const char *library), *scope_system(void);
struct scope *scope_of_top(struct scope *);
struct binding *look_up(struct id *, struct scope *);
struct binding *define_top(struct id *, struct scope *);
bool same_meaning(struct id *, struct scope *, struct id *, struct scope *);
struct stx *builtin(const char *name, const struct stx *where);
int special_of(const struct stx *form, struct scope *, struct macro **); /* -1: none; *macro: or a macro */

struct macro *macro_new(struct stx *rules, struct scope *);
struct stx *macro_expand(struct macro *, struct stx *use, struct scope *);

/* forms.c */
size_t form_length(const struct stx *, const struct stx *where);
void form_shape(const struct stx *form, size_t least, size_t most);
struct stx *form_append(struct stx *, struct stx *);
struct stx *form_list(const struct stx *where, size_t n, struct stx **parts);
#define FORM_COUNT(...) (sizeof((struct stx *[]){ __VA_ARGS__ }) / sizeof(struct stx *))
#define LIST(where, ...) form_list(where, FORM_COUNT(__VA_ARGS__), (struct stx *[]){ __VA_ARGS__ })
struct stx *form_record(struct stx *), *form_values(struct stx *), *form_quasi(struct stx *, struct scope *),
	*form_include(struct stx *), *form_cond_expand(struct stx *);
struct stx *form_of_call(struct stx *, struct scope *); /* the same in other words; NULL: none are better */
void form_define(struct stx *form, struct id **, struct stx **value); /* (define (name . params) body...) */
char *form_path(const char *name, size_t length, const char *beside);
struct stx *form_read_file(const char *path, bool fold, const struct stx *where); /* a list of all forms */

/* library.c */
struct node *expand_library(struct stx *), *expand_import(struct stx *, struct scope *);
bool library_exists(struct stx *name, const char *beside);

/* body.c, expand.c */
extern struct lambda *expand_current; /* the lambda whose body is expanded */
struct node *expand(struct stx *, struct scope *);
struct node *expand_body(struct stx *forms, struct scope *, const struct stx *where);
struct node *expand_let(struct stx *form, struct scope *, bool rec);
struct node *expand_steps(struct stx *forms, struct scope *, const struct stx *where);
struct node *expand_tops(struct stx *forms, struct scope *, const struct stx *where); /* with definitions */
struct node *expand_lambda(const char *name, struct stx *params, struct stx *forms, struct scope *, const struct stx *);
struct node *expand_variable(struct id *, struct scope *, const struct stx *where);
void expand_define_syntax(struct stx *form, struct scope *, struct scope *meaning);
struct node *node_new(enum node_kind, const struct stx *where), *node_constant(const char *, const struct stx *),
	*node_unspecified(const struct stx *), *node_sequence(struct node **, size_t n, const struct stx *);
struct var *var_new(struct id *, struct scope *); /* scope NULL: no name leads to it */
#endif
