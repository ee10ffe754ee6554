/* SPDX-License-Identifier: MIT */
/* Reading from ports, and writing to them. */
#include <errno.h>
#include <poll.h>
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

/* ---- bytes that are gathered ---- */

void
gather_start(struct gathered *g)
{
	g->large = NULL;
	g->at = g->small;
	g->n = 0;
	g->room = sizeof g->small;
}

void
gather_more(struct gathered *g, size_t bytes)
{
	const size_t room = 2 * g->room + bytes;
	struct scm_bytes *larger = scm_make_bytes((int64_t)room);

	memcpy(larger->at, g->at, g->n);
	g->large = larger;
	g->at = (char *)larger->at; /* a rooted object does not move */
	g->room = room;
}

/* ---- characters ---- */

static int
get_byte(FILE *f)
{
	for (;;) {
		int c = getc_unlocked(f);
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
	FILE *f = wanted(a, n, 0, INPUT | TEXT, "read-line")->f;
	struct gathered g;
	int c;

	gather_start(&g);
	LR_GC_PUSH(&g.large);
	while ((c = get_byte(f)) != EOF && c != '\n') {
		gather_room(&g, 1);
		g.at[g.n++] = (char)c;
	}
	scm s = c == EOF && g.n == 0 ? SCM_EOF : scm_string_from(g.at, g.n);
	LR_GC_POP();
	return s;
}

static scm
read_string(scm *a, int64_t n)
{
	int64_t count = scm_index(a[0], (int64_t)1 << 32, "read-string"), c = 0, got = 0;
	struct port *p = wanted(a, n, 1, INPUT | TEXT, "read-string");
	struct gathered g;

	gather_start(&g);
	LR_GC_PUSH(&g.large);
	for (; got < count && (c = scm_get_char(p->f, false)) >= 0; got++) {
		gather_room(&g, 4);
		g.n += scm_encode(g.at + g.n, (uint32_t)c);
	}
	scm s = got == 0 && count > 0 ? SCM_EOF : scm_string_from(g.at, g.n);
	LR_GC_POP();
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

static size_t
get_bytes(FILE *f, void *to, size_t n)
{
	size_t got = 0;

	while ((got += fread((char *)to + got, 1, n - got, f)) < n && ferror(f) && errno == EINTR) {
		clearerr(f);
		scm_check_stack(); /* Ctrl-C */
	}
	return got;
}

static scm
read_bytes(scm *a, int64_t n)
{
	int64_t count = scm_index(a[0], (int64_t)1 << 32, "read-bytevector");
	struct port *p = wanted(a, n, 1, INPUT | BINARY, "read-bytevector");

	struct gathered g;
	size_t left = (size_t)count, want = 0, got = 0;

	gather_start(&g);
	LR_GC_PUSH(&g.large);
	while (left > 0 && got == want) {
		if (g.room == g.n)
			gather_more(&g, 1);
		want = left < g.room - g.n ? left : g.room - g.n;
		got = get_bytes(p->f, g.at + g.n, want);
		g.n += got;
		left -= got;
	}
	struct scm_bytes *b = g.n == 0 && count > 0 ? NULL : scm_make_bytes((int64_t)g.n);
	if (b != NULL)
		memcpy(b->at, g.at, g.n);
	LR_GC_POP();
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
	size_t got = get_bytes(p->f, b->at + from, (size_t)(to - from));
	return got == 0 && to > from ? SCM_EOF : scm_fixnum((int64_t)got);
}

/* ---- output ---- */

static scm
write_char(scm *a, int64_t n)
{
	if (!scm_is_char(a[0]))
		scm_wrong_type("write-char", a[0]);
	struct port *p = wanted(a, n, 1, OUTPUT | TEXT, "write-char");
	scm_put_char(p->f, scm_code_point(a[0]));
	port_wrote(p, "write-char");
	return SCM_UNSPECIFIED;
}

static scm
write_u8(scm *a, int64_t n)
{
	int64_t byte = scm_index(a[0], 255, "write-u8");
	struct port *p = wanted(a, n, 1, OUTPUT | BINARY, "write-u8");

	putc((int)byte, p->f);
	port_wrote(p, "write-u8");
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
	port_wrote(p, "write-string");
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
	port_wrote(p, "write-bytevector");
	return SCM_UNSPECIFIED;
}

static scm
print(scm *a, int64_t n, enum scm_style style, const char *who)
{
	struct port *p = wanted(a, n, 1, OUTPUT | TEXT, who);

	scm_print(p->f, a[0], style);
	port_wrote(p, who);
	return SCM_UNSPECIFIED;
}
static scm display(scm *a, int64_t n) { return print(a, n, SCM_DISPLAY, "display"); }
static scm write_(scm *a, int64_t n) { return print(a, n, SCM_WRITE, "write"); }
static scm write_shared(scm *a, int64_t n) { return print(a, n, SCM_WRITE_SHARED, "write-shared"); }
static scm write_simple(scm *a, int64_t n) { return print(a, n, SCM_WRITE_SIMPLE, "write-simple"); }

static scm
newline(scm *a, int64_t n)
{
	struct port *p = wanted(a, n, 0, OUTPUT | TEXT, "newline");

	putc('\n', p->f);
	port_wrote(p, "newline");
	return SCM_UNSPECIFIED;
}

static scm
flush(scm *a, int64_t n)
{
	struct port *p = wanted(a, n, 0, OUTPUT, "flush-output-port");

	fflush(p->f);
	port_wrote(p, "flush-output-port");
	return SCM_UNSPECIFIED;
}

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
