/* SPDX-License-Identifier: MIT */
/* help.c -- what --help of a command prints: its usage, its options by groups, and what each does. */
#include <stdlib.h>
#include <string.h>

#include "tool.h"

enum { OPTIONS_MAX = 160, DESCRIPTION_COLUMN = 29, LAST_COLUMN = 79 };
enum { LAST_GROUP = 1 << 20 }; /* argp's groups below zero come behind all others */

const struct argp_option help_options[] = {
	{ "help", '?', NULL, 0, "give this help list", LAST_GROUP },
	{ "usage", 1, NULL, 0, "give a short usage message", LAST_GROUP },
	{ "version", 'V', NULL, 0, "print the version", LAST_GROUP },
	{ 0 }
};

struct entries {
	const struct argp_option *option[OPTIONS_MAX]; /* headings of groups are among them */
	size_t n;
};

static void
add_entries(struct entries *e, const struct argp_option *o)
{
	for (; o != NULL && (o->name || o->key || o->doc); o++)
		if ((o->flags & (OPTION_HIDDEN | OPTION_ALIAS)) == 0 && e->n < OPTIONS_MAX)
			e->option[e->n++] = o;
}

static bool
is_heading(const struct argp_option *o)
{
	return o->name == NULL && o->key == 0;
}

/* By group, in each the heading first, then by name without regard to case. */
static int
compare(const void *a, const void *b)
{
	const struct argp_option *x = *(const struct argp_option *const *)a, *y = *(const struct argp_option *const *)b;
	const char letters[2][2] = { { (char)x->key, '\0' }, { (char)y->key, '\0' } };

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	if (is_heading(x) || is_heading(y))
		return is_heading(y) - is_heading(x);
	return strcasecmp(x->name ? x->name : letters[0], y->name ? y->name : letters[1]);
}

/* Prints one paragraph from column `at` on, broken between words, each further line from column `indent` on.  A line
** that starts with a space is printed as it is. */
static void
print_wrapped(FILE *to, const char *text, size_t at, size_t indent)
{
	const char *between = *text == ' ' ? "\n\v" : " \n\v";

	for (size_t n; *text != '\0' && *text != '\n' && *text != '\v'; text += n + (text[n] == ' ')) {
		n = strcspn(text, between);
		if (at > indent && at + 1 + n > LAST_COLUMN) {
			fprintf(to, "\n%*s", (int)indent, "");
			at = indent;
		}
		if (at > indent) {
			putc(' ', to);
			at++;
		}
		fwrite(text, 1, n, to);
		at += n;
	}
	putc('\n', to);
}

/* Prints the lines of a text up to its end or a \v, and returns where that is. */
static const char *
print_text(FILE *to, const char *text)
{
	for (;; text++) {
		print_wrapped(to, text, 0, 0);
		text += strcspn(text, "\n\v");
		if (*text == '\n' && (text[1] == '\0' || text[1] == '\v'))
			text++;
		if (*text != '\n')
			return text;
	}
}

static void
print_entry(FILE *to, const struct argp_option *o)
{
	char left[80];
	const bool letter = o->key > ' ' && o->key < 127;
	int n = snprintf(left, sizeof left, letter ? "  -%c%s" : "      ", o->key, o->name ? ", " : "");

	if (o->name != NULL)
		n += snprintf(left + n, sizeof left - (size_t)n, "--%s", o->name);
	if (o->arg != NULL)
		snprintf(left + n, sizeof left - (size_t)n, "%s%s", o->name ? "=" : " ", o->arg);
	/* at least two spaces between the columns */
	if (strlen(left) + 2 > DESCRIPTION_COLUMN)
		fprintf(to, "%s\n%*s", left, DESCRIPTION_COLUMN, "");
	else
		fprintf(to, "%-*s", DESCRIPTION_COLUMN, left);
	print_wrapped(to, o->doc ? o->doc : "", DESCRIPTION_COLUMN, DESCRIPTION_COLUMN);
}

void
help_print(const struct argp *argp, const char *command, FILE *to)
{
	struct entries e = { .n = 0 };
	const char *behind;

	fprintf(to, "Usage: %s [OPTION...]%s%s\n", command, argp->args_doc ? " " : "",
		argp->args_doc ? argp->args_doc : "");
	behind = print_text(to, argp->doc);
	add_entries(&e, argp->options);
	for (const struct argp_child *c = argp->children; c != NULL && c->argp != NULL; c++)
		add_entries(&e, c->argp->options);
	add_entries(&e, help_options);
	qsort(e.option, e.n, sizeof *e.option, compare);
	for (size_t i = 0; i < e.n; i++) {
		if (i == 0 || e.option[i]->group != e.option[i - 1]->group)
			putc('\n', to);
		if (is_heading(e.option[i]))
			fprintf(to, " %s\n", e.option[i]->doc);
		else
			print_entry(to, e.option[i]);
	}
	if (*behind == '\v') {
		putc('\n', to);
		print_text(to, behind + 1);
	}
}
