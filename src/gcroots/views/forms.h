/* SPDX-License-Identifier: MIT */
/* forms.h -- the compact function as text: dump_slots.c writes its forms, frame_map.c the map of the frame. */
#ifndef LR_GCROOTS_VIEWS_FORMS_H
#define LR_GCROOTS_VIEWS_FORMS_H

#include "base/text.h"
#include "gcroots/model/function.h"

struct dump_row { const char *text; uint32_t bytes; safepoint_id safe; }; /* an instruction; the safepoint it is, or
                                                                           * NONE */
/* Names for the text; an empty name becomes a number. */
struct dump_names {
	const char *const *value, *const *block;
	const struct dump_row *row; /* of block b: row_at[b] .. row_at[b+1]; NULL: only safepoints can be shown */
	const uint32_t *row_at;
};
/* letter: N, L, C or P (see lateroot.h).  The text is in `ar`; NULL if memory is exhausted. */
char *dump_form(const struct fn *, struct arena *ar, char letter, const struct dump_names *, size_t *bytes);
void dump_value(struct text *, const struct fn *, const struct dump_names *, base_id v);
void dump_block(struct text *, const struct dump_names *, block_id b);
void dump_map(const struct fn *, struct text *, const struct dump_names *);

#endif
