/* SPDX-License-Identifier: MIT */
/* lowering_profile.c -- the profile texts that come with the library, and what a reader must not be led astray by. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "host/profile_read.h"

static const char *const shipped[] = { "lateroot", "julia-1.13", "julia-1.5" };

Test(profile, each_is_found_by_name_and_is_well_formed)
{
	for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++) {
		lr_options o = { .struct_size = sizeof o, .profile = shipped[i] };
		lr_context *cx = lr_context_new(&o);
		const char *why = "";

		cr_assert_eq(lr_first_error(cx, &why), LR_OK, "%s: %s", shipped[i], why);
		cr_assert_str_eq(cx->profile.name, shipped[i]);
		cr_assert_not_null(profile_text(shipped[i]));
		lr_context_free(cx);
	}
}

Test(profile, the_text_of_the_reference_runtime_says_what_its_header_says)
{
	lr_context *cx = lr_context_new(NULL);
	struct lr_profile read = { 0 };

	cr_assert_eq(profile_read_text(cx, "lateroot", profile_text("lateroot"), &read), LR_OK);
	cr_assert_eq(memcmp(&read, profile_builtin("lateroot"), sizeof read), 0);
	lr_context_free(cx);
}

Test(profile, base_gives_what_is_not_overridden)
{
	lr_context *cx = lr_context_new(NULL);
	struct lr_profile old = { 0 }, read = { 0 };

	cr_assert_eq(profile_read_text(cx, "old", profile_text("julia-1.5"), &old), LR_OK);
	cr_assert_eq(profile_read_text(cx, "new", "base = julia-1.5\nname = x\nclasses = 16\nqueue_root = q\n", &read), LR_OK);
	cr_assert_str_eq(read.name, "x");
	cr_assert_str_eq(read.queue_root, "q");
	cr_assert_eq(read.nclasses, 1);
	cr_assert_eq(read.classes[1], 0);
	strcpy(read.name, old.name);
	memset(read.queue_root, 0, sizeof read.queue_root);
	strcpy(read.queue_root, old.queue_root);
	read.nclasses = old.nclasses;
	memcpy(read.classes, old.classes, sizeof read.classes);
	cr_assert_eq(memcmp(&read, &old, sizeof read), 0);
	lr_context_free(cx);
}

/* Every text that is a good one cut off somewhere, or with one byte changed, is read or refused with file and line. */
/* What has no meaning in the base is not taken for given. */
Test(profile, the_reference_runtime_is_a_base_too)
{
	lr_context *cx = lr_context_new(NULL);
	struct lr_profile read, base = { 0 };

	cr_assert_eq(profile_load(cx, "lateroot", &base), LR_OK);
	memset(&read, 0, sizeof read);
	cr_assert_eq(profile_read_text(cx, "same", "base = lateroot\n", &read), LR_OK);
	cr_assert_eq(memcmp(&read, &base, sizeof base), 0);
	memset(&read, 0, sizeof read);
	cr_assert_eq(profile_read_text(cx, "other", "base = lateroot\nclasses = 16 32\ngetter = tls\ntls_offset = -8\n", &read), LR_OK);
	cr_assert(read.nclasses == 2 && read.tls_offset == -8 && strcmp(read.big_alloc, base.big_alloc) == 0);
	lr_context_free(cx);
}

Test(profile, damaged_texts)
{
	const char *good = profile_text("julia-1.13");
	size_t n = strlen(good);
	char *text = malloc(n + 1);
	unsigned refused = 0;

	for (size_t i = 0; i < 2 * n; i++) {
		lr_context *cx = lr_context_new(NULL);
		struct lr_profile p = { 0 };
		const char *why = "";

		memcpy(text, good, n + 1);
		if (i < n)
			text[i] = "\xff=#\n9 -x"[i % 8];
		else
			text[i - n] = '\0';
		if (profile_read_text(cx, "damaged", text, &p) != LR_OK) {
			unsigned line = 0;
			refused++;
			cr_assert_eq(lr_first_error(cx, &why), LR_E_PROFILE);
			cr_assert_eq(sscanf(why, "damaged:%u: ", &line), 1, "no line in '%s'", why);
			cr_assert_leq(line, 70);
		}
		lr_context_free(cx);
	}
	cr_assert_gt(refused, n / 2);
	free(text);
}

