/* SPDX-License-Identifier: MIT */
/* heap_read.c -- reads a snapshot of a heap, record by record, so that no tree of the whole file is made. */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "heap.h"
#include "tool.h"

enum {
	NAME_BYTES = 200,          /* longer names of types are cut */
	MOST_SYMBOLS = 4096        /* a runtime writes fewer; others are passed over */
};

const char *const heap_edge_kinds[HEAP_EDGE_KINDS] = { "", "element", "outside", "value" };

struct reader {
	struct heap *h;
	const char *path;
	const char *at, *end;
	/* For messages: the begin of the record that is being read; NULL: the whole file was read.  Lines are counted
	** up to `counted`, and `line` is the one there. */
	const char *record, *counted;
	uint32_t line;
	uint32_t *type_hash, type_slots; /* number + 1; a power of two */
	bool failed;
};

/* The line in which the record begins, or the one that the caller of `bad` has set. */
static uint32_t
line_of_record(struct reader *r)
{
	for (const char *s; r->record != NULL && r->counted < r->record; r->counted = s + 1) {
		s = memchr(r->counted, '\n', (size_t)(r->record - r->counted));
		if (s == NULL) {
			r->counted = r->record;
			break;
		}
		r->line += r->line < INT32_MAX;
	}
	return r->line;
}

/* Reports what is wrong with a record; false. */
__attribute__((format(printf, 2, 3)))
static bool
bad(struct reader *r, const char *format, ...)
{
	char what[400];
	va_list args;

	if (r->failed)
		return false;
	r->failed = true;
	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	say_error("%s:%u: %s", r->path, line_of_record(r), what);
	return false;
}

static bool
no_memory(struct reader *r)
{
	if (!r->failed)
		say_error("out of memory");
	r->failed = true;
	return false;
}

bool
heap_grow(void *array, size_t n, size_t bytes)
{
	void **at = array, *more;

	if (n != 0 && (n & (n - 1)) != 0) /* the size is the next power of two */
		return true;
	if (n > SIZE_MAX / 2 / bytes || (more = realloc(*at, (n != 0 ? 2 * n : 1) * bytes)) == NULL)
		return false;
	*at = more;
	return true;
}
#define GROW(r, array, n) (heap_grow(&(array), (n), sizeof *(array)) || no_memory(r))

/* A number of a record; `otherwise` if there is none. */
static uint64_t
number(struct reader *r, const json_t *record, const char *key, uint64_t otherwise)
{
	const json_t *value = json_object_get(record, key);

	if (value == NULL)
		return otherwise;
	if (!json_is_integer(value) || json_integer_value(value) < 0) {
		bad(r, "'%s' is no number from 0 on", key);
		return otherwise;
	}
	return (uint64_t)json_integer_value(value);
}

/* A number that must be there, and not 0. */
static uint64_t
needed(struct reader *r, const json_t *record, const char *key)
{
	const uint64_t n = number(r, record, key, 0);

	if (n == 0)
		bad(r, "'%s' is missing, or 0", key);
	return n;
}

static char *
cut_name(const char *name)
{
	size_t n = strlen(name);

	if (n > NAME_BYTES)
		for (n = NAME_BYTES; n > 0 && ((unsigned char)name[n] & 0xC0) == 0x80; n--)
			;
	return strndup(name, n);
}

static uint32_t
hash_of(const char *s)
{
	uint32_t h = 2166136261u;

	for (; *s != '\0'; s++)
		h = (h ^ (unsigned char)*s) * 16777619u;
	return h;
}

static bool
rehash(struct reader *r)
{
	const uint32_t n = r->type_slots != 0 ? r->type_slots * 2 : 256;
	uint32_t *hash = n != 0 ? calloc(n, sizeof *hash) : NULL;

	if (hash == NULL)
		return no_memory(r);
	for (uint32_t i = 0; i < r->h->ntypes; i++) {
		uint32_t k = hash_of(r->h->type[i].name) & (n - 1);
		while (hash[k] != 0)
			k = (k + 1) & (n - 1);
		hash[k] = i + 1;
	}
	free(r->type_hash);
	r->type_hash = hash;
	r->type_slots = n;
	return true;
}

