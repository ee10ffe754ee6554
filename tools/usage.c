/* SPDX-License-Identifier: MIT */
/* usage.c -- the words of the command line: each is a known option with the value that it needs, or an error with a
** suggestion.  All such errors look the same, and end the process with EXIT_USAGE. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "tool.h"

enum { MESSAGE_BYTES = 1024 };

__attribute__((format(printf, 2, 0)))
static void
say_usage(const char *command, const char *fmt, va_list args)
{
	char message[MESSAGE_BYTES];

	vsnprintf(message, sizeof message, fmt, args);
	say_error("%s; try '%s --help'", message, command);
}

void
option_error(const struct argp_state *state, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say_usage(state->name, fmt, args);
	va_end(args);
	exit(EXIT_USAGE);
}

__attribute__((format(printf, 2, 3)))
static _Noreturn void
word_error(char *const *argv, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say_usage(argv[0], fmt, args);
	va_end(args);
	exit(EXIT_USAGE);
}

int
option_choice(struct argp_state *state, const char *what, const char *given, const char *const *names)
{
	char list[200] = "";
	size_t n = 0;

	for (; names[n] != NULL; n++) {
		if (strcmp(given, names[n]) == 0)
			return (int)n;
		if (strlen(list) + strlen(names[n]) + 3 < sizeof list)
			strcat(strcat(list, n ? ", " : ""), names[n]);
	}
	const char *near = name_nearest(given, strlen(given), names, n);
	if (near != NULL)
		option_error(state, "no %s '%s'; did you mean '%s'? There is: %s", what, given, near, list);
	option_error(state, "no %s '%s'; there is: %s", what, given, list);
}

/* ---- the options of a command ---- */

enum { OPTIONS_MAX = 160 };
struct option_names {
	struct { const char *name; bool takes, may_take, hidden; } option[OPTIONS_MAX];
	size_t n;
	bool letter[128], letter_takes[128];     /* by ASCII code: short options, and those with a value */
};

static void
add_names(struct option_names *k, const struct argp_option *o)
{
	const char *arg = NULL;
	int flags = 0;

	for (; o != NULL && (o->name || o->key || o->doc); o++) {
		if ((o->flags & OPTION_ALIAS) == 0)
			arg = o->arg, flags = o->flags;
		if (o->key > ' ' && o->key < 128) {
			k->letter[o->key] = true;
			k->letter_takes[o->key] = arg != NULL;
		}
		if (o->name == NULL || k->n == OPTIONS_MAX)
			continue;
		k->option[k->n].name = o->name;
		k->option[k->n].may_take = arg != NULL;
		k->option[k->n].takes = arg != NULL && (flags & OPTION_ARG_OPTIONAL) == 0;
		k->option[k->n++].hidden = (o->flags & OPTION_HIDDEN) != 0;
	}
}

/* Writes an abbreviated option out: argp would find hidden ones that begin in the same way. */
static void
write_out(char **word, const char *name)
{
	const char *value = strchr(*word, '=');
	char *whole; /* used up to the end of the process */

	if (asprintf(&whole, "--%s%s", name, value != NULL ? value : "") >= 0)
		*word = whole;
}

/* Finds the option that `name` (of `n` bytes) is, or is a prefix of; OPTIONS_MAX if there is none.  Hidden ones have to
** be written out.  *other: another one of which it is a prefix. */
static size_t
find_name(const struct option_names *k, const char *name, size_t n, const char **other)
{
	size_t found = OPTIONS_MAX;

	*other = NULL;
	for (size_t i = 0; i < k->n; i++) {
		const char *known = k->option[i].name;
		if (n == 0 || strncmp(known, name, n) != 0)
			continue;
		if (known[n] == '\0') {
			*other = NULL;
			return i;
		}
		if (k->option[i].hidden)
			continue;
		*other = found != OPTIONS_MAX ? known : NULL;
		found = found != OPTIONS_MAX ? found : i;
	}
	return found;
}

