/* SPDX-License-Identifier: MIT */
/* check_mutation.c -- does the checker bite?
**
** Takes functions whose roots are placed (by hand in data/placed.ll, or by LateLowerGCFrame from data/sources.ll and
** data/stack.ll) and breaks them in one place at a time: a root store dropped, moved behind the next call, or sent to
** another slot; a push or pop dropped or moved, or a push of fewer words; a slot renumbered; a variable of the frame
** moved over its neighbours; a mirror written at another distance.  For every mutant a brute-force oracle looks for a
** path on which an object is
** lost.  Where it finds one, the checker must have reported; where neither finds anything, the mutant is taken for
** equivalent.  The untouched function must pass both.  Mapped frames that are right (test/llvmpasses/check/mapped-*.ll)
** are broken as well, and there each mutant must be reported.
**
** LATEROOT_MUTATE=FILE:FILE... takes other inputs, too. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/IRReader.h>

#include "check_oracle.h"
#include "check/check.h"
#include "mutants_memory.h"

enum { WALKS = 60, STEPS = 1500, EDITS_MAX = 4000 };

struct edit { LLVMValueRef what; int kind; };
enum { DROP, DELAY, RETARGET, HASTEN, RENUMBER, OUT_OF_RANGE, SHIFT, DISTANCE, FEWER, KINDS };
static const char *const kind_name[KINDS] = { "drop", "delay", "retarget", "hasten", "renumber", "slot out of range",
	"variable moved", "wrong distance in a mirror", "fewer words" };

struct score { unsigned mutants, dangerous, killed, extra, equivalent, missed, skipped, functions; };

static lr_context *
quiet_context(void)
{
	lr_options o = { .struct_size = sizeof o };

	return lr_context_new(&o);
}

static unsigned
holes(LLVMValueRef fn)
{
	lr_context *cx = quiet_context();
	unsigned n = 0;

	check_function(cx, fn, false, &n);
	lr_context_free(cx);
	return n;
}

/* Is it the place in a mirror that goes with a computed store? */
static bool
is_mirror(LLVMValueRef i)
{
	return LLVMIsAGetElementPtrInst(i) != NULL && mutant_is_call_of(LLVMGetOperand(i, 0), INTR_GET_GC_FRAME_SLOT) &&
	       strncmp(value_name(i), "gcmirror", 8) == 0;
}

static unsigned
collect(LLVMValueRef fn, struct edit *e, LLVMValueRef *slot, unsigned *nslots)
{
	unsigned n = 0;

	*nslots = 0;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			if (n + 4 > EDITS_MAX)
				return n;
			if (mutant_is_root_store(i)) {
				e[n++] = (struct edit){ i, DROP };
				e[n++] = (struct edit){ i, DELAY };
				e[n++] = (struct edit){ i, RETARGET };
			} else if (is_mirror(i)) {
				e[n++] = (struct edit){ i, DISTANCE };
			} else if (LLVMIsAStoreInst(i) != NULL && is_mirror(LLVMGetOperand(i, 1))) {
				e[n++] = (struct edit){ i, DROP };
				e[n++] = (struct edit){ i, DELAY };
			} else if (mutant_is_call_of(i, INTR_PUSH_GC_FRAME)) {
				e[n++] = (struct edit){ i, DROP };
				e[n++] = (struct edit){ i, DELAY };
				e[n++] = (struct edit){ i, FEWER };
			} else if (mutant_is_call_of(i, INTR_POP_GC_FRAME)) {
				e[n++] = (struct edit){ i, DROP };
				e[n++] = (struct edit){ i, HASTEN };
			} else if (mutant_is_call_of(i, INTR_GET_GC_FRAME_SLOT) && mutant_only_roots(i)) {
				slot[(*nslots)++] = i;
				e[n++] = (struct edit){ i, RENUMBER };
				e[n++] = (struct edit){ i, OUT_OF_RANGE };
			} else if (mutant_is_call_of(i, INTR_GET_GC_FRAME_SLOT)) {
				e[n++] = (struct edit){ i, SHIFT };
			}
		}
	return n;
}

static void
judge(LLVMValueRef fn, const struct edit *e, const char *file, struct score *s)
{
	const char *why = NULL;
	unsigned found = holes(fn);
	bool lost = e->kind == OUT_OF_RANGE || oracle_loses(fn, WALKS, STEPS, s->mutants, &why);

	s->mutants++;
	if (lost) {
		s->dangerous++;
		if (found != 0) {
			s->killed++;
		} else {
			char *text = LLVMPrintValueToString(e->what);
			s->missed++;
			fprintf(stderr, "%s @%s: missed: %s %s (%s)\n", file, value_name(fn), kind_name[e->kind], text, why);
			LLVMDisposeMessage(text);
		}
	} else if (found != 0) {
		s->extra++;
		if (getenv("LATEROOT_MUTATE_VERBOSE") != NULL) {
			char *text = LLVMPrintValueToString(e->what);
			fprintf(stderr, "%s @%s: only the checker: %s %s\n", file, value_name(fn), kind_name[e->kind], text);
			LLVMDisposeMessage(text);
		}
	} else {
		s->equivalent++;
	}
}

