/* SPDX-License-Identifier: MIT */
/* host.h -- fibers of a front end: stacks that the runtime does not know, each with a pair of chains. */
#ifndef TEST_RUN_FIBERS_HOST_H
#define TEST_RUN_FIBERS_HOST_H

/* Calls `produce` on a fiber; each time it yields, `consume` is called on the caller's stack. */
void fiber_run(void (*produce)(void), void (*consume)(void));
void fiber_yield(void);

#endif