static const char *
refusal(const char *text, size_t bytes)
{
	static char message[512];
	lr_context *cx = lr_context_new(NULL);
	struct lr_profile p = { 0 };
	FILE *f = fmemopen((void *)(uintptr_t)text, bytes, "r");
	const char *why = "";

	cr_assert_eq(profile_read_file(cx, "f", f, &p), LR_E_PROFILE);
	lr_first_error(cx, &why);
	snprintf(message, sizeof message, "%s", why);
	fclose(f);
	lr_context_free(cx);
	return message;
}

Test(profile, files_that_are_no_text)
{
	static char line[10000], word[1000];

	memset(line, 'x', sizeof line);
	cr_assert_str_eq(refusal(line, sizeof line), "f:1: the line is too long");
	cr_assert_str_eq(refusal("name = a\n\0", 10), "f:2: a zero byte: this is no text");
	cr_assert_str_eq(refusal("# nothing", 9), "f:1: name is missing");
	snprintf(word, sizeof word, "name = %.100s\n", line);
	cr_assert_str_eq(refusal(word, strlen(word)), "f:1: name must be a name of 1 to 63 bytes");
}

/* What each value alone does not show: each line is given to a profile that is good without it. */
Test(profile, contradictions)
{
	static const struct { const char *lines, *why; } bad[] = {
		{ "tag_bits = 5", "f:3: tag_bits must be the low bits of a word: 2^n - 1, at most 4095" },
		{ "tag_bits = 8191", "f:3: tag_bits must be the low bits of a word: 2^n - 1, at most 4095" },
		{ "child_mask = 0", "f:3: child_mask must be some of tag_bits" },
		{ "child_mask = 4096", "f:3: child_mask must be some of tag_bits" },
		{ "parent_value = 0\nparent_mask = 4096", "f:4: parent_mask has bits outside of tag_bits" },
		{ "image_mask = 1\nimage_value = 2", "f:4: image_value has bits outside of image_mask" },
		{ "image_value = 0\nimage_mask = 4096", "f:4: image_mask has bits outside of tag_bits" },
		{ "gc_state_in_ptls = 4", "f:3: gc_state_in_ptls lies within the word at safepoint_in_ptls" },
		{ "gc_state_safe = 1\ngc_state_unsafe = 1", "f:3: gc_state_safe is the same as gc_state_unsafe" },
		{ "small_alloc = a\nbig_alloc = a", "f:4: big_alloc is small_alloc, too, but is called differently" },
		{ "handler_bytes = 0", "f:3: handler_bytes must be from 1 to 65536" },
		{ "handler_bytes = 65537", "f:3: handler_bytes must be from 1 to 65536" },
		{ "ptls_is_pgcstack = maybe", "f:3: ptls_is_pgcstack must be yes or no, not 'maybe'" },
		{ "ptls_is_pgcstack = yes", "f:1: ptls_in_task has no meaning where ptls_is_pgcstack" },
		{ "tls_offset = 8", "f:3: tls_offset has no meaning where getter = call" },
		{ "getter = tls", "f:3: getter = tls needs tls_offset" },
		{ "image_func_slot = s", "f:3: image_func_slot stands alone: image_offset and image_func_slot go together" },
		{ "image_offset = s", "f:3: image_offset stands alone: image_offset and image_func_slot go together" },
		{ "image_key_slot = s", "f:3: image_key_slot has no meaning without image_offset" },
		{ "image_globals = alias", "f:3: image_globals has no meaning without image_offset" },
		{ "base = julia-1.5", "f:3: base was given on line 1 already" },
	};
	char text[512];

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		snprintf(text, sizeof text, "base = lateroot\nname = x\n%s\n", bad[i].lines);
		cr_assert_str_eq(refusal(text, strlen(text)), bad[i].why);
	}
	snprintf(text, sizeof text, "name = x\nbase = lateroot\n");
	cr_assert_str_eq(refusal(text, strlen(text)), "f:2: base must come first");
}

Test(profile, words_for_yes_and_no)
{
	static const struct { const char *word; bool is; } words[] = {
		{ "yes", true }, { "true", true }, { "1", true }, { "no", false }, { "false", false }, { "0", false }
	};
	char text[128];

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		lr_context *cx = lr_context_new(NULL);
		struct lr_profile read = { 0 };
		snprintf(text, sizeof text, "base = lateroot\nname = x\nhandler_takes_task = %s\n", words[i].word);
		cr_assert_eq(profile_read_text(cx, "f", text, &read), LR_OK, "%s", words[i].word);
		cr_assert_eq(read.handler_takes_task, words[i].is, "%s", words[i].word);
		lr_context_free(cx);
	}
}
