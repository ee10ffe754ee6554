/* SPDX-License-Identifier: MIT */
/* profile_reader.h -- the reader of ABI profiles: shared by the files that read and check them. */
#ifndef LR_HOST_PROFILE_READER_H
#define LR_HOST_PROFILE_READER_H

#include <stdio.h>

#include "host/context.h"

enum { PROFILE_LINE_BYTES = 4096, PROFILE_KEYS_MOST = 96, HANDLER_MOST_BYTES = 65536,
	TAG_MOST_BYTES = 4096 };

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
/* Has the key its value from the base? */
bool profile_inherits(const struct profile_reader *, const char *key);
/* Checks conditions between several values, and gives optional keys their values.  profile_check.c */
lr_status profile_check(struct profile_reader *);

#endif
