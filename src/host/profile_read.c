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

#include "lateroot/runtime.h"

enum { LINE_BYTES = 4096 };

enum value_type { BASE, NAME, OFFSET, INT64, UINT32, BYTE, BOOL, GETTER, GLOBALS, BARRIER, HOOKS, CLASSES };
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
	KEY(queue_root, NAME, true),
	KEY(queue_slot, NAME, false),
	KEY(log_base, NAME, false),
	KEY(parent_mask, UINT32, true),
	KEY(parent_value, UINT32, true),
	KEY(child_mask, UINT32, true),
	KEY(image_mask, UINT32, false),
	KEY(image_value, UINT32, false),
	KEY(survivors_grow_old_together, BOOL, false),
	KEY(tag_bits, UINT32, true),
	KEY(enter_handler, NAME, false),
	KEY(handler_takes_task, BOOL, false),
	KEY(handler_bytes, UINT32, false),
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
};
enum { NKEYS = sizeof KEYS / sizeof *KEYS };

struct reader {
	lr_context *cx;
	const char *name;        /* for messages */
	FILE *file;              /* or */
	const char *text;        /* the rest of it */
	unsigned line;
	struct lr_profile *p;
	unsigned set_on[NKEYS];  /* line that set the key; 0: none */
	bool inherited[NKEYS];   /* from the base; a line may override it */
	unsigned depth;          /* number of bases */
};

static lr_status read_profile(struct reader *);

