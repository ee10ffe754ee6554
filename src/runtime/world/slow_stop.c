/* SPDX-License-Identifier: MIT */
/* slow_stop.c -- the message about a thread for which a stop of the world waits too long.
**
** A thread that blocks in C code outside of a GC-safe region, or runs long without a safepoint, holds up each
** collection, and the program seems to hang for no reason.  The message names that thread and the remedy. */
#include "runtime/world/slow_stop.h"

static const char sleeps[] = "It sleeps or blocks: put the call that blocks between lr_gc_safe_enter() and "
	"lr_gc_safe_leave() (in C of dialect.h: GC_SAFE).";
static const char runs[] = "It runs: a loop without calls needs lr_safepoint() or --polls; C code that takes long "
	"belongs between lr_gc_safe_enter() and lr_gc_safe_leave().";
static const char unknown[] = "A call that blocks or takes long belongs between lr_gc_safe_enter() and "
	"lr_gc_safe_leave() (in C of dialect.h: GC_SAFE); a loop without calls needs lr_safepoint() or --polls.";

static void
complain(uint64_t waited_ms, const struct thread *t)
{
	char text[640];
	struct os_thread_look look;

	os_thread_look(t->number, &look);
	const char *remedy = look.state == OS_THREAD_SLEEPS ? sleeps : look.state == OS_THREAD_RUNS ? runs : unknown;
	const bool named = look.name[0] != '\0';
	int n = snprintf(text, sizeof text,
		"lateroot: gc: a collection has waited %llu.%llu s for thread %llu%s%s%s, which is at no safepoint "
		"and in no GC-safe region. %s (LATEROOT_GC_STOP_WARNING=0: no such message)\n",
		(unsigned long long)(waited_ms / 1000), (unsigned long long)(waited_ms % 1000 / 100),
		(unsigned long long)t->number, named ? " (" : "", look.name, named ? ")" : "", remedy);
	if (n > 0)
		os_complain(text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

void
slow_stop_look(struct slow_stop *s, const struct thread *t)
{
	if (s->period_ms == UINT32_MAX)
		return;
	const uint64_t now = os_milliseconds();
	if (s->began == 0)
		s->began = now;
	if (now - s->began < s->period_ms)
		return;
	s->period_ms = UINT32_MAX;
	complain(now - s->began, t);
}
