/* SPDX-License-Identifier: MIT */
/* profile_check.c -- checks an ABI profile that has been read as a whole. */
#include "host/profile_reader.h"

#include "lateroot/runtime.h"

/* Reports an error about the line that set the key. */
static lr_status
blame(struct profile_reader *r, const char *key, const char *why)
{
	const unsigned line = profile_line_of(r, key);

	if (line != 0)
		r->line = line;
	return profile_complain(r, "%s %s", key, why);
}

static bool
given(const struct profile_reader *r, const char *key)
{
	return profile_line_of(r, key) != 0;
}

static lr_status
check_addresses(struct profile_reader *r)
{
	const struct lr_profile *p = r->p;
	const int32_t word = architecture_word_bytes(p->architecture) == 4 ? 4 : 8;

	if (!p->ptls_is_pgcstack && !given(r, "ptls_in_task"))
		return profile_complain(r, "ptls_in_task is missing");
	if (p->ptls_is_pgcstack && p->ptls_in_task != 0)
		return blame(r, "ptls_in_task", "has no meaning where ptls_is_pgcstack");
	if (p->gc_state_in_ptls >= p->safepoint_in_ptls && p->gc_state_in_ptls - p->safepoint_in_ptls < word)
		return blame(r, "gc_state_in_ptls", "lies within the word at safepoint_in_ptls");
	if (p->gc_state_safe == p->gc_state_unsafe)
		return blame(r, "gc_state_safe", "is the same as gc_state_unsafe");
	if (p->getter == GETTER_CALL && p->getter_name[0] == '\0')
		return blame(r, "getter", "= call needs getter_name");
	/* The variable goes with the getter: who names another one, or a way without a call, does not mean the
	** base's. */
	if (p->getter_variable[0] != '\0' && profile_inherits(r, "getter_variable")
		&& (p->getter == GETTER_TLS || !profile_inherits(r, "getter_name")))
		memset(r->p->getter_variable, 0, sizeof r->p->getter_variable);
	if (p->getter == GETTER_TLS && p->getter_variable[0] != '\0')
		return blame(r, "getter_variable", "has no meaning where getter = tls");
	if (p->getter == GETTER_TLS && !given(r, "tls_offset"))
		return blame(r, "getter", "= tls needs tls_offset");
	if (p->getter == GETTER_CALL && given(r, "tls_offset"))
		return blame(r, "tls_offset", "has no meaning where getter = call");
	if ((p->image_offset[0] != '\0') != (p->image_func_slot[0] != '\0'))
		return blame(r, p->image_offset[0] != '\0' ? "image_offset" : "image_func_slot",
			"stands alone: image_offset and image_func_slot go together");
	if (p->image_offset[0] == '\0' && (given(r, "image_globals") || given(r, "image_key_slot")))
		return blame(r, given(r, "image_globals") ? "image_globals" : "image_key_slot",
			"has no meaning without image_offset");
	if (p->getter_or_null[0] != '\0' && p->adopt_thread[0] == '\0')
		return blame(r, "getter_or_null", "has no meaning without adopt_thread");
	return LR_OK;
}

/* Is it an entry of liblateroot-rt, whose objects have their tag in the word in front of them? */
static bool
of_reference_heap(const char *name)
{
	return strncmp(name, "lr_gc_", 6) == 0;
}

/* The entries and the runs of the reference heap know its size classes by their numbers. */
static lr_status
check_classes(struct profile_reader *r)
{
#define X(bytes) bytes,
	static const uint16_t classes[] = { LR_SIZE_CLASSES };
#undef X
	const struct lr_profile *p = r->p;

	for (uint32_t i = 0; of_reference_heap(p->small_alloc) && i < p->nclasses; i++)
		if (i >= sizeof classes / sizeof *classes || p->classes[i] != classes[i])
			return blame(r, "classes", "are not those of the reference heap, which small_alloc is of "
				"(LR_SIZE_CLASSES of layout.h): leave the key out, or name an entry of your own heap");
	return LR_OK;
}

