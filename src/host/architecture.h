/* SPDX-License-Identifier: MIT */
/* architecture.h -- the processor families that profiles name. */
#ifndef LR_HOST_ARCHITECTURE_H
#define LR_HOST_ARCHITECTURE_H

#include <stdbool.h>
#include <stddef.h>

/* ARCH_ANY: not stated.  ARCH_OTHER: one that no profile can name. */
enum architecture { ARCH_ANY, ARCH_X86_64, ARCH_I686, ARCH_AARCH64, ARCH_ARM, ARCH_RISCV64, ARCH_RISCV32, ARCH_PPC64LE,
	ARCH_S390X, ARCH_WASM32, ARCH_WASM64, ARCH_OTHER, ARCH_COUNT = ARCH_OTHER };

/* For messages, and in profiles. */
const char *architecture_name(enum architecture);
/* The architecture with the name of `n` bytes; ARCH_OTHER: there is none. */
enum architecture architecture_by_name(const char *name, size_t n);
/* That of a triple.  NULL and the empty triple stand for this machine. */
enum architecture architecture_of(const char *triple);
/* Is it a triple of Windows?  NULL and the empty triple stand for this machine. */
bool triple_is_windows(const char *triple);
/* Does lateroot compile for processors of the triple's family?  (target/target_check.c knows for certain.)  NULL and
** the empty triple stand for this machine. */
bool triple_has_code(const char *triple);
/* The size of its words in bytes; 0: not known. */
unsigned architecture_word_bytes(enum architecture);
/* "x86-64, i686, ...": all names. */
const char *architecture_names(void);

#endif
