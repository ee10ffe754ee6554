/* SPDX-License-Identifier: MIT */
/* thread.h -- attaching threads, and the start and end of the runtime. */
#ifndef LR_RUNTIME_THREAD_THREAD_H
#define LR_RUNTIME_THREAD_THREAD_H

#include "runtime/runtime.h"

/* init.c */
/* Initialises the runtime unless that is done.  Returns LR_RT_OK, LR_RT_E_NOMEM or LR_RT_E_SYSTEM. */
int runtime_begin(void);

/* thread.c; start.c */
/* Attaches the calling thread and returns its state.  Failure is fatal. */
struct thread *thread_adopt(void);
/* Frees the states of the last thread and of all ended ones, at shutdown. */
void thread_free_all(void);
/* Arranges that globals_end_thread is called when the calling thread ends.  Returns LR_RT_OK, LR_RT_E_SYSTEM
** if the process has no thread-specific key left, or LR_RT_E_NOMEM. */
int thread_watch_end(void);
/* Cancels that for a thread that is not attached any more, unless it has thread-local variables. */
void thread_unwatch_end(void);

/* The state of the calling thread, which is attached if it is not yet. */
static inline struct thread *
thread_self(void)
{
	struct thread *t = thread_self_tls;

	return rt_likely(t != NULL) ? t : thread_adopt();
}

/* Makes the task the running one of the calling thread, also for compiled code, which reads a variable. */
static inline void
thread_set_task(struct thread *self, lr_task *task)
{
	self->pub.current_task = task;
#if !defined(_WIN32)
	lr_pgcstack_here = (void **)(void *)&task->gcstack;
#endif
}

/* stack.c */
/* Gives the task a C stack of its own, with a call of `main` on it.  False: memory is exhausted, or no other stacks can
** be had. */
bool stack_make(struct task *, size_t bytes, void (*main)(void));
/* Drops what is on the stack, and puts a call of `main` there.  False: memory is exhausted, and it is as it was. */
bool stack_empty(struct task *, void (*main)(void));
void stack_free(struct task *);
/* Runs another stack; returns when the stack of `from` is switched to again.  `comes_back`: it will be. */
void stack_switch(struct task *from, struct task *to, bool comes_back);
/* To be called first on a new stack. */
void stack_begin(struct task *);

/* task.c */
/* Frees the tasks of a list that is linked by `next`. */
void task_free_list(struct task *);

/* fault.c */
/* Maps the safepoint page and installs the handler of its faults.  Returns LR_RT_OK, LR_RT_E_NOMEM or
** LR_RT_E_SYSTEM. */
int safepoint_init(void);
void safepoint_fini(void);

/* globals.c */
/* Does the calling thread have instances of thread-local variables?  Then globals_end_thread must be called when the
** thread ends. */
bool globals_has_tls(void);
void globals_end_thread(void);

#endif