static lr_status
check_allocation(struct profile_reader *r)
{
	const struct lr_profile *p = r->p;

	if (p->nclasses > 1 && p->pool_stride == 0)
		return blame(r, "pool_stride", "= 0 puts all size classes into one pool");
	if (p->pool_offset + (int64_t)p->pool_stride * (p->nclasses - 1) > INT32_MAX)
		return blame(r, "pool_stride", "takes the last size class beyond 32 bits");
	if (given(r, "object_align") && p->object_align != 8 && p->object_align != 16)
		return blame(r, "object_align", "must be 8 or 16");
	if (check_classes(r) != LR_OK)
		return LR_E_PROFILE;
	if (p->allocated_in_ptls != 0 && p->runs_in_ptls == 0)
		return blame(r, "allocated_in_ptls", "has no meaning without runs_in_ptls");
	if (strcmp(p->small_alloc, p->big_alloc) == 0)
		return blame(r, "big_alloc", "is small_alloc, too, but is called differently");
	return LR_OK;
}

static const char NOT_THERE[] = "is a function of the reference heap, which has its tags in the word in front of the "
	"object, and tag_offset says something else: name one of your own heap";

/* Where the tag is, and who stores and reads it. */
static lr_status
check_tag(struct profile_reader *r)
{
	static const char *const entries[] = { "small_alloc", "big_alloc", "typed_alloc", "memory_alloc" };
	struct lr_profile *p = r->p;
	const char *const names[] = { p->small_alloc, p->big_alloc, p->typed_alloc, p->memory_alloc };

	if (p->tag != TAG_NONE && !given(r, "tag_bits"))
		return profile_complain(r, "tag_bits is missing");
	if ((p->tag_bits & (p->tag_bits + 1)) != 0 || p->tag_bits > 4095)
		return blame(r, "tag_bits", "must be the low bits of a word: 2^n - 1, at most 4095");
	for (size_t i = 0; p->tag != TAG_BEFORE && i < sizeof entries / sizeof *entries; i++)
		if (of_reference_heap(names[i]))
			return blame(r, entries[i], NOT_THERE);
	if (p->tag == TAG_AT && p->tag_offset % 8 != 0 && architecture_word_bytes(p->architecture) != 4)
		return blame(r, "tag_offset", "must be a multiple of the word size");
	if (p->tag == TAG_NONE && p->barrier == BARRIER_MARK_BITS)
		return blame(r, "tag_offset", "= none leaves barrier = mark-bits no tag to test: use object-log, "
			"slot-log, snapshot, cards or none");
	if (p->tag == TAG_NONE && p->alloc_stores_tag)
		return blame(r, "alloc_stores_tag", "has no meaning where tag_offset = none");
	if ((p->alloc_stores_tag || (p->tag == TAG_NONE && p->type_of[0] != '\0')) && !p->alloc_passes_type)
		return blame(r, p->alloc_stores_tag ? "alloc_stores_tag" : "type_of",
			"needs alloc_passes_type = yes: nobody else tells the runtime what the types are");
	if (p->tag != TAG_NONE || p->runs_in_ptls == 0)
		return LR_OK;
	if (!profile_inherits(r, "runs_in_ptls"))
		return blame(r, "runs_in_ptls",
			"needs tags: objects that compiled code takes itself would have no type");
	p->runs_in_ptls = p->allocated_in_ptls = 0;
	return LR_OK;
}

/* Cards: which keys go with them. */
static lr_status
check_cards(struct profile_reader *r)
{
	static const char *const keys[] = { "card_base", "card_shift", "card_value" };
	struct lr_profile *p = r->p;

	if (p->barrier != BARRIER_CARDS) {
		for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
			if (given(r, keys[i]))
				return blame(r, keys[i], "has no meaning unless barrier = cards");
		return LR_OK;
	}
	if (p->card_base[0] == '\0' || !given(r, "card_shift"))
		return blame(r, "barrier", "= cards needs card_base and card_shift");
	if (p->card_shift < 3 || p->card_shift > 30)
		return blame(r, "card_shift", "must be from 3 to 30: a card has 2^n bytes");
	if (!given(r, "card_value"))
		p->card_value = 1;
	return LR_OK;
}

/* Cards that barriers with mark bits look into. */
static lr_status
check_card_table(struct profile_reader *r)
{
	const struct lr_profile *p = r->p;

	if (p->card_table[0] == '\0')
		return given(r, "card_table_shift") && !profile_inherits(r, "card_table_shift")
			? blame(r, "card_table_shift", "has no meaning without card_table") : LR_OK;
	if (p->barrier != BARRIER_MARK_BITS || p->queue_slot[0] == '\0')
		return blame(r, "card_table", "has no meaning unless barrier = mark-bits, with queue_slot");
	if (p->card_table_shift < 3 || p->card_table_shift > 30)
		return blame(r, "card_table", "needs card_table_shift, from 3 to 30: a card has 2^n bytes");
	return LR_OK;
}

