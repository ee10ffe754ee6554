/* SPDX-License-Identifier: MIT */
/* io.c -- reads whole inputs, and writes outputs as a whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <zlib.h>

#include "tool.h"

static const size_t INPUT_LIMIT = (size_t)4 << 30; /* limits the effect of a decompression bomb */

/* The file between mkstemp and rename.  A signal handler reads it. */
static char temporary[PATH_MAX + 16];
static volatile int have_temporary;

/* Outputs that are whole, and wait for the others to be: outputs_hold. */
static struct { char temporary[PATH_MAX + 16], target[PATH_MAX]; } held[8];
static volatile int nheld;
static bool holding;

static bool
is_dash(const char *path)
{
	return path == NULL || strcmp(path, "-") == 0;
}

static const char *
shown(const char *path, const char *standard)
{
	return is_dash(path) ? standard : path;
}

/* ---- reading ---- */

static bool
read_all(gzFile in, const char *name, struct bytes *b)
{
	size_t cap = (size_t)1 << 16;
	int n = 0;

	*b = (struct bytes){ malloc(cap + 1), 0 };
	while (b->data != NULL) {
		size_t space = cap - b->size < INT_MAX ? cap - b->size : INT_MAX;
		n = gzread(in, b->data + b->size, (unsigned)space);
		if (n <= 0)
			break;
		b->size += (size_t)n;
		if (b->size > INPUT_LIMIT) {
			say_error("%s: larger than %zu bytes", name, INPUT_LIMIT);
			goto fail;
		}
		if (b->size == cap) {
			char *more = realloc(b->data, (cap *= 2) + 1);
			if (more == NULL)
				free(b->data);
			b->data = more;
		}
	}
	if (b->data == NULL) {
		say_error("%s: out of memory", name);
		return false;
	}
	int error = Z_OK;
	const char *why = gzerror(in, &error);
	if (n < 0 || error == Z_BUF_ERROR) {
		say_error("%s: %s", name,
			error == Z_ERRNO ? strerror(errno)
				: error == Z_BUF_ERROR ? "truncated gzip data"
				: why);
		goto fail;
	}
	b->data[b->size] = '\0';
	return true;
fail:
	free(b->data);
	b->data = NULL;
	return false;
}

/* Runs `program -dc` on the data, which becomes what the program writes.  The data goes through a temporary file, so
** that no two pipes wait for each other. */
static bool
unpack_by(const char *program, const char *name, struct bytes *b)
{
	FILE *packed = tmpfile();
	int pipes[2] = { -1, -1 }, status = 0;
	bool ok = packed != NULL && fwrite(b->data, 1, b->size, packed) == b->size && fflush(packed) == 0
		&& lseek(fileno(packed), 0, SEEK_SET) == 0 && pipe(pipes) == 0;
	pid_t child = ok ? fork() : -1;

	if (child == 0) {
		dup2(fileno(packed), STDIN_FILENO);
		dup2(pipes[1], STDOUT_FILENO);
		close(pipes[0]);
		execlp(program, program, "-dc", (char *)NULL);
		_exit(127);
	}
	if (packed != NULL)
		fclose(packed);
	if (pipes[1] >= 0)
		close(pipes[1]);
	free(b->data);
	b->data = NULL;
	if (child < 0) {
		say_error("%s: %s", name, strerror(errno));
		return false;
	}
	gzFile in = gzdopen(pipes[0], "rb");
	ok = in != NULL && read_all(in, name, b);
	if (in != NULL)
		gzclose(in);
	waitpid(child, &status, 0);
	if (ok && status == 0)
		return true;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		say_error("%s: compressed data, and the program '%s' that unpacks it is not installed", name, program);
	else if (ok)
		say_error("%s: '%s' cannot unpack it", name, program);
	free(b->data);
	b->data = NULL;
	return false;
}

