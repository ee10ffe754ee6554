/* SPDX-License-Identifier: MIT */
/* context.c -- creates and frees contexts, and reports diagnostics.
**
** Diagnostics are built in buffers on the stack, so that exhausted memory can be reported, too; only the quoted
** instruction comes from LLVM's heap. */
#include <stdio.h>
#include <stdlib.h>

#include "host/context.h"
#include "host/remark.h"

#include <llvm-c/DebugInfo.h>

#include "base/name.h"
#include "base/text.h"
#include "host/abi_names.h"
#include "host/warnings.h"

enum {
	NAME_BYTES = 256,        /* of a quoted function name */
	INSTRUCTION_BYTES = 400, /* of a quoted instruction */
	/* LLVM numbers the values of the whole module to print one instruction.  So that a run with a diagnostic for
	** every line is not quadratic, no more instructions are quoted; function and location are still given. */
	MAX_QUOTES = 64
};

/* ---- memory ---- */

void *
lr_realloc(const lr_context *cx, void *p, size_t old_bytes, size_t new_bytes)
{
	return cx->options.alloc(cx->options.user, p, old_bytes, new_bytes);
}

/* ---- where it is ---- */

/* The location in a diagnostic, with buffers for its strings. */
struct place {
	lr_diagnostic d;
	char function[NAME_BYTES], instruction[INSTRUCTION_BYTES], file[NAME_BYTES];
};

static LLVMValueRef
function_around(LLVMValueRef at)
{
	if (LLVMIsAFunction(at))
		return at;
	if (LLVMIsAArgument(at))
		return LLVMGetParamParent(at);
	if (LLVMIsAInstruction(at)) {
		LLVMBasicBlockRef bb = LLVMGetInstructionParent(at);
		return bb ? LLVMGetBasicBlockParent(bb) : NULL;
	}
	if (LLVMValueIsBasicBlock(at))
		return LLVMGetBasicBlockParent(LLVMValueAsBasicBlock(at));
	return NULL;
}

static void
locate(struct place *p, LLVMValueRef at)
{
	unsigned n = 0;
	const char *file = LLVMGetDebugLocFilename(at, &n);

	if (file == NULL || n == 0)
		return;
	text_one_line(p->file, sizeof p->file, file, n);
	p->d.file = p->file;
	p->d.line = LLVMGetDebugLocLine(at);
	p->d.column = LLVMIsAInstruction(at) ? LLVMGetDebugLocColumn(at) : 0;
}

/* Locates a function of a rejected module.  Its debug information may refer to nodes of any kind. */
static void
locate_rejected(struct place *p, LLVMValueRef fn)
{
	enum { FILE_OPERAND = 0, MAX_OPERANDS = 32 };
	LLVMValueRef operand[MAX_OPERANDS];
	LLVMMetadataRef subprogram = LLVMGetSubprogram(fn);
	unsigned n = 0;

	if (subprogram == NULL || LLVMGetMetadataKind(subprogram) != LLVMDISubprogramMetadataKind)
		return;
	LLVMValueRef node = LLVMMetadataAsValue(LLVMGetModuleContext(LLVMGetGlobalParent(fn)), subprogram);
	if (LLVMGetMDNodeNumOperands(node) > MAX_OPERANDS)
		return;
	LLVMGetMDNodeOperands(node, operand);
	if (operand[FILE_OPERAND] == NULL)
		return;
	LLVMMetadataRef file = LLVMValueAsMetadata(operand[FILE_OPERAND]);
	if (LLVMGetMetadataKind(file) != LLVMDIFileMetadataKind)
		return;
	const char *name = LLVMDIFileGetFilename(file, &n);
	if (name == NULL || n == 0)
		return;
	text_one_line(p->file, sizeof p->file, name, n);
	p->d.file = p->file;
	p->d.line = LLVMDISubprogramGetLine(subprogram);
}

static void
describe(lr_context *cx, struct place *p, LLVMValueRef at)
{
	if (at == NULL)
		return;
	LLVMValueRef fn = function_around(at);
	if (fn != NULL) {
		size_t n;
		const char *name = LLVMGetValueName2(fn, &n);
		text_one_line(p->function, sizeof p->function, name, n);
		p->d.function = p->function;
	}
	if (cx->rejected) {
		if (fn != NULL)
			locate_rejected(p, fn);
		return;
	}
	if (LLVMIsAInstruction(at)) {
		locate(p, at);
		/* An instruction outside of a function cannot be printed safely. */
		if (fn != NULL && cx->printed < MAX_QUOTES) {
			cx->printed++;
			char *text = LLVMPrintValueToString(at);
			text_one_line(p->instruction, sizeof p->instruction, text, strlen(text));
			LLVMDisposeMessage(text);
			p->d.instruction = p->instruction;
		}
	}
	if (p->d.file == NULL && fn != NULL)
		locate(p, fn);
}

