/* SPDX-License-Identifier: MIT */
/* profile_reader.h -- the reader of ABI profiles: shared by the files that read and check them. */
#ifndef LR_HOST_PROFILE_READER_H
#define LR_HOST_PROFILE_READER_H

#include <stddef.h>
#include <stdio.h>

#include "host/context.h"

enum { PROFILE_LINE_BYTES = 4096, PROFILE_KEYS_MOST = 96, HANDLER_MOST_BYTES = 65536,
	TAG_MOST_BYTES = 4096 };

/* What the text of a value is. */
enum value_type { BASE, NAME, OFFSET, INT64, UINT32, BYTE, BOOL, GETTER, GLOBALS, BARRIER, HOOKS, CLASSES,
	GLOBS, UNMARKED, LAYOUT, ARCHITECTURE, BYTES_ON, RULES, WORD, TAG };
struct key {
	const char *name;
	enum value_type type;
	size_t offset;
	bool required;
};

struct profile_reader {
	lr_context *cx;
	const char *name;        /* for messages */
	FILE *file;              /* or */
	const char *text;        /* the rest of it */
	unsigned line;
	struct lr_profile *p;
	unsigned set_on[PROFILE_KEYS_MOST]; /* by key: the line that set it; 0: none */
	bool inherited[PROFILE_KEYS_MOST]; /* from the base; a line may override it */
	unsigned depth;          /* number of bases */
};

/* Reports an error about the line at hand. */
__attribute__((format(printf, 2, 3)))
lr_status profile_complain(const struct profile_reader *, const char *fmt, ...);
/* The line that set a key; 0: none did. */
unsigned profile_line_of(const struct profile_reader *, const char *key);
/* Does the profile have the value of its base? */
bool profile_inherits(const struct profile_reader *, const char *key);
/* Reads the value of a key, but not of `base`, into the profile.  Changes the text.  profile_value.c */
lr_status profile_parse_value(struct profile_reader *, const struct key *, char *value);
/* Checks conditions between several values, and gives optional keys their values.  profile_check.c */
lr_status profile_check(struct profile_reader *);

#endif
