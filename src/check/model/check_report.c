/* SPDX-License-Identifier: MIT */
/* check_report.c -- the checker's diagnostics, and the names of values in them. */
#include "check/model/check_model.h"

#include <stdio.h>

enum { MAX_REPORTS = 16 };

bool
check_many(const struct ck *c)
{
	return c->holes >= MAX_REPORTS;
}

void
check_hole(struct ck *c, LLVMValueRef at, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	if (c->holes++ >= MAX_REPORTS)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	if (c->cx->findings != NULL) {
		c->cx->findings->rule = c->rule;
		c->cx->findings->value = c->about;
		c->cx->findings->undecided = c->too_hard;
	}
	lr_fail(c->cx, LR_E_CHECK, at, "root check: %s", text);
	c->about = NULL;
}

/* Returns "%x", or the text of the instruction if it has no name; then `more`. */
const char *
check_value_name(struct ck *c, LLVMValueRef v, const char *more)
{
	const char *name = value_name(v), *from;
	char *text = NULL, *out;
	size_t size;

	if (name[0] == '\0')
		text = LLVMPrintValueToString(v);
	from = text != NULL ? text : name;
	while (*from == ' ')
		from++;
	size = strlen(from) + strlen(more) + 4;
	if (size > 160)
		size = 160;
	out = arena_alloc(&c->ar, size);
	if (out != NULL)
		snprintf(out, size, "%s%.100s%s%s", text != NULL ? "'" : "%", from, text != NULL ? "'" : "", more);
	for (char *p = out; p != NULL && *p != '\0'; p++) /* an invoke is printed on two lines */
		*p = *p == '\n' ? ' ' : *p;
	LLVMDisposeMessage(text);
	return out != NULL ? out : "a value";
}

/* The name of the object of a node: "%x", or "%x (pointer 1)". */
const char *
check_name(struct ck *c, uint32_t n)
{
	LLVMValueRef v = c->node[n].value;
	char lane[32] = "";

	if (check_lanes(c, LLVMTypeOf(v)) > 1)
		snprintf(lane, sizeof lane, " (pointer %u)", c->node[n].lane);
	return check_value_name(c, v, lane);
}