/* ---- reporting ---- */

__attribute__((format(printf, 5, 0)))
static void
tell(lr_context *cx, lr_severity severity, lr_status code, LLVMValueRef at, const char *fmt, va_list args)
{
	char message[LR_MESSAGE_BYTES];
	int n = vsnprintf(message, sizeof message, fmt, args);

	if (n < 0)
		snprintf(message, sizeof message, "%s", lr_status_name(code));
	else if ((size_t)n >= sizeof message)
		memcpy(message + sizeof message - sizeof TEXT_ELLIPSIS, TEXT_ELLIPSIS, sizeof TEXT_ELLIPSIS);
	for (size_t end = strlen(message); end > 0 && message[end - 1] == '\n';)
		message[--end] = '\0';
	if (cx->findings != NULL && code == LR_E_CHECK) {
		cx->findings->take(cx->findings, at, message);
		return;
	}
	if (severity == LR_ERROR && cx->first == LR_OK) {
		cx->first = code;
		memcpy(cx->first_message, message, sizeof message);
	}
	if (cx->options.diagnose == NULL)
		return;
	struct place p = { .d = { .severity = severity, .code = code, .message = message } };
	describe(cx, &p, at);
	cx->reported = at;
	cx->options.diagnose(cx->options.user, &p.d);
	cx->reported = NULL;
}

lr_status
lr_fail(lr_context *cx, lr_status code, LLVMValueRef at, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	tell(cx, LR_ERROR, code, at, fmt, args);
	va_end(args);
	return code;
}

lr_status
lr_fail_rejected(lr_context *cx, LLVMValueRef fn, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	cx->rejected = true;
	tell(cx, LR_ERROR, LR_E_INVALID_IR, fn, fmt, args);
	cx->rejected = false;
	va_end(args);
	return LR_E_INVALID_IR;
}

void
lr_report(lr_context *cx, lr_severity severity, LLVMValueRef at, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	tell(cx, severity == LR_ERROR ? LR_WARNING : severity, LR_OK, at, fmt, args);
	va_end(args);
}

lr_status
lr_nomem(lr_context *cx)
{
	return lr_fail(cx, LR_E_NOMEM, NULL, "out of memory");
}

lr_status
lr_stop_early(lr_context *cx)
{
	return cx->changed != 0 ? LR_OK : lr_nomem(cx);
}

lr_status
lr_null_argument(lr_context *cx, const char *what)
{
	return cx == NULL ? LR_E_USAGE : lr_fail(cx, LR_E_USAGE, NULL, "%s is NULL", what);
}

void
lr_dump_text(lr_context *cx, const char *text, size_t bytes)
{
	if (cx->options.dump != NULL)
		cx->options.dump(cx->options.user, text, bytes);
}

bool
lr_dump_wanted(const lr_context *cx, char letter, const char *name)
{
	if (cx->options.dump == NULL || cx->options.dump_forms == NULL
		|| strchr(cx->options.dump_forms, letter) == NULL)
		return false;
	return cx->options.function == NULL || glob_match(cx->options.function, name, strlen(name));
}

/* ---- results ---- */

struct lr_function_stats *
lr_stats_add(lr_context *cx, const char *name)
{
	if (cx->nstats == cx->stats_cap) {
		size_t cap = cx->stats_cap ? cx->stats_cap * 2 : 16;
		void *p = lr_realloc(cx, cx->stats, cx->stats_cap * sizeof *cx->stats, cap * sizeof *cx->stats);
		if (p == NULL)
			return NULL;
		cx->stats = p;
		cx->stats_cap = cap;
	}
	char *copy = arena_strdup(&cx->stats_names, name);
	if (copy == NULL)
		return NULL;
	cx->stats[cx->nstats] = (struct lr_function_stats){ .name = copy };
	return &cx->stats[cx->nstats++];
}

size_t
lr_stats_count(const lr_context *cx)
{
	return cx != NULL ? cx->nstats : 0;
}

const lr_function_stats *
lr_stats(const lr_context *cx, size_t i)
{
	return cx != NULL && i < cx->nstats ? &cx->stats[i] : NULL;
}

bool
lr_pass_time(const lr_context *cx, size_t i, const char **name, double *seconds)
{
	if (cx == NULL || i >= cx->ntimes)
		return false;
	if (name != NULL)
		*name = cx->times[i].name;
	if (seconds != NULL)
		*seconds = cx->times[i].seconds;
	return true;
}

