/* SPDX-License-Identifier: MIT */
/* fault_around.c -- memory refused around the passes: compiling, the JIT, dumps, archives, options in a string, profiles.
**
** As in fault.c, request N is refused for N = 1, 2, ..., alone or with all that follow: the status is LR_E_NOMEM or, where a table only
** saves time, LR_OK; nothing is leaked; and the same context does the same work afterwards, with the same result as if nothing had been.
** LATEROOT_FAULTS as there. */
#include <unistd.h>

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

#include "api.h"
#include "refuse.h"

/* What an activity gives: a sum of all that came out. */
struct result { uint64_t sum; size_t bytes; };

struct activity {
	const char *name;
	lr_status (*run)(lr_context *, struct result *);
	const char *program;     /* among the examples */
	const char *profile;     /* a text to be read when the context is made; NULL: none */
	lr_abi abi;
	bool check;
};

static const char *program;      /* text of the program at hand */
static char archive_path[] = "/tmp/lateroot-fault-XXXXXX";
static lr_abi abi;

static void
add_bytes(struct result *r, const void *p, size_t n)
{
	const unsigned char *s = p;

	r->bytes += n;
	for (size_t i = 0; i < n; i++)
		r->sum = (r->sum ^ s[i]) * 1099511628211u;
}

static LLVMModuleRef
parse_program(LLVMContextRef llvm)
{
	LLVMModuleRef m = NULL;
	char *message = NULL;
	LLVMMemoryBufferRef b = LLVMCreateMemoryBufferWithMemoryRangeCopy(program, strlen(program), "program");

	cr_assert_not(LLVMParseIRInContext(llvm, b, &m, &message), "%s", message);
	return m;
}

static lr_status
compile_object(lr_context *cx, struct result *r)
{
	const lr_compile_options o = { .struct_size = sizeof o };
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = parse_program(llvm);
	void *bytes;
	size_t size;
	lr_status st = lr_compile(cx, m, &o, &bytes, &size);

	cr_assert(st == LR_OK ? bytes != NULL && size > 0 : bytes == NULL && size == 0);
	if (st == LR_OK)
		add_bytes(r, bytes, size);
	lr_free_bytes(cx, bytes, size);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	return st;
}

/* Code is generated at the lookup. */
static lr_status
just_in_time(lr_context *cx, struct result *r)
{
	void *address = NULL;
	lr_jit *jit = lr_jit_new(cx, 0);
	lr_status st = jit != NULL ? lr_jit_add(jit, "program", program, strlen(program)) : lr_first_error(cx, NULL);

	if (st == LR_OK)
		st = lr_jit_define(jit, "unused", &address);
	if (st == LR_OK)
		st = lr_jit_lookup(jit, "main", &address);
	cr_assert((st == LR_OK) == (address != NULL));
	r->sum += address != NULL;
	lr_jit_free(jit);
	return st;
}

static bool
add_dump(void *user, const lr_function_dump *d)
{
	struct result *r = user;
	char name[LR_FILE_NAME_BYTES];

	lr_dump_file_name(d, name);
	add_bytes(r, name, strlen(name));
	add_bytes(r, d->text, d->bytes);
	return true;
}

static bool
add_to_archive(void *user, const lr_function_dump *d)
{
	return lr_archive_add(user, d) == LR_OK;
}

static lr_status
dump(lr_context *cx, const lr_dump_options *o)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = parse_program(llvm);
	lr_status st = lr_dump_functions(cx, m, NULL, o);

	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	return st;
}

static lr_status
dump_each(lr_context *cx, struct result *r)
{
	const lr_dump_options o = { .struct_size = sizeof o, .each = true, .emit = add_dump, .user = r };

	return dump(cx, &o);
}

