/* SPDX-License-Identifier: MIT */
/* by_hand.c -- proves functions that link frames of addresses of variables.
**
** All functions of the module are prepared in one copy first (check/hand), because LLVM runs its passes over modules.
** What that finds out is kept until the function is asked for. */
#include "check/prove/prove.h"

#include <stdio.h>

#include "check/check.h"
#include "check/hand/hand.h"

/* A report of check/hand; `at` is in the module, not in the copy. */
struct kept_report { LLVMValueRef at; const char *text; bool hole; };

struct prepared {
	LLVMValueRef fn, copy;
	struct kept_report *report;
	uint32_t nreports;
	bool refused, frames;
};

struct by_hand {
	struct prover *p;
	struct arena ar;
	LLVMModuleRef copy;
	bool discards;           /* the LLVMContext drops names of values */
	LLVMValueRef *original;  /* by number: instructions, then arguments and functions */
	uint32_t ninstructions, at;
	struct prepared *fn;
	uint32_t n;
};

/* Appends to a message of bounded length. */
static void
append(char *to, size_t room, const char *text)
{
	size_t n = strlen(to);

	snprintf(to + n, room - n, "%s", text);
}

/* "the frame of a, b": of the variables that it is given somewhere. */
static const char *
frame_name(struct arena *ar, const struct hand *h, LLVMValueRef alloca, const char *text)
{
	char all[LR_MESSAGE_BYTES / 2] = "the frame", name[128];
	unsigned n = 0;

	for (uint32_t f = 0; f < h->nframes; f++)
		for (uint32_t w = HAND_HEADER_WORDS; w < h->frame[f].words && h->frame[f].alloca == alloca; w++) {
			if (h->frame[f].var[w] == NONE)
				continue;
			hand_name(h->var[h->frame[f].var[w]].alloca, name, sizeof name);
			if (name[0] == '\0')
				continue;
			append(all, sizeof all, n++ > 0 ? ", '" : " of '");
			append(all, sizeof all, name);
			append(all, sizeof all, "'");
		}
	append(all, sizeof all, " ");
	append(all, sizeof all, text);
	return arena_strdup(ar, all);
}

/* The call at which code of another function was inlined, or the function.  Debug information tells. */
static LLVMValueRef
site_of(LLVMValueRef fn, LLVMValueRef copied)
{
	LLVMMetadataRef loc = LLVMIsAInstruction(copied) != NULL ? LLVMInstructionGetDebugLoc(copied) : NULL, up;

	while (loc != NULL && (up = LLVMDILocationGetInlinedAt(loc)) != NULL)
		loc = up;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); loc != NULL && b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMMetadataRef at = LLVMIsACallInst(i) != NULL ? LLVMInstructionGetDebugLoc(i) : NULL;
			if (at != NULL && LLVMDILocationGetLine(at) == LLVMDILocationGetLine(loc)
				&& LLVMDILocationGetColumn(at) == LLVMDILocationGetColumn(loc))
				return i;
		}
	return fn;
}

static LLVMValueRef
in_function(LLVMValueRef original, LLVMValueRef fn, LLVMValueRef copied)
{
	if (original == NULL || LLVMIsAInstruction(original) == NULL
		|| LLVMGetBasicBlockParent(LLVMGetInstructionParent(original)) == fn)
		return original;
	return site_of(fn, copied);
}

LLVMValueRef
by_hand_original(const struct prover *p, LLVMValueRef copied)
{
	return in_function(prove_original(p, copied), p->fn, copied);
}

static bool
keep_reports(struct by_hand *b, struct prepared *f, const struct hand *h)
{
	f->refused = h->refused;
	f->frames = h->nframes > 0 || h->nreports > 0;
	f->report = arena_array(&b->ar, (size_t)h->nreports + 1, sizeof *f->report);
	if (f->report == NULL)
		return false;
	for (uint32_t i = 0; i < h->nreports; i++) {
		const struct hand_report *r = &h->report[i];
		const char *text = r->frame != NULL ? frame_name(&b->ar, h, r->frame, r->text) : r->text;
		const uint32_t number = LLVMIsAInstruction(r->at) != NULL ? hand_number(r->at) : NONE;
		LLVMValueRef at = number < b->ninstructions ? in_function(b->original[number], f->fn, r->at) : f->fn;
		f->report[f->nreports++] = (struct kept_report){ at, text, r->hole };
	}
	return !b->ar.failed;
}