lr_status
lr_first_error(const lr_context *cx, const char **message)
{
	if (message != NULL)
		*message = cx == NULL || cx->first == LR_OK ? NULL : cx->first_message;
	return cx != NULL ? cx->first : LR_E_USAGE;
}

void
lr_clear_error(lr_context *cx)
{
	if (cx == NULL)
		return;
	cx->first = LR_OK;
	cx->printed = 0;
	cx->strings.failed = false; /* memory may be available again */
}

uint32_t
lr_version(void)
{
	return (uint32_t)LR_VERSION_MAJOR << 16 | LR_VERSION_MINOR << 8 | LR_VERSION_PATCH;
}

unsigned
lr_llvm_major(void)
{
	return LLVM_VERSION_MAJOR;
}

const char *
lr_status_name(lr_status s)
{
	switch (s) {
	case LR_OK: return "ok";
	case LR_E_NOMEM: return "out of memory";
	case LR_E_INVALID_IR: return "invalid IR";
	case LR_E_DIALECT: return "dialect violation";
	case LR_E_PIPELINE: return "bad pipeline";
	case LR_E_PROFILE: return "bad ABI profile";
	case LR_E_CHECK: return "hole in the root placement";
	case LR_E_TARGET: return "code generation failed";
	case LR_E_IO: return "input or output failed";
	case LR_E_USAGE: return "bad usage";
	case LR_E_NOT_FOUND: return "no such function";
	}
	return "unknown status";
}

/* ---- life ---- */

/* Replaces each string of the options by a copy that the context owns. */
static bool
copy_strings(lr_context *cx)
{
	const char **strings[] = {
		&cx->options.profile, &cx->options.print_before, &cx->options.print_after,
		&cx->options.function, &cx->options.dump_forms, &cx->options.warnings,
		&cx->options.clone_targets
	};

	for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
		if (*strings[i] != NULL && (*strings[i] = arena_strdup(&cx->strings, *strings[i])) == NULL)
			return false;
	return true;
}

void
context_forget(lr_context *cx)
{
	for (size_t i = 0; i < sizeof cx->kept / sizeof *cx->kept; i++) {
		const struct lr_kept kept = cx->kept[i];
		cx->kept[i] = (struct lr_kept){ NULL, NULL, NULL };
		if (kept.end != NULL)
			kept.end(cx, kept.what);
	}
	cx->relocated.last = cx->ordered_last = NULL;
}

void
context_forget_functions(lr_context *cx)
{
	for (size_t i = 0; i < sizeof cx->kept / sizeof *cx->kept; i++)
		if (cx->kept[i].forget_functions != NULL)
			cx->kept[i].forget_functions(cx->kept[i].what);
	cx->relocated.last = NULL;
}

void
lr_context_free(lr_context *cx)
{
	if (cx == NULL)
		return;
	context_forget(cx);
	arena_free(&cx->strings);
	arena_free(&cx->stats_names);
	arena_free(&cx->times_names);
	if (cx->stats != NULL)
		lr_realloc(cx, cx->stats, cx->stats_cap * sizeof *cx->stats, 0);
	if (cx->times != NULL)
		lr_realloc(cx, cx->times, cx->times_cap * sizeof *cx->times, 0);
	remark_forget(cx);
	cx->options.alloc(cx->options.user, cx, sizeof *cx, 0);
}

lr_context *
lr_context_new(const lr_options *given)
{
	lr_options options = { 0 };

	/* A caller compiled against an older header has a shorter struct; fields that it lacks stay zero. */
	if (given != NULL)
		memcpy(&options, given, given->struct_size < sizeof options ? given->struct_size : sizeof options);
	options.struct_size = sizeof options;
	if (options.alloc == NULL)
		options.alloc = arena_from_libc;
	lr_context *cx = options.alloc(options.user, NULL, 0, sizeof *cx);
	if (cx == NULL)
		return NULL;
	*cx = (lr_context){ .options = options };
	arena_init(&cx->strings, options.alloc, options.user);
	arena_init(&cx->stats_names, options.alloc, options.user);
	arena_init(&cx->times_names, options.alloc, options.user);
	if (!copy_strings(cx)) {
		lr_context_free(cx);
		return NULL;
	}
	if (given != NULL && given->struct_size < offsetof(lr_options, diagnose))
		lr_fail(cx, LR_E_USAGE, NULL, "lr_options.struct_size is not set");
	if (lr_abi_name(cx->options.abi) == NULL) {
		lr_fail(cx, LR_E_USAGE, NULL, "no such ABI: %d", (int)cx->options.abi);
		cx->options.abi = LR_ABI_GCFRAME;
	}
	warnings_check(cx, cx->options.warnings);
	profile_load(cx, cx->options.profile ? cx->options.profile : "lateroot", &cx->profile);
	return cx;
}
