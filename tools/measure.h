/* measure.h -- what lateroot-measure's gauges (measure.c) and the work that they are put to (measure_actions.c)
** share. */
#ifndef LR_MEASURE_H
#define LR_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <llvm-c/Core.h>

#include "lateroot/lateroot.h"

enum { MOST_GAUGES = 32 };

/* One thing that is measured on one file. */
struct gauge {
	const char *name;
	double seconds;          /* of the quickest round */
	double retired;          /* instructions; < 0: unknown */
	size_t peak;             /* bytes of the library's allocator, at most; of a phase: at most by its end */
	size_t given;            /* of a pass: instructions and global variables that it found */
};

struct measuring {
	unsigned rounds, parts;
	double enough;           /* seconds; no new round of a file begins after that many */
	size_t stack;            /* bytes for the library's passes; 0: the thread that there is */
	bool json, no_names;
	char **files;
	int nfiles;
	int counter;             /* of instructions, from the kernel; -1: there is none */

	/* of the file at hand */
	struct gauge gauge[MOST_GAUGES];
	unsigned ngauges;
	LLVMMemoryBufferRef bitcode;
	size_t insts, functions, slots, max_live, stores, safepoints;
	lr_context *cx;
	bool failed;             /* to be set by actions */

	/* of the action at hand */
	double since;
	uint64_t since_retired;
};

/* ---- gauges: measure.c ---- */

/* Seconds of this clock. */
double measure_now(clockid_t);
/* An allocator for what is measured; most bytes it has given out at a time, since the last measure_begin. */
void  *measure_alloc(void *user, void *, size_t old, size_t new);
size_t measure_peak(void);
/* The gauge `name`, a string that stays. */
struct gauge *measure_gauge(struct measuring *, const char *name);
/* It is put to what happens between these two. */
void   measure_begin(struct measuring *);
void   measure_end(struct measuring *, const char *name);
/* What was found out in another way.  `retired` < 0: unknown; peak in bytes. */
void   measure_note(struct measuring *, const char *name, double seconds, double retired, size_t peak);
/* The peak starts anew. */
void   measure_reset_peak(void);

/* ---- actions: measure_actions.c ---- */

/* One of these, on a module that was read for it alone. */
struct action {
	struct measuring *k;
	LLVMModuleRef m;
	const char *llvm;        /* what LLVM is to run */
	void (*act)(struct action *);
};
void action_walk(struct action *), action_visit(struct action *), action_questions(struct action *),
	action_placement(struct action *), action_phases(struct action *), action_passes(struct action *),
	action_propagate(struct action *), action_llvm(struct action *);

#endif
