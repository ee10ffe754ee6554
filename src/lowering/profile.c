/* profile.c -- ABI profiles: the built-in ones, and others read from a text file.
**
** A file has lines `key = value`; # starts a comment.  Keys are the names of the fields of struct lr_profile, one row of
** KEYS each; those that most runtimes do without may be left out. */
#include "lowering/profile.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "context.h"
#include "lateroot/runtime.h"

enum { LINE_BYTES = 4096 };

#define X(bytes) bytes,
static const struct lr_profile LATEROOT = {
	.name = "lateroot",
	.gcstack_in_task = offsetof(struct lr_task, gcstack),
	.ptls_in_task = offsetof(struct lr_task, ptls),
	.safepoint_in_ptls = offsetof(struct lr_ptls, safepoint),
	.gc_state_in_ptls = offsetof(struct lr_ptls, gc_state),
	.getter = GETTER_CALL, .getter_name = "lr_get_pgcstack",
	.small_alloc = "lr_gc_small_alloc", .big_alloc = "lr_gc_big_alloc", .typed_alloc = "lr_gc_alloc_typed",
	.alloc_passes_type = true,
	.nclasses = LR_SIZE_CLASS_COUNT, .classes = { LR_SIZE_CLASSES },
	.pool_offset = 0, .pool_stride = 1,
	.queue_root = "lr_gc_queue_root",
	.parent_mask = LR_TAG_MARKED | LR_TAG_OLD, .parent_value = LR_TAG_MARKED | LR_TAG_OLD,
	.child_mask = LR_TAG_MARKED, .tag_bits = LR_TAG_BITS,
};
#undef X

static const struct lr_profile JULIA_1_13 = {
	.name = "julia-1.13",
	.gcstack_in_task = 152, .ptls_in_task = 168, .safepoint_in_ptls = 16, .gc_state_in_ptls = 25,
	.getter = GETTER_CALL, .getter_name = "jl_get_pgcstack",
	.image_func_slot = "jl_pgcstack_func_slot", .image_key_slot = "jl_pgcstack_key_slot", .image_offset = "jl_tls_offset",
	.tls_load = true,
	.small_alloc = "ijl_gc_small_alloc", .big_alloc = "ijl_gc_big_alloc", .typed_alloc = "ijl_gc_alloc_typed",
	.alloc_passes_type = true,
	.nclasses = 49,
	.classes = {
		8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136,
		144, 160, 176, 192, 208, 224, 240, 256,
		272, 288, 304, 336, 368, 400, 448, 496, 544, 576, 624, 672, 736, 816, 896, 1008, 1088, 1168, 1248, 1360, 1488, 1632, 1808, 2032
	},
	.pool_offset = 336, .pool_stride = 24,
	.queue_root = "ijl_gc_queue_root",
	.parent_mask = 3, .parent_value = 3, .child_mask = 1, .tag_bits = 15,
};

static const struct lr_profile *const BUILTIN[] = { &LATEROOT, &JULIA_1_13 };

const struct lr_profile *
profile_builtin(const char *name)
{
	for (size_t i = 0; i < sizeof BUILTIN / sizeof *BUILTIN; i++)
		if (strcmp(BUILTIN[i]->name, name) == 0)
			return BUILTIN[i];
	return NULL;
}

/* ---- the text form ---- */

enum value_type { NAME, INT32, INT64, UINT32, BOOL, GETTER, CLASSES };
struct key {
	const char *name;
	enum value_type type;
	size_t offset;
	bool required;
};
#define KEY(field, type, required) { #field, type, offsetof(struct lr_profile, field), required }
static const struct key KEYS[] = {
	KEY(name, NAME, true),
	KEY(gcstack_in_task, INT32, true),
	KEY(ptls_in_task, INT32, true),
	KEY(ptls_is_pgcstack, BOOL, false),
	KEY(alloc_takes_ptls, BOOL, false),
	KEY(safepoint_in_ptls, INT32, true),
	KEY(gc_state_in_ptls, INT32, true),
	KEY(getter, GETTER, true),
	KEY(getter_name, NAME, true),
	KEY(tls_offset, INT64, false),
	KEY(tls_load, BOOL, false),
	KEY(image_func_slot, NAME, false),
	KEY(image_key_slot, NAME, false),
	KEY(image_offset, NAME, false),
	KEY(small_alloc, NAME, true),
	KEY(big_alloc, NAME, true),
	KEY(typed_alloc, NAME, false),
	KEY(alloc_passes_type, BOOL, true),
	KEY(classes, CLASSES, true),
	KEY(pool_offset, INT32, true),
	KEY(pool_stride, INT32, true),
	KEY(queue_root, NAME, true),
	KEY(parent_mask, UINT32, true),
	KEY(parent_value, UINT32, true),
	KEY(child_mask, UINT32, true),
	KEY(tag_bits, UINT32, true),
	KEY(caller_roots_jlcall_args, BOOL, false),
};
enum { NKEYS = sizeof KEYS / sizeof *KEYS };