__attribute__((format(printf, 2, 3)))
static lr_status
complain(const struct reader *r, const char *fmt, ...)
{
	char text[LINE_BYTES];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	return lr_fail(r->cx, LR_E_PROFILE, NULL, "%s:%u: %s", r->name, r->line, text);
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
	memset(p->classes, 0, sizeof p->classes);
	for (char *s = strtok_r(value, " \t,", &save); s != NULL; s = strtok_r(NULL, " \t,", &save)) {
		long long n;
		if (!parse_number(s, 8, UINT16_MAX, &n) || n % 8 != 0)
			return complain(r, "size class '%.40s' is not a multiple of 8 from 8 to %d", s, UINT16_MAX);
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
	memset(to, 0, PROFILE_NAME_BYTES);
	memcpy(to, value, strlen(value));
	return LR_OK;
}

/* Does the profile have a value for the key, as if a line had set it?  A key without meaning in it is zero. */
static bool
says(const struct lr_profile *p, const struct key *k)
{
	const char *at = (const char *)p + k->offset;

	switch (k->type) {
	case NAME: return *at != '\0';
	case INT64: return *(const int64_t *)(const void *)at != 0;
	case UINT32: return k->required || *(const uint32_t *)(const void *)at != 0;
	case OFFSET: return k->required || *(const int32_t *)(const void *)at != 0;
	case BOOL: return *(const bool *)at;
	case GLOBALS: return p->image_offset[0] != '\0';
	case BARRIER: return p->log_base[0] != '\0';
	default: return true;
	}
}

/* Copies all values of another profile; following lines may change them. */
static lr_status
parse_base(struct reader *r, const char *name) /* NOLINT(misc-no-recursion): as deep as bases, at most 9 */
{
	const struct lr_profile *builtin = profile_builtin(name);
	struct reader base = { .cx = r->cx,
		.name = name, .text = profile_text(name), .p = r->p, .depth = r->depth + 1 };
	lr_status st = LR_OK;

	for (size_t i = 0; i < NKEYS; i++)
		if (r->set_on[i] != 0 && KEYS[i].type != BASE)
			return complain(r, "base must come first");
	if (builtin == NULL && base.text == NULL)
		return complain(r, "base must be the name of a profile that comes with lateroot, not '%.100s'", name);
	if (r->depth > 8)
		return complain(r, "too many bases");
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
parse_barrier(struct reader *r, const struct key *k, const char *value, enum barrier_kind *to)
{
	static const char *const names[] = { "mark-bits", "object-log", "slot-log", "snapshot" };

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(value, names[i]) == 0) {
			*to = (enum barrier_kind)i;
			return LR_OK;
		}
	return complain(r, "%s must be mark-bits, object-log, slot-log or snapshot, not '%.100s'", k->name, value);
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

static lr_status
parse_value(struct reader *r, const struct key *k, char *value) /* NOLINT(misc-no-recursion): as deep as bases, at most
                                                                 * 9 */
{
	void *to = (char *)r->p + k->offset;
	long long n;

	switch (k->type) {
	case BASE:
		return parse_base(r, value);
	case NAME:
		return parse_name(r, k, value, to);
	case CLASSES:
		return parse_classes(r, value);
	case BOOL:
		return parse_bool(value, to) ? LR_OK
			: complain(r, "%s must be yes or no, not '%.100s'", k->name, value);
	case GETTER:
		if (strcmp(value, "call") != 0 && strcmp(value, "tls") != 0)
			return complain(r, "%s must be call or tls, not '%.100s'", k->name, value);
		*(enum getter *)to = value[0] == 'c' ? GETTER_CALL : GETTER_TLS;
		return LR_OK;
	case GLOBALS:
		if (strcmp(value, "hidden") != 0 && strcmp(value, "alias") != 0)
			return complain(r, "%s must be hidden or alias, not '%.100s'", k->name, value);
		*(enum image_globals *)to = value[0] == 'h' ? IMAGE_HIDDEN : IMAGE_ALIAS;
		return LR_OK;
	case BARRIER:
		return parse_barrier(r, k, value, to);
	case HOOKS:
		if (!parse_hooks(value, to))
			return complain(r, "%s must be none, lr_type or unless-marked, not '%.100s'", k->name, value);
		return LR_OK;
	case OFFSET:
		if (parse_number(value, INT32_MIN, -1, &n))
			return complain(r, "%s must not be negative", k->name);
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
	return complain(r, "%s: '%.100s' is not a number that fits", k->name, value);
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
parse_line(struct reader *r, char *line) /* NOLINT(misc-no-recursion): as deep as bases, at most 9 */
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
			if (r->set_on[i] != 0 && !r->inherited[i])
				return complain(r, "%s was given on line %u already", key, r->set_on[i]);
			r->set_on[i] = r->line;
			r->inherited[i] = false;
			return parse_value(r, &KEYS[i], trim(equals + 1));
		}
	return complain(r, "unknown key '%.100s'", key);
}

/* Reports an error about the line that set the key. */
static lr_status
blame(struct reader *r, const char *key, const char *why)
{
	for (size_t i = 0; i < NKEYS; i++)
		if (strcmp(KEYS[i].name, key) == 0 && r->set_on[i] != 0)
			r->line = r->set_on[i];
	return complain(r, "%s %s", key, why);
}

static bool
given(const struct reader *r, const char *key)
{
	for (size_t i = 0; i < NKEYS; i++)
		if (strcmp(KEYS[i].name, key) == 0)
			return r->set_on[i] != 0;
	return false;
}

static lr_status
check_addresses(struct reader *r)
{
	const struct lr_profile *p = r->p;

	if (!p->ptls_is_pgcstack && !given(r, "ptls_in_task"))
		return complain(r, "ptls_in_task is missing");
	if (p->ptls_is_pgcstack && p->ptls_in_task != 0)
		return blame(r, "ptls_in_task", "has no meaning where ptls_is_pgcstack");
	if (p->gc_state_in_ptls >= p->safepoint_in_ptls && p->gc_state_in_ptls - p->safepoint_in_ptls < 8)
		return blame(r, "gc_state_in_ptls", "lies within the word at safepoint_in_ptls");
	if (p->gc_state_safe == p->gc_state_unsafe)
		return blame(r, "gc_state_safe", "is the same as gc_state_unsafe");
	if (p->getter == GETTER_CALL && p->getter_name[0] == '\0')
		return blame(r, "getter", "= call needs getter_name");
	if (p->getter == GETTER_TLS && !given(r, "tls_offset"))
		return blame(r, "getter", "= tls needs tls_offset");
	if (p->getter == GETTER_CALL && given(r, "tls_offset"))
		return blame(r, "tls_offset", "has no meaning where getter = call");
	if ((p->image_offset[0] != '\0') != (p->image_func_slot[0] != '\0'))
		return blame(r, p->image_offset[0] != '\0' ? "image_offset" : "image_func_slot",
			"stands alone: image_offset and image_func_slot go together");
	if (p->image_offset[0] == '\0' && (given(r, "image_globals") || given(r, "image_key_slot")))
		return blame(r, given(r, "image_globals") ? "image_globals" : "image_key_slot",
			"has no meaning without image_offset");
	if (p->getter_or_null[0] != '\0' && p->adopt_thread[0] == '\0')
		return blame(r, "getter_or_null", "has no meaning without adopt_thread");
	return LR_OK;
}

static lr_status
check_allocation(struct reader *r)
{
	const struct lr_profile *p = r->p;

	if (p->nclasses > 1 && p->pool_stride == 0)
		return blame(r, "pool_stride", "= 0 puts all size classes into one pool");
	if (p->pool_offset + (int64_t)p->pool_stride * (p->nclasses - 1) > INT32_MAX)
		return blame(r, "pool_stride", "takes the last size class beyond 32 bits");
	if (p->allocated_in_ptls != 0 && p->runs_in_ptls == 0)
		return blame(r, "allocated_in_ptls", "has no meaning without runs_in_ptls");
	if (strcmp(p->small_alloc, p->big_alloc) == 0)
		return blame(r, "big_alloc", "is small_alloc, too, but is called differently");
	return LR_OK;
}

static lr_status
check_barrier(struct reader *r)
{
	const struct lr_profile *p = r->p;

	if (p->barrier != BARRIER_MARK_BITS) /* collections set log bits anew, whatever the objects' ages are */
		r->p->survivors_grow_old_together = false;
	if (p->barrier != BARRIER_MARK_BITS && (p->log_base[0] == '\0' || p->queue_slot[0] == '\0'))
		return blame(r, "barrier", "= object-log, slot-log and snapshot need log_base and queue_slot");
	if (p->barrier == BARRIER_MARK_BITS && (p->log_base[0] != '\0' || p->queue_slot[0] != '\0'))
		return blame(r, p->log_base[0] != '\0' ? "log_base" : "queue_slot",
			"has no meaning where barrier = mark-bits");
	if ((p->tag_bits & (p->tag_bits + 1)) != 0 || p->tag_bits > 4095)
		return blame(r, "tag_bits", "must be the low bits of a word: 2^n - 1, at most 4095");
	if ((p->parent_value & ~p->parent_mask) != 0)
		return blame(r, "parent_value", "has bits outside of parent_mask: no write barrier would ever fire");
	if ((p->parent_mask & ~p->tag_bits) != 0)
		return blame(r, "parent_mask", "has bits outside of tag_bits");
	if (p->child_mask == 0 || (p->child_mask & ~p->tag_bits) != 0)
		return blame(r, "child_mask", "must be some of tag_bits");
	if ((p->image_value & ~p->image_mask) != 0)
		return blame(r, "image_value", "has bits outside of image_mask");
	if ((p->image_mask & ~p->tag_bits) != 0)
		return blame(r, "image_mask", "has bits outside of tag_bits");
	return LR_OK;
}

static lr_status
check_handlers(struct reader *r)
{
	const struct lr_profile *p = r->p;

	if (p->enter_handler[0] == '\0') {
		if (given(r, "handler_bytes") || given(r, "setjmp_name") || given(r, "handler_takes_task"))
			return blame(r,
				given(r, "handler_bytes") ? "handler_bytes"
					: given(r, "setjmp_name") ? "setjmp_name"
					: "handler_takes_task",
				"has no meaning without enter_handler");
		return LR_OK;
	}
	if (p->setjmp_name[0] == '\0')
		return blame(r, "enter_handler", "needs setjmp_name");
	if (p->handler_bytes == 0 || p->handler_bytes > 65536)
		return given(r, "handler_bytes") ? blame(r, "handler_bytes", "must be from 1 to 65536")
			: blame(r, "enter_handler", "needs handler_bytes");
	return LR_OK;
}

static lr_status
check_reset(struct reader *r)
{
	static const char *const others[] = { "eh_in_task", "reset_bytes", "reset_align", "reset_setjmp" };
	struct lr_profile *p = r->p;

	if (p->reset_ctx_in_task == 0) {
		for (size_t i = 0; i < sizeof others / sizeof *others; i++)
			if (given(r, others[i]))
				return blame(r, others[i], "has no meaning without reset_ctx_in_task");
		return LR_OK;
	}
	if (!given(r, "reset_align"))
		p->reset_align = 16;
	if (!given(r, "eh_in_task") || !given(r, "reset_bytes"))
		return blame(r, "reset_ctx_in_task", "needs eh_in_task and reset_bytes");
	if (p->reset_bytes < 32 || p->reset_bytes > 65536 || p->reset_bytes % 8 != 0)
		return blame(r, "reset_bytes", "must be a multiple of 8 from 32 to 65536");
	if (p->reset_align < 8 || p->reset_align > 4096 || (p->reset_align & (p->reset_align - 1)) != 0)
		return blame(r, "reset_align", "must be a power of two from 8 to 4096");
	if (p->reset_setjmp[0] == '\0' && p->setjmp_name[0] == '\0')
		return blame(r, "reset_ctx_in_task", "needs reset_setjmp or setjmp_name");
	return LR_OK;
}

/* Checks conditions between several values. */
static lr_status
check_whole(struct reader *r)
{
	for (size_t i = 0; i < NKEYS; i++)
		if (KEYS[i].required && r->set_on[i] == 0)
			return complain(r, "%s is missing", KEYS[i].name);
	if (!given(r, "gc_state_safe"))
		r->p->gc_state_safe = LR_GC_STATE_SAFE; /* the same in all runtimes of this dialect */
	if (!given(r, "comparisons_are_uses"))
		r->p->comparisons_are_uses = true;
	lr_status st = check_addresses(r);
	if (st == LR_OK)
		st = check_allocation(r);
	if (st == LR_OK)
		st = check_barrier(r);
	if (st == LR_OK)
		st = check_reset(r);
	return st == LR_OK ? check_handlers(r) : st;
}

/* ---- lines ---- */

static int
next_byte(struct reader *r)
{
	if (r->text == NULL)
		return getc(r->file);
	return *r->text != '\0' ? (unsigned char)*r->text++ : EOF;
}

/* Reads the next line without its end; false at the end of the input, or after an error, which sets *st. */
static bool
next_line(struct reader *r, char *line, lr_status *st)
{
	size_t n = 0;
	int c = next_byte(r);

	if (c == EOF)
		return false;
	r->line++;
	for (; c != EOF && c != '\n'; c = next_byte(r)) {
		if (c == '\0')
			*st = complain(r, "a zero byte: this is no text");
		else if (n + 1 == LINE_BYTES)
			*st = complain(r, "the line is too long");
		if (*st != LR_OK)
			return false;
		line[n++] = (char)c;
	}
	line[n] = '\0';
	return true;
}

static lr_status
read_profile(struct reader *r) /* NOLINT(misc-no-recursion): as deep as bases, at most 9 */
{
	char line[LINE_BYTES];
	lr_status st = LR_OK;

	while (st == LR_OK && next_line(r, line, &st))
		st = parse_line(r, line);
	if (st != LR_OK)
		return st;
	if (r->text == NULL && ferror(r->file))
		return lr_fail(r->cx, LR_E_PROFILE, NULL, "%s: %s", r->name, strerror(errno));
	return check_whole(r);
}

lr_status
profile_read_text(lr_context *cx, const char *name, const char *text, struct lr_profile *p)
{
	struct reader r = { .cx = cx, .name = name, .text = text, .p = p };

	return read_profile(&r);
}

lr_status
profile_read_file(lr_context *cx, const char *path, FILE *f, struct lr_profile *p)
{
	struct reader r = { .cx = cx, .name = path, .file = f, .p = p };

	return read_profile(&r);
}
