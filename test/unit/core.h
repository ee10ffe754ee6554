/* SPDX-License-Identifier: MIT */
/* core.h -- compact functions out of nothing for tests of src/gcroots/{refine,liveness,slots,place}.c, and what must hold of the plans.
** No LLVM anywhere.  Functions come from dice (a seed, or a fuzzer's bytes) or from text.
**
** Text: blocks in reverse post-order with ';' after each; in a block, words:
**
**   d  d(0,1,r,p)   define the next value; in brackets what it is refined to: values, r rooted, p permanent
**   phi(0,1)        a phi with one input for each incoming edge (in order of source), `lphi` the lifted one; then only r or p
**   sel(0,1) ins(0,1) ext(0,1,2)   lifted select, insertelement, extractelement
**   u3   use        s  safepoint        S  one that returns twice        e3  use at the end of the block
**   !3   pin value 3        >2  a successor */
#ifndef TEST_MIDDLE_H
#define TEST_MIDDLE_H

#include "dice.h"
#include "gcroots/model/function.h"

/* -- core_graph.c: random graphs */
struct graph {
	struct arena *ar;
	uint32_t n, node_cap, limit;     /* nodes, and how many there may be; node 0 is the entry */
	uint32_t nedge, edge_cap;
	struct graph_edge { uint32_t from, to; } *edge;
	uint32_t *succ_at, *succ;        /* by graph_finish */
};
enum graph_shape { GRAPH_STRUCTURED, GRAPH_PATCHED, GRAPH_WILD, GRAPH_SHAPES };

void graph_edge(struct graph *, uint32_t from, uint32_t to);
/* At most `limit` nodes.  Nothing leads back to node 0 unless `entry_loops`. */
void graph_random(struct graph *, struct arena *, struct dice *, enum graph_shape, uint32_t limit, bool entry_loops);
bool graph_finish(struct graph *);
/* Number the reachable nodes and analyse. */
bool graph_to_cfg(const struct graph *, struct arena *, struct cfg *);

/* -- core_build.c: functions */
struct core {
	struct arena ar;                 /* all of the function */
	struct pset_pool pool;
	struct fn f;                     /* f.ar == &ar until a test sets it */
	struct value *val;               /* as they were before refine */
	base_id *ref;
};
/* Both give false on no memory, the second also for text that makes no sense. */
bool core_random(struct core *, arena_alloc_fn *, void *user, struct dice *);
bool core_parse(struct core *, arena_alloc_fn *, void *user, const char *text);
void core_free(struct core *);
/* The function as such a text, in m->ar; NULL on no memory. */
char *core_text(struct core *);
/* refine, liveness, slots, place. */
bool core_plan(struct core *);

/* -- core_oracle.c: naive proofs from the definitions in function.h.  NULL if all holds, or what does not (in m->ar). */
struct core_sum { uint64_t functions, values, safepoints, demands, stores, needless; };
const char *core_check(struct core *);
/* How many stores could be left out one by one. */
uint32_t core_needless(struct core *);
/* -- core_run.c: run the function on random paths with objects that point to each other, and look at each safepoint
** whether the slots reach all that is still used. */
const char *core_run(struct core *, struct dice *, uint32_t steps);

#endif