static void
mutate(LLVMValueRef fn, const struct edit *e, LLVMValueRef *slot, unsigned nslots, LLVMValueRef frame, const char *file, struct score *s)
{
	LLVMValueRef next = LLVMGetNextInstruction(e->what), to, old;
	unsigned long long size = LLVMConstIntGetZExtValue(LLVMGetOperand(frame, 0)), at;

	switch (e->kind) {
	case DROP:
		LLVMInstructionRemoveFromParent(e->what);
		judge(fn, e, file, s);
		mutant_insert(e->what, next);
		return;
	case DELAY:
	case HASTEN:
		to = e->kind == DELAY ? mutant_later(e->what) : mutant_earlier(e->what);
		if (to == NULL && e->kind == DELAY)
			to = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(e->what));
		if (!mutant_move(e->what, to))
			return;
		judge(fn, e, file, s);
		mutant_move(e->what, next);
		return;
	case RETARGET:
		old = LLVMGetOperand(e->what, 1);
		for (unsigned k = 0; k < nslots; k++)
			if (slot[k] == old && nslots > 1) {
				LLVMSetOperand(e->what, 1, slot[(k + 1) % nslots]);
				judge(fn, e, file, s);
				LLVMSetOperand(e->what, 1, old);
				return;
			}
		return;
	case FEWER:
		old = LLVMGetOperand(e->what, 1);
		LLVMSetOperand(e->what, 1, LLVMConstInt(LLVMTypeOf(old), LLVMConstIntGetZExtValue(old) - 1, false));
		judge(fn, e, file, s);
		LLVMSetOperand(e->what, 1, old);
		return;
	case DISTANCE: /* always the first word */
		old = LLVMGetOperand(e->what, 1);
		LLVMSetOperand(e->what, 1, LLVMConstInt(LLVMTypeOf(old), 0, false));
		judge(fn, e, file, s);
		LLVMSetOperand(e->what, 1, old);
		return;
	case SHIFT: { /* a variable moves by a word, over its neighbours */
		LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(e->what, (LLVMAttributeIndex)LLVMAttributeReturnIndex, LLVMGetEnumAttributeKindForName("dereferenceable", 15));
		unsigned long long words = a == NULL ? 1 : LLVMGetEnumAttributeValue(a) / 8;
		old = LLVMGetOperand(e->what, 1);
		at = LLVMConstIntGetZExtValue(old);
		if (words >= size)
			return;
		LLVMSetOperand(e->what, 1, LLVMConstInt(LLVMTypeOf(old), at + words < size ? at + 1 : at - 1, false));
		judge(fn, e, file, s);
		LLVMSetOperand(e->what, 1, old);
		return;
	}
	default:
		old = LLVMGetOperand(e->what, 1);
		at = e->kind == RENUMBER ? (LLVMConstIntGetZExtValue(old) + 1) % size : size;
		if (at == LLVMConstIntGetZExtValue(old))
			return;
		LLVMSetOperand(e->what, 1, LLVMConstInt(LLVMTypeOf(old), at, false));
		judge(fn, e, file, s);
		LLVMSetOperand(e->what, 1, old);
		return;
	}
}

static LLVMValueRef
frame_of(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			if (mutant_is_call_of(i, INTR_NEW_GC_FRAME))
				return i;
	return NULL;
}

static void
mutate_function(LLVMValueRef fn, const char *file, struct score *s)
{
	struct edit *e = malloc(EDITS_MAX * sizeof *e);
	LLVMValueRef *slot = malloc(EDITS_MAX * sizeof(LLVMValueRef)), frame = frame_of(fn);
	unsigned nslots, n;
	const char *why;

	if (frame != NULL) {
		if (holes(fn) != 0) {
			s->missed++;
			fprintf(stderr, "%s @%s: a right placement is reported\n", file, value_name(fn));
		} else if (oracle_loses(fn, WALKS, STEPS, 0, &why)) {
			s->skipped++;
			if (getenv("LATEROOT_MUTATE_VERBOSE") != NULL)
				fprintf(stderr, "%s @%s: not for the oracle: %s\n", file, value_name(fn), why);
		} else {
			s->functions++;
			n = collect(fn, e, slot, &nslots);
			for (unsigned k = 0; k < n; k++)
				mutate(fn, &e[k], slot, nslots, frame, file, s);
		}
	}
	free(e);
	free(slot);
}

