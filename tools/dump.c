/* SPDX-License-Identifier: MIT */
/* dump.c -- lateroot dump: writes functions as modules of their own, into a folder, an archive, a file or stdout. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool.h"

struct dump_options {
	struct tool_options common;
	lr_dump_options points;
	bool list;
};

enum { KEY_BEFORE = 256, KEY_AFTER, KEY_EACH, KEY_LIST };

static const struct argp_option options[] = {
	{ .doc = "What to dump:", .group = 1 },
	{ "before", KEY_BEFORE, "PASS[,...]", 0,
		"functions as they are before these passes; all: before every pass", 1 },
	{ "after", KEY_AFTER, "PASS[,...]", 0, "functions as they are after these passes", 1 },
	{ "each", KEY_EACH, NULL, 0, "functions as they are at the start and after every pass", 1 },
	{ "passes", KEY_PASSES, "PIPELINE", 0,
		"what to run for this, in opt's syntax (default: lateroot, the whole GC lowering)", 1 },
	{ .doc = "Output:", .group = 2 },
	{ NULL, 'o', "DIR|F.irz|F.ll", 0,
		"a folder with a file for each function, an archive, or one file; - is stdout (default)", 2 },
	{ NULL, 'f', NULL, 0, "write into a folder that has files already", 2 },
	{ "list", KEY_LIST, NULL, 0, "only list: bytes, pass, name", 2 },
	{ 0 }
};

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	struct dump_options *o = state->input;

	switch (key) {
	case KEY_BEFORE: o->points.before = arg; break;
	case KEY_AFTER: o->points.after = arg; break;
	case KEY_EACH: o->points.each = true; break;
	case KEY_LIST: o->list = true; break;
	default:
		return option_module(key, arg, state, &o->common);
	}
	return 0;
}

/* ---- destinations ---- */

struct sink {
	const struct dump_options *o;
	lr_context *cx;
	lr_archive *archive;
	struct bytes all; /* for one file, which is written at the end */
	size_t cap;
	bool failed;      /* and the reason has been reported */
};

static bool
ends_in(const char *s, const char *end)
{
	size_t n = strlen(s), k = strlen(end);
	return n > k && strcmp(s + n - k, end) == 0;
}

static bool
to_stdout(void *user, const lr_function_dump *d)
{
	struct sink *s = user;
	s->failed = !write_output(NULL, d->text, d->bytes);
	return !s->failed;
}

static bool
list(void *user, const lr_function_dump *d)
{
	(void)user;
	printf("%zu\t%s%s\t", d->bytes, d->pass ? d->after ? "after " : "before " : "-", d->pass ? d->pass : "");
	for (size_t i = 0; i < d->name_bytes; i++) {
		unsigned char c = (unsigned char)d->name[i];
		if (c < 0x20 || c == 0x7f || c == '\\')
			printf("\\%02X", c);
		else
			putchar(c);
	}
	putchar('\n');
	return !ferror(stdout);
}

static bool
to_archive(void *user, const lr_function_dump *d)
{
	struct sink *s = user;
	return lr_archive_add(s->archive, d) == LR_OK;
}

static bool
to_file(void *user, const lr_function_dump *d)
{
	struct sink *s = user;

	if (d->bytes > s->cap - s->all.size) {
		size_t cap = s->cap * 2 > s->all.size + d->bytes ? s->cap * 2 : s->all.size + d->bytes;
		char *more = realloc(s->all.data, cap);
		if (more == NULL) {
			say_error("out of memory");
			s->failed = true;
			return false;
		}
		s->all.data = more;
		s->cap = cap;
	}
	memcpy(s->all.data + s->all.size, d->text, d->bytes);
	s->all.size += d->bytes;
	return true;
}

/* Creates the folders of `path` behind its first `n` bytes, which are the folder of -o.  That one is made, too, but not
** those above it: they are more likely a slip of the pen. */
static bool
make_folders(char *path, size_t n)
{
	for (char *slash = strchr(path + n, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(path, 0777) != 0 && errno != EEXIST) {
			say_error("%s: %s", path, strerror(errno));
			return false;
		}
		*slash = '/';
	}
	return true;
}

static bool
to_folder(void *user, const lr_function_dump *d)
{
	struct sink *s = user;
	const char *folder = s->o->common.output;
	size_t n = strlen(folder);
	char name[LR_FILE_NAME_BYTES], *path;

	while (n > 1 && folder[n - 1] == '/')
		n--;
	lr_dump_file_name(d, name);
	if (asprintf(&path, "%.*s/%s", (int)n, folder, name) < 0) {
		say_error("out of memory");
		s->failed = true;
		return false;
	}
	s->failed = !make_folders(path, n) || !output_spares_input(path, s->o->common.input)
		|| !write_output(path, d->text, d->bytes);
	free(path);
	return !s->failed;
}

/* Are there files in the folder? */
static bool
has_files(const char *path)
{
	DIR *d = opendir(path);
	bool any = false;

	for (struct dirent *e; d != NULL && !any && (e = readdir(d)) != NULL;)
		any = strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
	if (d != NULL)
		closedir(d);
	return any;
}

