/* SPDX-License-Identifier: MIT */
/* profile.c -- finds ABI profiles by name.
**
** The profile "lateroot" of the reference runtime is made from its header.  The others are the text files of
** share/profiles, which are compiled into the library, so that names work wherever it is installed.  Any other name is
** the path of a file. */
#include "host/profile_read.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>

#include "base/name.h"
#include "lateroot/runtime.h"
#include "profiles_text.h" /* generated: PROFILE_TEXTS, rows { name, text } */

#define X(bytes) bytes,
static const struct lr_profile LATEROOT = {
	.name = "lateroot",
	.gcstack_in_task = offsetof(struct lr_task, gcstack),
	.ptls_in_task = offsetof(struct lr_task, ptls),
	.safepoint_in_ptls = offsetof(struct lr_ptls, safepoint),
	.gc_state_in_ptls = offsetof(struct lr_ptls, gc_state),
	.gc_state_unsafe = LR_GC_STATE_UNSAFE, .gc_state_safe = LR_GC_STATE_SAFE,
	.getter = GETTER_CALL, .getter_name = "lr_get_pgcstack",
	.getter_variable = "lr_pgcstack_here",
	.getter_or_null = "lr_pgcstack_or_null", .adopt_thread = "lr_adopt_thread",
	.small_alloc = "lr_gc_small_alloc", .big_alloc = "lr_gc_big_alloc", .typed_alloc = "lr_gc_alloc_typed",
	.memory_alloc = "lr_gc_alloc_memory",
	.alloc_passes_type = true,
	.nclasses = LR_SIZE_CLASS_COUNT, .classes = { LR_SIZE_CLASSES },
	.object_align = 16,
	.runs_in_ptls = offsetof(struct lr_ptls, runs),
	.pool_offset = 0, .pool_stride = 1,
	.queue_root = "lr_gc_queue_root", .queue_slot = "lr_gc_queue_slot",
	.card_table = "lr_gc_cards", .card_table_shift = LR_CARD_SHIFT,
	.parent_mask = LR_TAG_MARKED | LR_TAG_OLD, .parent_value = LR_TAG_MARKED | LR_TAG_OLD,
	.child_mask = LR_TAG_MARKED, .image_mask = LR_TAG_STATIC, .image_value = LR_TAG_STATIC, .tag_bits = LR_TAG_BITS,
	.enter_handler = "lr_enter_handler", .handler_takes_task = true, .handler_bytes = 256,
	.handler_bytes_on = { [ARCH_AARCH64] = 384, [ARCH_RISCV64] = 384, [ARCH_RISCV32] = 384 },
	.handler_bytes_windows = 384,
	.setjmp_name = "__sigsetjmp",
	.mapped_frames = true,
	.type_hooks = HOOKS_LR_TYPE,
	.comparisons_are_uses = true,
	.variable_tables = true,
	.immediates_set = "lr_immediates_set",
};
#undef X

static const struct { const char *name, *text; } SHIPPED[] = { PROFILE_TEXTS };

const struct lr_profile *
profile_builtin(const char *name)
{
	return strcmp(LATEROOT.name, name) == 0 ? &LATEROOT : NULL;
}

const char *
profile_text(const char *name)
{
	for (size_t i = 0; i < sizeof SHIPPED / sizeof *SHIPPED; i++)
		if (strcmp(SHIPPED[i].name, name) == 0)
			return SHIPPED[i].text;
	return NULL;
}

/* "lateroot, julia-1.13, ..." */
static const char *
shipped_names(char *list, size_t bytes)
{
	size_t n = 0;

	list[0] = '\0';
	for (size_t i = 0; i < sizeof SHIPPED / sizeof *SHIPPED && n < bytes; i++)
		n += (size_t)snprintf(list + n, bytes - n, "%s%s", i > 0 ? ", " : "", SHIPPED[i].name);
	return list;
}

static const char *
shipped_nearest(const char *name)
{
	const size_t n = strlen(name);
	unsigned distance = name_near_limit(n);
	const char *best = NULL;

	for (size_t i = 0; i < sizeof SHIPPED / sizeof *SHIPPED && n <= NAME_NEAR_MAX; i++)
		name_compare(name, n, SHIPPED[i].name, &best, &distance);
	return best;
}