/* Unpacks data whose first bytes say that another program can. */
static bool
unpack_other(const char *name, struct bytes *b)
{
	static const struct { const char *program, *mark; size_t n; } known[] = {
		{ "xz", "\xfd\x37zXZ\0", 6 }, { "zstd", "\x28\xb5\x2f\xfd", 4 }, { "bzip2", "BZh", 3 },
		{ "lz4", "\x04\x22\x4d\x18", 4 }, { "lzip", "LZIP", 4 }
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (b->size >= known[i].n && memcmp(b->data, known[i].mark, known[i].n) == 0)
			return unpack_by(known[i].program, name, b);
	return true;
}

bool
read_input(const char *path, struct bytes *b)
{
	const char *name = shown(path, "<stdin>");
	int fd = is_dash(path) ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0) {
		say_error("%s: %s", name, strerror(errno));
		return false;
	}
	gzFile in = gzdopen(fd, "rb"); /* data that is not compressed passes through */
	if (in == NULL) {
		say_error("%s: out of memory", name);
		close(fd);
		return false;
	}
	bool ok = read_all(in, name, b);
	gzclose(in);
	return ok && unpack_other(name, b);
}

/* ---- writing ---- */

void
abandon_output(void)
{
	if (have_temporary)
		unlink(temporary);
	have_temporary = 0;
	for (int i = 0; i < nheld; i++)
		unlink(held[i].temporary);
	nheld = 0;
}

void
outputs_hold(void)
{
	holding = true;
}

bool
outputs_end(bool ok)
{
	holding = false;
	while (ok && nheld > 0) {
		const int last = nheld - 1;
		ok = rename(held[last].temporary, held[last].target) == 0;
		if (ok)
			nheld = last;
		else
			say_error("%s: %s", held[last].target, strerror(errno));
	}
	abandon_output();
	return ok;
}

/* Keeps the temporary file until outputs_end.  False: it is to be renamed now. */
static bool
hold(const char *path)
{
	if (!holding || nheld == sizeof held / sizeof *held || strlen(path) >= sizeof held->target)
		return false;
	snprintf(held[nheld].temporary, sizeof held->temporary, "%s", temporary);
	snprintf(held[nheld].target, sizeof held->target, "%s", path);
	nheld++;
	return true;
}

static bool
write_all(int fd, const char *data, size_t size)
{
	while (size > 0) {
		ssize_t n = write(fd, data, size < SSIZE_MAX ? size : SSIZE_MAX);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		data += n;
		size -= (size_t)n;
	}
	return true;
}

/* For stdout, a device, a pipe: there is no rename. */
static bool
write_stream(int fd, const char *name, const void *data, size_t size)
{
	bool ok = fd >= 0 && write_all(fd, data, size);

	if (!ok)
		say_error("%s: %s", name, strerror(errno));
	if (fd > STDERR_FILENO && close(fd) != 0 && ok) {
		say_error("%s: %s", name, strerror(errno));
		ok = false;
	}
	return ok;
}

