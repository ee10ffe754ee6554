/* SPDX-License-Identifier: MIT */
/* profile_read.c -- the text form of ABI profiles.
**
** A text has lines `key = value`; # starts a comment.  Keys are the names of the fields of struct lr_profile, with one
** row of KEYS each; some are optional.  A first line `base = NAME` copies all values of another profile. */
#include "host/profile_read.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/name.h"
#include "host/profile_reader.h"

#define KEY(field, type, required) { #field, type, offsetof(struct lr_profile, field), required }
static const struct key KEYS[] = {
	{ "base", BASE, 0, false },
	KEY(name, NAME, true),
	KEY(architecture, ARCHITECTURE, false),
	KEY(gcstack_in_task, OFFSET, true),
	KEY(ptls_in_task, OFFSET, false),
	KEY(ptls_is_pgcstack, BOOL, false),
	KEY(alloc_takes_ptls, BOOL, false),
	KEY(safepoint_in_ptls, OFFSET, true),
	KEY(gc_state_in_ptls, OFFSET, true),
	KEY(gc_state_unsafe, BYTE, false),
	KEY(gc_state_safe, BYTE, false),
	KEY(defer_signal_in_ptls, OFFSET, false),
	KEY(getter, GETTER, true),
	KEY(getter_name, NAME, false),
	KEY(getter_variable, NAME, false),
	KEY(getter_or_null, NAME, false),
	KEY(adopt_thread, NAME, false),
	KEY(tls_offset, INT64, false),
	KEY(tls_load, BOOL, false),
	KEY(image_func_slot, NAME, false),
	KEY(image_key_slot, NAME, false),
	KEY(image_offset, NAME, false),
	KEY(image_globals, GLOBALS, false),
	KEY(small_alloc, NAME, true),
	KEY(big_alloc, NAME, true),
	KEY(typed_alloc, NAME, false),
	KEY(memory_alloc, NAME, false),
	KEY(reset_safe_suffix, NAME, false),
	KEY(alloc_passes_type, BOOL, true),
	KEY(classes, CLASSES, true),
	KEY(object_align, UINT32, false),
	KEY(runs_in_ptls, OFFSET, false),
	KEY(allocated_in_ptls, OFFSET, false),
	KEY(pool_offset, OFFSET, true),
	KEY(pool_stride, OFFSET, true),
	KEY(barrier, BARRIER, false),
	KEY(queue_root, NAME, false),
	KEY(queue_slot, NAME, false),
	KEY(log_base, NAME, false),
	KEY(card_base, NAME, false),
	KEY(card_table, NAME, false),
	KEY(card_table_shift, UINT32, false),
	KEY(card_shift, UINT32, false),
	KEY(card_value, BYTE, false),
	KEY(read_barrier, NAME, false),
	KEY(read_flag, NAME, false),
	KEY(parent_mask, UINT32, false),
	KEY(parent_value, UINT32, false),
	KEY(child_mask, UINT32, false),
	KEY(image_mask, UINT32, false),
	KEY(image_value, UINT32, false),
	KEY(survivors_grow_old_together, BOOL, false),
	KEY(immediates, RULES, false),
	KEY(immediate_bits, WORD, false),
	KEY(immediates_set, NAME, false),
	KEY(tag_offset, TAG, false),
	KEY(alloc_stores_tag, BOOL, false),
	KEY(type_of, NAME, false),
	KEY(tag_bits, UINT32, false),
	KEY(enter_handler, NAME, false),
	KEY(handler_takes_task, BOOL, false),
	KEY(handler_bytes, BYTES_ON, false),
	KEY(setjmp_name, NAME, false),
	KEY(reset_ctx_in_task, OFFSET, false),
	KEY(eh_in_task, OFFSET, false),
	KEY(reset_bytes, UINT32, false),
	KEY(reset_align, UINT32, false),
	KEY(reset_setjmp, NAME, false),
	KEY(variable_tables, BOOL, false),
	KEY(caller_roots_jlcall_args, BOOL, false),
	KEY(mapped_frames, BOOL, false),
	KEY(type_hooks, HOOKS, false),
	KEY(comparisons_are_uses, BOOL, false),
	KEY(reference_results, GLOBS, false),
	KEY(reference_params, GLOBS, false),
	KEY(reference_attribute, NAME, false),
	KEY(reference_loads, BOOL, false),
	KEY(unmarked_pointers, UNMARKED, false),
	KEY(never_collect, GLOBS, false),
	KEY(chain_head, NAME, false),
	KEY(chain_layout, LAYOUT, false),
};
enum { NKEYS = sizeof KEYS / sizeof *KEYS };
_Static_assert(NKEYS <= (int)PROFILE_KEYS_MOST, "struct profile_reader has an entry for each key");