static lr_status
write_archive(lr_context *cx, struct result *r)
{
	lr_archive *a = lr_archive_new(cx);
	const lr_dump_options o = { .struct_size = sizeof o, .before = "LateLowerGCFrame", .emit = add_to_archive, .user = a };
	void *bytes = NULL;
	size_t size = 0;
	lr_status st = a != NULL ? dump(cx, &o) : lr_first_error(cx, NULL);

	if (st == LR_OK)
		st = lr_archive_finish(a, &bytes, &size);
	if (st == LR_OK)
		add_bytes(r, bytes, size);
	lr_free_bytes(cx, bytes, size);
	lr_archive_free(a);
	/* The callback that refuses ends the dumping with another status, but the first error is what it was. */
	return st == LR_OK ? st : lr_first_error(cx, NULL);
}

static lr_status
read_archive(lr_context *cx, struct result *r)
{
	lr_status st = lr_archive_read(cx, archive_path, NULL, add_dump, r);

	return st == LR_OK ? lr_archive_read(cx, archive_path, "main", add_dump, r) : st;
}

static lr_status
options_in_a_string(lr_context *cx, struct result *r)
{
	(void)r;
	return lr_context_set_args(cx, "-print-before=LateLowerGCFrame,gvn --func='a b' -time-passes -dump-dir=\"x\"");
}

/* The profile has been read; here it is only used. */
static lr_status
lower(lr_context *cx, struct result *r)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = parse_program(llvm);
	lr_status st = lr_run(cx, m, abi == LR_ABI_STATEPOINT ? "julia<level=1>" : "julia<level=2>");

	if (st == LR_OK)
		r->sum += lr_stats_count(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	return st;
}

static const struct activity activities[] = {
	{ .name = "an object", .run = compile_object, .program = "binary-trees.ll" },
	{ .name = "an object, checked", .run = compile_object, .program = "handlers.ll", .check = true },
	{ .name = "an object with a table", .run = compile_object, .program = "binary-trees.ll", .abi = LR_ABI_FRAMEMAP },
	{ .name = "an object with statepoints", .run = compile_object, .program = "binary-trees.ll", .abi = LR_ABI_STATEPOINT },
	{ .name = "just in time", .run = just_in_time, .program = "binary-trees.ll" },
	{ .name = "just in time, by table", .run = just_in_time, .program = "binary-trees.ll", .abi = LR_ABI_FRAMEMAP },
	{ .name = "dumps", .run = dump_each, .program = "binary-trees.ll" },
	{ .name = "an archive", .run = write_archive, .program = "callbacks.ll" },
	{ .name = "reading an archive", .run = read_archive, .program = "callbacks.ll" },
	{ .name = "options", .run = options_in_a_string, .program = "binary-trees.ll" },
	{ .name = "a profile", .run = lower, .program = "memory.ll", .profile = "base = lateroot\nclasses = 16, 32, 48\n" },
	{ .name = "stages", .run = lower, .program = "deep-recursion.ll" },
	{ .name = "stages, checked statepoints", .run = lower, .program = "deep-recursion.ll", .abi = LR_ABI_STATEPOINT, .check = true },
};

