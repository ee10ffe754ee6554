/* SPDX-License-Identifier: MIT */
/* measure.h -- what the gauges of lateroot-measure (measure.c) and the measured actions (measure_actions.c) share. */
#ifndef LR_MEASURE_H
#define LR_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <llvm-c/Core.h>

#include "lateroot/lateroot.h"

enum { MOST_GAUGES = 32 };

/* One measured item on one file. */
struct gauge {
	const char *name;
	double seconds;          /* time of the fastest round */
	double retired;          /* instructions; < 0: unknown */
	size_t peak;             /* peak bytes of the library's allocator; of a phase: the peak by its end */
	size_t given;            /* of a pass: number of instructions and global variables in its input */
};

struct measuring {
	unsigned rounds, parts;
	double enough;           /* seconds; after that time no new round of a file begins */
	size_t stack;            /* stack size in bytes for the library's passes; 0: run them on the current thread */
	bool json, no_names;
	char **files;
	int nfiles;
	int counter;             /* file descriptor of the kernel's instruction counter; -1: not available */

	/* of the current file */
	struct gauge gauge[MOST_GAUGES];
	unsigned ngauges;
	LLVMMemoryBufferRef bitcode;
	size_t insts, functions, slots, max_live, stores, safepoints;
	lr_context *cx;
	bool failed;             /* set by actions */

	/* start of the current action */
	double since;
	uint64_t since_retired;
};

/* ---- gauges: measure.c ---- */

/* Returns the seconds of this clock. */
double measure_now(clockid_t);
/* An allocator for the measured code; and its peak in bytes since the last measure_begin. */
void  *measure_alloc(void *user, void *, size_t old, size_t new);
size_t measure_peak(void);
/* Returns the gauge `name`, a string that stays valid. */
struct gauge *measure_gauge(struct measuring *, const char *name);
/* Measures the code between these two calls. */
void   measure_begin(struct measuring *);
void   measure_end(struct measuring *, const char *name);
/* Adds a result that was measured in another way.  `retired` < 0: unknown; peak in bytes. */
void   measure_note(struct measuring *, const char *name, double seconds, double retired, size_t peak);
/* Resets the peak. */
void   measure_reset_peak(void);

/* ---- actions: measure_actions.c ---- */

/* One action, on a module that was read for it alone. */
struct action {
	struct measuring *k;
	LLVMModuleRef m;
	const char *llvm;        /* LLVM's passes to run */
	void (*act)(struct action *);
};
void action_walk(struct action *), action_visit(struct action *), action_questions(struct action *),
	action_placement(struct action *), action_phases(struct action *), action_passes(struct action *),
	action_propagate(struct action *), action_llvm(struct action *);

#endif
