/* SPDX-License-Identifier: MIT */
/* target.h -- what the coverage-guided fuzzers share.
**
** Each is one function over bytes.  Built with LATEROOT_FUZZERS (clang), libFuzzer calls it; built without, replay.c gives it the files of
** its corpus, so that all compilers and sanitizers see what once was a finding. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);

/* A finding: what was promised does not hold. */
#define FINDING(...) (fprintf(stderr, "FINDING: " __VA_ARGS__), fputc('\n', stderr), abort())
#define PROMISE(condition, ...) ((condition) ? (void)0 : FINDING(__VA_ARGS__))

#endif
