/* SPDX-License-Identifier: MIT */
/* check_anchor.c -- where a table finds the slots: is an anchor in the chain whenever control leaves for code that no
** table knows?
**
** A forward data flow of two bits, as for frames: on some path the anchor is not pushed; on some path it is. */
#include "check/model/check_phases.h"

enum { OUT = 1, IN = 2 };

static uint8_t
pass(struct ck *c, uint32_t b, uint8_t state, bool report)
{
	for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
		const struct event *e = &c->ev[i];
		switch (e->kind) {
		case EV_ANCHOR:
			if (report && (state & IN))
				check_hole(c, c->calls[e->a], "the anchor may be pushed already");
			state = IN;
			break;
		case EV_UNANCHOR:
			if (report && (state & OUT))
				check_hole(c, c->calls[e->a], "on some path the anchor is not pushed here");
			state = OUT;
			break;
		case EV_LINK: /* a mapped frame that leaves the chain takes the anchor above it along */
			if (!e->b)
				state = OUT;
			break;
		case EV_SAFEPOINT:
			/* at a tail call, the function has left already */
			if (report && e->b && (state & OUT) && !check_is_musttail(c->calls[e->a]))
				check_hole(c, c->calls[e->a],
					"control leaves here, and on some path the anchor is not pushed");
			if (report && e->b && check_is_musttail(c->calls[e->a]) && check_function_says_walked(c->fn))
				check_hole(c, c->calls[e->a],
					"no table describes what takes the place of the function, which is marked "
					"\"lateroot-walked\"");
			break;
		case EV_RETURN:
			if (report && (state & IN))
				check_hole(c, c->calls[e->a], "the anchor may still be pushed at this return");
			break;
		default:
			break;
		}
	}
	return state;
}

static uint8_t
pass_silently(struct ck *c, uint32_t b, uint8_t state, const void *user)
{
	(void)user;
	return pass(c, b, state, false);
}

bool
check_anchor(struct ck *c)
{
	uint8_t *in = arena_zarray(&c->ar, c->nblk, sizeof *in);

	if (in == NULL)
		return false;
	in[0] = OUT;
	check_spread(c, in, pass_silently, NULL);
	for (uint32_t b = 0; b < c->nblk; b++)
		pass(c, b, in[b], true);
	return true;
}
