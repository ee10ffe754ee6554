/* SPDX-License-Identifier: MIT */
/* Debug information: debuggers and backtraces show the lines and procedures of Scheme. */
#include <string.h>
#include "emit.h"

void
debug_begin(struct emitter *e, const char *path)
{
	if (!whole_program)
		return;
	const char *slash = path != NULL ? strrchr(path, '/') : NULL;
	const char *name = slash ? slash + 1 : path ? path : "program";
	size_t folder = slash ? (size_t)(slash - path) : 0;
	static const char flag[] = "Debug Info Version";
	LLVMValueRef version = LLVMConstInt(LLVMInt32TypeInContext(e->cx), LLVMDebugMetadataVersion(), false);

	LLVMAddModuleFlag(e->m, LLVMModuleFlagBehaviorWarning, flag, sizeof flag - 1, LLVMValueAsMetadata(version));
	e->di = LLVMCreateDIBuilder(e->m);
	e->file = LLVMDIBuilderCreateFile(e->di, name, strlen(name), folder ? path : ".", folder ? folder : 1);
	LLVMDIBuilderCreateCompileUnit(e->di, LLVMDWARFSourceLanguageC11, e->file, "schemer", 7, true, "", 0, 0, "", 0,
		LLVMDWARFEmissionFull, 0, false, false, "", 0, "", 0);
}

void
debug_end(struct emitter *e)
{
	if (e->di == NULL)
		return;
	LLVMDIBuilderFinalize(e->di);
	LLVMDisposeDIBuilder(e->di);
}

/* The function that is built is that of `l`; NULL: it is of no line. */
void
debug_function(struct emitter *e, const struct lambda *l)
{
	if (l == NULL) {
		e->scope = NULL;
		LLVMSetCurrentDebugLocation2(e->b, NULL);
		return;
	}
	if (e->di == NULL) {
		debug_line(e, l->line);
		return;
	}
	const char *name = l->name ? l->name : "lambda";
	LLVMMetadataRef type = LLVMDIBuilderCreateSubroutineType(e->di, e->file, NULL, 0, LLVMDIFlagZero);
	e->scope = LLVMDIBuilderCreateFunction(e->di, e->file, name, strlen(name), name, strlen(name), e->file, l->line,
		type, true, true, l->line, LLVMDIFlagZero, true);
	LLVMSetSubprogram(e->function, e->scope);
	debug_line(e, l->line);
}

void
debug_line(struct emitter *e, unsigned line)
{
	e->line = line;
	if (e->scope != NULL)
		LLVMSetCurrentDebugLocation2(e->b, LLVMDIBuilderCreateDebugLocation(e->cx, line, 0, e->scope, NULL));
}
