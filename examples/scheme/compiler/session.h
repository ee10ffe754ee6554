/* SPDX-License-Identifier: MIT */
#ifndef SCHEME_SESSION_H
#define SCHEME_SESSION_H
#include <llvm-c/Core.h>
#include <lateroot/lateroot.h>
#include "../runtime/scheme.h"

struct settings {
	lr_abi abi;
	unsigned level;
	bool check;
	const char *profile, *object; /* object NULL: a JIT session */
};
struct session {
	struct settings set;
	lr_context *cx;
	lr_jit *jit;
	struct module { char name[40]; void *functions; bool used; struct module *next; } *modules;
	unsigned nmodules;
};
bool session_open(struct session *, const struct settings *);
void session_close(struct session *);
void *session_add(struct session *, LLVMModuleRef, const char *name);
void session_unload(struct session *);
bool session_write(struct session *, LLVMModuleRef);
#endif