/* Who names a file of another kind does not want a folder, unless a slash says so.  Files of an earlier dump would look
** like a part of this one. */
static bool
folder_suits(const struct dump_options *o)
{
	static const char *const others[] = { ".zip", ".tar", ".tgz", ".gz", ".xz", ".zst", ".7z", ".bc", ".o", ".s",
		".txt", ".json", ".html" };
	const char *path = o->common.output;
	bool other = false;
	struct stat st;
	const bool is_there = stat(path, &st) == 0;

	if (is_there && !S_ISDIR(st.st_mode)) {
		say_error("%s: a file; dump writes a folder, an archive (.irz) or a module (.ll)", path);
		return false;
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		other |= ends_in(path, others[i]);
	if (other && !is_there) {
		say_error("%s: no archive (.irz), no module (.ll), and no folder; '%s/' makes a folder of this name",
			path, path);
		return false;
	}
	if (!o->common.force && has_files(path)) {
		say_error("%s: the folder has files already; -f writes among them", path);
		return false;
	}
	return true;
}

static bool
goes_to_folder(const struct dump_options *o)
{
	const char *out = o->common.output;

	return !o->list && out != NULL && strcmp(out, "-") != 0 && !ends_in(out, ".irz") && !ends_in(out, ".ll")
		&& strncmp(out, "/dev/", 5) != 0;
}

static lr_emit *
choose_sink(struct sink *s)
{
	const char *out = s->o->common.output;

	if (s->o->list)
		return list;
	if (out == NULL || strcmp(out, "-") == 0)
		return to_stdout;
	if (ends_in(out, ".irz")) {
		s->archive = lr_archive_new(s->cx);
		return s->archive ? to_archive : NULL;
	}
	return goes_to_folder(s->o) ? to_folder : to_file;
}

/* Writes the outputs that must be complete first.  Returns the exit status. */
static int
finish(struct sink *s, lr_emit *emit)
{
	const char *out = s->o->common.output;
	bool ok = true;

	if (emit == to_file)
		ok = write_output(out, s->all.data, s->all.size);
	if (emit == to_archive) {
		void *bytes;
		size_t size;
		ok = lr_archive_finish(s->archive, &bytes, &size) == LR_OK;
		if (ok) {
			ok = write_output(out, bytes, size);
			lr_free_bytes(s->cx, bytes, size);
		}
	}
	return ok ? EXIT_SUCCESS : EXIT_INPUT;
}

/* ---- the input ---- */

/* The name, because a damaged archive may lack its mark. */
static bool
is_archive(const char *path)
{
	unsigned char head[14] = { 0 };
	int fd = strcmp(path, "-") == 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, head, sizeof head) : 0;

	if (fd >= 0)
		close(fd);
	if (n == (ssize_t)sizeof head && head[0] == 0x1f && head[1] == 0x8b && head[12] == 'L')
		return true;
	return fd >= 0 && ends_in(path, ".irz");
}

static int
from_archive(struct sink *s, lr_emit *emit)
{
	const struct dump_options *o = s->o;

	lr_status st = lr_archive_read(s->cx, o->common.input, o->common.library.function, emit, s);
	/* The intact members of a damaged archive are written. */
	if (s->failed || (st != LR_OK && st != LR_E_IO))
		return exit_status(st);
	int status = finish(s, emit);
	return status != EXIT_SUCCESS ? status : exit_status(st);
}

static int
from_module(struct sink *s, lr_emit *emit)
{
	const struct dump_options *o = s->o;
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_read(llvm, o->common.input);
	lr_dump_options d = o->points;
	int status = EXIT_INPUT;

	d.struct_size = sizeof d;
	d.functions = o->common.library.function;
	d.emit = emit;
	d.user = s;
	if (m != NULL) {
		status = exit_status(lr_dump_functions(s->cx, m, o->common.passes, &d));
		outputs_hold();
		if (status == EXIT_SUCCESS)
			status = finish(s, emit);
		if (status == EXIT_SUCCESS)
			status = report_results(s->cx, &o->common);
		if (!outputs_end(status == EXIT_SUCCESS) && status == EXIT_SUCCESS)
			status = EXIT_INPUT;
		LLVMDisposeModule(m);
	}
	LLVMContextDispose(llvm);
	return status;
}

int
command_dump(int argc, char **argv)
{
	static const struct argp_child children[] = { { &common_argp, 0, NULL, 0 }, { 0 } };
	static char doc[] =
		"Write functions as modules of their own, each with all that it needs to be given to opt, llc or "
		"lateroot again.\n\n"
		"  lateroot dump prog.ll -o functions/            as they are, a file for each\n"
		"  lateroot dump --func='julia_*' --after=LateLowerGCFrame prog.ll\n"
		"  lateroot dump --each prog.ll -o prog.irz       after every pass, in one\n"
		"  lateroot dump prog.irz --func=julia_f_12       out of an archive\n"
		"  lateroot dump prog.irz --list\n"
		"\vOther functions become declarations.  --func takes a name or a glob (*, ?, [a-z]).  With passes, a "
		"folder has a subfolder for each point: diff -r compares two.  Of a damaged archive, what is intact "
		"is given, with exit status 1.";
	static const struct argp argp = { options, parse, "[FILE]", doc, children, NULL, NULL };
	struct dump_options o = { 0 };
	struct sink s = { .o = &o };

	options_init(&o.common);
	options_parse(&argp, argc, argv, ARGP_LONG_ONLY, &o);
	const bool points = o.points.before || o.points.after || o.points.each, archive = is_archive(o.common.input);
	if (archive ? points || o.common.passes : !points && o.common.passes) {
		say_error(archive
			? "no passes are run over an archive: leave out --passes, --before, --after and --each"
			: "--passes needs --before, --after or --each to say when to dump");
		return EXIT_USAGE;
	}
	if (!options_outputs_differ(&o.common) || (goes_to_folder(&o) && !folder_suits(&o)))
		return EXIT_USAGE;
	s.cx = lr_context_new(&o.common.library);
	lr_emit *emit = s.cx ? choose_sink(&s) : NULL;
	int status = EXIT_INPUT;
	if (emit == NULL)
		say_error("out of memory");
	else
		status = archive ? from_archive(&s, emit) : from_module(&s, emit);
	lr_archive_free(s.archive);
	free(s.all.data);
	lr_context_free(s.cx);
	return status;
}
