/* SPDX-License-Identifier: MIT */
/* tables.c -- target: what reads tables and archives: the objects that the compiler completes, `lateroot tables`, and .irz files. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "extract/dump.h"
#include "elf/join.h"
#include "tables/object.h"
#include "tables/stackmap.h"
#include "tables/statepoints_zip.h"
#include "target.h"
#include "tool.h"

static const uint8_t *file;
static size_t file_bytes;

/* What tools/tables.c has from the rest of the tool. */
void
say_error(const char *fmt, ...)
{
	(void)fmt;
}

void
option_error(const struct argp_state *state, const char *fmt, ...)
{
	(void)state, (void)fmt;
	exit(EXIT_USAGE);
}

void
put_text(FILE *to, const char *text)
{
	fputs(text, to);
}

void
options_parse(const struct argp *argp, int argc, char **argv, unsigned flags, void *input)
{
	argp_parse(argp, argc, argv, flags, NULL, input);
}

bool
read_input(const char *path, struct bytes *b)
{
	(void)path;
	*b = (struct bytes){ malloc(file_bytes + 1), file_bytes };
	if (b->data == NULL)
		return false;
	memcpy(b->data, file, file_bytes);
	b->data[file_bytes] = '\0';
	return true;
}

static int
on_location(void *user, const struct stackmap_record *r, unsigned i, const struct stackmap_location *l)
{
	(void)user;
	PROMISE(i < r->nlocations && l->kind >= STACKMAP_REGISTER && l->kind <= STACKMAP_CONSTANT_INDEX, "a location that there is not");
	return 0;
}

static void
try_stackmap(void)
{
	const struct stackmap_visitor v = { .location = on_location };
	size_t where = 0;

	if (stackmap_read(file, file_bytes, &v, &where) != STACKMAP_OK)
		PROMISE(where <= file_bytes, "wrong beyond the end");
}

/* As the runtime reads it, in memory that ends where the table does. */
static void
try_statepoints(void)
{
	struct statepoint_table *t = malloc(file_bytes ? file_bytes : 1);
	struct statepoint_frame f;

	if (t == NULL)
		abort();
	memcpy(t, file, file_bytes);
	const struct statepoint_zip *zip = (const struct statepoint_zip *)(const void *)t;
	size_t bytes = file_bytes;
	if (statepoint_zip_is(zip, file_bytes) && zip->table_bytes < 1 << 20) {
		struct statepoint_table *unpacked = malloc(zip->table_bytes);
		if (unpacked == NULL)
			abort();
		bytes = statepoint_unzip(zip, unpacked) == STATEPOINT_UNZIPPED ? zip->table_bytes : 0;
		free(t);
		t = unpacked;
	}
	for (uint32_t i = 0; statepoint_table_is(t, bytes) && i < t->sites && i < 300; i++) {
		uint32_t at = statepoint_site(t, i);
		for (int derived = 0; derived < 2 && statepoint_describe(t, i, &f) == 0; derived++)
			for (struct statepoint_run r = STATEPOINT_LIST; derived ? statepoint_next_derived(&f, &r) : statepoint_next(&f, &r);)
				PROMISE(f.at <= f.end && r.words >= -STATEPOINT_MAX_WORDS && (derived || r.words + (int64_t)r.n <= STATEPOINT_MAX_WORDS) && (derived || r.n > 0),
					"a place out of reach");
		PROMISE(statepoint_find(t, at, &f) <= 0, "neither found nor not");
	}
	free(t);
}

static void
try_object(void)
{
	struct object_result out = { 0 };
	/* what the code generator writes lies as malloc puts it */
	void *copy = malloc(file_bytes ? file_bytes : 1);

	if (copy == NULL)
		abort();
	memcpy(copy, file, file_bytes);
	int status = object_add_tables(copy, file_bytes, file_bytes % 2 != 0, arena_from_libc, NULL, &out);
	PROMISE(status == OBJECT_OK || status == OBJECT_E_NOMEM || out.message[0] != '\0', "no message");
	PROMISE(status == OBJECT_OK || out.bytes == NULL, "an object, and an error");
	free(out.bytes);
	free(copy);
}

/* The object with itself, and with what it shares with itself. */
static void
try_join(void)
{
	static const char *const local[] = { "f", "shared" };
	void *copy = malloc(file_bytes ? file_bytes : 1);
	struct join_result out;
	struct arena ar;

	if (copy == NULL)
		abort();
	memcpy(copy, file, file_bytes);
	const struct join_object two[] = { { copy, file_bytes }, { copy, file_bytes } };
	arena_init(&ar, arena_from_libc, NULL);
	PROMISE(join_objects(&ar, two, 1 + file_bytes % 2, local, 2, &out) == (out.bytes != NULL), "an object, and an error");
	arena_free(&ar);
	free(copy);
}

static bool
count_dump(void *user, const lr_function_dump *d)
{
	char name[LR_FILE_NAME_BYTES];

	PROMISE(strlen(d->text) <= d->bytes && d->name[d->name_bytes] == '\0', "a dump that does not end");
	lr_dump_file_name(d, name);
	PROMISE(strlen(name) < sizeof name && name[0] != '/' && strstr(name, "..") != name && strstr(name, "/../") == NULL, "unsafe name '%s'", name);
	return ++*(unsigned *)user < 1000;
}

static void
try_archive(const char *pattern)
{
	char path[64];
	unsigned count = 0;
	int fd = memfd_create("archive", MFD_CLOEXEC);
	lr_context *cx = lr_context_new(NULL);

	if (fd < 0 || cx == NULL || write(fd, file, file_bytes) != (ssize_t)file_bytes)
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	lr_status st = lr_archive_read(cx, path, pattern, count_dump, &count);
	PROMISE(st == LR_OK || st == LR_E_IO || st == LR_E_NOT_FOUND, "status %s", lr_status_name(st));
	lr_context_free(cx);
	close(fd);
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	return freopen("/dev/null", "w", stdout) == NULL; /* what `lateroot tables` says */
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char command[] = "tables", option[] = "--stackmap", input[] = "-";

	if (size < 1)
		return 0;
	file = data + 1;
	file_bytes = size - 1;
	switch (data[0] % 6) {
	case 0: try_stackmap(), try_statepoints(); break;
	case 1: try_object(), try_join(); break;
	case 2: command_tables(2, (char *[]){ command, input, NULL }); break;
	case 3: command_tables(3, (char *[]){ command, option, input, NULL }); break;
	case 4: try_archive(NULL); break;
	default: try_archive("f"); break;
	}
	return 0;
}
