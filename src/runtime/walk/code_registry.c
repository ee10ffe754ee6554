/* code_registry.c -- the code whose frames are found by table: added and removed while threads run.
**
** The list is sorted by address and changed in place, under world.table_lock.  Readers take no lock, for they may be
** anywhere: they look at a version before and after, and look again if it has moved.  What they may see while it is
** being changed is read and written atomically, word by
** word.  No signal may come in between on the thread that changes it, for its handler could walk, and would look for
** ever.  Memory that the list grew out of is kept, since somebody may still read it. */
#include "runtime/walk/code_registry.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/walk/frame_cache.h"
#include "runtime/runtime.h"
#include "tables/statepoints_zip.h"

struct list {
	struct list *older;        /* what it grew out of */
	uint32_t room;
	struct code_image images[];
};

static struct {
	uint32_t version;          /* odd: being changed */
	uint32_t count;
	struct list *list;
} known;

/* All but the references and the table, which only writers look at. */
static void
get(struct code_image *to, const struct code_image *from)
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
put(struct code_image *to, const struct code_image *from)
{
	__atomic_store_n(&to->begin, from->begin, __ATOMIC_RELAXED);
	__atomic_store_n(&to->end, from->end, __ATOMIC_RELAXED);
	__atomic_store_n(&to->entries, from->entries, __ATOMIC_RELAXED);
	__atomic_store_n(&to->sites, from->sites, __ATOMIC_RELAXED);
	__atomic_store_n(&to->count, from->count, __ATOMIC_RELAXED);
	to->references = from->references;
	to->table = from->table;
}

/* Index of the first image that ends behind `pc`. */
static uint32_t
position(const struct list *l, uint32_t n, uintptr_t pc)
{
	uint32_t lo = 0, hi = n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (__atomic_load_n(&l->images[mid].end, __ATOMIC_RELAXED) <= pc)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

bool
image_of(uintptr_t pc, struct code_image *found)
{
	for (;;) {
		uint32_t version = __atomic_load_n(&known.version, __ATOMIC_ACQUIRE);
		const struct list *l = __atomic_load_n(&known.list, __ATOMIC_ACQUIRE);
		uint32_t n = __atomic_load_n(&known.count, __ATOMIC_RELAXED);
		bool is = false;

		if (version & 1)
			continue;
		/* a count of another time can be too large for this list */
		if (l != NULL && n <= l->room) {
			uint32_t i = position(l, n, pc);
			if (i < n) {
				get(found, &l->images[i]);
				is = found->begin <= pc;
			}
		}
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		if (__atomic_load_n(&known.version, __ATOMIC_RELAXED) == version)
			return is;
	}
}

/* Gives the signals that were blocked before, for end_change. */
static void
begin_change(sigset_t *blocked)
{
	sigset_t all;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, blocked);
	__atomic_store_n(&known.version, known.version + 1, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_RELEASE);
}

static void
end_change(const sigset_t *blocked)
{
	__atomic_store_n(&known.version, known.version + 1, __ATOMIC_RELEASE);
	pthread_sigmask(SIG_SETMASK, blocked, NULL);
}

/* What a framemap table says of itself; begin == end: it is none. */
static struct code_image
examine(const struct framemap_entry *e, const struct framemap_entry *stop)
{
	struct code_image image = { .table = e, .entries = e, .references = 1 };
	uint32_t n = 0;

	if (e == NULL)
		return image;
	if (stop != NULL)
		n = (uint32_t)(stop - e);
	else
		while (n < UINT32_MAX && e[n++].slots != FRAMEMAP_END)
			if (e[n - 1].start == 0)
				return image;
	/* an entry is never about itself: that is what the compiler leaves where a table is to be */
	if (n < 2 || e[0].start == 0 || framemap_count(&e[n - 1]) != FRAMEMAP_END
		|| framemap_start(&e[0]) >= framemap_start(&e[n - 1]))
		return image;
	image.count = n;
	image.begin = framemap_start(&e[0]);
	image.end = framemap_start(&e[n - 1]);
	return image;
}