static mode_t
creation_mode(void)
{
	mode_t mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

/* Returns the descriptor that a name like /dev/stdout stands for, or -1.  Opening it again would truncate a file. */
static int
named_descriptor(const char *path)
{
	char *end;

	if (strcmp(path, "/dev/stdout") == 0)
		return STDOUT_FILENO;
	if (strcmp(path, "/dev/stderr") == 0)
		return STDERR_FILENO;
	if (strncmp(path, "/dev/fd/", 8) != 0)
		return -1;
	long fd = strtol(path + 8, &end, 10);
	return *end == '\0' && end > path + 8 && fd >= 0 && fd < INT_MAX ? (int)fd : -1;
}

/* Writes a temporary file beside `path`, then renames it. */
static bool
write_regular(const char *path, mode_t mode, const void *data, size_t size)
{
	if (snprintf(temporary, sizeof temporary, "%s.XXXXXX", path) >= (int)sizeof temporary) {
		say_error("%s: %s", path, strerror(ENAMETOOLONG));
		return false;
	}
	int fd = mkstemp(temporary);
	have_temporary = fd >= 0;
	bool ok = fd >= 0 && write_all(fd, data, size) && fchmod(fd, mode) == 0;
	int error = errno;
	if (fd >= 0 && close(fd) != 0 && ok) {
		error = errno;
		ok = false;
	}
	if (ok && !hold(path) && rename(temporary, path) != 0) {
		error = errno;
		ok = false;
	}
	if (!ok && have_temporary)
		unlink(temporary);
	have_temporary = 0;
	if (!ok)
		say_error("%s: %s", path, strerror(error));
	return ok;
}

bool
write_output(const char *path, const void *data, size_t size)
{
	struct stat st;
	char target[PATH_MAX];

	if (is_dash(path))
		return write_stream(STDOUT_FILENO, "<stdout>", data, size);
	int fd = named_descriptor(path);
	if (fd >= 0)
		return write_stream(dup(fd), path, data, size);
	if (stat(path, &st) != 0)
		return write_regular(path, creation_mode(), data, size);
	if (!S_ISREG(st.st_mode))
		return write_stream(open(path, O_WRONLY | O_CLOEXEC), path, data, size);
	/* The target of a symbolic link is replaced, not the link. */
	return write_regular(realpath(path, target) ? target : path, st.st_mode & 07777, data, size);
}

/* Returns the folder of a file, in `to`, which has PATH_MAX bytes. */
static const char *
folder_of(const char *path, char *to)
{
	const char *slash = strrchr(path, '/');

	if (slash == NULL)
		return ".";
	snprintf(to, PATH_MAX, "%.*s", slash == path ? 1 : (int)(slash - path), path);
	return to;
}

bool
output_check(const char *path)
{
	struct stat st;
	char target[PATH_MAX], folder[PATH_MAX];
	int error = 0;

	if (is_dash(path) || named_descriptor(path) >= 0)
		return true;
	const bool is_there = stat(path, &st) == 0;
	if (is_there && S_ISDIR(st.st_mode))
		error = EISDIR;
	else if (is_there && !S_ISREG(st.st_mode))
		error = access(path, W_OK) != 0 ? errno : 0;
	else if (access(folder_of(is_there && realpath(path, target) ? target : path, folder), W_OK | X_OK) != 0)
		error = errno;
	if (error != 0)
		say_error("%s: %s", path, strerror(error));
	return error == 0;
}

size_t
length_unpacked(const char *path)
{
	static const char *const packed[] = { ".gz", ".xz", ".zst", ".bz2", ".lz4", ".lz" };
	const size_t n = strlen(path);

	for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
		if (n > strlen(packed[i]) && strcmp(path + n - strlen(packed[i]), packed[i]) == 0)
			return n - strlen(packed[i]);
	return n;
}

static bool
is_module_name(const char *path)
{
	const size_t n = length_unpacked(path);

	return n > 3 && (strncmp(path + n - 3, ".ll", 3) == 0 || strncmp(path + n - 3, ".bc", 3) == 0);
}

bool
output_spares_modules(const char *path)
{
	struct stat st;

	if (is_dash(path) || !is_module_name(path) || stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return true;
	say_error("%s exists and is LLVM IR by its name: it is not overwritten with other data", path);
	return false;
}

bool
output_spares_input(const char *path, const char *input)
{
	struct stat out, in;

	if (is_dash(path) || stat(path, &out) != 0 || !S_ISREG(out.st_mode))
		return true;
	if ((is_dash(input) ? fstat(STDIN_FILENO, &in) : stat(input, &in)) != 0)
		return true;
	if (out.st_dev != in.st_dev || out.st_ino != in.st_ino)
		return true;
	say_error("%s is the input: it is not overwritten", path);
	return false;
}

/* Is it one regular file, there already or to be made?  A name is compared behind the real path of its folder. */
static bool
same_file(const char *a, const char *b)
{
	struct stat sa, sb;
	char folder[PATH_MAX], real_a[PATH_MAX], real_b[PATH_MAX];

	if (is_dash(a) || is_dash(b) || named_descriptor(a) >= 0 || named_descriptor(b) >= 0)
		return false;
	const bool is_a = stat(a, &sa) == 0, is_b = stat(b, &sb) == 0;
	if (is_a || is_b)
		return is_a && is_b && S_ISREG(sa.st_mode) && sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;
	const char *name_a = strrchr(a, '/'), *name_b = strrchr(b, '/');
	return strcmp(name_a ? name_a + 1 : a, name_b ? name_b + 1 : b) == 0
		&& realpath(folder_of(a, folder), real_a) != NULL && realpath(folder_of(b, folder), real_b) != NULL
		&& strcmp(real_a, real_b) == 0;
}

bool
outputs_differ(const char *const *paths, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (same_file(paths[k], paths[i])) {
				say_error("two outputs are one file: '%s' and '%s'", paths[k], paths[i]);
				return false;
			}
	return true;
}

bool
output_is_terminal(const char *path)
{
	return is_dash(path) && isatty(STDOUT_FILENO);
}