/* The masks by which mark-bits tests tags. */
static lr_status
check_marks(struct profile_reader *r)
{
	static const char *const needed[] = { "queue_root", "parent_mask", "parent_value", "child_mask" };
	const struct lr_profile *p = r->p;

	if (p->barrier != BARRIER_MARK_BITS)
		return LR_OK;
	for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
		if (!given(r, needed[i]))
			return profile_complain(r, "%s is missing", needed[i]);
	if (p->tag != TAG_BEFORE && of_reference_heap(p->queue_root))
		return blame(r, "queue_root", NOT_THERE);
	if ((p->parent_value & ~p->parent_mask) != 0)
		return blame(r, "parent_value", "has bits outside of parent_mask: no write barrier would ever fire");
	if ((p->parent_mask & ~p->tag_bits) != 0)
		return blame(r, "parent_mask", "has bits outside of tag_bits");
	if (p->child_mask == 0 || (p->child_mask & ~p->tag_bits) != 0)
		return blame(r, "child_mask", "must be some of tag_bits");
	if ((p->image_value & ~p->image_mask) != 0)
		return blame(r, "image_value", "has bits outside of image_mask");
	if ((p->image_mask & ~p->tag_bits) != 0)
		return blame(r, "image_mask", "has bits outside of tag_bits");
	return LR_OK;
}

static bool
has_log(const struct lr_profile *p)
{
	return p->barrier == BARRIER_OBJECT_LOG || p->barrier == BARRIER_SLOT_LOG || p->barrier == BARRIER_SNAPSHOT;
}

static lr_status
check_barrier(struct profile_reader *r)
{
	const struct lr_profile *p = r->p;
	lr_status st = check_cards(r);

	if (st == LR_OK)
		st = check_marks(r);
	if (st != LR_OK)
		return st;
	if (p->barrier != BARRIER_MARK_BITS) /* collections set log bits anew, whatever the objects' ages are */
		r->p->survivors_grow_old_together = false;
	/* The reference runtime's entry for slots goes with its queue_root: a profile that has inherited it, and has
	** another barrier or another queue_root, does not mean it. */
	if (strcmp(p->queue_slot, "lr_gc_queue_slot") == 0
		&& (p->barrier != BARRIER_MARK_BITS || strcmp(p->queue_root, "lr_gc_queue_root") != 0))
		memset(r->p->queue_slot, 0, sizeof r->p->queue_slot);
	/* and so do its cards */
	if (strcmp(p->card_table, "lr_gc_cards") == 0 && strcmp(p->queue_slot, "lr_gc_queue_slot") != 0)
		memset(r->p->card_table, 0, sizeof r->p->card_table);
	st = check_card_table(r);
	if (st != LR_OK)
		return st;
	if (has_log(p) && (p->log_base[0] == '\0' || p->queue_slot[0] == '\0'))
		return blame(r, "barrier", "= object-log, slot-log and snapshot need log_base and queue_slot");
	if (!has_log(p) && p->log_base[0] != '\0')
		return blame(r, "log_base", "has no meaning where barrier = mark-bits, cards or none");
	if (p->read_barrier[0] == '\0' && p->read_flag[0] != '\0')
		return blame(r, "read_flag", "has no meaning without read_barrier");
	if (p->read_barrier[0] != '\0' && strcmp(p->read_barrier, p->read_flag) == 0)
		return blame(r, "read_flag", "is read_barrier, too, but one is a variable and the other a function");
	return LR_OK;
}

