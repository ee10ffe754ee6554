/* SPDX-License-Identifier: MIT */
/* immediates.c -- which words in the place of references are values themselves. */
#include "runtime/runtime.h"

#include <string.h>

struct lr_immediates lr_immediate_rules;

/* Bits that are 0 in the address of each object: objects are aligned to 8 bytes, and no process has addresses with the
** upper 16 of 64 bits. */
#define NEVER_IN_ADDRESSES ((uintptr_t)7 | (sizeof(uintptr_t) == 8 ? (uintptr_t)(UINT64_C(0xFFFF) << 48) : 0))

/* Returns what is wrong with the rules, or NULL. */
static const char *
mistake(const struct lr_immediates *new)
{
	if (new->nrules > LR_IMMEDIATE_RULES)
		return "there are too many rules";
	if (new->bits & ~NEVER_IN_ADDRESSES)
		return "`bits` has a bit that addresses of objects have";
	for (uintptr_t i = 0; i < new->nrules; i++) {
		if (new->rule[i].value & ~new->rule[i].mask)
			return "a value has bits outside of its mask";
		if ((new->rule[i].value & NEVER_IN_ADDRESSES) == 0)
			return "a rule fits addresses of objects";
	}
	return NULL;
}

static bool
same(const struct lr_immediates *a, const struct lr_immediates *b)
{
	return a->bits == b->bits && a->nrules == b->nrules
		&& memcmp(a->rule, b->rule, (size_t)a->nrules * sizeof a->rule[0]) == 0;
}

bool
immediates_deny(const void *word)
{
	return !lr_is_reference(word);
}

void
lr_immediates_set(const struct lr_immediates *rules)
{
	const char *wrong = rules == NULL ? "they are NULL" : mistake(rules);
	bool agree, first;

	if (wrong != NULL)
		lr_gc_fatal("lr_immediates_set: the rules for immediates cannot be used: %s", wrong);
	pthread_mutex_lock(&world.table_lock);
	agree = same(&lr_immediate_rules, rules);
	first = lr_immediate_rules.bits == 0 && lr_immediate_rules.nrules == 0;
	if (!agree && first) {
		/* other threads may read them, but no word that they fit exists yet */
		memcpy(lr_immediate_rules.rule, rules->rule, (size_t)rules->nrules * sizeof rules->rule[0]);
		__atomic_store_n(&lr_immediate_rules.nrules, rules->nrules, __ATOMIC_RELEASE);
		__atomic_store_n(&lr_immediate_rules.bits, rules->bits, __ATOMIC_RELEASE);
		__atomic_store_n(&world.immediates, 1, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&world.table_lock);
	if (!agree && !first)
		lr_gc_fatal("lr_immediates_set: the rules for immediates differ from those of code that was loaded "
			"before: compile all modules of a program with one profile");
}
