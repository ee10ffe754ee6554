/* text.h -- text that grows in an arena.  What does not fit into memory is dropped, and the arena says so
** (`failed`). */
#ifndef LR_BASE_TEXT_H
#define LR_BASE_TEXT_H

#include "base/arena.h"

struct text {
	struct arena *ar;
	char *s;                 /* NUL-terminated once something was added */
	uint32_t n, cap;
};

void text_add(struct text *, const char *, size_t bytes);
void text_string(struct text *, const char *);
__attribute__((format(printf, 2, 3)))
void text_printf(struct text *, const char *fmt, ...);
/* As a string of JSON, quotes included; what is not UTF-8 becomes U+FFFD. */
void text_json(struct text *, const char *, size_t bytes);

#endif
