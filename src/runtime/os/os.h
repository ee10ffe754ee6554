/* SPDX-License-Identifier: MIT */
/* os.h -- what the runtime wants of the system: pages of memory, locks, sleep, and whether it has threads and tables.
**
** posix.c, windows.c, wasi.c: one of them is compiled.  No function here calls any other part of the runtime. */
#ifndef LR_RUNTIME_OS_OS_H
#define LR_RUNTIME_OS_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* WebAssembly: one thread; no address of code or of a frame can be had, so that only chains are walked; no page can be
** made unreadable, so that polls call the runtime; no contexts to return to. */
#if defined(__wasm__)
#define RT_ONE_THREAD 1
#define RT_CODE_ADDRESSES 0
#elif defined(_WIN32)
#define RT_ONE_THREAD 0
#define RT_CODE_ADDRESSES 0
#else
#define RT_ONE_THREAD 0
#define RT_CODE_ADDRESSES 1
#endif

#if RT_CODE_ADDRESSES
#define RT_FRAME_ADDRESS() __builtin_frame_address(0)
#else
#define RT_FRAME_ADDRESS() NULL
#endif

#if defined(_WIN32)
/* The words of each thread: zero in a new thread, and at the same address while it lives. */
enum os_word { OS_WORD_SELF, OS_WORD_CHAIN, OS_WORD_TABLES, OS_WORDS };
void **os_word(enum os_word);
#endif

#if RT_ONE_THREAD
/* A lock of one thread is always free. */
typedef struct { char unused; } pthread_mutex_t;
#define PTHREAD_MUTEX_INITIALIZER { 0 }
static inline int
pthread_mutex_lock(pthread_mutex_t *m)
{
	(void)m;
	return 0;
}
#define pthread_mutex_unlock pthread_mutex_lock
#define pthread_mutex_trylock pthread_mutex_lock
#else
#include <pthread.h>
#endif

/* Returns the system's number of the calling thread, which debuggers show, too. */
uint64_t os_thread_number(void);
#if !RT_ONE_THREAD
/* What is known of another thread of the process.  Neither allocates nor takes a lock. */
struct os_thread_look {
	char name[32];             /* empty: not known */
	enum { OS_THREAD_UNKNOWN, OS_THREAD_RUNS, OS_THREAD_SLEEPS } state;
};
void os_thread_look(uint64_t number, struct os_thread_look *);
/* Returns the milliseconds of a clock that nobody sets. */
uint64_t os_milliseconds(void);
/* Writes to stderr past stdio, whose lock a thread that waits may hold. */
void os_complain(const char *text, size_t bytes);
/* Starts a thread that runs no code of the program, and takes no signals.  False: the system refuses. */
bool os_start_helper(pthread_t *, void *(*function)(void *));
/* Has `child` called in the child of each fork, where there are forks.  False: the system refuses. */
bool os_watch_fork(void (*child)(void));
#endif

/* The sizes of the range of addresses that the heap reserves: the first is tried, and then half as much, until the
** last. */
extern const size_t os_range_most, os_range_least;

/* Returns the number of processors that the process may use, at least 1. */
unsigned os_processors(void);
/* Returns the size of a page, a power of two. */
size_t os_page_bytes(void);
/* Reserves addresses, aligned to pages, or returns NULL.  Where memory is not reserved apart from being used it reads
** as zero at once. */
void *os_reserve(size_t bytes);
void os_release(void *at, size_t bytes);
/* Makes reserved pages readable and writable; what they hold is kept.  False: the system refuses. */
bool os_open(void *at, size_t bytes);
/* Asks for large pages in a range of addresses that is used from its begin on, where the system has them on demand. */
void os_want_large_pages(void *at, size_t bytes);
/* Makes pages readable alone. */
bool os_open_read_only(void *at, size_t bytes);
/* Makes pages inaccessible.  False: the system refuses, or cannot. */
bool os_close(void *at, size_t bytes);
/* Returns the memory of pages to the system; they may hold anything afterwards, and stay open. */
void os_discard(void *at, size_t bytes);
/* Is there memory at the start of this page? */
bool os_is_mapped(const void *page);
/* Can that many bytes be read? */
bool os_is_readable(const void *at, size_t bytes);

/* What is known of an address of code or of a variable.  The strings are the system's. */
struct os_symbol {
	const char *name;          /* NULL: no name is known */
	size_t offset;             /* bytes from the symbol's address */
	const char *file;          /* of the program or the library */
	size_t file_offset;        /* bytes from where the file was loaded */
};
/* Finds the exported symbol whose memory an address is in, and the file.  False: the address is in no file.  Takes
** locks of the dynamic linker. */
bool os_find_symbol(const void *address, struct os_symbol *);

/* Has `handler` called for a signal.  False: the system refuses, or has no signals. */
bool os_watch_signal(int signal, void (*handler)(int signal));

/* Sleeps while the word has the value, or for a shorter time; not called where there is one thread.  The handler of the
** safepoint page calls it, too. */
void os_wait(uint32_t *word, uint32_t value);
/* Wakes all threads that sleep for the word. */
void os_wake_all(uint32_t *word);
/* Makes each running thread of the process execute a fence, unless os_close has done so. */
void os_fence_all(void);

#endif
