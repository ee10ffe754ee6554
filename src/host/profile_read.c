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

#include "host/profile_reader.h"

enum value_type { BASE, NAME, OFFSET, INT64, UINT32, BYTE, BOOL, GETTER, GLOBALS, BARRIER, HOOKS, CLASSES,
	GLOBS, UNMARKED, LAYOUT, ARCHITECTURE, BYTES_ON, RULES, WORD, TAG };
struct key {
	const char *name;
	enum value_type type;
	size_t offset;
	bool required;
};
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
	KEY(runs_in_ptls, OFFSET, false),
	KEY(allocated_in_ptls, OFFSET, false),
	KEY(pool_offset, OFFSET, true),
	KEY(pool_stride, OFFSET, true),
	KEY(barrier, BARRIER, false),
	KEY(queue_root, NAME, false),
	KEY(queue_slot, NAME, false),
	KEY(log_base, NAME, false),
	KEY(card_base, NAME, false),
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

static bool
parse_number(const char *s, long long min, long long max, long long *n)
{
	char *end;

	errno = 0;
	*n = strtoll(s, &end, 0);
	return end != s && *end == '\0' && errno == 0 && *n >= min && *n <= max;
}

static lr_status
parse_classes(struct profile_reader *r, char *value)
{
	struct lr_profile *p = r->p;
	char *save = NULL;

	p->nclasses = 0;
	memset(p->classes, 0, sizeof p->classes);
	for (char *s = strtok_r(value, " \t,", &save); s != NULL; s = strtok_r(NULL, " \t,", &save)) {
		long long n;
		if (!parse_number(s, 8, UINT16_MAX, &n) || n % 8 != 0)
			return profile_complain(r, "size class '%.40s' is not a multiple of 8 from 8 to %d", s,
				UINT16_MAX);
		if (p->nclasses == PROFILE_MAX_CLASSES)
			return profile_complain(r, "more than %d size classes", PROFILE_MAX_CLASSES);
		if (p->nclasses > 0 && n <= p->classes[p->nclasses - 1])
			return profile_complain(r, "size class %lld is not larger than the one before it", n);
		p->classes[p->nclasses++] = (uint16_t)n;
	}
	return p->nclasses > 0 ? LR_OK : profile_complain(r, "no size classes");
}

static lr_status
parse_name(struct profile_reader *r, const struct key *k, const char *value, char *to)
{
	if (value[0] == '\0' || strlen(value) >= PROFILE_NAME_BYTES)
		return profile_complain(r, "%s must be a name of 1 to %d bytes", k->name, PROFILE_NAME_BYTES - 1);
	for (const char *s = value; *s != '\0'; s++)
		if (isspace((unsigned char)*s) || !isprint((unsigned char)*s))
			return profile_complain(r, "%s must be a single word", k->name);
	memset(to, 0, PROFILE_NAME_BYTES);
	memcpy(to, value, strlen(value));
	return LR_OK;
}

/* Reads words; they replace those of the base. */
static lr_status
parse_globs(struct profile_reader *r, const struct key *k, char *value, char *to)
{
	char *save = NULL;
	size_t n = 0;

	memset(to, 0, PROFILE_GLOBS_BYTES);
	for (char *s = strtok_r(value, " \t,", &save); s != NULL; s = strtok_r(NULL, " \t,", &save)) {
		size_t bytes = strlen(s) + 1;
		if (bytes > PROFILE_GLOBS_BYTES - 1 - n)
			return profile_complain(r, "%s takes at most %d bytes", k->name, PROFILE_GLOBS_BYTES - 1);
		memcpy(to + n, s, bytes);
		n += bytes;
	}
	return n > 0 ? LR_OK : profile_complain(r, "%s must be names or globs", k->name);
}

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

static lr_status
parse_barrier(struct profile_reader *r, const struct key *k, const char *value, enum barrier_kind *to)
{
	static const char *const names[] = { "mark-bits", "object-log", "slot-log", "snapshot", "cards", "none" };

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(value, names[i]) == 0) {
			*to = (enum barrier_kind)i;
			return LR_OK;
		}
	return profile_complain(r, "%s must be mark-bits, object-log, slot-log, snapshot, cards or none, not '%.100s'",
		k->name, value);
}

