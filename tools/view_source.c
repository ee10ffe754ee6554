/* SPDX-License-Identifier: MIT */
/* view_source.c -- the lines of source that a module's debug information names, for the pages of `lateroot view`
** and `lateroot check --view`.
**
** A module may come from strangers, and a page goes to others.  The names of its files are therefore only followed
** into the folders that the user has allowed; only lines that some instruction or function comes from are taken, and
** only from regular files.  A file that does not exist and one that may not be read give the same page: nobody can
** find out by it which files lie elsewhere on the machine. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <llvm-c/DebugInfo.h>

#include "base/text.h"
#include "view.h"

enum { LINE_BYTES = 400, FILE_BYTES = 32 << 20 };

/* ---- folders ---- */

/* Takes a path of realpath, or NULL.  False: memory is exhausted, or there is none. */
static bool
allow(struct view_folders *f, char *path)
{
	char **more = path != NULL ? realloc(f->at, (f->n + 1) * sizeof *more) : NULL;

	if (more == NULL) {
		free(path);
		return false;
	}
	f->at = more;
	f->at[f->n++] = path;
	return true;
}

void
view_allow_named(const struct argp_state *state, struct view_folders *f, const char *name)
{
	struct stat st;

	if (stat(name, &st) == 0 && !S_ISDIR(st.st_mode))
		errno = ENOTDIR;
	else if (allow(f, realpath(name, NULL)))
		return;
	option_error(state, "--sources=%s: %s", name, strerror(errno));
}

void
view_allow_here(struct view_folders *f)
{
	char *here = realpath(".", NULL);

	if (here != NULL && strcmp(here, "/") == 0) {
		free(here);
		here = NULL;
	}
	allow(f, here); /* without it fewer lines are shown, which the page says */
}

void
view_folders_free(struct view_folders *f)
{
	for (size_t i = 0; i < f->n; i++)
		free(f->at[i]);
	free(f->at);
	*f = (struct view_folders){ 0 };
}

/* ---- files and lines ---- */

struct place { const char *file, *dir; unsigned file_bytes, dir_bytes, line; };
struct places { struct place *at; size_t n, cap; bool failed; };

static void
add(struct places *p, LLVMValueRef v)
{
	const unsigned line = LLVMGetDebugLocLine(v);

	if (line == 0 || p->failed)
		return;
	if (p->n == p->cap) {
		const size_t wanted = p->cap ? p->cap * 2 : 256;
		struct place *more = realloc(p->at, wanted * sizeof *more);
		if (more == NULL) {
			p->failed = true;
			return;
		}
		p->at = more, p->cap = wanted;
	}
	struct place x = { .line = line };
	x.file = LLVMGetDebugLocFilename(v, &x.file_bytes);
	x.dir = LLVMGetDebugLocDirectory(v, &x.dir_bytes);
	if (x.file != NULL && x.file_bytes > 0)
		p->at[p->n++] = x;
}

static int
compare_files(const struct place *a, const struct place *b)
{
	const unsigned n = a->file_bytes < b->file_bytes ? a->file_bytes : b->file_bytes;
	const int c = memcmp(a->file, b->file, n);

	return c ? c : a->file_bytes < b->file_bytes ? -1 : a->file_bytes > b->file_bytes;
}

static int
by_file_and_line(const void *x, const void *y)
{
	const struct place *a = x, *b = y;
	const int c = compare_files(a, b);

	return c ? c : a->line < b->line ? -1 : a->line > b->line;
}

/* Does the file lie below the folder, both as realpath gives them, and is it not hidden there?  Files with secrets,
** such as .env or .git/config, tend to be. */
static bool
is_below(const char *path, const char *folder)
{
	size_t n = strlen(folder);

	while (n > 0 && folder[n - 1] == '/')
		n--;
	return strncmp(path, folder, n) == 0 && path[n] == '/' && strstr(path + n, "/.") == NULL;
}

/* Opens a regular file in one of the folders, wherever its name leads by symbolic links; takes the name. */
static FILE *
open_allowed(char *name, const struct view_folders *folders)
{
	char *path = name != NULL ? realpath(name, NULL) : NULL;
	bool allowed = false;
	struct stat st;
	FILE *f = NULL;

	for (size_t i = 0; path != NULL && i < folders->n && !allowed; i++)
		allowed = is_below(path, folders->at[i]);
	/* a pipe must not block, and a link that has come in between is not followed */
	const int fd = allowed ? open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= FILE_BYTES)
		f = fdopen(fd, "r");
	if (fd >= 0 && f == NULL)
		close(fd);
	free(path);
	free(name);
	return f;
}

/* Allocated by malloc; NULL if memory is exhausted. */
static char *
join(const char *folder, size_t folder_bytes, const struct place *p)
{
	char *path = NULL;

	return asprintf(&path, "%.*s%.*s", (int)folder_bytes, folder, (int)p->file_bytes, p->file) >= 0 ? path : NULL;
}

/* Opens the file as the debug information has it, then beside the input. */
static FILE *
open_source(const struct place *p, const char *input, const struct view_folders *folders)
{
	const char *slash = strrchr(input, '/');
	char *path = NULL;

	if (p->file[0] == '/')
		return open_allowed(join("", 0, p), folders);
	if (p->dir_bytes > 0 && asprintf(&path, "%.*s/%.*s", (int)p->dir_bytes, p->dir, (int)p->file_bytes,
		p->file) < 0)
		path = NULL;
	FILE *f = open_allowed(path, folders);
	return f != NULL ? f : open_allowed(join(input, slash != NULL ? (size_t)(slash - input) + 1 : 0, p), folders);
}

/* Writes the lines that are wanted of one file, which are sorted: [[number, "text"], ...]. */
static void
add_lines(struct text *t, FILE *f, const struct place *p, size_t n)
{
	char *line = NULL;
	size_t room = 0, k = 0;
	unsigned number = 0;
	ssize_t bytes;
	bool any = false;

	while (k < n && (bytes = getline(&line, &room, f)) >= 0) {
		number++;
		if (p[k].line != number)
			continue;
		while (bytes > 0 && (line[bytes - 1] == '\n' || line[bytes - 1] == '\r'))
			bytes--;
		text_printf(t, "%s[%u,", any ? "," : "", number);
		text_json(t, line, bytes < LINE_BYTES ? (size_t)bytes : LINE_BYTES);
		text_string(t, "]");
		any = true;
		while (k < n && p[k].line == number)
			k++;
	}
	free(line);
}

bool
view_sources(struct text *t, LLVMModuleRef m, const char *input, const struct view_folders *folders)
{
	struct places p = { 0 };

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		add(&p, f);
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
				add(&p, i);
	}
	if (p.n > 0)
		qsort(p.at, p.n, sizeof *p.at, by_file_and_line);
	text_string(t, "[");
	bool any = false;
	for (size_t i = 0, next; i < p.n; i = next) {
		for (next = i + 1; next < p.n && compare_files(&p.at[i], &p.at[next]) == 0;)
			next++;
		FILE *f = open_source(&p.at[i], input, folders);
		text_string(t, any ? ",\n{\"file\":" : "\n{\"file\":");
		text_json(t, p.at[i].file, p.at[i].file_bytes);
		if (f != NULL) {
			text_string(t, ",\"lines\":[");
			add_lines(t, f, &p.at[i], next - i);
			text_string(t, "]");
			fclose(f);
		}
		text_string(t, "}");
		any = true;
	}
	text_string(t, "]");
	free(p.at);
	return !p.failed && !t->ar->failed;
}