static bool
prepare_function(struct by_hand *b, struct prepared *f)
{
	struct arena ar;
	struct hand h;
	struct ck c;

	check_set_up(&c, b->p->cx, f->copy, false);
	arena_init(&ar, b->p->cx->options.alloc, b->p->cx->options.user);
	bool ok = hand_find(&h, &c, &ar) && hand_addresses(&h)
		&& (h.refused || hand_written(&h)) && (h.refused || hand_order(&h))
		&& !check_out_of_memory(&c) && keep_reports(b, f, &h);
	if (ok && !f->refused)
		hand_raise(&h);
	ok = ok && !ar.failed;
	hand_free(&h);
	arena_free(&ar);
	check_tear_down(&c);
	return ok;
}

/* Pairs functions and lists what the numbers stand for. */
static bool
list(struct by_hand *b, LLVMModuleRef m)
{
	LLVMValueRef copy = LLVMGetFirstFunction(b->copy);
	uint32_t n = 0, values = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		b->n += LLVMCountBasicBlocks(f) > 0;
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				b->ninstructions++;
		values += LLVMCountBasicBlocks(f) > 0 ? 1 + LLVMCountParams(f) : 0;
	}
	b->fn = arena_zarray(&b->ar, (size_t)b->n + 1, sizeof *b->fn);
	b->original = arena_array(&b->ar, (size_t)b->ninstructions + values + 1, sizeof *b->original);
	if (b->ar.failed)
		return false;
	uint32_t inst = 0;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL;
		f = LLVMGetNextFunction(f), copy = LLVMGetNextFunction(copy)) {
		if (LLVMCountBasicBlocks(f) == 0)
			continue;
		b->fn[n].fn = f;
		b->fn[n++].copy = copy;
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				b->original[inst++] = i;
	}
	return true;
}

struct by_hand *
by_hand_begin(struct prover *p, LLVMModuleRef m, bool *refused)
{
	struct arena ar;
	struct by_hand *b;

	arena_init(&ar, p->cx->options.alloc, p->cx->options.user);
	b = arena_zalloc(&ar, sizeof *b);
	if (b == NULL) {
		arena_free(&ar);
		return NULL;
	}
	b->p = p;
	b->ar = ar;
	b->discards = LLVMContextShouldDiscardValueNames(LLVMGetModuleContext(m));
	LLVMContextSetDiscardValueNames(LLVMGetModuleContext(m), false);
	b->copy = LLVMCloneModule(m);
	lowered_mark_leaves(p->cx, b->copy);
	bool ok = list(b, m);
	LLVMValueRef *copies = arena_array(&b->ar, (size_t)b->n + 1, sizeof *copies);
	ok = ok && copies != NULL;
	for (uint32_t k = 0; ok && k < b->n; k++)
		copies[k] = b->fn[k].copy;
	if (ok && !hand_prepare(p->cx, b->copy, copies, b->n)) {
		*refused = true;
		ok = false;
	}
	for (uint32_t k = 0; ok && k < b->n; k++)
		ok = prepare_function(b, &b->fn[k]);
	if (ok && !hand_settle(b->copy)) {
		*refused = true;
		ok = false;
	}
	if (ok)
		return b;
	by_hand_end(b);
	return NULL;
}

void
by_hand_end(struct by_hand *b)
{
	if (b == NULL)
		return;
	LLVMContextSetDiscardValueNames(LLVMGetModuleContext(b->copy), b->discards);
	LLVMDisposeModule(b->copy);
	struct arena ar = b->ar;
	arena_free(&ar);
}

/* ---- a function ---- */

static bool
pair_values(struct by_hand *b, const struct prepared *f, struct ptrmap *map)
{
	uint32_t n = b->ninstructions;
	bool ok = true;

	b->original[n] = f->fn;
	ok = ptrmap_set(map, f->copy, n++);
	for (unsigned k = 0; k < LLVMCountParams(f->fn); k++) {
		b->original[n] = LLVMGetParam(f->fn, k);
		ok = ptrmap_set(map, LLVMGetParam(f->copy, k), n++) && ok;
	}
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f->copy); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			uint32_t number = hand_number(i);
			ok = ok && (number >= b->ninstructions || ptrmap_set(map, i, number));
		}
	return ok;
}

static struct prepared *
find(struct by_hand *b, LLVMValueRef fn)
{
	while (b->at < b->n && b->fn[b->at].fn != fn) /* functions are asked for in the order of the module */
		b->at++;
	return &b->fn[b->at];
}

