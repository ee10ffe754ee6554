/* SPDX-License-Identifier: MIT */
/* Ports.  Each is a stream of C: a file, or memory.  The object in the heap owns it. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include "scheme.h"

struct port {
	FILE *f;
	bool input, output, binary, fold, memory, standard;
	char *text;                /* of a port to memory, and of one from memory */
	size_t bytes;
	unsigned line;
};
struct scm_port { struct port *port; };

static void
released(void *object)
{
	struct port *p = ((struct scm_port *)object)->port;

	if (p == NULL || p->standard)
		return;
	if (p->f != NULL)
		fclose(p->f);
	free(p->text);
	free(p);
}
const struct lr_type scm_port_type = { .name = "port", .size_bytes = 8, .release = released };

static void *current[3];           /* input, output, error */

static scm
port_new(struct port initial)
{
	struct port *p = malloc(sizeof *p);

	if (p == NULL)
		scm_error_of_kind("out-of-memory", NULL, "no memory for a port", SCM_NIL);
	*p = initial;
	p->line = 1;
	struct scm_port *object = lr_gc_alloc(sizeof *object, &scm_port_type);
	object->port = p;
	return object;
}

static void
start(void)
{
	FILE *const files[] = { stdin, stdout, stderr };

	if (current[0] != NULL)
		return;
	lr_gc_add_root_range(current, 3);
	for (int i = 0; i < 3; i++)
		current[i] = port_new((struct port){ .f = files[i], .input = i == 0, .output = i > 0,
			.standard = true });
}

static struct port *
port_of(scm x, const char *who)
{
	if (!scm_is(x, &scm_port_type))
		scm_wrong_type(who, x);
	return ((struct scm_port *)x)->port;
}

enum want { INPUT = 1, OUTPUT = 2, TEXT = 4, BINARY = 8 };