struct reader {
	lr_context *cx;
	const char *path;
	unsigned line;           /* 0: past the end */
	struct lr_profile *p;
	unsigned set_on[NKEYS];  /* line; 0: not yet */
};

__attribute__((format(printf, 2, 3)))
static lr_status
complain(const struct reader *r, const char *fmt, ...)
{
	char text[LINE_BYTES];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	if (r->line == 0)
		return lr_fail(r->cx, LR_E_PROFILE, NULL, "%s: %s", r->path, text);
	return lr_fail(r->cx, LR_E_PROFILE, NULL, "%s:%u: %s", r->path, r->line, text);
}

static bool
parse_number(const char *s, long long min, long long max, long long *n)
{
	char *end;

	errno = 0;
	*n = strtoll(s, &end, 0);
	return end != s && *end == '\0' && errno == 0 && *n >= min && *n <= max;
}

static lr_status
parse_classes(struct reader *r, char *value)
{
	struct lr_profile *p = r->p;
	char *save = NULL;

	p->nclasses = 0;
	for (char *s = strtok_r(value, " \t,", &save); s != NULL; s = strtok_r(NULL, " \t,", &save)) {
		long long n;
		if (!parse_number(s, 1, UINT16_MAX, &n))
			return complain(r, "size class '%s' is not a number from 1 to %d", s, UINT16_MAX);
		if (p->nclasses == PROFILE_MAX_CLASSES)
			return complain(r, "more than %d size classes", PROFILE_MAX_CLASSES);
		if (p->nclasses > 0 && n <= p->classes[p->nclasses - 1])
			return complain(r, "size class %lld is not larger than the one before it", n);
		p->classes[p->nclasses++] = (uint16_t)n;
	}
	return p->nclasses > 0 ? LR_OK : complain(r, "no size classes");
}

static lr_status
parse_name(struct reader *r, const struct key *k, const char *value, char *to)
{
	if (value[0] == '\0' || strlen(value) >= PROFILE_NAME_BYTES)
		return complain(r, "%s must be a name of 1 to %d bytes", k->name, PROFILE_NAME_BYTES - 1);
	for (const char *s = value; *s != '\0'; s++)
		if (isspace((unsigned char)*s) || !isprint((unsigned char)*s))
			return complain(r, "%s must be a single word", k->name);
	memcpy(to, value, strlen(value) + 1);
	return LR_OK;
}

static bool
parse_bool(const char *value, bool *b)
{
	*b = strcmp(value, "yes") == 0 || strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
	return *b || strcmp(value, "no") == 0 || strcmp(value, "false") == 0 || strcmp(value, "0") == 0;
}

