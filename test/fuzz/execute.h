/* SPDX-License-Identifier: MIT */
/* execute.h -- run generated programs every way there is, in this process, and compare. */
#ifndef FUZZ_EXECUTE_H
#define FUZZ_EXECUTE_H

#include <lateroot/lateroot.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <llvm-c/LLJIT.h>
#include <llvm-c/TargetMachine.h>

/* A program: the bytes that it is made of. */
struct job { uint64_t seed; uint8_t *bytes; size_t size; };

enum { FAILURES_MAX = 32, WHAT_BYTES = 400 };
#define NOBODY UINT32_MAX
enum stage { STAGE_GENERATE, STAGE_LOWER, STAGE_OPTIMISE, STAGE_CODE, STAGE_RUN, STAGES };

/* In memory that a child process shares with its parent, so that it is complete up to where the child died. */
struct report {
	volatile uint32_t at;    /* index of the program that is running; NOBODY: compiling */
	volatile bool done;
	char doing[WHAT_BYTES];  /* what was last begun, or a message of the runtime */
	uint32_t nfailures;
	struct failure { uint32_t at; char what[WHAT_BYTES]; } failure[FAILURES_MAX];
	uint64_t instructions, functions, slots, collections, frames;
	uint64_t spent[STAGES];  /* CPU time, ns */
};

/* The bytes of a seed; give them back with free. */
void job_of_seed(struct job *, uint64_t seed, size_t size);

/* Run them all.  `salt` varies the ways (levels of optimisation); `abi` is an lr_abi.  May crash, that is what it is for; in the end r->done is set. */
extern bool execute_moving; /* set before the first of them: objects move */
void execute(const struct job *jobs, uint32_t n, uint64_t salt, unsigned abi, struct report *r);

/* ---- what it is made of ---- */

enum run { RUN_NEVER, RUN_STRESS, RUN_GENERATIONAL, RUNS };

/* The end of a child that has lowered: exit handlers are the parent's and do not run, but what was counted for tools/coverage is kept. */
void leave(int status) __attribute__((noreturn));
void execute_context(LLVMContextRef *, LLVMOrcThreadSafeContextRef *);
void execute_generate(LLVMModuleRef, const struct job *, const char *prefix);
/* A session for one lowered module, which it takes.  It lasts as long as the process, for what runs later may refer to its globals. */
LLVMErrorRef execute_session(LLVMOrcThreadSafeContextRef, LLVMModuleRef, LLVMCodeGenOptLevel, LLVMOrcLLJITRef *);
/* Let the heap collect as this kind of run wants it. */
void execute_configure(enum run, lr_abi);

/* A number that depends on the programs of these seeds and on nothing else (fingerprint.c). */
uint64_t fingerprint(uint64_t from, uint64_t to, size_t size);

/* The programs as text, with a main that prints a line for each; give it back with LLVMDisposeMessage. */
char *execute_text(const struct job *, uint32_t n);

#endif