/* A word that is an address of an object must never be taken for an immediate. */
static lr_status
check_immediates(struct profile_reader *r)
{
	const struct lr_profile *p = r->p;
	const bool narrow = architecture_word_bytes(p->architecture) == 4;
	const uint64_t never = 7 | UINT64_C(0xFFFF) << 48, word = narrow ? UINT32_MAX : UINT64_MAX;

	_Static_assert(PROFILE_IMMEDIATES == LR_IMMEDIATE_RULES, "compiled code has a struct lr_immediates");
	if ((p->immediate_bits & ~never) != 0)
		return blame(r, "immediate_bits", "has bits that addresses of objects have: only the lowest 3 and the "
			"upper 16 of 64 are 0 in all of them");
	if ((p->immediate_bits & ~word) != 0)
		return blame(r, "immediate_bits", "does not fit into words of 32 bits");
	for (uint32_t i = 0; i < p->nimmediates; i++) {
		if ((p->immediates[i].value & ~p->immediates[i].mask) != 0)
			return blame(r, "immediates",
				"has a value with bits outside of its mask: no word would ever fit");
		if ((p->immediates[i].value & never) == 0)
			return blame(r, "immediates", "has a value without a bit that all addresses of objects have as "
				"0: one of the lowest 3, or of the upper 16 of 64");
		if ((p->immediates[i].mask & ~word) != 0)
			return blame(r, "immediates", "has a mask that does not fit into words of 32 bits");
	}
	return LR_OK;
}

static lr_status
check_handlers(struct profile_reader *r)
{
	const struct lr_profile *p = r->p;

	if (p->enter_handler[0] == '\0') {
		if (given(r, "handler_bytes") || given(r, "setjmp_name") || given(r, "handler_takes_task"))
			return blame(r,
				given(r, "handler_bytes") ? "handler_bytes"
					: given(r, "setjmp_name") ? "setjmp_name"
					: "handler_takes_task",
				"has no meaning without enter_handler");
		return LR_OK;
	}
	if (p->setjmp_name[0] == '\0')
		return blame(r, "enter_handler", "needs setjmp_name");
	if (p->handler_bytes == 0)
		return blame(r, "enter_handler", "needs handler_bytes");
	return LR_OK;
}

static lr_status
check_reset(struct profile_reader *r)
{
	static const char *const others[] = { "eh_in_task", "reset_bytes", "reset_align", "reset_setjmp" };
	struct lr_profile *p = r->p;

	if (p->reset_ctx_in_task == 0) {
		for (size_t i = 0; i < sizeof others / sizeof *others; i++)
			if (given(r, others[i]))
				return blame(r, others[i], "has no meaning without reset_ctx_in_task");
		return LR_OK;
	}
	if (!given(r, "reset_align"))
		p->reset_align = 16;
	if (!given(r, "eh_in_task") || !given(r, "reset_bytes"))
		return blame(r, "reset_ctx_in_task", "needs eh_in_task and reset_bytes");
	if (p->reset_bytes < 32 || p->reset_bytes > 65536 || p->reset_bytes % 8 != 0)
		return blame(r, "reset_bytes", "must be a multiple of 8 from 32 to 65536");
	if (p->reset_align < 8 || p->reset_align > 4096 || (p->reset_align & (p->reset_align - 1)) != 0)
		return blame(r, "reset_align", "must be a power of two from 8 to 4096");
	if (p->reset_setjmp[0] == '\0' && p->setjmp_name[0] == '\0')
		return blame(r, "reset_ctx_in_task", "needs reset_setjmp or setjmp_name");
	return LR_OK;
}

/* What lr_check is told of plain pointers. */
static lr_status
check_plain(struct profile_reader *r)
{
	static const char *const others[] = { "never_collect", "chain_head", "chain_layout", "unmarked_pointers" };
	const struct lr_profile *p = r->p;

	if (profile_marks_plain(p))
		return LR_OK;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (given(r, others[i]))
			return blame(r, others[i], "has no meaning where no key says what is a reference "
				"(reference_results, reference_params, reference_attribute)");
	return p->reference_loads ? blame(r, "reference_loads", "= yes needs a key that says what is a reference "
		"(reference_results, reference_params, reference_attribute)") : LR_OK;
}

lr_status
profile_check(struct profile_reader *r)
{
	if (!given(r, "gc_state_safe"))
		r->p->gc_state_safe = LR_GC_STATE_SAFE; /* the same in all runtimes of this dialect */
	if (!given(r, "comparisons_are_uses"))
		r->p->comparisons_are_uses = true;
	lr_status st = check_addresses(r);
	if (st == LR_OK)
		st = check_allocation(r);
	if (st == LR_OK)
		st = check_tag(r);
	if (st == LR_OK)
		st = check_barrier(r);
	if (st == LR_OK)
		st = check_immediates(r);
	if (st == LR_OK)
		st = check_reset(r);
	if (st == LR_OK)
		st = check_plain(r);
	return st == LR_OK ? check_handlers(r) : st;
}
