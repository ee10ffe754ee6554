/* SPDX-License-Identifier: MIT */
/* Ports.  Each is a stream of C: a file, or memory.  The object in the heap owns it. */
#include <errno.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include "port.h"

enum { FILE_BYTES = 5000, MEMORY_BYTES = 2500 }; /* of the port and its stream, about */

/* Dead ports to memory and from it, to be used again: the C library walks along all streams to close one. */
enum { MOST_POOLED = 10000 };
static struct port *pool[2];   /* of input, of output */
static unsigned pooled;

static void
give(struct port *p, size_t bytes)
{
	scm_outside_give(bytes);
	p->counted -= bytes;
}

static bool
take(struct port *p, size_t bytes)
{
	if (!scm_outside_take(bytes))
		return false;
	p->counted += bytes;
	return true;
}

static void
released(void *object)
{
	struct port *p = ((struct scm_port *)object)->port;

	if (p == NULL || p->standard)
		return;
	p->dead = true;
	give(p, p->counted);
	free(p->text);
	if (p->stream != NULL && pooled < MOST_POOLED) {
		__fpurge(p->stream);
		clearerr(p->stream);
		p->next = pool[p->output];
		pool[p->output] = p;
		pooled++;
		return;
	}
	if (p->stream != NULL || p->f != NULL)
		fclose(p->stream != NULL ? p->stream : p->f);
	free(p);
}
const struct lr_type scm_port_type = { .name = "port", .size_bytes = 8, .release = released };

static void *current[3];           /* input, output, error */

static scm
port_new(struct port initial)
{
	struct port *p = initial.memory ? pool[initial.output] : NULL;

	if (p != NULL) {
		pool[initial.output] = p->next;
		pooled--;
		initial.stream = p->stream;
	} else
		p = malloc(sizeof *p);
	if (p == NULL)
		scm_no_memory(NULL);
	*p = initial;
	p->line = 1;
	struct scm_port *object = lr_gc_alloc(sizeof *object, &scm_port_type);
	object->port = p;
	LR_GC_PUSH(&object);
	if (!p->standard && !take(p, p->memory ? MEMORY_BYTES : FILE_BYTES))
		scm_no_memory(NULL);
	LR_GC_POP();
	return object;
}
#define PORT(x) (((struct scm_port *)(x))->port)

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

struct port *
port_of(scm x, const char *who)
{
	if (!scm_is(x, &scm_port_type))
		scm_wrong_type(who, x);
	return PORT(x);
}

struct port *
port_current(bool input)
{
	start();
	return port_of(current[input ? 0 : 1], "current port");
}

/* ---- opening and closing ---- */

static scm
open_file(scm name, struct port p, const char *mode, const char *who)
{
	size_t bytes;

	if (!scm_is(name, &scm_string_type))
		scm_wrong_type(who, name);
	scm x = port_new(p);
	LR_GC_PUSH(&x);
	char *path = scm_utf8(name, 0, ((struct scm_string *)name)->length, &bytes);
	FILE *f = strlen(path) == bytes ? fopen(path, mode) : NULL;
	if (f == NULL && strlen(path) == bytes && (errno == EMFILE || errno == ENFILE)) {
		lr_gc_collect(1); /* which closes dead ports */
		f = fopen(path, mode);
	}
	free(path);
	if (f == NULL)
		scm_error_of_kind("file-error", who, "the file cannot be opened", scm_cons(name, SCM_NIL));
	PORT(x)->f = f;
	LR_GC_POP();
	return x;
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

static bool
grow(struct port *p, size_t room)
{
	const size_t more = room - p->room;
	char *text;

	if (!take(p, more))
		return false;
	text = realloc(p->text, room);
	if (text == NULL) {
		give(p, more);
		return false;
	}
	p->text = text;
	p->room = room;
	return true;
}

/* Of the stream of an output port to memory.  There is room for what the stream buffers already: so when there is none
** for more, what was written before is kept. */
static ssize_t
append(void *cookie, const char *bytes, size_t n)
{
	struct port *p = cookie;
	const size_t need = p->bytes + n + PORT_BUFFER;

	if (p->dead)
		return (ssize_t)n;
	if (!p->failed && need > p->room && !grow(p, need > 2 * p->room ? need : 2 * p->room) && !grow(p, need))
		p->failed = true;
	if (p->failed && n > p->room - p->bytes)
		n = p->room - p->bytes;
	memcpy(p->text + p->bytes, bytes, n);
	p->bytes += n;
	return (ssize_t)n;
}

/* Of the stream of an input port from memory. */
static ssize_t
extract(void *cookie, char *to, size_t n)
{
	struct port *p = cookie;

	if (n > p->bytes - p->at)
		n = p->bytes - p->at;
	memcpy(to, p->text + p->at, n);
	p->at += n;
	return (ssize_t)n;
}

static void
open_memory(struct port *p)
{
	if (p->stream == NULL) {
		p->stream = fopencookie(p, p->output ? "w" : "r",
			(cookie_io_functions_t){ .read = extract, .write = append });
		if (p->stream == NULL)
			scm_no_memory(NULL);
		setvbuf(p->stream, p->buffer, _IOFBF, sizeof p->buffer);
	}
	p->f = p->stream;
}

/* An input port; `text` is its own from now on. */
static scm
from_memory(char *text, size_t bytes, bool binary)
{
	scm x = port_new((struct port){ .input = true, .binary = binary, .memory = true });
	struct port *p = PORT(x);

	p->text = text;
	p->bytes = bytes;
	LR_GC_PUSH(&x);
	if (!take(p, bytes))
		scm_no_memory(NULL);
	open_memory(p);
	LR_GC_POP();
	return x;
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
	scm_check_memory((size_t)b->length);
	char *text = malloc((size_t)b->length + 1);
	if (text == NULL)
		scm_no_memory("open-input-bytevector");
	memcpy(text, b->at, (size_t)b->length);
	return from_memory(text, (size_t)b->length, true);
}

void
port_wrote(struct port *p, const char *who)
{
	if (!p->failed)
		return;
	p->failed = false;
	if (p->f != NULL) {
		__fpurge(p->f);
		clearerr(p->f);
	}
	scm_no_memory(who);
}

static scm
to_memory(bool binary)
{
	scm x = port_new((struct port){ .output = true, .binary = binary, .memory = true });
	struct port *p = PORT(x);

	LR_GC_PUSH(&x);
	if (!grow(p, PORT_BUFFER))
		scm_no_memory(NULL);
	open_memory(p);
	LR_GC_POP();
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
	port_wrote(p, who);
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

	if (p->f != NULL && p->memory) {
		if (p->output)
			fflush(p->f);
		else {
			give(p, p->bytes);
			free(p->text);
			p->text = NULL;
		}
		p->f = NULL;
		port_wrote(p, who);
	} else if (p->f != NULL && !p->standard) {
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
		struct port *p = scm_is(a[0], &scm_port_type) ? PORT(a[0]) : NULL; \
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

const struct scm_builtin scm_port_open_builtins[] = {
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
	{ "input-port-open?", input_open, 1, 1 }, { "output-port-open?", output_open, 1, 1 },
	{ NULL, NULL, 0, 0 },
};
