/* SPDX-License-Identifier: MIT */
/* words.c -- target: everything that people write by hand: pipelines, ABI profiles, LATEROOT_ARGS, patterns of names. */
#include <string.h>

#include "extract/dump.h"
#include "host/profile_read.h"
#include "pipeline/pipeline.h"
#include "target.h"

/* Only the error that was promised, and a message with it. */
static void
expect(lr_context *cx, lr_status st, lr_status may)
{
	const char *message = NULL;

	PROMISE(st == LR_OK || st == may, "status %s", lr_status_name(st));
	PROMISE(lr_first_error(cx, &message) == st, "the status is not the context's");
	PROMISE(st == LR_OK || (message != NULL && *message != '\0'), "no message");
}

/* LLVM's own part of a pipeline is LLVM's: what has parameters or nests deep is known to end the process there. */
static void
try_pipeline(lr_context *cx, const char *text)
{
	LLVMContextRef llvm = LLVMContextCreate();
	struct pipeline p;
	lr_status st = pipeline_parse(cx, llvm, text, strlen(text) % 2, &p);

	expect(cx, st, st == LR_E_PROFILE ? LR_E_PROFILE : LR_E_PIPELINE); /* "julia<profile=NAME>" reads a profile */
	PROMISE(st != LR_OK || p.nsteps == 0 || p.steps[p.nsteps - 1].name != NULL, "a step without a name");
	arena_free(&p.arena);
	LLVMContextDispose(llvm);
}

static void
try_profile(lr_context *cx, const uint8_t *bytes, size_t n, const char *text)
{
	struct lr_profile p, q;
	FILE *f = fmemopen((void *)(uintptr_t)bytes, n, "r");

	memset(&p, 0, sizeof p);
	memset(&q, 0, sizeof q);
	lr_status st = profile_read_text(cx, "text", text, &p);
	expect(cx, st, LR_E_PROFILE);
	lr_clear_error(cx);
	if (f == NULL)
		return;
	lr_status again = profile_read_file(cx, "file", f, &q);
	fclose(f);
	expect(cx, again, LR_E_PROFILE);
	if (memchr(bytes, '\0', n) == NULL) {
		PROMISE(st == again, "a profile means something else in a file");
		PROMISE(st != LR_OK || memcmp(&p, &q, sizeof p) == 0, "a profile is another one from a file");
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 2 || size > 20000)
		return 0;
	char *text = malloc(size);
	lr_context *cx = lr_context_new(NULL);
	if (text == NULL || cx == NULL)
		abort();
	memcpy(text, data + 1, size - 1);
	text[size - 1] = '\0';
	switch (data[0] % 4) {
	case 0: try_pipeline(cx, text); break;
	case 1: try_profile(cx, data + 1, size - 1, text); break;
	case 2: expect(cx, lr_context_set_args(cx, text), LR_E_USAGE); break;
	default: { /* PATTERN, NUL or line, NAME */
			char *line = strchr(text, '\n');
			const char *name = line ? line + 1 : text;
			if (line != NULL)
				*line = '\0';
			size_t n = size - 1 - (size_t)(name - text);
			bool matches = glob_match(text, name, n);
			PROMISE(!glob_is_literal(text) || matches == (strlen(text) == n && memcmp(text, name, n) == 0), "a plain name matches otherwise");
		}
	}
	lr_context_free(cx);
	free(text);
	return 0;
}
