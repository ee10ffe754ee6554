/* SPDX-License-Identifier: MIT */
/* snapshot.c -- the heap as JSON, written while it is walked.
**
** docs/snapshots.md describes the format.  Roots are written before the first object, because a walk tells when it
** begins and not when it ends.  No memory is taken while the world is stopped. */
#include "runtime/inspect/inspect.h"
#include "runtime/os/os.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if !defined(O_BINARY)
#define O_BINARY 0
#endif
#if !defined(O_CLOEXEC)
#define O_CLOEXEC 0
#endif

enum { BUFFER_BYTES = 16384 };

struct snapshot {
	lr_snapshot_write *write;
	void *user;
	int status;                /* other than 0: nothing more is written */
	bool roots_done;
	bool first_edge;
	uint64_t roots, objects, edges, bytes;
	struct symbols symbols;
	size_t used;
	char buffer[BUFFER_BYTES];
};

static void
flush(struct snapshot *s)
{
	if (s->status == 0 && s->used != 0)
		s->status = s->write(s->user, s->buffer, s->used);
	s->used = 0;
}

static void
put_bytes(struct snapshot *s, const char *text, size_t n)
{
	while (n != 0) {
		const size_t now = n < BUFFER_BYTES - s->used ? n : BUFFER_BYTES - s->used;

		memcpy(s->buffer + s->used, text, now);
		s->used += now;
		text += now;
		n -= now;
		if (s->used == BUFFER_BYTES)
			flush(s);
	}
}

static void
put(struct snapshot *s, const char *text)
{
	put_bytes(s, text, strlen(text));
}

/* Writes `text`, and then a number. */
static void
put_number(struct snapshot *s, const char *text, uint64_t n)
{
	char digits[20];
	size_t at = sizeof digits;

	do {
		digits[--at] = (char)('0' + n % 10);
		n /= 10;
	} while (n != 0);
	put(s, text);
	put_bytes(s, digits + at, sizeof digits - at);
}

static void
put_address(struct snapshot *s, const char *text, const void *address)
{
	if (address != NULL)
		put_number(s, text, (uintptr_t)address);
}

/* Returns the length of the UTF-8 character at `s`, or 0. */
static size_t
utf8_length(const unsigned char *s)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const size_t n = s[0] < 0x80 ? 1 : s[0] >> 5 == 6 ? 2 : s[0] >> 4 == 14 ? 3 : s[0] >> 3 == 30 ? 4 : 0;
	uint32_t c = n != 0 ? s[0] & (0xFFu >> (n + 1)) : 0;

	if (n < 2)
		return n;
	for (size_t i = 1; i < n; i++) {
		if (s[i] >> 6 != 2)
			return 0;
		c = c << 6 | (s[i] & 63);
	}
	return c < least[n] || c > 0x10FFFF || c >> 11 == 27 ? 0 : n;
}

/* Writes a JSON string; what is no UTF-8 becomes U+FFFD. */
static void
put_string(struct snapshot *s, const char *text)
{
	static const char hex[] = "0123456789abcdef";

	put(s, "\"");
	while (*text != '\0') {
		const unsigned char c = (unsigned char)*text;
		const size_t n = utf8_length((const unsigned char *)text);

		if (c < 0x20 || c == '"' || c == '\\')
			put_bytes(s, (const char[]){ '\\', 'u', '0', '0', hex[c >> 4], hex[c & 15] }, 6);
		else if (n == 0)
			put(s, "\\ufffd");
		else
			put_bytes(s, text, n);
		text += n != 0 ? n : 1;
	}
	put(s, "\"");
}

static void
put_root(void *user, const struct root *r)
{
	struct snapshot *s = user;

	s->roots++;
	put(s, ",\n{\"root\":");
	put_string(s, root_kind_names[r->kind]);
	put_number(s, ",\"object\":", (uintptr_t)r->object);
	if (r->kind == ROOT_FRAME || r->kind == ROOT_TASK) {
		put_number(s, ",\"thread\":", r->thread);
		put_address(s, ",\"task\":", r->task);
	}
	if (r->kind == ROOT_FRAME) {
		put_number(s, ",\"depth\":", r->depth);
		put_address(s, ",\"frame\":", r->frame);
		put_address(s, ",\"pc\":", r->pc);
		symbols_add(&s->symbols, r->pc);
	}
	if (r->kind != ROOT_FINALIZER)
		put_number(s, ",\"slot\":", r->index);
	put_address(s, ",\"owner\":", r->owner);
	symbols_add(&s->symbols, r->owner);
	if (r->kind == ROOT_GLOBAL) {
		put_address(s, ",\"address\":", r->slot);
		symbols_add(&s->symbols, r->slot);
	}
	put(s, "}");
}

