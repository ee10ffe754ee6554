/* SPDX-License-Identifier: MIT */
/* finding.c -- makes findings for the host of what the checkers report. */
#include "check/prove/prove.h"

#include "base/text.h"
#include "check/model/check_model.h"

enum { TEXT_BYTES = 240, QUOTES_MOST = 256 };

LLVMValueRef
prove_original(const struct prover *p, LLVMValueRef v)
{
	uint32_t i = v == NULL || p->of_copy == NULL ? PTRMAP_NONE : ptrmap_get(p->of_copy, v);

	return i != PTRMAP_NONE ? p->original[i] : p->of_copy != NULL ? NULL : v;
}

/* One line of IR; NULL: too many were printed, for LLVM numbers the function for each.  */
static const char *
one_line(struct prover *p, LLVMValueRef v)
{
	if (LLVMValueIsBasicBlock(v))
		return LLVMGetBasicBlockName(LLVMValueAsBasicBlock(v));
	if (LLVMIsAInstruction(v) == NULL && LLVMIsAArgument(v) == NULL)
		return NULL;
	if (p->quoted >= QUOTES_MOST)
		return NULL;
	p->quoted++;
	char *text = LLVMPrintValueToString(v), *out = arena_alloc(&p->ar, TEXT_BYTES);
	if (out != NULL)
		text_one_line(out, TEXT_BYTES, text, strlen(text));
	LLVMDisposeMessage(text);
	return out;
}

/* File, line and column of an instruction or function. */
static void
locate(struct prover *p, LLVMValueRef v, const char **file, unsigned *line, unsigned *column)
{
	unsigned n = 0;
	const char *name;
	char *copy;

	if (v == NULL || (LLVMIsAInstruction(v) == NULL && LLVMIsAFunction(v) == NULL))
		return;
	name = LLVMGetDebugLocFilename(v, &n);
	if (name == NULL || n == 0 || (copy = arena_alloc(&p->ar, (size_t)n + 1)) == NULL)
		return;
	memcpy(copy, name, n);
	copy[n] = '\0';
	*file = copy;
	*line = LLVMGetDebugLocLine(v);
	*column = LLVMIsAInstruction(v) ? LLVMGetDebugLocColumn(v) : 0;
}

static unsigned
next_ordinal(struct prover *p, const char *rule)
{
	unsigned i = 0;

	while (i < p->nordinals && strcmp(p->ordinals[i].rule, rule) != 0)
		i++;
	if (i == sizeof p->ordinals / sizeof *p->ordinals)
		return 0;
	if (i == p->nordinals) {
		p->ordinals[i].rule = rule;
		p->ordinals[i].n = 0;
		p->nordinals++;
	}
	return ++p->ordinals[i].n;
}

/* Rules whose reports are about the use of an object that was not rooted or relocated before. */
static bool
is_about_use(const char *rule)
{
	static const char *const rules[] = { "relocation", "moved", "copy", RULE_PLAIN_CALL };

	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (strcmp(rule, rules[i]) == 0)
			return true;
	return false;
}

/* What a profile might say that makes no finding of this: it grants what is not granted by itself. */
static const char *
hint(const struct prover *p, const char *rule, LLVMValueRef value, const struct path_step *path, size_t n)
{
	const struct path_step *last = n > 0 ? &path[n - 1] : NULL;

	if (strcmp(rule, "root") != 0 || value == NULL)
		return "";
	if (!p->cx->profile.caller_roots_jlcall_args && LLVMIsALoadInst(value) != NULL
		&& check_is_in_jlcall_array(p->fn, LLVMGetOperand(value, 0)))
		return "; it is an argument of a boxed call, which the caller roots if the profile says so "
			"(caller_roots_jlcall_args)";
	if (p->cx->profile.comparisons_are_uses && last != NULL && last->role == LR_STEP_USED
		&& LLVMIsAICmpInst(last->at) != NULL)
		return "; it is compared, which needs no object if the profile says so (comparisons_are_uses)";
	return "";
}

/* A text behind another; the first alone if memory is exhausted. */
static const char *
joined(struct prover *p, const char *a, const char *b)
{
	const size_t n = strlen(a), more = strlen(b) + 1;
	char *text = more > 1 ? arena_alloc(&p->ar, n + more) : NULL;

	if (text == NULL)
		return a;
	memcpy(text, a, n);
	memcpy(text + n, b, more);
	return text;
}