static uint32_t
type_number(struct reader *r, const char *full_name)
{
	struct heap *h = r->h;
	char *name = cut_name(full_name);

	if (name == NULL || (h->ntypes * 2 >= r->type_slots && !rehash(r))) {
		free(name);
		no_memory(r);
		return 0;
	}
	uint32_t k = hash_of(name) & (r->type_slots - 1);
	for (; r->type_hash[k] != 0; k = (k + 1) & (r->type_slots - 1))
		if (strcmp(h->type[r->type_hash[k] - 1].name, name) == 0) {
			free(name);
			return r->type_hash[k] - 1;
		}
	if (!GROW(r, h->type, h->ntypes)) {
		free(name);
		return 0;
	}
	h->type[h->ntypes] = (struct heap_type){ .name = name };
	r->type_hash[k] = (uint32_t)++h->ntypes;
	return (uint32_t)h->ntypes - 1;
}

static void
read_edge(struct reader *r, const json_t *edge)
{
	const json_t *word = json_array_get(edge, 0), *to = json_array_get(edge, 1), *kind = json_array_get(edge, 2);
	struct heap *h = r->h;
	struct heap_edge e = { .kind = HEAP_WORD };

	if (!json_is_integer(word) || json_integer_value(word) < 0 || !json_is_integer(to)
		|| json_integer_value(to) <= 0 || (kind != NULL && !json_is_string(kind))) {
		bad(r, "an edge is not [word, id] or [word, id, \"where\"]");
		return;
	}
	for (int k = 0; k < HEAP_EDGE_KINDS; k++)
		if (kind != NULL && strcmp(json_string_value(kind), heap_edge_kinds[k]) == 0)
			e.kind = (uint8_t)k;
	e.to.id = (uint64_t)json_integer_value(to);
	e.word = json_integer_value(word) < UINT32_MAX ? (uint32_t)json_integer_value(word) : UINT32_MAX;
	if (GROW(r, h->edge, h->nedges))
		h->edge[h->nedges++] = e;
}

static void
read_object(struct reader *r, const json_t *record)
{
	const json_t *type = json_object_get(record, "type"), *edges = json_object_get(record, "edges"), *edge;
	struct heap *h = r->h;
	size_t i;

	if (type != NULL && !json_is_null(type) && !json_is_string(type))
		bad(r, "'type' is no string");
	if (edges != NULL && !json_is_array(edges))
		bad(r, "'edges' is no array");
	if (h->nobjects >= HEAP_NONE - 2)
		bad(r, "too many objects");
	if (r->failed || !GROW(r, h->object, h->nobjects))
		return;
	struct heap_object o = { .id = needed(r, record, "id"), .bytes = number(r, record, "bytes", 0),
		.first_edge = h->nedges, .line = line_of_record(r) & INT32_MAX,
		.old = number(r, record, "generation", 0) != 0,
		.type = type_number(r, json_is_string(type) ? json_string_value(type) : "(no type)") };
	if (__builtin_add_overflow(h->bytes, o.bytes, &h->bytes))
		bad(r, "the sizes of objects are impossible");
	h->object[h->nobjects++] = o;
	json_array_foreach(edges, i, edge)
		if (!r->failed)
			read_edge(r, edge);
}

static void
read_root(struct reader *r, const json_t *record)
{
	const char *kind = json_string_value(json_object_get(record, "root"));
	struct heap *h = r->h;

	if (kind == NULL) {
		bad(r, "'root' is no string");
		return;
	}
	struct heap_root root = { .id = needed(r, record, "object"), .line = line_of_record(r),
		.thread = number(r, record, "thread", 0),
		.depth = number(r, record, "depth", 0), .slot = number(r, record, "slot", 0),
		.at = number(r, record, "address", 0) };
	if (root.at == 0)
		root.at = number(r, record, "pc", number(r, record, "owner", 0));
	snprintf(root.kind, sizeof root.kind, "%s", kind);
	for (char *s = root.kind; *s != '\0'; s++) /* cut off, it may be no UTF-8 */
		if ((unsigned char)*s >= 0x80)
			*s = '?';
	if (h->nroots >= HEAP_NONE - 2)
		bad(r, "too many roots");
	if (!r->failed && GROW(r, h->root, h->nroots))
		h->root[h->nroots++] = root;
}