static void
put_edge(void *user, const struct edge *e)
{
	static const char *const end[] = { "", ",\"element\"", ",\"outside\"", ",\"value\"" };
	struct snapshot *s = user;

	s->edges++;
	put_number(s, s->first_edge ? "[" : ",[", e->word);
	put_number(s, ",", (uintptr_t)e->target);
	put(s, end[e->kind]);
	put(s, "]");
	s->first_edge = false;
}

static int
put_object(void *user, const struct lr_heap_object *o)
{
	struct snapshot *s = user;

	if (!s->roots_done) {
		const int status = roots_each(put_root, s);
		if (status != LR_RT_OK && s->status == 0)
			s->status = status;
		s->roots_done = true;
	}
	s->objects++;
	s->bytes += o->bytes;
	put_number(s, ",\n{\"id\":", (uintptr_t)o->object);
	put(s, ",\"type\":");
	if (o->type != NULL)
		put_string(s, heap_type_name(o->type));
	else
		put(s, "null");
	put_number(s, ",\"bytes\":", o->bytes);
	put_number(s, ",\"generation\":", o->generation);
	put(s, ",\"edges\":[");
	s->first_edge = true;
	edges_each(o->object, o->bytes, put_edge, s);
	put(s, "]}");
	return s->status;
}

/* The world runs again. */
static void
put_symbols(struct snapshot *s)
{
	struct os_symbol symbol;

	for (size_t i = 0; i < sizeof s->symbols.at / sizeof *s->symbols.at; i++) {
		if (s->symbols.at[i] == NULL || !os_find_symbol(s->symbols.at[i], &symbol))
			continue;
		put_number(s, ",\n{\"address\":", (uintptr_t)s->symbols.at[i]);
		if (symbol.name != NULL) {
			put(s, ",\"symbol\":");
			put_string(s, symbol.name);
			put_number(s, ",\"offset\":", symbol.offset);
		}
		put(s, ",\"file\":");
		put_string(s, symbol.file);
		put_number(s, ",\"file_offset\":", symbol.file_offset);
		put(s, "}");
	}
}

int
snapshot_write(heap_walker *walk, lr_snapshot_write *write, void *user)
{
	struct snapshot *s = malloc(sizeof *s);
	int status;

	if (s == NULL)
		return LR_RT_E_NOMEM;
	memset(s, 0, offsetof(struct snapshot, buffer));
	s->write = write;
	s->user = user;
	put_number(s, "[{\"format\":\"lateroot-heap\",\"version\":", LR_SNAPSHOT_VERSION);
	put_number(s, ",\"word_bytes\":", sizeof(void *));
	put(s, rt_gc_is_off() ? ",\"collected\":false}" : ",\"collected\":true}");
	status = walk(put_object, s);
	put_symbols(s);
	put_number(s, ",\n{\"end\":true,\"roots\":", s->roots);
	put_number(s, ",\"objects\":", s->objects);
	put_number(s, ",\"edges\":", s->edges);
	put_number(s, ",\"bytes\":", s->bytes);
	put(s, "}]\n");
	if (status == 0)
		flush(s);
	if (status == 0)
		status = s->status;
	free(s);
	return status;
}

/* ---- to a file ---- */

struct output { int fd, why; /* errno of the call that failed */ };

static int
write_all(void *user, const char *bytes, size_t n)
{
	struct output *o = user;

	while (n != 0) {
		const ssize_t written = write(o->fd, bytes, (unsigned)n); /* at most BUFFER_BYTES */

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0) {
			o->why = errno;
			return LR_RT_E_SYSTEM;
		}
		bytes += written;
		n -= (size_t)written;
	}
	return 0;
}

int
snapshot_file(heap_walker *walk, const char *path)
{
	struct output o = { .fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_BINARY | O_CLOEXEC, 0666) };
	struct stat info;

	if (o.fd < 0)
		return LR_RT_E_SYSTEM;
	const bool is_file = fstat(o.fd, &info) == 0 && S_ISREG(info.st_mode);
	int status = snapshot_write(walk, write_all, &o);
	if (close(o.fd) != 0 && status == 0) {
		status = LR_RT_E_SYSTEM;
		o.why = errno;
	}
	if (status != 0 && is_file)
		unlink(path);
	errno = o.why;
	return status;
}
