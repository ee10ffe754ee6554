/* SPDX-License-Identifier: MIT */
/* core_graph.c -- random control flow: structured as from source code, structured with a few wild edges, and wild. */
#include "core.h"

static uint32_t
node(struct graph *g)
{
	return g->n++;
}

void
graph_edge(struct graph *g, uint32_t from, uint32_t to)
{
	if (ARENA_PUSH(g->ar, g->edge, g->nedge, g->edge_cap))
		g->edge[g->nedge++] = (struct graph_edge){ from, to };
}

/* Where `break` and `continue` lead; NONE outside loops. */
struct around { uint32_t out, again; };

/* A sequence of statements that starts in block `at`; gives the block that it ends in. */
static uint32_t
statements(struct graph *g, struct dice *d, uint32_t at, uint32_t depth, struct around a)
{
	uint32_t x, y, z;

	for (uint32_t n = 1 + roll(d, 3); n > 0 && g->n < g->limit; n--) {
		switch (depth ? roll(d, 10) : roll(d, 2)) {
		case 0:
			graph_edge(g, at, x = node(g));
			at = x;
			break;
		case 1: /* a cold path that does not come back */
			graph_edge(g, at, node(g));
			graph_edge(g, at, x = node(g));
			at = x;
			break;
		case 2: /* if */
			graph_edge(g, at, x = node(g));
			graph_edge(g, at, z = node(g));
			graph_edge(g, statements(g, d, x, depth - 1, a), z);
			at = z;
			break;
		case 3: /* if, else */
			graph_edge(g, at, x = node(g));
			graph_edge(g, at, y = node(g));
			z = node(g);
			graph_edge(g, statements(g, d, x, depth - 1, a), z);
			graph_edge(g, statements(g, d, y, depth - 1, a), z);
			at = z;
			break;
		case 4:
		case 5: /* while */
			graph_edge(g, at, x = node(g));
			graph_edge(g, x, y = node(g));
			z = node(g);
			graph_edge(g, statements(g, d, y, depth - 1, (struct around){ z, x }), x);
			graph_edge(g, x, z);
			at = z;
			break;
		case 6:
		case 7: /* do, while */
			graph_edge(g, at, x = node(g));
			z = node(g);
			y = statements(g, d, x, depth - 1, (struct around){ z, x });
			graph_edge(g, y, x);
			graph_edge(g, y, z);
			at = z;
			break;
		case 8: /* switch, some cases to the same block */
			z = node(g);
			for (uint32_t k = 2 + roll(d, one_in(d, 10) ? 30 : 4); k > 0; k--) {
				x = z;
				if (g->n < g->limit && !one_in(d, 4))
					graph_edge(g, statements(g, d, x = node(g), depth - 1, a), z);
				for (uint32_t same = 1 + one_in(d, 4); same > 0; same--)
					graph_edge(g, at, x);
			}
			at = z;
			break;
		case 9: /* break, continue, or a loop without end */
			graph_edge(g, at, x = node(g));
			if (a.out != NONE)
				graph_edge(g, at, roll(d, 2) ? a.out : a.again);
			else if (one_in(d, 3))
				graph_edge(g, x, x);
			at = x;
			break;
		}
	}
	return at;
}

void
graph_random(struct graph *g, struct arena *ar, struct dice *d, enum graph_shape shape, uint32_t limit, bool entry_loops)
{
	*g = (struct graph){ .ar = ar, .n = 1, .limit = limit < 2 ? 2 : limit };
	if (shape != GRAPH_WILD)
		statements(g, d, 0, 4, (struct around){ NONE, NONE });
	else
		for (g->n = 2 + roll(d, g->limit - 1); g->nedge < g->n;)
			graph_edge(g, roll(d, 3) ? g->nedge : roll(d, g->n), entry_loops ? roll(d, g->n) : 1 + roll(d, g->n - 1));
	if (g->n == 1) /* an entry alone has nowhere to go */
		return;
	for (uint32_t wild = shape == GRAPH_STRUCTURED ? 0 : 1 + roll(d, g->n / 4 + 2); wild > 0; wild--)
		graph_edge(g, roll(d, g->n), entry_loops ? roll(d, g->n) : 1 + roll(d, g->n - 1));
}

bool
graph_finish(struct graph *g)
{
	g->succ_at = arena_zarray(g->ar, (size_t)g->n + 2, sizeof *g->succ_at);
	g->succ = arena_array(g->ar, g->nedge, sizeof *g->succ);
	if (g->ar->failed)
		return false;
	uint32_t *at = g->succ_at + 1; /* shifted by one, so that the starts are in place after filling */
	for (uint32_t e = 0; e < g->nedge; e++)
		at[g->edge[e].from + 1]++;
	for (uint32_t b = 0; b < g->n; b++)
		at[b + 1] += at[b];
	for (uint32_t e = 0; e < g->nedge; e++)
		g->succ[at[g->edge[e].from]++] = g->edge[e].to;
	return true;
}

bool
graph_to_cfg(const struct graph *g, struct arena *ar, struct cfg *c)
{
	uint32_t *order = arena_array(ar, g->n, sizeof *order), *number = arena_array(ar, g->n, sizeof *number), m = 0;

	*c = (struct cfg){ 0 };
	if (ar->failed || (c->nblk = cfg_order(ar, g->n, g->succ_at, g->succ, 0, order, number)) == 0)
		return false;
	c->succ_at = arena_array(ar, (size_t)c->nblk + 1, sizeof *c->succ_at);
	c->succ = arena_array(ar, g->nedge, sizeof *c->succ);
	if (ar->failed)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++) {
		c->succ_at[b] = m;
		for (uint32_t e = g->succ_at[order[b]]; e < g->succ_at[order[b] + 1]; e++)
			c->succ[m++] = number[g->succ[e]];
	}
	c->succ_at[c->nblk] = m;
	return cfg_analyse(c, ar);
}
