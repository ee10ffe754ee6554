/* SPDX-License-Identifier: MIT */
/* Reading from ports, and writing to them. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include "port.h"

enum want { INPUT = 1, OUTPUT = 2, TEXT = 4, BINARY = 8 };

/* The port that is argument `at`, or the current one. */
static struct port *
wanted(scm *a, int64_t n, int64_t at, int want, const char *who)
{
	struct port *p = n > at ? port_of(a[at], who) : port_current(want & INPUT);
	scm x = n > at ? a[at] : SCM_FALSE;
	if (((want & INPUT) && !p->input) || ((want & OUTPUT) && !p->output) || (!p->standard
		&& (((want & TEXT) && p->binary) || ((want & BINARY) && !p->binary))))
		scm_wrong_type(who, x);
	if (p->f == NULL)
		scm_error(who, "the port is closed", scm_cons(x, SCM_NIL));
	if ((want & INPUT) && p->standard)
		fflush(stdout);
	return p;
}

/* ---- characters ---- */

static int
get_byte(FILE *f)
{
	for (;;) {
		int c = getc(f);
		if (c != EOF || !ferror(f) || errno != EINTR)
			return c;
		clearerr(f);
		scm_check_stack(); /* Ctrl-C */
	}
}

int64_t
scm_get_char(FILE *f, bool keep)
{
	unsigned char bytes[4];
	int c = get_byte(f);

	if (c == EOF)
		return -1;
	bytes[0] = (unsigned char)c;
	size_t n = 1, width = c >= 0xf0 && c < 0xf8 ? 4 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xc0 && c < 0xe0 ? 2 : 1;
	int64_t value = width == 1 ? c : c & (0x7f >> width);
	for (; n < width && (c = get_byte(f)) != EOF; n++) {
		if ((c & 0xc0) != 0x80) {
			ungetc(c, f);
			break;
		}
		bytes[n] = (unsigned char)c;
		value = value << 6 | (c & 0x3f);
	}
	if (n < width || (width == 1 && value >= 0x80) || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
		value = 0xfffd;
	while (keep && n > 0)
		ungetc(bytes[--n], f);
	return value;
}

static scm
char_or_eof(int64_t c)
{
	return c < 0 ? SCM_EOF : scm_char((uint32_t)c);
}

static scm
read_char(scm *a, int64_t n)
{
	return char_or_eof(scm_get_char(wanted(a, n, 0, INPUT | TEXT, "read-char")->f, false));
}

static scm
peek_char(scm *a, int64_t n)
{
	return char_or_eof(scm_get_char(wanted(a, n, 0, INPUT | TEXT, "peek-char")->f, true));
}

static scm
read_line(scm *a, int64_t n)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t bytes = getline(&line, &room, wanted(a, n, 0, INPUT | TEXT, "read-line")->f);
	scm s = SCM_EOF;

	if (bytes >= 0)
		s = scm_string_from(line, (size_t)bytes - (line[bytes - 1] == '\n'));
	free(line);
	return s;
}

static scm
read_string(scm *a, int64_t n)
{
	int64_t count = scm_index(a[0], (int64_t)1 << 32, "read-string"), c = 0, got = 0;
	struct port *p = wanted(a, n, 1, INPUT | TEXT, "read-string");
	char *text = NULL;
	size_t bytes = 0;
	FILE *to = open_memstream(&text, &bytes);

	for (; to != NULL && got < count && (c = scm_get_char(p->f, false)) >= 0; got++)
		scm_put_char(to, (uint32_t)c);
	if (to == NULL || fclose(to) != 0)
		scm_error_of_kind("out-of-memory", "read-string", "the memory is used up", SCM_NIL);
	scm s = got == 0 && count > 0 ? SCM_EOF : scm_string_from(text, bytes);
	free(text);
	return s;
}

static scm
read_datum(scm *a, int64_t n)
{
	struct port *p = wanted(a, n, 0, INPUT | TEXT, "read");

	return scm_read(p->f, &p->fold, &p->line);
}

static scm
ready(struct port *p)
{
	struct pollfd fd = { .fd = p->memory ? -1 : fileno(p->f), .events = POLLIN };

	return scm_bool(fd.fd < 0 || poll(&fd, 1, 0) != 0);
}
static scm char_ready(scm *a, int64_t n) { return ready(wanted(a, n, 0, INPUT | TEXT, "char-ready?")); }
static scm u8_ready(scm *a, int64_t n) { return ready(wanted(a, n, 0, INPUT | BINARY, "u8-ready?")); }

/* ---- bytes ---- */

static scm
read_u8(scm *a, int64_t n)
{
	int c = get_byte(wanted(a, n, 0, INPUT | BINARY, "read-u8")->f);

	return c == EOF ? SCM_EOF : scm_fixnum(c);
}

static scm
peek_u8(scm *a, int64_t n)
{
	FILE *f = wanted(a, n, 0, INPUT | BINARY, "peek-u8")->f;
	int c = get_byte(f);

	if (c != EOF)
		ungetc(c, f);
	return c == EOF ? SCM_EOF : scm_fixnum(c);
}