bool
profile_marks_plain(const struct lr_profile *p)
{
	return p->reference_results[0] != '\0' || p->reference_params[0] != '\0' || p->reference_attribute[0] != '\0';
}

bool
profile_class(const struct lr_profile *p, uint64_t bytes, uint64_t align, uint32_t *class)
{
	const bool any = align < 16 && p->object_align < 16;
	uint32_t best = p->nclasses;

	for (uint32_t i = 0; i < p->nclasses; i++)
		if (bytes <= p->classes[i] && (any || p->classes[i] % 16 == 0)
			&& (best == p->nclasses || p->classes[i] < p->classes[best]))
			best = i;
	*class = best;
	return best < p->nclasses;
}

uint64_t
profile_class_most(const struct lr_profile *p)
{
	uint64_t most = 0;

	for (uint32_t i = 0; i < p->nclasses; i++)
		if (p->classes[i] > most)
			most = p->classes[i];
	return most;
}

bool
profile_matches(const char *globs, const char *name)
{
	for (; *globs != '\0'; globs += strlen(globs) + 1)
		if (glob_match(globs, name, strlen(name)))
			return true;
	return false;
}

uint32_t
profile_handler_bytes(const struct lr_profile *p, const char *triple)
{
	const enum architecture a = architecture_of(triple);

	if (p->handler_bytes_windows != 0 && triple_is_windows(triple))
		return p->handler_bytes_windows;
	return a < ARCH_COUNT && p->handler_bytes_on[a] != 0 ? p->handler_bytes_on[a] : p->handler_bytes;
}

int
profile_check_target(lr_context *cx, const char *triple)
{
	const struct lr_profile *p = &cx->profile;
	const bool given = triple != NULL && triple[0] != '\0';
	uint64_t wide = p->immediate_bits;

	for (uint32_t i = 0; i < p->nimmediates; i++)
		wide |= p->immediates[i].mask;
	if (wide > UINT32_MAX && architecture_word_bytes(architecture_of(triple)) == 4)
		return (int)lr_fail(cx, LR_E_TARGET, NULL,
			"profile '%s' tells immediates by bits of words of 64 bits, and those of the target '%s' have "
			"32",
			p->name, given ? triple : "");
	if (p->tag == TAG_AT && p->tag_offset % (int32_t)architecture_word_bytes(architecture_of(triple)) != 0)
		return (int)lr_fail(cx, LR_E_TARGET, NULL,
			"tag_offset = %d of profile '%s' is no multiple of the word size of the target '%s'",
			p->tag_offset, p->name, given ? triple : "");
	if (p->architecture == ARCH_ANY || p->architecture == architecture_of(triple))
		return LR_OK;
	return (int)lr_fail(cx, LR_E_TARGET, NULL,
		"profile '%s' is for %s, and the target is %s%s%s; a profile for it needs offsets and names of the "
		"runtime there, and its own 'architecture'",
		p->name, architecture_name(p->architecture), given ? "'" : "this machine", given ? triple : "",
		given ? "'" : "");
}

int
profile_load(lr_context *cx, const char *name_or_path, struct lr_profile *p)
{
	const struct lr_profile *builtin = profile_builtin(name_or_path);
	const char *text = profile_text(name_or_path);
	struct lr_profile read = { 0 };
	char names[256];

	if (builtin != NULL) {
		*p = *builtin;
		return LR_OK;
	}
	FILE *f = text != NULL ? NULL : fopen(name_or_path, "re");
	if (text == NULL && f == NULL) {
		const char *reason = strerror(errno), *near = shipped_nearest(name_or_path);
		return (int)lr_fail(cx, LR_E_PROFILE, NULL,
			"profile '%s' is neither built in (%s) nor a file: %s%s%s%s",
			name_or_path, shipped_names(names, sizeof names), reason,
			near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
	}
	lr_status st = text != NULL ? profile_read_text(cx, name_or_path, text, &read)
		: profile_read_file(cx, name_or_path, f, &read);
	if (f != NULL)
		fclose(f);
	if (st == LR_OK)
		*p = read;
	return (int)st;
}
