/* SPDX-License-Identifier: MIT */
/* fault.c -- the signal handler of the safepoint page.
**
** A poll of compiled code may be a load from the safepoint page.  That load faults while a thread wants the world
** stopped, and under stress.  The handler here then does the work of the poll. */
#include "runtime/collector.h"
#include "runtime/machine_context.h"
#include "runtime/thread/thread.h"

#include <errno.h>
#include <signal.h>

static struct sigaction previous;  /* the handler of SIGSEGV that safepoint_init replaced */

static void
pass_on(int signal_number, siginfo_t *info, void *context)
{
	if (previous.sa_flags & SA_SIGINFO) {
		previous.sa_sigaction(signal_number, info, context);
	} else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
		previous.sa_handler(signal_number);
	} else {
		/* No other handler is installed.  The instruction faults again, with the effect that it would have
		** without this handler. */
		struct sigaction plain = { .sa_handler = SIG_DFL };

		sigaction(SIGSEGV, &plain, NULL);
	}
}

static void
on_fault(int signal_number, siginfo_t *info, void *context)
{
	uintptr_t offset = (uintptr_t)info->si_addr - (uintptr_t)world.page;
	struct thread *t = thread_self_tls;
	int saved = errno;

	if (info->si_code <= 0 || offset >= world.page_bytes) {
		if (info->si_code > 0)
			heap_fault(info->si_addr, context);
		pass_on(signal_number, info, context);
		return;
	}
	/* The load is repeated on return.  The handler interrupts compiled code at a safepoint, so the thread holds no
	 * lock and is not inside libc: the handler may do all that a called function may do. */
	if (t == NULL)
		t = thread_adopt();
	struct machine_place at;
	if (machine_interrupted(context, &at))
		origin_set(t, at.pc, at.fp, at.sp, true);
	if (__atomic_load_n(&world.stop, __ATOMIC_SEQ_CST) != 0) {
		world_park(t);
	} else {
		/* Each load collects once, even if an allocation of another thread closes the page again before the
		** load is repeated. */
		if (world.stress != 0 && t->pub.gc_state == LR_GC_STATE_UNSAFE && !t->page_collected) {
			t->page_collected = true;
			collect_stress(t);
		}
		world_disarm(t);
	}
	origin_clear(t);
	errno = saved;
}

int
safepoint_init(void)
{
	struct sigaction ours = { .sa_flags = SA_SIGINFO | SA_ONSTACK };
	int status = world_map_page();

	if (status != LR_RT_OK)
		return status;
	ours.sa_sigaction = on_fault;
	sigemptyset(&ours.sa_mask);
	if (sigaction(SIGSEGV, &ours, &previous) != 0) {
		world_unmap_page();
		return LR_RT_E_SYSTEM;
	}
	return LR_RT_OK;
}

void
safepoint_fini(void)
{
	struct sigaction now;

	if (sigaction(SIGSEGV, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_fault)
		sigaction(SIGSEGV, &previous, NULL);
	world_unmap_page();
}
