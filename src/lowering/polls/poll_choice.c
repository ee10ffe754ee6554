/* SPDX-License-Identifier: MIT */
/* poll_choice.c -- reads where PlaceGCPolls is to poll, and tells which calls poll without it. */
#include "lowering/polls/polls.h"

bool
poll_read_choice(const char *text, size_t bytes, unsigned *where, const char **bad, size_t *bad_bytes)
{
	static const struct { const char *name; unsigned bit; } words[] = {
		{ "entry", POLL_ENTRY }, { "backedge", POLL_BACKEDGE }, { "return", POLL_RETURN },
		{ "call", POLL_CALL }, { "calls-poll", POLL_CALLS_POLL }, { "allocs-poll", POLL_ALLOCS_POLL },
		{ "counted", POLL_COUNTED }
	};
	if (text == NULL)
		return true;
	for (const char *s = text, *end = text + bytes, *stop; s <= end; s = stop + 1) {
		for (stop = s; stop < end && *stop != ';' && *stop != ','; stop++)
			;
		size_t n = (size_t)(stop - s);
		bool off = n > 3 && memcmp(s, "no-", 3) == 0, known = false;
		const char *name = off ? s + 3 : s;
		for (size_t i = 0; i < sizeof words / sizeof *words && !known; i++) {
			known = strlen(words[i].name) == (size_t)(stop - name)
				&& memcmp(words[i].name, name, (size_t)(stop - name)) == 0;
			if (known)
				*where = off ? *where & ~words[i].bit : *where | words[i].bit;
		}
		if (n == 4 && memcmp(s, "none", n) == 0) {
			*where &= ~(unsigned)(POLL_ENTRY | POLL_BACKEDGE | POLL_RETURN | POLL_CALL);
			known = true;
		}
		if (!known) {
			*bad = s;
			*bad_bytes = n;
			return false;
		}
	}
	return true;
}

enum poll_call
poll_classify(const struct lower *l, LLVMValueRef inst)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);

	if (op != LLVMCall && op != LLVMInvoke && op != LLVMCallBr)
		return CALL_NOTHING;
	switch (intrinsic_of_call(inst)) {
	case INTR_SAFEPOINT:
		return CALL_POLLS;
	case INTR_GC_ALLOC_OBJ:
	case INTR_GC_ALLOC_MEMORY:
	case INTR_GC_ALLOC_BYTES:
		return CALL_ALLOCATES;
	case INTR_NONE:
	case INTR_CALL:
	case INTR_CALL2:
	case INTR_CALL3:
		if (LLVMIsAInlineAsm(LLVMGetCalledValue(inst)) || effects_exclude_collection(l, inst))
			return CALL_NOTHING;
		return has_bundle(inst, BUNDLE_TRANSITION) ? CALL_POLLS : CALL_MAY_COLLECT;
	default:
		return CALL_NOTHING;
	}
}
