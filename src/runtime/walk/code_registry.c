/* SPDX-License-Identifier: MIT */
/* code_registry.c -- the code whose frames are found by table: added and removed while threads run.
**
** The list is sorted by address and changed in place, under world.table_lock.  Readers may run at any time, so they
** take no lock: they read a version before and after, and start again if it has changed.  The data that they may see
** while it changes is read and written atomically, word by word.  The thread that changes the list blocks signals
** meanwhile: a signal handler on that thread could walk, and would retry for ever.  Memory that the list has outgrown
** is kept, because a reader may still use it. */
#include "runtime/walk/code_registry.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/walk/frame_cache.h"
#include "runtime/runtime.h"
#include "tables/statepoints_zip.h"

struct list {
	struct list *older;        /* the smaller list that this one replaced */
	uint32_t capacity;
	struct code_region regions[];
};

static struct {
	uint32_t version;          /* odd while the list changes */
	uint32_t count;
	struct list *list;
} registry;

/* Copies all fields but the references and the table, which only writers read. */
static void
get(struct code_region *to, const struct code_region *from)
{
	to->begin = __atomic_load_n(&from->begin, __ATOMIC_RELAXED);
	to->end = __atomic_load_n(&from->end, __ATOMIC_RELAXED);
	to->entries = __atomic_load_n(&from->entries, __ATOMIC_RELAXED);
	to->sites = __atomic_load_n(&from->sites, __ATOMIC_RELAXED);
	to->count = __atomic_load_n(&from->count, __ATOMIC_RELAXED);
	to->references = 0;
	to->table = NULL;
}

static void
put(struct code_region *to, const struct code_region *from)
{
	__atomic_store_n(&to->begin, from->begin, __ATOMIC_RELAXED);
	__atomic_store_n(&to->end, from->end, __ATOMIC_RELAXED);
	__atomic_store_n(&to->entries, from->entries, __ATOMIC_RELAXED);
	__atomic_store_n(&to->sites, from->sites, __ATOMIC_RELAXED);
	__atomic_store_n(&to->count, from->count, __ATOMIC_RELAXED);
	to->references = from->references;
	to->table = from->table;
}

/* Returns the index of the first region that ends behind `pc`. */
static uint32_t
position(const struct list *l, uint32_t n, uintptr_t pc)
{
	uint32_t lo = 0, hi = n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (__atomic_load_n(&l->regions[mid].end, __ATOMIC_RELAXED) <= pc)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

bool
code_region_of(uintptr_t pc, struct code_region *found)
{
	for (;;) {
		uint32_t version = __atomic_load_n(&registry.version, __ATOMIC_ACQUIRE);
		const struct list *l = __atomic_load_n(&registry.list, __ATOMIC_ACQUIRE);
		uint32_t n = __atomic_load_n(&registry.count, __ATOMIC_RELAXED);
		bool is = false;

		if (version & 1)
			continue;
		/* a count read at another time can be too large for this list */
		if (l != NULL && n <= l->capacity) {
			uint32_t i = position(l, n, pc);
			if (i < n) {
				get(found, &l->regions[i]);
				is = found->begin <= pc;
			}
		}
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		if (__atomic_load_n(&registry.version, __ATOMIC_RELAXED) == version)
			return is;
	}
}

/* Stores the set of signals that were blocked before, for end_change. */
static void
begin_change(sigset_t *blocked)
{
	sigset_t all;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, blocked);
	__atomic_store_n(&registry.version, registry.version + 1, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_RELEASE);
}

static void
end_change(const sigset_t *blocked)
{
	__atomic_store_n(&registry.version, registry.version + 1, __ATOMIC_RELEASE);
	pthread_sigmask(SIG_SETMASK, blocked, NULL);
}

/* Returns the region that a framemap table describes; begin == end if it is no such table. */
static struct code_region
examine(const struct framemap_entry *e, const struct framemap_entry *stop)
{
	struct code_region region = { .table = e, .entries = e, .references = 1 };
	uint32_t n = 0;

	if (e == NULL)
		return region;
	if (stop != NULL)
		n = (uint32_t)(stop - e);
	else
		while (n < UINT32_MAX && e[n++].slots != FRAMEMAP_END)
			if (e[n - 1].start == 0)
				return region;
	/* an entry never describes itself: that is a placeholder of the compiler where a table will be */
	if (n < 2 || e[0].start == 0 || framemap_count(&e[n - 1]) != FRAMEMAP_END
		|| framemap_start(&e[0]) >= framemap_start(&e[n - 1]))
		return region;
	region.count = n;
	region.begin = framemap_start(&e[0]);
	region.end = framemap_start(&e[n - 1]);
	return region;
}