/* Reads where the tag is: `none`, or its distance from the object in bytes. */
static lr_status
parse_tag(struct profile_reader *r, const struct key *k, const char *value)
{
	long long n = 0;

	if (strcmp(value, "none") != 0 && (!parse_number(value, -TAG_MOST_BYTES, TAG_MOST_BYTES, &n) || n % 4 != 0))
		return profile_complain(r,
			"%s must be none, or a multiple of the word size from %d to %d, not '%.100s'", k->name,
			-TAG_MOST_BYTES, TAG_MOST_BYTES, value);
	r->p->tag = value[0] == 'n' ? TAG_NONE : TAG_AT;
	r->p->tag_offset = (int32_t)n;
	return LR_OK;
}

static bool
parse_bool(const char *value, bool *b)
{
	*b = strcmp(value, "yes") == 0 || strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
	return *b || strcmp(value, "no") == 0 || strcmp(value, "false") == 0 || strcmp(value, "0") == 0;
}

static bool
parse_hooks(const char *value, enum type_hooks *to)
{
	static const char *const names[] = { [HOOKS_UNLESS_MARKED] = "unless-marked", [HOOKS_NONE] = "none",
		[HOOKS_LR_TYPE] = "lr_type" };

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(value, names[i]) == 0) {
			*to = (enum type_hooks)i;
			return true;
		}
	return false;
}

/* Reads one of two words: 0 or 1. */
static lr_status
parse_choice(struct profile_reader *r, const struct key *k, const char *value, const char *const words[2], int *which)
{
	*which = strcmp(value, words[1]) == 0;
	if (*which == 0 && strcmp(value, words[0]) != 0)
		return profile_complain(r, "%s must be %s or %s, not '%.100s'", k->name, words[0], words[1], value);
	return LR_OK;
}

static lr_status
parse_architecture(struct profile_reader *r, const struct key *k, const char *value, enum architecture *to)
{
	*to = architecture_by_name(value, strlen(value));
	return *to != ARCH_OTHER ? LR_OK
		: profile_complain(r, "%s must be one of %snot '%.100s'", k->name, architecture_names(), value);
}

/* Reads `BYTES [ARCHITECTURE:BYTES ...]`: the size everywhere but on the architectures that follow and `windows`. */
static lr_status
parse_bytes_on(struct profile_reader *r, const struct key *k, char *value)
{
	struct lr_profile *p = r->p;
	char *save = NULL;
	bool first = true;

	memset(p->handler_bytes_on, 0, sizeof p->handler_bytes_on);
	p->handler_bytes_windows = 0;
	for (char *s = strtok_r(value, " \t,", &save); s != NULL; s = strtok_r(NULL, " \t,", &save), first = false) {
		char *colon = strchr(s, ':'), *number = colon != NULL ? colon + 1 : s;
		enum architecture a = colon != NULL ? architecture_by_name(s, (size_t)(colon - s)) : ARCH_ANY;
		long long n;
		const bool windows = colon != NULL && colon - s == 7 && memcmp(s, "windows", 7) == 0;
		if ((colon == NULL) != first || (colon != NULL && !windows && (a == ARCH_ANY || a == ARCH_OTHER)))
			return profile_complain(r,
				"%s must be a number, and then perhaps ARCHITECTURE:NUMBER, not '%.100s'", k->name, s);
		if (!parse_number(number, 0, UINT32_MAX, &n))
			return profile_complain(r, "%s: '%.100s' is not a number that fits", k->name, number);
		if (n == 0 || n > HANDLER_MOST_BYTES)
			return profile_complain(r, "%s must be from 1 to %d", k->name, HANDLER_MOST_BYTES);
		if (windows)
			p->handler_bytes_windows = (uint32_t)n;
		else if (a == ARCH_ANY)
			p->handler_bytes = (uint32_t)n;
		else
			p->handler_bytes_on[a] = (uint32_t)n;
	}
	return first ? profile_complain(r, "%s must be a number", k->name) : LR_OK;
}

/* Reads a number of up to 64 bits, without a sign. */
static bool
parse_word(const char *s, uint64_t *n)
{
	char *end;

	errno = 0;
	*n = strtoull(s, &end, 0);
	return isdigit((unsigned char)*s) && *end == '\0' && errno == 0;
}

