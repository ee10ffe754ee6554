/* SPDX-License-Identifier: MIT */
/* patch.c -- lr_patch: replaces the code of a reserved range while threads may run it.
**
** Code is never writable at the address where it runs.  Before the first change of a page, its contents move to memory
** that is mapped twice: executable at the address of the code, and writable elsewhere.  That step, and each change of
** more than one instruction, happens with the world stopped: threads that use the code are then inside a call, or
** elsewhere.  A near instruction within one aligned word is replaced by one store.  Afterwards all processors
** discard instructions that they have fetched. */
#include "runtime/patch/patch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/runtime.h"

#if PATCH_KNOWN
#include <linux/membarrier.h>

/* A page of code that is writable through `alias`. */
struct code_page {
	char *page, *alias;
	struct code_page *next;
};

static struct {
	pthread_mutex_t lock;      /* threads are GC-safe while they wait for it; held while the world is stopped */
	struct code_page *pages;
	bool registered;           /* registered for the membarrier system call */
} patching = { .lock = PTHREAD_MUTEX_INITIALIZER };

static size_t
page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

/* Makes changed code visible to the fetching of instructions, where the caches of data and code are separate. */
static void
clean_caches(char *code, size_t n)
{
	__builtin___clear_cache(code, code + n);
}

/* Makes all running threads of the process fetch their instructions again.  Kernels without this call do not need it
** where one store replaced one instruction, and threads that were stopped have been in the kernel. */
static void
serialise(void)
{
	if (!patching.registered)
		patching.registered = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0)
			== 0;
	if (patching.registered)
		syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0);
}

static struct code_page *
page_of(const char *code)
{
	char *page = (char *)((uintptr_t)code & ~(uintptr_t)(page_bytes() - 1));
	struct code_page *p = patching.pages;

	while (p != NULL && p->page != page)
		p = p->next;
	return p;
}

static void
forget(struct code_page *p)
{
	struct code_page **at = &patching.pages;

	while (*at != p)
		at = &(*at)->next;
	*at = p->next;
	munmap(p->alias, page_bytes());
	free(p);
}

/* Has the page changed since the alias was made, because its image was unloaded and possibly replaced? */
static bool
is_stale(const struct code_page *p)
{
	return memcmp(p->page, p->alias, page_bytes()) != 0;
}

/* Maps a page twice.  The world is stopped. */
static int
open_page(char *page)
{
	size_t n = page_bytes();
	struct code_page *p = calloc(1, sizeof *p);
	int fd = memfd_create("lateroot-code", MFD_CLOEXEC), status = LR_RT_E_SYSTEM;
	char *alias = MAP_FAILED;

	if (fd >= 0 && p != NULL && ftruncate(fd, (off_t)n) == 0)
		alias = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (alias != MAP_FAILED) {
		memcpy(alias, page, n);
		if (mmap(page, n, PROT_READ | PROT_EXEC, MAP_SHARED | MAP_FIXED, fd, 0) != MAP_FAILED) {
			*p = (struct code_page){ page, alias, patching.pages };
			patching.pages = p;
			p = NULL;
			status = LR_RT_OK;
		} else {
			munmap(alias, n);
		}
	}
	if (p == NULL && status != LR_RT_OK)
		status = LR_RT_E_NOMEM;
	free(p);
	if (fd >= 0)
		close(fd);
	return status;
}

/* Opens all pages of the range. */
static int
open_pages(char *code, size_t bytes)
{
	char *first = (char *)((uintptr_t)code & ~(uintptr_t)(page_bytes() - 1));

	for (char *page = first; page < code + bytes; page += page_bytes()) {
		struct code_page *p = page_of(page);
		if (p != NULL && is_stale(p)) {
			forget(p);
			p = NULL;
		}
		int status = p == NULL ? open_page(page) : LR_RT_OK;
		if (status != LR_RT_OK)
			return status;
	}
	return LR_RT_OK;
}

static char *
alias_of(const char *code)
{
	const struct code_page *p = page_of(code);

	return p == NULL ? NULL : p->alias + (code - p->page);
}

/* Writes any bytes.  The world is stopped. */
static int
rewrite(char *code, const unsigned char *bytes, size_t n)
{
	lr_world_stop();
	int status = open_pages(code, n);
	for (size_t i = 0; i < n && status == LR_RT_OK; i++)
		*alias_of(code + i) = (char)bytes[i];
	clean_caches(code, n);
	serialise();
	lr_world_resume();
	return status;
}

/* Replaces one instruction within one aligned word.  Returns false if the page must be opened first. */
static bool
exchange(char *code, const unsigned char *bytes, size_t at)
{
	char *word_at = (char *)((uintptr_t)(code + at) & ~(uintptr_t)(PATCH_WORD_BYTES - 1));
	patch_word word;
	const struct code_page *p = page_of(word_at);

	if (p == NULL || is_stale(p))
		return false;
	memcpy(&word, word_at, sizeof word);
	memcpy((char *)&word + (code + at - word_at), bytes + at, PATCH_NEAR_BYTES);
	__atomic_store_n((patch_word *)(void *)alias_of(word_at), word, __ATOMIC_SEQ_CST);
	clean_caches(word_at, sizeof word);
	serialise();
	return true;
}

static int
patch(char *code, size_t bytes, enum lr_patch what, uintptr_t target, bool may_stop)
{
	unsigned char fresh[PATCH_MOST_BYTES];
	struct patch_layout l = patch_layout((uintptr_t)code, bytes);
	bool ready, far_form;

	if (!patch_maps_have(code) || !patch_decode((unsigned char *)code, bytes, &l, &ready))
		return LR_RT_E_PATCH_POINT;
	int status = patch_encode(fresh, (unsigned char *)code, (uintptr_t)code, bytes, what, target, &far_form);
	if (status != LR_RT_OK || memcmp(code, fresh, bytes) == 0)
		return status;
	if (ready && !far_form && l.single && exchange(code, fresh, l.near_at))
		return LR_RT_OK;
	return may_stop ? rewrite(code, fresh, bytes) : LR_RT_E_STATE;
}

int
lr_patch(void *code, size_t bytes, enum lr_patch what, const void *target)
{
	bool may_stop = ((unsigned)what & LR_PATCH_NO_STOP) == 0;

	what = (enum lr_patch)((unsigned)what & ~(unsigned)LR_PATCH_NO_STOP);
	if (code == NULL || what > LR_PATCH_JUMP || (target == NULL) != (what == LR_PATCH_NOPS))
		return LR_RT_E_ARG;
	if (bytes < PATCH_NEAR_BYTES || bytes > PATCH_MOST_BYTES)
		return LR_RT_E_PATCH_ROOM;
	uint8_t state = lr_gc_safe_enter();
	pthread_mutex_lock(&patching.lock);
	lr_gc_safe_leave(state);
	int status = patch(code, bytes, what, (uintptr_t)target, may_stop);
	pthread_mutex_unlock(&patching.lock);
	return status;
}

#else
int
lr_patch(void *code, size_t bytes, enum lr_patch what, const void *target)
{
	(void)code, (void)bytes, (void)what, (void)target;
	errno = ENOSYS;
	return LR_RT_E_SYSTEM;
}
#endif