static bool
grow(void)
{
	uint32_t room = known.list != NULL ? 2 * known.list->room : 16;
	sigset_t blocked;
	struct list *l = malloc(sizeof *l + room * sizeof *l->images);

	if (l == NULL)
		return false;
	l->older = known.list;
	l->room = room;
	if (known.count > 0)
		/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): count, so list */
		memcpy(l->images, known.list->images, known.count * sizeof *l->images);
	begin_change(&blocked);
	__atomic_store_n(&known.list, l, __ATOMIC_RELEASE);
	end_change(&blocked);
	return true;
}

static void
free_unpacked(const struct code_image *image)
{
	if (image->sites != NULL && image->sites != image->table)
		free((void *)(uintptr_t)image->sites);
}

static int
add(const struct code_image *image)
{
	uint32_t at = known.list != NULL ? position(known.list, known.count, image->begin) : 0;
	sigset_t blocked;

	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): count, so list */
	if (at < known.count && known.list->images[at].table == image->table) {
		known.list->images[at].references++;
		free_unpacked(image);
		return LR_RT_OK;
	}
	if (at < known.count && known.list->images[at].begin < image->end)
		return LR_RT_E_ARG;
	if ((known.list == NULL || known.count == known.list->room) && !grow())
		return LR_RT_E_NOMEM;
	begin_change(&blocked);
	for (uint32_t i = known.count; i > at; i--)
		put(&known.list->images[i], &known.list->images[i - 1]);
	put(&known.list->images[at], image);
	__atomic_store_n(&known.count, known.count + 1, __ATOMIC_RELAXED);
	end_change(&blocked);
	return LR_RT_OK;
}

static int
add_image(const struct code_image *image, const void *code)
{
	pthread_mutex_lock(&world.table_lock);
	int status = add(image);
	pthread_mutex_unlock(&world.table_lock);
	if (status != LR_RT_OK)
		lr_gc_fatal("the table of code at %p: %s", code, lr_rt_strerror(status));
	return status;
}

int
lr_framemap_add(const void *table, const void *end, const void *code)
{
	struct code_image image = examine(table, end);

	if (image.begin == image.end || (uintptr_t)code < image.begin || (uintptr_t)code >= image.end)
		lr_gc_fatal(
			"the table of code at %p is none: the object was not written by lr_compile, or was linked "
			"without keeping the order of section " LR_FRAMEMAP_TABLE, code);
	return add_image(&image, code);
}

/* The table in memory of its own; NULL: it is damaged. */
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
	struct code_image image = { .table = t, .sites = t, .references = 1 };

	if (t != NULL && t->magic == STATEPOINT_ZIP_MAGIC)
		image.sites = unpack(table, code);
	else if (t == NULL || t->magic != STATEPOINT_MAGIC || !statepoint_table_is(t, t->bytes))
		image.sites = NULL;
	if (image.sites != NULL) {
		image.begin = statepoint_code(t);
		image.end = image.begin + t->code_bytes;
	}
	if ((uintptr_t)code < image.begin || (uintptr_t)code >= image.end)
		lr_gc_fatal(
			"the table of code at %p is none: the object was not written by lr_compile, or what was made "
			"of it is damaged", code);
	return add_image(&image, code);
}

static int
remove_image(const void *table)
{
	int status = LR_RT_E_ARG;
	sigset_t blocked;

	pthread_mutex_lock(&world.table_lock);
	for (uint32_t i = 0; i < known.count; i++) {
		struct code_image *image = &known.list->images[i];
		if (image->table != table)
			continue;
		status = LR_RT_OK;
		if (--image->references > 0)
			break;
		const struct code_image gone = *image;
		begin_change(&blocked);
		for (uint32_t k = i + 1; k < known.count; k++)
			put(&known.list->images[k - 1], &known.list->images[k]);
		__atomic_store_n(&known.count, known.count - 1, __ATOMIC_RELAXED);
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
	return remove_image(table);
}

int
lr_statepoints_remove(const void *table)
{
	return remove_image(table);
}