static scm
read_bytes(scm *a, int64_t n)
{
	int64_t count = scm_index(a[0], (int64_t)1 << 32, "read-bytevector");
	struct port *p = wanted(a, n, 1, INPUT | BINARY, "read-bytevector");

	scm_check_memory((size_t)count);
	char *text = malloc((size_t)count + 1);
	if (text == NULL)
		scm_error_of_kind("out-of-memory", "read-bytevector", "the memory is used up", SCM_NIL);
	size_t got = fread(text, 1, (size_t)count, p->f);
	struct scm_bytes *b = got == 0 && count > 0 ? NULL : scm_make_bytes((int64_t)got);
	if (b != NULL)
		memcpy(b->at, text, got);
	free(text);
	return b == NULL ? SCM_EOF : (scm)b;
}

static scm
read_bytes_into(scm *a, int64_t n)
{
	struct scm_bytes *b = a[0];
	int64_t from, to;

	if (!scm_is(b, &scm_bytes_type))
		scm_wrong_type("read-bytevector!", b);
	struct port *p = wanted(a, n, 1, INPUT | BINARY, "read-bytevector!");
	scm_range("read-bytevector!", a, n, 2, b->length, &from, &to);
	size_t got = fread(b->at + from, 1, (size_t)(to - from), p->f);
	return got == 0 && to > from ? SCM_EOF : scm_fixnum((int64_t)got);
}

/* ---- output ---- */

static scm
write_char(scm *a, int64_t n)
{
	if (!scm_is_char(a[0]))
		scm_wrong_type("write-char", a[0]);
	scm_put_char(wanted(a, n, 1, OUTPUT | TEXT, "write-char")->f, scm_code_point(a[0]));
	return SCM_UNSPECIFIED;
}

static scm
write_u8(scm *a, int64_t n)
{
	putc((int)scm_index(a[0], 255, "write-u8"), wanted(a, n, 1, OUTPUT | BINARY, "write-u8")->f);
	return SCM_UNSPECIFIED;
}

static scm
write_string(scm *a, int64_t n)
{
	struct port *p = wanted(a, n, 1, OUTPUT | TEXT, "write-string");
	struct scm_string *s = a[0];
	int64_t from, to;

	if (!scm_is(s, &scm_string_type))
		scm_wrong_type("write-string", s);
	for (scm_range("write-string", a, n, 2, s->length, &from, &to); from < to; from++)
		scm_put_char(p->f, s->c[from]);
	return SCM_UNSPECIFIED;
}

static scm
write_bytes(scm *a, int64_t n)
{
	struct port *p = wanted(a, n, 1, OUTPUT | BINARY, "write-bytevector");
	struct scm_bytes *b = a[0];
	int64_t from, to;

	if (!scm_is(b, &scm_bytes_type))
		scm_wrong_type("write-bytevector", b);
	scm_range("write-bytevector", a, n, 2, b->length, &from, &to);
	fwrite(b->at + from, 1, (size_t)(to - from), p->f);
	return SCM_UNSPECIFIED;
}

static scm
print(scm *a, int64_t n, enum scm_style style, const char *who)
{
	scm_print(wanted(a, n, 1, OUTPUT | TEXT, who)->f, a[0], style);
	return SCM_UNSPECIFIED;
}
static scm display(scm *a, int64_t n) { return print(a, n, SCM_DISPLAY, "display"); }
static scm write_(scm *a, int64_t n) { return print(a, n, SCM_WRITE, "write"); }
static scm write_shared(scm *a, int64_t n) { return print(a, n, SCM_WRITE_SHARED, "write-shared"); }
static scm write_simple(scm *a, int64_t n) { return print(a, n, SCM_WRITE_SIMPLE, "write-simple"); }

static scm
newline(scm *a, int64_t n)
{
	putc('\n', wanted(a, n, 0, OUTPUT | TEXT, "newline")->f);
	return SCM_UNSPECIFIED;
}
static scm flush(scm *a, int64_t n) { fflush(wanted(a, n, 0, OUTPUT, "flush-output-port")->f); return SCM_UNSPECIFIED; }

const struct scm_builtin scm_port_builtins[] = {
	{ "read-char", read_char, 0, 1 }, { "peek-char", peek_char, 0, 1 }, { "read-line", read_line, 0, 1 },
	{ "read-string", read_string, 1, 2 }, { "read", read_datum, 0, 1 }, { "char-ready?", char_ready, 0, 1 },
	{ "read-u8", read_u8, 0, 1 }, { "peek-u8", peek_u8, 0, 1 }, { "u8-ready?", u8_ready, 0, 1 },
	{ "read-bytevector", read_bytes, 1, 2 }, { "read-bytevector!", read_bytes_into, 1, 4 },
	{ "write-char", write_char, 1, 2 }, { "write-u8", write_u8, 1, 2 }, { "write-string", write_string, 1, 4 },
	{ "write-bytevector", write_bytes, 1, 4 }, { "display", display, 1, 2 }, { "write", write_, 1, 2 },
	{ "write-shared", write_shared, 1, 2 }, { "write-simple", write_simple, 1, 2 },
	{ "newline", newline, 0, 1 }, { "flush-output-port", flush, 0, 1 },
	{ NULL, NULL, 0, 0 },
};