static void
mutate_file(const char *path, struct score *s)
{
	LLVMContextRef lc = LLVMContextCreate();
	LLVMMemoryBufferRef buf;
	LLVMModuleRef m;
	char *error = NULL;
	lr_context *cx = quiet_context();

	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buf, &error) || LLVMParseIRInContext(lc, buf, &m, &error))
		cr_assert_fail("%s: %s", path, error);
	if (LLVMGetNamedFunction(m, "julia.new_gc_frame") == NULL)
		cr_assert_eq(lr_run(cx, m, "LateLowerGCFrame"), LR_OK, "%s", path);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (LLVMCountBasicBlocks(f) != 0)
			mutate_function(f, path, s);
	LLVMDisposeModule(m);
	LLVMContextDispose(lc);
	lr_context_free(cx);
}

static void
report(const char *what, const struct score *s)
{
	fprintf(stderr, "%s: %u functions (%u not for the oracle), %u mutants: %u lose an object, %u of them reported; "
	        "%u more reported, %u equivalent\n", what, s->functions, s->skipped, s->mutants, s->dangerous, s->killed, s->extra, s->equivalent);
}

Test(check_mutation, by_hand)
{
	struct score s = { 0 };

	mutate_file(DATA_DIR "/placed.ll", &s);
	report("placed by hand", &s);
	cr_assert_eq(s.missed, 0);
	cr_assert_geq(s.dangerous, 60);
	cr_assert_eq(s.skipped, 0);
}

Test(check_mutation, by_the_pass)
{
	struct score s = { 0 };

	mutate_file(DATA_DIR "/sources.ll", &s);
	report("placed by LateLowerGCFrame", &s);
	cr_assert_eq(s.missed, 0);
	cr_assert_geq(s.dangerous, 40);
}

Test(check_mutation, stack)
{
	struct score s = { 0 };

	mutate_file(DATA_DIR "/stack.ll", &s);
	report("stack memory", &s);
	cr_assert_eq(s.missed, 0);
	cr_assert_eq(s.skipped, 0);
	cr_assert_geq(s.dangerous, 40);
}

/* ---- mapped frames ---- */

static LLVMModuleRef
read_module(LLVMContextRef lc, const char *path)
{
	LLVMMemoryBufferRef buf;
	LLVMModuleRef m;
	char *error = NULL;

	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buf, &error) || LLVMParseIRInContext(lc, buf, &m, &error))
		cr_assert_fail("%s: %s", path, error);
	return m;
}

/* Every mutant of the function `name` has to be reported: in the right functions nothing is there for nothing. */
static void
mutate_mapped(LLVMContextRef lc, const char *path, const char *name, struct score *s)
{
	for (int kind = 0; kind < MEMORY_MUTATIONS; kind++)
		for (unsigned at = 0;; at++) {
			LLVMModuleRef m = read_module(lc, path);
			LLVMValueRef fn = LLVMGetNamedFunction(m, name);
			bool there = at < mutate_memory_places(fn, (enum memory_mutation)kind);
			if (there && mutate_memory(fn, (enum memory_mutation)kind, at)) {
				s->mutants++;
				if (holes(fn) != 0) {
					s->killed++;
				} else {
					s->missed++;
					fprintf(stderr, "%s @%s: missed: %s, number %u\n", path, name,
						memory_mutation_name[kind], at);
				}
			}
			LLVMDisposeModule(m);
			if (!there)
				break;
		}
}

Test(check_mutation, mapped)
{
	static const char *const path[] = { LIT_DIR "/mapped-right.ll", LIT_DIR "/mapped-moving.ll" };
	LLVMContextRef lc = LLVMContextCreate();
	struct score s = { 0 };

	for (int i = 0; i < 2; i++) {
		LLVMModuleRef m = read_module(lc, path[i]);
		for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
			if (LLVMCountBasicBlocks(f) == 0 || holes(f) != 0) /* some of the second file are wrong */
				continue;
			s.functions++;
			mutate_mapped(lc, path[i], value_name(f), &s);
		}
		LLVMDisposeModule(m);
	}
	LLVMContextDispose(lc);
	fprintf(stderr, "mapped frames: %u functions, %u mutants, %u of them reported\n", s.functions, s.mutants,
		s.killed);
	cr_assert_eq(s.missed, 0);
	cr_assert_geq(s.mutants, 100);
}

Test(check_mutation, others)
{
	const char *list = getenv("LATEROOT_MUTATE");
	char *copy = list == NULL ? NULL : strdup(list), *save = NULL;
	struct score s = { 0 };

	for (char *p = copy == NULL ? NULL : strtok_r(copy, ":", &save); p != NULL; p = strtok_r(NULL, ":", &save))
		mutate_file(p, &s);
	free(copy);
	if (list != NULL)
		report("others", &s);
	cr_assert_eq(s.missed, 0);
}
