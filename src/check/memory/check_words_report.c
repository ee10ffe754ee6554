/* SPDX-License-Identifier: MIT */
/* check_words_report.c -- diagnostics of words that lose their object, or that the map should not call references. */
#include "check/memory/check_words.h"

const char *
words_callee(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	return callee != NULL && LLVMIsAFunction(callee) != NULL ? value_name(callee) : "an unknown function";
}

/* The name of the last access before a position, or else of the first, that may put a reference, or a number, into the
** word. */
static const char *
culprit(struct words *w, uint32_t pos, unsigned word, bool number)
{
	const struct ck *c = w->c;
	LLVMValueRef found = NULL;

	for (uint32_t i = 0; i < w->flow.n; i++) {
		const struct touch *t = &w->flow.t[i];
		const struct access *a = &c->accesses[t->access];
		uint64_t bits = number ? (a->by_callee || a->copies ? 0 : t->writes)
			: words_put_by(w, a, t) | (a->captures || a->exposes ? w->flow.all : 0);
		if ((bits >> word & 1) != 0 && (found == NULL || t->pos < pos))
			found = a->inst;
	}
	return found == NULL ? NULL : check_value_name(w->c, found, "");
}

void
words_say(struct words *w, uint32_t pos, LLVMValueRef call, uint64_t bad, const struct bits *s, bool uncovered)
{
	struct ck *c = w->c;
	unsigned word = (unsigned)__builtin_ctzll(bad);
	unsigned long long byte = (unsigned long long)(w->from + word) * c->word;
	const char *name = check_value_name(c, c->objects[w->object].pointer, ""), *by;
	const char *kind = c->objects[w->object].byval ? "parameter" : "stack variable";

	if (uncovered) {
		by = culprit(w, pos, word, false);
		check_hole(c, call,
			"at the call of %s, byte %llu of %s %s may hold a reference%s%s that is read later, and "
			"nothing roots it", words_callee(call), byte, kind, name, by != NULL ? " put there by "
				: c->objects[w->object].byval ? " of the caller's"
				: "",
			by != NULL ? by : "");
	} else if (s->number >> word & 1) {
		by = culprit(w, pos, word, true);
		check_hole(c, call,
			"at the call of %s, byte %llu of %s %s is mapped as a reference, but may be a number%s%s",
			words_callee(call), byte, kind, name, by != NULL ? " put there by " : "", by != NULL ? by : "");
	} else {
		check_hole(c, call,
			"at the call of %s, byte %llu of %s %s is mapped as a reference, but on some path is not "
			"written",
			words_callee(call), byte, kind, name);
	}
}
