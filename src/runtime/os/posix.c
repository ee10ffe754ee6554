/* SPDX-License-Identifier: MIT */
/* posix.c -- memory of POSIX systems, and waiting on Linux. */
#include "runtime/os/os.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

const size_t os_range_most = sizeof(void *) == 4 ? (size_t)1 << 30 : (size_t)((uint64_t)16 << 30),
	     os_range_least = (size_t)64 << 20;

size_t
os_page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

unsigned
os_processors(void)
{
	const long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n > 1 ? (unsigned)n : 1;
}

void *
os_reserve(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return p != MAP_FAILED ? p : NULL;
}

void
os_release(void *at, size_t bytes)
{
	munmap(at, bytes);
}

bool
os_open(void *at, size_t bytes)
{
	return mprotect(at, bytes, PROT_READ | PROT_WRITE) == 0;
}

void
os_want_large_pages(void *at, size_t bytes)
{
#ifdef MADV_HUGEPAGE
	madvise(at, bytes, MADV_HUGEPAGE);
#else
	(void)at, (void)bytes;
#endif
}

bool
os_open_read_only(void *at, size_t bytes)
{
	return mprotect(at, bytes, PROT_READ) == 0;
}

bool
os_close(void *at, size_t bytes)
{
	return mprotect(at, bytes, PROT_NONE) == 0;
}

void
os_discard(void *at, size_t bytes)
{
	madvise(at, bytes, MADV_DONTNEED);
}

bool
os_is_mapped(const void *page)
{
	unsigned char resident;

	return mincore((void *)(uintptr_t)page, 1, &resident) == 0;
}

/* The system reads the bytes, so a bad address is no fault. */
bool
os_is_readable(const void *at, size_t bytes)
{
	char copy[128];
	const size_t some = bytes < sizeof copy ? bytes : sizeof copy;
	const struct iovec from = { (void *)(uintptr_t)at, some }, to = { copy, some };
	const ssize_t n = process_vm_readv(getpid(), &to, 1, &from, 1, 0);

	return n == (ssize_t)some || (n < 0 && errno != EFAULT);
}

void
os_wait(uint32_t *word, uint32_t value)
{
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

void
os_wake_all(uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

/* mprotect has interrupted every processor that runs a thread of this process. */
void
os_fence_all(void)
{
}

uint64_t
os_thread_number(void)
{
	return (uint64_t)syscall(SYS_gettid);
}

/* The system's line about a thread is "NUMBER (NAME) STATE ...", and the name may have parentheses of its own. */
void
os_thread_look(uint64_t number, struct os_thread_look *look)
{
	char text[128];
	ssize_t n = -1;

	*look = (struct os_thread_look){ .state = OS_THREAD_UNKNOWN };
	snprintf(text, sizeof text, "/proc/self/task/%llu/stat", (unsigned long long)number);
	const int file = open(text, O_RDONLY | O_CLOEXEC);
	if (file >= 0) {
		n = read(file, text, sizeof text - 1);
		close(file);
	}
	if (n <= 0)
		return;
	text[n] = '\0';
	const char *open_at = strchr(text, '('), *close_at = strrchr(text, ')');
	if (open_at == NULL || close_at == NULL || close_at[1] != ' ')
		return;
	snprintf(look->name, sizeof look->name, "%.*s", (int)(close_at - open_at - 1), open_at + 1);
	look->state = close_at[2] == 'R' ? OS_THREAD_RUNS : OS_THREAD_SLEEPS;
}

uint64_t
os_milliseconds(void)
{
	struct timespec now = { 0, 0 };

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void
os_complain(const char *text, size_t bytes)
{
	while (bytes != 0) {
		const ssize_t n = write(STDERR_FILENO, text, bytes);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return;
		text += n;
		bytes -= (size_t)n;
	}
}

bool
os_start_helper(pthread_t *id, void *(*function)(void *))
{
	sigset_t all, old;
	bool started;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	started = pthread_create(id, NULL, function, NULL) == 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return started;
}

bool
os_watch_fork(void (*child)(void))
{
	return pthread_atfork(NULL, NULL, child) == 0;
}

bool
os_find_symbol(const void *address, struct os_symbol *s)
{
	Dl_info info;

	if (dladdr(address, &info) == 0 || info.dli_fname == NULL)
		return false;
	*s = (struct os_symbol){ .name = info.dli_sname, .file = info.dli_fname,
		.offset = info.dli_sname != NULL ? (size_t)((uintptr_t)address - (uintptr_t)info.dli_saddr) : 0,
		.file_offset = (size_t)((uintptr_t)address - (uintptr_t)info.dli_fbase) };
	return true;
}

bool
os_watch_signal(int signal, void (*handler)(int))
{
	struct sigaction action = { .sa_flags = SA_RESTART };

	action.sa_handler = handler;
	sigemptyset(&action.sa_mask);
	return sigaction(signal, &action, NULL) == 0;
}
