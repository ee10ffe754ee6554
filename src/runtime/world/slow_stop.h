/* SPDX-License-Identifier: MIT */
/* slow_stop.h -- the message about a thread for which a stop of the world waits too long. */
#ifndef LR_RUNTIME_WORLD_SLOW_STOP_H
#define LR_RUNTIME_WORLD_SLOW_STOP_H

#include "runtime/runtime.h"

/* One stop of the world. */
struct slow_stop {
	uint32_t period_ms;        /* UINT32_MAX: no message */
	uint64_t began;            /* os_milliseconds at the first look; 0: none yet */
};

/* The stop still waits for `t`, which is attached.  Writes the message if the period is over; the next call writes
** none.  Neither allocates nor takes a lock: the thread may hold any lock of the program. */
void slow_stop_look(struct slow_stop *, const struct thread *t);

#endif
