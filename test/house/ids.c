/* SPDX-License-Identifier: MIT */
/* ids.c -- the compiler keeps ids of different kinds apart.  ids.cmake compiles this once without MIX, which must work,
** and once with each value of MIX, which must not. */
#include "gcroots/model/function.h"

static inline pset
live_somewhere(const struct fn *f, value_id v, safepoint_id s)
{
	return is_live(f, f->live.at[s], v);
}

block_id mix(const struct fn *, block_id, value_id, safepoint_id, const block_id *);
block_id
mix(const struct fn *f, block_id b, value_id v, safepoint_id s, const block_id *list)
{
	block_id found = NONE;
	base_id base = value_base(v);

	for (block_id p = f->g.idom[b]; p != NONE && found == NONE; p = f->g.idom[p])
		found = live_somewhere(f, v, s) ? list[p] : b + 1;
	if (base == BASE_ROOTED)
		return NONE;
#if MIX == 1
	found = v;
#elif MIX == 2
	found = live_somewhere(f, s, v);
#elif MIX == 3
	return s;
#elif MIX == 4
	if (found == f->live.rank[v])
		return 0;
#elif MIX == 5
	const value_id *values = list;
	return values[0] == v;
#elif MIX == 6
	base = v;
#elif MIX == 7
	f->live.by_rank[0] = f->live.rank[0];
#elif MIX == 8
	f->coloured.array_word[0] = f->array[0].safe;
#elif MIX == 9
	f->loaded[0].var = f->argument[0].operand;
#endif
	return base == BASE_PERMANENT ? found : b;
}