lr_status
profile_complain(const struct profile_reader *r, const char *fmt, ...)
{
	char text[PROFILE_LINE_BYTES];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	return lr_fail(r->cx, LR_E_PROFILE, NULL, "%s:%u: %s", r->name, r->line, text);
}

static lr_status read_profile(struct profile_reader *);

/* Does the profile have a value for the key, as if a line had set it?  A key without meaning in it is zero. */
static bool
says(const struct lr_profile *p, const struct key *k)
{
	const char *at = (const char *)p + k->offset;

	switch (k->type) {
	case NAME: case GLOBS: return *at != '\0';
	case INT64: return *(const int64_t *)(const void *)at != 0;
	case UINT32: case BYTES_ON: return k->required || *(const uint32_t *)(const void *)at != 0;
	case OFFSET: return k->required || *(const int32_t *)(const void *)at != 0;
	case BOOL: return *(const bool *)at;
	case RULES: return p->nimmediates != 0;
	case WORD: return *(const uint64_t *)(const void *)at != 0;
	case GLOBALS: return p->image_offset[0] != '\0';
	case BARRIER: return p->log_base[0] != '\0';
	case UNMARKED: case LAYOUT: case ARCHITECTURE: return false;
	case TAG: return p->tag != TAG_BEFORE;
	case BYTE: return k->required || *(const uint8_t *)at != 0;
	default: return true;
	}
}

/* Copies all values of another profile; following lines may change them. */
static lr_status
parse_base(struct profile_reader *r, const char *name) /* NOLINT(misc-no-recursion): as deep as bases, at most 9 */
{
	const struct lr_profile *builtin = profile_builtin(name);
	struct profile_reader base = { .cx = r->cx,
		.name = name, .text = profile_text(name), .p = r->p, .depth = r->depth + 1 };
	lr_status st = LR_OK;

	for (size_t i = 0; i < NKEYS; i++)
		if (r->set_on[i] != 0 && KEYS[i].type != BASE)
			return profile_complain(r, "base must come first");
	if (builtin == NULL && base.text == NULL)
		return profile_complain(r, "base must be the name of a profile that comes with lateroot, not '%.100s'",
			name);
	if (r->depth > 8)
		return profile_complain(r, "too many bases");
	if (builtin != NULL)
		*r->p = *builtin;
	else
		st = read_profile(&base);
	for (size_t i = 0; i < NKEYS; i++)
		if (builtin != NULL ? says(builtin, &KEYS[i]) : base.set_on[i] != 0) {
			r->set_on[i] = r->line;
			r->inherited[i] = KEYS[i].type != BASE;
		}
	return st;
}

static char *
trim(char *s)
{
	while (isspace((unsigned char)*s))
		s++;
	size_t n = strlen(s);
	while (n > 0 && isspace((unsigned char)s[n - 1]))
		s[--n] = '\0';
	return s;
}

static lr_status
unknown_key(const struct profile_reader *r, const char *key)
{
	const size_t n = strlen(key);
	unsigned distance = name_near_limit(n);
	const char *near = NULL;

	for (size_t i = 0; i < NKEYS; i++)
		name_compare(key, n, KEYS[i].name, &near, &distance);
	return profile_complain(r, "unknown key '%.100s'%s%s%s", key, near != NULL ? "; did you mean '" : "",
		near != NULL ? near : "", near != NULL ? "'?" : "");
}

