/* SPDX-License-Identifier: MIT */
/* windows.c -- memory of Windows, waiting, and words of threads.
**
** Thread-local variables of compilers do not serve here: gcc emulates them by functions of its own, clang uses the
** loader's, neither can be had from a DLL, and those of gcc are freed before a thread's end is noticed.  The words here
** are slots of TlsAlloc, in the thread's own block (TEB), at an address that stays the same while the thread lives. */
#include "runtime/os/os.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <winternl.h>

const size_t os_range_most = (size_t)16 << 30, os_range_least = (size_t)64 << 20;

/* What the caller prints if a call has failed. */
static bool
refused(void)
{
	errno = GetLastError() == ERROR_INVALID_PARAMETER ? EINVAL : ENOMEM;
	return false;
}

uint64_t
os_thread_number(void)
{
	return GetCurrentThreadId();
}

/* Windows does not tell whether a thread waits. */
void
os_thread_look(uint64_t number, struct os_thread_look *look)
{
	(void)number;
	*look = (struct os_thread_look){ .state = OS_THREAD_UNKNOWN };
}

uint64_t
os_milliseconds(void)
{
	return GetTickCount64();
}

void
os_complain(const char *text, size_t bytes)
{
	DWORD written;

	WriteFile(GetStdHandle(STD_ERROR_HANDLE), text, (DWORD)bytes, &written, NULL);
}

unsigned
os_processors(void)
{
	SYSTEM_INFO info;

	GetSystemInfo(&info);
	return info.dwNumberOfProcessors > 1 ? info.dwNumberOfProcessors : 1;
}

size_t
os_page_bytes(void)
{
	SYSTEM_INFO info;

	GetSystemInfo(&info);
	return info.dwPageSize;
}

void *
os_reserve(size_t bytes)
{
	return VirtualAlloc(NULL, bytes, MEM_RESERVE, PAGE_NOACCESS);
}

void
os_release(void *at, size_t bytes)
{
	(void)bytes;
	if (at != NULL)
		VirtualFree(at, 0, MEM_RELEASE);
}

/* Memory that is committed already stays what it is, and becomes accessible. */
bool
os_open(void *at, size_t bytes)
{
	return VirtualAlloc(at, bytes, MEM_COMMIT, PAGE_READWRITE) != NULL || refused();
}

void
os_want_large_pages(void *at, size_t bytes)
{
	(void)at, (void)bytes;
}

bool
os_open_read_only(void *at, size_t bytes)
{
	return VirtualAlloc(at, bytes, MEM_COMMIT, PAGE_READONLY) != NULL || refused();
}

bool
os_close(void *at, size_t bytes)
{
	DWORD before;

	return VirtualProtect(at, bytes, PAGE_NOACCESS, &before) || refused();
}

void
os_discard(void *at, size_t bytes)
{
	VirtualAlloc(at, bytes, MEM_RESET, PAGE_READWRITE);
}

bool
os_is_mapped(const void *page)
{
	MEMORY_BASIC_INFORMATION info;

	return VirtualQuery(page, &info, sizeof info) != 0 && info.State == MEM_COMMIT;
}

bool
os_is_readable(const void *at, size_t bytes)
{
	char copy[128];
	SIZE_T n;

	return ReadProcessMemory(GetCurrentProcess(), at, copy, bytes < sizeof copy ? bytes : sizeof copy, &n) != 0;
}

/* ---- waiting ---- */

static struct {
	SRWLOCK lock;
	CONDITION_VARIABLE changed;
} sleepers = { SRWLOCK_INIT, CONDITION_VARIABLE_INIT };

/* Who wakes takes the lock after the word was changed, so that no sleeper misses the change. */
void
os_wait(uint32_t *word, uint32_t value)
{
	AcquireSRWLockExclusive(&sleepers.lock);
	if (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value)
		SleepConditionVariableSRW(&sleepers.changed, &sleepers.lock, INFINITE, 0);
	ReleaseSRWLockExclusive(&sleepers.lock);
}

void
os_wake_all(uint32_t *word)
{
	(void)word;
	AcquireSRWLockExclusive(&sleepers.lock);
	ReleaseSRWLockExclusive(&sleepers.lock);
	WakeAllConditionVariable(&sleepers.changed);
}

void
os_fence_all(void)
{
	FlushProcessWriteBuffers();
}

/* ---- words of threads ---- */

static DWORD slots[OS_WORDS];
static bool has_slots;             /* atomic */
static INIT_ONCE slots_once = INIT_ONCE_STATIC_INIT;

static BOOL CALLBACK
allocate_slots(INIT_ONCE *once, void *unused, void **unused_result)
{
	(void)once, (void)unused, (void)unused_result;
	for (unsigned i = 0; i < OS_WORDS; i++) {
		slots[i] = TlsAlloc();
		if (slots[i] >= TLS_MINIMUM_AVAILABLE) {
			static const char text[] = "lateroot: the process has no thread-specific slot left\n";
			DWORD n;
			WriteFile(GetStdHandle(STD_ERROR_HANDLE), text, sizeof text - 1, &n, NULL);
			abort();
		}
	}
	__atomic_store_n(&has_slots, true, __ATOMIC_RELEASE);
	return TRUE;
}

void **
os_word(enum os_word which)
{
	if (__builtin_expect(!__atomic_load_n(&has_slots, __ATOMIC_ACQUIRE), 0))
		InitOnceExecuteOnce(&slots_once, allocate_slots, NULL, NULL);
	return &NtCurrentTeb()->TlsSlots[slots[which]];
}

bool
os_start_helper(pthread_t *id, void *(*function)(void *))
{
	return pthread_create(id, NULL, function, NULL) == 0;
}

bool
os_watch_fork(void (*child)(void))
{
	(void)child;
	return true;
}

bool
os_find_symbol(const void *address, struct os_symbol *s)
{
	(void)address, (void)s;
	return false;
}

bool
os_watch_signal(int signal, void (*handler)(int))
{
	(void)signal, (void)handler;
	return false;
}
