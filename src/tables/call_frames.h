/* SPDX-License-Identifier: MIT */
/* call_frames.h -- reads DWARF call frame information: the rules for frame address, return address and frame pointer.
**
** Written from the DWARF 4 document, section 6.4, the Linux Standard Base on .eh_frame, and Arm's and RISC-V's
** documents on DWARF.  Uses no LLVM, and does not allocate. */
#ifndef LR_TABLES_CALL_FRAMES_H
#define LR_TABLES_CALL_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct call_reader { const uint8_t *at, *end; bool failed; };
/* DWARF numbers: frame pointer, stack pointer, return address. */
struct call_registers { uint16_t fp, sp, ret; };

enum call_how { CALL_SAME, CALL_AT_OFFSET, CALL_UNDEFINED, CALL_OTHER };
struct call_rule { enum call_how how; int64_t offset; };
/* frame address = register + offset; `other`: the rule is an expression */
struct call_rules {
	uint64_t reg;
	int64_t offset;
	struct call_rule fp, ret;
	bool other;
	/* the frame address as it was last computed from the frame pointer, at any place: frame pointer + offset */
	bool by_fp;
	int64_t from_fp;
};

/* What a common entry says for its descriptions. */
struct call_common {
	struct call_reader initial;
	uint64_t code_align;
	int64_t data_align;
	uint8_t encoding;
	bool augmented, signal;
};

/* Reads the common entry at `at`, whose bytes are readable as far as its length says.  Returns false if it is not
** supported. */
bool call_read_common(const uint8_t *at, const struct call_registers *, struct call_common *);
/* Returns the instructions of the description at `at`, likewise. */
struct call_reader call_instructions(const uint8_t *at, const struct call_common *);
/* Runs instructions for code from `at` on, and leaves the rules that hold at `stop`.  Returns false if one is not
** supported. */
bool call_run(struct call_reader, const struct call_common *, const struct call_registers *, uintptr_t at,
	uintptr_t stop, struct call_rules *);

#endif
