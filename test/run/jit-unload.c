/* SPDX-License-Identifier: MIT */
/* jit-unload.c -- a module is added, run and removed, many times over: its tables go with its code.
**
**   jit-unload FILE ABI TIMES     main() of FILE, with the ABI of that number */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lateroot/lateroot.h>
#include <lateroot/runtime.h>

static const char uses[] =
	"declare i32 @main(i32, ptr)\ndefine i32 @again(i32 %n, ptr %v) {\n  %r = call i32 @main(i32 %n, ptr %v)\n  "
	"%s = add i32 %r, 7\n  ret i32 %s\n}\n";

static void
complain(void *user, const lr_diagnostic *d)
{
	if (*(bool *)user)
		fprintf(stderr, "%s: %s\n", lr_status_name(d->code), d->message);
}

static void
must(bool ok, const char *what)
{
	if (ok)
		return;
	fprintf(stderr, "jit-unload: %s\n", what);
	exit(1);
}

static char *
read_file(const char *path, size_t *size)
{
	FILE *f = fopen(path, "rb");
	char *text = malloc(1 << 22);

	must(f != NULL && text != NULL, path);
	*size = fread(text, 1, 1 << 22, f);
	fclose(f);
	return text;
}

int
main(int argc, char **argv)
{
	bool loud = true;
	size_t size;
	void *address;

	must(argc == 4, "usage");
	lr_options options = { .struct_size = sizeof options,
		.diagnose = complain, .user = &loud, .abi = (lr_abi)atoi(argv[2]) };
	char *text = read_file(argv[1], &size);
	lr_context *cx = lr_context_new(&options);
	lr_jit *jit = lr_jit_new(cx, 1);
	must(jit != NULL, "no session");
	for (int i = 0; i < atoi(argv[3]); i++) {
		must(lr_jit_add(jit, "uses", uses, sizeof uses - 1) == LR_OK, "add");
		loud = false;
		must(lr_jit_lookup(jit, "nowhere", &address) == LR_E_TARGET, "what is nowhere is found");
		lr_clear_error(cx);
		loud = true;
		must(lr_jit_add(jit, "program", text, size) == LR_OK, "add program");
		must(lr_jit_lookup(jit, "again", &address) == LR_OK, "lookup");
		char *args[] = { argv[0], NULL };
		must(((int (*)(int, char **))(uintptr_t)address)(1, args) == 7, "main");
		loud = false;
		must(lr_jit_remove(jit, "program") == LR_E_USAGE, "what is used must stay");
		lr_clear_error(cx);
		loud = true;
		/* the last exception is a root */
		((lr_task *)(void *)lr_get_pgcstack())->exception = NULL;
		must(lr_jit_remove(jit, "uses") == LR_OK && lr_jit_remove(jit, "program") == LR_OK, "remove");
	}
	lr_jit_free(jit);
	lr_context_free(cx);
	free(text);
	return 0;
}