/* The port that is argument `at`, or the current one. */
static struct port *
wanted(scm *a, int64_t n, int64_t at, int want, const char *who)
{
	start();
	scm x = n > at ? a[at] : current[want & INPUT ? 0 : 1];
	struct port *p = port_of(x, who);
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

/* ---- opening and closing ---- */

static scm
open_file(scm name, struct port p, const char *mode, const char *who)
{
	size_t bytes;

	if (!scm_is(name, &scm_string_type))
		scm_wrong_type(who, name);
	char *path = scm_utf8(name, 0, ((struct scm_string *)name)->length, &bytes);
	p.f = strlen(path) == bytes ? fopen(path, mode) : NULL;
	free(path);
	if (p.f == NULL)
		scm_error_of_kind("file-error", who, "the file cannot be opened", scm_cons(name, SCM_NIL));
	return port_new(p);
}
#define OPEN(c, name, mode, ...) \
	static scm c(scm *a, int64_t n) \
	{ \
		SCM_UNUSED(n); \
		return open_file(a[0], (struct port){ __VA_ARGS__ }, mode, name); \
	}
OPEN(open_input, "open-input-file", "r", .input = true)
OPEN(open_binary_input, "open-binary-input-file", "r", .input = true, .binary = true)
OPEN(open_output, "open-output-file", "w", .output = true)
OPEN(open_binary_output, "open-binary-output-file", "w", .output = true, .binary = true)

static scm
from_memory(char *text, size_t bytes, bool binary)
{
	struct port p = { .input = true, .binary = binary, .memory = true, .text = text, .bytes = bytes };

	p.f = text == NULL ? NULL : bytes > 0 ? fmemopen(text, bytes, "r") : fopen("/dev/null", "r");
	if (p.f == NULL) {
		free(text);
		scm_error_of_kind("out-of-memory", NULL, "no memory for a port", SCM_NIL);
	}
	return port_new(p);
}

static scm
open_input_string(scm *a, int64_t n)
{
	size_t bytes;

	SCM_UNUSED(n);
	if (!scm_is(a[0], &scm_string_type))
		scm_wrong_type("open-input-string", a[0]);
	char *text = scm_utf8(a[0], 0, ((struct scm_string *)a[0])->length, &bytes);
	return from_memory(text, bytes, false);
}

static scm
open_input_bytes(scm *a, int64_t n)
{
	struct scm_bytes *b = a[0];

	SCM_UNUSED(n);
	if (!scm_is(b, &scm_bytes_type))
		scm_wrong_type("open-input-bytevector", b);
	char *text = malloc((size_t)b->length + 1);
	if (text != NULL)
		memcpy(text, b->at, (size_t)b->length);
	return from_memory(text, (size_t)b->length, true);
}

static scm
to_memory(bool binary)
{
	scm x = port_new((struct port){ .output = true, .binary = binary, .memory = true });
	struct port *p = ((struct scm_port *)x)->port;

	p->f = open_memstream(&p->text, &p->bytes);
	if (p->f == NULL)
		scm_error_of_kind("out-of-memory", NULL, "no memory for a port", SCM_NIL);
	return x;
}
static scm open_output_string(scm *a, int64_t n) { SCM_UNUSED(a), SCM_UNUSED(n); return to_memory(false); }
static scm open_output_bytes(scm *a, int64_t n) { SCM_UNUSED(a), SCM_UNUSED(n); return to_memory(true); }

static struct port *
collected(scm x, bool binary, const char *who)
{
	struct port *p = port_of(x, who);

	if (!p->memory || !p->output || p->binary != binary)
		scm_wrong_type(who, x);
	if (p->f != NULL)
		fflush(p->f);
	return p;
}
static scm
get_output_string(scm *a, int64_t n)
{
	struct port *p = collected(a[0], false, "get-output-string");

	SCM_UNUSED(n);
	return scm_string_from(p->text, p->bytes);
}
static scm
get_output_bytes(scm *a, int64_t n)
{
	struct port *p = collected(a[0], true, "get-output-bytevector");
	struct scm_bytes *b = scm_make_bytes((int64_t)p->bytes);

	SCM_UNUSED(n);
	memcpy(b->at, p->text, p->bytes);
	return b;
}

static scm
close_port(scm x, const char *who)
{
	struct port *p = port_of(x, who);

	if (p->f != NULL && !p->standard) {
		int bad = fclose(p->f);
		p->f = NULL;
		if (bad != 0)
			scm_error_of_kind("file-error", who, "the file could not be written", SCM_NIL);
	}
	return SCM_UNSPECIFIED;
}
static scm close_(scm *a, int64_t n) { SCM_UNUSED(n); return close_port(a[0], "close-port"); }
static scm
close_input(scm *a, int64_t n)
{
	SCM_UNUSED(n);
	if (!port_of(a[0], "close-input-port")->input)
		scm_wrong_type("close-input-port", a[0]);
	return close_port(a[0], "close-input-port");
}
static scm
close_output(scm *a, int64_t n)
{
	SCM_UNUSED(n);
	if (!port_of(a[0], "close-output-port")->output)
		scm_wrong_type("close-output-port", a[0]);
	return close_port(a[0], "close-output-port");
}

/* The parameters of the current ports. */
static scm
parameter(int which, scm *a, int64_t n)
{
	start();
	if (n == 0)
		return current[which];
	if (n == 2 && a[0] == SCM_PARAMETER_SET)
		current[which] = a[1];
	else if (n == 2 && a[0] == SCM_PARAMETER_CONVERT)
		port_of(a[1], "parameterize");
	else
		scm_error("current port", "a parameter takes no arguments", SCM_NIL);
	return a[1];
}
static scm current_input(scm *a, int64_t n) { return parameter(0, a, n); }
static scm current_output(scm *a, int64_t n) { return parameter(1, a, n); }
static scm current_error(scm *a, int64_t n) { return parameter(2, a, n); }
#define PORT_TEST(f, test) \
	static scm f(scm *a, int64_t n) \
	{ \
		struct port *p = scm_is(a[0], &scm_port_type) ? ((struct scm_port *)a[0])->port : NULL; \
		SCM_UNUSED(n); \
		return scm_bool(p != NULL && (test)); \
	}
PORT_TEST(is_port, true)
PORT_TEST(is_input, p->input)
PORT_TEST(is_output, p->output)
PORT_TEST(is_textual, !p->binary)
PORT_TEST(is_binary, p->binary)

static scm
input_open(scm *a, int64_t n)
{
	struct port *p = port_of(a[0], "input-port-open?");

	SCM_UNUSED(n);
	if (!p->input)
		scm_wrong_type("input-port-open?", a[0]);
	return scm_bool(p->f != NULL);
}

static scm
output_open(scm *a, int64_t n)
{
	struct port *p = port_of(a[0], "output-port-open?");

	SCM_UNUSED(n);
	if (!p->output)
		scm_wrong_type("output-port-open?", a[0]);
	return scm_bool(p->f != NULL);
}

const struct scm_builtin scm_port_builtins[] = {
	{ "read-char", read_char, 0, 1 }, { "peek-char", peek_char, 0, 1 }, { "read-line", read_line, 0, 1 },
	{ "read-string", read_string, 1, 2 }, { "read", read_datum, 0, 1 }, { "char-ready?", char_ready, 0, 1 },
	{ "read-u8", read_u8, 0, 1 }, { "peek-u8", peek_u8, 0, 1 }, { "u8-ready?", u8_ready, 0, 1 },
	{ "read-bytevector", read_bytes, 1, 2 }, { "read-bytevector!", read_bytes_into, 1, 4 },
	{ "write-char", write_char, 1, 2 }, { "write-u8", write_u8, 1, 2 }, { "write-string", write_string, 1, 4 },
	{ "write-bytevector", write_bytes, 1, 4 }, { "display", display, 1, 2 }, { "write", write_, 1, 2 },
	{ "write-shared", write_shared, 1, 2 }, { "write-simple", write_simple, 1, 2 }, { "newline", newline, 0, 1 },
	{ "flush-output-port", flush, 0, 1 },
	{ "open-input-file", open_input, 1, 1 }, { "open-binary-input-file", open_binary_input, 1, 1 },
	{ "open-output-file", open_output, 1, 1 }, { "open-binary-output-file", open_binary_output, 1, 1 },
	{ "open-input-string", open_input_string, 1, 1 }, { "open-input-bytevector", open_input_bytes, 1, 1 },
	{ "open-output-string", open_output_string, 0, 0 }, { "open-output-bytevector", open_output_bytes, 0, 0 },
	{ "get-output-string", get_output_string, 1, 1 }, { "get-output-bytevector", get_output_bytes, 1, 1 },
	{ "close-port", close_, 1, 1 }, { "close-input-port", close_input, 1, 1 },
	{ "close-output-port", close_output, 1, 1 }, { "current-input-port", current_input, 0, 2 },
	{ "current-output-port", current_output, 0, 2 }, { "current-error-port", current_error, 0, 2 },
	{ "port?", is_port, 1, 1 }, { "input-port?", is_input, 1, 1 }, { "output-port?", is_output, 1, 1 },
	{ "textual-port?", is_textual, 1, 1 }, { "binary-port?", is_binary, 1, 1 },
	{ "input-port-open?", input_open, 1, 1 }, { "output-port-open?", output_open, 1, 1 }, { NULL, NULL, 0, 0 },
};