/* `copied`: at and value are those of the copy, in which the way is found. */
static void
add(struct prover *p, lr_verdict verdict, const char *rule, LLVMValueRef at, LLVMValueRef value, const char *message,
	bool copied)
{
	lr_check_step steps[PATH_MOST] = { 0 };
	struct path_step path[PATH_MOST];
	const unsigned found = copied && p->o->finding != NULL && at != NULL
		? path_find(p->cx, &p->ar, value, at, is_about_use(rule), path) : 0;

	if (copied) {
		at = by_hand_original(p, at);
		value = prove_original(p, value);
	}
	lr_finding f = { .verdict = verdict,
		.kind = p->result.kind, .rule = rule, .ordinal = next_ordinal(p, rule), .function = p->result.function,
		.fn = p->fn, .at = at != NULL ? at : p->fn, .value = value, .message = message, .steps = steps };

	if (verdict == LR_HOLE)
		p->result.holes++;
	else
		p->result.unknown++;
	if (p->o->finding == NULL)
		return;
	const unsigned n = copied ? found
		: path_find(p->cx, &p->ar, value, f.at, is_about_use(rule), path);
	if (!copied)
		f.message = joined(p, message, hint(p, rule, value, path, n));
	for (unsigned i = 0; i < n; i++) {
		lr_check_step *s = &steps[f.nsteps];
		s->role = path[i].role;
		s->at = copied ? by_hand_original(p, path[i].at) : path[i].at;
		if (s->at == NULL) /* LLVM's passes have made it, or it is a block */
			continue;
		s->text = one_line(p, s->at);
		locate(p, s->at, &s->file, &s->line, &s->column);
		f.nsteps++;
	}
	f.text = one_line(p, f.at);
	locate(p, f.at, &f.file, &f.line, &f.column);
	if (f.file == NULL)
		locate(p, p->fn, &f.file, &f.line, &f.column);
	p->failed |= p->ar.failed;
	p->o->finding(p->o->user, &f);
	arena_reset(&p->ar);
}

void
finding_add(struct prover *p, lr_verdict verdict, const char *rule, LLVMValueRef at, LLVMValueRef value,
	const char *message)
{
	add(p, verdict, rule, at, value, message, false);
}

void
finding_add_copied(struct prover *p, lr_verdict verdict, const char *rule, LLVMValueRef at, LLVMValueRef value,
	const char *message)
{
	add(p, verdict, rule, at, value, message, true);
}

void
finding_take(struct lr_findings *sink, LLVMValueRef at, const char *message)
{
	struct prover *p = (struct prover *)sink;
	static const char prefix[] = "root check: ";
	bool unknown = sink->undecided || (sink->no_frame && !p->by_hand) || p->says != NULL
		|| strcmp(sink->rule, "limit") == 0;
	const char *rule = p->says != NULL ? RULE_PLAIN_CALL : sink->no_frame && strcmp(sink->rule, "root") == 0
		&& !p->by_hand ? RULE_NO_FRAME : sink->rule;
	LLVMValueRef value = prove_original(p, sink->value);

	if (strncmp(message, prefix, sizeof prefix - 1) == 0)
		message += sizeof prefix - 1;
	if (p->by_hand) {
		message = by_hand_message(p, at, sink->value, rule, message);
		if (!by_hand_said(p, at, message, !unknown))
			finding_add_copied(p, unknown ? LR_UNKNOWN : LR_HOLE, rule, at, sink->value, message);
		sink->value = NULL;
		return;
	}
	const lr_verdict verdict = unknown ? LR_UNKNOWN : LR_HOLE;
	/* What the front end has promised wrongly, and what cannot be proved, placement does not mend. */
	if (p->unplaced && p->says == NULL && strcmp(rule, "leaf") != 0 && strcmp(rule, "limit") != 0) {
		if (!p->unplaced_said)
			finding_add(p, verdict, RULE_UNPLACED, prove_original(p, at), value, joined(p, message,
				"; no function of the module has a frame: 'lateroot opt' places roots"));
		else if (verdict > p->held_back)
			p->held_back = verdict;
		p->unplaced_said = true;
	} else
		finding_add(p, verdict, rule, prove_original(p, at), value, p->says ? p->says : message);
	sink->value = NULL;
}