static _Noreturn void
unknown(const struct option_names *k, char *const *argv, const char *word, const char *name, size_t n)
{
	const char *names[OPTIONS_MAX] = { NULL };
	size_t count = 0;

	for (size_t i = 0; i < k->n; i++)
		if (!k->option[i].hidden)
			names[count++] = k->option[i].name;
	const char *near = name_nearest(name, n, names, count);
	for (size_t i = 0; near == NULL && i < count; i++) /* --functions: --func */
		if (strlen(names[i]) >= 4 && strncmp(name, names[i], strlen(names[i])) == 0)
			near = names[i];
	if (near != NULL)
		word_error(argv, "unknown option '%s'; did you mean '--%s'?", word, near);
	word_error(argv, "unknown option '%s'", word);
}

/* Looks at a long option.  Returns how many of the next words belong to it. */
static int
check_long(const struct option_names *k, int left, char *const *argv, const char *word, size_t found)
{
	const char *value = strchr(word, '=');

	if (value != NULL && !k->option[found].may_take)
		word_error(argv, "--%s takes no value: '%s'", k->option[found].name, word);
	if (value == NULL && k->option[found].takes && left == 0)
		word_error(argv, "--%s needs a value", k->option[found].name);
	return value == NULL && k->option[found].takes;
}

/* Looks at a word of short options. */
static int
check_letters(const struct option_names *k, int left, char *const *argv, const char *word)
{
	for (const char *p = word + 1; *p != '\0'; p++) {
		const unsigned char c = (unsigned char)*p;
		if (c >= 128 || !k->letter[c])
			unknown(k, argv, word, word + 1, strcspn(word + 1, "="));
		if (!k->letter_takes[c])
			continue;
		if (p[1] == '\0' && left == 0)
			word_error(argv, "-%c needs a value", c);
		return p[1] == '\0';
	}
	return 0;
}

static _Noreturn void
give_help(const struct argp *argp, char *const *argv)
{
	stdout_collect();
	help_print(argp, argv[0], stdout);
	exit(EXIT_SUCCESS);
}

/* Checks all words before argp sees them, which makes no suggestions.  Long options may have one dash, too.  A word
** that is a short option is read as that, and so is a word that starts with one and is no long option: "-O2".  One dash
** and one letter are no abbreviation.  -h is --help if it is no other option; --help ends the process. */
static void
check_words(const struct argp *argp, const struct option_names *k, int argc, char **argv, unsigned flags)
{
	const char *other;

	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		const bool is_option = argv[i][0] == '-' && argv[i][1] != '\0', two = is_option && argv[i][1] == '-';
		const char *name = argv[i] + 1 + two;
		const size_t n = is_option ? strcspn(name, "=") : 0;
		if (!is_option && argv[i][0] != '-' && (flags & ARGP_IN_ORDER))
			return;
		if ((strcmp(argv[i], "-h") == 0 && !k->letter['h']) || strcmp(argv[i], "-?") == 0)
			give_help(argp, argv);
		if (!is_option)
			continue;
		const unsigned char first = (unsigned char)name[0] & 127;
		const bool is_letter = !two && k->letter[first];
		const size_t found = !two && n == 1 ? OPTIONS_MAX : find_name(k, name, n, &other);
		if (found != OPTIONS_MAX && other != NULL && !is_letter)
			word_error(argv, "'%s' may be --%s or --%s", argv[i], k->option[found].name, other);
		if (found != OPTIONS_MAX && other == NULL && strcmp(k->option[found].name, "help") == 0)
			give_help(argp, argv);
		if (found != OPTIONS_MAX && other == NULL) {
			const int at = i;
			i += check_long(k, argc - 1 - i, argv, argv[i], found);
			if (strlen(k->option[found].name) != n)
				write_out(&argv[at], k->option[found].name);
		} else if (is_letter)
			i += check_letters(k, argc - 1 - i, argv, argv[i]);
		else
			unknown(k, argv, argv[i], name, n);
	}
}

void
options_parse(const struct argp *argp, int argc, char **argv, unsigned flags, void *input)
{
	struct option_names names = { .n = 0 };

	add_names(&names, argp->options);
	for (const struct argp_child *c = argp->children; c != NULL && c->argp != NULL; c++)
		add_names(&names, c->argp->options);
	add_names(&names, help_options);
	check_words(argp, &names, argc, argv, flags);
	argp_parse(argp, argc, argv, flags, NULL, input);
}
