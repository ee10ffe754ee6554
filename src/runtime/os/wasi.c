/* SPDX-License-Identifier: MIT */
/* wasi.c -- the linear memory of WebAssembly: it grows, is zero at first, and is never given back. */
#include "runtime/os/os.h"

#define WASM_PAGE ((size_t)65536)

/* All of it is the program's memory at once, but engines take memory of the system when it is written. */
const size_t os_range_most = (size_t)64 << 20, os_range_least = (size_t)4 << 20;

/* Small pages: memory of 64 KiB at a time would be too coarse for the quarantine. */
size_t
os_page_bytes(void)
{
	return 4096;
}

unsigned
os_processors(void)
{
	return 1;
}

void *
os_reserve(size_t bytes)
{
	const size_t first = __builtin_wasm_memory_grow(0, (bytes + WASM_PAGE - 1) / WASM_PAGE);

	return first != SIZE_MAX ? (void *)(first * WASM_PAGE) : NULL;
}

void
os_release(void *at, size_t bytes)
{
	(void)at, (void)bytes;
}

bool
os_open(void *at, size_t bytes)
{
	(void)at, (void)bytes;
	return true;
}

void
os_want_large_pages(void *at, size_t bytes)
{
	(void)at, (void)bytes;
}

bool
os_open_read_only(void *at, size_t bytes)
{
	(void)at, (void)bytes;
	return true;
}

bool
os_close(void *at, size_t bytes)
{
	(void)at, (void)bytes;
	return false;
}

void
os_discard(void *at, size_t bytes)
{
	(void)at, (void)bytes;
}

bool
os_is_mapped(const void *page)
{
	return (uintptr_t)page / WASM_PAGE < __builtin_wasm_memory_size(0);
}

bool
os_is_readable(const void *at, size_t bytes)
{
	const uint64_t end = (uint64_t)(uintptr_t)at + bytes;

	return (end + WASM_PAGE - 1) / WASM_PAGE <= __builtin_wasm_memory_size(0);
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

uint64_t
os_thread_number(void)
{
	return 0;
}
