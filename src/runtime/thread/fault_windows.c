/* SPDX-License-Identifier: MIT */
/* fault_windows.c -- the exception handler of the safepoint page, as fault.c is elsewhere.
**
** A vectored handler runs on the stack of the thread that faulted, before the handlers of functions, and needs no
** tables of the code. */
#include "runtime/heap/debug.h"
#include "runtime/thread/thread.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

static void *handler;

/* Does what the poll asks for.  The load is repeated on return. */
static void
poll_by_fault(void)
{
	struct thread *t = thread_self();

	if (__atomic_load_n(&world.stop, __ATOMIC_SEQ_CST) != 0) {
		world_park(t);
		return;
	}
	/* as in fault.c: each load collects once */
	if (world.stress != 0 && t->pub.gc_state == LR_GC_STATE_UNSAFE && !t->page_collected) {
		t->page_collected = true;
		collect_stress(t);
	}
	world_disarm(t);
}

static LONG CALLBACK
on_exception(EXCEPTION_POINTERS *e)
{
	const EXCEPTION_RECORD *r = e->ExceptionRecord;
	const DWORD error = GetLastError();

	if (r->ExceptionCode != EXCEPTION_ACCESS_VIOLATION || r->NumberParameters < 2)
		return EXCEPTION_CONTINUE_SEARCH;
	/* the parameters: how, and which address */
	if (r->ExceptionInformation[1] - (uintptr_t)world.page >= world.page_bytes) {
		debug_fault((const void *)r->ExceptionInformation[1], e->ContextRecord);
		return EXCEPTION_CONTINUE_SEARCH;
	}
	poll_by_fault();
	SetLastError(error);
	return EXCEPTION_CONTINUE_EXECUTION;
}

int
safepoint_init(void)
{
	const int status = world_map_page();

	if (status != LR_RT_OK)
		return status;
	handler = AddVectoredExceptionHandler(TRUE, on_exception);
	if (handler == NULL) {
		world_unmap_page();
		return LR_RT_E_SYSTEM;
	}
	return LR_RT_OK;
}

void
safepoint_fini(void)
{
	RemoveVectoredExceptionHandler(handler);
	world_unmap_page();
}