/* Run with request `n` refused (0: none), then again in the same context with memory.  False: it did not get so far. */
static bool
run_refused(const struct activity *a, const char *profile, size_t n, bool sticky, struct result *undisturbed)
{
	struct failing_alloc books = { 0 };
	lr_options o = { .struct_size = sizeof o, .alloc = refusing_alloc, .user = &books, .check = a->check, .abi = a->abi, .profile = profile };
	struct result r = { 0 };

	memset(&faults, 0, sizeof faults);
	faults.refuse = n;
	faults.sticky = sticky;
	abi = a->abi;
	lr_context *cx = lr_context_new(&o);
	lr_status st = cx != NULL ? lr_first_error(cx, NULL) : LR_E_NOMEM;
	const bool made = st == LR_OK;
	if (made)
		st = a->run(cx, &r);
	const bool refused = faults.refused;
	faults.refuse = 0;
	cr_assert(st == LR_OK || (refused && st == LR_E_NOMEM), "%s: request %zu refused: %s", a->name, n, lr_status_name(st));
	cr_assert(cx == NULL || lr_first_error(cx, NULL) == st, "%s: request %zu refused: the first error is another one", a->name, n);
	if (n == 0)
		*undisturbed = r;
	else if (made) {
		if (st == LR_OK)
			cr_assert(r.sum == undisturbed->sum && r.bytes == undisturbed->bytes, "%s: request %zu refused, and another result", a->name, n);
		lr_clear_error(cx);
		struct result again = { 0 };
		cr_assert_eq(a->run(cx, &again), LR_OK, "%s: after request %zu was refused", a->name, n);
		cr_assert(again.sum == undisturbed->sum && again.bytes == undisturbed->bytes, "%s: after request %zu was refused: another result",
			a->name, n);
	}
	lr_context_free(cx);
	cr_assert_eq(books.live_blocks, 0, "%s: request %zu refused: %zu blocks are left", a->name, n, books.live_blocks);
	cr_assert_not(books.wrong_size, "%s: request %zu refused: a block came back under another size", a->name, n);
	return refused;
}

static char *
read_text(const char *name)
{
	char path[1000];
	snprintf(path, sizeof path, "%s/%s", EXAMPLES_DIR, name);
	FILE *f = fopen(path, "rb");
	cr_assert_not_null(f, "%s", path);
	char *text = calloc(1, 1 << 20);
	cr_assert_gt(fread(text, 1, (1 << 20) - 1, f), 0);
	fclose(f);
	return text;
}

static void
write_file(char *template, const void *bytes, size_t n)
{
	int fd = mkstemp(template);

	cr_assert(fd >= 0 && write(fd, bytes, n) == (ssize_t)n);
	close(fd);
}

/* The archive that read_archive reads. */
static void
prepare_archive(void)
{
	lr_context *cx = lr_context_new(NULL);
	lr_archive *a = lr_archive_new(cx);
	const lr_dump_options o = { .struct_size = sizeof o, .each = true, .emit = add_to_archive, .user = a };
	void *bytes;
	size_t size;

	cr_assert_eq(dump(cx, &o), LR_OK);
	cr_assert_eq(lr_archive_finish(a, &bytes, &size), LR_OK);
	write_file(archive_path, bytes, size);
	lr_free_bytes(cx, bytes, size);
	lr_archive_free(a);
	lr_context_free(cx);
}

static void
refuse_each(size_t i)
{
	const struct activity *a = &activities[i];
	const char *wish = getenv("LATEROOT_FAULTS");
	size_t most = wish != NULL ? strtoul(wish, NULL, 10) : 40;
	char profile[] = "/tmp/lateroot-fault-XXXXXX", *text = read_text(a->program);
	struct result undisturbed;

	program = text;
	if (a->profile != NULL)
		write_file(profile, a->profile, strlen(a->profile));
	if (a->run == read_archive)
		prepare_archive();
	const char *name = a->profile != NULL ? profile : NULL;
	run_refused(a, name, 0, false, &undisturbed);
	const size_t all = faults.requests, stride = most == 0 || all <= most ? 1 : all / most;
	cr_assert_gt(all, 3);
	for (size_t n = 1 + i * 7 % stride; n <= all; n += stride)
		run_refused(a, name, n, n / stride % 2 != 0, &undisturbed);
	if (a->profile != NULL)
		unlink(profile);
	if (a->run == read_archive)
		unlink(archive_path);
	free(text);
}

Test(fault_around, compiling)
{
	for (size_t i = 0; i < 4; i++)
		refuse_each(i);
}

Test(fault_around, just_in_time)
{
	refuse_each(4);
	refuse_each(5);
}

Test(fault_around, dumps_and_archives)
{
	for (size_t i = 6; i < 9; i++)
		refuse_each(i);
}

Test(fault_around, options_and_profiles)
{
	for (size_t i = 9; i < sizeof activities / sizeof *activities; i++)
		refuse_each(i);
}