static lr_status
parse_value(struct reader *r, const struct key *k, char *value)
{
	void *to = (char *)r->p + k->offset;
	long long n;

	switch (k->type) {
	case NAME:
		return parse_name(r, k, value, to);
	case CLASSES:
		return parse_classes(r, value);
	case BOOL:
		return parse_bool(value, to) ? LR_OK : complain(r, "%s must be yes or no, not '%s'", k->name, value);
	case GETTER:
		if (strcmp(value, "call") != 0 && strcmp(value, "tls") != 0)
			return complain(r, "%s must be call or tls, not '%s'", k->name, value);
		*(enum getter *)to = value[0] == 'c' ? GETTER_CALL : GETTER_TLS;
		return LR_OK;
	case INT32:
		if (!parse_number(value, INT32_MIN, INT32_MAX, &n))
			break;
		*(int32_t *)to = (int32_t)n;
		return LR_OK;
	case UINT32:
		if (!parse_number(value, 0, UINT32_MAX, &n))
			break;
		*(uint32_t *)to = (uint32_t)n;
		return LR_OK;
	case INT64: /* it becomes a displacement of an instruction */
		if (!parse_number(value, INT32_MIN, INT32_MAX, &n))
			break;
		*(int64_t *)to = n;
		return LR_OK;
	}
	return complain(r, "%s: '%s' is not a number that fits", k->name, value);
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
parse_line(struct reader *r, char *line)
{
	line[strcspn(line, "#")] = '\0';
	char *key = trim(line), *equals = strchr(key, '=');

	if (key[0] == '\0')
		return LR_OK;
	if (equals == NULL)
		return complain(r, "'%.100s' is not of the form key = value", key);
	*equals = '\0';
	key = trim(key);
	for (size_t i = 0; i < NKEYS; i++)
		if (strcmp(KEYS[i].name, key) == 0) {
			if (r->set_on[i] != 0)
				return complain(r, "%s was given on line %u already", key, r->set_on[i]);
			r->set_on[i] = r->line;
			return parse_value(r, &KEYS[i], trim(equals + 1));
		}
	return complain(r, "unknown key '%.100s'", key);
}

/* Complain about the line that gave the key. */
static lr_status
blame(struct reader *r, const char *key, const char *why)
{
	for (size_t i = 0; i < NKEYS; i++)
		if (strcmp(KEYS[i].name, key) == 0)
			r->line = r->set_on[i];
	return complain(r, "%s %s", key, why);
}

/* What each value alone cannot show. */
static lr_status
check_whole(struct reader *r)
{
	const struct lr_profile *p = r->p;

	r->line = 0;
	for (size_t i = 0; i < NKEYS; i++)
		if (KEYS[i].required && r->set_on[i] == 0)
			return complain(r, "%s is missing", KEYS[i].name);
	if ((p->tag_bits & (p->tag_bits + 1)) != 0 || p->tag_bits > 4095)
		return blame(r, "tag_bits", "must be the low bits of a word: 2^n - 1, at most 4095");
	if ((p->parent_value & ~p->parent_mask) != 0)
		return blame(r, "parent_value", "has bits outside of parent_mask: no write barrier would ever fire");
	if ((p->parent_mask & ~p->tag_bits) != 0)
		return blame(r, "parent_mask", "has bits outside of tag_bits");
	if (p->child_mask == 0 || (p->child_mask & ~p->tag_bits) != 0)
		return blame(r, "child_mask", "must be some of tag_bits");
	if ((p->image_offset[0] != '\0') != (p->image_func_slot[0] != '\0'))
		return complain(r, "image_offset and image_func_slot go together");
	if (p->getter == GETTER_TLS && p->tls_offset == 0 && p->image_offset[0] == '\0')
		return blame(r, "getter", "= tls needs tls_offset");
	return LR_OK;
}

static lr_status
read_file(struct reader *r, FILE *f)
{
	char line[LINE_BYTES];

	for (r->line = 1; fgets(line, sizeof line, f) != NULL; r->line++) {
		size_t n = strlen(line);
		if (n + 1 == sizeof line && line[n - 1] != '\n')
			return complain(r, "the line is too long");
		lr_status st = parse_line(r, line);
		if (st != LR_OK)
			return st;
	}
	if (ferror(f))
		return lr_fail(r->cx, LR_E_PROFILE, NULL, "%s: %s", r->path, strerror(errno));
	return check_whole(r);
}

int
profile_load(lr_context *cx, const char *name_or_path, struct lr_profile *p)
{
	const struct lr_profile *builtin = profile_builtin(name_or_path);

	if (builtin != NULL) {
		*p = *builtin;
		return LR_OK;
	}
	FILE *f = fopen(name_or_path, "re");
	if (f == NULL)
		return (int)lr_fail(cx, LR_E_PROFILE, NULL, "profile '%s' is neither built in (lateroot, julia-1.13) nor a file: %s",
			name_or_path, strerror(errno));
	struct lr_profile read = { 0 };
	struct reader r = { .cx = cx, .path = name_or_path, .p = &read };
	lr_status st = read_file(&r, f);
	fclose(f);
	if (st == LR_OK)
		*p = read;
	return (int)st;
}