static bool
grow(void)
{
	uint32_t capacity = registry.list != NULL ? 2 * registry.list->capacity : 16;
	sigset_t blocked;
	struct list *l = malloc(sizeof *l + capacity * sizeof *l->regions);

	if (l == NULL)
		return false;
	l->older = registry.list;
	l->capacity = capacity;
	if (registry.count > 0)
		/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): count, so list */
		memcpy(l->regions, registry.list->regions, registry.count * sizeof *l->regions);
	begin_change(&blocked);
	__atomic_store_n(&registry.list, l, __ATOMIC_RELEASE);
	end_change(&blocked);
	return true;
}

static void
free_unpacked(const struct code_region *region)
{
	if (region->sites != NULL && region->sites != region->table)
		free((void *)(uintptr_t)region->sites);
}

static int
add(const struct code_region *region)
{
	uint32_t at = registry.list != NULL ? position(registry.list, registry.count, region->begin) : 0;
	sigset_t blocked;

	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): count, so list */
	if (at < registry.count && registry.list->regions[at].table == region->table) {
		registry.list->regions[at].references++;
		free_unpacked(region);
		return LR_RT_OK;
	}
	if (at < registry.count && registry.list->regions[at].begin < region->end)
		return LR_RT_E_ARG;
	if ((registry.list == NULL || registry.count == registry.list->capacity) && !grow())
		return LR_RT_E_NOMEM;
	begin_change(&blocked);
	for (uint32_t i = registry.count; i > at; i--)
		put(&registry.list->regions[i], &registry.list->regions[i - 1]);
	put(&registry.list->regions[at], region);
	__atomic_store_n(&registry.count, registry.count + 1, __ATOMIC_RELAXED);
	end_change(&blocked);
	return LR_RT_OK;
}

static int
add_region(const struct code_region *region, const void *code)
{
	pthread_mutex_lock(&world.table_lock);
	int status = add(region);
	pthread_mutex_unlock(&world.table_lock);
	if (status != LR_RT_OK)
		lr_gc_fatal("the table of code at %p: %s", code, lr_rt_strerror(status));
	return status;
}

int
lr_framemap_add(const void *table, const void *end, const void *code)
{
	struct code_region region = examine(table, end);

	if (region.begin == region.end || (uintptr_t)code < region.begin || (uintptr_t)code >= region.end)
		lr_gc_fatal(
			"the table of code at %p is invalid: the object was not written by lr_compile, or was linked "
			"without keeping the order of section " LR_FRAMEMAP_TABLE, code);
	return add_region(&region, code);
}

/* Copies the table, unpacked, into memory of its own.  Returns NULL if it is damaged. */
static const struct statepoint_table *
unpack(const void *table, const void *code)
{
	const struct statepoint_zip *z = table;
	void *to = statepoint_zip_is(z, z->bytes) ? malloc(z->table_bytes) : NULL;
	const enum statepoint_unzipped answer = to != NULL ? statepoint_unzip(z, to) : STATEPOINT_ZIP_BAD;

	if (answer == STATEPOINT_UNZIPPED)
		return to;
	free(to);
	if (answer == STATEPOINT_NO_ZLIB)
		lr_gc_fatal("the table of code at %p is compressed, and the program was linked without zlib (-lz)",
			code);
	return NULL;
}

int
lr_statepoints_add(const void *table, const void *code)
{
	const struct statepoint_table *t = table;
	struct code_region region = { .table = t, .sites = t, .references = 1 };

	if (t != NULL && t->magic == STATEPOINT_ZIP_MAGIC)
		region.sites = unpack(table, code);
	else if (t == NULL || t->magic != STATEPOINT_MAGIC || !statepoint_table_is(t, t->bytes))
		region.sites = NULL;
	if (region.sites != NULL) {
		region.begin = statepoint_code(t);
		region.end = region.begin + t->code_bytes;
	}
	if ((uintptr_t)code < region.begin || (uintptr_t)code >= region.end)
		lr_gc_fatal(
			"the table of code at %p is invalid: the object was not written by lr_compile, or the "
			"table is damaged", code);
	return add_region(&region, code);
}

static int
remove_region(const void *table)
{
	int status = LR_RT_E_ARG;
	sigset_t blocked;

	pthread_mutex_lock(&world.table_lock);
	for (uint32_t i = 0; i < registry.count; i++) {
		struct code_region *region = &registry.list->regions[i];
		if (region->table != table)
			continue;
		status = LR_RT_OK;
		if (--region->references > 0)
			break;
		const struct code_region gone = *region;
		begin_change(&blocked);
		for (uint32_t k = i + 1; k < registry.count; k++)
			put(&registry.list->regions[k - 1], &registry.list->regions[k]);
		__atomic_store_n(&registry.count, registry.count - 1, __ATOMIC_RELAXED);
		end_change(&blocked);
		cached_forget(gone.begin, gone.end);
		free_unpacked(&gone);
		break;
	}
	pthread_mutex_unlock(&world.table_lock);
	return status;
}

int
lr_framemap_remove(const void *table)
{
	return remove_region(table);
}

int
lr_statepoints_remove(const void *table)
{
	return remove_region(table);
}
