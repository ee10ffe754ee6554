/* SPDX-License-Identifier: MIT */
/* no_tables.c -- the parts of walk_table.c and walk_verify.c where no address of code can be had, or where no table is
** made: no function has a table, and the chains are walked by one walker alone. */
#include "runtime/walk/lost.h"
#include "runtime/walk/walk.h"
#include "runtime/walk/walk_verify.h"

bool
walk_by_table(struct walk *w, const struct origin *o)
{
	(void)w, (void)o;
	return false;
}

void
walk_anchor(struct walk *w, const struct lr_frame *f)
{
	walk_end_badly(w, LR_RT_E_FRAME_UNMAPPED, f);
}

const struct lr_visitor *
verify_begin(struct verify *v, const struct lr_visitor *of, struct lr_frame *newest, struct verify_here here)
{
	(void)v, (void)newest, (void)here;
	return of;
}

int64_t
verify_end(struct verify *v, int64_t result)
{
	(void)v;
	return result;
}

bool
lost_find(char *text, size_t size)
{
	(void)text, (void)size;
	return false;
}
