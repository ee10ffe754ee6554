/* SPDX-License-Identifier: MIT */
/* profile_value.c -- the values of ABI profiles, by the type of their key. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "host/profile_reader.h"

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
		for (uint32_t i = 0; i < p->nclasses; i++)
			if (n == p->classes[i])
				return profile_complain(r, "size class %lld is there already", n);
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

lr_status
profile_parse_value(struct profile_reader *r, const struct key *k, char *value)
{
	static const char *const unmarked[] = { "unknown", "plain" }, *const layouts[] = { "next-map", "count-prev" };
	void *to = (char *)r->p + k->offset;
	lr_status st;
	long long n;
	int which;

	switch (k->type) {
	case BASE:
		break;
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
