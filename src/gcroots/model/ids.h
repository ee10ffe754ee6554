/* SPDX-License-Identifier: MIT */
/* ids.h -- the ids of root placement: one type for each kind, which the compiler keeps apart (base/none.h says how).
**
** Ids are dense, each kind begins at 0, and NONE is the id of nothing in all of them.  A field or parameter that holds
** an id has its type; `at` and `n` are a part of a list, and counts are plain numbers.  Two kinds are elsewhere:
** plan_value_id (plan.h) and relocate_id (relocate/relocate.h).  A build with LATEROOT_WERROR refuses a mixture. */
#ifndef LR_GCROOTS_MODEL_IDS_H
#define LR_GCROOTS_MODEL_IDS_H

#include "base/cfg.h"
#include "base/none.h"

/* block_id (base/cfg.h): index of fn.g; blocks are in reverse post-order. */

/* Index of fn.val and ir.defining.  Values ascend in order of blocks, and within a block of definition.  Ids from
** fn.nval on are operands of boxed calls, which only demands and stores name. */
ID_KIND(value_id);
/* The values that may be live at a safepoint, numbered in their order.  Sets of values contain ranks. */
ID_KIND(rank_id);
/* Index of fn.safe and ir.safe; safepoints ascend as values do. */
ID_KIND(safepoint_id);
/* Index of fn.var: stack memory that is laid over words of the frame. */
ID_KIND(variable_id);
/* A word of the frame, without its header.  The slots of values come first: slot s is word s.  Then come the words that
** only variables need. */
ID_KIND(word_id);
/* An operand of a boxed call: index of ir.operand.  operand_value gives its id as a value. */
ID_KIND(operand_id);

/* The base of a pointer: the id of the value that keeps its object alive, or, negative, that it needs none. */
typedef enum base_id {
	BASE_PERMANENT = -2,     /* never collected: constants, types */
	BASE_ROOTED = -1,        /* rooted elsewhere for as long as it is used: arguments, what is reached from them */
	base_id_max_ = INT32_MAX
} base_id;

/* The base of a value that is its own, and back: the value of a base that is not negative. */
static inline base_id value_base(value_id v) { return (base_id)v; }
static inline value_id base_value(base_id b) { return (value_id)b; }

#endif
