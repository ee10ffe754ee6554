/* world.c -- stopping all threads: the safepoint page, polls, GC-safe regions.
**
** Who wants the world stopped sets `world.stop`, makes the safepoint page unreadable, and waits until no other thread
** is GC-unsafe.  A running thread notices at a poll or by the fault that its load from the page causes; it then says
** WAITING and sleeps on the word until it is 0
** again.  A thread that becomes unsafe stores its state first and looks at `stop` (or loads from the page) afterwards,
** while the stopper writes `stop` first and reads the states afterwards; so at least one of the two sees the other.
** For compiled code, whose two accesses have no fence between them, mprotect is the fence: it interrupts every
** processor that runs a thread of this process.
**
** Under stress the page stays unreadable while the world runs, so that a load from it collects too.  The load must
** succeed in the end, so it leaves the page readable; the next allocation takes that back. */
#include "runtime/heap/debug.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct world world = {
	.list_lock = PTHREAD_MUTEX_INITIALIZER,
	.table_lock = PTHREAD_MUTEX_INITIALIZER,
};

static struct sigaction previous;  /* handler of SIGSEGV before ours */
static bool page_closed;           /* written under world.list_lock */

static void
futex_wait(uint32_t *word, uint32_t value)
{
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void
futex_wake_all(uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

/* Only system calls and atomics: it also runs in the signal handler. */
void
world_park(struct thread *t)
{
	uint8_t old = t->pub.gc_state;

	do {
		__atomic_store_n(&t->pub.gc_state, LR_GC_STATE_WAITING, __ATOMIC_SEQ_CST);
		while (__atomic_load_n(&world.stop, __ATOMIC_ACQUIRE) != 0)
			futex_wait(&world.stop, 1);
		__atomic_store_n(&t->pub.gc_state, old, __ATOMIC_SEQ_CST);
	} while (old == LR_GC_STATE_UNSAFE && __atomic_load_n(&world.stop, __ATOMIC_SEQ_CST) != 0);
}

void
world_set_state(struct thread *t, uint8_t state)
{
	__atomic_store_n(&t->pub.gc_state, state, __ATOMIC_SEQ_CST);
	if (state == LR_GC_STATE_UNSAFE && __atomic_load_n(&world.stop, __ATOMIC_SEQ_CST) != 0)
		world_park(t);
}

/* Both under world.list_lock. */
static void
close_page(void)
{
	if (page_closed)
		return;
	if (mprotect(world.page, world.page_bytes, PROT_NONE) != 0)
		lr_gc_fatal("safepoint page: %s", strerror(errno));
	/* Loads from it are meant to fault; memcheck need not complain. */
	(void)VALGRIND_MAKE_MEM_DEFINED(world.page, world.page_bytes);
	__atomic_store_n(&page_closed, true, __ATOMIC_RELAXED);
}
static void
open_page(void)
{
	if (!page_closed)
		return;
	if (mprotect(world.page, world.page_bytes, PROT_READ) != 0)
		lr_gc_fatal("safepoint page: %s", strerror(errno));
	__atomic_store_n(&page_closed, false, __ATOMIC_RELAXED);
}

void
world_arm(void)
{
	if (__atomic_load_n(&page_closed, __ATOMIC_RELAXED) || pthread_mutex_trylock(&world.list_lock) != 0)
		return;
	close_page();
	pthread_mutex_unlock(&world.list_lock);
}

/* Let a load from the page through.  Nobody has the world stopped while this holds the lock. */
static void
disarm(struct thread *t)
{
	uint8_t old = t->pub.gc_state;

	__atomic_store_n(&t->pub.gc_state, LR_GC_STATE_WAITING, __ATOMIC_SEQ_CST);
	pthread_mutex_lock(&world.list_lock);
	open_page();
	pthread_mutex_unlock(&world.list_lock);
	world_set_state(t, old);
}

static void
pass_on(int signal_number, siginfo_t *info, void *context)
{
	if (previous.sa_flags & SA_SIGINFO) {
		previous.sa_sigaction(signal_number, info, context);
	} else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
		previous.sa_handler(signal_number);
	} else {
		/* The instruction faults again, and then does what it would have done without us. */
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
			debug_fault(info->si_addr, context);
		pass_on(signal_number, info, context);
		return;
	}
	/* The load is repeated on return.  It is compiled code that was interrupted, at a safepoint, so no lock is held
	 * and nothing of libc was under way: this is less a signal handler than a call. */
	if (t == NULL)
		t = thread_adopt();
#if defined(__x86_64__)
	const mcontext_t *at = &((const ucontext_t *)context)->uc_mcontext;
	origin_set(t, (uintptr_t)at->gregs[REG_RIP], (uintptr_t)at->gregs[REG_RBP], (uintptr_t)at->gregs[REG_RSP],
		true);
#endif
	if (__atomic_load_n(&world.stop, __ATOMIC_SEQ_CST) != 0) {
		world_park(t);
	} else {
		/* Once for a load, even if another thread's allocation closes the page again before it is repeated. */
		if (world.stress != 0 && t->pub.gc_state == LR_GC_STATE_UNSAFE && !t->page_collected) {
			t->page_collected = true;
			collect_stress(t);
		}
		disarm(t);
	}
	origin_clear(t);
	errno = saved;
}

int
world_init(void)
{
	struct sigaction ours = { .sa_flags = SA_SIGINFO | SA_ONSTACK };
	void *page;

	world.page_bytes = (size_t)sysconf(_SC_PAGESIZE);
	page = mmap(NULL, world.page_bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
		return LR_RT_E_NOMEM;
	world.page = page;
	ours.sa_sigaction = on_fault;
	sigemptyset(&ours.sa_mask);
	if (sigaction(SIGSEGV, &ours, &previous) != 0) {
		munmap(world.page, world.page_bytes);
		return LR_RT_E_SYSTEM;
	}
	return LR_RT_OK;
}

void
world_fini(void)
{
	struct sigaction now;

	if (sigaction(SIGSEGV, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_fault)
		sigaction(SIGSEGV, &previous, NULL);
	munmap(world.page, world.page_bytes);
	world.page = NULL;
	page_closed = false;
}

/* Until no thread but `self` is unsafe.  States are stored without a wake-up by compiled code, so this has to look
** again and again:  at first eagerly, then leaving the processor to whom it waits for. */
static void
await_others(const struct thread *self)
{
	static const struct timespec nap = { 0, 20000 };

	for (struct thread *t = world.threads; t != NULL; t = t->next) {
		if (t == self)
			continue;
		for (unsigned tries = 0; __atomic_load_n(&t->pub.gc_state, __ATOMIC_SEQ_CST) == LR_GC_STATE_UNSAFE;
			tries++) {
			if (tries < 200)
				sched_yield();
			else
				nanosleep(&nap, NULL);
		}
	}
}

bool
world_try_stop(struct thread *self)
{
	uint32_t running = 0;

	if (!__atomic_compare_exchange_n(&world.stop, &running, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
		world_park(self);
		return false;
	}
	pthread_mutex_lock(&world.list_lock);
	/* Alone, nobody needs to be told, and a collection costs no system call. */
	if (world.nthreads > 1) {
		close_page();
		await_others(self);
	}
	pthread_mutex_lock(&world.table_lock);
	return true;
}

void
world_resume(void)
{
	pthread_mutex_unlock(&world.table_lock);
	if (world.stress == 0)
		open_page();
	__atomic_store_n(&world.stop, 0, __ATOMIC_SEQ_CST);
	futex_wake_all(&world.stop);
	pthread_mutex_unlock(&world.list_lock);
}

void
lr_world_stop(void)
{
	struct thread *self = thread_self();

	while (!world_try_stop(self))
		;
}

void
lr_world_resume(void)
{
	world_resume();
}

uint8_t
lr_gc_safe_enter(void)
{
	struct thread *self = thread_self();
	uint8_t old = self->pub.gc_state;

	__atomic_store_n(&self->pub.gc_state, LR_GC_STATE_SAFE, __ATOMIC_SEQ_CST);
	return old;
}

void
lr_gc_safe_leave(uint8_t old_state)
{
	world_set_state(thread_self(), old_state);
}