/* Reads `MASK:VALUE ...`. */
static lr_status
parse_rules(struct profile_reader *r, const struct key *k, char *value)
{
	struct lr_profile *p = r->p;
	char *save = NULL;

	p->nimmediates = 0;
	memset(p->immediates, 0, sizeof p->immediates);
	for (char *s = strtok_r(value, " \t,", &save); s != NULL; s = strtok_r(NULL, " \t,", &save)) {
		char *colon = strchr(s, ':');
		if (p->nimmediates == PROFILE_IMMEDIATES)
			return profile_complain(r, "%s takes at most %d rules", k->name, PROFILE_IMMEDIATES);
		if (colon != NULL)
			*colon = '\0';
		if (colon == NULL || !parse_word(s, &p->immediates[p->nimmediates].mask)
			|| !parse_word(colon + 1, &p->immediates[p->nimmediates].value))
			return profile_complain(r, "%s must be rules MASK:VALUE of numbers of at most 64 bits",
				k->name);
		p->nimmediates++;
	}
	return p->nimmediates > 0 ? LR_OK : profile_complain(r, "%s must be rules MASK:VALUE", k->name);
}

static lr_status
/* NOLINTNEXTLINE(misc-no-recursion): as deep as bases, at most 9 */
parse_value(struct profile_reader *r, const struct key *k, char *value)
{
	static const char *const unmarked[] = { "unknown", "plain" }, *const layouts[] = { "next-map", "count-prev" };
	void *to = (char *)r->p + k->offset;
	lr_status st;
	long long n;
	int which;

	switch (k->type) {
	case BASE:
		return parse_base(r, value);
	case NAME:
		return parse_name(r, k, value, to);
	case CLASSES:
		return parse_classes(r, value);
	case BOOL:
		return parse_bool(value, to) ? LR_OK
			: profile_complain(r, "%s must be yes or no, not '%.100s'", k->name, value);
	case GETTER:
		if (strcmp(value, "call") != 0 && strcmp(value, "tls") != 0)
			return profile_complain(r, "%s must be call or tls, not '%.100s'", k->name, value);
		*(enum getter *)to = value[0] == 'c' ? GETTER_CALL : GETTER_TLS;
		return LR_OK;
	case GLOBALS:
		if (strcmp(value, "hidden") != 0 && strcmp(value, "alias") != 0)
			return profile_complain(r, "%s must be hidden or alias, not '%.100s'", k->name, value);
		*(enum image_globals *)to = value[0] == 'h' ? IMAGE_HIDDEN : IMAGE_ALIAS;
		return LR_OK;
	case BARRIER:
		return parse_barrier(r, k, value, to);
	case HOOKS:
		if (!parse_hooks(value, to))
			return profile_complain(r, "%s must be none, lr_type or unless-marked, not '%.100s'", k->name,
				value);
		return LR_OK;
	case GLOBS:
		return parse_globs(r, k, value, to);
	case TAG:
		return parse_tag(r, k, value);
	case ARCHITECTURE:
		return parse_architecture(r, k, value, to);
	case BYTES_ON:
		return parse_bytes_on(r, k, value);
	case RULES:
		return parse_rules(r, k, value);
	case WORD:
		if (!parse_word(value, to))
			break;
		return LR_OK;
	case UNMARKED:
		st = parse_choice(r, k, value, unmarked, &which);
		*(enum unmarked *)to = which ? UNMARKED_PLAIN : UNMARKED_UNKNOWN;
		return st;
	case LAYOUT:
		st = parse_choice(r, k, value, layouts, &which);
		*(enum chain_layout *)to = which ? CHAIN_COUNT_PREV : CHAIN_NEXT_MAP;
		return st;
	case OFFSET:
		if (parse_number(value, INT32_MIN, -1, &n))
			return profile_complain(r, "%s must not be negative", k->name);
		if (!parse_number(value, 0, INT32_MAX, &n))
			break;
		*(int32_t *)to = (int32_t)n;
		return LR_OK;
	case UINT32:
		if (!parse_number(value, 0, UINT32_MAX, &n))
			break;
		*(uint32_t *)to = (uint32_t)n;
		return LR_OK;
	case BYTE:
		if (!parse_number(value, 0, UINT8_MAX, &n))
			break;
		*(uint8_t *)to = (uint8_t)n;
		return LR_OK;
	case INT64: /* it must fit the displacement of an instruction */
		if (!parse_number(value, INT32_MIN, INT32_MAX, &n))
			break;
		*(int64_t *)to = n;
		return LR_OK;
	}
	return profile_complain(r, "%s: '%.100s' is not a number that fits", k->name, value);
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
			return parse_value(r, &KEYS[i], trim(equals + 1));
		}
	return profile_complain(r, "unknown key '%.100s'", key);
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
