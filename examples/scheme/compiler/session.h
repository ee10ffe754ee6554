/* SPDX-License-Identifier: MIT */
#ifndef SCHEME_SESSION_H
#define SCHEME_SESSION_H
#include <llvm-c/Core.h>
#include <lateroot/lateroot.h>

struct settings {
	lr_abi abi;
	unsigned level;
	bool check;
	const char *profile, *object; /* object NULL: a JIT session */
};
struct session { struct settings set; lr_context *cx; lr_jit *jit; };
bool session_open(struct session *, const struct settings *);
void session_close(struct session *);
void *session_add(struct session *, LLVMModuleRef, const char *name);
bool session_write(struct session *, LLVMModuleRef);
#endif