static lr_status
parse_line(struct profile_reader *r, char *line) /* NOLINT(misc-no-recursion): as deep as bases, at most 9 */
{
	line[strcspn(line, "#")] = '\0';
	char *key = trim(line), *equals = strchr(key, '=');

	if (key[0] == '\0')
		return LR_OK;
	if (equals == NULL)
		return profile_complain(r, "'%.100s' is not of the form key = value", key);
	*equals = '\0';
	key = trim(key);
	for (size_t i = 0; i < NKEYS; i++)
		if (strcmp(KEYS[i].name, key) == 0) {
			if (r->set_on[i] != 0 && !r->inherited[i])
				return profile_complain(r, "%s was given on line %u already", key, r->set_on[i]);
			r->set_on[i] = r->line;
			r->inherited[i] = false;
			char *value = trim(equals + 1);
			return KEYS[i].type == BASE ? parse_base(r, value)
				: profile_parse_value(r, &KEYS[i], value);
		}
	return unknown_key(r, key);
}

/* ---- lines ---- */

unsigned
profile_line_of(const struct profile_reader *r, const char *key)
{
	for (size_t i = 0; i < NKEYS; i++)
		if (strcmp(KEYS[i].name, key) == 0)
			return r->set_on[i];
	return 0;
}

bool
profile_inherits(const struct profile_reader *r, const char *key)
{
	for (size_t i = 0; i < NKEYS; i++)
		if (strcmp(KEYS[i].name, key) == 0)
			return r->inherited[i];
	return false;
}

static int
next_byte(struct profile_reader *r)
{
	if (r->text == NULL)
		return getc(r->file);
	return *r->text != '\0' ? (unsigned char)*r->text++ : EOF;
}

/* Reads the next line without its end; false at the end of the input, or after an error, which sets *st. */
static bool
next_line(struct profile_reader *r, char *line, lr_status *st)
{
	size_t n = 0;
	int c = next_byte(r);

	if (c == EOF)
		return false;
	r->line++;
	for (; c != EOF && c != '\n'; c = next_byte(r)) {
		if (c == '\0')
			*st = profile_complain(r, "a zero byte: this is no text");
		else if (n + 1 == PROFILE_LINE_BYTES)
			*st = profile_complain(r, "the line is too long");
		if (*st != LR_OK)
			return false;
		line[n++] = (char)c;
	}
	line[n] = '\0';
	return true;
}

static lr_status
read_profile(struct profile_reader *r) /* NOLINT(misc-no-recursion): as deep as bases, at most 9 */
{
	char line[PROFILE_LINE_BYTES];
	lr_status st = LR_OK;

	while (st == LR_OK && next_line(r, line, &st))
		st = parse_line(r, line);
	if (st != LR_OK)
		return st;
	if (r->text == NULL && ferror(r->file))
		return lr_fail(r->cx, LR_E_PROFILE, NULL, "%s: %s", r->name, strerror(errno));
	if (r->line == 0) /* an empty text has no line, and messages count from 1 */
		r->line = 1;
	for (size_t i = 0; i < NKEYS; i++)
		if (KEYS[i].required && r->set_on[i] == 0)
			return profile_complain(r, "%s is missing", KEYS[i].name);
	return profile_check(r);
}

lr_status
profile_read_text(lr_context *cx, const char *name, const char *text, struct lr_profile *p)
{
	struct profile_reader r = { .cx = cx, .name = name, .text = text, .p = p };

	return read_profile(&r);
}

lr_status
profile_read_file(lr_context *cx, const char *path, FILE *f, struct lr_profile *p)
{
	struct profile_reader r = { .cx = cx, .name = path, .file = f, .p = p };

	return read_profile(&r);
}