static void
read_symbol(struct reader *r, const json_t *record)
{
	const char *name = json_string_value(json_object_get(record, "symbol"));
	struct heap *h = r->h;

	if (name == NULL || h->nsymbols == MOST_SYMBOLS || !GROW(r, h->symbol, h->nsymbols))
		return;
	struct heap_symbol s = { needed(r, record, "address"), cut_name(name), number(r, record, "offset", 0) };
	if (s.name == NULL)
		no_memory(r);
	else
		h->symbol[h->nsymbols++] = s;
}

static void
read_head(struct reader *r, const json_t *record)
{
	const char *format = json_string_value(json_object_get(record, "format"));
	const json_t *collected = json_object_get(record, "collected");

	if (format == NULL || strcmp(format, "lateroot-heap") != 0)
		bad(r, "no snapshot of a heap: the first record has not \"format\": \"lateroot-heap\"");
	else if (number(r, record, "version", 0) != 1)
		bad(r, "version %llu of the format; this tool reads version 1",
			(unsigned long long)number(r, record, "version", 0));
	const uint64_t word = number(r, record, "word_bytes", 8);
	if (word != 4 && word != 8)
		bad(r, "'word_bytes' is %llu, and words have 4 or 8 bytes", (unsigned long long)word);
	r->h->collected = collected == NULL || !json_is_false(collected);
}

static void
check_count(struct reader *r, const json_t *end, const char *key, uint64_t there)
{
	const uint64_t told = number(r, end, key, there);

	if (told != there)
		bad(r, "the end tells of %llu %s, and there are %llu", (unsigned long long)told, key,
			(unsigned long long)there);
}

static void
skip_space(struct reader *r)
{
	while (r->at < r->end && strchr(" \t\r\n", *r->at) != NULL && *r->at != '\0')
		r->at++;
}

/* Reads the next record, behind the character before it.  NULL: the reason has been reported. */
static json_t *
next_record(struct reader *r, char before, const char *otherwise)
{
	json_error_t error;

	skip_space(r);
	r->record = r->at;
	if (r->at == r->end || *r->at != before) {
		bad(r, "%s", otherwise);
		return NULL;
	}
	r->at++;
	skip_space(r);
	r->record = r->at;
	const size_t left = (size_t)(r->end - r->at);
	json_t *record = json_loadb(r->at, left < INT32_MAX ? left : INT32_MAX, JSON_DISABLE_EOF_CHECK, &error);
	if (record == NULL) {
		r->record += error.position > 0 && (size_t)error.position < left ? (size_t)error.position : 0;
		bad(r, "no valid JSON: %s", error.text);
	} else if (!json_is_object(record)) {
		bad(r, "a record is no object");
	} else {
		r->at += error.position;
		return record;
	}
	json_decref(record);
	return NULL;
}

static void
read_end(struct reader *r, const json_t *record)
{
	check_count(r, record, "roots", r->h->nroots);
	check_count(r, record, "objects", r->h->nobjects);
	check_count(r, record, "edges", r->h->nedges);
	check_count(r, record, "bytes", r->h->bytes);
	if (!json_is_true(json_object_get(record, "end")))
		bad(r, "'end' is not true");
	skip_space(r);
	if (r->at < r->end && *r->at == ']')
		r->at++;
	else
		bad(r, "']' is missing behind the end");
	skip_space(r);
	if (r->at < r->end)
		bad(r, "something follows the end");
}

