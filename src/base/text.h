/* SPDX-License-Identifier: MIT */
/* text.h -- text that grows in an arena.  When memory is exhausted, further text is dropped and the arena's `failed` is
** set. */
#ifndef LR_BASE_TEXT_H
#define LR_BASE_TEXT_H

#include "base/arena.h"

struct text {
	struct arena *ar;
	char *s;                 /* NUL-terminated once text was added */
	uint32_t n, cap;
};

void text_add(struct text *, const char *, size_t bytes);
void text_string(struct text *, const char *);
__attribute__((format(printf, 2, 3)))
void text_printf(struct text *, const char *fmt, ...);
/* Appends a JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. */
void text_json(struct text *, const char *, size_t bytes);

/* Returns `s` with control characters, those of UTF-8 too, as \HH, as LLVM writes them.  Without any it is `s` itself,
** otherwise in the arena; "" when memory is exhausted. */
const char *text_escaped(struct arena *, const char *s);

/* Makes one printable line of `bytes` bytes in `to`: runs of white space become one blank, other control bytes \hh, as
** LLVM writes them.  Longer ones are cut between characters, and end with TEXT_ELLIPSIS.  `room` is 16 at least. */
#define TEXT_ELLIPSIS "..."
void text_one_line(char *to, size_t room, const char *s, size_t bytes);

#endif
