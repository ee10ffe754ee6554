/* SPDX-License-Identifier: MIT */
/* patch.h -- what the files of the patch points share. */
#ifndef LR_RUNTIME_PATCH_PATCH_H
#define LR_RUNTIME_PATCH_PATCH_H

#include <stdbool.h>

#include <lateroot/patch.h>

/* What one store replaces. */
#if defined(__aarch64__)
typedef uint32_t patch_word; /* of PATCH_WORD_BYTES */
#else
typedef uint64_t patch_word;
#endif

/* Is the code of this machine known? */
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define PATCH_KNOWN 1
#else
#define PATCH_KNOWN 0
#endif

enum {
#if defined(__aarch64__)
	PATCH_NEAR_BYTES = 4,      /* size of an instruction; a branch reaches 128 MiB */
	PATCH_FAR_BYTES = 16,      /* size of three moves into x16 with a call or jump through it, which is how LLVM
	                            * writes the call of a patch point */
	PATCH_WORD_BYTES = 4,      /* what one store replaces while threads run it */
#else
	PATCH_NEAR_BYTES = 5,      /* size of a call or jump with a 32-bit distance */
	PATCH_FAR_BYTES = 13,      /* size of a load of r11 with a call or jump through it, which is how LLVM writes the
	                            * call of a patch point */
	PATCH_WORD_BYTES = 8,      /* what one store replaces while threads run it */
#endif
	PATCH_MOST_BYTES = 4096    /* largest size of a range */
};

/* -- patch_code.c, patch_code_aarch64.c: machine code of a reserved range.  It accesses only the bytes that it
** is given.
**
** While the range is changed, a thread may be at its start, or may return from a call to the instruction behind that
** call.  So all calls of a range end at the same place: PATCH_FAR_BYTES into it, or in a shorter range behind its one
** near instruction. */
struct patch_layout {
	size_t near_at, end;       /* offsets of a near instruction, and of the end of calls */
	bool single;               /* the near instruction lies within PATCH_WORD_BYTES aligned bytes, and can be
	                            * replaced while threads run it */
};
struct patch_layout patch_layout(uintptr_t code, size_t bytes);
/* Does the range hold code that LLVM or patch_write put there?  `*ready`: the code has this layout. */
bool patch_decode(const unsigned char *code, size_t bytes, const struct patch_layout *, bool *ready);
/* Computes the new bytes of the range, which is at `code` and holds `old`.  Returns LR_RT_OK or LR_RT_E_PATCH_ROOM.
** `*far`: the target needs a far instruction. */
int patch_encode(unsigned char *to, const unsigned char *old, uintptr_t code, size_t bytes, enum lr_patch,
	uintptr_t target, bool *far_form);

/* -- patch_reader.c */
#define stackmap_read patch_stackmap_read

/* -- patch_maps.c */
/* Is there a patch point or stack map at this address?  Takes the lock of the maps. */
bool patch_maps_have(const void *code);

#endif