static void
read_records(struct reader *r)
{
	json_t *record = next_record(r, '[', "no snapshot of a heap: it does not begin with '['");

	if (record != NULL)
		read_head(r, record);
	for (bool end = false; record != NULL && !end && !r->failed;) {
		json_decref(record);
		record = next_record(r, ',', "the snapshot is cut off: its end is missing");
		if (record == NULL)
			break;
		end = json_object_get(record, "end") != NULL;
		if (end)
			read_end(r, record);
		else if (json_object_get(record, "id") != NULL)
			read_object(r, record);
		else if (json_object_get(record, "root") != NULL)
			read_root(r, record);
		else if (json_object_get(record, "address") != NULL)
			read_symbol(r, record);
	}
	json_decref(record);
}

/* ---- from ids to nodes ---- */

static uint64_t
mix(uint64_t x)
{
	x ^= x >> 32;
	x *= 0xD6E8FEB86659FD93u;
	return x ^ x >> 32;
}

static uint32_t
find(const struct heap *h, const uint32_t *hash, uint64_t slots, uint64_t id)
{
	for (uint64_t k = mix(id) & (slots - 1); hash[k] != 0; k = (k + 1) & (slots - 1))
		if (h->object[hash[k] - 1].id == id)
			return hash[k] - 1;
	return HEAP_NONE;
}

/* Returns the hash table of ids; NULL: the reason has been reported. */
static uint32_t *
hash_ids(struct reader *r, uint64_t slots)
{
	struct heap *h = r->h;
	uint32_t *hash = calloc(slots, sizeof *hash);

	if (hash == NULL)
		no_memory(r);
	for (uint32_t i = 0; i < h->nobjects && !r->failed; i++) {
		uint64_t k = mix(h->object[i].id) & (slots - 1);

		for (; hash[k] != 0; k = (k + 1) & (slots - 1))
			if (h->object[hash[k] - 1].id == h->object[i].id) {
				r->line = h->object[i].line;
				bad(r, "object %llu is there twice; the first is in line %u",
					(unsigned long long)h->object[i].id, h->object[hash[k] - 1].line);
				break;
			}
		hash[k] = i + 1;
	}
	return hash;
}

static void
resolve(struct reader *r)
{
	struct heap *h = r->h;
	uint64_t slots = 16;

	while (slots < 2 * (uint64_t)h->nobjects)
		slots *= 2;
	uint32_t *hash = hash_ids(r, slots);
	for (size_t i = 0; i < h->nobjects && !r->failed; i++)
		for (uint64_t e = h->object[i].first_edge; e < h->object[i + 1].first_edge && !r->failed; e++) {
			const uint64_t id = h->edge[e].to.id;
			const uint32_t node = find(h, hash, slots, id);
			r->line = h->object[i].line;
			if (node == HEAP_NONE)
				bad(r, "object %llu refers to %llu, which is not there",
					(unsigned long long)h->object[i].id, (unsigned long long)id);
			h->edge[e].to.node = node;
		}
	for (size_t i = 0; i < h->nroots && !r->failed; i++) {
		r->line = h->root[i].line;
		if ((h->root[i].object = find(h, hash, slots, h->root[i].id)) == HEAP_NONE)
			bad(r, "a root refers to %llu, which is not there", (unsigned long long)h->root[i].id);
	}
	free(hash);
}

bool
heap_read(struct heap *h, const char *path)
{
	struct bytes file;
	struct reader r = { .h = h, .path = path, .line = 1 };

	if (!read_input(path, &file))
		return false;
	r.at = r.record = r.counted = file.data;
	r.end = file.data + file.size;
	read_records(&r);
	free(r.type_hash);
	free(file.data);
	r.record = NULL;
	if (!r.failed && GROW(&r, h->object, h->nobjects)) {
		h->object[h->nobjects] = (struct heap_object){ .first_edge = h->nedges };
		resolve(&r);
	}
	return !r.failed;
}

void
heap_free(struct heap *h)
{
	for (size_t i = 0; i < h->ntypes; i++)
		free(h->type[i].name);
	for (size_t i = 0; i < h->nsymbols; i++)
		free(h->symbol[i].name);
	free(h->object);
	free(h->edge);
	free(h->root);
	free(h->type);
	free(h->symbol);
	free(h->from);
	free(h->by);
	free(h->dominator);
	free(h->retained);
}