bool
by_hand_prove(struct by_hand *b, LLVMValueRef fn, bool references)
{
	struct prover *p = b->p;
	const struct prepared *f = find(b, fn);
	struct ptrmap map;
	bool ok = true;

	if (!references && !f->frames)
		return true;
	p->result.kind = LR_CHECK_HAND;
	for (uint32_t i = 0; i < f->nreports; i++)
		finding_add(p, f->report[i].hole ? LR_HOLE : LR_UNKNOWN, "linked-frame",
			f->report[i].at, NULL, f->report[i].text);
	if (f->refused)
		return true;
	ptrmap_init(&map, p->cx->options.alloc, p->cx->options.user);
	ok = pair_values(b, f, &map);
	p->of_copy = &map;
	p->original = b->original;
	p->by_hand = true;
	ok = ok && interior_prove(p, f->copy) && check_function(p->cx, f->copy, false, NULL) != LR_E_NOMEM;
	p->by_hand = false;
	p->of_copy = NULL;
	ptrmap_free(&map);
	return ok;
}

/* ---- messages ---- */

/* Is it what a callee may have written into a variable (check/hand/hand_written.c)? */
static bool
is_written(LLVMValueRef value)
{
	return LLVMIsASelectInst(value) != NULL || (LLVMIsACallInst(value) != NULL
		&& strcmp(value_name(LLVMGetCalledValue(value)), "lateroot.object") == 0);
}

/* "'n'", "the result of make()", or "a reference". */
static void
describe(const struct prover *p, LLVMValueRef value, char *to, size_t room)
{
	char name[128] = "";
	LLVMValueRef original = prove_original(p, value);
	LLVMValueRef callee = original != NULL && LLVMIsACallInst(original) != NULL && !is_written(value)
		? LLVMGetCalledValue(original) : NULL;

	if (value != NULL)
		hand_name(value, name, sizeof name);
	if (name[0] != '\0')
		snprintf(to, room, "'%s'", name);
	else if (callee != NULL && LLVMIsAFunction(callee) != NULL)
		snprintf(to, room, "the result of %.100s()", value_name(callee));
	else
		snprintf(to, room, "a reference");
}

bool
by_hand_said(struct prover *p, LLVMValueRef at, const char *message, bool hole)
{
	const size_t most = sizeof p->said / sizeof *p->said;
	uint32_t hash = 2166136261u;

	for (const char *s = message; *s != '\0'; s++)
		hash = (hash ^ (unsigned char)*s) * 16777619u;
	for (size_t i = 0; i < most && i < p->nsaid; i++)
		if (p->said[i].fn == p->fn && p->said[i].at == at && p->said[i].text == hash
			&& (p->said[i].hole || !hole))
			return true;
	p->said[p->nsaid % most].fn = p->fn;
	p->said[p->nsaid % most].at = at;
	p->said[p->nsaid % most].text = hash;
	p->said[p->nsaid++ % most].hole = hole;
	return false;
}

const char *
by_hand_message(struct prover *p, LLVMValueRef at, LLVMValueRef value, const char *rule, const char *message)
{
	char what[160], text[512];
	LLVMValueRef callee = at != NULL && (LLVMIsACallInst(at) != NULL || LLVMIsAInvokeInst(at) != NULL)
		? LLVMGetCalledValue(at) : NULL;
	const bool named = callee != NULL && LLVMIsAFunction(callee) != NULL;

	if (strcmp(rule, "root") == 0) {
		describe(p, value, what, sizeof what);
		snprintf(text, sizeof text, "%s is held over the call of %.100s%s and is not rooted", what,
			named ? value_name(callee) : "a function", named ? "()" : "");
	} else if ((strcmp(rule, "variable") == 0 || strcmp(rule, "memory") == 0) && value != NULL && callee != NULL) {
		describe(p, value, what, sizeof what);
		snprintf(text, sizeof text, "%s is kept in memory that is no root over the call of %.100s%s", what,
			named ? value_name(callee) : "a function", named ? "()" : "");
	} else if (named && strstr(message, " may hold a reference") != NULL) {
		static const char before[] = "stack variable %";
		const char *name = strstr(message, before);
		const size_t n = name != NULL ? strcspn(name + sizeof before - 1, " .") : 0;
		snprintf(text, sizeof text, "%s%.*s%s may get a reference in the call of %.100s() that is read later, "
			"and nothing roots it", n > 0 ? "'" : "a variable", (int)(n < 100 ? n : 100),
			n > 0 ? name + sizeof before - 1 : "", n > 0 ? "'" : "", value_name(callee));
	} else if (strcmp(rule, "undefined") == 0 && at != NULL && LLVMIsAStoreInst(at) != NULL) {
		describe(p, at, what, sizeof what);
		snprintf(text, sizeof text, "%s is rooted here and may have no value yet",
			what[0] == '\'' ? what : "a variable");
	} else {
		return message;
	}
	const char *kept = arena_strdup(&p->ar, text);
	return kept != NULL ? kept : message;
}
